/*
 * comment.c
 *		COMMENT ON, and the rows of pg_description and pg_shdescription.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/comment.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "catalog/pg_description.h"
#include "catalog/pg_shdescription.h"
#include "commands/comment.h"
#include "commands/dbcommands.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"

ObjectAddress
CommentObject(CommentStmt *stmt)
{
	Relation relation = NULL;
	ObjectAddress address;

	if (stmt->objtype == OBJECT_DATABASE && !OidIsValid(get_database_oid(strVal(stmt->object), true)))
	{
		ereport(WARNING,
				(errcode(ERRCODE_UNDEFINED_DATABASE),
				 errmsg("database \"%s\" does not exist", strVal(stmt->object))));
		return InvalidObjectAddress;
	}
	address = get_object_address(stmt->objtype, stmt->object, &relation, ShareUpdateExclusiveLock, false);
	check_object_ownership(GetUserId(), stmt->objtype, address, stmt->object, relation);
	if (stmt->objtype == OBJECT_DATABASE || stmt->objtype == OBJECT_TABLESPACE || stmt->objtype == OBJECT_ROLE)
		CreateSharedComments(address.objectId, address.classId, stmt->comment);
	else
		CreateComments(address.objectId, address.classId, address.objectSubId, stmt->comment);
	if (relation)
		relation_close(relation, NoLock);
	return address;
}

/* Keys of one comment, or, with subid 0 and all_subids, of all of an object. */
static int
description_keys(ScanKeyData *keys, Oid oid, Oid classoid, int32 subid, bool all_subids)
{
	ScanKeyInit(&keys[0], Anum_pg_description_objoid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(oid));
	ScanKeyInit(&keys[1], Anum_pg_description_classoid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(classoid));
	if (all_subids)
		return 2;
	ScanKeyInit(&keys[2], Anum_pg_description_objsubid, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(subid));
	return 3;
}

/*
 * CreateComments
 *		Set, change or (comment NULL or empty) remove one comment.
 */
void
CreateComments(Oid oid, Oid classoid, int32 subid, const char *comment)
{
	Relation rel = table_open(DescriptionRelationId, RowExclusiveLock);
	ScanKeyData keys[3];
	int nkeys = description_keys(keys, oid, classoid, subid, false);
	SysScanDesc scan = systable_beginscan(rel, DescriptionObjIndexId, true, NULL, nkeys, keys);
	HeapTuple old = systable_getnext(scan);
	Datum values[Natts_pg_description];
	bool nulls[Natts_pg_description] = {0};
	bool replace[Natts_pg_description] = {0};

	if (comment && comment[0] == '\0')
		comment = NULL;
	if (comment)
	{
		values[Anum_pg_description_objoid - 1] = ObjectIdGetDatum(oid);
		values[Anum_pg_description_classoid - 1] = ObjectIdGetDatum(classoid);
		values[Anum_pg_description_objsubid - 1] = Int32GetDatum(subid);
		values[Anum_pg_description_description - 1] = CStringGetTextDatum(comment);
		replace[Anum_pg_description_description - 1] = true;
	}
	if (old && !comment)
		CatalogTupleDelete(rel, &old->t_self);
	else if (old)
	{
		HeapTuple new = heap_modify_tuple(old, RelationGetDescr(rel), values, nulls, replace);

		CatalogTupleUpdate(rel, &old->t_self, new);
	}
	else if (comment)
		CatalogTupleInsert(rel, heap_form_tuple(RelationGetDescr(rel), values, nulls));
	systable_endscan(scan);
	table_close(rel, NoLock);
}

/* The same for an object of the whole cluster. */
void
CreateSharedComments(Oid oid, Oid classoid, const char *comment)
{
	Relation rel = table_open(SharedDescriptionRelationId, RowExclusiveLock);
	Datum values[Natts_pg_shdescription];
	bool nulls[Natts_pg_shdescription] = {0};

	DeleteSharedComments(oid, classoid);
	if (comment && comment[0] != '\0')
	{
		values[Anum_pg_shdescription_objoid - 1] = ObjectIdGetDatum(oid);
		values[Anum_pg_shdescription_classoid - 1] = ObjectIdGetDatum(classoid);
		values[Anum_pg_shdescription_description - 1] = CStringGetTextDatum(comment);
		CatalogTupleInsert(rel, heap_form_tuple(RelationGetDescr(rel), values, nulls));
	}
	table_close(rel, NoLock);
}

/* subid 0: also those of its columns. */
void
DeleteComments(Oid oid, Oid classoid, int32 subid)
{
	Relation rel = table_open(DescriptionRelationId, RowExclusiveLock);
	ScanKeyData keys[3];
	int nkeys = description_keys(keys, oid, classoid, subid, subid == 0);
	SysScanDesc scan = systable_beginscan(rel, DescriptionObjIndexId, true, NULL, nkeys, keys);
	HeapTuple tup;

	while ((tup = systable_getnext(scan)) != NULL)
		CatalogTupleDelete(rel, &tup->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
}

void
DeleteSharedComments(Oid oid, Oid classoid)
{
	Relation rel = table_open(SharedDescriptionRelationId, RowExclusiveLock);
	ScanKeyData keys[3];
	int nkeys = description_keys(keys, oid, classoid, 0, true);
	SysScanDesc scan = systable_beginscan(rel, SharedDescriptionObjIndexId, true, NULL, nkeys, keys);
	HeapTuple tup;

	while ((tup = systable_getnext(scan)) != NULL)
		CatalogTupleDelete(rel, &tup->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
}

/* The comment, palloc'd, or NULL. */
char *
GetComment(Oid oid, Oid classoid, int32 subid)
{
	Relation rel = table_open(DescriptionRelationId, AccessShareLock);
	ScanKeyData keys[3];
	int nkeys = description_keys(keys, oid, classoid, subid, false);
	SysScanDesc scan = systable_beginscan(rel, DescriptionObjIndexId, true, NULL, nkeys, keys);
	HeapTuple tup = systable_getnext(scan);
	char *comment = NULL;

	if (tup)
	{
		bool isnull;
		Datum value = heap_getattr(tup, Anum_pg_description_description, RelationGetDescr(rel), &isnull);

		if (!isnull)
			comment = TextDatumGetCString(value);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return comment;
}
