/*
 * execSRF.c
 *		Set-returning functions in FROM and in target lists.
 *
 * A function returns its set one value per call, or all at once in a
 * tuplestore.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execSRF.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_coerce.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

static void init_call(Oid foid, Oid input_collation, Expr *node,
					  SetExprState *sexpr, PlanState *parent,
					  MemoryContext cxt, bool allowSRF, bool needDescForSRF);
static void eval_args(FunctionCallInfo fcinfo, List *args,
					  ExprContext *econtext);
static void check_row_type(TupleDesc dst, TupleDesc src);
static void shutdown_srf(Datum arg);

/* ---------------------------------------------------------------- functions in FROM */

/* Prepare a FROM item; anything but a function call is evaluated as one row. */
SetExprState *
ExecInitTableFunctionResult(Expr *expr, ExprContext *econtext,
							PlanState *parent)
{
	SetExprState *state = makeNode(SetExprState);

	state->expr = expr;
	if (IsA(expr, FuncExpr))
	{
		FuncExpr *f = (FuncExpr *) expr;

		state->funcReturnsSet = f->funcretset;
		state->args = ExecInitExprList(f->args, parent);
		init_call(f->funcid, f->inputcollid, expr, state, parent,
				  econtext->ecxt_per_query_memory, f->funcretset, false);
	}
	else
		state->elidedFuncState = ExecInitExpr(expr, parent);
	return state;
}

/* Put one value, perhaps composite, into the store. */
static void
store_result(Tuplestorestate *store, TupleDesc tupdesc, bool returnsTuple,
			 Datum result, bool isnull)
{
	if (!returnsTuple)
	{
		tuplestore_putvalues(store, tupdesc, &result, &isnull);
		return;
	}
	if (!isnull)
	{
		HeapTupleHeader td = DatumGetHeapTupleHeader(result);
		HeapTupleData tmp = {0};

		tmp.t_len = HeapTupleHeaderGetDatumLength(td);
		tmp.t_data = td;
		tuplestore_puttuple(store, &tmp);
	}
	else
	{
		int n = tupdesc->natts;
		Datum *values = palloc0(Max(n, 1) * sizeof(Datum));
		bool *nulls = palloc(Max(n, 1) * sizeof(bool));

		memset(nulls, true, n);
		tuplestore_putvalues(store, tupdesc, values, nulls);
		pfree(values);
		pfree(nulls);
	}
}

/* A composite result tells its row type itself. */
static TupleDesc
desc_of_result(Datum result, TupleDesc expected, MemoryContext cxt)
{
	HeapTupleHeader td = DatumGetHeapTupleHeader(result);
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	TupleDesc desc = lookup_rowtype_tupdesc_copy(HeapTupleHeaderGetTypeId(td),
												 HeapTupleHeaderGetTypMod(td));

	MemoryContextSwitchTo(caller);
	return desc;
}

/*
 * Run the function to its end and return its rows in a tuplestore that lives in
 * the per-query context.  argContext holds the arguments meanwhile.
 */
