/*
 * nbtxlog.c
 *		Replaying the btree's WAL records, and masking its pages.
 *
 * What each record holds is in access/nbtree/README.  Pages are locked left
 * to right and child before parent is cleared, as in normal running, so
 * that scans on a standby see a consistent tree.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtxlog.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/bufmask.h"
#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/transam.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "storage/procarray.h"
#include "utils/memutils.h"

static MemoryContext redo_context;

/* ---- helpers ---- */

static void
finish_page(XLogReaderState *record, Buffer buf)
{
	PageSetLSN(BufferGetPage(buf), record->EndRecPtr);
	MarkBufferDirty(buf);
}

static void
release(Buffer buf)
{
	if (BufferIsValid(buf))
		UnlockReleaseBuffer(buf);
}

/*
 * Refill a page from its tuple area, in which the last item lies first.
 */
static void
restore_items(Page page, char *from, int len)
{
	char *end = from + len;
	Item items[MaxIndexTuplesPerPage];
	uint16 sizes[MaxIndexTuplesPerPage];
	int n = 0;

	while (from < end)
	{
		IndexTupleData itupdata;
		Size size;

		memcpy(&itupdata, from, sizeof(IndexTupleData));
		size = MAXALIGN(IndexTupleSize(&itupdata));
		items[n] = (Item) from;
		sizes[n] = size;
		n++;
		from += size;
	}
	for (int i = n - 1; i >= 0; i--)
		if (PageAddItem(page, items[i], sizes[i], n - i, false, false) ==
			InvalidOffsetNumber)
			elog(PANIC, "could not add item while restoring btree page");
}

static void
restore_meta(XLogReaderState *record, uint8 block_id)
{
	Buffer metabuf = XLogInitBufferForRedo(record, block_id);
	Page page = BufferGetPage(metabuf);
	Size len;
	xl_btree_metadata md;
	char *data = XLogRecGetBlockData(record, block_id, &len);
	BTMetaPageData *m;

	Assert(len == sizeof(md) && BufferGetBlockNumber(metabuf) == BTREE_METAPAGE);
	memcpy(&md, data, sizeof(md));
	_bt_pageinit(page, BufferGetPageSize(metabuf));
	m = BTPageGetMeta(page);
	m->btm_magic = BTREE_MAGIC;
	m->btm_version = md.version;
	m->btm_root = md.root;
	m->btm_level = md.level;
	m->btm_fastroot = md.fastroot;
	m->btm_fastlevel = md.fastlevel;
	m->btm_last_cleanup_num_delpages = md.last_cleanup_num_delpages;
	m->btm_last_cleanup_num_heap_tuples = -1.0;
	m->btm_allequalimage = md.allequalimage;
	BTPageGetOpaque(page)->btpo_flags = BTP_META;
	((PageHeader) page)->pd_lower = (char *) m + sizeof(BTMetaPageData) -
		(char *) page;
	finish_page(record, metabuf);
	UnlockReleaseBuffer(metabuf);
}

/* The split of this page is complete. */
static void
clear_incomplete_split(XLogReaderState *record, uint8 block_id)
{
	Buffer buf;

	if (XLogReadBufferForRedo(record, block_id, &buf) == BLK_NEEDS_REDO)
	{
		BTPageGetOpaque(BufferGetPage(buf))->btpo_flags &=
			~BTP_INCOMPLETE_SPLIT;
		finish_page(record, buf);
	}
	release(buf);
}

