/*
 * arrayfuncs.c
 *		Arrays: bytes, elements, slices, comparison, accumulation.
 *
 * The format is drawn in utils/array.h.  Two operations carry the rest:
 * construct_md_array lays out an array from elements, deconstruct_array takes
 * one apart; whatever changes an array does both.  Text and binary I/O are in
 * arrayio.c, functions that only combine others in array_userfuncs.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/arrayfuncs.c
 */
#include "postgres.h"

#include "access/tupmacs.h"
#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "executor/executor.h"
#include "utils/array.h"
#include "utils/arrayaccess.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

bool Array_nulls = true;

/* ---- Building ---- */

ArrayType *
construct_empty_array(Oid elmtype)
{
	ArrayType *result = palloc0(sizeof(ArrayType));

	SET_VARSIZE(result, sizeof(ArrayType));
	result->elemtype = elmtype;
	return result;
}

/* Aligned size of the elements' bytes; varlena elements are detoasted. */
static int32
measure_elements(Datum *elems, bool *nulls, int n, int elmlen, bool elmbyval,
				 char elmalign, bool *hasnulls)
{
	Size nbytes = 0;

	*hasnulls = false;
	for (int i = 0; i < n; i++)
	{
		if (nulls && nulls[i])
		{
			*hasnulls = true;
			continue;
		}
		if (elmlen == -1)
			elems[i] = PointerGetDatum(PG_DETOAST_DATUM(elems[i]));
		nbytes = att_addlength_datum(nbytes, elmlen, elems[i]);
		nbytes = att_align_nominal(nbytes, elmalign);
		if (!AllocSizeIsValid(nbytes))
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("array size exceeds the maximum allowed (%d)",
							(int) MaxAllocSize)));
	}
	return (int32) nbytes;
}

/* Copies one element to p, zero-padded; returns the aligned length. */
static int
put_element(char *p, Datum value, int elmlen, bool elmbyval, char elmalign)
{
	int len;
	int padded;

	if (elmlen > 0)
	{
		len = elmlen;
		if (elmbyval)
			store_att_byval(p, value, elmlen);
		else
			memcpy(p, DatumGetPointer(value), len);
	}
	else
	{
		Assert(!elmbyval);
		len = (int) att_addlength_datum(0, elmlen, value);
		memcpy(p, DatumGetPointer(value), len);
	}
	padded = (int) att_align_nominal(len, elmalign);
	memset(p + len, 0, padded - len);
	return padded;
}

/* Lays values into an array whose header is complete. */
void
CopyArrayEls(ArrayType *array, Datum *values, bool *nulls, int nitems,
			 int typlen, bool typbyval, char typalign, bool freedata)
{
	char *p = ARR_DATA_PTR(array);
	bits8 *bitmap = ARR_NULLBITMAP(array);

	for (int i = 0; i < nitems; i++)
	{
		if (nulls && nulls[i])
		{
			if (bitmap == NULL)
				elog(ERROR, "null array element where not supported");
			continue;
		}
		if (bitmap)
			bitmap[i / 8] |= 1 << (i % 8);
		p += put_element(p, values[i], typlen, typbyval, typalign);
		if (freedata && !typbyval)
			pfree(DatumGetPointer(values[i]));
	}
}

/*
 * construct_md_array
 *		An array of the given shape, palloc'd.
 *
 * elems	one Datum per element; varlena ones are replaced by detoasted ones
 * nulls	a flag per element, or NULL if there are none
 * dims, lbs	ndims lengths and lower bounds
 *
 * Errors: 54000 for too many dimensions, elements or bytes.
 */
ArrayType *
construct_md_array(Datum *elems, bool *nulls, int ndims, int *dims, int *lbs,
				   Oid elmtype, int elmlen, bool elmbyval, char elmalign)
{
	ArrayType *result;
	bool hasnulls;
	int32 nbytes;
	int32 dataoffset = 0;
	int nelems;

	if (ndims < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid number of dimensions: %d", ndims)));
	ArrayCheckDimensions(ndims);
	nelems = ArrayGetNItems(ndims, dims);
	ArrayCheckBounds(ndims, dims, lbs);
	if (nelems <= 0)
		return construct_empty_array(elmtype);
	nbytes = measure_elements(elems, nulls, nelems, elmlen, elmbyval, elmalign,
							  &hasnulls);
	if (hasnulls)
	{
		dataoffset = ARR_OVERHEAD_WITHNULLS(ndims, nelems);
		nbytes += dataoffset;
	}
	else
		nbytes += ARR_OVERHEAD_NONULLS(ndims);
	result = palloc0(nbytes);
	SET_VARSIZE(result, nbytes);
	result->ndim = ndims;
	result->dataoffset = dataoffset;
	result->elemtype = elmtype;
	memcpy(ARR_DIMS(result), dims, ndims * sizeof(int));
	memcpy(ARR_LBOUND(result), lbs, ndims * sizeof(int));
	CopyArrayEls(result, elems, nulls, nelems, elmlen, elmbyval, elmalign,
				 false);
	return result;
}

/* One dimension from 1, without nulls. */
ArrayType *
construct_array(Datum *elems, int nelems, Oid elmtype, int elmlen,
				bool elmbyval, char elmalign)
{
	int dims[1] = {nelems};
	int lbs[1] = {1};

	return construct_md_array(elems, NULL, 1, dims, lbs, elmtype, elmlen,
							  elmbyval, elmalign);
}

/* Storage of the types that C code makes arrays of. */
static void
builtin_storage(Oid elmtype, int *len, bool *byval, char *align)
{
	*byval = true;
	switch (elmtype)
	{
		case BOOLOID:
		case CHAROID:
			*len = 1;
			*align = TYPALIGN_CHAR;
			return;
		case INT2OID:
			*len = 2;
			*align = TYPALIGN_SHORT;
			return;
		case INT4OID:
		case FLOAT4OID:
		case OIDOID:
		case REGTYPEOID:
		case XIDOID:
			*len = 4;
			*align = TYPALIGN_INT;
			return;
		case INT8OID:
		case FLOAT8OID:
		case TIMESTAMPTZOID:
			*len = 8;
			*align = TYPALIGN_DOUBLE;
			return;
		case NAMEOID:
			*len = NAMEDATALEN;
			*byval = false;
			*align = TYPALIGN_CHAR;
			return;
		case CSTRINGOID:
			*len = -2;
			*byval = false;
			*align = TYPALIGN_CHAR;
			return;
		case TIDOID:
			*len = 6;
			*byval = false;
			*align = TYPALIGN_SHORT;
			return;
		case TEXTOID:
		case NUMERICOID:
			*len = -1;
			*byval = false;
			*align = TYPALIGN_INT;
			return;
	}
	elog(ERROR, "type %u has no built-in array storage", elmtype);
}

ArrayType *
construct_array_builtin(Datum *elems, int nelems, Oid elmtype)
{
	int len;
	bool byval;
	char align;

	builtin_storage(elmtype, &len, &byval, &align);
	return construct_array(elems, nelems, elmtype, len, byval, align);
}

/* ---- Taking apart ---- */

/*
 * deconstruct_array
 *		The elements in storage order, palloc'd; by-reference ones point into
 *		the array.  If nullsp is NULL, a null element is an error (22004).
 */
void
deconstruct_array(ArrayType *array, Oid elmtype, int elmlen, bool elmbyval,
				  char elmalign, Datum **elemsp, bool **nullsp, int *nelemsp)
{
	int n;
	array_iter it;
	Datum *elems;
	bool *nulls;

	Assert(ARR_ELEMTYPE(array) == elmtype);
	n = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	elems = palloc((n + 1) * sizeof(Datum));
	nulls = palloc0((n + 1) * sizeof(bool));
	array_iter_setup(&it, array);
	for (int i = 0; i < n; i++)
	{
		elems[i] = array_iter_next(&it, &nulls[i], i, elmlen, elmbyval,
								   elmalign);
		if (nulls[i] && nullsp == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("null array element not allowed in this context")));
	}
	*elemsp = elems;
	*nelemsp = n;
	if (nullsp)
		*nullsp = nulls;
	else
		pfree(nulls);
}

