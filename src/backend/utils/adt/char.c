/*
 * char.c
 *		The type "char": one byte.
 *
 * I/O, comparison and casts.  As text, a byte with the high bit set is a
 * backslash and three octal digits, since it is no character by itself.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/char.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"

/* The byte that a text of len bytes stands for: its first, or that of \ooo. */
static char
char_of_text(const char *s, int len)
{
	if (len == 4 && s[0] == '\\' && s[1] >= '0' && s[1] <= '7' &&
		s[2] >= '0' && s[2] <= '7' && s[3] >= '0' && s[3] <= '7')
		return (char) ((s[1] - '0') * 64 + (s[2] - '0') * 8 + s[3] - '0');
	return len > 0 ? s[0] : '\0';
}

/* The text of a byte, in buf[5]; the zero byte is the empty text. */
static const char *
text_of_char(char c, char *buf)
{
	if ((c & 0x80) != 0)
		sprintf(buf, "\\%03o", (unsigned char) c);
	else
	{
		buf[0] = c;
		buf[1] = '\0';
	}
	return buf;
}

Datum
charin(PG_FUNCTION_ARGS)
{
	const char *s = PG_GETARG_CSTRING(0);

	PG_RETURN_CHAR(char_of_text(s, strlen(s)));
}

Datum
charout(PG_FUNCTION_ARGS)
{
	char *result = palloc(5);

	(void) text_of_char(PG_GETARG_CHAR(0), result);
	PG_RETURN_CSTRING(result);
}

Datum
charrecv(PG_FUNCTION_ARGS)
{
	PG_RETURN_CHAR(pq_getmsgbyte((StringInfo) PG_GETARG_POINTER(0)));
}

Datum
charsend(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbyte(&buf, PG_GETARG_CHAR(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* Order is that of unsigned bytes. */
ADT_COMPARE(char, uint8, PG_GETARG_CHAR, uint8, PG_GETARG_CHAR)

Datum
chartoi4(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32((int32) (int8) PG_GETARG_CHAR(0));
}

Datum
i4tochar(PG_FUNCTION_ARGS)
{
	int32 v = PG_GETARG_INT32(0);

	if (v < SCHAR_MIN || v > SCHAR_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("\"char\" out of range")));
	PG_RETURN_CHAR((int8) v);
}

Datum
text_char(PG_FUNCTION_ARGS)
{
	text *t = PG_GETARG_TEXT_PP(0);

	PG_RETURN_CHAR(char_of_text(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t)));
}

Datum
char_text(PG_FUNCTION_ARGS)
{
	char buf[5];

	PG_RETURN_TEXT_P(cstring_to_text(text_of_char(PG_GETARG_CHAR(0), buf)));
}
