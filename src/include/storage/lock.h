/*
 * lock.h
 *		The lock manager: waited-for locks on SQL objects.
 *
 * LOCKTAG says what is locked. LOCK is the shared state of one locked
 * thing, PROCLOCK one holder of it, LOCALLOCK this process's own count. See
 * storage/lmgr/README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/lock.h
 */
#ifndef LOCK_H
#define LOCK_H

#include "datatype/timestamp.h"
#include "lib/ilist.h"
#include "storage/backendid.h"
#include "storage/lockdefs.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"

typedef struct PGPROC PGPROC;

/* ---- what is locked ---- */
typedef enum LockTagType
{
	LOCKTAG_RELATION,
	LOCKTAG_RELATION_EXTEND, /* the right to extend a relation */
	LOCKTAG_DATABASE_FROZEN_IDS,
	LOCKTAG_PAGE,
	LOCKTAG_TUPLE,
	LOCKTAG_TRANSACTION, /* held by a transaction while it runs */
	LOCKTAG_VIRTUALTRANSACTION,
	LOCKTAG_SPECULATIVE_TOKEN,
	LOCKTAG_OBJECT,
	LOCKTAG_USERLOCK,
	LOCKTAG_ADVISORY
} LockTagType;

#define LOCKTAG_LAST_TYPE LOCKTAG_ADVISORY

extern PGDLLIMPORT const char *const LockTagTypeNames[];

typedef struct LOCKTAG
{
	uint32 locktag_field1;
	uint32 locktag_field2;
	uint32 locktag_field3;
	uint16 locktag_field4;
	uint8 locktag_type; /* LockTagType */
	uint8 locktag_lockmethodid;
} LOCKTAG;

StaticAssertDecl(sizeof(LOCKTAG) == 16, "a lock tag has no padding");

#define SET_LOCKTAG(tag, type, method, f1, f2, f3, f4) \
	((tag) = (LOCKTAG){(f1), (f2), (f3), (f4), (type), (method)})
#define SET_LOCKTAG_RELATION(tag, db, rel) \
	SET_LOCKTAG(tag, LOCKTAG_RELATION, DEFAULT_LOCKMETHOD, db, rel, 0, 0)
#define SET_LOCKTAG_RELATION_EXTEND(tag, db, rel) \
	SET_LOCKTAG(tag, LOCKTAG_RELATION_EXTEND, DEFAULT_LOCKMETHOD, db, rel, 0, 0)
#define SET_LOCKTAG_DATABASE_FROZEN_IDS(tag, db) \
	SET_LOCKTAG(tag, LOCKTAG_DATABASE_FROZEN_IDS, DEFAULT_LOCKMETHOD, db, 0, 0, 0)
#define SET_LOCKTAG_PAGE(tag, db, rel, blk) \
	SET_LOCKTAG(tag, LOCKTAG_PAGE, DEFAULT_LOCKMETHOD, db, rel, blk, 0)
#define SET_LOCKTAG_TUPLE(tag, db, rel, blk, off) \
	SET_LOCKTAG(tag, LOCKTAG_TUPLE, DEFAULT_LOCKMETHOD, db, rel, blk, off)
#define SET_LOCKTAG_TRANSACTION(tag, xid) \
	SET_LOCKTAG(tag, LOCKTAG_TRANSACTION, DEFAULT_LOCKMETHOD, xid, 0, 0, 0)
#define SET_LOCKTAG_VIRTUALTRANSACTION(tag, vxid)                    \
	SET_LOCKTAG(tag, LOCKTAG_VIRTUALTRANSACTION, DEFAULT_LOCKMETHOD, \
				(uint32) (vxid).backendId, (vxid).localTransactionId, 0, 0)
#define SET_LOCKTAG_SPECULATIVE_INSERTION(tag, xid, token) \
	SET_LOCKTAG(tag, LOCKTAG_SPECULATIVE_TOKEN, DEFAULT_LOCKMETHOD, xid, token, 0, 0)
#define SET_LOCKTAG_OBJECT(tag, db, cls, obj, sub) \
	SET_LOCKTAG(tag, LOCKTAG_OBJECT, DEFAULT_LOCKMETHOD, db, cls, obj, sub)
#define SET_LOCKTAG_ADVISORY(tag, id1, id2, id3, id4) \
	SET_LOCKTAG(tag, LOCKTAG_ADVISORY, USER_LOCKMETHOD, id1, id2, id3, id4)

/* ---- lock methods ---- */
typedef uint16 LOCKMETHODID;

#define DEFAULT_LOCKMETHOD 1
#define USER_LOCKMETHOD 2 /* advisory locks */

#define MAX_LOCKMODES 10
#define LOCKBIT_ON(mode) (1 << (mode))
#define LOCKBIT_OFF(mode) (~(1 << (mode)))

