/*
 * item.h
 *		An item: the bytes a line pointer points at.
 *
 * Opaque here; the access method knows what they are.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/item.h
 */
#ifndef ITEM_H
#define ITEM_H

typedef Pointer Item;

#endif /* ITEM_H */
