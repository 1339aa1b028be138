/*
 * pathnode.c
 *		Making paths, and keeping only those worth it.
 *
 * add_path drops a path that another one beats in cost, order and parameters
 * alike.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/util/pathnode.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planmain.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

#define FUZZ_FACTOR 1.01

typedef enum CostComparison
{
	COSTS_EQUAL,
	COSTS_BETTER1,
	COSTS_BETTER2,
	COSTS_DIFFERENT
} CostComparison;

/* ---------------------------------------------------------------- choosing */

/* -1, 0, 1: which is cheaper by the criterion, the other one breaking ties. */
int
compare_path_costs(Path *path1, Path *path2, CostSelector criterion)
{
	Cost a1 = criterion == STARTUP_COST ? path1->startup_cost : path1->total_cost;
	Cost a2 = criterion == STARTUP_COST ? path2->startup_cost : path2->total_cost;
	Cost b1 = criterion == STARTUP_COST ? path1->total_cost : path1->startup_cost;
	Cost b2 = criterion == STARTUP_COST ? path2->total_cost : path2->startup_cost;

	if (a1 != a2)
		return a1 < a2 ? -1 : 1;
	return b1 < b2 ? -1 : b1 > b2;
}

static CostComparison
compare_fuzzily(Path *path1, Path *path2)
{
	bool startup1 = path1->parent->consider_startup;

	if (path1->total_cost > path2->total_cost * FUZZ_FACTOR)
	{
		if (startup1 &&
			path2->startup_cost > path1->startup_cost * FUZZ_FACTOR)
			return COSTS_DIFFERENT;
		return COSTS_BETTER2;
	}
	if (path2->total_cost > path1->total_cost * FUZZ_FACTOR)
	{
		if (startup1 &&
			path1->startup_cost > path2->startup_cost * FUZZ_FACTOR)
			return COSTS_DIFFERENT;
		return COSTS_BETTER1;
	}
	if (path1->startup_cost > path2->startup_cost * FUZZ_FACTOR)
		return COSTS_BETTER2;
	if (path2->startup_cost > path1->startup_cost * FUZZ_FACTOR)
		return COSTS_BETTER1;
	return COSTS_EQUAL;
}

/* Does a make b unnecessary? */
static bool
dominates(Path *a, Path *b, bool a_is_newer)
{
	CostComparison costcmp = compare_fuzzily(a, b);
	List *akeys = a->param_info ? NIL : a->pathkeys;
	List *bkeys = b->param_info ? NIL : b->pathkeys;
	PathKeysComparison keyscmp;

	if (costcmp == COSTS_DIFFERENT || costcmp == COSTS_BETTER2)
		return false;
	keyscmp = compare_pathkeys(akeys, bkeys);
	if (keyscmp == PATHKEYS_DIFFERENT || keyscmp == PATHKEYS_BETTER2)
		return false;
	if (!bms_is_subset(PATH_REQ_OUTER(a), PATH_REQ_OUTER(b)) ||
		a->rows > b->rows)
		return false;
	if (costcmp == COSTS_EQUAL && keyscmp == PATHKEYS_EQUAL &&
		bms_equal(PATH_REQ_OUTER(a), PATH_REQ_OUTER(b)) && a->rows == b->rows)
	{
		/* as good as equal: the really cheaper one, else the older one */
		int cmp = compare_path_costs(a, b, TOTAL_COST);

		if (cmp != 0 &&
			(a->total_cost * 1.0000000001 < b->total_cost ||
			 b->total_cost * 1.0000000001 < a->total_cost ||
			 a->startup_cost * 1.0000000001 < b->startup_cost ||
			 b->startup_cost * 1.0000000001 < a->startup_cost))
			return cmp < 0;
		return !a_is_newer;
	}
	return true;
}

