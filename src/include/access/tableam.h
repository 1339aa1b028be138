/*
 * tableam.h
 *		The table access method interface.
 *
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * TableAmRoutine is what a table access method provides, and the table_xxx wrappers are how everyone else reaches a table's rows.  The heap is the one method (access/heap/heapam_handler.c).tableam.h
 */
#ifndef TABLEAM_H
#define TABLEAM_H

#include "access/relscan.h"
#include "access/sdir.h"
#include "executor/tuptable.h"
#include "storage/lockdefs.h"
#include "nodes/lockoptions.h"
#include "storage/relfilenode.h"
#include "utils/rel.h"
#include "utils/snapshot.h"

#define DEFAULT_TABLE_ACCESS_METHOD "heap"

extern PGDLLIMPORT char *default_table_access_method;
extern PGDLLIMPORT bool synchronize_seqscans;

struct BulkInsertStateData;
struct IndexInfo;
struct SampleScanState;
struct TBMIterateResult;
struct VacuumParams;
struct ValidateIndexState;

/* rs_flags of a scan: exactly one type, then what is allowed */
typedef enum ScanOptions
{
	SO_TYPE_SEQSCAN = 1 << 0,
	SO_TYPE_BITMAPSCAN = 1 << 1,
	SO_TYPE_SAMPLESCAN = 1 << 2,
	SO_TYPE_TIDSCAN = 1 << 3,
	SO_TYPE_TIDRANGESCAN = 1 << 4,
	SO_TYPE_ANALYZE = 1 << 5,
	SO_ALLOW_STRAT = 1 << 6, /* buffer ring */
	SO_ALLOW_SYNC = 1 << 7, /* start where another scan is */
	SO_ALLOW_PAGEMODE = 1 << 8, /* visibility of a whole page at once */
	SO_TEMP_SNAPSHOT = 1 << 9 /* unregister the snapshot at the end */
} ScanOptions;

/* Result of update, delete, lock. */
typedef enum TM_Result
{
	TM_Ok,
	TM_Invisible,
	TM_SelfModified,
	TM_Updated,
	TM_Deleted,
	TM_BeingModified,
	TM_WouldBlock
} TM_Result;

/* Why it failed: what happened to the row version. */
typedef struct TM_FailureData
{
	ItemPointerData ctid;
	TransactionId xmax;
	CommandId cmax;
	bool traversed; /* a newer version was locked instead */
} TM_FailureData;

/* Index entries that an index method considers deleting. */
typedef struct TM_IndexDelete
{
	ItemPointerData tid;
	int16 id; /* index into the status array */
} TM_IndexDelete;

typedef struct TM_IndexStatus
{
	OffsetNumber idxoffnum;
	bool knowndeletable;
	bool promising; /* bottom-up only */
	int16 freespace;
} TM_IndexStatus;

typedef struct TM_IndexDeleteOp
{
	Relation irel;
	BlockNumber iblknum;
	bool bottomup;
	int bottomupfreespace;
	int ndeltids;
	TM_IndexDelete *deltids;
	TM_IndexStatus *status;
} TM_IndexDeleteOp;

/* options of table_tuple_insert */
#define TABLE_INSERT_SKIP_FSM 0x0002
#define TABLE_INSERT_FROZEN 0x0004
#define TABLE_INSERT_NO_LOGICAL 0x0008

/* flags of table_tuple_lock */
#define TUPLE_LOCK_FLAG_LOCK_UPDATE_IN_PROGRESS (1 << 0)
#define TUPLE_LOCK_FLAG_FIND_LAST_VERSION (1 << 1)

/* Called with each row of an index build. */
typedef void (*IndexBuildCallback)(Relation index, ItemPointer tid,
								   Datum *values, bool *isnull,
								   bool tupleIsAlive, void *state);

