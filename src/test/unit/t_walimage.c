/*
 * t_walimage.c
 *		Codecs of page images: round trips, levels, damage, hard inputs, prefixes.
 *
 * Inputs are made at random; the seed is printed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_walimage.c
 */
#include "tap.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "common/wal_image.h"

static char page[BLCKSZ];
static char packed[BLCKSZ * 3];
static char back[BLCKSZ];

static void
fill_random(int from, int to)
{
	for (int i = from; i < to; i++)
		page[i] = (char) random();
}

static void
fill_text(void)
{
	for (int i = 0; i < BLCKSZ; i++)
		page[i] = i % 64 < 44 ? (char) (i / 640) : "abcdefghijklmnop"[random() % 16];
}

static bool
round_trip(int id, int level, int len)
{
	int n = wal_image_compress(id, level, page, len, packed, sizeof(packed));

	/* lz4 finds nothing when it looks at one byte in 65537 */
	if (n < 0)
		return level > 1000;
	return n > 0 && n < len && wal_image_decompress(id, packed, n, back, len) &&
		memcmp(page, back, len) == 0;
}

static void
test_levels(const WalImageCodec *codec)
{
	int levels[] = {0, codec->min_level, codec->max_level, codec->default_level};
	bool good = true;

	fill_text();
	for (int i = 0; i < (int) lengthof(levels); i++)
		for (int len = BLCKSZ; len > 700; len /= 2)
			good &= round_trip(codec->id, levels[i], len);
	ok(good, "%s: all lengths and levels come back", codec->name);
	ok(wal_image_level_is_valid(codec, 0) &&
		   !wal_image_level_is_valid(codec, codec->max_level + 1),
	   "%s: range of levels", codec->name);
}

/* A damaged or cut stream may be refused or give other bytes, never more. */
static void
test_damage(const WalImageCodec *codec)
{
	int n;
	char *room = malloc(1000);
	int overrun = 0;

	fill_text();
	n = wal_image_compress(codec->id, 0, page, BLCKSZ, packed, sizeof(packed));
	for (int round = 0; round < 2000; round++)
	{
		int len = random() % (n + 1);
		char *stream = malloc(len + 1);

		memcpy(stream, packed, len);
		for (int i = 0; i < 3 && len > 0; i++)
			stream[random() % len] ^= (char) (1 << random() % 8);
		memset(room, 0x55, 1000);
		(void) wal_image_decompress(codec->id, stream, len, room, 900);
		for (int i = 900; i < 1000; i++)
			overrun += room[i] != 0x55;
		free(stream);
	}
	free(room);
	is_int(overrun, 0, "damage is kept within bounds");
	ok(!wal_image_decompress(codec->id, packed, n / 2, back, BLCKSZ), "%s: half a stream is refused",
	   codec->name);
}

static void
test_hard(const WalImageCodec *codec)
{
	bool looks = codec->codes_literals || codec->min_gain > 0;
	int hard = 0;

	for (int i = 0; i < 200; i++)
	{
		fill_random(0, BLCKSZ);
		hard += wal_image_is_hard(codec, page, BLCKSZ);
	}
	ok(looks ? hard > 180 : hard == 0, "%s: random pages are %s (%d of 200)", codec->name,
	   looks ? "recognised" : "tried", hard);
	fill_random(0, BLCKSZ / 2);
	memcpy(page + BLCKSZ / 2, page, BLCKSZ / 2);
	ok(!wal_image_is_hard(codec, page, BLCKSZ), "%s: not those that repeat", codec->name);
	{
		bool found = false;

		for (int len = 3; len < 200; len += 13)
		{
			fill_random(0, len);
			for (int i = len; i < BLCKSZ; i++)
				page[i] = page[i - len];
			found |= wal_image_is_hard(codec, page, BLCKSZ);
		}
		ok(!found, "%s: nor short patterns", codec->name);
	}
	memset(page, 0, BLCKSZ / 2);
	ok(!wal_image_is_hard(codec, page, BLCKSZ), "%s: nor half-empty ones", codec->name);
	fill_text();
	ok(!wal_image_is_hard(codec, page, BLCKSZ), "%s: nor text", codec->name);
	ok(!wal_image_is_hard(codec, page, 100) && !wal_image_is_hard(codec, page, 0),
	   "%s: nor short ones", codec->name);
}

static void
test_prefix(void)
{
	WalImagePrefix prefix;
	char bytes[40];
	int n = wal_image_put_prefix(wal_image_codec(WAL_IMAGE_ZLIB), bytes);

	is_int(n, 1, "zlib's prefix is one byte");
	ok(wal_image_get_prefix(bytes, n, &prefix) && prefix.id == WAL_IMAGE_ZLIB && prefix.size == 1 &&
		   prefix.codec != NULL,
	   "which is read back");
	ok(!wal_image_get_prefix(bytes, 0, &prefix), "nothing is no prefix");
	memcpy(bytes, "\x10\x06snappy", 8);
	ok(wal_image_get_prefix(bytes, 8, &prefix) && prefix.codec == NULL && prefix.size == 8,
	   "a module that is not here");
	is_str(prefix.name, "snappy", "is named");
	ok(!wal_image_get_prefix(bytes, 7, &prefix), "a cut name is refused");
	bytes[3] = '%';
	ok(!wal_image_get_prefix(bytes, 8, &prefix), "and one that is none");
	ok(!wal_image_get_prefix("\x10\x10"
							 "abcdefghijklmnop",
							 18, &prefix),
	   "and a long one");
	ok(!wal_image_get_prefix("\x02", 1, &prefix), "and a stock codec's id");
	ok(!wal_image_get_prefix("\x80\x01"
							 "a",
							 3, &prefix),
	   "and an id out of range");
}

int
main(void)
{
	unsigned seed = (unsigned) time(NULL) ^ (unsigned) getpid();

	if (getenv("SEED"))
		seed = (unsigned) atoi(getenv("SEED"));
	unit_init();
	printf("# seed %u\n", seed);
	srandom(seed);
	for (int id = WAL_IMAGE_PGLZ; id <= WAL_IMAGE_ZLIB; id++)
	{
		const WalImageCodec *codec = wal_image_codec(id);

		if (codec == NULL)
			continue;
		test_levels(codec);
		test_damage(codec);
		test_hard(codec);
	}
	test_prefix();
	return done_testing();
}
