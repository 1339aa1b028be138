/*
 * datum.c
 *		Copying and comparing values of which only the storage is known.
 *
 * "typLen" is pg_type.typlen.  Comparison is of bytes, not of meaning.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/datum.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"

/*
 * datumGetSize
 *		Bytes that a value takes as it is, header and terminator included.
 */
Size
datumGetSize(Datum value, bool typByVal, int typLen)
{
	void *p = DatumGetPointer(value);

	if (typByVal || typLen > 0)
	{
		Assert(typLen > 0);
		return (Size) typLen;
	}
	if (p == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("invalid Datum pointer")));
	if (typLen == -1)
		return VARSIZE_ANY(p);
	if (typLen == -2)
		return strlen(p) + 1;
	elog(ERROR, "invalid typLen: %d", typLen);
	return 0;
}

/*
 * datumCopy
 *		A copy in the current memory context; expanded values become flat.
 */
Datum
datumCopy(Datum value, bool typByVal, int typLen)
{
	Size size;
	void *copy;

	if (typByVal)
		return value;
	if (typLen == -1 && VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
	{
		ExpandedObjectHeader *eoh = DatumGetEOHP(value);

		size = EOH_get_flat_size(eoh);
		copy = palloc(size);
		EOH_flatten_into(eoh, copy, size);
		return PointerGetDatum(copy);
	}
	size = datumGetSize(value, typByVal, typLen);
	copy = palloc(size);
	memcpy(copy, DatumGetPointer(value), size);
	return PointerGetDatum(copy);
}

/* Like datumCopy, but a read-write expanded value is moved, not copied. */
Datum
datumTransfer(Datum value, bool typByVal, int typLen)
{
	if (!typByVal && typLen == -1 &&
		VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) &&
		VARTAG_EXTERNAL(DatumGetPointer(value)) == VARTAG_EXPANDED_RW)
		return TransferExpandedObject(value, CurrentMemoryContext);
	return datumCopy(value, typByVal, typLen);
}

/* Same bytes as they are stored?  Compressed and plain forms differ. */
bool
datumIsEqual(Datum value1, Datum value2, bool typByVal, int typLen)
{
	Size size;

	if (typByVal)
		return value1 == value2;
	size = datumGetSize(value1, typByVal, typLen);
	return size == datumGetSize(value2, typByVal, typLen) &&
		memcmp(DatumGetPointer(value1), DatumGetPointer(value2), size) == 0;
}

/* Same bytes once fetched and decompressed? */
bool
datum_image_eq(Datum value1, Datum value2, bool typByVal, int typLen)
{
	struct varlena *a;
	struct varlena *b;
	Size size;
	bool result;

	if (typByVal || typLen != -1)
		return datumIsEqual(value1, value2, typByVal, typLen);
	size = toast_raw_datum_size(value1);
	if (size != toast_raw_datum_size(value2))
		return false;
	a = PG_DETOAST_DATUM_PACKED(value1);
	b = PG_DETOAST_DATUM_PACKED(value2);
	result = memcmp(VARDATA_ANY(a), VARDATA_ANY(b), size - VARHDRSZ) == 0;
	if ((Pointer) a != DatumGetPointer(value1))
		pfree(a);
	if ((Pointer) b != DatumGetPointer(value2))
		pfree(b);
	return result;
}

/* A hash that is equal where datum_image_eq says equal. */
uint32
datum_image_hash(Datum value, bool typByVal, int typLen)
{
	struct varlena *v;
	uint32 result;

	if (typByVal)
		return hash_bytes((unsigned char *) &value, sizeof(Datum));
	if (typLen != -1)
		return hash_bytes((unsigned char *) DatumGetPointer(value),
						  datumGetSize(value, typByVal, typLen));
	v = PG_DETOAST_DATUM_PACKED(value);
	result = hash_bytes((unsigned char *) VARDATA_ANY(v),
						VARSIZE_ANY_EXHDR(v));
	if ((Pointer) v != DatumGetPointer(value))
		pfree(v);
	return result;
}

/*
 * The flat form of a value: an int header (-2 NULL, -1 by value, else the
 * size), then the Datum or the bytes.
 */
Size
datumEstimateSpace(Datum value, bool isnull, bool typByVal, int typLen)
{
	Size size = sizeof(int);

	if (isnull)
		return size;
	if (typByVal)
		return size + sizeof(Datum);
	if (typLen == -1 && VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return size + EOH_get_flat_size(DatumGetEOHP(value));
	return size + datumGetSize(value, typByVal, typLen);
}

void
datumSerialize(Datum value, bool isnull, bool typByVal, int typLen,
			   char **start_address)
{
	int header = -2;
	Size size = 0;
	const void *source = NULL;

	if (!isnull && typByVal)
	{
		header = -1;
		size = sizeof(Datum);
		source = &value;
	}
	else if (!isnull)
	{
		if (typLen == -1 && VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
			value = datumCopy(value, typByVal, typLen);
		size = datumGetSize(value, typByVal, typLen);
		header = (int) size;
		source = DatumGetPointer(value);
	}
	memcpy(*start_address, &header, sizeof(int));
	*start_address += sizeof(int);
	if (size > 0)
		memcpy(*start_address, source, size);
	*start_address += size;
}

Datum
datumRestore(char **start_address, bool *isnull)
{
	int header;
	Datum value = (Datum) 0;

	memcpy(&header, *start_address, sizeof(int));
	*start_address += sizeof(int);
	*isnull = header == -2;
	if (header == -2)
		return value;
	if (header == -1)
	{
		memcpy(&value, *start_address, sizeof(Datum));
		*start_address += sizeof(Datum);
		return value;
	}
	value = PointerGetDatum(palloc(header));
	memcpy(DatumGetPointer(value), *start_address, header);
	*start_address += header;
	return value;
}

/*
 * "Equal values have equal bytes", for btree deduplication.  Not so for
 * intervals (a month equals 30 days) and for char(n) (trailing blanks).
 */
Datum
btequalimage(PG_FUNCTION_ARGS)
{
	Oid opcintype = PG_GETARG_OID(0);

	PG_RETURN_BOOL(opcintype != INTERVALOID && opcintype != BPCHAROID);
}
