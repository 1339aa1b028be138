/*
 * dbcommands.c
 *		Databases: names, CREATE, DROP and ALTER DATABASE.
 *
 * A new database is a copy of a template.  The statement checks what it is to
 * be like, enters it in pg_database and has dbcopy.c copy the files; in case of
 * an error the files go again.  DROP DATABASE marks the row as invalid before
 * the first file goes, for the rest cannot be rolled back.
 *
 * A database is locked as a shared object: a session holds RowExclusiveLock
 * while it connects, CREATE takes ShareLock on the template, DROP and RENAME
 * AccessExclusiveLock.
 *
 * Not supported yet: SET TABLESPACE, REFRESH COLLATION VERSION, OWNER TO.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/dbcommands.c
 */
#include "postgres.h"

#include <langinfo.h>
#include <locale.h>
#include <sys/stat.h>

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_database.h"
#include "catalog/pg_db_role_setting_fn.h"
#include "catalog/pg_tablespace.h"
#include "commands/comment.h"
#include "commands/dbcommands.h"
#include "commands/owner.h"
#include "commands/defrem.h"
#include "commands/tablespace.h"
#include "common/relpath.h"
#include "dbcommands_private.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/bgwriter.h"
#include "storage/bufmgr.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/md.h"
#include "storage/procarray.h"
#include "storage/procsignal.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/pg_locale.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* datconnlimit of a database whose removal was begun */
#define DATCONNLIMIT_INVALID_DB (-2)

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

/* ---- looking up and locking ---- */

/*
 * Find a database by name and lock it; NULL if there is none.  While the lock
 * was waited for it may have been renamed or dropped: then look again.
 */
static HeapTuple
lock_database(const char *name, LOCKMODE lockmode)
{
	for (;;)
	{
		Oid oid = get_database_oid(name, true);
		HeapTuple tup;

		if (!OidIsValid(oid))
			return NULL;
		if (lockmode != NoLock)
			LockSharedObject(DatabaseRelationId, oid, 0, lockmode);
		tup = SearchSysCacheCopy1(DATABASEOID, ObjectIdGetDatum(oid));
		if (HeapTupleIsValid(tup) &&
			strcmp(NameStr(((Form_pg_database) GETSTRUCT(tup))->datname), name) == 0)
			return tup;
		if (HeapTupleIsValid(tup))
			heap_freetuple(tup);
		if (lockmode != NoLock)
			UnlockSharedObject(DatabaseRelationId, oid, 0, lockmode);
	}
}

/* A text column of a database's row; NULL if it is null. */
static char *
text_column(HeapTuple tup, AttrNumber column)
{
	bool isnull;
	Datum d = SysCacheGetAttr(DATABASEOID, tup, column, &isnull);

	return isnull ? NULL : TextDatumGetCString(d);
}

static void
refuse_if_in_use(Oid oid, const char *format, const char *name)
{
	int nbackends;
	int nprepared;

	if (!CountOtherDBBackends(oid, &nbackends, &nprepared))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_IN_USE),
			 errmsg(format, name),
			 errdetail_plural("There is %d other session using the database.",
							  "There are %d other sessions using the database.",
							  nbackends + nprepared, nbackends + nprepared)));
}

static void
no_such_database(const char *format, const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_DATABASE), errmsg(format, name)));
}

/* ---- options of CREATE and ALTER DATABASE ---- */

typedef enum DbOption
{
	OPT_TABLESPACE,
	OPT_OWNER,
	OPT_TEMPLATE,
	OPT_ENCODING,
	OPT_LOCALE,
	OPT_LC_COLLATE,
	OPT_LC_CTYPE,
	OPT_ICU_LOCALE,
	OPT_LOCALE_PROVIDER,
	OPT_IS_TEMPLATE,
	OPT_ALLOW_CONNECTIONS,
	OPT_CONNECTION_LIMIT,
	OPT_COLLATION_VERSION,
	OPT_OID,
	OPT_STRATEGY,
	OPT_LOCATION,
	NUM_OPTIONS
} DbOption;

