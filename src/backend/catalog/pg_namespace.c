/*
 * pg_namespace.c
 *		Rows of schemas.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_namespace.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_namespace.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* A new schema; temporary ones belong to no extension and get no default ACL. */
Oid
NamespaceCreate(const char *nspName, Oid ownerId, bool isTemp)
{
	Relation rel;
	Datum values[Natts_pg_namespace] = {0};
	bool nulls[Natts_pg_namespace] = {false};
	NameData name;
	HeapTuple tuple;
	Oid oid;
	Acl *acl = NULL;
	ObjectAddress me;

	if (SearchSysCacheExists1(NAMESPACENAME, PointerGetDatum(nspName)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_SCHEMA),
				 errmsg("schema \"%s\" already exists", nspName)));
	if (!isTemp)
		acl = get_user_default_acl(OBJECT_SCHEMA, ownerId, InvalidOid);

	rel = table_open(NamespaceRelationId, RowExclusiveLock);
	oid = GetNewOidWithIndex(rel, NamespaceOidIndexId, Anum_pg_namespace_oid);
	namestrcpy(&name, nspName);
	values[Anum_pg_namespace_oid - 1] = ObjectIdGetDatum(oid);
	values[Anum_pg_namespace_nspname - 1] = NameGetDatum(&name);
	values[Anum_pg_namespace_nspowner - 1] = ObjectIdGetDatum(ownerId);
	values[Anum_pg_namespace_nspacl - 1] = PointerGetDatum(acl);
	nulls[Anum_pg_namespace_nspacl - 1] = (acl == NULL);
	tuple = heap_form_tuple(RelationGetDescr(rel), values, nulls);
	CatalogTupleInsert(rel, tuple);
	table_close(rel, RowExclusiveLock);

	ObjectAddressSet(me, NamespaceRelationId, oid);
	recordDependencyOnOwner(NamespaceRelationId, oid, ownerId);
	recordDependencyOnNewAcl(NamespaceRelationId, oid, 0, ownerId, acl);
	if (!isTemp)
		recordDependencyOnCurrentExtension(&me, false);
	InvokeObjectPostCreateHook(NamespaceRelationId, oid, 0);
	return oid;
}
