/*
 * guc_sql.c
 *		SET, RESET, SHOW, ALTER SYSTEM, and settings stored in catalogs.
 *
 * The SQL side of utils/misc/guc.c: from parse nodes to text and back, and the
 * "name=value" arrays of pg_db_role_setting and pg_proc.proconfig.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/guc_sql.c
 */
#include "postgres.h"

#include "access/tupdesc.h"
#include "access/xact.h"
#include "catalog/pg_parameter_acl.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "nodes/value.h"
#include "parser/parse_type.h"
#include "storage/lwlock.h"
#include "tcop/dest.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/guc_tables.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

/* ---- arguments of SET as text ---- */

/* SET TIME ZONE INTERVAL '...': a cast of a string to interval. */
static void
append_interval(StringInfo buf, TypeCast *tc, const char *name)
{
	A_Const *con = (A_Const *) tc->arg;
	int32 typmod;
	Oid typid;
	Interval *interval;

	if (!IsA(con, A_Const))
		elog(ERROR, "unrecognized node type: %d", (int) nodeTag(con));
	typenameTypeIdAndMod(NULL, tc->typeName, &typid, &typmod);
	Assert(typid == INTERVALOID);
	interval = DatumGetIntervalP(DirectFunctionCall3(interval_in,
													 CStringGetDatum(strVal(&con->val)),
													 ObjectIdGetDatum(InvalidOid),
													 Int32GetDatum(typmod)));
	appendStringInfo(buf, "INTERVAL '%s'",
					 DatumGetCString(DirectFunctionCall1(interval_out,
														 IntervalPGetDatum(interval))));
}

static void
append_argument(StringInfo buf, Node *arg, const char *name, int flags)
{
	A_Const *con;

	if (IsA(arg, TypeCast))
	{
		append_interval(buf, (TypeCast *) arg, name);
		return;
	}
	if (!IsA(arg, A_Const))
		elog(ERROR, "unrecognized node type: %d", (int) nodeTag(arg));
	con = (A_Const *) arg;
	switch (nodeTag(&con->val))
	{
		case T_Integer:
			appendStringInfo(buf, "%d", intVal(&con->val));
			break;
		case T_Float:
			appendStringInfoString(buf, castNode(Float, &con->val)->fval);
			break;
		case T_Boolean:
			appendStringInfoString(buf, boolVal(&con->val) ? "true" : "false");
			break;
		case T_String:
			/* in a list of names each one must come back as one identifier */
			appendStringInfoString(buf, (flags & GUC_LIST_QUOTE) ? quote_identifier(strVal(&con->val)) : strVal(&con->val));
			break;
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(&con->val));
	}
}

/*
 * flatten_set_variable_args
 *		Text of the values of SET; NULL for none (DEFAULT).  palloc'd.
 *
 * 22023 for several values of a setting that takes one.
 */
char *
flatten_set_variable_args(const char *name, List *args)
{
	StringInfoData buf;
	ListCell *lc;
	int flags;

	if (args == NIL)
		return NULL;
	flags = GetConfigOptionFlags(name, true);
	if (list_length(args) > 1 && !(flags & GUC_LIST_INPUT))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("SET %s takes only one argument", name)));
	initStringInfo(&buf);
	foreach (lc, args)
	{
		if (lc != list_head(args))
			appendStringInfoString(&buf, ", ");
		append_argument(&buf, lfirst(lc), name, flags);
	}
	return buf.data;
}

/* The text that a SET clause (of a function, role or database) stands for. */
char *
ExtractSetVariableArgs(VariableSetStmt *stmt)
{
	switch (stmt->kind)
	{
		case VAR_SET_VALUE:
			return flatten_set_variable_args(stmt->name, stmt->args);
		case VAR_SET_CURRENT:
			return GetConfigOptionByName(stmt->name, NULL, false);
		default:
			return NULL;
	}
}

/* ---- SET and RESET ---- */

void
SetPGVariable(const char *name, List *args, bool is_local)
{
	(void) set_config_option(name, flatten_set_variable_args(name, args),
							 superuser() ? PGC_SUSET : PGC_USERSET,
							 PGC_S_SESSION,
							 is_local ? GUC_ACTION_LOCAL : GUC_ACTION_SET,
							 true, 0, false);
}

