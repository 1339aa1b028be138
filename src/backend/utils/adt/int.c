/*
 * int.c
 *		The types smallint and integer, and int2vector.
 *
 * I/O, arithmetic with overflow checks (22003), comparison across the two
 * widths, bit operations, and generate_series over integer.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/int.c
 */
#include "postgres.h"

#include <math.h>

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/builtins.h"

static void
out_of_range(const char *type_name)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("%s out of range", type_name)));
}

static void
division_by_zero(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DIVISION_BY_ZERO),
			 errmsg("division by zero")));
}

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
	LOCAL_FCINFO(call, 3);
	Datum result;
	ArrayType *array;

	InitFunctionCallInfoData(*call, fcinfo->flinfo, 3, InvalidOid, NULL, NULL);
	call->args[0].value = PG_GETARG_DATUM(0);
	call->args[0].isnull = false;
	call->args[1].value = ObjectIdGetDatum(INT2OID);
	call->args[1].isnull = false;
	call->args[2].value = Int32GetDatum(-1);
	call->args[2].isnull = false;
	result = array_recv(call);
	array = DatumGetArrayTypeP(result);
	if (ARR_NDIM(array) != 1 || ARR_HASNULL(array) ||
		ARR_ELEMTYPE(array) != INT2OID || ARR_LBOUND(array)[0] != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid int2vector data")));
	PG_RETURN_DATUM(result);
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
		out_of_range("smallint");
	PG_RETURN_INT16((int16) v);
}

ADT_UNARY(int4_bool, int32, PG_GETARG_INT32, PG_RETURN_BOOL, a != 0)
ADT_UNARY(bool_int4, bool, PG_GETARG_BOOL, PG_RETURN_INT32, a ? 1 : 0)

/* Comparison */

ADT_COMPARE(int2, int16, PG_GETARG_INT16, int16, PG_GETARG_INT16)
ADT_COMPARE(int4, int32, PG_GETARG_INT32, int32, PG_GETARG_INT32)
ADT_COMPARE(int24, int16, PG_GETARG_INT16, int32, PG_GETARG_INT32)
ADT_COMPARE(int42, int32, PG_GETARG_INT32, int16, PG_GETARG_INT16)
ADT_BINARY(int2larger, int16, PG_GETARG_INT16, int16, PG_GETARG_INT16,
		   PG_RETURN_INT16, Max(a, b))
ADT_BINARY(int2smaller, int16, PG_GETARG_INT16, int16, PG_GETARG_INT16,
		   PG_RETURN_INT16, Min(a, b))
ADT_BINARY(int4larger, int32, PG_GETARG_INT32, int32, PG_GETARG_INT32,
		   PG_RETURN_INT32, Max(a, b))
ADT_BINARY(int4smaller, int32, PG_GETARG_INT32, int32, PG_GETARG_INT32,
		   PG_RETURN_INT32, Min(a, b))

/*
 * Arithmetic: prefix##pl, mi, mul, div.  TR is the wider of the two argument
 * types, tname its name in messages.
 */
#define INT_OP(name, TA, GETA, TB, GETB, TR, RET, builtin, tname) \
	Datum name(PG_FUNCTION_ARGS)                                  \
	{                                                             \
		TR r;                                                     \
		if (unlikely(builtin((TR) GETA(0), (TR) GETB(1), &r)))    \
			out_of_range(tname);                                  \
		RET(r);                                                   \
	}

#define INT_DIV(name, TA, GETA, TB, GETB, TR, RET, tmin, tname) \
	Datum name(PG_FUNCTION_ARGS)                                \
	{                                                           \
		TR a = GETA(0);                                         \
		TR b = GETB(1);                                         \
		if (b == 0)                                             \
			division_by_zero();                                 \
		if (b == -1 && a == tmin)                               \
			out_of_range(tname);                                \
		RET(a / b);                                             \
	}

