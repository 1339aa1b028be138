/*
 * initsplan.c
 *		From the join tree to relations with their clauses.
 *
 * Walks the join tree once, bottom up: each WHERE and ON condition is
 * attached to the base relation or join where it can be checked, equalities
 * go into equivalence classes, and each outer join leaves a SpecialJoinInfo
 * that restricts the join order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/plan/initsplan.c
 */
#include "postgres.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planmain.h"
#include "optimizer/planner.h"
#include "optimizer/prep.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/tlist.h"
#include "parser/analyze.h"
#include "rewrite/rewriteManip.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

int from_collapse_limit = 8;
int join_collapse_limit = 8;

/* Facts about one node of the join tree, passed up. */
typedef struct TreeInfo
{
	Relids qualscope; /* base relations below */
	Relids inner_join_rels; /* those that take part in inner joins */
} TreeInfo;

static List *deconstruct(PlannerInfo *root, Node *jtnode, bool below_outer,
						 TreeInfo *info, List **postponed);
static SpecialJoinInfo *make_outerjoininfo(PlannerInfo *root, Relids left,
										   Relids right, Relids inner_joins,
										   JoinType jointype, List *clause);
static void distribute_qual(PlannerInfo *root, Node *clause, bool below_outer,
							JoinType jointype, Relids qualscope,
							Relids ojscope, Relids outerjoin_nonnullable,
							List **postponed);
static void check_mergejoinable(RestrictInfo *rinfo);
static void check_hashjoinable(RestrictInfo *rinfo);

/* A condition that refers laterally beyond its own level, to be placed above. */
typedef struct PostponedQual
{
	Node *qual;
	Relids relids;
} PostponedQual;

/* ---------------------------------------------------------------- relations and columns */

/* Make the base relations of all range table references below. */
void
add_base_rels_to_query(PlannerInfo *root, Node *jtnode)
{
	ListCell *l;

	if (jtnode == NULL)
		return;
	if (IsA(jtnode, RangeTblRef))
		(void) build_simple_rel(root, ((RangeTblRef *) jtnode)->rtindex, NULL);
	else if (IsA(jtnode, FromExpr))
		foreach (l, ((FromExpr *) jtnode)->fromlist)
			add_base_rels_to_query(root, lfirst(l));
	else if (IsA(jtnode, JoinExpr))
	{
		add_base_rels_to_query(root, ((JoinExpr *) jtnode)->larg);
		add_base_rels_to_query(root, ((JoinExpr *) jtnode)->rarg);
	}
}

/* Columns that the final target list needs; relation 0 stands for it. */
void
build_base_rel_tlists(PlannerInfo *root, List *final_tlist)
{
	int flags = PVC_RECURSE_AGGREGATES | PVC_RECURSE_WINDOWFUNCS |
		PVC_INCLUDE_PLACEHOLDERS;
	List *vars = pull_var_clause((Node *) final_tlist, flags);

	add_vars_to_targetlist(root, vars, bms_make_singleton(0));
	if (root->parse->havingQual)
		add_vars_to_targetlist(root,
							   pull_var_clause(root->parse->havingQual,
											   PVC_RECURSE_AGGREGATES |
												   PVC_INCLUDE_PLACEHOLDERS),
							   bms_make_singleton(0));
}

/* The Vars must be available up to the joins of where_needed. */
void
add_vars_to_targetlist(PlannerInfo *root, List *vars, Relids where_needed)
{
	ListCell *temp;

	foreach (temp, vars)
	{
		Var *var = lfirst_node(Var, temp);
		RelOptInfo *rel = find_base_rel(root, var->varno);
		int attno = var->varattno - rel->min_attr;

		if (bms_is_subset(where_needed, rel->relids))
			continue;
		if (bms_is_empty(rel->attr_needed[attno]))
			rel->reltarget->exprs = lappend(rel->reltarget->exprs,
											copyObject(var));
		rel->attr_needed[attno] = bms_add_members(rel->attr_needed[attno],
												  where_needed);
	}
}

