/*
 * bufpage.c
 *		Operations on the items of one page.
 *
 * Each leaves the page byte for byte as PostgreSQL 15 would, since a stock
 * server may replay our WAL and compare. The caller holds the exclusive
 * content lock, or the page is private.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/page/bufpage.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "pgstat.h"
#include "storage/bufpage.h"
#include "storage/checksum.h"
#include "storage/storage_callbacks.h"
#include "utils/memutils.h"

/* Most line pointers a heap page may have: (8192 - 24) / (24 + 4). */
#define HEAP_MAX_ITEMS \
	((int) ((BLCKSZ - SizeOfPageHeaderData) / (MAXALIGN(23) + sizeof(ItemIdData))))

/* One item that stays, while a page is compacted. */
typedef struct KeptItem
{
	uint16 linp; /* index of its line pointer, from 0 */
	uint16 off; /* where it is now */
	uint16 space; /* its length, aligned */
} KeptItem;

bool ignore_checksum_failure = false;

/*
 * PageInit
 *		Make an empty page; its whole content is lost.
 *
 * specialSize bytes are set aside at the end, rounded up to the alignment.
 */
void
PageInit(Page page, Size pageSize, Size specialSize)
{
	PageHeader hdr = page_header(page);
	Size special = MAXALIGN(specialSize);

	Assert(pageSize == BLCKSZ);
	Assert(pageSize > special + SizeOfPageHeaderData);

	memset(page, 0, pageSize);
	hdr->pd_lower = SizeOfPageHeaderData;
	hdr->pd_upper = pageSize - special;
	hdr->pd_special = pageSize - special;
	PageSetPageSizeAndVersion(page, pageSize, PG_PAGE_LAYOUT_VERSION);
}

static bool
page_is_zero(const char *page)
{
	const uint64 *words = (const uint64 *) (const void *) page;

	for (unsigned i = 0; i < BLCKSZ / sizeof(uint64); i++)
		if (words[i] != 0)
			return false;
	return true;
}

static bool
page_header_is_sane(const PageHeaderData *hdr)
{
	return (hdr->pd_flags & ~PD_VALID_FLAG_BITS) == 0 &&
		hdr->pd_lower <= hdr->pd_upper &&
		hdr->pd_upper <= hdr->pd_special &&
		hdr->pd_special <= BLCKSZ &&
		hdr->pd_special == MAXALIGN(hdr->pd_special);
}

/*
 * PageIsVerifiedExtended
 *		May this page, as read from block blkno, be used?
 *
 * A page of zeros is fine.  Otherwise the header must be plausible and the
 * checksum, if the cluster has them, right.  PIV_LOG_WARNING: report a wrong
 * checksum.
 */
bool
PageIsVerifiedExtended(Page page, BlockNumber blkno, int flags)
{
	PageHeader hdr = page_header(page);
	bool sum_wrong = false;
	uint16 sum = 0;

	if (!PageIsNew(page))
	{
		bool sane = page_header_is_sane(hdr);

		if (storage_callbacks.data_checksums_enabled())
		{
			sum = pg_checksum_page((char *) page, blkno);
			sum_wrong = sum != hdr->pd_checksum;
		}
		if (sane && !sum_wrong)
			return true;
	}
	if (page_is_zero(page))
		return true;
	if (!sum_wrong)
		return false;

	if (flags & PIV_REPORT_STAT)
		pgstat_report_checksum_failure();
	if (flags & PIV_LOG_WARNING)
		ereport(WARNING,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("page verification failed, calculated checksum %u but expected %u",
						sum, hdr->pd_checksum)));
	return ignore_checksum_failure && page_header_is_sane(hdr);
}

/* Stop if the header's pointers cannot be worked with. */
static void
check_page_pointers(const PageHeaderData *hdr, int elevel)
{
	if (hdr->pd_lower < SizeOfPageHeaderData ||
		hdr->pd_lower > hdr->pd_upper ||
		hdr->pd_upper > hdr->pd_special ||
		hdr->pd_special > BLCKSZ ||
		hdr->pd_special != MAXALIGN(hdr->pd_special))
		ereport(elevel,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("corrupted page pointers: lower = %u, upper = %u, special = %u",
						hdr->pd_lower, hdr->pd_upper, hdr->pd_special)));
}

