/*
 * proc.h
 *		PGPROC: what every process shows to the others.
 *
 * One entry per backend, auxiliary process and prepared transaction, in one
 * array; its index is pgprocno. The fields that snapshots need lie in dense
 * arrays beside it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/proc.h
 */
#ifndef PROC_H
#define PROC_H

#include "access/xlogdefs.h"
#include "lib/ilist.h"
#include "storage/latch.h"
#include "storage/lock.h"
#include "storage/pg_sema.h"
#include "storage/proclist_types.h"

/* ---- subtransactions a process shows ---- */
#define PGPROC_MAX_CACHED_SUBXIDS 64

typedef struct XidCacheStatus
{
	uint8 count;
	bool overflowed; /* there are more than the array holds */
} XidCacheStatus;

struct XidCache
{
	TransactionId xids[PGPROC_MAX_CACHED_SUBXIDS];
};

/* ---- PGPROC.statusFlags ---- */
#define PROC_IS_AUTOVACUUM 0x01
#define PROC_IN_VACUUM 0x02 /* lazy VACUUM: its xmin does not count */
#define PROC_IN_SAFE_IC 0x04 /* CREATE INDEX CONCURRENTLY, likewise */
#define PROC_VACUUM_FOR_WRAPAROUND 0x08
#define PROC_IN_LOGICAL_DECODING 0x10
#define PROC_AFFECTS_ALL_HORIZONS 0x20
#define PROC_VACUUM_STATE_MASK \
	(PROC_IN_VACUUM | PROC_IN_SAFE_IC | PROC_VACUUM_FOR_WRAPAROUND)
#define PROC_COPYABLE_FLAGS (PROC_IS_AUTOVACUUM | PROC_IN_VACUUM | PROC_IN_SAFE_IC | PROC_AFFECTS_ALL_HORIZONS)
#define PROC_XMIN_FLAGS (PROC_IN_VACUUM | PROC_IN_SAFE_IC)

/* ---- PGPROC.delayChkptFlags ---- */
#define DELAY_CHKPT_START (1 << 0) /* between a change and its WAL record */
#define DELAY_CHKPT_COMPLETE (1 << 1) /* between record and file change */

typedef enum
{
	PROC_WAIT_STATUS_OK,
	PROC_WAIT_STATUS_WAITING,
	PROC_WAIT_STATUS_ERROR
} ProcWaitStatus;

struct PGPROC
{
	/* freelist, or wait queue of a lock (partition lock) */
	dlist_node links;
	dlist_head *procgloballist; /* freelist it returns to; constant */
	PGSemaphoreData sem; /* sleeps on LWLocks; constant, atomic inside */
	Latch procLatch;
	int pgprocno; /* index in allProcs; constant */

	/* own transaction; mirrored in the dense arrays.  Written by the owner
	 * under ProcArrayLock (shared suffices for xmin); read under it */
	TransactionId xid;
	TransactionId xmin;
	LocalTransactionId lxid; /* written by the owner only */
	int pgxactoff; /* place in the dense arrays; ProcArrayLock */
	uint8 statusFlags;
	XidCacheStatus subxidStatus;
	struct XidCache subxids;

	/* identity, set at start */
	int pid; /* 0 for a prepared transaction */
	BackendId backendId;
	Oid databaseId;
	Oid roleId;
	Oid tempNamespaceId;
	bool isBackgroundWorker;
	bool recoveryConflictPending;

	/* LWLock wait; guarded by that lock's queue bit */
	uint8 lwWaiting; /* LW_WS_ in lwlock.c */
	uint8 lwWaitMode;
	proclist_node lwWaitLink;

	/* condition variable wait; guarded by its mutex */
	proclist_node cvWaitLink;

	/* lock manager wait; guarded by the partition lock */
	LOCK *waitLock; /* NULL if not waiting */
	PROCLOCK *waitProcLock;
	LOCKMODE waitLockMode;
	LOCKMASK heldLocks; /* modes already held on waitLock */
	ProcWaitStatus waitStatus;
	pg_atomic_uint64 waitStart; /* time, or 0 */

	int delayChkptFlags; /* DELAY_CHKPT_xxx */

	/* locks held, by partition; each guarded by its partition lock */
	dlist_head myProcLocks[NUM_LOCK_PARTITIONS];