/* FROM items that refer to others: note what they need, and of whom. */
void
find_lateral_references(PlannerInfo *root)
{
	if (!root->hasLateralRTEs)
		return;
	for (int rti = 1; rti < root->simple_rel_array_size; rti++)
	{
		RelOptInfo *brel = root->simple_rel_array[rti];
		RangeTblEntry *rte = root->simple_rte_array[rti];
		List *vars = NIL;
		List *newvars = NIL;
		Relids relids = NULL;
		ListCell *lc;

		if (brel == NULL || !rte->lateral)
			continue;
		if (rte->rtekind == RTE_SUBQUERY)
			vars = pull_vars_of_level((Node *) rte->subquery, 1);
		else if (rte->rtekind == RTE_FUNCTION)
			vars = pull_vars_of_level((Node *) rte->functions, 0);
		else if (rte->rtekind == RTE_VALUES)
			vars = pull_vars_of_level((Node *) rte->values_lists, 0);
		foreach (lc, vars)
		{
			Var *var = copyObject(lfirst(lc));

			var->varlevelsup = 0;
			newvars = lappend(newvars, var);
			relids = bms_add_member(relids, var->varno);
		}
		if (newvars == NIL)
			continue;
		add_vars_to_targetlist(root, newvars, bms_make_singleton(rti));
		brel->lateral_vars = newvars;
		brel->direct_lateral_relids = relids;
		brel->lateral_relids = bms_copy(relids);
	}
	/* what a referenced relation refers to is needed as well */
	for (bool again = true; again;)
	{
		again = false;
		for (int rti = 1; rti < root->simple_rel_array_size; rti++)
		{
			RelOptInfo *brel = root->simple_rel_array[rti];
			int other = -1;

			if (brel == NULL || brel->lateral_relids == NULL)
				continue;
			while ((other = bms_next_member(brel->direct_lateral_relids,
											other)) >= 0)
			{
				RelOptInfo *o = root->simple_rel_array[other];

				if (o && !bms_is_subset(o->lateral_relids, brel->lateral_relids))
				{
					brel->lateral_relids = bms_add_members(brel->lateral_relids,
														   o->lateral_relids);
					again = true;
				}
			}
		}
	}
}

/* ---------------------------------------------------------------- the join tree */

/*
 * Distribute all conditions.  The result is the join problem: a list of
 * RangeTblRefs and of sub-lists that are to be joined on their own.
 */
List *
deconstruct_jointree(PlannerInfo *root)
{
	TreeInfo info;
	List *postponed = NIL;
	List *result;

	result = deconstruct(root, (Node *) root->parse->jointree, false, &info,
						 &postponed);
	Assert(postponed == NIL);
	return result;
}

/* Place the postponed conditions that are complete at this level. */
static void
place_postponed(PlannerInfo *root, List *child, Relids qualscope,
				bool below_outer, List **postponed)
{
	ListCell *l;

	foreach (l, child)
	{
		PostponedQual *pq = lfirst(l);

		if (bms_is_subset(pq->relids, qualscope))
			distribute_qual(root, pq->qual, below_outer, JOIN_INNER, qualscope,
							NULL, NULL, NULL);
		else
			*postponed = lappend(*postponed, pq);
	}
}

static List *
deconstruct_from(PlannerInfo *root, FromExpr *f, bool below_outer,
				 TreeInfo *info, List **postponed)
{
	List *joinlist = NIL;
	List *child_postponed = NIL;
	int remaining = list_length(f->fromlist);
	ListCell *l;

	info->qualscope = info->inner_join_rels = NULL;
	foreach (l, f->fromlist)
	{
		TreeInfo sub;
		List *sub_joinlist;
		int sub_members;

		sub_joinlist = deconstruct(root, lfirst(l), below_outer, &sub,
								   &child_postponed);
		info->qualscope = bms_add_members(info->qualscope, sub.qualscope);
		info->inner_join_rels = sub.inner_join_rels;
		sub_members = list_length(sub_joinlist);
		remaining--;
		if (sub_members <= 1 ||
			list_length(joinlist) + sub_members + remaining <= from_collapse_limit)
			joinlist = list_concat(joinlist, sub_joinlist);
		else
			joinlist = lappend(joinlist, sub_joinlist);
	}
	if (list_length(f->fromlist) > 1)
		info->inner_join_rels = info->qualscope;
	place_postponed(root, child_postponed, info->qualscope, below_outer,
					postponed);
	foreach (l, (List *) f->quals)
		distribute_qual(root, lfirst(l), below_outer, JOIN_INNER,
						info->qualscope, NULL, NULL, postponed);
	return joinlist;
}

