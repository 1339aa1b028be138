/*
 * nodeIndexonlyscan.c
 *		Index-only scans.
 *
 * The row comes from the index; the table is visited only for pages that the
 * visibility map does not call all-visible.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeIndexonlyscan.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/relscan.h"
#include "access/tableam.h"
#include "access/tupdesc.h"
#include "access/visibilitymap.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/predicate.h"
#include "utils/builtins.h"
#include "utils/rel.h"

/* Fill the scan slot from the index tuple. */
static void
store_index_tuple(IndexOnlyScanState *node, TupleTableSlot *slot,
				  IndexScanDesc scan)
{
	ExecClearTuple(slot);
	if (scan->xs_hitup)
	{
		Assert(slot->tts_tupleDescriptor->natts == scan->xs_hitupdesc->natts);
		ExecForceStoreHeapTuple(scan->xs_hitup, slot, false);
		return;
	}
	index_deform_tuple(scan->xs_itup, scan->xs_itupdesc, slot->tts_values,
					   slot->tts_isnull);
	/* a "name" column is stored as cstring in the index: pad it */
	for (int i = 0; i < slot->tts_tupleDescriptor->natts; i++)
		if (TupleDescAttr(slot->tts_tupleDescriptor, i)->attlen == NAMEDATALEN &&
			TupleDescAttr(scan->xs_itupdesc, i)->attlen == -2 &&
			!slot->tts_isnull[i])
		{
			Name name = MemoryContextAlloc(node->ss.ps.ps_ExprContext->ecxt_per_tuple_memory,
										   NAMEDATALEN);

			namestrcpy(name, DatumGetCString(slot->tts_values[i]));
			slot->tts_values[i] = NameGetDatum(name);
		}
	ExecStoreVirtualTuple(slot);
}

