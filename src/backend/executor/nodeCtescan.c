/*
 * nodeCtescan.c
 *		Scans of WITH queries, and of the working table of a recursive one.
 *
 * All scans of one CTE share a tuplestore, which the first of them (the
 * leader) owns and which is filled from the CTE's plan as far as somebody
 * reads.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeCtescan.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"

static TupleTableSlot *
cte_next(CteScanState *node)
{
	bool forward = ScanDirectionIsForward(node->ss.ps.state->es_direction);
	Tuplestorestate *store = node->leader->cte_table;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;
	bool eof;

	tuplestore_select_read_pointer(store, node->readptr);
	eof = tuplestore_ateof(store);
	if (!forward && eof)
	{
		/* step back over the end itself first */
		if (!node->leader->eof_cte &&
			!tuplestore_advance(store, forward))
			return NULL;
		eof = false;
	}
	if (!eof)
	{
		if (tuplestore_gettupleslot(store, forward, true, slot))
			return slot;
		if (forward)
			eof = true;
	}
	if (eof && !node->leader->eof_cte)
	{
		TupleTableSlot *cteslot = ExecProcNode(node->cteplanstate);

		if (TupIsNull(cteslot))
		{
			node->leader->eof_cte = true;
			return NULL;
		}
		/* running the CTE may have moved another pointer */
		tuplestore_select_read_pointer(store, node->readptr);
		tuplestore_puttupleslot(store, cteslot);
		return ExecCopySlot(slot, cteslot);
	}
	return ExecClearTuple(slot);
}

static bool
always(ScanState *node, TupleTableSlot *slot)
{
	return true;
}

static TupleTableSlot *
ExecCteScan(PlanState *pstate)
{
	return ExecScan((ScanState *) pstate, (ExecScanAccessMtd) cte_next, always);
}

CteScanState *
ExecInitCteScan(CteScan *node, EState *estate, int eflags)
{
	CteScanState *state = makeNode(CteScanState);
	ParamExecData *prmdata;

	/* the whole result is kept: rescans and backward reads are free */
	state->eflags = (eflags | EXEC_FLAG_REWIND) & ~EXEC_FLAG_MARK;
	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecCteScan;
	state->cteplanstate = list_nth(estate->es_subplanstates,
								   node->ctePlanId - 1);
	/* the CTE's parameter slot tells later scans who the leader is */
	prmdata = &estate->es_param_exec_vals[node->cteParam];
	Assert(prmdata->execPlan == NULL);
	state->leader = (CteScanState *) DatumGetPointer(prmdata->value);
	if (state->leader == NULL)
	{
		prmdata->value = PointerGetDatum(state);
		state->leader = state;
		state->cte_table = tuplestore_begin_heap(true, false, work_mem);
		tuplestore_set_eflags(state->cte_table, state->eflags);
		state->readptr = 0;
	}
	else
	{
		Assert(IsA(state->leader, CteScanState));
		state->readptr = tuplestore_alloc_read_pointer(state->leader->cte_table,
													   state->eflags);
		tuplestore_select_read_pointer(state->leader->cte_table,
									   state->readptr);
		tuplestore_rescan(state->leader->cte_table);
	}
	ExecAssignExprContext(estate, &state->ss.ps);
	ExecInitScanTupleSlot(estate, &state->ss,
						  ExecGetResultType(state->cteplanstate),
						  &TTSOpsMinimalTuple);
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfo(&state->ss);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	return state;
}

void
ExecEndCteScan(CteScanState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	if (node->leader == node)
	{
		tuplestore_end(node->cte_table);
		node->cte_table = NULL;
	}
}

void
ExecReScanCteScan(CteScanState *node)
{
	Tuplestorestate *store = node->leader->cte_table;

	ExecScanReScan(&node->ss);
	if (node->leader->cteplanstate->chgParam != NULL)
	{
		tuplestore_clear(store);
		node->leader->eof_cte = false;
	}
	else
	{
		tuplestore_select_read_pointer(store, node->readptr);
		tuplestore_rescan(store);
	}
}

/* ---------------------------------------------------------------- the working table */

static TupleTableSlot *
worktable_next(WorkTableScanState *node)
{
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;

	(void) tuplestore_gettupleslot(node->rustate->working_table, true, false,
								   slot);
	return slot;
}

/* The recursive union above is initialized after us: find it on first use. */
static TupleTableSlot *
ExecWorkTableScan(PlanState *pstate)
{
	WorkTableScanState *node = (WorkTableScanState *) pstate;

	if (node->rustate == NULL)
	{
		WorkTableScan *plan = (WorkTableScan *) node->ss.ps.plan;
		ParamExecData *param =
			&node->ss.ps.state->es_param_exec_vals[plan->wtParam];

		node->rustate = castNode(RecursiveUnionState,
								 (void *) DatumGetPointer(param->value));
		ExecAssignScanType(&node->ss,
						   ExecGetResultType(&node->rustate->ps));
		ExecAssignScanProjectionInfo(&node->ss);
	}
	return ExecScan((ScanState *) pstate, (ExecScanAccessMtd) worktable_next,
					always);
}

WorkTableScanState *
ExecInitWorkTableScan(WorkTableScan *node, EState *estate, int eflags)
{
	WorkTableScanState *state = makeNode(WorkTableScanState);

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecWorkTableScan;
	ExecAssignExprContext(estate, &state->ss.ps);
	ExecInitResultTypeTL(&state->ss.ps);
	ExecInitScanTupleSlot(estate, &state->ss, NULL, &TTSOpsMinimalTuple);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	return state;
}

void
ExecEndWorkTableScan(WorkTableScanState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
}

void
ExecReScanWorkTableScan(WorkTableScanState *node)
{
	ExecScanReScan(&node->ss);
	if (node->rustate)
		tuplestore_rescan(node->rustate->working_table);
}
