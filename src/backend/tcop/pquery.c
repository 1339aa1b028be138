/*
 * pquery.c
 *		Running the statements of a portal.
 *
 * PortalStart chooses a strategy and readies the executor, PortalRun delivers
 * rows to a destination, PortalRunFetch serves cursors in both directions.
 * Rows of statements that must be run to their end first are kept in the
 * portal's hold store.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/tcop/pquery.c
 */
#include "postgres.h"

#include "access/printtup.h"
#include "access/xact.h"
#include "commands/prepare.h"
#include "executor/executor.h"
#include "executor/tstoreReceiver.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "tcop/pquery.h"
#include "tcop/utility.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

Portal ActivePortal = NULL;

/* Saved around the running of a portal, which may nest. */
typedef struct PortalScope
{
	Portal active;
	ResourceOwner owner;
	MemoryContext portal_cxt;
	MemoryContext caller_cxt;
	ResourceOwner top_owner;
	MemoryContext top_cxt;
} PortalScope;

static uint64 run_select(Portal portal, bool forward, long count,
						 DestReceiver *dest);
static uint64 run_from_store(Portal portal, ScanDirection direction,
							 uint64 count, DestReceiver *dest);
static void run_utility(Portal portal, PlannedStmt *pstmt, bool isTopLevel,
						bool setHoldSnapshot, DestReceiver *dest,
						QueryCompletion *qc);
static void run_multi(Portal portal, bool isTopLevel, bool setHoldSnapshot,
					  DestReceiver *dest, DestReceiver *altdest,
					  QueryCompletion *qc);
static void fill_store(Portal portal, bool isTopLevel);
static void no_scroll_back(Portal portal);
static uint64 do_fetch(Portal portal, FetchDirection fdirection, long count,
					   DestReceiver *dest);

/* ---------------------------------------------------------------- query descriptors */

/* The snapshots are registered here and released by FreeQueryDesc. */
QueryDesc *
CreateQueryDesc(PlannedStmt *plannedstmt, const char *sourceText,
				Snapshot snapshot, Snapshot crosscheck_snapshot,
				DestReceiver *dest, ParamListInfo params,
				QueryEnvironment *queryEnv, int instrument_options)
{
	QueryDesc *qd = palloc0(sizeof(QueryDesc));

	qd->operation = plannedstmt->commandType;
	qd->plannedstmt = plannedstmt;
	qd->sourceText = sourceText;
	qd->snapshot = RegisterSnapshot(snapshot);
	qd->crosscheck_snapshot = RegisterSnapshot(crosscheck_snapshot);
	qd->dest = dest;
	qd->params = params;
	qd->queryEnv = queryEnv;
	qd->instrument_options = instrument_options;
	return qd;
}

void
FreeQueryDesc(QueryDesc *qdesc)
{
	Assert(qdesc->estate == NULL);
	UnregisterSnapshot(qdesc->snapshot);
	UnregisterSnapshot(qdesc->crosscheck_snapshot);
	pfree(qdesc);
}

/* ---------------------------------------------------------------- strategy */

