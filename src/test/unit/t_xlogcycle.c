/*
 * t_xlogcycle.c
 *		The log from end to end: insert, crash, replay, without the layers above.
 *
 * Child processes start a hand-made cluster (cluster.h), write, and stop without
 * warning; later ones find out what is left.  Lengths are those a stock server
 * gives the same records.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_xlogcycle.c
 */
#include "cluster.h"

#include "access/multixact.h"
#include "storage/bufmgr.h"
#include "storage/smgr.h"

static TransactionId
simple_transaction(bool commit)
{
	TransactionId xid;

	StartTransactionCommand();
	xid = GetCurrentTransactionId();
	if (commit)
		CommitTransactionCommand();
	else
		AbortCurrentTransaction();
	return xid;
}

static uint32
length_at(XLogRecPtr lsn)
{
	XLogReaderState *r = XLogReaderAllocate(SEGSIZE, NULL,
											XL_ROUTINE(.page_read = read_local_xlog_page,
													   .segment_open = wal_segment_open,
													   .segment_close = wal_segment_close),
											NULL);
	char *err;
	uint32 len;

	XLogFlush(GetXLogWriteRecPtr() < lsn + 24 ? GetXLogInsertRecPtr() : lsn);
	XLogBeginRead(r, lsn);
	len = XLogReadRecord(r, &err) == NULL ? 0 : XLogRecGetTotalLen(r);
	XLogReaderFree(r);
	return len;
}

/* ---- the children ---- */

static void
first_run(void)
{
	RelFileNode rnode = {1663, 5, 16384};
	PGAlignedBlock page;
	TransactionId xid;
	MultiXactId multi;
	MultiXactMember *members;

	cluster_start();
	is_int(simple_transaction(true), FIRST_XID, "the first xid is the checkpoint's");
	is_int(length_at(ProcLastRecPtr), 34, "a plain commit record has 34 bytes");
	is_int(simple_transaction(false), FIRST_XID + 1, "the next one aborts");
	is_int(length_at(ProcLastRecPtr), 34, "a plain abort record has 34 bytes");

	StartTransactionCommand();
	BeginTransactionBlock();
	CommitTransactionCommand();
	StartTransactionCommand();
	xid = GetCurrentTransactionId();
	DefineSavepoint("a");
	CommitTransactionCommand();
	StartTransactionCommand();
	is_int(GetCurrentTransactionId(), xid + 1, "a savepoint gets an xid of its own");
	MultiXactIdSetOldestMember();
	multi = MultiXactIdCreate(xid, MultiXactStatusForKeyShare,
							  xid + 1, MultiXactStatusForShare);
	is_int(length_at(ProcLastRecPtr), 54, "CREATE_ID of two members has 54 bytes");
	is_int(GetMultiXactIdMembers(multi, &members, false, false), 2, "which are found again");
	ReleaseSavepoint("a");
	CommitTransactionCommand();
	StartTransactionCommand();
	ok(EndTransactionBlock(false), "COMMIT of a sound block commits");
	CommitTransactionCommand();
	is_int(length_at(ProcLastRecPtr), 46, "a commit with one child has 46 bytes");

	PageInit(page.data, BLCKSZ, 0);
	log_newpage(&rnode, MAIN_FORKNUM, 3, page.data, true);
	is_int(length_at(ProcLastRecPtr), 49 + 24, "an empty page is an image of 24 bytes");
	XLogRestorePoint("here");
	is_int(length_at(ProcLastRecPtr), 98, "RESTORE_POINT has 98 bytes");

	/* Many segments of 1 MB, and a record over a segment's end. */
	for (int i = 0; i < 3000; i++)
	{
		memset(page.data + 24, i, 4000);
		((PageHeader) page.data)->pd_lower = 4024;
		log_newpage(&rnode, MAIN_FORKNUM, i % 50, page.data, true);
	}
	CreateCheckPoint(CHECKPOINT_FORCE | CHECKPOINT_IMMEDIATE);
	for (int i = 0; i < 100; i++)
		log_newpage(&rnode, MAIN_FORKNUM, i, page.data, true);
	simple_transaction(true);
	/* Not flushed: asynchronous. */
	synchronous_commit = SYNCHRONOUS_COMMIT_OFF;
	printf("# last xid %u\n", simple_transaction(true));
	cluster_leave();
}

static void
second_run(void)
{
	RelFileNode rnode = {1663, 5, 16384};
	SMgrRelation reln;
	TransactionId next;

	cluster_start();
	ok(!RecoveryInProgress() && !InRecovery, "replay has ended");
	ok(TransactionIdDidCommit(FIRST_XID), "the committed one is committed");
	ok(TransactionIdDidAbort(FIRST_XID + 1), "the aborted one is aborted");
	ok(TransactionIdDidCommit(FIRST_XID + 3), "a released savepoint is committed");
	next = ReadNextTransactionId();
	ok(next >= FIRST_XID + 5, "nextXid is past the last flushed commit");
	ok(TransactionIdDidCommit(FIRST_XID + 4), "which is committed");
	reln = smgropen(rnode, InvalidBackendId);
	is_int(smgrnblocks(reln, MAIN_FORKNUM), 100, "pages were replayed");
	is_int(ReadNextMultiXactId(), 2, "multixacts go on");
	simple_transaction(true);
	ShutdownXLOG(0, 0);
	cluster_leave();
}

static void
third_run(void)
{
	cluster_start();
	ok(!InRecovery, "after a shutdown nothing is replayed");
	cluster_leave();
}

int
main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	cluster_make();
	cluster_run("a server writes and dies", first_run);
	cluster_run("the next one replays", second_run);
	cluster_run("and one after a clean end", third_run);
	cluster_remove();
	return done_testing();
}
