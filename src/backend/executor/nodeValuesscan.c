/*
 * nodeValuesscan.c
 *		VALUES lists.
 *
 * Each row's expressions are compiled when the row is reached and forgotten
 * after it, so that long lists need little memory; rows with sub-selects are
 * compiled at start.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeValuesscan.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "utils/expandeddatum.h"

static TupleTableSlot *
values_next(ValuesScanState *node)
{
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;
	ExprContext *econtext = node->rowcontext;
	bool forward = ScanDirectionIsForward(node->ss.ps.state->es_direction);
	List *exprstates;
	MemoryContext caller;
	ListCell *lc;
	int resind = 0;

	if (forward)
		node->curr_idx = Min(node->curr_idx + 1, node->array_len);
	else
		node->curr_idx = Max(node->curr_idx - 1, -1);
	ExecClearTuple(slot);
	if (node->curr_idx < 0 || node->curr_idx >= node->array_len)
		return slot;
	ReScanExprContext(econtext);
	caller = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	exprstates = node->exprstatelists[node->curr_idx];
	if (exprstates == NIL)
	{
		/* no parent: nothing in these rows has to be registered there */
		exprstates = ExecInitExprList(node->exprlists[node->curr_idx], NULL);
	}
	foreach (lc, exprstates)
	{
		slot->tts_values[resind] = ExecEvalExpr(lfirst(lc), econtext,
												&slot->tts_isnull[resind]);
		if (!slot->tts_isnull[resind] &&
			TupleDescAttr(slot->tts_tupleDescriptor, resind)->attlen == -1)
			slot->tts_values[resind] =
				MakeExpandedObjectReadOnlyInternal(slot->tts_values[resind]);
		resind++;
	}
	MemoryContextSwitchTo(caller);
	return ExecStoreVirtualTuple(slot);
}

static bool
values_recheck(ValuesScanState *node, TupleTableSlot *slot)
{
	return true;
}

static TupleTableSlot *
ExecValuesScan(PlanState *pstate)
{
	return ExecScan((ScanState *) pstate, (ExecScanAccessMtd) values_next,
					(ExecScanRecheckMtd) values_recheck);
}

ValuesScanState *
ExecInitValuesScan(ValuesScan *node, EState *estate, int eflags)
{
	ValuesScanState *state = makeNode(ValuesScanState);
	PlanState *planstate = &state->ss.ps;
	ListCell *lc;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecValuesScan;
	ExecAssignExprContext(estate, planstate);
	state->rowcontext = planstate->ps_ExprContext;
	ExecAssignExprContext(estate, planstate);
	ExecInitScanTupleSlot(estate, &state->ss,
						  ExecTypeFromExprList(linitial(node->values_lists)),
						  &TTSOpsVirtual);
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfo(&state->ss);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	state->curr_idx = -1;
	state->array_len = list_length(node->values_lists);
	state->exprlists = palloc(state->array_len * sizeof(List *));
	state->exprstatelists = palloc0(state->array_len * sizeof(List *));
	foreach (lc, node->values_lists)
	{
		int i = foreach_current_index(lc);

		state->exprlists[i] = lfirst(lc);
		if (estate->es_subplanstates && contain_subplans(lfirst(lc)))
			state->exprstatelists[i] = ExecInitExprList(lfirst(lc),
														&state->ss.ps);
	}
	return state;
}

void
ExecEndValuesScan(ValuesScanState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
}

void
ExecReScanValuesScan(ValuesScanState *node)
{
	ExecScanReScan(&node->ss);
	node->curr_idx = -1;
}
