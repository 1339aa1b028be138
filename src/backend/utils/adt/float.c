/*
 * float.c
 *		The types real and double precision.
 *
 * I/O, arithmetic and comparison in all pairs of widths, the functions of
 * mathematics, random(), and the statistical aggregates.  Rules for overflow and
 * NaN are in utils/float.h.
 *
 * Output is the shortest text that reads back as the same number, unless
 * extra_float_digits asks for fewer digits.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/float.c
 */
#include "postgres.h"

#include <float.h>
#include <limits.h>
#include <math.h>

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "common/pg_prng.h"
#include "common/shortest_dec.h"
#include "libpq/pqformat.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/sortsupport.h"
#include "utils/timestamp.h"

int extra_float_digits = 1;

static pg_prng_state random_state;
static bool random_seeded = false;

void
float_overflow_error(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("value out of range: overflow")));
	pg_unreachable();
}

void
float_underflow_error(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("value out of range: underflow")));
	pg_unreachable();
}

void
float_zero_divide_error(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DIVISION_BY_ZERO),
			 errmsg("division by zero")));
	pg_unreachable();
}

/* -1, 0 or 1 */
int
is_infinite(double val)
{
	return isinf(val) ? (val < 0 ? -1 : 1) : 0;
}

/* ---- I/O ---- */

static void
float_syntax(const char *type_name, const char *orig)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"",
					type_name, orig)));
}

/*
 * float8in_internal_opt_error
 *		Reads a number at num.  With endptr_p, sets it behind the number and
 *		the white space that follows; without, nothing else may follow.
 *
 * Errors: 22P02 and 22003; with have_error, *have_error is set instead.
 */
float8
float8in_internal_opt_error(char *num, char **endptr_p, const char *type_name,
							const char *orig_string, bool *have_error)
{
	double val;
	char *end;

	if (have_error)
		*have_error = false;
	while (isspace((unsigned char) *num))
		num++;
	errno = 0;
	val = strtod(num, &end);
	if (end == num)
		goto malformed;
	/* a subnormal number raises ERANGE too, but is good */
	if (errno == ERANGE && (val == 0.0 || isinf(val)))
	{
		if (have_error)
		{
			*have_error = true;
			return 0;
		}
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("\"%s\" is out of range for type double precision",
						pnstrdup(num, end - num))));
	}
	while (isspace((unsigned char) *end))
		end++;
	if (endptr_p)
		*endptr_p = end;
	else if (*end)
		goto malformed;
	return val;

malformed:
	if (have_error)
		*have_error = true;
	else
		float_syntax(type_name, orig_string);
	return 0;
}

float8
float8in_internal(char *num, char **endptr_p, const char *type_name,
				  const char *orig_string)
{
	return float8in_internal_opt_error(num, endptr_p, type_name, orig_string,
									   NULL);
}

Datum
float8in(PG_FUNCTION_ARGS)
{
	char *num = PG_GETARG_CSTRING(0);

	PG_RETURN_FLOAT8(float8in_internal(num, NULL, "double precision", num));
}

Datum
float4in(PG_FUNCTION_ARGS)
{
	char *orig = PG_GETARG_CSTRING(0);
	char *num = orig;
	char *end;
	float val;

	while (isspace((unsigned char) *num))
		num++;
	errno = 0;
	val = strtof(num, &end);
	if (end == num)
		float_syntax("real", orig);
	if (errno == ERANGE && (val == 0.0f || isinf(val)))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("\"%s\" is out of range for type real",
						pnstrdup(num, end - num))));
	while (isspace((unsigned char) *end))
		end++;
	if (*end)
		float_syntax("real", orig);
	PG_RETURN_FLOAT4(val);
}

/* NaN and infinities by name; NULL for a number. */
static const char *
special_name(double v)
{
	return isnan(v) ? "NaN" : isinf(v) ? (v < 0 ? "-Infinity" : "Infinity")
									   : NULL;
}

/* Text of num, palloc'd. */
char *
float8out_internal(float8 num)
{
	char *buf = palloc(64);
	const char *name = special_name(num);

	if (name)
		strcpy(buf, name);
	else if (extra_float_digits > 0)
		double_to_shortest_decimal_buf(num, buf);
	else
		snprintf(buf, 64, "%.*g", Max(DBL_DIG + extra_float_digits, 1), num);
	return buf;
}

Datum
float8out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(float8out_internal(PG_GETARG_FLOAT8(0)));
}

