/*
 * varlena.c
 *		The type text: conversion, comparison, and the basic functions.
 *
 * Positions and lengths are in characters, which are bytes in single-byte
 * encodings.  bytea is in bytea.c, format() and aggregates are in textformat.c,
 * edit distance is in levenshtein.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/varlena.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/toast_compression.h"
#include "adt_templates.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "common/int.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "parser/scansup.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/pg_locale.h"
#include "utils/regproc.h"
#include "utils/sortsupport.h"
#include "utils/tuplestore.h"
#include "utils/varlena.h"

/* C strings */

/* Text of the first len bytes of s, palloc'd. */
text *
cstring_to_text_with_len(const char *s, int len)
{
	text *result = palloc(len + VARHDRSZ);

	SET_VARSIZE(result, len + VARHDRSZ);
	memcpy(VARDATA(result), s, len);
	return result;
}

/* Text of a C string, palloc'd. */
text *
cstring_to_text(const char *s)
{
	return cstring_to_text_with_len(s, strlen(s));
}

/* C string of a text in any form, palloc'd; t is not freed. */
char *
text_to_cstring(const text *t)
{
	text *plain = pg_detoast_datum_packed((text *) t);
	int len = VARSIZE_ANY_EXHDR(plain);
	char *result = palloc(len + 1);

	memcpy(result, VARDATA_ANY(plain), len);
	result[len] = '\0';
	if (plain != t)
		pfree(plain);
	return result;
}

/* The same into dst, cut at a character boundary to fit dst_len bytes. */
void
text_to_cstring_buffer(const text *src, char *dst, size_t dst_len)
{
	text *plain = pg_detoast_datum_packed((text *) src);
	size_t len = VARSIZE_ANY_EXHDR(plain);

	if (dst_len > 0)
	{
		if (len >= dst_len)
			len = pg_mbcliplen(VARDATA_ANY(plain), len, dst_len - 1);
		memcpy(dst, VARDATA_ANY(plain), len);
		dst[len] = '\0';
	}
	if (plain != src)
		pfree(plain);
}

/* I/O */

Datum
textin(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text(PG_GETARG_CSTRING(0)));
}

Datum
textout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(TextDatumGetCString(PG_GETARG_DATUM(0)));
}

Datum
textrecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int nbytes;
	char *s = pq_getmsgtext(buf, buf->len - buf->cursor, &nbytes);
	text *result = cstring_to_text_with_len(s, nbytes);

	pfree(s);
	PG_RETURN_TEXT_P(result);
}

Datum
textsend(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendtext(&buf, VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* The type unknown is a C string. */

Datum
unknownin(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(pstrdup(PG_GETARG_CSTRING(0)));
}

Datum
unknownout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(pstrdup(PG_GETARG_CSTRING(0)));
}

Datum
unknownrecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int nbytes;

	PG_RETURN_CSTRING(pq_getmsgtext(buf, buf->len - buf->cursor, &nbytes));
}

