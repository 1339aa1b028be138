/*
 * planner.c
 *		The planner: one query level, from its Query to its best path.
 *
 * planner() -> standard_planner() -> subquery_planner() for each level.  A
 * level is preprocessed (sub-selects pulled up, expressions folded), its FROM
 * and WHERE planned by query_planner, and grouping, DISTINCT, ORDER BY, row
 * locks, LIMIT and the table update are stacked on top.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/plan/planner.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits_fn.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "miscadmin.h"
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
#include "optimizer/prep.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/subselect.h"
#include "optimizer/tlist.h"
#include "parser/analyze.h"
#include "parser/parse_agg.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/selfuncs.h"

double cursor_tuple_fraction = DEFAULT_CURSOR_TUPLE_FRACTION;
int force_parallel_mode = FORCE_PARALLEL_OFF;
bool parallel_leader_participation = true;
planner_hook_type planner_hook = NULL;

/* kinds of expression that preprocessing treats differently */
enum
{
	EXPRKIND_QUAL,
	EXPRKIND_TARGET,
	EXPRKIND_RTFUNC,
	EXPRKIND_RTFUNC_LATERAL,
	EXPRKIND_VALUES,
	EXPRKIND_VALUES_LATERAL,
	EXPRKIND_LIMIT,
	EXPRKIND_ARBITER_ELEM
};

static Node *preprocess_expression(PlannerInfo *root, Node *expr, int kind);
static void preprocess_qual_conditions(PlannerInfo *root, Node *jtnode);
static void preprocess_rowmarks(PlannerInfo *root);
static void grouping_planner(PlannerInfo *root, double tuple_fraction);
static double preprocess_limit(PlannerInfo *root, double tuple_fraction,
							   int64 *offset_est, int64 *count_est);
static void compute_pathkeys(PlannerInfo *root, void *extra);
static List *select_active_windows(PlannerInfo *root, WindowFuncLists *wflists);
static PathTarget *window_input_target(PlannerInfo *root, PathTarget *final,
									   List *windows);
static RelOptInfo *window_paths(PlannerInfo *root, RelOptInfo *input_rel,
								PathTarget *input_target,
								PathTarget *output_target,
								WindowFuncLists *wflists, List *windows);
static RelOptInfo *grouping_paths(PlannerInfo *root, RelOptInfo *input_rel,
								  PathTarget *target);
static RelOptInfo *distinct_paths(PlannerInfo *root, RelOptInfo *input_rel);
static RelOptInfo *ordered_paths(PlannerInfo *root, RelOptInfo *input_rel,
								 PathTarget *target, double limit_tuples);
static PathTarget *group_input_target(PlannerInfo *root, PathTarget *final);
static PathTarget *sort_input_target(PlannerInfo *root, PathTarget *final,
									 bool *postponed_srfs);
static void apply_target(PlannerInfo *root, RelOptInfo *rel,
						 PathTarget *target);
static void add_srf_levels(PlannerInfo *root, RelOptInfo *rel, List *targets,
						   List *targets_contain_srfs);
static void final_paths(PlannerInfo *root, RelOptInfo *current_rel,
						int64 offset_est, int64 count_est);

/* ---------------------------------------------------------------- entry */

/* Plan a rewritten query.  It is changed; copy it first to keep it. */
PlannedStmt *
planner(Query *parse, const char *query_string, int cursorOptions,
		ParamListInfo boundParams)
{
	if (planner_hook)
		return planner_hook(parse, query_string, cursorOptions, boundParams);
	return standard_planner(parse, query_string, cursorOptions, boundParams);
}

/* How much of the result will be read: 0 all, below 1 that share. */
static double
initial_fraction(int cursorOptions)
{
	double f = 0.0;

	if (cursorOptions & CURSOR_OPT_FAST_PLAN)
	{
		f = cursor_tuple_fraction;
		if (f >= 1.0)
			f = 0.0;
		else if (f <= 0.0)
			f = 1e-10;
	}
	return f;
}

PlannedStmt *
standard_planner(Query *parse, const char *query_string, int cursorOptions,
				 ParamListInfo boundParams)
{
	PlannedStmt *result;
	PlannerGlobal *glob = makeNode(PlannerGlobal);
	double tuple_fraction = initial_fraction(cursorOptions);
	PlannerInfo *root;
	RelOptInfo *final_rel;
	Path *best_path;
	Plan *top_plan;
	ListCell *lp;
	ListCell *lr;

	glob->boundParams = boundParams;
	root = subquery_planner(glob, parse, NULL, false, tuple_fraction);
	final_rel = fetch_upper_rel(root, UPPERREL_FINAL, NULL);
	best_path = get_cheapest_fractional_path(final_rel, tuple_fraction);
	top_plan = create_plan(root, best_path);
	if ((cursorOptions & CURSOR_OPT_SCROLL) &&
		!ExecSupportsBackwardScan(top_plan))
	{
		Material *mat = makeNode(Material);
		Path cost;

		/* initplans stay with the topmost node */
		mat->plan.targetlist = top_plan->targetlist;
		mat->plan.lefttree = top_plan;
		mat->plan.initPlan = top_plan->initPlan;
		top_plan->initPlan = NIL;
		cost_material(&cost, top_plan->startup_cost, top_plan->total_cost,
					  top_plan->plan_rows, top_plan->plan_width);
		mat->plan.startup_cost = cost.startup_cost;
		mat->plan.total_cost = cost.total_cost;
		mat->plan.plan_rows = top_plan->plan_rows;
		mat->plan.plan_width = top_plan->plan_width;
		top_plan = &mat->plan;
	}
	if (glob->paramExecTypes != NIL)
	{
		forboth (lp, glob->subplans, lr, glob->subroots)
			SS_finalize_plan(lfirst(lr), lfirst(lp));
		SS_finalize_plan(root, top_plan);
	}
	top_plan = set_plan_references(root, top_plan);
	forboth (lp, glob->subplans, lr, glob->subroots)
		lfirst(lp) = set_plan_references(lfirst(lr), lfirst(lp));

	result = makeNode(PlannedStmt);
	result->commandType = parse->commandType;
	result->queryId = parse->queryId;
	result->hasReturning = parse->returningList != NIL;
	result->hasModifyingCTE = parse->hasModifyingCTE;
	result->canSetTag = parse->canSetTag;
	result->transientPlan = glob->transientPlan;
	result->dependsOnRole = glob->dependsOnRole;
	result->planTree = top_plan;
	result->rtable = glob->finalrtable;
	result->resultRelations = glob->resultRelations;
	result->subplans = glob->subplans;
	result->rewindPlanIDs = glob->rewindPlanIDs;
	result->rowMarks = glob->finalrowmarks;
	result->relationOids = glob->relationOids;
	result->invalItems = glob->invalItems;
	result->paramExecTypes = glob->paramExecTypes;
	result->utilityStmt = parse->utilityStmt;
	result->stmt_location = parse->stmt_location;
	result->stmt_len = parse->stmt_len;
	return result;
}

