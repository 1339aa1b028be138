/*
 * itup.h
 *		Index tuples: what the btree and most other index methods store.
 *
 * Eight bytes of header (heap TID, size and flags), a fixed four-byte null
 * bitmap if any column is null, then the values as in a heap tuple.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/itup.h
 */
#ifndef ITUP_H
#define ITUP_H

#include "access/tupdesc.h"
#include "access/tupmacs.h"
#include "storage/bufpage.h"
#include "storage/itemptr.h"

typedef struct IndexTupleData
{
	ItemPointerData t_tid; /* heap row; the btree also keeps more here */
	unsigned short t_info;
} IndexTupleData;

typedef IndexTupleData *IndexTuple;

typedef struct IndexAttributeBitMapData
{
	bits8 bits[(INDEX_MAX_KEYS + 8 - 1) / 8];
} IndexAttributeBitMapData;

typedef IndexAttributeBitMapData *IndexAttributeBitMap;

StaticAssertDecl(sizeof(IndexTupleData) == 8, "index tuple header");
StaticAssertDecl(sizeof(IndexAttributeBitMapData) == 4, "index null bitmap");

/* t_info */
#define INDEX_SIZE_MASK 0x1FFF
#define INDEX_AM_RESERVED_BIT 0x2000
#define INDEX_VAR_MASK 0x4000
#define INDEX_NULL_MASK 0x8000

#define IndexTupleSize(it) ((Size) ((it)->t_info & INDEX_SIZE_MASK))
#define IndexTupleHasNulls(it) (((it)->t_info & INDEX_NULL_MASK) != 0)
#define IndexTupleHasVarwidths(it) (((it)->t_info & INDEX_VAR_MASK) != 0)

#define MaxIndexTuplesPerPage                 \
	((int) ((BLCKSZ - SizeOfPageHeaderData) / \
			(MAXALIGN(sizeof(IndexTupleData) + 1) + sizeof(ItemIdData))))

static inline Size
IndexInfoFindDataOffset(unsigned short t_info)
{
	return MAXALIGN(sizeof(IndexTupleData) +
					((t_info & INDEX_NULL_MASK) ? sizeof(IndexAttributeBitMapData) : 0));
}

/* access/common/indextuple.c */
extern IndexTuple index_form_tuple(TupleDesc desc, Datum *values,
								   bool *isnull);
extern IndexTuple index_form_tuple_context(TupleDesc desc, Datum *values,
										   bool *isnull, MemoryContext cxt);
extern IndexTuple index_truncate_tuple(TupleDesc desc, IndexTuple source,
									   int leavenatts);
extern IndexTuple CopyIndexTuple(IndexTuple source);
extern Datum nocache_index_getattr(IndexTuple tup, int attnum,
								   TupleDesc desc);
extern void index_deform_tuple(IndexTuple tup, TupleDesc desc, Datum *values,
							   bool *isnull);
extern void index_deform_tuple_internal(TupleDesc desc, Datum *values,
										bool *isnull, char *tp, bits8 *bp,
										int hasnulls);

/* One column of an index tuple. */
static inline Datum
index_getattr(IndexTuple tup, int attnum, TupleDesc desc, bool *isnull)
{
	*isnull = false;
	if (!IndexTupleHasNulls(tup))
	{
		Form_pg_attribute att = TupleDescAttr(desc, attnum - 1);

		if (att->attcacheoff >= 0)
			return fetchatt(att, (char *) tup + sizeof(IndexTupleData) + att->attcacheoff);
	}
	else if (att_isnull(attnum - 1, (bits8 *) tup + sizeof(IndexTupleData)))
	{
		*isnull = true;
		return (Datum) 0;
	}
	return nocache_index_getattr(tup, attnum, desc);
}

#endif /* ITUP_H */
