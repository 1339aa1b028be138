/*
 * execExpr.c
 *		Compiling expressions and target lists into steps.
 *
 * An expression tree becomes one array of steps, with jumps for AND, OR, CASE
 * and COALESCE, so that running it needs no recursion.  Function arguments
 * are computed straight into the call's argument cells.  ExecInitExpr and
 * friends are called while a plan is started, in the query's memory context;
 * execExprInterp.c runs the result.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execExpr.c
 */
#include "postgres.h"

#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/execExpr.h"
#include "executor/executor.h"
#include "executor/nodeSubplan.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

typedef struct LastAttnums
{
	int last[3]; /* by ExprSlot */
	List *multiexpr; /* SubPlans whose outputs come first */
} LastAttnums;

static void compile(Expr *node, ExprState *state, NullableDatum *out);
static void emit_fetches(ExprState *state, LastAttnums *info);
static bool last_attnums_walker(Node *node, LastAttnums *info);

/* ---------------------------------------------------------------- small tools */

static ExprState *
new_state(Expr *expr, PlanState *parent, ParamListInfo ext_params)
{
	ExprState *state = makeNode(ExprState);

	state->expr = expr;
	state->parent = parent;
	state->ext_params = ext_params;
	return state;
}

/* Append an empty step; the pointer is valid until the next emit. */
static ExprStep *
emit(ExprState *state, ExprOp op, NullableDatum *out)
{
	ExprStep *step;

	if (state->steps_len == state->steps_alloc)
	{
		state->steps_alloc = state->steps_alloc ? state->steps_alloc * 2 : 16;
		if (state->steps == NULL)
			state->steps = palloc(state->steps_alloc * sizeof(ExprStep));
		else
			state->steps = repalloc(state->steps,
									state->steps_alloc * sizeof(ExprStep));
	}
	step = &state->steps[state->steps_len++];
	memset(step, 0, sizeof(*step));
	step->code = (void *) (intptr_t) op;
	step->out = out;
	return step;
}

static void
emit_call(ExprState *state, NullableDatum *out, ExprStepFunc fn, void *data)
{
	ExprStep *step = emit(state, EOP_CALL, out);

	step->d.call.fn = fn;
	step->d.call.data = data;
}

/* A jump whose target is set later; returns the step's number. */
static int
emit_jump(ExprState *state, ExprOp op, NullableDatum *cell)
{
	ExprStep *step = emit(state, op, NULL);

	step->d.jump.cell = cell;
	step->d.jump.target = -1;
	return state->steps_len - 1;
}

static void
land(ExprState *state, int jump)
{
	state->steps[jump].d.jump.target = state->steps_len;
}

static NullableDatum *
new_cells(int n)
{
	return palloc0(Max(n, 1) * sizeof(NullableDatum));
}

/* Compile a list, one expression per cell. */
static void
compile_list(List *exprs, ExprState *state, NullableDatum *cells)
{
	ListCell *lc;

	foreach (lc, exprs)
		compile(lfirst(lc), state, &cells[foreach_current_index(lc)]);
}

static ExprSlot
var_slot(const Var *var)
{
	return var->varno == INNER_VAR ? EXPR_INNER : var->varno == OUTER_VAR ? EXPR_OUTER
																		  : EXPR_SCAN;
}

static void
finish(ExprState *state)
{
	emit(state, EOP_DONE, NULL);
	ExecReadyInterpretedExpr(state);
}

/* ---------------------------------------------------------------- entry points */

/*
 * Compile one expression.  parent is the plan node it belongs to (its SubPlans
 * and Aggrefs are registered there), or NULL for a standalone expression.
 * NULL in, NULL out.
 */
ExprState *
ExecInitExpr(Expr *node, PlanState *parent)
{
	ExprState *state;
	LastAttnums info = {{0}};

	if (node == NULL)
		return NULL;
	state = new_state(node, parent, NULL);
	last_attnums_walker((Node *) node, &info);
	emit_fetches(state, &info);
	compile(node, state, &state->result);
	finish(state);
	return state;
}

/* The same without a plan, for expressions with external parameters. */
ExprState *
ExecInitExprWithParams(Expr *node, ParamListInfo ext_params)
{
	ExprState *state;
	LastAttnums info = {{0}};

	if (node == NULL)
		return NULL;
	state = new_state(node, NULL, ext_params);
	last_attnums_walker((Node *) node, &info);
	emit_fetches(state, &info);
	compile(node, state, &state->result);
	finish(state);
	return state;
}

/*
 * Compile an implicitly ANDed list of conditions for ExecQual; the first that
 * is not true ends it.  NULL for no condition.
 */
ExprState *
ExecInitQual(List *qual, PlanState *parent)
{
	ExprState *state;
	LastAttnums info = {{0}};
	List *jumps = NIL;
	ListCell *lc;

	if (qual == NIL)
		return NULL;
	state = new_state((Expr *) qual, parent, NULL);
	state->flags = EEO_FLAG_IS_QUAL;
	last_attnums_walker((Node *) qual, &info);
	emit_fetches(state, &info);
	foreach (lc, qual)
	{
		compile(lfirst(lc), state, &state->result);
		jumps = lappend_int(jumps, emit_jump(state, EOP_QUAL, &state->result));
		state->steps[state->steps_len - 1].out = &state->result;
	}
	foreach (lc, jumps)
		land(state, lfirst_int(lc));
	finish(state);
	return state;
}

/* Compile a CHECK condition: NULL passes (see ExecCheck). */
ExprState *
ExecInitCheck(List *qual, PlanState *parent)
{
	if (qual == NIL)
		return NULL;
	return ExecInitExpr(make_ands_explicit(qual), parent);
}

List *
ExecInitExprList(List *nodes, PlanState *parent)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, nodes)
		result = lappend(result, ExecInitExpr(lfirst(lc), parent));
	return result;
}

/* Compile after the planner's simplifications, outside any plan. */
ExprState *
ExecPrepareExpr(Expr *node, EState *estate)
{
	MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);
	ExprState *result = ExecInitExpr(expression_planner(node), NULL);

	MemoryContextSwitchTo(caller);
	return result;
}

