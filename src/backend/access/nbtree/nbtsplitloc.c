/*
 * nbtsplitloc.c
 *		Choosing where to split a page.
 *
 * All legal split points are collected, sorted by how well they balance the
 * halves (or fill the left one, where insertions ascend), and among the
 * best few the one is taken that gives the shortest new high key.
 * 
 * Two special cases of leaves: in a page of few distinct values it pays to
 * look among all points for one between two values; a page of one value is
 * filled nearly to the end.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtsplitloc.c
 */
#include "postgres.h"

#include "access/nbtree.h"
#include "common/int.h"
#include "utils/rel.h"

/* how many of the best balanced points are compared, at most */
#define LEAF_INTERVAL 9
#define INTERNAL_INTERVAL 18

typedef enum SplitStrategy
{
	STRATEGY_DEFAULT,
	STRATEGY_MANY_DUPLICATES,
	STRATEGY_SINGLE_VALUE
} SplitStrategy;

/* A split point: the new item, if at that offset, goes left or right of it. */
typedef struct SplitPoint
{
	int16 delta; /* distance from the ideal */
	int16 leftfree;
	int16 rightfree;
	OffsetNumber firstrightoff;
	bool newitemonleft;
} SplitPoint;

typedef struct SplitSearch
{
	Relation rel;
	Page page;
	IndexTuple newitem;
	Size newitemsz; /* with line pointer */
	bool is_leaf;
	bool is_rightmost;
	OffsetNumber newitemoff;
	int leftspace;
	int rightspace;
	int olddata; /* bytes of all old data items */
	Size minfirstrightsz;
	int npoints;
	SplitPoint *points;
	int interval;
} SplitSearch;

static IndexTuple
item_at(SplitSearch *s, OffsetNumber off)
{
	return (IndexTuple) PageGetItem(s->page, PageGetItemId(s->page, off));
}

/* Enter a point if both halves fit. */
static void
add_point(SplitSearch *s, OffsetNumber firstrightoff, bool newitemonleft,
		  int oldtoleft, Size firstrightsz)
{
	bool newfirst = firstrightoff == s->newitemoff && !newitemonleft;
	int leftfree = s->leftspace - oldtoleft;
	int rightfree = s->rightspace - (s->olddata - oldtoleft);
	int postingsz = 0;
	SplitPoint *p;

	if (newfirst)
		firstrightsz = s->newitemsz;
	else if (s->is_leaf && firstrightsz > 64)
	{
		/* the high key will not have the posting list */
		IndexTuple itup = item_at(s, firstrightoff);

		if (BTreeTupleIsPosting(itup))
			postingsz = IndexTupleSize(itup) -
				BTreeTupleGetPostingOffset(itup);
	}

	/* the left half's high key, assumed untruncated and with a TID */
	leftfree -= (int) firstrightsz;
	if (s->is_leaf)
		leftfree -= (int) MAXALIGN(sizeof(ItemPointerData)) - postingsz;
	if (newitemonleft)
		leftfree -= (int) s->newitemsz;
	else
		rightfree -= (int) s->newitemsz;
	/* the right half's first item loses its key on internal pages */
	if (!s->is_leaf)
		rightfree += (int) firstrightsz -
			(int) (MAXALIGN(sizeof(IndexTupleData)) + sizeof(ItemIdData));
	if (leftfree < 0 || rightfree < 0)
		return;

	s->minfirstrightsz = Min(s->minfirstrightsz, firstrightsz);
	p = &s->points[s->npoints++];
	p->delta = 0;
	p->leftfree = leftfree;
	p->rightfree = rightfree;
	p->firstrightoff = firstrightoff;
	p->newitemonleft = newitemonleft;
}

static void
collect_points(SplitSearch *s)
{
	OffsetNumber maxoff = PageGetMaxOffsetNumber(s->page);
	int toleft = 0;

	for (OffsetNumber off = P_FIRSTDATAKEY(BTPageGetOpaque(s->page));
		 off <= maxoff; off++)
	{
		Size size = MAXALIGN(ItemIdGetLength(PageGetItemId(s->page, off))) +
			sizeof(ItemIdData);

		if (off == s->newitemoff)
			add_point(s, off, false, toleft, s->newitemsz);
		add_point(s, off, off >= s->newitemoff, toleft, size);
		toleft += (int) size;
	}
	if (s->newitemoff > maxoff)
		add_point(s, s->newitemoff, false, s->olddata, s->newitemsz);
}

static int
by_delta(const void *a, const void *b)
{
	return ((SplitPoint *) a)->delta - ((SplitPoint *) b)->delta;
}

