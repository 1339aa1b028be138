/*
 * heapam_lock.c
 *		Row locks: xmax arithmetic, waiting, and heap_lock_tuple.
 *
 * A row lock is kept in the row: xmax is the locker, or a multixact of
 * several lockers and at most one updater.  Waiting is for the end of those
 * transactions; the lock manager's tuple lock only keeps waiters in order,
 * so that one who wants more is not overtaken for ever.
 * 
 * Protocol: unlock the page, take the tuple lock, wait, lock the page, and
 * start over if xmax has changed (access/heap/README, row locks).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapam_lock.c
 */
#include "postgres.h"

#include "access/heapam_xlog.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "access/visibilitymap.h"
#include "access/xact.h"
#include "access/xloginsert.h"
#include "heapam_internal.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/procarray.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* Per mode: heavyweight lock, member status of a locker and of an updater. */
static const struct
{
	LOCKMODE hwlock;
	int lockstatus;
	int updstatus; /* -1: no update has this mode */
} mode_info[] = {
	[LockTupleKeyShare] = {AccessShareLock, MultiXactStatusForKeyShare, -1},
	[LockTupleShare] = {RowShareLock, MultiXactStatusForShare, -1},
	[LockTupleNoKeyExclusive] = {ExclusiveLock, MultiXactStatusForNoKeyUpdate,
								 MultiXactStatusNoKeyUpdate},
	[LockTupleExclusive] = {AccessExclusiveLock, MultiXactStatusForUpdate,
							MultiXactStatusUpdate},
};

/* The row lock mode that a member of a multixact holds. */
static LockTupleMode
mode_of_status(MultiXactStatus status)
{
	static const LockTupleMode modes[] = {
		[MultiXactStatusForKeyShare] = LockTupleKeyShare,
		[MultiXactStatusForShare] = LockTupleShare,
		[MultiXactStatusForNoKeyUpdate] = LockTupleNoKeyExclusive,
		[MultiXactStatusForUpdate] = LockTupleExclusive,
		[MultiXactStatusNoKeyUpdate] = LockTupleNoKeyExclusive,
		[MultiXactStatusUpdate] = LockTupleExclusive,
	};

	return modes[status];
}

static bool
modes_conflict(LockTupleMode a, LockTupleMode b)
{
	return DoLockModesConflict(mode_info[a].hwlock, mode_info[b].hwlock);
}

/* heap_mxact_status
 *		Member status of one who locks or updates in the given mode. */
MultiXactStatus
heap_mxact_status(LockTupleMode mode, bool is_update)
{
	int status = is_update ? mode_info[mode].updstatus : mode_info[mode].lockstatus;

	if (status < 0)
		elog(ERROR, "invalid lock tuple mode %d/%s", mode,
			 is_update ? "true" : "false");
	return (MultiXactStatus) status;
}

/* heap_compute_infobits
 *		The byte of WAL records that describes xmax. */
uint8
heap_compute_infobits(uint16 infomask, uint16 infomask2)
{
	return ((infomask & HEAP_XMAX_IS_MULTI) ? XLHL_XMAX_IS_MULTI : 0) |
		((infomask & HEAP_XMAX_LOCK_ONLY) ? XLHL_XMAX_LOCK_ONLY : 0) |
		((infomask & HEAP_XMAX_EXCL_LOCK) ? XLHL_XMAX_EXCL_LOCK : 0) |
		((infomask & HEAP_XMAX_KEYSHR_LOCK) ? XLHL_XMAX_KEYSHR_LOCK : 0) |
		((infomask2 & HEAP_KEYS_UPDATED) ? XLHL_KEYS_UPDATED : 0);
}

/* heap_apply_xmax
 *		Put a computed xmax into a tuple header. */
void
heap_apply_xmax(HeapTupleHeader t, const NewXmax *nx)
{
	t->t_infomask &= ~(HEAP_XMAX_BITS | HEAP_MOVED);
	t->t_infomask2 &= ~HEAP_KEYS_UPDATED;
	t->t_infomask |= nx->infomask;
	t->t_infomask2 |= nx->infomask2;
	HeapTupleHeaderSetXmax(t, nx->xmax);
}

/* heap_multixact_hint_bits
 *		Infomask bits for a multixact, from its members. */
