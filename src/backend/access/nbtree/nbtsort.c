/*
 * nbtsort.c
 *		Building a btree from sorted rows.
 *
 * The table is scanned into a sort; its result is packed into leaves from
 * left to right, each level keeping one page open to which the level below
 * adds downlinks.  Pages are written past the buffer manager and logged as
 * images, the meta page last: until it is there, the index is empty.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtsort.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/nbtree.h"
#include "access/tableam.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "storage/smgr.h"
#include "utils/rel.h"
#include "utils/sortsupport.h"
#include "utils/tuplesort.h"

/* An index build: live rows and (in unique indexes) recently dead ones. */
typedef struct BuildState
{
	Relation heap;
	bool isunique;
	bool nulls_not_distinct;
	bool havedead;
	Tuplesortstate *live;
	Tuplesortstate *dead;
	double indtuples;
} BuildState;

/* The page that a level is filling. */
typedef struct LevelState
{
	Page page;
	BlockNumber blkno;
	IndexTuple lowkey; /* downlink's key for it */
	OffsetNumber lastoff;
	Size lastextra; /* posting list bytes of the last item */
	uint32 level;
	Size full; /* free space at which it counts as full */
	struct LevelState *next; /* parent level */
} LevelState;

typedef struct WriteState
{
	Relation heap;
	Relation index;
	BTScanInsert inskey;
	bool use_wal;
	BlockNumber alloced; /* pages given numbers */
	BlockNumber written; /* length of the file */
	Page zeropage;
} WriteState;

/* ------------------------------------------------------------------
 * Input
 * ------------------------------------------------------------------
 */

static void
build_callback(Relation index, ItemPointer tid, Datum *values, bool *isnull,
			   bool tupleIsAlive, void *state)
{
	BuildState *b = state;

	/* dead rows are entered for old snapshots, but conflict with nothing */
	if (tupleIsAlive || b->dead == NULL)
		tuplesort_putindextuplevalues(b->live, index, tid, values, isnull);
	else
	{
		b->havedead = true;
		tuplesort_putindextuplevalues(b->dead, index, tid, values, isnull);
	}
	b->indtuples += 1;
}

/* ------------------------------------------------------------------
 * Output
 * ------------------------------------------------------------------
 */

static void
write_page(WriteState *w, Page page, BlockNumber blkno)
{
	SMgrRelation smgr = RelationGetSmgr(w->index);

	if (w->use_wal)
		log_newpage(&w->index->rd_node, MAIN_FORKNUM, blkno, page, true);
	/* parents get numbers before they are full: leave room for them */
	while (blkno > w->written)
	{
		if (w->zeropage == NULL)
			w->zeropage = (Page) palloc0(BLCKSZ);
		smgrextend(smgr, MAIN_FORKNUM, w->written++, (char *) w->zeropage,
				   true);
	}
	PageSetChecksumInplace(page, blkno);
	if (blkno == w->written)
	{
		smgrextend(smgr, MAIN_FORKNUM, blkno, (char *) page, true);
		w->written++;
	}
	else
		smgrwrite(smgr, MAIN_FORKNUM, blkno, (char *) page, true);
	pfree(page);
}

static Page
new_build_page(uint32 level)
{
	Page page = (Page) palloc(BLCKSZ);
	BTPageOpaque opaque;

	_bt_pageinit(page, BLCKSZ);
	opaque = BTPageGetOpaque(page);
	opaque->btpo_prev = opaque->btpo_next = P_NONE;
	opaque->btpo_level = level;
	opaque->btpo_flags = level > 0 ? 0 : BTP_LEAF;
	opaque->btpo_cycleid = 0;
	/* the high key's line pointer, to be filled or removed when full */
	((PageHeader) page)->pd_lower += sizeof(ItemIdData);
	return page;
}

static LevelState *
new_level(WriteState *w, uint32 level)
{
	LevelState *s = palloc0(sizeof(LevelState));

	s->page = new_build_page(level);
	s->blkno = w->alloced++;
	s->lastoff = P_HIKEY;
	s->level = level;
	s->full = level > 0 ? BLCKSZ * (100 - BTREE_NONLEAF_FILLFACTOR) / 100 : BTGetTargetPageFreeSpace(w->index);
	return s;
}

