/*
 * sinvaladt.c
 *		The ring of invalidation messages.
 *
 * Messages are numbered; number n lies in slot n modulo the size of the
 * ring. Writers hold SInvalWriteLock, readers SInvalReadLock shared; only
 * the clean-up, which may move everybody's numbers, holds both exclusively.
 * A reader that is too far behind is reset: it drops its caches instead of
 * reading.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/sinvaladt.c
 */
#include "postgres.h"

#include <signal.h>

#include "access/transam.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/proc.h"
#include "storage/procsignal.h"
#include "storage/shmem.h"
#include "storage/sinvaladt.h"
#include "storage/spin.h"

#define RING_SIZE 4096 /* messages */
#define WRAP_LIMIT (RING_SIZE * 262144) /* where numbers start over; fits int */
#define CLEANUP_MIN (RING_SIZE / 2) /* fill at which writers clean up */
#define CLEANUP_STEP (RING_SIZE / 16)
#define BEHIND_LIMIT (RING_SIZE / 2) /* who is further behind gets a signal */
#define WRITE_BATCH 64

typedef struct ReaderState
{
	pid_t pid; /* 0: free.  Both locks exclusive */
	PGPROC *proc; /* the same */
	int next_msg; /* the next to read: reader, under the read lock */
	bool reset; /* it must drop its caches: the same */
	bool signaled; /* was sent a catchup signal: both locks */
	bool has_messages; /* hint: writers set, the reader clears */
	bool send_only; /* never reads (startup process) */
	LocalTransactionId next_lxid; /* saved when the slot is given up */
} ReaderState;

typedef struct SISeg
{
	int min_msg; /* oldest needed: both locks */
	int max_msg; /* next to write: write lock and spinlock */
	int next_threshold; /* fill at which to clean up: write lock */
	int last_reader; /* highest slot in use + 1: both locks */
	int max_readers; /* constant */
	slock_t max_msg_lock;
	SharedInvalidationMessage ring[RING_SIZE];
	ReaderState readers[FLEXIBLE_ARRAY_MEMBER];
} SISeg;

static SISeg *seg = NULL;
static LocalTransactionId next_lxid;

Size
SInvalShmemSize(void)
{
	return add_size(offsetof(SISeg, readers),
					mul_size(sizeof(ReaderState), MaxBackends));
}

void
CreateSharedInvalidationState(void)
{
	bool found;

	seg = ShmemInitStruct("shmInvalBuffer", SInvalShmemSize(), &found);
	if (found)
		return;
	memset(seg, 0, SInvalShmemSize());
	seg->next_threshold = CLEANUP_MIN;
	seg->max_readers = MaxBackends;
	SpinLockInit(&seg->max_msg_lock);
	for (int i = 0; i < seg->max_readers; i++)
		seg->readers[i].next_lxid = InvalidLocalTransactionId;
}

static void
leave_ring(int status, Datum arg)
{
	ReaderState *r = &seg->readers[MyBackendId - 1];

	LWLockAcquire(SInvalWriteLock, LW_EXCLUSIVE);
	LWLockAcquire(SInvalReadLock, LW_EXCLUSIVE);
	r->next_lxid = next_lxid;
	r->pid = 0;
	r->proc = NULL;
	r->next_msg = 0;
	r->reset = false;
	r->signaled = false;
	while (seg->last_reader > 0 && seg->readers[seg->last_reader - 1].pid == 0)
		seg->last_reader--;
	LWLockRelease(SInvalReadLock);
	LWLockRelease(SInvalWriteLock);
}

/*
 * SharedInvalBackendInit
 *		Take a slot; its number, from 1, becomes MyBackendId.
 *
 * FATAL (ERRCODE_TOO_MANY_CONNECTIONS) if all are taken.
 */
void
SharedInvalBackendInit(bool sendOnly)
{
	ReaderState *r = NULL;
	int i;

	LWLockAcquire(SInvalWriteLock, LW_EXCLUSIVE);
	LWLockAcquire(SInvalReadLock, LW_EXCLUSIVE);
	for (i = 0; i < seg->max_readers; i++)
		if (seg->readers[i].pid == 0)
		{
			r = &seg->readers[i];
			break;
		}
	if (r == NULL)
	{
		MyBackendId = InvalidBackendId;
		LWLockRelease(SInvalReadLock);
		LWLockRelease(SInvalWriteLock);
		ereport(FATAL, (errcode(ERRCODE_TOO_MANY_CONNECTIONS), errmsg("sorry, too many clients already")));
	}
	seg->last_reader = Max(seg->last_reader, i + 1);
	MyBackendId = i + 1;
	MyProc->backendId = MyBackendId;
	next_lxid = r->next_lxid;
	r->pid = MyProcPid;
	r->proc = MyProc;
	r->next_msg = seg->max_msg; /* earlier messages do not concern us */
	r->reset = false;
	r->signaled = false;
	r->has_messages = false;
	r->send_only = sendOnly;
	LWLockRelease(SInvalReadLock);
	LWLockRelease(SInvalWriteLock);
	on_shmem_exit(leave_ring, PointerGetDatum(seg));
}

/* The process with this backend id, or NULL; it may be ending. */
PGPROC *
BackendIdGetProc(int backendID)
{
	PGPROC *proc = NULL;

	LWLockAcquire(SInvalWriteLock, LW_SHARED);
	if (backendID > 0 && backendID <= seg->last_reader)
		proc = seg->readers[backendID - 1].proc;
	LWLockRelease(SInvalWriteLock);
	return proc;
}

