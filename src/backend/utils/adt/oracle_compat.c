/*
 * oracle_compat.c
 *		Case, padding, trimming and translation of text.
 *
 * Case conversion (str_toupper and its like) follows LC_CTYPE of the collation:
 * ASCII only under "C", wide characters of libc otherwise.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/oracle_compat.c
 */
#include "postgres.h"

#include <wctype.h>

#include "adt_templates.h"
#include "common/int.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/formatting.h"
#include "utils/memutils.h"
#include "utils/pg_locale.h"

typedef enum CaseMode
{
	CASE_LOWER,
	CASE_UPPER,
	CASE_INITCAP
} CaseMode;

static unsigned char
convert_ascii(unsigned char c, CaseMode mode, bool *in_word)
{
	bool upper = mode == CASE_UPPER ||
		(mode == CASE_INITCAP && !*in_word);

	c = upper ? pg_ascii_toupper(c) : pg_ascii_tolower(c);
	*in_word = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		(c >= '0' && c <= '9');
	return c;
}

static char *
ascii_case(const char *buff, size_t nbytes, CaseMode mode)
{
	char *result = pnstrdup(buff, nbytes);
	bool in_word = false;

	for (char *p = result; *p; p++)
		*p = convert_ascii((unsigned char) *p, mode, &in_word);
	return result;
}

char *
asc_tolower(const char *buff, size_t nbytes)
{
	return buff ? ascii_case(buff, nbytes, CASE_LOWER) : NULL;
}

char *
asc_toupper(const char *buff, size_t nbytes)
{
	return buff ? ascii_case(buff, nbytes, CASE_UPPER) : NULL;
}

char *
asc_initcap(const char *buff, size_t nbytes)
{
	return buff ? ascii_case(buff, nbytes, CASE_INITCAP) : NULL;
}

/* One character by a locale of libc, or by the database's if lt is NULL. */
static wchar_t
convert_wide(wchar_t w, locale_t lt, CaseMode mode, bool *in_word)
{
	bool upper = mode == CASE_UPPER ||
		(mode == CASE_INITCAP && !*in_word);

	if (lt)
		w = upper ? towupper_l(w, lt) : towlower_l(w, lt);
	else
		w = upper ? towupper(w) : towlower(w);
	if (mode == CASE_INITCAP)
		*in_word = (lt ? iswalnum_l(w, lt) : iswalnum(w)) != 0;
	return w;
}

/*
 * UTF-8 needs no detour over an array of wide characters, and ASCII letters no
 * table, unless the language has an "i" of its own.
 */
static char *
utf8_case(const char *buff, size_t nbytes, locale_t lt, CaseMode mode)
{
	/* a character of one byte may become one of two, one of two three */
	char *result = palloc(nbytes * 2 + 1);
	char *out = result;
	const char *end = buff + nbytes;
	bool in_word = false;
	bool dummy = false;
	bool plain_ascii = convert_wide(L'i', lt, CASE_UPPER, &dummy) == L'I' &&
		convert_wide(L'I', lt, CASE_LOWER, &dummy) == L'i';

	while (buff < end)
	{
		wchar_t w;
		int len;

		if (!IS_HIGHBIT_SET(*buff) && plain_ascii)
		{
			*out++ = convert_ascii((unsigned char) *buff++, mode, &in_word);
			continue;
		}
		len = pg_mblen_range(buff, end);
		w = utf8_to_unicode((const unsigned char *) buff);
		buff += len;
		w = convert_wide(w, lt, mode, &in_word);
		(void) unicode_to_utf8(w, (unsigned char *) out);
		out += pg_utf_mblen((unsigned char *) out);
	}
	*out = '\0';
	return result;
}

static char *
locale_case(const char *buff, size_t nbytes, Oid collid, CaseMode mode)
{
	pg_locale_t locale;
	locale_t lt;
	wchar_t *wide;
	char *result;
	size_t room;
	bool in_word = false;

	if (!OidIsValid(collid))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_COLLATION),
				 errmsg("could not determine which collation to use for %s function",
						mode == CASE_LOWER ? "lower()" : mode == CASE_UPPER ? "upper()"
																			: "initcap()"),
				 errhint("Say which one with a COLLATE clause.")));
	if (lc_ctype_is_c(collid))
		return ascii_case(buff, nbytes, mode);
	locale = pg_newlocale_from_collation(collid);
	lt = locale ? locale->info.lt : NULL;
	if (GetDatabaseEncoding() == PG_UTF8)
		return utf8_case(buff, nbytes, lt, mode);
	wide = palloc((nbytes + 1) * sizeof(wchar_t));
	char2wchar(wide, nbytes + 1, buff, nbytes, locale);
	for (wchar_t *w = wide; *w; w++)
		*w = convert_wide(*w, lt, mode, &in_word);
	room = wcslen(wide) * MB_CUR_MAX + 1;
	result = palloc(room);
	wchar2char(result, wide, room, locale);
	pfree(wide);
	return result;
}

