/*
 * heapam_xlog.c
 *		Replaying the heap's WAL records, and masking its pages.
 *
 * Each function undoes nothing and decides nothing: it puts the page into
 * the state that the record's author left it in.  The rules common to all
 * are in access/transam/README; what each record holds is in
 * access/heap/README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapam_xlog.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/bufmask.h"
#include "access/heapam.h"
#include "access/heapam_xlog.h"
#include "access/heapdelta.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "access/visibilitymap.h"
#include "access/xlog.h"
#include "access/xlogutils.h"
#include "storage/bufmgr.h"
#include "storage/freespace.h"
#include "storage/standby.h"
#include "utils/rel.h"

/* free space below which an insertion is worth telling the map */
#define FSM_UPDATE_LIMIT (BLCKSZ / 5)

/* ------------------------------------------------------------------
 * Helpers
 * ------------------------------------------------------------------
 */

/* Clear bits of the visibility map for a heap block of the record. */
static void
clear_vm(XLogReaderState *record, uint8 block_id, uint8 flags)
{
	RelFileNode rnode;
	BlockNumber blkno;
	Relation rel;
	Buffer vmbuffer = InvalidBuffer;

	XLogRecGetBlockTag(record, block_id, &rnode, NULL, &blkno);
	rel = CreateFakeRelcacheEntry(rnode);
	visibilitymap_pin(rel, blkno, &vmbuffer);
	visibilitymap_clear(rel, blkno, vmbuffer, flags);
	ReleaseBuffer(vmbuffer);
	FreeFakeRelcacheEntry(rel);
}

static void
record_free_space(XLogReaderState *record, uint8 block_id, Size space)
{
	RelFileNode rnode;
	BlockNumber blkno;

	XLogRecGetBlockTag(record, block_id, &rnode, NULL, &blkno);
	XLogRecordPageWithFreeSpace(rnode, blkno, space);
}

/* Set the bits that an "infobits" byte stands for. */
static void
apply_infobits(HeapTupleHeader t, uint8 infobits)
{
	t->t_infomask &= ~(HEAP_XMAX_BITS | HEAP_MOVED);
	t->t_infomask2 &= ~HEAP_KEYS_UPDATED;
	if (infobits & XLHL_XMAX_IS_MULTI)
		t->t_infomask |= HEAP_XMAX_IS_MULTI;
	if (infobits & XLHL_XMAX_LOCK_ONLY)
		t->t_infomask |= HEAP_XMAX_LOCK_ONLY;
	if (infobits & XLHL_XMAX_EXCL_LOCK)
		t->t_infomask |= HEAP_XMAX_EXCL_LOCK;
	if (infobits & XLHL_XMAX_KEYSHR_LOCK)
		t->t_infomask |= HEAP_XMAX_KEYSHR_LOCK;
	if (infobits & XLHL_KEYS_UPDATED)
		t->t_infomask2 |= HEAP_KEYS_UPDATED;
}

/* The tuple that a record names; it must be there. */
static HeapTupleHeader
existing_tuple(Page page, OffsetNumber off, ItemId *lpp)
{
	ItemId lp = NULL;

	if (off >= FirstOffsetNumber && off <= PageGetMaxOffsetNumber(page))
		lp = PageGetItemId(page, off);
	if (lp == NULL || !ItemIdIsNormal(lp))
		elog(PANIC, "invalid lp");
	if (lpp)
		*lpp = lp;
	return (HeapTupleHeader) PageGetItem(page, lp);
}

/* Room to rebuild a tuple in. */
typedef union TupleSpace
{
	HeapTupleHeaderData hdr;
	char data[MaxHeapTupleSize];
	double align;
} TupleSpace;

/* Header of a rebuilt tuple: only what the record gives is set. */
static HeapTupleHeader
start_tuple(TupleSpace *space, uint16 infomask2, uint16 infomask, uint8 hoff,
			TransactionId xmin, ItemPointer ctid)
{
	HeapTupleHeader t = &space->hdr;

	memset(t, 0, SizeofHeapTupleHeader);
	t->t_infomask2 = infomask2;
	t->t_infomask = infomask;
	t->t_hoff = hoff;
	HeapTupleHeaderSetXmin(t, xmin);
	HeapTupleHeaderSetCmin(t, FirstCommandId);
	t->t_ctid = *ctid;
	return t;
}