#define INT_ARITHMETIC(prefix, TA, GETA, TB, GETB, TR, RET, tmin, tname)            \
	INT_OP(prefix##pl, TA, GETA, TB, GETB, TR, RET, __builtin_add_overflow, tname)  \
	INT_OP(prefix##mi, TA, GETA, TB, GETB, TR, RET, __builtin_sub_overflow, tname)  \
	INT_OP(prefix##mul, TA, GETA, TB, GETB, TR, RET, __builtin_mul_overflow, tname) \
	INT_DIV(prefix##div, TA, GETA, TB, GETB, TR, RET, tmin, tname)

INT_ARITHMETIC(int2, int16, PG_GETARG_INT16, int16, PG_GETARG_INT16, int16,
			   PG_RETURN_INT16, PG_INT16_MIN, "smallint")
INT_ARITHMETIC(int4, int32, PG_GETARG_INT32, int32, PG_GETARG_INT32, int32,
			   PG_RETURN_INT32, PG_INT32_MIN, "integer")
INT_ARITHMETIC(int24, int16, PG_GETARG_INT16, int32, PG_GETARG_INT32, int32,
			   PG_RETURN_INT32, PG_INT32_MIN, "integer")
INT_ARITHMETIC(int42, int32, PG_GETARG_INT32, int16, PG_GETARG_INT16, int32,
			   PG_RETURN_INT32, PG_INT32_MIN, "integer")

/* One-argument arithmetic, modulus and bit operations of one width. */
#define INT_UNARY_AND_BITS(prefix, T, GET, RET, tmin, tname)     \
	Datum prefix##um(PG_FUNCTION_ARGS)                           \
	{                                                            \
		T a = GET(0);                                            \
		if (a == tmin)                                           \
			out_of_range(tname);                                 \
		RET(-a);                                                 \
	}                                                            \
	Datum prefix##abs(PG_FUNCTION_ARGS)                          \
	{                                                            \
		T a = GET(0);                                            \
		if (a == tmin)                                           \
			out_of_range(tname);                                 \
		RET(a < 0 ? -a : a);                                     \
	}                                                            \
	Datum prefix##mod(PG_FUNCTION_ARGS)                          \
	{                                                            \
		T a = GET(0);                                            \
		T b = GET(1);                                            \
		if (b == 0)                                              \
			division_by_zero();                                  \
		RET(b == -1 ? 0 : a % b);                                \
	}                                                            \
	ADT_UNARY(prefix##up, T, GET, RET, a)                        \
	ADT_UNARY(prefix##not, T, GET, RET, ~a)                      \
	ADT_BINARY(prefix##and, T, GET, T, GET, RET, a &b)           \
	ADT_BINARY(prefix## or, T, GET, T, GET, RET, a | b)          \
	ADT_BINARY(prefix## xor, T, GET, T, GET, RET, a ^ b)         \
	ADT_BINARY(prefix##shl, T, GET, int32, PG_GETARG_INT32, RET, \
			   (T) ((uint32) a << (b & 31)))                     \
	ADT_BINARY(prefix##shr, T, GET, int32, PG_GETARG_INT32, RET, \
			   (T) (a >> (b & 31)))

INT_UNARY_AND_BITS(int2, int16, PG_GETARG_INT16, PG_RETURN_INT16,
				   PG_INT16_MIN, "smallint")
INT_UNARY_AND_BITS(int4, int32, PG_GETARG_INT32, PG_RETURN_INT32,
				   PG_INT32_MIN, "integer")

Datum
int4inc(PG_FUNCTION_ARGS)
{
	int32 a = PG_GETARG_INT32(0);

	if (a == PG_INT32_MAX)
		out_of_range("integer");
	PG_RETURN_INT32(a + 1);
}

static int32
gcd_of(int32 a, int32 b)
{
	int64 x = a < 0 ? -(int64) a : a;
	int64 y = b < 0 ? -(int64) b : b;

	while (y != 0)
	{
		int64 rest = x % y;

		x = y;
		y = rest;
	}
	if (x > PG_INT32_MAX)
		out_of_range("integer");
	return (int32) x;
}

ADT_BINARY(int4gcd, int32, PG_GETARG_INT32, int32, PG_GETARG_INT32,
		   PG_RETURN_INT32, gcd_of(a, b))

Datum
int4lcm(PG_FUNCTION_ARGS)
{
	int32 a = PG_GETARG_INT32(0);
	int32 b = PG_GETARG_INT32(1);
	int32 r;

	if (a == 0 || b == 0)
		PG_RETURN_INT32(0);
	a /= gcd_of(a, b);
	if (__builtin_mul_overflow(a, b, &r) || r == PG_INT32_MIN)
		out_of_range("integer");
	PG_RETURN_INT32(r < 0 ? -r : r);
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

typedef struct SeriesState
{
	int32 current;
	int32 finish;
	int32 step;
	bool exhausted;
} SeriesState;

Datum
generate_series_int4(PG_FUNCTION_ARGS)
{
	return generate_series_step_int4(fcinfo);
}

Datum
generate_series_step_int4(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;
	SeriesState *state;
	int32 value;

	if (SRF_IS_FIRSTCALL())
	{
		int32 step = PG_NARGS() == 3 ? PG_GETARG_INT32(2) : 1;

		if (step == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("step size cannot equal zero")));
		funcctx = SRF_FIRSTCALL_INIT();
		state = MemoryContextAlloc(funcctx->multi_call_memory_ctx,
								   sizeof(SeriesState));
		state->current = PG_GETARG_INT32(0);
		state->finish = PG_GETARG_INT32(1);
		state->step = step;
		state->exhausted = false;
		funcctx->user_fctx = state;
	}
	funcctx = SRF_PERCALL_SETUP();
	state = funcctx->user_fctx;
	value = state->current;
	if (state->exhausted ||
		(state->step > 0 ? value > state->finish : value < state->finish))
		SRF_RETURN_DONE(funcctx);
	state->exhausted = __builtin_add_overflow(value, state->step,
											  &state->current);
	SRF_RETURN_NEXT(funcctx, Int32GetDatum(value));
}

/*
 * generate_series_int4_support
 *		Tells the planner the number of rows if the arguments are constant.
 */
Datum
generate_series_int4_support(PG_FUNCTION_ARGS)
{
	SupportRequestRows *req = (SupportRequestRows *) PG_GETARG_POINTER(0);
	double limit[3] = {0, 0, 1};
	List *args;
	int i = 0;
	ListCell *lc;

	if (!IsA(req, SupportRequestRows) || !is_funcclause(req->node))
		PG_RETURN_POINTER(NULL);
	args = ((FuncExpr *) req->node)->args;
	foreach (lc, args)
	{
		Node *arg = estimate_expression_value(req->root, lfirst(lc));

		if (!IsA(arg, Const))
			PG_RETURN_POINTER(NULL);
		if (((Const *) arg)->constisnull)
		{
			req->rows = 0;
			PG_RETURN_POINTER(req);
		}
		limit[i++] = DatumGetInt32(((Const *) arg)->constvalue);
	}
	if (limit[2] == 0)
		PG_RETURN_POINTER(NULL);
	req->rows = floor((limit[1] - limit[0] + limit[2]) / limit[2]);
	PG_RETURN_POINTER(req);
}