void
deconstruct_array_builtin(ArrayType *array, Oid elmtype, Datum **elemsp,
						  bool **nullsp, int *nelemsp)
{
	int len;
	bool byval;
	char align;

	builtin_storage(elmtype, &len, &byval, &align);
	deconstruct_array(array, elmtype, len, byval, align, elemsp, nullsp,
					  nelemsp);
}

/* Is any element null?  A bitmap may be there without. */
bool
array_contains_nulls(ArrayType *array)
{
	bits8 *bitmap = ARR_NULLBITMAP(array);
	int n;

	if (bitmap == NULL)
		return false;
	n = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	for (int i = 0; i < n; i++)
		if (!(bitmap[i / 8] & (1 << (i % 8))))
			return true;
	return false;
}

/* Copies nitems null bits; a NULL source means "no nulls". */
void
array_bitmap_copy(bits8 *destbitmap, int destoffset, const bits8 *srcbitmap,
				  int srcoffset, int nitems)
{
	for (int i = 0; i < nitems; i++)
	{
		int s = srcoffset + i;
		int d = destoffset + i;
		bool set = !srcbitmap || (srcbitmap[s / 8] & (1 << (s % 8)));

		if (set)
			destbitmap[d / 8] |= 1 << (d % 8);
		else
			destbitmap[d / 8] &= ~(1 << (d % 8));
	}
}

/* ---- Elements and slices ---- */

/* Fixed-length types such as name and point: elements without a header. */
static bool
fixed_array_shape(int arraytyplen, int elmlen, int *dim, int *lb)
{
	if (arraytyplen <= 0)
		return false;
	*dim = arraytyplen / elmlen;
	*lb = 0;
	return true;
}

/* Pointer to the n'th element's bytes; n counts nulls too. */
static char *
seek_element(ArrayType *array, int n, int elmlen, char elmalign, bool *isnull)
{
	char *p = ARR_DATA_PTR(array);
	bits8 *bitmap = ARR_NULLBITMAP(array);

	*isnull = bitmap && !(bitmap[n / 8] & (1 << (n % 8)));
	if (*isnull)
		return NULL;
	if (elmlen > 0 && !bitmap)
		return p + (Size) n * att_align_nominal(elmlen, elmalign);
	for (int i = 0; i < n; i++)
	{
		if (bitmap && !(bitmap[i / 8] & (1 << (i % 8))))
			continue;
		p = (char *) att_addlength_pointer(p, elmlen, p);
		p = (char *) att_align_nominal(p, elmalign);
	}
	return p;
}

/*
 * array_get_element
 *		One element; NULL if a subscript is out of bounds or their number is
 *		not the array's.  A by-reference result points into the array.
 */
Datum
array_get_element(Datum arraydatum, int nSubscripts, int *indx,
				  int arraytyplen, int elmlen, bool elmbyval, char elmalign,
				  bool *isNull)
{
	ArrayType *array;
	char *p;
	int dim;
	int lb;

	*isNull = true;
	if (fixed_array_shape(arraytyplen, elmlen, &dim, &lb))
	{
		if (nSubscripts != 1 || indx[0] < 0 || indx[0] >= dim)
			return (Datum) 0;
		*isNull = false;
		return fetch_att(DatumGetPointer(arraydatum) + indx[0] * elmlen,
						 elmbyval, elmlen);
	}
	array = DatumGetArrayTypeP(arraydatum);
	if (ARR_NDIM(array) != nSubscripts || nSubscripts <= 0)
		return (Datum) 0;
	for (int i = 0; i < nSubscripts; i++)
		if (indx[i] < ARR_LBOUND(array)[i] ||
			indx[i] >= ARR_DIMS(array)[i] + ARR_LBOUND(array)[i])
			return (Datum) 0;
	p = seek_element(array, ArrayGetOffset(nSubscripts, ARR_DIMS(array), ARR_LBOUND(array), indx),
					 elmlen, elmalign, isNull);
	return *isNull ? (Datum) 0 : fetch_att(p, elmbyval, elmlen);
}

static void
subscript_error(const char *message)
{
	ereport(ERROR,
			(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
			 errmsg("%s", message)));
}