void
heap_multixact_hint_bits(MultiXactId multi, uint16 *infomask,
						 uint16 *infomask2)
{
	MultiXactMember *members;
	int n = GetMultiXactIdMembers(multi, &members, false, false);
	LockTupleMode strongest = LockTupleKeyShare;
	bool update = false;

	*infomask = HEAP_XMAX_IS_MULTI;
	*infomask2 = 0;
	for (int i = 0; i < n; i++)
	{
		MultiXactStatus s = members[i].status;

		strongest = Max(strongest, mode_of_status(s));
		update |= ISUPDATE_from_mxstatus(s);
		if (s == MultiXactStatusForUpdate || s == MultiXactStatusUpdate)
			*infomask2 |= HEAP_KEYS_UPDATED;
	}
	if (strongest >= LockTupleNoKeyExclusive)
		*infomask |= HEAP_XMAX_EXCL_LOCK;
	else if (strongest == LockTupleShare)
		*infomask |= HEAP_XMAX_SHR_LOCK;
	else
		*infomask |= HEAP_XMAX_KEYSHR_LOCK;
	if (!update)
		*infomask |= HEAP_XMAX_LOCK_ONLY;
	if (n > 0)
		pfree(members);
}

/* The only holder is going to be xid. */
static NewXmax
sole_holder(TransactionId xid, LockTupleMode mode, bool is_update)
{
	NewXmax nx = {.xmax = xid};

	if (is_update)
	{
		if (mode == LockTupleExclusive)
			nx.infomask2 = HEAP_KEYS_UPDATED;
		return nx;
	}
	nx.infomask = HEAP_XMAX_LOCK_ONLY;
	switch (mode)
	{
		case LockTupleKeyShare:
			nx.infomask |= HEAP_XMAX_KEYSHR_LOCK;
			break;
		case LockTupleShare:
			nx.infomask |= HEAP_XMAX_SHR_LOCK;
			break;
		case LockTupleExclusive:
			nx.infomask2 = HEAP_KEYS_UPDATED;
			nx.infomask |= HEAP_XMAX_EXCL_LOCK;
			break;
		case LockTupleNoKeyExclusive:
			nx.infomask |= HEAP_XMAX_EXCL_LOCK;
			break;
	}
	return nx;
}

static NewXmax
multi_holder(MultiXactId multi)
{
	NewXmax nx = {.xmax = multi};

	heap_multixact_hint_bits(multi, &nx.infomask, &nx.infomask2);
	return nx;
}

/* Status of the single transaction in xmax. */
static MultiXactStatus
status_of_xmax(uint16 infomask, uint16 infomask2)
{
	bool keys = (infomask2 & HEAP_KEYS_UPDATED) != 0;

	if (!HEAP_XMAX_IS_LOCKED_ONLY(infomask))
		return keys ? MultiXactStatusUpdate : MultiXactStatusNoKeyUpdate;
	if (HEAP_XMAX_IS_KEYSHR_LOCKED(infomask))
		return MultiXactStatusForKeyShare;
	if (HEAP_XMAX_IS_SHR_LOCKED(infomask))
		return MultiXactStatusForShare;
	return keys ? MultiXactStatusForUpdate : MultiXactStatusForNoKeyUpdate;
}

/*
 * heap_compute_new_xmax
 *		What xmax becomes when xid adds a lock or an update in the given mode
 *		to a tuple.  The caller has waited for whoever conflicts.
 *
 * May create a multixact (and its WAL record).  The tuple is not changed.
 */
NewXmax
heap_compute_new_xmax(HeapTupleHeader t, TransactionId xid,
					  LockTupleMode mode, bool is_update)
{
	TransactionId xmax = HeapTupleHeaderGetRawXmax(t);
	uint16 mask = t->t_infomask;
	MultiXactStatus oldstatus;
	bool committed;

	Assert(TransactionIdIsValid(xid));
	if (mask & HEAP_XMAX_INVALID)
		return sole_holder(xid, mode, is_update);

	if (mask & HEAP_XMAX_IS_MULTI)
	{
		TransactionId updater;

		if (HEAP_LOCKED_UPGRADED(mask))
			return sole_holder(xid, mode, is_update);
		/* nobody of it left who matters? */
		if (!MultiXactIdIsRunning(xmax, HEAP_XMAX_IS_LOCKED_ONLY(mask)))
		{
			if (HEAP_XMAX_IS_LOCKED_ONLY(mask))
				return sole_holder(xid, mode, is_update);
			updater = HeapTupleGetUpdateXid(t);
			if (!TransactionIdDidCommit(updater))
				return sole_holder(xid, mode, is_update);
		}
		return multi_holder(MultiXactIdExpand(xmax, xid,
											  heap_mxact_status(mode,
																is_update)));
	}

	committed = (mask & HEAP_XMAX_COMMITTED) != 0;
	oldstatus = status_of_xmax(mask, t->t_infomask2);
	if (committed)
		return multi_holder(MultiXactIdCreate(xmax, oldstatus, xid,
											  heap_mxact_status(mode,
																is_update)));

	if (xmax == xid)
	{
		/* the same transaction again: the stronger of the two */
		LockTupleMode oldmode = mode_of_status(oldstatus);

		if (mode < oldmode)
			mode = oldmode;
		/* a former update of this transaction would not be lost silently */
		if (!HEAP_XMAX_IS_LOCKED_ONLY(mask))
			is_update = true;
		if (is_update && mode < LockTupleNoKeyExclusive)
			mode = LockTupleNoKeyExclusive;
		return sole_holder(xid, mode, is_update);
	}
	if (TransactionIdIsInProgress(xmax) ||
		(!HEAP_XMAX_IS_LOCKED_ONLY(mask) && TransactionIdDidCommit(xmax)))
		return multi_holder(MultiXactIdCreate(xmax, oldstatus, xid,
											  heap_mxact_status(mode,
																is_update)));
	return sole_holder(xid, mode, is_update);
}

