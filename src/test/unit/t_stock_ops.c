/*
 * t_stock_ops.c
 *		The same rows changed in the same way leave the same log as in stock.
 *
 * ops.txt has a script of single operations on a table with two indexes, which
 * a stock server ran as SQL (make_stock_bytes.pl, part ops).  Here heap and
 * btree code is called for each as the executor would, with xids and files that
 * have stock's numbers, and every record of Heap, Heap2 and Btree that this
 * writes must have the bytes of stock's: all but link, CRC and what lies
 * between.  So choices that shape the log are compared as well: pages for new
 * rows, common ends of old and new rows, pruning, split points, keys cut short
 * for inner pages, deduplication, deletion before a split.
 *
 * Of the VACUUM at the end only the part of the indexes is run; the table's
 * would need catalogs.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_ops.c
 */
#include "cluster.h"

#include "access/heapam.h"
#include "access/heapam_xlog.h"
#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/relscan.h"
#include "access/rmgr.h"
#include "access/sysattr.h"
#include "access/tableam.h"
#include "executor/tuptable.h"
#include "fakerel.h"
#include "nodes/bitmapset.h"
#include "pgtime.h"
#include "stock.h"
#include "storage/bufmgr.h"
#include "storage/smgr.h"
#include "utils/builtins.h"
#include "utils/snapmgr.h"

#define MAX_OPS 2000

static StockLog *stock_log;
static char *ops[MAX_OPS];
static int nops;
static Oid nodes[3];
static XLogRecPtr vacuum_start;

static Relation heap;
static Relation by_a;
static Relation by_c;

/* ---- the relations ---- */

static TupleDesc
int_desc(void)
{
	TupleDesc d = CreateTemplateTupleDesc(1);

	fake_column(d, 1, INT4OID, 4, true, 'i', 'p');
	return d;
}

static void
make_relations(void)
{
	static const RegProcedure compare = 351; /* btint4cmp */
	static const Oid family = 1976;

	heap = fake_relation(nodes[0], 'r', 3);
	heap->rd_att = CreateTemplateTupleDesc(3);
	TupleDescInitBuiltinEntry(heap->rd_att, 1, "a", INT4OID, -1, 0);
	TupleDescInitBuiltinEntry(heap->rd_att, 2, "b", TEXTOID, -1, 0);
	TupleDescInitBuiltinEntry(heap->rd_att, 3, "c", INT4OID, -1, 0);
	heap->rd_tableam = GetHeapamTableAmRoutine();
	/* what the indexes are about */
	heap->rd_rel->relhasindex = true;
	heap->rd_keyattr = bms_make_singleton(1 - FirstLowInvalidHeapAttributeNumber);
	heap->rd_indexattr = bms_add_member(bms_copy(heap->rd_keyattr), 3 - FirstLowInvalidHeapAttributeNumber);
	by_a = fake_btree(nodes[1], int_desc(), 1, &compare, &family, true);
	by_c = fake_btree(nodes[2], int_desc(), 1, &compare, &family, false);
	fake_file(heap);
	fake_file(by_a);
	fake_file(by_c);
}

/* ---- operations ---- */

static HeapTuple
make_row(int a, const char *b, int c)
{
	bool isnull[3] = {false, false, false};
	Datum values[3] = {Int32GetDatum(a), PointerGetDatum(cstring_to_text(b)), Int32GetDatum(c)};

	return heap_form_tuple(heap->rd_att, values, isnull);
}

/* len letters that depend on the key */
static char *
filler(int a, int len)
{
	char *s = palloc0(len + 1);

	memset(s, 'a' + a % 26, len);
	return s;
}

static void
insert_entry(Relation index, int key, ItemPointer tid, bool unchanged)
{
	Datum v = Int32GetDatum(key);
	bool isnull = false;

	index_insert(index, &v, &isnull, tid, heap, index == by_a ? UNIQUE_CHECK_YES : UNIQUE_CHECK_NO,
				 unchanged, NULL);
}

static void
insert_row(int a, int len, int c)
{
	HeapTuple tup = make_row(a, filler(a, len), c);

	heap_insert(heap, tup, GetCurrentCommandId(true), 0, NULL);
	insert_entry(by_a, a, &tup->t_self, false);
	insert_entry(by_c, c, &tup->t_self, false);
}

