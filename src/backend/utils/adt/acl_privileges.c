/*
 * acl_privileges.c
 *		has_table_privilege() and its like.
 *
 * Six functions per kind of object: the role by name, by OID or oneself, the
 * object by name or OID.  A role or object named by text must exist; an OID that
 * is none gives NULL.  The functions for columns have a dimension more.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/acl_privileges.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_foreign_data_wrapper.h"
#include "catalog/pg_foreign_server.h"
#include "catalog/pg_language.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/adt_upcalls.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

typedef struct PrivilegeName
{
	const char *name;
	AclMode value;
} PrivilegeName;

/*
 * A list such as "select, insert with grant option"; every word of it must be
 * in the table of the kind of object (22023).
 */
static AclMode
parse_privileges(text *t, const PrivilegeName *table)
{
	static const char option[] = " WITH GRANT OPTION";
	char *copy = text_to_cstring(t);
	AclMode result = 0;

	for (char *next, *word = copy; word; word = next)
	{
		const PrivilegeName *p;
		int len;
		int stem;
		bool with_option;

		next = strchr(word, ',');
		if (next)
			*next++ = '\0';
		while (isspace((unsigned char) *word))
			word++;
		len = strlen(word);
		while (len > 0 && isspace((unsigned char) word[len - 1]))
			word[--len] = '\0';
		stem = len - (int) strlen(option);
		with_option = stem > 0 && pg_strcasecmp(word + stem, option) == 0;
		if (!with_option)
			stem = len;
		for (p = table; p->name; p++)
			if ((int) strlen(p->name) == stem &&
				pg_strncasecmp(word, p->name, stem) == 0)
				break;
		if (p->name == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("unrecognized privilege type: \"%s\"", word)));
		result |= with_option ? ACL_GRANT_OPTION_FOR(p->value) : p->value;
	}
	return result;
}

static const PrivilegeName table_privs[] = {
	{"SELECT", ACL_SELECT}, {"INSERT", ACL_INSERT}, {"UPDATE", ACL_UPDATE}, {"DELETE", ACL_DELETE}, {"TRUNCATE", ACL_TRUNCATE}, {"REFERENCES", ACL_REFERENCES}, {"TRIGGER", ACL_TRIGGER}, {"RULE", 0}, {NULL, 0}};
static const PrivilegeName column_privs[] = {
	{"SELECT", ACL_SELECT}, {"INSERT", ACL_INSERT}, {"UPDATE", ACL_UPDATE}, {"REFERENCES", ACL_REFERENCES}, {NULL, 0}};
static const PrivilegeName sequence_privs[] = {
	{"USAGE", ACL_USAGE}, {"SELECT", ACL_SELECT}, {"UPDATE", ACL_UPDATE}, {NULL, 0}};
static const PrivilegeName database_privs[] = {
	{"CREATE", ACL_CREATE}, {"TEMPORARY", ACL_CREATE_TEMP}, {"TEMP", ACL_CREATE_TEMP}, {"CONNECT", ACL_CONNECT}, {NULL, 0}};
static const PrivilegeName usage_privs[] = {
	{"USAGE", ACL_USAGE}, {NULL, 0}};
static const PrivilegeName function_privs[] = {
	{"EXECUTE", ACL_EXECUTE}, {NULL, 0}};
static const PrivilegeName schema_privs[] = {
	{"CREATE", ACL_CREATE}, {"USAGE", ACL_USAGE}, {NULL, 0}};
static const PrivilegeName tablespace_privs[] = {
	{"CREATE", ACL_CREATE}, {NULL, 0}};
static const PrivilegeName parameter_privs[] = {
	{"SET", ACL_SET}, {"ALTER SYSTEM", ACL_ALTER_SYSTEM}, {NULL, 0}};

/* Objects by name */

static Oid
table_by_name(text *name)
{
	return RangeVarGetRelid(makeRangeVarFromNameList(textToQualifiedNameList(name)),
							NoLock, false);
}

