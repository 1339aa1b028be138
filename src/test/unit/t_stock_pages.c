/*
 * t_stock_pages.c
 *		Pages of relations, byte for byte as stock has them.
 *
 * Pages of files.txt with what stock's pageinspect, pg_visibility and
 * pg_freespacemap said of them: checksums, page headers, line pointers, rows
 * with and without nulls, composite values (with stock's version of their
 * columns), values moved out of line, both
 * maps, btree pages of each kind, a sequence.  Each is read by our code, and
 * made again from its parts.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_pages.c
 */
#include "cluster.h"

#include "access/detoast.h"
#include "access/heapam.h"
#include "access/heapam_xlog.h"
#include "access/heaptoast.h"
#include "access/htup_details.h"
#include "access/itup.h"
#include "access/rmgr.h"
#include "access/toast_compression.h"
#include "access/toast_internals.h"
#include "access/visibilitymap.h"
#include "catalog/colversion.h"
#include "commands/sequence.h"
#include "common/md5.h"
#include "fakerel.h"
#include "stock.h"
#include "storage/bufmgr.h"
#include "storage/checksum.h"
#include "storage/freespace.h"
#include "storage/fsm_internals.h"
#include "storage/smgr.h"
#include "utils/builtins.h"
#include "utils/numeric.h"

static int
count_fields(char *line, char **fields, int max)
{
	int n = 0;

	while (n < max)
	{
		char *bar = strchr(line, '|');

		fields[n++] = line;
		if (bar == NULL)
			break;
		*bar = '\0';
		line = bar + 1;
	}
	return n;
}

/* "(block,offset)" */
static ItemPointerData
tid_of(const char *text)
{
	ItemPointerData tid;
	unsigned blkno = 0;
	unsigned off = 0;

	sscanf(text, "(%u,%u)", &blkno, &off);
	ItemPointerSet(&tid, blkno, off);
	return tid;
}

static HeapTupleData
tuple_at(StockEntry *e, int n)
{
	HeapTupleData tup;
	ItemId lp = PageGetItemId((Page) e->bytes, n);

	memset(&tup, 0, sizeof(tup));
	tup.t_len = ItemIdGetLength(lp);
	tup.t_data = (HeapTupleHeader) PageGetItem((Page) e->bytes, lp);
	return tup;
}

/* ---- all pages ---- */

static void
test_checksums(void)
{
	static const struct
	{
		const char *name;
		BlockNumber blkno;
	} pages[] = {
		{"heap r", 0}, {"heap frz", 0}, {"heap cv", 0}, {"heap tt", 0}, {"toast tt 0", 0}, {"toast tt 1", 1}, {"vm f", 0}, {"vm frz", 0}, {"fsm f 0", 0}, {"fsm f 1", 1}, {"fsm f 2", 2}, {"btree b_t 0", 0}, {"btree b_t 1", 1}, {"btree b2_i 0", 0}, {"btree b2_i 1", 1}, {"btree b2_i 3", 3}, {"btree bd_k 0", 0}, {"btree bd_k 3", 3}, {"sequence", 0}};

	for (int i = 0; i < (int) lengthof(pages); i++)
	{
		StockEntry *e = stock_entry(pages[i].name);
		PageHeader h = (PageHeader) e->bytes;

		ok(h->pd_checksum != 0 && pg_checksum_page(e->bytes, pages[i].blkno) == h->pd_checksum &&
			   PageIsVerifiedExtended(e->bytes, pages[i].blkno, 0),
		   "%s: the checksum is right", pages[i].name);
	}
}

/* ---- heap pages ---- */

static TupleDesc
row_desc(void)
{
	TupleDesc d = CreateTemplateTupleDesc(11);

	fake_column(d, 1, INT4OID, 4, true, 'i', 'p');
	fake_column(d, 2, TEXTOID, -1, false, 'i', 'x');
	fake_column(d, 3, NUMERICOID, -1, false, 'i', 'm');
	fake_column(d, 4, BOOLOID, 1, true, 'c', 'p');
	fake_column(d, 5, TIMESTAMPTZOID, 8, true, 'd', 'p');
	fake_column(d, 6, INT4ARRAYOID, -1, false, 'i', 'x');
	fake_column(d, 7, CHAROID, 1, true, 'c', 'p');
	fake_column(d, 8, VARCHAROID, -1, false, 'i', 'x');
	fake_column(d, 9, NAMEOID, 64, false, 'c', 'p');
	fake_column(d, 10, INT2OID, 2, true, 's', 'p');
	fake_column(d, 11, INT4OID, 4, true, 'i', 'p');
	return d;
}

