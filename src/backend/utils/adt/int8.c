/*
 * int8.c
 *		The type bigint.
 *
 * I/O, arithmetic with overflow checks, comparison and arithmetic across
 * widths, casts, count(), and generate_series over bigint.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/int8.c
 */
#include "postgres.h"

#include <math.h>

#include "adt_templates.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
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
int8in(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(pg_strtoint64(PG_GETARG_CSTRING(0)));
}

Datum
int8out(PG_FUNCTION_ARGS)
{
	char *result = palloc(MAXINT8LEN + 1);

	pg_lltoa(PG_GETARG_INT64(0), result);
	PG_RETURN_CSTRING(result);
}

Datum
int8recv(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(pq_getmsgint64((StringInfo) PG_GETARG_POINTER(0)));
}

Datum
int8send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint64(&buf, PG_GETARG_INT64(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* Comparison, in all pairs of widths */

ADT_COMPARE(int8, int64, PG_GETARG_INT64, int64, PG_GETARG_INT64)
ADT_COMPARE(int84, int64, PG_GETARG_INT64, int32, PG_GETARG_INT32)
ADT_COMPARE(int48, int32, PG_GETARG_INT32, int64, PG_GETARG_INT64)
ADT_COMPARE(int82, int64, PG_GETARG_INT64, int16, PG_GETARG_INT16)
ADT_COMPARE(int28, int16, PG_GETARG_INT16, int64, PG_GETARG_INT64)
ADT_BINARY(int8larger, int64, PG_GETARG_INT64, int64, PG_GETARG_INT64,
		   PG_RETURN_INT64, Max(a, b))
ADT_BINARY(int8smaller, int64, PG_GETARG_INT64, int64, PG_GETARG_INT64,
		   PG_RETURN_INT64, Min(a, b))

/* Arithmetic; every result is a bigint */

#define INT8_OP(name, GETA, GETB, builtin)                           \
	Datum name(PG_FUNCTION_ARGS)                                     \
	{                                                                \
		int64 r;                                                     \
		if (unlikely(builtin((int64) GETA(0), (int64) GETB(1), &r))) \
			out_of_range("bigint");                                  \
		PG_RETURN_INT64(r);                                          \
	}

#define INT8_ARITHMETIC(prefix, GETA, GETB)                  \
	INT8_OP(prefix##pl, GETA, GETB, __builtin_add_overflow)  \
	INT8_OP(prefix##mi, GETA, GETB, __builtin_sub_overflow)  \
	INT8_OP(prefix##mul, GETA, GETB, __builtin_mul_overflow) \
	Datum prefix##div(PG_FUNCTION_ARGS)                      \
	{                                                        \
		int64 a = GETA(0);                                   \
		int64 b = GETB(1);                                   \
		if (b == 0)                                          \
			division_by_zero();                              \
		if (b == -1 && a == PG_INT64_MIN)                    \
			out_of_range("bigint");                          \
		PG_RETURN_INT64(a / b);                              \
	}

INT8_ARITHMETIC(int8, PG_GETARG_INT64, PG_GETARG_INT64)
INT8_ARITHMETIC(int84, PG_GETARG_INT64, PG_GETARG_INT32)
INT8_ARITHMETIC(int48, PG_GETARG_INT32, PG_GETARG_INT64)
INT8_ARITHMETIC(int82, PG_GETARG_INT64, PG_GETARG_INT16)
INT8_ARITHMETIC(int28, PG_GETARG_INT16, PG_GETARG_INT64)

Datum
int8um(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a == PG_INT64_MIN)
		out_of_range("bigint");
	PG_RETURN_INT64(-a);
}

Datum
int8abs(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a == PG_INT64_MIN)
		out_of_range("bigint");
	PG_RETURN_INT64(a < 0 ? -a : a);
}

Datum
int8mod(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);
	int64 b = PG_GETARG_INT64(1);

	if (b == 0)
		division_by_zero();
	PG_RETURN_INT64(b == -1 ? 0 : a % b);
}

static int64
gcd_of(int64 a, int64 b)
{
	uint64 x = a < 0 ? 0 - (uint64) a : (uint64) a;
	uint64 y = b < 0 ? 0 - (uint64) b : (uint64) b;

	while (y != 0)
	{
		uint64 rest = x % y;

		x = y;
		y = rest;
	}
	if (x > (uint64) PG_INT64_MAX)
		out_of_range("bigint");
	return (int64) x;
}

ADT_BINARY(int8gcd, int64, PG_GETARG_INT64, int64, PG_GETARG_INT64,
		   PG_RETURN_INT64, gcd_of(a, b))

Datum
int8lcm(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);
	int64 b = PG_GETARG_INT64(1);
	int64 r;

	if (a == 0 || b == 0)
		PG_RETURN_INT64(0);
	a /= gcd_of(a, b);
	if (__builtin_mul_overflow(a, b, &r) || r == PG_INT64_MIN)
		out_of_range("bigint");
	PG_RETURN_INT64(r < 0 ? -r : r);
}

ADT_UNARY(int8up, int64, PG_GETARG_INT64, PG_RETURN_INT64, a)
ADT_UNARY(int8not, int64, PG_GETARG_INT64, PG_RETURN_INT64, ~a)
ADT_BINARY(int8and, int64, PG_GETARG_INT64, int64, PG_GETARG_INT64,
		   PG_RETURN_INT64, a &b)
ADT_BINARY(int8or, int64, PG_GETARG_INT64, int64, PG_GETARG_INT64,
		   PG_RETURN_INT64, a | b)
ADT_BINARY(int8xor, int64, PG_GETARG_INT64, int64, PG_GETARG_INT64,
		   PG_RETURN_INT64, a ^ b)
ADT_BINARY(int8shl, int64, PG_GETARG_INT64, int32, PG_GETARG_INT32,
		   PG_RETURN_INT64, (int64) ((uint64) a << (b & 63)))
ADT_BINARY(int8shr, int64, PG_GETARG_INT64, int32, PG_GETARG_INT32,
		   PG_RETURN_INT64, a >> (b & 63))

/* Counting: count(*), count(x) and the inverses for moving windows */

Datum
int8inc(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (unlikely(a == PG_INT64_MAX))
		out_of_range("bigint");
	PG_RETURN_INT64(a + 1);
}

Datum
int8dec(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a == PG_INT64_MIN)
		out_of_range("bigint");
	PG_RETURN_INT64(a - 1);
}

