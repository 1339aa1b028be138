/*
 * heapam.h
 *		The heap: rows in pages, several versions of each.
 *
 * Functions of heapam.c and its neighbours that other modules call directly;
 * most code goes through tableam.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/heapam.h
 */
#ifndef HEAPAM_H
#define HEAPAM_H

#include "access/hio.h"
#include "access/relation.h"
#include "access/relscan.h"
#include "access/sdir.h"
#include "access/skey.h"
#include "access/table.h"
#include "access/tableam.h"
#include "nodes/lockoptions.h"
#include "storage/bufpage.h"
#include "utils/snapshot.h"

struct GlobalVisState;
struct VacuumParams;

/* options of heap_insert */
#define HEAP_INSERT_SKIP_FSM TABLE_INSERT_SKIP_FSM
#define HEAP_INSERT_FROZEN TABLE_INSERT_FROZEN
#define HEAP_INSERT_NO_LOGICAL TABLE_INSERT_NO_LOGICAL
#define HEAP_INSERT_SPECULATIVE 0x0010

typedef struct BulkInsertStateData *BulkInsertState;

/* The strongest mode any locker of a tuple holds, by column change. */
#define MaxLockTupleMode LockTupleExclusive

typedef struct HeapScanDescData
{
	TableScanDescData rs_base;
	BlockNumber rs_nblocks; /* of the relation when the scan began */
	BlockNumber rs_startblock;
	BlockNumber rs_numblocks; /* limit, or InvalidBlockNumber */
	bool rs_inited;
	BlockNumber rs_pos; /* current block, counted from the start */
	BlockNumber rs_cblock; /* its number */
	Buffer rs_cbuf; /* its buffer, pinned */
	BufferAccessStrategy rs_strategy;
	HeapTupleData rs_ctup;
	ParallelBlockTableScanWorkerData *rs_parallelworkerdata;

	/* page-at-a-time mode: offsets of the visible tuples of rs_cblock */
	int rs_cindex;
	int rs_ntuples;
	OffsetNumber rs_vistuples[MaxHeapTuplesPerPage];
} HeapScanDescData;

typedef struct HeapScanDescData *HeapScanDesc;

typedef struct IndexFetchHeapData
{
	IndexFetchTableData xs_base;
	Buffer xs_cbuf; /* buffer of the last fetched row */
} IndexFetchHeapData;

/* What VACUUM may do with a tuple. */
typedef enum HTSV_Result
{
	HEAPTUPLE_DEAD,
	HEAPTUPLE_LIVE,
	HEAPTUPLE_RECENTLY_DEAD,
	HEAPTUPLE_INSERT_IN_PROGRESS,
	HEAPTUPLE_DELETE_IN_PROGRESS
} HTSV_Result;

/* ---- scans (heapam.c) ---- */
#define HeapScanIsValid(scan) ((scan) != NULL)

extern TableScanDesc heap_beginscan(Relation rel, Snapshot snapshot,
									int nkeys, ScanKey key,
									ParallelTableScanDesc pscan, uint32 flags);
extern void heap_rescan(TableScanDesc scan, ScanKey key, bool set_params,
						bool allow_strat, bool allow_sync,
						bool allow_pagemode);
extern void heap_endscan(TableScanDesc scan);
extern void heap_setscanlimits(TableScanDesc scan, BlockNumber startBlk,
							   BlockNumber numBlks);
extern void heapgetpage(TableScanDesc scan, BlockNumber page);
extern HeapTuple heap_getnext(TableScanDesc scan, ScanDirection dir);
extern bool heap_getnextslot(TableScanDesc scan, ScanDirection dir,
							 TupleTableSlot *slot);
extern void heap_set_tidrange(TableScanDesc scan, ItemPointer mintid,
							  ItemPointer maxtid);
extern bool heap_getnextslot_tidrange(TableScanDesc scan, ScanDirection dir,
									  TupleTableSlot *slot);
extern bool heap_fetch(Relation rel, Snapshot snapshot, HeapTuple tuple,
					   Buffer *userbuf, bool keep_buf);
extern bool heap_hot_search_buffer(ItemPointer tid, Relation rel,
								   Buffer buffer, Snapshot snapshot,
								   HeapTuple tuple, bool *all_dead,
								   bool first_call);
extern void heap_get_latest_tid(TableScanDesc scan, ItemPointer tid);

/* ---- changes (heapam.c) ---- */
extern BulkInsertState GetBulkInsertState(void);
extern void FreeBulkInsertState(BulkInsertState bistate);
extern void ReleaseBulkInsertStatePin(BulkInsertState bistate);

