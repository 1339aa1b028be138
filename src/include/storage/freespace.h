/*
 * freespace.h
 *		The free space map of a heap.
 *
 * How much room each block has, as a hint; see storage/freespace/README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/freespace.h
 */
#ifndef FREESPACE_H
#define FREESPACE_H

#include "storage/block.h"
#include "storage/relfilenode.h"
#include "utils/relcache.h"

/* storage/freespace/freespace.c */
extern BlockNumber FreeSpaceMapPrepareTruncateRel(Relation rel,
												  BlockNumber nblocks);
extern void FreeSpaceMapVacuum(Relation rel);
extern void FreeSpaceMapVacuumRange(Relation rel, BlockNumber start,
									BlockNumber end);
extern BlockNumber GetPageWithFreeSpace(Relation rel, Size spaceNeeded);
extern Size GetRecordedFreeSpace(Relation rel, BlockNumber heapBlk);
extern BlockNumber RecordAndGetPageWithFreeSpace(Relation rel,
												 BlockNumber oldPage,
												 Size oldSpaceAvail,
												 Size spaceNeeded);
extern void RecordPageWithFreeSpace(Relation rel, BlockNumber heapBlk,
									Size spaceAvail);
extern void XLogRecordPageWithFreeSpace(RelFileNode rnode,
										BlockNumber heapBlk, Size spaceAvail);

#endif /* FREESPACE_H */
