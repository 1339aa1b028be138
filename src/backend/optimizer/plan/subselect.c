/*
 * subselect.c
 *		Sub-selects in expressions, WITH queries, and parameters.
 *
 * A SubLink becomes a SubPlan: run once as an initplan if it does not depend
 * on the outer row, else per row with the outer values passed as parameters,
 * hashed where IN allows it.  CTEs are initplans too, or are inlined when
 * used once.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/plan/subselect.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "executor/nodeHash.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/planmain.h"
#include "optimizer/planner.h"
#include "optimizer/prep.h"
#include "optimizer/subselect.h"
#include "parser/parse_relation.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

static Node *build_subplan(PlannerInfo *root, Plan *plan, PlannerInfo *subroot,
						   List *plan_params, SubLinkType subLinkType,
						   Node *testexpr, List *testexpr_paramids,
						   bool unknownEqFalse);
static List *subquery_params(PlannerInfo *root, List *tlist, List **paramIds);
static Node *convert_testexpr(Node *testexpr, List *subst_nodes);
static bool testexpr_is_hashable(Node *testexpr, List *param_ids);
static bool subplan_is_hashable(Plan *plan);

/* ---------------------------------------------------------------- parameters */

static int
new_param_id(PlannerInfo *root, Oid type)
{
	root->glob->paramExecTypes = lappend_oid(root->glob->paramExecTypes, type);
	return list_length(root->glob->paramExecTypes) - 1;
}

static Param *
make_exec_param(int id, Oid type, int32 typmod, Oid collation)
{
	Param *p = makeNode(Param);

	p->paramkind = PARAM_EXEC;
	p->paramid = id;
	p->paramtype = type;
	p->paramtypmod = typmod;
	p->paramcollid = collation;
	p->location = -1;
	return p;
}

Param *
generate_new_exec_param(PlannerInfo *root, Oid paramtype, int32 paramtypmod,
						Oid paramcollation)
{
	return make_exec_param(new_param_id(root, paramtype), paramtype,
						   paramtypmod, paramcollation);
}

/* A parameter that only signals change: no value of a type. */
int
assign_special_exec_param(PlannerInfo *root)
{
	return new_param_id(root, InvalidOid);
}

/* The parameter by which an upper level passes the item down. */
static int
upper_item_param(PlannerInfo *root, Node *item, Index levelsup)
{
	PlannerInfo *owner = root;
	PlannerParamItem *pitem;
	ListCell *lc;

	while (levelsup-- > 0)
		owner = owner->parent_root;
	foreach (lc, owner->plan_params)
	{
		pitem = lfirst(lc);
		if (equal(pitem->item, item))
			return pitem->paramId;
	}
	pitem = makeNode(PlannerParamItem);
	pitem->item = item;
	pitem->paramId = new_param_id(root, exprType(item));
	owner->plan_params = lappend(owner->plan_params, pitem);
	return pitem->paramId;
}

Param *
replace_outer_var(PlannerInfo *root, Var *var)
{
	Var *v = copyObject(var);
	Param *p;

	v->varlevelsup = 0;
	p = make_exec_param(upper_item_param(root, (Node *) v, var->varlevelsup),
						var->vartype, var->vartypmod, var->varcollid);
	p->location = var->location;
	return p;
}

Param *
replace_outer_agg(PlannerInfo *root, Aggref *agg)
{
	PlannerInfo *owner = root;
	PlannerParamItem *pitem;
	Aggref *a = copyObject(agg);

	for (Index up = agg->agglevelsup; up > 0; up--)
		owner = owner->parent_root;
	IncrementVarSublevelsUp((Node *) a, -((int) agg->agglevelsup), 0);
	pitem = makeNode(PlannerParamItem);
	pitem->item = (Node *) a;
	pitem->paramId = new_param_id(root, a->aggtype);
	owner->plan_params = lappend(owner->plan_params, pitem);
	return make_exec_param(pitem->paramId, a->aggtype, -1, a->aggcollid);
}

Param *
replace_outer_grouping(PlannerInfo *root, GroupingFunc *grp)
{
	GroupingFunc *g = copyObject(grp);
	PlannerInfo *owner = root;
	PlannerParamItem *pitem;

	for (Index up = grp->agglevelsup; up > 0; up--)
		owner = owner->parent_root;
	IncrementVarSublevelsUp((Node *) g, -((int) grp->agglevelsup), 0);
	pitem = makeNode(PlannerParamItem);
	pitem->item = (Node *) g;
	pitem->paramId = new_param_id(root, INT4OID);
	owner->plan_params = lappend(owner->plan_params, pitem);
	return make_exec_param(pitem->paramId, INT4OID, -1, InvalidOid);
}

/* A column of the outer side of a nested loop, for its inner side. */
Param *
replace_nestloop_param_var(PlannerInfo *root, Var *var)
{
	NestLoopParam *nlp;
	Param *p;
	ListCell *lc;

	foreach (lc, root->curOuterParams)
	{
		nlp = lfirst(lc);
		if (equal(var, nlp->paramval))
			return make_exec_param(nlp->paramno, var->vartype, var->vartypmod,
								   var->varcollid);
	}
	p = generate_new_exec_param(root, var->vartype, var->vartypmod,
								var->varcollid);
	nlp = makeNode(NestLoopParam);
	nlp->paramno = p->paramid;
	nlp->paramval = copyObject(var);
	root->curOuterParams = lappend(root->curOuterParams, nlp);
	return p;
}