/* SET TRANSACTION, SET SESSION CHARACTERISTICS: prefix before each name. */
static void
set_transaction_modes(List *modes, const char *prefix, bool is_local)
{
	ListCell *lc;

	foreach (lc, modes)
	{
		DefElem *item = lfirst_node(DefElem, lc);

		SetPGVariable(psprintf("%s%s", prefix, item->defname),
					  list_make1(item->arg), is_local);
	}
}

static void
set_multi(VariableSetStmt *stmt, bool isTopLevel)
{
	if (strcmp(stmt->name, "TRANSACTION") == 0)
	{
		WarnNoTransactionBlock(isTopLevel, "SET TRANSACTION");
		set_transaction_modes(stmt->args, "", stmt->is_local);
	}
	else if (strcmp(stmt->name, "SESSION CHARACTERISTICS") == 0)
		set_transaction_modes(stmt->args, "default_", stmt->is_local);
	else if (strcmp(stmt->name, "TRANSACTION SNAPSHOT") == 0)
	{
		A_Const *con = linitial_node(A_Const, stmt->args);

		if (stmt->is_local)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("SET LOCAL TRANSACTION SNAPSHOT is not implemented")));
		WarnNoTransactionBlock(isTopLevel, "SET TRANSACTION");
		ImportSnapshot(strVal(&con->val));
	}
	else
		elog(ERROR, "unexpected SET MULTI element: %s", stmt->name);
}

/* SET, SET LOCAL, RESET and their special forms. */
void
ExecSetVariableStmt(VariableSetStmt *stmt, bool isTopLevel)
{
	GucAction action = stmt->is_local ? GUC_ACTION_LOCAL : GUC_ACTION_SET;

	if (IsInParallelMode())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
				 errmsg("cannot set parameters during a parallel operation")));
	switch (stmt->kind)
	{
		case VAR_SET_VALUE:
		case VAR_SET_CURRENT:
			if (stmt->is_local)
				WarnNoTransactionBlock(isTopLevel, "SET LOCAL");
			(void) set_config_option(stmt->name, ExtractSetVariableArgs(stmt),
									 superuser() ? PGC_SUSET : PGC_USERSET,
									 PGC_S_SESSION, action, true, 0, false);
			break;
		case VAR_SET_MULTI:
			set_multi(stmt, isTopLevel);
			break;
		case VAR_SET_DEFAULT:
			if (stmt->is_local)
				WarnNoTransactionBlock(isTopLevel, "SET LOCAL");
			/* FALLTHROUGH */
		case VAR_RESET:
			(void) set_config_option(stmt->name, NULL,
									 superuser() ? PGC_SUSET : PGC_USERSET,
									 PGC_S_SESSION, action, true, 0, false);
			break;
		case VAR_RESET_ALL:
			ResetAllOptions();
			break;
	}
}

/* ---- SHOW ---- */

static bool
is_all(const char *name)
{
	return pg_strcasecmp(name, "all") == 0;
}

TupleDesc
GetPGVariableResultDesc(const char *name)
{
	TupleDesc desc;

	if (is_all(name))
	{
		desc = CreateTemplateTupleDesc(3);
		TupleDescInitEntry(desc, 1, "name", TEXTOID, -1, 0);
		TupleDescInitEntry(desc, 2, "setting", TEXTOID, -1, 0);
		TupleDescInitEntry(desc, 3, "description", TEXTOID, -1, 0);
	}
	else
	{
		const char *varname;

		/* also the privilege check, before anything is sent */
		(void) GetConfigOptionByName(name, &varname, false);
		desc = CreateTemplateTupleDesc(1);
		TupleDescInitEntry(desc, 1, varname, TEXTOID, -1, 0);
	}
	return desc;
}