typedef struct TableAmRoutine
{
	NodeTag type;

	const TupleTableSlotOps *(*slot_callbacks)(Relation rel);

	/* scans */
	TableScanDesc (*scan_begin)(Relation rel, Snapshot snapshot, int nkeys,
								struct ScanKeyData *key,
								ParallelTableScanDesc pscan, uint32 flags);
	void (*scan_end)(TableScanDesc scan);
	void (*scan_rescan)(TableScanDesc scan, struct ScanKeyData *key,
						bool set_params, bool allow_strat,
						bool allow_sync, bool allow_pagemode);
	bool (*scan_getnextslot)(TableScanDesc scan, ScanDirection dir,
							 TupleTableSlot *slot);
	void (*scan_set_tidrange)(TableScanDesc scan, ItemPointer mintid,
							  ItemPointer maxtid);
	bool (*scan_getnextslot_tidrange)(TableScanDesc scan,
									  ScanDirection dir,
									  TupleTableSlot *slot);
	Size (*parallelscan_estimate)(Relation rel);
	Size (*parallelscan_initialize)(Relation rel,
									ParallelTableScanDesc pscan);
	void (*parallelscan_reinitialize)(Relation rel,
									  ParallelTableScanDesc pscan);

	/* rows found through an index */
	struct IndexFetchTableData *(*index_fetch_begin)(Relation rel);
	void (*index_fetch_reset)(struct IndexFetchTableData *data);
	void (*index_fetch_end)(struct IndexFetchTableData *data);
	bool (*index_fetch_tuple)(struct IndexFetchTableData *scan,
							  ItemPointer tid, Snapshot snapshot,
							  TupleTableSlot *slot, bool *call_again,
							  bool *all_dead);

	/* one row version */
	bool (*tuple_fetch_row_version)(Relation rel, ItemPointer tid,
									Snapshot snapshot,
									TupleTableSlot *slot);
	bool (*tuple_tid_valid)(TableScanDesc scan, ItemPointer tid);
	void (*tuple_get_latest_tid)(TableScanDesc scan, ItemPointer tid);
	bool (*tuple_satisfies_snapshot)(Relation rel,
									 TupleTableSlot *slot,
									 Snapshot snapshot);
	TransactionId (*index_delete_tuples)(Relation rel,
										 TM_IndexDeleteOp *delstate);

	/* changes */
	void (*tuple_insert)(Relation rel, TupleTableSlot *slot,
						 CommandId cid, int options,
						 struct BulkInsertStateData *bistate);
	void (*tuple_insert_speculative)(Relation rel,
									 TupleTableSlot *slot,
									 CommandId cid, int options,
									 struct BulkInsertStateData *bistate,
									 uint32 specToken);
	void (*tuple_complete_speculative)(Relation rel,
									   TupleTableSlot *slot,
									   uint32 specToken,
									   bool succeeded);
	void (*multi_insert)(Relation rel, TupleTableSlot **slots,
						 int nslots, CommandId cid, int options,
						 struct BulkInsertStateData *bistate);
	TM_Result (*tuple_delete)(Relation rel, ItemPointer tid, CommandId cid,
							  Snapshot snapshot, Snapshot crosscheck,
							  bool wait, TM_FailureData *tmfd,
							  bool changingPart);
	TM_Result (*tuple_update)(Relation rel, ItemPointer otid,
							  TupleTableSlot *slot, CommandId cid,
							  Snapshot snapshot, Snapshot crosscheck,
							  bool wait, TM_FailureData *tmfd,
							  LockTupleMode *lockmode,
							  bool *update_indexes);
	TM_Result (*tuple_lock)(Relation rel, ItemPointer tid,
							Snapshot snapshot, TupleTableSlot *slot,
							CommandId cid, LockTupleMode mode,
							LockWaitPolicy wait_policy, uint8 flags,
							TM_FailureData *tmfd);
	void (*finish_bulk_insert)(Relation rel, int options);

	/* storage and DDL */
	void (*relation_set_new_filenode)(Relation rel,
									  const RelFileNode *newrnode,
									  char persistence,
									  TransactionId *freezeXid,
									  MultiXactId *minmulti);
	void (*relation_nontransactional_truncate)(Relation rel);
	void (*relation_copy_data)(Relation rel,
							   const RelFileNode *newrnode);
	void (*relation_copy_for_cluster)(Relation from, Relation to,
									  Relation order, bool use_sort,
									  TransactionId OldestXmin,
									  TransactionId *xid_cutoff,
									  MultiXactId *multi_cutoff,
									  double *copied, double *removed,
									  double *recently_dead);
	void (*relation_vacuum)(Relation rel, struct VacuumParams *params,
							BufferAccessStrategy bstrategy);
	bool (*scan_analyze_next_block)(TableScanDesc scan,
									BlockNumber blockno,
									BufferAccessStrategy bstrategy);
	bool (*scan_analyze_next_tuple)(TableScanDesc scan,
									TransactionId OldestXmin,
									double *liverows,
									double *deadrows,
									TupleTableSlot *slot);
	double (*index_build_range_scan)(Relation table_rel,
									 Relation index_rel,
									 struct IndexInfo *index_info,
									 bool allow_sync, bool anyvisible,
									 bool progress,
									 BlockNumber start_blockno,
									 BlockNumber numblocks,
									 IndexBuildCallback callback,
									 void *callback_state,
									 TableScanDesc scan);
	void (*index_validate_scan)(Relation table_rel, Relation index_rel,
								struct IndexInfo *index_info,
								Snapshot snapshot,
								struct ValidateIndexState *state);

	/* size */
	uint64 (*relation_size)(Relation rel, ForkNumber forkNumber);
	bool (*relation_needs_toast_table)(Relation rel);
	Oid (*relation_toast_am)(Relation rel);
	void (*relation_fetch_toast_slice)(Relation toastrel, Oid valueid,
									   int32 attrsize,
									   int32 sliceoffset,
									   int32 slicelength,
									   struct varlena *result);
	void (*relation_estimate_size)(Relation rel, int32 *attr_widths,
								   BlockNumber *pages, double *tuples,
								   double *allvisfrac);

	/* executor */
	bool (*scan_bitmap_next_block)(TableScanDesc scan,
								   struct TBMIterateResult *tbmres);
	bool (*scan_bitmap_next_tuple)(TableScanDesc scan,
								   struct TBMIterateResult *tbmres,
								   TupleTableSlot *slot);
	bool (*scan_sample_next_block)(TableScanDesc scan,
								   struct SampleScanState *sstate);
	bool (*scan_sample_next_tuple)(TableScanDesc scan,
								   struct SampleScanState *sstate,
								   TupleTableSlot *slot);
} TableAmRoutine;

