/*
 * arrayaccess.h
 *		Walk over the elements of an array without deconstructing it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/arrayaccess.h
 */
#ifndef ARRAYACCESS_H
#define ARRAYACCESS_H

#include "access/tupmacs.h"
#include "utils/array.h"

/* Position of a walk; set by array_iter_setup, advanced by array_iter_next. */
typedef struct array_iter
{
	char *dataptr; /* next element's bytes */
	bits8 *bitmapptr; /* its null bit's byte, or NULL */
	int bitmask; /* its bit there */
} array_iter;

static inline void
array_iter_setup(array_iter *it, AnyArrayType *a)
{
	it->dataptr = ARR_DATA_PTR(a);
	it->bitmapptr = ARR_NULLBITMAP(a);
	it->bitmask = 1;
}

/* The i'th element; i must count up from 0 for the callers of stock's API. */
static inline Datum
array_iter_next(array_iter *it, bool *isnull, int i, int elmlen, bool elmbyval,
				char elmalign)
{
	bool null = it->bitmapptr && !(*it->bitmapptr & it->bitmask);
	Datum result = (Datum) 0;

	if (!null)
	{
		result = fetch_att(it->dataptr, elmbyval, elmlen);
		it->dataptr = (char *) att_addlength_pointer(it->dataptr, elmlen, it->dataptr);
		it->dataptr = (char *) att_align_nominal(it->dataptr, elmalign);
	}
	if (it->bitmapptr && (it->bitmask <<= 1) == 0x100)
	{
		it->bitmask = 1;
		it->bitmapptr++;
	}
	*isnull = null;
	return result;
}

#endif /* ARRAYACCESS_H */