/* Best first: balanced, or (fill > 0) the left half filled to that share. */
static void
sort_points(SplitSearch *s, double fill, bool use_fill)
{
	for (int i = 0; i < s->npoints; i++)
	{
		SplitPoint *p = &s->points[i];
		int16 delta;

		if (use_fill)
			delta = fill * p->leftfree - (1.0 - fill) * p->rightfree;
		else
			delta = p->leftfree - p->rightfree;
		p->delta = delta < 0 ? -delta : delta;
	}
	qsort(s->points, s->npoints, sizeof(SplitPoint), by_delta);
}

static IndexTuple
last_left(SplitSearch *s, SplitPoint *p)
{
	if (p->newitemonleft && p->firstrightoff == s->newitemoff)
		return s->newitem;
	return item_at(s, OffsetNumberPrev(p->firstrightoff));
}

static IndexTuple
first_right(SplitSearch *s, SplitPoint *p)
{
	if (!p->newitemonleft && p->firstrightoff == s->newitemoff)
		return s->newitem;
	return item_at(s, p->firstrightoff);
}

/* Cost of a point: columns (leaf) or bytes (internal) of the new high key. */
static int
penalty(SplitSearch *s, SplitPoint *p)
{
	if (s->is_leaf)
		return _bt_keep_natts_fast(s->rel, last_left(s, p), first_right(s, p));
	if (!p->newitemonleft && p->firstrightoff == s->newitemoff)
		return (int) s->newitemsz;
	return MAXALIGN(ItemIdGetLength(PageGetItemId(s->page, p->firstrightoff))) +
		sizeof(ItemIdData);
}

/* Do rows inserted one after the other have these TIDs? */
static bool
adjacent_tids(ItemPointer low, ItemPointer high)
{
	BlockNumber lb = ItemPointerGetBlockNumber(low);
	BlockNumber hb = ItemPointerGetBlockNumber(high);

	return lb == hb || (lb + 1 == hb && ItemPointerGetOffsetNumber(high) == FirstOffsetNumber);
}

/*
 * Ascending insertions within a group (as many orders, each with ascending line
 * numbers): then split right behind the new item, so that the left half stays
 * full.  *use_fill: at the fill factor rather, as it would be too far right.
 */
static bool
split_after_new_item(SplitSearch *s, OffsetNumber maxoff, int fillfactor,
					 bool *use_fill)
{
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(s->rel);
	IndexTuple prev;
	int keep;

	/* only with several columns, and short items of one size */
	if (nkeyatts == 1 || s->newitemoff == P_FIRSTKEY ||
		s->newitemsz != s->minfirstrightsz ||
		s->newitemsz * (maxoff - 1) != (Size) s->olddata ||
		s->newitemsz > MAXALIGN(sizeof(IndexTupleData) + 2 * sizeof(int64)) +
				sizeof(ItemIdData))
		return false;

	prev = item_at(s, s->newitemoff > maxoff ? maxoff : OffsetNumberPrev(s->newitemoff));
	if (s->newitemoff <= maxoff &&
		!adjacent_tids(&prev->t_tid, &s->newitem->t_tid))
		return false;
	keep = _bt_keep_natts_fast(s->rel, prev, s->newitem);
	if (keep <= 1 || keep > nkeyatts)
		return false;
	if (s->newitemoff > maxoff)
		*use_fill = true;
	else
		*use_fill = (double) s->newitemoff / ((double) maxoff + 1) >
			(double) fillfactor / 100.0;
	return true;
}

/* The outermost points among the best few. */
static void
interval_edges(SplitSearch *s, SplitPoint **left, SplitPoint **right)
{
	SplitPoint *best = &s->points[0];

	*left = *right = NULL;
	for (int i = Min(s->interval, s->npoints) - 1; i >= 0; i--)
	{
		SplitPoint *p = &s->points[i];
		int cmp = p->firstrightoff - best->firstrightoff;

		if (cmp == 0)
			cmp = (int) p->newitemonleft - (int) best->newitemonleft;
		if (cmp <= 0 && *left == NULL)
			*left = p;
		if (cmp >= 0 && *right == NULL)
			*right = p;
		if (*left && *right)
			break;
	}
}

/*
 * Which strategy fits the page, and which penalty is as good as can be hoped
 * for?  leftmost, rightmost: first and last point of the page.
 */
static int
choose_strategy(SplitSearch *s, SplitPoint *leftmost, SplitPoint *rightmost,
				SplitStrategy *strategy)
{
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(s->rel);
	SplitPoint *l,
		*r;
	int best;

	*strategy = STRATEGY_DEFAULT;
	if (!s->is_leaf)
		return (int) s->minfirstrightsz;

	interval_edges(s, &l, &r);
	best = _bt_keep_natts_fast(s->rel, last_left(s, l), first_right(s, r));
	if (best <= nkeyatts)
		return best;

	/* all equal near the best point; anywhere on the page? */
	best = _bt_keep_natts_fast(s->rel, last_left(s, leftmost),
							   first_right(s, rightmost));
	if (best <= nkeyatts)
	{
		*strategy = STRATEGY_MANY_DUPLICATES;
		return nkeyatts;
	}
	if (s->is_rightmost)
		*strategy = STRATEGY_SINGLE_VALUE;
	else
	{
		/* one value, and this is the last page of it? */
		best = _bt_keep_natts_fast(s->rel, item_at(s, P_HIKEY), s->newitem);
		if (best <= nkeyatts)
			*strategy = STRATEGY_SINGLE_VALUE;
	}
	return best;
}

