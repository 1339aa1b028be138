/*
 * visibilitymap.c
 *		Two bits per heap page: all visible, all frozen.
 *
 * Bits are set with a WAL record and cleared under cover of the heap
 * change's record; a set bit is a promise, a clear one says nothing.  The
 * page is pinned before the heap page is locked, since pinning may read.
 * access/heap/README has the rules.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/visibilitymap.c
 */
#include "postgres.h"

#include "access/heapam_xlog.h"
#include "access/visibilitymap.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "port/pg_bitutils.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "utils/inval.h"
#include "utils/rel.h"

#define MAPSIZE (BLCKSZ - MAXALIGN(SizeOfPageHeaderData))
#define HEAPBLOCKS_PER_BYTE (8 / BITS_PER_HEAPBLOCK)
#define HEAPBLOCKS_PER_PAGE (MAPSIZE * HEAPBLOCKS_PER_BYTE)

/* where the bits of a heap block are */
#define MAP_BLOCK(b) ((BlockNumber) ((b) / HEAPBLOCKS_PER_PAGE))
#define MAP_BYTE(b) (((b) % HEAPBLOCKS_PER_PAGE) / HEAPBLOCKS_PER_BYTE)
#define MAP_SHIFT(b) (((b) % HEAPBLOCKS_PER_BYTE) * BITS_PER_HEAPBLOCK)

StaticAssertDecl(HEAPBLOCKS_PER_PAGE == 32672, "heap blocks per map page");

static uint8 *
map_bytes(Buffer buf)
{
	return (uint8 *) PageGetContents(BufferGetPage(buf));
}

static void
extend_map(Relation rel, BlockNumber nblocks)
{
	SMgrRelation reln;
	BlockNumber now;
	PGAlignedBlock pg;

	PageInit((Page) pg.data, BLCKSZ, 0);
	LockRelationForExtension(rel, ExclusiveLock);
	reln = RelationGetSmgr(rel);
	if (!smgrexists(reln, VISIBILITYMAP_FORKNUM))
		smgrcreate(reln, VISIBILITYMAP_FORKNUM, false);
	reln->smgr_cached_nblocks[VISIBILITYMAP_FORKNUM] = InvalidBlockNumber;
	for (now = smgrnblocks(reln, VISIBILITYMAP_FORKNUM); now < nblocks; now++)
	{
		PageSetChecksumInplace((Page) pg.data, now);
		smgrextend(reln, VISIBILITYMAP_FORKNUM, now, pg.data, false);
	}
	/* others may remember that there was no map, or a shorter one */
	CacheInvalidateSmgr(reln->smgr_rnode);
	UnlockRelationForExtension(rel, ExclusiveLock);
}

/* Pin a map page; InvalidBuffer if it does not exist and !extend. */
static Buffer
read_map(Relation rel, BlockNumber mapBlk, bool extend)
{
	SMgrRelation reln = RelationGetSmgr(rel);
	BlockNumber known = reln->smgr_cached_nblocks[VISIBILITYMAP_FORKNUM];
	Buffer buf;

	/* a reader trusts what is known: extending the map invalidates it */
	if (known == InvalidBlockNumber || (extend && mapBlk >= known))
	{
		reln->smgr_cached_nblocks[VISIBILITYMAP_FORKNUM] = InvalidBlockNumber;
		if (smgrexists(reln, VISIBILITYMAP_FORKNUM))
			known = smgrnblocks(reln, VISIBILITYMAP_FORKNUM);
		else
			known = 0;
		reln->smgr_cached_nblocks[VISIBILITYMAP_FORKNUM] = known;
	}
	if (mapBlk >= known)
	{
		if (!extend)
			return InvalidBuffer;
		extend_map(rel, mapBlk + 1);
	}

	/* a damaged map page reads as all clear */
	buf = ReadBufferExtended(rel, VISIBILITYMAP_FORKNUM, mapBlk,
							 RBM_ZERO_ON_ERROR, NULL);
	if (PageIsNew(BufferGetPage(buf)))
	{
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
		if (PageIsNew(BufferGetPage(buf)))
			PageInit(BufferGetPage(buf), BLCKSZ, 0);
		LockBuffer(buf, BUFFER_LOCK_UNLOCK);
	}
	return buf;
}

/* visibilitymap_pin
 *		Have *vmbuf pin the map page of heapBlk, made if need be. */
void
visibilitymap_pin(Relation rel, BlockNumber heapBlk, Buffer *vmbuf)
{
	if (visibilitymap_pin_ok(heapBlk, *vmbuf))
		return;
	if (BufferIsValid(*vmbuf))
		ReleaseBuffer(*vmbuf);
	*vmbuf = read_map(rel, MAP_BLOCK(heapBlk), true);
}

/* visibilitymap_pin_ok
 *		Is that the right page already? */
bool
visibilitymap_pin_ok(BlockNumber heapBlk, Buffer vmbuf)
{
	return BufferIsValid(vmbuf) &&
		BufferGetBlockNumber(vmbuf) == MAP_BLOCK(heapBlk);
}

/* visibilitymap_clear
 *		Clear bits of heapBlk; true if any was set.  The caller holds the heap
 *		page exclusively and logs its own change. */
bool
visibilitymap_clear(Relation rel, BlockNumber heapBlk, Buffer vmbuf,
					uint8 flags)
{
	uint8 mask = flags << MAP_SHIFT(heapBlk);
	uint8 *byte;
	bool cleared = false;

	Assert(flags & VISIBILITYMAP_VALID_BITS);
	Assert(flags != VISIBILITYMAP_ALL_VISIBLE); /* frozen implies visible */
	if (!visibilitymap_pin_ok(heapBlk, vmbuf))
		elog(ERROR, "wrong buffer passed to visibilitymap_clear");

	LockBuffer(vmbuf, BUFFER_LOCK_EXCLUSIVE);
	byte = &map_bytes(vmbuf)[MAP_BYTE(heapBlk)];
	if (*byte & mask)
	{
		*byte &= ~mask;
		MarkBufferDirty(vmbuf);
		cleared = true;
	}
	LockBuffer(vmbuf, BUFFER_LOCK_UNLOCK);
	return cleared;
}

