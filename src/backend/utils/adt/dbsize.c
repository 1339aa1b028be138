/*
 * dbsize.c
 *		Sizes of relations, databases and tablespaces, and paths of files.
 *
 * Sizes are those of the files, so what is still only in shared buffers counts
 * as far as it has extended the file.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/dbsize.c
 */
#include "postgres.h"

#include <sys/stat.h>

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/catalog.h"
#include "catalog/namespace.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_tablespace.h"
#include "common/relpath.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "storage/smgr.h"
#include "utils/acl.h"
#include "utils/adt_upcalls.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/relfilenodemap.h"
#include "utils/relmapper.h"
#include "utils/syscache.h"

/* Bytes of all files directly in a directory; 0 if it is not there. */
static int64
directory_size(const char *path)
{
	DIR *dir = AllocateDir(path);
	struct dirent *de;
	int64 total = 0;

	if (dir == NULL)
		return 0;
	while ((de = ReadDir(dir, path)) != NULL)
	{
		char file[MAXPGPATH * 2];
		struct stat st;

		CHECK_FOR_INTERRUPTS();
		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(file, sizeof(file), "%s/%s", path, de->d_name);
		if (stat(file, &st) < 0)
		{
			if (errno == ENOENT)
				continue;
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not stat file \"%s\": %m", file)));
		}
		total += st.st_size;
	}
	FreeDir(dir);
	return total;
}

/* Over all tablespaces; needs CONNECT or pg_read_all_stats. */
static int64
database_size(Oid dbOid)
{
	char path[MAXPGPATH * 2];
	int64 total;
	DIR *dir;
	struct dirent *de;

	if (pg_database_aclcheck(dbOid, GetUserId(), ACL_CONNECT) != ACLCHECK_OK &&
		!has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS))
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_DATABASE,
					   get_database_name(dbOid));
	snprintf(path, sizeof(path), "base/%u", dbOid);
	total = directory_size(path);
	dir = AllocateDir("pg_tblspc");
	while ((de = ReadDir(dir, "pg_tblspc")) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (de->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "pg_tblspc/%s/%s/%u", de->d_name,
				 TABLESPACE_VERSION_DIRECTORY, dbOid);
		total += directory_size(path);
	}
	FreeDir(dir);
	return total;
}

Datum
pg_database_size_oid(PG_FUNCTION_ARGS)
{
	int64 size = database_size(PG_GETARG_OID(0));

	if (size == 0)
		PG_RETURN_NULL();
	PG_RETURN_INT64(size);
}

Datum
pg_database_size_name(PG_FUNCTION_ARGS)
{
	int64 size = database_size(get_database_oid(NameStr(*PG_GETARG_NAME(0)),
												false));

	if (size == 0)
		PG_RETURN_NULL();
	PG_RETURN_INT64(size);
}

/* Bytes of a tablespace, -1 if there is no such directory. */
static int64
tablespace_size(Oid spcOid)
{
	char path[MAXPGPATH];
	int64 total = 0;
	DIR *dir;
	struct dirent *de;

	if (spcOid != MyDatabaseTableSpace &&
		!has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS) &&
		pg_tablespace_aclcheck(spcOid, GetUserId(), ACL_CREATE) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_TABLESPACE,
					   get_tablespace_name(spcOid));
	if (spcOid == DEFAULTTABLESPACE_OID)
		snprintf(path, sizeof(path), "base");
	else if (spcOid == GLOBALTABLESPACE_OID)
		snprintf(path, sizeof(path), "global");
	else
		snprintf(path, sizeof(path), "pg_tblspc/%u/%s", spcOid,
				 TABLESPACE_VERSION_DIRECTORY);
	dir = AllocateDir(path);
	if (dir == NULL)
		return -1;
	while ((de = ReadDir(dir, path)) != NULL)
	{
		char file[MAXPGPATH * 2];
		struct stat st;

		CHECK_FOR_INTERRUPTS();
		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(file, sizeof(file), "%s/%s", path, de->d_name);
		if (stat(file, &st) < 0)
			continue;
		if (S_ISDIR(st.st_mode))
			total += directory_size(file);
		total += st.st_size;
	}
	FreeDir(dir);
	return total;
}