/* ---- functions of access/table/tableam.c ---- */
extern const TupleTableSlotOps *table_slot_callbacks(Relation rel);
extern TupleTableSlot *table_slot_create(Relation rel, List **reglist);
extern TableScanDesc table_beginscan_catalog(Relation rel, int nkeys,
											 struct ScanKeyData *key);
extern void table_scan_update_snapshot(TableScanDesc scan, Snapshot snapshot);
extern Size table_parallelscan_estimate(Relation rel, Snapshot snapshot);
extern void table_parallelscan_initialize(Relation rel,
										  ParallelTableScanDesc pscan,
										  Snapshot snapshot);
extern TableScanDesc table_beginscan_parallel(Relation rel,
											  ParallelTableScanDesc pscan);
extern bool table_index_fetch_tuple_check(Relation rel, ItemPointer tid,
										  Snapshot snapshot, bool *all_dead);
extern void table_tuple_get_latest_tid(TableScanDesc scan, ItemPointer tid);
extern void simple_table_tuple_insert(Relation rel, TupleTableSlot *slot);
extern void simple_table_tuple_delete(Relation rel, ItemPointer tid,
									  Snapshot snapshot);
extern void simple_table_tuple_update(Relation rel, ItemPointer otid,
									  TupleTableSlot *slot, Snapshot snapshot,
									  bool *update_indexes);
extern Size table_block_parallelscan_estimate(Relation rel);
extern Size table_block_parallelscan_initialize(Relation rel,
												ParallelTableScanDesc pscan);
