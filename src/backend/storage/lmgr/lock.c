/*
 * lock.c
 *		The lock manager.
 *
 * Two hash tables in shared memory, in partitions with an LWLock each: LOCK
 * by what is locked, PROCLOCK by lock and process. A hash table of this
 * process counts how often each lock is held and by which resource owner,
 * so that a lock already held is had again without shared memory.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/lmgr/lock.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/sinvaladt.h"
#include "storage/storage_callbacks.h"
#include "utils/memutils.h"
#include "utils/resowner_private.h"

int max_locks_per_xact = 64;

#define MASK1(m) LOCKBIT_ON(m)
#define MODES_FROM_TO(a, b) ((LOCKBIT_ON((b) + 1) - 1) & ~(LOCKBIT_ON(a) - 1))

/* Which modes each mode conflicts with (manual, "Table-Level Locks"). */
static const LOCKMASK conflicts[MaxLockMode + 1] = {
	[NoLock] = 0,
	[AccessShareLock] = MASK1(AccessExclusiveLock),
	[RowShareLock] = MODES_FROM_TO(ExclusiveLock, AccessExclusiveLock),
	[RowExclusiveLock] = MODES_FROM_TO(ShareLock, AccessExclusiveLock),
	[ShareUpdateExclusiveLock] =
		MODES_FROM_TO(ShareUpdateExclusiveLock, AccessExclusiveLock),
	[ShareLock] = MODES_FROM_TO(RowExclusiveLock, AccessExclusiveLock) &
		~MASK1(ShareLock),
	[ShareRowExclusiveLock] = MODES_FROM_TO(RowExclusiveLock, AccessExclusiveLock),
	[ExclusiveLock] = MODES_FROM_TO(RowShareLock, AccessExclusiveLock),
	[AccessExclusiveLock] = MODES_FROM_TO(AccessShareLock, AccessExclusiveLock),
};

static const char *const mode_names[MaxLockMode + 1] = {
	"INVALID",
	"AccessShareLock",
	"RowShareLock",
	"RowExclusiveLock",
	"ShareUpdateExclusiveLock",
	"ShareLock",
	"ShareRowExclusiveLock",
	"ExclusiveLock",
	"AccessExclusiveLock",
};

static const bool no_trace = false;
static const LockMethodData table_method = {
	MaxLockMode, conflicts, mode_names, &no_trace};

static HTAB *shared_locks;
static HTAB *shared_proclocks;
static HTAB *local_locks;

static void CleanUpLock(LOCK *lock, PROCLOCK *proclock, LockMethod method,
						uint32 hashcode, bool wakeup);

/* ---- set-up ---- */

static long
max_lock_entries(void)
{
	return (long) max_locks_per_xact * (MaxBackends + max_prepared_xacts);
}

/* A PROCLOCK lies in the partition of its LOCK: the low bits are the lock's. */
static inline uint32
proclock_hash(const PROCLOCKTAG *tag, uint32 lock_hash)
{
	return lock_hash ^ ((uint32) tag->myProc->pgprocno << LOG2_NUM_LOCK_PARTITIONS);
}

static uint32
proclock_hash_func(const void *key, Size keysize)
{
	const PROCLOCKTAG *tag = (const PROCLOCKTAG *) key;

	return proclock_hash(tag, LockTagHashCode(&tag->myLock->tag));
}

Size
LockShmemSize(void)
{
	Size size = hash_estimate_size(max_lock_entries(), sizeof(LOCK));

	size = add_size(size, hash_estimate_size(max_lock_entries() * 2, sizeof(PROCLOCK)));
	return add_size(size, size / 10);
}

void
InitLocks(void)
{
	HASHCTL ctl = {0};

	ctl.keysize = sizeof(LOCKTAG);
	ctl.entrysize = sizeof(LOCK);
	ctl.num_partitions = NUM_LOCK_PARTITIONS;
	shared_locks = ShmemInitHash("LOCK hash", max_lock_entries() / 2,
								 max_lock_entries(), &ctl,
								 HASH_ELEM | HASH_BLOBS | HASH_PARTITION);
	memset(&ctl, 0, sizeof(ctl));
	ctl.keysize = sizeof(PROCLOCKTAG);
	ctl.entrysize = sizeof(PROCLOCK);
	ctl.hash = proclock_hash_func;
	ctl.num_partitions = NUM_LOCK_PARTITIONS;
	shared_proclocks = ShmemInitHash("PROCLOCK hash", max_lock_entries(),
									 max_lock_entries() * 2, &ctl,
									 HASH_ELEM | HASH_FUNCTION | HASH_PARTITION);
	if (local_locks)
	{
		hash_destroy(local_locks);
		local_locks = NULL;
	}
	memset(&ctl, 0, sizeof(ctl));
	ctl.keysize = sizeof(LOCALLOCKTAG);
	ctl.entrysize = sizeof(LOCALLOCK);
	local_locks = hash_create("LOCALLOCK hash", 16, &ctl,
							  HASH_ELEM | HASH_BLOBS);
}

