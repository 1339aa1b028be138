/*
 * nbtinsert.c
 *		Inserting into a btree: place, uniqueness, splits.
 *
 * A tuple goes to the one place that its key and TID determine.  A full
 * leaf first loses dead items, then is deduplicated, and only then split;
 * the split's downlink goes into the parent, which may split in turn.
 * Splits are completed by whoever comes across an incomplete one
 * (access/nbtree/README).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtinsert.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* levels from which on the last leaf is worth remembering */
#define FASTPATH_MIN_LEVEL 2

static BTStack search_for_insert(Relation rel, BTInsertState st);
static TransactionId check_unique(Relation rel, BTInsertState st,
								  Relation heapRel,
								  IndexUniqueCheck checkUnique,
								  bool *is_unique, uint32 *token);
static OffsetNumber find_insert_place(Relation rel, BTInsertState st,
									  bool checkingunique, bool unchanged,
									  BTStack stack, Relation heapRel);
static void insert_on_page(Relation rel, BTScanInsert key, Buffer buf,
						   Buffer cbuf, BTStack stack, IndexTuple itup,
						   Size itemsz, OffsetNumber newitemoff,
						   int postingoff, bool split_only_page);
static void insert_into_parent(Relation rel, Buffer buf, Buffer rbuf,
							   BTStack stack, bool isroot, bool isonly);
static void make_room(Relation rel, Relation heapRel, BTInsertState st,
					  bool simpleonly, bool checkingunique, bool versions);

/*
 * _bt_doinsert
 *		Insert a tuple.
 *
 * Unique checks as in index_insert; returns false only for UNIQUE_CHECK_PARTIAL
 * with a possible duplicate.  Errors: 23505.
 */
bool
_bt_doinsert(Relation rel, IndexTuple itup, IndexUniqueCheck checkUnique,
			 bool indexUnchanged, Relation heapRel)
{
	BTInsertStateData st;
	BTScanInsert key = _bt_mkscankey(rel, itup);
	BTStack stack;
	bool is_unique = false;
	bool checking = checkUnique != UNIQUE_CHECK_NO;

	if (checking)
	{
		if (key->anynullkeys)
		{
			/* a null is not equal to anything: nothing to check */
			checking = false;
			is_unique = true;
			Assert(checkUnique != UNIQUE_CHECK_EXISTING);
		}
		else
			/* look at the first equal key, whatever its TID */
			key->scantid = NULL;
	}

	st.itup = itup;
	st.itemsz = MAXALIGN(IndexTupleSize(itup));
	st.itup_key = key;
	st.buf = InvalidBuffer;
	st.bounds_valid = false;
	st.postingoff = 0;

	for (;;)
	{
		TransactionId xwait;
		uint32 token;

		stack = search_for_insert(rel, &st);
		if (!checking)
			break;
		xwait = check_unique(rel, &st, heapRel, checkUnique, &is_unique,
							 &token);
		if (!TransactionIdIsValid(xwait))
		{
			if (key->heapkeyspace)
				key->scantid = &itup->t_tid;
			break;
		}
		/* a conflict if the other commits: wait, without the page */
		_bt_relbuf(rel, st.buf);
		st.buf = InvalidBuffer;
		if (token)
			SpeculativeInsertionWait(xwait, token);
		else
			XactLockTableWait(xwait, rel, &itup->t_tid, XLTW_InsertIndex);
		_bt_freestack(stack);
		st.bounds_valid = false;
	}

	if (checkUnique != UNIQUE_CHECK_EXISTING)
	{
		OffsetNumber off = find_insert_place(rel, &st, checking,
											 indexUnchanged, stack, heapRel);

		insert_on_page(rel, key, st.buf, InvalidBuffer, stack, itup, st.itemsz,
					   off, st.postingoff, false);
	}
	else
		_bt_relbuf(rel, st.buf);

	_bt_freestack(stack);
	pfree(key);
	return is_unique;
}

/*
 * Find the leaf.  Ascending insertions go to the last leaf again and again: it
 * is tried first, without descending.
 */
static BTStack
search_for_insert(Relation rel, BTInsertState st)
{
	Assert(st->buf == InvalidBuffer && !st->bounds_valid);
	if (RelationGetTargetBlock(rel) != InvalidBlockNumber)
	{
		st->buf = ReadBuffer(rel, RelationGetTargetBlock(rel));
		if (_bt_conditionallockbuf(rel, st->buf))
		{
			Page page = BufferGetPage(st->buf);
			BTPageOpaque opaque;

			_bt_checkpage(rel, st->buf);
			opaque = BTPageGetOpaque(page);
			/* still the last leaf, with room, and the key beyond its first? */
			if (P_RIGHTMOST(opaque) && P_ISLEAF(opaque) && !P_IGNORE(opaque) &&
				PageGetFreeSpace(page) > st->itemsz &&
				PageGetMaxOffsetNumber(page) >= P_HIKEY &&
				_bt_compare(rel, st->itup_key, page, P_HIKEY) > 0)
				return NULL;
			_bt_relbuf(rel, st->buf);
		}
		else
			ReleaseBuffer(st->buf);
		RelationSetTargetBlock(rel, InvalidBlockNumber);
		st->buf = InvalidBuffer;
	}
	return _bt_search(rel, st->itup_key, &st->buf, BT_WRITE, NULL);
}

/* ------------------------------------------------------------------
 * Uniqueness
 * ------------------------------------------------------------------
 */

static void
report_duplicate(Relation rel, Relation heapRel, IndexTuple itup)
{
	Datum values[INDEX_MAX_KEYS];
	bool isnull[INDEX_MAX_KEYS];
	char *desc;

	index_deform_tuple(itup, RelationGetDescr(rel), values, isnull);
	desc = BuildIndexValueDescription(rel, values, isnull);
	ereport(ERROR,
			(errcode(ERRCODE_UNIQUE_VIOLATION),
			 errmsg("duplicate key value violates unique constraint \"%s\"",
					RelationGetRelationName(rel)),
			 desc ? errdetail("Key %s already exists.", desc) : 0,
			 errtableconstraint(heapRel, RelationGetRelationName(rel))));
}

