/*
 * heapam_scan.c
 *		Reading rows: sequential scans, TIDs, HOT chains.
 *
 * A scan in page-at-a-time mode finds out once per page, under one share
 * lock, which tuples its snapshot sees, and then hands them out with only a
 * pin held.  Other snapshots (SELF, DIRTY, ANY) are tested tuple by tuple,
 * since their answer may change.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapam_scan.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/heapam_xlog.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/transam.h"
#include "access/valid.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/procarray.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* ------------------------------------------------------------------
 * Begin and end
 * ------------------------------------------------------------------
 */

/* Set or reset the position and what depends on the size of the table. */
static void
init_scan(HeapScanDesc scan, ScanKey key, bool keep_size)
{
	bool large;

	if (!keep_size)
		scan->rs_nblocks = RelationGetNumberOfBlocks(scan->rs_base.rs_rd);

	/* a large table must not sweep everything else out of the buffers */
	large = !RelationUsesLocalBuffers(scan->rs_base.rs_rd) &&
		scan->rs_nblocks > (BlockNumber) NBuffers / 4;
	if (large && (scan->rs_base.rs_flags & SO_ALLOW_STRAT))
	{
		if (scan->rs_strategy == NULL)
			scan->rs_strategy = GetAccessStrategy(BAS_BULKREAD);
	}
	else if (scan->rs_strategy != NULL)
	{
		FreeAccessStrategy(scan->rs_strategy);
		scan->rs_strategy = NULL;
	}

	scan->rs_startblock = 0;
	scan->rs_numblocks = InvalidBlockNumber;
	scan->rs_inited = false;
	scan->rs_pos = 0;
	scan->rs_ctup.t_data = NULL;
	ItemPointerSetInvalid(&scan->rs_ctup.t_self);
	scan->rs_cbuf = InvalidBuffer;
	scan->rs_cblock = InvalidBlockNumber;
	scan->rs_ntuples = 0;
	scan->rs_cindex = 0;

	if (key != NULL && scan->rs_base.rs_nkeys > 0)
		memcpy(scan->rs_base.rs_key, key,
			   scan->rs_base.rs_nkeys * sizeof(ScanKeyData));
	if (scan->rs_base.rs_flags & SO_TYPE_SEQSCAN)
		pgstat_count_heap_scan(scan->rs_base.rs_rd);
}

/* heap_beginscan
 *		flags are ScanOptions.  The relation stays the caller's, but is
 *		pinned. */
TableScanDesc
heap_beginscan(Relation rel, Snapshot snapshot, int nkeys, ScanKey key,
			   ParallelTableScanDesc pscan, uint32 flags)
{
	HeapScanDesc scan;

	if (pscan != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("parallel table scans are not supported")));

	RelationIncrementReferenceCount(rel);
	scan = (HeapScanDesc) palloc(sizeof(HeapScanDescData));
	scan->rs_base.rs_rd = rel;
	scan->rs_base.rs_snapshot = snapshot;
	scan->rs_base.rs_nkeys = nkeys;
	scan->rs_base.rs_flags = flags;
	scan->rs_base.rs_parallel = NULL;
	scan->rs_strategy = NULL;
	scan->rs_parallelworkerdata = NULL;

	/* what one test per page finds must stay true: only for MVCC */
	if (!(snapshot && IsMVCCSnapshot(snapshot)))
		scan->rs_base.rs_flags &= ~SO_ALLOW_PAGEMODE;
	scan->rs_ctup.t_tableOid = RelationGetRelid(rel);
	scan->rs_base.rs_key = nkeys > 0 ? palloc(nkeys * sizeof(ScanKeyData)) : NULL;
	init_scan(scan, key, false);
	return (TableScanDesc) scan;
}

/* heap_rescan
 *		Start over, with other keys and (set_params) other permissions. */
void
heap_rescan(TableScanDesc sscan, ScanKey key, bool set_params,
			bool allow_strat, bool allow_sync, bool allow_pagemode)
{
	HeapScanDesc scan = (HeapScanDesc) sscan;

	if (set_params)
	{
		uint32 *f = &scan->rs_base.rs_flags;

		*f &= ~(SO_ALLOW_STRAT | SO_ALLOW_SYNC | SO_ALLOW_PAGEMODE);
		if (allow_strat)
			*f |= SO_ALLOW_STRAT;
		if (allow_sync)
			*f |= SO_ALLOW_SYNC;
		if (allow_pagemode && scan->rs_base.rs_snapshot &&
			IsMVCCSnapshot(scan->rs_base.rs_snapshot))
			*f |= SO_ALLOW_PAGEMODE;
	}
	if (BufferIsValid(scan->rs_cbuf))
		ReleaseBuffer(scan->rs_cbuf);
	init_scan(scan, key, false);
}