static void
test_page_header(StockEntry *e)
{
	PageHeader h = (PageHeader) e->bytes;
	char *f[9];
	char lsn[32];

	is_int(count_fields(e->facts[0], f, 9), 9, "fields of the page header");
	snprintf(lsn, sizeof(lsn), "%X/%X", LSN_FORMAT_ARGS(PageGetLSN((Page) h)));
	is_str(lsn, f[0], "pd_lsn");
	is_int(h->pd_flags, atoi(f[2]), "pd_flags");
	is_int(h->pd_lower, atoi(f[3]), "pd_lower");
	is_int(h->pd_upper, atoi(f[4]), "pd_upper");
	is_int(h->pd_special, atoi(f[5]), "pd_special");
	is_int(PageGetPageSize((Page) h), atoi(f[6]), "page size");
	is_int(PageGetPageLayoutVersion((Page) h), atoi(f[7]), "layout version");
	is_int(h->pd_prune_xid, atoi(f[8]), "pd_prune_xid");
}

/* The null bitmap as a text of 0 and 1. */
static bool
same_bitmap(HeapTupleHeader t, const char *bits)
{
	bool same = ((t->t_infomask & HEAP_HASNULL) != 0) == (*bits != '\0');

	for (int i = 0; same && bits[i] != '\0'; i++)
		same = ((t->t_bits[i / 8] >> i % 8) & 1) == bits[i] - '0';
	return same;
}

/* A row taken apart and put together again has the same bytes. */
static void
test_row_again(HeapTuple tup, TupleDesc desc)
{
	int natts = HeapTupleHeaderGetNatts(tup->t_data);
	TupleDesc own = CreateTemplateTupleDesc(natts);
	Datum values[11];
	bool isnull[11];
	HeapTuple again;

	heap_deform_tuple(tup, desc, values, isnull);
	for (int i = 0; i < natts; i++)
		memcpy(TupleDescAttr(own, i), TupleDescAttr(desc, i), ATTRIBUTE_FIXED_PART_SIZE);
	again = heap_form_tuple(own, values, isnull);
	ok(again->t_len == tup->t_len && again->t_data->t_hoff == tup->t_data->t_hoff &&
		   memcmp((char *) again->t_data + offsetof(HeapTupleHeaderData, t_bits),
				  (char *) tup->t_data + offsetof(HeapTupleHeaderData, t_bits),
				  tup->t_len - offsetof(HeapTupleHeaderData, t_bits)) == 0 &&
		   (again->t_data->t_infomask & 0x0F) == (tup->t_data->t_infomask & 0x0F),
	   "put together again it has the same %d columns, bitmap, padding and bytes", natts);
}

static void
test_items(StockEntry *e)
{
	TupleDesc desc = row_desc();
	PGAlignedBlock made;

	PageInit(made.data, BLCKSZ, 0);
	is_int(PageGetMaxOffsetNumber((Page) e->bytes), e->nfacts - 1, "number of line pointers");
	for (int n = 1; n < e->nfacts; n++)
	{
		char *f[13];
		ItemId lp = PageGetItemId((Page) e->bytes, n);
		HeapTupleData tup = tuple_at(e, n);
		HeapTupleHeader t = tup.t_data;
		ItemPointerData ctid;
		uint8 data[BLCKSZ];
		int len;

		is_int(count_fields(e->facts[n], f, 13), 13, "fields of an item");
		ok(ItemIdGetOffset(lp) == (unsigned) atoi(f[1]) && ItemIdGetFlags(lp) == (unsigned) atoi(f[2]) &&
			   ItemIdGetLength(lp) == (unsigned) atoi(f[3]),
		   "item %d: line pointer", n);
		ok(HeapTupleHeaderGetRawXmin(t) == strtoul(f[4], NULL, 10) &&
			   HeapTupleHeaderGetRawXmax(t) == strtoul(f[5], NULL, 10) &&
			   HeapTupleHeaderGetRawCommandId(t) == strtoul(f[6], NULL, 10),
		   "xmin, xmax and command");
		ctid = tid_of(f[7]);
		ok(ItemPointerEquals(&t->t_ctid, &ctid), "ctid %s", f[7]);
		ok(t->t_infomask2 == atoi(f[8]) && t->t_infomask == atoi(f[9]) && t->t_hoff == atoi(f[10]),
		   "masks and header length");
		ok(same_bitmap(t, f[11]), "null bitmap %s", f[11]);
		len = stock_hex(f[12], data);
		ok(len == (int) tup.t_len - t->t_hoff && memcmp(data, (char *) t + t->t_hoff, len) == 0, "data");
		test_row_again(&tup, desc);
		PageAddItem(made.data, (Item) t, tup.t_len, InvalidOffsetNumber, false, true);
	}
	/* all but LSN, checksum, flags and the hint for pruning */
	memcpy(made.data, e->bytes, offsetof(PageHeaderData, pd_lower));
	((PageHeader) made.data)->pd_prune_xid = ((PageHeader) e->bytes)->pd_prune_xid;
	is_mem(made.data, e->bytes, BLCKSZ, "a page made of these items is stock's");
}