static List *
deconstruct_join(PlannerInfo *root, JoinExpr *j, bool below_outer,
				 TreeInfo *info, List **postponed)
{
	List *child_postponed = NIL;
	List *leftlist;
	List *rightlist;
	TreeInfo left;
	TreeInfo right;
	Relids nonnullable = NULL;
	Relids nullable = NULL;
	Relids ojscope = NULL;
	SpecialJoinInfo *sjinfo = NULL;
	bool l_below = below_outer || j->jointype == JOIN_FULL;
	bool r_below = below_outer || j->jointype == JOIN_LEFT ||
		j->jointype == JOIN_ANTI || j->jointype == JOIN_FULL;
	ListCell *l;

	leftlist = deconstruct(root, j->larg, l_below, &left, &child_postponed);
	rightlist = deconstruct(root, j->rarg, r_below, &right, &child_postponed);
	info->qualscope = bms_union(left.qualscope, right.qualscope);
	switch (j->jointype)
	{
		case JOIN_INNER:
			info->inner_join_rels = info->qualscope;
			break;
		case JOIN_LEFT:
		case JOIN_ANTI:
			info->inner_join_rels = bms_union(left.inner_join_rels,
											  right.inner_join_rels);
			nonnullable = left.qualscope;
			nullable = right.qualscope;
			break;
		case JOIN_SEMI:
			info->inner_join_rels = bms_union(left.inner_join_rels,
											  right.inner_join_rels);
			break;
		case JOIN_FULL:
			info->inner_join_rels = bms_union(left.inner_join_rels,
											  right.inner_join_rels);
			/* each side makes NULLs of the other */
			nonnullable = info->qualscope;
			nullable = info->qualscope;
			break;
		default:
			elog(ERROR, "unrecognized join type: %d", (int) j->jointype);
	}
	root->nullable_baserels = bms_add_members(root->nullable_baserels,
											  nullable);
	if (j->jointype != JOIN_INNER)
	{
		sjinfo = make_outerjoininfo(root, left.qualscope, right.qualscope,
									info->inner_join_rels, j->jointype,
									(List *) j->quals);
		ojscope = j->jointype == JOIN_SEMI ? NULL : bms_union(sjinfo->min_lefthand, sjinfo->min_righthand);
	}
	place_postponed(root, child_postponed, info->qualscope, below_outer,
					postponed);
	foreach (l, (List *) j->quals)
		distribute_qual(root, lfirst(l), below_outer, j->jointype,
						info->qualscope, ojscope, nonnullable, postponed);
	if (sjinfo)
		root->join_info_list = lappend(root->join_info_list, sjinfo);
	if (j->jointype == JOIN_FULL)
		return list_make1(list_make2(list_length(leftlist) == 1 ? linitial(leftlist) : (void *) leftlist,
									 list_length(rightlist) == 1 ? linitial(rightlist) : (void *) rightlist));
	if (list_length(leftlist) + list_length(rightlist) <= join_collapse_limit)
		return list_concat(leftlist, rightlist);
	return list_make2(list_length(leftlist) == 1 ? linitial(leftlist) : (void *) leftlist,
					  list_length(rightlist) == 1 ? linitial(rightlist) : (void *) rightlist);
}

