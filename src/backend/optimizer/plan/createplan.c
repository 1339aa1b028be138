/*
 * createplan.c
 *		From the chosen path to a plan.
 *
 * Each path becomes its plan node, clauses become bare expressions, columns
 * of outer relations that a parameterized scan uses become parameters.  Vars
 * still carry range table indexes; setrefs.c resolves them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/plan/createplan.c
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "catalog/pg_operator.h"
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
#include "optimizer/prep.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/subselect.h"
#include "optimizer/tlist.h"
#include "parser/parse_clause.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"

/* what the node above expects of the target list */
#define TL_EXACT 0x01 /* exactly the path's target */
#define TL_SMALL 0x02 /* no wider than needed */
#define TL_LABEL 0x04 /* sort references must be there */
#define TL_IGNORE 0x08 /* the caller brings its own */

static Plan *build(PlannerInfo *root, Path *path, int flags);
static Plan *build_scan(PlannerInfo *root, Path *path, int flags);
static Plan *build_join(PlannerInfo *root, JoinPath *path);
static List *path_tlist(PlannerInfo *root, Path *path);
static Node *with_params(PlannerInfo *root, Node *expr);
static Plan *bitmap_subplan(PlannerInfo *root, Path *bitmapqual, List **qual,
							List **indexqual);
static void fix_index_quals(PlannerInfo *root, IndexPath *path,
							List **stripped, List **fixed);
static Sort *make_sort(Plan *lefttree, int numCols, AttrNumber *sortColIdx,
					   Oid *sortOperators, Oid *collations, bool *nullsFirst);
static Plan *sort_for_pathkeys(Plan *lefttree, List *pathkeys, Relids relids);
static Plan *inject_projection(Plan *subplan, List *tlist);

/* The plan of the path, with initplans of the level attached. */
Plan *
create_plan(PlannerInfo *root, Path *best_path)
{
	Plan *plan;

	Assert(root->plan_params == NIL);
	root->curOuterRels = NULL;
	root->curOuterParams = NIL;
	plan = build(root, best_path, TL_EXACT);
	if (!IsA(plan, ModifyTable))
		apply_tlist_labeling(plan->targetlist, root->processed_tlist);
	SS_attach_initplans(root, plan);
	if (root->curOuterParams != NIL)
		elog(ERROR, "failed to assign all NestLoopParams to plan nodes");
	root->plan_params = NIL;
	return plan;
}

/* ---------------------------------------------------------------- tools */

static void
copy_costs(Plan *dest, Path *src)
{
	dest->startup_cost = src->startup_cost;
	dest->total_cost = src->total_cost;
	dest->plan_rows = src->rows;
	dest->plan_width = src->pathtarget->width;
}

static void
copy_plan_costs(Plan *dest, Plan *src)
{
	dest->startup_cost = src->startup_cost;
	dest->total_cost = src->total_cost;
	dest->plan_rows = src->plan_rows;
	dest->plan_width = src->plan_width;
}

#define NEW_PLAN(T, tl, q, left) \
	({ T *p_ = makeNode(T); \
	   ((Plan *) p_)->targetlist = (tl); \
	   ((Plan *) p_)->qual = (q); \
	   ((Plan *) p_)->lefttree = (left); \
	   p_; })

static List *
path_tlist(PlannerInfo *root, Path *path)
{
	List *tlist = NIL;
	Index *refs = path->pathtarget->sortgrouprefs;
	ListCell *lc;

	foreach (lc, path->pathtarget->exprs)
	{
		int i = foreach_current_index(lc);
		Node *node = lfirst(lc);
		TargetEntry *tle;

		if (path->param_info)
			node = with_params(root, node);
		tle = makeTargetEntry((Expr *) node, i + 1, NULL, false);
		if (refs)
			tle->ressortgroupref = refs[i];
		tlist = lappend(tlist, tle);
	}
	return tlist;
}

/* Cheap conditions first, else in the order given. */
static List *
order_quals(PlannerInfo *root, List *clauses)
{
	int n = list_length(clauses);
	Cost *costs;
	void **items;
	List *result = NIL;
	ListCell *lc;

	if (n <= 1)
		return clauses;
	costs = palloc(n * sizeof(Cost));
	items = palloc(n * sizeof(void *));
	foreach (lc, clauses)
	{
		QualCost qc;
		int i = foreach_current_index(lc);

		cost_qual_eval_node(&qc, lfirst(lc), root);
		for (; i > 0 && costs[i - 1] > qc.per_tuple; i--)
		{
			costs[i] = costs[i - 1];
			items[i] = items[i - 1];
		}
		costs[i] = qc.per_tuple;
		items[i] = lfirst(lc);
	}
	for (int i = 0; i < n; i++)
		result = lappend(result, items[i]);
	return result;
}

/* Columns of the current outer relations become parameters. */
static Node *
params_mutator(Node *node, PlannerInfo *root)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;

		if (IS_SPECIAL_VARNO(var->varno) ||
			!bms_is_member(var->varno, root->curOuterRels))
			return node;
		return (Node *) replace_nestloop_param_var(root, var);
	}
	return expression_tree_mutator(node, params_mutator, root);
}

static Node *
with_params(PlannerInfo *root, Node *expr)
{
	return params_mutator(expr, root);
}

/* A Result on top that checks conditions without columns once. */
static Plan *
add_gate(PlannerInfo *root, Path *path, Plan *plan, List *gating_quals)
{
	Result *gplan;
	Plan *splan = plan;

	/* a Result over nothing can take the condition itself */
	if (IsA(plan, Result) && plan->lefttree == NULL &&
		((Result *) plan)->resconstantqual == NULL)
		splan = NULL;
	gplan = NEW_PLAN(Result, path_tlist(root, path), NIL, splan);
	gplan->resconstantqual = (Node *) gating_quals;
	copy_plan_costs(&gplan->plan, plan);
	return &gplan->plan;
}

/* ---------------------------------------------------------------- dispatch: one input */

