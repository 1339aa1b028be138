/*
 * procarray.c
 *		Running transactions and what snapshots see of them.
 *
 * The array lists the PGPROCs in use, sorted by number; xids,
 * subtransaction states and flags lie in dense arrays in the same order
 * (PGPROC.pgxactoff is the place). ProcArrayLock guards them; see the
 * README for what each reader relies on.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/procarray.c
 */
#include "postgres.h"

#include <signal.h>

#include "access/transam.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/procarray_internals.h"
#include "storage/shmem.h"
#include "storage/spin.h"
#include "storage/storage_callbacks.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/wait_event.h"

typedef struct ProcArrayStruct
{
	int numProcs; /* entries used: ProcArrayLock */
	int maxProcs; /* constant */
	TransactionId slot_xmin; /* of replication slots: ProcArrayLock */
	TransactionId slot_catalog_xmin;
	int procnos[FLEXIBLE_ARRAY_MEMBER]; /* ascending: ProcArrayLock */
} ProcArrayStruct;

/* The oldest xids that somebody may need, by kind of relation. */
typedef struct Horizons
{
	FullTransactionId latest_completed;
	TransactionId slot_xmin;
	TransactionId slot_catalog_xmin;
	TransactionId considered_running; /* pg_subtrans is needed from here */
	TransactionId shared; /* shared relations */
	TransactionId shared_raw; /* the same without replication slots */
	TransactionId catalog; /* catalogs of this database */
	TransactionId data; /* tables of this database */
	TransactionId temp; /* own temporary tables */
} Horizons;

/*
 * What may be removed, approximately: xids before maybe_needed are not needed
 * by anybody, those from definitely_needed on are.  Between, only a look at
 * all processes tells.
 */
struct GlobalVisState
{
	FullTransactionId definitely_needed;
	FullTransactionId maybe_needed;
};

typedef enum HorizonKind
{
	HORIZON_SHARED,
	HORIZON_CATALOG,
	HORIZON_DATA,
	HORIZON_TEMP
} HorizonKind;

static ProcArrayStruct *procArray = NULL;

static GlobalVisState vis[HORIZON_TEMP + 1];
static TransactionId horizons_xmin; /* RecentXmin when vis was computed */
static TransactionId not_running_xid; /* last xid found not to be running */

#define MAX_ARRAY_PROCS (MaxBackends + max_prepared_xacts)

static inline PGPROC *
array_proc(int i)
{
	return &ProcGlobal->allProcs[procArray->procnos[i]];
}

/* An xid that another process may be writing; 32-bit reads are atomic. */
static inline TransactionId
read_xid(const TransactionId *p)
{
	return *(const volatile TransactionId *) p;
}

static FullTransactionId
full_xid_near(FullTransactionId rel, TransactionId xid)
{
	return FullTransactionIdFromU64(U64FromFullTransactionId(rel) +
									(int32) (xid - XidFromFullTransactionId(rel)));
}

int
procarray_count(void)
{
	return procArray->numProcs;
}

PGPROC *
procarray_proc(int i)
{
	return array_proc(i);
}

/* ---- set-up and membership ---- */

Size
ProcArrayShmemSize(void)
{
	return add_size(offsetof(ProcArrayStruct, procnos),
					mul_size(sizeof(int), MAX_ARRAY_PROCS));
}

void
CreateSharedProcArray(void)
{
	bool found;

	procArray = ShmemInitStruct("Proc Array", ProcArrayShmemSize(), &found);
	if (found)
		return;
	procArray->numProcs = 0;
	procArray->maxProcs = MAX_ARRAY_PROCS;
	procArray->slot_xmin = InvalidTransactionId;
	procArray->slot_catalog_xmin = InvalidTransactionId;
}

/* Write entry i's place into its PGPROC, and its values into the dense arrays. */
static void
move_entries(int to, int from, int n)
{
	memmove(&procArray->procnos[to], &procArray->procnos[from], n * sizeof(int));
	memmove(&ProcGlobal->xids[to], &ProcGlobal->xids[from],
			n * sizeof(TransactionId));
	memmove(&ProcGlobal->subxidStates[to], &ProcGlobal->subxidStates[from],
			n * sizeof(XidCacheStatus));
	memmove(&ProcGlobal->statusFlags[to], &ProcGlobal->statusFlags[from], n);
	for (int i = to; i < to + n; i++)
		array_proc(i)->pgxactoff = i;
}