static List *
deconstruct(PlannerInfo *root, Node *jtnode, bool below_outer, TreeInfo *info,
			List **postponed)
{
	if (IsA(jtnode, RangeTblRef))
	{
		info->qualscope = bms_make_singleton(((RangeTblRef *) jtnode)->rtindex);
		info->inner_join_rels = NULL;
		return list_make1(jtnode);
	}
	if (IsA(jtnode, FromExpr))
		return deconstruct_from(root, (FromExpr *) jtnode, below_outer, info,
								postponed);
	if (IsA(jtnode, JoinExpr))
		return deconstruct_join(root, (JoinExpr *) jtnode, below_outer, info,
								postponed);
	elog(ERROR, "unrecognized node type: %d", (int) nodeTag(jtnode));
	return NIL;
}

/* Operators by which the right side of a semijoin could be made unique. */
static void
compute_semijoin_info(PlannerInfo *root, SpecialJoinInfo *sj, List *clause)
{
	List *operators = NIL;
	List *exprs = NIL;
	bool all_btree = true;
	bool all_hash = true;
	ListCell *lc;

	if (sj->jointype != JOIN_SEMI)
		return;
	foreach (lc, clause)
	{
		OpExpr *op = lfirst(lc);
		Oid opno;
		Node *left;
		Node *right;
		Relids leftnos;
		Relids rightnos;
		Relids allnos;

		if (!IsA(op, OpExpr) || list_length(op->args) != 2)
		{
			allnos = pull_varnos(root, (Node *) op);
			if (!bms_overlap(allnos, sj->syn_righthand) ||
				bms_is_subset(allnos, sj->syn_righthand))
			{
				if (contain_volatile_functions((Node *) op))
					return;
				continue;
			}
			return;
		}
		opno = op->opno;
		left = linitial(op->args);
		right = lsecond(op->args);
		leftnos = pull_varnos(root, left);
		rightnos = pull_varnos(root, right);
		allnos = bms_union(leftnos, rightnos);
		if (!bms_overlap(allnos, sj->syn_righthand) ||
			bms_is_subset(allnos, sj->syn_righthand))
		{
			if (contain_volatile_functions((Node *) op))
				return;
			continue;
		}
		if (!bms_is_empty(rightnos) &&
			bms_is_subset(rightnos, sj->syn_righthand) &&
			!bms_overlap(leftnos, sj->syn_righthand))
		{
			/* as it should be */
		}
		else if (!bms_is_empty(leftnos) &&
				 bms_is_subset(leftnos, sj->syn_righthand) &&
				 !bms_overlap(rightnos, sj->syn_righthand))
		{
			opno = get_commutator(opno);
			if (!OidIsValid(opno))
				return;
			right = left;
		}
		else
			return;
		if (all_btree && get_mergejoin_opfamilies(opno) == NIL)
			all_btree = false;
		if (all_hash && !op_hashjoinable(opno, exprType(right)))
			all_hash = false;
		if (!all_btree && !all_hash)
			return;
		operators = lappend_oid(operators, opno);
		exprs = lappend(exprs, copyObject(right));
	}
	if (exprs == NIL || contain_volatile_functions((Node *) exprs))
		return;
	sj->semi_can_btree = all_btree;
	sj->semi_can_hash = all_hash;
	sj->semi_operators = operators;
	sj->semi_rhs_exprs = exprs;
}

