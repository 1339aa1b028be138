/*
 * heapam_handler.c
 *		The heap as a table access method.
 *
 * Joins the heap's functions to the interface of tableam.h; where the
 * interface works on slots, the heap tuple is taken out of them and put in
 * again.  Building an index scans the heap here, since only the heap knows
 * which of a HOT chain's versions an entry is for.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapam_handler.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/genam.h"
#include "access/heapam.h"
#include "access/heaptoast.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/rewriteheap.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/procarray.h"
#include "storage/smgr.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

extern int32 type_maximum_size(Oid type_oid, int32 typemod);

static const TableAmRoutine heapam_methods;

static void
not_supported(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("%s is not supported", what)));
}

static const TupleTableSlotOps *
heapam_slot_callbacks(Relation rel)
{
	return &TTSOpsBufferHeapTuple;
}

/* ---- rows found through an index ---- */

static IndexFetchTableData *
heapam_index_fetch_begin(Relation rel)
{
	IndexFetchHeapData *h = palloc0(sizeof(IndexFetchHeapData));

	h->xs_base.rel = rel;
	h->xs_cbuf = InvalidBuffer;
	return &h->xs_base;
}

static void
heapam_index_fetch_reset(IndexFetchTableData *scan)
{
	IndexFetchHeapData *h = (IndexFetchHeapData *) scan;

	if (BufferIsValid(h->xs_cbuf))
		ReleaseBuffer(h->xs_cbuf);
	h->xs_cbuf = InvalidBuffer;
}

static void
heapam_index_fetch_end(IndexFetchTableData *scan)
{
	heapam_index_fetch_reset(scan);
	pfree(scan);
}

static bool
heapam_index_fetch_tuple(IndexFetchTableData *scan, ItemPointer tid,
						 Snapshot snapshot, TupleTableSlot *slot,
						 bool *call_again, bool *all_dead)
{
	IndexFetchHeapData *h = (IndexFetchHeapData *) scan;
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) slot;
	bool found;

	Assert(TTS_IS_BUFFERTUPLE(slot));
	if (!*call_again)
	{
		Buffer previous = h->xs_cbuf;

		/* neighbours in the index often are on the same page */
		h->xs_cbuf = ReleaseAndReadBuffer(previous, scan->rel,
										  ItemPointerGetBlockNumber(tid));
		if (previous != h->xs_cbuf)
			heap_page_prune_opt(scan->rel, h->xs_cbuf);
	}
	LockBuffer(h->xs_cbuf, BUFFER_LOCK_SHARE);
	found = heap_hot_search_buffer(tid, scan->rel, h->xs_cbuf, snapshot,
								   &bslot->base.tupdata, all_dead,
								   !*call_again);
	bslot->base.tupdata.t_self = *tid;
	LockBuffer(h->xs_cbuf, BUFFER_LOCK_UNLOCK);

	if (found)
	{
		/* other than MVCC snapshots may see more than one of a chain */
		*call_again = !IsMVCCSnapshot(snapshot);
		slot->tts_tableOid = RelationGetRelid(scan->rel);
		ExecStoreBufferHeapTuple(&bslot->base.tupdata, slot, h->xs_cbuf);
	}
	else
		*call_again = false;
	return found;
}

/* ---- one version ---- */

static bool
heapam_fetch_row_version(Relation rel, ItemPointer tid, Snapshot snapshot,
						 TupleTableSlot *slot)
{
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) slot;
	Buffer buffer;

	Assert(TTS_IS_BUFFERTUPLE(slot));
	bslot->base.tupdata.t_self = *tid;
	if (!heap_fetch(rel, snapshot, &bslot->base.tupdata, &buffer, false))
		return false;
	/* the slot takes over the pin */
	ExecStorePinnedBufferHeapTuple(&bslot->base.tupdata, slot, buffer);
	slot->tts_tableOid = RelationGetRelid(rel);
	return true;
}

static bool
heapam_tuple_tid_valid(TableScanDesc scan, ItemPointer tid)
{
	return ItemPointerIsValid(tid) &&
		ItemPointerGetBlockNumber(tid) < ((HeapScanDesc) scan)->rs_nblocks;
}

