/*
 * proc.c
 *		The life of a process in shared memory, and its sleep for a lock.
 *
 * Gives each process a PGPROC, and takes it back at its end; puts a process
 * into the wait queue of a lock and wakes it when the lock is granted,
 * refused, or found to be part of a deadlock.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/lmgr/proc.c
 */
#include "postgres.h"

#include <signal.h>
#include <unistd.h>

#include "access/transam.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "storage/condition_variable.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/shmem.h"
#include "storage/spin.h"
#include "utils/memutils.h"
#include "utils/timeout.h"
#include "utils/wait_event.h"

int DeadlockTimeout = 1000;
int StatementTimeout = 0;
int LockTimeout = 0;
int IdleInTransactionSessionTimeout = 0;
int IdleSessionTimeout = 0;
bool log_lock_waits = false;

PGPROC *MyProc = NULL;
PROC_HDR *ProcGlobal = NULL;
PGPROC *PreparedXactProcs = NULL;
slock_t *ProcStructLock = NULL;

static PGPROC *AuxiliaryProcs = NULL;

/* The lock this process is in the queue of, from LockAcquire; or NULL. */
static LOCALLOCK *lock_awaited = NULL;
static DeadLockState deadlock_state = DS_NOT_YET_CHECKED;
static volatile sig_atomic_t got_deadlock_timeout = false;

static void ProcKill(int code, Datum arg);
static void AuxiliaryProcKill(int code, Datum arg);

static inline void
dlist_node_init(dlist_node *node)
{
	node->next = node->prev = NULL;
}

/* ---- shared memory ---- */

static int
total_procs(void)
{
	return MaxBackends + NUM_AUXILIARY_PROCS + max_prepared_xacts;
}

int
ProcGlobalSemas(void)
{
	return MaxBackends + NUM_AUXILIARY_PROCS;
}

Size
ProcGlobalShmemSize(void)
{
	int n = total_procs();
	Size size = CACHELINEALIGN(sizeof(PROC_HDR));

	size = add_size(size, CACHELINEALIGN(sizeof(slock_t)));
	size = add_size(size, CACHELINEALIGN(mul_size(n, sizeof(PGPROC))));
	size = add_size(size, CACHELINEALIGN(mul_size(n, sizeof(TransactionId))));
	size = add_size(size, CACHELINEALIGN(mul_size(n, sizeof(XidCacheStatus))));
	return add_size(size, CACHELINEALIGN(mul_size(n, sizeof(uint8))));
}

/*
 * The array: MaxConnections for clients, the other backends, auxiliary
 * processes, prepared transactions.
 */
static void
init_proc_array(int n)
{
	for (int i = 0; i < n; i++)
	{
		PGPROC *proc = &ProcGlobal->allProcs[i];

		proc->pgprocno = i;
		proc->pgxactoff = -1;
		PGSemaphoreInit(&proc->sem);
		InitSharedLatch(&proc->procLatch);
		LWLockInitialize(&proc->fpInfoLock, LWTRANCHE_LOCK_FASTPATH);
		for (int p = 0; p < NUM_LOCK_PARTITIONS; p++)
			dlist_init(&proc->myProcLocks[p]);
		pg_atomic_init_u32(&proc->procArrayGroupNext, INVALID_PGPROCNO);
		pg_atomic_init_u32(&proc->clogGroupNext, INVALID_PGPROCNO);
		pg_atomic_init_u64(&proc->waitStart, 0);
		if (i < MaxBackends)
		{
			proc->procgloballist = i < MaxConnections ? &ProcGlobal->freeProcs : &ProcGlobal->otherFreeProcs;
			dlist_push_tail(proc->procgloballist, &proc->links);
		}
	}
}

