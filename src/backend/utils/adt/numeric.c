/*
 * numeric.c
 *		The type numeric.
 *
 * Bytes of a value, after the varlena header, in words of 16 bits:
 *
 * 	short form	10sd dddd ddww wwww		sign, dscale (6), weight (7, signed)
 * 	long form	0sdd dddd dddd dddd		sign, dscale (14); then weight
 * 	special		11ii 0000 0000 0000		NaN 00, Infinity 01, -Infinity 11
 *
 * followed by the digits in base 10000, first and last not zero.  The short form
 * is used where dscale and weight fit it.  Source: bytes of a stock cluster; see
 * doc/internals-storage.md.
 *
 * Arithmetic proper is in numeric_math.c, aggregates are in numeric_agg.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/numeric.c
 */
#include "postgres.h"

#include <float.h>
#include <math.h>

#include "access/detoast.h"
#include "adt_templates.h"
#include "common/hashfn.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "numeric_internal.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/pg_lsn.h"
#include "utils/sortsupport.h"

struct NumericData
{
	int32 vl_len_;
	uint16 words[FLEXIBLE_ARRAY_MEMBER];
};

#define SHORT_FORM 0x8000
#define SPECIAL_FORM 0xC000
#define FORM_MASK 0xC000
#define SPECIAL_NAN 0xC000
#define SPECIAL_PINF 0xD000
#define SPECIAL_NINF 0xF000
#define SPECIAL_MASK 0xF000
#define LONG_NEG 0x4000
#define LONG_DSCALE 0x3FFF
#define SHORT_NEG 0x2000
#define SHORT_DSCALE_SHIFT 7
#define SHORT_DSCALE_MAX 0x3F
#define SHORT_WEIGHT_SIGN 0x0040
#define SHORT_WEIGHT_MASK 0x003F

void
dec_overflow(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("value overflows numeric format")));
	pg_unreachable();
}

void
dec_zero_divide(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DIVISION_BY_ZERO),
			 errmsg("division by zero")));
	pg_unreachable();
}

/* ---- Bytes ---- */

/* The value of a stored numeric; digits point into it. */
Dec
dec_load(Numeric num)
{
	uint16 w = num->words[0];
	int nwords = (VARSIZE(num) - VARHDRSZ) / (int) sizeof(uint16);
	Dec r = {DEC_FINITE, false, 0, 0, 0, NULL};

	if ((w & FORM_MASK) == SPECIAL_FORM)
	{
		r.kind = (w & SPECIAL_MASK) == SPECIAL_PINF ? DEC_PINF : (w & SPECIAL_MASK) == SPECIAL_NINF ? DEC_NINF
																									: DEC_NAN;
		return r;
	}
	if (w & SHORT_FORM)
	{
		r.neg = (w & SHORT_NEG) != 0;
		r.dscale = (w >> SHORT_DSCALE_SHIFT) & SHORT_DSCALE_MAX;
		r.weight = (w & SHORT_WEIGHT_MASK) |
			((w & SHORT_WEIGHT_SIGN) ? ~SHORT_WEIGHT_MASK : 0);
		r.nd = nwords - 1;
		r.d = (const int16 *) &num->words[1];
	}
	else
	{
		r.neg = (w & LONG_NEG) != 0;
		r.dscale = w & LONG_DSCALE;
		r.weight = (int16) num->words[1];
		r.nd = nwords - 2;
		r.d = (const int16 *) &num->words[2];
	}
	return dec_make(r.neg, r.weight, r.dscale, r.nd, r.d);
}

static Numeric
store_words(const uint16 *head, int nhead, const int16 *digits, int nd)
{
	Size size = VARHDRSZ + (nhead + nd) * sizeof(uint16);
	Numeric result = palloc(size);

	SET_VARSIZE(result, size);
	memcpy(result->words, head, nhead * sizeof(uint16));
	if (nd > 0)
		memcpy(result->words + nhead, digits, nd * sizeof(int16));
	return result;
}

Numeric
numeric_special(DecKind kind)
{
	uint16 w = kind == DEC_PINF ? SPECIAL_PINF : kind == DEC_NINF ? SPECIAL_NINF
																  : SPECIAL_NAN;

	return store_words(&w, 1, NULL, 0);
}

/* The stored form, palloc'd; 22003 if weight or scale do not fit. */
Numeric
dec_store(const Dec *a)
{
	Dec n;
	uint16 head[2];

	if (a->kind != DEC_FINITE)
		return numeric_special(a->kind);
	n = dec_make(a->neg, a->weight, a->dscale, a->nd, a->d);
	if (n.dscale <= SHORT_DSCALE_MAX && n.weight >= -64 && n.weight <= 63)
	{
		head[0] = SHORT_FORM | (n.neg ? SHORT_NEG : 0) |
			(n.dscale << SHORT_DSCALE_SHIFT) |
			(n.weight < 0 ? SHORT_WEIGHT_SIGN : 0) |
			(n.weight & SHORT_WEIGHT_MASK);
		return store_words(head, 1, n.d, n.nd);
	}
	if (n.weight > DEC_MAX_WEIGHT || n.weight < PG_INT16_MIN ||
		n.dscale > DEC_MAX_DSCALE)
		dec_overflow();
	head[0] = (n.neg ? LONG_NEG : 0) | n.dscale;
	head[1] = (uint16) n.weight;
	return store_words(head, 2, n.d, n.nd);
}

Dec
dec_from_int128(int128 v)
{
	int16 tmp[12];
	int at = lengthof(tmp);
	uint128 u = v < 0 ? -(uint128) v : (uint128) v;
	int16 *d;

	while (u > 0)
	{
		tmp[--at] = (int16) (u % DEC_BASE);
		u /= DEC_BASE;
	}
	d = palloc(sizeof(tmp));
	memcpy(d, tmp + at, (lengthof(tmp) - at) * sizeof(int16));
	return dec_make(v < 0, (int) lengthof(tmp) - at - 1, 0,
					(int) lengthof(tmp) - at, d);
}

Dec
dec_from_int64(int64 v)
{
	return dec_from_int128(v);
}

Numeric
int64_to_numeric(int64 val)
{
	Dec d = dec_from_int64(val);

	return dec_store(&d);
}

bool
numeric_is_nan(Numeric num)
{
	return (num->words[0] & SPECIAL_MASK) == SPECIAL_NAN;
}

bool
numeric_is_inf(Numeric num)
{
	uint16 k = num->words[0] & SPECIAL_MASK;

	return k == SPECIAL_PINF || k == SPECIAL_NINF;
}

/* ---- Text ---- */

/* The decimal digits at one position, which may lie outside d. */
static int
digit_at(const Dec *a, int weight)
{
	int i = a->weight - weight;

	return i >= 0 && i < a->nd ? a->d[i] : 0;
}