/* How to run a list of PlannedStmts or Querys. */
PortalStrategy
ChoosePortalStrategy(List *stmts)
{
	int nSetTag = 0;
	ListCell *lc;

	if (list_length(stmts) == 1)
	{
		Node *stmt = linitial(stmts);
		CmdType cmd = CMD_UNKNOWN;
		bool canSetTag = false;
		bool modifying = false;
		Node *utility = NULL;

		if (IsA(stmt, Query))
		{
			Query *query = (Query *) stmt;

			cmd = query->commandType;
			canSetTag = query->canSetTag;
			modifying = query->hasModifyingCTE;
			utility = query->utilityStmt;
		}
		else if (IsA(stmt, PlannedStmt))
		{
			PlannedStmt *pstmt = (PlannedStmt *) stmt;

			cmd = pstmt->commandType;
			canSetTag = pstmt->canSetTag;
			modifying = pstmt->hasModifyingCTE;
			utility = pstmt->utilityStmt;
		}
		if (canSetTag && cmd == CMD_SELECT)
			return modifying ? PORTAL_ONE_MOD_WITH : PORTAL_ONE_SELECT;
		if (canSetTag && cmd == CMD_UTILITY)
			return UtilityReturnsTuples(utility) ? PORTAL_UTIL_SELECT : PORTAL_MULTI_QUERY;
	}
	/* one statement that sets the tag and has RETURNING, beside rules */
	foreach (lc, stmts)
	{
		Node *stmt = lfirst(lc);
		bool canSetTag = IsA(stmt, Query) ? ((Query *) stmt)->canSetTag : ((PlannedStmt *) stmt)->canSetTag;
		bool ret = IsA(stmt, Query) ? ((Query *) stmt)->returningList != NIL : ((PlannedStmt *) stmt)->hasReturning;

		if (!canSetTag)
			continue;
		if (++nSetTag > 1 || !ret)
			return PORTAL_MULTI_QUERY;
	}
	return nSetTag == 1 ? PORTAL_ONE_RETURNING : PORTAL_MULTI_QUERY;
}

/* Target list of the rows the portal returns; NIL if none. */
List *
FetchPortalTargetList(Portal portal)
{
	if (portal->strategy == PORTAL_MULTI_QUERY)
		return NIL;
	return FetchStatementTargetList((Node *) PortalGetPrimaryStmt(portal));
}

/* The same for a Query, a PlannedStmt or a utility statement. */
List *
FetchStatementTargetList(Node *stmt)
{
	if (stmt == NULL)
		return NIL;
	if (IsA(stmt, Query))
	{
		Query *query = (Query *) stmt;

		if (query->commandType != CMD_UTILITY)
			return query->commandType == CMD_SELECT ? query->targetList : query->returningList;
		stmt = query->utilityStmt;
	}
	if (IsA(stmt, PlannedStmt))
	{
		PlannedStmt *pstmt = (PlannedStmt *) stmt;

		if (pstmt->commandType != CMD_UTILITY)
			return pstmt->commandType == CMD_SELECT || pstmt->hasReturning ? pstmt->planTree->targetlist : NIL;
		stmt = pstmt->utilityStmt;
	}
	if (stmt && IsA(stmt, FetchStmt))
	{
		FetchStmt *fstmt = (FetchStmt *) stmt;
		Portal subportal;

		if (fstmt->ismove)
			return NIL;
		subportal = GetPortalByName(fstmt->portalname);
		return FetchPortalTargetList(subportal);
	}
	if (stmt && IsA(stmt, ExecuteStmt))
	{
		PreparedStatement *entry =
			FetchPreparedStatement(((ExecuteStmt *) stmt)->name, true);

		return FetchPreparedStatementTargetList(entry);
	}
	return NIL;
}

/* ---------------------------------------------------------------- start */

static void
enter_portal(PortalScope *scope, Portal portal)
{
	scope->active = ActivePortal;
	scope->owner = CurrentResourceOwner;
	scope->portal_cxt = PortalContext;
	scope->caller_cxt = CurrentMemoryContext;
	scope->top_owner = TopTransactionResourceOwner;
	scope->top_cxt = TopTransactionContext;
	ActivePortal = portal;
	if (portal->resowner)
		CurrentResourceOwner = portal->resowner;
	PortalContext = portal->portalContext;
}

/*
 * Back to the caller's state.  A utility statement may have ended the
 * transaction in between: its old owner and context are gone then.
 */
static void
leave_portal(PortalScope *scope)
{
	if (scope->caller_cxt == scope->top_cxt)
		MemoryContextSwitchTo(TopTransactionContext);
	else
		MemoryContextSwitchTo(scope->caller_cxt);
	ActivePortal = scope->active;
	CurrentResourceOwner = scope->owner == scope->top_owner ? TopTransactionResourceOwner : scope->owner;
	PortalContext = scope->portal_cxt;
}

