/*
 * pg_inherits.c
 *		Who inherits from whom.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_inherits.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/indexing.h"
#include "catalog/pg_inherits.h"
#include "storage/lmgr.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

static int
oid_order(const ListCell *a, const ListCell *b)
{
	Oid x = lfirst_oid(a);
	Oid y = lfirst_oid(b);

	return (x > y) - (x < y);
}

/* Drop from a list the relations that are gone once their lock is had. */
static List *
lock_those_left(List *oids, LOCKMODE lockmode)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, oids)
	{
		Oid oid = lfirst_oid(lc);

		LockRelationOid(oid, lockmode);
		if (SearchSysCacheExists1(RELOID, ObjectIdGetDatum(oid)))
			result = lappend_oid(result, oid);
		else
			UnlockRelationOid(oid, lockmode);
	}
	list_free(oids);
	return result;
}

/*
 * Direct children in order of OID, which is the order to lock them in.
 * Partitions being detached do not occur: partitioning is not supported.
 */
List *
find_inheritance_children_extended(Oid parentrelId, bool omit_detached,
								   LOCKMODE lockmode, bool *detached_exist,
								   TransactionId *detached_xmin)
{
	Relation rel;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	List *result = NIL;

	if (detached_exist)
		*detached_exist = false;
	if (!has_subclass(parentrelId))
		return NIL;
	rel = table_open(InheritsRelationId, AccessShareLock);
	ScanKeyInit(&key, Anum_pg_inherits_inhparent, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(parentrelId));
	scan = systable_beginscan(rel, InheritsParentIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		result = lappend_oid(result,
							 ((Form_pg_inherits) GETSTRUCT(tuple))->inhrelid);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	list_sort(result, oid_order);
	return lockmode == NoLock ? result : lock_those_left(result, lockmode);
}

List *
find_inheritance_children(Oid parentrelId, LOCKMODE lockmode)
{
	return find_inheritance_children_extended(parentrelId, true, lockmode,
											  NULL, NULL);
}

/*
 * find_all_inheritors
 *		The relation and all below it, each once; *numparents, if wanted, tells
 *		over how many ways each is reached.
 */
List *
find_all_inheritors(Oid parentrelId, LOCKMODE lockmode, List **numparents)
{
	List *result = list_make1_oid(parentrelId);
	List *counts = list_make1_int(0);

	/* the list grows while it is walked */
	for (int i = 0; i < list_length(result); i++)
	{
		List *children = find_inheritance_children(list_nth_oid(result, i),
												   lockmode);
		ListCell *lc;

		foreach (lc, children)
		{
			int at;

			for (at = 0; at < list_length(result); at++)
			{
				if (list_nth_oid(result, at) == lfirst_oid(lc))
					break;
			}
			if (at < list_length(result))
				lfirst_int(list_nth_cell(counts, at))++;
			else
			{
				result = lappend_oid(result, lfirst_oid(lc));
				counts = lappend_int(counts, 1);
			}
		}
		list_free(children);
	}
	if (numparents)
		*numparents = counts;
	else
		list_free(counts);
	return result;
}

/* May have children: the flag is never false when there are some. */
bool
has_subclass(Oid relationId)
{
	HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relationId));
	bool result;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relationId);
	result = ((Form_pg_class) GETSTRUCT(tuple))->relhassubclass;
	ReleaseSysCache(tuple);
	return result;
}

bool
has_superclass(Oid relationId)
{
	Relation rel = table_open(InheritsRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	bool result;

	ScanKeyInit(&key, Anum_pg_inherits_inhrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(relationId));
	scan = systable_beginscan(rel, InheritsRelidSeqnoIndexId, true, NULL, 1,
							  &key);
	result = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

/* Is one row type that of a (grand)child of another's table? */
bool
typeInheritsFrom(Oid subclassTypeId, Oid superclassTypeId)
{
	Oid sub = get_typ_typrelid(getBaseType(subclassTypeId));
	Oid super = get_typ_typrelid(superclassTypeId);
	List *below;
	bool result;

	if (!OidIsValid(sub) || !OidIsValid(super) || sub == super ||
		!has_subclass(super))
		return false;
	below = find_all_inheritors(super, NoLock, NULL);
	result = list_member_oid(below, sub);
	list_free(below);
	return result;
}

void
StoreSingleInheritance(Oid relationId, Oid parentOid, int32 seqNumber)
{
	Relation rel = table_open(InheritsRelationId, RowExclusiveLock);
	Datum values[Natts_pg_inherits];
	bool nulls[Natts_pg_inherits] = {false};
	HeapTuple tuple;

	values[Anum_pg_inherits_inhrelid - 1] = ObjectIdGetDatum(relationId);
	values[Anum_pg_inherits_inhparent - 1] = ObjectIdGetDatum(parentOid);
	values[Anum_pg_inherits_inhseqno - 1] = Int32GetDatum(seqNumber);
	values[Anum_pg_inherits_inhdetachpending - 1] = BoolGetDatum(false);
	tuple = heap_form_tuple(RelationGetDescr(rel), values, nulls);
	CatalogTupleInsert(rel, tuple);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
}

/* Returns whether a row was there. */
bool
DeleteInheritsTuple(Oid inhrelid, Oid inhparent, bool expect_detach_pending,
					const char *childname)
{
	Relation rel = table_open(InheritsRelationId, RowExclusiveLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	bool found = false;

	ScanKeyInit(&key, Anum_pg_inherits_inhrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(inhrelid));
	scan = systable_beginscan(rel, InheritsRelidSeqnoIndexId, true, NULL, 1,
							  &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Oid parent = ((Form_pg_inherits) GETSTRUCT(tuple))->inhparent;

		if (OidIsValid(inhparent) && parent != inhparent)
			continue;
		CatalogTupleDelete(rel, &tuple->t_self);
		found = true;
	}
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
	return found;
}

bool
PartitionHasPendingDetach(Oid partoid)
{
	return false;
}