/* What has to be joined before this outer join, and how it may be moved. */
static SpecialJoinInfo *
make_outerjoininfo(PlannerInfo *root, Relids left, Relids right,
				   Relids inner_joins, JoinType jointype, List *clause)
{
	SpecialJoinInfo *sj = makeNode(SpecialJoinInfo);
	Relids clause_relids;
	Relids strict_relids;
	Relids min_left;
	Relids min_right;
	ListCell *l;

	foreach (l, root->parse->rowMarks)
	{
		RowMarkClause *rc = lfirst(l);

		if (bms_is_member(rc->rti, right) ||
			(jointype == JOIN_FULL && bms_is_member(rc->rti, left)))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("%s cannot be applied to the nullable side of an outer join",
							LCS_asString(rc->strength))));
	}
	sj->syn_lefthand = left;
	sj->syn_righthand = right;
	sj->jointype = jointype;
	compute_semijoin_info(root, sj, clause);
	if (jointype == JOIN_FULL)
	{
		sj->min_lefthand = bms_copy(left);
		sj->min_righthand = bms_copy(right);
		return sj;
	}
	clause_relids = pull_varnos(root, (Node *) clause);
	strict_relids = find_nonnullable_rels((Node *) clause);
	sj->lhs_strict = bms_overlap(strict_relids, left);
	min_left = bms_intersect(clause_relids, left);
	min_right = bms_int_members(bms_union(clause_relids, inner_joins), right);
	/* outer joins below keep their place unless they commute with this one */
	foreach (l, root->join_info_list)
	{
		SpecialJoinInfo *other = lfirst(l);

		if (other->jointype == JOIN_FULL)
		{
			if (bms_overlap(left, other->syn_lefthand) ||
				bms_overlap(left, other->syn_righthand))
			{
				min_left = bms_add_members(min_left, other->syn_lefthand);
				min_left = bms_add_members(min_left, other->syn_righthand);
			}
			if (bms_overlap(right, other->syn_lefthand) ||
				bms_overlap(right, other->syn_righthand))
			{
				min_right = bms_add_members(min_right, other->syn_lefthand);
				min_right = bms_add_members(min_right, other->syn_righthand);
			}
			continue;
		}
		if (bms_overlap(left, other->syn_righthand) &&
			bms_overlap(clause_relids, other->syn_righthand) &&
			(jointype == JOIN_SEMI || jointype == JOIN_ANTI ||
			 !bms_overlap(strict_relids, other->min_righthand)))
		{
			min_left = bms_add_members(min_left, other->syn_lefthand);
			min_left = bms_add_members(min_left, other->syn_righthand);
		}
		if (bms_overlap(right, other->syn_righthand) &&
			(bms_overlap(clause_relids, other->syn_righthand) ||
			 !bms_overlap(clause_relids, other->min_lefthand) ||
			 jointype == JOIN_SEMI || jointype == JOIN_ANTI ||
			 other->jointype == JOIN_SEMI || other->jointype == JOIN_ANTI ||
			 !other->lhs_strict || other->delay_upper_joins))
		{
			min_right = bms_add_members(min_right, other->syn_lefthand);
			min_right = bms_add_members(min_right, other->syn_righthand);
		}
	}
	if (bms_is_empty(min_left))
		min_left = bms_copy(left);
	if (bms_is_empty(min_right))
		min_right = bms_copy(right);
	sj->min_lefthand = min_left;
	sj->min_righthand = min_right;
	return sj;
}

/* ---------------------------------------------------------------- conditions */

/*
 * A condition may not be checked below an outer join that can make its columns
 * NULL.  Adds the relations of such joins to *relids_p; true if there was one.
 */
static bool
check_outerjoin_delay(PlannerInfo *root, Relids *relids_p, Relids *nullable_p,
					  bool is_pushed_down)
{
	Relids relids = bms_copy(*relids_p);
	Relids nullable = NULL;
	bool outerjoin_delayed = false;
	bool found_some;

	do
	{
		ListCell *l;

		found_some = false;
		foreach (l, root->join_info_list)
		{
			SpecialJoinInfo *sj = lfirst(l);

			if (!bms_overlap(relids, sj->min_righthand) &&
				!(sj->jointype == JOIN_FULL &&
				  bms_overlap(relids, sj->min_lefthand)))
				continue;
			if (sj->jointype == JOIN_SEMI)
				continue;
			nullable = bms_add_members(nullable, sj->min_righthand);
			if (sj->jointype == JOIN_FULL)
				nullable = bms_add_members(nullable, sj->min_lefthand);
			if (bms_is_subset(sj->min_lefthand, relids) &&
				bms_is_subset(sj->min_righthand, relids))
			{
				outerjoin_delayed = true;
				continue;
			}
			relids = bms_add_members(relids, sj->min_lefthand);
			relids = bms_add_members(relids, sj->min_righthand);
			outerjoin_delayed = true;
			/* an outer join above must not be moved below the delayed one */
			if (is_pushed_down && sj->jointype != JOIN_FULL &&
				bms_overlap(relids, sj->min_lefthand))
				sj->delay_upper_joins = true;
			found_some = true;
		}
	} while (found_some);
	*nullable_p = bms_int_members(nullable, *relids_p);
	*relids_p = relids;
	return outerjoin_delayed;
}

