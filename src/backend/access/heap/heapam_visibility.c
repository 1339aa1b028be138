/*
 * heapam_visibility.c
 *		Which row versions a snapshot sees, and what else may be done with them.
 *
 * All tests need the buffer pinned and at least share-locked, since they
 * set hint bits.
 * 
 * Each is put together from two questions: what became of the inserter, and
 * what became of the deleter (access/heap/README, visibility).  The test
 * for MVCC snapshots, on which scans spend their time, is written out by
 * itself.
 * 
 * In-progress must be asked before pg_xact: a transaction commits there
 * first and leaves the proc array after.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapam_visibility.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/subtrans.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "storage/bufmgr.h"
#include "storage/procarray.h"
#include "utils/combocid.h"
#include "utils/snapmgr.h"

/* What became of the transaction that inserted a tuple. */
typedef enum InserterState
{
	INSERTER_GONE, /* aborted */
	INSERTER_RUNNING,
	INSERTER_OWN,
	INSERTER_DONE /* committed */
} InserterState;

/* The same of the one that deleted or replaced it. */
typedef enum DeleterState
{
	DELETER_NONE, /* never was, or aborted */
	DELETER_LOCKS, /* xmax only locks; may have ended */
	DELETER_RUNNING,
	DELETER_OWN,
	DELETER_DONE
} DeleterState;

/*
 * Set hint bits, unless that could outrun the commit record: with asynchronous
 * commit, the bit must not reach disk before the record does.  xid is
 * Invalid when the bits say aborted.
 */
static inline void
set_hint(HeapTupleHeader t, Buffer buffer, uint16 bits, TransactionId xid)
{
	if (TransactionIdIsValid(xid))
	{
		XLogRecPtr lsn = TransactionIdGetCommitLSN(xid);

		/* flushing up to the page's LSN covers an earlier commit */
		if (BufferIsPermanent(buffer) && XLogNeedsFlush(lsn) &&
			BufferGetLSNAtomic(buffer) < lsn)
			return;
	}
	t->t_infomask |= bits;
	MarkBufferDirtyHint(buffer, true);
}

/* HeapTupleSetHintBits
 *		For callers outside that found out about a transaction. */
void
HeapTupleSetHintBits(HeapTupleHeader tuple, Buffer buffer, uint16 infomask,
					 TransactionId xid)
{
	set_hint(tuple, buffer, infomask, xid);
}

static void
refuse_moved(HeapTupleHeader t)
{
	if (t->t_infomask & HEAP_MOVED)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("row moved by a VACUUM FULL before PostgreSQL 9.0 is not supported")));
}

/* Outcome of a foreign transaction that is not running any more. */
static inline bool
resolve_xmin(HeapTupleHeader t, Buffer buffer, TransactionId xmin)
{
	if (TransactionIdDidCommit(xmin))
	{
		set_hint(t, buffer, HEAP_XMIN_COMMITTED, xmin);
		return true;
	}
	set_hint(t, buffer, HEAP_XMIN_INVALID, InvalidTransactionId);
	return false;
}

static inline bool
resolve_xmax(HeapTupleHeader t, Buffer buffer, TransactionId xmax)
{
	if (TransactionIdDidCommit(xmax))
	{
		set_hint(t, buffer, HEAP_XMAX_COMMITTED, xmax);
		return true;
	}
	set_hint(t, buffer, HEAP_XMAX_INVALID, InvalidTransactionId);
	return false;
}

static InserterState
inserter_state(HeapTupleHeader t, Buffer buffer)
{
	TransactionId xmin;

	if (HeapTupleHeaderXminCommitted(t))
		return INSERTER_DONE;
	if (HeapTupleHeaderXminInvalid(t))
		return INSERTER_GONE;
	refuse_moved(t);
	xmin = HeapTupleHeaderGetRawXmin(t);
	if (TransactionIdIsCurrentTransactionId(xmin))
		return INSERTER_OWN;
	if (TransactionIdIsInProgress(xmin))
		return INSERTER_RUNNING;
	return resolve_xmin(t, buffer, xmin) ? INSERTER_DONE : INSERTER_GONE;
}

/* *xid becomes the deleting or updating transaction, if there is one. */
static DeleterState
deleter_state(HeapTupleHeader t, Buffer buffer, TransactionId *xid)
{
	bool multi = (t->t_infomask & HEAP_XMAX_IS_MULTI) != 0;

	*xid = InvalidTransactionId;
	if (t->t_infomask & HEAP_XMAX_INVALID)
		return DELETER_NONE;
	if (HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask))
		return DELETER_LOCKS;

	*xid = multi ? HeapTupleGetUpdateXid(t) : HeapTupleHeaderGetRawXmax(t);
	if (t->t_infomask & HEAP_XMAX_COMMITTED)
		return DELETER_DONE;
	if (TransactionIdIsCurrentTransactionId(*xid))
		return DELETER_OWN;
	if (TransactionIdIsInProgress(*xid))
		return DELETER_RUNNING;
	/* there is no committed bit for multixacts */
	if (multi)
		return TransactionIdDidCommit(*xid) ? DELETER_DONE : DELETER_NONE;
	return resolve_xmax(t, buffer, *xid) ? DELETER_DONE : DELETER_NONE;
}

