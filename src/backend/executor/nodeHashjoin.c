/*
 * nodeHashjoin.c
 *		Hash join.
 *
 * States: build the table; take an outer row; walk its bucket; return it
 * unmatched; after the last outer row of a batch return unmatched inner rows;
 * load the next batch.  RIGHT and FULL joins use the match marks of the inner
 * rows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeHashjoin.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "executor/hashjoin.h"
#include "miscadmin.h"

enum
{
	HJ_BUILD,
	HJ_NEED_OUTER,
	HJ_SCAN_BUCKET,
	HJ_FILL_OUTER,
	HJ_FILL_INNER,
	HJ_NEXT_BATCH
};

#define FILLS_OUTER(node) ((node)->hj_NullInnerTupleSlot != NULL)
#define FILLS_INNER(node) ((node)->hj_NullOuterTupleSlot != NULL)

/*
 * The next outer row with its hash, from the plan during the first batch and
 * from the batch's file later.
 */
static TupleTableSlot *
next_outer(HashJoinState *node, uint32 *hashvalue)
{
	HashJoinTable table = node->hj_HashTable;
	ExprContext *econtext = node->js.ps.ps_ExprContext;
	BufFile *file;

	if (table->curbatch > 0)
	{
		file = table->outerBatchFile[table->curbatch];
		return file ? hash_batch_read(file, hashvalue,
									  node->hj_OuterTupleSlot)
					: NULL;
	}
	for (;;)
	{
		TupleTableSlot *slot = node->hj_FirstOuterTupleSlot;

		if (TupIsNull(slot))
			slot = ExecProcNode(outerPlanState(node));
		node->hj_FirstOuterTupleSlot = NULL;
		if (TupIsNull(slot))
			return NULL;
		econtext->ecxt_outertuple = slot;
		if (hash_keys_value(node->hj_OuterKeys, econtext, FILLS_OUTER(node),
							hashvalue))
		{
			node->hj_OuterNotEmpty = true;
			return slot;
		}
	}
}

/* Load the next batch that can give rows; false after the last. */
static bool
next_batch(HashJoinState *node)
{
	HashJoinTable table = node->hj_HashTable;
	int b = table->curbatch;
	BufFile *inner;
	uint32 hashvalue;

	if (b > 0 && table->outerBatchFile[b])
	{
		BufFileClose(table->outerBatchFile[b]);
		table->outerBatchFile[b] = NULL;
	}
	for (b++; b < table->nbatch; b++)
	{
		bool has_outer = table->outerBatchFile[b] != NULL;
		bool has_inner = table->innerBatchFile[b] != NULL;

		if ((has_outer && has_inner) || (has_outer && FILLS_OUTER(node)) ||
			(has_inner && FILLS_INNER(node)))
			break;
		/* rows may also belong to a batch made by a later split */
		if ((has_inner || has_outer) &&
			table->nbatch != table->nbatch_original)
			break;
		if (has_inner)
			BufFileClose(table->innerBatchFile[b]);
		if (has_outer)
			BufFileClose(table->outerBatchFile[b]);
		table->innerBatchFile[b] = table->outerBatchFile[b] = NULL;
	}
	if (b >= table->nbatch)
		return false;
	table->curbatch = b;
	hash_table_reset_batch(table);
	inner = table->innerBatchFile[b];
	if (inner)
	{
		if (BufFileSeek(inner, 0, 0, SEEK_SET))
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not rewind hash-join temporary file")));
		while (hash_batch_read(inner, &hashvalue, node->hj_HashTupleSlot))
			hash_table_insert(table, node->hj_HashTupleSlot, hashvalue);
		ExecClearTuple(node->hj_HashTupleSlot);
		BufFileClose(inner);
		table->innerBatchFile[b] = NULL;
	}
	if (table->outerBatchFile[b] &&
		BufFileSeek(table->outerBatchFile[b], 0, 0, SEEK_SET))
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not rewind hash-join temporary file")));
	return true;
}

/* The next inner row in the bucket that meets the hash clauses. */
static bool
scan_bucket(HashJoinState *node, ExprContext *econtext)
{
	HashJoinTuple t = node->hj_CurTuple ? node->hj_CurTuple->next : node->hj_HashTable->buckets[node->hj_CurBucketNo];

	for (; t; t = t->next)
	{
		if (t->hashvalue != node->hj_CurHashValue)
			continue;
		econtext->ecxt_innertuple =
			ExecStoreMinimalTuple(HJTUPLE_MINTUPLE(t), node->hj_HashTupleSlot,
								  false);
		if (ExecQualAndReset(node->hashclauses, econtext))
		{
			node->hj_CurTuple = t;
			return true;
		}
	}
	return false;
}

/* The next inner row without a match, over all buckets. */
static bool
next_unmatched(HashJoinState *node, ExprContext *econtext)
{
	HashJoinTable table = node->hj_HashTable;
	HashJoinTuple t = node->hj_CurTuple ? node->hj_CurTuple->next : NULL;

	for (;;)
	{
		for (; t; t = t->next)
			if (!t->matched)
			{
				node->hj_CurTuple = t;
				econtext->ecxt_innertuple =
					ExecStoreMinimalTuple(HJTUPLE_MINTUPLE(t),
										  node->hj_HashTupleSlot, false);
				ResetExprContext(econtext);
				return true;
			}
		if (node->hj_CurBucketNo >= table->nbuckets)
			return false;
		t = table->buckets[node->hj_CurBucketNo++];
	}
}

