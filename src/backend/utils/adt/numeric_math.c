/*
 * numeric_math.c
 *		Decimal arithmetic: the four operations, roots, exp, ln, powers.
 *
 * Multiplication is by schoolbook, division by Knuth's algorithm D (The Art of
 * Computer Programming, volume 2, 4.3.1), both in base 10000.  The functions
 * below them work with guard digits beyond the scale asked for and round once at
 * the end, so that results have no error above half a unit of the last digit,
 * short of a tie closer than the guard digits can tell.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/numeric_math.c
 */
#include "postgres.h"

#include <math.h>

#include "miscadmin.h"
#include "numeric_internal.h"
#include "utils/builtins.h"

#define LOG10_E 0.434294481903252
#define LN_10 2.302585092994046

/* Numbers of so many more digits are brought to [1, 10000) before dec_ln */
#define LN_SPLIT_WEIGHT 50

static const int pow10_of[DEC_DIGITS + 1] = {1, 10, 100, 1000, 10000};

/* ---- Making values ---- */

/*
 * dec_make
 *		A Dec over the given digits, which it keeps, without the zeroes at
 *		either end.
 */
Dec
dec_make(bool neg, int weight, int dscale, int nd, const int16 *d)
{
	Dec r = {DEC_FINITE, neg, weight, dscale, nd, d};

	while (r.nd > 0 && r.d[0] == 0)
	{
		r.d++;
		r.nd--;
		r.weight--;
	}
	while (r.nd > 0 && r.d[r.nd - 1] == 0)
		r.nd--;
	if (r.nd == 0)
	{
		r.weight = 0;
		r.neg = false;
	}
	return r;
}

/* A small integer. */
Dec
dec_int(int v)
{
	return dec_from_int64(v);
}

static int16 *
new_digits(int n)
{
	return palloc0((n + 1) * sizeof(int16));
}

/* Decimal weight: the power of ten of the first decimal digit, roughly. */
static int
decimal_weight(const Dec *a)
{
	return a->weight * DEC_DIGITS;
}

/* ---- Comparison, addition ---- */

int
dec_cmp_abs(const Dec *a, const Dec *b)
{
	if (a->nd == 0 || b->nd == 0)
		return (a->nd > 0) - (b->nd > 0);
	if (a->weight != b->weight)
		return a->weight > b->weight ? 1 : -1;
	for (int i = 0; i < a->nd && i < b->nd; i++)
		if (a->d[i] != b->d[i])
			return a->d[i] > b->d[i] ? 1 : -1;
	return (a->nd > b->nd) - (a->nd < b->nd);
}

/* Of finite values. */
int
dec_cmp(const Dec *a, const Dec *b)
{
	if (a->neg != b->neg)
		return a->neg ? -1 : 1;
	return a->neg ? dec_cmp_abs(b, a) : dec_cmp_abs(a, b);
}

/* |a| + sign * |b|, where the result is not negative. */
static Dec
combine_abs(const Dec *a, const Dec *b, int sign, bool neg, int dscale)
{
	int top;
	int low;
	int n;
	int16 *d;
	int carry = 0;

	if (a->nd == 0 && b->nd == 0)
		return dec_make(false, 0, dscale, 0, NULL);
	top = a->nd == 0 ? b->weight : b->nd == 0 ? a->weight
											  : Max(a->weight, b->weight);
	low = a->nd == 0 ? b->weight - b->nd + 1 : b->nd == 0 ? a->weight - a->nd + 1
														  : Min(a->weight - a->nd + 1, b->weight - b->nd + 1);
	top++; /* room for a carry */
	n = top - low + 1;
	d = new_digits(n);
	for (int i = n - 1; i >= 0; i--)
	{
		int w = top - i;
		int ia = a->weight - w;
		int ib = b->weight - w;
		int v = carry;

		if (ia >= 0 && ia < a->nd)
			v += a->d[ia];
		if (ib >= 0 && ib < b->nd)
			v += sign * b->d[ib];
		carry = 0;
		if (v >= DEC_BASE)
		{
			v -= DEC_BASE;
			carry = 1;
		}
		else if (v < 0)
		{
			v += DEC_BASE;
			carry = -1;
		}
		d[i] = v;
	}
	Assert(carry == 0);
	return dec_make(neg, top, dscale, n, d);
}

