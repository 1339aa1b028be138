/*
 * heaptoast.c
 *		Making heap rows fit, and reading chunks.
 *
 * A row longer than a quarter page is shrunk in passes: compress and move
 * out the largest columns first, those of storage main last.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heaptoast.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/genam.h"
#include "access/heapam.h"
#include "access/heaptoast.h"
#include "access/toast_helper.h"
#include "access/toast_internals.h"
#include "utils/rel.h"

#define F_OIDEQ_ 184
#define F_INT4EQ_ 65
#define F_INT4LE_ 149
#define F_INT4GE_ 150

/* heap_toast_delete
 *		Delete what a row that is being deleted has out of line. */
void
heap_toast_delete(Relation rel, HeapTuple oldtup, bool is_speculative)
{
	Datum values[MaxHeapAttributeNumber];
	bool isnull[MaxHeapAttributeNumber];

	Assert(rel->rd_rel->relkind == RELKIND_RELATION ||
		   rel->rd_rel->relkind == RELKIND_MATVIEW);
	heap_deform_tuple(oldtup, rel->rd_att, values, isnull);
	toast_delete_external(rel, values, isnull, is_speculative);
}

/* The four passes; maxlen is what the data part may take. */
static void
shrink(ToastTupleContext *ttc, Size hoff, int options)
{
	Relation rel = ttc->ttc_rel;
	TupleDesc desc = rel->rd_att;
	Size maxlen = RelationGetToastTupleTarget(rel, TOAST_TUPLE_TARGET) -
		hoff;
	bool have_toast = rel->rd_rel->reltoastrelid != InvalidOid;
	int i;

#define TOO_LONG() \
	(heap_compute_data_size(desc, ttc->ttc_values, ttc->ttc_isnull) > maxlen)

	/* 1: compress x; what alone exceeds the target goes out at once */
	while (TOO_LONG() &&
		   (i = toast_tuple_find_biggest_attribute(ttc, true, false)) >= 0)
	{
		if (TupleDescAttr(desc, i)->attstorage == TYPSTORAGE_EXTENDED)
			toast_tuple_try_compression(ttc, i);
		else
			ttc->ttc_attr[i].tai_colflags |= TOASTCOL_INCOMPRESSIBLE;
		if (ttc->ttc_attr[i].tai_size > (int32) maxlen && have_toast)
			toast_tuple_externalize(ttc, i, options);
	}
	/* 2: move x and e out */
	while (have_toast && TOO_LONG() &&
		   (i = toast_tuple_find_biggest_attribute(ttc, false, false)) >= 0)
		toast_tuple_externalize(ttc, i, options);
	/* 3: compress m */
	while (TOO_LONG() &&
		   (i = toast_tuple_find_biggest_attribute(ttc, true, true)) >= 0)
		toast_tuple_try_compression(ttc, i);
	/* 4: move m out, if the row would not fit a page otherwise */
	maxlen = TOAST_TUPLE_TARGET_MAIN - hoff;
	while (have_toast && TOO_LONG() &&
		   (i = toast_tuple_find_biggest_attribute(ttc, false, true)) >= 0)
		toast_tuple_externalize(ttc, i, options);
#undef TOO_LONG
}

/* The new tuple, with the transaction fields of the one it replaces. */
static HeapTuple
build_toasted(TupleDesc desc, HeapTuple newtup, ToastTupleContext *ttc)
{
	HeapTupleHeader from = newtup->t_data;
	HeapTuple result;
	HeapTupleHeader td;
	bool hasnull = (ttc->ttc_flags & TOAST_HAS_NULLS) != 0;
	Size hoff = MAXALIGN(SizeofHeapTupleHeader +
						 (hasnull ? BITMAPLEN(desc->natts) : 0));
	Size datalen = heap_compute_data_size(desc, ttc->ttc_values,
										  ttc->ttc_isnull);

	result = (HeapTuple) palloc0(HEAPTUPLESIZE + hoff + datalen);
	result->t_len = hoff + datalen;
	result->t_self = newtup->t_self;
	result->t_tableOid = newtup->t_tableOid;
	result->t_data = td = (HeapTupleHeader) ((char *) result + HEAPTUPLESIZE);
	memcpy(td, from, SizeofHeapTupleHeader);
	HeapTupleHeaderSetNatts(td, desc->natts);
	td->t_hoff = hoff;
	heap_fill_tuple(desc, ttc->ttc_values, ttc->ttc_isnull, (char *) td + hoff,
					datalen, &td->t_infomask, hasnull ? td->t_bits : NULL);
	return result;
}

/*
 * heap_toast_insert_or_update
 *		Make newtup short enough for rel, and delete the chunks that oldtup
 *		(NULL in an insert) no longer shares with it.
 *
 * Returns newtup itself if nothing had to change, else a palloc'd tuple.
 */
