/*
 * int8.c
 *		The type bigint.
 *
 * I/O, arithmetic with overflow checks, comparison and arithmetic across
 * widths, casts, count(), and what all integer types share (int_internals.h).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/int8.c
 */
#include "postgres.h"

#include <math.h>

#include "funcapi.h"
#include "int_internals.h"
#include "libpq/pqformat.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* ---- What the integer types share ---- */

void
int_out_of_range(const char *type_name)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("%s out of range", type_name)));
	pg_unreachable();
}

void
int_division_by_zero(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DIVISION_BY_ZERO),
			 errmsg("division by zero")));
	pg_unreachable();
}

uint64
int_gcd(int64 a, int64 b)
{
	uint64 x = a < 0 ? 0 - (uint64) a : (uint64) a;
	uint64 y = b < 0 ? 0 - (uint64) b : (uint64) b;

	while (y != 0)
	{
		uint64 rest = x % y;

		x = y;
		y = rest;
	}
	return x;
}

Datum
int_vector_recv(FunctionCallInfo fcinfo, Oid elemtype, const char *type_name)
{
	LOCAL_FCINFO(call, 3);
	Datum result;
	ArrayType *array;

	InitFunctionCallInfoData(*call, fcinfo->flinfo, 3, InvalidOid, NULL, NULL);
	call->args[0].value = PG_GETARG_DATUM(0);
	call->args[0].isnull = false;
	call->args[1].value = ObjectIdGetDatum(elemtype);
	call->args[1].isnull = false;
	call->args[2].value = Int32GetDatum(-1);
	call->args[2].isnull = false;
	result = array_recv(call);
	array = DatumGetArrayTypeP(result);
	if (ARR_NDIM(array) != 1 || ARR_HASNULL(array) ||
		ARR_ELEMTYPE(array) != elemtype || ARR_LBOUND(array)[0] != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid %s data", type_name)));
	PG_RETURN_DATUM(result);
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

/* Arithmetic; every result is a bigint */

#define INT8_ARITHMETIC(prefix, GETA, GETB)                    \
	INT_ARITHMETIC(prefix, GETA, GETB, int64, PG_RETURN_INT64, \
				   PG_INT64_MIN, "bigint")
INT8_ARITHMETIC(int8, PG_GETARG_INT64, PG_GETARG_INT64)
INT8_ARITHMETIC(int84, PG_GETARG_INT64, PG_GETARG_INT32)
INT8_ARITHMETIC(int48, PG_GETARG_INT32, PG_GETARG_INT64)
INT8_ARITHMETIC(int82, PG_GETARG_INT64, PG_GETARG_INT16)
INT8_ARITHMETIC(int28, PG_GETARG_INT16, PG_GETARG_INT64)
INT_ONE_WIDTH(int8, int64, PG_GETARG_INT64, PG_RETURN_INT64, PG_INT64_MIN,
			  "bigint", uint64, 63)
INT_DIVISORS(int8, int64, PG_GETARG_INT64, PG_RETURN_INT64, PG_INT64_MIN,
			 PG_INT64_MAX, "bigint")

/* Counting: count(*), count(x) and the inverses for moving windows */

Datum
int8inc(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (unlikely(a == PG_INT64_MAX))
		int_out_of_range("bigint");
	PG_RETURN_INT64(a + 1);
}

Datum
int8dec(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a == PG_INT64_MIN)
		int_out_of_range("bigint");
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
		int_out_of_range("integer");
	PG_RETURN_INT32((int32) a);
}

Datum
int82(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a != (int16) a)
		int_out_of_range("smallint");
	PG_RETURN_INT16((int16) a);
}

Datum
i8tooid(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT64(0);

	if (a != (int64) (Oid) a)
		int_out_of_range("OID");
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
		int_out_of_range("bigint");
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

/* An argument of a series. */
static int64
series_argument(FunctionCallInfo fcinfo, int n, bool wide)
{
	return wide ? PG_GETARG_INT64(n) : PG_GETARG_INT32(n);
}

Datum
int_series(FunctionCallInfo fcinfo, bool wide)
{
	FuncCallContext *funcctx;
	SeriesState *state;
	int64 value;

	if (SRF_IS_FIRSTCALL())
	{
		int64 step = PG_NARGS() == 3 ? series_argument(fcinfo, 2, wide) : 1;

		if (step == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("step size cannot equal zero")));
		funcctx = SRF_FIRSTCALL_INIT();
		state = MemoryContextAlloc(funcctx->multi_call_memory_ctx,
								   sizeof(SeriesState));
		state->current = series_argument(fcinfo, 0, wide);
		state->finish = series_argument(fcinfo, 1, wide);
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
	SRF_RETURN_NEXT(funcctx, wide ? Int64GetDatum(value) : Int32GetDatum((int32) value));
}

/* Tells the planner the number of rows if the arguments are constant. */
Datum
int_series_rows(FunctionCallInfo fcinfo, bool wide)
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
		Datum value;

		if (!IsA(arg, Const))
			PG_RETURN_POINTER(NULL);
		if (((Const *) arg)->constisnull)
		{
			req->rows = 0;
			PG_RETURN_POINTER(req);
		}
		value = ((Const *) arg)->constvalue;
		limit[i++] = wide ? (double) DatumGetInt64(value) : DatumGetInt32(value);
	}
	if (limit[2] == 0)
		PG_RETURN_POINTER(NULL);
	req->rows = floor((limit[1] - limit[0] + limit[2]) / limit[2]);
	PG_RETURN_POINTER(req);
}

Datum
generate_series_int8(PG_FUNCTION_ARGS)
{
	return int_series(fcinfo, true);
}

Datum
generate_series_step_int8(PG_FUNCTION_ARGS)
{
	return int_series(fcinfo, true);
}

Datum
generate_series_int8_support(PG_FUNCTION_ARGS)
{
	return int_series_rows(fcinfo, true);
}