static Oid
sequence_by_name(text *name)
{
	Oid oid = table_by_name(name);

	if (get_rel_relkind(oid) != RELKIND_SEQUENCE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a sequence", text_to_cstring(name))));
	return oid;
}

static Oid
database_by_name(text *name)
{
	return get_database_oid(text_to_cstring(name), false);
}

/* An object without schema, through the cache of its names. */
static Oid
by_cache(text *name, int cacheid, AttrNumber oidcol, const char *kind)
{
	char *s = text_to_cstring(name);
	Oid oid = GetSysCacheOid1(cacheid, oidcol, CStringGetDatum(s));

	if (!OidIsValid(oid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("%s \"%s\" does not exist", kind, s)));
	return oid;
}

static Oid
fdw_by_name(text *name)
{
	return by_cache(name, FOREIGNDATAWRAPPERNAME,
					Anum_pg_foreign_data_wrapper_oid, "foreign-data wrapper");
}

static Oid
server_by_name(text *name)
{
	return by_cache(name, FOREIGNSERVERNAME, Anum_pg_foreign_server_oid,
					"server");
}

static Oid
language_by_name(text *name)
{
	return by_cache(name, LANGNAME, Anum_pg_language_oid, "language");
}

static Oid
schema_by_name(text *name)
{
	return get_namespace_oid(text_to_cstring(name), false);
}

static Oid
tablespace_by_name(text *name)
{
	return get_tablespace_oid(text_to_cstring(name), false);
}

static Oid
function_by_name(text *name)
{
	return DatumGetObjectId(DirectFunctionCall1(regprocedurein,
												CStringGetDatum(text_to_cstring(name))));
}

static Oid
type_by_name(text *name)
{
	return DatumGetObjectId(DirectFunctionCall1(regtypein,
												CStringGetDatum(text_to_cstring(name))));
}

/* One kind of object: how to find it, to see that it exists, to check. */
typedef struct ObjectKind
{
	Oid (*by_name)(text *name);
	int cacheid;
	const PrivilegeName *privs;
	AclResult (*check)(Oid object, Oid role, AclMode mode);
} ObjectKind;

/* A sequence's OID must be one: 42809 otherwise */
static AclResult
check_sequence(Oid object, Oid role, AclMode mode)
{
	if (get_rel_relkind(object) != RELKIND_SEQUENCE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a sequence", get_rel_name(object))));
	return pg_class_aclcheck(object, role, mode);
}

/* The right for the whole table, or for any of its columns. */
static AclResult
check_any_column(Oid object, Oid role, AclMode mode)
{
	if (pg_class_aclcheck(object, role, mode) == ACLCHECK_OK)
		return ACLCHECK_OK;
	return pg_attribute_aclcheck_all(object, role, mode, ACLMASK_ANY);
}

static Datum
check_object(FunctionCallInfo fcinfo, const ObjectKind *kind, Oid role,
			 Oid object, bool by_oid, int privarg)
{
	AclMode mode = parse_privileges(PG_GETARG_TEXT_PP(privarg),
									kind->privs);

	if (by_oid && !SearchSysCacheExists1(kind->cacheid, ObjectIdGetDatum(object)))
		PG_RETURN_NULL();
	PG_RETURN_BOOL(kind->check(object, role, mode) == ACLCHECK_OK);
}

#define ROLE_BY_NAME() get_role_oid_or_public(NameStr(*PG_GETARG_NAME(0)))

#define PRIVILEGE_FUNCTIONS(what, by_name, cacheid, privs, check)           \
	static const ObjectKind what##_kind = {by_name, cacheid, privs, check}; \
	Datum has_##what##_privilege_name_name(PG_FUNCTION_ARGS)                \
	{                                                                       \
		Oid role = ROLE_BY_NAME();                                          \
		return check_object(fcinfo, &what##_kind, role,                     \
							by_name(PG_GETARG_TEXT_PP(1)), false, 2);       \
	}                                                                       \
	Datum has_##what##_privilege_name(PG_FUNCTION_ARGS)                     \
	{                                                                       \
		return check_object(fcinfo, &what##_kind, GetUserId(),              \
							by_name(PG_GETARG_TEXT_PP(0)), false, 1);       \
	}                                                                       \
	Datum has_##what##_privilege_name_id(PG_FUNCTION_ARGS)                  \
	{                                                                       \
		return check_object(fcinfo, &what##_kind, ROLE_BY_NAME(),           \
							PG_GETARG_OID(1), true, 2);                     \
	}                                                                       \
	Datum has_##what##_privilege_id(PG_FUNCTION_ARGS)                       \
	{                                                                       \
		return check_object(fcinfo, &what##_kind, GetUserId(),              \
							PG_GETARG_OID(0), true, 1);                     \
	}                                                                       \
	Datum has_##what##_privilege_id_name(PG_FUNCTION_ARGS)                  \
	{                                                                       \
		return check_object(fcinfo, &what##_kind, PG_GETARG_OID(0),         \
							by_name(PG_GETARG_TEXT_PP(1)), false, 2);       \
	}                                                                       \
	Datum has_##what##_privilege_id_id(PG_FUNCTION_ARGS)                    \
	{                                                                       \
		return check_object(fcinfo, &what##_kind, PG_GETARG_OID(0),         \
							PG_GETARG_OID(1), true, 2);                     \
	}

PRIVILEGE_FUNCTIONS(table, table_by_name, RELOID, table_privs,
					pg_class_aclcheck)
PRIVILEGE_FUNCTIONS(any_column, table_by_name, RELOID, column_privs,
					check_any_column)
PRIVILEGE_FUNCTIONS(sequence, sequence_by_name, RELOID, sequence_privs,
					check_sequence)
PRIVILEGE_FUNCTIONS(database, database_by_name, DATABASEOID, database_privs,
					pg_database_aclcheck)
PRIVILEGE_FUNCTIONS(foreign_data_wrapper, fdw_by_name, FOREIGNDATAWRAPPEROID,
					usage_privs, pg_foreign_data_wrapper_aclcheck)
PRIVILEGE_FUNCTIONS(server, server_by_name, FOREIGNSERVEROID, usage_privs,
					pg_foreign_server_aclcheck)
PRIVILEGE_FUNCTIONS(function, function_by_name, PROCOID, function_privs,
					pg_proc_aclcheck)
PRIVILEGE_FUNCTIONS(language, language_by_name, LANGOID, usage_privs,
					pg_language_aclcheck)
PRIVILEGE_FUNCTIONS(schema, schema_by_name, NAMESPACEOID, schema_privs,
					pg_namespace_aclcheck)
PRIVILEGE_FUNCTIONS(tablespace, tablespace_by_name, TABLESPACEOID,
					tablespace_privs, pg_tablespace_aclcheck)
PRIVILEGE_FUNCTIONS(type, type_by_name, TYPEOID, usage_privs,
					pg_type_aclcheck)

/* Settings have names only. */

static Datum
check_parameter(Oid role, text *name, text *privs)
{
	AclMode mode = parse_privileges(privs, parameter_privs);

	return BoolGetDatum(pg_parameter_aclcheck(text_to_cstring(name), role,
											  mode) == ACLCHECK_OK);
}

Datum
has_parameter_privilege_name_name(PG_FUNCTION_ARGS)
{
	return check_parameter(ROLE_BY_NAME(), PG_GETARG_TEXT_PP(1),
						   PG_GETARG_TEXT_PP(2));
}

Datum
has_parameter_privilege_name(PG_FUNCTION_ARGS)
{
	return check_parameter(GetUserId(), PG_GETARG_TEXT_PP(0),
						   PG_GETARG_TEXT_PP(1));
}

Datum
has_parameter_privilege_id_name(PG_FUNCTION_ARGS)
{
	return check_parameter(PG_GETARG_OID(0), PG_GETARG_TEXT_PP(1),
						   PG_GETARG_TEXT_PP(2));
}

/* Columns: table by name or OID, column by name or number */

static AttrNumber
column_by_name(Oid table, text *name)
{
	char *colname = text_to_cstring(name);
	HeapTuple tup = SearchSysCache2(ATTNAME, ObjectIdGetDatum(table),
									CStringGetDatum(colname));
	AttrNumber attnum = InvalidAttrNumber;

	if (HeapTupleIsValid(tup))
	{
		Form_pg_attribute form = (Form_pg_attribute) GETSTRUCT(tup);

		if (!form->attisdropped)
			attnum = form->attnum;
		ReleaseSysCache(tup);
		return attnum;
	}
	/* a table that is gone gives NULL, a column that never was an error */
	if (get_rel_name(table))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						colname, get_rel_name(table))));
	return attnum;
}