/* False: the join is known to be empty. */
static bool
build(HashJoinState *node)
{
	PlanState *outer = outerPlanState(node);
	HashState *hash = (HashState *) innerPlanState(node);
	HashJoinTable table;

	node->hj_FirstOuterTupleSlot = NULL;
	/* an empty outer side may save us from reading the inner one */
	if (!FILLS_INNER(node) &&
		(FILLS_OUTER(node) ||
		 (outer->plan->startup_cost < hash->ps.plan->total_cost &&
		  !node->hj_OuterNotEmpty)))
	{
		node->hj_FirstOuterTupleSlot = ExecProcNode(outer);
		if (TupIsNull(node->hj_FirstOuterTupleSlot))
		{
			node->hj_OuterNotEmpty = false;
			return false;
		}
		node->hj_OuterNotEmpty = true;
	}
	table = hash_table_create(hash);
	node->hj_HashTable = table;
	hash->hashtable = table;
	(void) MultiExecProcNode((PlanState *) hash);
	if (table->totalTuples == 0 && !FILLS_OUTER(node))
		return false;
	node->hj_OuterNotEmpty = false;
	return true;
}

/* Send an outer row of a later batch to its file. */
static void
postpone_outer(HashJoinState *node, TupleTableSlot *slot, uint32 hashvalue,
			   int batchno)
{
	bool shouldFree;
	MinimalTuple mtup = ExecFetchSlotMinimalTuple(slot, &shouldFree);

	hash_batch_save(mtup, hashvalue,
					&node->hj_HashTable->outerBatchFile[batchno]);
	if (shouldFree)
		heap_free_minimal_tuple(mtup);
}

static TupleTableSlot *
ExecHashJoin(PlanState *pstate)
{
	HashJoinState *node = (HashJoinState *) pstate;
	ExprContext *econtext = pstate->ps_ExprContext;
	ExprState *joinqual = node->js.joinqual;
	ExprState *otherqual = pstate->qual;
	JoinType jointype = node->js.jointype;

	ResetExprContext(econtext);
	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		switch (node->hj_JoinState)
		{
			case HJ_BUILD:
				if (!build(node))
					return NULL;
				node->hj_JoinState = HJ_NEED_OUTER;
				/* FALLTHROUGH */
			case HJ_NEED_OUTER:
			{
				uint32 hashvalue;
				int batchno;
				TupleTableSlot *slot = next_outer(node, &hashvalue);

				if (TupIsNull(slot))
				{
					node->hj_CurBucketNo = 0;
					node->hj_CurTuple = NULL;
					node->hj_JoinState = FILLS_INNER(node) ? HJ_FILL_INNER : HJ_NEXT_BATCH;
					continue;
				}
				econtext->ecxt_outertuple = slot;
				node->hj_MatchedOuter = false;
				node->hj_CurHashValue = hashvalue;
				hash_table_locate(node->hj_HashTable, hashvalue,
								  &node->hj_CurBucketNo, &batchno);
				node->hj_CurTuple = NULL;
				if (batchno != node->hj_HashTable->curbatch)
				{
					postpone_outer(node, slot, hashvalue, batchno);
					continue;
				}
				node->hj_JoinState = HJ_SCAN_BUCKET;
			}
				/* FALLTHROUGH */
			case HJ_SCAN_BUCKET:
				if (!scan_bucket(node, econtext))
				{
					node->hj_JoinState = HJ_FILL_OUTER;
					continue;
				}
				if (joinqual && !ExecQual(joinqual, econtext))
				{
					InstrCountFiltered1(node, 1);
					continue;
				}
				node->hj_MatchedOuter = true;
				node->hj_CurTuple->matched = true;
				if (jointype == JOIN_ANTI)
				{
					node->hj_JoinState = HJ_NEED_OUTER;
					continue;
				}
				if (node->js.single_match)
					node->hj_JoinState = HJ_NEED_OUTER;
				if (otherqual == NULL || ExecQual(otherqual, econtext))
					return ExecProject(pstate->ps_ProjInfo);
				InstrCountFiltered2(node, 1);
				continue;
			case HJ_FILL_OUTER:
				node->hj_JoinState = HJ_NEED_OUTER;
				if (node->hj_MatchedOuter || !FILLS_OUTER(node))
					continue;
				econtext->ecxt_innertuple = node->hj_NullInnerTupleSlot;
				if (otherqual == NULL || ExecQual(otherqual, econtext))
					return ExecProject(pstate->ps_ProjInfo);
				InstrCountFiltered2(node, 1);
				continue;
			case HJ_FILL_INNER:
				if (!next_unmatched(node, econtext))
				{
					node->hj_JoinState = HJ_NEXT_BATCH;
					continue;
				}
				econtext->ecxt_outertuple = node->hj_NullOuterTupleSlot;
				if (otherqual == NULL || ExecQual(otherqual, econtext))
					return ExecProject(pstate->ps_ProjInfo);
				InstrCountFiltered2(node, 1);
				continue;
			case HJ_NEXT_BATCH:
				if (!next_batch(node))
					return NULL;
				node->hj_JoinState = HJ_NEED_OUTER;
				continue;
		}
	}
}

