/*
 * tablespace.c
 *		Names of tablespaces, and which one a new relation gets.
 *
 * Making and dropping tablespaces is not there yet.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/tablespace.c
 */
#include "postgres.h"

#include <dirent.h>

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_tablespace.h"
#include "commands/tablespace.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

char *default_tablespace;
char *temp_tablespaces;
bool allow_in_place_tablespaces;

extern bool check_default_tablespace(char **newval, void **extra, GucSource source);

Oid
get_tablespace_oid(const char *tablespacename, bool missing_ok)
{
	Relation rel = table_open(TableSpaceRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tup;
	Oid result = InvalidOid;

	ScanKeyInit(&key, Anum_pg_tablespace_spcname, BTEqualStrategyNumber, F_NAMEEQ,
				CStringGetDatum(tablespacename));
	scan = systable_beginscan(rel, TablespaceNameIndexId, true, NULL, 1, &key);
	tup = systable_getnext(scan);
	if (HeapTupleIsValid(tup))
		result = ((Form_pg_tablespace) GETSTRUCT(tup))->oid;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	if (!OidIsValid(result) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("tablespace \"%s\" does not exist", tablespacename)));
	return result;
}

/* Its name, palloc'd, or NULL. */
char *
get_tablespace_name(Oid spc_oid)
{
	HeapTuple tup = SearchSysCache1(TABLESPACEOID, ObjectIdGetDatum(spc_oid));
	char *name;

	if (!HeapTupleIsValid(tup))
		return NULL;
	name = pstrdup(NameStr(((Form_pg_tablespace) GETSTRUCT(tup))->spcname));
	ReleaseSysCache(tup);
	return name;
}

/* A name that does not exist is refused in SET, and noted elsewhere. */
bool
check_default_tablespace(char **newval, void **extra, GucSource source)
{
	if (!IsTransactionState() || **newval == '\0' ||
		OidIsValid(get_tablespace_oid(*newval, true)))
		return true;
	if (source == PGC_S_TEST)
	{
		ereport(NOTICE,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("tablespace \"%s\" does not exist", *newval)));
		return true;
	}
	GUC_check_errdetail("Tablespace \"%s\" does not exist.", *newval);
	return false;
}

/*
 * GetDefaultTablespace
 *		Where a relation goes that names no tablespace; InvalidOid is the
 *		database's own.
 */
Oid
GetDefaultTablespace(char relpersistence, bool partitioned)
{
	Oid result;

	if (relpersistence == 't')
	{
		PrepareTempTablespaces();
		return GetNextTempTableSpace();
	}
	if (!default_tablespace || default_tablespace[0] == '\0')
		return InvalidOid;
	/* A name that has gone is as if not set. */
	result = get_tablespace_oid(default_tablespace, true);
	if (result == MyDatabaseTableSpace)
	{
		if (partitioned)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot specify default tablespace for partitioned relations")));
		result = InvalidOid;
	}
	return result;
}

/* Tell fd.c which tablespaces temporary files go to, once a transaction. */
void
PrepareTempTablespaces(void)
{
	List *names;
	ListCell *lc;
	Oid *spaces;
	int n = 0;

	if (TempTablespacesAreSet() || !IsTransactionState())
		return;
	if (!SplitIdentifierString(pstrdup(temp_tablespaces ? temp_tablespaces : ""), ',', &names))
	{
		SetTempTablespaces(NULL, 0);
		return;
	}
	spaces = MemoryContextAlloc(TopTransactionContext, Max(list_length(names), 1) * sizeof(Oid));
	foreach (lc, names)
	{
		const char *name = lfirst(lc);
		Oid spc = name[0] == '\0' ? InvalidOid : get_tablespace_oid(name, true);

		if (name[0] != '\0' && !OidIsValid(spc))
			continue;
		if (spc == MyDatabaseTableSpace)
			spc = InvalidOid;
		else if (OidIsValid(spc) && pg_tablespace_aclcheck(spc, GetUserId(), ACL_CREATE) != ACLCHECK_OK)
			continue;
		spaces[n++] = spc;
	}
	SetTempTablespaces(spaces, n);
}

bool
directory_is_empty(const char *path)
{
	DIR *dir = AllocateDir(path);
	struct dirent *de;
	bool empty = true;

	while (empty && (de = ReadDir(dir, path)) != NULL)
		empty = strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0;
	FreeDir(dir);
	return empty;
}
