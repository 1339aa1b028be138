/*
 * bufsync.c
 *		What goes through the whole buffer pool.
 *
 * Checkpoints, the background writer, write-back hints, and dropping or
 * flushing the buffers of relations and databases.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/buffer/bufsync.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "pgstat.h"
#include "storage/buf_internals.h"
#include "storage/bufmgr.h"
#include "storage/proc.h"
#include "storage/smgr.h"
#include "storage/storage_callbacks.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/resowner_private.h"
#include "utils/wait_event.h"

#define BUF_WRITTEN 0x01
#define BUF_REUSABLE 0x02

/* Up to so many relations are compared one by one. */
#define LINEAR_SEARCH_LIMIT 20
/* A truncation of fewer blocks looks each up instead of scanning the pool. */
#define DROP_SCAN_THRESHOLD ((uint64) (NBuffers / 32))

int bgwriter_lru_maxpages = 100;
double bgwriter_lru_multiplier = 2.0;
int checkpoint_flush_after = DEFAULT_CHECKPOINT_FLUSH_AFTER;
int bgwriter_flush_after = DEFAULT_BGWRITER_FLUSH_AFTER;
int backend_flush_after = DEFAULT_BACKEND_FLUSH_AFTER;

/* ---- write-back: have the kernel write before the fsync ---- */

void
WritebackContextInit(WritebackContext *context, int *max_pending)
{
	context->max_pending = max_pending;
	context->nr_pending = 0;
}

static int
compare_tags(const BufferTag *a, const BufferTag *b)
{
#define CMP(f)        \
	if (a->f != b->f) \
	return a->f < b->f ? -1 : 1
	CMP(rnode.spcNode);
	CMP(rnode.dbNode);
	CMP(rnode.relNode);
	CMP(forkNum);
	CMP(blockNum);
#undef CMP
	return 0;
}

static int
compare_pending(const void *a, const void *b)
{
	return compare_tags(&((const PendingWriteback *) a)->tag,
						&((const PendingWriteback *) b)->tag);
}

/* Hand over what has been gathered, neighbouring blocks together. */
void
IssuePendingWritebacks(WritebackContext *context)
{
	int n = context->nr_pending;
	int i = 0;

	if (n == 0)
		return;
	qsort(context->pending_writebacks, n, sizeof(PendingWriteback),
		  compare_pending);
	while (i < n)
	{
		BufferTag *first = &context->pending_writebacks[i].tag;
		BlockNumber nblocks = 1;

		for (i++; i < n; i++)
		{
			BufferTag *next = &context->pending_writebacks[i].tag;
			BufferTag expected = *first;

			expected.blockNum = first->blockNum + nblocks - 1;
			if (BUFFERTAGS_EQUAL(*next, expected))
				continue; /* the same block again */
			expected.blockNum++;
			if (!BUFFERTAGS_EQUAL(*next, expected))
				break;
			nblocks++;
		}
		smgrwriteback(smgropen(first->rnode, InvalidBackendId), first->forkNum,
					  first->blockNum, nblocks);
	}
	context->nr_pending = 0;
}

/* A block was written: gather it. */
void
ScheduleBufferTagForWriteback(WritebackContext *context, BufferTag *tag)
{
	if (!enableFsync)
		return;
	if (*context->max_pending > 0)
		context->pending_writebacks[context->nr_pending++].tag = *tag;
	if (context->nr_pending >= Min(*context->max_pending,
								   WRITEBACK_MAX_PENDING_FLUSHES))
		IssuePendingWritebacks(context);
}

/* ---- checkpoints and background writer ---- */

/*
 * Write one buffer if it is dirty.  skip_recently_used: only if the clock
 * could take it now.  Returns BUF_ bits.
 */
static int
sync_one_buffer(int buf_id, bool skip_recently_used, WritebackContext *wb)
{
	BufferDesc *buf = GetBufferDescriptor(buf_id);
	int result = 0;
	BufferTag tag;
	uint32 state;

	ResourceOwnerEnlargeBuffers(CurrentResourceOwner);
	state = LockBufHdr(buf);
	if (BUF_STATE_GET_REFCOUNT(state) == 0 &&
		BUF_STATE_GET_USAGECOUNT(state) == 0)
		result |= BUF_REUSABLE;
	else if (skip_recently_used)
	{
		UnlockBufHdr(buf, state);
		return result;
	}
	if (!(state & BM_VALID) || !(state & BM_DIRTY))
	{
		UnlockBufHdr(buf, state);
		return result;
	}
	tag = buf->tag;
	buffer_write_locked(buf, state, NULL);
	ScheduleBufferTagForWriteback(wb, &tag);
	return result | BUF_WRITTEN;
}

