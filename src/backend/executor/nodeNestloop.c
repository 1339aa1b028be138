/*
 * nodeNestloop.c
 *		Nested loop join.
 *
 * The inner plan is scanned again for each outer row; columns of the outer
 * row that it refers to are passed as parameters.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeNestloop.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"

/* Hand the outer row's columns to the inner plan and restart it. */
static void
start_inner(NestLoopState *node, TupleTableSlot *outer)
{
	NestLoop *nl = (NestLoop *) node->js.ps.plan;
	PlanState *inner = innerPlanState(node);
	ExprContext *econtext = node->js.ps.ps_ExprContext;
	ListCell *lc;

	foreach (lc, nl->nestParams)
	{
		NestLoopParam *nlp = lfirst(lc);
		ParamExecData *prm = &econtext->ecxt_param_exec_vals[nlp->paramno];

		prm->value = slot_getattr(outer, nlp->paramval->varattno,
								  &prm->isnull);
		inner->chgParam = bms_add_member(inner->chgParam, nlp->paramno);
	}
	ExecReScan(inner);
}

static TupleTableSlot *
ExecNestLoop(PlanState *pstate)
{
	NestLoopState *node = (NestLoopState *) pstate;
	ExprContext *econtext = pstate->ps_ExprContext;
	ExprState *joinqual = node->js.joinqual;
	ExprState *otherqual = pstate->qual;
	JoinType jointype = node->js.jointype;

	ResetExprContext(econtext);
	for (;;)
	{
		TupleTableSlot *inner;

		CHECK_FOR_INTERRUPTS();
		if (node->nl_NeedNewOuter)
		{
			TupleTableSlot *outer = ExecProcNode(outerPlanState(node));

			if (TupIsNull(outer))
				return NULL;
			econtext->ecxt_outertuple = outer;
			node->nl_NeedNewOuter = false;
			node->nl_MatchedOuter = false;
			start_inner(node, outer);
		}
		inner = ExecProcNode(innerPlanState(node));
		econtext->ecxt_innertuple = inner;
		if (TupIsNull(inner))
		{
			node->nl_NeedNewOuter = true;
			if (node->nl_MatchedOuter ||
				(jointype != JOIN_LEFT && jointype != JOIN_ANTI))
				continue;
			econtext->ecxt_innertuple = node->nl_NullInnerTupleSlot;
			if (otherqual == NULL || ExecQual(otherqual, econtext))
				return ExecProject(pstate->ps_ProjInfo);
			InstrCountFiltered2(node, 1);
			continue;
		}
		if (ExecQual(joinqual, econtext))
		{
			node->nl_MatchedOuter = true;
			if (jointype == JOIN_ANTI)
			{
				node->nl_NeedNewOuter = true;
				continue;
			}
			if (node->js.single_match)
				node->nl_NeedNewOuter = true;
			if (otherqual == NULL || ExecQual(otherqual, econtext))
				return ExecProject(pstate->ps_ProjInfo);
			InstrCountFiltered2(node, 1);
		}
		else
			InstrCountFiltered1(node, 1);
		ResetExprContext(econtext);
	}
}

NestLoopState *
ExecInitNestLoop(NestLoop *node, EState *estate, int eflags)
{
	NestLoopState *state = makeNode(NestLoopState);
	JoinType jt = node->join.jointype;

	state->js.ps.plan = (Plan *) node;
	state->js.ps.state = estate;
	state->js.ps.ExecProcNode = ExecNestLoop;
	state->js.jointype = jt;
	ExecAssignExprContext(estate, &state->js.ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	/* without parameters the inner side only has to be read again */
	if (node->nestParams == NIL)
		eflags |= EXEC_FLAG_REWIND;
	else
		eflags &= ~EXEC_FLAG_REWIND;
	innerPlanState(state) = ExecInitNode(innerPlan(node), estate, eflags);
	ExecInitResultTupleSlotTL(&state->js.ps, &TTSOpsVirtual);
	ExecAssignProjectionInfo(&state->js.ps, NULL);
	state->js.ps.qual = ExecInitQual(node->join.plan.qual,
									 (PlanState *) state);
	state->js.joinqual = ExecInitQual(node->join.joinqual,
									  (PlanState *) state);
	state->js.single_match = node->join.inner_unique || jt == JOIN_SEMI;
	if (jt == JOIN_LEFT || jt == JOIN_ANTI)
		state->nl_NullInnerTupleSlot =
			ExecInitNullTupleSlot(estate,
								  ExecGetResultType(innerPlanState(state)),
								  &TTSOpsVirtual);
	else if (jt != JOIN_INNER && jt != JOIN_SEMI)
		elog(ERROR, "unrecognized join type: %d", (int) jt);
	state->nl_NeedNewOuter = true;
	return state;
}

void
ExecEndNestLoop(NestLoopState *node)
{
	ExecEndNode(outerPlanState(node));
	ExecEndNode(innerPlanState(node));
}

/* The inner side is restarted with the first outer row anyway. */
void
ExecReScanNestLoop(NestLoopState *node)
{
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
	node->nl_NeedNewOuter = true;
	node->nl_MatchedOuter = false;
}