static void
add_tuple(Page page, HeapTupleHeader t, Size len, OffsetNumber off)
{
	if (PageGetMaxOffsetNumber(page) + 1 < off)
		elog(PANIC, "invalid max offset number");
	if (PageAddItem(page, (Item) t, len, off, true, true) == InvalidOffsetNumber)
		elog(PANIC, "failed to add tuple");
}

/* Get the page that a new tuple goes to; made new with INIT_PAGE. */
static XLogRedoAction
page_for_insert(XLogReaderState *record, Buffer *buffer)
{
	if (!(XLogRecGetInfo(record) & XLOG_HEAP_INIT_PAGE))
		return XLogReadBufferForRedo(record, 0, buffer);
	*buffer = XLogInitBufferForRedo(record, 0);
	PageInit(BufferGetPage(*buffer), BufferGetPageSize(*buffer), 0);
	return BLK_NEEDS_REDO;
}

static void
finish_page(XLogReaderState *record, Buffer buffer)
{
	PageSetLSN(BufferGetPage(buffer), record->EndRecPtr);
	MarkBufferDirty(buffer);
}

static void
release(Buffer buffer)
{
	if (BufferIsValid(buffer))
		UnlockReleaseBuffer(buffer);
}

/*
 * The same for a page that rows were inserted into: its flags as the record says,
 * and the free space map knows of it if it is nearly full.  Releases it.
 */
static void
finish_insert(XLogReaderState *record, Buffer buffer, uint8 flags)
{
	Page page = BufferGetPage(buffer);
	Size freespace = PageGetHeapFreeSpace(page);

	if (flags & XLH_INSERT_ALL_VISIBLE_CLEARED)
		PageClearAllVisible(page);
	if (flags & XLH_INSERT_ALL_FROZEN_SET)
		PageSetAllVisible(page);
	finish_page(record, buffer);
	UnlockReleaseBuffer(buffer);
	if (freespace < FSM_UPDATE_LIMIT)
		record_free_space(record, 0, freespace);
}

/* On a standby, end queries that still see what is going to vanish. */
static void
resolve_conflict(XLogReaderState *record, uint8 block_id, TransactionId latest)
{
	RelFileNode rnode;

	if (!InHotStandby || !ResolveRecoveryConflictWithSnapshot)
		return;
	XLogRecGetBlockTag(record, block_id, &rnode, NULL, NULL);
	ResolveRecoveryConflictWithSnapshot(latest, rnode);
}

/* ------------------------------------------------------------------
 * Heap: one row
 * ------------------------------------------------------------------
 */

static void
redo_insert(XLogReaderState *record)
{
	xl_heap_insert *xlrec = (xl_heap_insert *) XLogRecGetData(record);
	Buffer buffer;
	BlockNumber blkno;

	XLogRecGetBlockTag(record, 0, NULL, NULL, &blkno);
	/* before the page's LSN is looked at: the map has its own */
	if (xlrec->flags & XLH_INSERT_ALL_VISIBLE_CLEARED)
		clear_vm(record, 0, VISIBILITYMAP_VALID_BITS);

	if (page_for_insert(record, &buffer) == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(buffer);
		TupleSpace space;
		HeapTupleHeader t;
		xl_heap_header h;
		ItemPointerData tid;
		Size len;
		char *data = XLogRecGetBlockData(record, 0, &len);

		ItemPointerSet(&tid, blkno, xlrec->offnum);
		memcpy(&h, data, SizeOfHeapHeader);
		len -= SizeOfHeapHeader;
		Assert(len <= MaxHeapTupleSize - SizeofHeapTupleHeader);
		t = start_tuple(&space, h.t_infomask2, h.t_infomask, h.t_hoff,
						XLogRecGetXid(record), &tid);
		memcpy((char *) t + SizeofHeapTupleHeader, data + SizeOfHeapHeader, len);
		add_tuple(page, t, len + SizeofHeapTupleHeader, xlrec->offnum);

		finish_insert(record, buffer, xlrec->flags);
	}
	else
		release(buffer);
}

