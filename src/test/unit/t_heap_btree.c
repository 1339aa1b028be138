/*
 * t_heap_btree.c
 *		Heap and btree at work, crashed, and replayed.
 *
 * A table and two indexes without catalogs are filled, updated, deleted from and
 * scanned in one process, which then stops as in a crash; another one replays
 * its log (comparing every page with the image that the log carries) and must
 * find the same rows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_heap_btree.c
 */
#include "cluster.h"

#include "access/heapam.h"
#include "access/heapam_xlog.h"
#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/relscan.h"
#include "access/rmgr.h"
#include "access/tableam.h"
#include "catalog/pg_type_d.h"
#include "executor/tuptable.h"
#include "fakerel.h"
#include "storage/bufmgr.h"
#include "storage/smgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#define NROWS 6000

static Relation heap,
	by_a, /* unique, on column 1 */
	by_c; /* not unique, on column 3 */

static TupleDesc
int_text_desc(int natts)
{
	TupleDesc d = CreateTemplateTupleDesc(natts);

	TupleDescInitBuiltinEntry(d, 1, "a", INT4OID, -1, 0);
	if (natts == 3)
	{
		TupleDescInitBuiltinEntry(d, 2, "b", TEXTOID, -1, 0);
		TupleDescInitBuiltinEntry(d, 3, "c", INT4OID, -1, 0);
	}
	return d;
}

static Relation
fake_index(Oid oid, bool unique)
{
	static const RegProcedure btint4cmp = 351;
	static const Oid integer_ops = 1976;

	return fake_btree(oid, int_text_desc(1), 1, &btint4cmp, &integer_ops, unique);
}

static void
start(bool fresh)
{
	rmgr_register(RM_HEAP_ID, &heap_rmgr);
	rmgr_register(RM_HEAP2_ID, &heap2_rmgr);
	rmgr_register(RM_BTREE_ID, &btree_rmgr);
	access_register();
	cluster_start();
	SetConfigOption("wal_consistency_checking", "all", PGC_SUSET,
					PGC_S_SESSION);
	MyDatabaseId = 5;
	MyDatabaseTableSpace = 1663;

	MemoryContextSwitchTo(TopMemoryContext);
	heap = fake_relation(20000, 'r', 3);
	heap->rd_att = int_text_desc(3);
	heap->rd_tableam = GetHeapamTableAmRoutine();
	by_a = fake_index(20001, true);
	by_c = fake_index(20002, false);
	if (fresh)
	{
		fake_file(heap);
		fake_file(by_a);
		fake_file(by_c);
	}
}

static HeapTuple
make_row(int a, int c, int len)
{
	Datum values[3];
	bool isnull[3] = {false, false, false};
	text *t = palloc(VARHDRSZ + len);

	SET_VARSIZE(t, VARHDRSZ + len);
	memset(VARDATA(t), 'a' + a % 26, len);
	values[0] = Int32GetDatum(a);
	values[1] = PointerGetDatum(t);
	values[2] = Int32GetDatum(c);
	return heap_form_tuple(heap->rd_att, values, isnull);
}

static void
insert_entries(HeapTuple tup, int a, int c, bool unchanged)
{
	Datum v;
	bool isnull = false;

	v = Int32GetDatum(a);
	index_insert(by_a, &v, &isnull, &tup->t_self, heap, UNIQUE_CHECK_YES,
				 unchanged, NULL);
	v = Int32GetDatum(c);
	index_insert(by_c, &v, &isnull, &tup->t_self, heap, UNIQUE_CHECK_NO,
				 unchanged, NULL);
}

static void
insert_row(int a)
{
	HeapTuple tup = make_row(a, a % 7, a % 50);

	heap_insert(heap, tup, GetCurrentCommandId(true), 0, NULL);
	insert_entries(tup, a, a % 7, false);
	heap_freetuple(tup);
}