static void
start_select(Portal portal, ParamListInfo params, int eflags,
			 Snapshot snapshot)
{
	QueryDesc *queryDesc;
	int myeflags = eflags;

	PushActiveSnapshot(snapshot ? snapshot : GetTransactionSnapshot());
	queryDesc = CreateQueryDesc(linitial_node(PlannedStmt, portal->stmts),
								portal->sourceText, GetActiveSnapshot(),
								InvalidSnapshot, None_Receiver, params,
								portal->queryEnv, 0);
	if (portal->cursorOptions & CURSOR_OPT_SCROLL)
		myeflags |= EXEC_FLAG_REWIND | EXEC_FLAG_BACKWARD;
	ExecutorStart(queryDesc, myeflags);
	portal->queryDesc = queryDesc;
	portal->tupDesc = queryDesc->tupDesc;
	portal->atStart = true;
	portal->atEnd = false;
	portal->portalPos = 0;
	PopActiveSnapshot();
}

/*
 * Make a defined portal ready to run.  params must live as long as the portal;
 * snapshot NULL takes the transaction's.
 */
void
PortalStart(Portal portal, ParamListInfo params, int eflags,
			Snapshot snapshot)
{
	PortalScope scope;

	Assert(portal->status == PORTAL_DEFINED);
	enter_portal(&scope, portal);
	PG_TRY();
	{
		MemoryContextSwitchTo(PortalContext);
		portal->portalParams = params;
		portal->strategy = ChoosePortalStrategy(portal->stmts);
		switch (portal->strategy)
		{
			case PORTAL_ONE_SELECT:
				start_select(portal, params, eflags, snapshot);
				break;
			case PORTAL_ONE_RETURNING:
			case PORTAL_ONE_MOD_WITH:
				portal->tupDesc =
					ExecCleanTypeFromTL(PortalGetPrimaryStmt(portal)->planTree->targetlist);
				break;
			case PORTAL_UTIL_SELECT:
				portal->tupDesc =
					UtilityTupleDescriptor(PortalGetPrimaryStmt(portal)->utilityStmt);
				break;
			case PORTAL_MULTI_QUERY:
				portal->tupDesc = NULL;
				break;
		}
		if (portal->strategy != PORTAL_ONE_SELECT)
		{
			portal->atStart = true;
			portal->atEnd = false;
			portal->portalPos = 0;
		}
	}
	PG_CATCH();
	{
		MarkPortalFailed(portal);
		leave_portal(&scope);
		PG_RE_THROW();
	}
	PG_END_TRY();
	leave_portal(&scope);
	portal->status = PORTAL_READY;
}

/* Formats of Bind: none (all text), one for all columns, or one per column. */
void
PortalSetResultFormat(Portal portal, int nFormats, int16 *formats)
{
	int natts;

	if (portal->tupDesc == NULL)
		return;
	natts = portal->tupDesc->natts;
	portal->formats = MemoryContextAlloc(portal->portalContext,
										 Max(natts, 1) * sizeof(int16));
	if (nFormats > 1 && nFormats != natts)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("bind message has %d result formats but query has %d columns",
						nFormats, natts)));
	for (int i = 0; i < natts; i++)
		portal->formats[i] = nFormats > 1 ? formats[i] : nFormats == 1 ? formats[0]
																	   : 0;
}

/* ---------------------------------------------------------------- run */

/*
 * Run up to count rows (FETCH_ALL: all).  True when the portal is done.  dest
 * gets the rows of the statement that sets the tag, altdest those of others;
 * qc (may be NULL) the completion.
 */