static TupleTableSlot *
indexonly_next(IndexOnlyScanState *node)
{
	EState *estate = node->ss.ps.state;
	ExprContext *econtext = node->ss.ps.ps_ExprContext;
	ScanDirection dir = estate->es_direction;
	IndexScanDesc scan = node->ioss_ScanDesc;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;
	ItemPointer tid;

	if (ScanDirectionIsBackward(((IndexOnlyScan *) node->ss.ps.plan)->indexorderdir))
		dir = -dir;
	if (scan == NULL)
	{
		scan = index_beginscan(node->ss.ss_currentRelation,
							   node->ioss_RelationDesc, estate->es_snapshot,
							   node->ioss_NumScanKeys,
							   node->ioss_NumOrderByKeys);
		node->ioss_ScanDesc = scan;
		scan->xs_want_itup = true;
		node->ioss_VMBuffer = InvalidBuffer;
		if (node->ioss_NumRuntimeKeys == 0 || node->ioss_RuntimeKeysReady)
			index_rescan(scan, node->ioss_ScanKeys, node->ioss_NumScanKeys,
						 node->ioss_OrderByKeys, node->ioss_NumOrderByKeys);
	}
	while ((tid = index_getnext_tid(scan, dir)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (!VM_ALL_VISIBLE(scan->heapRelation,
							ItemPointerGetBlockNumber(tid),
							&node->ioss_VMBuffer))
		{
			InstrCountTuples2(node, 1);
			if (!index_fetch_heap(scan, node->ioss_TableSlot))
				continue;
			ExecClearTuple(node->ioss_TableSlot);
			if (scan->xs_heap_continue)
				elog(ERROR, "non-MVCC snapshots are not supported in index-only scans");
		}
		store_index_tuple(node, slot, scan);
		if (scan->xs_recheck)
		{
			econtext->ecxt_scantuple = slot;
			if (!ExecQualAndReset(node->recheckqual, econtext))
			{
				InstrCountFiltered2(node, 1);
				continue;
			}
		}
		return slot;
	}
	return ExecClearTuple(slot);
}

static bool
indexonly_recheck(IndexOnlyScanState *node, TupleTableSlot *slot)
{
	elog(ERROR, "EvalPlanQual recheck is not supported in index-only scans");
	return false;
}

static TupleTableSlot *
ExecIndexOnlyScan(PlanState *pstate)
{
	IndexOnlyScanState *node = (IndexOnlyScanState *) pstate;

	if (node->ioss_NumRuntimeKeys != 0 && !node->ioss_RuntimeKeysReady)
		ExecReScan((PlanState *) node);
	return ExecScan(&node->ss, (ExecScanAccessMtd) indexonly_next,
					(ExecScanRecheckMtd) indexonly_recheck);
}

IndexOnlyScanState *
ExecInitIndexOnlyScan(IndexOnlyScan *node, EState *estate, int eflags)
{
	IndexOnlyScanState *state = makeNode(IndexOnlyScanState);
	Relation rel;
	LOCKMODE lockmode;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecIndexOnlyScan;
	ExecAssignExprContext(estate, &state->ss.ps);
	rel = ExecOpenScanRelation(estate, node->scan.scanrelid, eflags);
	state->ss.ss_currentRelation = rel;
	/* the scan row looks like the index, not like the table */
	ExecInitScanTupleSlot(estate, &state->ss, ExecTypeFromTL(node->indextlist),
						  &TTSOpsVirtual);
	state->ioss_TableSlot = ExecAllocTableSlot(&estate->es_tupleTable,
											   RelationGetDescr(rel),
											   table_slot_callbacks(rel));
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfoWithVarno(&state->ss, INDEX_VAR);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	state->recheckqual = ExecInitQual(node->recheckqual, &state->ss.ps);
	if (eflags & EXEC_FLAG_EXPLAIN_ONLY)
		return state;
	lockmode = exec_rt_fetch(node->scan.scanrelid, estate)->rellockmode;
	state->ioss_RelationDesc = index_open(node->indexid, lockmode);
	ExecIndexBuildScanKeys((PlanState *) state, state->ioss_RelationDesc,
						   node->indexqual, false, &state->ioss_ScanKeys,
						   &state->ioss_NumScanKeys, &state->ioss_RuntimeKeys,
						   &state->ioss_NumRuntimeKeys, NULL, NULL);
	if (state->ioss_NumRuntimeKeys != 0)
		state->ioss_RuntimeContext = CreateExprContext(estate);
	return state;
}

void
ExecEndIndexOnlyScan(IndexOnlyScanState *node)
{
	if (node->ioss_VMBuffer != InvalidBuffer)
	{
		ReleaseBuffer(node->ioss_VMBuffer);
		node->ioss_VMBuffer = InvalidBuffer;
	}
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	if (node->ioss_ScanDesc)
		index_endscan(node->ioss_ScanDesc);
	if (node->ioss_RelationDesc)
		index_close(node->ioss_RelationDesc, NoLock);
}

void
ExecReScanIndexOnlyScan(IndexOnlyScanState *node)
{
	if (node->ioss_NumRuntimeKeys != 0)
	{
		ExprContext *econtext = node->ioss_RuntimeContext;

		ResetExprContext(econtext);
		ExecIndexEvalRuntimeKeys(econtext, node->ioss_RuntimeKeys,
								 node->ioss_NumRuntimeKeys);
	}
	node->ioss_RuntimeKeysReady = true;
	if (node->ioss_ScanDesc)
		index_rescan(node->ioss_ScanDesc, node->ioss_ScanKeys,
					 node->ioss_NumScanKeys, node->ioss_OrderByKeys,
					 node->ioss_NumOrderByKeys);
	ExecScanReScan(&node->ss);
}

void
ExecIndexOnlyMarkPos(IndexOnlyScanState *node)
{
	index_markpos(node->ioss_ScanDesc);
}

void
ExecIndexOnlyRestrPos(IndexOnlyScanState *node)
{
	index_restrpos(node->ioss_ScanDesc);
}