HeapTuple
heap_toast_insert_or_update(Relation rel, HeapTuple newtup, HeapTuple oldtup,
							int options)
{
	TupleDesc desc = rel->rd_att;
	int natts = desc->natts;
	ToastTupleContext ttc;
	Datum *values = palloc(2 * natts * sizeof(Datum));
	bool *isnull = palloc(2 * natts * sizeof(bool));
	ToastAttrInfo *attr = palloc(natts * sizeof(ToastAttrInfo));
	HeapTuple result = newtup;
	Size hoff;

	/* the chunks of speculative rows would be written as ordinary ones */
	options &= ~HEAP_INSERT_SPECULATIVE;

	heap_deform_tuple(newtup, desc, values, isnull);
	if (oldtup)
		heap_deform_tuple(oldtup, desc, values + natts, isnull + natts);
	ttc.ttc_rel = rel;
	ttc.ttc_values = values;
	ttc.ttc_isnull = isnull;
	ttc.ttc_oldvalues = oldtup ? values + natts : NULL;
	ttc.ttc_oldisnull = oldtup ? isnull + natts : NULL;
	ttc.ttc_attr = attr;
	toast_tuple_init(&ttc);

	hoff = MAXALIGN(SizeofHeapTupleHeader +
					((ttc.ttc_flags & TOAST_HAS_NULLS) ? BITMAPLEN(natts) : 0));
	shrink(&ttc, hoff, options);
	if (ttc.ttc_flags & TOAST_NEEDS_CHANGE)
		result = build_toasted(desc, newtup, &ttc);

	toast_tuple_cleanup(&ttc);
	pfree(values);
	pfree(isnull);
	pfree(attr);
	return result;
}

/* Fetch the out-of-line values among the given ones; true if any was. */
static bool
fetch_external(TupleDesc desc, Datum *values, bool *isnull, bool *fetched,
			   bool decompress)
{
	bool any = false;

	for (int i = 0; i < desc->natts; i++)
	{
		struct varlena *v = (struct varlena *) DatumGetPointer(values[i]);

		fetched[i] = false;
		if (isnull[i] || TupleDescAttr(desc, i)->attlen != -1)
			continue;
		if (!VARATT_IS_EXTERNAL(v) && !(decompress && VARATT_IS_COMPRESSED(v)))
			continue;
		v = decompress ? detoast_attr(v) : detoast_external_attr(v);
		values[i] = PointerGetDatum(v);
		fetched[i] = any = true;
	}
	return any;
}

static void
free_fetched(TupleDesc desc, Datum *values, bool *fetched)
{
	for (int i = 0; i < desc->natts; i++)
		if (fetched[i])
			pfree(DatumGetPointer(values[i]));
}

/* toast_flatten_tuple
 *		Copy of a tuple without out-of-line values. */
HeapTuple
toast_flatten_tuple(HeapTuple tup, TupleDesc desc)
{
	Datum values[MaxTupleAttributeNumber];
	bool isnull[MaxTupleAttributeNumber];
	bool fetched[MaxTupleAttributeNumber];
	HeapTuple result;
	HeapTupleHeader td;

	heap_deform_tuple(tup, desc, values, isnull);
	fetch_external(desc, values, isnull, fetched, false);
	result = heap_form_tuple(desc, values, isnull);
	free_fetched(desc, values, fetched);

	/* it still is the same row version */
	result->t_self = tup->t_self;
	result->t_tableOid = tup->t_tableOid;
	td = result->t_data;
	td->t_choice = tup->t_data->t_choice;
	td->t_ctid = tup->t_data->t_ctid;
	td->t_infomask = (td->t_infomask & ~HEAP_XACT_MASK) |
		(tup->t_data->t_infomask & HEAP_XACT_MASK);
	td->t_infomask2 = (td->t_infomask2 & ~HEAP2_XACT_MASK) |
		(tup->t_data->t_infomask2 & HEAP2_XACT_MASK);
	return result;
}

/* toast_flatten_tuple_to_datum
 *		The same for a row value, which holds nothing compressed either. */
Datum
toast_flatten_tuple_to_datum(HeapTupleHeader tup, uint32 len, TupleDesc desc)
{
	Datum values[MaxTupleAttributeNumber];
	bool isnull[MaxTupleAttributeNumber];
	bool fetched[MaxTupleAttributeNumber];
	HeapTupleData in = {.t_len = len, .t_data = tup};
	HeapTuple formed;
	HeapTupleHeader result;

	heap_deform_tuple(&in, desc, values, isnull);
	fetch_external(desc, values, isnull, fetched, true);
	formed = heap_form_tuple(desc, values, isnull);
	free_fetched(desc, values, fetched);

	result = (HeapTupleHeader) palloc(formed->t_len);
	memcpy(result, formed->t_data, formed->t_len);
	HeapTupleHeaderSetDatumLength(result, formed->t_len);
	HeapTupleHeaderSetTypeId(result, HeapTupleHeaderGetTypeId(tup));
	HeapTupleHeaderSetTypMod(result, HeapTupleHeaderGetTypMod(tup));
	heap_freetuple(formed);
	return PointerGetDatum(result);
}

/* toast_build_flattened_tuple
 *		heap_form_tuple with out-of-line values brought in. */