/* A finite value with exactly dscale digits after the point; palloc'd. */
static char *
dec_to_text(const Dec *a)
{
	StringInfoData buf;
	int left = a->dscale;

	initStringInfo(&buf);
	if (a->neg)
		appendStringInfoChar(&buf, '-');
	if (a->nd == 0 || a->weight < 0)
		appendStringInfoChar(&buf, '0');
	else
		for (int w = a->weight; w >= 0; w--)
			appendStringInfo(&buf, w == a->weight ? "%d" : "%04d",
							 digit_at(a, w));
	if (left > 0)
		appendStringInfoChar(&buf, '.');
	for (int w = -1; left > 0; w--, left -= DEC_DIGITS)
	{
		char four[DEC_DIGITS + 1];
		int v = digit_at(a, w);

		four[0] = '0' + v / 1000;
		four[1] = '0' + v / 100 % 10;
		four[2] = '0' + v / 10 % 10;
		four[3] = '0' + v % 10;
		appendBinaryStringInfo(&buf, four, Min(left, DEC_DIGITS));
	}
	return buf.data;
}

static void
numeric_syntax(const char *str)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"",
					"numeric", str)));
}

/*
 * Reads digits, point and exponent at *cursor and moves it on; whole is for
 * messages.  Errors: 22P02, and 22003 for an exponent that is too large.
 */
static Dec
dec_from_text(const char *whole, const char **cursor)
{
	const char *p = *cursor;
	bool neg = false;
	char *digits = palloc(strlen(p) + 1);
	int n = 0;
	int point = -1; /* digits before the point */
	int dscale;
	long exponent = 0;
	int dweight;
	int pad;
	int nd;
	int16 *d;

	if (*p == '+' || *p == '-')
		neg = *p++ == '-';
	for (; isdigit((unsigned char) *p) || (*p == '.' && point < 0); p++)
	{
		if (*p == '.')
			point = n;
		else
			digits[n++] = *p - '0';
	}
	if (n == 0)
		numeric_syntax(whole);
	if (point < 0)
		point = n;
	dscale = n - point;
	if (*p == 'e' || *p == 'E')
	{
		char *end;

		errno = 0;
		exponent = strtol(p + 1, &end, 10);
		if (end == p + 1 || isspace((unsigned char) p[1]))
			numeric_syntax(whole);
		p = end;
		if (errno == ERANGE || exponent >= INT_MAX / 2 ||
			exponent <= -(INT_MAX / 2))
			dec_overflow();
		dscale = Max(dscale - (int) exponent, 0);
	}
	*cursor = p;
	/* power of ten of the first digit, then groups of four from there */
	dweight = point - 1 + (int) exponent;
	pad = dweight >= 0 ? DEC_DIGITS - 1 - dweight % DEC_DIGITS : (-dweight - 1) % DEC_DIGITS;
	nd = (n + pad + DEC_DIGITS - 1) / DEC_DIGITS;
	d = palloc0((nd + 1) * sizeof(int16));
	for (int i = 0; i < nd * DEC_DIGITS; i++)
	{
		int at = i - pad;

		d[i / DEC_DIGITS] = d[i / DEC_DIGITS] * 10 +
			(at >= 0 && at < n ? digits[at] : 0);
	}
	pfree(digits);
	return dec_make(neg, dweight >= 0 ? dweight / DEC_DIGITS : -((-dweight + DEC_DIGITS - 1) / DEC_DIGITS),
					dscale, nd, d);
}

/* ---- Typmods: precision in the high half, scale in the low eleven bits ---- */

#define TYPMOD_VALID(t) ((t) >= (int32) VARHDRSZ)

static int32
make_typmod(int precision, int scale)
{
	return ((precision << 16) | (scale & 0x7ff)) + VARHDRSZ;
}

static int
typmod_precision(int32 typmod)
{
	return ((typmod - VARHDRSZ) >> 16) & 0xffff;
}

static int
typmod_scale(int32 typmod)
{
	return (((typmod - VARHDRSZ) & 0x7ff) ^ 1024) - 1024;
}

int32
numeric_maximum_size(int32 typmod)
{
	int digits;

	if (!TYPMOD_VALID(typmod))
		return -1;
	/* the first and last digit in base 10000 may be partly used */
	digits = (typmod_precision(typmod) + 2 * (DEC_DIGITS - 1)) / DEC_DIGITS;
	return VARHDRSZ + 2 * sizeof(uint16) + digits * sizeof(int16);
}

static void
field_overflow(int precision, int scale, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("numeric field overflow"),
			 errdetail("A field with precision %d, scale %d %s.",
					   precision, scale, what)));
}

/* Rounds to the typmod's scale, and checks its precision (22003). */
static Dec
apply_typmod(const Dec *a, int32 typmod)
{
	int precision;
	int scale;
	int before; /* decimal digits before the point */
	Dec r;

	if (!TYPMOD_VALID(typmod) || a->kind == DEC_NAN)
		return *a;
	precision = typmod_precision(typmod);
	scale = typmod_scale(typmod);
	if (a->kind != DEC_FINITE)
		field_overflow(precision, scale, "cannot hold an infinite value");
	r = dec_round(a, scale);
	if (r.nd == 0)
		return r;
	before = (r.weight + 1) * DEC_DIGITS -
		(r.d[0] < 10 ? 3 : r.d[0] < 100 ? 2
			 : r.d[0] < 1000            ? 1
										: 0);
	if (before > precision - scale)
		field_overflow(precision, scale,
					   psprintf("must round to an absolute value less than %s%d",
								precision - scale ? "10^" : "",
								precision - scale ? precision - scale : 1));
	return r;
}

Datum
numerictypmodin(PG_FUNCTION_ARGS)
{
	int n;
	int32 *tl = ArrayGetIntegerTypmods(PG_GETARG_ARRAYTYPE_P(0), &n);
	int scale = n == 2 ? tl[1] : 0;

	if (n != 1 && n != 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid NUMERIC type modifier")));
	if (tl[0] < 1 || tl[0] > NUMERIC_MAX_PRECISION)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("NUMERIC precision %d must be between 1 and %d",
						tl[0], NUMERIC_MAX_PRECISION)));
	if (scale < NUMERIC_MIN_SCALE || scale > NUMERIC_MAX_SCALE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("NUMERIC scale %d must be between %d and %d",
						scale, NUMERIC_MIN_SCALE, NUMERIC_MAX_SCALE)));
	PG_RETURN_INT32(make_typmod(tl[0], scale));
}

Datum
numerictypmodout(PG_FUNCTION_ARGS)
{
	int32 typmod = PG_GETARG_INT32(0);

	if (!TYPMOD_VALID(typmod))
		PG_RETURN_CSTRING(pstrdup(""));
	PG_RETURN_CSTRING(psprintf("(%d,%d)", typmod_precision(typmod),
							   typmod_scale(typmod)));
}

