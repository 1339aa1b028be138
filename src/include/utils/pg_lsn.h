/*
 * pg_lsn.h
 *		The SQL type of WAL positions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/pg_lsn.h
 */
#ifndef PG_LSN_H
#define PG_LSN_H

#include "access/xlogdefs.h"
#include "fmgr.h"

#define DatumGetLSN(d) ((XLogRecPtr) DatumGetInt64(d))
#define LSNGetDatum(lsn) Int64GetDatum((int64) (lsn))
#define PG_GETARG_LSN(n) DatumGetLSN(PG_GETARG_DATUM(n))
#define PG_RETURN_LSN(lsn) return LSNGetDatum(lsn)

extern XLogRecPtr pg_lsn_in_internal(const char *str, bool *have_error);

#endif /* PG_LSN_H */
