/*
 * planagg.c
 *		min() and max() from an index.
 *
 * SELECT min(x) FROM t is (SELECT x FROM t WHERE x IS NOT NULL ORDER BY x
 * LIMIT 1), which an index on x answers at once.  Tried for queries over one
 * plain table whose aggregates are all of that kind.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/plan/planagg.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planmain.h"
#include "optimizer/prep.h"
#include "optimizer/subselect.h"
#include "optimizer/tlist.h"
#include "parser/parse_clause.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

static Oid
agg_sort_op(Oid aggfnoid)
{
	HeapTuple tup = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggfnoid));
	Oid op;

	if (!HeapTupleIsValid(tup))
		return InvalidOid;
	op = ((Form_pg_aggregate) GETSTRUCT(tup))->aggsortop;
	ReleaseSysCache(tup);
	return op;
}

/* All aggregates as MinMaxAggInfos; false if one is of another kind. */
static bool
all_minmax(PlannerInfo *root, List **list)
{
	ListCell *lc;

	foreach (lc, root->agginfos)
	{
		Aggref *aggref = linitial(((AggInfo *) lfirst(lc))->aggrefs);
		Oid op;
		TargetEntry *tle;
		MinMaxAggInfo *mm;

		if (list_length(aggref->args) != 1 || aggref->aggorder ||
			aggref->aggfilter)
			return false;
		op = agg_sort_op(aggref->aggfnoid);
		if (!OidIsValid(op))
			return false;
		tle = linitial(aggref->args);
		if (contain_mutable_functions((Node *) tle->expr) ||
			type_is_rowtype(exprType((Node *) tle->expr)))
			return false;
		mm = makeNode(MinMaxAggInfo);
		mm->aggfnoid = aggref->aggfnoid;
		mm->aggsortop = op;
		mm->target = tle->expr;
		*list = lappend(*list, mm);
	}
	return *list != NIL;
}

static void
pathkeys_callback(PlannerInfo *root, void *extra)
{
	root->sort_pathkeys = make_pathkeys_for_sortclauses(root,
														root->parse->sortClause,
														root->parse->targetList);
	root->query_pathkeys = root->sort_pathkeys;
}

/* Plan the one-row query for an aggregate; false if no index serves it. */
static bool
build_minmax_path(PlannerInfo *root, MinMaxAggInfo *mm, Oid eqop,
				  bool nulls_first)
{
	PlannerInfo *subroot = makeNode(PlannerInfo);
	Query *parse;
	TargetEntry *tle;
	NullTest *ntest;
	SortGroupClause *sortcl;
	RelOptInfo *final_rel;
	Path *path;
	double fraction;

	memcpy(subroot, root, sizeof(PlannerInfo));
	subroot->query_level++;
	subroot->parent_root = root;
	subroot->plan_params = NIL;
	subroot->outer_params = NULL;
	subroot->init_plans = NIL;
	subroot->agginfos = NIL;
	subroot->aggtransinfos = NIL;
	memset(subroot->upper_rels, 0, sizeof(subroot->upper_rels));
	memset(subroot->upper_targets, 0, sizeof(subroot->upper_targets));
	subroot->parse = parse = copyObject(root->parse);
	IncrementVarSublevelsUp((Node *) parse, 1, 1);
	tle = makeTargetEntry(copyObject(mm->target), 1, pstrdup("agg_target"),
						  false);
	parse->targetList = subroot->processed_tlist = list_make1(tle);
	parse->havingQual = NULL;
	subroot->hasHavingQual = false;
	parse->distinctClause = NIL;
	parse->hasDistinctOn = false;
	parse->hasAggs = false;
	ntest = makeNode(NullTest);
	ntest->nulltesttype = IS_NOT_NULL;
	ntest->arg = copyObject(mm->target);
	ntest->argisrow = false;
	ntest->location = -1;
	if (!list_member((List *) parse->jointree->quals, ntest))
		parse->jointree->quals = (Node *)
			lcons(ntest, (List *) parse->jointree->quals);
	sortcl = makeNode(SortGroupClause);
	sortcl->tleSortGroupRef = assignSortGroupRef(tle, subroot->processed_tlist);
	sortcl->eqop = eqop;
	sortcl->sortop = mm->aggsortop;
	sortcl->nulls_first = nulls_first;
	sortcl->hashable = false;
	parse->sortClause = list_make1(sortcl);
	parse->limitOffset = NULL;
	parse->limitCount = (Node *) makeConst(INT8OID, -1, InvalidOid,
										   sizeof(int64), Int64GetDatum(1),
										   false, FLOAT8PASSBYVAL);
	parse->limitOption = LIMIT_OPTION_COUNT;
	subroot->tuple_fraction = 1.0;
	subroot->limit_tuples = 1.0;
	final_rel = query_planner(subroot, pathkeys_callback, NULL);
	SS_identify_outer_params(subroot);
	if (subroot->query_pathkeys == NIL)
		return false;
	fraction = final_rel->rows > 1.0 ? 1.0 / final_rel->rows : 1.0;
	path = get_cheapest_path_for_pathkeys(final_rel->pathlist,
										  subroot->query_pathkeys, NULL,
										  TOTAL_COST);
	if (!path)
		return false;
	path = apply_projection_to_path(subroot, final_rel, path,
									create_pathtarget(subroot,
													  subroot->processed_tlist));
	mm->subroot = subroot;
	mm->path = path;
	mm->pathcost = path->startup_cost +
		fraction * (path->total_cost - path->startup_cost);
	return true;
}

/* Sets root->minmax_aggs if all aggregates can come from indexes. */
void
preprocess_minmax_aggregates(PlannerInfo *root)
{
	Query *parse = root->parse;
	FromExpr *jtnode = parse->jointree;
	List *list = NIL;
	ListCell *lc;

	if (parse->groupClause || parse->hasWindowFuncs || parse->cteList)
		return;
	while (IsA(jtnode, FromExpr))
	{
		if (list_length(jtnode->fromlist) != 1)
			return;
		jtnode = linitial(jtnode->fromlist);
	}
	if (!IsA(jtnode, RangeTblRef) ||
		planner_rt_fetch(((RangeTblRef *) jtnode)->rtindex,
						 root)
				->rtekind != RTE_RELATION)
		return;
	if (!all_minmax(root, &list))
		return;
	foreach (lc, list)
	{
		MinMaxAggInfo *mm = lfirst(lc);
		bool reverse;
		Oid eqop = get_equality_op_for_ordering_op(mm->aggsortop,
												   &reverse);

		if (!OidIsValid(eqop))
			elog(ERROR, "could not find equality operator for ordering operator %u",
				 mm->aggsortop);
		if (!build_minmax_path(root, mm, eqop, reverse) &&
			!build_minmax_path(root, mm, eqop, !reverse))
			return;
	}
	foreach (lc, list)
	{
		MinMaxAggInfo *mm = lfirst(lc);

		mm->param = SS_make_initplan_output_param(root,
												  exprType((Node *) mm->target),
												  -1,
												  exprCollation((Node *) mm->target));
	}
	root->minmax_aggs = list;
}