/* ---- SELF, DIRTY, TOAST ---- */

static bool
satisfies_self(HeapTupleHeader t, Buffer buffer)
{
	TransactionId xid;

	switch (inserter_state(t, buffer))
	{
		case INSERTER_GONE:
		case INSERTER_RUNNING:
			return false;
		case INSERTER_OWN:
		case INSERTER_DONE:
			break;
	}
	switch (deleter_state(t, buffer, &xid))
	{
		case DELETER_OWN:
		case DELETER_DONE:
			return false;
		default:
			return true;
	}
}

/*
 * Everything that is not surely dead.  The snapshot returns who must be waited
 * for: the running inserter in xmin (with its speculative token) or the
 * running deleter in xmax.
 */
static bool
satisfies_dirty(HeapTupleHeader t, Snapshot snapshot, Buffer buffer)
{
	TransactionId xid;

	snapshot->xmin = snapshot->xmax = InvalidTransactionId;
	snapshot->speculativeToken = 0;

	switch (inserter_state(t, buffer))
	{
		case INSERTER_GONE:
			return false;
		case INSERTER_RUNNING:
			if (HeapTupleHeaderIsSpeculative(t))
				snapshot->speculativeToken =
					HeapTupleHeaderGetSpeculativeToken(t);
			snapshot->xmin = HeapTupleHeaderGetRawXmin(t);
			return true;
		case INSERTER_OWN:
		case INSERTER_DONE:
			break;
	}
	switch (deleter_state(t, buffer, &xid))
	{
		case DELETER_RUNNING:
			snapshot->xmax = xid;
			return true;
		case DELETER_OWN:
		case DELETER_DONE:
			return false;
		default:
			return true;
	}
}

/* A chunk is as good as the row that points to it, unless aborted. */
static bool
satisfies_toast(HeapTupleHeader t, Buffer buffer)
{
	if (HeapTupleHeaderXminCommitted(t))
		return true;
	if (HeapTupleHeaderXminInvalid(t))
		return false;
	refuse_moved(t);
	/* an aborted speculative insertion has no xmin */
	return TransactionIdIsValid(HeapTupleHeaderGetRawXmin(t));
}

/* ---- update, delete, lock ---- */

static TM_Result
gone_or_replaced(HeapTupleHeader t, ItemPointer self)
{
	if (HeapTupleHeaderIndicatesMovedPartitions(t) ||
		ItemPointerEquals(self, &t->t_ctid))
		return TM_Deleted;
	return TM_Updated;
}

/* The same transaction ended it: in this command, or an earlier one? */
static inline TM_Result
ended_by_self(HeapTupleHeader t, CommandId curcid)
{
	return HeapTupleHeaderGetCmax(t) >= curcid ? TM_SelfModified : TM_Invisible;
}

/* Are lockers of a tuple without updater still there? */
static TM_Result
lockers_left(HeapTupleHeader t, Buffer buffer)
{
	TransactionId xmax = HeapTupleHeaderGetRawXmax(t);

	if (t->t_infomask & HEAP_XMAX_IS_MULTI)
	{
		if (HEAP_LOCKED_UPGRADED(t->t_infomask))
			return TM_Ok;
		if (MultiXactIdIsRunning(xmax, true))
			return TM_BeingModified;
	}
	else if (TransactionIdIsInProgress(xmax))
		return TM_BeingModified;
	set_hint(t, buffer, HEAP_XMAX_INVALID, InvalidTransactionId);
	return TM_Ok;
}

/*
 * HeapTupleSatisfiesUpdate
 *		May the tuple be changed or locked by the command curcid?
 *
 * Not TM_Ok: invisible to it, already modified by it, ended by a committed
 * transaction (updated or deleted), or held by somebody that is running
 * (also if only lockers remain: the caller tells who they are).
 */
