/*
 * scansup.c
 *		Case and length rules for identifiers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/scansup.c
 */
#include "postgres.h"

#include "mb/pg_wchar.h"
#include "parser/scansup.h"

/* downcase_identifier with truncation */
char *
downcase_truncate_identifier(const char *ident, int len, bool warn)
{
	return downcase_identifier(ident, len, warn, true);
}

/*
 * downcase_identifier
 *		A palloc'd copy in lower case.
 *
 * ASCII letters are folded always, others only in a single-byte encoding, by
 * the locale.
 */
char *
downcase_identifier(const char *ident, int len, bool warn, bool truncate)
{
	char *r = palloc(len + 1);
	bool single_byte = pg_database_encoding_max_length() == 1;

	for (int i = 0; i < len; i++)
	{
		unsigned char c = ident[i];

		if (c >= 'A' && c <= 'Z')
			c += 'a' - 'A';
		else if (single_byte && IS_HIGHBIT_SET(c) && isupper(c))
			c = tolower(c);
		r[i] = (char) c;
	}
	r[len] = '\0';
	if (truncate && len >= NAMEDATALEN)
		truncate_identifier(r, len, warn);
	return r;
}

/* Cut an identifier, in place, to what fits, and not inside a character. */
void
truncate_identifier(char *ident, int len, bool warn)
{
	int fits;

	if (len < NAMEDATALEN)
		return;
	fits = pg_mbcliplen(ident, len, NAMEDATALEN - 1);
	if (warn)
		ereport(NOTICE,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("identifier \"%s\" will be truncated to \"%.*s\"",
						ident, fits, ident)));
	ident[fits] = '\0';
}

/* The white space of scan.l, whatever the locale. */
bool
scanner_isspace(char ch)
{
	return ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r' || ch == '\f';
}
