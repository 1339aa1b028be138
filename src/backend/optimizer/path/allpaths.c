/*
 * allpaths.c
 *		Paths of base relations, and the search for a join order.
 *
 * First the sizes, then the paths of all base relations; then joins, by
 * dynamic programming over sets of relations as long as there are few,
 * greedily beyond geqo_threshold.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/allpaths.c
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/plancat.h"
#include "optimizer/planmain.h"
#include "optimizer/planner.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/subselect.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"

int geqo_threshold = 12;
bool enable_geqo = true;

static void set_rel_size(PlannerInfo *root, RelOptInfo *rel);
static void set_rel_pathlist(PlannerInfo *root, RelOptInfo *rel);
static void set_subquery_pathlist(PlannerInfo *root, RelOptInfo *rel,
								  RangeTblEntry *rte);
static void set_cte_pathlist(PlannerInfo *root, RelOptInfo *rel,
							 RangeTblEntry *rte);
static RelOptInfo *make_rel_from_joinlist(PlannerInfo *root, List *joinlist);
static void push_quals_into_subquery(PlannerInfo *root, RelOptInfo *rel,
									 RangeTblEntry *rte);

/* The relation of the whole FROM and WHERE, with its paths. */
RelOptInfo *
make_one_rel(PlannerInfo *root, List *joinlist)
{
	double total_pages = 0;

	for (int rti = 1; rti < root->simple_rel_array_size; rti++)
	{
		RelOptInfo *rel = root->simple_rel_array[rti];

		if (rel == NULL || rel->reloptkind != RELOPT_BASEREL)
			continue;
		root->all_baserels = bms_add_member(root->all_baserels, rti);
	}
	for (int rti = 1; rti < root->simple_rel_array_size; rti++)
		if (bms_is_member(rti, root->all_baserels))
			set_rel_size(root, root->simple_rel_array[rti]);
	for (int rti = 1; rti < root->simple_rel_array_size; rti++)
		if (bms_is_member(rti, root->all_baserels) &&
			!is_dummy_rel(root->simple_rel_array[rti]))
			total_pages += (double) root->simple_rel_array[rti]->pages;
	root->total_table_pages = total_pages;
	for (int rti = 1; rti < root->simple_rel_array_size; rti++)
		if (bms_is_member(rti, root->all_baserels))
			set_rel_pathlist(root, root->simple_rel_array[rti]);
	return make_rel_from_joinlist(root, joinlist);
}

/* ---------------------------------------------------------------- base relations */

static void
set_rel_size(PlannerInfo *root, RelOptInfo *rel)
{
	RangeTblEntry *rte = planner_rt_fetch(rel->relid, root);

	if (relation_excluded_by_constraints(root, rel, rte))
	{
		set_dummy_rel_pathlist(rel);
		return;
	}
	switch (rte->rtekind)
	{
		case RTE_RELATION:
			check_index_predicates(root, rel);
			set_baserel_size_estimates(root, rel);
			break;
		case RTE_SUBQUERY:
			/* its size is known when it has been planned */
			set_subquery_pathlist(root, rel, rte);
			break;
		case RTE_FUNCTION:
			set_function_size_estimates(root, rel);
			break;
		case RTE_VALUES:
			set_values_size_estimates(root, rel);
			break;
		case RTE_CTE:
			set_cte_pathlist(root, rel, rte);
			break;
		case RTE_RESULT:
			set_result_size_estimates(root, rel);
			add_path(rel, create_simple_scan_path(root, rel, T_Result, NIL, rel->lateral_relids));
			break;
		default:
			elog(ERROR, "unexpected rtekind: %d", (int) rte->rtekind);
	}
}

static void
set_rel_pathlist(PlannerInfo *root, RelOptInfo *rel)
{
	RangeTblEntry *rte = planner_rt_fetch(rel->relid, root);
	Relids required = rel->lateral_relids;

	if (!is_dummy_rel(rel))
	{
		switch (rel->rtekind)
		{
			case RTE_RELATION:
				add_path(rel, create_seqscan_path(root, rel, required));
				create_index_paths(root, rel);
				create_tidscan_paths(root, rel);
				break;
			case RTE_FUNCTION:
			{
				List *pathkeys = NIL;

				/* WITH ORDINALITY delivers in that order */
				if (rte->funcordinality)
				{
					Var *var = NULL;
					ListCell *lc;

					foreach (lc, rel->reltarget->exprs)
					{
						Var *node = lfirst(lc);

						if (IsA(node, Var) &&
							node->varattno == rel->max_attr &&
							node->varno == (int) rel->relid)
							var = node;
					}
					if (var)
					{
						PathKey *pk =
							make_pathkey_from_sortop(root, (Expr *) var,
													 412 /* int8lt */,
													 false, 0, false);

						if (pk)
							pathkeys = list_make1(pk);
					}
				}
				add_path(rel, create_simple_scan_path(root, rel, T_FunctionScan, pathkeys, required));
				break;
			}
			case RTE_VALUES:
				add_path(rel, create_simple_scan_path(root, rel, T_ValuesScan, NIL, required));
				break;
			default:
				break; /* done with the size */
		}
	}
	set_cheapest(rel);
}

