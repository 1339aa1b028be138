/*
 * xactcore.c
 *		Starts, commits and aborts transactions and subtransactions.
 *
 * xact.c decides when; here is what happens: ids, memory, resource owners, the
 * order in which every module gets its turn, and the moment at which a
 * transaction's fate is decided (RecordTransactionCommit).  The order is listed in
 * README; the modules above this layer come in through XactParticipant.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xactcore.c
 */
#include "postgres.h"

#include <signal.h>

#include "access/commit_ts.h"
#include "access/multixact.h"
#include "access/subtrans.h"
#include "access/transam.h"
#include "access/xact_participant.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "common/pg_prng.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/condition_variable.h"
#include "storage/fd.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/sinvaladt.h"
#include "storage/smgr.h"
#include "storage/standby.h"
#include "utils/backend_status.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/timeout.h"
#include "utils/timestamp.h"
#include "xact_private.h"

/* Implemented by utils/time/snapmgr.c: has this transaction a snapshot? */
extern PGDLLIMPORT bool FirstSnapshotSet;

/* Settings and characteristics. */
int DefaultXactIsoLevel = XACT_READ_COMMITTED;
int XactIsoLevel = XACT_READ_COMMITTED;
bool DefaultXactReadOnly = false;
bool XactReadOnly = false;
bool DefaultXactDeferrable = false;
bool XactDeferrable = false;
int synchronous_commit = SYNCHRONOUS_COMMIT_ON;
bool xact_is_sampled = false;

TransactionId CheckXidAlive = InvalidTransactionId;
bool bsysscan = false;
int MyXactFlags = 0;

/* Children that no record has told of yet are told of in batches. */
#define MAX_UNREPORTED_XIDS PGPROC_MAX_CACHED_SUBXIDS
#define MAX_CHILD_XIDS ((int) (MaxAllocSize / sizeof(TransactionId)))
#define ABORT_CONTEXT_SIZE (32 * 1024)

static TransactionLevel bottom = {
	.kind = BLOCK_NONE,
	.state = TRANS_DEFAULT,
};
TransactionLevel *CurrentLevel = &bottom;

static FullTransactionId XactTopFullTransactionId = {InvalidTransactionId};
static TransactionId unreportedXids[MAX_UNREPORTED_XIDS];
static int nUnreportedXids;

static SubTransactionId currentSubTransactionId;
static CommandId currentCommandId;
static bool currentCommandIdUsed;

static TimestampTz xactStartTimestamp;
static TimestampTz stmtStartTimestamp;
static TimestampTz xactStopTimestamp;

static bool forceSyncCommit = false;

/* Memory that is always there for an abort. */
static MemoryContext TransactionAbortContext = NULL;

/* Participants, and callbacks of loadable modules. */
const XactParticipant *xact_participants[MAX_XACT_PARTICIPANTS];
int n_xact_participants = 0;

typedef struct CallbackItem
{
	struct CallbackItem *next;
	XactCallback xact;
	SubXactCallback sub;
	void *arg;
} CallbackItem;

static CallbackItem *xact_callbacks = NULL;
static CallbackItem *sub_callbacks = NULL;

/* ---------------------------------------------------------------------------
 * Registration
 * ------------------------------------------------------------------------ */

/*
 * xact_register_participant
 *		Add a module; the structure is kept.  Called once for each at program start.
 */
void
xact_register_participant(const XactParticipant *participant)
{
	for (int i = 0; i < n_xact_participants; i++)
		if (xact_participants[i] == participant)
			return;
	Assert(n_xact_participants < MAX_XACT_PARTICIPANTS);
	xact_participants[n_xact_participants++] = participant;
}

static void
add_callback(CallbackItem **list, XactCallback xact, SubXactCallback sub, void *arg)
{
	CallbackItem *item = MemoryContextAlloc(TopMemoryContext, sizeof(CallbackItem));

	item->xact = xact;
	item->sub = sub;
	item->arg = arg;
	item->next = *list;
	*list = item;
}

static void
remove_callback(CallbackItem **list, XactCallback xact, SubXactCallback sub, void *arg)
{
	for (CallbackItem **p = list; *p != NULL; p = &(*p)->next)
		if ((*p)->xact == xact && (*p)->sub == sub && (*p)->arg == arg)
		{
			CallbackItem *gone = *p;

			*p = gone->next;
			pfree(gone);
			return;
		}
}

void
RegisterXactCallback(XactCallback callback, void *arg)
{
	add_callback(&xact_callbacks, callback, NULL, arg);
}

void
UnregisterXactCallback(XactCallback callback, void *arg)
{
	remove_callback(&xact_callbacks, callback, NULL, arg);
}

void
RegisterSubXactCallback(SubXactCallback callback, void *arg)
{
	add_callback(&sub_callbacks, NULL, callback, arg);
}

void
UnregisterSubXactCallback(SubXactCallback callback, void *arg)
{
	remove_callback(&sub_callbacks, NULL, callback, arg);
}

static void
call_xact_callbacks(XactEvent event)
{
	/* A callback may unregister itself. */
	for (CallbackItem *item = xact_callbacks, *next; item != NULL; item = next)
	{
		next = item->next;
		item->xact(event, item->arg);
	}
}

static void
call_sub_callbacks(SubXactEvent event, SubTransactionId my, SubTransactionId parent)
{
	for (CallbackItem *item = sub_callbacks, *next; item != NULL; item = next)
	{
		next = item->next;
		item->sub(event, my, parent, item->arg);
	}
}