/* An expression outside any query: defaults, index expressions and so on. */
Expr *
expression_planner(Expr *expr)
{
	Node *result = eval_const_expressions(NULL, (Node *) expr);

	fix_opfuncids(result);
	return (Expr *) result;
}

/* The same, also telling what it depends on. */
Expr *
expression_planner_with_deps(Expr *expr, List **relationOids,
							 List **invalItems)
{
	PlannerGlobal *glob = makeNode(PlannerGlobal);
	PlannerInfo *root = makeNode(PlannerInfo);
	Node *result;

	root->glob = glob;
	root->query_level = 1;
	root->planner_cxt = CurrentMemoryContext;
	result = eval_const_expressions(root, (Node *) expr);
	fix_opfuncids(result);
	(void) extract_query_dependencies_walker(result, root);
	*relationOids = glob->relationOids;
	*invalItems = glob->invalItems;
	return (Expr *) result;
}

bool
plan_cluster_use_sort(Oid tableOid, Oid indexOid)
{
	return true;
}

/* Indexes are built by one process. */
int
plan_create_index_workers(Oid tableOid, Oid indexOid)
{
	return 0;
}

/* ---------------------------------------------------------------- one level */

static void
preprocess_rtable(PlannerInfo *root)
{
	ListCell *l;

	foreach (l, root->parse->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, l);
		ListCell *lc;

		switch (rte->rtekind)
		{
			case RTE_SUBQUERY:
				/* columns of joins below may be referred to from inside */
				if (rte->lateral && root->hasJoinRTEs)
					rte->subquery = (Query *)
						flatten_join_alias_vars(root->parse,
												(Node *) rte->subquery);
				break;
			case RTE_FUNCTION:
				foreach (lc, rte->functions)
				{
					RangeTblFunction *f = lfirst(lc);

					f->funcexpr = preprocess_expression(root, f->funcexpr,
														rte->lateral ? EXPRKIND_RTFUNC_LATERAL : EXPRKIND_RTFUNC);
				}
				break;
			case RTE_VALUES:
				rte->values_lists = (List *)
					preprocess_expression(root, (Node *) rte->values_lists,
										  rte->lateral ? EXPRKIND_VALUES_LATERAL : EXPRKIND_VALUES);
				break;
			case RTE_RELATION:
				if (rte->tablesample)
					ereport(ERROR,
							(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
							 errmsg("TABLESAMPLE is not supported yet")));
				break;
			default:
				break;
		}
		if (rte->securityQuals)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("row-level security is not supported yet")));
	}
}

/* All expressions of the query but those of the range table. */
static void
preprocess_query_expressions(PlannerInfo *root)
{
	Query *parse = root->parse;
	ListCell *l;

	parse->targetList = (List *)
		preprocess_expression(root, (Node *) parse->targetList,
							  EXPRKIND_TARGET);
	foreach (l, parse->withCheckOptions)
		((WithCheckOption *) lfirst(l))->qual =
			preprocess_expression(root, ((WithCheckOption *) lfirst(l))->qual,
								  EXPRKIND_QUAL);
	parse->returningList = (List *)
		preprocess_expression(root, (Node *) parse->returningList,
							  EXPRKIND_TARGET);
	preprocess_qual_conditions(root, (Node *) parse->jointree);
	parse->havingQual = preprocess_expression(root, parse->havingQual,
											  EXPRKIND_QUAL);
	foreach (l, parse->windowClause)
	{
		WindowClause *wc = lfirst(l);

		wc->startOffset = preprocess_expression(root, wc->startOffset,
												EXPRKIND_LIMIT);
		wc->endOffset = preprocess_expression(root, wc->endOffset,
											  EXPRKIND_LIMIT);
	}
	parse->limitOffset = preprocess_expression(root, parse->limitOffset,
											   EXPRKIND_LIMIT);
	parse->limitCount = preprocess_expression(root, parse->limitCount,
											  EXPRKIND_LIMIT);
	if (parse->onConflict)
	{
		OnConflictExpr *oc = parse->onConflict;

		oc->arbiterElems = (List *)
			preprocess_expression(root, (Node *) oc->arbiterElems,
								  EXPRKIND_ARBITER_ELEM);
		oc->arbiterWhere = preprocess_expression(root, oc->arbiterWhere,
												 EXPRKIND_QUAL);
		oc->onConflictSet = (List *)
			preprocess_expression(root, (Node *) oc->onConflictSet,
								  EXPRKIND_TARGET);
		oc->onConflictWhere = preprocess_expression(root, oc->onConflictWhere,
													EXPRKIND_QUAL);
	}
	preprocess_rtable(root);
	/* the flattened forms are in use from here on */
	if (root->hasJoinRTEs)
		foreach (l, parse->rtable)
			((RangeTblEntry *) lfirst(l))->joinaliasvars = NIL;
}

/* HAVING conditions without aggregates can be checked before grouping. */
static void
split_having(PlannerInfo *root)
{
	Query *parse = root->parse;
	List *newHaving = NIL;
	ListCell *l;

	foreach (l, (List *) parse->havingQual)
	{
		Node *clause = lfirst(l);

		if (contain_agg_clause(clause) || contain_volatile_functions(clause) ||
			contain_subplans(clause) ||
			(parse->groupClause == NIL && parse->groupingSets == NIL))
			newHaving = lappend(newHaving, clause);
		else
			parse->jointree->quals = (Node *)
				lappend((List *) parse->jointree->quals, clause);
	}
	parse->havingQual = (Node *) newHaving;
}