static void
check_subscript_count(int n)
{
	if (n <= 0 || n > MAXDIM)
		ereport(ERROR,
				(errcode(n <= 0 ? ERRCODE_ARRAY_SUBSCRIPT_ERROR : ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 n <= 0 ? errmsg("wrong number of array subscripts") : errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)", n, MAXDIM)));
}

/*
 * Changes the bounds of a one-dimensional array such that from..until lies
 * within; new elements are null.  Replaces *elems and *nulls.
 */
static void
grow_vector(Datum **elems, bool **nulls, int *dim, int *lb, int from,
			int until)
{
	int newlb = Min(*lb, from);
	int above = Max(until, *lb + *dim - 1);
	int newdim;
	Datum *e;
	bool *n;

	if (pg_sub_s32_overflow(above, newlb, &newdim) ||
		pg_add_s32_overflow(newdim, 1, &newdim) ||
		newdim > (int) MaxArraySize)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("array size exceeds the maximum allowed (%d)",
						(int) MaxArraySize)));
	e = palloc0(newdim * sizeof(Datum));
	n = palloc(newdim * sizeof(bool));
	memset(n, true, newdim * sizeof(bool));
	memcpy(e + (*lb - newlb), *elems, *dim * sizeof(Datum));
	memcpy(n + (*lb - newlb), *nulls, *dim * sizeof(bool));
	*elems = e;
	*nulls = n;
	*dim = newdim;
	*lb = newlb;
}

/*
 * array_set_element
 *		A copy of the array with one element replaced.
 *
 * A one-dimensional array grows as needed, the gap being null; an empty one
 * takes its shape from the subscripts.  Other subscripts must be in bounds
 * (2202E).
 */
Datum
array_set_element(Datum arraydatum, int nSubscripts, int *indx,
				  Datum dataValue, bool isNull, int arraytyplen, int elmlen,
				  bool elmbyval, char elmalign)
{
	ArrayType *array;
	int dims[MAXDIM];
	int lbs[MAXDIM];
	int ndim;
	int n;
	Datum *elems;
	bool *nulls;

	if (fixed_array_shape(arraytyplen, elmlen, dims, lbs))
	{
		char *result;

		if (nSubscripts != 1)
			subscript_error("wrong number of array subscripts");
		if (indx[0] < 0 || indx[0] >= dims[0])
			subscript_error("array subscript out of range");
		if (isNull)
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("cannot assign null value to an element of a fixed-length array")));
		result = palloc(arraytyplen);
		memcpy(result, DatumGetPointer(arraydatum), arraytyplen);
		(void) put_element(result + indx[0] * elmlen, dataValue, elmlen,
						   elmbyval, elmalign);
		return PointerGetDatum(result);
	}
	check_subscript_count(nSubscripts);
	array = DatumGetArrayTypeP(arraydatum);
	ndim = ARR_NDIM(array);
	if (ndim == 0)
	{
		for (int i = 0; i < nSubscripts; i++)
			dims[i] = 1;
		return PointerGetDatum(construct_md_array(&dataValue, &isNull,
												  nSubscripts, dims, indx,
												  ARR_ELEMTYPE(array), elmlen,
												  elmbyval, elmalign));
	}
	if (ndim != nSubscripts)
		subscript_error("wrong number of array subscripts");
	memcpy(dims, ARR_DIMS(array), ndim * sizeof(int));
	memcpy(lbs, ARR_LBOUND(array), ndim * sizeof(int));
	deconstruct_array(array, ARR_ELEMTYPE(array), elmlen, elmbyval, elmalign,
					  &elems, &nulls, &n);
	if (ndim == 1)
	{
		if (indx[0] < lbs[0] || indx[0] >= lbs[0] + dims[0])
			grow_vector(&elems, &nulls, &dims[0], &lbs[0], indx[0], indx[0]);
	}
	else
		for (int i = 0; i < ndim; i++)
			if (indx[i] < lbs[i] || indx[i] >= lbs[i] + dims[i])
				subscript_error("array subscript out of range");
	n = ArrayGetOffset(ndim, dims, lbs, indx);
	elems[n] = dataValue;
	nulls[n] = isNull;
	return PointerGetDatum(construct_md_array(elems, nulls, ndim, dims, lbs,
											  ARR_ELEMTYPE(array), elmlen,
											  elmbyval, elmalign));
}

/*
 * array_get_slice
 *		The elements between the bounds, renumbered from 1.  Missing bounds
 *		are the array's; what lies outside is left out.
 */
Datum
array_get_slice(Datum arraydatum, int nSubscripts, int *upperIndx,
				int *lowerIndx, bool *upperProvided, bool *lowerProvided,
				int arraytyplen, int elmlen, bool elmbyval, char elmalign)
{
	ArrayType *array;
	Oid elemtype;
	int ndim;
	int lower[MAXDIM];
	int span[MAXDIM];
	int ones[MAXDIM];
	int curr[MAXDIM] = {0};
	Datum *elems;
	bool *nulls;
	Datum *out;
	bool *outnulls;
	int n;
	int nout = 0;

	if (arraytyplen > 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("slices of fixed-length arrays not implemented")));
	array = DatumGetArrayTypeP(arraydatum);
	elemtype = ARR_ELEMTYPE(array);
	ndim = ARR_NDIM(array);
	if (ndim < nSubscripts || ndim <= 0 || ndim > MAXDIM)
		return PointerGetDatum(construct_empty_array(elemtype));
	for (int i = 0; i < ndim; i++)
	{
		int lb = ARR_LBOUND(array)[i];
		int ub = lb + ARR_DIMS(array)[i] - 1;
		bool given = i < nSubscripts;

		lower[i] = given && lowerProvided[i] ? Max(lowerIndx[i], lb) : lb;
		if (given && upperProvided[i])
			ub = Min(ub, upperIndx[i]);
		if (lower[i] > ub)
			return PointerGetDatum(construct_empty_array(elemtype));
		span[i] = ub - lower[i] + 1;
		ones[i] = 1;
	}
	deconstruct_array(array, elemtype, elmlen, elmbyval, elmalign, &elems,
					  &nulls, &n);
	out = palloc((n + 1) * sizeof(Datum));
	outnulls = palloc((n + 1) * sizeof(bool));
	do
	{
		int indx[MAXDIM];
		int at;

		for (int i = 0; i < ndim; i++)
			indx[i] = lower[i] + curr[i];
		at = ArrayGetOffset(ndim, ARR_DIMS(array), ARR_LBOUND(array), indx);
		out[nout] = elems[at];
		outnulls[nout++] = nulls[at];
	} while (mda_next_tuple(ndim, curr, span) >= 0);
	return PointerGetDatum(construct_md_array(out, outnulls, ndim, span, ones,
											  elemtype, elmlen, elmbyval,
											  elmalign));
}

