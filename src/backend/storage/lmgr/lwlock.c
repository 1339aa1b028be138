/*
 * lwlock.c
 *		Lightweight locks.
 *
 * One 32-bit word holds the number of sharers, the exclusive bit and three
 * flags; a free lock is taken and given back with one atomic operation
 * each. Who cannot have it enters the lock's queue of processes and sleeps
 * on its semaphore. Entering the queue and finding the lock free are one
 * atomic step, so that no release goes unnoticed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/lmgr/lwlock.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/pg_sema.h"
#include "storage/proc.h"
#include "storage/proclist.h"
#include "storage/shmem.h"
#include "storage/spin.h"
#include "utils/memutils.h"
#include "utils/wait_event.h"

/*
 * LWLock.state:
 *	SHARED_MASK		number of shared holders
 *	EXCLUSIVE		held exclusively
 *	QUEUE_LOCKED	spinlock on the waiters list
 *	WAKING			a waiter was woken and has not tried yet: one is enough
 *	HAS_WAITERS		the list is not empty
 */
#define SHARED_ONE 1U
#define SHARED_MASK 0x00FFFFFFU
#define EXCLUSIVE (1U << 24)
#define HELD_MASK (SHARED_MASK | EXCLUSIVE)
#define QUEUE_LOCKED (1U << 28)
#define WAKING (1U << 29)
#define HAS_WAITERS (1U << 30)

#define MAX_HELD_LWLOCKS 200
#define MAX_USER_TRANCHES 256

typedef struct HeldLock
{
	LWLock *lock;
	LWLockMode mode;
} HeldLock;

/* A request of a module, before shared memory exists. */
typedef struct TrancheRequest
{
	char name[NAMEDATALEN];
	int nlocks;
} TrancheRequest;

LWLockPadded *MainLWLockArray = NULL;
int NamedLWLockTrancheRequests = 0;
NamedLWLockTranche *NamedLWLockTrancheArray = NULL;

static HeldLock held[MAX_HELD_LWLOCKS];
static int nheld = 0;

static TrancheRequest tranche_requests[MAX_USER_TRANCHES];
static const char *user_tranches[MAX_USER_TRANCHES];
static int *tranche_counter = NULL; /* next user tranche id; in shared memory */

#define NAME_ENTRY(no, name) [no] = #name,
static const char *const individual_names[NUM_INDIVIDUAL_LWLOCKS] = {
	INDIVIDUAL_LWLOCKS(NAME_ENTRY)};

static const char *const builtin_tranches[] = {
	"XactBuffer",
	"CommitTsBuffer",
	"SubtransBuffer",
	"MultiXactOffsetBuffer",
	"MultiXactMemberBuffer",
	"NotifyBuffer",
	"SerialBuffer",
	"WALInsert",
	"BufferContent",
	"ReplicationOriginState",
	"ReplicationSlotIO",
	"LockFastPath",
	"BufferMapping",
	"LockManager",
	"PredicateLockManager",
	"ParallelHashJoin",
	"ParallelQueryDSA",
	"PerSessionDSA",
	"PerSessionRecordType",
	"PerSessionRecordTypmod",
	"SharedTupleStore",
	"SharedTidBitmap",
	"ParallelAppend",
	"PerXactPredicateList",
	"PgStatsDSA",
	"PgStatsHash",
	"PgStatsData",
};

StaticAssertDecl(lengthof(builtin_tranches) ==
					 LWTRANCHE_FIRST_USER_DEFINED - NUM_INDIVIDUAL_LWLOCKS,
				 "each tranche has a name");

/* ---- set-up ---- */

static int
num_requested_locks(void)
{
	int n = 0;

	for (int i = 0; i < NamedLWLockTrancheRequests; i++)
		n += tranche_requests[i].nlocks;
	return n;
}

Size
LWLockShmemSize(void)
{
	Size size = mul_size(NUM_FIXED_LWLOCKS + num_requested_locks(),
						 sizeof(LWLockPadded));

	size = add_size(size, LWLOCK_PADDED_SIZE);
	return add_size(size, CACHELINEALIGN(NamedLWLockTrancheRequests * (sizeof(NamedLWLockTranche) + NAMEDATALEN)));
}

static void
init_range(int first, int n, int tranche)
{
	for (int i = first; i < first + n; i++)
		LWLockInitialize(&MainLWLockArray[i].lock, tranche);
}