/* ---------------------------------------------------------------------------
 * Ids
 * ------------------------------------------------------------------------ */

/* Tell standbys which top transaction the last children belong to. */
static void
log_assignment(void)
{
	xl_xact_assignment xlrec;

	xlrec.xtop = GetTopTransactionId();
	xlrec.nsubxacts = nUnreportedXids;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, MinSizeOfXactAssignment);
	XLogRegisterData((char *) unreportedXids, nUnreportedXids * sizeof(TransactionId));
	(void) XLogInsert(RM_XACT_ID, XLOG_XACT_ASSIGNMENT);
	nUnreportedXids = 0;
	MarkCurrentTransactionIdLoggedIfAny();
}

/* Give a level its xid; its parents have theirs. */
static void
assign_one_xid(TransactionLevel *level)
{
	bool is_sub = !IS_BOTTOM(level);
	bool top_unknown = is_sub && XLogLogicalInfoActive() && !bottom.didLogXid;
	ResourceOwner save_owner = CurrentResourceOwner;

	level->fullTransactionId = GetNewTransactionId(is_sub);
	if (!is_sub)
		XactTopFullTransactionId = level->fullTransactionId;
	else
		SubTransSetParent(LevelXid(level), LevelXid(level->parent));

	/* The lock lives as long as the level, whoever asked for the xid. */
	CurrentResourceOwner = level->curTransactionOwner;
	XactLockTableInsert(LevelXid(level));
	CurrentResourceOwner = save_owner;

	if (is_sub && XLogStandbyInfoActive())
	{
		unreportedXids[nUnreportedXids++] = LevelXid(level);

		/*
		 * With logical decoding the top xid must be in the log before the
		 * child's first change.
		 */
		if (nUnreportedXids >= MAX_UNREPORTED_XIDS || top_unknown)
			log_assignment();
	}
}

/* Give a level its xid, and its ancestors first: a parent's xid is older. */
static void
AssignTransactionId(TransactionLevel *level)
{
	TransactionLevel **chain;
	int n = 0;

	Assert(!FullTransactionIdIsValid(level->fullTransactionId));
	Assert(level->state == TRANS_INPROGRESS);

	/* An array, not recursion: nesting may be deep. */
	if (!IS_BOTTOM(level) && !FullTransactionIdIsValid(level->parent->fullTransactionId))
	{
		chain = palloc(sizeof(TransactionLevel *) * level->nestingLevel);
		for (TransactionLevel *p = level->parent;
			 p != NULL && !FullTransactionIdIsValid(p->fullTransactionId); p = p->parent)
			chain[n++] = p;
		while (n > 0)
			assign_one_xid(chain[--n]);
		pfree(chain);
	}
	assign_one_xid(level);
}

FullTransactionId
GetTopFullTransactionId(void)
{
	if (!FullTransactionIdIsValid(XactTopFullTransactionId))
		AssignTransactionId(&bottom);
	return XactTopFullTransactionId;
}

FullTransactionId
GetTopFullTransactionIdIfAny(void)
{
	return XactTopFullTransactionId;
}

/* Xid of the transaction; one is assigned if it has none. */
TransactionId
GetTopTransactionId(void)
{
	return XidFromFullTransactionId(GetTopFullTransactionId());
}

TransactionId
GetTopTransactionIdIfAny(void)
{
	return XidFromFullTransactionId(XactTopFullTransactionId);
}

FullTransactionId
GetCurrentFullTransactionId(void)
{
	if (!FullTransactionIdIsValid(CurrentLevel->fullTransactionId))
		AssignTransactionId(CurrentLevel);
	return CurrentLevel->fullTransactionId;
}

FullTransactionId
GetCurrentFullTransactionIdIfAny(void)
{
	return CurrentLevel->fullTransactionId;
}

/* Xid of the current (sub)transaction; one is assigned if it has none. */
TransactionId
GetCurrentTransactionId(void)
{
	return XidFromFullTransactionId(GetCurrentFullTransactionId());
}

TransactionId
GetCurrentTransactionIdIfAny(void)
{
	return LevelXid(CurrentLevel);
}

/* Some xid to compare ages with that stays the same in a transaction. */
TransactionId
GetStableLatestTransactionId(void)
{
	static LocalTransactionId lxid = InvalidLocalTransactionId;
	static TransactionId stable = InvalidTransactionId;

	if (lxid != MyProc->lxid)
	{
		lxid = MyProc->lxid;
		stable = GetTopTransactionIdIfAny();
		if (!TransactionIdIsValid(stable))
			stable = ReadNextTransactionId();
	}
	Assert(TransactionIdIsValid(stable));
	return stable;
}

/* A record with the current xid has been inserted. */
void
MarkCurrentTransactionIdLoggedIfAny(void)
{
	if (FullTransactionIdIsValid(CurrentLevel->fullTransactionId))
		CurrentLevel->didLogXid = true;
}

/* Must the next record name the top xid (logical decoding)? */
bool
IsSubxactTopXidLogPending(void)
{
	if (likely(IS_BOTTOM(CurrentLevel)))
		return false;
	if (CurrentLevel->topXidLogged || !XLogLogicalInfoActive())
		return false;
	return TransactionIdIsValid(GetCurrentTransactionIdIfAny());
}

void
MarkSubxactTopXidLogged(void)
{
	Assert(IsSubxactTopXidLogPending());
	CurrentLevel->topXidLogged = true;
}