bool
is_dummy_rel(RelOptInfo *rel)
{
	Path *path;

	if (rel->pathlist == NIL)
		return false;
	path = linitial(rel->pathlist);
	while (IsA(path, ProjectionPath) || IsA(path, ProjectSetPath))
		path = IsA(path, ProjectionPath) ? ((ProjectionPath *) path)->subpath : ((ProjectSetPath *) path)->subpath;
	return IS_DUMMY_APPEND(path);
}

/* The relation is known to be empty. */
void
set_dummy_rel_pathlist(RelOptInfo *rel)
{
	rel->rows = 0;
	rel->reltarget->width = 0;
	rel->pathlist = NIL;
	add_path(rel, (Path *) create_append_path(NULL, rel, NIL, rel->lateral_relids));
	set_cheapest(rel);
}

/* ---------------------------------------------------------------- sub-selects */

static bool
is_subquery_trivial(RelOptInfo *rel, Query *subquery)
{
	int i = 1;
	ListCell *lc;

	/* only resjunk-free columns in order need no projection */
	foreach (lc, rel->reltarget->exprs)
	{
		Var *var = lfirst(lc);

		if (!IsA(var, Var) || var->varattno != i)
			return false;
		i++;
	}
	foreach (lc, subquery->targetList)
		if (((TargetEntry *) lfirst(lc))->resjunk)
			return false;
	return i - 1 == list_length(subquery->targetList);
}

/*
 * Columns of the sub-select that nothing reads become NULL, so that they are not
 * computed; a window function may go away altogether.  What decides which rows
 * there are, or does something, stays.
 */
static void
blank_unused_columns(RelOptInfo *rel, Query *subquery)
{
	Bitmapset *used = NULL;
	ListCell *lc;

	if (subquery->setOperations ||
		(subquery->distinctClause && !subquery->hasDistinctOn))
		return;
	pull_varattnos((Node *) rel->reltarget->exprs, rel->relid, &used);
	foreach (lc, rel->baserestrictinfo)
		pull_varattnos((Node *) lfirst_node(RestrictInfo, lc)->clause,
					   rel->relid, &used);
	if (bms_is_member(0 - FirstLowInvalidHeapAttributeNumber, used))
		return; /* the row as a whole */
	foreach (lc, subquery->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		Node *expr = (Node *) tle->expr;

		if (tle->ressortgroupref != 0 || tle->resjunk || IsA(expr, Const) ||
			bms_is_member(tle->resno - FirstLowInvalidHeapAttributeNumber, used) ||
			(subquery->hasTargetSRFs && expression_returns_set(expr)) ||
			contain_volatile_functions(expr))
			continue;
		tle->expr = (Expr *) makeNullConst(exprType(expr), exprTypmod(expr),
										   exprCollation(expr));
	}
}

static void
set_subquery_pathlist(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	Query *parse = root->parse;
	Query *subquery = copyObject(rte->subquery);
	Relids required_outer = rel->lateral_relids;
	double tuple_fraction;
	RelOptInfo *sub_final;
	bool trivial;
	ListCell *lc;

	/* the planner changes the copy; conditions may be moved into it */
	{
		RangeTblEntry *tmp = makeNode(RangeTblEntry);

		*tmp = *rte;
		tmp->subquery = subquery;
		push_quals_into_subquery(root, rel, tmp);
		blank_unused_columns(rel, subquery);
	}
	/* if all rows are needed here, then there too */
	if (parse->hasAggs || parse->groupClause || parse->groupingSets ||
		root->hasHavingQual || parse->distinctClause || parse->sortClause ||
		bms_membership(root->all_baserels) == BMS_MULTIPLE)
		tuple_fraction = 0.0;
	else
		tuple_fraction = root->tuple_fraction;
	Assert(root->plan_params == NIL);
	rel->subroot = subquery_planner(root->glob, subquery, root, false,
									tuple_fraction);
	rel->subplan_params = root->plan_params;
	root->plan_params = NIL;
	sub_final = fetch_upper_rel(rel->subroot, UPPERREL_FINAL, NULL);
	if (is_dummy_rel(sub_final))
	{
		set_dummy_rel_pathlist(rel);
		return;
	}
	set_subquery_size_estimates(root, rel);
	trivial = is_subquery_trivial(rel, subquery);
	foreach (lc, sub_final->pathlist)
	{
		Path *subpath = lfirst(lc);
		List *pathkeys;

		pathkeys = convert_subquery_pathkeys(root, rel, subpath->pathkeys,
											 make_tlist_from_pathtarget(subpath->pathtarget));
		add_path(rel, (Path *) create_subqueryscan_path(root, rel, subpath, trivial, pathkeys, required_outer));
	}
}