TM_Result
HeapTupleSatisfiesUpdate(HeapTuple tup, CommandId curcid, Buffer buffer)
{
	HeapTupleHeader t = tup->t_data;
	TransactionId xid;
	InserterState ins = inserter_state(t, buffer);

	Assert(ItemPointerIsValid(&tup->t_self));

	if (ins == INSERTER_GONE || ins == INSERTER_RUNNING)
		return TM_Invisible;
	if (ins == INSERTER_OWN && HeapTupleHeaderGetCmin(t) >= curcid)
		return TM_Invisible;

	switch (deleter_state(t, buffer, &xid))
	{
		case DELETER_LOCKS:
			return lockers_left(t, buffer);
		case DELETER_OWN:
			return ended_by_self(t, curcid);
		case DELETER_RUNNING:
			return TM_BeingModified;
		case DELETER_DONE:
			/* members of a multixact that only lock may still run */
			if ((t->t_infomask & HEAP_XMAX_IS_MULTI) &&
				MultiXactIdIsRunning(HeapTupleHeaderGetRawXmax(t), false))
				return TM_BeingModified;
			return gone_or_replaced(t, &tup->t_self);
		case DELETER_NONE:
			if ((t->t_infomask & (HEAP_XMAX_IS_MULTI | HEAP_XMAX_INVALID)) ==
				HEAP_XMAX_IS_MULTI)
			{
				if (MultiXactIdIsRunning(HeapTupleHeaderGetRawXmax(t), false))
					return TM_BeingModified;
				set_hint(t, buffer, HEAP_XMAX_INVALID, InvalidTransactionId);
			}
			break;
	}
	return TM_Ok;
}

/* ---- MVCC ---- */

/* Visibility of a tuple that this transaction inserted. */
static bool
own_insert_visible(HeapTupleHeader t, Snapshot snapshot, Buffer buffer)
{
	TransactionId xmax;

	if (HeapTupleHeaderGetCmin(t) >= snapshot->curcid)
		return false; /* after the snapshot was taken */
	if ((t->t_infomask & HEAP_XMAX_INVALID) ||
		HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask))
		return true;
	xmax = HeapTupleHeaderGetUpdateXid(t);
	if (!TransactionIdIsCurrentTransactionId(xmax))
	{
		/* only an aborted subtransaction can have deleted it */
		if (!(t->t_infomask & HEAP_XMAX_IS_MULTI))
			set_hint(t, buffer, HEAP_XMAX_INVALID, InvalidTransactionId);
		return true;
	}
	return HeapTupleHeaderGetCmax(t) >= snapshot->curcid;
}

/* The deletion by xmax, of which no hint tells anything yet. */
static bool
deletion_hidden(HeapTupleHeader t, Snapshot snapshot, Buffer buffer)
{
	bool multi = (t->t_infomask & HEAP_XMAX_IS_MULTI) != 0;
	TransactionId xmax = multi ? HeapTupleGetUpdateXid(t) : HeapTupleHeaderGetRawXmax(t);

	if (TransactionIdIsCurrentTransactionId(xmax))
		return HeapTupleHeaderGetCmax(t) >= snapshot->curcid;
	if (XidInMVCCSnapshot(xmax, snapshot))
		return true;
	if (multi)
		return !TransactionIdDidCommit(xmax);
	return !resolve_xmax(t, buffer, xmax);
}

static bool
satisfies_mvcc(HeapTupleHeader t, Snapshot snapshot, Buffer buffer)
{
	uint16 mask = t->t_infomask;

	if (likely(mask & HEAP_XMIN_COMMITTED))
	{
		if ((mask & HEAP_XMIN_FROZEN) != HEAP_XMIN_FROZEN &&
			XidInMVCCSnapshot(HeapTupleHeaderGetRawXmin(t), snapshot))
			return false;
	}
	else
	{
		TransactionId xmin = HeapTupleHeaderGetRawXmin(t);

		if (mask & HEAP_XMIN_INVALID)
			return false;
		refuse_moved(t);
		if (TransactionIdIsCurrentTransactionId(xmin))
			return own_insert_visible(t, snapshot, buffer);
		if (XidInMVCCSnapshot(xmin, snapshot) ||
			!resolve_xmin(t, buffer, xmin))
			return false;
	}

	/* the inserter is in the past: what about the deleter? */
	if (likely(mask & HEAP_XMAX_INVALID) || HEAP_XMAX_IS_LOCKED_ONLY(mask))
		return true;
	if ((mask & (HEAP_XMAX_COMMITTED | HEAP_XMAX_IS_MULTI)) ==
		HEAP_XMAX_COMMITTED)
		return XidInMVCCSnapshot(HeapTupleHeaderGetRawXmax(t), snapshot);
	return deletion_hidden(t, snapshot, buffer);
}

/* ---- VACUUM ---- */

/*
 * HeapTupleSatisfiesVacuumHorizon
 *		The fate of a tuple, without a horizon: for RECENTLY_DEAD, *dead_after
 *		is the xid that must be older than all snapshots.
 */