static void
redo_delete(XLogReaderState *record)
{
	xl_heap_delete *xlrec = (xl_heap_delete *) XLogRecGetData(record);
	Buffer buffer;

	if (xlrec->flags & XLH_DELETE_ALL_VISIBLE_CLEARED)
		clear_vm(record, 0, VISIBILITYMAP_VALID_BITS);

	if (XLogReadBufferForRedo(record, 0, &buffer) == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(buffer);
		HeapTupleHeader t = existing_tuple(page, xlrec->offnum, NULL);

		apply_infobits(t, xlrec->infobits_set);
		HeapTupleHeaderClearHotUpdated(t);
		if (xlrec->flags & XLH_DELETE_IS_SUPER)
			HeapTupleHeaderSetXmin(t, InvalidTransactionId);
		else
			HeapTupleHeaderSetXmax(t, xlrec->xmax);
		HeapTupleHeaderSetCmax(t, FirstCommandId, false);
		PageSetPrunable(page, XLogRecGetXid(record));
		if (xlrec->flags & XLH_DELETE_ALL_VISIBLE_CLEARED)
			PageClearAllVisible(page);
		if (xlrec->flags & XLH_DELETE_IS_PARTITION_MOVE)
			HeapTupleHeaderSetMovedPartitions(t);
		else
			ItemPointerSet(&t->t_ctid, BufferGetBlockNumber(buffer),
						   xlrec->offnum);
		finish_page(record, buffer);
	}
	release(buffer);
}

/* The old version of an update. */
static void
redo_update_old(XLogReaderState *record, xl_heap_update *xlrec, Page page,
				HeapTupleHeader t, ItemPointer newtid, bool hot)
{
	apply_infobits(t, xlrec->old_infobits_set);
	if (hot)
		HeapTupleHeaderSetHotUpdated(t);
	else
		HeapTupleHeaderClearHotUpdated(t);
	HeapTupleHeaderSetXmax(t, xlrec->old_xmax);
	HeapTupleHeaderSetCmax(t, FirstCommandId, false);
	t->t_ctid = *newtid;
	PageSetPrunable(page, XLogRecGetXid(record));
	if (xlrec->flags & XLH_UPDATE_OLD_ALL_VISIBLE_CLEARED)
		PageClearAllVisible(page);
}

/* The flag has its meaning in the extended format only. */
static bool
is_delta(XLogReaderState *record, const xl_heap_update *xlrec)
{
	return (xlrec->flags & XLH_UPDATE_DELTA) != 0 && record->record->extended;
}

/*
 * The new version, put together from the record and, if it leaves ends out or is
 * a delta, from the old version.
 */
static void
redo_update_new(XLogReaderState *record, xl_heap_update *xlrec, Page page,
				HeapTupleHeader oldt, Size oldlen, ItemPointer newtid)
{
	TupleSpace space;
	HeapTupleHeader t;
	xl_heap_header h;
	uint16 prefix = 0;
	uint16 suffix = 0;
	Size datalen;
	char *data = XLogRecGetBlockData(record, 0, &datalen);
	char *end = data + datalen;
	char *out;
	Size n;

	if (xlrec->flags & XLH_UPDATE_PREFIX_FROM_OLD)
	{
		memcpy(&prefix, data, sizeof(uint16));
		data += sizeof(uint16);
	}
	if (xlrec->flags & XLH_UPDATE_SUFFIX_FROM_OLD)
	{
		memcpy(&suffix, data, sizeof(uint16));
		data += sizeof(uint16);
	}
	memcpy(&h, data, SizeOfHeapHeader);
	data += SizeOfHeapHeader;
	Assert((Size) (end - data) + prefix + suffix <=
		   MaxHeapTupleSize - SizeofHeapTupleHeader);

	t = start_tuple(&space, h.t_infomask2, h.t_infomask, h.t_hoff,
					XLogRecGetXid(record), newtid);
	HeapTupleHeaderSetXmax(t, xlrec->new_xmax);
	out = (char *) t + SizeofHeapTupleHeader;
	if (is_delta(record, xlrec))
	{
		int len = -1;

		if (oldt != NULL)
			len = heap_delta_decode(data, end - data,
									(char *) oldt + SizeofHeapTupleHeader,
									oldlen - SizeofHeapTupleHeader, out,
									MaxHeapTupleSize - SizeofHeapTupleHeader);
		if (len < 0)
			elog(PANIC, "invalid delta of a row");
		add_tuple(page, t, len + SizeofHeapTupleHeader, xlrec->new_offnum);
		if (xlrec->flags & XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED)
			PageClearAllVisible(page);
		return;
	}

	/* bitmap and padding */
	n = h.t_hoff - SizeofHeapTupleHeader;
	memcpy(out, data, n);
	out += n;
	data += n;
	/* old head, new middle, old tail */
	if (prefix > 0)
		memcpy(out, (char *) oldt + oldt->t_hoff, prefix);
	out += prefix;
	memcpy(out, data, end - data);
	out += end - data;
	if (suffix > 0)
		memcpy(out, (char *) oldt + oldlen - suffix, suffix);
	out += suffix;

	add_tuple(page, t, out - (char *) t, xlrec->new_offnum);
	if (xlrec->flags & XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED)
		PageClearAllVisible(page);
}

