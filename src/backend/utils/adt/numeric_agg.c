/*
 * numeric_agg.c
 *		Aggregates over numeric and the integer types.
 *
 * sum, avg, variance and standard deviation.  Two kinds of state:
 * NumericAgg sums decimals (numeric, and bigint where squares are summed),
 * IntAgg sums in 128 bits (smallint and integer, and bigint where they are not).
 * sum(int) and avg(int) of the narrow types keep a plain bigint.
 *
 * The _inv functions take a value out again, for moving window frames.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/numeric_agg.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "numeric_internal.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

typedef struct NumericAgg
{
	bool squares; /* sum_x2 is kept */
	MemoryContext cxt;
	int64 n; /* finite values */
	DecSum sum_x;
	DecSum sum_x2;
	int max_scale; /* largest dscale seen, ... */
	int64 max_scale_count; /* ... and how often */
	int64 n_nan;
	int64 n_pinf;
	int64 n_ninf;
} NumericAgg;

typedef struct IntAgg
{
	int64 n;
	int128 sum_x;
	int128 sum_x2;
} IntAgg;

/* ---- States ---- */

static MemoryContext
aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext cxt;

	if (!AggCheckCallContext(fcinfo, &cxt))
		elog(ERROR, "aggregate function called in non-aggregate context");
	return cxt;
}

static NumericAgg *
numeric_state(FunctionCallInfo fcinfo, bool squares)
{
	NumericAgg *state;
	MemoryContext cxt;

	if (!PG_ARGISNULL(0))
		return (NumericAgg *) PG_GETARG_POINTER(0);
	cxt = aggregate_context(fcinfo);
	state = MemoryContextAllocZero(cxt, sizeof(NumericAgg));
	state->cxt = cxt;
	state->squares = squares;
	return state;
}

static IntAgg *
int_state(FunctionCallInfo fcinfo)
{
	/* a chunk of memory is aligned for 8 bytes, int128 wants 16 */
	if (!PG_ARGISNULL(0))
		return (IntAgg *) PG_GETARG_POINTER(0);
	return (IntAgg *) TYPEALIGN(16, MemoryContextAllocZero(aggregate_context(fcinfo), sizeof(IntAgg) + 16));
}

static void
count_special(NumericAgg *state, DecKind kind, int step)
{
	if (kind == DEC_NAN)
		state->n_nan += step;
	else if (kind == DEC_PINF)
		state->n_pinf += step;
	else
		state->n_ninf += step;
}

static void
add_to_sums(NumericAgg *state, const Dec *v, int sign)
{
	MemoryContext old;
	Dec square;

	if (state->squares)
		square = dec_mul(v, v, v->dscale * 2);
	old = MemoryContextSwitchTo(state->cxt);
	dec_sum_add(&state->sum_x, v, sign);
	if (state->squares)
		dec_sum_add(&state->sum_x2, &square, sign);
	MemoryContextSwitchTo(old);
	state->n += sign;
}

static void
accumulate(NumericAgg *state, Numeric num)
{
	Dec v = dec_load(num);

	if (v.kind != DEC_FINITE)
	{
		count_special(state, v.kind, 1);
		return;
	}
	if (v.dscale > state->max_scale)
	{
		state->max_scale = v.dscale;
		state->max_scale_count = 1;
	}
	else if (v.dscale == state->max_scale)
		state->max_scale_count++;
	add_to_sums(state, &v, 1);
}

/* False if the scale of the rest is not known any more. */
static bool
discard(NumericAgg *state, Numeric num)
{
	Dec v = dec_load(num);

	if (v.kind != DEC_FINITE)
	{
		count_special(state, v.kind, -1);
		return true;
	}
	if (v.dscale == state->max_scale)
	{
		if (state->max_scale_count > 1 || state->max_scale == 0)
			state->max_scale_count--;
		else if (state->n == 1)
		{
			state->max_scale = 0;
			state->max_scale_count = 0;
		}
		else
			return false;
	}
	if (state->n == 1)
	{
		state->n = 0;
		memset(&state->sum_x, 0, sizeof(DecSum));
		memset(&state->sum_x2, 0, sizeof(DecSum));
		return true;
	}
	add_to_sums(state, &v, -1);
	return true;
}

/* ---- Transitions of numeric and of bigint squares ---- */

#define NUMERIC_ACCUM(name, squares, value)                 \
	Datum name(PG_FUNCTION_ARGS)                            \
	{                                                       \
		NumericAgg *state = numeric_state(fcinfo, squares); \
		if (!PG_ARGISNULL(1))                               \
			accumulate(state, value);                       \
		PG_RETURN_POINTER(state);                           \
	}