#define COUNT_ALIAS(name, function) \
	Datum name(PG_FUNCTION_ARGS)    \
	{                               \
		return function(fcinfo);    \
	}
COUNT_ALIAS(int8inc_any, int8inc)
COUNT_ALIAS(int8inc_float8_float8, int8inc)
COUNT_ALIAS(int8dec_any, int8dec)
ADT_NO_SUPPORT(int8inc_support)

/* Casts */

ADT_UNARY(int48, int32, PG_GETARG_INT32, PG_RETURN_INT64, a)
ADT_UNARY(int28, int16, PG_GETARG_INT16, PG_RETURN_INT64, a)
ADT_UNARY(oidtoi8, Oid, PG_GETARG_OID, PG_RETURN_INT64, a)
ADT_UNARY(i8tod, int64, PG_GETARG_INT64, PG_RETURN_FLOAT8, (float8) a)
ADT_UNARY(i8tof, int64, PG_GETARG_INT64, PG_RETURN_FLOAT4, (float4) a)

Datum
int84(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a != (int32) a)
		out_of_range("integer");
	PG_RETURN_INT32((int32) a);
}

Datum
int82(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a != (int16) a)
		out_of_range("smallint");
	PG_RETURN_INT16((int16) a);
}

Datum
i8tooid(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a != (int64) (Oid) a)
		out_of_range("OID");
	PG_RETURN_OID((Oid) a);
}

/*
 * The limits are compared as floating-point numbers: -2^63 is exact, and
 * 2^63 is the first value too large.
 */
static int64
int64_of_double(double d)
{
	d = rint(d);
	if (isnan(d) || d < -9223372036854775808.0 || d >= 9223372036854775808.0)
		out_of_range("bigint");
	return (int64) d;
}

ADT_UNARY(dtoi8, float8, PG_GETARG_FLOAT8, PG_RETURN_INT64, int64_of_double(a))
ADT_UNARY(ftoi8, float4, PG_GETARG_FLOAT4, PG_RETURN_INT64, int64_of_double(a))

/* generate_series */

typedef struct SeriesState
{
	int64 current;
	int64 finish;
	int64 step;
	bool exhausted;
} SeriesState;

Datum
generate_series_int8(PG_FUNCTION_ARGS)
{
	return generate_series_step_int8(fcinfo);
}

Datum
generate_series_step_int8(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;
	SeriesState *state;
	int64 value;

	if (SRF_IS_FIRSTCALL())
	{
		int64 step = PG_NARGS() == 3 ? PG_GETARG_INT64(2) : 1;

		if (step == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("step size cannot equal zero")));
		funcctx = SRF_FIRSTCALL_INIT();
		state = MemoryContextAlloc(funcctx->multi_call_memory_ctx,
								   sizeof(SeriesState));
		state->current = PG_GETARG_INT64(0);
		state->finish = PG_GETARG_INT64(1);
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
	SRF_RETURN_NEXT(funcctx, Int64GetDatum(value));
}

/*
 * generate_series_int8_support
 *		Tells the planner the number of rows if the arguments are constant.
 */
Datum
generate_series_int8_support(PG_FUNCTION_ARGS)
{
	SupportRequestRows *req = (SupportRequestRows *) PG_GETARG_POINTER(0);
	double limit[3] = {0, 0, 1};
	int i = 0;
	ListCell *lc;

	if (!IsA(req, SupportRequestRows) || !is_funcclause(req->node))
		PG_RETURN_POINTER(NULL);
	foreach (lc, ((FuncExpr *) req->node)->args)
	{
		Node *arg = estimate_expression_value(req->root, lfirst(lc));

		if (!IsA(arg, Const))
			PG_RETURN_POINTER(NULL);
		if (((Const *) arg)->constisnull)
		{
			req->rows = 0;
			PG_RETURN_POINTER(req);
		}
		limit[i++] = (double) DatumGetInt64(((Const *) arg)->constvalue);
	}
	if (limit[2] == 0)
		PG_RETURN_POINTER(NULL);
	req->rows = floor((limit[1] - limit[0] + limit[2]) / limit[2]);
	PG_RETURN_POINTER(req);
}
