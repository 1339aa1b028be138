/*
 * planmain.c
 *		Planning of FROM and WHERE.
 *
 * query_planner gives the relation of all joins; grouping and the rest are
 * added by planner.c.  Also here: left joins that contribute nothing are
 * removed, and joins are found in which an outer row has one match at most.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/plan/planmain.c
 */
#include "postgres.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planmain.h"
#include "optimizer/prep.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"

/* SELECT without FROM: one row, with nothing to be decided. */
static RelOptInfo *
trivial_query(PlannerInfo *root, query_pathkeys_callback qp_callback,
			  void *qp_extra)
{
	FromExpr *jt = root->parse->jointree;
	int varno = ((RangeTblRef *) linitial(jt->fromlist))->rtindex;
	RelOptInfo *final_rel = build_simple_rel(root, varno, NULL);

	final_rel->rows = 1;
	add_path(final_rel, (Path *) create_group_result_path(root, final_rel, final_rel->reltarget, (List *) jt->quals));
	set_cheapest(final_rel);
	root->ec_merging_done = true;
	qp_callback(root, qp_extra);
	return final_rel;
}

/*
 * Plan the join tree of root->parse.  qp_callback computes the wanted orders
 * once the equivalence classes are known.
 */
RelOptInfo *
query_planner(PlannerInfo *root, query_pathkeys_callback qp_callback,
			  void *qp_extra)
{
	Query *parse = root->parse;
	List *joinlist;
	RelOptInfo *final_rel;
	FromExpr *jt = parse->jointree;

	root->join_rel_list = NIL;
	root->join_rel_level = NULL;
	root->eq_classes = NIL;
	root->ec_merging_done = false;
	root->canon_pathkeys = NIL;
	root->join_info_list = NIL;
	root->initial_rels = NIL;
	setup_simple_rel_arrays(root);
	if (list_length(jt->fromlist) == 1 && IsA(linitial(jt->fromlist), RangeTblRef))
	{
		RangeTblEntry *rte =
			root->simple_rte_array[((RangeTblRef *) linitial(jt->fromlist))->rtindex];

		if (rte->rtekind == RTE_RESULT)
			return trivial_query(root, qp_callback, qp_extra);
	}
	add_base_rels_to_query(root, (Node *) jt);
	build_base_rel_tlists(root, root->processed_tlist);
	find_lateral_references(root);
	joinlist = deconstruct_jointree(root);
	generate_base_implied_equalities(root);
	qp_callback(root, qp_extra);
	joinlist = remove_useless_joins(root, joinlist);
	final_rel = make_one_rel(root, joinlist);
	if (!final_rel || !final_rel->cheapest_total_path ||
		final_rel->cheapest_total_path->param_info != NULL)
		elog(ERROR, "failed to construct the join relation");
	return final_rel;
}

/* ---------------------------------------------------------------- useless joins */

static bool
is_var_needed_above(RelOptInfo *rel, Relids joinrelids)
{
	for (int i = rel->max_attr - rel->min_attr; i >= 0; i--)
		if (!bms_is_subset(rel->attr_needed[i], joinrelids))
			return true;
	return false;
}

