/*
 * quote.c
 *		Quoting of identifiers and literals.
 *
 * An identifier is left bare if it is lower case and no keyword that needs
 * quotes, unless quote_all_identifiers is set.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/quote.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "common/keywords.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"

bool quote_all_identifiers = false;

static bool
identifier_is_safe(const char *ident)
{
	int kwnum;

	if (quote_all_identifiers)
		return false;
	if (!((ident[0] >= 'a' && ident[0] <= 'z') || ident[0] == '_'))
		return false;
	for (const char *p = ident; *p; p++)
		if (!((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') ||
			  *p == '_'))
			return false;
	kwnum = ScanKeywordLookup(ident, &ScanKeywords);
	return kwnum < 0 || ScanKeywordCategories[kwnum] == UNRESERVED_KEYWORD;
}

/*
 * quote_identifier
 *		ident itself if it needs no quotes, else a palloc'd quoted copy.
 */
const char *
quote_identifier(const char *ident)
{
	char *result;
	char *dst;

	if (identifier_is_safe(ident))
		return ident;
	result = dst = palloc(2 * strlen(ident) + 3);
	*dst++ = '"';
	for (const char *p = ident; *p; p++)
	{
		if (*p == '"')
			*dst++ = '"';
		*dst++ = *p;
	}
	*dst++ = '"';
	*dst = '\0';
	return result;
}

/* qualifier.ident, or ident alone if qualifier is NULL; palloc'd. */
char *
quote_qualified_identifier(const char *qualifier, const char *ident)
{
	StringInfoData buf;

	initStringInfo(&buf);
	if (qualifier)
		appendStringInfo(&buf, "%s.", quote_identifier(qualifier));
	appendStringInfoString(&buf, quote_identifier(ident));
	return buf.data;
}

/* A literal of len bytes, with the E prefix if it has a backslash. */
static text *
quoted_literal(const char *s, int len)
{
	StringInfoData buf;

	initStringInfo(&buf);
	if (memchr(s, '\\', len))
		appendStringInfoChar(&buf, 'E');
	appendStringInfoChar(&buf, '\'');
	for (int i = 0; i < len; i++)
	{
		if (s[i] == '\'' || s[i] == '\\')
			appendStringInfoChar(&buf, s[i]);
		appendStringInfoChar(&buf, s[i]);
	}
	appendStringInfoChar(&buf, '\'');
	return cstring_to_text_with_len(buf.data, buf.len);
}

/* rawstr as an SQL literal, palloc'd. */
char *
quote_literal_cstr(const char *rawstr)
{
	return text_to_cstring(quoted_literal(rawstr, strlen(rawstr)));
}

Datum
quote_ident(PG_FUNCTION_ARGS)
{
	char *s = text_to_cstring(PG_GETARG_TEXT_PP(0));

	PG_RETURN_TEXT_P(cstring_to_text(quote_identifier(s)));
}

ADT_UNARY(quote_literal, text *, PG_GETARG_TEXT_PP, PG_RETURN_TEXT_P,
		  quoted_literal(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a)))

Datum
quote_nullable(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_TEXT_P(cstring_to_text("NULL"));
	return quote_literal(fcinfo);
}
