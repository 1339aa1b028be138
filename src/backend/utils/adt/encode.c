/*
 * encode.c
 *		encode() and decode(): bytes as hexadecimal, base64 or escapes.
 *
 * Each coder is a row of a table: upper bounds of the result sizes, and the two
 * conversions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/encode.c
 */
#include "postgres.h"

#include "utils/builtins.h"
#include "utils/memutils.h"

typedef struct Coder
{
	const char *name;
	uint64 (*encode_size)(const char *src, size_t len);
	uint64 (*decode_size)(const char *src, size_t len);
	uint64 (*encode)(const char *src, size_t len, char *dst);
	uint64 (*decode)(const char *src, size_t len, char *dst);
} Coder;

/* hexadecimal */

static const char hex_digits[] = "0123456789abcdef";

static uint64
hex_encode_size(const char *src, size_t len)
{
	return (uint64) len * 2;
}

static uint64
hex_decode_size(const char *src, size_t len)
{
	return (uint64) len / 2;
}

/* Two digits a byte; returns the number of bytes written to dst. */
uint64
hex_encode(const char *src, size_t len, char *dst)
{
	for (size_t i = 0; i < len; i++)
	{
		*dst++ = hex_digits[((unsigned char) src[i]) >> 4];
		*dst++ = hex_digits[((unsigned char) src[i]) & 15];
	}
	return (uint64) len * 2;
}

static int
hex_value(const char *c)
{
	if (*c >= '0' && *c <= '9')
		return *c - '0';
	if (*c >= 'a' && *c <= 'f')
		return *c - 'a' + 10;
	if (*c >= 'A' && *c <= 'F')
		return *c - 'A' + 10;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid hexadecimal digit: \"%c\"", *c)));
	return -1;
}

static bool
skippable(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/*
 * Digits in pairs, with white space between pairs; 22023 for anything else.
 * Returns the number of bytes written to dst.
 */
uint64
hex_decode(const char *src, size_t len, char *dst)
{
	const char *end = src + len;
	char *start = dst;

	while (src < end)
	{
		int high;

		if (skippable(*src))
		{
			src++;
			continue;
		}
		high = hex_value(src++);
		if (src >= end)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid hexadecimal data: odd number of digits")));
		*dst++ = (char) ((high << 4) | hex_value(src++));
	}
	return dst - start;
}

/* base64, in lines of 76 characters */

static const char b64_digits[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint64
b64_encode_size(const char *src, size_t len)
{
	return ((uint64) len + 2) / 3 * 4 + (uint64) len / 57 + 1;
}

static uint64
b64_decode_size(const char *src, size_t len)
{
	return ((uint64) len * 3) >> 2;
}

static uint64
b64_encode(const char *src, size_t len, char *dst)
{
	const unsigned char *s = (const unsigned char *) src;
	char *start = dst;

	for (size_t i = 0; i < len; i += 3)
	{
		size_t left = len - i;
		uint32 v = s[i] << 16;

		if (i > 0 && i % 57 == 0)
			*dst++ = '\n';
		if (left > 1)
			v |= s[i + 1] << 8;
		if (left > 2)
			v |= s[i + 2];
		*dst++ = b64_digits[v >> 18];
		*dst++ = b64_digits[(v >> 12) & 63];
		*dst++ = left > 1 ? b64_digits[(v >> 6) & 63] : '=';
		*dst++ = left > 2 ? b64_digits[v & 63] : '=';
	}
	/* a full last line is ended too */
	if (len > 0 && len % 57 == 0)
		*dst++ = '\n';
	return dst - start;
}

static uint64
b64_decode(const char *src, size_t len, char *dst)
{
	const char *end = src + len;
	char *start = dst;
	uint32 v = 0;
	int pos = 0;
	int last = 0; /* bytes in the last group, 0 if it is full */

	for (; src < end; src++)
	{
		const char *digit;
		int b = 0;

		if (skippable(*src))
			continue;
		if (*src == '=')
		{
			if (last == 0 && pos < 2)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("unexpected \"=\" while decoding base64 sequence")));
			if (last == 0)
				last = pos - 1;
		}
		else
		{
			digit = *src ? strchr(b64_digits, *src) : NULL;
			if (digit == NULL)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("invalid symbol \"%.1s\" found while decoding base64 sequence",
								src)));
			b = (int) (digit - b64_digits);
		}
		v = (v << 6) | b;
		if (++pos < 4)
			continue;
		*dst++ = (char) (v >> 16);
		if (last != 1)
			*dst++ = (char) (v >> 8);
		if (last == 0)
			*dst++ = (char) v;
		v = 0;
		pos = 0;
	}
	if (pos != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid base64 end sequence"),
				 errhint("The data may be cut off, or lack \"=\" at the end.")));
	return dst - start;
}