Datum
unknownsend(PG_FUNCTION_ARGS)
{
	char *s = PG_GETARG_CSTRING(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendtext(&buf, s, strlen(s));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* Length and pieces */

static int
text_char_length(const text *t)
{
	int len = VARSIZE_ANY_EXHDR(t);

	if (pg_database_encoding_max_length() == 1)
		return len;
	return pg_mbstrlen_with_len(VARDATA_ANY(t), len);
}

Datum
textlen(PG_FUNCTION_ARGS)
{
	Datum d = PG_GETARG_DATUM(0);

	if (pg_database_encoding_max_length() == 1)
		PG_RETURN_INT32(toast_raw_datum_size(d) - VARHDRSZ);
	PG_RETURN_INT32(text_char_length(DatumGetTextPP(d)));
}

Datum
textoctetlen(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(toast_raw_datum_size(PG_GETARG_DATUM(0)) - VARHDRSZ);
}

/* Byte offset of the n'th (from 0) character, at most the length. */
static int
char_offset(const char *s, int len, int n)
{
	const char *p = s;

	if (pg_database_encoding_max_length() == 1)
		return Min(n, len);
	while (n-- > 0 && p - s < len)
		p += pg_mblen(p);
	return Min((int) (p - s), len);
}

static text *
text_catenate(const text *a, const text *b)
{
	int la = VARSIZE_ANY_EXHDR(a);
	int lb = VARSIZE_ANY_EXHDR(b);
	text *result = palloc(la + lb + VARHDRSZ);

	SET_VARSIZE(result, la + lb + VARHDRSZ);
	memcpy(VARDATA(result), VARDATA_ANY(a), la);
	memcpy(VARDATA(result) + la, VARDATA_ANY(b), lb);
	return result;
}

Datum
textcat(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(text_catenate(PG_GETARG_TEXT_PP(0),
								   PG_GETARG_TEXT_PP(1)));
}

/*
 * SQL's SUBSTRING: characters start (from 1, may be less) up to start + length.
 */
static text *
text_piece(const text *t, int32 start, int32 length, bool no_length)
{
	const char *s = VARDATA_ANY(t);
	int len = VARSIZE_ANY_EXHDR(t);
	int from;
	int until;
	int32 end;

	if (no_length)
		end = PG_INT32_MAX;
	else if (length < 0)
	{
		ereport(ERROR,
				(errcode(ERRCODE_SUBSTRING_ERROR),
				 errmsg("negative substring length not allowed")));
		end = 0;
	}
	else if (pg_add_s32_overflow(start, length, &end))
		end = PG_INT32_MAX;
	if (end < 1)
		return cstring_to_text_with_len("", 0);
	start = Max(start, 1);
	from = char_offset(s, len, start - 1);
	if (end == PG_INT32_MAX)
		until = len;
	else
		until = from + char_offset(s + from, len - from, Max(end - start, 0));
	return cstring_to_text_with_len(s + from, until - from);
}

Datum
text_substr(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(text_piece(PG_GETARG_TEXT_PP(0), PG_GETARG_INT32(1),
								PG_GETARG_INT32(2), false));
}

Datum
text_substr_no_len(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(text_piece(PG_GETARG_TEXT_PP(0), PG_GETARG_INT32(1),
								0, true));
}

/* Of OVERLAY: where what is replaced ends, from 1. */
int
overlay_end(int start, int length)
{
	int after;

	if (start <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_SUBSTRING_ERROR),
				 errmsg("negative substring length not allowed")));
	if (pg_add_s32_overflow(start, length, &after))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("integer out of range")));
	return after;
}

static text *
text_overlay(const text *t, const text *replacement, int start, int length)
{
	int after = overlay_end(start, length);

	return text_catenate(text_catenate(text_piece(t, 1, start - 1, false),
									   replacement),
						 text_piece(t, after, 0, true));
}

Datum
textoverlay(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(text_overlay(PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1),
								  PG_GETARG_INT32(2), PG_GETARG_INT32(3)));
}

Datum
textoverlay_no_len(PG_FUNCTION_ARGS)
{
	text *r = PG_GETARG_TEXT_PP(1);

	PG_RETURN_TEXT_P(text_overlay(PG_GETARG_TEXT_PP(0), r, PG_GETARG_INT32(2),
								  text_char_length(r)));
}

Datum
text_left(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	int n = PG_GETARG_INT32(1);
	const char *s = VARDATA_ANY(t);
	int len = VARSIZE_ANY_EXHDR(t);

	if (n < 0)
		n = Max(0, text_char_length(t) + n);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(s, char_offset(s, len, n)));
}

Datum
text_right(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	int n = PG_GETARG_INT32(1);
	const char *s = VARDATA_ANY(t);
	int len = VARSIZE_ANY_EXHDR(t);
	int skip;

	skip = n < 0 ? (n == PG_INT32_MIN ? PG_INT32_MAX : -n) : Max(0, text_char_length(t) - n);
	skip = char_offset(s, len, skip);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(s + skip, len - skip));
}

Datum
text_reverse(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	const char *p = VARDATA_ANY(t);
	int len = VARSIZE_ANY_EXHDR(t);
	const char *end = p + len;
	text *result = palloc(len + VARHDRSZ);
	char *dst = VARDATA(result) + len;
	bool multibyte = pg_database_encoding_max_length() > 1;

	SET_VARSIZE(result, len + VARHDRSZ);
	while (p < end)
	{
		int n = multibyte ? pg_mblen(p) : 1;

		dst -= n;
		memcpy(dst, p, n);
		p += n;
	}
	PG_RETURN_TEXT_P(result);
}

/* Searching */

/*
 * Finds needle at or after byte offset from, at a character boundary; returns
 * its byte offset or -1.  A UTF-8 character cannot begin within another, so
 * plain bytes may be compared there; other multibyte encodings are stepped
 * through.
 */
