/*
 * indexfsm.h
 *		Free pages of an index.
 *
 * The free space map with two values only: free or not.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/indexfsm.h
 */
#ifndef INDEXFSM_H
#define INDEXFSM_H

#include "storage/block.h"
#include "utils/relcache.h"

/* storage/freespace/indexfsm.c */
extern BlockNumber GetFreeIndexPage(Relation rel);
extern void RecordFreeIndexPage(Relation rel, BlockNumber freeBlock);
extern void RecordUsedIndexPage(Relation rel, BlockNumber usedBlock);
extern void IndexFreeSpaceMapVacuum(Relation rel);

#endif /* INDEXFSM_H */