static void
show_all(TupOutputState *out)
{
	struct config_generic **vars = get_guc_variables();
	bool privileged = superuser();
	bool nulls[3] = {false, false, false};
	Datum values[3];

	for (int i = 0; i < GetNumConfigOptions(); i++)
	{
		struct config_generic *gen = vars[i];

		if ((gen->flags & GUC_NO_SHOW_ALL) ||
			((gen->flags & GUC_SUPERUSER_ONLY) && !privileged))
			continue;
		values[0] = CStringGetTextDatum(gen->name);
		values[1] = CStringGetTextDatum(guc_show_option(gen, true));
		nulls[2] = gen->short_desc == NULL;
		values[2] = nulls[2] ? (Datum) 0 : CStringGetTextDatum(gen->short_desc);
		do_tup_output(out, values, nulls);
	}
}

void
GetPGVariable(const char *name, DestReceiver *dest)
{
	TupleDesc desc = GetPGVariableResultDesc(name);
	TupOutputState *out = begin_tup_output_tupdesc(dest, desc, &TTSOpsVirtual);

	if (is_all(name))
		show_all(out);
	else
	{
		const char *varname;
		char *value = GetConfigOptionByName(name, &varname, false);

		do_text_output_oneline(out, value);
	}
	end_tup_output(out);
}

/* ---- privileges (GRANT ... ON PARAMETER) ---- */

static bool
has_parameter_privilege(const char *name, Oid roleid, bool alter_system)
{
	AclMode mode = alter_system ? ACL_ALTER_SYSTEM : ACL_SET;

	return pg_parameter_aclcheck(name, roleid, mode) == ACLCHECK_OK;
}

void
guc_sql_register(void)
{
	guc_set_parameter_acl(has_parameter_privilege);
}

/* ---- ALTER SYSTEM ---- */

static void
may_alter_system(const char *name)
{
	if (superuser())
		return;
	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to perform ALTER SYSTEM RESET ALL")));
	if (pg_parameter_aclcheck(name, GetUserId(), ACL_ALTER_SYSTEM) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to set parameter \"%s\"", name)));
}

/* Would this setting and value be accepted from the file? */
static void
check_system_value(const char *name, const char *value)
{
	struct config_generic *gen;
	int fixed;

	/* a custom name must have been set or defined, to tell it from a mistake */
	gen = guc_find_option(name, false, false, ERROR);
	fixed = gen->context == PGC_INTERNAL ||
		(gen->flags & (GUC_DISALLOW_IN_FILE | GUC_DISALLOW_IN_AUTO_FILE));
	if (fixed)
		ereport(ERROR,
				(errcode(ERRCODE_CANT_CHANGE_RUNTIME_PARAM),
				 errmsg("parameter \"%s\" cannot be changed", name)));
	if (value == NULL)
		return;
	/* a line end would begin another setting in the file */
	if (strchr(value, '\n'))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("parameter value for ALTER SYSTEM must not contain a newline")));
	/* checked as the file would have it, at server start */
	(void) set_config_option(name, value, PGC_POSTMASTER, PGC_S_FILE,
							 GUC_ACTION_SET, false, ERROR, false);
}

/* ALTER SYSTEM SET / RESET / RESET ALL. */
void
AlterSystemSetConfigFile(AlterSystemStmt *altersysstmt)
{
	VariableSetStmt *stmt = altersysstmt->setstmt;
	char *name = stmt->kind == VAR_RESET_ALL ? NULL : stmt->name;
	char *value = stmt->kind == VAR_SET_VALUE ? ExtractSetVariableArgs(stmt) : NULL;

	may_alter_system(name);
	if (name != NULL)
		check_system_value(name, value);
	LWLockAcquire(AutoFileLock, LW_EXCLUSIVE);
	guc_alter_system(name, value);
	LWLockRelease(AutoFileLock);
}

/* ---- arrays of "name=value" ---- */

