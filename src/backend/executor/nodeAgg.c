/*
 * nodeAgg.c
 *		Aggregation: plain, over sorted input, and hashed.
 *
 * All aggregates of the node are advanced by one compiled program per input
 * row (ExecBuildAggTrans).  Transition values live in curaggcontext: the
 * group's context when groups come one after the other, the hash table's when
 * they are built side by side.  A hash table that reaches its memory limit
 * takes no new groups; their rows go to spill files, partitioned by hash,
 * each of which is aggregated afterwards in the same way.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeAgg.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/execExpr.h"
#include "executor/execProcnode.h"
#include "executor/execSeen.h"
#include "executor/nodeAgg.h"
#include "executor/nodeHash.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_agg.h"
#include "parser/parse_coerce.h"
#include "port/pg_bitutils.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/tuplesort.h"

#define SPILL_MIN_PARTITIONS 4
#define SPILL_MAX_PARTITIONS 128
#define SPILL_PARTITION_KB 64

/* Files for rows of groups that found no place. */
typedef struct AggSpill
{
	int nparts;
	int shift; /* partition = hash >> shift & (nparts - 1) */
	Tuplestorestate **parts;
} AggSpill;

typedef struct AggBatch
{
	Tuplestorestate *rows;
	int used_bits;
} AggBatch;

static void init_pertrans(AggState *aggstate, AggStatePerTrans pertrans,
						  Aggref *aggref, EState *estate);
static void init_sorting(AggState *aggstate, AggStatePerTrans pertrans,
						 EState *estate);

/* ---------------------------------------------------------------- transition values */

static Datum
initial_value(AggState *aggstate, AggStatePerTrans pertrans)
{
	MemoryContext caller;
	Datum result;

	if (pertrans->initValueIsNull || pertrans->transtypeByVal)
		return pertrans->initValue;
	caller = MemoryContextSwitchTo(aggstate->curaggcontext->ecxt_per_tuple_memory);
	result = datumCopy(pertrans->initValue, false, pertrans->transtypeLen);
	MemoryContextSwitchTo(caller);
	return result;
}

/* Start all aggregates of a group. */
static void
start_group(AggState *aggstate, AggStatePerGroup pergroup)
{
	for (int i = 0; i < aggstate->numtrans; i++)
	{
		AggStatePerTrans pertrans = &aggstate->pertrans[i];
		AggStatePerGroup pg = &pergroup[i];

		if (pertrans->numSortCols > 0)
		{
			/* DISTINCT and ORDER BY: collect the input, sorted per group */
			if (pertrans->sortstate)
				tuplesort_end(pertrans->sortstate);
			if (pertrans->seen)
				seen_reset(pertrans->seen);
			pertrans->seen_null = false;
			if (pertrans->numInputs == 1)
				pertrans->sortstate =
					tuplesort_begin_datum(TupleDescAttr(pertrans->sortdesc, 0)->atttypid,
										  pertrans->sortOperators[0],
										  pertrans->sortCollations[0],
										  pertrans->sortNullsFirst[0],
										  work_mem, NULL, TUPLESORT_NONE);
			else
				pertrans->sortstate =
					tuplesort_begin_heap(pertrans->sortdesc,
										 pertrans->numSortCols,
										 pertrans->sortColIdx,
										 pertrans->sortOperators,
										 pertrans->sortCollations,
										 pertrans->sortNullsFirst, work_mem,
										 NULL, TUPLESORT_NONE);
		}
		pg->transValue = initial_value(aggstate, pertrans);
		pg->transValueIsNull = pertrans->initValueIsNull;
		pg->noTransValue = pertrans->initValueIsNull;
	}
}

/*
 * A strict transition function without initial value: the first non-NULL input
 * becomes the state.  (For the evaluator.)
 */
void
agg_init_trans_value(AggState *aggstate, AggStatePerTrans pertrans,
					 AggStatePerGroup pergroup)
{
	MemoryContext caller =
		MemoryContextSwitchTo(aggstate->curaggcontext->ecxt_per_tuple_memory);

	pergroup->transValue =
		datumCopy(pertrans->transfn_fcinfo->args[1].value,
				  pertrans->transtypeByVal, pertrans->transtypeLen);
	pergroup->transValueIsNull = false;
	pergroup->noTransValue = false;
	MemoryContextSwitchTo(caller);
}

static bool
is_own_expanded(Datum d, MemoryContext cxt)
{
	return DatumIsReadWriteExpandedObject(d, false, -1) &&
		MemoryContextGetParent(DatumGetEOHP(d)->eoh_context) == cxt;
}

/*
 * The function returned another pointer: move the new state into the aggregate
 * context and free the old one.  (For the evaluator.)
 */
Datum
agg_copy_trans_value(AggState *aggstate, AggStatePerTrans pertrans,
					 Datum newValue, bool newIsNull, Datum oldValue,
					 bool oldIsNull)
{
	MemoryContext aggcxt = aggstate->curaggcontext->ecxt_per_tuple_memory;
	bool varlena = pertrans->transtypeLen == -1;

	if (newIsNull)
		newValue = (Datum) 0;
	else if (!(varlena && is_own_expanded(newValue, aggcxt)))
	{
		MemoryContext caller = MemoryContextSwitchTo(aggcxt);

		newValue = datumCopy(newValue, pertrans->transtypeByVal,
							 pertrans->transtypeLen);
		MemoryContextSwitchTo(caller);
	}
	if (!oldIsNull)
	{
		if (varlena && DatumIsReadWriteExpandedObject(oldValue, false, -1))
			DeleteExpandedObject(oldValue);
		else
			pfree(DatumGetPointer(oldValue));
	}
	return newValue;
}

