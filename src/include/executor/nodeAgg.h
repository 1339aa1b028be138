/*
 * nodeAgg.h
 *		Aggregation: state of each aggregate, and sizing.
 *
 * execExpr.c compiles the transition program from the per-transition data; the planner shares the size estimates.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/nodeAgg.h
 */
#ifndef NODEAGG_H
#define NODEAGG_H

#include "nodes/execnodes.h"

/* What two equal aggregates share: arguments and transition state. */
typedef struct AggStatePerTransData
{
	Aggref *aggref; /* one of those that share it */
	bool aggshared; /* final functions must not change the state */
	int transno;
	int numInputs; /* columns of args, with sort columns */
	int numTransInputs; /* arguments of the transition function */
	Oid transfn_oid;
	Oid aggtranstype;
	Oid aggCollation;
	FmgrInfo transfn;
	FunctionCallInfo transfn_fcinfo; /* args[0] is the state */
	Datum initValue;
	bool initValueIsNull;
	int16 transtypeLen;
	bool transtypeByVal;

	/* DISTINCT and ORDER BY inside the call */
	int numSortCols;
	int numDistinctCols; /* 0: no DISTINCT */
	AttrNumber *sortColIdx;
	Oid *sortOperators;
	Oid *sortCollations;
	bool *sortNullsFirst;
	FmgrInfo equalfnOne;
	ExprState *equalfnMulti;
	int16 inputtypeLen;
	bool inputtypeByVal;
	TupleDesc sortdesc;
	TupleTableSlot *sortslot; /* input row */
	TupleTableSlot *uniqslot; /* row before, for DISTINCT */
	Tuplesortstate *sortstate;
	struct SeenSet *seen; /* DISTINCT of one column: what the sort has */
	bool seen_null;
	NullableDatum *sortcells; /* where the program leaves the inputs */
} AggStatePerTransData;

/* One aggregate call: its final step. */
typedef struct AggStatePerAggData
{
	Aggref *aggref;
	int transno;
	Oid finalfn_oid;
	FmgrInfo finalfn;
	int numFinalArgs;
	List *aggdirectargs; /* ExprStates */
	int16 resulttypeLen;
	bool resulttypeByVal;
	bool shareable;
} AggStatePerAggData;

/* The running state of one aggregate in one group. */
typedef struct AggStatePerGroupData
{
	Datum transValue;
	bool transValueIsNull;
	bool noTransValue; /* strict function: first input becomes it */
} AggStatePerGroupData;

/* nodeAgg.c, for the evaluator */
extern void agg_init_trans_value(AggState *aggstate, AggStatePerTrans pertrans,
								 AggStatePerGroup pergroup);
extern Datum agg_copy_trans_value(AggState *aggstate,
								  AggStatePerTrans pertrans, Datum newValue,
								  bool newIsNull, Datum oldValue,
								  bool oldIsNull);
extern void agg_sort_input(AggState *aggstate, AggStatePerTrans pertrans);

/*
 * Run the transition function on the arguments that are in the call; the new
 * state is kept in the group's context.  byval: the state's type is, which the
 * evaluator knows while it compiles.
 */
static inline void
agg_call_transition(AggState *aggstate, AggStatePerTrans pertrans,
					AggStatePerGroup pergroup, bool byval)
{
	FunctionCallInfo fcinfo = pertrans->transfn_fcinfo;
	MemoryContext caller;
	Datum newval;

	aggstate->curpertrans = pertrans;
	caller = MemoryContextSwitchTo(aggstate->tmpcontext->ecxt_per_tuple_memory);
	fcinfo->args[0].value = pergroup->transValue;
	fcinfo->args[0].isnull = pergroup->transValueIsNull;
	fcinfo->isnull = false;
	newval = FunctionCallInvoke(fcinfo);
	if (!byval && DatumGetPointer(newval) != DatumGetPointer(pergroup->transValue))
		newval = agg_copy_trans_value(aggstate, pertrans, newval,
									  fcinfo->isnull, pergroup->transValue,
									  pergroup->transValueIsNull);
	pergroup->transValue = newval;
	pergroup->transValueIsNull = fcinfo->isnull;
	MemoryContextSwitchTo(caller);
}

/* nodeAgg.c, for the planner */
extern Size hash_agg_entry_size(int numTrans, Size tupleWidth,
								Size transitionSpace);
extern void hash_agg_set_limits(double hashentrysize, double input_groups,
								int used_bits, Size *mem_limit,
								uint64 *ngroups_limit, int *num_partitions);

#endif /* NODEAGG_H */