/* Its xid and xmin, 0 if it has none or does not exist. */
void
BackendIdGetTransactionIds(int backendID, TransactionId *xid,
						   TransactionId *xmin)
{
	*xid = InvalidTransactionId;
	*xmin = InvalidTransactionId;
	LWLockAcquire(SInvalWriteLock, LW_SHARED);
	if (backendID > 0 && backendID <= seg->last_reader)
	{
		PGPROC *proc = seg->readers[backendID - 1].proc;

		if (proc != NULL)
		{
			*xid = proc->xid;
			*xmin = proc->xmin;
		}
	}
	LWLockRelease(SInvalWriteLock);
}

/* Write at most WRITE_BATCH messages, making room first. */
static void
insert_batch(const SharedInvalidationMessage *data, int n)
{
	int max;

	LWLockAcquire(SInvalWriteLock, LW_EXCLUSIVE);
	for (;;)
	{
		int fill = seg->max_msg - seg->min_msg;

		if (fill + n <= RING_SIZE && fill < seg->next_threshold)
			break;
		SICleanupQueue(true, n);
	}
	max = seg->max_msg;
	while (n-- > 0)
		seg->ring[max++ % RING_SIZE] = *data++;

	/* readers take the new end under the spinlock, and so see the messages */
	SpinLockAcquire(&seg->max_msg_lock);
	seg->max_msg = max;
	SpinLockRelease(&seg->max_msg_lock);
	for (int i = 0; i < seg->last_reader; i++)
		seg->readers[i].has_messages = true;
	LWLockRelease(SInvalWriteLock);
}

void
SIInsertDataEntries(const SharedInvalidationMessage *data, int n)
{
	while (n > 0)
	{
		int now = Min(n, WRITE_BATCH);

		insert_batch(data, now);
		data += now;
		n -= now;
	}
}

/*
 * SIGetDataEntries
 *		Read up to datasize messages.
 *
 * Returns how many, 0 if there are none, -1 if this process must drop all its
 * caches because it was too late.
 */
int
SIGetDataEntries(SharedInvalidationMessage *data, int datasize)
{
	ReaderState *r = &seg->readers[MyBackendId - 1];
	int max;
	int n = 0;

	/*
	 * The usual case, without a lock.  Stale is harmless: whoever needs to
	 * see a message has taken a lock after its sender released it, and that
	 * has ordered the two.
	 */
	if (!r->has_messages)
		return 0;

	LWLockAcquire(SInvalReadLock, LW_SHARED);
	r->has_messages = false; /* before the end is read */
	SpinLockAcquire(&seg->max_msg_lock);
	max = seg->max_msg;
	SpinLockRelease(&seg->max_msg_lock);

	if (r->reset)
	{
		r->next_msg = max;
		r->reset = false;
		r->signaled = false;
		LWLockRelease(SInvalReadLock);
		return -1;
	}
	while (n < datasize && r->next_msg < max)
		data[n++] = seg->ring[r->next_msg++ % RING_SIZE];
	if (r->next_msg >= max)
		r->signaled = false;
	else
		r->has_messages = true;
	LWLockRelease(SInvalReadLock);
	return n;
}

/*
 * SICleanupQueue
 *		Find out what all have read, and reset who holds up the ring.
 *
 * minFree: at least so many slots must become free.  Signals the process that
 * is furthest behind, if it is very far; the write lock is let go meanwhile.
 */
void
SICleanupQueue(bool callerHasWriteLock, int minFree)
{
	int min;
	int must_reach;
	int signal_below;
	ReaderState *behind = NULL;

	if (!callerHasWriteLock)
		LWLockAcquire(SInvalWriteLock, LW_EXCLUSIVE);
	LWLockAcquire(SInvalReadLock, LW_EXCLUSIVE);

	min = seg->max_msg;
	must_reach = seg->max_msg - RING_SIZE + minFree;
	signal_below = min - BEHIND_LIMIT;
	for (int i = 0; i < seg->last_reader; i++)
	{
		ReaderState *r = &seg->readers[i];

		if (r->pid == 0 || r->reset || r->send_only)
			continue;
		if (r->next_msg < must_reach)
		{
			r->reset = true;
			continue;
		}
		if (r->next_msg < min)
			min = r->next_msg;
		if (r->next_msg < signal_below && !r->signaled)
		{
			signal_below = r->next_msg;
			behind = r;
		}
	}
	seg->min_msg = min;
	if (seg->min_msg >= WRAP_LIMIT)
	{
		seg->min_msg -= WRAP_LIMIT;
		seg->max_msg -= WRAP_LIMIT;
		for (int i = 0; i < seg->last_reader; i++)
			seg->readers[i].next_msg -= WRAP_LIMIT;
	}
	min = seg->max_msg - seg->min_msg;
	seg->next_threshold = min < CLEANUP_MIN ? CLEANUP_MIN : (min / CLEANUP_STEP + 1) * CLEANUP_STEP;

	if (behind != NULL)
	{
		pid_t pid = behind->pid;
		BackendId id = (behind - seg->readers) + 1;

		behind->signaled = true;
		LWLockRelease(SInvalReadLock);
		LWLockRelease(SInvalWriteLock);
		elog(DEBUG4, "sending sinval catchup signal to PID %d", (int) pid);
		SendProcSignal(pid, PROCSIG_CATCHUP_INTERRUPT, id);
		if (callerHasWriteLock)
			LWLockAcquire(SInvalWriteLock, LW_EXCLUSIVE);
		return;
	}
	LWLockRelease(SInvalReadLock);
	if (!callerHasWriteLock)
		LWLockRelease(SInvalWriteLock);
}

/* Ids of virtual transactions: unique as long as the slot's memory lives. */
LocalTransactionId
GetNextLocalTransactionId(void)
{
	LocalTransactionId result;

	do
		result = next_lxid++;
	while (!LocalTransactionIdIsValid(result));
	return result;
}