static void
redo_update(XLogReaderState *record, bool hot)
{
	xl_heap_update *xlrec = (xl_heap_update *) XLogRecGetData(record);
	bool two_pages = XLogRecHasBlockRef(record, 1);
	uint8 oldid = two_pages ? 1 : 0;
	BlockNumber newblk;
	ItemPointerData newtid;
	Buffer oldbuf,
		newbuf;
	XLogRedoAction oldaction,
		newaction;
	HeapTupleHeader oldt = NULL;
	Size oldlen = 0;
	Size freespace = 0;

	XLogRecGetBlockTag(record, 0, NULL, NULL, &newblk);
	ItemPointerSet(&newtid, newblk, xlrec->new_offnum);

	if (xlrec->flags & XLH_UPDATE_OLD_ALL_VISIBLE_CLEARED)
		clear_vm(record, oldid, VISIBILITYMAP_VALID_BITS);

	/* the old page first: the new tuple may need it */
	oldaction = XLogReadBufferForRedo(record, oldid, &oldbuf);
	if (oldaction == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(oldbuf);
		ItemId lp;

		oldt = existing_tuple(page, xlrec->old_offnum, &lp);
		oldlen = ItemIdGetLength(lp);
		redo_update_old(record, xlrec, page, oldt, &newtid, hot);
		finish_page(record, oldbuf);
	}
	else if (oldaction == BLK_RESTORED && two_pages && is_delta(record, xlrec))
	{
		/* the image has the update done; the old version is still on it (D2) */
		ItemId lp;

		oldt = existing_tuple(BufferGetPage(oldbuf), xlrec->old_offnum, &lp);
		oldlen = ItemIdGetLength(lp);
	}

	if (two_pages)
		newaction = page_for_insert(record, &newbuf);
	else
	{
		newbuf = oldbuf;
		newaction = oldaction;
	}
	if (xlrec->flags & XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED)
		clear_vm(record, 0, VISIBILITYMAP_VALID_BITS);
	if (newaction == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(newbuf);

		redo_update_new(record, xlrec, page, oldt, oldlen, &newtid);
		freespace = PageGetHeapFreeSpace(page);
		finish_page(record, newbuf);
	}

	if (newbuf != oldbuf)
		release(newbuf);
	release(oldbuf);
	/* a page of a HOT update will be pruned: no use in telling of it */
	if (newaction == BLK_NEEDS_REDO && !hot && freespace < FSM_UPDATE_LIMIT)
		record_free_space(record, 0, freespace);
}

static void
redo_confirm(XLogReaderState *record)
{
	xl_heap_confirm *xlrec = (xl_heap_confirm *) XLogRecGetData(record);
	Buffer buffer;

	if (XLogReadBufferForRedo(record, 0, &buffer) == BLK_NEEDS_REDO)
	{
		HeapTupleHeader t = existing_tuple(BufferGetPage(buffer),
										   xlrec->offnum, NULL);

		ItemPointerSet(&t->t_ctid, BufferGetBlockNumber(buffer),
					   xlrec->offnum);
		finish_page(record, buffer);
	}
	release(buffer);
}

static void
redo_lock(XLogReaderState *record)
{
	xl_heap_lock *xlrec = (xl_heap_lock *) XLogRecGetData(record);
	Buffer buffer;

	if (xlrec->flags & XLH_LOCK_ALL_FROZEN_CLEARED)
		clear_vm(record, 0, VISIBILITYMAP_ALL_FROZEN);
	if (XLogReadBufferForRedo(record, 0, &buffer) == BLK_NEEDS_REDO)
	{
		HeapTupleHeader t = existing_tuple(BufferGetPage(buffer),
										   xlrec->offnum, NULL);

		apply_infobits(t, xlrec->infobits_set);
		if (HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask))
		{
			HeapTupleHeaderClearHotUpdated(t);
			ItemPointerSet(&t->t_ctid, BufferGetBlockNumber(buffer),
						   xlrec->offnum);
		}
		HeapTupleHeaderSetXmax(t, xlrec->locking_xid);
		HeapTupleHeaderSetCmax(t, FirstCommandId, false);
		finish_page(record, buffer);
	}
	release(buffer);
}

