/*
 * array_userfuncs.c
 *		Functions over arrays: shape, change, search, expansion, array_agg.
 *
 * All of them are built from the operations of arrayfuncs.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/array_userfuncs.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "funcapi.h"
#include "nodes/supportnodes.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/arrayaccess.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/selfuncs.h"
#include "utils/typcache.h"

/* An array taken apart, with its element type's storage. */
typedef struct Parts
{
	Oid type;
	int16 len;
	bool byval;
	char align;
	Datum *values;
	bool *nulls;
	int n;
} Parts;

static void
take_apart(ArrayType *a, Parts *p)
{
	p->type = ARR_ELEMTYPE(a);
	get_typlenbyvalalign(p->type, &p->len, &p->byval, &p->align);
	deconstruct_array(a, p->type, p->len, p->byval, p->align, &p->values,
					  &p->nulls, &p->n);
}

static ArrayType *
put_together(Parts *p, Datum *values, bool *nulls, int ndim, int *dims,
			 int *lbs)
{
	return construct_md_array(values, nulls, ndim, dims, lbs, p->type, p->len,
							  p->byval, p->align);
}

/* ---- Shape ---- */

static bool
dimension_argument(FunctionCallInfo fcinfo, ArrayType *v, int *d)
{
	*d = PG_GETARG_INT32(1) - 1;
	return ARR_NDIM(v) > 0 && ARR_NDIM(v) <= MAXDIM && *d >= 0 &&
		*d < ARR_NDIM(v);
}

Datum
array_ndims(PG_FUNCTION_ARGS)
{
	ArrayType *v = PG_GETARG_ARRAYTYPE_P(0);

	if (ARR_NDIM(v) <= 0 || ARR_NDIM(v) > MAXDIM)
		PG_RETURN_NULL();
	PG_RETURN_INT32(ARR_NDIM(v));
}

Datum
array_dims(PG_FUNCTION_ARGS)
{
	ArrayType *v = PG_GETARG_ARRAYTYPE_P(0);
	char buf[MAXDIM * 33 + 1];
	char *p = buf;

	if (ARR_NDIM(v) <= 0 || ARR_NDIM(v) > MAXDIM)
		PG_RETURN_NULL();
	for (int i = 0; i < ARR_NDIM(v); i++)
		p += sprintf(p, "[%d:%d]", ARR_LBOUND(v)[i],
					 ARR_LBOUND(v)[i] + ARR_DIMS(v)[i] - 1);
	PG_RETURN_TEXT_P(cstring_to_text(buf));
}

#define ARRAY_DIMENSION(name, expr)              \
	Datum name(PG_FUNCTION_ARGS)                 \
	{                                            \
		ArrayType *v = PG_GETARG_ARRAYTYPE_P(0); \
		int d;                                   \
		if (!dimension_argument(fcinfo, v, &d))  \
			PG_RETURN_NULL();                    \
		PG_RETURN_INT32(expr);                   \
	}
ARRAY_DIMENSION(array_lower, ARR_LBOUND(v)[d])
ARRAY_DIMENSION(array_upper, ARR_LBOUND(v)[d] + ARR_DIMS(v)[d] - 1)
ARRAY_DIMENSION(array_length, ARR_DIMS(v)[d])

Datum
array_cardinality(PG_FUNCTION_ARGS)
{
	ArrayType *v = PG_GETARG_ARRAYTYPE_P(0);

	PG_RETURN_INT32(ArrayGetNItems(ARR_NDIM(v), ARR_DIMS(v)));
}

/* ---- Change ---- */

/* The array argument of append and prepend, empty if it is NULL. */
static ArrayType *
array_or_empty(FunctionCallInfo fcinfo, int argno)
{
	Oid arrtype;
	Oid elemtype;

	if (!PG_ARGISNULL(argno))
		return PG_GETARG_ARRAYTYPE_P(argno);
	arrtype = get_fn_expr_argtype(fcinfo->flinfo, argno);
	elemtype = get_element_type(arrtype);
	if (!OidIsValid(elemtype))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("input data type is not an array")));
	return construct_empty_array(elemtype);
}

