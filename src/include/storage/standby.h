/*
 * standby.h
 *		What the log tells standbys about locks and running transactions.
 *
 * Narwal writes these records as a primary; it does not run queries while
 * replaying them, so redo of them has nothing to do.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/standby.h
 */
#ifndef STANDBY_H
#define STANDBY_H

#include "datatype/timestamp.h"
#include "storage/lock.h"
#include "storage/procsignal.h"
#include "storage/relfilenode.h"
#include "storage/standbydefs.h"

/* procarray's list of what runs; xids is palloc'd or static of its maker. */
typedef struct RunningTransactionsData
{
	int xcnt;
	int subxcnt;
	bool subxid_overflow;
	TransactionId nextXid;
	TransactionId oldestRunningXid;
	TransactionId latestCompletedXid;
	TransactionId *xids;
} RunningTransactionsData;

typedef RunningTransactionsData *RunningTransactions;

extern PGDLLIMPORT int max_standby_archive_delay;
extern PGDLLIMPORT int max_standby_streaming_delay;
extern PGDLLIMPORT bool log_recovery_conflict_waits;

/* access/transam/standby.c */
extern XLogRecPtr LogStandbySnapshot(void);
extern void LogAccessExclusiveLock(Oid dbOid, Oid relOid);
extern void LogAccessExclusiveLockPrepare(void);
extern void LogStandbyInvalidations(int nmsgs, SharedInvalidationMessage *msgs,
									bool relcacheInitFileInval);

#endif /* STANDBY_H */
