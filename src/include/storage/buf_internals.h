/*
 * buf_internals.h
 *		Inside the buffer manager.
 *
 * Only for storage/buffer, and for modules that report on buffers
 * (pg_buffercache, pg_prewarm).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/buf_internals.h
 */
#ifndef BUF_INTERNALS_H
#define BUF_INTERNALS_H

#include "port/atomics.h"
#include "storage/bufmgr.h"
#include "storage/condition_variable.h"
#include "storage/latch.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "storage/smgr.h"
#include "utils/resowner.h"

/*
 * BufferDesc.state, one atomic word:
 *	bits 0-17	count of processes that hold a pin
 *	bits 18-21	usage count of the clock sweep
 *	bits 22-31	BM_ flags
 * BM_LOCKED is the header lock.  The tag may change only under the header lock
 * with no pin but one's own, and the flags other than by CAS only under it.
 */
#define BUF_REFCOUNT_ONE 1
#define BUF_REFCOUNT_MASK ((1U << 18) - 1)
#define BUF_USAGECOUNT_SHIFT 18
#define BUF_USAGECOUNT_ONE (1U << BUF_USAGECOUNT_SHIFT)
#define BUF_USAGECOUNT_MASK 0x003C0000U
#define BUF_FLAG_MASK 0xFFC00000U
#define BUF_STATE_GET_REFCOUNT(s) ((s) &BUF_REFCOUNT_MASK)
#define BUF_STATE_GET_USAGECOUNT(s) (((s) &BUF_USAGECOUNT_MASK) >> BUF_USAGECOUNT_SHIFT)
#define BM_MAX_USAGE_COUNT 5

#define BM_LOCKED (1U << 22) /* header lock */
#define BM_DIRTY (1U << 23) /* differs from the file */
#define BM_VALID (1U << 24) /* content is the block's */
#define BM_TAG_VALID (1U << 25) /* tag is in the hash table */
#define BM_IO_IN_PROGRESS (1U << 26)
#define BM_IO_ERROR (1U << 27) /* the last write failed */
#define BM_JUST_DIRTIED (1U << 28) /* dirtied since the write began */
#define BM_PIN_COUNT_WAITER (1U << 29) /* somebody waits for a sole pin */
#define BM_CHECKPOINT_NEEDED (1U << 30) /* the running checkpoint writes it */
#define BM_PERMANENT (1U << 31) /* neither unlogged nor temporary */

typedef struct buftag
{
	RelFileNode rnode;
	ForkNumber forkNum;
	BlockNumber blockNum;
} BufferTag;

StaticAssertDecl(sizeof(BufferTag) == 20, "a buffer tag has no padding");

#define CLEAR_BUFFERTAG(t) \
	((t) = (BufferTag){{0, 0, 0}, InvalidForkNumber, InvalidBlockNumber})
#define INIT_BUFFERTAG(t, node, fork, blk) \
	((t).rnode = (node), (t).forkNum = (fork), (t).blockNum = (blk))
#define BUFFERTAGS_EQUAL(a, b)                                     \
	((a).blockNum == (b).blockNum && (a).forkNum == (b).forkNum && \
	 RelFileNodeEquals((a).rnode, (b).rnode))

typedef struct BufferDesc
{
	BufferTag tag; /* see above */
	int buf_id; /* from 0; constant */
	pg_atomic_uint32 state;
	int wait_backend_pgprocno; /* waits for a sole pin; header lock */
	int freeNext; /* freelist link; strategy spinlock */
	LWLock content_lock;
} BufferDesc;

/* One cache line each, so that pins of neighbours do not collide. */
typedef union BufferDescPadded
{
	BufferDesc bufferdesc;
	char pad[64];
} BufferDescPadded;

#define FREENEXT_END_OF_LIST (-1)
#define FREENEXT_NOT_IN_LIST (-2)

#define GetBufferDescriptor(id) (&BufferDescriptors[id].bufferdesc)
#define GetLocalBufferDescriptor(id) (&LocalBufferDescriptors[id])
#define BufferDescriptorGetBuffer(d) ((d)->buf_id + 1)
#define BufferDescriptorGetContentLock(d) (&(d)->content_lock)
#define BufferDescriptorGetIOCV(d) (&BufferIOCVArray[(d)->buf_id].cv)
#define BufHdrGetBlock(d) ((Block) (BufferBlocks + (Size) (d)->buf_id * BLCKSZ))
#define BufferGetLSN(d) PageGetLSN(BufHdrGetBlock(d))

