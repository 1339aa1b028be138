/*
 * tid.h
 *		Row identifiers; the struct and its macros are in storage/itemptr.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/tid.h
 */
#ifndef TID_H
#define TID_H

#include "storage/itemptr.h"

#ifndef DatumGetItemPointer
#define DatumGetItemPointer(d) ((ItemPointer) DatumGetPointer(d))
#define ItemPointerGetDatum(p) PointerGetDatum(p)
#define PG_GETARG_ITEMPOINTER(n) DatumGetItemPointer(PG_GETARG_DATUM(n))
#define PG_RETURN_ITEMPOINTER(p) return ItemPointerGetDatum(p)
#endif

/* tid.c */
extern ItemPointer currtid_for_view(ItemPointer tid);

#endif /* TID_H */