/* A left join to at most one row, of which no column is used. */
static bool
join_is_removable(PlannerInfo *root, SpecialJoinInfo *sj)
{
	int innerrelid;
	RelOptInfo *innerrel;
	Relids joinrelids;
	List *clause_list = NIL;
	ListCell *l;

	if (sj->jointype != JOIN_LEFT || sj->delay_upper_joins ||
		!bms_get_singleton_member(sj->min_righthand, &innerrelid) ||
		innerrelid == root->parse->resultRelation)
		return false;
	innerrel = find_base_rel(root, innerrelid);
	if (innerrel->rtekind != RTE_RELATION || innerrel->indexlist == NIL)
		return false;
	joinrelids = bms_union(sj->min_lefthand, sj->min_righthand);
	if (is_var_needed_above(innerrel, joinrelids) ||
		get_plan_rowmark(root->rowMarks, innerrelid))
		return false;
	foreach (l, innerrel->joininfo)
	{
		RestrictInfo *rinfo = lfirst(l);

		if (RINFO_IS_PUSHED_DOWN(rinfo, joinrelids))
		{
			/* something above looks at the join's result */
			if (bms_is_member(innerrelid, rinfo->clause_relids))
				return false;
			continue;
		}
		if (!rinfo->can_join || rinfo->mergeopfamilies == NIL)
			continue;
		if (bms_is_subset(rinfo->left_relids, sj->min_lefthand) &&
			bms_is_subset(rinfo->right_relids, innerrel->relids))
			rinfo->outer_is_left = true;
		else if (bms_is_subset(rinfo->left_relids, innerrel->relids) &&
				 bms_is_subset(rinfo->right_relids, sj->min_lefthand))
			rinfo->outer_is_left = false;
		else
			continue;
		clause_list = lappend(clause_list, rinfo);
	}
	return relation_has_unique_index_for(root, innerrel, clause_list, NIL, NIL);
}

static List *
remove_from_joinlist(List *joinlist, int relid)
{
	List *result = NIL;
	ListCell *jl;

	foreach (jl, joinlist)
	{
		Node *node = lfirst(jl);

		if (IsA(node, RangeTblRef))
		{
			if (((RangeTblRef *) node)->rtindex != relid)
				result = lappend(result, node);
		}
		else
		{
			List *sub = remove_from_joinlist((List *) node, relid);

			if (sub)
				result = lappend(result, sub);
		}
	}
	return result;
}

static void
remove_rel(PlannerInfo *root, int relid, Relids joinrelids)
{
	RelOptInfo *rel = find_base_rel(root, relid);
	List *joininfos;
	ListCell *l;

	rel->reloptkind = RELOPT_DEADREL;
	for (int rti = 1; rti < root->simple_rel_array_size; rti++)
	{
		RelOptInfo *other = root->simple_rel_array[rti];

		if (other == NULL || other == rel)
			continue;
		for (int i = other->max_attr - other->min_attr; i >= 0; i--)
			other->attr_needed[i] = bms_del_member(other->attr_needed[i],
												   relid);
	}
	foreach (l, root->join_info_list)
	{
		SpecialJoinInfo *sj = lfirst(l);

		sj->min_lefthand = bms_del_member(sj->min_lefthand, relid);
		sj->min_righthand = bms_del_member(sj->min_righthand, relid);
		sj->syn_lefthand = bms_del_member(sj->syn_lefthand, relid);
		sj->syn_righthand = bms_del_member(sj->syn_righthand, relid);
	}
	joininfos = list_copy(rel->joininfo);
	foreach (l, joininfos)
	{
		RestrictInfo *rinfo = lfirst(l);
		int member = -1;

		while ((member = bms_next_member(rinfo->required_relids, member)) >= 0)
		{
			RelOptInfo *r = root->simple_rel_array[member];

			if (r)
				r->joininfo = list_delete_ptr(r->joininfo, rinfo);
		}
		if (RINFO_IS_PUSHED_DOWN(rinfo, joinrelids))
		{
			/* it only waited for this join: check it at the rest */
			rinfo->required_relids = bms_copy(rinfo->required_relids);
			rinfo->required_relids = bms_del_member(rinfo->required_relids,
													relid);
			distribute_restrictinfo_to_rels(root, rinfo);
		}
	}
	root->simple_rel_array[relid] = NULL;
}

List *
remove_useless_joins(PlannerInfo *root, List *joinlist)
{
	ListCell *lc;

restart:
	foreach (lc, root->join_info_list)
	{
		SpecialJoinInfo *sj = lfirst(lc);
		int innerrelid;

		if (!join_is_removable(root, sj))
			continue;
		innerrelid = bms_singleton_member(sj->min_righthand);
		root->join_info_list = list_delete_ptr(root->join_info_list, sj);
		remove_rel(root, innerrelid, bms_union(sj->min_lefthand, sj->min_righthand));
		joinlist = remove_from_joinlist(joinlist, innerrelid);
		goto restart;
	}
	return joinlist;
}

