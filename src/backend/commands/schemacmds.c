/*
 * schemacmds.c
 *		CREATE SCHEMA, and rename and owner of a schema.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/schemacmds.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_database.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_namespace_fn.h"
#include "commands/dbcommands.h"
#include "commands/owner.h"
#include "commands/schemacmds.h"
#include "miscadmin.h"
#include "parser/parse_utilcmd.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/rel.h"
#include "utils/syscache.h"

static void
check_schema_name(const char *name)
{
	if (!allowSystemTableMods && IsReservedName(name))
		ereport(ERROR,
				(errcode(ERRCODE_RESERVED_NAME),
				 errmsg("unacceptable schema name \"%s\"", name),
				 errdetail("The prefix \"pg_\" is reserved for system schemas.")));
}

static void
check_may_create(void)
{
	AclResult acl = pg_database_aclcheck(MyDatabaseId, GetUserId(), ACL_CREATE);

	if (acl != ACLCHECK_OK)
		aclcheck_error(acl, OBJECT_DATABASE, get_database_name(MyDatabaseId));
}

/* The statements inside CREATE SCHEMA, in an order that works. */
static void
run_elements(CreateSchemaStmt *stmt, const char *queryString, int location, int len)
{
	ListCell *lc;

	foreach (lc, transformCreateSchemaStmt(stmt))
	{
		PlannedStmt *wrapper = makeNode(PlannedStmt);

		wrapper->commandType = CMD_UTILITY;
		wrapper->utilityStmt = lfirst(lc);
		wrapper->stmt_location = location;
		wrapper->stmt_len = len;
		ProcessUtility(wrapper, queryString, false, PROCESS_UTILITY_SUBCOMMAND,
					   NULL, NULL, None_Receiver, NULL);
		CommandCounterIncrement();
	}
}

/* CREATE SCHEMA; returns the OID, or InvalidOid if it was there already. */
Oid
CreateSchemaCommand(CreateSchemaStmt *stmt, const char *queryString, int stmt_location, int stmt_len)
{
	const char *name = stmt->schemaname;
	OverrideSearchPath *path;
	Oid saved_user;
	Oid owner;
	Oid nsp;
	int secctx;

	GetUserIdAndSecContext(&saved_user, &secctx);
	owner = stmt->authrole ? get_rolespec_oid(stmt->authrole, false) : saved_user;
	if (!name)
	{
		HeapTuple tup = SearchSysCache1(AUTHOID, ObjectIdGetDatum(owner));

		name = pstrdup(NameStr(((Form_pg_authid) GETSTRUCT(tup))->rolname));
		ReleaseSysCache(tup);
	}
	check_may_create();
	check_is_member_of_role(saved_user, owner);
	check_schema_name(name);
	if (stmt->if_not_exists)
	{
		nsp = get_namespace_oid(name, true);
		if (OidIsValid(nsp))
		{
			ereport(NOTICE,
					(errcode(ERRCODE_DUPLICATE_SCHEMA),
					 errmsg("schema \"%s\" already exists, skipping", name)));
			return InvalidOid;
		}
	}
	if (saved_user != owner)
		SetUserIdAndSecContext(owner, secctx | SECURITY_LOCAL_USERID_CHANGE);
	nsp = NamespaceCreate(name, owner, false);
	CommandCounterIncrement();

	path = GetOverrideSearchPath(CurrentMemoryContext);
	path->schemas = lcons_oid(nsp, path->schemas);
	PushOverrideSearchPath(path);
	run_elements(stmt, queryString, stmt_location, stmt_len);
	PopOverrideSearchPath();
	SetUserIdAndSecContext(saved_user, secctx);
	return nsp;
}

static HeapTuple
owned_schema(const char *name)
{
	HeapTuple tup = SearchSysCacheCopy1(NAMESPACENAME, CStringGetDatum(name));

	if (!HeapTupleIsValid(tup))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_SCHEMA),
				 errmsg("schema \"%s\" does not exist", name)));
	if (!pg_namespace_ownercheck(((Form_pg_namespace) GETSTRUCT(tup))->oid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_SCHEMA, name);
	return tup;
}

ObjectAddress
RenameSchema(const char *oldname, const char *newname)
{
	Relation rel = table_open(NamespaceRelationId, RowExclusiveLock);
	HeapTuple tup = owned_schema(oldname);
	ObjectAddress address;

	if (OidIsValid(get_namespace_oid(newname, true)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_SCHEMA),
				 errmsg("schema \"%s\" already exists", newname)));
	check_may_create();
	check_schema_name(newname);
	namestrcpy(&((Form_pg_namespace) GETSTRUCT(tup))->nspname, newname);
	CatalogTupleUpdate(rel, &tup->t_self, tup);
	ObjectAddressSet(address, NamespaceRelationId, ((Form_pg_namespace) GETSTRUCT(tup))->oid);
	table_close(rel, NoLock);
	return address;
}

ObjectAddress
AlterSchemaOwner(const char *name, Oid newOwnerId)
{
	Relation rel = table_open(NamespaceRelationId, RowExclusiveLock);
	HeapTuple tup = owned_schema(name);
	Form_pg_namespace nsp = (Form_pg_namespace) GETSTRUCT(tup);
	ObjectAddress address;

	if (nsp->nspowner != newOwnerId)
	{
		check_is_member_of_role(GetUserId(), newOwnerId);
		check_may_create();
		set_row_owner(rel, tup, Anum_pg_namespace_nspowner, Anum_pg_namespace_nspacl, nsp->oid, newOwnerId);
	}
	ObjectAddressSet(address, NamespaceRelationId, nsp->oid);
	table_close(rel, NoLock);
	return address;
}