/* May the current user store (or take out) this setting for another session? */
static bool
check_array_entry(const char *name, const char *value, bool skipIfNoPermissions)
{
	struct config_generic *gen = guc_find_option(name, true, skipIfNoPermissions, ERROR);

	if (gen == NULL)
		return false; /* unknown, and not to be complained about */
	if (gen->context == PGC_USERSET ||
		(gen->context == PGC_SUSET &&
		 (superuser() || pg_parameter_aclcheck(name, GetUserId(), ACL_SET) == ACLCHECK_OK)))
		/* ok */;
	else if (skipIfNoPermissions)
		return false;
	if (value == NULL && skipIfNoPermissions)
		return true;
	/* complains about the context, too */
	(void) set_config_option(name, value, superuser() ? PGC_SUSET : PGC_USERSET,
							 PGC_S_TEST, GUC_ACTION_SET, false, 0, false);
	return true;
}

/* Elements as C strings; *n their number. */
static char **
array_strings(ArrayType *array, int *n)
{
	Datum *elems;
	bool *nulls;
	char **result;
	int count;

	*n = 0;
	if (array == NULL)
		return NULL;
	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &elems, &nulls, &count);
	result = palloc(sizeof(char *) * Max(count, 1));
	for (int i = 0; i < count; i++)
		if (!nulls[i])
			result[(*n)++] = TextDatumGetCString(elems[i]);
	return result;
}

static ArrayType *
strings_array(char **strings, int n)
{
	Datum *elems = palloc(sizeof(Datum) * Max(n, 1));

	if (n == 0)
		return NULL;
	for (int i = 0; i < n; i++)
		elems[i] = CStringGetTextDatum(strings[i]);
	return construct_array(elems, n, TEXTOID, -1, false, TYPALIGN_INT);
}

/* Does "name=value" begin with this name? */
static bool
entry_is(const char *entry, const char *name)
{
	size_t len = strlen(name);

	return pg_strncasecmp(entry, name, len) == 0 && entry[len] == '=';
}

/* The name as the table spells it. */
static const char *
table_spelling(const char *name)
{
	struct config_generic *gen = guc_find_option(name, false, true, WARNING);

	return gen ? gen->name : name;
}

/* Set the values of an array, as a session start or a function call does. */
void
ProcessGUCArray(ArrayType *array, GucContext context, GucSource source,
				GucAction action)
{
	int n;
	char **entries = array_strings(array, &n);

	for (int i = 0; i < n; i++)
	{
		char *name;
		char *value;

		ParseLongOption(entries[i], &name, &value);
		if (value == NULL)
			ereport(WARNING,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("could not parse setting for parameter \"%s\"", name)));
		else
			(void) set_config_option(name, value, context, source, action, true, 0, false);
		free(name);
		free(value);
	}
}

/* A new array with name=value, in the place of an older value. */
ArrayType *
GUCArrayAdd(ArrayType *array, const char *name, const char *value)
{
	int n;
	char **entries;
	char **fresh;
	int at = -1;

	(void) check_array_entry(name, value, false);
	name = table_spelling(name);
	entries = array_strings(array, &n);
	fresh = palloc(sizeof(char *) * (n + 1));
	for (int i = 0; i < n; i++)
	{
		fresh[i] = entries[i];
		if (entry_is(entries[i], name))
			at = i;
	}
	if (at < 0)
		at = n++;
	fresh[at] = psprintf("%s=%s", name, value);
	return strings_array(fresh, n);
}

/* A new array without name; NULL if nothing is left. */
ArrayType *
GUCArrayDelete(ArrayType *array, const char *name)
{
	int n;
	int left = 0;
	char **entries;

	(void) check_array_entry(name, NULL, false);
	name = table_spelling(name);
	entries = array_strings(array, &n);
	for (int i = 0; i < n; i++)
		if (!entry_is(entries[i], name))
			entries[left++] = entries[i];
	return strings_array(entries, left);
}

/* Without all entries that the user may take out; a superuser leaves none. */
ArrayType *
GUCArrayReset(ArrayType *array)
{
	int n;
	int left = 0;
	char **entries;

	if (array == NULL || superuser())
		return NULL;
	entries = array_strings(array, &n);
	for (int i = 0; i < n; i++)
	{
		char *name = pnstrdup(entries[i], strcspn(entries[i], "="));

		if (!check_array_entry(name, NULL, true))
			entries[left++] = entries[i];
	}
	return strings_array(entries, left);
}
