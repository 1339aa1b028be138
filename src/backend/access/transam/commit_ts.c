/*
 * commit_ts.c
 *		pg_commit_ts: the time at which transactions committed.
 *
 * Active while track_commit_timestamp is on.  Entries are not logged: commit
 * records carry the time.  The module is switched on or off only at start and,
 * in recovery, by the primary's PARAMETER_CHANGE record.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/commit_ts.c
 */
#include "postgres.h"

#include "access/commit_ts.h"
#include "access/rmgr.h"
#include "access/slru.h"
#include "access/transam.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "storage/shmem.h"

bool track_commit_timestamp = false;

/* 10 bytes on disk: the two fields without padding. */
#define COMMIT_TS_ENTRY_SIZE (sizeof(TimestampTz) + sizeof(RepOriginId))
#define COMMIT_TS_XACTS_PER_PAGE ((TransactionId) (BLCKSZ / COMMIT_TS_ENTRY_SIZE))

static SlruCtlData CommitTsCtlData;
#define CommitTsCtl (&CommitTsCtlData)

/* Guarded by CommitTsLock; `active` is read without it where noted. */
typedef struct CommitTimestampShared
{
	TransactionId last_xid; /* newest commit, to spare lookups */
	TimestampTz last_time;
	RepOriginId last_nodeid;
	bool active;
} CommitTimestampShared;

static CommitTimestampShared *commitTsShared;

static inline int
page_of(TransactionId xid)
{
	return xid / COMMIT_TS_XACTS_PER_PAGE;
}

static bool
committs_page_precedes(int page1, int page2)
{
	TransactionId xid1 = (TransactionId) page1 * COMMIT_TS_XACTS_PER_PAGE + FirstNormalTransactionId + 1;
	TransactionId xid2 = (TransactionId) page2 * COMMIT_TS_XACTS_PER_PAGE + FirstNormalTransactionId + 1;

	return TransactionIdPrecedes(xid1, xid2) &&
		TransactionIdPrecedes(xid1, xid2 + COMMIT_TS_XACTS_PER_PAGE - 1);
}

static int
buffers_wanted(void)
{
	return Min(256, Max(4, NBuffers / 256));
}

Size
CommitTsShmemSize(void)
{
	return MAXALIGN(SimpleLruShmemSize(buffers_wanted(), 0)) + sizeof(CommitTimestampShared);
}

int
committssyncfiletag(const FileTag *ftag, char *path)
{
	return SlruSyncFileTag(CommitTsCtl, ftag, path);
}

void
CommitTsShmemInit(void)
{
	static const SyncOps ops = {.sync_syncfiletag = committssyncfiletag};
	bool found;

	CommitTsCtl->PagePrecedes = committs_page_precedes;
	SimpleLruInit(CommitTsCtl, "CommitTs", buffers_wanted(), 0, CommitTsSLRULock,
				  "pg_commit_ts", LWTRANCHE_COMMITTS_BUFFER, SYNC_HANDLER_COMMIT_TS);
	sync_register_handler(SYNC_HANDLER_COMMIT_TS, &ops);
	commitTsShared = ShmemInitStruct("CommitTs shared", sizeof(CommitTimestampShared), &found);
	if (!found)
		memset(commitTsShared, 0, sizeof(CommitTimestampShared));
}

static int
zero_page(int pageno, bool write_wal)
{
	int slotno = SimpleLruZeroPage(CommitTsCtl, pageno);

	if (write_wal)
	{
		XLogBeginInsert();
		XLogRegisterData((char *) &pageno, sizeof(int));
		(void) XLogInsert(RM_COMMIT_TS_ID, COMMIT_TS_ZEROPAGE);
	}
	return slotno;
}

/* Nothing to make: pages come when the setting is on. */
void
BootStrapCommitTs(void)
{
}

/* Start keeping times, from the next xid on. */
static void
activate(void)
{
	TransactionId xid = XidFromFullTransactionId(ShmemVariableCache->nextXid);
	int pageno = page_of(xid);

	LWLockAcquire(CommitTsLock, LW_EXCLUSIVE);
	if (commitTsShared->active)
	{
		LWLockRelease(CommitTsLock);
		return;
	}
	if (ShmemVariableCache->oldestCommitTsXid == InvalidTransactionId)
		ShmemVariableCache->oldestCommitTsXid =
			ShmemVariableCache->newestCommitTsXid = ReadNextTransactionId();
	LWLockRelease(CommitTsLock);

	LWLockAcquire(CommitTsSLRULock, LW_EXCLUSIVE);
	CommitTsCtl->shared->latest_page_number = pageno;
	LWLockRelease(CommitTsSLRULock);
	if (!SimpleLruDoesPhysicalPageExist(CommitTsCtl, pageno))
	{
		LWLockAcquire(CommitTsSLRULock, LW_EXCLUSIVE);
		SimpleLruWritePage(CommitTsCtl, zero_page(pageno, false));
		LWLockRelease(CommitTsSLRULock);
	}

	LWLockAcquire(CommitTsLock, LW_EXCLUSIVE);
	commitTsShared->active = true;
	LWLockRelease(CommitTsLock);
}

