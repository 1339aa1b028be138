/*
 * portalcmds.c
 *		Cursors in SQL: DECLARE, FETCH, MOVE, CLOSE, and WITH HOLD.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/portalcmds.c
 */
#include "postgres.h"

#include "access/xact.h"
#include "commands/portalcmds.h"
#include "executor/executor.h"
#include "executor/tstoreReceiver.h"
#include "miscadmin.h"
#include "nodes/params.h"
#include "rewrite/rewriteHandler.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/tuplestore.h"

static void
check_cursor_name(const char *name)
{
	if (!name || name[0] == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_CURSOR_NAME),
				 errmsg("invalid cursor name: must not be empty")));
}

/*
 * PerformCursorOpen
 *		DECLARE name CURSOR FOR query: plan the query and start a portal.
 */
void
PerformCursorOpen(ParseState *pstate, DeclareCursorStmt *cstmt,
				  ParamListInfo params, bool isTopLevel)
{
	Query *query = castNode(Query, cstmt->query);
	List *rewritten;
	PlannedStmt *plan;
	Portal portal;
	MemoryContext oldcontext;

	check_cursor_name(cstmt->portalname);
	if (!(cstmt->options & CURSOR_OPT_HOLD))
		RequireTransactionBlock(isTopLevel, "DECLARE CURSOR");
	else if (InSecurityRestrictedOperation())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("cannot create a cursor WITH HOLD within security-restricted operation")));

	rewritten = QueryRewrite(copyObject(query));
	if (list_length(rewritten) != 1)
		elog(ERROR, "non-SELECT statement in DECLARE CURSOR");
	query = linitial_node(Query, rewritten);
	if (query->commandType != CMD_SELECT)
		elog(ERROR, "non-SELECT statement in DECLARE CURSOR");
	plan = pg_plan_query(query, pstate->p_sourcetext, cstmt->options, params);

	portal = CreatePortal(cstmt->portalname, false, false);
	oldcontext = MemoryContextSwitchTo(portal->portalContext);
	plan = copyObject(plan);
	PortalDefineQuery(portal, NULL, pstrdup(pstate->p_sourcetext), CMDTAG_SELECT,
					  list_make1(plan), NULL);
	params = copyParamList(params);
	MemoryContextSwitchTo(oldcontext);

	portal->cursorOptions = cstmt->options;
	if (!(portal->cursorOptions & (CURSOR_OPT_SCROLL | CURSOR_OPT_NO_SCROLL)))
		portal->cursorOptions |= plan->rowMarks == NIL && ExecSupportsBackwardScan(plan->planTree)
			? CURSOR_OPT_SCROLL
			: CURSOR_OPT_NO_SCROLL;
	PortalStart(portal, params, 0, GetActiveSnapshot());
	Assert(portal->strategy == PORTAL_ONE_SELECT);
}

/* FETCH and MOVE */
void
PerformPortalFetch(FetchStmt *stmt, DestReceiver *dest, QueryCompletion *qc)
{
	Portal portal;
	uint64 nprocessed;

	check_cursor_name(stmt->portalname);
	portal = GetPortalByName(stmt->portalname);
	if (!PortalIsValid(portal))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_CURSOR),
				 errmsg("cursor \"%s\" does not exist", stmt->portalname)));
	nprocessed = PortalRunFetch(portal, stmt->direction, stmt->howMany,
								stmt->ismove ? None_Receiver : dest);
	if (qc)
		SetQueryCompletion(qc, stmt->ismove ? CMDTAG_MOVE : CMDTAG_FETCH, nprocessed);
}

/* CLOSE name; NULL closes all. */
void
PerformPortalClose(const char *name)
{
	Portal portal;

	if (name == NULL)
	{
		PortalHashTableDeleteAll();
		return;
	}
	check_cursor_name(name);
	portal = GetPortalByName(name);
	if (!PortalIsValid(portal))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_CURSOR),
				 errmsg("cursor \"%s\" does not exist", name)));
	PortalDrop(portal, false);
}

