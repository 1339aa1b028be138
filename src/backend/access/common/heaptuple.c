/*
 * heaptuple.c
 *		Forming heap tuples from values, and taking them apart.
 *
 * The layout is in access/heap/README.  attcacheoff of a descriptor caches
 * the offset of a column while everything before it has fixed width and no
 * null; it is filled in here by whoever walks a tuple first.  A column
 * beyond those a tuple holds reads as the missing value of the descriptor,
 * or NULL.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/heaptuple.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/heaptoast.h"
#include "access/htup_details.h"
#include "access/itup.h"
#include "access/sysattr.h"
#include "access/tupdesc_details.h"

#define ATT_IS_PACKABLE(att) \
	((att)->attlen == -1 && (att)->attstorage != TYPSTORAGE_PLAIN)

/*
 * getmissingattr
 *		Value of a column that was added after a tuple was stored.
 */
Datum
getmissingattr(TupleDesc desc, int attnum, bool *isnull)
{
	Assert(attnum > 0 && attnum <= desc->natts);

	if (TupleDescAttr(desc, attnum - 1)->atthasmissing)
	{
		AttrMissing *m = &desc->constr->missing[attnum - 1];

		if (m->am_present)
		{
			*isnull = false;
			return m->am_value;
		}
	}
	*isnull = true;
	return (Datum) 0;
}

/* ------------------------------------------------------------------
 * Forming.
 * ------------------------------------------------------------------
 */

/*
 * How a value will be stored, seen from its length alone: converted to a
 * short header, flattened from its expanded form, or as it is.
 */
static inline bool
stored_short(Form_pg_attribute att, Datum value)
{
	return ATT_IS_PACKABLE(att) && VARATT_CAN_MAKE_SHORT(DatumGetPointer(value));
}

static inline bool
stored_flattened(Form_pg_attribute att, Datum value)
{
	return att->attlen == -1 &&
		VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value));
}

/*
 * heap_compute_data_size
 *		Bytes that the values take in a tuple, padding between them included.
 */
Size
heap_compute_data_size(TupleDesc desc, Datum *values, bool *isnull)
{
	Size len = 0;
	int natts = desc->natts;

	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute att;
		Datum v;

		if (isnull[i])
			continue;
		att = TupleDescAttr(desc, i);
		v = values[i];

		if (att->attbyval)
			len = att_align_nominal(len, att->attalign) + att->attlen;
		else if (stored_short(att, v))
			len += VARATT_CONVERTED_SHORT_SIZE(DatumGetPointer(v));
		else if (stored_flattened(att, v))
			len = att_align_nominal(len, att->attalign) +
				EOH_get_flat_size(DatumGetEOHP(v));
		else
		{
			len = att_align_datum(len, att->attalign, att->attlen, v);
			len = att_addlength_datum(len, att->attlen, v);
		}
	}
	return len;
}

/*
 * Store one varlena value at p, which is where the previous one ended; the
 * bytes from there on are zero.  Returns the new end.
 */
static char *
put_varlena(Form_pg_attribute att, Datum value, char *p, uint16 *infomask)
{
	Pointer val = DatumGetPointer(value);
	Size len;

	*infomask |= HEAP_HASVARWIDTH;
	if (VARATT_IS_EXTERNAL(val))
	{
		if (VARATT_IS_EXTERNAL_EXPANDED(val))
		{
			struct ExpandedObjectHeader *eoh = DatumGetEOHP(value);

			p = (char *) att_align_nominal(p, att->attalign);
			len = EOH_get_flat_size(eoh);
			EOH_flatten_into(eoh, p, len);
			return p + len;
		}
		*infomask |= HEAP_HASEXTERNAL;
		len = VARSIZE_EXTERNAL(val);
	}
	else if (VARATT_IS_SHORT(val))
		len = VARSIZE_SHORT(val);
	else if (stored_short(att, value))
	{
		len = VARATT_CONVERTED_SHORT_SIZE(val);
		SET_VARSIZE_SHORT(p, len);
		memcpy(p + 1, VARDATA(val), len - 1);
		return p + len;
	}
	else
	{
		p = (char *) att_align_nominal(p, att->attalign);
		len = VARSIZE(val);
	}
	memcpy(p, val, len);
	return p + len;
}

/*
 * heap_fill_tuple
 *		Write the values to data, set the infomask bits that describe them.
 *
 * data must be data_size zero bytes, maximally aligned.  bit is where the
 * null bitmap goes, or NULL if there is no null.  Used for index tuples too.
 */