/* What a lateral sub-select wants of the current outer relations. */
void
process_subquery_nestloop_params(PlannerInfo *root, List *subplan_params)
{
	ListCell *lc;

	foreach (lc, subplan_params)
	{
		PlannerParamItem *pitem = lfirst_node(PlannerParamItem, lc);
		Var *var = (Var *) pitem->item;
		NestLoopParam *nlp;
		ListCell *lc2;
		bool known = false;

		if (!IsA(var, Var))
			elog(ERROR, "unexpected type of subquery parameter");
		if (!bms_is_member(var->varno, root->curOuterRels))
			elog(ERROR, "non-LATERAL parameter required by subquery");
		foreach (lc2, root->curOuterParams)
			known |= ((NestLoopParam *) lfirst(lc2))->paramno == pitem->paramId;
		if (known)
			continue;
		nlp = makeNode(NestLoopParam);
		nlp->paramno = pitem->paramId;
		nlp->paramval = copyObject(var);
		root->curOuterParams = lappend(root->curOuterParams, nlp);
	}
}

/* Take over the parameters that the given relations can supply. */
List *
identify_current_nestloop_params(PlannerInfo *root, Relids leftrelids)
{
	List *result = NIL;
	ListCell *cell;

	foreach (cell, root->curOuterParams)
	{
		NestLoopParam *nlp = lfirst(cell);

		if (!bms_is_member(nlp->paramval->varno, leftrelids))
			continue;
		root->curOuterParams = foreach_delete_current(root->curOuterParams,
													  cell);
		result = lappend(result, nlp);
	}
	return result;
}

static Node *
correlation_mutator(Node *node, PlannerInfo *root)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, Var) && ((Var *) node)->varlevelsup > 0)
		return (Node *) replace_outer_var(root, (Var *) node);
	if (IsA(node, Aggref) && ((Aggref *) node)->agglevelsup > 0)
		return (Node *) replace_outer_agg(root, (Aggref *) node);
	if (IsA(node, GroupingFunc) && ((GroupingFunc *) node)->agglevelsup > 0)
		return (Node *) replace_outer_grouping(root, (GroupingFunc *) node);
	return expression_tree_mutator(node, correlation_mutator, root);
}

/* Upper-level Vars and aggregates become parameters. */
Node *
SS_replace_correlation_vars(PlannerInfo *root, Node *expr)
{
	return correlation_mutator(expr, root);
}

/* ---------------------------------------------------------------- sublinks */

/* Drop from EXISTS (SELECT ...) what cannot change whether there is a row. */
static bool
simplify_exists(PlannerInfo *root, Query *query)
{
	if (query->commandType != CMD_SELECT || query->setOperations ||
		query->hasAggs || query->groupingSets || query->hasWindowFuncs ||
		query->hasTargetSRFs || query->hasModifyingCTE || query->havingQual ||
		query->limitOffset || query->rowMarks)
		return false;
	if (query->limitCount)
	{
		Node *node = eval_const_expressions(root, query->limitCount);

		query->limitCount = node;
		if (!IsA(node, Const) || (!((Const *) node)->constisnull && DatumGetInt64(((Const *) node)->constvalue) <= 0))
			return false;
		query->limitCount = NULL;
	}
	query->targetList = NIL;
	query->groupClause = NIL;
	query->windowClause = NIL;
	query->distinctClause = NIL;
	query->sortClause = NIL;
	query->hasDistinctOn = false;
	return true;
}

static Node *
make_subplan(PlannerInfo *root, Query *orig_subquery, SubLinkType subLinkType,
			 Node *testexpr, bool isTopQual)
{
	Query *subquery = copyObject(orig_subquery);
	double tuple_fraction;
	PlannerInfo *subroot;
	RelOptInfo *final_rel;
	List *plan_params;
	Plan *plan;

	if (subLinkType == EXISTS_SUBLINK)
	{
		simplify_exists(root, subquery);
		tuple_fraction = 1.0;
	}
	else if (subLinkType == ALL_SUBLINK || subLinkType == ANY_SUBLINK)
		tuple_fraction = 0.5;
	else
		tuple_fraction = 0.0;
	Assert(root->plan_params == NIL);
	subroot = subquery_planner(root->glob, subquery, root, false,
							   tuple_fraction);
	plan_params = root->plan_params;
	root->plan_params = NIL;
	final_rel = fetch_upper_rel(subroot, UPPERREL_FINAL, NULL);
	plan = create_plan(subroot, get_cheapest_fractional_path(final_rel, tuple_fraction));
	return build_subplan(root, plan, subroot, plan_params, subLinkType,
						 testexpr, NIL, isTopQual);
}

static void
name_subplan(SubPlan *splan, const char *prefix)
{
	splan->plan_name = psprintf("%s %d", prefix, splan->plan_id);
}

/* Initplan whose result is one parameter (or several). */
static Node *
finish_initplan(PlannerInfo *root, SubPlan *splan)
{
	char *name;
	int offset;
	ListCell *lc;

	root->init_plans = lappend(root->init_plans, splan);
	name = palloc(32 + 12 * list_length(splan->setParam));
	offset = sprintf(name, "InitPlan %d (returns ", splan->plan_id);
	foreach (lc, splan->setParam)
		offset += sprintf(name + offset, "$%d%s", lfirst_int(lc),
						  lnext(splan->setParam, lc) ? "," : ")");
	splan->plan_name = name;
	return NULL;
}