static Datum
check_column(FunctionCallInfo fcinfo, Oid role, Oid table, AttrNumber attnum,
			 int privarg)
{
	AclMode mode = parse_privileges(PG_GETARG_TEXT_PP(privarg),
									column_privs);
	HeapTuple tup;
	bool dropped;

	if (attnum == InvalidAttrNumber ||
		!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(table)))
		PG_RETURN_NULL();
	tup = SearchSysCache2(ATTNUM, ObjectIdGetDatum(table),
						  Int16GetDatum(attnum));
	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	dropped = ((Form_pg_attribute) GETSTRUCT(tup))->attisdropped;
	ReleaseSysCache(tup);
	if (dropped)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(pg_class_aclcheck(table, role, mode) == ACLCHECK_OK ||
				   pg_attribute_aclcheck(table, attnum, role,
										 mode) == ACLCHECK_OK);
}

#define TABLE_NAME(n) table_by_name(PG_GETARG_TEXT_PP(n))
#define COLUMN_FUNCTION(suffix, role, table, column, privarg) \
	Datum has_column_privilege_##suffix(PG_FUNCTION_ARGS)     \
	{                                                         \
		Oid r = role;                                         \
		Oid t = table;                                        \
		return check_column(fcinfo, r, t, column, privarg);   \
	}
