/*
 * bufmgr.c
 *		The shared buffer pool.
 *
 * Finding or reading blocks, pins, content locks, dirty marks, and the
 * write of one buffer. bufsync.c has what goes through the whole pool.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/buffer/bufmgr.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/buf_internals.h"
#include "storage/bufmgr.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "storage/smgr.h"
#include "storage/storage_callbacks.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/resowner_private.h"
#include "utils/wait_event.h"

bool zero_damaged_pages = false;
bool track_io_timing = false;
int effective_io_concurrency = DEFAULT_EFFECTIVE_IO_CONCURRENCY;
int maintenance_io_concurrency = DEFAULT_MAINTENANCE_IO_CONCURRENCY;
BufferUsage pgBufferUsage;

/*
 * How often this process pins each shared buffer.  The shared count has one
 * for each process only.  A plain array: the kernel gives it memory where it
 * is used.
 */
static int32 *private_pins = NULL;
static int npinned = 0; /* entries that are not 0 */

/* The buffer this process reads or writes just now, for AbortBufferIO. */
static BufferDesc *io_buffer = NULL;
static bool io_is_input;

/* The buffer for whose sole pin this process waits. */
static BufferDesc *cleanup_wait_buffer = NULL;

#define my_pins(buf) private_pins[(buf)->buf_id]

static bool start_io(BufferDesc *buf, bool input);
static void end_io(BufferDesc *buf, bool clear_dirty, uint32 set_flags);

/* ---- headers ---- */

/* Lock a header; returns its state, with BM_LOCKED. */
uint32
LockBufHdr(BufferDesc *desc)
{
	SpinDelayStatus delay;
	uint32 old;

	old = pg_atomic_fetch_or_u32(&desc->state, BM_LOCKED);
	if (likely(!(old & BM_LOCKED)))
		return old | BM_LOCKED;
	init_local_spin_delay(&delay);
	do
	{
		perform_spin_delay(&delay);
		old = pg_atomic_fetch_or_u32(&desc->state, BM_LOCKED);
	} while (old & BM_LOCKED);
	finish_spin_delay(&delay);
	return old | BM_LOCKED;
}

/* Wait until nobody has it locked. */
static uint32
wait_header_unlocked(BufferDesc *buf)
{
	SpinDelayStatus delay;
	uint32 state;

	init_local_spin_delay(&delay);
	while ((state = pg_atomic_read_u32(&buf->state)) & BM_LOCKED)
		perform_spin_delay(&delay);
	finish_spin_delay(&delay);
	return state;
}

/* ---- pins ---- */

static inline void
count_pin(BufferDesc *buf)
{
	if (my_pins(buf)++ == 0)
		npinned++;
	ResourceOwnerRememberBuffer(CurrentResourceOwner,
								BufferDescriptorGetBuffer(buf));
}

/*
 * Pin a buffer; true if its content is valid.  The caller has made room in the
 * resource owner, and holds the partition lock or a pin, so that the buffer
 * cannot become another block.  A ring's use counts as one use in all.
 */
static bool
pin_buffer(BufferDesc *buf, BufferAccessStrategy strategy)
{
	uint32 state;
	uint32 max_usage = strategy == NULL ? BM_MAX_USAGE_COUNT : 1;

	if (my_pins(buf) > 0)
		state = pg_atomic_read_u32(&buf->state);
	else
	{
		uint32 old = pg_atomic_read_u32(&buf->state);

		for (;;)
		{
			if (unlikely(old & BM_LOCKED))
				old = wait_header_unlocked(buf);
			state = old + BUF_REFCOUNT_ONE;
			if (BUF_STATE_GET_USAGECOUNT(state) < max_usage)
				state += BUF_USAGECOUNT_ONE;
			if (pg_atomic_compare_exchange_u32(&buf->state, &old, state))
				break;
		}
	}
	count_pin(buf);
	return (state & BM_VALID) != 0;
}

/* Pin a buffer whose header is locked, and unlock that. */
static void
pin_locked_buffer(BufferDesc *buf, uint32 state)
{
	Assert(my_pins(buf) == 0);
	UnlockBufHdr(buf, state + BUF_REFCOUNT_ONE);
	count_pin(buf);
}

/* The last but one pin is gone: wake who waits to be the only one. */
static void
wake_pin_waiter(BufferDesc *buf)
{
	uint32 state = LockBufHdr(buf);

	if ((state & BM_PIN_COUNT_WAITER) && BUF_STATE_GET_REFCOUNT(state) == 1)
	{
		int procno = buf->wait_backend_pgprocno;

		UnlockBufHdr(buf, state & ~BM_PIN_COUNT_WAITER);
		ProcSendSignal(procno);
	}
	else
		UnlockBufHdr(buf, state);
}

static inline void
drop_shared_pin(BufferDesc *buf)
{
	uint32 old = pg_atomic_read_u32(&buf->state);
	uint32 state;

	npinned--;
	do
	{
		if (unlikely(old & BM_LOCKED))
			old = wait_header_unlocked(buf);
		state = old - BUF_REFCOUNT_ONE;
	} while (!pg_atomic_compare_exchange_u32(&buf->state, &old, state));
	if (unlikely(state & BM_PIN_COUNT_WAITER))
		wake_pin_waiter(buf);
}

