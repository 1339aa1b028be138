/*
 * hashfunc.c
 *		Hash functions of the basic types.
 *
 * Values that are equal across the types of an operator family hash alike: the
 * integers through the low and the folded high half, the floats through float8.
 * The "extended" functions take a 64-bit seed and give 64 bits.  Both reach the
 * disk in hash indexes and partition bounds, so the values are PostgreSQL's.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/hash/hashfunc.c
 */
#include "postgres.h"

#include "catalog/pg_collation.h"
#include "common/hashfn.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/pg_locale.h"

#define SEED() ((uint64) PG_GETARG_INT64(1))

/* One by-value type, hashed as a 32-bit number. */
#define HASH_INT(name, GET, T)                                    \
	Datum name(PG_FUNCTION_ARGS)                                  \
	{                                                             \
		return hash_uint32((uint32) (T) GET(0));                  \
	}                                                             \
	Datum name##extended(PG_FUNCTION_ARGS)                        \
	{                                                             \
		return hash_uint32_extended((uint32) (T) GET(0), SEED()); \
	}

HASH_INT(hashchar, PG_GETARG_CHAR, int32)
HASH_INT(hashint2, PG_GETARG_INT16, int32)
HASH_INT(hashint4, PG_GETARG_INT32, uint32)
HASH_INT(hashoid, PG_GETARG_OID, uint32)
HASH_INT(hashenum, PG_GETARG_OID, uint32)

/* The high half is folded in such that small values hash as an int4 does. */
static uint32
fold_int8(int64 val)
{
	uint32 low = (uint32) val;
	uint32 high = (uint32) (val >> 32);

	return low ^ (val >= 0 ? high : ~high);
}

Datum
hashint8(PG_FUNCTION_ARGS)
{
	return hash_uint32(fold_int8(PG_GETARG_INT64(0)));
}

Datum
hashint8extended(PG_FUNCTION_ARGS)
{
	return hash_uint32_extended(fold_int8(PG_GETARG_INT64(0)), SEED());
}

/* Both zeroes are equal, and all NaNs are. */
static Datum
hash_double(float8 key)
{
	if (key == 0)
		PG_RETURN_UINT32(0);
	if (isnan(key))
		key = get_float8_nan();
	return hash_any((unsigned char *) &key, sizeof(key));
}

static Datum
hash_double_extended(float8 key, uint64 seed)
{
	if (key == 0)
		return UInt64GetDatum(seed);
	if (isnan(key))
		key = get_float8_nan();
	return hash_any_extended((unsigned char *) &key, sizeof(key), seed);
}

Datum
hashfloat4(PG_FUNCTION_ARGS)
{
	return hash_double(PG_GETARG_FLOAT4(0));
}

Datum
hashfloat8(PG_FUNCTION_ARGS)
{
	return hash_double(PG_GETARG_FLOAT8(0));
}

Datum
hashfloat4extended(PG_FUNCTION_ARGS)
{
	return hash_double_extended(PG_GETARG_FLOAT4(0), SEED());
}

Datum
hashfloat8extended(PG_FUNCTION_ARGS)
{
	return hash_double_extended(PG_GETARG_FLOAT8(0), SEED());
}

Datum
hashoidvector(PG_FUNCTION_ARGS)
{
	oidvector *key = (oidvector *) PG_DETOAST_DATUM(PG_GETARG_DATUM(0));

	return hash_any((unsigned char *) key->values, key->dim1 * sizeof(Oid));
}

Datum
hashoidvectorextended(PG_FUNCTION_ARGS)
{
	oidvector *key = (oidvector *) PG_DETOAST_DATUM(PG_GETARG_DATUM(0));

	return hash_any_extended((unsigned char *) key->values,
							 key->dim1 * sizeof(Oid), SEED());
}

Datum
hashname(PG_FUNCTION_ARGS)
{
	char *key = NameStr(*PG_GETARG_NAME(0));

	return hash_any((unsigned char *) key, strlen(key));
}

Datum
hashnameextended(PG_FUNCTION_ARGS)
{
	char *key = NameStr(*PG_GETARG_NAME(0));

	return hash_any_extended((unsigned char *) key, strlen(key), SEED());
}

/* Equal text is equal bytes, since every collation is deterministic. */
static void
check_collation(Oid collid)
{
	if (!OidIsValid(collid))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_COLLATION),
				 errmsg("could not determine which collation to use for string hashing"),
				 errhint("Use the COLLATE clause to set the collation explicitly.")));
}

Datum
hashtext(PG_FUNCTION_ARGS)
{
	check_collation(PG_GET_COLLATION());
	return hashvarlena(fcinfo);
}

Datum
hashtextextended(PG_FUNCTION_ARGS)
{
	check_collation(PG_GET_COLLATION());
	return hashvarlenaextended(fcinfo);
}

Datum
hashvarlena(PG_FUNCTION_ARGS)
{
	struct varlena *key = PG_GETARG_VARLENA_PP(0);
	Datum result = hash_any((unsigned char *) VARDATA_ANY(key),
							VARSIZE_ANY_EXHDR(key));

	PG_FREE_IF_COPY(key, 0);
	return result;
}

Datum
hashvarlenaextended(PG_FUNCTION_ARGS)
{
	struct varlena *key = PG_GETARG_VARLENA_PP(0);
	Datum result = hash_any_extended((unsigned char *) VARDATA_ANY(key),
									 VARSIZE_ANY_EXHDR(key), SEED());

	PG_FREE_IF_COPY(key, 0);
	return result;
}