Dec
dec_neg(const Dec *a)
{
	Dec r = *a;

	r.neg = a->nd > 0 && !a->neg;
	return r;
}

Dec
dec_add(const Dec *a, const Dec *b)
{
	int dscale = Max(a->dscale, b->dscale);

	if (a->neg == b->neg)
		return combine_abs(a, b, 1, a->neg, dscale);
	if (dec_cmp_abs(a, b) >= 0)
		return combine_abs(a, b, -1, a->neg, dscale);
	return combine_abs(b, a, -1, b->neg, dscale);
}

Dec
dec_sub(const Dec *a, const Dec *b)
{
	Dec minus_b = dec_neg(b);

	return dec_add(a, &minus_b);
}

/* ---- Rounding ---- */

/* Cuts at rscale decimal digits (may be negative), rounding half up or not. */
static Dec
adjust_scale(const Dec *a, int rscale, bool round)
{
	int keep = (a->weight + 1) * DEC_DIGITS + rscale; /* decimal digits */
	int dscale = Max(rscale, 0);
	int n;
	int part;
	int carry = 0;
	int16 *d;

	if (a->nd == 0 || keep < 0)
		return dec_make(false, 0, dscale, 0, NULL);
	n = (keep + DEC_DIGITS - 1) / DEC_DIGITS;
	part = keep % DEC_DIGITS;
	if (n > a->nd || (n == a->nd && part == 0))
		return dec_make(a->neg, a->weight, dscale, a->nd, a->d);
	d = new_digits(n + 1);
	memcpy(d + 1, a->d, n * sizeof(int16));
	if (part == 0)
		carry = round && n < a->nd && a->d[n] >= DEC_BASE / 2;
	else
	{
		int unit = pow10_of[DEC_DIGITS - part];
		int rest = d[n] % unit;

		d[n] -= rest;
		if (round && rest >= unit / 2)
		{
			if (d[n] + unit >= DEC_BASE)
			{
				d[n--] = 0;
				carry = 1;
			}
			else
				d[n] += unit;
		}
	}
	for (int i = n; carry; i--)
	{
		if (d[i] + 1 == DEC_BASE)
			d[i] = 0;
		else
		{
			d[i]++;
			carry = 0;
		}
	}
	n = (keep + DEC_DIGITS - 1) / DEC_DIGITS;
	return dec_make(a->neg, a->weight + 1, dscale, n + 1, d);
}

Dec
dec_round(const Dec *a, int rscale)
{
	return adjust_scale(a, rscale, true);
}

Dec
dec_trunc(const Dec *a, int rscale)
{
	return adjust_scale(a, rscale, false);
}

/* ---- Multiplication, division ---- */

/* a * b, rounded to rscale if it has more digits after the point. */
Dec
dec_mul(const Dec *a, const Dec *b, int rscale)
{
	int n = a->nd + b->nd;
	uint64 *acc;
	int16 *d;
	uint64 carry = 0;
	Dec r;

	if (a->nd == 0 || b->nd == 0)
		return dec_make(false, 0, rscale, 0, NULL);
	acc = palloc0(n * sizeof(uint64));
	for (int i = 0; i < a->nd; i++)
	{
		uint64 da = a->d[i];

		for (int j = 0; da && j < b->nd; j++)
			acc[i + j + 1] += da * b->d[j];
	}
	d = new_digits(n);
	for (int i = n - 1; i >= 0; i--)
	{
		carry += acc[i];
		d[i] = carry % DEC_BASE;
		carry /= DEC_BASE;
	}
	Assert(carry == 0);
	pfree(acc);
	r = dec_make(a->neg != b->neg, a->weight + b->weight + 1, rscale, n, d);
	return adjust_scale(&r, rscale, true);
}