/* One index entry with the same key, as a unique check sees it. */
typedef enum DupVerdict
{
	DUP_NONE, /* the row is gone for everyone */
	DUP_SELF, /* it is the row being rechecked */
	DUP_WAIT, /* in doubt: wait for *xwait */
	DUP_MAYBE, /* partial check: cannot tell now */
	DUP_CONFLICT
} DupVerdict;

/*
 * Judge the rows that an entry's TID leads to.  *all_dead is set if the entry
 * can be marked dead.
 */
static DupVerdict
judge_duplicate(Relation rel, Relation heapRel, BTInsertState st,
				IndexUniqueCheck check, ItemPointerData tid,
				SnapshotData *dirty, bool *all_dead, bool *found,
				TransactionId *xwait)
{
	ItemPointerData self;

	*all_dead = false;
	if (check == UNIQUE_CHECK_EXISTING &&
		ItemPointerCompare(&tid, &st->itup->t_tid) == 0)
	{
		*found = true;
		return DUP_SELF;
	}
	if (!table_index_fetch_tuple_check(heapRel, &tid, dirty, all_dead))
		return DUP_NONE;
	if (check == UNIQUE_CHECK_PARTIAL)
		return DUP_MAYBE;

	*xwait = TransactionIdIsValid(dirty->xmin) ? dirty->xmin : dirty->xmax;
	if (TransactionIdIsValid(*xwait))
		return DUP_WAIT;

	/* the new row itself may be dead by now: deleted in the same command, or
	 * (deferred check) before this check came */
	self = st->itup->t_tid;
	if (!table_index_fetch_tuple_check(heapRel, &self, SnapshotSelf, NULL))
		return DUP_NONE;
	return DUP_CONFLICT;
}

/*
 * Look at all entries with the new tuple's key, here and to the right.
 *
 * Returns who must be waited for (and *token, if that is a speculative
 * insertion), or Invalid: then *is_unique is set, and the bounds for the
 * insertion's binary search are known.
 */
static TransactionId
check_unique(Relation rel, BTInsertState st, Relation heapRel,
			 IndexUniqueCheck checkUnique, bool *is_unique, uint32 *token)
{
	BTScanInsert key = st->itup_key;
	SnapshotData dirty;
	Page page = BufferGetPage(st->buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	OffsetNumber off;
	Buffer nbuf = InvalidBuffer;
	bool found = false;
	bool inpage = true; /* the bounds hold on the first page only */

	*is_unique = true;
	InitDirtySnapshot(dirty);
	off = _bt_binsrch_insert(rel, st);
	Assert(st->bounds_valid || off <= maxoff + 1);

	for (;;)
	{
		bool done = false;

		for (; off <= maxoff; off++)
		{
			ItemId iid = PageGetItemId(page, off);
			IndexTuple itup;
			bool all_killed = true;
			int n;

			/* from there on keys are greater: no compare needed */
			if (inpage && st->bounds_valid && off == st->stricthigh)
			{
				done = true;
				break;
			}
			if (ItemIdIsDead(iid))
				continue;
			if (_bt_compare(rel, key, page, off) != 0)
			{
				done = true;
				break;
			}
			itup = (IndexTuple) PageGetItem(page, iid);
			Assert(!BTreeTupleIsPivot(itup));
			n = BTreeTupleIsPosting(itup) ? BTreeTupleGetNPosting(itup) : 1;
			for (int i = 0; i < n; i++)
			{
				ItemPointerData tid = BTreeTupleIsPosting(itup) ? *BTreeTupleGetPostingN(itup, i) : itup->t_tid;
				TransactionId xwait = InvalidTransactionId;
				bool all_dead;
				DupVerdict v = judge_duplicate(rel, heapRel, st, checkUnique,
											   tid, &dirty, &all_dead, &found,
											   &xwait);

				if (v != DUP_NONE || !all_dead)
					all_killed = false;
				if (v == DUP_NONE || v == DUP_SELF)
					continue;
				if (v == DUP_CONFLICT)
				{
					/* locks must go before the values are shown */
					if (nbuf != InvalidBuffer)
						_bt_relbuf(rel, nbuf);
					_bt_relbuf(rel, st->buf);
					st->buf = InvalidBuffer;
					report_duplicate(rel, heapRel, st->itup);
				}
				if (nbuf != InvalidBuffer)
					_bt_relbuf(rel, nbuf);
				if (v == DUP_MAYBE)
				{
					*is_unique = false;
					return InvalidTransactionId;
				}
				*token = dirty.speculativeToken;
				st->bounds_valid = false;
				return xwait;
			}
			if (all_killed)
			{
				/* in passing: nobody needs this entry any more */
				ItemIdMarkDead(iid);
				opaque->btpo_flags |= BTP_HAS_GARBAGE;
				MarkBufferDirtyHint(nbuf != InvalidBuffer ? nbuf : st->buf,
									true);
			}
		}

		if (done || P_RIGHTMOST(opaque))
			break;
		/* does the key go on on the next page? */
		if (_bt_compare(rel, key, page, P_HIKEY) != 0)
			break;
		for (;;)
		{
			BlockNumber next = opaque->btpo_next;

			nbuf = _bt_relandgetbuf(rel, nbuf, next, BT_READ);
			page = BufferGetPage(nbuf);
			opaque = BTPageGetOpaque(page);
			if (!P_IGNORE(opaque))
				break;
			if (P_RIGHTMOST(opaque))
				elog(ERROR, "fell off the end of index \"%s\"",
					 RelationGetRelationName(rel));
		}
		maxoff = PageGetMaxOffsetNumber(page);
		off = P_FIRSTDATAKEY(opaque);
		inpage = false;
	}

	if (checkUnique == UNIQUE_CHECK_EXISTING && !found)
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("failed to re-find tuple within index \"%s\"",
						RelationGetRelationName(rel)),
				 errhint("An index expression may not be immutable."),
				 errtableconstraint(heapRel, RelationGetRelationName(rel))));
	if (nbuf != InvalidBuffer)
		_bt_relbuf(rel, nbuf);
	return InvalidTransactionId;
}