/* Stop keeping times and remove what there is. */
static void
deactivate(void)
{
	LWLockAcquire(CommitTsLock, LW_EXCLUSIVE);
	memset(commitTsShared, 0, sizeof(CommitTimestampShared));
	ShmemVariableCache->oldestCommitTsXid = InvalidTransactionId;
	ShmemVariableCache->newestCommitTsXid = InvalidTransactionId;
	LWLockRelease(CommitTsLock);

	LWLockAcquire(CommitTsSLRULock, LW_EXCLUSIVE);
	(void) SlruScanDirectory(CommitTsCtl, SlruScanDirCbDeleteAll, NULL);
	LWLockRelease(CommitTsSLRULock);
}

/* Start of recovery, if the control file says that the module was on. */
void
StartupCommitTs(void)
{
	activate();
}

/* End of recovery: from now on the setting rules. */
void
CompleteCommitTsInitialization(void)
{
	if (track_commit_timestamp)
		activate();
	else
		deactivate();
}

/* Replay of a change of the primary's setting. */
void
CommitTsParameterChange(bool newvalue, bool oldvalue)
{
	if (newvalue && !commitTsShared->active)
		activate();
	else if (!newvalue && commitTsShared->active)
		deactivate();
}

void
CheckPointCommitTs(void)
{
	SimpleLruWriteAll(CommitTsCtl, true);
}

/* For each new xid, under XidGenLock. */
void
ExtendCommitTs(TransactionId newestXact)
{
	/* Changes only before or after the time in which xids are assigned. */
	if (!commitTsShared->active)
		return;
	if (newestXact % COMMIT_TS_XACTS_PER_PAGE != 0 && newestXact != FirstNormalTransactionId)
		return;
	LWLockAcquire(CommitTsSLRULock, LW_EXCLUSIVE);
	zero_page(page_of(newestXact), !InRecovery);
	LWLockRelease(CommitTsSLRULock);
}

/* Remove segments wholly before oldestXact. */
void
TruncateCommitTs(TransactionId oldestXact)
{
	int cutoff = page_of(oldestXact);
	xl_commit_ts_truncate xlrec;

	if (!SlruScanDirectory(CommitTsCtl, SlruScanDirCbReportPresence, &cutoff))
		return;
	xlrec.pageno = cutoff;
	xlrec.oldestXid = oldestXact;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfCommitTsTruncate);
	(void) XLogInsert(RM_COMMIT_TS_ID, COMMIT_TS_TRUNCATE);
	SimpleLruTruncate(CommitTsCtl, cutoff);
}

/* Set the range of ids with times, from a checkpoint. */
void
SetCommitTsLimit(TransactionId oldestXact, TransactionId newestXact)
{
	VariableCache vc = ShmemVariableCache;

	LWLockAcquire(CommitTsLock, LW_EXCLUSIVE);
	if (vc->oldestCommitTsXid == InvalidTransactionId)
	{
		vc->oldestCommitTsXid = oldestXact;
		vc->newestCommitTsXid = newestXact;
	}
	else
	{
		if (TransactionIdPrecedes(vc->oldestCommitTsXid, oldestXact))
			vc->oldestCommitTsXid = oldestXact;
		if (TransactionIdPrecedes(newestXact, vc->newestCommitTsXid))
			vc->newestCommitTsXid = newestXact;
	}
	LWLockRelease(CommitTsLock);
}

void
AdvanceOldestCommitTsXid(TransactionId oldestXact)
{
	LWLockAcquire(CommitTsLock, LW_EXCLUSIVE);
	if (ShmemVariableCache->oldestCommitTsXid != InvalidTransactionId &&
		TransactionIdPrecedes(ShmemVariableCache->oldestCommitTsXid, oldestXact))
		ShmemVariableCache->oldestCommitTsXid = oldestXact;
	LWLockRelease(CommitTsLock);
}

static void
store_entry(TransactionId xid, TimestampTz ts, RepOriginId nodeid)
{
	int slotno;
	char *entry;

	LWLockAcquire(CommitTsSLRULock, LW_EXCLUSIVE);
	slotno = SimpleLruReadPage(CommitTsCtl, page_of(xid), true, xid);
	entry = CommitTsCtl->shared->page_buffer[slotno] +
		xid % COMMIT_TS_XACTS_PER_PAGE * COMMIT_TS_ENTRY_SIZE;
	memcpy(entry, &ts, sizeof(ts));
	memcpy(entry + sizeof(ts), &nodeid, sizeof(nodeid));
	CommitTsCtl->shared->page_dirty[slotno] = true;
	LWLockRelease(CommitTsSLRULock);
}