#define NUMERIC_ACCUM_INV(name, value)                    \
	Datum name(PG_FUNCTION_ARGS)                          \
	{                                                     \
		NumericAgg *state;                                \
		if (PG_ARGISNULL(0))                              \
			elog(ERROR, #name " called with NULL state"); \
		state = (NumericAgg *) PG_GETARG_POINTER(0);      \
		if (!PG_ARGISNULL(1) && !discard(state, value))   \
			PG_RETURN_NULL();                             \
		PG_RETURN_POINTER(state);                         \
	}

NUMERIC_ACCUM(numeric_accum, true, PG_GETARG_NUMERIC(1))
NUMERIC_ACCUM(numeric_avg_accum, false, PG_GETARG_NUMERIC(1))
NUMERIC_ACCUM(int8_accum, true, int64_to_numeric(PG_GETARG_INT64(1)))
NUMERIC_ACCUM_INV(numeric_accum_inv, PG_GETARG_NUMERIC(1))
NUMERIC_ACCUM_INV(int8_accum_inv, int64_to_numeric(PG_GETARG_INT64(1)))

static void
merge_sum(DecSum *into, const DecSum *from)
{
	Dec total = dec_sum_total(from);

	dec_sum_add(into, &total, 1);
}

/* Adds the second state to the first, which may be new. */
static Datum
combine_numeric(FunctionCallInfo fcinfo, bool squares)
{
	NumericAgg *a;
	NumericAgg *b;
	MemoryContext old;

	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_POINTER(PG_GETARG_POINTER(0));
	}
	a = numeric_state(fcinfo, squares);
	b = (NumericAgg *) PG_GETARG_POINTER(1);
	a->n_nan += b->n_nan;
	a->n_pinf += b->n_pinf;
	a->n_ninf += b->n_ninf;
	if (b->n > 0)
	{
		a->n += b->n;
		if (b->max_scale > a->max_scale)
		{
			a->max_scale = b->max_scale;
			a->max_scale_count = b->max_scale_count;
		}
		else if (b->max_scale == a->max_scale)
			a->max_scale_count += b->max_scale_count;
		old = MemoryContextSwitchTo(a->cxt);
		merge_sum(&a->sum_x, &b->sum_x);
		if (squares)
			merge_sum(&a->sum_x2, &b->sum_x2);
		MemoryContextSwitchTo(old);
	}
	PG_RETURN_POINTER(a);
}

Datum
numeric_combine(PG_FUNCTION_ARGS)
{
	return combine_numeric(fcinfo, true);
}

Datum
numeric_avg_combine(PG_FUNCTION_ARGS)
{
	return combine_numeric(fcinfo, false);
}

/* ---- Transitions in 128 bits ---- */

#define INT_ACCUM(name, GET, squares, sign)               \
	Datum name(PG_FUNCTION_ARGS)                          \
	{                                                     \
		IntAgg *state;                                    \
		if (sign < 0 && PG_ARGISNULL(0))                  \
			elog(ERROR, #name " called with NULL state"); \
		state = int_state(fcinfo);                        \
		if (!PG_ARGISNULL(1))                             \
		{                                                 \
			int128 v = GET(1);                            \
			state->n += sign;                             \
			state->sum_x += sign * v;                     \
			if (squares)                                  \
				state->sum_x2 += sign * (v * v);          \
		}                                                 \
		PG_RETURN_POINTER(state);                         \
	}

INT_ACCUM(int2_accum, PG_GETARG_INT16, true, 1)
INT_ACCUM(int4_accum, PG_GETARG_INT32, true, 1)
INT_ACCUM(int8_avg_accum, PG_GETARG_INT64, false, 1)
INT_ACCUM(int2_accum_inv, PG_GETARG_INT16, true, -1)
INT_ACCUM(int4_accum_inv, PG_GETARG_INT32, true, -1)
INT_ACCUM(int8_avg_accum_inv, PG_GETARG_INT64, false, -1)

Datum
numeric_poly_combine(PG_FUNCTION_ARGS)
{
	IntAgg *a;
	IntAgg *b;

	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_POINTER(PG_GETARG_POINTER(0));
	}
	a = int_state(fcinfo);
	b = (IntAgg *) PG_GETARG_POINTER(1);
	a->n += b->n;
	a->sum_x += b->sum_x;
	a->sum_x2 += b->sum_x2;
	PG_RETURN_POINTER(a);
}

Datum
int8_avg_combine(PG_FUNCTION_ARGS)
{
	return numeric_poly_combine(fcinfo);
}

/* ---- Results ---- */

/*
 * With values that are not finite, sum and average are NaN or an infinity;
 * false if all were finite.
 */
