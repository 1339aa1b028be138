/*
 * nodeLimit.c
 *		LIMIT and OFFSET.
 *
 * Counts rows from 1; the state says where in the window of wanted rows the
 * last call ended, also when a cursor moves backward.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeLimit.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"

static int64
eval_bound(LimitState *node, ExprState *expr, bool *isnull, int sqlerrcode,
		   const char *msg)
{
	int64 result = DatumGetInt64(ExecEvalExprSwitchContext(expr,
														   node->ps.ps_ExprContext,
														   isnull));

	if (!*isnull && result < 0)
		ereport(ERROR, (errcode(sqlerrcode), errmsg("%s", msg)));
	return *isnull ? 0 : result;
}

/* Evaluate both bounds, and tell a sort below how many rows we need. */
static void
recompute(LimitState *node)
{
	bool isnull;

	node->offset = node->limitOffset ? eval_bound(node, node->limitOffset, &isnull,
												  ERRCODE_INVALID_ROW_COUNT_IN_RESULT_OFFSET_CLAUSE,
												  "OFFSET must not be negative")
									 : 0;
	node->count = 0;
	node->noCount = true;
	if (node->limitCount)
	{
		node->count = eval_bound(node, node->limitCount, &isnull,
								 ERRCODE_INVALID_ROW_COUNT_IN_LIMIT_CLAUSE,
								 "LIMIT must not be negative");
		node->noCount = isnull;
	}
	node->position = 0;
	node->subSlot = NULL;
	node->lstate = LIMIT_RESCAN;
	ExecSetTupleBound(node->noCount ||
							  node->limitOption == LIMIT_OPTION_WITH_TIES
						  ? -1
						  : node->count + node->offset,
					  outerPlanState(node));
}

/* Is this row equal to the last one within the limit? */
static bool
is_tie(LimitState *node, TupleTableSlot *slot)
{
	ExprContext *econtext = node->ps.ps_ExprContext;

	econtext->ecxt_innertuple = slot;
	econtext->ecxt_outertuple = node->last_slot;
	return ExecQualAndReset(node->eqfunction, econtext);
}

static TupleTableSlot *
first_in_window(LimitState *node)
{
	TupleTableSlot *slot;

	if (!node->noCount && node->count <= 0)
	{
		node->lstate = LIMIT_EMPTY;
		return NULL;
	}
	do
	{
		slot = ExecProcNode(outerPlanState(node));
		if (TupIsNull(slot))
		{
			node->lstate = LIMIT_EMPTY;
			return NULL;
		}
		node->subSlot = slot;
	} while (++node->position <= node->offset);
	if (node->limitOption == LIMIT_OPTION_WITH_TIES &&
		node->position - node->offset == node->count)
		ExecCopySlot(node->last_slot, slot);
	node->lstate = LIMIT_INWINDOW;
	return slot;
}

static TupleTableSlot *
forward(LimitState *node)
{
	TupleTableSlot *slot;
	bool full = !node->noCount &&
		node->position - node->offset >= node->count;

	if (full && node->limitOption != LIMIT_OPTION_WITH_TIES)
	{
		node->lstate = LIMIT_WINDOWEND;
		return NULL;
	}
	slot = ExecProcNode(outerPlanState(node));
	if (TupIsNull(slot))
	{
		node->lstate = LIMIT_SUBPLANEOF;
		return NULL;
	}
	node->subSlot = slot;
	if (full && !is_tie(node, slot))
	{
		node->lstate = LIMIT_WINDOWEND;
		return NULL;
	}
	node->position++;
	if (node->limitOption == LIMIT_OPTION_WITH_TIES &&
		node->position - node->offset == node->count)
		ExecCopySlot(node->last_slot, slot);
	return slot;
}

static TupleTableSlot *
backward(LimitState *node)
{
	TupleTableSlot *slot;

	if (node->position <= node->offset + 1)
	{
		node->lstate = LIMIT_WINDOWSTART;
		return NULL;
	}
	slot = ExecProcNode(outerPlanState(node));
	if (TupIsNull(slot))
		elog(ERROR, "LIMIT subplan failed to run backwards");
	node->subSlot = slot;
	node->position--;
	return slot;
}

static TupleTableSlot *
ExecLimit(PlanState *pstate)
{
	LimitState *node = (LimitState *) pstate;
	ScanDirection direction = node->ps.state->es_direction;
	bool fwd = ScanDirectionIsForward(direction);
	TupleTableSlot *slot;

	CHECK_FOR_INTERRUPTS();
	switch (node->lstate)
	{
		case LIMIT_INITIAL:
			recompute(node);
			/* FALLTHROUGH */
		case LIMIT_RESCAN:
			return fwd ? first_in_window(node) : NULL;
		case LIMIT_EMPTY:
			return NULL;
		case LIMIT_INWINDOW:
		case LIMIT_WINDOWEND_TIES:
			return fwd ? forward(node) : backward(node);
		case LIMIT_SUBPLANEOF:
			if (fwd)
				return NULL;
			slot = ExecProcNode(outerPlanState(node));
			if (TupIsNull(slot))
				elog(ERROR, "LIMIT subplan failed to run backwards");
			node->subSlot = slot;
			node->lstate = LIMIT_INWINDOW;
			return slot;
		case LIMIT_WINDOWEND:
			if (fwd)
				return NULL;
			node->lstate = LIMIT_INWINDOW;
			if (node->limitOption == LIMIT_OPTION_WITH_TIES)
				return backward(node);
			return node->subSlot;
		case LIMIT_WINDOWSTART:
			if (!fwd)
				return NULL;
			node->lstate = LIMIT_INWINDOW;
			return node->subSlot;
	}
	return NULL;
}

LimitState *
ExecInitLimit(Limit *node, EState *estate, int eflags)
{
	LimitState *state = makeNode(LimitState);

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = ExecLimit;
	state->lstate = LIMIT_INITIAL;
	ExecAssignExprContext(estate, &state->ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	state->limitOffset = ExecInitExpr((Expr *) node->limitOffset, &state->ps);
	state->limitCount = ExecInitExpr((Expr *) node->limitCount, &state->ps);
	state->limitOption = node->limitOption;
	ExecInitResultTypeTL(&state->ps);
	state->ps.resultopsset = true;
	state->ps.resultops = ExecGetResultSlotOps(outerPlanState(state),
											   &state->ps.resultopsfixed);
	if (node->limitOption == LIMIT_OPTION_WITH_TIES)
	{
		TupleDesc desc = ExecGetResultType(outerPlanState(state));

		state->last_slot = ExecInitExtraTupleSlot(estate, desc,
												  &TTSOpsMinimalTuple);
		state->eqfunction = execTuplesMatchPrepare(desc, node->uniqNumCols,
												   node->uniqColIdx,
												   node->uniqOperators,
												   node->uniqCollations,
												   &state->ps);
	}
	return state;
}

void
ExecEndLimit(LimitState *node)
{
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanLimit(LimitState *node)
{
	recompute(node);
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}
