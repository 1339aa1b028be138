/*
 * heapam.c
 *		Inserting, deleting and updating rows.
 *
 * Each operation finds its page, waits for others if need be
 * (heapam_lock.c), changes the page and writes one WAL record inside a
 * critical section.  Scans are in heapam_scan.c, freezing in
 * heapam_freeze.c, replay in heapam_xlog.c; the record formats and who
 * clears which bit are in access/heap/README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapam.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/heapam_xlog.h"
#include "access/heapdelta.h"
#include "access/heaptoast.h"
#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/transam.h"
#include "access/visibilitymap.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xlogformat.h"
#include "access/xloginsert.h"
#include "heapam_internal.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/freespace.h"
#include "storage/procarray.h"
#include "utils/combocid.h"
#include "utils/datum.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

static HeapTuple prepare_insert(Relation rel, HeapTuple tup, TransactionId xid,
								CommandId cid, int options);
static void log_new_cid(Relation rel, HeapTuple tup);
static HeapTuple replica_identity(Relation rel, HeapTuple tup,
								  bool key_changed, bool *copied);

/* ------------------------------------------------------------------
 * Bulk loads
 * ------------------------------------------------------------------
 */

/* GetBulkInsertState
 *		State for many inserts into one table: a ring of buffers, and a pin
 *		on the page being filled. */
BulkInsertState
GetBulkInsertState(void)
{
	BulkInsertState bistate = palloc(sizeof(BulkInsertStateData));

	bistate->strategy = GetAccessStrategy(BAS_BULKWRITE);
	bistate->current_buf = InvalidBuffer;
	return bistate;
}

void
ReleaseBulkInsertStatePin(BulkInsertState bistate)
{
	if (bistate->current_buf != InvalidBuffer)
		ReleaseBuffer(bistate->current_buf);
	bistate->current_buf = InvalidBuffer;
}

void
FreeBulkInsertState(BulkInsertState bistate)
{
	ReleaseBulkInsertStatePin(bistate);
	FreeAccessStrategy(bistate->strategy);
	pfree(bistate);
}

/* ------------------------------------------------------------------
 * Insert
 * ------------------------------------------------------------------
 */

/* Is the tuple alone on its page?  Then replay can start from a new page. */
static inline bool
first_on_page(Page page, HeapTuple tup)
{
	return ItemPointerGetOffsetNumber(&tup->t_self) == FirstOffsetNumber &&
		PageGetMaxOffsetNumber(page) == FirstOffsetNumber;
}

/* The page will no longer be all visible; true if it was. */
static bool
clear_all_visible(Relation rel, Buffer buffer, Buffer vmbuffer)
{
	Page page = BufferGetPage(buffer);

	if (!PageIsAllVisible(page))
		return false;
	PageClearAllVisible(page);
	visibilitymap_clear(rel, BufferGetBlockNumber(buffer), vmbuffer,
						VISIBILITYMAP_VALID_BITS);
	return true;
}

static void
fill_record_header(xl_heap_header *h, HeapTuple tup)
{
	h->t_infomask2 = tup->t_data->t_infomask2;
	h->t_infomask = tup->t_data->t_infomask;
	h->t_hoff = tup->t_data->t_hoff;
}

static void
log_insert(Relation rel, Buffer buffer, HeapTuple tup, bool cleared,
		   int options)
{
	Page page = BufferGetPage(buffer);
	xl_heap_insert xlrec;
	xl_heap_header header;
	uint8 info = XLOG_HEAP_INSERT;
	int bufflags = 0;

	if (RelationIsAccessibleInLogicalDecoding(rel))
		log_new_cid(rel, tup);
	if (first_on_page(page, tup))
	{
		info |= XLOG_HEAP_INIT_PAGE;
		bufflags |= REGBUF_WILL_INIT;
	}
	xlrec.offnum = ItemPointerGetOffsetNumber(&tup->t_self);
	xlrec.flags = 0;
	if (cleared)
		xlrec.flags |= XLH_INSERT_ALL_VISIBLE_CLEARED;
	if (options & HEAP_INSERT_SPECULATIVE)
		xlrec.flags |= XLH_INSERT_IS_SPECULATIVE;
	if (RelationIsLogicallyLogged(rel) && !(options & HEAP_INSERT_NO_LOGICAL))
	{
		xlrec.flags |= XLH_INSERT_CONTAINS_NEW_TUPLE;
		bufflags |= REGBUF_KEEP_DATA;
		if (IsToastRelation(rel))
			xlrec.flags |= XLH_INSERT_ON_TOAST_RELATION;
	}

	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfHeapInsert);
	fill_record_header(&header, tup);
	XLogRegisterBuffer(0, buffer, REGBUF_STANDARD | bufflags);
	XLogRegisterBufData(0, (char *) &header, SizeOfHeapHeader);
	XLogRegisterBufData(0, (char *) tup->t_data + SizeofHeapTupleHeader,
						tup->t_len - SizeofHeapTupleHeader);
	XLogSetRecordFlags(XLOG_INCLUDE_ORIGIN);
	PageSetLSN(page, XLogInsert(RM_HEAP_ID, info));
}

/*
 * heap_insert
 *		Insert a tuple for the current transaction and command cid.
 *
 * The header of tup is filled in and t_self set; values that are too long are
 * moved out (of the stored tuple, not of tup).  Index entries are the caller's
 * business.
 */
void
heap_insert(Relation rel, HeapTuple tup, CommandId cid, int options,
			BulkInsertState bistate)
{
	TransactionId xid = GetCurrentTransactionId();
	HeapTuple stored = prepare_insert(rel, tup, xid, cid, options);
	Buffer vmbuffer = InvalidBuffer;
	Buffer buffer;
	bool cleared;

	Assert(HeapTupleHeaderGetNatts(tup->t_data) <=
		   RelationGetNumberOfAttributes(rel));
	buffer = RelationGetBufferForTuple(rel, stored->t_len, InvalidBuffer,
									   options, bistate, &vmbuffer, NULL);

	START_CRIT_SECTION();
	RelationPutHeapTuple(rel, buffer, stored,
						 (options & HEAP_INSERT_SPECULATIVE) != 0);
	cleared = clear_all_visible(rel, buffer, vmbuffer);
	MarkBufferDirty(buffer);
	if (RelationNeedsWAL(rel))
		log_insert(rel, buffer, stored, cleared, options);
	END_CRIT_SECTION();

	UnlockReleaseBuffer(buffer);
	if (vmbuffer != InvalidBuffer)
		ReleaseBuffer(vmbuffer);

	CacheInvalidateHeapTuple(rel, stored, NULL);
	pgstat_count_heap_insert(rel, 1);
	if (stored != tup)
	{
		tup->t_self = stored->t_self;
		heap_freetuple(stored);
	}
}

/* Set the transaction fields of a new row; returns what is to be stored. */
static HeapTuple
prepare_insert(Relation rel, HeapTuple tup, TransactionId xid, CommandId cid,
			   int options)
{
	HeapTupleHeader t = tup->t_data;

	t->t_infomask &= ~HEAP_XACT_MASK;
	t->t_infomask2 &= ~HEAP2_XACT_MASK;
	t->t_infomask |= HEAP_XMAX_INVALID;
	HeapTupleHeaderSetXmin(t, xid);
	if (options & HEAP_INSERT_FROZEN)
		HeapTupleHeaderSetXminFrozen(t);
	HeapTupleHeaderSetCmin(t, cid);
	HeapTupleHeaderSetXmax(t, 0);
	tup->t_tableOid = RelationGetRelid(rel);

	if (rel->rd_rel->relkind != RELKIND_RELATION &&
		rel->rd_rel->relkind != RELKIND_MATVIEW)
	{
		/* TOAST tables do not toast */
		Assert(!HeapTupleHasExternal(tup));
		return tup;
	}
	if (HeapTupleHasExternal(tup) || tup->t_len > TOAST_TUPLE_THRESHOLD)
		return heap_toast_insert_or_update(rel, tup, NULL, options);
	return tup;
}