/*
 * Plan one query level; its paths are in the UPPERREL_FINAL relation of the
 * PlannerInfo returned.
 */
PlannerInfo *
subquery_planner(PlannerGlobal *glob, Query *parse, PlannerInfo *parent_root,
				 bool hasRecursion, double tuple_fraction)
{
	PlannerInfo *root = makeNode(PlannerInfo);
	bool hasOuterJoins = false;
	bool hasResultRTEs = false;
	RelOptInfo *final_rel;
	ListCell *l;

	root->parse = parse;
	root->glob = glob;
	root->query_level = parent_root ? parent_root->query_level + 1 : 1;
	root->parent_root = parent_root;
	root->planner_cxt = CurrentMemoryContext;
	root->hasRecursion = hasRecursion;
	root->wt_param_id = hasRecursion ? assign_special_exec_param(root) : -1;
	if (parse->commandType == CMD_MERGE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("MERGE is not supported yet")));
	if (parse->groupingSets)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("grouping sets are not supported yet")));
	if (parse->cteList)
		SS_process_ctes(root);
	replace_empty_jointree(parse);
	if (parse->hasSubLinks)
		pull_up_sublinks(root);
	preprocess_function_rtes(root);
	pull_up_subqueries(root);
	foreach (l, parse->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, l);

		if (rte->rtekind == RTE_JOIN)
		{
			root->hasJoinRTEs = true;
			if (IS_OUTER_JOIN(rte->jointype))
				hasOuterJoins = true;
		}
		else if (rte->rtekind == RTE_RESULT)
			hasResultRTEs = true;
		if (rte->rtekind == RTE_RELATION && rte->inh &&
			!has_subclass(rte->relid))
			rte->inh = false;
		if (rte->rtekind == RTE_RELATION && rte->inh)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("queries over inheritance trees and partitioned tables are not supported yet")));
		if (rte->lateral)
			root->hasLateralRTEs = true;
	}
	preprocess_rowmarks(root);
	root->hasHavingQual = parse->havingQual != NULL;
	preprocess_query_expressions(root);
	split_having(root);
	if (hasOuterJoins)
		reduce_outer_joins(root);
	if (hasResultRTEs || hasOuterJoins)
		remove_useless_result_rtes(root);
	grouping_planner(root, tuple_fraction);
	SS_identify_outer_params(root);
	final_rel = fetch_upper_rel(root, UPPERREL_FINAL, NULL);
	SS_charge_for_initplans(root, final_rel);
	set_cheapest(final_rel);
	return root;
}

static Node *
preprocess_expression(PlannerInfo *root, Node *expr, int kind)
{
	if (expr == NULL)
		return NULL;
	if (root->hasJoinRTEs &&
		!(kind == EXPRKIND_RTFUNC || kind == EXPRKIND_VALUES))
		expr = flatten_join_alias_vars(root->parse, expr);
	expr = eval_const_expressions(root, expr);
	if (kind == EXPRKIND_QUAL)
		expr = (Node *) canonicalize_qual((Expr *) expr, false);
	if (kind == EXPRKIND_QUAL || kind == EXPRKIND_TARGET)
		convert_saop_to_hashed_saop(expr);
	if (root->parse->hasSubLinks)
		expr = SS_process_sublinks(root, expr, kind == EXPRKIND_QUAL);
	if (root->query_level > 1)
		expr = SS_replace_correlation_vars(root, expr);
	/* conditions are implicitly ANDed lists from here on */
	if (kind == EXPRKIND_QUAL)
		expr = (Node *) make_ands_implicit((Expr *) expr);
	return expr;
}

static void
preprocess_qual_conditions(PlannerInfo *root, Node *jtnode)
{
	ListCell *l;

	if (jtnode == NULL || IsA(jtnode, RangeTblRef))
		return;
	if (IsA(jtnode, FromExpr))
	{
		FromExpr *f = (FromExpr *) jtnode;

		foreach (l, f->fromlist)
			preprocess_qual_conditions(root, lfirst(l));
		f->quals = preprocess_expression(root, f->quals, EXPRKIND_QUAL);
	}
	else
	{
		JoinExpr *j = castNode(JoinExpr, jtnode);

		preprocess_qual_conditions(root, j->larg);
		preprocess_qual_conditions(root, j->rarg);
		j->quals = preprocess_expression(root, j->quals, EXPRKIND_QUAL);
	}
}

/* How a row of the relation is marked for locking or rechecking. */
RowMarkType
select_rowmark_type(RangeTblEntry *rte, LockClauseStrength strength)
{
	if (rte->rtekind != RTE_RELATION)
		return ROW_MARK_COPY;
	switch (strength)
	{
		case LCS_NONE:
			return ROW_MARK_REFERENCE;
		case LCS_FORKEYSHARE:
			return ROW_MARK_KEYSHARE;
		case LCS_FORSHARE:
			return ROW_MARK_SHARE;
		case LCS_FORNOKEYUPDATE:
			return ROW_MARK_NOKEYEXCLUSIVE;
		case LCS_FORUPDATE:
			return ROW_MARK_EXCLUSIVE;
	}
	return ROW_MARK_EXCLUSIVE;
}

static void
add_rowmark(PlannerInfo *root, Index rti, RowMarkType type,
			LockClauseStrength strength, LockWaitPolicy waitPolicy)
{
	PlanRowMark *newrc = makeNode(PlanRowMark);

	newrc->rti = newrc->prti = rti;
	newrc->rowmarkId = ++root->glob->lastRowMarkId;
	newrc->markType = type;
	newrc->allMarkTypes = 1 << type;
	newrc->strength = strength;
	newrc->waitPolicy = waitPolicy;
	root->rowMarks = lappend(root->rowMarks, newrc);
}