static const struct
{
	const char *name;
	bool alter; /* known to ALTER DATABASE too */
} option_names[NUM_OPTIONS] = {
	[OPT_TABLESPACE] = {"tablespace", true},
	[OPT_OWNER] = {"owner", false},
	[OPT_TEMPLATE] = {"template", false},
	[OPT_ENCODING] = {"encoding", false},
	[OPT_LOCALE] = {"locale", false},
	[OPT_LC_COLLATE] = {"lc_collate", false},
	[OPT_LC_CTYPE] = {"lc_ctype", false},
	[OPT_ICU_LOCALE] = {"icu_locale", false},
	[OPT_LOCALE_PROVIDER] = {"locale_provider", false},
	[OPT_IS_TEMPLATE] = {"is_template", true},
	[OPT_ALLOW_CONNECTIONS] = {"allow_connections", true},
	[OPT_CONNECTION_LIMIT] = {"connection_limit", true},
	[OPT_COLLATION_VERSION] = {"collation_version", false},
	[OPT_OID] = {"oid", false},
	[OPT_STRATEGY] = {"strategy", false},
	[OPT_LOCATION] = {"location", false},
};

/* The options by kind; each at most once. */
static void
sort_options(ParseState *pstate, List *options, bool alter, DefElem **opts)
{
	ListCell *lc;

	memset(opts, 0, NUM_OPTIONS * sizeof(DefElem *));
	foreach (lc, options)
	{
		DefElem *d = lfirst_node(DefElem, lc);
		int i = 0;

		while (i < NUM_OPTIONS && (strcmp(d->defname, option_names[i].name) != 0 || (alter && !option_names[i].alter)))
			i++;
		if (i == NUM_OPTIONS)
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("option \"%s\" not recognized", d->defname),
					 parser_errposition(pstate, d->location)));
		if (opts[i] != NULL)
			errorConflictingDefElem(d, pstate);
		opts[i] = d;
	}
}

static char *
string_option(DefElem *d)
{
	return d != NULL && d->arg != NULL ? defGetString(d) : NULL;
}

static int
connection_limit(DefElem *d)
{
	int n = d != NULL && d->arg != NULL ? defGetInt32(d) : -1;

	if (n < -1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid connection limit: %d", n)));
	return n;
}

/* ENCODING, as a number or a name; -1 if it is not given. */
static int
encoding_option(ParseState *pstate, DefElem *d)
{
	const char *name;
	int encoding;

	if (d == NULL || d->arg == NULL)
		return -1;
	if (IsA(d->arg, Integer))
	{
		encoding = defGetInt32(d);
		if (!PG_VALID_BE_ENCODING(encoding))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("%d is not a valid encoding code", encoding),
					 parser_errposition(pstate, d->location)));
		return encoding;
	}
	name = defGetString(d);
	encoding = pg_valid_server_encoding(name);
	if (encoding < 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("%s is not a valid encoding name", name),
				 parser_errposition(pstate, d->location)));
	return encoding;
}

static char
provider_option(DefElem *d)
{
	const char *name = string_option(d);

	if (name == NULL)
		return '\0';
	if (pg_strcasecmp(name, "icu") == 0)
		return COLLPROVIDER_ICU;
	if (pg_strcasecmp(name, "libc") == 0)
		return COLLPROVIDER_LIBC;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("unrecognized locale provider: %s", name)));
	return '\0';
}

static const char *
provider_name(char provider)
{
	return provider == COLLPROVIDER_ICU ? "icu" : provider == COLLPROVIDER_LIBC ? "libc"
																				: "???";
}

/* ---- locale ---- */

/* The encoding that a locale's characters are in; -1 if that is not known. */
static int
encoding_of_locale(const char *ctype)
{
	locale_t loc;
	int encoding;
	const char *codeset;

	if (pg_strcasecmp(ctype, "C") == 0 || pg_strcasecmp(ctype, "POSIX") == 0)
		return PG_SQL_ASCII;
	loc = newlocale(LC_CTYPE_MASK, ctype, (locale_t) 0);
	if (loc == (locale_t) 0)
		return -1;
	codeset = nl_langinfo_l(CODESET, loc);
	/* what glibc calls plain ASCII */
	encoding = strcmp(codeset, "ANSI_X3.4-1968") == 0 ? PG_SQL_ASCII : pg_char_to_encoding(codeset);
	freelocale(loc);
	return encoding;
}