/* heap_endscan */
void
heap_endscan(TableScanDesc sscan)
{
	HeapScanDesc scan = (HeapScanDesc) sscan;

	if (BufferIsValid(scan->rs_cbuf))
		ReleaseBuffer(scan->rs_cbuf);
	RelationDecrementReferenceCount(scan->rs_base.rs_rd);
	if (scan->rs_base.rs_key)
		pfree(scan->rs_base.rs_key);
	if (scan->rs_strategy != NULL)
		FreeAccessStrategy(scan->rs_strategy);
	if (scan->rs_base.rs_flags & SO_TEMP_SNAPSHOT)
		UnregisterSnapshot(scan->rs_base.rs_snapshot);
	pfree(scan);
}

/* heap_setscanlimits
 *		Scan only numBlks blocks from startBlk on; before the first row. */
void
heap_setscanlimits(TableScanDesc sscan, BlockNumber startBlk,
				   BlockNumber numBlks)
{
	HeapScanDesc scan = (HeapScanDesc) sscan;

	Assert(!scan->rs_inited);
	Assert(startBlk == 0 || startBlk < scan->rs_nblocks);
	scan->rs_startblock = startBlk;
	scan->rs_numblocks = numBlks;
}

/* ------------------------------------------------------------------
 * Pages
 * ------------------------------------------------------------------
 */

/*
 * heapgetpage
 *		Make a block the current one; in page-at-a-time mode, find its visible
 *		tuples.
 */
void
heapgetpage(TableScanDesc sscan, BlockNumber block)
{
	HeapScanDesc scan = (HeapScanDesc) sscan;
	Relation rel = scan->rs_base.rs_rd;
	Snapshot snapshot = scan->rs_base.rs_snapshot;
	Buffer buffer;
	Page page;
	OffsetNumber maxoff;
	HeapTupleData tup;
	bool all_visible;
	int n = 0;

	Assert(block < scan->rs_nblocks);
	if (BufferIsValid(scan->rs_cbuf))
	{
		ReleaseBuffer(scan->rs_cbuf);
		scan->rs_cbuf = InvalidBuffer;
	}
	CHECK_FOR_INTERRUPTS();
	scan->rs_cbuf = buffer = ReadBufferExtended(rel, MAIN_FORKNUM, block,
												RBM_NORMAL, scan->rs_strategy);
	scan->rs_cblock = block;
	if (!(scan->rs_base.rs_flags & SO_ALLOW_PAGEMODE))
		return;

	heap_page_prune_opt(rel, buffer);
	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	page = BufferGetPage(buffer);
	TestForOldSnapshot(snapshot, rel, page);
	maxoff = PageGetMaxOffsetNumber(page);

	/* on a standby the flag may be ahead of what its snapshots may see */
	all_visible = PageIsAllVisible(page) && !snapshot->takenDuringRecovery;
	tup.t_tableOid = RelationGetRelid(rel);
	for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off++)
	{
		ItemId lp = PageGetItemId(page, off);

		if (!ItemIdIsNormal(lp))
			continue;
		if (!all_visible)
		{
			tup.t_data = (HeapTupleHeader) PageGetItem(page, lp);
			tup.t_len = ItemIdGetLength(lp);
			ItemPointerSet(&tup.t_self, block, off);
			if (!HeapTupleSatisfiesVisibility(&tup, snapshot, buffer))
				continue;
		}
		scan->rs_vistuples[n++] = off;
	}
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	Assert(n <= MaxHeapTuplesPerPage);
	scan->rs_ntuples = n;
}

/*
 * Go to the next block in the direction, or to the first one.  False at the
 * end; the scan is unpositioned then.
 */