/* A half-dead leaf as it looks after its downlink is gone. */
static void
init_halfdead(XLogReaderState *record, Buffer buf, BlockNumber left,
			  BlockNumber right, BlockNumber topparent)
{
	Page page = BufferGetPage(buf);
	BTPageOpaque opaque;
	IndexTupleData dummy;

	_bt_pageinit(page, BufferGetPageSize(buf));
	opaque = BTPageGetOpaque(page);
	opaque->btpo_prev = left;
	opaque->btpo_next = right;
	opaque->btpo_level = 0;
	opaque->btpo_flags = BTP_HALF_DEAD | BTP_LEAF;
	opaque->btpo_cycleid = 0;
	MemSet(&dummy, 0, sizeof(dummy));
	dummy.t_info = sizeof(IndexTupleData);
	BTreeTupleSetTopParent(&dummy, topparent);
	if (PageAddItem(page, (Item) &dummy, sizeof(dummy), P_HIKEY, false,
					false) == InvalidOffsetNumber)
		elog(PANIC, "could not add dummy high key to half-dead page");
	finish_page(record, buf);
}

/* ---- one function per record ---- */

static void
redo_insert(XLogReaderState *record, bool isleaf, bool ismeta, bool posting)
{
	xl_btree_insert *xlrec = (xl_btree_insert *) XLogRecGetData(record);
	Buffer buf;

	/* the child first: nobody must see its split complete without downlink */
	if (!isleaf)
		clear_incomplete_split(record, 1);
	if (XLogReadBufferForRedo(record, 0, &buf) == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(buf);
		Size len;
		char *data = XLogRecGetBlockData(record, 0, &len);

		if (!posting)
		{
			if (PageAddItem(page, (Item) data, len, xlrec->offnum, false,
							false) == InvalidOffsetNumber)
				elog(PANIC, "failed to add new item");
		}
		else
		{
			ItemId iid = PageGetItemId(page,
									   OffsetNumberPrev(xlrec->offnum));
			IndexTuple oposting = (IndexTuple) PageGetItem(page, iid);
			IndexTuple newitem,
				nposting;
			uint16 postingoff;

			memcpy(&postingoff, data, sizeof(uint16));
			data += sizeof(uint16);
			len -= sizeof(uint16);
			/* a copy: it is unaligned there, and going to be changed */
			newitem = palloc(len);
			memcpy(newitem, data, len);
			nposting = _bt_swap_posting(newitem, oposting, postingoff);
			memcpy(oposting, nposting, MAXALIGN(IndexTupleSize(nposting)));
			if (PageAddItem(page, (Item) newitem, len, xlrec->offnum, false,
							false) == InvalidOffsetNumber)
				elog(PANIC, "failed to add posting split new item");
		}
		finish_page(record, buf);
	}
	release(buf);
	/* while the page may be seen already, the meta page is a shortcut only */
	if (ismeta)
		restore_meta(record, 2);
}

