/*
 * nbtcompare.c
 *		Order and sort-support functions of the simple types.
 *
 * The btree operator classes of integers, oid, bool, "char" and oidvector
 * name these in pg_amproc.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtcompare.c
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/sortsupport.h"

#define THREE_WAY(a, b) (((a) > (b)) - ((a) < (b)))

/* An order function, and a comparator for sorting. */
#define COMPARE_FUNCTION(name, ctype1, get1, ctype2, get2) \
	extern Datum name(PG_FUNCTION_ARGS);                   \
	Datum                                                  \
	name(PG_FUNCTION_ARGS)                                 \
	{                                                      \
		ctype1 a = get1(PG_GETARG_DATUM(0));               \
		ctype2 b = get2(PG_GETARG_DATUM(1));               \
		PG_RETURN_INT32(THREE_WAY(a, b));                  \
	}

#define SORTSUPPORT_FUNCTION(name, fast, ctype, get)             \
	static int                                                   \
	fast(Datum x, Datum y, SortSupport ssup)                     \
	{                                                            \
		ctype a = get(x);                                        \
		ctype b = get(y);                                        \
		return THREE_WAY(a, b);                                  \
	}                                                            \
	extern Datum name(PG_FUNCTION_ARGS);                         \
	Datum                                                        \
	name(PG_FUNCTION_ARGS)                                       \
	{                                                            \
		((SortSupport) PG_GETARG_POINTER(0))->comparator = fast; \
		PG_RETURN_VOID();                                        \
	}

COMPARE_FUNCTION(btboolcmp, int, DatumGetBool, int, DatumGetBool)
COMPARE_FUNCTION(btint2cmp, int16, DatumGetInt16, int16, DatumGetInt16)
COMPARE_FUNCTION(btint4cmp, int32, DatumGetInt32, int32, DatumGetInt32)
COMPARE_FUNCTION(btint8cmp, int64, DatumGetInt64, int64, DatumGetInt64)
COMPARE_FUNCTION(btoidcmp, Oid, DatumGetObjectId, Oid, DatumGetObjectId)
COMPARE_FUNCTION(btcharcmp, uint8, DatumGetUInt8, uint8, DatumGetUInt8)

COMPARE_FUNCTION(btint24cmp, int16, DatumGetInt16, int32, DatumGetInt32)
COMPARE_FUNCTION(btint42cmp, int32, DatumGetInt32, int16, DatumGetInt16)
COMPARE_FUNCTION(btint28cmp, int16, DatumGetInt16, int64, DatumGetInt64)
COMPARE_FUNCTION(btint82cmp, int64, DatumGetInt64, int16, DatumGetInt16)
COMPARE_FUNCTION(btint48cmp, int32, DatumGetInt32, int64, DatumGetInt64)
COMPARE_FUNCTION(btint84cmp, int64, DatumGetInt64, int32, DatumGetInt32)

SORTSUPPORT_FUNCTION(btint2sortsupport, fast_int2, int16, DatumGetInt16)
SORTSUPPORT_FUNCTION(btoidsortsupport, fast_oid, Oid, DatumGetObjectId)

extern Datum btint4sortsupport(PG_FUNCTION_ARGS);
extern Datum btint8sortsupport(PG_FUNCTION_ARGS);
extern Datum btoidvectorcmp(PG_FUNCTION_ARGS);

Datum
btint4sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = ssup_datum_int32_cmp;
	PG_RETURN_VOID();
}

Datum
btint8sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = ssup_datum_signed_cmp;
	PG_RETURN_VOID();
}

/* oidvectors sort by length first, then by elements. */
Datum
btoidvectorcmp(PG_FUNCTION_ARGS)
{
	oidvector *a = (oidvector *) PG_GETARG_POINTER(0);
	oidvector *b = (oidvector *) PG_GETARG_POINTER(1);

	if (a->dim1 != b->dim1)
		PG_RETURN_INT32(a->dim1 - b->dim1);
	for (int i = 0; i < a->dim1; i++)
		if (a->values[i] != b->values[i])
			PG_RETURN_INT32(THREE_WAY(a->values[i], b->values[i]));
	PG_RETURN_INT32(0);
}