static bool
special_total(const NumericAgg *state, Numeric *result)
{
	if (state->n_nan > 0 || (state->n_pinf > 0 && state->n_ninf > 0))
		*result = numeric_special(DEC_NAN);
	else if (state->n_pinf > 0)
		*result = numeric_special(DEC_PINF);
	else if (state->n_ninf > 0)
		*result = numeric_special(DEC_NINF);
	else
		return false;
	return true;
}

static bool
saw_nothing(const NumericAgg *state)
{
	return state == NULL ||
		state->n + state->n_nan + state->n_pinf + state->n_ninf == 0;
}

#define NUMERIC_STATE() \
	(PG_ARGISNULL(0) ? NULL : (NumericAgg *) PG_GETARG_POINTER(0))
#define INT_STATE() (PG_ARGISNULL(0) ? NULL : (IntAgg *) PG_GETARG_POINTER(0))

static Dec
sum_of(NumericAgg *state, DecSum *sum, int dscale)
{
	Dec r = dec_sum_total(sum);

	r.dscale = dscale;
	return r;
}

static Numeric
average(Dec sum, int64 n)
{
	Dec count = dec_from_int64(n);
	Dec r = dec_div(&sum, &count, dec_division_scale(&sum, &count),
					true);

	return dec_store(&r);
}

Datum
numeric_sum(PG_FUNCTION_ARGS)
{
	NumericAgg *state = NUMERIC_STATE();
	Numeric special;
	Dec r;

	if (saw_nothing(state))
		PG_RETURN_NULL();
	if (special_total(state, &special))
		PG_RETURN_NUMERIC(special);
	r = sum_of(state, &state->sum_x, state->max_scale);
	PG_RETURN_NUMERIC(dec_store(&r));
}

Datum
numeric_avg(PG_FUNCTION_ARGS)
{
	NumericAgg *state = NUMERIC_STATE();
	Numeric special;

	if (saw_nothing(state))
		PG_RETURN_NULL();
	if (special_total(state, &special))
		PG_RETURN_NUMERIC(special);
	PG_RETURN_NUMERIC(average(sum_of(state, &state->sum_x, state->max_scale),
							  state->n));
}

Datum
numeric_poly_sum(PG_FUNCTION_ARGS)
{
	IntAgg *state = INT_STATE();
	Dec r;

	if (state == NULL || state->n == 0)
		PG_RETURN_NULL();
	r = dec_from_int128(state->sum_x);
	PG_RETURN_NUMERIC(dec_store(&r));
}

Datum
numeric_poly_avg(PG_FUNCTION_ARGS)
{
	IntAgg *state = INT_STATE();

	if (state == NULL || state->n == 0)
		PG_RETURN_NULL();
	PG_RETURN_NUMERIC(average(dec_from_int128(state->sum_x), state->n));
}

/* (n * sum_x2 - sum_x^2) / (n * (n - 1)), or / n^2; or the root of it */
static Numeric
deviation(Dec sum_x, Dec sum_x2, int64 n, bool sample, bool root)
{
	int rscale = sum_x.dscale * 2;
	Dec vn = dec_from_int64(n);
	Dec vn1 = dec_from_int64(sample ? n - 1 : n);
	Dec square = dec_mul(&sum_x, &sum_x, rscale);
	Dec scaled = dec_mul(&vn, &sum_x2, rscale);
	Dec num = dec_sub(&scaled, &square);
	Dec den = dec_mul(&vn, &vn1, 0);
	Dec r;

	if (num.nd == 0 || num.neg)
		r = dec_int(0);
	else
	{
		rscale = dec_division_scale(&num, &den);
		r = dec_div(&num, &den, rscale, true);
		if (root)
			r = dec_sqrt(&r, rscale);
	}
	return dec_store(&r);
}

#define NUMERIC_DEVIATION(name, sample, root)                                        \
	Datum numeric_##name(PG_FUNCTION_ARGS)                                           \
	{                                                                                \
		NumericAgg *state = NUMERIC_STATE();                                         \
		if (saw_nothing(state) ||                                                    \
			(sample && state->n + state->n_nan + state->n_pinf + state->n_ninf < 2)) \
			PG_RETURN_NULL();                                                        \
		if (state->n_nan + state->n_pinf + state->n_ninf > 0)                        \
			PG_RETURN_NUMERIC(numeric_special(DEC_NAN));                             \
		PG_RETURN_NUMERIC(deviation(sum_of(state, &state->sum_x,                     \
										   state->sum_x.dscale),                     \
									sum_of(state, &state->sum_x2,                    \
										   state->sum_x2.dscale),                    \
									state->n, sample, root));                        \
	}                                                                                \
	Datum numeric_poly_##name(PG_FUNCTION_ARGS)                                      \
	{                                                                                \
		IntAgg *state = INT_STATE();                                                 \
		if (state == NULL || state->n < (sample ? 2 : 1))                            \
			PG_RETURN_NULL();                                                        \
		PG_RETURN_NUMERIC(deviation(dec_from_int128(state->sum_x),                   \
									dec_from_int128(state->sum_x2),                  \
									state->n, sample, root));                        \
	}