/* ------------------------------------------------------------------
 * Place
 * ------------------------------------------------------------------
 */

/* Go to the right sibling, completing its split if need be. */
static void
step_right(Relation rel, BTInsertState st, BTStack stack)
{
	BTPageOpaque opaque = BTPageGetOpaque(BufferGetPage(st->buf));
	BlockNumber rblkno = opaque->btpo_next;
	Buffer rbuf = InvalidBuffer;

	for (;;)
	{
		rbuf = _bt_relandgetbuf(rel, rbuf, rblkno, BT_WRITE);
		opaque = BTPageGetOpaque(BufferGetPage(rbuf));
		if (P_INCOMPLETE_SPLIT(opaque))
		{
			_bt_finish_split(rel, rbuf, stack);
			rbuf = InvalidBuffer;
			continue;
		}
		if (!P_IGNORE(opaque))
			break;
		if (P_RIGHTMOST(opaque))
			elog(ERROR, "fell off the end of index \"%s\"",
				 RelationGetRelationName(rel));
		rblkno = opaque->btpo_next;
	}
	/* coupled: nothing can get between the two */
	_bt_relbuf(rel, st->buf);
	st->buf = rbuf;
	st->bounds_valid = false;
}

/*
 * The offset at which the tuple goes, on st->buf (maybe a page further right).
 * Makes room if there is none, as far as that goes without a split.
 */
static OffsetNumber
find_insert_place(Relation rel, BTInsertState st, bool checkingunique,
				  bool versions, BTStack stack, Relation heapRel)
{
	BTScanInsert key = st->itup_key;
	Page page = BufferGetPage(st->buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	OffsetNumber off;

	if (st->itemsz > BTMaxItemSize(page))
		_bt_check_third_page(rel, heapRel, key->heapkeyspace, page, st->itup);
	if (!key->heapkeyspace)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("inserting into index \"%s\" of btree version %d is not supported",
						RelationGetRelationName(rel), BTREE_NOVAC_VERSION),
				 errhint("REINDEX it.")));

	/* duplicates in a unique index are versions of one row, as are entries of
	 * an update that left the indexed columns alone */
	if (checkingunique && st->bounds_valid && st->low < st->stricthigh)
		versions = true;
	/* the search was without TID: the place may be further right */
	while (checkingunique)
	{
		if (st->bounds_valid && st->low <= st->stricthigh &&
			st->stricthigh <= PageGetMaxOffsetNumber(page))
			break;
		if (P_RIGHTMOST(opaque) || _bt_compare(rel, key, page, P_HIKEY) <= 0)
			break;
		step_right(rel, st, stack);
		page = BufferGetPage(st->buf);
		opaque = BTPageGetOpaque(page);
	}

	if (PageGetFreeSpace(page) < st->itemsz)
		make_room(rel, heapRel, st, false, checkingunique, versions);
	off = _bt_binsrch_insert(rel, st);
	if (st->postingoff == -1)
	{
		/* the TID falls into a dead posting list: that must go first */
		make_room(rel, heapRel, st, true, false, false);
		Assert(!st->bounds_valid);
		st->postingoff = 0;
		off = _bt_binsrch_insert(rel, st);
		Assert(st->postingoff == 0);
	}
	return off;
}

/* ------------------------------------------------------------------
 * Insertion into one page
 * ------------------------------------------------------------------
 */

/* Where, what and how, once it is clear that no split is needed. */
typedef struct InsertWork
{
	Buffer buf;
	Buffer cbuf; /* child whose split this completes */
	Buffer metabuf; /* if the fast root moves here */
	IndexTuple itup; /* as inserted */
	IndexTuple origitup; /* as it came: differs in a posting split */
	IndexTuple nposting;
	Size itemsz;
	OffsetNumber off;
	uint16 postingoff;
	bool isleaf;
	uint32 level;
} InsertWork;

static void
log_insert(Relation rel, InsertWork *w)
{
	xl_btree_insert xlrec = {.offnum = w->off};
	uint8 info;
	XLogRecPtr lsn;

	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfBtreeInsert);
	if (w->isleaf)
		info = w->postingoff == 0 ? XLOG_BTREE_INSERT_LEAF : XLOG_BTREE_INSERT_POST;
	else
	{
		info = XLOG_BTREE_INSERT_UPPER;
		XLogRegisterBuffer(1, w->cbuf, REGBUF_STANDARD);
	}
	if (BufferIsValid(w->metabuf))
	{
		info = XLOG_BTREE_INSERT_META;
		_bt_register_meta(2, w->metabuf);
	}
	XLogRegisterBuffer(0, w->buf, REGBUF_STANDARD);
	if (w->postingoff != 0)
		XLogRegisterBufData(0, (char *) &w->postingoff, sizeof(uint16));
	XLogRegisterBufData(0, (char *) w->origitup, IndexTupleSize(w->origitup));

	lsn = XLogInsert(RM_BTREE_ID, info);
	if (BufferIsValid(w->metabuf))
		PageSetLSN(BufferGetPage(w->metabuf), lsn);
	if (!w->isleaf)
		PageSetLSN(BufferGetPage(w->cbuf), lsn);
	PageSetLSN(BufferGetPage(w->buf), lsn);
}

static void
apply_insert(Relation rel, InsertWork *w)
{
	Page page = BufferGetPage(w->buf);

	START_CRIT_SECTION();
	if (w->postingoff != 0)
	{
		OffsetNumber poff = OffsetNumberPrev(w->off);
		IndexTuple old = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, poff));

		memcpy(old, w->nposting, MAXALIGN(IndexTupleSize(w->nposting)));
	}
	if (PageAddItem(page, (Item) w->itup, w->itemsz, w->off, false, false) ==
		InvalidOffsetNumber)
		elog(PANIC, "failed to add new item to block %u in index \"%s\"",
			 BufferGetBlockNumber(w->buf), RelationGetRelationName(rel));
	MarkBufferDirty(w->buf);
	if (BufferIsValid(w->metabuf))
	{
		BTMetaPageData *m = BTPageGetMeta(BufferGetPage(w->metabuf));

		if (m->btm_version < BTREE_NOVAC_VERSION)
			_bt_upgrademetapage(BufferGetPage(w->metabuf));
		m->btm_fastroot = BufferGetBlockNumber(w->buf);
		m->btm_fastlevel = w->level;
		MarkBufferDirty(w->metabuf);
	}
	if (!w->isleaf)
	{
		BTPageGetOpaque(BufferGetPage(w->cbuf))->btpo_flags &=
			~BTP_INCOMPLETE_SPLIT;
		MarkBufferDirty(w->cbuf);
	}
	if (RelationNeedsWAL(rel))
		log_insert(rel, w);
	END_CRIT_SECTION();
}

