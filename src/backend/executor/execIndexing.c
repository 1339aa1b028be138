/*
 * execIndexing.c
 *		Index entries of rows that are written.
 *
 * Opens the indexes of a result relation, puts the entries of a new row
 * version in, and checks UNIQUE, also speculatively for ON CONFLICT.
 * Exclusion constraints need their access methods and raise
 * feature_not_supported.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execIndexing.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/relscan.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/index.h"
#include "executor/executor.h"
#include "nodes/nodeFuncs.h"
#include "storage/lmgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

static bool conflict_exists(Relation heap, Relation index, IndexInfo *indexInfo,
							Datum *values, bool *isnull, EState *estate,
							ItemPointer self, bool wait,
							ItemPointer conflictTid);

/*
 * Open all indexes of the relation, with the lock that the writing of the table
 * implies.  speculative: prepare what ON CONFLICT needs.
 */
void
ExecOpenIndices(ResultRelInfo *resultRelInfo, bool speculative)
{
	Relation rel = resultRelInfo->ri_RelationDesc;
	List *oids;
	ListCell *lc;
	int n;
	int i = 0;

	resultRelInfo->ri_NumIndices = 0;
	if (!RelationGetForm(rel)->relhasindex)
		return;
	oids = RelationGetIndexList(rel);
	n = list_length(oids);
	if (n == 0)
		return;
	resultRelInfo->ri_IndexRelationDescs = palloc(n * sizeof(Relation));
	resultRelInfo->ri_IndexRelationInfo = palloc(n * sizeof(IndexInfo *));
	foreach (lc, oids)
	{
		Relation index = index_open(lfirst_oid(lc), RowExclusiveLock);
		IndexInfo *ii = BuildIndexInfo(index);

		if (speculative && ii->ii_Unique)
			BuildSpeculativeIndexInfo(index, ii);
		resultRelInfo->ri_IndexRelationDescs[i] = index;
		resultRelInfo->ri_IndexRelationInfo[i++] = ii;
	}
	resultRelInfo->ri_NumIndices = n;
	list_free(oids);
}

/* Close them; the locks are kept until the end of the transaction. */
void
ExecCloseIndices(ResultRelInfo *resultRelInfo)
{
	for (int i = 0; i < resultRelInfo->ri_NumIndices; i++)
		if (resultRelInfo->ri_IndexRelationDescs[i])
			index_close(resultRelInfo->ri_IndexRelationDescs[i],
						RowExclusiveLock);
	resultRelInfo->ri_NumIndices = 0;
}

/* Does the row belong into a partial index? */
static bool
predicate_holds(IndexInfo *ii, EState *estate)
{
	if (ii->ii_Predicate == NIL)
		return true;
	if (ii->ii_PredicateState == NULL)
		ii->ii_PredicateState = ExecPrepareQual(ii->ii_Predicate, estate);
	return ExecQual(ii->ii_PredicateState, GetPerTupleExprContext(estate));
}

/* Did the UPDATE leave all columns of the index as they were? */
static bool
unchanged_by_update(ResultRelInfo *rri, EState *estate, IndexInfo *ii)
{
	Bitmapset *updated;

	if (ii->ii_CheckedUnchanged)
		return ii->ii_IndexUnchanged;
	ii->ii_CheckedUnchanged = true;
	updated = ExecGetAllUpdatedCols(rri, estate);
	for (int i = 0; i < ii->ii_NumIndexKeyAttrs; i++)
	{
		int keycol = ii->ii_IndexAttrNumbers[i];

		/* an expression may depend on anything */
		if (keycol == 0 ||
			bms_is_member(keycol - FirstLowInvalidHeapAttributeNumber, updated))
			return ii->ii_IndexUnchanged = false;
	}
	return ii->ii_IndexUnchanged = true;
}

/*
 * Insert entries for the row in slot (tts_tid is its position) into all indexes.
 * With noDupErr a duplicate in an arbiter index (NIL: any) is no error;
 * *specConflict is set then, and for a deferred one the index is returned in a
 * list for a recheck at the end of the statement.
 */
List *
ExecInsertIndexTuples(ResultRelInfo *resultRelInfo, TupleTableSlot *slot,
					  EState *estate, bool update, bool noDupErr,
					  bool *specConflict, List *arbiterIndexes)
{
	Relation heap = resultRelInfo->ri_RelationDesc;
	ExprContext *econtext = GetPerTupleExprContext(estate);
	List *result = NIL;
	Datum values[INDEX_MAX_KEYS];
	bool isnull[INDEX_MAX_KEYS];

	Assert(ItemPointerIsValid(&slot->tts_tid));
	econtext->ecxt_scantuple = slot;
	for (int i = 0; i < resultRelInfo->ri_NumIndices; i++)
	{
		Relation index = resultRelInfo->ri_IndexRelationDescs[i];
		IndexInfo *ii = resultRelInfo->ri_IndexRelationInfo[i];
		IndexUniqueCheck check;
		bool arbiter;
		bool satisfied;

		if (index == NULL || !ii->ii_ReadyForInserts ||
			!predicate_holds(ii, estate))
			continue;
		if (ii->ii_ExclusionOps != NULL && index->rd_index->indisexclusion)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("exclusion constraints are not supported yet")));
		FormIndexDatum(ii, slot, estate, values, isnull);
		arbiter = noDupErr &&
			(arbiterIndexes == NIL ||
			 list_member_oid(arbiterIndexes, index->rd_index->indexrelid));
		if (!index->rd_index->indisunique)
			check = UNIQUE_CHECK_NO;
		else if (arbiter || !index->rd_index->indimmediate)
			check = UNIQUE_CHECK_PARTIAL;
		else
			check = UNIQUE_CHECK_YES;
		satisfied = index_insert(index, values, isnull, &slot->tts_tid, heap,
								 check,
								 update && unchanged_by_update(resultRelInfo, estate, ii),
								 ii);
		if (check == UNIQUE_CHECK_PARTIAL && !satisfied)
		{
			result = lappend_oid(result, RelationGetRelid(index));
			if (index->rd_index->indimmediate && specConflict)
				*specConflict = true;
		}
	}
	return result;
}

