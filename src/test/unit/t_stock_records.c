/*
 * t_stock_records.c
 *		The server's own writers of log records, given what stock's records say.
 *
 * t_stock_wal.c shows that a record's pieces are put together right; here each
 * function that makes such pieces is called with what was read from a record of
 * stock's: ends of transactions with all that they can carry, locks and
 * invalidations for standbys, files, OIDs, multixacts, status pages that begin,
 * a changed map of file nodes, changes of rows in place, frozen and visible ones.
 * The bytes must be stock's.  Then the records that
 * change files beside relations are replayed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_records.c
 */
#include "cluster.h"

#include "access/clog.h"
#include "access/commit_ts.h"
#include "access/dirxlog.h"
#include "access/heapam.h"
#include "access/heapam_xlog.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/rmgr.h"
#include "access/visibilitymap.h"
#include "access/xact_participant.h"
#include "catalog/catalog_register.h"
#include "catalog/storage.h"
#include "catalog/storage_xlog.h"
#include "commands/sequence.h"
#include "common/relpath.h"
#include "fakerel.h"
#include "stock.h"
#include "storage/bufmgr.h"
#include "storage/sinval.h"
#include "storage/smgr.h"
#include "storage/standby.h"
#include "utils/backend_status.h"
#include "utils/relmapper.h"

/* What may differ in the main data of a record: times and xids of our own. */
typedef struct Mask
{
	Size at;
	Size len;
} Mask;

/* RUNNING_XACTS was written with the same state as stock's. */
static bool running_seen = false;

/* Blocks that a record refers to, and what it says of them; images aside. */
static bool
same_blocks(XLogReaderState *a, XLogReaderState *b)
{
	if (XLogRecMaxBlockId(a) != XLogRecMaxBlockId(b))
		return false;
	for (int i = 0; i <= XLogRecMaxBlockId(a); i++)
	{
		DecodedBkpBlock *x = XLogRecGetBlock(a, i);
		DecodedBkpBlock *y = XLogRecGetBlock(b, i);

		if (!RelFileNodeEquals(x->rnode, y->rnode) || x->forknum != y->forknum || x->blkno != y->blkno ||
			(y->has_data && (x->data_len != y->data_len || memcmp(x->data, y->data, x->data_len) != 0)))
			return false;
	}
	return true;
}

static bool
same_data(XLogReaderState *stock, XLogRecPtr lsn, Mask mask)
{
	XLogReaderState *own = cluster_reader();
	char *err;
	bool same;
	char *a;
	char *b;

	XLogFlush(XactLastRecEnd);
	XLogBeginRead(own, lsn);
	if (XLogReadRecord(own, &err) == NULL)
		elog(ERROR, "%s", err);
	same = XLogRecGetRmid(own) == XLogRecGetRmid(stock) &&
		XLogRecGetInfo(own) == (XLogRecGetInfo(stock) & ~XLR_CHECK_CONSISTENCY) &&
		XLogRecGetDataLen(own) == XLogRecGetDataLen(stock);
	if (same)
	{
		a = XLogRecGetData(own);
		b = XLogRecGetData(stock);
		memset(a + mask.at, 0, mask.len);
		memset(b + mask.at, 0, mask.len);
		same = memcmp(a, b, XLogRecGetDataLen(own)) == 0 && same_blocks(own, stock);
	}
	if (!same)
	{
		StringInfoData buf;

		initStringInfo(&buf);
		stock_record_line(&buf, own);
		printf("#      got: %s\n", buf.data);
		stock_record_line(&buf, stock);
		printf("# expected: %s\n", buf.data);
	}
	XLogReaderFree(own);
	return same;
}

static bool
exact(XLogReaderState *stock)
{
	return same_data(stock, ProcLastRecPtr, (Mask){0, 0});
}