static int
count_heap(int64 *sum)
{
	TableScanDesc scan;
	HeapTuple tup;
	int n = 0;

	*sum = 0;
	begin_transaction();
	scan = table_beginscan(heap, GetActiveSnapshot(), 0, NULL);
	while ((tup = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		bool isnull;

		n++;
		*sum += DatumGetInt32(heap_getattr(tup, 1, heap->rd_att, &isnull));
	}
	table_endscan(scan);
	finish_transaction(true);
	return n;
}

/* Rows by an index, -1 if they come out of order. */
static int
count_index(Relation index, ScanDirection dir, int column, int from)
{
	TupleTableSlot *slot;
	IndexScanDesc scan;
	ScanKeyData key;
	int n = 0;
	int last = dir == ForwardScanDirection ? -1 : NROWS * 10;
	bool ordered = true;

	begin_transaction();
	slot = MakeSingleTupleTableSlot(heap->rd_att, &TTSOpsBufferHeapTuple);
	ScanKeyInit(&key, 1, BTGreaterEqualStrategyNumber, 150, Int32GetDatum(from));
	scan = index_beginscan(heap, index, GetActiveSnapshot(), 1, 0);
	index_rescan(scan, &key, 1, NULL, 0);
	while (index_getnext_slot(scan, dir, slot))
	{
		bool isnull;
		int v = DatumGetInt32(slot_getattr(slot, column, &isnull));

		if (dir == ForwardScanDirection ? v < last : v > last)
			ordered = false;
		last = v;
		n++;
	}
	index_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
	finish_transaction(true);
	return ordered ? n : -1;
}

/* TID of the visible row with this key, found by the index. */
static bool
find_row(int a, ItemPointer tid)
{
	TupleTableSlot *slot = MakeSingleTupleTableSlot(heap->rd_att,
													&TTSOpsBufferHeapTuple);
	IndexScanDesc scan;
	ScanKeyData key;
	bool found;

	ScanKeyInit(&key, 1, BTEqualStrategyNumber, 65, Int32GetDatum(a));
	scan = index_beginscan(heap, by_a, GetActiveSnapshot(), 1, 0);
	index_rescan(scan, &key, 1, NULL, 0);
	found = index_getnext_slot(scan, ForwardScanDirection, slot);
	if (found)
		*tid = slot->tts_tid;
	index_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
	return found;
}

static void
verify(const char *when, int expect, int64 expect_sum)
{
	int64 sum;

	printf("# %s\n", when);
	is_int(count_heap(&sum), expect, "rows by sequential scan");
	is_int(sum, expect_sum, "sum of keys");
	is_int(count_index(by_a, ForwardScanDirection, 1, 0), expect,
		   "rows in order by the unique index");
	is_int(count_index(by_a, BackwardScanDirection, 1, 0), expect,
		   "rows in order backward");
	is_int(count_index(by_c, ForwardScanDirection, 3, 0), expect,
		   "rows in order by the index with duplicates");
	is_int(count_index(by_c, BackwardScanDirection, 3, 0), expect,
		   "backward");
}

/* What is there after work() */
static int final_rows;
static int64 final_sum;

static void
expect_final(void)
{
	final_rows = 0;
	final_sum = 0;
	for (int a = 0; a < NROWS; a++)
		if (a % 5 != 0)
		{
			final_rows++;
			final_sum += a;
		}
}

static bool
entry_dead(ItemPointer tid, void *state)
{
	ItemPointerData root = *tid;
	HeapTupleData tup;
	Buffer buf = ReadBuffer(heap, ItemPointerGetBlockNumber(tid));
	bool found;

	/* entries of deleted rows: no member of the chain is seen */
	LockBuffer(buf, BUFFER_LOCK_SHARE);
	found = heap_hot_search_buffer(&root, heap, buf, SnapshotSelf, &tup, NULL,
								   true);
	UnlockReleaseBuffer(buf);
	return !found;
}

static void
vacuum_indexes(void)
{
	Relation indexes[] = {by_a, by_c};

	begin_transaction();
	for (int i = 0; i < 2; i++)
	{
		IndexVacuumInfo info = {.index = indexes[i], .estimated_count = true, .num_heap_tuples = NROWS};
		IndexBulkDeleteResult *stats;

		stats = index_bulk_delete(&info, NULL, entry_dead, NULL);
		stats = index_vacuum_cleanup(&info, stats);
		ok(stats->tuples_removed > 0, "VACUUM removed %.0f entries, %u pages",
		   stats->tuples_removed, stats->pages_newly_deleted);
	}
	finish_transaction(true);
}

static void
update_rows(int step, int newlen, bool commit)
{
	begin_transaction();
	for (int a = 0; a < NROWS; a += step)
	{
		ItemPointerData tid;
		HeapTuple tup = make_row(a, a % 7, newlen);
		TM_FailureData tmfd;
		LockTupleMode mode;

		if (!find_row(a, &tid))
			elog(ERROR, "row %d not found", a);
		if (heap_update(heap, &tid, tup, GetCurrentCommandId(true), NULL, true,
						&tmfd, &mode) != TM_Ok)
			elog(ERROR, "update of %d failed", a);
		if (!HeapTupleIsHeapOnly(tup))
			insert_entries(tup, a, a % 7, true);
		heap_freetuple(tup);
	}
	finish_transaction(commit);
}

static void
work(void)
{
	start(true);

	/* scattered, then ascending */
	for (int part = 0; part < 2; part++)
	{
		begin_transaction();
		for (int i = 0; i < NROWS / 2; i++)
			insert_row(part == 0 ? (int) ((int64) i * 1237 % (NROWS / 2)) : NROWS / 2 + i);
		finish_transaction(true);
	}
	verify("after inserts", NROWS, (int64) NROWS * (NROWS - 1) / 2);

	begin_transaction();
	for (int i = 0; i < 500; i++)
		insert_row(NROWS * 2 + i);
	finish_transaction(false);
	verify("after an abort", NROWS, (int64) NROWS * (NROWS - 1) / 2);

	update_rows(3, 20, true);
	update_rows(3, 21, true);
	update_rows(2, 60, false);
	update_rows(7, 300, true);
	verify("after updates", NROWS, (int64) NROWS * (NROWS - 1) / 2);

	begin_transaction();
	for (int a = 0; a < NROWS; a += 5)
	{
		ItemPointerData tid;
		TM_FailureData tmfd;

		if (!find_row(a, &tid) ||
			heap_delete(heap, &tid, GetCurrentCommandId(true), NULL, true,
						&tmfd, false) != TM_Ok)
			elog(ERROR, "delete of %d failed", a);
	}
	finish_transaction(true);
	expect_final();
	verify("after deletes", final_rows, final_sum);

	begin_transaction();
	for (int a = 1; a < 40; a += 5)
	{
		HeapTupleData tup;
		Buffer buf;
		TM_FailureData tmfd;

		if (!find_row(a, &tup.t_self) ||
			heap_lock_tuple(heap, &tup, GetCurrentCommandId(true),
							LockTupleExclusive, LockWaitBlock, true, &buf,
							&tmfd) != TM_Ok)
			elog(ERROR, "lock of %d failed", a);
		ReleaseBuffer(buf);
	}
	finish_transaction(true);
	verify("after row locks", final_rows, final_sum);
	cluster_leave();
}

static void
recover(void)
{
	start(false);
	expect_final();
	verify("after replay", final_rows, final_sum);
	vacuum_indexes();
	verify("after VACUUM of the indexes", final_rows, final_sum);
	begin_transaction();
	for (int i = 0; i < 3000; i++)
		insert_row(NROWS * 3 + i);
	finish_transaction(true);
	cluster_leave();
}

static void
recover_again(void)
{
	start(false);
	expect_final();
	final_rows += 3000;
	for (int i = 0; i < 3000; i++)
		final_sum += NROWS * 3 + i;
	verify("after the second replay", final_rows, final_sum);
	cluster_leave();
}

int
main(void)
{
	cluster_make();
	cluster_run("work and crash", work);
	cluster_run("replay", recover);
	cluster_run("replay again", recover_again);
	if (getenv("KEEP") == NULL)
		cluster_remove();
	else
		printf("# %s\n", cluster_dir);
	return done_testing();
}