/* COPY: rows first, then their entries. */
static void
copy_rows(int a, int n, int len)
{
	TupleTableSlot **slots = palloc(sizeof(TupleTableSlot *) * n);
	BulkInsertState bistate = GetBulkInsertState();

	for (int i = 0; i < n; i++)
	{
		slots[i] = MakeSingleTupleTableSlot(heap->rd_att, &TTSOpsHeapTuple);
		ExecStoreHeapTuple(make_row(a + i, filler(a + i, len), 0), slots[i], false);
	}
	heap_multi_insert(heap, slots, n, GetCurrentCommandId(true), 0, bistate);
	for (int i = 0; i < n; i++)
	{
		insert_entry(by_a, a + i, &slots[i]->tts_tid, false);
		insert_entry(by_c, 0, &slots[i]->tts_tid, false);
		ExecDropSingleTupleTableSlot(slots[i]);
	}
	FreeBulkInsertState(bistate);
}

/* A scan for one row, which holds its page until the plan is through. */
static IndexScanDesc row_scan;
static TupleTableSlot *row_slot;

/* The visible row with this key, as an index scan meets it; a copy. */
static HeapTuple
find_row(int a)
{
	ScanKeyData key;

	row_slot = MakeSingleTupleTableSlot(heap->rd_att, &TTSOpsBufferHeapTuple);
	ScanKeyInit(&key, 1, BTEqualStrategyNumber, 65, Int32GetDatum(a));
	row_scan = index_beginscan(heap, by_a, GetActiveSnapshot(), 1, 0);
	index_rescan(row_scan, &key, 1, NULL, 0);
	if (!index_getnext_slot(row_scan, ForwardScanDirection, row_slot))
		elog(ERROR, "row %d not found", a);
	return ExecCopySlotHeapTuple(row_slot);
}

/* The plan asks for more, and so the scan comes to its end. */
static void
end_row(int a)
{
	if (index_getnext_slot(row_scan, ForwardScanDirection, row_slot))
		elog(ERROR, "row %d found twice", a);
	index_endscan(row_scan);
	ExecDropSingleTupleTableSlot(row_slot);
}

static int
int_column(HeapTuple tup, int n)
{
	bool isnull;

	return DatumGetInt32(heap_getattr(tup, n, heap->rd_att, &isnull));
}

static void
update_row(int a, const char *b, const int *c)
{
	HeapTuple old = find_row(a);
	bool isnull;
	HeapTuple tup = make_row(a, b ? b : TextDatumGetCString(heap_getattr(old, 2, heap->rd_att, &isnull)),
							 c ? *c : int_column(old, 3));
	TM_FailureData tmfd;
	LockTupleMode mode;

	if (heap_update(heap, &old->t_self, tup, GetCurrentCommandId(true), InvalidSnapshot, true, &tmfd, &mode) != TM_Ok)
		elog(ERROR, "update of %d failed", a);
	if (!HeapTupleIsHeapOnly(tup))
	{
		insert_entry(by_a, a, &tup->t_self, true);
		insert_entry(by_c, int_column(tup, 3), &tup->t_self, c == NULL);
	}
	end_row(a);
}

static void
delete_row(int a)
{
	HeapTuple old = find_row(a);
	TM_FailureData tmfd;

	if (heap_delete(heap, &old->t_self, GetCurrentCommandId(true), InvalidSnapshot, true, &tmfd, false) != TM_Ok)
		elog(ERROR, "delete of %d failed", a);
	end_row(a);
}

/* All rows of a range, as a scan of the index meets them. */
static void
delete_range(int from, int to)
{
	TupleTableSlot *slot = MakeSingleTupleTableSlot(heap->rd_att, &TTSOpsBufferHeapTuple);
	IndexScanDesc scan = index_beginscan(heap, by_a, GetActiveSnapshot(), 2, 0);
	ScanKeyData key[2];

	ScanKeyInit(&key[0], 1, BTGreaterEqualStrategyNumber, 150, Int32GetDatum(from));
	ScanKeyInit(&key[1], 1, BTLessEqualStrategyNumber, 149, Int32GetDatum(to));
	index_rescan(scan, key, 2, NULL, 0);
	while (index_getnext_slot(scan, ForwardScanDirection, slot))
	{
		TM_FailureData tmfd;

		if (heap_delete(heap, &slot->tts_tid, GetCurrentCommandId(true), InvalidSnapshot, true, &tmfd, false) != TM_Ok)
			elog(ERROR, "delete from %d failed", from);
	}
	index_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
}