Datum
float4out(PG_FUNCTION_ARGS)
{
	float4 num = PG_GETARG_FLOAT4(0);
	char *buf = palloc(64);
	const char *name = special_name(num);

	if (name)
		strcpy(buf, name);
	else if (extra_float_digits > 0)
		float_to_shortest_decimal_buf(num, buf);
	else
		snprintf(buf, 64, "%.*g", Max(FLT_DIG + extra_float_digits, 1), num);
	PG_RETURN_CSTRING(buf);
}

Datum
float4recv(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT4(pq_getmsgfloat4((StringInfo) PG_GETARG_POINTER(0)));
}

Datum
float8recv(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(pq_getmsgfloat8((StringInfo) PG_GETARG_POINTER(0)));
}

Datum
float4send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendfloat4(&buf, PG_GETARG_FLOAT4(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

Datum
float8send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendfloat8(&buf, PG_GETARG_FLOAT8(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* ---- Arithmetic and comparison ---- */

#define FLOAT_OPS(prefix, TA, GETA, TB, GETB, TR, RET, T)                     \
	ADT_BINARY(prefix##pl, TA, GETA, TB, GETB, RET, T##_pl((TR) a, (TR) b))   \
	ADT_BINARY(prefix##mi, TA, GETA, TB, GETB, RET, T##_mi((TR) a, (TR) b))   \
	ADT_BINARY(prefix##mul, TA, GETA, TB, GETB, RET, T##_mul((TR) a, (TR) b)) \
	ADT_BINARY(prefix##div, TA, GETA, TB, GETB, RET, T##_div((TR) a, (TR) b)) \
	ADT_TEST(prefix##eq, TA, GETA, TB, GETB, T##_eq((TR) a, (TR) b))          \
	ADT_TEST(prefix##ne, TA, GETA, TB, GETB, T##_ne((TR) a, (TR) b))          \
	ADT_TEST(prefix##lt, TA, GETA, TB, GETB, T##_lt((TR) a, (TR) b))          \
	ADT_TEST(prefix##le, TA, GETA, TB, GETB, T##_le((TR) a, (TR) b))          \
	ADT_TEST(prefix##gt, TA, GETA, TB, GETB, T##_gt((TR) a, (TR) b))          \
	ADT_TEST(prefix##ge, TA, GETA, TB, GETB, T##_ge((TR) a, (TR) b))

FLOAT_OPS(float4, float4, PG_GETARG_FLOAT4, float4, PG_GETARG_FLOAT4, float4,
		  PG_RETURN_FLOAT4, float4)
FLOAT_OPS(float8, float8, PG_GETARG_FLOAT8, float8, PG_GETARG_FLOAT8, float8,
		  PG_RETURN_FLOAT8, float8)
FLOAT_OPS(float48, float4, PG_GETARG_FLOAT4, float8, PG_GETARG_FLOAT8, float8,
		  PG_RETURN_FLOAT8, float8)
FLOAT_OPS(float84, float8, PG_GETARG_FLOAT8, float4, PG_GETARG_FLOAT4, float8,
		  PG_RETURN_FLOAT8, float8)

int
float4_cmp_internal(float4 a, float4 b)
{
	return float4_gt(a, b) - float4_lt(a, b);
}

int
float8_cmp_internal(float8 a, float8 b)
{
	return float8_gt(a, b) - float8_lt(a, b);
}

ADT_BINARY(btfloat4cmp, float4, PG_GETARG_FLOAT4, float4, PG_GETARG_FLOAT4,
		   PG_RETURN_INT32, float4_cmp_internal(a, b))
ADT_BINARY(btfloat8cmp, float8, PG_GETARG_FLOAT8, float8, PG_GETARG_FLOAT8,
		   PG_RETURN_INT32, float8_cmp_internal(a, b))
ADT_BINARY(btfloat48cmp, float4, PG_GETARG_FLOAT4, float8, PG_GETARG_FLOAT8,
		   PG_RETURN_INT32, float8_cmp_internal(a, b))
ADT_BINARY(btfloat84cmp, float8, PG_GETARG_FLOAT8, float4, PG_GETARG_FLOAT4,
		   PG_RETURN_INT32, float8_cmp_internal(a, b))
ADT_BINARY(float4larger, float4, PG_GETARG_FLOAT4, float4, PG_GETARG_FLOAT4,
		   PG_RETURN_FLOAT4, float4_max(a, b))
ADT_BINARY(float4smaller, float4, PG_GETARG_FLOAT4, float4, PG_GETARG_FLOAT4,
		   PG_RETURN_FLOAT4, float4_min(a, b))
ADT_BINARY(float8larger, float8, PG_GETARG_FLOAT8, float8, PG_GETARG_FLOAT8,
		   PG_RETURN_FLOAT8, float8_max(a, b))
ADT_BINARY(float8smaller, float8, PG_GETARG_FLOAT8, float8, PG_GETARG_FLOAT8,
		   PG_RETURN_FLOAT8, float8_min(a, b))
ADT_UNARY(float4abs, float4, PG_GETARG_FLOAT4, PG_RETURN_FLOAT4, fabsf(a))
ADT_UNARY(float4um, float4, PG_GETARG_FLOAT4, PG_RETURN_FLOAT4, -a)
ADT_UNARY(float4up, float4, PG_GETARG_FLOAT4, PG_RETURN_FLOAT4, a)
ADT_UNARY(float8abs, float8, PG_GETARG_FLOAT8, PG_RETURN_FLOAT8, fabs(a))
ADT_UNARY(float8um, float8, PG_GETARG_FLOAT8, PG_RETURN_FLOAT8, -a)
ADT_UNARY(float8up, float8, PG_GETARG_FLOAT8, PG_RETURN_FLOAT8, a)

static int
float4_sort_cmp(Datum x, Datum y, SortSupport ssup)
{
	return float4_cmp_internal(DatumGetFloat4(x), DatumGetFloat4(y));
}

static int
float8_sort_cmp(Datum x, Datum y, SortSupport ssup)
{
	return float8_cmp_internal(DatumGetFloat8(x), DatumGetFloat8(y));
}

Datum
btfloat4sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = float4_sort_cmp;
	PG_RETURN_VOID();
}

Datum
btfloat8sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = float8_sort_cmp;
	PG_RETURN_VOID();
}

/* Window frames: is val within base -/+ offset? */
static Datum
in_range(float8 val, float8 base, float8 offset, bool sub, bool less)
{
	float8 limit;

	if (isnan(offset) || offset < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("invalid preceding or following size in window function")));
	if (isnan(val) || isnan(base))
	{
		if (isnan(val) && isnan(base))
			PG_RETURN_BOOL(true);
		PG_RETURN_BOOL(isnan(val) ? !less : less);
	}
	if (isinf(offset) && isinf(base) && (sub ? base > 0 : base < 0))
		PG_RETURN_BOOL(true);
	limit = sub ? base - offset : base + offset;
	PG_RETURN_BOOL(less ? val <= limit : val >= limit);
}

Datum
in_range_float8_float8(PG_FUNCTION_ARGS)
{
	return in_range(PG_GETARG_FLOAT8(0), PG_GETARG_FLOAT8(1),
					PG_GETARG_FLOAT8(2), PG_GETARG_BOOL(3),
					PG_GETARG_BOOL(4));
}

Datum
in_range_float4_float8(PG_FUNCTION_ARGS)
{
	return in_range(PG_GETARG_FLOAT4(0), PG_GETARG_FLOAT4(1),
					PG_GETARG_FLOAT8(2), PG_GETARG_BOOL(3),
					PG_GETARG_BOOL(4));
}

/* ---- Casts ---- */

static float4
narrow(float8 v)
{
	float4 r = (float4) v;

	if (isinf(r) && !isinf(v))
		float_overflow_error();
	if (r == 0.0f && v != 0.0)
		float_underflow_error();
	return r;
}

/* Rounded to nearest even; the limits are those of the target type. */
static int32
to_int(float8 v, float8 low, float8 high, const char *type_name)
{
	v = rint(v);
	if (isnan(v) || v < low || v > high)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("%s out of range", type_name)));
	return (int32) v;
}

ADT_UNARY(ftod, float4, PG_GETARG_FLOAT4, PG_RETURN_FLOAT8, a)
ADT_UNARY(dtof, float8, PG_GETARG_FLOAT8, PG_RETURN_FLOAT4, narrow(a))
ADT_UNARY(dtoi4, float8, PG_GETARG_FLOAT8, PG_RETURN_INT32,
		  to_int(a, PG_INT32_MIN, PG_INT32_MAX, "integer"))
ADT_UNARY(dtoi2, float8, PG_GETARG_FLOAT8, PG_RETURN_INT16,
		  to_int(a, PG_INT16_MIN, PG_INT16_MAX, "smallint"))
ADT_UNARY(ftoi4, float4, PG_GETARG_FLOAT4, PG_RETURN_INT32,
		  to_int(a, PG_INT32_MIN, PG_INT32_MAX, "integer"))
ADT_UNARY(ftoi2, float4, PG_GETARG_FLOAT4, PG_RETURN_INT16,
		  to_int(a, PG_INT16_MIN, PG_INT16_MAX, "smallint"))
ADT_UNARY(i4tod, int32, PG_GETARG_INT32, PG_RETURN_FLOAT8, a)
ADT_UNARY(i2tod, int16, PG_GETARG_INT16, PG_RETURN_FLOAT8, a)
ADT_UNARY(i4tof, int32, PG_GETARG_INT32, PG_RETURN_FLOAT4, (float4) a)
ADT_UNARY(i2tof, int16, PG_GETARG_INT16, PG_RETURN_FLOAT4, a)

/* ---- Functions ---- */

#define FLOAT_FUNCTION(name, expr) \
	ADT_UNARY(name, float8, PG_GETARG_FLOAT8, PG_RETURN_FLOAT8, expr)

FLOAT_FUNCTION(dround, rint(a))
FLOAT_FUNCTION(dceil, ceil(a))
FLOAT_FUNCTION(dfloor, floor(a))
FLOAT_FUNCTION(dtrunc, trunc(a))
FLOAT_FUNCTION(dsign, a > 0 ? 1.0 : a < 0 ? -1.0
										  : 0.0)

/* The result of a library function, checked for overflow and underflow. */
static float8
checked(float8 result, bool may_be_infinite, bool may_be_zero)
{
	if (unlikely(isinf(result)) && !may_be_infinite)
		float_overflow_error();
	if (unlikely(result == 0.0) && !may_be_zero)
		float_underflow_error();
	return result;
}

static void
out_of_range(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("input is out of range")));
}

static float8
square_root(float8 a)
{
	if (a < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_POWER_FUNCTION),
				 errmsg("cannot take square root of a negative number")));
	return checked(sqrt(a), isinf(a), a == 0);
}

static float8
logarithm(float8 a, double (*f)(double))
{
	if (a == 0.0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_LOG),
				 errmsg("cannot take logarithm of zero")));
	if (a < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_LOG),
				 errmsg("cannot take logarithm of a negative number")));
	return checked(f(a), isinf(a), a == 1);
}

static float8
exponential(float8 a)
{
	if (isnan(a))
		return a;
	if (isinf(a))
		return a > 0 ? a : 0.0;
	return checked(exp(a), false, false);
}

FLOAT_FUNCTION(dsqrt, square_root(a))
FLOAT_FUNCTION(dcbrt, checked(cbrt(a), isinf(a), a == 0))
FLOAT_FUNCTION(dexp, exponential(a))
FLOAT_FUNCTION(dlog1, logarithm(a, log))
FLOAT_FUNCTION(dlog10, logarithm(a, log10))

static float8
power(float8 a, float8 b)
{
	float8 r;

	if (isnan(a))
		return b == 0.0 ? 1.0 : a;
	if (isnan(b))
		return a == 1.0 ? 1.0 : b;
	if (a == 0 && b < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_POWER_FUNCTION),
				 errmsg("zero raised to a negative power is undefined")));
	if (a < 0 && floor(b) != b)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_POWER_FUNCTION),
				 errmsg("a negative number raised to a non-integer power yields a complex result")));
	r = pow(a, b);
	if (isinf(a) || isinf(b))
		return r;
	return checked(r, false, a == 0);
}