/* A slice put into an empty array, which takes its shape from the bounds. */
static Datum
slice_of_nothing(int n, int *upper, int *lower, bool *upperGiven,
				 bool *lowerGiven, Datum *src, bool *srcnulls, int nsrc,
				 Oid elemtype, int elmlen, bool elmbyval, char elmalign)
{
	int dims[MAXDIM];
	int lbs[MAXDIM];

	for (int i = 0; i < n; i++)
	{
		if (!upperGiven[i] || !lowerGiven[i])
			ereport(ERROR,
					(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
					 errmsg("array slice subscript must provide both boundaries"),
					 errdetail("The array is empty, so its bounds must come from the slice.")));
		if (pg_sub_s32_overflow(upper[i], lower[i], &dims[i]) ||
			pg_add_s32_overflow(dims[i], 1, &dims[i]))
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("array size exceeds the maximum allowed (%d)",
							(int) MaxArraySize)));
		lbs[i] = lower[i];
	}
	if (nsrc < ArrayGetNItems(n, dims))
		subscript_error("source array too small");
	return PointerGetDatum(construct_md_array(src, srcnulls, n, dims, lbs,
											  elemtype, elmlen, elmbyval,
											  elmalign));
}

/*
 * array_set_slice
 *		A copy of the array with the elements between the bounds replaced by
 *		those of srcArrayDatum in order.  A null source changes nothing.
 */
Datum
array_set_slice(Datum arraydatum, int nSubscripts, int *upperIndx,
				int *lowerIndx, bool *upperProvided, bool *lowerProvided,
				Datum srcArrayDatum, bool isNull, int arraytyplen, int elmlen,
				bool elmbyval, char elmalign)
{
	ArrayType *array;
	ArrayType *source;
	Oid elemtype;
	int ndim;
	int dims[MAXDIM];
	int lbs[MAXDIM];
	int lower[MAXDIM];
	int span[MAXDIM];
	int curr[MAXDIM] = {0};
	Datum *elems;
	bool *nulls;
	Datum *src;
	bool *srcnulls;
	int n;
	int nsrc;
	int taken = 0;

	if (isNull)
		return arraydatum;
	if (arraytyplen > 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("updates on slices of fixed-length arrays not implemented")));
	check_subscript_count(nSubscripts);
	array = DatumGetArrayTypeP(arraydatum);
	source = DatumGetArrayTypeP(srcArrayDatum);
	elemtype = ARR_ELEMTYPE(array);
	deconstruct_array(source, ARR_ELEMTYPE(source), elmlen, elmbyval, elmalign,
					  &src, &srcnulls, &nsrc);
	ndim = ARR_NDIM(array);
	if (ndim == 0)
		return slice_of_nothing(nSubscripts, upperIndx, lowerIndx,
								upperProvided, lowerProvided, src, srcnulls,
								nsrc, elemtype, elmlen, elmbyval, elmalign);
	if (ndim < nSubscripts || ndim > MAXDIM)
		subscript_error("wrong number of array subscripts");
	memcpy(dims, ARR_DIMS(array), ndim * sizeof(int));
	memcpy(lbs, ARR_LBOUND(array), ndim * sizeof(int));
	deconstruct_array(array, elemtype, elmlen, elmbyval, elmalign, &elems,
					  &nulls, &n);
	for (int i = 0; i < ndim; i++)
	{
		bool given = i < nSubscripts;
		int ub = given && upperProvided[i] ? upperIndx[i] : lbs[i] + dims[i] - 1;

		lower[i] = given && lowerProvided[i] ? lowerIndx[i] : lbs[i];
		if (lower[i] > ub)
			subscript_error("upper bound cannot be less than lower bound");
		if (ndim == 1)
			grow_vector(&elems, &nulls, &dims[0], &lbs[0], lower[0], ub);
		else if (lower[i] < lbs[i] || ub >= lbs[i] + dims[i])
			subscript_error("array subscript out of range");
		span[i] = ub - lower[i] + 1;
	}
	if (nsrc < ArrayGetNItems(ndim, span))
		subscript_error("source array too small");
	do
	{
		int indx[MAXDIM];
		int at;

		for (int i = 0; i < ndim; i++)
			indx[i] = lower[i] + curr[i];
		at = ArrayGetOffset(ndim, dims, lbs, indx);
		elems[at] = src[taken];
		nulls[at] = srcnulls[taken++];
	} while (mda_next_tuple(ndim, curr, span) >= 0);
	return PointerGetDatum(construct_md_array(elems, nulls, ndim, dims, lbs,
											  elemtype, elmlen, elmbyval,
											  elmalign));
}

/* The older forms of the two, over ArrayType. */
Datum
array_ref(ArrayType *array, int nSubscripts, int *indx, int arraytyplen,
		  int elmlen, bool elmbyval, char elmalign, bool *isNull)
{
	return array_get_element(PointerGetDatum(array), nSubscripts, indx,
							 arraytyplen, elmlen, elmbyval, elmalign, isNull);
}

ArrayType *
array_set(ArrayType *array, int nSubscripts, int *indx, Datum dataValue,
		  bool isNull, int arraytyplen, int elmlen, bool elmbyval,
		  char elmalign)
{
	return DatumGetArrayTypeP(array_set_element(PointerGetDatum(array),
												nSubscripts, indx, dataValue,
												isNull, arraytyplen, elmlen,
												elmbyval, elmalign));
}

/*
 * array_map
 *		Applies an expression to each element; it reads the element from the
 *		case value of its innermost CaseTestExpr.  amstate is unused here.
 */
Datum
array_map(Datum arrayd, struct ExprState *exprstate,
		  struct ExprContext *econtext, Oid retType, void *amstate)
{
	ArrayType *v = DatumGetArrayTypeP(arrayd);
	Oid intype = ARR_ELEMTYPE(v);
	int16 typlen;
	bool typbyval;
	char typalign;
	Datum *elems;
	bool *nulls;
	int n;