static void
check_one_locale(int encoding, const char *locale, const char *setting)
{
	int needed = encoding_of_locale(locale);

	if (needed == encoding || needed == PG_SQL_ASCII || needed == -1 ||
		(encoding == PG_SQL_ASCII && superuser()))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("encoding \"%s\" does not match locale \"%s\"",
					pg_encoding_to_char(encoding), locale),
			 errdetail("The chosen %s setting requires encoding \"%s\".",
					   setting, pg_encoding_to_char(needed))));
}

/*
 * check_encoding_locale_matches
 *		Refuse locales whose functions would misread strings in the encoding.
 *		SQL_ASCII, which checks nothing, is a superuser's own risk.
 */
void
check_encoding_locale_matches(int encoding, const char *collate, const char *ctype)
{
	check_one_locale(encoding, ctype, "LC_CTYPE");
	check_one_locale(encoding, collate, "LC_COLLATE");
}

/* ---- CREATE DATABASE ---- */

/* What a database is to be like: first as asked for, then complete. */
typedef struct DbShape
{
	Oid owner;
	int encoding;
	char provider;
	char *collate;
	char *ctype;
	char *iculocale;
	char *collversion;
	Oid tablespace;
	bool istemplate;
	bool allowconn;
	int connlimit;
} DbShape;

typedef struct CreateWork
{
	DbShape new;
	DbShape src;
	Oid src_oid;
	const char *template;
	HeapTuple src_row;
	Oid oid;
	bool by_wal;
} CreateWork;

static void
read_create_options(ParseState *pstate, DefElem **opts, DbShape *new)
{
	char *name;

	if (opts[OPT_LOCATION] != NULL)
		ereport(WARNING,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("LOCATION is not supported anymore"),
				 errhint("Consider using tablespaces instead."),
				 parser_errposition(pstate, opts[OPT_LOCATION]->location)));
	name = string_option(opts[OPT_OWNER]);
	new->owner = name != NULL ? get_role_oid(name, false) : GetUserId();
	new->encoding = encoding_option(pstate, opts[OPT_ENCODING]);
	new->provider = provider_option(opts[OPT_LOCALE_PROVIDER]);
	new->collate = new->ctype = string_option(opts[OPT_LOCALE]);
	if (opts[OPT_LC_COLLATE] != NULL)
		new->collate = string_option(opts[OPT_LC_COLLATE]);
	if (opts[OPT_LC_CTYPE] != NULL)
		new->ctype = string_option(opts[OPT_LC_CTYPE]);
	new->iculocale = string_option(opts[OPT_ICU_LOCALE]);
	new->collversion = string_option(opts[OPT_COLLATION_VERSION]);
	new->istemplate = opts[OPT_IS_TEMPLATE] != NULL &&opts[OPT_IS_TEMPLATE]->arg != NULL &&defGetBoolean(opts[OPT_IS_TEMPLATE]);
	new->allowconn = opts[OPT_ALLOW_CONNECTIONS] == NULL ||
		opts[OPT_ALLOW_CONNECTIONS]->arg == NULL || defGetBoolean(opts[OPT_ALLOW_CONNECTIONS]);
	new->connlimit = connection_limit(opts[OPT_CONNECTION_LIMIT]);
}

/* The OID that is asked for (pg_upgrade does), or InvalidOid. */
static Oid
oid_option(DefElem *d)
{
	Oid oid;

	if (d == NULL)
		return InvalidOid;
	oid = defGetObjectId(d);
	if (oid < FirstNormalObjectId && !IsBinaryUpgrade)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("OIDs less than %u are reserved for system objects", FirstNormalObjectId)));
	return oid;
}

static bool
strategy_is_wal(DefElem *d)
{
	const char *name = string_option(d);

	if (name == NULL || strcmp(name, "wal_log") == 0)
		return true;
	if (strcmp(name, "file_copy") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid create database strategy \"%s\"", name),
				 errhint("Valid strategies are \"wal_log\", and \"file_copy\".")));
	return false;
}

