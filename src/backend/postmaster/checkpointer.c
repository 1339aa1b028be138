/*
 * checkpointer.c
 *		The process that makes checkpoints and owns deferred fsyncs.
 *
 * It sleeps until checkpoint_timeout has passed or somebody asks (RequestCheckpoint:
 * a flag word in shared memory and SIGINT).  While it writes buffers it paces
 * itself by CheckpointWriteDelay.  All other processes hand it the files they
 * wrote through a queue in shared memory (ForwardSyncRequest), which it empties
 * into sync.c's table (AbsorbSyncRequests), often, so that they need not fsync
 * themselves.
 *
 * K1. started and done count checkpoints; a requester waits until a checkpoint
 *	   that started after its request is done.  failed counts those that did not
 *	   succeed.
 * K2. Flags are taken, and started raised, at once under ckpt_lck: a request is
 *	   served by the checkpoint that takes its flags or by a later one.
 *
 * Signals: SIGHUP reload, SIGINT checkpoint, SIGUSR2 shutdown checkpoint and
 * exit, SIGTERM ignored (sent to all at a system's end).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/postmaster/checkpointer.c
 */
#include "postgres.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogrecovery.h"
#include "libpq/pqsignal.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/auxprocess.h"
#include "postmaster/bgwriter.h"
#include "postmaster/interrupt.h"
#include "storage/buf_internals.h"
#include "storage/bufmgr.h"
#include "storage/condition_variable.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "storage/procsignal.h"
#include "storage/shmem.h"
#include "storage/smgr.h"
#include "storage/spin.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

int CheckPointTimeout = 300;
int CheckPointWarning = 30;

/* One file to be fsynced, or a message about such files. */
typedef struct CheckpointerRequest
{
	SyncRequestType type;
	FileTag ftag;
} CheckpointerRequest;

typedef struct CheckpointerShmemStruct
{
	/* ---- ckpt_lck ---- */
	slock_t ckpt_lck;
	pid_t checkpointer_pid; /* 0 if not running */
	int ckpt_started; /* these three count up and wrap */
	int ckpt_done;
	int ckpt_failed;
	int ckpt_flags; /* CHECKPOINT_ flags asked for */

	ConditionVariable start_cv; /* ckpt_started has moved */
	ConditionVariable done_cv; /* ckpt_done has moved */

	/* ---- CheckpointerCommLock ---- */
	uint32 num_backend_writes; /* buffers written by backends */
	uint32 num_backend_fsync; /* fsyncs they had to do themselves */
	int num_requests;
	int max_requests; /* constant */
	CheckpointerRequest requests[FLEXIBLE_ARRAY_MEMBER];
} CheckpointerShmemStruct;

static CheckpointerShmemStruct *CheckpointerShmem;

/* How long to wait for a checkpointer to come up, in tenths of a second. */
#define MAX_SIGNAL_TRIES 600

/* Buffers written at full speed between looks at the queue. */
#define WRITES_PER_ABSORB 1000

/* The checkpoint under way; in the checkpointer only. */
static volatile sig_atomic_t checkpoint_requested = false;
static bool ckpt_active = false;
static pg_time_t ckpt_start_time;
static XLogRecPtr ckpt_start_recptr;
static double ckpt_cached_elapsed;
static pg_time_t last_checkpoint_time;
static pg_time_t last_xlog_switch_time;

static bool is_on_schedule(double progress);
static void switch_segment_if_due(void);
static void serve_interrupts(void);

/* ---------------------------------------------------------------------------
 * Shared memory
 * ------------------------------------------------------------------------ */

Size
CheckpointerShmemSize(void)
{
	return add_size(offsetof(CheckpointerShmemStruct, requests),
					mul_size(NBuffers, sizeof(CheckpointerRequest)));
}

void
CheckpointerShmemInit(void)
{
	bool found;

	CheckpointerShmem = ShmemInitStruct("Checkpointer Data", CheckpointerShmemSize(), &found);
	if (found)
		return;
	/* The tags are compared bytewise when the queue is compacted. */
	memset(CheckpointerShmem, 0, CheckpointerShmemSize());
	SpinLockInit(&CheckpointerShmem->ckpt_lck);
	CheckpointerShmem->max_requests = NBuffers;
	ConditionVariableInit(&CheckpointerShmem->start_cv);
	ConditionVariableInit(&CheckpointerShmem->done_cv);
}