bool
PortalRun(Portal portal, long count, bool isTopLevel, bool run_once,
		  DestReceiver *dest, DestReceiver *altdest, QueryCompletion *qc)
{
	volatile bool result = true;
	uint64 nprocessed;
	PortalScope scope;

	if (qc)
		InitializeQueryCompletion(qc);
	MarkPortalActive(portal);
	portal->run_once = run_once;
	enter_portal(&scope, portal);
	PG_TRY();
	{
		MemoryContextSwitchTo(PortalContext);
		if (portal->strategy == PORTAL_MULTI_QUERY)
		{
			run_multi(portal, isTopLevel, false, dest, altdest, qc);
			MarkPortalDone(portal);
		}
		else
		{
			if (portal->strategy != PORTAL_ONE_SELECT && !portal->holdStore)
				fill_store(portal, isTopLevel);
			nprocessed = run_select(portal, true, count, dest);
			if (qc && portal->qc.commandTag != CMDTAG_UNKNOWN)
			{
				CopyQueryCompletion(qc, &portal->qc);
				qc->nprocessed = nprocessed;
			}
			portal->status = PORTAL_READY;
			result = portal->atEnd;
		}
	}
	PG_CATCH();
	{
		MarkPortalFailed(portal);
		leave_portal(&scope);
		PG_RE_THROW();
	}
	PG_END_TRY();
	leave_portal(&scope);
	return result;
}

/* Rows of a SELECT portal in one direction; keeps its position. */
static uint64
run_select(Portal portal, bool forward, long count, DestReceiver *dest)
{
	QueryDesc *queryDesc = portal->queryDesc;
	ScanDirection direction;
	bool at_limit = forward ? portal->atEnd : portal->atStart;
	uint64 nprocessed;

	if (queryDesc)
		queryDesc->dest = dest;
	if (!forward)
		no_scroll_back(portal);
	direction = at_limit || count <= 0 ? NoMovementScanDirection : forward ? ForwardScanDirection
																		   : BackwardScanDirection;
	if (count == FETCH_ALL)
	{
		count = 0;
		if (!at_limit)
			direction = forward ? ForwardScanDirection : BackwardScanDirection;
	}
	if (portal->holdStore)
		nprocessed = run_from_store(portal, direction, (uint64) count, dest);
	else
	{
		PushActiveSnapshot(queryDesc->snapshot);
		ExecutorRun(queryDesc, direction, (uint64) count, portal->run_once);
		nprocessed = queryDesc->estate->es_processed;
		PopActiveSnapshot();
	}
	if (ScanDirectionIsNoMovement(direction))
		return nprocessed;
	if (forward)
	{
		if (nprocessed > 0)
			portal->atStart = false;
		if (count == 0 || nprocessed < (uint64) count)
			portal->atEnd = true;
		portal->portalPos += nprocessed;
	}
	else
	{
		if (nprocessed > 0 && portal->atEnd)
		{
			portal->atEnd = false;
			portal->portalPos++;
		}
		if (count == 0 || nprocessed < (uint64) count)
		{
			portal->atStart = true;
			portal->portalPos = 0;
		}
		else
			portal->portalPos -= nprocessed;
	}
	return nprocessed;
}

/* Rows from the hold store. */
static uint64
run_from_store(Portal portal, ScanDirection direction, uint64 count,
			   DestReceiver *dest)
{
	uint64 n = 0;
	TupleTableSlot *slot = MakeSingleTupleTableSlot(portal->tupDesc,
													&TTSOpsMinimalTuple);

	dest->rStartup(dest, CMD_SELECT, portal->tupDesc);
	while (!ScanDirectionIsNoMovement(direction))
	{
		MemoryContext caller = MemoryContextSwitchTo(portal->holdContext);
		bool ok = tuplestore_gettupleslot(portal->holdStore,
										  ScanDirectionIsForward(direction),
										  false, slot);

		MemoryContextSwitchTo(caller);
		if (!ok || !dest->receiveSlot(slot, dest))
			break;
		ExecClearTuple(slot);
		if (++n == count && count != 0)
			break;
	}
	dest->rShutdown(dest);
	ExecDropSingleTupleTableSlot(slot);
	return n;
}