ADT_BINARY(dpow, float8, PG_GETARG_FLOAT8, float8, PG_GETARG_FLOAT8,
		   PG_RETURN_FLOAT8, power(a, b))

/* trigonometry in radians */

static float8
periodic(float8 a, double (*f)(double), bool has_poles)
{
	if (isnan(a))
		return a;
	if (isinf(a))
		out_of_range();
	return has_poles ? f(a) : checked(f(a), false, true);
}

static double
cotangent(double a)
{
	return 1.0 / tan(a);
}

static float8
inverse(float8 a, double (*f)(double))
{
	if (isnan(a))
		return a;
	if (a < -1.0 || a > 1.0)
		out_of_range();
	return checked(f(a), false, true);
}

FLOAT_FUNCTION(dsin, periodic(a, sin, false))
FLOAT_FUNCTION(dcos, periodic(a, cos, false))
FLOAT_FUNCTION(dtan, periodic(a, tan, true))
FLOAT_FUNCTION(dcot, periodic(a, cotangent, true))
FLOAT_FUNCTION(dasin, inverse(a, asin))
FLOAT_FUNCTION(dacos, inverse(a, acos))
FLOAT_FUNCTION(datan, checked(atan(a), false, true))
ADT_BINARY(datan2, float8, PG_GETARG_FLOAT8, float8, PG_GETARG_FLOAT8,
		   PG_RETURN_FLOAT8, checked(atan2(a, b), false, true))

