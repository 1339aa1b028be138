/*
 * nodeProjectSet.c
 *		ProjectSet: set-returning functions in a target list.
 *
 * For each input row all functions are advanced in step; the longest set
 * decides how many rows come out, and ended sets give NULL.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeProjectSet.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"

/*
 * One output row for the current input row, or NULL when all sets have ended.
 * continuing: not the first row for this input.
 */
static TupleTableSlot *
project_srfs(ProjectSetState *node, bool continuing)
{
	TupleTableSlot *slot = node->ps.ps_ResultTupleSlot;
	ExprContext *econtext = node->ps.ps_ExprContext;
	bool hassrf = false;
	bool hasresult = false;
	MemoryContext caller;

	ExecClearTuple(slot);
	caller = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	node->pending_srf_tuples = false;
	for (int i = 0; i < node->nelems; i++)
	{
		Node *elem = node->elems[i];
		Datum *result = &slot->tts_values[i];
		bool *isnull = &slot->tts_isnull[i];

		if (!IsA(elem, SetExprState))
		{
			*result = ExecEvalExpr((ExprState *) elem, econtext, isnull);
			node->elemdone[i] = ExprSingleResult;
			continue;
		}
		hassrf = true;
		if (continuing && node->elemdone[i] == ExprEndResult)
		{
			*result = (Datum) 0;
			*isnull = true;
			continue;
		}
		*result = ExecMakeFunctionResultSet((SetExprState *) elem, econtext,
											node->argcontext, isnull,
											&node->elemdone[i]);
		if (node->elemdone[i] != ExprEndResult)
			hasresult = true;
		if (node->elemdone[i] == ExprMultipleResult)
			node->pending_srf_tuples = true;
	}
	MemoryContextSwitchTo(caller);
	if (hassrf && !hasresult)
		return NULL;
	return ExecStoreVirtualTuple(slot);
}

static TupleTableSlot *
ExecProjectSet(PlanState *pstate)
{
	ProjectSetState *node = (ProjectSetState *) pstate;
	ExprContext *econtext = pstate->ps_ExprContext;
	TupleTableSlot *slot;

	CHECK_FOR_INTERRUPTS();
	ResetExprContext(econtext);
	if (node->pending_srf_tuples)
	{
		slot = project_srfs(node, true);
		if (slot)
			return slot;
	}
	for (;;)
	{
		MemoryContextReset(node->argcontext);
		slot = ExecProcNode(outerPlanState(node));
		if (TupIsNull(slot))
			return NULL;
		econtext->ecxt_outertuple = slot;
		slot = project_srfs(node, false);
		if (slot)
			return slot;
		CHECK_FOR_INTERRUPTS();
		ResetExprContext(econtext);
	}
}

ProjectSetState *
ExecInitProjectSet(ProjectSet *node, EState *estate, int eflags)
{
	ProjectSetState *state = makeNode(ProjectSetState);
	ListCell *lc;
	int off = 0;

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = ExecProjectSet;
	ExecAssignExprContext(estate, &state->ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	ExecInitResultTupleSlotTL(&state->ps, &TTSOpsVirtual);
	state->nelems = list_length(node->plan.targetlist);
	state->elems = palloc(state->nelems * sizeof(Node *));
	state->elemdone = palloc(state->nelems * sizeof(ExprDoneCond));
	foreach (lc, node->plan.targetlist)
	{
		Expr *expr = ((TargetEntry *) lfirst(lc))->expr;

		if ((IsA(expr, FuncExpr) && ((FuncExpr *) expr)->funcretset) ||
			(IsA(expr, OpExpr) && ((OpExpr *) expr)->opretset))
			state->elems[off] = (Node *)
				ExecInitFunctionResultSet(expr, state->ps.ps_ExprContext,
										  &state->ps);
		else
			state->elems[off] = (Node *) ExecInitExpr(expr, &state->ps);
		off++;
	}
	state->argcontext = AllocSetContextCreate(CurrentMemoryContext,
											  "tSRF function arguments",
											  ALLOCSET_DEFAULT_SIZES);
	return state;
}

void
ExecEndProjectSet(ProjectSetState *node)
{
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanProjectSet(ProjectSetState *node)
{
	node->pending_srf_tuples = false;
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}