static bool
next_block(HeapScanDesc scan, bool backward)
{
	BlockNumber count = Min(scan->rs_nblocks, scan->rs_numblocks);

	if (!scan->rs_inited)
	{
		if (count == 0)
			return false;
		scan->rs_pos = backward ? count - 1 : 0;
		scan->rs_inited = true;
	}
	else if (backward ? scan->rs_pos == 0 : scan->rs_pos + 1 >= count)
	{
		if (BufferIsValid(scan->rs_cbuf))
			ReleaseBuffer(scan->rs_cbuf);
		scan->rs_cbuf = InvalidBuffer;
		scan->rs_cblock = InvalidBlockNumber;
		scan->rs_ctup.t_data = NULL;
		scan->rs_inited = false;
		return false;
	}
	else
		scan->rs_pos += backward ? -1 : 1;
	heapgetpage((TableScanDesc) scan,
				(scan->rs_startblock + scan->rs_pos) % scan->rs_nblocks);
	return true;
}

static inline void
set_current(HeapScanDesc scan, Page page, OffsetNumber off)
{
	ItemId lp = PageGetItemId(page, off);

	scan->rs_ctup.t_data = (HeapTupleHeader) PageGetItem(page, lp);
	scan->rs_ctup.t_len = ItemIdGetLength(lp);
	ItemPointerSet(&scan->rs_ctup.t_self, scan->rs_cblock, off);
}

static inline bool
keys_match(HeapScanDesc scan)
{
	return scan->rs_base.rs_nkeys == 0 ||
		HeapKeyTest(&scan->rs_ctup, RelationGetDescr(scan->rs_base.rs_rd),
					scan->rs_base.rs_nkeys, scan->rs_base.rs_key);
}

/* Next row, page at a time: only line pointers are read, no lock needed. */
static bool
next_in_pagemode(HeapScanDesc scan, bool backward)
{
	int step = backward ? -1 : 1;
	int index = scan->rs_cindex + step;

	if (!scan->rs_inited)
	{
		if (!next_block(scan, backward))
			return false;
		index = backward ? scan->rs_ntuples - 1 : 0;
	}
	for (;;)
	{
		Page page = BufferGetPage(scan->rs_cbuf);

		for (; index >= 0 && index < scan->rs_ntuples; index += step)
		{
			set_current(scan, page, scan->rs_vistuples[index]);
			if (!keys_match(scan))
				continue;
			scan->rs_cindex = index;
			return true;
		}
		if (!next_block(scan, backward))
			return false;
		index = backward ? scan->rs_ntuples - 1 : 0;
	}
}

/* Next row, each tested under the lock. */
static bool
next_by_tuple(HeapScanDesc scan, bool backward)
{
	int step = backward ? -1 : 1;
	bool fresh = false;

	if (!scan->rs_inited)
	{
		if (!next_block(scan, backward))
			return false;
		fresh = true;
	}
	for (;;)
	{
		Page page = BufferGetPage(scan->rs_cbuf);
		int maxoff;
		int off;

		LockBuffer(scan->rs_cbuf, BUFFER_LOCK_SHARE);
		maxoff = PageGetMaxOffsetNumber(page);
		if (fresh)
			off = backward ? maxoff : FirstOffsetNumber;
		else
			off = Min(ItemPointerGetOffsetNumber(&scan->rs_ctup.t_self) + step,
					  maxoff + 1);
		for (; off >= FirstOffsetNumber && off <= maxoff; off += step)
		{
			if (!ItemIdIsNormal(PageGetItemId(page, off)))
				continue;
			set_current(scan, page, off);
			if (HeapTupleSatisfiesVisibility(&scan->rs_ctup,
											 scan->rs_base.rs_snapshot,
											 scan->rs_cbuf) &&
				keys_match(scan))
			{
				LockBuffer(scan->rs_cbuf, BUFFER_LOCK_UNLOCK);
				return true;
			}
		}
		LockBuffer(scan->rs_cbuf, BUFFER_LOCK_UNLOCK);
		if (!next_block(scan, backward))
			return false;
		fresh = true;
	}
}

static inline bool
next_tuple(HeapScanDesc scan, ScanDirection dir)
{
	bool backward = ScanDirectionIsBackward(dir);

	Assert(!ScanDirectionIsNoMovement(dir));
	if (scan->rs_base.rs_flags & SO_ALLOW_PAGEMODE)
		return next_in_pagemode(scan, backward);
	return next_by_tuple(scan, backward);
}

/* heap_getnext
 *		Next tuple, valid until the next call; NULL at the end. */
