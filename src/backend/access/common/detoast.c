/*
 * detoast.c
 *		Reading values that are compressed or out of line.
 *
 * Entry points of DatumGetXxxP macros: a value in any form goes in, a plain
 * one comes out (possibly the same pointer).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/detoast.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/detoast.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/toast_internals.h"
#include "common/int.h"
#include "common/pg_lzcompress.h"
#include "utils/rel.h"

/* The value as it is stored in the TOAST table: plain or compressed. */
static struct varlena *
fetch_stored(struct varlena *attr, int32 sliceoffset, int32 slicelength)
{
	varatt_external ptr;
	struct varlena *result;
	int32 attrsize;
	Relation toastrel;

	VARATT_EXTERNAL_GET_POINTER(ptr, attr);
	attrsize = VARATT_EXTERNAL_GET_EXTSIZE(ptr);

	if (sliceoffset >= attrsize)
	{
		sliceoffset = 0;
		slicelength = 0;
	}
	/* the compressed form starts with its header word, which is not data */
	if (VARATT_EXTERNAL_IS_COMPRESSED(ptr) && slicelength > 0)
		slicelength += sizeof(int32);
	if (slicelength < 0 || slicelength > attrsize - sliceoffset)
		slicelength = attrsize - sliceoffset;

	result = (struct varlena *) palloc(slicelength + VARHDRSZ);
	if (VARATT_EXTERNAL_IS_COMPRESSED(ptr))
		SET_VARSIZE_COMPRESSED(result, slicelength + VARHDRSZ);
	else
		SET_VARSIZE(result, slicelength + VARHDRSZ);
	if (slicelength == 0)
		return result;

	toastrel = table_open(ptr.va_toastrelid, AccessShareLock);
	table_relation_fetch_toast_slice(toastrel, ptr.va_valueid, attrsize,
									 sliceoffset, slicelength, result);
	table_close(toastrel, AccessShareLock);
	return result;
}

static struct varlena *
decompress(struct varlena *attr)
{
	switch (TOAST_COMPRESS_METHOD(attr))
	{
		case TOAST_PGLZ_COMPRESSION_ID:
			return pglz_decompress_datum(attr);
		case TOAST_LZ4_COMPRESSION_ID:
			return lz4_decompress_datum(attr);
	}
	elog(ERROR, "invalid compression method id %d",
		 (int) TOAST_COMPRESS_METHOD(attr));
	return NULL;
}

static struct varlena *
decompress_slice(struct varlena *attr, int32 len)
{
	/* no more than there is: then the checks of a full decode apply */
	if ((uint32) len >= TOAST_COMPRESS_EXTSIZE(attr))
		return decompress(attr);
	if (TOAST_COMPRESS_METHOD(attr) == TOAST_PGLZ_COMPRESSION_ID)
		return pglz_decompress_datum_slice(attr, len);
	if (TOAST_COMPRESS_METHOD(attr) == TOAST_LZ4_COMPRESSION_ID)
		return lz4_decompress_datum_slice(attr, len);
	return decompress(attr);
}

static struct varlena *
indirect_target(struct varlena *attr)
{
	varatt_indirect redirect;

	VARATT_EXTERNAL_GET_POINTER(redirect, attr);
	Assert(!VARATT_IS_EXTERNAL_INDIRECT(redirect.pointer));
	return (struct varlena *) redirect.pointer;
}

static struct varlena *
copy_value(struct varlena *v)
{
	Size size = VARSIZE_ANY(v);
	struct varlena *copy = palloc(size);

	memcpy(copy, v, size);
	return copy;
}

static struct varlena *
flatten_expanded(struct varlena *attr)
{
	struct ExpandedObjectHeader *eoh = DatumGetEOHP(PointerGetDatum(attr));
	Size size = EOH_get_flat_size(eoh);
	struct varlena *result = palloc(size);

	EOH_flatten_into(eoh, result, size);
	return result;
}

