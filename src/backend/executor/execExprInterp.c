/*
 * execExprInterp.c
 *		Running compiled expressions.
 *
 * One function with direct threading: each step holds the address of its
 * handler, and a handler jumps to the next one.  Rare kinds of step are C
 * functions, in execExprCalls.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execExprInterp.c
 */
#include "postgres.h"

#include "executor/execExpr.h"
#include "executor/executor.h"
#include "executor/nodeSubplan.h"
#include "utils/builtins.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"

static Datum interpret(ExprState *state, ExprContext *econtext, bool *isnull);
static Datum check_then_interpret(ExprState *state, ExprContext *econtext,
								  bool *isnull);
static Datum just_const(ExprState *state, ExprContext *econtext, bool *isnull);

static const void *const *handlers; /* by ExprOp; filled by interpret(NULL) */

/*
 * Finish a program: turn operation codes into handler addresses and choose how
 * it is run.
 */
void
ExecReadyInterpretedExpr(ExprState *state)
{
	if (handlers == NULL)
		(void) interpret(NULL, NULL, NULL);
	if (state->steps_len == 2 &&
		state->steps[0].code == (void *) (intptr_t) EOP_CONST &&
		state->steps[0].out == &state->result)
	{
		state->result = state->steps[0].d.constval;
		state->evalfunc = just_const;
	}
	else
		state->evalfunc = check_then_interpret;
	for (int i = 0; i < state->steps_len; i++)
		state->steps[i].code = handlers[(intptr_t) state->steps[i].code];
}

static Datum
just_const(ExprState *state, ExprContext *econtext, bool *isnull)
{
	*isnull = state->result.isnull;
	return state->result.value;
}

/*
 * First run: the columns read must still have the types they had when the plan
 * was made.
 */
static Datum
check_then_interpret(ExprState *state, ExprContext *econtext, bool *isnull)
{
	for (int i = 0; i < state->steps_len; i++)
	{
		ExprStep *op = &state->steps[i];

		if (op->code == handlers[EOP_SCAN_VAR])
			CheckExprVarType(econtext->ecxt_scantuple, op->d.var.attnum,
							 op->d.var.vartype);
		else if (op->code == handlers[EOP_INNER_VAR])
			CheckExprVarType(econtext->ecxt_innertuple, op->d.var.attnum,
							 op->d.var.vartype);
		else if (op->code == handlers[EOP_OUTER_VAR])
			CheckExprVarType(econtext->ecxt_outertuple, op->d.var.attnum,
							 op->d.var.vartype);
	}
	state->evalfunc = interpret;
	return interpret(state, econtext, isnull);
}

/* Error unless column attnum (from 0) of the slot exists and has the type. */
void
CheckExprVarType(TupleTableSlot *slot, int attnum, Oid vartype)
{
	TupleDesc desc;
	Form_pg_attribute att;

	if (slot == NULL)
		return;
	desc = slot->tts_tupleDescriptor;
	if (attnum >= desc->natts)
		elog(ERROR, "attribute number %d exceeds number of columns %d",
			 attnum + 1, desc->natts);
	att = TupleDescAttr(desc, attnum);
	if (att->attisdropped)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("attribute %d of type %s has been dropped",
						attnum + 1, format_type_be(desc->tdtypeid))));
	if (vartype != att->atttypid)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("attribute %d of type %s has wrong type",
						attnum + 1, format_type_be(desc->tdtypeid)),
				 errdetail("Table has type %s, but query expects %s.",
						   format_type_be(att->atttypid),
						   format_type_be(vartype))));
}

static bool
bool_test(BoolTestType kind, NullableDatum *v)
{
	bool b = !v->isnull && DatumGetBool(v->value);

	switch (kind)
	{
		case IS_TRUE:
			return b;
		case IS_NOT_TRUE:
			return !b;
		case IS_FALSE:
			return !v->isnull && !b;
		case IS_NOT_FALSE:
			return v->isnull || b;
		case IS_UNKNOWN:
			return v->isnull;
		case IS_NOT_UNKNOWN:
			return !v->isnull;
	}
	return false;
}

