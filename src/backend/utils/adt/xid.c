/*
 * xid.c
 *		The types xid, xid8 and cid.
 *
 * I/O and comparison.  xid has no btree order, since it wraps around; xid8 has.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/xid.c
 */
#include "postgres.h"

#include "access/multixact.h"
#include "access/transam.h"
#include "access/xact.h"
#include "adt_templates.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/xid8.h"

#define PG_GETARG_COMMANDID(n) DatumGetCommandId(PG_GETARG_DATUM(n))
#define PG_RETURN_COMMANDID(x) return CommandIdGetDatum(x)
#define PG_GETARG_U64(n) DatumGetUInt64(PG_GETARG_DATUM(n))
#define PG_RETURN_U64(v) return UInt64GetDatum(v)

/* Like strtoul: white space, a sign, any base by prefix; the rest ignored. */
Datum
xidin(PG_FUNCTION_ARGS)
{
	PG_RETURN_TRANSACTIONID((TransactionId)
								strtoul(PG_GETARG_CSTRING(0), NULL, 0));
}

Datum
xidout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(psprintf("%u", PG_GETARG_TRANSACTIONID(0)));
}

Datum
xidrecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);

	PG_RETURN_TRANSACTIONID((TransactionId)
								pq_getmsgint(buf, sizeof(TransactionId)));
}

Datum
xidsend(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint32(&buf, PG_GETARG_TRANSACTIONID(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

ADT_TEST(xideq, TransactionId, PG_GETARG_TRANSACTIONID,
		 TransactionId, PG_GETARG_TRANSACTIONID, a == b)
ADT_TEST(xidneq, TransactionId, PG_GETARG_TRANSACTIONID,
		 TransactionId, PG_GETARG_TRANSACTIONID, a != b)

/* How many transactions ago, seen from ours or from the next one. */
Datum
xid_age(PG_FUNCTION_ARGS)
{
	TransactionId xid = PG_GETARG_TRANSACTIONID(0);
	TransactionId now = GetStableLatestTransactionId();

	if (!TransactionIdIsNormal(xid))
		PG_RETURN_INT32(INT_MAX);
	PG_RETURN_INT32((int32) (now - xid));
}

Datum
mxid_age(PG_FUNCTION_ARGS)
{
	TransactionId mxid = PG_GETARG_TRANSACTIONID(0);

	if (!MultiXactIdIsValid(mxid))
		PG_RETURN_INT32(INT_MAX);
	PG_RETURN_INT32((int32) (ReadNextMultiXactId() - mxid));
}

/* qsort comparator: numerical order, for searching only */
int
xidComparator(const void *arg1, const void *arg2)
{
	TransactionId a = *(const TransactionId *) arg1;
	TransactionId b = *(const TransactionId *) arg2;

	return (a > b) - (a < b);
}

/* qsort comparator: order of age, right only within half the XID space */
int
xidLogicalComparator(const void *arg1, const void *arg2)
{
	TransactionId a = *(const TransactionId *) arg1;
	TransactionId b = *(const TransactionId *) arg2;

	Assert(TransactionIdIsNormal(a));
	Assert(TransactionIdIsNormal(b));
	if (a == b)
		return 0;
	return TransactionIdPrecedes(a, b) ? -1 : 1;
}

/* xid8 */

Datum
xid8toxid(PG_FUNCTION_ARGS)
{
	PG_RETURN_TRANSACTIONID((TransactionId) PG_GETARG_U64(0));
}

Datum
xid8in(PG_FUNCTION_ARGS)
{
	PG_RETURN_U64(strtoull(PG_GETARG_CSTRING(0), NULL, 0));
}

Datum
xid8out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(psprintf(UINT64_FORMAT, PG_GETARG_U64(0)));
}

Datum
xid8recv(PG_FUNCTION_ARGS)
{
	PG_RETURN_U64((uint64) pq_getmsgint64((StringInfo) PG_GETARG_POINTER(0)));
}

Datum
xid8send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint64(&buf, PG_GETARG_U64(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

ADT_COMPARE(xid8, uint64, PG_GETARG_U64, uint64, PG_GETARG_U64)
ADT_BINARY(xid8cmp, uint64, PG_GETARG_U64, uint64, PG_GETARG_U64,
		   PG_RETURN_INT32, (a > b) - (a < b))
ADT_BINARY(xid8_larger, uint64, PG_GETARG_U64, uint64, PG_GETARG_U64,
		   PG_RETURN_U64, Max(a, b))
ADT_BINARY(xid8_smaller, uint64, PG_GETARG_U64, uint64, PG_GETARG_U64,
		   PG_RETURN_U64, Min(a, b))

/* cid */

Datum
cidin(PG_FUNCTION_ARGS)
{
	PG_RETURN_COMMANDID((CommandId) strtoul(PG_GETARG_CSTRING(0), NULL, 0));
}

Datum
cidout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(psprintf("%u", PG_GETARG_COMMANDID(0)));
}

Datum
cidrecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);

	PG_RETURN_COMMANDID((CommandId) pq_getmsgint(buf, sizeof(CommandId)));
}

Datum
cidsend(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint32(&buf, PG_GETARG_COMMANDID(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

ADT_TEST(cideq, CommandId, PG_GETARG_COMMANDID, CommandId, PG_GETARG_COMMANDID,
		 a == b)
