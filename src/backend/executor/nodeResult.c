/*
 * nodeResult.c
 *		Result: constant rows, and projections with a one-time condition.
 *
 * Without an input it returns one row; with one it projects each row of it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeResult.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"

static TupleTableSlot *
ExecResult(PlanState *pstate)
{
	ResultState *node = (ResultState *) pstate;
	ExprContext *econtext = pstate->ps_ExprContext;
	PlanState *outer = outerPlanState(node);

	CHECK_FOR_INTERRUPTS();
	if (node->rs_checkqual)
	{
		bool pass = ExecQual(node->resconstantqual, econtext);

		node->rs_checkqual = false;
		if (!pass)
			node->rs_done = true;
	}
	if (node->rs_done)
		return NULL;
	for (;;)
	{
		ResetExprContext(econtext);
		if (outer)
		{
			TupleTableSlot *slot = ExecProcNode(outer);

			if (TupIsNull(slot))
				return NULL;
			econtext->ecxt_outertuple = slot;
			if (pstate->qual && !ExecQual(pstate->qual, econtext))
			{
				InstrCountFiltered1(node, 1);
				continue;
			}
		}
		else
		{
			node->rs_done = true;
			if (pstate->qual && !ExecQual(pstate->qual, econtext))
				return NULL;
		}
		return ExecProject(pstate->ps_ProjInfo);
	}
}

ResultState *
ExecInitResult(Result *node, EState *estate, int eflags)
{
	ResultState *state = makeNode(ResultState);

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = ExecResult;
	state->rs_checkqual = node->resconstantqual != NULL;
	ExecAssignExprContext(estate, &state->ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	ExecInitResultTupleSlotTL(&state->ps, &TTSOpsVirtual);
	ExecAssignProjectionInfo(&state->ps, NULL);
	state->ps.qual = ExecInitQual(node->plan.qual, &state->ps);
	state->resconstantqual = ExecInitQual((List *) node->resconstantqual,
										  &state->ps);
	return state;
}

void
ExecEndResult(ResultState *node)
{
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanResult(ResultState *node)
{
	node->rs_done = false;
	node->rs_checkqual = node->resconstantqual != NULL;
	if (outerPlanState(node) && outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}
