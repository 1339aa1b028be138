/*
 * valid.h
 *		Testing a heap tuple against scan keys.
 *
 * True if every key's function says true; NULL on either side says no.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/valid.h
 */
#ifndef VALID_H
#define VALID_H

#include "access/htup_details.h"
#include "access/skey.h"

static inline bool
HeapKeyTest(HeapTuple tuple, TupleDesc desc, int nkeys, ScanKey keys)
{
	for (ScanKey k = keys; k < keys + nkeys; k++)
	{
		bool isnull;
		Datum value;

		if (k->sk_flags & SK_ISNULL)
			return false;
		value = heap_getattr(tuple, k->sk_attno, desc, &isnull);
		if (isnull ||
			!DatumGetBool(FunctionCall2Coll(&k->sk_func, k->sk_collation,
											value, k->sk_argument)))
			return false;
	}
	return true;
}

#endif /* VALID_H */
