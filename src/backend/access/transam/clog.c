/*
 * clog.c
 *		pg_xact: the fate of every transaction, two bits each.
 *
 * Only transam.c and recovery should call this.  A page holds 32768 statuses;
 * its bits need no WAL of their own, since commit and abort records tell them
 * again at replay.  What is logged is the birth of a page and the removal of old
 * ones.  For commits whose record is not flushed yet the newest LSN per group of
 * 32 ids is kept beside the page (slru.c flushes up to it before writing).
 *
 * A tree of ids that spans pages cannot be marked at once: first the children on
 * other pages become "subcommitted", then parent and its own page "committed",
 * then the other children.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/clog.c
 */
#include "postgres.h"

#include "access/clog.h"
#include "access/slru.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "storage/proc.h"
#include "storage/sync.h"

#define CLOG_BITS_PER_XACT 2
#define CLOG_XACTS_PER_BYTE 4
#define CLOG_XACTS_PER_PAGE (BLCKSZ * CLOG_XACTS_PER_BYTE)
#define CLOG_XACT_BITMASK 0x03

#define XACTS_PER_LSN_GROUP 32
#define LSNS_PER_PAGE (CLOG_XACTS_PER_PAGE / XACTS_PER_LSN_GROUP)

static SlruCtlData XactCtlData;
#define XactCtl (&XactCtlData)

static inline int
page_of(TransactionId xid)
{
	return xid / CLOG_XACTS_PER_PAGE;
}

static inline int
byte_of(TransactionId xid)
{
	return xid % CLOG_XACTS_PER_PAGE / CLOG_XACTS_PER_BYTE;
}

static inline int
shift_of(TransactionId xid)
{
	return xid % CLOG_XACTS_PER_BYTE * CLOG_BITS_PER_XACT;
}

static inline XLogRecPtr *
lsn_slot(int slotno, TransactionId xid)
{
	return &XactCtl->shared->group_lsn[slotno * LSNS_PER_PAGE +
									   xid % CLOG_XACTS_PER_PAGE / XACTS_PER_LSN_GROUP];
}

/* Order of pages on the circle of ids, for slru.c. */
static bool
clog_page_precedes(int page1, int page2)
{
	TransactionId xid1 = (TransactionId) page1 * CLOG_XACTS_PER_PAGE + FirstNormalTransactionId + 1;
	TransactionId xid2 = (TransactionId) page2 * CLOG_XACTS_PER_PAGE + FirstNormalTransactionId + 1;

	return TransactionIdPrecedes(xid1, xid2) &&
		TransactionIdPrecedes(xid1, xid2 + CLOG_XACTS_PER_PAGE - 1);
}

/* ---- shared memory and life cycle ---- */

/* Pages kept in memory: a share of the buffer pool, 4 to 128. */
Size
CLOGShmemBuffers(void)
{
	return Min(128, Max(4, NBuffers / 512));
}

Size
CLOGShmemSize(void)
{
	return SimpleLruShmemSize(CLOGShmemBuffers(), LSNS_PER_PAGE);
}

/* sync.c's handler: fsync one segment. */
int
clogsyncfiletag(const FileTag *ftag, char *path)
{
	return SlruSyncFileTag(XactCtl, ftag, path);
}

void
CLOGShmemInit(void)
{
	static const SyncOps ops = {.sync_syncfiletag = clogsyncfiletag};

	XactCtl->PagePrecedes = clog_page_precedes;
	SimpleLruInit(XactCtl, "Xact", CLOGShmemBuffers(), LSNS_PER_PAGE, XactSLRULock,
				  "pg_xact", LWTRANCHE_XACT_BUFFER, SYNC_HANDLER_CLOG);
	sync_register_handler(SYNC_HANDLER_CLOG, &ops);
}

/* Zero a page and, if asked, log it.  XactSLRULock is held exclusively. */
static int
zero_page(int pageno, bool write_wal)
{
	int slotno = SimpleLruZeroPage(XactCtl, pageno);

	if (write_wal)
	{
		XLogBeginInsert();
		XLogRegisterData((char *) &pageno, sizeof(int));
		(void) XLogInsert(RM_CLOG_ID, CLOG_ZEROPAGE);
	}
	return slotno;
}

/* initdb: the first page, on disk. */
void
BootStrapCLOG(void)
{
	LWLockAcquire(XactSLRULock, LW_EXCLUSIVE);
	SimpleLruWritePage(XactCtl, zero_page(0, false));
	LWLockRelease(XactSLRULock);
}