static int
compare_ckpt_items(const void *a, const void *b)
{
	const CkptSortItem *x = (const CkptSortItem *) a;
	const CkptSortItem *y = (const CkptSortItem *) b;

#define CMP(f)        \
	if (x->f != y->f) \
	return x->f < y->f ? -1 : 1
	CMP(tsId);
	CMP(relNode);
	CMP(forkNum);
	CMP(blockNum);
#undef CMP
	return 0;
}

/* Mark all dirty buffers as this checkpoint's, and list them. */
static int
collect_dirty_buffers(uint32 mask)
{
	int n = 0;

	for (int i = 0; i < NBuffers; i++)
	{
		BufferDesc *buf = GetBufferDescriptor(i);
		uint32 state = LockBufHdr(buf);

		if ((state & mask) == mask)
		{
			CkptSortItem *item = &CkptBufferIds[n++];

			state |= BM_CHECKPOINT_NEEDED;
			item->buf_id = i;
			item->tsId = buf->tag.rnode.spcNode;
			item->relNode = buf->tag.rnode.relNode;
			item->forkNum = buf->tag.forkNum;
			item->blockNum = buf->tag.blockNum;
		}
		UnlockBufHdr(buf, state);
	}
	return n;
}

/* The part of the sorted list that lies in one tablespace. */
typedef struct TablespaceShare
{
	int next; /* index in CkptBufferIds */
	int first;
	int end;
} TablespaceShare;

static TablespaceShare *
split_by_tablespace(int n, int *nshares)
{
	TablespaceShare *shares = NULL;
	int count = 0;

	for (int i = 0; i < n; i++)
	{
		if (i == 0 || CkptBufferIds[i].tsId != CkptBufferIds[i - 1].tsId)
		{
			shares = shares == NULL ? palloc(sizeof(TablespaceShare)) : repalloc(shares, (count + 1) * sizeof(TablespaceShare));
			shares[count].first = shares[count].next = i;
			count++;
		}
		shares[count - 1].end = i + 1;
	}
	*nshares = count;
	return shares;
}

/* The share that is least far; all are to end together. */
static TablespaceShare *
least_advanced(TablespaceShare *shares, int n)
{
	TablespaceShare *best = NULL;
	double best_progress = 2;

	for (int i = 0; i < n; i++)
	{
		TablespaceShare *s = &shares[i];
		double progress = (double) (s->next - s->first) / (s->end - s->first);

		if (s->next < s->end && progress < best_progress)
		{
			best = s;
			best_progress = progress;
		}
	}
	return best;
}

/*
 * CheckPointBuffers
 *		Write all buffers that are dirty now.
 *
 * In the order of their place on disk, spread over the tablespaces and, by
 * the write delay, over time.  Unlogged relations only if the checkpoint is
 * one that nobody recovers from.
 */
void
CheckPointBuffers(int flags)
{
	WritebackContext wb;
	uint32 mask = BM_DIRTY;
	TablespaceShare *shares;
	TablespaceShare *s;
	int nshares;
	int ntotal;
	int ndone = 0;
	int nwritten = 0;

	if (!(flags & (CHECKPOINT_IS_SHUTDOWN | CHECKPOINT_END_OF_RECOVERY | CHECKPOINT_FLUSH_ALL)))
		mask |= BM_PERMANENT;
	ntotal = collect_dirty_buffers(mask);
	if (ntotal == 0)
		return;
	WritebackContextInit(&wb, &checkpoint_flush_after);
	qsort(CkptBufferIds, ntotal, sizeof(CkptSortItem), compare_ckpt_items);
	shares = split_by_tablespace(ntotal, &nshares);

	while ((s = least_advanced(shares, nshares)) != NULL)
	{
		int buf_id = CkptBufferIds[s->next++].buf_id;

		/* if it is no longer marked, somebody else has written it */
		if ((pg_atomic_read_u32(&GetBufferDescriptor(buf_id)->state) &
			 BM_CHECKPOINT_NEEDED) &&
			(sync_one_buffer(buf_id, false, &wb) & BUF_WRITTEN))
			nwritten++;
		ndone++;
		storage_callbacks.checkpoint_write_delay(flags, (double) ndone / ntotal);
	}
	IssuePendingWritebacks(&wb);
	storage_callbacks.count_buffers_written(nwritten);
	PendingCheckpointerStats.buf_written_checkpoints += nwritten;
	pfree(shares);
}