static bool
heapam_tuple_satisfies_snapshot(Relation rel, TupleTableSlot *slot,
								Snapshot snapshot)
{
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) slot;
	bool res;

	Assert(TTS_IS_BUFFERTUPLE(slot) && BufferIsValid(bslot->buffer));
	LockBuffer(bslot->buffer, BUFFER_LOCK_SHARE);
	res = HeapTupleSatisfiesVisibility(bslot->base.tuple, snapshot,
									   bslot->buffer);
	LockBuffer(bslot->buffer, BUFFER_LOCK_UNLOCK);
	return res;
}

/* ---- changes ---- */

static void
insert_from_slot(Relation rel, TupleTableSlot *slot, CommandId cid,
				 int options, BulkInsertState bistate, bool speculative,
				 uint32 token)
{
	bool shouldfree = true;
	HeapTuple tup = ExecFetchSlotHeapTuple(slot, true, &shouldfree);

	slot->tts_tableOid = RelationGetRelid(rel);
	tup->t_tableOid = slot->tts_tableOid;
	if (speculative)
	{
		HeapTupleHeaderSetSpeculativeToken(tup->t_data, token);
		options |= HEAP_INSERT_SPECULATIVE;
	}
	heap_insert(rel, tup, cid, options, bistate);
	ItemPointerCopy(&tup->t_self, &slot->tts_tid);
	if (shouldfree)
		pfree(tup);
}

static void
heapam_tuple_insert(Relation rel, TupleTableSlot *slot, CommandId cid,
					int options, BulkInsertState bistate)
{
	insert_from_slot(rel, slot, cid, options, bistate, false, 0);
}

static void
heapam_tuple_insert_speculative(Relation rel, TupleTableSlot *slot,
								CommandId cid, int options,
								BulkInsertState bistate, uint32 specToken)
{
	insert_from_slot(rel, slot, cid, options, bistate, true, specToken);
}

static void
heapam_tuple_complete_speculative(Relation rel, TupleTableSlot *slot,
								  uint32 specToken, bool succeeded)
{
	if (succeeded)
		heap_finish_speculative(rel, &slot->tts_tid);
	else
		heap_abort_speculative(rel, &slot->tts_tid);
}

static TM_Result
heapam_tuple_delete(Relation rel, ItemPointer tid, CommandId cid,
					Snapshot snapshot, Snapshot crosscheck, bool wait,
					TM_FailureData *tmfd, bool changingPart)
{
	return heap_delete(rel, tid, cid, crosscheck, wait, tmfd, changingPart);
}

static TM_Result
heapam_tuple_update(Relation rel, ItemPointer otid, TupleTableSlot *slot,
					CommandId cid, Snapshot snapshot, Snapshot crosscheck,
					bool wait, TM_FailureData *tmfd, LockTupleMode *lockmode,
					bool *update_indexes)
{
	bool shouldfree = true;
	HeapTuple tup = ExecFetchSlotHeapTuple(slot, true, &shouldfree);
	TM_Result result;

	slot->tts_tableOid = RelationGetRelid(rel);
	tup->t_tableOid = slot->tts_tableOid;
	result = heap_update(rel, otid, tup, cid, crosscheck, wait, tmfd,
						 lockmode);
	ItemPointerCopy(&tup->t_self, &slot->tts_tid);
	/* a heap-only tuple is found through the entries of its root */
	*update_indexes = result == TM_Ok && !HeapTupleIsHeapOnly(tup);
	if (shouldfree)
		pfree(tup);
	return result;
}

/*
 * Go from a version that was updated to the newest one.  TM_Ok: tuple->t_self
 * is where to try the lock; else what to return (*tmfd is set).
 */
