/*
 * pgstrcasecmp.c
 *		Comparing and folding strings without regard to case.
 *
 * ASCII letters fold the same way in every locale; other bytes fold as the
 * locale says, so that identifiers in single-byte encodings compare as users
 * expect.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/pgstrcasecmp.c
 */
#include "c.h"

unsigned char
pg_ascii_toupper(unsigned char ch)
{
	return ch >= 'a' && ch <= 'z' ? ch - ('a' - 'A') : ch;
}

unsigned char
pg_ascii_tolower(unsigned char ch)
{
	return ch >= 'A' && ch <= 'Z' ? ch + ('a' - 'A') : ch;
}

unsigned char
pg_toupper(unsigned char ch)
{
	if (IS_HIGHBIT_SET(ch))
		return islower(ch) ? (unsigned char) toupper(ch) : ch;
	return pg_ascii_toupper(ch);
}

unsigned char
pg_tolower(unsigned char ch)
{
	if (IS_HIGHBIT_SET(ch))
		return isupper(ch) ? (unsigned char) tolower(ch) : ch;
	return pg_ascii_tolower(ch);
}

/* As strncasecmp. */
int
pg_strncasecmp(const char *s1, const char *s2, size_t n)
{
	for (size_t i = 0; i < n; i++)
	{
		int a = pg_tolower((unsigned char) s1[i]);
		int b = pg_tolower((unsigned char) s2[i]);

		if (a != b)
			return a - b;
		if (a == 0)
			break;
	}
	return 0;
}

int
pg_strcasecmp(const char *s1, const char *s2)
{
	return pg_strncasecmp(s1, s2, SIZE_MAX);
}