/* HeapTupleGetUpdateXid
 *		The updating member of the multixact in xmax, or Invalid. */
TransactionId
HeapTupleGetUpdateXid(HeapTupleHeader tup)
{
	MultiXactMember *members;
	TransactionId result = InvalidTransactionId;
	int n;

	Assert(tup->t_infomask & HEAP_XMAX_IS_MULTI);
	if (tup->t_infomask & HEAP_XMAX_LOCK_ONLY)
		return InvalidTransactionId;
	n = GetMultiXactIdMembers(HeapTupleHeaderGetRawXmax(tup), &members, false,
							  false);
	for (int i = 0; i < n; i++)
		if (ISUPDATE_from_mxstatus(members[i].status))
		{
			result = members[i].xid;
			break;
		}
	if (n > 0)
		pfree(members);
	return result;
}

/* heap_update_xmax_hint
 *		After waiting for xid: leave a hint of how it ended. */
void
heap_update_xmax_hint(HeapTupleHeader t, Buffer buffer, TransactionId xid)
{
	if (t->t_infomask & (HEAP_XMAX_COMMITTED | HEAP_XMAX_INVALID))
		return;
	if (!HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask) &&
		TransactionIdDidCommit(xid))
		HeapTupleSetHintBits(t, buffer, HEAP_XMAX_COMMITTED, xid);
	else
		HeapTupleSetHintBits(t, buffer, HEAP_XMAX_INVALID,
							 InvalidTransactionId);
}

/* ---- waiting ---- */

/*
 * heap_multixact_conflicts
 *		Must one who wants the row in this mode wait for a member?
 */
bool
heap_multixact_conflicts(MultiXactId multi, uint16 infomask,
						 LockTupleMode mode, bool *current_is_member)
{
	MultiXactMember *members;
	bool conflict = false;
	int n;

	if (HEAP_LOCKED_UPGRADED(infomask))
		return false;
	n = GetMultiXactIdMembers(multi, &members, false,
							  HEAP_XMAX_IS_LOCKED_ONLY(infomask));
	for (int i = 0; i < n; i++)
	{
		TransactionId xid = members[i].xid;

		if (TransactionIdIsCurrentTransactionId(xid))
		{
			if (current_is_member)
				*current_is_member = true;
			continue;
		}
		if (conflict || !modes_conflict(mode_of_status(members[i].status), mode))
			continue;
		if (ISUPDATE_from_mxstatus(members[i].status))
		{
			if (TransactionIdDidAbort(xid))
				continue;
		}
		else if (!TransactionIdIsInProgress(xid))
			continue;
		conflict = true;
	}
	if (n > 0)
		pfree(members);
	return conflict;
}

/*
 * heap_multixact_wait
 *		Wait for the members that conflict with status; with nowait return
 *		false instead.  *remaining counts those that need not be waited for
 *		and still run.
 */
