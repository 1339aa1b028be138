/*
 * bytea.c
 *		The type bytea: bytes.
 *
 * Text input in the hexadecimal (\x...) and the escape form, output as
 * bytea_output says; comparison, pieces, bits, and string_agg over bytea.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/bytea.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "adt_templates.h"
#include "common/int.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "port/pg_bitutils.h"
#include "utils/builtins.h"
#include "utils/bytea.h"
#include "utils/varlena.h"

int bytea_output = BYTEA_OUTPUT_HEX;

static bytea *
bytes(const char *s, int len)
{
	return (bytea *) cstring_to_text_with_len(s, len);
}

/* Is this a backslash and three octal digits of a byte? */
static bool
octal_escape(const char *p)
{
	return p[0] == '\\' && p[1] >= '0' && p[1] <= '3' &&
		p[2] >= '0' && p[2] <= '7' && p[3] >= '0' && p[3] <= '7';
}

Datum
byteain(PG_FUNCTION_ARGS)
{
	const char *s = PG_GETARG_CSTRING(0);
	size_t len = strlen(s);
	bytea *result = palloc(len + VARHDRSZ);
	char *dst = VARDATA(result);

	if (s[0] == '\\' && s[1] == 'x')
	{
		dst += hex_decode(s + 2, len - 2, dst);
		SET_VARSIZE(result, dst - (char *) result);
		PG_RETURN_BYTEA_P(result);
	}
	while (*s)
	{
		if (*s != '\\')
			*dst++ = *s++;
		else if (octal_escape(s))
		{
			*dst++ = (char) (((s[1] - '0') << 6) | ((s[2] - '0') << 3) |
							 (s[3] - '0'));
			s += 4;
		}
		else if (s[1] == '\\')
		{
			*dst++ = '\\';
			s += 2;
		}
		else
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("invalid input syntax for type %s", "bytea")));
	}
	SET_VARSIZE(result, dst - (char *) result);
	PG_RETURN_BYTEA_P(result);
}

Datum
byteaout(PG_FUNCTION_ARGS)
{
	bytea *b = PG_GETARG_BYTEA_PP(0);
	const unsigned char *p = (unsigned char *) VARDATA_ANY(b);
	int len = VARSIZE_ANY_EXHDR(b);
	StringInfoData out;

	if (bytea_output == BYTEA_OUTPUT_HEX)
	{
		char *result = palloc((Size) len * 2 + 3);

		memcpy(result, "\\x", 2);
		result[2 + hex_encode((char *) p, len, result + 2)] = '\0';
		PG_RETURN_CSTRING(result);
	}
	initStringInfo(&out);
	for (int i = 0; i < len; i++)
	{
		if (p[i] == '\\')
			appendStringInfoString(&out, "\\\\");
		else if (p[i] < 0x20 || p[i] > 0x7e)
			appendStringInfo(&out, "\\%03o", p[i]);
		else
			appendStringInfoChar(&out, p[i]);
	}
	PG_RETURN_CSTRING(out.data);
}

Datum
bytearecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int len = buf->len - buf->cursor;
	bytea *result = palloc(len + VARHDRSZ);

	SET_VARSIZE(result, len + VARHDRSZ);
	pq_copymsgbytes(buf, VARDATA(result), len);
	PG_RETURN_BYTEA_P(result);
}

Datum
byteasend(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(PG_GETARG_BYTEA_P_COPY(0));
}

Datum
byteaoctetlen(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(toast_raw_datum_size(PG_GETARG_DATUM(0)) - VARHDRSZ);
}

/* Comparison */

static int
bytea_compare(bytea *a, bytea *b)
{
	int la = VARSIZE_ANY_EXHDR(a);
	int lb = VARSIZE_ANY_EXHDR(b);
	int r = memcmp(VARDATA_ANY(a), VARDATA_ANY(b), Min(la, lb));

	return r != 0 ? r : (la > lb) - (la < lb);
}

ADT_COMPARE_BY(bytea, bytea *, PG_GETARG_BYTEA_PP, bytea_compare)
ADT_BINARY(byteacmp, bytea *, PG_GETARG_BYTEA_PP, bytea *, PG_GETARG_BYTEA_PP,
		   PG_RETURN_INT32, bytea_compare(a, b))

/* Pieces */

static bytea *
bytea_catenate(bytea *a, bytea *b)
{
	int la = VARSIZE_ANY_EXHDR(a);
	int lb = VARSIZE_ANY_EXHDR(b);
	bytea *result = palloc(la + lb + VARHDRSZ);

	SET_VARSIZE(result, la + lb + VARHDRSZ);
	memcpy(VARDATA(result), VARDATA_ANY(a), la);
	memcpy(VARDATA(result) + la, VARDATA_ANY(b), lb);
	return result;
}

ADT_BINARY(byteacat, bytea *, PG_GETARG_BYTEA_PP, bytea *, PG_GETARG_BYTEA_PP,
		   PG_RETURN_BYTEA_P, bytea_catenate(a, b))

/* Bytes start (from 1, may be less) up to start + length. */
static bytea *
bytea_piece(bytea *b, int32 start, int32 length, bool no_length)
{
	int len = VARSIZE_ANY_EXHDR(b);
	int32 end;

	if (no_length)
		end = len + 1;
	else if (length < 0)
	{
		ereport(ERROR,
				(errcode(ERRCODE_SUBSTRING_ERROR),
				 errmsg("negative substring length not allowed")));
		end = 0;
	}
	else if (pg_add_s32_overflow(start, length, &end))
		end = PG_INT32_MAX;
	end = Min(end, len + 1);
	start = Max(start, 1);
	if (end <= start)
		return bytes("", 0);
	return bytes(VARDATA_ANY(b) + start - 1, end - start);
}