static bool
is_child_of(const TransactionLevel *level, TransactionId xid)
{
	int low = 0;
	int high = level->nChildXids - 1;

	while (low <= high)
	{
		int mid = low + (high - low) / 2;
		TransactionId probe = level->childXids[mid];

		if (probe == xid)
			return true;
		if (TransactionIdPrecedes(probe, xid))
			low = mid + 1;
		else
			high = mid - 1;
	}
	return false;
}

/*
 * TransactionIdIsCurrentTransactionId
 *		Is xid that of the current transaction, of a running subtransaction of it,
 *		or of a subcommitted one?  Aborted ones are not.
 */
bool
TransactionIdIsCurrentTransactionId(TransactionId xid)
{
	/* Most often asked about rows of others while we have no xid at all. */
	if (!TransactionIdIsNormal(xid))
		return false;
	if (xid == GetTopTransactionIdIfAny())
		return bottom.state != TRANS_ABORT;
	for (TransactionLevel *level = CurrentLevel; level != NULL; level = level->parent)
	{
		if (level->state == TRANS_ABORT)
			continue;
		if (!FullTransactionIdIsValid(level->fullTransactionId))
			continue; /* so it has no children with xids either */
		if (xid == LevelXid(level) || is_child_of(level, xid))
			return true;
	}
	return false;
}

SubTransactionId
GetCurrentSubTransactionId(void)
{
	return CurrentLevel->subTransactionId;
}

/* Is subxid an open subtransaction of the current transaction? */
bool
SubTransactionIsActive(SubTransactionId subxid)
{
	for (TransactionLevel *level = CurrentLevel; level != NULL; level = level->parent)
		if (level->state != TRANS_ABORT && level->subTransactionId == subxid)
			return true;
	return false;
}

/*
 * xactGetCommittedChildren
 *		Xids of the subcommitted children of the current level, ascending; *ptr is
 *		NULL if there are none.  The array belongs to the level.
 */
int
xactGetCommittedChildren(TransactionId **ptr)
{
	*ptr = CurrentLevel->nChildXids == 0 ? NULL : CurrentLevel->childXids;
	return CurrentLevel->nChildXids;
}

/* ---------------------------------------------------------------------------
 * Commands and time
 * ------------------------------------------------------------------------ */

/* Number of the command; used: rows will carry it. */
CommandId
GetCurrentCommandId(bool used)
{
	if (used)
		currentCommandIdUsed = true;
	return currentCommandId;
}

/*
 * CommandCounterIncrement
 *		Make what was done so far visible to the next command.
 */
void
CommandCounterIncrement(void)
{
	/* Numbers are few, so those that no row carries are used again. */
	if (!currentCommandIdUsed)
		return;
	currentCommandId++;
	if (currentCommandId == InvalidCommandId)
	{
		currentCommandId--;
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("cannot have more than 2^32-2 commands in a transaction")));
	}
	currentCommandIdUsed = false;
	XACT_PARTICIPANTS_DO(set_command_id, (currentCommandId));
	XACT_PARTICIPANTS_DO(command_done, ());
}

TimestampTz
GetCurrentTransactionStartTimestamp(void)
{
	return xactStartTimestamp;
}

TimestampTz
GetCurrentStatementStartTimestamp(void)
{
	return stmtStartTimestamp;
}

/* The time in the commit or abort record. */
TimestampTz
GetCurrentTransactionStopTimestamp(void)
{
	if (xactStopTimestamp == 0)
		xactStopTimestamp = GetCurrentTimestamp();
	return xactStopTimestamp;
}

void
SetCurrentStatementStartTimestamp(void)
{
	stmtStartTimestamp = GetCurrentTimestamp();
}

/* The commit must be flushed whatever synchronous_commit says. */
void
ForceSyncCommit(void)
{
	forceSyncCommit = true;
}

bool
xact_commit_is_forced(void)
{
	return forceSyncCommit;
}

/* ---------------------------------------------------------------------------
 * Memory and resource owners
 * ------------------------------------------------------------------------ */

static void
start_memory(void)
{
	/* Its space is set aside once, so that an abort never lacks memory. */
	if (TransactionAbortContext == NULL)
		TransactionAbortContext = AllocSetContextCreate(TopMemoryContext,
														"TransactionAbortContext",
														ABORT_CONTEXT_SIZE,
														ABORT_CONTEXT_SIZE,
														ABORT_CONTEXT_SIZE);
	Assert(TopTransactionContext == NULL);
	TopTransactionContext = AllocSetContextCreate(TopMemoryContext, "TopTransactionContext",
												  ALLOCSET_DEFAULT_SIZES);
	CurTransactionContext = TopTransactionContext;
	CurrentLevel->curTransactionContext = CurTransactionContext;
	MemoryContextSwitchTo(CurTransactionContext);
}

void
xact_switch_to_abort_memory(void)
{
	MemoryContextSwitchTo(TransactionAbortContext != NULL ? TransactionAbortContext : TopMemoryContext);
}

static void
drop_transaction_memory(void)
{
	MemoryContextSwitchTo(TopMemoryContext);
	if (TopTransactionContext != NULL)
		MemoryContextDelete(TopTransactionContext);
	TopTransactionContext = NULL;
	CurTransactionContext = NULL;
	bottom.curTransactionContext = NULL;
}

void
xact_cleanup_memory(void)
{
	MemoryContextSwitchTo(TopMemoryContext);
	if (TransactionAbortContext != NULL)
		MemoryContextReset(TransactionAbortContext);
	drop_transaction_memory();
}