/* Consider a path; it may be forgotten, and may make others forgotten. */
void
add_path(RelOptInfo *parent_rel, Path *new_path)
{
	ListCell *lc;
	int insert_at = 0;

	foreach (lc, parent_rel->pathlist)
		if (dominates(lfirst(lc), new_path, false))
			return;
	foreach (lc, parent_rel->pathlist)
		if (dominates(new_path, lfirst(lc), true))
			parent_rel->pathlist = foreach_delete_current(parent_rel->pathlist,
														  lc);
	/* sorted by total cost, the older first among equals */
	foreach (lc, parent_rel->pathlist)
	{
		if (((Path *) lfirst(lc))->total_cost > new_path->total_cost)
			break;
		insert_at++;
	}
	parent_rel->pathlist = list_insert_nth(parent_rel->pathlist, insert_at,
										   new_path);
}

/* Note the cheapest paths once all have been added. */
void
set_cheapest(RelOptInfo *parent_rel)
{
	Path *startup = NULL;
	Path *total = NULL;
	Path *best_param = NULL;
	List *param_paths = NIL;
	ListCell *p;

	if (parent_rel->pathlist == NIL)
		elog(ERROR, "could not devise a query plan for the given query");
	foreach (p, parent_rel->pathlist)
	{
		Path *path = lfirst(p);

		if (path->param_info)
		{
			param_paths = lappend(param_paths, path);
			if (total)
				continue;
			/* of the fewest parameters, then the cheapest */
			if (best_param == NULL ||
				bms_subset_compare(PATH_REQ_OUTER(path),
								   PATH_REQ_OUTER(best_param)) == BMS_SUBSET1 ||
				(bms_equal(PATH_REQ_OUTER(path), PATH_REQ_OUTER(best_param)) &&
				 compare_path_costs(path, best_param, TOTAL_COST) < 0))
				best_param = path;
			continue;
		}
		if (startup == NULL ||
			compare_path_costs(startup, path, STARTUP_COST) > 0)
			startup = path;
		if (total == NULL || compare_path_costs(total, path, TOTAL_COST) > 0)
			total = path;
	}
	if (total)
		param_paths = lcons(total, param_paths);
	if (total == NULL)
		total = best_param;
	parent_rel->cheapest_startup_path = startup;
	parent_rel->cheapest_total_path = total;
	parent_rel->cheapest_unique_path = NULL;
	parent_rel->cheapest_parameterized_paths = param_paths;
}

/* ---------------------------------------------------------------- scans */

static void
init_path(Path *path, NodeTag pathtype, RelOptInfo *rel, PathTarget *target,
		  ParamPathInfo *ppi, List *pathkeys)
{
	path->pathtype = pathtype;
	path->parent = rel;
	path->pathtarget = target;
	path->param_info = ppi;
	path->pathkeys = pathkeys;
}

Path *
create_seqscan_path(PlannerInfo *root, RelOptInfo *rel, Relids required_outer)
{
	Path *path = makeNode(Path);

	init_path(path, T_SeqScan, rel, rel->reltarget,
			  get_baserel_parampathinfo(root, rel, required_outer), NIL);
	cost_seqscan(path, root, rel, path->param_info);
	return path;
}

IndexPath *
create_index_path(PlannerInfo *root, IndexOptInfo *index, List *indexclauses,
				  List *pathkeys, ScanDirection indexscandir, bool indexonly,
				  Relids required_outer, double loop_count)
{
	IndexPath *path = makeNode(IndexPath);
	RelOptInfo *rel = index->rel;

	init_path(&path->path, indexonly ? T_IndexOnlyScan : T_IndexScan, rel,
			  rel->reltarget,
			  get_baserel_parampathinfo(root, rel, required_outer), pathkeys);
	path->indexinfo = index;
	path->indexclauses = indexclauses;
	path->indexscandir = indexscandir;
	cost_index(path, root, loop_count, false);
	return path;
}