/* The program left one input row in sortcells: add it to the sort. */
void
agg_sort_input(AggState *aggstate, AggStatePerTrans pertrans)
{
	TupleTableSlot *slot = pertrans->sortslot;

	if (pertrans->numInputs == 1)
	{
		NullableDatum *cell = &pertrans->sortcells[0];

		if (pertrans->seen)
		{
			if (cell->isnull ? pertrans->seen_null : seen_before(pertrans->seen, cell->value))
				return;
			pertrans->seen_null |= cell->isnull;
		}
		tuplesort_putdatum(pertrans->sortstate, cell->value, cell->isnull);
		return;
	}
	ExecClearTuple(slot);
	for (int i = 0; i < pertrans->numInputs; i++)
	{
		slot->tts_values[i] = pertrans->sortcells[i].value;
		slot->tts_isnull[i] = pertrans->sortcells[i].isnull;
	}
	ExecStoreVirtualTuple(slot);
	tuplesort_puttupleslot(pertrans->sortstate, slot);
}

/* One transition with the arguments that are in the call already. */
static void
advance_once(AggState *aggstate, AggStatePerTrans pertrans,
			 AggStatePerGroup pergroup)
{
	FunctionCallInfo fcinfo = pertrans->transfn_fcinfo;

	if (pertrans->transfn.fn_strict)
	{
		for (int i = 1; i <= pertrans->numTransInputs; i++)
			if (fcinfo->args[i].isnull)
				return;
		if (pergroup->noTransValue)
		{
			agg_init_trans_value(aggstate, pertrans, pergroup);
			return;
		}
		if (pergroup->transValueIsNull)
			return;
	}
	agg_call_transition(aggstate, pertrans, pergroup, pertrans->transtypeByVal);
	aggstate->curpertrans = NULL;
}

/* Sorted inputs of one column. */
static void
feed_sorted_datums(AggState *aggstate, AggStatePerTrans pertrans,
				   AggStatePerGroup pergroup)
{
	NullableDatum *arg = &pertrans->transfn_fcinfo->args[1];
	MemoryContext work = aggstate->tmpcontext->ecxt_per_tuple_memory;
	bool distinct = pertrans->numDistinctCols > 0;
	bool haveold = false;
	NullableDatum old = {0};
	MemoryContext caller;

	tuplesort_performsort(pertrans->sortstate);
	while (tuplesort_getdatum(pertrans->sortstate, true, false, &arg->value,
							  &arg->isnull, NULL))
	{
		CHECK_FOR_INTERRUPTS();
		MemoryContextReset(work);
		caller = MemoryContextSwitchTo(work);
		if (distinct && haveold && old.isnull == arg->isnull &&
			(old.isnull ||
			 DatumGetBool(FunctionCall2Coll(&pertrans->equalfnOne,
											pertrans->aggCollation,
											old.value, arg->value))))
		{
			MemoryContextSwitchTo(caller);
			continue;
		}
		advance_once(aggstate, pertrans, pergroup);
		MemoryContextSwitchTo(caller);
		if (distinct)
		{
			if (haveold && !old.isnull && !pertrans->inputtypeByVal)
				pfree(DatumGetPointer(old.value));
			old = *arg;
			if (!old.isnull)
				old.value = datumCopy(arg->value, pertrans->inputtypeByVal,
									  pertrans->inputtypeLen);
			haveold = true;
		}
	}
	if (haveold && !old.isnull && !pertrans->inputtypeByVal)
		pfree(DatumGetPointer(old.value));
}

static void
feed_sorted_rows(AggState *aggstate, AggStatePerTrans pertrans,
				 AggStatePerGroup pergroup)
{
	FunctionCallInfo fcinfo = pertrans->transfn_fcinfo;
	ExprContext *tmp = aggstate->tmpcontext;
	TupleTableSlot *slot = pertrans->sortslot;
	TupleTableSlot *old = pertrans->uniqslot;
	TupleTableSlot *save = tmp->ecxt_outertuple;

	tuplesort_performsort(pertrans->sortstate);
	ExecClearTuple(slot);
	if (old)
		ExecClearTuple(old);
	while (tuplesort_gettupleslot(pertrans->sortstate, true, true, slot, NULL))
	{
		CHECK_FOR_INTERRUPTS();
		tmp->ecxt_outertuple = slot;
		tmp->ecxt_innertuple = old;
		if (pertrans->numDistinctCols > 0 && !TupIsNull(old) &&
			ExecQual(pertrans->equalfnMulti, tmp))
		{
			ResetExprContext(tmp);
			continue;
		}
		slot_getsomeattrs(slot, pertrans->numTransInputs);
		for (int i = 0; i < pertrans->numTransInputs; i++)
		{
			fcinfo->args[i + 1].value = slot->tts_values[i];
			fcinfo->args[i + 1].isnull = slot->tts_isnull[i];
		}
		advance_once(aggstate, pertrans, pergroup);
		if (pertrans->numDistinctCols > 0)
			ExecCopySlot(old, slot);
		ResetExprContext(tmp);
		ExecClearTuple(slot);
	}
	if (old)
		ExecClearTuple(old);
	tmp->ecxt_outertuple = save;
}

/* ---------------------------------------------------------------- results */