typedef struct PushdownContext
{
	Index rti;
	Query *subquery;
	bool ok;
} PushdownContext;

/* Every column used by a moved condition must be fit for it. */
static bool
pushdown_walker(Node *node, PushdownContext *cx)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;
		TargetEntry *tle;

		if (var->varno != (int) cx->rti || var->varattno <= 0)
		{
			cx->ok = false;
			return true;
		}
		tle = list_nth(cx->subquery->targetList, var->varattno - 1);
		if (expression_returns_set((Node *) tle->expr) ||
			contain_volatile_functions((Node *) tle->expr))
			cx->ok = false;
		/* below DISTINCT ON and windows only columns that split the rows */
		if (cx->subquery->hasDistinctOn &&
			get_sortgroupref_clause_noerr(tle->ressortgroupref,
										  cx->subquery->distinctClause) == NULL)
			cx->ok = false;
		if (cx->subquery->hasWindowFuncs)
		{
			ListCell *lc;

			foreach (lc, cx->subquery->windowClause)
				if (tle->ressortgroupref == 0 ||
					get_sortgroupref_clause_noerr(tle->ressortgroupref,
												  ((WindowClause *) lfirst(lc))->partitionClause) == NULL)
					cx->ok = false;
		}
		return !cx->ok;
	}
	return expression_tree_walker(node, pushdown_walker, cx);
}

static void
push_one(Query *subquery, RangeTblEntry *rte, Index rti, Node *qual)
{
	qual = ReplaceVarsFromTargetList(qual, rti, 0, rte, subquery->targetList,
									 REPLACEVARS_REPORT_ERROR, 0,
									 &subquery->hasSubLinks);
	if (subquery->hasAggs || subquery->groupClause || subquery->groupingSets ||
		subquery->havingQual)
		subquery->havingQual = make_and_qual(subquery->havingQual, qual);
	else
		subquery->jointree->quals = make_and_qual(subquery->jointree->quals,
												  qual);
}

/* Conditions on a sub-select's columns are checked inside of it if possible. */
static void
push_quals_into_subquery(PlannerInfo *root, RelOptInfo *rel,
						 RangeTblEntry *rte)
{
	Query *subquery = rte->subquery;
	List *upper = NIL;
	ListCell *l;

	if (rel->baserestrictinfo == NIL || subquery->limitOffset ||
		subquery->limitCount || subquery->setOperations ||
		subquery->groupingSets || subquery->hasTargetSRFs ||
		subquery->rowMarks || subquery->commandType != CMD_SELECT ||
		rte->security_barrier)
		return;
	foreach (l, rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst(l);
		PushdownContext cx = {rel->relid, subquery, true};
		Node *clause = (Node *) rinfo->clause;

		if (rinfo->pseudoconstant || contain_subplans(clause) ||
			contain_volatile_functions(clause))
			cx.ok = false;
		else
			pushdown_walker(clause, &cx);
		if (cx.ok)
			push_one(subquery, rte, rel->relid, copyObject(clause));
		else
			upper = lappend(upper, rinfo);
	}
	rel->baserestrictinfo = upper;
}

/* The level that defines a CTE, and the CTE's number there. */
static PlannerInfo *
cte_root(PlannerInfo *root, RangeTblEntry *rte, int *ndx)
{
	PlannerInfo *cteroot = root;
	ListCell *lc;

	for (Index up = rte->ctelevelsup; up > 0; up--)
	{
		cteroot = cteroot->parent_root;
		if (!cteroot)
			elog(ERROR, "bad levelsup for CTE \"%s\"", rte->ctename);
	}
	*ndx = 0;
	foreach (lc, cteroot->parse->cteList)
	{
		if (strcmp(((CommonTableExpr *) lfirst(lc))->ctename,
				   rte->ctename) == 0)
			return cteroot;
		(*ndx)++;
	}
	elog(ERROR, "could not find CTE \"%s\"", rte->ctename);
	return NULL;
}

