/*
 * common/wal_image_lz4.h
 *		An LZ4 encoder for pages of rows; see wal_image_lz4.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/wal_image_lz4.h
 */
#ifndef WAL_IMAGE_LZ4_H
#define WAL_IMAGE_LZ4_H

/*
 * Compress len bytes at src, at most a page, into an LZ4 block of at most space bytes at
 * dst.  Returns its length, or -1 if it does not fit or less than a half of the bytes are
 * rows that repeat at one distance.  Bytes of dst behind the block may be written, too,
 * none beyond space.  Memory is static, 16 kB: one thread at a time.
 */
extern int wal_image_lz4_compress(const char *src, int len, char *dst, int space);

#endif /* WAL_IMAGE_LZ4_H */