static void
start_resource_owner(void)
{
	ResourceOwner owner = ResourceOwnerCreate(NULL, "TopTransaction");

	bottom.curTransactionOwner = owner;
	TopTransactionResourceOwner = owner;
	CurTransactionResourceOwner = owner;
	CurrentResourceOwner = owner;
}

/* ---------------------------------------------------------------------------
 * Start
 * ------------------------------------------------------------------------ */

/* The characteristics begin as their defaults say. */
static void
set_default_characteristics(TransactionLevel *level)
{
	level->startedInRecovery = RecoveryInProgress();
	XactReadOnly = level->startedInRecovery || DefaultXactReadOnly;
	XactDeferrable = DefaultXactDeferrable;
	XactIsoLevel = DefaultXactIsoLevel;
	forceSyncCommit = false;
	MyXactFlags = 0;
}

/*
 * StartTransaction
 *		Begin the bottom level.  On error the caller aborts it.
 */
void
StartTransaction(void)
{
	TransactionLevel *level = &bottom;
	VirtualTransactionId vxid;

	Assert(CurrentLevel == level && level->state == TRANS_DEFAULT);
	level->state = TRANS_START;
	level->fullTransactionId = InvalidFullTransactionId;
	level->subTransactionId = TopSubTransactionId;
	level->nestingLevel = 1;
	level->gucNestLevel = 1;
	level->savepointLevel = 0;
	level->childXids = NULL;
	level->nChildXids = level->maxChildXids = 0;
	level->didLogXid = false;
	level->topXidLogged = false;
	level->failed = false;
	level->chain = false;
	level->todo = TODO_NOTHING;
	GetUserIdAndSecContext(&level->prevUser, &level->prevSecContext);
	Assert(level->prevSecContext == 0);

	set_default_characteristics(level);
	xact_is_sampled = log_xact_sample_rate != 0 &&
		(log_xact_sample_rate == 1 ||
		 pg_prng_double(&pg_global_prng_state) <= log_xact_sample_rate);
	currentSubTransactionId = TopSubTransactionId;
	currentCommandId = FirstCommandId;
	currentCommandIdUsed = false;
	nUnreportedXids = 0;
	XactTopFullTransactionId = InvalidFullTransactionId;

	start_memory();
	start_resource_owner();

	/* Lock the virtual id before anyone can see it and want to wait for it. */
	vxid.backendId = MyBackendId;
	vxid.localTransactionId = GetNextLocalTransactionId();
	VirtualXactLockTableInsert(vxid);
	MyProc->lxid = vxid.localTransactionId;

	/* now() is the time of the statement that made us start. */
	xactStartTimestamp = stmtStartTimestamp;
	xactStopTimestamp = 0;
	pgstat_report_xact_timestamp(xactStartTimestamp);

	AtStart_GUC();
	XACT_PARTICIPANTS_DO(start, ());
	level->state = TRANS_INPROGRESS;
}

/* ---------------------------------------------------------------------------
 * The record
 * ------------------------------------------------------------------------ */

/* What a commit or abort record tells besides ids. */
typedef struct EndContents
{
	int nrels;
	RelFileNode *rels;
	int nstats;
	xl_xact_stats_item *stats;
	int nmsgs;
	SharedInvalidationMessage *msgs;
	bool init_file_inval;
} EndContents;

static void
collect_contents(bool for_commit, EndContents *c)
{
	memset(c, 0, sizeof(*c));
	for (int i = 0; i < n_xact_participants; i++)
	{
		const XactParticipant *p = xact_participants[i];

		if (p->dropped_relations != NULL && c->nrels == 0)
			c->nrels = p->dropped_relations(for_commit, &c->rels);
		if (for_commit && XLogStandbyInfoActive() && p->invalidations != NULL &&
			c->nmsgs == 0)
			c->nmsgs = p->invalidations(&c->msgs, &c->init_file_inval);
	}
	c->nstats = pgstat_get_transactional_drops(for_commit, &c->stats);
}

static void
free_contents(EndContents *c)
{
	if (c->rels != NULL)
		pfree(c->rels);
	if (c->nstats > 0)
		pfree(c->stats);
}

/* Write the commit record and mark the tree committed, or leave that for later. */
static TransactionId
commit_with_xid(TransactionId xid, const EndContents *c, bool wrote_xlog)
{
	TransactionId *children;
	int nchildren = xactGetCommittedChildren(&children);

	/*
	 * A checkpoint must not come between the record and the change of pg_xact:
	 * its redo pointer would be past the record, but the page not flushed.
	 */
	Assert((MyProc->delayChkptFlags & DELAY_CHKPT_START) == 0);
	START_CRIT_SECTION();
	MyProc->delayChkptFlags |= DELAY_CHKPT_START;

	XactLogCommitRecord(GetCurrentTransactionStopTimestamp(), nchildren, children,
						c->nrels, c->rels, c->nstats, c->stats, c->nmsgs, c->msgs,
						c->init_file_inval, MyXactFlags, InvalidTransactionId, NULL);
	TransactionTreeSetCommitTsData(xid, nchildren, children,
								   GetCurrentTransactionStopTimestamp(), 0);

	/*
	 * A transaction that logged nothing before has nothing to lose.  Files are
	 * unlinked after this, which cannot be undone.
	 */
	if ((wrote_xlog && synchronous_commit > SYNCHRONOUS_COMMIT_OFF) || forceSyncCommit ||
		c->nrels > 0)
	{
		XLogFlush(XactLastRecEnd);
		TransactionIdCommitTree(xid, nchildren, children);
	}
	else
	{
		XLogSetAsyncXactLSN(XactLastRecEnd);
		TransactionIdAsyncCommitTree(xid, nchildren, children, XactLastRecEnd);
	}
	MyProc->delayChkptFlags &= ~DELAY_CHKPT_START;
	END_CRIT_SECTION();
	return TransactionIdLatest(xid, nchildren, children);
}

