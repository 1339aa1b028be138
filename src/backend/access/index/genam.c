/*
 * genam.c
 *		Support for index methods, and scans of catalogs.
 *
 * systable_xxx read a catalog by an index, or sequentially if there is none
 * or indexes are being rebuilt; callers give heap column numbers, which are
 * translated to the index's.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/index/genam.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/genam.h"
#include "access/heapam.h"
#include "access/relscan.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

extern void getTypeOutputInfo(Oid type, Oid *typOutput, bool *typIsVarlena);

/* ---- for index methods ---- */

/* RelationGetIndexScan
 *		Scan descriptor with room for the keys; ambeginscan's start. */
IndexScanDesc
RelationGetIndexScan(Relation irel, int nkeys, int norderbys)
{
	IndexScanDesc scan = palloc0(sizeof(IndexScanDescData));

	scan->indexRelation = irel;
	scan->numberOfKeys = nkeys;
	scan->numberOfOrderBys = norderbys;
	if (nkeys > 0)
		scan->keyData = palloc(nkeys * sizeof(ScanKeyData));
	if (norderbys > 0)
		scan->orderByData = palloc(norderbys * sizeof(ScanKeyData));

	/* on a standby, other rules decide about what is dead */
	scan->xactStartedInRecovery = RecoveryInProgress();
	scan->ignore_killed_tuples = !scan->xactStartedInRecovery;
	return scan;
}

/* IndexScanEnd
 *		Free it. */
void
IndexScanEnd(IndexScanDesc scan)
{
	if (scan->keyData)
		pfree(scan->keyData);
	if (scan->orderByData)
		pfree(scan->orderByData);
	pfree(scan);
}

/*
 * BuildIndexValueDescription
 *		"(a, lower(b))=(1, x)" for error details; palloc'd.
 *
 * NULL if the user may not read the columns that the values come from.
 */
char *
BuildIndexValueDescription(Relation irel, Datum *values, bool *isnull)
{
	StringInfoData buf;
	char *columns = index_columns_for_message(irel);

	if (columns == NULL)
		return NULL;
	initStringInfo(&buf);
	appendStringInfo(&buf, "(%s", columns);
	appendStringInfoString(&buf, ")=(");
	for (int i = 0; i < IndexRelationGetNumberOfKeyAttributes(irel); i++)
	{
		char *val = "null";

		if (!isnull[i])
		{
			Oid outfunc;
			bool varlena;

			/* the opclass's input type is what is stored */
			getTypeOutputInfo(irel->rd_opcintype[i], &outfunc, &varlena);
			val = OidOutputFunctionCall(outfunc, values[i]);
		}
		if (i > 0)
			appendStringInfoString(&buf, ", ");
		appendStringInfoString(&buf, val);
	}
	appendStringInfoChar(&buf, ')');
	return buf.data;
}

/*
 * index_compute_xid_horizon_for_tuples
 *		Newest xid that made the heap rows of dead-marked index items vanish,
 *		for methods that delete them.
 */
TransactionId
index_compute_xid_horizon_for_tuples(Relation irel, Relation hrel, Buffer ibuf,
									 OffsetNumber *itemnos, int nitems)
{
	Page page = BufferGetPage(ibuf);
	TM_IndexDeleteOp op = {.irel = irel, .iblknum = BufferGetBlockNumber(ibuf)};
	TransactionId latest;

	op.ndeltids = nitems;
	op.deltids = palloc(nitems * sizeof(TM_IndexDelete));
	op.status = palloc(nitems * sizeof(TM_IndexStatus));
	for (int i = 0; i < nitems; i++)
	{
		IndexTuple itup = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, itemnos[i]));

		op.deltids[i].tid = itup->t_tid;
		op.deltids[i].id = i;
		op.status[i].idxoffnum = itemnos[i];
		op.status[i].knowndeletable = true;
		op.status[i].promising = false;
		op.status[i].freespace = 0;
	}
	latest = table_index_delete_tuples(hrel, &op);
	pfree(op.deltids);
	pfree(op.status);
	return latest;
}

/* ---- catalog scans ---- */

/* Heap column number -> position in the index. */
static AttrNumber
index_column(Relation irel, AttrNumber attno)
{
	for (int i = 0; i < IndexRelationGetNumberOfAttributes(irel); i++)
		if (irel->rd_index->indkey.values[i] == attno)
			return i + 1;
	elog(ERROR, "column is not in index");
	return 0;
}

static SysScanDesc
new_scan(Relation heaprel, Relation irel, Snapshot snapshot)
{
	SysScanDesc scan = palloc0(sizeof(SysScanDescData));

	scan->heap_rel = heaprel;
	scan->irel = irel;
	scan->slot = table_slot_create(heaprel, NULL);
	if (snapshot == NULL)
		snapshot = scan->snapshot =
			RegisterSnapshot(GetCatalogSnapshot(RelationGetRelid(heaprel)));
	return scan;
}