extern void table_block_parallelscan_reinitialize(Relation rel,
												  ParallelTableScanDesc pscan);
extern void table_block_parallelscan_startblock_init(Relation rel,
													 ParallelBlockTableScanWorker w,
													 ParallelBlockTableScanDesc p);
extern BlockNumber table_block_parallelscan_nextpage(Relation rel,
													 ParallelBlockTableScanWorker w,
													 ParallelBlockTableScanDesc p);
extern uint64 table_block_relation_size(Relation rel, ForkNumber forkNumber);
extern void table_block_relation_estimate_size(Relation rel,
											   int32 *attr_widths,
											   BlockNumber *pages,
											   double *tuples,
											   double *allvisfrac,
											   Size overhead_bytes_per_tuple,
											   Size usable_bytes_per_page);

/* access/table/tableamapi.c */
extern const TableAmRoutine *GetTableAmRoutine(Oid amhandler);
extern bool check_default_table_access_method(char **newval, void **extra,
											  int source);

/* access/heap/heapam_handler.c */
extern const TableAmRoutine *GetHeapamTableAmRoutine(void);

/* ---- wrappers: scans ---- */
static inline TableScanDesc
table_scan_begin_flags(Relation rel, Snapshot snapshot, int nkeys,
					   struct ScanKeyData *key, uint32 flags)
{
	return rel->rd_tableam->scan_begin(rel, snapshot, nkeys, key, NULL, flags);
}

static inline TableScanDesc
table_beginscan(Relation rel, Snapshot snapshot, int nkeys,
				struct ScanKeyData *key)
{
	return table_scan_begin_flags(rel, snapshot, nkeys, key,
								  SO_TYPE_SEQSCAN | SO_ALLOW_STRAT |
									  SO_ALLOW_SYNC | SO_ALLOW_PAGEMODE);
}

static inline TableScanDesc
table_beginscan_strat(Relation rel, Snapshot snapshot, int nkeys,
					  struct ScanKeyData *key, bool allow_strat,
					  bool allow_sync)
{
	return table_scan_begin_flags(rel, snapshot, nkeys, key,
								  SO_TYPE_SEQSCAN | SO_ALLOW_PAGEMODE |
									  (allow_strat ? SO_ALLOW_STRAT : 0) |
									  (allow_sync ? SO_ALLOW_SYNC : 0));
}

static inline TableScanDesc
table_beginscan_bm(Relation rel, Snapshot snapshot, int nkeys,
				   struct ScanKeyData *key)
{
	return table_scan_begin_flags(rel, snapshot, nkeys, key,
								  SO_TYPE_BITMAPSCAN | SO_ALLOW_PAGEMODE);
}

static inline TableScanDesc
table_beginscan_sampling(Relation rel, Snapshot snapshot, int nkeys,
						 struct ScanKeyData *key, bool allow_strat,
						 bool allow_sync, bool allow_pagemode)
{
	return table_scan_begin_flags(rel, snapshot, nkeys, key,
								  SO_TYPE_SAMPLESCAN |
									  (allow_strat ? SO_ALLOW_STRAT : 0) |
									  (allow_sync ? SO_ALLOW_SYNC : 0) |
									  (allow_pagemode ? SO_ALLOW_PAGEMODE : 0));
}

static inline TableScanDesc
table_beginscan_tid(Relation rel, Snapshot snapshot)
{
	return table_scan_begin_flags(rel, snapshot, 0, NULL, SO_TYPE_TIDSCAN);
}

static inline TableScanDesc
table_beginscan_analyze(Relation rel)
{
	return table_scan_begin_flags(rel, NULL, 0, NULL, SO_TYPE_ANALYZE);
}

static inline TableScanDesc
table_beginscan_tidrange(Relation rel, Snapshot snapshot, ItemPointer mintid,
						 ItemPointer maxtid)
{
	TableScanDesc scan =
		table_scan_begin_flags(rel, snapshot, 0, NULL,
							   SO_TYPE_TIDRANGESCAN | SO_ALLOW_PAGEMODE);

	rel->rd_tableam->scan_set_tidrange(scan, mintid, maxtid);
	return scan;
}