/* The state of a multi-insert between pages. */
typedef struct MultiInsert
{
	Relation rel;
	HeapTuple *tuples;
	int ntuples;
	int done;
	int options;
	bool logical;
	char *scratch; /* where the block data is put together */
} MultiInsert;

/* Append one tuple to the block data at p; padding is 0. */
static char *
add_record_tuple(char *p, HeapTuple tup)
{
	HeapTupleHeader t = tup->t_data;
	xl_multi_insert_tuple *h = (xl_multi_insert_tuple *) SHORTALIGN(p);

	if ((char *) h != p)
		*p = 0;
	h->datalen = tup->t_len - SizeofHeapTupleHeader;
	h->t_infomask2 = t->t_infomask2;
	h->t_infomask = t->t_infomask;
	h->t_hoff = t->t_hoff;
	p = (char *) h + SizeOfMultiInsertTuple;
	memcpy(p, (char *) t + SizeofHeapTupleHeader, h->datalen);
	return p + h->datalen;
}

static void
log_multi_insert(MultiInsert *mi, Buffer buffer, int nthispage, bool starting,
				 bool cleared, bool frozen_set)
{
	xl_heap_multi_insert *xlrec = (xl_heap_multi_insert *) mi->scratch;
	Page page = BufferGetPage(buffer);
	HeapTuple *tuples = mi->tuples + mi->done;
	uint8 info = XLOG_HEAP2_MULTI_INSERT;
	int bufflags = REGBUF_STANDARD;
	char *p = mi->scratch + SizeOfHeapMultiInsert;
	char *data;

	if (!starting)
		p += nthispage * sizeof(OffsetNumber);
	data = p;
	MemSet(xlrec, 0, SizeOfHeapMultiInsert);
	if (cleared)
		xlrec->flags |= XLH_INSERT_ALL_VISIBLE_CLEARED;
	if (frozen_set)
		xlrec->flags |= XLH_INSERT_ALL_FROZEN_SET;
	xlrec->ntuples = nthispage;
	for (int i = 0; i < nthispage; i++)
	{
		if (!starting)
			xlrec->offsets[i] = ItemPointerGetOffsetNumber(&tuples[i]->t_self);
		p = add_record_tuple(p, tuples[i]);
	}
	if (mi->logical)
	{
		xlrec->flags |= XLH_INSERT_CONTAINS_NEW_TUPLE;
		bufflags |= REGBUF_KEEP_DATA;
	}
	if (mi->done + nthispage == mi->ntuples)
		xlrec->flags |= XLH_INSERT_LAST_IN_MULTI;
	if (starting)
	{
		info |= XLOG_HEAP_INIT_PAGE;
		bufflags |= REGBUF_WILL_INIT;
	}

	XLogBeginInsert();
	XLogRegisterData((char *) xlrec, data - mi->scratch);
	XLogRegisterBuffer(0, buffer, bufflags);
	XLogRegisterBufData(0, data, p - data);
	XLogSetRecordFlags(XLOG_INCLUDE_ORIGIN);
	PageSetLSN(page, XLogInsert(RM_HEAP2_ID, info));
}

/* Put as many of the remaining tuples on one page as fit; returns how many. */
static int
multi_insert_page(MultiInsert *mi, BulkInsertState bistate, Buffer *vmbuffer)
{
	Relation rel = mi->rel;
	Size reserve = RelationGetTargetPageFreeSpace(rel,
												  HEAP_DEFAULT_FILLFACTOR);
	bool frozen = (mi->options & HEAP_INSERT_FROZEN) != 0;
	Buffer buffer;
	Page page;
	bool starting;
	bool cleared = false;
	bool frozen_set = false;
	int n = 0;

	buffer = RelationGetBufferForTuple(rel, mi->tuples[mi->done]->t_len,
									   InvalidBuffer, mi->options, bistate,
									   vmbuffer, NULL);
	page = BufferGetPage(buffer);
	starting = PageGetMaxOffsetNumber(page) == 0;
	if (starting && frozen)
	{
		/* the caller wants the page all-frozen: have the map page at hand */
		if (!visibilitymap_pin_ok(BufferGetBlockNumber(buffer), *vmbuffer))
			visibilitymap_pin(rel, BufferGetBlockNumber(buffer), vmbuffer);
		frozen_set = true;
	}

	START_CRIT_SECTION();
	do
	{
		HeapTuple tup = mi->tuples[mi->done + n];

		if (n > 0 && PageGetHeapFreeSpace(page) < MAXALIGN(tup->t_len) + reserve)
			break;
		RelationPutHeapTuple(rel, buffer, tup, false);
		if (RelationNeedsWAL(rel) && RelationIsAccessibleInLogicalDecoding(rel))
			log_new_cid(rel, tup);
		n++;
	} while (mi->done + n < mi->ntuples);

	if (PageIsAllVisible(page) && !frozen)
		cleared = clear_all_visible(rel, buffer, *vmbuffer);
	else if (frozen_set)
		PageSetAllVisible(page);
	MarkBufferDirty(buffer);
	if (RelationNeedsWAL(rel))
		log_multi_insert(mi, buffer, n, starting, cleared, frozen_set);
	END_CRIT_SECTION();

	if (frozen_set)
		visibilitymap_set(rel, BufferGetBlockNumber(buffer), buffer,
						  InvalidXLogRecPtr, *vmbuffer, InvalidTransactionId,
						  VISIBILITYMAP_VALID_BITS);
	UnlockReleaseBuffer(buffer);
	return n;
}

/*
 * heap_multi_insert
 *		Insert the rows of several slots, with one record per page.  Sets
 *		tts_tid of each slot.
 */
void
heap_multi_insert(Relation rel, TupleTableSlot **slots, int ntuples,
				  CommandId cid, int options, BulkInsertState bistate)
{
	TransactionId xid = GetCurrentTransactionId();
	Buffer vmbuffer = InvalidBuffer;
	PGAlignedBlock scratch;
	MultiInsert mi = {.rel = rel, .ntuples = ntuples, .options = options};

	Assert(!(options & HEAP_INSERT_NO_LOGICAL));
	mi.logical = RelationIsLogicallyLogged(rel);
	mi.scratch = scratch.data;
	mi.tuples = palloc(ntuples * sizeof(HeapTuple));
	for (int i = 0; i < ntuples; i++)
	{
		HeapTuple tup = ExecFetchSlotHeapTuple(slots[i], true, NULL);

		slots[i]->tts_tableOid = RelationGetRelid(rel);
		tup->t_tableOid = slots[i]->tts_tableOid;
		mi.tuples[i] = prepare_insert(rel, tup, xid, cid, options);
	}

	while (mi.done < ntuples)
	{
		CHECK_FOR_INTERRUPTS();
		mi.done += multi_insert_page(&mi, bistate, &vmbuffer);
	}
	if (vmbuffer != InvalidBuffer)
		ReleaseBuffer(vmbuffer);

	/* caches hold catalog rows only */
	if (IsCatalogRelation(rel))
		for (int i = 0; i < ntuples; i++)
			CacheInvalidateHeapTuple(rel, mi.tuples[i], NULL);
	for (int i = 0; i < ntuples; i++)
		slots[i]->tts_tid = mi.tuples[i]->t_self;
	pfree(mi.tuples);
	pgstat_count_heap_insert(rel, ntuples);
}

