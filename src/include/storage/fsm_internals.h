/*
 * fsm_internals.h
 *		One page of the free space map.
 *
 * Standard page header, then fp_next_slot and a binary tree of bytes:
 * parent of node i is (i-1)/2 and holds the larger of its children.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/fsm_internals.h
 */
#ifndef FSM_INTERNALS_H
#define FSM_INTERNALS_H

#include "storage/buf.h"
#include "storage/bufpage.h"

typedef struct
{
	int fp_next_slot; /* where the next search begins; a hint */
	uint8 fp_nodes[FLEXIBLE_ARRAY_MEMBER];
} FSMPageData;
typedef FSMPageData *FSMPage;

#define NodesPerPage \
	(BLCKSZ - MAXALIGN(SizeOfPageHeaderData) - offsetof(FSMPageData, fp_nodes))
#define NonLeafNodesPerPage (BLCKSZ / 2 - 1)
#define LeafNodesPerPage (NodesPerPage - NonLeafNodesPerPage)
#define SlotsPerFSMPage LeafNodesPerPage

StaticAssertDecl(NodesPerPage == 8164, "an FSM page has 8164 nodes");
StaticAssertDecl(LeafNodesPerPage == 4069, "of which 4069 are slots");

/* storage/freespace/fsmpage.c */
extern uint8 fsm_get_avail(Page page, int slot);
extern uint8 fsm_get_max_avail(Page page);
extern bool fsm_rebuild_page(Page page);
extern int fsm_search_avail(Buffer buf, uint8 minvalue, bool advancenext,
							bool exclusive_lock_held);
extern bool fsm_set_avail(Page page, int slot, uint8 value);
extern bool fsm_truncate_avail(Page page, int nslots);

#endif /* FSM_INTERNALS_H */
