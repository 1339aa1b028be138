/*
 * detoast.h
 *		Bringing back values that were compressed or moved out of line.
 *
 * detoast_attr gives a plain value, detoast_external_attr only fetches it
 * (it may still be compressed), detoast_attr_slice gives a part of the
 * payload.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/detoast.h
 */
#ifndef DETOAST_H
#define DETOAST_H

#include "varatt.h"

/* The pointer struct is unaligned in its datum: copy it out. */
#define VARATT_EXTERNAL_GET_POINTER(ptr, attr) \
	memcpy(&(ptr), VARDATA_EXTERNAL(attr), sizeof(ptr))

#define TOAST_POINTER_SIZE (VARHDRSZ_EXTERNAL + sizeof(varatt_external))
#define INDIRECT_POINTER_SIZE (VARHDRSZ_EXTERNAL + sizeof(varatt_indirect))

StaticAssertDecl(TOAST_POINTER_SIZE == 18, "on-disk TOAST pointer");

extern struct varlena *detoast_attr(struct varlena *attr);
extern struct varlena *detoast_attr_slice(struct varlena *attr, int32 offset,
										  int32 length);
extern struct varlena *detoast_external_attr(struct varlena *attr);
extern Size toast_raw_datum_size(Datum value);
extern Size toast_datum_size(Datum value);

#endif /* DETOAST_H */