/* ---- methods, names, hash codes ---- */

/* Both methods have the same modes and conflicts. */
static LockMethod
method_of(LOCKMETHODID id)
{
	if (id != DEFAULT_LOCKMETHOD && id != USER_LOCKMETHOD)
		elog(ERROR, "unrecognized lock method: %d", id);
	return &table_method;
}

LockMethod
GetLocksMethodTable(const LOCK *lock)
{
	return method_of(LOCK_LOCKMETHOD(*lock));
}

LockMethod
GetLockTagsMethodTable(const LOCKTAG *locktag)
{
	return method_of(locktag->locktag_lockmethodid);
}

const char *
GetLockmodeName(LOCKMETHODID lockmethodid, LOCKMODE mode)
{
	Assert(mode > 0 && mode <= MaxLockMode);
	return method_of(lockmethodid)->lockModeNames[mode];
}

uint32
LockTagHashCode(const LOCKTAG *locktag)
{
	return get_hash_value(shared_locks, locktag);
}

bool
DoLockModesConflict(LOCKMODE mode1, LOCKMODE mode2)
{
	return (conflicts[mode1] & LOCKBIT_ON(mode2)) != 0;
}

/* ---- shared entries; all under the partition lock ---- */

/*
 * Find or make the LOCK and PROCLOCK of a request, and count it as requested.
 * NULL if shared memory is full.
 */
static PROCLOCK *
setup_entries(PGPROC *proc, const LOCKTAG *tag, uint32 hashcode, LOCKMODE mode)
{
	LOCK *lock;
	PROCLOCK *proclock;
	PROCLOCKTAG ptag;
	bool found;

	lock = (LOCK *) hash_search_with_hash_value(shared_locks, tag, hashcode,
												HASH_ENTER_NULL, &found);
	if (lock == NULL)
		return NULL;
	if (!found)
	{
		lock->grantMask = 0;
		lock->waitMask = 0;
		dlist_init(&lock->procLocks);
		dlist_init(&lock->waitProcs);
		lock->nWaiting = lock->nRequested = lock->nGranted = 0;
		memset(lock->requested, 0, sizeof(lock->requested));
		memset(lock->granted, 0, sizeof(lock->granted));
	}

	ptag.myLock = lock;
	ptag.myProc = proc;
	proclock = (PROCLOCK *)
		hash_search_with_hash_value(shared_proclocks, &ptag,
									proclock_hash(&ptag, hashcode),
									HASH_ENTER_NULL, &found);
	if (proclock == NULL)
	{
		if (lock->nRequested == 0)
			hash_search_with_hash_value(shared_locks, tag, hashcode,
										HASH_REMOVE, NULL);
		return NULL;
	}
	if (!found)
	{
		proclock->holdMask = 0;
		proclock->releaseMask = 0;
		dlist_push_tail(&lock->procLocks, &proclock->lockLink);
		dlist_push_tail(&proc->myProcLocks[LockHashPartition(hashcode)],
						&proclock->procLink);
	}
	lock->nRequested++;
	lock->requested[mode]++;
	if (proclock->holdMask & LOCKBIT_ON(mode))
		elog(ERROR, "lock %s on object %u/%u/%u is already held",
			 mode_names[mode], tag->locktag_field1, tag->locktag_field2,
			 tag->locktag_field3);
	return proclock;
}

static void
remove_proclock(PROCLOCK *proclock, uint32 hashcode)
{
	dlist_delete(&proclock->lockLink);
	dlist_delete(&proclock->procLink);
	if (!hash_search_with_hash_value(shared_proclocks, &proclock->tag,
									 proclock_hash(&proclock->tag, hashcode),
									 HASH_REMOVE, NULL))
		elog(PANIC, "proclock table corrupted");
}

/*
 * LockCheckConflicts
 *		Would this mode conflict with what other processes hold?
 */
bool
LockCheckConflicts(LockMethod lockMethodTable, LOCKMODE lockmode, LOCK *lock,
				   PROCLOCK *proclock)
{
	LOCKMASK in_way = lockMethodTable->conflictTab[lockmode] & lock->grantMask;

	if (in_way == 0)
		return false;
	/* what this process holds itself is not in its way */
	for (LOCKMODE m = 1; m <= MaxLockMode; m++)
	{
		int others = lock->granted[m];

		if (!(in_way & LOCKBIT_ON(m)))
			continue;
		if (proclock->holdMask & LOCKBIT_ON(m))
			others--;
		if (others > 0)
			return true;
	}
	return false;
}

