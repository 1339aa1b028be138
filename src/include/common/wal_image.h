/*
 * common/wal_image.h
 *		Codecs for the page images in WAL records.
 *
 * One table for xloginsert.c, xlogreader.c and pg_waldump: a row per codec
 * with its name in wal_compression, the flag bit that marks its images in a
 * record, its levels and its two functions.  Working memory of a codec is
 * made once per process by wal_image_prepare() and reused; compressing and
 * decompressing allocate nothing.
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
	/* from here: codecs that stock does not know, stored with a header */
	WAL_IMAGE_ZLIB = 4,
	WAL_IMAGE_FIRST_CUSTOM = 16,
	WAL_IMAGE_MAX_CODECS = 32
} WalImageCodecId;

typedef struct WalImageCodec
{
	const char *name;			/* in wal_compression */
	const char *label;			/* in messages: "pglz", "LZ4", "zstd" */
	int			id;
	uint8		bimg_bit;		/* BKPIMAGE_COMPRESS_*; 0: extended codec */
	int			min_level;
	int			max_level;
	int			default_level;
	/* most bytes that compress() may write for an input of len */
	int			(*bound) (int len);
	/* make working memory; false: no memory.  May be NULL. */
	bool		(*prepare) (void);
	/* size, or -1: not smaller than len or it failed */
	int			(*compress) (const char *src, int len, char *dst, int dstlen,
							 int level);
	/* true: exactly rawlen bytes written */
	bool		(*decompress) (const char *src, int len, char *dst, int rawlen);
} WalImageCodec;

/* A page image is at most a page. */
#define WAL_IMAGE_MAX_RAW BLCKSZ

/* Room for the result of any built-in codec. */
extern int	wal_image_max_bound(void);

/* By value of wal_compression; NULL if there is none or it is not built in. */
extern const WalImageCodec *wal_image_codec(int id);
#define wal_image_codec_by_id(id) wal_image_codec(id)
extern const WalImageCodec *wal_image_codec_by_name(const char *name);
/* By the compression bits of bimg_info, which may be mixed with others. */
extern const WalImageCodec *wal_image_codec_by_bit(uint8 bimg_info);

/* Add a module's codec; false if the id is taken or out of range. */
extern bool wal_image_register(const WalImageCodec *codec);

/* Make a codec's working memory now, outside of critical sections. */
extern bool wal_image_prepare(int id);

/*
 * wal_image_compress: bytes written to dst, or -1 if the result would not be
 * shorter than len.  level: a level of the codec, or WAL_IMAGE_LEVEL_DEFAULT.
 */
#define WAL_IMAGE_LEVEL_DEFAULT INT_MIN
extern int	wal_image_compress(int id, int level, const char *src, int len,
							   char *dst, int dstlen);
extern bool wal_image_decompress(int id, const char *src, int len, char *dst,
								 int rawlen);

#endif							/* WAL_IMAGE_H */
