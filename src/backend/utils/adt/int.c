/*
 * int.c
 *		The types smallint and integer, and int2vector.
 *
 * I/O, arithmetic with overflow checks (22003), comparison across the two
 * widths and window frames; what bigint has alike is in int_internals.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/int.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "int_internals.h"
#include "libpq/pqformat.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* I/O */

Datum
int2in(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT16(pg_strtoint16(PG_GETARG_CSTRING(0)));
}

Datum
int4in(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(pg_strtoint32(PG_GETARG_CSTRING(0)));
}

Datum
int2out(PG_FUNCTION_ARGS)
{
	char *result = palloc(7);

	pg_itoa(PG_GETARG_INT16(0), result);
	PG_RETURN_CSTRING(result);
}

Datum
int4out(PG_FUNCTION_ARGS)
{
	char *result = palloc(12);

	pg_ltoa(PG_GETARG_INT32(0), result);
	PG_RETURN_CSTRING(result);
}

Datum
int2recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);

	PG_RETURN_INT16((int16) pq_getmsgint(buf, sizeof(int16)));
}

Datum
int4recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);

	PG_RETURN_INT32((int32) pq_getmsgint(buf, sizeof(int32)));
}

Datum
int2send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint16(&buf, PG_GETARG_INT16(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

Datum
int4send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint32(&buf, PG_GETARG_INT32(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* int2vector */

/*
 * buildint2vector
 *		Makes an int2vector of n values; zeroes if int2s is NULL.  palloc'd.
 */
int2vector *
buildint2vector(const int16 *int2s, int n)
{
	Size size = offsetof(int2vector, values) + n * sizeof(int16);
	int2vector *result = palloc0(size);

	if (n > 0 && int2s)
		memcpy(result->values, int2s, n * sizeof(int16));
	SET_VARSIZE(result, size);
	result->ndim = 1;
	result->dataoffset = 0;
	result->elemtype = INT2OID;
	result->dim1 = n;
	result->lbound1 = 0;
	return result;
}

Datum
int2vectorin(PG_FUNCTION_ARGS)
{
	char *s = PG_GETARG_CSTRING(0);
	int16 *values = palloc((strlen(s) / 2 + 1) * sizeof(int16));
	int n = 0;

	for (;;)
	{
		char saved;
		char *end;

		while (isspace((unsigned char) *s))
			s++;
		if (*s == '\0')
			break;
		for (end = s; *end && !isspace((unsigned char) *end); end++)
			;
		saved = *end;
		*end = '\0';
		values[n++] = pg_strtoint16(s);
		*end = saved;
		s = end;
	}
	PG_RETURN_POINTER(buildint2vector(values, n));
}

Datum
int2vectorout(PG_FUNCTION_ARGS)
{
	int2vector *v = (int2vector *) PG_GETARG_POINTER(0);
	char *result = palloc(v->dim1 * 7 + 1);
	char *p = result;

	for (int i = 0; i < v->dim1; i++)
	{
		if (i > 0)
			*p++ = ' ';
		p += pg_itoa(v->values[i], p);
	}
	*p = '\0';
	PG_RETURN_CSTRING(result);
}

Datum
int2vectorrecv(PG_FUNCTION_ARGS)
{
	return int_vector_recv(fcinfo, INT2OID, "int2vector");
}

Datum
int2vectorsend(PG_FUNCTION_ARGS)
{
	return array_send(fcinfo);
}

/* Casts */

Datum
i2toi4(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32((int32) PG_GETARG_INT16(0));
}

Datum
i4toi2(PG_FUNCTION_ARGS)
{
	int32 v = PG_GETARG_INT32(0);

	if (v != (int16) v)
		int_out_of_range("smallint");
	PG_RETURN_INT16((int16) v);
}

ADT_UNARY(int4_bool, int32, PG_GETARG_INT32, PG_RETURN_BOOL, a != 0)
ADT_UNARY(bool_int4, bool, PG_GETARG_BOOL, PG_RETURN_INT32, a ? 1 : 0)

/* Comparison */

ADT_COMPARE(int2, int16, PG_GETARG_INT16, int16, PG_GETARG_INT16)
ADT_COMPARE(int4, int32, PG_GETARG_INT32, int32, PG_GETARG_INT32)
ADT_COMPARE(int24, int16, PG_GETARG_INT16, int32, PG_GETARG_INT32)
ADT_COMPARE(int42, int32, PG_GETARG_INT32, int16, PG_GETARG_INT16)
/* Arithmetic: the result is of the wider argument's type */

INT_ARITHMETIC(int2, PG_GETARG_INT16, PG_GETARG_INT16, int16, PG_RETURN_INT16,
			   PG_INT16_MIN, "smallint")
INT_ARITHMETIC(int4, PG_GETARG_INT32, PG_GETARG_INT32, int32, PG_RETURN_INT32,
			   PG_INT32_MIN, "integer")
INT_ARITHMETIC(int24, PG_GETARG_INT16, PG_GETARG_INT32, int32, PG_RETURN_INT32,
			   PG_INT32_MIN, "integer")
INT_ARITHMETIC(int42, PG_GETARG_INT32, PG_GETARG_INT16, int32, PG_RETURN_INT32,
			   PG_INT32_MIN, "integer")
INT_ONE_WIDTH(int2, int16, PG_GETARG_INT16, PG_RETURN_INT16, PG_INT16_MIN,
			  "smallint", uint32, 31)
INT_ONE_WIDTH(int4, int32, PG_GETARG_INT32, PG_RETURN_INT32, PG_INT32_MIN,
			  "integer", uint32, 31)
INT_DIVISORS(int4, int32, PG_GETARG_INT32, PG_RETURN_INT32, PG_INT32_MIN,
			 PG_INT32_MAX, "integer")

Datum
int4inc(PG_FUNCTION_ARGS)
{
	int32 a = PG_GETARG_INT32(0);

	if (a == PG_INT32_MAX)
		int_out_of_range("integer");
	PG_RETURN_INT32(a + 1);
}

/*
 * Window frames: is val within base -/+ offset?  Sums are made in a type that
 * cannot overflow.
 */
static Datum
in_range(int64 val, int64 base, int64 offset, bool sub, bool less)
{
	int128 limit;

	if (offset < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("invalid preceding or following size in window function")));
	limit = sub ? (int128) base - offset : (int128) base + offset;
	return BoolGetDatum(less ? val <= limit : val >= limit);
}

#define IN_RANGE(name, GET, GETOFF)                                   \
	Datum name(PG_FUNCTION_ARGS)                                      \
	{                                                                 \
		return in_range(GET(0), GET(1), GETOFF(2), PG_GETARG_BOOL(3), \
						PG_GETARG_BOOL(4));                           \
	}

IN_RANGE(in_range_int2_int2, PG_GETARG_INT16, PG_GETARG_INT16)
IN_RANGE(in_range_int2_int4, PG_GETARG_INT16, PG_GETARG_INT32)
IN_RANGE(in_range_int2_int8, PG_GETARG_INT16, PG_GETARG_INT64)
IN_RANGE(in_range_int4_int2, PG_GETARG_INT32, PG_GETARG_INT16)
IN_RANGE(in_range_int4_int4, PG_GETARG_INT32, PG_GETARG_INT32)
IN_RANGE(in_range_int4_int8, PG_GETARG_INT32, PG_GETARG_INT64)
IN_RANGE(in_range_int8_int8, PG_GETARG_INT64, PG_GETARG_INT64)

/* generate_series */

Datum
generate_series_int4(PG_FUNCTION_ARGS)
{
	return int_series(fcinfo, false);
}

Datum
generate_series_step_int4(PG_FUNCTION_ARGS)
{
	return int_series(fcinfo, false);
}

Datum
generate_series_int4_support(PG_FUNCTION_ARGS)
{
	return int_series_rows(fcinfo, false);
}