/* Turn a request into a grant. */
void
GrantLock(LOCK *lock, PROCLOCK *proclock, LOCKMODE lockmode)
{
	lock->nGranted++;
	lock->granted[lockmode]++;
	lock->grantMask |= LOCKBIT_ON(lockmode);
	if (lock->granted[lockmode] == lock->requested[lockmode])
		lock->waitMask &= LOCKBIT_OFF(lockmode);
	proclock->holdMask |= LOCKBIT_ON(lockmode);
	Assert(lock->nGranted <= lock->nRequested);
}

/* Take a grant back; true if somebody may be waiting for that. */
static bool
ungrant(LOCK *lock, PROCLOCK *proclock, LOCKMODE mode, LockMethod method)
{
	Assert(lock->nGranted > 0 && lock->granted[mode] > 0);
	lock->nRequested--;
	lock->requested[mode]--;
	lock->nGranted--;
	lock->granted[mode]--;
	if (lock->granted[mode] == 0)
		lock->grantMask &= LOCKBIT_OFF(mode);
	proclock->holdMask &= LOCKBIT_OFF(mode);
	return (method->conflictTab[mode] & lock->waitMask) != 0;
}

/* Take a request back that was not granted. */
static void
unrequest(LOCK *lock, LOCKMODE mode)
{
	lock->nRequested--;
	lock->requested[mode]--;
	if (lock->granted[mode] == lock->requested[mode])
		lock->waitMask &= LOCKBIT_OFF(mode);
}

/* Remove entries that are not needed any more; else wake who can go on. */
static void
CleanUpLock(LOCK *lock, PROCLOCK *proclock, LockMethod method, uint32 hashcode,
			bool wakeup)
{
	if (proclock->holdMask == 0)
		remove_proclock(proclock, hashcode);
	if (lock->nRequested == 0)
	{
		Assert(dlist_is_empty(&lock->procLocks));
		if (!hash_search_with_hash_value(shared_locks, &lock->tag, hashcode,
										 HASH_REMOVE, NULL))
			elog(PANIC, "lock table corrupted");
	}
	else if (wakeup)
		ProcLockWakeup(method, lock);
}

/*
 * RemoveFromWaitQueue
 *		Take a process off a wait queue without its lock; it is not woken.
 *
 * Others may be granted theirs by that.
 */
void
RemoveFromWaitQueue(PGPROC *proc, uint32 hashcode)
{
	LOCK *lock = proc->waitLock;
	PROCLOCK *proclock = proc->waitProcLock;

	Assert(proc->waitStatus == PROC_WAIT_STATUS_WAITING && lock != NULL);
	dlist_delete(&proc->links);
	lock->nWaiting--;
	unrequest(lock, proc->waitLockMode);
	proc->waitLock = NULL;
	proc->waitProcLock = NULL;
	proc->waitStatus = PROC_WAIT_STATUS_ERROR;
	CleanUpLock(lock, proclock, GetLocksMethodTable(lock), hashcode, true);
}

/* ---- local entries ---- */

static LOCALLOCK *
find_local(const LOCKTAG *tag, LOCKMODE mode, HASHACTION action, bool *found)
{
	LOCALLOCKTAG key;

	memset(&key, 0, sizeof(key));
	key.lock = *tag;
	key.mode = mode;
	return (LOCALLOCK *) hash_search(local_locks, &key, action, found);
}

static void
init_local(LOCALLOCK *l)
{
	l->lock = NULL;
	l->proclock = NULL;
	l->hashcode = LockTagHashCode(&l->tag.lock);
	l->nLocks = 0;
	l->lockCleared = false;
	l->numLockOwners = 0;
	l->maxLockOwners = 4;
	l->lockOwners = NULL; /* should the allocation fail */
	l->lockOwners = (LOCALLOCKOWNER *)
		MemoryContextAlloc(TopMemoryContext,
						   l->maxLockOwners * sizeof(LOCALLOCKOWNER));
}

static void
remove_local(LOCALLOCK *l)
{
	for (int i = l->numLockOwners - 1; i >= 0; i--)
		if (l->lockOwners[i].owner != NULL)
			ResourceOwnerForgetLock(l->lockOwners[i].owner, l);
	l->numLockOwners = 0;
	if (l->lockOwners != NULL)
		pfree(l->lockOwners);
	l->lockOwners = NULL;
	if (!hash_search(local_locks, &l->tag, HASH_REMOVE, NULL))
		elog(WARNING, "locallock table corrupted");
}