void
heap_fill_tuple(TupleDesc desc, Datum *values, bool *isnull, char *data,
				Size data_size, uint16 *infomask, bits8 *bit)
{
	char *p = data;
	int natts = desc->natts;

	*infomask &= ~(HEAP_HASNULL | HEAP_HASVARWIDTH | HEAP_HASEXTERNAL);
	if (bit)
		memset(bit, 0, BITMAPLEN(natts));

	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (isnull[i])
		{
			Assert(bit);
			*infomask |= HEAP_HASNULL;
			continue;
		}
		if (bit)
			bit[i >> 3] |= 1 << (i & 7);

		if (att->attbyval)
		{
			p = (char *) att_align_nominal(p, att->attalign);
			store_att_byval(p, values[i], att->attlen);
			p += att->attlen;
		}
		else if (att->attlen == -1)
			p = put_varlena(att, values[i], p, infomask);
		else
		{
			Pointer src = DatumGetPointer(values[i]);
			Size len = att->attlen > 0 ? (Size) att->attlen : strlen(src) + 1;

			if (att->attlen < 0)
				*infomask |= HEAP_HASVARWIDTH;
			p = (char *) att_align_nominal(p, att->attalign);
			memcpy(p, src, len);
			p += len;
		}
	}
	Assert((Size) (p - data) == data_size);
}

static bool
any_null(const bool *isnull, int natts)
{
	return natts > 0 && memchr(isnull, true, natts) != NULL;
}

static void
check_number_of_columns(int natts)
{
	if (natts > MaxTupleAttributeNumber)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("number of columns (%d) exceeds limit (%d)",
						natts, MaxTupleAttributeNumber)));
}

/*
 * heap_form_tuple
 *		Make a tuple in one palloc chunk; the values are copied.
 */
HeapTuple
heap_form_tuple(TupleDesc desc, Datum *values, bool *isnull)
{
	int natts = desc->natts;
	bool hasnull;
	Size hoff,
		datalen;
	HeapTuple tup;
	HeapTupleHeader td;

	check_number_of_columns(natts);
	hasnull = any_null(isnull, natts);
	hoff = MAXALIGN(SizeofHeapTupleHeader + (hasnull ? BITMAPLEN(natts) : 0));
	datalen = heap_compute_data_size(desc, values, isnull);

	tup = (HeapTuple) palloc0(HEAPTUPLESIZE + hoff + datalen);
	tup->t_len = hoff + datalen;
	tup->t_data = td = (HeapTupleHeader) ((char *) tup + HEAPTUPLESIZE);
	ItemPointerSetInvalid(&tup->t_self);
	tup->t_tableOid = InvalidOid;

	/* until it is stored, the tuple is a row value of its type */
	HeapTupleHeaderSetDatumLength(td, tup->t_len);
	HeapTupleHeaderSetTypeId(td, desc->tdtypeid);
	HeapTupleHeaderSetTypMod(td, desc->tdtypmod);
	ItemPointerSetInvalid(&td->t_ctid);
	HeapTupleHeaderSetNatts(td, natts);
	td->t_hoff = hoff;
	heap_fill_tuple(desc, values, isnull, (char *) td + hoff, datalen,
					&td->t_infomask, hasnull ? td->t_bits : NULL);
	return tup;
}

/* Give a new version the identity of the tuple it was made from. */
static HeapTuple
copy_identity(HeapTuple newtup, HeapTuple oldtup)
{
	newtup->t_data->t_ctid = oldtup->t_data->t_ctid;
	newtup->t_self = oldtup->t_self;
	newtup->t_tableOid = oldtup->t_tableOid;
	return newtup;
}

/*
 * heap_modify_tuple
 *		Copy of a tuple in which the columns with replace[i] get new values.
 */
HeapTuple
heap_modify_tuple(HeapTuple tup, TupleDesc desc, Datum *values, bool *isnull,
				  bool *replace)
{
	int natts = desc->natts;
	Datum *v = palloc(natts * sizeof(Datum));
	bool *n = palloc(natts * sizeof(bool));
	HeapTuple result;

	heap_deform_tuple(tup, desc, v, n);
	for (int i = 0; i < natts; i++)
		if (replace[i])
		{
			v[i] = values[i];
			n[i] = isnull[i];
		}
	result = copy_identity(heap_form_tuple(desc, v, n), tup);
	pfree(v);
	pfree(n);
	return result;
}