/* Lowest unused offset number, or the one past the end. */
static OffsetNumber
find_free_offset(Page page, OffsetNumber limit)
{
	OffsetNumber off;

	if (!PageHasFreeLinePointers(page))
		return limit;
	for (off = FirstOffsetNumber; off < limit; off++)
	{
		ItemId lp = PageGetItemId(page, off);

		if (!ItemIdIsUsed(lp) && !ItemIdHasStorage(lp))
			return off;
	}
	PageClearHasFreeLinePointers(page);
	return limit;
}

/*
 * PageAddItemExtended
 *		Put an item on a page; returns its offset number.
 *
 * offsetNumber	InvalidOffsetNumber: the lowest unused line pointer, else a new
 *				one at the end.  Otherwise this one: with PAI_OVERWRITE it must
 *				be unused, without, later line pointers move up by one.
 * flags		PAI_OVERWRITE, PAI_IS_HEAP (limits the number of items)
 *
 * InvalidOffsetNumber if it does not fit, with a WARNING if the request itself
 * was wrong.  A damaged page is a PANIC, since callers are in critical
 * sections and have no way back.
 */
OffsetNumber
PageAddItemExtended(Page page, Item item, Size size,
					OffsetNumber offsetNumber, int flags)
{
	PageHeader hdr = page_header(page);
	OffsetNumber limit;
	Size space = MAXALIGN(size);
	bool shift = false;
	int lower;
	int upper;
	ItemId lp;

	check_page_pointers(hdr, PANIC);
	limit = OffsetNumberNext(PageGetMaxOffsetNumber(page));

	if (!OffsetNumberIsValid(offsetNumber))
		offsetNumber = find_free_offset(page, limit);
	else if (offsetNumber < limit)
	{
		lp = PageGetItemId(page, offsetNumber);
		if (!(flags & PAI_OVERWRITE))
			shift = true;
		else if (ItemIdIsUsed(lp) || ItemIdHasStorage(lp))
		{
			elog(WARNING, "will not overwrite a used ItemId");
			return InvalidOffsetNumber;
		}
	}
	if (offsetNumber > limit)
	{
		elog(WARNING, "specified item offset is too large");
		return InvalidOffsetNumber;
	}
	if ((flags & PAI_IS_HEAP) && offsetNumber > HEAP_MAX_ITEMS)
	{
		elog(WARNING, "can't put more than MaxHeapTuplesPerPage items in a heap page");
		return InvalidOffsetNumber;
	}

	lower = hdr->pd_lower;
	if (offsetNumber == limit || shift)
		lower += sizeof(ItemIdData);
	upper = (int) hdr->pd_upper - (int) space;
	if (lower > upper)
		return InvalidOffsetNumber;

	lp = PageGetItemId(page, offsetNumber);
	if (shift)
		memmove(lp + 1, lp, (limit - offsetNumber) * sizeof(ItemIdData));
	ItemIdSetNormal(lp, upper, size);
	memcpy((char *) page + upper, item, size);
	hdr->pd_lower = (LocationIndex) lower;
	hdr->pd_upper = (LocationIndex) upper;
	return offsetNumber;
}

/* ---- scratch pages ---- */

/* An uninitialized palloc'd page. */
Page
PageGetTempPage(Page page)
{
	return (Page) palloc(PageGetPageSize(page));
}

/* A palloc'd copy of the page. */
Page
PageGetTempPageCopy(Page page)
{
	Page copy = PageGetTempPage(page);

	memcpy(copy, page, PageGetPageSize(page));
	return copy;
}

/* A palloc'd empty page with the same special space. */
Page
PageGetTempPageCopySpecial(Page page)
{
	Page copy = PageGetTempPage(page);

	PageInit(copy, PageGetPageSize(page), PageGetSpecialSize(page));
	memcpy(PageGetSpecialPointer(copy), PageGetSpecialPointer(page),
		   PageGetSpecialSize(page));
	return copy;
}

/* Copy a scratch page over the real one, and free it. */
void
PageRestoreTempPage(Page tempPage, Page oldPage)
{
	memcpy(oldPage, tempPage, PageGetPageSize(tempPage));
	pfree(tempPage);
}