static Buffer split_page(Relation rel, BTScanInsert key, Buffer buf,
						 Buffer cbuf, OffsetNumber newitemoff, Size newitemsz,
						 IndexTuple newitem, IndexTuple orignewitem,
						 IndexTuple nposting, uint16 postingoff);

/*
 * Insert a tuple at an offset of a write-locked page, which is released, as is
 * cbuf: the left half of a split whose downlink this is (internal pages).
 * split_only_page: that split was of a page that was alone on its level.
 */
static void
insert_on_page(Relation rel, BTScanInsert key, Buffer buf, Buffer cbuf,
			   BTStack stack, IndexTuple itup, Size itemsz,
			   OffsetNumber newitemoff, int postingoff, bool split_only_page)
{
	Page page = BufferGetPage(buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	bool isleaf = P_ISLEAF(opaque);
	bool isroot = P_ISROOT(opaque);
	bool isrightmost = P_RIGHTMOST(opaque);
	bool isonly = P_LEFTMOST(opaque) && P_RIGHTMOST(opaque);
	IndexTuple origitup = itup;
	IndexTuple nposting = NULL;

	Assert(P_ISLEAF(opaque) == !BufferIsValid(cbuf));
	if (P_INCOMPLETE_SPLIT(opaque))
		elog(ERROR, "cannot insert to incompletely split page %u",
			 BufferGetBlockNumber(buf));

	if (postingoff != 0)
	{
		/* the TID takes a place in the list; the list's last is inserted */
		IndexTuple oposting = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, newitemoff));

		itup = CopyIndexTuple(itup);
		nposting = _bt_swap_posting(itup, oposting, postingoff);
		newitemoff = OffsetNumberNext(newitemoff);
	}

	if (PageGetFreeSpace(page) < itemsz)
	{
		Buffer rbuf = split_page(rel, key, buf, cbuf, newitemoff, itemsz,
								 itup, origitup, nposting, postingoff);

		insert_into_parent(rel, buf, rbuf, stack, isroot, isonly);
	}
	else
	{
		InsertWork w = {.buf = buf, .cbuf = cbuf, .itup = itup, .origitup = origitup, .nposting = nposting, .itemsz = itemsz, .off = newitemoff, .postingoff = postingoff, .isleaf = isleaf, .level = opaque->btpo_level};
		BlockNumber blockcache = InvalidBlockNumber;

		if (split_only_page)
		{
			/* this level was a single page: the fast root is up here now */
			Assert(!isleaf && BufferIsValid(cbuf));
			w.metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_WRITE);
			if (BTPageGetMeta(BufferGetPage(w.metabuf))->btm_fastlevel >=
				opaque->btpo_level)
			{
				_bt_relbuf(rel, w.metabuf);
				w.metabuf = InvalidBuffer;
			}
		}
		apply_insert(rel, &w);
		if (BufferIsValid(w.metabuf))
			_bt_relbuf(rel, w.metabuf);
		if (!isleaf)
			_bt_relbuf(rel, cbuf);

		/* remember the last leaf of a tree that is worth the saving */
		if (isrightmost && isleaf && !isroot)
			blockcache = BufferGetBlockNumber(buf);
		_bt_relbuf(rel, buf);
		if (BlockNumberIsValid(blockcache) &&
			_bt_getrootheight(rel) >= FASTPATH_MIN_LEVEL)
			RelationSetTargetBlock(rel, blockcache);
	}
	if (postingoff != 0)
	{
		pfree(nposting);
		pfree(itup);
	}
}

/* ------------------------------------------------------------------
 * Splitting
 * ------------------------------------------------------------------
 */

/* Both halves of a split while they are put together. */
typedef struct SplitWork
{
	Relation rel;
	Page orig;
	PGAlignedBlock left;
	PGAlignedBlock right;
	OffsetNumber leftoff;
	OffsetNumber rightoff;
	OffsetNumber firstdatakey; /* of the right half */
	bool isleaf;
} SplitWork;

static void
add_to_half(SplitWork *w, bool left, Item item, Size size)
{
	Page page = left ? w->left.data : w->right.data;
	OffsetNumber *off = left ? &w->leftoff : &w->rightoff;
	IndexTupleData minusinf;

	/* the first item of an internal page keeps its downlink only */
	if (!left && !w->isleaf && *off == w->firstdatakey)
	{
		minusinf = *(IndexTuple) item;
		minusinf.t_info = sizeof(IndexTupleData);
		BTreeTupleSetNAtts(&minusinf, 0, false);
		item = (Item) &minusinf;
		size = sizeof(IndexTupleData);
	}
	if (PageAddItem(page, item, size, *off, false, false) ==
		InvalidOffsetNumber)
		elog(ERROR, "failed to add item to the %s sibling while splitting a page of index \"%s\"",
			 left ? "left" : "right", RelationGetRelationName(w->rel));
	*off = OffsetNumberNext(*off);
}

