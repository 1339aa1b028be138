/*
 * rangetypes.h
 *		Bytes of range values.
 *
 * A varlena value: range type OID, lower bound if finite, upper bound if
 * finite (each aligned for its type), and a flag byte at the very end.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/rangetypes.h
 */
#ifndef RANGETYPES_H
#define RANGETYPES_H

#include "fmgr.h"

typedef struct
{
	int32 vl_len_;
	Oid rangetypid;
} RangeType;

#define RANGE_EMPTY 0x01
#define RANGE_LB_INC 0x02
#define RANGE_UB_INC 0x04
#define RANGE_LB_INF 0x08
#define RANGE_UB_INF 0x10

#define RangeTypeGetOid(r) ((r)->rangetypid)
#define DatumGetRangeTypeP(d) ((RangeType *) PG_DETOAST_DATUM(d))
#define PG_GETARG_RANGE_P(n) DatumGetRangeTypeP(PG_GETARG_DATUM(n))

#endif /* RANGETYPES_H */
