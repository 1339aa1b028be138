/*
 * tidbitmap.h
 *		Sets of row positions, exact or by page.
 *
 * Bitmap scans build one in memory; when it outgrows work_mem pages become lossy (every row of the page has to be rechecked).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/nodes/tidbitmap.h
 */
#ifndef TIDBITMAP_H
#define TIDBITMAP_H

#include "storage/itemptr.h"

typedef struct TIDBitmap TIDBitmap;
typedef struct TBMIterator TBMIterator;

/* One page of the set; ntuples is -1 for a lossy page. */
typedef struct TBMIterateResult
{
	BlockNumber blockno;
	int ntuples;
	bool recheck;
	OffsetNumber offsets[FLEXIBLE_ARRAY_MEMBER];
} TBMIterateResult;

struct dsa_area;

/* tidbitmap.c */
extern TIDBitmap *tbm_create(long maxbytes, struct dsa_area *dsa);
extern void tbm_free(TIDBitmap *tbm);
extern void tbm_add_tuples(TIDBitmap *tbm, const ItemPointer tids, int ntids,
						   bool recheck);
extern void tbm_add_page(TIDBitmap *tbm, BlockNumber pageno);
extern void tbm_union(TIDBitmap *a, const TIDBitmap *b);
extern void tbm_intersect(TIDBitmap *a, const TIDBitmap *b);
extern bool tbm_is_empty(const TIDBitmap *tbm);
extern TBMIterator *tbm_begin_iterate(TIDBitmap *tbm);
extern TBMIterateResult *tbm_iterate(TBMIterator *iterator);
extern void tbm_end_iterate(TBMIterator *iterator);
extern long tbm_calculate_entries(double maxbytes);

#endif /* TIDBITMAP_H */
