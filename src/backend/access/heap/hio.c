/*
 * hio.c
 *		Finding a page with room for a row, and putting it there.
 *
 * RelationGetBufferForTuple tries, in this order: the page of the last
 * insertion, what the free space map offers, the last page, a new page.
 * 
 * Two heap pages are locked in block order (the second one is that of the
 * old row version in an update), and visibility map pages are pinned before
 * any heap page is locked; when that turns out to be needed late, locks are
 * dropped and taken again.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/hio.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/hio.h"
#include "access/htup_details.h"
#include "access/visibilitymap.h"
#include "storage/bufmgr.h"
#include "storage/freespace.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "utils/rel.h"

/*
 * RelationPutHeapTuple
 *		Add a tuple to a page that has room for it; no errors, as it runs in a
 *		critical section.  t_self and the stored ctid are set, the latter not
 *		in speculative insertions (token).
 */
void
RelationPutHeapTuple(Relation rel, Buffer buffer, HeapTuple tup, bool token)
{
	Page page = BufferGetPage(buffer);
	OffsetNumber off;

	Assert(!token || HeapTupleHeaderIsSpeculative(tup->t_data));
	off = PageAddItem(page, (Item) tup->t_data, tup->t_len,
					  InvalidOffsetNumber, false, true);
	if (off == InvalidOffsetNumber)
		elog(PANIC, "failed to add tuple to page");
	ItemPointerSet(&tup->t_self, BufferGetBlockNumber(buffer), off);
	if (!token)
		((HeapTupleHeader) PageGetItem(page, PageGetItemId(page, off)))->t_ctid =
			tup->t_self;
}

/* Read a block, or the page the bulk load already has in its hand. */
static Buffer
read_for_insert(Relation rel, BlockNumber blk, ReadBufferMode mode,
				BulkInsertState bistate)
{
	Buffer buf;

	if (bistate == NULL)
		return ReadBufferExtended(rel, MAIN_FORKNUM, blk, mode, NULL);
	if (bistate->current_buf != InvalidBuffer)
	{
		if (blk != P_NEW && BufferGetBlockNumber(bistate->current_buf) == blk)
		{
			Assert(mode == RBM_NORMAL);
			IncrBufferRefCount(bistate->current_buf);
			return bistate->current_buf;
		}
		ReleaseBuffer(bistate->current_buf);
		bistate->current_buf = InvalidBuffer;
	}
	buf = ReadBufferExtended(rel, MAIN_FORKNUM, blk, mode, bistate->strategy);
	IncrBufferRefCount(buf);
	bistate->current_buf = buf;
	return buf;
}

/*
 * With both heap pages locked, see to it that the map pages of those that are
 * all-visible are pinned.  That may mean to unlock and lock again.  If both are
 * the same page each of the two pins is needed nevertheless: the caller clears
 * the old row's page with the pin that belongs to it.
 */
static void
pin_maps(Relation rel, Buffer buf1, BlockNumber blk1, Buffer *vm1,
		 Buffer buf2, BlockNumber blk2, Buffer *vm2)
{
	for (;;)
	{
		bool need1 = PageIsAllVisible(BufferGetPage(buf1)) &&
			!visibilitymap_pin_ok(blk1, *vm1);
		bool need2 = buf2 != InvalidBuffer &&
			PageIsAllVisible(BufferGetPage(buf2)) &&
			!visibilitymap_pin_ok(blk2, *vm2);

		if (!need1 && !need2)
			return;
		LockBuffer(buf1, BUFFER_LOCK_UNLOCK);
		if (buf2 != InvalidBuffer && buf2 != buf1)
			LockBuffer(buf2, BUFFER_LOCK_UNLOCK);
		if (need1)
			visibilitymap_pin(rel, blk1, vm1);
		if (need2)
			visibilitymap_pin(rel, blk2, vm2);

		/* again in block order */
		if (buf2 == InvalidBuffer || buf2 == buf1)
			LockBuffer(buf1, BUFFER_LOCK_EXCLUSIVE);
		else
		{
			LockBuffer(blk1 < blk2 ? buf1 : buf2, BUFFER_LOCK_EXCLUSIVE);
			LockBuffer(blk1 < blk2 ? buf2 : buf1, BUFFER_LOCK_EXCLUSIVE);
		}
	}
}