/* Lock the template and read what it is like. */
static void
read_template(CreateWork *w)
{
	HeapTuple tup = lock_database(w->template, ShareLock);
	Form_pg_database form;

	if (!HeapTupleIsValid(tup))
		no_such_database("template database \"%s\" does not exist", w->template);
	form = (Form_pg_database) GETSTRUCT(tup);
	if (form->datconnlimit == DATCONNLIMIT_INVALID_DB)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot use invalid database \"%s\" as template", w->template),
				 errhint("Use DROP DATABASE to drop invalid databases.")));
	if (!form->datistemplate && !pg_database_ownercheck(form->oid, GetUserId()))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to copy database \"%s\"", w->template)));
	w->src_row = tup;
	w->src_oid = form->oid;
	w->src.encoding = form->encoding;
	w->src.provider = form->datlocprovider;
	w->src.tablespace = form->dattablespace;
	w->src.collate = text_column(tup, Anum_pg_database_datcollate);
	w->src.ctype = text_column(tup, Anum_pg_database_datctype);
	w->src.iculocale = text_column(tup, Anum_pg_database_daticulocale);
	w->src.collversion = text_column(tup, Anum_pg_database_datcollversion);
}

/* What was not asked for is as in the template; then it must make sense. */
static void
complete_locale(CreateWork *w)
{
	DbShape *new = &w->new;
	char *canonical;

	if (new->encoding < 0)
		new->encoding = w->src.encoding;
	if (new->collate == NULL)
		new->collate = w->src.collate;
	if (new->ctype == NULL)
		new->ctype = w->src.ctype;
	if (new->provider == '\0')
		new->provider = w->src.provider;
	if (new->iculocale == NULL &&new->provider == COLLPROVIDER_ICU)
		new->iculocale = w->src.iculocale;
	if (!PG_VALID_BE_ENCODING(new->encoding))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("invalid server encoding %d", new->encoding)));
	if (!check_locale(LC_COLLATE, new->collate, &canonical))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("invalid locale name: \"%s\"", new->collate)));
	new->collate = canonical;
	if (!check_locale(LC_CTYPE, new->ctype, &canonical))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("invalid locale name: \"%s\"", new->ctype)));
	new->ctype = canonical;
	check_encoding_locale_matches(new->encoding, new->collate, new->ctype);
	if (new->provider == COLLPROVIDER_ICU)
	{
		if (new->iculocale == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
					 errmsg("ICU locale must be specified")));
		check_icu_locale(new->iculocale);
	}
	else if (new->iculocale != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("ICU locale cannot be specified unless locale provider is ICU")));
}

static void
must_be_same(const char *format, const char *what, const char *new, const char *src)
{
	if (strcmp(new, src) == 0)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg(format, new, src),
			 errhint("Use the same %s as in the template database, or use template0 as template.",
					 what)));
}

/*
 * Rows and indexes of the template are copied as they are, so encoding and
 * order must stay; only template0 is known to hold nothing that depends on
 * them.
 */
static void
compare_with_template(const CreateWork *w)
{
	const DbShape *new = &w->new;
	const DbShape *src = &w->src;

	if (strcmp(w->template, "template0") == 0)
		return;
	must_be_same("new encoding (%s) is incompatible with the encoding of the template database (%s)",
				 "encoding", pg_encoding_to_char(new->encoding), pg_encoding_to_char(src->encoding));
	must_be_same("new collation (%s) is incompatible with the collation of the template database (%s)",
				 "collation", new->collate, src->collate);
	must_be_same("new LC_CTYPE (%s) is incompatible with the LC_CTYPE of the template database (%s)",
				 "LC_CTYPE", new->ctype, src->ctype);
	must_be_same("new locale provider (%s) does not match locale provider of the template database (%s)",
				 "locale provider", provider_name(new->provider), provider_name(src->provider));
	if (new->provider == COLLPROVIDER_ICU)
		must_be_same("new ICU locale (%s) is incompatible with the ICU locale of the template database (%s)",
					 "ICU locale", new->iculocale, src->iculocale);
}