/* Quotient digits q[0..m-1] where the divisor is at most three digits. */
static void
divide_short(const Dec *a, const Dec *b, int16 *q, int m)
{
	int64 divisor = 0;
	int64 rest = 0;

	for (int i = 0; i < b->nd; i++)
		divisor = divisor * DEC_BASE + b->d[i];
	/* q[j] uses dividend digits up to j + nd - 1 */
	for (int i = 0; i < b->nd - 1; i++)
		rest = rest * DEC_BASE + (i < a->nd ? a->d[i] : 0);
	for (int j = 0; j < m; j++)
	{
		int at = j + b->nd - 1;

		rest = rest * DEC_BASE + (at < a->nd ? a->d[at] : 0);
		q[j] = (int16) (rest / divisor);
		rest %= divisor;
	}
}

/* The same for any divisor: algorithm D. */
static void
divide_long(const Dec *a, const Dec *b, int16 *q, int m)
{
	int n = b->nd;
	int scale = DEC_BASE / (b->d[0] + 1);
	int32 *u = palloc0((m + n + 2) * sizeof(int32));
	int32 *v = palloc0(n * sizeof(int32));
	int32 carry = 0;

	for (int i = n - 1; i >= 0; i--)
	{
		carry += b->d[i] * scale;
		v[i] = carry % DEC_BASE;
		carry /= DEC_BASE;
	}
	carry = 0;
	for (int i = Min(a->nd, m + n) - 1; i >= 0; i--)
	{
		carry += a->d[i] * scale;
		u[i + 1] = carry % DEC_BASE;
		carry /= DEC_BASE;
	}
	u[0] = carry;
	for (int j = 0; j < m; j++)
	{
		int32 top = u[j] * DEC_BASE + u[j + 1];
		int32 qhat = Min(top / v[0], DEC_BASE - 1);
		int32 borrow = 0;

		while ((int64) (top - qhat * v[0]) * DEC_BASE + u[j + 2] <
			   (int64) qhat * v[1])
			qhat--;
		for (int i = n - 1; i >= 0; i--)
		{
			int32 t = u[j + 1 + i] - qhat * v[i] - borrow;

			borrow = 0;
			if (t < 0)
			{
				borrow = (-t + DEC_BASE - 1) / DEC_BASE;
				t += borrow * DEC_BASE;
			}
			u[j + 1 + i] = t;
		}
		u[j] -= borrow;
		if (u[j] < 0)
		{
			int32 c = 0;

			qhat--;
			for (int i = n - 1; i >= 0; i--)
			{
				c += u[j + 1 + i] + v[i];
				u[j + 1 + i] = c % DEC_BASE;
				c /= DEC_BASE;
			}
			u[j] += c;
		}
		Assert(u[j] == 0);
		q[j] = qhat;
	}
	pfree(u);
	pfree(v);
}

/*
 * dec_div
 *		a / b to rscale digits after the point, rounded or cut off.
 *
 * Errors: 22012 if b is zero.
 */
Dec
dec_div(const Dec *a, const Dec *b, int rscale, bool round)
{
	int m;
	int16 *q;
	Dec r;

	if (b->nd == 0)
		dec_zero_divide();
	/* one digit more than shown, to round by */
	m = a->weight - b->weight + 2 + (Max(rscale, 0) + DEC_DIGITS - 1) / DEC_DIGITS;
	if (a->nd == 0 || m <= 0)
		return dec_make(false, 0, Max(rscale, 0), 0, NULL);
	q = new_digits(m);
	if (b->nd <= 3)
		divide_short(a, b, q, m);
	else
		divide_long(a, b, q, m);
	r = dec_make(a->neg != b->neg, a->weight - b->weight, rscale, m, q);
	return adjust_scale(&r, rscale, round);
}

/* a - b * trunc(a / b): has the sign of a. */
Dec
dec_mod(const Dec *a, const Dec *b)
{
	Dec q = dec_div(a, b, 0, false);
	Dec p = dec_mul(&q, b, b->dscale);
	Dec r = dec_sub(a, &p);

	r.dscale = Max(a->dscale, b->dscale);
	return r;
}

/* ---- Roots and transcendental functions ---- */

