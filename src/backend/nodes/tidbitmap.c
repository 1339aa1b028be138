/*
 * tidbitmap.c
 *		Sets of row positions for bitmap scans.
 *
 * A hash table from block to a bitmap of line pointers.  When the set
 * outgrows its memory, pages become lossy one by one: the block is kept, its
 * rows are not.  Reading gives the pages in block order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/nodes/tidbitmap.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "common/hashfn.h"
#include "nodes/bitmapset.h"
#include "nodes/tidbitmap.h"
#include "storage/off.h"

#define WORDS_PER_PAGE ((MaxHeapTuplesPerPage + 63) / 64)

/* One page; nothing in use is marked by an invalid block. */
typedef struct TbmPage
{
	BlockNumber blockno;
	bool lossy;
	bool recheck;
	uint64 words[WORDS_PER_PAGE];
} TbmPage;

struct TIDBitmap
{
	NodeTag type;
	MemoryContext mcxt;
	TbmPage *pages; /* open addressing */
	uint32 nslots;
	uint32 npages;
	long maxentries;
	long nexact;
	bool iterating;
};

struct TBMIterator
{
	TIDBitmap *tbm;
	TbmPage **sorted;
	uint32 next;
	TBMIterateResult output; /* must be last: offsets follow */
};

static void make_room(TIDBitmap *tbm);

/* maxbytes bounds the memory, about. */
TIDBitmap *
tbm_create(long maxbytes, struct dsa_area *dsa)
{
	TIDBitmap *tbm = makeNode(TIDBitmap);

	tbm->mcxt = CurrentMemoryContext;
	tbm->nslots = 64;
	tbm->pages = palloc(tbm->nslots * sizeof(TbmPage));
	for (uint32 i = 0; i < tbm->nslots; i++)
		tbm->pages[i].blockno = InvalidBlockNumber;
	tbm->maxentries = tbm_calculate_entries(maxbytes);
	return tbm;
}

void
tbm_free(TIDBitmap *tbm)
{
	pfree(tbm->pages);
	pfree(tbm);
}

/* How many pages fit into maxbytes. */
long
tbm_calculate_entries(double maxbytes)
{
	double n = maxbytes / (sizeof(TbmPage) * 3 / 2);

	return (long) Max(Min(n, INT_MAX - 1), 16);
}

static TbmPage *
find_slot(TbmPage *pages, uint32 nslots, BlockNumber blockno)
{
	uint32 pos = murmurhash32(blockno) & (nslots - 1);

	while (pages[pos].blockno != InvalidBlockNumber &&
		   pages[pos].blockno != blockno)
		pos = (pos + 1) & (nslots - 1);
	return &pages[pos];
}

static void
rehash(TIDBitmap *tbm, uint32 nslots)
{
	TbmPage *pages = MemoryContextAllocHuge(tbm->mcxt,
											nslots * sizeof(TbmPage));

	for (uint32 i = 0; i < nslots; i++)
		pages[i].blockno = InvalidBlockNumber;
	for (uint32 i = 0; i < tbm->nslots; i++)
		if (tbm->pages[i].blockno != InvalidBlockNumber)
			*find_slot(pages, nslots, tbm->pages[i].blockno) = tbm->pages[i];
	pfree(tbm->pages);
	tbm->pages = pages;
	tbm->nslots = nslots;
}

/* The page's entry, made if missing. */
static TbmPage *
get_page(TIDBitmap *tbm, BlockNumber blockno)
{
	TbmPage *page = find_slot(tbm->pages, tbm->nslots, blockno);

	if (page->blockno != InvalidBlockNumber)
		return page;
	if (tbm->npages >= tbm->nslots / 4 * 3)
	{
		rehash(tbm, tbm->nslots * 2);
		page = find_slot(tbm->pages, tbm->nslots, blockno);
	}
	memset(page, 0, sizeof(TbmPage));
	page->blockno = blockno;
	tbm->npages++;
	tbm->nexact++;
	return page;
}

void
tbm_add_tuples(TIDBitmap *tbm, const ItemPointer tids, int ntids, bool recheck)
{
	TbmPage *page = NULL;

	Assert(!tbm->iterating);
	for (int i = 0; i < ntids; i++)
	{
		BlockNumber blk = ItemPointerGetBlockNumber(&tids[i]);
		OffsetNumber off = ItemPointerGetOffsetNumber(&tids[i]);

		if (off < 1 || off > MaxHeapTuplesPerPage)
			elog(ERROR, "tuple offset out of range: %u", off);
		if (page == NULL || page->blockno != blk)
			page = get_page(tbm, blk);
		if (page->lossy)
			continue;
		page->words[(off - 1) / 64] |= UINT64CONST(1) << ((off - 1) % 64);
		page->recheck |= recheck;
		if (tbm->nexact > tbm->maxentries)
		{
			make_room(tbm);
			page = NULL;
		}
	}
}

static void
set_lossy(TIDBitmap *tbm, TbmPage *page)
{
	if (page->lossy)
		return;
	page->lossy = true;
	page->recheck = true;
	tbm->nexact--;
}

