/*
 * execExprCalls.c
 *		Expression steps that are plain C functions.
 *
 * Each takes its data from op->d.call.data and leaves its result in *op->out;
 * many find their input there as well.  Memory is taken from the current
 * context, which the caller of the expression has chosen.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execExprCalls.c
 */
#include "postgres.h"

#include "access/tupconvert.h"
#include "catalog/colversion.h"
#include "catalog/pg_type.h"
#include "commands/sequence.h"
#include "executor/execExpr.h"
#include "executor/executor.h"
#include "executor/nodeSubplan.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

static TupleTableSlot *
slot_of(ExprContext *econtext, ExprSlot which)
{
	return which == EXPR_INNER ? econtext->ecxt_innertuple : which == EXPR_OUTER ? econtext->ecxt_outertuple
																				 : econtext->ecxt_scantuple;
}

static inline void
set_out(ExprStep *op, Datum value)
{
	op->out->value = value;
	op->out->isnull = false;
}

/* ---------------------------------------------------------------- columns and parameters */

void
eval_sysvar(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	SysVarData *data = op->d.call.data;

	op->out->value = slot_getsysattr(slot_of(econtext, data->which),
									 data->attnum, &op->out->isnull);
	if (op->out->isnull)
		elog(ERROR, "failed to fetch attribute from slot");
}

/* First use of a whole-row Var: find its row type and what to leave out. */
static void
wholerow_setup(WholeRowData *data, TupleTableSlot *slot, ExprState *state)
{
	TupleDesc slotdesc = slot->tts_tupleDescriptor;
	TupleDesc desc;
	Var *var = data->var;

	if (var->vartype != RECORDOID)
	{
		desc = lookup_rowtype_tupdesc_domain(var->vartype, -1, false);
		if (desc->natts != slotdesc->natts)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("table row type and query-specified row type do not match")));
		for (int i = 0; i < desc->natts; i++)
		{
			Form_pg_attribute v = TupleDescAttr(desc, i);
			Form_pg_attribute s = TupleDescAttr(slotdesc, i);

			if (v->atttypid == s->atttypid)
				continue;
			if (!v->attisdropped)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("table row type and query-specified row type do not match")));
			data->slow = true; /* must be NULLed out */
		}
		data->tupdesc = CreateTupleDescCopy(desc);
		ReleaseTupleDesc(desc);
	}
	else
	{
		data->tupdesc = CreateTupleDescCopy(slotdesc);
		data->tupdesc->tdtypeid = RECORDOID;
		data->tupdesc->tdtypmod = -1;
		/* the names that the query gives to the columns */
		if (state->parent && var->varno > 0 &&
			var->varno <= list_length(state->parent->state->es_range_table))
		{
			RangeTblEntry *rte = exec_rt_fetch(var->varno,
											   state->parent->state);

			if (rte->eref)
				ExecTypeSetColNames(data->tupdesc, rte->eref->colnames);
		}
	}
	BlessTupleDesc(data->tupdesc);
	data->first = false;
}

void
eval_wholerow(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	WholeRowData *data = op->d.call.data;
	TupleTableSlot *slot = slot_of(econtext, data->which);
	HeapTuple tuple;
	HeapTupleHeader dtuple;

	if (data->junkFilter)
		slot = ExecFilterJunk(data->junkFilter, slot);
	if (data->first)
	{
		MemoryContext caller = MemoryContextSwitchTo(econtext->ecxt_per_query_memory);

		wholerow_setup(data, slot, state);
		MemoryContextSwitchTo(caller);
	}
	slot_getallattrs(slot);
	if (data->slow)
		for (int i = 0; i < data->tupdesc->natts; i++)
			if (TupleDescAttr(data->tupdesc, i)->attisdropped)
				slot->tts_isnull[i] = true;
	tuple = heap_form_tuple(data->tupdesc, slot->tts_values, slot->tts_isnull);
	dtuple = tuple->t_data;
	HeapTupleHeaderSetTypeId(dtuple, data->tupdesc->tdtypeid);
	HeapTupleHeaderSetTypMod(dtuple, data->tupdesc->tdtypmod);
	set_out(op, HeapTupleHeaderGetDatum(dtuple));
}

