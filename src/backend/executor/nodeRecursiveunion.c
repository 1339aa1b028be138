/*
 * nodeRecursiveunion.c
 *		WITH RECURSIVE.
 *
 * First the non-recursive plan; then the recursive one, over and over, each
 * time reading the rows that the last round produced, until a round adds none.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeRecursiveunion.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "utils/memutils.h"

static void
build_table(RecursiveUnionState *state)
{
	RecursiveUnion *node = (RecursiveUnion *) state->ps.plan;

	state->hashtable =
		BuildTupleHashTable(&state->ps,
							ExecGetResultType(outerPlanState(state)),
							node->numCols, node->dupColIdx, state->eqfuncoids,
							state->hashfunctions, node->dupCollations,
							node->numGroups, 0, state->tableContext,
							state->tempContext, false);
}

/* UNION: has the row not been seen before?  UNION ALL: always true. */
static bool
is_new(RecursiveUnionState *node, TupleTableSlot *slot)
{
	bool isnew;

	if (((RecursiveUnion *) node->ps.plan)->numCols == 0)
		return true;
	LookupTupleHashEntry(node->hashtable, slot, &isnew, NULL);
	MemoryContextReset(node->tempContext);
	return isnew;
}

static TupleTableSlot *
ExecRecursiveUnion(PlanState *pstate)
{
	RecursiveUnionState *node = (RecursiveUnionState *) pstate;
	PlanState *inner = innerPlanState(node);
	RecursiveUnion *plan = (RecursiveUnion *) node->ps.plan;
	TupleTableSlot *slot;

	CHECK_FOR_INTERRUPTS();
	while (!node->recursing)
	{
		slot = ExecProcNode(outerPlanState(node));
		if (TupIsNull(slot))
		{
			node->recursing = true;
			break;
		}
		if (!is_new(node, slot))
			continue;
		tuplestore_puttupleslot(node->working_table, slot);
		return slot;
	}
	for (;;)
	{
		slot = ExecProcNode(inner);
		if (TupIsNull(slot))
		{
			Tuplestorestate *swap;

			if (node->intermediate_empty)
				return NULL;
			/* this round's rows are the next round's input */
			swap = node->working_table;
			node->working_table = node->intermediate_table;
			node->intermediate_table = swap;
			tuplestore_clear(swap);
			node->intermediate_empty = true;
			tuplestore_rescan(node->working_table);
			inner->chgParam = bms_add_member(inner->chgParam, plan->wtParam);
			continue;
		}
		if (!is_new(node, slot))
			continue;
		node->intermediate_empty = false;
		tuplestore_puttupleslot(node->intermediate_table, slot);
		return slot;
	}
}

RecursiveUnionState *
ExecInitRecursiveUnion(RecursiveUnion *node, EState *estate, int eflags)
{
	RecursiveUnionState *state = makeNode(RecursiveUnionState);

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = ExecRecursiveUnion;
	state->intermediate_empty = true;
	state->working_table = tuplestore_begin_heap(false, false, work_mem);
	state->intermediate_table = tuplestore_begin_heap(false, false, work_mem);
	/* the working table scan below finds us through the parameter */
	estate->es_param_exec_vals[node->wtParam].value = PointerGetDatum(state);
	estate->es_param_exec_vals[node->wtParam].isnull = false;
	ExecInitResultTypeTL(&state->ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	innerPlanState(state) = ExecInitNode(innerPlan(node), estate, eflags);
	if (node->numCols > 0)
	{
		state->tempContext = AllocSetContextCreate(CurrentMemoryContext,
												   "RecursiveUnion",
												   ALLOCSET_DEFAULT_SIZES);
		state->tableContext = AllocSetContextCreate(CurrentMemoryContext,
													"RecursiveUnion hash table",
													ALLOCSET_DEFAULT_SIZES);
		execTuplesHashPrepare(node->numCols, node->dupOperators,
							  &state->eqfuncoids, &state->hashfunctions);
		build_table(state);
	}
	return state;
}

void
ExecEndRecursiveUnion(RecursiveUnionState *node)
{
	tuplestore_end(node->working_table);
	tuplestore_end(node->intermediate_table);
	ExecEndNode(outerPlanState(node));
	ExecEndNode(innerPlanState(node));
}

void
ExecReScanRecursiveUnion(RecursiveUnionState *node)
{
	PlanState *inner = innerPlanState(node);
	RecursiveUnion *plan = (RecursiveUnion *) node->ps.plan;

	inner->chgParam = bms_add_member(inner->chgParam, plan->wtParam);
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
	if (node->hashtable)
	{
		MemoryContextReset(node->tableContext);
		ResetTupleHashTable(node->hashtable);
	}
	node->recursing = false;
	node->intermediate_empty = true;
	tuplestore_clear(node->working_table);
	tuplestore_clear(node->intermediate_table);
}