/*
 * BgBufferSync
 *		One round of the background writer: clean buffers ahead of the clock.
 *
 * As many as will be wanted until the next round, by the recent rate.  True if
 * there is nothing to do, so that the writer may sleep longer.
 *
 * cleaned_to is a position on an endless line (pass * NBuffers + buffer) up to
 * which this process has looked.
 */
bool
BgBufferSync(WritebackContext *wb_context)
{
	static int64 cleaned_to = -1;
	static double smoothed_alloc = 0;
	uint32 passes;
	uint32 recent_alloc;
	int hand = StrategySyncStart(&passes, &recent_alloc);
	int64 at = (int64) passes * NBuffers + hand;
	int64 lap_end = at + NBuffers;
	int wanted;
	int reusable = 0;
	int nwritten = 0;

	PendingBgWriterStats.buf_alloc += recent_alloc;
	if (bgwriter_lru_maxpages <= 0)
	{
		cleaned_to = -1;
		return true;
	}
	/* rise at once with the load, fall slowly */
	if (smoothed_alloc <= recent_alloc)
		smoothed_alloc = recent_alloc;
	else
		smoothed_alloc += (recent_alloc - smoothed_alloc) / 16;

	if (cleaned_to < at || cleaned_to > lap_end)
		cleaned_to = at; /* the clock has overtaken us */
	wanted = (int) (smoothed_alloc * bgwriter_lru_multiplier) + 1;

	/* what lies between the hand and cleaned_to was clean a while ago */
	reusable = (int) Min((cleaned_to - at) / 4, wanted);
	while (cleaned_to < lap_end && reusable < wanted)
	{
		int state = sync_one_buffer((int) (cleaned_to % NBuffers), true,
									wb_context);

		cleaned_to++;
		if (state & BUF_WRITTEN)
		{
			reusable++;
			if (++nwritten >= bgwriter_lru_maxpages)
			{
				PendingBgWriterStats.maxwritten_clean++;
				break;
			}
		}
		else if (state & BUF_REUSABLE)
			reusable++;
	}
	PendingBgWriterStats.buf_written_clean += nwritten;
	return cleaned_to >= lap_end && recent_alloc == 0;
}

/* ---- dropping ---- */

/*
 * Make a buffer empty, without writing it; its header is locked, and unlocked
 * at return.  The caller knows that nobody will want the block any more; a
 * write or read under way is waited for.
 */
static void
invalidate_buffer(BufferDesc *buf, uint32 state)
{
	BufferTag tag = buf->tag;
	uint32 hash = BufTableHashCode(&tag);
	LWLock *partition = BufMappingPartitionLock(hash);

	UnlockBufHdr(buf, state);
	for (;;)
	{
		LWLockAcquire(partition, LW_EXCLUSIVE);
		state = LockBufHdr(buf);
		if (!BUFFERTAGS_EQUAL(buf->tag, tag))
		{
			UnlockBufHdr(buf, state);
			LWLockRelease(partition);
			return;
		}
		if (BUF_STATE_GET_REFCOUNT(state) == 0)
			break;
		UnlockBufHdr(buf, state);
		LWLockRelease(partition);
		if (buffer_private_pins(buf) > 0)
			elog(ERROR, "buffer is pinned in InvalidateBuffer");
		buffer_wait_io(buf);
	}
	if (state & BM_TAG_VALID)
		BufTableDelete(&tag, hash, buf->buf_id);
	CLEAR_BUFFERTAG(buf->tag);
	UnlockBufHdr(buf, state & ~(BUF_FLAG_MASK | BUF_USAGECOUNT_MASK));
	LWLockRelease(partition);
	StrategyFreeBuffer(buf);
}