HeapTuple
heap_getnext(TableScanDesc sscan, ScanDirection dir)
{
	HeapScanDesc scan = (HeapScanDesc) sscan;

	if (!next_tuple(scan, dir))
		return NULL;
	pgstat_count_heap_getnext(scan->rs_base.rs_rd);
	return &scan->rs_ctup;
}

/* heap_getnextslot
 *		The same into a slot; false at the end. */
bool
heap_getnextslot(TableScanDesc sscan, ScanDirection dir, TupleTableSlot *slot)
{
	HeapScanDesc scan = (HeapScanDesc) sscan;

	if (!next_tuple(scan, dir))
	{
		ExecClearTuple(slot);
		return false;
	}
	pgstat_count_heap_getnext(scan->rs_base.rs_rd);
	ExecStoreBufferHeapTuple(&scan->rs_ctup, slot, scan->rs_cbuf);
	return true;
}

/* heap_set_tidrange
 *		Limit the scan to the blocks of a TID range. */
void
heap_set_tidrange(TableScanDesc sscan, ItemPointer mintid, ItemPointer maxtid)
{
	HeapScanDesc scan = (HeapScanDesc) sscan;
	ItemPointerData lowest,
		highest;

	if (scan->rs_nblocks == 0)
		return;
	ItemPointerSet(&lowest, 0, FirstOffsetNumber);
	ItemPointerSet(&highest, scan->rs_nblocks - 1, MaxOffsetNumber);
	if (ItemPointerCompare(mintid, &lowest) > 0)
		lowest = *mintid;
	if (ItemPointerCompare(maxtid, &highest) < 0)
		highest = *maxtid;

	if (ItemPointerCompare(&highest, &lowest) < 0)
		heap_setscanlimits(sscan, 0, 0);
	else
		heap_setscanlimits(sscan, ItemPointerGetBlockNumberNoCheck(&lowest),
						   ItemPointerGetBlockNumberNoCheck(&highest) -
							   ItemPointerGetBlockNumberNoCheck(&lowest) + 1);
	sscan->rs_mintid = lowest;
	sscan->rs_maxtid = highest;
}

/* heap_getnextslot_tidrange */
bool
heap_getnextslot_tidrange(TableScanDesc sscan, ScanDirection dir,
						  TupleTableSlot *slot)
{
	HeapScanDesc scan = (HeapScanDesc) sscan;

	while (next_tuple(scan, dir))
	{
		if (ItemPointerCompare(&scan->rs_ctup.t_self, &sscan->rs_mintid) < 0 ||
			ItemPointerCompare(&scan->rs_ctup.t_self, &sscan->rs_maxtid) > 0)
			continue;
		pgstat_count_heap_getnext(scan->rs_base.rs_rd);
		ExecStoreBufferHeapTuple(&scan->rs_ctup, slot, scan->rs_cbuf);
		return true;
	}
	ExecClearTuple(slot);
	return false;
}

/* ------------------------------------------------------------------
 * By TID
 * ------------------------------------------------------------------
 */

/*
 * heap_fetch
 *		Read the version at tuple->t_self.
 *
 * True if the snapshot sees it; *userbuf is pinned then.  With keep_buf it is
 * pinned, and the tuple set, also if the version is there but not seen.
 */
bool
heap_fetch(Relation rel, Snapshot snapshot, HeapTuple tuple, Buffer *userbuf,
		   bool keep_buf)
{
	OffsetNumber off = ItemPointerGetOffsetNumber(&tuple->t_self);
	Buffer buffer = ReadBuffer(rel,
							   ItemPointerGetBlockNumber(&tuple->t_self));
	Page page = BufferGetPage(buffer);
	ItemId lp = NULL;
	bool seen;

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	TestForOldSnapshot(snapshot, rel, page);
	if (off >= FirstOffsetNumber && off <= PageGetMaxOffsetNumber(page))
		lp = PageGetItemId(page, off);
	if (lp == NULL || !ItemIdIsNormal(lp))
	{
		UnlockReleaseBuffer(buffer);
		*userbuf = InvalidBuffer;
		tuple->t_data = NULL;
		return false;
	}
	tuple->t_data = (HeapTupleHeader) PageGetItem(page, lp);
	tuple->t_len = ItemIdGetLength(lp);
	tuple->t_tableOid = RelationGetRelid(rel);
	seen = HeapTupleSatisfiesVisibility(tuple, snapshot, buffer);
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);

	if (seen || keep_buf)
	{
		*userbuf = buffer;
		return seen;
	}
	ReleaseBuffer(buffer);
	*userbuf = InvalidBuffer;
	tuple->t_data = NULL;
	return false;
}