/* Enter a process, or a prepared transaction. */
void
ProcArrayAdd(PGPROC *proc)
{
	int i;

	/* XidGenLock too: GetNewTransactionId writes the dense arrays under it */
	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
	if (procArray->numProcs >= procArray->maxProcs)
	{
		LWLockRelease(XidGenLock);
		LWLockRelease(ProcArrayLock);
		ereport(FATAL, (errcode(ERRCODE_TOO_MANY_CONNECTIONS), errmsg("sorry, too many clients already")));
	}
	for (i = 0; i < procArray->numProcs; i++)
		if (procArray->procnos[i] > proc->pgprocno)
			break;
	procArray->numProcs++;
	move_entries(i + 1, i, procArray->numProcs - 1 - i);
	procArray->procnos[i] = proc->pgprocno;
	ProcGlobal->xids[i] = proc->xid;
	ProcGlobal->subxidStates[i] = proc->subxidStatus;
	ProcGlobal->statusFlags[i] = proc->statusFlags;
	proc->pgxactoff = i;
	LWLockRelease(XidGenLock);
	LWLockRelease(ProcArrayLock);
}

static void
advance_latest_completed(TransactionId latestXid)
{
	FullTransactionId cur = ShmemVariableCache->latestCompletedXid;

	if (TransactionIdPrecedes(XidFromFullTransactionId(cur), latestXid))
		ShmemVariableCache->latestCompletedXid = full_xid_near(cur, latestXid);
}

/*
 * ProcArrayRemove
 *		Take an entry out.
 *
 * latestXid: of a prepared transaction that ends now; invalid for processes,
 * whose transactions have ended before.
 */
void
ProcArrayRemove(PGPROC *proc, TransactionId latestXid)
{
	int i;

	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
	i = proc->pgxactoff;
	Assert(procArray->procnos[i] == proc->pgprocno);
	if (TransactionIdIsValid(latestXid))
	{
		Assert(TransactionIdIsValid(ProcGlobal->xids[i]));
		advance_latest_completed(latestXid);
		ShmemVariableCache->xactCompletionCount++;
		ProcGlobal->xids[i] = InvalidTransactionId;
		proc->xid = InvalidTransactionId;
	}
	else
		Assert(!TransactionIdIsValid(ProcGlobal->xids[i]));
	ProcGlobal->subxidStates[i] = (XidCacheStatus){0, false};
	ProcGlobal->statusFlags[i] = 0;
	procArray->numProcs--;
	move_entries(i, i + 1, procArray->numProcs - i);
	proc->pgxactoff = -1;
	LWLockRelease(XidGenLock);
	LWLockRelease(ProcArrayLock);
}

/* ---- the end of a transaction ---- */

static void
forget_subxids(PGPROC *proc, int off)
{
	if (proc->subxidStatus.count > 0 || proc->subxidStatus.overflowed)
	{
		proc->subxidStatus = (XidCacheStatus){0, false};
		ProcGlobal->subxidStates[off] = proc->subxidStatus;
	}
}

/* Caller holds ProcArrayLock exclusively. */
static void
end_transaction_locked(PGPROC *proc, TransactionId latestXid)
{
	int off = proc->pgxactoff;

	Assert(LWLockHeldByMeInMode(ProcArrayLock, LW_EXCLUSIVE));
	Assert(TransactionIdIsValid(ProcGlobal->xids[off]));
	Assert(ProcGlobal->xids[off] == proc->xid);

	ProcGlobal->xids[off] = InvalidTransactionId;
	proc->xid = InvalidTransactionId;
	proc->lxid = InvalidLocalTransactionId;
	proc->xmin = InvalidTransactionId;
	proc->delayChkptFlags = 0;
	proc->recoveryConflictPending = false;
	if (proc->statusFlags & PROC_VACUUM_STATE_MASK)
	{
		proc->statusFlags &= ~PROC_VACUUM_STATE_MASK;
		ProcGlobal->statusFlags[off] = proc->statusFlags;
	}
	forget_subxids(proc, off);
	advance_latest_completed(latestXid);
	ShmemVariableCache->xactCompletionCount++;
}

/*
 * ProcArrayLock is busy: queue up, and let the first of the queue end all
 * transactions in it under one acquisition.
 */
