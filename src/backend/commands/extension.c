/*
 * extension.c
 *		CREATE EXTENSION: control file, script, membership of what it makes.
 *
 * An extension is SHAREDIR/extension/NAME.control (a few settings) and scripts
 * NAME--VERSION.sql and NAME--FROM--TO.sql.  If there is no script for the
 * wanted version, the shortest chain of update scripts from one that there is
 * is run.  While a script runs, objects made get a dependency on the extension
 * (recordDependencyOnCurrentExtension).
 *
 * Not there yet: ALTER EXTENSION, configuration tables, relocation.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/extension.c
 */
#include "postgres.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_type.h"
#include "commands/comment.h"
#include "commands/defrem.h"
#include "commands/extension.h"
#include "commands/schemacmds.h"
#include "executor/executor.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "storage/fd.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

bool creating_extension;
Oid CurrentExtensionObject;

/* What the control file says. */
typedef struct ExtensionControlFile
{
	char *name;
	char *directory;
	char *default_version;
	char *module_pathname;
	char *comment;
	char *schema;
	bool relocatable;
	bool superuser;
	bool trusted;
	int encoding;
	List *requires; /* of char * */
} ExtensionControlFile;

/* ---- look-ups ---- */

static HeapTuple
find_extension(AttrNumber column, Oid index, RegProcedure eq, Datum key, Relation rel)
{
	ScanKeyData skey;
	SysScanDesc scan;
	HeapTuple tup;

	ScanKeyInit(&skey, column, BTEqualStrategyNumber, eq, key);
	scan = systable_beginscan(rel, index, true, NULL, 1, &skey);
	tup = systable_getnext(scan);
	if (tup)
		tup = heap_copytuple(tup);
	systable_endscan(scan);
	return tup;
}

Oid
get_extension_oid(const char *extname, bool missing_ok)
{
	Relation rel = table_open(ExtensionRelationId, AccessShareLock);
	HeapTuple tup = find_extension(Anum_pg_extension_extname, ExtensionNameIndexId, F_NAMEEQ,
								   CStringGetDatum(extname), rel);
	Oid oid = tup ? ((Form_pg_extension) GETSTRUCT(tup))->oid : InvalidOid;

	table_close(rel, AccessShareLock);
	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("extension \"%s\" does not exist", extname)));
	return oid;
}

char *
get_extension_name(Oid ext_oid)
{
	Relation rel = table_open(ExtensionRelationId, AccessShareLock);
	HeapTuple tup = find_extension(Anum_pg_extension_oid, ExtensionOidIndexId, F_OIDEQ,
								   ObjectIdGetDatum(ext_oid), rel);
	char *name = tup ? pstrdup(NameStr(((Form_pg_extension) GETSTRUCT(tup))->extname)) : NULL;

	table_close(rel, AccessShareLock);
	return name;
}

Oid
get_extension_schema(Oid ext_oid)
{
	Relation rel = table_open(ExtensionRelationId, AccessShareLock);
	HeapTuple tup = find_extension(Anum_pg_extension_oid, ExtensionOidIndexId, F_OIDEQ,
								   ObjectIdGetDatum(ext_oid), rel);
	Oid nsp = tup ? ((Form_pg_extension) GETSTRUCT(tup))->extnamespace : InvalidOid;

	table_close(rel, AccessShareLock);
	return nsp;
}

/* Called by the deletion of dependencies. */
void
RemoveExtensionById(Oid extId)
{
	Relation rel;
	HeapTuple tup;

	if (extId == CurrentExtensionObject)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot drop extension \"%s\" because it is being modified", get_extension_name(extId))));
	rel = table_open(ExtensionRelationId, RowExclusiveLock);
	tup = find_extension(Anum_pg_extension_oid, ExtensionOidIndexId, F_OIDEQ, ObjectIdGetDatum(extId), rel);
	if (tup)
		CatalogTupleDelete(rel, &tup->t_self);
	table_close(rel, RowExclusiveLock);
}

/* ---- files ---- */

/* Where installed data files are, relative to the running program. */
static const char *
server_share_directory(void)
{
	static char path[MAXPGPATH];

	if (path[0] == '\0')
		get_share_path(my_exec_path, path);
	return path;
}

