/*
 * cash.h
 *		The money type: an int64 of the smallest currency unit.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/cash.h
 */
#ifndef CASH_H
#define CASH_H

#include "fmgr.h"

typedef int64 Cash;

#define DatumGetCash(d) ((Cash) DatumGetInt64(d))
#define CashGetDatum(c) Int64GetDatum(c)
#define PG_GETARG_CASH(n) DatumGetCash(PG_GETARG_DATUM(n))
#define PG_RETURN_CASH(c) return CashGetDatum(c)

#endif /* CASH_H */
