/*
 * wal_image.c
 *		The table of codecs for page images.
 *
 * See common/wal_image.h.  lz4 and zstd get their working memory once per process;
 * a page image is at most 8 kB, so nothing else is needed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/wal_image.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#ifdef USE_LZ4
#include <lz4.h>
#endif
#ifdef USE_ZSTD
#include <zstd.h>
#endif

#include "common/pg_lzcompress.h"
#include "common/wal_image.h"

/* Flag bits of a record's image (access/xlogrecord.h: BKPIMAGE_COMPRESS_*). */
#define BIT_PGLZ 0x04
#define BIT_LZ4 0x08
#define BIT_ZSTD 0x10
#define ALL_BITS (BIT_PGLZ | BIT_LZ4 | BIT_ZSTD)

/* ---- pglz ---- */

static int
pglz_bound(int len)
{
	return PGLZ_MAX_OUTPUT(len);
}

static int
pglz_image_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	if (dstlen < PGLZ_MAX_OUTPUT(len))
		return -1;
	return pglz_compress(src, len, dst, PGLZ_strategy_default);
}

static bool
pglz_image_decompress(const char *src, int len, char *dst, int rawlen)
{
	return pglz_decompress(src, len, dst, rawlen, true) == rawlen;
}

/* ---- lz4: level is the acceleration, 1 the best ---- */

#ifdef USE_LZ4
static void *lz4_state = NULL;

static int
lz4_bound(int len)
{
	return LZ4_COMPRESSBOUND(len);
}

static bool
lz4_prepare(void)
{
	if (lz4_state == NULL)
		lz4_state = malloc(LZ4_sizeofState());
	return lz4_state != NULL;
}

static int
lz4_image_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	int			n = LZ4_compress_fast_extState(lz4_state, src, dst, len, dstlen, level);

	return n > 0 ? n : -1;
}

static bool
lz4_image_decompress(const char *src, int len, char *dst, int rawlen)
{
	return LZ4_decompress_safe(src, dst, len, rawlen) == rawlen;
}
#endif

/* ---- zstd ---- */

#ifdef USE_ZSTD
static ZSTD_CCtx *zstd_cctx = NULL;
static ZSTD_DCtx *zstd_dctx = NULL;

static int
zstd_bound(int len)
{
	return (int) ZSTD_COMPRESSBOUND((size_t) len);
}

static bool
zstd_prepare(void)
{
	if (zstd_cctx == NULL)
		zstd_cctx = ZSTD_createCCtx();
	if (zstd_dctx == NULL)
		zstd_dctx = ZSTD_createDCtx();
	return zstd_cctx != NULL && zstd_dctx != NULL;
}

static int
zstd_image_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	size_t		n = ZSTD_compressCCtx(zstd_cctx, dst, dstlen, src, len, level);

	return ZSTD_isError(n) ? -1 : (int) n;
}

static bool
zstd_image_decompress(const char *src, int len, char *dst, int rawlen)
{
	size_t		n = ZSTD_decompressDCtx(zstd_dctx, dst, rawlen, src, len);

	return !ZSTD_isError(n) && n == (size_t) rawlen;
}
#endif

/* ---- the table ---- */

static const WalImageCodec builtin[] = {
	{
		.name = "pglz", .label = "pglz", .id = WAL_IMAGE_PGLZ,
		.bimg_bit = BIT_PGLZ, .min_level = 0, .max_level = 0,
		.default_level = 0, .bound = pglz_bound,
		.compress = pglz_image_compress, .decompress = pglz_image_decompress
	},
#ifdef USE_LZ4
	{
		.name = "lz4", .label = "LZ4", .id = WAL_IMAGE_LZ4,
		.bimg_bit = BIT_LZ4, .min_level = 1, .max_level = 65537,
		.default_level = 1, .bound = lz4_bound, .prepare = lz4_prepare,
		.compress = lz4_image_compress, .decompress = lz4_image_decompress
	},
#endif
#ifdef USE_ZSTD
	{
		.name = "zstd", .label = "zstd", .id = WAL_IMAGE_ZSTD,
		.bimg_bit = BIT_ZSTD, .min_level = -7, .max_level = 19,
		.default_level = 3, .bound = zstd_bound, .prepare = zstd_prepare,
		.compress = zstd_image_compress, .decompress = zstd_image_decompress
	},
#endif
};

static const WalImageCodec *table[WAL_IMAGE_MAX_CODECS];
static bool prepared[WAL_IMAGE_MAX_CODECS];
static bool table_ready = false;

static void
make_table(void)
{
	for (int i = 0; i < (int) lengthof(builtin); i++)
		table[builtin[i].id] = &builtin[i];
	table_ready = true;
}

const WalImageCodec *
wal_image_codec(int id)
{
	if (!table_ready)
		make_table();
	return id >= 0 && id < WAL_IMAGE_MAX_CODECS ? table[id] : NULL;
}

const WalImageCodec *
wal_image_codec_by_name(const char *name)
{
	for (int id = 0; id < WAL_IMAGE_MAX_CODECS; id++)
	{
		const WalImageCodec *codec = wal_image_codec(id);

		if (codec && strcmp(codec->name, name) == 0)
			return codec;
	}
	return NULL;
}

/* NULL if no bit is set, or the codec is not built in. */
const WalImageCodec *
wal_image_codec_by_bit(uint8 bimg_info)
{
	for (int id = 0; (bimg_info & ALL_BITS) && id < WAL_IMAGE_MAX_CODECS; id++)
	{
		const WalImageCodec *codec = wal_image_codec(id);

		if (codec && (codec->bimg_bit & bimg_info))
			return codec;
	}
	return NULL;
}

bool
wal_image_register(const WalImageCodec *codec)
{
	if (codec->id < WAL_IMAGE_ZLIB || codec->id >= WAL_IMAGE_MAX_CODECS ||
		wal_image_codec(codec->id) != NULL || codec->bimg_bit != 0)
		return false;
	table[codec->id] = codec;
	return true;
}

bool
wal_image_prepare(int id)
{
	const WalImageCodec *codec = wal_image_codec(id);

	if (codec == NULL)
		return false;
	if (!prepared[id])
		prepared[id] = codec->prepare == NULL || codec->prepare();
	return prepared[id];
}

int
wal_image_max_bound(void)
{
	int			most = WAL_IMAGE_MAX_RAW;

	for (int i = 0; i < (int) lengthof(builtin); i++)
		most = Max(most, builtin[i].bound(WAL_IMAGE_MAX_RAW));
	return most;
}

int
wal_image_compress(int id, int level, const char *src, int len, char *dst,
				   int dstlen)
{
	const WalImageCodec *codec = wal_image_codec(id);
	int			n;

	if (codec == NULL || !wal_image_prepare(id))
		return -1;
	if (level == WAL_IMAGE_LEVEL_DEFAULT)
		level = codec->default_level;
	n = codec->compress(src, len, dst, dstlen, level);
	return n >= 0 && n < len ? n : -1;
}

bool
wal_image_decompress(int id, const char *src, int len, char *dst, int rawlen)
{
	const WalImageCodec *codec = wal_image_codec(id);

	return codec != NULL && wal_image_prepare(id) &&
		codec->decompress(src, len, dst, rawlen);
}