#define NAMED(n) column_by_name(t, PG_GETARG_TEXT_PP(n))
#define NUMBERED(n) PG_GETARG_INT16(n)

COLUMN_FUNCTION(name_name_name, ROLE_BY_NAME(), TABLE_NAME(1), NAMED(2), 3)
COLUMN_FUNCTION(name_name_attnum, ROLE_BY_NAME(), TABLE_NAME(1), NUMBERED(2), 3)
COLUMN_FUNCTION(name_id_name, ROLE_BY_NAME(), PG_GETARG_OID(1), NAMED(2), 3)
COLUMN_FUNCTION(name_id_attnum, ROLE_BY_NAME(), PG_GETARG_OID(1), NUMBERED(2), 3)
COLUMN_FUNCTION(id_name_name, PG_GETARG_OID(0), TABLE_NAME(1), NAMED(2), 3)
COLUMN_FUNCTION(id_name_attnum, PG_GETARG_OID(0), TABLE_NAME(1), NUMBERED(2), 3)
COLUMN_FUNCTION(id_id_name, PG_GETARG_OID(0), PG_GETARG_OID(1), NAMED(2), 3)
COLUMN_FUNCTION(id_id_attnum, PG_GETARG_OID(0), PG_GETARG_OID(1), NUMBERED(2), 3)
COLUMN_FUNCTION(name_name, GetUserId(), TABLE_NAME(0), NAMED(1), 2)
COLUMN_FUNCTION(name_attnum, GetUserId(), TABLE_NAME(0), NUMBERED(1), 2)
COLUMN_FUNCTION(id_name, GetUserId(), PG_GETARG_OID(0), NAMED(1), 2)
COLUMN_FUNCTION(id_attnum, GetUserId(), PG_GETARG_OID(0), NUMBERED(1), 2)

/*
 * pg_has_role: MEMBER asks for membership, USAGE for its rights without SET
 * ROLE, either with the admin option.
 */
#define ROLE_ADMIN ACL_GRANT_OPTION_FOR(ACL_CREATE)
static const PrivilegeName role_privs[] = {
	{"USAGE", ACL_USAGE}, {"MEMBER", ACL_CREATE}, {"USAGE WITH ADMIN OPTION", ROLE_ADMIN}, {"MEMBER WITH ADMIN OPTION", ROLE_ADMIN}, {NULL, 0}};

static Datum
check_role(Oid member, Oid role, text *privs)
{
	AclMode mode = parse_privileges(privs, role_privs);
	bool has = false;

	if (mode & ACL_GRANT_OPTION_FOR(ACL_CREATE | ACL_USAGE))
		has |= is_admin_of_role(member, role);
	if (mode & ACL_CREATE)
		has |= is_member_of_role(member, role);
	if (mode & ACL_USAGE)
		has |= has_privs_of_role(member, role);
	return BoolGetDatum(has);
}

#define ROLE_NAMED(n) get_role_oid(NameStr(*PG_GETARG_NAME(n)), false)
#define ROLE_FUNCTION(suffix, member, role, privarg)            \
	Datum pg_has_role_##suffix(PG_FUNCTION_ARGS)                \
	{                                                           \
		Oid m = member;                                         \
		return check_role(m, role, PG_GETARG_TEXT_PP(privarg)); \
	}
ROLE_FUNCTION(name_name, ROLE_NAMED(0), ROLE_NAMED(1), 2)
ROLE_FUNCTION(name_id, ROLE_NAMED(0), PG_GETARG_OID(1), 2)
ROLE_FUNCTION(id_name, PG_GETARG_OID(0), ROLE_NAMED(1), 2)
ROLE_FUNCTION(id_id, PG_GETARG_OID(0), PG_GETARG_OID(1), 2)
ROLE_FUNCTION(name, GetUserId(), ROLE_NAMED(0), 1)
ROLE_FUNCTION(id, GetUserId(), PG_GETARG_OID(0), 1)