/* heap_modify_tuple for callers that list the column numbers. */
HeapTuple
heap_modify_tuple_by_cols(HeapTuple tup, TupleDesc desc, int ncols, int *cols,
						  Datum *values, bool *isnull)
{
	int natts = desc->natts;
	Datum *v = palloc(natts * sizeof(Datum));
	bool *n = palloc(natts * sizeof(bool));
	HeapTuple result;

	heap_deform_tuple(tup, desc, v, n);
	for (int i = 0; i < ncols; i++)
	{
		if (cols[i] <= 0 || cols[i] > natts)
			elog(ERROR, "invalid column number %d", cols[i]);
		v[cols[i] - 1] = values[i];
		n[cols[i] - 1] = isnull[i];
	}
	result = copy_identity(heap_form_tuple(desc, v, n), tup);
	pfree(v);
	pfree(n);
	return result;
}

/* ------------------------------------------------------------------
 * Taking apart.
 * ------------------------------------------------------------------
 */

/*
 * Set values[0 .. natts - 1] from the data at tp.  bits is the null bitmap or
 * NULL.  While only fixed-width columns without nulls were passed, offsets
 * are read from and written to the descriptor's cache.
 */
static inline void
deform_data(TupleDesc desc, int natts, char *tp, bits8 *bits, Datum *values,
			bool *isnull)
{
	uint32 off = 0;
	bool cacheable = true;

	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (bits && att_isnull(i, bits))
		{
			values[i] = (Datum) 0;
			isnull[i] = true;
			cacheable = false;
			continue;
		}
		isnull[i] = false;

		if (cacheable && att->attcacheoff >= 0)
			off = att->attcacheoff;
		else if (att->attlen == -1)
		{
			/* without padding at hand the offset depends on the value */
			if (cacheable && off == att_align_nominal(off, att->attalign))
				att->attcacheoff = off;
			else
			{
				off = att_align_pointer(off, att->attalign, -1, tp + off);
				cacheable = false;
			}
		}
		else
		{
			off = att_align_nominal(off, att->attalign);
			if (cacheable)
				att->attcacheoff = off;
		}

		values[i] = fetchatt(att, tp + off);
		off = att_addlength_pointer(off, att->attlen, tp + off);
		if (att->attlen <= 0)
			cacheable = false;
	}
}

/*
 * heap_deform_tuple
 *		All columns of a tuple.  By-reference values point into it.
 */
void
heap_deform_tuple(HeapTuple tup, TupleDesc desc, Datum *values, bool *isnull)
{
	HeapTupleHeader td = tup->t_data;
	int stored = HeapTupleHeaderGetNatts(td);

	/* a child table's tuple may have more columns than the descriptor */
	stored = Min(stored, desc->natts);
	deform_data(desc, stored, (char *) td + td->t_hoff,
				HeapTupleHasNulls(tup) ? td->t_bits : NULL, values, isnull);
	for (int i = stored; i < desc->natts; i++)
		values[i] = getmissingattr(desc, i + 1, &isnull[i]);
}

/*
 * index_deform_tuple_internal
 *		The same for the data area of an index tuple.
 */
void
index_deform_tuple_internal(TupleDesc desc, Datum *values, bool *isnull,
							char *tp, bits8 *bp, int hasnulls)
{
	Assert(desc->natts <= INDEX_MAX_KEYS);
	deform_data(desc, desc->natts, tp, hasnulls ? bp : NULL, values, isnull);
}

/*
 * One column that is known to be there and not null, found by walking from
 * the last column before it whose offset is known.
 */
static Datum
walk_to_column(TupleDesc desc, int attnum, char *tp, bits8 *bits)
{
	int target = attnum - 1;
	int i = 0;
	uint32 off = 0;
	bool cacheable = true;

	/* is every column up to the target present? then start late */
	if (bits)
		for (int b = 0; b < target && cacheable; b++)
			cacheable = !att_isnull(b, bits);
	if (cacheable)
		for (i = target; i > 0; i--)
			if (TupleDescAttr(desc, i)->attcacheoff >= 0)
				break;
	if (i > 0)
		off = TupleDescAttr(desc, i)->attcacheoff;

	for (;; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (bits && att_isnull(i, bits))
		{
			cacheable = false;
			continue;
		}
		if (att->attlen == -1)
		{
			uint32 aligned = att_align_nominal(off, att->attalign);

			if (aligned != off)
				cacheable = false;
			off = att_align_pointer(off, att->attalign, -1, tp + off);
		}
		else
			off = att_align_nominal(off, att->attalign);
		if (cacheable)
			att->attcacheoff = off;
		if (i == target)
			return fetchatt(att, tp + off);
		off = att_addlength_pointer(off, att->attlen, tp + off);
		if (att->attlen <= 0)
			cacheable = false;
	}
}

