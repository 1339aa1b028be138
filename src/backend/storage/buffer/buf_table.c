/*
 * buf_table.c
 *		Which buffer holds a block.
 *
 * A hash table of chains that run through one link per buffer, since a
 * buffer is in the table once at most: no memory is allocated, and a lookup
 * touches the bucket and the descriptors alone. The bucket's low bits are
 * the partition, so that a chain lies in one partition and its lock guards
 * it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/buffer/buf_table.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/buf_internals.h"

#define END_OF_CHAIN (-1)

static int32 *buckets; /* first buffer of each chain */
static int32 *next_in_chain; /* by buffer */
static uint32 bucket_mask;

/* A power of two, with chains of half a buffer on average. */
static uint32
num_buckets(int nbuffers)
{
	uint32 n = NUM_BUFFER_PARTITIONS;

	while (n < (uint32) nbuffers * 2)
		n *= 2;
	return n;
}

Size
BufTableShmemSize(int nbuffers)
{
	return add_size(mul_size(num_buckets(nbuffers), sizeof(int32)),
					mul_size(nbuffers, sizeof(int32)));
}

void
InitBufTable(int nbuffers)
{
	uint32 n = num_buckets(nbuffers);
	bool found;

	buckets = ShmemInitStruct("Shared Buffer Lookup Table",
							  BufTableShmemSize(nbuffers), &found);
	next_in_chain = buckets + n;
	bucket_mask = n - 1;
	if (found)
		return;
	for (uint32 i = 0; i < n; i++)
		buckets[i] = END_OF_CHAIN;
	for (int i = 0; i < nbuffers; i++)
		next_in_chain[i] = END_OF_CHAIN;
}

/*
 * BufTableHashCode
 *		The hash of a tag.
 *
 * Multiplicative, over two 64-bit words: neighbouring blocks must spread over
 * buckets and partitions, and this runs for every page access.
 */
uint32
BufTableHashCode(const BufferTag *tag)
{
	uint64 h = ((uint64) tag->rnode.relNode << 32 | tag->blockNum) *
		UINT64CONST(0x9E3779B97F4A7C15);

	h ^= h >> 32;
	h += (uint64) tag->rnode.dbNode << 32 | tag->rnode.spcNode;
	h += (uint64) tag->forkNum << 60;
	h *= UINT64CONST(0xD6E8FEB86659FD93);
	return (uint32) (h >> 32);
}

/* The buffer of a tag, or -1.  Partition lock held. */
int
BufTableLookup(const BufferTag *tag, uint32 hashcode)
{
	int id = buckets[hashcode & bucket_mask];

	while (id != END_OF_CHAIN &&
		   !BUFFERTAGS_EQUAL(GetBufferDescriptor(id)->tag, *tag))
		id = next_in_chain[id];
	return id;
}

/*
 * BufTableInsert
 *		Enter a buffer; if one has this tag already, return that one, else -1.
 *
 * Partition lock held exclusively, and kept until the descriptor's tag is set:
 * lookups compare with that.  The buffer must not be in the table.
 */
int
BufTableInsert(const BufferTag *tag, uint32 hashcode, int buf_id)
{
	int existing = BufTableLookup(tag, hashcode);
	int32 *bucket = &buckets[hashcode & bucket_mask];

	if (existing >= 0)
		return existing;
	Assert(next_in_chain[buf_id] == END_OF_CHAIN);
	next_in_chain[buf_id] = *bucket;
	*bucket = buf_id;
	return -1;
}

/* Take a buffer out whose tag was this.  Partition lock held exclusively. */
void
BufTableDelete(const BufferTag *tag, uint32 hashcode, int buf_id)
{
	int32 *link = &buckets[hashcode & bucket_mask];

	while (*link != buf_id)
	{
		if (*link == END_OF_CHAIN)
			elog(ERROR, "shared buffer hash table corrupted");
		link = &next_in_chain[*link];
	}
	*link = next_in_chain[buf_id];
	next_in_chain[buf_id] = END_OF_CHAIN;
}