/* A relation that a record is about, with at least so many blocks; new ones are empty pages. */
static Relation
relation_with_blocks(RelFileNode node, BlockNumber nblocks)
{
	/* its OID must be no catalog's */
	Relation rel = fake_relation(FirstNormalObjectId + node.relNode, 'r', 1);
	PGAlignedBlock page;

	rel->rd_node = node;
	PageInit(page.data, BLCKSZ, 0);
	smgrcreate(RelationGetSmgr(rel), MAIN_FORKNUM, true);
	for (BlockNumber n = smgrnblocks(RelationGetSmgr(rel), MAIN_FORKNUM); n < nblocks; n++)
	{
		PageSetChecksumInplace(page.data, n);
		smgrextend(RelationGetSmgr(rel), MAIN_FORKNUM, n, page.data, true);
	}
	return rel;
}

/* ---- ends of transactions ---- */

static bool
write_commit(XLogReaderState *r)
{
	xl_xact_parsed_commit p;
	bool good;

	ParseCommitRecord(XLogRecGetInfo(r), (xl_xact_commit *) XLogRecGetData(r), &p);
	MyDatabaseId = p.dbId;
	MyDatabaseTableSpace = p.tsId;
	StartTransactionCommand();
	if (XactCompletionForceSyncCommit(p.xinfo))
		ForceSyncCommit();
	START_CRIT_SECTION();
	XactLogCommitRecord(p.xact_time, p.nsubxacts, p.subxacts, p.nrels, p.xnodes, p.nstats, p.stats,
						p.nmsgs, p.msgs, XactCompletionRelcacheInitFileInval(p.xinfo),
						p.xinfo & XACT_XINFO_HAS_AE_LOCKS ? XACT_FLAGS_ACQUIREDACCESSEXCLUSIVELOCK : 0,
						p.twophase_xid, p.twophase_gid);
	END_CRIT_SECTION();
	good = exact(r);
	CommitTransactionCommand();
	return good;
}

static bool
write_abort(XLogReaderState *r)
{
	xl_xact_parsed_abort p;
	bool good;

	ParseAbortRecord(XLogRecGetInfo(r), (xl_xact_abort *) XLogRecGetData(r), &p);
	MyDatabaseId = p.dbId;
	MyDatabaseTableSpace = p.tsId;
	StartTransactionCommand();
	START_CRIT_SECTION();
	XactLogAbortRecord(p.xact_time, p.nsubxacts, p.subxacts, p.nrels, p.xnodes, p.nstats, p.stats,
					   p.xinfo & XACT_XINFO_HAS_AE_LOCKS ? XACT_FLAGS_ACQUIREDACCESSEXCLUSIVELOCK : 0,
					   p.twophase_xid, p.twophase_gid);
	END_CRIT_SECTION();
	good = exact(r);
	CommitTransactionCommand();
	return good;
}

/* ---- others ---- */

static bool
write_lock(XLogReaderState *r)
{
	xl_standby_locks *l = (xl_standby_locks *) XLogRecGetData(r);
	bool good;

	/* several locks in one record come from a list of all */
	if (l->nlocks != 1)
		return true;
	StartTransactionCommand();
	LogAccessExclusiveLock(l->locks[0].dbOid, l->locks[0].relOid);
	good = same_data(r, ProcLastRecPtr, (Mask){offsetof(xl_standby_locks, locks), sizeof(TransactionId)});
	AbortCurrentTransaction();
	return good;
}

static bool
write_invalidations(XLogReaderState *r)
{
	xl_invalidations *i = (xl_invalidations *) XLogRecGetData(r);

	MyDatabaseId = i->dbId;
	MyDatabaseTableSpace = i->tsId;
	LogStandbyInvalidations(i->nmsgs, i->msgs, i->relcacheInitFileInval);
	return exact(r);
}

static bool
write_file(XLogReaderState *r)
{
	xl_smgr_create *c = (xl_smgr_create *) XLogRecGetData(r);

	log_smgrcreate(&c->rnode, c->forkNum);
	return exact(r);
}

static bool
write_multixact(XLogReaderState *r)
{
	xl_multixact_create *c = (xl_multixact_create *) XLogRecGetData(r);
	MultiXactId multi;
	bool good;

	StartTransactionCommand();
	MultiXactIdSetOldestMember();
	MultiXactSetNextMXact(c->mid, c->moff);
	multi = MultiXactIdCreateFromMembers(c->nmembers, c->members);
	good = multi == c->mid && exact(r);
	AbortCurrentTransaction();
	return good;
}