bool
heap_multixact_wait(MultiXactId multi, MultiXactStatus status, uint16 infomask,
					bool nowait, Relation rel, ItemPointer ctid,
					XLTW_Oper oper, int *remaining)
{
	MultiXactMember *members;
	LockTupleMode wanted = mode_of_status(status);
	bool ok = true;
	int remain = 0;
	int n;

	n = HEAP_LOCKED_UPGRADED(infomask) ? -1 : GetMultiXactIdMembers(multi, &members, false, HEAP_XMAX_IS_LOCKED_ONLY(infomask));
	for (int i = 0; i < n && ok; i++)
	{
		TransactionId xid = members[i].xid;

		if (TransactionIdIsCurrentTransactionId(xid))
		{
			remain++;
			continue;
		}
		if (!modes_conflict(mode_of_status(members[i].status), wanted))
		{
			if (remaining && TransactionIdIsInProgress(xid))
				remain++;
			continue;
		}
		if (nowait)
			ok = ConditionalXactLockTableWait(xid);
		else
			XactLockTableWait(xid, rel, ctid, oper);
	}
	if (n > 0)
		pfree(members);
	if (remaining)
		*remaining = remain;
	return ok;
}

/* heap_acquire_tuplock
 *		Get into the queue for a row; false if that would block under SKIP. */
bool
heap_acquire_tuplock(Relation rel, ItemPointer tid, LockTupleMode mode,
					 LockWaitPolicy policy, bool *have)
{
	LOCKMODE lock = mode_info[mode].hwlock;

	if (*have)
		return true;
	if (policy == LockWaitBlock)
		LockTuple(rel, tid, lock);
	else if (!ConditionalLockTuple(rel, tid, lock))
	{
		if (policy == LockWaitSkip)
			return false;
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("could not obtain lock on row in relation \"%s\"",
						RelationGetRelationName(rel))));
	}
	*have = true;
	return true;
}

void
heap_release_tuplock(Relation rel, ItemPointer tid, LockTupleMode mode)
{
	UnlockTuple(rel, tid, mode_info[mode].hwlock);
}

/* ---- versions that an update made of a row ---- */

/*
 * May a newer version be locked in this mode beside a holder of its xmax?
 * *needwait: only after waiting for it.
 */
static TM_Result
check_holder(MultiXactStatus status, TransactionId xid, LockTupleMode mode,
			 HeapTuple tup, bool *needwait)
{
	*needwait = false;
	if (TransactionIdIsCurrentTransactionId(xid))
		return TM_SelfModified;
	if (TransactionIdIsInProgress(xid))
	{
		*needwait = modes_conflict(mode_of_status(status), mode);
		return TM_Ok;
	}
	if (!TransactionIdDidCommit(xid) || !ISUPDATE_from_mxstatus(status))
		return TM_Ok;
	if (!modes_conflict(mode_of_status(status), mode))
		return TM_Ok;
	return heap_is_last_version(tup) ? TM_Deleted : TM_Updated;
}

/*
 * Go through the holders of one version's xmax.  TM_Ok with *waitfor set means
 * to wait for that one and look again; *skip that we hold a lock already.
 */
static TM_Result
check_holders(HeapTuple tup, LockTupleMode mode, TransactionId *waitfor,
			  bool *skip)
{
	HeapTupleHeader t = tup->t_data;
	TransactionId xmax = HeapTupleHeaderGetRawXmax(t);
	MultiXactMember single,
		*members = &single;
	TM_Result result = TM_Ok;
	int n = 1;

	*waitfor = InvalidTransactionId;
	*skip = false;
	if (t->t_infomask & HEAP_XMAX_INVALID)
		return TM_Ok;
	if (t->t_infomask & HEAP_XMAX_IS_MULTI)
		n = GetMultiXactIdMembers(xmax, &members, false,
								  HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask));
	else
	{
		single.xid = xmax;
		single.status = status_of_xmax(t->t_infomask, t->t_infomask2);
	}

	for (int i = 0; i < n && result == TM_Ok; i++)
	{
		bool needwait;

		result = check_holder(members[i].status, members[i].xid, mode, tup,
							  &needwait);
		/* our own lock or update: nothing to add to this version */
		if (result == TM_SelfModified)
		{
			*skip = true;
			result = TM_Ok;
			break;
		}
		if (needwait)
		{
			*waitfor = members[i].xid;
			break;
		}
	}
	if (n > 0 && members != &single)
		pfree(members);
	return result;
}

