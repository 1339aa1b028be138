/*
 * sortsupport.h
 *		Comparing two Datums fast while sorting.
 *
 * A btree operator class may fill in a plain C comparator; otherwise its order
 * function is called through a shim.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/sortsupport.h
 */
#ifndef SORTSUPPORT_H
#define SORTSUPPORT_H

#include "access/attnum.h"
#include "utils/relcache.h"

typedef struct SortSupportData *SortSupport;

typedef struct SortSupportData
{
	/* set by the caller */
	MemoryContext ssup_cxt; /* where the support function keeps state */
	Oid ssup_collation;
	bool ssup_reverse; /* descending */
	bool ssup_nulls_first;
	AttrNumber ssup_attno; /* for the caller's use */

	/* set by the support function */
	void *ssup_extra;
	int (*comparator)(Datum x, Datum y, SortSupport ssup);

	/* abbreviated keys: offered by the interface, not used by tuplesort */
	bool abbreviate;
	Datum (*abbrev_converter)(Datum original, SortSupport ssup);
	bool (*abbrev_abort)(int memtupcount, SortSupport ssup);
	int (*abbrev_full_comparator)(Datum x, Datum y, SortSupport ssup);
} SortSupportData;

/* Order of two values under the key's direction and place of nulls. */
static inline int
ApplySortComparator(Datum d1, bool null1, Datum d2, bool null2,
					SortSupport ssup)
{
	int cmp;

	if (null1 || null2)
	{
		if (null1 == null2)
			return 0;
		return (null1 == ssup->ssup_nulls_first) ? -1 : 1;
	}
	cmp = ssup->comparator(d1, d2, ssup);
	return ssup->ssup_reverse ? -(cmp > 0) + (cmp < 0) : cmp;
}

/* utils/sort/tuplesort.c: comparators that operator classes may install */
extern int ssup_datum_unsigned_cmp(Datum x, Datum y, SortSupport ssup);
extern int ssup_datum_signed_cmp(Datum x, Datum y, SortSupport ssup);
extern int ssup_datum_int32_cmp(Datum x, Datum y, SortSupport ssup);

/* utils/sort/sortsupport.c */
extern void PrepareSortSupportComparisonShim(Oid cmpFunc, SortSupport ssup);
extern void PrepareSortSupportFromOrderingOp(Oid orderingOp, SortSupport ssup);
extern void PrepareSortSupportFromIndexRel(Relation indexRel, int16 strategy,
										   SortSupport ssup);

#endif /* SORTSUPPORT_H */