void
InitProcGlobal(void)
{
	int n = total_procs();
	bool found;

	ProcGlobal = ShmemInitStruct("Proc Header", sizeof(PROC_HDR), &found);
	Assert(!found);
	memset(ProcGlobal, 0, sizeof(PROC_HDR));
	ProcStructLock = ShmemAlloc(sizeof(slock_t));
	SpinLockInit(ProcStructLock);
	ProcGlobal->allProcs = ShmemAlloc(mul_size(n, sizeof(PGPROC)));
	ProcGlobal->xids = ShmemAlloc(mul_size(n, sizeof(TransactionId)));
	ProcGlobal->subxidStates = ShmemAlloc(mul_size(n, sizeof(XidCacheStatus)));
	ProcGlobal->statusFlags = ShmemAlloc(mul_size(n, sizeof(uint8)));
	memset(ProcGlobal->allProcs, 0, n * sizeof(PGPROC));
	memset(ProcGlobal->xids, 0, n * sizeof(TransactionId));
	memset(ProcGlobal->subxidStates, 0, n * sizeof(XidCacheStatus));
	memset(ProcGlobal->statusFlags, 0, n * sizeof(uint8));
	ProcGlobal->allProcCount = MaxBackends + NUM_AUXILIARY_PROCS;
	ProcGlobal->startupBufferPinWaitBufId = -1;
	dlist_init(&ProcGlobal->freeProcs);
	dlist_init(&ProcGlobal->otherFreeProcs);
	pg_atomic_init_u32(&ProcGlobal->procArrayGroupFirst, INVALID_PGPROCNO);
	pg_atomic_init_u32(&ProcGlobal->clogGroupFirst, INVALID_PGPROCNO);
	init_proc_array(n);
	AuxiliaryProcs = &ProcGlobal->allProcs[MaxBackends];
	PreparedXactProcs = &ProcGlobal->allProcs[MaxBackends + NUM_AUXILIARY_PROCS];
}

/* ---- the life of a process ---- */

/* Forget what the last user of this PGPROC left. */
static void
reset_proc(PGPROC *proc)
{
	dlist_node_init(&proc->links);
	proc->waitStatus = PROC_WAIT_STATUS_OK;
	proc->lxid = InvalidLocalTransactionId;
	proc->fpVXIDLock = false;
	proc->fpLocalTransactionId = InvalidLocalTransactionId;
	proc->xid = InvalidTransactionId;
	proc->xmin = InvalidTransactionId;
	proc->subxidStatus = (XidCacheStatus){0, false};
	proc->pid = MyProcPid;
	proc->backendId = InvalidBackendId;
	proc->databaseId = InvalidOid;
	proc->roleId = InvalidOid;
	proc->tempNamespaceId = InvalidOid;
	proc->isBackgroundWorker = IsBackgroundWorker;
	proc->delayChkptFlags = 0;
	proc->statusFlags = MyBackendType == B_AUTOVAC_WORKER ? PROC_IS_AUTOVACUUM : 0;
	proc->lwWaiting = false;
	proc->lwWaitMode = 0;
	proc->lwWaitLink = (proclist_node){0, 0};
	proc->cvWaitLink = (proclist_node){0, 0};
	proc->waitLock = NULL;
	proc->waitProcLock = NULL;
	pg_atomic_write_u64(&proc->waitStart, 0);
	proc->recoveryConflictPending = false;
	proc->waitLSN = InvalidXLogRecPtr;
	proc->syncRepState = 0;
	dlist_node_init(&proc->syncRepLinks);
	proc->procArrayGroupMember = false;
	proc->clogGroupMember = false;
	proc->lockGroupLeader = NULL;
	for (int p = 0; p < NUM_LOCK_PARTITIONS; p++)
		Assert(dlist_is_empty(&proc->myProcLocks[p]));
}

/* Take possession of MyProc. */
static void
adopt_proc(void)
{
	reset_proc(MyProc);
	OwnLatch(&MyProc->procLatch);
	SwitchToSharedLatch();
	pgstat_set_wait_event_storage(&MyProc->wait_event_info);
	PGSemaphoreReset(&MyProc->sem);
}

/*
 * InitProcess
 *		Give a backend its PGPROC; it is returned at exit.
 *
 * FATAL (ERRCODE_TOO_MANY_CONNECTIONS) if there is none.
 */
void
InitProcess(void)
{
	dlist_head *list;

	if (ProcGlobal == NULL)
		elog(PANIC, "proc header uninitialized");
	if (MyProc != NULL)
		elog(ERROR, "you already exist");

	list = MyBackendType == B_BACKEND || MyBackendType == B_STANDALONE_BACKEND ||
			MyBackendType == B_INVALID
		? &ProcGlobal->freeProcs
		: &ProcGlobal->otherFreeProcs;
	SpinLockAcquire(ProcStructLock);
	if (!dlist_is_empty(list))
		MyProc = dlist_container(PGPROC, links, dlist_pop_head_node(list));
	SpinLockRelease(ProcStructLock);
	if (MyProc == NULL)
		ereport(FATAL, (errcode(ERRCODE_TOO_MANY_CONNECTIONS), errmsg("sorry, too many clients already")));
	Assert(MyProc->procgloballist == list);

	if (IsUnderPostmaster && MyPMChildSlot > 0)
		MarkPostmasterChildActive();
	adopt_proc();
	on_shmem_exit(ProcKill, 0);
	InitLWLockAccess();
	InitDeadLockChecking();
}