	get_typlenbyvalalign(intype, &typlen, &typbyval, &typalign);
	deconstruct_array(v, intype, typlen, typbyval, typalign, &elems, &nulls,
					  &n);
	if (n <= 0)
		return PointerGetDatum(construct_empty_array(retType));
	for (int i = 0; i < n; i++)
	{
		econtext->caseValue_datum = elems[i];
		econtext->caseValue_isNull = nulls[i];
		elems[i] = ExecEvalExpr(exprstate, econtext, &nulls[i]);
	}
	get_typlenbyvalalign(retType, &typlen, &typbyval, &typalign);
	return PointerGetDatum(construct_md_array(elems, nulls, ARR_NDIM(v),
											  ARR_DIMS(v), ARR_LBOUND(v),
											  retType, typlen, typbyval,
											  typalign));
}

/* ---- Comparison and hashing ---- */

/* The element type's cache entry, kept in fn_extra. */
static TypeCacheEntry *
element_cache(FunctionCallInfo fcinfo, Oid elemtype, int flags)
{
	TypeCacheEntry *tc = fcinfo->flinfo ? fcinfo->flinfo->fn_extra : NULL;

	if (tc == NULL || tc->type_id != elemtype)
	{
		tc = lookup_type_cache(elemtype, flags);
		if (fcinfo->flinfo)
			fcinfo->flinfo->fn_extra = tc;
	}
	return tc;
}

static TypeCacheEntry *
equality_cache(FunctionCallInfo fcinfo, Oid elemtype)
{
	TypeCacheEntry *tc = element_cache(fcinfo, elemtype,
									   TYPECACHE_EQ_OPR_FINFO);

	if (!OidIsValid(tc->eq_opr_finfo.fn_oid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify an equality operator for type %s",
						format_type_be(elemtype))));
	return tc;
}

static void
check_same_element_type(Oid a, Oid b)
{
	if (a != b)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("cannot compare arrays of different element types")));
}

static bool
elements_equal(TypeCacheEntry *tc, Oid collid, Datum a, Datum b)
{
	LOCAL_FCINFO(call, 2);
	Datum result;

	InitFunctionCallInfoData(*call, &tc->eq_opr_finfo, 2, collid, NULL, NULL);
	call->args[0].value = a;
	call->args[0].isnull = false;
	call->args[1].value = b;
	call->args[1].isnull = false;
	result = FunctionCallInvoke(call);
	return !call->isnull && DatumGetBool(result);
}

Datum
array_eq(PG_FUNCTION_ARGS)
{
	ArrayType *a = PG_GETARG_ARRAYTYPE_P(0);
	ArrayType *b = PG_GETARG_ARRAYTYPE_P(1);
	int ndim = ARR_NDIM(a);
	TypeCacheEntry *tc;
	array_iter ia;
	array_iter ib;
	int n;

	check_same_element_type(ARR_ELEMTYPE(a), ARR_ELEMTYPE(b));
	if (ndim != ARR_NDIM(b) ||
		memcmp(ARR_DIMS(a), ARR_DIMS(b), ndim * sizeof(int)) != 0 ||
		memcmp(ARR_LBOUND(a), ARR_LBOUND(b), ndim * sizeof(int)) != 0)
		PG_RETURN_BOOL(false);
	tc = equality_cache(fcinfo, ARR_ELEMTYPE(a));
	n = ArrayGetNItems(ndim, ARR_DIMS(a));
	array_iter_setup(&ia, a);
	array_iter_setup(&ib, b);
	for (int i = 0; i < n; i++)
	{
		bool na;
		bool nb;
		Datum va = array_iter_next(&ia, &na, i, tc->typlen, tc->typbyval,
								   tc->typalign);
		Datum vb = array_iter_next(&ib, &nb, i, tc->typlen, tc->typbyval,
								   tc->typalign);

		if (na != nb)
			PG_RETURN_BOOL(false);
		if (!na && !elements_equal(tc, PG_GET_COLLATION(), va, vb))
			PG_RETURN_BOOL(false);
	}
	PG_RETURN_BOOL(true);
}

/* Elements first (nulls last), then number of them, then the shape. */
static int
array_compare(FunctionCallInfo fcinfo)
{
	ArrayType *a = PG_GETARG_ARRAYTYPE_P(0);
	ArrayType *b = PG_GETARG_ARRAYTYPE_P(1);
	int na = ArrayGetNItems(ARR_NDIM(a), ARR_DIMS(a));
	int nb = ArrayGetNItems(ARR_NDIM(b), ARR_DIMS(b));
	TypeCacheEntry *tc;
	array_iter ia;
	array_iter ib;

	check_same_element_type(ARR_ELEMTYPE(a), ARR_ELEMTYPE(b));
	tc = element_cache(fcinfo, ARR_ELEMTYPE(a), TYPECACHE_CMP_PROC_FINFO);
	if (!OidIsValid(tc->cmp_proc_finfo.fn_oid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify a comparison function for type %s",
						format_type_be(ARR_ELEMTYPE(a)))));
	array_iter_setup(&ia, a);
	array_iter_setup(&ib, b);
	for (int i = 0; i < Min(na, nb); i++)
	{
		bool nulla;
		bool nullb;
		Datum va = array_iter_next(&ia, &nulla, i, tc->typlen,
								   tc->typbyval, tc->typalign);
		Datum vb = array_iter_next(&ib, &nullb, i, tc->typlen,
								   tc->typbyval, tc->typalign);
		int r;

		if (nulla && nullb)
			continue;
		if (nulla || nullb)
			return nulla ? 1 : -1;
		r = DatumGetInt32(FunctionCall2Coll(&tc->cmp_proc_finfo,
											PG_GET_COLLATION(), va, vb));
		if (r != 0)
			return r < 0 ? -1 : 1;
	}
	if (na != nb)
		return na < nb ? -1 : 1;
	if (ARR_NDIM(a) != ARR_NDIM(b))
		return ARR_NDIM(a) < ARR_NDIM(b) ? -1 : 1;
	for (int i = 0; i < ARR_NDIM(a); i++)
		if (ARR_DIMS(a)[i] != ARR_DIMS(b)[i])
			return ARR_DIMS(a)[i] < ARR_DIMS(b)[i] ? -1 : 1;
	for (int i = 0; i < ARR_NDIM(a); i++)
		if (ARR_LBOUND(a)[i] != ARR_LBOUND(b)[i])
			return ARR_LBOUND(a)[i] < ARR_LBOUND(b)[i] ? -1 : 1;
	return 0;
}