/* Marks for FOR UPDATE, and for the other relations of an UPDATE or DELETE. */
static void
preprocess_rowmarks(PlannerInfo *root)
{
	Query *parse = root->parse;
	Relids rels;
	ListCell *l;
	int rti;

	if (parse->rowMarks)
		CheckSelectLocking(parse,
						   linitial_node(RowMarkClause, parse->rowMarks)->strength);
	else if (parse->commandType != CMD_UPDATE &&
			 parse->commandType != CMD_DELETE)
		return;
	rels = get_relids_in_jointree((Node *) parse->jointree, false);
	if (parse->resultRelation)
		rels = bms_del_member(rels, parse->resultRelation);
	foreach (l, parse->rowMarks)
	{
		RowMarkClause *rc = lfirst(l);
		RangeTblEntry *rte = rt_fetch(rc->rti, parse->rtable);

		if (rte->rtekind != RTE_RELATION)
			continue;
		rels = bms_del_member(rels, rc->rti);
		add_rowmark(root, rc->rti, select_rowmark_type(rte, rc->strength),
					rc->strength, rc->waitPolicy);
	}
	rti = 0;
	foreach (l, parse->rtable)
	{
		rti++;
		if (bms_is_member(rti, rels))
			add_rowmark(root, rti, select_rowmark_type(lfirst(l), LCS_NONE),
						LCS_NONE, LockWaitBlock);
	}
}

/* ---------------------------------------------------------------- the upper steps */

/* Names and sort references of a set operation's columns. */
static List *
label_setop_tlist(List *new_tlist, List *orig_tlist)
{
	List *result = copyObject(new_tlist);
	ListCell *orig = list_head(orig_tlist);
	ListCell *l;

	foreach (l, result)
	{
		TargetEntry *tle = lfirst(l);

		if (tle->resjunk)
			continue;
		tle->resname = ((TargetEntry *) lfirst(orig))->resname;
		tle->ressortgroupref = ((TargetEntry *) lfirst(orig))->ressortgroupref;
		orig = lnext(orig_tlist, orig);
	}
	return result;
}

static void
grouping_planner(PlannerInfo *root, double tuple_fraction)
{
	Query *parse = root->parse;
	int64 offset_est = 0;
	int64 count_est = 0;
	double limit_tuples = -1.0;
	PathTarget *final_target;
	List *final_targets = NIL;
	List *final_srfs = NIL;
	RelOptInfo *current_rel;
	bool postponed_srfs = false;

	if (parse->limitCount || parse->limitOffset)
	{
		tuple_fraction = preprocess_limit(root, tuple_fraction, &offset_est,
										  &count_est);
		if (count_est > 0 && offset_est >= 0)
			limit_tuples = (double) count_est + (double) offset_est;
	}
	root->tuple_fraction = tuple_fraction;
	if (parse->setOperations)
	{
		if (parse->rowMarks)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("%s is not allowed with UNION/INTERSECT/EXCEPT",
							LCS_asString(linitial_node(RowMarkClause,
													   parse->rowMarks)
											 ->strength))));
		if (parse->sortClause)
			root->tuple_fraction = 0.0;
		current_rel = plan_set_operations(root);
		root->processed_tlist = label_setop_tlist(root->processed_tlist,
												  parse->targetList);
		final_target = create_pathtarget(root, root->processed_tlist);
		root->sort_pathkeys = make_pathkeys_for_sortclauses(root,
															parse->sortClause,
															root->processed_tlist);
		root->query_pathkeys = root->sort_pathkeys;
		final_targets = list_make1(final_target);
		final_srfs = list_make1_int(false);
	}
	else
	{
		PathTarget *sort_target;
		PathTarget *grouping_target;
		PathTarget *scanjoin_target;
		bool have_grouping;
		WindowFuncLists *wflists = NULL;
		List *windows = NIL;
		List *sort_targets = NIL;
		List *sort_srfs = NIL;
		List *targets;
		List *srfs;

		preprocess_targetlist(root);
		if (parse->hasAggs)
		{
			preprocess_aggrefs(root, (Node *) root->processed_tlist);
			preprocess_aggrefs(root, (Node *) parse->havingQual);
		}
		if (parse->hasWindowFuncs)
		{
			wflists = find_window_functions((Node *) root->processed_tlist,
											list_length(parse->windowClause));
			if (wflists->numWindowFuncs > 0)
				windows = select_active_windows(root, wflists);
			else
				parse->hasWindowFuncs = false;
		}
		if (parse->hasAggs)
			preprocess_minmax_aggregates(root);
		have_grouping = parse->groupClause || parse->hasAggs ||
			root->hasHavingQual;
		root->limit_tuples = have_grouping || parse->distinctClause ||
				parse->hasTargetSRFs || windows
			? -1.0
			: limit_tuples;
		current_rel = query_planner(root, compute_pathkeys, windows);
		final_target = create_pathtarget(root, root->processed_tlist);
		sort_target = parse->sortClause ? sort_input_target(root, final_target, &postponed_srfs) : final_target;
		grouping_target = windows ? window_input_target(root, final_target, windows) : sort_target;
		scanjoin_target = have_grouping ? group_input_target(root, final_target) : grouping_target;
		if (parse->hasTargetSRFs)
		{
			split_pathtarget_at_srfs(root, final_target, sort_target,
									 &final_targets, &final_srfs);
			final_target = linitial(final_targets);
			split_pathtarget_at_srfs(root, sort_target, grouping_target,
									 &sort_targets, &sort_srfs);
			sort_target = linitial(sort_targets);
			targets = srfs = NIL;
			split_pathtarget_at_srfs(root, grouping_target, scanjoin_target,
									 &targets, &srfs);
			grouping_target = linitial(targets);
		}
		else
		{
			targets = list_make1(grouping_target);
			srfs = list_make1_int(false);
			sort_targets = list_make1(sort_target);
			sort_srfs = list_make1_int(false);
		}
		if (parse->hasTargetSRFs)
		{
			List *sj_targets;
			List *sj_srfs;

			split_pathtarget_at_srfs(root, scanjoin_target, NULL, &sj_targets,
									 &sj_srfs);
			apply_target(root, current_rel, linitial(sj_targets));
			add_srf_levels(root, current_rel, sj_targets, sj_srfs);
		}
		else
			apply_target(root, current_rel, scanjoin_target);
		if (have_grouping)
		{
			current_rel = grouping_paths(root, current_rel, grouping_target);
			add_srf_levels(root, current_rel, targets, srfs);
		}
		if (windows)
		{
			current_rel = window_paths(root, current_rel, llast(targets),
									   sort_target, wflists, windows);
			add_srf_levels(root, current_rel, sort_targets, sort_srfs);
		}
		if (parse->distinctClause)
			current_rel = distinct_paths(root, current_rel);
	}
	if (parse->sortClause)
	{
		current_rel = ordered_paths(root, current_rel, final_target,
									parse->hasTargetSRFs ? -1.0 : limit_tuples);
		if (parse->hasTargetSRFs && postponed_srfs)
			add_srf_levels(root, current_rel, final_targets, final_srfs);
	}
	final_paths(root, current_rel, offset_est, count_est);
}