static int
find_bytes(const char *hay, int haylen, const char *needle, int nlen, int from)
{
	bool step = pg_database_encoding_max_length() > 1 &&
		GetDatabaseEncoding() != PG_UTF8;

	if (nlen > haylen - from)
		return -1;
	if (!step)
	{
		const char *hit = memmem(hay + from, haylen - from, needle, nlen);

		return hit ? (int) (hit - hay) : -1;
	}
	for (int at = from; at + nlen <= haylen; at += pg_mblen(hay + at))
		if (memcmp(hay + at, needle, nlen) == 0)
			return at;
	return -1;
}

static int
text_position(const text *hay, const text *needle)
{
	int at = find_bytes(VARDATA_ANY(hay), VARSIZE_ANY_EXHDR(hay),
						VARDATA_ANY(needle),
						VARSIZE_ANY_EXHDR(needle), 0);

	if (at < 0)
		return 0;
	if (pg_database_encoding_max_length() == 1)
		return at + 1;
	return pg_mbstrlen_with_len(VARDATA_ANY(hay), at) + 1;
}

Datum
textpos(PG_FUNCTION_ARGS)
{
	text *hay = PG_GETARG_TEXT_PP(0);
	text *needle = PG_GETARG_TEXT_PP(1);

	if (VARSIZE_ANY_EXHDR(needle) == 0)
		PG_RETURN_INT32(1);
	PG_RETURN_INT32(text_position(hay, needle));
}

Datum
text_starts_with(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	text *prefix = PG_GETARG_TEXT_PP(1);
	int plen = VARSIZE_ANY_EXHDR(prefix);

	PG_RETURN_BOOL(VARSIZE_ANY_EXHDR(t) >= plen &&
				   memcmp(VARDATA_ANY(t), VARDATA_ANY(prefix), plen) == 0);
}

Datum
replace_text(PG_FUNCTION_ARGS)
{
	text *src = PG_GETARG_TEXT_PP(0);
	text *from = PG_GETARG_TEXT_PP(1);
	text *to = PG_GETARG_TEXT_PP(2);
	const char *s = VARDATA_ANY(src);
	int len = VARSIZE_ANY_EXHDR(src);
	int flen = VARSIZE_ANY_EXHDR(from);
	int done = 0;
	int at;
	StringInfoData out;

	if (len == 0 || flen == 0)
		PG_RETURN_TEXT_P(src);
	initStringInfo(&out);
	while ((at = find_bytes(s, len, VARDATA_ANY(from), flen, done)) >= 0)
	{
		CHECK_FOR_INTERRUPTS();
		appendBinaryStringInfo(&out, s + done, at - done);
		appendBinaryStringInfo(&out, VARDATA_ANY(to), VARSIZE_ANY_EXHDR(to));
		done = at + flen;
	}
	appendBinaryStringInfo(&out, s + done, len - done);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}

Datum
split_part(PG_FUNCTION_ARGS)
{
	text *src = PG_GETARG_TEXT_PP(0);
	text *sep = PG_GETARG_TEXT_PP(1);
	int field = PG_GETARG_INT32(2);
	const char *s = VARDATA_ANY(src);
	int len = VARSIZE_ANY_EXHDR(src);
	const char *sp = VARDATA_ANY(sep);
	int slen = VARSIZE_ANY_EXHDR(sep);
	int start = 0;
	int at;

	if (field == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("field position must not be zero")));
	if (len == 0)
		PG_RETURN_TEXT_P(cstring_to_text(""));
	if (slen == 0)
	{
		if (field == 1 || field == -1)
			PG_RETURN_TEXT_P(src);
		PG_RETURN_TEXT_P(cstring_to_text(""));
	}
	if (field < 0)
	{
		int nfields = 1;

		for (at = 0; (at = find_bytes(s, len, sp, slen, at)) >= 0; at += slen)
			nfields++;
		if (field < -nfields)
			PG_RETURN_TEXT_P(cstring_to_text(""));
		field += nfields + 1;
	}
	while ((at = find_bytes(s, len, sp, slen, start)) >= 0)
	{
		if (--field == 0)
			PG_RETURN_TEXT_P(cstring_to_text_with_len(s + start, at - start));
		start = at + slen;
	}
	if (field == 1)
		PG_RETURN_TEXT_P(cstring_to_text_with_len(s + start, len - start));
	PG_RETURN_TEXT_P(cstring_to_text(""));
}

/* Text to and from arrays and tables */

