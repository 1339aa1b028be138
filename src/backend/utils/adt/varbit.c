/*
 * varbit.c
 *		The types bit(n) and bit varying(n).
 *
 * The layout is in utils/varbit.h.  A typmod is the number of bits.  Bits beyond
 * the length in the last byte are always zero, which comparison relies on.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/varbit.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "common/int.h"
#include "libpq/pqformat.h"
#include "port/pg_bitutils.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/varbit.h"
#include "utils/varlena.h"

#define MAX_BIT_LENGTH (10 * 1024 * 1024 * 8) /* largest n of bit(n) */

static VarBit *
new_bits(int nbits)
{
	int size = VARBITTOTALLEN(nbits);
	VarBit *r = palloc0(size);

	SET_VARSIZE(r, size);
	VARBITLEN(r) = nbits;
	return r;
}

static bool
get_bit_at(const VarBit *b, int i)
{
	return (b->bit_dat[i / 8] >> (7 - i % 8)) & 1;
}

static void
set_bit_at(VarBit *b, int i, bool v)
{
	bits8 mask = 1 << (7 - i % 8);

	if (v)
		b->bit_dat[i / 8] |= mask;
	else
		b->bit_dat[i / 8] &= ~mask;
}

/* Clears the unused bits of the last byte. */
static void
clear_padding(VarBit *b)
{
	int spare = VARBITPAD(b);

	if (spare > 0)
		b->bit_dat[VARBITBYTES(b) - 1] &= BITMASK << spare;
}

/* n bits of b from position from. */
static VarBit *
copy_bits(const VarBit *b, int from, int n)
{
	VarBit *r = new_bits(n);
	int shift = from % 8;
	int last = VARBITBYTES(b);

	for (int i = 0; i < VARBITBYTES(r); i++)
	{
		int at = from / 8 + i;
		int v = b->bit_dat[at] << shift;

		if (shift && at + 1 < last)
			v |= b->bit_dat[at + 1] >> (8 - shift);
		r->bit_dat[i] = (bits8) v;
	}
	clear_padding(r);
	return r;
}

static VarBit *
catenate(const VarBit *a, const VarBit *b)
{
	int la = VARBITLEN(a);
	int lb = VARBITLEN(b);
	int shift = la % 8;
	VarBit *r;

	if (la > VARBITMAXLEN - lb)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("bit string length exceeds the maximum allowed (%d)",
						VARBITMAXLEN)));
	r = new_bits(la + lb);
	memcpy(r->bit_dat, a->bit_dat, VARBITBYTES(a));
	for (int i = 0; i < VARBITBYTES(b); i++)
	{
		int at = la / 8 + i;

		r->bit_dat[at] |= b->bit_dat[i] >> shift;
		if (shift && at + 1 < VARBITBYTES(r))
			r->bit_dat[at + 1] = b->bit_dat[i] << (8 - shift);
	}
	return r;
}

/* ---- I/O ---- */

static int32
typmod_in(ArrayType *ta, const char *name)
{
	int n;
	int32 *tl = ArrayGetIntegerTypmods(ta, &n);

	if (n != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid type modifier")));
	if (*tl < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("length for type %s must be at least 1", name)));
	if (*tl > MAX_BIT_LENGTH)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("length for type %s cannot exceed %d", name,
						MAX_BIT_LENGTH)));
	return *tl;
}

static char *
typmod_out(int32 typmod)
{
	return typmod >= 0 ? psprintf("(%d)", typmod) : pstrdup("");
}

ADT_UNARY(bittypmodin, ArrayType *, PG_GETARG_ARRAYTYPE_P, PG_RETURN_INT32,
		  typmod_in(a, "bit"))
ADT_UNARY(varbittypmodin, ArrayType *, PG_GETARG_ARRAYTYPE_P, PG_RETURN_INT32,
		  typmod_in(a, "varbit"))
ADT_UNARY(bittypmodout, int32, PG_GETARG_INT32, PG_RETURN_CSTRING,
		  typmod_out(a))
ADT_UNARY(varbittypmodout, int32, PG_GETARG_INT32, PG_RETURN_CSTRING,
		  typmod_out(a))

static void
wrong_length(int len, int32 typmod, bool varying)
{
	if (varying)
		ereport(ERROR,
				(errcode(ERRCODE_STRING_DATA_RIGHT_TRUNCATION),
				 errmsg("bit string too long for type bit varying(%d)",
						typmod)));
	ereport(ERROR,
			(errcode(ERRCODE_STRING_DATA_LENGTH_MISMATCH),
			 errmsg("bit string length %d does not match type bit(%d)", len,
					typmod)));
}