BitmapHeapPath *
create_bitmap_heap_path(PlannerInfo *root, RelOptInfo *rel, Path *bitmapqual,
						Relids required_outer, double loop_count)
{
	BitmapHeapPath *path = makeNode(BitmapHeapPath);

	init_path(&path->path, T_BitmapHeapScan, rel, rel->reltarget,
			  get_baserel_parampathinfo(root, rel, required_outer), NIL);
	path->bitmapqual = bitmapqual;
	cost_bitmap_heap_scan(&path->path, root, rel, path->path.param_info,
						  bitmapqual, loop_count);
	return path;
}

static Relids
union_req_outer(List *paths)
{
	Relids result = NULL;
	ListCell *lc;

	foreach (lc, paths)
		result = bms_add_members(result, PATH_REQ_OUTER((Path *) lfirst(lc)));
	return result;
}

BitmapAndPath *
create_bitmap_and_path(PlannerInfo *root, RelOptInfo *rel, List *bitmapquals)
{
	BitmapAndPath *path = makeNode(BitmapAndPath);

	init_path(&path->path, T_BitmapAnd, rel, rel->reltarget,
			  get_baserel_parampathinfo(root, rel,
										union_req_outer(bitmapquals)),
			  NIL);
	path->bitmapquals = bitmapquals;
	cost_bitmap_and_node(path, root);
	return path;
}

BitmapOrPath *
create_bitmap_or_path(PlannerInfo *root, RelOptInfo *rel, List *bitmapquals)
{
	BitmapOrPath *path = makeNode(BitmapOrPath);

	init_path(&path->path, T_BitmapOr, rel, rel->reltarget,
			  get_baserel_parampathinfo(root, rel,
										union_req_outer(bitmapquals)),
			  NIL);
	path->bitmapquals = bitmapquals;
	cost_bitmap_or_node(path, root);
	return path;
}

TidPath *
create_tidscan_path(PlannerInfo *root, RelOptInfo *rel, List *tidquals,
					Relids required_outer)
{
	TidPath *path = makeNode(TidPath);

	init_path(&path->path, T_TidScan, rel, rel->reltarget,
			  get_baserel_parampathinfo(root, rel, required_outer), NIL);
	path->tidquals = tidquals;
	cost_tidscan(&path->path, root, rel, tidquals, path->path.param_info);
	return path;
}

/* Function, VALUES, CTE, working table and one-row scans. */
Path *
create_simple_scan_path(PlannerInfo *root, RelOptInfo *rel, NodeTag pathtype,
						List *pathkeys, Relids required_outer)
{
	Path *path = makeNode(Path);

	init_path(path, pathtype, rel, rel->reltarget,
			  get_baserel_parampathinfo(root, rel, required_outer), pathkeys);
	switch (pathtype)
	{
		case T_FunctionScan:
			cost_functionscan(path, root, rel, path->param_info);
			break;
		case T_ValuesScan:
			cost_valuesscan(path, root, rel, path->param_info);
			break;
		case T_CteScan:
		case T_WorkTableScan:
			cost_ctescan(path, root, rel, path->param_info);
			break;
		case T_Result:
			cost_resultscan(path, root, rel, path->param_info);
			break;
		default:
			elog(ERROR, "unexpected scan type: %d", (int) pathtype);
	}
	return path;
}

SubqueryScanPath *
create_subqueryscan_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
						 bool trivial_pathtarget, List *pathkeys,
						 Relids required_outer)
{
	SubqueryScanPath *path = makeNode(SubqueryScanPath);

	init_path(&path->path, T_SubqueryScan, rel, rel->reltarget,
			  get_baserel_parampathinfo(root, rel, required_outer), pathkeys);
	path->subpath = subpath;
	cost_subqueryscan(path, root, rel, path->path.param_info,
					  trivial_pathtarget);
	return path;
}

/* No subpaths: an empty result. */
AppendPath *
create_append_path(PlannerInfo *root, RelOptInfo *rel, List *subpaths,
				   Relids required_outer)
{
	AppendPath *path = makeNode(AppendPath);

	init_path(&path->path, T_Append, rel, rel->reltarget, NULL, NIL);
	path->subpaths = subpaths;
	path->first_partial_path = list_length(subpaths);
	cost_append(path);
	return path;
}