static void
end_transaction_in_group(PGPROC *proc, TransactionId latestXid)
{
	uint32 next;
	uint32 wake;

	proc->procArrayGroupMember = true;
	proc->procArrayGroupMemberXid = latestXid;
	next = pg_atomic_read_u32(&ProcGlobal->procArrayGroupFirst);
	do
		pg_atomic_write_u32(&proc->procArrayGroupNext, next);
	while (!pg_atomic_compare_exchange_u32(&ProcGlobal->procArrayGroupFirst,
										   &next, (uint32) proc->pgprocno));

	if (next != INVALID_PGPROCNO)
	{
		/* not the first: sleep until the leader has done it */
		int extra = 0;

		pgstat_report_wait_start(WAIT_EVENT_PROCARRAY_GROUP_UPDATE);
		for (;;)
		{
			PGSemaphoreLock(&proc->sem);
			if (!*(volatile bool *) &proc->procArrayGroupMember)
				break;
			extra++;
		}
		pgstat_report_wait_end();
		while (extra-- > 0)
			PGSemaphoreUnlock(&proc->sem);
		return;
	}

	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	next = wake = pg_atomic_exchange_u32(&ProcGlobal->procArrayGroupFirst,
										 INVALID_PGPROCNO);
	while (next != INVALID_PGPROCNO)
	{
		PGPROC *member = &ProcGlobal->allProcs[next];

		end_transaction_locked(member, member->procArrayGroupMemberXid);
		next = pg_atomic_read_u32(&member->procArrayGroupNext);
	}
	LWLockRelease(ProcArrayLock);

	while (wake != INVALID_PGPROCNO)
	{
		PGPROC *member = &ProcGlobal->allProcs[wake];

		wake = pg_atomic_read_u32(&member->procArrayGroupNext);
		pg_atomic_write_u32(&member->procArrayGroupNext, INVALID_PGPROCNO);
		pg_write_barrier();
		member->procArrayGroupMember = false;
		if (member != MyProc)
			PGSemaphoreUnlock(&member->sem);
	}
}

/*
 * ProcArrayEndTransaction
 *		The transaction is no longer running.
 *
 * After its fate is in pg_xact.  latestXid is the newest of its xids, invalid
 * if it had none: then no snapshot can tell, and no lock is needed.
 */
void
ProcArrayEndTransaction(PGPROC *proc, TransactionId latestXid)
{
	if (TransactionIdIsValid(latestXid))
	{
		if (LWLockConditionalAcquire(ProcArrayLock, LW_EXCLUSIVE))
		{
			end_transaction_locked(proc, latestXid);
			LWLockRelease(ProcArrayLock);
		}
		else
			end_transaction_in_group(proc, latestXid);
		return;
	}

	Assert(!TransactionIdIsValid(proc->xid));
	Assert(proc->subxidStatus.count == 0);
	proc->lxid = InvalidLocalTransactionId;
	proc->xmin = InvalidTransactionId;
	proc->delayChkptFlags = 0;
	proc->recoveryConflictPending = false;
	if (proc->statusFlags & PROC_VACUUM_STATE_MASK)
	{
		LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
		proc->statusFlags &= ~PROC_VACUUM_STATE_MASK;
		ProcGlobal->statusFlags[proc->pgxactoff] = proc->statusFlags;
		LWLockRelease(ProcArrayLock);
	}
}

/*
 * ProcArrayClearTransaction
 *		PREPARE: the transaction goes on running under its dummy PGPROC.
 */
void
ProcArrayClearTransaction(PGPROC *proc)
{
	int off;

	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	off = proc->pgxactoff;
	ProcGlobal->xids[off] = InvalidTransactionId;
	proc->xid = InvalidTransactionId;
	proc->lxid = InvalidLocalTransactionId;
	proc->xmin = InvalidTransactionId;
	proc->recoveryConflictPending = false;
	Assert(!(proc->statusFlags & PROC_VACUUM_STATE_MASK));
	/* the set of running xids is the same, but not where they are found */
	ShmemVariableCache->xactCompletionCount++;
	forget_subxids(proc, off);
	LWLockRelease(ProcArrayLock);
}

static void
remove_one_subxid(TransactionId xid)
{
	XidCacheStatus *mine = &MyProc->subxidStatus;
	XidCacheStatus *shared = &ProcGlobal->subxidStates[MyProc->pgxactoff];

	for (int j = mine->count - 1; j >= 0; j--)
		if (MyProc->subxids.xids[j] == xid)
		{
			MyProc->subxids.xids[j] = MyProc->subxids.xids[mine->count - 1];
			pg_write_barrier();
			mine->count--;
			shared->count--;
			return;
		}
	if (!mine->overflowed)
		elog(WARNING, "did not find subXID %u in MyProc", xid);
}

/* An aborted subtransaction (xid) and its children are not running any more. */
void
XidCacheRemoveRunningXids(TransactionId xid, int nxids,
						  const TransactionId *xids, TransactionId latestXid)
{
	Assert(TransactionIdIsValid(xid));
	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	for (int i = nxids - 1; i >= 0; i--)
		remove_one_subxid(xids[i]);
	remove_one_subxid(xid);
	advance_latest_completed(latestXid);
	ShmemVariableCache->xactCompletionCount++;
	LWLockRelease(ProcArrayLock);
}

/* ---- snapshots ---- */

int
GetMaxSnapshotXidCount(void)
{
	return procArray->maxProcs;
}

int
GetMaxSnapshotSubxidCount(void)
{
	return (PGPROC_MAX_CACHED_SUBXIDS + 1) * procArray->maxProcs;
}

