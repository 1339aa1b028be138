/*
 * strl.c
 *		Copies of strings into buffers of a known size.
 *
 * The result is always terminated, and the return value is the length that was
 * asked for, so that a caller sees truncation by comparing it with the size.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/strl.c
 */
#include "c.h"

/* Copy src; returns strlen(src). */
size_t
pg_strlcpy(char *dst, const char *src, size_t siz)
{
	size_t len = strlen(src);

	if (siz > 0)
	{
		size_t n = len < siz ? len : siz - 1;

		memcpy(dst, src, n);
		dst[n] = '\0';
	}
	return len;
}

/* Append src; returns the length of the untruncated result. */
size_t
pg_strlcat(char *dst, const char *src, size_t siz)
{
	size_t used = strnlen(dst, siz);

	if (used == siz)
		return siz + strlen(src);
	return used + pg_strlcpy(dst + used, src, siz - used);
}
