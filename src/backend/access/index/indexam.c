/*
 * indexam.c
 *		Calling index methods: insert, scan, vacuum.
 *
 * Scans come in two halves: the method finds TIDs, the table method fetches
 * the rows (possibly several of a HOT chain per TID).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/index/indexam.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/amapi.h"
#include "access/genam.h"
#include "access/relation.h"
#include "access/relscan.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "catalog/pg_type_d.h"
#include "nodes/execnodes.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#define AM(rel) ((rel)->rd_indam)

static void
require(Relation irel, const void *routine, const char *name)
{
	if (routine == NULL)
		elog(ERROR, "function \"%s\" is not defined for index \"%s\"",
			 name, RelationGetRelationName(irel));
}

/* ---- open and close ---- */

/* index_open
 *		As relation_open, for indexes only. */
Relation
index_open(Oid relid, LOCKMODE lockmode)
{
	Relation r = relation_open(relid, lockmode);

	if (r->rd_rel->relkind != RELKIND_INDEX &&
		r->rd_rel->relkind != RELKIND_PARTITIONED_INDEX)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not an index",
						RelationGetRelationName(r))));
	return r;
}

void
index_close(Relation rel, LOCKMODE lockmode)
{
	relation_close(rel, lockmode);
}

/* ---- insert ---- */

/*
 * index_insert
 *		Add an entry.  For unique checks see IndexUniqueCheck; the result is
 *		only of interest for UNIQUE_CHECK_PARTIAL (false: maybe a duplicate).
 */
bool
index_insert(Relation irel, Datum *values, bool *isnull, ItemPointer tid,
			 Relation heaprel, IndexUniqueCheck unique, bool indexUnchanged,
			 IndexInfo *info)
{
	Assert(!ReindexIsProcessingIndex(RelationGetRelid(irel)));
	require(irel, AM(irel)->aminsert, "aminsert");
	return AM(irel)->aminsert(irel, values, isnull, tid, heaprel, unique,
							  indexUnchanged, info);
}

/* ---- scans ---- */

static IndexScanDesc
begin_scan(Relation irel, int nkeys, int norderbys, Snapshot snapshot)
{
	IndexScanDesc scan;

	require(irel, AM(irel)->ambeginscan, "ambeginscan");
	/* the entry must not go while the scan uses it */
	RelationIncrementReferenceCount(irel);
	scan = AM(irel)->ambeginscan(irel, nkeys, norderbys);
	scan->xs_snapshot = snapshot;
	scan->parallel_scan = NULL;
	scan->xs_temp_snap = false;
	return scan;
}

/* index_beginscan
 *		Scan for rows of heaprel; index_rescan sets the keys. */
IndexScanDesc
index_beginscan(Relation heaprel, Relation irel, Snapshot snapshot, int nkeys,
				int norderbys)
{
	IndexScanDesc scan = begin_scan(irel, nkeys, norderbys, snapshot);

	Assert(snapshot != InvalidSnapshot);
	scan->heapRelation = heaprel;
	scan->xs_heapfetch = table_index_fetch_begin(heaprel);
	return scan;
}

/* index_beginscan_bitmap
 *		Scan for TIDs only. */
IndexScanDesc
index_beginscan_bitmap(Relation irel, Snapshot snapshot, int nkeys)
{
	Assert(snapshot != InvalidSnapshot);
	return begin_scan(irel, nkeys, 0, snapshot);
}

/* index_rescan
 *		Start (again) with these keys; NULL keeps the old ones. */
void
index_rescan(IndexScanDesc scan, ScanKey keys, int nkeys, ScanKey orderbys,
			 int norderbys)
{
	Relation irel = scan->indexRelation;

	Assert(nkeys == scan->numberOfKeys);
	Assert(norderbys == scan->numberOfOrderBys);
	require(irel, AM(irel)->amrescan, "amrescan");
	if (scan->xs_heapfetch)
		table_index_fetch_reset(scan->xs_heapfetch);
	scan->kill_prior_tuple = false;
	scan->xs_heap_continue = false;
	AM(irel)->amrescan(scan, keys, nkeys, orderbys, norderbys);
}