GroupResultPath *
create_group_result_path(PlannerInfo *root, RelOptInfo *rel,
						 PathTarget *target, List *havingqual)
{
	GroupResultPath *path = makeNode(GroupResultPath);

	init_path(&path->path, T_Result, rel, target, NULL, NIL);
	path->quals = havingqual;
	path->path.rows = 1;
	path->path.startup_cost = target->cost.startup;
	path->path.total_cost = target->cost.startup + cpu_tuple_cost +
		target->cost.per_tuple;
	if (havingqual)
	{
		QualCost qual_cost;

		cost_qual_eval(&qual_cost, havingqual, root);
		path->path.startup_cost += qual_cost.startup + qual_cost.per_tuple;
		path->path.total_cost += qual_cost.startup + qual_cost.per_tuple;
	}
	return path;
}

MaterialPath *
create_material_path(RelOptInfo *rel, Path *subpath)
{
	MaterialPath *path = makeNode(MaterialPath);

	init_path(&path->path, T_Material, rel, rel->reltarget,
			  subpath->param_info, subpath->pathkeys);
	path->subpath = subpath;
	cost_material(&path->path, subpath->startup_cost, subpath->total_cost,
				  subpath->rows, subpath->pathtarget->width);
	return path;
}

/*
 * The distinct rows of the right side of an IN, so that it can be joined like a
 * table.  NULL if its operators can be neither hashed nor sorted.
 */
UniquePath *
create_unique_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
				   SpecialJoinInfo *sjinfo)
{
	UniquePath *path;
	Path sort_path;
	Path agg_path;
	int numCols;

	if (rel->cheapest_unique_path)
		return (UniquePath *) rel->cheapest_unique_path;
	if (!(sjinfo->semi_can_btree || sjinfo->semi_can_hash))
		return NULL;
	path = makeNode(UniquePath);
	init_path(&path->path, T_Unique, rel, rel->reltarget, subpath->param_info,
			  NIL);
	path->subpath = subpath;
	path->in_operators = copyObject(sjinfo->semi_operators);
	path->uniq_exprs = copyObject(sjinfo->semi_rhs_exprs);
	numCols = list_length(sjinfo->semi_rhs_exprs);
	path->path.rows = estimate_num_groups(root, sjinfo->semi_rhs_exprs,
										  rel->rows, NULL, NULL);
	if (sjinfo->semi_can_btree)
	{
		cost_sort(&sort_path, root, NIL, subpath->total_cost, rel->rows,
				  subpath->pathtarget->width, 0.0, work_mem, -1.0);
		/* comparing neighbours */
		sort_path.total_cost += cpu_operator_cost * rel->rows * numCols;
	}
	if (sjinfo->semi_can_hash)
		cost_agg(&agg_path, root, AGG_HASHED, NULL, numCols, path->path.rows,
				 NIL, subpath->startup_cost, subpath->total_cost, rel->rows,
				 subpath->pathtarget->width);
	if (sjinfo->semi_can_hash &&
		(!sjinfo->semi_can_btree ||
		 agg_path.total_cost < sort_path.total_cost))
	{
		path->umethod = UNIQUE_PATH_HASH;
		path->path.startup_cost = agg_path.startup_cost;
		path->path.total_cost = agg_path.total_cost;
	}
	else
	{
		path->umethod = UNIQUE_PATH_SORT;
		path->path.startup_cost = sort_path.startup_cost;
		path->path.total_cost = sort_path.total_cost;
	}
	rel->cheapest_unique_path = (Path *) path;
	return path;
}

/* ---------------------------------------------------------------- joins */