#define ARRAY_FUNCTION(name, RET, expr) \
	Datum name(PG_FUNCTION_ARGS)        \
	{                                   \
		RET(expr);                      \
	}
ARRAY_FUNCTION(array_ne, PG_RETURN_BOOL, !DatumGetBool(array_eq(fcinfo)))
ARRAY_FUNCTION(array_lt, PG_RETURN_BOOL, array_compare(fcinfo) < 0)
ARRAY_FUNCTION(array_le, PG_RETURN_BOOL, array_compare(fcinfo) <= 0)
ARRAY_FUNCTION(array_gt, PG_RETURN_BOOL, array_compare(fcinfo) > 0)
ARRAY_FUNCTION(array_ge, PG_RETURN_BOOL, array_compare(fcinfo) >= 0)
ARRAY_FUNCTION(btarraycmp, PG_RETURN_INT32, array_compare(fcinfo))
ARRAY_FUNCTION(array_larger, PG_RETURN_DATUM,
			   PG_GETARG_DATUM(array_compare(fcinfo) > 0 ? 0 : 1))
ARRAY_FUNCTION(array_smaller, PG_RETURN_DATUM,
			   PG_GETARG_DATUM(array_compare(fcinfo) < 0 ? 0 : 1))

/* hash = 31 * hash + element's hash; a null counts as 0 */
static uint64
array_hash(FunctionCallInfo fcinfo, bool extended)
{
	ArrayType *a = PG_GETARG_ARRAYTYPE_P(0);
	int n = ArrayGetNItems(ARR_NDIM(a), ARR_DIMS(a));
	TypeCacheEntry *tc = element_cache(fcinfo, ARR_ELEMTYPE(a), extended ? TYPECACHE_HASH_EXTENDED_PROC_FINFO : TYPECACHE_HASH_PROC_FINFO);
	FmgrInfo *fn = extended ? &tc->hash_extended_proc_finfo : &tc->hash_proc_finfo;
	uint64 result = 1;
	array_iter it;

	if (!OidIsValid(fn->fn_oid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg(extended ? "could not identify an extended hash function for type %s" : "could not identify a hash function for type %s",
						format_type_be(ARR_ELEMTYPE(a)))));
	array_iter_setup(&it, a);
	for (int i = 0; i < n; i++)
	{
		bool isnull;
		Datum v = array_iter_next(&it, &isnull, i, tc->typlen,
								  tc->typbyval, tc->typalign);
		uint64 h = 0;

		if (!isnull)
			h = extended ? DatumGetUInt64(FunctionCall2Coll(fn, PG_GET_COLLATION(), v,
															PG_GETARG_DATUM(1)))
						 : DatumGetUInt32(FunctionCall1Coll(fn, PG_GET_COLLATION(), v));
		result = result * 31 + h;
	}
	return result;
}

ARRAY_FUNCTION(hash_array, PG_RETURN_UINT32,
			   (uint32) array_hash(fcinfo, false))
ARRAY_FUNCTION(hash_array_extended, PG_RETURN_UINT64,
			   array_hash(fcinfo, true))

/*
 * Is every element of a (all) or any (not all) equal to some element of b?
 * Null equals nothing.
 */
static bool
array_contains(FunctionCallInfo fcinfo, ArrayType *a, ArrayType *b, bool all)
{
	TypeCacheEntry *tc;
	Datum *bv;
	bool *bn;
	int nb;
	int na = ArrayGetNItems(ARR_NDIM(a), ARR_DIMS(a));
	array_iter it;

	check_same_element_type(ARR_ELEMTYPE(a), ARR_ELEMTYPE(b));
	tc = equality_cache(fcinfo, ARR_ELEMTYPE(a));
	deconstruct_array(b, ARR_ELEMTYPE(b), tc->typlen, tc->typbyval,
					  tc->typalign, &bv, &bn, &nb);
	array_iter_setup(&it, a);
	for (int i = 0; i < na; i++)
	{
		bool isnull;
		bool found = false;
		Datum v = array_iter_next(&it, &isnull, i, tc->typlen,
								  tc->typbyval, tc->typalign);

		for (int j = 0; j < nb && !isnull && !found; j++)
			found = !bn[j] && elements_equal(tc, PG_GET_COLLATION(), v, bv[j]);
		if (found != all)
			return !all;
	}
	return all;
}

ARRAY_FUNCTION(arrayoverlap, PG_RETURN_BOOL,
			   array_contains(fcinfo, PG_GETARG_ARRAYTYPE_P(0),
							  PG_GETARG_ARRAYTYPE_P(1), false))
ARRAY_FUNCTION(arraycontains, PG_RETURN_BOOL,
			   array_contains(fcinfo, PG_GETARG_ARRAYTYPE_P(1),
							  PG_GETARG_ARRAYTYPE_P(0), true))
ARRAY_FUNCTION(arraycontained, PG_RETURN_BOOL,
			   array_contains(fcinfo, PG_GETARG_ARRAYTYPE_P(0),
							  PG_GETARG_ARRAYTYPE_P(1), true))

/* ---- Iteration ---- */

struct ArrayIteratorData
{
	ArrayType *arr;
	Datum *values;
	bool *nulls;
	int nitems;
	int current;
	int slice_ndim;
	int slice_len;
	int slice_dims[MAXDIM];
	int slice_lbs[MAXDIM];
	int16 typlen;
	bool typbyval;
	char typalign;
};

ArrayIterator
array_create_iterator(ArrayType *arr, int slice_ndim, ArrayMetaState *mstate)
{
	ArrayIterator it = palloc0(sizeof(struct ArrayIteratorData));

	if (slice_ndim < 0 || slice_ndim > ARR_NDIM(arr))
		elog(ERROR, "invalid arguments to array_create_iterator");
	it->arr = arr;
	if (mstate)
	{
		it->typlen = mstate->typlen;
		it->typbyval = mstate->typbyval;
		it->typalign = mstate->typalign;
	}
	else
		get_typlenbyvalalign(ARR_ELEMTYPE(arr), &it->typlen, &it->typbyval,
							 &it->typalign);
	deconstruct_array(arr, ARR_ELEMTYPE(arr), it->typlen, it->typbyval,
					  it->typalign, &it->values, &it->nulls, &it->nitems);
	it->slice_ndim = slice_ndim;
	it->slice_len = 1;
	for (int i = 0; i < slice_ndim; i++)
	{
		int from = ARR_NDIM(arr) - slice_ndim + i;

		it->slice_dims[i] = ARR_DIMS(arr)[from];
		it->slice_lbs[i] = ARR_LBOUND(arr)[from];
		it->slice_len *= it->slice_dims[i];
	}
	return it;
}