/* trigonometry in degrees: exact where the result is */

/* sin, cos in degrees, scaled such that sin 30 and cos 60 are just 0.5 */
static double
sin_small(double deg)
{
	volatile double s = sin(deg * RADIANS_PER_DEGREE);

	return s / sin(30.0 * RADIANS_PER_DEGREE) / 2.0;
}

static double
cos_small(double deg)
{
	volatile double c = 1.0 - cos(deg * RADIANS_PER_DEGREE);

	return 1.0 - c / (1.0 - cos(60.0 * RADIANS_PER_DEGREE)) / 2.0;
}

/* within the first quadrant */
static double
sin_quadrant(double deg)
{
	return deg <= 30.0 ? sin_small(deg) : cos_small(90.0 - deg);
}

static double
cos_quadrant(double deg)
{
	return deg <= 60.0 ? cos_small(deg) : sin_small(90.0 - deg);
}

/* The angle folded into the first quadrant, and the signs of sin and cos. */
static double
fold_degrees(double deg, int *sin_sign, int *cos_sign)
{
	deg = fmod(deg, 360.0);
	*sin_sign = *cos_sign = 1;
	if (deg < 0)
	{
		deg = -deg;
		*sin_sign = -*sin_sign;
	}
	if (deg > 180.0)
	{
		deg = 360.0 - deg;
		*sin_sign = -*sin_sign;
	}
	if (deg > 90.0)
	{
		deg = 180.0 - deg;
		*cos_sign = -*cos_sign;
	}
	return deg;
}