void
postmaster_register(void)
{
	shmem_register("Checkpointer", CheckpointerShmemSize, CheckpointerShmemInit);
}

/* ---------------------------------------------------------------------------
 * The process
 * ------------------------------------------------------------------------ */

static void
on_checkpoint_signal(int signo)
{
	int save_errno = errno;

	checkpoint_requested = true;
	SetLatch(MyLatch);
	errno = save_errno;
}

static void
set_up_signals(void)
{
	aux_process_signals(on_checkpoint_signal, SIG_IGN, SignalHandlerForShutdownRequest);
}

static void
forget_pid(int code, Datum arg)
{
	SpinLockAcquire(&CheckpointerShmem->ckpt_lck);
	CheckpointerShmem->checkpointer_pid = 0;
	SpinLockRelease(&CheckpointerShmem->ckpt_lck);
	ProcGlobal->checkpointerLatch = NULL;
}

/* The checkpoint has ended, well or not: tell those who wait (K1). */
static void
end_checkpoint(bool ok)
{
	SpinLockAcquire(&CheckpointerShmem->ckpt_lck);
	if (!ok)
		CheckpointerShmem->ckpt_failed++;
	CheckpointerShmem->ckpt_done = CheckpointerShmem->ckpt_started;
	SpinLockRelease(&CheckpointerShmem->ckpt_lck);
	ConditionVariableBroadcast(&CheckpointerShmem->done_cv);
	ckpt_active = false;
}

/* An error was thrown up to the main loop; those who wait must hear of it. */
static void
recover_from_error(MemoryContext context)
{
	if (ckpt_active)
		end_checkpoint(false);
	aux_process_recover(context);
}

/* Warn if max_wal_size makes checkpoints come too often. */
static void
warn_if_frequent(int flags, int elapsed_secs)
{
	if (!(flags & CHECKPOINT_CAUSE_XLOG) || RecoveryInProgress() ||
		elapsed_secs >= CheckPointWarning)
		return;
	ereport(LOG,
			(elapsed_secs == 1 ? errmsg("checkpoints are occurring too frequently (%d second apart)", elapsed_secs) : errmsg("checkpoints are occurring too frequently (%d seconds apart)", elapsed_secs),
			 errhint("Consider increasing the configuration parameter \"max_wal_size\".")));
}

/* Make one checkpoint; flags says why the loop wants it. */
static void
do_checkpoint(int flags, pg_time_t now)
{
	bool restartpoint = RecoveryInProgress();
	bool performed = true;

	SpinLockAcquire(&CheckpointerShmem->ckpt_lck);
	flags |= CheckpointerShmem->ckpt_flags;
	CheckpointerShmem->ckpt_flags = 0;
	CheckpointerShmem->ckpt_started++;
	SpinLockRelease(&CheckpointerShmem->ckpt_lck);
	ConditionVariableBroadcast(&CheckpointerShmem->start_cv);

	/* The one that ends recovery is a checkpoint in spite of it. */
	if (flags & CHECKPOINT_END_OF_RECOVERY)
		restartpoint = false;
	if (!restartpoint)
		warn_if_frequent(flags, (int) (now - last_checkpoint_time));

	ckpt_active = true;
	ckpt_start_recptr = restartpoint ? GetXLogReplayRecPtr(NULL) : GetInsertRecPtr();
	ckpt_start_time = now;
	ckpt_cached_elapsed = 0;
	if (restartpoint)
		performed = CreateRestartPoint(flags);
	else
		CreateCheckPoint(flags);

	/* Files that were dropped meanwhile must not stay open. */
	smgrcloseall();
	end_checkpoint(true);

	/* A restart point that was not possible yet: try again in 15 seconds. */
	last_checkpoint_time = performed ? now : now - CheckPointTimeout + 15;
	pgstat_report_checkpointer();
	pgstat_report_wal(true);
	serve_interrupts();
}

