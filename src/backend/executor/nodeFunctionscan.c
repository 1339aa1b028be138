/*
 * nodeFunctionscan.c
 *		Scan of functions in FROM.
 *
 * Each function's rows are kept in a tuplestore; ROWS FROM puts several side
 * by side, WITH ORDINALITY adds a number.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeFunctionscan.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "executor/execProcnode.h"
#include "funcapi.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

typedef struct FunctionScanPerFuncState
{
	SetExprState *setexpr;
	TupleDesc tupdesc;
	int colcount;
	Tuplestorestate *tstore;
	int64 rowcount; /* -1: not known yet */
	TupleTableSlot *func_slot;
} FunctionScanPerFuncState;

static void
run_function(FunctionScanState *node, FunctionScanPerFuncState *fs)
{
	fs->tstore = ExecMakeTableFunctionResult(fs->setexpr,
											 node->ss.ps.ps_ExprContext,
											 node->argcontext, fs->tupdesc,
											 node->eflags & EXEC_FLAG_BACKWARD);
	tuplestore_rescan(fs->tstore);
}

/* Copy one function's row, or NULLs after its end, into the scan row. */
static bool
fetch_columns(FunctionScanPerFuncState *fs, bool forward, TupleTableSlot *scanslot,
			  int att)
{
	bool found = tuplestore_gettupleslot(fs->tstore, forward, false,
										 fs->func_slot);

	if (found)
		slot_getallattrs(fs->func_slot);
	for (int i = 0; i < fs->colcount; i++)
	{
		scanslot->tts_values[att + i] = found ? fs->func_slot->tts_values[i] : (Datum) 0;
		scanslot->tts_isnull[att + i] = found ? fs->func_slot->tts_isnull[i] : true;
	}
	return found;
}

static TupleTableSlot *
function_next(FunctionScanState *node)
{
	TupleTableSlot *scanslot = node->ss.ss_ScanTupleSlot;
	bool forward = ScanDirectionIsForward(node->ss.ps.state->es_direction);
	bool alldone = true;
	int att = 0;

	if (node->simple)
	{
		FunctionScanPerFuncState *fs = &node->funcstates[0];

		if (fs->tstore == NULL)
			run_function(node, fs);
		(void) tuplestore_gettupleslot(fs->tstore, forward, false, scanslot);
		return scanslot;
	}
	if (!forward)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("backward scans of several functions are not supported yet")));
	node->ordinal++;
	ExecClearTuple(scanslot);
	for (int f = 0; f < node->nfuncs; f++)
	{
		FunctionScanPerFuncState *fs = &node->funcstates[f];

		if (fs->tstore == NULL)
			run_function(node, fs);
		if (fetch_columns(fs, forward, scanslot, att))
			alldone = false;
		att += fs->colcount;
	}
	if (node->ordinality)
	{
		scanslot->tts_values[att] = Int64GetDatumFast(node->ordinal);
		scanslot->tts_isnull[att] = false;
	}
	if (!alldone)
		ExecStoreVirtualTuple(scanslot);
	return scanslot;
}

static bool
function_recheck(FunctionScanState *node, TupleTableSlot *slot)
{
	return true;
}

static TupleTableSlot *
ExecFunctionScan(PlanState *pstate)
{
	return ExecScan((ScanState *) pstate, (ExecScanAccessMtd) function_next,
					(ExecScanRecheckMtd) function_recheck);
}

/* The row type that the query expects of one function. */
static TupleDesc
function_desc(RangeTblFunction *rtfunc)
{
	Node *funcexpr = rtfunc->funcexpr;
	TypeFuncClass functypclass;
	Oid funcrettype;
	TupleDesc tupdesc;

	functypclass = get_expr_result_type(funcexpr, &funcrettype, &tupdesc);
	if (functypclass == TYPEFUNC_COMPOSITE ||
		functypclass == TYPEFUNC_COMPOSITE_DOMAIN)
		return CreateTupleDescCopy(tupdesc);
	if (functypclass == TYPEFUNC_SCALAR)
	{
		tupdesc = CreateTemplateTupleDesc(1);
		TupleDescInitEntry(tupdesc, 1, NULL, funcrettype, -1, 0);
		TupleDescInitEntryCollation(tupdesc, 1, exprCollation(funcexpr));
		return tupdesc;
	}
	if (functypclass != TYPEFUNC_RECORD)
		elog(ERROR, "function in FROM has unsupported return type");
	tupdesc = BuildDescFromLists(rtfunc->funccolnames, rtfunc->funccoltypes,
								 rtfunc->funccoltypmods,
								 rtfunc->funccolcollations);
	BlessTupleDesc(tupdesc);
	return tupdesc;
}

