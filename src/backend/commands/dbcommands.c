/*
 * dbcommands.c
 *		Names of databases.
 *
 * CREATE and DROP DATABASE are not there yet; initdb makes template1,
 * template0 and postgres.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/dbcommands.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_database.h"
#include "commands/dbcommands.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/syscache.h"

Oid
get_database_oid(const char *dbname, bool missing_ok)
{
	Relation rel = table_open(DatabaseRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tup;
	Oid oid = InvalidOid;

	ScanKeyInit(&key, Anum_pg_database_datname, BTEqualStrategyNumber, F_NAMEEQ, CStringGetDatum(dbname));
	scan = systable_beginscan(rel, DatabaseNameIndexId, true, NULL, 1, &key);
	tup = systable_getnext(scan);
	if (HeapTupleIsValid(tup))
		oid = ((Form_pg_database) GETSTRUCT(tup))->oid;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_DATABASE),
				 errmsg("database \"%s\" does not exist", dbname)));
	return oid;
}

/* Its name, palloc'd, or NULL. */
char *
get_database_name(Oid dbid)
{
	HeapTuple tup = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(dbid));
	char *name = NULL;

	if (HeapTupleIsValid(tup))
	{
		name = pstrdup(NameStr(((Form_pg_database) GETSTRUCT(tup))->datname));
		ReleaseSysCache(tup);
	}
	return name;
}

bool
have_createdb_privilege(void)
{
	HeapTuple tup;
	bool allowed = superuser();

	if (allowed)
		return true;
	tup = SearchSysCache1(AUTHOID, ObjectIdGetDatum(GetUserId()));
	if (HeapTupleIsValid(tup))
	{
		allowed = ((Form_pg_authid) GETSTRUCT(tup))->rolcreatedb;
		ReleaseSysCache(tup);
	}
	return allowed;
}

Oid
createdb(ParseState *pstate, const CreatedbStmt *stmt)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("CREATE DATABASE is not supported yet")));
	return InvalidOid;
}

void
dropdb(const char *dbname, bool missing_ok, bool force)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("DROP DATABASE is not supported yet")));
}