/* The arrays of a static snapshot are allocated once, for the worst case. */
static void
allocate_snapshot_arrays(Snapshot snapshot)
{
	snapshot->xip = malloc(GetMaxSnapshotXidCount() * sizeof(TransactionId));
	snapshot->subxip = malloc(GetMaxSnapshotSubxidCount() * sizeof(TransactionId));
	if (snapshot->xip == NULL || snapshot->subxip == NULL)
	{
		free(snapshot->xip);
		free(snapshot->subxip);
		snapshot->xip = NULL;
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	}
}

static void
finish_snapshot(Snapshot snapshot, TransactionId xmin)
{
	RecentXmin = xmin;
	snapshot->curcid = storage_callbacks.current_command_id();
	snapshot->active_count = 0;
	snapshot->regd_count = 0;
	snapshot->copied = false;
	snapshot->whenTaken = 0;
	snapshot->lsn = InvalidXLogRecPtr;
}

/*
 * No transaction with an xid has ended since this snapshot was filled: its
 * content is still right.  Caller holds ProcArrayLock.
 */
static bool
snapshot_is_current(Snapshot snapshot)
{
	if (snapshot->snapXactCompletionCount == 0 ||
		snapshot->snapXactCompletionCount != ShmemVariableCache->xactCompletionCount)
		return false;
	if (!TransactionIdIsValid(MyProc->xmin))
		MyProc->xmin = TransactionXmin = snapshot->xmin;
	return true;
}

/* Narrow the limits of what may be removed, from what a snapshot has learnt. */
static void
adjust_vis_limits(FullTransactionId latest_completed, TransactionId xmin,
				  TransactionId myxid, TransactionId slot_xmin,
				  TransactionId slot_catalog_xmin)
{
	FullTransactionId oldest = full_xid_near(latest_completed,
											 ShmemVariableCache->oldestXid);
	TransactionId needed = TransactionIdOlder(xmin, slot_xmin);
	FullTransactionId data = full_xid_near(latest_completed, needed);
	FullTransactionId catalog =
		full_xid_near(latest_completed,
					  TransactionIdOlder(needed, slot_catalog_xmin));

	vis[HORIZON_SHARED].definitely_needed =
		FullTransactionIdNewer(catalog, vis[HORIZON_SHARED].definitely_needed);
	vis[HORIZON_CATALOG].definitely_needed =
		FullTransactionIdNewer(catalog, vis[HORIZON_CATALOG].definitely_needed);
	vis[HORIZON_DATA].definitely_needed =
		FullTransactionIdNewer(data, vis[HORIZON_DATA].definitely_needed);
	if (TransactionIdIsNormal(myxid))
		vis[HORIZON_TEMP].definitely_needed =
			full_xid_near(latest_completed, myxid);
	else
	{
		vis[HORIZON_TEMP].definitely_needed = latest_completed;
		FullTransactionIdAdvance(&vis[HORIZON_TEMP].definitely_needed);
	}
	for (int k = HORIZON_SHARED; k < HORIZON_TEMP; k++)
		vis[k].maybe_needed =
			FullTransactionIdNewer(vis[k].maybe_needed, oldest);
	vis[HORIZON_TEMP].maybe_needed = vis[HORIZON_TEMP].definitely_needed;
}

/*
 * Gather the running xids.  Caller holds ProcArrayLock; xmax is set.  Returns
 * xmin.  Own xids need not be listed: visibility tests know them.
 */
static TransactionId
collect_running(Snapshot snapshot, TransactionId xmin, int my_off)
{
	const TransactionId *xids = ProcGlobal->xids;
	int nprocs = procArray->numProcs;
	int n = 0;
	int nsub = 0;
	bool overflowed = false;

	for (int i = 0; i < nprocs; i++)
	{
		TransactionId xid = read_xid(&xids[i]);

		if (likely(xid == InvalidTransactionId) || i == my_off)
			continue;
		if (!NormalTransactionIdPrecedes(xid, snapshot->xmax))
			continue;
		/* lazy VACUUM writes nothing that a snapshot could see */
		if (ProcGlobal->statusFlags[i] & (PROC_IN_LOGICAL_DECODING | PROC_IN_VACUUM))
			continue;
		if (NormalTransactionIdPrecedes(xid, xmin))
			xmin = xid;
		snapshot->xip[n++] = xid;

		if (overflowed)
			continue;
		if (ProcGlobal->subxidStates[i].overflowed)
			overflowed = true;
		else
		{
			int count = ProcGlobal->subxidStates[i].count;

			if (count > 0)
			{
				pg_read_barrier(); /* pairs with GetNewTransactionId */
				memcpy(snapshot->subxip + nsub, array_proc(i)->subxids.xids,
					   count * sizeof(TransactionId));
				nsub += count;
			}
		}
	}
	snapshot->xcnt = n;
	snapshot->subxcnt = overflowed ? 0 : nsub;
	snapshot->suboverflowed = overflowed;
	return xmin;
}

