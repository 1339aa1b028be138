/*
 * xid8.h
 *		The SQL type of 64-bit transaction identifiers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/xid8.h
 */
#ifndef XID8_H
#define XID8_H

#include "access/transam.h"

#define DatumGetFullTransactionId(d) \
	FullTransactionIdFromU64(DatumGetUInt64(d))
#define FullTransactionIdGetDatum(x) UInt64GetDatum(U64FromFullTransactionId(x))
#define PG_GETARG_FULLTRANSACTIONID(n) \
	DatumGetFullTransactionId(PG_GETARG_DATUM(n))
#define PG_RETURN_FULLTRANSACTIONID(x) return FullTransactionIdGetDatum(x)

#endif /* XID8_H */
