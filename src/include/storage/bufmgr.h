/*
 * bufmgr.h
 *		The buffer manager's interface.
 *
 * See storage/buffer/README: pin before use, content lock before reading or
 * changing a page, mark dirty before the WAL record, WAL before data.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/bufmgr.h
 */
#ifndef BUFMGR_H
#define BUFMGR_H

#include "storage/block.h"
#include "storage/buf.h"
#include "storage/bufpage.h"
#include "storage/bufusage.h"
#include "storage/relfilenode.h"
#include "utils/relcache.h"
#include "utils/snapmgr.h"

struct SMgrRelationData;

typedef void *Block;

typedef enum BufferAccessStrategyType
{
	BAS_NORMAL,
	BAS_BULKREAD, /* large sequential scan */
	BAS_BULKWRITE, /* COPY and the like */
	BAS_VACUUM
} BufferAccessStrategyType;

typedef enum
{
	RBM_NORMAL,
	RBM_ZERO_AND_LOCK, /* do not read; return zeroed and locked */
	RBM_ZERO_AND_CLEANUP_LOCK,
	RBM_ZERO_ON_ERROR, /* read; a damaged page becomes zeros */
	RBM_NORMAL_NO_LOG /* past the end of file: InvalidBuffer */
} ReadBufferMode;

typedef struct PrefetchBufferResult
{
	Buffer recent_buffer; /* where it is already, or InvalidBuffer */
	bool initiated_io;
} PrefetchBufferResult;

#define P_NEW InvalidBlockNumber /* extend the relation by one block */

#define BUFFER_LOCK_UNLOCK 0
#define BUFFER_LOCK_SHARE 1
#define BUFFER_LOCK_EXCLUSIVE 2

#define MAX_IO_CONCURRENCY 1000
#define DEFAULT_EFFECTIVE_IO_CONCURRENCY 1
#define DEFAULT_MAINTENANCE_IO_CONCURRENCY 10

/* settings and state: storage/buffer/bufmgr.c, buf_init.c, localbuf.c */
extern PGDLLIMPORT int backend_flush_after;
extern PGDLLIMPORT int bgwriter_flush_after;
extern PGDLLIMPORT int bgwriter_lru_maxpages;
extern PGDLLIMPORT double bgwriter_lru_multiplier;
extern PGDLLIMPORT char *BufferBlocks;
extern PGDLLIMPORT int checkpoint_flush_after;
extern PGDLLIMPORT int effective_io_concurrency;
extern PGDLLIMPORT Block *LocalBufferBlockPointers;
extern PGDLLIMPORT int32 *LocalRefCount;
extern PGDLLIMPORT int maintenance_io_concurrency;
extern PGDLLIMPORT int NLocBuffer;
extern PGDLLIMPORT bool track_io_timing;
extern PGDLLIMPORT bool zero_damaged_pages;
/* utils/init/globals.c */
extern PGDLLIMPORT int NBuffers;

static inline bool
BufferIsValid(Buffer buf)
{
	Assert(buf <= NBuffers && buf >= -NLocBuffer);
	return buf != InvalidBuffer;
}

static inline Block
BufferGetBlock(Buffer buf)
{
	Assert(BufferIsValid(buf));
	if (BufferIsLocal(buf))
		return LocalBufferBlockPointers[-buf - 1];
	return (Block) (BufferBlocks + (Size) (buf - 1) * BLCKSZ);
}

static inline Page
BufferGetPage(Buffer buf)
{
	return (Page) BufferGetBlock(buf);
}

#define BufferGetPageSize(buf) ((Size) BLCKSZ)

/*
 * TestForOldSnapshot: old_snapshot_threshold is not supported, so that no
 * snapshot is ever too old and there is nothing to test.
 */
#define TestForOldSnapshot(snapshot, relation, page) ((void) 0)

/* storage/buffer/bufmgr.c: get and give back */
extern Buffer ReadBuffer(Relation reln, BlockNumber blockNum);
extern Buffer ReadBufferExtended(Relation reln, ForkNumber forkNum,
								 BlockNumber blockNum, ReadBufferMode mode,
								 BufferAccessStrategy strategy);