void
eval_param_extern(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	ParamExternCallData *data = op->d.call.data;
	ParamListInfo params = econtext->ecxt_param_list_info;
	ParamExternData *prm;
	ParamExternData workspace;

	if (params && data->paramid > 0 && data->paramid <= params->numParams)
	{
		if (params->paramFetch)
			prm = params->paramFetch(params, data->paramid, false, &workspace);
		else
			prm = &params->params[data->paramid - 1];
		if (OidIsValid(prm->ptype))
		{
			if (prm->ptype != data->paramtype)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("type of parameter %d (%s) does not match that when preparing the plan (%s)",
								data->paramid, format_type_be(prm->ptype),
								format_type_be(data->paramtype))));
			op->out->value = prm->value;
			op->out->isnull = prm->isnull;
			return;
		}
	}
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_OBJECT),
			 errmsg("no value found for parameter %d", data->paramid)));
}

void
eval_case_test(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	CaseTestData *data = op->d.call.data;

	op->out->value = data->domain ? econtext->domainValue_datum : econtext->caseValue_datum;
	op->out->isnull = data->domain ? econtext->domainValue_isNull : econtext->caseValue_isNull;
}

/* A value read more than once must not be changed by its first reader. */
void
eval_readonly(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	if (!op->out->isnull)
		op->out->value = MakeExpandedObjectReadOnlyInternal(op->out->value);
}

void
eval_subplan(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	SubPlanState *sstate = op->d.call.data;

	check_stack_depth();
	op->out->value = ExecSubPlan(sstate, econtext, &op->out->isnull);
}

void
eval_windowfunc(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	WindowFuncExprState *wstate = op->d.call.data;

	op->out->value = econtext->ecxt_aggvalues[wstate->wfuncno];
	op->out->isnull = econtext->ecxt_aggnulls[wstate->wfuncno];
}

void
eval_grouping(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	GroupingData *data = op->d.call.data;
	int result = 0;
	ListCell *lc;

	foreach (lc, data->clauses)
	{
		result <<= 1;
		if (!bms_is_member(lfirst_int(lc), data->parent->grouped_cols))
			result |= 1;
	}
	set_out(op, Int32GetDatum(result));
}

/* ---------------------------------------------------------------- session values */

void
eval_sqlvalue(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	SQLValueFunction *svf = op->d.call.data;
	LOCAL_FCINFO(fcinfo, 0);

	op->out->isnull = false;
	switch (svf->op)
	{
		case SVFOP_CURRENT_DATE:
			op->out->value = DateADTGetDatum(GetSQLCurrentDate());
			break;
		case SVFOP_CURRENT_TIME:
		case SVFOP_CURRENT_TIME_N:
			op->out->value = TimeTzADTPGetDatum(GetSQLCurrentTime(svf->typmod));
			break;
		case SVFOP_CURRENT_TIMESTAMP:
		case SVFOP_CURRENT_TIMESTAMP_N:
			op->out->value =
				TimestampTzGetDatum(GetSQLCurrentTimestamp(svf->typmod));
			break;
		case SVFOP_LOCALTIME:
		case SVFOP_LOCALTIME_N:
			op->out->value = TimeADTGetDatum(GetSQLLocalTime(svf->typmod));
			break;
		case SVFOP_LOCALTIMESTAMP:
		case SVFOP_LOCALTIMESTAMP_N:
			op->out->value =
				TimestampGetDatum(GetSQLLocalTimestamp(svf->typmod));
			break;
		default:
			InitFunctionCallInfoData(*fcinfo, NULL, 0, InvalidOid, NULL, NULL);
			if (svf->op == SVFOP_SESSION_USER)
				op->out->value = session_user(fcinfo);
			else if (svf->op == SVFOP_CURRENT_CATALOG)
				op->out->value = current_database(fcinfo);
			else if (svf->op == SVFOP_CURRENT_SCHEMA)
				op->out->value = current_schema(fcinfo);
			else
				op->out->value = current_user(fcinfo);
			op->out->isnull = fcinfo->isnull;
	}
}