static TM_Result
find_last_version(Relation rel, HeapTuple tuple, CommandId cid,
				  LockWaitPolicy wait_policy, TM_FailureData *tmfd)
{
	SnapshotData dirty;
	TransactionId prior;

	InitDirtySnapshot(dirty);
	if (ItemPointerGetOffsetNumberNoCheck(&tmfd->ctid) ==
		MovedPartitionsOffsetNumber)
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("tuple to be locked was already moved to another partition due to concurrent update")));
	tuple->t_self = tmfd->ctid;
	prior = tmfd->xmax;
	tmfd->traversed = true;

	for (;;)
	{
		Buffer buffer;
		bool seen = heap_fetch(rel, &dirty, tuple, &buffer, true);
		HeapTupleHeader t = tuple->t_data;

		/* slot empty or reused: the chain ended in a deletion */
		if (t == NULL)
			return TM_Deleted;
		if (HeapTupleHeaderGetXmin(t) != prior)
		{
			ReleaseBuffer(buffer);
			return TM_Deleted;
		}
		if (seen)
		{
			if (TransactionIdIsValid(dirty.xmin))
				elog(ERROR, "t_xmin %u is uncommitted in tuple (%u,%u) to be updated in table \"%s\"",
					 dirty.xmin, ItemPointerGetBlockNumber(&tuple->t_self),
					 ItemPointerGetOffsetNumber(&tuple->t_self),
					 RelationGetRelationName(rel));
			if (!TransactionIdIsValid(dirty.xmax))
			{
				/* made by this very command? then leave it alone */
				if (TransactionIdIsCurrentTransactionId(prior) &&
					HeapTupleHeaderGetCmin(t) >= cid)
				{
					tmfd->xmax = prior;
					tmfd->cmax = HeapTupleHeaderGetCmin(t);
					ReleaseBuffer(buffer);
					return TM_SelfModified;
				}
				ReleaseBuffer(buffer);
				return TM_Ok;
			}
			ReleaseBuffer(buffer);
			switch (wait_policy)
			{
				case LockWaitBlock:
					XactLockTableWait(dirty.xmax, rel, &tuple->t_self,
									  XLTW_FetchUpdated);
					break;
				case LockWaitSkip:
					if (!ConditionalXactLockTableWait(dirty.xmax))
						return TM_WouldBlock;
					break;
				case LockWaitError:
					if (!ConditionalXactLockTableWait(dirty.xmax))
						ereport(ERROR,
								(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
								 errmsg("could not obtain lock on row in relation \"%s\"",
										RelationGetRelationName(rel))));
					break;
			}
			continue;
		}
		/* not seen, so ended: deleted, or there is a newer version */
		if (ItemPointerEquals(&tuple->t_self, &t->t_ctid))
		{
			ReleaseBuffer(buffer);
			return TM_Deleted;
		}
		prior = HeapTupleHeaderGetUpdateXid(t);
		tuple->t_self = t->t_ctid;
		ReleaseBuffer(buffer);
	}
}

static TM_Result
heapam_tuple_lock(Relation rel, ItemPointer tid, Snapshot snapshot,
				  TupleTableSlot *slot, CommandId cid, LockTupleMode mode,
				  LockWaitPolicy wait_policy, uint8 flags,
				  TM_FailureData *tmfd)
{
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) slot;
	HeapTuple tuple = &bslot->base.tupdata;
	bool follow = (flags & TUPLE_LOCK_FLAG_LOCK_UPDATE_IN_PROGRESS) != 0;
	TM_Result result;
	Buffer buffer;

	Assert(TTS_IS_BUFFERTUPLE(slot));
	tmfd->traversed = false;
	tuple->t_self = *tid;
	for (;;)
	{
		result = heap_lock_tuple(rel, tuple, cid, mode, wait_policy, follow,
								 &buffer, tmfd);
		if (result != TM_Updated ||
			!(flags & TUPLE_LOCK_FLAG_FIND_LAST_VERSION))
			break;
		ReleaseBuffer(buffer);
		if (ItemPointerEquals(&tmfd->ctid, &tuple->t_self))
			return TM_Deleted;
		result = find_last_version(rel, tuple, cid, wait_policy, tmfd);
		*tid = tuple->t_self;
		if (result != TM_Ok)
			return result;
	}
	slot->tts_tableOid = RelationGetRelid(rel);
	tuple->t_tableOid = slot->tts_tableOid;
	ExecStorePinnedBufferHeapTuple(tuple, slot, buffer);
	return result;
}

/* ---- storage ---- */

static void
heapam_set_new_filenode(Relation rel, const RelFileNode *newrnode,
						char persistence, TransactionId *freezeXid,
						MultiXactId *minmulti)
{
	SMgrRelation srel;

	/* no older xid can get into the new file */
	*freezeXid = RecentXmin;
	*minmulti = GetOldestMultiXactId();
	srel = RelationCreateStorage(*newrnode, persistence, true);
	if (persistence == RELPERSISTENCE_UNLOGGED)
	{
		/* what the table becomes after a crash: empty */
		Assert(rel->rd_rel->relkind == RELKIND_RELATION ||
			   rel->rd_rel->relkind == RELKIND_MATVIEW ||
			   rel->rd_rel->relkind == RELKIND_TOASTVALUE);
		smgrcreate(srel, INIT_FORKNUM, false);
		log_smgrcreate(newrnode, INIT_FORKNUM);
		smgrimmedsync(srel, INIT_FORKNUM);
	}
	smgrclose(srel);
}

