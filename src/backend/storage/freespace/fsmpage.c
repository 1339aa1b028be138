/*
 * fsmpage.c
 *		One page of the free space map.
 *
 * A binary tree in an array: leaves hold what a slot has, each inner node
 * the larger of its children. The page may be torn or old; a tree that
 * contradicts itself is rebuilt from its leaves when a search notices.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/freespace/fsmpage.c
 */
#include "postgres.h"

#include "storage/bufmgr.h"
#include "storage/fsm_internals.h"

#define FIRST_LEAF ((int) NonLeafNodesPerPage)
#define left_child(n) (2 * (n) + 1)
#define parent_of(n) (((n) -1) / 2)
#define is_right_child(n) ((n) % 2 == 0)

static inline FSMPage
fsm_page(Page page)
{
	return (FSMPage) PageGetContents(page);
}

/* The array ends before the last row of leaves is full. */
static inline uint8
node_value(const FSMPageData *fsm, int n)
{
	return n < (int) NodesPerPage ? fsm->fp_nodes[n] : 0;
}

static inline uint8
larger_child(const FSMPageData *fsm, int n)
{
	return Max(node_value(fsm, left_child(n)), node_value(fsm, left_child(n) + 1));
}

/* What a slot has. */
uint8
fsm_get_avail(Page page, int slot)
{
	Assert(slot < (int) LeafNodesPerPage);
	return fsm_page(page)->fp_nodes[FIRST_LEAF + slot];
}

/* The most that any slot has. */
uint8
fsm_get_max_avail(Page page)
{
	return fsm_page(page)->fp_nodes[0];
}

/*
 * fsm_set_avail
 *		Set a slot; true if the page changed.  Exclusive lock held.
 */
bool
fsm_set_avail(Page page, int slot, uint8 value)
{
	FSMPage fsm = fsm_page(page);
	int n = FIRST_LEAF + slot;

	Assert(slot < (int) LeafNodesPerPage);
	if (fsm->fp_nodes[n] == value && value <= fsm->fp_nodes[0])
		return false;
	fsm->fp_nodes[n] = value;
	while (n > 0)
	{
		uint8 v;

		n = parent_of(n);
		v = larger_child(fsm, n);
		if (fsm->fp_nodes[n] == v)
			break;
		fsm->fp_nodes[n] = v;
	}
	/* a node above was wrong */
	if (value > fsm->fp_nodes[0])
		fsm_rebuild_page(page);
	return true;
}

/* Compute all inner nodes anew; true if one changed. */
bool
fsm_rebuild_page(Page page)
{
	FSMPage fsm = fsm_page(page);
	bool changed = false;

	for (int n = FIRST_LEAF - 1; n >= 0; n--)
	{
		uint8 v = larger_child(fsm, n);

		if (fsm->fp_nodes[n] != v)
		{
			fsm->fp_nodes[n] = v;
			changed = true;
		}
	}
	return changed;
}

/* Slots from nslots on are gone; true if the page changed. */
bool
fsm_truncate_avail(Page page, int nslots)
{
	FSMPage fsm = fsm_page(page);
	bool changed = false;

	Assert(nslots >= 0 && nslots < (int) LeafNodesPerPage);
	for (int n = FIRST_LEAF + nslots; n < (int) NodesPerPage; n++)
	{
		changed |= fsm->fp_nodes[n] != 0;
		fsm->fp_nodes[n] = 0;
	}
	if (changed)
		fsm_rebuild_page(page);
	return changed;
}

/* ---- searching ---- */

#define NOT_FOUND (-1)
#define INCONSISTENT (-2)

/*
 * The first slot from start on that has minvalue; NOT_FOUND if there is none,
 * INCONSISTENT if an inner node promises what no child has.
 *
 * Climbs until a subtree to the right has it, then goes down to its leftmost
 * leaf that does.
 */
static int
find_slot(const FSMPageData *fsm, int start, uint8 minvalue)
{
	int n = FIRST_LEAF + start;

	while (node_value(fsm, n) < minvalue)
	{
		/* what is below n is done: go on to the right of it */
		while (n > 0 && is_right_child(n))
			n = parent_of(n);
		if (n == 0)
			return NOT_FOUND;
		n++;
	}
	while (n < FIRST_LEAF)
	{
		int child = left_child(n);

		if (node_value(fsm, child) < minvalue)
			child++;
		if (node_value(fsm, child) < minvalue)
			return INCONSISTENT;
		n = child;
	}
	return n - FIRST_LEAF;
}

/* Repair a page under an exclusive lock; the caller's lock is as before. */
static void
repair(Buffer buf, bool exclusive_lock_held)
{
	if (!exclusive_lock_held)
	{
		LockBuffer(buf, BUFFER_LOCK_UNLOCK);
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
	}
	fsm_rebuild_page(BufferGetPage(buf));
	MarkBufferDirtyHint(buf, false);
	if (!exclusive_lock_held)
	{
		LockBuffer(buf, BUFFER_LOCK_UNLOCK);
		LockBuffer(buf, BUFFER_LOCK_SHARE);
	}
}

/*
 * fsm_search_avail
 *		A slot that has at least minvalue (1 or more), or -1.
 *
 * Begins where the last search ended, so that processes spread over the
 * relation; advancenext: the next search begins behind the slot found.  The
 * hint is written under a share lock: any value will do.
 */
int
fsm_search_avail(Buffer buf, uint8 minvalue, bool advancenext,
				 bool exclusive_lock_held)
{
	FSMPage fsm = fsm_page(BufferGetPage(buf));

	Assert(minvalue > 0);
	for (;;)
	{
		int start = fsm->fp_next_slot;
		int slot;

		if (fsm->fp_nodes[0] < minvalue)
			return -1;
		if (start < 0 || start >= (int) LeafNodesPerPage)
			start = 0;
		slot = find_slot(fsm, start, minvalue);
		if (slot == NOT_FOUND)
			slot = find_slot(fsm, 0, minvalue);
		if (slot >= 0 && slot < (int) LeafNodesPerPage)
		{
			fsm->fp_next_slot = slot + (advancenext ? 1 : 0);
			return slot;
		}
		/* the root promised it */
		repair(buf, exclusive_lock_held);
	}
}