/* By-reference or unusual transition: handles strictness and first inputs. */
static void
agg_advance_any(AggState *aggstate, AggStatePerTrans pertrans,
				AggStatePerGroup pergroup)
{
	if (pertrans->transfn.fn_strict)
	{
		if (pergroup->noTransValue)
		{
			agg_init_trans_value(aggstate, pertrans, pergroup);
			return;
		}
		if (pergroup->transValueIsNull)
			return;
	}
	agg_call_transition(aggstate, pertrans, pergroup, pertrans->transtypeByVal);
}

/*
 * Run a program.  The value of its last step is returned, and also stays in
 * state->result.  Longer than a screen by nature: one label per operation.
 */
static Datum
interpret(ExprState *state, ExprContext *econtext, bool *isnull)
{
	static const void *const table[] = {
#define X(name) &&L_##name,
		EXPR_OPS(X)
#undef X
	};
	ExprStep *op;
	TupleTableSlot *scanslot;
	TupleTableSlot *innerslot;
	TupleTableSlot *outerslot;
	TupleTableSlot *resultslot;

	if (unlikely(state == NULL))
	{
		handlers = table;
		return (Datum) 0;
	}
	op = state->steps;
	scanslot = econtext->ecxt_scantuple;
	innerslot = econtext->ecxt_innertuple;
	outerslot = econtext->ecxt_outertuple;
	resultslot = state->resultslot;

#define NEXT()                   \
	do                           \
	{                            \
		op++;                    \
		goto *(void *) op->code; \
	} while (0)
#define GOTO(n)                  \
	do                           \
	{                            \
		op = &state->steps[n];   \
		goto *(void *) op->code; \
	} while (0)

	goto *(void *) op->code;

L_DONE:
	*isnull = state->result.isnull;
	return state->result.value;

L_SCAN_FETCH:
	slot_getsomeattrs(scanslot, op->d.var.attnum);
	NEXT();
L_INNER_FETCH:
	slot_getsomeattrs(innerslot, op->d.var.attnum);
	NEXT();
L_OUTER_FETCH:
	slot_getsomeattrs(outerslot, op->d.var.attnum);
	NEXT();

L_SCAN_VAR:
	op->out->value = scanslot->tts_values[op->d.var.attnum];
	op->out->isnull = scanslot->tts_isnull[op->d.var.attnum];
	NEXT();
L_INNER_VAR:
	op->out->value = innerslot->tts_values[op->d.var.attnum];
	op->out->isnull = innerslot->tts_isnull[op->d.var.attnum];
	NEXT();
L_OUTER_VAR:
	op->out->value = outerslot->tts_values[op->d.var.attnum];
	op->out->isnull = outerslot->tts_isnull[op->d.var.attnum];
	NEXT();

L_ASSIGN_SCAN:
	resultslot->tts_values[op->d.var.resultnum] =
		scanslot->tts_values[op->d.var.attnum];
	resultslot->tts_isnull[op->d.var.resultnum] =
		scanslot->tts_isnull[op->d.var.attnum];
	NEXT();
L_ASSIGN_INNER:
	resultslot->tts_values[op->d.var.resultnum] =
		innerslot->tts_values[op->d.var.attnum];
	resultslot->tts_isnull[op->d.var.resultnum] =
		innerslot->tts_isnull[op->d.var.attnum];
	NEXT();
L_ASSIGN_OUTER:
	resultslot->tts_values[op->d.var.resultnum] =
		outerslot->tts_values[op->d.var.attnum];
	resultslot->tts_isnull[op->d.var.resultnum] =
		outerslot->tts_isnull[op->d.var.attnum];
	NEXT();
L_ASSIGN_CELL:
	resultslot->tts_values[op->d.var.resultnum] = op->out->value;
	resultslot->tts_isnull[op->d.var.resultnum] = op->out->isnull;
	NEXT();
L_ASSIGN_CELL_RO:
	resultslot->tts_isnull[op->d.var.resultnum] = op->out->isnull;
	resultslot->tts_values[op->d.var.resultnum] = op->out->isnull ? op->out->value : MakeExpandedObjectReadOnlyInternal(op->out->value);
	NEXT();

L_CONST:
	*op->out = op->d.constval;
	NEXT();
L_PARAM_EXEC:
{
	ParamExecData *prm = &econtext->ecxt_param_exec_vals[op->d.param.paramid];

	if (unlikely(prm->execPlan != NULL))
		ExecSetParamPlan(prm->execPlan, econtext);
	op->out->value = prm->value;
	op->out->isnull = prm->isnull;
	NEXT();
}
L_COPY_CELL:
	*op->out = *op->d.cell;
	NEXT();

L_FUNC:
{
	FunctionCallInfo fcinfo = op->d.func.fcinfo;

	fcinfo->isnull = false;
	op->out->value = op->d.func.fn(fcinfo);
	op->out->isnull = fcinfo->isnull;
	NEXT();
}
L_FUNC_STRICT:
{
	FunctionCallInfo fcinfo = op->d.func.fcinfo;
	int i = op->d.func.nargs;

	while (--i >= 0)
		if (fcinfo->args[i].isnull)
			break;
	if (i >= 0)
		op->out->isnull = true;
	else
	{
		fcinfo->isnull = false;
		op->out->value = op->d.func.fn(fcinfo);
		op->out->isnull = fcinfo->isnull;
	}
	NEXT();
}
L_FUNC_STRICT1:
{
	FunctionCallInfo fcinfo = op->d.func.fcinfo;

	if (fcinfo->args[0].isnull)
		op->out->isnull = true;
	else
	{
		fcinfo->isnull = false;
		op->out->value = op->d.func.fn(fcinfo);
		op->out->isnull = fcinfo->isnull;
	}
	NEXT();
}
L_FUNC_STRICT2:
{
	FunctionCallInfo fcinfo = op->d.func.fcinfo;

	if (fcinfo->args[0].isnull || fcinfo->args[1].isnull)
		op->out->isnull = true;
	else
	{
		fcinfo->isnull = false;
		op->out->value = op->d.func.fn(fcinfo);
		op->out->isnull = fcinfo->isnull;
	}
	NEXT();
}

L_AND:
	if (op->d.jump.first)
		*op->d.jump.anynull = false;
	if (op->out->isnull)
		*op->d.jump.anynull = true;
	else if (!DatumGetBool(op->out->value))
		GOTO(op->d.jump.target);
	if (op->d.jump.last && *op->d.jump.anynull)
	{
		op->out->value = (Datum) 0;
		op->out->isnull = true;
	}
	NEXT();
L_OR:
	if (op->d.jump.first)
		*op->d.jump.anynull = false;
	if (op->out->isnull)
		*op->d.jump.anynull = true;
	else if (DatumGetBool(op->out->value))
		GOTO(op->d.jump.target);
	if (op->d.jump.last && *op->d.jump.anynull)
	{
		op->out->value = (Datum) 0;
		op->out->isnull = true;
	}
	NEXT();
L_NOT:
	op->out->value = BoolGetDatum(!DatumGetBool(op->out->value));
	NEXT();
L_QUAL:
	if (op->out->isnull || !DatumGetBool(op->out->value))
	{
		op->out->value = BoolGetDatum(false);
		op->out->isnull = false;
		GOTO(op->d.jump.target);
	}
	NEXT();

L_JUMP:
	GOTO(op->d.jump.target);
L_JUMP_NULL:
	if (op->d.jump.cell->isnull)
		GOTO(op->d.jump.target);
	NEXT();
L_JUMP_NOT_NULL:
	if (!op->d.jump.cell->isnull)
		GOTO(op->d.jump.target);
	NEXT();
L_JUMP_NOT_TRUE:
	if (op->d.jump.cell->isnull || !DatumGetBool(op->d.jump.cell->value))
		GOTO(op->d.jump.target);
	NEXT();

L_IS_NULL:
	op->out->value = BoolGetDatum(op->out->isnull);
	op->out->isnull = false;
	NEXT();
L_IS_NOT_NULL:
	op->out->value = BoolGetDatum(!op->out->isnull);
	op->out->isnull = false;
	NEXT();
L_BOOL_TEST:
	op->out->value = BoolGetDatum(bool_test(op->d.booltest, op->out));
	op->out->isnull = false;
	NEXT();

L_DISTINCT:
{
	FunctionCallInfo fcinfo = op->d.func.fcinfo;

	if (fcinfo->args[0].isnull || fcinfo->args[1].isnull)
		op->out->value = BoolGetDatum(fcinfo->args[0].isnull !=
									  fcinfo->args[1].isnull);
	else
	{
		fcinfo->isnull = false;
		op->out->value =
			BoolGetDatum(!DatumGetBool(op->d.func.fn(fcinfo)));
	}
	op->out->isnull = false;
	NEXT();
}
L_NULLIF:
{
	FunctionCallInfo fcinfo = op->d.func.fcinfo;
	NullableDatum first = fcinfo->args[0];

	if (!first.isnull && !fcinfo->args[1].isnull)
	{
		Datum same;

		fcinfo->isnull = false;
		same = op->d.func.fn(fcinfo);
		if (!fcinfo->isnull && DatumGetBool(same))
			first.isnull = true;
	}
	*op->out = first;
	NEXT();
}

L_AGGREF:
	op->out->value = econtext->ecxt_aggvalues[op->d.aggno];
	op->out->isnull = econtext->ecxt_aggnulls[op->d.aggno];
	NEXT();

L_AGG_STRICT_INPUT:
{
	NullableDatum *args = op->d.agg.args;
	int i;

	for (i = 0; i < op->d.agg.nargs; i++)
		if (args[i].isnull)
			break;
	if (i < op->d.agg.nargs)
		GOTO(op->d.agg.target);
	NEXT();
}
L_AGG_TRANS_BYVAL:
	agg_call_transition(op->d.agg.aggstate, op->d.agg.pertrans,
						&op->d.agg.aggstate->pergroup[op->d.agg.transno], true);
	NEXT();
L_AGG_TRANS_STRICT_BYVAL:
{
	AggStatePerGroup pergroup =
		&op->d.agg.aggstate->pergroup[op->d.agg.transno];

	if (likely(!pergroup->transValueIsNull))
		agg_call_transition(op->d.agg.aggstate, op->d.agg.pertrans, pergroup, true);
	else
		agg_advance_any(op->d.agg.aggstate, op->d.agg.pertrans, pergroup);
	NEXT();
}
L_AGG_TRANS:
	agg_advance_any(op->d.agg.aggstate, op->d.agg.pertrans,
					&op->d.agg.aggstate->pergroup[op->d.agg.transno]);
	NEXT();
L_AGG_SORT:
	agg_sort_input(op->d.agg.aggstate, op->d.agg.pertrans);
	NEXT();

L_GROUP_EQ:
{
	bool lnull = innerslot->tts_isnull[op->d.groupeq.lattnum];
	bool rnull = outerslot->tts_isnull[op->d.groupeq.rattnum];
	bool same = lnull == rnull;

	if (same && !lnull)
	{
		FunctionCallInfo fcinfo = op->d.groupeq.fcinfo;

		fcinfo->args[0].value = innerslot->tts_values[op->d.groupeq.lattnum];
		fcinfo->args[1].value = outerslot->tts_values[op->d.groupeq.rattnum];
		fcinfo->isnull = false;
		same = DatumGetBool(op->d.groupeq.fn(fcinfo));
	}
	op->out->value = BoolGetDatum(same);
	op->out->isnull = false;
	if (!same)
		GOTO(op->d.groupeq.target);
	NEXT();
}

L_CALL:
	op->d.call.fn(state, op, econtext);
	NEXT();
}