static void
heapam_nontransactional_truncate(Relation rel)
{
	RelationTruncate(rel, 0);
}

static void
heapam_copy_data(Relation rel, const RelFileNode *newrnode)
{
	SMgrRelation dst;
	char persistence = rel->rd_rel->relpersistence;

	/* the copy reads the files, not the buffers */
	FlushRelationBuffers(rel);
	dst = RelationCreateStorage(*newrnode, persistence, true);
	RelationCopyStorage(RelationGetSmgr(rel), dst, MAIN_FORKNUM, persistence);
	for (ForkNumber fork = MAIN_FORKNUM + 1; fork <= MAX_FORKNUM; fork++)
	{
		if (!smgrexists(RelationGetSmgr(rel), fork))
			continue;
		smgrcreate(dst, fork, false);
		if (RelationIsPermanent(rel) ||
			(persistence == RELPERSISTENCE_UNLOGGED && fork == INIT_FORKNUM))
			log_smgrcreate(newrnode, fork);
		RelationCopyStorage(RelationGetSmgr(rel), dst, fork, persistence);
	}
	RelationDropStorage(rel);
	smgrclose(dst);
}

static bool
heapam_needs_toast_table(Relation rel)
{
	TupleDesc desc = rel->rd_att;
	int32 len = 0;
	bool unbounded = false;
	bool toastable = false;

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (att->attisdropped)
			continue;
		len = att_align_nominal(len, att->attalign);
		if (att->attlen > 0)
			len += att->attlen;
		else
		{
			int32 max = type_maximum_size(att->atttypid,
										  att->atttypmod);

			if (max < 0)
				unbounded = true;
			else
				len += max;
			if (att->attstorage != TYPSTORAGE_PLAIN)
				toastable = true;
		}
	}
	if (!toastable)
		return false;
	return unbounded ||
		MAXALIGN(SizeofHeapTupleHeader + BITMAPLEN(desc->natts)) +
			MAXALIGN(len) >
		TOAST_TUPLE_THRESHOLD;
}

static Oid
heapam_toast_am(Relation rel)
{
	return rel->rd_rel->relam;
}

static void
heapam_estimate_size(Relation rel, int32 *attr_widths, BlockNumber *pages,
					 double *tuples, double *allvisfrac)
{
	table_block_relation_estimate_size(rel, attr_widths, pages, tuples,
									   allvisfrac,
									   MAXALIGN(SizeofHeapTupleHeader) +
										   sizeof(ItemIdData),
									   BLCKSZ - SizeOfPageHeaderData);
}

/* ---- ANALYZE ---- */

static bool
heapam_analyze_next_block(TableScanDesc scan, BlockNumber blockno,
						  BufferAccessStrategy bstrategy)
{
	HeapScanDesc h = (HeapScanDesc) scan;

	h->rs_cblock = blockno;
	h->rs_cindex = FirstOffsetNumber;
	/* kept locked while its rows are read: no pruning in between */
	h->rs_cbuf = ReadBufferExtended(scan->rs_rd, MAIN_FORKNUM, blockno,
									RBM_NORMAL, bstrategy);
	LockBuffer(h->rs_cbuf, BUFFER_LOCK_SHARE);
	return true;
}

/* Does the row count for statistics?  Adds to one of the counters. */
static bool
sample_row(HeapTuple tup, Buffer buffer, TransactionId OldestXmin,
		   double *liverows, double *deadrows)
{
	switch (HeapTupleSatisfiesVacuum(tup, OldestXmin, buffer))
	{
		case HEAPTUPLE_LIVE:
			*liverows += 1;
			return true;
		case HEAPTUPLE_DEAD:
		case HEAPTUPLE_RECENTLY_DEAD:
			*deadrows += 1;
			return false;
		case HEAPTUPLE_INSERT_IN_PROGRESS:
			/* our own counts; others report theirs when they commit */
			if (!TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(tup->t_data)))
				return false;
			*liverows += 1;
			return true;
		case HEAPTUPLE_DELETE_IN_PROGRESS:
			if (TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetUpdateXid(tup->t_data)))
			{
				*deadrows += 1;
				return false;
			}
			*liverows += 1;
			return true;
	}
	return false;
}

