/*
 * nbtdedup.c
 *		Posting lists: merging equal leaf items, and changing the result.
 *
 * A posting list tuple is one key with an ascending array of heap TIDs.  A
 * full leaf is deduplicated before it is split; an insertion into the range
 * of a list exchanges TIDs with it; VACUUM takes TIDs out.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtdedup.c
 */
#include "postgres.h"

#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "utils/rel.h"

/* lists of more TIDs than this that could not grow count as full */
#define LARGE_LIST 50

/*
 * With one value on the whole page, a few lists are to be as large as can be
 * and the rest to stay single: the page is going to be split behind them.
 */
static bool
single_value_page(Relation rel, Page page, OffsetNumber minoff,
				  IndexTuple newitem)
{
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(rel);
	OffsetNumber ends[2] = {minoff, PageGetMaxOffsetNumber(page)};

	for (int i = 0; i < 2; i++)
	{
		IndexTuple itup = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, ends[i]));

		if (_bt_keep_natts_fast(rel, newitem, itup) <= nkeyatts)
			return false;
	}
	return true;
}

/* Make the last large list smaller by what the split's fill factor leaves. */
static void
lower_last_list(Page page, BTDedupState state, Size newitemsz)
{
	Size leftfree = PageGetPageSize(page) - SizeOfPageHeaderData -
		MAXALIGN(sizeof(BTPageOpaqueData));
	int reduction;

	leftfree -= newitemsz + MAXALIGN(sizeof(ItemPointerData));
	reduction = leftfree * ((100 - BTREE_SINGLEVAL_FILLFACTOR) / 100.0);
	if (state->maxpostingsize > (Size) reduction)
		state->maxpostingsize -= reduction;
	else
		state->maxpostingsize = 0;
}

static void
log_dedup(Buffer buf, BTDedupState state)
{
	Page page = BufferGetPage(buf);
	xl_btree_dedup xlrec = {.nintervals = state->nintervals};

	XLogBeginInsert();
	XLogRegisterBuffer(0, buf, REGBUF_STANDARD);
	XLogRegisterData((char *) &xlrec, SizeOfBtreeDedup);
	XLogRegisterBufData(0, (char *) state->intervals,
						state->nintervals * sizeof(BTDedupInterval));
	PageSetLSN(page, XLogInsert(RM_BTREE_ID, XLOG_BTREE_DEDUP));
}

/*
 * _bt_dedup_begin
 *		A state of nothing merged yet, and a copy of the page with the high key
 *		alone, to which its items will be added.  Also for replay.
 */
BTDedupState
_bt_dedup_begin(Page page, Size maxpostingsize, Page *newpage)
{
	BTDedupState state = palloc(sizeof(BTDedupStateData));

	/* all but the intervals, which are many */
	memset(state, 0, offsetof(BTDedupStateData, intervals));
	state->deduplicate = true;
	state->maxpostingsize = maxpostingsize;
	state->htids = palloc(maxpostingsize);
	*newpage = PageGetTempPageCopySpecial(page);
	if (!P_RIGHTMOST(BTPageGetOpaque(page)))
	{
		ItemId lp = PageGetItemId(page, P_HIKEY);

		if (PageAddItem(*newpage, PageGetItem(page, lp), ItemIdGetLength(lp), P_HIKEY, false,
						false) == InvalidOffsetNumber)
			elog(ERROR, "deduplication failed to add highkey");
	}
	return state;
}

/*
 * _bt_dedup_pass
 *		Merge equal items of a write-locked leaf.  There may still be too
 *		little room for the new item afterwards.
 */