void
eval_nextvalue(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	NextValueData *data = op->d.call.data;
	int64 v = nextval_internal(data->seqid, false);

	set_out(op, data->seqtypid == INT2OID ? Int16GetDatum((int16) v) : data->seqtypid == INT4OID ? Int32GetDatum((int32) v)
																								 : Int64GetDatum(v));
}

/* Cast through text: output function, then input function. */
void
eval_iocoerce(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	IoCoerceData *data = op->d.call.data;
	char *str = NULL;
	bool isnull = op->out->isnull;

	if (!isnull)
		str = OutputFunctionCall(&data->out_func, op->out->value);
	if (str == NULL && data->in_strict)
		return;
	op->out->value = InputFunctionCall(&data->in_func, str, data->typioparam,
									   -1);
	op->out->isnull = isnull;
}

/* ---------------------------------------------------------------- arrays */

/* ARRAY[a, b] of arrays a and b: their dimensions must agree. */
static ArrayType *
stack_arrays(ArrayExprData *data, bool *isnull)
{
	int ndims = 0;
	int dims[MAXDIM];
	int lbs[MAXDIM];
	Datum *values = NULL;
	bool *nulls = NULL;
	int total = 0;
	int outer = 0;
	bool haveempty = false;

	for (int i = 0; i < data->nelems; i++)
	{
		ArrayType *a;
		Datum *v;
		bool *n;
		int nv;

		if (data->elems[i].isnull)
		{
			haveempty = true;
			continue;
		}
		a = DatumGetArrayTypeP(data->elems[i].value);
		if (ARR_ELEMTYPE(a) != data->elemtype)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("cannot merge incompatible arrays"),
					 errdetail("Array with element type %s cannot be included in ARRAY construct with element type %s.",
							   format_type_be(ARR_ELEMTYPE(a)),
							   format_type_be(data->elemtype))));
		if (ARR_NDIM(a) <= 0)
		{
			haveempty = true;
			continue;
		}
		if (ndims == 0)
		{
			ndims = ARR_NDIM(a) + 1;
			if (ndims > MAXDIM)
				ereport(ERROR,
						(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						 errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)",
								ndims, MAXDIM)));
			memcpy(dims + 1, ARR_DIMS(a), ARR_NDIM(a) * sizeof(int));
			memcpy(lbs + 1, ARR_LBOUND(a), ARR_NDIM(a) * sizeof(int));
			lbs[0] = 1;
		}
		else if (ARR_NDIM(a) + 1 != ndims ||
				 memcmp(dims + 1, ARR_DIMS(a), ARR_NDIM(a) * sizeof(int)) != 0 ||
				 memcmp(lbs + 1, ARR_LBOUND(a), ARR_NDIM(a) * sizeof(int)) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
					 errmsg("multidimensional arrays must have array expressions with matching dimensions")));
		deconstruct_array(a, data->elemtype, data->elmlen, data->elmbyval,
						  data->elmalign, &v, &n, &nv);
		values = values ? repalloc(values, (total + nv) * sizeof(Datum)) : palloc(Max(nv, 1) * sizeof(Datum));
		nulls = nulls ? repalloc(nulls, (total + nv) * sizeof(bool)) : palloc(Max(nv, 1) * sizeof(bool));
		memcpy(values + total, v, nv * sizeof(Datum));
		memcpy(nulls + total, n, nv * sizeof(bool));
		total += nv;
		outer++;
	}
	if (haveempty && ndims != 0)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("multidimensional arrays must have array expressions with matching dimensions")));
	if (ndims == 0)
		return construct_empty_array(data->elemtype);
	dims[0] = outer;
	return construct_md_array(values, nulls, ndims, dims, lbs, data->elemtype,
							  data->elmlen, data->elmbyval, data->elmalign);
}