static Plan *
build_result(PlannerInfo *root, GroupResultPath *path)
{
	Result *plan = NEW_PLAN(Result, path_tlist(root, &path->path), NIL,
							NULL);

	plan->resconstantqual = (Node *) order_quals(root, path->quals);
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_minmax(PlannerInfo *root, MinMaxAggPath *path)
{
	Result *plan;
	ListCell *lc;

	foreach (lc, path->mmaggregates)
	{
		MinMaxAggInfo *mminfo = lfirst(lc);
		PlannerInfo *subroot = mminfo->subroot;
		Plan *sub = create_plan(subroot, mminfo->path);
		Limit *limit = NEW_PLAN(Limit, sub->targetlist, NIL, sub);

		limit->limitOffset = subroot->parse->limitOffset;
		limit->limitCount = subroot->parse->limitCount;
		limit->limitOption = subroot->parse->limitOption;
		limit->plan.startup_cost = mminfo->path->startup_cost;
		limit->plan.total_cost = mminfo->pathcost;
		limit->plan.plan_rows = 1;
		limit->plan.plan_width = mminfo->path->pathtarget->width;
		limit->plan.initPlan = sub->initPlan;
		sub->initPlan = NIL;
		SS_make_initplan_from_plan(root, subroot, (Plan *) limit,
								   mminfo->param);
	}
	plan = NEW_PLAN(Result, path_tlist(root, &path->path), NIL, NULL);
	plan->resconstantqual = (Node *) path->quals;
	copy_costs(&plan->plan, &path->path);
	/* the aggregates in target list and HAVING become the parameters */
	return &plan->plan;
}

static Plan *
build_append(PlannerInfo *root, AppendPath *path, int flags)
{
	Append *plan;
	List *tlist = path_tlist(root, &path->path);
	ListCell *lc;

	if (path->subpaths == NIL)
	{
		Result *res = NEW_PLAN(Result, tlist, NIL, NULL);

		res->resconstantqual = (Node *) list_make1(makeBoolConst(false, false));
		copy_costs(&res->plan, &path->path);
		return &res->plan;
	}
	plan = NEW_PLAN(Append, tlist, NIL, NULL);
	foreach (lc, path->subpaths)
		plan->appendplans = lappend(plan->appendplans,
									build(root, lfirst(lc), TL_EXACT));
	plan->first_partial_plan = list_length(plan->appendplans);
	plan->apprelids = path->path.parent->relids;
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_projection(PlannerInfo *root, ProjectionPath *path, int flags)
{
	Plan *subplan;
	List *tlist = path_tlist(root, &path->path);
	Result *plan;

	subplan = build(root, path->subpath, path->dummypp ? TL_IGNORE : 0);
	if (path->dummypp)
	{
		/* the input computes the list itself */
		if (node_is_projection_capable(nodeTag(subplan)) ||
			tlist_same_exprs(tlist, subplan->targetlist))
		{
			subplan->targetlist = tlist;
			copy_costs(subplan, &path->path);
			return subplan;
		}
	}
	plan = NEW_PLAN(Result, tlist, NIL, subplan);
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_projectset(PlannerInfo *root, ProjectSetPath *path)
{
	Plan *subplan = build(root, path->subpath, 0);
	ProjectSet *plan = NEW_PLAN(ProjectSet, path_tlist(root, &path->path), NIL,
								subplan);

	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_material(PlannerInfo *root, MaterialPath *path, int flags)
{
	Plan *subplan = build(root, path->subpath, flags | TL_SMALL);
	Material *plan = NEW_PLAN(Material, subplan->targetlist, NIL, subplan);

	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_sort(PlannerInfo *root, SortPath *path, int flags)
{
	Plan *subplan = build(root, path->subpath, flags | TL_SMALL);
	Plan *plan = sort_for_pathkeys(subplan, path->path.pathkeys, NULL);

	copy_costs(plan, &path->path);
	return plan;
}

static Plan *
build_group(PlannerInfo *root, GroupPath *path)
{
	Plan *subplan = build(root, path->subpath, TL_LABEL);
	Group *plan = NEW_PLAN(Group, path_tlist(root, &path->path),
						   order_quals(root, path->qual), subplan);

	plan->numCols = list_length(path->groupClause);
	plan->grpColIdx = extract_grouping_cols(path->groupClause,
											subplan->targetlist);
	plan->grpOperators = extract_grouping_ops(path->groupClause);
	plan->grpCollations = extract_grouping_collations(path->groupClause,
													  subplan->targetlist);
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static long
clamp_long(double x)
{
	return x < 0 ? 0 : x > (double) LONG_MAX ? LONG_MAX
											 : (long) x;
}

static Agg *
make_agg(List *tlist, List *qual, AggStrategy strategy, List *groupClause,
		 double dNumGroups, Size transitionSpace, Plan *lefttree)
{
	Agg *node = NEW_PLAN(Agg, tlist, qual, lefttree);

	node->aggstrategy = strategy;
	node->aggsplit = AGGSPLIT_SIMPLE;
	node->numCols = list_length(groupClause);
	node->grpColIdx = extract_grouping_cols(groupClause, lefttree->targetlist);
	node->grpOperators = extract_grouping_ops(groupClause);
	node->grpCollations = extract_grouping_collations(groupClause,
													  lefttree->targetlist);
	node->numGroups = clamp_long(dNumGroups);
	node->transitionSpace = transitionSpace;
	return node;
}

static Plan *
build_agg(PlannerInfo *root, AggPath *path)
{
	Plan *subplan = build(root, path->subpath, TL_LABEL);
	Agg *plan = make_agg(path_tlist(root, &path->path),
						 order_quals(root, path->qual),
						 path->aggstrategy, path->groupClause,
						 path->numGroups, path->transitionSpace,
						 subplan);

	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_upper_unique(PlannerInfo *root, UpperUniquePath *path, int flags)
{
	Plan *subplan = build(root, path->subpath, flags | TL_LABEL);
	Unique *plan = NEW_PLAN(Unique, subplan->targetlist, NIL, subplan);
	int n = path->numkeys;
	ListCell *lc;
	int k = 0;

	plan->numCols = n;
	plan->uniqColIdx = palloc(Max(n, 1) * sizeof(AttrNumber));
	plan->uniqOperators = palloc(Max(n, 1) * sizeof(Oid));
	plan->uniqCollations = palloc(Max(n, 1) * sizeof(Oid));
	foreach (lc, path->path.pathkeys)
	{
		PathKey *pathkey = lfirst(lc);
		EquivalenceClass *ec = pathkey->pk_eclass;
		TargetEntry *tle = NULL;
		Oid type = InvalidOid;
		ListCell *j;

		if (k >= n)
			break;
		if (ec->ec_has_volatile)
		{
			tle = get_sortgroupref_tle(ec->ec_sortref, plan->plan.targetlist);
			type = ((EquivalenceMember *) linitial(ec->ec_members))->em_datatype;
		}
		else
			foreach (j, plan->plan.targetlist)
			{
				EquivalenceMember *em =
					find_ec_member_matching_expr(ec,
												 ((TargetEntry *) lfirst(j))->expr,
												 NULL);

				if (em)
				{
					tle = lfirst(j);
					type = em->em_datatype;
					break;
				}
			}
		if (!tle)
			elog(ERROR, "could not find pathkey item to sort");
		plan->uniqColIdx[k] = tle->resno;
		plan->uniqOperators[k] = get_opfamily_member(pathkey->pk_opfamily,
													 type, type,
													 BTEqualStrategyNumber);
		plan->uniqCollations[k] = ec->ec_collation;
		k++;
	}
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

/* The distinct right side of an IN. */
static Plan *
build_unique(PlannerInfo *root, UniquePath *path, int flags)
{
	Plan *subplan = build(root, path->subpath, flags);
	List *newtlist = path_tlist(root, &path->path);
	int nextresno = list_length(newtlist) + 1;
	int n = list_length(path->uniq_exprs);
	AttrNumber *cols = palloc(n * sizeof(AttrNumber));
	Oid *colls = palloc(n * sizeof(Oid));
	bool newitems = false;
	Plan *plan;
	ListCell *l;

	foreach (l, path->uniq_exprs)
	{
		Expr *e = lfirst(l);
		TargetEntry *tle = tlist_member(e, newtlist);

		if (!tle)
		{
			tle = makeTargetEntry(e, nextresno++, NULL, false);
			newtlist = lappend(newtlist, tle);
			newitems = true;
		}
		cols[foreach_current_index(l)] = tle->resno;
		colls[foreach_current_index(l)] = exprCollation((Node *) tle->expr);
	}
	if (newitems || path->umethod == UNIQUE_PATH_SORT ||
		!tlist_same_exprs(newtlist, subplan->targetlist))
	{
		if (node_is_projection_capable(nodeTag(subplan)))
			subplan->targetlist = newtlist;
		else if (!tlist_same_exprs(newtlist, subplan->targetlist))
			subplan = inject_projection(subplan, newtlist);
	}
	if (path->umethod == UNIQUE_PATH_HASH)
	{
		Agg *agg = NEW_PLAN(Agg, path_tlist(root, &path->path), NIL,
							subplan);

		agg->aggstrategy = AGG_HASHED;
		agg->aggsplit = AGGSPLIT_SIMPLE;
		agg->numCols = n;
		agg->grpColIdx = cols;
		agg->grpCollations = colls;
		agg->grpOperators = palloc(n * sizeof(Oid));
		foreach (l, path->in_operators)
		{
			Oid eq_oper;

			if (!get_compatible_hash_operators(lfirst_oid(l), NULL, &eq_oper))
				elog(ERROR, "could not find compatible hash operator for operator %u",
					 lfirst_oid(l));
			agg->grpOperators[foreach_current_index(l)] = eq_oper;
		}
		agg->numGroups = clamp_long(path->path.rows);
		plan = (Plan *) agg;
	}
	else
	{
		Oid *sortops = palloc(n * sizeof(Oid));
		Oid *eqops = palloc(n * sizeof(Oid));
		bool *nulls = palloc0(n * sizeof(bool));
		Unique *uniq;
		Sort *sort;

		foreach (l, path->in_operators)
		{
			int i = foreach_current_index(l);

			sortops[i] = get_ordering_op_for_equality_op(lfirst_oid(l), false);
			if (!OidIsValid(sortops[i]))
				elog(ERROR, "could not find ordering operator for equality operator %u",
					 lfirst_oid(l));
			eqops[i] = get_equality_op_for_ordering_op(sortops[i], NULL);
		}
		sort = make_sort(subplan, n, cols, sortops, colls, nulls);
		copy_plan_costs(&sort->plan, subplan);
		uniq = NEW_PLAN(Unique, sort->plan.targetlist, NIL, (Plan *) sort);
		uniq->numCols = n;
		uniq->uniqColIdx = cols;
		uniq->uniqOperators = eqops;
		uniq->uniqCollations = colls;
		plan = (Plan *) uniq;
	}
	copy_costs(plan, &path->path);
	return plan;
}

static void
window_columns(List *clauses, List *tlist, int *n, AttrNumber **cols,
			   Oid **ops, Oid **colls)
{
	ListCell *lc;

	*n = list_length(clauses);
	*cols = palloc(Max(*n, 1) * sizeof(AttrNumber));
	*ops = palloc(Max(*n, 1) * sizeof(Oid));
	*colls = palloc(Max(*n, 1) * sizeof(Oid));
	foreach (lc, clauses)
	{
		SortGroupClause *sgc = lfirst(lc);
		TargetEntry *tle = get_sortgroupclause_tle(sgc, tlist);
		int i = foreach_current_index(lc);

		(*cols)[i] = tle->resno;
		(*ops)[i] = sgc->eqop;
		(*colls)[i] = exprCollation((Node *) tle->expr);
	}
}

static Plan *
build_windowagg(PlannerInfo *root, WindowAggPath *path)
{
	WindowClause *wc = path->winclause;
	Plan *subplan = build(root, path->subpath, TL_LABEL | TL_SMALL);
	WindowAgg *plan = NEW_PLAN(WindowAgg, path_tlist(root, &path->path),
							   path->qual, subplan);

	plan->winref = wc->winref;
	window_columns(wc->partitionClause, subplan->targetlist,
				   &plan->partNumCols, &plan->partColIdx,
				   &plan->partOperators, &plan->partCollations);
	window_columns(wc->orderClause, subplan->targetlist, &plan->ordNumCols,
				   &plan->ordColIdx, &plan->ordOperators,
				   &plan->ordCollations);
	plan->frameOptions = wc->frameOptions;
	plan->startOffset = wc->startOffset;
	plan->endOffset = wc->endOffset;
	plan->startInRangeFunc = wc->startInRangeFunc;
	plan->endInRangeFunc = wc->endInRangeFunc;
	plan->inRangeColl = wc->inRangeColl;
	plan->inRangeAsc = wc->inRangeAsc;
	plan->inRangeNullsFirst = wc->inRangeNullsFirst;
	plan->topWindow = path->topwindow;
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_setop(PlannerInfo *root, SetOpPath *path, int flags)
{
	Plan *subplan = build(root, path->subpath, flags | TL_LABEL);
	SetOp *plan = NEW_PLAN(SetOp, subplan->targetlist, NIL, subplan);
	int n = list_length(path->distinctList);

	plan->cmd = path->cmd;
	plan->strategy = path->strategy;
	plan->numCols = n;
	plan->dupColIdx = extract_grouping_cols(path->distinctList,
											plan->plan.targetlist);
	plan->dupOperators = extract_grouping_ops(path->distinctList);
	plan->dupCollations = extract_grouping_collations(path->distinctList,
													  plan->plan.targetlist);
	plan->flagColIdx = path->flagColIdx;
	plan->firstFlag = path->firstFlag;
	plan->numGroups = clamp_long(path->numGroups);
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_recursive_union(PlannerInfo *root, RecursiveUnionPath *path)
{
	Plan *left = build(root, path->leftpath, TL_EXACT);
	Plan *right = build(root, path->rightpath, TL_EXACT);
	RecursiveUnion *plan = NEW_PLAN(RecursiveUnion,
									path_tlist(root, &path->path), NIL, left);

	plan->plan.righttree = right;
	plan->wtParam = path->wtParam;
	plan->numCols = list_length(path->distinctList);
	plan->dupColIdx = extract_grouping_cols(path->distinctList,
											plan->plan.targetlist);
	plan->dupOperators = extract_grouping_ops(path->distinctList);
	plan->dupCollations = extract_grouping_collations(path->distinctList,
													  plan->plan.targetlist);
	plan->numGroups = clamp_long(path->numGroups);
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_lockrows(PlannerInfo *root, LockRowsPath *path, int flags)
{
	Plan *subplan = build(root, path->subpath, flags);
	LockRows *plan = NEW_PLAN(LockRows, subplan->targetlist, NIL, subplan);

	plan->rowMarks = path->rowMarks;
	plan->epqParam = path->epqParam;
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_limit(PlannerInfo *root, LimitPath *path, int flags)
{
	Plan *subplan = build(root, path->subpath, flags);
	Limit *plan = NEW_PLAN(Limit, subplan->targetlist, NIL, subplan);

	plan->limitOffset = path->limitOffset;
	plan->limitCount = path->limitCount;
	plan->limitOption = path->limitOption;
	if (path->limitOption == LIMIT_OPTION_WITH_TIES)
	{
		List *sort = root->parse->sortClause;

		plan->uniqNumCols = list_length(sort);
		plan->uniqColIdx = extract_grouping_cols(sort,
												 root->processed_tlist);
		plan->uniqOperators = extract_grouping_ops(sort);
		plan->uniqCollations = extract_grouping_collations(sort,
														   root->processed_tlist);
	}
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build_modifytable(PlannerInfo *root, ModifyTablePath *path)
{
	Plan *subplan = build(root, path->subpath, TL_EXACT);
	ModifyTable *plan = NEW_PLAN(ModifyTable, NIL, NIL, subplan);

	apply_tlist_labeling(subplan->targetlist, root->processed_tlist);
	plan->operation = path->operation;
	plan->canSetTag = path->canSetTag;
	plan->nominalRelation = path->nominalRelation;
	plan->resultRelations = path->resultRelations;
	plan->updateColnosLists = path->updateColnosLists;
	plan->withCheckOptionLists = path->withCheckOptionLists;
	plan->returningLists = path->returningLists;
	plan->rowMarks = path->rowMarks;
	plan->epqParam = path->epqParam;
	if (path->onconflict)
	{
		OnConflictExpr *oc = path->onconflict;

		plan->onConflictAction = oc->action;
		plan->onConflictSet = oc->onConflictSet;
		plan->onConflictCols = extract_update_targetlist_colnos(plan->onConflictSet);
		plan->onConflictWhere = oc->onConflictWhere;
		plan->arbiterIndexes = infer_arbiter_indexes(root);
		plan->exclRelRTI = oc->exclRelIndex;
		plan->exclRelTlist = oc->exclRelTlist;
	}
	else
		plan->onConflictAction = ONCONFLICT_NONE;
	copy_costs(&plan->plan, &path->path);
	return &plan->plan;
}

static Plan *
build(PlannerInfo *root, Path *path, int flags)
{
	check_stack_depth();
	switch (nodeTag(path))
	{
		case T_AppendPath:
			return build_append(root, (AppendPath *) path, flags);
		case T_GroupResultPath:
			return build_result(root, (GroupResultPath *) path);
		case T_MinMaxAggPath:
			return build_minmax(root, (MinMaxAggPath *) path);
		case T_ProjectionPath:
			return build_projection(root, (ProjectionPath *) path, flags);
		case T_ProjectSetPath:
			return build_projectset(root, (ProjectSetPath *) path);
		case T_MaterialPath:
			return build_material(root, (MaterialPath *) path, flags);
		case T_UniquePath:
			return build_unique(root, (UniquePath *) path, flags);
		case T_UpperUniquePath:
			return build_upper_unique(root, (UpperUniquePath *) path, flags);
		case T_SortPath:
			return build_sort(root, (SortPath *) path, flags);
		case T_GroupPath:
			return build_group(root, (GroupPath *) path);
		case T_AggPath:
			return build_agg(root, (AggPath *) path);
		case T_WindowAggPath:
			return build_windowagg(root, (WindowAggPath *) path);
		case T_SetOpPath:
			return build_setop(root, (SetOpPath *) path, flags);
		case T_RecursiveUnionPath:
			return build_recursive_union(root, (RecursiveUnionPath *) path);
		case T_LockRowsPath:
			return build_lockrows(root, (LockRowsPath *) path, flags);
		case T_LimitPath:
			return build_limit(root, (LimitPath *) path, flags);
		case T_ModifyTablePath:
			return build_modifytable(root, (ModifyTablePath *) path);
		case T_NestPath:
		case T_HashPath:
			return build_join(root, (JoinPath *) path);
		default:
			return build_scan(root, path, flags);
	}
}

/* ---------------------------------------------------------------- scans */

/* Is it better to hand on the stored row than to pick its columns? */
static bool
use_physical_tlist(PlannerInfo *root, Path *path, int flags)
{
	RelOptInfo *rel = path->parent;

	if (flags & (TL_EXACT | TL_SMALL))
		return false;
	if ((rel->rtekind != RTE_RELATION && rel->rtekind != RTE_SUBQUERY &&
		 rel->rtekind != RTE_FUNCTION && rel->rtekind != RTE_VALUES &&
		 rel->rtekind != RTE_CTE) ||
		rel->reloptkind != RELOPT_BASEREL ||
		path->pathtype == T_IndexOnlyScan)
		return false;
	/* nothing read at all: a bitmap scan may skip fetching rows */
	if (IsA(path, BitmapHeapPath) && path->pathtarget->exprs == NIL)
		return false;
	/* system columns and whole rows are no part of it */
	for (int i = rel->min_attr; i <= 0; i++)
		if (!bms_is_empty(rel->attr_needed[i - rel->min_attr]))
			return false;
	if ((flags & TL_LABEL) && path->pathtarget->sortgrouprefs)
	{
		Bitmapset *seen = NULL;
		ListCell *lc;

		foreach (lc, path->pathtarget->exprs)
		{
			Expr *expr = lfirst(lc);

			if (path->pathtarget->sortgrouprefs[foreach_current_index(lc)] == 0)
				continue;
			if (!IsA(expr, Var) || ((Var *) expr)->varattno <= 0)
				return false;
			if (bms_is_member(((Var *) expr)->varattno, seen))
				return false;
			seen = bms_add_member(seen, ((Var *) expr)->varattno);
		}
	}
	return true;
}

static void
init_scan(PlannerInfo *root, Scan *scan, Path *path, List *tlist, List *qual)
{
	scan->plan.targetlist = tlist;
	scan->plan.qual = qual;
	scan->scanrelid = path->parent->relid;
	copy_costs(&scan->plan, path);
}

static List *
scan_quals(PlannerInfo *root, Path *path, List *clauses)
{
	List *quals = order_quals(root, extract_actual_clauses(clauses, false));

	return path->param_info ? (List *) with_params(root, (Node *) quals) : quals;
}

/* Conditions that neither the index nor its predicate takes care of. */
static List *
quals_beside_index(List *clauses, List *indexclauses, List *indpred,
				   List *bare)
{
	List *result = NIL;
	ListCell *l;

	foreach (l, clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, l);

		if (rinfo->pseudoconstant ||
			is_redundant_with_indexclauses(rinfo, indexclauses) ||
			list_member(bare, rinfo->clause))
			continue;
		if (!contain_mutable_functions((Node *) rinfo->clause) &&
			(predicate_implied_by(list_make1(rinfo->clause), bare, false) ||
			 (indpred &&
			  predicate_implied_by(list_make1(rinfo->clause), indpred, false))))
			continue;
		result = lappend(result, rinfo);
	}
	return result;
}

static Plan *
build_indexscan(PlannerInfo *root, IndexPath *path, List *tlist,
				List *scan_clauses, bool indexonly)
{
	List *stripped;
	List *fixed;
	List *qpqual;

	fix_index_quals(root, path, &stripped, &fixed);
	qpqual = order_quals(root, get_actual_clauses(quals_beside_index(scan_clauses, path->indexclauses, NIL, stripped)));
	if (path->path.param_info)
	{
		stripped = (List *) with_params(root, (Node *) stripped);
		qpqual = (List *) with_params(root, (Node *) qpqual);
	}
	if (indexonly)
	{
		IndexOnlyScan *scan = makeNode(IndexOnlyScan);
		int col = 0;
		ListCell *l;

		/* columns that the index cannot return must not be read from it */
		foreach (l, path->indexinfo->indextlist)
			((TargetEntry *) lfirst(l))->resjunk =
				!path->indexinfo->canreturn[col++];
		init_scan(root, &scan->scan, &path->path, tlist, qpqual);
		scan->indexid = path->indexinfo->indexoid;
		scan->indexqual = fixed;
		scan->recheckqual = stripped;
		scan->indextlist = path->indexinfo->indextlist;
		scan->indexorderdir = path->indexscandir;
		return (Plan *) scan;
	}
	{
		IndexScan *scan = makeNode(IndexScan);

		init_scan(root, &scan->scan, &path->path, tlist, qpqual);
		scan->indexid = path->indexinfo->indexoid;
		scan->indexqual = fixed;
		scan->indexqualorig = stripped;
		scan->indexorderdir = path->indexscandir;
		return (Plan *) scan;
	}
}

static Plan *
build_bitmapscan(PlannerInfo *root, BitmapHeapPath *path, List *tlist,
				 List *scan_clauses)
{
	BitmapHeapScan *scan = makeNode(BitmapHeapScan);
	List *bitmapqualorig;
	List *indexquals;
	Plan *sub = bitmap_subplan(root, path->bitmapqual, &bitmapqualorig,
							   &indexquals);
	List *qpqual = NIL;
	ListCell *l;

	foreach (l, scan_clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, l);
		Node *clause = (Node *) rinfo->clause;

		if (rinfo->pseudoconstant || list_member(indexquals, clause))
			continue;
		if (!contain_mutable_functions(clause) &&
			predicate_implied_by(list_make1(clause), indexquals, false))
			continue;
		qpqual = lappend(qpqual, clause);
	}
	qpqual = order_quals(root, qpqual);
	/* conditions that are checked anyway need no recheck */
	bitmapqualorig = list_difference_ptr(bitmapqualorig, qpqual);
	if (path->path.param_info)
	{
		qpqual = (List *) with_params(root, (Node *) qpqual);
		bitmapqualorig = (List *) with_params(root, (Node *) bitmapqualorig);
	}
	init_scan(root, &scan->scan, &path->path, tlist, qpqual);
	scan->scan.plan.lefttree = sub;
	scan->bitmapqualorig = bitmapqualorig;
	return (Plan *) scan;
}

static Plan *
build_subqueryscan(PlannerInfo *root, SubqueryScanPath *path, List *tlist,
				   List *quals)
{
	SubqueryScan *scan = makeNode(SubqueryScan);
	RelOptInfo *rel = path->path.parent;

	scan->subplan = create_plan(rel->subroot, path->subpath);
	if (path->path.param_info)
		process_subquery_nestloop_params(root, rel->subplan_params);
	init_scan(root, &scan->scan, &path->path, tlist, quals);
	return (Plan *) scan;
}

static Plan *
build_tidscan(PlannerInfo *root, TidPath *path, List *tlist,
			  List *scan_clauses)
{
	TidScan *scan = makeNode(TidScan);
	List *tidquals = extract_actual_clauses(path->tidquals, false);
	List *rest = NIL;
	ListCell *l;

	foreach (l, scan_clauses)
	{
		RestrictInfo *rinfo = lfirst(l);

		if (rinfo->pseudoconstant || list_member_ptr(path->tidquals, rinfo) ||
			(list_length(path->tidquals) > 1 &&
			 equal(rinfo->clause, make_orclause(tidquals))))
			continue;
		rest = lappend(rest, rinfo->clause);
	}
	rest = order_quals(root, rest);
	if (path->path.param_info)
	{
		tidquals = (List *) with_params(root, (Node *) tidquals);
		rest = (List *) with_params(root, (Node *) rest);
	}
	init_scan(root, &scan->scan, &path->path, tlist, rest);
	scan->tidquals = tidquals;
	return (Plan *) scan;
}

static Plan *
build_ctescan(PlannerInfo *root, Path *path, List *tlist, List *quals)
{
	CteScan *scan = makeNode(CteScan);
	RangeTblEntry *rte = planner_rt_fetch(path->parent->relid, root);
	PlannerInfo *cteroot = root;
	SubPlan *ctesplan = NULL;
	int ndx = 0;
	int plan_id;
	ListCell *lc;

	for (Index up = rte->ctelevelsup; up > 0; up--)
		cteroot = cteroot->parent_root;
	foreach (lc, cteroot->parse->cteList)
	{
		if (strcmp(((CommonTableExpr *) lfirst(lc))->ctename,
				   rte->ctename) == 0)
			break;
		ndx++;
	}
	plan_id = list_nth_int(cteroot->cte_plan_ids, ndx);
	foreach (lc, cteroot->init_plans)
		if (((SubPlan *) lfirst(lc))->plan_id == plan_id)
			ctesplan = lfirst(lc);
	if (!ctesplan)
		elog(ERROR, "could not find plan for CTE \"%s\"", rte->ctename);
	init_scan(root, &scan->scan, path, tlist, quals);
	scan->ctePlanId = plan_id;
	scan->cteParam = linitial_int(ctesplan->setParam);
	return (Plan *) scan;
}

static Plan *
build_worktablescan(PlannerInfo *root, Path *path, List *tlist, List *quals)
{
	WorkTableScan *scan = makeNode(WorkTableScan);
	RangeTblEntry *rte = planner_rt_fetch(path->parent->relid, root);
	PlannerInfo *cteroot = root;

	for (Index up = rte->ctelevelsup - 1; up > 0; up--)
		cteroot = cteroot->parent_root;
	if (cteroot->wt_param_id < 0)
		elog(ERROR, "could not find param ID for CTE \"%s\"", rte->ctename);
	init_scan(root, &scan->scan, path, tlist, quals);
	scan->wtParam = cteroot->wt_param_id;
	return (Plan *) scan;
}

static Plan *
build_simple(PlannerInfo *root, Path *path, List *tlist, List *quals)
{
	RangeTblEntry *rte = planner_rt_fetch(path->parent->relid, root);

	switch (path->pathtype)
	{
		case T_SeqScan:
		{
			SeqScan *scan = makeNode(SeqScan);

			init_scan(root, &scan->scan, path, tlist, quals);
			return (Plan *) scan;
		}
		case T_FunctionScan:
		{
			FunctionScan *scan = makeNode(FunctionScan);

			init_scan(root, &scan->scan, path, tlist, quals);
			scan->functions = path->param_info ? (List *) with_params(root, (Node *) rte->functions) : rte->functions;
			scan->funcordinality = rte->funcordinality;
			return (Plan *) scan;
		}
		case T_ValuesScan:
		{
			ValuesScan *scan = makeNode(ValuesScan);

			init_scan(root, &scan->scan, path, tlist, quals);
			scan->values_lists = path->param_info ? (List *) with_params(root, (Node *) rte->values_lists) : rte->values_lists;
			return (Plan *) scan;
		}
		case T_CteScan:
			return build_ctescan(root, path, tlist, quals);
		case T_WorkTableScan:
			return build_worktablescan(root, path, tlist, quals);
		case T_Result:
		{
			Result *res = NEW_PLAN(Result, tlist, NIL, NULL);

			res->resconstantqual = (Node *) quals;
			copy_costs(&res->plan, path);
			return &res->plan;
		}
		default:
			elog(ERROR, "unrecognized node type: %d", (int) path->pathtype);
	}
	return NULL;
}

static Plan *
build_scan(PlannerInfo *root, Path *path, int flags)
{
	RelOptInfo *rel = path->parent;
	List *clauses;
	List *gating = NIL;
	List *tlist;
	Plan *plan;

	clauses = path->pathtype == T_IndexScan ||
			path->pathtype == T_IndexOnlyScan
		? ((IndexPath *) path)->indexinfo->indrestrictinfo
		: rel->baserestrictinfo;
	if (path->param_info)
		clauses = list_concat_copy(clauses, path->param_info->ppi_clauses);
	if (root->hasPseudoConstantQuals)
		gating = extract_actual_clauses(clauses, true);
	if (gating)
		flags = 0;
	if (flags & TL_IGNORE)
		tlist = NIL;
	else if (use_physical_tlist(root, path, flags))
	{
		tlist = build_physical_tlist(root, rel);
		if (tlist == NIL)
			tlist = path_tlist(root, path);
		else if (flags & TL_LABEL)
			apply_pathtarget_labeling_to_tlist(tlist, path->pathtarget);
	}
	else
		tlist = path_tlist(root, path);
	switch (path->pathtype)
	{
		case T_IndexScan:
			plan = build_indexscan(root, (IndexPath *) path, tlist, clauses,
								   false);
			break;
		case T_IndexOnlyScan:
			plan = build_indexscan(root, (IndexPath *) path, tlist, clauses,
								   true);
			break;
		case T_BitmapHeapScan:
			plan = build_bitmapscan(root, (BitmapHeapPath *) path, tlist,
									clauses);
			break;
		case T_TidScan:
			plan = build_tidscan(root, (TidPath *) path, tlist, clauses);
			break;
		case T_SubqueryScan:
			plan = build_subqueryscan(root, (SubqueryScanPath *) path, tlist,
									  scan_quals(root, path, clauses));
			break;
		default:
			plan = build_simple(root, path, tlist,
								scan_quals(root, path, clauses));
	}
	if (gating)
		plan = add_gate(root, path, plan, order_quals(root, gating));
	return plan;
}

/* ---------------------------------------------------------------- index conditions */

static Node *
index_column(IndexOptInfo *index, int indexcol, Node *operand)
{
	Expr *expr;

	while (IsA(operand, RelabelType))
		operand = (Node *) ((RelabelType *) operand)->arg;
	expr = ((TargetEntry *) list_nth(index->indextlist, indexcol))->expr;
	return (Node *) makeVar(INDEX_VAR, indexcol + 1, exprType((Node *) expr),
							index->indexkeys[indexcol] != 0 &&
									IsA(operand, Var)
								? ((Var *) operand)->vartypmod
								: -1,
							exprCollation((Node *) expr), 0);
}

/* The clause with the index column as INDEX_VAR. */
static Node *
fix_index_clause(PlannerInfo *root, IndexOptInfo *index, int indexcol,
				 Node *clause, List *indexcols)
{
	clause = copyObject(clause);
	clause = with_params(root, clause);
	if (IsA(clause, OpExpr))
	{
		OpExpr *op = (OpExpr *) clause;

		linitial(op->args) = index_column(index, indexcol, linitial(op->args));
	}
	else if (IsA(clause, RowCompareExpr))
	{
		RowCompareExpr *rc = (RowCompareExpr *) clause;
		ListCell *lca;

		foreach (lca, rc->largs)
			lfirst(lca) = index_column(index,
									   list_nth_int(indexcols,
													foreach_current_index(lca)),
									   lfirst(lca));
	}
	else if (IsA(clause, ScalarArrayOpExpr))
	{
		ScalarArrayOpExpr *saop = (ScalarArrayOpExpr *) clause;

		linitial(saop->args) = index_column(index, indexcol,
											linitial(saop->args));
		saop->hashfuncid = saop->negfuncid = InvalidOid;
	}
	else if (IsA(clause, NullTest))
	{
		NullTest *nt = (NullTest *) clause;

		nt->arg = (Expr *) index_column(index, indexcol, (Node *) nt->arg);
	}
	else
		elog(ERROR, "unsupported indexqual type: %d", (int) nodeTag(clause));
	return clause;
}

static void
fix_index_quals(PlannerInfo *root, IndexPath *path, List **stripped,
				List **fixed)
{
	ListCell *lc;

	*stripped = *fixed = NIL;
	foreach (lc, path->indexclauses)
	{
		IndexClause *ic = lfirst_node(IndexClause, lc);
		ListCell *lc2;

		foreach (lc2, ic->indexquals)
		{
			Node *clause = (Node *) lfirst_node(RestrictInfo, lc2)->clause;

			*stripped = lappend(*stripped, clause);
			*fixed = lappend(*fixed,
							 fix_index_clause(root, path->indexinfo,
											  ic->indexcol, clause,
											  ic->indexcols));
		}
	}
}

/*
 * *qual: conditions to recheck on lossy pages; *indexqual: what the bitmap is
 * known to guarantee.
 */
static Plan *
bitmap_subplan(PlannerInfo *root, Path *bitmapqual, List **qual,
			   List **indexqual)
{
	ListCell *l;

	if (IsA(bitmapqual, BitmapAndPath))
	{
		BitmapAndPath *apath = (BitmapAndPath *) bitmapqual;
		BitmapAnd *plan = makeNode(BitmapAnd);

		*qual = *indexqual = NIL;
		foreach (l, apath->bitmapquals)
		{
			List *q;
			List *iq;

			plan->bitmapplans = lappend(plan->bitmapplans,
										bitmap_subplan(root, lfirst(l), &q,
													   &iq));
			*qual = list_concat_unique(*qual, q);
			*indexqual = list_concat_unique(*indexqual, iq);
		}
		copy_costs(&plan->plan, bitmapqual);
		plan->plan.plan_rows = clamp_row_est(apath->bitmapselectivity *
											 apath->path.parent->tuples);
		plan->plan.plan_width = 0;
		return &plan->plan;
	}
	if (IsA(bitmapqual, BitmapOrPath))
	{
		BitmapOrPath *opath = (BitmapOrPath *) bitmapqual;
		BitmapOr *plan = makeNode(BitmapOr);
		List *subquals = NIL;
		List *subiquals = NIL;
		bool always = false;

		foreach (l, opath->bitmapquals)
		{
			List *q;
			List *iq;

			plan->bitmapplans = lappend(plan->bitmapplans,
										bitmap_subplan(root, lfirst(l), &q,
													   &iq));
			if (q == NIL)
				always = true;
			else
			{
				subquals = lappend(subquals, make_ands_explicit(q));
				subiquals = lappend(subiquals, make_ands_explicit(iq));
			}
		}
		*qual = always ? NIL : list_length(subquals) == 1 ? subquals
														  : list_make1(make_orclause(subquals));
		*indexqual = always ? NIL : list_length(subiquals) == 1 ? subiquals
																: list_make1(make_orclause(subiquals));
		if (list_length(plan->bitmapplans) == 1)
			return linitial(plan->bitmapplans);
		copy_costs(&plan->plan, bitmapqual);
		plan->plan.plan_rows = clamp_row_est(opath->bitmapselectivity *
											 opath->path.parent->tuples);
		plan->plan.plan_width = 0;
		return &plan->plan;
	}
	{
		IndexPath *ipath = (IndexPath *) bitmapqual;
		BitmapIndexScan *scan = makeNode(BitmapIndexScan);
		List *stripped;
		List *fixed;

		fix_index_quals(root, ipath, &stripped, &fixed);
		scan->scan.scanrelid = ipath->path.parent->relid;
		scan->indexid = ipath->indexinfo->indexoid;
		scan->indexqual = fixed;
		scan->indexqualorig = ipath->path.param_info ? (List *) with_params(root, (Node *) stripped) : stripped;
		scan->scan.plan.startup_cost = 0.0;
		scan->scan.plan.total_cost = ipath->indextotalcost;
		scan->scan.plan.plan_rows = clamp_row_est(ipath->indexselectivity *
												  ipath->path.parent->tuples);
		scan->scan.plan.plan_width = 0;
		*qual = *indexqual = NIL;
		foreach (l, ipath->indexclauses)
		{
			RestrictInfo *rinfo = ((IndexClause *) lfirst(l))->rinfo;

			*qual = lappend(*qual, rinfo->clause);
			*indexqual = lappend(*indexqual, rinfo->clause);
		}
		foreach (l, ipath->indexinfo->indpred)
			if (!predicate_implied_by(list_make1(lfirst(l)), *qual, false))
			{
				*qual = lappend(*qual, lfirst(l));
				*indexqual = lappend(*indexqual, lfirst(l));
			}
		return (Plan *) scan;
	}
}

/* ---------------------------------------------------------------- joins */

static Plan *
build_nestloop(PlannerInfo *root, NestPath *path)
{
	JoinPath *jp = &path->jpath;
	List *tlist = path_tlist(root, &jp->path);
	List *joinclauses;
	List *otherclauses = NIL;
	Relids outerrelids = jp->outerjoinpath->parent->relids;
	Relids save = root->curOuterRels;
	NestLoop *plan;
	Plan *outer;
	Plan *inner;

	outer = build(root, jp->outerjoinpath, 0);
	root->curOuterRels = bms_union(root->curOuterRels, outerrelids);
	inner = build(root, jp->innerjoinpath, 0);
	bms_free(root->curOuterRels);
	root->curOuterRels = save;
	if (IS_OUTER_JOIN(jp->jointype))
		extract_actual_join_clauses(jp->joinrestrictinfo,
									jp->path.parent->relids, &joinclauses,
									&otherclauses);
	else
		joinclauses = extract_actual_clauses(jp->joinrestrictinfo, false);
	joinclauses = order_quals(root, joinclauses);
	if (jp->path.param_info)
	{
		joinclauses = (List *) with_params(root, (Node *) joinclauses);
		otherclauses = (List *) with_params(root, (Node *) otherclauses);
	}
	plan = NEW_PLAN(NestLoop, tlist, otherclauses, outer);
	plan->join.plan.righttree = inner;
	plan->join.jointype = jp->jointype;
	plan->join.inner_unique = jp->inner_unique;
	plan->join.joinqual = joinclauses;
	plan->nestParams = identify_current_nestloop_params(root, outerrelids);
	copy_costs(&plan->join.plan, &jp->path);
	return &plan->join.plan;
}

/* The clauses with the outer side's expression on the left. */
static List *
outer_on_left(List *hashclauses, Relids outerrelids)
{
	List *result = NIL;
	ListCell *l;

	foreach (l, hashclauses)
	{
		RestrictInfo *rinfo = lfirst(l);
		OpExpr *clause = (OpExpr *) rinfo->clause;

		if (bms_is_subset(rinfo->right_relids, outerrelids))
		{
			OpExpr *temp = makeNode(OpExpr);

			*temp = *clause;
			temp->args = list_copy(clause->args);
			CommuteOpExpr(temp);
			clause = temp;
		}
		result = lappend(result, clause);
	}
	return result;
}

static Plan *
build_hashjoin(PlannerInfo *root, HashPath *path)
{
	JoinPath *jp = &path->jpath;
	List *tlist = path_tlist(root, &jp->path);
	List *joinclauses;
	List *otherclauses = NIL;
	List *hashclauses;
	HashJoin *plan;
	Hash *hash;
	Plan *outer = build(root, jp->outerjoinpath,
						path->num_batches > 1 ? TL_SMALL : 0);
	Plan *inner = build(root, jp->innerjoinpath, TL_SMALL);
	ListCell *lc;

	if (IS_OUTER_JOIN(jp->jointype))
		extract_actual_join_clauses(jp->joinrestrictinfo,
									jp->path.parent->relids, &joinclauses,
									&otherclauses);
	else
		joinclauses = extract_actual_clauses(jp->joinrestrictinfo, false);
	joinclauses = list_difference(joinclauses,
								  get_actual_clauses(path->path_hashclauses));
	joinclauses = order_quals(root, joinclauses);
	hashclauses = outer_on_left(path->path_hashclauses,
								jp->outerjoinpath->parent->relids);
	if (jp->path.param_info)
	{
		joinclauses = (List *) with_params(root, (Node *) joinclauses);
		otherclauses = (List *) with_params(root, (Node *) otherclauses);
	}
	hash = NEW_PLAN(Hash, inner->targetlist, NIL, inner);
	copy_plan_costs(&hash->plan, inner);
	hash->plan.startup_cost = hash->plan.total_cost;
	plan = NEW_PLAN(HashJoin, tlist, otherclauses, outer);
	plan->join.plan.righttree = (Plan *) hash;
	plan->join.jointype = jp->jointype;
	plan->join.inner_unique = jp->inner_unique;
	plan->join.joinqual = joinclauses;
	plan->hashclauses = hashclauses;
	foreach (lc, hashclauses)
	{
		OpExpr *hclause = lfirst_node(OpExpr, lc);

		plan->hashoperators = lappend_oid(plan->hashoperators, hclause->opno);
		plan->hashcollations = lappend_oid(plan->hashcollations,
										   hclause->inputcollid);
		plan->hashkeys = lappend(plan->hashkeys, linitial(hclause->args));
		hash->hashkeys = lappend(hash->hashkeys, lsecond(hclause->args));
	}
	copy_costs(&plan->join.plan, &jp->path);
	return &plan->join.plan;
}

static Plan *
build_join(PlannerInfo *root, JoinPath *path)
{
	Plan *plan = IsA(path, HashPath) ? build_hashjoin(root, (HashPath *) path) : build_nestloop(root, (NestPath *) path);
	List *gating;

	if (!root->hasPseudoConstantQuals)
		return plan;
	gating = extract_actual_clauses(path->joinrestrictinfo, true);
	if (gating)
		plan = add_gate(root, &path->path, plan, order_quals(root, gating));
	return plan;
}

/* ---------------------------------------------------------------- sorting */

static Sort *
make_sort(Plan *lefttree, int numCols, AttrNumber *sortColIdx,
		  Oid *sortOperators, Oid *collations, bool *nullsFirst)
{
	Sort *node = NEW_PLAN(Sort, lefttree->targetlist, NIL, lefttree);

	node->numCols = numCols;
	node->sortColIdx = sortColIdx;
	node->sortOperators = sortOperators;
	node->collations = collations;
	node->nullsFirst = nullsFirst;
	return node;
}

static Plan *
inject_projection(Plan *subplan, List *tlist)
{
	Result *plan = NEW_PLAN(Result, tlist, NIL, subplan);

	copy_plan_costs(&plan->plan, subplan);
	return &plan->plan;
}

/* The target list entry that a sort column can be taken from. */
static TargetEntry *
sort_column(EquivalenceClass *ec, List *tlist, Oid *type)
{
	ListCell *j;

	if (ec->ec_has_volatile)
	{
		*type = ((EquivalenceMember *) linitial(ec->ec_members))->em_datatype;
		return get_sortgroupref_tle(ec->ec_sortref, tlist);
	}
	foreach (j, tlist)
	{
		EquivalenceMember *em =
			find_ec_member_matching_expr(ec, ((TargetEntry *) lfirst(j))->expr,
										 NULL);

		if (em)
		{
			*type = em->em_datatype;
			return lfirst(j);
		}
	}
	return NULL;
}

static Plan *
sort_for_pathkeys(Plan *lefttree, List *pathkeys, Relids relids)
{
	int n = list_length(pathkeys);
	AttrNumber *cols = palloc(Max(n, 1) * sizeof(AttrNumber));
	Oid *ops = palloc(Max(n, 1) * sizeof(Oid));
	Oid *colls = palloc(Max(n, 1) * sizeof(Oid));
	bool *nulls = palloc(Max(n, 1) * sizeof(bool));
	int k = 0;
	ListCell *i;

	foreach (i, pathkeys)
	{
		PathKey *pathkey = lfirst(i);
		EquivalenceClass *ec = pathkey->pk_eclass;
		Oid type = InvalidOid;
		TargetEntry *tle = sort_column(ec, lefttree->targetlist, &type);
		bool known = false;

		if (!tle)
			elog(ERROR, "could not find pathkey item to sort");
		for (int j = 0; j < k; j++)
			known |= cols[j] == tle->resno;
		if (known)
			continue;
		cols[k] = tle->resno;
		ops[k] = get_opfamily_member(pathkey->pk_opfamily, type, type,
									 pathkey->pk_strategy);
		if (!OidIsValid(ops[k]))
			elog(ERROR, "missing operator %d(%u,%u) in opfamily %u",
				 pathkey->pk_strategy, type, type, pathkey->pk_opfamily);
		colls[k] = ec->ec_collation;
		nulls[k] = pathkey->pk_nulls_first;
		k++;
	}
	return (Plan *) make_sort(lefttree, k, cols, ops, colls, nulls);
}