HTSV_Result
HeapTupleSatisfiesVacuumHorizon(HeapTuple tup, Buffer buffer,
								TransactionId *dead_after)
{
	HeapTupleHeader t = tup->t_data;
	TransactionId xid;
	DeleterState del;

	*dead_after = InvalidTransactionId;
	switch (inserter_state(t, buffer))
	{
		case INSERTER_GONE:
			return HEAPTUPLE_DEAD;
		case INSERTER_RUNNING:
			return HEAPTUPLE_INSERT_IN_PROGRESS;
		case INSERTER_OWN:
			del = deleter_state(t, buffer, &xid);
			return del == DELETER_OWN ? HEAPTUPLE_DELETE_IN_PROGRESS : HEAPTUPLE_INSERT_IN_PROGRESS;
		case INSERTER_DONE:
			break;
	}

	switch (deleter_state(t, buffer, &xid))
	{
		case DELETER_OWN:
		case DELETER_RUNNING:
			return HEAPTUPLE_DELETE_IN_PROGRESS;
		case DELETER_DONE:
			*dead_after = xid;
			return HEAPTUPLE_RECENTLY_DEAD;
		case DELETER_LOCKS:
			(void) lockers_left(t, buffer); /* leaves a hint if all ended */
			return HEAPTUPLE_LIVE;
		case DELETER_NONE:
			break;
	}
	return HEAPTUPLE_LIVE;
}

/* HeapTupleSatisfiesVacuum
 *		The same against a fixed horizon. */
HTSV_Result
HeapTupleSatisfiesVacuum(HeapTuple tup, TransactionId OldestXmin,
						 Buffer buffer)
{
	TransactionId dead_after;
	HTSV_Result res = HeapTupleSatisfiesVacuumHorizon(tup, buffer,
													  &dead_after);

	if (res == HEAPTUPLE_RECENTLY_DEAD &&
		TransactionIdPrecedes(dead_after, OldestXmin))
		res = HEAPTUPLE_DEAD;
	return res;
}

static bool
satisfies_non_vacuumable(HeapTuple tup, Snapshot snapshot, Buffer buffer)
{
	TransactionId dead_after;
	HTSV_Result res = HeapTupleSatisfiesVacuumHorizon(tup, buffer,
													  &dead_after);

	if (res == HEAPTUPLE_RECENTLY_DEAD)
		return !GlobalVisTestIsRemovableXid(snapshot->vistest, dead_after);
	return res != HEAPTUPLE_DEAD;
}

/* HeapTupleIsSurelyDead
 *		Dead to all, judged by hint bits alone (no lock needed beyond share). */
bool
HeapTupleIsSurelyDead(HeapTuple tup, struct GlobalVisState *vistest)
{
	HeapTupleHeader t = tup->t_data;
	const uint16 no_xmax = HEAP_XMAX_INVALID | HEAP_XMAX_IS_MULTI;

	if (!HeapTupleHeaderXminCommitted(t))
		return HeapTupleHeaderXminInvalid(t);
	if ((t->t_infomask & no_xmax) != 0 ||
		HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask) ||
		!(t->t_infomask & HEAP_XMAX_COMMITTED))
		return false;
	return GlobalVisTestIsRemovableXid(vistest, HeapTupleHeaderGetRawXmax(t));
}

/* HeapTupleHeaderIsOnlyLocked
 *		Is the tuple without an updater that counts?  (xmin is known good.) */
bool
HeapTupleHeaderIsOnlyLocked(HeapTupleHeader tuple)
{
	TransactionId xmax;

	if ((tuple->t_infomask & HEAP_XMAX_INVALID) ||
		HEAP_XMAX_IS_LOCKED_ONLY(tuple->t_infomask) ||
		!TransactionIdIsValid(HeapTupleHeaderGetRawXmax(tuple)))
		return true;
	if (!(tuple->t_infomask & HEAP_XMAX_IS_MULTI))
		return false;
	xmax = HeapTupleGetUpdateXid(tuple);
	if (TransactionIdIsCurrentTransactionId(xmax) ||
		TransactionIdIsInProgress(xmax) || TransactionIdDidCommit(xmax))
		return false;
	return true; /* the updater aborted, or crashed */
}

/*
 * HeapTupleSatisfiesVisibility
 *		Does the snapshot, of whatever type, see the tuple?
 */
bool
HeapTupleSatisfiesVisibility(HeapTuple tup, Snapshot snapshot, Buffer buffer)
{
	switch (snapshot->snapshot_type)
	{
		case SNAPSHOT_MVCC:
			return satisfies_mvcc(tup->t_data, snapshot, buffer);
		case SNAPSHOT_SELF:
			return satisfies_self(tup->t_data, buffer);
		case SNAPSHOT_ANY:
			return true;
		case SNAPSHOT_TOAST:
			return satisfies_toast(tup->t_data, buffer);
		case SNAPSHOT_DIRTY:
			return satisfies_dirty(tup->t_data, snapshot, buffer);
		case SNAPSHOT_NON_VACUUMABLE:
			return satisfies_non_vacuumable(tup, snapshot, buffer);
		case SNAPSHOT_HISTORIC_MVCC:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("logical decoding snapshots are not supported")));
	}
	return false;
}