static double
sine_degrees(double a)
{
	int s;
	int c;
	double deg = fold_degrees(a, &s, &c);

	return s * sin_quadrant(deg);
}

static double
cosine_degrees(double a)
{
	int s;
	int c;
	double deg = fold_degrees(a, &s, &c);

	return c * cos_quadrant(deg);
}

static double
tangent_degrees(double a)
{
	int s;
	int c;
	double deg = fold_degrees(a, &s, &c);
	volatile double at45 = sin_quadrant(45.0) / cos_quadrant(45.0);
	double r = s * c * (sin_quadrant(deg) / cos_quadrant(deg) / at45);

	return r == 0.0 ? 0.0 : r;
}

static double
cotangent_degrees(double a)
{
	int s;
	int c;
	double deg = fold_degrees(a, &s, &c);
	volatile double at45 = cos_quadrant(45.0) / sin_quadrant(45.0);
	double r = s * c * (cos_quadrant(deg) / sin_quadrant(deg) / at45);

	return r == 0.0 ? 0.0 : r;
}

/* arc sine and cosine in degrees of 0..1, with exact halves */
static double
asin_quadrant(double x)
{
	if (x <= 0.5)
		return asin(x) / asin(0.5) * 30.0;
	return 90.0 - acos(x) / acos(0.5) * 60.0;
}

static double
acos_quadrant(double x)
{
	if (x <= 0.5)
		return 90.0 - asin(x) / asin(0.5) * 30.0;
	return acos(x) / acos(0.5) * 60.0;
}

static double
asin_degrees(double x)
{
	return x >= 0 ? asin_quadrant(x) : -asin_quadrant(-x);
}

static double
acos_degrees(double x)
{
	return x >= 0 ? acos_quadrant(x) : 90.0 + asin_quadrant(-x);
}

static double
atan_degrees(double x)
{
	return atan(x) / atan(1.0) * 45.0;
}