/* Lock rows, limit, write. */
static void
final_paths(PlannerInfo *root, RelOptInfo *current_rel, int64 offset_est,
			int64 count_est)
{
	Query *parse = root->parse;
	RelOptInfo *final_rel = fetch_upper_rel(root, UPPERREL_FINAL, NULL);
	ListCell *lc;

	foreach (lc, current_rel->pathlist)
	{
		Path *path = lfirst(lc);

		if (parse->rowMarks)
			path = (Path *) create_lockrows_path(root, final_rel, path,
												 root->rowMarks,
												 assign_special_exec_param(root));
		if (limit_needed(parse))
			path = (Path *) create_limit_path(root, final_rel, path,
											  parse->limitOffset,
											  parse->limitCount,
											  parse->limitOption, offset_est,
											  count_est);
		if (parse->commandType != CMD_SELECT)
		{
			ModifyTablePath *mt = create_modifytable_path(root, final_rel,
														  path);

			mt->operation = parse->commandType;
			mt->canSetTag = parse->canSetTag;
			mt->nominalRelation = parse->resultRelation;
			mt->resultRelations = list_make1_int(parse->resultRelation);
			if (parse->commandType == CMD_UPDATE)
				mt->updateColnosLists = list_make1(root->update_colnos);
			if (parse->withCheckOptions)
				mt->withCheckOptionLists = list_make1(parse->withCheckOptions);
			if (parse->returningList)
			{
				QualCost cost;

				mt->returningLists = list_make1(parse->returningList);
				cost_qual_eval_node(&cost, (Node *) parse->returningList, root);
				mt->path.rows = path->rows;
			}
			mt->rowMarks = parse->rowMarks ? NIL : root->rowMarks;
			mt->onconflict = parse->onConflict;
			mt->epqParam = assign_special_exec_param(root);
			path = (Path *) mt;
		}
		add_path(final_rel, path);
	}
}

/* A LIMIT node is needed unless both bounds are known to do nothing. */
bool
limit_needed(Query *parse)
{
	Node *node = parse->limitCount;

	if (node)
	{
		if (!IsA(node, Const) || !((Const *) node)->constisnull)
			return true;
	}
	node = parse->limitOffset;
	if (node)
	{
		if (!IsA(node, Const))
			return true;
		if (!((Const *) node)->constisnull &&
			DatumGetInt64(((Const *) node)->constvalue) != 0)
			return true;
	}
	return false;
}

static int64
limit_estimate(PlannerInfo *root, Node *expr, int64 minimum)
{
	Node *est;

	if (expr == NULL)
		return 0;
	est = estimate_expression_value(root, expr);
	if (!est || !IsA(est, Const))
		return -1;
	if (((Const *) est)->constisnull)
		return 0;
	return Max(DatumGetInt64(((Const *) est)->constvalue), minimum);
}

/* What LIMIT does to the share of rows that will be read. */
static double
preprocess_limit(PlannerInfo *root, double tuple_fraction, int64 *offset_est,
				 int64 *count_est)
{
	double limit_fraction = 0.0;

	*count_est = limit_estimate(root, root->parse->limitCount, 1);
	*offset_est = limit_estimate(root, root->parse->limitOffset, 0);
	if (*count_est != 0)
	{
		if (*count_est < 0 || *offset_est < 0)
			limit_fraction = 0.10;
		else
			limit_fraction = (double) *count_est + (double) *offset_est;
		if (tuple_fraction >= 1.0)
			tuple_fraction = limit_fraction >= 1.0 ? Min(tuple_fraction, limit_fraction) : tuple_fraction;
		else if (tuple_fraction > 0.0)
			tuple_fraction = limit_fraction >= 1.0 ? tuple_fraction : Min(tuple_fraction, limit_fraction);
		else
			tuple_fraction = limit_fraction;
	}
	else if (*offset_est != 0 && tuple_fraction > 0.0)
	{
		if (*offset_est < 0)
			limit_fraction = 0.10;
		else
			limit_fraction = (double) *offset_est;
		if (tuple_fraction >= 1.0)
			tuple_fraction = limit_fraction >= 1.0 ? tuple_fraction + limit_fraction : limit_fraction;
		else if (limit_fraction < 1.0)
			tuple_fraction = tuple_fraction + limit_fraction >= 1.0 ? 0.0 : tuple_fraction + limit_fraction;
	}
	return tuple_fraction;
}

static void
check_window_order(List *clause, const char *what, const char *columns)
{
	if (!grouping_is_sortable(clause))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not implement window %s", what),
				 errdetail("Window %s columns must be of sortable datatypes.", columns)));
}

/* The order that a window wants: partition columns, then ORDER BY. */
static List *
window_pathkeys(PlannerInfo *root, WindowClause *wc, List *tlist)
{
	check_window_order(wc->partitionClause, "PARTITION BY", "partitioning");
	check_window_order(wc->orderClause, "ORDER BY", "ordering");
	return make_pathkeys_for_sortclauses(root,
										 list_concat_copy(wc->partitionClause,
														  wc->orderClause),
										 tlist);
}

/* The orders that grouping, windows, DISTINCT and ORDER BY would like. */
static void
compute_pathkeys(PlannerInfo *root, void *extra)
{
	Query *parse = root->parse;
	List *tlist = root->processed_tlist;

	root->group_pathkeys = parse->groupClause &&
			grouping_is_sortable(parse->groupClause)
		? make_pathkeys_for_sortclauses(root, parse->groupClause, tlist)
		: NIL;
	root->window_pathkeys = extra ? window_pathkeys(root, linitial((List *) extra), tlist) : NIL;
	root->distinct_pathkeys = parse->distinctClause &&
			grouping_is_sortable(parse->distinctClause)
		? make_pathkeys_for_sortclauses(root, parse->distinctClause, tlist)
		: NIL;
	root->sort_pathkeys = make_pathkeys_for_sortclauses(root,
														parse->sortClause,
														tlist);
	if (root->group_pathkeys)
		root->query_pathkeys = root->group_pathkeys;
	else if (root->window_pathkeys)
		root->query_pathkeys = root->window_pathkeys;
	else if (list_length(root->distinct_pathkeys) >
			 list_length(root->sort_pathkeys))
		root->query_pathkeys = root->distinct_pathkeys;
	else
		root->query_pathkeys = root->sort_pathkeys;
}

