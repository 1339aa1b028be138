/*
 * heaptoast.h
 *		Sizes at which heap rows are toasted, and the heap's entry points.
 *
 * TOAST_MAX_CHUNK_SIZE stands in the control file and cannot change.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/heaptoast.h
 */
#ifndef HEAPTOAST_H
#define HEAPTOAST_H

#include "access/htup_details.h"
#include "storage/lockdefs.h"
#include "utils/relcache.h"

/* Tuple size such that n of them fill a page. */
#define MaximumBytesPerTuple(n) \
	MAXALIGN_DOWN((BLCKSZ - MAXALIGN(SizeOfPageHeaderData + (n) * sizeof(ItemIdData))) / (n))

#define TOAST_TUPLES_PER_PAGE 4
#define TOAST_TUPLES_PER_PAGE_MAIN 1
#define TOAST_TUPLE_THRESHOLD MaximumBytesPerTuple(TOAST_TUPLES_PER_PAGE)
#define TOAST_TUPLE_TARGET TOAST_TUPLE_THRESHOLD
#define TOAST_TUPLE_TARGET_MAIN \
	MaximumBytesPerTuple(TOAST_TUPLES_PER_PAGE_MAIN)

/* An index value larger than this is compressed if it can be. */
#define TOAST_INDEX_TARGET (MaxHeapTupleSize / 16)

#define EXTERN_TUPLES_PER_PAGE 4
#define EXTERN_TUPLE_MAX_SIZE MaximumBytesPerTuple(EXTERN_TUPLES_PER_PAGE)
#define TOAST_MAX_CHUNK_SIZE                                   \
	(EXTERN_TUPLE_MAX_SIZE - MAXALIGN(SizeofHeapTupleHeader) - \
	 sizeof(Oid) - sizeof(int32) - VARHDRSZ)

StaticAssertDecl(TOAST_MAX_CHUNK_SIZE == 1996, "TOAST chunk size");
StaticAssertDecl(TOAST_TUPLE_THRESHOLD == 2032, "TOAST threshold");

extern HeapTuple heap_toast_insert_or_update(Relation rel, HeapTuple newtup,
											 HeapTuple oldtup, int options);
extern void heap_toast_delete(Relation rel, HeapTuple oldtup,
							  bool is_speculative);
extern HeapTuple toast_flatten_tuple(HeapTuple tup, TupleDesc desc);
extern Datum toast_flatten_tuple_to_datum(HeapTupleHeader tup, uint32 len,
										  TupleDesc desc);
extern HeapTuple toast_build_flattened_tuple(TupleDesc desc, Datum *values,
											 bool *isnull);
extern void heap_fetch_toast_slice(Relation toastrel, Oid valueid,
								   int32 attrsize, int32 sliceoffset,
								   int32 slicelength, struct varlena *result);

#endif /* HEAPTOAST_H */