void
eval_array_expr(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	ArrayExprData *data = op->d.call.data;
	int n = data->nelems;
	Datum *values;
	bool *nulls;
	int dims[1] = {n};
	int lbs[1] = {1};

	op->out->isnull = false;
	if (data->multidims)
	{
		set_out(op, PointerGetDatum(stack_arrays(data, &op->out->isnull)));
		return;
	}
	if (n == 0)
	{
		set_out(op, PointerGetDatum(construct_empty_array(data->elemtype)));
		return;
	}
	values = palloc(n * sizeof(Datum));
	nulls = palloc(n * sizeof(bool));
	for (int i = 0; i < n; i++)
	{
		values[i] = data->elems[i].value;
		nulls[i] = data->elems[i].isnull;
	}
	set_out(op, PointerGetDatum(construct_md_array(values, nulls, 1, dims, lbs, data->elemtype, data->elmlen, data->elmbyval, data->elmalign)));
}

/* Cast an array by casting each element. */
void
eval_array_coerce(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	ArrayCoerceData *data = op->d.call.data;
	ArrayType *array;
	Datum *values;
	bool *nulls;
	int n;

	if (op->out->isnull)
		return;
	if (data->elemexpr == NULL)
	{
		/* same representation: only the element type changes */
		array = DatumGetArrayTypePCopy(op->out->value);
		ARR_ELEMTYPE(array) = data->resultelemtype;
		set_out(op, PointerGetDatum(array));
		return;
	}
	array = DatumGetArrayTypeP(op->out->value);
	if (ARR_NDIM(array) == 0)
	{
		set_out(op, PointerGetDatum(construct_empty_array(data->resultelemtype)));
		return;
	}
	deconstruct_array(array, ARR_ELEMTYPE(array), data->srclen, data->srcbyval,
					  data->srcalign, &values, &nulls, &n);
	for (int i = 0; i < n; i++)
	{
		data->elem.value = values[i];
		data->elem.isnull = nulls[i];
		values[i] = ExecEvalExpr(data->elemexpr, econtext, &nulls[i]);
	}
	array = construct_md_array(values, nulls, ARR_NDIM(array), ARR_DIMS(array),
							   ARR_LBOUND(array), data->resultelemtype,
							   data->dstlen, data->dstbyval, data->dstalign);
	set_out(op, PointerGetDatum(array));
}

/* Integer subscripts of one kind; false if one of them is NULL. */
static bool
get_subscripts(NullableDatum *cells, bool *provided, int n, int *idx,
			   bool assign)
{
	for (int i = 0; i < n; i++)
	{
		if (!provided[i])
			continue;
		if (cells[i].isnull)
		{
			if (assign)
				ereport(ERROR,
						(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						 errmsg("array subscript in assignment must not be null")));
			return false;
		}
		idx[i] = DatumGetInt32(cells[i].value);
	}
	return true;
}

static void
subscript_assign(SubscriptData *data, ExprStep *op, ExprContext *econtext,
				 int *upper, int *lower)
{
	NullableDatum array = data->container;
	NullableDatum newval = data->newval;

	if (data->valueexpr)
	{
		data->oldval.isnull = true;
		if (!array.isnull && !data->slice)
			data->oldval.value = array_get_element(array.value, data->nupper,
												   upper, data->reftyplen,
												   data->elmlen,
												   data->elmbyval,
												   data->elmalign,
												   &data->oldval.isnull);
		newval.value = ExecEvalExpr(data->valueexpr, econtext,
									&newval.isnull);
	}
	*op->out = array;
	/* fixed-length arrays cannot hold NULL: nothing is changed */
	if (data->reftyplen > 0 && (array.isnull || newval.isnull))
		return;
	if (array.isnull)
		array.value = PointerGetDatum(construct_empty_array(data->elemtype));
	if (data->slice)
	{
		if (newval.isnull)
			return;
		array.value = array_set_slice(array.value, data->nupper, upper, lower,
									  data->upperprovided, data->lowerprovided,
									  newval.value, false, data->reftyplen,
									  data->elmlen, data->elmbyval,
									  data->elmalign);
	}
	else
		array.value = array_set_element(array.value, data->nupper, upper,
										newval.value, newval.isnull,
										data->reftyplen, data->elmlen,
										data->elmbyval, data->elmalign);
	set_out(op, array.value);
}