static bool
heapam_analyze_next_tuple(TableScanDesc scan, TransactionId OldestXmin,
						  double *liverows, double *deadrows,
						  TupleTableSlot *slot)
{
	HeapScanDesc h = (HeapScanDesc) scan;
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) slot;
	Page page = BufferGetPage(h->rs_cbuf);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);

	for (; h->rs_cindex <= maxoff; h->rs_cindex++)
	{
		ItemId lp = PageGetItemId(page, h->rs_cindex);
		HeapTuple tup = &bslot->base.tupdata;

		if (!ItemIdIsNormal(lp))
		{
			if (ItemIdIsDead(lp))
				*deadrows += 1;
			continue;
		}
		ItemPointerSet(&tup->t_self, h->rs_cblock, h->rs_cindex);
		tup->t_tableOid = RelationGetRelid(scan->rs_rd);
		tup->t_data = (HeapTupleHeader) PageGetItem(page, lp);
		tup->t_len = ItemIdGetLength(lp);
		if (sample_row(tup, h->rs_cbuf, OldestXmin, liverows, deadrows))
		{
			ExecStoreBufferHeapTuple(tup, slot, h->rs_cbuf);
			h->rs_cindex++;
			return true;
		}
	}
	UnlockReleaseBuffer(h->rs_cbuf);
	h->rs_cbuf = InvalidBuffer;
	ExecClearTuple(slot);
	return false;
}

/* ---- building an index ---- */

/* The scan of one index build. */
typedef struct BuildWork
{
	Relation heap;
	IndexInfo *info;
	HeapScanDesc scan;
	TransactionId oldest_xmin;
	bool anyvisible;
	bool unique; /* must wait for others to be sure */
	bool catalog;
	double reltuples;

	BlockNumber root_block; /* whose roots are in the array */
	OffsetNumber roots[MaxHeapTuplesPerPage];
} BuildWork;

typedef enum BuildVerdict
{
	BUILD_SKIP,
	BUILD_LIVE, /* enter, alive */
	BUILD_DEAD, /* enter, but it does not count for unique */
	BUILD_AGAIN /* waited: judge again */
} BuildVerdict;

/* Another transaction is at work on a row though we lock the table. */
static BuildVerdict
wait_for_worker(BuildWork *w, HeapTuple tup, TransactionId xid, bool must)
{
	if (!w->catalog)
		elog(WARNING, "concurrent change in progress within table \"%s\"",
			 RelationGetRelationName(w->heap));
	if (!must)
		return BUILD_LIVE;
	LockBuffer(w->scan->rs_cbuf, BUFFER_LOCK_UNLOCK);
	XactLockTableWait(xid, w->heap, &tup->t_self, XLTW_InsertIndexUnique);
	CHECK_FOR_INTERRUPTS();
	return BUILD_AGAIN;
}

/* What to do with a row (page locked; unlocked after BUILD_AGAIN). */
static BuildVerdict
judge_for_build(BuildWork *w, HeapTuple tup)
{
	HeapTupleHeader t = tup->t_data;
	TransactionId xid;

	switch (HeapTupleSatisfiesVacuum(tup, w->oldest_xmin, w->scan->rs_cbuf))
	{
		case HEAPTUPLE_DEAD:
			return BUILD_SKIP;
		case HEAPTUPLE_LIVE:
			w->reltuples += 1;
			return BUILD_LIVE;
		case HEAPTUPLE_RECENTLY_DEAD:
			/* old snapshots would find a wrong version through the chain */
			if (HeapTupleIsHotUpdated(tup))
			{
				w->info->ii_BrokenHotChain = true;
				return BUILD_SKIP;
			}
			return BUILD_DEAD;
		case HEAPTUPLE_INSERT_IN_PROGRESS:
			w->reltuples += w->anyvisible;
			xid = HeapTupleHeaderGetXmin(t);
			if (w->anyvisible)
				return BUILD_LIVE;
			if (!TransactionIdIsCurrentTransactionId(xid))
				return wait_for_worker(w, tup, xid, w->unique);
			w->reltuples += 1;
			return BUILD_LIVE;
		case HEAPTUPLE_DELETE_IN_PROGRESS:
			xid = HeapTupleHeaderGetUpdateXid(t);
			if (w->anyvisible)
			{
				w->reltuples += 1;
				return BUILD_DEAD;
			}
			if (!TransactionIdIsCurrentTransactionId(xid))
			{
				w->reltuples += 1;
				if (wait_for_worker(w, tup, xid, w->unique || HeapTupleIsHotUpdated(tup)) == BUILD_AGAIN)
				{
					w->reltuples -= 1;
					return BUILD_AGAIN;
				}
				return BUILD_DEAD;
			}
			if (HeapTupleIsHotUpdated(tup))
			{
				w->info->ii_BrokenHotChain = true;
				return BUILD_SKIP;
			}
			return BUILD_DEAD;
	}
	return BUILD_SKIP;
}