static char *
extension_directory(void)
{
	return psprintf("%s/extension", server_share_directory());
}

/* A name that becomes part of a path must not leave the directory. */
static void
check_name(const char *what, const char *name)
{
	const char *problem = NULL;

	if (name[0] == '\0')
		problem = "It must not be empty.";
	else if (strstr(name, "--"))
		problem = "It must not contain \"--\".";
	else if (name[0] == '-' || name[strlen(name) - 1] == '-')
		problem = "It must not begin or end with \"-\".";
	else if (strchr(name, '/') || strchr(name, '\\'))
		problem = "It must not contain directory separators.";
	if (problem)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid extension %s: \"%s\"", what, name),
				 errdetail("%s", problem)));
}

/* Apply one "name = value" of a control file. */
static void
set_control_value(ExtensionControlFile *control, const char *file, const char *name, char *value)
{
	struct
	{
		const char *name;
		char **text;
		bool *flag;
	} known[] = {
		{"directory", &control->directory, NULL}, {"default_version", &control->default_version, NULL}, {"module_pathname", &control->module_pathname, NULL}, {"comment", &control->comment, NULL}, {"schema", &control->schema, NULL}, {"relocatable", NULL, &control->relocatable}, {"superuser", NULL, &control->superuser}, {"trusted", NULL, &control->trusted}};

	for (int i = 0; i < lengthof(known); i++)
	{
		if (strcmp(name, known[i].name) != 0)
			continue;
		if (known[i].text)
			*known[i].text = pstrdup(value);
		else if (!parse_bool(value, known[i].flag))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("parameter \"%s\" requires a Boolean value", name)));
		return;
	}
	if (strcmp(name, "encoding") == 0)
	{
		control->encoding = pg_valid_server_encoding(value);
		if (control->encoding < 0)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("\"%s\" is not a valid encoding name", value)));
	}
	else if (strcmp(name, "requires") == 0)
	{
		if (!SplitIdentifierString(pstrdup(value), ',', &control->requires))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("parameter \"%s\" must be a list of extension names", name)));
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("unrecognized parameter \"%s\" in file \"%s\"", name, file)));
}

/*
 * One line of a control file: name, "=", value with or without quotes ('' is
 * one quote inside), a comment.  False if it is malformed.
 */
static bool
parse_control_line(char *line, char **name, char **value)
{
	char *p = line + strspn(line, " \t\r");
	char *out;

	*name = NULL;
	if (*p == '\0' || *p == '#')
		return true;
	*name = p;
	p += strspn(p, "abcdefghijklmnopqrstuvwxyz_");
	if (p == *name)
		return false;
	out = p;
	p += strspn(p, " \t");
	if (*p == '=')
		p++;
	else if (p == out)
		return false;
	*out = '\0';
	p += strspn(p, " \t");
	*value = out = p;
	if (*p == '\'')
	{
		for (p++; *p; p++)
		{
			if (*p == '\'' && p[1] == '\'')
				p++;
			else if (*p == '\'')
				break;
			*out++ = *p;
		}
		if (*p != '\'')
			return false;
		p++;
		*out = '\0';
	}
	else
	{
		p += strcspn(p, " \t\r#");
		if (*p)
		{
			bool comment = *p == '#';

			*p++ = '\0';
			if (comment)
				return true;
		}
		return p[strspn(p, " \t\r")] == '\0' || p[strspn(p, " \t\r")] == '#';
	}
	p += strspn(p, " \t\r");
	return *p == '\0' || *p == '#';
}

static ExtensionControlFile *
read_control_file(const char *extname)
{
	ExtensionControlFile *control = palloc0(sizeof(ExtensionControlFile));
	char *path = psprintf("%s/%s.control", extension_directory(), extname);
	FILE *file = AllocateFile(path, "r");
	char line[1024];
	int number = 0;

	if (!file)
	{
		if (errno == ENOENT)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("extension \"%s\" is not available", extname),
					 errdetail("Could not open extension control file \"%s\": %m.", path),
					 errhint("The extension must first be installed on the system where the server runs.")));
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open extension control file \"%s\": %m", path)));
	}
	control->name = pstrdup(extname);
	control->superuser = true;
	control->encoding = -1;
	while (fgets(line, sizeof(line), file))
	{
		char *name;
		char *value = NULL;

		number++;
		line[strcspn(line, "\n")] = '\0';
		if (!parse_control_line(line, &name, &value))
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("syntax error in file \"%s\" line %d", path, number)));
		if (name)
			set_control_value(control, path, name, value);
	}
	FreeFile(file);
	return control;
}