static const char *
text_of(Datum d)
{
	return text_to_cstring(DatumGetTextPP(d));
}

static void
test_values(StockEntry *e)
{
	TupleDesc desc = row_desc();
	HeapTupleData tup = tuple_at(e, 1);
	Datum v[11];
	bool null[11];

	heap_deform_tuple(&tup, desc, v, null);
	ok(DatumGetInt32(v[0]) == 1 && DatumGetBool(v[3]) && DatumGetChar(v[6]) == 'q' && DatumGetInt16(v[9]) == 7,
	   "numbers of the first row");
	ok(DatumGetInt64(v[4]) == INT64CONST(715782896789000), "2022-09-06 12:34:56.789");
	is_str(text_of(v[1]), "hello", "its text");
	is_str(text_of(v[7]), "vc", "its varchar");
	is_str(NameStr(*DatumGetName(v[8])), "nm", "its name");
	is_str(DatumGetCString(DirectFunctionCall1(numeric_out, v[2])), "1.50", "its numeric");
	ok(null[10], "a column added later is not in it");
	tup = tuple_at(e, 3);
	heap_deform_tuple(&tup, desc, v, null);
	ok(null[0] && !null[1], "null in the third row");
	is_int(strlen(text_of(v[1])), 130, "a text with a long header");
	tup = tuple_at(e, 5);
	heap_deform_tuple(&tup, desc, v, null);
	ok(DatumGetInt32(v[0]) == 4 && null[1] && null[9] && DatumGetInt32(v[10]) == 6, "the row after ADD COLUMN");
	ok(HeapTupleHeaderIsHotUpdated(tuple_at(e, 2).t_data) && HeapTupleHeaderIsHeapOnly(tuple_at(e, 4).t_data),
	   "a HOT update");
	e = stock_entry("heap frz");
	ok(HeapTupleHeaderXminFrozen(tuple_at(e, 1).t_data) && PageIsAllVisible((Page) e->bytes), "a frozen row");
}

/* ---- composite values ---- */

static void
test_composite(void)
{
	StockEntry *e = stock_entry("heap cv");
	char *rest;
	Oid ct = strtoul(e->facts[0], &rest, 10);
	uint64 version = strtoull(rest, NULL, 10);
	TupleDesc outer = CreateTemplateTupleDesc(1);
	TupleDesc inner = CreateTemplateTupleDesc(3);
	static const char *const expected[] = {"1 abc 2.5", "null null null", "7 null NaN"};

	fake_column(outer, 1, ct, -1, false, 'd', 'x');
	fake_column(inner, 1, INT4OID, 4, true, 'i', 'p');
	fake_column(inner, 2, TEXTOID, -1, false, 'i', 'x');
	fake_column(inner, 3, NUMERICOID, -1, false, 'i', 'm');
	inner->tdtypeid = ct;
	inner->tdtypmod = -1;
	for (int n = 1; n <= 3; n++)
	{
		HeapTupleData tup = tuple_at(e, n);
		HeapTupleData field;
		Datum v;
		Datum f[3];
		bool null;
		bool fnull[3];
		HeapTuple again;
		char text[100];

		heap_deform_tuple(&tup, outer, &v, &null);
		field.t_data = DatumGetHeapTupleHeader(v);
		field.t_len = HeapTupleHeaderGetDatumLength(field.t_data);
		ok(HeapTupleHeaderGetTypeId(field.t_data) == ct && (uint32) HeapTupleHeaderGetTypMod(field.t_data) == (version == 0 ? -1 : (uint32) version),
		   "composite value %d: its type and version", n);
		heap_deform_tuple(&field, inner, f, fnull);
		snprintf(text, sizeof(text), "%s %s %s", fnull[0] ? "null" : psprintf("%d", DatumGetInt32(f[0])),
				 fnull[1] ? "null" : text_of(f[1]),
				 fnull[2] ? "null" : DatumGetCString(DirectFunctionCall1(numeric_out, f[2])));
		is_str(text, expected[n - 1], "its fields");
		v = heap_copy_tuple_as_datum(heap_form_tuple(inner, f, fnull), inner);
		if (version != 0)
			set_row_version((HeapTupleHeader) DatumGetPointer(v), version);
		null = false;
		again = heap_form_tuple(outer, &v, &null);
		ok(again->t_len == tup.t_len && memcmp((char *) again->t_data + again->t_data->t_hoff, (char *) tup.t_data + tup.t_data->t_hoff, tup.t_len - tup.t_data->t_hoff) == 0,
		   "made again, the same bytes");
	}
}

