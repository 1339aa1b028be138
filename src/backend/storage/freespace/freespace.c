/*
 * freespace.c
 *		The free space map.
 *
 * A tree of three levels of pages over one byte per heap block: a slot of a
 * bottom page tells how much room a block has, in units of 32 bytes; a slot
 * of an upper page the most that its child page has. The map is a hint,
 * changed without WAL, and may be wrong: users check what they find, and
 * tell the map.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/freespace/freespace.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/freespace.h"
#include "storage/fsm_internals.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "storage/storage_callbacks.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#define CATEGORY_STEP (BLCKSZ / 256)
#define MAX_REQUEST_SIZE ((Size) 8160) /* the largest heap tuple */

#define BOTTOM_LEVEL 0
#define ROOT_LEVEL 2
#define SLOTS ((int) SlotsPerFSMPage)

/* How often a search may start over because the map was found to be wrong. */
#define MAX_SEARCH_RESTARTS 10000

/* A page of the map: its level, and its number among those of that level. */
typedef struct FSMAddress
{
	int level;
	int number;
} FSMAddress;

static const FSMAddress root_address = {ROOT_LEVEL, 0};

/* ---- addresses ---- */

/*
 * The block of a page.  Pages are laid out depth first: each upper page comes
 * before its children.
 */
static BlockNumber
page_block(FSMAddress addr)
{
	BlockNumber leaf = addr.number; /* first bottom page below it */
	BlockNumber pages = 0;

	for (int l = 0; l < addr.level; l++)
		leaf *= SLOTS;
	for (int l = 0; l <= ROOT_LEVEL; l++)
	{
		pages += leaf + 1;
		leaf /= SLOTS;
	}
	return pages - addr.level - 1;
}

static FSMAddress
bottom_address(BlockNumber heapblk, uint16 *slot)
{
	FSMAddress addr = {BOTTOM_LEVEL, heapblk / SLOTS};

	*slot = heapblk % SLOTS;
	return addr;
}

static FSMAddress
parent_address(FSMAddress child, uint16 *slot)
{
	FSMAddress addr = {child.level + 1, child.number / SLOTS};

	*slot = child.number % SLOTS;
	return addr;
}

static FSMAddress
child_address(FSMAddress parent, int slot)
{
	FSMAddress addr = {parent.level - 1, parent.number * SLOTS + slot};

	return addr;
}

/* ---- categories ---- */

/* The category of a block with so much room, rounded down. */
static uint8
category_of_space(Size avail)
{
	Size cat = avail / CATEGORY_STEP;

	if (avail >= MAX_REQUEST_SIZE)
		return 255;
	return (uint8) Min(cat, 254);
}

static Size
space_of_category(uint8 cat)
{
	return cat == 255 ? MAX_REQUEST_SIZE : (Size) cat * CATEGORY_STEP;
}

/* The least category that has room for so much, rounded up. */
static uint8
category_for_request(Size needed)
{
	Size cat = (needed + CATEGORY_STEP - 1) / CATEGORY_STEP;

	if (needed > MAX_REQUEST_SIZE)
		elog(ERROR, "invalid FSM request size %zu", needed);
	return (uint8) Max(Min(cat, 255), 1);
}

/* ---- pages ---- */

/* Make the fork at least nblocks long. */
static void
extend_map(Relation rel, BlockNumber nblocks)
{
	PGAlignedBlock pg;
	SMgrRelation reln;
	BlockNumber now;

	PageInit((Page) pg.data, BLCKSZ, 0);
	LockRelationForExtension(rel, ExclusiveLock);

	/* another process may have done it while we waited */
	reln = RelationGetSmgr(rel);
	if ((reln->smgr_cached_nblocks[FSM_FORKNUM] == 0 ||
		 reln->smgr_cached_nblocks[FSM_FORKNUM] == InvalidBlockNumber) &&
		!smgrexists(reln, FSM_FORKNUM))
		smgrcreate(reln, FSM_FORKNUM, false);
	reln->smgr_cached_nblocks[FSM_FORKNUM] = InvalidBlockNumber;
	for (now = smgrnblocks(reln, FSM_FORKNUM); now < nblocks; now++)
	{
		PageSetChecksumInplace((Page) pg.data, now);
		smgrextend(reln, FSM_FORKNUM, now, pg.data, false);
	}
	reln->smgr_cached_nblocks[FSM_FORKNUM] = now;
	UnlockRelationForExtension(rel, ExclusiveLock);
}

