/*
 * restrictinfo.c
 *		RestrictInfos: clauses with what is known about them.
 *
 * Made once per clause; selectivity and cost are filled in when first needed.
 *  Join clauses are listed at each relation that they mention.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/util/restrictinfo.c
 */
#include "postgres.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"

static RestrictInfo *
make_plain(PlannerInfo *root, Expr *clause, Expr *orclause,
		   bool is_pushed_down, bool outerjoin_delayed, bool pseudoconstant,
		   Index security_level, Relids required_relids, Relids outer_relids,
		   Relids nullable_relids)
{
	RestrictInfo *r = makeNode(RestrictInfo);

	r->clause = clause;
	r->orclause = orclause;
	r->is_pushed_down = is_pushed_down;
	r->outerjoin_delayed = outerjoin_delayed;
	r->pseudoconstant = pseudoconstant;
	r->security_level = security_level;
	r->outer_relids = outer_relids;
	r->nullable_relids = nullable_relids;
	if (is_opclause(clause) && list_length(((OpExpr *) clause)->args) == 2)
	{
		r->left_relids = pull_varnos(root, get_leftop(clause));
		r->right_relids = pull_varnos(root, get_rightop(clause));
		r->clause_relids = bms_union(r->left_relids, r->right_relids);
		r->can_join = !bms_is_empty(r->left_relids) &&
			!bms_is_empty(r->right_relids) &&
			!bms_overlap(r->left_relids, r->right_relids);
	}
	else
		r->clause_relids = pull_varnos(root, (Node *) clause);
	r->required_relids = required_relids ? required_relids : r->clause_relids;
	r->eval_cost.startup = -1;
	r->norm_selec = r->outer_selec = -1;
	r->left_bucketsize = r->right_bucketsize = -1;
	r->left_mcvfreq = r->right_mcvfreq = -1;
	return r;
}

/* The OR (or AND below one) with a RestrictInfo in place of each leaf. */
static Expr *
wrap_leaves(PlannerInfo *root, Expr *clause, bool is_pushed_down,
			bool outerjoin_delayed, Index security_level,
			Relids outer_relids, Relids nullable_relids, bool top)
{
	List *list = NIL;
	ListCell *lc;

	if (is_orclause(clause) || is_andclause(clause))
	{
		foreach (lc, ((BoolExpr *) clause)->args)
			list = lappend(list, wrap_leaves(root, lfirst(lc), is_pushed_down, outerjoin_delayed, security_level, outer_relids, nullable_relids, false));
		if (!is_orclause(clause))
			return make_andclause(list);
		if (top)
			return make_orclause(list);
		return (Expr *) make_plain(root, clause, make_orclause(list),
								   is_pushed_down, outerjoin_delayed, false,
								   security_level, NULL, outer_relids,
								   nullable_relids);
	}
	return (Expr *) make_plain(root, clause, NULL, is_pushed_down,
							   outerjoin_delayed, false, security_level, NULL,
							   outer_relids, nullable_relids);
}

/* required_relids NULL: those that the clause mentions. */
RestrictInfo *
make_restrictinfo(PlannerInfo *root, Expr *clause, bool is_pushed_down,
				  bool outerjoin_delayed, bool pseudoconstant,
				  Index security_level, Relids required_relids,
				  Relids outer_relids, Relids nullable_relids)
{
	Expr *orclause = NULL;

	if (is_orclause(clause))
		orclause = wrap_leaves(root, clause, is_pushed_down, outerjoin_delayed,
							   security_level, outer_relids, nullable_relids,
							   true);
	return make_plain(root, clause, orclause, is_pushed_down,
					  outerjoin_delayed, pseudoconstant, security_level,
					  required_relids, outer_relids, nullable_relids);
}

bool
restriction_is_or_clause(RestrictInfo *restrictinfo)
{
	return restrictinfo->orclause != NULL;
}

/* The bare clauses of a list. */
List *
get_actual_clauses(List *restrictinfo_list)
{
	List *result = NIL;
	ListCell *l;

	foreach (l, restrictinfo_list)
		result = lappend(result, lfirst_node(RestrictInfo, l)->clause);
	return result;
}

/* Those that are (or are not) pseudoconstant. */
List *
extract_actual_clauses(List *restrictinfo_list, bool pseudoconstant)
{
	List *result = NIL;
	ListCell *l;

	foreach (l, restrictinfo_list)
		if (lfirst_node(RestrictInfo, l)->pseudoconstant == pseudoconstant)
			result = lappend(result, lfirst_node(RestrictInfo, l)->clause);
	return result;
}

/* Clauses of an outer join: its own, and those pushed down to it. */
void
extract_actual_join_clauses(List *restrictinfo_list, Relids joinrelids,
							List **joinquals, List **otherquals)
{
	ListCell *l;

	*joinquals = *otherquals = NIL;
	foreach (l, restrictinfo_list)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, l);

		if (RINFO_IS_PUSHED_DOWN(rinfo, joinrelids))
		{
			if (!rinfo->pseudoconstant)
				*otherquals = lappend(*otherquals, rinfo->clause);
		}
		else
			*joinquals = lappend(*joinquals, rinfo->clause);
	}
}

/* May the join clause be checked in a parameterized scan of baserel? */
bool
join_clause_is_movable_to(RestrictInfo *rinfo, RelOptInfo *baserel)
{
	if (!bms_is_member(baserel->relid, rinfo->clause_relids))
		return false;
	/* not below the outer join that it belongs to, on its outer side */
	if (bms_is_member(baserel->relid, rinfo->outer_relids))
		return false;
	/* nor where an outer join still has to make NULLs */
	if (bms_is_member(baserel->relid, rinfo->nullable_relids))
		return false;
	return true;
}

/* The same for a scan or join of currentrelids, given some outer relations. */
bool
join_clause_is_movable_into(RestrictInfo *rinfo, Relids currentrelids,
							Relids current_and_outer)
{
	if (!bms_is_subset(rinfo->clause_relids, current_and_outer))
		return false;
	if (!bms_overlap(currentrelids, rinfo->clause_relids))
		return false;
	if (bms_overlap(currentrelids, rinfo->outer_relids))
		return false;
	if (bms_overlap(currentrelids, rinfo->nullable_relids))
		return false;
	return true;
}

/* ---------------------------------------------------------------- join clauses of relations */

/* List the clause at all relations of join_relids. */
void
add_join_clause_to_rels(PlannerInfo *root, RestrictInfo *restrictinfo,
						Relids join_relids)
{
	int relid = -1;

	while ((relid = bms_next_member(join_relids, relid)) >= 0)
	{
		RelOptInfo *rel = find_base_rel(root, relid);

		rel->joininfo = lappend(rel->joininfo, restrictinfo);
	}
}

/* Is there a clause that a join of the two could use? */
bool
have_relevant_joinclause(PlannerInfo *root, RelOptInfo *rel1, RelOptInfo *rel2)
{
	ListCell *l;

	foreach (l, rel1->joininfo)
		if (bms_overlap(lfirst_node(RestrictInfo, l)->required_relids,
						rel2->relids))
			return true;
	return rel1->has_eclass_joins && rel2->has_eclass_joins &&
		have_relevant_eclass_joinclause(root, rel1, rel2);
}