/* Count one more hold by an owner; there is room for it. */
static void
grant_local(LOCALLOCK *l, ResourceOwner owner)
{
	l->nLocks++;
	for (int i = 0; i < l->numLockOwners; i++)
		if (l->lockOwners[i].owner == owner)
		{
			l->lockOwners[i].nLocks++;
			return;
		}
	Assert(l->numLockOwners < l->maxLockOwners);
	l->lockOwners[l->numLockOwners].owner = owner;
	l->lockOwners[l->numLockOwners].nLocks = 1;
	l->numLockOwners++;
	if (owner != NULL)
		ResourceOwnerRememberLock(owner, l);
}

/* Who is to hold the lock this process waits for. */
static LOCALLOCK *awaited_lock;
static ResourceOwner awaited_owner;

void
GrantAwaitedLock(void)
{
	grant_local(awaited_lock, awaited_owner);
}

/* Invalidation messages have been read since the lock was taken. */
void
MarkLockClear(LOCALLOCK *locallock)
{
	Assert(locallock->nLocks > 0);
	locallock->lockCleared = true;
}

/* Does this process hold the lock in this mode? */
bool
LockHeldByMe(const LOCKTAG *locktag, LOCKMODE lockmode)
{
	LOCALLOCK *l = find_local(locktag, lockmode, HASH_FIND, NULL);

	return l != NULL && l->nLocks > 0;
}

/* ---- taking a lock ---- */

LockAcquireResult
LockAcquire(const LOCKTAG *locktag, LOCKMODE lockmode, bool sessionLock,
			bool dontWait)
{
	return LockAcquireExtended(locktag, lockmode, sessionLock, dontWait, true,
							   NULL);
}

/* The local entry, with room for one more owner. */
static LOCALLOCK *
prepare_local(const LOCKTAG *tag, LOCKMODE mode)
{
	bool found;
	LOCALLOCK *l = find_local(tag, mode, HASH_ENTER, &found);

	if (!found)
		init_local(l);
	else if (l->numLockOwners >= l->maxLockOwners)
	{
		int n = l->maxLockOwners * 2;

		l->lockOwners = (LOCALLOCKOWNER *)
			repalloc(l->lockOwners, n * sizeof(LOCALLOCKOWNER));
		l->maxLockOwners = n;
	}
	return l;
}

static void
no_lock_memory(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_OUT_OF_MEMORY),
			 errmsg("out of shared memory"),
			 errhint("You might need to increase max_locks_per_transaction.")));
}

static void
wait_for_lock(LOCALLOCK *l, ResourceOwner owner, LockMethod method)
{
	awaited_lock = l;
	awaited_owner = owner;
	if (ProcSleep(l, method) != PROC_WAIT_STATUS_OK)
	{
		awaited_lock = NULL;
		LWLockRelease(LockHashPartitionLock(l->hashcode));
		DeadLockReport();
	}
	awaited_lock = NULL;
}

/*
 * Get the lock in shared memory.  Caller holds the partition lock, and has a
 * fresh local entry; that becomes held, unless false is returned: it would
 * have to wait, and dontWait is set.
 */
static bool
acquire_shared(LOCALLOCK *l, ResourceOwner owner, LockMethod method,
			   bool dontWait)
{
	LOCKMODE mode = l->tag.mode;
	LOCK *lock = l->lock;
	PROCLOCK *proclock = l->proclock;
	bool conflict;

	/* one who waits for a conflicting mode was here first */
	conflict = (method->conflictTab[mode] & lock->waitMask) != 0 ||
		LockCheckConflicts(method, mode, lock, proclock);
	if (!conflict)
	{
		GrantLock(lock, proclock, mode);
		grant_local(l, owner);
		return true;
	}
	if (dontWait)
	{
		unrequest(lock, mode);
		CleanUpLock(lock, proclock, method, l->hashcode, false);
		return false;
	}
	wait_for_lock(l, owner, method);
	return true;
}

/*
 * LockAcquireExtended
 *		Take a lock.
 *
 * sessionLock		it outlives the transaction
 * dontWait			NOT_AVAIL instead of waiting
 * reportMemoryError	ERROR if shared memory is full; else NOT_AVAIL
 * locallockp		if not NULL, gets the local entry
 *
 * Errors: ERRCODE_T_R_DEADLOCK_DETECTED, cancel and timeouts during the wait.
 */