/* The left half's high key, palloc'd. */
static IndexTuple
make_left_highkey(Relation rel, BTScanInsert key, Page orig, bool isleaf,
				  OffsetNumber firstrightoff, OffsetNumber newitemoff,
				  bool newitemonleft, IndexTuple newitem,
				  OffsetNumber replacedoff, IndexTuple nposting)
{
	IndexTuple firstright;
	IndexTuple lastleft;

	if (!newitemonleft && newitemoff == firstrightoff)
		firstright = newitem;
	else
		firstright = (IndexTuple) PageGetItem(orig,
											  PageGetItemId(orig,
															firstrightoff));
	/* on internal pages the key is there already, truncated */
	if (!isleaf)
	{
		IndexTuple copy = CopyIndexTuple(firstright);

		return copy;
	}
	if (newitemonleft && newitemoff == firstrightoff)
		lastleft = newitem;
	else
	{
		OffsetNumber off = OffsetNumberPrev(firstrightoff);

		lastleft = off == replacedoff ? nposting : (IndexTuple) PageGetItem(orig, PageGetItemId(orig, off));
	}
	return _bt_truncate(rel, lastleft, firstright, key);
}

static void
log_split(Relation rel, SplitWork *w, Buffer buf, Buffer rbuf, Buffer sbuf,
		  Buffer cbuf, OffsetNumber firstrightoff, OffsetNumber newitemoff,
		  bool newitemonleft, IndexTuple newitem, Size newitemsz,
		  IndexTuple orignewitem, OffsetNumber replacedoff, uint16 postingoff,
		  IndexTuple lefthighkey)
{
	Page rightpage = BufferGetPage(rbuf);
	PageHeader rh = (PageHeader) rightpage;
	xl_btree_split xlrec;
	XLogRecPtr lsn;

	xlrec.level = BTPageGetOpaque(rightpage)->btpo_level;
	xlrec.firstrightoff = firstrightoff;
	xlrec.newitemoff = newitemoff;
	/* replay must redo the posting split if its list stays on the left */
	xlrec.postingoff = postingoff != 0 && replacedoff < firstrightoff ? postingoff : 0;

	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfBtreeSplit);
	XLogRegisterBuffer(0, buf, REGBUF_STANDARD);
	XLogRegisterBuffer(1, rbuf, REGBUF_WILL_INIT);
	if (BufferIsValid(sbuf))
		XLogRegisterBuffer(2, sbuf, REGBUF_STANDARD);
	if (BufferIsValid(cbuf))
		XLogRegisterBuffer(3, cbuf, REGBUF_STANDARD);

	/* what replay cannot take from the original page */
	if (xlrec.postingoff != 0)
		XLogRegisterBufData(0, (char *) orignewitem, newitemsz);
	else if (newitemonleft)
		XLogRegisterBufData(0, (char *) newitem, newitemsz);
	XLogRegisterBufData(0, (char *) lefthighkey,
						MAXALIGN(IndexTupleSize(lefthighkey)));
	XLogRegisterBufData(1, rightpage + rh->pd_upper,
						rh->pd_special - rh->pd_upper);

	lsn = XLogInsert(RM_BTREE_ID, newitemonleft ? XLOG_BTREE_SPLIT_L : XLOG_BTREE_SPLIT_R);
	PageSetLSN(BufferGetPage(buf), lsn);
	PageSetLSN(rightpage, lsn);
	if (BufferIsValid(sbuf))
		PageSetLSN(BufferGetPage(sbuf), lsn);
	if (BufferIsValid(cbuf))
		PageSetLSN(BufferGetPage(cbuf), lsn);
}

/*
 * Split the page in buf, with the new item going to its place in one of the
 * halves.  Returns the right half, write-locked; buf stays locked, cbuf is
 * released.  In a posting split, nposting replaces the item before newitemoff.
 */