/* A page that was extended but never written is empty. */
static void
init_if_new(Buffer buf)
{
	if (!PageIsNew(BufferGetPage(buf)))
		return;
	LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
	if (PageIsNew(BufferGetPage(buf)))
		PageInit(BufferGetPage(buf), BLCKSZ, 0);
	LockBuffer(buf, BUFFER_LOCK_UNLOCK);
}

/*
 * The pinned page at an address; InvalidBuffer if the map does not reach so
 * far, unless it is to be extended.
 */
static Buffer
read_map_page(Relation rel, FSMAddress addr, bool extend)
{
	BlockNumber blkno = page_block(addr);
	SMgrRelation reln = RelationGetSmgr(rel);
	Buffer buf;

	/* the length we remember may be too small, never too large */
	if (reln->smgr_cached_nblocks[FSM_FORKNUM] == InvalidBlockNumber ||
		blkno >= reln->smgr_cached_nblocks[FSM_FORKNUM])
	{
		reln->smgr_cached_nblocks[FSM_FORKNUM] = InvalidBlockNumber;
		if (smgrexists(reln, FSM_FORKNUM))
			smgrnblocks(reln, FSM_FORKNUM);
		else
			reln->smgr_cached_nblocks[FSM_FORKNUM] = 0;
	}
	if (blkno >= reln->smgr_cached_nblocks[FSM_FORKNUM])
	{
		if (!extend)
			return InvalidBuffer;
		extend_map(rel, blkno + 1);
	}
	/* a damaged page of hints is no reason to fail */
	buf = ReadBufferExtended(rel, FSM_FORKNUM, blkno, RBM_ZERO_ON_ERROR, NULL);
	init_if_new(buf);
	return buf;
}

/*
 * Set a slot, and then look for one with min_value (if not 0) on that page;
 * -1 if there is none.
 */
static int
set_slot_and_search(Relation rel, FSMAddress addr, uint16 slot, uint8 value,
					uint8 min_value)
{
	Buffer buf = read_map_page(rel, addr, true);
	int found = -1;

	LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
	if (fsm_set_avail(BufferGetPage(buf), slot, value))
		MarkBufferDirtyHint(buf, false);
	if (min_value != 0)
		found = fsm_search_avail(buf, min_value, addr.level == BOTTOM_LEVEL, true);
	UnlockReleaseBuffer(buf);
	return found;
}

/* After a crash the map may know blocks that the relation does not have. */
static bool
block_exists(Relation rel, BlockNumber blkno)
{
	SMgrRelation reln = RelationGetSmgr(rel);
	BlockNumber known = reln->smgr_cached_nblocks[MAIN_FORKNUM];

	if (known != InvalidBlockNumber && blkno < known)
		return true;
	return blkno < RelationGetNumberOfBlocks(rel);
}

/* ---- searching ---- */

/*
 * Go down from the root to a block with min_cat.  Where a child has less than
 * its parent said, correct the parent and start over.
 */
static BlockNumber
search_map(Relation rel, uint8 min_cat)
{
	FSMAddress addr = root_address;

	for (int restarts = 0; restarts < MAX_SEARCH_RESTARTS;)
	{
		Buffer buf = read_map_page(rel, addr, false);
		int slot = -1;
		uint8 max_avail = 0;
		uint16 parent_slot;
		FSMAddress parent;

		if (BufferIsValid(buf))
		{
			LockBuffer(buf, BUFFER_LOCK_SHARE);
			slot = fsm_search_avail(buf, min_cat, addr.level == BOTTOM_LEVEL,
									false);
			if (slot == -1)
				max_avail = fsm_get_max_avail(BufferGetPage(buf));
			UnlockReleaseBuffer(buf);
		}
		if (slot != -1 && addr.level > BOTTOM_LEVEL)
		{
			addr = child_address(addr, slot);
			continue;
		}
		if (slot != -1)
		{
			BlockNumber blkno = (BlockNumber) addr.number * SLOTS + slot;

			if (block_exists(rel, blkno))
				return blkno;
			set_slot_and_search(rel, addr, slot, 0, 0);
			restarts++;
			addr = root_address;
			continue;
		}
		if (addr.level == ROOT_LEVEL)
			return InvalidBlockNumber;
		parent = parent_address(addr, &parent_slot);
		set_slot_and_search(rel, parent, parent_slot, max_avail, 0);
		restarts++;
		addr = root_address;
	}
	return InvalidBlockNumber;
}