static char *
script_directory(const ExtensionControlFile *control)
{
	if (!control->directory)
		return extension_directory();
	if (is_absolute_path(control->directory))
		return pstrdup(control->directory);
	return psprintf("%s/%s", server_share_directory(), control->directory);
}

/* ---- which scripts ---- */

/* A script: from is NULL for one that installs. */
typedef struct Script
{
	char *from;
	char *to;
	char *path;
	struct Script *previous; /* of the chain found so far */
	bool reached;
} Script;

static List *
list_scripts(const ExtensionControlFile *control)
{
	char *dirname = script_directory(control);
	DIR *dir = AllocateDir(dirname);
	struct dirent *de;
	size_t len = strlen(control->name);
	List *scripts = NIL;

	while ((de = ReadDir(dir, dirname)) != NULL)
	{
		char *versions;
		char *middle;
		size_t n = strlen(de->d_name);
		Script *script;

		if (strncmp(de->d_name, control->name, len) != 0 || strncmp(de->d_name + len, "--", 2) != 0 ||
			n < len + 6 || strcmp(de->d_name + n - 4, ".sql") != 0)
			continue;
		versions = pnstrdup(de->d_name + len + 2, n - len - 6);
		script = palloc0(sizeof(Script));
		script->path = psprintf("%s/%s", dirname, de->d_name);
		middle = strstr(versions, "--");
		if (middle)
		{
			*middle = '\0';
			script->from = versions;
			script->to = middle + 2;
			if (strstr(script->to, "--"))
				continue;
		}
		else
			script->to = versions;
		scripts = lappend(scripts, script);
	}
	FreeDir(dir);
	return scripts;
}

/* The scripts that need no older version; marked as reached. */
static List *
installing_scripts(List *scripts)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, scripts)
	{
		Script *s = lfirst(lc);

		if (!s->from)
		{
			s->reached = true;
			result = lappend(result, s);
		}
	}
	return result;
}

/*
 * The shortest chain of scripts that installs a version: breadth first from
 * all installing scripts.  In the order in which they run.  Without a version,
 * the names (String) of all that can be installed.
 */
static List *
plan_installation(const ExtensionControlFile *control, const char *version)
{
	List *all = NIL;
	List *scripts = list_scripts(control);
	List *frontier = installing_scripts(scripts);
	ListCell *lc;

	while (frontier)
	{
		List *next = NIL;

		foreach (lc, frontier)
		{
			Script *s = lfirst(lc);
			ListCell *lc2;

			if (version != NULL && strcmp(s->to, version) == 0)
			{
				List *chain = NIL;

				for (; s; s = s->previous)
					chain = lcons(s, chain);
				return chain;
			}
			if (version == NULL)
				all = list_append_unique(all, makeString(s->to));
			foreach (lc2, scripts)
			{
				Script *u = lfirst(lc2);

				if (u->from && !u->reached && strcmp(u->from, s->to) == 0)
				{
					u->reached = true;
					u->previous = s;
					next = lappend(next, u);
				}
			}
		}
		frontier = next;
	}
	if (version == NULL)
		return all;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("extension \"%s\" has no installation script nor update path for version \"%s\"",
					control->name, version)));
	return NIL;
}

/* ---- running a script ---- */

static char *
read_whole_file(const char *path)
{
	struct stat st;
	FILE *file = AllocateFile(path, "r");
	char *text;

	if (!file || fstat(fileno(file), &st) < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open extension script file \"%s\": %m", path)));
	if (st.st_size > MaxAllocSize - 1)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("file \"%s\" is too large", path)));
	text = palloc(st.st_size + 1);
	text[fread(text, 1, st.st_size, file)] = '\0';
	FreeFile(file);
	return text;
}