/* ---- compaction ---- */

/*
 * Note an item that stays.  Keeps *presorted true while the items come in
 * descending order of their place, the order in which they were added.
 */
static void
keep_item(const PageHeaderData *hdr, KeptItem *kept, int *nkept, int linp,
		  const ItemIdData *lp, bool *presorted)
{
	Size space = MAXALIGN(ItemIdGetLength(lp));
	unsigned off = ItemIdGetOffset(lp);

	if (off < hdr->pd_upper || off + space > hdr->pd_special ||
		off != MAXALIGN(off))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("corrupted line pointer: offset = %u, size = %u",
						off, (unsigned) ItemIdGetLength(lp))));
	if (*nkept > 0 && kept[*nkept - 1].off <= off)
		*presorted = false;
	kept[*nkept].linp = linp;
	kept[*nkept].off = off;
	kept[*nkept].space = space;
	(*nkept)++;
}

/*
 * Pack the kept items against the special space, in the order of kept[], and
 * point their line pointers at the new places.  Bytes between are left.
 *
 * Presorted items only ever move up past items already moved, so they can be
 * moved inside the page; others go through a copy of the item area.
 */
static void
compact_items(Page page, const KeptItem *kept, int nkept, bool presorted)
{
	PageHeader hdr = page_header(page);
	LocationIndex upper = hdr->pd_special;
	PGAlignedBlock copy;
	const char *source = (const char *) page;
	int i = 0;

	if (!presorted)
	{
		memcpy(copy.data + hdr->pd_upper, (char *) page + hdr->pd_upper,
			   hdr->pd_special - hdr->pd_upper);
		source = copy.data;
	}

	while (i < nkept)
	{
		int start = i;
		unsigned run_end = kept[i].off + kept[i].space;
		unsigned run_start = kept[i].off;

		/* items that touch each other are moved as one run */
		for (i++; i < nkept && kept[i].off + kept[i].space == run_start; i++)
			run_start = kept[i].off;

		for (int k = start; k < i; k++)
			hdr->pd_linp[kept[k].linp].lp_off = upper - (run_end - kept[k].off);
		upper -= run_end - run_start;
		if (source != page || upper != run_start)
			memmove((char *) page + upper, source + run_start,
					run_end - run_start);
	}
	hdr->pd_upper = upper;
}

/*
 * PageRepairFragmentation
 *		Collect a heap page's free space between lower and upper.
 *
 * Line pointers keep their numbers; unused ones at the end are dropped.  Needs
 * a cleanup lock, since items move.  Errors: ERRCODE_DATA_CORRUPTED.
 */
void
PageRepairFragmentation(Page page)
{
	PageHeader hdr = page_header(page);
	KeptItem kept[MaxOffsetNumber];
	int nline;
	int nkept = 0;
	int nunused = 0;
	int last_used = 0;
	bool presorted = true;

	check_page_pointers(hdr, ERROR);
	nline = PageGetMaxOffsetNumber(page);
	for (int i = 0; i < nline; i++)
	{
		ItemId lp = &hdr->pd_linp[i];

		if (!ItemIdIsUsed(lp))
		{
			ItemIdSetUnused(lp);
			nunused++;
			continue;
		}
		last_used = i + 1;
		if (ItemIdHasStorage(lp))
			keep_item(hdr, kept, &nkept, i, lp, &presorted);
	}

	if (nkept == 0)
		hdr->pd_upper = hdr->pd_special;
	else
		compact_items(page, kept, nkept, presorted);

	if (last_used != nline)
	{
		hdr->pd_lower -= (nline - last_used) * sizeof(ItemIdData);
		nunused -= nline - last_used;
	}
	if (nunused > 0)
		PageSetHasFreeLinePointers(page);
	else
		PageClearHasFreeLinePointers(page);
}

/*
 * PageTruncateLinePointerArray
 *		Drop unused line pointers at the end, but always leave one.
 *
 * For VACUUM's second pass, under a plain exclusive lock.
 */