static void
redo_inplace(XLogReaderState *record)
{
	xl_heap_inplace *xlrec = (xl_heap_inplace *) XLogRecGetData(record);
	Buffer buffer;

	if (XLogReadBufferForRedo(record, 0, &buffer) == BLK_NEEDS_REDO)
	{
		Size len;
		char *data = XLogRecGetBlockData(record, 0, &len);
		ItemId lp;
		HeapTupleHeader t = existing_tuple(BufferGetPage(buffer),
										   xlrec->offnum, &lp);

		if (ItemIdGetLength(lp) - t->t_hoff != len)
			elog(PANIC, "wrong tuple length");
		memcpy((char *) t + t->t_hoff, data, len);
		finish_page(record, buffer);
	}
	release(buffer);
}

/* heap_redo
 *		Replay one record of the Heap manager. */
void
heap_redo(XLogReaderState *record)
{
	uint8 op = XLogRecGetInfo(record) & XLOG_HEAP_OPMASK;

	switch (op)
	{
		case XLOG_HEAP_INSERT:
			redo_insert(record);
			break;
		case XLOG_HEAP_DELETE:
			redo_delete(record);
			break;
		case XLOG_HEAP_UPDATE:
		case XLOG_HEAP_HOT_UPDATE:
			redo_update(record, op == XLOG_HEAP_HOT_UPDATE);
			break;
		case XLOG_HEAP_TRUNCATE:
			break; /* for logical decoding only */
		case XLOG_HEAP_CONFIRM:
			redo_confirm(record);
			break;
		case XLOG_HEAP_LOCK:
			redo_lock(record);
			break;
		case XLOG_HEAP_INPLACE:
			redo_inplace(record);
			break;
		default:
			elog(PANIC, "heap_redo: unknown op code %u", op);
	}
}

/* ------------------------------------------------------------------
 * Heap2: pages
 * ------------------------------------------------------------------
 */

static void
redo_prune(XLogReaderState *record)
{
	xl_heap_prune *xlrec = (xl_heap_prune *) XLogRecGetData(record);
	Buffer buffer;
	XLogRedoAction action;

	resolve_conflict(record, 0, xlrec->latestRemovedXid);
	action = XLogReadBufferForRedoExtended(record, 0, RBM_NORMAL, true,
										   &buffer);
	if (action == BLK_NEEDS_REDO)
	{
		Size len;
		OffsetNumber *items = (OffsetNumber *)
			XLogRecGetBlockData(record, 0, &len);
		OffsetNumber *end = (OffsetNumber *) ((char *) items + len);
		OffsetNumber *dead = items + 2 * xlrec->nredirected;
		OffsetNumber *unused = dead + xlrec->ndead;

		heap_page_prune_execute(buffer, items, xlrec->nredirected, dead,
								xlrec->ndead, unused, end - unused);
		finish_page(record, buffer);
	}
	if (BufferIsValid(buffer))
	{
		Size freespace = PageGetHeapFreeSpace(BufferGetPage(buffer));

		UnlockReleaseBuffer(buffer);
		record_free_space(record, 0, freespace);
	}
}

static void
redo_vacuum(XLogReaderState *record)
{
	xl_heap_vacuum *xlrec = (xl_heap_vacuum *) XLogRecGetData(record);
	Buffer buffer;

	if (XLogReadBufferForRedo(record, 0, &buffer) == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(buffer);
		OffsetNumber *items = (OffsetNumber *)
			XLogRecGetBlockData(record, 0, NULL);

		for (int i = 0; i < xlrec->nunused; i++)
			ItemIdSetUnused(PageGetItemId(page, items[i]));
		PageTruncateLinePointerArray(page);
		finish_page(record, buffer);
	}
	if (BufferIsValid(buffer))
	{
		Size freespace = PageGetHeapFreeSpace(BufferGetPage(buffer));

		UnlockReleaseBuffer(buffer);
		record_free_space(record, 0, freespace);
	}
}