static void
set_cte_pathlist(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte)
{
	PlannerInfo *cteroot;
	int ndx;
	int plan_id;

	if (rte->self_reference)
	{
		/* the level above is the recursive union */
		Index up = rte->ctelevelsup;

		if (up == 0)
			elog(ERROR, "bad levelsup for CTE \"%s\"", rte->ctename);
		for (cteroot = root, up--; up > 0; up--)
			cteroot = cteroot->parent_root;
		if (!cteroot->non_recursive_path)
			elog(ERROR, "could not find path for CTE \"%s\"", rte->ctename);
		set_cte_size_estimates(root, rel, cteroot->non_recursive_path->rows);
		add_path(rel, create_simple_scan_path(root, rel, T_WorkTableScan, NIL, rel->lateral_relids));
		return;
	}
	cteroot = cte_root(root, rte, &ndx);
	plan_id = list_nth_int(cteroot->cte_plan_ids, ndx);
	if (plan_id <= 0)
		elog(ERROR, "no plan was made for CTE \"%s\"", rte->ctename);
	set_cte_size_estimates(root, rel,
						   ((Plan *) list_nth(root->glob->subplans,
											  plan_id - 1))
							   ->plan_rows);
	add_path(rel, create_simple_scan_path(root, rel, T_CteScan, NIL, rel->lateral_relids));
}

/* ---------------------------------------------------------------- join order */

/* Sub-lists are joined on their own first. */
static RelOptInfo *
make_rel_from_joinlist(PlannerInfo *root, List *joinlist)
{
	List *initial_rels = NIL;
	ListCell *jl;

	foreach (jl, joinlist)
	{
		Node *jlnode = lfirst(jl);

		if (IsA(jlnode, RangeTblRef))
			initial_rels = lappend(initial_rels,
								   find_base_rel(root,
												 ((RangeTblRef *) jlnode)->rtindex));
		else
			initial_rels = lappend(initial_rels,
								   make_rel_from_joinlist(root,
														  (List *) jlnode));
	}
	if (initial_rels == NIL)
		return NULL;
	if (list_length(initial_rels) == 1)
		return linitial(initial_rels);
	root->initial_rels = initial_rels;
	if (enable_geqo && list_length(initial_rels) >= geqo_threshold)
		return greedy_join_search(root, initial_rels);
	return standard_join_search(root, list_length(initial_rels), initial_rels);
}

/* Dynamic programming: level n has the joins of n of the relations. */
RelOptInfo *
standard_join_search(PlannerInfo *root, int levels_needed, List *initial_rels)
{
	RelOptInfo *rel;

	root->join_rel_level = palloc0((levels_needed + 1) * sizeof(List *));
	root->join_rel_level[1] = initial_rels;
	for (int lev = 2; lev <= levels_needed; lev++)
	{
		ListCell *lc;

		join_search_one_level(root, lev);
		foreach (lc, root->join_rel_level[lev])
			set_cheapest(lfirst(lc));
	}
	if (list_length(root->join_rel_level[levels_needed]) != 1)
		elog(ERROR, "failed to build any %d-way joins", levels_needed);
	rel = linitial(root->join_rel_level[levels_needed]);
	root->join_rel_level = NULL;
	return rel;
}

/* Too many relations: always join the pair with the cheapest result. */
RelOptInfo *
greedy_join_search(PlannerInfo *root, List *initial_rels)
{
	List *rels = list_copy(initial_rels);

	while (list_length(rels) > 1)
	{
		RelOptInfo *best = NULL;
		RelOptInfo *best1 = NULL;
		RelOptInfo *best2 = NULL;

		/* pairs with a clause first; any pair if there is none */
		for (int pass = 0; pass < 2 && best == NULL; pass++)
			for (int i = 0; i < list_length(rels); i++)
				for (int j = i + 1; j < list_length(rels); j++)
				{
					RelOptInfo *r1 = list_nth(rels, i);
					RelOptInfo *r2 = list_nth(rels, j);
					RelOptInfo *joinrel;

					if (pass == 0 && !have_relevant_joinclause(root, r1, r2) &&
						!have_join_order_restriction(root, r1, r2))
						continue;
					joinrel = make_join_rel(root, r1, r2);
					if (joinrel == NULL || joinrel->pathlist == NIL)
						continue;
					set_cheapest(joinrel);
					if (best == NULL || joinrel->rows < best->rows ||
						(joinrel->rows == best->rows &&
						 joinrel->cheapest_total_path->total_cost <
							 best->cheapest_total_path->total_cost))
					{
						best = joinrel;
						best1 = r1;
						best2 = r2;
					}
				}
		if (best == NULL)
			elog(ERROR, "failed to join all relations together");
		rels = list_delete_ptr(rels, best1);
		rels = list_delete_ptr(rels, best2);
		rels = lappend(rels, best);
	}
	return linitial(rels);
}