void
eval_subscript(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	SubscriptData *data = op->d.call.data;
	int upper[MAXDIM] = {0};
	int lower[MAXDIM] = {0};

	if (!data->assign && data->container.isnull)
	{
		op->out->isnull = true;
		return;
	}
	if (!get_subscripts(data->upper, data->upperprovided, data->nupper, upper,
						data->assign) ||
		!get_subscripts(data->lower, data->lowerprovided, data->nlower, lower,
						data->assign))
	{
		op->out->isnull = true;
		return;
	}
	if (data->assign)
	{
		subscript_assign(data, op, econtext, upper, lower);
		return;
	}
	op->out->isnull = false;
	if (data->slice)
		op->out->value = array_get_slice(data->container.value, data->nupper,
										 upper, lower, data->upperprovided,
										 data->lowerprovided, data->reftyplen,
										 data->elmlen, data->elmbyval,
										 data->elmalign);
	else
		op->out->value = array_get_element(data->container.value,
										   data->nupper, upper,
										   data->reftyplen, data->elmlen,
										   data->elmbyval, data->elmalign,
										   &op->out->isnull);
}

/* ---------------------------------------------------------------- scalar op ANY/ALL (array) */

/* Build the search table of a constant array, in the query's memory. */
static void
array_op_build(ArrayOpData *data, ArrayType *array, ExprContext *econtext)
{
	MemoryContext caller = MemoryContextSwitchTo(econtext->ecxt_per_query_memory);
	Datum *values;
	bool *nulls;
	int n;

	get_typlenbyvalalign(ARR_ELEMTYPE(array), &data->typlen, &data->typbyval,
						 &data->typalign);
	array = (ArrayType *) DatumGetPointer(datumCopy(PointerGetDatum(array),
													false, -1));
	deconstruct_array(array, ARR_ELEMTYPE(array), data->typlen, data->typbyval,
					  data->typalign, &values, &nulls, &n);
	for (data->nslots = 16; data->nslots < (uint32) n * 2;)
		data->nslots *= 2;
	data->slots = palloc(data->nslots * sizeof(Datum));
	data->hashes = palloc(data->nslots * sizeof(uint32));
	data->used = palloc0(data->nslots * sizeof(bool));
	for (int i = 0; i < n; i++)
	{
		uint32 h;
		uint32 pos;

		if (nulls[i])
		{
			data->has_nulls = true;
			continue;
		}
		h = DatumGetUInt32(FunctionCall1Coll(&data->hash_finfo,
											 data->collation, values[i]));
		for (pos = h & (data->nslots - 1); data->used[pos];)
			pos = (pos + 1) & (data->nslots - 1);
		data->used[pos] = true;
		data->slots[pos] = values[i];
		data->hashes[pos] = h;
	}
	data->built = true;
	MemoryContextSwitchTo(caller);
}

static void
array_op_hashed(ArrayOpData *data, ExprStep *op, ExprContext *econtext)
{
	bool found = false;
	uint32 h;

	if (op->out->isnull)
		return;
	if (data->scalar.isnull && data->finfo.fn_strict)
	{
		op->out->isnull = true;
		return;
	}
	if (!data->built)
		array_op_build(data, DatumGetArrayTypeP(op->out->value), econtext);
	h = DatumGetUInt32(FunctionCall1Coll(&data->hash_finfo, data->collation,
										 data->scalar.value));
	for (uint32 pos = h & (data->nslots - 1); data->used[pos] && !found;
		 pos = (pos + 1) & (data->nslots - 1))
	{
		if (data->hashes[pos] != h)
			continue;
		data->fcinfo->args[0] = data->scalar;
		data->fcinfo->args[1].value = data->slots[pos];
		data->fcinfo->args[1].isnull = false;
		data->fcinfo->isnull = false;
		found = DatumGetBool(FunctionCallInvoke(data->fcinfo));
	}
	op->out->isnull = !found && data->has_nulls;
	op->out->value = BoolGetDatum(data->negated ? !found : found);
}