extern void heap_insert(Relation rel, HeapTuple tup, CommandId cid,
						int options, BulkInsertState bistate);
extern void heap_multi_insert(Relation rel, TupleTableSlot **slots,
							  int ntuples, CommandId cid, int options,
							  BulkInsertState bistate);
extern TM_Result heap_delete(Relation rel, ItemPointer tid, CommandId cid,
							 Snapshot crosscheck, bool wait,
							 TM_FailureData *tmfd, bool changingPart);
extern void heap_finish_speculative(Relation rel, ItemPointer tid);
extern void heap_abort_speculative(Relation rel, ItemPointer tid);
extern TM_Result heap_update(Relation rel, ItemPointer otid, HeapTuple newtup,
							 CommandId cid, Snapshot crosscheck, bool wait,
							 TM_FailureData *tmfd, LockTupleMode *lockmode);
extern TM_Result heap_lock_tuple(Relation rel, HeapTuple tuple, CommandId cid,
								 LockTupleMode mode,
								 LockWaitPolicy wait_policy,
								 bool follow_update, Buffer *buffer,
								 TM_FailureData *tmfd);
extern void heap_inplace_update(Relation rel, HeapTuple tuple);
extern void simple_heap_insert(Relation rel, HeapTuple tup);
extern void simple_heap_delete(Relation rel, ItemPointer tid);
extern void simple_heap_update(Relation rel, ItemPointer otid, HeapTuple tup);
extern TransactionId heap_index_delete_tuples(Relation rel,
											  TM_IndexDeleteOp *delstate);

/* ---- freezing (heapam.c) ---- */
struct xl_heap_freeze_tuple;
extern bool heap_prepare_freeze_tuple(HeapTupleHeader tuple,
									  TransactionId relfrozenxid,
									  TransactionId relminmxid,
									  TransactionId cutoff_xid,
									  MultiXactId cutoff_multi,
									  struct xl_heap_freeze_tuple *frz,
									  bool *totally_frozen,
									  TransactionId *relfrozenxid_out,
									  MultiXactId *relminmxid_out);
extern void heap_execute_freeze_tuple(HeapTupleHeader tuple,
									  struct xl_heap_freeze_tuple *frz);
extern bool heap_freeze_tuple(HeapTupleHeader tuple,
							  TransactionId relfrozenxid,
							  TransactionId relminmxid,
							  TransactionId cutoff_xid,
							  TransactionId cutoff_multi);
extern bool heap_tuple_would_freeze(HeapTupleHeader tuple,
									TransactionId cutoff_xid,
									MultiXactId cutoff_multi,
									TransactionId *relfrozenxid_out,
									MultiXactId *relminmxid_out);
extern bool heap_tuple_needs_eventual_freeze(HeapTupleHeader tuple);

/* ---- pruneheap.c ---- */
extern void heap_page_prune_opt(Relation rel, Buffer buffer);
extern int heap_page_prune(Relation rel, Buffer buffer,
						   struct GlobalVisState *vistest,
						   TransactionId old_snap_xmin,
						   TimestampTz old_snap_ts, int *nnewlpdead,
						   OffsetNumber *off_loc);
extern void heap_page_prune_execute(Buffer buffer, OffsetNumber *redirected,
									int nredirected, OffsetNumber *nowdead,
									int ndead, OffsetNumber *nowunused,
									int nunused);
extern void heap_get_root_tuples(Page page, OffsetNumber *root_offsets);

/* ---- heapam_visibility.c ---- */
extern bool HeapTupleSatisfiesVisibility(HeapTuple tup, Snapshot snapshot,
										 Buffer buffer);
extern TM_Result HeapTupleSatisfiesUpdate(HeapTuple tup, CommandId curcid,
										  Buffer buffer);
extern HTSV_Result HeapTupleSatisfiesVacuum(HeapTuple tup,
											TransactionId OldestXmin,
											Buffer buffer);
extern HTSV_Result HeapTupleSatisfiesVacuumHorizon(HeapTuple tup,
												   Buffer buffer,
												   TransactionId *dead_after);
extern void HeapTupleSetHintBits(HeapTupleHeader tuple, Buffer buffer,
								 uint16 infomask, TransactionId xid);
extern bool HeapTupleHeaderIsOnlyLocked(HeapTupleHeader tuple);
extern bool HeapTupleIsSurelyDead(HeapTuple tup,
								  struct GlobalVisState *vistest);

/* ---- vacuumlazy.c ---- */
extern void heap_vacuum_rel(Relation rel, struct VacuumParams *params,
							BufferAccessStrategy bstrategy);

#endif /* HEAPAM_H */
