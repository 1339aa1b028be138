/*
 * pg_shdepend.c
 *		Rows of pg_shdepend: what depends on roles and tablespaces.
 *
 * The catalog is shared: a row carries the database of the depender, or 0 for
 * a shared one.  Nothing is recorded towards pinned roles and tablespaces.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_shdepend.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_database.h"
#include "catalog/pg_shdepend.h"
#include "catalog/pg_tablespace.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#define MAX_REPORTED_DEPS 100

static Oid
database_of_class(Oid classId)
{
	return IsSharedRelation(classId) ? InvalidOid : MyDatabaseId;
}

/* ---- adding ---- */

static void
add_row(Relation rel, Oid classId, Oid objectId, int32 objsubId,
		Oid refclassId, Oid refobjId, SharedDependencyType deptype)
{
	Datum values[Natts_pg_shdepend];
	bool nulls[Natts_pg_shdepend] = {false};
	HeapTuple tuple;

	/* the referenced object must not go before we commit */
	shdepLockAndCheckObject(refclassId, refobjId);
	values[Anum_pg_shdepend_dbid - 1] = ObjectIdGetDatum(database_of_class(classId));
	values[Anum_pg_shdepend_classid - 1] = ObjectIdGetDatum(classId);
	values[Anum_pg_shdepend_objid - 1] = ObjectIdGetDatum(objectId);
	values[Anum_pg_shdepend_objsubid - 1] = Int32GetDatum(objsubId);
	values[Anum_pg_shdepend_refclassid - 1] = ObjectIdGetDatum(refclassId);
	values[Anum_pg_shdepend_refobjid - 1] = ObjectIdGetDatum(refobjId);
	values[Anum_pg_shdepend_deptype - 1] = CharGetDatum((char) deptype);
	tuple = heap_form_tuple(RelationGetDescr(rel), values, nulls);
	CatalogTupleInsert(rel, tuple);
	heap_freetuple(tuple);
}

void
recordSharedDependencyOn(ObjectAddress *depender, ObjectAddress *referenced,
						 SharedDependencyType deptype)
{
	Relation rel;

	if (IsBootstrapProcessingMode() ||
		IsPinnedObject(referenced->classId, referenced->objectId))
		return;
	rel = table_open(SharedDependRelationId, RowExclusiveLock);
	add_row(rel, depender->classId, depender->objectId, depender->objectSubId,
			referenced->classId, referenced->objectId, deptype);
	table_close(rel, RowExclusiveLock);
}

void
recordDependencyOnOwner(Oid classId, Oid objectId, Oid owner)
{
	ObjectAddress me;
	ObjectAddress role;

	ObjectAddressSet(me, classId, objectId);
	ObjectAddressSet(role, AuthIdRelationId, owner);
	recordSharedDependencyOn(&me, &role, SHARED_DEPENDENCY_OWNER);
}

void
recordDependencyOnTablespace(Oid classId, Oid objectId, Oid tablespace)
{
	ObjectAddress me;
	ObjectAddress space;

	ObjectAddressSet(me, classId, objectId);
	ObjectAddressSet(space, TableSpaceRelationId, tablespace);
	recordSharedDependencyOn(&me, &space, SHARED_DEPENDENCY_TABLESPACE);
}

/* ---- removing ---- */

typedef struct RowFilter
{
	Oid dbid;
	Oid classid; /* InvalidOid: all of the database */
	Oid objid;
	int32 objsubid;
	bool any_column;
	Oid refclassid; /* InvalidOid: any */
	Oid refobjid; /* InvalidOid: any */
	SharedDependencyType deptype; /* INVALID: any */
} RowFilter;

static void
delete_rows(Relation rel, const RowFilter *f)
{
	ScanKeyData keys[3];
	int nkeys = 1;
	SysScanDesc scan;
	HeapTuple tuple;

	ScanKeyInit(&keys[0], Anum_pg_shdepend_dbid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(f->dbid));
	if (OidIsValid(f->classid))
	{
		ScanKeyInit(&keys[1], Anum_pg_shdepend_classid, BTEqualStrategyNumber,
					F_OIDEQ, ObjectIdGetDatum(f->classid));
		ScanKeyInit(&keys[2], Anum_pg_shdepend_objid, BTEqualStrategyNumber,
					F_OIDEQ, ObjectIdGetDatum(f->objid));
		nkeys = 3;
	}
	scan = systable_beginscan(rel, SharedDependDependerIndexId, true, NULL,
							  nkeys, keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_shdepend row = (Form_pg_shdepend) GETSTRUCT(tuple);

		if (!f->any_column && row->objsubid != f->objsubid)
			continue;
		if (OidIsValid(f->refclassid) && row->refclassid != f->refclassid)
			continue;
		if (OidIsValid(f->refobjid) && row->refobjid != f->refobjid)
			continue;
		if (f->deptype != SHARED_DEPENDENCY_INVALID &&
			row->deptype != (char) f->deptype)
			continue;
		CatalogTupleDelete(rel, &tuple->t_self);
	}
	systable_endscan(scan);
}