static SplitPoint *
best_point(SplitSearch *s, int perfect, SplitStrategy strategy)
{
	int bestpenalty = PG_INT32_MAX;
	int best = 0;
	SplitPoint *p;

	for (int i = 0; i < Min(s->interval, s->npoints); i++)
	{
		int cost = penalty(s, &s->points[i]);

		if (cost < bestpenalty)
		{
			bestpenalty = cost;
			best = i;
		}
		if (cost <= perfect)
			break;
	}
	p = &s->points[best];

	/* descending insertions just right of a group of duplicates would meet
	 * the same point again and again: halve the page instead */
	if (strategy == STRATEGY_MANY_DUPLICATES && !s->is_rightmost &&
		!p->newitemonleft && p->firstrightoff >= s->newitemoff &&
		p->firstrightoff < s->newitemoff + LEAF_INTERVAL)
		p = &s->points[0];
	return p;
}

/*
 * _bt_findsplitloc
 *		Offset of the first old item that goes right (the new item counts as
 *		being at newitemoff), and whether the new item goes left.
 */
OffsetNumber
_bt_findsplitloc(Relation rel, Page origpage, OffsetNumber newitemoff,
				 Size newitemsz, IndexTuple newitem, bool *newitemonleft)
{
	BTPageOpaque opaque = BTPageGetOpaque(origpage);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(origpage);
	int fillfactor = BTGetFillFactor(rel);
	SplitSearch s;
	SplitPoint leftmost,
		rightmost;
	SplitPoint *chosen;
	SplitStrategy strategy;
	double fill = 0.50;
	bool use_fill = false;
	int perfect;
	OffsetNumber result;

	s.rel = rel;
	s.page = origpage;
	s.newitem = newitem;
	s.newitemsz = newitemsz + sizeof(ItemIdData);
	s.is_leaf = P_ISLEAF(opaque);
	s.is_rightmost = P_RIGHTMOST(opaque);
	s.newitemoff = newitemoff;
	s.leftspace = s.rightspace = PageGetPageSize(origpage) -
		SizeOfPageHeaderData - MAXALIGN(sizeof(BTPageOpaqueData));
	if (!s.is_rightmost)
		s.rightspace -= (int) (MAXALIGN(ItemIdGetLength(PageGetItemId(origpage, P_HIKEY))) +
							   sizeof(ItemIdData));
	s.olddata = s.rightspace - (int) PageGetExactFreeSpace(origpage);
	s.minfirstrightsz = SIZE_MAX;
	s.npoints = 0;
	s.points = palloc(sizeof(SplitPoint) * (maxoff + 2));

	collect_points(&s);
	if (s.npoints == 0)
		elog(ERROR, "could not find a feasible split point for index \"%s\"",
			 RelationGetRelationName(rel));

	if (!s.is_leaf)
	{
		use_fill = s.is_rightmost;
		fill = BTREE_NONLEAF_FILLFACTOR / 100.0;
	}
	else if (s.is_rightmost)
	{
		use_fill = true;
		fill = fillfactor / 100.0;
	}
	else if (split_after_new_item(&s, maxoff, fillfactor, &use_fill))
	{
		if (use_fill)
			fill = fillfactor / 100.0;
		for (int i = 0; !use_fill && i < s.npoints; i++)
			if (s.points[i].newitemonleft &&
				s.points[i].firstrightoff == newitemoff)
			{
				pfree(s.points);
				*newitemonleft = true;
				return newitemoff;
			}
	}

	leftmost = s.points[0];
	rightmost = s.points[s.npoints - 1];
	sort_points(&s, fill, use_fill);
	s.interval = Min(Max(1, s.npoints * 0.05),
					 s.is_leaf ? LEAF_INTERVAL : INTERNAL_INTERVAL);
	perfect = choose_strategy(&s, &leftmost, &rightmost, &strategy);
	if (strategy == STRATEGY_MANY_DUPLICATES)
		s.interval = s.npoints;
	else if (strategy == STRATEGY_SINGLE_VALUE)
	{
		sort_points(&s, BTREE_SINGLEVAL_FILLFACTOR / 100.0, true);
		s.interval = 1;
	}
	chosen = best_point(&s, perfect, strategy);
	*newitemonleft = chosen->newitemonleft;
	result = chosen->firstrightoff;
	pfree(s.points);
	return result;
}
