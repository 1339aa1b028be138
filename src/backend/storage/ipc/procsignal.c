/*
 * procsignal.c
 *		SIGUSR1 with a reason.
 *
 * A slot per process in shared memory: its pid, a flag per reason, and the
 * newest barrier it has taken part in. A sender sets the flag and signals;
 * the handler tests and clears the flags.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/procsignal.c
 */
#include "postgres.h"

#include <signal.h>

#include "miscadmin.h"
#include "storage/condition_variable.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/procsignal.h"
#include "storage/shmem.h"
#include "storage/sinval.h"
#include "storage/smgr.h"
#include "utils/memutils.h"
#include "utils/wait_event.h"

typedef struct ProcSignalSlot
{
	volatile pid_t pid; /* 0: free; written by its process */
	volatile sig_atomic_t flags[NUM_PROCSIGNALS]; /* set by senders */
	pg_atomic_uint64 barrier_done; /* generation this process has absorbed */
	pg_atomic_uint32 barrier_todo; /* bit per ProcSignalBarrierType */
	ConditionVariable barrier_cv;
} ProcSignalSlot;

typedef struct ProcSignalHeader
{
	pg_atomic_uint64 barrier_generation;
	ProcSignalSlot slots[FLEXIBLE_ARRAY_MEMBER];
} ProcSignalHeader;

static ProcSignalHeader *header = NULL;
static ProcSignalSlot *my_slot = NULL;
static ProcSignalHandler handlers[NUM_PROCSIGNALS];

static int
num_slots(void)
{
	return MaxBackends + NUM_AUXPROCTYPES;
}

Size
ProcSignalShmemSize(void)
{
	return add_size(offsetof(ProcSignalHeader, slots),
					mul_size(num_slots(), sizeof(ProcSignalSlot)));
}

void
ProcSignalShmemInit(void)
{
	bool found;

	header = ShmemInitStruct("ProcSignal", ProcSignalShmemSize(), &found);
	if (found)
		return;
	pg_atomic_init_u64(&header->barrier_generation, 0);
	for (int i = 0; i < num_slots(); i++)
	{
		ProcSignalSlot *slot = &header->slots[i];

		slot->pid = 0;
		memset((void *) slot->flags, 0, sizeof(slot->flags));
		/* a free slot never holds up a barrier */
		pg_atomic_init_u64(&slot->barrier_done, PG_UINT64_MAX);
		pg_atomic_init_u32(&slot->barrier_todo, 0);
		ConditionVariableInit(&slot->barrier_cv);
	}
}

/* What to do in the signal handler for a reason; upper layers' part. */
void
procsignal_register(ProcSignalReason reason, ProcSignalHandler handler)
{
	handlers[reason] = handler;
}

static void
release_slot(int status, Datum arg)
{
	ProcSignalSlot *slot = my_slot;

	my_slot = NULL;
	if (slot->pid != MyProcPid)
	{
		elog(LOG, "process %d releasing ProcSignal slot %d, but it contains %d",
			 MyProcPid, DatumGetInt32(arg), (int) slot->pid);
		return;
	}
	pg_atomic_write_u64(&slot->barrier_done, PG_UINT64_MAX);
	ConditionVariableBroadcast(&slot->barrier_cv);
	slot->pid = 0;
}

/*
 * ProcSignalInit
 *		Take a slot, from 1: the backend id, or MaxBackends + 1 + kind of an
 *		auxiliary process.
 */
void
ProcSignalInit(int pss_idx)
{
	ProcSignalSlot *slot;

	Assert(pss_idx >= 1 && pss_idx <= num_slots());
	slot = &header->slots[pss_idx - 1];
	if (slot->pid != 0)
		elog(LOG, "process %d taking over ProcSignal slot %d, but it's not empty",
			 MyProcPid, pss_idx);
	memset((void *) slot->flags, 0, sizeof(slot->flags));

	/*
	 * This process has no state from before now, so it has done all barriers
	 * so far.  One sent from here on finds the pid, or is seen here.
	 */
	pg_atomic_write_u32(&slot->barrier_todo, 0);
	pg_atomic_write_u64(&slot->barrier_done,
						pg_atomic_read_u64(&header->barrier_generation));
	pg_memory_barrier();
	slot->pid = MyProcPid;
	my_slot = slot;
	on_shmem_exit(release_slot, Int32GetDatum(pss_idx));
}