/* simple_heap_insert
 *		Insert a catalog row. */
void
simple_heap_insert(Relation rel, HeapTuple tup)
{
	heap_insert(rel, tup, GetCurrentCommandId(true), 0, NULL);
}

/* ------------------------------------------------------------------
 * Delete
 * ------------------------------------------------------------------
 */

/* What a delete or update has at hand of the old row version. */
typedef struct OldVersion
{
	Relation rel;
	HeapTupleData tup;
	BlockNumber block;
	Buffer buffer; /* pinned and locked */
	Page page;
	Buffer vmbuffer;
	bool have_tuplock;
} OldVersion;

static void
open_old_version(OldVersion *old, Relation rel, ItemPointer tid)
{
	ItemId lp;

	old->rel = rel;
	old->block = ItemPointerGetBlockNumber(tid);
	old->vmbuffer = InvalidBuffer;
	old->have_tuplock = false;
	old->buffer = ReadBuffer(rel, old->block);
	old->page = BufferGetPage(old->buffer);
	/* look before locking, so that the map need not be read under the lock */
	if (PageIsAllVisible(old->page))
		visibilitymap_pin(rel, old->block, &old->vmbuffer);
	LockBuffer(old->buffer, BUFFER_LOCK_EXCLUSIVE);

	lp = PageGetItemId(old->page, ItemPointerGetOffsetNumber(tid));
	Assert(ItemIdIsNormal(lp));
	old->tup.t_tableOid = RelationGetRelid(rel);
	old->tup.t_data = (HeapTupleHeader) PageGetItem(old->page, lp);
	old->tup.t_len = ItemIdGetLength(lp);
	old->tup.t_self = *tid;
}

/* Is the map page pinned if it is needed?  If not, pin it and look again. */
static bool
old_version_map_ok(OldVersion *old)
{
	if (!PageIsAllVisible(old->page) ||
		visibilitymap_pin_ok(old->block, old->vmbuffer))
		return true;
	LockBuffer(old->buffer, BUFFER_LOCK_UNLOCK);
	visibilitymap_pin(old->rel, old->block, &old->vmbuffer);
	LockBuffer(old->buffer, BUFFER_LOCK_EXCLUSIVE);
	return false;
}

/* Unpin; the page is unlocked already. */
static void
close_old_version(OldVersion *old, LockTupleMode mode)
{
	if (BufferIsValid(old->buffer))
		ReleaseBuffer(old->buffer);
	if (BufferIsValid(old->vmbuffer))
		ReleaseBuffer(old->vmbuffer);
	if (old->have_tuplock)
		heap_release_tuplock(old->rel, &old->tup.t_self, mode);
}

/* Failure: report and give everything back. */
static TM_Result
refuse_old_version(OldVersion *old, LockTupleMode mode, TM_Result result,
				   TM_FailureData *tmfd)
{
	Assert(result == TM_SelfModified || result == TM_Updated ||
		   result == TM_Deleted || result == TM_BeingModified);
	heap_fill_failure(tmfd, result, old->tup.t_data);
	LockBuffer(old->buffer, BUFFER_LOCK_UNLOCK);
	close_old_version(old, mode);
	return result;
}

/*
 * Wait for a transaction that holds the row in a way that conflicts with
 * deleting it.  False: xmax changed meanwhile, judge the tuple again.
 */
static bool
wait_to_delete(OldVersion *old)
{
	HeapTupleHeader t = old->tup.t_data;
	TransactionId xwait = HeapTupleHeaderGetRawXmax(t);
	uint16 infomask = t->t_infomask;
	bool member = false;

	if (infomask & HEAP_XMAX_IS_MULTI)
	{
		if (!heap_multixact_conflicts(xwait, infomask, LockTupleExclusive,
									  &member))
			return true;
		LockBuffer(old->buffer, BUFFER_LOCK_UNLOCK);
		if (!member)
			heap_acquire_tuplock(old->rel, &old->tup.t_self,
								 LockTupleExclusive, LockWaitBlock,
								 &old->have_tuplock);
		heap_multixact_wait(xwait, MultiXactStatusUpdate, infomask, false,
							old->rel, &old->tup.t_self, XLTW_Delete, NULL);
		LockBuffer(old->buffer, BUFFER_LOCK_EXCLUSIVE);
		return old_version_map_ok(old) &&
			!heap_xmax_changed(t, xwait, infomask);
	}
	if (TransactionIdIsCurrentTransactionId(xwait))
		return true;

	LockBuffer(old->buffer, BUFFER_LOCK_UNLOCK);
	heap_acquire_tuplock(old->rel, &old->tup.t_self, LockTupleExclusive,
						 LockWaitBlock, &old->have_tuplock);
	XactLockTableWait(xwait, old->rel, &old->tup.t_self, XLTW_Delete);
	LockBuffer(old->buffer, BUFFER_LOCK_EXCLUSIVE);
	if (!old_version_map_ok(old) || heap_xmax_changed(t, xwait, infomask))
		return false;
	heap_update_xmax_hint(t, old->buffer, xwait);
	return true;
}

static void
log_delete(OldVersion *old, const NewXmax *nx, HeapTuple identity,
		   bool cleared, bool changingPart)
{
	xl_heap_delete xlrec;
	xl_heap_header header;

	if (RelationIsAccessibleInLogicalDecoding(old->rel))
		log_new_cid(old->rel, &old->tup);
	xlrec.flags = 0;
	if (cleared)
		xlrec.flags |= XLH_DELETE_ALL_VISIBLE_CLEARED;
	if (changingPart)
		xlrec.flags |= XLH_DELETE_IS_PARTITION_MOVE;
	xlrec.infobits_set = heap_compute_infobits(old->tup.t_data->t_infomask,
											   old->tup.t_data->t_infomask2);
	xlrec.offnum = ItemPointerGetOffsetNumber(&old->tup.t_self);
	xlrec.xmax = nx->xmax;
	if (identity)
		xlrec.flags |= old->rel->rd_rel->relreplident == REPLICA_IDENTITY_FULL ? XLH_DELETE_CONTAINS_OLD_TUPLE : XLH_DELETE_CONTAINS_OLD_KEY;

	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfHeapDelete);
	XLogRegisterBuffer(0, old->buffer, REGBUF_STANDARD);
	if (identity)
	{
		fill_record_header(&header, identity);
		XLogRegisterData((char *) &header, SizeOfHeapHeader);
		XLogRegisterData((char *) identity->t_data + SizeofHeapTupleHeader,
						 identity->t_len - SizeofHeapTupleHeader);
	}
	XLogSetRecordFlags(XLOG_INCLUDE_ORIGIN);
	PageSetLSN(old->page, XLogInsert(RM_HEAP_ID, XLOG_HEAP_DELETE));
}

/*
 * heap_delete
 *		Delete the row version at tid.
 *
 * Waits for transactions that hold it, if wait.  Not TM_Ok: *tmfd tells what
 * happened to it.  crosscheck, if given, must see the version too.
 */