/* ---- I/O ---- */

/* NaN, inf, infinity with a sign, in any case; length or 0. */
static int
special_word(const char *s, DecKind *kind)
{
	bool neg = *s == '-';
	int sign = *s == '-' || *s == '+';

	if (pg_strncasecmp(s, "NaN", 3) == 0)
	{
		*kind = DEC_NAN;
		return 3;
	}
	*kind = neg ? DEC_NINF : DEC_PINF;
	if (pg_strncasecmp(s + sign, "Infinity", 8) == 0)
		return sign + 8;
	if (pg_strncasecmp(s + sign, "inf", 3) == 0)
		return sign + 3;
	return 0;
}

Datum
numeric_in(PG_FUNCTION_ARGS)
{
	const char *str = PG_GETARG_CSTRING(0);
	int32 typmod = PG_GETARG_INT32(2);
	const char *p = str;
	Dec v = {DEC_FINITE, false, 0, 0, 0, NULL};
	int n;

	while (isspace((unsigned char) *p))
		p++;
	n = special_word(p, &v.kind);
	if (n > 0)
		p += n;
	else
		v = dec_from_text(str, &p);
	while (isspace((unsigned char) *p))
		p++;
	if (*p)
		numeric_syntax(str);
	v = apply_typmod(&v, typmod);
	PG_RETURN_NUMERIC(dec_store(&v));
}

static char *
numeric_to_text(Numeric num)
{
	Dec v = dec_load(num);

	switch (v.kind)
	{
		case DEC_NAN:
			return pstrdup("NaN");
		case DEC_PINF:
			return pstrdup("Infinity");
		case DEC_NINF:
			return pstrdup("-Infinity");
		default:
			return dec_to_text(&v);
	}
}

Datum
numeric_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(numeric_to_text(PG_GETARG_NUMERIC(0)));
}

/* d.ddd...e+dd with scale digits after the point; palloc'd. */
char *
numeric_out_sci(Numeric num, int scale)
{
	Dec v = dec_load(num);
	int exponent = 0;
	Dec sig;
	Dec unit;
	char *text;
	char power[32];
	const char *p = power;

	if (v.kind != DEC_FINITE)
		return numeric_to_text(num);
	if (v.nd > 0)
		exponent = (v.weight + 1) * DEC_DIGITS -
			(v.d[0] < 10 ? 4 : v.d[0] < 100 ? 3
				 : v.d[0] < 1000            ? 2
											: 1);
	/* 10^exponent, exactly, by its text */
	snprintf(power, sizeof(power), "1e%d", exponent);
	unit = dec_from_text(power, &p);
	/* a mantissa that rounds up to ten stays so, as in stock */
	sig = dec_div(&v, &unit, scale, true);
	text = dec_to_text(&sig);
	return psprintf("%se%c%02d", text, exponent < 0 ? '-' : '+',
					abs(exponent));
}

/* Text without trailing zeroes after the point; palloc'd. */
char *
numeric_normalize(Numeric num)
{
	char *str = numeric_to_text(num);
	int last;

	if (strchr(str, '.') == NULL)
		return str;
	last = strlen(str) - 1;
	while (last > 0 && str[last] == '0')
		last--;
	if (str[last] == '.')
		last--;
	str[last + 1] = '\0';
	return str;
}

/* Binary: ndigits, weight, sign, dscale, digits, all 16 bits. */
#define WIRE_NEG 0x4000

Datum
numeric_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int32 typmod = PG_GETARG_INT32(2);
	int nd = (uint16) pq_getmsgint(buf, 2);
	int weight = (int16) pq_getmsgint(buf, 2);
	int sign = (uint16) pq_getmsgint(buf, 2);
	int dscale = (uint16) pq_getmsgint(buf, 2);
	int16 *d = palloc((nd + 1) * sizeof(int16));
	Dec v;

	if (sign != 0 && sign != WIRE_NEG && sign != SPECIAL_NAN &&
		sign != SPECIAL_PINF && sign != SPECIAL_NINF)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid sign in external \"numeric\" value")));
	if ((dscale & ~LONG_DSCALE) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid scale in external \"numeric\" value")));
	for (int i = 0; i < nd; i++)
	{
		d[i] = (int16) pq_getmsgint(buf, 2);
		if (d[i] < 0 || d[i] >= DEC_BASE)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
					 errmsg("invalid digit in external \"numeric\" value")));
	}
	if (sign == 0 || sign == WIRE_NEG)
	{
		v = dec_make(sign != 0, weight, dscale, nd, d);
		/* digits beyond the scale would be kept but never shown */
		v = dec_trunc(&v, dscale);
	}
	else
	{
		memset(&v, 0, sizeof(v));
		v.kind = sign == SPECIAL_PINF ? DEC_PINF : sign == SPECIAL_NINF ? DEC_NINF
																		: DEC_NAN;
	}
	v = apply_typmod(&v, typmod);
	PG_RETURN_NUMERIC(dec_store(&v));
}