static void
lock_one_version(Relation rel, HeapTuple tup, Buffer buf, Buffer vmbuffer,
				 BlockNumber block, TransactionId xid, LockTupleMode mode)
{
	HeapTupleHeader t = tup->t_data;
	NewXmax nx = heap_compute_new_xmax(t, xid, mode, false);
	Page page = BufferGetPage(buf);
	bool cleared = PageIsAllVisible(page) &&
		visibilitymap_clear(rel, block, vmbuffer, VISIBILITYMAP_ALL_FROZEN);

	START_CRIT_SECTION();
	heap_apply_xmax(t, &nx);
	MarkBufferDirty(buf);
	if (RelationNeedsWAL(rel))
	{
		xl_heap_lock_updated xlrec;

		xlrec.offnum = ItemPointerGetOffsetNumber(&tup->t_self);
		xlrec.xmax = nx.xmax;
		xlrec.infobits_set = heap_compute_infobits(nx.infomask, nx.infomask2);
		xlrec.flags = cleared ? XLH_LOCK_ALL_FROZEN_CLEARED : 0;
		XLogBeginInsert();
		XLogRegisterBuffer(0, buf, REGBUF_STANDARD);
		XLogRegisterData((char *) &xlrec, SizeOfHeapLockUpdated);
		PageSetLSN(page, XLogInsert(RM_HEAP2_ID, XLOG_HEAP2_LOCK_UPDATED));
	}
	END_CRIT_SECTION();
}

/*
 * Lock all newer versions of a row, following the update chain from tid.
 * prior is the xid that made the version there, to tell it from a newcomer.
 */
static TM_Result
lock_newer_versions(Relation rel, ItemPointerData tid, TransactionId prior,
					TransactionId xid, LockTupleMode mode)
{
	TM_Result result = TM_Ok;
	Buffer vmbuffer = InvalidBuffer;

	for (;;)
	{
		HeapTupleData tup;
		Buffer buf;
		BlockNumber block = ItemPointerGetBlockNumber(&tid);
		TransactionId waitfor;
		TransactionId next;
		bool skip;

		tup.t_self = tid;
		/* gone: then the row was deleted by a transaction that aborted, or
		 * pruned; either way there is nothing to lock */
		if (!heap_fetch(rel, SnapshotAny, &tup, &buf, false))
			break;
		CHECK_FOR_INTERRUPTS();
		if (PageIsAllVisible(BufferGetPage(buf)))
			visibilitymap_pin(rel, block, &vmbuffer);
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
		if (PageIsAllVisible(BufferGetPage(buf)) &&
			!visibilitymap_pin_ok(block, vmbuffer))
		{
			UnlockReleaseBuffer(buf);
			visibilitymap_pin(rel, block, &vmbuffer);
			continue;
		}

		if ((TransactionIdIsValid(prior) &&
			 HeapTupleHeaderGetXmin(tup.t_data) != prior) ||
			TransactionIdDidAbort(HeapTupleHeaderGetXmin(tup.t_data)))
		{
			UnlockReleaseBuffer(buf);
			break;
		}

		result = check_holders(&tup, mode, &waitfor, &skip);
		if (result != TM_Ok)
		{
			UnlockReleaseBuffer(buf);
			break;
		}
		if (TransactionIdIsValid(waitfor))
		{
			LockBuffer(buf, BUFFER_LOCK_UNLOCK);
			XactLockTableWait(waitfor, rel, &tup.t_self, XLTW_LockUpdated);
			ReleaseBuffer(buf);
			continue;
		}
		if (!skip)
			lock_one_version(rel, &tup, buf, vmbuffer, block, xid, mode);

		/* on to the next version, if there is one */
		if ((tup.t_data->t_infomask & HEAP_XMAX_INVALID) ||
			HeapTupleHeaderIndicatesMovedPartitions(tup.t_data) ||
			ItemPointerEquals(&tup.t_self, &tup.t_data->t_ctid) ||
			HeapTupleHeaderIsOnlyLocked(tup.t_data))
		{
			UnlockReleaseBuffer(buf);
			break;
		}
		next = HeapTupleHeaderGetUpdateXid(tup.t_data);
		tid = tup.t_data->t_ctid;
		prior = next;
		UnlockReleaseBuffer(buf);
	}
	if (BufferIsValid(vmbuffer))
		ReleaseBuffer(vmbuffer);
	return result;
}

/* Entry to the above from the version that heap_lock_tuple works on. */
static TM_Result
lock_updated_tuple(Relation rel, HeapTuple tuple, ItemPointer ctid,
				   TransactionId updater, TransactionId xid,
				   LockTupleMode mode)
{
	if (ItemPointerGetOffsetNumberNoCheck(ctid) == MovedPartitionsOffsetNumber ||
		ItemPointerEquals(&tuple->t_self, ctid))
		return TM_Ok;
	MultiXactIdSetOldestMember();
	return lock_newer_versions(rel, *ctid, updater, xid, mode);
}