/* Outer relations that a nested loop still needs from above. */
Relids
calc_nestloop_required_outer(Relids outerrelids, Relids outer_paramrels,
							 Relids innerrelids, Relids inner_paramrels)
{
	Relids required = bms_union(outer_paramrels, inner_paramrels);

	required = bms_del_members(required, outerrelids);
	return bms_is_empty(required) ? NULL : required;
}

Relids
calc_non_nestloop_required_outer(Path *outer_path, Path *inner_path)
{
	return bms_union(PATH_REQ_OUTER(outer_path), PATH_REQ_OUTER(inner_path));
}

NestPath *
create_nestloop_path(PlannerInfo *root, RelOptInfo *joinrel, JoinType jointype,
					 JoinPathExtraData *extra, Path *outer_path,
					 Path *inner_path, List *restrict_clauses, List *pathkeys,
					 Relids required_outer)
{
	NestPath *path = makeNode(NestPath);
	Relids inner_req_outer = PATH_REQ_OUTER(inner_path);

	/* clauses that the inner scan checks need not be checked again */
	if (bms_overlap(inner_req_outer, outer_path->parent->relids))
	{
		Relids inner_and_outer = bms_union(inner_path->parent->relids,
										   inner_req_outer);
		List *jclauses = NIL;
		ListCell *lc;

		foreach (lc, restrict_clauses)
			if (!join_clause_is_movable_into(lfirst(lc),
											 inner_path->parent->relids,
											 inner_and_outer))
				jclauses = lappend(jclauses, lfirst(lc));
		restrict_clauses = jclauses;
	}
	init_path(&path->jpath.path, T_NestLoop, joinrel, joinrel->reltarget,
			  get_joinrel_parampathinfo(root, joinrel, outer_path, inner_path,
										extra->sjinfo, required_outer,
										&restrict_clauses),
			  pathkeys);
	path->jpath.jointype = jointype;
	path->jpath.inner_unique = extra->inner_unique;
	path->jpath.outerjoinpath = outer_path;
	path->jpath.innerjoinpath = inner_path;
	path->jpath.joinrestrictinfo = restrict_clauses;
	cost_nestloop(root, path, extra);
	return path;
}

HashPath *
create_hashjoin_path(PlannerInfo *root, RelOptInfo *joinrel, JoinType jointype,
					 JoinPathExtraData *extra, Path *outer_path,
					 Path *inner_path, List *restrict_clauses,
					 Relids required_outer, List *hashclauses)
{
	HashPath *path = makeNode(HashPath);

	init_path(&path->jpath.path, T_HashJoin, joinrel, joinrel->reltarget,
			  get_joinrel_parampathinfo(root, joinrel, outer_path, inner_path,
										extra->sjinfo, required_outer,
										&restrict_clauses),
			  NIL);
	path->jpath.jointype = jointype;
	path->jpath.inner_unique = extra->inner_unique;
	path->jpath.outerjoinpath = outer_path;
	path->jpath.innerjoinpath = inner_path;
	path->jpath.joinrestrictinfo = restrict_clauses;
	path->path_hashclauses = hashclauses;
	cost_hashjoin(root, path, extra);
	return path;
}

/* ---------------------------------------------------------------- projections */

/* Can a plan node of this type evaluate a target list of its own? */
bool
node_is_projection_capable(NodeTag type)
{
	switch (type)
	{
		case T_Hash:
		case T_Material:
		case T_Sort:
		case T_Unique:
		case T_SetOp:
		case T_LockRows:
		case T_Limit:
		case T_ModifyTable:
		case T_Append:
		case T_RecursiveUnion:
		case T_ProjectSet:
			return false;
		default:
			return true;
	}
}