ExprState *
ExecPrepareQual(List *qual, EState *estate)
{
	MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);
	ExprState *result;

	qual = (List *) expression_planner((Expr *) qual);
	result = ExecInitQual(qual, NULL);
	MemoryContextSwitchTo(caller);
	return result;
}

ExprState *
ExecPrepareCheck(List *qual, EState *estate)
{
	MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);
	ExprState *result;

	qual = (List *) expression_planner((Expr *) qual);
	result = ExecInitCheck(qual, NULL);
	MemoryContextSwitchTo(caller);
	return result;
}

List *
ExecPrepareExprList(List *nodes, EState *estate)
{
	List *result = NIL;
	MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);
	ListCell *lc;

	foreach (lc, nodes)
		result = lappend(result, ExecInitExpr(expression_planner(lfirst(lc)), NULL));
	MemoryContextSwitchTo(caller);
	return result;
}

/* True or NULL passes. */
bool
ExecCheck(ExprState *state, ExprContext *econtext)
{
	Datum ret;
	bool isnull;

	if (state == NULL)
		return true;
	ret = ExecEvalExprSwitchContext(state, econtext, &isnull);
	return isnull || DatumGetBool(ret);
}

/* ---------------------------------------------------------------- projections */

/* Can the column be copied from the row as it is? */
static bool
is_safe_var(Expr *expr, TupleDesc inputDesc, ExprSlot which)
{
	Var *var = (Var *) expr;
	Form_pg_attribute att;

	if (!IsA(expr, Var) || var->varattno <= 0)
		return false;
	if (inputDesc == NULL)
		return true;
	if (which != EXPR_SCAN)
		return true;
	if (var->varattno > inputDesc->natts)
		return false;
	att = TupleDescAttr(inputDesc, var->varattno - 1);
	return !att->attisdropped && var->vartype == att->atttypid;
}

/* Put the expression's value into column resultnum of the result slot. */
static void
emit_assign(ExprState *state, Expr *expr, int resultnum, TupleDesc inputDesc)
{
	static const ExprOp assign_ops[] = {
		[EXPR_SCAN] = EOP_ASSIGN_SCAN,
		[EXPR_INNER] = EOP_ASSIGN_INNER,
		[EXPR_OUTER] = EOP_ASSIGN_OUTER};
	ExprStep *step;

	if (IsA(expr, Var) &&
		is_safe_var(expr, inputDesc, var_slot((Var *) expr)))
	{
		step = emit(state, assign_ops[var_slot((Var *) expr)], NULL);
		step->d.var.attnum = ((Var *) expr)->varattno - 1;
		step->d.var.resultnum = resultnum;
		return;
	}
	compile(expr, state, &state->result);
	/* a writable expanded value must not be handed on as such */
	step = emit(state, get_typlen(exprType((Node *) expr)) == -1 ? EOP_ASSIGN_CELL_RO : EOP_ASSIGN_CELL, &state->result);
	step->d.var.resultnum = resultnum;
}

/*
 * Compile a target list for ExecProject().  inputDesc, if given, is the row type
 * of the scan row, against which simple columns are checked once here.
 */
ProjectionInfo *
ExecBuildProjectionInfo(List *targetList, ExprContext *econtext,
						TupleTableSlot *slot, PlanState *parent,
						TupleDesc inputDesc)
{
	ProjectionInfo *proj = makeNode(ProjectionInfo);
	ExprState *state = &proj->pi_state;
	LastAttnums info = {{0}};
	ListCell *lc;

	proj->pi_exprContext = econtext;
	state->type = T_ExprState;
	state->expr = (Expr *) targetList;
	state->parent = parent;
	state->resultslot = slot;
	last_attnums_walker((Node *) targetList, &info);
	emit_fetches(state, &info);
	foreach (lc, targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		emit_assign(state, tle->expr, tle->resno - 1, inputDesc);
	}
	finish(state);
	return proj;
}

/*
 * Compile the making of an UPDATE's new row: the old row (ecxt_scantuple) with
 * the columns targetColnos replaced.  The new values are the first columns of
 * the plan's row (ecxt_outertuple) or, with evalTargetList, the expressions of
 * targetList.
 */
ProjectionInfo *
ExecBuildUpdateProjection(List *targetList, bool evalTargetList,
						  List *targetColnos, TupleDesc relDesc,
						  ExprContext *econtext, TupleTableSlot *slot,
						  PlanState *parent)
{
	ProjectionInfo *proj = makeNode(ProjectionInfo);
	ExprState *state = &proj->pi_state;
	LastAttnums info = {{0}};
	Bitmapset *assigned = NULL;
	int nassigned = list_length(targetColnos);
	ExprStep *step;
	ListCell *lc;
	ListCell *lc2;

	proj->pi_exprContext = econtext;
	state->type = T_ExprState;
	state->expr = evalTargetList ? (Expr *) targetList : NULL;
	state->parent = parent;
	state->resultslot = slot;
	foreach (lc, targetColnos)
		assigned = bms_add_member(assigned, lfirst_int(lc));
	for (int i = relDesc->natts; i > 0; i--)
		if (!TupleDescAttr(relDesc, i - 1)->attisdropped &&
			!bms_is_member(i, assigned))
		{
			info.last[EXPR_SCAN] = i;
			break;
		}
	if (evalTargetList)
		last_attnums_walker((Node *) targetList, &info);
	else
		info.last[EXPR_OUTER] = nassigned;
	emit_fetches(state, &info);

	forboth (lc, targetList, lc2, targetColnos)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		int target = lfirst_int(lc2);
		Form_pg_attribute att = TupleDescAttr(relDesc, target - 1);

		if (att->attisdropped ||
			exprType((Node *) tle->expr) != att->atttypid)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("table row type and query-specified row type do not match")));
		if (evalTargetList)
			emit_assign(state, tle->expr, target - 1, NULL);
		else
		{
			step = emit(state, EOP_ASSIGN_OUTER, NULL);
			step->d.var.attnum = tle->resno - 1;
			step->d.var.resultnum = target - 1;
		}
	}
	for (int i = 0; i < relDesc->natts; i++)
	{
		if (TupleDescAttr(relDesc, i)->attisdropped)
		{
			step = emit(state, EOP_CONST, &state->result);
			step->d.constval.isnull = true;
			step = emit(state, EOP_ASSIGN_CELL, &state->result);
			step->d.var.resultnum = i;
		}
		else if (!bms_is_member(i + 1, assigned))
		{
			step = emit(state, EOP_ASSIGN_SCAN, NULL);
			step->d.var.attnum = i;
			step->d.var.resultnum = i;
		}
	}
	finish(state);
	return proj;
}

