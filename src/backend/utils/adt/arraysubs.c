/*
 * arraysubs.c
 *		Subscripting of arrays: analysis and execution.
 *
 * array_subscript_handler serves true arrays, raw_array_subscript_handler the
 * fixed-length types that are looked into like arrays (name, point and so on).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/arraysubs.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/subscripting.h"
#include "parser/parse_coerce.h"
#include "parser/parse_expr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

/* What execution needs of the types; in SubscriptingRefState.workspace. */
typedef struct ArraySubscripts
{
	Oid refelemtype;
	int16 refattrlength; /* typlen of the container */
	int16 refelemlength;
	bool refelembyval;
	char refelemalign;
	int upper[MAXDIM];
	int lower[MAXDIM];
} ArraySubscripts;

/* One subscript expression, coerced to integer; a slice's missing is NULL. */
static Node *
subscript_to_int(ParseState *pstate, Node *expr)
{
	Node *result;

	expr = transformExpr(pstate, expr, pstate->p_expr_kind);
	result = coerce_to_target_type(pstate, expr, exprType(expr), INT4OID, -1,
								   COERCION_ASSIGNMENT, COERCE_IMPLICIT_CAST,
								   -1);
	if (result == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("array subscript must have type integer"),
				 parser_errposition(pstate, exprLocation(expr))));
	return result;
}

static void
array_subscript_transform(SubscriptingRef *sbsref, List *indirection,
						  ParseState *pstate, bool isSlice, bool isAssignment)
{
	List *upper = NIL;
	List *lower = NIL;
	ListCell *lc;

	foreach (lc, indirection)
	{
		A_Indices *ai = lfirst_node(A_Indices, lc);
		Node *expr = NULL;

		if (isSlice)
		{
			if (ai->lidx)
				expr = subscript_to_int(pstate, ai->lidx);
			else if (!ai->is_slice)
				/* x[n] among slices means x[1:n] */
				expr = (Node *) makeConst(INT4OID, -1, InvalidOid,
										  sizeof(int32), Int32GetDatum(1),
										  false, true);
			lower = lappend(lower, expr);
		}
		expr = NULL;
		if (ai->uidx)
			expr = subscript_to_int(pstate, ai->uidx);
		upper = lappend(upper, expr);
	}
	if (list_length(upper) > MAXDIM)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)",
						list_length(upper), MAXDIM)));
	sbsref->refupperindexpr = upper;
	sbsref->reflowerindexpr = lower;
	sbsref->refrestype = isSlice ? sbsref->refcontainertype : sbsref->refelemtype;
}

static void
null_subscript(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
			 errmsg("array subscript in assignment must not be null")));
}

static bool
array_check_subscripts(SubscriptingRefState *state)
{
	ArraySubscripts *ws = state->workspace;

	for (int i = 0; i < state->numupper; i++)
	{
		if (!state->upperprovided[i])
			continue;
		if (state->upperindexnull[i])
		{
			if (state->isassignment)
				null_subscript();
			return false;
		}
		ws->upper[i] = DatumGetInt32(state->upperindex[i]);
	}
	for (int i = 0; i < state->numlower; i++)
	{
		if (!state->lowerprovided[i])
			continue;
		if (state->lowerindexnull[i])
		{
			if (state->isassignment)
				null_subscript();
			return false;
		}
		ws->lower[i] = DatumGetInt32(state->lowerindex[i]);
	}
	return true;
}

static Datum
array_fetch(SubscriptingRefState *state, Datum container, bool *isnull)
{
	ArraySubscripts *ws = state->workspace;

	if (state->numlower == 0)
		return array_get_element(container, state->numupper, ws->upper,
								 ws->refattrlength, ws->refelemlength,
								 ws->refelembyval, ws->refelemalign, isnull);
	*isnull = false;
	return array_get_slice(container, state->numupper, ws->upper, ws->lower,
						   state->upperprovided, state->lowerprovided,
						   ws->refattrlength, ws->refelemlength,
						   ws->refelembyval, ws->refelemalign);
}

static Datum
array_assign(SubscriptingRefState *state, Datum container, bool *isnull)
{
	ArraySubscripts *ws = state->workspace;

	if (ws->refattrlength > 0 && (*isnull || state->replacenull))
		return container;
	if (*isnull)
		container = PointerGetDatum(construct_empty_array(ws->refelemtype));
	if (state->numlower == 0)
	{
		*isnull = false;
		return array_set_element(container, state->numupper, ws->upper,
								 state->replacevalue, state->replacenull,
								 ws->refattrlength, ws->refelemlength,
								 ws->refelembyval, ws->refelemalign);
	}
	if (*isnull && state->replacenull)
		return container;
	*isnull = false;
	return array_set_slice(container, state->numupper, ws->upper, ws->lower,
						   state->upperprovided, state->lowerprovided,
						   state->replacevalue, state->replacenull,
						   ws->refattrlength, ws->refelemlength,
						   ws->refelembyval, ws->refelemalign);
}

static void
array_exec_setup(const SubscriptingRef *sbsref, SubscriptingRefState *state,
				 SubscriptExecSteps *methods)
{
	ArraySubscripts *ws = palloc0(sizeof(ArraySubscripts));

	ArrayCheckDimensions(state->numupper);
	ws->refelemtype = sbsref->refelemtype;
	ws->refattrlength = get_typlen(sbsref->refcontainertype);
	get_typlenbyvalalign(sbsref->refelemtype, &ws->refelemlength,
						 &ws->refelembyval, &ws->refelemalign);
	state->workspace = ws;
	methods->sbs_check_subscripts = array_check_subscripts;
	methods->sbs_fetch = array_fetch;
	methods->sbs_assign = array_assign;
}

static const SubscriptRoutines array_subscripts = {
	.transform = array_subscript_transform,
	.exec_setup = array_exec_setup,
	.fetch_strict = true,
	.fetch_leakproof = true,
	.store_leakproof = false};

Datum
array_subscript_handler(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(&array_subscripts);
}

Datum
raw_array_subscript_handler(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(&array_subscripts);
}