static void
remember_plan(PlannerInfo *root, SubPlan *splan, Plan *plan,
			  PlannerInfo *subroot)
{
	root->glob->subplans = lappend(root->glob->subplans, plan);
	root->glob->subroots = lappend(root->glob->subroots, subroot);
	splan->plan_id = list_length(root->glob->subplans);
}

static void
first_column(SubPlan *splan, Plan *plan)
{
	ListCell *lc;

	splan->firstColType = VOIDOID;
	splan->firstColTypmod = -1;
	foreach (lc, plan->targetlist)
	{
		TargetEntry *tle = lfirst(lc);

		if (tle->resjunk)
			continue;
		splan->firstColType = exprType((Node *) tle->expr);
		splan->firstColTypmod = exprTypmod((Node *) tle->expr);
		splan->firstColCollation = exprCollation((Node *) tle->expr);
		return;
	}
}

/* The expression that stands for the sub-select; an initplan is registered. */
static Node *
build_subplan(PlannerInfo *root, Plan *plan, PlannerInfo *subroot,
			  List *plan_params, SubLinkType subLinkType, Node *testexpr,
			  List *testexpr_paramids, bool unknownEqFalse)
{
	SubPlan *splan = makeNode(SubPlan);
	Node *result;
	bool isInitPlan;
	ListCell *lc;

	splan->subLinkType = subLinkType;
	splan->paramIds = testexpr_paramids;
	first_column(splan, plan);
	splan->unknownEqFalse = unknownEqFalse;
	foreach (lc, plan_params)
	{
		PlannerParamItem *pitem = lfirst(lc);
		Node *arg = pitem->item;

		/* aggregates passed down may contain sub-selects themselves */
		if (IsA(arg, Aggref))
			arg = SS_process_sublinks(root, arg, false);
		splan->parParam = lappend_int(splan->parParam, pitem->paramId);
		splan->args = lappend(splan->args, arg);
	}
	if (splan->parParam == NIL && subLinkType == EXISTS_SUBLINK)
	{
		Param *prm = generate_new_exec_param(root, BOOLOID, -1,
											 InvalidOid);

		splan->setParam = list_make1_int(prm->paramid);
		isInitPlan = true;
		result = (Node *) prm;
	}
	else if (splan->parParam == NIL && subLinkType == EXPR_SUBLINK)
	{
		Param *prm = generate_new_exec_param(root, splan->firstColType,
											 splan->firstColTypmod,
											 splan->firstColCollation);

		splan->setParam = list_make1_int(prm->paramid);
		isInitPlan = true;
		result = (Node *) prm;
	}
	else if (splan->parParam == NIL && subLinkType == ARRAY_SUBLINK)
	{
		Oid arraytype = get_promoted_array_type(splan->firstColType);
		Param *prm = generate_new_exec_param(root, arraytype,
											 splan->firstColTypmod,
											 splan->firstColCollation);

		splan->setParam = list_make1_int(prm->paramid);
		isInitPlan = true;
		result = (Node *) prm;
	}
	else if (splan->parParam == NIL && subLinkType == ROWCOMPARE_SUBLINK)
	{
		List *params = subquery_params(root, plan->targetlist,
									   &splan->paramIds);

		result = convert_testexpr(testexpr, params);
		splan->setParam = list_copy(splan->paramIds);
		isInitPlan = true;
	}
	else if (subLinkType == MULTIEXPR_SUBLINK)
	{
		List *params = subquery_params(root, plan->targetlist,
									   &splan->setParam);

		/* the SET list refers to the columns by number */
		root->multiexpr_params = lappend(root->multiexpr_params, params);
		isInitPlan = splan->parParam == NIL;
		result = isInitPlan ? (Node *) makeNullConst(RECORDOID, -1, InvalidOid) : (Node *) splan;
	}
	else
	{
		if (testexpr && splan->paramIds == NIL)
		{
			List *params = subquery_params(root, plan->targetlist,
										   &splan->paramIds);

			splan->testexpr = convert_testexpr(testexpr, params);
		}
		else
			splan->testexpr = testexpr;
		if (subLinkType == ANY_SUBLINK && splan->parParam == NIL &&
			subplan_is_hashable(plan) &&
			testexpr_is_hashable(splan->testexpr, splan->paramIds))
			splan->useHashTable = true;
		else if (splan->parParam == NIL && enable_material &&
				 !ExecMaterializesOutput(nodeTag(plan)))
		{
			/* it is read again and again: keep its rows */
			Material *mat = makeNode(Material);
			Path cost;

			cost_material(&cost, plan->startup_cost, plan->total_cost,
						  plan->plan_rows, plan->plan_width);
			mat->plan.targetlist = plan->targetlist;
			mat->plan.lefttree = plan;
			mat->plan.startup_cost = cost.startup_cost;
			mat->plan.total_cost = cost.total_cost;
			mat->plan.plan_rows = plan->plan_rows;
			mat->plan.plan_width = plan->plan_width;
			plan = (Plan *) mat;
		}
		isInitPlan = false;
		result = (Node *) splan;
	}
	remember_plan(root, splan, plan, subroot);
	if (isInitPlan)
		finish_initplan(root, splan);
	else
	{
		if (splan->parParam == NIL)
			root->glob->rewindPlanIDs =
				bms_add_member(root->glob->rewindPlanIDs, splan->plan_id);
		name_subplan(splan, "SubPlan");
	}
	cost_subplan(root, splan, plan);
	return result;
}