/*
 * TransactionTreeSetCommitTsData
 *		Note the commit time of a transaction and its children.
 */
void
TransactionTreeSetCommitTsData(TransactionId xid, int nsubxids, TransactionId *subxids,
							   TimestampTz timestamp, RepOriginId nodeid)
{
	TransactionId newest = TransactionIdLatest(xid, nsubxids, subxids);

	/* As in ExtendCommitTs. */
	if (!commitTsShared->active)
		return;
	store_entry(xid, timestamp, nodeid);
	for (int i = 0; i < nsubxids; i++)
		store_entry(subxids[i], timestamp, nodeid);

	LWLockAcquire(CommitTsLock, LW_EXCLUSIVE);
	commitTsShared->last_xid = xid;
	commitTsShared->last_time = timestamp;
	commitTsShared->last_nodeid = nodeid;
	if (TransactionIdPrecedes(ShmemVariableCache->newestCommitTsXid, newest))
		ShmemVariableCache->newestCommitTsXid = newest;
	LWLockRelease(CommitTsLock);
}

static void
require_active(void)
{
	if (!commitTsShared->active)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("could not get commit timestamp data"),
				 errhint("Make sure the configuration parameter \"%s\" is set.",
						 "track_commit_timestamp")));
}

/*
 * TransactionIdGetCommitTsData
 *		Commit time and origin of xid; false if there is none.
 *
 * Errors: module off, or xid without meaning.
 */
bool
TransactionIdGetCommitTsData(TransactionId xid, TimestampTz *ts, RepOriginId *nodeid)
{
	TransactionId oldest;
	TransactionId newest;
	int slotno;
	char *entry;
	RepOriginId node;

	if (!TransactionIdIsValid(xid))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot retrieve commit timestamp for transaction %u", xid)));
	*ts = 0;
	if (nodeid != NULL)
		*nodeid = 0;
	if (!TransactionIdIsNormal(xid))
		return false;

	LWLockAcquire(CommitTsLock, LW_SHARED);
	if (!commitTsShared->active)
	{
		LWLockRelease(CommitTsLock);
		require_active();
	}
	oldest = ShmemVariableCache->oldestCommitTsXid;
	newest = ShmemVariableCache->newestCommitTsXid;
	LWLockRelease(CommitTsLock);
	if (!TransactionIdIsValid(oldest) || TransactionIdPrecedes(xid, oldest) ||
		TransactionIdPrecedes(newest, xid))
		return false;

	slotno = SimpleLruReadPage_ReadOnly(CommitTsCtl, page_of(xid), xid);
	entry = CommitTsCtl->shared->page_buffer[slotno] +
		xid % COMMIT_TS_XACTS_PER_PAGE * COMMIT_TS_ENTRY_SIZE;
	memcpy(ts, entry, sizeof(*ts));
	memcpy(&node, entry + sizeof(*ts), sizeof(node));
	LWLockRelease(CommitTsSLRULock);
	if (nodeid != NULL)
		*nodeid = node;
	return *ts != 0;
}

/* The last committed transaction, with its time and origin; 0 if none. */
TransactionId
GetLatestCommitTsData(TimestampTz *ts, RepOriginId *nodeid)
{
	TransactionId xid;

	require_active();
	LWLockAcquire(CommitTsLock, LW_SHARED);
	xid = commitTsShared->last_xid;
	if (ts != NULL)
		*ts = commitTsShared->last_time;
	if (nodeid != NULL)
		*nodeid = commitTsShared->last_nodeid;
	LWLockRelease(CommitTsLock);
	return xid;
}

void
commit_ts_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;

	if (info == COMMIT_TS_ZEROPAGE)
	{
		int pageno;

		memcpy(&pageno, XLogRecGetData(record), sizeof(int));
		LWLockAcquire(CommitTsSLRULock, LW_EXCLUSIVE);
		SimpleLruWritePage(CommitTsCtl, zero_page(pageno, false));
		LWLockRelease(CommitTsSLRULock);
	}
	else if (info == COMMIT_TS_TRUNCATE)
	{
		xl_commit_ts_truncate *trunc = (xl_commit_ts_truncate *) XLogRecGetData(record);

		AdvanceOldestCommitTsXid(trunc->oldestXid);
		/* StartupXLOG has set latest_page_number only for an active module. */
		CommitTsCtl->shared->latest_page_number = trunc->pageno;
		SimpleLruTruncate(CommitTsCtl, trunc->pageno);
	}
	else
		elog(PANIC, "commit_ts_redo: unknown op code %u", info);
}

const RmgrData commit_ts_rmgr = {.rm_name = "CommitTs", .rm_redo = commit_ts_redo};