/*
 * heap_hot_search_buffer
 *		Find the member of a HOT chain that the snapshot sees.
 *
 * tid is the root (first_call) or the member found before (for snapshots that
 * may see several); it is moved to the member found.  *all_dead, if given,
 * tells whether every member is dead to all.  The buffer is pinned and locked.
 */
bool
heap_hot_search_buffer(ItemPointer tid, Relation rel, Buffer buffer,
					   Snapshot snapshot, HeapTuple tuple, bool *all_dead,
					   bool first_call)
{
	Page page = BufferGetPage(buffer);
	BlockNumber block = ItemPointerGetBlockNumber(tid);
	OffsetNumber off = ItemPointerGetOffsetNumber(tid);
	TransactionId prior = InvalidTransactionId;
	GlobalVisState *vistest = NULL;
	bool at_start = first_call;
	bool skip = !first_call;

	if (all_dead)
		*all_dead = first_call;
	Assert(block == BufferGetBlockNumber(buffer));
	tuple->t_tableOid = RelationGetRelid(rel);

	while (off >= FirstOffsetNumber && off <= PageGetMaxOffsetNumber(page))
	{
		ItemId lp = PageGetItemId(page, off);
		HeapTupleHeader t;

		if (!ItemIdIsNormal(lp))
		{
			/* only the root may be a redirect */
			if (!ItemIdIsRedirected(lp) || !at_start)
				break;
			off = ItemIdGetRedirect(lp);
			at_start = false;
			continue;
		}
		tuple->t_data = t = (HeapTupleHeader) PageGetItem(page, lp);
		tuple->t_len = ItemIdGetLength(lp);
		ItemPointerSet(&tuple->t_self, block, off);

		/* an index entry never points at a heap-only tuple: slot reused */
		if (at_start && HeapTupleHeaderIsHeapOnly(t))
			break;
		if (TransactionIdIsValid(prior) && HeapTupleHeaderGetXmin(t) != prior)
			break;

		if (!skip)
		{
			if (HeapTupleSatisfiesVisibility(tuple, snapshot, buffer))
			{
				ItemPointerSetOffsetNumber(tid, off);
				if (all_dead)
					*all_dead = false;
				return true;
			}
			if (all_dead && *all_dead)
			{
				if (!vistest)
					vistest = GlobalVisTestFor(rel);
				if (!HeapTupleIsSurelyDead(tuple, vistest))
					*all_dead = false;
			}
		}
		skip = false;

		if (!HeapTupleHeaderIsHotUpdated(t) ||
			HeapTupleHeaderIndicatesMovedPartitions(t))
			break;
		off = ItemPointerGetOffsetNumber(&t->t_ctid);
		prior = HeapTupleHeaderGetUpdateXid(t);
		at_start = false;
	}
	return false;
}

/*
 * heap_get_latest_tid
 *		Move *tid along its update chain to the last version that the scan's
 *		snapshot sees (unchanged if none).
 */
void
heap_get_latest_tid(TableScanDesc sscan, ItemPointer tid)
{
	Relation rel = sscan->rs_rd;
	ItemPointerData ctid = *tid;
	TransactionId prior = InvalidTransactionId;

	Assert(ItemPointerIsValid(tid));
	for (;;)
	{
		Buffer buffer = ReadBuffer(rel, ItemPointerGetBlockNumber(&ctid));
		OffsetNumber off = ItemPointerGetOffsetNumber(&ctid);
		Page page = BufferGetPage(buffer);
		HeapTupleData tup;
		ItemId lp = NULL;

		LockBuffer(buffer, BUFFER_LOCK_SHARE);
		if (off >= FirstOffsetNumber && off <= PageGetMaxOffsetNumber(page))
			lp = PageGetItemId(page, off);
		if (lp == NULL || !ItemIdIsNormal(lp))
		{
			UnlockReleaseBuffer(buffer);
			return;
		}
		tup.t_self = ctid;
		tup.t_data = (HeapTupleHeader) PageGetItem(page, lp);
		tup.t_len = ItemIdGetLength(lp);
		tup.t_tableOid = RelationGetRelid(rel);
		if (TransactionIdIsValid(prior) &&
			HeapTupleHeaderGetXmin(tup.t_data) != prior)
		{
			UnlockReleaseBuffer(buffer);
			return;
		}
		if (HeapTupleSatisfiesVisibility(&tup, sscan->rs_snapshot, buffer))
			*tid = ctid;
		if ((tup.t_data->t_infomask & HEAP_XMAX_INVALID) ||
			HeapTupleHeaderIsOnlyLocked(tup.t_data) ||
			HeapTupleHeaderIndicatesMovedPartitions(tup.t_data) ||
			ItemPointerEquals(&tup.t_self, &tup.t_data->t_ctid))
		{
			UnlockReleaseBuffer(buffer);
			return;
		}
		ctid = tup.t_data->t_ctid;
		prior = HeapTupleHeaderGetUpdateXid(tup.t_data);
		UnlockReleaseBuffer(buffer);
	}
}