/* How long to sleep: until the next checkpoint or segment switch is due. */
static long
sleep_seconds(pg_time_t now)
{
	long secs = CheckPointTimeout - (long) (now - last_checkpoint_time);

	if (XLogArchiveTimeout > 0 && !RecoveryInProgress())
		secs = Min(secs, XLogArchiveTimeout - (long) (now - last_xlog_switch_time));
	return secs;
}

/*
 * Does somebody want a checkpoint that has not started?  A request that came
 * during the last one may have set the latch while that was pausing, which resets
 * it; so this is asked again before the loop sleeps.
 */
static bool
request_pending(void)
{
	bool pending;

	SpinLockAcquire(&CheckpointerShmem->ckpt_lck);
	pending = CheckpointerShmem->ckpt_flags != 0;
	SpinLockRelease(&CheckpointerShmem->ckpt_lck);
	return pending;
}

/* One round of the main loop. */
static void
work_round(void)
{
	pg_time_t now;
	long secs;
	int flags = 0;

	ResetLatch(MyLatch);
	AbsorbSyncRequests();
	serve_interrupts();

	if (request_pending())
		checkpoint_requested = true;

	now = (pg_time_t) time(NULL);
	if (checkpoint_requested)
	{
		checkpoint_requested = false;
		flags |= CHECKPOINT_REQUESTED;
		PendingCheckpointerStats.requested_checkpoints++;
	}
	if (now - last_checkpoint_time >= CheckPointTimeout)
	{
		if (flags == 0)
			PendingCheckpointerStats.timed_checkpoints++;
		flags |= CHECKPOINT_CAUSE_TIME;
	}
	if (flags != 0)
		do_checkpoint(flags & ~CHECKPOINT_REQUESTED, now);
	switch_segment_if_due();
	pgstat_report_checkpointer();
	pgstat_report_wal(true);

	now = (pg_time_t) time(NULL);
	secs = sleep_seconds(now);
	if (secs <= 0 || request_pending())
		return;
	(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
					 secs * 1000L, WAIT_EVENT_CHECKPOINTER_MAIN);
}

/*
 * CheckpointerMain
 *		Entry point; does not return.
 */
