/*
 * prepunion.c
 *		UNION, INTERSECT, EXCEPT, and recursive unions.
 *
 * Each leaf is a sub-select in the range table, planned on its own.  UNION is
 * an Append, with duplicates removed by hashing or sorting; INTERSECT and
 * EXCEPT add a column that tells the sides apart and count rows per side.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/prep/prepunion.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planmain.h"
#include "optimizer/planner.h"
#include "optimizer/prep.h"
#include "optimizer/tlist.h"
#include "parser/parse_coerce.h"
#include "parser/parsetree.h"
#include "utils/selfuncs.h"

static RelOptInfo *recurse(Node *setOp, PlannerInfo *root, List *colTypes,
						   List *colCollations, bool junkOK, int flag,
						   List *refnames_tlist, List **pTargetList,
						   double *pNumGroups);

static RelOptInfo *
setop_rel(PlannerInfo *root, Relids relids, List *tlist)
{
	RelOptInfo *rel = fetch_upper_rel(root, UPPERREL_SETOP, relids);

	rel->reltarget = create_pathtarget(root, tlist);
	return rel;
}

/* Sort references for all columns, so that they can be sorted and grouped. */
static List *
setop_sortlist(SetOperationStmt *op, List *tlist)
{
	List *grouplist = copyObject(op->groupClauses);
	ListCell *lg = list_head(grouplist);
	ListCell *lt;

	foreach (lt, tlist)
	{
		TargetEntry *tle = lfirst(lt);
		SortGroupClause *sgc;

		if (tle->resjunk)
			continue;
		tle->ressortgroupref = tle->resno;
		Assert(lg != NULL);
		sgc = lfirst(lg);
		lg = lnext(grouplist, lg);
		sgc->tleSortGroupRef = tle->ressortgroupref;
	}
	return grouplist;
}

/*
 * Target list of a set operation's result: columns varno.1, varno.2, ... of the
 * input, coerced if hack_constants or types differ, and the flag if wanted.
 */
static List *
setop_tlist(List *colTypes, List *colCollations, int flag, Index varno,
			List *input_tlist, List *refnames_tlist)
{
	List *tlist = NIL;
	int resno = 1;
	ListCell *ctlc;
	ListCell *cclc;
	ListCell *itlc;
	ListCell *rtlc;

	forfour(ctlc, colTypes, cclc, colCollations, itlc, input_tlist,
			rtlc, refnames_tlist)
	{
		Oid colType = lfirst_oid(ctlc);
		Oid colColl = lfirst_oid(cclc);
		TargetEntry *inputtle = lfirst(itlc);
		TargetEntry *reftle = lfirst(rtlc);
		Node *expr;
		TargetEntry *tle;

		expr = (Node *) makeVar(varno, inputtle->resno,
								exprType((Node *) inputtle->expr),
								exprTypmod((Node *) inputtle->expr),
								exprCollation((Node *) inputtle->expr), 0);
		if (exprType(expr) != colType)
			expr = coerce_to_common_type(NULL, expr, colType,
										 "UNION/INTERSECT/EXCEPT");
		if (exprCollation(expr) != colColl)
			expr = applyRelabelType(expr, exprType(expr), exprTypmod(expr),
									colColl, COERCE_IMPLICIT_CAST, -1, false);
		tle = makeTargetEntry((Expr *) expr, resno, pstrdup(reftle->resname),
							  false);
		tle->ressortgroupref = resno++;
		tlist = lappend(tlist, tle);
	}
	if (flag >= 0)
		tlist = lappend(tlist,
						makeTargetEntry((Expr *) makeConst(INT4OID, -1,
														   InvalidOid,
														   sizeof(int32),
														   Int32GetDatum(flag),
														   false, true),
										resno, pstrdup("flag"), true));
	return tlist;
}