Datum
numeric_send(PG_FUNCTION_ARGS)
{
	Dec v = dec_load(PG_GETARG_NUMERIC(0));
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint16(&buf, v.nd);
	pq_sendint16(&buf, v.weight);
	pq_sendint16(&buf, v.kind == DEC_NAN ? SPECIAL_NAN : v.kind == DEC_PINF ? SPECIAL_PINF
					 : v.kind == DEC_NINF                                   ? SPECIAL_NINF
					 : v.neg                                                ? WIRE_NEG
																			: 0);
	/* stock's bytes: an infinity carries the scale that its header reads as */
	pq_sendint16(&buf, v.kind == DEC_PINF || v.kind == DEC_NINF ? 0x20 : v.dscale);
	for (int i = 0; i < v.nd; i++)
		pq_sendint16(&buf, v.d[i]);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* The length coercion: (value, typmod) */
Datum
numeric(PG_FUNCTION_ARGS)
{
	Dec v = dec_load(PG_GETARG_NUMERIC(0));

	v = apply_typmod(&v, PG_GETARG_INT32(1));
	PG_RETURN_NUMERIC(dec_store(&v));
}

ADT_NO_SUPPORT(numeric_support)

/* ---- Comparison: -Infinity, finite, Infinity, NaN ---- */

static int
kind_rank(DecKind kind)
{
	return kind == DEC_NINF ? 0 : kind == DEC_FINITE ? 1
		: kind == DEC_PINF                           ? 2
													 : 3;
}

static int
numeric_compare(Numeric x, Numeric y)
{
	Dec a = dec_load(x);
	Dec b = dec_load(y);

	if (a.kind != DEC_FINITE || b.kind != DEC_FINITE)
		return (kind_rank(a.kind) > kind_rank(b.kind)) -
			(kind_rank(a.kind) < kind_rank(b.kind));
	return dec_cmp(&a, &b);
}

ADT_TEST(numeric_eq, Numeric, PG_GETARG_NUMERIC, Numeric, PG_GETARG_NUMERIC,
		 numeric_compare(a, b) == 0)
ADT_TEST(numeric_ne, Numeric, PG_GETARG_NUMERIC, Numeric, PG_GETARG_NUMERIC,
		 numeric_compare(a, b) != 0)
ADT_TEST(numeric_lt, Numeric, PG_GETARG_NUMERIC, Numeric, PG_GETARG_NUMERIC,
		 numeric_compare(a, b) < 0)
ADT_TEST(numeric_le, Numeric, PG_GETARG_NUMERIC, Numeric, PG_GETARG_NUMERIC,
		 numeric_compare(a, b) <= 0)
ADT_TEST(numeric_gt, Numeric, PG_GETARG_NUMERIC, Numeric, PG_GETARG_NUMERIC,
		 numeric_compare(a, b) > 0)
ADT_TEST(numeric_ge, Numeric, PG_GETARG_NUMERIC, Numeric, PG_GETARG_NUMERIC,
		 numeric_compare(a, b) >= 0)
ADT_BINARY(numeric_cmp, Numeric, PG_GETARG_NUMERIC, Numeric,
		   PG_GETARG_NUMERIC, PG_RETURN_INT32, numeric_compare(a, b))
ADT_BINARY(numeric_larger, Numeric, PG_GETARG_NUMERIC, Numeric,
		   PG_GETARG_NUMERIC, PG_RETURN_NUMERIC,
		   numeric_compare(a, b) > 0 ? a : b)
ADT_BINARY(numeric_smaller, Numeric, PG_GETARG_NUMERIC, Numeric,
		   PG_GETARG_NUMERIC, PG_RETURN_NUMERIC,
		   numeric_compare(a, b) < 0 ? a : b)

/* Room for a value of up to 120 digits with its header, aligned. */
typedef union NumericRoom
{
	struct NumericData value;
	char bytes[64];
} NumericRoom;

/* A stored value with its full header: in room if it is small, or palloc'd. */
static Numeric
unpack(Datum d, NumericRoom *room)
{
	struct varlena *p = (struct varlena *) DatumGetPointer(d);

	if (!VARATT_IS_SHORT(p) || VARSIZE_SHORT(p) + VARHDRSZ > sizeof(*room))
		return DatumGetNumeric(d);
	memcpy(room->bytes + VARHDRSZ, VARDATA_SHORT(p),
		   VARSIZE_SHORT(p) - VARHDRSZ_SHORT);
	SET_VARSIZE(room, VARSIZE_SHORT(p) - VARHDRSZ_SHORT + VARHDRSZ);
	return &room->value;
}

static int
numeric_sort_cmp(Datum x, Datum y, SortSupport ssup)
{
	NumericRoom room[2];
	Numeric a = unpack(x, &room[0]);
	Numeric b = unpack(y, &room[1]);
	int r = numeric_compare(a, b);

	if (a != &room[0].value && (Pointer) a != DatumGetPointer(x))
		pfree(a);
	if (b != &room[1].value && (Pointer) b != DatumGetPointer(y))
		pfree(b);
	return r;
}

Datum
numeric_sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = numeric_sort_cmp;
	PG_RETURN_VOID();
}

/* Equal values differ at most in dscale, which is not hashed. */
Datum
hash_numeric(PG_FUNCTION_ARGS)
{
	Dec v = dec_load(PG_GETARG_NUMERIC(0));

	if (v.kind != DEC_FINITE)
		PG_RETURN_UINT32(0);
	if (v.nd == 0)
		PG_RETURN_UINT32(-1);
	PG_RETURN_DATUM(hash_any((const unsigned char *) v.d,
							 v.nd * sizeof(int16)) ^
					v.weight);
}

Datum
hash_numeric_extended(PG_FUNCTION_ARGS)
{
	Dec v = dec_load(PG_GETARG_NUMERIC(0));
	uint64 seed = (uint64) PG_GETARG_INT64(1);

	if (v.kind != DEC_FINITE)
		PG_RETURN_UINT64(seed);
	if (v.nd == 0)
		PG_RETURN_UINT64(seed - 1);
	PG_RETURN_UINT64(DatumGetUInt64(hash_any_extended((const unsigned char *) v.d,
													  v.nd * sizeof(int16),
													  seed)) ^
					 v.weight);
}

/* ---- Arithmetic ---- */

/* -1, 0 or 1; infinities have a sign too. */
static int
dec_sign(const Dec *a)
{
	if (a->kind == DEC_FINITE)
		return a->nd == 0 ? 0 : a->neg ? -1
									   : 1;
	return a->kind == DEC_NINF ? -1 : 1;
}

static Numeric
signed_infinity(int sign)
{
	return numeric_special(sign < 0 ? DEC_NINF : DEC_PINF);
}

static Numeric
add_or_sub(Numeric x, Numeric y, bool subtract)
{
	Dec a = dec_load(x);
	Dec b = dec_load(y);
	Dec r;

	if (a.kind == DEC_NAN || b.kind == DEC_NAN)
		return numeric_special(DEC_NAN);
	if (a.kind != DEC_FINITE || b.kind != DEC_FINITE)
	{
		int sb = dec_sign(&b) * (subtract ? -1 : 1);

		if (a.kind != DEC_FINITE && b.kind != DEC_FINITE &&
			dec_sign(&a) != sb)
			return numeric_special(DEC_NAN);
		return signed_infinity(a.kind != DEC_FINITE ? dec_sign(&a) : sb);
	}
	r = subtract ? dec_sub(&a, &b) : dec_add(&a, &b);
	return dec_store(&r);
}

/* The exact integer power of ten divisor, fast; used by extract(). */
Numeric
int64_div_fast_to_numeric(int64 val1, int log10val2)
{
	Dec a = dec_from_int64(val1);
	char unit[32];
	const char *p = unit;
	Dec b;
	Dec r;

	snprintf(unit, sizeof(unit), "1e%d", log10val2);
	b = dec_from_text(unit, &p);
	r = dec_div(&a, &b, Max(log10val2, 0), true);
	return dec_store(&r);
}

Numeric
numeric_add_opt_error(Numeric num1, Numeric num2, bool *have_error)
{
	return add_or_sub(num1, num2, false);
}

Numeric
numeric_sub_opt_error(Numeric num1, Numeric num2, bool *have_error)
{
	return add_or_sub(num1, num2, true);
}

