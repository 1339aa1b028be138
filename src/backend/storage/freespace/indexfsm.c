/*
 * indexfsm.c
 *		Free pages of an index.
 *
 * Uses the free space map with two values: a page that may be used again
 * has all its room, any other none.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/freespace/indexfsm.c
 */
#include "postgres.h"

#include "storage/freespace.h"
#include "storage/indexfsm.h"

/*
 * GetFreeIndexPage
 *		A page that was free, and is marked used by this; or
 *		InvalidBlockNumber.  The caller checks that it is still free.
 */
BlockNumber
GetFreeIndexPage(Relation rel)
{
	BlockNumber blkno = GetPageWithFreeSpace(rel, BLCKSZ / 2);

	if (blkno != InvalidBlockNumber)
		RecordUsedIndexPage(rel, blkno);
	return blkno;
}

void
RecordFreeIndexPage(Relation rel, BlockNumber freeBlock)
{
	RecordPageWithFreeSpace(rel, freeBlock, BLCKSZ - 1);
}

void
RecordUsedIndexPage(Relation rel, BlockNumber usedBlock)
{
	RecordPageWithFreeSpace(rel, usedBlock, 0);
}

/* Let searches find what was recorded. */
void
IndexFreeSpaceMapVacuum(Relation rel)
{
	FreeSpaceMapVacuum(rel);
}