/* Target list of an Append: varno 0 means "whatever the inputs have". */
static List *
append_tlist(List *colTypes, List *colCollations, bool flag,
			 List *input_tlists, List *refnames_tlist)
{
	List *tlist = NIL;
	int resno = 1;
	List *first = linitial(input_tlists);
	ListCell *ct;
	ListCell *cc;
	ListCell *rt;

	forthree (ct, colTypes, cc, colCollations, rt, refnames_tlist)
	{
		TargetEntry *reftle = lfirst(rt);
		TargetEntry *in = list_nth(first, resno - 1);
		int32 typmod = exprTypmod((Node *) in->expr);
		ListCell *l;
		TargetEntry *tle;

		/* a type modifier only if all inputs agree on it */
		foreach (l, input_tlists)
		{
			TargetEntry *other = list_nth((List *) lfirst(l), resno - 1);

			if (exprType((Node *) other->expr) != lfirst_oid(ct) ||
				exprTypmod((Node *) other->expr) != typmod)
				typmod = -1;
		}
		tle = makeTargetEntry((Expr *) makeVar(0, resno, lfirst_oid(ct),
											   typmod, lfirst_oid(cc), 0),
							  resno, pstrdup(reftle->resname), false);
		tle->ressortgroupref = resno++;
		tlist = lappend(tlist, tle);
	}
	if (flag)
		tlist = lappend(tlist,
						makeTargetEntry((Expr *) makeVar(0, resno, INT4OID, -1,
														 InvalidOid, 0),
										resno, pstrdup("flag"), true));
	return tlist;
}

/* Duplicates of the rows below removed. */
static Path *
make_union_unique(SetOperationStmt *op, Path *path, List *tlist,
				  PlannerInfo *root, RelOptInfo *rel)
{
	List *groupList = setop_sortlist(op, tlist);
	double dNumGroups = path->rows;
	bool can_sort = grouping_is_sortable(groupList);
	bool can_hash = grouping_is_hashable(groupList);
	Path *hashed = NULL;
	Path *sorted = NULL;

	if (!can_sort && !can_hash)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not implement %s", "UNION"),
				 errdetail("Some of the datatypes only support hashing, while others only support sorting.")));
	if (can_hash && (enable_hashagg || !can_sort))
		hashed = (Path *) create_agg_path(root, rel, path,
										  create_pathtarget(root, tlist),
										  AGG_HASHED, AGGSPLIT_SIMPLE,
										  groupList, NIL, NULL, dNumGroups);
	if (can_sort)
	{
		sorted = path;
		if (groupList)
			sorted = (Path *)
				create_sort_path(root, rel, path,
								 make_pathkeys_for_sortclauses(root, groupList,
															   tlist),
								 -1.0);
		sorted->pathtarget = create_pathtarget(root, tlist);
		sorted = (Path *)
			create_upper_unique_path(root, rel, sorted,
									 list_length(sorted->pathkeys), dNumGroups);
	}
	if (hashed && sorted)
		return hashed->total_cost <= sorted->total_cost ? hashed : sorted;
	return hashed ? hashed : sorted;
}

/* The inputs of nested UNIONs that remove duplicates alike, in one list. */
static List *
union_children(PlannerInfo *root, SetOperationStmt *top, List *refnames_tlist,
			   List **tlist_list)
{
	List *pending = list_make1(top);
	List *result = NIL;

	*tlist_list = NIL;
	while (pending)
	{
		Node *setOp = linitial(pending);

		pending = list_delete_first(pending);
		if (IsA(setOp, SetOperationStmt))
		{
			SetOperationStmt *op = (SetOperationStmt *) setOp;

			if (op->op == top->op && (op->all == top->all || op->all) &&
				equal(op->colTypes, top->colTypes) &&
				equal(op->colCollations, top->colCollations))
			{
				pending = lcons(op->larg, lcons(op->rarg, pending));
				continue;
			}
		}
		{
			List *child_tlist;
			/* an Append projects nothing: its inputs may have no junk columns */
			RelOptInfo *rel = recurse(setOp, root, top->colTypes,
									  top->colCollations, false, -1,
									  refnames_tlist, &child_tlist, NULL);

			result = lappend(result, rel);
			*tlist_list = lappend(*tlist_list, child_tlist);
		}
	}
	return result;
}