FLOAT_FUNCTION(dsind, periodic(a, sine_degrees, false))
FLOAT_FUNCTION(dcosd, periodic(a, cosine_degrees, false))
FLOAT_FUNCTION(dtand, periodic(a, tangent_degrees, true))
FLOAT_FUNCTION(dcotd, periodic(a, cotangent_degrees, true))
FLOAT_FUNCTION(dasind, inverse(a, asin_degrees))
FLOAT_FUNCTION(dacosd, inverse(a, acos_degrees))
FLOAT_FUNCTION(datand, isnan(a) ? a : checked(atan_degrees(a), false, true))
ADT_BINARY(datan2d, float8, PG_GETARG_FLOAT8, float8, PG_GETARG_FLOAT8,
		   PG_RETURN_FLOAT8, atan2(a, b) / atan(1.0) * 45.0)
FLOAT_FUNCTION(degrees, float8_div(a, RADIANS_PER_DEGREE))
FLOAT_FUNCTION(radians, float8_mul(a, RADIANS_PER_DEGREE))

Datum
dpi(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(M_PI);
}

/* hyperbolic functions */

static float8
hyperbolic_inverse(float8 a, double (*f)(double), double low, double high)
{
	if (a < low || a > high)
		out_of_range();
	if (f == atanh && fabs(a) == 1.0)
		return a * INFINITY;
	return f(a);
}

FLOAT_FUNCTION(dsinh, sinh(a))
FLOAT_FUNCTION(dcosh, cosh(a))
FLOAT_FUNCTION(dtanh, checked(tanh(a), false, true))
FLOAT_FUNCTION(dasinh, asinh(a))
FLOAT_FUNCTION(dacosh, hyperbolic_inverse(a, acosh, 1.0, INFINITY))
FLOAT_FUNCTION(datanh, hyperbolic_inverse(a, atanh, -1.0, 1.0))

/* ---- Random numbers ---- */

/* Uniform in 0 <= x < 1; seeded from the system at first use. */
Datum
drandom(PG_FUNCTION_ARGS)
{
	if (unlikely(!random_seeded))
	{
		if (!pg_prng_strong_seed(&random_state))
			pg_prng_seed(&random_state,
						 (uint64) GetCurrentTimestamp() ^
							 ((uint64) getpid() << 32));
		random_seeded = true;
	}
	PG_RETURN_FLOAT8(pg_prng_double(&random_state));
}

Datum
setseed(PG_FUNCTION_ARGS)
{
	float8 seed = PG_GETARG_FLOAT8(0);

	if (seed < -1 || seed > 1 || isnan(seed))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("setseed parameter %g is out of allowed range [-1,1]",
						seed)));
	pg_prng_fseed(&random_state, seed);
	random_seeded = true;
	PG_RETURN_VOID();
}

/* ---- width_bucket ---- */

Datum
width_bucket_float8(PG_FUNCTION_ARGS)
{
	float8 op = PG_GETARG_FLOAT8(0);
	float8 b1 = PG_GETARG_FLOAT8(1);
	float8 b2 = PG_GETARG_FLOAT8(2);
	int32 count = PG_GETARG_INT32(3);
	bool rising = b1 < b2;
	int32 result;

	if (count <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_WIDTH_BUCKET_FUNCTION),
				 errmsg("count must be greater than zero")));
	if (isnan(op) || isnan(b1) || isnan(b2))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_WIDTH_BUCKET_FUNCTION),
				 errmsg("operand, lower bound, and upper bound cannot be NaN")));
	if (isinf(b1) || isinf(b2))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_WIDTH_BUCKET_FUNCTION),
				 errmsg("lower and upper bounds must be finite")));
	if (b1 == b2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_WIDTH_BUCKET_FUNCTION),
				 errmsg("lower bound cannot equal upper bound")));
	if (rising ? op < b1 : op > b1)
		PG_RETURN_INT32(0);
	if (rising ? op >= b2 : op <= b2)
	{
		if (__builtin_add_overflow(count, 1, &result))
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("integer out of range")));
		PG_RETURN_INT32(result);
	}
	/* halves, where the whole difference would overflow */
	if (isinf(b2 - b1))
		result = (int32) (count * ((op / 2 - b1 / 2) / (b2 / 2 - b1 / 2)));
	else
		result = (int32) (count * ((op - b1) / (b2 - b1)));
	PG_RETURN_INT32(Min(result, count - 1) + 1);
}

/* ---- Aggregates ---- */

/*
 * State of the one-variable statistics: an array of n, the sum of x, and the
 * sum of squared differences from the mean, kept up to date by the recurrence
 * of Youngs and Cramer (Technometrics 13, 1971).  Two variables: n, sum x,
 * Sxx, sum y, Syy, Sxy.
 */