void
CheckpointerMain(void)
{
	sigjmp_buf local_sigjmp_buf;
	MemoryContext context;

	SpinLockAcquire(&CheckpointerShmem->ckpt_lck);
	CheckpointerShmem->checkpointer_pid = MyProcPid;
	SpinLockRelease(&CheckpointerShmem->ckpt_lck);
	on_shmem_exit(forget_pid, 0);
	set_up_signals();
	last_checkpoint_time = last_xlog_switch_time = (pg_time_t) time(NULL);

	context = AllocSetContextCreate(TopMemoryContext, "Checkpointer", ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(context);
	if (sigsetjmp(local_sigjmp_buf, 1) != 0)
		recover_from_error(context);
	PG_exception_stack = &local_sigjmp_buf;
	PG_SETMASK(&UnBlockSig);

	ProcGlobal->checkpointerLatch = &MyProc->procLatch;
	for (;;)
		work_round();
}

/* Serve signals; a shutdown request makes the last checkpoint and exits. */
static void
serve_interrupts(void)
{
	if (ProcSignalBarrierPending)
		ProcessProcSignalBarrier();
	if (ConfigReloadPending)
	{
		ConfigReloadPending = false;
		ProcessConfigFile(PGC_SIGHUP);
		/* Others take the setting over from shared memory. */
		if (!RecoveryInProgress())
			UpdateFullPageWrites();
	}
	if (ShutdownRequestPending)
	{
		/* From here on an error ends the process: nothing may be left undone. */
		ExitOnAnyError = true;
		PendingCheckpointerStats.requested_checkpoints++;
		ShutdownXLOG(0, 0);
		pgstat_report_checkpointer();
		pgstat_report_wal(true);
		pgstat_before_server_shutdown(0, 0);
		proc_exit(0);
	}
}

/* archive_timeout: begin a new segment so that the old one can be archived. */
static void
switch_segment_if_due(void)
{
	pg_time_t now;
	pg_time_t last;
	XLogRecPtr last_lsn;

	if (XLogArchiveTimeout <= 0 || RecoveryInProgress())
		return;
	now = (pg_time_t) time(NULL);
	if (now - last_xlog_switch_time < XLogArchiveTimeout)
		return;
	last = GetLastSegSwitchData(&last_lsn);
	last_xlog_switch_time = Max(last_xlog_switch_time, last);
	if (now - last_xlog_switch_time < XLogArchiveTimeout)
		return;

	/* Only if something worth archiving was written since. */
	if (GetLastImportantRecPtr() > last_lsn)
	{
		XLogRecPtr switched = RequestXLogSwitch(true);

		if (XLogSegmentOffset(switched, wal_segment_size) != 0)
			elog(DEBUG1, "write-ahead log switch forced (archive_timeout=%d)",
				 XLogArchiveTimeout);
	}
	last_xlog_switch_time = now;
}

/* ---------------------------------------------------------------------------
 * Pacing
 * ------------------------------------------------------------------------ */

static bool
somebody_wants_haste(void)
{
	return (((volatile CheckpointerShmemStruct *) CheckpointerShmem)->ckpt_flags &
			CHECKPOINT_IMMEDIATE) != 0;
}

/*
 * CheckpointWriteDelay
 *		Called after each buffer that a checkpoint writes; progress is the part
 *		done, from 0 to 1.  Naps if there is time.
 */
void
CheckpointWriteDelay(int flags, double progress)
{
	static int absorb_counter = WRITES_PER_ABSORB;

	if (!AmCheckpointerProcess())
		return;
	if (!(flags & CHECKPOINT_IMMEDIATE) && !ShutdownRequestPending &&
		!somebody_wants_haste() && is_on_schedule(progress))
	{
		if (ConfigReloadPending)
		{
			ConfigReloadPending = false;
			ProcessConfigFile(PGC_SIGHUP);
			if (!RecoveryInProgress())
				UpdateFullPageWrites();
		}
		AbsorbSyncRequests();
		absorb_counter = WRITES_PER_ABSORB;
		switch_segment_if_due();
		pgstat_report_checkpointer();
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_EXIT_ON_PM_DEATH | WL_TIMEOUT, 100,
						 WAIT_EVENT_CHECKPOINT_WRITE_DELAY);
		ResetLatch(MyLatch);
	}
	else if (--absorb_counter <= 0)
	{
		AbsorbSyncRequests();
		absorb_counter = WRITES_PER_ABSORB;
	}
	if (ProcSignalBarrierPending)
		ProcessProcSignalBarrier();
}

/*
 * Is the checkpoint ahead of both WAL volume and time, given that it shall be
 * done after the completion target's part of the interval?
 */
static bool
is_on_schedule(double progress)
{
	struct timeval now;
	XLogRecPtr recptr;
	double elapsed;

	Assert(ckpt_active);
	progress *= CheckPointCompletionTarget;
	if (progress < ckpt_cached_elapsed)
		return false;

	recptr = RecoveryInProgress() ? GetXLogReplayRecPtr(NULL) : GetInsertRecPtr();
	elapsed = (double) (recptr - ckpt_start_recptr) / wal_segment_size / CheckPointSegments;
	if (progress < elapsed)
	{
		ckpt_cached_elapsed = elapsed;
		return false;
	}

	gettimeofday(&now, NULL);
	elapsed = ((double) (now.tv_sec - ckpt_start_time) + now.tv_usec / 1000000.0) /
		CheckPointTimeout;
	if (progress < elapsed)
	{
		ckpt_cached_elapsed = elapsed;
		return false;
	}
	return true;
}

/* ---------------------------------------------------------------------------
 * Requests for checkpoints
 * ------------------------------------------------------------------------ */