LockAcquireResult
LockAcquireExtended(const LOCKTAG *locktag, LOCKMODE lockmode,
					bool sessionLock, bool dontWait, bool reportMemoryError,
					LOCALLOCK **locallockp)
{
	LockMethod method = method_of(locktag->locktag_lockmethodid);
	ResourceOwner owner = sessionLock ? NULL : CurrentResourceOwner;
	LOCALLOCK *l;
	LWLock *partition;
	bool log_lock;
	bool ok = false;

	if (lockmode <= 0 || lockmode > method->numLockModes)
		elog(ERROR, "unrecognized lock mode: %d", lockmode);
	l = prepare_local(locktag, lockmode);
	if (locallockp)
		*locallockp = l;
	if (l->nLocks > 0)
	{
		grant_local(l, owner);
		return l->lockCleared ? LOCKACQUIRE_ALREADY_CLEAR : LOCKACQUIRE_ALREADY_HELD;
	}

	/* the record needs an xid, and assigning that takes a lock itself */
	log_lock = lockmode == AccessExclusiveLock &&
		locktag->locktag_type == LOCKTAG_RELATION &&
		!storage_callbacks.recovery_in_progress() &&
		storage_callbacks.standby_info_active();
	if (log_lock)
		storage_callbacks.log_access_exclusive_prepare();

	partition = LockHashPartitionLock(l->hashcode);
	LWLockAcquire(partition, LW_EXCLUSIVE);
	l->proclock = setup_entries(MyProc, locktag, l->hashcode, lockmode);
	if (l->proclock != NULL)
	{
		l->lock = l->proclock->tag.myLock;
		ok = acquire_shared(l, owner, method, dontWait);
	}
	LWLockRelease(partition);
	if (!ok)
	{
		bool full = l->proclock == NULL;

		remove_local(l);
		if (locallockp)
			*locallockp = NULL;
		if (full && reportMemoryError)
			no_lock_memory();
		return LOCKACQUIRE_NOT_AVAIL;
	}
	if (log_lock)
		storage_callbacks.log_access_exclusive_lock(locktag->locktag_field1,
													locktag->locktag_field2);
	return LOCKACQUIRE_OK;
}

/* ---- releasing ---- */

/* Give back one mode in shared memory. */
static void
release_shared(LOCK *lock, PROCLOCK *proclock, LOCKMODE mode, LockMethod method,
			   uint32 hashcode)
{
	bool wakeup = ungrant(lock, proclock, mode, method);

	CleanUpLock(lock, proclock, method, hashcode, wakeup);
}

static bool
not_mine(LOCKMODE mode)
{
	elog(WARNING, "you don't own a lock of type %s", mode_names[mode]);
	return false;
}

/*
 * LockRelease
 *		Give back one hold of a lock; false, with a WARNING, if there is none.
 */
bool
LockRelease(const LOCKTAG *locktag, LOCKMODE lockmode, bool sessionLock)
{
	LockMethod method = method_of(locktag->locktag_lockmethodid);
	ResourceOwner owner = sessionLock ? NULL : CurrentResourceOwner;
	LOCALLOCK *l = find_local(locktag, lockmode, HASH_FIND, NULL);
	LWLock *partition;
	int i;

	if (l == NULL || l->nLocks <= 0)
		return not_mine(lockmode);
	for (i = l->numLockOwners - 1; i >= 0; i--)
		if (l->lockOwners[i].owner == owner)
			break;
	if (i < 0)
		return not_mine(lockmode);

	if (--l->lockOwners[i].nLocks == 0)
	{
		if (owner != NULL)
			ResourceOwnerForgetLock(owner, l);
		l->lockOwners[i] = l->lockOwners[--l->numLockOwners];
	}
	if (--l->nLocks > 0)
		return true;

	partition = LockHashPartitionLock(l->hashcode);
	LWLockAcquire(partition, LW_EXCLUSIVE);
	if (l->proclock == NULL || !(l->proclock->holdMask & LOCKBIT_ON(lockmode)))
	{
		LWLockRelease(partition);
		remove_local(l);
		return not_mine(lockmode);
	}
	release_shared(l->lock, l->proclock, lockmode, method, l->hashcode);
	LWLockRelease(partition);
	remove_local(l);
	return true;
}

/* Reduce a local entry to its session holds; false if it has none. */
static bool
keep_session_holds(LOCALLOCK *l)
{
	int64 session = 0;

	for (int i = 0; i < l->numLockOwners; i++)
	{
		if (l->lockOwners[i].owner == NULL)
			session = l->lockOwners[i].nLocks;
		else
			ResourceOwnerForgetLock(l->lockOwners[i].owner, l);
	}
	if (session == 0)
	{
		l->numLockOwners = 0;
		return false;
	}
	l->lockOwners[0].owner = NULL;
	l->lockOwners[0].nLocks = session;
	l->numLockOwners = 1;
	l->nLocks = session;
	return true;
}

/*
 * Mark in the PROCLOCKs what is to be released, and drop the local entries.
 */