static Datum
extend_array(FunctionCallInfo fcinfo, int arrarg, int elemarg)
{
	ArrayType *v = array_or_empty(fcinfo, arrarg);
	bool prepend = arrarg == 1;
	Parts p;
	Datum *values;
	bool *nulls;
	int dims[1];
	int lbs[1] = {1};
	int at;

	if (ARR_NDIM(v) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("argument must be empty or one-dimensional array")));
	take_apart(v, &p);
	if (ARR_NDIM(v) == 1)
		lbs[0] = ARR_LBOUND(v)[0];
	dims[0] = p.n + 1;
	/* the new element's subscript, even if the bounds are shifted back */
	if (ARR_NDIM(v) == 1 &&
		pg_add_s32_overflow(lbs[0], prepend ? -1 : p.n, &at))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("integer out of range")));
	values = palloc(dims[0] * sizeof(Datum));
	nulls = palloc(dims[0] * sizeof(bool));
	memcpy(values + prepend, p.values, p.n * sizeof(Datum));
	memcpy(nulls + prepend, p.nulls, p.n * sizeof(bool));
	at = prepend ? 0 : p.n;
	nulls[at] = PG_ARGISNULL(elemarg);
	values[at] = nulls[at] ? (Datum) 0 : PG_GETARG_DATUM(elemarg);
	PG_RETURN_ARRAYTYPE_P(put_together(&p, values, nulls, 1, dims, lbs));
}

Datum
array_append(PG_FUNCTION_ARGS)
{
	return extend_array(fcinfo, 0, 1);
}

Datum
array_prepend(PG_FUNCTION_ARGS)
{
	return extend_array(fcinfo, 1, 0);
}

static void
incompatible_arrays(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
			 errmsg("cannot concatenate incompatible arrays"),
			 errdetail("%s", detail)));
}

/*
 * Concatenation.  Arrays of as many dimensions are joined along the first;
 * one with a dimension less becomes the first or last row of the other.
 */
Datum
array_cat(PG_FUNCTION_ARGS)
{
	ArrayType *a;
	ArrayType *b;
	int na;
	int nb;
	int ndim;
	int dims[MAXDIM];
	int lbs[MAXDIM];
	Parts pa;
	Parts pb;
	ArrayType *big;
	ArrayType *small;
	Datum *values;
	bool *nulls;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0) && PG_ARGISNULL(1))
			PG_RETURN_NULL();
		PG_RETURN_ARRAYTYPE_P(PG_GETARG_ARRAYTYPE_P(PG_ARGISNULL(0) ? 1 : 0));
	}
	a = PG_GETARG_ARRAYTYPE_P(0);
	b = PG_GETARG_ARRAYTYPE_P(1);
	if (ARR_ELEMTYPE(a) != ARR_ELEMTYPE(b))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("cannot concatenate incompatible arrays"),
				 errdetail("Their elements are of type %s and %s.",
						   format_type_be(ARR_ELEMTYPE(a)),
						   format_type_be(ARR_ELEMTYPE(b)))));
	na = ARR_NDIM(a);
	nb = ARR_NDIM(b);
	if (na == 0 && nb > 0)
		PG_RETURN_ARRAYTYPE_P(b);
	if (nb == 0)
		PG_RETURN_ARRAYTYPE_P(a);
	if (abs(na - nb) > 1)
		incompatible_arrays("Their numbers of dimensions differ by more than one.");
	big = na >= nb ? a : b;
	small = na >= nb ? b : a;
	ndim = Max(na, nb);
	memcpy(dims, ARR_DIMS(big), ndim * sizeof(int));
	memcpy(lbs, ARR_LBOUND(big), ndim * sizeof(int));
	for (int i = 1; i < ndim; i++)
	{
		int j = na == nb ? i : i - 1;

		if (ARR_DIMS(small)[j] != dims[i] || ARR_LBOUND(small)[j] != lbs[i])
			incompatible_arrays("The dimensions that they share differ.");
	}
	if (na == nb)
	{
		dims[0] += ARR_DIMS(b)[0];
		lbs[0] = ARR_LBOUND(a)[0];
	}
	else
		dims[0]++;
	take_apart(a, &pa);
	take_apart(b, &pb);
	values = palloc((pa.n + pb.n) * sizeof(Datum));
	nulls = palloc((pa.n + pb.n) * sizeof(bool));
	memcpy(values, pa.values, pa.n * sizeof(Datum));
	memcpy(values + pa.n, pb.values, pb.n * sizeof(Datum));
	memcpy(nulls, pa.nulls, pa.n * sizeof(bool));
	memcpy(nulls + pa.n, pb.nulls, pb.n * sizeof(bool));
	PG_RETURN_ARRAYTYPE_P(put_together(&pa, values, nulls, ndim, dims, lbs));
}