HashJoinState *
ExecInitHashJoin(HashJoin *node, EState *estate, int eflags)
{
	HashJoinState *state = makeNode(HashJoinState);
	Hash *hashNode = (Hash *) innerPlan(node);
	HashState *hash;
	JoinType jt = node->join.jointype;
	TupleDesc outerDesc;
	TupleDesc innerDesc;

	state->js.ps.plan = (Plan *) node;
	state->js.ps.state = estate;
	state->js.ps.ExecProcNode = ExecHashJoin;
	state->js.jointype = jt;
	ExecAssignExprContext(estate, &state->js.ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	outerDesc = ExecGetResultType(outerPlanState(state));
	innerPlanState(state) = ExecInitNode((Plan *) hashNode, estate, eflags);
	hash = (HashState *) innerPlanState(state);
	innerDesc = ExecGetResultType((PlanState *) hash);
	ExecInitResultTupleSlotTL(&state->js.ps, &TTSOpsVirtual);
	ExecAssignProjectionInfo(&state->js.ps, NULL);
	state->hj_OuterTupleSlot = ExecInitExtraTupleSlot(estate, outerDesc,
													  &TTSOpsMinimalTuple);
	state->hj_HashTupleSlot = ExecInitExtraTupleSlot(estate, innerDesc,
													 &TTSOpsMinimalTuple);
	state->js.single_match = node->join.inner_unique || jt == JOIN_SEMI;
	if (jt == JOIN_LEFT || jt == JOIN_ANTI || jt == JOIN_FULL)
		state->hj_NullInnerTupleSlot = ExecInitNullTupleSlot(estate, innerDesc,
															 &TTSOpsVirtual);
	if (jt == JOIN_RIGHT || jt == JOIN_FULL)
		state->hj_NullOuterTupleSlot = ExecInitNullTupleSlot(estate, outerDesc,
															 &TTSOpsVirtual);
	state->hj_OuterKeys = hash_keys_create(node->hashkeys,
										   node->hashoperators,
										   node->hashcollations, false,
										   (PlanState *) state);
	hash->keys = hash_keys_create(hashNode->hashkeys, node->hashoperators,
								  node->hashcollations, true,
								  (PlanState *) hash);
	hash->keep_nulls = FILLS_INNER(state);
	state->js.ps.qual = ExecInitQual(node->join.plan.qual,
									 (PlanState *) state);
	state->js.joinqual = ExecInitQual(node->join.joinqual,
									  (PlanState *) state);
	state->hashclauses = ExecInitQual(node->hashclauses, (PlanState *) state);
	state->hj_JoinState = HJ_BUILD;
	return state;
}

/* Keep the figures for EXPLAIN, then drop the table. */
static void
drop_table(HashJoinState *node)
{
	HashState *hash = (HashState *) innerPlanState(node);
	HashJoinTable table = node->hj_HashTable;

	if (table == NULL)
		return;
	hash->nbuckets = table->nbuckets;
	hash->nbuckets_original = table->nbuckets_original;
	hash->nbatch = table->nbatch;
	hash->nbatch_original = table->nbatch_original;
	hash->space_peak = Max(hash->space_peak, table->spacePeak);
	hash_table_destroy(table);
	node->hj_HashTable = NULL;
	hash->hashtable = NULL;
}

void
ExecEndHashJoin(HashJoinState *node)
{
	drop_table(node);
	ExecClearTuple(node->hj_OuterTupleSlot);
	ExecClearTuple(node->hj_HashTupleSlot);
	ExecEndNode(outerPlanState(node));
	ExecEndNode(innerPlanState(node));
}

void
ExecReScanHashJoin(HashJoinState *node)
{
	PlanState *outer = outerPlanState(node);
	PlanState *inner = innerPlanState(node);

	if (node->hj_HashTable)
	{
		/* a table in one batch can be used again */
		if (node->hj_HashTable->nbatch == 1 && inner->chgParam == NULL)
		{
			if (FILLS_INNER(node))
				hash_table_clear_matches(node->hj_HashTable);
			node->hj_OuterNotEmpty = false;
			node->hj_JoinState = HJ_NEED_OUTER;
		}
		else
		{
			drop_table(node);
			node->hj_JoinState = HJ_BUILD;
			if (inner->chgParam == NULL)
				ExecReScan(inner);
		}
	}
	node->hj_CurHashValue = 0;
	node->hj_CurBucketNo = 0;
	node->hj_CurTuple = NULL;
	node->hj_MatchedOuter = false;
	node->hj_FirstOuterTupleSlot = NULL;
	if (outer->chgParam == NULL)
		ExecReScan(outer);
}