/* ---- heap_lock_tuple ---- */

/* Do we hold the row already, at least in this mode? */
static bool
already_held(TransactionId xmax, uint16 infomask, uint16 infomask2,
			 LockTupleMode mode, bool *member)
{
	bool held = false;

	*member = false;
	if (infomask & HEAP_XMAX_IS_MULTI)
	{
		MultiXactMember *members;
		int n = GetMultiXactIdMembers(xmax, &members, false,
									  HEAP_XMAX_IS_LOCKED_ONLY(infomask));

		for (int i = 0; i < n; i++)
		{
			if (!TransactionIdIsCurrentTransactionId(members[i].xid))
				continue;
			*member = true;
			if (mode_of_status(members[i].status) >= mode)
				held = true;
		}
		if (n > 0)
			pfree(members);
	}
	else if (TransactionIdIsCurrentTransactionId(xmax))
		held = mode_of_status(status_of_xmax(infomask, infomask2)) >= mode;
	return held;
}

/* The state of a heap_lock_tuple call. */
typedef struct LockWork
{
	Relation rel;
	HeapTuple tuple;
	Buffer buffer; /* of the tuple, pinned */
	LockTupleMode mode;
	LockWaitPolicy policy;
	bool follow;
	bool have_tuplock;
	bool first_time;
	bool skip_tuplock;

	/* xmax as it was when the page was last looked at */
	TransactionId xwait;
	uint16 infomask;
	uint16 infomask2;
	ItemPointerData ctid;
	TransactionId updater;
} LockWork;

typedef enum LockStep
{
	STEP_AGAIN, /* something changed: judge the tuple anew */
	STEP_GO_ON, /* no conflict (left); page locked */
	STEP_FAIL, /* *result says why; page locked */
	STEP_HELD /* nothing to do; page unlocked */
} LockStep;

static inline bool
work_changed(LockWork *w)
{
	return heap_xmax_changed(w->tuple->t_data, w->xwait, w->infomask);
}

/*
 * Is xmax such that the lock can be added without waiting?  Comes with the
 * page unlocked and leaves it so, unless the answer is STEP_GO_ON, STEP_AGAIN
 * or STEP_FAIL; STEP_HELD here means "must wait".
 */
static LockStep
try_without_wait(LockWork *w, TM_Result *result)
{
	HeapTupleHeader t = w->tuple->t_data;
	bool multi = (w->infomask & HEAP_XMAX_IS_MULTI) != 0;

	switch (w->mode)
	{
		case LockTupleKeyShare:
			/* an update that keeps the keys is no obstacle */
			if (!(w->infomask2 & HEAP_KEYS_UPDATED))
			{
				bool updated = !HEAP_XMAX_IS_LOCKED_ONLY(w->infomask);
				TM_Result res = TM_Ok;

				if (w->follow && updated)
					res = lock_updated_tuple(w->rel, w->tuple, &w->ctid,
											 w->updater,
											 GetCurrentTransactionId(),
											 w->mode);
				LockBuffer(w->buffer, BUFFER_LOCK_EXCLUSIVE);
				if (res != TM_Ok)
				{
					*result = res;
					return STEP_FAIL;
				}
				/* newly updated: its new versions are not locked yet */
				if (!HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask) &&
					!(t->t_infomask & HEAP_XMAX_INVALID) &&
					((t->t_infomask2 & HEAP_KEYS_UPDATED) || !updated))
					return STEP_AGAIN;
				return STEP_GO_ON;
			}
			break;
		case LockTupleShare:
			if (HEAP_XMAX_IS_LOCKED_ONLY(w->infomask) &&
				!HEAP_XMAX_IS_EXCL_LOCKED(w->infomask))
			{
				LockBuffer(w->buffer, BUFFER_LOCK_EXCLUSIVE);
				if (!HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask) ||
					HEAP_XMAX_IS_EXCL_LOCKED(t->t_infomask))
					return STEP_AGAIN;
				return STEP_GO_ON;
			}
			break;
		case LockTupleNoKeyExclusive:
			if (multi ? !heap_multixact_conflicts(w->xwait, w->infomask,
												  w->mode, NULL)
					  : HEAP_XMAX_IS_KEYSHR_LOCKED(w->infomask))
			{
				LockBuffer(w->buffer, BUFFER_LOCK_EXCLUSIVE);
				return work_changed(w) ? STEP_AGAIN : STEP_GO_ON;
			}
			break;
		case LockTupleExclusive:
			break;
	}
	/* a weaker lock of our own */
	if (!multi && TransactionIdIsCurrentTransactionId(w->xwait))
	{
		LockBuffer(w->buffer, BUFFER_LOCK_EXCLUSIVE);
		return work_changed(w) ? STEP_AGAIN : STEP_GO_ON;
	}
	return STEP_HELD;
}