/* ---- TOAST ---- */

/* The value of a chunk_id, put together from the two pages of chunks. */
static char *
assemble_chunks(Oid id, int size)
{
	TupleDesc d = CreateTemplateTupleDesc(3);
	char *value = palloc0(size + 1);
	int done = 0;
	int next = 0;

	fake_column(d, 1, OIDOID, 4, true, 'i', 'p');
	fake_column(d, 2, INT4OID, 4, true, 'i', 'p');
	fake_column(d, 3, BYTEAOID, -1, false, 'i', 'p');
	for (int p = 0; p < 2; p++)
	{
		StockEntry *e = stock_entry(p == 0 ? "toast tt 0" : "toast tt 1");

		for (int n = 1; n <= PageGetMaxOffsetNumber((Page) e->bytes); n++)
		{
			HeapTupleData tup = tuple_at(e, n);
			HeapTuple again;
			Datum v[3];
			bool null[3];
			struct varlena *chunk;
			int len;

			heap_deform_tuple(&tup, d, v, null);
			if (DatumGetObjectId(v[0]) != id)
				continue;
			chunk = (struct varlena *) DatumGetPointer(v[2]);
			len = VARSIZE_ANY_EXHDR(chunk);
			ok(DatumGetInt32(v[1]) == next && len == Min(TOAST_MAX_CHUNK_SIZE, size - done),
			   "chunk %d of %u has %d bytes", next, id, len);
			memcpy(value + done, VARDATA_ANY(chunk), len);
			done += len;
			next++;
			again = heap_form_tuple(d, v, null);
			ok(again->t_len == tup.t_len && memcmp((char *) again->t_data + again->t_data->t_hoff, (char *) tup.t_data + tup.t_data->t_hoff, tup.t_len - tup.t_data->t_hoff) == 0,
			   "made again, the same row");
		}
	}
	is_int(done, size, "all of the value's bytes are there");
	return value;
}

static char *
repeated(const char *word, int n)
{
	StringInfoData buf;

	initStringInfo(&buf);
	for (int i = 0; i < n; i++)
		appendStringInfoString(&buf, word);
	return buf.data;
}

static text *
plain_text(const char *s)
{
	return cstring_to_text(s);
}

static void
test_inline_compressed(Datum d, const char *expected, ToastCompressionId id, const char *name)
{
	struct varlena *v = (struct varlena *) DatumGetPointer(d);
	struct varlena *own = id == TOAST_LZ4_COMPRESSION_ID ? lz4_compress_datum((struct varlena *) plain_text(expected))
														 : pglz_compress_datum((struct varlena *) plain_text(expected));

	ok(VARATT_IS_COMPRESSED(v) && VARDATA_COMPRESSED_GET_EXTSIZE(v) == strlen(expected) &&
		   VARDATA_COMPRESSED_GET_COMPRESS_METHOD(v) == id && toast_get_compression_id(v) == id,
	   "%s: header of a compressed value", name);
	is_str(text_of(PointerGetDatum(detoast_attr(v))), expected, "its text");
	TOAST_COMPRESS_SET_SIZE_AND_COMPRESS_METHOD(own, strlen(expected), id);
	if (id == TOAST_LZ4_COMPRESSION_ID)
		ok(VARSIZE(own) == VARSIZE(v) && memcmp(own, v, VARSIZE(v)) == 0, "compressed by us, the same bytes");
	else
		ok(VARSIZE(own) <= VARSIZE(v) && strcmp(text_of(PointerGetDatum(detoast_attr(own))), expected) == 0,
		   "compressed by us, no longer");
}

static char *
md5_digits(int n)
{
	StringInfoData buf;

	initStringInfo(&buf);
	for (int i = 1; i <= n; i++)
	{
		char hex[33];
		const char *err;
		char number[12];

		snprintf(number, sizeof(number), "%d", i);
		pg_md5_hash(number, strlen(number), hex, &err);
		appendStringInfoString(&buf, hex);
	}
	return buf.data;
}

static char *
counted(int n)
{
	StringInfoData buf;

	initStringInfo(&buf);
	for (int i = 1; i <= n; i++)
		appendStringInfo(&buf, i == 1 ? "%04d" : " %04d", i);
	return buf.data;
}