/* Parameters for the columns that testexpr compares with. */
static List *
subquery_params(PlannerInfo *root, List *tlist, List **paramIds)
{
	List *result = NIL;
	List *ids = NIL;
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *tent = lfirst(lc);
		Param *param;

		if (tent->resjunk)
			continue;
		param = generate_new_exec_param(root, exprType((Node *) tent->expr),
										exprTypmod((Node *) tent->expr),
										exprCollation((Node *) tent->expr));
		result = lappend(result, param);
		ids = lappend_int(ids, param->paramid);
	}
	*paramIds = ids;
	return result;
}

static Node *
testexpr_mutator(Node *node, List *subst_nodes)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, Param))
	{
		Param *param = (Param *) node;

		if (param->paramkind == PARAM_SUBLINK)
		{
			if (param->paramid <= 0 ||
				param->paramid > list_length(subst_nodes))
				elog(ERROR, "unexpected PARAM_SUBLINK ID: %d", param->paramid);
			return copyObject(list_nth(subst_nodes, param->paramid - 1));
		}
	}
	/* PARAM_SUBLINKs of inner sublinks are not ours */
	if (IsA(node, SubLink))
		return node;
	return expression_tree_mutator(node, testexpr_mutator, subst_nodes);
}

static Node *
convert_testexpr(Node *testexpr, List *subst_nodes)
{
	return testexpr_mutator(testexpr, subst_nodes);
}

/* ---------------------------------------------------------------- hashing */

static bool
subplan_is_hashable(Plan *plan)
{
	double size = plan->plan_rows *
		(MAXALIGN(plan->plan_width) + MAXALIGN(SizeofHeapTupleHeader));

	return size <= get_hash_memory_limit();
}

static bool
hash_ok_operator(OpExpr *expr)
{
	Oid opid = expr->opno;

	if (list_length(expr->args) != 2)
		return false;
	if (opid == ARRAY_EQ_OP || opid == RECORD_EQ_OP)
		return op_hashjoinable(opid, exprType(linitial(expr->args)));
	return op_hashjoinable(opid, exprType(linitial(expr->args))) &&
		func_strict(get_opcode(opid));
}

static bool
test_opexpr_hashable(OpExpr *testexpr, List *param_ids)
{
	return hash_ok_operator(testexpr) &&
		!contain_exec_param(linitial(testexpr->args), param_ids) &&
		!contain_var_clause(lsecond(testexpr->args));
}

static bool
testexpr_is_hashable(Node *testexpr, List *param_ids)
{
	ListCell *l;

	if (testexpr && IsA(testexpr, OpExpr))
		return test_opexpr_hashable((OpExpr *) testexpr, param_ids);
	if (!testexpr || !is_andclause(testexpr))
		return false;
	foreach (l, ((BoolExpr *) testexpr)->args)
		if (!IsA(lfirst(l), OpExpr) ||
			!test_opexpr_hashable(lfirst(l), param_ids))
			return false;
	return true;
}

/* ---------------------------------------------------------------- WITH */

typedef struct InlineContext
{
	const char *ctename;
	int levelsup;
	Query *ctequery;
} InlineContext;

static bool
inline_walker(Node *node, InlineContext *cx)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		cx->levelsup++;
		(void) query_tree_walker((Query *) node, inline_walker, cx,
								 QTW_EXAMINE_RTES_AFTER);
		cx->levelsup--;
		return false;
	}
	if (IsA(node, RangeTblEntry))
	{
		RangeTblEntry *rte = (RangeTblEntry *) node;

		if (rte->rtekind == RTE_CTE &&
			strcmp(rte->ctename, cx->ctename) == 0 &&
			rte->ctelevelsup == (Index) cx->levelsup)
		{
			Query *newquery = copyObject(cx->ctequery);

			if (cx->levelsup > 0)
				IncrementVarSublevelsUp((Node *) newquery, cx->levelsup, 1);
			rte->rtekind = RTE_SUBQUERY;
			rte->subquery = newquery;
			rte->security_barrier = false;
			rte->ctename = NULL;
			rte->ctelevelsup = 0;
			rte->self_reference = false;
			rte->coltypes = rte->coltypmods = rte->colcollations = NIL;
		}
		return false;
	}
	return expression_tree_walker(node, inline_walker, cx);
}

static bool
dml_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		Query *query = (Query *) node;

		if (query->commandType != CMD_SELECT || query->rowMarks != NIL)
			return true;
		return query_tree_walker(query, dml_walker, context, 0);
	}
	return expression_tree_walker(node, dml_walker, context);
}

/* Does the query refer to WITH queries of levels above its own? */
static bool
outer_cte_walker(Node *node, Index *depth)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		bool result;

		(*depth)++;
		result = query_tree_walker((Query *) node, outer_cte_walker, depth,
								   QTW_EXAMINE_RTES_BEFORE);
		(*depth)--;
		return result;
	}
	if (IsA(node, RangeTblEntry))
	{
		RangeTblEntry *rte = (RangeTblEntry *) node;

		return rte->rtekind == RTE_CTE && rte->ctelevelsup >= *depth;
	}
	return expression_tree_walker(node, outer_cte_walker, depth);
}

