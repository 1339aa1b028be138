/*
 * standby.c
 *		Tells standbys which transactions run and which strong locks are held.
 *
 * A standby of any make that serves queries needs these records; recovery here
 * does not serve queries, so their redo does nothing.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/standby.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "access/xlog_internal.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "storage/procarray.h"
#include "storage/standby.h"

int max_standby_archive_delay = 30 * 1000;
int max_standby_streaming_delay = 30 * 1000;
bool log_recovery_conflict_waits = false;

static XLogRecPtr
log_locks(int nlocks, xl_standby_lock *locks)
{
	xl_standby_locks xlrec;

	xlrec.nlocks = nlocks;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, offsetof(xl_standby_locks, locks));
	XLogRegisterData((char *) locks, nlocks * sizeof(xl_standby_lock));
	XLogSetRecordFlags(XLOG_MARK_UNIMPORTANT);
	return XLogInsert(RM_STANDBY_ID, XLOG_STANDBY_LOCK);
}

static XLogRecPtr
log_running_xacts(RunningTransactions running)
{
	xl_running_xacts xlrec;
	XLogRecPtr recptr;

	memset(&xlrec, 0, sizeof(xlrec));
	xlrec.xcnt = running->xcnt;
	xlrec.subxcnt = running->subxcnt;
	xlrec.subxid_overflow = running->subxid_overflow;
	xlrec.nextXid = running->nextXid;
	xlrec.oldestRunningXid = running->oldestRunningXid;
	xlrec.latestCompletedXid = running->latestCompletedXid;

	XLogBeginInsert();
	XLogSetRecordFlags(XLOG_MARK_UNIMPORTANT);
	XLogRegisterData((char *) &xlrec, MinSizeOfXactRunningXacts);
	if (xlrec.xcnt > 0)
		XLogRegisterData((char *) running->xids,
						 (xlrec.xcnt + xlrec.subxcnt) * sizeof(TransactionId));
	recptr = XLogInsert(RM_STANDBY_ID, XLOG_RUNNING_XACTS);

	/* Standbys wait for it: do not leave it to the next commit. */
	XLogSetAsyncXactLSN(recptr);
	return recptr;
}

/*
 * LogStandbySnapshot
 *		Log all strong locks, then all running transactions; the LSN of the latter.
 *
 * The locks come first: a lock taken between the two is told by its own record.
 */
XLogRecPtr
LogStandbySnapshot(void)
{
	RunningTransactions running;
	xl_standby_lock *locks;
	int nlocks;
	XLogRecPtr recptr;

	Assert(XLogStandbyInfoActive());
	locks = GetRunningTransactionLocks(&nlocks);
	if (nlocks > 0)
		log_locks(nlocks, locks);
	pfree(locks);

	/*
	 * It returns with ProcArrayLock and XidGenLock held.  Without logical
	 * decoding, ends of transactions may go on while the record is inserted.
	 */
	running = GetRunningTransactionData();
	if (wal_level < WAL_LEVEL_LOGICAL)
		LWLockRelease(ProcArrayLock);
	recptr = log_running_xacts(running);
	if (wal_level >= WAL_LEVEL_LOGICAL)
		LWLockRelease(ProcArrayLock);
	LWLockRelease(XidGenLock);
	return recptr;
}

/* A strong lock on a permanent relation was taken: tell standbys. */
void
LogAccessExclusiveLock(Oid dbOid, Oid relOid)
{
	xl_standby_lock lock;

	lock.xid = GetCurrentTransactionId();
	lock.dbOid = dbOid;
	lock.relOid = relOid;
	log_locks(1, &lock);
	MyXactFlags |= XACT_FLAGS_ACQUIREDACCESSEXCLUSIVELOCK;
}

/* Before the lock is taken: the record needs an xid, which may fail. */
void
LogAccessExclusiveLockPrepare(void)
{
	(void) GetCurrentTransactionId();
}

/* Invalidations of a transaction without xid, which has no commit record. */
void
LogStandbyInvalidations(int nmsgs, SharedInvalidationMessage *msgs,
						bool relcacheInitFileInval)
{
	xl_invalidations xlrec;

	memset(&xlrec, 0, sizeof(xlrec));
	xlrec.dbId = MyDatabaseId;
	xlrec.tsId = MyDatabaseTableSpace;
	xlrec.relcacheInitFileInval = relcacheInitFileInval;
	xlrec.nmsgs = nmsgs;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, MinSizeOfInvalidations);
	XLogRegisterData((char *) msgs, nmsgs * sizeof(SharedInvalidationMessage));
	XLogInsert(RM_STANDBY_ID, XLOG_INVALIDATIONS);
}

void
standby_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;

	Assert(!XLogRecHasAnyBlockRefs(record));
	if (info != XLOG_STANDBY_LOCK && info != XLOG_RUNNING_XACTS &&
		info != XLOG_INVALIDATIONS)
		elog(PANIC, "standby_redo: unknown op code %u", info);
}

const RmgrData standby_rmgr = {.rm_name = "Standby", .rm_redo = standby_redo};