Numeric
numeric_mul_opt_error(Numeric num1, Numeric num2, bool *have_error)
{
	Dec a = dec_load(num1);
	Dec b = dec_load(num2);
	Dec r;

	if (a.kind == DEC_NAN || b.kind == DEC_NAN)
		return numeric_special(DEC_NAN);
	if (a.kind != DEC_FINITE || b.kind != DEC_FINITE)
	{
		int sign = dec_sign(&a) * dec_sign(&b);

		return sign == 0 ? numeric_special(DEC_NAN) : signed_infinity(sign);
	}
	r = dec_mul(&a, &b, Min(a.dscale + b.dscale, DEC_MAX_DSCALE));
	return dec_store(&r);
}

/* Digits after the point of a quotient: 16 significant ones, at least. */
int
dec_division_scale(const Dec *a, const Dec *b)
{
	int wa = a->weight;
	int wb = b->weight;
	int fa = a->nd ? a->d[0] : 0;
	int fb = b->nd ? b->d[0] : 0;
	int qweight = wa - wb - (fa <= fb ? 1 : 0);
	int rscale = NUMERIC_MIN_SIG_DIGITS - qweight * DEC_DIGITS;

	rscale = Max(rscale, a->dscale);
	rscale = Max(rscale, b->dscale);
	rscale = Max(rscale, NUMERIC_MIN_DISPLAY_SCALE);
	return Min(rscale, NUMERIC_MAX_DISPLAY_SCALE);
}

/* Division where an operand is not finite; false if both are. */
static bool
special_division(const Dec *a, const Dec *b, bool *have_error, Numeric *result)
{
	Dec zero = dec_int(0);

	if (a->kind == DEC_FINITE && b->kind == DEC_FINITE)
		return false;
	if (a->kind == DEC_NAN || b->kind == DEC_NAN)
		*result = numeric_special(DEC_NAN);
	else if (b->kind == DEC_FINITE)
	{
		if (dec_sign(b) == 0)
		{
			if (have_error == NULL)
				dec_zero_divide();
			*have_error = true;
			*result = NULL;
		}
		else
			*result = signed_infinity(dec_sign(a) * dec_sign(b));
	}
	else
		*result = a->kind != DEC_FINITE ? numeric_special(DEC_NAN) : dec_store(&zero);
	return true;
}

Numeric
numeric_div_opt_error(Numeric num1, Numeric num2, bool *have_error)
{
	Dec a = dec_load(num1);
	Dec b = dec_load(num2);
	Numeric special;
	Dec r;

	if (have_error)
		*have_error = false;
	if (special_division(&a, &b, have_error, &special))
		return special;
	if (have_error && b.nd == 0)
	{
		*have_error = true;
		return NULL;
	}
	r = dec_div(&a, &b, dec_division_scale(&a, &b), true);
	return dec_store(&r);
}

Numeric
numeric_mod_opt_error(Numeric num1, Numeric num2, bool *have_error)
{
	Dec a = dec_load(num1);
	Dec b = dec_load(num2);
	Dec r;

	if (have_error)
		*have_error = false;
	if (a.kind == DEC_NAN || b.kind == DEC_NAN)
		return numeric_special(DEC_NAN);
	if (b.kind == DEC_FINITE && b.nd == 0)
	{
		if (have_error == NULL)
			dec_zero_divide();
		*have_error = true;
		return NULL;
	}
	if (a.kind != DEC_FINITE)
		return numeric_special(DEC_NAN);
	if (b.kind != DEC_FINITE)
		return dec_store(&a);
	r = dec_mod(&a, &b);
	return dec_store(&r);
}

#define NUMERIC_BINARY(name, expr)                                           \
	ADT_BINARY(name, Numeric, PG_GETARG_NUMERIC, Numeric, PG_GETARG_NUMERIC, \
			   PG_RETURN_NUMERIC, expr)
NUMERIC_BINARY(numeric_add, add_or_sub(a, b, false))
NUMERIC_BINARY(numeric_sub, add_or_sub(a, b, true))
NUMERIC_BINARY(numeric_mul, numeric_mul_opt_error(a, b, NULL))
NUMERIC_BINARY(numeric_div, numeric_div_opt_error(a, b, NULL))
NUMERIC_BINARY(numeric_mod, numeric_mod_opt_error(a, b, NULL))

Datum
numeric_div_trunc(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	Dec b = dec_load(PG_GETARG_NUMERIC(1));
	Numeric special;
	Dec r;

	if (special_division(&a, &b, NULL, &special))
		PG_RETURN_NUMERIC(special);
	r = dec_div(&a, &b, 0, false);
	PG_RETURN_NUMERIC(dec_store(&r));
}

Datum
numeric_uminus(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));

	if (a.kind == DEC_PINF || a.kind == DEC_NINF)
		PG_RETURN_NUMERIC(signed_infinity(-dec_sign(&a)));
	a = dec_neg(&a);
	PG_RETURN_NUMERIC(dec_store(&a));
}

Datum
numeric_uplus(PG_FUNCTION_ARGS)
{
	PG_RETURN_NUMERIC(PG_GETARG_NUMERIC_COPY(0));
}

Datum
numeric_abs(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));

	if (a.kind == DEC_NINF)
		a.kind = DEC_PINF;
	a.neg = false;
	PG_RETURN_NUMERIC(dec_store(&a));
}

Datum
numeric_sign(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	Dec r;

	if (a.kind == DEC_NAN)
		PG_RETURN_NUMERIC(numeric_special(DEC_NAN));
	r = dec_int(dec_sign(&a));
	PG_RETURN_NUMERIC(dec_store(&r));
}

Datum
numeric_inc(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	Dec one = dec_int(1);

	if (a.kind == DEC_FINITE)
		a = dec_add(&a, &one);
	PG_RETURN_NUMERIC(dec_store(&a));
}

/* ---- Rounding ---- */

/* From one digit beyond the largest number to the finest scale there is. */
static int
clamp_scale(int scale)
{
	scale = Max(scale, -(DEC_MAX_WEIGHT + 1) * DEC_DIGITS - 1);
	return Min(scale, DEC_MAX_DSCALE);
}

Datum
numeric_round(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));

	if (a.kind == DEC_FINITE)
		a = dec_round(&a, clamp_scale(PG_GETARG_INT32(1)));
	PG_RETURN_NUMERIC(dec_store(&a));
}

Datum
numeric_trunc(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));

	if (a.kind == DEC_FINITE)
		a = dec_trunc(&a, clamp_scale(PG_GETARG_INT32(1)));
	PG_RETURN_NUMERIC(dec_store(&a));
}

