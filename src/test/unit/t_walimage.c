/*
 * t_walimage.c
 *		Codecs of page images: round trips, levels, damage, hard inputs, prefixes.
 *
 * Inputs are made at random; the seed is printed.  The LZ4 encoder for rows is here once
 * more, without the processor's wide comparisons: both write the same.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_walimage.c
 */
#include "tap.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "common/wal_image.h"
#include "common/wal_image_lz4.h"

extern int plain_lz4_compress(const char *src, int len, char *dst, int space);

#undef __SSE2__
#define wal_image_lz4_compress plain_lz4_compress
#include "../../common/wal_image_lz4.c"
#undef wal_image_lz4_compress

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

		for (int round = 0; round < 20; round++)
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

/*
 * A decoder of the LZ4 block format that takes nothing amiss silently: the last five
 * bytes are literals, no match begins in the last twelve.  Returns the length, or -1.
 */
static int
strict_lz4(const uint8 *block, int n, uint8 *out, int rawlen)
{
	int at = 0;
	int size = 0;

	for (;;)
	{
		int token = at < n ? block[at++] : -1;
		int literals = token >> 4;
		int match = token & 15;
		int distance;

		if (token < 0)
			return -1;
		if (literals == 15)
			do
			{
				if (at == n)
					return -1;
				literals += block[at];
			} while (block[at++] == 255);
		if (literals > n - at || literals > rawlen - size)
			return -1;
		memcpy(out + size, block + at, literals);
		at += literals;
		size += literals;
		if (at == n)
			return match == 0 && (literals >= 5 || literals == size) ? size : -1;
		if (n - at < 2)
			return -1;
		distance = block[at] | block[at + 1] << 8;
		at += 2;
		if (match == 15)
			do
			{
				if (at == n)
					return -1;
				match += block[at];
			} while (block[at++] == 255);
		match += 4;
		if (distance == 0 || distance > size || size > rawlen - 12 || match > rawlen - 5 - size)
			return -1;
		for (; match > 0; match--, size++)
			out[size] = out[size - distance];
	}
}

/* Memory whose last byte is followed by one that cannot be touched. */
static char *
memory_with_end(int size)
{
	int whole = (size + 4095) / 4096 * 4096;
	char *p = mmap(NULL, whole + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + whole, 4096, PROT_NONE) != 0)
		abort();
	return p + whole - size;
}

/* Rows of one width, each with some bytes changed from the one before. */
static void
fill_rows(char *dst, int len, int width, int changes)
{
	for (int i = 0; i < len; i++)
		dst[i] = i < width ? (char) random() : dst[i - width];
	for (int i = width; changes > 0 && i + width <= len; i += width)
		for (int k = random() % (changes + 1); k > 0; k--)
			dst[i + random() % width]++;
	if (random() % 4 == 0)
		memset(dst + random() % (len / 2), 0, random() % (len / 2));
}

/*
 * The encoder for rows: its blocks are right, keep to their room, read nothing beyond
 * the input, and do not depend on what was compressed before or on the processor.
 */
