/*
 * relscan.h
 *		State that every table scan and index scan has.
 *
 * Access methods embed these structs as the first member of their own.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/relscan.h
 */
#ifndef RELSCAN_H
#define RELSCAN_H

#include "access/htup_details.h"
#include "access/itup.h"
#include "access/skey.h"
#include "port/atomics.h"
#include "storage/buf.h"
#include "storage/spin.h"
#include "utils/relcache.h"

struct ParallelTableScanDescData;

typedef struct TableScanDescData
{
	Relation rs_rd;
	struct SnapshotData *rs_snapshot;
	int rs_nkeys;
	ScanKey rs_key;
	ItemPointerData rs_mintid; /* TID range scans */
	ItemPointerData rs_maxtid;
	uint32 rs_flags; /* ScanOptions of tableam.h */
	struct ParallelTableScanDescData *rs_parallel;
} TableScanDescData;

typedef TableScanDescData *TableScanDesc;

/* In shared memory; block-oriented access methods use the second form. */
typedef struct ParallelTableScanDescData
{
	Oid phs_relid;
	bool phs_syncscan;
	bool phs_snapshot_any;
	Size phs_snapshot_off;
} ParallelTableScanDescData;

typedef ParallelTableScanDescData *ParallelTableScanDesc;

typedef struct ParallelBlockTableScanDescData
{
	ParallelTableScanDescData base;
	BlockNumber phs_nblocks;
	slock_t phs_mutex;
	BlockNumber phs_startblock;
	pg_atomic_uint64 phs_nallocated;
} ParallelBlockTableScanDescData;

typedef ParallelBlockTableScanDescData *ParallelBlockTableScanDesc;

typedef struct ParallelBlockTableScanWorkerData
{
	uint64 phsw_nallocated;
	uint32 phsw_chunk_remaining;
	uint32 phsw_chunk_size;
} ParallelBlockTableScanWorkerData;

typedef ParallelBlockTableScanWorkerData *ParallelBlockTableScanWorker;

/* Fetching rows by the TIDs that an index returns. */
typedef struct IndexFetchTableData
{
	Relation rel;
} IndexFetchTableData;

typedef struct IndexScanDescData
{
	Relation heapRelation; /* NULL in a bitmap scan */
	Relation indexRelation;
	struct SnapshotData *xs_snapshot;
	int numberOfKeys;
	int numberOfOrderBys;
	struct ScanKeyData *keyData;
	struct ScanKeyData *orderByData;
	bool xs_want_itup; /* caller wants index tuples */
	bool xs_temp_snap; /* unregister the snapshot at the end */

	/* hints to the index about rows that are dead to all */
	bool kill_prior_tuple;
	bool ignore_killed_tuples;
	bool xactStartedInRecovery;

	void *opaque; /* the index method's own state */

	IndexTuple xs_itup; /* index-only scans get one of these */
	TupleDesc xs_itupdesc;
	HeapTuple xs_hitup;
	TupleDesc xs_hitupdesc;

	ItemPointerData xs_heaptid; /* result of index_getnext_tid */
	bool xs_heap_continue; /* look for more in the HOT chain */
	IndexFetchTableData *xs_heapfetch;
	bool xs_recheck; /* the keys must be checked again */

	Datum *xs_orderbyvals;
	bool *xs_orderbynulls;
	bool xs_recheckorderby;

	struct ParallelIndexScanDescData *parallel_scan;
} IndexScanDescData;

typedef struct ParallelIndexScanDescData
{
	Oid ps_relid;
	Oid ps_indexid;
	Size ps_offset; /* of the method's part */
	char ps_snapshot_data[FLEXIBLE_ARRAY_MEMBER];
} ParallelIndexScanDescData;

struct TupleTableSlot;

/* A scan of a catalog, by index or sequentially. */
typedef struct SysScanDescData
{
	Relation heap_rel;
	Relation irel; /* NULL: sequential */
	struct TableScanDescData *scan;
	struct IndexScanDescData *iscan;
	struct SnapshotData *snapshot; /* to be unregistered, or NULL */
	struct TupleTableSlot *slot;
} SysScanDescData;

#endif /* RELSCAN_H */