static void
lock_row(int a, const char *mode)
{
	HeapTuple tup = find_row(a);
	HeapTupleData locked;
	Buffer buf;
	TM_FailureData tmfd;

	locked.t_self = tup->t_self;
	if (heap_lock_tuple(heap, &locked, GetCurrentCommandId(true),
						strcmp(mode, "KEY SHARE") == 0    ? LockTupleKeyShare
							: strcmp(mode, "SHARE") == 0  ? LockTupleShare
							: strcmp(mode, "UPDATE") == 0 ? LockTupleExclusive
														  : LockTupleNoKeyExclusive,
						LockWaitBlock, false, &buf, &tmfd) != TM_Ok)
		elog(ERROR, "lock of %d failed", a);
	ReleaseBuffer(buf);
	end_row(a);
}

static void
read_table(void)
{
	TableScanDesc scan = table_beginscan(heap, GetActiveSnapshot(), 0, NULL);

	while (heap_getnext(scan, ForwardScanDirection) != NULL)
		;
	table_endscan(scan);
}

static bool
entry_dead(ItemPointer tid, void *state)
{
	ItemPointerData root = *tid;
	HeapTupleData tup;
	Buffer buf = ReadBuffer(heap, ItemPointerGetBlockNumber(tid));
	bool found;

	LockBuffer(buf, BUFFER_LOCK_SHARE);
	found = heap_hot_search_buffer(&root, heap, buf, SnapshotSelf, &tup, NULL, true);
	UnlockReleaseBuffer(buf);
	return !found;
}

static void
vacuum_indexes(void)
{
	Relation indexes[] = {by_a, by_c};
	IndexBulkDeleteResult *stats[2];

	begin_transaction();
	for (int i = 0; i < 2; i++)
	{
		IndexVacuumInfo info = {.index = indexes[i], .estimated_count = true, .num_heap_tuples = 1000};

		stats[i] = index_bulk_delete(&info, NULL, entry_dead, NULL);
	}
	for (int i = 0; i < 2; i++)
	{
		IndexVacuumInfo info = {.index = indexes[i], .num_heap_tuples = 1000};

		index_vacuum_cleanup(&info, stats[i]);
	}
	finish_transaction(true);
}

static void
run_op(char *op)
{
	int a = 0;
	int n = 0;
	int c = 0;
	char word[4000] = "";
	char *rest = op + 2;

	if (*op == 'v')
	{
		vacuum_indexes();
		return;
	}
	begin_transaction();
	switch (*op)
	{
		case 'i':
		case 'r':
			sscanf(rest, "%d %d %d", &a, &n, &c);
			insert_row(a, n, c);
			break;
		case 'm':
			sscanf(rest, "%d %d %d", &a, &n, &c);
			copy_rows(a, n, c);
			break;
		case 's':
			sscanf(rest, "%d %3999s", &a, word);
			update_row(a, word, NULL);
			break;
		case 'k':
			sscanf(rest, "%d %d", &a, &c);
			update_row(a, NULL, &c);
			break;
		case 'd':
			delete_row(atoi(rest));
			break;
		case 'D':
			sscanf(rest, "%d %d", &a, &n);
			delete_range(a, n);
			break;
		case 'l':
			lock_row(atoi(rest), strchr(rest, ' ') + 1);
			break;
		case 'p':
			read_table();
			break;
		default:
			elog(ERROR, "unknown operation \"%s\"", op);
	}
	finish_transaction(*op != 'r');
}

/* ---- comparing two logs ---- */

/* The next record of rows or indexes that is about one of our files. */
static bool
next_record(XLogReaderState *r)
{
	char *err;

	while (XLogReadRecord(r, &err) != NULL)
	{
		RmgrId rmid = XLogRecGetRmid(r);
		RelFileNode node;

		if (rmid != RM_HEAP_ID && rmid != RM_HEAP2_ID && rmid != RM_BTREE_ID)
			continue;
		if (!XLogRecGetBlockTagExtended(r, 0, &node, NULL, NULL, NULL))
			continue;
		for (int i = 0; i < 3; i++)
			if (node.relNode == nodes[i])
				return true;
	}
	return false;
}