static inline void
unpin_buffer(BufferDesc *buf)
{
	ResourceOwnerForgetBuffer(CurrentResourceOwner,
							  BufferDescriptorGetBuffer(buf));
	Assert(my_pins(buf) > 0);
	if (--my_pins(buf) == 0)
	{
		Assert(!LWLockHeldByMe(BufferDescriptorGetContentLock(buf)));
		drop_shared_pin(buf);
	}
}

/* ---- a buffer for a block ---- */

/*
 * Take an evicted buffer's old block out of the table.  False if somebody has
 * pinned or dirtied it since.  The caller's is the only pin.
 */
static bool
forget_old_block(BufferDesc *buf)
{
	BufferTag tag = buf->tag; /* a pinned buffer keeps its tag */
	uint32 hash = BufTableHashCode(&tag);
	LWLock *partition = BufMappingPartitionLock(hash);
	uint32 state;

	LWLockAcquire(partition, LW_EXCLUSIVE);
	state = LockBufHdr(buf);
	if (BUF_STATE_GET_REFCOUNT(state) != 1 || (state & BM_DIRTY))
	{
		UnlockBufHdr(buf, state);
		LWLockRelease(partition);
		return false;
	}
	BufTableDelete(&tag, hash, buf->buf_id);
	CLEAR_BUFFERTAG(buf->tag);
	UnlockBufHdr(buf, state & ~(BUF_FLAG_MASK | BUF_USAGECOUNT_MASK));
	LWLockRelease(partition);
	return true;
}

/* Would writing this buffer make a ring wait for the WAL? */
static bool
ring_should_skip(BufferAccessStrategy strategy, BufferDesc *buf)
{
	uint32 state;
	XLogRecPtr lsn;

	if (strategy == NULL)
		return false;
	state = LockBufHdr(buf);
	lsn = BufferGetLSN(buf);
	UnlockBufHdr(buf, state);
	return storage_callbacks.xlog_needs_flush(lsn) &&
		StrategyRejectBuffer(strategy, buf);
}

/* Write a dirty victim.  False if it should not be used after all. */
static bool
clean_victim(BufferDesc *buf, BufferAccessStrategy strategy)
{
	LWLock *content = BufferDescriptorGetContentLock(buf);

	/*
	 * Whoever holds the lock may wait for one of ours, so do not wait.
	 */
	if (!LWLockConditionalAcquire(content, LW_SHARED))
		return false;
	if (ring_should_skip(strategy, buf))
	{
		LWLockRelease(content);
		return false;
	}
	FlushBuffer(buf, NULL);
	LWLockRelease(content);
	ScheduleBufferTagForWriteback(&BackendWritebackContext, &buf->tag);
	return true;
}

/* A pinned buffer that holds no block. */
static BufferDesc *
get_victim(BufferAccessStrategy strategy)
{
	for (;;)
	{
		uint32 state;
		BufferDesc *buf = StrategyGetBuffer(strategy, &state);

		pin_locked_buffer(buf, state);
		if ((state & BM_DIRTY) && !clean_victim(buf, strategy))
		{
			unpin_buffer(buf);
			continue;
		}
		if ((state & BM_TAG_VALID) && !forget_old_block(buf))
		{
			unpin_buffer(buf);
			continue;
		}
		return buf;
	}
}

/*
 * Pin the buffer that the table has for a tag, then release the partition.
 * *found is false if this process has to read the block.
 */
static BufferDesc *
pin_existing(int buf_id, BufferAccessStrategy strategy, LWLock *partition,
			 bool *found)
{
	BufferDesc *buf = GetBufferDescriptor(buf_id);
	bool valid = pin_buffer(buf, strategy);

	LWLockRelease(partition);
	*found = true;
	if (!valid && start_io(buf, true))
		*found = false;
	return buf;
}

/*
 * The pinned buffer for a block.  *found: its content is valid; else this
 * process has the I/O and must fill it.
 */
static BufferDesc *
allocate_buffer(SMgrRelation smgr, char persistence, ForkNumber fork,
				BlockNumber blkno, BufferAccessStrategy strategy, bool *found)
{
	BufferTag tag;
	uint32 hash;
	LWLock *partition;
	BufferDesc *buf;
	int id;
	uint32 state;

	INIT_BUFFERTAG(tag, smgr->smgr_rnode.node, fork, blkno);
	hash = BufTableHashCode(&tag);
	partition = BufMappingPartitionLock(hash);

	LWLockAcquire(partition, LW_SHARED);
	id = BufTableLookup(&tag, hash);
	if (likely(id >= 0))
		return pin_existing(id, strategy, partition, found);
	LWLockRelease(partition);

	buf = get_victim(strategy);
	ResourceOwnerEnlargeBuffers(CurrentResourceOwner);
	LWLockAcquire(partition, LW_EXCLUSIVE);
	id = BufTableInsert(&tag, hash, buf->buf_id);
	if (id >= 0)
	{
		/* another process was faster */
		unpin_buffer(buf);
		StrategyFreeBuffer(buf);
		return pin_existing(id, strategy, partition, found);
	}
	state = LockBufHdr(buf);
	buf->tag = tag;
	state |= BM_TAG_VALID | BUF_USAGECOUNT_ONE;
	if (persistence == RELPERSISTENCE_PERMANENT || fork == INIT_FORKNUM)
		state |= BM_PERMANENT;
	UnlockBufHdr(buf, state);
	LWLockRelease(partition);
	*found = !start_io(buf, true);
	return buf;
}