/* The version of the collation that the rows will be sorted by. */
static void
choose_collation_version(CreateWork *w)
{
	DbShape *new = &w->new;
	const char *locale = new->provider == COLLPROVIDER_ICU ? new->iculocale : new->collate;
	char *actual = get_collation_actual_version(new->provider, locale);

	if (new->collversion != NULL)
		return;
	if (strcmp(w->template, "template0") != 0 && w->src.collversion != NULL)
	{
		if (actual == NULL)
			ereport(ERROR,
					(errmsg("template database \"%s\" has a collation version, but no actual collation version could be determined",
							w->template)));
		if (strcmp(actual, w->src.collversion) != 0)
			ereport(ERROR,
					(errmsg("template database \"%s\" has a collation version mismatch", w->template),
					 errdetail("The template database was created using collation version %s, but the operating system provides version %s.",
							   w->src.collversion, actual),
					 errhint("Rebuild all objects in the template database that use the default collation and run ALTER DATABASE %s REFRESH COLLATION VERSION, or build PostgreSQL with the right library version.",
							 quote_identifier(w->template))));
		new->collversion = w->src.collversion;
	}
	else
		new->collversion = actual;
}

static void
choose_tablespace(CreateWork *w, DefElem *d)
{
	const char *name = string_option(d);
	AclResult acl;

	w->new.tablespace = w->src.tablespace;
	if (name == NULL)
		return;
	w->new.tablespace = get_tablespace_oid(name, false);
	acl = pg_tablespace_aclcheck(w->new.tablespace, GetUserId(), ACL_CREATE);
	if (acl != ACLCHECK_OK)
		aclcheck_error(acl, OBJECT_TABLESPACE, name);
	if (w->new.tablespace == GLOBALTABLESPACE_OID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("pg_global cannot be used as default tablespace")));
	/* tables put there by name would not be told from the others any more */
	if (w->new.tablespace != w->src.tablespace)
	{
		char *path = GetDatabasePath(w->src_oid, w->new.tablespace);
		struct stat st;

		if (stat(path, &st) == 0 && S_ISDIR(st.st_mode) && !directory_is_empty(path))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot assign new default tablespace \"%s\"", name),
					 errdetail("There is a conflict because database \"%s\" already has some tables in this tablespace.",
							   w->template)));
		pfree(path);
	}
}

/* An OID that no database has, nor files that a crash left behind. */
static Oid
choose_oid(Relation rel, Oid wanted)
{
	Oid oid;

	if (OidIsValid(wanted))
	{
		char *other = get_database_name(wanted);

		if (other != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("database OID %u is already in use by database \"%s\"", wanted, other)));
		if (database_files_exist(wanted))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("data directory with the specified OID %u already exists", wanted)));
		return wanted;
	}
	do
		oid = GetNewOidWithIndex(rel, DatabaseOidIndexId, Anum_pg_database_oid);
	while (database_files_exist(oid));
	return oid;
}

static void
put_text(Datum *values, bool *nulls, AttrNumber column, const char *s)
{
	nulls[column - 1] = s == NULL;
	if (s != NULL)
		values[column - 1] = CStringGetTextDatum(s);
}

static void
insert_database(Relation rel, const char *name, const CreateWork *w)
{
	const DbShape *new = &w->new;
	Form_pg_database src = (Form_pg_database) GETSTRUCT(w->src_row);
	Datum values[Natts_pg_database] = {0};
	bool nulls[Natts_pg_database] = {false};
	HeapTuple tup;

	values[Anum_pg_database_oid - 1] = ObjectIdGetDatum(w->oid);
	values[Anum_pg_database_datname - 1] = DirectFunctionCall1(namein, CStringGetDatum(name));
	values[Anum_pg_database_datdba - 1] = ObjectIdGetDatum(new->owner);
	values[Anum_pg_database_encoding - 1] = Int32GetDatum(new->encoding);
	values[Anum_pg_database_datlocprovider - 1] = CharGetDatum(new->provider);
	values[Anum_pg_database_datistemplate - 1] = BoolGetDatum(new->istemplate);
	values[Anum_pg_database_datallowconn - 1] = BoolGetDatum(new->allowconn);
	values[Anum_pg_database_datconnlimit - 1] = Int32GetDatum(new->connlimit);
	/* its rows are as old as the template's */
	values[Anum_pg_database_datfrozenxid - 1] = TransactionIdGetDatum(src->datfrozenxid);
	values[Anum_pg_database_datminmxid - 1] = TransactionIdGetDatum(src->datminmxid);
	values[Anum_pg_database_dattablespace - 1] = ObjectIdGetDatum(new->tablespace);
	put_text(values, nulls, Anum_pg_database_datcollate, new->collate);
	put_text(values, nulls, Anum_pg_database_datctype, new->ctype);
	put_text(values, nulls, Anum_pg_database_daticulocale, new->iculocale);
	put_text(values, nulls, Anum_pg_database_datcollversion, new->collversion);
	nulls[Anum_pg_database_datacl - 1] = true;
	tup = heap_form_tuple(RelationGetDescr(rel), values, nulls);
	CatalogTupleInsert(rel, tup);
	heap_freetuple(tup);
}