/* ---------------------------------------------------------------- what rows are needed */

static bool
last_attnums_walker(Node *node, LastAttnums *info)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;
		ExprSlot which = var_slot(var);

		info->last[which] = Max(info->last[which], var->varattno);
		return false;
	}
	/* computed elsewhere, from other rows */
	if (IsA(node, Aggref) || IsA(node, WindowFunc) || IsA(node, GroupingFunc))
		return false;
	if (IsA(node, SubPlan) &&
		((SubPlan *) node)->subLinkType == MULTIEXPR_SUBLINK)
		info->multiexpr = lappend(info->multiexpr, node);
	return expression_tree_walker(node, last_attnums_walker, info);
}

static void
emit_fetches(ExprState *state, LastAttnums *info)
{
	static const ExprOp ops[] = {
		[EXPR_SCAN] = EOP_SCAN_FETCH,
		[EXPR_INNER] = EOP_INNER_FETCH,
		[EXPR_OUTER] = EOP_OUTER_FETCH};
	ListCell *lc;

	for (int i = 0; i < 3; i++)
		if (info->last[i] > 0)
			emit(state, ops[i], NULL)->d.var.attnum = info->last[i];

	/* the sub-selects of "(a, b) = (SELECT ...)" set the parameters we read */
	foreach (lc, info->multiexpr)
	{
		SubPlan *subplan = lfirst(lc);
		SubPlanState *sstate;

		if (state->parent == NULL)
			elog(ERROR, "MULTIEXPR SubPlan without a plan node");
		sstate = ExecInitSubPlan(subplan, state->parent);
		state->parent->subPlan = lappend(state->parent->subPlan, sstate);
		emit_call(state, &state->result, eval_subplan, sstate);
	}
}

/* ---------------------------------------------------------------- calls */

/*
 * Emit the evaluation of the arguments and the call itself.  node is what the
 * function may ask about its call (fn_expr).
 */
static ExprStep *
compile_func(Expr *node, List *args, Oid funcid, Oid inputcollid,
			 ExprState *state, NullableDatum *out)
{
	int nargs = list_length(args);
	FmgrInfo *flinfo;
	FunctionCallInfo fcinfo;
	AclResult aclresult;
	ExprStep *step;
	ExprOp op;

	aclresult = pg_proc_aclcheck(funcid, GetUserId(), ACL_EXECUTE);
	if (aclresult != ACLCHECK_OK)
		aclcheck_error(aclresult, OBJECT_FUNCTION, get_func_name(funcid));
	if (nargs > FUNC_MAX_ARGS)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
				 errmsg("cannot pass more than %d arguments to a function",
						FUNC_MAX_ARGS)));
	flinfo = palloc0(sizeof(FmgrInfo));
	fcinfo = palloc0(SizeForFunctionCallInfo(nargs));
	fmgr_info(funcid, flinfo);
	fmgr_info_set_expr((Node *) node, flinfo);
	InitFunctionCallInfoData(*fcinfo, flinfo, nargs, inputcollid, NULL, NULL);
	if (flinfo->fn_retset)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set"),
				 state->parent ? executor_errposition(state->parent->state,
													  exprLocation((Node *) node))
							   : 0));
	for (int i = 0; i < nargs; i++)
	{
		Expr *arg = list_nth(args, i);

		if (IsA(arg, Const))
		{
			fcinfo->args[i].value = ((Const *) arg)->constvalue;
			fcinfo->args[i].isnull = ((Const *) arg)->constisnull;
		}
		else
			compile(arg, state, &fcinfo->args[i]);
	}
	op = !flinfo->fn_strict || nargs == 0 ? EOP_FUNC : nargs == 1 ? EOP_FUNC_STRICT1
		: nargs == 2                                              ? EOP_FUNC_STRICT2
																  : EOP_FUNC_STRICT;
	step = emit(state, op, out);
	step->d.func.fn = flinfo->fn_addr;
	step->d.func.fcinfo = fcinfo;
	step->d.func.finfo = flinfo;
	step->d.func.nargs = nargs;
	return step;
}

static void
compile_var(Var *var, ExprState *state, NullableDatum *out)
{
	static const ExprOp ops[] = {
		[EXPR_SCAN] = EOP_SCAN_VAR,
		[EXPR_INNER] = EOP_INNER_VAR,
		[EXPR_OUTER] = EOP_OUTER_VAR};
	ExprSlot which = var_slot(var);

	if (var->varattno > 0)
	{
		ExprStep *step = emit(state, ops[which], out);

		step->d.var.attnum = var->varattno - 1;
		step->d.var.vartype = var->vartype;
	}
	else if (var->varattno < 0)
	{
		SysVarData *data = palloc(sizeof(SysVarData));

		data->which = which;
		data->attnum = var->varattno;
		emit_call(state, out, eval_sysvar, data);
	}
	else
	{
		WholeRowData *data = palloc0(sizeof(WholeRowData));
		PlanState *subplan = NULL;

		data->which = which;
		data->var = var;
		data->first = true;
		/* rows of a sub-select may carry junk columns */
		if (state->parent && IsA(state->parent, SubqueryScanState))
			subplan = ((SubqueryScanState *) state->parent)->subplan;
		else if (state->parent && IsA(state->parent, CteScanState))
			subplan = ((CteScanState *) state->parent)->cteplanstate;
		if (subplan)
		{
			ListCell *lc;

			foreach (lc, subplan->plan->targetlist)
				if (lfirst_node(TargetEntry, lc)->resjunk)
				{
					data->junkFilter =
						ExecInitJunkFilter(subplan->plan->targetlist,
										   ExecInitExtraTupleSlot(state->parent->state,
																  NULL,
																  &TTSOpsVirtual));
					break;
				}
		}
		emit_call(state, out, eval_wholerow, data);
	}
}

