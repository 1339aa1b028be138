/*
 * attmap.h
 *		Maps from one row type's column numbers to another's.
 *
 * attnums[i] is the input column that gives output column i + 1; 0 gives
 * NULL.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/attmap.h
 */
#ifndef ATTMAP_H
#define ATTMAP_H

#include "access/attnum.h"
#include "access/tupdesc.h"

typedef struct AttrMap
{
	AttrNumber *attnums;
	int maplen;
} AttrMap;

extern AttrMap *make_attrmap(int maplen);
extern void free_attrmap(AttrMap *map);
extern AttrMap *build_attrmap_by_name(TupleDesc indesc, TupleDesc outdesc);
extern AttrMap *build_attrmap_by_name_if_req(TupleDesc indesc,
											 TupleDesc outdesc);
extern AttrMap *build_attrmap_by_position(TupleDesc indesc, TupleDesc outdesc,
										  const char *msg);

#endif /* ATTMAP_H */