/*
 * Decide the transaction's fate: committed.  Returns the latest xid of the tree,
 * or 0 if it has none.
 */
static TransactionId
RecordTransactionCommit(void)
{
	TransactionId xid = GetTopTransactionIdIfAny();
	TransactionId latest = InvalidTransactionId;
	bool wrote_xlog;
	EndContents contents;

	collect_contents(true, &contents);
	wrote_xlog = XactLastRecEnd != 0;

	if (TransactionIdIsValid(xid))
		latest = commit_with_xid(xid, &contents, wrote_xlog);
	else
	{
		if (contents.nrels != 0)
			elog(ERROR, "cannot commit a transaction that deleted files but has no xid");
		Assert(CurrentLevel->nChildXids == 0);
		if (contents.nmsgs != 0)
		{
			LogStandbyInvalidations(contents.nmsgs, contents.msgs, contents.init_file_inval);
			wrote_xlog = true;
		}
		/* Nobody's data depends on what else was logged: let it follow. */
		if (wrote_xlog && forceSyncCommit)
			XLogFlush(XactLastRecEnd);
		else if (wrote_xlog)
			XLogSetAsyncXactLSN(XactLastRecEnd);
	}
	if (wrote_xlog || TransactionIdIsValid(xid))
		XactLastCommitEnd = XactLastRecEnd;
	XactLastRecEnd = 0;
	free_contents(&contents);
	return latest;
}

/* Decide the current level's fate: aborted.  Result as for commit. */
static TransactionId
RecordTransactionAbort(bool is_sub)
{
	TransactionId xid = GetCurrentTransactionIdIfAny();
	TransactionId *children;
	TransactionId latest;
	EndContents contents;
	int nchildren;

	if (!TransactionIdIsValid(xid))
	{
		if (!is_sub)
			XactLastRecEnd = 0;
		return InvalidTransactionId;
	}
	if (TransactionIdDidCommit(xid))
		elog(PANIC, "cannot abort transaction %u, it was already committed", xid);

	collect_contents(false, &contents);
	nchildren = xactGetCommittedChildren(&children);

	START_CRIT_SECTION();
	XactLogAbortRecord(is_sub ? GetCurrentTimestamp() : GetCurrentTransactionStopTimestamp(),
					   nchildren, children, contents.nrels, contents.rels,
					   contents.nstats, contents.stats, MyXactFlags,
					   InvalidTransactionId, NULL);

	/* A lost abort record changes nothing, but standbys hold locks until then. */
	if (!is_sub)
		XLogSetAsyncXactLSN(XactLastRecEnd);

	/* Others may then skip looking for it among the running ones. */
	TransactionIdAbortTree(xid, nchildren, children);
	END_CRIT_SECTION();

	latest = TransactionIdLatest(xid, nchildren, children);
	if (is_sub)
		XidCacheRemoveRunningXids(xid, nchildren, children, latest);
	else
		XactLastRecEnd = 0;
	free_contents(&contents);
	return latest;
}

/* ---------------------------------------------------------------------------
 * Commit
 * ------------------------------------------------------------------------ */

/* Rounds of work that may make more work; all of it can fail. */
static void
run_commit_rounds(void)
{
	bool again;

	do
	{
		again = false;
		for (int i = 0; i < n_xact_participants; i++)
			if (xact_participants[i]->commit_rounds != NULL &&
				xact_participants[i]->commit_rounds())
				again = true;
	} while (again);
}

/* After the fate is known: release in the order that README lists. */
static void
release_everything(bool is_commit)
{
	ResourceOwnerRelease(TopTransactionResourceOwner, RESOURCE_RELEASE_BEFORE_LOCKS,
						 is_commit, true);
	AtEOXact_Buffers(is_commit);
	XACT_PARTICIPANTS_DO(before_locks, (is_commit));
	AtEOXact_MultiXact();
	ResourceOwnerRelease(TopTransactionResourceOwner, RESOURCE_RELEASE_LOCKS,
						 is_commit, true);
	ResourceOwnerRelease(TopTransactionResourceOwner, RESOURCE_RELEASE_AFTER_LOCKS,
						 is_commit, true);
	AtEOXact_GUC(is_commit, 1);
	XACT_PARTICIPANTS_DO(after_locks, (is_commit));
	AtEOXact_SMgr();
	AtEOXact_Files(is_commit);
	AtEOXact_HashTables(is_commit);
	AtEOXact_PgStat_Objects(is_commit);
	AtEOXact_PgStat(is_commit, false);
	pgstat_report_xact_timestamp(0);
}

/* Forget the ids and owners of the bottom level. */
static void
reset_bottom(void)
{
	TransactionLevel *level = &bottom;

	CurrentResourceOwner = NULL;
	CurTransactionResourceOwner = NULL;
	TopTransactionResourceOwner = NULL;
	level->fullTransactionId = InvalidFullTransactionId;
	level->subTransactionId = InvalidSubTransactionId;
	level->nestingLevel = 0;
	level->gucNestLevel = 0;
	level->childXids = NULL;
	level->nChildXids = level->maxChildXids = 0;
	level->curTransactionOwner = NULL;
	XactTopFullTransactionId = InvalidFullTransactionId;
	level->state = TRANS_DEFAULT;
}

