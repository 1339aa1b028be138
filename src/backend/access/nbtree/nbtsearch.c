/*
 * nbtsearch.c
 *		Descending the tree, and scanning leaves.
 *
 * A descent holds one lock at a time: between reading a downlink and
 * locking the child, the child may split, so the search moves right as long
 * as the key is beyond the page's high key.
 * 
 * A scan reads a leaf under one share lock, copies all matches out, and
 * goes on without the lock; if the snapshot is an MVCC one it does not keep
 * the pin either (access/nbtree/README, scans).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtsearch.c
 */
#include "postgres.h"

#include "access/nbtree.h"
#include "access/relscan.h"
#include "access/xlog.h"
#include "access/access_upcalls.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

static bool read_page(IndexScanDesc scan, ScanDirection dir, OffsetNumber off);
static bool step_page(IndexScanDesc scan, ScanDirection dir);

/* ------------------------------------------------------------------
 * Comparing and searching within a page
 * ------------------------------------------------------------------
 */

/*
 * _bt_compare
 *		Compare an insertion key with an item: < 0, 0, > 0 as the key is less,
 *		equal, greater.  A truncated column counts as minus infinity; against
 *		a posting list, a TID within its range is equal.
 */
int32
_bt_compare(Relation rel, BTScanInsert key, Page page, OffsetNumber offnum)
{
	TupleDesc desc = RelationGetDescr(rel);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	IndexTuple itup;
	ItemPointer tid;
	int natts;
	int ncmp;
	int32 r;

	/* the first item of an internal page has no key */
	if (!P_ISLEAF(opaque) && offnum == P_FIRSTDATAKEY(opaque))
		return 1;
	itup = (IndexTuple) PageGetItem(page, PageGetItemId(page, offnum));
	natts = BTreeTupleGetNAtts(itup, rel);
	ncmp = Min(natts, key->keysz);
	for (int i = 0; i < ncmp; i++)
	{
		ScanKey k = &key->scankeys[i];
		bool isnull;
		Datum datum = index_getattr(itup, k->sk_attno, desc, &isnull);
		bool argnull = (k->sk_flags & SK_ISNULL) != 0;

		if (unlikely(argnull || isnull))
		{
			if (argnull == isnull)
				continue;
			/* nulls are the greatest, unless they come first */
			r = argnull ? 1 : -1;
			if (k->sk_flags & SK_BT_NULLS_FIRST)
				r = -r;
			return r;
		}
		/* the function gets (item, key) as its left type is the index's */
		r = DatumGetInt32(FunctionCall2Coll(&k->sk_func, k->sk_collation,
											datum, k->sk_argument));
		if (r != 0)
		{
			bool item_greater = r > 0;

			if (k->sk_flags & SK_BT_DESC)
				item_greater = !item_greater;
			return item_greater ? -1 : 1;
		}
	}

	/* all that could be compared is equal */
	if (key->keysz > natts)
		return 1;
	tid = BTreeTupleGetHeapTID(itup);
	if (key->scantid == NULL)
	{
		/* a pivot without TID is less than any real item with its key; but a
		 * search for the pivot itself must find it equal */
		if (key->heapkeyspace && !key->pivotsearch && key->keysz == natts &&
			tid == NULL)
			return 1;
		return 0;
	}
	if (tid == NULL)
		return 1;
	r = ItemPointerCompare(key->scantid, tid);
	if (r <= 0 || !BTreeTupleIsPosting(itup))
		return r;
	return ItemPointerCompare(key->scantid, BTreeTupleGetMaxHeapTID(itup)) > 0 ? 1 : 0;
}

/*
 * On a leaf: first item >= key (> key with nextkey), maybe one past the end.
 * On an internal page: the downlink to follow.
 */