HeapTuple
toast_build_flattened_tuple(TupleDesc desc, Datum *values, bool *isnull)
{
	Datum flat[MaxTupleAttributeNumber];
	bool fetched[MaxTupleAttributeNumber];
	HeapTuple result;

	memcpy(flat, values, desc->natts * sizeof(Datum));
	fetch_external(desc, flat, isnull, fetched, false);
	result = heap_form_tuple(desc, flat, isnull);
	free_fetched(desc, flat, fetched);
	return result;
}

/* Check a chunk against what must come next; returns its data. */
static char *
check_chunk(Relation toastrel, HeapTuple tup, Oid valueid, int32 expected,
			int32 attrsize, int32 *size)
{
	TupleDesc desc = toastrel->rd_att;
	int32 total = (attrsize - 1) / TOAST_MAX_CHUNK_SIZE + 1;
	int32 want;
	int32 seq;
	bool isnull;
	Pointer chunk;

	seq = DatumGetInt32(fastgetattr(tup, 2, desc, &isnull));
	Assert(!isnull);
	chunk = DatumGetPointer(fastgetattr(tup, 3, desc, &isnull));
	Assert(!isnull);
	if (VARATT_IS_EXTERNAL(chunk) || VARATT_IS_COMPRESSED(chunk))
		elog(ERROR, "found toasted toast chunk for toast value %u in %s",
			 valueid, RelationGetRelationName(toastrel));
	*size = VARSIZE_ANY_EXHDR(chunk);

	if (seq != expected)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("unexpected chunk number %d (expected %d) for toast value %u in %s",
								 seq, expected, valueid,
								 RelationGetRelationName(toastrel))));
	want = seq < total - 1 ? (int32) TOAST_MAX_CHUNK_SIZE : attrsize - (total - 1) * (int32) TOAST_MAX_CHUNK_SIZE;
	if (*size != want)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("unexpected chunk size %d (expected %d) in chunk %d of %d for toast value %u in %s",
								 *size, want, seq, total, valueid,
								 RelationGetRelationName(toastrel))));
	return VARDATA_ANY(chunk);
}

/*
 * heap_fetch_toast_slice
 *		Copy slicelength bytes from sliceoffset on of a stored value of
 *		attrsize bytes to the data area of result.
 *
 * Errors: XX001 if the chunks are not exactly those there should be.
 */
void
heap_fetch_toast_slice(Relation toastrel, Oid valueid, int32 attrsize,
					   int32 sliceoffset, int32 slicelength,
					   struct varlena *result)
{
	const int32 chunksize = TOAST_MAX_CHUNK_SIZE;
	int32 first = sliceoffset / chunksize;
	int32 last = (sliceoffset + slicelength - 1) / chunksize;
	int32 total = (attrsize - 1) / chunksize + 1;
	int32 next = first;
	int nkeys = 1;
	ScanKeyData keys[3];
	Relation *indexes;
	int nindexes;
	int valid;
	SysScanDesc scan;
	SnapshotData snapshot;
	HeapTuple tup;

	ScanKeyInit(&keys[0], 1, BTEqualStrategyNumber, F_OIDEQ_,
				ObjectIdGetDatum(valueid));
	if (first == last && total > 1)
		ScanKeyInit(&keys[nkeys++], 2, BTEqualStrategyNumber, F_INT4EQ_,
					Int32GetDatum(first));
	else if (first > 0 || last < total - 1)
	{
		ScanKeyInit(&keys[nkeys++], 2, BTGreaterEqualStrategyNumber,
					F_INT4GE_, Int32GetDatum(first));
		ScanKeyInit(&keys[nkeys++], 2, BTLessEqualStrategyNumber, F_INT4LE_,
					Int32GetDatum(last));
	}

	valid = toast_open_indexes(toastrel, AccessShareLock, &indexes, &nindexes);
	init_toast_snapshot(&snapshot);
	scan = systable_beginscan_ordered(toastrel, indexes[valid], &snapshot,
									  nkeys, keys);
	while ((tup = systable_getnext_ordered(scan, ForwardScanDirection)) != NULL)
	{
		int32 size;
		char *data;
		int32 from,
			to; /* of this chunk's bytes */

		if (next > last)
			ereport(ERROR,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg_internal("unexpected chunk after the last one for toast value %u in %s",
									 valueid,
									 RelationGetRelationName(toastrel))));
		data = check_chunk(toastrel, tup, valueid, next, attrsize, &size);
		from = next == first ? sliceoffset % chunksize : 0;
		to = next == last ? (sliceoffset + slicelength - 1) % chunksize + 1 : size;
		memcpy(VARDATA(result) + (next * chunksize - sliceoffset) + from,
			   data + from, to - from);
		next++;
	}
	if (next != last + 1)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("missing chunk number %d for toast value %u in %s",
								 next, valueid,
								 RelationGetRelationName(toastrel))));
	systable_endscan_ordered(scan);
	toast_close_indexes(indexes, nindexes, AccessShareLock);
}
