/*
 * bufmask.h
 *		Blanking out what replay need not reproduce.
 *
 * wal_consistency_checking compares pages after these maskings.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/bufmask.h
 */
#ifndef BUFMASK_H
#define BUFMASK_H

#include "storage/block.h"
#include "storage/bufmgr.h"

#define MASK_MARKER 0

extern void mask_page_lsn_and_checksum(Page page);
extern void mask_page_hint_bits(Page page);
extern void mask_unused_space(Page page);
extern void mask_lp_flags(Page page);
extern void mask_page_content(Page page);

#endif /* BUFMASK_H */
