/*
 * block.h
 *		Block numbers, in memory and inside a TID.
 *
 * A relation fork is a sequence of BLCKSZ-sized blocks, numbered from 0. On
 * disk a block number lies in two 16-bit halves, high half first, so that a
 * TID needs only 2-byte alignment.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/block.h
 */
#ifndef BLOCK_H
#define BLOCK_H

typedef uint32 BlockNumber;

#define InvalidBlockNumber ((BlockNumber) 0xFFFFFFFF)
#define MaxBlockNumber ((BlockNumber) 0xFFFFFFFE)

typedef struct BlockIdData
{
	uint16 bi_hi;
	uint16 bi_lo;
} BlockIdData;
typedef BlockIdData *BlockId;

StaticAssertDecl(sizeof(BlockIdData) == 4, "a block id is 4 bytes");

#define BlockNumberIsValid(b) ((b) != InvalidBlockNumber)
#define BlockIdIsValid(id) ((id) != NULL)

static inline BlockNumber
BlockIdGetBlockNumber(const BlockIdData *id)
{
	return ((BlockNumber) id->bi_hi << 16) | id->bi_lo;
}

static inline void
BlockIdSet(BlockIdData *id, BlockNumber blkno)
{
	id->bi_hi = blkno >> 16;
	id->bi_lo = blkno & 0xFFFF;
}

static inline bool
BlockIdEquals(const BlockIdData *a, const BlockIdData *b)
{
	return a->bi_hi == b->bi_hi && a->bi_lo == b->bi_lo;
}

#define BlockIdCopy(to, from) (*(to) = *(from))

#endif /* BLOCK_H */