static void
leave_proc_array(int code, Datum arg)
{
	ProcArrayRemove(MyProc, InvalidTransactionId);
}

/* The process may now run transactions: enter it into the array. */
void
InitProcessPhase2(void)
{
	Assert(MyProc != NULL);
	ProcArrayAdd(MyProc);
	on_shmem_exit(leave_proc_array, 0);
}

/* Give an auxiliary process its PGPROC; it runs no transactions. */
void
InitAuxiliaryProcess(void)
{
	int slot;

	if (ProcGlobal == NULL || AuxiliaryProcs == NULL)
		elog(PANIC, "proc header uninitialized");
	if (MyProc != NULL)
		elog(ERROR, "you already exist");
	SpinLockAcquire(ProcStructLock);
	for (slot = 0; slot < NUM_AUXILIARY_PROCS; slot++)
		if (AuxiliaryProcs[slot].pid == 0)
			break;
	if (slot >= NUM_AUXILIARY_PROCS)
	{
		SpinLockRelease(ProcStructLock);
		elog(FATAL, "all AuxiliaryProcs are in use");
	}
	((volatile PGPROC *) &AuxiliaryProcs[slot])->pid = MyProcPid;
	SpinLockRelease(ProcStructLock);

	MyProc = &AuxiliaryProcs[slot];
	adopt_proc();
	on_shmem_exit(AuxiliaryProcKill, Int32GetDatum(slot));
	InitLWLockAccess();
}

/* Stop using MyProc; the caller makes it free. */
static PGPROC *
abandon_proc(void)
{
	PGPROC *proc = MyProc;

	LWLockReleaseAll();
	ConditionVariableCancelSleep();
	pgstat_reset_wait_event_storage();
	SwitchBackToLocalLatch();
	MyProc = NULL;
	DisownLatch(&proc->procLatch);
	return proc;
}

static void
ProcKill(int code, Datum arg)
{
	PGPROC *proc;

	Assert(MyProc != NULL);
	proc = abandon_proc();
	proc->pid = 0;
	SpinLockAcquire(ProcStructLock);
	dlist_push_tail(proc->procgloballist, &proc->links);
	SpinLockRelease(ProcStructLock);
	if (IsUnderPostmaster && MyPMChildSlot > 0)
		MarkPostmasterChildInactive();
}

static void
AuxiliaryProcKill(int code, Datum arg)
{
	PGPROC *proc = abandon_proc();

	Assert(proc == &AuxiliaryProcs[DatumGetInt32(arg)]);
	SpinLockAcquire(ProcStructLock);
	proc->pid = 0;
	SpinLockRelease(ProcStructLock);
}

/* The auxiliary process with this pid, or NULL; without a lock. */
PGPROC *
AuxiliaryPidGetProc(int pid)
{
	if (pid == 0)
		return NULL;
	for (int i = 0; i < NUM_AUXILIARY_PROCS; i++)
		if (AuxiliaryProcs[i].pid == pid)
			return &AuxiliaryProcs[i];
	return NULL;
}

/* Are n more client connections possible? */
bool
HaveNFreeProcs(int n)
{
	dlist_iter iter;
	int found = 0;

	SpinLockAcquire(ProcStructLock);
	dlist_foreach (iter, &ProcGlobal->freeProcs)
		if (++found >= n)
			break;
	SpinLockRelease(ProcStructLock);
	return found >= n;
}

/*
 * ProcReleaseLocks
 *		End of transaction: release all but session locks.
 *
 * After an abort that came from a lock wait, this process may still be queued.
 */
void
ProcReleaseLocks(bool isCommit)
{
	if (MyProc == NULL)
		return;
	LockErrorCleanup();
	LockReleaseAll(DEFAULT_LOCKMETHOD, !isCommit);
	LockReleaseAll(USER_LOCKMETHOD, false);
}

/* ---- sleeping for a lock ---- */

bool
IsWaitingForLock(void)
{
	return lock_awaited != NULL;
}