/* Wake the checkpointer; false if it does not run. */
static bool
signal_checkpointer(void)
{
	pid_t pid;

	SpinLockAcquire(&CheckpointerShmem->ckpt_lck);
	pid = CheckpointerShmem->checkpointer_pid;
	SpinLockRelease(&CheckpointerShmem->ckpt_lck);
	return pid != 0 && kill(pid, SIGINT) == 0;
}

/* Wait until the checkpoint that serves our request is done; K1, K2. */
static void
wait_for_checkpoint(int old_started, int old_failed)
{
	CheckpointerShmemStruct *shm = CheckpointerShmem;
	int new_started;
	int new_failed;
	int done;

	ConditionVariablePrepareToSleep(&shm->start_cv);
	for (;;)
	{
		SpinLockAcquire(&shm->ckpt_lck);
		new_started = shm->ckpt_started;
		SpinLockRelease(&shm->ckpt_lck);
		if (new_started != old_started)
			break;
		ConditionVariableSleep(&shm->start_cv, WAIT_EVENT_CHECKPOINT_START);
	}
	ConditionVariableCancelSleep();

	ConditionVariablePrepareToSleep(&shm->done_cv);
	for (;;)
	{
		SpinLockAcquire(&shm->ckpt_lck);
		done = shm->ckpt_done;
		new_failed = shm->ckpt_failed;
		SpinLockRelease(&shm->ckpt_lck);
		if (done - new_started >= 0) /* modulo 2^32 */
			break;
		ConditionVariableSleep(&shm->done_cv, WAIT_EVENT_CHECKPOINT_DONE);
	}
	ConditionVariableCancelSleep();

	if (new_failed != old_failed)
		ereport(ERROR,
				(errmsg("checkpoint request failed"),
				 errhint("Consult recent messages in the server log for details.")));
}

/*
 * RequestCheckpoint
 *		Have a checkpoint made, with these CHECKPOINT_ flags.
 *
 * With CHECKPOINT_WAIT returns when it is done, or raises an error if it failed;
 * otherwise at once.  A process without postmaster makes it itself.
 */
void
RequestCheckpoint(int flags)
{
	int old_failed;
	int old_started;

	if (!IsPostmasterEnvironment)
	{
		CreateCheckPoint(flags | CHECKPOINT_IMMEDIATE);
		smgrcloseall();
		return;
	}

	SpinLockAcquire(&CheckpointerShmem->ckpt_lck);
	old_failed = CheckpointerShmem->ckpt_failed;
	old_started = CheckpointerShmem->ckpt_started;
	CheckpointerShmem->ckpt_flags |= flags | CHECKPOINT_REQUESTED;
	SpinLockRelease(&CheckpointerShmem->ckpt_lck);

	/* It may be starting up, or starting again. */
	for (int tries = 0; !signal_checkpointer(); tries++)
	{
		if (tries >= MAX_SIGNAL_TRIES || !(flags & CHECKPOINT_WAIT))
		{
			elog((flags & CHECKPOINT_WAIT) ? ERROR : LOG,
				 "could not signal for checkpoint: checkpointer is not running");
			break;
		}
		CHECK_FOR_INTERRUPTS();
		pg_usleep(100000L);
	}
	if (flags & CHECKPOINT_WAIT)
		wait_for_checkpoint(old_started, old_failed);
}

/* Has a checkpoint ended since this process asked last? */
bool
FirstCallSinceLastCheckpoint(void)
{
	static int seen = 0;
	int done;

	SpinLockAcquire(&CheckpointerShmem->ckpt_lck);
	done = CheckpointerShmem->ckpt_done;
	SpinLockRelease(&CheckpointerShmem->ckpt_lck);
	if (done == seen)
		return false;
	seen = done;
	return true;
}

/* ---------------------------------------------------------------------------
 * The queue of fsync requests
 * ------------------------------------------------------------------------ */

/*
 * Drop requests that a later equal one repeats; true if that made room.  Caller
 * holds CheckpointerCommLock.
 */