/* Towards +infinity (up) or -infinity. */
static Numeric
floor_or_ceil(Numeric num, bool up)
{
	Dec a = dec_load(num);
	Dec r;
	Dec one = dec_int(1);

	if (a.kind != DEC_FINITE)
		return dec_store(&a);
	r = dec_trunc(&a, 0);
	if (up && dec_cmp(&r, &a) < 0)
		r = dec_add(&r, &one);
	else if (!up && dec_cmp(&r, &a) > 0)
		r = dec_sub(&r, &one);
	return dec_store(&r);
}

ADT_UNARY(numeric_ceil, Numeric, PG_GETARG_NUMERIC, PG_RETURN_NUMERIC,
		  floor_or_ceil(a, true))
ADT_UNARY(numeric_floor, Numeric, PG_GETARG_NUMERIC, PG_RETURN_NUMERIC,
		  floor_or_ceil(a, false))

Datum
numeric_scale(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));

	if (a.kind != DEC_FINITE)
		PG_RETURN_NULL();
	PG_RETURN_INT32(a.dscale);
}

/* Digits after the point that are needed. */
static int
minimum_scale(const Dec *a)
{
	int scale;
	int last;

	if (a->nd == 0)
		return 0;
	scale = (a->nd - a->weight - 1) * DEC_DIGITS;
	for (last = a->d[a->nd - 1]; scale > 0 && last % 10 == 0; last /= 10)
		scale--;
	return Max(scale, 0);
}

Datum
numeric_min_scale(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));

	if (a.kind != DEC_FINITE)
		PG_RETURN_NULL();
	PG_RETURN_INT32(minimum_scale(&a));
}

Datum
numeric_trim_scale(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));

	if (a.kind == DEC_FINITE)
		a.dscale = minimum_scale(&a);
	PG_RETURN_NUMERIC(dec_store(&a));
}

/* ---- Functions ---- */

static int
display_scale(int rscale, int dscale)
{
	rscale = Max(rscale, dscale);
	rscale = Max(rscale, NUMERIC_MIN_DISPLAY_SCALE);
	return Min(rscale, NUMERIC_MAX_DISPLAY_SCALE);
}

Datum
numeric_sqrt(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	int sweight;

	if (a.kind == DEC_NAN || a.kind == DEC_PINF)
		PG_RETURN_NUMERIC(dec_store(&a));
	if (a.kind == DEC_NINF || a.neg)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_POWER_FUNCTION),
				 errmsg("cannot take square root of a negative number")));
	sweight = (a.weight + 1) * DEC_DIGITS / 2 - 1;
	a = dec_sqrt(&a, display_scale(NUMERIC_MIN_SIG_DIGITS - sweight, a.dscale));
	PG_RETURN_NUMERIC(dec_store(&a));
}

Datum
numeric_exp(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	double val;

	if (a.kind == DEC_NINF)
	{
		a = dec_int(0);
		PG_RETURN_NUMERIC(dec_store(&a));
	}
	if (a.kind != DEC_FINITE)
		PG_RETURN_NUMERIC(dec_store(&a));
	val = dec_to_double(&a) * 0.434294481903252;
	val = Max(val, -NUMERIC_MAX_RESULT_SCALE);
	val = Min(val, NUMERIC_MAX_RESULT_SCALE);
	a = dec_exp(&a, display_scale(NUMERIC_MIN_SIG_DIGITS - (int) val, a.dscale));
	PG_RETURN_NUMERIC(dec_store(&a));
}

static void
refuse_negative_log(const Dec *a)
{
	if (dec_sign(a) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_LOG),
				 errmsg("cannot take logarithm of a negative number")));
}

static void
refuse_zero_log(const Dec *a)
{
	if (dec_sign(a) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_LOG),
				 errmsg("cannot take logarithm of zero")));
}

Datum
numeric_ln(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));

	if (a.kind == DEC_NAN)
		PG_RETURN_NUMERIC(dec_store(&a));
	refuse_negative_log(&a);
	refuse_zero_log(&a);
	if (a.kind == DEC_FINITE)
		a = dec_ln(&a, display_scale(NUMERIC_MIN_SIG_DIGITS - dec_ln_dweight(&a), a.dscale));
	PG_RETURN_NUMERIC(dec_store(&a));
}

/* log(base, number) */
Datum
numeric_log(PG_FUNCTION_ARGS)
{
	Dec base = dec_load(PG_GETARG_NUMERIC(0));
	Dec a = dec_load(PG_GETARG_NUMERIC(1));

	if (base.kind == DEC_NAN || a.kind == DEC_NAN)
		PG_RETURN_NUMERIC(numeric_special(DEC_NAN));
	refuse_negative_log(&base);
	/* where one is infinite, stock looks at both signs first */
	if (base.kind == DEC_FINITE && a.kind == DEC_FINITE)
		refuse_zero_log(&base);
	refuse_negative_log(&a);
	refuse_zero_log(&base);
	refuse_zero_log(&a);
	if (base.kind == DEC_FINITE && a.kind == DEC_FINITE)
		a = dec_log(&base, &a);
	else if (base.kind == DEC_FINITE)
		a.kind = DEC_PINF;
	else if (a.kind != DEC_FINITE)
		a.kind = DEC_NAN;
	else
		a = dec_int(0);
	PG_RETURN_NUMERIC(dec_store(&a));
}

static void
power_error(const char *message)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_ARGUMENT_FOR_POWER_FUNCTION),
			 errmsg("%s", message)));
}

static bool
is_integral(const Dec *a)
{
	return a->kind != DEC_FINITE || a->nd <= a->weight + 1;
}

/* Powers with an infinite or NaN operand, after the rules of pow(3). */
static Dec
special_power(const Dec *a, const Dec *b)
{
	Dec one = dec_int(1);
	Dec zero = dec_int(0);
	Dec inf = zero;
	bool odd;

	inf.kind = DEC_PINF;
	if (a->kind == DEC_NAN || b->kind == DEC_NAN)
	{
		if ((a->kind == DEC_FINITE && dec_cmp(a, &one) == 0) ||
			(b->kind == DEC_FINITE && b->nd == 0))
			return one;
		inf.kind = DEC_NAN;
		return inf;
	}
	if (a->kind == DEC_FINITE && a->nd == 0 && dec_sign(b) < 0)
		power_error("zero raised to a negative power is undefined");
	if (dec_sign(a) < 0 && !is_integral(b))
		power_error("a negative number raised to a non-integer power yields a complex result");
	if (b->kind != DEC_FINITE)
	{
		int c;

		if (a->kind != DEC_FINITE)
			return dec_sign(b) > 0 ? inf : zero;
		c = dec_cmp_abs(a, &one);
		if (c == 0)
			return one;
		return (c > 0) == (dec_sign(b) > 0) ? inf : zero;
	}
	if (b->nd == 0)
		return one;
	if (dec_sign(b) < 0)
		return zero;
	odd = b->nd == b->weight + 1 && (b->d[b->nd - 1] & 1);
	if (a->kind == DEC_NINF && odd)
		inf.kind = DEC_NINF;
	return inf;
}

