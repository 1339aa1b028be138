/*
 * walstore_pglz.c
 *		pglz with the choices that a stock server's encoder makes.
 *
 * A page image that a server compressed with pglz is undone in the store, and
 * made again on the way back.  That needs the same bytes, which the faster
 * encoder of common/pg_lzcompress.c does not make: this one searches as stock
 * does.  The caller compares, so that a difference would cost bytes only.
 *
 * Rules (formats of PostgreSQL 15, from outside): positions are listed by a hash
 * of four bytes, newest first; distances stay below 4095; the longest match wins, a
 * later candidate only if longer; the length that ends a search starts at 128
 * and drops by a tenth with each candidate; without a match in the first 1024
 * bytes of output, or above three quarters of the input, it gives up.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_pglz.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "walstore_internals.h"

#define LONGEST 273
#define SHORTEST 3
#define FARTHEST 4095 /* exclusive */
#define BUCKETS 8192
#define NONE 0xFFFF

struct WsPglz
{
	uint16 newest[BUCKETS]; /* position by hash */
	uint16 older[WS_PAGE]; /* position before, of the same hash */
};

WsPglz *
ws_pglz_create(void)
{
	return palloc(sizeof(WsPglz));
}

void
ws_pglz_free(WsPglz *z)
{
	pfree(z);
}

static inline uint32
hash_at(const uint8 *p, const uint8 *end, uint32 mask)
{
	const int8 *c = (const int8 *) p;

	if (end - p < 4)
		return (uint32) c[0] & mask;
	return (uint32) ((c[0] * 64) ^ (c[1] * 16) ^ (c[2] * 4) ^ c[3]) & mask;
}

/* Longest earlier match of what is at position at; its length, 0 if none. */
static int
search(const WsPglz *z, const uint8 *source, int len, int at, uint32 mask, int *distance)
{
	int limit = Min(LONGEST, len - at);
	int enough = 128;
	int best = 0;
	uint32 candidate = z->newest[hash_at(source + at, source + len, mask)];

	while (candidate != NONE && at - (int) candidate < FARTHEST)
	{
		const uint8 *a = source + at;
		const uint8 *b = source + candidate;
		int n = 0;

		if (best == 0 || (best < limit && a[best] == b[best]))
		{
			while (n < limit && a[n] == b[n])
				n++;
			if (n > best)
			{
				best = n;
				*distance = at - (int) candidate;
			}
		}
		candidate = z->older[candidate];
		if (candidate != NONE)
		{
			if (best >= enough)
				break;
			enough -= enough * 10 / 100;
		}
	}
	return best >= SHORTEST ? best : 0;
}

/*
 * ws_pglz_compress
 *		Compress len bytes (at most 8192) into dest, WS_PGLZ_ROOM bytes.
 *
 * The length of the result, or -1 where stock would keep the image as it is.
 */
int
ws_pglz_compress(WsPglz *z, const uint8 *source, int len, uint8 *dest)
{
	uint32 mask = len < 128 ? 511 : len < 256 ? 1023
		: len < 512                           ? 2047
		: len < 1024                          ? 4095
											  : 8191;
	int most = len * 75 / 100;
	uint8 *out = dest;
	uint8 *control = NULL;
	int bit = 8;
	bool matched = false;
	int at = 0;

	if (len < 32 || len > WS_PAGE)
		return -1;
	memset(z->newest, 0xFF, (mask + 1) * sizeof(z->newest[0]));
	while (at < len)
	{
		int distance = 0;
		int length;
		int end;

		if (out - dest >= most || (!matched && out - dest >= 1024))
			return -1;
		if (bit == 8)
		{
			control = out++;
			*control = 0;
			bit = 0;
		}
		length = search(z, source, len, at, mask, &distance);
		end = at + Max(length, 1);
		if (length > 0)
		{
			matched = true;
			*control |= (uint8) (1 << bit);
			*out++ = (uint8) ((distance >> 4 & 0xF0) | Min(length - 3, 15));
			*out++ = (uint8) distance;
			if (length > 17)
				*out++ = (uint8) (length - 18);
		}
		else
			*out++ = source[at];
		bit++;
		for (; at < end; at++)
		{
			uint32 h = hash_at(source + at, source + len, mask);

			z->older[at] = z->newest[h];
			z->newest[h] = (uint16) at;
		}
	}
	return out - dest < most ? (int) (out - dest) : -1;
}