static Dec
dec_from_double(double v)
{
	char buf[64];
	Numeric n;

	snprintf(buf, sizeof(buf), "%.15g", v);
	n = DatumGetNumeric(DirectFunctionCall3(numeric_in, CStringGetDatum(buf),
											ObjectIdGetDatum(InvalidOid),
											Int32GetDatum(-1)));
	return dec_load(n);
}

/* unit * 10^exponent, for a unit of one decimal digit and exponent <= 0 */
static Dec
decimal_unit(int unit, int exponent)
{
	static const int16 pow10[DEC_DIGITS] = {1, 10, 100, 1000};
	int weight = -((-exponent + DEC_DIGITS - 1) / DEC_DIGITS);
	int16 *digit = new_digits(1);

	*digit = unit * pow10[exponent - weight * DEC_DIGITS];
	return dec_make(false, weight, -exponent, 1, digit);
}

/*
 * The multiple of 10^-rscale that is nearest to the root of a, given x close to
 * the root.  Rounding x itself would round twice where the root is next to the
 * middle of two multiples.
 */
static Dec
nearest_root(const Dec *a, const Dec *x, int rscale)
{
	Dec r = dec_round(x, rscale);
	Dec half;
	Dec unit;
	Dec limit;
	Dec square;

	if (rscale < 0)
		return r;
	half = decimal_unit(5, -rscale - 1);
	unit = decimal_unit(1, -rscale);
	limit = dec_sub(&r, &half);
	square = dec_mul(&limit, &limit, 2 * (rscale + 1));
	if (!limit.neg && dec_cmp(&square, a) > 0)
		return dec_sub(&r, &unit);
	limit = dec_add(&r, &half);
	square = dec_mul(&limit, &limit, 2 * (rscale + 1));
	return dec_cmp(&square, a) <= 0 ? dec_add(&r, &unit) : r;
}

/*
 * dec_sqrt
 *		By Newton's iteration from a floating-point first guess.  Each step
 *		doubles the digits that are right, so it works with no more than that.
 */
Dec
dec_sqrt(const Dec *a, int rscale)
{
	int half_weight;
	int scale;
	int digits = 10;
	Dec lead;
	Dec top;
	Dec x;
	Dec two = dec_int(2);

	if (a->nd == 0)
		return dec_make(false, 0, Max(rscale, 0), 0, NULL);
	/* the root of a number below 10^8, shifted by an even power of the base */
	half_weight = a->weight >= 0 ? a->weight / 2 : -((1 - a->weight) / 2);
	lead = *a;
	lead.weight = a->weight - 2 * half_weight;
	lead.dscale = Max((lead.nd - lead.weight - 1) * DEC_DIGITS, 0);
	top = dec_trunc(&lead, 16);
	x = dec_from_double(sqrt(dec_to_double(&top)));
	scale = Max(rscale + half_weight * DEC_DIGITS + 8, 16);
	while (digits < scale)
	{
		Dec q;

		CHECK_FOR_INTERRUPTS();
		digits = Min(2 * digits - 2, scale);
		top = dec_trunc(&lead, digits + 8);
		q = dec_div(&top, &x, digits + 4, true);
		x = dec_add(&x, &q);
		x = dec_div(&x, &two, digits + 4, true);
	}
	x.weight += half_weight;
	return nearest_root(a, &x, rscale);
}

/* Power of ten of |ln(a)|, to choose scales by. */
int
dec_ln_dweight(const Dec *a)
{
	Dec one = dec_int(1);
	double v;
	int dweight;

	if (a->nd == 0 || a->neg)
		return 0;
	if (a->weight == 0 || a->weight == -1)
	{
		double near = dec_to_double(a);

		if (near >= 0.9 && near <= 1.1)
		{
			Dec x = dec_sub(a, &one);

			return x.nd == 0 ? 0 : x.weight * DEC_DIGITS + (int) log10(x.d[0]);
		}
	}
	v = a->d[0];
	dweight = a->weight * DEC_DIGITS;
	if (a->nd > 1)
	{
		v = v * DEC_BASE + a->d[1];
		dweight -= DEC_DIGITS;
	}
	return (int) log10(fabs(log(v) + dweight * LN_10));
}