static float8 *
float_state(ArrayType *array, int n)
{
	if (ARR_NDIM(array) != 1 || ARR_DIMS(array)[0] != n ||
		ARR_HASNULL(array) || ARR_ELEMTYPE(array) != FLOAT8OID)
		elog(ERROR, "expected %d-element float8 array", n);
	return (float8 *) ARR_DATA_PTR(array);
}

/* The new state: written into the old one where that is allowed. */
static Datum
return_state(FunctionCallInfo fcinfo, ArrayType *old, const float8 *values,
			 int n)
{
	Datum elems[6];

	if (AggCheckCallContext(fcinfo, NULL))
	{
		memcpy(ARR_DATA_PTR(old), values, n * sizeof(float8));
		PG_RETURN_ARRAYTYPE_P(old);
	}
	for (int i = 0; i < n; i++)
		elems[i] = Float8GetDatum(values[i]);
	PG_RETURN_ARRAYTYPE_P(construct_array(elems, n, FLOAT8OID, 8, true,
										  TYPALIGN_DOUBLE));
}

/*
 * One value into sum and squared differences; n counts it already.  scale is
 * 1 / (n * (n - 1)), or 0 to divide by that.
 */
static void
youngs_cramer(float8 n, float8 newval, float8 scale, float8 *sum,
			  float8 *squares)
{
	float8 old_sum = *sum;

	*sum += newval;
	if (n > 1)
	{
		float8 tmp = newval * n - *sum;

		*squares += scale != 0 ? tmp * tmp * scale : tmp * tmp / (n * (n - 1));
		if (isinf(*sum) || isinf(*squares))
		{
			if (!isinf(old_sum) && !isinf(newval))
				float_overflow_error();
			*squares = get_float8_nan();
		}
	}
	else if (isnan(newval) || isinf(newval))
		*squares = get_float8_nan();
}

static Datum
accumulate_one(FunctionCallInfo fcinfo, float8 newval)
{
	ArrayType *array = PG_GETARG_ARRAYTYPE_P(0);
	float8 v[3];

	memcpy(v, float_state(array, 3), sizeof(v));
	v[0] += 1;
	youngs_cramer(v[0], newval, 0, &v[1], &v[2]);
	return return_state(fcinfo, array, v, 3);
}

Datum
float8_accum(PG_FUNCTION_ARGS)
{
	return accumulate_one(fcinfo, PG_GETARG_FLOAT8(1));
}

Datum
float4_accum(PG_FUNCTION_ARGS)
{
	return accumulate_one(fcinfo, PG_GETARG_FLOAT4(1));
}

/* Squared differences of two sets together. */
static float8
merged_squares(float8 n1, float8 s1, float8 q1, float8 n2, float8 s2,
			   float8 q2)
{
	float8 tmp = s1 / n1 - s2 / n2;
	float8 r = q1 + q2 + n1 * n2 * tmp * tmp / (n1 + n2);

	if (isinf(r) && !isinf(q1) && !isinf(q2))
		float_overflow_error();
	return r;
}

Datum
float8_combine(PG_FUNCTION_ARGS)
{
	ArrayType *array = PG_GETARG_ARRAYTYPE_P(0);
	float8 *a = float_state(array, 3);
	float8 *b = float_state(PG_GETARG_ARRAYTYPE_P(1), 3);
	float8 v[3];

	if (a[0] == 0)
		memcpy(v, b, sizeof(v));
	else if (b[0] == 0)
		memcpy(v, a, sizeof(v));
	else
	{
		v[0] = a[0] + b[0];
		v[1] = float8_pl(a[1], b[1]);
		v[2] = merged_squares(a[0], a[1], a[2], b[0], b[1], b[2]);
	}
	return return_state(fcinfo, array, v, 3);
}

/* Results: NULL below min values */
#define FLOAT_STATISTIC(name, size, min, expr)                   \
	Datum name(PG_FUNCTION_ARGS)                                 \
	{                                                            \
		float8 *s = float_state(PG_GETARG_ARRAYTYPE_P(0), size); \
		float8 n = s[0];                                         \
		if (n < (min))                                           \
			PG_RETURN_NULL();                                    \
		PG_RETURN_FLOAT8(expr);                                  \
	}