static void
mark_for_release(LOCKMETHODID methodid, bool allLocks)
{
	HASH_SEQ_STATUS seq;
	LOCALLOCK *l;

	hash_seq_init(&seq, local_locks);
	while ((l = (LOCALLOCK *) hash_seq_search(&seq)) != NULL)
	{
		/* an entry without holds is left by an error while taking the lock */
		if (l->nLocks == 0)
		{
			remove_local(l);
			continue;
		}
		if (LOCALLOCK_LOCKMETHOD(*l) != methodid)
			continue;
		if (!allLocks && keep_session_holds(l))
			continue;
		l->proclock->releaseMask |= LOCKBIT_ON(l->tag.mode);
		remove_local(l);
	}
}

static void
release_marked(PROCLOCK *proclock, LockMethod method)
{
	LOCK *lock = proclock->tag.myLock;
	bool wakeup = false;

	for (LOCKMODE m = 1; m <= MaxLockMode; m++)
		if (proclock->releaseMask & LOCKBIT_ON(m))
			wakeup |= ungrant(lock, proclock, m, method);
	proclock->releaseMask = 0;
	CleanUpLock(lock, proclock, method, LockTagHashCode(&lock->tag), wakeup);
}

/*
 * LockReleaseAll
 *		Release all locks of a method that this process holds.
 *
 * allLocks: session locks too.
 */
void
LockReleaseAll(LOCKMETHODID lockmethodid, bool allLocks)
{
	LockMethod method = method_of(lockmethodid);

	if (lockmethodid == DEFAULT_LOCKMETHOD)
		VirtualXactLockTableCleanup();
	if (hash_get_num_entries(local_locks) == 0)
		return;
	mark_for_release(lockmethodid, allLocks);

	for (int p = 0; p < NUM_LOCK_PARTITIONS; p++)
	{
		dlist_head *mine = &MyProc->myProcLocks[p];
		dlist_mutable_iter iter;

		/* others add to this list only for a vxid lock, which is done */
		if (dlist_is_empty(mine))
			continue;
		LWLockAcquire(LockHashPartitionLockByIndex(p), LW_EXCLUSIVE);
		dlist_foreach_modify (iter, mine)
		{
			PROCLOCK *proclock = dlist_container(PROCLOCK, procLink, iter.cur);

			if (PROCLOCK_LOCKMETHOD(*proclock) != lockmethodid)
				continue;
			/* holdMask 0: an error came between request and grant */
			if (proclock->releaseMask != 0 || proclock->holdMask == 0)
				release_marked(proclock, method);
		}
		LWLockRelease(LockHashPartitionLockByIndex(p));
	}
}

/* Release the holds of one owner (NULL: the session). */
static void
release_for_owner(LOCALLOCK *l, ResourceOwner owner)
{
	for (int i = l->numLockOwners - 1; i >= 0; i--)
	{
		int64 n = l->lockOwners[i].nLocks;

		if (l->lockOwners[i].owner != owner)
			continue;
		if (n < l->nLocks)
		{
			l->nLocks -= n;
			if (owner != NULL)
				ResourceOwnerForgetLock(owner, l);
			l->lockOwners[i] = l->lockOwners[--l->numLockOwners];
		}
		else
		{
			ResourceOwner save = CurrentResourceOwner;

			l->nLocks = 1;
			l->lockOwners[i].nLocks = 1;
			CurrentResourceOwner = owner;
			if (!LockRelease(&l->tag.lock, l->tag.mode, owner == NULL))
				elog(WARNING, "ReleaseLockIfHeld: failed??");
			CurrentResourceOwner = save;
		}
		return;
	}
}

/* Release all session locks of a method. */
void
LockReleaseSession(LOCKMETHODID lockmethodid)
{
	HASH_SEQ_STATUS seq;
	LOCALLOCK *l;

	hash_seq_init(&seq, local_locks);
	while ((l = (LOCALLOCK *) hash_seq_search(&seq)) != NULL)
		if (LOCALLOCK_LOCKMETHOD(*l) == lockmethodid)
			release_for_owner(l, NULL);
}

/* A subtransaction aborts: release what CurrentResourceOwner holds. */
void
LockReleaseCurrentOwner(LOCALLOCK **locallocks, int nlocks)
{
	HASH_SEQ_STATUS seq;
	LOCALLOCK *l;

	if (locallocks != NULL)
	{
		for (int i = nlocks - 1; i >= 0; i--)
			release_for_owner(locallocks[i], CurrentResourceOwner);
		return;
	}
	hash_seq_init(&seq, local_locks);
	while ((l = (LOCALLOCK *) hash_seq_search(&seq)) != NULL)
		release_for_owner(l, CurrentResourceOwner);
}