/*
 * Read and lock the target, and the other page if there is one.
 */
static Buffer
lock_target(Relation rel, BlockNumber target, Buffer other,
			BulkInsertState bistate, Buffer *vmbuffer)
{
	BlockNumber otherblk = other == InvalidBuffer ? InvalidBlockNumber : BufferGetBlockNumber(other);
	Buffer buf;

	if (otherblk == target)
	{
		buf = other;
		if (PageIsAllVisible(BufferGetPage(buf)))
			visibilitymap_pin(rel, target, vmbuffer);
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
		return buf;
	}
	buf = read_for_insert(rel, target, RBM_NORMAL, bistate);
	/* a look without lock saves most of the relocking in pin_maps */
	if (PageIsAllVisible(BufferGetPage(buf)))
		visibilitymap_pin(rel, target, vmbuffer);
	if (other == InvalidBuffer)
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
	else
	{
		LockBuffer(otherblk < target ? other : buf, BUFFER_LOCK_EXCLUSIVE);
		LockBuffer(otherblk < target ? buf : other, BUFFER_LOCK_EXCLUSIVE);
	}
	return buf;
}

/*
 * Several processes want to extend: add pages for the others too, known to
 * them through the free space map.  The extension lock is held.
 */
static void
add_extra_pages(Relation rel, BulkInsertState bistate)
{
	int waiters = RelationExtensionLockWaiterCount(rel);
	int extra = Min(512, waiters * 20);
	BlockNumber first = InvalidBlockNumber;
	BlockNumber last = InvalidBlockNumber;

	while (extra-- > 0)
	{
		Buffer buf = read_for_insert(rel, P_NEW, RBM_ZERO_AND_LOCK,
									 bistate);
		Page page = BufferGetPage(buf);
		Size free;

		/* left zero: whoever takes it from the map initialises it */
		last = BufferGetBlockNumber(buf);
		free = BLCKSZ - SizeOfPageHeaderData - sizeof(ItemIdData);
		if (!PageIsNew(page))
			elog(ERROR, "page %u of relation \"%s\" should be empty but is not",
				 last, RelationGetRelationName(rel));
		UnlockReleaseBuffer(buf);
		if (first == InvalidBlockNumber)
			first = last;
		RecordPageWithFreeSpace(rel, last, free);
	}
	if (first != InvalidBlockNumber)
		FreeSpaceMapVacuumRange(rel, first, last + 1);
}

/*
 * Take the extension lock; false if meanwhile a page with room turned up,
 * whose number is in *target then.
 */
static bool
begin_extension(Relation rel, Size want, bool use_fsm,
				BulkInsertState bistate, BlockNumber *target)
{
	if (!use_fsm)
	{
		LockRelationForExtension(rel, ExclusiveLock);
		return true;
	}
	if (ConditionalLockRelationForExtension(rel, ExclusiveLock))
		return true;
	LockRelationForExtension(rel, ExclusiveLock);
	*target = GetPageWithFreeSpace(rel, want);
	if (*target != InvalidBlockNumber)
	{
		UnlockRelationForExtension(rel, ExclusiveLock);
		return false;
	}
	add_extra_pages(rel, bistate);
	return true;
}

/* Free space that a page must have: fillfactor counts in inserts only. */
static Size
wanted_space(Relation rel, Size len)
{
	/* a page with few line pointers counts as empty for a very large row */
	const Size nearly_empty = MaxHeapTupleSize -
		(MaxHeapTuplesPerPage / 8 * sizeof(ItemIdData));
	Size reserve = RelationGetTargetPageFreeSpace(rel,
												  HEAP_DEFAULT_FILLFACTOR);

	if (len + reserve > nearly_empty)
		return Max(len, nearly_empty);
	return len + reserve;
}