/*
 * CommitTransaction
 *		Commit the bottom level, the only one left.
 *
 * Until the record an error aborts the transaction; after it an error can only
 * be a warning's worth, for the transaction has committed.
 */
void
CommitTransaction(void)
{
	TransactionLevel *level = CurrentLevel;
	TransactionId latest;

	Assert(level == &bottom && level->state == TRANS_INPROGRESS);

	run_commit_rounds();
	call_xact_callbacks(XACT_EVENT_PRE_COMMIT);
	XACT_PARTICIPANTS_DO(pre_commit, ());

	/* No cancel from here on: we are about to have committed. */
	HOLD_INTERRUPTS();
	XACT_PARTICIPANTS_DO(last_before_record, (true));
	level->state = TRANS_COMMIT;
	latest = RecordTransactionCommit();

	/* Only now do other snapshots stop to see us as running. */
	ProcArrayEndTransaction(MyProc, latest);

	call_xact_callbacks(XACT_EVENT_COMMIT);
	CurrentResourceOwner = NULL;
	release_everything(true);
	XACT_PARTICIPANTS_DO(cleanup, ());
	ResourceOwnerDelete(TopTransactionResourceOwner);
	drop_transaction_memory();
	reset_bottom();
	RESUME_INTERRUPTS();
}

/* ---------------------------------------------------------------------------
 * Abort
 * ------------------------------------------------------------------------ */

/* Let go what an error may have left held, of whichever level. */
static void
release_after_error(void)
{
	sigset_t none;

	LWLockReleaseAll();
	pgstat_report_wait_end();
	pgstat_progress_end_command();
	UnlockBuffers();
	XLogResetInsertion();
	ConditionVariableCancelSleep();
	LockErrorCleanup();

	/* Timeouts may have been missed while a handler was left by longjmp. */
	reschedule_timeouts();
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/*
 * AbortTransaction
 *		Roll back the bottom level; its memory and owner stay for
 *		CleanupTransaction.
 */
void
AbortTransaction(void)
{
	TransactionLevel *level = CurrentLevel;
	TransactionId latest;

	HOLD_INTERRUPTS();
	xact_switch_to_abort_memory();
	CurrentResourceOwner = TopTransactionResourceOwner;
	release_after_error();

	if (level->state != TRANS_INPROGRESS)
		elog(WARNING, "AbortTransaction while in state %d", level->state);
	Assert(level == &bottom);
	level->state = TRANS_ABORT;

	/* A function may have changed the user when it failed. */
	SetUserIdAndSecContext(level->prevUser, level->prevSecContext);
	XACT_PARTICIPANTS_DO(abort_first, ());
	XACT_PARTICIPANTS_DO(last_before_record, (false));
	latest = RecordTransactionAbort(false);
	ProcArrayEndTransaction(MyProc, latest);

	/* A start that failed early has nothing to release. */
	if (TopTransactionResourceOwner != NULL)
	{
		call_xact_callbacks(XACT_EVENT_ABORT);
		release_everything(false);
	}
	RESUME_INTERRUPTS();
}

/*
 * CleanupTransaction
 *		Drop what AbortTransaction left.
 */
void
CleanupTransaction(void)
{
	if (CurrentLevel->state != TRANS_ABORT)
		elog(FATAL, "CleanupTransaction: unexpected state %d", CurrentLevel->state);

	XACT_PARTICIPANTS_DO(cleanup, ());
	CurrentResourceOwner = NULL;
	if (TopTransactionResourceOwner != NULL)
		ResourceOwnerDelete(TopTransactionResourceOwner);
	xact_cleanup_memory();
	reset_bottom();
}

/* ---------------------------------------------------------------------------
 * Subtransactions
 * ------------------------------------------------------------------------ */

/*
 * PushTransaction
 *		Add a level, which StartSubTransaction starts.
 */
void
PushTransaction(void)
{
	TransactionLevel *parent = CurrentLevel;
	TransactionLevel *level = MemoryContextAllocZero(TopTransactionContext,
													 sizeof(TransactionLevel));

	if (currentSubTransactionId + 1 == InvalidSubTransactionId)
	{
		pfree(level);
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("cannot have more than 2^32-1 subtransactions in a transaction")));
	}
	level->kind = BLOCK_EXPLICIT;
	level->state = TRANS_DEFAULT;
	level->fullTransactionId = InvalidFullTransactionId;
	level->subTransactionId = ++currentSubTransactionId;
	level->parent = parent;
	level->nestingLevel = parent->nestingLevel + 1;
	level->gucNestLevel = NewGUCNestLevel();
	level->savepointLevel = parent->savepointLevel;
	level->prevXactReadOnly = XactReadOnly;
	level->startedInRecovery = parent->startedInRecovery;
	GetUserIdAndSecContext(&level->prevUser, &level->prevSecContext);
	CurrentLevel = level;

	/* Until it has its own, an abort finds the parent's. */
	level->curTransactionContext = parent->curTransactionContext;
}

static void
pop_transaction(void)
{
	TransactionLevel *level = CurrentLevel;

	Assert(!IS_BOTTOM(level) && level->state == TRANS_DEFAULT);
	CurrentLevel = level->parent;
	CurTransactionContext = CurrentLevel->curTransactionContext;
	MemoryContextSwitchTo(CurTransactionContext);
	CurTransactionResourceOwner = CurrentLevel->curTransactionOwner;
	CurrentResourceOwner = CurrentLevel->curTransactionOwner;
	if (level->name != NULL)
		pfree(level->name);
	pfree(level);
}