static inline void
table_endscan(TableScanDesc scan)
{
	scan->rs_rd->rd_tableam->scan_end(scan);
}

static inline void
table_rescan(TableScanDesc scan, struct ScanKeyData *key)
{
	scan->rs_rd->rd_tableam->scan_rescan(scan, key, false, false, false,
										 false);
}

static inline void
table_rescan_set_params(TableScanDesc scan, struct ScanKeyData *key,
						bool allow_strat, bool allow_sync, bool allow_pagemode)
{
	scan->rs_rd->rd_tableam->scan_rescan(scan, key, true, allow_strat,
										 allow_sync, allow_pagemode);
}

static inline void
table_rescan_tidrange(TableScanDesc scan, ItemPointer mintid,
					  ItemPointer maxtid)
{
	table_rescan(scan, NULL);
	scan->rs_rd->rd_tableam->scan_set_tidrange(scan, mintid, maxtid);
}

static inline bool
table_scan_getnextslot(TableScanDesc scan, ScanDirection dir,
					   TupleTableSlot *slot)
{
	slot->tts_tableOid = RelationGetRelid(scan->rs_rd);
	return scan->rs_rd->rd_tableam->scan_getnextslot(scan, dir, slot);
}

static inline bool
table_scan_getnextslot_tidrange(TableScanDesc scan, ScanDirection dir,
								TupleTableSlot *slot)
{
	return scan->rs_rd->rd_tableam->scan_getnextslot_tidrange(scan, dir, slot);
}

static inline void
table_parallelscan_reinitialize(Relation rel, ParallelTableScanDesc pscan)
{
	rel->rd_tableam->parallelscan_reinitialize(rel, pscan);
}

static inline bool
table_scan_bitmap_next_block(TableScanDesc scan,
							 struct TBMIterateResult *tbmres)
{
	return scan->rs_rd->rd_tableam->scan_bitmap_next_block(scan, tbmres);
}

static inline bool
table_scan_bitmap_next_tuple(TableScanDesc scan,
							 struct TBMIterateResult *tbmres,
							 TupleTableSlot *slot)
{
	return scan->rs_rd->rd_tableam->scan_bitmap_next_tuple(scan, tbmres, slot);
}

static inline bool
table_scan_sample_next_block(TableScanDesc scan,
							 struct SampleScanState *sstate)
{
	return scan->rs_rd->rd_tableam->scan_sample_next_block(scan, sstate);
}

static inline bool
table_scan_sample_next_tuple(TableScanDesc scan,
							 struct SampleScanState *sstate,
							 TupleTableSlot *slot)
{
	return scan->rs_rd->rd_tableam->scan_sample_next_tuple(scan, sstate, slot);
}

/* ---- wrappers: one row ---- */
static inline struct IndexFetchTableData *
table_index_fetch_begin(Relation rel)
{
	return rel->rd_tableam->index_fetch_begin(rel);
}

static inline void
table_index_fetch_reset(struct IndexFetchTableData *scan)
{
	scan->rel->rd_tableam->index_fetch_reset(scan);
}

static inline void
table_index_fetch_end(struct IndexFetchTableData *scan)
{
	scan->rel->rd_tableam->index_fetch_end(scan);
}

static inline bool
table_index_fetch_tuple(struct IndexFetchTableData *scan, ItemPointer tid,
						Snapshot snapshot, TupleTableSlot *slot,
						bool *call_again, bool *all_dead)
{
	return scan->rel->rd_tableam->index_fetch_tuple(scan, tid, snapshot, slot,
													call_again, all_dead);
}

static inline bool
table_tuple_fetch_row_version(Relation rel, ItemPointer tid,
							  Snapshot snapshot, TupleTableSlot *slot)
{
	return rel->rd_tableam->tuple_fetch_row_version(rel, tid, snapshot, slot);
}

static inline bool
table_tuple_tid_valid(TableScanDesc scan, ItemPointer tid)
{
	return scan->rs_rd->rd_tableam->tuple_tid_valid(scan, tid);
}

