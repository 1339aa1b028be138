/*
 * shortest_dec.c
 *		The shortest decimal text of a floating-point value.
 *
 * What is printed is the shortest digit string that reads back as the same
 * value, and of those the closest to it.  A decimal just half-way between two
 * values does not count, though reading it rounds to the even one: PostgreSQL
 * prints no such text.
 *
 * The method is Raffaello Giulietti's ("The Schubfach way to render doubles",
 * 2020).  A value c * 2^q and the middles between it and its neighbours are
 * brought to a power of ten k at which the interval between the middles holds
 * one or two multiples of 10^k, and at most one of 10^(k+1), which is shorter.
 * For that one product with a 128-bit approximation of 10^-k suffices, if the
 * bits cut off leave a mark in the last bit kept.  The approximations are made
 * when a power is first needed, not kept as a table in the source.
 *
 * Layout: fixed between 1e-4 and 1e15 (1e6 for float4), else with an exponent of
 * at least two digits.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/shortest_dec.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <math.h>

#include "common/shortest_dec.h"

#define MAX_DIGITS 20

/* digits[0] . digits[1] ... * 10^exponent */
typedef struct Decimal
{
	char digits[MAX_DIGITS + 1];
	int ndigits;
	int exponent;
} Decimal;

/* ---- Powers of ten ---- */

#define MIN_POWER (-292)
#define MAX_POWER 324
#define POWER_WORDS 12 /* 5^324 has 753 bits */

/* 10^k without its power of two: the leading 128 bits, rounded up. */
typedef struct Power
{
	uint64 high; /* never 0 */
	uint64 low;
} Power;

/* 5^n, least word first; returns its length in bits. */
static int
power_of_five(int n, uint64 *words)
{
	int len = 1;

	memset(words, 0, POWER_WORDS * sizeof(uint64));
	words[0] = 1;
	while (n-- > 0)
	{
		uint64 carry = 0;

		for (int i = 0; i < len; i++)
		{
			uint128 product = (uint128) words[i] * 5 + carry;

			words[i] = (uint64) product;
			carry = (uint64) (product >> 64);
		}
		if (carry)
			words[len++] = carry;
	}
	return len * 64 - __builtin_clzll(words[len - 1]);
}

static bool
bit_at(const uint64 *words, int bit)
{
	return bit >= 0 && (words[bit / 64] >> bit % 64 & 1) != 0;
}

/* rest = 2 * rest, less d if that is not negative; was it? */
static bool
double_and_reduce(uint64 *rest, const uint64 *d)
{
	int i;

	for (i = POWER_WORDS - 1; i > 0; i--)
		rest[i] = rest[i] << 1 | rest[i - 1] >> 63;
	rest[0] <<= 1;
	for (i = POWER_WORDS - 1; i > 0 && rest[i] == d[i]; i--)
		;
	if (rest[i] < d[i])
		return false;
	for (uint64 borrow = 0, j = 0; j < POWER_WORDS; j++)
	{
		uint128 diff = (uint128) rest[j] - d[j] - borrow;

		rest[j] = (uint64) diff;
		borrow = (uint64) (diff >> 64) != 0;
	}
	return true;
}

static void
make_power(int k, Power *result)
{
	uint64 five[POWER_WORDS];
	uint64 rest[POWER_WORDS] = {0};
	int nbits = power_of_five(abs(k), five);
	uint128 bits = 0;

	/* of 5^|k| the leading bits; of its inverse those of a long division */
	rest[(nbits - 1) / 64] = UINT64CONST(1) << (nbits - 1) % 64;
	for (int i = 1; i <= 128; i++)
	{
		bool bit = k >= 0 ? bit_at(five, nbits - i) : double_and_reduce(rest, five);

		bits = bits << 1 | bit;
	}
	if (k < 0 || nbits > 128)
		bits++;
	result->high = (uint64) (bits >> 64);
	result->low = (uint64) bits;
}

static const Power *
power_of_ten(int k)
{
	static Power powers[MAX_POWER - MIN_POWER + 1];
	Power *p = &powers[k - MIN_POWER];

	Assert(k >= MIN_POWER && k <= MAX_POWER);
	if (p->high == 0)
		make_power(k, p);
	return p;
}

/* ---- The shortest decimal ---- */

/* n * g / 2^128, whose last bit is set if anything was cut off. */
static uint64
scale_to_odd(const Power *g, uint64 n)
{
	uint128 low = (uint128) g->low * n;
	uint128 high = (uint128) g->high * n + (uint64) (low >> 64);

	return (uint64) (high >> 64) | ((uint64) high > 1);
}

/*
 * The shortest decimal n * 10^*k next to c * 2^q, which is positive.  "lopsided"
 * says that the neighbour below is only half as far as the one above.
 */
static uint64
shortest_decimal(uint64 c, int q, bool lopsided, int *k)
{
	/* floor(log10(2^q)), or of 3/4 of that; floor(log2(10^-k)) */
	int power = (q * 1262611 - (lopsided ? 524031 : 0)) >> 22;
	int shift = q + ((-power * 1741647) >> 19) + 1;
	const Power *g = power_of_ten(-power);
	/* in quarters of 10^k: the value, and the first and last inside */
	uint64 lower = scale_to_odd(g, (4 * c - 2 + lopsided) << shift) + 1;
	uint64 value = scale_to_odd(g, (4 * c) << shift);
	uint64 upper = scale_to_odd(g, (4 * c + 2) << shift) - 1;
	uint64 n = value / 4;
	uint64 tens = n / 10;
	bool below;
	bool above;

	*k = power;
	if (tens > 0)
	{
		below = lower <= 40 * tens;
		above = 40 * tens + 40 <= upper;
		if (below != above)
		{
			(*k)++;
			return tens + above;
		}
	}
	below = lower <= 4 * n;
	above = 4 * n + 4 <= upper;
	if (below != above)
		return n + above;
	/* both fit: the closer, or the even one */
	return n + (value > 4 * n + 2 || (value == 4 * n + 2 && (n & 1) != 0));
}

