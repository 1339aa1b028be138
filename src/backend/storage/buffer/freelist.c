/*
 * freelist.c
 *		Which buffer to use next.
 *
 * Buffers that were never used, or whose relation is gone, are on a
 * freelist. Otherwise a clock hand goes round: it lowers usage counts, and
 * takes the first unpinned buffer whose count is 0. Bulk work goes round a
 * small ring of its own, so that it does not empty the pool.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/buffer/freelist.c
 */
#include "postgres.h"

#include <sys/mman.h>

#include "miscadmin.h"
#include "storage/buf_internals.h"
#include "storage/bufmgr.h"
#include "storage/proc.h"
#include "utils/memutils.h"

#define RING_BULKREAD (256 * 1024 / BLCKSZ)
#define RING_BULKWRITE (16 * 1024 * 1024 / BLCKSZ)
#define RING_VACUUM (256 * 1024 / BLCKSZ)

/* Blocks that are given memory together when the first of them is used. */
#define POPULATE_BLOCKS (128 * 1024 / BLCKSZ)

typedef struct BufferStrategyControl
{
	slock_t lock; /* guards the freelist, passes, bgwprocno */
	pg_atomic_uint32 hand; /* goes on; modulo NBuffers is the next victim */
	int first_free; /* freelist, or FREENEXT_END_OF_LIST */
	uint32 passes; /* full turns of the hand */
	pg_atomic_uint32 allocs; /* buffers given out since the last count */
	int bgwprocno; /* who wants to be woken by an allocation; -1 */
} BufferStrategyControl;

static BufferStrategyControl *control = NULL;

typedef struct BufferAccessStrategyData
{
	BufferAccessStrategyType btype;
	int nbuffers;
	int current; /* slot of the buffer given out last */
	bool current_was_in_ring;
	Buffer buffers[FLEXIBLE_ARRAY_MEMBER]; /* InvalidBuffer: not yet filled */
} BufferAccessStrategyData;

/* ---- set-up ---- */

Size
StrategyShmemSize(void)
{
	return add_size(BufTableShmemSize(NBuffers),
					CACHELINEALIGN(sizeof(BufferStrategyControl)));
}

void
StrategyInitialize(bool init)
{
	bool found;

	InitBufTable(NBuffers);
	control = ShmemInitStruct("Buffer Strategy Status",
							  sizeof(BufferStrategyControl), &found);
	if (found)
		return;
	Assert(init);
	SpinLockInit(&control->lock);
	control->first_free = 0;
	pg_atomic_init_u32(&control->hand, 0);
	control->passes = 0;
	pg_atomic_init_u32(&control->allocs, 0);
	control->bgwprocno = -1;
}

/* ---- rings ---- */

/*
 * GetAccessStrategy
 *		A ring for one scan or bulk operation; palloc'd.
 *
 * NULL, which is the normal strategy, for BAS_NORMAL.
 */
BufferAccessStrategy
GetAccessStrategy(BufferAccessStrategyType btype)
{
	BufferAccessStrategy ring;
	int n = 0;

	switch (btype)
	{
		case BAS_NORMAL:
			return NULL;
		case BAS_BULKREAD:
			n = RING_BULKREAD;
			break;
		case BAS_BULKWRITE:
			n = RING_BULKWRITE;
			break;
		case BAS_VACUUM:
			n = RING_VACUUM;
			break;
	}
	n = Max(Min(n, NBuffers / 8), 1);
	ring = (BufferAccessStrategy)
		palloc0(offsetof(BufferAccessStrategyData, buffers) + n * sizeof(Buffer));
	ring->btype = btype;
	ring->nbuffers = n;
	return ring;
}

void
FreeAccessStrategy(BufferAccessStrategy strategy)
{
	if (strategy != NULL)
		pfree(strategy);
}

/* The next buffer of the ring, header locked, if it can be used again. */
static BufferDesc *
from_ring(BufferAccessStrategy ring, uint32 *buf_state)
{
	BufferDesc *buf;
	Buffer b;
	uint32 state;

	ring->current = (ring->current + 1) % ring->nbuffers;
	ring->current_was_in_ring = false;
	b = ring->buffers[ring->current];
	if (b == InvalidBuffer)
		return NULL;
	buf = GetBufferDescriptor(b - 1);
	state = LockBufHdr(buf);
	/* a count above 1 means that others have found it useful */
	if (BUF_STATE_GET_REFCOUNT(state) == 0 &&
		BUF_STATE_GET_USAGECOUNT(state) <= 1)
	{
		ring->current_was_in_ring = true;
		*buf_state = state;
		return buf;
	}
	UnlockBufHdr(buf, state);
	return NULL;
}

static void
into_ring(BufferAccessStrategy ring, BufferDesc *buf)
{
	if (ring != NULL)
		ring->buffers[ring->current] = BufferDescriptorGetBuffer(buf);
}

/*
 * StrategyRejectBuffer
 *		Reusing this ring buffer would need a WAL flush: take another?
 *
 * A read-only scan does not wait for others' WAL; the buffer leaves its ring.
 */
bool
StrategyRejectBuffer(BufferAccessStrategy strategy, BufferDesc *buf)
{
	if (strategy->btype != BAS_BULKREAD || !strategy->current_was_in_ring ||
		strategy->buffers[strategy->current] != BufferDescriptorGetBuffer(buf))
		return false;
	strategy->buffers[strategy->current] = InvalidBuffer;
	return true;
}

/* ---- the clock ---- */