/* Run to the end, keeping the rows. */
static void
fill_store(Portal portal, bool isTopLevel)
{
	DestReceiver *treceiver;
	QueryCompletion qc;

	InitializeQueryCompletion(&qc);
	PortalCreateHoldStore(portal);
	treceiver = CreateDestReceiver(DestTuplestore);
	SetTuplestoreDestReceiverParams(treceiver, portal->holdStore,
									portal->holdContext, false, NULL, NULL);
	if (portal->strategy == PORTAL_UTIL_SELECT)
		run_utility(portal, linitial_node(PlannedStmt, portal->stmts),
					isTopLevel, true, treceiver, &qc);
	else
		run_multi(portal, isTopLevel, true, treceiver, None_Receiver, &qc);
	if (qc.commandTag != CMDTAG_UNKNOWN)
		CopyQueryCompletion(&portal->qc, &qc);
	treceiver->rDestroy(treceiver);
}

/* Does a utility statement want a snapshot to be active? */
bool
PlannedStmtRequiresSnapshot(PlannedStmt *pstmt)
{
	Node *stmt = pstmt->utilityStmt;

	if (stmt == NULL)
		return true;
	switch (nodeTag(stmt))
	{
		case T_TransactionStmt:
		case T_LockStmt:
		case T_VariableSetStmt:
		case T_VariableShowStmt:
		case T_ConstraintsSetStmt:
		case T_FetchStmt:
		case T_ListenStmt:
		case T_NotifyStmt:
		case T_UnlistenStmt:
		case T_CheckPointStmt:
			return false;
		default:
			return true;
	}
}

static void
run_utility(Portal portal, PlannedStmt *pstmt, bool isTopLevel,
			bool setHoldSnapshot, DestReceiver *dest, QueryCompletion *qc)
{
	if (PlannedStmtRequiresSnapshot(pstmt))
	{
		Snapshot snapshot = GetTransactionSnapshot();

		if (setHoldSnapshot)
		{
			snapshot = RegisterSnapshot(snapshot);
			portal->holdSnapshot = snapshot;
		}
		PushActiveSnapshotWithLevel(snapshot, portal->createLevel);
		portal->portalSnapshot = GetActiveSnapshot();
	}
	else
		portal->portalSnapshot = NULL;
	ProcessUtility(pstmt, portal->sourceText, portal->cplan != NULL,
				   isTopLevel ? PROCESS_UTILITY_TOPLEVEL : PROCESS_UTILITY_QUERY,
				   portal->portalParams, portal->queryEnv, dest, qc);
	MemoryContextSwitchTo(portal->portalContext);
	/* a statement that ended the transaction took the snapshot with it */
	if (portal->portalSnapshot != NULL && ActiveSnapshotSet())
	{
		Assert(portal->portalSnapshot == GetActiveSnapshot());
		PopActiveSnapshot();
	}
	portal->portalSnapshot = NULL;
}

/* One planned INSERT, UPDATE, DELETE or SELECT, from start to end. */
static void
run_plan(PlannedStmt *plan, Portal portal, DestReceiver *dest,
		 QueryCompletion *qc)
{
	QueryDesc *queryDesc = CreateQueryDesc(plan, portal->sourceText,
										   GetActiveSnapshot(),
										   InvalidSnapshot, dest,
										   portal->portalParams,
										   portal->queryEnv, 0);

	ExecutorStart(queryDesc, 0);
	ExecutorRun(queryDesc, ForwardScanDirection, 0, true);
	if (qc)
	{
		uint64 n = queryDesc->estate->es_processed;

		switch (queryDesc->operation)
		{
			case CMD_SELECT:
				SetQueryCompletion(qc, CMDTAG_SELECT, n);
				break;
			case CMD_INSERT:
				SetQueryCompletion(qc, CMDTAG_INSERT, n);
				break;
			case CMD_UPDATE:
				SetQueryCompletion(qc, CMDTAG_UPDATE, n);
				break;
			case CMD_DELETE:
				SetQueryCompletion(qc, CMDTAG_DELETE, n);
				break;
			default:
				SetQueryCompletion(qc, CMDTAG_UNKNOWN, n);
		}
	}
	ExecutorFinish(queryDesc);
	ExecutorEnd(queryDesc);
	FreeQueryDesc(queryDesc);
}