/*
 * GetSnapshotData
 *		Fill a static snapshot with what is running now.
 *
 * Sets MyProc->xmin if it is not set, TransactionXmin with it, and RecentXmin.
 */
Snapshot
GetSnapshotData(Snapshot snapshot)
{
	FullTransactionId latest_completed;
	TransactionId xmin;
	TransactionId myxid;
	TransactionId slot_xmin;
	TransactionId slot_catalog_xmin;
	int my_off;

	if (snapshot->xip == NULL)
		allocate_snapshot_arrays(snapshot);

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	if (snapshot_is_current(snapshot))
	{
		LWLockRelease(ProcArrayLock);
		finish_snapshot(snapshot, snapshot->xmin);
		return snapshot;
	}

	latest_completed = ShmemVariableCache->latestCompletedXid;
	my_off = MyProc->pgxactoff;
	myxid = ProcGlobal->xids[my_off];
	snapshot->xmax = XidFromFullTransactionId(latest_completed);
	TransactionIdAdvance(snapshot->xmax);
	snapshot->takenDuringRecovery = storage_callbacks.recovery_in_progress();

	xmin = snapshot->xmax;
	if (TransactionIdIsNormal(myxid) && NormalTransactionIdPrecedes(myxid, xmin))
		xmin = myxid;
	xmin = collect_running(snapshot, xmin, my_off);
	slot_xmin = procArray->slot_xmin;
	slot_catalog_xmin = procArray->slot_catalog_xmin;
	snapshot->snapXactCompletionCount = ShmemVariableCache->xactCompletionCount;

	/* while the lock is held: nobody's horizon may pass xmin unseen */
	if (!TransactionIdIsValid(MyProc->xmin))
		MyProc->xmin = TransactionXmin = xmin;
	LWLockRelease(ProcArrayLock);

	adjust_vis_limits(latest_completed, xmin, myxid, slot_xmin,
					  slot_catalog_xmin);
	snapshot->xmin = xmin;
	finish_snapshot(snapshot, xmin);
	return snapshot;
}

/*
 * Adopt the xmin of a snapshot that the transaction sourcevxid exported.
 * False if that is gone, so that xmin may not be protected any more.
 */
bool
ProcArrayInstallImportedXmin(TransactionId xmin,
							 VirtualTransactionId *sourcevxid)
{
	bool result = false;

	Assert(TransactionIdIsNormal(xmin));
	if (sourcevxid == NULL)
		return false;
	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procArray->numProcs; i++)
	{
		PGPROC *proc = array_proc(i);
		TransactionId xid;

		if (ProcGlobal->statusFlags[i] & PROC_IN_VACUUM)
			continue;
		if (proc->backendId != sourcevxid->backendId ||
			proc->lxid != sourcevxid->localTransactionId ||
			proc->databaseId != MyDatabaseId)
			continue;
		xid = read_xid(&proc->xmin);
		if (!TransactionIdIsNormal(xid) ||
			!TransactionIdPrecedesOrEquals(xid, xmin))
			continue;
		MyProc->xmin = TransactionXmin = xmin;
		result = true;
		break;
	}
	LWLockRelease(ProcArrayLock);
	return result;
}

/* The same from a process that is known to hold it. */
bool
ProcArrayInstallRestoredXmin(TransactionId xmin, PGPROC *proc)
{
	bool result = false;
	TransactionId xid;

	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	xid = read_xid(&proc->xmin);
	if (proc->databaseId == MyDatabaseId && TransactionIdIsNormal(xid) &&
		TransactionIdPrecedesOrEquals(xid, xmin))
	{
		MyProc->xmin = TransactionXmin = xmin;
		MyProc->statusFlags = (MyProc->statusFlags & ~PROC_XMIN_FLAGS) |
			(proc->statusFlags & PROC_XMIN_FLAGS);
		ProcGlobal->statusFlags[MyProc->pgxactoff] = MyProc->statusFlags;
		result = true;
	}
	LWLockRelease(ProcArrayLock);
	return result;
}

/*
 * GetRunningTransactionData
 *		The running xids, for a RUNNING_XACTS record.
 *
 * Returns a static struct.  ProcArrayLock and XidGenLock stay held, shared,
 * and are the caller's to release: once the record is in the WAL, so that no
 * transaction ends or begins between.
 */