static void
row_lock_not_available(Relation rel)
{
	ereport(ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 errmsg("could not obtain lock on row in relation \"%s\"",
					RelationGetRelationName(rel))));
}

/* Wait for the holders as the policy says; false: would block. */
static bool
wait_for_holders(LockWork *w)
{
	bool nowait = w->policy != LockWaitBlock;
	bool ok = true;

	if (!w->skip_tuplock &&
		!heap_acquire_tuplock(w->rel, &w->tuple->t_self, w->mode, w->policy,
							  &w->have_tuplock))
		return false;
	if (w->infomask & HEAP_XMAX_IS_MULTI)
		ok = heap_multixact_wait(w->xwait, heap_mxact_status(w->mode, false),
								 w->infomask, nowait, w->rel,
								 &w->tuple->t_self, XLTW_Lock, NULL);
	else if (nowait)
		ok = ConditionalXactLockTableWait(w->xwait);
	else
		XactLockTableWait(w->xwait, w->rel, &w->tuple->t_self, XLTW_Lock);
	if (!ok && w->policy == LockWaitError)
		row_lock_not_available(w->rel);
	return ok;
}

/*
 * The tuple is, or was, held by somebody (result of HeapTupleSatisfiesUpdate).
 * Comes with the page locked.
 */
static LockStep
overcome_holder(LockWork *w, TM_Result *result)
{
	HeapTupleHeader t = w->tuple->t_data;
	LockStep step;
	TM_Result was = *result;

	w->xwait = HeapTupleHeaderGetRawXmax(t);
	w->infomask = t->t_infomask;
	w->infomask2 = t->t_infomask2;
	w->ctid = t->t_ctid;
	w->updater = HEAP_XMAX_IS_LOCKED_ONLY(w->infomask) ? InvalidTransactionId : HeapTupleHeaderGetUpdateXid(t);
	LockBuffer(w->buffer, BUFFER_LOCK_UNLOCK);

	if (w->first_time)
	{
		w->first_time = false;
		if (already_held(w->xwait, w->infomask, w->infomask2, w->mode,
						 &w->skip_tuplock))
			return STEP_HELD;
	}

	step = try_without_wait(w, result);
	if (step == STEP_GO_ON)
		*result = TM_Ok;
	if (step != STEP_HELD)
		return step;

	if (was == TM_Updated || was == TM_Deleted)
	{
		LockBuffer(w->buffer, BUFFER_LOCK_EXCLUSIVE);
		return STEP_FAIL;
	}
	if (!wait_for_holders(w))
	{
		LockBuffer(w->buffer, BUFFER_LOCK_EXCLUSIVE);
		*result = TM_WouldBlock;
		return STEP_FAIL;
	}
	if (w->follow && !HEAP_XMAX_IS_LOCKED_ONLY(w->infomask))
	{
		TM_Result res = lock_updated_tuple(w->rel, w->tuple, &w->ctid,
										   w->updater,
										   GetCurrentTransactionId(),
										   w->mode);

		if (res != TM_Ok)
		{
			LockBuffer(w->buffer, BUFFER_LOCK_EXCLUSIVE);
			*result = res;
			return STEP_FAIL;
		}
	}
	LockBuffer(w->buffer, BUFFER_LOCK_EXCLUSIVE);
	if (work_changed(w))
		return STEP_AGAIN;
	if (!(w->infomask & HEAP_XMAX_IS_MULTI))
		heap_update_xmax_hint(t, w->buffer, w->xwait);

	if (HeapTupleHeaderIsOnlyLocked(t))
	{
		*result = TM_Ok;
		return STEP_GO_ON;
	}
	*result = heap_is_last_version(w->tuple) ? TM_Deleted : TM_Updated;
	return STEP_FAIL;
}