/* index_endscan */
void
index_endscan(IndexScanDesc scan)
{
	Relation irel = scan->indexRelation;

	require(irel, AM(irel)->amendscan, "amendscan");
	if (scan->xs_heapfetch)
	{
		table_index_fetch_end(scan->xs_heapfetch);
		scan->xs_heapfetch = NULL;
	}
	AM(irel)->amendscan(scan);
	RelationDecrementReferenceCount(irel);
	if (scan->xs_temp_snap)
		UnregisterSnapshot(scan->xs_snapshot);
	IndexScanEnd(scan);
}

/* index_markpos
 *		Remember the position ... */
void
index_markpos(IndexScanDesc scan)
{
	require(scan->indexRelation, AM(scan->indexRelation)->ammarkpos,
			"ammarkpos");
	AM(scan->indexRelation)->ammarkpos(scan);
}

/* index_restrpos
 *		... and go back to it.  Only with MVCC snapshots, under which one TID
 *		gives one row. */
void
index_restrpos(IndexScanDesc scan)
{
	Assert(IsMVCCSnapshot(scan->xs_snapshot));
	require(scan->indexRelation, AM(scan->indexRelation)->amrestrpos,
			"amrestrpos");
	if (scan->xs_heapfetch)
		table_index_fetch_reset(scan->xs_heapfetch);
	scan->kill_prior_tuple = false;
	scan->xs_heap_continue = false;
	AM(scan->indexRelation)->amrestrpos(scan);
}

/* index_getnext_tid
 *		Next match, NULL at the end. */
ItemPointer
index_getnext_tid(IndexScanDesc scan, ScanDirection dir)
{
	Relation irel = scan->indexRelation;
	bool found;

	require(irel, AM(irel)->amgettuple, "amgettuple");
	Assert(TransactionIdIsValid(RecentXmin));
	found = AM(irel)->amgettuple(scan, dir);
	scan->kill_prior_tuple = false;
	scan->xs_heap_continue = false;
	if (!found)
	{
		if (scan->xs_heapfetch)
			table_index_fetch_reset(scan->xs_heapfetch);
		return NULL;
	}
	Assert(ItemPointerIsValid(&scan->xs_heaptid));
	pgstat_count_index_tuples(irel, 1);
	return &scan->xs_heaptid;
}

/* index_fetch_heap
 *		The (next) visible row of the current TID. */
bool
index_fetch_heap(IndexScanDesc scan, TupleTableSlot *slot)
{
	bool all_dead = false;
	bool found;

	found = table_index_fetch_tuple(scan->xs_heapfetch, &scan->xs_heaptid,
									scan->xs_snapshot, slot,
									&scan->xs_heap_continue, &all_dead);
	if (found)
		pgstat_count_heap_fetch(scan->indexRelation);
	/* tell the index that it need not return this entry to anybody again;
	 * not on a standby, whose horizon is not the primary's */
	if (!scan->xactStartedInRecovery)
		scan->kill_prior_tuple = all_dead;
	return found;
}

/* index_getnext_slot
 *		Next visible row, false at the end. */
bool
index_getnext_slot(IndexScanDesc scan, ScanDirection dir, TupleTableSlot *slot)
{
	for (;;)
	{
		if (!scan->xs_heap_continue && index_getnext_tid(scan, dir) == NULL)
			return false;
		if (index_fetch_heap(scan, slot))
			return true;
	}
}

/* index_getbitmap
 *		Add all matches to a bitmap; returns their number. */
int64
index_getbitmap(IndexScanDesc scan, TIDBitmap *bitmap)
{
	Relation irel = scan->indexRelation;
	int64 ntids;

	require(irel, AM(irel)->amgetbitmap, "amgetbitmap");
	scan->kill_prior_tuple = false;
	ntids = AM(irel)->amgetbitmap(scan, bitmap);
	pgstat_count_index_tuples(irel, ntids);
	return ntids;
}

/* ---- parallel scans: not supported ---- */

static void
no_parallel(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("parallel index scans are not supported")));
}

Size
index_parallelscan_estimate(Relation irel, Snapshot snapshot)
{
	no_parallel();
	return 0;
}

void
index_parallelscan_initialize(Relation heaprel, Relation irel,
							  Snapshot snapshot, ParallelIndexScanDesc target)
{
	no_parallel();
}

void
index_parallelrescan(IndexScanDesc scan)
{
	no_parallel();
}