static void
redo_freeze_page(XLogReaderState *record)
{
	xl_heap_freeze_page *xlrec = (xl_heap_freeze_page *) XLogRecGetData(record);
	TransactionId latest = xlrec->cutoff_xid;
	Buffer buffer;

	TransactionIdRetreat(latest);
	resolve_conflict(record, 0, latest);
	if (XLogReadBufferForRedo(record, 0, &buffer) == BLK_NEEDS_REDO)
	{
		char *data = XLogRecGetBlockData(record, 0, NULL);

		for (int i = 0; i < xlrec->ntuples; i++)
		{
			xl_heap_freeze_tuple frz;

			memcpy(&frz, data + i * sizeof(frz), sizeof(frz));
			heap_execute_freeze_tuple(existing_tuple(BufferGetPage(buffer),
													 frz.offset, NULL),
									  &frz);
		}
		finish_page(record, buffer);
	}
	release(buffer);
}

static void
redo_visible(XLogReaderState *record)
{
	xl_heap_visible *xlrec = (xl_heap_visible *) XLogRecGetData(record);
	Buffer vmbuffer = InvalidBuffer;
	Buffer buffer;
	RelFileNode rnode;
	BlockNumber blkno;

	Assert((xlrec->flags & VISIBILITYMAP_VALID_BITS) == xlrec->flags);
	XLogRecGetBlockTag(record, 1, &rnode, NULL, &blkno);
	resolve_conflict(record, 1, xlrec->cutoff_xid);

	/* heap page: the flag only, which is a hint as far as its LSN goes */
	if (XLogReadBufferForRedo(record, 1, &buffer) == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(buffer);

		PageSetAllVisible(page);
		if (XLogHintBitIsNeeded())
			PageSetLSN(page, record->EndRecPtr);
		MarkBufferDirty(buffer);
	}
	if (BufferIsValid(buffer))
	{
		Size freespace = PageGetFreeSpace(BufferGetPage(buffer));

		UnlockReleaseBuffer(buffer);
		/* VACUUM does not visit the page again: let the map be right */
		if (xlrec->flags & VISIBILITYMAP_VALID_BITS)
			XLogRecordPageWithFreeSpace(rnode, blkno, freespace);
	}

	/* map page, which may be all zero */
	if (XLogReadBufferForRedoExtended(record, 0, RBM_ZERO_ON_ERROR, false,
									  &buffer) == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(buffer);
		Relation rel;

		if (PageIsNew(page))
			PageInit(page, BLCKSZ, 0);
		/* visibilitymap_set locks it itself */
		LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
		rel = CreateFakeRelcacheEntry(rnode);
		visibilitymap_pin(rel, blkno, &vmbuffer);
		if (record->EndRecPtr > PageGetLSN(page))
			visibilitymap_set(rel, blkno, InvalidBuffer, record->EndRecPtr,
							  vmbuffer, xlrec->cutoff_xid, xlrec->flags);
		ReleaseBuffer(buffer);
		ReleaseBuffer(vmbuffer);
		FreeFakeRelcacheEntry(rel);
	}
	else
		release(buffer);
}

static void
redo_multi_insert(XLogReaderState *record)
{
	xl_heap_multi_insert *xlrec = (xl_heap_multi_insert *)
		XLogRecGetData(record);
	bool isinit = (XLogRecGetInfo(record) & XLOG_HEAP_INIT_PAGE) != 0;
	BlockNumber blkno;
	Buffer buffer;

	XLogRecGetBlockTag(record, 0, NULL, NULL, &blkno);
	if (xlrec->flags & XLH_INSERT_ALL_VISIBLE_CLEARED)
		clear_vm(record, 0, VISIBILITYMAP_VALID_BITS);

	if (page_for_insert(record, &buffer) == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(buffer);
		Size len;
		char *p = XLogRecGetBlockData(record, 0, &len);
		char *end = p + len;

		for (int i = 0; i < xlrec->ntuples; i++)
		{
			TupleSpace space;
			HeapTupleHeader t;
			xl_multi_insert_tuple h;
			ItemPointerData tid;
			OffsetNumber off = isinit ? FirstOffsetNumber + i : xlrec->offsets[i];

			p = (char *) SHORTALIGN(p);
			memcpy(&h, p, SizeOfMultiInsertTuple);
			p += SizeOfMultiInsertTuple;
			ItemPointerSet(&tid, blkno, off);
			t = start_tuple(&space, h.t_infomask2, h.t_infomask, h.t_hoff,
							XLogRecGetXid(record), &tid);
			memcpy((char *) t + SizeofHeapTupleHeader, p, h.datalen);
			p += h.datalen;
			add_tuple(page, t, h.datalen + SizeofHeapTupleHeader, off);
		}
		if (p != end)
			elog(PANIC, "total tuple length mismatch");

		finish_insert(record, buffer, xlrec->flags);
	}
	else
		release(buffer);
}

