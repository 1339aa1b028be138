/*
 * nodeSort.c
 *		Sort.
 *
 * Reads all input on the first call.  With a bound (LIMIT) only the first
 * rows are kept; one narrow column is sorted as plain values.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeSort.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "utils/tuplesort.h"

static void
read_and_sort(SortState *node)
{
	Sort *plan = (Sort *) node->ss.ps.plan;
	EState *estate = node->ss.ps.state;
	ScanDirection dir = estate->es_direction;
	PlanState *outer = outerPlanState(node);
	TupleDesc desc = ExecGetResultType(outer);
	int opts = TUPLESORT_NONE;
	Tuplesortstate *sort;

	/* the input is read forward whichever way the result is */
	estate->es_direction = ForwardScanDirection;
	if (node->randomAccess)
		opts |= TUPLESORT_RANDOMACCESS;
	if (node->bounded)
		opts |= TUPLESORT_ALLOWBOUNDED;
	if (node->datumSort)
		sort = tuplesort_begin_datum(TupleDescAttr(desc, 0)->atttypid,
									 plan->sortOperators[0],
									 plan->collations[0],
									 plan->nullsFirst[0], work_mem, NULL,
									 opts);
	else
		sort = tuplesort_begin_heap(desc, plan->numCols, plan->sortColIdx,
									plan->sortOperators, plan->collations,
									plan->nullsFirst, work_mem, NULL, opts);
	if (node->bounded)
		tuplesort_set_bound(sort, node->bound);
	node->tuplesortstate = sort;
	for (;;)
	{
		TupleTableSlot *slot = ExecProcNode(outer);

		if (TupIsNull(slot))
			break;
		if (node->datumSort)
		{
			slot_getsomeattrs(slot, 1);
			tuplesort_putdatum(sort, slot->tts_values[0],
							   slot->tts_isnull[0]);
		}
		else
			tuplesort_puttupleslot(sort, slot);
	}
	tuplesort_performsort(sort);
	estate->es_direction = dir;
	node->sort_Done = true;
	node->bounded_Done = node->bounded;
	node->bound_Done = node->bound;
}

static TupleTableSlot *
ExecSort(PlanState *pstate)
{
	SortState *node = (SortState *) pstate;
	TupleTableSlot *slot = node->ss.ps.ps_ResultTupleSlot;
	bool forward;

	CHECK_FOR_INTERRUPTS();
	if (!node->sort_Done)
		read_and_sort(node);
	forward = ScanDirectionIsForward(node->ss.ps.state->es_direction);
	if (node->datumSort)
	{
		ExecClearTuple(slot);
		if (tuplesort_getdatum(node->tuplesortstate, forward, false,
							   &slot->tts_values[0], &slot->tts_isnull[0],
							   NULL))
			ExecStoreVirtualTuple(slot);
	}
	else
		(void) tuplesort_gettupleslot(node->tuplesortstate, forward, false,
									  slot, NULL);
	return slot;
}

SortState *
ExecInitSort(Sort *node, EState *estate, int eflags)
{
	SortState *state = makeNode(SortState);
	TupleDesc desc;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecSort;
	state->randomAccess = (eflags & (EXEC_FLAG_REWIND | EXEC_FLAG_BACKWARD | EXEC_FLAG_MARK)) != 0;
	eflags &= ~(EXEC_FLAG_REWIND | EXEC_FLAG_BACKWARD | EXEC_FLAG_MARK);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	desc = ExecGetResultType(outerPlanState(state));
	state->datumSort = desc->natts == 1 && TupleDescAttr(desc, 0)->attbyval;
	ExecCreateScanSlotFromOuterPlan(estate, &state->ss, &TTSOpsVirtual);
	ExecInitResultTupleSlotTL(&state->ss.ps, state->datumSort ? &TTSOpsVirtual : &TTSOpsMinimalTuple);
	return state;
}

void
ExecEndSort(SortState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	ExecClearTuple(node->ss.ps.ps_ResultTupleSlot);
	if (node->tuplesortstate)
		tuplesort_end(node->tuplesortstate);
	node->tuplesortstate = NULL;
	ExecEndNode(outerPlanState(node));
}

void
ExecSortMarkPos(SortState *node)
{
	if (node->sort_Done)
		tuplesort_markpos(node->tuplesortstate);
}

void
ExecSortRestrPos(SortState *node)
{
	if (node->sort_Done)
		tuplesort_restorepos(node->tuplesortstate);
}

/* The sorted rows can be read again unless input or bound changed. */
void
ExecReScanSort(SortState *node)
{
	PlanState *outer = outerPlanState(node);

	if (!node->sort_Done)
		return;
	ExecClearTuple(node->ss.ps.ps_ResultTupleSlot);
	if (outer->chgParam != NULL || node->bounded != node->bounded_Done ||
		node->bound != node->bound_Done || !node->randomAccess)
	{
		node->sort_Done = false;
		tuplesort_end(node->tuplesortstate);
		node->tuplesortstate = NULL;
		if (outer->chgParam == NULL)
			ExecReScan(outer);
	}
	else
		tuplesort_rescan(node->tuplesortstate);
}