	/* waiting for synchronous replication: SyncRepLock */
	XLogRecPtr waitLSN;
	int syncRepState;
	dlist_node syncRepLinks;

	uint32 wait_event_info; /* written by the owner */

	/* ending transactions as a group: ProcArrayGroupClearXid */
	bool procArrayGroupMember;
	pg_atomic_uint32 procArrayGroupNext;
	TransactionId procArrayGroupMemberXid;

	/* setting transaction status as a group: clog.c */
	bool clogGroupMember;
	pg_atomic_uint32 clogGroupNext;
	TransactionId clogGroupMemberXid;
	int clogGroupMemberXidStatus;
	int clogGroupMemberPage;
	XLogRecPtr clogGroupMemberLsn;

	/* own virtual transaction lock; fpInfoLock */
	LWLock fpInfoLock;
	bool fpVXIDLock; /* held here, not in the lock table */
	LocalTransactionId fpLocalTransactionId;

	/* parallel workers: not supported, so always NULL */
	struct PGPROC *lockGroupLeader;
};

/* ---- all processes ---- */
typedef struct PROC_HDR
{
	PGPROC *allProcs;
	uint32 allProcCount;

	/* dense arrays, by PGPROC.pgxactoff: ProcArrayLock */
	TransactionId *xids;
	XidCacheStatus *subxidStates;
	uint8 *statusFlags;

	/* freelists: ProcStructLock */
	dlist_head freeProcs; /* for client backends */
	dlist_head otherFreeProcs; /* autovacuum, background workers, walsenders */

	pg_atomic_uint32 procArrayGroupFirst;
	pg_atomic_uint32 clogGroupFirst;

	Latch *walwriterLatch; /* to wake them; set by the process itself */
	Latch *checkpointerLatch;
	int spins_per_delay;
	int startupBufferPinWaitBufId; /* startup process, or -1 */
} PROC_HDR;

#define NUM_AUXILIARY_PROCS 5

#define GetPGProcByNumber(n) (&ProcGlobal->allProcs[n])
#define GetNumberFromPGProc(proc) ((proc)->pgprocno)

extern PGDLLIMPORT PGPROC *MyProc;
extern PGDLLIMPORT PROC_HDR *ProcGlobal;
extern PGDLLIMPORT PGPROC *PreparedXactProcs;
extern PGDLLIMPORT slock_t *ProcStructLock;

/* settings: storage/lmgr/proc.c */
extern PGDLLIMPORT int DeadlockTimeout;
extern PGDLLIMPORT int IdleInTransactionSessionTimeout;
extern PGDLLIMPORT int IdleSessionTimeout;
extern PGDLLIMPORT int LockTimeout;
extern PGDLLIMPORT bool log_lock_waits;
extern PGDLLIMPORT int StatementTimeout;
/* access/transam/twophase.c: max_prepared_transactions */
extern PGDLLIMPORT int max_prepared_xacts;

/* storage/lmgr/proc.c: shared memory */
extern int ProcGlobalSemas(void);
extern Size ProcGlobalShmemSize(void);
extern void InitProcGlobal(void);

/* storage/lmgr/proc.c: life of a process */
extern void InitProcess(void);
extern void InitProcessPhase2(void);
extern void InitAuxiliaryProcess(void);
extern PGPROC *AuxiliaryPidGetProc(int pid);
extern bool HaveNFreeProcs(int n);
extern void ProcReleaseLocks(bool isCommit);

/* storage/lmgr/proc.c: waiting for a lock */
extern void CheckDeadLockAlert(void);
extern bool IsWaitingForLock(void);
extern void LockErrorCleanup(void);
extern void ProcLockWakeup(LockMethod lockMethodTable, LOCK *lock);
extern ProcWaitStatus ProcSleep(LOCALLOCK *locallock,
								LockMethod lockMethodTable);
extern PGPROC *ProcWakeup(PGPROC *proc, ProcWaitStatus waitStatus);

/* storage/lmgr/proc.c: signals between processes */
extern void ProcWaitForSignal(uint32 wait_event_info);
extern void ProcSendSignal(int pgprocno);
extern void SetStartupBufferPinWaitBufId(int bufid);
extern int GetStartupBufferPinWaitBufId(void);

#endif /* PROC_H */
