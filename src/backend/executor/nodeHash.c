/*
 * nodeHash.c
 *		The hash table of a hash join.
 *
 * Filled from the Hash node's input by MultiExecHash.  When it outgrows its
 * memory the number of batches is doubled: rows whose hash belongs to a later
 * batch go to a temporary file, and the join takes the batches one after the
 * other.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeHash.c
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "executor/execProcnode.h"
#include "executor/hashjoin.h"
#include "executor/nodeHash.h"
#include "miscadmin.h"
#include "port/pg_bitutils.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include <math.h>

#define CHUNK_SIZE (32 * 1024L)
#define TUPLES_PER_BUCKET 1
#define MAX_BATCHES (1 << 20)

static void more_batches(HashJoinTable table);
static void more_buckets(HashJoinTable table);

/* ---------------------------------------------------------------- the node */

static TupleTableSlot *
no_rows(PlanState *pstate)
{
	elog(ERROR, "Hash node does not return rows one by one");
	return NULL;
}

/* Read the whole input into node->hashtable, which the join has created. */
Node *
MultiExecHash(HashState *node)
{
	PlanState *outer = outerPlanState(node);
	HashJoinTable table = node->hashtable;
	ExprContext *econtext = node->ps.ps_ExprContext;
	bool keep_nulls = node->keep_nulls;

	if (node->ps.instrument)
		InstrStartNode(node->ps.instrument);
	for (;;)
	{
		TupleTableSlot *slot = ExecProcNode(outer);
		uint32 hashvalue;

		if (TupIsNull(slot))
			break;
		econtext->ecxt_outertuple = slot;
		if (hash_keys_value(node->keys, econtext, keep_nulls, &hashvalue))
		{
			hash_table_insert(table, slot, hashvalue);
			table->totalTuples += 1;
		}
	}
	if (table->nbatch == 1 &&
		table->totalTuples > (double) table->nbuckets * TUPLES_PER_BUCKET)
		more_buckets(table);
	table->spaceUsed += table->nbuckets * sizeof(HashJoinTuple);
	table->spacePeak = Max(table->spacePeak, table->spaceUsed);
	if (node->ps.instrument)
		InstrStopNode(node->ps.instrument, table->totalTuples);
	return NULL;
}

HashState *
ExecInitHash(Hash *node, EState *estate, int eflags)
{
	HashState *state = makeNode(HashState);

	state->ps.plan = (Plan *) node;
	state->ps.state = estate;
	state->ps.ExecProcNode = no_rows;
	ExecAssignExprContext(estate, &state->ps);
	outerPlanState(state) = ExecInitNode(outerPlan(node), estate, eflags);
	ExecInitResultTupleSlotTL(&state->ps, &TTSOpsMinimalTuple);
	return state;
}