/* At start, once nextXid is known: that page takes the new entries. */
void
StartupCLOG(void)
{
	int pageno = page_of(XidFromFullTransactionId(ShmemVariableCache->nextXid));

	LWLockAcquire(XactSLRULock, LW_EXCLUSIVE);
	XactCtl->shared->latest_page_number = pageno;
	LWLockRelease(XactSLRULock);
}

/*
 * At the end of recovery: nothing from nextXid on may have a status, for a
 * crash may have left bits of transactions whose records were lost.
 */
void
TrimCLOG(void)
{
	TransactionId xid = XidFromFullTransactionId(ShmemVariableCache->nextXid);

	LWLockAcquire(XactSLRULock, LW_EXCLUSIVE);
	/* A page's first id zeroes the page when it is assigned. */
	if (xid % CLOG_XACTS_PER_PAGE != 0)
	{
		int slotno = SimpleLruReadPage(XactCtl, page_of(xid), false, xid);
		char *byteptr = XactCtl->shared->page_buffer[slotno] + byte_of(xid);

		*byteptr &= (1 << shift_of(xid)) - 1;
		memset(byteptr + 1, 0, BLCKSZ - byte_of(xid) - 1);
		XactCtl->shared->page_dirty[slotno] = true;
	}
	LWLockRelease(XactSLRULock);
}

void
CheckPointCLOG(void)
{
	SimpleLruWriteAll(XactCtl, true);
}

/*
 * ExtendCLOG
 *		Called for each new xid, under XidGenLock: make its page if it is the
 *		first on one.
 */
void
ExtendCLOG(TransactionId newestXact)
{
	if (newestXact % CLOG_XACTS_PER_PAGE != 0 && newestXact != FirstNormalTransactionId)
		return;
	LWLockAcquire(XactSLRULock, LW_EXCLUSIVE);
	zero_page(page_of(newestXact), !InRecovery);
	LWLockRelease(XactSLRULock);
}

/*
 * TruncateCLOG
 *		Remove what lies wholly before oldestXact's page; oldestxid_datoid is the
 *		database that holds that limit.
 */
void
TruncateCLOG(TransactionId oldestXact, Oid oldestxid_datoid)
{
	int cutoff = page_of(oldestXact);
	xl_clog_truncate xlrec;

	if (!SlruScanDirectory(XactCtl, SlruScanDirCbReportPresence, &cutoff))
		return;

	/* Lookups must stop before the files go; they check the limit. */
	AdvanceOldestClogXid(oldestXact);

	/* The record must be on disk before the first unlink. */
	xlrec.pageno = cutoff;
	xlrec.oldestXact = oldestXact;
	xlrec.oldestXactDb = oldestxid_datoid;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	XLogFlush(XLogInsert(RM_CLOG_ID, CLOG_TRUNCATE));

	SimpleLruTruncate(XactCtl, cutoff);
}

/* ---- setting ---- */

/* Set one id's bits; the page is in slotno and the lock held exclusively. */
static void
set_bits(TransactionId xid, XidStatus status, XLogRecPtr lsn, int slotno)
{
	char *byteptr = XactCtl->shared->page_buffer[slotno] + byte_of(xid);
	int shift = shift_of(xid);
	XidStatus old = (*byteptr >> shift) & CLOG_XACT_BITMASK;

	/*
	 * Replay may come upon an id whose final status is on disk already; a
	 * commit in two steps must then not go back to "subcommitted".
	 */
	if (InRecovery && status == TRANSACTION_STATUS_SUB_COMMITTED &&
		old == TRANSACTION_STATUS_COMMITTED)
		return;
	Assert(old == TRANSACTION_STATUS_IN_PROGRESS || old == status ||
		   (old == TRANSACTION_STATUS_SUB_COMMITTED &&
			status != TRANSACTION_STATUS_IN_PROGRESS));

	*byteptr = (*byteptr & ~(CLOG_XACT_BITMASK << shift)) | (status << shift);

	if (!XLogRecPtrIsInvalid(lsn))
	{
		XLogRecPtr *group = lsn_slot(slotno, xid);

		*group = Max(*group, lsn);
	}
}

/*
 * Set the ids that live on one page: xid (if valid) and nsubxids children.  A
 * commit makes the children subcommitted first, so that nobody sees a child
 * committed before its parent when a reader gets in between bytes.
 */