static RelOptInfo *
union_paths(SetOperationStmt *op, PlannerInfo *root, List *refnames_tlist,
			List **pTargetList)
{
	Relids relids = NULL;
	List *tlist_list;
	List *rellist;
	List *pathlist = NIL;
	List *tlist;
	RelOptInfo *result_rel;
	Path *path;
	double save_fraction = root->tuple_fraction;
	ListCell *lc;

	/* duplicates can only be removed when all rows are there */
	if (!op->all)
		root->tuple_fraction = 0.0;
	rellist = union_children(root, op, refnames_tlist, &tlist_list);
	root->tuple_fraction = save_fraction;
	tlist = append_tlist(op->colTypes, op->colCollations, false, tlist_list,
						 refnames_tlist);
	*pTargetList = tlist;
	foreach (lc, rellist)
	{
		RelOptInfo *rel = lfirst(lc);

		pathlist = lappend(pathlist, rel->cheapest_total_path);
		relids = bms_union(relids, rel->relids);
	}
	result_rel = setop_rel(root, relids, tlist);
	path = (Path *) create_append_path(root, result_rel, pathlist, NULL);
	if (!op->all)
		path = make_union_unique(op, path, tlist, root, result_rel);
	add_path(result_rel, path);
	result_rel->rows = path->rows;
	return result_rel;
}

static RelOptInfo *
nonunion_paths(SetOperationStmt *op, PlannerInfo *root, List *refnames_tlist,
			   List **pTargetList)
{
	RelOptInfo *lrel;
	RelOptInfo *rrel;
	RelOptInfo *result_rel;
	double save_fraction = root->tuple_fraction;
	Path *lpath;
	Path *rpath;
	Path *path;
	List *ltlist;
	List *rtlist;
	List *tlist;
	List *groupList;
	List *pathlist;
	double dLeftGroups;
	double dRightGroups;
	double dNumGroups;
	double dOutputRows;
	int firstFlag = 0;
	bool use_hash;
	SetOpCmd cmd;

	root->tuple_fraction = 0.0;
	lrel = recurse(op->larg, root, op->colTypes, op->colCollations, false, 0,
				   refnames_tlist, &ltlist, &dLeftGroups);
	rrel = recurse(op->rarg, root, op->colTypes, op->colCollations, false, 1,
				   refnames_tlist, &rtlist, &dRightGroups);
	root->tuple_fraction = save_fraction;
	lpath = lrel->cheapest_total_path;
	rpath = rrel->cheapest_total_path;
	/* the smaller side of an INTERSECT comes first */
	if (op->op == SETOP_EXCEPT || dLeftGroups <= dRightGroups)
		pathlist = list_make2(lpath, rpath);
	else
	{
		pathlist = list_make2(rpath, lpath);
		firstFlag = 1;
	}
	tlist = append_tlist(op->colTypes, op->colCollations, true,
						 list_make2(ltlist, rtlist), refnames_tlist);
	*pTargetList = tlist;
	result_rel = setop_rel(root, bms_union(lrel->relids, rrel->relids), tlist);
	path = (Path *) create_append_path(root, result_rel, pathlist, NULL);
	groupList = setop_sortlist(op, tlist);
	if (op->op == SETOP_EXCEPT)
	{
		dNumGroups = dLeftGroups;
		dOutputRows = op->all ? lpath->rows : dNumGroups;
		cmd = op->all ? SETOPCMD_EXCEPT_ALL : SETOPCMD_EXCEPT;
	}
	else
	{
		dNumGroups = Min(dLeftGroups, dRightGroups);
		dOutputRows = op->all ? Min(lpath->rows, rpath->rows) : dNumGroups;
		cmd = op->all ? SETOPCMD_INTERSECT_ALL : SETOPCMD_INTERSECT;
	}
	if (!grouping_is_sortable(groupList) && !grouping_is_hashable(groupList))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not implement %s",
						op->op == SETOP_EXCEPT ? "EXCEPT" : "INTERSECT"),
				 errdetail("All column datatypes must be hashable or sortable.")));
	use_hash = grouping_is_hashable(groupList) &&
		(enable_hashagg || !grouping_is_sortable(groupList)) &&
		dNumGroups * (MAXALIGN(path->pathtarget->width) + MAXALIGN(SizeofMinimalTupleHeader)) <= work_mem * 1024.0 * 2;
	if (groupList && !use_hash)
		path = (Path *)
			create_sort_path(root, result_rel, path,
							 make_pathkeys_for_sortclauses(root, groupList,
														   tlist),
							 -1.0);
	path->pathtarget = create_pathtarget(root, tlist);
	path = (Path *) create_setop_path(root, result_rel, path, cmd,
									  use_hash ? SETOP_HASHED : SETOP_SORTED,
									  groupList, list_length(op->colTypes) + 1,
									  use_hash ? firstFlag : -1, dNumGroups,
									  dOutputRows);
	result_rel->rows = path->rows;
	add_path(result_rel, path);
	return result_rel;
}

