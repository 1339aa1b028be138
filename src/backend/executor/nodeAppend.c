/*
 * nodeAppend.c
 *		Append: the rows of several plans, one after the other.
 *
 * Used for UNION ALL.  An input without plans returns nothing.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeAppend.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"

static TupleTableSlot *
ExecAppend(PlanState *pstate)
{
	AppendState *node = (AppendState *) pstate;

	while (node->as_whichplan < node->as_nplans)
	{
		TupleTableSlot *slot;

		CHECK_FOR_INTERRUPTS();
		slot = ExecProcNode(node->appendplans[node->as_whichplan]);
		if (!TupIsNull(slot))
			return slot;
		node->as_whichplan++;
	}
	return ExecClearTuple(node->ps.ps_ResultTupleSlot);
}

AppendState *
ExecInitAppend(Append *node, EState *estate, int eflags)
{
	AppendState *state = makeNode(AppendState);
	ListCell *lc;
	int i = 0;

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = ExecAppend;
	state->as_nplans = list_length(node->appendplans);
	state->appendplans = palloc0(Max(state->as_nplans, 1) * sizeof(PlanState *));
	ExecInitResultTupleSlotTL(&state->ps, &TTSOpsVirtual);
	/* rows are handed on in the inputs' own slots */
	state->ps.resultopsset = true;
	state->ps.resultopsfixed = false;
	foreach (lc, node->appendplans)
		state->appendplans[i++] = ExecInitNode(lfirst(lc), estate, eflags);
	return state;
}

void
ExecEndAppend(AppendState *node)
{
	for (int i = 0; i < node->as_nplans; i++)
		ExecEndNode(node->appendplans[i]);
}

void
ExecReScanAppend(AppendState *node)
{
	for (int i = 0; i < node->as_nplans; i++)
	{
		PlanState *subnode = node->appendplans[i];

		if (node->ps.chgParam != NULL)
			UpdateChangedParamSet(subnode, node->ps.chgParam);
		if (subnode->chgParam == NULL)
			ExecReScan(subnode);
	}
	node->as_whichplan = 0;
}
