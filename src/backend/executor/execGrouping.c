/*
 * execGrouping.c
 *		Hash tables of rows.
 *
 * Used by hashed aggregation, DISTINCT, set operations, recursive unions and
 * hashed sub-selects.  Open addressing with linear probing over an array of
 * entries; rows and what the caller adds to them are in tablecxt.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execGrouping.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "common/hashfn.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/fmgroids.h"
#include "port/pg_bitutils.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

enum
{
	KEY_ANY, /* through the operator's function */
	KEY_INT4,
	KEY_INT8
};

static void grow(TupleHashTable table);

/* Equality functions and, left side, hash functions of the operators. */
void
execTuplesHashPrepare(int numCols, const Oid *eqOperators, Oid **eqFuncOids,
					  FmgrInfo **hashFunctions)
{
	*eqFuncOids = palloc(Max(numCols, 1) * sizeof(Oid));
	*hashFunctions = palloc(Max(numCols, 1) * sizeof(FmgrInfo));
	for (int i = 0; i < numCols; i++)
	{
		RegProcedure left;
		RegProcedure right;

		(*eqFuncOids)[i] = get_opcode(eqOperators[i]);
		if (!get_op_hash_functions(eqOperators[i], &left, &right))
			elog(ERROR, "could not find hash function for hash operator %u",
				 eqOperators[i]);
		fmgr_info(left, &(*hashFunctions)[i]);
	}
}

/* Program that compares key columns of inner and outer row, both of type desc. */
ExprState *
execTuplesMatchPrepare(TupleDesc desc, int numCols,
					   const AttrNumber *keyColIdx, const Oid *eqOperators,
					   const Oid *collations, PlanState *parent)
{
	Oid *eqfuncs;

	if (numCols == 0)
		return NULL;
	eqfuncs = palloc(numCols * sizeof(Oid));
	for (int i = 0; i < numCols; i++)
		eqfuncs[i] = get_opcode(eqOperators[i]);
	return ExecBuildGroupingEqual(desc, desc, NULL, NULL, numCols, keyColIdx,
								  eqfuncs, collations, parent);
}

/*
 * An empty table for rows of type inputDesc, compared on numCols columns.  Each
 * new entry gets additionalsize zeroed bytes.  tempcxt is for hash and equality
 * functions; the caller resets it.
 */