static void
test_external(Datum d, const char *expected, Oid toast_oid, bool compressed, const char *name)
{
	struct varlena *v = (struct varlena *) DatumGetPointer(d);
	struct varatt_external p;
	char *chunks;
	char own[TOAST_POINTER_SIZE];

	ok(VARATT_IS_EXTERNAL_ONDISK(v) && VARSIZE_EXTERNAL(v) == TOAST_POINTER_SIZE, "%s: a pointer of 18 bytes", name);
	VARATT_EXTERNAL_GET_POINTER(p, v);
	is_int(p.va_rawsize, strlen(expected) + VARHDRSZ, "size of the value");
	is_int(p.va_toastrelid, toast_oid, "the table with its chunks");
	ok(VARATT_EXTERNAL_IS_COMPRESSED(p) == compressed, "compressed or not");
	chunks = assemble_chunks(p.va_valueid, VARATT_EXTERNAL_GET_EXTSIZE(p));
	if (compressed)
	{
		/* stored chunks lack the length word, but have the method's */
		int len = VARATT_EXTERNAL_GET_EXTSIZE(p);
		struct varlena *whole = palloc(VARHDRSZ + len);
		struct varlena *ours = lz4_compress_datum((struct varlena *) plain_text(expected));

		SET_VARSIZE_COMPRESSED(whole, VARHDRSZ + len);
		memcpy((char *) whole + VARHDRSZ, chunks, len);
		is_int(VARATT_EXTERNAL_GET_COMPRESS_METHOD(p), TOAST_LZ4_COMPRESSION_ID, "by lz4");
		is_str(text_of(PointerGetDatum(lz4_decompress_datum(whole))), expected, "its text");
		TOAST_COMPRESS_SET_SIZE_AND_COMPRESS_METHOD(ours, strlen(expected), TOAST_LZ4_COMPRESSION_ID);
		ok(VARSIZE(ours) == VARHDRSZ + len && memcmp((char *) ours + VARHDRSZ, chunks, len) == 0,
		   "compressed by us, the same bytes");
	}
	else
		is_str(chunks, expected, "its text");

	/* the pointer again */
	SET_VARTAG_EXTERNAL(own, VARTAG_ONDISK);
	memcpy(VARDATA_EXTERNAL(own), &p, sizeof(p));
	is_mem(own, v, TOAST_POINTER_SIZE, "the pointer made again");
}

static void
test_toast(void)
{
	StockEntry *e = stock_entry("heap tt");
	Oid toast_oid = strtoul(e->facts[0], NULL, 10);
	TupleDesc d = CreateTemplateTupleDesc(5);
	HeapTupleData tup = tuple_at(e, 1);
	Datum v[5];
	bool null[5];

	fake_column(d, 1, INT4OID, 4, true, 'i', 'p');
	for (int i = 2; i <= 5; i++)
		fake_column(d, i, TEXTOID, -1, false, 'i', 'x');
	ok(HeapTupleHasExternal(&tup), "a row with values out of line");
	heap_deform_tuple(&tup, d, v, null);
	test_inline_compressed(v[1], repeated("pglz ", 1000), TOAST_PGLZ_COMPRESSION_ID, "pglz");
	test_inline_compressed(v[2], repeated("lz4 ", 1000), TOAST_LZ4_COMPRESSION_ID, "lz4");
	test_external(v[3], counted(900), toast_oid, false, "out of line");
	test_external(v[4], md5_digits(120), toast_oid,
				  VARATT_EXTERNAL_IS_COMPRESSED(*(struct varatt_external *) VARDATA_EXTERNAL(DatumGetPointer(v[4]))),
				  "out of line, of random digits");
}

/* ---- btree pages ---- */

static void
test_btree_meta(const char *name)
{
	StockEntry *e = stock_entry(name);
	BTMetaPageData *m = BTPageGetMeta((Page) e->bytes);
	PGAlignedBlock own;
	char *f[9];

	is_int(count_fields(e->facts[0], f, 9), 9, name);
	ok(m->btm_magic == strtoul(f[0], NULL, 10) && m->btm_magic == BTREE_MAGIC, "magic");
	ok(m->btm_version == strtoul(f[1], NULL, 10) && m->btm_version == BTREE_VERSION, "version");
	ok(m->btm_root == strtoul(f[2], NULL, 10) && m->btm_level == strtoul(f[3], NULL, 10), "root %s", f[2]);
	ok(m->btm_fastroot == strtoul(f[4], NULL, 10) && m->btm_fastlevel == strtoul(f[5], NULL, 10), "fast root");
	ok(m->btm_last_cleanup_num_delpages == strtoul(f[6], NULL, 10), "deleted pages");
	ok(m->btm_last_cleanup_num_heap_tuples == atof(f[7]), "rows at the last cleanup");
	is_int(m->btm_allequalimage, atoi(f[8]), "whether keys may be deduplicated");
	_bt_initmetapage(own.data, m->btm_root, m->btm_level, m->btm_allequalimage);
	memcpy(own.data, e->bytes, offsetof(PageHeaderData, pd_flags));
	is_mem(own.data, e->bytes, BLCKSZ, "made again, the same page");
}