char *
str_tolower(const char *buff, size_t nbytes, Oid collid)
{
	return buff ? locale_case(buff, nbytes, collid, CASE_LOWER) : NULL;
}

char *
str_toupper(const char *buff, size_t nbytes, Oid collid)
{
	return buff ? locale_case(buff, nbytes, collid, CASE_UPPER) : NULL;
}

char *
str_initcap(const char *buff, size_t nbytes, Oid collid)
{
	return buff ? locale_case(buff, nbytes, collid, CASE_INITCAP) : NULL;
}

#define CASE_FUNCTION(name, mode)                                               \
	ADT_UNARY(name, text *, PG_GETARG_TEXT_PP, PG_RETURN_TEXT_P,                \
			  cstring_to_text(locale_case(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), \
										  PG_GET_COLLATION(), mode)))
CASE_FUNCTION(lower, CASE_LOWER)
CASE_FUNCTION(upper, CASE_UPPER)
CASE_FUNCTION(initcap, CASE_INITCAP)

/* Padding */

static void
too_long(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("requested length too large")));
}

/* string, cut or filled with repetitions of fill to len characters. */
static text *
pad_text(const text *string, const text *fill, int len, bool left)
{
	const char *s = VARDATA_ANY(string);
	int slen = VARSIZE_ANY_EXHDR(string);
	const char *f = VARDATA_ANY(fill);
	int flen = VARSIZE_ANY_EXHDR(fill);
	int nchars = pg_mbstrlen_with_len(s, slen);
	int64 room;
	int npad;
	int keep;
	text *result;
	char *dst;

	len = Max(len, 0);
	keep = nchars <= len ? slen : pg_mbcharcliplen(s, slen, len);
	npad = flen > 0 ? Max(len - nchars, 0) : 0;
	room = (int64) npad * pg_database_encoding_max_length() + keep + VARHDRSZ;
	if (room > MaxAllocSize)
		too_long();
	result = palloc(room);
	dst = VARDATA(result);
	if (!left)
	{
		memcpy(dst, s, keep);
		dst += keep;
	}
	for (const char *p = f; npad > 0; npad--)
	{
		int n = pg_mblen(p);

		memcpy(dst, p, n);
		dst += n;
		p += n;
		if (p >= f + flen)
			p = f;
	}
	if (left)
	{
		memcpy(dst, s, keep);
		dst += keep;
	}
	SET_VARSIZE(result, dst - (char *) result);
	return result;
}

Datum
lpad(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(pad_text(PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(2),
							  PG_GETARG_INT32(1), true));
}

Datum
rpad(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(pad_text(PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(2),
							  PG_GETARG_INT32(1), false));
}

/*
 * The text count times.  What is written already is doubled until it is a run
 * of REPEAT_RUN bytes, which stays in the cache; then that run is copied, so
 * that a short text costs no call for each of its copies.
 */
#define REPEAT_RUN (256 * 1024)

Datum
repeat(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	int32 count = Max(PG_GETARG_INT32(1), 0);
	int len = VARSIZE_ANY_EXHDR(t);
	int total;
	int done;
	int run;
	text *result;
	char *dst;

	if (pg_mul_s32_overflow(count, len, &total) ||
		pg_add_s32_overflow(total, VARHDRSZ, &total) ||
		!AllocSizeIsValid(total))
		too_long();
	result = palloc(total);
	SET_VARSIZE(result, total);
	dst = VARDATA(result);
	total -= VARHDRSZ;
	done = Min(len, total);
	memcpy(dst, VARDATA_ANY(t), done);
	run = done; /* always a multiple of len */
	while (done < total)
	{
		int n = Min(run, total - done);

		CHECK_FOR_INTERRUPTS();
		memcpy(dst + done, dst, n);
		done += n;
		if (run < REPEAT_RUN)
			run = done;
	}
	PG_RETURN_TEXT_P(result);
}

/* Trimming */