/* An error after files were begun: they go again, and so do the buffers. */
static void
undo_copy(int code, Datum arg)
{
	CreateWork *w = (CreateWork *) DatumGetPointer(arg);

	/* buffers first: a write would make the files anew */
	if (w->by_wal)
	{
		DropDatabaseBuffers(w->oid);
		ForgetDatabaseSyncRequests(w->oid);
		UnlockSharedObject(DatabaseRelationId, w->oid, 0, AccessShareLock);
	}
	UnlockSharedObject(DatabaseRelationId, w->src_oid, 0, ShareLock);
	remove_database_files(w->oid);
}

static void
copy_template(CreateWork *w)
{
	PG_ENSURE_ERROR_CLEANUP(undo_copy, PointerGetDatum(w));
	{
		if (w->by_wal)
		{
			/* checkpoints and the like see that the database is at work */
			LockSharedObject(DatabaseRelationId, w->oid, 0, AccessShareLock);
			copy_database_by_wal(w->src_oid, w->src.tablespace, w->oid, w->new.tablespace);
		}
		else
			copy_database_by_files(w->src_oid, w->src.tablespace, w->oid, w->new.tablespace);
	}
	PG_END_ENSURE_ERROR_CLEANUP(undo_copy, PointerGetDatum(w));
}

/*
 * createdb
 *		CREATE DATABASE: a copy of the template under a new name.
 *
 * Not in a transaction block.  The template is locked against connections that
 * would change it (ShareLock on the object) until commit.
 */
Oid
createdb(ParseState *pstate, const CreatedbStmt *stmt)
{
	CreateWork w = {0};
	DefElem *opts[NUM_OPTIONS];
	Oid wanted;
	Relation rel;

	sort_options(pstate, stmt->options, false, opts);
	wanted = oid_option(opts[OPT_OID]);
	read_create_options(pstate, opts, &w.new);
	if (!have_createdb_privilege())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to create database")));
	check_is_member_of_role(GetUserId(), w.new.owner);
	w.template = string_option(opts[OPT_TEMPLATE]);
	if (w.template == NULL)
		w.template = "template1";
	read_template(&w);
	w.by_wal = strategy_is_wal(opts[OPT_STRATEGY]);
	complete_locale(&w);
	compare_with_template(&w);
	choose_collation_version(&w);
	choose_tablespace(&w, opts[OPT_TABLESPACE]);
	if (OidIsValid(get_database_oid(stmt->dbname, true)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_DATABASE),
				 errmsg("database \"%s\" already exists", stmt->dbname)));
	refuse_if_in_use(w.src_oid, "source database \"%s\" is being accessed by other users", w.template);

	rel = table_open(DatabaseRelationId, RowExclusiveLock);
	w.oid = choose_oid(rel, wanted);
	insert_database(rel, stmt->dbname, &w);
	recordDependencyOnOwner(DatabaseRelationId, w.oid, w.new.owner);
	copyTemplateDependencies(w.src_oid, w.oid);
	InvokeObjectPostCreateHook(DatabaseRelationId, w.oid, 0);
	copy_template(&w);
	table_close(rel, NoLock);
	/* its files are there for good: so must the row be */
	ForceSyncCommit();
	return w.oid;
}

/* ---- DROP DATABASE ---- */

/*
 * Mark the database as one that cannot be used, for good: from here on files
 * go, and if we fail it must not be entered again.
 */
static void
invalidate_database(Relation rel, Oid oid)
{
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tup;

	ScanKeyInit(&key, Anum_pg_database_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(oid));
	scan = systable_beginscan(rel, DatabaseOidIndexId, true, NULL, 1, &key);
	tup = systable_getnext(scan);
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for database %u", oid);
	tup = heap_copytuple(tup);
	systable_endscan(scan);
	((Form_pg_database) GETSTRUCT(tup))->datconnlimit = DATCONNLIMIT_INVALID_DB;
	heap_inplace_update(rel, tup);
	XLogFlush(XactLastRecEnd);
	CatalogTupleDelete(rel, &tup->t_self);
	heap_freetuple(tup);
}

