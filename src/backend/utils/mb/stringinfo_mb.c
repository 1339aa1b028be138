/*
 * stringinfo_mb.c
 *		Growing strings with text in the database encoding.
 *
 * Apart from lib/stringinfo.h, which clients use as well.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/mb/stringinfo_mb.c
 */
#include "postgres.h"

#include "mb/pg_wchar.h"
#include "mb/stringinfo_mb.h"

void
appendStringInfoStringQuoted(StringInfo str, const char *s, int maxlen)
{
	int len = strlen(s);
	bool cut = maxlen >= 0 && maxlen < len;

	if (cut)
		len = pg_mbcliplen(s, len, maxlen);
	appendStringInfoCharMacro(str, '\'');
	for (int i = 0; i < len; i++)
	{
		if (s[i] == '\'')
			appendStringInfoCharMacro(str, '\'');
		appendStringInfoCharMacro(str, s[i]);
	}
	appendStringInfoString(str, cut ? "...'" : "'");
}
