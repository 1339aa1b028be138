/*
 * nodeBitmapIndexscan.c
 *		Bitmap index scans, and AND and OR of bitmaps.
 *
 * These nodes return a TIDBitmap as a whole (MultiExec), never rows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeBitmapIndexscan.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/relscan.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "utils/rel.h"

static TupleTableSlot *
no_rows(PlanState *pstate)
{
	elog(ERROR, "bitmap nodes do not return rows one by one");
	return NULL;
}

/* The bitmap of all matching rows; the caller frees it. */
Node *
MultiExecBitmapIndexScan(BitmapIndexScanState *node)
{
	IndexScanDesc scan = node->biss_ScanDesc;
	TIDBitmap *tbm;
	double nTuples = 0;
	bool doscan;

	if (node->ss.ps.instrument)
		InstrStartNode(node->ss.ps.instrument);
	if (!node->biss_RuntimeKeysReady &&
		(node->biss_NumRuntimeKeys != 0 || node->biss_NumArrayKeys != 0))
	{
		ExecReScan((PlanState *) node);
		doscan = node->biss_RuntimeKeysReady;
	}
	else
		doscan = true;
	if (node->biss_result)
	{
		/* an OR collects its inputs in one bitmap */
		tbm = node->biss_result;
		node->biss_result = NULL;
	}
	else
		tbm = tbm_create(work_mem * 1024L, NULL);
	while (doscan)
	{
		nTuples += (double) index_getbitmap(scan, tbm);
		CHECK_FOR_INTERRUPTS();
		doscan = ExecIndexAdvanceArrayKeys(node->biss_ArrayKeys,
										   node->biss_NumArrayKeys);
		if (doscan)
			index_rescan(scan, node->biss_ScanKeys, node->biss_NumScanKeys,
						 NULL, 0);
	}
	if (node->ss.ps.instrument)
		InstrStopNode(node->ss.ps.instrument, nTuples);
	return (Node *) tbm;
}

BitmapIndexScanState *
ExecInitBitmapIndexScan(BitmapIndexScan *node, EState *estate, int eflags)
{
	BitmapIndexScanState *state = makeNode(BitmapIndexScanState);
	LOCKMODE lockmode;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = no_rows;
	if (eflags & EXEC_FLAG_EXPLAIN_ONLY)
		return state;
	lockmode = exec_rt_fetch(node->scan.scanrelid, estate)->rellockmode;
	state->biss_RelationDesc = index_open(node->indexid, lockmode);
	ExecIndexBuildScanKeys((PlanState *) state, state->biss_RelationDesc,
						   node->indexqual, false, &state->biss_ScanKeys,
						   &state->biss_NumScanKeys, &state->biss_RuntimeKeys,
						   &state->biss_NumRuntimeKeys, &state->biss_ArrayKeys,
						   &state->biss_NumArrayKeys);
	if (state->biss_NumRuntimeKeys != 0 || state->biss_NumArrayKeys != 0)
		state->biss_RuntimeContext = CreateExprContext(estate);
	state->biss_ScanDesc = index_beginscan_bitmap(state->biss_RelationDesc,
												  estate->es_snapshot,
												  state->biss_NumScanKeys);
	if (state->biss_NumRuntimeKeys == 0 && state->biss_NumArrayKeys == 0)
		index_rescan(state->biss_ScanDesc, state->biss_ScanKeys,
					 state->biss_NumScanKeys, NULL, 0);
	return state;
}

void
ExecEndBitmapIndexScan(BitmapIndexScanState *node)
{
	if (node->biss_ScanDesc)
		index_endscan(node->biss_ScanDesc);
	if (node->biss_RelationDesc)
		index_close(node->biss_RelationDesc, NoLock);
}

void
ExecReScanBitmapIndexScan(BitmapIndexScanState *node)
{
	ExprContext *econtext = node->biss_RuntimeContext;

	if (econtext)
		ResetExprContext(econtext);
	if (node->biss_NumRuntimeKeys != 0)
		ExecIndexEvalRuntimeKeys(econtext, node->biss_RuntimeKeys,
								 node->biss_NumRuntimeKeys);
	node->biss_RuntimeKeysReady = node->biss_NumArrayKeys == 0 ||
		ExecIndexEvalArrayKeys(econtext, node->biss_ArrayKeys,
							   node->biss_NumArrayKeys);
	if (node->biss_RuntimeKeysReady)
		index_rescan(node->biss_ScanDesc, node->biss_ScanKeys,
					 node->biss_NumScanKeys, NULL, 0);
}

