/*
 * portalmem.c
 *		Portals: names, memory and life.
 *
 * A hash table from name to portal.  A portal has a memory context and a
 * resource owner of its own; the end of a transaction or subtransaction drops
 * it, hands it to the parent, or, for WITH HOLD cursors, makes it keep its
 * rows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/utils/mmgr/portalmem.c
 */
#include "postgres.h"

#include "access/xact.h"
#include "access/xact_participant.h"
#include "access/xact_participant.h"
#include "catalog/pg_type.h"
#include "commands/portalcmds.h"
#include "executor/executor.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#define PORTALS_INITIAL 16

typedef struct PortalHashEnt
{
	char portalname[NAMEDATALEN];
	Portal portal;
} PortalHashEnt;

static HTAB *portals;
static MemoryContext top_portal_context;

/* Once per backend. */
void
EnablePortalManager(void)
{
	HASHCTL ctl;

	Assert(top_portal_context == NULL);
	top_portal_context = AllocSetContextCreate(TopMemoryContext,
											   "TopPortalContext",
											   ALLOCSET_DEFAULT_SIZES);
	ctl.keysize = NAMEDATALEN;
	ctl.entrysize = sizeof(PortalHashEnt);
	portals = hash_create("Portal hash", PORTALS_INITIAL, &ctl,
						  HASH_ELEM | HASH_STRINGS);
}

/* The portal, or NULL. */
Portal
GetPortalByName(const char *name)
{
	PortalHashEnt *ent;
	char key[NAMEDATALEN];

	if (name == NULL || portals == NULL)
		return NULL;
	strlcpy(key, name, NAMEDATALEN);
	ent = hash_search(portals, key, HASH_FIND, NULL);
	return ent ? ent->portal : NULL;
}

/* The statement that sets the completion tag; NULL if there is none. */
PlannedStmt *
PortalGetPrimaryStmt(Portal portal)
{
	ListCell *lc;

	foreach (lc, portal->stmts)
		if (lfirst_node(PlannedStmt, lc)->canSetTag)
			return lfirst(lc);
	return NULL;
}

static void
table_insert(Portal portal)
{
	bool found;
	char key[NAMEDATALEN];
	PortalHashEnt *ent;

	strlcpy(key, portal->name, NAMEDATALEN);
	ent = hash_search(portals, key, HASH_ENTER, &found);
	if (found)
		elog(ERROR, "duplicate portal name");
	ent->portal = portal;
	portal->name = ent->portalname;
}

/*
 * A new portal.  allowDup replaces one of the same name, dupSilent without a
 * notice.
 */
Portal
CreatePortal(const char *name, bool allowDup, bool dupSilent)
{
	Portal portal = GetPortalByName(name);

	if (portal)
	{
		if (!allowDup)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_CURSOR),
					 errmsg("cursor \"%s\" already exists", name)));
		if (!dupSilent)
			ereport(WARNING,
					(errcode(ERRCODE_DUPLICATE_CURSOR),
					 errmsg("closing existing cursor \"%s\"", name)));
		PortalDrop(portal, false);
	}
	portal = MemoryContextAllocZero(top_portal_context, sizeof(PortalData));
	portal->portalContext = AllocSetContextCreate(top_portal_context,
												  "PortalContext",
												  ALLOCSET_SMALL_SIZES);
	portal->resowner = ResourceOwnerCreate(CurTransactionResourceOwner,
										   "Portal");
	portal->status = PORTAL_NEW;
	portal->cleanup = PortalCleanup;
	portal->createSubid = GetCurrentSubTransactionId();
	portal->activeSubid = portal->createSubid;
	portal->createLevel = GetCurrentTransactionNestLevel();
	portal->strategy = PORTAL_MULTI_QUERY;
	portal->cursorOptions = CURSOR_OPT_NO_SCROLL;
	portal->atStart = true;
	portal->atEnd = true; /* no rows yet */
	portal->visible = true;
	portal->creation_time = GetCurrentStatementStartTimestamp();
	portal->name = name;
	table_insert(portal);
	MemoryContextSetIdentifier(portal->portalContext,
							   portal->name[0] ? portal->name : "<unnamed>");
	return portal;
}

/* A portal with a name of its own. */
Portal
CreateNewPortal(void)
{
	static unsigned int counter = 0;
	char name[MAXPGPATH];

	do
		snprintf(name, sizeof(name), "<unnamed portal %u>", ++counter);
	while (GetPortalByName(name) != NULL);
	return CreatePortal(name, false, false);
}

/*
 * Say what it runs.  The strings and statements must live as long as the portal
 * (its context, or cplan, whose reference count the portal takes over).
 */
