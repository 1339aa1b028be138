/*
 * encodingfuncs.c
 *		Encodings in SQL.
 *
 * Names and numbers of encodings, the encodings of database and client,
 * conversion between encodings, and Unicode escapes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/encodingfuncs.c
 */
#include "postgres.h"

#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

static Name
encoding_name(const char *s)
{
	Name result = palloc0(NAMEDATALEN);

	namestrcpy(result, s);
	return result;
}

Datum
getdatabaseencoding(PG_FUNCTION_ARGS)
{
	PG_RETURN_NAME(encoding_name(GetDatabaseEncodingName()));
}

Datum
pg_client_encoding(PG_FUNCTION_ARGS)
{
	PG_RETURN_NAME(encoding_name(pg_get_client_encoding_name()));
}

Datum
PG_char_to_encoding(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(pg_char_to_encoding(NameStr(*PG_GETARG_NAME(0))));
}

Datum
PG_encoding_to_char(PG_FUNCTION_ARGS)
{
	PG_RETURN_NAME(encoding_name(pg_encoding_to_char(PG_GETARG_INT32(0))));
}

Datum
pg_encoding_max_length_sql(PG_FUNCTION_ARGS)
{
	int encoding = PG_GETARG_INT32(0);

	if (!PG_VALID_ENCODING(encoding))
		PG_RETURN_NULL();
	PG_RETURN_INT32(pg_encoding_max_length(encoding));
}

static int
encoding_argument(const char *name, const char *role)
{
	int enc = pg_char_to_encoding(name);

	if (enc < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid %s encoding name \"%s\"", role, name)));
	return enc;
}

/* The bytes of in, checked in their encoding, and converted. */
static bytea *
convert_bytes(bytea *in, const char *from_name, const char *to_name)
{
	int from = encoding_argument(from_name, "source");
	int to = encoding_argument(to_name, "destination");
	char *src = VARDATA_ANY(in);
	int len = VARSIZE_ANY_EXHDR(in);
	char *out;

	(void) pg_verify_mbstr(from, src, len, false);
	out = (char *) pg_do_encoding_conversion((unsigned char *) src, len, from,
											 to);
	return (bytea *) cstring_to_text_with_len(out, out == src ? len : (int) strlen(out));
}

Datum
pg_convert(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(convert_bytes(PG_GETARG_BYTEA_PP(0),
									NameStr(*PG_GETARG_NAME(1)),
									NameStr(*PG_GETARG_NAME(2))));
}

Datum
pg_convert_to(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(convert_bytes(PG_GETARG_BYTEA_PP(0),
									GetDatabaseEncodingName(),
									NameStr(*PG_GETARG_NAME(1))));
}

Datum
pg_convert_from(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(convert_bytes(PG_GETARG_BYTEA_PP(0),
								   NameStr(*PG_GETARG_NAME(1)),
								   GetDatabaseEncodingName()));
}

Datum
length_in_encoding(PG_FUNCTION_ARGS)
{
	bytea *in = PG_GETARG_BYTEA_PP(0);
	int enc = pg_char_to_encoding(NameStr(*PG_GETARG_NAME(1)));

	if (enc < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid encoding name \"%s\"",
						NameStr(*PG_GETARG_NAME(1)))));
	PG_RETURN_INT32(pg_verify_mbstr_len(enc, VARDATA_ANY(in),
										VARSIZE_ANY_EXHDR(in), false));
}

/* The code point of the escape at *s, a backslash; moves *s behind it. */
static pg_wchar
unicode_escape(const char **s, const char *end)
{
	static const struct
	{
		const char *prefix;
		int ndigits;
	} forms[] = {{"\\+", 6}, {"\\u", 4}, {"\\U", 8}, {"\\", 4}};
	char digits[9];
	pg_wchar c;

	for (size_t i = 0; i < lengthof(forms); i++)
	{
		int skip = strlen(forms[i].prefix);
		int n = forms[i].ndigits;

		if (end - *s < skip + n || strncmp(*s, forms[i].prefix, skip) != 0)
			continue;
		strlcpy(digits, *s + skip, n + 1);
		if ((int) strspn(digits, "0123456789abcdefABCDEF") != n)
			continue;
		*s += skip + n;
		c = (pg_wchar) strtoul(digits, NULL, 16);
		if (!is_valid_unicode_codepoint(c))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid Unicode code point: %04X", c)));
		return c;
	}
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("invalid Unicode escape"),
			 errhint("Unicode escapes are \\XXXX, \\+XXXXXX, \\uXXXX and \\UXXXXXXXX.")));
	return 0;
}

/* Replaces the Unicode escapes in a text; a doubled backslash is one. */
Datum
unistr(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);
	char *str = text_to_cstring(t);
	const char *end = str + strlen(str);
	pg_wchar first = 0; /* half of a surrogate pair */
	StringInfoData out;

	initStringInfo(&out);
	for (const char *s = str; s < end;)
	{
		unsigned char buf[MAX_UNICODE_EQUIVALENT_STRING + 1];
		pg_wchar c;

		if (*s != '\\' || s[1] == '\\')
		{
			if (first != 0)
				break;
			appendStringInfoChar(&out, *s);
			s += *s == '\\' ? 2 : 1;
			continue;
		}
		c = unicode_escape(&s, end);
		if ((first != 0) != is_utf16_surrogate_second(c))
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("invalid Unicode surrogate pair")));
		if (is_utf16_surrogate_first(c))
		{
			first = c;
			continue;
		}
		if (first != 0)
			c = surrogate_pair_to_codepoint(first, c);
		first = 0;
		pg_unicode_to_server(c, buf);
		appendStringInfoString(&out, (char *) buf);
	}
	if (first != 0)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("invalid Unicode surrogate pair")));
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}