/* The locks of tranches that modules asked for, behind the main array. */
static void
init_named_tranches(char *names)
{
	int next = NUM_FIXED_LWLOCKS;

	for (int i = 0; i < NamedLWLockTrancheRequests; i++)
	{
		NamedLWLockTranche *t = &NamedLWLockTrancheArray[i];

		t->trancheId = LWLockNewTrancheId();
		t->trancheName = names + i * NAMEDATALEN;
		strlcpy(t->trancheName, tranche_requests[i].name, NAMEDATALEN);
		LWLockRegisterTranche(t->trancheId, t->trancheName);
		init_range(next, tranche_requests[i].nlocks, t->trancheId);
		next += tranche_requests[i].nlocks;
	}
}

/* Make the main array; before any other shared structure. */
void
CreateLWLocks(void)
{
	int n = NUM_FIXED_LWLOCKS + num_requested_locks();
	LWLockPadded *array;
	char *names;

	array = ShmemAllocUnlocked(mul_size(n, sizeof(LWLockPadded)));
	tranche_counter = ShmemAllocUnlocked(sizeof(int));
	*tranche_counter = LWTRANCHE_FIRST_USER_DEFINED;
	MainLWLockArray = array;
	for (int i = 0; i < NUM_INDIVIDUAL_LWLOCKS; i++)
		LWLockInitialize(&array[i].lock, i);
	init_range(BUFFER_MAPPING_LWLOCK_OFFSET, NUM_BUFFER_PARTITIONS,
			   LWTRANCHE_BUFFER_MAPPING);
	init_range(LOCK_MANAGER_LWLOCK_OFFSET, NUM_LOCK_PARTITIONS,
			   LWTRANCHE_LOCK_MANAGER);
	init_range(PREDICATELOCK_MANAGER_LWLOCK_OFFSET, NUM_PREDICATELOCK_PARTITIONS,
			   LWTRANCHE_PREDICATE_LOCK_MANAGER);
	if (NamedLWLockTrancheRequests > 0)
	{
		NamedLWLockTrancheArray =
			ShmemAllocUnlocked(NamedLWLockTrancheRequests *
							   sizeof(NamedLWLockTranche));
		names = ShmemAllocUnlocked(NamedLWLockTrancheRequests * NAMEDATALEN);
		init_named_tranches(names);
	}
}

/* Once per process that has a PGPROC; nothing is kept per process. */
void
InitLWLockAccess(void)
{
	Assert(nheld == 0);
}

/* A free lock of a tranche. */
void
LWLockInitialize(LWLock *lock, int tranche_id)
{
	pg_atomic_init_u32(&lock->state, 0);
	lock->tranche = tranche_id;
	proclist_init(&lock->waiters);
}

/* ---- tranches ---- */

int
LWLockNewTrancheId(void)
{
	int result;

	if (IsUnderPostmaster)
		LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	result = (*tranche_counter)++;
	if (IsUnderPostmaster)
		LWLockRelease(AddinShmemInitLock);
	return result;
}

/* Name a tranche in this process; the name is not copied. */
void
LWLockRegisterTranche(int tranche_id, const char *tranche_name)
{
	int i = tranche_id - LWTRANCHE_FIRST_USER_DEFINED;

	if (i >= 0 && i < MAX_USER_TRANCHES)
		user_tranches[i] = tranche_name;
}

/* From a shmem_request_hook: num_lwlocks locks under this name. */
void
RequestNamedLWLockTranche(const char *tranche_name, int num_lwlocks)
{
	if (!process_shmem_requests_in_progress)
		elog(FATAL, "cannot request additional LWLocks outside shmem_request_hook");
	if (NamedLWLockTrancheRequests >= MAX_USER_TRANCHES)
		elog(FATAL, "too many LWLock tranches");
	strlcpy(tranche_requests[NamedLWLockTrancheRequests].name, tranche_name,
			NAMEDATALEN);
	tranche_requests[NamedLWLockTrancheRequests++].nlocks = num_lwlocks;
}

/* The locks so requested. */
LWLockPadded *
GetNamedLWLockTranche(const char *tranche_name)
{
	int next = NUM_FIXED_LWLOCKS;

	for (int i = 0; i < NamedLWLockTrancheRequests; i++)
	{
		if (strcmp(tranche_requests[i].name, tranche_name) == 0)
			return &MainLWLockArray[next];
		next += tranche_requests[i].nlocks;
	}
	elog(ERROR, "requested tranche is not registered");
	return NULL;
}

