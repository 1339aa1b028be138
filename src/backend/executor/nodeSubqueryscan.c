/*
 * nodeSubqueryscan.c
 *		Scan of a sub-select in FROM.
 *
 * Hands on the rows of the sub-select's plan, filtered and projected.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeSubqueryscan.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"

static TupleTableSlot *
subquery_next(SubqueryScanState *node)
{
	return ExecProcNode(node->subplan);
}

static bool
subquery_recheck(SubqueryScanState *node, TupleTableSlot *slot)
{
	return true;
}

static TupleTableSlot *
ExecSubqueryScan(PlanState *pstate)
{
	return ExecScan((ScanState *) pstate, (ExecScanAccessMtd) subquery_next,
					(ExecScanRecheckMtd) subquery_recheck);
}

SubqueryScanState *
ExecInitSubqueryScan(SubqueryScan *node, EState *estate, int eflags)
{
	SubqueryScanState *state = makeNode(SubqueryScanState);

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecSubqueryScan;
	ExecAssignExprContext(estate, &state->ss.ps);
	state->subplan = ExecInitNode(node->subplan, estate, eflags);
	ExecInitScanTupleSlot(estate, &state->ss,
						  ExecGetResultType(state->subplan),
						  ExecGetResultSlotOps(state->subplan, NULL));
	state->ss.ps.scanopsset = true;
	state->ss.ps.scanops = ExecGetResultSlotOps(state->subplan,
												&state->ss.ps.scanopsfixed);
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfo(&state->ss);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	return state;
}

void
ExecEndSubqueryScan(SubqueryScanState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	ExecEndNode(node->subplan);
}

void
ExecReScanSubqueryScan(SubqueryScanState *node)
{
	ExecScanReScan(&node->ss);
	/* ExecReScan passes parameters only to left and right children */
	if (node->ss.ps.chgParam != NULL)
		UpdateChangedParamSet(node->subplan, node->ss.ps.chgParam);
	if (node->subplan->chgParam == NULL)
		ExecReScan(node->subplan);
}
