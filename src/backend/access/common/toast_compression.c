/*
 * toast_compression.c
 *		Compressing single values with pglz or lz4.
 *
 * A compressed value is an eight-byte header and the stream (formats:
 * access/heap/README).  Compressors return NULL if it does not pay; whether
 * it pays enough is decided by toast_compress_datum.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/toast_compression.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/toast_compression.h"
#include "access/toast_internals.h"
#include "common/pg_lzcompress.h"

#ifdef USE_LZ4
#include <lz4.h>
#endif

int default_toast_compression = TOAST_PGLZ_COMPRESSION;

static struct varlena *
new_raw(int32 rawsize)
{
	return (struct varlena *) palloc(rawsize + VARHDRSZ);
}

static void
corrupt(const char *method)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_CORRUPTED),
			 errmsg_internal("compressed %s data is corrupt", method)));
}

/* ---- pglz ---- */

/* pglz_compress_datum
 *		Compressed copy of a plain value, or NULL. */
struct varlena *
pglz_compress_datum(const struct varlena *value)
{
	int32 rawsize = VARSIZE_ANY_EXHDR(value);
	struct varlena *out;
	int32 len;

	if (rawsize < PGLZ_strategy_default->min_input_size ||
		rawsize > PGLZ_strategy_default->max_input_size)
		return NULL;
	out = palloc(PGLZ_MAX_OUTPUT(rawsize) + VARHDRSZ_COMPRESSED);
	len = pglz_compress(VARDATA_ANY(value), rawsize,
						(char *) out + VARHDRSZ_COMPRESSED, NULL);
	if (len < 0)
	{
		pfree(out);
		return NULL;
	}
	SET_VARSIZE_COMPRESSED(out, len + VARHDRSZ_COMPRESSED);
	return out;
}

/* pglz_decompress_datum
 *		Errors: XX001 if the stream is damaged. */
struct varlena *
pglz_decompress_datum(const struct varlena *value)
{
	int32 rawsize = VARDATA_COMPRESSED_GET_EXTSIZE(value);
	struct varlena *out = new_raw(rawsize);

	if (pglz_decompress((char *) value + VARHDRSZ_COMPRESSED,
						VARSIZE(value) - VARHDRSZ_COMPRESSED,
						VARDATA(out), rawsize, true) != rawsize)
		corrupt("pglz");
	SET_VARSIZE(out, rawsize + VARHDRSZ);
	return out;
}

/* pglz_decompress_datum_slice
 *		At most the first len bytes. */
struct varlena *
pglz_decompress_datum_slice(const struct varlena *value, int32 len)
{
	struct varlena *out = new_raw(len);
	int32 got = pglz_decompress((char *) value + VARHDRSZ_COMPRESSED,
								VARSIZE(value) - VARHDRSZ_COMPRESSED,
								VARDATA(out), len, false);

	if (got < 0)
		corrupt("pglz");
	SET_VARSIZE(out, got + VARHDRSZ);
	return out;
}

/* ---- lz4 ---- */

#ifndef USE_LZ4
static void
no_lz4(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("compression method lz4 not supported"),
			 errdetail("This server was built without lz4.")));
}
#endif

/* lz4_compress_datum */
struct varlena *
lz4_compress_datum(const struct varlena *value)
{
#ifdef USE_LZ4
	int32 rawsize = VARSIZE_ANY_EXHDR(value);
	int32 bound = LZ4_compressBound(rawsize);
	struct varlena *out = palloc(bound + VARHDRSZ_COMPRESSED);
	int32 len = LZ4_compress_default(VARDATA_ANY(value),
									 (char *) out + VARHDRSZ_COMPRESSED,
									 rawsize, bound);

	if (len <= 0)
		elog(ERROR, "lz4 compression failed");
	if (len > rawsize)
	{
		pfree(out);
		return NULL;
	}
	SET_VARSIZE_COMPRESSED(out, len + VARHDRSZ_COMPRESSED);
	return out;
#else
	no_lz4();
	return NULL;
#endif
}

/* lz4_decompress_datum */
struct varlena *
lz4_decompress_datum(const struct varlena *value)
{
#ifdef USE_LZ4
	int32 rawsize = VARDATA_COMPRESSED_GET_EXTSIZE(value);
	struct varlena *out = new_raw(rawsize);

	if (LZ4_decompress_safe((const char *) value + VARHDRSZ_COMPRESSED,
							VARDATA(out),
							VARSIZE(value) - VARHDRSZ_COMPRESSED,
							rawsize) != rawsize)
		corrupt("lz4");
	SET_VARSIZE(out, rawsize + VARHDRSZ);
	return out;
#else
	no_lz4();
	return NULL;
#endif
}

/* lz4_decompress_datum_slice */
struct varlena *
lz4_decompress_datum_slice(const struct varlena *value, int32 len)
{
#ifdef USE_LZ4
	struct varlena *out = new_raw(len);
	int32 got;

	got = LZ4_decompress_safe_partial((const char *) value + VARHDRSZ_COMPRESSED,
									  VARDATA(out),
									  VARSIZE(value) - VARHDRSZ_COMPRESSED,
									  len, len);
	if (got < 0)
		corrupt("lz4");
	SET_VARSIZE(out, got + VARHDRSZ);
	return out;
#else
	no_lz4();
	return NULL;
#endif
}

/* ---- methods by id, letter and name ---- */

/* toast_get_compression_id
 *		Method of a value, TOAST_INVALID_COMPRESSION_ID if not compressed. */
ToastCompressionId
toast_get_compression_id(struct varlena *attr)
{
	if (VARATT_IS_EXTERNAL_ONDISK(attr))
	{
		varatt_external ptr;

		VARATT_EXTERNAL_GET_POINTER(ptr, attr);
		if (VARATT_EXTERNAL_IS_COMPRESSED(ptr))
			return VARATT_EXTERNAL_GET_COMPRESS_METHOD(ptr);
	}
	else if (VARATT_IS_COMPRESSED(attr))
		return VARDATA_COMPRESSED_GET_COMPRESS_METHOD(attr);
	return TOAST_INVALID_COMPRESSION_ID;
}

/* CompressionNameToMethod
 *		Letter of a method name, InvalidCompressionMethod if unknown. */
char
CompressionNameToMethod(const char *name)
{
	if (strcmp(name, "pglz") == 0)
		return TOAST_PGLZ_COMPRESSION;
	if (strcmp(name, "lz4") == 0)
	{
#ifndef USE_LZ4
		no_lz4();
#endif
		return TOAST_LZ4_COMPRESSION;
	}
	return InvalidCompressionMethod;
}

/* GetCompressionMethodName */
const char *
GetCompressionMethodName(char method)
{
	if (method == TOAST_PGLZ_COMPRESSION)
		return "pglz";
	if (method == TOAST_LZ4_COMPRESSION)
		return "lz4";
	elog(ERROR, "invalid compression method %c", method);
	return NULL;
}
