/*
 * attmap.c
 *		Building maps between the columns of two row types.
 *
 * By name for inheritance and partitions, by position for function results.
 *  Dropped columns map to nothing.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/attmap.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/attmap.h"
#include "access/htup_details.h"

extern char *format_type_be(Oid type_oid); /* utils/adt/format_type.c */
extern char *format_type_with_typemod(Oid type_oid, int32 typemod);

/* make_attrmap
 *		Map of maplen columns, all 0. */
AttrMap *
make_attrmap(int maplen)
{
	AttrMap *map = palloc0(sizeof(AttrMap));

	map->maplen = maplen;
	map->attnums = palloc0(maplen * sizeof(AttrNumber));
	return map;
}

void
free_attrmap(AttrMap *map)
{
	pfree(map->attnums);
	pfree(map);
}

/*
 * Would copying the columns as they stand do?  Dropped columns must be in the
 * same places with the same storage.
 */
static bool
is_identity(TupleDesc indesc, TupleDesc outdesc, AttrMap *map)
{
	if (indesc->natts != outdesc->natts)
		return false;
	for (int i = 0; i < map->maplen; i++)
	{
		Form_pg_attribute in = TupleDescAttr(indesc, i);
		Form_pg_attribute out = TupleDescAttr(outdesc, i);

		/* a missing value of the input would be lost in a plain copy */
		if (in->atthasmissing)
			return false;
		if (map->attnums[i] == i + 1)
			continue;
		if (map->attnums[i] == 0 && in->attisdropped &&
			in->attlen == out->attlen && in->attalign == out->attalign)
			continue;
		return false;
	}
	return true;
}

/* build_attrmap_by_name
 *		Every column of outdesc must be in indesc with the same type. */
AttrMap *
build_attrmap_by_name(TupleDesc indesc, TupleDesc outdesc)
{
	AttrMap *map = make_attrmap(outdesc->natts);
	int next = 0;

	for (int i = 0; i < outdesc->natts; i++)
	{
		Form_pg_attribute out = TupleDescAttr(outdesc, i);

		if (out->attisdropped)
			continue;
		/* usually the order is the same: go on from the last match */
		for (int tried = 0; tried < indesc->natts; tried++)
		{
			int j = (next + tried) % indesc->natts;
			Form_pg_attribute in = TupleDescAttr(indesc, j);

			if (in->attisdropped ||
				strcmp(NameStr(in->attname), NameStr(out->attname)) != 0)
				continue;
			if (in->atttypid != out->atttypid ||
				in->atttypmod != out->atttypmod)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("could not convert row type"),
						 errdetail("Column \"%s\" of type %s has another type in type %s.",
								   NameStr(out->attname),
								   format_type_be(outdesc->tdtypeid),
								   format_type_be(indesc->tdtypeid))));
			map->attnums[i] = in->attnum;
			next = j + 1;
			break;
		}
		if (map->attnums[i] == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("could not convert row type"),
					 errdetail("Column \"%s\" of type %s is missing in type %s.",
							   NameStr(out->attname),
							   format_type_be(outdesc->tdtypeid),
							   format_type_be(indesc->tdtypeid))));
	}
	return map;
}

/* build_attrmap_by_name_if_req
 *		NULL if no conversion is needed. */
AttrMap *
build_attrmap_by_name_if_req(TupleDesc indesc, TupleDesc outdesc)
{
	AttrMap *map = build_attrmap_by_name(indesc, outdesc);

	if (!is_identity(indesc, outdesc, map))
		return map;
	free_attrmap(map);
	return NULL;
}

static int
live_columns(TupleDesc desc)
{
	int n = 0;

	for (int i = 0; i < desc->natts; i++)
		n += !TupleDescAttr(desc, i)->attisdropped;
	return n;
}

/* build_attrmap_by_position
 *		The n-th live columns correspond; msg is the error's message.  NULL if
 *		no conversion is needed. */
AttrMap *
build_attrmap_by_position(TupleDesc indesc, TupleDesc outdesc, const char *msg)
{
	AttrMap *map = make_attrmap(outdesc->natts);
	int nin = live_columns(indesc);
	int nout = live_columns(outdesc);
	int j = 0;

	if (nin != nout)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg_internal("%s", msg),
				 errdetail("There are %d columns where %d are expected.",
						   nin, nout)));
	for (int i = 0, n = 1; i < outdesc->natts; i++)
	{
		Form_pg_attribute out = TupleDescAttr(outdesc, i);
		Form_pg_attribute in;

		if (out->attisdropped)
			continue;
		while (TupleDescAttr(indesc, j)->attisdropped)
			j++;
		in = TupleDescAttr(indesc, j++);
		if (in->atttypid != out->atttypid ||
			(in->atttypmod != out->atttypmod && in->atttypmod >= 0))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg_internal("%s", msg),
					 errdetail("Column %d has type %s where %s is expected.",
							   n,
							   format_type_with_typemod(in->atttypid,
														in->atttypmod),
							   format_type_with_typemod(out->atttypid,
														out->atttypmod))));
		map->attnums[i] = j;
		n++;
	}
	if (!is_identity(indesc, outdesc, map))
		return map;
	free_attrmap(map);
	return NULL;
}