static const char *
tranche_name(int tranche)
{
	const char *name = NULL;

	if (tranche < NUM_INDIVIDUAL_LWLOCKS)
		name = individual_names[tranche];
	else if (tranche < LWTRANCHE_FIRST_USER_DEFINED)
		name = builtin_tranches[tranche - NUM_INDIVIDUAL_LWLOCKS];
	else if (tranche - LWTRANCHE_FIRST_USER_DEFINED < MAX_USER_TRANCHES)
		name = user_tranches[tranche - LWTRANCHE_FIRST_USER_DEFINED];
	return name != NULL ? name : "extension";
}

/* For pg_stat_activity. */
const char *
GetLWLockIdentifier(uint32 classId, uint16 eventId)
{
	Assert(classId == PG_WAIT_LWLOCK);
	return tranche_name(eventId);
}

/* ---- the state word ---- */

static inline uint32
mode_value(LWLockMode mode)
{
	return mode == LW_SHARED ? SHARED_ONE : EXCLUSIVE;
}

/* Could a process have the lock in this state? */
static inline bool
is_available(uint32 state, LWLockMode mode)
{
	return (state & (mode == LW_SHARED ? EXCLUSIVE : HELD_MASK)) == 0;
}

static inline bool
try_lock(LWLock *lock, LWLockMode mode)
{
	uint32 state = pg_atomic_read_u32(&lock->state);

	while (is_available(state, mode))
		if (pg_atomic_compare_exchange_u32(&lock->state, &state,
										   state + mode_value(mode)))
			return true;
	return false;
}

static void
lock_queue(LWLock *lock)
{
	SpinDelayStatus delay;

	init_local_spin_delay(&delay);
	while (pg_atomic_fetch_or_u32(&lock->state, QUEUE_LOCKED) & QUEUE_LOCKED)
	{
		while (pg_atomic_read_u32(&lock->state) & QUEUE_LOCKED)
			perform_spin_delay(&delay);
	}
	finish_spin_delay(&delay);
}

static void
unlock_queue(LWLock *lock)
{
	pg_atomic_fetch_and_u32(&lock->state, ~QUEUE_LOCKED);
}

/* ---- waiting ---- */

static void
enter_queue(LWLock *lock, LWLockMode wait_mode)
{
	MyProc->lwWaiting = true;
	MyProc->lwWaitMode = wait_mode;
	/* those who only wait for a release are all woken by the first */
	if (wait_mode == LW_WAIT_UNTIL_FREE)
		proclist_push_head(&lock->waiters, MyProc->pgprocno, lwWaitLink);
	else
		proclist_push_tail(&lock->waiters, MyProc->pgprocno, lwWaitLink);
}

/*
 * Take the lock if it is free by now (true), else enter its queue.  wait_mode
 * is mode, or LW_WAIT_UNTIL_FREE.
 */
static bool
lock_or_enter_queue(LWLock *lock, LWLockMode mode, LWLockMode wait_mode)
{
	uint32 state;

	if (MyProc == NULL)
		elog(PANIC, "cannot wait without a PGPROC structure");
	lock_queue(lock);
	state = pg_atomic_read_u32(&lock->state);
	for (;;)
	{
		bool mine = is_available(state, mode);
		uint32 next = mine ? (state + mode_value(mode)) & ~QUEUE_LOCKED : state | HAS_WAITERS;

		if (!pg_atomic_compare_exchange_u32(&lock->state, &state, next))
			continue;
		if (mine)
			return true;
		break;
	}
	/* HAS_WAITERS is set while it is held: the holder will look at the queue */
	enter_queue(lock, wait_mode);
	unlock_queue(lock);
	return false;
}

/*
 * Sleep until woken from the queue.  Semaphore units that were meant for
 * another wait are counted in *extra, to be given back.
 */
static void
sleep_in_queue(LWLock *lock, int *extra)
{
	pgstat_report_wait_start(PG_WAIT_LWLOCK | lock->tranche);
	for (;;)
	{
		PGSemaphoreLock(&MyProc->sem);
		if (!*(volatile uint8 *) &MyProc->lwWaiting)
			break;
		(*extra)++;
	}
	pgstat_report_wait_end();
}

static void
give_back_units(int extra)
{
	while (extra-- > 0)
		PGSemaphoreUnlock(&MyProc->sem);
}