/* ---- reading ---- */

/* Add the time since start to a sum. */
static void
add_io_time(instr_time *sum, instr_time start)
{
	instr_time now;

	INSTR_TIME_SET_CURRENT(now);
	INSTR_TIME_ACCUM_DIFF(*sum, now, start);
}

/* Read and check a page. */
static void
read_page(SMgrRelation smgr, ForkNumber fork, BlockNumber blkno,
		  ReadBufferMode mode, char *page)
{
	instr_time start;

	INSTR_TIME_SET_ZERO(start);
	if (track_io_timing)
		INSTR_TIME_SET_CURRENT(start);
	smgrread(smgr, fork, blkno, page);
	if (track_io_timing)
		add_io_time(&pgBufferUsage.blk_read_time, start);

	if (PageIsVerifiedExtended((Page) page, blkno,
							   PIV_LOG_WARNING | PIV_REPORT_STAT))
		return;
	if (mode == RBM_ZERO_ON_ERROR || zero_damaged_pages)
	{
		ereport(WARNING,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("invalid page in block %u of relation %s; zeroing out page",
						blkno, relpath(smgr->smgr_rnode, fork))));
		memset(page, 0, BLCKSZ);
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("invalid page in block %u of relation %s",
						blkno, relpath(smgr->smgr_rnode, fork))));
}

static void
lock_as_asked(Buffer buffer, ReadBufferMode mode)
{
	if (BufferIsLocal(buffer))
		return;
	if (mode == RBM_ZERO_AND_LOCK)
		LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	else if (mode == RBM_ZERO_AND_CLEANUP_LOCK)
		LockBufferForCleanup(buffer);
}

/*
 * A block behind the end of the file is in a buffer already: left by an
 * extension that failed.  It must be empty; make it ours to fill.
 */
static void
reclaim_extended_block(SMgrRelation smgr, ForkNumber fork, BlockNumber blkno,
					   BufferDesc *buf, bool local)
{
	Page page = local ? (Page) LocalBufferBlockPointers[-BufferDescriptorGetBuffer(buf) - 1] : (Page) BufHdrGetBlock(buf);

	if (!PageIsNew(page))
		ereport(ERROR,
				(errmsg("unexpected data beyond EOF in block %u of relation %s",
						blkno, relpath(smgr->smgr_rnode, fork)),
				 errhint("A file that grew behind the server's back, or a kernel that misreports file sizes, can cause this.")));
	if (local)
	{
		pg_atomic_fetch_and_u32(&buf->state, ~BM_VALID);
		return;
	}
	do
	{
		uint32 state = LockBufHdr(buf);

		UnlockBufHdr(buf, state & ~BM_VALID);
	} while (!start_io(buf, true));
}

static void
count_access(bool local, bool hit)
{
	if (local)
		*(hit ? &pgBufferUsage.local_blks_hit : &pgBufferUsage.local_blks_read) += 1;
	else
		*(hit ? &pgBufferUsage.shared_blks_hit : &pgBufferUsage.shared_blks_read) += 1;
	if (hit)
		VacuumPageHit++;
	else
		VacuumPageMiss++;
	if (VacuumCostActive)
		VacuumCostBalance += hit ? VacuumCostPageHit : VacuumCostPageMiss;
}

/* Give a buffer its content, and mark it valid. */
static void
fill_buffer(SMgrRelation smgr, ForkNumber fork, BlockNumber blkno,
			ReadBufferMode mode, BufferDesc *buf, bool extend)
{
	bool local = SmgrIsTemp(smgr);
	Buffer buffer = BufferDescriptorGetBuffer(buf);
	char *page = (char *) BufferGetBlock(buffer);

	if (extend)
	{
		memset(page, 0, BLCKSZ);
		smgrextend(smgr, fork, blkno, page, false);
	}
	else if (mode == RBM_ZERO_AND_LOCK || mode == RBM_ZERO_AND_CLEANUP_LOCK)
		memset(page, 0, BLCKSZ);
	else
		read_page(smgr, fork, blkno, mode, page);

	if (local)
	{
		pg_atomic_fetch_or_u32(&buf->state, BM_VALID);
		return;
	}
	/* nobody may see the zeros before the caller has filled them */
	if (mode == RBM_ZERO_AND_LOCK || mode == RBM_ZERO_AND_CLEANUP_LOCK)
		LWLockAcquire(BufferDescriptorGetContentLock(buf), LW_EXCLUSIVE);
	end_io(buf, false, BM_VALID);
}