/* ---------------------------------------------------------------- unique inner rows */

/* Could a sub-select promise distinct rows at all? */
bool
query_supports_distinctness(Query *query)
{
	return !query->hasTargetSRFs &&
		(query->distinctClause != NIL || query->groupClause != NIL ||
		 query->hasAggs || query->havingQual);
}

/* Are the sub-select's rows distinct on these columns under these operators? */
bool
query_is_distinct_for(Query *query, List *colnos, List *opids)
{
	List *clauses = query->distinctClause ? query->distinctClause : query->groupClause;
	ListCell *l;

	if (query->hasTargetSRFs || query->groupingSets || query->setOperations)
		return false;
	if (clauses == NIL)
		return query->hasAggs || query->havingQual;
	foreach (l, clauses)
	{
		SortGroupClause *sgc = lfirst(l);
		TargetEntry *tle = get_sortgroupclause_tle(sgc, query->targetList);
		bool found = false;
		ListCell *lc;
		ListCell *lo;

		forboth (lc, colnos, lo, opids)
			if (lfirst_int(lc) == tle->resno &&
				equality_ops_are_compatible(lfirst_oid(lo), sgc->eqop))
				found = true;
		if (!found)
			return false;
	}
	return true;
}

static bool
rel_is_distinct_for(PlannerInfo *root, RelOptInfo *rel, List *clause_list)
{
	if (rel->rtekind == RTE_RELATION)
		return rel->indexlist != NIL &&
			relation_has_unique_index_for(root, rel, clause_list, NIL, NIL);
	if (rel->rtekind == RTE_SUBQUERY)
	{
		Query *subquery = root->simple_rte_array[rel->relid]->subquery;
		List *colnos = NIL;
		List *opids = NIL;
		ListCell *l;

		if (!query_supports_distinctness(subquery))
			return false;
		foreach (l, clause_list)
		{
			RestrictInfo *rinfo = lfirst(l);
			Var *var = (Var *) (rinfo->outer_is_left ? get_rightop(rinfo->clause) : get_leftop(rinfo->clause));

			while (var && IsA(var, RelabelType))
				var = (Var *) ((RelabelType *) var)->arg;
			if (!var || !IsA(var, Var) || var->varno != (int) rel->relid ||
				var->varlevelsup != 0)
				continue;
			colnos = lappend_int(colnos, var->varattno);
			opids = lappend_oid(opids, ((OpExpr *) rinfo->clause)->opno);
		}
		return query_is_distinct_for(subquery, colnos, opids);
	}
	return false;
}

/* Has every outer row one match in innerrel at most? */
bool
innerrel_is_unique(PlannerInfo *root, Relids joinrelids, Relids outerrelids,
				   RelOptInfo *innerrel, JoinType jointype, List *restrictlist)
{
	List *clause_list = NIL;
	ListCell *lc;

	if (restrictlist == NIL || innerrel->reloptkind != RELOPT_BASEREL)
		return false;
	foreach (lc, restrictlist)
	{
		RestrictInfo *rinfo = lfirst(lc);

		if (IS_OUTER_JOIN(jointype) && RINFO_IS_PUSHED_DOWN(rinfo, joinrelids))
			continue;
		if (!rinfo->can_join || rinfo->mergeopfamilies == NIL)
			continue;
		if (bms_is_subset(rinfo->left_relids, outerrelids) &&
			bms_is_subset(rinfo->right_relids, innerrel->relids))
			rinfo->outer_is_left = true;
		else if (bms_is_subset(rinfo->left_relids, innerrel->relids) &&
				 bms_is_subset(rinfo->right_relids, outerrelids))
			rinfo->outer_is_left = false;
		else
			continue;
		clause_list = lappend(clause_list, rinfo);
	}
	return clause_list && rel_is_distinct_for(root, innerrel, clause_list);
}