TM_Result
heap_delete(Relation rel, ItemPointer tid, CommandId cid, Snapshot crosscheck,
			bool wait, TM_FailureData *tmfd, bool changingPart)
{
	TransactionId xid = GetCurrentTransactionId();
	OldVersion old;
	HeapTupleHeader t;
	HeapTuple identity;
	bool identity_copied = false;
	TM_Result result;
	NewXmax nx;
	bool iscombo;
	bool cleared;

	Assert(ItemPointerIsValid(tid));
	open_old_version(&old, rel, tid);
	t = old.tup.t_data;

	for (;;)
	{
		if (!old_version_map_ok(&old))
			continue;
		result = HeapTupleSatisfiesUpdate(&old.tup, cid, old.buffer);
		if (result == TM_Invisible)
		{
			UnlockReleaseBuffer(old.buffer);
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("attempted to delete invisible tuple")));
		}
		if (result != TM_BeingModified || !wait)
			break;
		if (!wait_to_delete(&old))
			continue;
		/* who held it is gone, or only locks in a way that does no harm */
		if ((t->t_infomask & HEAP_XMAX_INVALID) ||
			HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask) ||
			HeapTupleHeaderIsOnlyLocked(t))
			result = TM_Ok;
		else
			result = heap_is_last_version(&old.tup) ? TM_Deleted : TM_Updated;
		break;
	}
	if (crosscheck != InvalidSnapshot && result == TM_Ok &&
		!HeapTupleSatisfiesVisibility(&old.tup, crosscheck, old.buffer))
		result = TM_Updated;
	if (result != TM_Ok)
		return refuse_old_version(&old, LockTupleExclusive, result, tmfd);

	/* may allocate and write WAL of its own: before the critical section */
	HeapTupleHeaderAdjustCmax(t, &cid, &iscombo);
	identity = replica_identity(rel, &old.tup, true, &identity_copied);
	MultiXactIdSetOldestMember();
	nx = heap_compute_new_xmax(t, xid, LockTupleExclusive, true);

	START_CRIT_SECTION();
	PageSetPrunable(old.page, xid);
	cleared = clear_all_visible(rel, old.buffer, old.vmbuffer);
	heap_apply_xmax(t, &nx);
	HeapTupleHeaderClearHotUpdated(t);
	HeapTupleHeaderSetCmax(t, cid, iscombo);
	t->t_ctid = old.tup.t_self;
	if (changingPart)
		HeapTupleHeaderSetMovedPartitions(t);
	MarkBufferDirty(old.buffer);
	if (RelationNeedsWAL(rel))
		log_delete(&old, &nx, identity, cleared, changingPart);
	END_CRIT_SECTION();

	LockBuffer(old.buffer, BUFFER_LOCK_UNLOCK);
	if (rel->rd_rel->relkind != RELKIND_RELATION &&
		rel->rd_rel->relkind != RELKIND_MATVIEW)
		Assert(!HeapTupleHasExternal(&old.tup));
	else if (HeapTupleHasExternal(&old.tup))
		heap_toast_delete(rel, &old.tup, false);

	/* needs the tuple, so before the pin goes */
	CacheInvalidateHeapTuple(rel, &old.tup, NULL);
	close_old_version(&old, LockTupleExclusive);
	pgstat_count_heap_delete(rel);
	if (identity_copied)
		heap_freetuple(identity);
	return TM_Ok;
}

/* Nobody else should have been at work on the row. */
static void
must_be_ok(TM_Result result, const char *function)
{
	switch (result)
	{
		case TM_Ok:
			return;
		case TM_SelfModified:
			elog(ERROR, "tuple already updated by self");
			break;
		case TM_Updated:
			elog(ERROR, "tuple concurrently updated");
			break;
		case TM_Deleted:
			elog(ERROR, "tuple concurrently deleted");
			break;
		default:
			elog(ERROR, "unexpected result of %s", function);
	}
}

/* simple_heap_delete
 *		Delete a row that nobody else can be changing. */
void
simple_heap_delete(Relation rel, ItemPointer tid)
{
	TM_FailureData tmfd;

	must_be_ok(heap_delete(rel, tid, GetCurrentCommandId(true),
						   InvalidSnapshot, true, &tmfd, false),
			   "heap_delete");
}

/* ------------------------------------------------------------------
 * Update
 * ------------------------------------------------------------------
 */

static bool
same_value(TupleDesc desc, int attnum, Datum v1, bool null1, Datum v2,
		   bool null2)
{
	Form_pg_attribute att;

	if (null1 != null2)
		return false;
	if (null1)
		return true;
	if (attnum <= 0)
		return DatumGetObjectId(v1) == DatumGetObjectId(v2);
	att = TupleDescAttr(desc, attnum - 1);
	return datumIsEqual(v1, v2, att->attbyval, att->attlen);
}

/*
 * Which of the interesting columns differ bytewise between the versions?
 */
static Bitmapset *
changed_columns(Relation rel, Bitmapset *interesting, HeapTuple oldtup,
				HeapTuple newtup)
{
	const int shift = FirstLowInvalidHeapAttributeNumber;
	TupleDesc desc = RelationGetDescr(rel);
	Bitmapset *changed = NULL;

	for (int c = bms_next_member(interesting, -1); c >= 0;
		 c = bms_next_member(interesting, c))
	{
		int attnum = c + shift;
		Datum v1,
			v2;
		bool null1,
			null2;

		/* a whole-row reference changes with any column; so do others of the
		 * system columns, which no index has */
		if (attnum == 0 ||
			(attnum < 0 && attnum != TableOidAttributeNumber))
		{
			changed = bms_add_member(changed, c);
			continue;
		}
		v1 = heap_getattr(oldtup, attnum, desc, &null1);
		v2 = heap_getattr(newtup, attnum, desc, &null2);
		if (!same_value(desc, attnum, v1, null1, v2, null2))
			changed = bms_add_member(changed, c);
	}
	return changed;
}

/* An update while it goes through its stages. */
typedef struct UpdateWork
{
	OldVersion old;
	TransactionId xid;
	CommandId cid; /* of the old version's cmax */
	bool iscombo;
	LockTupleMode mode;
	bool key_intact;

	/* after the wait: are lockers left whom the new version must carry? */
	bool checked_lockers;
	bool locker_remains;
	TransactionId held_xmax; /* while the page was unlocked; or Invalid */

	HeapTuple newtup; /* the caller's */
	HeapTuple stored; /* the same, or its toasted form */
	Buffer newbuf;
	Buffer vmbuffer_new;
	bool hot;
} UpdateWork;

/*
 * Somebody holds the row.  False: look again; true: *result is final.
 */
static bool
wait_to_update(UpdateWork *w, TM_Result *result)
{
	OldVersion *old = &w->old;
	HeapTupleHeader t = old->tup.t_data;
	TransactionId xwait = HeapTupleHeaderGetRawXmax(t);
	uint16 infomask = t->t_infomask;
	bool go_on = false;

	if (infomask & HEAP_XMAX_IS_MULTI)
	{
		TransactionId updater;
		bool member = false;
		int remain = 0;

		if (heap_multixact_conflicts(xwait, infomask, w->mode, &member))
		{
			LockBuffer(old->buffer, BUFFER_LOCK_UNLOCK);
			if (!member)
				heap_acquire_tuplock(old->rel, &old->tup.t_self, w->mode,
									 LockWaitBlock, &old->have_tuplock);
			heap_multixact_wait(xwait, heap_mxact_status(w->mode, true),
								infomask, false, old->rel, &old->tup.t_self,
								XLTW_Update, &remain);
			w->checked_lockers = true;
			w->locker_remains = remain != 0;
			LockBuffer(old->buffer, BUFFER_LOCK_EXCLUSIVE);
			if (heap_xmax_changed(t, xwait, infomask))
				return false;
		}
		updater = HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask) ? InvalidTransactionId : HeapTupleGetUpdateXid(t);
		go_on = !TransactionIdIsValid(updater) || TransactionIdDidAbort(updater);
	}
	else if (TransactionIdIsCurrentTransactionId(xwait) ||
			 (HEAP_XMAX_IS_KEYSHR_LOCKED(infomask) && w->key_intact))
	{
		/* our own lock, or a key-share lock that an update does not hurt */
		w->checked_lockers = true;
		w->locker_remains = true;
		go_on = true;
	}
	else
	{
		LockBuffer(old->buffer, BUFFER_LOCK_UNLOCK);
		heap_acquire_tuplock(old->rel, &old->tup.t_self, w->mode,
							 LockWaitBlock, &old->have_tuplock);
		XactLockTableWait(xwait, old->rel, &old->tup.t_self, XLTW_Update);
		w->checked_lockers = true;
		LockBuffer(old->buffer, BUFFER_LOCK_EXCLUSIVE);
		if (heap_xmax_changed(t, xwait, infomask))
			return false;
		heap_update_xmax_hint(t, old->buffer, xwait);
		go_on = (t->t_infomask & HEAP_XMAX_INVALID) != 0;
	}

	if (go_on)
		*result = TM_Ok;
	else
		*result = heap_is_last_version(&old->tup) ? TM_Deleted : TM_Updated;
	return true;
}