static SubXactEnd
describe_end(const TransactionLevel *level, bool is_commit)
{
	return (SubXactEnd){
		.is_commit = is_commit,
		.subid = level->subTransactionId,
		.parent_subid = level->parent->subTransactionId,
		.nest_level = level->nestingLevel,
		.owner = level->curTransactionOwner,
		.parent_owner = level->parent->curTransactionOwner,
	};
}

/* Start the level that PushTransaction added. */
void
StartSubTransaction(void)
{
	TransactionLevel *level = CurrentLevel;

	Assert(level->state == TRANS_DEFAULT && CurTransactionContext != NULL);
	level->state = TRANS_START;
	CurTransactionContext = AllocSetContextCreate(CurTransactionContext,
												  "CurTransactionContext",
												  ALLOCSET_DEFAULT_SIZES);
	level->curTransactionContext = CurTransactionContext;
	MemoryContextSwitchTo(CurTransactionContext);

	level->curTransactionOwner = ResourceOwnerCreate(level->parent->curTransactionOwner,
													 "SubTransaction");
	CurTransactionResourceOwner = level->curTransactionOwner;
	CurrentResourceOwner = level->curTransactionOwner;

	XACT_PARTICIPANTS_DO(sub_start, ());
	level->state = TRANS_INPROGRESS;
	call_sub_callbacks(SUBXACT_EVENT_START_SUB, level->subTransactionId,
					   level->parent->subTransactionId);
}

/* The parent inherits the level's xid and those of its children. */
static void
hand_on_children(TransactionLevel *level)
{
	TransactionLevel *parent = level->parent;
	int total = parent->nChildXids + level->nChildXids + 1;

	if (total > parent->maxChildXids)
	{
		int size = Max(total, 8);

		if (total > MAX_CHILD_XIDS)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("maximum number of committed subtransactions (%d) exceeded",
							MAX_CHILD_XIDS)));
		size = Min(2 * size, MAX_CHILD_XIDS);

		/* It must outlive the parent: it may be handed on in turn. */
		if (parent->childXids == NULL)
			parent->childXids = MemoryContextAlloc(TopTransactionContext,
												   size * sizeof(TransactionId));
		else
			parent->childXids = repalloc(parent->childXids, size * sizeof(TransactionId));
		parent->maxChildXids = size;
	}

	/* Its own xid is older than its children's, all newer than those there. */
	parent->childXids[parent->nChildXids] = LevelXid(level);
	if (level->nChildXids > 0)
		memcpy(&parent->childXids[parent->nChildXids + 1], level->childXids,
			   level->nChildXids * sizeof(TransactionId));
	parent->nChildXids = total;

	if (level->childXids != NULL)
		pfree(level->childXids);
	level->childXids = NULL;
	level->nChildXids = level->maxChildXids = 0;
}

static void
release_sub(const SubXactEnd *end, int guc_nest_level)
{
	ResourceOwnerRelease(end->owner, RESOURCE_RELEASE_BEFORE_LOCKS, end->is_commit, false);
	XACT_PARTICIPANTS_DO(sub_before_locks, (end));
	/* A committed child's xid lock is no longer needed: wait for the parent. */
	if (end->is_commit && FullTransactionIdIsValid(CurrentLevel->fullTransactionId))
		XactLockTableDelete(LevelXid(CurrentLevel));
	ResourceOwnerRelease(end->owner, RESOURCE_RELEASE_LOCKS, end->is_commit, false);
	ResourceOwnerRelease(end->owner, RESOURCE_RELEASE_AFTER_LOCKS, end->is_commit, false);
	AtEOXact_GUC(end->is_commit, guc_nest_level);
	XACT_PARTICIPANTS_DO(sub_after_locks, (end));
	AtEOSubXact_Files(end->is_commit, end->subid, end->parent_subid);
	AtEOSubXact_HashTables(end->is_commit, end->nest_level);
	AtEOSubXact_PgStat_Objects(end->is_commit, end->nest_level);
	AtEOSubXact_PgStat(end->is_commit, end->nest_level);
}

/*
 * CommitSubTransaction
 *		Merge the current level into its parent.
 */
void
CommitSubTransaction(void)
{
	TransactionLevel *level = CurrentLevel;
	SubXactEnd end = describe_end(level, true);

	Assert(level->state == TRANS_INPROGRESS);
	call_sub_callbacks(SUBXACT_EVENT_PRE_COMMIT_SUB, end.subid, end.parent_subid);

	/* What the level did is visible to the parent from now on. */
	CommandCounterIncrement();
	level->state = TRANS_COMMIT;

	if (FullTransactionIdIsValid(level->fullTransactionId))
		hand_on_children(level);
	XACT_PARTICIPANTS_DO(sub_pre_end, (&end));
	call_sub_callbacks(SUBXACT_EVENT_COMMIT_SUB, end.subid, end.parent_subid);
	release_sub(&end, level->gucNestLevel);

	XactReadOnly = level->prevXactReadOnly;
	CurrentResourceOwner = level->parent->curTransactionOwner;
	CurTransactionResourceOwner = level->parent->curTransactionOwner;
	ResourceOwnerDelete(level->curTransactionOwner);
	level->curTransactionOwner = NULL;

	/* Memory with something in it goes on to live with the parent's. */
	CurTransactionContext = level->parent->curTransactionContext;
	MemoryContextSwitchTo(CurTransactionContext);
	if (MemoryContextIsEmpty(level->curTransactionContext))
		MemoryContextDelete(level->curTransactionContext);
	level->state = TRANS_DEFAULT;
	pop_transaction();
}