/* B0101, X1f or 0101 */
static VarBit *
read_bits(const char *str, int32 typmod, bool varying)
{
	bool hex = *str == 'x' || *str == 'X';
	const char *p = str + (hex || *str == 'b' || *str == 'B');
	size_t ndigits = strlen(p);
	int len;
	VarBit *r;

	if (hex && ndigits > VARBITMAXLEN / 4)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("bit string length exceeds the maximum allowed (%d)",
						VARBITMAXLEN)));
	len = (int) ndigits * (hex ? 4 : 1);
	if (typmod > 0 && (varying ? len > typmod : len != typmod))
		wrong_length(len, typmod, varying);
	r = new_bits(len);
	for (int i = 0; p[i]; i++)
	{
		char c = p[i];

		if (hex)
		{
			int v;

			if (!isxdigit((unsigned char) c))
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						 errmsg("\"%c\" is not a valid hexadecimal digit", c)));
			v = isdigit((unsigned char) c) ? c - '0' : (c | 0x20) - 'a' + 10;
			r->bit_dat[i / 2] |= i % 2 == 0 ? v << 4 : v;
		}
		else if (c == '1')
			set_bit_at(r, i, true);
		else if (c != '0')
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("\"%c\" is not a valid binary digit", c)));
	}
	return r;
}

static char *
write_bits(const VarBit *b)
{
	char *result = palloc(VARBITLEN(b) + 1);

	for (int i = 0; i < VARBITLEN(b); i++)
		result[i] = get_bit_at(b, i) ? '1' : '0';
	result[VARBITLEN(b)] = '\0';
	return result;
}

static VarBit *
receive_bits(FunctionCallInfo fcinfo, bool varying)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int32 typmod = PG_GETARG_INT32(2);
	int len = pq_getmsgint(buf, sizeof(int32));
	VarBit *r;

	if (len < 0 || len > VARBITMAXLEN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid length in external bit string")));
	if (typmod > 0 && (varying ? len > typmod : len != typmod))
		wrong_length(len, typmod, varying);
	r = new_bits(len);
	pq_copymsgbytes(buf, (char *) r->bit_dat, VARBITBYTES(r));
	clear_padding(r);
	return r;
}

#define BIT_IO(prefix, varying)                                     \
	Datum prefix##_in(PG_FUNCTION_ARGS)                             \
	{                                                               \
		PG_RETURN_VARBIT_P(read_bits(PG_GETARG_CSTRING(0),          \
									 PG_GETARG_INT32(2), varying)); \
	}                                                               \
	Datum prefix##_out(PG_FUNCTION_ARGS)                            \
	{                                                               \
		PG_RETURN_CSTRING(write_bits(PG_GETARG_VARBIT_P(0)));       \
	}                                                               \
	Datum prefix##_recv(PG_FUNCTION_ARGS)                           \
	{                                                               \
		PG_RETURN_VARBIT_P(receive_bits(fcinfo, varying));          \
	}                                                               \
	Datum prefix##_send(PG_FUNCTION_ARGS)                           \
	{                                                               \
		VarBit *b = PG_GETARG_VARBIT_P(0);                          \
		StringInfoData buf;                                         \
		pq_begintypsend(&buf);                                      \
		pq_sendint32(&buf, VARBITLEN(b));                           \
		pq_sendbytes(&buf, (char *) b->bit_dat, VARBITBYTES(b));    \
		PG_RETURN_BYTEA_P(pq_endtypsend(&buf));                     \
	}
BIT_IO(bit, false)
BIT_IO(varbit, true)

/* Length coercions: (value, typmod, explicit) */

Datum
bit(PG_FUNCTION_ARGS)
{
	VarBit *b = PG_GETARG_VARBIT_P(0);
	int32 len = PG_GETARG_INT32(1);
	VarBit *r;

	if (len <= 0 || len > VARBITMAXLEN || len == VARBITLEN(b))
		PG_RETURN_VARBIT_P(b);
	if (!PG_GETARG_BOOL(2))
		wrong_length(VARBITLEN(b), len, false);
	r = new_bits(len);
	memcpy(r->bit_dat, b->bit_dat, Min(VARBITBYTES(r), VARBITBYTES(b)));
	clear_padding(r);
	PG_RETURN_VARBIT_P(r);
}

Datum
varbit(PG_FUNCTION_ARGS)
{
	VarBit *b = PG_GETARG_VARBIT_P(0);
	int32 len = PG_GETARG_INT32(1);

	if (len <= 0 || len >= VARBITLEN(b))
		PG_RETURN_VARBIT_P(b);
	if (!PG_GETARG_BOOL(2))
		wrong_length(VARBITLEN(b), len, true);
	PG_RETURN_VARBIT_P(copy_bits(b, 0, len));
}