/*
 * visibilitymap_set
 *		Set bits of heapBlk.  In normal running the heap page is held
 *		exclusively with PD_ALL_VISIBLE set, and a record is written; in
 *		recovery recptr is that record's end and heapBuf may be invalid.
 */
void
visibilitymap_set(Relation rel, BlockNumber heapBlk, Buffer heapBuf,
				  XLogRecPtr recptr, Buffer vmBuf, TransactionId cutoff_xid,
				  uint8 flags)
{
	uint8 *byte;
	int shift = MAP_SHIFT(heapBlk);

	Assert(InRecovery || XLogRecPtrIsInvalid(recptr));
	Assert(InRecovery || BufferIsValid(heapBuf));
	if (BufferIsValid(heapBuf) && BufferGetBlockNumber(heapBuf) != heapBlk)
		elog(ERROR, "wrong heap buffer passed to visibilitymap_set");
	if (!visibilitymap_pin_ok(heapBlk, vmBuf))
		elog(ERROR, "wrong VM buffer passed to visibilitymap_set");

	LockBuffer(vmBuf, BUFFER_LOCK_EXCLUSIVE);
	byte = &map_bytes(vmBuf)[MAP_BYTE(heapBlk)];
	if (flags != ((*byte >> shift) & VISIBILITYMAP_VALID_BITS))
	{
		START_CRIT_SECTION();
		*byte |= flags << shift;
		MarkBufferDirty(vmBuf);
		if (RelationNeedsWAL(rel))
		{
			if (XLogRecPtrIsInvalid(recptr))
			{
				recptr = log_heap_visible(rel->rd_node, heapBuf, vmBuf,
										  cutoff_xid, flags);
				/* a torn heap page must not lose the flag unnoticed */
				if (XLogHintBitIsNeeded())
					PageSetLSN(BufferGetPage(heapBuf), recptr);
			}
			PageSetLSN(BufferGetPage(vmBuf), recptr);
		}
		END_CRIT_SECTION();
	}
	LockBuffer(vmBuf, BUFFER_LOCK_UNLOCK);
}

/* visibilitymap_get_status
 *		The bits of heapBlk, without lock: they may change meanwhile.  *vmbuf
 *		is kept pinned for the next call. */
uint8
visibilitymap_get_status(Relation rel, BlockNumber heapBlk, Buffer *vmbuf)
{
	if (!visibilitymap_pin_ok(heapBlk, *vmbuf))
	{
		if (BufferIsValid(*vmbuf))
			ReleaseBuffer(*vmbuf);
		*vmbuf = read_map(rel, MAP_BLOCK(heapBlk), false);
		if (!BufferIsValid(*vmbuf))
			return 0;
	}
	return (map_bytes(*vmbuf)[MAP_BYTE(heapBlk)] >> MAP_SHIFT(heapBlk)) &
		VISIBILITYMAP_VALID_BITS;
}

/* visibilitymap_count
 *		Number of pages with each bit; all_frozen may be NULL. */
void
visibilitymap_count(Relation rel, BlockNumber *all_visible,
					BlockNumber *all_frozen)
{
	const uint64 visible_bits = UINT64CONST(0x5555555555555555);
	BlockNumber nvisible = 0;
	BlockNumber nfrozen = 0;
	Buffer buf;

	for (BlockNumber blk = 0; BufferIsValid(buf = read_map(rel, blk, false));
		 blk++)
	{
		const uint64 *map = (const uint64 *) map_bytes(buf);

		for (int i = 0; i < (int) (MAPSIZE / sizeof(uint64)); i++)
		{
			nvisible += pg_popcount64(map[i] & visible_bits);
			nfrozen += pg_popcount64(map[i] & ~visible_bits);
		}
		ReleaseBuffer(buf);
	}
	*all_visible = nvisible;
	if (all_frozen)
		*all_frozen = nfrozen;
}

/*
 * visibilitymap_prepare_truncate
 *		Clear what lies behind nheapblocks in the page that stays, and return
 *		the new length of the map (InvalidBlockNumber: leave the file alone).
 */
BlockNumber
visibilitymap_prepare_truncate(Relation rel, BlockNumber nheapblocks)
{
	BlockNumber keep = MAP_BLOCK(nheapblocks);
	uint32 byte = MAP_BYTE(nheapblocks);
	int shift = MAP_SHIFT(nheapblocks);

	if (!smgrexists(RelationGetSmgr(rel), VISIBILITYMAP_FORKNUM))
		return InvalidBlockNumber;

	if (byte != 0 || shift != 0)
	{
		Buffer buf = read_map(rel, keep, false);
		uint8 *map;

		if (!BufferIsValid(buf))
			return InvalidBlockNumber; /* shorter than that already */
		keep++;
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
		START_CRIT_SECTION();
		map = map_bytes(buf);
		memset(map + byte + 1, 0, MAPSIZE - (byte + 1));
		map[byte] &= (1 << shift) - 1;
		MarkBufferDirty(buf);
		if (!InRecovery && RelationNeedsWAL(rel) && XLogHintBitIsNeeded())
			log_newpage_buffer(buf, false);
		END_CRIT_SECTION();
		UnlockReleaseBuffer(buf);
	}
	if (smgrnblocks(RelationGetSmgr(rel), VISIBILITYMAP_FORKNUM) <= keep)
		return InvalidBlockNumber;
	return keep;
}