static Datum
size_or_null(FunctionCallInfo fcinfo, int64 size)
{
	if (size < 0)
		PG_RETURN_NULL();
	PG_RETURN_INT64(size);
}

Datum
pg_tablespace_size_oid(PG_FUNCTION_ARGS)
{
	return size_or_null(fcinfo, tablespace_size(PG_GETARG_OID(0)));
}

Datum
pg_tablespace_size_name(PG_FUNCTION_ARGS)
{
	return size_or_null(fcinfo,
						tablespace_size(get_tablespace_oid(NameStr(*PG_GETARG_NAME(0)),
														   false)));
}

/* ---- Relations ---- */

/* All segments of one fork. */
static int64
fork_size(Relation rel, ForkNumber forknum)
{
	char *base = relpathbackend(rel->rd_node, rel->rd_backend, forknum);
	int64 total = 0;

	for (unsigned int segno = 0;; segno++)
	{
		char path[MAXPGPATH];
		struct stat st;

		CHECK_FOR_INTERRUPTS();
		if (segno == 0)
			snprintf(path, sizeof(path), "%s", base);
		else
			snprintf(path, sizeof(path), "%s.%u", base, segno);
		if (stat(path, &st) < 0)
		{
			if (errno == ENOENT)
				break;
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not stat file \"%s\": %m", path)));
		}
		total += st.st_size;
	}
	return total;
}

static int64
all_forks_size(Relation rel)
{
	int64 total = 0;

	for (ForkNumber f = 0; f <= MAX_FORKNUM; f++)
		total += fork_size(rel, f);
	return total;
}

static int64
indexes_size(Relation rel)
{
	int64 total = 0;
	List *indexes;
	ListCell *lc;

	if (!rel->rd_rel->relhasindex)
		return 0;
	indexes = RelationGetIndexList(rel);
	foreach (lc, indexes)
	{
		Relation idx = relation_open(lfirst_oid(lc), AccessShareLock);

		total += all_forks_size(idx);
		relation_close(idx, AccessShareLock);
	}
	list_free(indexes);
	return total;
}

static int64
table_size(Relation rel)
{
	int64 total = all_forks_size(rel);

	if (OidIsValid(rel->rd_rel->reltoastrelid))
	{
		Relation toast = relation_open(rel->rd_rel->reltoastrelid,
									   AccessShareLock);

		total += all_forks_size(toast) + indexes_size(toast);
		relation_close(toast, AccessShareLock);
	}
	return total;
}

/* NULL, not an error, for a relation dropped since the query began. */
#define RELATION_SIZE(name, expr)                                            \
	Datum name(PG_FUNCTION_ARGS)                                             \
	{                                                                        \
		Relation rel = try_relation_open(PG_GETARG_OID(0), AccessShareLock); \
		int64 size;                                                          \
		if (rel == NULL)                                                     \
			PG_RETURN_NULL();                                                \
		size = (expr);                                                       \
		relation_close(rel, AccessShareLock);                                \
		PG_RETURN_INT64(size);                                               \
	}

RELATION_SIZE(pg_relation_size,
			  fork_size(rel, forkname_to_number(text_to_cstring(PG_GETARG_TEXT_PP(1)))))
RELATION_SIZE(pg_table_size, table_size(rel))
RELATION_SIZE(pg_indexes_size, indexes_size(rel))
RELATION_SIZE(pg_total_relation_size, table_size(rel) + indexes_size(rel))

