/*
 * nodeLockRows.c
 *		FOR UPDATE and FOR SHARE.
 *
 * Locks the rows behind each row of its input.  If one was updated meanwhile
 * the row is rechecked in its newest version; rows that are gone or do not
 * qualify any more are skipped.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeLockRows.c
 */
#include "postgres.h"

#include "access/tableam.h"
#include "access/xact.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/rel.h"

static LockTupleMode
lock_mode(RowMarkType markType)
{
	switch (markType)
	{
		case ROW_MARK_EXCLUSIVE:
			return LockTupleExclusive;
		case ROW_MARK_NOKEYEXCLUSIVE:
			return LockTupleNoKeyExclusive;
		case ROW_MARK_SHARE:
			return LockTupleShare;
		case ROW_MARK_KEYSHARE:
			return LockTupleKeyShare;
		default:
			elog(ERROR, "unsupported rowmark type");
	}
	return LockTupleExclusive;
}

/*
 * Lock the row of one mark.  False: skip the whole input row.  *recheck is set
 * if it is a newer version than the plan saw.
 */
static bool
lock_one(LockRowsState *node, ExecAuxRowMark *aerm, TupleTableSlot *slot,
		 bool *recheck)
{
	EState *estate = node->ps.state;
	ExecRowMark *erm = aerm->rowmark;
	TupleTableSlot *markSlot;
	ItemPointerData tid;
	TM_FailureData tmfd;
	TM_Result test;
	int lockflags = TUPLE_LOCK_FLAG_LOCK_UPDATE_IN_PROGRESS;
	bool isNull;
	Datum datum;

	markSlot = EvalPlanQualSlot(&node->lr_epqstate, erm->relation, erm->rti);
	ExecClearTuple(markSlot);
	datum = ExecGetJunkAttribute(slot, aerm->ctidAttNo, &isNull);
	if (isNull)
	{
		/* the nullable side of an outer join: nothing to lock */
		ItemPointerSetInvalid(&erm->curCtid);
		return true;
	}
	tid = *(ItemPointer) DatumGetPointer(datum);
	if (!IsolationUsesXactSnapshot())
		lockflags |= TUPLE_LOCK_FLAG_FIND_LAST_VERSION;
	test = table_tuple_lock(erm->relation, &tid, estate->es_snapshot, markSlot,
							estate->es_output_cid, lock_mode(erm->markType),
							erm->waitPolicy, lockflags, &tmfd);
	switch (test)
	{
		case TM_Ok:
			if (tmfd.traversed)
				*recheck = true;
			break;
		case TM_WouldBlock: /* SKIP LOCKED */
		case TM_SelfModified: /* by this command: not to be seen */
			return false;
		case TM_Updated:
			ereport(ERROR,
					(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
					 errmsg("could not serialize access due to concurrent update")));
			break;
		case TM_Deleted:
			if (IsolationUsesXactSnapshot())
				ereport(ERROR,
						(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
						 errmsg("could not serialize access due to concurrent update")));
			return false;
		default:
			elog(ERROR, "unrecognized table_tuple_lock status: %u", test);
	}
	erm->curCtid = tid;
	return true;
}

static TupleTableSlot *
ExecLockRows(PlanState *pstate)
{
	LockRowsState *node = (LockRowsState *) pstate;

	for (;;)
	{
		TupleTableSlot *slot;
		bool recheck = false;
		bool skip = false;
		ListCell *lc;

		CHECK_FOR_INTERRUPTS();
		slot = ExecProcNode(outerPlanState(node));
		if (TupIsNull(slot))
		{
			EvalPlanQualEnd(&node->lr_epqstate);
			return NULL;
		}
		foreach (lc, node->lr_arowMarks)
		{
			if (!lock_one(node, lfirst(lc), slot, &recheck))
			{
				skip = true;
				break;
			}
		}
		if (skip)
			continue;
		if (recheck)
		{
			EvalPlanQualBegin(&node->lr_epqstate);
			EvalPlanQualSetSlot(&node->lr_epqstate, slot);
			slot = EvalPlanQualNext(&node->lr_epqstate);
			if (TupIsNull(slot))
				continue;
		}
		return slot;
	}
}

LockRowsState *
ExecInitLockRows(LockRows *node, EState *estate, int eflags)
{
	LockRowsState *state = makeNode(LockRowsState);
	Plan *outer = outerPlan(node);
	List *epq_arowmarks = NIL;
	ListCell *lc;

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = ExecLockRows;
	ExecInitResultTypeTL(&state->ps);
	outerPlanState(state) = ExecInitNode(outer, estate, eflags);
	state->ps.resultopsset = true;
	state->ps.resultops = ExecGetResultSlotOps(outerPlanState(state),
											   &state->ps.resultopsfixed);
	foreach (lc, node->rowMarks)
	{
		PlanRowMark *rc = lfirst_node(PlanRowMark, lc);
		ExecRowMark *erm;
		ExecAuxRowMark *aerm;

		if (rc->isParent)
			continue;
		erm = ExecFindRowMark(estate, rc->rti, false);
		aerm = ExecBuildAuxRowMark(erm, outer->targetlist);
		/* rows that are only referenced play a part in rechecks alone */
		if (RowMarkRequiresRowShareLock(erm->markType))
			state->lr_arowMarks = lappend(state->lr_arowMarks, aerm);
		else
			epq_arowmarks = lappend(epq_arowmarks, aerm);
	}
	EvalPlanQualInit(&state->lr_epqstate, estate, outer, epq_arowmarks,
					 node->epqParam);
	return state;
}

void
ExecEndLockRows(LockRowsState *node)
{
	EvalPlanQualEnd(&node->lr_epqstate);
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanLockRows(LockRowsState *node)
{
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}