/* escape: zero and high bytes in octal, backslash doubled */

static bool
must_escape(char c)
{
	return c == '\0' || IS_HIGHBIT_SET(c);
}

static uint64
esc_encode_size(const char *src, size_t len)
{
	uint64 n = 0;

	for (size_t i = 0; i < len; i++)
		n += must_escape(src[i]) ? 4 : src[i] == '\\' ? 2
													  : 1;
	return n;
}

static uint64
esc_decode_size(const char *src, size_t len)
{
	return len;
}

static uint64
esc_encode(const char *src, size_t len, char *dst)
{
	char *start = dst;

	for (size_t i = 0; i < len; i++)
	{
		unsigned char c = src[i];

		if (must_escape(src[i]))
		{
			*dst++ = '\\';
			*dst++ = '0' + (c >> 6);
			*dst++ = '0' + ((c >> 3) & 7);
			*dst++ = '0' + (c & 7);
			continue;
		}
		if (c == '\\')
			*dst++ = '\\';
		*dst++ = c;
	}
	return dst - start;
}

static bool
octal(char c, char max)
{
	return c >= '0' && c <= max;
}

static uint64
esc_decode(const char *src, size_t len, char *dst)
{
	const char *end = src + len;
	char *start = dst;

	while (src < end)
	{
		if (*src != '\\')
			*dst++ = *src++;
		else if (end - src > 3 && octal(src[1], '3') && octal(src[2], '7') &&
				 octal(src[3], '7'))
		{
			*dst++ = (char) (((src[1] - '0') << 6) | ((src[2] - '0') << 3) |
							 (src[3] - '0'));
			src += 4;
		}
		else if (end - src > 1 && src[1] == '\\')
		{
			*dst++ = '\\';
			src += 2;
		}
		else
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("invalid input syntax for type %s", "bytea")));
	}
	return dst - start;
}

static const Coder coders[] = {
	{"hex", hex_encode_size, hex_decode_size, hex_encode, hex_decode},
	{"base64", b64_encode_size, b64_decode_size, b64_encode, b64_decode},
	{"escape", esc_encode_size, esc_decode_size, esc_encode, esc_decode}};

static const Coder *
find_coder(text *name)
{
	char *s = text_to_cstring(name);

	for (size_t i = 0; i < lengthof(coders); i++)
		if (pg_strcasecmp(coders[i].name, s) == 0)
			return &coders[i];
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized encoding: \"%s\"", s)));
	return NULL;
}

static struct varlena *
allocate_result(uint64 size, const char *what)
{
	if (size > MaxAllocSize - VARHDRSZ)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("result of %s conversion is too large", what)));
	return palloc(VARHDRSZ + size);
}

Datum
binary_encode(PG_FUNCTION_ARGS)
{
	bytea *data = PG_GETARG_BYTEA_PP(0);
	const Coder *coder = find_coder(PG_GETARG_TEXT_PP(1));
	const char *src = VARDATA_ANY(data);
	size_t len = VARSIZE_ANY_EXHDR(data);
	text *result = allocate_result(coder->encode_size(src, len),
								   "encoding");

	SET_VARSIZE(result, VARHDRSZ + coder->encode(src, len, VARDATA(result)));
	PG_RETURN_TEXT_P(result);
}

Datum
binary_decode(PG_FUNCTION_ARGS)
{
	text *data = PG_GETARG_TEXT_PP(0);
	const Coder *coder = find_coder(PG_GETARG_TEXT_PP(1));
	const char *src = VARDATA_ANY(data);
	size_t len = VARSIZE_ANY_EXHDR(data);
	bytea *result = allocate_result(coder->decode_size(src, len),
									"decoding");

	SET_VARSIZE(result, VARHDRSZ + coder->decode(src, len, VARDATA(result)));
	PG_RETURN_BYTEA_P(result);
}