/* xmax of the new version: lockers of the old one lock it as well. */
static NewXmax
new_version_xmax(UpdateWork *w)
{
	HeapTupleHeader t = w->old.tup.t_data;
	NewXmax nx = {.xmax = InvalidTransactionId};

	if ((t->t_infomask & HEAP_XMAX_INVALID) ||
		HEAP_LOCKED_UPGRADED(t->t_infomask) ||
		(w->checked_lockers && !w->locker_remains))
	{
		nx.infomask = HEAP_XMAX_INVALID;
		return nx;
	}
	nx.xmax = HeapTupleHeaderGetRawXmax(t);
	if (!TransactionIdIsValid(nx.xmax))
		nx.infomask = HEAP_XMAX_INVALID;
	else if (t->t_infomask & HEAP_XMAX_IS_MULTI)
		heap_multixact_hint_bits(nx.xmax, &nx.infomask, &nx.infomask2);
	else
		/* only a key-share locker can coexist with an update */
		nx.infomask = HEAP_XMAX_KEYSHR_LOCK | HEAP_XMAX_LOCK_ONLY;
	return nx;
}

static void
prepare_new_version(UpdateWork *w, HeapTuple tup, CommandId cid,
					const NewXmax *nx)
{
	HeapTupleHeader t = tup->t_data;

	t->t_infomask &= ~HEAP_XACT_MASK;
	t->t_infomask2 &= ~HEAP2_XACT_MASK;
	HeapTupleHeaderSetXmin(t, w->xid);
	HeapTupleHeaderSetCmin(t, cid);
	t->t_infomask |= HEAP_UPDATED | nx->infomask;
	t->t_infomask2 |= nx->infomask2;
	HeapTupleHeaderSetXmax(t, nx->xmax);
}

/*
 * The page must be unlocked before the new version can be stored: mark the
 * old one as locked by us meanwhile, so that nobody else updates it.
 */
static void
hold_old_version(UpdateWork *w)
{
	OldVersion *old = &w->old;
	HeapTupleHeader t = old->tup.t_data;
	NewXmax nx = heap_compute_new_xmax(t, w->xid, w->mode, false);
	bool cleared = false;

	w->held_xmax = nx.xmax;
	START_CRIT_SECTION();
	HeapTupleHeaderClearHotUpdated(t);
	heap_apply_xmax(t, &nx);
	HeapTupleHeaderSetCmax(t, w->cid, w->iscombo);
	t->t_ctid = old->tup.t_self;
	if (PageIsAllVisible(old->page) &&
		visibilitymap_clear(old->rel, old->block, old->vmbuffer,
							VISIBILITYMAP_ALL_FROZEN))
		cleared = true;
	MarkBufferDirty(old->buffer);
	if (RelationNeedsWAL(old->rel))
	{
		xl_heap_lock xlrec;

		xlrec.offnum = ItemPointerGetOffsetNumber(&old->tup.t_self);
		xlrec.locking_xid = nx.xmax;
		xlrec.infobits_set = heap_compute_infobits(t->t_infomask,
												   t->t_infomask2);
		xlrec.flags = cleared ? XLH_LOCK_ALL_FROZEN_CLEARED : 0;
		XLogBeginInsert();
		XLogRegisterBuffer(0, old->buffer, REGBUF_STANDARD);
		XLogRegisterData((char *) &xlrec, SizeOfHeapLock);
		PageSetLSN(old->page, XLogInsert(RM_HEAP_ID, XLOG_HEAP_LOCK));
	}
	END_CRIT_SECTION();
}

/*
 * Find room for the new version.  Comes with the old page locked, leaves it
 * and newbuf (maybe the same) locked.
 */
static void
find_room(UpdateWork *w)
{
	OldVersion *old = &w->old;
	Relation rel = old->rel;
	bool toast = false;
	Size size = MAXALIGN(w->newtup->t_len);
	Size pagefree = PageGetHeapFreeSpace(old->page);

	w->newbuf = old->buffer;
	w->stored = w->newtup;
	if (rel->rd_rel->relkind == RELKIND_RELATION ||
		rel->rd_rel->relkind == RELKIND_MATVIEW)
		toast = HeapTupleHasExternal(&old->tup) ||
			HeapTupleHasExternal(w->newtup) ||
			w->newtup->t_len > TOAST_TUPLE_THRESHOLD;
	if (!toast && size <= pagefree)
		return;

	hold_old_version(w);
	LockBuffer(old->buffer, BUFFER_LOCK_UNLOCK);
	if (toast)
	{
		w->stored = heap_toast_insert_or_update(rel, w->newtup, &old->tup, 0);
		size = MAXALIGN(w->stored->t_len);
	}

	for (;;)
	{
		if (size > pagefree)
		{
			/* locks both pages */
			w->newbuf = RelationGetBufferForTuple(rel, w->stored->t_len,
												  old->buffer, 0, NULL,
												  &w->vmbuffer_new,
												  &old->vmbuffer);
			return;
		}
		if (old->vmbuffer == InvalidBuffer && PageIsAllVisible(old->page))
			visibilitymap_pin(rel, old->block, &old->vmbuffer);
		LockBuffer(old->buffer, BUFFER_LOCK_EXCLUSIVE);
		pagefree = PageGetHeapFreeSpace(old->page);
		if (size <= pagefree &&
			(old->vmbuffer != InvalidBuffer || !PageIsAllVisible(old->page)))
			return; /* still fits */
		LockBuffer(old->buffer, BUFFER_LOCK_UNLOCK);
	}
}

/* Bytes that old and new data have in common at either end; below 3 is 0. */
static void
common_ends(HeapTuple oldtup, HeapTuple newtup, uint16 *prefix, uint16 *suffix)
{
	const char *o = (char *) oldtup->t_data + oldtup->t_data->t_hoff;
	const char *n = (char *) newtup->t_data + newtup->t_data->t_hoff;
	int olen = oldtup->t_len - oldtup->t_data->t_hoff;
	int nlen = newtup->t_len - newtup->t_data->t_hoff;
	int limit = Min(olen, nlen);
	int p = 0;
	int s = 0;

	/* eight at a time while they agree */
	while (p + 8 <= limit && memcmp(o + p, n + p, 8) == 0)
		p += 8;
	while (p < limit && o[p] == n[p])
		p++;
	if (p < 3)
		p = 0;
	while (s + 8 <= limit - p && memcmp(o + olen - s - 8, n + nlen - s - 8, 8) == 0)
		s += 8;
	while (s < limit - p && o[olen - s - 1] == n[nlen - s - 1])
		s++;
	if (s < 3)
		s = 0;
	*prefix = p;
	*suffix = s;
}

/*
 * The new version as a delta of the old one, if the log's format has that and it
 * is shorter than what would be logged otherwise (stock_len).  Returns its length
 * in *delta, which lives until the next call, or -1.
 *
 * Replay must have the old version for certain (README, invariants D1 and D2).
 */