/* TIDs of a posting list: {"(0,1)","(0,2)"} */
static bool
same_posting(IndexTuple itup, char *tids)
{
	int n = 0;
	ItemPointer list = BTreeTupleGetPosting(itup);

	for (char *p = strchr(tids, '('); p != NULL; p = strchr(p + 1, '('))
	{
		ItemPointerData tid = tid_of(p);

		if (n >= BTreeTupleGetNPosting(itup) || !ItemPointerEquals(&tid, &list[n]))
			return false;
		n++;
	}
	return n == BTreeTupleGetNPosting(itup);
}

/* Parts of a leaf item, put together: key, and list of TIDs if there is one. */
static IndexTuple
item_again(IndexTuple itup, TupleDesc desc)
{
	Datum values[3];
	bool isnull[3];
	IndexTuple again;

	index_deform_tuple(itup, desc, values, isnull);
	again = index_form_tuple(desc, values, isnull);
	again->t_tid = itup->t_tid;
	if (BTreeTupleIsPosting(itup))
		again = _bt_form_posting(again, BTreeTupleGetPosting(itup), BTreeTupleGetNPosting(itup));
	return again;
}

/* How many columns of the key a pivot has kept. */
static int
pivot_columns(IndexTuple itup)
{
	return ItemPointerGetOffsetNumberNoCheck(&itup->t_tid) & BT_OFFSET_MASK;
}

static void
test_btree_item(StockEntry *e, char *fact, TupleDesc desc)
{
	char *f[8];
	int n;
	IndexTuple itup;
	BTPageOpaque opaque = BTPageGetOpaque((Page) e->bytes);
	ItemPointerData tid;
	uint8 data[BLCKSZ];
	int len;

	count_fields(fact, f, 8);
	n = atoi(f[0]);
	itup = (IndexTuple) PageGetItem((Page) e->bytes, PageGetItemId((Page) e->bytes, n));
	tid = tid_of(f[1]);
	ok(ItemPointerEquals(&itup->t_tid, &tid) && IndexTupleSize(itup) == (Size) atoi(f[2]) &&
		   IndexTupleHasNulls(itup) == atoi(f[3]) && IndexTupleHasVarwidths(itup) == atoi(f[4]),
	   "item %d: TID word %s, size, flags", n, f[1]);
	len = stock_hex(f[5], data);
	ok(memcmp((char *) itup + IndexInfoFindDataOffset(itup->t_info), data, len) == 0, "key data");
	if (BTreeTupleIsPivot(itup) || !P_ISLEAF(opaque))
	{
		/* the first of an inner page has no key at all */
		if (P_ISLEAF(opaque) || n != P_FIRSTDATAKEY(opaque))
			ok(pivot_columns(itup) > 0, "a pivot of %d columns", pivot_columns(itup));
		if (*f[6] != '\0')
		{
			tid = tid_of(f[6]);
			ok(BTreeTupleGetHeapTID(itup) != NULL && ItemPointerEquals(BTreeTupleGetHeapTID(itup), &tid),
			   "with the TID %s to tell equal keys apart", f[6]);
		}
		else
			ok(BTreeTupleGetHeapTID(itup) == NULL, "without a TID");
		return;
	}
	tid = tid_of(f[6]);
	ok(ItemPointerEquals(BTreeTupleGetHeapTID(itup), &tid), "its first row %s", f[6]);
	if (*f[7] != '\0')
		ok(BTreeTupleIsPosting(itup) && same_posting(itup, f[7]), "%d rows of a posting list",
		   BTreeTupleGetNPosting(itup));
	else
		ok(!BTreeTupleIsPosting(itup), "no posting list");
	{
		IndexTuple again = item_again(itup, desc);

		ok(IndexTupleSize(again) == IndexTupleSize(itup) && memcmp(again, itup, IndexTupleSize(itup)) == 0,
		   "made again, the same bytes");
	}
}