/*
 * Stock leaves what it finds in the padding of its structs, we zero it.  Blank
 * it in stock's record.
 */
static void
blank_padding(XLogReaderState *r)
{
	uint8 info = XLogRecGetInfo(r) & XLOG_HEAP_OPMASK;

	if (XLogRecGetRmid(r) == RM_HEAP2_ID && info == XLOG_HEAP2_MULTI_INSERT)
	{
		DecodedBkpBlock *b = XLogRecGetBlock(r, 0);
		uint16 n = *(uint16 *) (XLogRecGetData(r) + 2);
		char *p = b->data;

		XLogRecGetData(r)[1] = 0;
		for (int i = 0; i < n; i++)
		{
			if ((p - b->data) % 2 != 0)
				*p++ = 0;
			p += SizeOfMultiInsertTuple + *(uint16 *) p;
		}
	}
	info = XLogRecGetInfo(r) & ~XLR_INFO_MASK;
	if (XLogRecGetRmid(r) == RM_BTREE_ID && (info == XLOG_BTREE_UNLINK_PAGE || info == XLOG_BTREE_UNLINK_PAGE_META))
		memset(&XLogRecGetData(r)[offsetof(xl_btree_unlink_page, level) + sizeof(uint32)], 0, sizeof(uint32));
	if (XLogRecGetRmid(r) == RM_BTREE_ID && info == XLOG_BTREE_MARK_PAGE_HALFDEAD)
		memset(&XLogRecGetData(r)[sizeof(OffsetNumber)], 0, sizeof(uint16));
	/* a copy of the metapage */
	for (int i = 0; XLogRecGetRmid(r) == RM_BTREE_ID && i <= XLogRecMaxBlockId(r); i++)
	{
		DecodedBkpBlock *b = XLogRecGetBlock(r, i);

		if (b->in_use && b->blkno == BTREE_METAPAGE && b->data_len == sizeof(xl_btree_metadata))
			memset(b->data + offsetof(xl_btree_metadata, allequalimage) + 1, 0,
				   sizeof(xl_btree_metadata) - offsetof(xl_btree_metadata, allequalimage) - 1);
	}
}

/* Everything but positions in the log. */
static bool
same_record(XLogReaderState *a, XLogReaderState *b)
{
	if (XLogRecGetTotalLen(a) != XLogRecGetTotalLen(b) || XLogRecGetXid(a) != XLogRecGetXid(b) ||
		XLogRecGetInfo(a) != XLogRecGetInfo(b) || XLogRecGetRmid(a) != XLogRecGetRmid(b) ||
		XLogRecMaxBlockId(a) != XLogRecMaxBlockId(b) || XLogRecGetDataLen(a) != XLogRecGetDataLen(b) ||
		memcmp(XLogRecGetData(a), XLogRecGetData(b), XLogRecGetDataLen(a)) != 0)
		return false;
	for (int i = 0; i <= XLogRecMaxBlockId(a); i++)
	{
		DecodedBkpBlock *x = XLogRecGetBlock(a, i);
		DecodedBkpBlock *y = XLogRecGetBlock(b, i);

		if (x->in_use != y->in_use)
			return false;
		if (!x->in_use)
			continue;
		if (!RelFileNodeEquals(x->rnode, y->rnode) || x->forknum != y->forknum || x->blkno != y->blkno ||
			x->flags != y->flags || x->data_len != y->data_len ||
			(x->data_len > 0 && memcmp(x->data, y->data, x->data_len) != 0))
			return false;
	}
	return true;
}

static void
show(const char *what, XLogReaderState *r)
{
	StringInfoData buf;

	initStringInfo(&buf);
	stock_record_line(&buf, r);
	printf("# %9s: %s\n#           ", what, buf.data);
	for (uint32 i = 0; i < XLogRecGetDataLen(r); i++)
		printf("%02x", (uint8) XLogRecGetData(r)[i]);
	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
		if (XLogRecHasBlockRef(r, i))
		{
			printf(" | #%d: ", i);
			for (int k = 0; k < XLogRecGetBlock(r, i)->data_len; k++)
				printf("%02x", (uint8) XLogRecGetBlock(r, i)->data[k]);
		}
	printf("\n");
}