static void
compile_bool(BoolExpr *b, ExprState *state, NullableDatum *out)
{
	List *jumps = NIL;
	bool *anynull;
	int n = list_length(b->args);
	ListCell *lc;

	if (b->boolop == NOT_EXPR)
	{
		compile(linitial(b->args), state, out);
		emit(state, EOP_NOT, out);
		return;
	}
	anynull = palloc0(sizeof(bool));
	foreach (lc, b->args)
	{
		ExprStep *step;

		compile(lfirst(lc), state, out);
		step = emit(state, b->boolop == AND_EXPR ? EOP_AND : EOP_OR, out);
		step->d.jump.anynull = anynull;
		step->d.jump.first = foreach_current_index(lc) == 0;
		step->d.jump.last = foreach_current_index(lc) == n - 1;
		jumps = lappend_int(jumps, state->steps_len - 1);
	}
	foreach (lc, jumps)
		land(state, lfirst_int(lc));
}

static void
compile_case(CaseExpr *c, ExprState *state, NullableDatum *out)
{
	List *ends = NIL;
	NullableDatum *testcell = NULL;
	NullableDatum *cond = new_cells(1);
	ListCell *lc;

	if (c->arg)
	{
		testcell = new_cells(1);
		compile(c->arg, state, testcell);
		if (get_typlen(exprType((Node *) c->arg)) == -1)
			emit_call(state, testcell, eval_readonly, NULL);
	}
	foreach (lc, c->args)
	{
		CaseWhen *when = lfirst_node(CaseWhen, lc);
		NullableDatum *save = state->innermost_case;
		int next;

		state->innermost_case = testcell;
		compile(when->expr, state, cond);
		state->innermost_case = save;
		next = emit_jump(state, EOP_JUMP_NOT_TRUE, cond);
		compile(when->result, state, out);
		ends = lappend_int(ends, emit_jump(state, EOP_JUMP, NULL));
		land(state, next);
	}
	if (c->defresult)
		compile(c->defresult, state, out);
	else
		emit(state, EOP_CONST, out)->d.constval.isnull = true;
	foreach (lc, ends)
		land(state, lfirst_int(lc));
}

static void
compile_coalesce(CoalesceExpr *c, ExprState *state, NullableDatum *out)
{
	List *ends = NIL;
	ListCell *lc;

	foreach (lc, c->args)
	{
		compile(lfirst(lc), state, out);
		if (lnext(c->args, lc))
			ends = lappend_int(ends, emit_jump(state, EOP_JUMP_NOT_NULL, out));
	}
	foreach (lc, ends)
		land(state, lfirst_int(lc));
}

/* ---------------------------------------------------------------- arrays */

static void
compile_array_op(ScalarArrayOpExpr *op, ExprState *state, NullableDatum *out)
{
	ArrayOpData *data = palloc0(sizeof(ArrayOpData));
	Expr *scalararg = linitial(op->args);
	Expr *arrayarg = lsecond(op->args);
	Oid cmpfuncid = OidIsValid(op->negfuncid) ? op->negfuncid : op->opfuncid;
	AclResult aclresult;

	if (!OidIsValid(cmpfuncid))
		cmpfuncid = get_opcode(op->opno);
	aclresult = pg_proc_aclcheck(cmpfuncid, GetUserId(), ACL_EXECUTE);
	if (aclresult != ACLCHECK_OK)
		aclcheck_error(aclresult, OBJECT_FUNCTION, get_func_name(cmpfuncid));
	fmgr_info(cmpfuncid, &data->finfo);
	fmgr_info_set_expr((Node *) op, &data->finfo);
	data->fcinfo = palloc0(SizeForFunctionCallInfo(2));
	InitFunctionCallInfoData(*data->fcinfo, &data->finfo, 2, op->inputcollid,
							 NULL, NULL);
	data->useOr = op->useOr;
	data->collation = op->inputcollid;
	if (OidIsValid(op->hashfuncid))
	{
		data->hashed = true;
		data->negated = OidIsValid(op->negfuncid);
		fmgr_info(op->hashfuncid, &data->hash_finfo);
	}
	compile(scalararg, state, &data->scalar);
	compile(arrayarg, state, out);
	emit_call(state, out, eval_array_op, data);
}

static void
compile_array_coerce(ArrayCoerceExpr *a, ExprState *state, NullableDatum *out)
{
	ArrayCoerceData *data = palloc0(sizeof(ArrayCoerceData));
	Oid srcelem = get_element_type(getBaseType(exprType((Node *) a->arg)));

	compile(a->arg, state, out);
	data->resultelemtype = get_element_type(a->resulttype);
	if (!OidIsValid(data->resultelemtype))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("target type is not an array")));
	get_typlenbyvalalign(data->resultelemtype, &data->dstlen, &data->dstbyval,
						 &data->dstalign);
	get_typlenbyvalalign(srcelem, &data->srclen, &data->srcbyval,
						 &data->srcalign);
	if (!IsA(a->elemexpr, CaseTestExpr))
	{
		ExprState *elem = new_state(a->elemexpr, state->parent,
									state->ext_params);
		LastAttnums info = {{0}};

		last_attnums_walker((Node *) a->elemexpr, &info);
		emit_fetches(elem, &info);
		elem->innermost_case = &data->elem;
		elem->innermost_caseval = &data->elem.value;
		elem->innermost_casenull = &data->elem.isnull;
		compile(a->elemexpr, elem, &elem->result);
		finish(elem);
		data->elemexpr = elem;
	}
	emit_call(state, out, eval_array_coerce, data);
}