void
ExecEndHash(HashState *node)
{
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanHash(HashState *node)
{
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}

/* ---------------------------------------------------------------- keys */

/* Compile one side's key expressions; operators are "outer = inner". */
HashKeySet *
hash_keys_create(List *keys, List *operators, List *collations,
				 bool right_side, PlanState *parent)
{
	HashKeySet *set = palloc(sizeof(HashKeySet));
	int n = list_length(keys);

	set->n = n;
	set->exprs = palloc(n * sizeof(ExprState *));
	set->funcs = palloc0(n * sizeof(FmgrInfo));
	set->collations = palloc(n * sizeof(Oid));
	set->strict = palloc(n * sizeof(bool));
	for (int i = 0; i < n; i++)
	{
		Oid op = list_nth_oid(operators, i);
		RegProcedure left;
		RegProcedure right;

		if (!get_op_hash_functions(op, &left, &right))
			elog(ERROR, "could not find hash function for hash operator %u",
				 op);
		fmgr_info(right_side ? right : left, &set->funcs[i]);
		set->strict[i] = op_strict(op);
		set->collations[i] = list_nth_oid(collations, i);
		set->exprs[i] = ExecInitExpr(list_nth(keys, i), parent);
	}
	return set;
}

/*
 * Hash of the row in econtext.  False if a NULL key means that it cannot match;
 * with keep_nulls (the row comes out of an outer join anyway) it is true.
 */
bool
hash_keys_value(HashKeySet *keys, ExprContext *econtext, bool keep_nulls,
				uint32 *hashvalue)
{
	uint32 hashkey = 0;
	MemoryContext caller;

	ResetExprContext(econtext);
	caller = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	for (int i = 0; i < keys->n; i++)
	{
		bool isnull;
		Datum val = ExecEvalExpr(keys->exprs[i], econtext, &isnull);

		hashkey = pg_rotate_left32(hashkey, 1);
		if (isnull)
		{
			if (keys->strict[i] && !keep_nulls)
			{
				MemoryContextSwitchTo(caller);
				return false;
			}
		}
		else
			hashkey ^= DatumGetUInt32(FunctionCall1Coll(&keys->funcs[i],
														keys->collations[i],
														val));
	}
	MemoryContextSwitchTo(caller);
	*hashvalue = hashkey;
	return true;
}

/* ---------------------------------------------------------------- sizing */

size_t
get_hash_memory_limit(void)
{
	double limit = (double) work_mem * hash_mem_multiplier * 1024.0;

	return (size_t) Min(limit, (double) SIZE_MAX);
}

/*
 * Buckets and batches for ntuples rows of tupwidth bytes.  Used by the planner
 * too.  No skew optimization: num_skew_mcvs is 0.
 */
void
ExecChooseHashTableSize(double ntuples, int tupwidth, bool useskew,
						bool try_combined_hash_mem, int parallel_workers,
						size_t *space_allowed, int *numbuckets,
						int *numbatches, int *num_skew_mcvs)
{
	size_t limit = get_hash_memory_limit();
	double tupsize;
	double bytes;
	double max_pointers;
	double dbuckets;
	int nbatch = 1;
	int nbuckets;

	if (ntuples <= 0.0)
		ntuples = 1000.0;
	tupsize = HJTUPLE_OVERHEAD + MAXALIGN(SizeofMinimalTupleHeader) +
		MAXALIGN(tupwidth);
	bytes = ntuples * tupsize;
	*space_allowed = limit;
	*num_skew_mcvs = 0;
	max_pointers = Min(limit / sizeof(HashJoinTuple),
					   MaxAllocSize / sizeof(HashJoinTuple));
	max_pointers = Min(max_pointers, INT_MAX / 2);
	max_pointers = pg_prevpower2_size_t((size_t) max_pointers);
	dbuckets = Min(ceil(ntuples / TUPLES_PER_BUCKET), max_pointers);
	nbuckets = pg_nextpower2_32(Max((int) dbuckets, 1024));
	if (bytes + sizeof(HashJoinTuple) * (double) nbuckets > limit)
	{
		double bucket_size = tupsize * TUPLES_PER_BUCKET +
			sizeof(HashJoinTuple);
		size_t sbuckets = limit <= bucket_size ? 1 : pg_nextpower2_size_t((size_t) (limit / bucket_size));
		double dbatch;

		sbuckets = Min(sbuckets, (size_t) max_pointers);
		nbuckets = Max(pg_nextpower2_32(Max((uint32) sbuckets, 1)), 1);
		dbatch = ceil(bytes / (limit - nbuckets * sizeof(HashJoinTuple)));
		dbatch = Min(dbatch, max_pointers);
		nbatch = pg_nextpower2_32(Max(2, (int) Min(dbatch, MAX_BATCHES)));
	}
	*numbuckets = nbuckets;
	*numbatches = nbatch;
}

/* ---------------------------------------------------------------- the table */

HashJoinTable
hash_table_create(HashState *state)
{
	Hash *node = (Hash *) state->ps.plan;
	Plan *outer = outerPlan(node);
	HashJoinTable table = palloc0(sizeof(HashJoinTableData));
	size_t space_allowed;
	int nskew;

	ExecChooseHashTableSize(outer->plan_rows, outer->plan_width, false, false,
							0, &space_allowed, &table->nbuckets,
							&table->nbatch, &nskew);
	table->log2_nbuckets = my_log2(table->nbuckets);
	table->nbuckets_original = table->nbuckets;
	table->nbatch_original = table->nbatch;
	table->spaceAllowed = space_allowed;
	table->growEnabled = true;
	table->hashCxt = AllocSetContextCreate(CurrentMemoryContext,
										   "HashTableContext",
										   ALLOCSET_DEFAULT_SIZES);
	table->batchCxt = AllocSetContextCreate(table->hashCxt, "HashBatchContext",
											ALLOCSET_DEFAULT_SIZES);
	if (table->nbatch > 1)
	{
		table->innerBatchFile = MemoryContextAllocZero(table->hashCxt,
													   table->nbatch * sizeof(BufFile *));
		table->outerBatchFile = MemoryContextAllocZero(table->hashCxt,
													   table->nbatch * sizeof(BufFile *));
	}
	table->buckets = MemoryContextAllocZero(table->batchCxt,
											table->nbuckets * sizeof(HashJoinTuple));
	return table;
}

void
hash_table_destroy(HashJoinTable table)
{
	if (table->innerBatchFile)
		for (int i = 0; i < table->nbatch; i++)
		{
			if (table->innerBatchFile[i])
				BufFileClose(table->innerBatchFile[i]);
			if (table->outerBatchFile[i])
				BufFileClose(table->outerBatchFile[i]);
		}
	MemoryContextDelete(table->hashCxt);
	pfree(table);
}

/* Low bits choose the bucket, the bits above them the batch. */
void
hash_table_locate(HashJoinTable table, uint32 hashvalue, int *bucketno,
				  int *batchno)
{
	*bucketno = hashvalue & (table->nbuckets - 1);
	*batchno = table->nbatch > 1 ? pg_rotate_right32(hashvalue, table->log2_nbuckets) &
			(table->nbatch - 1)
								 : 0;
}

static void *
chunk_alloc(HashJoinTable table, Size size)
{
	HashChunk *chunk = table->chunks;
	void *ptr;

	size = MAXALIGN(size);
	if (chunk == NULL || chunk->size - chunk->used < size)
	{
		Size csize = Max(size, (Size) CHUNK_SIZE);

		chunk = MemoryContextAlloc(table->batchCxt,
								   offsetof(HashChunk, data) + csize);
		chunk->size = csize;
		chunk->used = 0;
		chunk->next = table->chunks;
		table->chunks = chunk;
	}
	ptr = chunk->data + chunk->used;
	chunk->used += size;
	return ptr;
}

static void
link_tuple(HashJoinTable table, MinimalTuple mtup, uint32 hashvalue,
		   int bucketno)
{
	Size size = HJTUPLE_OVERHEAD + mtup->t_len;
	HashJoinTuple hjtup = chunk_alloc(table, size);

	hjtup->hashvalue = hashvalue;
	hjtup->matched = false;
	memcpy(HJTUPLE_MINTUPLE(hjtup), mtup, mtup->t_len);
	hjtup->next = table->buckets[bucketno];
	table->buckets[bucketno] = hjtup;
	table->spaceUsed += MAXALIGN(size);
}

/* Put an inner row into the current batch or into the file of its own. */
void
hash_table_insert(HashJoinTable table, TupleTableSlot *slot, uint32 hashvalue)
{
	bool shouldFree;
	MinimalTuple mtup = ExecFetchSlotMinimalTuple(slot, &shouldFree);
	int bucketno;
	int batchno;

	hash_table_locate(table, hashvalue, &bucketno, &batchno);
	if (batchno == table->curbatch)
	{
		link_tuple(table, mtup, hashvalue, bucketno);
		table->spacePeak = Max(table->spacePeak, table->spaceUsed);
		if (table->spaceUsed + table->nbuckets * sizeof(HashJoinTuple) >
			table->spaceAllowed)
			more_batches(table);
	}
	else
		hash_batch_save(mtup, hashvalue, &table->innerBatchFile[batchno]);
	if (shouldFree)
		heap_free_minimal_tuple(mtup);
}

/* Twice the batches: rows that are not for this one any more go to files. */
static void
more_batches(HashJoinTable table)
{
	int oldnbatch = table->nbatch;
	int nbatch = oldnbatch * 2;
	HashChunk *old = table->chunks;
	long nkept = 0;
	long nmoved = 0;
	MemoryContext caller;

	if (!table->growEnabled || oldnbatch > MAX_BATCHES / 2)
		return;
	caller = MemoryContextSwitchTo(table->hashCxt);
	if (table->innerBatchFile == NULL)
	{
		table->innerBatchFile = palloc0(nbatch * sizeof(BufFile *));
		table->outerBatchFile = palloc0(nbatch * sizeof(BufFile *));
	}
	else
	{
		Size oldsize = oldnbatch * sizeof(BufFile *);

		table->innerBatchFile = repalloc(table->innerBatchFile, oldsize * 2);
		table->outerBatchFile = repalloc(table->outerBatchFile, oldsize * 2);
		memset(table->innerBatchFile + oldnbatch, 0, oldsize);
		memset(table->outerBatchFile + oldnbatch, 0, oldsize);
	}
	MemoryContextSwitchTo(caller);
	table->nbatch = nbatch;
	memset(table->buckets, 0, table->nbuckets * sizeof(HashJoinTuple));
	table->chunks = NULL;
	table->spaceUsed = 0;
	while (old)
	{
		HashChunk *next = old->next;

		for (Size pos = 0; pos < old->used;)
		{
			HashJoinTuple hjtup = (HashJoinTuple) (old->data + pos);
			MinimalTuple mtup = HJTUPLE_MINTUPLE(hjtup);
			int bucketno;
			int batchno;

			hash_table_locate(table, hjtup->hashvalue, &bucketno, &batchno);
			if (batchno == table->curbatch)
			{
				link_tuple(table, mtup, hjtup->hashvalue, bucketno);
				nkept++;
			}
			else
			{
				hash_batch_save(mtup, hjtup->hashvalue,
								&table->innerBatchFile[batchno]);
				nmoved++;
			}
			pos += MAXALIGN(HJTUPLE_OVERHEAD + mtup->t_len);
		}
		pfree(old);
		old = next;
		CHECK_FOR_INTERRUPTS();
	}
	/* equal hashes cannot be split: stop trying */
	if (nmoved == 0 || nkept == 0)
		table->growEnabled = false;
}

/* One batch, but more rows than expected: enlarge the bucket array. */
static void
more_buckets(HashJoinTable table)
{
	double want = table->totalTuples;
	int nbuckets = table->nbuckets;

	while (nbuckets < want && nbuckets < (1 << 27) &&
		   (Size) nbuckets * 2 * sizeof(HashJoinTuple) + table->spaceUsed <=
			   table->spaceAllowed)
		nbuckets *= 2;
	if (nbuckets == table->nbuckets)
		return;
	pfree(table->buckets);
	table->buckets = MemoryContextAllocZero(table->batchCxt,
											nbuckets * sizeof(HashJoinTuple));
	table->nbuckets = nbuckets;
	table->log2_nbuckets = my_log2(nbuckets);
	for (HashChunk *chunk = table->chunks; chunk; chunk = chunk->next)
		for (Size pos = 0; pos < chunk->used;)
		{
			HashJoinTuple hjtup = (HashJoinTuple) (chunk->data + pos);
			int b = hjtup->hashvalue & (nbuckets - 1);

			hjtup->next = table->buckets[b];
			table->buckets[b] = hjtup;
			pos += MAXALIGN(HJTUPLE_OVERHEAD + HJTUPLE_MINTUPLE(hjtup)->t_len);
		}
}

/* Forget the rows of the current batch. */
void
hash_table_reset_batch(HashJoinTable table)
{
	MemoryContextReset(table->batchCxt);
	table->buckets = MemoryContextAllocZero(table->batchCxt,
											table->nbuckets * sizeof(HashJoinTuple));
	table->chunks = NULL;
	table->spaceUsed = 0;
}

/* Before the same table is used for another scan. */
void
hash_table_clear_matches(HashJoinTable table)
{
	for (int i = 0; i < table->nbuckets; i++)
		for (HashJoinTuple t = table->buckets[i]; t; t = t->next)
			t->matched = false;
}

/* ---------------------------------------------------------------- batch files */

/* Record in a file: hash, then the minimal tuple with its length word. */
void
hash_batch_save(MinimalTuple tuple, uint32 hashvalue, BufFile **fileptr)
{
	if (*fileptr == NULL)
		*fileptr = BufFileCreateTemp(false);
	BufFileWrite(*fileptr, &hashvalue, sizeof(uint32));
	BufFileWrite(*fileptr, tuple, tuple->t_len);
}

/* Next row of the file in the slot, or NULL at its end. */
TupleTableSlot *
hash_batch_read(BufFile *file, uint32 *hashvalue, TupleTableSlot *slot)
{
	uint32 header[2];
	size_t nread;
	MinimalTuple tuple;

	CHECK_FOR_INTERRUPTS();
	nread = BufFileRead(file, header, sizeof(header));
	if (nread == 0)
		return NULL;
	if (nread != sizeof(header))
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read from hash-join temporary file: read only %zu of %zu bytes",
						nread, sizeof(header))));
	*hashvalue = header[0];
	tuple = MemoryContextAlloc(slot->tts_mcxt, header[1]);
	tuple->t_len = header[1];
	nread = BufFileRead(file, (char *) tuple + sizeof(uint32),
						header[1] - sizeof(uint32));
	if (nread != header[1] - sizeof(uint32))
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read from hash-join temporary file: read only %zu of %zu bytes",
						nread, header[1] - sizeof(uint32))));
	ExecForceStoreMinimalTuple(tuple, slot, true);
	return slot;
}