void
eval_array_op(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	ArrayOpData *data = op->d.call.data;
	FunctionCallInfo fcinfo = data->fcinfo;
	ArrayType *array;
	int nitems;
	char *ptr;
	bits8 *bitmap;
	int bit = 1;
	bool anynull = false;

	if (data->hashed)
	{
		array_op_hashed(data, op, econtext);
		return;
	}
	if (op->out->isnull)
		return;
	array = DatumGetArrayTypeP(op->out->value);
	nitems = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	op->out->value = BoolGetDatum(!data->useOr);
	if (nitems <= 0)
		return;
	if (data->scalar.isnull && data->finfo.fn_strict)
	{
		op->out->isnull = true;
		return;
	}
	if (data->element_type != ARR_ELEMTYPE(array))
	{
		data->element_type = ARR_ELEMTYPE(array);
		get_typlenbyvalalign(data->element_type, &data->typlen,
							 &data->typbyval, &data->typalign);
	}
	ptr = ARR_DATA_PTR(array);
	bitmap = ARR_NULLBITMAP(array);
	for (int i = 0; i < nitems; i++)
	{
		bool isnull = bitmap && (*bitmap & bit) == 0;
		Datum elt = (Datum) 0;
		Datum res;

		if (!isnull)
		{
			elt = fetch_att(ptr, data->typbyval, data->typlen);
			ptr = (char *) att_addlength_pointer((uintptr_t) ptr, data->typlen, ptr);
			ptr = (char *) att_align_nominal(ptr, data->typalign);
		}
		if (bitmap && (bit <<= 1) == 0x100)
		{
			bitmap++;
			bit = 1;
		}
		if (isnull && data->finfo.fn_strict)
		{
			anynull = true;
			continue;
		}
		fcinfo->args[0] = data->scalar;
		fcinfo->args[1].value = elt;
		fcinfo->args[1].isnull = isnull;
		fcinfo->isnull = false;
		res = FunctionCallInvoke(fcinfo);
		if (fcinfo->isnull)
			anynull = true;
		else if (DatumGetBool(res) == data->useOr)
		{
			op->out->value = BoolGetDatum(data->useOr);
			return;
		}
	}
	op->out->isnull = anynull;
}

/* ---------------------------------------------------------------- rows */

void
eval_row(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	RowData *data = op->d.call.data;
	HeapTuple tuple;

	for (int i = 0; i < data->tupdesc->natts; i++)
	{
		data->values[i] = data->elems[i].value;
		data->nulls[i] = data->elems[i].isnull;
	}
	tuple = heap_form_tuple(data->tupdesc, data->values, data->nulls);
	set_out(op, HeapTupleGetDatum(tuple));
}

/* (a, b) < (c, d): the first unequal pair decides. */
void
eval_row_compare(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	RowCompareData *data = op->d.call.data;
	int32 cmp = 0;
	bool result;

	for (int i = 0; i < data->ncols && cmp == 0; i++)
	{
		if (data->left[i].isnull || data->right[i].isnull)
		{
			op->out->isnull = true;
			return;
		}
		cmp = DatumGetInt32(FunctionCall2Coll(&data->finfos[i],
											  data->collations[i],
											  data->left[i].value,
											  data->right[i].value));
	}
	switch (data->rctype)
	{
		case ROWCOMPARE_LT:
			result = cmp < 0;
			break;
		case ROWCOMPARE_LE:
			result = cmp <= 0;
			break;
		case ROWCOMPARE_GE:
			result = cmp >= 0;
			break;
		case ROWCOMPARE_GT:
			result = cmp > 0;
			break;
		default:
			elog(ERROR, "unrecognized row comparison type: %d",
				 (int) data->rctype);
	}
	set_out(op, BoolGetDatum(result));
}