/* The TID that the index entry gets: that of the chain's root. */
static ItemPointerData
entry_tid(BuildWork *w, HeapTuple tup)
{
	ItemPointerData tid = tup->t_self;
	OffsetNumber off = ItemPointerGetOffsetNumber(&tid);

	if (!HeapTupleIsHeapOnly(tup))
		return tid;
	if (!OffsetNumberIsValid(w->roots[off - 1]))
	{
		/* the tuple came after the roots were collected */
		Page page = BufferGetPage(w->scan->rs_cbuf);

		LockBuffer(w->scan->rs_cbuf, BUFFER_LOCK_SHARE);
		heap_get_root_tuples(page, w->roots);
		LockBuffer(w->scan->rs_cbuf, BUFFER_LOCK_UNLOCK);
	}
	if (!OffsetNumberIsValid(w->roots[off - 1]))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("failed to find parent tuple for heap-only tuple at (%u,%u) in table \"%s\"",
								 ItemPointerGetBlockNumber(&tid), off,
								 RelationGetRelationName(w->heap))));
	ItemPointerSetOffsetNumber(&tid, w->roots[off - 1]);
	return tid;
}

/* Does the row fulfil the index's predicate? */
static bool
qual_passes(ExprState *qual, ExprContext *econtext)
{
	MemoryContext old = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	bool isnull;
	Datum d = qual->evalfunc(qual, econtext, &isnull);

	MemoryContextSwitchTo(old);
	return !isnull && DatumGetBool(d);
}

/*
 * Call back for every row that needs an entry.  With a snapshot of type ANY,
 * dead rows are told from live ones here; an MVCC snapshot takes what it sees.
 */
static double
heapam_index_build_range_scan(Relation heap, Relation index, IndexInfo *info,
							  bool allow_sync, bool anyvisible, bool progress,
							  BlockNumber start_blockno, BlockNumber numblocks,
							  IndexBuildCallback callback,
							  void *callback_state, TableScanDesc scan)
{
	BuildWork w;
	Snapshot snapshot;
	bool registered = false;
	EState *estate;
	ExprContext *econtext;
	ExprState *predicate;
	TupleTableSlot *slot;
	HeapTuple tup;
	Datum values[INDEX_MAX_KEYS];
	bool isnull[INDEX_MAX_KEYS];

	Assert(OidIsValid(index->rd_rel->relam));
	if (scan != NULL)
		not_supported("a parallel index build");
	w.heap = heap;
	w.info = info;
	w.anyvisible = anyvisible;
	w.catalog = IsSystemRelation(heap);
	w.unique = info->ii_Unique || info->ii_ExclusionOps != NULL;
	w.reltuples = 0;
	w.root_block = InvalidBlockNumber;
	w.oldest_xmin = InvalidTransactionId;

	estate = CreateExecutorState();
	econtext = MakePerTupleExprContext(estate);
	estate->es_per_tuple_exprcontext = econtext;
	slot = table_slot_create(heap, NULL);
	econtext->ecxt_scantuple = slot;
	predicate = ExecPrepareQual(info->ii_Predicate, estate);

	if (IsBootstrapProcessingMode() || info->ii_Concurrent)
	{
		snapshot = RegisterSnapshot(GetTransactionSnapshot());
		registered = true;
	}
	else
	{
		w.oldest_xmin = GetOldestNonRemovableTransactionId(heap);
		snapshot = SnapshotAny;
	}
	w.scan = (HeapScanDesc) table_beginscan_strat(heap, snapshot, 0, NULL,
												  true, allow_sync);
	if (start_blockno != 0 || numblocks != InvalidBlockNumber)
		heap_setscanlimits((TableScanDesc) w.scan, start_blockno, numblocks);

	while ((tup = heap_getnext((TableScanDesc) w.scan,
							   ForwardScanDirection)) != NULL)
	{
		bool alive = true;
		ItemPointerData tid;

		CHECK_FOR_INTERRUPTS();
		if (w.scan->rs_cblock != w.root_block)
		{
			LockBuffer(w.scan->rs_cbuf, BUFFER_LOCK_SHARE);
			heap_get_root_tuples(BufferGetPage(w.scan->rs_cbuf), w.roots);
			LockBuffer(w.scan->rs_cbuf, BUFFER_LOCK_UNLOCK);
			w.root_block = w.scan->rs_cblock;
		}
		if (snapshot == SnapshotAny)
		{
			BuildVerdict v;

			do
			{
				LockBuffer(w.scan->rs_cbuf, BUFFER_LOCK_SHARE);
				v = judge_for_build(&w, tup);
			} while (v == BUILD_AGAIN);
			LockBuffer(w.scan->rs_cbuf, BUFFER_LOCK_UNLOCK);
			if (v == BUILD_SKIP)
				continue;
			alive = v == BUILD_LIVE;
		}
		else
			w.reltuples += 1;

		MemoryContextReset(econtext->ecxt_per_tuple_memory);
		ExecStoreBufferHeapTuple(tup, slot, w.scan->rs_cbuf);
		if (predicate != NULL && !qual_passes(predicate, econtext))
			continue;
		FormIndexDatum(info, slot, estate, values, isnull);
		tid = entry_tid(&w, tup);
		callback(index, &tid, values, isnull, alive, callback_state);
	}

	table_endscan((TableScanDesc) w.scan);
	if (registered)
		UnregisterSnapshot(snapshot);
	ExecDropSingleTupleTableSlot(slot);
	FreeExecutorState(estate);
	/* they refer to memory that is gone */
	info->ii_ExpressionsState = NIL;
	info->ii_PredicateState = NULL;
	return w.reltuples;
}

