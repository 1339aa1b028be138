/*
 * numeric_internal.h
 *		Decimal numbers as the numeric files compute with them.
 *
 * A finite Dec is sign * sum of d[i] * 10000^(weight - i), shown with dscale
 * digits after the point.  Zero has no digits and weight 0 and is positive.
 * Digits may belong to a stored value, so they are never written to once a Dec
 * is made.  Functions return new values in the current memory context.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/numeric_internal.h
 */
#ifndef NUMERIC_INTERNAL_H
#define NUMERIC_INTERNAL_H

#include "utils/numeric.h"

#define DEC_BASE 10000
#define DEC_DIGITS 4 /* decimal digits in one */
#define DEC_MAX_WEIGHT PG_INT16_MAX
#define DEC_MAX_DSCALE 0x3FFF

typedef enum DecKind
{
	DEC_FINITE,
	DEC_NAN,
	DEC_PINF,
	DEC_NINF
} DecKind;

typedef struct Dec
{
	DecKind kind;
	bool neg;
	int weight;
	int dscale;
	int nd;
	const int16 *d;
} Dec;

/*
 * A sum of decimals.  Digit i counts 10000^(weight - i) and may be of either
 * sign and far beyond 10000: carries wait until the sum is read.
 */
typedef struct DecSum
{
	int64 *d;
	int nd;
	int weight;
	int dscale;
} DecSum;

/* numeric.c */
extern Dec dec_load(Numeric num);
extern Numeric dec_store(const Dec *a);
extern Dec dec_from_int64(int64 v);
extern Dec dec_from_int128(int128 v);
extern double dec_to_double(const Dec *a);
extern int dec_division_scale(const Dec *a, const Dec *b);
extern void dec_overflow(void) pg_attribute_noreturn();
extern void dec_zero_divide(void) pg_attribute_noreturn();
extern Numeric numeric_special(DecKind kind);

/* numeric_math.c: exact arithmetic */
extern Dec dec_make(bool neg, int weight, int dscale, int nd, const int16 *d);
extern int dec_cmp_abs(const Dec *a, const Dec *b);
extern int dec_cmp(const Dec *a, const Dec *b);
extern Dec dec_add(const Dec *a, const Dec *b);
extern Dec dec_sub(const Dec *a, const Dec *b);
extern Dec dec_neg(const Dec *a);
extern Dec dec_mul(const Dec *a, const Dec *b, int rscale);
extern Dec dec_div(const Dec *a, const Dec *b, int rscale, bool round);
extern Dec dec_mod(const Dec *a, const Dec *b);
extern Dec dec_round(const Dec *a, int rscale);
extern Dec dec_trunc(const Dec *a, int rscale);
extern Dec dec_int(int v);

/* numeric_math.c: roots and transcendental functions, rounded to rscale */
extern Dec dec_sqrt(const Dec *a, int rscale);
extern Dec dec_exp(const Dec *a, int rscale);
extern Dec dec_ln(const Dec *a, int rscale);
extern int dec_ln_dweight(const Dec *a);
extern Dec dec_log(const Dec *base, const Dec *a);
extern Dec dec_power(const Dec *base, const Dec *exp);

/* numeric_math.c: sums; the memory is of the context current at the call */
extern void dec_sum_add(DecSum *sum, const Dec *a, int sign);
extern Dec dec_sum_total(const DecSum *sum);

#endif /* NUMERIC_INTERNAL_H */