/* Plan all WITH queries of the level, or inline those that are used once. */
void
SS_process_ctes(PlannerInfo *root)
{
	ListCell *lc;

	foreach (lc, root->parse->cteList)
	{
		CommonTableExpr *cte = lfirst(lc);
		Query *ctequery = (Query *) cte->ctequery;
		CmdType cmdType = ctequery->commandType;
		PlannerInfo *subroot;
		RelOptInfo *final_rel;
		Plan *plan;
		SubPlan *splan;
		Index depth = 0;

		if (cte->cterefcount == 0 && cmdType == CMD_SELECT)
		{
			root->cte_plan_ids = lappend_int(root->cte_plan_ids, -1);
			continue;
		}
		if ((cte->ctematerialized == CTEMaterializeNever ||
			 (cte->ctematerialized == CTEMaterializeDefault &&
			  cte->cterefcount == 1)) &&
			!cte->cterecursive &&
			cmdType == CMD_SELECT && !dml_walker((Node *) ctequery, NULL) &&
			(cte->cterefcount <= 1 ||
			 !outer_cte_walker((Node *) ctequery, &depth)) &&
			!contain_volatile_functions((Node *) ctequery))
		{
			InlineContext cx = {cte->ctename, -1, ctequery};

			(void) inline_walker((Node *) root->parse, &cx);
			root->cte_plan_ids = lappend_int(root->cte_plan_ids, -1);
			continue;
		}
		Assert(root->plan_params == NIL);
		subroot = subquery_planner(root->glob, copyObject(ctequery), root,
								   cte->cterecursive, 0.0);
		if (root->plan_params)
			elog(ERROR, "unexpected outer reference in CTE query");
		final_rel = fetch_upper_rel(subroot, UPPERREL_FINAL, NULL);
		plan = create_plan(subroot, final_rel->cheapest_total_path);
		splan = makeNode(SubPlan);
		splan->subLinkType = CTE_SUBLINK;
		first_column(splan, plan);
		/* the parameter shows to which scans the CTE's rows are known */
		splan->setParam = list_make1_int(assign_special_exec_param(root));
		remember_plan(root, splan, plan, subroot);
		root->init_plans = lappend(root->init_plans, splan);
		root->cte_plan_ids = lappend_int(root->cte_plan_ids, splan->plan_id);
		splan->plan_name = psprintf("CTE %s", cte->ctename);
		cost_subplan(root, splan, plan);
	}
}

/* ---------------------------------------------------------------- sublinks to joins */

/* x IN (SELECT ...) as a semijoin with a sub-select in FROM; NULL if not. */
JoinExpr *
convert_ANY_sublink_to_join(PlannerInfo *root, SubLink *sublink,
							Relids available_rels)
{
	Query *parse = root->parse;
	Query *subselect = (Query *) sublink->subselect;
	Relids upper_varnos;
	RangeTblEntry *rte;
	RangeTblRef *rtr;
	JoinExpr *result;
	List *vars = NIL;
	int rtindex;
	ListCell *lc;

	if (contain_vars_of_level((Node *) subselect, 1))
		return NULL;
	upper_varnos = pull_varnos(root, sublink->testexpr);
	if (bms_is_empty(upper_varnos) ||
		!bms_is_subset(upper_varnos, available_rels) ||
		contain_volatile_functions(sublink->testexpr))
		return NULL;
	rte = makeNode(RangeTblEntry);
	rte->rtekind = RTE_SUBQUERY;
	rte->subquery = subselect;
	rte->alias = makeAlias("ANY_subquery", NIL);
	rte->eref = makeAlias("ANY_subquery", NIL);
	foreach (lc, subselect->targetList)
	{
		TargetEntry *tle = lfirst(lc);

		if (!tle->resjunk)
			rte->eref->colnames = lappend(rte->eref->colnames,
										  makeString(pstrdup(tle->resname ? tle->resname : "?column?")));
	}
	parse->rtable = lappend(parse->rtable, rte);
	rtindex = list_length(parse->rtable);
	rtr = makeNode(RangeTblRef);
	rtr->rtindex = rtindex;
	foreach (lc, subselect->targetList)
	{
		TargetEntry *tle = lfirst(lc);

		if (!tle->resjunk)
			vars = lappend(vars, makeVarFromTargetEntry(rtindex, tle));
	}
	result = makeNode(JoinExpr);
	result->jointype = JOIN_SEMI;
	result->rarg = (Node *) rtr;
	result->quals = convert_testexpr(sublink->testexpr, vars);
	return result;
}