/* Drop the buffers of blocks first..end of a fork by looking each up. */
static void
drop_by_lookup(RelFileNode rnode, ForkNumber fork, BlockNumber first,
			   BlockNumber end)
{
	for (BlockNumber blkno = first; blkno < end; blkno++)
	{
		BufferTag tag;
		uint32 hash;
		uint32 state;
		BufferDesc *buf;
		int id;

		INIT_BUFFERTAG(tag, rnode, fork, blkno);
		hash = BufTableHashCode(&tag);
		LWLockAcquire(BufMappingPartitionLock(hash), LW_SHARED);
		id = BufTableLookup(&tag, hash);
		LWLockRelease(BufMappingPartitionLock(hash));
		if (id < 0)
			continue;
		buf = GetBufferDescriptor(id);
		state = LockBufHdr(buf);
		if (BUFFERTAGS_EQUAL(buf->tag, tag))
			invalidate_buffer(buf, state);
		else
			UnlockBufHdr(buf, state);
	}
}

/* In recovery lengths are known, so that few blocks can be looked up. */
static bool
drop_few_blocks(SMgrRelation reln, const ForkNumber *forks, int nforks,
				const BlockNumber *first)
{
	uint64 total = 0;

	for (int j = 0; j < nforks; j++)
	{
		BlockNumber n = smgrnblocks_cached(reln, forks[j]);

		if (n == InvalidBlockNumber)
			return false;
		if (n > first[j])
			total += n - first[j];
	}
	if (total >= DROP_SCAN_THRESHOLD)
		return false;
	for (int j = 0; j < nforks; j++)
		drop_by_lookup(reln->smgr_rnode.node, forks[j], first[j],
					   smgrnblocks_cached(reln, forks[j]));
	return true;
}

/*
 * DropRelFileNodeBuffers
 *		Forget the buffers of forks from a block on, dirty or not.
 *
 * For truncation, with AccessExclusiveLock held.
 */
void
DropRelFileNodeBuffers(SMgrRelation smgr_reln, ForkNumber *forkNum, int nforks,
					   BlockNumber *firstDelBlock)
{
	RelFileNode rnode = smgr_reln->smgr_rnode.node;

	if (SmgrIsTemp(smgr_reln))
	{
		if (smgr_reln->smgr_rnode.backend == MyBackendId)
			for (int j = 0; j < nforks; j++)
				DropRelFileNodeLocalBuffers(rnode, forkNum[j], firstDelBlock[j]);
		return;
	}
	if (drop_few_blocks(smgr_reln, forkNum, nforks, firstDelBlock))
		return;
	for (int i = 0; i < NBuffers; i++)
	{
		BufferDesc *buf = GetBufferDescriptor(i);
		uint32 state;
		bool drop = false;

		/* a buffer cannot become this relation's while we hold its lock */
		if (!RelFileNodeEquals(buf->tag.rnode, rnode))
			continue;
		state = LockBufHdr(buf);
		for (int j = 0; j < nforks && !drop; j++)
			drop = RelFileNodeEquals(buf->tag.rnode, rnode) &&
				buf->tag.forkNum == forkNum[j] &&
				buf->tag.blockNum >= firstDelBlock[j];
		if (drop)
			invalidate_buffer(buf, state);
		else
			UnlockBufHdr(buf, state);
	}
}

static int
compare_rnodes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(RelFileNode));
}

static bool
rnode_in_list(const RelFileNode *list, int n, RelFileNode rnode)
{
	if (n > LINEAR_SEARCH_LIMIT)
		return bsearch(&rnode, list, n, sizeof(RelFileNode), compare_rnodes) != NULL;
	for (int i = 0; i < n; i++)
		if (RelFileNodeEquals(list[i], rnode))
			return true;
	return false;
}