/*
 * dec_exp
 *		Taylor's series of a / 2^n, squared n times.
 *
 * Errors: 22003 if the result would not fit a numeric.
 */
Dec
dec_exp(const Dec *a, int rscale)
{
	double approx = dec_to_double(a);
	int dweight;
	int sig;
	int scale;
	int halvings = 0;
	Dec x = *a;
	Dec term;
	Dec sum;
	Dec two = dec_int(2);

	if (fabs(approx) >= NUMERIC_MAX_RESULT_SCALE * 3)
	{
		if (approx > 0)
			dec_overflow();
		return dec_make(false, 0, rscale, 0, NULL);
	}
	dweight = (int) (approx * LOG10_E);
	for (double v = fabs(approx); v > 0.01; v /= 2)
		halvings++;
	sig = Max(1 + dweight + rscale, 0) + 12 + halvings / 3;
	scale = sig + halvings / 3 + 4;
	for (int i = 0; i < halvings; i++)
		x = dec_div(&x, &two, Max(scale, a->dscale) + halvings, true);
	term = dec_int(1);
	sum = term;
	for (int i = 1; term.nd > 0; i++)
	{
		Dec n = dec_int(i);

		CHECK_FOR_INTERRUPTS();
		term = dec_mul(&term, &x, scale + 8);
		term = dec_div(&term, &n, scale + 8, true);
		sum = dec_add(&sum, &term);
	}
	for (int i = 0; i < halvings; i++)
	{
		int s = sig - 2 * decimal_weight(&sum) + 8;

		sum = dec_mul(&sum, &sum, Max(s, 0));
	}
	return dec_round(&sum, rscale);
}

/*
 * dec_ln
 *		Square roots bring a near 1, then ln(y) = 2 atanh((y - 1) / (y + 1)).
 *
 * a must be positive.
 */
Dec
dec_ln(const Dec *a, int rscale)
{
	Dec one = dec_int(1);
	Dec two = dec_int(2);
	Dec y = *a;
	Dec z;
	Dec z2;
	Dec power;
	Dec sum;
	Dec factor;
	bool inverse = false;
	int roots = 0;
	int scale = Max(rscale, 0) + 12;

	Assert(a->nd > 0 && !a->neg);
	if (abs(a->weight) > LN_SPLIT_WEIGHT)
	{
		/* ln(m * 10000^k) = ln(m) + k * ln(10000) */
		Dec m = *a;
		Dec base = dec_int(DEC_BASE);
		Dec k = dec_int(a->weight);

		m.weight = 0;
		m = dec_ln(&m, scale);
		base = dec_ln(&base, scale);
		sum = dec_mul(&base, &k, scale);
		sum = dec_add(&sum, &m);
		return dec_round(&sum, rscale);
	}
	if (dec_cmp(a, &one) < 0)
	{
		inverse = true;
		y = dec_div(&one, a, scale + 8 + Max(0, -decimal_weight(a)), true);
	}
	/* each root halves the logarithm, and costs a third of a digit */
	for (double l = fabs(log(y.d[0]) + y.weight * DEC_DIGITS * LN_10); l > 0.2;
		 l /= 2)
		roots++;
	scale += roots / 3 + 2;
	for (int i = 0; i < roots; i++)
		y = dec_sqrt(&y, scale + 4);
	{
		Dec num = dec_sub(&y, &one);
		Dec den = dec_add(&y, &one);

		z = dec_div(&num, &den, scale + 4, true);
	}
	z2 = dec_mul(&z, &z, scale + 4);
	power = z;
	sum = z;
	for (int i = 3; power.nd > 0; i += 2)
	{
		Dec n = dec_int(i);
		Dec term;

		CHECK_FOR_INTERRUPTS();
		power = dec_mul(&power, &z2, scale + 4);
		term = dec_div(&power, &n, scale + 4, true);
		sum = dec_add(&sum, &term);
	}
	factor = two;
	for (int i = 0; i < roots; i++)
		factor = dec_add(&factor, &factor);
	sum = dec_mul(&sum, &factor, scale);
	if (inverse)
		sum = dec_neg(&sum);
	return dec_round(&sum, rscale);
}