/* The object goes (or, with objectSubId, one of its columns). */
void
deleteSharedDependencyRecordsFor(Oid classId, Oid objectId, int32 objectSubId)
{
	Relation rel = table_open(SharedDependRelationId, RowExclusiveLock);
	RowFilter f = {.dbid = database_of_class(classId), .classid = classId, .objid = objectId, .objsubid = objectSubId, .any_column = objectSubId == 0};

	delete_rows(rel, &f);
	table_close(rel, RowExclusiveLock);
}

void
dropDatabaseDependencies(Oid databaseId)
{
	Relation rel = table_open(SharedDependRelationId, RowExclusiveLock);
	RowFilter in_it = {.dbid = databaseId, .any_column = true};
	RowFilter itself = {.dbid = InvalidOid, .classid = DatabaseRelationId, .objid = databaseId, .any_column = true};

	delete_rows(rel, &in_it);
	delete_rows(rel, &itself);
	table_close(rel, RowExclusiveLock);
}

/* ---- changing ---- */

/* The object's one row of a kind refers to something else from now on. */
static void
change_reference(Oid classid, Oid objid, Oid refclassid, Oid newref,
				 SharedDependencyType deptype)
{
	Relation rel = table_open(SharedDependRelationId, RowExclusiveLock);
	RowFilter f = {.dbid = database_of_class(classid), .classid = classid, .objid = objid, .refclassid = refclassid, .deptype = deptype};

	delete_rows(rel, &f);
	if (!IsPinnedObject(refclassid, newref))
		add_row(rel, classid, objid, 0, refclassid, newref, deptype);
	table_close(rel, RowExclusiveLock);
}

/* A new owner needs no mention in the ACL beside that. */
void
changeDependencyOnOwner(Oid classId, Oid objectId, Oid newOwnerId)
{
	Relation rel;
	RowFilter f = {.dbid = database_of_class(classId), .classid = classId, .objid = objectId, .any_column = true, .refclassid = AuthIdRelationId, .refobjid = newOwnerId, .deptype = SHARED_DEPENDENCY_ACL};

	change_reference(classId, objectId, AuthIdRelationId, newOwnerId,
					 SHARED_DEPENDENCY_OWNER);
	rel = table_open(SharedDependRelationId, RowExclusiveLock);
	delete_rows(rel, &f);
	table_close(rel, RowExclusiveLock);
}

void
changeDependencyOnTablespace(Oid classId, Oid objectId, Oid newTablespaceId)
{
	if (newTablespaceId != DEFAULTTABLESPACE_OID &&
		newTablespaceId != InvalidOid)
		change_reference(classId, objectId, TableSpaceRelationId,
						 newTablespaceId, SHARED_DEPENDENCY_TABLESPACE);
	else
	{
		Relation rel = table_open(SharedDependRelationId, RowExclusiveLock);
		RowFilter f = {.dbid = database_of_class(classId),
					   .classid = classId,
					   .objid = objectId,
					   .refclassid = TableSpaceRelationId,
					   .deptype = SHARED_DEPENDENCY_TABLESPACE};

		delete_rows(rel, &f);
		table_close(rel, RowExclusiveLock);
	}
}

static bool
is_member(const Oid *list, int n, Oid oid)
{
	for (int i = 0; i < n; i++)
	{
		if (list[i] == oid)
			return true;
	}
	return false;
}

/*
 * updateAclDependencies
 *		The roles that an ACL mentions have changed from one list to another.
 *		Frees both lists.
 */
void
updateAclDependencies(Oid classId, Oid objectId, int32 objsubId, Oid ownerId,
					  int noldmembers, Oid *oldmembers,
					  int nnewmembers, Oid *newmembers)
{
	Relation rel = NULL;

	for (int i = 0; i < nnewmembers; i++)
	{
		Oid role = newmembers[i];

		if (is_member(oldmembers, noldmembers, role) || role == ownerId ||
			IsPinnedObject(AuthIdRelationId, role))
			continue;
		if (rel == NULL)
			rel = table_open(SharedDependRelationId, RowExclusiveLock);
		add_row(rel, classId, objectId, objsubId, AuthIdRelationId, role,
				SHARED_DEPENDENCY_ACL);
	}
	for (int i = 0; i < noldmembers; i++)
	{
		Oid role = oldmembers[i];
		RowFilter f = {.dbid = database_of_class(classId),
					   .classid = classId,
					   .objid = objectId,
					   .objsubid = objsubId,
					   .refclassid = AuthIdRelationId,
					   .refobjid = role,
					   .deptype = SHARED_DEPENDENCY_ACL};

		if (is_member(newmembers, nnewmembers, role) || role == ownerId ||
			IsPinnedObject(AuthIdRelationId, role))
			continue;
		if (rel == NULL)
			rel = table_open(SharedDependRelationId, RowExclusiveLock);
		delete_rows(rel, &f);
	}
	if (rel)
		table_close(rel, RowExclusiveLock);
	if (oldmembers)
		pfree(oldmembers);
	if (newmembers)
		pfree(newmembers);
}