static bool
write_next_oid(XLogReaderState *r)
{
	Oid next;

	memcpy(&next, XLogRecGetData(r), sizeof(next));
	XLogPutNextOid(next);
	return exact(r);
}

static bool
write_restore_point(XLogReaderState *r)
{
	xl_restore_point *p = (xl_restore_point *) XLogRecGetData(r);

	/* stock leaves anything behind the name */
	memset(p->rp_name + strlen(p->rp_name), 0, MAXFNAMELEN - strlen(p->rp_name));
	XLogRestorePoint(p->rp_name);
	return same_data(r, ProcLastRecPtr, (Mask){offsetof(xl_restore_point, rp_time), sizeof(TimestampTz)});
}

static bool
write_status_page(XLogReaderState *r)
{
	int page;

	memcpy(&page, XLogRecGetData(r), sizeof(page));
	if (XLogRecGetRmid(r) == RM_CLOG_ID)
		ExtendCLOG((TransactionId) page * BLCKSZ * 4);
	else
		ExtendCommitTs((TransactionId) page * (BLCKSZ / 10));
	return exact(r);
}

/* Old pages of status go; older files are there for it. */
static bool
write_status_truncation(XLogReaderState *r)
{
	if (XLogRecGetRmid(r) == RM_CLOG_ID)
	{
		xl_clog_truncate *t = (xl_clog_truncate *) XLogRecGetData(r);

		TruncateCLOG(t->oldestXact, t->oldestXactDb);
	}
	else
		TruncateCommitTs(((xl_commit_ts_truncate *) XLogRecGetData(r))->oldestXid);
	return exact(r);
}

static bool
write_truncation(XLogReaderState *r)
{
	xl_smgr_truncate *t = (xl_smgr_truncate *) XLogRecGetData(r);
	bool good;

	StartTransactionCommand();
	RelationTruncate(relation_with_blocks(t->rnode, t->blkno + 1), t->blkno);
	good = exact(r);
	CommitTransactionCommand();
	return good;
}

/* Nothing runs in either server, and the next xid is the same. */
static bool
write_running(XLogReaderState *r)
{
	xl_running_xacts *x = (xl_running_xacts *) XLogRecGetData(r);

	if (x->xcnt > 0 || x->nextXid != ReadNextTransactionId())
		return true;
	LogStandbySnapshot();
	running_seen = true;
	/* the flag is followed by padding */
	memset(XLogRecGetData(r) + offsetof(xl_running_xacts, subxid_overflow) + 1, 0, 3);
	return exact(r);
}

/* ---- changes of rows that t_stock_ops.c does not come to ---- */

static Relation
relation_of_block(XLogReaderState *r, int id)
{
	DecodedBkpBlock *b = XLogRecGetBlock(r, id);

	return relation_with_blocks(b->rnode, b->blkno + 1);
}

/* Its page in a buffer, locked; made empty, then given items of len bytes up to off. */
static Buffer
page_with_items(Relation rel, BlockNumber blkno, OffsetNumber off, Size len)
{
	Buffer buf = ReadBuffer(rel, blkno);
	HeapTupleHeader t = palloc0(SizeofHeapTupleHeader + 1 + len);

	LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
	PageInit(BufferGetPage(buf), BLCKSZ, 0);
	t->t_hoff = SizeofHeapTupleHeader + 1;
	for (OffsetNumber n = 1; n <= off; n++)
	{
		ItemPointerSet(&t->t_ctid, blkno, n);
		if (n == off)
			PageAddItem(BufferGetPage(buf), (Item) t, t->t_hoff + len, n, false, true);
		else
			PageAddItem(BufferGetPage(buf), (Item) t, t->t_hoff, n, false, true);
	}
	MarkBufferDirty(buf);
	return buf;
}

