/*
 * subscripting.h
 *		What a type must offer to be subscripted: x[i], x[i:j], and assignment.
 *
 * A type's subscript handler (pg_type.typsubscript) returns a constant
 * SubscriptRoutines.  Parse analysis calls transform; the executor calls
 * exec_setup once per expression, evaluates the subscripts into the state,
 * and then calls the functions that exec_setup chose.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/subscripting.h
 */
#ifndef SUBSCRIPTING_H
#define SUBSCRIPTING_H

#include "nodes/primnodes.h"

struct ParseState;

#define MAX_SUBSCRIPTS 6 /* MAXDIM of utils/array.h */

/*
 * State of one subscripting expression.  The executor sets the counts and the
 * "provided" flags before exec_setup, and fills in the Datums for each row.
 */
typedef struct SubscriptingRefState
{
	bool isassignment;
	void *workspace; /* for the type, made by exec_setup */
	int numupper;
	int numlower; /* 0 if this is no slice */
	bool upperprovided[MAX_SUBSCRIPTS];
	bool lowerprovided[MAX_SUBSCRIPTS];
	Datum upperindex[MAX_SUBSCRIPTS];
	bool upperindexnull[MAX_SUBSCRIPTS];
	Datum lowerindex[MAX_SUBSCRIPTS];
	bool lowerindexnull[MAX_SUBSCRIPTS];
	Datum replacevalue; /* assignment: the new value */
	bool replacenull;
} SubscriptingRefState;

/*
 * check_subscripts: once per row after the subscripts are known; false makes
 * the result NULL.  May be NULL.
 * fetch: the element or slice of a container that is not NULL.
 * assign: the container with replacevalue put in; *isnull says on entry
 * whether the container is NULL, on exit whether the result is.
 */
typedef struct SubscriptExecSteps
{
	bool (*sbs_check_subscripts)(SubscriptingRefState *state);
	Datum (*sbs_fetch)(SubscriptingRefState *state, Datum container,
					   bool *isnull);
	Datum (*sbs_assign)(SubscriptingRefState *state, Datum container,
						bool *isnull);
} SubscriptExecSteps;

typedef struct SubscriptRoutines
{
	/* sets refrestype, reftypmod and the subscript expressions of sbsref */
	void (*transform)(SubscriptingRef *sbsref, List *indirection,
					  struct ParseState *pstate, bool isSlice,
					  bool isAssignment);
	/* allocates in the current context, which lives as long as the plan */
	void (*exec_setup)(const SubscriptingRef *sbsref,
					   SubscriptingRefState *sbsrefstate,
					   SubscriptExecSteps *methods);
	bool fetch_strict; /* NULL container or subscript gives NULL */
	bool fetch_leakproof;
	bool store_leakproof;
} SubscriptRoutines;

#endif /* SUBSCRIPTING_H */