Datum
bytea_substr(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(bytea_piece(PG_GETARG_BYTEA_PP(0), PG_GETARG_INT32(1),
								  PG_GETARG_INT32(2), false));
}

Datum
bytea_substr_no_len(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(bytea_piece(PG_GETARG_BYTEA_PP(0), PG_GETARG_INT32(1),
								  0, true));
}

static bytea *
bytea_overlay(bytea *b, bytea *replacement, int start, int length)
{
	int after = overlay_end(start, length);

	return bytea_catenate(bytea_catenate(bytea_piece(b, 1, start - 1, false),
										 replacement),
						  bytea_piece(b, after, 0, true));
}

Datum
byteaoverlay(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(bytea_overlay(PG_GETARG_BYTEA_PP(0),
									PG_GETARG_BYTEA_PP(1), PG_GETARG_INT32(2),
									PG_GETARG_INT32(3)));
}

Datum
byteaoverlay_no_len(PG_FUNCTION_ARGS)
{
	bytea *r = PG_GETARG_BYTEA_PP(1);

	PG_RETURN_BYTEA_P(bytea_overlay(PG_GETARG_BYTEA_PP(0), r,
									PG_GETARG_INT32(2),
									VARSIZE_ANY_EXHDR(r)));
}

Datum
byteapos(PG_FUNCTION_ARGS)
{
	bytea *hay = PG_GETARG_BYTEA_PP(0);
	bytea *needle = PG_GETARG_BYTEA_PP(1);
	const char *s = VARDATA_ANY(hay);
	const char *hit = memmem(s, VARSIZE_ANY_EXHDR(hay), VARDATA_ANY(needle),
							 VARSIZE_ANY_EXHDR(needle));

	PG_RETURN_INT32(hit ? (int32) (hit - s) + 1 : 0);
}

/* Bytes and bits; bit 0 is the lowest of byte 0 */

static void
check_index(int64 n, int64 limit)
{
	if (n < 0 || n >= limit)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("index %lld out of valid range, 0..%lld",
						(long long) n, (long long) limit - 1)));
}

Datum
byteaGetByte(PG_FUNCTION_ARGS)
{
	bytea *b = PG_GETARG_BYTEA_PP(0);
	int32 n = PG_GETARG_INT32(1);

	check_index(n, VARSIZE_ANY_EXHDR(b));
	PG_RETURN_INT32(((unsigned char *) VARDATA_ANY(b))[n]);
}

Datum
byteaGetBit(PG_FUNCTION_ARGS)
{
	bytea *b = PG_GETARG_BYTEA_PP(0);
	int64 n = PG_GETARG_INT64(1);

	check_index(n, (int64) VARSIZE_ANY_EXHDR(b) * 8);
	PG_RETURN_INT32((((unsigned char *) VARDATA_ANY(b))[n / 8] >> (n % 8)) & 1);
}

Datum
byteaSetByte(PG_FUNCTION_ARGS)
{
	bytea *b = PG_GETARG_BYTEA_P_COPY(0);
	int32 n = PG_GETARG_INT32(1);

	check_index(n, VARSIZE(b) - VARHDRSZ);
	((unsigned char *) VARDATA(b))[n] = (unsigned char) PG_GETARG_INT32(2);
	PG_RETURN_BYTEA_P(b);
}

Datum
byteaSetBit(PG_FUNCTION_ARGS)
{
	bytea *b = PG_GETARG_BYTEA_P_COPY(0);
	int64 n = PG_GETARG_INT64(1);
	int32 bit = PG_GETARG_INT32(2);
	unsigned char *p;

	check_index(n, (int64) (VARSIZE(b) - VARHDRSZ) * 8);
	if (bit != 0 && bit != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("new bit must be 0 or 1")));
	p = (unsigned char *) VARDATA(b) + n / 8;
	*p = (*p & ~(1 << (n % 8))) | (bit << (n % 8));
	PG_RETURN_BYTEA_P(b);
}

Datum
bytea_bit_count(PG_FUNCTION_ARGS)
{
	bytea *b = PG_GETARG_BYTEA_PP(0);

	PG_RETURN_INT64(pg_popcount(VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b)));
}

/* Trimming of a set of bytes */

static bytea *
bytea_trim(bytea *b, bytea *set, bool left, bool right)
{
	const unsigned char *p = (unsigned char *) VARDATA_ANY(b);
	int len = VARSIZE_ANY_EXHDR(b);
	int from = 0;
	bool drop[256] = {false};

	for (int i = 0; i < VARSIZE_ANY_EXHDR(set); i++)
		drop[((unsigned char *) VARDATA_ANY(set))[i]] = true;
	while (left && from < len && drop[p[from]])
		from++;
	while (right && len > from && drop[p[len - 1]])
		len--;
	return bytes((const char *) p + from, len - from);
}

#define BYTEA_TRIM(name, left, right)                                          \
	ADT_BINARY(name, bytea *, PG_GETARG_BYTEA_PP, bytea *, PG_GETARG_BYTEA_PP, \
			   PG_RETURN_BYTEA_P, bytea_trim(a, b, left, right))
BYTEA_TRIM(byteatrim, true, true)
BYTEA_TRIM(bytealtrim, true, false)
BYTEA_TRIM(byteartrim, false, true)