static OffsetNumber
search_page(Relation rel, BTScanInsert key, Buffer buf)
{
	Page page = BufferGetPage(buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	OffsetNumber low = P_FIRSTDATAKEY(opaque);
	OffsetNumber high = PageGetMaxOffsetNumber(page);
	int32 goright = key->nextkey ? 0 : 1;

	Assert(!key->nextkey || key->scantid == NULL);
	if (high < low)
		return low;
	/* items before low are passed; high and beyond are not */
	high++;
	while (low < high)
	{
		OffsetNumber mid = low + (high - low) / 2;

		if (_bt_compare(rel, key, page, mid) >= goright)
			low = mid + 1;
		else
			high = mid;
	}
	return P_ISLEAF(opaque) ? low : OffsetNumberPrev(low);
}

/* Where in a posting list would the TID go?  -1 for a dead list. */
static int
search_posting(BTScanInsert key, Page page, OffsetNumber off)
{
	ItemId iid = PageGetItemId(page, off);
	IndexTuple itup = (IndexTuple) PageGetItem(page, iid);
	int low = 0;
	int high;

	if (!BTreeTupleIsPosting(itup))
		return 0;
	/* it is going to be removed, not extended */
	if (ItemIdIsDead(iid))
		return -1;
	high = BTreeTupleGetNPosting(itup);
	while (low < high)
	{
		int mid = low + (high - low) / 2;
		int32 r = ItemPointerCompare(key->scantid,
									 BTreeTupleGetPostingN(itup, mid));

		if (r == 0)
			return mid; /* found: the caller will complain */
		if (r > 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/*
 * _bt_binsrch_insert
 *		Offset for the new tuple on its leaf.  Bounds found by a search
 *		without TID (the unique check's) are used and kept.
 */
OffsetNumber
_bt_binsrch_insert(Relation rel, BTInsertState insertstate)
{
	BTScanInsert key = insertstate->itup_key;
	Page page = BufferGetPage(insertstate->buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	OffsetNumber low,
		high,
		stricthigh;

	Assert(P_ISLEAF(opaque) && !key->nextkey);
	if (!insertstate->bounds_valid)
	{
		low = P_FIRSTDATAKEY(opaque);
		high = PageGetMaxOffsetNumber(page);
	}
	else
	{
		low = insertstate->low;
		high = insertstate->stricthigh;
	}
	if (high < low)
	{
		insertstate->low = InvalidOffsetNumber;
		insertstate->stricthigh = InvalidOffsetNumber;
		insertstate->bounds_valid = false;
		return low;
	}
	if (!insertstate->bounds_valid)
		high++;
	stricthigh = high;

	while (low < high)
	{
		OffsetNumber mid = low + (high - low) / 2;
		int32 r = _bt_compare(rel, key, page, mid);

		if (r >= 1)
			low = mid + 1;
		else
		{
			high = mid;
			if (r != 0)
				stricthigh = high;
		}
		/* equal with a TID: inside a posting list */
		if (unlikely(r == 0 && key->scantid != NULL))
		{
			if (insertstate->postingoff != 0)
				ereport(ERROR,
						(errcode(ERRCODE_INDEX_CORRUPTED),
						 errmsg_internal("table tid from new index tuple (%u,%u) cannot find insert offset between offsets %u and %u of block %u in index \"%s\"",
										 ItemPointerGetBlockNumber(key->scantid),
										 ItemPointerGetOffsetNumber(key->scantid),
										 low, stricthigh,
										 BufferGetBlockNumber(insertstate->buf),
										 RelationGetRelationName(rel))));
			insertstate->postingoff = search_posting(key, page, mid);
		}
	}
	insertstate->low = low;
	insertstate->stricthigh = stricthigh;
	insertstate->bounds_valid = true;
	return low;
}

/* ------------------------------------------------------------------
 * Descent
 * ------------------------------------------------------------------
 */

/*
 * _bt_search
 *		Find the leaf on which the key's first match is or would be.
 *
 * *bufP is it, locked as access says (InvalidBuffer for an empty index and
 * BT_READ).  The result is the path, for finding parents again.
 */
BTStack
_bt_search(Relation rel, BTScanInsert key, Buffer *bufP, int access,
		   Snapshot snapshot)
{
	BTStack stack = NULL;
	int page_access = BT_READ;

	*bufP = _bt_getroot(rel, access);
	if (!BufferIsValid(*bufP))
		return NULL;

	for (;;)
	{
		Page page;
		BTPageOpaque opaque;
		OffsetNumber off;
		IndexTuple downlink;
		BTStack entry;

		/* an inserter completes splits that it comes across */
		*bufP = _bt_moveright(rel, key, *bufP, access == BT_WRITE, stack,
							  page_access, snapshot);
		page = BufferGetPage(*bufP);
		opaque = BTPageGetOpaque(page);
		if (P_ISLEAF(opaque))
			break;

		off = search_page(rel, key, *bufP);
		downlink = (IndexTuple) PageGetItem(page, PageGetItemId(page, off));
		Assert(BTreeTupleIsPivot(downlink) || !key->heapkeyspace);

		/* the place may move: block and offset are hints to find it again */
		entry = palloc(sizeof(BTStackData));
		entry->bts_blkno = BufferGetBlockNumber(*bufP);
		entry->bts_offset = off;
		entry->bts_parent = stack;

		/* the leaf itself is wanted with a write lock */
		if (opaque->btpo_level == 1 && access == BT_WRITE)
			page_access = BT_WRITE;
		*bufP = _bt_relandgetbuf(rel, *bufP, BTreeTupleGetDownLink(downlink),
								 page_access);
		stack = entry;
	}

	/* a root that is a leaf was locked for reading so far */
	if (access == BT_WRITE && page_access == BT_READ)
	{
		_bt_unlockbuf(rel, *bufP);
		_bt_lockbuf(rel, *bufP, BT_WRITE);
		*bufP = _bt_moveright(rel, key, *bufP, true, stack, BT_WRITE, snapshot);
	}
	return stack;
}

/*
 * _bt_moveright
 *		Go right until the key is within the page's range.
 */
Buffer
_bt_moveright(Relation rel, BTScanInsert key, Buffer buf, bool forupdate,
			  BTStack stack, int access, Snapshot snapshot)
{
	int32 goright = key->nextkey ? 0 : 1;

	for (;;)
	{
		Page page = BufferGetPage(buf);
		BTPageOpaque opaque = BTPageGetOpaque(page);

		TestForOldSnapshot(snapshot, rel, page);
		if (P_RIGHTMOST(opaque))
			break;
		if (forupdate && P_INCOMPLETE_SPLIT(opaque))
		{
			BlockNumber blkno = BufferGetBlockNumber(buf);

			if (access == BT_READ)
			{
				_bt_unlockbuf(rel, buf);
				_bt_lockbuf(rel, buf, BT_WRITE);
			}
			if (P_INCOMPLETE_SPLIT(opaque))
				_bt_finish_split(rel, buf, stack);
			else
				_bt_relbuf(rel, buf);
			buf = _bt_getbuf(rel, blkno, access);
			continue;
		}
		if (!P_IGNORE(opaque) &&
			_bt_compare(rel, key, page, P_HIKEY) < goright)
			break;
		buf = _bt_relandgetbuf(rel, buf, opaque->btpo_next, access);
	}
	if (P_IGNORE(BTPageGetOpaque(BufferGetPage(buf))))
		elog(ERROR, "fell off the end of index \"%s\"",
			 RelationGetRelationName(rel));
	return buf;
}

/* _bt_get_endpoint
 *		First or last page of a level, read-locked; invalid if empty. */
Buffer
_bt_get_endpoint(Relation rel, uint32 level, bool rightmost, Snapshot snapshot)
{
	/* the fast root is above all that matters, for leaves at least */
	Buffer buf = level == 0 ? _bt_getroot(rel, BT_READ) : _bt_gettrueroot(rel);

	if (!BufferIsValid(buf))
		return InvalidBuffer;
	for (;;)
	{
		Page page = BufferGetPage(buf);
		BTPageOpaque opaque = BTPageGetOpaque(page);
		OffsetNumber off;
		IndexTuple downlink;

		while (P_IGNORE(opaque) || (rightmost && !P_RIGHTMOST(opaque)))
		{
			if (opaque->btpo_next == P_NONE)
				elog(ERROR, "fell off the end of index \"%s\"",
					 RelationGetRelationName(rel));
			buf = _bt_relandgetbuf(rel, buf, opaque->btpo_next, BT_READ);
			page = BufferGetPage(buf);
			opaque = BTPageGetOpaque(page);
		}
		if (opaque->btpo_level == level)
			return buf;
		if (opaque->btpo_level < level)
			ereport(ERROR,
					(errcode(ERRCODE_INDEX_CORRUPTED),
					 errmsg_internal("btree level %u not found in index \"%s\"",
									 level, RelationGetRelationName(rel))));
		off = rightmost ? PageGetMaxOffsetNumber(page) : P_FIRSTDATAKEY(opaque);
		downlink = (IndexTuple) PageGetItem(page, PageGetItemId(page, off));
		buf = _bt_relandgetbuf(rel, buf, BTreeTupleGetDownLink(downlink),
							   BT_READ);
	}
}

/* ------------------------------------------------------------------
 * Starting a scan
 * ------------------------------------------------------------------
 */

static inline void
init_more_data(BTScanOpaque so, ScanDirection dir)
{
	so->currPos.moreLeft = !ScanDirectionIsForward(dir);
	so->currPos.moreRight = ScanDirectionIsForward(dir);
	so->numKilled = 0;
	so->markItemIndex = -1;
}

/* Hand the current item to the caller. */
static bool
return_item(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	BTScanPosItem *item = &so->currPos.items[so->currPos.itemIndex];

	scan->xs_heaptid = item->heapTid;
	if (scan->xs_want_itup)
		scan->xs_itup = (IndexTuple) (so->currTuples + item->tupleOffset);
	return true;
}

/* Unlock the page; keep the pin only if TIDs could be reused meanwhile. */
static void
drop_lock(IndexScanDesc scan, BTScanPos pos)
{
	_bt_unlockbuf(scan->indexRelation, pos->buf);
	if (IsMVCCSnapshot(scan->xs_snapshot) &&
		RelationNeedsWAL(scan->indexRelation) && !scan->xs_want_itup)
	{
		ReleaseBuffer(pos->buf);
		pos->buf = InvalidBuffer;
	}
}

/*
 * Read the page in pos.buf from off on; if nothing there matches, go to
 * neighbours.  False: no match at all.
 */
static bool
begin_at(IndexScanDesc scan, ScanDirection dir, Buffer buf, OffsetNumber off)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	Assert(!BTScanPosIsValid(so->currPos));
	so->currPos.buf = buf;
	if (read_page(scan, dir, off))
		drop_lock(scan, &so->currPos);
	else
	{
		_bt_unlockbuf(scan->indexRelation, so->currPos.buf);
		if (!step_page(scan, dir))
			return false;
	}
	return return_item(scan);
}

/* A scan without usable bound: from one end of the index. */
static bool
begin_at_end(IndexScanDesc scan, ScanDirection dir)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	bool backward = ScanDirectionIsBackward(dir);
	Buffer buf = _bt_get_endpoint(scan->indexRelation, 0, backward,
								  scan->xs_snapshot);
	Page page;

	if (!BufferIsValid(buf))
	{
		BTScanPosInvalidate(so->currPos);
		return false;
	}
	page = BufferGetPage(buf);
	init_more_data(so, dir);
	return begin_at(scan, dir, buf,
					backward ? PageGetMaxOffsetNumber(page) : P_FIRSTDATAKEY(BTPageGetOpaque(page)));
}

/*
 * Choose the keys that say where the scan starts: for each leading column an
 * equality, or one bound at the start side, with which the prefix ends.  Where
 * there is none but the nulls lie on that side and a key excludes them, an IS
 * NOT NULL is made up in *spare.
 */
static int
choose_start_keys(BTScanOpaque so, ScanDirection dir, ScanKey *start,
				  ScanKeyData *spare, StrategyNumber *strat_total)
{
	bool backward = ScanDirectionIsBackward(dir);
	int n = 0;
	int i = 0;
	AttrNumber attno = 1;

	*strat_total = BTEqualStrategyNumber;
	for (; i < so->numberOfKeys; attno++)
	{
		ScanKey chosen = NULL;
		ScanKey implies_nn = NULL;

		if (so->keyData[i].sk_attno != attno)
			break; /* a column without key: prefix ends */
		for (; i < so->numberOfKeys && so->keyData[i].sk_attno == attno; i++)
		{
			ScanKey k = &so->keyData[i];
			bool lower = k->sk_strategy == BTGreaterStrategyNumber ||
				k->sk_strategy == BTGreaterEqualStrategyNumber;

			if (k->sk_strategy == BTEqualStrategyNumber)
				chosen = k;
			else if (lower != backward)
			{
				if (chosen == NULL)
					chosen = k;
			}
			else
				implies_nn = k;
		}

		if (chosen == NULL && implies_nn != NULL &&
			((implies_nn->sk_flags & SK_BT_NULLS_FIRST) != 0) != backward)
		{
			chosen = &spare[n];
			ScanKeyEntryInitialize(chosen,
								   SK_SEARCHNOTNULL | SK_ISNULL |
									   (implies_nn->sk_flags &
										(SK_BT_DESC | SK_BT_NULLS_FIRST)),
								   attno,
								   (implies_nn->sk_flags & SK_BT_NULLS_FIRST) ? BTGreaterStrategyNumber : BTLessStrategyNumber,
								   InvalidOid, InvalidOid, InvalidOid,
								   (Datum) 0);
		}
		if (chosen == NULL)
			break;
		start[n++] = chosen;
		if (chosen->sk_strategy != BTEqualStrategyNumber)
		{
			*strat_total = chosen->sk_strategy;
			/* an open bound makes further columns useless */
			if (chosen->sk_strategy == BTGreaterStrategyNumber ||
				chosen->sk_strategy == BTLessStrategyNumber)
				break;
		}
	}
	return n;
}

/* Set an insertion key from a scan key: with the three-way function. */
static void
set_insert_key(Relation rel, ScanKey out, ScanKey key)
{
	int col = key->sk_attno - 1;
	RegProcedure proc;

	if (key->sk_subtype == rel->rd_opcintype[col] ||
		key->sk_subtype == InvalidOid)
	{
		ScanKeyEntryInitializeWithInfo(out, key->sk_flags, key->sk_attno,
									   InvalidStrategy, key->sk_subtype,
									   key->sk_collation,
									   index_getprocinfo(rel, key->sk_attno,
														 BTORDER_PROC),
									   key->sk_argument);
		return;
	}
	proc = get_opfamily_proc(rel->rd_opfamily[col], rel->rd_opcintype[col],
							 key->sk_subtype, BTORDER_PROC);
	if (!RegProcedureIsValid(proc))
		elog(ERROR, "missing support function %d(%u,%u) for attribute %d of index \"%s\"",
			 BTORDER_PROC, rel->rd_opcintype[col], key->sk_subtype,
			 key->sk_attno, RelationGetRelationName(rel));
	ScanKeyEntryInitialize(out, key->sk_flags, key->sk_attno, InvalidStrategy,
						   key->sk_subtype, key->sk_collation, proc,
						   key->sk_argument);
}

/*
 * A row comparison as a start key at pos: its first member counts, which
 * carries the three-way function itself.  As the last of the start keys it
 * brings in further members as far as they follow the index.  False if a member
 * is NULL: nothing matches.
 */
static bool
add_row_members(ScanKey header, BTScanInsert inskey, int pos, int *keysz,
				StrategyNumber *strat_total)
{
	ScanKey sub = (ScanKey) DatumGetPointer(header->sk_argument);

	Assert(sub->sk_flags & SK_ROW_MEMBER);
	if (sub->sk_flags & SK_ISNULL)
		return false;
	memcpy(&inskey->scankeys[pos], sub, sizeof(ScanKeyData));
	if (pos < *keysz - 1)
		return true;
	while (!(sub->sk_flags & SK_ROW_END))
	{
		sub++;
		if (sub->sk_attno != *keysz + 1 ||
			sub->sk_strategy != header->sk_strategy ||
			(sub->sk_flags & SK_ISNULL))
		{
			/* only a prefix: rows equal in it may match, too */
			if (*strat_total == BTLessStrategyNumber)
				*strat_total = BTLessEqualStrategyNumber;
			else if (*strat_total == BTGreaterStrategyNumber)
				*strat_total = BTGreaterEqualStrategyNumber;
			break;
		}
		memcpy(&inskey->scankeys[*keysz], sub, sizeof(ScanKeyData));
		(*keysz)++;
	}
	return true;
}

/*
 * _bt_first
 *		Position the scan at its first match; false if there is none.
 */
bool
_bt_first(IndexScanDesc scan, ScanDirection dir)
{
	Relation rel = scan->indexRelation;
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	ScanKey start[INDEX_MAX_KEYS];
	ScanKeyData spare[INDEX_MAX_KEYS];
	BTScanInsertData inskey;
	StrategyNumber strat;
	BTStack stack;
	Buffer buf;
	OffsetNumber off;
	bool goback = false;
	int keysz;

	Assert(!BTScanPosIsValid(so->currPos));
	pgstat_count_index_scan(rel);
	_bt_preprocess_keys(scan);
	if (!so->qual_ok)
	{
		BTScanPosInvalidate(so->currPos);
		return false;
	}

	keysz = choose_start_keys(so, dir, start, spare, &strat);
	if (keysz == 0)
		return begin_at_end(scan, dir);
	for (int i = 0, n = keysz; i < n; i++)
	{
		if (!(start[i]->sk_flags & SK_ROW_HEADER))
			set_insert_key(rel, &inskey.scankeys[i], start[i]);
		else if (!add_row_members(start[i], &inskey, i, &keysz, &strat))
		{
			BTScanPosInvalidate(so->currPos);
			return false;
		}
	}

	/* which side of equal items is wanted? */
	switch (strat)
	{
		case BTLessStrategyNumber:
			inskey.nextkey = false;
			goback = true;
			break;
		case BTLessEqualStrategyNumber:
			inskey.nextkey = true;
			goback = true;
			break;
		case BTEqualStrategyNumber:
			inskey.nextkey = goback = ScanDirectionIsBackward(dir);
			break;
		case BTGreaterEqualStrategyNumber:
			inskey.nextkey = false;
			break;
		case BTGreaterStrategyNumber:
			inskey.nextkey = true;
			break;
		default:
			elog(ERROR, "unrecognized strat_total: %d", (int) strat);
	}
	_bt_metaversion(rel, &inskey.heapkeyspace, &inskey.allequalimage);
	inskey.anynullkeys = false;
	inskey.pivotsearch = false;
	inskey.scantid = NULL;
	inskey.keysz = keysz;

	stack = _bt_search(rel, &inskey, &buf, BT_READ, scan->xs_snapshot);
	_bt_freestack(stack);
	if (!BufferIsValid(buf))
	{
		BTScanPosInvalidate(so->currPos);
		return false;
	}
	init_more_data(so, dir);
	off = search_page(rel, &inskey, buf);
	if (goback)
		off = OffsetNumberPrev(off);
	return begin_at(scan, dir, buf, off);
}

/* _bt_next
 *		Next match in the direction; false at the end. */
bool
_bt_next(IndexScanDesc scan, ScanDirection dir)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	BTScanPos pos = &so->currPos;

	if (ScanDirectionIsForward(dir))
	{
		if (++pos->itemIndex > pos->lastItem && !step_page(scan, dir))
			return false;
	}
	else if (--pos->itemIndex < pos->firstItem && !step_page(scan, dir))
		return false;
	return return_item(scan);
}

/* ------------------------------------------------------------------
 * Reading leaves
 * ------------------------------------------------------------------
 */

static void
save_item(BTScanOpaque so, int index, OffsetNumber off, ItemPointer tid,
		  int tupleoffset)
{
	BTScanPosItem *item = &so->currPos.items[index];

	item->heapTid = *tid;
	item->indexOffset = off;
	item->tupleOffset = tupleoffset;
}

/* Copy (the key part of) a tuple for an index-only scan. */
static int
save_tuple(BTScanOpaque so, IndexTuple itup)
{
	int at = so->currPos.nextTupleOffset;
	Size size;
	IndexTuple copy;

	if (so->currTuples == NULL)
		return 0;
	copy = (IndexTuple) (so->currTuples + at);
	if (BTreeTupleIsPosting(itup))
	{
		size = MAXALIGN(BTreeTupleGetPostingOffset(itup));
		memcpy(copy, itup, size);
		copy->t_info &= ~(INDEX_SIZE_MASK | INDEX_ALT_TID_MASK);
		copy->t_info |= size;
	}
	else
	{
		size = IndexTupleSize(itup);
		memcpy(copy, itup, size);
	}
	so->currPos.nextTupleOffset += MAXALIGN(size);
	return at;
}

/* Save a match at *index, stepping it in the direction. */
static void
save_match(BTScanOpaque so, OffsetNumber off, IndexTuple itup, int *index,
		   bool backward)
{
	int at = save_tuple(so, itup);
	int n;

	if (!BTreeTupleIsPosting(itup))
	{
		if (backward)
			save_item(so, --*index, off, &itup->t_tid, at);
		else
			save_item(so, (*index)++, off, &itup->t_tid, at);
		return;
	}
	/* one item per TID; filled from the end in a backward scan, but in
	 * ascending order of TIDs there too, which is how scans return them */
	n = BTreeTupleGetNPosting(itup);
	for (int i = 0; i < n; i++)
	{
		if (backward)
			save_item(so, --*index, off, BTreeTupleGetPostingN(itup, i), at);
		else
			save_item(so, (*index)++, off, BTreeTupleGetPostingN(itup, i), at);
	}
}

/*
 * Copy the matches of the locked page in currPos.buf, from off on, into
 * currPos.items.  True if there are any.
 */
static bool
read_page(IndexScanDesc scan, ScanDirection dir, OffsetNumber off)
{
	Relation rel = scan->indexRelation;
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	BTScanPos pos = &so->currPos;
	Page page = BufferGetPage(pos->buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	int natts = IndexRelationGetNumberOfAttributes(rel);
	OffsetNumber minoff = P_FIRSTDATAKEY(opaque);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	bool more = true;
	int index;

	pos->currPage = BufferGetBlockNumber(pos->buf);
	pos->lsn = BufferGetLSNAtomic(pos->buf);
	pos->nextPage = opaque->btpo_next;
	pos->nextTupleOffset = 0;

	if (ScanDirectionIsForward(dir))
	{
		index = 0;
		for (off = Max(off, minoff); off <= maxoff; off++)
		{
			ItemId iid = PageGetItemId(page, off);
			IndexTuple itup;

			if (scan->ignore_killed_tuples && ItemIdIsDead(iid))
				continue;
			itup = (IndexTuple) PageGetItem(page, iid);
			if (_bt_checkkeys(scan, itup, natts, dir, &more))
				save_match(so, off, itup, &index, false);
			if (!more)
				break;
		}
		/* does the high key show that the next page has no match? */
		if (more && !P_RIGHTMOST(opaque))
		{
			IndexTuple hikey = (IndexTuple)
				PageGetItem(page, PageGetItemId(page, P_HIKEY));

			_bt_checkkeys(scan, hikey, BTreeTupleGetNAtts(hikey, rel), dir,
						  &more);
		}
		if (!more)
			pos->moreRight = false;
		pos->firstItem = 0;
		pos->lastItem = index - 1;
		pos->itemIndex = 0;
	}
	else
	{
		index = MaxTIDsPerBTreePage;
		for (off = Min(off, maxoff); off >= minoff; off--)
		{
			ItemId iid = PageGetItemId(page, off);
			bool alive = !scan->ignore_killed_tuples ||
				!ItemIdIsDead(iid);
			IndexTuple itup;

			/* the first item of the page is looked at even if dead, to know
			 * whether to go on to the left */
			if (!alive && off > minoff)
				continue;
			itup = (IndexTuple) PageGetItem(page, iid);
			if (_bt_checkkeys(scan, itup, natts, dir, &more) && alive)
				save_match(so, off, itup, &index, true);
			if (!more)
			{
				pos->moreLeft = false;
				break;
			}
		}
		pos->firstItem = index;
		pos->lastItem = MaxTIDsPerBTreePage - 1;
		pos->itemIndex = MaxTIDsPerBTreePage - 1;
	}
	return pos->firstItem <= pos->lastItem;
}

/*
 * The page to the left of buf (read-locked, released here).  Without coupling
 * locks it must be looked for: the left link may point too far left after
 * splits, and the page itself may have been deleted.
 */
static Buffer
walk_left(Relation rel, Buffer buf, Snapshot snapshot)
{
	Page page = BufferGetPage(buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);

	while (!P_LEFTMOST(opaque))
	{
		BlockNumber obknum = BufferGetBlockNumber(buf);
		BlockNumber lblkno = opaque->btpo_prev;
		BlockNumber blkno = lblkno;

		_bt_relbuf(rel, buf);
		CHECK_FOR_INTERRUPTS();
		buf = _bt_getbuf(rel, blkno, BT_READ);
		page = BufferGetPage(buf);
		opaque = BTPageGetOpaque(page);

		/* a few splits of the neighbour are followed to the right */
		for (int tries = 0; tries < 4; tries++)
		{
			if (!P_ISDELETED(opaque) && opaque->btpo_next == obknum)
				return buf;
			if (P_RIGHTMOST(opaque))
				break;
			buf = _bt_relandgetbuf(rel, buf, opaque->btpo_next, BT_READ);
			page = BufferGetPage(buf);
			opaque = BTPageGetOpaque(page);
		}

		/* lost: has our page been deleted?  its key space went right */
		buf = _bt_relandgetbuf(rel, buf, obknum, BT_READ);
		page = BufferGetPage(buf);
		opaque = BTPageGetOpaque(page);
		if (P_ISDELETED(opaque))
		{
			do
			{
				if (P_RIGHTMOST(opaque))
					elog(ERROR, "fell off the end of index \"%s\"",
						 RelationGetRelationName(rel));
				buf = _bt_relandgetbuf(rel, buf, opaque->btpo_next, BT_READ);
				page = BufferGetPage(buf);
				opaque = BTPageGetOpaque(page);
			} while (P_ISDELETED(opaque));
		}
		else if (opaque->btpo_prev == lblkno)
			elog(ERROR, "could not find left sibling of block %u in index \"%s\"",
				 obknum, RelationGetRelationName(rel));
	}
	_bt_relbuf(rel, buf);
	return InvalidBuffer;
}

/* Read pages in the direction until one has matches. */
static bool
read_next_page(IndexScanDesc scan, BlockNumber blkno, ScanDirection dir)
{
	Relation rel = scan->indexRelation;
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	if (ScanDirectionIsForward(dir))
	{
		for (;;)
		{
			BTPageOpaque opaque;

			if (blkno == P_NONE || !so->currPos.moreRight)
			{
				BTScanPosInvalidate(so->currPos);
				return false;
			}
			CHECK_FOR_INTERRUPTS();
			so->currPos.buf = _bt_getbuf(rel, blkno, BT_READ);
			opaque = BTPageGetOpaque(BufferGetPage(so->currPos.buf));
			if (!P_IGNORE(opaque) &&
				read_page(scan, dir, P_FIRSTDATAKEY(opaque)))
				return true;
			blkno = opaque->btpo_next;
			_bt_relbuf(rel, so->currPos.buf);
		}
	}

	/* currPos.buf is the page just read, locked again */
	for (;;)
	{
		Page page;

		if (!so->currPos.moreLeft)
		{
			_bt_relbuf(rel, so->currPos.buf);
			BTScanPosInvalidate(so->currPos);
			return false;
		}
		so->currPos.buf = walk_left(rel, so->currPos.buf, scan->xs_snapshot);
		if (!BufferIsValid(so->currPos.buf))
		{
			BTScanPosInvalidate(so->currPos);
			return false;
		}
		page = BufferGetPage(so->currPos.buf);
		if (!P_IGNORE(BTPageGetOpaque(page)) &&
			read_page(scan, dir, PageGetMaxOffsetNumber(page)))
			return true;
	}
}

/* Keep a copy of the current page's items if the mark is on it. */
static void
save_marked_page(BTScanOpaque so)
{
	if (so->markItemIndex < 0)
		return;
	if (BTScanPosIsPinned(so->currPos))
		IncrBufferRefCount(so->currPos.buf);
	memcpy(&so->markPos, &so->currPos,
		   offsetof(BTScanPosData, items[1]) +
			   so->currPos.lastItem * sizeof(BTScanPosItem));
	if (so->markTuples)
		memcpy(so->markTuples, so->currTuples, so->currPos.nextTupleOffset);
	so->markPos.itemIndex = so->markItemIndex;
	so->markItemIndex = -1;
}

/* Done with the page: go to the next that has matches. */
static bool
step_page(IndexScanDesc scan, ScanDirection dir)
{
	Relation rel = scan->indexRelation;
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	BlockNumber blkno = so->currPos.nextPage;

	Assert(BTScanPosIsValid(so->currPos));
	if (so->numKilled > 0)
		_bt_killitems(scan);
	save_marked_page(so);

	if (ScanDirectionIsForward(dir))
	{
		so->currPos.moreLeft = true;
		BTScanPosUnpinIfPinned(so->currPos);
	}
	else
	{
		so->currPos.moreRight = true;
		if (BTScanPosIsPinned(so->currPos))
			_bt_lockbuf(rel, so->currPos.buf, BT_READ);
		else
			so->currPos.buf = _bt_getbuf(rel, so->currPos.currPage, BT_READ);
	}
	if (!read_next_page(scan, blkno, dir))
		return false;
	drop_lock(scan, &so->currPos);
	return true;
}
