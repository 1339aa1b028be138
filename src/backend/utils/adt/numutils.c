/*
 * numutils.c
 *		Integers to decimal text, and back.
 *
 * The readers take surrounding white space and one sign, and raise 22P02 for a
 * text that is no integer and 22003 for one that does not fit.  The writers
 * return the length without the closing zero byte.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/numutils.c
 */
#include "postgres.h"

#include "utils/builtins.h"

static const char two_digits[201] =
	"00010203040506070809"
	"10111213141516171819"
	"20212223242526272829"
	"30313233343536373839"
	"40414243444546474849"
	"50515253545556575859"
	"60616263646566676869"
	"70717273747576777879"
	"80818283848586878889"
	"90919293949596979899";

/*
 * Collects the value as a negative number, whose range is the wider one;
 * limit is the most negative value allowed.
 */
static int64
parse_integer(const char *s, int64 limit, const char *type_name)
{
	const char *p = s;
	int64 acc = 0;
	bool negative = false;
	bool overflow = false;

	while (isspace((unsigned char) *p))
		p++;
	if (*p == '-' || *p == '+')
		negative = *p++ == '-';
	if (!isdigit((unsigned char) *p))
		goto malformed;
	for (; isdigit((unsigned char) *p); p++)
		overflow |= __builtin_mul_overflow(acc, (int64) 10, &acc) ||
			__builtin_sub_overflow(acc, (int64) (*p - '0'), &acc);
	while (isspace((unsigned char) *p))
		p++;
	if (*p != '\0')
		goto malformed;
	if (overflow || acc < limit || (!negative && acc == limit))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("value \"%s\" is out of range for type %s",
						s, type_name)));
	return negative ? acc : -acc;

malformed:
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"",
					type_name, s)));
	return 0;
}

/* Text to a 16-bit integer. */
int16
pg_strtoint16(const char *s)
{
	return (int16) parse_integer(s, PG_INT16_MIN, "smallint");
}

/* Text to a 32-bit integer. */
int32
pg_strtoint32(const char *s)
{
	return (int32) parse_integer(s, PG_INT32_MIN, "integer");
}

/* Text to a 64-bit integer. */
int64
pg_strtoint64(const char *s)
{
	return parse_integer(s, PG_INT64_MIN, "bigint");
}

/* 64-bit unsigned to decimal, not terminated; a has room for 20 bytes. */
int
pg_ulltoa_n(uint64 value, char *a)
{
	char tmp[MAXINT8LEN];
	char *p = tmp + sizeof(tmp);
	int len;

	while (value >= 100)
	{
		p -= 2;
		memcpy(p, two_digits + 2 * (value % 100), 2);
		value /= 100;
	}
	if (value >= 10)
	{
		p -= 2;
		memcpy(p, two_digits + 2 * value, 2);
	}
	else
		*--p = (char) ('0' + value);
	len = (int) (tmp + sizeof(tmp) - p);
	memcpy(a, p, len);
	return len;
}

/* 32-bit unsigned to decimal, not terminated. */
int
pg_ultoa_n(uint32 value, char *a)
{
	return pg_ulltoa_n(value, a);
}

/* 64-bit signed to decimal with a closing zero; a has MAXINT8LEN + 1 bytes. */
int
pg_lltoa(int64 ll, char *a)
{
	int len = 0;
	uint64 magnitude = (uint64) ll;

	if (ll < 0)
	{
		a[len++] = '-';
		magnitude = 0 - magnitude;
	}
	len += pg_ulltoa_n(magnitude, a + len);
	a[len] = '\0';
	return len;
}

/* 32-bit signed to decimal; a has 12 bytes. */
int
pg_ltoa(int32 value, char *a)
{
	return pg_lltoa(value, a);
}

/* 16-bit signed to decimal; a has 7 bytes. */
int
pg_itoa(int16 i, char *a)
{
	return pg_lltoa(i, a);
}

/*
 * Writes value with at least minwidth digits, not terminated; returns the
 * position behind the last.
 */
char *
pg_ultostr_zeropad(char *str, uint32 value, int32 minwidth)
{
	char tmp[MAXINT8LEN];
	int len = pg_ulltoa_n(value, tmp);

	for (int i = len; i < minwidth; i++)
		*str++ = '0';
	memcpy(str, tmp, len);
	return str + len;
}

/* Writes value, not terminated; returns the position behind the last digit. */
char *
pg_ultostr(char *str, uint32 value)
{
	return str + pg_ulltoa_n(value, str);
}