static void
redo_lock_updated(XLogReaderState *record)
{
	xl_heap_lock_updated *xlrec = (xl_heap_lock_updated *)
		XLogRecGetData(record);
	Buffer buffer;

	if (xlrec->flags & XLH_LOCK_ALL_FROZEN_CLEARED)
		clear_vm(record, 0, VISIBILITYMAP_ALL_FROZEN);
	if (XLogReadBufferForRedo(record, 0, &buffer) == BLK_NEEDS_REDO)
	{
		HeapTupleHeader t = existing_tuple(BufferGetPage(buffer),
										   xlrec->offnum, NULL);

		apply_infobits(t, xlrec->infobits_set);
		HeapTupleHeaderSetXmax(t, xlrec->xmax);
		finish_page(record, buffer);
	}
	release(buffer);
}

/* heap2_redo
 *		Replay one record of the Heap2 manager. */
void
heap2_redo(XLogReaderState *record)
{
	uint8 op = XLogRecGetInfo(record) & XLOG_HEAP_OPMASK;

	switch (op)
	{
		case XLOG_HEAP2_PRUNE:
			redo_prune(record);
			break;
		case XLOG_HEAP2_VACUUM:
			redo_vacuum(record);
			break;
		case XLOG_HEAP2_FREEZE_PAGE:
			redo_freeze_page(record);
			break;
		case XLOG_HEAP2_VISIBLE:
			redo_visible(record);
			break;
		case XLOG_HEAP2_MULTI_INSERT:
			redo_multi_insert(record);
			break;
		case XLOG_HEAP2_LOCK_UPDATED:
			redo_lock_updated(record);
			break;
		case XLOG_HEAP2_NEW_CID:
		case XLOG_HEAP2_REWRITE:
			break; /* for logical decoding only */
		default:
			elog(PANIC, "heap2_redo: unknown op code %u", op);
	}
}

/* ------------------------------------------------------------------
 * Consistency checks
 * ------------------------------------------------------------------
 */

/* heap_mask
 *		Blank what replay does not reproduce on a heap page. */
void
heap_mask(char *pagedata, BlockNumber blkno)
{
	Page page = (Page) pagedata;
	OffsetNumber maxoff;

	mask_page_lsn_and_checksum(page);
	mask_page_hint_bits(page);
	mask_unused_space(page);
	maxoff = PageGetMaxOffsetNumber(page);

	for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off++)
	{
		ItemId lp = PageGetItemId(page, off);
		char *item = pagedata + ItemIdGetOffset(lp);
		HeapTupleHeader t = (HeapTupleHeader) item;
		int len = ItemIdGetLength(lp);

		if (!ItemIdHasStorage(lp))
			continue;
		if (ItemIdIsNormal(lp))
		{
			/* hint bits; all of xmin's if replay cannot know them */
			if (!HeapTupleHeaderXminFrozen(t))
				t->t_infomask &= ~HEAP_XACT_MASK;
			else
				t->t_infomask &= ~(HEAP_XMAX_INVALID | HEAP_XMAX_COMMITTED);
			t->t_choice.t_heap.t_field3.t_cid = MASK_MARKER;
			/* replay stores the own TID for a speculative token */
			if (HeapTupleHeaderIsSpeculative(t))
				ItemPointerSet(&t->t_ctid, blkno, off);
		}
		/* what lies between the tuple's end and the next one */
		memset(item + len, MASK_MARKER, MAXALIGN(len) - len);
	}
}

const RmgrData heap_rmgr = {
	.rm_name = "Heap",
	.rm_redo = heap_redo,
	.rm_mask = heap_mask,
};

const RmgrData heap2_rmgr = {
	.rm_name = "Heap2",
	.rm_redo = heap2_redo,
	.rm_mask = heap_mask,
};