static void
check_droppable(HeapTuple tup, const char *name, bool force)
{
	Form_pg_database form = (Form_pg_database) GETSTRUCT(tup);

	if (!pg_database_ownercheck(form->oid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_DATABASE, name);
	InvokeObjectDropHook(DatabaseRelationId, form->oid, 0);
	if (form->datistemplate)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot drop a template database")));
	if (form->oid == MyDatabaseId)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_IN_USE),
				 errmsg("cannot drop the currently open database")));
	if (force)
		TerminateOtherDBBackends(form->oid);
	refuse_if_in_use(form->oid, "database \"%s\" is being accessed by other users", name);
}

/*
 * dropdb
 *		DROP DATABASE; force ends the sessions that are in it.
 *
 * Not in a transaction block: only the removal of the row could be rolled
 * back.
 */
void
dropdb(const char *dbname, bool missing_ok, bool force)
{
	Relation rel = table_open(DatabaseRelationId, RowExclusiveLock);
	HeapTuple tup = lock_database(dbname, AccessExclusiveLock);
	Oid oid;

	if (!HeapTupleIsValid(tup))
	{
		if (!missing_ok)
			no_such_database("database \"%s\" does not exist", dbname);
		table_close(rel, RowExclusiveLock);
		ereport(NOTICE,
				(errmsg("database \"%s\" does not exist, skipping", dbname)));
		return;
	}
	oid = ((Form_pg_database) GETSTRUCT(tup))->oid;
	check_droppable(tup, dbname, force);
	heap_freetuple(tup);

	/* what refers to it in shared catalogs */
	DeleteSharedComments(oid, DatabaseRelationId);
	DropSetting(oid, InvalidOid);
	dropDatabaseDependencies(oid);
	pgstat_drop_database(oid);
	invalidate_database(rel, oid);

	/* no buffer may be written, no file fsynced or kept open any more */
	DropDatabaseBuffers(oid);
	ForgetDatabaseSyncRequests(oid);
	RequestCheckpoint(CHECKPOINT_IMMEDIATE | CHECKPOINT_FORCE | CHECKPOINT_WAIT);
	WaitForProcSignalBarrier(EmitProcSignalBarrier(PROCSIGNAL_BARRIER_SMGRRELEASE));
	remove_database_files(oid);
	table_close(rel, NoLock);
	ForceSyncCommit();
}

/* DROP DATABASE with its options */
void
DropDatabase(ParseState *pstate, DropdbStmt *stmt)
{
	bool force = false;
	ListCell *lc;

	foreach (lc, stmt->options)
	{
		DefElem *opt = lfirst_node(DefElem, lc);

		if (strcmp(opt->defname, "force") != 0)
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("unrecognized DROP DATABASE option \"%s\"", opt->defname),
					 parser_errposition(pstate, opt->location)));
		force = true;
	}
	dropdb(stmt->dbname, stmt->missing_ok, force);
}

/* ---- ALTER DATABASE ---- */