static bool
in_set(const char *ch, int n, const char *set, int setlen)
{
	for (const char *p = set; p < set + setlen; p += pg_mblen(p))
		if (pg_mblen(p) == n && memcmp(p, ch, n) == 0)
			return true;
	return false;
}

/* Removes characters of the set from the ends asked for. */
static text *
trim_text(const text *t, const char *set, int setlen, bool left, bool right)
{
	const char *s = VARDATA_ANY(t);
	int len = VARSIZE_ANY_EXHDR(t);
	int from = 0;
	int keep; /* end of the last character outside the set */

	while (left && from < len)
	{
		int n = pg_mblen(s + from);

		if (!in_set(s + from, n, set, setlen))
			break;
		from += n;
	}
	keep = from;
	for (int at = from; right && at < len;)
	{
		int n = pg_mblen(s + at);

		if (!in_set(s + at, n, set, setlen))
			keep = at + n;
		at += n;
	}
	return cstring_to_text_with_len(s + from, (right ? keep : len) - from);
}

#define TRIM_FUNCTIONS(name, left, right)                                       \
	ADT_BINARY(name, text *, PG_GETARG_TEXT_PP, text *, PG_GETARG_TEXT_PP,      \
			   PG_RETURN_TEXT_P,                                                \
			   trim_text(a, VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b), left, right)) \
	ADT_UNARY(name##1, text *, PG_GETARG_TEXT_PP, PG_RETURN_TEXT_P,             \
			  trim_text(a, " ", 1, left, right))
TRIM_FUNCTIONS(btrim, true, true)
TRIM_FUNCTIONS(ltrim, true, false)
TRIM_FUNCTIONS(rtrim, false, true)

/* Each character of "from" becomes the one at its place in "to", or nothing. */
Datum
translate(PG_FUNCTION_ARGS)
{
	text *src = PG_GETARG_TEXT_PP(0);
	text *from = PG_GETARG_TEXT_PP(1);
	text *to = PG_GETARG_TEXT_PP(2);
	const char *p = VARDATA_ANY(src);
	const char *end = p + VARSIZE_ANY_EXHDR(src);
	const char *fend = VARDATA_ANY(from) + VARSIZE_ANY_EXHDR(from);
	const char *tend = VARDATA_ANY(to) + VARSIZE_ANY_EXHDR(to);
	StringInfoData out;

	initStringInfo(&out);
	while (p < end)
	{
		int n = pg_mblen(p);
		const char *f = VARDATA_ANY(from);
		const char *t = VARDATA_ANY(to);

		for (; f < fend; f += pg_mblen(f))
		{
			if (pg_mblen(f) == n && memcmp(f, p, n) == 0)
				break;
			if (t < tend)
				t += pg_mblen(t);
		}
		if (f >= fend)
			appendBinaryStringInfo(&out, p, n);
		else if (t < tend)
			appendBinaryStringInfo(&out, t, pg_mblen(t));
		p += n;
	}
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}

/* Code points */

Datum
ascii(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	const unsigned char *p = (unsigned char *) VARDATA_ANY(t);

	if (VARSIZE_ANY_EXHDR(t) <= 0)
		PG_RETURN_INT32(0);
	if (GetDatabaseEncoding() == PG_UTF8 && *p > 127)
		PG_RETURN_INT32((int32) utf8_to_unicode(p));
	if (pg_database_encoding_max_length() > 1 && *p > 127)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("requested character too large")));
	PG_RETURN_INT32((int32) *p);
}

Datum
chr(PG_FUNCTION_ARGS)
{
	int32 arg = PG_GETARG_INT32(0);
	uint32 code = arg;
	unsigned char buf[8];
	bool utf8 = GetDatabaseEncoding() == PG_UTF8;

	if (arg < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("character number must be positive")));
	if (arg == 0)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("null character not permitted")));
	if (code > (utf8 ? 0x0010ffff : pg_database_encoding_max_length() > 1 ? 127
																		  : 255))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("requested character too large for encoding: %u",
						code)));
	if (!utf8 || code <= 127)
	{
		buf[0] = (unsigned char) code;
		PG_RETURN_TEXT_P(cstring_to_text_with_len((char *) buf, 1));
	}
	unicode_to_utf8(code, buf);
	if (!pg_utf8_islegal(buf, pg_utf_mblen(buf)))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("requested character not valid for encoding: %u",
						code)));
	PG_RETURN_TEXT_P(cstring_to_text_with_len((char *) buf,
											  pg_utf_mblen(buf)));
}