static void
compile_array_expr(ArrayExpr *a, ExprState *state, NullableDatum *out)
{
	ArrayExprData *data = palloc0(sizeof(ArrayExprData));

	data->nelems = list_length(a->elements);
	data->elems = new_cells(data->nelems);
	data->elemtype = a->element_typeid;
	data->multidims = a->multidims;
	get_typlenbyvalalign(a->element_typeid, &data->elmlen, &data->elmbyval,
						 &data->elmalign);
	compile_list(a->elements, state, data->elems);
	emit_call(state, out, eval_array_expr, data);
}

/* Is the value to be assigned computed from the old element? (a.b[1].c := x) */
static bool
assign_needs_old(Expr *expr)
{
	if (expr == NULL)
		return false;
	if (IsA(expr, FieldStore))
		return ((FieldStore *) expr)->arg &&
			(IsA(((FieldStore *) expr)->arg, CaseTestExpr) ||
			 assign_needs_old(((FieldStore *) expr)->arg));
	if (IsA(expr, SubscriptingRef))
		return ((SubscriptingRef *) expr)->refexpr &&
			(IsA(((SubscriptingRef *) expr)->refexpr, CaseTestExpr) ||
			 assign_needs_old(((SubscriptingRef *) expr)->refexpr));
	if (IsA(expr, CoerceToDomain))
		return assign_needs_old(((CoerceToDomain *) expr)->arg);
	return false;
}

static void
compile_subscripts(List *exprs, bool *provided, NullableDatum *cells, int *n,
				   ExprState *state)
{
	ListCell *lc;

	*n = list_length(exprs);
	if (*n > MAXDIM)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)",
						*n, MAXDIM)));
	foreach (lc, exprs)
	{
		int i = foreach_current_index(lc);

		provided[i] = lfirst(lc) != NULL;
		if (provided[i])
			compile(lfirst(lc), state, &cells[i]);
	}
}

static void
compile_subscript(SubscriptingRef *ref, ExprState *state, NullableDatum *out)
{
	SubscriptData *data = palloc0(sizeof(SubscriptData));
	Oid handler;

	handler = get_typsubscript(ref->refcontainertype, NULL);
	if (handler != F_ARRAY_SUBSCRIPT_HANDLER &&
		handler != F_RAW_ARRAY_SUBSCRIPT_HANDLER)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("subscripting of type %s is not supported yet",
						format_type_be(ref->refcontainertype))));
	data->elemtype = ref->refelemtype;
	data->reftyplen = get_typlen(ref->refcontainertype);
	get_typlenbyvalalign(ref->refelemtype, &data->elmlen, &data->elmbyval,
						 &data->elmalign);
	compile(ref->refexpr, state, &data->container);
	compile_subscripts(ref->refupperindexpr, data->upperprovided, data->upper,
					   &data->nupper, state);
	data->slice = ref->reflowerindexpr != NIL;
	compile_subscripts(ref->reflowerindexpr, data->lowerprovided, data->lower,
					   &data->nlower, state);
	data->assign = ref->refassgnexpr != NULL;
	if (data->assign && assign_needs_old(ref->refassgnexpr))
	{
		ExprState *val = new_state(ref->refassgnexpr, state->parent,
								   state->ext_params);
		LastAttnums info = {{0}};

		last_attnums_walker((Node *) ref->refassgnexpr, &info);
		emit_fetches(val, &info);
		val->innermost_case = &data->oldval;
		compile(ref->refassgnexpr, val, &val->result);
		finish(val);
		data->valueexpr = val;
	}
	else if (data->assign)
		compile(ref->refassgnexpr, state, &data->newval);
	emit_call(state, out, eval_subscript, data);
}

/* ---------------------------------------------------------------- rows */

static void
compile_row(RowExpr *r, ExprState *state, NullableDatum *out)
{
	RowData *data = palloc0(sizeof(RowData));
	int nelems = list_length(r->args);
	int natts;
	TupleDesc desc;

	if (r->row_typeid == RECORDOID)
	{
		desc = ExecTypeFromExprList(r->args);
		ExecTypeSetColNames(desc, r->colnames);
		BlessTupleDesc(desc);
	}
	else
		desc = lookup_rowtype_tupdesc_copy(r->row_typeid, -1);
	natts = desc->natts;
	data->tupdesc = desc;
	data->elems = new_cells(Max(natts, nelems));
	data->values = palloc0(Max(natts, 1) * sizeof(Datum));
	data->nulls = palloc(Max(natts, 1) * sizeof(bool));
	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Expr *e = i < nelems ? list_nth(r->args, i) : NULL;

		data->elems[i].isnull = true;
		if (e == NULL || att->attisdropped)
			continue;
		if (exprType((Node *) e) != att->atttypid)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("ROW() column has type %s instead of type %s",
							format_type_be(exprType((Node *) e)),
							format_type_be(att->atttypid))));
		compile(e, state, &data->elems[i]);
	}
	emit_call(state, out, eval_row, data);
}

static void
compile_row_compare(RowCompareExpr *r, ExprState *state, NullableDatum *out)
{
	RowCompareData *data = palloc0(sizeof(RowCompareData));
	int n = list_length(r->largs);

	data->ncols = n;
	data->rctype = r->rctype;
	data->left = new_cells(n);
	data->right = new_cells(n);
	data->finfos = palloc0(n * sizeof(FmgrInfo));
	data->collations = palloc0(n * sizeof(Oid));
	for (int i = 0; i < n; i++)
	{
		int strategy;
		Oid lefttype,
			righttype,
			proc;
		Oid opfamily = list_nth_oid(r->opfamilies, i);

		get_op_opfamily_properties(list_nth_oid(r->opnos, i), opfamily, false,
								   &strategy, &lefttype, &righttype);
		proc = get_opfamily_proc(opfamily, lefttype, righttype, 1);
		if (!OidIsValid(proc))
			elog(ERROR, "missing comparison function in opfamily %u", opfamily);
		fmgr_info(proc, &data->finfos[i]);
		data->collations[i] = list_nth_oid(r->inputcollids, i);
		compile(list_nth(r->largs, i), state, &data->left[i]);
		compile(list_nth(r->rargs, i), state, &data->right[i]);
	}
	emit_call(state, out, eval_row_compare, data);
}

