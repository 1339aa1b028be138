/*
 * execScan.c
 *		The loop of all scan nodes: fetch, check, project.
 *
 * Each scan node brings an access function and one that rechecks a row for
 * EvalPlanQual.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execScan.c
 */
#include "postgres.h"

#include "executor/executor.h"
#include "miscadmin.h"

/* During EvalPlanQual a relation yields its test row at most once. */
static TupleTableSlot *
fetch_for_recheck(ScanState *node, EPQState *epq, ExecScanAccessMtd accessMtd,
				  ExecScanRecheckMtd recheckMtd)
{
	Index scanrelid = ((Scan *) node->ps.plan)->scanrelid;
	TupleTableSlot *slot = node->ss_ScanTupleSlot;

	if (scanrelid == 0)
		return accessMtd(node);
	if (epq->relsubs_done[scanrelid - 1])
		return ExecClearTuple(slot);
	if (epq->relsubs_slot[scanrelid - 1] != NULL)
	{
		slot = epq->relsubs_slot[scanrelid - 1];
		epq->relsubs_done[scanrelid - 1] = true;
		if (TupIsNull(slot))
			return NULL;
		return recheckMtd(node, slot) ? slot : ExecClearTuple(slot);
	}
	if (epq->relsubs_rowmark[scanrelid - 1] != NULL)
	{
		epq->relsubs_done[scanrelid - 1] = true;
		if (!EvalPlanQualFetchRowMark(epq, scanrelid, slot))
			return NULL;
		return recheckMtd(node, slot) ? slot : ExecClearTuple(slot);
	}
	return accessMtd(node);
}

static inline TupleTableSlot *
fetch(ScanState *node, ExecScanAccessMtd accessMtd,
	  ExecScanRecheckMtd recheckMtd)
{
	EPQState *epq = node->ps.state->es_epq_active;

	CHECK_FOR_INTERRUPTS();
	if (unlikely(epq != NULL))
		return fetch_for_recheck(node, epq, accessMtd, recheckMtd);
	return accessMtd(node);
}

/*
 * The next row that passes the node's qual, projected; an empty slot or NULL at
 * the end.
 */
TupleTableSlot *
ExecScan(ScanState *node, ExecScanAccessMtd accessMtd,
		 ExecScanRecheckMtd recheckMtd)
{
	ExprContext *econtext = node->ps.ps_ExprContext;
	ExprState *qual = node->ps.qual;
	ProjectionInfo *proj = node->ps.ps_ProjInfo;

	ResetExprContext(econtext);
	if (qual == NULL && proj == NULL)
		return fetch(node, accessMtd, recheckMtd);
	for (;;)
	{
		TupleTableSlot *slot = fetch(node, accessMtd, recheckMtd);

		if (TupIsNull(slot))
			return proj ? ExecClearTuple(proj->pi_state.resultslot) : slot;
		econtext->ecxt_scantuple = slot;
		if (ExecQual(qual, econtext))
			return proj ? ExecProject(proj) : slot;
		InstrCountFiltered1(node, 1);
		ResetExprContext(econtext);
	}
}

void
ExecAssignScanProjectionInfo(ScanState *node)
{
	ExecAssignScanProjectionInfoWithVarno(node,
										  ((Scan *) node->ps.plan)->scanrelid);
}

void
ExecAssignScanProjectionInfoWithVarno(ScanState *node, int varno)
{
	ExecConditionalAssignProjectionInfo(&node->ps,
										node->ss_ScanTupleSlot->tts_tupleDescriptor,
										varno);
}

/* Common part of a scan node's rescan. */
void
ExecScanReScan(ScanState *node)
{
	EPQState *epq = node->ps.state->es_epq_active;
	Index scanrelid = ((Scan *) node->ps.plan)->scanrelid;

	ExecClearTuple(node->ss_ScanTupleSlot);
	/* the test row may be read again, unless it is a missing row */
	if (epq && scanrelid > 0)
		epq->relsubs_done[scanrelid - 1] =
			epq->relsubs_blocked ? epq->relsubs_blocked[scanrelid - 1] : false;
}