typedef struct SplitSink
{
	ArrayBuildState *astate;
	Tuplestorestate *store;
	TupleDesc tupdesc;
	text *null_string; /* NULL if none */
	Oid collation;
} SplitSink;

static void
emit_field(SplitSink *sink, const char *s, int len)
{
	text *null_string = sink->null_string;
	bool isnull = null_string &&
		VARSIZE_ANY_EXHDR(null_string) == len &&
		memcmp(VARDATA_ANY(null_string), s, len) == 0;
	Datum d = isnull ? (Datum) 0 : PointerGetDatum(cstring_to_text_with_len(s, len));

	if (sink->store)
		tuplestore_putvalues(sink->store, sink->tupdesc, &d, &isnull);
	else
		sink->astate = accumArrayResult(sink->astate, d, isnull, TEXTOID,
										CurrentMemoryContext);
}

/* Splits argument 0 by argument 1 (NULL: into characters); false if no text. */
static bool
split_fields(FunctionCallInfo fcinfo, SplitSink *sink)
{
	text *src;
	const char *s;
	int len;
	int start = 0;
	int at;

	if (PG_ARGISNULL(0))
		return false;
	src = PG_GETARG_TEXT_PP(0);
	s = VARDATA_ANY(src);
	len = VARSIZE_ANY_EXHDR(src);
	sink->null_string = PG_NARGS() > 2 && !PG_ARGISNULL(2) ? PG_GETARG_TEXT_PP(2) : NULL;
	if (len == 0)
		return true;
	if (PG_ARGISNULL(1))
	{
		for (; start < len; start = at)
		{
			at = Min(start + pg_mblen(s + start), len);
			emit_field(sink, s + start, at - start);
		}
		return true;
	}
	else
	{
		text *sep = PG_GETARG_TEXT_PP(1);
		int slen = VARSIZE_ANY_EXHDR(sep);

		while (slen > 0 &&
			   (at = find_bytes(s, len, VARDATA_ANY(sep), slen, start)) >= 0)
		{
			CHECK_FOR_INTERRUPTS();
			emit_field(sink, s + start, at - start);
			start = at + slen;
		}
		emit_field(sink, s + start, len - start);
	}
	return true;
}

Datum
text_to_array(PG_FUNCTION_ARGS)
{
	SplitSink sink = {0};

	if (!split_fields(fcinfo, &sink))
		PG_RETURN_NULL();
	if (sink.astate == NULL)
		PG_RETURN_ARRAYTYPE_P(construct_empty_array(TEXTOID));
	PG_RETURN_DATUM(makeArrayResult(sink.astate, CurrentMemoryContext));
}

Datum
text_to_array_null(PG_FUNCTION_ARGS)
{
	return text_to_array(fcinfo);
}

Datum
text_to_table(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	SplitSink sink = {0};

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	sink.store = rsi->setResult;
	sink.tupdesc = rsi->setDesc;
	(void) split_fields(fcinfo, &sink);
	return (Datum) 0;
}

Datum
text_to_table_null(PG_FUNCTION_ARGS)
{
	return text_to_table(fcinfo);
}

/* array_to_string: null_string NULL leaves null elements out. */
static text *
join_array(FunctionCallInfo fcinfo, ArrayType *v, const text *sep,
		   const text *null_string)
{
	Oid elemtype = ARR_ELEMTYPE(v);
	int16 typlen;
	bool typbyval;
	char typalign;
	Oid typoutput;
	bool isvarlena;
	Datum *elems;
	bool *nulls;
	int n;
	bool first = true;
	FmgrInfo outfn;
	StringInfoData buf;

	get_typlenbyvalalign(elemtype, &typlen, &typbyval, &typalign);
	getTypeOutputInfo(elemtype, &typoutput, &isvarlena);
	fmgr_info(typoutput, &outfn);
	deconstruct_array(v, elemtype, typlen, typbyval, typalign, &elems, &nulls,
					  &n);
	initStringInfo(&buf);
	for (int i = 0; i < n; i++)
	{
		if (nulls[i] && null_string == NULL)
			continue;
		if (!first)
			appendBinaryStringInfo(&buf, VARDATA_ANY(sep),
								   VARSIZE_ANY_EXHDR(sep));
		first = false;
		if (nulls[i])
			appendBinaryStringInfo(&buf, VARDATA_ANY(null_string),
								   VARSIZE_ANY_EXHDR(null_string));
		else
			appendStringInfoString(&buf, OutputFunctionCall(&outfn, elems[i]));
	}
	return cstring_to_text_with_len(buf.data, buf.len);
}