/* Hash partitions of the tag table. */
#define BufTableHashPartition(h) ((h) % NUM_BUFFER_PARTITIONS)
#define BufMappingPartitionLock(h) \
	(&MainLWLockArray[BUFFER_MAPPING_LWLOCK_OFFSET + BufTableHashPartition(h)].lock)
#define BufMappingPartitionLockByIndex(i) \
	(&MainLWLockArray[BUFFER_MAPPING_LWLOCK_OFFSET + (i)].lock)

/* A batch of writes whose write-back the kernel is asked to start. */
typedef struct PendingWriteback
{
	BufferTag tag;
} PendingWriteback;

#define WRITEBACK_MAX_PENDING_FLUSHES 256
#define DEFAULT_CHECKPOINT_FLUSH_AFTER 32
#define DEFAULT_BGWRITER_FLUSH_AFTER 64
#define DEFAULT_BACKEND_FLUSH_AFTER 0

typedef struct WritebackContext
{
	int *max_pending; /* the setting that limits nr_pending */
	int nr_pending;
	PendingWriteback pending_writebacks[WRITEBACK_MAX_PENDING_FLUSHES];
} WritebackContext;

/* What a checkpoint sorts its writes by. */
typedef struct CkptSortItem
{
	Oid tsId;
	Oid relNode;
	ForkNumber forkNum;
	BlockNumber blockNum;
	int buf_id;
} CkptSortItem;

/* storage/buffer/buf_init.c */
extern PGDLLIMPORT BufferDescPadded *BufferDescriptors;
extern PGDLLIMPORT ConditionVariableMinimallyPadded *BufferIOCVArray;
extern PGDLLIMPORT WritebackContext BackendWritebackContext;
extern PGDLLIMPORT CkptSortItem *CkptBufferIds;

/* storage/buffer/localbuf.c */
extern PGDLLIMPORT BufferDesc *LocalBufferDescriptors;
extern void AtEOXact_LocalBuffers(bool isCommit);
extern void DropRelFileNodeAllLocalBuffers(RelFileNode rnode);
extern void DropRelFileNodeLocalBuffers(RelFileNode rnode, ForkNumber forkNum,
										BlockNumber firstDelBlock);
extern BufferDesc *LocalBufferAlloc(SMgrRelation smgr, ForkNumber forkNum,
									BlockNumber blockNum, bool *foundPtr);
extern void MarkLocalBufferDirty(Buffer buffer);
extern PrefetchBufferResult PrefetchLocalBuffer(SMgrRelation smgr,
												ForkNumber forkNum,
												BlockNumber blockNum);

/* storage/buffer/bufmgr.c */
extern void FlushBuffer(BufferDesc *buf, SMgrRelation reln);
extern void buffer_wait_io(BufferDesc *buf);
extern void buffer_write_locked(BufferDesc *buf, uint32 state,
								SMgrRelation reln);
extern int buffer_private_pins(const BufferDesc *buf);
extern uint32 LockBufHdr(BufferDesc *desc);
static inline void
UnlockBufHdr(BufferDesc *desc, uint32 state)
{
	pg_write_barrier();
	pg_atomic_write_u32(&desc->state, state & ~BM_LOCKED);
}

/* storage/buffer/bufsync.c */
extern void WritebackContextInit(WritebackContext *context, int *max_pending);
extern void IssuePendingWritebacks(WritebackContext *context);
extern void ScheduleBufferTagForWriteback(WritebackContext *context,
										  BufferTag *tag);

/* storage/buffer/freelist.c */
extern bool have_free_buffer(void);
extern void StrategyFreeBuffer(BufferDesc *buf);
extern BufferDesc *StrategyGetBuffer(BufferAccessStrategy strategy,
									 uint32 *buf_state);
extern void StrategyInitialize(bool init);
extern void StrategyNotifyBgWriter(int bgwprocno);
extern bool StrategyRejectBuffer(BufferAccessStrategy strategy,
								 BufferDesc *buf);
extern Size StrategyShmemSize(void);
extern int StrategySyncStart(uint32 *complete_passes, uint32 *num_buf_alloc);

/* storage/buffer/buf_table.c */
extern Size BufTableShmemSize(int nbuffers);
extern void InitBufTable(int nbuffers);
extern uint32 BufTableHashCode(const BufferTag *tag);
extern int BufTableLookup(const BufferTag *tag, uint32 hashcode);
extern int BufTableInsert(const BufferTag *tag, uint32 hashcode, int buf_id);
extern void BufTableDelete(const BufferTag *tag, uint32 hashcode, int buf_id);

#endif /* BUF_INTERNALS_H */