static void
compile_fieldstore(FieldStore *fs, ExprState *state, NullableDatum *out)
{
	FieldData *data = palloc0(sizeof(FieldData));
	TupleDesc desc = lookup_rowtype_tupdesc(fs->resulttype, -1);
	int ncols = desc->natts;
	ListCell *lc;

	ReleaseTupleDesc(desc);
	data->fstore = fs;
	data->values = palloc0(ncols * sizeof(Datum));
	data->nulls = palloc0(ncols * sizeof(bool));
	data->newcells = new_cells(list_length(fs->newvals));
	data->oldcells = new_cells(list_length(fs->newvals));
	compile(fs->arg, state, &data->source);
	emit_call(state, out, eval_fieldstore_deform, data);
	foreach (lc, fs->newvals)
	{
		int i = foreach_current_index(lc);
		NullableDatum *save = state->innermost_case;

		state->innermost_case = &data->oldcells[i];
		compile(lfirst(lc), state, &data->newcells[i]);
		state->innermost_case = save;
	}
	emit_call(state, out, eval_fieldstore_form, data);
}

/* ---------------------------------------------------------------- other nodes */

static void
compile_io(CoerceViaIO *io, ExprState *state, NullableDatum *out)
{
	IoCoerceData *data = palloc0(sizeof(IoCoerceData));
	Oid outfunc;
	Oid infunc;
	bool varlena;

	compile(io->arg, state, out);
	getTypeOutputInfo(exprType((Node *) io->arg), &outfunc, &varlena);
	fmgr_info(outfunc, &data->out_func);
	fmgr_info_set_expr((Node *) io, &data->out_func);
	getTypeInputInfo(io->resulttype, &infunc, &data->typioparam);
	fmgr_info(infunc, &data->in_func);
	fmgr_info_set_expr((Node *) io, &data->in_func);
	data->in_strict = data->in_func.fn_strict;
	emit_call(state, out, eval_iocoerce, data);
}

static void
compile_domain(CoerceToDomain *c, ExprState *state, NullableDatum *out)
{
	DomainData *data = palloc0(sizeof(DomainData));

	data->resulttype = c->resulttype;
	data->constraint_ref = palloc(sizeof(DomainConstraintRef));
	InitDomainConstraintRef(c->resulttype, data->constraint_ref,
							CurrentMemoryContext, true);
	compile(c->arg, state, out);
	if (get_typlen(c->resulttype) == -1)
		emit_call(state, out, eval_readonly, NULL);
	emit_call(state, out, eval_domain, data);
}

static void
compile_param(Param *p, ExprState *state, NullableDatum *out)
{
	ParamExternCallData *data;

	if (p->paramkind == PARAM_EXEC)
	{
		emit(state, EOP_PARAM_EXEC, out)->d.param.paramid = p->paramid;
		return;
	}
	if (p->paramkind != PARAM_EXTERN)
		elog(ERROR, "unrecognized paramkind: %d", (int) p->paramkind);
	data = palloc(sizeof(ParamExternCallData));
	data->paramid = p->paramid;
	data->paramtype = p->paramtype;
	emit_call(state, out, eval_param_extern, data);
}

static void
compile_subplan(SubPlan *subplan, ExprState *state, NullableDatum *out)
{
	SubPlanState *sstate;

	if (subplan->subLinkType == MULTIEXPR_SUBLINK)
	{
		/* run at the start of the program; as a value it is NULL */
		emit(state, EOP_CONST, out)->d.constval.isnull = true;
		return;
	}
	if (state->parent == NULL)
		elog(ERROR, "SubPlan found with no parent plan");
	sstate = ExecInitSubPlan(subplan, state->parent);
	state->parent->subPlan = lappend(state->parent->subPlan, sstate);
	emit_call(state, out, eval_subplan, sstate);
}

static void
compile_aggref(Aggref *aggref, ExprState *state, NullableDatum *out)
{
	if (state->parent == NULL || !IsA(state->parent, AggState))
		elog(ERROR, "Aggref found in non-Agg plan node");
	((AggState *) state->parent)->aggs =
		lappend(((AggState *) state->parent)->aggs, aggref);
	emit(state, EOP_AGGREF, out)->d.aggno = aggref->aggno;
}

static void
compile_windowfunc(WindowFunc *wfunc, ExprState *state, NullableDatum *out)
{
	WindowAggState *winstate = (WindowAggState *) state->parent;
	WindowFuncExprState *wstate = makeNode(WindowFuncExprState);

	if (winstate == NULL || !IsA(winstate, WindowAggState))
		elog(ERROR, "WindowFunc found in non-WindowAgg plan node");
	wstate->wfunc = wfunc;
	winstate->funcs = lappend(winstate->funcs, wstate);
	winstate->numfuncs++;
	if (wfunc->winagg)
		winstate->numaggs++;
	wstate->args = ExecInitExprList(wfunc->args, state->parent);
	wstate->aggfilter = ExecInitExpr(wfunc->aggfilter, state->parent);
	emit_call(state, out, eval_windowfunc, wstate);
}

static void
compile_nulltest(NullTest *nt, ExprState *state, NullableDatum *out)
{
	compile(nt->arg, state, out);
	if (nt->argisrow)
	{
		RowNullData *data = palloc(sizeof(RowNullData));

		data->checkisnull = nt->nulltesttype == IS_NULL;
		emit_call(state, out, eval_row_null, data);
	}
	else
		emit(state, nt->nulltesttype == IS_NULL ? EOP_IS_NULL : EOP_IS_NOT_NULL, out);
}