Tuplestorestate *
ExecMakeTableFunctionResult(SetExprState *setexpr, ExprContext *econtext,
							MemoryContext argContext, TupleDesc expectedDesc,
							bool randomAccess)
{
	Tuplestorestate *store = NULL;
	TupleDesc desc = NULL;
	Oid funcrettype = exprType((Node *) setexpr->expr);
	bool returnsTuple = type_is_rowtype(funcrettype);
	bool returnsSet = false;
	FunctionCallInfo fcinfo = NULL;
	ReturnSetInfo rsinfo = {.type = T_ReturnSetInfo};
	MemoryContext caller;
	bool first = true;

	rsinfo.econtext = econtext;
	rsinfo.expectedDesc = expectedDesc;
	rsinfo.allowedModes = SFRM_ValuePerCall | SFRM_Materialize |
		SFRM_Materialize_Preferred;
	if (randomAccess)
		rsinfo.allowedModes |= SFRM_Materialize_Random;
	rsinfo.returnMode = SFRM_ValuePerCall;

	MemoryContextReset(argContext);
	caller = MemoryContextSwitchTo(argContext);
	if (setexpr->elidedFuncState == NULL)
	{
		bool strict_null = false;

		returnsSet = setexpr->funcReturnsSet;
		fcinfo = palloc(SizeForFunctionCallInfo(list_length(setexpr->args)));
		InitFunctionCallInfoData(*fcinfo, &setexpr->func,
								 list_length(setexpr->args),
								 setexpr->fcinfo->fncollation, NULL,
								 (Node *) &rsinfo);
		eval_args(fcinfo, setexpr->args, econtext);
		if (setexpr->func.fn_strict)
			for (int i = 0; i < fcinfo->nargs; i++)
				strict_null |= fcinfo->args[i].isnull;
		if (strict_null)
			goto no_result;
	}
	MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	for (;;)
	{
		Datum result;
		bool isnull;

		CHECK_FOR_INTERRUPTS();
		ResetExprContext(econtext);
		rsinfo.isDone = ExprSingleResult;
		if (setexpr->elidedFuncState == NULL)
		{
			fcinfo->isnull = false;
			result = FunctionCallInvoke(fcinfo);
			isnull = fcinfo->isnull;
		}
		else
			result = ExecEvalExpr(setexpr->elidedFuncState, econtext, &isnull);
		if (rsinfo.returnMode == SFRM_Materialize)
		{
			if (!first || rsinfo.isDone != ExprSingleResult)
				ereport(ERROR,
						(errcode(ERRCODE_E_R_I_E_SRF_PROTOCOL_VIOLATED),
						 errmsg("table-function protocol for materialize mode was not followed")));
			store = rsinfo.setResult;
			desc = rsinfo.setDesc;
			break;
		}
		if (rsinfo.returnMode != SFRM_ValuePerCall)
			ereport(ERROR,
					(errcode(ERRCODE_E_R_I_E_SRF_PROTOCOL_VIOLATED),
					 errmsg("unrecognized table-function returnMode: %d",
							(int) rsinfo.returnMode)));
		if (rsinfo.isDone == ExprEndResult)
			break;
		if (store == NULL)
		{
			MemoryContextSwitchTo(econtext->ecxt_per_query_memory);
			store = tuplestore_begin_heap(randomAccess, false, work_mem);
			MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
			desc = expectedDesc;
		}
		if (returnsTuple && !isnull && first)
		{
			TupleDesc actual = desc_of_result(result, expectedDesc,
											  econtext->ecxt_per_query_memory);

			check_row_type(expectedDesc, actual);
		}
		store_result(store, expectedDesc, returnsTuple, result, isnull);
		first = false;
		if (rsinfo.isDone != ExprMultipleResult)
			break;
		if (!returnsSet)
			ereport(ERROR,
					(errcode(ERRCODE_E_R_I_E_SRF_PROTOCOL_VIOLATED),
					 errmsg("table-function protocol for value-per-call mode was not followed")));
	}
no_result:
	MemoryContextSwitchTo(econtext->ecxt_per_query_memory);
	if (store == NULL)
	{
		store = tuplestore_begin_heap(randomAccess, false, work_mem);
		if (!returnsSet)
			store_result(store, expectedDesc, returnsTuple || expectedDesc->natts != 1,
						 (Datum) 0, true);
	}
	if (rsinfo.setResult == store && desc)
	{
		if (expectedDesc)
			check_row_type(expectedDesc, desc);
		if (desc->tdrefcount == -1 && desc != expectedDesc)
			FreeTupleDesc(desc);
	}
	MemoryContextSwitchTo(caller);
	return store;
}

/* ---------------------------------------------------------------- functions in target lists */

SetExprState *
ExecInitFunctionResultSet(Expr *expr, ExprContext *econtext, PlanState *parent)
{
	SetExprState *state = makeNode(SetExprState);
	Oid funcid;
	Oid collid;
	List *args;

	state->expr = expr;
	state->funcReturnsSet = true;
	if (IsA(expr, FuncExpr))
	{
		funcid = ((FuncExpr *) expr)->funcid;
		collid = ((FuncExpr *) expr)->inputcollid;
		args = ((FuncExpr *) expr)->args;
	}
	else if (IsA(expr, OpExpr))
	{
		funcid = ((OpExpr *) expr)->opfuncid;
		collid = ((OpExpr *) expr)->inputcollid;
		args = ((OpExpr *) expr)->args;
	}
	else
		elog(ERROR, "unrecognized node type: %d", (int) nodeTag(expr));
	state->args = ExecInitExprList(args, parent);
	init_call(funcid, collid, expr, state, parent,
			  econtext->ecxt_per_query_memory, true, true);
	return state;
}