/* ---------------------------------------------------------------- AND and OR */

static PlanState **
init_inputs(List *plans, EState *estate, int eflags)
{
	PlanState **states = palloc0(Max(list_length(plans), 1) * sizeof(PlanState *));
	ListCell *lc;

	foreach (lc, plans)
		states[foreach_current_index(lc)] = ExecInitNode(lfirst(lc), estate,
														 eflags);
	return states;
}

static void
rescan_inputs(PlanState *parent, PlanState **plans, int n)
{
	for (int i = 0; i < n; i++)
	{
		if (parent->chgParam != NULL)
			UpdateChangedParamSet(plans[i], parent->chgParam);
		if (plans[i]->chgParam == NULL)
			ExecReScan(plans[i]);
	}
}

Node *
MultiExecBitmapAnd(BitmapAndState *node)
{
	TIDBitmap *result = NULL;

	if (node->ps.instrument)
		InstrStartNode(node->ps.instrument);
	for (int i = 0; i < node->nplans; i++)
	{
		TIDBitmap *sub = (TIDBitmap *) MultiExecProcNode(node->bitmapplans[i]);

		if (result == NULL)
			result = sub;
		else
		{
			tbm_intersect(result, sub);
			tbm_free(sub);
		}
		if (tbm_is_empty(result))
			break;
	}
	if (result == NULL)
		elog(ERROR, "BitmapAnd doesn't support zero inputs");
	if (node->ps.instrument)
		InstrStopNode(node->ps.instrument, 0);
	return (Node *) result;
}

Node *
MultiExecBitmapOr(BitmapOrState *node)
{
	TIDBitmap *result = NULL;

	if (node->ps.instrument)
		InstrStartNode(node->ps.instrument);
	for (int i = 0; i < node->nplans; i++)
	{
		PlanState *subnode = node->bitmapplans[i];
		TIDBitmap *sub;

		if (IsA(subnode, BitmapIndexScanState))
		{
			if (result == NULL)
				result = tbm_create(work_mem * 1024L, NULL);
			((BitmapIndexScanState *) subnode)->biss_result = result;
			(void) MultiExecProcNode(subnode);
			continue;
		}
		sub = (TIDBitmap *) MultiExecProcNode(subnode);
		if (result == NULL)
			result = sub;
		else
		{
			tbm_union(result, sub);
			tbm_free(sub);
		}
	}
	if (result == NULL)
		elog(ERROR, "BitmapOr doesn't support zero inputs");
	if (node->ps.instrument)
		InstrStopNode(node->ps.instrument, 0);
	return (Node *) result;
}

BitmapAndState *
ExecInitBitmapAnd(BitmapAnd *node, EState *estate, int eflags)
{
	BitmapAndState *state = makeNode(BitmapAndState);

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = no_rows;
	state->nplans = list_length(node->bitmapplans);
	state->bitmapplans = init_inputs(node->bitmapplans, estate, eflags);
	return state;
}

BitmapOrState *
ExecInitBitmapOr(BitmapOr *node, EState *estate, int eflags)
{
	BitmapOrState *state = makeNode(BitmapOrState);

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = no_rows;
	state->nplans = list_length(node->bitmapplans);
	state->bitmapplans = init_inputs(node->bitmapplans, estate, eflags);
	return state;
}

void
ExecEndBitmapAnd(BitmapAndState *node)
{
	for (int i = 0; i < node->nplans; i++)
		ExecEndNode(node->bitmapplans[i]);
}

void
ExecEndBitmapOr(BitmapOrState *node)
{
	for (int i = 0; i < node->nplans; i++)
		ExecEndNode(node->bitmapplans[i]);
}

void
ExecReScanBitmapAnd(BitmapAndState *node)
{
	rescan_inputs(&node->ps, node->bitmapplans, node->nplans);
}

void
ExecReScanBitmapOr(BitmapOrState *node)
{
	rescan_inputs(&node->ps, node->bitmapplans, node->nplans);
}