static void
compile_minmax(MinMaxExpr *m, ExprState *state, NullableDatum *out)
{
	MinMaxData *data = palloc0(sizeof(MinMaxData));
	TypeCacheEntry *typ = lookup_type_cache(m->minmaxtype,
											TYPECACHE_CMP_PROC);

	if (!OidIsValid(typ->cmp_proc))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify a comparison function for type %s",
						format_type_be(m->minmaxtype))));
	fmgr_info(typ->cmp_proc, &data->finfo);
	data->nelems = list_length(m->args);
	data->elems = new_cells(data->nelems);
	data->op = m->op;
	data->collation = m->inputcollid;
	compile_list(m->args, state, data->elems);
	emit_call(state, out, eval_minmax, data);
}

static void
compile_distinct(OpExpr *op, ExprState *state, NullableDatum *out)
{
	Oid funcid = OidIsValid(op->opfuncid) ? op->opfuncid : get_opcode(op->opno);
	ExprStep *step = compile_func((Expr *) op, op->args, funcid,
								  op->inputcollid, state, out);

	step->code = (void *) (intptr_t) (IsA(op, DistinctExpr) ? EOP_DISTINCT : EOP_NULLIF);
}

/*
 * Emit the steps that leave the value of node in *out.  A flat switch over all
 * expression nodes.
 */
static void
compile(Expr *node, ExprState *state, NullableDatum *out)
{
	check_stack_depth();
	switch (nodeTag(node))
	{
		case T_Var:
			compile_var((Var *) node, state, out);
			break;
		case T_Const:
		{
			ExprStep *step = emit(state, EOP_CONST, out);

			step->d.constval.value = ((Const *) node)->constvalue;
			step->d.constval.isnull = ((Const *) node)->constisnull;
			break;
		}
		case T_Param:
			compile_param((Param *) node, state, out);
			break;
		case T_Aggref:
			compile_aggref((Aggref *) node, state, out);
			break;
		case T_GroupingFunc:
		{
			GroupingData *data = palloc(sizeof(GroupingData));

			if (state->parent == NULL || !IsA(state->parent, AggState))
				elog(ERROR, "GroupingFunc found in non-Agg plan node");
			data->parent = (AggState *) state->parent;
			data->clauses = ((GroupingFunc *) node)->cols;
			emit_call(state, out, eval_grouping, data);
			break;
		}
		case T_WindowFunc:
			compile_windowfunc((WindowFunc *) node, state, out);
			break;
		case T_SubscriptingRef:
			compile_subscript((SubscriptingRef *) node, state, out);
			break;
		case T_FuncExpr:
		{
			FuncExpr *f = (FuncExpr *) node;

			compile_func(node, f->args, f->funcid, f->inputcollid, state,
						 out);
			break;
		}
		case T_OpExpr:
		{
			OpExpr *op = (OpExpr *) node;

			compile_func(node, op->args,
						 OidIsValid(op->opfuncid) ? op->opfuncid : get_opcode(op->opno),
						 op->inputcollid, state, out);
			break;
		}
		case T_DistinctExpr:
		case T_NullIfExpr:
			compile_distinct((OpExpr *) node, state, out);
			break;
		case T_ScalarArrayOpExpr:
			compile_array_op((ScalarArrayOpExpr *) node, state, out);
			break;
		case T_BoolExpr:
			compile_bool((BoolExpr *) node, state, out);
			break;
		case T_SubPlan:
			compile_subplan((SubPlan *) node, state, out);
			break;
		case T_FieldSelect:
		{
			FieldData *data = palloc0(sizeof(FieldData));

			compile(((FieldSelect *) node)->arg, state, out);
			data->fieldnum = ((FieldSelect *) node)->fieldnum;
			data->resulttype = ((FieldSelect *) node)->resulttype;
			emit_call(state, out, eval_field_select, data);
			break;
		}
		case T_FieldStore:
			compile_fieldstore((FieldStore *) node, state, out);
			break;
		case T_RelabelType:
			compile(((RelabelType *) node)->arg, state, out);
			break;
		case T_CollateExpr:
			compile(((CollateExpr *) node)->arg, state, out);
			break;
		case T_CoerceViaIO:
			compile_io((CoerceViaIO *) node, state, out);
			break;
		case T_ArrayCoerceExpr:
			compile_array_coerce((ArrayCoerceExpr *) node, state, out);
			break;
		case T_ConvertRowtypeExpr:
		{
			ConvertRowData *data = palloc0(sizeof(ConvertRowData));

			data->expr = (ConvertRowtypeExpr *) node;
			compile(data->expr->arg, state, out);
			emit_call(state, out, eval_convert_rowtype, data);
			break;
		}
		case T_CaseExpr:
			compile_case((CaseExpr *) node, state, out);
			break;
		case T_CaseTestExpr:
			if (state->innermost_case)
				emit(state, EOP_COPY_CELL, out)->d.cell = state->innermost_case;
			else
			{
				CaseTestData *data = palloc0(sizeof(CaseTestData));

				emit_call(state, out, eval_case_test, data);
			}
			break;
		case T_CoerceToDomainValue:
			if (state->innermost_domain)
				emit(state, EOP_COPY_CELL, out)->d.cell = state->innermost_domain;
			else
			{
				CaseTestData *data = palloc0(sizeof(CaseTestData));

				data->domain = true;
				emit_call(state, out, eval_case_test, data);
			}
			break;
		case T_ArrayExpr:
			compile_array_expr((ArrayExpr *) node, state, out);
			break;
		case T_RowExpr:
			compile_row((RowExpr *) node, state, out);
			break;
		case T_RowCompareExpr:
			compile_row_compare((RowCompareExpr *) node, state, out);
			break;
		case T_CoalesceExpr:
			compile_coalesce((CoalesceExpr *) node, state, out);
			break;
		case T_MinMaxExpr:
			compile_minmax((MinMaxExpr *) node, state, out);
			break;
		case T_SQLValueFunction:
			emit_call(state, out, eval_sqlvalue, node);
			break;
		case T_NullTest:
			compile_nulltest((NullTest *) node, state, out);
			break;
		case T_BooleanTest:
			compile(((BooleanTest *) node)->arg, state, out);
			emit(state, EOP_BOOL_TEST, out)->d.booltest =
				((BooleanTest *) node)->booltesttype;
			break;
		case T_CoerceToDomain:
			compile_domain((CoerceToDomain *) node, state, out);
			break;
		case T_NextValueExpr:
		{
			NextValueData *data = palloc(sizeof(NextValueData));

			data->seqid = ((NextValueExpr *) node)->seqid;
			data->seqtypid = ((NextValueExpr *) node)->typeId;
			emit_call(state, out, eval_nextvalue, data);
			break;
		}
		case T_TargetEntry:
			compile(((TargetEntry *) node)->expr, state, out);
			break;
		case T_CurrentOfExpr:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("WHERE CURRENT OF is not supported yet")));
			break;
		case T_XmlExpr:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("unsupported XML feature")));
			break;
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	}
}

