/*
 * wal_image.c
 *		The table of codecs for page images.
 *
 * See common/wal_image.h.  lz4, zstd and zlib get their working memory once per
 * process; a page image is at most 8 kB, so nothing else is needed.  zstd and lz4
 * make the bytes that stock makes, except at a cheap level; a level changes what they
 * try, never what can be read.
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
#ifdef HAVE_LIBZ
#include <zlib.h>
#endif

#include "common/pg_lzcompress.h"
#include "common/wal_image.h"
#include "common/wal_image_lz4.h"

/* Flag bits of a record's image (access/xlogrecord.h: BKPIMAGE_COMPRESS_*). */
#define BIT_PGLZ 0x04
#define BIT_LZ4 0x08
#define BIT_ZSTD 0x10
#define ALL_BITS (BIT_PGLZ | BIT_LZ4 | BIT_ZSTD)

/*
 * A result that is not shorter is of no use, so lz4 and zstd get room for little
 * more than the input and stop there.  They need a little more than a result has,
 * or give up some short images that stock compresses.
 */
#define LIBRARY_SLACK 32

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
#define LZ4_ROWS (-1) /* as level: our encoder for pages of rows */

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
	int n;

	dstlen = Min(dstlen, len + LIBRARY_SLACK);
	if (level == LZ4_ROWS)
		n = wal_image_lz4_compress(src, len, dst, dstlen);
	else
		n = LZ4_compress_fast_extState(lz4_state, src, dst, len, dstlen, level);
	return n > 0 && n < len ? n : -1;
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
	size_t n = ZSTD_compressCCtx(zstd_cctx, dst, Min(dstlen, len + LIBRARY_SLACK), src,
								 len, level);

	return !ZSTD_isError(n) && n < (size_t) len ? (int) n : -1;
}

static bool
zstd_image_decompress(const char *src, int len, char *dst, int rawlen)
{
	size_t n = ZSTD_decompressDCtx(zstd_dctx, dst, rawlen, src, len);

	return !ZSTD_isError(n) && n == (size_t) rawlen;
}
#endif

/* ---- zlib: a raw deflate stream, for a page checks itself ---- */

#ifdef HAVE_LIBZ

/* A window of 8 kB holds a page; tables and buffers to match (7: 32 kB hash). */
#define ZLIB_WINDOW_BITS (-13)
#define ZLIB_MEM_LEVEL 7

static z_stream deflater;
static z_stream inflater;
static int deflater_level = 0; /* 0: not made yet */

static int
zlib_bound(int len)
{
	return (int) compressBound((uLong) len);
}

static bool
zlib_prepare(void)
{
	if (deflater_level == 0)
	{
		if (deflateInit2(&deflater, 1, Z_DEFLATED, ZLIB_WINDOW_BITS, ZLIB_MEM_LEVEL,
						 Z_DEFAULT_STRATEGY) != Z_OK)
			return false;
		deflater_level = 1;
	}
	if (inflater.state == NULL && inflateInit2(&inflater, ZLIB_WINDOW_BITS) != Z_OK)
		return false;
	return true;
}

static int
zlib_image_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	/* A result that is not shorter is of no use: stop there. */
	dstlen = Min(dstlen, len - 1);
	if (dstlen <= 0 || deflateReset(&deflater) != Z_OK)
		return -1;
	if (level != deflater_level)
	{
		/* Nothing is pending after a reset, so this writes nothing. */
		if (deflateParams(&deflater, level, Z_DEFAULT_STRATEGY) != Z_OK)
			return -1;
		deflater_level = level;
	}
	deflater.next_in = (Bytef *) src;
	deflater.avail_in = (uInt) len;
	deflater.next_out = (Bytef *) dst;
	deflater.avail_out = (uInt) dstlen;
	if (deflate(&deflater, Z_FINISH) != Z_STREAM_END)
		return -1;
	return dstlen - (int) deflater.avail_out;
}

static bool
zlib_image_decompress(const char *src, int len, char *dst, int rawlen)
{
	if (inflateReset(&inflater) != Z_OK)
		return false;
	inflater.next_in = (Bytef *) src;
	inflater.avail_in = (uInt) len;
	inflater.next_out = (Bytef *) dst;
	inflater.avail_out = (uInt) rawlen;
	return inflate(&inflater, Z_FINISH) == Z_STREAM_END &&
		inflater.avail_out == 0 && inflater.avail_in == 0;
}
#endif