/* Another target on top; no node of its own if the input can project. */
ProjectionPath *
create_projection_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
					   PathTarget *target)
{
	ProjectionPath *path = makeNode(ProjectionPath);
	PathTarget *old = subpath->pathtarget;

	/* one projection on another is one */
	if (IsA(subpath, ProjectionPath))
	{
		subpath = ((ProjectionPath *) subpath)->subpath;
		old = subpath->pathtarget;
	}
	init_path(&path->path, T_Result, rel, target, subpath->param_info,
			  subpath->pathkeys);
	path->subpath = subpath;
	path->path.rows = subpath->rows;
	path->dummypp = node_is_projection_capable(subpath->pathtype) ||
		equal(old->exprs, target->exprs);
	path->path.startup_cost = subpath->startup_cost +
		(target->cost.startup - old->cost.startup);
	path->path.total_cost = subpath->total_cost +
		(target->cost.startup - old->cost.startup) +
		(target->cost.per_tuple - old->cost.per_tuple) * subpath->rows;
	if (!path->dummypp)
	{
		path->path.startup_cost = subpath->startup_cost + target->cost.startup;
		path->path.total_cost = subpath->total_cost + target->cost.startup +
			(cpu_tuple_cost + target->cost.per_tuple) * subpath->rows;
	}
	return path;
}

/* The same, changing the input path itself if it can project. */
Path *
apply_projection_to_path(PlannerInfo *root, RelOptInfo *rel, Path *path,
						 PathTarget *target)
{
	QualCost oldcost;

	if (!node_is_projection_capable(path->pathtype))
		return (Path *) create_projection_path(root, rel, path, target);
	oldcost = path->pathtarget->cost;
	path->pathtarget = target;
	path->startup_cost += target->cost.startup - oldcost.startup;
	path->total_cost += target->cost.startup - oldcost.startup +
		(target->cost.per_tuple - oldcost.per_tuple) * path->rows;
	return path;
}

ProjectSetPath *
create_set_projection_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
						   PathTarget *target)
{
	ProjectSetPath *path = makeNode(ProjectSetPath);
	double tlist_rows = 1;
	ListCell *lc;

	init_path(&path->path, T_ProjectSet, rel, target, subpath->param_info,
			  subpath->pathkeys);
	path->subpath = subpath;
	foreach (lc, target->exprs)
		tlist_rows = Max(tlist_rows,
						 expression_returns_set_rows(root, lfirst(lc)));
	path->path.rows = subpath->rows * tlist_rows;
	path->path.startup_cost = subpath->startup_cost + target->cost.startup;
	path->path.total_cost = subpath->total_cost + target->cost.startup +
		(cpu_tuple_cost + target->cost.per_tuple) * subpath->rows +
		(path->path.rows - subpath->rows) * cpu_tuple_cost / 2;
	return path;
}

/* ---------------------------------------------------------------- upper nodes */

SortPath *
create_sort_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
				 List *pathkeys, double limit_tuples)
{
	SortPath *path = makeNode(SortPath);

	init_path(&path->path, T_Sort, rel, subpath->pathtarget,
			  subpath->param_info, pathkeys);
	path->subpath = subpath;
	cost_sort(&path->path, root, pathkeys, subpath->total_cost, subpath->rows,
			  subpath->pathtarget->width, 0.0, work_mem, limit_tuples);
	return path;
}

GroupPath *
create_group_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
				  List *groupClause, List *qual, double numGroups)
{
	GroupPath *path = makeNode(GroupPath);
	PathTarget *target = rel->reltarget;

	init_path(&path->path, T_Group, rel, target, NULL, subpath->pathkeys);
	path->subpath = subpath;
	path->groupClause = groupClause;
	path->qual = qual;
	cost_group(&path->path, root, list_length(groupClause), numGroups, qual,
			   subpath->startup_cost, subpath->total_cost, subpath->rows);
	path->path.startup_cost += target->cost.startup;
	path->path.total_cost += target->cost.startup +
		target->cost.per_tuple * path->path.rows;
	return path;
}

UpperUniquePath *
create_upper_unique_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
						 int numCols, double numGroups)
{
	UpperUniquePath *path = makeNode(UpperUniquePath);

	init_path(&path->path, T_Unique, rel, subpath->pathtarget, NULL,
			  subpath->pathkeys);
	path->subpath = subpath;
	path->numkeys = numCols;
	path->path.startup_cost = subpath->startup_cost;
	path->path.total_cost = subpath->total_cost +
		cpu_operator_cost * subpath->rows * numCols;
	path->path.rows = numGroups;
	return path;
}