/*
 * Decide where one condition is checked.  ojscope and outerjoin_nonnullable are
 * set for the ON condition of an outer join.
 */
static void
distribute_qual(PlannerInfo *root, Node *clause, bool below_outer,
				JoinType jointype, Relids qualscope, Relids ojscope,
				Relids outerjoin_nonnullable, List **postponed)
{
	Relids relids = pull_varnos(root, clause);
	Relids nullable_relids = NULL;
	bool is_pushed_down;
	bool outerjoin_delayed = false;
	bool pseudoconstant = false;
	bool maybe_equivalence = false;
	RestrictInfo *rinfo;

	if (!bms_is_subset(relids, qualscope))
	{
		PostponedQual *pq = palloc(sizeof(PostponedQual));

		/* a lateral reference: complete only further up */
		Assert(root->hasLateralRTEs && jointype == JOIN_INNER);
		pq->qual = clause;
		pq->relids = relids;
		*postponed = lappend(*postponed, pq);
		return;
	}
	if (ojscope && !bms_is_subset(relids, ojscope))
		elog(ERROR, "JOIN qualification cannot refer to other relations");
	if (bms_is_empty(relids))
	{
		if (ojscope)
			relids = bms_copy(ojscope);
		else
		{
			relids = bms_copy(qualscope);
			if (!contain_volatile_functions(clause))
			{
				pseudoconstant = true;
				root->hasPseudoConstantQuals = true;
				/* at top level it can guard the whole query */
				if (!below_outer)
					relids = get_relids_in_jointree((Node *) root->parse->jointree,
													false);
			}
		}
	}
	if (bms_overlap(relids, outerjoin_nonnullable))
	{
		/* an ON condition that mentions the outer side: exactly there */
		is_pushed_down = false;
		outerjoin_delayed = check_outerjoin_delay(root, &relids,
												  &nullable_relids, false);
		relids = bms_copy(ojscope);
		Assert(!pseudoconstant);
	}
	else
	{
		/* WHERE, inner ON, or ON of the nullable side alone: pushed down */
		is_pushed_down = true;
		outerjoin_delayed = check_outerjoin_delay(root, &relids,
												  &nullable_relids, true);
		if (!outerjoin_delayed)
			maybe_equivalence = !below_outer && ojscope == NULL;
	}
	rinfo = make_restrictinfo(root, (Expr *) clause, is_pushed_down,
							  outerjoin_delayed, pseudoconstant, 0, relids,
							  outerjoin_nonnullable, nullable_relids);
	if (bms_membership(relids) == BMS_MULTIPLE)
		add_vars_to_targetlist(root,
							   pull_var_clause(clause,
											   PVC_RECURSE_AGGREGATES |
												   PVC_RECURSE_WINDOWFUNCS |
												   PVC_INCLUDE_PLACEHOLDERS),
							   relids);
	check_mergejoinable(rinfo);
	if (rinfo->mergeopfamilies && maybe_equivalence &&
		process_equivalence(root, &rinfo, below_outer))
		return;
	distribute_restrictinfo_to_rels(root, rinfo);
}

/* A filter at one relation, or a join clause at several. */
void
distribute_restrictinfo_to_rels(PlannerInfo *root, RestrictInfo *restrictinfo)
{
	Relids relids = restrictinfo->required_relids;

	switch (bms_membership(relids))
	{
		case BMS_SINGLETON:
		{
			RelOptInfo *rel = find_base_rel(root,
											bms_singleton_member(relids));

			rel->baserestrictinfo = lappend(rel->baserestrictinfo,
											restrictinfo);
			break;
		}
		case BMS_MULTIPLE:
			check_hashjoinable(restrictinfo);
			add_join_clause_to_rels(root, restrictinfo, relids);
			break;
		default:
			elog(ERROR, "cannot cope with variable-free clause");
	}
}