static char *
replace_all(const char *text, const char *from, const char *to)
{
	StringInfoData buf;
	const char *hit;

	initStringInfo(&buf);
	while ((hit = strstr(text, from)) != NULL)
	{
		appendBinaryStringInfo(&buf, text, hit - text);
		appendStringInfoString(&buf, to);
		text = hit + strlen(from);
	}
	appendStringInfoString(&buf, text);
	return buf.data;
}

/* Lines that begin with \echo are for psql: they warn who feeds it the file. */
static char *
drop_echo_lines(const char *text)
{
	StringInfoData buf;

	initStringInfo(&buf);
	while (*text)
	{
		size_t n = strcspn(text, "\n");

		if (strncmp(text, "\\echo", 5) != 0)
			appendBinaryStringInfo(&buf, text, n);
		appendStringInfoChar(&buf, '\n');
		text += n + (text[n] == '\n');
	}
	return buf.data;
}

/* Run every statement of a string; no results are wanted. */
static void
execute_sql_string(const char *sql)
{
	ListCell *lc;

	foreach (lc, pg_parse_query(sql))
	{
		RawStmt *raw = lfirst_node(RawStmt, lc);
		ListCell *lc2;
		List *plans;

		CommandCounterIncrement();
		PushActiveSnapshot(GetTransactionSnapshot());
		plans = pg_plan_queries(pg_analyze_and_rewrite_fixedparams(raw, sql, NULL, 0, NULL),
								sql, CURSOR_OPT_PARALLEL_OK, NULL);
		foreach (lc2, plans)
		{
			PlannedStmt *stmt = lfirst_node(PlannedStmt, lc2);

			CommandCounterIncrement();
			PushActiveSnapshot(GetTransactionSnapshot());
			if (stmt->utilityStmt == NULL)
			{
				QueryDesc *qdesc = CreateQueryDesc(stmt, sql, GetActiveSnapshot(), NULL,
												   None_Receiver, NULL, NULL, 0);

				ExecutorStart(qdesc, 0);
				ExecutorRun(qdesc, ForwardScanDirection, 0, true);
				ExecutorFinish(qdesc);
				ExecutorEnd(qdesc);
				FreeQueryDesc(qdesc);
			}
			else
			{
				if (IsA(stmt->utilityStmt, TransactionStmt))
					ereport(ERROR,
							(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
							 errmsg("transaction control statements are not allowed within an extension script")));
				ProcessUtility(stmt, sql, false, PROCESS_UTILITY_QUERY, NULL, NULL, None_Receiver, NULL);
			}
			PopActiveSnapshot();
		}
		PopActiveSnapshot();
	}
	CommandCounterIncrement();
}