static void
disable_lock_timeouts(void)
{
	DisableTimeoutParams timeouts[2] = {
		{DEADLOCK_TIMEOUT, false},
		{LOCK_TIMEOUT, true}, /* the indicator tells what was canceled */
	};

	disable_timeouts(timeouts, 2);
}

/*
 * LockErrorCleanup
 *		An error or cancel ended a wait: leave the queue.
 *
 * If the lock was granted meanwhile, it is entered as held, for the end of the
 * transaction to release.
 */
void
LockErrorCleanup(void)
{
	LWLock *partition;

	HOLD_INTERRUPTS();
	if (lock_awaited == NULL)
	{
		RESUME_INTERRUPTS();
		return;
	}
	disable_lock_timeouts();
	partition = LockHashPartitionLock(lock_awaited->hashcode);
	LWLockAcquire(partition, LW_EXCLUSIVE);
	if (MyProc->waitLock != NULL)
		RemoveFromWaitQueue(MyProc, lock_awaited->hashcode);
	else if (MyProc->waitStatus == PROC_WAIT_STATUS_OK)
		GrantAwaitedLock();
	lock_awaited = NULL;
	LWLockRelease(partition);
	RESUME_INTERRUPTS();
}

/*
 * Find this process's place in the queue of a lock of which it already holds
 * some modes: before the first waiter that waits for those, since that one
 * could otherwise never get past it.  *before is that waiter or NULL (the
 * end).  Returns WAITING; OK if the lock can be had at once there; ERROR if
 * the two wait for each other.
 */
static ProcWaitStatus
find_queue_place(LOCALLOCK *locallock, LockMethod method, PGPROC **before)
{
	LOCKMODE mode = locallock->tag.mode;
	LOCK *lock = locallock->lock;
	LOCKMASK my_modes = locallock->proclock->holdMask;
	LOCKMASK ahead = 0;
	dlist_iter iter;

	*before = NULL;
	if (my_modes == 0)
		return PROC_WAIT_STATUS_WAITING;
	dlist_foreach (iter, &lock->waitProcs)
	{
		PGPROC *waiter = dlist_container(PGPROC, links, iter.cur);

		if (method->conflictTab[waiter->waitLockMode] & my_modes)
		{
			if (method->conflictTab[mode] & waiter->heldLocks)
			{
				RememberSimpleDeadLock(MyProc, mode, lock, waiter);
				return PROC_WAIT_STATUS_ERROR;
			}
			*before = waiter;
			if ((method->conflictTab[mode] & ahead) == 0 &&
				!LockCheckConflicts(method, mode, lock, locallock->proclock))
				return PROC_WAIT_STATUS_OK;
			return PROC_WAIT_STATUS_WAITING;
		}
		ahead |= LOCKBIT_ON(waiter->waitLockMode);
	}
	return PROC_WAIT_STATUS_WAITING;
}

static void
enter_wait_queue(LOCALLOCK *locallock, PGPROC *before)
{
	LOCK *lock = locallock->lock;

	if (before)
		dlist_insert_before(&before->links, &MyProc->links);
	else
		dlist_push_tail(&lock->waitProcs, &MyProc->links);
	lock->nWaiting++;
	lock->waitMask |= LOCKBIT_ON(locallock->tag.mode);
	MyProc->heldLocks = locallock->proclock->holdMask;
	MyProc->waitLock = lock;
	MyProc->waitProcLock = locallock->proclock;
	MyProc->waitLockMode = locallock->tag.mode;
	MyProc->waitStatus = PROC_WAIT_STATUS_WAITING;
}

static void
lock_all_partitions(void)
{
	for (int i = 0; i < NUM_LOCK_PARTITIONS; i++)
		LWLockAcquire(LockHashPartitionLockByIndex(i), LW_EXCLUSIVE);
}

static void
unlock_all_partitions(void)
{
	for (int i = NUM_LOCK_PARTITIONS - 1; i >= 0; i--)
		LWLockRelease(LockHashPartitionLockByIndex(i));
}

/* deadlock_timeout is over: look for a deadlock, and leave the queue if so. */
static void
check_deadlock(void)
{
	lock_all_partitions();
	if (MyProc->waitLock != NULL)
	{
		deadlock_state = DeadLockCheck(MyProc);
		if (deadlock_state == DS_HARD_DEADLOCK)
			RemoveFromWaitQueue(MyProc, LockTagHashCode(&MyProc->waitLock->tag));
	}
	unlock_all_partitions();
}