static inline bool
table_tuple_satisfies_snapshot(Relation rel, TupleTableSlot *slot,
							   Snapshot snapshot)
{
	return rel->rd_tableam->tuple_satisfies_snapshot(rel, slot, snapshot);
}

static inline TransactionId
table_index_delete_tuples(Relation rel, TM_IndexDeleteOp *delstate)
{
	return rel->rd_tableam->index_delete_tuples(rel, delstate);
}

/* ---- wrappers: changes ---- */
static inline void
table_tuple_insert(Relation rel, TupleTableSlot *slot, CommandId cid,
				   int options, struct BulkInsertStateData *bistate)
{
	rel->rd_tableam->tuple_insert(rel, slot, cid, options, bistate);
}

static inline void
table_tuple_insert_speculative(Relation rel, TupleTableSlot *slot,
							   CommandId cid, int options,
							   struct BulkInsertStateData *bistate,
							   uint32 specToken)
{
	rel->rd_tableam->tuple_insert_speculative(rel, slot, cid, options,
											  bistate, specToken);
}

static inline void
table_tuple_complete_speculative(Relation rel, TupleTableSlot *slot,
								 uint32 specToken, bool succeeded)
{
	rel->rd_tableam->tuple_complete_speculative(rel, slot, specToken,
												succeeded);
}

static inline void
table_multi_insert(Relation rel, TupleTableSlot **slots, int nslots,
				   CommandId cid, int options,
				   struct BulkInsertStateData *bistate)
{
	rel->rd_tableam->multi_insert(rel, slots, nslots, cid, options, bistate);
}

static inline TM_Result
table_tuple_delete(Relation rel, ItemPointer tid, CommandId cid,
				   Snapshot snapshot, Snapshot crosscheck, bool wait,
				   TM_FailureData *tmfd, bool changingPart)
{
	return rel->rd_tableam->tuple_delete(rel, tid, cid, snapshot, crosscheck,
										 wait, tmfd, changingPart);
}

static inline TM_Result
table_tuple_update(Relation rel, ItemPointer otid, TupleTableSlot *slot,
				   CommandId cid, Snapshot snapshot, Snapshot crosscheck,
				   bool wait, TM_FailureData *tmfd, LockTupleMode *lockmode,
				   bool *update_indexes)
{
	return rel->rd_tableam->tuple_update(rel, otid, slot, cid, snapshot,
										 crosscheck, wait, tmfd, lockmode,
										 update_indexes);
}

static inline TM_Result
table_tuple_lock(Relation rel, ItemPointer tid, Snapshot snapshot,
				 TupleTableSlot *slot, CommandId cid, LockTupleMode mode,
				 LockWaitPolicy wait_policy, uint8 flags,
				 TM_FailureData *tmfd)
{
	return rel->rd_tableam->tuple_lock(rel, tid, snapshot, slot, cid, mode,
									   wait_policy, flags, tmfd);
}

static inline void
table_finish_bulk_insert(Relation rel, int options)
{
	if (rel->rd_tableam && rel->rd_tableam->finish_bulk_insert)
		rel->rd_tableam->finish_bulk_insert(rel, options);
}

/* ---- wrappers: storage ---- */
static inline void
table_relation_set_new_filenode(Relation rel, const RelFileNode *newrnode,
								char persistence, TransactionId *freezeXid,
								MultiXactId *minmulti)
{
	rel->rd_tableam->relation_set_new_filenode(rel, newrnode, persistence,
											   freezeXid, minmulti);
}

static inline void
table_relation_nontransactional_truncate(Relation rel)
{
	rel->rd_tableam->relation_nontransactional_truncate(rel);
}

static inline void
table_relation_copy_data(Relation rel, const RelFileNode *newrnode)
{
	rel->rd_tableam->relation_copy_data(rel, newrnode);
}

