/*
 * execJunk.c
 *		Junk columns.
 *
 * Plans carry columns that the user must not see: row identities, sort keys.
 * A JunkFilter copies the others to a slot of its own.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execJunk.c
 */
#include "postgres.h"

#include "executor/executor.h"

static JunkFilter *
make_filter(List *targetList, TupleDesc cleantype, TupleTableSlot *slot,
			AttrNumber *map)
{
	JunkFilter *jf = makeNode(JunkFilter);

	if (slot)
		ExecSetSlotDescriptor(slot, cleantype);
	else
		slot = MakeSingleTupleTableSlot(cleantype, &TTSOpsVirtual);
	jf->jf_targetList = targetList;
	jf->jf_cleanTupType = cleantype;
	jf->jf_cleanMap = map;
	jf->jf_resultSlot = slot;
	return jf;
}

/* slot, without descriptor yet, or NULL to make one. */
JunkFilter *
ExecInitJunkFilter(List *targetList, TupleTableSlot *slot)
{
	TupleDesc cleantype = ExecCleanTypeFromTL(targetList);
	AttrNumber *map = palloc(Max(cleantype->natts, 1) * sizeof(AttrNumber));
	int n = 0;
	ListCell *lc;

	foreach (lc, targetList)
		if (!((TargetEntry *) lfirst(lc))->resjunk)
			map[n++] = ((TargetEntry *) lfirst(lc))->resno;
	return make_filter(targetList, cleantype, slot, map);
}

/* The same to a given row type, whose dropped columns become NULL. */
JunkFilter *
ExecInitJunkFilterConversion(List *targetList, TupleDesc cleanTupType,
							 TupleTableSlot *slot)
{
	AttrNumber *map = palloc0(Max(cleanTupType->natts, 1) *
							  sizeof(AttrNumber));
	ListCell *t = list_head(targetList);

	for (int i = 0; i < cleanTupType->natts; i++)
	{
		if (TupleDescAttr(cleanTupType, i)->attisdropped)
			continue;
		while (t && ((TargetEntry *) lfirst(t))->resjunk)
			t = lnext(targetList, t);
		if (t == NULL)
			break;
		map[i] = ((TargetEntry *) lfirst(t))->resno;
		t = lnext(targetList, t);
	}
	return make_filter(targetList, cleanTupType, slot, map);
}

AttrNumber
ExecFindJunkAttribute(JunkFilter *junkfilter, const char *attrName)
{
	return ExecFindJunkAttributeInTlist(junkfilter->jf_targetList, attrName);
}

/* Column number of the junk column, or InvalidAttrNumber. */
AttrNumber
ExecFindJunkAttributeInTlist(List *targetlist, const char *attrName)
{
	ListCell *lc;

	foreach (lc, targetlist)
	{
		TargetEntry *tle = lfirst(lc);

		if (tle->resjunk && tle->resname &&
			strcmp(tle->resname, attrName) == 0)
			return tle->resno;
	}
	return InvalidAttrNumber;
}

/* The row without junk, in the filter's slot; values stay where they are. */
TupleTableSlot *
ExecFilterJunk(JunkFilter *junkfilter, TupleTableSlot *slot)
{
	TupleTableSlot *res = junkfilter->jf_resultSlot;
	int n = junkfilter->jf_cleanTupType->natts;

	slot_getallattrs(slot);
	ExecClearTuple(res);
	for (int i = 0; i < n; i++)
	{
		int j = junkfilter->jf_cleanMap[i];

		res->tts_values[i] = j ? slot->tts_values[j - 1] : (Datum) 0;
		res->tts_isnull[i] = j ? slot->tts_isnull[j - 1] : true;
	}
	return ExecStoreVirtualTuple(res);
}