static int
make_delta(UpdateWork *w, int stock_len, char **delta)
{
	static char space[BLCKSZ];
	HeapTuple oldtup = &w->old.tup;
	HeapTuple newtup = w->stored;
	int room = Min(stock_len - 1, (int) sizeof(space));

	if (!XLogExtendedActive() || !RelationUsesDeltaUpdates(w->old.rel))
		return -1;
	if (w->newbuf != w->old.buffer && !XLogPagesHaveImages())
		return -1;
	*delta = space;
	return heap_delta_encode((char *) oldtup->t_data + SizeofHeapTupleHeader,
							 oldtup->t_len - SizeofHeapTupleHeader,
							 (char *) newtup->t_data + SizeofHeapTupleHeader,
							 newtup->t_len - SizeofHeapTupleHeader, space, room);
}

static XLogRecPtr
log_update(UpdateWork *w, HeapTuple identity, bool old_cleared,
		   bool new_cleared)
{
	OldVersion *old = &w->old;
	HeapTuple newtup = w->stored;
	HeapTupleHeader t = newtup->t_data;
	Page page = BufferGetPage(w->newbuf);
	bool new_data = RelationIsLogicallyLogged(old->rel);
	xl_heap_update xlrec;
	xl_heap_header header,
		identity_header;
	uint16 ends[2] = {0, 0};
	uint8 info = HeapTupleIsHeapOnly(newtup) ? XLOG_HEAP_HOT_UPDATE : XLOG_HEAP_UPDATE;
	int bufflags = REGBUF_STANDARD;
	char *data = (char *) t + t->t_hoff;
	Size datalen = newtup->t_len - t->t_hoff;
	bool init_page = first_on_page(page, newtup);

	char *delta = NULL;
	int delta_len = -1;

	/* an image of the page would make the saving pointless */
	if (!new_data && (init_page || !XLogCheckBufferNeedsBackup(w->newbuf)))
	{
		int stock_len = newtup->t_len - SizeofHeapTupleHeader;

		if (old->buffer == w->newbuf)
		{
			common_ends(&old->tup, newtup, &ends[0], &ends[1]);
			stock_len += (ends[0] > 0 ? 2 : 0) - ends[0];
			stock_len += (ends[1] > 0 ? 2 : 0) - ends[1];
		}
		delta_len = make_delta(w, stock_len, &delta);
		if (delta_len >= 0)
			ends[0] = ends[1] = 0;
	}

	xlrec.flags = 0;
	if (old_cleared)
		xlrec.flags |= XLH_UPDATE_OLD_ALL_VISIBLE_CLEARED;
	if (new_cleared)
		xlrec.flags |= XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED;
	if (ends[0] > 0)
		xlrec.flags |= XLH_UPDATE_PREFIX_FROM_OLD;
	if (ends[1] > 0)
		xlrec.flags |= XLH_UPDATE_SUFFIX_FROM_OLD;
	if (delta_len >= 0)
		xlrec.flags |= XLH_UPDATE_DELTA;
	if (new_data)
	{
		xlrec.flags |= XLH_UPDATE_CONTAINS_NEW_TUPLE;
		bufflags |= REGBUF_KEEP_DATA;
		if (identity)
			xlrec.flags |=
				old->rel->rd_rel->relreplident == REPLICA_IDENTITY_FULL ? XLH_UPDATE_CONTAINS_OLD_TUPLE : XLH_UPDATE_CONTAINS_OLD_KEY;
	}
	if (init_page)
	{
		info |= XLOG_HEAP_INIT_PAGE;
		bufflags |= REGBUF_WILL_INIT;
	}
	xlrec.old_offnum = ItemPointerGetOffsetNumber(&old->tup.t_self);
	xlrec.old_xmax = HeapTupleHeaderGetRawXmax(old->tup.t_data);
	xlrec.old_infobits_set =
		heap_compute_infobits(old->tup.t_data->t_infomask,
							  old->tup.t_data->t_infomask2);
	xlrec.new_offnum = ItemPointerGetOffsetNumber(&newtup->t_self);
	xlrec.new_xmax = HeapTupleHeaderGetRawXmax(t);

	XLogBeginInsert();
	XLogRegisterBuffer(0, w->newbuf, bufflags);
	if (old->buffer != w->newbuf)
	{
		/* a delta needs the old page's content, whatever full_page_writes is */
		XLogRegisterBuffer(1, old->buffer, REGBUF_STANDARD | (delta_len >= 0 ? REGBUF_BASE : 0));
		if (delta_len >= 0)
			XLogSetRecordFlags(XLOG_HAS_BASE);
	}
	XLogRegisterData((char *) &xlrec, SizeOfHeapUpdate);

	if (ends[0] > 0)
		XLogRegisterBufData(0, (char *) &ends[0], sizeof(uint16));
	if (ends[1] > 0)
		XLogRegisterBufData(0, (char *) &ends[1], sizeof(uint16));
	fill_record_header(&header, newtup);
	XLogRegisterBufData(0, (char *) &header, SizeOfHeapHeader);
	if (delta_len > 0)
		XLogRegisterBufData(0, delta, delta_len);
	else if (delta_len < 0)
	{
		/* bitmap and padding, then the middle of the data */
		XLogRegisterBufData(0, (char *) t + SizeofHeapTupleHeader,
							t->t_hoff - SizeofHeapTupleHeader);
		if (datalen > (Size) ends[0] + ends[1])
			XLogRegisterBufData(0, data + ends[0], datalen - ends[0] - ends[1]);
	}

	if (new_data && identity)
	{
		fill_record_header(&identity_header, identity);
		XLogRegisterData((char *) &identity_header, SizeOfHeapHeader);
		XLogRegisterData((char *) identity->t_data + SizeofHeapTupleHeader,
						 identity->t_len - SizeofHeapTupleHeader);
	}
	XLogSetRecordFlags(XLOG_INCLUDE_ORIGIN);
	return XLogInsert(RM_HEAP_ID, info);
}

/* Store the new version, link the old one to it, and log both. */
static void
write_update(UpdateWork *w, const NewXmax *old_xmax, HeapTuple identity)
{
	OldVersion *old = &w->old;
	HeapTupleHeader t = old->tup.t_data;
	bool old_cleared;
	bool new_cleared = false;

	START_CRIT_SECTION();
	PageSetPrunable(old->page, w->xid);
	if (w->hot)
	{
		HeapTupleHeaderSetHotUpdated(t);
		HeapTupleSetHeapOnly(w->stored);
		HeapTupleSetHeapOnly(w->newtup);
	}
	else
	{
		HeapTupleHeaderClearHotUpdated(t);
		HeapTupleClearHeapOnly(w->stored);
		HeapTupleClearHeapOnly(w->newtup);
	}
	RelationPutHeapTuple(old->rel, w->newbuf, w->stored, false);

	heap_apply_xmax(t, old_xmax);
	HeapTupleHeaderSetCmax(t, w->cid, w->iscombo);
	t->t_ctid = w->stored->t_self;

	old_cleared = clear_all_visible(old->rel, old->buffer, old->vmbuffer);
	if (w->newbuf != old->buffer)
	{
		new_cleared = clear_all_visible(old->rel, w->newbuf, w->vmbuffer_new);
		MarkBufferDirty(w->newbuf);
	}
	MarkBufferDirty(old->buffer);

	if (RelationNeedsWAL(old->rel))
	{
		XLogRecPtr lsn;

		if (RelationIsAccessibleInLogicalDecoding(old->rel))
		{
			log_new_cid(old->rel, &old->tup);
			log_new_cid(old->rel, w->stored);
		}
		lsn = log_update(w, identity, old_cleared, new_cleared);
		if (w->newbuf != old->buffer)
			PageSetLSN(BufferGetPage(w->newbuf), lsn);
		PageSetLSN(old->page, lsn);
	}
	END_CRIT_SECTION();
}