Datum
numeric_power(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	Dec b = dec_load(PG_GETARG_NUMERIC(1));
	Dec r;

	if (a.kind != DEC_FINITE || b.kind != DEC_FINITE)
		r = special_power(&a, &b);
	else
	{
		if (a.nd == 0 && dec_sign(&b) < 0)
			power_error("zero raised to a negative power is undefined");
		if (dec_sign(&a) < 0 && !is_integral(&b))
			power_error("a negative number raised to a non-integer power yields a complex result");
		r = dec_power(&a, &b);
	}
	PG_RETURN_NUMERIC(dec_store(&r));
}

Datum
numeric_fac(PG_FUNCTION_ARGS)
{
	int64 n = PG_GETARG_INT64(0);
	Dec r = dec_int(1);

	if (n < 0)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("factorial of a negative number is undefined")));
	if (n > 32177)
		dec_overflow();
	for (int64 i = 2; i <= n; i++)
	{
		Dec f = dec_from_int64(i);

		CHECK_FOR_INTERRUPTS();
		r = dec_mul(&r, &f, 0);
	}
	PG_RETURN_NUMERIC(dec_store(&r));
}

static Dec
greatest_divisor(Dec a, Dec b)
{
	int dscale = Max(a.dscale, b.dscale);

	a.neg = b.neg = false;
	while (b.nd > 0)
	{
		Dec rest = dec_mod(&a, &b);

		CHECK_FOR_INTERRUPTS();
		a = b;
		b = rest;
	}
	a.dscale = dscale;
	return a;
}

Datum
numeric_gcd(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	Dec b = dec_load(PG_GETARG_NUMERIC(1));

	if (a.kind != DEC_FINITE || b.kind != DEC_FINITE)
		PG_RETURN_NUMERIC(numeric_special(DEC_NAN));
	a = greatest_divisor(a, b);
	PG_RETURN_NUMERIC(dec_store(&a));
}

Datum
numeric_lcm(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	Dec b = dec_load(PG_GETARG_NUMERIC(1));
	Dec r = dec_int(0);
	int dscale = Max(a.dscale, b.dscale);

	if (a.kind != DEC_FINITE || b.kind != DEC_FINITE)
		PG_RETURN_NUMERIC(numeric_special(DEC_NAN));
	if (a.nd > 0 && b.nd > 0)
	{
		Dec g = greatest_divisor(a, b);

		r = dec_div(&a, &g, 0, false);
		r = dec_mul(&r, &b, b.dscale);
		r.neg = false;
	}
	r.dscale = dscale;
	PG_RETURN_NUMERIC(dec_store(&r));
}

/* (operand, low, high, count) */
Datum
width_bucket_numeric(PG_FUNCTION_ARGS)
{
	Numeric nop = PG_GETARG_NUMERIC(0);
	Numeric n1 = PG_GETARG_NUMERIC(1);
	Numeric n2 = PG_GETARG_NUMERIC(2);
	int32 count = PG_GETARG_INT32(3);
	int order = numeric_compare(n1, n2);
	bool outside_low;
	bool outside_high;
	int32 result;

	if (count <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_WIDTH_BUCKET_FUNCTION),
				 errmsg("count must be greater than zero")));
	if (numeric_is_nan(nop) || numeric_is_nan(n1) || numeric_is_nan(n2))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_WIDTH_BUCKET_FUNCTION),
				 errmsg("operand, lower bound, and upper bound cannot be NaN")));
	if (numeric_is_inf(n1) || numeric_is_inf(n2))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_WIDTH_BUCKET_FUNCTION),
				 errmsg("lower and upper bounds must be finite")));
	if (order == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_WIDTH_BUCKET_FUNCTION),
				 errmsg("lower bound cannot equal upper bound")));
	outside_low = order < 0 ? numeric_compare(nop, n1) < 0 : numeric_compare(nop, n1) > 0;
	outside_high = order < 0 ? numeric_compare(nop, n2) >= 0 : numeric_compare(nop, n2) <= 0;
	if (outside_low)
		PG_RETURN_INT32(0);
	if (outside_high)
	{
		if (__builtin_add_overflow(count, 1, &result))
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("integer out of range")));
		PG_RETURN_INT32(result);
	}
	{
		Dec op = dec_load(nop);
		Dec low = dec_load(n1);
		Dec high = dec_load(n2);
		Dec off = dec_sub(&op, &low);
		Dec range = dec_sub(&high, &low);
		Dec c = dec_from_int64(count);
		Dec scaled = dec_mul(&off, &c, off.dscale);
		Dec q = dec_div(&scaled, &range, 0, false);

		PG_RETURN_INT32(Min((int32) dec_to_double(&q), count - 1) + 1);
	}
}

/* Window frames: is val within base -/+ offset? */
Datum
in_range_numeric_numeric(PG_FUNCTION_ARGS)
{
	Numeric val = PG_GETARG_NUMERIC(0);
	Numeric base = PG_GETARG_NUMERIC(1);
	Numeric offset = PG_GETARG_NUMERIC(2);
	bool sub = PG_GETARG_BOOL(3);
	bool less = PG_GETARG_BOOL(4);
	Dec o = dec_load(offset);
	Numeric limit;
	int c;

	if (o.kind == DEC_NAN || dec_sign(&o) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("invalid preceding or following size in window function")));
	if (numeric_is_nan(val) || numeric_is_nan(base))
	{
		bool same = numeric_is_nan(val) == numeric_is_nan(base);

		PG_RETURN_BOOL(same || (numeric_is_nan(val) ? !less : less));
	}
	/* infinity minus infinity: everything is in range */
	if (o.kind != DEC_FINITE && numeric_is_inf(base) &&
		(sub ? dec_load(base).kind == DEC_PINF : dec_load(base).kind == DEC_NINF))
		PG_RETURN_BOOL(true);
	limit = add_or_sub(base, offset, sub);
	c = numeric_compare(val, limit);
	PG_RETURN_BOOL(less ? c <= 0 : c >= 0);
}

/* ---- Conversions ---- */

/* Nearest double; infinite if it is too large. */
double
dec_to_double(const Dec *a)
{
	char *text;
	double v;

	if (a->kind != DEC_FINITE)
		return a->kind == DEC_NAN ? NAN : a->kind == DEC_PINF ? INFINITY
															  : -INFINITY;
	text = dec_to_text(a);
	v = strtod(text, NULL);
	pfree(text);
	return v;
}