/* [NOT] EXISTS (SELECT ...) as a semi (anti) join; NULL if not possible. */
JoinExpr *
convert_EXISTS_sublink_to_join(PlannerInfo *root, SubLink *sublink,
							   bool under_not, Relids available_rels)
{
	Query *parse = root->parse;
	Query *subselect = (Query *) sublink->subselect;
	JoinExpr *result;
	Node *whereClause;
	int rtoffset;
	int varno = -1;
	Relids clause_varnos;
	Relids upper_varnos = NULL;

	if (subselect->cteList)
		return NULL;
	subselect = copyObject(subselect);
	if (!simplify_exists(root, subselect))
		return NULL;
	if (subselect->jointree->fromlist == NIL)
		return NULL;
	whereClause = subselect->jointree->quals;
	subselect->jointree->quals = NULL;
	/* only WHERE may refer to the outer query */
	if (contain_vars_of_level((Node *) subselect, 1) ||
		!contain_vars_of_level(whereClause, 1) ||
		contain_volatile_functions(whereClause))
		return NULL;
	replace_empty_jointree(subselect);
	rtoffset = list_length(parse->rtable);
	OffsetVarNodes((Node *) subselect, rtoffset, 0);
	OffsetVarNodes(whereClause, rtoffset, 0);
	IncrementVarSublevelsUp((Node *) subselect, -1, 1);
	IncrementVarSublevelsUp(whereClause, -1, 1);
	clause_varnos = pull_varnos(root, whereClause);
	while ((varno = bms_next_member(clause_varnos, varno)) >= 0)
		if (varno <= rtoffset)
			upper_varnos = bms_add_member(upper_varnos, varno);
	if (!bms_is_subset(upper_varnos, available_rels))
		return NULL;
	parse->rtable = list_concat(parse->rtable, subselect->rtable);
	result = makeNode(JoinExpr);
	result->jointype = under_not ? JOIN_ANTI : JOIN_SEMI;
	if (list_length(subselect->jointree->fromlist) == 1)
		result->rarg = linitial(subselect->jointree->fromlist);
	else
		result->rarg = (Node *) subselect->jointree;
	result->quals = whereClause;
	return result;
}

/* ---------------------------------------------------------------- expressions */

typedef struct SublinkContext
{
	PlannerInfo *root;
	bool isTopQual;
} SublinkContext;

static Node *
sublinks_mutator(Node *node, SublinkContext *cx)
{
	SublinkContext sub = {cx->root, false};

	if (node == NULL)
		return NULL;
	if (IsA(node, SubLink))
	{
		SubLink *sublink = (SubLink *) node;
		Node *testexpr = sublinks_mutator(sublink->testexpr, &sub);

		return make_subplan(cx->root, (Query *) sublink->subselect,
							sublink->subLinkType, testexpr, cx->isTopQual);
	}
	if (IsA(node, Aggref) && ((Aggref *) node)->agglevelsup > 0)
		return node; /* handled at its own level */
	if (is_andclause(node) || is_orclause(node))
	{
		List *newargs = NIL;
		bool is_and = is_andclause(node);
		ListCell *l;

		/* below AND and OR of a condition NULL is as good as false */
		sub.isTopQual = cx->isTopQual;
		foreach (l, ((BoolExpr *) node)->args)
		{
			Node *newarg = sublinks_mutator(lfirst(l), &sub);

			if (is_and ? is_andclause(newarg) : is_orclause(newarg))
				newargs = list_concat(newargs, ((BoolExpr *) newarg)->args);
			else
				newargs = lappend(newargs, newarg);
		}
		return (Node *) (is_and ? make_andclause(newargs) : make_orclause(newargs));
	}
	return expression_tree_mutator(node, sublinks_mutator, &sub);
}

static Node *
multiexpr_mutator(Node *node, PlannerInfo *root)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, Param) && ((Param *) node)->paramkind == PARAM_MULTIEXPR)
	{
		int subqueryid = ((Param *) node)->paramid >> 16;
		int colno = ((Param *) node)->paramid & 0xFFFF;

		return copyObject(list_nth(list_nth(root->multiexpr_params,
											subqueryid - 1),
								   colno - 1));
	}
	return expression_tree_mutator(node, multiexpr_mutator, root);
}

/* Replace all SubLinks; isQual: the expression is a whole WHERE condition. */
Node *
SS_process_sublinks(PlannerInfo *root, Node *expr, bool isQual)
{
	SublinkContext cx = {root, isQual};

	expr = sublinks_mutator(expr, &cx);
	if (root->multiexpr_params)
		expr = multiexpr_mutator(expr, root);
	return expr;
}

/* ---------------------------------------------------------------- initplans and finalizing */

/* Parameters that come from levels above this one. */
void
SS_identify_outer_params(PlannerInfo *root)
{
	Bitmapset *outer = NULL;
	PlannerInfo *proot;
	ListCell *l;

	if (root->glob->paramExecTypes == NIL)
		return;
	for (proot = root->parent_root; proot; proot = proot->parent_root)
	{
		foreach (l, proot->plan_params)
			outer = bms_add_member(outer,
								   ((PlannerParamItem *) lfirst(l))->paramId);
		foreach (l, proot->init_plans)
		{
			ListCell *l2;

			foreach (l2, ((SubPlan *) lfirst(l))->setParam)
				outer = bms_add_member(outer, lfirst_int(l2));
		}
		if (proot->wt_param_id >= 0)
			outer = bms_add_member(outer, proot->wt_param_id);
	}
	root->outer_params = outer;
}

void
SS_charge_for_initplans(PlannerInfo *root, RelOptInfo *final_rel)
{
	Cost cost = 0;
	ListCell *lc;

	foreach (lc, root->init_plans)
	{
		SubPlan *sp = lfirst(lc);

		cost += sp->startup_cost + sp->per_call_cost;
	}
	foreach (lc, final_rel->pathlist)
	{
		((Path *) lfirst(lc))->startup_cost += cost;
		((Path *) lfirst(lc))->total_cost += cost;
	}
}

void
SS_attach_initplans(PlannerInfo *root, Plan *plan)
{
	plan->initPlan = root->init_plans;
}