/* Cheapest when only a share of the rows is read. */
Path *
get_cheapest_fractional_path(RelOptInfo *rel, double tuple_fraction)
{
	Path *best = rel->cheapest_total_path;
	ListCell *l;

	if (tuple_fraction <= 0.0)
		return best;
	if (tuple_fraction >= 1.0 && best->rows > 0)
		tuple_fraction /= best->rows;
	if (tuple_fraction >= 1.0)
		return best;
	foreach (l, rel->pathlist)
	{
		Path *path = lfirst(l);
		Cost c1 = best->startup_cost +
			tuple_fraction * (best->total_cost - best->startup_cost);
		Cost c2 = path->startup_cost +
			tuple_fraction * (path->total_cost - path->startup_cost);

		if (path != rel->cheapest_total_path && c2 < c1 &&
			path->param_info == NULL)
			best = path;
	}
	return best;
}

/* ---------------------------------------------------------------- targets */

/* Give all paths of the relation this target. */
static void
apply_target(PlannerInfo *root, RelOptInfo *rel, PathTarget *target)
{
	bool same = equal(target->exprs, rel->reltarget->exprs);
	ListCell *lc;

	foreach (lc, rel->pathlist)
	{
		Path *subpath = lfirst(lc);

		if (same)
		{
			/* only the sort references are new */
			PathTarget *t = copy_pathtarget(subpath->pathtarget);

			t->sortgrouprefs = target->sortgrouprefs;
			subpath->pathtarget = t;
		}
		else
			lfirst(lc) = create_projection_path(root, rel, subpath, target);
	}
	rel->reltarget = target;
	set_cheapest(rel);
}

/* Put ProjectSet and projection nodes for the upper levels on all paths. */
static void
add_srf_levels(PlannerInfo *root, RelOptInfo *rel, List *targets,
			   List *targets_contain_srfs)
{
	ListCell *lc;

	if (list_length(targets) == 1)
		return;
	foreach (lc, rel->pathlist)
	{
		Path *newpath = lfirst(lc);

		for (int i = 1; i < list_length(targets); i++)
		{
			PathTarget *t = list_nth(targets, i);

			if (list_nth_int(targets_contain_srfs, i))
				newpath = (Path *) create_set_projection_path(root, rel,
															  newpath, t);
			else
				newpath = (Path *) apply_projection_to_path(root, rel, newpath,
															t);
		}
		lfirst(lc) = newpath;
	}
	set_cheapest(rel);
}

/* What grouping needs from below: grouping columns, and Vars for the rest. */
static PathTarget *
group_input_target(PlannerInfo *root, PathTarget *final)
{
	Query *parse = root->parse;
	PathTarget *input = create_empty_pathtarget();
	List *rest = NIL;
	ListCell *lc;

	foreach (lc, final->exprs)
	{
		Index ref = get_pathtarget_sortgroupref(final,
												foreach_current_index(lc));

		if (ref && parse->groupClause &&
			get_sortgroupref_clause_noerr(ref, parse->groupClause) != NULL)
			add_column_to_pathtarget(input, lfirst(lc), ref);
		else
			rest = lappend(rest, lfirst(lc));
	}
	if (parse->havingQual)
		rest = lappend(rest, parse->havingQual);
	add_new_columns_to_pathtarget(input,
								  pull_var_clause((Node *) rest,
												  PVC_RECURSE_AGGREGATES |
													  PVC_RECURSE_WINDOWFUNCS |
													  PVC_INCLUDE_PLACEHOLDERS));
	return set_pathtarget_cost_width(root, input);
}

/*
 * Columns to be computed before sorting: volatile ones and set functions that
 * are no sort columns wait until after it.
 */
static PathTarget *
sort_input_target(PlannerInfo *root, PathTarget *final, bool *postponed_srfs)
{
	Query *parse = root->parse;
	PathTarget *input;
	List *postponed = NIL;
	bool sortcol_srf = false;
	bool have_volatile = false;
	bool have_expensive = false;
	bool have_srf = false;
	int n = list_length(final->exprs);
	bool *postpone = palloc0(n * sizeof(bool));
	ListCell *lc;

	*postponed_srfs = false;
	foreach (lc, final->exprs)
	{
		int i = foreach_current_index(lc);
		Node *expr = lfirst(lc);

		if (get_pathtarget_sortgroupref(final, i) != 0)
		{
			if (parse->hasTargetSRFs && expression_returns_set(expr))
				sortcol_srf = true;
			continue;
		}
		if (parse->hasTargetSRFs && expression_returns_set(expr))
		{
			postpone[i] = true;
			have_srf = true;
		}
		else if (contain_volatile_functions(expr))
		{
			postpone[i] = true;
			have_volatile = true;
		}
		else
		{
			QualCost cost;

			cost_qual_eval_node(&cost, expr, root);
			if (cost.per_tuple > 10 * cpu_operator_cost)
			{
				postpone[i] = true;
				have_expensive = true;
			}
		}
	}
	if (have_srf && sortcol_srf)
	{
		/* set functions advance together: all of them before the sort */
		foreach (lc, final->exprs)
			if (expression_returns_set(lfirst(lc)))
				postpone[foreach_current_index(lc)] = false;
		have_srf = false;
	}
	if (!have_srf && !have_volatile &&
		!(have_expensive && (parse->limitCount || root->tuple_fraction > 0)))
		return final;
	*postponed_srfs = have_srf;
	input = create_empty_pathtarget();
	foreach (lc, final->exprs)
	{
		int i = foreach_current_index(lc);

		if (postpone[i])
			postponed = lappend(postponed, lfirst(lc));
		else
			add_column_to_pathtarget(input, lfirst(lc),
									 get_pathtarget_sortgroupref(final, i));
	}
	add_new_columns_to_pathtarget(input,
								  pull_var_clause((Node *) postponed,
												  PVC_INCLUDE_AGGREGATES |
													  PVC_INCLUDE_WINDOWFUNCS |
													  PVC_INCLUDE_PLACEHOLDERS));
	return set_pathtarget_cost_width(root, input);
}