/* Rebuild the left half of a split from the original page. */
static void
rebuild_left(XLogReaderState *record, Buffer buf, xl_btree_split *xlrec,
			 bool newitemonleft, BlockNumber rightblk)
{
	Page orig = BufferGetPage(buf);
	BTPageOpaque oopaque = BTPageGetOpaque(orig);
	Page left = PageGetTempPageCopySpecial(orig);
	OffsetNumber replacedoff = InvalidOffsetNumber;
	IndexTuple newitem = NULL;
	Size newitemsz = 0;
	IndexTuple nposting = NULL;
	IndexTuple hikey;
	OffsetNumber leftoff;
	Size len;
	char *data = XLogRecGetBlockData(record, 0, &len);

	if (newitemonleft || xlrec->postingoff != 0)
	{
		newitem = (IndexTuple) data;
		newitemsz = MAXALIGN(IndexTupleSize(newitem));
		data += newitemsz;
		len -= newitemsz;
		if (xlrec->postingoff != 0)
		{
			IndexTuple oposting;

			replacedoff = OffsetNumberPrev(xlrec->newitemoff);
			newitem = CopyIndexTuple(newitem);
			oposting = (IndexTuple)
				PageGetItem(orig, PageGetItemId(orig, replacedoff));
			nposting = _bt_swap_posting(newitem, oposting, xlrec->postingoff);
		}
	}
	hikey = (IndexTuple) data;
	if (PageAddItem(left, (Item) hikey, MAXALIGN(IndexTupleSize(hikey)),
					P_HIKEY, false, false) == InvalidOffsetNumber)
		elog(ERROR, "failed to add high key to left page after split");

	leftoff = P_FIRSTKEY;
	for (OffsetNumber off = P_FIRSTDATAKEY(oopaque);
		 off < xlrec->firstrightoff; off++)
	{
		ItemId iid = PageGetItemId(orig, off);
		Item item = PageGetItem(orig, iid);
		Size size = ItemIdGetLength(iid);

		if (off == replacedoff)
		{
			item = (Item) nposting;
			size = MAXALIGN(IndexTupleSize(nposting));
		}
		else if (newitemonleft && off == xlrec->newitemoff)
		{
			if (PageAddItem(left, (Item) newitem, newitemsz, leftoff, false,
							false) == InvalidOffsetNumber)
				elog(ERROR, "failed to add new item to left page after split");
			leftoff = OffsetNumberNext(leftoff);
		}
		if (PageAddItem(left, item, size, leftoff, false, false) ==
			InvalidOffsetNumber)
			elog(ERROR, "failed to add old item to left page after split");
		leftoff = OffsetNumberNext(leftoff);
	}
	if (newitemonleft && xlrec->newitemoff == xlrec->firstrightoff &&
		PageAddItem(left, (Item) newitem, newitemsz, leftoff, false, false) ==
			InvalidOffsetNumber)
		elog(ERROR, "failed to add new item to left page after split");

	PageRestoreTempPage(left, orig);
	oopaque->btpo_flags = BTP_INCOMPLETE_SPLIT;
	if (xlrec->level == 0)
		oopaque->btpo_flags |= BTP_LEAF;
	oopaque->btpo_next = rightblk;
	oopaque->btpo_cycleid = 0;
	finish_page(record, buf);
}

static void
redo_split(XLogReaderState *record, bool newitemonleft)
{
	xl_btree_split *xlrec = (xl_btree_split *) XLogRecGetData(record);
	bool isleaf = xlrec->level == 0;
	Buffer buf,
		rbuf,
		sbuf = InvalidBuffer;
	Page rpage;
	BTPageOpaque ropaque;
	Size len;
	char *data;
	BlockNumber origblk,
		rightblk,
		spagenumber;

	XLogRecGetBlockTag(record, 0, NULL, NULL, &origblk);
	XLogRecGetBlockTag(record, 1, NULL, NULL, &rightblk);
	if (!XLogRecGetBlockTagExtended(record, 2, NULL, NULL, &spagenumber, NULL))
		spagenumber = P_NONE;

	if (!isleaf)
		clear_incomplete_split(record, 3);

	rbuf = XLogInitBufferForRedo(record, 1);
	data = XLogRecGetBlockData(record, 1, &len);
	rpage = BufferGetPage(rbuf);
	_bt_pageinit(rpage, BufferGetPageSize(rbuf));
	ropaque = BTPageGetOpaque(rpage);
	ropaque->btpo_prev = origblk;
	ropaque->btpo_next = spagenumber;
	ropaque->btpo_level = xlrec->level;
	ropaque->btpo_flags = isleaf ? BTP_LEAF : 0;
	ropaque->btpo_cycleid = 0;
	restore_items(rpage, data, len);
	finish_page(record, rbuf);

	if (XLogReadBufferForRedo(record, 0, &buf) == BLK_NEEDS_REDO)
		rebuild_left(record, buf, xlrec, newitemonleft, rightblk);

	if (spagenumber != P_NONE &&
		XLogReadBufferForRedo(record, 2, &sbuf) == BLK_NEEDS_REDO)
	{
		BTPageGetOpaque(BufferGetPage(sbuf))->btpo_prev = rightblk;
		finish_page(record, sbuf);
	}
	/* all together: a scan to the left must find consistent links */
	release(sbuf);
	UnlockReleaseBuffer(rbuf);
	release(buf);
}

