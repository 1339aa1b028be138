/*
 * bufmask.c
 *		Maskings that access methods share for consistency checks.
 *
 * Replay gives the same page except for what is unlogged or undefined: LSN
 * and checksum, hints, the hole.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/bufmask.c
 */
#include "postgres.h"

#include "access/bufmask.h"

/* mask_page_lsn_and_checksum */
void
mask_page_lsn_and_checksum(Page page)
{
	PageHeader h = (PageHeader) page;

	PageXLogRecPtrSet(h->pd_lsn, (uint64) MASK_MARKER);
	h->pd_checksum = MASK_MARKER;
}

/* mask_page_hint_bits
 *		Header fields that change without WAL. */
void
mask_page_hint_bits(Page page)
{
	PageHeader h = (PageHeader) page;

	h->pd_prune_xid = MASK_MARKER;
	/* replay clears all-visible later than the primary may have */
	h->pd_flags &= ~(PD_PAGE_FULL | PD_HAS_FREE_LINES | PD_ALL_VISIBLE);
}

/* mask_unused_space
 *		The hole between line pointers and items. */
void
mask_unused_space(Page page)
{
	PageHeader h = (PageHeader) page;

	if (h->pd_lower < SizeOfPageHeaderData || h->pd_lower > h->pd_upper ||
		h->pd_special < h->pd_upper || h->pd_special > BLCKSZ)
		elog(ERROR, "invalid page pd_lower %u pd_upper %u pd_special %u",
			 h->pd_lower, h->pd_upper, h->pd_special);
	memset((char *) page + h->pd_lower, MASK_MARKER,
		   h->pd_upper - h->pd_lower);
}

/* mask_lp_flags
 *		Index scans mark dead items without WAL. */
void
mask_lp_flags(Page page)
{
	OffsetNumber max = PageGetMaxOffsetNumber(page);

	for (OffsetNumber off = FirstOffsetNumber; off <= max; off++)
	{
		ItemId lp = PageGetItemId(page, off);

		if (ItemIdIsUsed(lp))
			lp->lp_flags = LP_UNUSED;
	}
}

/* mask_page_content
 *		Everything but the header, for pages whose content does not matter. */
void
mask_page_content(Page page)
{
	PageHeader h = (PageHeader) page;

	memset((char *) page + SizeOfPageHeaderData, MASK_MARKER,
		   BLCKSZ - SizeOfPageHeaderData);
	h->pd_lower = MASK_MARKER;
	h->pd_upper = MASK_MARKER;
}