RunningTransactions
GetRunningTransactionData(void)
{
	static RunningTransactionsData data;
	TransactionId oldest;
	int n = 0;
	int nsub = 0;
	bool overflowed = false;

	if (data.xids == NULL)
	{
		data.xids = (TransactionId *)
			malloc(GetMaxSnapshotSubxidCount() * sizeof(TransactionId));
		if (data.xids == NULL)
			ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	}
	LWLockAcquire(ProcArrayLock, LW_SHARED);
	LWLockAcquire(XidGenLock, LW_SHARED);
	oldest = XidFromFullTransactionId(ShmemVariableCache->nextXid);
	for (int i = 0; i < procArray->numProcs; i++)
	{
		TransactionId xid = read_xid(&ProcGlobal->xids[i]);

		if (!TransactionIdIsValid(xid))
			continue;
		if (TransactionIdPrecedes(xid, oldest))
			oldest = xid;
		overflowed |= ProcGlobal->subxidStates[i].overflowed;
		data.xids[n++] = xid;
	}
	for (int i = 0; !overflowed && i < procArray->numProcs; i++)
	{
		int count = ProcGlobal->subxidStates[i].count;

		if (count == 0)
			continue;
		pg_read_barrier();
		memcpy(&data.xids[n + nsub], array_proc(i)->subxids.xids,
			   count * sizeof(TransactionId));
		nsub += count;
	}
	data.xcnt = n;
	data.subxcnt = nsub;
	data.subxid_overflow = overflowed;
	data.nextXid = XidFromFullTransactionId(ShmemVariableCache->nextXid);
	data.oldestRunningXid = oldest;
	data.latestCompletedXid =
		XidFromFullTransactionId(ShmemVariableCache->latestCompletedXid);
	return &data;
}

/* ---- is it running? ---- */

static bool
xid_in_list(TransactionId xid, const TransactionId *list, int n)
{
	for (int i = 0; i < n; i++)
		if (list[i] == xid)
			return true;
	return false;
}

/*
 * Look through the array.  Processes whose subtransactions are not all listed
 * are put into overflowed[]; *noverflowed gets their number.
 */
static bool
xid_in_array(TransactionId xid, TransactionId *overflowed, int *noverflowed)
{
	int my_off = MyProc ? MyProc->pgxactoff : -1;

	for (int i = 0; i < procArray->numProcs; i++)
	{
		TransactionId pxid = read_xid(&ProcGlobal->xids[i]);
		int nsub;

		if (i == my_off || !TransactionIdIsValid(pxid))
			continue;
		if (pxid == xid)
			return true;
		if (TransactionIdPrecedes(xid, pxid))
			continue; /* children are newer than their parents */
		nsub = ProcGlobal->subxidStates[i].count;
		pg_read_barrier();
		if (xid_in_list(xid, array_proc(i)->subxids.xids, nsub))
			return true;
		if (ProcGlobal->subxidStates[i].overflowed)
			overflowed[(*noverflowed)++] = pxid;
	}
	return false;
}

/*
 * TransactionIdIsInProgress
 *		Is a transaction, or the parent of a subtransaction, still running?
 *
 * Must be asked before pg_xact is: a transaction writes its fate there first,
 * then leaves the array.
 */
bool
TransactionIdIsInProgress(TransactionId xid)
{
	static TransactionId *overflowed = NULL;
	int noverflowed = 0;
	bool running;
	TransactionId top;

	if (TransactionIdPrecedes(xid, RecentXmin))
		return false;
	if (xid == not_running_xid || TransactionIdIsKnownCompleted(xid))
		return false;
	if (storage_callbacks.xid_is_current(xid))
		return true;

	if (overflowed == NULL)
	{
		overflowed = (TransactionId *)
			malloc(procArray->maxProcs * sizeof(TransactionId));
		if (overflowed == NULL)
			ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	}
	LWLockAcquire(ProcArrayLock, LW_SHARED);
	running = TransactionIdPrecedes(XidFromFullTransactionId(ShmemVariableCache->latestCompletedXid), xid) ||
		xid_in_array(xid, overflowed, &noverflowed);
	LWLockRelease(ProcArrayLock);
	if (running)
		return true;

	if (noverflowed > 0 && !storage_callbacks.xid_did_abort(xid))
	{
		/* it may be an unlisted child of one of them */
		top = storage_callbacks.subtrans_topmost(xid);
		if (top != xid && xid_in_list(top, overflowed, noverflowed))
			return true;
	}
	not_running_xid = xid;
	return false;
}

/* Is this the top-level xid of a process? */
bool
TransactionIdIsActive(TransactionId xid)
{
	bool result = false;

	if (TransactionIdPrecedes(xid, RecentXmin))
		return false;
	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procArray->numProcs && !result; i++)
		result = read_xid(&ProcGlobal->xids[i]) == xid &&
			array_proc(i)->pid != 0;
	LWLockRelease(ProcArrayLock);
	return result;
}

/*
 * Are at least min other processes in a transaction with an xid, and not
 * waiting for a lock?  Without locks: a guess is good enough for commit_delay.
 */
bool
MinimumActiveBackends(int min)
{
	int count = 0;

	if (min == 0)
		return true;
	for (int i = 0; i < procArray->numProcs; i++)
	{
		PGPROC *proc = array_proc(i);

		if (proc == MyProc || proc->pid == 0 ||
			proc->xid == InvalidTransactionId || proc->waitLock != NULL)
			continue;
		if (++count >= min)
			return true;
	}
	return false;
}