void
PortalDefineQuery(Portal portal, const char *prepStmtName,
				  const char *sourceText, CommandTag commandTag, List *stmts,
				  CachedPlan *cplan)
{
	Assert(portal->status == PORTAL_NEW);
	Assert(commandTag != CMDTAG_UNKNOWN || stmts == NIL);
	portal->prepStmtName = prepStmtName;
	portal->sourceText = sourceText;
	portal->qc.commandTag = commandTag;
	portal->qc.nprocessed = 0;
	portal->commandTag = commandTag;
	portal->stmts = stmts;
	portal->cplan = cplan;
	portal->status = PORTAL_DEFINED;
}

static void
release_cached_plan(Portal portal)
{
	if (portal->cplan == NULL)
		return;
	ReleaseCachedPlan(portal->cplan, NULL);
	portal->cplan = NULL;
	/* they were the plan's */
	portal->stmts = NIL;
}

/* An empty store for the portal's rows, outside its context. */
void
PortalCreateHoldStore(Portal portal)
{
	MemoryContext caller;

	Assert(portal->holdContext == NULL && portal->holdStore == NULL);
	portal->holdContext = AllocSetContextCreate(top_portal_context,
												"PortalHoldContext",
												ALLOCSET_DEFAULT_SIZES);
	caller = MemoryContextSwitchTo(portal->holdContext);
	portal->holdStore =
		tuplestore_begin_heap(portal->cursorOptions & CURSOR_OPT_SCROLL, true,
							  work_mem);
	MemoryContextSwitchTo(caller);
}

/* A pinned portal cannot be closed by a user command. */
void
PinPortal(Portal portal)
{
	if (portal->portalPinned)
		elog(ERROR, "portal already pinned");
	portal->portalPinned = true;
}

void
UnpinPortal(Portal portal)
{
	if (!portal->portalPinned)
		elog(ERROR, "portal not pinned");
	portal->portalPinned = false;
}

/* ---------------------------------------------------------------- status */

void
MarkPortalActive(Portal portal)
{
	if (portal->status != PORTAL_READY)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("portal \"%s\" cannot be run", portal->name)));
	portal->status = PORTAL_ACTIVE;
	portal->activeSubid = GetCurrentSubTransactionId();
}

static void
call_cleanup(Portal portal)
{
	if (portal->cleanup == NULL)
		return;
	portal->cleanup(portal);
	portal->cleanup = NULL;
}

void
MarkPortalDone(Portal portal)
{
	Assert(portal->status == PORTAL_ACTIVE);
	portal->status = PORTAL_DONE;
	call_cleanup(portal);
}

void
MarkPortalFailed(Portal portal)
{
	Assert(portal->status != PORTAL_DONE);
	portal->status = PORTAL_FAILED;
	call_cleanup(portal);
}

/* Free the portal.  isTopCommit: as part of committing the transaction. */
void
PortalDrop(Portal portal, bool isTopCommit)
{
	char key[NAMEDATALEN];

	if (portal->portalPinned)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_CURSOR_STATE),
				 errmsg("cannot drop pinned portal \"%s\"", portal->name)));
	if (portal->status == PORTAL_ACTIVE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_CURSOR_STATE),
				 errmsg("cannot drop active portal \"%s\"", portal->name)));
	call_cleanup(portal);
	Assert(portal->portalSnapshot == NULL || !isTopCommit);
	strlcpy(key, portal->name, NAMEDATALEN);
	hash_search(portals, key, HASH_REMOVE, NULL);
	release_cached_plan(portal);
	if (portal->holdSnapshot)
	{
		if (portal->resowner)
			UnregisterSnapshotFromOwner(portal->holdSnapshot,
										portal->resowner);
		portal->holdSnapshot = NULL;
	}
	/* at a successful commit the transaction's owner releases it all */
	if (portal->resowner &&
		(!isTopCommit || portal->status == PORTAL_FAILED))
	{
		bool isCommit = portal->status != PORTAL_FAILED;

		ResourceOwnerRelease(portal->resowner, RESOURCE_RELEASE_BEFORE_LOCKS,
							 isCommit, false);
		ResourceOwnerRelease(portal->resowner, RESOURCE_RELEASE_LOCKS,
							 isCommit, false);
		ResourceOwnerRelease(portal->resowner, RESOURCE_RELEASE_AFTER_LOCKS,
							 isCommit, false);
		ResourceOwnerDelete(portal->resowner);
	}
	portal->resowner = NULL;
	if (portal->holdStore)
	{
		MemoryContext caller = MemoryContextSwitchTo(portal->holdContext);

		tuplestore_end(portal->holdStore);
		MemoryContextSwitchTo(caller);
		portal->holdStore = NULL;
	}
	if (portal->holdContext)
		MemoryContextDelete(portal->holdContext);
	MemoryContextDelete(portal->portalContext);
	pfree(portal);
}

