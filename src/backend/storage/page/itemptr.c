/*
 * itemptr.c
 *		Comparison and arithmetic of TIDs.
 *
 * Order is by block, then by offset; offsets are not bounded by what a page
 * can hold, so that Inc and Dec run through all 48 bits.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/page/itemptr.c
 */
#include "postgres.h"

#include "storage/itemptr.h"

static uint64
tid_as_number(const ItemPointerData *tid)
{
	return (uint64) ItemPointerGetBlockNumberNoCheck(tid) << 16 | tid->ip_posid;
}

static void
tid_from_number(ItemPointerData *tid, uint64 n)
{
	ItemPointerSet(tid, (BlockNumber) (n >> 16), (OffsetNumber) n);
}

/* Are both the same TID?  Both must be valid. */
bool
ItemPointerEquals(ItemPointer a, ItemPointer b)
{
	return tid_as_number(a) == tid_as_number(b);
}

/* -1, 0 or 1, for sorting; invalid TIDs are compared as they are. */
int32
ItemPointerCompare(ItemPointer a, ItemPointer b)
{
	uint64 x = tid_as_number(a);
	uint64 y = tid_as_number(b);

	return (x > y) - (x < y);
}

/* The next TID; the last of all stays as it is. */
void
ItemPointerInc(ItemPointer p)
{
	uint64 n = tid_as_number(p);

	if (n != UINT64CONST(0xFFFFFFFFFFFF))
		tid_from_number(p, n + 1);
}

/* The TID before; the first of all stays as it is. */
void
ItemPointerDec(ItemPointer p)
{
	uint64 n = tid_as_number(p);

	if (n != 0)
		tid_from_number(p, n - 1);
}