/* ---- asking ---- */

/*
 * shdepLockAndCheckObject
 *		Keep a role or tablespace from being dropped until we commit; an error
 *		if it is gone already.
 */
void
shdepLockAndCheckObject(Oid classId, Oid objectId)
{
	LockSharedObject(classId, objectId, 0, AccessShareLock);
	switch (classId)
	{
		case AuthIdRelationId:
			if (!SearchSysCacheExists1(AUTHOID, ObjectIdGetDatum(objectId)))
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_OBJECT),
						 errmsg("role %u was concurrently dropped", objectId)));
			break;
		case TableSpaceRelationId:
			if (!SearchSysCacheExists1(TABLESPACEOID, ObjectIdGetDatum(objectId)))
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_OBJECT),
						 errmsg("tablespace %u was concurrently dropped",
								objectId)));
			break;
		case DatabaseRelationId:
			if (!SearchSysCacheExists1(DATABASEOID, ObjectIdGetDatum(objectId)))
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_OBJECT),
						 errmsg("database %u was concurrently dropped",
								objectId)));
			break;
		default:
			elog(ERROR, "unrecognized shared classId: %u", classId);
	}
}

static const char *
phrase(char deptype)
{
	switch (deptype)
	{
		case SHARED_DEPENDENCY_OWNER:
			return "owner of %s";
		case SHARED_DEPENDENCY_ACL:
			return "privileges for %s";
		case SHARED_DEPENDENCY_POLICY:
			return "target of %s";
		case SHARED_DEPENDENCY_TABLESPACE:
			return "tablespace for %s";
		default:
			return "%s";
	}
}

static void
add_line(StringInfo buf, const char *line)
{
	if (buf->len > 0)
		appendStringInfoChar(buf, '\n');
	appendStringInfoString(buf, line);
}

/*
 * checkSharedDependencies
 *		Does anything depend on a shared object?  If so, a detail for the
 *		message: objects of this database by name, others as a count.
 */
bool
checkSharedDependencies(Oid classId, Oid objectId, char **detail_msg,
						char **detail_log_msg)
{
	Relation rel;
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tuple;
	StringInfoData lines;
	int reported = 0;
	int unreported = 0;
	int elsewhere = 0;

	*detail_msg = *detail_log_msg = NULL;
	if (IsPinnedObject(classId, objectId))
	{
		ObjectAddress address;

		ObjectAddressSet(address, classId, objectId);
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("cannot drop %s because it is required by the database system",
						getObjectDescription(&address, false))));
	}

	initStringInfo(&lines);
	rel = table_open(SharedDependRelationId, AccessShareLock);
	ScanKeyInit(&keys[0], Anum_pg_shdepend_refclassid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(classId));
	ScanKeyInit(&keys[1], Anum_pg_shdepend_refobjid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(objectId));
	scan = systable_beginscan(rel, SharedDependReferenceIndexId, true, NULL, 2,
							  keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_shdepend row = (Form_pg_shdepend) GETSTRUCT(tuple);
		ObjectAddress object;
		char *descr;

		if (row->dbid != MyDatabaseId && OidIsValid(row->dbid))
		{
			elsewhere++;
			continue;
		}
		ObjectAddressSubSet(object, row->classid, row->objid, row->objsubid);
		descr = getObjectDescription(&object, true);
		if (descr == NULL)
			continue;
		if (reported++ < MAX_REPORTED_DEPS)
			add_line(&lines, psprintf(phrase(row->deptype), descr));
		else
			unreported++;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);

	if (unreported > 0)
		add_line(&lines, psprintf("and %d other objects", unreported));
	if (elsewhere > 0)
		add_line(&lines, psprintf("%d objects in other databases", elsewhere));
	if (lines.len == 0)
	{
		pfree(lines.data);
		return false;
	}
	*detail_msg = lines.data;
	*detail_log_msg = pstrdup(lines.data);
	return true;
}

/* CREATE DATABASE: the copies of what the template's objects depend on. */
void
copyTemplateDependencies(Oid templateDbId, Oid newDbId)
{
	Relation rel = table_open(SharedDependRelationId, RowExclusiveLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	CatalogIndexState indstate = CatalogOpenIndexes(rel);

	ScanKeyInit(&key, Anum_pg_shdepend_dbid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(templateDbId));
	scan = systable_beginscan(rel, SharedDependDependerIndexId, true, NULL, 1,
							  &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		HeapTuple copy = heap_copytuple(tuple);

		((Form_pg_shdepend) GETSTRUCT(copy))->dbid = newDbId;
		CatalogTupleInsertWithInfo(rel, copy, indstate);
		heap_freetuple(copy);
	}
	systable_endscan(scan);
	CatalogCloseIndexes(indstate);
	table_close(rel, RowExclusiveLock);
}

void
shdepDropOwned(List *relids, DropBehavior behavior)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("DROP OWNED is not supported")));
}

void
shdepReassignOwned(List *relids, Oid newrole)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("REASSIGN OWNED is not supported")));
}