/* ---------------------------------------------------------------- windows */

typedef struct WindowSortData
{
	WindowClause *wc;
	List *order; /* partition and order columns, each once */
} WindowSortData;

/* Windows with a common start of their orders come to stand together. */
static int
cmp_windows(const void *a, const void *b)
{
	const WindowSortData *x = a;
	const WindowSortData *y = b;
	ListCell *lx;
	ListCell *ly;

	forboth (lx, x->order, ly, y->order)
	{
		SortGroupClause *sx = lfirst(lx);
		SortGroupClause *sy = lfirst(ly);

		if (sx->tleSortGroupRef != sy->tleSortGroupRef)
			return sx->tleSortGroupRef > sy->tleSortGroupRef ? -1 : 1;
		if (sx->sortop != sy->sortop)
			return sx->sortop > sy->sortop ? -1 : 1;
		if (sx->nulls_first != sy->nulls_first)
			return sx->nulls_first ? 1 : -1;
	}
	if (list_length(x->order) != list_length(y->order))
		return list_length(x->order) > list_length(y->order) ? -1 : 1;
	return x->wc->winref < y->wc->winref ? -1 : 1;
}

/* The windows that have functions, in the order to compute them. */
static List *
select_active_windows(PlannerInfo *root, WindowFuncLists *wflists)
{
	List *clauses = root->parse->windowClause;
	WindowSortData *active = palloc(sizeof(WindowSortData) *
									Max(list_length(clauses), 1));
	List *result = NIL;
	int n = 0;
	ListCell *lc;

	foreach (lc, clauses)
	{
		WindowClause *wc = lfirst(lc);

		if (wflists->windowFuncs[wc->winref] == NIL)
			continue;
		active[n].wc = wc;
		active[n++].order =
			list_concat_unique(list_copy(wc->partitionClause),
							   wc->orderClause);
	}
	qsort(active, n, sizeof(WindowSortData), cmp_windows);
	for (int i = 0; i < n; i++)
		result = lappend(result, active[i].wc);
	return result;
}

/* What windows need from below: sort columns, and the parts of the rest. */
static PathTarget *
window_input_target(PlannerInfo *root, PathTarget *final, List *windows)
{
	PathTarget *input = create_empty_pathtarget();
	Bitmapset *refs = NULL;
	List *rest = NIL;
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, windows)
	{
		WindowClause *wc = lfirst(lc);

		foreach (lc2, wc->partitionClause)
			refs = bms_add_member(refs,
								  ((SortGroupClause *) lfirst(lc2))->tleSortGroupRef);
		foreach (lc2, wc->orderClause)
			refs = bms_add_member(refs,
								  ((SortGroupClause *) lfirst(lc2))->tleSortGroupRef);
	}
	foreach (lc, root->parse->groupClause)
		refs = bms_add_member(refs,
							  ((SortGroupClause *) lfirst(lc))->tleSortGroupRef);
	foreach (lc, final->exprs)
	{
		Index ref = get_pathtarget_sortgroupref(final,
												foreach_current_index(lc));

		if (ref && bms_is_member(ref, refs))
			add_column_to_pathtarget(input, lfirst(lc), ref);
		else
			rest = lappend(rest, lfirst(lc));
	}
	add_new_columns_to_pathtarget(input,
								  pull_var_clause((Node *) rest,
												  PVC_INCLUDE_AGGREGATES |
													  PVC_RECURSE_WINDOWFUNCS |
													  PVC_INCLUDE_PLACEHOLDERS));
	return set_pathtarget_cost_width(root, input);
}

/* A WindowAgg per window, each over the one before, sorted where needed. */
static Path *
one_window_path(PlannerInfo *root, RelOptInfo *rel, Path *path,
				PathTarget *input_target, PathTarget *output_target,
				WindowFuncLists *wflists, List *windows)
{
	PathTarget *target = input_target;
	ListCell *l;

	foreach (l, windows)
	{
		WindowClause *wc = lfirst(l);
		List *keys = window_pathkeys(root, wc, root->processed_tlist);
		bool top = lnext(windows, l) == NULL;

		if (!pathkeys_contained_in(keys, path->pathkeys))
			path = (Path *) create_sort_path(root, rel, path, keys, -1.0);
		if (top)
			target = output_target;
		else
		{
			ListCell *lc2;

			/* the results of this window pass through the next ones */
			target = copy_pathtarget(target);
			foreach (lc2, wflists->windowFuncs[wc->winref])
			{
				WindowFunc *wfunc = lfirst(lc2);

				add_column_to_pathtarget(target, (Expr *) wfunc, 0);
			}
			target = set_pathtarget_cost_width(root, target);
		}
		path = (Path *) create_windowagg_path(root, rel, path, target,
											  wflists->windowFuncs[wc->winref],
											  wc, NIL, top);
	}
	return path;
}

static RelOptInfo *
window_paths(PlannerInfo *root, RelOptInfo *input_rel,
			 PathTarget *input_target, PathTarget *output_target,
			 WindowFuncLists *wflists, List *windows)
{
	RelOptInfo *rel = fetch_upper_rel(root, UPPERREL_WINDOW, NULL);
	ListCell *lc;

	rel->reltarget = output_target;
	foreach (lc, input_rel->pathlist)
	{
		Path *path = lfirst(lc);

		if (path == input_rel->cheapest_total_path ||
			pathkeys_contained_in(root->window_pathkeys, path->pathkeys))
			add_path(rel, one_window_path(root, rel, path, input_target, output_target, wflists, windows));
	}
	set_cheapest(rel);
	return rel;
}

/* ---------------------------------------------------------------- grouping */

static double
number_of_groups(PlannerInfo *root, double path_rows)
{
	Query *parse = root->parse;

	if (parse->groupClause)
		return estimate_num_groups(root,
								   get_sortgrouplist_exprs(parse->groupClause,
														   root->processed_tlist),
								   path_rows, NULL, NULL);
	return 1;
}

