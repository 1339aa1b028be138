/*
 * standby.h
 *		Running transactions and conflicts, as WAL carries them.
 *
 * Declarations for access/transam/standby.c, and the set of running
 * transactions that procarray.c makes for it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/standby.h
 */
#ifndef STANDBY_H
#define STANDBY_H

#include "access/transam.h"
#include "access/xlogdefs.h"
#include "datatype/timestamp.h"
#include "storage/lock.h"
#include "storage/procsignal.h"
#include "storage/relfilenode.h"
#include "storage/standbydefs.h"

/* procarray.c's working form of xl_running_xacts */
typedef struct RunningTransactionsData
{
	int			xcnt;
	int			subxcnt;
	bool		subxid_overflow;
	TransactionId nextXid;
	TransactionId oldestRunningXid;
	TransactionId latestCompletedXid;
	TransactionId *xids;		/* xcnt, then subxcnt */
} RunningTransactionsData;
typedef RunningTransactionsData *RunningTransactions;

/* settings: access/transam/standby.c */
extern PGDLLIMPORT int vacuum_defer_cleanup_age;
extern PGDLLIMPORT int max_standby_archive_delay;
extern PGDLLIMPORT int max_standby_streaming_delay;
extern PGDLLIMPORT bool log_recovery_conflict_waits;

/* access/transam/standby.c: records */
extern XLogRecPtr LogStandbySnapshot(void);
extern void LogAccessExclusiveLock(Oid dbOid, Oid relOid);
extern void LogAccessExclusiveLockPrepare(void);
extern void LogStandbyInvalidations(int nmsgs, SharedInvalidationMessage *msgs,
									bool relcacheInitFileInval);

/* access/transam/standby.c: life of recovery */
extern void InitRecoveryTransactionEnvironment(void);
extern void ShutdownRecoveryTransactionEnvironment(void);
extern void StandbyAcquireAccessExclusiveLock(TransactionId xid, Oid dbOid,
											  Oid relOid);
extern void StandbyReleaseLockTree(TransactionId xid, int nsubxids,
								   TransactionId *subxids);
extern void StandbyReleaseAllLocks(void);
extern void StandbyReleaseOldLocks(TransactionId oldxid);

/* access/transam/standby.c: conflicts */
extern void ResolveRecoveryConflictWithSnapshot(TransactionId latestRemovedXid,
												RelFileNode node);
extern void ResolveRecoveryConflictWithSnapshotFullXid(FullTransactionId latestRemovedFullXid,
													   RelFileNode node);
extern void ResolveRecoveryConflictWithTablespace(Oid tsid);
extern void ResolveRecoveryConflictWithDatabase(Oid dbid);
extern void ResolveRecoveryConflictWithLock(LOCKTAG locktag,
											bool logging_conflict);
extern void ResolveRecoveryConflictWithBufferPin(void);
extern void CheckRecoveryConflictDeadlock(void);
extern void StandbyDeadLockHandler(void);
extern void StandbyTimeoutHandler(void);
extern void StandbyLockTimeoutHandler(void);
extern void LogRecoveryConflict(ProcSignalReason reason,
								TimestampTz wait_start, TimestampTz now,
								VirtualTransactionId *wait_list,
								bool still_waiting);

#endif							/* STANDBY_H */