/*
 * From a class: "item1 = item2" at a base relation.  Folded if both are
 * constant; NULL if that shows it to be true.
 */
RestrictInfo *
process_implied_equality(PlannerInfo *root, Oid opno, Oid collation,
						 Expr *item1, Expr *item2, Relids qualscope,
						 Relids nullable_relids, bool below_outer_join,
						 bool both_const)
{
	Node *clause = (Node *) make_opclause(opno, BOOLOID, false,
										  copyObject(item1),
										  copyObject(item2), InvalidOid,
										  collation);
	Relids relids;
	bool pseudoconstant = false;
	RestrictInfo *rinfo;

	if (both_const)
	{
		clause = eval_const_expressions(root, clause);
		if (IsA(clause, Const) && !((Const *) clause)->constisnull &&
			DatumGetBool(((Const *) clause)->constvalue))
			return NULL;
	}
	relids = pull_varnos(root, clause);
	if (bms_is_empty(relids))
	{
		relids = get_relids_in_jointree((Node *) root->parse->jointree, false);
		pseudoconstant = true;
		root->hasPseudoConstantQuals = true;
	}
	rinfo = make_restrictinfo(root, (Expr *) clause, true, false,
							  pseudoconstant, 0, relids, NULL,
							  nullable_relids);
	if (bms_membership(relids) == BMS_MULTIPLE && !pseudoconstant)
		add_vars_to_targetlist(root, pull_var_clause(clause, PVC_RECURSE_AGGREGATES | PVC_RECURSE_WINDOWFUNCS | PVC_INCLUDE_PLACEHOLDERS),
							   relids);
	check_mergejoinable(rinfo);
	distribute_restrictinfo_to_rels(root, rinfo);
	return rinfo;
}

/* From a class: "item1 = item2" for a join; not attached anywhere. */
RestrictInfo *
build_implied_join_equality(PlannerInfo *root, Oid opno, Oid collation,
							Expr *item1, Expr *item2, Relids qualscope,
							Relids nullable_relids)
{
	Expr *clause = make_opclause(opno, BOOLOID, false, copyObject(item1),
								 copyObject(item2), InvalidOid,
								 collation);
	RestrictInfo *rinfo = make_restrictinfo(root, clause, true, false, false,
											0, qualscope, NULL,
											nullable_relids);

	check_mergejoinable(rinfo);
	check_hashjoinable(rinfo);
	return rinfo;
}

/* The operator of a clause with two sides, and the type of the left one. */
static bool
is_binary_clause(const RestrictInfo *rinfo, Oid *opno, Oid *lefttype)
{
	OpExpr *op = (OpExpr *) rinfo->clause;

	if (rinfo->pseudoconstant || !is_opclause(op) || list_length(op->args) != 2)
		return false;
	*opno = op->opno;
	*lefttype = exprType(linitial(op->args));
	return true;
}

/* Is it "a = b" with an operator that some btree family calls equality? */
static void
check_mergejoinable(RestrictInfo *rinfo)
{
	Oid opno;
	Oid lefttype;

	if (is_binary_clause(rinfo, &opno, &lefttype) && op_mergejoinable(opno, lefttype) &&
		!contain_volatile_functions((Node *) rinfo))
		rinfo->mergeopfamilies = get_mergejoin_opfamilies(opno);
}

static void
check_hashjoinable(RestrictInfo *rinfo)
{
	Oid opno;
	Oid lefttype;

	if (is_binary_clause(rinfo, &opno, &lefttype) && op_hashjoinable(opno, lefttype) &&
		!contain_volatile_functions((Node *) rinfo))
		rinfo->hashjoinoperator = opno;
}