/*
 * GetPageWithFreeSpace
 *		A block that may have room for spaceNeeded bytes (at most 8160), or
 *		InvalidBlockNumber.
 *
 * The caller checks, and reports the truth with
 * RecordAndGetPageWithFreeSpace, which also returns the next candidate.
 */
BlockNumber
GetPageWithFreeSpace(Relation rel, Size spaceNeeded)
{
	return search_map(rel, category_for_request(spaceNeeded));
}

BlockNumber
RecordAndGetPageWithFreeSpace(Relation rel, BlockNumber oldPage,
							  Size oldSpaceAvail, Size spaceNeeded)
{
	uint8 wanted = category_for_request(spaceNeeded);
	uint16 slot;
	FSMAddress addr = bottom_address(oldPage, &slot);
	int found = set_slot_and_search(rel, addr, slot,
									category_of_space(oldSpaceAvail),
									wanted);

	/* one on the same page of the map is near, and cheap to find */
	if (found != -1)
	{
		BlockNumber blkno = (BlockNumber) addr.number * SLOTS + found;

		if (block_exists(rel, blkno))
			return blkno;
		set_slot_and_search(rel, addr, found, 0, 0);
	}
	return search_map(rel, wanted);
}

/* Note how much room a block has; upper pages learn it at the next vacuum. */
void
RecordPageWithFreeSpace(Relation rel, BlockNumber heapBlk, Size spaceAvail)
{
	uint16 slot;
	FSMAddress addr = bottom_address(heapBlk, &slot);

	set_slot_and_search(rel, addr, slot, category_of_space(spaceAvail), 0);
}

/* What the map says about a block; 0 if nothing. */
Size
GetRecordedFreeSpace(Relation rel, BlockNumber heapBlk)
{
	uint16 slot;
	FSMAddress addr = bottom_address(heapBlk, &slot);
	Buffer buf = read_map_page(rel, addr, false);
	uint8 cat;

	if (!BufferIsValid(buf))
		return 0;
	cat = fsm_get_avail(BufferGetPage(buf), slot);
	ReleaseBuffer(buf);
	return space_of_category(cat);
}

/*
 * XLogRecordPageWithFreeSpace
 *		The same during replay, when there is no relation.
 */
void
XLogRecordPageWithFreeSpace(RelFileNode rnode, BlockNumber heapBlk,
							Size spaceAvail)
{
	uint16 slot;
	FSMAddress addr = bottom_address(heapBlk, &slot);
	BlockNumber blkno = page_block(addr);
	SMgrRelation reln = smgropen(rnode, InvalidBackendId);
	Buffer buf;

	smgrcreate(reln, FSM_FORKNUM, true);
	while (smgrnblocks(reln, FSM_FORKNUM) <= blkno)
	{
		buf = ReadBufferWithoutRelcache(rnode, FSM_FORKNUM, P_NEW,
										RBM_ZERO_ON_ERROR, NULL, true);
		ReleaseBuffer(buf);
	}
	buf = ReadBufferWithoutRelcache(rnode, FSM_FORKNUM, blkno,
									RBM_ZERO_ON_ERROR, NULL, true);
	LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
	if (PageIsNew(BufferGetPage(buf)))
		PageInit(BufferGetPage(buf), BLCKSZ, 0);
	if (fsm_set_avail(BufferGetPage(buf), slot, category_of_space(spaceAvail)))
		MarkBufferDirtyHint(buf, false);
	UnlockReleaseBuffer(buf);
}

