/*
 * fmgr_detoast.c
 *		What PG_GETARG_TEXT_P and its like do to a stored value.
 *
 * fmgr.h owns the interface; the work is detoast.c's.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/fmgr_detoast.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "fmgr.h"

/* Plain form with a four-byte header; the value itself if it is that already. */
struct varlena *
pg_detoast_datum(struct varlena *datum)
{
	return VARATT_IS_EXTENDED(datum) ? detoast_attr(datum) : datum;
}

/* The same, always in memory of its own. */
struct varlena *
pg_detoast_datum_copy(struct varlena *datum)
{
	struct varlena *copy;

	if (VARATT_IS_EXTENDED(datum))
		return detoast_attr(datum);
	copy = palloc(VARSIZE(datum));
	memcpy(copy, datum, VARSIZE(datum));
	return copy;
}

/* Neither compressed nor out of line; the header may be of one byte. */
struct varlena *
pg_detoast_datum_packed(struct varlena *datum)
{
	if (VARATT_IS_COMPRESSED(datum) || VARATT_IS_EXTERNAL(datum))
		return detoast_attr(datum);
	return datum;
}

/* count bytes from byte first on, in memory of their own. */
struct varlena *
pg_detoast_datum_slice(struct varlena *datum, int32 first, int32 count)
{
	return detoast_attr_slice(datum, first, count);
}