void
_bt_dedup_pass(Relation rel, Buffer buf, Relation heapRel, IndexTuple newitem,
			   Size newitemsz, bool versions)
{
	Page page = BufferGetPage(buf);
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(rel);
	OffsetNumber minoff = P_FIRSTDATAKEY(BTPageGetOpaque(page));
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	bool singleval = false;
	BTDedupState state;
	Page newpage;

	newitemsz += sizeof(ItemIdData);
	state = _bt_dedup_begin(page, Min(BTMaxItemSize(page) / 2, INDEX_SIZE_MASK), &newpage);
	PageSetLSN(newpage, PageGetLSN(page));
	/* versions will be cleaned up: the page may not have to be split */
	if (!versions)
		singleval = single_value_page(rel, page, minoff, newitem);

	for (OffsetNumber off = minoff; off <= maxoff; off++)
	{
		IndexTuple itup = (IndexTuple) PageGetItem(page,
												   PageGetItemId(page, off));

		if (off == minoff)
		{
			_bt_dedup_start_pending(state, itup, off);
			continue;
		}
		if (state->deduplicate &&
			_bt_keep_natts_fast(rel, state->base, itup) > nkeyatts &&
			_bt_dedup_save_htid(state, itup))
			continue;

		(void) _bt_dedup_finish_pending(newpage, state);
		if (singleval)
		{
			if (state->nmaxitems == 5)
				lower_last_list(page, state, newitemsz);
			else if (state->nmaxitems == 6)
				state->deduplicate = singleval = false;
		}
		_bt_dedup_start_pending(state, itup, off);
	}
	(void) _bt_dedup_finish_pending(newpage, state);

	if (state->nintervals > 0)
	{
		BTPageGetOpaque(newpage)->btpo_flags &= ~BTP_HAS_GARBAGE;
		START_CRIT_SECTION();
		PageRestoreTempPage(newpage, page);
		MarkBufferDirty(buf);
		if (RelationNeedsWAL(rel))
			log_dedup(buf, state);
		END_CRIT_SECTION();
	}
	else
		pfree(newpage);
	pfree(state->htids);
	pfree(state);
}

/* _bt_dedup_start_pending
 *		Start a posting list with an item, to which others may be added. */
void
_bt_dedup_start_pending(BTDedupState state, IndexTuple base,
						OffsetNumber baseoff)
{
	Assert(state->nhtids == 0 && state->nitems == 0);
	Assert(!BTreeTupleIsPivot(base));
	if (BTreeTupleIsPosting(base))
	{
		state->nhtids = BTreeTupleGetNPosting(base);
		memcpy(state->htids, BTreeTupleGetPosting(base),
			   sizeof(ItemPointerData) * state->nhtids);
		state->basetupsize = BTreeTupleGetPostingOffset(base);
	}
	else
	{
		state->htids[0] = base->t_tid;
		state->nhtids = 1;
		state->basetupsize = IndexTupleSize(base);
	}
	state->nitems = 1;
	state->base = base;
	state->baseoff = baseoff;
	state->phystupsize = MAXALIGN(IndexTupleSize(base)) + sizeof(ItemIdData);
	state->intervals[state->nintervals].baseoff = baseoff;
}

/* _bt_dedup_save_htid
 *		Add an item's TIDs; false if the list would get too long. */
bool
_bt_dedup_save_htid(BTDedupState state, IndexTuple itup)
{
	bool posting = BTreeTupleIsPosting(itup);
	int n = posting ? BTreeTupleGetNPosting(itup) : 1;
	ItemPointer tids = posting ? BTreeTupleGetPosting(itup) : &itup->t_tid;
	Size merged = MAXALIGN(state->basetupsize +
						   (state->nhtids + n) * sizeof(ItemPointerData));

	if (merged > state->maxpostingsize)
	{
		if (state->nhtids > LARGE_LIST)
			state->nmaxitems++;
		return false;
	}
	memcpy(state->htids + state->nhtids, tids, sizeof(ItemPointerData) * n);
	state->nhtids += n;
	state->nitems++;
	state->phystupsize += MAXALIGN(IndexTupleSize(itup)) + sizeof(ItemIdData);
	return true;
}

/* _bt_dedup_finish_pending
 *		Put the list, or the item that found no partner, on the page; returns
 *		the bytes saved. */
