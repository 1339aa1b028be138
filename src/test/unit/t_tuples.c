/*
 * t_tuples.c
 *		Heap and index tuples against bytes that PostgreSQL 15 wrote.
 *
 * The expected bytes are those of worked examples of the format pages: a row with
 * eight types, a row of nulls, btree items of each kind.  Then the decisions of
 * the visibility tests that hint bits alone allow.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_tuples.c
 */
#include "tap.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/itup.h"
#include "access/nbtree.h"
#include "catalog/pg_type_d.h"
#include "fakerel.h"

static Datum
make_varlena(const void *data, int len)
{
	char *v = palloc0(VARHDRSZ + len);

	SET_VARSIZE(v, VARHDRSZ + len);
	memcpy(VARDATA(v), data, len);
	return PointerGetDatum(v);
}

static bool
same_bytes(const void *got, const void *expected, int len)
{
	for (int i = 0; i < len; i++)
		if (((const uint8 *) got)[i] != ((const uint8 *) expected)[i])
		{
			printf("# byte %d is %02x, not %02x\n", i, ((const uint8 *) got)[i],
				   ((const uint8 *) expected)[i]);
			return false;
		}
	return true;
}

static TupleDesc
eight_columns(void)
{
	TupleDesc d = CreateTemplateTupleDesc(8);

	fake_column(d, 1, INT4OID, 4, true, 'i', 'p');
	fake_column(d, 2, TEXTOID, -1, false, 'i', 'x');
	fake_column(d, 3, INT2OID, 2, true, 's', 'p');
	fake_column(d, 4, BOOLOID, 1, true, 'c', 'p');
	fake_column(d, 5, INT8OID, 8, true, 'd', 'p');
	fake_column(d, 6, NUMERICOID, -1, false, 'i', 'm');
	fake_column(d, 7, NAMEOID, 64, false, 'c', 'p');
	fake_column(d, 8, BPCHAROID, -1, false, 'i', 'x');
	return d;
}

static void
heap_rows(void)
{
	static const uint8 head[] = {
		0x01, 0, 0, 0, 0x0d, 'h', 'e', 'l', 'l', 'o', 0x02, 0, 0x01, 0, 0, 0,
		0x03, 0, 0, 0, 0, 0, 0, 0,
		0x0f, 0x80, 0x80, 0x0c, 0x00, 0x88, 0x13, 'n', 'm'};
	static const uint8 tail[] = {0x09, 'x', ' ', ' '};
	static const uint8 numeric[] = {0x80, 0x80, 0x0c, 0x00, 0x88, 0x13};
	TupleDesc d = eight_columns();
	NameData name;
	Datum v[8],
		back[8];
	bool null[8] = {false},
		 backnull[8];
	HeapTuple tup;
	char *data;

	memset(&name, 0, sizeof(name));
	strcpy(NameStr(name), "nm");
	v[0] = Int32GetDatum(1);
	v[1] = make_varlena("hello", 5);
	v[2] = Int16GetDatum(2);
	v[3] = BoolGetDatum(true);
	v[4] = Int64GetDatum(3);
	v[5] = make_varlena(numeric, 6);
	v[6] = NameGetDatum(&name);
	v[7] = make_varlena("x  ", 3);
	tup = heap_form_tuple(d, v, null);
	data = (char *) tup->t_data + tup->t_data->t_hoff;
	is_int(tup->t_data->t_hoff, 24, "data starts at 24");
	is_int(tup->t_len, 24 + 31 + 64 + 4, "length of the row");
	ok(same_bytes(data, head, sizeof(head)), "first six columns");
	ok(same_bytes(data + 31 + 64, tail, sizeof(tail)), "char(3) behind the name, unaligned");
	ok(HeapTupleHasVarWidth(tup) && !HeapTupleHasNulls(tup), "masks");

	for (int pass = 0; pass < 2; pass++)
	{
		heap_deform_tuple(tup, d, back, backnull);
		ok(DatumGetInt32(back[0]) == 1 && DatumGetInt64(back[4]) == 3 &&
			   strcmp(NameStr(*DatumGetName(back[6])), "nm") == 0 &&
			   VARSIZE_ANY_EXHDR(DatumGetPointer(back[7])) == 3,
		   "and back, %s offsets cached", pass ? "with" : "without");
	}
	is_int(DatumGetInt64(heap_getattr(tup, 5, d, backnull)), 3, "one column of it");

	for (int i = 1; i < 8; i++)
		null[i] = true;
	v[0] = Int32GetDatum(100);
	tup = heap_form_tuple(d, v, null);
	is_int(tup->t_data->t_infomask, HEAP_HASNULL, "a row of nulls: mask");
	is_int(tup->t_data->t_bits[0], 0x01, "bitmap");
	is_int(tup->t_len, 28, "length");
	ok(heap_attisnull(tup, 2, d) && !heap_attisnull(tup, 1, d), "null test");
}

