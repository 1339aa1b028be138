/*
 * localbuf.c
 *		Buffers of temporary relations.
 *
 * Only this process uses them, so there is no lock; no WAL is written for
 * their pages and no checkpoint writes them. Buffer numbers are negative.
 * Memory is allocated as buffers are first used.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/buffer/localbuf.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/buf_internals.h"
#include "storage/bufmgr.h"
#include "storage/smgr.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/resowner_private.h"

#define BLOCKS_PER_ALLOCATION 32

typedef struct LocalBufferEntry
{
	BufferTag tag; /* hash key */
	int id;
} LocalBufferEntry;

int NLocBuffer = 0; /* 0 until the first use */
BufferDesc *LocalBufferDescriptors = NULL;
Block *LocalBufferBlockPointers = NULL;
int32 *LocalRefCount = NULL;

static int next_victim = 0;
static HTAB *table = NULL;

#define local_desc_id(buf) (-((buf)->buf_id + 2))

extern bool check_temp_buffers(int *newval, void **extra, GucSource source);

/* GUC check hook: the number is fixed by the first use. */
bool
check_temp_buffers(int *newval, void **extra, GucSource source)
{
	if (source != PGC_S_TEST && NLocBuffer != 0 && NLocBuffer != *newval)
	{
		GUC_check_errdetail("\"temp_buffers\" cannot be changed after any temporary tables have been accessed in the session.");
		return false;
	}
	return true;
}

static void
init_local_buffers(void)
{
	HASHCTL ctl = {0};
	int n = num_temp_buffers;

	LocalBufferDescriptors = MemoryContextAllocZero(TopMemoryContext,
													n * sizeof(BufferDesc));
	LocalBufferBlockPointers = MemoryContextAllocZero(TopMemoryContext,
													  n * sizeof(Block));
	LocalRefCount = MemoryContextAllocZero(TopMemoryContext, n * sizeof(int32));
	for (int i = 0; i < n; i++)
	{
		BufferDesc *buf = GetLocalBufferDescriptor(i);

		buf->buf_id = -i - 2; /* so that buf_id + 1 is the Buffer, from -1 */
		CLEAR_BUFFERTAG(buf->tag);
	}
	ctl.keysize = sizeof(BufferTag);
	ctl.entrysize = sizeof(LocalBufferEntry);
	table = hash_create("Local Buffer Lookup Table", n, &ctl,
						HASH_ELEM | HASH_BLOBS);
	NLocBuffer = n;
}

static Block
new_block(void)
{
	static char *chunk = NULL;
	static int left = 0;
	Block result;

	if (left == 0)
	{
		char *p = MemoryContextAlloc(TopMemoryContext,
									 (BLOCKS_PER_ALLOCATION + 1) * BLCKSZ);

		chunk = (char *) TYPEALIGN(4096, p);
		left = BLOCKS_PER_ALLOCATION;
	}
	result = chunk;
	chunk += BLCKSZ;
	left--;
	return result;
}

/* Count a pin; the first also counts as a use. */
static void
pin_local(BufferDesc *buf)
{
	int id = local_desc_id(buf);
	uint32 state = pg_atomic_read_u32(&buf->state);

	if (LocalRefCount[id] == 0 &&
		BUF_STATE_GET_USAGECOUNT(state) < BM_MAX_USAGE_COUNT)
		pg_atomic_write_u32(&buf->state, state + BUF_USAGECOUNT_ONE);
	LocalRefCount[id]++;
	ResourceOwnerRememberBuffer(CurrentResourceOwner,
								BufferDescriptorGetBuffer(buf));
}

static void
write_local(BufferDesc *buf)
{
	int id = local_desc_id(buf);
	SMgrRelation reln = smgropen(buf->tag.rnode, MyBackendId);
	Page page = (Page) LocalBufferBlockPointers[id];

	PageSetChecksumInplace(page, buf->tag.blockNum);
	smgrwrite(reln, buf->tag.forkNum, buf->tag.blockNum, (char *) page, false);
	pg_atomic_write_u32(&buf->state,
						pg_atomic_read_u32(&buf->state) & ~BM_DIRTY);
	pgBufferUsage.local_blks_written++;
}

/* The clock; ERROR if all are pinned. */
static BufferDesc *
local_victim(void)
{
	int tries = NLocBuffer;

	for (;;)
	{
		int id = next_victim;
		BufferDesc *buf = GetLocalBufferDescriptor(id);

		next_victim = (next_victim + 1) % NLocBuffer;
		if (LocalRefCount[id] == 0)
		{
			uint32 state = pg_atomic_read_u32(&buf->state);

			if (BUF_STATE_GET_USAGECOUNT(state) == 0)
				return buf;
			pg_atomic_write_u32(&buf->state, state - BUF_USAGECOUNT_ONE);
			tries = NLocBuffer;
		}
		else if (--tries == 0)
			ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_RESOURCES), errmsg("no empty local buffer available")));
	}
}