/* All statements of the portal, one after the other. */
static void
run_multi(Portal portal, bool isTopLevel, bool setHoldSnapshot,
		  DestReceiver *dest, DestReceiver *altdest, QueryCompletion *qc)
{
	bool snapshot_set = false;
	ListCell *lc;

	/* rows cannot go to a client that has not been told of them */
	if (dest->mydest == DestRemoteExecute)
		dest = None_Receiver;
	if (altdest->mydest == DestRemoteExecute)
		altdest = None_Receiver;
	foreach (lc, portal->stmts)
	{
		PlannedStmt *pstmt = lfirst_node(PlannedStmt, lc);

		CHECK_FOR_INTERRUPTS();
		if (pstmt->utilityStmt == NULL)
		{
			if (!snapshot_set)
			{
				Snapshot snapshot = GetTransactionSnapshot();

				if (setHoldSnapshot)
				{
					snapshot = RegisterSnapshot(snapshot);
					portal->holdSnapshot = snapshot;
				}
				/* the command counter of the copy moves with us */
				PushCopiedSnapshot(snapshot);
				snapshot_set = true;
			}
			else
				UpdateActiveSnapshotCommandId();
			if (pstmt->canSetTag)
				run_plan(pstmt, portal, dest, qc);
			else
				run_plan(pstmt, portal, altdest, NULL);
		}
		else
		{
			Assert(!snapshot_set);
			if (pstmt->canSetTag)
				run_utility(portal, pstmt, isTopLevel, false, dest, qc);
			else
				run_utility(portal, pstmt, isTopLevel, false, altdest, NULL);
		}
		MemoryContextDeleteChildren(portal->portalContext);
		/* a utility statement may have dropped the statements (COMMIT) */
		if (portal->stmts == NIL)
			break;
		if (lnext(portal->stmts, lc) != NULL)
			CommandCounterIncrement();
	}
	if (snapshot_set)
		PopActiveSnapshot();
	if (qc && qc->commandTag == CMDTAG_UNKNOWN &&
		portal->qc.commandTag != CMDTAG_UNKNOWN)
		CopyQueryCompletion(qc, &portal->qc);
}

/* ---------------------------------------------------------------- cursors */

/* FETCH or MOVE; returns the number of rows delivered. */
uint64
PortalRunFetch(Portal portal, FetchDirection fdirection, long count,
			   DestReceiver *dest)
{
	uint64 result = 0;
	PortalScope scope;

	MarkPortalActive(portal);
	portal->run_once = false;
	enter_portal(&scope, portal);
	PG_TRY();
	{
		MemoryContextSwitchTo(PortalContext);
		switch (portal->strategy)
		{
			case PORTAL_ONE_SELECT:
				result = do_fetch(portal, fdirection, count, dest);
				break;
			case PORTAL_ONE_RETURNING:
			case PORTAL_ONE_MOD_WITH:
			case PORTAL_UTIL_SELECT:
				if (!portal->holdStore)
					fill_store(portal, false);
				result = do_fetch(portal, fdirection, count, dest);
				break;
			default:
				elog(ERROR, "unsupported portal strategy");
		}
	}
	PG_CATCH();
	{
		MarkPortalFailed(portal);
		leave_portal(&scope);
		PG_RE_THROW();
	}
	PG_END_TRY();
	leave_portal(&scope);
	portal->status = PORTAL_READY;
	return result;
}

static void
no_scroll_back(Portal portal)
{
	if (portal->cursorOptions & CURSOR_OPT_NO_SCROLL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cursor can only scan forward"),
				 errhint("Declare it with SCROLL option to enable backward scan.")));
}