/*
 * heap_update
 *		Replace the row version at otid by newtup.
 *
 * *lockmode becomes the mode in which the old version is held: no-key-exclusive
 * if no column of a key changed.  newtup's t_self is set, and its heap-only
 * flag tells that no new index entries are needed.  Failures as heap_delete.
 */
TM_Result
heap_update(Relation rel, ItemPointer otid, HeapTuple newtup, CommandId cid,
			Snapshot crosscheck, bool wait, TM_FailureData *tmfd,
			LockTupleMode *lockmode)
{
	UpdateWork w = {.newtup = newtup, .vmbuffer_new = InvalidBuffer};
	Bitmapset *hot_attrs,
		*key_attrs,
		*id_attrs,
		*interesting,
		*changed;
	HeapTuple identity;
	bool identity_copied = false;
	NewXmax old_xmax,
		new_xmax;
	TM_Result result;

	Assert(ItemPointerIsValid(otid));
	w.xid = GetCurrentTransactionId();
	/* catalogs may be read for these: before the page is locked */
	hot_attrs = RelationGetIndexAttrBitmap(rel, INDEX_ATTR_BITMAP_ALL);
	key_attrs = RelationGetIndexAttrBitmap(rel, INDEX_ATTR_BITMAP_KEY);
	id_attrs = RelationGetIndexAttrBitmap(rel, INDEX_ATTR_BITMAP_IDENTITY_KEY);
	interesting = bms_union(hot_attrs, bms_union(key_attrs, id_attrs));

	open_old_version(&w.old, rel, otid);
	newtup->t_tableOid = RelationGetRelid(rel);
	changed = changed_columns(rel, interesting, &w.old.tup, newtup);

	w.key_intact = !bms_overlap(changed, key_attrs);
	w.mode = w.key_intact ? LockTupleNoKeyExclusive : LockTupleExclusive;
	*lockmode = w.mode;
	/* the lock mode does not matter for pages of others' multixacts */
	MultiXactIdSetOldestMember();

	for (;;)
	{
		w.checked_lockers = w.locker_remains = false;
		result = HeapTupleSatisfiesUpdate(&w.old.tup, cid, w.old.buffer);
		if (result == TM_Invisible)
		{
			UnlockReleaseBuffer(w.old.buffer);
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("attempted to update invisible tuple")));
		}
		if (result == TM_BeingModified && wait && !wait_to_update(&w, &result))
			continue;
		if (crosscheck != InvalidSnapshot && result == TM_Ok &&
			!HeapTupleSatisfiesVisibility(&w.old.tup, crosscheck, w.old.buffer))
			result = TM_Updated;
		if (result != TM_Ok)
		{
			result = refuse_old_version(&w.old, w.mode, result, tmfd);
			goto out;
		}
		/* after a wait, somebody may have made the page all-visible */
		if (old_version_map_ok(&w.old))
			break;
	}

	old_xmax = heap_compute_new_xmax(w.old.tup.t_data, w.xid, w.mode, true);
	new_xmax = new_version_xmax(&w);
	prepare_new_version(&w, newtup, cid, &new_xmax);
	w.cid = cid;
	HeapTupleHeaderAdjustCmax(w.old.tup.t_data, &w.cid, &w.iscombo);

	find_room(&w);
	if (TransactionIdIsValid(w.held_xmax) &&
		HeapTupleHeaderGetRawXmax(w.old.tup.t_data) != w.held_xmax)
	{
		/* somebody has taken a key-share lock meanwhile: both versions keep it */
		w.locker_remains = true;
		old_xmax = heap_compute_new_xmax(w.old.tup.t_data, w.xid, w.mode, true);
		new_xmax = new_version_xmax(&w);
		prepare_new_version(&w, newtup, cid, &new_xmax);
		if (w.stored != newtup)
			prepare_new_version(&w, w.stored, cid, &new_xmax);
	}
	if (w.newbuf == w.old.buffer)
		w.hot = !bms_overlap(changed, hot_attrs);
	else
		PageSetFull(w.old.page); /* an invitation to prune */
	identity = replica_identity(rel, &w.old.tup,
								bms_overlap(changed, id_attrs),
								&identity_copied);

	write_update(&w, &old_xmax, identity);

	if (w.newbuf != w.old.buffer)
		LockBuffer(w.newbuf, BUFFER_LOCK_UNLOCK);
	LockBuffer(w.old.buffer, BUFFER_LOCK_UNLOCK);
	CacheInvalidateHeapTuple(rel, &w.old.tup, w.stored);
	if (w.newbuf != w.old.buffer)
		ReleaseBuffer(w.newbuf);
	if (BufferIsValid(w.vmbuffer_new))
		ReleaseBuffer(w.vmbuffer_new);
	close_old_version(&w.old, w.mode);
	pgstat_count_heap_update(rel, w.hot);

	if (w.stored != newtup)
	{
		newtup->t_self = w.stored->t_self;
		heap_freetuple(w.stored);
	}
	if (identity_copied)
		heap_freetuple(identity);
out:
	bms_free(hot_attrs);
	bms_free(key_attrs);
	bms_free(id_attrs);
	bms_free(interesting);
	bms_free(changed);
	return result;
}

/* simple_heap_update
 *		Update a row that nobody else can be changing. */
void
simple_heap_update(Relation rel, ItemPointer otid, HeapTuple tup)
{
	TM_FailureData tmfd;
	LockTupleMode mode;

	must_be_ok(heap_update(rel, otid, tup, GetCurrentCommandId(true),
						   InvalidSnapshot, true, &tmfd, &mode),
			   "heap_update");
}

/* The line pointer of a row that is known to be there. */
static ItemId
normal_item(Page page, OffsetNumber off)
{
	if (off > PageGetMaxOffsetNumber(page) || !ItemIdIsNormal(PageGetItemId(page, off)))
		elog(ERROR, "invalid lp");
	return PageGetItemId(page, off);
}

/*
 * heap_inplace_update
 *		Overwrite the data of a row in place, outside any transaction: for
 *		pg_class counts and the like.  Lengths must agree.
 */
void
heap_inplace_update(Relation rel, HeapTuple tuple)
{
	Buffer buffer = ReadBuffer(rel,
							   ItemPointerGetBlockNumber(&tuple->t_self));
	OffsetNumber off = ItemPointerGetOffsetNumber(&tuple->t_self);
	Page page = BufferGetPage(buffer);
	ItemId lp;
	HeapTupleHeader t;
	uint32 len;

	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	lp = normal_item(page, off);
	t = (HeapTupleHeader) PageGetItem(page, lp);
	len = ItemIdGetLength(lp) - t->t_hoff;
	if (len != tuple->t_len - tuple->t_data->t_hoff ||
		t->t_hoff != tuple->t_data->t_hoff)
		elog(ERROR, "wrong tuple length");

	START_CRIT_SECTION();
	memcpy((char *) t + t->t_hoff,
		   (char *) tuple->t_data + tuple->t_data->t_hoff, len);
	MarkBufferDirty(buffer);
	if (RelationNeedsWAL(rel))
	{
		xl_heap_inplace xlrec = {.offnum = off};

		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, SizeOfHeapInplace);
		XLogRegisterBuffer(0, buffer, REGBUF_STANDARD);
		XLogRegisterBufData(0, (char *) t + t->t_hoff, len);
		PageSetLSN(page, XLogInsert(RM_HEAP_ID, XLOG_HEAP_INPLACE));
	}
	END_CRIT_SECTION();
	UnlockReleaseBuffer(buffer);

	/* not transactional: others learn of it when this transaction ends */
	if (!IsBootstrapProcessingMode())
		CacheInvalidateHeapTuple(rel, tuple, NULL);
}