Datum
array_to_text(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(join_array(fcinfo, PG_GETARG_ARRAYTYPE_P(0),
								PG_GETARG_TEXT_PP(1), NULL));
}

Datum
array_to_text_null(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(join_array(fcinfo, PG_GETARG_ARRAYTYPE_P(0),
								PG_GETARG_TEXT_PP(1),
								PG_ARGISNULL(2) ? NULL : PG_GETARG_TEXT_PP(2)));
}

/* Comparison */

static void
check_collation_set(Oid collid)
{
	if (unlikely(!OidIsValid(collid)))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_COLLATION),
				 errmsg("could not determine which collation to use for string comparison"),
				 errhint("Say which one with a COLLATE clause.")));
}

static int
compare_bytes(const char *a, int la, const char *b, int lb)
{
	int r = memcmp(a, b, Min(la, lb));

	return r != 0 ? r : (la > lb) - (la < lb);
}

/* Compares by libc, whose strings end with a zero byte. */
static int
compare_in_locale(const char *a, int la, const char *b, int lb,
				  pg_locale_t locale)
{
	char stack[1024];
	char *buf = stack;
	int r;

	if (la == lb && memcmp(a, b, la) == 0)
		return 0;
	if (la + lb + 2 > (int) sizeof(stack))
		buf = palloc(la + lb + 2);
	memcpy(buf, a, la);
	buf[la] = '\0';
	memcpy(buf + la + 1, b, lb);
	buf[la + 1 + lb] = '\0';
	r = locale ? strcoll_l(buf, buf + la + 1, locale->info.lt) : strcoll(buf, buf + la + 1);
	if (buf != stack)
		pfree(buf);
	/* what the locale holds for equal, bytes tell apart */
	return r != 0 ? r : compare_bytes(a, la, b, lb);
}

/*
 * varstr_cmp
 *		Three-way comparison of two strings under a collation.
 *
 * Errors: 42P22 if collid is invalid; whatever looking up the collation gives.
 */
int
varstr_cmp(const char *arg1, int len1, const char *arg2, int len2, Oid collid)
{
	check_collation_set(collid);
	if (lc_collate_is_c(collid))
		return compare_bytes(arg1, len1, arg2, len2);
	return compare_in_locale(arg1, len1, arg2, len2,
							 pg_newlocale_from_collation(collid));
}

static int
text_cmp(const text *a, const text *b, Oid collid)
{
	return varstr_cmp(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a),
					  VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b), collid);
}

/* All collations here are deterministic, so equal means equal bytes. */
static bool
text_equal(Datum a, Datum b)
{
	Size la = toast_raw_datum_size(a);
	text *ta;
	text *tb;

	if (la != toast_raw_datum_size(b))
		return false;
	ta = DatumGetTextPP(a);
	tb = DatumGetTextPP(b);
	return memcmp(VARDATA_ANY(ta), VARDATA_ANY(tb), la - VARHDRSZ) == 0;
}

