/*
 * buf_init.c
 *		The shared memory of the buffer pool.
 *
 * Blocks, descriptors, I/O condition variables and the array a checkpoint
 * sorts.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/buffer/buf_init.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/buf_internals.h"

BufferDescPadded *BufferDescriptors;
char *BufferBlocks;
ConditionVariableMinimallyPadded *BufferIOCVArray;
WritebackContext BackendWritebackContext;
CkptSortItem *CkptBufferIds;

Size
BufferShmemSize(void)
{
	Size size = mul_size(NBuffers, sizeof(BufferDescPadded));

	size = add_size(size, PG_CACHE_LINE_SIZE);
	size = add_size(size, mul_size(NBuffers, BLCKSZ));
	size = add_size(size, 4096);
	size = add_size(size, StrategyShmemSize());
	size = add_size(size, mul_size(NBuffers, sizeof(ConditionVariableMinimallyPadded)));
	return add_size(size, mul_size(NBuffers, sizeof(CkptSortItem)));
}

static void
init_descriptor(int i)
{
	BufferDesc *buf = GetBufferDescriptor(i);

	CLEAR_BUFFERTAG(buf->tag);
	pg_atomic_init_u32(&buf->state, 0);
	buf->wait_backend_pgprocno = INVALID_PGPROCNO;
	buf->buf_id = i;
	buf->freeNext = i + 1 < NBuffers ? i + 1 : FREENEXT_END_OF_LIST;
	LWLockInitialize(BufferDescriptorGetContentLock(buf),
					 LWTRANCHE_BUFFER_CONTENT);
	ConditionVariableInit(BufferDescriptorGetIOCV(buf));
}

/* All buffers are on the freelist at first. */
void
InitBufferPool(void)
{
	bool found;

	StaticAssertStmt(sizeof(BufferDesc) <= sizeof(BufferDescPadded),
					 "a descriptor fills one cache line at most");
	BufferDescriptors = ShmemInitStruct("Buffer Descriptors",
										NBuffers * sizeof(BufferDescPadded),
										&found);
	/* aligned to memory pages, as the kernel copies them fastest */
	BufferBlocks = (char *)
		TYPEALIGN(4096, ShmemInitStruct("Buffer Blocks", NBuffers * (Size) BLCKSZ + 4096, &found));
	BufferIOCVArray = ShmemInitStruct("Buffer IO Condition Variables",
									  NBuffers * sizeof(ConditionVariableMinimallyPadded),
									  &found);
	CkptBufferIds = ShmemInitStruct("Checkpoint BufferIds",
									NBuffers * sizeof(CkptSortItem), &found);
	if (!found)
		for (int i = 0; i < NBuffers; i++)
			init_descriptor(i);
	StrategyInitialize(!found);
	WritebackContextInit(&BackendWritebackContext, &backend_flush_after);
}
