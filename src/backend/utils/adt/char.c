/*
 * char.c
 *		The type "char": one byte.
 *
 * I/O, comparison and casts.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/char.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"

Datum
charin(PG_FUNCTION_ARGS)
{
	PG_RETURN_CHAR(PG_GETARG_CSTRING(0)[0]);
}

Datum
charout(PG_FUNCTION_ARGS)
{
	char *result = palloc(2);

	result[0] = PG_GETARG_CHAR(0);
	result[1] = '\0';
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

	PG_RETURN_CHAR(VARSIZE_ANY_EXHDR(t) > 0 ? *VARDATA_ANY(t) : '\0');
}

Datum
char_text(PG_FUNCTION_ARGS)
{
	char c = PG_GETARG_CHAR(0);

	PG_RETURN_TEXT_P(cstring_to_text_with_len(&c, c == '\0' ? 0 : 1));
}
