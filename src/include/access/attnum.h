/*
 * attnum.h
 *		Numbers of columns: from 1 for user columns, below 0 for system ones.
 *
 * AttrNumber is a 16-bit signed number because tuples and catalogs store it
 * so.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/attnum.h
 */
#ifndef ATTNUM_H
#define ATTNUM_H

typedef int16 AttrNumber;

#define InvalidAttrNumber 0
#define MaxAttrNumber 32767

#define AttributeNumberIsValid(n) ((n) != InvalidAttrNumber)
#define AttrNumberIsForUserDefinedAttr(n) ((n) > 0)
#define AttrNumberGetAttrOffset(n) ((n) -1)
#define AttrOffsetGetAttrNumber(o) ((AttrNumber) ((o) + 1))

#endif /* ATTNUM_H */