/* detoast_external_attr
 *		Bring an out-of-line value in; it may still be compressed. */
struct varlena *
detoast_external_attr(struct varlena *attr)
{
	if (VARATT_IS_EXTERNAL_ONDISK(attr))
		return fetch_stored(attr, 0, -1);
	if (VARATT_IS_EXTERNAL_INDIRECT(attr))
	{
		struct varlena *target = indirect_target(attr);

		return VARATT_IS_EXTERNAL(target) ? detoast_external_attr(target) : copy_value(target);
	}
	if (VARATT_IS_EXTERNAL_EXPANDED(attr))
		return flatten_expanded(attr);
	return attr;
}

/* detoast_attr
 *		Plain value with a four-byte header, or the argument if it is one. */
struct varlena *
detoast_attr(struct varlena *attr)
{
	struct varlena *result;

	if (VARATT_IS_EXTERNAL_ONDISK(attr))
	{
		struct varlena *stored = fetch_stored(attr, 0, -1);

		if (!VARATT_IS_COMPRESSED(stored))
			return stored;
		result = decompress(stored);
		pfree(stored);
		return result;
	}
	if (VARATT_IS_EXTERNAL_INDIRECT(attr))
	{
		struct varlena *target = indirect_target(attr);

		result = detoast_attr(target);
		return result == target ? copy_value(target) : result;
	}
	if (VARATT_IS_EXTERNAL_EXPANDED(attr))
		return flatten_expanded(attr);
	if (VARATT_IS_COMPRESSED(attr))
		return decompress(attr);
	if (VARATT_IS_SHORT(attr))
	{
		Size data = VARSIZE_SHORT(attr) - VARHDRSZ_SHORT;

		result = (struct varlena *) palloc(data + VARHDRSZ);
		SET_VARSIZE(result, data + VARHDRSZ);
		memcpy(VARDATA(result), VARDATA_SHORT(attr), data);
		return result;
	}
	return attr;
}

/* Bytes of an out-of-line compressed value that a prefix needs. */
static struct varlena *
fetch_for_prefix(struct varlena *attr, int32 prefix)
{
	varatt_external ptr;
	int32 need = -1;

	VARATT_EXTERNAL_GET_POINTER(ptr, attr);
	/* only pglz can tell how much input a prefix takes */
	if (prefix >= 0 && VARATT_EXTERNAL_GET_COMPRESS_METHOD(ptr) == TOAST_PGLZ_COMPRESSION_ID)
		need = pglz_maximum_compressed_size(prefix,
											VARATT_EXTERNAL_GET_EXTSIZE(ptr));
	return fetch_stored(attr, 0, need);
}

/*
 * detoast_attr_slice
 *		Copy of length payload bytes from offset on (length < 0: to the end).
 */
struct varlena *
detoast_attr_slice(struct varlena *attr, int32 offset, int32 length)
{
	struct varlena *whole = attr;
	struct varlena *result;
	char *data;
	int32 size;
	int32 limit;

	if (offset < 0)
		elog(ERROR, "invalid sliceoffset: %d", offset);
	if (length < 0)
		limit = length = -1;
	else if (pg_add_s32_overflow(offset, length, &limit))
		limit = length = -1;

	if (VARATT_IS_EXTERNAL_ONDISK(attr))
	{
		varatt_external ptr;

		VARATT_EXTERNAL_GET_POINTER(ptr, attr);
		if (!VARATT_EXTERNAL_IS_COMPRESSED(ptr))
			return fetch_stored(attr, offset, length);
		whole = fetch_for_prefix(attr, limit);
	}
	else if (VARATT_IS_EXTERNAL_INDIRECT(attr))
		return detoast_attr_slice(indirect_target(attr), offset, length);
	else if (VARATT_IS_EXTERNAL_EXPANDED(attr))
		whole = flatten_expanded(attr);

	if (VARATT_IS_COMPRESSED(whole))
	{
		struct varlena *stored = whole;

		whole = limit >= 0 ? decompress_slice(stored, limit) : decompress(stored);
		if (stored != attr)
			pfree(stored);
	}

	data = VARDATA_ANY(whole);
	size = VARSIZE_ANY_EXHDR(whole);
	if (offset >= size)
		offset = length = 0;
	else if (length < 0 || length > size - offset)
		length = size - offset;
	result = (struct varlena *) palloc(length + VARHDRSZ);
	SET_VARSIZE(result, length + VARHDRSZ);
	memcpy(VARDATA(result), data + offset, length);
	if (whole != attr)
		pfree(whole);
	return result;
}