extern Buffer ReadBufferWithoutRelcache(RelFileNode rnode, ForkNumber forkNum,
										BlockNumber blockNum,
										ReadBufferMode mode,
										BufferAccessStrategy strategy,
										bool permanent);
extern bool ReadRecentBuffer(RelFileNode rnode, ForkNumber forkNum,
							 BlockNumber blockNum, Buffer recent_buffer);
extern PrefetchBufferResult PrefetchBuffer(Relation reln, ForkNumber forkNum,
										   BlockNumber blockNum);
extern PrefetchBufferResult PrefetchSharedBuffer(struct SMgrRelationData *smgr,
												 ForkNumber forkNum,
												 BlockNumber blockNum);
extern void IncrBufferRefCount(Buffer buffer);
extern void ReleaseBuffer(Buffer buffer);
extern void UnlockReleaseBuffer(Buffer buffer);
extern Buffer ReleaseAndReadBuffer(Buffer buffer, Relation relation,
								   BlockNumber blockNum);

/* storage/buffer/bufmgr.c: content locks */
extern bool ConditionalLockBuffer(Buffer buffer);
extern bool ConditionalLockBufferForCleanup(Buffer buffer);
extern bool HoldingBufferPinThatDelaysRecovery(void);
extern bool IsBufferCleanupOK(Buffer buffer);
extern void LockBuffer(Buffer buffer, int mode);
extern void LockBufferForCleanup(Buffer buffer);
extern void UnlockBuffers(void);

/* storage/buffer/bufmgr.c: state of one buffer */
extern void MarkBufferDirty(Buffer buffer);
extern void MarkBufferDirtyHint(Buffer buffer, bool buffer_std);
extern bool BufferIsPermanent(Buffer buffer);
extern XLogRecPtr BufferGetLSNAtomic(Buffer buffer);
extern BlockNumber BufferGetBlockNumber(Buffer buffer);
extern void BufferGetTag(Buffer buffer, RelFileNode *rnode,
						 ForkNumber *forknum, BlockNumber *blknum);

/* storage/buffer/bufmgr.c: whole relations and databases */
extern BlockNumber RelationGetNumberOfBlocksInFork(Relation relation,
												   ForkNumber forkNum);
#define RelationGetNumberOfBlocks(rel) \
	RelationGetNumberOfBlocksInFork(rel, MAIN_FORKNUM)
extern void FlushOneBuffer(Buffer buffer);
extern void FlushRelationBuffers(Relation rel);
extern void FlushRelationsAllBuffers(struct SMgrRelationData **smgrs, int nrels);
extern void FlushDatabaseBuffers(Oid dbid);
extern void DropRelFileNodeBuffers(struct SMgrRelationData *smgr_reln,
								   ForkNumber *forkNum, int nforks,
								   BlockNumber *firstDelBlock);
extern void DropRelFileNodesAllBuffers(struct SMgrRelationData **smgr_reln,
									   int nnodes);
extern void DropDatabaseBuffers(Oid dbid);

/* storage/buffer/bufmgr.c: life of a process, checkpoints, background writer */
extern void InitBufferPoolAccess(void);
extern void AtEOXact_Buffers(bool isCommit);
extern void PrintBufferLeakWarning(Buffer buffer);
extern void AtProcExit_Buffers(int code, Datum arg);
extern void CheckPointBuffers(int flags);
extern void AbortBufferIO(void);
struct WritebackContext;
extern bool BgBufferSync(struct WritebackContext *wb_context);

/* storage/buffer/buf_init.c */
extern void InitBufferPool(void);
extern Size BufferShmemSize(void);

/* storage/buffer/localbuf.c */
extern void AtProcExit_LocalBuffers(void);

/* storage/buffer/freelist.c */
extern BufferAccessStrategy GetAccessStrategy(BufferAccessStrategyType btype);
extern void FreeAccessStrategy(BufferAccessStrategy strategy);

#endif /* BUFMGR_H */