static bool
write_inplace(XLogReaderState *r)
{
	DecodedBkpBlock *b = XLogRecGetBlock(r, 0);
	OffsetNumber off = ((xl_heap_inplace *) XLogRecGetData(r))->offnum;
	Relation rel = relation_of_block(r, 0);
	HeapTupleData tup;

	/* an image stands for the row */
	if (!b->has_data)
		return true;
	UnlockReleaseBuffer(page_with_items(rel, b->blkno, off, b->data_len));
	ItemPointerSet(&tup.t_self, b->blkno, off);
	tup.t_len = SizeofHeapTupleHeader + 1 + b->data_len;
	tup.t_data = palloc0(tup.t_len);
	tup.t_data->t_hoff = SizeofHeapTupleHeader + 1;
	memcpy((char *) tup.t_data + tup.t_data->t_hoff, b->data, b->data_len);
	heap_inplace_update(rel, &tup);
	return exact(r);
}

static bool
write_confirm(XLogReaderState *r)
{
	DecodedBkpBlock *b = XLogRecGetBlock(r, 0);
	OffsetNumber off = ((xl_heap_confirm *) XLogRecGetData(r))->offnum;
	Relation rel = relation_of_block(r, 0);
	Buffer buf = page_with_items(rel, b->blkno, off, 8);
	ItemPointerData tid;
	HeapTupleHeader t = (HeapTupleHeader) PageGetItem(BufferGetPage(buf), PageGetItemId(BufferGetPage(buf), off));

	HeapTupleHeaderSetSpeculativeToken(t, 1);
	UnlockReleaseBuffer(buf);
	ItemPointerSet(&tid, b->blkno, off);
	heap_finish_speculative(rel, &tid);
	return exact(r);
}

static bool
write_freeze(XLogReaderState *r)
{
	DecodedBkpBlock *b = XLogRecGetBlock(r, 0);
	xl_heap_freeze_page *f = (xl_heap_freeze_page *) XLogRecGetData(r);
	xl_heap_freeze_tuple *tuples = (xl_heap_freeze_tuple *) b->data;
	Relation rel = relation_of_block(r, 0);
	Buffer buf;

	if (!b->has_data)
		return true;
	buf = page_with_items(rel, b->blkno, 0, 0);
	START_CRIT_SECTION();
	log_heap_freeze(rel, buf, f->cutoff_xid, tuples, f->ntuples);
	END_CRIT_SECTION();
	UnlockReleaseBuffer(buf);
	return exact(r);
}

static bool
write_visible(XLogReaderState *r)
{
	DecodedBkpBlock *b = XLogRecGetBlock(r, 1);
	xl_heap_visible *v = (xl_heap_visible *) XLogRecGetData(r);
	Relation rel = relation_of_block(r, 1);
	Buffer vmbuf = InvalidBuffer;
	Buffer buf;

	visibilitymap_pin(rel, b->blkno, &vmbuf);
	buf = page_with_items(rel, b->blkno, 0, 0);
	LockBuffer(vmbuf, BUFFER_LOCK_EXCLUSIVE);
	MarkBufferDirty(vmbuf);
	START_CRIT_SECTION();
	log_heap_visible(rel->rd_node, buf, vmbuf, v->cutoff_xid, v->flags);
	END_CRIT_SECTION();
	UnlockReleaseBuffer(vmbuf);
	UnlockReleaseBuffer(buf);
	return exact(r);
}

/* In a transaction, whose end releases what functions above hold. */
static bool
in_transaction(bool (*writer)(XLogReaderState *), XLogReaderState *r)
{
	bool good;

	StartTransactionCommand();
	good = writer(r);
	CommitTransactionCommand();
	return good;
}

static bool
write_row_change(XLogReaderState *r)
{
	uint8 info = XLogRecGetInfo(r) & XLOG_HEAP_OPMASK;

	if (XLogRecGetRmid(r) == RM_HEAP_ID)
		return in_transaction(info == XLOG_HEAP_INPLACE ? write_inplace : write_confirm, r);
	return in_transaction(info == XLOG_HEAP2_VISIBLE ? write_visible : write_freeze, r);
}