/* ---- horizons ---- */

/* Look at all processes. */
static void
compute_horizons(Horizons *h)
{
	TransactionId next;
	bool in_recovery = storage_callbacks.recovery_in_progress();

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	h->latest_completed = ShmemVariableCache->latestCompletedXid;
	next = XidFromFullTransactionId(h->latest_completed);
	TransactionIdAdvance(next);
	h->considered_running = h->shared = h->catalog = h->data = next;
	h->temp = MyProc && TransactionIdIsValid(MyProc->xid) ? MyProc->xid : next;
	h->slot_xmin = procArray->slot_xmin;
	h->slot_catalog_xmin = procArray->slot_catalog_xmin;

	for (int i = 0; i < procArray->numProcs; i++)
	{
		PGPROC *proc = array_proc(i);
		uint8 flags = ProcGlobal->statusFlags[i];
		TransactionId xid = read_xid(&ProcGlobal->xids[i]);
		TransactionId xmin = TransactionIdOlder(read_xid(&proc->xmin), xid);

		if (!TransactionIdIsValid(xmin))
			continue;
		h->considered_running = TransactionIdOlder(h->considered_running, xmin);
		if (flags & (PROC_IN_VACUUM | PROC_IN_LOGICAL_DECODING))
			continue;
		h->shared = TransactionIdOlder(h->shared, xmin);
		if (proc->databaseId != MyDatabaseId && MyDatabaseId != InvalidOid &&
			proc->databaseId != InvalidOid && !in_recovery &&
			!(flags & PROC_AFFECTS_ALL_HORIZONS))
			continue;
		h->catalog = TransactionIdOlder(h->catalog, xmin);
		if (!(flags & PROC_IN_SAFE_IC))
			h->data = TransactionIdOlder(h->data, xmin);
	}
	LWLockRelease(ProcArrayLock);

	h->shared_raw = h->shared;
	h->shared = TransactionIdOlder(h->shared, h->slot_xmin);
	h->data = TransactionIdOlder(h->data, h->slot_xmin);
	h->catalog = TransactionIdOlder(h->catalog, h->slot_xmin);
	h->shared = TransactionIdOlder(h->shared, h->slot_catalog_xmin);
	h->catalog = TransactionIdOlder(h->catalog, h->slot_catalog_xmin);
	h->considered_running = TransactionIdOlder(h->considered_running, h->shared);
	h->considered_running = TransactionIdOlder(h->considered_running, h->catalog);
	h->considered_running = TransactionIdOlder(h->considered_running, h->data);
}

/* The exact limits, kept until the next snapshot or computation. */
static void
apply_horizons(const Horizons *h)
{
	TransactionId needed[HORIZON_TEMP + 1];

	needed[HORIZON_SHARED] = h->shared;
	needed[HORIZON_CATALOG] = h->catalog;
	needed[HORIZON_DATA] = h->data;
	needed[HORIZON_TEMP] = h->temp;
	for (int k = HORIZON_SHARED; k <= HORIZON_TEMP; k++)
	{
		vis[k].maybe_needed = full_xid_near(h->latest_completed, needed[k]);
		vis[k].definitely_needed =
			FullTransactionIdNewer(vis[k].maybe_needed, vis[k].definitely_needed);
	}
	horizons_xmin = RecentXmin;
}

static HorizonKind
horizon_kind(Relation rel)
{
	if (rel == NULL || rel->rd_rel->relisshared ||
		storage_callbacks.recovery_in_progress())
		return HORIZON_SHARED;
	if (rel->rd_id < FirstUnpinnedObjectId ||
		RelationIsAccessibleInLogicalDecoding(rel))
		return HORIZON_CATALOG;
	if (!RELATION_IS_LOCAL(rel))
		return HORIZON_DATA;
	return HORIZON_TEMP;
}

/*
 * GetOldestNonRemovableTransactionId
 *		Tuples of rel that an xid before this deleted are dead to everybody.
 *
 * rel NULL: for all relations of the cluster.
 */
TransactionId
GetOldestNonRemovableTransactionId(Relation rel)
{
	Horizons h;

	compute_horizons(&h);
	apply_horizons(&h);
	switch (horizon_kind(rel))
	{
		case HORIZON_SHARED:
			return h.shared;
		case HORIZON_CATALOG:
			return h.catalog;
		case HORIZON_DATA:
			return h.data;
		case HORIZON_TEMP:
			return h.temp;
	}
	return InvalidTransactionId;
}

/* pg_subtrans is needed from here on. */
TransactionId
GetOldestTransactionIdConsideredRunning(void)
{
	Horizons h;

	compute_horizons(&h);
	return h.considered_running;
}