IndexScanDesc
index_beginscan_parallel(Relation heaprel, Relation irel, int nkeys,
						 int norderbys, ParallelIndexScanDesc pscan)
{
	no_parallel();
	return NULL;
}

/* ---- vacuum ---- */

/* index_bulk_delete
 *		Remove the entries whose TIDs the callback names. */
IndexBulkDeleteResult *
index_bulk_delete(IndexVacuumInfo *info, IndexBulkDeleteResult *stats,
				  IndexBulkDeleteCallback callback, void *state)
{
	require(info->index, AM(info->index)->ambulkdelete, "ambulkdelete");
	return AM(info->index)->ambulkdelete(info, stats, callback, state);
}

/* index_vacuum_cleanup
 *		Once at the end of a VACUUM. */
IndexBulkDeleteResult *
index_vacuum_cleanup(IndexVacuumInfo *info, IndexBulkDeleteResult *stats)
{
	require(info->index, AM(info->index)->amvacuumcleanup, "amvacuumcleanup");
	return AM(info->index)->amvacuumcleanup(info, stats);
}

/* ---- properties and support functions ---- */

/* index_can_return
 *		Can index-only scans return this column? */
bool
index_can_return(Relation irel, int attno)
{
	return AM(irel)->amcanreturn != NULL && AM(irel)->amcanreturn(irel, attno);
}

/* index_getprocid
 *		OID of a support function of a key column, or InvalidOid. */
RegProcedure
index_getprocid(Relation irel, AttrNumber attnum, uint16 procnum)
{
	int nproc = AM(irel)->amsupport;

	Assert(procnum > 0 && procnum <= nproc);
	return irel->rd_support[nproc * (attnum - 1) + procnum - 1];
}

/* index_getprocinfo
 *		The same ready to be called; looked up once per cache entry. */
FmgrInfo *
index_getprocinfo(Relation irel, AttrNumber attnum, uint16 procnum)
{
	int n = AM(irel)->amsupport * (attnum - 1) + procnum - 1;
	FmgrInfo *info = &irel->rd_supportinfo[n];

	Assert(procnum > 0 && procnum <= AM(irel)->amsupport);
	if (info->fn_oid == InvalidOid)
	{
		RegProcedure proc = irel->rd_support[n];

		if (!RegProcedureIsValid(proc))
			elog(ERROR, "missing support function %d for attribute %d of index \"%s\"",
				 procnum, attnum, RelationGetRelationName(irel));
		fmgr_info_cxt(proc, info, irel->rd_indexcxt);
	}
	return info;
}

/* index_store_float8_orderby_distances
 *		Results of ORDER BY operators, as the executor wants them. */
void
index_store_float8_orderby_distances(IndexScanDesc scan, Oid *types,
									 IndexOrderByDistance *dist, bool recheck)
{
	Assert(dist || !recheck);
	scan->xs_recheckorderby = recheck;
	for (int i = 0; i < scan->numberOfOrderBys; i++)
	{
		bool isnull = dist == NULL || dist[i].isnull;

		scan->xs_orderbynulls[i] = isnull;
		if (isnull)
			scan->xs_orderbyvals[i] = (Datum) 0;
		else if (types[i] == FLOAT8OID)
			scan->xs_orderbyvals[i] = Float8GetDatum(dist[i].value);
		else if (types[i] == FLOAT4OID)
			scan->xs_orderbyvals[i] = Float4GetDatum((float4) dist[i].value);
		else if (recheck)
			elog(ERROR, "ORDER BY operator must return float8 or float4 if the distance function is lossy");
		else
			scan->xs_orderbynulls[i] = true;
	}
}

/* index_opclass_options
 *		Options of an operator class; only methods with amoptsprocnum have
 *		classes with options, and those that are here have none. */
bytea *
index_opclass_options(Relation irel, AttrNumber attnum, Datum attoptions,
					  bool validate)
{
	int amoptsprocnum = AM(irel)->amoptsprocnum;

	if (amoptsprocnum != 0 &&
		OidIsValid(index_getprocid(irel, attnum, amoptsprocnum)))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("operator class options are not supported")));
	if (DatumGetPointer(attoptions) != NULL && validate)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("operator class has no options")));
	return NULL;
}