void
eval_minmax(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	MinMaxData *data = op->d.call.data;
	NullableDatum best = {.isnull = true};

	for (int i = 0; i < data->nelems; i++)
	{
		int32 cmp;

		if (data->elems[i].isnull)
			continue;
		if (best.isnull)
		{
			best = data->elems[i];
			continue;
		}
		cmp = DatumGetInt32(FunctionCall2Coll(&data->finfo, data->collation,
											  best.value,
											  data->elems[i].value));
		if (data->op == IS_LEAST ? cmp > 0 : cmp < 0)
			best = data->elems[i];
	}
	*op->out = best;
}

/* The descriptor of a composite value, cached in data for the next row. */
static TupleDesc
composite_desc(FieldData *data, Oid type, int32 typmod, ExprContext *econtext)
{
	if (data->tupdesc == NULL || data->tupType != type ||
		data->tupTypmod != typmod)
	{
		MemoryContext caller = MemoryContextSwitchTo(econtext->ecxt_per_query_memory);

		data->tupdesc = lookup_rowtype_tupdesc_copy(type, typmod);
		data->tupType = type;
		data->tupTypmod = typmod;
		MemoryContextSwitchTo(caller);
	}
	return data->tupdesc;
}

void
eval_field_select(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	FieldData *data = op->d.call.data;
	HeapTupleHeader tuple;
	HeapTupleData tmp = {0};
	TupleDesc desc;
	Form_pg_attribute att;

	if (op->out->isnull)
		return;
	tuple = DatumGetHeapTupleHeader(op->out->value);
	desc = composite_desc(data, HeapTupleHeaderGetTypeId(tuple),
						  HeapTupleHeaderGetTypMod(tuple), econtext);
	if (data->fieldnum <= 0 || data->fieldnum > desc->natts)
		elog(ERROR, "attribute number %d exceeds number of columns %d",
			 data->fieldnum, desc->natts);
	att = TupleDescAttr(desc, data->fieldnum - 1);
	if (att->attisdropped)
	{
		op->out->isnull = true;
		return;
	}
	if (data->resulttype != att->atttypid)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("attribute %d has wrong type", data->fieldnum),
				 errdetail("Table has type %s, but query expects %s.",
						   format_type_be(att->atttypid),
						   format_type_be(data->resulttype))));
	tmp.t_len = HeapTupleHeaderGetDatumLength(tuple);
	tmp.t_data = tuple;
	op->out->value = heap_getattr(&tmp, data->fieldnum, desc, &op->out->isnull);
}

void
eval_fieldstore_deform(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	FieldData *data = op->d.call.data;
	TupleDesc desc = composite_desc(data, data->fstore->resulttype, -1,
									econtext);
	ListCell *lc;

	if (data->source.isnull)
		memset(data->nulls, true, desc->natts * sizeof(bool));
	else
	{
		HeapTupleHeader tuphdr = DatumGetHeapTupleHeader(data->source.value);
		HeapTupleData tmp = {0};

		tmp.t_len = HeapTupleHeaderGetDatumLength(tuphdr);
		tmp.t_data = tuphdr;
		heap_deform_tuple(&tmp, desc, data->values, data->nulls);
	}
	foreach (lc, data->fstore->fieldnums)
	{
		NullableDatum *old = &data->oldcells[foreach_current_index(lc)];

		old->value = data->values[lfirst_int(lc) - 1];
		old->isnull = data->nulls[lfirst_int(lc) - 1];
	}
}

void
eval_fieldstore_form(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	FieldData *data = op->d.call.data;
	HeapTuple tuple;
	ListCell *lc;

	foreach (lc, data->fstore->fieldnums)
	{
		NullableDatum *cell = &data->newcells[foreach_current_index(lc)];

		data->values[lfirst_int(lc) - 1] = cell->value;
		data->nulls[lfirst_int(lc) - 1] = cell->isnull;
	}
	tuple = heap_form_tuple(data->tupdesc, data->values, data->nulls);
	set_out(op, HeapTupleGetDatum(tuple));
}