static void
run_script(Oid extension, const ExtensionControlFile *control, const Script *script, const char *schema)
{
	int nest = NewGUCNestLevel();
	char *sql = drop_echo_lines(read_whole_file(script->path));

	if (control->encoding >= 0)
		sql = (char *) pg_any_to_server(sql, strlen(sql), control->encoding);
	pg_verify_mbstr(GetDatabaseEncoding(), sql, strlen(sql), false);
	sql = replace_all(sql, "@extschema@", quote_identifier(schema));
	if (control->module_pathname)
		sql = replace_all(sql, "MODULE_PATHNAME", control->module_pathname);

	(void) set_config_option("client_min_messages", "warning", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, client_min_messages < WARNING, 0, false);
	(void) set_config_option("search_path", psprintf("%s, pg_temp", quote_identifier(schema)),
							 PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	creating_extension = true;
	CurrentExtensionObject = extension;
	PG_TRY();
	{
		execute_sql_string(sql);
	}
	PG_FINALLY();
	{
		creating_extension = false;
		CurrentExtensionObject = InvalidOid;
	}
	PG_END_TRY();
	AtEOXact_GUC(true, nest);
}

/* ---- CREATE EXTENSION ---- */

/* The row of pg_extension, and what the extension depends on. */
static Oid
insert_extension(const ExtensionControlFile *control, const char *version, Oid schema)
{
	Relation rel = table_open(ExtensionRelationId, RowExclusiveLock);
	Datum values[Natts_pg_extension] = {0};
	bool nulls[Natts_pg_extension] = {0};
	NameData name;
	Oid oid = GetNewOidWithIndex(rel, ExtensionOidIndexId, Anum_pg_extension_oid);
	ObjectAddress self;
	ObjectAddress other;
	ListCell *lc;

	namestrcpy(&name, control->name);
	values[Anum_pg_extension_oid - 1] = ObjectIdGetDatum(oid);
	values[Anum_pg_extension_extname - 1] = NameGetDatum(&name);
	values[Anum_pg_extension_extowner - 1] = ObjectIdGetDatum(GetUserId());
	values[Anum_pg_extension_extnamespace - 1] = ObjectIdGetDatum(schema);
	values[Anum_pg_extension_extrelocatable - 1] = BoolGetDatum(control->relocatable);
	values[Anum_pg_extension_extversion - 1] = CStringGetTextDatum(version);
	nulls[Anum_pg_extension_extconfig - 1] = true;
	nulls[Anum_pg_extension_extcondition - 1] = true;
	CatalogTupleInsert(rel, heap_form_tuple(RelationGetDescr(rel), values, nulls));
	table_close(rel, RowExclusiveLock);

	recordDependencyOnOwner(ExtensionRelationId, oid, GetUserId());
	ObjectAddressSet(self, ExtensionRelationId, oid);
	ObjectAddressSet(other, NamespaceRelationId, schema);
	recordDependencyOn(&self, &other, DEPENDENCY_NORMAL);
	foreach (lc, control->requires)
	{
		ObjectAddressSet(other, ExtensionRelationId, get_extension_oid(lfirst(lc), false));
		recordDependencyOn(&self, &other, DEPENDENCY_NORMAL);
	}
	return oid;
}

/* The schema for the objects: as said, as the control file says, or current. */
static Oid
choose_schema(const ExtensionControlFile *control, char **schema)
{
	Oid oid;
	List *path;

	if (control->schema)
	{
		if (*schema && strcmp(control->schema, *schema) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("extension \"%s\" must be installed in schema \"%s\"", control->name, control->schema)));
		*schema = control->schema;
		oid = get_namespace_oid(*schema, true);
		if (!OidIsValid(oid))
		{
			CreateSchemaStmt *stmt = makeNode(CreateSchemaStmt);

			stmt->schemaname = *schema;
			CreateSchemaCommand(stmt, "(generated CREATE SCHEMA command)", -1, -1);
			oid = get_namespace_oid(*schema, false);
		}
		return oid;
	}
	if (*schema)
		return get_namespace_oid(*schema, false);
	path = fetch_search_path(false);
	if (path == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_SCHEMA),
				 errmsg("no schema has been selected to create in")));
	oid = linitial_oid(path);
	*schema = get_namespace_name(oid);
	return oid;
}

ObjectAddress
CreateExtension(ParseState *pstate, CreateExtensionStmt *stmt)
{
	char *schema = NULL;
	char *version = NULL;
	ExtensionControlFile *control;
	List *chain;
	Oid nsp;
	Oid oid;
	ListCell *lc;
	ObjectAddress address;

	check_name("name", stmt->extname);
	if (OidIsValid(get_extension_oid(stmt->extname, true)))
	{
		if (!stmt->if_not_exists)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_OBJECT),
					 errmsg("extension \"%s\" already exists", stmt->extname)));
		ereport(NOTICE,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("extension \"%s\" already exists, skipping", stmt->extname)));
		return InvalidObjectAddress;
	}
	if (creating_extension)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("nested CREATE EXTENSION is not supported")));
	foreach (lc, stmt->options)
	{
		DefElem *opt = lfirst(lc);

		if (strcmp(opt->defname, "schema") == 0 && !schema)
			schema = defGetString(opt);
		else if (strcmp(opt->defname, "new_version") == 0 && !version)
			version = defGetString(opt);
		else if (strcmp(opt->defname, "cascade") == 0)
			continue; /* what is required must exist; see below */
		else
			errorConflictingDefElem(opt, pstate);
	}
	control = read_control_file(stmt->extname);
	if (control->superuser && !superuser())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to create extension \"%s\"", control->name),
				 errhint("Only a superuser may create this extension.")));
	if (!version)
		version = control->default_version;
	if (!version)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("version to install must be specified")));
	check_name("version name", version);
	foreach (lc, control->requires)
	{
		if (!OidIsValid(get_extension_oid(lfirst(lc), true)))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("required extension \"%s\" is not installed", (char *) lfirst(lc))));
	}
	chain = plan_installation(control, version);
	nsp = choose_schema(control, &schema);
	oid = insert_extension(control, version, nsp);
	if (control->comment)
		CreateComments(oid, ExtensionRelationId, 0, control->comment);
	foreach (lc, chain)
		run_script(oid, control, lfirst(lc), schema);
	ObjectAddressSet(address, ExtensionRelationId, oid);
	return address;
}

