/*
 * visibilitymap.h
 *		The visibility map of a heap.
 *
 * Callers pin the right map page before they lock the heap page, so that no
 * read happens under that lock.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/visibilitymap.h
 */
#ifndef VISIBILITYMAP_H
#define VISIBILITYMAP_H

#include "access/visibilitymapdefs.h"
#include "access/xlogdefs.h"
#include "storage/block.h"
#include "storage/buf.h"
#include "utils/relcache.h"

#define VM_ALL_VISIBLE(r, b, v) \
	((visibilitymap_get_status(r, b, v) & VISIBILITYMAP_ALL_VISIBLE) != 0)
#define VM_ALL_FROZEN(r, b, v) \
	((visibilitymap_get_status(r, b, v) & VISIBILITYMAP_ALL_FROZEN) != 0)

extern void visibilitymap_pin(Relation rel, BlockNumber heapBlk, Buffer *vmbuf);
extern bool visibilitymap_pin_ok(BlockNumber heapBlk, Buffer vmbuf);
extern void visibilitymap_set(Relation rel, BlockNumber heapBlk,
							  Buffer heapBuf, XLogRecPtr recptr, Buffer vmBuf,
							  TransactionId cutoff_xid, uint8 flags);
extern bool visibilitymap_clear(Relation rel, BlockNumber heapBlk,
								Buffer vmbuf, uint8 flags);
extern uint8 visibilitymap_get_status(Relation rel, BlockNumber heapBlk,
									  Buffer *vmbuf);
extern void visibilitymap_count(Relation rel, BlockNumber *all_visible,
								BlockNumber *all_frozen);
extern BlockNumber visibilitymap_prepare_truncate(Relation rel,
												  BlockNumber nheapblocks);

#endif /* VISIBILITYMAP_H */