Datum
texteq(PG_FUNCTION_ARGS)
{
	check_collation_set(PG_GET_COLLATION());
	PG_RETURN_BOOL(text_equal(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

Datum
textne(PG_FUNCTION_ARGS)
{
	check_collation_set(PG_GET_COLLATION());
	PG_RETURN_BOOL(!text_equal(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

#define TEXT_CMP(a, b) text_cmp(a, b, PG_GET_COLLATION())
#define TEXT_TEST(name, op) \
	ADT_TEST(name, text *, PG_GETARG_TEXT_PP, text *, PG_GETARG_TEXT_PP, op)
TEXT_TEST(text_lt, TEXT_CMP(a, b) < 0)
TEXT_TEST(text_le, TEXT_CMP(a, b) <= 0)
TEXT_TEST(text_gt, TEXT_CMP(a, b) > 0)
TEXT_TEST(text_ge, TEXT_CMP(a, b) >= 0)
ADT_BINARY(bttextcmp, text *, PG_GETARG_TEXT_PP, text *, PG_GETARG_TEXT_PP,
		   PG_RETURN_INT32, TEXT_CMP(a, b))
ADT_BINARY(text_larger, text *, PG_GETARG_TEXT_PP, text *, PG_GETARG_TEXT_PP,
		   PG_RETURN_TEXT_P, TEXT_CMP(a, b) > 0 ? a : b)
ADT_BINARY(text_smaller, text *, PG_GETARG_TEXT_PP, text *, PG_GETARG_TEXT_PP,
		   PG_RETURN_TEXT_P, TEXT_CMP(a, b) < 0 ? a : b)

/* Pattern operators: bytes, whatever the collation */
#define PATTERN_CMP(a, b)                               \
	compare_bytes(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), \
				  VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b))
TEXT_TEST(text_pattern_lt, PATTERN_CMP(a, b) < 0)
TEXT_TEST(text_pattern_le, PATTERN_CMP(a, b) <= 0)
TEXT_TEST(text_pattern_gt, PATTERN_CMP(a, b) > 0)
TEXT_TEST(text_pattern_ge, PATTERN_CMP(a, b) >= 0)
ADT_BINARY(bttext_pattern_cmp, text *, PG_GETARG_TEXT_PP, text *,
		   PG_GETARG_TEXT_PP, PG_RETURN_INT32, PATTERN_CMP(a, b))

/* name against text */
static int
name_text_cmp(Name n, const text *t, Oid collid)
{
	return varstr_cmp(NameStr(*n), strlen(NameStr(*n)), VARDATA_ANY(t),
					  VARSIZE_ANY_EXHDR(t), collid);
}

#define NT(a, b) name_text_cmp(a, b, PG_GET_COLLATION())
#define TN(a, b) (-name_text_cmp(b, a, PG_GET_COLLATION()))
#define NT_TEST(name, op) \
	ADT_TEST(name, Name, PG_GETARG_NAME, text *, PG_GETARG_TEXT_PP, op)
#define TN_TEST(name, op) \
	ADT_TEST(name, text *, PG_GETARG_TEXT_PP, Name, PG_GETARG_NAME, op)
NT_TEST(nameeqtext, NT(a, b) == 0)
NT_TEST(namenetext, NT(a, b) != 0)
NT_TEST(namelttext, NT(a, b) < 0)
NT_TEST(nameletext, NT(a, b) <= 0)
NT_TEST(namegttext, NT(a, b) > 0)
NT_TEST(namegetext, NT(a, b) >= 0)
TN_TEST(texteqname, TN(a, b) == 0)
TN_TEST(textnename, TN(a, b) != 0)
TN_TEST(textltname, TN(a, b) < 0)
TN_TEST(textlename, TN(a, b) <= 0)
TN_TEST(textgtname, TN(a, b) > 0)
TN_TEST(textgename, TN(a, b) >= 0)
ADT_BINARY(btnametextcmp, Name, PG_GETARG_NAME, text *, PG_GETARG_TEXT_PP,
		   PG_RETURN_INT32, NT(a, b))
ADT_BINARY(bttextnamecmp, text *, PG_GETARG_TEXT_PP, Name, PG_GETARG_NAME,
		   PG_RETURN_INT32, TN(a, b))

Datum
text_name(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	int len = VARSIZE_ANY_EXHDR(t);
	Name result = palloc0(NAMEDATALEN);

	if (len >= NAMEDATALEN)
		len = pg_mbcliplen(VARDATA_ANY(t), len, NAMEDATALEN - 1);
	memcpy(NameStr(*result), VARDATA_ANY(t), len);
	PG_RETURN_NAME(result);
}

Datum
name_text(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text(NameStr(*PG_GETARG_NAME(0))));
}

/* Equal values have equal bytes if the collation is deterministic. */
Datum
btvarstrequalimage(PG_FUNCTION_ARGS)
{
	Oid collid = PG_GET_COLLATION();

	check_collation_set(collid);
	PG_RETURN_BOOL(lc_collate_is_c(collid) ||
				   collid == DEFAULT_COLLATION_OID ||
				   get_collation_isdeterministic(collid));
}

/* Sorting */

typedef struct VarStringSort
{
	pg_locale_t locale;
	Oid typid;
} VarStringSort;

static void
sort_string(Datum d, Oid typid, const char **s, int *len)
{
	if (typid == NAMEOID)
	{
		*s = NameStr(*DatumGetName(d));
		*len = strlen(*s);
		return;
	}
	else
	{
		text *t = DatumGetTextPP(d);

		*s = VARDATA_ANY(t);
		*len = VARSIZE_ANY_EXHDR(t);
		if (typid == BPCHAROID)
			*len = bpchartruelen((char *) *s, *len);
	}
}

static int
sort_cmp_c(Datum x, Datum y, SortSupport ssup)
{
	VarStringSort *vss = ssup->ssup_extra;
	const char *a;
	const char *b;
	int la;
	int lb;

	sort_string(x, vss->typid, &a, &la);
	sort_string(y, vss->typid, &b, &lb);
	return compare_bytes(a, la, b, lb);
}

static int
sort_cmp_locale(Datum x, Datum y, SortSupport ssup)
{
	VarStringSort *vss = ssup->ssup_extra;
	const char *a;
	const char *b;
	int la;
	int lb;

	sort_string(x, vss->typid, &a, &la);
	sort_string(y, vss->typid, &b, &lb);
	return compare_in_locale(a, la, b, lb, vss->locale);
}

/* The first eight bytes as a big-endian number, zero-padded. */
static Datum
sort_abbreviate(Datum original, SortSupport ssup)
{
	VarStringSort *vss = ssup->ssup_extra;
	const char *s;
	int len;
	uint64 key = 0;

	sort_string(original, vss->typid, &s, &len);
	memcpy(&key, s, Min(len, (int) sizeof(key)));
	return UInt64GetDatum(__builtin_bswap64(key));
}

static bool
sort_abbrev_abort(int memtupcount, SortSupport ssup)
{
	return false;
}

/*
 * varstr_sortsupport
 *		Sets up sorting of strings of a type (text, bpchar, name, bytea).
 *
 * Allocates in the current context, which the caller has set to ssup_cxt.
 * Abbreviated keys are used under "C" order only, where a prefix of the bytes
 * is a prefix of the order.
 */
void
varstr_sortsupport(SortSupport ssup, Oid typid, Oid collid)
{
	VarStringSort *vss = palloc0(sizeof(VarStringSort));

	check_collation_set(collid);
	vss->typid = typid;
	ssup->ssup_extra = vss;
	if (!lc_collate_is_c(collid))
	{
		vss->locale = pg_newlocale_from_collation(collid);
		ssup->comparator = sort_cmp_locale;
		return;
	}
	ssup->comparator = sort_cmp_c;
	if (ssup->abbreviate)
	{
		ssup->abbrev_full_comparator = ssup->comparator;
		ssup->comparator = ssup_datum_unsigned_cmp;
		ssup->abbrev_converter = sort_abbreviate;
		ssup->abbrev_abort = sort_abbrev_abort;
	}
}

static Datum
set_up_sort(FunctionCallInfo fcinfo, Oid typid, Oid collid)
{
	SortSupport ssup = (SortSupport) PG_GETARG_POINTER(0);
	MemoryContext old = MemoryContextSwitchTo(ssup->ssup_cxt);

	varstr_sortsupport(ssup, typid,
					   OidIsValid(collid) ? collid : ssup->ssup_collation);
	MemoryContextSwitchTo(old);
	PG_RETURN_VOID();
}

Datum
bttextsortsupport(PG_FUNCTION_ARGS)
{
	return set_up_sort(fcinfo, TEXTOID, InvalidOid);
}

Datum
bttext_pattern_sortsupport(PG_FUNCTION_ARGS)
{
	return set_up_sort(fcinfo, TEXTOID, C_COLLATION_OID);
}

Datum
bytea_sortsupport(PG_FUNCTION_ARGS)
{
	return set_up_sort(fcinfo, BYTEAOID, C_COLLATION_OID);
}

Datum
bpchar_sortsupport(PG_FUNCTION_ARGS)
{
	return set_up_sort(fcinfo, BPCHAROID, InvalidOid);
}

Datum
btbpchar_pattern_sortsupport(PG_FUNCTION_ARGS)
{
	return set_up_sort(fcinfo, BPCHAROID, C_COLLATION_OID);
}

/* Lists of names in text */

/*
 * textToQualifiedNameList
 *		Splits a dotted name into String nodes; 42602 if it is malformed.
 */
List *
textToQualifiedNameList(text *textval)
{
	return stringToQualifiedNameList(text_to_cstring(textval));
}

static bool
list_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
		c == '\v';
}

typedef enum SplitKind
{
	SPLIT_IDENTIFIERS, /* folded to lower case, cut to NAMEDATALEN */
	SPLIT_DIRECTORIES, /* canonical paths, palloc'd */
	SPLIT_GUC /* as written, quotes removed */
} SplitKind;

/* One element in double quotes, undoubled in place; NULL if unterminated. */
static char *
take_quoted(char **cursor, char **end)
{
	char *src = *cursor + 1;
	char *start = src;
	char *dst = src;

	for (;; src++)
	{
		if (*src == '\0')
			return NULL;
		if (*src == '"')
		{
			if (src[1] != '"')
				break;
			src++;
		}
		*dst++ = *src;
	}
	*cursor = src + 1;
	*end = dst;
	return start;
}

/* One element without quotes; NULL if it is empty where that is an error. */
static char *
take_plain(char **cursor, char **end, char separator, SplitKind kind)
{
	char *start = *cursor;
	char *p = start;

	while (*p && *p != separator &&
		   (kind == SPLIT_DIRECTORIES || !list_space(*p)))
		p++;
	*cursor = p;
	while (kind == SPLIT_DIRECTORIES && p > start && list_space(p[-1]))
		p--;
	*end = p;
	return p == start ? NULL : start;
}

/*
 * Splits rawstring, which is overwritten and, except for directories, keeps
 * the elements.  False on a syntax error.
 */
static bool
split_list(char *rawstring, char separator, SplitKind kind, List **namelist)
{
	char *p = rawstring;

	*namelist = NIL;
	while (list_space(*p))
		p++;
	if (*p == '\0')
		return true;
	for (;;)
	{
		bool quoted = *p == '"';
		char *end;
		char *name = quoted ? take_quoted(&p, &end) : take_plain(&p, &end, separator, kind);
		char next;

		if (name == NULL)
			return false;
		while (list_space(*p))
			p++;
		next = *p;
		if (next != separator && next != '\0')
			return false;
		*end = '\0';
		if (kind == SPLIT_IDENTIFIERS && !quoted)
		{
			char *folded = downcase_truncate_identifier(name, end - name,
														false);

			memcpy(name, folded, strlen(folded) + 1);
			pfree(folded);
		}
		else if (kind == SPLIT_IDENTIFIERS)
			truncate_identifier(name, strlen(name), false);
		else if (kind == SPLIT_DIRECTORIES)
		{
			name = pstrdup(name);
			canonicalize_path(name);
		}
		*namelist = lappend(*namelist, name);
		if (next == '\0')
			return true;
		for (p++; list_space(*p); p++)
			;
	}
}

bool
SplitIdentifierString(char *rawstring, char separator, List **namelist)
{
	return split_list(rawstring, separator, SPLIT_IDENTIFIERS, namelist);
}

bool
SplitDirectoriesString(char *rawstring, char separator, List **namelist)
{
	return split_list(rawstring, separator, SPLIT_DIRECTORIES, namelist);
}

bool
SplitGUCList(char *rawstring, char separator, List **namelist)
{
	return split_list(rawstring, separator, SPLIT_GUC, namelist);
}

/* Values as stored */

Datum
pg_column_size(PG_FUNCTION_ARGS)
{
	Datum value = PG_GETARG_DATUM(0);
	int typlen = get_typlen(get_fn_expr_argtype(fcinfo->flinfo, 0));

	if (typlen == 0)
		elog(ERROR, "cache lookup failed for type %u",
			 get_fn_expr_argtype(fcinfo->flinfo, 0));
	if (typlen == -1)
		PG_RETURN_INT32(toast_datum_size(value));
	if (typlen == -2)
		PG_RETURN_INT32(strlen(DatumGetCString(value)) + 1);
	PG_RETURN_INT32(typlen);
}

Datum
pg_column_compression(PG_FUNCTION_ARGS)
{
	int typlen = get_typlen(get_fn_expr_argtype(fcinfo->flinfo, 0));

	if (typlen != -1)
		PG_RETURN_NULL();
	switch (toast_get_compression_id((struct varlena *)
										 DatumGetPointer(PG_GETARG_DATUM(0))))
	{
		case TOAST_PGLZ_COMPRESSION_ID:
			PG_RETURN_TEXT_P(cstring_to_text("pglz"));
		case TOAST_LZ4_COMPRESSION_ID:
			PG_RETURN_TEXT_P(cstring_to_text("lz4"));
		default:
			PG_RETURN_NULL();
	}
}

/* Hexadecimal digits of the two's complement */

static text *
hex_text(uint64 value)
{
	char buf[17];

	snprintf(buf, sizeof(buf), "%llx", (unsigned long long) value);
	return cstring_to_text(buf);
}

ADT_UNARY(to_hex32, uint32, PG_GETARG_UINT32, PG_RETURN_TEXT_P, hex_text(a))
ADT_UNARY(to_hex64, uint64, PG_GETARG_INT64, PG_RETURN_TEXT_P, hex_text(a))