static void
final_value(AggState *aggstate, AggStatePerAgg peragg,
			AggStatePerGroup pergroup, Datum *result, bool *isnull)
{
	AggStatePerTrans pertrans = &aggstate->pertrans[peragg->transno];
	AggStatePerGroup pg = &pergroup[peragg->transno];
	LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
	MemoryContext caller;
	bool anynull;
	int i = 1;
	ListCell *lc;

	caller = MemoryContextSwitchTo(aggstate->ss.ps.ps_ExprContext->ecxt_per_tuple_memory);
	*isnull = pg->transValueIsNull;
	if (!OidIsValid(peragg->finalfn_oid))
	{
		*result = pg->transValueIsNull || pertrans->transtypeByVal ||
				pertrans->transtypeLen != -1
			? pg->transValue
			: MakeExpandedObjectReadOnlyInternal(pg->transValue);
		MemoryContextSwitchTo(caller);
		return;
	}
	anynull = pg->transValueIsNull;
	foreach (lc, peragg->aggdirectargs)
	{
		fcinfo->args[i].value = ExecEvalExpr(lfirst(lc),
											 aggstate->ss.ps.ps_ExprContext,
											 &fcinfo->args[i].isnull);
		anynull |= fcinfo->args[i].isnull;
		i++;
	}
	InitFunctionCallInfoData(*fcinfo, &peragg->finalfn, peragg->numFinalArgs,
							 pertrans->aggCollation, (Node *) aggstate, NULL);
	fcinfo->args[0].value = pg->transValue;
	if (!pg->transValueIsNull && pertrans->transtypeLen == -1)
		fcinfo->args[0].value =
			MakeExpandedObjectReadOnlyInternal(pg->transValue);
	fcinfo->args[0].isnull = pg->transValueIsNull;
	for (; i < peragg->numFinalArgs; i++)
	{
		/* extra arguments only tell their types */
		fcinfo->args[i].value = (Datum) 0;
		fcinfo->args[i].isnull = true;
		anynull = true;
	}
	aggstate->curperagg = peragg;
	if (peragg->finalfn.fn_strict && anynull)
	{
		*result = (Datum) 0;
		*isnull = true;
	}
	else
	{
		*result = FunctionCallInvoke(fcinfo);
		*isnull = fcinfo->isnull;
		/* the value must survive the group's context */
		if (!*isnull && !peragg->resulttypeByVal &&
			!(peragg->resulttypeLen == -1 &&
			  DatumIsReadWriteExpandedObject(*result, false, -1)))
			*result = datumCopy(*result, false, peragg->resulttypeLen);
	}
	aggstate->curperagg = NULL;
	MemoryContextSwitchTo(caller);
}

/* Final values of the group, then HAVING and projection; NULL if rejected. */
static TupleTableSlot *
finish_group(AggState *aggstate, AggStatePerGroup pergroup,
			 TupleTableSlot *firstrow)
{
	ExprContext *econtext = aggstate->ss.ps.ps_ExprContext;

	for (int i = 0; i < aggstate->numtrans; i++)
	{
		AggStatePerTrans pertrans = &aggstate->pertrans[i];

		if (pertrans->numSortCols == 0)
			continue;
		if (pertrans->numInputs == 1)
			feed_sorted_datums(aggstate, pertrans, &pergroup[i]);
		else
			feed_sorted_rows(aggstate, pertrans, &pergroup[i]);
		tuplesort_end(pertrans->sortstate);
		pertrans->sortstate = NULL;
	}
	econtext->ecxt_outertuple = firstrow;
	for (int i = 0; i < aggstate->numaggs; i++)
		final_value(aggstate, &aggstate->peragg[i], pergroup,
					&econtext->ecxt_aggvalues[i], &econtext->ecxt_aggnulls[i]);
	if (ExecQual(aggstate->ss.ps.qual, econtext))
		return ExecProject(aggstate->ss.ps.ps_ProjInfo);
	InstrCountFiltered1(aggstate, 1);
	return NULL;
}

static inline void
advance_all(AggState *aggstate, TupleTableSlot *slot)
{
	ExprContext *tmp = aggstate->tmpcontext;
	bool unused;

	tmp->ecxt_outertuple = slot;
	ExecEvalExprSwitchContext(aggstate->evaltrans, tmp, &unused);
}

/* ---------------------------------------------------------------- plain and sorted */

/*
 * Aggregate the rows of one group after the other.  Without grouping columns
 * there is exactly one group, even over no input.
 */
static TupleTableSlot *
next_sorted_group(AggState *aggstate)
{
	PlanState *outer = outerPlanState(aggstate);
	ExprContext *tmp = aggstate->tmpcontext;
	TupleTableSlot *first = aggstate->firstslot;
	bool plain = aggstate->aggstrategy == AGG_PLAIN;

	while (!aggstate->agg_done)
	{
		TupleTableSlot *slot;
		TupleTableSlot *result;

		CHECK_FOR_INTERRUPTS();
		ReScanExprContext(aggstate->ss.ps.ps_ExprContext);
		ReScanExprContext(aggstate->groupcontext);
		aggstate->curaggcontext = aggstate->groupcontext;
		if (!aggstate->have_first)
		{
			slot = ExecProcNode(outer);
			if (TupIsNull(slot))
			{
				aggstate->agg_done = true;
				if (!plain)
					return NULL;
				ExecStoreAllNullTuple(first);
				start_group(aggstate, aggstate->pergroup);
				return finish_group(aggstate, aggstate->pergroup, first);
			}
			ExecCopySlot(first, slot);
		}
		aggstate->have_first = false;
		start_group(aggstate, aggstate->pergroup);
		for (slot = first;;)
		{
			advance_all(aggstate, slot);
			ResetExprContext(tmp);
			slot = ExecProcNode(outer);
			if (TupIsNull(slot))
			{
				aggstate->agg_done = true;
				break;
			}
			if (!plain)
			{
				tmp->ecxt_innertuple = slot;
				tmp->ecxt_outertuple = first;
				if (!ExecQual(aggstate->eqfunction, tmp))
				{
					ResetExprContext(tmp);
					aggstate->have_first = true;
					break;
				}
			}
		}
		result = finish_group(aggstate, aggstate->pergroup, first);
		if (aggstate->have_first)
		{
			/* the result may point into the old first row */
			if (result)
				ExecMaterializeSlot(result);
			ExecCopySlot(first, slot);
		}
		if (result)
			return result;
	}
	return NULL;
}

/* ---------------------------------------------------------------- hashed */

/* Bytes that a group takes beside its row, for estimates. */
Size
hash_agg_entry_size(int numTrans, Size tupleWidth, Size transitionSpace)
{
	return MAXALIGN(SizeofMinimalTupleHeader) + MAXALIGN(tupleWidth) +
		MAXALIGN(numTrans * sizeof(AggStatePerGroupData)) +
		sizeof(TupleHashEntryData) * 3 / 2 + transitionSpace;
}

static int
choose_partitions(double groups, double entrysize)
{
	double want = 1.5 * groups * entrysize / get_hash_memory_limit();
	int n = Max(SPILL_MIN_PARTITIONS,
				Min(SPILL_MAX_PARTITIONS, (int) want + 1));

	return pg_nextpower2_32(n);
}