/* An autovacuum worker is in the way: cancel it, as it can be repeated. */
static void
cancel_blocking_autovacuum(void)
{
	PGPROC *autovac = GetBlockingAutoVacuumPgproc();
	int pid = 0;

	if (autovac == NULL)
		return;
	LWLockAcquire(ProcArrayLock, LW_SHARED);
	if ((autovac->statusFlags & PROC_IS_AUTOVACUUM) &&
		!(autovac->statusFlags & PROC_VACUUM_FOR_WRAPAROUND))
		pid = autovac->pid;
	LWLockRelease(ProcArrayLock);
	if (pid == 0)
		return;
	ereport(DEBUG1, (errmsg_internal("sending cancel to blocking autovacuum PID %d", pid)));
	if (kill(pid, SIGINT) < 0 && errno != ESRCH)
		ereport(WARNING, (errmsg("could not send signal to process %d: %m", pid)));
}

/* log_lock_waits: say what happened after deadlock_timeout. */
static void
report_lock_wait(const LOCALLOCK *locallock, LockMethod method,
				 TimestampTz since, bool *announced)
{
	StringInfoData what;
	const char *mode = method->lockModeNames[locallock->tag.mode];
	TimestampTz waited = timeout_now() - since;
	long ms = (long) (waited / 1000);
	int us = (int) (waited % 1000);

	initStringInfo(&what);
	DescribeLockTag(&what, &locallock->tag.lock);
	if (MyProc->waitStatus == PROC_WAIT_STATUS_WAITING && !*announced)
	{
		ereport(LOG, (errmsg(deadlock_state == DS_SOFT_DEADLOCK ? "process %d avoided deadlock for %s on %s by rearranging queue order after %ld.%03d ms" : "process %d still waiting for %s on %s after %ld.%03d ms", MyProcPid, mode, what.data, ms, us)));
		*announced = true;
	}
	else if (MyProc->waitStatus == PROC_WAIT_STATUS_OK && *announced)
		ereport(LOG, (errmsg("process %d acquired %s on %s after %ld.%03d ms", MyProcPid, mode, what.data, ms, us)));
	else if (MyProc->waitStatus == PROC_WAIT_STATUS_ERROR)
		ereport(LOG, (errmsg("process %d detected deadlock while waiting for %s on %s after %ld.%03d ms", MyProcPid, mode, what.data, ms, us)));
	pfree(what.data);
}

static void
enable_lock_timeouts(void)
{
	EnableTimeoutParams timeouts[2];
	int n = 0;

	timeouts[n].id = DEADLOCK_TIMEOUT;
	timeouts[n].type = TMPARAM_AFTER;
	timeouts[n++].delay_ms = DeadlockTimeout;
	if (LockTimeout > 0)
	{
		timeouts[n].id = LOCK_TIMEOUT;
		timeouts[n].type = TMPARAM_AFTER;
		timeouts[n++].delay_ms = LockTimeout;
	}
	enable_timeouts(timeouts, n);
}

/* Sleep until the wait is over; no LWLock is held. */
static ProcWaitStatus
sleep_in_wait_queue(LOCALLOCK *locallock, LockMethod method)
{
	TimestampTz since = timeout_now();
	ProcWaitStatus status;
	bool announced = false;
	bool autovac_canceled = false;

	deadlock_state = DS_NOT_YET_CHECKED;
	got_deadlock_timeout = false;
	pg_atomic_write_u64(&MyProc->waitStart, since);
	enable_lock_timeouts();
	do
	{
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_EXIT_ON_PM_DEATH, 0,
						 PG_WAIT_LOCK | locallock->tag.lock.locktag_type);
		ResetLatch(MyLatch);
		if (got_deadlock_timeout)
		{
			check_deadlock();
			got_deadlock_timeout = false;
		}
		CHECK_FOR_INTERRUPTS();
		status = *(volatile ProcWaitStatus *) &MyProc->waitStatus;
		if (deadlock_state == DS_BLOCKED_BY_AUTOVACUUM && !autovac_canceled)
		{
			autovac_canceled = true;
			cancel_blocking_autovacuum();
		}
		if (log_lock_waits && deadlock_state != DS_NOT_YET_CHECKED)
			report_lock_wait(locallock, method, since, &announced);
	} while (status == PROC_WAIT_STATUS_WAITING);
	disable_lock_timeouts();
	pg_atomic_write_u64(&MyProc->waitStart, 0);
	return status;
}