NUMERIC_DEVIATION(var_pop, false, false)
NUMERIC_DEVIATION(var_samp, true, false)
NUMERIC_DEVIATION(stddev_pop, false, true)
NUMERIC_DEVIATION(stddev_samp, true, true)

/* ---- sum() of smallint and integer: a bigint, NULL before any value ---- */

#define INT_SUM(name, GET)                              \
	Datum name(PG_FUNCTION_ARGS)                        \
	{                                                   \
		int64 sum;                                      \
		if (PG_ARGISNULL(1))                            \
		{                                               \
			if (PG_ARGISNULL(0))                        \
				PG_RETURN_NULL();                       \
			PG_RETURN_INT64(PG_GETARG_INT64(0));        \
		}                                               \
		sum = PG_ARGISNULL(0) ? 0 : PG_GETARG_INT64(0); \
		PG_RETURN_INT64(sum + (int64) GET(1));          \
	}
INT_SUM(int2_sum, PG_GETARG_INT16)
INT_SUM(int4_sum, PG_GETARG_INT32)

/* The older transition of sum(bigint), on numeric. */
Datum
int8_sum(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_NUMERIC(PG_GETARG_NUMERIC(0));
	}
	if (PG_ARGISNULL(0))
		PG_RETURN_NUMERIC(int64_to_numeric(PG_GETARG_INT64(1)));
	PG_RETURN_NUMERIC(numeric_add_opt_error(PG_GETARG_NUMERIC(0),
											int64_to_numeric(PG_GETARG_INT64(1)),
											NULL));
}

/* ---- avg() of smallint and integer: count and sum in an int8[2] ---- */

typedef struct CountAndSum
{
	int64 count;
	int64 sum;
} CountAndSum;

/* The state's two numbers, to be changed in place if it is ours alone. */
static CountAndSum *
count_and_sum(FunctionCallInfo fcinfo, int arg, ArrayType **array)
{
	*array = AggCheckCallContext(fcinfo, NULL) ? PG_GETARG_ARRAYTYPE_P(arg) : PG_GETARG_ARRAYTYPE_P_COPY(arg);
	if (ARR_HASNULL(*array) ||
		ARR_SIZE(*array) != ARR_OVERHEAD_NONULLS(1) + sizeof(CountAndSum))
		elog(ERROR, "expected 2-element int8 array");
	return (CountAndSum *) ARR_DATA_PTR(*array);
}

#define INT_AVG(name, GET, sign)                               \
	Datum name(PG_FUNCTION_ARGS)                               \
	{                                                          \
		ArrayType *array;                                      \
		CountAndSum *state = count_and_sum(fcinfo, 0, &array); \
		state->count += sign;                                  \
		state->sum += sign * (int64) GET(1);                   \
		PG_RETURN_ARRAYTYPE_P(array);                          \
	}
INT_AVG(int2_avg_accum, PG_GETARG_INT16, 1)
INT_AVG(int4_avg_accum, PG_GETARG_INT32, 1)
INT_AVG(int2_avg_accum_inv, PG_GETARG_INT16, -1)
INT_AVG(int4_avg_accum_inv, PG_GETARG_INT32, -1)

Datum
int4_avg_combine(PG_FUNCTION_ARGS)
{
	ArrayType *a;
	ArrayType *b;
	CountAndSum *sa = count_and_sum(fcinfo, 0, &a);
	CountAndSum *sb = count_and_sum(fcinfo, 1, &b);

	sa->count += sb->count;
	sa->sum += sb->sum;
	PG_RETURN_ARRAYTYPE_P(a);
}

Datum
int8_avg(PG_FUNCTION_ARGS)
{
	ArrayType *array;
	CountAndSum *state = count_and_sum(fcinfo, 0, &array);

	if (state->count == 0)
		PG_RETURN_NULL();
	PG_RETURN_NUMERIC(average(dec_from_int64(state->sum), state->count));
}

Datum
int2int4_sum(PG_FUNCTION_ARGS)
{
	ArrayType *array;
	CountAndSum *state = count_and_sum(fcinfo, 0, &array);

	if (state->count == 0)
		PG_RETURN_NULL();
	PG_RETURN_INT64(state->sum);
}