static void
test_btree_page(const char *name, TupleDesc desc)
{
	StockEntry *e = stock_entry(name);
	Page page = (Page) e->bytes;
	BTPageOpaque o = BTPageGetOpaque(page);
	PGAlignedBlock own;
	char *f[9];
	char kind;

	is_int(count_fields(e->facts[0], f, 9), 9, name);
	kind = P_ISDELETED(o) ? 'd' : P_ISLEAF(o) ? 'l'
		: P_ISROOT(o)                         ? 'r'
											  : 'i';
	ok(kind == f[1][0] || (kind == 'l' && P_ISROOT(o)), "kind of page");
	is_int(PageGetMaxOffsetNumber(page), atoi(f[2]) + atoi(f[3]), "number of items");
	is_int(PageGetFreeSpace(page), atoi(f[4]), "free space");
	ok(o->btpo_prev == strtoul(f[5], NULL, 10) && o->btpo_next == strtoul(f[6], NULL, 10), "neighbours");
	ok(o->btpo_level == strtoul(f[7], NULL, 10) && o->btpo_flags == atoi(f[8]), "level and flags");
	for (int i = 1; i < e->nfacts; i++)
		test_btree_item(e, e->facts[i], desc);

	/* line pointers of a sorted build: items in order, downwards */
	_bt_pageinit(own.data, BLCKSZ);
	memcpy(BTPageGetOpaque(own.data), o, sizeof(BTPageOpaqueData));
	for (int n = PageGetMaxOffsetNumber(page); n >= 1; n--)
	{
		ItemId lp = PageGetItemId(page, n);

		/* the high key came last, so everything goes in by place */
		PageAddItem(own.data, PageGetItem(page, lp), ItemIdGetLength(lp), 1, false, false);
	}
	is_int(PageGetFreeSpace(own.data), atoi(f[4]), "a page made of these items is as full");
}

static void
test_btree(void)
{
	TupleDesc one_text = CreateTemplateTupleDesc(1);
	TupleDesc three = CreateTemplateTupleDesc(3);
	TupleDesc one_int = CreateTemplateTupleDesc(1);

	fake_column(one_text, 1, TEXTOID, -1, false, 'i', 'x');
	fake_column(one_int, 1, INT4OID, 4, true, 'i', 'p');
	fake_column(three, 1, INT4OID, 4, true, 'i', 'p');
	fake_column(three, 2, TEXTOID, -1, false, 'i', 'x');
	fake_column(three, 3, INT4OID, 4, true, 'i', 'p');
	test_btree_meta("btree b_t 0");
	test_btree_meta("btree b2_i 0");
	test_btree_meta("btree bd_k 0");
	test_btree_page("btree b_t 1", one_text);
	test_btree_page("btree b2_i 1", three);
	test_btree_page("btree b2_i 3", three);
	test_btree_page("btree bd_k 3", one_int);
}

/* ---- sequence ---- */

static void
test_sequence(void)
{
	StockEntry *e = stock_entry("sequence");
	HeapTupleData tup = tuple_at(e, 1);
	FormData_pg_sequence_data *seq = (FormData_pg_sequence_data *) ((char *) tup.t_data + tup.t_data->t_hoff);
	char *f[3];

	count_fields(e->facts[0], f, 3);
	is_int(*(uint32 *) PageGetSpecialPointer((Page) e->bytes), 0x1717, "magic of a sequence's page");
	is_int(tup.t_len, tup.t_data->t_hoff + sizeof(int64) * 2 + 1, "length of its row");
	ok(seq->last_value == atoi(f[0]) && seq->log_cnt == atoi(f[1]) && seq->is_called == atoi(f[2]), "its three values");
	is_int(HeapTupleHeaderGetRawXmin(tup.t_data), FrozenTransactionId, "its row is everybody's");
}

/* ---- maps, which need a server ---- */

/* Relation with the given fork. */
static Relation
relation_with(Oid oid, const char *suffix, StockEntry **pages, int npages)
{
	char *all = palloc(BLCKSZ * npages);
	char path[MAXPGPATH];

	for (int i = 0; i < npages; i++)
		memcpy(all + i * BLCKSZ, pages[i]->bytes, BLCKSZ);
	snprintf(path, sizeof(path), "base/5/%u%s", oid, suffix);
	put_file(path, all, BLCKSZ * npages, BLCKSZ * npages);
	snprintf(path, sizeof(path), "base/5/%u", oid);
	put_file(path, all, 0, 0);
	return fake_relation(oid, 'r', 1);
}

static void
compare_fork(Relation rel, ForkNumber fork, StockEntry **pages, int npages, Size header, const char *name)
{
	FlushRelationBuffers(rel);
	is_int(smgrnblocks(RelationGetSmgr(rel), fork), npages, "as many pages as stock's");
	for (int i = 0; i < npages; i++)
	{
		PGAlignedBlock page;

		smgrread(RelationGetSmgr(rel), fork, i, page.data);
		ok(memcmp(page.data + header, pages[i]->bytes + header, BLCKSZ - header) == 0, "%s, page %d", name, i);
	}
}

