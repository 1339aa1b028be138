/*
 * bufpage.h
 *		The layout of a page, and what can be done to one.
 *
 *   0 pd_lsn   8 pd_checksum   10 pd_flags   12 pd_lower   14 pd_upper   16
 * pd_special   18 pd_pagesize_version   20 pd_prune_xid   24 line pointers
 * ... free space ... items ... special space
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/bufpage.h
 */
#ifndef BUFPAGE_H
#define BUFPAGE_H

#include "access/xlogdefs.h"
#include "storage/block.h"
#include "storage/item.h"
#include "storage/off.h"

typedef Pointer Page;
typedef uint16 LocationIndex;

/* An LSN as it lies in a page: two halves, the high one first. */
typedef struct PageXLogRecPtr
{
	uint32 xlogid;
	uint32 xrecoff;
} PageXLogRecPtr;

typedef struct PageHeaderData
{
	PageXLogRecPtr pd_lsn; /* end of the last WAL record that changed it */
	uint16 pd_checksum;
	uint16 pd_flags; /* PD_xxx */
	LocationIndex pd_lower; /* end of the line pointers */
	LocationIndex pd_upper; /* start of the items */
	LocationIndex pd_special; /* start of the access method's space */
	uint16 pd_pagesize_version;
	TransactionId pd_prune_xid; /* oldest prunable xid, or 0; a hint */
	ItemIdData pd_linp[FLEXIBLE_ARRAY_MEMBER];
} PageHeaderData;
typedef PageHeaderData *PageHeader;

#define SizeOfPageHeaderData (offsetof(PageHeaderData, pd_linp))

StaticAssertDecl(offsetof(PageHeaderData, pd_checksum) == 8, "pd_checksum is at byte 8");
StaticAssertDecl(offsetof(PageHeaderData, pd_lower) == 12, "pd_lower is at byte 12");
StaticAssertDecl(offsetof(PageHeaderData, pd_special) == 16, "pd_special is at byte 16");
StaticAssertDecl(offsetof(PageHeaderData, pd_prune_xid) == 20, "pd_prune_xid is at byte 20");
StaticAssertDecl(SizeOfPageHeaderData == 24, "the page header is 24 bytes");

/* pd_flags */
#define PD_HAS_FREE_LINES 0x0001 /* hint: an unused line pointer exists */
#define PD_PAGE_FULL 0x0002 /* hint: no room for an update's new tuple */
#define PD_ALL_VISIBLE 0x0004
#define PD_VALID_FLAG_BITS 0x0007

#define PG_PAGE_LAYOUT_VERSION 4
#define PG_DATA_CHECKSUM_VERSION 1

/* PageAddItemExtended */
#define PAI_OVERWRITE (1 << 0)
#define PAI_IS_HEAP (1 << 1)

/* PageIsVerifiedExtended */
#define PIV_LOG_WARNING (1 << 0)
#define PIV_REPORT_STAT (1 << 1)

#define PageAddItem(page, item, size, off, overwrite, is_heap) \
	PageAddItemExtended(page, item, size, off,                 \
						((overwrite) ? PAI_OVERWRITE : 0) |    \
							((is_heap) ? PAI_IS_HEAP : 0))
#define PageIsVerified(page, blkno) \
	PageIsVerifiedExtended(page, blkno, PIV_LOG_WARNING | PIV_REPORT_STAT)

#define PageIsValid(page) PointerIsValid(page)
#define PageSizeIsValid(size) ((size) == BLCKSZ)

static inline PageHeader
page_header(const void *page)
{
	return (PageHeader) page;
}

#define PageIsEmpty(page) (page_header(page)->pd_lower <= SizeOfPageHeaderData)
#define PageIsNew(page) (page_header(page)->pd_upper == 0)
#define PageGetItemId(page, off) (&page_header(page)->pd_linp[(off) -1])
#define PageGetContents(page) ((char *) (page) + MAXALIGN(SizeOfPageHeaderData))
#define PageGetPageSize(page) ((Size) (page_header(page)->pd_pagesize_version & 0xFF00))
#define PageGetPageLayoutVersion(page) (page_header(page)->pd_pagesize_version & 0x00FF)
#define PageSetPageSizeAndVersion(page, size, version) \
	(page_header(page)->pd_pagesize_version = (size) | (version))

static inline uint16
PageGetSpecialSize(const void *page)
{
	return BLCKSZ - page_header(page)->pd_special;
}

static inline char *
PageGetSpecialPointer(const void *page)
{
	Assert(page_header(page)->pd_special <= BLCKSZ);
	Assert(page_header(page)->pd_special >= SizeOfPageHeaderData);
	return (char *) page + page_header(page)->pd_special;
}