static void
wake_list(proclist_head *list)
{
	proclist_mutable_iter iter;

	proclist_foreach_modify (iter, list, lwWaitLink)
	{
		PGPROC *waiter = GetPGProcByNumber(iter.cur);

		proclist_delete(list, iter.cur, lwWaitLink);
		pg_write_barrier(); /* it may enter another queue at once */
		waiter->lwWaiting = false;
		PGSemaphoreUnlock(&waiter->sem);
	}
}

/*
 * The lock has become free: wake the first waiter, and with a sharer all
 * other sharers; those who wait for a release in any case.
 */
static void
wake_waiters(LWLock *lock)
{
	proclist_head woken;
	proclist_mutable_iter iter;
	bool someone = false;
	uint32 state;

	proclist_init(&woken);
	lock_queue(lock);
	proclist_foreach_modify (iter, &lock->waiters, lwWaitLink)
	{
		uint8 mode = GetPGProcByNumber(iter.cur)->lwWaitMode;

		if (someone && mode == LW_EXCLUSIVE)
			continue;
		proclist_delete(&lock->waiters, iter.cur, lwWaitLink);
		proclist_push_tail(&woken, iter.cur, lwWaitLink);
		if (mode != LW_WAIT_UNTIL_FREE)
			someone = true;
		if (mode == LW_EXCLUSIVE)
			break;
	}
	state = pg_atomic_read_u32(&lock->state);
	for (;;)
	{
		uint32 next = state & ~QUEUE_LOCKED;

		if (proclist_is_empty(&lock->waiters))
			next &= ~HAS_WAITERS;
		if (someone)
			next |= WAKING;
		if (pg_atomic_compare_exchange_u32(&lock->state, &state, next))
			break;
	}
	wake_list(&woken);
}

/* ---- taking ---- */

static inline void
remember_held(LWLock *lock, LWLockMode mode)
{
	held[nheld].lock = lock;
	held[nheld++].mode = mode;
}

static inline void
check_room(void)
{
	if (unlikely(nheld >= MAX_HELD_LWLOCKS))
		elog(ERROR, "too many LWLocks taken");
}

static pg_noinline void
wait_for_lock(LWLock *lock, LWLockMode mode)
{
	int extra = 0;

	do
	{
		if (lock_or_enter_queue(lock, mode, mode))
			break;
		sleep_in_queue(lock, &extra);
		/* from now on a release may wake another */
		pg_atomic_fetch_and_u32(&lock->state, ~WAKING);
	} while (!try_lock(lock, mode));
	give_back_units(extra);
}

/*
 * LWLockAcquire
 *		Take a lock, waiting for it if need be; true if there was no wait.
 *
 * Interrupts are held until it is released.
 */
bool
LWLockAcquire(LWLock *lock, LWLockMode mode)
{
	bool at_once;

	Assert(mode == LW_SHARED || mode == LW_EXCLUSIVE);
	check_room();
	HOLD_INTERRUPTS();
	at_once = try_lock(lock, mode);
	if (unlikely(!at_once))
		wait_for_lock(lock, mode);
	remember_held(lock, mode);
	return at_once;
}

/* Take it if that is possible without waiting. */
bool
LWLockConditionalAcquire(LWLock *lock, LWLockMode mode)
{
	check_room();
	HOLD_INTERRUPTS();
	if (!try_lock(lock, mode))
	{
		RESUME_INTERRUPTS();
		return false;
	}
	remember_held(lock, mode);
	return true;
}

/*
 * LWLockAcquireOrWait
 *		Take it, or wait until its holder has released it (false).
 *
 * For work that one process does for all, such as flushing the WAL.
 */
bool
LWLockAcquireOrWait(LWLock *lock, LWLockMode mode)
{
	int extra = 0;

	check_room();
	HOLD_INTERRUPTS();
	if (!try_lock(lock, mode) &&
		!lock_or_enter_queue(lock, mode, LW_WAIT_UNTIL_FREE))
	{
		sleep_in_queue(lock, &extra);
		give_back_units(extra);
		RESUME_INTERRUPTS();
		return false;
	}
	remember_held(lock, mode);
	return true;
}

/* ---- a lock whose holder publishes its progress in a variable ---- */

/*
 * Enter the queue unless the lock is free or the variable has changed; what
 * of the three it was is told by *free and *newval.
 */