static Buffer
split_page(Relation rel, BTScanInsert key, Buffer buf, Buffer cbuf,
		   OffsetNumber newitemoff, Size newitemsz, IndexTuple newitem,
		   IndexTuple orignewitem, IndexTuple nposting, uint16 postingoff)
{
	SplitWork w;
	BTPageOpaque oopaque,
		lopaque,
		ropaque;
	BlockNumber origblk = BufferGetBlockNumber(buf);
	BlockNumber rightblk;
	Buffer rbuf;
	Buffer sbuf = InvalidBuffer;
	OffsetNumber firstrightoff;
	OffsetNumber replacedoff = InvalidOffsetNumber;
	OffsetNumber maxoff;
	bool newitemonleft;
	bool isrightmost;
	IndexTuple lefthighkey;

	w.rel = rel;
	w.orig = BufferGetPage(buf);
	oopaque = BTPageGetOpaque(w.orig);
	w.isleaf = P_ISLEAF(oopaque);
	isrightmost = P_RIGHTMOST(oopaque);
	maxoff = PageGetMaxOffsetNumber(w.orig);
	firstrightoff = _bt_findsplitloc(rel, w.orig, newitemoff, newitemsz,
									 newitem, &newitemonleft);
	if (postingoff != 0)
		replacedoff = OffsetNumberPrev(newitemoff);

	lefthighkey = make_left_highkey(rel, key, w.orig, w.isleaf, firstrightoff,
									newitemoff, newitemonleft, newitem,
									replacedoff, nposting);

	/* left half */
	_bt_pageinit(w.left.data, BLCKSZ);
	lopaque = BTPageGetOpaque(w.left.data);
	lopaque->btpo_flags = oopaque->btpo_flags &
		~(BTP_ROOT | BTP_SPLIT_END | BTP_HAS_GARBAGE);
	lopaque->btpo_flags |= BTP_INCOMPLETE_SPLIT;
	lopaque->btpo_prev = oopaque->btpo_prev;
	lopaque->btpo_level = oopaque->btpo_level;
	w.leftoff = P_HIKEY;
	add_to_half(&w, true, (Item) lefthighkey,
				MAXALIGN(IndexTupleSize(lefthighkey)));

	/* right half; from here on the new page must be released on errors, which
	 * the end of the transaction does */
	rbuf = _bt_getbuf(rel, P_NEW, BT_WRITE);
	rightblk = BufferGetBlockNumber(rbuf);
	lopaque->btpo_next = rightblk;
	lopaque->btpo_cycleid = _bt_vacuum_cycleid(rel);
	_bt_pageinit(w.right.data, BLCKSZ);
	ropaque = BTPageGetOpaque(w.right.data);
	ropaque->btpo_flags = oopaque->btpo_flags &
		~(BTP_ROOT | BTP_SPLIT_END | BTP_HAS_GARBAGE);
	ropaque->btpo_prev = origblk;
	ropaque->btpo_next = oopaque->btpo_next;
	ropaque->btpo_level = oopaque->btpo_level;
	ropaque->btpo_cycleid = lopaque->btpo_cycleid;
	w.rightoff = P_HIKEY;
	w.firstdatakey = P_FIRSTDATAKEY(ropaque);
	if (!isrightmost)
	{
		ItemId iid = PageGetItemId(w.orig, P_HIKEY);
		IndexTuple hikey = (IndexTuple) PageGetItem(w.orig, iid);

		if (PageAddItem(w.right.data, (Item) hikey, ItemIdGetLength(iid),
						P_HIKEY, false, false) == InvalidOffsetNumber)
			elog(ERROR, "failed to add high key to the right sibling");
		w.rightoff = P_FIRSTKEY;
	}

	/* distribute */
	for (OffsetNumber i = P_FIRSTDATAKEY(oopaque); i <= maxoff; i++)
	{
		ItemId iid = PageGetItemId(w.orig, i);
		IndexTuple item = (IndexTuple) PageGetItem(w.orig, iid);

		if (i == replacedoff)
			item = nposting;
		else if (i == newitemoff)
			add_to_half(&w, newitemonleft, (Item) newitem, newitemsz);
		add_to_half(&w, i < firstrightoff, (Item) item, ItemIdGetLength(iid));
	}
	if (newitemoff > maxoff)
	{
		Assert(!newitemonleft && newitemoff == maxoff + 1);
		add_to_half(&w, false, (Item) newitem, newitemsz);
	}

	/* the old right sibling must point back to the new page */
	if (!isrightmost)
	{
		BTPageOpaque sopaque;

		sbuf = _bt_getbuf(rel, oopaque->btpo_next, BT_WRITE);
		sopaque = BTPageGetOpaque(BufferGetPage(sbuf));
		if (sopaque->btpo_prev != origblk)
		{
			memset(BufferGetPage(rbuf), 0, BLCKSZ);
			ereport(ERROR,
					(errcode(ERRCODE_INDEX_CORRUPTED),
					 errmsg_internal("right sibling's left-link doesn't match: block %u links to %u instead of expected %u in index \"%s\"",
									 oopaque->btpo_next, sopaque->btpo_prev,
									 origblk, RelationGetRelationName(rel))));
		}
		/* a vacuum that follows moved items need not look beyond a page of
		 * another split */
		if (sopaque->btpo_cycleid != ropaque->btpo_cycleid)
			ropaque->btpo_flags |= BTP_SPLIT_END;
	}

	START_CRIT_SECTION();
	/* keep LSN and checksum fields of the old page image */
	PageXLogRecPtrSet(((PageHeader) w.left.data)->pd_lsn,
					  PageGetLSN(w.orig));
	memcpy(w.orig, w.left.data, BLCKSZ);
	memcpy(BufferGetPage(rbuf), w.right.data, BLCKSZ);
	MarkBufferDirty(buf);
	MarkBufferDirty(rbuf);
	if (BufferIsValid(sbuf))
	{
		BTPageGetOpaque(BufferGetPage(sbuf))->btpo_prev = rightblk;
		MarkBufferDirty(sbuf);
	}
	if (!w.isleaf)
	{
		BTPageGetOpaque(BufferGetPage(cbuf))->btpo_flags &=
			~BTP_INCOMPLETE_SPLIT;
		MarkBufferDirty(cbuf);
	}
	if (RelationNeedsWAL(rel))
		log_split(rel, &w, buf, rbuf, sbuf, w.isleaf ? InvalidBuffer : cbuf,
				  firstrightoff, newitemoff, newitemonleft, newitem, newitemsz,
				  orignewitem, replacedoff, postingoff, lefthighkey);
	END_CRIT_SECTION();

	if (BufferIsValid(sbuf))
		_bt_relbuf(rel, sbuf);
	if (!w.isleaf)
		_bt_relbuf(rel, cbuf);
	pfree(lefthighkey);
	return rbuf;
}

/* ------------------------------------------------------------------
 * Upwards
 * ------------------------------------------------------------------
 */

/* Put a new root above the two halves of the old one. */
static Buffer
make_new_root(Relation rel, Buffer lbuf, Buffer rbuf)
{
	Page lpage = BufferGetPage(lbuf);
	BTPageOpaque lopaque = BTPageGetOpaque(lpage);
	Buffer rootbuf = _bt_getbuf(rel, P_NEW, BT_WRITE);
	Page rootpage = BufferGetPage(rootbuf);
	BlockNumber rootblk = BufferGetBlockNumber(rootbuf);
	BTPageOpaque opaque = BTPageGetOpaque(rootpage);
	Buffer metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_WRITE);
	Page metapg = BufferGetPage(metabuf);
	BTMetaPageData *m = BTPageGetMeta(metapg);
	IndexTuple hikey = (IndexTuple) PageGetItem(lpage,
												PageGetItemId(lpage, P_HIKEY));
	IndexTuple left = palloc0(sizeof(IndexTupleData));
	IndexTuple right = CopyIndexTuple(hikey);
	Size rightsz = IndexTupleSize(right);

	left->t_info = sizeof(IndexTupleData);
	BTreeTupleSetDownLink(left, BufferGetBlockNumber(lbuf));
	BTreeTupleSetNAtts(left, 0, false);
	BTreeTupleSetDownLink(right, BufferGetBlockNumber(rbuf));

	START_CRIT_SECTION();
	if (m->btm_version < BTREE_NOVAC_VERSION)
		_bt_upgrademetapage(metapg);
	opaque->btpo_prev = opaque->btpo_next = P_NONE;
	opaque->btpo_flags = BTP_ROOT;
	opaque->btpo_level = lopaque->btpo_level + 1;
	opaque->btpo_cycleid = 0;
	m->btm_root = m->btm_fastroot = rootblk;
	m->btm_level = m->btm_fastlevel = opaque->btpo_level;
	if (PageAddItem(rootpage, (Item) left, sizeof(IndexTupleData), P_HIKEY,
					false, false) == InvalidOffsetNumber ||
		PageAddItem(rootpage, (Item) right, rightsz, P_FIRSTKEY, false,
					false) == InvalidOffsetNumber)
		elog(PANIC, "failed to add downlinks to new root page of index \"%s\"",
			 RelationGetRelationName(rel));
	lopaque->btpo_flags &= ~BTP_INCOMPLETE_SPLIT;
	MarkBufferDirty(lbuf);
	MarkBufferDirty(rootbuf);
	MarkBufferDirty(metabuf);
	if (RelationNeedsWAL(rel))
	{
		xl_btree_newroot xlrec = {.rootblk = rootblk, .level = m->btm_level};
		PageHeader ph = (PageHeader) rootpage;
		XLogRecPtr lsn;

		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, SizeOfBtreeNewroot);
		XLogRegisterBuffer(0, rootbuf, REGBUF_WILL_INIT);
		XLogRegisterBuffer(1, lbuf, REGBUF_STANDARD);
		_bt_register_meta(2, metabuf);
		/* the items as they lie on the page */
		XLogRegisterBufData(0, rootpage + ph->pd_upper,
							ph->pd_special - ph->pd_upper);
		lsn = XLogInsert(RM_BTREE_ID, XLOG_BTREE_NEWROOT);
		PageSetLSN(lpage, lsn);
		PageSetLSN(rootpage, lsn);
		PageSetLSN(metapg, lsn);
	}
	END_CRIT_SECTION();

	_bt_relbuf(rel, metabuf);
	pfree(left);
	pfree(right);
	return rootbuf;
}

