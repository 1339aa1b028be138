/*
 * htup.h
 *		Handles on heap tuples, in memory and on a page.
 *
 * Names the tuple types without their layout, which is in htup_details.h.
 * HeapTupleData is what the server passes around: where a tuple is, and
 * what it is.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/htup.h
 */
#ifndef HTUP_H
#define HTUP_H

#include "storage/itemptr.h"

typedef struct HeapTupleHeaderData HeapTupleHeaderData;
typedef HeapTupleHeaderData *HeapTupleHeader;

typedef struct MinimalTupleData MinimalTupleData;
typedef MinimalTupleData *MinimalTuple;

/*
 * t_data points into a pinned buffer, right behind this struct (both in one
 * palloc chunk of HEAPTUPLESIZE + t_len bytes), to another allocation, or 8
 * bytes before a minimal tuple (then only the fields from t_infomask2 on
 * exist).
 */
typedef struct HeapTupleData
{
	uint32 t_len; /* bytes at t_data, not rounded up */
	ItemPointerData t_self; /* own TID, invalid if not stored */
	Oid t_tableOid; /* table it came from, or InvalidOid */
	HeapTupleHeader t_data;
} HeapTupleData;

typedef HeapTupleData *HeapTuple;

#define HEAPTUPLESIZE MAXALIGN(sizeof(HeapTupleData))
#define HeapTupleIsValid(t) ((t) != NULL)

/* utils/time/combocid.c */
extern CommandId HeapTupleHeaderGetCmin(HeapTupleHeader tup);
extern CommandId HeapTupleHeaderGetCmax(HeapTupleHeader tup);
extern void HeapTupleHeaderAdjustCmax(HeapTupleHeader tup, CommandId *cmax,
									  bool *iscombo);

/* access/heap/heapam.c */
extern TransactionId HeapTupleGetUpdateXid(HeapTupleHeader tup);

#endif /* HTUP_H */