static bool
enter_queue_for_var(LWLock *lock, uint64 *valptr, uint64 oldval,
					uint64 *newval, bool *free)
{
	uint32 state;

	*free = false;
	if ((pg_atomic_read_u32(&lock->state) & EXCLUSIVE) == 0)
	{
		*free = true;
		return false;
	}
	*newval = *(volatile uint64 *) valptr;
	if (*newval != oldval)
		return false;

	lock_queue(lock);
	state = pg_atomic_read_u32(&lock->state);
	do
	{
		if ((state & EXCLUSIVE) == 0)
		{
			*free = true;
			unlock_queue(lock);
			return false;
		}
	} while (!pg_atomic_compare_exchange_u32(&lock->state, &state,
											 state | HAS_WAITERS));
	*newval = *(volatile uint64 *) valptr;
	if (*newval != oldval)
	{
		/* HAS_WAITERS may stand over an empty list: the release finds out */
		unlock_queue(lock);
		return false;
	}
	enter_queue(lock, LW_WAIT_UNTIL_FREE);
	unlock_queue(lock);
	return true;
}

/*
 * LWLockWaitForVar
 *		Wait until the lock is free (true) or *valptr is not oldval (false,
 *		and *newval is set).
 */
bool
LWLockWaitForVar(LWLock *lock, uint64 *valptr, uint64 oldval, uint64 *newval)
{
	int extra = 0;
	bool is_free;

	HOLD_INTERRUPTS();
	while (enter_queue_for_var(lock, valptr, oldval, newval, &is_free))
		sleep_in_queue(lock, &extra);
	give_back_units(extra);
	RESUME_INTERRUPTS();
	return is_free;
}

/* The exclusive holder has got further: tell those who wait for that. */
void
LWLockUpdateVar(LWLock *lock, uint64 *valptr, uint64 val)
{
	proclist_head woken;
	proclist_mutable_iter iter;

	Assert(pg_atomic_read_u32(&lock->state) & EXCLUSIVE);
	proclist_init(&woken);
	lock_queue(lock);
	*(volatile uint64 *) valptr = val;
	proclist_foreach_modify (iter, &lock->waiters, lwWaitLink)
	{
		if (GetPGProcByNumber(iter.cur)->lwWaitMode != LW_WAIT_UNTIL_FREE)
			break; /* they are all in front */
		proclist_delete(&lock->waiters, iter.cur, lwWaitLink);
		proclist_push_tail(&woken, iter.cur, lwWaitLink);
	}
	unlock_queue(lock);
	wake_list(&woken);
}

/* ---- releasing ---- */

void
LWLockRelease(LWLock *lock)
{
	LWLockMode mode;
	uint32 state;
	int i = nheld - 1;

	while (i >= 0 && held[i].lock != lock)
		i--;
	if (unlikely(i < 0))
		elog(ERROR, "lock %s is not held", tranche_name(lock->tranche));
	mode = held[i].mode;
	nheld--;
	for (; i < nheld; i++)
		held[i] = held[i + 1];

	state = pg_atomic_sub_fetch_u32(&lock->state, mode_value(mode));
	if (unlikely((state & (HAS_WAITERS | WAKING)) == HAS_WAITERS &&
				 (state & HELD_MASK) == 0))
		wake_waiters(lock);
	RESUME_INTERRUPTS();
}

/* Release, with the variable set first for those who come later. */
void
LWLockReleaseClearVar(LWLock *lock, uint64 *valptr, uint64 val)
{
	lock_queue(lock);
	*(volatile uint64 *) valptr = val;
	unlock_queue(lock);
	LWLockRelease(lock);
}

/* After an error: release all. */
void
LWLockReleaseAll(void)
{
	while (nheld > 0)
	{
		HOLD_INTERRUPTS(); /* the error has reset the count */
		LWLockRelease(held[nheld - 1].lock);
	}
}

bool
LWLockHeldByMe(LWLock *lock)
{
	for (int i = 0; i < nheld; i++)
		if (held[i].lock == lock)
			return true;
	return false;
}

bool
LWLockHeldByMeInMode(LWLock *lock, LWLockMode mode)
{
	for (int i = 0; i < nheld; i++)
		if (held[i].lock == lock && held[i].mode == mode)
			return true;
	return false;
}

/* Is one of an array of locks held? */
bool
LWLockAnyHeldByMe(LWLock *lock, int nlocks, size_t stride)
{
	char *begin = (char *) lock;
	char *end = begin + nlocks * stride;

	for (int i = 0; i < nheld; i++)
	{
		char *p = (char *) held[i].lock;

		if (p >= begin && p < end && (p - begin) % stride == 0)
			return true;
	}
	return false;
}
