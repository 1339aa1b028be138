/*
 * hashjoin.h
 *		The hash table of a hash join.
 *
 * Private to nodeHash.c and nodeHashjoin.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/hashjoin.h
 */
#ifndef HASHJOIN_H
#define HASHJOIN_H

#include "access/htup_details.h"
#include "executor/executor.h"
#include "storage/buffile.h"

/* One inner row in memory; the minimal tuple follows at MAXALIGN. */
typedef struct HashJoinTupleData
{
	struct HashJoinTupleData *next;
	uint32 hashvalue;
	bool matched;
} HashJoinTupleData;
typedef HashJoinTupleData *HashJoinTuple;

#define HJTUPLE_OVERHEAD MAXALIGN(sizeof(HashJoinTupleData))
#define HJTUPLE_MINTUPLE(hjtup) \
	((MinimalTuple) ((char *) (hjtup) + HJTUPLE_OVERHEAD))

/* Key expressions of one side and their hash functions. */
typedef struct HashKeySet
{
	int n;
	ExprState **exprs;
	FmgrInfo *funcs;
	Oid *collations;
	bool *strict;
} HashKeySet;

/* Rows are packed into chunks, so that a batch is freed at once. */
typedef struct HashChunk
{
	struct HashChunk *next;
	Size size;
	Size used;
	char data[FLEXIBLE_ARRAY_MEMBER];
} HashChunk;

typedef struct HashJoinTableData
{
	int nbuckets; /* power of 2 */
	int log2_nbuckets;
	int nbuckets_original;
	HashJoinTuple *buckets;
	int nbatch; /* power of 2 */
	int curbatch;
	int nbatch_original;
	bool growEnabled;
	double totalTuples;
	BufFile **innerBatchFile; /* NULL where nothing was written */
	BufFile **outerBatchFile;
	Size spaceUsed;
	Size spaceAllowed;
	Size spacePeak;
	HashChunk *chunks;
	MemoryContext hashCxt; /* life of the table */
	MemoryContext batchCxt; /* life of one batch */
} HashJoinTableData;
typedef HashJoinTableData *HashJoinTable;

/* nodeHash.c */
extern HashKeySet *hash_keys_create(List *keys, List *operators,
									List *collations, bool right_side,
									PlanState *parent);
extern bool hash_keys_value(HashKeySet *keys, ExprContext *econtext,
							bool keep_nulls, uint32 *hashvalue);
extern HashJoinTable hash_table_create(HashState *state);
extern void hash_table_destroy(HashJoinTable table);
extern void hash_table_insert(HashJoinTable table, TupleTableSlot *slot,
							  uint32 hashvalue);
extern void hash_table_locate(HashJoinTable table, uint32 hashvalue,
							  int *bucketno, int *batchno);
extern void hash_table_reset_batch(HashJoinTable table);
extern void hash_table_clear_matches(HashJoinTable table);
extern void hash_batch_save(MinimalTuple tuple, uint32 hashvalue,
							BufFile **fileptr);
extern TupleTableSlot *hash_batch_read(BufFile *file, uint32 *hashvalue,
									   TupleTableSlot *slot);

#endif /* HASHJOIN_H */