/* Enter the lock into the tuple and log it. */
static void
write_lock(LockWork *w, BlockNumber block, Buffer vmbuffer)
{
	HeapTupleHeader t = w->tuple->t_data;
	Page page = BufferGetPage(w->buffer);
	NewXmax nx;
	bool cleared;
	bool lockonly;

	MultiXactIdSetOldestMember();
	nx = heap_compute_new_xmax(t, GetCurrentTransactionId(), w->mode, false);
	lockonly = HEAP_XMAX_IS_LOCKED_ONLY(nx.infomask);
	cleared = PageIsAllVisible(page) &&
		visibilitymap_clear(w->rel, block, vmbuffer, VISIBILITYMAP_ALL_FROZEN);

	START_CRIT_SECTION();
	heap_apply_xmax(t, &nx);
	if (lockonly)
	{
		/* no trace of an aborted update may stay */
		HeapTupleHeaderClearHotUpdated(t);
		t->t_ctid = w->tuple->t_self;
	}
	MarkBufferDirty(w->buffer);
	if (RelationNeedsWAL(w->rel))
	{
		xl_heap_lock xlrec;

		xlrec.offnum = ItemPointerGetOffsetNumber(&w->tuple->t_self);
		xlrec.locking_xid = nx.xmax;
		xlrec.infobits_set = heap_compute_infobits(nx.infomask, t->t_infomask2);
		xlrec.flags = cleared ? XLH_LOCK_ALL_FROZEN_CLEARED : 0;
		XLogBeginInsert();
		XLogRegisterBuffer(0, w->buffer, REGBUF_STANDARD);
		XLogRegisterData((char *) &xlrec, SizeOfHeapLock);
		PageSetLSN(page, XLogInsert(RM_HEAP_ID, XLOG_HEAP_LOCK));
	}
	END_CRIT_SECTION();
}

/*
 * heap_lock_tuple
 *		Lock the row version at tuple->t_self in the given mode.
 *
 * In any case *buffer is left pinned and tuple is set to what is there.  Not
 * TM_Ok: *tmfd tells what happened to the version.  follow_update: lock the
 * versions that concurrent updates made of it, too.
 */
TM_Result
heap_lock_tuple(Relation rel, HeapTuple tuple, CommandId cid,
				LockTupleMode mode, LockWaitPolicy wait_policy,
				bool follow_update, Buffer *buffer, TM_FailureData *tmfd)
{
	ItemPointer tid = &tuple->t_self;
	BlockNumber block = ItemPointerGetBlockNumber(tid);
	Buffer vmbuffer = InvalidBuffer;
	Page page;
	ItemId lp;
	TM_Result result;
	LockWork w = {
		.rel = rel, .tuple = tuple, .mode = mode, .policy = wait_policy, .follow = follow_update, .first_time = true};

	*buffer = w.buffer = ReadBuffer(rel, block);
	page = BufferGetPage(*buffer);
	if (PageIsAllVisible(page))
		visibilitymap_pin(rel, block, &vmbuffer);
	LockBuffer(*buffer, BUFFER_LOCK_EXCLUSIVE);
	lp = PageGetItemId(page, ItemPointerGetOffsetNumber(tid));
	Assert(ItemIdIsNormal(lp));
	tuple->t_data = (HeapTupleHeader) PageGetItem(page, lp);
	tuple->t_len = ItemIdGetLength(lp);
	tuple->t_tableOid = RelationGetRelid(rel);

	for (;;)
	{
		LockStep step = STEP_GO_ON;

		result = HeapTupleSatisfiesUpdate(tuple, cid, *buffer);
		if (result == TM_BeingModified || result == TM_Updated ||
			result == TM_Deleted)
			step = overcome_holder(&w, &result);
		else if (result != TM_Ok)
			step = STEP_FAIL;

		if (step == STEP_AGAIN)
			continue;
		if (step == STEP_HELD)
		{
			result = TM_Ok;
			break;
		}
		if (step == STEP_FAIL)
		{
			if (result != TM_Invisible)
				heap_fill_failure(tmfd, result, tuple->t_data);
			LockBuffer(*buffer, BUFFER_LOCK_UNLOCK);
			break;
		}
		if (PageIsAllVisible(page) && !visibilitymap_pin_ok(block, vmbuffer))
		{
			LockBuffer(*buffer, BUFFER_LOCK_UNLOCK);
			visibilitymap_pin(rel, block, &vmbuffer);
			LockBuffer(*buffer, BUFFER_LOCK_EXCLUSIVE);
			continue;
		}
		write_lock(&w, block, vmbuffer);
		LockBuffer(*buffer, BUFFER_LOCK_UNLOCK);
		result = TM_Ok;
		break;
	}

	if (BufferIsValid(vmbuffer))
		ReleaseBuffer(vmbuffer);
	/* xmax holds the row now; the place in the queue can go */
	if (w.have_tuplock)
		heap_release_tuplock(rel, tid, mode);
	return result;
}
