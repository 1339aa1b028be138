/*
 * nodeSetOp.c
 *		INTERSECT and EXCEPT.
 *
 * Input rows carry a flag column that says which side they come from.  Equal
 * rows are counted per side, in sorted order or in a hash table, and the
 * counts decide how often the row is returned.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeSetOp.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "utils/memutils.h"

typedef struct SideCounts
{
	int64 left;
	int64 right;
} SideCounts;

/* How many copies of a row with these counts to return. */
static int64
copies(SetOpCmd cmd, int64 left, int64 right)
{
	switch (cmd)
	{
		case SETOPCMD_INTERSECT:
			return left > 0 && right > 0 ? 1 : 0;
		case SETOPCMD_INTERSECT_ALL:
			return Min(left, right);
		case SETOPCMD_EXCEPT:
			return left > 0 && right == 0 ? 1 : 0;
		case SETOPCMD_EXCEPT_ALL:
			return left > right ? left - right : 0;
	}
	return 0;
}

static int
side_of(SetOpState *node, TupleTableSlot *slot)
{
	bool isnull;
	Datum flag = slot_getattr(slot, ((SetOp *) node->ps.plan)->flagColIdx,
							  &isnull);

	Assert(!isnull);
	return DatumGetInt32(flag);
}

static void
count_row(SetOpState *node, SideCounts *c, TupleTableSlot *slot)
{
	if (side_of(node, slot))
		c->right++;
	else
		c->left++;
}

/* Sorted input: one group at a time, firstslot holding the next one's first. */
static TupleTableSlot *
next_sorted(SetOpState *node)
{
	SetOp *plan = (SetOp *) node->ps.plan;
	ExprContext *econtext = node->ps.ps_ExprContext;
	TupleTableSlot *result = node->ps.ps_ResultTupleSlot;
	TupleTableSlot *ahead = node->firstslot;

	while (!node->setop_done || !TupIsNull(ahead))
	{
		SideCounts c = {0, 0};
		TupleTableSlot *slot;

		if (TupIsNull(ahead))
		{
			slot = ExecProcNode(outerPlanState(node));
			if (TupIsNull(slot))
			{
				node->setop_done = true;
				return NULL;
			}
			ExecCopySlot(ahead, slot);
		}
		ExecCopySlot(result, ahead);
		ExecClearTuple(ahead);
		count_row(node, &c, result);
		for (;;)
		{
			CHECK_FOR_INTERRUPTS();
			slot = ExecProcNode(outerPlanState(node));
			if (TupIsNull(slot))
			{
				node->setop_done = true;
				break;
			}
			econtext->ecxt_innertuple = slot;
			econtext->ecxt_outertuple = result;
			if (!ExecQualAndReset(node->eqfunction, econtext))
			{
				ExecCopySlot(ahead, slot);
				break;
			}
			count_row(node, &c, slot);
		}
		node->numOutput = copies(plan->cmd, c.left, c.right);
		if (node->numOutput > 0)
		{
			node->numOutput--;
			return result;
		}
	}
	ExecClearTuple(result);
	return NULL;
}

static void
fill_table(SetOpState *node)
{
	SetOp *plan = (SetOp *) node->ps.plan;
	ExprContext *econtext = node->ps.ps_ExprContext;

	for (;;)
	{
		TupleTableSlot *slot;
		TupleHashEntry entry;
		bool isnew;
		int side;

		CHECK_FOR_INTERRUPTS();
		slot = ExecProcNode(outerPlanState(node));
		if (TupIsNull(slot))
			break;
		side = side_of(node, slot);
		/* rows of the second input alone can never come out */
		if (side == plan->firstFlag)
			entry = LookupTupleHashEntry(node->hashtable, slot, &isnew, NULL);
		else
			entry = LookupTupleHashEntry(node->hashtable, slot, NULL, NULL);
		if (entry)
			count_row(node, entry->additional, slot);
		ResetExprContext(econtext);
	}
	node->table_filled = true;
	InitTupleHashIterator(node->hashtable, &node->hashiter);
}

static TupleTableSlot *
next_hashed(SetOpState *node)
{
	TupleHashEntry entry;
	TupleTableSlot *result = node->ps.ps_ResultTupleSlot;

	while ((entry = ScanTupleHashTable(node->hashtable,
									   &node->hashiter)) != NULL)
	{
		SideCounts *c = entry->additional;

		CHECK_FOR_INTERRUPTS();
		node->numOutput = copies(((SetOp *) node->ps.plan)->cmd, c->left,
								 c->right);
		if (node->numOutput > 0)
		{
			node->numOutput--;
			return ExecStoreMinimalTuple(entry->firstTuple, result, false);
		}
	}
	node->setop_done = true;
	ExecClearTuple(result);
	return NULL;
}

static TupleTableSlot *
ExecSetOp(PlanState *pstate)
{
	SetOpState *node = (SetOpState *) pstate;

	CHECK_FOR_INTERRUPTS();
	if (node->numOutput > 0)
	{
		node->numOutput--;
		return node->ps.ps_ResultTupleSlot;
	}
	if (((SetOp *) node->ps.plan)->strategy != SETOP_HASHED)
		return next_sorted(node);
	if (node->setop_done)
		return NULL;
	if (!node->table_filled)
		fill_table(node);
	return next_hashed(node);
}

SetOpState *
ExecInitSetOp(SetOp *node, EState *estate, int eflags)
{
	SetOpState *state = makeNode(SetOpState);
	TupleDesc desc;

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = ExecSetOp;
	ExecAssignExprContext(estate, &state->ps);
	if (node->strategy == SETOP_HASHED)
		eflags &= ~EXEC_FLAG_REWIND;
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	desc = ExecGetResultType(outerPlanState(state));
	ExecInitResultTupleSlotTL(&state->ps, &TTSOpsMinimalTuple);
	if (node->strategy == SETOP_HASHED)
	{
		execTuplesHashPrepare(node->numCols, node->dupOperators,
							  &state->eqfuncoids, &state->hashfunctions);
		state->tableContext = AllocSetContextCreate(CurrentMemoryContext,
													"SetOp hash table",
													ALLOCSET_DEFAULT_SIZES);
		state->hashtable =
			BuildTupleHashTable(&state->ps, desc, node->numCols,
								node->dupColIdx, state->eqfuncoids,
								state->hashfunctions, node->dupCollations,
								node->numGroups, sizeof(SideCounts),
								state->tableContext,
								state->ps.ps_ExprContext->ecxt_per_tuple_memory,
								false);
	}
	else
	{
		state->firstslot = ExecInitExtraTupleSlot(estate, desc,
												  &TTSOpsMinimalTuple);
		state->eqfunction = execTuplesMatchPrepare(desc, node->numCols,
												   node->dupColIdx,
												   node->dupOperators,
												   node->dupCollations,
												   &state->ps);
	}
	return state;
}

void
ExecEndSetOp(SetOpState *node)
{
	ExecClearTuple(node->ps.ps_ResultTupleSlot);
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanSetOp(SetOpState *node)
{
	ExecClearTuple(node->ps.ps_ResultTupleSlot);
	node->setop_done = false;
	node->numOutput = 0;
	if (node->hashtable)
	{
		if (node->table_filled && outerPlanState(node)->chgParam == NULL)
		{
			InitTupleHashIterator(node->hashtable, &node->hashiter);
			return;
		}
		MemoryContextReset(node->tableContext);
		ResetTupleHashTable(node->hashtable);
		node->table_filled = false;
	}
	else
		ExecClearTuple(node->firstslot);
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}