Datum
trim_array(PG_FUNCTION_ARGS)
{
	ArrayType *v = PG_GETARG_ARRAYTYPE_P(0);
	int n = PG_GETARG_INT32(1);
	int have = ARR_NDIM(v) > 0 ? ARR_DIMS(v)[0] : 0;
	int lower[MAXDIM] = {0};
	int upper[MAXDIM] = {0};
	bool lgiven[MAXDIM] = {false};
	bool ugiven[MAXDIM] = {false};
	Parts p;

	if (n < 0 || n > have)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_ELEMENT_ERROR),
				 errmsg("number of elements to trim must be between 0 and %d",
						have)));
	take_apart(v, &p);
	if (have > 0)
	{
		upper[0] = ARR_LBOUND(v)[0] + have - n - 1;
		ugiven[0] = true;
	}
	PG_RETURN_DATUM(array_get_slice(PointerGetDatum(v), 1, upper, lower,
									ugiven, lgiven, -1, p.len, p.byval,
									p.align));
}

/* ---- Search ---- */

static TypeCacheEntry *
element_equality(FunctionCallInfo fcinfo, Oid type)
{
	TypeCacheEntry *tc = lookup_type_cache(type, TYPECACHE_EQ_OPR_FINFO);

	if (!OidIsValid(tc->eq_opr_finfo.fn_oid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify an equality operator for type %s",
						format_type_be(type))));
	return tc;
}

/* Equality where null is equal to null. */
static bool
same_element(TypeCacheEntry *tc, Oid collid, Datum a, bool na, Datum b,
			 bool nb)
{
	if (na || nb)
		return na && nb;
	return DatumGetBool(FunctionCall2Coll(&tc->eq_opr_finfo, collid, a, b));
}

static Datum
find_position(FunctionCallInfo fcinfo, bool has_start)
{
	ArrayType *v;
	Parts p;
	TypeCacheEntry *tc;
	int from = 0;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	v = PG_GETARG_ARRAYTYPE_P(0);
	if (ARR_NDIM(v) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("searching for elements in multidimensional arrays is not supported")));
	if (ARR_NDIM(v) < 1)
		PG_RETURN_NULL();
	if (has_start && PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("initial position must not be null")));
	take_apart(v, &p);
	tc = element_equality(fcinfo, p.type);
	if (has_start)
		from = Max(PG_GETARG_INT32(2) - ARR_LBOUND(v)[0], 0);
	for (int i = from; i < p.n; i++)
		if (same_element(tc, PG_GET_COLLATION(), p.values[i], p.nulls[i],
						 PG_GETARG_DATUM(1), PG_ARGISNULL(1)))
			PG_RETURN_INT32(i + ARR_LBOUND(v)[0]);
	PG_RETURN_NULL();
}

Datum
array_position(PG_FUNCTION_ARGS)
{
	return find_position(fcinfo, false);
}

