/*
 * common/wal_image.h
 *		Codecs for the page images in WAL records.
 *
 * One table for xloginsert.c, xlogreader.c and pg_waldump: a row per codec
 * with its name in wal_compression, the mark of its images in a record, its
 * levels and its functions.  Working memory of a codec is made once per process
 * by wal_image_prepare() and reused; compressing and decompressing allocate
 * nothing.
 *
 * Codecs that PostgreSQL 15 has are marked by a bit of their own.  All others
 * ("extended") share a bit, and their images begin with a prefix that names
 * them: one byte id and, from WAL_IMAGE_FIRST_CUSTOM on, one byte length and
 * that many bytes of name.  They may stand only in WAL of the extended format
 * (doc/wal-format-extended.md).
 *
 * Order of calls: wal_image_register (module codecs, at server start), then per
 * process wal_image_prepare, then the rest in any order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/wal_image.h
 */
#ifndef WAL_IMAGE_H
#define WAL_IMAGE_H

/* Values of wal_compression (pg_settings), and indexes of the table. */
typedef enum WalImageCodecId
{
	WAL_IMAGE_NONE = 0,
	WAL_IMAGE_PGLZ = 1,
	WAL_IMAGE_LZ4 = 2,
	WAL_IMAGE_ZSTD = 3,
	/* from here: extended codecs */
	WAL_IMAGE_ZLIB = 4,
	WAL_IMAGE_FIRST_CUSTOM = 16,
	WAL_IMAGE_MAX_CODECS = 32
} WalImageCodecId;

/* Longest name of a codec, which is a word of lower case letters and digits. */
#define WAL_IMAGE_MAX_NAME 15

typedef struct WalImageCodec
{
	const char *name; /* in wal_compression */
	const char *label; /* in messages: "pglz", "LZ4", "zstd" */
	int id;
	uint8 bimg_bit; /* BKPIMAGE_COMPRESS_*; 0: extended codec */
	int min_level; /* 0 always stands for the default */
	int max_level;
	int default_level;
	/*
	 * Another level, or 0, that takes less time and often gives as few bytes: it stands
	 * in for the default level on relations where a trial shows that.  It may lie outside
	 * of min_level and max_level, so that it cannot be set.
	 */
	int cheap_level;
	/* it also shortens bytes without repeats, by their frequencies */
	bool codes_literals;
	/* it gives up unless it saves that many percent of the input */
	int min_gain;
	/* most bytes that compress() may write for an input of len */
	int (*bound)(int len);
	/* make working memory; false: no memory.  May be NULL. */
	bool (*prepare)(void);
	/* size, or -1: it did not fit into dstlen, does not pay, or failed */
	int (*compress)(const char *src, int len, char *dst, int dstlen,
					int level);
	/* true: exactly rawlen bytes written */
	bool (*decompress)(const char *src, int len, char *dst, int rawlen);
} WalImageCodec;

/* A page image is at most a page. */
#define WAL_IMAGE_MAX_RAW BLCKSZ

/* Bytes behind the room of a module's function, which it must leave as they are. */
#define WAL_IMAGE_GUARD 16

/* Room for the result of any codec in the table, prefix and guard included. */
extern int wal_image_max_bound(void);

/* By value of wal_compression; NULL if there is none or it is not built in. */
extern const WalImageCodec *wal_image_codec(int id);
#define wal_image_codec_by_id(id) wal_image_codec(id)
extern const WalImageCodec *wal_image_codec_by_name(const char *name);
/* By the compression bits of bimg_info, which may be mixed with others. */
extern const WalImageCodec *wal_image_codec_by_bit(uint8 bimg_info);

/*
 * Add a module's codec, which must stay in memory.  Returns NULL, or why not:
 * a message without names for the caller's own report.
 */
extern const char *wal_image_register(const WalImageCodec *codec);

/* Make a codec's working memory now, outside of critical sections. */
extern bool wal_image_prepare(int id);

/*
 * wal_image_compress: bytes written to dst, or -1 if the result would not be
 * shorter than len.  level: one of the codec's, its cheap one, or
 * WAL_IMAGE_LEVEL_DEFAULT; one out of range counts as the nearest.
 *
 * A module's codec is not taken at its word.  WAL_IMAGE_OVERRUN: it wrote beyond the
 * room it had, so the memory behind dst can no longer be trusted.
 *
 * wal_image_decompress: true if exactly rawlen bytes were written, at most
 * WAL_IMAGE_MAX_RAW; that too is checked for a module's codec.
 *
 * wal_image_reads_back: does the image of packed_len bytes give the len bytes at src
 * again?
 */
#define WAL_IMAGE_LEVEL_DEFAULT 0
#define WAL_IMAGE_OVERRUN (-2)
extern int wal_image_compress(int id, int level, const char *src, int len,
							  char *dst, int dstlen);
extern bool wal_image_decompress(int id, const char *src, int len, char *dst,
								 int rawlen);
extern bool wal_image_reads_back(int id, const char *packed, int packed_len,
								 const char *src, int len);
extern bool wal_image_level_is_valid(const WalImageCodec *codec, int level);

/* ---- prefix of extended images ---- */

#define WAL_IMAGE_MAX_PREFIX (2 + WAL_IMAGE_MAX_NAME)

/* Write the codec's prefix to dst; its length. */
extern int wal_image_put_prefix(const WalImageCodec *codec, char *dst);

/* What a prefix says.  name is "" if it has none, or the table's name. */
typedef struct WalImagePrefix
{
	int id;
	int size; /* bytes of the prefix */
	char name[WAL_IMAGE_MAX_NAME + 1];
	const WalImageCodec *codec; /* NULL: not in this program */
} WalImagePrefix;

/* False if the len bytes at src cannot begin with a prefix. */
extern bool wal_image_get_prefix(const char *src, int len, WalImagePrefix *prefix);

/* ---- wal_image_probe.c ---- */

/*
 * Would the codec store this input hardly shorter, or not shorter at all?  A
 * sample decides, at a small part of the cost of compressing.
 */
extern bool wal_image_is_hard(const WalImageCodec *codec, const char *src, int len);

#endif /* WAL_IMAGE_H */