static int
clamp_display_scale(int rscale)
{
	rscale = Max(rscale, NUMERIC_MIN_DISPLAY_SCALE);
	return Min(rscale, NUMERIC_MAX_DISPLAY_SCALE);
}

/* Logarithm to any base, both positive; chooses its own scale. */
Dec
dec_log(const Dec *base, const Dec *a)
{
	int base_dw = dec_ln_dweight(base);
	int num_dw = dec_ln_dweight(a);
	int result_dw = num_dw - base_dw;
	int rscale;
	Dec ln_base;
	Dec ln_num;

	rscale = NUMERIC_MIN_SIG_DIGITS - result_dw;
	rscale = Max(rscale, base->dscale);
	rscale = clamp_display_scale(Max(rscale, a->dscale));
	ln_base = dec_ln(base, Max(rscale + result_dw - base_dw + 8, 0));
	ln_num = dec_ln(a, Max(rscale + result_dw - num_dw + 8, 0));
	return dec_div(&ln_num, &ln_base, rscale, true);
}

/* log10(|a|) to double precision, and 0 for zero. */
static double
log10_estimate(const Dec *a)
{
	double f;
	int p = a->weight * DEC_DIGITS;

	if (a->nd == 0)
		return 0.0;
	f = a->d[0];
	for (int i = 1; i < a->nd && i * DEC_DIGITS < 16; i++)
	{
		f = f * DEC_BASE + a->d[i];
		p -= DEC_DIGITS;
	}
	return log10(f) + p;
}

/* base to an integer power, by repeated squaring. */
static Dec
power_int(const Dec *base, int exp)
{
	double f = exp * log10_estimate(base);
	int rscale;
	int sig;
	unsigned int mask;
	Dec result;
	Dec square = *base;
	Dec one = dec_int(1);

	if (f > (DEC_MAX_WEIGHT + 1) * (double) DEC_DIGITS)
		dec_overflow();
	rscale = clamp_display_scale(Max(NUMERIC_MIN_SIG_DIGITS, base->dscale));
	if (f + 1 < -rscale)
		return dec_make(false, 0, rscale, 0, NULL);
	if (exp == 0)
	{
		one.dscale = rscale;
		return one;
	}
	if (base->nd == 0)
	{
		if (exp < 0)
			dec_zero_divide();
		return dec_make(false, 0, rscale, 0, NULL);
	}
	sig = Max(1 + rscale + (int) f, 0) + (int) log(fabs((double) exp)) + 12;
	result = one;
	for (mask = abs(exp);; mask >>= 1)
	{
		CHECK_FOR_INTERRUPTS();
		if (mask & 1)
			result = dec_mul(&result, &square,
							 Max(sig - decimal_weight(&result) -
									 decimal_weight(&square),
								 0));
		if (mask <= 1)
			break;
		square = dec_mul(&square, &square,
						 Max(sig - 2 * decimal_weight(&square), 0));
		if (square.nd == 0)
		{
			result = square;
			break;
		}
		if (square.weight > DEC_MAX_WEIGHT || result.weight > DEC_MAX_WEIGHT)
		{
			if (exp > 0)
				dec_overflow();
			return dec_make(false, 0, rscale, 0, NULL);
		}
	}
	if (exp < 0)
		return dec_div(&one, &result, rscale, true);
	return dec_round(&result, rscale);
}

/*
 * dec_power
 *		base to the power exp, both finite; chooses its own scale.
 *
 * Errors: 2201F for zero to a negative power and for a negative base with an
 * exponent that is no integer, 22003 on overflow.
 */