typedef struct LockMethodData
{
	int numLockModes;
	const LOCKMASK *conflictTab; /* by mode: the modes it conflicts with */
	const char *const *lockModeNames;
	const bool *trace_flag;
} LockMethodData;
typedef const LockMethodData *LockMethod;

/* ---- virtual transactions ---- */
typedef struct
{
	BackendId backendId;
	LocalTransactionId localTransactionId;
} VirtualTransactionId;

#define InvalidLocalTransactionId 0
#define LocalTransactionIdIsValid(lxid) ((lxid) != InvalidLocalTransactionId)
#define VirtualTransactionIdIsValid(v) LocalTransactionIdIsValid((v).localTransactionId)
#define VirtualTransactionIdIsRecoveredPreparedXact(v) \
	((v).backendId == InvalidBackendId)
#define VirtualTransactionIdEquals(a, b) \
	((a).backendId == (b).backendId &&   \
	 (a).localTransactionId == (b).localTransactionId)
#define SetInvalidVirtualTransactionId(v) \
	((v).backendId = InvalidBackendId,    \
	 (v).localTransactionId = InvalidLocalTransactionId)
#define GET_VXID_FROM_PGPROC(v, proc) \
	((v).backendId = (proc).backendId, (v).localTransactionId = (proc).lxid)
#define MAX_SUPPORTED_VXIDS 0

/* ---- shared state; all guarded by the tag's partition lock ---- */
typedef struct LOCK
{
	LOCKTAG tag; /* hash key; must be first */
	LOCKMASK grantMask; /* modes that are held */
	LOCKMASK waitMask; /* modes that are waited for */
	dlist_head procLocks; /* PROCLOCKs, by lockLink */
	dlist_head waitProcs; /* waiting PGPROCs, by links, in order */
	int nWaiting;
	int nRequested; /* granted and waiting, all modes */
	int nGranted;
	int requested[MAX_LOCKMODES];
	int granted[MAX_LOCKMODES];
} LOCK;

typedef struct PROCLOCKTAG
{
	LOCK *myLock;
	PGPROC *myProc;
} PROCLOCKTAG;

typedef struct PROCLOCK
{
	PROCLOCKTAG tag; /* hash key; must be first */
	LOCKMASK holdMask; /* modes this process holds */
	LOCKMASK releaseMask; /* scratch of LockReleaseAll */
	dlist_node lockLink; /* in LOCK.procLocks */
	dlist_node procLink; /* in PGPROC.myProcLocks[partition] */
} PROCLOCK;

/* ---- local state ---- */
typedef struct LOCALLOCKTAG
{
	LOCKTAG lock;
	LOCKMODE mode;
} LOCALLOCKTAG;

typedef struct LOCALLOCKOWNER
{
	struct ResourceOwnerData *owner; /* NULL: the session */
	int64 nLocks;
} LOCALLOCKOWNER;

typedef struct LOCALLOCK
{
	LOCALLOCKTAG tag; /* hash key; must be first */
	uint32 hashcode;
	LOCK *lock; /* NULL if the shared table has no entry */
	PROCLOCK *proclock;
	int64 nLocks; /* how often held, all owners */
	int numLockOwners;
	int maxLockOwners;
	LOCALLOCKOWNER *lockOwners;
	bool lockCleared; /* invalidation messages were read since */
} LOCALLOCK;

#define LOCALLOCK_LOCKMETHOD(l) ((l).tag.lock.locktag_lockmethodid)
#define LOCALLOCK_LOCKTAG(l) ((LockTagType) (l).tag.lock.locktag_type)
#define LOCK_LOCKMETHOD(l) ((LOCKMETHODID) (l).tag.locktag_lockmethodid)
#define LOCK_LOCKTAG(l) ((LockTagType) (l).tag.locktag_type)
#define PROCLOCK_LOCKMETHOD(p) LOCK_LOCKMETHOD(*((p).tag.myLock))

#define LockHashPartition(h) ((h) % NUM_LOCK_PARTITIONS)
#define LockHashPartitionLockByIndex(i) \
	(&MainLWLockArray[LOCK_MANAGER_LWLOCK_OFFSET + (i)].lock)
#define LockHashPartitionLock(h) LockHashPartitionLockByIndex(LockHashPartition(h))
#define LockHashPartitionLockByProc(proc) \
	LockHashPartitionLock(LockTagHashCode(&(proc)->waitLock->tag))

/* ---- reports ---- */
typedef struct LockInstanceData
{
	LOCKTAG locktag;
	LOCKMASK holdMask;
	LOCKMODE waitLockMode; /* NoLock if not waiting */
	BackendId backend;
	LocalTransactionId lxid;
	TimestampTz waitStart;
	int pid;
	int leaderPid;
	bool fastpath;
} LockInstanceData;