/* A writer for a type of record, or NULL. */
static bool (*writer_of(XLogReaderState *r))(XLogReaderState *)
{
	uint8 info = XLogRecGetInfo(r) & ~XLR_INFO_MASK;

	if (XLogRecGetOrigin(r) != 0)
		return NULL;
	switch (XLogRecGetRmid(r))
	{
		case RM_XACT_ID:
			info &= XLOG_XACT_OPMASK;
			if (info == XLOG_XACT_COMMIT || info == XLOG_XACT_COMMIT_PREPARED)
				return write_commit;
			if (info == XLOG_XACT_ABORT || info == XLOG_XACT_ABORT_PREPARED)
				return write_abort;
			return NULL;
		case RM_STANDBY_ID:
			return info == XLOG_STANDBY_LOCK ? write_lock : info == XLOG_INVALIDATIONS ? write_invalidations
																					   : write_running;
		case RM_SMGR_ID:
			return info == XLOG_SMGR_CREATE ? write_file : write_truncation;
		case RM_MULTIXACT_ID:
			return info == XLOG_MULTIXACT_CREATE_ID ? write_multixact : NULL;
		case RM_XLOG_ID:
			return info == XLOG_NEXTOID ? write_next_oid : info == XLOG_RESTORE_POINT ? write_restore_point
																					  : NULL;
		case RM_CLOG_ID:
		case RM_COMMIT_TS_ID:
			return info == CLOG_ZEROPAGE ? write_status_page : write_status_truncation;
		case RM_HEAP_ID:
			info &= XLOG_HEAP_OPMASK;
			return info == XLOG_HEAP_INPLACE || info == XLOG_HEAP_CONFIRM ? write_row_change : NULL;
		case RM_HEAP2_ID:
			info &= XLOG_HEAP_OPMASK;
			return info == XLOG_HEAP2_VISIBLE || info == XLOG_HEAP2_FREEZE_PAGE ? write_row_change : NULL;
		default:
			return NULL;
	}
}

static void
write_log(const char *name)
{
	static struct
	{
		int seen;
		int wrong;
	} tally[RM_N_BUILTIN_IDS][16];
	XLogReaderState *r = stock_log_reader(stock_log_open(name));
	char *err;

	while (XLogReadRecord(r, &err) != NULL)
	{
		bool (*writer)(XLogReaderState *) = writer_of(r);
		int rmid = XLogRecGetRmid(r);
		int info = XLogRecGetInfo(r) >> 4;

		/* from here on the misc log has other settings */
		if (rmid == RM_XLOG_ID && info == XLOG_PARAMETER_CHANGE >> 4)
			break;
		if (writer == NULL)
			continue;
		tally[rmid][info].seen++;
		if (!writer(r))
			tally[rmid][info].wrong++;
	}
	for (int rmid = 0; rmid < RM_N_BUILTIN_IDS; rmid++)
		for (int info = 0; info < 16; info++)
			if (tally[rmid][info].seen > 0)
				ok(tally[rmid][info].wrong == 0, "%s: %s %s (%02X), %d written by us with stock's bytes", name,
				   GetRmgrDesc(rmid)->rm_name, GetRmgrDesc(rmid)->rm_identify(info << 4), info << 4,
				   tally[rmid][info].seen);
}

/* A map of nodes that changes as stock's did is logged as stock's. */
static void
write_map(void)
{
	XLogReaderState *r = stock_log_reader(stock_log_open("misc"));
	char *err;

	while (XLogReadRecord(r, &err) != NULL)
	{
		const uint32 *w;
		StockEntry *before = stock_entry("base/5/pg_filenode.map");
		const uint32 *old = (const uint32 *) before->bytes;

		if (XLogRecGetRmid(r) != RM_RELMAP_ID)
			continue;
		w = (const uint32 *) (XLogRecGetData(r) + MinSizeOfRelmapUpdate);
		StartTransactionCommand();
		MyDatabaseId = 5;
		MyDatabaseTableSpace = 1663;
		for (uint32 i = 0; i < w[1]; i++)
			if (w[3 + 2 * i] != old[3 + 2 * i])
				RelationMapUpdateMap(w[2 + 2 * i], w[3 + 2 * i], false, false);
		AtCCI_RelationMap();
		AtEOXact_RelationMap(true, false);
		ok(exact(r), "a changed map of file nodes is logged with stock's bytes");
		AbortCurrentTransaction();
	}
}