static void
reassign_to_parent(LOCALLOCK *l, ResourceOwner parent)
{
	int mine = -1;
	int theirs = -1;

	for (int i = 0; i < l->numLockOwners; i++)
	{
		if (l->lockOwners[i].owner == CurrentResourceOwner)
			mine = i;
		else if (l->lockOwners[i].owner == parent)
			theirs = i;
	}
	if (mine < 0)
		return;
	if (theirs < 0)
	{
		l->lockOwners[mine].owner = parent;
		ResourceOwnerRememberLock(parent, l);
	}
	else
	{
		l->lockOwners[theirs].nLocks += l->lockOwners[mine].nLocks;
		l->lockOwners[mine] = l->lockOwners[--l->numLockOwners];
	}
	ResourceOwnerForgetLock(CurrentResourceOwner, l);
}

/* A subtransaction commits: its locks become its parent's. */
void
LockReassignCurrentOwner(LOCALLOCK **locallocks, int nlocks)
{
	ResourceOwner parent = ResourceOwnerGetParent(CurrentResourceOwner);
	HASH_SEQ_STATUS seq;
	LOCALLOCK *l;

	Assert(parent != NULL);
	if (locallocks != NULL)
	{
		for (int i = nlocks - 1; i >= 0; i--)
			reassign_to_parent(locallocks[i], parent);
		return;
	}
	hash_seq_init(&seq, local_locks);
	while ((l = (LOCALLOCK *) hash_seq_search(&seq)) != NULL)
		reassign_to_parent(l, parent);
}

/* ---- virtual transactions ---- */

/*
 * Every transaction holds the lock on its own virtual transaction id.  It is
 * noted in its PGPROC alone; who wants to wait for it moves it to the table.
 */
void
VirtualXactLockTableInsert(VirtualTransactionId vxid)
{
	Assert(VirtualTransactionIdIsValid(vxid));
	LWLockAcquire(&MyProc->fpInfoLock, LW_EXCLUSIVE);
	Assert(MyProc->backendId == vxid.backendId);
	Assert(!LocalTransactionIdIsValid(MyProc->fpLocalTransactionId));
	MyProc->fpVXIDLock = true;
	MyProc->fpLocalTransactionId = vxid.localTransactionId;
	LWLockRelease(&MyProc->fpInfoLock);
}

/* Release in shared memory a lock that has no local entry. */
static void
release_by_tag(const LOCKTAG *tag, LOCKMODE mode)
{
	uint32 hashcode = LockTagHashCode(tag);
	LWLock *partition = LockHashPartitionLock(hashcode);
	LOCK *lock;
	PROCLOCK *proclock;
	PROCLOCKTAG ptag;

	LWLockAcquire(partition, LW_EXCLUSIVE);
	lock = (LOCK *) hash_search_with_hash_value(shared_locks, tag, hashcode,
												HASH_FIND, NULL);
	if (lock == NULL)
		elog(PANIC, "failed to re-find shared lock object");
	ptag.myLock = lock;
	ptag.myProc = MyProc;
	proclock = (PROCLOCK *)
		hash_search_with_hash_value(shared_proclocks, &ptag,
									proclock_hash(&ptag, hashcode), HASH_FIND,
									NULL);
	if (proclock == NULL || !(proclock->holdMask & LOCKBIT_ON(mode)))
		elog(PANIC, "failed to re-find shared proclock object");
	release_shared(lock, proclock, mode, method_of(tag->locktag_lockmethodid),
				   hashcode);
	LWLockRelease(partition);
}

void
VirtualXactLockTableCleanup(void)
{
	bool in_proc;
	LocalTransactionId lxid;

	if (!LocalTransactionIdIsValid(MyProc->fpLocalTransactionId))
		return; /* only this process sets it */
	LWLockAcquire(&MyProc->fpInfoLock, LW_EXCLUSIVE);
	in_proc = MyProc->fpVXIDLock;
	lxid = MyProc->fpLocalTransactionId;
	MyProc->fpVXIDLock = false;
	MyProc->fpLocalTransactionId = InvalidLocalTransactionId;
	LWLockRelease(&MyProc->fpInfoLock);

	if (!in_proc)
	{
		VirtualTransactionId vxid = {MyBackendId, lxid};
		LOCKTAG tag;

		SET_LOCKTAG_VIRTUALTRANSACTION(tag, vxid);
		release_by_tag(&tag, ExclusiveLock);
	}
}

/*
 * VirtualXactLock
 *		Wait until a virtual transaction ends (wait), or ask if it has.
 */