typedef struct LockData
{
	int nelements;
	LockInstanceData *locks;
} LockData;

typedef struct BlockedProcData
{
	int pid;
	int first_lock; /* its locks in BlockedProcsData.locks */
	int num_locks;
	int first_waiter; /* who is ahead of it, in waiter_pids */
	int num_waiters;
} BlockedProcData;

typedef struct BlockedProcsData
{
	BlockedProcData *procs;
	LockInstanceData *locks;
	int *waiter_pids;
	int nprocs;
	int maxprocs;
	int nlocks;
	int maxlocks;
	int npids;
	int maxpids;
} BlockedProcsData;

typedef enum
{
	LOCKACQUIRE_NOT_AVAIL, /* dontWait was given */
	LOCKACQUIRE_OK,
	LOCKACQUIRE_ALREADY_HELD,
	LOCKACQUIRE_ALREADY_CLEAR /* held, and caches are up to date */
} LockAcquireResult;

typedef enum
{
	DS_NOT_YET_CHECKED,
	DS_NO_DEADLOCK,
	DS_SOFT_DEADLOCK, /* solved by reordering a wait queue */
	DS_HARD_DEADLOCK,
	DS_BLOCKED_BY_AUTOVACUUM
} DeadLockState;

/* settings: storage/lmgr/lock.c */
extern PGDLLIMPORT int max_locks_per_xact;

/* storage/lmgr/lock.c: tables and methods */
extern void InitLocks(void);
extern Size LockShmemSize(void);
extern LockMethod GetLocksMethodTable(const LOCK *lock);
extern LockMethod GetLockTagsMethodTable(const LOCKTAG *locktag);
extern uint32 LockTagHashCode(const LOCKTAG *locktag);
extern bool DoLockModesConflict(LOCKMODE mode1, LOCKMODE mode2);
extern const char *GetLockmodeName(LOCKMETHODID lockmethodid, LOCKMODE mode);

/* storage/lmgr/lock.c: take and release */
extern LockAcquireResult LockAcquire(const LOCKTAG *locktag, LOCKMODE lockmode,
									 bool sessionLock, bool dontWait);
extern LockAcquireResult LockAcquireExtended(const LOCKTAG *locktag,
											 LOCKMODE lockmode,
											 bool sessionLock, bool dontWait,
											 bool reportMemoryError,
											 LOCALLOCK **locallockp);
extern bool LockRelease(const LOCKTAG *locktag, LOCKMODE lockmode,
						bool sessionLock);
extern void LockReleaseAll(LOCKMETHODID lockmethodid, bool allLocks);
extern void LockReleaseSession(LOCKMETHODID lockmethodid);
extern void LockReleaseCurrentOwner(LOCALLOCK **locallocks, int nlocks);
extern void LockReassignCurrentOwner(LOCALLOCK **locallocks, int nlocks);
extern void MarkLockClear(LOCALLOCK *locallock);
extern bool LockHeldByMe(const LOCKTAG *locktag, LOCKMODE lockmode);
extern bool LockHasWaiters(const LOCKTAG *locktag, LOCKMODE lockmode,
						   bool sessionLock);

/* storage/lmgr/lock.c: for proc.c and deadlock.c; partition lock held */
extern bool LockCheckConflicts(LockMethod lockMethodTable, LOCKMODE lockmode,
							   LOCK *lock, PROCLOCK *proclock);
extern void GrantLock(LOCK *lock, PROCLOCK *proclock, LOCKMODE lockmode);
extern void GrantAwaitedLock(void);
extern void RemoveFromWaitQueue(PGPROC *proc, uint32 hashcode);

/* storage/lmgr/lock.c: virtual transactions */
extern void VirtualXactLockTableInsert(VirtualTransactionId vxid);
extern void VirtualXactLockTableCleanup(void);
extern bool VirtualXactLock(VirtualTransactionId vxid, bool wait);

/* storage/lmgr/lock.c: reports */
extern VirtualTransactionId *GetLockConflicts(const LOCKTAG *locktag,
											  LOCKMODE lockmode, int *countp);
extern LockData *GetLockStatusData(void);
extern BlockedProcsData *GetBlockerStatusData(int blocked_pid);
extern xl_standby_lock *GetRunningTransactionLocks(int *nlocks);
extern int LockWaiterCount(const LOCKTAG *locktag);

/* storage/lmgr/deadlock.c */
extern void InitDeadLockChecking(void);
extern DeadLockState DeadLockCheck(PGPROC *proc);
extern void DeadLockReport(void) pg_attribute_noreturn();
extern PGPROC *GetBlockingAutoVacuumPgproc(void);
extern void RememberSimpleDeadLock(PGPROC *proc1, LOCKMODE lockmode,
								   LOCK *lock, PGPROC *proc2);

#endif /* LOCK_H */
