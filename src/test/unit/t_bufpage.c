/*
 * t_bufpage.c
 *		Pages: line pointers and item places as a stock server leaves them.
 *
 * The page of "compaction" was made by PostgreSQL 15.20: ten rows, two of them
 * deleted, vacuumed and replaced, three more deleted and vacuumed.  Only its
 * line pointers are taken over, since those say where items must lie.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_bufpage.c
 */
#include "tap.h"

#include "storage/bufpage.h"
#include "storage/checksum.h"
#include "storage/itemptr.h"

typedef struct Place
{
	int off;
	int len;
} Place;

static const Place before[] = {
	{8056, 136},
	{6744, 36},
	{7904, 150},
	{7744, 160},
	{6704, 40},
	{7568, 174},
	{7384, 181},
	{7192, 188},
	{6992, 195},
	{6784, 202},
};

/* after VACUUM removed rows 1, 9 and 10 */
static const Place after[] = {
	{0, 0},
	{8152, 36},
	{8000, 150},
	{7840, 160},
	{7800, 40},
	{7624, 174},
	{7440, 181},
	{7248, 188},
};

static PGAlignedBlock block;
static Page page = (Page) block.data;

static void
make_stock_page(void)
{
	PageHeader hdr = page_header(page);

	PageInit(page, BLCKSZ, 0);
	for (int i = 0; i < lengthof(before); i++)
	{
		ItemIdSetNormal(&hdr->pd_linp[i], before[i].off, before[i].len);
		memset(page + before[i].off, 'a' + i, before[i].len);
	}
	hdr->pd_lower = 64;
	hdr->pd_upper = 6704;
}

static bool
items_intact(int n)
{
	for (int i = 0; i < n; i++)
	{
		ItemId lp = PageGetItemId(page, i + 1);

		for (unsigned j = 0; j < lp->lp_len; j++)
			if (page[lp->lp_off + j] != 'a' + i)
				return false;
	}
	return true;
}

static void
test_compaction(void)
{
	PageHeader hdr = page_header(page);
	bool same = true;

	make_stock_page();
	ItemIdSetUnused(&hdr->pd_linp[0]);
	ItemIdSetUnused(&hdr->pd_linp[8]);
	ItemIdSetUnused(&hdr->pd_linp[9]);
	PageRepairFragmentation(page);
	is_int(hdr->pd_lower, 56, "unused line pointers at the end are dropped");
	is_int(hdr->pd_upper, 7248, "upper is as stock has it");
	for (int i = 0; i < lengthof(after); i++)
		same &= hdr->pd_linp[i].lp_off == after[i].off &&
			hdr->pd_linp[i].lp_len == after[i].len;
	ok(same, "items lie in line pointer order, as stock places them");
	ok(items_intact(lengthof(after)), "their bytes came along");
	ok(PageHasFreeLinePointers(page), "an unused line pointer is hinted at");
	is_int(PageAddItem(page, (Item) "new", 3, InvalidOffsetNumber, false, true),
		   1, "and is used by the next item");
	is_int(hdr->pd_linp[0].lp_off, 7240, "which lies below the others");
	is_int(PageAddItem(page, (Item) "new", 3, InvalidOffsetNumber, false, true),
		   9, "the one after that gets a new line pointer");
	ok(!PageHasFreeLinePointers(page), "the hint is gone");
}