void
tbm_add_page(TIDBitmap *tbm, BlockNumber pageno)
{
	set_lossy(tbm, get_page(tbm, pageno));
}

/* Half of the pages forget which rows they had. */
static void
make_room(TIDBitmap *tbm)
{
	for (uint32 i = 0; i < tbm->nslots &&
		 tbm->nexact > tbm->maxentries / 2;
		 i++)
		if (tbm->pages[i].blockno != InvalidBlockNumber)
			set_lossy(tbm, &tbm->pages[i]);
	/* if even lossy pages alone are too many, accept it */
	if (tbm->nexact > tbm->maxentries / 2)
		tbm->maxentries = tbm->nexact * 2;
}

/* a |= b */
void
tbm_union(TIDBitmap *a, const TIDBitmap *b)
{
	for (uint32 i = 0; i < b->nslots; i++)
	{
		const TbmPage *bp = &b->pages[i];
		TbmPage *ap;

		if (bp->blockno == InvalidBlockNumber)
			continue;
		ap = get_page(a, bp->blockno);
		if (bp->lossy)
			set_lossy(a, ap);
		else if (!ap->lossy)
		{
			for (int w = 0; w < WORDS_PER_PAGE; w++)
				ap->words[w] |= bp->words[w];
			ap->recheck |= bp->recheck;
		}
		if (a->nexact > a->maxentries)
			make_room(a);
	}
}

static bool
intersect_page(TIDBitmap *a, TbmPage *ap, const TbmPage *bp)
{
	uint64 any = 0;

	if (bp->lossy)
	{
		ap->recheck = true;
		return true;
	}
	if (ap->lossy)
	{
		BlockNumber blk = ap->blockno;

		*ap = *bp;
		ap->blockno = blk;
		ap->recheck = true;
		a->nexact++;
		return true;
	}
	for (int w = 0; w < WORDS_PER_PAGE; w++)
		any |= ap->words[w] &= bp->words[w];
	ap->recheck |= bp->recheck;
	return any != 0;
}

/* a &= b */
void
tbm_intersect(TIDBitmap *a, const TIDBitmap *b)
{
	uint32 kept = 0;

	/* entries cannot be taken out of the probing sequence: build anew */
	for (uint32 i = 0; i < a->nslots; i++)
	{
		TbmPage *ap = &a->pages[i];
		TbmPage *bp;

		if (ap->blockno == InvalidBlockNumber)
			continue;
		bp = find_slot(b->pages, b->nslots, ap->blockno);
		if (bp->blockno != InvalidBlockNumber && intersect_page(a, ap, bp))
		{
			kept++;
			continue;
		}
		if (!ap->lossy)
			a->nexact--;
		ap->blockno = InvalidBlockNumber;
	}
	a->npages = kept;
	rehash(a, a->nslots);
}

bool
tbm_is_empty(const TIDBitmap *tbm)
{
	return tbm->npages == 0;
}

/* ---------------------------------------------------------------- reading */

static int
cmp_page(const void *a, const void *b)
{
	BlockNumber x = (*(TbmPage *const *) a)->blockno;
	BlockNumber y = (*(TbmPage *const *) b)->blockno;

	return x < y ? -1 : x > y;
}

/* Start reading; the set must not change from now on. */
TBMIterator *
tbm_begin_iterate(TIDBitmap *tbm)
{
	TBMIterator *it = palloc(sizeof(TBMIterator) +
							 MaxHeapTuplesPerPage * sizeof(OffsetNumber));
	uint32 n = 0;

	it->tbm = tbm;
	it->next = 0;
	it->sorted = MemoryContextAllocHuge(CurrentMemoryContext,
										Max(tbm->npages, 1) * sizeof(TbmPage *));
	for (uint32 i = 0; i < tbm->nslots; i++)
		if (tbm->pages[i].blockno != InvalidBlockNumber)
			it->sorted[n++] = &tbm->pages[i];
	qsort(it->sorted, n, sizeof(TbmPage *), cmp_page);
	tbm->iterating = true;
	return it;
}

/* The next page in block order, or NULL; valid until the next call. */
TBMIterateResult *
tbm_iterate(TBMIterator *iterator)
{
	TBMIterateResult *out = &iterator->output;
	TbmPage *page;

	if (iterator->next >= iterator->tbm->npages)
		return NULL;
	page = iterator->sorted[iterator->next++];
	out->blockno = page->blockno;
	out->recheck = page->recheck;
	out->ntuples = 0;
	if (page->lossy)
	{
		out->ntuples = -1;
		return out;
	}
	for (int w = 0; w < WORDS_PER_PAGE; w++)
		for (uint64 bits = page->words[w]; bits; bits &= bits - 1)
			out->offsets[out->ntuples++] = w * 64 + __builtin_ctzll(bits) + 1;
	return out;
}

void
tbm_end_iterate(TBMIterator *iterator)
{
	pfree(iterator->sorted);
	pfree(iterator);
}