/* The next element or slice; false at the end. */
bool
array_iterate(ArrayIterator iterator, Datum *value, bool *isnull)
{
	int at = iterator->current;

	if (at >= iterator->nitems)
		return false;
	iterator->current += iterator->slice_len;
	if (iterator->slice_ndim == 0)
	{
		*isnull = iterator->nulls[at];
		*value = *isnull ? (Datum) 0 : iterator->values[at];
		return true;
	}
	*isnull = false;
	*value = PointerGetDatum(construct_md_array(iterator->values + at,
												iterator->nulls + at,
												iterator->slice_ndim,
												iterator->slice_dims,
												iterator->slice_lbs,
												ARR_ELEMTYPE(iterator->arr),
												iterator->typlen,
												iterator->typbyval,
												iterator->typalign));
	return true;
}

void
array_free_iterator(ArrayIterator iterator)
{
	pfree(iterator->values);
	pfree(iterator->nulls);
	pfree(iterator);
}

/* ---- Accumulation ---- */

/*
 * initArrayResult
 *		An empty one-dimensional accumulator.  With subcontext it has a memory
 *		context of its own below rcontext, which makeArrayResult frees.
 */
ArrayBuildState *
initArrayResult(Oid element_type, MemoryContext rcontext, bool subcontext)
{
	MemoryContext cxt = rcontext;
	ArrayBuildState *astate;

	if (subcontext)
		cxt = AllocSetContextCreate(rcontext, "accumArrayResult",
									ALLOCSET_DEFAULT_SIZES);
	astate = MemoryContextAllocZero(cxt, sizeof(ArrayBuildState));
	astate->mcontext = cxt;
	astate->private_cxt = subcontext;
	astate->alen = subcontext ? 64 : 8;
	astate->dvalues = MemoryContextAlloc(cxt, astate->alen * sizeof(Datum));
	astate->dnulls = MemoryContextAlloc(cxt, astate->alen * sizeof(bool));
	astate->element_type = element_type;
	get_typlenbyvalalign(element_type, &astate->typlen, &astate->typbyval,
						 &astate->typalign);
	return astate;
}

/* Adds an element, of which a copy is kept; astate is NULL the first time. */
ArrayBuildState *
accumArrayResult(ArrayBuildState *astate, Datum dvalue, bool disnull,
				 Oid element_type, MemoryContext rcontext)
{
	MemoryContext old;

	if (astate == NULL)
		astate = initArrayResult(element_type, rcontext, true);
	Assert(astate->element_type == element_type);
	old = MemoryContextSwitchTo(astate->mcontext);
	if (astate->nelems >= astate->alen)
	{
		astate->alen *= 2;
		astate->dvalues = repalloc(astate->dvalues,
								   astate->alen * sizeof(Datum));
		astate->dnulls = repalloc(astate->dnulls,
								  astate->alen * sizeof(bool));
	}
	if (!disnull && !astate->typbyval)
		dvalue = astate->typlen == -1 ? PointerGetDatum(PG_DETOAST_DATUM_COPY(dvalue)) : datumCopy(dvalue, astate->typbyval, astate->typlen);
	astate->dvalues[astate->nelems] = dvalue;
	astate->dnulls[astate->nelems++] = disnull;
	MemoryContextSwitchTo(old);
	return astate;
}

/* The array so far, in rcontext; a private accumulator is freed. */
Datum
makeArrayResult(ArrayBuildState *astate, MemoryContext rcontext)
{
	int dims[1] = {astate->nelems};
	int lbs[1] = {1};

	return makeMdArrayResult(astate, astate->nelems > 0 ? 1 : 0, dims, lbs,
							 rcontext, astate->private_cxt);
}

/* The same with a shape given by the caller. */
Datum
makeMdArrayResult(ArrayBuildState *astate, int ndims, int *dims, int *lbs,
				  MemoryContext rcontext, bool release)
{
	MemoryContext old = MemoryContextSwitchTo(rcontext);
	ArrayType *result = construct_md_array(astate->dvalues, astate->dnulls,
										   ndims, dims, lbs,
										   astate->element_type,
										   astate->typlen, astate->typbyval,
										   astate->typalign);

	MemoryContextSwitchTo(old);
	if (release)
	{
		Assert(astate->private_cxt);
		MemoryContextDelete(astate->mcontext);
	}
	return PointerGetDatum(result);
}

ArrayBuildStateArr *
initArrayResultArr(Oid array_type, Oid element_type, MemoryContext rcontext,
				   bool subcontext)
{
	MemoryContext cxt = rcontext;
	ArrayBuildStateArr *astate;

	if (!OidIsValid(element_type))
		element_type = get_element_type(array_type);
	if (!OidIsValid(element_type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("data type %s is not an array type",
						format_type_be(array_type))));
	if (subcontext)
		cxt = AllocSetContextCreate(rcontext, "accumArrayResultArr",
									ALLOCSET_DEFAULT_SIZES);
	astate = MemoryContextAllocZero(cxt, sizeof(ArrayBuildStateArr));
	astate->mcontext = cxt;
	astate->private_cxt = subcontext;
	astate->array_type = array_type;
	astate->element_type = element_type;
	return astate;
}

static void
accumulated_shape(ArrayBuildStateArr *astate, ArrayType *arg)
{
	int ndims = ARR_NDIM(arg);

	if (astate->ndims == 0)
	{
		if (ndims == 0)
			ereport(ERROR,
					(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
					 errmsg("cannot accumulate empty arrays")));
		ArrayCheckDimensions(ndims + 1);
		astate->ndims = ndims + 1;
		astate->dims[0] = 0;
		astate->lbs[0] = 1;
		memcpy(astate->dims + 1, ARR_DIMS(arg), ndims * sizeof(int));
		memcpy(astate->lbs + 1, ARR_LBOUND(arg), ndims * sizeof(int));
	}
	else if (astate->ndims != ndims + 1 ||
			 memcmp(astate->dims + 1, ARR_DIMS(arg),
					ndims * sizeof(int)) != 0 ||
			 memcmp(astate->lbs + 1, ARR_LBOUND(arg),
					ndims * sizeof(int)) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("cannot accumulate arrays of different dimensionality")));
}

