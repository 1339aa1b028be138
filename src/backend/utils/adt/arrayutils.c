/*
 * arrayutils.c
 *		Arithmetic of array subscripts.
 *
 * Arrays are stored in row-major order: the last subscript varies fastest.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/arrayutils.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

/* Raises 54000 for more than MAXDIM dimensions. */
void
ArrayCheckDimensions(int ndim)
{
	if (ndim > MAXDIM)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)",
						ndim, MAXDIM)));
}

/* Linear position of an element, given its subscripts. */
int
ArrayGetOffset(int n, const int *dim, const int *lb, const int *indx)
{
	int offset = 0;

	for (int i = 0; i < n; i++)
		offset = offset * dim[i] + (indx[i] - lb[i]);
	return offset;
}

/* The same from zero-based subscripts and the span of each dimension. */
int
ArrayGetOffset0(int n, const int *tup, const int *scale)
{
	int offset = 0;

	for (int i = 0; i < n; i++)
		offset += tup[i] * scale[i];
	return offset;
}

/* Number of elements; 54000 if it is over MaxArraySize. */
int
ArrayGetNItems(int ndim, const int *dims)
{
	int64 n = 1;

	if (ndim <= 0)
		return 0;
	for (int i = 0; i < ndim; i++)
	{
		if (dims[i] < 0)
			n = -1;
		else
			n *= dims[i];
		if (n < 0 || n > (int64) MaxArraySize)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("array size exceeds the maximum allowed (%d)",
							(int) MaxArraySize)));
	}
	return (int) n;
}

/* The upper bound of each dimension must be an int; 54000 otherwise. */
void
ArrayCheckBounds(int ndim, const int *dims, const int *lb)
{
	int sum;

	for (int i = 0; i < ndim; i++)
		if (__builtin_add_overflow(dims[i], lb[i], &sum))
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("array lower bound is too large: %d", lb[i])));
}

void
mda_get_range(int n, int *span, const int *st, const int *endp)
{
	for (int i = 0; i < n; i++)
		span[i] = endp[i] - st[i] + 1;
}

void
mda_get_prod(int n, const int *range, int *prod)
{
	prod[n - 1] = 1;
	for (int i = n - 1; i > 0; i--)
		prod[i - 1] = prod[i] * range[i];
}

/* Elements to skip after finishing a run of each dimension of a slice. */
void
mda_get_offset_values(int n, int *dist, const int *prod, const int *span)
{
	for (int j = n - 2; j >= 0; j--)
	{
		dist[j] = prod[j] - 1;
		for (int i = j + 1; i < n; i++)
			dist[j] -= (span[i] - 1) * prod[i];
	}
	dist[n - 1] = 0;
}

/*
 * Advances zero-based subscripts within span.  Returns the first dimension
 * that was changed, or -1 at the end.
 */
int
mda_next_tuple(int n, int *curr, const int *span)
{
	for (int i = n - 1; i >= 0; i--)
	{
		if (++curr[i] < span[i])
			return i;
		curr[i] = 0;
	}
	return -1;
}

static void
typmod_error(bool wrong, int sqlstate, const char *message)
{
	if (wrong)
		ereport(ERROR,
				(errcode(sqlstate),
				 errmsg("%s", message)));
}

/* The numbers of a cstring[] as a typmodin function gets it; palloc'd. */
int32 *
ArrayGetIntegerTypmods(ArrayType *arr, int *n)
{
	Datum *elems;
	int32 *result;

	typmod_error(ARR_ELEMTYPE(arr) != CSTRINGOID, ERRCODE_ARRAY_ELEMENT_ERROR,
				 "typmod array must be type cstring[]");
	typmod_error(ARR_NDIM(arr) != 1, ERRCODE_ARRAY_SUBSCRIPT_ERROR,
				 "typmod array must be one-dimensional");
	typmod_error(array_contains_nulls(arr), ERRCODE_NULL_VALUE_NOT_ALLOWED,
				 "typmod array must not contain nulls");
	deconstruct_array(arr, CSTRINGOID, -2, false, TYPALIGN_CHAR, &elems, NULL,
					  n);
	result = palloc(*n * sizeof(int32));
	for (int i = 0; i < *n; i++)
		result[i] = pg_strtoint32(DatumGetCString(elems[i]));
	return result;
}