/* nocachegetattr
 *		A stored, not null column whose offset is not cached. */
Datum
nocachegetattr(HeapTuple tup, int attnum, TupleDesc desc)
{
	HeapTupleHeader td = tup->t_data;

	return walk_to_column(desc, attnum, (char *) td + td->t_hoff,
						  HeapTupleHasNulls(tup) ? td->t_bits : NULL);
}

Datum
nocache_index_getattr(IndexTuple tup, int attnum, TupleDesc desc)
{
	return walk_to_column(desc, attnum,
						  (char *) tup + IndexInfoFindDataOffset(tup->t_info),
						  IndexTupleHasNulls(tup) ? (bits8 *) tup + sizeof(IndexTupleData) : NULL);
}

/* heap_attisnull
 *		Is the column null?  desc may be NULL if none can be missing. */
bool
heap_attisnull(HeapTuple tup, int attnum, TupleDesc desc)
{
	if (attnum > (int) HeapTupleHeaderGetNatts(tup->t_data))
		return desc == NULL || !TupleDescAttr(desc, attnum - 1)->atthasmissing;
	if (attnum > 0)
		return HeapTupleHasNulls(tup) &&
			att_isnull(attnum - 1, tup->t_data->t_bits);
	if (attnum <= FirstLowInvalidHeapAttributeNumber || attnum == 0)
		elog(ERROR, "invalid attnum: %d", attnum);
	return false;
}

/* heap_getsysattr
 *		A system column; needs a tuple that came from a table. */
Datum
heap_getsysattr(HeapTuple tup, int attnum, TupleDesc desc, bool *isnull)
{
	*isnull = false;
	switch (attnum)
	{
		case TableOidAttributeNumber:
			return ObjectIdGetDatum(tup->t_tableOid);
		case SelfItemPointerAttributeNumber:
			return PointerGetDatum(&tup->t_self);
		case MinTransactionIdAttributeNumber:
			return TransactionIdGetDatum(HeapTupleHeaderGetRawXmin(tup->t_data));
		case MaxTransactionIdAttributeNumber:
			return TransactionIdGetDatum(HeapTupleHeaderGetRawXmax(tup->t_data));
		case MinCommandIdAttributeNumber:
		case MaxCommandIdAttributeNumber:
			/* which of the two it is cannot be told from outside */
			return CommandIdGetDatum(HeapTupleHeaderGetRawCommandId(tup->t_data));
	}
	elog(ERROR, "invalid attnum: %d", attnum);
	return (Datum) 0;
}

/* ------------------------------------------------------------------
 * Copies.
 * ------------------------------------------------------------------
 */

/* heap_copytuple
 *		Copy in one palloc chunk; NULL gives NULL. */
HeapTuple
heap_copytuple(HeapTuple tup)
{
	HeapTuple copy;

	if (!HeapTupleIsValid(tup) || tup->t_data == NULL)
		return NULL;
	copy = (HeapTuple) palloc(HEAPTUPLESIZE + tup->t_len);
	*copy = *tup;
	copy->t_data = (HeapTupleHeader) ((char *) copy + HEAPTUPLESIZE);
	memcpy(copy->t_data, tup->t_data, tup->t_len);
	return copy;
}

/* heap_copytuple_with_tuple
 *		Copy into a HeapTupleData of the caller; only the body is palloc'd. */
void
heap_copytuple_with_tuple(HeapTuple src, HeapTuple dest)
{
	if (!HeapTupleIsValid(src) || src->t_data == NULL)
	{
		dest->t_data = NULL;
		return;
	}
	*dest = *src;
	dest->t_data = (HeapTupleHeader) palloc(src->t_len);
	memcpy(dest->t_data, src->t_data, src->t_len);
}

/* heap_copy_tuple_as_datum
 *		The tuple as a composite value, out-of-line fields fetched. */
Datum
heap_copy_tuple_as_datum(HeapTuple tup, TupleDesc desc)
{
	HeapTupleHeader td;

	if (HeapTupleHasExternal(tup))
		return toast_flatten_tuple_to_datum(tup->t_data, tup->t_len, desc);
	td = (HeapTupleHeader) palloc(tup->t_len);
	memcpy(td, tup->t_data, tup->t_len);
	HeapTupleHeaderSetDatumLength(td, tup->t_len);
	HeapTupleHeaderSetTypeId(td, desc->tdtypeid);
	HeapTupleHeaderSetTypMod(td, desc->tdtypmod);
	return PointerGetDatum(td);
}