/* What a standby reports to its primary. */
void
GetReplicationHorizons(TransactionId *xmin, TransactionId *catalog_xmin)
{
	Horizons h;

	compute_horizons(&h);
	*xmin = h.shared_raw;
	*catalog_xmin = h.slot_catalog_xmin;
}

/* The oldest running xid, or the next one; also of other databases. */
TransactionId
GetOldestActiveTransactionId(void)
{
	TransactionId oldest;

	/* an xid given out after this is not older */
	LWLockAcquire(XidGenLock, LW_SHARED);
	oldest = XidFromFullTransactionId(ShmemVariableCache->nextXid);
	LWLockRelease(XidGenLock);

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procArray->numProcs; i++)
	{
		TransactionId xid = read_xid(&ProcGlobal->xids[i]);

		if (TransactionIdIsNormal(xid) && TransactionIdPrecedes(xid, oldest))
			oldest = xid;
	}
	LWLockRelease(ProcArrayLock);
	return oldest;
}

/* From here on WAL can be decoded.  Caller holds ProcArrayLock exclusively. */
TransactionId
GetOldestSafeDecodingTransactionId(bool catalogOnly)
{
	TransactionId oldest;

	Assert(LWLockHeldByMe(ProcArrayLock));
	LWLockAcquire(XidGenLock, LW_SHARED);
	oldest = XidFromFullTransactionId(ShmemVariableCache->nextXid);
	oldest = TransactionIdOlder(procArray->slot_xmin, oldest);
	if (catalogOnly)
		oldest = TransactionIdOlder(procArray->slot_catalog_xmin, oldest);
	for (int i = 0; i < procArray->numProcs; i++)
	{
		TransactionId xid = read_xid(&ProcGlobal->xids[i]);

		if (TransactionIdIsNormal(xid) && TransactionIdPrecedes(xid, oldest))
			oldest = xid;
	}
	LWLockRelease(XidGenLock);
	return oldest;
}

void
ProcArraySetReplicationSlotXmin(TransactionId xmin, TransactionId catalog_xmin,
								bool already_locked)
{
	if (!already_locked)
		LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	procArray->slot_xmin = xmin;
	procArray->slot_catalog_xmin = catalog_xmin;
	if (!already_locked)
		LWLockRelease(ProcArrayLock);
}

void
ProcArrayGetReplicationSlotXmin(TransactionId *xmin, TransactionId *catalog_xmin)
{
	LWLockAcquire(ProcArrayLock, LW_SHARED);
	if (xmin)
		*xmin = procArray->slot_xmin;
	if (catalog_xmin)
		*catalog_xmin = procArray->slot_catalog_xmin;
	LWLockRelease(ProcArrayLock);
}

/* ---- may the effects of an xid be removed? ---- */

/* The limits for a relation, valid as long as a snapshot is held. */
GlobalVisState *
GlobalVisTestFor(Relation rel)
{
	return &vis[horizon_kind(rel)];
}

/* Would another look at all processes help? */
static bool
worth_updating(const GlobalVisState *state)
{
	if (!TransactionIdIsValid(horizons_xmin))
		return true;
	if (state->maybe_needed.value >= state->definitely_needed.value)
		return false;
	return RecentXmin != horizons_xmin;
}

bool
GlobalVisTestIsRemovableFullXid(GlobalVisState *state, FullTransactionId fxid)
{
	if (FullTransactionIdPrecedes(fxid, state->maybe_needed))
		return true;
	if (FullTransactionIdFollowsOrEquals(fxid, state->definitely_needed))
		return false;
	if (worth_updating(state))
	{
		Horizons h;

		compute_horizons(&h);
		apply_horizons(&h);
		return FullTransactionIdPrecedes(fxid, state->maybe_needed);
	}
	return false;
}

/* xid is of a tuple, so within reach of the present ids. */
bool
GlobalVisTestIsRemovableXid(GlobalVisState *state, TransactionId xid)
{
	return GlobalVisTestIsRemovableFullXid(state,
										   full_xid_near(state->definitely_needed, xid));
}

FullTransactionId
GlobalVisTestNonRemovableFullHorizon(GlobalVisState *state)
{
	if (worth_updating(state))
	{
		Horizons h;

		compute_horizons(&h);
		apply_horizons(&h);
	}
	return state->maybe_needed;
}

TransactionId
GlobalVisTestNonRemovableHorizon(GlobalVisState *state)
{
	return XidFromFullTransactionId(GlobalVisTestNonRemovableFullHorizon(state));
}

bool
GlobalVisCheckRemovableFullXid(Relation rel, FullTransactionId fxid)
{
	return GlobalVisTestIsRemovableFullXid(GlobalVisTestFor(rel), fxid);
}

bool
GlobalVisCheckRemovableXid(Relation rel, TransactionId xid)
{
	return GlobalVisTestIsRemovableXid(GlobalVisTestFor(rel), xid);
}
