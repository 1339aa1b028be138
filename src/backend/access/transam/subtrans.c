/*
 * subtrans.c
 *		pg_subtrans: for each subtransaction, its immediate parent.
 *
 * Needed only for ids that may still run, so it is zeroed at start from the
 * oldest running id on, and neither logged nor fsynced.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/subtrans.c
 */
#include "postgres.h"

#include "access/slru.h"
#include "access/subtrans.h"
#include "access/transam.h"
#include "miscadmin.h"

#define SUBTRANS_XACTS_PER_PAGE ((int) (BLCKSZ / sizeof(TransactionId)))
#define NUM_SUBTRANS_BUFFERS 32

static SlruCtlData SubTransCtlData;
#define SubTransCtl (&SubTransCtlData)

static inline int
page_of(TransactionId xid)
{
	return xid / (TransactionId) SUBTRANS_XACTS_PER_PAGE;
}

static inline TransactionId *
entry_of(int slotno, TransactionId xid)
{
	return (TransactionId *) SubTransCtl->shared->page_buffer[slotno] +
		xid % (TransactionId) SUBTRANS_XACTS_PER_PAGE;
}

static bool
subtrans_page_precedes(int page1, int page2)
{
	TransactionId xid1 = (TransactionId) page1 * SUBTRANS_XACTS_PER_PAGE + FirstNormalTransactionId + 1;
	TransactionId xid2 = (TransactionId) page2 * SUBTRANS_XACTS_PER_PAGE + FirstNormalTransactionId + 1;

	return TransactionIdPrecedes(xid1, xid2) &&
		TransactionIdPrecedes(xid1, xid2 + SUBTRANS_XACTS_PER_PAGE - 1);
}

Size
SUBTRANSShmemSize(void)
{
	return SimpleLruShmemSize(NUM_SUBTRANS_BUFFERS, 0);
}

void
SUBTRANSShmemInit(void)
{
	SubTransCtl->PagePrecedes = subtrans_page_precedes;
	SimpleLruInit(SubTransCtl, "Subtrans", NUM_SUBTRANS_BUFFERS, 0, SubtransSLRULock,
				  "pg_subtrans", LWTRANCHE_SUBTRANS_BUFFER, SYNC_HANDLER_NONE);
}

/*
 * SubTransSetParent
 *		Note parent, an older id, as the parent of xid.
 */
void
SubTransSetParent(TransactionId xid, TransactionId parent)
{
	int slotno;
	TransactionId *entry;

	Assert(TransactionIdIsValid(parent));
	Assert(TransactionIdFollows(xid, parent));

	LWLockAcquire(SubtransSLRULock, LW_EXCLUSIVE);
	slotno = SimpleLruReadPage(SubTransCtl, page_of(xid), true, xid);
	entry = entry_of(slotno, xid);
	if (*entry != parent)
	{
		Assert(*entry == InvalidTransactionId);
		*entry = parent;
		SubTransCtl->shared->page_dirty[slotno] = true;
	}
	LWLockRelease(SubtransSLRULock);
}

/* Parent of xid, or 0.  xid must not be older than TransactionXmin. */
TransactionId
SubTransGetParent(TransactionId xid)
{
	TransactionId parent;

	Assert(TransactionIdFollowsOrEquals(xid, TransactionXmin));
	if (!TransactionIdIsNormal(xid))
		return InvalidTransactionId;
	parent = *entry_of(SimpleLruReadPage_ReadOnly(SubTransCtl, page_of(xid), xid), xid);
	LWLockRelease(SubtransSLRULock);
	return parent;
}

/*
 * SubTransGetTopmostTransaction
 *		The oldest ancestor of xid that may still run.
 *
 * Ids before TransactionXmin are not looked up, so the result may be a child
 * whose parent is that old; callers compare it with running ids only.
 */
TransactionId
SubTransGetTopmostTransaction(TransactionId xid)
{
	TransactionId top = xid;
	TransactionId parent = xid;

	while (TransactionIdIsValid(parent))
	{
		top = parent;
		if (TransactionIdPrecedes(parent, TransactionXmin))
			break;
		parent = SubTransGetParent(parent);
		/* A parent is always older; anything else would loop for ever. */
		if (!TransactionIdPrecedes(parent, top))
			elog(ERROR, "pg_subtrans contains invalid entry: xid %u points to parent xid %u",
				 top, parent);
	}
	Assert(TransactionIdIsValid(top));
	return top;
}

void
BootStrapSUBTRANS(void)
{
	LWLockAcquire(SubtransSLRULock, LW_EXCLUSIVE);
	SimpleLruWritePage(SubTransCtl, SimpleLruZeroPage(SubTransCtl, 0));
	LWLockRelease(SubtransSLRULock);
}

/* At start: pages from the oldest running id to the next one are zero. */
void
StartupSUBTRANS(TransactionId oldestActiveXID)
{
	int page = page_of(oldestActiveXID);
	int last = page_of(XidFromFullTransactionId(ShmemVariableCache->nextXid));

	LWLockAcquire(SubtransSLRULock, LW_EXCLUSIVE);
	for (;;)
	{
		(void) SimpleLruZeroPage(SubTransCtl, page);
		if (page == last)
			break;
		if (page++ == page_of(MaxTransactionId))
			page = 0;
	}
	LWLockRelease(SubtransSLRULock);
}

/* Only to spread the writing: nothing of it is needed after a crash. */
void
CheckPointSUBTRANS(void)
{
	SimpleLruWriteAll(SubTransCtl, true);
}

/* For each new xid, under XidGenLock. */
void
ExtendSUBTRANS(TransactionId newestXact)
{
	if (newestXact % (TransactionId) SUBTRANS_XACTS_PER_PAGE != 0 &&
		newestXact != FirstNormalTransactionId)
		return;
	LWLockAcquire(SubtransSLRULock, LW_EXCLUSIVE);
	SimpleLruZeroPage(SubTransCtl, page_of(newestXact));
	LWLockRelease(SubtransSLRULock);
}

/* After a checkpoint: oldestXact is the oldest id anyone may ask about. */
void
TruncateSUBTRANS(TransactionId oldestXact)
{
	/* Step back, lest oldestXact be the first of a page not made yet. */
	TransactionIdRetreat(oldestXact);
	SimpleLruTruncate(SubTransCtl, page_of(oldestXact));
}
