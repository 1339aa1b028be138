/*
 * lwlock.h
 *		Lightweight locks: short locks on shared memory.
 *
 * Shared or exclusive, waited for on the process's semaphore, released on
 * error by LWLockReleaseAll. See storage/lmgr/README for the state word.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/lwlock.h
 */
#ifndef LWLOCK_H
#define LWLOCK_H

#include "port/atomics.h"
#include "storage/lwlocknames.h"
#include "storage/proclist_types.h"

typedef struct LWLock
{
	uint16 tranche; /* names the lock; constant */
	pg_atomic_uint32 state; /* holders and flags; atomic */
	proclist_head waiters; /* guarded by the queue bit in state */
} LWLock;

#define LWLOCK_PADDED_SIZE PG_CACHE_LINE_SIZE

typedef union LWLockPadded
{
	LWLock lock;
	char pad[LWLOCK_PADDED_SIZE];
} LWLockPadded;

typedef enum LWLockMode
{
	LW_EXCLUSIVE,
	LW_SHARED,
	LW_WAIT_UNTIL_FREE /* only inside a waiting process */
} LWLockMode;

typedef struct NamedLWLockTranche
{
	int trancheId;
	char *trancheName;
} NamedLWLockTranche;

/* The main array: individual locks, then the partitions of three tables. */
#define NUM_BUFFER_PARTITIONS 128
#define LOG2_NUM_LOCK_PARTITIONS 4
#define NUM_LOCK_PARTITIONS (1 << LOG2_NUM_LOCK_PARTITIONS)
#define LOG2_NUM_PREDICATELOCK_PARTITIONS 4
#define NUM_PREDICATELOCK_PARTITIONS (1 << LOG2_NUM_PREDICATELOCK_PARTITIONS)
#define BUFFER_MAPPING_LWLOCK_OFFSET NUM_INDIVIDUAL_LWLOCKS
#define LOCK_MANAGER_LWLOCK_OFFSET (BUFFER_MAPPING_LWLOCK_OFFSET + NUM_BUFFER_PARTITIONS)
#define PREDICATELOCK_MANAGER_LWLOCK_OFFSET (LOCK_MANAGER_LWLOCK_OFFSET + NUM_LOCK_PARTITIONS)
#define NUM_FIXED_LWLOCKS (PREDICATELOCK_MANAGER_LWLOCK_OFFSET + NUM_PREDICATELOCK_PARTITIONS)

/* Ids below LWTRANCHE_FIRST_BUILTIN are the individual locks' own. */
typedef enum BuiltinTrancheIds
{
	LWTRANCHE_XACT_BUFFER = NUM_INDIVIDUAL_LWLOCKS,
	LWTRANCHE_COMMITTS_BUFFER,
	LWTRANCHE_SUBTRANS_BUFFER,
	LWTRANCHE_MULTIXACTOFFSET_BUFFER,
	LWTRANCHE_MULTIXACTMEMBER_BUFFER,
	LWTRANCHE_NOTIFY_BUFFER,
	LWTRANCHE_SERIAL_BUFFER,
	LWTRANCHE_WAL_INSERT,
	LWTRANCHE_BUFFER_CONTENT,
	LWTRANCHE_REPLICATION_ORIGIN_STATE,
	LWTRANCHE_REPLICATION_SLOT_IO,
	LWTRANCHE_LOCK_FASTPATH,
	LWTRANCHE_BUFFER_MAPPING,
	LWTRANCHE_LOCK_MANAGER,
	LWTRANCHE_PREDICATE_LOCK_MANAGER,
	LWTRANCHE_PARALLEL_HASH_JOIN,
	LWTRANCHE_PARALLEL_QUERY_DSA,
	LWTRANCHE_PER_SESSION_DSA,
	LWTRANCHE_PER_SESSION_RECORD_TYPE,
	LWTRANCHE_PER_SESSION_RECORD_TYPMOD,
	LWTRANCHE_SHARED_TUPLESTORE,
	LWTRANCHE_SHARED_TIDBITMAP,
	LWTRANCHE_PARALLEL_APPEND,
	LWTRANCHE_PER_XACT_PREDICATE_LIST,
	LWTRANCHE_PGSTATS_DSA,
	LWTRANCHE_PGSTATS_HASH,
	LWTRANCHE_PGSTATS_DATA,
	LWTRANCHE_FIRST_USER_DEFINED
} BuiltinTrancheIds;

extern PGDLLIMPORT LWLockPadded *MainLWLockArray;
extern PGDLLIMPORT NamedLWLockTranche *NamedLWLockTrancheArray;
extern PGDLLIMPORT int NamedLWLockTrancheRequests;

/* storage/lmgr/lwlock.c: take and release */
extern bool LWLockAcquire(LWLock *lock, LWLockMode mode);
extern bool LWLockAcquireOrWait(LWLock *lock, LWLockMode mode);
extern bool LWLockAnyHeldByMe(LWLock *lock, int nlocks, size_t stride);
extern bool LWLockConditionalAcquire(LWLock *lock, LWLockMode mode);
extern bool LWLockHeldByMe(LWLock *lock);
extern bool LWLockHeldByMeInMode(LWLock *lock, LWLockMode mode);
extern void LWLockRelease(LWLock *lock);
extern void LWLockReleaseAll(void);

/* storage/lmgr/lwlock.c: a lock with a progress variable */
extern void LWLockReleaseClearVar(LWLock *lock, uint64 *valptr, uint64 val);
extern void LWLockUpdateVar(LWLock *lock, uint64 *valptr, uint64 val);
extern bool LWLockWaitForVar(LWLock *lock, uint64 *valptr, uint64 oldval,
							 uint64 *newval);

/* storage/lmgr/lwlock.c: set-up and names */
extern void CreateLWLocks(void);
extern const char *GetLWLockIdentifier(uint32 classId, uint16 eventId);
extern LWLockPadded *GetNamedLWLockTranche(const char *tranche_name);
extern void InitLWLockAccess(void);
extern void LWLockInitialize(LWLock *lock, int tranche_id);
extern int LWLockNewTrancheId(void);
extern void LWLockRegisterTranche(int tranche_id, const char *tranche_name);
extern Size LWLockShmemSize(void);
extern void RequestNamedLWLockTranche(const char *tranche_name, int num_lwlocks);

#endif /* LWLOCK_H */