/* The file node of a pg_class row, 0 if it has no storage. */
static Oid
filenode_of(Form_pg_class form)
{
	if (!RELKIND_HAS_STORAGE(form->relkind))
		return InvalidOid;
	if (form->relfilenode)
		return form->relfilenode;
	return RelationMapOidToFilenode(form->oid, form->relisshared);
}

Datum
pg_relation_filenode(PG_FUNCTION_ARGS)
{
	HeapTuple tup = SearchSysCache1(RELOID,
									ObjectIdGetDatum(PG_GETARG_OID(0)));
	Oid filenode;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	filenode = filenode_of((Form_pg_class) GETSTRUCT(tup));
	ReleaseSysCache(tup);
	if (!OidIsValid(filenode))
		PG_RETURN_NULL();
	PG_RETURN_OID(filenode);
}

Datum
pg_filenode_relation(PG_FUNCTION_ARGS)
{
	Oid relid;

	if (!OidIsValid(PG_GETARG_OID(1)))
		PG_RETURN_NULL();
	relid = RelidByRelfilenode(PG_GETARG_OID(0), PG_GETARG_OID(1));
	if (!OidIsValid(relid))
		PG_RETURN_NULL();
	PG_RETURN_OID(relid);
}

Datum
pg_relation_filepath(PG_FUNCTION_ARGS)
{
	HeapTuple tup = SearchSysCache1(RELOID,
									ObjectIdGetDatum(PG_GETARG_OID(0)));
	Form_pg_class form;
	RelFileNode rnode;
	BackendId backend = InvalidBackendId;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	form = (Form_pg_class) GETSTRUCT(tup);
	rnode.spcNode = OidIsValid(form->reltablespace) ? form->reltablespace : MyDatabaseTableSpace;
	rnode.dbNode = rnode.spcNode == GLOBALTABLESPACE_OID ? InvalidOid : MyDatabaseId;
	rnode.relNode = filenode_of(form);
	if (form->relpersistence == RELPERSISTENCE_TEMP)
		backend = isTempOrTempToastNamespace(form->relnamespace) ? BackendIdForTempRelations() : GetTempNamespaceBackendId(form->relnamespace);
	ReleaseSysCache(tup);
	if (!OidIsValid(rnode.relNode))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(relpathbackend(rnode, backend,
													MAIN_FORKNUM)));
}

/* ---- Sizes as text ---- */

/*
 * Units, in rising order.  A number below limit is printed with the unit;
 * beyond, it is divided by 1024.  The first unit is exact, the others are
 * rounded to the nearest, half away from zero.
 */
static const struct size_unit
{
	const char *name;
	int bits;
	int64 limit; /* of the value in half units, if rounded */
} size_units[] = {
	{"bytes", 0, 10 * 1024},
	{"kB", 10, 20 * 1024 - 1},
	{"MB", 20, 20 * 1024 - 1},
	{"GB", 30, 20 * 1024 - 1},
	{"TB", 40, 20 * 1024 - 1},
	{"PB", 50, 20 * 1024 - 1}};

Datum
pg_size_pretty(PG_FUNCTION_ARGS)
{
	int64 size = PG_GETARG_INT64(0);
	int i = 0;

	if (size > -10 * 1024 && size < 10 * 1024)
		PG_RETURN_TEXT_P(cstring_to_text(psprintf(INT64_FORMAT " bytes", size)));
	/* from here on, size is in half units */
	for (i = 1; i < (int) lengthof(size_units); i++)
	{
		int64 half = size / ((int64) 1 << (size_units[i].bits - 1));

		if (i == (int) lengthof(size_units) - 1 ||
			(half < size_units[i].limit && half > -size_units[i].limit))
		{
			int64 rounded = half < 0 ? (half - 1) / 2 : (half + 1) / 2;

			PG_RETURN_TEXT_P(cstring_to_text(psprintf(INT64_FORMAT " %s",
													  rounded,
													  size_units[i].name)));
		}
	}
	PG_RETURN_NULL();
}

