/*
 * genam.h
 *		Index access independent of the method, and catalog scans.
 *
 * indexam.c calls the method's routines; genam.c adds systable_xxx, which
 * catalog code uses to read rows with or without an index.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/genam.h
 */
#ifndef GENAM_H
#define GENAM_H

#include "access/htup.h"
#include "access/sdir.h"
#include "access/skey.h"
#include "nodes/tidbitmap.h"
#include "storage/block.h"
#include "storage/buf.h"
#include "storage/lockdefs.h"
#include "utils/relcache.h"
#include "utils/snapshot.h"

struct IndexInfo;
struct TupleTableSlot;

typedef struct IndexScanDescData *IndexScanDesc;
typedef struct SysScanDescData *SysScanDesc;
typedef struct ParallelIndexScanDescData *ParallelIndexScanDesc;

/* What ambuild says of its work. */
typedef struct IndexBuildResult
{
	double heap_tuples;
	double index_tuples;
} IndexBuildResult;

/* ambulkdelete and amvacuumcleanup: input ... */
typedef struct IndexVacuumInfo
{
	Relation index;
	bool analyze_only;
	bool report_progress;
	bool estimated_count; /* num_heap_tuples is an estimate */
	int message_level;
	double num_heap_tuples;
	BufferAccessStrategy strategy;
} IndexVacuumInfo;

/* ... and output */
typedef struct IndexBulkDeleteResult
{
	BlockNumber num_pages;
	bool estimated_count;
	double num_index_tuples;
	double tuples_removed;
	BlockNumber pages_newly_deleted;
	BlockNumber pages_deleted;
	BlockNumber pages_free;
} IndexBulkDeleteResult;

typedef bool (*IndexBulkDeleteCallback)(ItemPointer tid, void *state);

/* How an insert checks uniqueness. */
typedef enum IndexUniqueCheck
{
	UNIQUE_CHECK_NO,
	UNIQUE_CHECK_YES,
	UNIQUE_CHECK_PARTIAL, /* insert, tell of a possible conflict */
	UNIQUE_CHECK_EXISTING /* recheck a row inserted before */
} IndexUniqueCheck;

typedef struct IndexOrderByDistance
{
	double value;
	bool isnull;
} IndexOrderByDistance;

/* ---- access/index/indexam.c ---- */
#define IndexScanIsValid(scan) ((scan) != NULL)

extern Relation index_open(Oid relid, LOCKMODE lockmode);
extern void index_close(Relation rel, LOCKMODE lockmode);

extern bool index_insert(Relation irel, Datum *values, bool *isnull,
						 ItemPointer tid, Relation heaprel,
						 IndexUniqueCheck unique, bool indexUnchanged,
						 struct IndexInfo *info);

extern IndexScanDesc index_beginscan(Relation heaprel, Relation irel,
									 Snapshot snapshot, int nkeys,
									 int norderbys);
extern IndexScanDesc index_beginscan_bitmap(Relation irel, Snapshot snapshot,
											int nkeys);
extern void index_rescan(IndexScanDesc scan, ScanKey keys, int nkeys,
						 ScanKey orderbys, int norderbys);
extern ItemPointer index_getnext_tid(IndexScanDesc scan, ScanDirection dir);
extern bool index_fetch_heap(IndexScanDesc scan, struct TupleTableSlot *slot);
extern bool index_getnext_slot(IndexScanDesc scan, ScanDirection dir,
							   struct TupleTableSlot *slot);
extern int64 index_getbitmap(IndexScanDesc scan, TIDBitmap *bitmap);
extern void index_markpos(IndexScanDesc scan);
extern void index_restrpos(IndexScanDesc scan);
extern void index_endscan(IndexScanDesc scan);

extern Size index_parallelscan_estimate(Relation irel, Snapshot snapshot);
extern void index_parallelscan_initialize(Relation heaprel, Relation irel,
										  Snapshot snapshot,
										  ParallelIndexScanDesc target);
extern void index_parallelrescan(IndexScanDesc scan);
extern IndexScanDesc index_beginscan_parallel(Relation heaprel, Relation irel,
											  int nkeys, int norderbys,
											  ParallelIndexScanDesc pscan);

extern IndexBulkDeleteResult *
index_bulk_delete(IndexVacuumInfo *info,
				  IndexBulkDeleteResult *stats,
				  IndexBulkDeleteCallback callback, void *state);
extern IndexBulkDeleteResult *
index_vacuum_cleanup(IndexVacuumInfo *info,
					 IndexBulkDeleteResult *stats);

extern bool index_can_return(Relation irel, int attno);
extern RegProcedure index_getprocid(Relation irel, AttrNumber attnum,
									uint16 procnum);
extern FmgrInfo *index_getprocinfo(Relation irel, AttrNumber attnum,
								   uint16 procnum);
extern void index_store_float8_orderby_distances(IndexScanDesc scan,
												 Oid *types,
												 IndexOrderByDistance *dist,
												 bool recheck);
extern bytea *index_opclass_options(Relation irel, AttrNumber attnum,
									Datum attoptions, bool validate);

/* ---- access/index/genam.c: for index methods ---- */
extern IndexScanDesc RelationGetIndexScan(Relation irel, int nkeys,
										  int norderbys);
extern void IndexScanEnd(IndexScanDesc scan);
extern char *BuildIndexValueDescription(Relation irel, Datum *values,
										bool *isnull);
extern TransactionId index_compute_xid_horizon_for_tuples(Relation irel,
														  Relation hrel,
														  Buffer ibuf,
														  OffsetNumber *itemnos,
														  int nitems);

/* ---- genam.c: catalog scans ---- */
extern SysScanDesc systable_beginscan(Relation heaprel, Oid indexId,
									  bool indexOK, Snapshot snapshot,
									  int nkeys, ScanKey key);
extern HeapTuple systable_getnext(SysScanDesc scan);
extern bool systable_recheck_tuple(SysScanDesc scan, HeapTuple tup);
extern void systable_endscan(SysScanDesc scan);
extern SysScanDesc systable_beginscan_ordered(Relation heaprel, Relation irel,
											  Snapshot snapshot, int nkeys,
											  ScanKey key);
extern HeapTuple systable_getnext_ordered(SysScanDesc scan,
										  ScanDirection dir);
extern void systable_endscan_ordered(SysScanDesc scan);

#endif /* GENAM_H */