/* ---- what could be created ---- */

/*
 * The control files of the share directory, read, in the order of the
 * directory.  NAME--VERSION.control only amends another file.
 */
static List *
available_extensions(void)
{
	char *dirname = extension_directory();
	DIR *dir = AllocateDir(dirname);
	struct dirent *de;
	List *names = NIL;
	List *result = NIL;
	ListCell *lc;

	/* no directory: there are no extensions */
	if (dir == NULL && errno == ENOENT)
		return NIL;
	while ((de = ReadDir(dir, dirname)) != NULL)
	{
		size_t n = strlen(de->d_name);

		if (n > 8 && strcmp(de->d_name + n - 8, ".control") == 0 &&
			strstr(de->d_name, "--") == NULL)
			names = lappend(names, pnstrdup(de->d_name, n - 8));
	}
	FreeDir(dir);
	foreach (lc, names)
		result = lappend(result, read_control_file(lfirst(lc)));
	return result;
}

static Datum
name_datum(const char *s)
{
	return DirectFunctionCall1(namein, CStringGetDatum(s));
}

/* (): name, default version, comment of each extension with a control file */
Datum
pg_available_extensions(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	ListCell *lc;

	InitMaterializedSRF(fcinfo, 0);
	foreach (lc, available_extensions())
	{
		ExtensionControlFile *control = lfirst(lc);
		bool nulls[3] = {false, control->default_version == NULL,
						 control->comment == NULL};
		Datum values[3] = {name_datum(control->name), (Datum) 0, (Datum) 0};

		if (!nulls[1])
			values[1] = CStringGetTextDatum(control->default_version);
		if (!nulls[2])
			values[2] = CStringGetTextDatum(control->comment);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* requires as name[] */
static Datum
names_array(List *names)
{
	Datum *elems = palloc(list_length(names) * sizeof(Datum));

	for (int i = 0; i < list_length(names); i++)
		elems[i] = name_datum(list_nth(names, i));
	return PointerGetDatum(construct_array(elems, list_length(names), NAMEOID,
										   NAMEDATALEN, false, TYPALIGN_CHAR));
}

/*
 * (): name, version, superuser, trusted, relocatable, schema, requires,
 * comment of each version that scripts can install
 */
Datum
pg_available_extension_versions(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	ListCell *lc;
	ListCell *lc2;

	InitMaterializedSRF(fcinfo, 0);
	foreach (lc, available_extensions())
	{
		ExtensionControlFile *control = lfirst(lc);
		bool nulls[8] = {false, false, false, false, false,
						 control->schema == NULL, control->requires == NIL,
						 control->comment == NULL};
		Datum values[8] = {name_datum(control->name), (Datum) 0,
						   BoolGetDatum(control->superuser),
						   BoolGetDatum(control->trusted),
						   BoolGetDatum(control->relocatable)};

		if (!nulls[5])
			values[5] = name_datum(control->schema);
		if (!nulls[6])
			values[6] = names_array(control->requires);
		if (!nulls[7])
			values[7] = CStringGetTextDatum(control->comment);
		foreach (lc2, plan_installation(control, NULL))
		{
			values[1] = CStringGetTextDatum(strVal(lfirst(lc2)));
			tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
		}
	}
	return (Datum) 0;
}