void
eval_convert_rowtype(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	ConvertRowData *data = op->d.call.data;
	HeapTupleHeader tuple;
	HeapTupleData tmp = {0};
	HeapTuple result;

	if (op->out->isnull)
		return;
	tuple = DatumGetHeapTupleHeader(op->out->value);
	if (!data->initialized)
	{
		MemoryContext caller = MemoryContextSwitchTo(econtext->ecxt_per_query_memory);

		data->indesc =
			lookup_rowtype_tupdesc_copy(exprType((Node *) data->expr->arg), -1);
		data->outdesc = lookup_rowtype_tupdesc_copy(data->expr->resulttype, -1);
		data->map = convert_tuples_by_name(data->indesc, data->outdesc);
		data->initialized = true;
		MemoryContextSwitchTo(caller);
	}
	tmp.t_len = HeapTupleHeaderGetDatumLength(tuple);
	tmp.t_data = tuple;
	if (data->map)
	{
		result = execute_attr_map_tuple(&tmp, data->map);
		set_out(op, HeapTupleGetDatum(result));
	}
	else
		set_out(op, stamp_row_value(heap_copy_tuple_as_datum(&tmp, data->outdesc)));
}

/* row IS [NOT] NULL: all fields are (not) NULL. */
void
eval_row_null(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	RowNullData *data = op->d.call.data;
	HeapTupleHeader tuple;
	HeapTupleData tmp = {0};
	TupleDesc desc;

	if (op->out->isnull)
	{
		set_out(op, BoolGetDatum(data->checkisnull));
		return;
	}
	tuple = DatumGetHeapTupleHeader(op->out->value);
	desc = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(tuple),
								  HeapTupleHeaderGetTypMod(tuple));
	tmp.t_len = HeapTupleHeaderGetDatumLength(tuple);
	tmp.t_data = tuple;
	set_out(op, BoolGetDatum(true));
	for (int att = 1; att <= desc->natts; att++)
	{
		if (TupleDescAttr(desc, att - 1)->attisdropped)
			continue;
		if (heap_attisnull(&tmp, att, desc) != data->checkisnull)
		{
			set_out(op, BoolGetDatum(false));
			break;
		}
	}
	ReleaseTupleDesc(desc);
}

/* ---------------------------------------------------------------- domains */

void
eval_domain(ExprState *state, ExprStep *op, ExprContext *econtext)
{
	DomainData *data = op->d.call.data;
	ListCell *lc;

	UpdateDomainConstraintRef(data->constraint_ref);
	foreach (lc, data->constraint_ref->constraints)
	{
		DomainConstraintState *con = lfirst(lc);
		Datum save = econtext->domainValue_datum;
		bool savenull = econtext->domainValue_isNull;
		bool pass;
		bool isnull;

		if (con->constrainttype == DOM_CONSTRAINT_NOTNULL)
		{
			if (op->out->isnull)
				ereport(ERROR,
						(errcode(ERRCODE_NOT_NULL_VIOLATION),
						 errmsg("domain %s does not allow null values",
								format_type_be(data->resulttype)),
						 errdatatype(data->resulttype)));
			continue;
		}
		econtext->domainValue_datum = op->out->value;
		econtext->domainValue_isNull = op->out->isnull;
		pass = DatumGetBool(ExecEvalExpr(con->check_exprstate, econtext,
										 &isnull));
		econtext->domainValue_datum = save;
		econtext->domainValue_isNull = savenull;
		if (!isnull && !pass)
			ereport(ERROR,
					(errcode(ERRCODE_CHECK_VIOLATION),
					 errmsg("value for domain %s violates check constraint \"%s\"",
							format_type_be(data->resulttype), con->name),
					 errdatatypeconstraint(data->resulttype, con->name)));
	}
}