Datum
array_position_start(PG_FUNCTION_ARGS)
{
	return find_position(fcinfo, true);
}

Datum
array_positions(PG_FUNCTION_ARGS)
{
	ArrayType *v;
	Parts p;
	TypeCacheEntry *tc;
	ArrayBuildState *astate;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	v = PG_GETARG_ARRAYTYPE_P(0);
	if (ARR_NDIM(v) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("searching for elements in multidimensional arrays is not supported")));
	astate = initArrayResult(INT4OID, CurrentMemoryContext, false);
	take_apart(v, &p);
	tc = element_equality(fcinfo, p.type);
	for (int i = 0; i < p.n; i++)
		if (same_element(tc, PG_GET_COLLATION(), p.values[i], p.nulls[i],
						 PG_GETARG_DATUM(1), PG_ARGISNULL(1)))
			astate = accumArrayResult(astate,
									  Int32GetDatum(i + ARR_LBOUND(v)[0]),
									  false, INT4OID, CurrentMemoryContext);
	PG_RETURN_DATUM(makeArrayResult(astate, CurrentMemoryContext));
}

/* array_remove and array_replace: elements equal to argument 1. */
static Datum
replace_elements(FunctionCallInfo fcinfo, bool remove)
{
	ArrayType *v;
	Parts p;
	TypeCacheEntry *tc;
	int kept = 0;
	int dims[1];

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	v = PG_GETARG_ARRAYTYPE_P(0);
	if (remove && ARR_NDIM(v) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("removing elements from multidimensional arrays is not supported")));
	take_apart(v, &p);
	tc = element_equality(fcinfo, p.type);
	for (int i = 0; i < p.n; i++)
	{
		bool hit = same_element(tc, PG_GET_COLLATION(), p.values[i],
								p.nulls[i], PG_GETARG_DATUM(1),
								PG_ARGISNULL(1));

		if (hit && remove)
			continue;
		p.values[kept] = hit ? PG_GETARG_DATUM(2) : p.values[i];
		p.nulls[kept] = hit ? PG_ARGISNULL(2) : p.nulls[i];
		kept++;
	}
	if (!remove)
		PG_RETURN_ARRAYTYPE_P(put_together(&p, p.values, p.nulls, ARR_NDIM(v),
										   ARR_DIMS(v), ARR_LBOUND(v)));
	if (kept == 0)
		PG_RETURN_ARRAYTYPE_P(construct_empty_array(p.type));
	dims[0] = kept;
	PG_RETURN_ARRAYTYPE_P(put_together(&p, p.values, p.nulls, 1, dims,
									   ARR_LBOUND(v)));
}

Datum
array_remove(PG_FUNCTION_ARGS)
{
	return replace_elements(fcinfo, true);
}

Datum
array_replace(PG_FUNCTION_ARGS)
{
	return replace_elements(fcinfo, false);
}

/* ---- array_fill ---- */

/* The integers of a one-dimensional int4[] without nulls. */
static int *
dimension_list(ArrayType *arr, int *n, const char *what)
{
	Parts p;
	int *result;

	if (ARR_NDIM(arr) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("wrong number of array subscripts"),
				 errdetail("%s values must be a one-dimensional array.", what)));
	if (array_contains_nulls(arr))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("dimension values cannot be null")));
	take_apart(arr, &p);
	result = palloc((p.n + 1) * sizeof(int));
	for (int i = 0; i < p.n; i++)
		result[i] = DatumGetInt32(p.values[i]);
	*n = p.n;
	return result;
}

