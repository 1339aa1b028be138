/*
 * postgres.h
 *		First include of every server file.
 *
 * Adds to c.h what only the server has: Datum, the value of any SQL type
 * (itself if it fits eight bytes and its type is passed by value, else a
 * pointer), the headers of variable-length values, errors and memory.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postgres.h
 */
#ifndef POSTGRES_H
#define POSTGRES_H

#include "c.h"
#include "utils/elog.h"
#include "utils/palloc.h"
#include "varatt.h"

typedef uintptr_t Datum;
#define SIZEOF_DATUM 8
StaticAssertDecl(sizeof(Datum) == 8, "Datum is eight bytes");

/* A value that may be NULL, as function calls pass it. */
typedef struct NullableDatum
{
	Datum value;
	bool isnull;
} NullableDatum;

/*
 * Conversions between Datum and C types.  Narrow integers are sign- or
 * zero-extended, so that equal values give equal Datums.
 */
#define DATUM_CONVERTERS(Name, ctype)           \
	static inline ctype DatumGet##Name(Datum d) \
	{                                           \
		return (ctype) d;                       \
	}                                           \
	static inline Datum Name##GetDatum(ctype v) \
	{                                           \
		return (Datum) v;                       \
	}

DATUM_CONVERTERS(Char, char)
DATUM_CONVERTERS(UInt8, uint8)
DATUM_CONVERTERS(Int8, int8)
DATUM_CONVERTERS(Int16, int16)
DATUM_CONVERTERS(UInt16, uint16)
DATUM_CONVERTERS(Int32, int32)
DATUM_CONVERTERS(UInt32, uint32)
DATUM_CONVERTERS(Int64, int64)
DATUM_CONVERTERS(UInt64, uint64)
DATUM_CONVERTERS(ObjectId, Oid)
DATUM_CONVERTERS(TransactionId, TransactionId)
DATUM_CONVERTERS(MultiXactId, MultiXactId)
DATUM_CONVERTERS(CommandId, CommandId)
#undef DATUM_CONVERTERS

static inline bool
DatumGetBool(Datum d)
{
	return (d & 0xFF) != 0;
}

static inline Datum
BoolGetDatum(bool v)
{
	return v ? 1 : 0;
}

static inline float4
DatumGetFloat4(Datum d)
{
	union
	{
		uint32 i;
		float4 f;
	} u = {.i = (uint32) d};

	return u.f;
}

static inline Datum
Float4GetDatum(float4 v)
{
	union
	{
		float4 f;
		int32 i;
	} u = {.f = v};

	return Int32GetDatum(u.i);
}

static inline float8
DatumGetFloat8(Datum d)
{
	union
	{
		uint64 i;
		float8 f;
	} u = {.i = (uint64) d};

	return u.f;
}

static inline Datum
Float8GetDatum(float8 v)
{
	union
	{
		float8 f;
		uint64 i;
	} u = {.f = v};

	return (Datum) u.i;
}

#define DatumGetPointer(d) ((Pointer) (d))
#define PointerGetDatum(p) ((Datum) (p))
#define DatumGetCString(d) ((char *) DatumGetPointer(d))
#define CStringGetDatum(s) PointerGetDatum(s)
#define DatumGetName(d) ((Name) DatumGetPointer(d))
#define NameGetDatum(n) CStringGetDatum(NameStr(*(n)))
#define Int64GetDatumFast(v) Int64GetDatum(v)
#define Float8GetDatumFast(v) Float8GetDatum(v)

#endif /* POSTGRES_H */
