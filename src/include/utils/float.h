/*
 * float.h
 *		Floating-point arithmetic with SQL's rules for overflow and NaN.
 *
 * The inline functions raise numeric_value_out_of_range (22003) where a finite
 * input gives an infinite or a vanished result.  NaN equals NaN and is larger
 * than every number.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/float.h
 */
#ifndef FLOAT_H
#define FLOAT_H

#include <math.h>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
#define RADIANS_PER_DEGREE 0.0174532925199432957692

/* float.c */
extern PGDLLIMPORT int extra_float_digits;

extern void float_overflow_error(void) pg_attribute_noreturn();
extern void float_underflow_error(void) pg_attribute_noreturn();
extern void float_zero_divide_error(void) pg_attribute_noreturn();
extern int is_infinite(double val);
extern float8 float8in_internal(char *num, char **endptr_p,
								const char *type_name,
								const char *orig_string);
extern float8 float8in_internal_opt_error(char *num, char **endptr_p,
										  const char *type_name,
										  const char *orig_string,
										  bool *have_error);
extern char *float8out_internal(float8 num);
extern int float4_cmp_internal(float4 a, float4 b);
extern int float8_cmp_internal(float8 a, float8 b);

static inline float4
get_float4_infinity(void)
{
	return (float4) INFINITY;
}
static inline float8
get_float8_infinity(void)
{
	return (float8) INFINITY;
}
static inline float4
get_float4_nan(void)
{
	return (float4) NAN;
}
static inline float8
get_float8_nan(void)
{
	return (float8) NAN;
}

/*
 * One set of functions per width.  Order: arithmetic, then comparison, then
 * minimum and maximum.
 */
#define FLOAT_FAMILY(T)                                   \
	static inline T T##_pl(const T a, const T b)          \
	{                                                     \
		T r = a + b;                                      \
		if (unlikely(isinf(r)) && !isinf(a) && !isinf(b)) \
			float_overflow_error();                       \
		return r;                                         \
	}                                                     \
	static inline T T##_mi(const T a, const T b)          \
	{                                                     \
		T r = a - b;                                      \
		if (unlikely(isinf(r)) && !isinf(a) && !isinf(b)) \
			float_overflow_error();                       \
		return r;                                         \
	}                                                     \
	static inline T T##_mul(const T a, const T b)         \
	{                                                     \
		T r = a * b;                                      \
		if (unlikely(isinf(r)) && !isinf(a) && !isinf(b)) \
			float_overflow_error();                       \
		if (unlikely(r == 0) && a != 0 && b != 0)         \
			float_underflow_error();                      \
		return r;                                         \
	}                                                     \
	static inline T T##_div(const T a, const T b)         \
	{                                                     \
		T r;                                              \
		if (unlikely(b == 0) && !isnan(a))                \
			float_zero_divide_error();                    \
		r = a / b;                                        \
		if (unlikely(isinf(r)) && !isinf(a))              \
			float_overflow_error();                       \
		if (unlikely(r == 0) && a != 0 && !isinf(b))      \
			float_underflow_error();                      \
		return r;                                         \
	}                                                     \
	static inline bool T##_eq(const T a, const T b)       \
	{                                                     \
		return isnan(a) ? isnan(b) : a == b;              \
	}                                                     \
	static inline bool T##_ne(const T a, const T b)       \
	{                                                     \
		return !T##_eq(a, b);                             \
	}                                                     \
	static inline bool T##_lt(const T a, const T b)       \
	{                                                     \
		return !isnan(a) && (isnan(b) || a < b);          \
	}                                                     \
	static inline bool T##_gt(const T a, const T b)       \
	{                                                     \
		return T##_lt(b, a);                              \
	}                                                     \
	static inline bool T##_le(const T a, const T b)       \
	{                                                     \
		return !T##_lt(b, a);                             \
	}                                                     \
	static inline bool T##_ge(const T a, const T b)       \
	{                                                     \
		return !T##_lt(a, b);                             \
	}                                                     \
	static inline T T##_min(const T a, const T b)         \
	{                                                     \
		return T##_lt(a, b) ? a : b;                      \
	}                                                     \
	static inline T T##_max(const T a, const T b)         \
	{                                                     \
		return T##_gt(a, b) ? a : b;                      \
	}

FLOAT_FAMILY(float4)
FLOAT_FAMILY(float8)
#undef FLOAT_FAMILY

#endif /* FLOAT_H */
