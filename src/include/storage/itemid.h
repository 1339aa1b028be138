/*
 * itemid.h
 *		Line pointers.
 *
 * A line pointer is a 32-bit word: byte offset of the item in its page (15
 * bits), state (2 bits), length (15 bits).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/itemid.h
 */
#ifndef ITEMID_H
#define ITEMID_H

typedef struct ItemIdData
{
	unsigned lp_off : 15,
		lp_flags : 2,
		lp_len : 15;
} ItemIdData;
typedef ItemIdData *ItemId;

StaticAssertDecl(sizeof(ItemIdData) == 4, "a line pointer is 4 bytes");

typedef uint16 ItemOffset;
typedef uint16 ItemLength;

/* lp_flags */
#define LP_UNUSED 0 /* may be reused; no storage */
#define LP_NORMAL 1 /* points at an item */
#define LP_REDIRECT 2 /* lp_off is the offset number to follow */
#define LP_DEAD 3 /* dead; may or may not have storage */

#define ItemIdGetOffset(i) ((i)->lp_off)
#define ItemIdGetLength(i) ((i)->lp_len)
#define ItemIdGetFlags(i) ((i)->lp_flags)
#define ItemIdGetRedirect(i) ((i)->lp_off)
#define ItemIdIsValid(i) PointerIsValid(i)
#define ItemIdIsNormal(i) ((i)->lp_flags == LP_NORMAL)
#define ItemIdIsRedirected(i) ((i)->lp_flags == LP_REDIRECT)
#define ItemIdIsDead(i) ((i)->lp_flags == LP_DEAD)
#define ItemIdIsUsed(i) ((i)->lp_flags != LP_UNUSED)
#define ItemIdHasStorage(i) ((i)->lp_len != 0)

static inline void
ItemIdAssign(ItemId i, unsigned flags, unsigned off, unsigned len)
{
	i->lp_flags = flags;
	i->lp_off = off;
	i->lp_len = len;
}

#define ItemIdSetUnused(i) ItemIdAssign(i, LP_UNUSED, 0, 0)
#define ItemIdSetNormal(i, off, len) ItemIdAssign(i, LP_NORMAL, off, len)
#define ItemIdSetRedirect(i, link) ItemIdAssign(i, LP_REDIRECT, link, 0)
#define ItemIdSetDead(i) ItemIdAssign(i, LP_DEAD, 0, 0)
#define ItemIdMarkDead(i) ((i)->lp_flags = LP_DEAD)

#endif /* ITEMID_H */