/* The common part of the readers; *hit: the block was in the pool. */
static Buffer
read_buffer(SMgrRelation smgr, char persistence, ForkNumber fork,
			BlockNumber blkno, ReadBufferMode mode,
			BufferAccessStrategy strategy, bool *hit)
{
	bool local = SmgrIsTemp(smgr);
	bool extend = blkno == P_NEW;
	BufferDesc *buf;
	bool found;

	ResourceOwnerEnlargeBuffers(CurrentResourceOwner);
	if (extend)
	{
		blkno = smgrnblocks(smgr, fork);
		if (blkno == MaxBlockNumber + 1)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("cannot extend relation %s beyond %u blocks",
							relpath(smgr->smgr_rnode, fork),
							MaxBlockNumber + 1)));
	}
	if (local)
		buf = LocalBufferAlloc(smgr, fork, blkno, &found);
	else
		buf = allocate_buffer(smgr, persistence, fork, blkno, strategy, &found);

	*hit = found && !extend;
	if (*hit)
	{
		count_access(local, true);
		lock_as_asked(BufferDescriptorGetBuffer(buf), mode);
		return BufferDescriptorGetBuffer(buf);
	}
	if (found)
		reclaim_extended_block(smgr, fork, blkno, buf, local);
	if (extend)
	{
		if (local)
			pgBufferUsage.local_blks_written++;
		else
			pgBufferUsage.shared_blks_written++;
	}
	else
		count_access(local, false);
	fill_buffer(smgr, fork, blkno, mode, buf, extend);
	return BufferDescriptorGetBuffer(buf);
}

/*
 * ReadBufferExtended
 *		The pinned buffer of a block, read if it is not in the pool.
 *
 * blockNum P_NEW extends the relation by one zeroed block; the caller holds
 * the extension lock.  The resource owner releases the pin after an error.
 * Errors: ERRCODE_DATA_CORRUPTED for a damaged or missing page.
 */
Buffer
ReadBufferExtended(Relation reln, ForkNumber forkNum, BlockNumber blockNum,
				   ReadBufferMode mode, BufferAccessStrategy strategy)
{
	Buffer buffer;
	bool hit;

	if (RELATION_IS_OTHER_TEMP(reln))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot access temporary tables of other sessions")));
	pgstat_count_buffer_read(reln);
	buffer = read_buffer(RelationGetSmgr(reln), reln->rd_rel->relpersistence,
						 forkNum, blockNum, mode, strategy, &hit);
	if (hit)
		pgstat_count_buffer_hit(reln);
	return buffer;
}

Buffer
ReadBuffer(Relation reln, BlockNumber blockNum)
{
	return ReadBufferExtended(reln, MAIN_FORKNUM, blockNum, RBM_NORMAL, NULL);
}

/* For recovery, and for catalogs' files read without a relation. */
Buffer
ReadBufferWithoutRelcache(RelFileNode rnode, ForkNumber forkNum,
						  BlockNumber blockNum, ReadBufferMode mode,
						  BufferAccessStrategy strategy, bool permanent)
{
	bool hit;

	return read_buffer(smgropen(rnode, InvalidBackendId),
					   permanent ? RELPERSISTENCE_PERMANENT : RELPERSISTENCE_UNLOGGED,
					   forkNum, blockNum, mode, strategy, &hit);
}

/*
 * ReadRecentBuffer
 *		Pin recent_buffer if it still holds this block; no table lookup.
 */
bool
ReadRecentBuffer(RelFileNode rnode, ForkNumber forkNum, BlockNumber blockNum,
				 Buffer recent_buffer)
{
	BufferTag tag;
	BufferDesc *buf;
	uint32 state;

	Assert(BufferIsValid(recent_buffer));
	ResourceOwnerEnlargeBuffers(CurrentResourceOwner);
	INIT_BUFFERTAG(tag, rnode, forkNum, blockNum);
	if (BufferIsLocal(recent_buffer))
		return false; /* the caller's usual way finds it as fast */
	buf = GetBufferDescriptor(recent_buffer - 1);
	if (my_pins(buf) > 0)
		state = pg_atomic_read_u32(&buf->state);
	else
		state = LockBufHdr(buf);
	if ((state & BM_VALID) && BUFFERTAGS_EQUAL(tag, buf->tag))
	{
		if (my_pins(buf) > 0)
			pin_buffer(buf, NULL);
		else
			pin_locked_buffer(buf, state);
		count_access(false, true);
		return true;
	}
	if (my_pins(buf) == 0)
		UnlockBufHdr(buf, state);
	return false;
}

/* Ask the kernel to read a block, unless it is in the pool. */
PrefetchBufferResult
PrefetchSharedBuffer(SMgrRelation smgr, ForkNumber forkNum,
					 BlockNumber blockNum)
{
	PrefetchBufferResult result = {InvalidBuffer, false};
	BufferTag tag;
	uint32 hash;
	int id;

	INIT_BUFFERTAG(tag, smgr->smgr_rnode.node, forkNum, blockNum);
	hash = BufTableHashCode(&tag);
	LWLockAcquire(BufMappingPartitionLock(hash), LW_SHARED);
	id = BufTableLookup(&tag, hash);
	LWLockRelease(BufMappingPartitionLock(hash));
	if (id >= 0)
		result.recent_buffer = id + 1;
	else
		result.initiated_io = smgrprefetch(smgr, forkNum, blockNum);
	return result;
}