static void
set_page(TransactionId xid, int nsubxids, TransactionId *subxids, XidStatus status,
		 XLogRecPtr lsn, int pageno)
{
	int slotno;

	LWLockAcquire(XactSLRULock, LW_EXCLUSIVE);

	/*
	 * With an LSN the page must not be in the middle of a write: the writer
	 * has looked at the group LSNs already.
	 */
	slotno = SimpleLruReadPage(XactCtl, pageno, XLogRecPtrIsInvalid(lsn), xid);
	if (TransactionIdIsValid(xid))
	{
		if (status == TRANSACTION_STATUS_COMMITTED)
			for (int i = 0; i < nsubxids; i++)
				set_bits(subxids[i], TRANSACTION_STATUS_SUB_COMMITTED, lsn, slotno);
		set_bits(xid, status, lsn, slotno);
	}
	for (int i = 0; i < nsubxids; i++)
		set_bits(subxids[i], status, lsn, slotno);
	XactCtl->shared->page_dirty[slotno] = true;
	LWLockRelease(XactSLRULock);
}

/* Set children page by page; they come in ascending order. */
static void
set_children(int nsubxids, TransactionId *subxids, XidStatus status, XLogRecPtr lsn)
{
	for (int i = 0; i < nsubxids;)
	{
		int pageno = page_of(subxids[i]);
		int n = 1;

		while (i + n < nsubxids && page_of(subxids[i + n]) == pageno)
			n++;
		set_page(InvalidTransactionId, n, subxids + i, status, lsn, pageno);
		i += n;
	}
}

/*
 * TransactionIdSetTreeStatus
 *		Record the end of a transaction and its children.
 *
 * lsn is the end of the commit record if that is not flushed, else 0; aborts
 * need none.  Source of the order of steps: the head of this file.
 */
void
TransactionIdSetTreeStatus(TransactionId xid, int nsubxids, TransactionId *subxids,
						   XidStatus status, XLogRecPtr lsn)
{
	int pageno = page_of(xid);
	int nsame = 0;

	Assert(status == TRANSACTION_STATUS_COMMITTED || status == TRANSACTION_STATUS_ABORTED);

	while (nsame < nsubxids && page_of(subxids[nsame]) == pageno)
		nsame++;
	if (nsame == nsubxids)
	{
		set_page(xid, nsubxids, subxids, status, lsn, pageno);
		return;
	}
	if (status == TRANSACTION_STATUS_COMMITTED)
		set_children(nsubxids - nsame, subxids + nsame,
					 TRANSACTION_STATUS_SUB_COMMITTED, lsn);
	set_page(xid, nsame, subxids, status, lsn, pageno);
	set_children(nsubxids - nsame, subxids + nsame, status, lsn);
}

/*
 * TransactionIdGetStatus
 *		Status of xid; *lsn is what must be flushed before it may be trusted on
 *		disk (0: nothing).
 *
 * xid must not be older than oldestClogXid; otherwise slru.c reports a missing
 * file.
 */
XidStatus
TransactionIdGetStatus(TransactionId xid, XLogRecPtr *lsn)
{
	int slotno = SimpleLruReadPage_ReadOnly(XactCtl, page_of(xid), xid);
	char *byteptr = XactCtl->shared->page_buffer[slotno] + byte_of(xid);
	XidStatus status = (*byteptr >> shift_of(xid)) & CLOG_XACT_BITMASK;

	*lsn = *lsn_slot(slotno, xid);
	LWLockRelease(XactSLRULock);
	return status;
}

/* ---- replay ---- */

void
clog_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;

	Assert(!XLogRecHasAnyBlockRefs(record));
	if (info == CLOG_ZEROPAGE)
	{
		int pageno;

		memcpy(&pageno, XLogRecGetData(record), sizeof(int));
		LWLockAcquire(XactSLRULock, LW_EXCLUSIVE);
		SimpleLruWritePage(XactCtl, zero_page(pageno, false));
		LWLockRelease(XactSLRULock);
	}
	else if (info == CLOG_TRUNCATE)
	{
		xl_clog_truncate xlrec;

		memcpy(&xlrec, XLogRecGetData(record), sizeof(xlrec));
		AdvanceOldestClogXid(xlrec.oldestXact);
		SimpleLruTruncate(XactCtl, xlrec.pageno);
	}
	else
		elog(PANIC, "clog_redo: unknown op code %u", info);
}

const RmgrData clog_rmgr = {.rm_name = "CLOG", .rm_redo = clog_redo};