void
PageTruncateLinePointerArray(Page page)
{
	PageHeader hdr = page_header(page);
	int nline = PageGetMaxOffsetNumber(page);
	bool has_unused = false;

	while (nline > 1 && !ItemIdIsUsed(&hdr->pd_linp[nline - 1]))
		nline--;
	if (nline < PageGetMaxOffsetNumber(page))
		hdr->pd_lower = SizeOfPageHeaderData + nline * sizeof(ItemIdData);
	for (int i = 0; i < nline && !has_unused; i++)
		has_unused = !ItemIdIsUsed(&hdr->pd_linp[i]);
	if (has_unused)
		PageSetHasFreeLinePointers(page);
	else
		PageClearHasFreeLinePointers(page);
}

/* ---- free space ---- */

/* Bytes between lower and upper. */
Size
PageGetExactFreeSpace(Page page)
{
	int space = (int) page_header(page)->pd_upper -
		(int) page_header(page)->pd_lower;

	return Max(space, 0);
}

/* The same for ntups further items, whose line pointers are taken off. */
Size
PageGetFreeSpaceForMultipleTuples(Page page, int ntups)
{
	Size space = PageGetExactFreeSpace(page);
	Size linps = ntups * sizeof(ItemIdData);

	return space < linps ? 0 : space - linps;
}

/* The same for one further item. */
Size
PageGetFreeSpace(Page page)
{
	return PageGetFreeSpaceForMultipleTuples(page, 1);
}

/*
 * PageGetHeapFreeSpace
 *		The same for a heap page, where the number of items is limited too.
 */
Size
PageGetHeapFreeSpace(Page page)
{
	Size space = PageGetFreeSpace(page);
	OffsetNumber nline = PageGetMaxOffsetNumber(page);

	if (space == 0 || nline < HEAP_MAX_ITEMS)
		return space;
	if (!PageHasFreeLinePointers(page))
		return 0;
	for (OffsetNumber off = FirstOffsetNumber; off <= nline; off++)
		if (!ItemIdIsUsed(PageGetItemId(page, off)))
			return space;
	return 0; /* the hint was wrong */
}

/* ---- index pages ---- */

/*
 * Check that offnum can be removed or replaced, and return its line pointer
 * with the place and aligned length of its item.
 */
static ItemId
index_item(Page page, OffsetNumber offnum, unsigned *off, unsigned *space)
{
	PageHeader hdr = page_header(page);
	ItemId lp;

	check_page_pointers(hdr, ERROR);
	if (offnum < 1 || offnum > PageGetMaxOffsetNumber(page))
		elog(ERROR, "invalid index offnum: %u", offnum);
	lp = PageGetItemId(page, offnum);
	Assert(ItemIdHasStorage(lp));
	*off = ItemIdGetOffset(lp);
	*space = MAXALIGN(ItemIdGetLength(lp));
	if (*off < hdr->pd_upper || *off + ItemIdGetLength(lp) > hdr->pd_special ||
		*off != MAXALIGN(*off))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("corrupted line pointer: offset = %u, size = %u",
						*off, (unsigned) ItemIdGetLength(lp))));
	return lp;
}

/*
 * Move the items that lie from upper to off by delta bytes (up if positive),
 * with the line pointers of those at or below off; upper moves along.
 */
static void
slide_items(Page page, unsigned off, int delta)
{
	PageHeader hdr = page_header(page);
	int nline = PageGetMaxOffsetNumber(page);
	char *start = (char *) page + hdr->pd_upper;

	memmove(start + delta, start, off - hdr->pd_upper);
	hdr->pd_upper += delta;
	for (int i = 0; i < nline; i++)
	{
		ItemId lp = &hdr->pd_linp[i];

		if (ItemIdHasStorage(lp) && ItemIdGetOffset(lp) <= off)
			lp->lp_off += delta;
	}
}

/*
 * PageIndexTupleDelete
 *		Remove an item and its line pointer; later items are renumbered.
 */
void
PageIndexTupleDelete(Page page, OffsetNumber offnum)
{
	PageHeader hdr = page_header(page);
	unsigned off;
	unsigned space;
	ItemId lp = index_item(page, offnum, &off, &space);

	memmove(lp, lp + 1,
			(PageGetMaxOffsetNumber(page) - offnum) * sizeof(ItemIdData));
	hdr->pd_lower -= sizeof(ItemIdData);
	slide_items(page, off, (int) space);
}

