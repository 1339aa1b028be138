/*
 * nodeMaterial.c
 *		Materialize: keep the input's rows to read them again.
 *
 * Rows are put into a tuplestore as they are first read.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeMaterial.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"

static TupleTableSlot *
ExecMaterial(PlanState *pstate)
{
	MaterialState *node = (MaterialState *) pstate;
	bool forward = ScanDirectionIsForward(node->ss.ps.state->es_direction);
	Tuplestorestate *store = node->tuplestorestate;
	TupleTableSlot *slot = node->ss.ps.ps_ResultTupleSlot;
	TupleTableSlot *outerslot;
	bool eof;

	CHECK_FOR_INTERRUPTS();
	if (store == NULL && node->eflags != 0)
	{
		store = tuplestore_begin_heap(true, false, work_mem);
		tuplestore_set_eflags(store, node->eflags);
		if (node->eflags & EXEC_FLAG_MARK)
			tuplestore_alloc_read_pointer(store, node->eflags);
		node->tuplestorestate = store;
	}
	eof = store == NULL || tuplestore_ateof(store);
	if (!forward && eof && store)
	{
		if (!node->eof_underlying && !tuplestore_advance(store, forward))
			return NULL;
		eof = false;
	}
	if (!eof)
	{
		if (tuplestore_gettupleslot(store, forward, false, slot))
			return slot;
		if (forward)
			eof = true;
	}
	if (!eof || node->eof_underlying)
		return ExecClearTuple(slot);
	outerslot = ExecProcNode(outerPlanState(node));
	if (TupIsNull(outerslot))
	{
		node->eof_underlying = true;
		return NULL;
	}
	if (store)
		tuplestore_puttupleslot(store, outerslot);
	return ExecCopySlot(slot, outerslot);
}

MaterialState *
ExecInitMaterial(Material *node, EState *estate, int eflags)
{
	MaterialState *state = makeNode(MaterialState);

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecMaterial;
	state->eflags = eflags & (EXEC_FLAG_REWIND | EXEC_FLAG_BACKWARD | EXEC_FLAG_MARK);
	/* a store that is to be read backward keeps everything anyway */
	if (eflags & EXEC_FLAG_BACKWARD)
		state->eflags |= EXEC_FLAG_REWIND;
	eflags &= ~(EXEC_FLAG_REWIND | EXEC_FLAG_BACKWARD | EXEC_FLAG_MARK);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	ExecInitResultTupleSlotTL(&state->ss.ps, &TTSOpsMinimalTuple);
	ExecCreateScanSlotFromOuterPlan(estate, &state->ss, &TTSOpsMinimalTuple);
	return state;
}

void
ExecEndMaterial(MaterialState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	if (node->tuplestorestate)
		tuplestore_end(node->tuplestorestate);
	node->tuplestorestate = NULL;
	ExecEndNode(outerPlanState(node));
}

void
ExecMaterialMarkPos(MaterialState *node)
{
	if (!node->tuplestorestate)
		return;
	tuplestore_copy_read_pointer(node->tuplestorestate, 0, 1);
	tuplestore_trim(node->tuplestorestate);
}

void
ExecMaterialRestrPos(MaterialState *node)
{
	if (node->tuplestorestate)
		tuplestore_copy_read_pointer(node->tuplestorestate, 1, 0);
}

void
ExecReScanMaterial(MaterialState *node)
{
	PlanState *outer = outerPlanState(node);

	ExecClearTuple(node->ss.ps.ps_ResultTupleSlot);
	if (node->eflags == 0)
	{
		if (outer->chgParam == NULL)
			ExecReScan(outer);
		node->eof_underlying = false;
		return;
	}
	if (!node->tuplestorestate)
		return;
	if (outer->chgParam == NULL && (node->eflags & EXEC_FLAG_REWIND))
	{
		tuplestore_rescan(node->tuplestorestate);
		return;
	}
	tuplestore_end(node->tuplestorestate);
	node->tuplestorestate = NULL;
	if (outer->chgParam == NULL)
		ExecReScan(outer);
	node->eof_underlying = false;
}
