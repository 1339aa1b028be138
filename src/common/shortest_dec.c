/*
 * shortest_dec.c
 *		The shortest decimal text of a floating-point value.
 *
 * What is printed is the shortest digit string that reads back as the same
 * value, and of those the closest to it.  A decimal of 15 digits (6 for float4)
 * survives the way to binary and back, so rounding to that many digits finds any
 * shorter answer too, once trailing zeroes are dropped; else one more digit at a
 * time is tried, up to 17 (9).  Where a power of two makes the interval of a
 * value lopsided, the neighbour above the rounded decimal is tried as well.  A
 * decimal just half-way between two values does not count, though reading it
 * rounds to the even one: PostgreSQL prints no such text.
 * Subnormal values have fewer digits and start at one.
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

#include <float.h>
#include <math.h>

#include "common/shortest_dec.h"

#define MAX_DIGITS 17

/* digits[0] . digits[1] ... * 10^exponent */
typedef struct Decimal
{
	char digits[MAX_DIGITS + 1];
	int ndigits;
	int exponent;
} Decimal;

/* How the two widths differ. */
typedef struct Width
{
	int safe_digits; /* survive the way to binary and back */
	int max_digits; /* always enough */
	double min_normal;
	double (*read)(const char *text);
	double (*step)(double value, double towards);
} Width;

static double
read_double(const char *text)
{
	return strtod(text, NULL);
}

static double
read_float(const char *text)
{
	return strtof(text, NULL);
}

static double
step_float(double value, double towards)
{
	return nextafterf((float) value, (float) towards);
}

static const Width width_double = {DBL_DIG, 17, DBL_MIN, read_double, nextafter};
static const Width width_float = {FLT_DIG, 9, FLT_MIN, read_float, step_float};

static void
parse_e_format(const char *text, Decimal *dec)
{
	dec->ndigits = 0;
	for (; *text && *text != 'e'; text++)
		if (*text != '.')
			dec->digits[dec->ndigits++] = *text;
	dec->exponent = atoi(text + 1);
}

static void
to_e_format(const Decimal *dec, char *text)
{
	sprintf(text, "%c.%.*se%d", dec->digits[0], dec->ndigits - 1,
			dec->digits + 1, dec->exponent);
}

/* The decimal of the same length that comes next. */
static void
next_up(Decimal *dec)
{
	int i = dec->ndigits - 1;

	while (i >= 0 && dec->digits[i] == '9')
		dec->digits[i--] = '0';
	if (i >= 0)
	{
		dec->digits[i]++;
		return;
	}
	dec->digits[0] = '1'; /* 99..9 became 00..0: now 10..0 */
	dec->exponent++;
}

/*
 * Is the decimal exactly half-way between value and a neighbour?  The half-way
 * points are exact in long double (64 bits); where the text reads as one of
 * them, all of its digits decide.
 */
static bool
on_boundary(const char *text, double value, const Width *width)
{
	long double read = strtold(text, NULL);
	double below = width->step(value, 0);
	long double half_down = ((long double) value + below) / 2;
	long double half_up = value + ((long double) value - below) / 2;
	double above = width->step(value, INFINITY);
	char exact[1200];
	size_t len = strcspn(text, "e");

	if (!isinf(above))
		half_up = ((long double) value + above) / 2;
	if (read != half_down && read != half_up)
		return false;
	snprintf(exact, sizeof(exact), "%.1100Le", read);
	/* the same digits, and then only zeroes */
	if (strncmp(exact, text, len) != 0)
		return false;
	if (exact[len] == '.')
		len++;
	return exact[len + strspn(exact + len, "0")] == 'e';
}

static bool
reads_as(const char *text, double value, const Width *width)
{
	return width->read(text) == value && !on_boundary(text, value, width);
}

/* Try n digits; value is positive and finite. */
static bool
try_digits(double value, int n, const Width *width, Decimal *dec)
{
	char text[64];

	snprintf(text, sizeof(text), "%.*e", n - 1, value);
	parse_e_format(text, dec);
	if (reads_as(text, value, width))
		return true;
	next_up(dec);
	to_e_format(dec, text);
	return reads_as(text, value, width);
}

static void
find_shortest(double value, const Width *width, Decimal *dec)
{
	int n = value < width->min_normal ? 1 : width->safe_digits;

	while (n < width->max_digits && !try_digits(value, n, width, dec))
		n++;
	if (n == width->max_digits)
	{
		char text[64];

		snprintf(text, sizeof(text), "%.*e", n - 1, value);
		parse_e_format(text, dec);
	}
	while (dec->ndigits > 1 && dec->digits[dec->ndigits - 1] == '0')
		dec->ndigits--;
}

/* Whole numbers below 2^53 need no search. */
static bool
small_integer(double value, Decimal *dec)
{
	uint64 n;
	char text[24];

	if (value >= 9007199254740992.0 || value != floor(value))
		return false;
	n = (uint64) value;
	dec->ndigits = sprintf(text, UINT64_FORMAT, n);
	if (dec->ndigits > MAX_DIGITS - 2)
		return false;
	memcpy(dec->digits, text, dec->ndigits);
	dec->exponent = dec->ndigits - 1;
	while (dec->ndigits > 1 && dec->digits[dec->ndigits - 1] == '0')
		dec->ndigits--;
	return true;
}

/*
 * Values with few decimals, such as 12.25, need none either: a decimal of at
 * most 15 digits is the only one of its length or less that reads as its value,
 * and both steps of the division that reads it back are exact but for one
 * rounding, as in reading a text.
 */
static bool
few_decimals(double value, Decimal *dec)
{
	static const double powers[] = {1e1, 1e2, 1e3, 1e4, 1e5, 1e6};

	if (value < 1e-3 || value >= 1e9)
		return false;
	for (int i = 0; i < lengthof(powers); i++)
	{
		double scaled = value * powers[i];

		if (scaled >= 1e15)
			return false;
		if (scaled == floor(scaled) && scaled / powers[i] == value &&
			small_integer(scaled, dec))
		{
			dec->exponent -= i + 1;
			return true;
		}
	}
	return false;
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
shortest(double value, const Width *width, int fixed_below, char *result)
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
	if (width != &width_double ||
		(!small_integer(value, &dec) && !few_decimals(value, &dec)))
		find_shortest(value, width, &dec);
	return lay_out(out, &dec, fixed_below) - result;
}

int
double_to_shortest_decimal_bufn(double f, char *result)
{
	char text[64];
	int len = shortest(f, &width_double, 15, text);

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
	int len = shortest(f, &width_float, 6, text);

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