static void
redo_dedup(XLogReaderState *record)
{
	xl_btree_dedup *xlrec = (xl_btree_dedup *) XLogRecGetData(record);
	Buffer buf;

	if (XLogReadBufferForRedo(record, 0, &buf) == BLK_NEEDS_REDO)
	{
		BTDedupInterval *intervals = (BTDedupInterval *)
			XLogRecGetBlockData(record, 0, NULL);
		Page page = BufferGetPage(buf);
		OffsetNumber minoff = P_FIRSTDATAKEY(BTPageGetOpaque(page));
		OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
		Page newpage;
		/* replay does what was done: any size is right */
		BTDedupState state = _bt_dedup_begin(page, BTMaxItemSize(page), &newpage);

		for (OffsetNumber off = minoff; off <= maxoff; off++)
		{
			IndexTuple itup = (IndexTuple)
				PageGetItem(page, PageGetItemId(page, off));

			if (off == minoff)
				_bt_dedup_start_pending(state, itup, off);
			else if (state->nintervals < xlrec->nintervals &&
					 state->baseoff == intervals[state->nintervals].baseoff &&
					 state->nitems < intervals[state->nintervals].nitems)
			{
				if (!_bt_dedup_save_htid(state, itup))
					elog(ERROR, "deduplication failed to add heap tid to pending posting list");
			}
			else
			{
				_bt_dedup_finish_pending(newpage, state);
				_bt_dedup_start_pending(state, itup, off);
			}
		}
		_bt_dedup_finish_pending(newpage, state);
		BTPageGetOpaque(newpage)->btpo_flags &= ~BTP_HAS_GARBAGE;
		PageRestoreTempPage(newpage, page);
		finish_page(record, buf);
	}
	release(buf);
}

/* Shorten posting lists as the record says. */
static void
redo_updates(Page page, OffsetNumber *offsets, char *updates, int nupdated)
{
	for (int i = 0; i < nupdated; i++)
	{
		OffsetNumber off;
		xl_btree_update update;
		BTVacuumPosting vac;

		memcpy(&off, &offsets[i], sizeof(off));
		memcpy(&update, updates, SizeOfBtreeUpdate);
		updates += SizeOfBtreeUpdate;
		vac = palloc(offsetof(BTVacuumPostingData, deletetids) +
					 update.ndeletedtids * sizeof(uint16));
		vac->updatedoffset = off;
		vac->itup = (IndexTuple) PageGetItem(page, PageGetItemId(page, off));
		vac->ndeletedtids = update.ndeletedtids;
		memcpy(vac->deletetids, updates, update.ndeletedtids * sizeof(uint16));
		updates += update.ndeletedtids * sizeof(uint16);
		_bt_update_posting(vac);
		if (!PageIndexTupleOverwrite(page, off, (Item) vac->itup,
									 MAXALIGN(IndexTupleSize(vac->itup))))
			elog(PANIC, "failed to update partially dead item");
		pfree(vac->itup);
		pfree(vac);
	}
}

/* VACUUM and DELETE have the same block data. */
static void
redo_deletions(XLogReaderState *record, Buffer buf, int ndeleted, int nupdated)
{
	Page page = BufferGetPage(buf);
	char *data = XLogRecGetBlockData(record, 0, NULL);
	OffsetNumber *deleted = (OffsetNumber *) data;

	if (nupdated > 0)
	{
		OffsetNumber *offsets = deleted + ndeleted;

		redo_updates(page, offsets, (char *) (offsets + nupdated), nupdated);
	}
	if (ndeleted > 0)
		PageIndexMultiDelete(page, deleted, ndeleted);
	BTPageGetOpaque(page)->btpo_flags &= ~BTP_HAS_GARBAGE;
	finish_page(record, buf);
}

static void
redo_vacuum(XLogReaderState *record)
{
	xl_btree_vacuum *xlrec = (xl_btree_vacuum *) XLogRecGetData(record);
	Buffer buf;

	if (XLogReadBufferForRedoExtended(record, 0, RBM_NORMAL, true, &buf) ==
		BLK_NEEDS_REDO)
		redo_deletions(record, buf, xlrec->ndeleted, xlrec->nupdated);
	release(buf);
}

