/*
 * yardstick.c
 *		The two encoders for changed rows that were proposed to PostgreSQL, as measures.
 *
 * Only their sizes are computed.  Both describe the new row by literal bytes and by
 * matches in the old one, in pglz's tags: an item is announced by one bit of a
 * control byte; a match takes two bytes (offset up to 4095, length 3 to 17) or
 * three (up to 273).
 *
 *	lz			2012: pglz with the old row as its history.  A literal is a byte.
 *	lz, bulk	its later variant: a run of literals is one item, of its length (a
 *				byte, runs up to 255) and the bytes
 *	chunks		2013, "pgrb": a rolling hash cuts the old row into chunks where its
 *				lower bits are zero, so that equal content is cut alike wherever it
 *				lies; a chunk of the new row that is found among the old ones becomes
 *				a match, extended in both directions.  Literals in bulk.
 *
 * Each is given a better search than was proposed (all places are tried, where pglz
 * gives up after some), and no header is counted.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/modules/delta_yardstick/yardstick.c
 */
#include "postgres.h"

#include "yardstick.h"

#define MIN_MATCH 3 /* of the format */
#define MIN_FOUND 4 /* pglz looks strings of four bytes up */
#define MAX_SHORT 17
#define MAX_MATCH 273
#define MAX_OFFSET 4095
#define MAX_RUN 255
#define CHUNK_WINDOW 4
#define CHUNK_MASK 7 /* chunks of 8 bytes on average */
#define MAX_CHUNK 64

/* What was written: whole bytes, and items of the open control byte. */
typedef struct Sizes
{
	int bytes;
	int items;
} Sizes;

static void
add_item(Sizes *s, int bytes)
{
	if (s->items++ % 8 == 0)
		s->bytes++;
	s->bytes += bytes;
}

static void
add_match(Sizes *s, int len)
{
	while (len > 0)
	{
		int n = Min(len, MAX_MATCH);

		/* Do not leave a rest that is too short for a match. */
		if (len > MAX_MATCH && len - n < MIN_MATCH)
			n -= MIN_MATCH;
		add_item(s, n <= MAX_SHORT ? 2 : 3);
		len -= n;
	}
}

static void
add_literals(Sizes *s, int len, bool bulk)
{
	if (!bulk)
	{
		for (int i = 0; i < len; i++)
			add_item(s, 1);
		return;
	}
	while (len > 0)
	{
		int n = Min(len, MAX_RUN);

		add_item(s, 1 + n);
		len -= n;
	}
}

static int
common_length(const char *a, const char *a_end, const char *b, const char *b_end)
{
	int n = 0;

	while (a + n < a_end && b + n < b_end && a[n] == b[n])
		n++;
	return n;
}

/* The longest match of new[i...] at any place of the old row. */
static int
longest_match(const char *old, int oldlen, const char *new, int newlen, int i)
{
	int best = 0;

	for (int at = 0; at < oldlen && best < newlen - i; at++)
	{
		int len;

		/* Distance as pglz has it, with the old row before the new one. */
		if (oldlen - at + i > MAX_OFFSET)
			continue;
		len = common_length(old + at, old + oldlen, new + i, new + newlen);
		best = Max(best, len);
	}
	return best;
}

static int
lz_size(const char *old, int oldlen, const char *new, int newlen, bool bulk)
{
	Sizes s = {0, 0};
	int literals = 0;
	int i = 0;

	while (i < newlen)
	{
		int len = longest_match(old, oldlen, new, newlen, i);

		if (len < MIN_FOUND)
		{
			literals++;
			i++;
			continue;
		}
		add_literals(&s, literals, bulk);
		literals = 0;
		add_match(&s, len);
		i += len;
	}
	add_literals(&s, literals, bulk);
	return s.bytes;
}

int
yardstick_lz(const char *old, int oldlen, const char *new, int newlen)
{
	return lz_size(old, oldlen, new, newlen, false);
}

int
yardstick_lz_bulk(const char *old, int oldlen, const char *new, int newlen)
{
	return lz_size(old, oldlen, new, newlen, true);
}

/* Where the chunk that begins at i ends. */
static int
chunk_end(const char *row, int len, int i)
{
	int end = i + CHUNK_WINDOW;

	for (; end < len && end - i < MAX_CHUNK; end++)
	{
		uint32 hash = 0;

		/* As a rolling hash would have it; speed does not matter here. */
		for (int k = end - CHUNK_WINDOW; k < end; k++)
			hash = hash * 11 + (uint8) row[k];
		if ((hash & CHUNK_MASK) == 0)
			break;
	}
	return Min(end, len);
}

/* Is the chunk new[i, end) one of the old row's?  Its place there, or -1. */
static int
find_chunk(const char *old, int oldlen, const char *new, int newlen, int i, int end)
{
	int best = -1;
	int best_len = 0;

	for (int at = 0, next; at < oldlen; at = next)
	{
		int len;

		next = chunk_end(old, oldlen, at);
		if (next - at != end - i || memcmp(old + at, new + i, end - i) != 0)
			continue;
		len = common_length(old + at, old + oldlen, new + i, new + newlen);
		if (len > best_len)
		{
			best = at;
			best_len = len;
		}
	}
	return best;
}

int
yardstick_chunks(const char *old, int oldlen, const char *new, int newlen)
{
	Sizes s = {0, 0};
	int literal = 0;
	int i = 0;

	while (i < newlen)
	{
		int end = chunk_end(new, newlen, i);
		int at = find_chunk(old, oldlen, new, newlen, i, end);
		int len;

		if (at < 0)
		{
			i = end;
			continue;
		}
		len = common_length(old + at, old + oldlen, new + i, new + newlen);
		for (; i > literal && at > 0 && old[at - 1] == new[i - 1]; i--, at--)
			len++;
		if (len < MIN_MATCH)
		{
			i = end;
			continue;
		}
		add_literals(&s, i - literal, true);
		add_match(&s, len);
		i += len;
		literal = i;
	}
	add_literals(&s, newlen - literal, true);
	return s.bytes;
}
