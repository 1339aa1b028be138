/*
 * indexing.c
 *		Changing catalog rows together with their indexes.
 *
 * Catalog indexes have no expressions, no predicates and no deferred checks,
 * so the executor is not needed: the key values are taken from the row.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/indexing.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/index.h"
#include "catalog/indexing.h"
#include "executor/tuptable.h"
#include "storage/lockdefs.h"
#include "utils/rel.h"

/*
 * CatalogOpenIndexes
 *		Open the indexes of a catalog for any number of changes.
 */
CatalogIndexState
CatalogOpenIndexes(Relation heapRel)
{
	ResultRelInfo *state = makeNode(ResultRelInfo);
	List *oids = RelationGetIndexList(heapRel);
	int n = list_length(oids);
	ListCell *lc;
	int i = 0;

	state->ri_RangeTableIndex = 0;
	state->ri_RelationDesc = heapRel;
	state->ri_NumIndices = n;
	state->ri_IndexRelationDescs = palloc(Max(n, 1) * sizeof(Relation));
	state->ri_IndexRelationInfo = palloc(Max(n, 1) * sizeof(IndexInfo *));
	foreach (lc, oids)
	{
		Relation index = index_open(lfirst_oid(lc), RowExclusiveLock);

		state->ri_IndexRelationDescs[i] = index;
		state->ri_IndexRelationInfo[i++] = BuildIndexInfo(index);
	}
	list_free(oids);
	return state;
}

void
CatalogCloseIndexes(CatalogIndexState indstate)
{
	for (int i = 0; i < indstate->ri_NumIndices; i++)
		index_close(indstate->ri_IndexRelationDescs[i], RowExclusiveLock);
	pfree(indstate->ri_IndexRelationDescs);
	pfree(indstate->ri_IndexRelationInfo);
	pfree(indstate);
}

/* Index entries of a row that has just been stored. */
static void
insert_entries(CatalogIndexState state, HeapTuple tuple)
{
	/* a HOT update: the entries of its predecessor lead here */
	if (HeapTupleIsHeapOnly(tuple))
		return;

	for (int i = 0; i < state->ri_NumIndices; i++)
	{
		IndexInfo *info = state->ri_IndexRelationInfo[i];
		Relation index = state->ri_IndexRelationDescs[i];
		Datum values[INDEX_MAX_KEYS];
		bool isnull[INDEX_MAX_KEYS];

		Assert(info->ii_Expressions == NIL && info->ii_Predicate == NIL);
		Assert(index->rd_index->indimmediate);
		Assert(!ReindexIsProcessingIndex(RelationGetRelid(index)));
		if (!info->ii_ReadyForInserts)
			continue;
		for (int k = 0; k < info->ii_NumIndexAttrs; k++)
			values[k] = heap_getattr(tuple, info->ii_IndexAttrNumbers[k],
									 RelationGetDescr(state->ri_RelationDesc),
									 &isnull[k]);
		index_insert(index, values, isnull, &tuple->t_self,
					 state->ri_RelationDesc,
					 index->rd_index->indisunique ? UNIQUE_CHECK_YES : UNIQUE_CHECK_NO, false, info);
	}
}

/* Insert one row.  Its t_self is set. */
void
CatalogTupleInsert(Relation heapRel, HeapTuple tup)
{
	CatalogIndexState state = CatalogOpenIndexes(heapRel);

	CatalogTupleInsertWithInfo(heapRel, tup, state);
	CatalogCloseIndexes(state);
}

void
CatalogTupleInsertWithInfo(Relation heapRel, HeapTuple tup,
						   CatalogIndexState indstate)
{
	simple_heap_insert(heapRel, tup);
	insert_entries(indstate, tup);
}

/* Insert many rows with as few WAL records as pages. */
void
CatalogTuplesMultiInsertWithInfo(Relation heapRel, TupleTableSlot **slot,
								 int ntuples, CatalogIndexState indstate)
{
	if (ntuples <= 0)
		return;
	heap_multi_insert(heapRel, slot, ntuples, GetCurrentCommandId(true), 0,
					  NULL);
	for (int i = 0; i < ntuples; i++)
	{
		bool should_free;
		HeapTuple tuple = ExecFetchSlotHeapTuple(slot[i], true, &should_free);

		tuple->t_tableOid = slot[i]->tts_tableOid;
		insert_entries(indstate, tuple);
		if (should_free)
			heap_freetuple(tuple);
	}
}

/* Replace the row at otid. */
void
CatalogTupleUpdate(Relation heapRel, ItemPointer otid, HeapTuple tup)
{
	CatalogIndexState state = CatalogOpenIndexes(heapRel);

	CatalogTupleUpdateWithInfo(heapRel, otid, tup, state);
	CatalogCloseIndexes(state);
}

void
CatalogTupleUpdateWithInfo(Relation heapRel, ItemPointer otid, HeapTuple tup,
						   CatalogIndexState indstate)
{
	simple_heap_update(heapRel, otid, tup);
	insert_entries(indstate, tup);
}

/* Delete the row at tid; index entries go with VACUUM. */
void
CatalogTupleDelete(Relation heapRel, ItemPointer tid)
{
	simple_heap_delete(heapRel, tid);
}