/*
 * Complete a split: insert the right half's downlink one level up.  Both halves
 * come locked and are released.  isroot, isonly: what the page was before.
 */
static void
insert_into_parent(Relation rel, Buffer buf, Buffer rbuf, BTStack stack,
				   bool isroot, bool isonly)
{
	BlockNumber blk = BufferGetBlockNumber(buf);
	BlockNumber rblk = BufferGetBlockNumber(rbuf);
	Page page = BufferGetPage(buf);
	BTStackData fakestack;
	IndexTuple hikey;
	IndexTuple downlink;
	Buffer pbuf;

	if (isroot)
	{
		Buffer rootbuf = make_new_root(rel, buf, rbuf);

		_bt_relbuf(rel, rootbuf);
		_bt_relbuf(rel, rbuf);
		_bt_relbuf(rel, buf);
		return;
	}

	if (stack == NULL)
	{
		/* the root split after we descended, or we came by the fast path */
		pbuf = _bt_get_endpoint(rel, BTPageGetOpaque(page)->btpo_level + 1,
								false, NULL);
		fakestack.bts_blkno = BufferGetBlockNumber(pbuf);
		fakestack.bts_offset = InvalidOffsetNumber;
		fakestack.bts_parent = NULL;
		_bt_relbuf(rel, pbuf);
		stack = &fakestack;
	}

	hikey = (IndexTuple) PageGetItem(page, PageGetItemId(page, P_HIKEY));
	downlink = CopyIndexTuple(hikey);
	BTreeTupleSetDownLink(downlink, rblk);

	pbuf = _bt_getstackbuf(rel, stack, blk);
	/* the right half can go: nobody can delete it before it has a downlink */
	_bt_relbuf(rel, rbuf);
	if (pbuf == InvalidBuffer)
		ereport(ERROR,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg_internal("failed to re-find parent key in index \"%s\" for split pages %u/%u",
								 RelationGetRelationName(rel), blk, rblk)));
	insert_on_page(rel, NULL, pbuf, buf, stack->bts_parent, downlink,
				   MAXALIGN(IndexTupleSize(downlink)), stack->bts_offset + 1,
				   0, isonly);
	pfree(downlink);
}

/* _bt_finish_split
 *		Complete the split of a write-locked page, which is released. */
void
_bt_finish_split(Relation rel, Buffer lbuf, BTStack stack)
{
	BTPageOpaque lopaque = BTPageGetOpaque(BufferGetPage(lbuf));
	Buffer rbuf;
	BTPageOpaque ropaque;
	bool wasroot = false;
	bool wasonly;

	Assert(P_INCOMPLETE_SPLIT(lopaque));
	rbuf = _bt_getbuf(rel, lopaque->btpo_next, BT_WRITE);
	ropaque = BTPageGetOpaque(BufferGetPage(rbuf));
	if (stack == NULL)
	{
		/* was it the root?  only the meta page can tell */
		Buffer metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_WRITE);

		wasroot = BTPageGetMeta(BufferGetPage(metabuf))->btm_root ==
			BufferGetBlockNumber(lbuf);
		_bt_relbuf(rel, metabuf);
	}
	wasonly = P_LEFTMOST(lopaque) && P_RIGHTMOST(ropaque);
	elog(DEBUG1, "finishing incomplete split of %u/%u",
		 BufferGetBlockNumber(lbuf), BufferGetBlockNumber(rbuf));
	insert_into_parent(rel, lbuf, rbuf, stack, wasroot, wasonly);
}

/*
 * _bt_getstackbuf
 *		Find the parent of child again and write-lock it; stack gets the place
 *		of the downlink.  InvalidBuffer if there is none.
 */