/* ------------------------------------------------------------------
 * Speculative insertions (ON CONFLICT)
 * ------------------------------------------------------------------
 */

/* heap_finish_speculative
 *		The insertion stands: replace its token by the row's own TID. */
void
heap_finish_speculative(Relation rel, ItemPointer tid)
{
	Buffer buffer = ReadBuffer(rel, ItemPointerGetBlockNumber(tid));
	OffsetNumber off = ItemPointerGetOffsetNumber(tid);
	Page page = BufferGetPage(buffer);
	ItemId lp;
	HeapTupleHeader t;

	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	lp = normal_item(page, off);
	t = (HeapTupleHeader) PageGetItem(page, lp);

	START_CRIT_SECTION();
	Assert(HeapTupleHeaderIsSpeculative(t));
	MarkBufferDirty(buffer);
	t->t_ctid = *tid;
	if (RelationNeedsWAL(rel))
	{
		xl_heap_confirm xlrec = {.offnum = off};

		XLogBeginInsert();
		XLogSetRecordFlags(XLOG_INCLUDE_ORIGIN);
		XLogRegisterData((char *) &xlrec, SizeOfHeapConfirm);
		XLogRegisterBuffer(0, buffer, REGBUF_STANDARD);
		PageSetLSN(page, XLogInsert(RM_HEAP_ID, XLOG_HEAP_CONFIRM));
	}
	END_CRIT_SECTION();
	UnlockReleaseBuffer(buffer);
}

/* heap_abort_speculative
 *		Kill a row this transaction inserted on trial: it is dead to all at
 *		once, as if its inserter had aborted. */
void
heap_abort_speculative(Relation rel, ItemPointer tid)
{
	TransactionId xid = GetCurrentTransactionId();
	BlockNumber block = ItemPointerGetBlockNumber(tid);
	Buffer buffer = ReadBuffer(rel, block);
	Page page = BufferGetPage(buffer);
	ItemId lp;
	HeapTupleData tup;
	HeapTupleHeader t;
	TransactionId prune_xid;

	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	/* nobody has seen it, so the page cannot be all-visible */
	Assert(!PageIsAllVisible(page));
	lp = PageGetItemId(page, ItemPointerGetOffsetNumber(tid));
	Assert(ItemIdIsNormal(lp));
	tup.t_tableOid = RelationGetRelid(rel);
	tup.t_data = t = (HeapTupleHeader) PageGetItem(page, lp);
	tup.t_len = ItemIdGetLength(lp);
	tup.t_self = *tid;
	if (HeapTupleHeaderGetRawXmin(t) != xid)
		elog(ERROR, "attempted to kill a tuple inserted by another transaction");
	if (!IsToastRelation(rel) && !HeapTupleHeaderIsSpeculative(t))
		elog(ERROR, "attempted to kill a non-speculative tuple");

	START_CRIT_SECTION();
	/* prunable at once: any xid that is past for everyone will do */
	prune_xid = TransactionXmin;
	if (TransactionIdPrecedes(prune_xid, rel->rd_rel->relfrozenxid))
		prune_xid = rel->rd_rel->relfrozenxid;
	PageSetPrunable(page, prune_xid);
	t->t_infomask &= ~(HEAP_XMAX_BITS | HEAP_MOVED);
	t->t_infomask2 &= ~HEAP_KEYS_UPDATED;
	HeapTupleHeaderSetXmin(t, InvalidTransactionId);
	t->t_ctid = tup.t_self;
	MarkBufferDirty(buffer);
	if (RelationNeedsWAL(rel))
	{
		xl_heap_delete xlrec;

		xlrec.flags = XLH_DELETE_IS_SUPER;
		xlrec.infobits_set = heap_compute_infobits(t->t_infomask,
												   t->t_infomask2);
		xlrec.offnum = ItemPointerGetOffsetNumber(tid);
		xlrec.xmax = xid;
		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, SizeOfHeapDelete);
		XLogRegisterBuffer(0, buffer, REGBUF_STANDARD);
		PageSetLSN(page, XLogInsert(RM_HEAP_ID, XLOG_HEAP_DELETE));
	}
	END_CRIT_SECTION();
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);

	if (HeapTupleHasExternal(&tup))
	{
		Assert(!IsToastRelation(rel));
		heap_toast_delete(rel, &tup, true);
	}
	ReleaseBuffer(buffer);
	pgstat_count_heap_delete(rel);
}

/* ------------------------------------------------------------------
 * Extra WAL for logical decoding
 * ------------------------------------------------------------------
 */

/* Tell which commands of this transaction made and ended a catalog row. */
static void
log_new_cid(Relation rel, HeapTuple tup)
{
	HeapTupleHeader t = tup->t_data;
	xl_heap_new_cid xlrec;

	Assert(ItemPointerIsValid(&tup->t_self));
	xlrec.top_xid = GetTopTransactionId();
	xlrec.target_node = rel->rd_node;
	xlrec.target_tid = tup->t_self;
	if (t->t_infomask & HEAP_COMBOCID)
	{
		xlrec.cmin = HeapTupleHeaderGetCmin(t);
		xlrec.cmax = HeapTupleHeaderGetCmax(t);
		xlrec.combocid = HeapTupleHeaderGetRawCommandId(t);
	}
	else
	{
		bool inserted = (t->t_infomask & HEAP_XMAX_INVALID) ||
			HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask);

		xlrec.cmin = inserted ? HeapTupleHeaderGetRawCommandId(t) : InvalidCommandId;
		xlrec.cmax = inserted ? InvalidCommandId : HeapTupleHeaderGetRawCommandId(t);
		xlrec.combocid = InvalidCommandId;
	}
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfHeapNewCid);
	(void) XLogInsert(RM_HEAP2_ID, XLOG_HEAP2_NEW_CID);
}

/*
 * The old row, or its key, as far as a subscriber needs it; NULL if it does
 * not.  Out-of-line values are fetched.
 */
static HeapTuple
replica_identity(Relation rel, HeapTuple tup, bool key_changed, bool *copied)
{
	const int shift = FirstLowInvalidHeapAttributeNumber;
	TupleDesc desc = RelationGetDescr(rel);
	char ident = rel->rd_rel->relreplident;
	Bitmapset *key;
	HeapTuple result;
	Datum values[MaxHeapAttributeNumber];
	bool isnull[MaxHeapAttributeNumber];

	*copied = false;
	if (!RelationIsLogicallyLogged(rel) || ident == REPLICA_IDENTITY_NOTHING)
		return NULL;
	if (ident == REPLICA_IDENTITY_FULL)
	{
		if (!HeapTupleHasExternal(tup))
			return tup;
		*copied = true;
		return toast_flatten_tuple(tup, desc);
	}
	if (!key_changed)
		return NULL;
	key = RelationGetIndexAttrBitmap(rel, INDEX_ATTR_BITMAP_IDENTITY_KEY);
	if (bms_is_empty(key))
		return NULL;

	heap_deform_tuple(tup, desc, values, isnull);
	for (int i = 0; i < desc->natts; i++)
		if (!bms_is_member(i + 1 - shift, key))
			isnull[i] = true;
	bms_free(key);
	*copied = true;
	result = heap_form_tuple(desc, values, isnull);
	if (HeapTupleHasExternal(result))
	{
		HeapTuple flat = toast_flatten_tuple(result, desc);

		heap_freetuple(result);
		result = flat;
	}
	return result;
}