static void
heapam_index_validate_scan(Relation heap, Relation index, IndexInfo *info,
						   Snapshot snapshot, struct ValidateIndexState *state)
{
	not_supported("building an index concurrently");
}

/* ---- bitmap scans ---- */

static bool
heapam_scan_bitmap_next_block(TableScanDesc scan, TBMIterateResult *tbmres)
{
	HeapScanDesc h = (HeapScanDesc) scan;
	BlockNumber block = tbmres->blockno;
	Snapshot snapshot = scan->rs_snapshot;
	Buffer buffer;
	Page page;
	int n = 0;

	h->rs_cindex = 0;
	h->rs_ntuples = 0;
	/* added after the scan began: nothing there for our snapshot */
	if (block >= h->rs_nblocks)
		return false;
	h->rs_cbuf = ReleaseAndReadBuffer(h->rs_cbuf, scan->rs_rd, block);
	h->rs_cblock = block;
	buffer = h->rs_cbuf;
	heap_page_prune_opt(scan->rs_rd, buffer);

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	page = BufferGetPage(buffer);
	if (tbmres->ntuples >= 0)
	{
		/* exact: each offset starts a HOT chain */
		for (int i = 0; i < tbmres->ntuples; i++)
		{
			ItemPointerData tid;
			HeapTupleData tup;

			ItemPointerSet(&tid, block, tbmres->offsets[i]);
			if (heap_hot_search_buffer(&tid, scan->rs_rd, buffer, snapshot,
									   &tup, NULL, true))
				h->rs_vistuples[n++] = ItemPointerGetOffsetNumber(&tid);
		}
	}
	else
	{
		/* lossy: every visible tuple, to be rechecked by the caller */
		OffsetNumber maxoff = PageGetMaxOffsetNumber(page);

		for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off++)
		{
			ItemId lp = PageGetItemId(page, off);
			HeapTupleData tup;

			if (!ItemIdIsNormal(lp))
				continue;
			tup.t_data = (HeapTupleHeader) PageGetItem(page, lp);
			tup.t_len = ItemIdGetLength(lp);
			tup.t_tableOid = RelationGetRelid(scan->rs_rd);
			ItemPointerSet(&tup.t_self, block, off);
			if (HeapTupleSatisfiesVisibility(&tup, snapshot, buffer))
				h->rs_vistuples[n++] = off;
		}
	}
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	h->rs_ntuples = n;
	return n > 0;
}