/* A leaf: plan its sub-select. */
static RelOptInfo *
leaf_paths(RangeTblRef *rtr, PlannerInfo *root, List *colTypes,
		   List *colCollations, int flag, List *refnames_tlist,
		   List **pTargetList, double *pNumGroups)
{
	RangeTblEntry *rte = root->simple_rte_array[rtr->rtindex];
	Query *subquery = rte->subquery;
	RelOptInfo *rel = build_simple_rel(root, rtr->rtindex, NULL);
	PlannerInfo *subroot;
	RelOptInfo *final_rel;
	Path *subpath;
	List *tlist;

	Assert(root->plan_params == NIL);
	subroot = rel->subroot = subquery_planner(root->glob, subquery, root,
											  false, root->tuple_fraction);
	if (root->plan_params)
		elog(ERROR, "unexpected outer reference in set operation subquery");
	tlist = setop_tlist(colTypes, colCollations, flag, rtr->rtindex,
						subroot->processed_tlist, refnames_tlist);
	rel->reltarget = create_pathtarget(root, tlist);
	*pTargetList = tlist;
	final_rel = fetch_upper_rel(subroot, UPPERREL_FINAL, NULL);
	subpath = get_cheapest_fractional_path(final_rel, root->tuple_fraction);
	rel->tuples = rel->rows = subpath->rows;
	add_path(rel, (Path *) create_subqueryscan_path(root, rel, subpath, false, NIL, NULL));
	set_cheapest(rel);
	if (pNumGroups)
	{
		if (subquery->groupClause || subquery->distinctClause ||
			subroot->hasHavingQual || subquery->hasAggs)
			*pNumGroups = subpath->rows;
		else
			*pNumGroups = estimate_num_groups(subroot,
											  get_tlist_exprs(subquery->targetList,
															  false),
											  subpath->rows, NULL, NULL);
	}
	return rel;
}