/* Append an item; the first of an internal page loses its key. */
static void
add_item(Page page, Size size, IndexTuple itup, OffsetNumber off,
		 bool minusinf)
{
	IndexTupleData first;

	if (minusinf)
	{
		first = *itup;
		first.t_info = sizeof(IndexTupleData);
		BTreeTupleSetNAtts(&first, 0, false);
		itup = &first;
		size = sizeof(IndexTupleData);
	}
	if (PageAddItem(page, (Item) itup, size, off, false, false) ==
		InvalidOffsetNumber)
		elog(ERROR, "failed to add item to the index page");
}

static void add_to_level(WriteState *w, LevelState *s, IndexTuple itup,
						 Size truncextra);

/*
 * The level's page is full: its last item becomes the first of a new page, and
 * its high key.
 */
static void
close_page(WriteState *w, LevelState *s)
{
	bool isleaf = s->level == 0;
	Page opage = s->page;
	BlockNumber oblkno = s->blkno;
	Page npage = new_build_page(s->level);
	ItemId last = PageGetItemId(opage, s->lastoff);
	IndexTuple oitup = (IndexTuple) PageGetItem(opage, last);
	ItemId hikey = PageGetItemId(opage, P_HIKEY);

	Assert(s->lastoff > P_FIRSTKEY);
	s->blkno = w->alloced++;
	add_item(npage, ItemIdGetLength(last), oitup, P_FIRSTKEY, !isleaf);

	*hikey = *last;
	ItemIdSetUnused(last);
	((PageHeader) opage)->pd_lower -= sizeof(ItemIdData);
	if (isleaf)
	{
		IndexTuple lastleft = (IndexTuple)
			PageGetItem(opage, PageGetItemId(opage, OffsetNumberPrev(s->lastoff)));
		IndexTuple truncated = _bt_truncate(w->index, lastleft, oitup,
											w->inskey);

		if (!PageIndexTupleOverwrite(opage, P_HIKEY, (Item) truncated,
									 IndexTupleSize(truncated)))
			elog(ERROR, "failed to add high key to the index page");
		pfree(truncated);
		hikey = PageGetItemId(opage, P_HIKEY);
		oitup = (IndexTuple) PageGetItem(opage, hikey);
	}

	if (s->next == NULL)
		s->next = new_level(w, s->level + 1);
	BTreeTupleSetDownLink(s->lowkey, oblkno);
	add_to_level(w, s->next, s->lowkey, 0);
	pfree(s->lowkey);
	s->lowkey = CopyIndexTuple(oitup);

	BTPageGetOpaque(opage)->btpo_next = s->blkno;
	BTPageGetOpaque(npage)->btpo_prev = oblkno;
	write_page(w, opage, oblkno);
	s->page = npage;
	s->lastoff = P_FIRSTKEY;
}

/*
 * Add an item to a level.  truncextra is how much shorter it is as a high key;
 * a page is not called full if only that makes it so.
 */
static void
add_to_level(WriteState *w, LevelState *s, IndexTuple itup, Size truncextra)
{
	Size size = MAXALIGN(IndexTupleSize(itup));
	Size space = PageGetFreeSpace(s->page);
	Size lastextra = s->lastextra;
	bool isleaf = s->level == 0;

	CHECK_FOR_INTERRUPTS();
	s->lastextra = truncextra;
	if (unlikely(size > BTMaxItemSize(s->page)))
		_bt_check_third_page(w->index, w->heap, isleaf, s->page, itup);

	/* a leaf's high key may need room for a TID */
	if (space < size + (isleaf ? MAXALIGN(sizeof(ItemPointerData)) : 0) ||
		(space + lastextra < s->full && s->lastoff > P_FIRSTKEY))
		close_page(w, s);

	if (s->lastoff == P_HIKEY)
	{
		/* first page of the level: its downlink is minus infinity */
		Assert(s->lowkey == NULL);
		s->lowkey = palloc0(sizeof(IndexTupleData));
		s->lowkey->t_info = sizeof(IndexTupleData);
		BTreeTupleSetNAtts(s->lowkey, 0, false);
	}
	s->lastoff = OffsetNumberNext(s->lastoff);
	add_item(s->page, size, itup, s->lastoff,
			 !isleaf && s->lastoff == P_FIRSTKEY);
}

