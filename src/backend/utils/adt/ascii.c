/*
 * ascii.c
 *		Text reduced to ASCII.
 *
 * to_ascii() for the Latin encodings in which it means anything, and safe
 * copying into the process title.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/ascii.c
 */
#include "postgres.h"

#include "mb/pg_wchar.h"
#include "utils/ascii.h"
#include "utils/builtins.h"

/* Letters for 160..255; a blank where there is no likeness. */
static const char latin1_likeness[] =
	"  cL Y  \"Ca  -R     'u .,      ?AAAAAAACEEEEIIII NOOOOOxOUUUUYTBaaaaaaaceeeeiiii nooooo/ouuuuyty";
static const char latin2_likeness[] =
	" A L LS \"SSTZ-ZZ a,l'ls ,sstz\"zzRAAAALCCCEEEEIIDDNNOOOOxRUUUUYTBraaaalccceeeeiiddnnoooo/ruuuuyt.";
static const char latin9_likeness[] =
	"  cL YS sCa  -R     Zu .z   EeY?AAAAAAACEEEEIIII NOOOOOxOUUUUYTBaaaaaaaceeeeiiii nooooo/ouuuuyty";

static text *
to_ascii(text *data, int enc)
{
	const char *likeness;
	text *result;

	if (enc == PG_LATIN1)
		likeness = latin1_likeness;
	else if (enc == PG_LATIN2)
		likeness = latin2_likeness;
	else if (enc == PG_LATIN9)
		likeness = latin9_likeness;
	else
	{
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("encoding conversion from %s to ASCII not supported",
						pg_encoding_to_char(enc))));
		return NULL;
	}
	result = cstring_to_text_with_len(VARDATA_ANY(data),
									  VARSIZE_ANY_EXHDR(data));
	for (int i = 0; i < VARSIZE(result) - VARHDRSZ; i++)
	{
		unsigned char *p = (unsigned char *) VARDATA(result) + i;

		if (*p >= 160)
			*p = likeness[*p - 160];
		else if (*p >= 128)
			*p = ' ';
	}
	return result;
}

Datum
to_ascii_enc(PG_FUNCTION_ARGS)
{
	int enc = PG_GETARG_INT32(1);

	if (!PG_VALID_ENCODING(enc))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("%d is not a valid encoding code", enc)));
	PG_RETURN_TEXT_P(to_ascii(PG_GETARG_TEXT_PP(0), enc));
}

Datum
to_ascii_encname(PG_FUNCTION_ARGS)
{
	char *name = NameStr(*PG_GETARG_NAME(1));
	int enc = pg_char_to_encoding(name);

	if (enc < 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("%s is not a valid encoding name", name)));
	PG_RETURN_TEXT_P(to_ascii(PG_GETARG_TEXT_PP(0), enc));
}

Datum
to_ascii_default(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(to_ascii(PG_GETARG_TEXT_PP(0), GetDatabaseEncoding()));
}

void
ascii_safe_strlcpy(char *dest, const char *src, size_t destsiz)
{
	if (destsiz == 0)
		return;
	for (; --destsiz > 0 && *src; src++)
	{
		unsigned char c = *src;

		*dest++ = (c >= 32 && c <= 127) || c == '\n' || c == '\r' ||
				c == '\t'
			? c
			: '?';
	}
	*dest = '\0';
}
