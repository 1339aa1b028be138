/*
 * t_slru.c
 *		Status pages: a pool of few slots against an array that forgets nothing.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_slru.c
 */
#include "cluster.h"

#include "access/clog.h"
#include "access/slru.h"

#define SLOTS 4
#define PAGES 80 /* two and a half segments */
#define ROUNDS 20000

static SlruCtlData ctl;
static LWLockPadded lock;
static uint8 model[PAGES];

static bool
precedes(int page1, int page2)
{
	return page1 < page2;
}

/* Lock, find, and unlock; write >= 0 is stored first. */
static int
touch(int pageno, int write)
{
	int slotno;
	int value;

	if (write >= 0)
	{
		LWLockAcquire(&lock.lock, LW_EXCLUSIVE);
		slotno = SimpleLruReadPage(&ctl, pageno, true, InvalidTransactionId);
		memset(ctl.shared->page_buffer[slotno], write, BLCKSZ);
		ctl.shared->page_dirty[slotno] = true;
	}
	else
		slotno = SimpleLruReadPage_ReadOnly(&ctl, pageno, InvalidTransactionId);
	value = (uint8) ctl.shared->page_buffer[slotno][BLCKSZ - 1];
	LWLockRelease(&lock.lock);
	return value;
}

static void
pool(void)
{
	unsigned seed = 20260101;
	int wrong = 0;

	cluster_start();
	if (mkdir("pg_test", 0700) != 0)
		exit(98);
	LWLockInitialize(&lock.lock, LWTRANCHE_XACT_BUFFER);
	ctl.PagePrecedes = precedes;
	SimpleLruInit(&ctl, "test pool", SLOTS, 0, &lock.lock, "pg_test",
				  LWTRANCHE_XACT_BUFFER, SYNC_HANDLER_NONE);
	for (int i = 0; i < PAGES; i++)
	{
		LWLockAcquire(&lock.lock, LW_EXCLUSIVE);
		SimpleLruZeroPage(&ctl, i);
		LWLockRelease(&lock.lock);
	}
	for (int i = 0; i < ROUNDS; i++)
	{
		int page = rand_r(&seed) % PAGES;

		if (rand_r(&seed) % 3 == 0)
		{
			model[page] = rand_r(&seed);
			touch(page, model[page]);
		}
		else if (touch(page, -1) != model[page])
			wrong++;
	}
	is_int(wrong, 0, "every page reads as it was written (seed 20260101)");

	SimpleLruWriteAll(&ctl, false);
	ok(SimpleLruDoesPhysicalPageExist(&ctl, PAGES - 1), "all pages are in files");
	ok(!SimpleLruDoesPhysicalPageExist(&ctl, PAGES), "and no more");
	SimpleLruTruncate(&ctl, 40);
	ok(!SimpleLruDoesPhysicalPageExist(&ctl, 31), "a segment before the cutoff is gone");
	ok(SimpleLruDoesPhysicalPageExist(&ctl, 32), "that of the cutoff is not");
	is_int(touch(PAGES - 1, -1), model[PAGES - 1], "later pages are as before");
	SlruDeleteSegment(&ctl, 2);
	ok(!SimpleLruDoesPhysicalPageExist(&ctl, 64), "a segment can be deleted");
	cluster_leave();
}

/* A tree of xids on two pages: what each step leaves. */
static void
tree(void)
{
	TransactionId children[] = {FIRST_XID + 1, 32768 + 5, 32768 + 6};
	XLogRecPtr lsn;

	cluster_start();
	ExtendCLOG(32768);
	TransactionIdCommitTree(FIRST_XID, 3, children);
	ok(TransactionIdGetStatus(FIRST_XID, &lsn) == TRANSACTION_STATUS_COMMITTED &&
		   TransactionIdGetStatus(children[0], &lsn) == TRANSACTION_STATUS_COMMITTED &&
		   TransactionIdGetStatus(children[2], &lsn) == TRANSACTION_STATUS_COMMITTED,
	   "parent and children on two pages are committed");
	is_int(TransactionIdGetStatus(32768 + 4, &lsn), TRANSACTION_STATUS_IN_PROGRESS,
		   "their neighbour is not");
	TransactionIdAsyncCommitTree(FIRST_XID + 9, 0, NULL, 0x1234);
	TransactionIdGetStatus(FIRST_XID + 9, &lsn);
	is_int(lsn, 0x1234, "an asynchronous commit remembers its LSN");
	cluster_leave();
}

int
main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	cluster_make();
	cluster_run("pool", pool);
	cluster_run("tree", tree);
	cluster_remove();
	return done_testing();
}