static bool
heapam_scan_bitmap_next_tuple(TableScanDesc scan, TBMIterateResult *tbmres,
							  TupleTableSlot *slot)
{
	HeapScanDesc h = (HeapScanDesc) scan;
	OffsetNumber off;
	Page page;
	ItemId lp;

	if (h->rs_cindex < 0 || h->rs_cindex >= h->rs_ntuples)
		return false;
	off = h->rs_vistuples[h->rs_cindex++];
	page = BufferGetPage(h->rs_cbuf);
	lp = PageGetItemId(page, off);
	h->rs_ctup.t_data = (HeapTupleHeader) PageGetItem(page, lp);
	h->rs_ctup.t_len = ItemIdGetLength(lp);
	h->rs_ctup.t_tableOid = scan->rs_rd->rd_id;
	ItemPointerSet(&h->rs_ctup.t_self, h->rs_cblock, off);
	pgstat_count_heap_fetch(scan->rs_rd);
	ExecStoreBufferHeapTuple(&h->rs_ctup, slot, h->rs_cbuf);
	return true;
}

static bool
heapam_scan_sample_next_block(TableScanDesc scan, struct SampleScanState *sstate)
{
	not_supported("TABLESAMPLE");
	return false;
}

static bool
heapam_scan_sample_next_tuple(TableScanDesc scan, struct SampleScanState *sstate,
							  TupleTableSlot *slot)
{
	not_supported("TABLESAMPLE");
	return false;
}

static const TableAmRoutine heapam_methods = {
	.type = T_TableAmRoutine,
	.slot_callbacks = heapam_slot_callbacks,

	/* reading: rows in order, or one by its TID */
	.scan_begin = heap_beginscan,
	.scan_rescan = heap_rescan,
	.scan_getnextslot = heap_getnextslot,
	.scan_set_tidrange = heap_set_tidrange,
	.scan_getnextslot_tidrange = heap_getnextslot_tidrange,
	.scan_end = heap_endscan,
	.tuple_fetch_row_version = heapam_fetch_row_version,
	.tuple_get_latest_tid = heap_get_latest_tid,
	.tuple_tid_valid = heapam_tuple_tid_valid,
	.tuple_satisfies_snapshot = heapam_tuple_satisfies_snapshot,

	/* reading what an index or a bitmap found; samples */
	.index_fetch_begin = heapam_index_fetch_begin,
	.index_fetch_tuple = heapam_index_fetch_tuple,
	.index_fetch_reset = heapam_index_fetch_reset,
	.index_fetch_end = heapam_index_fetch_end,
	.scan_bitmap_next_block = heapam_scan_bitmap_next_block,
	.scan_bitmap_next_tuple = heapam_scan_bitmap_next_tuple,
	.scan_sample_next_block = heapam_scan_sample_next_block,
	.scan_sample_next_tuple = heapam_scan_sample_next_tuple,

	/* several processes share a scan */
	.parallelscan_estimate = table_block_parallelscan_estimate,
	.parallelscan_initialize = table_block_parallelscan_initialize,
	.parallelscan_reinitialize = table_block_parallelscan_reinitialize,

	/* writing */
	.tuple_insert = heapam_tuple_insert,
	.multi_insert = heap_multi_insert,
	.tuple_insert_speculative = heapam_tuple_insert_speculative,
	.tuple_complete_speculative = heapam_tuple_complete_speculative,
	.tuple_update = heapam_tuple_update,
	.tuple_delete = heapam_tuple_delete,
	.tuple_lock = heapam_tuple_lock,

	/* index upkeep */
	.index_build_range_scan = heapam_index_build_range_scan,
	.index_validate_scan = heapam_index_validate_scan,
	.index_delete_tuples = heap_index_delete_tuples,

	/* the table as a whole */
	.relation_set_new_filenode = heapam_set_new_filenode,
	.relation_nontransactional_truncate = heapam_nontransactional_truncate,
	.relation_copy_data = heapam_copy_data,
	.relation_copy_for_cluster = heap_copy_for_rewrite,
	.relation_vacuum = heap_vacuum_rel,
	.scan_analyze_next_block = heapam_analyze_next_block,
	.scan_analyze_next_tuple = heapam_analyze_next_tuple,
	.relation_size = table_block_relation_size,
	.relation_estimate_size = heapam_estimate_size,

	/* values too long for a row */
	.relation_needs_toast_table = heapam_needs_toast_table,
	.relation_toast_am = heapam_toast_am,
	.relation_fetch_toast_slice = heap_fetch_toast_slice,
};

/* GetHeapamTableAmRoutine
 *		For the relation cache, before functions can be called. */
const TableAmRoutine *
GetHeapamTableAmRoutine(void)
{
	return &heapam_methods;
}

/* heap_tableam_handler
 *		The SQL-callable handler of access method "heap". */
extern Datum heap_tableam_handler(PG_FUNCTION_ARGS);

Datum
heap_tableam_handler(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(&heapam_methods);
}