PrefetchBufferResult
PrefetchBuffer(Relation reln, ForkNumber forkNum, BlockNumber blockNum)
{
	if (RelationUsesLocalBuffers(reln))
	{
		if (RELATION_IS_OTHER_TEMP(reln))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot access temporary tables of other sessions")));
		return PrefetchLocalBuffer(RelationGetSmgr(reln), forkNum, blockNum);
	}
	return PrefetchSharedBuffer(RelationGetSmgr(reln), forkNum, blockNum);
}

/* ---- giving back ---- */

/* Drop one pin. */
void
ReleaseBuffer(Buffer buffer)
{
	if (!BufferIsValid(buffer))
		elog(ERROR, "bad buffer ID: %d", buffer);
	if (BufferIsLocal(buffer))
	{
		Assert(LocalRefCount[-buffer - 1] > 0);
		ResourceOwnerForgetBuffer(CurrentResourceOwner, buffer);
		LocalRefCount[-buffer - 1]--;
	}
	else
		unpin_buffer(GetBufferDescriptor(buffer - 1));
}

void
UnlockReleaseBuffer(Buffer buffer)
{
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	ReleaseBuffer(buffer);
}

/* One more pin on a buffer that is pinned. */
void
IncrBufferRefCount(Buffer buffer)
{
	ResourceOwnerEnlargeBuffers(CurrentResourceOwner);
	if (BufferIsLocal(buffer))
	{
		LocalRefCount[-buffer - 1]++;
		ResourceOwnerRememberBuffer(CurrentResourceOwner, buffer);
	}
	else
	{
		Assert(private_pins[buffer - 1] > 0);
		count_pin(GetBufferDescriptor(buffer - 1));
	}
}

/* ReleaseBuffer, then ReadBuffer; nothing to do if it is the same block. */
Buffer
ReleaseAndReadBuffer(Buffer buffer, Relation relation, BlockNumber blockNum)
{
	if (BufferIsValid(buffer))
	{
		BufferDesc *buf = BufferIsLocal(buffer) ? GetLocalBufferDescriptor(-buffer - 1) : GetBufferDescriptor(buffer - 1);

		if (buf->tag.blockNum == blockNum &&
			RelFileNodeEquals(buf->tag.rnode, relation->rd_node) &&
			buf->tag.forkNum == MAIN_FORKNUM)
			return buffer;
		ReleaseBuffer(buffer);
	}
	return ReadBuffer(relation, blockNum);
}

/* ---- questions about a pinned buffer ---- */

static inline BufferDesc *
desc_of(Buffer buffer)
{
	return BufferIsLocal(buffer) ? GetLocalBufferDescriptor(-buffer - 1) : GetBufferDescriptor(buffer - 1);
}

BlockNumber
BufferGetBlockNumber(Buffer buffer)
{
	Assert(BufferIsValid(buffer));
	return desc_of(buffer)->tag.blockNum;
}

void
BufferGetTag(Buffer buffer, RelFileNode *rnode, ForkNumber *forknum,
			 BlockNumber *blknum)
{
	BufferDesc *buf = desc_of(buffer);

	*rnode = buf->tag.rnode;
	*forknum = buf->tag.forkNum;
	*blknum = buf->tag.blockNum;
}

/* Does it survive a crash?  Neither unlogged nor temporary. */
bool
BufferIsPermanent(Buffer buffer)
{
	if (BufferIsLocal(buffer))
		return false;
	return (pg_atomic_read_u32(&GetBufferDescriptor(buffer - 1)->state) &
			BM_PERMANENT) != 0;
}

/*
 * The page's LSN, under a share lock or only a pin.  MarkBufferDirtyHint may
 * set it under a share lock, then with the header locked.
 */
XLogRecPtr
BufferGetLSNAtomic(Buffer buffer)
{
	BufferDesc *buf;
	uint32 state;
	XLogRecPtr lsn;

	if (BufferIsLocal(buffer) || !storage_callbacks.hint_bits_need_wal())
		return PageGetLSN(BufferGetPage(buffer));
	buf = GetBufferDescriptor(buffer - 1);
	state = LockBufHdr(buf);
	lsn = PageGetLSN(BufHdrGetBlock(buf));
	UnlockBufHdr(buf, state);
	return lsn;
}

BlockNumber
RelationGetNumberOfBlocksInFork(Relation relation, ForkNumber forkNum)
{
	if (!RELKIND_HAS_STORAGE(relation->rd_rel->relkind))
		return 0;
	return smgrnblocks(RelationGetSmgr(relation), forkNum);
}

/* ---- dirty marks ---- */

static void
count_dirtied(void)
{
	VacuumPageDirty++;
	pgBufferUsage.shared_blks_dirtied++;
	if (VacuumCostActive)
		VacuumCostBalance += VacuumCostPageDirty;
}

/*
 * MarkBufferDirty
 *		The page was or will be changed; in the critical section, before the
 *		WAL record.  Pin and exclusive content lock held.
 */