static void
test_rows(void)
{
	char *src_end = memory_with_end(BLCKSZ) + BLCKSZ;
	char *dst_end = memory_with_end(BLCKSZ) + BLCKSZ;
	static uint8 plain[BLCKSZ];
	int taken = 0;
	int wrong = 0;
	int beyond = 0;
	int other = 0;
	int late = 0;

	for (int round = 0; round < 6000; round++)
	{
		int len = random() % 3 ? 13 + random() % (BLCKSZ - 12) : 13 + random() % 300;
		int width = 1 + random() % (random() % 2 ? 300 : 40);
		char *src = src_end - len;
		char *dst = dst_end - len;
		int n;

		fill_rows(src, len, width, random() % 8);
		n = wal_image_lz4_compress(src, len, dst, len);
		other += plain_lz4_compress(src, len, packed, len) != n;
		if (n < 0)
			continue;
		taken++;
		other += memcmp(packed, dst, n) != 0;
		wrong += strict_lz4((uint8 *) dst, n, plain, len) != len || memcmp(plain, src, len) != 0;
		wrong += !wal_image_decompress(WAL_IMAGE_LZ4, dst, n, back, len) ||
			memcmp(back, src, len) != 0;

		/* With less room it may stop early, but writes nothing beyond. */
		for (int space = n; space >= 0; space = space * 3 / 4 - 1)
		{
			char *small = dst_end - BLCKSZ;
			int m;

			memset(small, 0x55, BLCKSZ);
			m = wal_image_lz4_compress(src, len, small, space);
			late += m > space || (m >= 0 && (strict_lz4((uint8 *) small, m, plain, len) != len || memcmp(plain, src, len) != 0));
			for (int i = space; i < BLCKSZ; i++)
				beyond += small[i] != 0x55;
		}
	}
	ok(taken > 2000, "lz4 for rows: takes pages of rows (%d of 6000)", taken);
	is_int(wrong, 0, "its blocks are right");
	is_int(other, 0, "the same without wide comparisons");
	is_int(late, 0, "with little room as well");
	is_int(beyond, 0, "nothing is written beyond the room");
	for (int len = 0; len <= 12; len++)
		ok(wal_image_lz4_compress(src_end - len, len, packed, sizeof(packed)) == -1,
		   "%d bytes are none", len);
	fill_random(0, BLCKSZ);
	ok(wal_image_lz4_compress(page, BLCKSZ, packed, sizeof(packed)) == -1, "nor is a random page");
	fill_rows(page, BLCKSZ, 32, 0);
	for (int i = 0; i < BLCKSZ; i += 32)
		page[i] = (char) random();
	ok(wal_image_compress(WAL_IMAGE_LZ4, wal_image_codec(WAL_IMAGE_LZ4)->cheap_level, page, BLCKSZ, packed,
						  sizeof(packed)) > 0 &&
		   !wal_image_level_is_valid(wal_image_codec(WAL_IMAGE_LZ4), wal_image_codec(WAL_IMAGE_LZ4)->cheap_level),
	   "its level is lz4's cheap one and cannot be set");
}

/* A module's codec that stores every byte but the first zeros, and lies as it is told. */
static int lie_written; /* bytes beyond its room */
static int lie_size; /* what it claims, if not 0 */
static int lie_read; /* bytes more than it was asked for */

static int
lying_bound(int len)
{
	return len;
}

static int
lying_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	int zeros = 0;

	while (zeros < len && src[zeros] == 0)
		zeros++;
	memcpy(dst, src + zeros, len - zeros);
	if (lie_written > 0)
		memset(dst + dstlen, 0, lie_written);
	return lie_size != 0 ? lie_size : len - zeros;
}

static bool
lying_decompress(const char *src, int len, char *dst, int rawlen)
{
	memset(dst, 0, Max(0, rawlen - len));
	memcpy(dst + rawlen - len, src, Min(len, len + lie_read));
	if (lie_read > 0)
		memset(dst + rawlen, 0, lie_read);
	return true;
}

static void
test_module(void)
{
	static const WalImageCodec lying = {.name = "lying", .label = "lying", .id = 31, .bound = lying_bound, .compress = lying_compress, .decompress = lying_decompress};
	char room[2 * BLCKSZ];
	int size;
	int n;
	bool good = true;

	ok(wal_image_register(&lying) == NULL, "a module's codec");
	size = wal_image_max_bound();
	ok(size < (int) sizeof(room), "has room");
	for (int last = 0; last < 256; last++)
	{
		memset(page, 0, 100);
		fill_random(100, BLCKSZ);
		page[100] = 1;
		page[BLCKSZ - 1] = (char) last;
		lie_written = lie_read = 0;
		n = wal_image_compress(31, 0, page, BLCKSZ, room, size);
		good &= n == BLCKSZ - 100 && wal_image_reads_back(31, room, n, page, BLCKSZ);
		good &= !wal_image_reads_back(31, room, n - 1, page, BLCKSZ);
		lie_read = -1;
		good &= !wal_image_decompress(31, room, n, back, BLCKSZ);
		lie_read = WAL_IMAGE_GUARD;
		good &= !wal_image_decompress(31, room, n, back, BLCKSZ);
		lie_read = 1;
		good &= !wal_image_decompress(31, room, n, back, BLCKSZ);
		lie_written = 1;
		good &= wal_image_compress(31, 0, page, BLCKSZ, room, size) == WAL_IMAGE_OVERRUN;
		lie_written = 0;
		lie_size = WAL_IMAGE_OVERRUN;
		good &= wal_image_compress(31, 0, page, BLCKSZ, room, size) == -1;
		lie_size = 0;
	}
	ok(good, "its images come back; a byte too many or too few is found, whatever the last byte is");
	lie_written = lie_read = 0;
	ok(wal_image_compress(31, 0, page, BLCKSZ, room, WAL_IMAGE_GUARD) == -1, "no room is no room");
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
	if (wal_image_codec(WAL_IMAGE_LZ4) != NULL)
		test_rows();
	test_prefix();
	test_module();
	return done_testing();
}
