/*
 * nodeGroup.c
 *		GROUP BY of sorted input without aggregates.
 *
 * One row per group that passes HAVING: the group's first.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeGroup.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"

/* Read on to the first row of the next group; false at the end. */
static bool
next_group(GroupState *node)
{
	ExprContext *econtext = node->ss.ps.ps_ExprContext;
	TupleTableSlot *first = node->ss.ss_ScanTupleSlot;

	for (;;)
	{
		TupleTableSlot *slot;

		CHECK_FOR_INTERRUPTS();
		slot = ExecProcNode(outerPlanState(node));
		if (TupIsNull(slot))
		{
			node->grp_done = true;
			return false;
		}
		if (!TupIsNull(first))
		{
			econtext->ecxt_innertuple = slot;
			econtext->ecxt_outertuple = first;
			if (ExecQualAndReset(node->eqfunction, econtext))
				continue;
		}
		ExecCopySlot(first, slot);
		return true;
	}
}

static TupleTableSlot *
ExecGroup(PlanState *pstate)
{
	GroupState *node = (GroupState *) pstate;
	ExprContext *econtext = node->ss.ps.ps_ExprContext;

	while (!node->grp_done && next_group(node))
	{
		econtext->ecxt_outertuple = node->ss.ss_ScanTupleSlot;
		ResetExprContext(econtext);
		if (ExecQual(node->ss.ps.qual, econtext))
			return ExecProject(node->ss.ps.ps_ProjInfo);
		InstrCountFiltered1(node, 1);
	}
	return NULL;
}

GroupState *
ExecInitGroup(Group *node, EState *estate, int eflags)
{
	GroupState *state = makeNode(GroupState);

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecGroup;
	ExecAssignExprContext(estate, &state->ss.ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	ExecCreateScanSlotFromOuterPlan(estate, &state->ss, &TTSOpsMinimalTuple);
	ExecInitResultTupleSlotTL(&state->ss.ps, &TTSOpsVirtual);
	ExecAssignProjectionInfo(&state->ss.ps, NULL);
	state->ss.ps.qual = ExecInitQual(node->plan.qual, &state->ss.ps);
	state->eqfunction =
		execTuplesMatchPrepare(ExecGetResultType(outerPlanState(state)),
							   node->numCols, node->grpColIdx,
							   node->grpOperators, node->grpCollations,
							   &state->ss.ps);
	return state;
}

void
ExecEndGroup(GroupState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanGroup(GroupState *node)
{
	node->grp_done = false;
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}
