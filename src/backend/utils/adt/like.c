/*
 * like.c
 *		LIKE and ILIKE.
 *
 * A pattern is matched from left to right; the place of the last % is kept, and
 * a mismatch continues there one character later.  That is enough, since an
 * earlier % can only make matches that a later one makes too.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/like.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "catalog/pg_collation.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/formatting.h"
#include "utils/pg_locale.h"

/* Bytes of the character at p. */
static inline int
char_bytes(const char *p, bool multibyte)
{
	return multibyte && IS_HIGHBIT_SET(*p) ? pg_mblen(p) : 1;
}

/* Does a byte of a pattern stand for itself? */
static inline bool
is_literal(char c)
{
	return c != '%' && c != '_' && c != '\\';
}

static bool
like_match(const char *t, int tlen, const char *p, int plen, bool multibyte)
{
	const char *tend = t + tlen;
	const char *pend = p + plen;
	const char *star_p = NULL; /* behind the last % */
	const char *star_t = NULL; /* where its rest was tried last */
	/* no byte that begins a character stands within another */
	bool skip = !multibyte || GetDatabaseEncoding() == PG_UTF8;

	for (;;)
	{
		if (p < pend && *p == '%')
		{
			star_p = ++p;
			star_t = t;
			if (p == pend)
				return true;
			if (skip && is_literal(*p) && (t = memchr(t, *p, tend - t)) == NULL)
				return false;
			star_t = t;
			continue;
		}
		if (t >= tend)
			return p == pend;
		if (p < pend)
		{
			const char *literal = p;
			int n = char_bytes(t, multibyte);

			if (*p == '_')
			{
				t += n;
				p++;
				continue;
			}
			if (*p == '\\' && ++literal >= pend)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_ESCAPE_SEQUENCE),
						 errmsg("LIKE pattern must not end with escape character")));
			if (pend - literal >= n && memcmp(t, literal, n) == 0)
			{
				t += n;
				p = literal + n;
				continue;
			}
		}
		if (star_p == NULL)
			return false;
		CHECK_FOR_INTERRUPTS();
		star_t += char_bytes(star_t, multibyte);
		p = star_p;
		if (skip && is_literal(*p) &&
			(star_t = memchr(star_t, *p, tend - star_t)) == NULL)
			return false;
		t = star_t;
	}
}

static bool
like(const char *s, int slen, text *pattern)
{
	return like_match(s, slen, VARDATA_ANY(pattern),
					  VARSIZE_ANY_EXHDR(pattern),
					  pg_database_encoding_max_length() > 1);
}

static bool
ilike(const char *s, int slen, text *pattern, Oid collid)
{
	char *folded;
	char *p;

	if (!OidIsValid(collid))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_COLLATION),
				 errmsg("could not determine which collation to use for ILIKE"),
				 errhint("Say which one with a COLLATE clause.")));
	folded = str_tolower(s, slen, collid);
	p = str_tolower(VARDATA_ANY(pattern), VARSIZE_ANY_EXHDR(pattern), collid);
	return like_match(folded, strlen(folded), p, strlen(p),
					  pg_database_encoding_max_length() > 1);
}

#define NAME_LEN(n) strlen(NameStr(*(n)))
#define TEXT_LIKE(name, expr) \
	ADT_TEST(name, text *, PG_GETARG_TEXT_PP, text *, PG_GETARG_TEXT_PP, expr)
#define NAME_LIKE(name, expr) \
	ADT_TEST(name, Name, PG_GETARG_NAME, text *, PG_GETARG_TEXT_PP, expr)

TEXT_LIKE(textlike, like(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), b))
TEXT_LIKE(textnlike, !like(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), b))
TEXT_LIKE(texticlike, ilike(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), b, PG_GET_COLLATION()))
TEXT_LIKE(texticnlike, !ilike(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), b, PG_GET_COLLATION()))
NAME_LIKE(namelike, like(NameStr(*a), NAME_LEN(a), b))
NAME_LIKE(namenlike, !like(NameStr(*a), NAME_LEN(a), b))
NAME_LIKE(nameiclike, ilike(NameStr(*a), NAME_LEN(a), b, PG_GET_COLLATION()))
NAME_LIKE(nameicnlike, !ilike(NameStr(*a), NAME_LEN(a), b, PG_GET_COLLATION()))
TEXT_LIKE(bytealike, like_match(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b), false))
TEXT_LIKE(byteanlike, !like_match(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b), false))

/*
 * Rewrites a pattern with another escape character (or none, if esc is
 * empty) into one with backslash.
 */
static text *
normalize_escape(text *pattern, text *esc, bool multibyte)
{
	const char *p = VARDATA_ANY(pattern);
	const char *end = p + VARSIZE_ANY_EXHDR(pattern);
	const char *e = VARDATA_ANY(esc);
	int elen = VARSIZE_ANY_EXHDR(esc);
	text *result = palloc(VARHDRSZ + 2 * (end - p));
	char *dst = VARDATA(result);
	bool after_escape = false;

	if (elen > 0 && char_bytes(e, multibyte) != elen)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ESCAPE_SEQUENCE),
				 errmsg("invalid escape string"),
				 errhint("It may have one character, or none.")));
	while (p < end)
	{
		int n = char_bytes(p, multibyte);

		if (elen == n && memcmp(p, e, n) == 0 && !after_escape)
		{
			*dst++ = '\\';
			after_escape = true;
			p += n;
			continue;
		}
		if (*p == '\\' && !after_escape)
			*dst++ = '\\';
		after_escape = false;
		memcpy(dst, p, n);
		dst += n;
		p += n;
	}
	SET_VARSIZE(result, dst - (char *) result);
	return result;
}

ADT_BINARY(like_escape, text *, PG_GETARG_TEXT_PP, text *, PG_GETARG_TEXT_PP,
		   PG_RETURN_TEXT_P,
		   normalize_escape(a, b, pg_database_encoding_max_length() > 1))
ADT_BINARY(like_escape_bytea, bytea *, PG_GETARG_BYTEA_PP, bytea *,
		   PG_GETARG_BYTEA_PP, PG_RETURN_BYTEA_P, normalize_escape(a, b, false))