Dec
dec_power(const Dec *base, const Dec *exp)
{
	bool integral = exp->nd <= exp->weight + 1;
	bool negate = false;
	Dec abs_base = *base;
	int ln_dw;
	int rscale;
	int sig;
	double val;
	Dec ln_base;
	Dec product;
	Dec result;

	if (integral && exp->weight <= 2)
	{
		int64 e = 0;

		for (int i = 0; i <= exp->weight && exp->nd > 0; i++)
			e = e * DEC_BASE + (i < exp->nd ? exp->d[i] : 0);
		if (exp->neg)
			e = -e;
		if (e >= PG_INT32_MIN && e <= PG_INT32_MAX)
			return power_int(base, (int) e);
	}
	if (base->nd == 0)
		return dec_make(false, 0, NUMERIC_MIN_SIG_DIGITS, 0, NULL);
	if (base->neg)
	{
		if (!integral)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_ARGUMENT_FOR_POWER_FUNCTION),
					 errmsg("a negative number raised to a non-integer power yields a complex result")));
		negate = exp->nd == exp->weight + 1 && (exp->d[exp->nd - 1] & 1);
		abs_base.neg = false;
	}
	ln_dw = dec_ln_dweight(&abs_base);
	ln_base = dec_ln(&abs_base, Max(8 - ln_dw, NUMERIC_MIN_DISPLAY_SCALE));
	product = dec_mul(&ln_base, exp, Max(8 - ln_dw, 0));
	val = dec_to_double(&product);
	if (fabs(val) > NUMERIC_MAX_RESULT_SCALE * 3.01)
	{
		if (val > 0)
			dec_overflow();
		return dec_make(false, 0, NUMERIC_MAX_DISPLAY_SCALE, 0, NULL);
	}
	val *= LOG10_E;
	rscale = NUMERIC_MIN_SIG_DIGITS - (int) val;
	rscale = Max(rscale, base->dscale);
	rscale = clamp_display_scale(Max(rscale, exp->dscale));
	sig = Max(rscale + (int) val, 0);
	{
		int local = Max(sig - ln_dw + 12, NUMERIC_MIN_DISPLAY_SCALE);

		ln_base = dec_ln(&abs_base, local + Max(0, decimal_weight(exp)));
		product = dec_mul(&ln_base, exp, local);
	}
	result = dec_exp(&product, rscale);
	return negate ? dec_neg(&result) : result;
}

/* ---- Sums ---- */

/* Makes room for digits of weights from low to top. */
static void
widen_sum(DecSum *sum, int top, int low)
{
	int newtop = sum->nd ? Max(top, sum->weight) : top;
	int newlow = sum->nd ? Min(low, sum->weight - sum->nd + 1) : low;
	int n = newtop - newlow + 1;
	int64 *d;

	if (n == sum->nd)
		return;
	d = palloc0(n * sizeof(int64));
	if (sum->nd)
	{
		memcpy(d + (newtop - sum->weight), sum->d, sum->nd * sizeof(int64));
		pfree(sum->d);
	}
	sum->d = d;
	sum->nd = n;
	sum->weight = newtop;
}

/* Adds sign * a; a sum of up to 10^14 values cannot overflow. */
void
dec_sum_add(DecSum *sum, const Dec *a, int sign)
{
	int64 *at;

	sum->dscale = Max(sum->dscale, a->dscale);
	if (a->nd == 0)
		return;
	widen_sum(sum, a->weight, a->weight - a->nd + 1);
	at = sum->d + (sum->weight - a->weight);
	if (a->neg)
		sign = -sign;
	for (int i = 0; i < a->nd; i++)
		at[i] += sign * a->d[i];
}

Dec
dec_sum_total(const DecSum *sum)
{
	int room = 5; /* digits that the carries may add in front */
	int n = sum->nd + room;
	int64 *v = palloc0(n * sizeof(int64));
	int16 *d = new_digits(n);
	bool neg = false;

	for (int pass = 0; pass < 2; pass++)
	{
		int64 carry = 0;

		for (int i = n - 1; i >= 0; i--)
		{
			int64 x = carry + (i >= room ? (neg ? -sum->d[i - room] : sum->d[i - room]) : 0);

			carry = x / DEC_BASE;
			if (x % DEC_BASE < 0)
				carry--;
			v[i] = x - carry * DEC_BASE;
		}
		/* a carry left over says that the sum is negative */
		if (carry == 0)
			break;
		neg = true;
	}
	for (int i = 0; i < n; i++)
		d[i] = (int16) v[i];
	pfree(v);
	return dec_make(neg, sum->weight + room, sum->dscale, n, d);
}