/* Memory and group limits of a hashed aggregation, and its spill partitions. */
void
hash_agg_set_limits(double hashentrysize, double input_groups, int used_bits,
					Size *mem_limit, uint64 *ngroups_limit,
					int *num_partitions)
{
	Size limit = get_hash_memory_limit();
	int npart;
	Size reserve;

	if (input_groups * hashentrysize <= limit)
	{
		if (num_partitions)
			*num_partitions = 0;
		*mem_limit = limit;
		*ngroups_limit = limit / hashentrysize;
		return;
	}
	npart = choose_partitions(input_groups, hashentrysize);
	if (num_partitions)
		*num_partitions = npart;
	reserve = (Size) npart * SPILL_PARTITION_KB * 1024;
	*mem_limit = limit > 4 * reserve ? limit - reserve : limit * 3 / 4;
	*ngroups_limit = Max(*mem_limit / hashentrysize, 1);
}

/* The kept columns of an input row, as a row for the hash table. */
static TupleTableSlot *
key_row(AggState *aggstate, TupleTableSlot *slot)
{
	TupleTableSlot *key = aggstate->keyslot;

	ExecClearTuple(key);
	for (int i = 0; i < aggstate->nneeded; i++)
		key->tts_values[i] = slot_getattr(slot, aggstate->needed[i],
										  &key->tts_isnull[i]);
	return ExecStoreVirtualTuple(key);
}

static void
spill_row(AggState *aggstate, TupleTableSlot *slot, uint32 hash)
{
	AggSpill *spill = aggstate->spill;
	int part;

	if (spill == NULL)
	{
		MemoryContext caller =
			MemoryContextSwitchTo(aggstate->ss.ps.state->es_query_cxt);
		int bits;

		spill = palloc(sizeof(AggSpill));
		spill->nparts = choose_partitions(((Agg *) aggstate->ss.ps.plan)->numGroups,
										  100);
		bits = my_log2(spill->nparts);
		if (aggstate->used_bits + bits > 32)
		{
			bits = Max(32 - aggstate->used_bits, 0);
			spill->nparts = 1 << bits;
		}
		spill->shift = 32 - aggstate->used_bits - bits;
		spill->parts = palloc0(spill->nparts * sizeof(Tuplestorestate *));
		aggstate->spill = spill;
		MemoryContextSwitchTo(caller);
	}
	part = spill->nparts == 1 ? 0 : (hash >> spill->shift) & (spill->nparts - 1);
	if (spill->parts[part] == NULL)
	{
		MemoryContext caller =
			MemoryContextSwitchTo(aggstate->ss.ps.state->es_query_cxt);

		spill->parts[part] = tuplestore_begin_heap(false, false,
												   SPILL_PARTITION_KB);
		MemoryContextSwitchTo(caller);
	}
	tuplestore_puttupleslot(spill->parts[part], slot);
}

/* Turn the spill's partitions into batches to be aggregated later. */
static void
finish_spill(AggState *aggstate)
{
	AggSpill *spill = aggstate->spill;
	MemoryContext caller;

	if (spill == NULL)
		return;
	caller = MemoryContextSwitchTo(aggstate->ss.ps.state->es_query_cxt);
	for (int i = 0; i < spill->nparts; i++)
	{
		AggBatch *batch;

		if (spill->parts[i] == NULL)
			continue;
		batch = palloc(sizeof(AggBatch));
		batch->rows = spill->parts[i];
		batch->used_bits = aggstate->used_bits + my_log2(spill->nparts);
		aggstate->spill_batches = lappend(aggstate->spill_batches, batch);
		aggstate->hash_batches_used++;
	}
	MemoryContextSwitchTo(caller);
	pfree(spill->parts);
	pfree(spill);
	aggstate->spill = NULL;
}

/* Is the table full?  Checked for new groups only. */
static bool
table_full(AggState *aggstate)
{
	Size used;

	if (aggstate->hashtable->nused < 64)
		return false;
	used = aggstate->hashtable->mem_used;
	if (aggstate->numtrans > 0 && (aggstate->hashtable->nused & 63) == 0)
		aggstate->hash_mem_peak =
			Max(aggstate->hash_mem_peak,
				MemoryContextMemAllocated(aggstate->hashcontext->ecxt_per_tuple_memory,
										  true) +
					used);
	return Max(used, aggstate->hash_mem_peak) > aggstate->hash_mem_limit;
}

/* Put one input row into its group, or into the spill. */
static void
hash_row(AggState *aggstate, TupleTableSlot *slot, bool may_be_full)
{
	TupleHashTable table = aggstate->hashtable;
	TupleTableSlot *key = key_row(aggstate, slot);
	uint32 hash = TupleHashTableHash(table, key);
	TupleHashEntry entry;
	bool isnew = false;

	if (may_be_full)
	{
		entry = LookupTupleHashEntryHash(table, key, NULL, hash);
		if (entry == NULL)
		{
			spill_row(aggstate, slot, hash);
			return;
		}
	}
	else
		entry = LookupTupleHashEntryHash(table, key, &isnew, hash);
	aggstate->pergroup = entry->additional;
	if (isnew)
		start_group(aggstate, aggstate->pergroup);
	if (aggstate->numtrans > 0)
		advance_all(aggstate, slot);
}

static void
begin_table(AggState *aggstate)
{
	aggstate->curaggcontext = aggstate->hashcontext;
	InitTupleHashIterator(aggstate->hashtable, &aggstate->hashiter);
}

static void
fill_table(AggState *aggstate)
{
	PlanState *outer = outerPlanState(aggstate);
	ExprContext *tmp = aggstate->tmpcontext;
	bool full = false;

	begin_table(aggstate);
	aggstate->used_bits = 0;
	for (;;)
	{
		TupleTableSlot *slot = ExecProcNode(outer);

		if (TupIsNull(slot))
			break;
		hash_row(aggstate, slot, full);
		if (!full)
			full = table_full(aggstate);
		ResetExprContext(tmp);
	}
	finish_spill(aggstate);
	aggstate->hash_batches_used++;
	aggstate->hash_mem_peak =
		Max(aggstate->hash_mem_peak,
			MemoryContextMemAllocated(aggstate->hashcontext->ecxt_per_tuple_memory,
									  true) +
				aggstate->hashtable->nslots * sizeof(TupleHashEntryData));
	aggstate->table_filled = true;
}