/* A database whose pages are logged: its folder, version and map come by replay. */
static void
replay_database(void)
{
	XLogReaderState *r = stock_log_reader(stock_log_open("dbcopy"));
	char *err;
	Oid db = InvalidOid;
	char bytes[512];
	int fd;

	while (XLogReadRecord(r, &err) != NULL)
	{
		if (XLogRecGetRmid(r) == RM_DBASE_ID)
		{
			db = ((xl_dbase_create_wal_log_rec *) XLogRecGetData(r))->db_id;
			dbase_redo(r);
			fd = open(psprintf("base/%u/PG_VERSION", db), O_RDONLY);
			ok(fd >= 0 && read(fd, bytes, sizeof(bytes)) == 3 && memcmp(bytes, "15\n", 3) == 0,
			   "replay of CREATE_WAL_LOG makes the folder of database %u", db);
			close(fd);
		}
		if (XLogRecGetRmid(r) == RM_RELMAP_ID)
		{
			relmap_redo(r);
			fd = open(psprintf("base/%u/pg_filenode.map", db), O_RDONLY);
			ok(fd >= 0 && read(fd, bytes, sizeof(bytes)) == sizeof(bytes) &&
				   memcmp(bytes, XLogRecGetData(r) + MinSizeOfRelmapUpdate, sizeof(bytes)) == 0,
			   "and its map of file nodes");
			close(fd);
		}
	}
	ok(OidIsValid(db), "there was such a database");
}

/* An image would take the place of what a record says of a block. */
static void
without_images(void)
{
	SetConfigOption("full_page_writes", "off", PGC_SIGHUP, PGC_S_ARGV);
}

