/*
 * tableam.c
 *		What table access methods have in common.
 *
 * Short forms for catalog code, and the parts that every block-oriented
 * method would write alike: sizes and estimates.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/table/tableam.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/tableam.h"
#include "access/visibilitymap.h"
#include "access/xact.h"
#include "storage/bufmgr.h"
#include "storage/smgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include <math.h>

char *default_table_access_method = DEFAULT_TABLE_ACCESS_METHOD;
bool synchronize_seqscans = true;

/* table_slot_callbacks
 *		Slot operations that fit a relation's rows. */
const TupleTableSlotOps *
table_slot_callbacks(Relation rel)
{
	if (rel->rd_tableam)
		return rel->rd_tableam->slot_callbacks(rel);
	/* foreign tables form heap tuples; views and others have no rows */
	if (rel->rd_rel->relkind == RELKIND_FOREIGN_TABLE)
		return &TTSOpsHeapTuple;
	return &TTSOpsVirtual;
}

/* table_slot_create
 *		A slot for them, added to *reglist if that is given. */
TupleTableSlot *
table_slot_create(Relation rel, List **reglist)
{
	TupleTableSlot *slot = MakeSingleTupleTableSlot(RelationGetDescr(rel),
													table_slot_callbacks(rel));

	if (reglist)
		*reglist = lappend(*reglist, slot);
	return slot;
}

/* table_beginscan_catalog
 *		Scan with a catalog snapshot of its own. */
TableScanDesc
table_beginscan_catalog(Relation rel, int nkeys, struct ScanKeyData *key)
{
	Snapshot snapshot = RegisterSnapshot(GetCatalogSnapshot(RelationGetRelid(rel)));

	return table_scan_begin_flags(rel, snapshot, nkeys, key,
								  SO_TYPE_SEQSCAN | SO_ALLOW_STRAT |
									  SO_ALLOW_SYNC | SO_ALLOW_PAGEMODE |
									  SO_TEMP_SNAPSHOT);
}

void
table_scan_update_snapshot(TableScanDesc scan, Snapshot snapshot)
{
	Assert(IsMVCCSnapshot(snapshot));
	RegisterSnapshot(snapshot);
	scan->rs_snapshot = snapshot;
	scan->rs_flags |= SO_TEMP_SNAPSHOT;
}

/* table_index_fetch_tuple_check
 *		Is there a row at tid that the snapshot sees? */
bool
table_index_fetch_tuple_check(Relation rel, ItemPointer tid,
							  Snapshot snapshot, bool *all_dead)
{
	IndexFetchTableData *fetch = table_index_fetch_begin(rel);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	bool call_again = false;
	bool found = table_index_fetch_tuple(fetch, tid, snapshot, slot,
										 &call_again, all_dead);

	table_index_fetch_end(fetch);
	ExecDropSingleTupleTableSlot(slot);
	return found;
}

/* table_tuple_get_latest_tid */
void
table_tuple_get_latest_tid(TableScanDesc scan, ItemPointer tid)
{
	Relation rel = scan->rs_rd;

	if (!rel->rd_tableam->tuple_tid_valid(scan, tid))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("tid (%u, %u) is not valid for relation \"%s\"",
						ItemPointerGetBlockNumberNoCheck(tid),
						ItemPointerGetOffsetNumberNoCheck(tid),
						RelationGetRelationName(rel))));
	rel->rd_tableam->tuple_get_latest_tid(scan, tid);
}

/* ---- changes nobody can conflict with ---- */

void
simple_table_tuple_insert(Relation rel, TupleTableSlot *slot)
{
	table_tuple_insert(rel, slot, GetCurrentCommandId(true), 0, NULL);
}

static void
must_be_ok(TM_Result result)
{
	if (result == TM_Ok)
		return;
	elog(ERROR, "%s", result == TM_SelfModified ? "tuple already updated by self" : result == TM_Updated ? "tuple concurrently updated"
			 : result == TM_Deleted                                                                      ? "tuple concurrently deleted"
																										 : "unexpected result of a table change");
}