/* Back to the start; a cursor that has not left it need not be able to. */
static void
rewind_portal(Portal portal)
{
	if (portal->atStart && !portal->atEnd)
		return;
	no_scroll_back(portal);
	if (portal->holdStore)
	{
		MemoryContext caller = MemoryContextSwitchTo(portal->holdContext);

		tuplestore_rescan(portal->holdStore);
		MemoryContextSwitchTo(caller);
	}
	if (portal->queryDesc)
	{
		PushActiveSnapshot(portal->queryDesc->snapshot);
		ExecutorRewind(portal->queryDesc);
		PopActiveSnapshot();
	}
	portal->atStart = true;
	portal->atEnd = false;
	portal->portalPos = 0;
}

/* ABSOLUTE n: from the nearer end, or from here. */
static uint64
fetch_absolute(Portal portal, long count, DestReceiver *dest)
{
	if (count > 0)
	{
		if ((uint64) (count - 1) <= portal->portalPos / 2 ||
			portal->portalPos >= (uint64) LONG_MAX)
		{
			rewind_portal(portal);
			if (count > 1)
				run_select(portal, true, count - 1, None_Receiver);
		}
		else
		{
			long pos = (long) portal->portalPos;

			if (portal->atEnd)
				pos++;
			if (count <= pos)
				run_select(portal, false, pos - count + 1, None_Receiver);
			else if (count > pos + 1)
				run_select(portal, true, count - pos - 1, None_Receiver);
		}
		return run_select(portal, true, 1L, dest);
	}
	if (count < 0)
	{
		run_select(portal, true, FETCH_ALL, None_Receiver);
		if (count < -1)
			run_select(portal, false, -count - 1, None_Receiver);
		return run_select(portal, false, 1L, dest);
	}
	rewind_portal(portal);
	return run_select(portal, true, 0L, dest);
}

static uint64
do_fetch(Portal portal, FetchDirection fdirection, long count,
		 DestReceiver *dest)
{
	bool forward;

	switch (fdirection)
	{
		case FETCH_ABSOLUTE:
			return fetch_absolute(portal, count, dest);
		case FETCH_RELATIVE:
			if (count > 0)
			{
				if (count > 1)
					run_select(portal, true, count - 1, None_Receiver);
				return run_select(portal, true, 1L, dest);
			}
			if (count < 0)
			{
				if (count < -1)
					run_select(portal, false, -count - 1, None_Receiver);
				return run_select(portal, false, 1L, dest);
			}
			fdirection = FETCH_FORWARD;
			break;
		case FETCH_BACKWARD:
			if (count < 0)
			{
				fdirection = FETCH_FORWARD;
				count = -count;
			}
			break;
		case FETCH_FORWARD:
			if (count < 0)
			{
				fdirection = FETCH_BACKWARD;
				count = -count;
			}
			break;
	}
	forward = fdirection == FETCH_FORWARD;
	if (count == 0)
	{
		bool on_row = !portal->atStart && !portal->atEnd;

		/* FETCH 0 shows the current row again */
		if (dest->mydest == DestNone)
			return on_row ? 1 : 0;
		if (on_row)
		{
			run_select(portal, false, 1L, None_Receiver);
			return run_select(portal, true, 1L, dest);
		}
		return run_select(portal, true, 0L, dest);
	}
	/* MOVE BACKWARD ALL is a rewind */
	if (!forward && count == FETCH_ALL && dest->mydest == DestNone)
	{
		uint64 result = portal->portalPos;

		if (result > 0 && !portal->atEnd)
			result--;
		rewind_portal(portal);
		return result;
	}
	return run_select(portal, forward, count, dest);
}

/*
 * Inside a portal that runs a utility statement (CALL, DO) a commit took the
 * snapshot away; make a new one if none is there.
 */
void
EnsurePortalSnapshotExists(void)
{
	Portal portal;

	if (ActiveSnapshotSet())
		return;
	portal = ActivePortal;
	if (unlikely(portal == NULL))
		elog(ERROR, "cannot execute SQL without an outer snapshot or portal");
	Assert(portal->portalSnapshot == NULL);
	PushActiveSnapshotWithLevel(GetTransactionSnapshot(), portal->createLevel);
	portal->portalSnapshot = GetActiveSnapshot();
}