ADT_NO_SUPPORT(varbit_support)

/* ---- Comparison ---- */

static int
bit_compare(const VarBit *a, const VarBit *b)
{
	int r = memcmp(a->bit_dat, b->bit_dat,
				   Min(VARBITBYTES(a), VARBITBYTES(b)));

	return r != 0 ? r : (VARBITLEN(a) > VARBITLEN(b)) - (VARBITLEN(a) < VARBITLEN(b));
}

ADT_COMPARE_BY(bit, VarBit *, PG_GETARG_VARBIT_P, bit_compare)
ADT_BINARY(bitcmp, VarBit *, PG_GETARG_VARBIT_P, VarBit *, PG_GETARG_VARBIT_P,
		   PG_RETURN_INT32, bit_compare(a, b))

/* ---- Operations ---- */

static VarBit *
combine(const VarBit *a, const VarBit *b, char op)
{
	VarBit *r;

	if (VARBITLEN(a) != VARBITLEN(b))
		ereport(ERROR,
				(errcode(ERRCODE_STRING_DATA_LENGTH_MISMATCH),
				 errmsg("cannot %s bit strings of different sizes",
						op == '&' ? "AND" : op == '|' ? "OR"
													  : "XOR")));
	r = new_bits(VARBITLEN(a));
	for (int i = 0; i < VARBITBYTES(a); i++)
		r->bit_dat[i] = op == '&' ? a->bit_dat[i] & b->bit_dat[i] : op == '|' ? a->bit_dat[i] | b->bit_dat[i]
																			  : a->bit_dat[i] ^ b->bit_dat[i];
	return r;
}

static VarBit *
complement(const VarBit *a)
{
	VarBit *r = new_bits(VARBITLEN(a));

	for (int i = 0; i < VARBITBYTES(a); i++)
		r->bit_dat[i] = ~a->bit_dat[i];
	clear_padding(r);
	return r;
}

/* Shifts to the right, to the left where n is negative; zeroes come in. */
static VarBit *
shift(const VarBit *a, int64 n)
{
	int len = VARBITLEN(a);
	VarBit *zeroes;
	int k;

	if (n >= len || n <= -(int64) len)
		return new_bits(len);
	k = (int) (n < 0 ? -n : n);
	zeroes = new_bits(k);
	if (n >= 0)
		return catenate(zeroes, copy_bits(a, 0, len - k));
	return catenate(copy_bits(a, k, len - k), zeroes);
}

#define BIT_BINARY(name, expr)                               \
	ADT_BINARY(name, VarBit *, PG_GETARG_VARBIT_P, VarBit *, \
			   PG_GETARG_VARBIT_P, PG_RETURN_VARBIT_P, expr)
BIT_BINARY(bitcat, catenate(a, b))
BIT_BINARY(bit_and, combine(a, b, '&'))
BIT_BINARY(bit_or, combine(a, b, '|'))
BIT_BINARY(bitxor, combine(a, b, '^'))
ADT_UNARY(bitnot, VarBit *, PG_GETARG_VARBIT_P, PG_RETURN_VARBIT_P,
		  complement(a))
ADT_BINARY(bitshiftleft, VarBit *, PG_GETARG_VARBIT_P, int32, PG_GETARG_INT32,
		   PG_RETURN_VARBIT_P, shift(a, -(int64) b))
ADT_BINARY(bitshiftright, VarBit *, PG_GETARG_VARBIT_P, int32,
		   PG_GETARG_INT32, PG_RETURN_VARBIT_P, shift(a, b))
ADT_UNARY(bitlength, VarBit *, PG_GETARG_VARBIT_P, PG_RETURN_INT32,
		  VARBITLEN(a))
ADT_UNARY(bitoctetlength, VarBit *, PG_GETARG_VARBIT_P, PG_RETURN_INT32,
		  VARBITBYTES(a))

Datum
bit_bit_count(PG_FUNCTION_ARGS)
{
	VarBit *b = PG_GETARG_VARBIT_P(0);

	PG_RETURN_INT64(pg_popcount((char *) b->bit_dat, VARBITBYTES(b)));
}

/* Bits start (from 1, may be less) up to start + length. */
static VarBit *
piece(const VarBit *b, int32 start, int32 length, bool no_length)
{
	int len = VARBITLEN(b);
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
		end = len + 1;
	start = Max(start, 1);
	end = Min(end, len + 1);
	return end <= start ? new_bits(0) : copy_bits(b, start - 1, end - start);
}

