/*
 * indextuple.c
 *		Forming, truncating and reading index tuples.
 *
 * An index tuple never points out of line: values are fetched back, and
 * long ones compressed inline.  Size and flags share one 16-bit word, which
 * bounds a tuple to 8191 bytes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/indextuple.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/heaptoast.h"
#include "access/htup_details.h"
#include "access/itup.h"
#include "access/toast_internals.h"
#include "utils/memutils.h"

/*
 * Replace values that an index cannot hold as they are.  Sets mustfree[i]
 * for each new copy.
 */
static void
detoast_index_values(TupleDesc desc, Datum *values, bool *isnull,
					 bool *mustfree)
{
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		struct varlena *val;

		mustfree[i] = false;
		if (isnull[i] || att->attlen != -1)
			continue;
		val = (struct varlena *) DatumGetPointer(values[i]);
		if (VARATT_IS_EXTERNAL(val))
		{
			val = detoast_external_attr(val);
			values[i] = PointerGetDatum(val);
			mustfree[i] = true;
		}
		if (!VARATT_IS_EXTENDED(val) && VARSIZE(val) > TOAST_INDEX_TARGET &&
			(att->attstorage == TYPSTORAGE_EXTENDED ||
			 att->attstorage == TYPSTORAGE_MAIN))
		{
			Datum compressed = toast_compress_datum(values[i],
													att->attcompression);

			if (DatumGetPointer(compressed) == NULL)
				continue;
			if (mustfree[i])
				pfree(val);
			values[i] = compressed;
			mustfree[i] = true;
		}
	}
}

/* index_form_tuple
 *		Make an index tuple in the current memory context. */
IndexTuple
index_form_tuple(TupleDesc desc, Datum *values, bool *isnull)
{
	return index_form_tuple_context(desc, values, isnull,
									CurrentMemoryContext);
}

/*
 * index_form_tuple_context
 *		The same in a given context.  The TID is left zero.
 *
 * Errors: 54000 if the tuple would exceed 8191 bytes.
 */
IndexTuple
index_form_tuple_context(TupleDesc desc, Datum *values, bool *isnull,
						 MemoryContext cxt)
{
	int natts = desc->natts;
	Datum stored[INDEX_MAX_KEYS];
	bool mustfree[INDEX_MAX_KEYS];
	uint16 info = 0;
	uint16 tupmask = 0;
	Size hoff,
		datalen,
		size;
	IndexTuple tuple;
	bool hasnull;

	if (natts > INDEX_MAX_KEYS)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("number of index columns (%d) exceeds limit (%d)",
						natts, INDEX_MAX_KEYS)));

	memcpy(stored, values, natts * sizeof(Datum));
	detoast_index_values(desc, stored, isnull, mustfree);

	hasnull = natts > 0 && memchr(isnull, true, natts) != NULL;
	if (hasnull)
		info |= INDEX_NULL_MASK;
	hoff = IndexInfoFindDataOffset(info);
	datalen = heap_compute_data_size(desc, stored, isnull);
	size = MAXALIGN(hoff + datalen);

	tuple = (IndexTuple) MemoryContextAllocZero(cxt, size);
	heap_fill_tuple(desc, stored, isnull, (char *) tuple + hoff, datalen,
					&tupmask,
					hasnull ? (bits8 *) tuple + sizeof(IndexTupleData) : NULL);

	for (int i = 0; i < natts; i++)
		if (mustfree[i])
			pfree(DatumGetPointer(stored[i]));

	if (tupmask & HEAP_HASVARWIDTH)
		info |= INDEX_VAR_MASK;
	if ((size & INDEX_SIZE_MASK) != size)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("index row requires %zu bytes, maximum size is %zu",
						size, (Size) INDEX_SIZE_MASK)));
	tuple->t_info = info | size;
	return tuple;
}

/* index_deform_tuple
 *		All columns; by-reference values point into the tuple. */
void
index_deform_tuple(IndexTuple tup, TupleDesc desc, Datum *values, bool *isnull)
{
	index_deform_tuple_internal(desc, values, isnull,
								(char *) tup +
									IndexInfoFindDataOffset(tup->t_info),
								(bits8 *) tup + sizeof(IndexTupleData),
								IndexTupleHasNulls(tup));
}

/* CopyIndexTuple */
IndexTuple
CopyIndexTuple(IndexTuple source)
{
	Size size = IndexTupleSize(source);
	IndexTuple copy = (IndexTuple) palloc(size);

	memcpy(copy, source, size);
	return copy;
}

/*
 * index_truncate_tuple
 *		New tuple with only the first leavenatts columns of source, and its
 *		TID.
 */
IndexTuple
index_truncate_tuple(TupleDesc desc, IndexTuple source, int leavenatts)
{
	TupleDesc shortdesc;
	Datum values[INDEX_MAX_KEYS];
	bool isnull[INDEX_MAX_KEYS];
	IndexTuple result;

	Assert(leavenatts <= desc->natts);
	if (leavenatts == desc->natts)
		return CopyIndexTuple(source);

	shortdesc = CreateTemplateTupleDesc(leavenatts);
	for (int i = 1; i <= leavenatts; i++)
		TupleDescCopyEntry(shortdesc, i, desc, i);
	index_deform_tuple(source, shortdesc, values, isnull);
	result = index_form_tuple(shortdesc, values, isnull);
	result->t_tid = source->t_tid;
	Assert(IndexTupleSize(result) <= IndexTupleSize(source));
	FreeTupleDesc(shortdesc);
	return result;
}