Datum
numeric_float8_no_overflow(PG_FUNCTION_ARGS)
{
	Dec a = dec_load(PG_GETARG_NUMERIC(0));
	double v;

	if (a.kind != DEC_FINITE)
		PG_RETURN_FLOAT8(a.kind == DEC_PINF ? HUGE_VAL : a.kind == DEC_NINF ? -HUGE_VAL
																			: NAN);
	/* the stored digits may exceed dscale only in damaged values */
	a.dscale = Max(a.dscale, (a.nd - a.weight - 1) * DEC_DIGITS);
	v = dec_to_double(&a);
	PG_RETURN_FLOAT8(v);
}

Datum
numeric_float8(PG_FUNCTION_ARGS)
{
	return DirectFunctionCall1(float8in,
							   CStringGetDatum(numeric_to_text(PG_GETARG_NUMERIC(0))));
}

Datum
numeric_float4(PG_FUNCTION_ARGS)
{
	return DirectFunctionCall1(float4in,
							   CStringGetDatum(numeric_to_text(PG_GETARG_NUMERIC(0))));
}

static Numeric
numeric_of_double(double v, int digits)
{
	char buf[DBL_DIG + 100];
	const char *p = buf;
	Dec d;

	if (isnan(v))
		return numeric_special(DEC_NAN);
	if (isinf(v))
		return signed_infinity(v < 0 ? -1 : 1);
	snprintf(buf, sizeof(buf), "%.*g", digits, v);
	d = dec_from_text(buf, &p);
	return dec_store(&d);
}

ADT_UNARY(float8_numeric, float8, PG_GETARG_FLOAT8, PG_RETURN_NUMERIC,
		  numeric_of_double(a, DBL_DIG))
ADT_UNARY(float4_numeric, float4, PG_GETARG_FLOAT4, PG_RETURN_NUMERIC,
		  numeric_of_double(a, FLT_DIG))
ADT_UNARY(int8_numeric, int64, PG_GETARG_INT64, PG_RETURN_NUMERIC,
		  int64_to_numeric(a))
ADT_UNARY(int4_numeric, int32, PG_GETARG_INT32, PG_RETURN_NUMERIC,
		  int64_to_numeric(a))
ADT_UNARY(int2_numeric, int16, PG_GETARG_INT16, PG_RETURN_NUMERIC,
		  int64_to_numeric(a))

/* Rounded to an integer within low..high; false if it is not. */
static bool
dec_to_int128(const Dec *a, int128 low, int128 high, int128 *result)
{
	Dec r = dec_round(a, 0);
	int128 v = 0;

	if (r.weight > 8)
		return false;
	for (int w = r.weight; w >= 0 && r.nd > 0; w--)
		v = v * DEC_BASE + digit_at(&r, w);
	if (r.neg)
		v = -v;
	*result = v;
	return v >= low && v <= high;
}

static int128
numeric_to_integer(Numeric num, int128 low, int128 high, const char *type)
{
	Dec a = dec_load(num);
	int128 result;

	if (a.kind != DEC_FINITE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot convert %s to %s",
						a.kind == DEC_NAN ? "NaN" : "infinity", type)));
	if (!dec_to_int128(&a, low, high, &result))
		ereport(ERROR,
				(errcode(low == 0 ? ERRCODE_INVALID_PARAMETER_VALUE : ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("%s out of range", type)));
	return result;
}

ADT_UNARY(numeric_int2, Numeric, PG_GETARG_NUMERIC, PG_RETURN_INT16,
		  (int16) numeric_to_integer(a, PG_INT16_MIN, PG_INT16_MAX, "smallint"))
ADT_UNARY(numeric_int4, Numeric, PG_GETARG_NUMERIC, PG_RETURN_INT32,
		  (int32) numeric_to_integer(a, PG_INT32_MIN, PG_INT32_MAX, "integer"))
ADT_UNARY(numeric_int8, Numeric, PG_GETARG_NUMERIC, PG_RETURN_INT64,
		  (int64) numeric_to_integer(a, PG_INT64_MIN, PG_INT64_MAX, "bigint"))
ADT_UNARY(numeric_pg_lsn, Numeric, PG_GETARG_NUMERIC, PG_RETURN_LSN,
		  (XLogRecPtr) numeric_to_integer(a, 0, PG_UINT64_MAX, "pg_lsn"))

int32
numeric_int4_opt_error(Numeric num, bool *error)
{
	Dec a = dec_load(num);
	int128 result = 0;

	if (error == NULL)
		return (int32) numeric_to_integer(num, PG_INT32_MIN, PG_INT32_MAX,
										  "integer");
	*error = a.kind != DEC_FINITE ||
		!dec_to_int128(&a, PG_INT32_MIN, PG_INT32_MAX, &result);
	return *error ? 0 : (int32) result;
}

/* ---- generate_series ---- */

typedef struct SeriesState
{
	Numeric current;
	Numeric stop;
	Numeric step;
	int direction;
} SeriesState;

static void
check_series_argument(Numeric n, const char *what)
{
	if (!numeric_is_nan(n) && !numeric_is_inf(n))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s cannot be %s", what,
					numeric_is_nan(n) ? "NaN" : "infinity")));
}

Datum
generate_series_numeric(PG_FUNCTION_ARGS)
{
	return generate_series_step_numeric(fcinfo);
}

Datum
generate_series_step_numeric(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;
	SeriesState *state;
	Numeric value;
	MemoryContext old;

	if (SRF_IS_FIRSTCALL())
	{
		Dec step;

		check_series_argument(PG_GETARG_NUMERIC(0), "start value");
		check_series_argument(PG_GETARG_NUMERIC(1), "stop value");
		funcctx = SRF_FIRSTCALL_INIT();
		old = MemoryContextSwitchTo(funcctx->multi_call_memory_ctx);
		state = palloc(sizeof(SeriesState));
		state->current = PG_GETARG_NUMERIC_COPY(0);
		state->stop = PG_GETARG_NUMERIC_COPY(1);
		state->step = PG_NARGS() == 3 ? PG_GETARG_NUMERIC_COPY(2) : int64_to_numeric(1);
		MemoryContextSwitchTo(old);
		check_series_argument(state->step, "step size");
		step = dec_load(state->step);
		state->direction = dec_sign(&step);
		if (state->direction == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("step size cannot equal zero")));
		funcctx->user_fctx = state;
	}
	funcctx = SRF_PERCALL_SETUP();
	state = funcctx->user_fctx;
	if (state->direction * numeric_compare(state->current, state->stop) > 0)
		SRF_RETURN_DONE(funcctx);
	value = DatumGetNumericCopy(NumericGetDatum(state->current));
	old = MemoryContextSwitchTo(funcctx->multi_call_memory_ctx);
	state->current = add_or_sub(state->current, state->step, false);
	MemoryContextSwitchTo(old);
	SRF_RETURN_NEXT(funcctx, NumericGetDatum(value));
}