/* Move the hand on; returns the buffer it points at. */
static int
clock_tick(void)
{
	uint32 n = (uint32) NBuffers;
	uint32 at = pg_atomic_fetch_add_u32(&control->hand, 1);

	if (at < n)
		return at;
	if (at % n == 0)
	{
		/* the one who comes round takes the turn off the counter */
		uint32 expected = at + 1;

		SpinLockAcquire(&control->lock);
		while (!pg_atomic_compare_exchange_u32(&control->hand, &expected,
											   expected % n))
			;
		control->passes++;
		SpinLockRelease(&control->lock);
	}
	return at % n;
}

/*
 * Shared memory gets its pages at their first use, one page fault each.  Buffers
 * leave the freelist in order, so have the kernel provide those of the next blocks
 * in one call; that is a fraction of the cost where faults are expensive.
 * A kernel that cannot do it (before Linux 5.14) is not asked again.
 */
static void
populate_blocks(int buf_id)
{
#ifdef MADV_POPULATE_WRITE
	static bool works = true;
	int n = Min(POPULATE_BLOCKS, NBuffers - buf_id);

	if (works && buf_id % POPULATE_BLOCKS == 0)
		works = madvise(BufferBlocks + buf_id * (Size) BLCKSZ, n * (Size) BLCKSZ, MADV_POPULATE_WRITE) == 0;
#endif
}

static BufferDesc *
pop_freelist(void)
{
	BufferDesc *buf = NULL;

	if (control->first_free < 0)
		return NULL; /* unlocked: the list is nearly always empty */
	SpinLockAcquire(&control->lock);
	if (control->first_free >= 0)
	{
		buf = GetBufferDescriptor(control->first_free);
		control->first_free = buf->freeNext;
		buf->freeNext = FREENEXT_NOT_IN_LIST;
	}
	SpinLockRelease(&control->lock);
	if (buf != NULL)
		populate_blocks(buf->buf_id);
	return buf;
}

static void
wake_bgwriter(void)
{
	int procno = *(volatile int *) &control->bgwprocno;

	if (procno == -1)
		return;
	control->bgwprocno = -1; /* once; a lost update is one more wake-up */
	SetLatch(&ProcGlobal->allProcs[procno].procLatch);
}

/*
 * StrategyGetBuffer
 *		A buffer that can be reused: unpinned, its header locked.
 *
 * It may be dirty, and in the table.  ERROR if all buffers are pinned.
 */
BufferDesc *
StrategyGetBuffer(BufferAccessStrategy strategy, uint32 *buf_state)
{
	BufferDesc *buf;
	int tries = NBuffers;

	if (strategy != NULL && (buf = from_ring(strategy, buf_state)) != NULL)
		return buf;
	wake_bgwriter();
	pg_atomic_fetch_add_u32(&control->allocs, 1);

	while ((buf = pop_freelist()) != NULL)
	{
		uint32 state = LockBufHdr(buf);

		/* it may have been used since it was put on the list */
		if (BUF_STATE_GET_REFCOUNT(state) == 0 &&
			BUF_STATE_GET_USAGECOUNT(state) == 0)
		{
			into_ring(strategy, buf);
			*buf_state = state;
			return buf;
		}
		UnlockBufHdr(buf, state);
	}

	for (;;)
	{
		uint32 state;

		buf = GetBufferDescriptor(clock_tick());
		state = LockBufHdr(buf);
		if (BUF_STATE_GET_REFCOUNT(state) == 0)
		{
			if (BUF_STATE_GET_USAGECOUNT(state) == 0)
			{
				into_ring(strategy, buf);
				*buf_state = state;
				return buf;
			}
			state -= BUF_USAGECOUNT_ONE;
			tries = NBuffers;
		}
		else if (--tries == 0)
		{
			UnlockBufHdr(buf, state);
			elog(ERROR, "no unpinned buffers available");
		}
		UnlockBufHdr(buf, state);
	}
}

/* Put an unused buffer on the freelist. */
void
StrategyFreeBuffer(BufferDesc *buf)
{
	SpinLockAcquire(&control->lock);
	if (buf->freeNext == FREENEXT_NOT_IN_LIST)
	{
		buf->freeNext = control->first_free < 0 ? FREENEXT_END_OF_LIST : control->first_free;
		control->first_free = buf->buf_id;
	}
	SpinLockRelease(&control->lock);
}

/* Is there one?  For prewarming, which stops when there is none. */
bool
have_free_buffer(void)
{
	return control->first_free >= 0;
}

/* ---- for the background writer ---- */

/*
 * StrategySyncStart
 *		Where the hand is; full turns so far, and buffers given out since the
 *		last call (both optional).
 */
int
StrategySyncStart(uint32 *complete_passes, uint32 *num_buf_alloc)
{
	uint32 hand;
	int result;

	SpinLockAcquire(&control->lock);
	hand = pg_atomic_read_u32(&control->hand);
	result = hand % NBuffers;
	if (complete_passes)
		*complete_passes = control->passes + hand / NBuffers;
	if (num_buf_alloc)
		*num_buf_alloc = pg_atomic_exchange_u32(&control->allocs, 0);
	SpinLockRelease(&control->lock);
	return result;
}

/* Wake this process (-1: none) at the next allocation. */
void
StrategyNotifyBgWriter(int bgwprocno)
{
	SpinLockAcquire(&control->lock);
	control->bgwprocno = bgwprocno;
	SpinLockRelease(&control->lock);
}