static Datum
fill_array(FunctionCallInfo fcinfo, bool has_bounds)
{
	Oid elemtype = get_fn_expr_argtype(fcinfo->flinfo, 0);
	int lbs_default[MAXDIM] = {1, 1, 1, 1, 1, 1};
	int *lbs = lbs_default;
	int *dims;
	int ndims;
	int nlbs;
	int n;
	Datum *values;
	bool *nulls;
	Parts p;

	if (PG_ARGISNULL(1) || (has_bounds && PG_ARGISNULL(2)))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("dimension array or low bound array cannot be null")));
	if (!OidIsValid(elemtype))
		elog(ERROR, "could not determine data type of input");
	dims = dimension_list(PG_GETARG_ARRAYTYPE_P(1), &ndims, "Dimension");
	ArrayCheckDimensions(ndims);
	if (has_bounds)
	{
		lbs = dimension_list(PG_GETARG_ARRAYTYPE_P(2), &nlbs, "Low bound");
		if (nlbs != ndims)
			ereport(ERROR,
					(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
					 errmsg("wrong number of array subscripts"),
					 errdetail("There must be as many lower bounds as dimensions.")));
	}
	n = ArrayGetNItems(ndims, dims);
	if (n <= 0)
		PG_RETURN_ARRAYTYPE_P(construct_empty_array(elemtype));
	p.type = elemtype;
	get_typlenbyvalalign(elemtype, &p.len, &p.byval, &p.align);
	values = palloc(n * sizeof(Datum));
	nulls = palloc(n * sizeof(bool));
	for (int i = 0; i < n; i++)
	{
		values[i] = PG_ARGISNULL(0) ? (Datum) 0 : PG_GETARG_DATUM(0);
		nulls[i] = PG_ARGISNULL(0);
	}
	PG_RETURN_ARRAYTYPE_P(put_together(&p, values, nulls, ndims, dims, lbs));
}

Datum
array_fill(PG_FUNCTION_ARGS)
{
	return fill_array(fcinfo, false);
}

Datum
array_fill_with_lower_bounds(PG_FUNCTION_ARGS)
{
	return fill_array(fcinfo, true);
}

/* ---- Expansion to rows ---- */

Datum
array_unnest(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;
	Parts *p;
	uint64 i;

	if (SRF_IS_FIRSTCALL())
	{
		MemoryContext old;

		funcctx = SRF_FIRSTCALL_INIT();
		old = MemoryContextSwitchTo(funcctx->multi_call_memory_ctx);
		p = palloc(sizeof(Parts));
		take_apart(PG_GETARG_ARRAYTYPE_P_COPY(0), p);
		funcctx->user_fctx = p;
		MemoryContextSwitchTo(old);
	}
	funcctx = SRF_PERCALL_SETUP();
	p = funcctx->user_fctx;
	i = funcctx->call_cntr;
	if (i >= p->n)
		SRF_RETURN_DONE(funcctx);
	if (p->nulls[i])
		SRF_RETURN_NEXT_NULL(funcctx);
	SRF_RETURN_NEXT(funcctx, p->values[i]);
}

Datum
array_unnest_support(PG_FUNCTION_ARGS)
{
	SupportRequestRows *req = (SupportRequestRows *) PG_GETARG_POINTER(0);

	if (!IsA(req, SupportRequestRows) || !is_funcclause(req->node))
		PG_RETURN_POINTER(NULL);
	req->rows = estimate_array_length(linitial(((FuncExpr *) req->node)->args));
	PG_RETURN_POINTER(req);
}

Datum
generate_subscripts(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;
	int *range;
	int64 value;

	if (SRF_IS_FIRSTCALL())
	{
		ArrayType *v = PG_GETARG_ARRAYTYPE_P(0);
		int d = PG_GETARG_INT32(1) - 1;

		funcctx = SRF_FIRSTCALL_INIT();
		range = MemoryContextAlloc(funcctx->multi_call_memory_ctx,
								   3 * sizeof(int));
		range[0] = 1;
		range[1] = 0;
		if (d >= 0 && d < ARR_NDIM(v))
		{
			range[0] = ARR_LBOUND(v)[d];
			range[1] = ARR_LBOUND(v)[d] + ARR_DIMS(v)[d] - 1;
		}
		range[2] = PG_NARGS() > 2 && PG_GETARG_BOOL(2);
		funcctx->user_fctx = range;
	}
	funcctx = SRF_PERCALL_SETUP();
	range = funcctx->user_fctx;
	value = (int64) range[0] + (int64) funcctx->call_cntr;
	if (value > range[1])
		SRF_RETURN_DONE(funcctx);
	if (range[2])
		value = (int64) range[1] - (int64) funcctx->call_cntr;
	SRF_RETURN_NEXT(funcctx, Int32GetDatum((int32) value));
}

