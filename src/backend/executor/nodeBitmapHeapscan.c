/*
 * nodeBitmapHeapscan.c
 *		Bitmap heap scan.
 *
 * Builds the bitmap of its input on the first call, then reads the table's
 * pages in order.  Rows of lossy pages, and of indexes that say so, are
 * rechecked.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeBitmapHeapscan.c
 */
#include "postgres.h"

#include "access/relscan.h"
#include "access/tableam.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/rel.h"

static void
drop_bitmap(BitmapHeapScanState *node)
{
	if (node->tbmiterator)
		tbm_end_iterate(node->tbmiterator);
	if (node->tbm)
		tbm_free(node->tbm);
	node->tbmiterator = NULL;
	node->tbm = NULL;
	node->tbmres = NULL;
	node->initialized = false;
}

static TupleTableSlot *
bitmap_next(BitmapHeapScanState *node)
{
	ExprContext *econtext = node->ss.ps.ps_ExprContext;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;
	TableScanDesc scan = node->ss.ss_currentScanDesc;

	if (!node->initialized)
	{
		node->tbm = (TIDBitmap *) MultiExecProcNode(outerPlanState(node));
		node->tbmiterator = tbm_begin_iterate(node->tbm);
		node->tbmres = NULL;
		node->initialized = true;
	}
	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		if (node->tbmres == NULL)
		{
			node->tbmres = tbm_iterate(node->tbmiterator);
			if (node->tbmres == NULL)
				return ExecClearTuple(slot);
			if (!table_scan_bitmap_next_block(scan, node->tbmres))
			{
				node->tbmres = NULL;
				continue;
			}
			if (node->tbmres->ntuples >= 0)
				node->exact_pages++;
			else
				node->lossy_pages++;
		}
		if (!table_scan_bitmap_next_tuple(scan, node->tbmres, slot))
		{
			node->tbmres = NULL;
			continue;
		}
		if (node->tbmres->recheck)
		{
			econtext->ecxt_scantuple = slot;
			if (!ExecQualAndReset(node->bitmapqualorig, econtext))
			{
				InstrCountFiltered2(node, 1);
				ExecClearTuple(slot);
				continue;
			}
		}
		return slot;
	}
}

static bool
bitmap_recheck(BitmapHeapScanState *node, TupleTableSlot *slot)
{
	ExprContext *econtext = node->ss.ps.ps_ExprContext;

	econtext->ecxt_scantuple = slot;
	return ExecQualAndReset(node->bitmapqualorig, econtext);
}

static TupleTableSlot *
ExecBitmapHeapScan(PlanState *pstate)
{
	return ExecScan((ScanState *) pstate, (ExecScanAccessMtd) bitmap_next,
					(ExecScanRecheckMtd) bitmap_recheck);
}

BitmapHeapScanState *
ExecInitBitmapHeapScan(BitmapHeapScan *node, EState *estate, int eflags)
{
	BitmapHeapScanState *state = makeNode(BitmapHeapScanState);
	Relation rel;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecBitmapHeapScan;
	ExecAssignExprContext(estate, &state->ss.ps);
	rel = ExecOpenScanRelation(estate, node->scan.scanrelid, eflags);
	state->ss.ss_currentRelation = rel;
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	ExecInitScanTupleSlot(estate, &state->ss, RelationGetDescr(rel),
						  table_slot_callbacks(rel));
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfo(&state->ss);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	state->bitmapqualorig = ExecInitQual(node->bitmapqualorig, &state->ss.ps);
	state->ss.ss_currentScanDesc = table_beginscan_bm(rel, estate->es_snapshot,
													  0, NULL);
	return state;
}

void
ExecEndBitmapHeapScan(BitmapHeapScanState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	ExecEndNode(outerPlanState(node));
	drop_bitmap(node);
	table_endscan(node->ss.ss_currentScanDesc);
}

void
ExecReScanBitmapHeapScan(BitmapHeapScanState *node)
{
	PlanState *outer = outerPlanState(node);

	table_rescan(node->ss.ss_currentScanDesc, NULL);
	drop_bitmap(node);
	ExecScanReScan(&node->ss);
	if (outer->chgParam == NULL)
		ExecReScan(outer);
}
