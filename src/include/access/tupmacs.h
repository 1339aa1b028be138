/*
 * tupmacs.h
 *		Reading and placing single column values inside a tuple.
 *
 * Alignment letters and lengths are those of pg_attribute: attalign c, s,
 * i, d; attlen > 0 fixed, -1 varlena, -2 C string.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/tupmacs.h
 */
#ifndef TUPMACS_H
#define TUPMACS_H

#include "varatt.h"
#include "catalog/pg_type_d.h" /* TYPALIGN_xxx */

/* In the bitmap a set bit means the column is there. */
static inline bool
att_isnull(int att, const bits8 *bits)
{
	return (bits[att >> 3] & (1 << (att & 7))) == 0;
}

/* The value at address t of a type of these properties. */
static inline Datum
fetch_att(const void *t, bool byval, int len)
{
	if (!byval)
		return PointerGetDatum(t);
	switch (len)
	{
		case 1:
			return CharGetDatum(*(const char *) t);
		case 2:
			return Int16GetDatum(*(const int16 *) t);
		case 4:
			return Int32GetDatum(*(const int32 *) t);
		case 8:
			return *(const Datum *) t;
		default:
			elog(ERROR, "unsupported byval length: %d", len);
	}
	return 0;
}

#define fetchatt(a, t) fetch_att(t, (a)->attbyval, (a)->attlen)

/* Store a by-value Datum. */
static inline void
store_att_byval(void *t, Datum d, int len)
{
	switch (len)
	{
		case 1:
			*(char *) t = DatumGetChar(d);
			break;
		case 2:
			*(int16 *) t = DatumGetInt16(d);
			break;
		case 4:
			*(int32 *) t = DatumGetInt32(d);
			break;
		case 8:
			*(Datum *) t = d;
			break;
		default:
			elog(ERROR, "unsupported byval length: %d", len);
	}
}

/* Round an offset (or pointer value) up to what the letter asks for. */
static inline uintptr_t
att_align_to(uintptr_t off, char align)
{
	switch (align)
	{
		case TYPALIGN_INT:
			return INTALIGN(off);
		case TYPALIGN_CHAR:
			return off;
		case TYPALIGN_DOUBLE:
			return DOUBLEALIGN(off);
		default:
			return SHORTALIGN(off);
	}
}

#define att_align_nominal(off, align) \
	att_align_to((uintptr_t) (off), align)

/* Where a Datum that is yet to be stored goes: no padding for short ones. */
#define att_align_datum(off, align, len, datum) \
	(((len) == -1 && VARATT_IS_1B(DatumGetPointer(datum))) ? (uintptr_t) (off) : att_align_nominal(off, align))

/* Where the stored value near off starts: a nonzero byte is no padding. */
#define att_align_pointer(off, align, len, ptr) \
	(((len) == -1 && VARATT_NOT_PAD_BYTE(ptr)) ? (uintptr_t) (off) : att_align_nominal(off, align))

/* The offset behind a value. */
static inline uintptr_t
att_end(uintptr_t off, int len, const char *val)
{
	if (len > 0)
		return off + len;
	return off + (len == -1 ? VARSIZE_ANY(val) : strlen(val) + 1);
}

#define att_addlength_datum(off, len, datum) \
	att_end((uintptr_t) (off), len, (const char *) DatumGetPointer(datum))
#define att_addlength_pointer(off, len, ptr) \
	att_end((uintptr_t) (off), len, (const char *) (ptr))

#endif /* TUPMACS_H */