void
MarkBufferDirty(Buffer buffer)
{
	BufferDesc *buf;
	uint32 old;

	if (!BufferIsValid(buffer))
		elog(ERROR, "bad buffer ID: %d", buffer);
	if (BufferIsLocal(buffer))
	{
		MarkLocalBufferDirty(buffer);
		return;
	}
	buf = GetBufferDescriptor(buffer - 1);
	Assert(my_pins(buf) > 0);
	Assert(LWLockHeldByMeInMode(BufferDescriptorGetContentLock(buf), LW_EXCLUSIVE));
	old = pg_atomic_read_u32(&buf->state);
	do
	{
		if (old & BM_LOCKED)
			old = wait_header_unlocked(buf);
	} while (!pg_atomic_compare_exchange_u32(&buf->state, &old,
											 old | BM_DIRTY | BM_JUST_DIRTIED));
	if (!(old & BM_DIRTY))
		count_dirtied();
}

/*
 * MarkBufferDirtyHint
 *		The page has got hint bits, which may be lost; share lock held.
 *
 * With checksums a torn page would not be recognized as harmless, so the first
 * such change after a checkpoint logs the whole page.  Where that cannot be
 * done the mark is left out.  buffer_std: the page has the standard layout.
 */
void
MarkBufferDirtyHint(Buffer buffer, bool buffer_std)
{
	BufferDesc *buf;
	Page page = BufferGetPage(buffer);
	uint32 state;
	XLogRecPtr lsn = InvalidXLogRecPtr;
	bool delaying = false;

	if (!BufferIsValid(buffer))
		elog(ERROR, "bad buffer ID: %d", buffer);
	if (BufferIsLocal(buffer))
	{
		MarkLocalBufferDirty(buffer);
		return;
	}
	buf = GetBufferDescriptor(buffer - 1);
	Assert(my_pins(buf) > 0);
	Assert(LWLockHeldByMe(BufferDescriptorGetContentLock(buf)));

	/* without the lock: a stale answer costs or saves one mark of a hint */
	state = pg_atomic_read_u32(&buf->state);
	if ((state & (BM_DIRTY | BM_JUST_DIRTIED)) == (BM_DIRTY | BM_JUST_DIRTIED))
		return;

	if (storage_callbacks.hint_bits_need_wal() && (state & BM_PERMANENT))
	{
		if (storage_callbacks.recovery_in_progress() ||
			storage_callbacks.rnode_skips_wal(buf->tag.rnode))
			return;
		/* no checkpoint may begin between the record and the dirty mark */
		Assert(!(MyProc->delayChkptFlags & DELAY_CHKPT_START));
		MyProc->delayChkptFlags |= DELAY_CHKPT_START;
		delaying = true;
		lsn = storage_callbacks.save_buffer_for_hint(buffer, buffer_std);
	}

	state = LockBufHdr(buf);
	if (!(state & BM_DIRTY))
	{
		/* another share locker may read the LSN: set it with the header locked */
		if (!XLogRecPtrIsInvalid(lsn))
			PageSetLSN(page, lsn);
		count_dirtied();
	}
	UnlockBufHdr(buf, state | BM_DIRTY | BM_JUST_DIRTIED);
	if (delaying)
		MyProc->delayChkptFlags &= ~DELAY_CHKPT_START;
}

/* ---- content locks ---- */

/* mode: BUFFER_LOCK_UNLOCK, _SHARE or _EXCLUSIVE; a pin is held. */
void
LockBuffer(Buffer buffer, int mode)
{
	LWLock *content;

	if (BufferIsLocal(buffer))
		return;
	content = BufferDescriptorGetContentLock(GetBufferDescriptor(buffer - 1));
	if (mode == BUFFER_LOCK_UNLOCK)
		LWLockRelease(content);
	else if (mode == BUFFER_LOCK_SHARE)
		LWLockAcquire(content, LW_SHARED);
	else if (mode == BUFFER_LOCK_EXCLUSIVE)
		LWLockAcquire(content, LW_EXCLUSIVE);
	else
		elog(ERROR, "unrecognized buffer lock mode: %d", mode);
}

/* An exclusive lock, if it can be had at once. */
bool
ConditionalLockBuffer(Buffer buffer)
{
	if (BufferIsLocal(buffer))
		return true;
	return LWLockConditionalAcquire(BufferDescriptorGetContentLock(GetBufferDescriptor(buffer - 1)),
									LW_EXCLUSIVE);
}

/* Remember, under the header lock, to be woken when ours is the only pin. */
static void
ask_for_sole_pin(BufferDesc *buf, uint32 state)
{
	if (state & BM_PIN_COUNT_WAITER)
	{
		UnlockBufHdr(buf, state);
		LockBuffer(BufferDescriptorGetBuffer(buf), BUFFER_LOCK_UNLOCK);
		elog(ERROR, "multiple backends attempting to wait for pincount 1");
	}
	buf->wait_backend_pgprocno = MyProc->pgprocno;
	cleanup_wait_buffer = buf;
	UnlockBufHdr(buf, state | BM_PIN_COUNT_WAITER);
}

/* Take the request back, unless it was fulfilled or is another's by now. */
static void
withdraw_pin_request(BufferDesc *buf)
{
	uint32 state = LockBufHdr(buf);

	if ((state & BM_PIN_COUNT_WAITER) &&
		buf->wait_backend_pgprocno == MyProc->pgprocno)
		state &= ~BM_PIN_COUNT_WAITER;
	UnlockBufHdr(buf, state);
	cleanup_wait_buffer = NULL;
}

