/*
 * pg_lsn.c
 *		The type pg_lsn: a position in the WAL.
 *
 * Text form: two hexadecimal halves parted by a slash.  Differences are numeric,
 * since they can exceed a bigint.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/pg_lsn.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/numeric.h"
#include "utils/pg_lsn.h"

#define MAXPG_LSNCOMPONENT 8

/* Sets *have_error, which the caller has cleared, if str is malformed. */
XLogRecPtr
pg_lsn_in_internal(const char *str, bool *have_error)
{
	static const char hex[] = "0123456789abcdefABCDEF";
	size_t len1 = strspn(str, hex);
	size_t len2;

	if (len1 >= 1 && len1 <= MAXPG_LSNCOMPONENT && str[len1] == '/')
	{
		len2 = strspn(str + len1 + 1, hex);
		if (len2 >= 1 && len2 <= MAXPG_LSNCOMPONENT &&
			str[len1 + 1 + len2] == '\0')
			return ((uint64) strtoul(str, NULL, 16) << 32) |
				strtoul(str + len1 + 1, NULL, 16);
	}
	*have_error = true;
	return InvalidXLogRecPtr;
}

Datum
pg_lsn_in(PG_FUNCTION_ARGS)
{
	char *str = PG_GETARG_CSTRING(0);
	bool have_error = false;
	XLogRecPtr result = pg_lsn_in_internal(str, &have_error);

	if (have_error)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for type %s: \"%s\"",
						"pg_lsn", str)));
	PG_RETURN_LSN(result);
}

Datum
pg_lsn_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(psprintf("%X/%X", LSN_FORMAT_ARGS(PG_GETARG_LSN(0))));
}

Datum
pg_lsn_recv(PG_FUNCTION_ARGS)
{
	PG_RETURN_LSN((XLogRecPtr)
					  pq_getmsgint64((StringInfo) PG_GETARG_POINTER(0)));
}

Datum
pg_lsn_send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint64(&buf, PG_GETARG_LSN(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

ADT_COMPARE(pg_lsn_, XLogRecPtr, PG_GETARG_LSN, XLogRecPtr, PG_GETARG_LSN)
ADT_BINARY(pg_lsn_larger, XLogRecPtr, PG_GETARG_LSN, XLogRecPtr, PG_GETARG_LSN,
		   PG_RETURN_LSN, Max(a, b))
ADT_BINARY(pg_lsn_smaller, XLogRecPtr, PG_GETARG_LSN, XLogRecPtr,
		   PG_GETARG_LSN, PG_RETURN_LSN, Min(a, b))
ADT_BINARY(pg_lsn_cmp, XLogRecPtr, PG_GETARG_LSN, XLogRecPtr, PG_GETARG_LSN,
		   PG_RETURN_INT32, (a > b) - (a < b))

Datum
pg_lsn_hash(PG_FUNCTION_ARGS)
{
	return hashint8(fcinfo);
}

Datum
pg_lsn_hash_extended(PG_FUNCTION_ARGS)
{
	return hashint8extended(fcinfo);
}

static Datum
lsn_to_numeric(XLogRecPtr lsn)
{
	return DirectFunctionCall3(numeric_in,
							   CStringGetDatum(psprintf(UINT64_FORMAT, lsn)),
							   ObjectIdGetDatum(InvalidOid),
							   Int32GetDatum(-1));
}

Datum
pg_lsn_mi(PG_FUNCTION_ARGS)
{
	return DirectFunctionCall2(numeric_sub, lsn_to_numeric(PG_GETARG_LSN(0)),
							   lsn_to_numeric(PG_GETARG_LSN(1)));
}

/* lsn plus or minus a numeric number of bytes */
static Datum
lsn_shift(FunctionCallInfo fcinfo, PGFunction operation, const char *verb)
{
	Numeric nbytes = PG_GETARG_NUMERIC(1);

	if (numeric_is_nan(nbytes))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot %s pg_lsn", verb)));
	return DirectFunctionCall1(numeric_pg_lsn,
							   DirectFunctionCall2(operation,
												   lsn_to_numeric(PG_GETARG_LSN(0)),
												   NumericGetDatum(nbytes)));
}

Datum
pg_lsn_pli(PG_FUNCTION_ARGS)
{
	return lsn_shift(fcinfo, numeric_add, "add NaN to");
}

Datum
pg_lsn_mii(PG_FUNCTION_ARGS)
{
	return lsn_shift(fcinfo, numeric_sub, "subtract NaN from");
}