/* ---- the table ---- */

static const WalImageCodec builtin[] = {
	{.name = "pglz", .label = "pglz", .id = WAL_IMAGE_PGLZ, .bimg_bit = BIT_PGLZ, .min_level = 0, .max_level = 0, .default_level = 0, .min_gain = 25, .bound = pglz_bound, .compress = pglz_image_compress, .decompress = pglz_image_decompress},
#ifdef USE_LZ4
	{.name = "lz4", .label = "LZ4", .id = WAL_IMAGE_LZ4, .bimg_bit = BIT_LZ4, .min_level = 1, .max_level = 65537, .default_level = 1, .cheap_level = LZ4_ROWS, .bound = lz4_bound, .prepare = lz4_prepare, .compress = lz4_image_compress, .decompress = lz4_image_decompress},
#endif
#ifdef USE_ZSTD
	{.name = "zstd", .label = "zstd", .id = WAL_IMAGE_ZSTD, .bimg_bit = BIT_ZSTD, .min_level = -7, .max_level = 22, .default_level = 3, .cheap_level = 1, .codes_literals = true, .bound = zstd_bound, .prepare = zstd_prepare, .compress = zstd_image_compress, .decompress = zstd_image_decompress},
#endif
#ifdef HAVE_LIBZ
	{.name = "zlib", .label = "zlib", .id = WAL_IMAGE_ZLIB, .bimg_bit = 0, .min_level = 1, .max_level = 9, .default_level = 1, .codes_literals = true, .bound = zlib_bound, .prepare = zlib_prepare, .compress = zlib_image_compress, .decompress = zlib_image_decompress},
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

/* A name is what fits a setting and a prefix: 1 to 15 of a-z, 0-9, "_". */
static bool
name_is_valid(const char *name)
{
	size_t len = name == NULL ? 0 : strlen(name);

	return len > 0 && len <= WAL_IMAGE_MAX_NAME &&
		strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == len;
}

const char *
wal_image_register(const WalImageCodec *codec)
{
	if (codec->id < WAL_IMAGE_FIRST_CUSTOM || codec->id >= WAL_IMAGE_MAX_CODECS)
		return "its id is outside of the range for modules";
	if (!name_is_valid(codec->name))
		return "its name is not a word of at most 15 lower case letters and digits";
	if (wal_image_codec(codec->id) != NULL)
		return "its id is taken";
	if (strcmp(codec->name, "off") == 0 || strcmp(codec->name, "on") == 0 ||
		wal_image_codec_by_name(codec->name) != NULL)
		return "its name is taken";
	if (codec->bimg_bit != 0 || codec->bound == NULL || codec->compress == NULL ||
		codec->decompress == NULL || codec->min_level > codec->max_level)
		return "it is not described completely";
	table[codec->id] = codec;
	return NULL;
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
	int most = WAL_IMAGE_MAX_RAW;

	for (int id = 0; id < WAL_IMAGE_MAX_CODECS; id++)
	{
		const WalImageCodec *codec = wal_image_codec(id);

		if (codec != NULL)
			most = Max(most, codec->bound(WAL_IMAGE_MAX_RAW));
	}
	return most + WAL_IMAGE_MAX_PREFIX + WAL_IMAGE_GUARD;
}

bool
wal_image_level_is_valid(const WalImageCodec *codec, int level)
{
	return level == WAL_IMAGE_LEVEL_DEFAULT ||
		(level >= codec->min_level && level <= codec->max_level);
}

/* ---- a module's functions, watched ---- */

#define GUARD_BYTE 0xA5

static bool
is_filled(const char *p, uint8 byte, int len)
{
	for (int i = 0; i < len; i++)
		if ((uint8) p[i] != byte)
			return false;
	return true;
}

static int
module_compress(const WalImageCodec *codec, const char *src, int len, char *dst, int dstlen,
				int level)
{
	int room = dstlen - WAL_IMAGE_GUARD;
	int n;

	if (room <= 0)
		return -1;
	memset(dst + room, GUARD_BYTE, WAL_IMAGE_GUARD);
	n = codec->compress(src, len, dst, room, level);
	if (!is_filled(dst + room, GUARD_BYTE, WAL_IMAGE_GUARD))
		return WAL_IMAGE_OVERRUN;
	return Max(n, -1);
}

/*
 * In a room of its own, so that more than rawlen bytes do no harm.  The last byte
 * tells fewer: if it is what was there before, a second run over another filling
 * shows whether anybody wrote it.
 */
static bool
module_decompress(const WalImageCodec *codec, const char *src, int len, char *dst, int rawlen)
{
	static const uint8 fillings[] = {GUARD_BYTE, 0x5A};
	char room[WAL_IMAGE_MAX_RAW + WAL_IMAGE_GUARD];

	if (rawlen <= 0 || rawlen > WAL_IMAGE_MAX_RAW)
		return false;
	for (int i = 0; i < (int) lengthof(fillings); i++)
	{
		memset(room + rawlen - 1, fillings[i], WAL_IMAGE_GUARD + 1);
		if (!codec->decompress(src, len, room, rawlen) ||
			!is_filled(room + rawlen, fillings[i], WAL_IMAGE_GUARD))
			return false;
		if ((uint8) room[rawlen - 1] != fillings[i])
		{
			memcpy(dst, room, rawlen);
			return true;
		}
	}
	return false;
}

int
wal_image_compress(int id, int level, const char *src, int len, char *dst,
				   int dstlen)
{
	const WalImageCodec *codec = wal_image_codec(id);
	int n;

	if (codec == NULL || !wal_image_prepare(id))
		return -1;
	if (level == WAL_IMAGE_LEVEL_DEFAULT)
		level = codec->default_level;
	if (level != codec->cheap_level)
		level = Max(codec->min_level, Min(codec->max_level, level));
	if (id >= WAL_IMAGE_FIRST_CUSTOM)
	{
		n = module_compress(codec, src, len, dst, dstlen, level);
		if (n == WAL_IMAGE_OVERRUN)
			return n;
	}
	else
		n = codec->compress(src, len, dst, dstlen, level);
	/* Nothing is never a page: a module's way to say that it does not pay. */
	return n > 0 && n < len && n <= dstlen ? n : -1;
}

bool
wal_image_decompress(int id, const char *src, int len, char *dst, int rawlen)
{
	const WalImageCodec *codec = wal_image_codec(id);

	if (codec == NULL || !wal_image_prepare(id))
		return false;
	if (id >= WAL_IMAGE_FIRST_CUSTOM)
		return module_decompress(codec, src, len, dst, rawlen);
	return codec->decompress(src, len, dst, rawlen);
}

bool
wal_image_reads_back(int id, const char *packed, int packed_len, const char *src, int len)
{
	char raw[WAL_IMAGE_MAX_RAW];

	return wal_image_decompress(id, packed, packed_len, raw, len) && memcmp(raw, src, len) == 0;
}

/* ---- prefix of extended images ---- */

int
wal_image_put_prefix(const WalImageCodec *codec, char *dst)
{
	size_t len;

	Assert(codec->bimg_bit == 0);
	dst[0] = (char) codec->id;
	if (codec->id < WAL_IMAGE_FIRST_CUSTOM)
		return 1;
	len = strlen(codec->name);
	dst[1] = (char) len;
	memcpy(dst + 2, codec->name, len);
	return 2 + (int) len;
}

bool
wal_image_get_prefix(const char *src, int len, WalImagePrefix *prefix)
{
	const WalImageCodec *codec;
	int name_len;

	if (len < 1)
		return false;
	prefix->id = (uint8) src[0];
	prefix->size = 1;
	prefix->name[0] = '\0';
	codec = wal_image_codec(prefix->id);
	if (prefix->id < WAL_IMAGE_FIRST_CUSTOM)
	{
		/* Stock's codecs have bits of their own and never a prefix. */
		if (prefix->id < WAL_IMAGE_ZLIB)
			return false;
		prefix->codec = codec;
		strlcpy(prefix->name, codec != NULL ? codec->name : prefix->id == WAL_IMAGE_ZLIB ? "zlib"
																						 : "",
				sizeof(prefix->name));
		return true;
	}

	if (len < 2 || prefix->id >= WAL_IMAGE_MAX_CODECS)
		return false;
	name_len = (uint8) src[1];
	if (name_len < 1 || name_len > WAL_IMAGE_MAX_NAME || len < 2 + name_len)
		return false;
	memcpy(prefix->name, src + 2, name_len);
	prefix->name[name_len] = '\0';
	if (!name_is_valid(prefix->name))
		return false;
	prefix->size = 2 + name_len;

	/* Another module may have taken the id meanwhile. */
	prefix->codec = codec != NULL && strcmp(codec->name, prefix->name) == 0 ? codec : NULL;
	return true;
}