Size
_bt_dedup_finish_pending(Page newpage, BTDedupState state)
{
	OffsetNumber off = OffsetNumberNext(PageGetMaxOffsetNumber(newpage));
	IndexTuple final = state->base;
	Size size;
	Size saving = 0;

	if (state->nitems > 1)
	{
		final = _bt_form_posting(state->base, state->htids, state->nhtids);
		state->intervals[state->nintervals++].nitems = state->nitems;
	}
	size = IndexTupleSize(final);
	if (PageAddItem(newpage, (Item) final, size, off, false, false) ==
		InvalidOffsetNumber)
		elog(ERROR, "deduplication failed to add tuple to page");
	if (state->nitems > 1)
	{
		saving = state->phystupsize - (size + sizeof(ItemIdData));
		pfree(final);
	}
	state->nhtids = 0;
	state->nitems = 0;
	state->phystupsize = 0;
	return saving;
}

/* _bt_form_posting
 *		Tuple with base's key and the given TIDs; a plain one for a single
 *		TID.  palloc'd. */
IndexTuple
_bt_form_posting(IndexTuple base, ItemPointer htids, int nhtids)
{
	Size keysize = BTreeTupleIsPosting(base) ? BTreeTupleGetPostingOffset(base) : IndexTupleSize(base);
	Size size = nhtids > 1 ? MAXALIGN(keysize + nhtids * sizeof(ItemPointerData)) : keysize;
	IndexTuple itup;

	Assert(!BTreeTupleIsPivot(base) && nhtids > 0);
	Assert(keysize == MAXALIGN(keysize) && size <= INDEX_SIZE_MASK);
	itup = palloc0(size);
	memcpy(itup, base, keysize);
	itup->t_info &= ~INDEX_SIZE_MASK;
	itup->t_info |= size;
	if (nhtids > 1)
	{
		BTreeTupleSetPosting(itup, nhtids, keysize);
		memcpy(BTreeTupleGetPosting(itup), htids,
			   sizeof(ItemPointerData) * nhtids);
	}
	else
	{
		itup->t_info &= ~INDEX_ALT_TID_MASK;
		ItemPointerCopy(htids, &itup->t_tid);
	}
	return itup;
}

/* _bt_update_posting
 *		Replace vacposting->itup by a copy without the TIDs to delete. */
void
_bt_update_posting(BTVacuumPosting vacposting)
{
	IndexTuple orig = vacposting->itup;
	int n = BTreeTupleGetNPosting(orig);
	ItemPointer kept = palloc(n * sizeof(ItemPointerData));
	int nkept = 0;
	int d = 0;

	for (int i = 0; i < n; i++)
	{
		if (d < vacposting->ndeletedtids && vacposting->deletetids[d] == i)
			d++;
		else
			kept[nkept++] = *BTreeTupleGetPostingN(orig, i);
	}
	Assert(d == vacposting->ndeletedtids && nkept > 0);
	vacposting->itup = _bt_form_posting(orig, kept, nkept);
	pfree(kept);
}

/*
 * _bt_swap_posting
 *		Let newitem's TID take position postingoff of a list, and give newitem
 *		the list's last TID.  newitem is changed; the new list is palloc'd and
 *		of the same size as the old one.
 */
IndexTuple
_bt_swap_posting(IndexTuple newitem, IndexTuple oposting, int postingoff)
{
	int n = BTreeTupleGetNPosting(oposting);
	IndexTuple result = CopyIndexTuple(oposting);
	ItemPointer place;

	Assert(BTreeTupleIsPosting(oposting) && postingoff > 0);
	if (postingoff <= 0 || postingoff >= n)
		elog(ERROR, "posting list tuple with %d items cannot be split at offset %d",
			 n, postingoff);
	place = BTreeTupleGetPostingN(result, postingoff);
	memmove(place + 1, place,
			(n - postingoff - 1) * sizeof(ItemPointerData));
	*place = newitem->t_tid;
	ItemPointerCopy(BTreeTupleGetMaxHeapTID(oposting), &newitem->t_tid);
	return result;
}