static RelOptInfo *
recurse(Node *setOp, PlannerInfo *root, List *colTypes, List *colCollations,
		bool junkOK, int flag, List *refnames_tlist, List **pTargetList,
		double *pNumGroups)
{
	SetOperationStmt *op;
	RelOptInfo *rel;

	check_stack_depth();
	if (IsA(setOp, RangeTblRef))
		return leaf_paths((RangeTblRef *) setOp, root, colTypes, colCollations,
						  flag, refnames_tlist, pTargetList, pNumGroups);
	op = castNode(SetOperationStmt, setOp);
	rel = op->op == SETOP_UNION ? union_paths(op, root, refnames_tlist, pTargetList) : nonunion_paths(op, root, refnames_tlist, pTargetList);
	set_cheapest(rel);
	if (pNumGroups)
		*pNumGroups = rel->rows;
	/* the parent may want other types, a flag, or no junk */
	if (flag >= 0 || !tlist_same_datatypes(*pTargetList, colTypes, junkOK) ||
		!tlist_same_collations(*pTargetList, colCollations, junkOK))
	{
		PathTarget *target;
		ListCell *lc;

		*pTargetList = setop_tlist(colTypes, colCollations, flag, 0,
								   *pTargetList, refnames_tlist);
		target = create_pathtarget(root, *pTargetList);
		foreach (lc, rel->pathlist)
			lfirst(lc) = create_projection_path(root, rel, lfirst(lc), target);
		set_cheapest(rel);
	}
	return rel;
}

static RelOptInfo *
recursion_paths(SetOperationStmt *setOp, PlannerInfo *root,
				List *refnames_tlist, List **pTargetList)
{
	RelOptInfo *lrel;
	RelOptInfo *rrel;
	RelOptInfo *result_rel;
	Path *lpath;
	Path *rpath;
	List *ltlist;
	List *rtlist;
	List *tlist;
	List *groupList = NIL;
	double dNumGroups = 0;

	if (setOp->op != SETOP_UNION)
		elog(ERROR, "only UNION queries can be recursive");
	Assert(root->wt_param_id >= 0);
	lrel = recurse(setOp->larg, root, setOp->colTypes, setOp->colCollations,
				   false, -1, refnames_tlist, &ltlist, NULL);
	lpath = lrel->cheapest_total_path;
	/* the recursive side needs to know how many rows there will be */
	root->non_recursive_path = lpath;
	rrel = recurse(setOp->rarg, root, setOp->colTypes, setOp->colCollations,
				   false, -1, refnames_tlist, &rtlist, NULL);
	rpath = rrel->cheapest_total_path;
	root->non_recursive_path = NULL;
	tlist = append_tlist(setOp->colTypes, setOp->colCollations, false,
						 list_make2(ltlist, rtlist), refnames_tlist);
	*pTargetList = tlist;
	result_rel = setop_rel(root, bms_union(lrel->relids, rrel->relids), tlist);
	if (!setOp->all)
	{
		groupList = setop_sortlist(setOp, tlist);
		if (!grouping_is_hashable(groupList))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("could not implement recursive UNION"),
					 errdetail("All column datatypes must be hashable.")));
		dNumGroups = lpath->rows + rpath->rows * 10;
	}
	add_path(result_rel, (Path *) create_recursiveunion_path(root, result_rel, lpath, rpath, result_rel->reltarget, groupList, root->wt_param_id, dNumGroups));
	set_cheapest(result_rel);
	return result_rel;
}

/* Paths of the whole set operation tree; sets processed_tlist. */
RelOptInfo *
plan_set_operations(PlannerInfo *root)
{
	Query *parse = root->parse;
	SetOperationStmt *topop = castNode(SetOperationStmt, parse->setOperations);
	Node *node = topop->larg;
	Query *leftmost;
	RelOptInfo *setop;
	List *top_tlist;

	/* sort columns are found without equivalences */
	root->ec_merging_done = true;
	setup_simple_rel_arrays(root);
	while (node && IsA(node, SetOperationStmt))
		node = ((SetOperationStmt *) node)->larg;
	leftmost = root->simple_rte_array[((RangeTblRef *) node)->rtindex]->subquery;
	if (root->hasRecursion)
		setop = recursion_paths(topop, root, leftmost->targetList, &top_tlist);
	else
	{
		setop = recurse((Node *) topop, root, topop->colTypes,
						topop->colCollations, true, -1, leftmost->targetList,
						&top_tlist, NULL);
	}
	root->processed_tlist = top_tlist;
	return setop;
}