/*
 * Before a speculative insertion: is there a row that conflicts in an arbiter
 * index?  False if so, with its position in *conflictTid; waits for inserters
 * in progress.
 */
bool
ExecCheckIndexConstraints(ResultRelInfo *resultRelInfo, TupleTableSlot *slot,
						  EState *estate, ItemPointer conflictTid,
						  List *arbiterIndexes)
{
	Relation heap = resultRelInfo->ri_RelationDesc;
	ExprContext *econtext = GetPerTupleExprContext(estate);
	Datum values[INDEX_MAX_KEYS];
	bool isnull[INDEX_MAX_KEYS];
	bool checked = false;

	ItemPointerSetInvalid(conflictTid);
	econtext->ecxt_scantuple = slot;
	for (int i = 0; i < resultRelInfo->ri_NumIndices; i++)
	{
		Relation index = resultRelInfo->ri_IndexRelationDescs[i];
		IndexInfo *ii = resultRelInfo->ri_IndexRelationInfo[i];

		if (index == NULL || !ii->ii_Unique || !ii->ii_ReadyForInserts)
			continue;
		if (arbiterIndexes != NIL &&
			!list_member_oid(arbiterIndexes, index->rd_index->indexrelid))
			continue;
		if (!index->rd_index->indimmediate)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters"),
					 errtableconstraint(heap, RelationGetRelationName(index))));
		checked = true;
		if (!predicate_holds(ii, estate))
			continue;
		FormIndexDatum(ii, slot, estate, values, isnull);
		if (conflict_exists(heap, index, ii, values, isnull, estate,
							NULL, true, conflictTid))
			return false;
	}
	if (arbiterIndexes != NIL && !checked)
		elog(ERROR, "unexpected failure to find arbiter index");
	return true;
}

/* Scan the unique index for a live row with these keys other than self. */
static bool
conflict_exists(Relation heap, Relation index, IndexInfo *indexInfo,
				Datum *values, bool *isnull, EState *estate, ItemPointer self,
				bool wait, ItemPointer conflictTid)
{
	int nkeys = IndexRelationGetNumberOfKeyAttributes(index);
	ScanKeyData keys[INDEX_MAX_KEYS];
	SnapshotData dirty;
	TupleTableSlot *existing;
	bool conflict = false;

	for (int i = 0; i < nkeys; i++)
	{
		/* NULLs conflict only if declared NOT DISTINCT */
		if (isnull[i] && !indexInfo->ii_NullsNotDistinct)
			return false;
		ScanKeyEntryInitialize(&keys[i],
							   isnull[i] ? SK_ISNULL | SK_SEARCHNULL : 0,
							   i + 1, indexInfo->ii_UniqueStrats[i],
							   InvalidOid, index->rd_indcollation[i],
							   indexInfo->ii_UniqueProcs[i], values[i]);
	}
	InitDirtySnapshot(dirty);
	existing = table_slot_create(heap, NULL);
	for (bool again = true; again;)
	{
		IndexScanDesc scan = index_beginscan(heap, index, &dirty, nkeys, 0);

		again = false;
		index_rescan(scan, keys, nkeys, NULL, 0);
		while (index_getnext_slot(scan, ForwardScanDirection, existing))
		{
			TransactionId xwait;

			if (self && ItemPointerEquals(self, &existing->tts_tid))
				continue;
			xwait = TransactionIdIsValid(dirty.xmin) ? dirty.xmin : dirty.xmax;
			if (TransactionIdIsValid(xwait) && wait)
			{
				ItemPointerData tid = existing->tts_tid;

				index_endscan(scan);
				scan = NULL;
				if (dirty.speculativeToken)
					SpeculativeInsertionWait(dirty.xmin,
											 dirty.speculativeToken);
				else
					XactLockTableWait(xwait, heap, &tid, XLTW_InsertIndex);
				again = true;
				break;
			}
			conflict = true;
			if (conflictTid)
				*conflictTid = existing->tts_tid;
			break;
		}
		if (scan)
			index_endscan(scan);
	}
	ExecDropSingleTupleTableSlot(existing);
	return conflict;
}

void
check_exclusion_constraint(Relation heap, Relation index, IndexInfo *indexInfo,
						   ItemPointer tupleid, Datum *values, bool *isnull,
						   EState *estate, bool newIndex)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("exclusion constraints are not supported yet")));
}