/* ---------------------------------------------------------------- aggregates and groups */

/* Filter, arguments and transition of one aggregate. */
static void
build_one_trans(AggState *aggstate, AggStatePerTrans pertrans, int transno,
				ExprState *state)
{
	FunctionCallInfo fcinfo = pertrans->transfn_fcinfo;
	NullableDatum *cells = pertrans->numSortCols > 0 ? pertrans->sortcells : fcinfo->args + 1;
	int skip_filter = -1;
	int strict_step = -1;
	bool strict = pertrans->transfn.fn_strict;
	ExprStep *step;
	ListCell *lc;
	int i = 0;

	if (pertrans->aggref->aggfilter)
	{
		compile(pertrans->aggref->aggfilter, state, &state->result);
		skip_filter = emit_jump(state, EOP_JUMP_NOT_TRUE, &state->result);
	}
	foreach (lc, pertrans->aggref->args)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		/* resjunk columns are for sorting only */
		if (tle->resjunk && pertrans->numSortCols == 0)
			continue;
		compile(tle->expr, state, &cells[i++]);
	}
	if (strict && pertrans->numTransInputs > 0)
	{
		step = emit(state, EOP_AGG_STRICT_INPUT, NULL);
		step->d.agg.args = cells;
		step->d.agg.nargs = pertrans->numTransInputs;
		strict_step = state->steps_len - 1;
	}
	if (pertrans->numSortCols > 0)
		step = emit(state, EOP_AGG_SORT, NULL);
	else if (pertrans->transtypeByVal && strict)
		step = emit(state, EOP_AGG_TRANS_STRICT_BYVAL, NULL);
	else if (pertrans->transtypeByVal)
		step = emit(state, EOP_AGG_TRANS_BYVAL, NULL);
	else
		step = emit(state, EOP_AGG_TRANS, NULL);
	step->d.agg.aggstate = aggstate;
	step->d.agg.pertrans = pertrans;
	step->d.agg.transno = transno;
	if (skip_filter >= 0)
		land(state, skip_filter);
	if (strict_step >= 0)
		state->steps[strict_step].d.agg.target = state->steps_len;
}

/*
 * One program that advances all aggregates of the node by the row in
 * tmpcontext->ecxt_outertuple, in the group aggstate->pergroup.
 */
ExprState *
ExecBuildAggTrans(AggState *aggstate)
{
	ExprState *state = new_state(NULL, &aggstate->ss.ps, NULL);
	LastAttnums info = {{0}};

	state->expr = (Expr *) aggstate;
	for (int i = 0; i < aggstate->numtrans; i++)
	{
		Aggref *aggref = aggstate->pertrans[i].aggref;

		last_attnums_walker((Node *) aggref->args, &info);
		last_attnums_walker((Node *) aggref->aggfilter, &info);
	}
	emit_fetches(state, &info);
	for (int i = 0; i < aggstate->numtrans; i++)
		build_one_trans(aggstate, &aggstate->pertrans[i], i, state);
	finish(state);
	return state;
}

/*
 * "Are the key columns of the inner and the outer row equal?", where two NULLs
 * count as equal.  The result is never NULL.
 */
ExprState *
ExecBuildGroupingEqual(TupleDesc ldesc, TupleDesc rdesc,
					   const TupleTableSlotOps *lops,
					   const TupleTableSlotOps *rops, int numCols,
					   const AttrNumber *keyColIdx, const Oid *eqfunctions,
					   const Oid *collations, PlanState *parent)
{
	ExprState *state;
	LastAttnums info = {{0}};
	List *jumps = NIL;
	ListCell *lc;

	if (numCols == 0)
		return NULL;
	state = new_state(NULL, parent, NULL);
	state->flags = EEO_FLAG_IS_QUAL;
	for (int i = 0; i < numCols; i++)
		info.last[EXPR_INNER] = Max(info.last[EXPR_INNER], keyColIdx[i]);
	info.last[EXPR_OUTER] = info.last[EXPR_INNER];
	emit_fetches(state, &info);
	/* the last key is the most likely to differ in sorted input */
	for (int i = numCols - 1; i >= 0; i--)
	{
		FmgrInfo *finfo = palloc0(sizeof(FmgrInfo));
		FunctionCallInfo fcinfo = palloc0(SizeForFunctionCallInfo(2));
		ExprStep *step;

		fmgr_info(eqfunctions[i], finfo);
		InitFunctionCallInfoData(*fcinfo, finfo, 2, collations[i], NULL, NULL);
		step = emit(state, EOP_GROUP_EQ, &state->result);
		step->d.groupeq.lattnum = keyColIdx[i] - 1;
		step->d.groupeq.rattnum = keyColIdx[i] - 1;
		step->d.groupeq.fn = finfo->fn_addr;
		step->d.groupeq.fcinfo = fcinfo;
		jumps = lappend_int(jumps, state->steps_len - 1);
	}
	foreach (lc, jumps)
		state->steps[lfirst_int(lc)].d.groupeq.target = state->steps_len;
	finish(state);
	return state;
}