static bool
compact_queue(void)
{
	typedef struct
	{
		CheckpointerRequest request;
		int slot;
	} Seen;
	CheckpointerShmemStruct *shm = CheckpointerShmem;
	HASHCTL ctl;
	HTAB *seen;
	bool *superseded;
	int kept = 0;
	int dropped = 0;

	/* Memory cannot be had in a critical section. */
	if (CritSectionCount > 0)
		return false;

	superseded = palloc0(sizeof(bool) * shm->num_requests);
	ctl.keysize = sizeof(CheckpointerRequest);
	ctl.entrysize = sizeof(Seen);
	ctl.hcxt = CurrentMemoryContext;
	seen = hash_create("fsync requests", shm->num_requests, &ctl,
					   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	for (int i = 0; i < shm->num_requests; i++)
	{
		bool found;
		Seen *entry = hash_search(seen, &shm->requests[i], HASH_ENTER, &found);

		/*
		 * Of equal requests the last one counts: a FORGET between them is then
		 * still before it.
		 */
		if (found)
		{
			superseded[entry->slot] = true;
			dropped++;
		}
		entry->slot = i;
	}
	hash_destroy(seen);
	if (dropped > 0)
	{
		for (int i = 0; i < shm->num_requests; i++)
			if (!superseded[i])
				shm->requests[kept++] = shm->requests[i];
		ereport(DEBUG1,
				(errmsg_internal("compacted fsync request queue from %d entries to %d entries",
								 shm->num_requests, kept)));
		shm->num_requests = kept;
	}
	pfree(superseded);
	return dropped > 0;
}

/*
 * ForwardSyncRequest
 *		Hand a request to the checkpointer.
 *
 * False if the queue is full or there is no checkpointer: the caller fsyncs
 * itself or tries again.  Locks: takes CheckpointerCommLock.
 */
bool
ForwardSyncRequest(const FileTag *ftag, SyncRequestType type)
{
	CheckpointerShmemStruct *shm = CheckpointerShmem;
	CheckpointerRequest *request;
	bool half_full;

	if (!IsUnderPostmaster)
		return false;
	if (AmCheckpointerProcess())
		elog(ERROR, "ForwardSyncRequest must not be called in checkpointer");

	LWLockAcquire(CheckpointerCommLock, LW_EXCLUSIVE);
	if (shm->checkpointer_pid == 0 ||
		(shm->num_requests >= shm->max_requests && !compact_queue()))
	{
		shm->num_backend_fsync++;
		LWLockRelease(CheckpointerCommLock);
		return false;
	}
	if (!AmBackgroundWriterProcess())
		shm->num_backend_writes++;
	request = &shm->requests[shm->num_requests++];
	request->ftag = *ftag;
	request->type = type;
	half_full = shm->num_requests >= shm->max_requests / 2;
	LWLockRelease(CheckpointerCommLock);

	if (half_full && ProcGlobal->checkpointerLatch != NULL)
		SetLatch(ProcGlobal->checkpointerLatch);
	return true;
}

/*
 * AbsorbSyncRequests
 *		Move the queue into sync.c's table; only in the checkpointer.
 */
void
AbsorbSyncRequests(void)
{
	CheckpointerShmemStruct *shm = CheckpointerShmem;
	CheckpointerRequest *requests = NULL;
	int n;

	if (!AmCheckpointerProcess())
		return;

	LWLockAcquire(CheckpointerCommLock, LW_EXCLUSIVE);
	PendingCheckpointerStats.buf_written_backend += shm->num_backend_writes;
	PendingCheckpointerStats.buf_fsync_backend += shm->num_backend_fsync;
	shm->num_backend_writes = 0;
	shm->num_backend_fsync = 0;

	/* Copied out, so that the lock is short. */
	n = shm->num_requests;
	if (n > 0)
	{
		requests = palloc(n * sizeof(CheckpointerRequest));
		memcpy(requests, shm->requests, n * sizeof(CheckpointerRequest));
	}
	/* A request that is lost here would be a file never fsynced. */
	START_CRIT_SECTION();
	shm->num_requests = 0;
	LWLockRelease(CheckpointerCommLock);
	for (int i = 0; i < n; i++)
		RememberSyncRequest(&requests[i].ftag, requests[i].type);
	END_CRIT_SECTION();
	if (requests != NULL)
		pfree(requests);
}
