/*
 * toasting.c
 *		Making the TOAST table of a table.
 *
 * A TOAST table is made together with every table whose rows may get longer
 * than a page allows; whether they may is the table access method's to say.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/toasting.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_type.h"
#include "catalog/toasting.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "utils/rel.h"
#include "utils/syscache.h"

static bool
wants_toast_table(Relation rel)
{
	if (rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		return false;
	/* those of catalogs have fixed OIDs and are all made by initdb */
	if (!IsBootstrapProcessingMode() &&
		(rel->rd_rel->relisshared ||
		 IsCatalogNamespace(RelationGetNamespace(rel))))
		return false;
	return table_relation_needs_toast_table(rel);
}

static TupleDesc
toast_columns(void)
{
	TupleDesc desc = CreateTemplateTupleDesc(3);

	TupleDescInitEntry(desc, 1, "chunk_id", OIDOID, -1, 0);
	TupleDescInitEntry(desc, 2, "chunk_seq", INT4OID, -1, 0);
	TupleDescInitEntry(desc, 3, "chunk_data", BYTEAOID, -1, 0);
	for (int i = 0; i < 3; i++)
	{
		/* what is stored here is as small as it gets */
		TupleDescAttr(desc, i)->attstorage = TYPSTORAGE_PLAIN;
		TupleDescAttr(desc, i)->attcompression = '\0';
	}
	return desc;
}

static void
make_toast_index(Relation toast, const char *name)
{
	IndexInfo *info = makeIndexInfo(2, 2, BTREE_AM_OID, NIL, NIL, true, false,
									true, false);
	Oid collations[2] = {InvalidOid, InvalidOid};
	Oid opclasses[2] = {OID_BTREE_OPS_OID, INT4_BTREE_OPS_OID};
	int16 options[2] = {0, 0};

	info->ii_IndexAttrNumbers[0] = 1;
	info->ii_IndexAttrNumbers[1] = 2;
	index_create(toast, name, InvalidOid, InvalidOid, InvalidOid, InvalidOid,
				 info, list_make2("chunk_id", "chunk_seq"), BTREE_AM_OID,
				 toast->rd_rel->reltablespace, collations, opclasses, options,
				 (Datum) 0, INDEX_CREATE_IS_PRIMARY, 0, true, true, NULL);
}

static void
set_reltoastrelid(Oid relid, Oid toastid)
{
	Relation pg_class = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(relid));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	((Form_pg_class) GETSTRUCT(tuple))->reltoastrelid = toastid;
	CatalogTupleUpdate(pg_class, &tuple->t_self, tuple);
	heap_freetuple(tuple);
	table_close(pg_class, RowExclusiveLock);
}

/* The TOAST table, its index and the link to them. */
static void
make_toast_table(Relation rel, Datum reloptions, Oid old_toast)
{
	Oid relid = RelationGetRelid(rel);
	Form_pg_class form = rel->rd_rel;
	char name[NAMEDATALEN];
	char idxname[NAMEDATALEN];
	Oid nspid = isTempOrTempToastNamespace(form->relnamespace) ? GetTempToastNamespace() : PG_TOAST_NAMESPACE;
	Oid toastid;
	Relation toast;
	ObjectAddress me;
	ObjectAddress table;

	snprintf(name, sizeof(name), "pg_toast_%u", relid);
	snprintf(idxname, sizeof(idxname), "pg_toast_%u_index", relid);
	toastid = heap_create_with_catalog(name, nspid, form->reltablespace,
									   InvalidOid, InvalidOid, InvalidOid,
									   form->relowner,
									   table_relation_toast_am(rel),
									   toast_columns(), NIL,
									   RELKIND_TOASTVALUE,
									   form->relpersistence,
									   form->relisshared,
									   RelationIsMapped(rel), ONCOMMIT_NOOP,
									   reloptions, false, true, true,
									   old_toast, NULL);
	/* the index needs to see its table */
	CommandCounterIncrement();
	toast = table_open(toastid, ShareLock);
	make_toast_index(toast, idxname);
	table_close(toast, NoLock);

	set_reltoastrelid(relid, toastid);
	if (!IsBootstrapProcessingMode())
	{
		ObjectAddressSet(me, RelationRelationId, toastid);
		ObjectAddressSet(table, RelationRelationId, relid);
		recordDependencyOn(&me, &table, DEPENDENCY_INTERNAL);
	}
	CommandCounterIncrement();
}

static void
check_and_make(Oid relOid, Datum reloptions, LOCKMODE lockmode, Oid old_toast)
{
	Relation rel = table_open(relOid, lockmode);

	if (!OidIsValid(rel->rd_rel->reltoastrelid) && wants_toast_table(rel))
		make_toast_table(rel, reloptions, old_toast);
	table_close(rel, NoLock);
}

/* For a table just made. */
void
NewRelationCreateToastTable(Oid relOid, Datum reloptions)
{
	check_and_make(relOid, reloptions, AccessExclusiveLock, InvalidOid);
}

/* For the new copy of a table that is rewritten. */
void
NewHeapCreateToastTable(Oid relOid, Datum reloptions, LOCKMODE lockmode,
						Oid OIDOldToast)
{
	check_and_make(relOid, reloptions, lockmode, OIDOldToast);
}

/* For a table that may need one now, since it has been altered. */
void
AlterTableCreateToastTable(Oid relOid, Datum reloptions, LOCKMODE lockmode)
{
	check_and_make(relOid, reloptions, lockmode, InvalidOid);
}