Datum
generate_subscripts_nodir(PG_FUNCTION_ARGS)
{
	return generate_subscripts(fcinfo);
}

/* ---- array_agg ---- */

static MemoryContext
aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext cxt;

	if (!AggCheckCallContext(fcinfo, &cxt))
		elog(ERROR, "array_agg called in non-aggregate context");
	return cxt;
}

Datum
array_agg_transfn(PG_FUNCTION_ARGS)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	MemoryContext cxt = aggregate_context(fcinfo);
	ArrayBuildState *state;

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine input data type")));
	state = PG_ARGISNULL(0) ? initArrayResult(type, cxt, false) : (ArrayBuildState *) PG_GETARG_POINTER(0);
	state = accumArrayResult(state, PG_ARGISNULL(1) ? (Datum) 0 : PG_GETARG_DATUM(1), PG_ARGISNULL(1), type, cxt);
	PG_RETURN_POINTER(state);
}

Datum
array_agg_finalfn(PG_FUNCTION_ARGS)
{
	ArrayBuildState *state;
	int dims[1];
	int lbs[1] = {1};

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (ArrayBuildState *) PG_GETARG_POINTER(0);
	dims[0] = state->nelems;
	PG_RETURN_DATUM(makeMdArrayResult(state, 1, dims, lbs,
									  CurrentMemoryContext, false));
}

Datum
array_agg_array_transfn(PG_FUNCTION_ARGS)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	MemoryContext cxt = aggregate_context(fcinfo);
	ArrayBuildStateArr *state;

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine input data type")));
	state = PG_ARGISNULL(0) ? initArrayResultArr(type, InvalidOid, cxt, false) : (ArrayBuildStateArr *) PG_GETARG_POINTER(0);
	state = accumArrayResultArr(state, PG_ARGISNULL(1) ? (Datum) 0 : PG_GETARG_DATUM(1), PG_ARGISNULL(1), type,
								cxt);
	PG_RETURN_POINTER(state);
}

Datum
array_agg_array_finalfn(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	PG_RETURN_DATUM(makeArrayResultArr((ArrayBuildStateArr *)
										   PG_GETARG_POINTER(0),
									   CurrentMemoryContext, false));
}

/*
 * width_bucket over an array of thresholds in rising order: how many of them
 * are at most the operand.
 */
Datum
width_bucket_array(PG_FUNCTION_ARGS)
{
	ArrayType *thresholds = PG_GETARG_ARRAYTYPE_P(1);
	Parts p;
	TypeCacheEntry *tc;
	int low = 0;
	int high;

	if (ARR_NDIM(thresholds) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("thresholds must be one-dimensional array")));
	if (array_contains_nulls(thresholds))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("thresholds array must not contain NULLs")));
	take_apart(thresholds, &p);
	tc = lookup_type_cache(p.type, TYPECACHE_CMP_PROC_FINFO);
	if (!OidIsValid(tc->cmp_proc_finfo.fn_oid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify a comparison function for type %s",
						format_type_be(p.type))));
	high = p.n;
	while (low < high)
	{
		int mid = (low + high) / 2;

		if (DatumGetInt32(FunctionCall2Coll(&tc->cmp_proc_finfo,
											PG_GET_COLLATION(),
											PG_GETARG_DATUM(0),
											p.values[mid])) < 0)
			high = mid;
		else
			low = mid + 1;
	}
	PG_RETURN_INT32(low);
}