static inline bool
PageValidateSpecialPointer(const void *page)
{
	return page_header(page)->pd_special <= BLCKSZ &&
		page_header(page)->pd_special >= SizeOfPageHeaderData;
}

static inline Item
PageGetItem(const void *page, const ItemIdData *lp)
{
	Assert(ItemIdHasStorage(lp));
	return (Item) ((char *) page + lp->lp_off);
}

/* Highest offset number in use, 0 if there is no line pointer. */
static inline OffsetNumber
PageGetMaxOffsetNumber(const void *page)
{
	LocationIndex lower = page_header(page)->pd_lower;

	if (lower <= SizeOfPageHeaderData)
		return 0;
	return (lower - SizeOfPageHeaderData) / sizeof(ItemIdData);
}

static inline XLogRecPtr
PageXLogRecPtrGet(PageXLogRecPtr v)
{
	return ((uint64) v.xlogid << 32) | v.xrecoff;
}

#define PageXLogRecPtrSet(p, lsn) \
	((p).xlogid = (uint32) ((lsn) >> 32), (p).xrecoff = (uint32) (lsn))

static inline XLogRecPtr
PageGetLSN(const void *page)
{
	return PageXLogRecPtrGet(page_header(page)->pd_lsn);
}

static inline void
PageSetLSN(void *page, XLogRecPtr lsn)
{
	PageXLogRecPtrSet(page_header(page)->pd_lsn, lsn);
}

#define PageHasFreeLinePointers(page) ((page_header(page)->pd_flags & PD_HAS_FREE_LINES) != 0)
#define PageSetHasFreeLinePointers(page) (page_header(page)->pd_flags |= PD_HAS_FREE_LINES)
#define PageClearHasFreeLinePointers(page) (page_header(page)->pd_flags &= ~PD_HAS_FREE_LINES)
#define PageIsFull(page) ((page_header(page)->pd_flags & PD_PAGE_FULL) != 0)
#define PageSetFull(page) (page_header(page)->pd_flags |= PD_PAGE_FULL)
#define PageClearFull(page) (page_header(page)->pd_flags &= ~PD_PAGE_FULL)
#define PageIsAllVisible(page) ((page_header(page)->pd_flags & PD_ALL_VISIBLE) != 0)
#define PageSetAllVisible(page) (page_header(page)->pd_flags |= PD_ALL_VISIBLE)
#define PageClearAllVisible(page) (page_header(page)->pd_flags &= ~PD_ALL_VISIBLE)
#define PageClearPrunable(page) (page_header(page)->pd_prune_xid = 0)
/* Needs access/transam.h at the place of use. */
#define PageSetPrunable(page, xid)                                   \
	do                                                               \
	{                                                                \
		TransactionId psp_xid_ = (xid);                              \
		PageHeader psp_hdr_ = page_header(page);                     \
		Assert(TransactionIdIsNormal(psp_xid_));                     \
		if (!TransactionIdIsValid(psp_hdr_->pd_prune_xid) ||         \
			TransactionIdPrecedes(psp_xid_, psp_hdr_->pd_prune_xid)) \
			psp_hdr_->pd_prune_xid = psp_xid_;                       \
	} while (0)

/* setting: storage/page/bufpage.c */
extern PGDLLIMPORT bool ignore_checksum_failure;

/* storage/page/bufpage.c */
extern void PageInit(Page page, Size pageSize, Size specialSize);
extern bool PageIsVerifiedExtended(Page page, BlockNumber blkno, int flags);
extern OffsetNumber PageAddItemExtended(Page page, Item item, Size size,
										OffsetNumber offsetNumber, int flags);
extern Size PageGetFreeSpace(Page page);
extern Size PageGetFreeSpaceForMultipleTuples(Page page, int ntups);
extern Size PageGetExactFreeSpace(Page page);
extern Size PageGetHeapFreeSpace(Page page);
extern void PageRepairFragmentation(Page page);
extern void PageTruncateLinePointerArray(Page page);
extern void PageIndexTupleDelete(Page page, OffsetNumber offnum);
extern void PageIndexTupleDeleteNoCompact(Page page, OffsetNumber offnum);
extern void PageIndexMultiDelete(Page page, OffsetNumber *itemnos, int nitems);
extern bool PageIndexTupleOverwrite(Page page, OffsetNumber offnum,
									Item newtup, Size newsize);
extern Page PageGetTempPage(Page page);
extern Page PageGetTempPageCopy(Page page);
extern Page PageGetTempPageCopySpecial(Page page);
extern void PageRestoreTempPage(Page tempPage, Page oldPage);
extern char *PageSetChecksumCopy(Page page, BlockNumber blkno);
extern void PageSetChecksumInplace(Page page, BlockNumber blkno);

#endif /* BUFPAGE_H */
