/*
 * off.h
 *		Offset numbers: which line pointer of a page.
 *
 * Offsets count from 1; 0 is invalid.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/off.h
 */
#ifndef OFF_H
#define OFF_H

#include "storage/itemid.h"

typedef uint16 OffsetNumber;

#define InvalidOffsetNumber ((OffsetNumber) 0)
#define FirstOffsetNumber ((OffsetNumber) 1)
#define MaxOffsetNumber ((OffsetNumber) (BLCKSZ / sizeof(ItemIdData)))

#define OffsetNumberIsValid(o) ((o) >= FirstOffsetNumber && (o) <= MaxOffsetNumber)
#define OffsetNumberNext(o) ((OffsetNumber) ((o) + 1))
#define OffsetNumberPrev(o) ((OffsetNumber) ((o) -1))

#endif /* OFF_H */
