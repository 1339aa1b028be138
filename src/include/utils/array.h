/*
 * array.h
 *		The array type: its bytes and the C interface to it.
 *
 * An array is a varlena value: header, dimensions, lower bounds, then either
 * the elements (dataoffset 0) or a null bitmap and, at dataoffset, the
 * elements.  Every element is aligned for its type.
 *
 *	offset  0  int32  vl_len_
 *			4  int32  ndim			0 (empty) to MAXDIM
 *			8  int32  dataoffset	0 without null bitmap, else start of data
 *		   12  Oid	  elemtype
 *		   16  int32  dim[ndim], then lbound[ndim]
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/array.h
 */
#ifndef ARRAY_H
#define ARRAY_H

#include "fmgr.h"
#include "utils/expandeddatum.h"

struct ExprState;
struct ExprContext;

#define MAXDIM 6
#define MaxArraySize ((Size) (MaxAllocSize / sizeof(Datum)))

typedef struct ArrayType
{
	int32 vl_len_;
	int ndim;
	int32 dataoffset;
	Oid elemtype;
} ArrayType;

/* What a user of an element type must know, looked up once. */
typedef struct ArrayMetaState
{
	Oid element_type;
	int16 typlen;
	bool typbyval;
	char typalign;
	char typdelim;
	Oid typioparam;
	Oid typiofunc;
	FmgrInfo proc;
} ArrayMetaState;

/* A one-dimensional array that grows element by element. */
typedef struct ArrayBuildState
{
	MemoryContext mcontext; /* where everything below lives */
	Datum *dvalues;
	bool *dnulls;
	int alen; /* allocated length of the two above */
	int nelems; /* used length */
	Oid element_type;
	int16 typlen;
	bool typbyval;
	char typalign;
	bool private_cxt; /* mcontext belongs to us alone */
} ArrayBuildState;

/* Accumulates arrays of equal shape into one of a dimension more. */
typedef struct ArrayBuildStateArr
{
	MemoryContext mcontext;
	char *data;
	bits8 *nullbitmap; /* NULL while no element was null */
	int abytes; /* allocated size of data */
	int nbytes; /* used size of data */
	int aitems; /* allocated bits of nullbitmap */
	int nitems; /* elements so far */
	int ndims;
	int dims[MAXDIM];
	int lbs[MAXDIM];
	Oid array_type;
	Oid element_type;
	bool private_cxt;
} ArrayBuildStateArr;

/* One of the two above, by whether the input type is itself an array. */
typedef struct ArrayBuildStateAny
{
	ArrayBuildState *scalarstate;
	ArrayBuildStateArr *arraystate;
} ArrayBuildStateAny;

typedef struct ArrayIteratorData *ArrayIterator;

/*
 * Expanded arrays: Narwal keeps arrays flat, so AnyArrayType is an ArrayType
 * and the AARR_ names are those of the flat form.
 */
typedef ArrayType AnyArrayType;

/* Parts of an array value */
#define ARR_SIZE(a) VARSIZE(a)
#define ARR_NDIM(a) ((a)->ndim)
#define ARR_HASNULL(a) ((a)->dataoffset != 0)
#define ARR_ELEMTYPE(a) ((a)->elemtype)
#define ARR_DIMS(a) ((int *) ((char *) (a) + sizeof(ArrayType)))
#define ARR_LBOUND(a) (ARR_DIMS(a) + ARR_NDIM(a))
#define ARR_NULLBITMAP(a) \
	(ARR_HASNULL(a) ? (bits8 *) (ARR_LBOUND(a) + ARR_NDIM(a)) : (bits8 *) NULL)
#define ARR_OVERHEAD_NONULLS(nd) \
	MAXALIGN(sizeof(ArrayType) + 2 * sizeof(int) * (nd))
#define ARR_OVERHEAD_WITHNULLS(nd, nitems) \
	MAXALIGN(sizeof(ArrayType) + 2 * sizeof(int) * (nd) + ((nitems) + 7) / 8)
#define ARR_DATA_OFFSET(a) \
	(ARR_HASNULL(a) ? (a)->dataoffset : ARR_OVERHEAD_NONULLS(ARR_NDIM(a)))
#define ARR_DATA_PTR(a) ((char *) (a) + ARR_DATA_OFFSET(a))

#define AARR_NDIM(a) ARR_NDIM(a)
#define AARR_HASNULL(a) ARR_HASNULL(a)
#define AARR_ELEMTYPE(a) ARR_ELEMTYPE(a)
#define AARR_DIMS(a) ARR_DIMS(a)
#define AARR_LBOUND(a) ARR_LBOUND(a)

/* fmgr access */
#define DatumGetArrayTypeP(d) ((ArrayType *) PG_DETOAST_DATUM(d))
#define DatumGetArrayTypePCopy(d) ((ArrayType *) PG_DETOAST_DATUM_COPY(d))
#define PG_GETARG_ARRAYTYPE_P(n) DatumGetArrayTypeP(PG_GETARG_DATUM(n))
#define PG_GETARG_ARRAYTYPE_P_COPY(n) DatumGetArrayTypePCopy(PG_GETARG_DATUM(n))
#define PG_RETURN_ARRAYTYPE_P(a) PG_RETURN_POINTER(a)
#define DatumGetAnyArrayP(d) DatumGetArrayTypeP(d)
#define PG_GETARG_ANY_ARRAY_P(n) PG_GETARG_ARRAYTYPE_P(n)

/* arrayfuncs.c: settings */
extern PGDLLIMPORT bool Array_nulls;