/* Aggregate the next spilled batch; false if there is none. */
static bool
refill_table(AggState *aggstate)
{
	AggBatch *batch;
	TupleTableSlot *slot = aggstate->hashslot;
	bool full = false;

	if (aggstate->spill_batches == NIL)
		return false;
	batch = llast(aggstate->spill_batches);
	aggstate->spill_batches = list_delete_last(aggstate->spill_batches);
	ReScanExprContext(aggstate->hashcontext);
	ResetTupleHashTable(aggstate->hashtable);
	begin_table(aggstate);
	aggstate->used_bits = batch->used_bits;
	aggstate->hash_mem_peak = 0;
	while (tuplestore_gettupleslot(batch->rows, true, false, slot))
	{
		CHECK_FOR_INTERRUPTS();
		hash_row(aggstate, slot, full);
		if (!full && aggstate->used_bits < 32)
			full = table_full(aggstate);
		ResetExprContext(aggstate->tmpcontext);
	}
	ExecClearTuple(slot);
	tuplestore_end(batch->rows);
	pfree(batch);
	finish_spill(aggstate);
	return true;
}

static TupleTableSlot *
next_hashed_group(AggState *aggstate)
{
	TupleTableSlot *first = aggstate->firstslot;
	TupleTableSlot *stored = aggstate->hashtable->tableslot;

	for (;;)
	{
		TupleHashEntry entry = ScanTupleHashTable(aggstate->hashtable,
												  &aggstate->hashiter);
		TupleTableSlot *result;

		CHECK_FOR_INTERRUPTS();
		if (entry == NULL)
		{
			if (refill_table(aggstate))
				continue;
			aggstate->agg_done = true;
			return NULL;
		}
		ResetExprContext(aggstate->ss.ps.ps_ExprContext);
		ExecStoreMinimalTuple(entry->firstTuple, stored, false);
		slot_getallattrs(stored);
		ExecStoreAllNullTuple(first);
		for (int i = 0; i < aggstate->nneeded; i++)
		{
			first->tts_values[aggstate->needed[i] - 1] = stored->tts_values[i];
			first->tts_isnull[aggstate->needed[i] - 1] = stored->tts_isnull[i];
		}
		result = finish_group(aggstate, entry->additional, first);
		if (result)
			return result;
	}
}

static TupleTableSlot *
ExecAgg(PlanState *pstate)
{
	AggState *node = (AggState *) pstate;

	CHECK_FOR_INTERRUPTS();
	if (node->agg_done)
		return NULL;
	if (node->aggstrategy != AGG_HASHED)
		return next_sorted_group(node);
	if (!node->table_filled)
		fill_table(node);
	return next_hashed_group(node);
}

/* ---------------------------------------------------------------- start */

static bool
collect_outer_columns(Node *node, Bitmapset **cols)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		if (((Var *) node)->varattno > 0)
			*cols = bms_add_member(*cols, ((Var *) node)->varattno);
		return false;
	}
	if (IsA(node, Aggref))
		return expression_tree_walker((Node *) ((Aggref *) node)->aggdirectargs,
									  collect_outer_columns, cols);
	return expression_tree_walker(node, collect_outer_columns, cols);
}

/* Decide which input columns a group keeps, and make the table. */
static void
init_hashing(AggState *aggstate, Agg *node, EState *estate)
{
	TupleDesc outerdesc = ExecGetResultType(outerPlanState(aggstate));
	Bitmapset *cols = NULL;
	TupleDesc keydesc;
	uint64 ngroups_limit;
	int col = -1;
	int n = 0;

	for (int i = 0; i < node->numCols; i++)
		cols = bms_add_member(cols, node->grpColIdx[i]);
	collect_outer_columns((Node *) node->plan.targetlist, &cols);
	collect_outer_columns((Node *) node->plan.qual, &cols);
	aggstate->nneeded = bms_num_members(cols);
	aggstate->needed = palloc(Max(aggstate->nneeded, 1) * sizeof(AttrNumber));
	keydesc = CreateTemplateTupleDesc(aggstate->nneeded);
	aggstate->hashkeyidx = palloc(Max(node->numCols, 1) * sizeof(AttrNumber));
	while ((col = bms_next_member(cols, col)) >= 0)
	{
		aggstate->needed[n++] = col;
		TupleDescCopyEntry(keydesc, n, outerdesc, col);
		for (int i = 0; i < node->numCols; i++)
			if (node->grpColIdx[i] == col)
				aggstate->hashkeyidx[i] = n;
	}
	aggstate->keyslot = ExecInitExtraTupleSlot(estate, keydesc, &TTSOpsVirtual);
	aggstate->hashslot = ExecInitExtraTupleSlot(estate, outerdesc,
												&TTSOpsMinimalTuple);
	execTuplesHashPrepare(node->numCols, node->grpOperators,
						  &aggstate->eqfuncoids, &aggstate->hashfunctions);
	hash_agg_set_limits(hash_agg_entry_size(aggstate->numtrans,
											outerPlan(node)->plan_width,
											node->transitionSpace),
						node->numGroups, 0, &aggstate->hash_mem_limit,
						&ngroups_limit, NULL);
	aggstate->hashtable =
		BuildTupleHashTable(&aggstate->ss.ps, keydesc, node->numCols,
							aggstate->hashkeyidx, aggstate->eqfuncoids,
							aggstate->hashfunctions, node->grpCollations,
							Min(node->numGroups, (long) ngroups_limit),
							aggstate->numtrans * sizeof(AggStatePerGroupData),
							aggstate->hashcontext->ecxt_per_tuple_memory,
							aggstate->tmpcontext->ecxt_per_tuple_memory, false);
}

/* Rights of the caller, and of the aggregate's owner, to its functions. */
static void
check_rights(Oid funcid, Oid roleid, ObjectType type)
{
	AclResult aclresult = pg_proc_aclcheck(funcid, roleid, ACL_EXECUTE);

	if (aclresult != ACLCHECK_OK)
		aclcheck_error(aclresult, type, get_func_name(funcid));
}