/*
 * RelationGetBufferForTuple
 *		A page with room for len bytes, pinned and exclusively locked.
 *
 * otherBuffer, if valid, is pinned by the caller and comes back locked too; it
 * is the result if it has room.  *vmbuffer and *vmbuffer_other pin the map
 * page of a page that is all-visible.  options: HEAP_INSERT_SKIP_FSM.
 *
 * Errors: 54000 if the row does not fit any page.
 */
Buffer
RelationGetBufferForTuple(Relation rel, Size len, Buffer otherBuffer,
						  int options, BulkInsertState bistate,
						  Buffer *vmbuffer, Buffer *vmbuffer_other)
{
	bool use_fsm = !(options & HEAP_INSERT_SKIP_FSM);
	bool need_lock = !RELATION_IS_LOCAL(rel);
	BlockNumber otherblk = InvalidBlockNumber;
	BlockNumber target;
	Buffer buffer;
	Size want;
	Page page;

	len = MAXALIGN(len);
	Assert(otherBuffer == InvalidBuffer || !bistate);
	if (len > MaxHeapTupleSize)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("row is too big: size %zu, maximum size %zu",
						len, MaxHeapTupleSize)));
	want = wanted_space(rel, len);
	if (otherBuffer != InvalidBuffer)
		otherblk = BufferGetBlockNumber(otherBuffer);

	if (bistate && bistate->current_buf != InvalidBuffer)
		target = BufferGetBlockNumber(bistate->current_buf);
	else
		target = RelationGetTargetBlock(rel);
	if (target == InvalidBlockNumber && use_fsm)
		target = GetPageWithFreeSpace(rel, want);
	if (target == InvalidBlockNumber)
	{
		BlockNumber nblocks = RelationGetNumberOfBlocks(rel);

		if (nblocks > 0)
			target = nblocks - 1;
	}

	for (;;)
	{
		while (target != InvalidBlockNumber)
		{
			Size have;

			buffer = lock_target(rel, target, otherBuffer, bistate, vmbuffer);
			pin_maps(rel, buffer, target, vmbuffer, otherBuffer, otherblk,
					 vmbuffer_other);
			page = BufferGetPage(buffer);
			if (PageIsNew(page))
			{
				PageInit(page, BLCKSZ, 0);
				MarkBufferDirty(buffer);
			}
			have = PageGetHeapFreeSpace(page);
			if (want <= have)
			{
				RelationSetTargetBlock(rel, target);
				return buffer;
			}

			LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
			if (otherBuffer != InvalidBuffer && otherblk != target)
				LockBuffer(otherBuffer, BUFFER_LOCK_UNLOCK);
			if (otherblk != target)
				ReleaseBuffer(buffer);
			if (!use_fsm)
				break;
			target = RecordAndGetPageWithFreeSpace(rel, target, have, want);
		}

		if (need_lock && !begin_extension(rel, want, use_fsm, bistate, &target))
			continue;
		buffer = read_for_insert(rel, P_NEW, RBM_ZERO_AND_LOCK, bistate);
		/* once the page is locked nobody else can use it */
		if (need_lock)
			UnlockRelationForExtension(rel, ExclusiveLock);
		target = BufferGetBlockNumber(buffer);
		page = BufferGetPage(buffer);
		if (!PageIsNew(page))
			elog(ERROR, "page %u of relation \"%s\" should be empty but is not",
				 target, RelationGetRelationName(rel));
		PageInit(page, BLCKSZ, 0);
		MarkBufferDirty(buffer);

		if (otherBuffer != InvalidBuffer)
		{
			/* the other page has the lower number */
			if (!ConditionalLockBuffer(otherBuffer))
			{
				LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
				LockBuffer(otherBuffer, BUFFER_LOCK_EXCLUSIVE);
				LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
			}
			pin_maps(rel, buffer, target, vmbuffer, otherBuffer, otherblk,
					 vmbuffer_other);
			/* somebody may have found and filled it while it was unlocked */
			if (len > PageGetHeapFreeSpace(page))
			{
				LockBuffer(otherBuffer, BUFFER_LOCK_UNLOCK);
				UnlockReleaseBuffer(buffer);
				continue;
			}
		}
		RelationSetTargetBlock(rel, target);
		return buffer;
	}
}