/* arrayfuncs.c: building */
extern ArrayType *construct_empty_array(Oid elmtype);
extern ArrayType *construct_array(Datum *elems, int nelems, Oid elmtype,
								  int elmlen, bool elmbyval, char elmalign);
extern ArrayType *construct_array_builtin(Datum *elems, int nelems,
										  Oid elmtype);
extern ArrayType *construct_md_array(Datum *elems, bool *nulls, int ndims,
									 int *dims, int *lbs, Oid elmtype,
									 int elmlen, bool elmbyval, char elmalign);
extern void CopyArrayEls(ArrayType *array, Datum *values, bool *nulls,
						 int nitems, int typlen, bool typbyval,
						 char typalign, bool freedata);

/* arrayfuncs.c: taking apart */
extern void deconstruct_array(ArrayType *array, Oid elmtype, int elmlen,
							  bool elmbyval, char elmalign, Datum **elemsp,
							  bool **nullsp, int *nelemsp);
extern void deconstruct_array_builtin(ArrayType *array, Oid elmtype,
									  Datum **elemsp, bool **nullsp,
									  int *nelemsp);
extern bool array_contains_nulls(ArrayType *array);
extern void array_bitmap_copy(bits8 *destbitmap, int destoffset,
							  const bits8 *srcbitmap, int srcoffset,
							  int nitems);

/* arrayfuncs.c: elements and slices */
extern Datum array_get_element(Datum arraydatum, int nSubscripts, int *indx,
							   int arraytyplen, int elmlen, bool elmbyval,
							   char elmalign, bool *isNull);
extern Datum array_set_element(Datum arraydatum, int nSubscripts, int *indx,
							   Datum dataValue, bool isNull, int arraytyplen,
							   int elmlen, bool elmbyval, char elmalign);
extern Datum array_get_slice(Datum arraydatum, int nSubscripts,
							 int *upperIndx, int *lowerIndx,
							 bool *upperProvided, bool *lowerProvided,
							 int arraytyplen, int elmlen, bool elmbyval,
							 char elmalign);
extern Datum array_set_slice(Datum arraydatum, int nSubscripts,
							 int *upperIndx, int *lowerIndx,
							 bool *upperProvided, bool *lowerProvided,
							 Datum srcArrayDatum, bool isNull, int arraytyplen,
							 int elmlen, bool elmbyval, char elmalign);
extern Datum array_ref(ArrayType *array, int nSubscripts, int *indx,
					   int arraytyplen, int elmlen, bool elmbyval,
					   char elmalign, bool *isNull);
extern ArrayType *array_set(ArrayType *array, int nSubscripts, int *indx,
							Datum dataValue, bool isNull, int arraytyplen,
							int elmlen, bool elmbyval, char elmalign);
extern Datum array_map(Datum arrayd, struct ExprState *exprstate,
					   struct ExprContext *econtext, Oid retType,
					   void *amstate);

/* arrayfuncs.c: accumulation */
extern ArrayBuildState *initArrayResult(Oid element_type,
										MemoryContext rcontext,
										bool subcontext);
extern ArrayBuildState *accumArrayResult(ArrayBuildState *astate, Datum dvalue,
										 bool disnull, Oid element_type,
										 MemoryContext rcontext);
extern Datum makeArrayResult(ArrayBuildState *astate, MemoryContext rcontext);
extern Datum makeMdArrayResult(ArrayBuildState *astate, int ndims, int *dims,
							   int *lbs, MemoryContext rcontext, bool release);
extern ArrayBuildStateArr *initArrayResultArr(Oid array_type, Oid element_type,
											  MemoryContext rcontext,
											  bool subcontext);
extern ArrayBuildStateArr *accumArrayResultArr(ArrayBuildStateArr *astate,
											   Datum dvalue, bool disnull,
											   Oid array_type,
											   MemoryContext rcontext);
extern Datum makeArrayResultArr(ArrayBuildStateArr *astate,
								MemoryContext rcontext, bool release);
extern ArrayBuildStateAny *initArrayResultAny(Oid input_type,
											  MemoryContext rcontext,
											  bool subcontext);
extern ArrayBuildStateAny *accumArrayResultAny(ArrayBuildStateAny *astate,
											   Datum dvalue, bool disnull,
											   Oid input_type,
											   MemoryContext rcontext);
extern Datum makeArrayResultAny(ArrayBuildStateAny *astate,
								MemoryContext rcontext, bool release);

/* arrayfuncs.c: iteration over elements (slice_ndim 0) or slices */
extern ArrayIterator array_create_iterator(ArrayType *arr, int slice_ndim,
										   ArrayMetaState *mstate);
extern bool array_iterate(ArrayIterator iterator, Datum *value, bool *isnull);
extern void array_free_iterator(ArrayIterator iterator);

/* arrayutils.c: arithmetic of subscripts */
extern int ArrayGetOffset(int n, const int *dim, const int *lb,
						  const int *indx);
extern int ArrayGetOffset0(int n, const int *tup, const int *scale);
extern int ArrayGetNItems(int ndim, const int *dims);
extern void ArrayCheckDimensions(int ndim);
extern void ArrayCheckBounds(int ndim, const int *dims, const int *lb);
extern void mda_get_range(int n, int *span, const int *st, const int *endp);
extern void mda_get_prod(int n, const int *range, int *prod);
extern void mda_get_offset_values(int n, int *dist, const int *prod,
								  const int *span);
extern int mda_next_tuple(int n, int *curr, const int *span);
extern int32 *ArrayGetIntegerTypmods(ArrayType *arr, int *n);

/* array_expanded.c */
extern Datum expand_array(Datum arraydatum, MemoryContext parentcontext,
						  ArrayMetaState *metacache);

#endif /* ARRAY_H */
