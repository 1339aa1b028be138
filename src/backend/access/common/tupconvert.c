/*
 * tupconvert.c
 *		Converting rows with the maps of attmap.c.
 *
 * A conversion map carries its own work space, so that a row costs no
 * allocation but its result.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/tupconvert.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/tupconvert.h"
#include "executor/tuptable.h"

static TupleConversionMap *
make_map(TupleDesc indesc, TupleDesc outdesc, AttrMap *attrMap)
{
	TupleConversionMap *map;

	if (attrMap == NULL)
		return NULL;
	map = palloc(sizeof(TupleConversionMap));
	map->indesc = indesc;
	map->outdesc = outdesc;
	map->attrMap = attrMap;
	map->outvalues = palloc(outdesc->natts * sizeof(Datum));
	map->outisnull = palloc(outdesc->natts * sizeof(bool));
	/* one more than the input has: column 0 is the NULL of unmapped ones */
	map->invalues = palloc((indesc->natts + 1) * sizeof(Datum));
	map->inisnull = palloc((indesc->natts + 1) * sizeof(bool));
	map->invalues[0] = (Datum) 0;
	map->inisnull[0] = true;
	return map;
}

/* convert_tuples_by_position
 *		NULL if rows need no conversion. */
TupleConversionMap *
convert_tuples_by_position(TupleDesc indesc, TupleDesc outdesc,
						   const char *msg)
{
	return make_map(indesc, outdesc,
					build_attrmap_by_position(indesc, outdesc, msg));
}

/* convert_tuples_by_name */
TupleConversionMap *
convert_tuples_by_name(TupleDesc indesc, TupleDesc outdesc)
{
	return make_map(indesc, outdesc,
					build_attrmap_by_name_if_req(indesc, outdesc));
}

/* execute_attr_map_tuple
 *		The converted row, a new tuple. */
HeapTuple
execute_attr_map_tuple(HeapTuple tup, TupleConversionMap *map)
{
	heap_deform_tuple(tup, map->indesc, map->invalues + 1, map->inisnull + 1);
	for (int i = 0; i < map->attrMap->maplen; i++)
	{
		int j = map->attrMap->attnums[i];

		map->outvalues[i] = map->invalues[j];
		map->outisnull[i] = map->inisnull[j];
	}
	return heap_form_tuple(map->outdesc, map->outvalues, map->outisnull);
}

/* execute_attr_map_slot
 *		The same between slots; out refers to in's values. */
TupleTableSlot *
execute_attr_map_slot(AttrMap *map, TupleTableSlot *in, TupleTableSlot *out)
{
	Assert(out->tts_tupleDescriptor->natts == map->maplen);
	slot_getallattrs(in);
	ExecClearTuple(out);
	for (int i = 0; i < map->maplen; i++)
	{
		int j = map->attnums[i] - 1;

		out->tts_isnull[i] = j < 0 || in->tts_isnull[j];
		out->tts_values[i] = j < 0 ? (Datum) 0 : in->tts_values[j];
	}
	return ExecStoreVirtualTuple(out);
}

/* execute_attr_map_cols
 *		Translate a set of columns (offset as in RangeTblEntry). */
Bitmapset *
execute_attr_map_cols(AttrMap *map, Bitmapset *cols)
{
	Bitmapset *result = NULL;
	const int shift = FirstLowInvalidHeapAttributeNumber;

	for (int c = bms_next_member(cols, -1); c >= 0; c = bms_next_member(cols, c))
		if (c + shift <= 0)
			result = bms_add_member(result, c); /* system or whole row */
	for (int i = 0; i < map->maplen; i++)
		if (map->attnums[i] > 0 && bms_is_member(map->attnums[i] - shift, cols))
			result = bms_add_member(result, i + 1 - shift);
	return result;
}

/* free_conversion_map */
void
free_conversion_map(TupleConversionMap *map)
{
	free_attrmap(map->attrMap);
	pfree(map->invalues);
	pfree(map->inisnull);
	pfree(map->outvalues);
	pfree(map->outisnull);
	pfree(map);
}