/* A rightmost page has no high key: move the line pointers down. */
static void
slide_left(Page page)
{
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);

	Assert(maxoff >= P_FIRSTKEY);
	for (OffsetNumber off = P_HIKEY; off < maxoff; off++)
		*PageGetItemId(page, off) = *PageGetItemId(page,
												   OffsetNumberNext(off));
	((PageHeader) page)->pd_lower -= sizeof(ItemIdData);
}

/* Write the open pages, leaves to root, and the meta page. */
static void
finish_levels(WriteState *w, LevelState *leaf)
{
	BlockNumber rootblkno = P_NONE;
	uint32 rootlevel = 0;
	Page metapage;

	for (LevelState *s = leaf; s != NULL; s = s->next)
	{
		if (s->next == NULL)
		{
			BTPageGetOpaque(s->page)->btpo_flags |= BTP_ROOT;
			rootblkno = s->blkno;
			rootlevel = s->level;
		}
		else
		{
			BTreeTupleSetDownLink(s->lowkey, s->blkno);
			add_to_level(w, s->next, s->lowkey, 0);
			pfree(s->lowkey);
			s->lowkey = NULL;
		}
		slide_left(s->page);
		write_page(w, s->page, s->blkno);
	}
	metapage = (Page) palloc(BLCKSZ);
	_bt_initmetapage(metapage, rootblkno, rootlevel,
					 w->inskey->allequalimage);
	write_page(w, metapage, BTREE_METAPAGE);
}

/* ------------------------------------------------------------------
 * From sort to tree
 * ------------------------------------------------------------------
 */

/* Order of two index tuples by key, then TID. */
static int
compare_tuples(Relation index, SortSupport keys, IndexTuple a, IndexTuple b)
{
	TupleDesc desc = RelationGetDescr(index);

	for (int i = 0; i < IndexRelationGetNumberOfKeyAttributes(index); i++)
	{
		bool n1,
			n2;
		Datum d1 = index_getattr(a, i + 1, desc, &n1);
		Datum d2 = index_getattr(b, i + 1, desc, &n2);
		int r = ApplySortComparator(d1, n1, d2, n2, &keys[i]);

		if (r != 0)
			return r;
	}
	return ItemPointerCompare(&a->t_tid, &b->t_tid);
}

/* Live and dead rows merged; no posting lists. */
static LevelState *
load_merged(WriteState *w, Tuplesortstate *live, Tuplesortstate *dead)
{
	Relation index = w->index;
	int nkeys = IndexRelationGetNumberOfKeyAttributes(index);
	SortSupport keys = palloc0(nkeys * sizeof(SortSupportData));
	LevelState *leaf = NULL;
	IndexTuple a = tuplesort_getindextuple(live, true);
	IndexTuple b = tuplesort_getindextuple(dead, true);

	for (int i = 0; i < nkeys; i++)
	{
		ScanKey k = &w->inskey->scankeys[i];
		SortSupport s = &keys[i];

		s->ssup_cxt = CurrentMemoryContext;
		s->ssup_collation = k->sk_collation;
		s->ssup_nulls_first = (k->sk_flags & SK_BT_NULLS_FIRST) != 0;
		s->ssup_attno = k->sk_attno;
		PrepareSortSupportFromIndexRel(index, (k->sk_flags & SK_BT_DESC) ? BTGreaterStrategyNumber : BTLessStrategyNumber, s);
	}
	while (a != NULL || b != NULL)
	{
		bool take_live = b == NULL ||
			(a != NULL && compare_tuples(index, keys, a, b) < 0);

		if (leaf == NULL)
			leaf = new_level(w, 0);
		add_to_level(w, leaf, take_live ? a : b, 0);
		if (take_live)
			a = tuplesort_getindextuple(live, true);
		else
			b = tuplesort_getindextuple(dead, true);
	}
	pfree(keys);
	return leaf;
}

static void
flush_pending(WriteState *w, LevelState *leaf, BTDedupState d)
{
	if (d->nitems == 1)
		add_to_level(w, leaf, d->base, 0);
	else
	{
		IndexTuple posting = _bt_form_posting(d->base, d->htids, d->nhtids);

		add_to_level(w, leaf, posting, IndexTupleSize(posting) - BTreeTupleGetPostingOffset(posting));
		pfree(posting);
	}
	d->nhtids = 0;
	d->nitems = 0;
	d->phystupsize = 0;
}