static Oid
owner_of(Oid funcid)
{
	HeapTuple tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Oid owner;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	owner = ((Form_pg_proc) GETSTRUCT(tup))->proowner;
	ReleaseSysCache(tup);
	return owner;
}

static void
init_peragg(AggState *aggstate, AggStatePerAgg peragg, Aggref *aggref)
{
	HeapTuple tup = SearchSysCache1(AGGFNOID,
									ObjectIdGetDatum(aggref->aggfnoid));
	Form_pg_aggregate form;
	Oid inputTypes[FUNC_MAX_ARGS];
	int nargs;
	int ndirect = list_length(aggref->aggdirectargs);

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	form = (Form_pg_aggregate) GETSTRUCT(tup);
	check_rights(aggref->aggfnoid, GetUserId(), OBJECT_AGGREGATE);
	peragg->aggref = aggref;
	peragg->transno = aggref->aggtransno;
	peragg->finalfn_oid = form->aggfinalfn;
	peragg->shareable = form->aggfinalmodify != AGGMODIFY_READ_WRITE;
	nargs = get_aggregate_argtypes(aggref, inputTypes);
	peragg->numFinalArgs = form->aggfinalextra ? nargs + 1 : ndirect + 1;
	peragg->aggdirectargs = ExecInitExprList(aggref->aggdirectargs,
											 (PlanState *) aggstate);
	if (OidIsValid(peragg->finalfn_oid))
	{
		Expr *finalexpr;

		check_rights(peragg->finalfn_oid, owner_of(aggref->aggfnoid),
					 OBJECT_FUNCTION);
		build_aggregate_finalfn_expr(inputTypes, peragg->numFinalArgs,
									 aggref->aggtranstype, aggref->aggtype,
									 aggref->inputcollid, peragg->finalfn_oid,
									 &finalexpr);
		fmgr_info(peragg->finalfn_oid, &peragg->finalfn);
		fmgr_info_set_expr((Node *) finalexpr, &peragg->finalfn);
	}
	get_typlenbyval(aggref->aggtype, &peragg->resulttypeLen,
					&peragg->resulttypeByVal);
	ReleaseSysCache(tup);
}

static Datum
initial_from_text(Datum textInitVal, Oid transtype)
{
	Oid typinput;
	Oid typioparam;
	char *str = TextDatumGetCString(textInitVal);
	Datum val;

	getTypeInputInfo(transtype, &typinput, &typioparam);
	val = OidInputFunctionCall(typinput, str, typioparam, -1);
	pfree(str);
	return val;
}

static void
init_pertrans(AggState *aggstate, AggStatePerTrans pertrans, Aggref *aggref,
			  EState *estate)
{
	HeapTuple tup = SearchSysCache1(AGGFNOID,
									ObjectIdGetDatum(aggref->aggfnoid));
	Form_pg_aggregate form;
	Oid inputTypes[FUNC_MAX_ARGS];
	int nargs;
	int ndirect = list_length(aggref->aggdirectargs);
	Expr *transexpr;
	Datum textInitVal;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	form = (Form_pg_aggregate) GETSTRUCT(tup);
	pertrans->aggref = aggref;
	pertrans->transno = aggref->aggtransno;
	pertrans->transfn_oid = form->aggtransfn;
	pertrans->aggtranstype = aggref->aggtranstype;
	pertrans->aggCollation = aggref->inputcollid;
	pertrans->numInputs = list_length(aggref->args);
	nargs = get_aggregate_argtypes(aggref, inputTypes);
	pertrans->numTransInputs = AGGKIND_IS_ORDERED_SET(aggref->aggkind) ? list_length(aggref->args) : nargs - ndirect;
	check_rights(pertrans->transfn_oid, owner_of(aggref->aggfnoid),
				 OBJECT_FUNCTION);
	build_aggregate_transfn_expr(inputTypes, nargs, ndirect,
								 aggref->aggvariadic, aggref->aggtranstype,
								 aggref->inputcollid, pertrans->transfn_oid,
								 InvalidOid, &transexpr, NULL);
	fmgr_info(pertrans->transfn_oid, &pertrans->transfn);
	fmgr_info_set_expr((Node *) transexpr, &pertrans->transfn);
	pertrans->transfn_fcinfo =
		palloc0(SizeForFunctionCallInfo(pertrans->numTransInputs + 1));
	InitFunctionCallInfoData(*pertrans->transfn_fcinfo, &pertrans->transfn,
							 pertrans->numTransInputs + 1,
							 aggref->inputcollid, (Node *) aggstate, NULL);
	get_typlenbyval(aggref->aggtranstype, &pertrans->transtypeLen,
					&pertrans->transtypeByVal);
	textInitVal = SysCacheGetAttr(AGGFNOID, tup,
								  Anum_pg_aggregate_agginitval,
								  &pertrans->initValueIsNull);
	if (!pertrans->initValueIsNull)
		pertrans->initValue = initial_from_text(textInitVal,
												aggref->aggtranstype);
	if (pertrans->transfn.fn_strict && pertrans->initValueIsNull &&
		(pertrans->numTransInputs < 1 ||
		 !IsBinaryCoercible(inputTypes[ndirect], aggref->aggtranstype)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("aggregate %u needs to have compatible input type and transition type",
						aggref->aggfnoid)));
	init_sorting(aggstate, pertrans, estate);
	ReleaseSysCache(tup);
}

