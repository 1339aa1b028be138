/*
 * itemptr.h
 *		TIDs: block number and offset number, 6 bytes.
 *
 * Also the two special values that a heap tuple's t_ctid can hold: a
 * speculative insertion token, and 'moved to another partition'.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/itemptr.h
 */
#ifndef ITEMPTR_H
#define ITEMPTR_H

#include "storage/block.h"
#include "storage/off.h"

typedef struct pg_attribute_packed() ItemPointerData
{
	BlockIdData ip_blkid;
	OffsetNumber ip_posid;
}
__attribute__((aligned(2))) ItemPointerData;
typedef ItemPointerData *ItemPointer;

StaticAssertDecl(sizeof(ItemPointerData) == 6, "a TID is 6 bytes");
StaticAssertDecl(offsetof(ItemPointerData, ip_posid) == 4, "ip_posid is at byte 4");

#define SpecTokenOffsetNumber 0xfffe /* block number is a token */
#define MovedPartitionsOffsetNumber 0xfffd
#define MovedPartitionsBlockNumber InvalidBlockNumber

#define ItemPointerIsValid(p) ((p) != NULL && (p)->ip_posid != 0)
#define ItemPointerGetBlockNumberNoCheck(p) BlockIdGetBlockNumber(&(p)->ip_blkid)
#define ItemPointerGetOffsetNumberNoCheck(p) ((p)->ip_posid)
#define ItemPointerSetBlockNumber(p, b) BlockIdSet(&(p)->ip_blkid, b)
#define ItemPointerSetOffsetNumber(p, o) ((p)->ip_posid = (o))
#define ItemPointerCopy(from, to) (*(to) = *(from))

static inline BlockNumber
ItemPointerGetBlockNumber(const ItemPointerData *p)
{
	Assert(ItemPointerIsValid(p));
	return BlockIdGetBlockNumber(&p->ip_blkid);
}

static inline OffsetNumber
ItemPointerGetOffsetNumber(const ItemPointerData *p)
{
	Assert(ItemPointerIsValid(p));
	return p->ip_posid;
}

static inline void
ItemPointerSet(ItemPointerData *p, BlockNumber blkno, OffsetNumber off)
{
	BlockIdSet(&p->ip_blkid, blkno);
	p->ip_posid = off;
}

static inline void
ItemPointerSetInvalid(ItemPointerData *p)
{
	ItemPointerSet(p, InvalidBlockNumber, InvalidOffsetNumber);
}

static inline bool
ItemPointerIndicatesMovedPartitions(const ItemPointerData *p)
{
	return p->ip_posid == MovedPartitionsOffsetNumber &&
		BlockIdGetBlockNumber(&p->ip_blkid) == MovedPartitionsBlockNumber;
}

static inline void
ItemPointerSetMovedPartitions(ItemPointerData *p)
{
	ItemPointerSet(p, MovedPartitionsBlockNumber, MovedPartitionsOffsetNumber);
}

/* storage/page/itemptr.c */
extern int32 ItemPointerCompare(ItemPointer a, ItemPointer b);
extern bool ItemPointerEquals(ItemPointer a, ItemPointer b);
extern void ItemPointerInc(ItemPointer p);
extern void ItemPointerDec(ItemPointer p);

#endif /* ITEMPTR_H */