/* Equal rows share posting lists of up to a tenth of a page. */
static LevelState *
load_deduplicated(WriteState *w, Tuplesortstate *live)
{
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(w->index);
	BTDedupState d = palloc0(sizeof(BTDedupStateData));
	LevelState *leaf = NULL;
	IndexTuple itup;

	d->deduplicate = true;
	while ((itup = tuplesort_getindextuple(live, true)) != NULL)
	{
		if (leaf == NULL)
		{
			leaf = new_level(w, 0);
			d->maxpostingsize = MAXALIGN_DOWN(BLCKSZ * 10 / 100) -
				sizeof(ItemIdData);
			d->htids = palloc(d->maxpostingsize);
			_bt_dedup_start_pending(d, CopyIndexTuple(itup),
									InvalidOffsetNumber);
		}
		else if (_bt_keep_natts_fast(w->index, d->base, itup) <= nkeyatts ||
				 !_bt_dedup_save_htid(d, itup))
		{
			flush_pending(w, leaf, d);
			pfree(d->base);
			_bt_dedup_start_pending(d, CopyIndexTuple(itup),
									InvalidOffsetNumber);
		}
	}
	if (leaf)
	{
		flush_pending(w, leaf, d);
		pfree(d->base);
		pfree(d->htids);
	}
	pfree(d);
	return leaf;
}

static LevelState *
load_plain(WriteState *w, Tuplesortstate *live)
{
	LevelState *leaf = NULL;
	IndexTuple itup;

	while ((itup = tuplesort_getindextuple(live, true)) != NULL)
	{
		if (leaf == NULL)
			leaf = new_level(w, 0);
		add_to_level(w, leaf, itup, 0);
	}
	return leaf;
}

static void
write_index(BuildState *b, Relation index)
{
	WriteState w = {.heap = b->heap, .index = index};
	LevelState *leaf;

	tuplesort_performsort(b->live);
	if (b->dead)
		tuplesort_performsort(b->dead);

	w.inskey = _bt_mkscankey(index, NULL);
	w.inskey->allequalimage = _bt_allequalimage(index, true);
	w.use_wal = RelationNeedsWAL(index);
	w.alloced = BTREE_METAPAGE + 1;

	if (b->havedead)
		leaf = load_merged(&w, b->live, b->dead);
	else if (w.inskey->allequalimage && !b->isunique &&
			 BTGetDeduplicateItems(index))
		leaf = load_deduplicated(&w, b->live);
	else
		leaf = load_plain(&w, b->live);
	finish_levels(&w, leaf);

	/* the pages did not go through the buffers: no checkpoint knows of them */
	if (w.use_wal)
		smgrimmedsync(RelationGetSmgr(index), MAIN_FORKNUM);
}

/*
 * btbuild
 *		Build an index on a table; the index must be an empty file.
 *
 * Errors: 23505 "could not create unique index", from the sort.
 */
IndexBuildResult *
btbuild(Relation heap, Relation index, IndexInfo *indexInfo)
{
	BuildState b = {.heap = heap};
	IndexBuildResult *result;
	double reltuples;

	if (RelationGetNumberOfBlocks(index) != 0)
		elog(ERROR, "index \"%s\" already contains data",
			 RelationGetRelationName(index));

	b.isunique = indexInfo->ii_Unique;
	b.nulls_not_distinct = indexInfo->ii_NullsNotDistinct;
	b.live = tuplesort_begin_index_btree(heap, index, b.isunique,
										 b.nulls_not_distinct,
										 maintenance_work_mem, NULL,
										 TUPLESORT_NONE);
	/* dead rows are sorted apart: they would break the unique check */
	if (indexInfo->ii_Unique)
		b.dead = tuplesort_begin_index_btree(heap, index, false, false,
											 work_mem, NULL, TUPLESORT_NONE);
	reltuples = table_index_build_scan(heap, index, indexInfo, true, true,
									   build_callback, &b, NULL);
	write_index(&b, index);
	tuplesort_end(b.live);
	if (b.dead)
		tuplesort_end(b.dead);

	result = palloc(sizeof(IndexBuildResult));
	result->heap_tuples = reltuples;
	result->index_tuples = b.indtuples;
	return result;
}