Buffer
_bt_getstackbuf(Relation rel, BTStack stack, BlockNumber child)
{
	BlockNumber blkno = stack->bts_blkno;
	OffsetNumber start = stack->bts_offset;

	for (;;)
	{
		Buffer buf = _bt_getbuf(rel, blkno, BT_WRITE);
		Page page = BufferGetPage(buf);
		BTPageOpaque opaque = BTPageGetOpaque(page);

		if (P_INCOMPLETE_SPLIT(opaque))
		{
			_bt_finish_split(rel, buf, stack->bts_parent);
			continue;
		}
		if (!P_IGNORE(opaque))
		{
			OffsetNumber minoff = P_FIRSTDATAKEY(opaque);
			OffsetNumber maxoff = PageGetMaxOffsetNumber(page);

			/* usually it is where it was, or further right */
			start = Min(Max(start, minoff), OffsetNumberNext(maxoff));
			for (int pass = 0; pass < 2; pass++)
			{
				OffsetNumber from = pass == 0 ? start : minoff;
				OffsetNumber to = pass == 0 ? maxoff : start - 1;

				for (OffsetNumber off = from; off <= to; off++)
				{
					IndexTuple item = (IndexTuple)
						PageGetItem(page, PageGetItemId(page, off));

					if (BTreeTupleGetDownLink(item) == child)
					{
						stack->bts_blkno = blkno;
						stack->bts_offset = off;
						return buf;
					}
				}
			}
		}
		if (P_RIGHTMOST(opaque))
		{
			_bt_relbuf(rel, buf);
			return InvalidBuffer;
		}
		blkno = opaque->btpo_next;
		start = InvalidOffsetNumber;
		_bt_relbuf(rel, buf);
	}
}

/* ------------------------------------------------------------------
 * Making room
 * ------------------------------------------------------------------
 */

/* Add one index entry to the list of those the table is asked about. */
static void
consider_delete(TM_IndexDeleteOp *op, ItemPointer tid, OffsetNumber off,
				bool dead)
{
	int n = op->ndeltids++;

	op->deltids[n].tid = *tid;
	op->deltids[n].id = n;
	op->status[n].idxoffnum = off;
	op->status[n].knowndeletable = dead;
	op->status[n].promising = false;
	op->status[n].freespace = 0;
}

static int
by_block(const void *a, const void *b)
{
	BlockNumber x = *(const BlockNumber *) a;
	BlockNumber y = *(const BlockNumber *) b;

	return (x > y) - (x < y);
}

/* Heap blocks that the dead items, and the new one, point to; sorted. */
static BlockNumber *
dead_blocks(Page page, OffsetNumber *dead, int ndead, IndexTuple newitem,
			int *nblocks)
{
	int space = ndead + 1;
	BlockNumber *blocks = palloc(space * sizeof(BlockNumber));
	int n = 0;
	int kept = 1;

	/* the new row's page is in memory, and may hold its old versions */
	blocks[n++] = ItemPointerGetBlockNumber(&newitem->t_tid);
	for (int i = 0; i < ndead; i++)
	{
		IndexTuple itup = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, dead[i]));
		int ntids = BTreeTupleIsPosting(itup) ? BTreeTupleGetNPosting(itup) : 1;

		if (n + ntids > space)
		{
			space = (n + ntids) * 2;
			blocks = repalloc(blocks, space * sizeof(BlockNumber));
		}
		for (int p = 0; p < ntids; p++)
			blocks[n++] =
				ItemPointerGetBlockNumber(BTreeTupleIsPosting(itup) ? BTreeTupleGetPostingN(itup, p) : &itup->t_tid);
	}
	qsort(blocks, n, sizeof(BlockNumber), by_block);
	for (int i = 1; i < n; i++)
		if (blocks[i] != blocks[kept - 1])
			blocks[kept++] = blocks[i];
	*nblocks = kept;
	return blocks;
}

/*
 * Delete the items marked dead, and others whose rows are on heap pages that
 * must be visited for them anyway, if the table says that those are dead too.
 */
static void
delete_dead_items(Relation rel, Buffer buf, Relation heapRel,
				  OffsetNumber *dead, int ndead, IndexTuple newitem)
{
	Page page = BufferGetPage(buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	TM_IndexDeleteOp op = {.irel = rel, .iblknum = BufferGetBlockNumber(buf)};
	int nblocks;
	BlockNumber *blocks = dead_blocks(page, dead, ndead, newitem, &nblocks);

	op.deltids = palloc(MaxTIDsPerBTreePage * sizeof(TM_IndexDelete));
	op.status = palloc(MaxTIDsPerBTreePage * sizeof(TM_IndexStatus));
	for (OffsetNumber off = P_FIRSTDATAKEY(opaque); off <= maxoff; off++)
	{
		ItemId iid = PageGetItemId(page, off);
		IndexTuple itup = (IndexTuple) PageGetItem(page, iid);
		bool posting = BTreeTupleIsPosting(itup);
		int ntids = posting ? BTreeTupleGetNPosting(itup) : 1;

		for (int p = 0; p < ntids; p++)
		{
			ItemPointer tid = posting ? BTreeTupleGetPostingN(itup, p) : &itup->t_tid;
			BlockNumber blk = ItemPointerGetBlockNumber(tid);

			if (bsearch(&blk, blocks, nblocks, sizeof(BlockNumber), by_block))
				consider_delete(&op, tid, off, ItemIdIsDead(iid));
		}
	}
	pfree(blocks);
	_bt_delitems_delete_check(rel, buf, heapRel, &op);
	pfree(op.deltids);
	pfree(op.status);
}

/*
 * The leaf is full: remove dead items; if that is not enough and
 * deduplication is allowed, merge equal ones.  versions: the new entry's row is
 * probably a new version of one that has an entry here.  The bounds are invalid
 * after.
 */
static void
make_room(Relation rel, Relation heapRel, BTInsertState st, bool simpleonly,
		  bool checkingunique, bool versions)
{
	Page page = BufferGetPage(st->buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	OffsetNumber dead[MaxIndexTuplesPerPage];
	int ndead = 0;

	Assert(P_ISLEAF(opaque));
	st->bounds_valid = false;
	for (OffsetNumber off = P_FIRSTDATAKEY(opaque); off <= maxoff; off++)
		if (ItemIdIsDead(PageGetItemId(page, off)))
			dead[ndead++] = off;
	if (ndead > 0)
	{
		delete_dead_items(rel, st->buf, heapRel, dead, ndead, st->itup);
		if (PageGetFreeSpace(page) >= st->itemsz)
			return;
	}
	/* in a unique index there is nothing to merge but versions */
	if (simpleonly || (checkingunique && !versions))
		return;
	if (BTGetDeduplicateItems(rel) && st->itup_key->allequalimage)
		_bt_dedup_pass(rel, st->buf, heapRel, st->itup, st->itemsz, versions);
}