AggPath *
create_agg_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
				PathTarget *target, AggStrategy aggstrategy, AggSplit aggsplit,
				List *groupClause, List *qual, const AggClauseCosts *aggcosts,
				double numGroups)
{
	AggPath *path = makeNode(AggPath);

	init_path(&path->path, T_Agg, rel, target, NULL,
			  aggstrategy == AGG_SORTED ? subpath->pathkeys : NIL);
	path->subpath = subpath;
	path->aggstrategy = aggstrategy;
	path->aggsplit = aggsplit;
	path->numGroups = numGroups;
	path->transitionSpace = aggcosts ? aggcosts->transitionSpace : 0;
	path->groupClause = groupClause;
	path->qual = qual;
	cost_agg(&path->path, root, aggstrategy, aggcosts,
			 list_length(groupClause), numGroups, qual, subpath->startup_cost,
			 subpath->total_cost, subpath->rows, subpath->pathtarget->width);
	path->path.startup_cost += target->cost.startup;
	path->path.total_cost += target->cost.startup +
		target->cost.per_tuple * path->path.rows;
	return path;
}

WindowAggPath *
create_windowagg_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
					  PathTarget *target, List *windowFuncs,
					  WindowClause *winclause, List *qual, bool topwindow)
{
	WindowAggPath *path = makeNode(WindowAggPath);

	init_path(&path->path, T_WindowAgg, rel, target, NULL, subpath->pathkeys);
	path->subpath = subpath;
	path->winclause = winclause;
	path->qual = qual;
	path->topwindow = topwindow;
	cost_windowagg(&path->path, root, windowFuncs,
				   list_length(winclause->partitionClause),
				   list_length(winclause->orderClause), subpath->startup_cost,
				   subpath->total_cost, subpath->rows);
	path->path.startup_cost += target->cost.startup;
	path->path.total_cost += target->cost.startup +
		target->cost.per_tuple * path->path.rows;
	return path;
}

SetOpPath *
create_setop_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
				  SetOpCmd cmd, SetOpStrategy strategy, List *distinctList,
				  AttrNumber flagColIdx, int firstFlag, double numGroups,
				  double outputRows)
{
	SetOpPath *path = makeNode(SetOpPath);

	init_path(&path->path, T_SetOp, rel, subpath->pathtarget, NULL,
			  strategy == SETOP_SORTED ? subpath->pathkeys : NIL);
	path->subpath = subpath;
	path->cmd = cmd;
	path->strategy = strategy;
	path->distinctList = distinctList;
	path->flagColIdx = flagColIdx;
	path->firstFlag = firstFlag;
	path->numGroups = numGroups;
	path->path.startup_cost = subpath->startup_cost;
	path->path.total_cost = subpath->total_cost +
		cpu_operator_cost * subpath->rows * list_length(distinctList);
	path->path.rows = outputRows;
	return path;
}

RecursiveUnionPath *
create_recursiveunion_path(PlannerInfo *root, RelOptInfo *rel, Path *leftpath,
						   Path *rightpath, PathTarget *target,
						   List *distinctList, int wtParam, double numGroups)
{
	RecursiveUnionPath *path = makeNode(RecursiveUnionPath);

	init_path(&path->path, T_RecursiveUnion, rel, target, NULL, NIL);
	path->leftpath = leftpath;
	path->rightpath = rightpath;
	path->distinctList = distinctList;
	path->wtParam = wtParam;
	path->numGroups = numGroups;
	cost_recursive_union(&path->path, leftpath, rightpath);
	return path;
}