/* One after the other; also while portals come and go. */
static Portal
next_portal(HASH_SEQ_STATUS *status)
{
	PortalHashEnt *ent = hash_seq_search(status);

	return ent != NULL ? ent->portal : NULL;
}

/* CLOSE ALL, DISCARD ALL. */
void
PortalHashTableDeleteAll(void)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	if (portals == NULL)
		return;
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		/* the one that runs the command must stay */
		if (portal->status == PORTAL_ACTIVE)
			continue;
		PortalDrop(portal, false);
		/* dropping may drop others as well */
		hash_seq_term(&status);
		hash_seq_init(&status, portals);
	}
}

/* ---------------------------------------------------------------- end of transaction */

static void
hold_portal(Portal portal)
{
	PortalCreateHoldStore(portal);
	PersistHoldablePortal(portal);
	release_cached_plan(portal);
	/* from now on it belongs to no transaction */
	portal->resowner = NULL;
	portal->createSubid = InvalidSubTransactionId;
	portal->activeSubid = InvalidSubTransactionId;
	portal->createLevel = 0;
}

/*
 * Before commit: holdable cursors of this transaction keep their rows, other
 * portals go.  True if anything was done (which may have used the executor).
 */
bool
PreCommit_Portals(bool isPrepare)
{
	bool result = false;
	HASH_SEQ_STATUS status;
	Portal portal;

	if (portals == NULL)
		return false;
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		if (portal->portalPinned && !portal->autoHeld)
			elog(ERROR, "cannot commit while a portal is pinned");
		if (portal->status == PORTAL_ACTIVE)
		{
			/* the portal of the COMMIT itself */
			if (portal->holdSnapshot)
			{
				if (portal->resowner)
					UnregisterSnapshotFromOwner(portal->holdSnapshot,
												portal->resowner);
				portal->holdSnapshot = NULL;
			}
			portal->resowner = NULL;
			portal->portalSnapshot = NULL;
			continue;
		}
		if ((portal->cursorOptions & CURSOR_OPT_HOLD) &&
			portal->createSubid != InvalidSubTransactionId &&
			portal->status == PORTAL_READY)
		{
			if (isPrepare)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("cannot PREPARE a transaction that has created a cursor WITH HOLD")));
			hold_portal(portal);
			result = true;
		}
		else if (portal->createSubid == InvalidSubTransactionId)
			continue; /* held by an earlier transaction */
		else
		{
			PortalDrop(portal, true);
			result = true;
		}
		hash_seq_term(&status);
		hash_seq_init(&status, portals);
	}
	return result;
}

/* First step of an abort: stop what runs, keep the memory. */
void
AtAbort_Portals(void)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	if (portals == NULL)
		return;
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		/* an error inside a process exit leaves it active */
		if (portal->status == PORTAL_ACTIVE && shmem_exit_inprogress)
			MarkPortalFailed(portal);
		if (portal->createSubid == InvalidSubTransactionId || portal->autoHeld)
			continue;
		if (portal->status == PORTAL_READY)
			MarkPortalFailed(portal);
		call_cleanup(portal);
		release_cached_plan(portal);
		/* the transaction's owner is about to release everything */
		portal->resowner = NULL;
		if (portal->status != PORTAL_ACTIVE)
			MemoryContextDeleteChildren(portal->portalContext);
	}
}

/* Last step of an abort: drop them. */
void
AtCleanup_Portals(void)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	if (portals == NULL)
		return;
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		if (portal->status == PORTAL_ACTIVE ||
			portal->createSubid == InvalidSubTransactionId || portal->autoHeld)
			continue;
		portal->portalPinned = false;
		portal->cleanup = NULL;
		portal->holdSnapshot = NULL;
		portal->portalSnapshot = NULL;
		PortalDrop(portal, false);
	}
}

/* After an error in the main loop: pins of held portals are void. */
void
PortalErrorCleanup(void)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	if (portals == NULL)
		return;
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
		if (portal->autoHeld)
		{
			portal->portalPinned = false;
			PortalDrop(portal, false);
		}
}

/* Portals of a committed subtransaction belong to its parent. */
void
AtSubCommit_Portals(SubTransactionId mySubid, SubTransactionId parentSubid,
					int parentLevel, ResourceOwner parentXactOwner)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	if (portals == NULL)
		return;
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		if (portal->createSubid == mySubid)
		{
			portal->createSubid = parentSubid;
			portal->createLevel = parentLevel;
			if (portal->resowner)
				ResourceOwnerNewParent(portal->resowner, parentXactOwner);
		}
		if (portal->activeSubid == mySubid)
			portal->activeSubid = parentSubid;
	}
}

