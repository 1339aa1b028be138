/*
 * nodeUnique.c
 *		Unique: drop rows equal to the one before.
 *
 * The input is sorted on the compared columns.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeUnique.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"

static TupleTableSlot *
ExecUnique(PlanState *pstate)
{
	UniqueState *node = (UniqueState *) pstate;
	ExprContext *econtext = node->ps.ps_ExprContext;
	TupleTableSlot *kept = node->ps.ps_ResultTupleSlot;

	for (;;)
	{
		TupleTableSlot *slot;

		CHECK_FOR_INTERRUPTS();
		slot = ExecProcNode(outerPlanState(node));
		if (TupIsNull(slot))
		{
			ExecClearTuple(kept);
			return NULL;
		}
		if (TupIsNull(kept))
			return ExecCopySlot(kept, slot);
		econtext->ecxt_innertuple = slot;
		econtext->ecxt_outertuple = kept;
		if (!ExecQualAndReset(node->eqfunction, econtext))
			return ExecCopySlot(kept, slot);
	}
}

UniqueState *
ExecInitUnique(Unique *node, EState *estate, int eflags)
{
	UniqueState *state = makeNode(UniqueState);

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = ExecUnique;
	ExecAssignExprContext(estate, &state->ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	ExecInitResultTupleSlotTL(&state->ps, &TTSOpsMinimalTuple);
	state->eqfunction =
		execTuplesMatchPrepare(ExecGetResultType(outerPlanState(state)),
							   node->numCols, node->uniqColIdx,
							   node->uniqOperators, node->uniqCollations,
							   &state->ps);
	return state;
}

void
ExecEndUnique(UniqueState *node)
{
	ExecClearTuple(node->ps.ps_ResultTupleSlot);
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanUnique(UniqueState *node)
{
	ExecClearTuple(node->ps.ps_ResultTupleSlot);
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}