/* ORDER BY and DISTINCT within the call. */
static void
init_sorting(AggState *aggstate, AggStatePerTrans pertrans, EState *estate)
{
	Aggref *aggref = pertrans->aggref;
	List *sortlist;
	int i = 0;
	ListCell *lc;

	if (AGGKIND_IS_ORDERED_SET(aggref->aggkind))
		return; /* the function sorts by itself */
	sortlist = aggref->aggdistinct ? aggref->aggdistinct : aggref->aggorder;
	if (sortlist == NIL)
		return;
	pertrans->numSortCols = list_length(sortlist);
	pertrans->numDistinctCols = list_length(aggref->aggdistinct);
	pertrans->sortcells = palloc0(pertrans->numInputs * sizeof(NullableDatum));
	pertrans->sortdesc = ExecTypeFromTL(aggref->args);
	if (pertrans->numDistinctCols == 1 && pertrans->numInputs == 1)
	{
		Form_pg_attribute att = TupleDescAttr(pertrans->sortdesc, 0);

		pertrans->seen = seen_create(CurrentMemoryContext, att->attlen,
									 att->attbyval);
	}
	pertrans->sortslot = ExecInitExtraTupleSlot(estate, pertrans->sortdesc,
												&TTSOpsMinimalTuple);
	pertrans->sortColIdx = palloc(pertrans->numSortCols * sizeof(AttrNumber));
	pertrans->sortOperators = palloc(pertrans->numSortCols * sizeof(Oid));
	pertrans->sortCollations = palloc(pertrans->numSortCols * sizeof(Oid));
	pertrans->sortNullsFirst = palloc(pertrans->numSortCols * sizeof(bool));
	foreach (lc, sortlist)
	{
		SortGroupClause *sc = lfirst(lc);
		TargetEntry *tle = get_sortgroupclause_tle(sc, aggref->args);

		if (!OidIsValid(sc->sortop))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_FUNCTION),
					 errmsg("could not identify an ordering operator for type %s",
							format_type_be(exprType((Node *) tle->expr)))));
		pertrans->sortColIdx[i] = tle->resno;
		pertrans->sortOperators[i] = sc->sortop;
		pertrans->sortCollations[i] = exprCollation((Node *) tle->expr);
		pertrans->sortNullsFirst[i] = sc->nulls_first;
		i++;
	}
	if (pertrans->numInputs == 1)
		get_typlenbyval(TupleDescAttr(pertrans->sortdesc, 0)->atttypid,
						&pertrans->inputtypeLen, &pertrans->inputtypeByVal);
	if (pertrans->numDistinctCols > 0)
	{
		Oid *ops = palloc(pertrans->numDistinctCols * sizeof(Oid));

		i = 0;
		foreach (lc, aggref->aggdistinct)
			ops[i++] = ((SortGroupClause *) lfirst(lc))->eqop;
		if (pertrans->numInputs == 1)
			fmgr_info(get_opcode(ops[0]), &pertrans->equalfnOne);
		else
		{
			pertrans->uniqslot = ExecInitExtraTupleSlot(estate,
														pertrans->sortdesc,
														&TTSOpsMinimalTuple);
			pertrans->equalfnMulti =
				execTuplesMatchPrepare(pertrans->sortdesc,
									   pertrans->numDistinctCols,
									   pertrans->sortColIdx, ops,
									   pertrans->sortCollations,
									   &aggstate->ss.ps);
		}
	}
}

AggState *
ExecInitAgg(Agg *node, EState *estate, int eflags)
{
	AggState *aggstate = makeNode(AggState);
	TupleDesc outerdesc;
	ListCell *lc;

	if (node->groupingSets != NIL || node->chain != NIL ||
		node->aggsplit != AGGSPLIT_SIMPLE)
		elog(ERROR, "unsupported kind of aggregation plan");
	aggstate->ss.ps.plan = (Plan *) node;
	aggstate->ss.ps.state = estate;
	aggstate->ss.ps.ExecProcNode = ExecAgg;
	aggstate->aggstrategy = node->aggstrategy;
	aggstate->aggsplit = node->aggsplit;
	ExecAssignExprContext(estate, &aggstate->ss.ps);
	aggstate->tmpcontext = aggstate->ss.ps.ps_ExprContext;
	ExecAssignExprContext(estate, &aggstate->ss.ps);
	aggstate->groupcontext = aggstate->ss.ps.ps_ExprContext;
	if (node->aggstrategy == AGG_HASHED)
	{
		aggstate->hashcontext = CreateWorkExprContext(estate);
		eflags &= ~EXEC_FLAG_REWIND;
	}
	ExecAssignExprContext(estate, &aggstate->ss.ps);
	outerPlanState(aggstate) = ExecInitNode(outerPlan(node), estate, eflags);
	outerdesc = ExecGetResultType(outerPlanState(aggstate));
	aggstate->firstslot = ExecInitExtraTupleSlot(estate, outerdesc,
												 node->aggstrategy == AGG_HASHED ||
														 node->aggstrategy == AGG_PLAIN
													 ? &TTSOpsVirtual
													 : &TTSOpsMinimalTuple);
	aggstate->ss.ss_ScanTupleSlot = aggstate->firstslot;
	ExecInitResultTupleSlotTL(&aggstate->ss.ps, &TTSOpsVirtual);
	/* compiling these finds the Aggrefs */
	ExecAssignProjectionInfo(&aggstate->ss.ps, NULL);
	aggstate->ss.ps.qual = ExecInitQual(node->plan.qual,
										(PlanState *) aggstate);
	foreach (lc, aggstate->aggs)
	{
		Aggref *aggref = lfirst(lc);

		aggstate->numaggs = Max(aggstate->numaggs, aggref->aggno + 1);
		aggstate->numtrans = Max(aggstate->numtrans, aggref->aggtransno + 1);
	}
	aggstate->peragg = palloc0(Max(aggstate->numaggs, 1) *
							   sizeof(AggStatePerAggData));
	aggstate->pertrans = palloc0(Max(aggstate->numtrans, 1) *
								 sizeof(AggStatePerTransData));
	aggstate->ss.ps.ps_ExprContext->ecxt_aggvalues =
		palloc0(Max(aggstate->numaggs, 1) * sizeof(Datum));
	aggstate->ss.ps.ps_ExprContext->ecxt_aggnulls =
		palloc0(Max(aggstate->numaggs, 1) * sizeof(bool));
	foreach (lc, aggstate->aggs)
	{
		Aggref *aggref = lfirst(lc);

		if (aggstate->peragg[aggref->aggno].aggref == NULL)
			init_peragg(aggstate, &aggstate->peragg[aggref->aggno], aggref);
		if (aggstate->pertrans[aggref->aggtransno].aggref == NULL)
			init_pertrans(aggstate, &aggstate->pertrans[aggref->aggtransno],
						  aggref, estate);
		else if (aggstate->pertrans[aggref->aggtransno].aggref != aggref)
			aggstate->pertrans[aggref->aggtransno].aggshared = true;
	}
	for (int i = 0; i < aggstate->numtrans; i++)
		if (node->aggstrategy == AGG_HASHED &&
			aggstate->pertrans[i].numSortCols > 0)
			elog(ERROR, "hashed aggregation cannot sort an aggregate's input");
	aggstate->evaltrans = ExecBuildAggTrans(aggstate);
	aggstate->pergroup = palloc0(Max(aggstate->numtrans, 1) *
								 sizeof(AggStatePerGroupData));
	for (int i = 0; i < node->numCols; i++)
		aggstate->grouped_cols = bms_add_member(aggstate->grouped_cols,
												node->grpColIdx[i]);
	if (node->aggstrategy == AGG_HASHED)
		init_hashing(aggstate, node, estate);
	else
		aggstate->eqfunction =
			execTuplesMatchPrepare(outerdesc, node->numCols, node->grpColIdx,
								   node->grpOperators, node->grpCollations,
								   (PlanState *) aggstate);
	return aggstate;
}