static void
test_index_operations(void)
{
	PageHeader hdr = page_header(page);
	OffsetNumber dead[] = {1, 3, 5};
	char item[32];

	PageInit(page, BLCKSZ, 16);
	is_int(hdr->pd_special, 8176, "special space is set aside");
	for (int i = 0; i < 6; i++)
	{
		memset(item, 'a' + i, sizeof(item));
		PageAddItem(page, item, 16 + (i % 2) * 8, i + 1, false, false);
	}
	is_int(PageGetMaxOffsetNumber(page), 6, "six items");
	PageIndexTupleDelete(page, 2);
	is_int(PageGetMaxOffsetNumber(page), 5, "one deleted");
	ok(*PageGetItem(page, PageGetItemId(page, 2)) == 'c' &&
		   *PageGetItem(page, PageGetItemId(page, 5)) == 'f',
	   "later items are renumbered, with their bytes");
	is_int(hdr->pd_upper, 8176 - 16 * 3 - 24 * 2, "and its space is free");
	PageIndexMultiDelete(page, dead, 3);
	is_int(PageGetMaxOffsetNumber(page), 2, "three more deleted at once");
	ok(*PageGetItem(page, PageGetItemId(page, 1)) == 'c' &&
		   *PageGetItem(page, PageGetItemId(page, 2)) == 'e',
	   "the right ones are left");
	memset(item, 'z', sizeof(item));
	ok(PageIndexTupleOverwrite(page, 1, item, 32), "an item may grow");
	ok(PageGetItemId(page, 1)->lp_len == 32 &&
		   *PageGetItem(page, PageGetItemId(page, 1)) == 'z' &&
		   *PageGetItem(page, PageGetItemId(page, 2)) == 'e',
	   "others stay intact");
	is_int(hdr->pd_upper, 8176 - 32 - 16, "upper follows");
	ok(!PageIndexTupleOverwrite(page, 1, item, 8150), "not beyond the page");
	PageIndexTupleDeleteNoCompact(page, 1);
	ok(PageGetMaxOffsetNumber(page) == 2 && !ItemIdIsUsed(PageGetItemId(page, 1)),
	   "without renumbering a line pointer stays as unused");
}

static void
test_limits(void)
{
	PageHeader hdr = page_header(page);
	int n = 0;

	PageInit(page, BLCKSZ, 0);
	while (PageAddItem(page, (Item) "x", 1, InvalidOffsetNumber, false, true) !=
			   InvalidOffsetNumber &&
		   n < 1000)
		n++;
	is_int(n, 291, "a heap page takes 291 items");
	is_int(PageGetHeapFreeSpace(page), 0, "and then has no room for a heap");
	ItemIdSetUnused(&hdr->pd_linp[290]);
	ItemIdSetUnused(&hdr->pd_linp[289]);
	PageTruncateLinePointerArray(page);
	is_int(PageGetMaxOffsetNumber(page), 289, "the array can shrink");
	ok(!PageHasFreeLinePointers(page), "no hint is left");
}

static void
test_checksum(void)
{
	/* facts: formats page "page checksum"; value from a stock 15.20 page */
	PageInit(page, BLCKSZ, 0);
	ok(pg_checksum_page(block.data, 0) != pg_checksum_page(block.data, 1),
	   "the block number counts");
	page_header(page)->pd_checksum = 0;
	{
		uint16 sum = pg_checksum_page(block.data, 7);

		page_header(page)->pd_checksum = sum;
		is_int(pg_checksum_page(block.data, 7), sum,
			   "the field itself does not count");
		ok(sum != 0, "a checksum is never 0");
	}
	ok(PageIsVerifiedExtended(page, 0, 0), "a sane page is accepted");
	page_header(page)->pd_flags = 0x10;
	ok(!PageIsVerifiedExtended(page, 0, 0), "unknown flags are not");
	memset(page, 0, BLCKSZ);
	ok(PageIsVerifiedExtended(page, 0, 0), "a page of zeros is");
	page[5000] = 1;
	ok(!PageIsVerifiedExtended(page, 0, 0), "one stray byte is noticed");
}

static void
test_tids(void)
{
	ItemPointerData a;
	ItemPointerData b;

	ItemPointerSet(&a, 0x12345, 7);
	is_mem(&a, "\x01\x00\x45\x23\x07\x00", 6, "a TID has the high half first");
	b = a;
	ok(ItemPointerEquals(&a, &b), "equal");
	ItemPointerInc(&b);
	is_int(ItemPointerCompare(&a, &b), -1, "the next is greater");
	ItemPointerDec(&b);
	ok(ItemPointerEquals(&a, &b), "and back");
}

int
main(void)
{
	unit_init();
	test_compaction();
	test_index_operations();
	test_limits();
	test_checksum();
	test_tids();
	return done_testing();
}