static Numeric
numeric_call2(PGFunction f, Numeric a, Numeric b)
{
	return DatumGetNumeric(DirectFunctionCall2(f, NumericGetDatum(a),
											   NumericGetDatum(b)));
}

static bool
numeric_below(Numeric a, int64 limit)
{
	Numeric magnitude = DatumGetNumeric(DirectFunctionCall1(numeric_abs,
															NumericGetDatum(a)));

	return DatumGetBool(DirectFunctionCall2(numeric_lt,
											NumericGetDatum(magnitude),
											NumericGetDatum(int64_to_numeric(limit))));
}

static char *
numeric_text(Numeric n)
{
	return DatumGetCString(DirectFunctionCall1(numeric_out,
											   NumericGetDatum(n)));
}

Datum
pg_size_pretty_numeric(PG_FUNCTION_ARGS)
{
	Numeric size = PG_GETARG_NUMERIC(0);

	if (numeric_below(size, size_units[0].limit))
		PG_RETURN_TEXT_P(cstring_to_text(psprintf("%s bytes",
												  numeric_text(size))));
	for (int i = 1;; i++)
	{
		Numeric half = numeric_call2(numeric_div_trunc, size,
									 int64_to_numeric((int64) 1 << (size_units[i].bits - 1)));

		if (i == (int) lengthof(size_units) - 1 ||
			numeric_below(half, size_units[i].limit))
		{
			bool negative = DatumGetInt32(DirectFunctionCall2(numeric_cmp,
															  NumericGetDatum(half),
															  NumericGetDatum(int64_to_numeric(0)))) < 0;

			half = numeric_call2(numeric_add, half,
								 int64_to_numeric(negative ? -1 : 1));
			half = numeric_call2(numeric_div_trunc, half, int64_to_numeric(2));
			PG_RETURN_TEXT_P(cstring_to_text(psprintf("%s %s",
													  numeric_text(half),
													  size_units[i].name)));
		}
	}
}

/* "10 MB" and its like to bytes. */
Datum
pg_size_bytes(PG_FUNCTION_ARGS)
{
	char *whole = text_to_cstring(PG_GETARG_TEXT_PP(0));
	char *str = pstrdup(whole);
	char *p;
	char *end;
	char *unit;
	Numeric num;

	while (isspace((unsigned char) *str))
		str++;
	p = str;
	if (*p == '-' || *p == '+')
		p++;
	end = p;
	while (isdigit((unsigned char) *end) || *end == '.')
		end++;
	if (end == p || (end == p + 1 && *p == '.'))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid size: \"%s\"", whole)));
	if (*end == 'e' || *end == 'E')
	{
		char *after;

		(void) strtol(end + 1, &after, 10);
		if (after > end + 1)
			end = after;
	}
	unit = end;
	while (isspace((unsigned char) *unit))
		unit++;
	unit = pstrdup(unit);
	*end = '\0';
	num = DatumGetNumeric(DirectFunctionCall3(numeric_in, CStringGetDatum(str),
											  ObjectIdGetDatum(InvalidOid),
											  Int32GetDatum(-1)));
	for (end = unit + strlen(unit); end > unit &&
		 isspace((unsigned char) end[-1]);)
		*--end = '\0';
	if (*unit)
	{
		size_t i;

		for (i = 0; i < lengthof(size_units); i++)
			if (pg_strcasecmp(unit, size_units[i].name) == 0)
				break;
		if (pg_strcasecmp(unit, "B") == 0)
			i = 0;
		if (i == lengthof(size_units))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid size: \"%s\"", whole),
					 errdetail("\"%s\" is no unit of size.", unit),
					 errhint("Units are bytes, kB, MB, GB, TB and PB.")));
		num = numeric_call2(numeric_mul, num,
							int64_to_numeric((int64) 1 << size_units[i].bits));
	}
	return DirectFunctionCall1(numeric_int8, NumericGetDatum(num));
}