TupleHashTable
BuildTupleHashTable(PlanState *parent, TupleDesc inputDesc, int numCols,
					AttrNumber *keyColIdx, const Oid *eqfuncoids,
					FmgrInfo *hashfunctions, Oid *collations, long nbuckets,
					Size additionalsize, MemoryContext tablecxt,
					MemoryContext tempcxt, bool use_variable_hash_iv)
{
	TupleHashTable table = palloc0(sizeof(TupleHashTableData));
	Size maxslots = (Size) work_mem * 1024 / sizeof(TupleHashEntryData);
	uint32 nslots = 64;

	while (nslots < (uint64) Max(nbuckets, 1) * 3 / 2 && nslots < maxslots &&
		   nslots < (1U << 30))
		nslots <<= 1;
	table->nslots = nslots;
	table->numCols = numCols;
	table->keyColIdx = keyColIdx;
	table->tab_hash_funcs = hashfunctions;
	table->tab_collations = collations;
	table->tab_eq_funcoids = palloc(Max(numCols, 1) * sizeof(Oid));
	table->tab_eq_funcs = palloc0(Max(numCols, 1) * sizeof(FmgrInfo));
	table->key_fast = palloc0(Max(numCols, 1));
	for (int i = 0; i < numCols; i++)
	{
		table->tab_eq_funcoids[i] = eqfuncoids[i];
		fmgr_info(eqfuncoids[i], &table->tab_eq_funcs[i]);
		table->key_fast[i] = eqfuncoids[i] == F_INT4EQ ? KEY_INT4 : eqfuncoids[i] == F_INT8EQ ? KEY_INT8
																							  : KEY_ANY;
	}
	table->tablecxt = tablecxt;
	table->metacxt = CurrentMemoryContext;
	table->tempcxt = tempcxt;
	table->entrysize = additionalsize;
	table->in_hash_funcs = table->tab_hash_funcs;
	table->cur_eq_funcs = table->tab_eq_funcs;
	table->tableslot = MakeSingleTupleTableSlot(CreateTupleDescCopy(inputDesc),
												&TTSOpsMinimalTuple);
	table->entries = MemoryContextAllocExtended(table->metacxt,
												nslots * sizeof(TupleHashEntryData),
												MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	table->mem_used = nslots * sizeof(TupleHashEntryData);
	return table;
}

/* Forget all rows.  The caller resets tablecxt. */
void
ResetTupleHashTable(TupleHashTable hashtable)
{
	memset(hashtable->entries, 0,
		   hashtable->nslots * sizeof(TupleHashEntryData));
	hashtable->nused = 0;
	hashtable->mem_used = hashtable->nslots * sizeof(TupleHashEntryData);
}

static uint32
hash_row(TupleHashTable table, TupleTableSlot *slot)
{
	uint32 hashkey = table->hash_iv;

	for (int i = 0; i < table->numCols; i++)
	{
		AttrNumber att = table->keyColIdx[i];
		bool isnull;
		Datum val = slot_getattr(slot, att, &isnull);

		hashkey = pg_rotate_left32(hashkey, 1);
		if (!isnull)
			hashkey ^= DatumGetUInt32(FunctionCall1Coll(&table->in_hash_funcs[i],
														table->tab_collations[i],
														val));
	}
	return murmurhash32(hashkey);
}

/* Hash of the row's key columns. */
uint32
TupleHashTableHash(TupleHashTable hashtable, TupleTableSlot *slot)
{
	MemoryContext caller = MemoryContextSwitchTo(hashtable->tempcxt);
	uint32 hash;

	hashtable->in_hash_funcs = hashtable->tab_hash_funcs;
	hash = hash_row(hashtable, slot);
	MemoryContextSwitchTo(caller);
	return hash;
}

/* Same group?  slot is the probing row, entry the stored one. */
static bool
rows_match(TupleHashTable table, TupleHashEntry entry, TupleTableSlot *slot)
{
	TupleTableSlot *stored = table->tableslot;

	ExecStoreMinimalTuple(entry->firstTuple, stored, false);
	for (int i = table->numCols - 1; i >= 0; i--)
	{
		AttrNumber att = table->keyColIdx[i];
		bool null1;
		bool null2;
		Datum v1 = slot_getattr(stored, att, &null1);
		Datum v2 = slot_getattr(slot, att, &null2);

		if (null1 != null2)
			return false;
		if (null1)
			continue;
		if (table->cur_eq_funcs == table->tab_eq_funcs &&
			table->key_fast[i] != KEY_ANY)
		{
			if (table->key_fast[i] == KEY_INT4 ? DatumGetInt32(v1) != DatumGetInt32(v2) : DatumGetInt64(v1) != DatumGetInt64(v2))
				return false;
		}
		else if (!DatumGetBool(FunctionCall2Coll(&table->cur_eq_funcs[i],
												 table->tab_collations[i],
												 v2, v1)))
			return false;
	}
	return true;
}

/* The place of the row: its entry, or the free place where it belongs. */
static TupleHashEntry
probe(TupleHashTable table, TupleTableSlot *slot, uint32 hash)
{
	uint32 mask = table->nslots - 1;
	uint32 pos = hash & mask;

	for (;; pos = (pos + 1) & mask)
	{
		TupleHashEntry entry = &table->entries[pos];

		if (entry->firstTuple == NULL)
			return entry;
		if (entry->hash == hash && rows_match(table, entry, slot))
			return entry;
	}
}

/*
 * Find the row's entry.  With isnew it is added if missing, and *isnew says so;
 * with NULL the result is NULL then.  *hash (if given) receives the hash.  An
 * entry pointer is valid until the next insertion.
 */
TupleHashEntry
LookupTupleHashEntry(TupleHashTable hashtable, TupleTableSlot *slot,
					 bool *isnew, uint32 *hash)
{
	uint32 h = TupleHashTableHash(hashtable, slot);

	if (hash)
		*hash = h;
	return LookupTupleHashEntryHash(hashtable, slot, isnew, h);
}

TupleHashEntry
LookupTupleHashEntryHash(TupleHashTable hashtable, TupleTableSlot *slot,
						 bool *isnew, uint32 hash)
{
	MemoryContext caller = MemoryContextSwitchTo(hashtable->tempcxt);
	TupleHashEntry entry;

	hashtable->cur_eq_funcs = hashtable->tab_eq_funcs;
	entry = probe(hashtable, slot, hash);
	if (isnew == NULL)
	{
		MemoryContextSwitchTo(caller);
		return entry->firstTuple ? entry : NULL;
	}
	*isnew = entry->firstTuple == NULL;
	if (*isnew)
	{
		if (hashtable->nused >= hashtable->nslots / 8 * 7)
		{
			grow(hashtable);
			entry = probe(hashtable, slot, hash);
		}
		MemoryContextSwitchTo(hashtable->tablecxt);
		entry->firstTuple = ExecCopySlotMinimalTuple(slot);
		entry->hash = hash;
		entry->additional = hashtable->entrysize ? palloc0(hashtable->entrysize) : NULL;
		hashtable->nused++;
		hashtable->mem_used += MAXALIGN(entry->firstTuple->t_len) +
			MAXALIGN(hashtable->entrysize) + 2 * sizeof(void *);
	}
	MemoryContextSwitchTo(caller);
	return entry;
}

/*
 * Look up a row of another type, with cross-type functions (stored row right).
 * Key columns are at the same numbers.  NULL if there is none.
 */
TupleHashEntry
FindTupleHashEntry(TupleHashTable hashtable, TupleTableSlot *slot,
				   FmgrInfo *eqfunctions, FmgrInfo *hashfunctions)
{
	MemoryContext caller = MemoryContextSwitchTo(hashtable->tempcxt);
	TupleHashEntry entry;
	uint32 hash;

	hashtable->in_hash_funcs = hashfunctions;
	hashtable->cur_eq_funcs = eqfunctions;
	hash = hash_row(hashtable, slot);
	entry = probe(hashtable, slot, hash);
	MemoryContextSwitchTo(caller);
	return entry->firstTuple ? entry : NULL;
}

/* Next entry in no particular order; NULL after the last. */
TupleHashEntry
ScanTupleHashTable(TupleHashTable hashtable, TupleHashIterator *iter)
{
	while (iter->next < hashtable->nslots)
	{
		TupleHashEntry entry = &hashtable->entries[iter->next++];

		if (entry->firstTuple != NULL)
			return entry;
	}
	return NULL;
}

/* Twice the places. */
static void
grow(TupleHashTable table)
{
	TupleHashEntry old = table->entries;
	uint32 oldslots = table->nslots;

	table->nslots *= 2;
	table->entries = MemoryContextAllocExtended(table->metacxt,
												table->nslots * sizeof(TupleHashEntryData),
												MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	table->mem_used += oldslots * sizeof(TupleHashEntryData);
	for (uint32 i = 0; i < oldslots; i++)
	{
		uint32 pos;

		if (old[i].firstTuple == NULL)
			continue;
		for (pos = old[i].hash & (table->nslots - 1);
			 table->entries[pos].firstTuple != NULL;)
			pos = (pos + 1) & (table->nslots - 1);
		table->entries[pos] = old[i];
	}
	pfree(old);
}