FunctionScanState *
ExecInitFunctionScan(FunctionScan *node, EState *estate, int eflags)
{
	FunctionScanState *state = makeNode(FunctionScanState);
	int nfuncs = list_length(node->functions);
	TupleDesc scan_tupdesc;
	int natts = 0;
	ListCell *lc;
	int i = 0;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecFunctionScan;
	state->eflags = eflags;
	state->ordinality = node->funcordinality;
	state->nfuncs = nfuncs;
	state->simple = nfuncs == 1 && !node->funcordinality;
	ExecAssignExprContext(estate, &state->ss.ps);
	state->funcstates = palloc0(nfuncs * sizeof(FunctionScanPerFuncState));
	foreach (lc, node->functions)
	{
		RangeTblFunction *rtfunc = lfirst(lc);
		FunctionScanPerFuncState *fs = &state->funcstates[i++];

		fs->setexpr = ExecInitTableFunctionResult((Expr *) rtfunc->funcexpr,
												  state->ss.ps.ps_ExprContext,
												  &state->ss.ps);
		fs->rowcount = -1;
		fs->tupdesc = function_desc(rtfunc);
		fs->colcount = rtfunc->funccolcount;
		if (!state->simple)
			fs->func_slot = ExecInitExtraTupleSlot(estate, fs->tupdesc,
												   &TTSOpsMinimalTuple);
		natts += fs->colcount;
	}
	if (state->simple)
	{
		scan_tupdesc = CreateTupleDescCopy(state->funcstates[0].tupdesc);
		scan_tupdesc->tdtypeid = RECORDOID;
		scan_tupdesc->tdtypmod = -1;
	}
	else
	{
		AttrNumber attno = 0;

		if (node->funcordinality)
			natts++;
		scan_tupdesc = CreateTemplateTupleDesc(natts);
		for (int f = 0; f < nfuncs; f++)
			for (int j = 1; j <= state->funcstates[f].colcount; j++)
				TupleDescCopyEntry(scan_tupdesc, ++attno,
								   state->funcstates[f].tupdesc, j);
		if (node->funcordinality)
			TupleDescInitEntry(scan_tupdesc, ++attno, NULL, INT8OID, -1, 0);
	}
	ExecInitScanTupleSlot(estate, &state->ss, scan_tupdesc,
						  state->simple ? &TTSOpsMinimalTuple : &TTSOpsVirtual);
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfo(&state->ss);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	state->argcontext = AllocSetContextCreate(CurrentMemoryContext,
											  "Table function arguments",
											  ALLOCSET_DEFAULT_SIZES);
	return state;
}

void
ExecEndFunctionScan(FunctionScanState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	for (int i = 0; i < node->nfuncs; i++)
	{
		if (node->funcstates[i].tstore)
			tuplestore_end(node->funcstates[i].tstore);
		node->funcstates[i].tstore = NULL;
	}
}

/* Rows are kept unless a parameter of a function changed. */
void
ExecReScanFunctionScan(FunctionScanState *node)
{
	for (int i = 0; i < node->nfuncs; i++)
	{
		FunctionScanPerFuncState *fs = &node->funcstates[i];

		if (fs->func_slot)
			ExecClearTuple(fs->func_slot);
		if (fs->tstore == NULL)
			continue;
		if (node->ss.ps.chgParam != NULL)
		{
			tuplestore_end(fs->tstore);
			fs->tstore = NULL;
		}
		else
			tuplestore_rescan(fs->tstore);
	}
	ExecScanReScan(&node->ss);
	node->ordinal = 0;
}