/* Forget what a buffer holds. */
static void
forget_local(BufferDesc *buf)
{
	if (!hash_search(table, &buf->tag, HASH_REMOVE, NULL))
		elog(ERROR, "local buffer hash table corrupted");
	CLEAR_BUFFERTAG(buf->tag);
	pg_atomic_write_u32(&buf->state, 0);
}

/*
 * LocalBufferAlloc
 *		The pinned buffer for a block; *foundPtr: it holds the block already.
 */
BufferDesc *
LocalBufferAlloc(SMgrRelation smgr, ForkNumber forkNum, BlockNumber blockNum,
				 bool *foundPtr)
{
	BufferTag tag;
	LocalBufferEntry *entry;
	BufferDesc *buf;
	int id;

	INIT_BUFFERTAG(tag, smgr->smgr_rnode.node, forkNum, blockNum);
	if (table == NULL)
		init_local_buffers();
	entry = (LocalBufferEntry *) hash_search(table, &tag, HASH_FIND, NULL);
	if (entry != NULL)
	{
		buf = GetLocalBufferDescriptor(entry->id);
		pin_local(buf);
		*foundPtr = (pg_atomic_read_u32(&buf->state) & BM_VALID) != 0;
		return buf;
	}

	buf = local_victim();
	id = local_desc_id(buf);
	if (pg_atomic_read_u32(&buf->state) & BM_DIRTY)
		write_local(buf);
	if (LocalBufferBlockPointers[id] == NULL)
		LocalBufferBlockPointers[id] = new_block();
	if (pg_atomic_read_u32(&buf->state) & BM_TAG_VALID)
		forget_local(buf);
	entry = (LocalBufferEntry *) hash_search(table, &tag, HASH_ENTER, NULL);
	entry->id = id;
	buf->tag = tag;
	pg_atomic_write_u32(&buf->state, BM_TAG_VALID);
	pin_local(buf);
	*foundPtr = false;
	return buf;
}

/* Ask the kernel to read a block that is not in a local buffer. */
PrefetchBufferResult
PrefetchLocalBuffer(SMgrRelation smgr, ForkNumber forkNum, BlockNumber blockNum)
{
	PrefetchBufferResult result = {InvalidBuffer, false};
	BufferTag tag;
	LocalBufferEntry *entry = NULL;

	INIT_BUFFERTAG(tag, smgr->smgr_rnode.node, forkNum, blockNum);
	if (table != NULL)
		entry = (LocalBufferEntry *) hash_search(table, &tag, HASH_FIND, NULL);
	if (entry != NULL)
		result.recent_buffer = -entry->id - 1;
	else
		result.initiated_io = smgrprefetch(smgr, forkNum, blockNum);
	return result;
}

void
MarkLocalBufferDirty(Buffer buffer)
{
	BufferDesc *buf = GetLocalBufferDescriptor(-buffer - 1);
	uint32 state = pg_atomic_read_u32(&buf->state);

	Assert(LocalRefCount[-buffer - 1] > 0);
	if (!(state & BM_DIRTY))
		pgBufferUsage.local_blks_dirtied++;
	pg_atomic_write_u32(&buf->state, state | BM_DIRTY);
}

/* Forget buffers of a relation: all forks (InvalidForkNumber), or one from a block. */
static void
drop_local(RelFileNode rnode, ForkNumber forkNum, BlockNumber first)
{
	for (int i = 0; i < NLocBuffer; i++)
	{
		BufferDesc *buf = GetLocalBufferDescriptor(i);

		if (!(pg_atomic_read_u32(&buf->state) & BM_TAG_VALID) ||
			!RelFileNodeEquals(buf->tag.rnode, rnode))
			continue;
		if (forkNum != InvalidForkNumber &&
			(buf->tag.forkNum != forkNum || buf->tag.blockNum < first))
			continue;
		if (LocalRefCount[i] != 0)
			elog(ERROR, "block %u of %s is still referenced (local %u)",
				 buf->tag.blockNum,
				 relpathbackend(rnode, MyBackendId, buf->tag.forkNum),
				 LocalRefCount[i]);
		forget_local(buf);
	}
}

void
DropRelFileNodeLocalBuffers(RelFileNode rnode, ForkNumber forkNum,
							BlockNumber firstDelBlock)
{
	drop_local(rnode, forkNum, firstDelBlock);
}

void
DropRelFileNodeAllLocalBuffers(RelFileNode rnode)
{
	drop_local(rnode, InvalidForkNumber, 0);
}

/* All pins should have been released. */
static void
check_local_leaks(void)
{
#ifdef USE_ASSERT_CHECKING
	for (int i = 0; i < NLocBuffer; i++)
		if (LocalRefCount[i] != 0)
			PrintBufferLeakWarning(-i - 1);
#endif
}

void
AtEOXact_LocalBuffers(bool isCommit)
{
	check_local_leaks();
}

void
AtProcExit_LocalBuffers(void)
{
	check_local_leaks();
}