Param *
SS_make_initplan_output_param(PlannerInfo *root, Oid resulttype,
							  int32 resulttypmod, Oid resultcollation)
{
	return generate_new_exec_param(root, resulttype, resulttypmod,
								   resultcollation);
}

void
SS_make_initplan_from_plan(PlannerInfo *root, PlannerInfo *subroot, Plan *plan,
						   Param *prm)
{
	SubPlan *node = makeNode(SubPlan);

	node->subLinkType = EXPR_SUBLINK;
	first_column(node, plan);
	node->setParam = list_make1_int(prm->paramid);
	remember_plan(root, node, plan, subroot);
	finish_initplan(root, node);
	cost_subplan(root, node, plan);
}

/* ---- extParam and allParam: which parameters a plan depends on ---- */

static Bitmapset *finalize_plan(PlannerInfo *root, Plan *plan,
								Bitmapset *valid_params);

typedef struct FinalizeContext
{
	PlannerInfo *root;
	Bitmapset *paramids;
} FinalizeContext;

static bool
finalize_walker(Node *node, FinalizeContext *cx)
{
	if (node == NULL)
		return false;
	if (IsA(node, Param))
	{
		if (((Param *) node)->paramkind == PARAM_EXEC)
			cx->paramids = bms_add_member(cx->paramids,
										  ((Param *) node)->paramid);
		return false;
	}
	if (IsA(node, SubPlan))
	{
		SubPlan *subplan = (SubPlan *) node;
		Plan *plan = list_nth(cx->root->glob->subplans,
							  subplan->plan_id - 1);
		Bitmapset *subparamids;
		ListCell *lc;

		finalize_walker(subplan->testexpr, cx);
		/* those of the test are set by ourselves */
		foreach (lc, subplan->paramIds)
			cx->paramids = bms_del_member(cx->paramids, lfirst_int(lc));
		finalize_walker((Node *) subplan->args, cx);
		subparamids = bms_copy(plan->extParam);
		foreach (lc, subplan->parParam)
			subparamids = bms_del_member(subparamids, lfirst_int(lc));
		cx->paramids = bms_join(cx->paramids, subparamids);
		return false;
	}
	return expression_tree_walker(node, finalize_walker, cx);
}

/* Parameters in the node's own fields, by type of node. */
static void
finalize_fields(PlannerInfo *root, Plan *plan, FinalizeContext *cx,
				Bitmapset *valid)
{
	ListCell *l;

	switch (nodeTag(plan))
	{
		case T_Result:
			finalize_walker(((Result *) plan)->resconstantqual, cx);
			break;
		case T_IndexScan:
			finalize_walker((Node *) ((IndexScan *) plan)->indexqual, cx);
			break;
		case T_IndexOnlyScan:
			finalize_walker((Node *) ((IndexOnlyScan *) plan)->indexqual, cx);
			finalize_walker((Node *) ((IndexOnlyScan *) plan)->recheckqual, cx);
			break;
		case T_BitmapIndexScan:
			finalize_walker((Node *) ((BitmapIndexScan *) plan)->indexqual, cx);
			break;
		case T_BitmapHeapScan:
			finalize_walker((Node *) ((BitmapHeapScan *) plan)->bitmapqualorig,
							cx);
			break;
		case T_TidScan:
			finalize_walker((Node *) ((TidScan *) plan)->tidquals, cx);
			break;
		case T_SubqueryScan:
		{
			SubqueryScan *sscan = (SubqueryScan *) plan;
			RelOptInfo *rel = find_base_rel(root, sscan->scan.scanrelid);

			(void) finalize_plan(rel->subroot, sscan->subplan,
								 rel->subroot->outer_params);
			cx->paramids = bms_add_members(cx->paramids,
										   sscan->subplan->extParam);
			break;
		}
		case T_FunctionScan:
			foreach (l, ((FunctionScan *) plan)->functions)
				finalize_walker(((RangeTblFunction *) lfirst(l))->funcexpr, cx);
			break;
		case T_ValuesScan:
			finalize_walker((Node *) ((ValuesScan *) plan)->values_lists, cx);
			break;
		case T_CteScan:
		{
			int id = ((CteScan *) plan)->ctePlanId;

			if (id < 1 || id > list_length(root->glob->subplans))
				elog(ERROR, "could not find plan for CteScan referencing plan ID %d",
					 id);
			cx->paramids = bms_add_members(cx->paramids,
										   ((Plan *) list_nth(root->glob->subplans,
															  id - 1))
											   ->extParam);
			break;
		}
		case T_WorkTableScan:
			cx->paramids = bms_add_member(cx->paramids,
										  ((WorkTableScan *) plan)->wtParam);
			break;
		case T_ModifyTable:
		{
			ModifyTable *mt = (ModifyTable *) plan;

			finalize_walker((Node *) mt->returningLists, cx);
			finalize_walker((Node *) mt->onConflictSet, cx);
			finalize_walker(mt->onConflictWhere, cx);
			break;
		}
		case T_Append:
			foreach (l, ((Append *) plan)->appendplans)
				cx->paramids = bms_add_members(cx->paramids,
											   finalize_plan(root, lfirst(l),
															 valid));
			break;
		case T_BitmapAnd:
			foreach (l, ((BitmapAnd *) plan)->bitmapplans)
				cx->paramids = bms_add_members(cx->paramids,
											   finalize_plan(root, lfirst(l),
															 valid));
			break;
		case T_BitmapOr:
			foreach (l, ((BitmapOr *) plan)->bitmapplans)
				cx->paramids = bms_add_members(cx->paramids,
											   finalize_plan(root, lfirst(l),
															 valid));
			break;
		case T_NestLoop:
			finalize_walker((Node *) ((Join *) plan)->joinqual, cx);
			break;
		case T_HashJoin:
			finalize_walker((Node *) ((Join *) plan)->joinqual, cx);
			finalize_walker((Node *) ((HashJoin *) plan)->hashclauses, cx);
			finalize_walker((Node *) ((HashJoin *) plan)->hashkeys, cx);
			break;
		case T_Hash:
			finalize_walker((Node *) ((Hash *) plan)->hashkeys, cx);
			break;
		case T_Limit:
			finalize_walker(((Limit *) plan)->limitOffset, cx);
			finalize_walker(((Limit *) plan)->limitCount, cx);
			break;
		case T_WindowAgg:
			finalize_walker(((WindowAgg *) plan)->startOffset, cx);
			finalize_walker(((WindowAgg *) plan)->endOffset, cx);
			break;
		case T_Agg:
			if (((Agg *) plan)->aggstrategy == AGG_HASHED)
			{
				FinalizeContext agg = {root, NULL};

				/* a change of these makes the groups invalid */
				finalize_walker((Node *) plan->targetlist, &agg);
				finalize_walker((Node *) plan->qual, &agg);
				((Agg *) plan)->aggParams = agg.paramids;
			}
			break;
		default:
			break;
	}
}