/* toast_raw_datum_size
 *		Size the plain value would have, four-byte header included. */
Size
toast_raw_datum_size(Datum value)
{
	struct varlena *attr = (struct varlena *) DatumGetPointer(value);

	if (VARATT_IS_EXTERNAL_ONDISK(attr))
	{
		varatt_external ptr;

		VARATT_EXTERNAL_GET_POINTER(ptr, attr);
		return ptr.va_rawsize;
	}
	if (VARATT_IS_EXTERNAL_INDIRECT(attr))
		return toast_raw_datum_size(PointerGetDatum(indirect_target(attr)));
	if (VARATT_IS_EXTERNAL_EXPANDED(attr))
		return EOH_get_flat_size(DatumGetEOHP(value));
	if (VARATT_IS_COMPRESSED(attr))
		return VARDATA_COMPRESSED_GET_EXTSIZE(attr) + VARHDRSZ;
	if (VARATT_IS_SHORT(attr))
		return VARSIZE_SHORT(attr) - VARHDRSZ_SHORT + VARHDRSZ;
	return VARSIZE(attr);
}

/* toast_datum_size
 *		Bytes it takes where it is stored. */
Size
toast_datum_size(Datum value)
{
	struct varlena *attr = (struct varlena *) DatumGetPointer(value);

	if (VARATT_IS_EXTERNAL_ONDISK(attr))
	{
		varatt_external ptr;

		VARATT_EXTERNAL_GET_POINTER(ptr, attr);
		return VARATT_EXTERNAL_GET_EXTSIZE(ptr);
	}
	if (VARATT_IS_EXTERNAL_INDIRECT(attr))
		return toast_datum_size(PointerGetDatum(indirect_target(attr)));
	if (VARATT_IS_EXTERNAL_EXPANDED(attr))
		return EOH_get_flat_size(DatumGetEOHP(value));
	return VARSIZE_ANY(attr);
}

/* ------------------------------------------------------------------
 * What the PG_DETOAST_DATUM macros of fmgr.h call.
 * ------------------------------------------------------------------
 */

/* pg_detoast_datum
 *		Plain form; the argument itself if it is plain. */
struct varlena *
pg_detoast_datum(struct varlena *datum)
{
	return VARATT_IS_EXTENDED(datum) ? detoast_attr(datum) : datum;
}

/* pg_detoast_datum_copy
 *		Plain form that the caller may change. */
struct varlena *
pg_detoast_datum_copy(struct varlena *datum)
{
	return VARATT_IS_EXTENDED(datum) ? detoast_attr(datum) : copy_value(datum);
}

/* pg_detoast_datum_slice
 *		Bytes first .. first + count - 1 of the payload. */
struct varlena *
pg_detoast_datum_slice(struct varlena *datum, int32 first, int32 count)
{
	return detoast_attr_slice(datum, first, count);
}

/* pg_detoast_datum_packed
 *		Neither compressed nor out of line, but a short header may stay. */
struct varlena *
pg_detoast_datum_packed(struct varlena *datum)
{
	if (VARATT_IS_COMPRESSED(datum) || VARATT_IS_EXTERNAL(datum))
		return detoast_attr(datum);
	return datum;
}
