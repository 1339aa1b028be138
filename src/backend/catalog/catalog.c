/*
 * catalog.c
 *		Facts about catalogs as such; new OIDs and file numbers.
 *
 * Which relations are catalogs, which are shared, which objects can never be
 * dropped: answered from the OID alone, without a look at any catalog, since
 * these questions come up while catalogs are being read.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/catalog.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <unistd.h>

#include "access/genam.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/catalog.h"
#include "catalog/namespace.h"
#include "catalog/pg_auth_members_d.h"
#include "catalog/pg_authid_d.h"
#include "catalog/pg_database_d.h"
#include "catalog/pg_db_role_setting_d.h"
#include "catalog/pg_largeobject_d.h"
#include "catalog/pg_namespace_d.h"
#include "catalog/pg_parameter_acl_d.h"
#include "catalog/pg_replication_origin_d.h"
#include "catalog/pg_shdepend_d.h"
#include "catalog/pg_shdescription_d.h"
#include "catalog/pg_shseclabel_d.h"
#include "catalog/pg_subscription_d.h"
#include "catalog/pg_tablespace_d.h"
#include "catalog/pg_type_d.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* ---- what is a catalog ---- */

/* A catalog or a TOAST table, or an index of one. */
bool
IsSystemRelation(Relation relation)
{
	return IsSystemClass(RelationGetRelid(relation), relation->rd_rel);
}

bool
IsSystemClass(Oid relid, Form_pg_class reltuple)
{
	return IsCatalogRelationOid(relid) || IsToastClass(reltuple);
}

/* A catalog, its TOAST table, or an index of either. */
bool
IsCatalogRelation(Relation relation)
{
	return IsCatalogRelationOid(RelationGetRelid(relation));
}

/* Relations of information_schema have higher OIDs: they are no catalogs. */
bool
IsCatalogRelationOid(Oid relid)
{
	return relid < (Oid) FirstUnpinnedObjectId;
}

bool
IsToastRelation(Relation relation)
{
	return IsToastNamespace(RelationGetNamespace(relation));
}

bool
IsToastClass(Form_pg_class reltuple)
{
	return IsToastNamespace(reltuple->relnamespace);
}

bool
IsCatalogNamespace(Oid namespaceId)
{
	return namespaceId == PG_CATALOG_NAMESPACE;
}

bool
IsToastNamespace(Oid namespaceId)
{
	return namespaceId == PG_TOAST_NAMESPACE ||
		isTempToastNamespace(namespaceId);
}

/* Names that users may not give to schemas, roles and tablespaces. */
bool
IsReservedName(const char *name)
{
	return strncmp(name, "pg_", 3) == 0;
}

/* One copy for the whole cluster; storage.md 2.4 lists them. */
bool
IsSharedRelation(Oid relationId)
{
	switch (relationId)
	{
		case AuthIdRelationId:
		case AuthIdOidIndexId:
		case AuthIdRolnameIndexId:
		case PgAuthidToastTable:
		case PgAuthidToastIndex:
		case AuthMemRelationId:
		case AuthMemMemRoleIndexId:
		case AuthMemRoleMemIndexId:
		case DatabaseRelationId:
		case DatabaseNameIndexId:
		case DatabaseOidIndexId:
		case PgDatabaseToastTable:
		case PgDatabaseToastIndex:
		case DbRoleSettingRelationId:
		case DbRoleSettingDatidRolidIndexId:
		case PgDbRoleSettingToastTable:
		case PgDbRoleSettingToastIndex:
		case ParameterAclRelationId:
		case ParameterAclOidIndexId:
		case ParameterAclParnameIndexId:
		case PgParameterAclToastTable:
		case PgParameterAclToastIndex:
		case ReplicationOriginRelationId:
		case ReplicationOriginIdentIndex:
		case ReplicationOriginNameIndex:
		case PgReplicationOriginToastTable:
		case PgReplicationOriginToastIndex:
		case SharedDependRelationId:
		case SharedDependDependerIndexId:
		case SharedDependReferenceIndexId:
		case SharedDescriptionRelationId:
		case SharedDescriptionObjIndexId:
		case PgShdescriptionToastTable:
		case PgShdescriptionToastIndex:
		case SharedSecLabelRelationId:
		case SharedSecLabelObjectIndexId:
		case PgShseclabelToastTable:
		case PgShseclabelToastIndex:
		case SubscriptionRelationId:
		case SubscriptionNameIndexId:
		case SubscriptionObjectIndexId:
		case PgSubscriptionToastTable:
		case PgSubscriptionToastIndex:
		case TableSpaceRelationId:
		case TablespaceNameIndexId:
		case TablespaceOidIndexId:
		case PgTablespaceToastTable:
		case PgTablespaceToastIndex:
			return true;
		default:
			return false;
	}
}

/*
 * Pinned objects come with the system and cannot be dropped; no dependency on
 * them is recorded.  All that initdb's first part makes is pinned but for
 * schema public, databases and large objects.
 */
bool
IsPinnedObject(Oid classId, Oid objectId)
{
	if (objectId >= (Oid) FirstUnpinnedObjectId)
		return false;
	switch (classId)
	{
		case LargeObjectRelationId:
		case DatabaseRelationId:
			return false;
		case NamespaceRelationId:
			return objectId != PG_PUBLIC_NAMESPACE;
		default:
			return true;
	}
}

/* ---- new numbers ---- */

static bool
oid_is_taken(Relation relation, Oid indexId, AttrNumber oidcolumn, Oid oid)
{
	ScanKeyData key;
	SysScanDesc scan;
	bool taken;

	/* rows of others, also dead ones, count: the OID may be in use there */
	ScanKeyInit(&key, oidcolumn, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(oid));
	scan = systable_beginscan(relation, indexId, true, SnapshotAny, 1, &key);
	taken = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	return taken;
}

/*
 * GetNewOidWithIndex
 *		An OID that no row of a catalog has.  The counter wraps around, so the
 *		index is asked; a second session taking the same one meanwhile runs
 *		into the unique index.
 */
Oid
GetNewOidWithIndex(Relation relation, Oid indexId, AttrNumber oidcolumn)
{
	Oid oid;

	Assert(IsSystemRelation(relation));
	if (IsBootstrapProcessingMode())
		return GetNewObjectId();
	do
	{
		CHECK_FOR_INTERRUPTS();
		oid = GetNewObjectId();
	} while (oid_is_taken(relation, indexId, oidcolumn, oid));
	return oid;
}

/*
 * GetNewRelFileNode
 *		A file number that no file of the tablespace has.  With pg_class given,
 *		the number is also free as OID of a relation.
 */
Oid
GetNewRelFileNode(Oid reltablespace, Relation pg_class, char relpersistence)
{
	RelFileNodeBackend rnode;
	bool taken;

	rnode.backend = relpersistence == RELPERSISTENCE_TEMP ? BackendIdForTempRelations() : InvalidBackendId;
	rnode.node.spcNode = reltablespace ? reltablespace : MyDatabaseTableSpace;
	rnode.node.dbNode = rnode.node.spcNode == GLOBALTABLESPACE_OID ? InvalidOid : MyDatabaseId;

	do
	{
		char *path;

		CHECK_FOR_INTERRUPTS();
		rnode.node.relNode = pg_class ? GetNewOidWithIndex(pg_class, ClassOidIndexId, Anum_pg_class_oid) : GetNewObjectId();
		/* a file may outlive its relation until the next checkpoint */
		path = relpath(rnode, MAIN_FORKNUM);
		taken = access(path, F_OK) == 0;
		pfree(path);
	} while (taken);
	return rnode.node.relNode;
}