/* ------------------------------------------------------------------
 * Which index entries may go?
 * ------------------------------------------------------------------
 */

static int
by_tid(const void *a, const void *b)
{
	return ItemPointerCompare(&((TM_IndexDelete *) a)->tid,
							  &((TM_IndexDelete *) b)->tid);
}

/* Raise *latest over what removing the chain at a TID makes invisible. */
static void
advance_over_chain(Page page, OffsetNumber off, TransactionId *latest)
{
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	TransactionId prior = InvalidTransactionId;

	while (off >= FirstOffsetNumber && off <= maxoff)
	{
		ItemId lp = PageGetItemId(page, off);
		HeapTupleHeader t;

		if (ItemIdIsRedirected(lp))
		{
			off = ItemIdGetRedirect(lp);
			continue;
		}
		/* a dead line pointer: its pruning told of the conflict already */
		if (!ItemIdIsNormal(lp))
			break;
		t = (HeapTupleHeader) PageGetItem(page, lp);
		if (TransactionIdIsValid(prior) && HeapTupleHeaderGetXmin(t) != prior)
			break;
		HeapTupleHeaderAdvanceLatestRemovedXid(t, latest);
		if (!HeapTupleHeaderIsHotUpdated(t) ||
			HeapTupleHeaderIndicatesMovedPartitions(t))
			break;
		off = ItemPointerGetOffsetNumber(&t->t_ctid);
		prior = HeapTupleHeaderGetUpdateXid(t);
	}
}

/*
 * heap_index_delete_tuples
 *		For an index page's entries, find those that point to rows dead to all.
 *
 * Entries known deletable are taken as such; others are checked in the heap.
 * deltids is left sorted by TID, without those that must stay.  Returns the
 * newest xid whose rows the entries pointed to, for conflicts on standbys.
 * Bottom-up deletion is not implemented: nobody asks for it.
 */
TransactionId
heap_index_delete_tuples(Relation rel, TM_IndexDeleteOp *delstate)
{
	TransactionId latest = InvalidTransactionId;
	SnapshotData snapshot;
	Buffer buffer = InvalidBuffer;
	int nkept = 0;

	Assert(!delstate->bottomup);
	InitNonVacuumableSnapshot(snapshot, GlobalVisTestFor(rel));
	qsort(delstate->deltids, delstate->ndeltids, sizeof(TM_IndexDelete), by_tid);

	for (int i = 0; i < delstate->ndeltids; i++)
	{
		TM_IndexDelete *d = &delstate->deltids[i];
		TM_IndexStatus *status = &delstate->status[d->id];
		BlockNumber block = ItemPointerGetBlockNumber(&d->tid);

		if (!BufferIsValid(buffer) || BufferGetBlockNumber(buffer) != block)
		{
			if (BufferIsValid(buffer))
				UnlockReleaseBuffer(buffer);
			buffer = ReadBuffer(rel, block);
			LockBuffer(buffer, BUFFER_LOCK_SHARE);
		}
		if (!status->knowndeletable)
		{
			ItemPointerData tid = d->tid;
			HeapTupleData tup;

			if (heap_hot_search_buffer(&tid, rel, buffer, &snapshot, &tup,
									   NULL, true))
				continue;
			status->knowndeletable = true;
		}
		advance_over_chain(BufferGetPage(buffer),
						   ItemPointerGetOffsetNumber(&d->tid), &latest);
		delstate->deltids[nkept++] = *d;
	}
	if (BufferIsValid(buffer))
		UnlockReleaseBuffer(buffer);
	delstate->ndeltids = nkept;
	return latest;
}