/* Next row of a set that the function returned in a tuplestore. */
static bool
next_stored(SetExprState *fcache, Datum *result, bool *isNull)
{
	TupleTableSlot *slot = fcache->funcResultSlot;

	if (tuplestore_gettupleslot(fcache->funcResultStore, true, false, slot))
	{
		if (fcache->funcReturnsTuple)
		{
			*result = ExecFetchSlotHeapTupleDatum(slot);
			*isNull = false;
		}
		else
			*result = slot_getattr(slot, 1, isNull);
		return true;
	}
	tuplestore_end(fcache->funcResultStore);
	fcache->funcResultStore = NULL;
	ExecClearTuple(slot);
	return false;
}

/* Keep the tuplestore that the function made, and how to read it. */
static void
accept_store(SetExprState *fcache, ExprContext *econtext,
			 Tuplestorestate *store, TupleDesc desc)
{
	fcache->funcResultStore = store;
	if (fcache->funcResultSlot == NULL)
	{
		MemoryContext caller = MemoryContextSwitchTo(fcache->func.fn_mcxt);
		TupleDesc slotDesc = fcache->funcResultDesc;

		if (slotDesc == NULL)
		{
			if (desc == NULL)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("function returning setof record called in context that cannot accept type record")));
			slotDesc = CreateTupleDescCopy(desc);
		}
		fcache->funcResultSlot = MakeSingleTupleTableSlot(slotDesc,
														  &TTSOpsMinimalTuple);
		MemoryContextSwitchTo(caller);
	}
	if (desc)
	{
		if (fcache->funcResultDesc)
			check_row_type(fcache->funcResultDesc, desc);
		if (desc->tdrefcount == -1)
			FreeTupleDesc(desc);
	}
	if (!fcache->shutdown_reg)
	{
		RegisterExprContextCallback(econtext, shutdown_srf,
									PointerGetDatum(fcache));
		fcache->shutdown_reg = true;
	}
}

/*
 * The next value of the set; *isDone tells whether more may come or the set has
 * ended.  argContext keeps the arguments of a value-per-call function.
 */
Datum
ExecMakeFunctionResultSet(SetExprState *fcache, ExprContext *econtext,
						  MemoryContext argContext, bool *isNull,
						  ExprDoneCond *isDone)
{
	FunctionCallInfo fcinfo = fcache->fcinfo;
	ReturnSetInfo rsinfo = {.type = T_ReturnSetInfo};
	Datum result = (Datum) 0;
	bool callit = true;

	check_stack_depth();
	if (fcache->funcResultStore)
	{
		*isDone = next_stored(fcache, &result, isNull) ? ExprMultipleResult : ExprEndResult;
		if (*isDone == ExprEndResult)
			*isNull = true;
		return result;
	}
	if (!fcache->setArgsValid)
	{
		MemoryContext caller = MemoryContextSwitchTo(argContext);

		eval_args(fcinfo, fcache->args, econtext);
		MemoryContextSwitchTo(caller);
	}
	else
		fcache->setArgsValid = false;

	fcinfo->resultinfo = (Node *) &rsinfo;
	rsinfo.econtext = econtext;
	rsinfo.expectedDesc = fcache->funcResultDesc;
	rsinfo.allowedModes = SFRM_ValuePerCall | SFRM_Materialize;
	rsinfo.returnMode = SFRM_ValuePerCall;
	rsinfo.isDone = ExprSingleResult;
	if (fcache->func.fn_strict)
		for (int i = 0; i < fcinfo->nargs; i++)
			if (fcinfo->args[i].isnull)
				callit = false;
	if (!callit)
	{
		*isNull = true;
		*isDone = ExprEndResult;
		return (Datum) 0;
	}
	fcinfo->isnull = false;
	result = FunctionCallInvoke(fcinfo);
	*isNull = fcinfo->isnull;
	*isDone = rsinfo.isDone;
	if (rsinfo.returnMode == SFRM_ValuePerCall)
	{
		if (*isDone == ExprMultipleResult)
		{
			fcache->setArgsValid = true;
			if (!fcache->shutdown_reg)
			{
				RegisterExprContextCallback(econtext, shutdown_srf,
											PointerGetDatum(fcache));
				fcache->shutdown_reg = true;
			}
		}
		return result;
	}
	if (rsinfo.returnMode != SFRM_Materialize ||
		rsinfo.isDone != ExprSingleResult)
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_SRF_PROTOCOL_VIOLATED),
				 errmsg("table-function protocol for materialize mode was not followed")));
	if (rsinfo.setResult == NULL)
	{
		*isNull = true;
		*isDone = ExprEndResult;
		return (Datum) 0;
	}
	accept_store(fcache, econtext, rsinfo.setResult, rsinfo.setDesc);
	*isDone = next_stored(fcache, &result, isNull) ? ExprMultipleResult : ExprEndResult;
	if (*isDone == ExprEndResult)
		*isNull = true;
	return result;
}