/*
 * PortalCleanup
 *		The cleanup hook of a portal: end its executor run.
 *
 * After an error the run is dropped as it is; the transaction's abort frees
 * what it holds.
 */
void
PortalCleanup(Portal portal)
{
	QueryDesc *queryDesc = portal->queryDesc;
	ResourceOwner saved = CurrentResourceOwner;

	if (!queryDesc)
		return;
	portal->queryDesc = NULL; /* only once, even if this fails */
	if (portal->status == PORTAL_FAILED)
		return;
	PG_TRY();
	{
		if (portal->resowner)
			CurrentResourceOwner = portal->resowner;
		ExecutorFinish(queryDesc);
		ExecutorEnd(queryDesc);
		FreeQueryDesc(queryDesc);
	}
	PG_FINALLY();
	{
		CurrentResourceOwner = saved;
	}
	PG_END_TRY();
}

/* Run the portal's query into its hold store and put the position back. */
static void
fill_hold_store(Portal portal)
{
	QueryDesc *queryDesc = portal->queryDesc;

	PushActiveSnapshot(queryDesc->snapshot);
	if (portal->cursorOptions & CURSOR_OPT_SCROLL)
		ExecutorRewind(queryDesc);
	queryDesc->dest = CreateDestReceiver(DestTuplestore);
	SetTuplestoreDestReceiverParams(queryDesc->dest, portal->holdStore,
									portal->holdContext, true, NULL, NULL);
	ExecutorRun(queryDesc, ForwardScanDirection, 0, false);
	queryDesc->dest->rDestroy(queryDesc->dest);
	queryDesc->dest = NULL;
	portal->queryDesc = NULL;
	ExecutorFinish(queryDesc);
	ExecutorEnd(queryDesc);
	FreeQueryDesc(queryDesc);
	PopActiveSnapshot();
}

/*
 * PersistHoldablePortal
 *		Keep the rows of a WITH HOLD cursor beyond its transaction.
 *
 * A scrollable one stores all rows and is set to the current one; any other
 * stores only the rows that are left.
 */
void
PersistHoldablePortal(Portal portal)
{
	Portal saved_active = ActivePortal;
	ResourceOwner saved_owner = CurrentResourceOwner;
	MemoryContext saved_portal_context = PortalContext;
	MemoryContext oldcontext;

	Assert(portal->createSubid != InvalidSubTransactionId);
	Assert(portal->queryDesc != NULL);
	Assert(portal->holdContext != NULL && portal->holdStore != NULL);

	oldcontext = MemoryContextSwitchTo(portal->holdContext);
	portal->tupDesc = CreateTupleDescCopy(portal->tupDesc);
	MemoryContextSwitchTo(oldcontext);
	MarkPortalActive(portal);
	PG_TRY();
	{
		ActivePortal = portal;
		if (portal->resowner)
			CurrentResourceOwner = portal->resowner;
		PortalContext = portal->portalContext;
		MemoryContextSwitchTo(PortalContext);
		fill_hold_store(portal);

		MemoryContextSwitchTo(portal->holdContext);
		if (portal->atEnd)
		{
			while (tuplestore_skiptuples(portal->holdStore, 1000000, true))
				/* go to the end */;
		}
		else
		{
			tuplestore_rescan(portal->holdStore);
			if (portal->cursorOptions & CURSOR_OPT_SCROLL)
				tuplestore_skiptuples(portal->holdStore, portal->portalPos, true);
		}
	}
	PG_CATCH();
	{
		MarkPortalFailed(portal);
		ActivePortal = saved_active;
		CurrentResourceOwner = saved_owner;
		PortalContext = saved_portal_context;
		PG_RE_THROW();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(oldcontext);
	portal->status = PORTAL_READY;
	ActivePortal = saved_active;
	CurrentResourceOwner = saved_owner;
	PortalContext = saved_portal_context;
	MemoryContextDeleteChildren(portal->portalContext);
}