/* All parameters the plan depends on; sets them in the nodes. */
static Bitmapset *
finalize_plan(PlannerInfo *root, Plan *plan, Bitmapset *valid_params)
{
	FinalizeContext cx = {root, NULL};
	Bitmapset *initSet = NULL;
	Bitmapset *initExt = NULL;
	int local = -1;
	ListCell *l;

	if (plan == NULL)
		return NULL;
	foreach (l, plan->initPlan)
	{
		SubPlan *sub = lfirst(l);
		Plan *initplan = list_nth(root->glob->subplans, sub->plan_id - 1);
		ListCell *l2;

		initExt = bms_add_members(initExt, initplan->extParam);
		foreach (l2, sub->setParam)
			initSet = bms_add_member(initSet, lfirst_int(l2));
	}
	finalize_walker((Node *) plan->targetlist, &cx);
	finalize_walker((Node *) plan->qual, &cx);
	finalize_fields(root, plan, &cx, valid_params);
	switch (nodeTag(plan))
	{
		case T_ModifyTable:
			local = ((ModifyTable *) plan)->epqParam;
			break;
		case T_LockRows:
			local = ((LockRows *) plan)->epqParam;
			break;
		case T_RecursiveUnion:
			local = ((RecursiveUnion *) plan)->wtParam;
			break;
		default:
			break;
	}
	{
		Bitmapset *child = bms_copy(finalize_plan(root, plan->lefttree,
												  valid_params));
		Bitmapset *right = bms_copy(finalize_plan(root, plan->righttree,
												  valid_params));

		/* a nested loop supplies these itself */
		if (IsA(plan, NestLoop))
			foreach (l, ((NestLoop *) plan)->nestParams)
				right = bms_del_member(right,
									   ((NestLoopParam *) lfirst(l))->paramno);
		cx.paramids = bms_join(cx.paramids, child);
		cx.paramids = bms_join(cx.paramids, right);
	}
	if (local >= 0)
		cx.paramids = bms_del_member(cx.paramids, local);
	plan->allParam = bms_union(cx.paramids, initExt);
	plan->allParam = bms_add_members(plan->allParam, initSet);
	plan->extParam = bms_union(cx.paramids, initExt);
	plan->extParam = bms_del_members(plan->extParam, initSet);
	return plan->allParam;
}

/* Nodes below a row lock or update restart when the row is rechecked. */
static void
add_signal(PlannerInfo *root, Plan *plan, int param)
{
	ListCell *l;

	if (plan == NULL)
		return;
	plan->allParam = bms_add_member(plan->allParam, param);
	plan->extParam = bms_add_member(plan->extParam, param);
	add_signal(root, plan->lefttree, param);
	add_signal(root, plan->righttree, param);
	if (IsA(plan, Append))
		foreach (l, ((Append *) plan)->appendplans)
			add_signal(root, lfirst(l), param);
	else if (IsA(plan, SubqueryScan))
		add_signal(root, ((SubqueryScan *) plan)->subplan, param);
}

static void
add_signals(PlannerInfo *root, Plan *plan)
{
	if (plan == NULL)
		return;
	if (IsA(plan, ModifyTable))
		add_signal(root, plan->lefttree, ((ModifyTable *) plan)->epqParam);
	else if (IsA(plan, LockRows))
		add_signal(root, plan->lefttree, ((LockRows *) plan)->epqParam);
	add_signals(root, plan->lefttree);
	add_signals(root, plan->righttree);
	if (IsA(plan, SubqueryScan))
		add_signals(root, ((SubqueryScan *) plan)->subplan);
}

void
SS_finalize_plan(PlannerInfo *root, Plan *plan)
{
	(void) finalize_plan(root, plan, root->outer_params);
	add_signals(root, plan);
}
