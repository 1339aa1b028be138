/*
 * tupconvert.h
 *		Converting rows between row types whose columns match by name or position.
 *
 * Used for inheritance, partitioning and function results.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/tupconvert.h
 */
#ifndef TUPCONVERT_H
#define TUPCONVERT_H

#include "access/attmap.h"
#include "access/htup.h"
#include "access/tupdesc.h"
#include "executor/tuptable.h"
#include "nodes/bitmapset.h"

typedef struct TupleConversionMap
{
	TupleDesc indesc;
	TupleDesc outdesc;
	AttrMap *attrMap; /* input column of each output column */
	Datum *invalues; /* work space, [0] is a NULL */
	bool *inisnull;
	Datum *outvalues;
	bool *outisnull;
} TupleConversionMap;

extern TupleConversionMap *convert_tuples_by_position(TupleDesc indesc,
													  TupleDesc outdesc,
													  const char *msg);
extern TupleConversionMap *convert_tuples_by_name(TupleDesc indesc,
												  TupleDesc outdesc);
extern HeapTuple execute_attr_map_tuple(HeapTuple tup,
										TupleConversionMap *map);
extern TupleTableSlot *execute_attr_map_slot(AttrMap *map,
											 TupleTableSlot *in,
											 TupleTableSlot *out);
extern Bitmapset *execute_attr_map_cols(AttrMap *map, Bitmapset *cols);
extern void free_conversion_map(TupleConversionMap *map);

#endif /* TUPCONVERT_H */