/*
 * PageIndexTupleDeleteNoCompact
 *		Remove an item, but let the numbers of later ones stand.
 *
 * The line pointer becomes unused, unless it is the last and can go.
 */
void
PageIndexTupleDeleteNoCompact(Page page, OffsetNumber offnum)
{
	PageHeader hdr = page_header(page);
	unsigned off;
	unsigned space;
	ItemId lp = index_item(page, offnum, &off, &space);

	if (offnum == PageGetMaxOffsetNumber(page))
		hdr->pd_lower -= sizeof(ItemIdData);
	else
	{
		ItemIdSetUnused(lp);
		PageSetHasFreeLinePointers(page);
	}
	slide_items(page, off, (int) space);
}

/*
 * PageIndexMultiDelete
 *		Remove several items with their line pointers.
 *
 * itemnos is ascending.  Few are removed one at a time, from the end; more in
 * one pass that repacks the page.
 */
void
PageIndexMultiDelete(Page page, OffsetNumber *itemnos, int nitems)
{
	PageHeader hdr = page_header(page);
	KeptItem kept[MaxOffsetNumber];
	ItemIdData linps[MaxOffsetNumber];
	bool presorted = true;
	int nline;
	int nkept = 0;
	int next = 0;

	Assert(nitems <= (int) MaxOffsetNumber);
	if (nitems <= 2)
	{
		while (--nitems >= 0)
			PageIndexTupleDelete(page, itemnos[nitems]);
		return;
	}

	check_page_pointers(hdr, ERROR);
	nline = PageGetMaxOffsetNumber(page);
	for (OffsetNumber off = FirstOffsetNumber; off <= nline; off++)
	{
		ItemId lp = PageGetItemId(page, off);

		if (next < nitems && itemnos[next] == off)
		{
			next++;
			continue;
		}
		Assert(ItemIdHasStorage(lp));
		linps[nkept] = *lp;
		keep_item(hdr, kept, &nkept, nkept, lp, &presorted);
	}
	if (next != nitems)
		elog(ERROR, "incorrect index offsets supplied");

	memcpy(hdr->pd_linp, linps, nkept * sizeof(ItemIdData));
	hdr->pd_lower = SizeOfPageHeaderData + nkept * sizeof(ItemIdData);
	if (nkept == 0)
		hdr->pd_upper = hdr->pd_special;
	else
		compact_items(page, kept, nkept, presorted);
}

/*
 * PageIndexTupleOverwrite
 *		Replace an item by another, perhaps of another length.
 *
 * false, and nothing done, if the new one does not fit.
 */
bool
PageIndexTupleOverwrite(Page page, OffsetNumber offnum, Item newtup,
						Size newsize)
{
	PageHeader hdr = page_header(page);
	unsigned off;
	unsigned space;
	ItemId lp = index_item(page, offnum, &off, &space);
	int delta = (int) space - (int) MAXALIGN(newsize);

	if (-delta > (int) hdr->pd_upper - (int) hdr->pd_lower)
		return false;
	if (delta != 0)
		slide_items(page, off, delta);
	lp->lp_off = off + delta;
	lp->lp_len = newsize;
	memcpy((char *) page + lp->lp_off, newtup, newsize);
	return true;
}

/* ---- checksums of pages that are written ---- */

/*
 * PageSetChecksumCopy
 *		The bytes to write for a shared page: with the checksum set.
 *
 * Hint bits may be set meanwhile by others with a share lock, so the sum is
 * taken of a copy.  It lives in a static buffer, until the next call.
 */
char *
PageSetChecksumCopy(Page page, BlockNumber blkno)
{
	static char *copy = NULL;

	if (PageIsNew(page) || !storage_callbacks.data_checksums_enabled())
		return (char *) page;
	if (copy == NULL)
		copy = MemoryContextAlloc(TopMemoryContext, BLCKSZ);
	memcpy(copy, page, BLCKSZ);
	page_header(copy)->pd_checksum = pg_checksum_page(copy, blkno);
	return copy;
}

/* Set the checksum in a page that no other process sees. */
void
PageSetChecksumInplace(Page page, BlockNumber blkno)
{
	if (PageIsNew(page) || !storage_callbacks.data_checksums_enabled())
		return;
	page_header(page)->pd_checksum = pg_checksum_page((char *) page, blkno);
}