/*
 * SendProcSignal
 *		Signal a process; backendId, if known, saves the search.
 *
 * 0, or -1 with errno ESRCH if it is not there.
 */
int
SendProcSignal(pid_t pid, ProcSignalReason reason, BackendId backendId)
{
	int first = backendId != InvalidBackendId ? backendId - 1 : 0;
	int last = backendId != InvalidBackendId ? first : num_slots() - 1;

	for (int i = last; i >= first; i--)
	{
		ProcSignalSlot *slot = &header->slots[i];

		if (slot->pid != pid)
			continue;
		slot->flags[reason] = true;
		return kill(pid, SIGUSR1);
	}
	errno = ESRCH;
	return -1;
}

/* ---- barriers: every process must have done something ---- */

/* Ask all processes; returns a generation to wait for. */
uint64
EmitProcSignalBarrier(ProcSignalBarrierType type)
{
	uint64 generation;

	for (int i = 0; i < num_slots(); i++)
		pg_atomic_fetch_or_u32(&header->slots[i].barrier_todo, 1U << type);
	generation = pg_atomic_add_fetch_u64(&header->barrier_generation, 1);
	for (int i = 0; i < num_slots(); i++)
	{
		ProcSignalSlot *slot = &header->slots[i];
		pid_t pid = slot->pid;

		if (pid == 0)
			continue;
		slot->flags[PROCSIG_BARRIER] = true;
		kill(pid, SIGUSR1);
	}
	return generation;
}

/* Wait until all processes have done it. */
void
WaitForProcSignalBarrier(uint64 generation)
{
	for (int i = num_slots() - 1; i >= 0; i--)
	{
		ProcSignalSlot *slot = &header->slots[i];

		while (pg_atomic_read_u64(&slot->barrier_done) < generation)
			if (ConditionVariableTimedSleep(&slot->barrier_cv, 5000,
											WAIT_EVENT_PROC_SIGNAL_BARRIER))
				ereport(LOG,
						(errmsg("still waiting for backend with PID %d to accept ProcSignalBarrier",
								(int) slot->pid)));
		ConditionVariableCancelSleep();
	}
	pg_memory_barrier();
}

/* From ProcessInterrupts: do what barriers ask for. */
void
ProcessProcSignalBarrier(void)
{
	uint64 generation;
	uint32 todo;

	if (!ProcSignalBarrierPending || my_slot == NULL)
		return;
	ProcSignalBarrierPending = false;
	generation = pg_atomic_read_u64(&header->barrier_generation);
	if (pg_atomic_read_u64(&my_slot->barrier_done) == generation)
		return;
	todo = pg_atomic_exchange_u32(&my_slot->barrier_todo, 0);

	PG_TRY();
	{
		if (todo & (1U << PROCSIGNAL_BARRIER_SMGRRELEASE))
			ProcessBarrierSmgrRelease();
	}
	PG_CATCH();
	{
		/* try again later */
		pg_atomic_fetch_or_u32(&my_slot->barrier_todo, todo);
		ProcSignalBarrierPending = true;
		InterruptPending = true;
		PG_RE_THROW();
	}
	PG_END_TRY();

	pg_atomic_write_u64(&my_slot->barrier_done, generation);
	ConditionVariableBroadcast(&my_slot->barrier_cv);
}

/* ---- receiving ---- */

static bool
take_flag(ProcSignalReason reason)
{
	if (my_slot == NULL || !my_slot->flags[reason])
		return false;
	my_slot->flags[reason] = false;
	return true;
}

void
procsignal_sigusr1_handler(int signo)
{
	int save_errno = errno;

	for (int reason = 0; reason < NUM_PROCSIGNALS; reason++)
	{
		if (!take_flag(reason))
			continue;
		if (reason == PROCSIG_CATCHUP_INTERRUPT)
			HandleCatchupInterrupt();
		else if (reason == PROCSIG_BARRIER)
		{
			InterruptPending = true;
			ProcSignalBarrierPending = true;
		}
		else if (reason == PROCSIG_LOG_MEMORY_CONTEXT)
			HandleLogMemoryContextInterrupt();
		else if (handlers[reason] != NULL)
			handlers[reason]();
	}
	SetLatch(MyLatch);
	errno = save_errno;
}