/* heap_freetuple */
void
heap_freetuple(HeapTuple tup)
{
	pfree(tup);
}

/* heap_expand_tuple
 *		Copy with the missing columns of desc stored in it. */
HeapTuple
heap_expand_tuple(HeapTuple tup, TupleDesc desc)
{
	Datum *v = palloc(desc->natts * sizeof(Datum));
	bool *n = palloc(desc->natts * sizeof(bool));
	HeapTuple result;
	const uint16 described = HEAP_HASNULL | HEAP_HASVARWIDTH | HEAP_HASEXTERNAL;

	heap_deform_tuple(tup, desc, v, n);
	result = copy_identity(heap_form_tuple(desc, v, n), tup);
	result->t_data->t_choice = tup->t_data->t_choice;
	result->t_data->t_infomask |= tup->t_data->t_infomask & ~described;
	result->t_data->t_infomask2 |= tup->t_data->t_infomask2 & ~HEAP_NATTS_MASK;
	pfree(v);
	pfree(n);
	return result;
}

/* ------------------------------------------------------------------
 * Minimal tuples.
 * ------------------------------------------------------------------
 */

/* heap_form_minimal_tuple
 *		As heap_form_tuple, without what only stored tuples need. */
MinimalTuple
heap_form_minimal_tuple(TupleDesc desc, Datum *values, bool *isnull)
{
	int natts = desc->natts;
	bool hasnull;
	Size hoff,
		datalen;
	MinimalTuple mtup;

	check_number_of_columns(natts);
	hasnull = any_null(isnull, natts);
	hoff = MAXALIGN(SizeofMinimalTupleHeader +
					(hasnull ? BITMAPLEN(natts) : 0));
	datalen = heap_compute_data_size(desc, values, isnull);

	mtup = (MinimalTuple) palloc0(hoff + datalen);
	mtup->t_len = hoff + datalen;
	HeapTupleHeaderSetNatts(mtup, natts);
	mtup->t_hoff = hoff + MINIMAL_TUPLE_OFFSET;
	heap_fill_tuple(desc, values, isnull, (char *) mtup + hoff, datalen,
					&mtup->t_infomask, hasnull ? mtup->t_bits : NULL);
	return mtup;
}

void
heap_free_minimal_tuple(MinimalTuple mtup)
{
	pfree(mtup);
}

MinimalTuple
heap_copy_minimal_tuple(MinimalTuple mtup)
{
	MinimalTuple copy = (MinimalTuple) palloc(mtup->t_len);

	memcpy(copy, mtup, mtup->t_len);
	return copy;
}

/* heap_tuple_from_minimal_tuple
 *		A full tuple, its transaction fields zero. */
HeapTuple
heap_tuple_from_minimal_tuple(MinimalTuple mtup)
{
	uint32 len = mtup->t_len + MINIMAL_TUPLE_OFFSET;
	HeapTuple tup = (HeapTuple) palloc(HEAPTUPLESIZE + len);

	tup->t_len = len;
	ItemPointerSetInvalid(&tup->t_self);
	tup->t_tableOid = InvalidOid;
	tup->t_data = (HeapTupleHeader) ((char *) tup + HEAPTUPLESIZE);
	memcpy((char *) tup->t_data + MINIMAL_TUPLE_OFFSET, mtup, mtup->t_len);
	memset(tup->t_data, 0, offsetof(HeapTupleHeaderData, t_infomask2));
	return tup;
}

MinimalTuple
minimal_tuple_from_heap_tuple(HeapTuple tup)
{
	uint32 len = tup->t_len - MINIMAL_TUPLE_OFFSET;
	MinimalTuple mtup = (MinimalTuple) palloc(len);

	memcpy(mtup, (char *) tup->t_data + MINIMAL_TUPLE_OFFSET, len);
	mtup->t_len = len;
	return mtup;
}

MinimalTuple
minimal_expand_tuple(HeapTuple tup, TupleDesc desc)
{
	HeapTuple full = heap_expand_tuple(tup, desc);
	MinimalTuple mtup = minimal_tuple_from_heap_tuple(full);

	heap_freetuple(full);
	return mtup;
}

/* varsize_any
 *		VARSIZE_ANY for callers that cannot use the macro. */
size_t
varsize_any(void *p)
{
	return VARSIZE_ANY(p);
}