static void
want_logical(void)
{
	without_images();
	SetConfigOption("wal_level", "logical", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("track_commit_timestamp", "on", PGC_POSTMASTER, PGC_S_ARGV);
}

static void
start(void)
{
	rmgr_register(RM_HEAP_ID, &heap_rmgr);
	rmgr_register(RM_HEAP2_ID, &heap2_rmgr);
	access_register();
	rmgr_register(RM_SMGR_ID, &smgr_rmgr);
	rmgr_register(RM_RELMAP_ID, &relmap_rmgr);
	cluster_start();
	DatabasePath = "base/5";
	RelationMapInitialize();
	RelationMapInitializePhase2();
	RelationMapInitializePhase3();
}

static void
replica(void)
{
	cluster_configure = without_images;
	start();
	write_log("redo");
	ok(running_seen, "RUNNING_XACTS was among them");
	cluster_leave();
}

static void
logical(void)
{
	cluster_configure = want_logical;
	start();
	write_log("misc");
	write_map();
	replay_database();
	cluster_leave();
}

/* ---- replay of the misc log, up to what we have no manager for ---- */

static StockLog *misc;
static XLogRecPtr misc_checkpoint;
static CheckPoint misc_checkpoint_data;
static XLogRecPtr misc_end;

/* Find the checkpoint that the log begins with, and the first PREPARE. */
static void
look_into_misc(void)
{
	XLogReaderState *r = stock_log_reader(misc);
	char *err;

	while (misc_end == 0 && XLogReadRecord(r, &err) != NULL)
	{
		uint8 info = XLogRecGetInfo(r) & ~XLR_INFO_MASK;

		if (XLogRecGetRmid(r) == RM_XLOG_ID && info == XLOG_CHECKPOINT_ONLINE && misc_checkpoint == 0)
		{
			misc_checkpoint = r->ReadRecPtr;
			memcpy(&misc_checkpoint_data, XLogRecGetData(r), sizeof(CheckPoint));
		}
		if (XLogRecGetRmid(r) == RM_XACT_ID && (info & XLOG_XACT_OPMASK) == XLOG_XACT_PREPARE)
			misc_end = r->ReadRecPtr;
	}
	XLogReaderFree(r);
}

/* The directory that cluster_make made, pointed to stock's checkpoint. */
static void
make_misc_directory(void)
{
	ControlFileData cf;
	char path[MAXPGPATH * 2];
	char *segment = calloc(1, STOCK_SEGSIZE);
	XLogRecPtr at = misc->page;
	int fd;

	snprintf(path, sizeof(path), "%s/global/pg_control", cluster_dir);
	fd = open(path, O_RDONLY);
	if (read(fd, &cf, sizeof(cf)) != sizeof(cf))
		exit(99);
	close(fd);
	cf.system_identifier = misc->sysid;
	cf.state = DB_IN_PRODUCTION;
	cf.checkPoint = misc_checkpoint;
	cf.checkPointCopy = misc_checkpoint_data;
	cf.wal_level = WAL_LEVEL_LOGICAL;
	cf.track_commit_timestamp = true;
	finish_crc(&cf, 0, 0, &cf.crc, offsetof(ControlFileData, crc));
	put_file("global/pg_control", &cf, sizeof(cf), PG_CONTROL_FILE_SIZE);

	stock_first_page(misc, at - at % STOCK_SEGSIZE, segment);
	while (at < misc_end)
	{
		size_t room = STOCK_SEGSIZE - at % STOCK_SEGSIZE;
		size_t n = Min(room, misc_end - at);
		char name[MAXFNAMELEN];

		memcpy(segment + at % STOCK_SEGSIZE, misc->pages + (at - misc->page), n);
		XLogFileName(name, 1, at / STOCK_SEGSIZE, STOCK_SEGSIZE);
		snprintf(path, sizeof(path), "pg_wal/%s", name);
		put_file(path, segment, at % STOCK_SEGSIZE + n, STOCK_SEGSIZE);
		at += n;
	}
	free(segment);
	/* status pages before those that the log begins */
	put_file("pg_xact/0003", "", 0, BLCKSZ * 4);
	put_file("pg_commit_ts/0000", "", 0, BLCKSZ);
	put_file("pg_commit_ts/007D", "", 0, BLCKSZ);
	put_file("pg_multixact/offsets/0000", "", 0, BLCKSZ * 32);
	put_file("pg_multixact/members/0000", "", 0, BLCKSZ * 32);
	put_file("pg_multixact/offsets/0001", "", 0, BLCKSZ * 2);
	put_file("pg_multixact/members/0001", "", 0, BLCKSZ * 2);
}

static bool
exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

/* What a record must have led to; counts those that did not. */
static void
check_transaction(XLogReaderState *r, int *wrong, int *n)
{
	uint8 info = XLogRecGetInfo(r) & XLOG_XACT_OPMASK;
	TransactionId xid = XLogRecGetXid(r);
	xl_xact_parsed_commit p;
	bool good = true;

	if (info == XLOG_XACT_COMMIT)
	{
		TimestampTz t;

		ParseCommitRecord(XLogRecGetInfo(r), (xl_xact_commit *) XLogRecGetData(r), &p);
		good = TransactionIdDidCommit(xid) && TransactionIdGetCommitTsData(xid, &t, NULL) && t == p.xact_time;
		for (int i = 0; i < p.nsubxacts; i++)
			good &= TransactionIdDidCommit(p.subxacts[i]);
	}
	else if (info == XLOG_XACT_ABORT)
	{
		xl_xact_parsed_abort a;

		ParseAbortRecord(XLogRecGetInfo(r), (xl_xact_abort *) XLogRecGetData(r), &a);
		good = TransactionIdDidAbort(xid);
		for (int i = 0; i < a.nsubxacts; i++)
			good &= TransactionIdDidAbort(a.subxacts[i]);
		for (int i = 0; i < a.nrels; i++)
			good &= !exists(relpathperm(a.xnodes[i], MAIN_FORKNUM));
	}
	else
		return;
	(*n)++;
	if (!good)
		(*wrong)++;
}

static void
check_multixact(XLogReaderState *r, int *wrong, int *n)
{
	xl_multixact_create *c = (xl_multixact_create *) XLogRecGetData(r);
	MultiXactMember *m;

	(*n)++;
	if (GetMultiXactIdMembers(c->mid, &m, false, false) != c->nmembers ||
		memcmp(m, c->members, sizeof(MultiXactMember) * c->nmembers) != 0)
		(*wrong)++;
}

static void
want_misc(void)
{
	want_logical();
	/* the log has no images: pages that it takes for granted are not there */
	SetConfigOption("ignore_invalid_pages", "on", PGC_POSTMASTER, PGC_S_ARGV);
}

static void
replay(void)
{
	XLogReaderState *r;
	char *err;
	int ntrans = 0;
	int nmulti = 0;
	int wrong = 0;

	misc = stock_log_open("misc");
	look_into_misc();
	make_misc_directory();
	rmgr_register(RM_HEAP_ID, &heap_rmgr);
	rmgr_register(RM_HEAP2_ID, &heap2_rmgr);
	rmgr_register(RM_BTREE_ID, &btree_rmgr);
	rmgr_register(RM_SEQ_ID, &seq_rmgr);
	rmgr_register(RM_SMGR_ID, &smgr_rmgr);
	rmgr_register(RM_RELMAP_ID, &relmap_rmgr);
	access_register();
	activity_register();
	xact_register_participant(&storage_xact_participant);
	cluster_configure = want_misc;
	cluster_start();
	/* a server without catalogs does not know how old its rows are */
	ShmemVariableCache->oldestCommitTsXid = 3276741;

	r = stock_log_reader(misc);
	StartTransactionCommand();
	while (XLogReadRecord(r, &err) != NULL && r->EndRecPtr <= misc_end)
	{
		if (XLogRecGetRmid(r) == RM_XACT_ID)
			check_transaction(r, &wrong, &ntrans);
		if (XLogRecGetRmid(r) == RM_MULTIXACT_ID &&
			(XLogRecGetInfo(r) & ~XLR_INFO_MASK) == XLOG_MULTIXACT_CREATE_ID)
			check_multixact(r, &wrong, &nmulti);
	}
	ok(wrong == 0 && ntrans > 50, "%d transactions have stock's outcome and time after replay", ntrans);
	ok(nmulti == 9, "%d multixacts have stock's members", nmulti);
	CommitTransactionCommand();
	ok(!exists("pg_xact/0000") && exists("pg_xact/0003"), "statuses of old transactions are cut off");
	ok(!exists("pg_commit_ts/0000") && exists("pg_commit_ts/007D"), "so are their times");
	ok(!exists("pg_multixact/offsets/0000") && exists("pg_multixact/offsets/0001"), "so are multixacts");
	ok(!exists("pg_multixact/members/0000") && exists("pg_multixact/members/0001"), "and their members");
	ok(!exists("pg_tblspc/20023"), "the tablespace came and went");
	ok(!exists("base/20027"), "so did the database");
	ok(exists("base/5/20034") && exists("base/5/20028"), "files that stay are there");
	ok(exists("base/5/pg_filenode.map"), "so is the map of file nodes");
	cluster_leave();
}

int
main(void)
{
	StockEntry *global = stock_entry("global/pg_filenode.map");
	StockEntry *local = stock_entry("base/5/pg_filenode.map");

	stock_need_libraries();
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (int i = 0; i < 2; i++)
	{
		/* the redo log's next xid, or one behind all of the misc log */
		cluster_next_xid = i == 0 ? strtoul(strstr(stock_log_open("redo")->more, "xid 0:") + 6, NULL, 10) : 3277000;
		cluster_make();
		put_file("global/pg_filenode.map", global->bytes, global->size, global->size);
		put_file("base/5/pg_filenode.map", local->bytes, local->size, local->size);
		/* the numbers of the misc log are in the second files */
		put_file("pg_multixact/offsets/0001", "", 0, BLCKSZ * 4);
		put_file("pg_multixact/members/0001", "", 0, BLCKSZ * 4);
		put_file("pg_xact/0003", "", 0, BLCKSZ * 5);
		put_file("pg_commit_ts/0000", "", 0, BLCKSZ);
		put_file("pg_commit_ts/007D", "", 0, BLCKSZ * 2);
		if (i == 0)
			cluster_run("records of a server with wal_level replica", replica);
		else
			cluster_run("records of a server with wal_level logical", logical);
		cluster_remove();
	}
	cluster_next_xid = FIRST_XID;
	cluster_make();
	cluster_run("replay of stock's log", replay);
	if (getenv("KEEP") == NULL)
		cluster_remove();
	return done_testing();
}
