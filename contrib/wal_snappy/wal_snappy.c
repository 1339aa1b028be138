/*
 * wal_snappy.c
 *		Snappy as a method of wal_compression.
 *
 * To use it: shared_preload_libraries = 'wal_snappy', wal_format = extended,
 * wal_compression = snappy.  It is also the example of doc/wal-codec-module.md.
 *
 * libsnappy takes its working memory (some 30 kB) from malloc on each call and
 * gives it back, which cannot be avoided through its interface; everything else
 * is without allocation.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * contrib/wal_snappy/wal_snappy.c
 */
#include "postgres.h"

#include <snappy-c.h>

#include "access/xlogformat.h"
#include "fmgr.h"

PG_MODULE_MAGIC;

/* Part of the WAL format: images carry it, together with the name. */
#define SNAPPY_CODEC_ID 16

extern void _PG_init(void);

static int
snappy_bound(int len)
{
	return (int) snappy_max_compressed_length((size_t) len);
}

static int
snappy_image_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	size_t out_len = (size_t) dstlen;

	/* It checks against the bound at once, not against what it writes. */
	if (snappy_compress(src, (size_t) len, dst, &out_len) != SNAPPY_OK)
		return -1;
	return (int) out_len;
}

static bool
snappy_image_decompress(const char *src, int len, char *dst, int rawlen)
{
	size_t out_len = (size_t) rawlen;

	return snappy_uncompress(src, (size_t) len, dst, &out_len) == SNAPPY_OK &&
		out_len == (size_t) rawlen;
}

static const WalImageCodec snappy_codec = {
	.name = "snappy",
	.label = "Snappy",
	.id = SNAPPY_CODEC_ID,
	.bound = snappy_bound,
	.compress = snappy_image_compress,
	.decompress = snappy_image_decompress,
};

void
_PG_init(void)
{
	RegisterWalImageCodec(&snappy_codec);
}
