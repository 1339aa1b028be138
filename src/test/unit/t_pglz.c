/*
 * t_pglz.c
 *		pglz: stock's streams, round trips, and hostile input.
 *
 * The stream of "abc" repeated was made by PostgreSQL 15 (doc, pglz format).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_pglz.c
 */
#include "tap.h"

#include "common/pg_lzcompress.h"
#include "common/pg_prng.h"

static const uint8 abc_stream[] = {
	0xf8, 0x61, 0x62, 0x63, 0x0f, 0x03, 0xff, 0x0f, 0x03, 0xff, 0x0f, 0x03, 0xff,
	0x0f, 0x03, 0xff, 0x0f, 0x03, 0xff, 0x3f, 0x0f, 0x03, 0xff, 0x0f, 0x03, 0xff,
	0x0f, 0x03, 0xff, 0x0f, 0x03, 0xff, 0x0f, 0x03, 0xff, 0x0f, 0x03, 0xf9};

static pg_prng_state rng;

/* Bytes of a kind: 0 random, 1 few letters, 2 repeated phrases, 3 zeroes */
static void
fill(char *buf, int len, int kind)
{
	for (int i = 0; i < len;)
	{
		uint64 r = pg_prng_uint64(&rng);

		if (kind == 0)
			buf[i++] = (char) r;
		else if (kind == 1)
			buf[i++] = "abcd"[r & 3];
		else if (kind == 3)
			buf[i++] = (r & 0xFF) == 0 ? (char) (r >> 8) : 0;
		else
		{
			int from = i > 64 ? (int) (r % i) : 0;
			int n = (int) ((r >> 32) % 40) + 1;

			if (i > 64 && (r & 1))
				for (; n > 0 && i < len; n--)
					buf[i++] = buf[from++];
			else
				buf[i++] = (char) (r >> 40);
		}
	}
}

static bool
round_trip(int len, int kind, const PGLZ_Strategy *strategy)
{
	/* exact sizes from malloc, so that a sanitizer sees any overrun */
	char *raw = malloc(len + 1);
	char *packed = malloc(PGLZ_MAX_OUTPUT(len));
	char *back = malloc(len + 1);
	int32 n;
	bool good;

	fill(raw, len, kind);
	n = pglz_compress(raw, len, packed, strategy);
	good = n < 0 || (n < len && pglz_decompress(packed, n, back, len, true) == len && memcmp(raw, back, len) == 0);
	if (good && n > 0 && len > 10)
	{
		int32 part = len / 3;

		good = pglz_decompress(packed, Min(n, pglz_maximum_compressed_size(part, n)),
							   back, part, false) == part &&
			memcmp(raw, back, part) == 0;
	}
	free(raw);
	free(packed);
	free(back);
	return good;
}

static void
test_round_trips(void)
{
	static const int lens[] = {1, 2, 3, 4, 5, 31, 32, 33, 100, 511, 512, 513, 4095,
							   4096, 4097, 8160, 8192, 20000, 100000};
	int bad = 0;

	for (int kind = 0; kind < 4; kind++)
		for (int i = 0; i < (int) lengthof(lens); i++)
			for (int k = 0; k < 20; k++)
			{
				if (!round_trip(lens[i], kind, PGLZ_strategy_default))
					bad++;
				if (!round_trip(lens[i], kind, PGLZ_strategy_always))
					bad++;
			}
	is_int(bad, 0, "compressed data comes back, whole and in part");
}

/* Damaged streams must be refused or give some output, never overrun. */
static void
test_hostile(void)
{
	int len = 3000;
	char *raw = malloc(len);
	char *packed = malloc(PGLZ_MAX_OUTPUT(len));
	int outside = 0;
	int32 n;

	fill(raw, len, 2);
	n = pglz_compress(raw, len, packed, PGLZ_strategy_always);
	for (int i = 0; i < 20000; i++)
	{
		int cut = (int) (pg_prng_uint64(&rng) % (n + 1));
		char *copy = malloc(Max(cut, 1));
		char *out = malloc(len);
		int32 got;

		memcpy(copy, packed, cut);
		for (int k = 0; k < 3 && cut > 0; k++)
			copy[pg_prng_uint64(&rng) % cut] ^= (char) (1 << (pg_prng_uint64(&rng) & 7));
		got = pglz_decompress(copy, cut, out, len, i & 1);
		if (got > len)
			outside++;
		free(copy);
		free(out);
	}
	is_int(outside, 0, "no damaged stream gives more than was asked for");
	free(raw);
	free(packed);
}

int
main(void)
{
	char raw[3000];
	char packed[3100];
	char back[3000];
	static const uint8 literals[] = {0x00, 1, 2, 3, 4, 5, 6, 7, 8};
	static const uint8 zero_distance[] = {0x02, 'a', 0x00, 0x00};
	static const uint8 far_distance[] = {0x02, 'a', 0x00, 0x02};
	static const uint8 short_tag[] = {0x02, 'a', 0x0f, 0x01};
	int32 n;

	unit_init();
	pg_prng_seed(&rng, 20220906);
	for (int i = 0; i < 3000; i++)
		raw[i] = "abc"[i % 3];
	is_int(pglz_decompress((const char *) abc_stream, sizeof(abc_stream), back, 3000, true),
		   3000, "stock's stream is decoded");
	is_mem(back, raw, 3000, "to what stock encoded");
	n = pglz_compress(raw, 3000, packed, PGLZ_strategy_default);
	ok(n > 0 && n <= (int) sizeof(abc_stream), "and we need no more bytes for it");
	is_int(pglz_decompress((const char *) literals, 9, back, 8, true), 8,
		   "a group of literals");
	is_int(pglz_decompress((const char *) zero_distance, 4, back, 4, true), -1,
		   "distance 0 is refused");
	is_int(pglz_decompress((const char *) far_distance, 4, back, 4, true), -1,
		   "a distance before the start is refused");
	is_int(pglz_decompress((const char *) short_tag, 4, back, 100, true), -1,
		   "a tag cut off is refused");
	is_int(pglz_decompress((const char *) literals, 9, back, 7, true), -1,
		   "input left over is refused");
	is_int(pglz_compress(raw, 31, packed, PGLZ_strategy_default), -1,
		   "31 bytes are too few by default");
	ok(pglz_compress(raw, 31, packed, PGLZ_strategy_always) > 0, "but not always");
	test_round_trips();
	test_hostile();
	return done_testing();
}