bool
VirtualXactLock(VirtualTransactionId vxid, bool wait)
{
	LOCKTAG tag;
	PGPROC *proc;

	Assert(VirtualTransactionIdIsValid(vxid));
	if (VirtualTransactionIdIsRecoveredPreparedXact(vxid))
	{
		/* a prepared transaction: the local id is its xid */
		SET_LOCKTAG_TRANSACTION(tag, vxid.localTransactionId);
		if (LockAcquire(&tag, ShareLock, false, !wait) == LOCKACQUIRE_NOT_AVAIL)
			return false;
		LockRelease(&tag, ShareLock, false);
		return true;
	}
	SET_LOCKTAG_VIRTUALTRANSACTION(tag, vxid);
	proc = BackendIdGetProc(vxid.backendId);
	if (proc == NULL)
		return true;

	LWLockAcquire(&proc->fpInfoLock, LW_EXCLUSIVE);
	if (proc->backendId != vxid.backendId ||
		proc->fpLocalTransactionId != vxid.localTransactionId)
	{
		LWLockRelease(&proc->fpInfoLock);
		return true;
	}
	if (!wait)
	{
		LWLockRelease(&proc->fpInfoLock);
		return false;
	}
	if (proc->fpVXIDLock)
	{
		uint32 hashcode = LockTagHashCode(&tag);
		LWLock *partition = LockHashPartitionLock(hashcode);
		PROCLOCK *proclock;

		LWLockAcquire(partition, LW_EXCLUSIVE);
		proclock = setup_entries(proc, &tag, hashcode, ExclusiveLock);
		if (proclock == NULL)
		{
			LWLockRelease(partition);
			LWLockRelease(&proc->fpInfoLock);
			no_lock_memory();
		}
		GrantLock(proclock->tag.myLock, proclock, ExclusiveLock);
		LWLockRelease(partition);
		proc->fpVXIDLock = false;
	}
	LWLockRelease(&proc->fpInfoLock);

	(void) LockAcquire(&tag, ShareLock, false, false);
	LockRelease(&tag, ShareLock, false);
	return true;
}

/* ---- questions about a lock ---- */

/* The shared entry; caller holds the partition lock. */
static LOCK *
find_shared(const LOCKTAG *tag, uint32 hashcode)
{
	return (LOCK *) hash_search_with_hash_value(shared_locks, tag, hashcode,
												HASH_FIND, NULL);
}

/* Does somebody wait for a lock that this process holds in this mode? */
bool
LockHasWaiters(const LOCKTAG *locktag, LOCKMODE lockmode, bool sessionLock)
{
	LOCALLOCK *l = find_local(locktag, lockmode, HASH_FIND, NULL);
	LWLock *partition;
	bool result;

	if (l == NULL || l->nLocks <= 0)
		return not_mine(lockmode);
	partition = LockHashPartitionLock(l->hashcode);
	LWLockAcquire(partition, LW_SHARED);
	result = (conflicts[lockmode] & l->lock->waitMask) != 0;
	LWLockRelease(partition);
	return result;
}

/* How many processes hold or await it. */
int
LockWaiterCount(const LOCKTAG *locktag)
{
	uint32 hashcode = LockTagHashCode(locktag);
	LWLock *partition = LockHashPartitionLock(hashcode);
	LOCK *lock;
	int n;

	LWLockAcquire(partition, LW_SHARED);
	lock = find_shared(locktag, hashcode);
	n = lock != NULL ? lock->nRequested : 0;
	LWLockRelease(partition);
	return n;
}

/*
 * GetLockConflicts
 *		Which transactions hold the lock in a mode that conflicts with this?
 *
 * palloc'd array, ended by an invalid entry; *countp its length if not NULL.
 */
VirtualTransactionId *
GetLockConflicts(const LOCKTAG *locktag, LOCKMODE lockmode, int *countp)
{
	uint32 hashcode = LockTagHashCode(locktag);
	LWLock *partition = LockHashPartitionLock(hashcode);
	VirtualTransactionId *vxids = (VirtualTransactionId *)
		palloc0(sizeof(VirtualTransactionId) * (MaxBackends + max_prepared_xacts + 1));
	LOCK *lock;
	int n = 0;
	dlist_iter iter;

	LWLockAcquire(partition, LW_SHARED);
	lock = find_shared(locktag, hashcode);
	if (lock != NULL)
		dlist_foreach (iter, &lock->procLocks)
		{
			PROCLOCK *p = dlist_container(PROCLOCK, lockLink, iter.cur);
			VirtualTransactionId vxid;

			if ((conflicts[lockmode] & p->holdMask) == 0 || p->tag.myProc == MyProc)
				continue;
			GET_VXID_FROM_PGPROC(vxid, *p->tag.myProc);
			if (VirtualTransactionIdIsValid(vxid))
				vxids[n++] = vxid;
		}
	LWLockRelease(partition);
	SetInvalidVirtualTransactionId(vxids[n]);
	if (countp)
		*countp = n;
	return vxids;
}
