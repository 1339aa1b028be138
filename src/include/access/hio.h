/*
 * hio.h
 *		Finding and filling heap pages.
 *
 * RelationGetBufferForTuple is where every new row version gets its page.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/hio.h
 */
#ifndef HIO_H
#define HIO_H

#include "access/htup.h"
#include "storage/buf.h"
#include "storage/bufmgr.h"
#include "utils/relcache.h"

/* What one bulk load keeps between rows (COPY, INSERT ... SELECT). */
typedef struct BulkInsertStateData
{
	BufferAccessStrategy strategy;
	Buffer current_buf; /* pinned, or InvalidBuffer */
} BulkInsertStateData;

extern Buffer RelationGetBufferForTuple(Relation rel, Size len,
										Buffer otherBuffer, int options,
										BulkInsertStateData *bistate,
										Buffer *vmbuffer,
										Buffer *vmbuffer_other);
extern void RelationPutHeapTuple(Relation rel, Buffer buffer, HeapTuple tup,
								 bool token);

#endif /* HIO_H */