/* ---------------------------------------------------------------- common parts */

/* Check the right to call, look the function up, find its result type. */
static void
init_call(Oid foid, Oid input_collation, Expr *node, SetExprState *sexpr,
		  PlanState *parent, MemoryContext cxt, bool allowSRF,
		  bool needDescForSRF)
{
	AclResult aclresult = pg_proc_aclcheck(foid, GetUserId(), ACL_EXECUTE);
	int nargs = list_length(sexpr->args);

	if (aclresult != ACLCHECK_OK)
		aclcheck_error(aclresult, OBJECT_FUNCTION, get_func_name(foid));
	if (nargs > FUNC_MAX_ARGS)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
				 errmsg("cannot pass more than %d arguments to a function",
						FUNC_MAX_ARGS)));
	fmgr_info_cxt(foid, &sexpr->func, cxt);
	fmgr_info_set_expr((Node *) node, &sexpr->func);
	sexpr->fcinfo = palloc(SizeForFunctionCallInfo(nargs));
	InitFunctionCallInfoData(*sexpr->fcinfo, &sexpr->func, nargs,
							 input_collation, NULL, NULL);
	if (sexpr->func.fn_retset && !allowSRF)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set"),
				 parent ? executor_errposition(parent->state,
											   exprLocation((Node *) node))
						: 0));
	if (sexpr->func.fn_retset && needDescForSRF)
	{
		Oid funcrettype;
		TupleDesc tupdesc;
		TypeFuncClass functypclass;
		MemoryContext caller = MemoryContextSwitchTo(cxt);

		functypclass = get_expr_result_type(sexpr->func.fn_expr, &funcrettype,
											&tupdesc);
		if (functypclass == TYPEFUNC_COMPOSITE ||
			functypclass == TYPEFUNC_COMPOSITE_DOMAIN)
		{
			sexpr->funcResultDesc = CreateTupleDescCopy(tupdesc);
			sexpr->funcReturnsTuple = true;
		}
		else if (functypclass == TYPEFUNC_SCALAR)
		{
			tupdesc = CreateTemplateTupleDesc(1);
			TupleDescInitEntry(tupdesc, 1, NULL, funcrettype, -1, 0);
			sexpr->funcResultDesc = tupdesc;
		}
		else if (functypclass == TYPEFUNC_RECORD)
			sexpr->funcReturnsTuple = true;
		MemoryContextSwitchTo(caller);
	}
}

static void
eval_args(FunctionCallInfo fcinfo, List *args, ExprContext *econtext)
{
	ListCell *lc;
	int i = 0;

	foreach (lc, args)
	{
		fcinfo->args[i].value = ExecEvalExpr(lfirst(lc), econtext,
											 &fcinfo->args[i].isnull);
		i++;
	}
}

/* The scan is over before the set was: forget what is left. */
static void
shutdown_srf(Datum arg)
{
	SetExprState *fcache = (SetExprState *) DatumGetPointer(arg);

	if (fcache->funcResultSlot)
		ExecClearTuple(fcache->funcResultSlot);
	if (fcache->funcResultStore)
		tuplestore_end(fcache->funcResultStore);
	fcache->funcResultStore = NULL;
	fcache->setArgsValid = false;
	fcache->shutdown_reg = false;
}

/* Error unless rows of type src can be read as type dst. */
static void
check_row_type(TupleDesc dst, TupleDesc src)
{
	if (dst->natts != src->natts)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("function return row and query-specified return row do not match"),
				 errdetail_plural("Returned row contains %d attribute, but query expects %d.",
								  "Returned row contains %d attributes, but query expects %d.",
								  src->natts, src->natts, dst->natts)));
	for (int i = 0; i < dst->natts; i++)
	{
		Form_pg_attribute d = TupleDescAttr(dst, i);
		Form_pg_attribute s = TupleDescAttr(src, i);

		if (IsBinaryCoercible(s->atttypid, d->atttypid))
			continue;
		if (!d->attisdropped)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("function return row and query-specified return row do not match"),
					 errdetail("Returned type %s at ordinal position %d, but query expects %s.",
							   format_type_be(s->atttypid), i + 1,
							   format_type_be(d->atttypid))));
		if (d->attlen != s->attlen || d->attalign != s->attalign)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("function return row and query-specified return row do not match"),
					 errdetail("Physical storage mismatch on dropped attribute at ordinal position %d.",
							   i + 1)));
	}
}