/*
 * Copy the versions of from that are not dead to all (of xids before OldestXmin)
 * into to, which is empty.  order, if not NULL: by that index, sorting if
 * use_sort.  Out: how far to is frozen; versions copied, left out, and copied
 * though dead to some.
 */
static inline void
table_relation_copy_for_cluster(Relation from, Relation to, Relation order,
								bool use_sort, TransactionId OldestXmin,
								TransactionId *xid_cutoff,
								MultiXactId *multi_cutoff, double *copied,
								double *removed, double *recently_dead)
{
	from->rd_tableam->relation_copy_for_cluster(from, to, order, use_sort,
												OldestXmin, xid_cutoff,
												multi_cutoff, copied, removed,
												recently_dead);
}

static inline void
table_relation_vacuum(Relation rel, struct VacuumParams *params,
					  BufferAccessStrategy bstrategy)
{
	rel->rd_tableam->relation_vacuum(rel, params, bstrategy);
}

/*
 * ANALYZE: read a block of its sample (false if it has nothing to offer), then
 * the rows of it one by one into slot, false after the last.  The counts of live
 * and dead rows are added to.
 */
static inline bool
table_scan_analyze_next_block(TableScanDesc scan, BlockNumber blkno,
							  BufferAccessStrategy strategy)
{
	return scan->rs_rd->rd_tableam->scan_analyze_next_block(scan, blkno,
															strategy);
}

static inline bool
table_scan_analyze_next_tuple(TableScanDesc scan, TransactionId OldestXmin,
							  double *live, double *dead, TupleTableSlot *slot)
{
	return scan->rs_rd->rd_tableam->scan_analyze_next_tuple(scan, OldestXmin,
															live, dead, slot);
}

static inline double
table_index_build_range_scan(Relation table_rel, Relation index_rel,
							 struct IndexInfo *index_info, bool allow_sync,
							 bool anyvisible, bool progress,
							 BlockNumber start_blockno, BlockNumber numblocks,
							 IndexBuildCallback callback, void *callback_state,
							 TableScanDesc scan)
{
	return table_rel->rd_tableam->index_build_range_scan(table_rel, index_rel,
														 index_info,
														 allow_sync,
														 anyvisible, progress,
														 start_blockno,
														 numblocks, callback,
														 callback_state, scan);
}

static inline double
table_index_build_scan(Relation table_rel, Relation index_rel,
					   struct IndexInfo *index_info, bool allow_sync,
					   bool progress, IndexBuildCallback callback,
					   void *callback_state, TableScanDesc scan)
{
	return table_index_build_range_scan(table_rel, index_rel, index_info,
										allow_sync, false, progress, 0,
										InvalidBlockNumber, callback,
										callback_state, scan);
}

static inline void
table_index_validate_scan(Relation table_rel, Relation index_rel,
						  struct IndexInfo *index_info, Snapshot snapshot,
						  struct ValidateIndexState *state)
{
	table_rel->rd_tableam->index_validate_scan(table_rel, index_rel,
											   index_info, snapshot, state);
}

static inline uint64
table_relation_size(Relation rel, ForkNumber forkNumber)
{
	return rel->rd_tableam->relation_size(rel, forkNumber);
}

static inline bool
table_relation_needs_toast_table(Relation rel)
{
	return rel->rd_tableam->relation_needs_toast_table(rel);
}

static inline Oid
table_relation_toast_am(Relation rel)
{
	return rel->rd_tableam->relation_toast_am(rel);
}

static inline void
table_relation_fetch_toast_slice(Relation toastrel, Oid valueid,
								 int32 attrsize, int32 sliceoffset,
								 int32 slicelength, struct varlena *result)
{
	toastrel->rd_tableam->relation_fetch_toast_slice(toastrel, valueid,
													 attrsize, sliceoffset,
													 slicelength, result);
}

static inline void
table_relation_estimate_size(Relation rel, int32 *attr_widths,
							 BlockNumber *pages, double *tuples,
							 double *allvisfrac)
{
	rel->rd_tableam->relation_estimate_size(rel, attr_widths, pages, tuples,
											allvisfrac);
}

#endif /* TABLEAM_H */