static void
start_index_scan(SysScanDesc scan, Snapshot snapshot, int nkeys, ScanKey key)
{
	ScanKeyData *translated = palloc(Max(nkeys, 1) * sizeof(ScanKeyData));

	memcpy(translated, key, nkeys * sizeof(ScanKeyData));
	for (int i = 0; i < nkeys; i++)
		translated[i].sk_attno = index_column(scan->irel, key[i].sk_attno);
	scan->iscan = index_beginscan(scan->heap_rel, scan->irel, snapshot, nkeys,
								  0);
	index_rescan(scan->iscan, translated, nkeys, NULL, 0);
	pfree(translated);
}

/*
 * systable_beginscan
 *		Scan a catalog for rows that match the keys.
 *
 * By index indexId if indexOK and it can be used now.  snapshot NULL means an
 * up-to-date catalog snapshot.  Order is not to be relied on.
 */
SysScanDesc
systable_beginscan(Relation heaprel, Oid indexId, bool indexOK,
				   Snapshot snapshot, int nkeys, ScanKey key)
{
	Relation irel = NULL;
	SysScanDesc scan;

	if (indexOK && !IgnoreSystemIndexes && !ReindexIsProcessingIndex(indexId))
		irel = index_open(indexId, AccessShareLock);
	scan = new_scan(heaprel, irel, snapshot);
	if (snapshot == NULL)
		snapshot = scan->snapshot;
	if (irel)
		start_index_scan(scan, snapshot, nkeys, key);
	else
		/* no sync scan: catalog code may rely on physical order */
		scan->scan = table_beginscan_strat(heaprel, snapshot, nkeys, key,
										   true, false);
	return scan;
}

/* systable_getnext
 *		Next row, valid until the next call; NULL at the end. */
HeapTuple
systable_getnext(SysScanDesc scan)
{
	bool shouldfree;
	HeapTuple tup;

	if (scan->irel)
	{
		if (!index_getnext_slot(scan->iscan, ForwardScanDirection, scan->slot))
			return NULL;
		if (scan->iscan->xs_recheck)
			elog(ERROR, "system catalog scans with lossy index conditions are not implemented");
	}
	else if (!table_scan_getnextslot(scan->scan, ForwardScanDirection,
									 scan->slot))
		return NULL;
	tup = ExecFetchSlotHeapTuple(scan->slot, false, &shouldfree);
	Assert(!shouldfree);
	return tup;
}

/* systable_recheck_tuple
 *		Is the row the scan just returned still there by now? */
bool
systable_recheck_tuple(SysScanDesc scan, HeapTuple tup)
{
	Snapshot fresh = RegisterSnapshot(GetCatalogSnapshot(RelationGetRelid(scan->heap_rel)));
	bool result;

	Assert(tup == ExecFetchSlotHeapTuple(scan->slot, false, NULL));
	result = table_tuple_satisfies_snapshot(scan->heap_rel, scan->slot, fresh);
	UnregisterSnapshot(fresh);
	return result;
}

/* systable_endscan */
void
systable_endscan(SysScanDesc scan)
{
	if (scan->slot)
		ExecDropSingleTupleTableSlot(scan->slot);
	if (scan->irel)
	{
		index_endscan(scan->iscan);
		index_close(scan->irel, AccessShareLock);
	}
	else
		table_endscan(scan->scan);
	if (scan->snapshot)
		UnregisterSnapshot(scan->snapshot);
	pfree(scan);
}

/* systable_beginscan_ordered
 *		In index order, by an index that the caller has open. */
SysScanDesc
systable_beginscan_ordered(Relation heaprel, Relation irel, Snapshot snapshot,
						   int nkeys, ScanKey key)
{
	SysScanDesc scan;

	if (ReindexIsProcessingIndex(RelationGetRelid(irel)))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot access index \"%s\" while it is being reindexed",
						RelationGetRelationName(irel))));
	scan = new_scan(heaprel, irel, snapshot);
	start_index_scan(scan, snapshot ? snapshot : scan->snapshot, nkeys, key);
	return scan;
}

HeapTuple
systable_getnext_ordered(SysScanDesc scan, ScanDirection dir)
{
	if (!index_getnext_slot(scan->iscan, dir, scan->slot))
		return NULL;
	if (scan->iscan->xs_recheck)
		elog(ERROR, "system catalog scans with lossy index conditions are not implemented");
	return ExecFetchSlotHeapTuple(scan->slot, false, NULL);
}

void
systable_endscan_ordered(SysScanDesc scan)
{
	ExecDropSingleTupleTableSlot(scan->slot);
	index_endscan(scan->iscan);
	if (scan->snapshot)
		UnregisterSnapshot(scan->snapshot);
	pfree(scan);
}