/* Lock a database that must exist and belong to the user. */
static HeapTuple
lock_own_database(const char *name, LOCKMODE lockmode)
{
	HeapTuple tup = lock_database(name, lockmode);

	if (!HeapTupleIsValid(tup))
		no_such_database("database \"%s\" does not exist", name);
	if (!pg_database_ownercheck(((Form_pg_database) GETSTRUCT(tup))->oid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_DATABASE, name);
	return tup;
}

/*
 * AlterDatabase
 *		ALTER DATABASE ... IS_TEMPLATE, ALLOW_CONNECTIONS, CONNECTION LIMIT.
 */
Oid
AlterDatabase(ParseState *pstate, AlterDatabaseStmt *stmt, bool isTopLevel)
{
	DefElem *opts[NUM_OPTIONS];
	Relation rel;
	HeapTuple tup;
	Form_pg_database form;
	Oid oid;

	sort_options(pstate, stmt->options, true, opts);
	if (opts[OPT_TABLESPACE] != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("ALTER DATABASE ... SET TABLESPACE is not supported yet")));
	(void) connection_limit(opts[OPT_CONNECTION_LIMIT]);
	rel = table_open(DatabaseRelationId, RowExclusiveLock);
	tup = lock_own_database(stmt->dbname, NoLock);
	form = (Form_pg_database) GETSTRUCT(tup);
	oid = form->oid;
	if (form->datconnlimit == DATCONNLIMIT_INVALID_DB)
		ereport(FATAL,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot alter invalid database \"%s\"", stmt->dbname),
				 errhint("Use DROP DATABASE to drop invalid databases.")));
	if (opts[OPT_IS_TEMPLATE] != NULL)
		form->datistemplate = opts[OPT_IS_TEMPLATE]->arg != NULL && defGetBoolean(opts[OPT_IS_TEMPLATE]);
	if (opts[OPT_ALLOW_CONNECTIONS] != NULL)
	{
		bool allow = opts[OPT_ALLOW_CONNECTIONS]->arg == NULL || defGetBoolean(opts[OPT_ALLOW_CONNECTIONS]);

		if (!allow && oid == MyDatabaseId)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("cannot disallow connections for current database")));
		form->datallowconn = allow;
	}
	if (opts[OPT_CONNECTION_LIMIT] != NULL)
		form->datconnlimit = connection_limit(opts[OPT_CONNECTION_LIMIT]);
	CatalogTupleUpdate(rel, &tup->t_self, tup);
	InvokeObjectPostAlterHook(DatabaseRelationId, oid, 0);
	heap_freetuple(tup);
	table_close(rel, NoLock);
	return oid;
}

/* ALTER DATABASE ... SET and RESET of a setting */
Oid
AlterDatabaseSet(AlterDatabaseSetStmt *stmt)
{
	Oid oid = get_database_oid(stmt->dbname, false);

	shdepLockAndCheckObject(DatabaseRelationId, oid);
	if (!pg_database_ownercheck(oid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_DATABASE, stmt->dbname);
	AlterSetting(oid, InvalidOid, stmt->setstmt);
	UnlockSharedObject(DatabaseRelationId, oid, 0, AccessShareLock);
	return oid;
}

/*
 * RenameDatabase
 *		Nobody may be connected to it: sessions know their database's name.
 */
ObjectAddress
RenameDatabase(const char *oldname, const char *newname)
{
	Relation rel = table_open(DatabaseRelationId, RowExclusiveLock);
	HeapTuple tup = lock_own_database(oldname, AccessExclusiveLock);
	Form_pg_database form = (Form_pg_database) GETSTRUCT(tup);
	ObjectAddress address;

	if (!have_createdb_privilege())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to rename database")));
	if (OidIsValid(get_database_oid(newname, true)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_DATABASE),
				 errmsg("database \"%s\" already exists", newname)));
	if (form->oid == MyDatabaseId)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("current database cannot be renamed")));
	refuse_if_in_use(form->oid, "database \"%s\" is being accessed by other users", oldname);
	namestrcpy(&form->datname, newname);
	CatalogTupleUpdate(rel, &tup->t_self, tup);
	InvokeObjectPostAlterHook(DatabaseRelationId, form->oid, 0);
	ObjectAddressSet(address, DatabaseRelationId, form->oid);
	heap_freetuple(tup);
	table_close(rel, NoLock);
	return address;
}

/*
 * AlterDatabaseOwner
 *		For the owner, if he may make databases and act as the new owner.
 */
ObjectAddress
AlterDatabaseOwner(const char *name, Oid newOwnerId)
{
	Relation rel = table_open(DatabaseRelationId, RowExclusiveLock);
	HeapTuple tup = lock_own_database(name, NoLock);
	Form_pg_database form = (Form_pg_database) GETSTRUCT(tup);
	ObjectAddress address;

	if (form->datdba != newOwnerId)
	{
		check_is_member_of_role(GetUserId(), newOwnerId);
		if (!have_createdb_privilege())
			ereport(ERROR,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("permission denied to change owner of database")));
		set_row_owner(rel, tup, Anum_pg_database_datdba, Anum_pg_database_datacl, form->oid, newOwnerId);
	}
	ObjectAddressSet(address, DatabaseRelationId, form->oid);
	heap_freetuple(tup);
	table_close(rel, NoLock);
	return address;
}