/*
 * LockBufferForCleanup
 *		An exclusive lock while nobody else has a pin: items may then move.
 *
 * The caller has one pin.  May wait long.
 */
void
LockBufferForCleanup(Buffer buffer)
{
	BufferDesc *buf;

	Assert(BufferIsValid(buffer));
	if (BufferIsLocal(buffer))
	{
		if (LocalRefCount[-buffer - 1] != 1)
			elog(ERROR, "incorrect local pin count: %d", LocalRefCount[-buffer - 1]);
		return;
	}
	buf = GetBufferDescriptor(buffer - 1);
	if (my_pins(buf) != 1)
		elog(ERROR, "incorrect local pin count: %d", my_pins(buf));
	for (;;)
	{
		uint32 state;

		LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
		state = LockBufHdr(buf);
		if (BUF_STATE_GET_REFCOUNT(state) == 1)
		{
			UnlockBufHdr(buf, state);
			return;
		}
		ask_for_sole_pin(buf, state);
		LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
		ProcWaitForSignal(PG_WAIT_BUFFER_PIN);
		withdraw_pin_request(buf);
	}
}

/* The same without waiting; false also if the caller has further pins. */
bool
ConditionalLockBufferForCleanup(Buffer buffer)
{
	if (BufferIsLocal(buffer))
		return LocalRefCount[-buffer - 1] == 1;
	if (private_pins[buffer - 1] != 1 || !ConditionalLockBuffer(buffer))
		return false;
	if (IsBufferCleanupOK(buffer))
		return true;
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	return false;
}

/* Exclusive lock held: is ours the only pin? */
bool
IsBufferCleanupOK(Buffer buffer)
{
	BufferDesc *buf;
	uint32 state;

	if (BufferIsLocal(buffer))
		return LocalRefCount[-buffer - 1] == 1;
	if (private_pins[buffer - 1] != 1)
		return false;
	buf = GetBufferDescriptor(buffer - 1);
	state = LockBufHdr(buf);
	UnlockBufHdr(buf, state);
	return BUF_STATE_GET_REFCOUNT(state) == 1;
}

/* Does this process hold a pin that the startup process waits for? */
bool
HoldingBufferPinThatDelaysRecovery(void)
{
	int id = GetStartupBufferPinWaitBufId();

	return id >= 0 && private_pins != NULL && private_pins[id] > 0;
}

/*
 * After an error: content locks go with LWLockReleaseAll; here the I/O that was
 * under way is given up, and a request for a sole pin taken back.
 */
void
UnlockBuffers(void)
{
	AbortBufferIO();
	if (cleanup_wait_buffer)
		withdraw_pin_request(cleanup_wait_buffer);
}

/* ---- I/O on one buffer ---- */

/* Wait until nobody reads or writes a pinned buffer. */
static void
wait_io(BufferDesc *buf)
{
	ConditionVariable *cv = BufferDescriptorGetIOCV(buf);

	ConditionVariablePrepareToSleep(cv);
	for (;;)
	{
		uint32 state = LockBufHdr(buf);

		UnlockBufHdr(buf, state);
		if (!(state & BM_IO_IN_PROGRESS))
			break;
		ConditionVariableSleep(cv, WAIT_EVENT_BUFFER_IO);
	}
	ConditionVariableCancelSleep();
}

void
buffer_wait_io(BufferDesc *buf)
{
	wait_io(buf);
}

/*
 * Become the one who reads (input) or writes a buffer.  False if another has
 * just done it.
 */
static bool
start_io(BufferDesc *buf, bool input)
{
	uint32 state;

	Assert(io_buffer == NULL);
	for (;;)
	{
		state = LockBufHdr(buf);
		if (!(state & BM_IO_IN_PROGRESS))
			break;
		UnlockBufHdr(buf, state);
		wait_io(buf);
	}
	if (input ? (state & BM_VALID) : !(state & BM_DIRTY))
	{
		UnlockBufHdr(buf, state);
		return false;
	}
	UnlockBufHdr(buf, state | BM_IO_IN_PROGRESS);
	io_buffer = buf;
	io_is_input = input;
	return true;
}

/* clear_dirty: it was written; unless it was dirtied again meanwhile. */
static void
end_io(BufferDesc *buf, bool clear_dirty, uint32 set_flags)
{
	uint32 state = LockBufHdr(buf);

	Assert(buf == io_buffer);
	Assert(state & BM_IO_IN_PROGRESS);
	state &= ~(BM_IO_IN_PROGRESS | BM_IO_ERROR);
	if (clear_dirty && !(state & BM_JUST_DIRTIED))
		state &= ~(BM_DIRTY | BM_CHECKPOINT_NEEDED);
	UnlockBufHdr(buf, state | set_flags);
	io_buffer = NULL;
	ConditionVariableBroadcast(BufferDescriptorGetIOCV(buf));
}

