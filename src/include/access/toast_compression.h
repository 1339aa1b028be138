/*
 * toast_compression.h
 *		Compression methods of column values: pglz and lz4.
 *
 * The two-bit method ids stand in stored values, the letters in
 * pg_attribute.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/toast_compression.h
 */
#ifndef TOAST_COMPRESSION_H
#define TOAST_COMPRESSION_H

#include "varatt.h"

/* default_toast_compression */
extern PGDLLIMPORT int default_toast_compression;

typedef enum ToastCompressionId
{
	TOAST_PGLZ_COMPRESSION_ID = 0,
	TOAST_LZ4_COMPRESSION_ID = 1,
	TOAST_INVALID_COMPRESSION_ID = 2
} ToastCompressionId;

#define TOAST_PGLZ_COMPRESSION 'p'
#define TOAST_LZ4_COMPRESSION 'l'
#define InvalidCompressionMethod '\0'
#define CompressionMethodIsValid(m) ((m) != InvalidCompressionMethod)

extern struct varlena *pglz_compress_datum(const struct varlena *value);
extern struct varlena *pglz_decompress_datum(const struct varlena *value);
extern struct varlena *pglz_decompress_datum_slice(const struct varlena *value,
												   int32 len);
extern struct varlena *lz4_compress_datum(const struct varlena *value);
extern struct varlena *lz4_decompress_datum(const struct varlena *value);
extern struct varlena *lz4_decompress_datum_slice(const struct varlena *value,
												  int32 len);

extern ToastCompressionId toast_get_compression_id(struct varlena *attr);
extern char CompressionNameToMethod(const char *name);
extern const char *GetCompressionMethodName(char method);

#endif /* TOAST_COMPRESSION_H */
