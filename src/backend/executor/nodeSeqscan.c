/*
 * nodeSeqscan.c
 *		Sequential scan of a table.
 *
 * The rows come from the table access method, in its own kind of slot.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeSeqscan.c
 */
#include "postgres.h"

#include "access/relscan.h"
#include "access/tableam.h"
#include "executor/execProcnode.h"
#include "utils/rel.h"

static TupleTableSlot *
seq_next(SeqScanState *node)
{
	EState *estate = node->ss.ps.state;
	TableScanDesc scan = node->ss.ss_currentScanDesc;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;

	if (unlikely(scan == NULL))
	{
		scan = table_beginscan(node->ss.ss_currentRelation,
							   estate->es_snapshot, 0, NULL);
		node->ss.ss_currentScanDesc = scan;
	}
	return table_scan_getnextslot(scan, estate->es_direction, slot) ? slot : NULL;
}

static bool
seq_recheck(SeqScanState *node, TupleTableSlot *slot)
{
	return true; /* no condition beside the qual */
}

static TupleTableSlot *
ExecSeqScan(PlanState *pstate)
{
	return ExecScan((ScanState *) pstate, (ExecScanAccessMtd) seq_next,
					(ExecScanRecheckMtd) seq_recheck);
}

SeqScanState *
ExecInitSeqScan(SeqScan *node, EState *estate, int eflags)
{
	SeqScanState *state = makeNode(SeqScanState);
	Relation rel;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecSeqScan;
	ExecAssignExprContext(estate, &state->ss.ps);
	rel = ExecOpenScanRelation(estate, node->scan.scanrelid, eflags);
	state->ss.ss_currentRelation = rel;
	ExecInitScanTupleSlot(estate, &state->ss, RelationGetDescr(rel),
						  table_slot_callbacks(rel));
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfo(&state->ss);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	return state;
}

void
ExecEndSeqScan(SeqScanState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	if (node->ss.ss_currentScanDesc)
		table_endscan(node->ss.ss_currentScanDesc);
}

void
ExecReScanSeqScan(SeqScanState *node)
{
	if (node->ss.ss_currentScanDesc)
		table_rescan(node->ss.ss_currentScanDesc, NULL);
	ExecScanReScan(&node->ss);
}