void
AtSubAbort_Portals(SubTransactionId mySubid, SubTransactionId parentSubid,
				   ResourceOwner myXactOwner, ResourceOwner parentXactOwner)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	if (portals == NULL)
		return;
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		if (portal->createSubid != mySubid)
		{
			if (portal->activeSubid != mySubid)
				continue;
			/* an upper cursor that ran inside: its state is unknown now */
			portal->activeSubid = parentSubid;
			if (portal->status == PORTAL_ACTIVE)
				MarkPortalFailed(portal);
			if (portal->status == PORTAL_FAILED && portal->resowner)
			{
				ResourceOwnerNewParent(portal->resowner, myXactOwner);
				portal->resowner = NULL;
			}
			continue;
		}
		if (portal->status == PORTAL_READY || portal->status == PORTAL_ACTIVE)
			MarkPortalFailed(portal);
		call_cleanup(portal);
		release_cached_plan(portal);
		portal->resowner = NULL;
		MemoryContextDeleteChildren(portal->portalContext);
	}
}

void
AtSubCleanup_Portals(SubTransactionId mySubid)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	if (portals == NULL)
		return;
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		if (portal->createSubid != mySubid)
			continue;
		portal->portalPinned = false;
		portal->cleanup = NULL;
		portal->holdSnapshot = NULL;
		portal->portalSnapshot = NULL;
		PortalDrop(portal, false);
	}
}

/* ---- what transam calls ---- */

static bool
before_commit(void)
{
	return PreCommit_Portals(false);
}

static void
end_of_subtransaction(const SubXactEnd *end)
{
	if (end->is_commit)
		AtSubCommit_Portals(end->subid, end->parent_subid,
							end->nest_level - 1, end->parent_owner);
	else
		AtSubAbort_Portals(end->subid, end->parent_subid,
						   end->owner, end->parent_owner);
}

static void
cleanup_of_subtransaction(const SubXactEnd *end)
{
	AtSubCleanup_Portals(end->subid);
}

/* Once per process tree: the ends of transactions concern portals. */
void
portal_register(void)
{
	static const XactParticipant participant = {
		.name = "portals",
		.commit_rounds = before_commit,
		.abort_first = AtAbort_Portals,
		.cleanup = AtCleanup_Portals,
		.sub_pre_end = end_of_subtransaction,
		.sub_cleanup = cleanup_of_subtransaction,
	};

	xact_register_participant(&participant);
}

/* No portal is in the middle of being read. */
bool
ThereAreNoReadyPortals(void)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
		if (portal->status == PORTAL_READY)
		{
			hash_seq_term(&status);
			return false;
		}
	return true;
}

/* A procedure commits: its pinned cursors keep their rows. */
void
HoldPinnedPortals(void)
{
	HASH_SEQ_STATUS status;
	Portal portal;

	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		if (!portal->portalPinned || portal->autoHeld)
			continue;
		if (portal->strategy != PORTAL_ONE_SELECT)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TRANSACTION_TERMINATION),
					 errmsg("cannot perform transaction commands inside a cursor loop that is not read-only")));
		if (portal->status != PORTAL_READY)
			elog(ERROR, "pinned portal is not ready to be auto-held");
		hold_portal(portal);
		portal->autoHeld = true;
	}
}

/* Before such a commit: pop the snapshots that portals have pushed. */
void
ForgetPortalSnapshots(void)
{
	HASH_SEQ_STATUS status;
	Portal portal;
	int nportal = 0;
	int nactive = 0;

	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
		if (portal->portalSnapshot != NULL)
		{
			portal->portalSnapshot = NULL;
			nportal++;
		}
	while (ActiveSnapshotSet())
	{
		PopActiveSnapshot();
		nactive++;
	}
	if (nportal != nactive)
		elog(ERROR, "portal snapshots (%d) did not account for all active snapshots (%d)",
			 nportal, nactive);
}

/* The view pg_cursors. */
Datum
pg_cursor(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	HASH_SEQ_STATUS status;
	Portal portal;

	InitMaterializedSRF(fcinfo, 0);
	hash_seq_init(&status, portals);
	while ((portal = next_portal(&status)) != NULL)
	{
		Datum values[6];
		bool nulls[6] = {0};

		if (!portal->visible || portal->sourceText == NULL)
			continue;
		values[0] = CStringGetTextDatum(portal->name);
		values[1] = CStringGetTextDatum(portal->sourceText);
		values[2] = BoolGetDatum(portal->cursorOptions & CURSOR_OPT_HOLD);
		values[3] = BoolGetDatum(portal->cursorOptions & CURSOR_OPT_BINARY);
		values[4] = BoolGetDatum(portal->cursorOptions & CURSOR_OPT_SCROLL);
		values[5] = TimestampTzGetDatum(portal->creation_time);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}