static void
index_items(void)
{
	static const uint8 plain[] = {0, 0, 0, 0, 1, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0};
	static const uint8 minusinf[] = {0, 0, 7, 0, 0, 0, 0x08, 0x20};
	TupleDesc d = CreateTemplateTupleDesc(1);
	Datum v = Int32GetDatum(0);
	bool null = false;
	IndexTuple itup,
		posting,
		replaced;
	IndexTupleData down;
	ItemPointerData tids[49];

	fake_column(d, 1, INT4OID, 4, true, 'i', 'p');
	itup = index_form_tuple(d, &v, &null);
	ItemPointerSet(&itup->t_tid, 0, 1);
	ok(same_bytes(itup, plain, sizeof(plain)), "plain leaf item");

	memset(&down, 0, sizeof(down));
	down.t_info = sizeof(IndexTupleData);
	BTreeTupleSetDownLink(&down, 7);
	BTreeTupleSetNAtts(&down, 0, false);
	ok(same_bytes(&down, minusinf, sizeof(minusinf)), "minus-infinity downlink");

	for (int i = 0; i < 49; i++)
		ItemPointerSet(&tids[i], 5, 2 * i + 1);
	posting = _bt_form_posting(itup, tids, 49);
	is_int(posting->t_info, 0x2138, "posting list: size word");
	is_int(ItemPointerGetOffsetNumberNoCheck(&posting->t_tid), 0x2031, "49 TIDs");
	is_int(ItemPointerGetBlockNumberNoCheck(&posting->t_tid), 16, "list at 16");

	ItemPointerSet(&itup->t_tid, 5, 4);
	replaced = _bt_swap_posting(itup, posting, 2);
	is_int(ItemPointerGetOffsetNumber(&itup->t_tid), 97, "an insertion pushes out the last TID");
	is_int(ItemPointerGetOffsetNumber(BTreeTupleGetPostingN(replaced, 2)), 4,
		   "and takes its place");
	is_int(IndexTupleSize(replaced), IndexTupleSize(posting), "at the same size");
}

static void
masks(void)
{
	static const struct
	{
		uint16 mask;
		bool lockonly;
		const char *name;
	} table[] = {
		{HEAP_XMAX_KEYSHR_LOCK | HEAP_XMAX_LOCK_ONLY, true, "key share"},
		{HEAP_XMAX_SHR_LOCK | HEAP_XMAX_LOCK_ONLY, true, "share"},
		{HEAP_XMAX_EXCL_LOCK | HEAP_XMAX_LOCK_ONLY, true, "no key update"},
		{HEAP_XMAX_EXCL_LOCK, true, "a lock of before 9.3"},
		{0, false, "an update"},
		{HEAP_XMAX_IS_MULTI | HEAP_XMAX_EXCL_LOCK, false, "a multixact with updater"},
		{HEAP_XMAX_IS_MULTI | HEAP_XMAX_SHR_LOCK | HEAP_XMAX_LOCK_ONLY, true,
		 "a multixact of lockers"},
	};

	for (int i = 0; i < (int) lengthof(table); i++)
		ok(HEAP_XMAX_IS_LOCKED_ONLY(table[i].mask) == table[i].lockonly,
		   "%s %s", table[i].name, table[i].lockonly ? "only locks" : "ends the row");
}

int
main(void)
{
	unit_init();
	heap_rows();
	index_items();
	masks();
	return done_testing();
}