/* n * 10^k as digits, without zeroes at the end */
static void
set_digits(Decimal *dec, uint64 n, int k)
{
	char buf[MAX_DIGITS];
	char *p = buf + sizeof(buf);

	while (n != 0)
	{
		*--p = (char) ('0' + n % 10);
		n /= 10;
	}
	dec->ndigits = (int) (buf + sizeof(buf) - p);
	memcpy(dec->digits, p, dec->ndigits);
	dec->exponent = k + dec->ndigits - 1;
	while (dec->ndigits > 1 && dec->digits[dec->ndigits - 1] == '0')
		dec->ndigits--;
}

/*
 * value is positive and finite, and of a type with so many bits of fraction,
 * whose smallest exponent of a unit in the last place is min_exponent.
 */
static void
find_shortest(double value, int fraction_bits, int min_exponent, Decimal *dec)
{
	int exponent;
	double significand = frexp(value, &exponent);
	int q = Max(exponent - fraction_bits - 1, min_exponent);
	uint64 c = (uint64) ldexp(significand, exponent - q);
	bool lopsided = c == UINT64CONST(1) << fraction_bits && q > min_exponent;
	int k;
	uint64 n = shortest_decimal(c, q, lopsided, &k);

	set_digits(dec, n, k);
}

/* Whole numbers below 2^53 need no search. */
static bool
small_integer(double value, Decimal *dec)
{
	if (value >= 9007199254740992.0 || value != floor(value))
		return false;
	set_digits(dec, (uint64) value, 0);
	return true;
}

static char *
put_zeros(char *out, int n)
{
	while (n-- > 0)
		*out++ = '0';
	return out;
}

static char *
put_digits(char *out, const char *digits, int n)
{
	memcpy(out, digits, n);
	return out + n;
}

/* Lay the digits out; not terminated. */
static char *
lay_out(char *out, const Decimal *dec, int fixed_below)
{
	int exp = dec->exponent;

	if (exp < -4 || exp >= fixed_below)
	{
		*out++ = dec->digits[0];
		if (dec->ndigits > 1)
		{
			*out++ = '.';
			out = put_digits(out, dec->digits + 1, dec->ndigits - 1);
		}
		return out + sprintf(out, "e%c%02d", exp < 0 ? '-' : '+', abs(exp));
	}
	if (exp < 0)
	{
		*out++ = '0';
		*out++ = '.';
		out = put_zeros(out, -exp - 1);
		return put_digits(out, dec->digits, dec->ndigits);
	}
	if (dec->ndigits <= exp + 1)
	{
		out = put_digits(out, dec->digits, dec->ndigits);
		return put_zeros(out, exp + 1 - dec->ndigits);
	}
	out = put_digits(out, dec->digits, exp + 1);
	*out++ = '.';
	return put_digits(out, dec->digits + exp + 1, dec->ndigits - exp - 1);
}

static int
shortest(double value, bool is_float, char *result)
{
	char *out = result;
	Decimal dec;

	if (isnan(value))
		return put_digits(out, "NaN", 3) - result;
	if (signbit(value))
	{
		*out++ = '-';
		value = -value;
	}
	if (isinf(value))
		return put_digits(out, "Infinity", 8) - result;
	if (value == 0)
	{
		*out++ = '0';
		return out - result;
	}
	/* a float4 that is whole may still have a shorter form than all digits */
	if (is_float)
		find_shortest(value, 23, -149, &dec);
	else if (!small_integer(value, &dec))
		find_shortest(value, 52, -1074, &dec);
	return lay_out(out, &dec, is_float ? 6 : 15) - result;
}

int
double_to_shortest_decimal_bufn(double f, char *result)
{
	char text[64];
	int len = shortest(f, false, text);

	memcpy(result, text, len);
	return len;
}

int
double_to_shortest_decimal_buf(double f, char *result)
{
	int len = double_to_shortest_decimal_bufn(f, result);

	Assert(len < DOUBLE_SHORTEST_DECIMAL_LEN);
	result[len] = '\0';
	return len;
}

/* palloc'd */
char *
double_to_shortest_decimal(double f)
{
	char *result = palloc(DOUBLE_SHORTEST_DECIMAL_LEN);

	double_to_shortest_decimal_buf(f, result);
	return result;
}

int
float_to_shortest_decimal_bufn(float f, char *result)
{
	char text[64];
	int len = shortest(f, true, text);

	memcpy(result, text, len);
	return len;
}

int
float_to_shortest_decimal_buf(float f, char *result)
{
	int len = float_to_shortest_decimal_bufn(f, result);

	Assert(len < FLOAT_SHORTEST_DECIMAL_LEN);
	result[len] = '\0';
	return len;
}

/* palloc'd */
char *
float_to_shortest_decimal(float f)
{
	char *result = palloc(FLOAT_SHORTEST_DECIMAL_LEN);

	float_to_shortest_decimal_buf(f, result);
	return result;
}