/*
 * ProcSleep
 *		Wait for a lock that cannot be granted now.
 *
 * Caller holds the partition lock, which is released during the wait and held
 * again at return.  OK: it was granted.  ERROR: there is a deadlock, which
 * DeadLockReport describes; the process is no longer in the queue.
 */
ProcWaitStatus
ProcSleep(LOCALLOCK *locallock, LockMethod lockMethodTable)
{
	LWLock *partition = LockHashPartitionLock(locallock->hashcode);
	PGPROC *before;
	ProcWaitStatus status;

	status = find_queue_place(locallock, lockMethodTable, &before);
	if (status == PROC_WAIT_STATUS_OK)
	{
		GrantLock(locallock->lock, locallock->proclock, locallock->tag.mode);
		GrantAwaitedLock();
		return status;
	}
	enter_wait_queue(locallock, before);
	if (status == PROC_WAIT_STATUS_ERROR)
	{
		RemoveFromWaitQueue(MyProc, locallock->hashcode);
		return status;
	}

	lock_awaited = locallock;
	LWLockRelease(partition);
	status = sleep_in_wait_queue(locallock, lockMethodTable);
	LWLockAcquire(partition, LW_EXCLUSIVE);
	lock_awaited = NULL;
	if (status == PROC_WAIT_STATUS_OK)
		GrantAwaitedLock();
	return status;
}

/*
 * ProcWakeup
 *		Take a process off a wait queue and wake it.  Partition lock held.
 */
PGPROC *
ProcWakeup(PGPROC *proc, ProcWaitStatus waitStatus)
{
	if (proc->waitLock == NULL)
		return NULL;
	Assert(proc->waitStatus == PROC_WAIT_STATUS_WAITING);
	dlist_delete(&proc->links);
	dlist_node_init(&proc->links);
	proc->waitLock->nWaiting--;
	proc->waitLock = NULL;
	proc->waitProcLock = NULL;
	proc->waitStatus = waitStatus;
	SetLatch(&proc->procLatch);
	return proc;
}

/*
 * ProcLockWakeup
 *		Grant a lock to those waiters that can have it.  Partition lock held.
 *
 * In the order of the queue; a waiter never overtakes one that it conflicts
 * with.
 */
void
ProcLockWakeup(LockMethod lockMethodTable, LOCK *lock)
{
	LOCKMASK ahead = 0;
	dlist_mutable_iter iter;

	dlist_foreach_modify (iter, &lock->waitProcs)
	{
		PGPROC *proc = dlist_container(PGPROC, links, iter.cur);
		LOCKMODE mode = proc->waitLockMode;

		if ((lockMethodTable->conflictTab[mode] & ahead) == 0 &&
			!LockCheckConflicts(lockMethodTable, mode, lock, proc->waitProcLock))
		{
			GrantLock(lock, proc->waitProcLock, mode);
			ProcWakeup(proc, PROC_WAIT_STATUS_OK);
		}
		else
			ahead |= LOCKBIT_ON(mode);
	}
}

/* In the signal handler, when deadlock_timeout is over. */
void
CheckDeadLockAlert(void)
{
	int save_errno = errno;

	got_deadlock_timeout = true;
	SetLatch(MyLatch);
	errno = save_errno;
}

/* ---- signals between processes ---- */

/* Sleep until ProcSendSignal; may return early, so test what is waited for. */
void
ProcWaitForSignal(uint32 wait_event_info)
{
	(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_EXIT_ON_PM_DEATH, 0,
					 wait_event_info);
	ResetLatch(MyLatch);
	CHECK_FOR_INTERRUPTS();
}

void
ProcSendSignal(int pgprocno)
{
	if (pgprocno < 0 || pgprocno >= (int) ProcGlobal->allProcCount)
		elog(ERROR, "pgprocno out of range");
	SetLatch(&ProcGlobal->allProcs[pgprocno].procLatch);
}

/* The buffer that the startup process waits for, for others' deadlock check. */
void
SetStartupBufferPinWaitBufId(int bufid)
{
	*(volatile int *) &ProcGlobal->startupBufferPinWaitBufId = bufid;
}

int
GetStartupBufferPinWaitBufId(void)
{
	return *(volatile int *) &ProcGlobal->startupBufferPinWaitBufId;
}