static void
redo_delete(XLogReaderState *record)
{
	xl_btree_delete *xlrec = (xl_btree_delete *) XLogRecGetData(record);
	Buffer buf;

	if (InHotStandby && ResolveRecoveryConflictWithSnapshot)
	{
		RelFileNode rnode;

		XLogRecGetBlockTag(record, 0, &rnode, NULL, NULL);
		ResolveRecoveryConflictWithSnapshot(xlrec->latestRemovedXid, rnode);
	}
	if (XLogReadBufferForRedo(record, 0, &buf) == BLK_NEEDS_REDO)
		redo_deletions(record, buf, xlrec->ndeleted, xlrec->nupdated);
	release(buf);
}

static void
redo_mark_halfdead(XLogReaderState *record)
{
	xl_btree_mark_page_halfdead *xlrec = (xl_btree_mark_page_halfdead *)
		XLogRecGetData(record);
	Buffer buf;

	if (XLogReadBufferForRedo(record, 1, &buf) == BLK_NEEDS_REDO)
	{
		Page page = BufferGetPage(buf);
		OffsetNumber nextoff = OffsetNumberNext(xlrec->poffset);
		IndexTuple next = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, nextoff));
		IndexTuple down = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, xlrec->poffset));

		BTreeTupleSetDownLink(down, BTreeTupleGetDownLink(next));
		PageIndexTupleDelete(page, nextoff);
		finish_page(record, buf);
	}
	release(buf);

	buf = XLogInitBufferForRedo(record, 0);
	init_halfdead(record, buf, xlrec->leftblk, xlrec->rightblk,
				  xlrec->topparent);
	UnlockReleaseBuffer(buf);
}

static void
redo_unlink(XLogReaderState *record, bool ismeta)
{
	xl_btree_unlink_page *xlrec = (xl_btree_unlink_page *)
		XLogRecGetData(record);
	Buffer leftbuf = InvalidBuffer;
	Buffer rightbuf = InvalidBuffer;
	Buffer target;
	Page page;
	BTPageOpaque opaque;

	if (xlrec->leftsib != P_NONE &&
		XLogReadBufferForRedo(record, 1, &leftbuf) == BLK_NEEDS_REDO)
	{
		BTPageGetOpaque(BufferGetPage(leftbuf))->btpo_next = xlrec->rightsib;
		finish_page(record, leftbuf);
	}

	target = XLogInitBufferForRedo(record, 0);
	page = BufferGetPage(target);
	_bt_pageinit(page, BufferGetPageSize(target));
	opaque = BTPageGetOpaque(page);
	opaque->btpo_prev = xlrec->leftsib;
	opaque->btpo_next = xlrec->rightsib;
	opaque->btpo_level = xlrec->level;
	BTPageSetDeleted(page, xlrec->safexid);
	if (xlrec->level == 0)
		opaque->btpo_flags |= BTP_LEAF;
	opaque->btpo_cycleid = 0;
	finish_page(record, target);

	if (XLogReadBufferForRedo(record, 2, &rightbuf) == BLK_NEEDS_REDO)
	{
		BTPageGetOpaque(BufferGetPage(rightbuf))->btpo_prev = xlrec->leftsib;
		finish_page(record, rightbuf);
	}
	release(leftbuf);
	UnlockReleaseBuffer(target);
	release(rightbuf);

	if (XLogRecHasBlockRef(record, 3))
	{
		Buffer leafbuf = XLogInitBufferForRedo(record, 3);

		init_halfdead(record, leafbuf, xlrec->leafleftsib,
					  xlrec->leafrightsib, xlrec->leaftopparent);
		UnlockReleaseBuffer(leafbuf);
	}
	if (ismeta)
		restore_meta(record, 4);
}