ArrayBuildStateArr *
accumArrayResultArr(ArrayBuildStateArr *astate, Datum dvalue, bool disnull,
					Oid array_type, MemoryContext rcontext)
{
	ArrayType *arg;
	int n;
	int nbytes;
	MemoryContext old;

	if (disnull)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("cannot accumulate null arrays")));
	if (astate == NULL)
		astate = initArrayResultArr(array_type, InvalidOid, rcontext, true);
	arg = DatumGetArrayTypeP(dvalue);
	old = MemoryContextSwitchTo(astate->mcontext);
	accumulated_shape(astate, arg);
	n = ArrayGetNItems(ARR_NDIM(arg), ARR_DIMS(arg));
	nbytes = ARR_SIZE(arg) - ARR_DATA_OFFSET(arg);
	if (astate->nbytes + nbytes > astate->abytes)
	{
		astate->abytes = Max(astate->abytes * 2,
							 Max(1024, astate->nbytes + nbytes));
		astate->data = astate->data ? repalloc(astate->data, astate->abytes) : palloc(astate->abytes);
	}
	if (nbytes > 0)
		memcpy(astate->data + astate->nbytes, ARR_DATA_PTR(arg), nbytes);
	astate->nbytes += nbytes;
	if (astate->nullbitmap || ARR_HASNULL(arg))
	{
		if (astate->nitems + n > astate->aitems || !astate->nullbitmap)
		{
			int room = Max(astate->aitems * 2,
						   Max(256, astate->nitems + n + 1));
			bits8 *fresh = palloc0((room + 7) / 8);

			array_bitmap_copy(fresh, 0, astate->nullbitmap, 0,
							  astate->nitems);
			astate->nullbitmap = fresh;
			astate->aitems = room;
		}
		array_bitmap_copy(astate->nullbitmap, astate->nitems,
						  ARR_NULLBITMAP(arg), 0, n);
	}
	astate->nitems += n;
	astate->dims[0]++;
	MemoryContextSwitchTo(old);
	return astate;
}

Datum
makeArrayResultArr(ArrayBuildStateArr *astate, MemoryContext rcontext,
				   bool release)
{
	MemoryContext old = MemoryContextSwitchTo(rcontext);
	ArrayType *result;

	if (astate->ndims == 0)
		result = construct_empty_array(astate->element_type);
	else
	{
		int overhead;

		(void) ArrayGetNItems(astate->ndims, astate->dims);
		ArrayCheckBounds(astate->ndims, astate->dims, astate->lbs);
		overhead = astate->nullbitmap ? ARR_OVERHEAD_WITHNULLS(astate->ndims, astate->nitems) : ARR_OVERHEAD_NONULLS(astate->ndims);
		result = palloc0(overhead + astate->nbytes);
		SET_VARSIZE(result, overhead + astate->nbytes);
		result->ndim = astate->ndims;
		result->dataoffset = astate->nullbitmap ? overhead : 0;
		result->elemtype = astate->element_type;
		memcpy(ARR_DIMS(result), astate->dims, astate->ndims * sizeof(int));
		memcpy(ARR_LBOUND(result), astate->lbs, astate->ndims * sizeof(int));
		if (astate->nbytes > 0)
			memcpy(ARR_DATA_PTR(result), astate->data, astate->nbytes);
		if (astate->nullbitmap)
			array_bitmap_copy(ARR_NULLBITMAP(result), 0, astate->nullbitmap,
							  0, astate->nitems);
	}
	MemoryContextSwitchTo(old);
	if (release)
	{
		Assert(astate->private_cxt);
		MemoryContextDelete(astate->mcontext);
	}
	return PointerGetDatum(result);
}

ArrayBuildStateAny *
initArrayResultAny(Oid input_type, MemoryContext rcontext, bool subcontext)
{
	Oid element_type = get_element_type(input_type);
	ArrayBuildState *scalar = NULL;
	ArrayBuildStateArr *arr = NULL;
	ArrayBuildStateAny *astate;

	if (OidIsValid(element_type))
		arr = initArrayResultArr(input_type, InvalidOid, rcontext, subcontext);
	else
		scalar = initArrayResult(input_type, rcontext, subcontext);
	astate = MemoryContextAlloc(arr ? arr->mcontext : scalar->mcontext,
								sizeof(ArrayBuildStateAny));
	astate->scalarstate = scalar;
	astate->arraystate = arr;
	return astate;
}

ArrayBuildStateAny *
accumArrayResultAny(ArrayBuildStateAny *astate, Datum dvalue, bool disnull,
					Oid input_type, MemoryContext rcontext)
{
	if (astate == NULL)
		astate = initArrayResultAny(input_type, rcontext, true);
	if (astate->scalarstate)
		(void) accumArrayResult(astate->scalarstate, dvalue, disnull,
								input_type, rcontext);
	else
		(void) accumArrayResultArr(astate->arraystate, dvalue, disnull,
								   input_type, rcontext);
	return astate;
}

Datum
makeArrayResultAny(ArrayBuildStateAny *astate, MemoryContext rcontext,
				   bool release)
{
	if (astate->scalarstate)
	{
		int dims[1] = {astate->scalarstate->nelems};
		int lbs[1] = {1};

		return makeMdArrayResult(astate->scalarstate,
								 dims[0] > 0 ? 1 : 0, dims, lbs, rcontext,
								 release);
	}
	return makeArrayResultArr(astate->arraystate, rcontext, release);
}

/* Arrays are always flat here. */
Datum
expand_array(Datum arraydatum, MemoryContext parentcontext,
			 ArrayMetaState *metacache)
{
	MemoryContext old = MemoryContextSwitchTo(parentcontext);
	Datum result = PointerGetDatum(DatumGetArrayTypePCopy(arraydatum));

	MemoryContextSwitchTo(old);
	return result;
}