void
simple_table_tuple_delete(Relation rel, ItemPointer tid, Snapshot snapshot)
{
	TM_FailureData tmfd;

	must_be_ok(table_tuple_delete(rel, tid, GetCurrentCommandId(true),
								  snapshot, InvalidSnapshot, true, &tmfd,
								  false));
}

void
simple_table_tuple_update(Relation rel, ItemPointer otid,
						  TupleTableSlot *slot, Snapshot snapshot,
						  bool *update_indexes)
{
	TM_FailureData tmfd;
	LockTupleMode lockmode;

	must_be_ok(table_tuple_update(rel, otid, slot, GetCurrentCommandId(true),
								  snapshot, InvalidSnapshot, true, &tmfd,
								  &lockmode, update_indexes));
}

/* ---- parallel scans: not supported ---- */

static void
no_parallel_scan(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("parallel table scans are not supported")));
}

Size
table_parallelscan_estimate(Relation rel, Snapshot snapshot)
{
	no_parallel_scan();
	return 0;
}

void
table_parallelscan_initialize(Relation rel, ParallelTableScanDesc pscan,
							  Snapshot snapshot)
{
	no_parallel_scan();
}

TableScanDesc
table_beginscan_parallel(Relation rel, ParallelTableScanDesc pscan)
{
	no_parallel_scan();
	return NULL;
}

Size
table_block_parallelscan_estimate(Relation rel)
{
	no_parallel_scan();
	return 0;
}

Size
table_block_parallelscan_initialize(Relation rel, ParallelTableScanDesc pscan)
{
	no_parallel_scan();
	return 0;
}

void
table_block_parallelscan_reinitialize(Relation rel,
									  ParallelTableScanDesc pscan)
{
	no_parallel_scan();
}

/* ---- sizes ---- */

/* table_block_relation_size
 *		Bytes of a fork; of all forks for InvalidForkNumber. */
uint64
table_block_relation_size(Relation rel, ForkNumber forkNumber)
{
	uint64 nblocks = 0;

	if (forkNumber != InvalidForkNumber)
		return (uint64) smgrnblocks(RelationGetSmgr(rel), forkNumber) * BLCKSZ;
	for (ForkNumber f = 0; f <= MAX_FORKNUM; f++)
		if (smgrexists(RelationGetSmgr(rel), f))
			nblocks += smgrnblocks(RelationGetSmgr(rel), f);
	return nblocks * BLCKSZ;
}

/*
 * table_block_relation_estimate_size
 *		What the planner assumes of a table: pages as they are, rows by the
 *		density that VACUUM or ANALYZE last found.
 */
void
table_block_relation_estimate_size(Relation rel, int32 *attr_widths,
								   BlockNumber *pages, double *tuples,
								   double *allvisfrac,
								   Size overhead_bytes_per_tuple,
								   Size usable_bytes_per_page)
{
	BlockNumber curpages = RelationGetNumberOfBlocks(rel);
	BlockNumber relpages = (BlockNumber) rel->rd_rel->relpages;
	double reltuples = rel->rd_rel->reltuples;
	BlockNumber allvisible = (BlockNumber) rel->rd_rel->relallvisible;
	double density;

	/* a table that was never vacuumed will probably grow yet */
	if (curpages < 10 && reltuples < 0 && !rel->rd_rel->relhassubclass)
		curpages = 10;
	*pages = curpages;
	if (curpages == 0)
	{
		*tuples = 0;
		*allvisfrac = 0;
		return;
	}

	if (reltuples >= 0 && relpages > 0)
		density = reltuples / (double) relpages;
	else
	{
		int32 width = get_rel_data_width(rel, attr_widths);

		/* whole rows per page */
		density = usable_bytes_per_page / (width + overhead_bytes_per_tuple);
	}
	*tuples = rint(density * (double) curpages);

	if (allvisible == 0 || curpages <= 0)
		*allvisfrac = 0;
	else if ((double) allvisible >= curpages)
		*allvisfrac = 1;
	else
		*allvisfrac = (double) allvisible / curpages;
}