static void
redo_newroot(XLogReaderState *record)
{
	xl_btree_newroot *xlrec = (xl_btree_newroot *) XLogRecGetData(record);
	Buffer buf = XLogInitBufferForRedo(record, 0);
	Page page = BufferGetPage(buf);
	BTPageOpaque opaque;

	_bt_pageinit(page, BufferGetPageSize(buf));
	opaque = BTPageGetOpaque(page);
	opaque->btpo_prev = opaque->btpo_next = P_NONE;
	opaque->btpo_level = xlrec->level;
	opaque->btpo_flags = BTP_ROOT | (xlrec->level == 0 ? BTP_LEAF : 0);
	opaque->btpo_cycleid = 0;
	if (xlrec->level > 0)
	{
		Size len;
		char *data = XLogRecGetBlockData(record, 0, &len);

		restore_items(page, data, len);
		clear_incomplete_split(record, 1);
	}
	finish_page(record, buf);
	UnlockReleaseBuffer(buf);
	restore_meta(record, 2);
}

/* btree_redo
 *		Replay one record of the Btree manager. */
void
btree_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;
	MemoryContext old = MemoryContextSwitchTo(redo_context);

	switch (info)
	{
		case XLOG_BTREE_INSERT_LEAF:
			redo_insert(record, true, false, false);
			break;
		case XLOG_BTREE_INSERT_UPPER:
			redo_insert(record, false, false, false);
			break;
		case XLOG_BTREE_INSERT_META:
			redo_insert(record, false, true, false);
			break;
		case XLOG_BTREE_INSERT_POST:
			redo_insert(record, true, false, true);
			break;
		case XLOG_BTREE_SPLIT_L:
		case XLOG_BTREE_SPLIT_R:
			redo_split(record, info == XLOG_BTREE_SPLIT_L);
			break;
		case XLOG_BTREE_DEDUP:
			redo_dedup(record);
			break;
		case XLOG_BTREE_VACUUM:
			redo_vacuum(record);
			break;
		case XLOG_BTREE_DELETE:
			redo_delete(record);
			break;
		case XLOG_BTREE_MARK_PAGE_HALFDEAD:
			redo_mark_halfdead(record);
			break;
		case XLOG_BTREE_UNLINK_PAGE:
		case XLOG_BTREE_UNLINK_PAGE_META:
			redo_unlink(record, info == XLOG_BTREE_UNLINK_PAGE_META);
			break;
		case XLOG_BTREE_NEWROOT:
			redo_newroot(record);
			break;
		case XLOG_BTREE_REUSE_PAGE:
			break; /* a conflict with standby queries only */
		case XLOG_BTREE_META_CLEANUP:
			restore_meta(record, 0);
			break;
		default:
			elog(PANIC, "btree_redo: unknown op code %u", info);
	}
	MemoryContextSwitchTo(old);
	MemoryContextReset(redo_context);
}

/* btree_xlog_startup
 *		Memory for one record's replay. */
void
btree_xlog_startup(void)
{
	redo_context = AllocSetContextCreate(CurrentMemoryContext,
										 "Btree recovery temporary context",
										 ALLOCSET_DEFAULT_SIZES);
}

void
btree_xlog_cleanup(void)
{
	MemoryContextDelete(redo_context);
	redo_context = NULL;
}

/* btree_mask
 *		Blank what replay does not reproduce on a btree page. */
void
btree_mask(char *pagedata, BlockNumber blkno)
{
	Page page = (Page) pagedata;
	BTPageOpaque opaque;

	mask_page_lsn_and_checksum(page);
	mask_page_hint_bits(page);
	mask_unused_space(page);
	opaque = BTPageGetOpaque(page);
	/* scans mark items dead without WAL */
	if (P_ISLEAF(opaque))
		mask_lp_flags(page);
	opaque->btpo_flags &= ~(BTP_HAS_GARBAGE | BTP_SPLIT_END);
	opaque->btpo_cycleid = 0;
}

const RmgrData btree_rmgr = {
	.rm_name = "Btree",
	.rm_redo = btree_redo,
	.rm_startup = btree_xlog_startup,
	.rm_cleanup = btree_xlog_cleanup,
	.rm_mask = btree_mask,
};