/*
 * AbortSubTransaction
 *		Roll back the current level; CleanupSubTransaction removes it.
 */
void
AbortSubTransaction(void)
{
	TransactionLevel *level = CurrentLevel;

	HOLD_INTERRUPTS();
	xact_switch_to_abort_memory();
	CurrentResourceOwner = level->curTransactionOwner != NULL ? level->curTransactionOwner : level->parent->curTransactionOwner;
	release_after_error();

	if (level->state != TRANS_INPROGRESS && level->state != TRANS_DEFAULT)
		elog(WARNING, "AbortSubTransaction while in state %d", level->state);
	level->state = TRANS_ABORT;
	SetUserIdAndSecContext(level->prevUser, level->prevSecContext);

	/* One that never started has nothing to undo. */
	if (level->curTransactionOwner != NULL)
	{
		SubXactEnd end = describe_end(level, false);

		XACT_PARTICIPANTS_DO(sub_pre_end, (&end));
		(void) RecordTransactionAbort(true);
		if (level->childXids != NULL)
			pfree(level->childXids);
		level->childXids = NULL;
		level->nChildXids = level->maxChildXids = 0;
		call_sub_callbacks(SUBXACT_EVENT_ABORT_SUB, end.subid, end.parent_subid);
		release_sub(&end, level->gucNestLevel);
	}
	XactReadOnly = level->prevXactReadOnly;
	RESUME_INTERRUPTS();
}

/*
 * CleanupSubTransaction
 *		Remove an aborted level; its parent is current afterwards.
 */
void
CleanupSubTransaction(void)
{
	TransactionLevel *level = CurrentLevel;
	SubXactEnd end = describe_end(level, false);

	if (level->state != TRANS_ABORT)
		elog(WARNING, "CleanupSubTransaction while in state %d", level->state);
	XACT_PARTICIPANTS_DO(sub_cleanup, (&end));

	CurrentResourceOwner = level->parent->curTransactionOwner;
	CurTransactionResourceOwner = level->parent->curTransactionOwner;
	if (level->curTransactionOwner != NULL)
		ResourceOwnerDelete(level->curTransactionOwner);
	level->curTransactionOwner = NULL;

	MemoryContextSwitchTo(level->parent->curTransactionContext);
	if (TransactionAbortContext != NULL)
		MemoryContextReset(TransactionAbortContext);
	if (level->curTransactionContext != level->parent->curTransactionContext)
		MemoryContextDelete(level->curTransactionContext);
	level->state = TRANS_DEFAULT;
	pop_transaction();
}

/* ---------------------------------------------------------------------------
 * Settings hooks
 * ------------------------------------------------------------------------ */

/* transaction_read_only: read-write only while nothing was read. */
bool
check_XactReadOnly(bool *newval, void **extra, GucSource source)
{
	if (*newval || !XactReadOnly || !IsTransactionState())
		return true;
	if (IsSubTransaction())
	{
		GUC_check_errcode(ERRCODE_ACTIVE_SQL_TRANSACTION);
		GUC_check_errmsg("cannot set transaction read-write mode inside a read-only transaction");
		return false;
	}
	if (FirstSnapshotSet)
	{
		GUC_check_errcode(ERRCODE_ACTIVE_SQL_TRANSACTION);
		GUC_check_errmsg("transaction read-write mode must be set before any query");
		return false;
	}
	if (RecoveryInProgress())
	{
		GUC_check_errcode(ERRCODE_FEATURE_NOT_SUPPORTED);
		GUC_check_errmsg("cannot set transaction read-write mode during recovery");
		return false;
	}
	return true;
}

/* transaction_isolation: before the first snapshot. */
bool
check_XactIsoLevel(int *newval, void **extra, GucSource source)
{
	if (*newval == XactIsoLevel || !IsTransactionState())
		return true;
	if (FirstSnapshotSet)
	{
		GUC_check_errcode(ERRCODE_ACTIVE_SQL_TRANSACTION);
		GUC_check_errmsg("SET TRANSACTION ISOLATION LEVEL must be called before any query");
		return false;
	}
	if (IsSubTransaction())
	{
		GUC_check_errcode(ERRCODE_ACTIVE_SQL_TRANSACTION);
		GUC_check_errmsg("SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction");
		return false;
	}
	if (*newval == XACT_SERIALIZABLE)
	{
		GUC_check_errcode(ERRCODE_FEATURE_NOT_SUPPORTED);
		GUC_check_errmsg("serializable transactions are not supported yet");
		GUC_check_errhint("You can use REPEATABLE READ instead.");
		return false;
	}
	return true;
}

/* transaction_deferrable: likewise. */
bool
check_transaction_deferrable(bool *newval, void **extra, GucSource source)
{
	if (IsSubTransaction())
	{
		GUC_check_errcode(ERRCODE_ACTIVE_SQL_TRANSACTION);
		GUC_check_errmsg("SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction");
		return false;
	}
	if (FirstSnapshotSet)
	{
		GUC_check_errcode(ERRCODE_ACTIVE_SQL_TRANSACTION);
		GUC_check_errmsg("SET TRANSACTION [NOT] DEFERRABLE must be called before any query");
		return false;
	}
	return true;
}