LockRowsPath *
create_lockrows_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
					 List *rowMarks, int epqParam)
{
	LockRowsPath *path = makeNode(LockRowsPath);

	/* a newer version of a row may stand elsewhere: no order is promised */
	init_path(&path->path, T_LockRows, rel, subpath->pathtarget, NULL, NIL);
	path->subpath = subpath;
	path->rowMarks = rowMarks;
	path->epqParam = epqParam;
	path->path.rows = subpath->rows;
	path->path.startup_cost = subpath->startup_cost;
	path->path.total_cost = subpath->total_cost +
		cpu_tuple_cost * subpath->rows;
	return path;
}

/* The caller fills in what is to be done. */
ModifyTablePath *
create_modifytable_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath)
{
	ModifyTablePath *path = makeNode(ModifyTablePath);

	init_path(&path->path, T_ModifyTable, rel, rel->reltarget, NULL, NIL);
	path->subpath = subpath;
	path->path.startup_cost = subpath->startup_cost;
	path->path.total_cost = subpath->total_cost;
	path->path.rows = 0;
	return path;
}

/* offset_est, count_est: 0 none, < 0 unknown. */
void
adjust_limit_rows_costs(double *rows, Cost *startup_cost, Cost *total_cost,
						int64 offset_est, int64 count_est)
{
	double input_rows = *rows;
	Cost input_startup = *startup_cost;
	Cost input_total = *total_cost;

	if (offset_est != 0)
	{
		double offset_rows = offset_est > 0 ? (double) offset_est : clamp_row_est(input_rows * 0.10);

		offset_rows = Min(offset_rows, *rows);
		if (input_rows > 0)
			*startup_cost += (input_total - input_startup) * offset_rows /
				input_rows;
		*rows = Max(*rows - offset_rows, 1);
	}
	if (count_est != 0)
	{
		double count_rows = count_est > 0 ? (double) count_est : clamp_row_est(input_rows * 0.10);

		count_rows = Min(count_rows, *rows);
		if (input_rows > 0)
			*total_cost = *startup_cost +
				(input_total - input_startup) * count_rows / input_rows;
		*rows = Max(count_rows, 1);
	}
}

LimitPath *
create_limit_path(PlannerInfo *root, RelOptInfo *rel, Path *subpath,
				  Node *limitOffset, Node *limitCount, LimitOption limitOption,
				  int64 offset_est, int64 count_est)
{
	LimitPath *path = makeNode(LimitPath);

	init_path(&path->path, T_Limit, rel, subpath->pathtarget, NULL,
			  subpath->pathkeys);
	path->subpath = subpath;
	path->limitOffset = limitOffset;
	path->limitCount = limitCount;
	path->limitOption = limitOption;
	path->path.rows = subpath->rows;
	path->path.startup_cost = subpath->startup_cost;
	path->path.total_cost = subpath->total_cost;
	adjust_limit_rows_costs(&path->path.rows, &path->path.startup_cost,
							&path->path.total_cost, offset_est, count_est);
	return path;
}

MinMaxAggPath *
create_minmaxagg_path(PlannerInfo *root, RelOptInfo *rel, PathTarget *target,
					  List *mmaggregates, List *quals)
{
	MinMaxAggPath *path = makeNode(MinMaxAggPath);
	Cost initplan_cost = 0;
	ListCell *lc;

	init_path(&path->path, T_Result, rel, target, NULL, NIL);
	path->mmaggregates = mmaggregates;
	path->quals = quals;
	path->path.rows = 1;
	foreach (lc, mmaggregates)
		initplan_cost += ((MinMaxAggInfo *) lfirst(lc))->pathcost;
	path->path.startup_cost = initplan_cost + target->cost.startup;
	path->path.total_cost = initplan_cost + target->cost.startup +
		target->cost.per_tuple + cpu_tuple_cost;
	if (quals)
	{
		QualCost qual_cost;

		cost_qual_eval(&qual_cost, quals, root);
		path->path.startup_cost += qual_cost.startup;
		path->path.total_cost += qual_cost.startup + qual_cost.per_tuple;
	}
	return path;
}