Datum
bitsubstr(PG_FUNCTION_ARGS)
{
	PG_RETURN_VARBIT_P(piece(PG_GETARG_VARBIT_P(0), PG_GETARG_INT32(1),
							 PG_GETARG_INT32(2), false));
}

Datum
bitsubstr_no_len(PG_FUNCTION_ARGS)
{
	PG_RETURN_VARBIT_P(piece(PG_GETARG_VARBIT_P(0), PG_GETARG_INT32(1), 0,
							 true));
}

static VarBit *
overlay(const VarBit *b, const VarBit *r, int start, int length)
{
	int after = overlay_end(start, length);

	return catenate(catenate(piece(b, 1, start - 1, false), r),
					piece(b, after, 0, true));
}

Datum
bitoverlay(PG_FUNCTION_ARGS)
{
	PG_RETURN_VARBIT_P(overlay(PG_GETARG_VARBIT_P(0), PG_GETARG_VARBIT_P(1),
							   PG_GETARG_INT32(2), PG_GETARG_INT32(3)));
}

Datum
bitoverlay_no_len(PG_FUNCTION_ARGS)
{
	VarBit *r = PG_GETARG_VARBIT_P(1);

	PG_RETURN_VARBIT_P(overlay(PG_GETARG_VARBIT_P(0), r, PG_GETARG_INT32(2),
							   VARBITLEN(r)));
}

/* Position of b within a, from 1; 0 if it is not there. */
Datum
bitposition(PG_FUNCTION_ARGS)
{
	VarBit *a = PG_GETARG_VARBIT_P(0);
	VarBit *b = PG_GETARG_VARBIT_P(1);

	if (VARBITLEN(a) == 0 || VARBITLEN(b) > VARBITLEN(a))
		PG_RETURN_INT32(0);
	for (int at = 0; at + VARBITLEN(b) <= VARBITLEN(a); at++)
	{
		int i = 0;

		while (i < VARBITLEN(b) && get_bit_at(a, at + i) == get_bit_at(b, i))
			i++;
		if (i == VARBITLEN(b))
			PG_RETURN_INT32(at + 1);
	}
	PG_RETURN_INT32(0);
}

static void
check_index(const VarBit *b, int n)
{
	if (n < 0 || n >= VARBITLEN(b))
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("bit index %d out of valid range (0..%d)", n,
						VARBITLEN(b) - 1)));
}

Datum
bitgetbit(PG_FUNCTION_ARGS)
{
	VarBit *b = PG_GETARG_VARBIT_P(0);

	check_index(b, PG_GETARG_INT32(1));
	PG_RETURN_INT32(get_bit_at(b, PG_GETARG_INT32(1)));
}

Datum
bitsetbit(PG_FUNCTION_ARGS)
{
	VarBit *b = PG_GETARG_VARBIT_P_COPY(0);
	int bit = PG_GETARG_INT32(2);

	check_index(b, PG_GETARG_INT32(1));
	if (bit != 0 && bit != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("new bit must be 0 or 1")));
	set_bit_at(b, PG_GETARG_INT32(1), bit);
	PG_RETURN_VARBIT_P(b);
}

/* ---- Integers: the low bits, sign-extended to the left ---- */

static VarBit *
from_integer(int64 v, int width, int32 typmod)
{
	int len = typmod <= 0 || typmod > VARBITMAXLEN ? 1 : typmod;
	VarBit *r = new_bits(len);

	for (int i = 0; i < len; i++)
	{
		int weight = len - 1 - i;

		set_bit_at(r, i, weight >= width ? v < 0 : (v >> weight) & 1);
	}
	return r;
}

static uint64
to_integer(const VarBit *b, int width, const char *name)
{
	uint64 v = 0;

	if (VARBITLEN(b) > width)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("%s out of range", name)));
	for (int i = 0; i < VARBITLEN(b); i++)
		v = (v << 1) | get_bit_at(b, i);
	return v;
}

ADT_BINARY(bitfromint4, int32, PG_GETARG_INT32, int32, PG_GETARG_INT32,
		   PG_RETURN_VARBIT_P, from_integer(a, 32, b))
ADT_BINARY(bitfromint8, int64, PG_GETARG_INT64, int32, PG_GETARG_INT32,
		   PG_RETURN_VARBIT_P, from_integer(a, 64, b))
ADT_UNARY(bittoint4, VarBit *, PG_GETARG_VARBIT_P, PG_RETURN_INT32,
		  (int32) to_integer(a, 32, "integer"))
ADT_UNARY(bittoint8, VarBit *, PG_GETARG_VARBIT_P, PG_RETURN_INT64,
		  (int64) to_integer(a, 64, "bigint"))