/* Forget all buffers of these relations, which are being dropped. */
void
DropRelFileNodesAllBuffers(SMgrRelation *smgr_reln, int nnodes)
{
	RelFileNode *nodes = palloc(sizeof(RelFileNode) * Max(nnodes, 1));
	int n = 0;

	for (int i = 0; i < nnodes; i++)
	{
		if (!SmgrIsTemp(smgr_reln[i]))
			nodes[n++] = smgr_reln[i]->smgr_rnode.node;
		else if (smgr_reln[i]->smgr_rnode.backend == MyBackendId)
			DropRelFileNodeAllLocalBuffers(smgr_reln[i]->smgr_rnode.node);
	}
	if (n > LINEAR_SEARCH_LIMIT)
		qsort(nodes, n, sizeof(RelFileNode), compare_rnodes);
	for (int i = 0; n > 0 && i < NBuffers; i++)
	{
		BufferDesc *buf = GetBufferDescriptor(i);
		uint32 state;

		if (!rnode_in_list(nodes, n, buf->tag.rnode))
			continue;
		state = LockBufHdr(buf);
		if (rnode_in_list(nodes, n, buf->tag.rnode))
			invalidate_buffer(buf, state);
		else
			UnlockBufHdr(buf, state);
	}
	pfree(nodes);
}

/* Forget all buffers of a database that is being dropped. */
void
DropDatabaseBuffers(Oid dbid)
{
	for (int i = 0; i < NBuffers; i++)
	{
		BufferDesc *buf = GetBufferDescriptor(i);
		uint32 state;

		if (buf->tag.rnode.dbNode != dbid)
			continue;
		state = LockBufHdr(buf);
		if (buf->tag.rnode.dbNode == dbid)
			invalidate_buffer(buf, state);
		else
			UnlockBufHdr(buf, state);
	}
}

/* ---- flushing ---- */

/* Write the dirty shared buffers that a list of relations or a database has. */
static void
flush_matching(const RelFileNode *nodes, int n, Oid dbid)
{
	for (int i = 0; i < NBuffers; i++)
	{
		BufferDesc *buf = GetBufferDescriptor(i);
		uint32 state;

		if (nodes ? !rnode_in_list(nodes, n, buf->tag.rnode) : buf->tag.rnode.dbNode != dbid)
			continue;
		ResourceOwnerEnlargeBuffers(CurrentResourceOwner);
		state = LockBufHdr(buf);
		if ((nodes ? rnode_in_list(nodes, n, buf->tag.rnode) : buf->tag.rnode.dbNode == dbid) &&
			(state & (BM_VALID | BM_DIRTY)) == (BM_VALID | BM_DIRTY))
			buffer_write_locked(buf, state, NULL);
		else
			UnlockBufHdr(buf, state);
	}
}

static void
flush_local(Relation rel)
{
	for (int i = 0; i < NLocBuffer; i++)
	{
		BufferDesc *buf = GetLocalBufferDescriptor(i);
		uint32 state = pg_atomic_read_u32(&buf->state);
		Page page = (Page) LocalBufferBlockPointers[i];

		if (!RelFileNodeEquals(buf->tag.rnode, rel->rd_node) ||
			(state & (BM_VALID | BM_DIRTY)) != (BM_VALID | BM_DIRTY))
			continue;
		PageSetChecksumInplace(page, buf->tag.blockNum);
		smgrwrite(RelationGetSmgr(rel), buf->tag.forkNum, buf->tag.blockNum,
				  (char *) page, false);
		pg_atomic_write_u32(&buf->state, state & ~(BM_DIRTY | BM_JUST_DIRTIED));
	}
}

/*
 * FlushRelationBuffers
 *		Write a relation's dirty buffers; does not fsync.
 *
 * The caller keeps others from dirtying more.
 */
void
FlushRelationBuffers(Relation rel)
{
	if (RelationUsesLocalBuffers(rel))
		flush_local(rel);
	else
		flush_matching(&rel->rd_node, 1, InvalidOid);
}

void
FlushRelationsAllBuffers(SMgrRelation *smgrs, int nrels)
{
	RelFileNode *nodes;

	if (nrels == 0)
		return;
	nodes = palloc(sizeof(RelFileNode) * nrels);
	for (int i = 0; i < nrels; i++)
	{
		Assert(!SmgrIsTemp(smgrs[i]));
		nodes[i] = smgrs[i]->smgr_rnode.node;
	}
	if (nrels > LINEAR_SEARCH_LIMIT)
		qsort(nodes, nrels, sizeof(RelFileNode), compare_rnodes);
	flush_matching(nodes, nrels, InvalidOid);
	pfree(nodes);
}

void
FlushDatabaseBuffers(Oid dbid)
{
	flush_matching(NULL, 0, dbid);
}