static void
test_free_space_map(void)
{
	StockEntry *pages[3] = {stock_entry("fsm f 0"), stock_entry("fsm f 1"), stock_entry("fsm f 2")};
	Relation rel = relation_with(30000, "_fsm", pages, 3);
	Relation own;
	int wrong = 0;

	for (int i = 0; i < pages[0]->nfacts; i++)
	{
		BlockNumber blkno;
		unsigned avail;

		sscanf(pages[0]->facts[i], "%u %u", &blkno, &avail);
		if (GetRecordedFreeSpace(rel, blkno) != avail)
			wrong++;
	}
	ok(wrong == 0 && pages[0]->nfacts > 5, "free space of %d blocks is what stock says", pages[0]->nfacts);

	own = fake_relation(30001, 'r', 1);
	smgrcreate(RelationGetSmgr(own), MAIN_FORKNUM, false);
	for (int i = 0; i < pages[0]->nfacts; i++)
	{
		BlockNumber blkno;
		unsigned avail;

		sscanf(pages[0]->facts[i], "%u %u", &blkno, &avail);
		RecordPageWithFreeSpace(own, blkno, avail);
	}
	FreeSpaceMapVacuum(own);
	/* header and fp_next_slot, where the next search begins, aside */
	compare_fork(own, FSM_FORKNUM, pages, 3, SizeOfPageHeaderData + sizeof(int), "our map of free space is stock's");
}

static void
set_visible(Relation rel, BlockNumber blkno, uint8 flags)
{
	Buffer vmbuf = InvalidBuffer;
	Buffer buf = ReadBuffer(rel, blkno);

	visibilitymap_pin(rel, blkno, &vmbuf);
	LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
	PageSetAllVisible(BufferGetPage(buf));
	MarkBufferDirty(buf);
	visibilitymap_set(rel, blkno, buf, InvalidXLogRecPtr, vmbuf, InvalidTransactionId, flags);
	UnlockReleaseBuffer(buf);
	ReleaseBuffer(vmbuf);
}

static void
test_visibility_map(const char *name, Oid oid)
{
	StockEntry *e = stock_entry(name);
	Relation rel = relation_with(oid, "_vm", &e, 1);
	Relation own = fake_relation(oid + 1, 'r', 1);
	Buffer vmbuf = InvalidBuffer;
	int wrong = 0;

	smgrcreate(RelationGetSmgr(own), MAIN_FORKNUM, false);
	for (int i = 0; i < e->nfacts; i++)
	{
		BlockNumber blkno;
		int visible;
		int frozen;
		PGAlignedBlock page;

		sscanf(e->facts[i], "%u %d %d", &blkno, &visible, &frozen);
		if (visibilitymap_get_status(rel, blkno, &vmbuf) !=
			(visible ? VISIBILITYMAP_ALL_VISIBLE : 0) + (frozen ? VISIBILITYMAP_ALL_FROZEN : 0))
			wrong++;
		PageInit(page.data, BLCKSZ, 0);
		PageSetChecksumInplace(page.data, blkno);
		smgrextend(RelationGetSmgr(own), MAIN_FORKNUM, blkno, page.data, true);
		if (visible)
			set_visible(own, blkno, VISIBILITYMAP_ALL_VISIBLE | (frozen ? VISIBILITYMAP_ALL_FROZEN : 0));
	}
	if (BufferIsValid(vmbuf))
		ReleaseBuffer(vmbuf);
	ok(wrong == 0 && e->nfacts > 0, "%s: bits of %d blocks are what stock says", name, e->nfacts);
	compare_fork(own, VISIBILITYMAP_FORKNUM, &e, 1, SizeOfPageHeaderData, "our visibility map is stock's");
}

static void
server(void)
{
	StockEntry *r = stock_entry("heap r");

	rmgr_register(RM_HEAP_ID, &heap_rmgr);
	rmgr_register(RM_HEAP2_ID, &heap2_rmgr);
	access_register();
	cluster_start();
	StartTransactionCommand();
	test_checksums();
	test_page_header(r);
	test_items(r);
	test_values(r);
	test_composite();
	test_toast();
	test_btree();
	test_sequence();
	test_free_space_map();
	test_visibility_map("vm f", 30010);
	test_visibility_map("vm frz", 30020);
	CommitTransactionCommand();
	cluster_leave();
}

int
main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	cluster_make();
	cluster_run("pages", server);
	cluster_remove();
	return done_testing();
}