static RelOptInfo *
grouping_paths(PlannerInfo *root, RelOptInfo *input_rel, PathTarget *target)
{
	Query *parse = root->parse;
	RelOptInfo *rel = fetch_upper_rel(root, UPPERREL_GROUP_AGG,
									  input_rel->relids);
	Path *cheapest = input_rel->cheapest_total_path;
	List *having = (List *) parse->havingQual;
	AggClauseCosts costs = {{0}};
	double numGroups;
	bool can_hash;
	bool can_sort = grouping_is_sortable(parse->groupClause);
	ListCell *lc;

	rel->reltarget = target;
	if (!parse->hasAggs && parse->groupClause == NIL)
	{
		/* HAVING alone: one row or none, whatever the input */
		add_path(rel, (Path *) create_group_result_path(root, rel, target, having));
		set_cheapest(rel);
		return rel;
	}
	if (parse->hasAggs)
		get_agg_clause_costs(root, AGGSPLIT_SIMPLE, &costs);
	numGroups = number_of_groups(root, cheapest->rows);
	can_hash = parse->groupClause != NIL && root->numOrderedAggs == 0 &&
		grouping_is_hashable(parse->groupClause);
	if (can_sort)
		foreach (lc, input_rel->pathlist)
		{
			Path *path = lfirst(lc);
			bool sorted = pathkeys_contained_in(root->group_pathkeys,
												path->pathkeys);

			if (path->param_info || (path != cheapest && !sorted))
				continue;
			if (!sorted)
				path = (Path *) create_sort_path(root, rel, path,
												 root->group_pathkeys, -1.0);
			if (parse->hasAggs)
				add_path(rel, (Path *) create_agg_path(root, rel, path, target, parse->groupClause ? AGG_SORTED : AGG_PLAIN, AGGSPLIT_SIMPLE, parse->groupClause, having, &costs, numGroups));
			else
				add_path(rel, (Path *) create_group_path(root, rel, path, parse->groupClause, having, numGroups));
		}
	if (can_hash)
		add_path(rel, (Path *) create_agg_path(root, rel, cheapest, target, AGG_HASHED, AGGSPLIT_SIMPLE, parse->groupClause, having, &costs, numGroups));
	/* min and max through an index, if that was found to be possible */
	if (root->minmax_aggs)
		add_path(rel, (Path *) create_minmaxagg_path(root, rel, target, root->minmax_aggs, having));
	if (rel->pathlist == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not implement GROUP BY"),
				 errdetail("Some of the datatypes only support hashing, while others only support sorting.")));
	set_cheapest(rel);
	return rel;
}

static RelOptInfo *
distinct_paths(PlannerInfo *root, RelOptInfo *input_rel)
{
	Query *parse = root->parse;
	RelOptInfo *rel = fetch_upper_rel(root, UPPERREL_DISTINCT, NULL);
	Path *cheapest = input_rel->cheapest_total_path;
	double numRows;
	bool allow_hash = true;
	ListCell *lc;

	rel->reltarget = cheapest->pathtarget;
	if (parse->groupClause || parse->hasAggs || root->hasHavingQual)
		numRows = cheapest->rows;
	else
		numRows = estimate_num_groups(root,
									  get_sortgrouplist_exprs(parse->distinctClause,
															  parse->targetList),
									  cheapest->rows, NULL, NULL);
	if (grouping_is_sortable(parse->distinctClause))
	{
		/* DISTINCT ON needs the order of ORDER BY to choose its rows */
		List *needed = parse->hasDistinctOn &&
				list_length(root->distinct_pathkeys) <
					list_length(root->sort_pathkeys)
			? root->sort_pathkeys
			: root->distinct_pathkeys;
		Path *path;

		foreach (lc, input_rel->pathlist)
		{
			path = lfirst(lc);
			if (pathkeys_contained_in(needed, path->pathkeys))
				add_path(rel, (Path *) create_upper_unique_path(root, rel, path, list_length(root->distinct_pathkeys), numRows));
		}
		/* sorting so that ORDER BY is served as well */
		if (list_length(root->distinct_pathkeys) <
			list_length(root->sort_pathkeys))
			needed = root->sort_pathkeys;
		else
			needed = root->distinct_pathkeys;
		path = cheapest;
		if (!pathkeys_contained_in(needed, path->pathkeys))
			path = (Path *) create_sort_path(root, rel, path, needed,
											 root->distinct_pathkeys == NIL ? 1.0 : -1.0);
		add_path(rel, (Path *) create_upper_unique_path(root, rel, path, list_length(root->distinct_pathkeys), numRows));
	}
	if (rel->pathlist != NIL && (parse->hasDistinctOn || !enable_hashagg))
		allow_hash = false;
	if (allow_hash && grouping_is_hashable(parse->distinctClause))
		add_path(rel, (Path *) create_agg_path(root, rel, cheapest, cheapest->pathtarget, AGG_HASHED, AGGSPLIT_SIMPLE, parse->distinctClause, NIL, NULL, numRows));
	if (rel->pathlist == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not implement DISTINCT"),
				 errdetail("Some of the datatypes only support hashing, while others only support sorting.")));
	set_cheapest(rel);
	return rel;
}

static RelOptInfo *
ordered_paths(PlannerInfo *root, RelOptInfo *input_rel, PathTarget *target,
			  double limit_tuples)
{
	RelOptInfo *rel = fetch_upper_rel(root, UPPERREL_ORDERED, NULL);
	Path *cheapest = input_rel->cheapest_total_path;
	ListCell *lc;

	rel->reltarget = target;
	foreach (lc, input_rel->pathlist)
	{
		Path *path = lfirst(lc);
		bool sorted = pathkeys_contained_in(root->sort_pathkeys,
											path->pathkeys);

		if (!sorted && path != cheapest)
			continue;
		if (!sorted)
			path = (Path *) create_sort_path(root, rel, path,
											 root->sort_pathkeys,
											 limit_tuples);
		if (!equal(path->pathtarget->exprs, target->exprs))
			path = apply_projection_to_path(root, rel, path, target);
		add_path(rel, path);
	}
	set_cheapest(rel);
	return rel;
}