/* ---- truncation and upkeep ---- */

/*
 * FreeSpaceMapPrepareTruncateRel
 *		Forget blocks from nblocks on.
 *
 * Returns how many blocks the map itself then needs, for the caller to
 * truncate it and to bring its upper pages up to date; InvalidBlockNumber if
 * nothing was forgotten.  Logged where a torn page would be taken for damage.
 */
BlockNumber
FreeSpaceMapPrepareTruncateRel(Relation rel, BlockNumber nblocks)
{
	uint16 first_slot;
	FSMAddress first = bottom_address(nblocks, &first_slot);
	BlockNumber keep = page_block(first);

	if (!smgrexists(RelationGetSmgr(rel), FSM_FORKNUM))
		return InvalidBlockNumber;
	if (first_slot > 0)
	{
		Buffer buf = read_map_page(rel, first, false);

		if (!BufferIsValid(buf))
			return InvalidBlockNumber;
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
		START_CRIT_SECTION();
		fsm_truncate_avail(BufferGetPage(buf), first_slot);
		MarkBufferDirty(buf);
		if (!storage_callbacks.in_recovery() && RelationNeedsWAL(rel) &&
			storage_callbacks.hint_bits_need_wal())
			storage_callbacks.log_newpage_buffer(buf, false);
		END_CRIT_SECTION();
		UnlockReleaseBuffer(buf);
		/* the map may be no longer than that, but upper pages are wrong now */
		return keep + 1;
	}
	if (smgrnblocks(RelationGetSmgr(rel), FSM_FORKNUM) <= keep)
		return InvalidBlockNumber;
	return keep;
}

/*
 * Bring an upper page up to date with its children for heap blocks start to
 * end - 1, children first.  Returns the most room below; *eof: the map ends
 * within this page's part.
 */
static uint8
vacuum_page(Relation rel, FSMAddress addr, BlockNumber start, BlockNumber end,
			bool *eof)
{
	Buffer buf = read_map_page(rel, addr, false);
	Page page;
	uint8 max_avail;
	int64 below = 1; /* heap blocks per slot */

	*eof = !BufferIsValid(buf);
	if (*eof)
		return 0;
	page = BufferGetPage(buf);
	for (int l = 0; l < addr.level; l++)
		below *= SLOTS;

	if (addr.level > BOTTOM_LEVEL)
	{
		int64 base = (int64) addr.number * SLOTS;
		int64 first = Max((int64) start / below - base, 0);
		int64 last = Min(((int64) end - 1) / below - base, SLOTS - 1);
		bool child_eof = false;

		for (int64 slot = first; slot <= last; slot++)
		{
			uint8 avail = 0;

			CHECK_FOR_INTERRUPTS();
			if (!child_eof)
				avail = vacuum_page(rel, child_address(addr, (int) slot), start,
									end, &child_eof);
			if (fsm_get_avail(page, (int) slot) == avail)
				continue;
			LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
			fsm_set_avail(page, (int) slot, avail);
			MarkBufferDirtyHint(buf, false);
			LockBuffer(buf, BUFFER_LOCK_UNLOCK);
		}
	}
	/* the next search is to fill the relation from its start */
	LockBuffer(buf, BUFFER_LOCK_SHARE);
	((FSMPage) PageGetContents(page))->fp_next_slot = 0;
	max_avail = fsm_get_max_avail(page);
	LockBuffer(buf, BUFFER_LOCK_UNLOCK);
	ReleaseBuffer(buf);
	return max_avail;
}

/* Carry what was recorded up to the root, for the blocks start to end - 1. */
void
FreeSpaceMapVacuumRange(Relation rel, BlockNumber start, BlockNumber end)
{
	bool eof;

	if (end > start)
		(void) vacuum_page(rel, root_address, start, end, &eof);
}

/* The same for all. */
void
FreeSpaceMapVacuum(Relation rel)
{
	FreeSpaceMapVacuumRange(rel, 0, InvalidBlockNumber);
}