/* An error came during a read or write: give up the I/O, others may try. */
void
AbortBufferIO(void)
{
	BufferDesc *buf = io_buffer;
	uint32 state;

	if (buf == NULL)
		return;
	state = LockBufHdr(buf);
	UnlockBufHdr(buf, state);
	if (!io_is_input && (state & BM_IO_ERROR))
		ereport(WARNING,
				(errcode(ERRCODE_IO_ERROR),
				 errmsg("could not write block %u of %s",
						buf->tag.blockNum,
						relpathperm(buf->tag.rnode, buf->tag.forkNum)),
				 errdetail("It has failed before, so the cause may last.")));
	end_io(buf, false, BM_IO_ERROR);
}

static void
describe_write(void *arg)
{
	BufferDesc *buf = (BufferDesc *) arg;

	if (buf != NULL)
		errcontext("writing block %u of relation %s", buf->tag.blockNum,
				   relpathperm(buf->tag.rnode, buf->tag.forkNum));
}

/*
 * FlushBuffer
 *		Write a dirty buffer to its file (not yet to disk).
 *
 * Pin and share lock held; reln may be NULL.  WAL goes first.  Does nothing if
 * another process has written it meanwhile.
 */
void
FlushBuffer(BufferDesc *buf, SMgrRelation reln)
{
	ErrorContextCallback callback;
	XLogRecPtr lsn;
	uint32 state;
	char *bytes;
	instr_time start;

	if (!start_io(buf, false))
		return;
	callback.callback = describe_write;
	callback.arg = buf;
	callback.previous = error_context_stack;
	error_context_stack = &callback;
	if (reln == NULL)
		reln = smgropen(buf->tag.rnode, InvalidBackendId);

	/*
	 * From here on a change sets JUST_DIRTIED, and the buffer stays dirty.
	 * The LSN is read under the header lock, since hints set it so.
	 */
	state = LockBufHdr(buf);
	lsn = BufferGetLSN(buf);
	UnlockBufHdr(buf, state & ~BM_JUST_DIRTIED);
	if (state & BM_PERMANENT)
		storage_callbacks.xlog_flush(lsn);

	bytes = PageSetChecksumCopy((Page) BufHdrGetBlock(buf), buf->tag.blockNum);
	INSTR_TIME_SET_ZERO(start);
	if (track_io_timing)
		INSTR_TIME_SET_CURRENT(start);
	smgrwrite(reln, buf->tag.forkNum, buf->tag.blockNum, bytes, false);
	if (track_io_timing)
		add_io_time(&pgBufferUsage.blk_write_time, start);
	pgBufferUsage.shared_blks_written++;
	end_io(buf, true, 0);
	error_context_stack = callback.previous;
}

/* Write a buffer that is pinned and locked, if it is dirty. */
void
FlushOneBuffer(Buffer buffer)
{
	BufferDesc *buf = GetBufferDescriptor(buffer - 1);

	Assert(!BufferIsLocal(buffer));
	Assert(LWLockHeldByMe(BufferDescriptorGetContentLock(buf)));
	FlushBuffer(buf, NULL);
}

/*
 * buffer_write_locked
 *		Write a buffer whose header is locked: pin, lock, write, unpin.
 */
void
buffer_write_locked(BufferDesc *buf, uint32 state, SMgrRelation reln)
{
	pin_locked_buffer(buf, state);
	LWLockAcquire(BufferDescriptorGetContentLock(buf), LW_SHARED);
	FlushBuffer(buf, reln);
	LWLockRelease(BufferDescriptorGetContentLock(buf));
	unpin_buffer(buf);
}

int
buffer_private_pins(const BufferDesc *buf)
{
	return my_pins(buf);
}

/* ---- life of a process and a transaction ---- */

/* Pins must all have been released by now. */
static void
check_leaks(void)
{
	if (npinned == 0)
		return;
	for (int i = 0; i < NBuffers; i++)
		if (private_pins[i] != 0)
			PrintBufferLeakWarning(i + 1);
	Assert(npinned == 0);
}

void
AtEOXact_Buffers(bool isCommit)
{
	check_leaks();
	AtEOXact_LocalBuffers(isCommit);
}

void
AtProcExit_Buffers(int code, Datum arg)
{
	UnlockBuffers();
	check_leaks();
	AtProcExit_LocalBuffers();
}

/* Once per process that uses the pool. */
void
InitBufferPoolAccess(void)
{
	if (private_pins == NULL)
		private_pins = calloc(NBuffers, sizeof(int32));
	if (private_pins == NULL)
		ereport(FATAL, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	on_shmem_exit(AtProcExit_Buffers, 0);
}

void
PrintBufferLeakWarning(Buffer buffer)
{
	BufferDesc *buf = desc_of(buffer);
	bool local = BufferIsLocal(buffer);
	uint32 state = pg_atomic_read_u32(&buf->state);

	elog(WARNING, "buffer refcount leak: [%03d] (rel=%s, blockNum=%u, flags=0x%x, refcount=%u %d)",
		 buffer, relpathbackend(buf->tag.rnode, local ? MyBackendId : InvalidBackendId, buf->tag.forkNum),
		 buf->tag.blockNum, state & BUF_FLAG_MASK,
		 BUF_STATE_GET_REFCOUNT(state),
		 local ? LocalRefCount[-buffer - 1] : private_pins[buffer - 1]);
}
