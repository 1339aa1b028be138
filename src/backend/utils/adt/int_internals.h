/*
 * int_internals.h
 *		What the integer types share: errors, arithmetic, series, vectors.
 *
 * int8.c defines the functions.  The macros expand to complete SQL-callable
 * functions, whose names are those of pg_proc.prosrc; tname is the result's
 * type as messages have it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/int_internals.h
 */
#ifndef INT_INTERNALS_H
#define INT_INTERNALS_H

#include "adt_templates.h"

/* 22003 and 22012 */
extern void int_out_of_range(const char *type_name) pg_attribute_noreturn();
extern void int_division_by_zero(void) pg_attribute_noreturn();

/* Greatest common divisor of the magnitudes. */
extern uint64 int_gcd(int64 a, int64 b);

/* generate_series and its support function over integer, or bigint if wide. */
extern Datum int_series(FunctionCallInfo fcinfo, bool wide);
extern Datum int_series_rows(FunctionCallInfo fcinfo, bool wide);

/*
 * The receive function of int2vector and oidvector: a one-dimensional array of
 * the element type without nulls, from subscript 0; 22P03 otherwise.
 */
extern Datum int_vector_recv(FunctionCallInfo fcinfo, Oid elemtype,
							 const char *type_name);

#define INT_OP(name, GETA, GETB, TR, RET, builtin, tname)      \
	Datum name(PG_FUNCTION_ARGS)                               \
	{                                                          \
		TR r;                                                  \
		if (unlikely(builtin((TR) GETA(0), (TR) GETB(1), &r))) \
			int_out_of_range(tname);                           \
		RET(r);                                                \
	}

#define INT_DIV(name, GETA, GETB, TR, RET, tmin, tname) \
	Datum name(PG_FUNCTION_ARGS)                        \
	{                                                   \
		TR a = GETA(0);                                 \
		TR b = GETB(1);                                 \
		if (unlikely(b == 0))                           \
			int_division_by_zero();                     \
		if (unlikely(b == -1 && a == tmin))             \
			int_out_of_range(tname);                    \
		RET(a / b);                                     \
	}

/* prefix##pl, mi, mul, div; TR is the wider of the two argument types */
#define INT_ARITHMETIC(prefix, GETA, GETB, TR, RET, tmin, tname)            \
	INT_OP(prefix##pl, GETA, GETB, TR, RET, __builtin_add_overflow, tname)  \
	INT_OP(prefix##mi, GETA, GETB, TR, RET, __builtin_sub_overflow, tname)  \
	INT_OP(prefix##mul, GETA, GETB, TR, RET, __builtin_mul_overflow, tname) \
	INT_DIV(prefix##div, GETA, GETB, TR, RET, tmin, tname)

/*
 * One-argument arithmetic, modulus, extremes and bit operations of one width.
 * TU is unsigned, and as wide as the machine shifts a T; mask its bits less 1.
 */
#define INT_ONE_WIDTH(prefix, T, GET, RET, tmin, tname, TU, mask) \
	Datum prefix##um(PG_FUNCTION_ARGS)                            \
	{                                                             \
		T a = GET(0);                                             \
		if (unlikely(a == tmin))                                  \
			int_out_of_range(tname);                              \
		RET(-a);                                                  \
	}                                                             \
	Datum prefix##abs(PG_FUNCTION_ARGS)                           \
	{                                                             \
		T a = GET(0);                                             \
		if (unlikely(a == tmin))                                  \
			int_out_of_range(tname);                              \
		RET(a < 0 ? -a : a);                                      \
	}                                                             \
	Datum prefix##mod(PG_FUNCTION_ARGS)                           \
	{                                                             \
		T a = GET(0);                                             \
		T b = GET(1);                                             \
		if (unlikely(b == 0))                                     \
			int_division_by_zero();                               \
		RET(b == -1 ? 0 : a % b);                                 \
	}                                                             \
	ADT_BINARY(prefix##larger, T, GET, T, GET, RET, Max(a, b))    \
	ADT_BINARY(prefix##smaller, T, GET, T, GET, RET, Min(a, b))   \
	ADT_UNARY(prefix##up, T, GET, RET, a)                         \
	ADT_UNARY(prefix##not, T, GET, RET, ~a)                       \
	ADT_BINARY(prefix##and, T, GET, T, GET, RET, a &b)            \
	ADT_BINARY(prefix## or, T, GET, T, GET, RET, a | b)           \
	ADT_BINARY(prefix## xor, T, GET, T, GET, RET, a ^ b)          \
	ADT_BINARY(prefix##shl, T, GET, int32, PG_GETARG_INT32, RET,  \
			   (T) ((TU) a << (b & mask)))                        \
	ADT_BINARY(prefix##shr, T, GET, int32, PG_GETARG_INT32, RET,  \
			   (T) (a >> (b & mask)))

/* gcd and lcm of one width */
#define INT_DIVISORS(prefix, T, GET, RET, tmin, tmax, tname)                   \
	Datum prefix##gcd(PG_FUNCTION_ARGS)                                        \
	{                                                                          \
		uint64 r = int_gcd(GET(0), GET(1));                                    \
		if (unlikely(r > (uint64) tmax))                                       \
			int_out_of_range(tname);                                           \
		RET((T) r);                                                            \
	}                                                                          \
	Datum prefix##lcm(PG_FUNCTION_ARGS)                                        \
	{                                                                          \
		T a = GET(0);                                                          \
		T b = GET(1);                                                          \
		uint64 divisor = int_gcd(a, b);                                        \
		T r;                                                                   \
		if (a == 0 || b == 0)                                                  \
			RET(0);                                                            \
		if (divisor > (uint64) tmax ||                                         \
			__builtin_mul_overflow((T) (a / (T) divisor), b, &r) || r == tmin) \
			int_out_of_range(tname);                                           \
		RET(r < 0 ? -r : r);                                                   \
	}

#endif /* INT_INTERNALS_H */