/* Names of the types in the log, and how many records of each were the same. */
typedef struct Kind
{
	const char *manager;
	const char *name;
	int n;
} Kind;

static void
count_kind(Kind *kinds, int *nkinds, XLogReaderState *r)
{
	const RmgrDescData *m = GetRmgrDesc(XLogRecGetRmid(r));
	const char *name = m->rm_identify(XLogRecGetInfo(r));

	for (int i = 0; i < *nkinds; i++)
		if (strcmp(kinds[i].name, name) == 0 && strcmp(kinds[i].manager, m->rm_name) == 0)
		{
			kinds[i].n++;
			return;
		}
	kinds[(*nkinds)++] = (Kind){m->rm_name, name, 1};
}

static void
compare_logs(XLogReaderState *own, XLogReaderState *stock)
{
	Kind kinds[64];
	int nkinds = 0;
	int same = 0;
	bool have_own = false;
	bool have_stock;

	while ((have_stock = next_record(stock)))
	{
		RmgrId rmid = XLogRecGetRmid(stock);

		/* the table's part of VACUUM */
		if (rmid != RM_BTREE_ID && stock->ReadRecPtr >= vacuum_start)
			continue;
		blank_padding(stock);
		have_own = next_record(own);
		if (!have_own || !same_record(own, stock))
			break;
		count_kind(kinds, &nkinds, own);
		same++;
	}
	ok(!have_stock, "%d records are the same", same);
	if (have_stock)
	{
		show("expected", stock);
		if (have_own)
			show("got", own);
	}
	else if (!ok(!next_record(own), "and we write no other"))
		show("too much", own);
	for (int i = 0; i < nkinds; i++)
		ok(!have_stock, "%s %s: %d records have stock's bytes", kinds[i].manager, kinds[i].name, kinds[i].n);
}

static void
without_images(void)
{
	SetConfigOption("full_page_writes", "off", PGC_SIGHUP, PGC_S_ARGV);
}

static void
work(void)
{
	XLogRecPtr start;
	XLogReaderState *own;
	ReadLocalXLogPageNoWaitPrivate at_end = {false};
	MemoryContext context;

	rmgr_register(RM_HEAP_ID, &heap_rmgr);
	rmgr_register(RM_HEAP2_ID, &heap2_rmgr);
	rmgr_register(RM_BTREE_ID, &btree_rmgr);
	access_register();
	cluster_configure = without_images;
	cluster_start();
	MyDatabaseId = 5;
	MyDatabaseTableSpace = 1663;
	session_timezone = log_timezone = pg_tzset("UTC");
	context = MemoryContextSwitchTo(TopMemoryContext);
	make_relations();
	MemoryContextSwitchTo(context);
	start = GetXLogInsertRecPtr();
	is_int(ReadNextTransactionId(), cluster_next_xid, "the next xid is stock's");
	for (int i = 0; i < nops; i++)
		run_op(ops[i]);
	XLogFlush(GetXLogInsertRecPtr());
	own = XLogReaderAllocate(SEGSIZE, NULL,
							 XL_ROUTINE(.page_read = read_local_xlog_page_no_wait,
										.segment_open = wal_segment_open,
										.segment_close = wal_segment_close),
							 &at_end);
	XLogBeginRead(own, start);
	compare_logs(own, stock_log_reader(stock_log));
	cluster_leave();
}

int
main(void)
{
	char *line;

	stock_need_libraries();
	setvbuf(stdout, NULL, _IOLBF, 0);
	stock_log = stock_log_open("ops");
	while ((line = stock_line(&stock_log->more)) != NULL)
	{
		if (strncmp(line, "nodes ", 6) == 0)
			sscanf(line, "nodes %u %u %u", &nodes[0], &nodes[1], &nodes[2]);
		else if (strncmp(line, "xid ", 4) == 0)
			sscanf(line, "xid 0:%u", &cluster_next_xid);
		else if (strncmp(line, "vacuum ", 7) == 0)
			vacuum_start = strtoull(line + 7, NULL, 16);
		else if (nops < MAX_OPS)
			ops[nops++] = line;
	}
	cluster_make();
	cluster_run("operations on rows", work);
	if (getenv("KEEP") == NULL)
		cluster_remove();
	else
		printf("# %s\n", cluster_dir);
	return done_testing();
}