static void
drop_sorts_and_spills(AggState *node)
{
	ListCell *lc;

	for (int i = 0; i < node->numtrans; i++)
	{
		if (node->pertrans[i].sortstate)
			tuplesort_end(node->pertrans[i].sortstate);
		node->pertrans[i].sortstate = NULL;
	}
	foreach (lc, node->spill_batches)
		tuplestore_end(((AggBatch *) lfirst(lc))->rows);
	node->spill_batches = NIL;
	if (node->spill)
		for (int i = 0; i < node->spill->nparts; i++)
			if (node->spill->parts[i])
				tuplestore_end(node->spill->parts[i]);
	node->spill = NULL;
}

void
ExecEndAgg(AggState *node)
{
	drop_sorts_and_spills(node);
	ReScanExprContext(node->groupcontext);
	if (node->hashcontext)
		ReScanExprContext(node->hashcontext);
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanAgg(AggState *node)
{
	PlanState *outer = outerPlanState(node);
	Agg *plan = (Agg *) node->ss.ps.plan;

	node->agg_done = false;
	if (node->aggstrategy == AGG_HASHED)
	{
		if (!node->table_filled)
			return;
		/* groups can be read again unless the input changed */
		if (outer->chgParam == NULL && node->hash_batches_used <= 1 &&
			!bms_overlap(node->ss.ps.chgParam, plan->aggParams))
		{
			InitTupleHashIterator(node->hashtable, &node->hashiter);
			return;
		}
	}
	drop_sorts_and_spills(node);
	ReScanExprContext(node->groupcontext);
	ExecClearTuple(node->firstslot);
	node->have_first = false;
	if (node->hashcontext)
	{
		ReScanExprContext(node->hashcontext);
		ResetTupleHashTable(node->hashtable);
		node->table_filled = false;
		node->hash_batches_used = 0;
		node->hash_mem_peak = 0;
	}
	if (outer->chgParam == NULL)
		ExecReScan(outer);
}

/* ---------------------------------------------------------------- for aggregate functions */

/*
 * Is the function called as part of an aggregate?  *aggcontext (if given)
 * receives the context for its state.
 */
int
AggCheckCallContext(FunctionCallInfo fcinfo, MemoryContext *aggcontext)
{
	if (fcinfo->context && IsA(fcinfo->context, AggState))
	{
		if (aggcontext)
			*aggcontext = ((AggState *) fcinfo->context)->curaggcontext->ecxt_per_tuple_memory;
		return AGG_CONTEXT_AGGREGATE;
	}
	if (fcinfo->context && IsA(fcinfo->context, WindowAggState))
	{
		if (aggcontext)
			*aggcontext = ((WindowAggState *) fcinfo->context)->curaggcontext;
		return AGG_CONTEXT_WINDOW;
	}
	if (aggcontext)
		*aggcontext = NULL;
	return 0;
}

/* The call that the running transition or final function serves. */
Aggref *
AggGetAggref(FunctionCallInfo fcinfo)
{
	AggState *aggstate;

	if (fcinfo->context == NULL || !IsA(fcinfo->context, AggState))
		return NULL;
	aggstate = (AggState *) fcinfo->context;
	if (aggstate->curperagg)
		return aggstate->curperagg->aggref;
	return aggstate->curpertrans ? aggstate->curpertrans->aggref : NULL;
}

MemoryContext
AggGetTempMemoryContext(FunctionCallInfo fcinfo)
{
	if (fcinfo->context && IsA(fcinfo->context, AggState))
		return ((AggState *) fcinfo->context)->tmpcontext->ecxt_per_tuple_memory;
	return NULL;
}

/* May another final function need the state after this one? */
bool
AggStateIsShared(FunctionCallInfo fcinfo)
{
	AggState *aggstate;

	if (fcinfo->context == NULL || !IsA(fcinfo->context, AggState))
		return true;
	aggstate = (AggState *) fcinfo->context;
	if (aggstate->curperagg)
		return aggstate->pertrans[aggstate->curperagg->transno].aggshared;
	return aggstate->curpertrans ? aggstate->curpertrans->aggshared : true;
}

/* func(arg) is called when the aggregate context is reset. */
void
AggRegisterCallback(FunctionCallInfo fcinfo, ExprContextCallbackFunction func,
					Datum arg)
{
	if (fcinfo->context == NULL || !IsA(fcinfo->context, AggState))
		elog(ERROR, "aggregate function cannot register a callback in this context");
	RegisterExprContextCallback(((AggState *) fcinfo->context)->curaggcontext,
								func, arg);
}

/* pg_proc's entry for all aggregates: they are not called like functions. */
Datum
aggregate_dummy(PG_FUNCTION_ARGS)
{
	elog(ERROR, "aggregate function %u called as normal function",
		 fcinfo->flinfo->fn_oid);
	return (Datum) 0;
}