FLOAT_STATISTIC(float8_avg, 3, 1, s[1] / n)
FLOAT_STATISTIC(float8_var_pop, 3, 1, s[2] / n)
FLOAT_STATISTIC(float8_var_samp, 3, 2, s[2] / (n - 1))
FLOAT_STATISTIC(float8_stddev_pop, 3, 1, sqrt(s[2] / n))
FLOAT_STATISTIC(float8_stddev_samp, 3, 2, sqrt(s[2] / (n - 1)))

/* (state, y, x), as in SQL's regression functions */
Datum
float8_regr_accum(PG_FUNCTION_ARGS)
{
	ArrayType *array = PG_GETARG_ARRAYTYPE_P(0);
	float8 y = PG_GETARG_FLOAT8(1);
	float8 x = PG_GETARG_FLOAT8(2);
	float8 v[6];
	float8 n;
	float8 scale;

	memcpy(v, float_state(array, 6), sizeof(v));
	n = v[0] + 1;
	/* one variable divides, two multiply: the last digit depends on it */
	scale = v[0] > 0 ? 1.0 / (n * v[0]) : 0;
	v[0] = n;
	youngs_cramer(n, x, scale, &v[1], &v[2]);
	youngs_cramer(n, y, scale, &v[3], &v[4]);
	if (n > 1)
	{
		v[5] += (x * n - v[1]) * (y * n - v[3]) * scale;
		if (isinf(v[5]))
			v[5] = get_float8_nan();
	}
	else if (isnan(x) || isinf(x) || isnan(y) || isinf(y))
		v[5] = get_float8_nan();
	return return_state(fcinfo, array, v, 6);
}

Datum
float8_regr_combine(PG_FUNCTION_ARGS)
{
	ArrayType *array = PG_GETARG_ARRAYTYPE_P(0);
	float8 *a = float_state(array, 6);
	float8 *b = float_state(PG_GETARG_ARRAYTYPE_P(1), 6);
	float8 v[6];

	if (a[0] == 0)
		memcpy(v, b, sizeof(v));
	else if (b[0] == 0)
		memcpy(v, a, sizeof(v));
	else
	{
		float8 n = a[0] + b[0];
		float8 dx = a[1] / a[0] - b[1] / b[0];
		float8 dy = a[3] / a[0] - b[3] / b[0];

		v[0] = n;
		v[1] = float8_pl(a[1], b[1]);
		v[2] = merged_squares(a[0], a[1], a[2], b[0], b[1], b[2]);
		v[3] = float8_pl(a[3], b[3]);
		v[4] = merged_squares(a[0], a[3], a[4], b[0], b[3], b[4]);
		v[5] = a[5] + b[5] + a[0] * b[0] * dx * dy / n;
	}
	return return_state(fcinfo, array, v, 6);
}

/* s: n, sum x, Sxx, sum y, Syy, Sxy */
FLOAT_STATISTIC(float8_regr_sxx, 6, 1, s[2])
FLOAT_STATISTIC(float8_regr_syy, 6, 1, s[4])
FLOAT_STATISTIC(float8_regr_sxy, 6, 1, s[5])
FLOAT_STATISTIC(float8_regr_avgx, 6, 1, s[1] / n)
FLOAT_STATISTIC(float8_regr_avgy, 6, 1, s[3] / n)
FLOAT_STATISTIC(float8_covar_pop, 6, 1, s[5] / n)
FLOAT_STATISTIC(float8_covar_samp, 6, 2, s[5] / (n - 1))

/* A vertical line, or a cloud of one point, has no such number. */
#define FLOAT_REGRESSION(name, undefined, expr)               \
	Datum name(PG_FUNCTION_ARGS)                              \
	{                                                         \
		float8 *s = float_state(PG_GETARG_ARRAYTYPE_P(0), 6); \
		float8 n = s[0];                                      \
		if (n < 1 || (undefined))                             \
			PG_RETURN_NULL();                                 \
		PG_RETURN_FLOAT8(expr);                               \
	}
FLOAT_REGRESSION(float8_corr, s[2] == 0 || s[4] == 0,
				 s[5] / sqrt(s[2] * s[4]))
FLOAT_REGRESSION(float8_regr_r2, s[2] == 0,
				 s[4] == 0 ? 1.0 : (s[5] * s[5]) / (s[2] * s[4]))
FLOAT_REGRESSION(float8_regr_slope, s[2] == 0, s[5] / s[2])
FLOAT_REGRESSION(float8_regr_intercept, s[2] == 0,
				 (s[3] - s[1] * s[5] / s[2]) / n)
