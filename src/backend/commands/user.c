/*
 * user.c
 *		Roles: CREATE, ALTER and DROP ROLE, and membership.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/user.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/pg_auth_members.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_database.h"
#include "catalog/pg_db_role_setting.h"
#include "catalog/pg_db_role_setting_fn.h"
#include "commands/comment.h"
#include "commands/dbcommands.h"
#include "commands/defrem.h"
#include "commands/user.h"
#include "libpq/crypt.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

/* Columns of pg_authid that are switches, with the option's name. */
static const struct
{
	const char *option;
	AttrNumber column;
} role_flags[] = {
	{"superuser", Anum_pg_authid_rolsuper}, {"inherit", Anum_pg_authid_rolinherit}, {"createrole", Anum_pg_authid_rolcreaterole}, {"createdb", Anum_pg_authid_rolcreatedb}, {"canlogin", Anum_pg_authid_rolcanlogin}, {"isreplication", Anum_pg_authid_rolreplication}, {"bypassrls", Anum_pg_authid_rolbypassrls}};

/* What the options of a statement say: new column values and lists of roles. */
typedef struct RoleChanges
{
	Datum values[Natts_pg_authid];
	bool nulls[Natts_pg_authid];
	bool replace[Natts_pg_authid];
	List *member_of; /* IN ROLE */
	List *members; /* ROLE */
	List *admins; /* ADMIN */
} RoleChanges;

static void
change(RoleChanges *changes, AttrNumber column, Datum value, bool isnull, DefElem *opt, ParseState *pstate)
{
	if (changes->replace[column - 1])
		errorConflictingDefElem(opt, pstate);
	changes->values[column - 1] = value;
	changes->nulls[column - 1] = isnull;
	changes->replace[column - 1] = true;
}

/* A password as it is stored; an empty one cannot be used, and becomes none. */
static Datum
password_datum(const char *role, const char *password, bool *isnull)
{
	const char *logdetail = NULL;

	*isnull = password == NULL;
	if (!password)
		return (Datum) 0;
	if (password[0] == '\0' || plain_crypt_verify(role, password, "", &logdetail))
	{
		ereport(NOTICE, (errmsg("empty string is not a valid password, clearing password")));
		*isnull = true;
		return (Datum) 0;
	}
	return CStringGetTextDatum(encrypt_password(Password_encryption, role, password));
}

static void
parse_options(ParseState *pstate, const char *role, List *options, RoleChanges *changes)
{
	ListCell *lc;

	memset(changes, 0, sizeof(*changes));
	foreach (lc, options)
	{
		DefElem *opt = lfirst(lc);
		int k;
		bool isnull;
		Datum value;

		for (k = 0; k < lengthof(role_flags) && strcmp(opt->defname, role_flags[k].option) != 0; k++)
			;
		if (k < lengthof(role_flags))
			change(changes, role_flags[k].column, BoolGetDatum(boolVal(opt->arg)), false, opt, pstate);
		else if (strcmp(opt->defname, "password") == 0)
		{
			value = password_datum(role, opt->arg ? strVal(opt->arg) : NULL, &isnull);
			change(changes, Anum_pg_authid_rolpassword, value, isnull, opt, pstate);
		}
		else if (strcmp(opt->defname, "connectionlimit") == 0)
		{
			if (intVal(opt->arg) < -1)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("invalid connection limit: %d", (int) intVal(opt->arg))));
			change(changes, Anum_pg_authid_rolconnlimit, Int32GetDatum(intVal(opt->arg)), false, opt, pstate);
		}
		else if (strcmp(opt->defname, "validUntil") == 0)
		{
			value = DirectFunctionCall3(timestamptz_in, CStringGetDatum(strVal(opt->arg)),
										ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
			change(changes, Anum_pg_authid_rolvaliduntil, value, false, opt, pstate);
		}
		else if (strcmp(opt->defname, "addroleto") == 0)
			changes->member_of = (List *) opt->arg;
		else if (strcmp(opt->defname, "rolemembers") == 0)
			changes->members = (List *) opt->arg;
		else if (strcmp(opt->defname, "adminmembers") == 0)
			changes->admins = (List *) opt->arg;
		else if (strcmp(opt->defname, "sysid") == 0)
			ereport(NOTICE, (errmsg("SYSID can no longer be specified")));
		else
			elog(ERROR, "option \"%s\" not recognized", opt->defname);
	}
}

static bool
have_createrole_privilege(void)
{
	HeapTuple tup;
	bool allowed = superuser();

	if (allowed)
		return true;
	tup = SearchSysCache1(AUTHOID, ObjectIdGetDatum(GetUserId()));
	if (HeapTupleIsValid(tup))
	{
		allowed = ((Form_pg_authid) GETSTRUCT(tup))->rolcreaterole;
		ReleaseSysCache(tup);
	}
	return allowed;
}

static void
deny(const char *message)
{
	ereport(ERROR,
			(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
			 errmsg("%s", message)));
}

/* Only a superuser gives these away. */
static void
check_powers(const RoleChanges *changes, bool altering)
{
	if (superuser())
		return;
	if (changes->replace[Anum_pg_authid_rolsuper - 1] &&
		(altering || DatumGetBool(changes->values[Anum_pg_authid_rolsuper - 1])))
		deny(altering ? "must be superuser to alter superuser roles or change superuser attribute"
					  : "must be superuser to create superusers");
	if (changes->replace[Anum_pg_authid_rolreplication - 1] &&
		(altering || DatumGetBool(changes->values[Anum_pg_authid_rolreplication - 1])))
		deny(altering ? "must be superuser to alter replication roles or change replication attribute"
					  : "must be superuser to create replication users");
	if (changes->replace[Anum_pg_authid_rolbypassrls - 1] &&
		(altering || DatumGetBool(changes->values[Anum_pg_authid_rolbypassrls - 1])))
		deny(altering ? "must be superuser to change bypassrls attribute"
					  : "must be superuser to create bypassrls users");
}

/* ---- membership ---- */

static void
add_member(Oid roleid, Oid member, Oid grantor, bool admin)
{
	Relation rel = table_open(AuthMemRelationId, RowExclusiveLock);
	HeapTuple old = SearchSysCache2(AUTHMEMROLEMEM, ObjectIdGetDatum(roleid), ObjectIdGetDatum(member));
	Datum values[Natts_pg_auth_members];
	bool nulls[Natts_pg_auth_members] = {0};
	bool replace[Natts_pg_auth_members] = {0};

	if (is_member_of_role_nosuper(roleid, member))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_GRANT_OPERATION),
				 errmsg("role \"%s\" is a member of role \"%s\"",
						GetUserNameFromId(roleid, false), GetUserNameFromId(member, false))));
	values[Anum_pg_auth_members_roleid - 1] = ObjectIdGetDatum(roleid);
	values[Anum_pg_auth_members_member - 1] = ObjectIdGetDatum(member);
	values[Anum_pg_auth_members_grantor - 1] = ObjectIdGetDatum(grantor);
	values[Anum_pg_auth_members_admin_option - 1] = BoolGetDatum(admin);
	if (old)
	{
		if (admin && !((Form_pg_auth_members) GETSTRUCT(old))->admin_option)
		{
			HeapTuple new;

			replace[Anum_pg_auth_members_grantor - 1] = true;
			replace[Anum_pg_auth_members_admin_option - 1] = true;
			new = heap_modify_tuple(old, RelationGetDescr(rel), values, nulls, replace);
			CatalogTupleUpdate(rel, &new->t_self, new);
		}
		else
			ereport(NOTICE,
					(errmsg("role \"%s\" is already a member of role \"%s\"",
							GetUserNameFromId(member, false), GetUserNameFromId(roleid, false))));
		ReleaseSysCache(old);
	}
	else
		CatalogTupleInsert(rel, heap_form_tuple(RelationGetDescr(rel), values, nulls));
	CommandCounterIncrement();
	table_close(rel, NoLock);
}

static void
remove_member(Oid roleid, Oid member, bool only_admin)
{
	Relation rel = table_open(AuthMemRelationId, RowExclusiveLock);
	HeapTuple old = SearchSysCacheCopy2(AUTHMEMROLEMEM, ObjectIdGetDatum(roleid), ObjectIdGetDatum(member));

	if (!old)
		ereport(WARNING,
				(errmsg("role \"%s\" is not a member of role \"%s\"",
						GetUserNameFromId(member, false), GetUserNameFromId(roleid, false))));
	else if (only_admin)
	{
		((Form_pg_auth_members) GETSTRUCT(old))->admin_option = false;
		CatalogTupleUpdate(rel, &old->t_self, old);
	}
	else
		CatalogTupleDelete(rel, &old->t_self);
	CommandCounterIncrement();
	table_close(rel, NoLock);
}

static void
check_may_grant(Oid roleid)
{
	HeapTuple tup = SearchSysCache1(AUTHOID, ObjectIdGetDatum(roleid));
	bool is_super = ((Form_pg_authid) GETSTRUCT(tup))->rolsuper;

	ReleaseSysCache(tup);
	if (is_super && !superuser())
		deny("must be superuser to alter superusers");
	if (!is_super && !have_createrole_privilege() && !is_admin_of_role(GetUserId(), roleid))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must have admin option on role \"%s\"", GetUserNameFromId(roleid, false))));
}

/* GRANT role TO role, REVOKE role FROM role */
void
GrantRole(GrantRoleStmt *stmt)
{
	Oid grantor = stmt->grantor ? get_rolespec_oid(stmt->grantor, false) : GetUserId();
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, stmt->granted_roles)
	{
		AccessPriv *priv = lfirst(lc);
		Oid roleid;

		if (priv->priv_name == NULL || priv->cols != NIL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_GRANT_OPERATION),
					 errmsg("column names cannot be included in GRANT/REVOKE ROLE")));
		roleid = get_role_oid(priv->priv_name, false);
		check_may_grant(roleid);
		foreach (lc2, stmt->grantee_roles)
		{
			Oid member = get_rolespec_oid(lfirst(lc2), false);

			if (stmt->is_grant)
				add_member(roleid, member, grantor, stmt->admin_opt);
			else
				remove_member(roleid, member, stmt->admin_opt);
		}
	}
}

/* ---- CREATE, ALTER, DROP ---- */

static void
check_role_name(const char *name)
{
	if (IsReservedName(name))
		ereport(ERROR,
				(errcode(ERRCODE_RESERVED_NAME),
				 errmsg("role name \"%s\" is reserved", name),
				 errdetail("Role names starting with \"pg_\" are reserved.")));
}

static void
set_default(RoleChanges *changes, AttrNumber column, Datum value)
{
	if (!changes->replace[column - 1])
		changes->values[column - 1] = value;
}

Oid
CreateRole(ParseState *pstate, CreateRoleStmt *stmt)
{
	Relation rel;
	RoleChanges c;
	NameData name;
	Oid roleid;
	ListCell *lc;

	parse_options(pstate, stmt->role, stmt->options, &c);
	if (!have_createrole_privilege())
		deny("permission denied to create role");
	check_powers(&c, false);
	check_role_name(stmt->role);
	rel = table_open(AuthIdRelationId, RowExclusiveLock);
	if (OidIsValid(get_role_oid(stmt->role, true)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("role \"%s\" already exists", stmt->role)));
	set_default(&c, Anum_pg_authid_rolinherit, BoolGetDatum(true));
	set_default(&c, Anum_pg_authid_rolcanlogin, BoolGetDatum(stmt->stmt_type == ROLESTMT_USER));
	set_default(&c, Anum_pg_authid_rolconnlimit, Int32GetDatum(-1));
	if (!c.replace[Anum_pg_authid_rolpassword - 1])
		c.nulls[Anum_pg_authid_rolpassword - 1] = true;
	if (!c.replace[Anum_pg_authid_rolvaliduntil - 1])
		c.nulls[Anum_pg_authid_rolvaliduntil - 1] = true;
	namestrcpy(&name, stmt->role);
	c.values[Anum_pg_authid_rolname - 1] = NameGetDatum(&name);
	roleid = GetNewOidWithIndex(rel, AuthIdOidIndexId, Anum_pg_authid_oid);
	c.values[Anum_pg_authid_oid - 1] = ObjectIdGetDatum(roleid);
	CatalogTupleInsert(rel, heap_form_tuple(RelationGetDescr(rel), c.values, c.nulls));
	CommandCounterIncrement();

	foreach (lc, c.member_of)
		add_member(get_rolespec_oid(lfirst(lc), false), roleid, GetUserId(), false);
	foreach (lc, c.members)
		add_member(roleid, get_rolespec_oid(lfirst(lc), false), GetUserId(), false);
	foreach (lc, c.admins)
		add_member(roleid, get_rolespec_oid(lfirst(lc), false), GetUserId(), true);
	table_close(rel, NoLock);
	return roleid;
}

Oid
AlterRole(ParseState *pstate, AlterRoleStmt *stmt)
{
	Relation rel = table_open(AuthIdRelationId, RowExclusiveLock);
	HeapTuple tup = get_rolespec_tuple(stmt->role);
	Form_pg_authid form = (Form_pg_authid) GETSTRUCT(tup);
	Oid roleid = form->oid;
	RoleChanges c;
	HeapTuple new;
	ListCell *lc;

	parse_options(pstate, NameStr(form->rolname), stmt->options, &c);
	check_powers(&c, true);
	if (form->rolsuper && !superuser())
		deny("must be superuser to alter superuser roles or change superuser attribute");
	if (!have_createrole_privilege())
	{
		/* One may change one's own password, and nothing else. */
		for (int i = 0; i < Natts_pg_authid; i++)
		{
			if (c.replace[i] && (i != Anum_pg_authid_rolpassword - 1 || roleid != GetUserId()))
				deny("permission denied");
		}
	}
	new = heap_modify_tuple(tup, RelationGetDescr(rel), c.values, c.nulls, c.replace);
	CatalogTupleUpdate(rel, &tup->t_self, new);
	ReleaseSysCache(tup);
	heap_freetuple(new);
	CommandCounterIncrement();
	foreach (lc, c.members)
	{
		Oid member = get_rolespec_oid(lfirst(lc), false);

		if (stmt->action > 0)
			add_member(roleid, member, GetUserId(), false);
		else
			remove_member(roleid, member, false);
	}
	table_close(rel, NoLock);
	return roleid;
}

/* ALTER ROLE ... SET; the setting is stored per role, database or both. */
Oid
AlterRoleSet(AlterRoleSetStmt *stmt)
{
	Oid roleid = InvalidOid;
	Oid databaseid = InvalidOid;

	if (stmt->role)
	{
		HeapTuple tup = get_rolespec_tuple(stmt->role);
		Form_pg_authid form = (Form_pg_authid) GETSTRUCT(tup);

		roleid = form->oid;
		shdepLockAndCheckObject(AuthIdRelationId, roleid);
		if (form->rolsuper ? !superuser() : !have_createrole_privilege() && roleid != GetUserId())
			deny(form->rolsuper ? "must be superuser to alter superusers" : "permission denied");
		ReleaseSysCache(tup);
	}
	if (stmt->database)
	{
		databaseid = get_database_oid(stmt->database, false);
		shdepLockAndCheckObject(DatabaseRelationId, databaseid);
		if (!stmt->role && !pg_database_ownercheck(databaseid, GetUserId()))
			aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_DATABASE, stmt->database);
	}
	if (!stmt->role && !stmt->database && !superuser())
		deny("must be superuser to alter settings globally");
	AlterSetting(databaseid, roleid, stmt->setstmt);
	return roleid;
}

/* All memberships of a role, in it and of it. */
static void
delete_memberships(Oid roleid)
{
	static const struct
	{
		AttrNumber column;
		Oid index;
	} ways[] = {
		{Anum_pg_auth_members_roleid, AuthMemRoleMemIndexId}, {Anum_pg_auth_members_member, AuthMemMemRoleIndexId}};
	Relation rel = table_open(AuthMemRelationId, RowExclusiveLock);

	for (int i = 0; i < lengthof(ways); i++)
	{
		ScanKeyData key;
		SysScanDesc scan;
		HeapTuple tup;

		ScanKeyInit(&key, ways[i].column, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(roleid));
		scan = systable_beginscan(rel, ways[i].index, true, NULL, 1, &key);
		while ((tup = systable_getnext(scan)) != NULL)
			CatalogTupleDelete(rel, &tup->t_self);
		systable_endscan(scan);
		CommandCounterIncrement();
	}
	table_close(rel, NoLock);
}

static void
check_droppable(const char *name, HeapTuple tup)
{
	Oid roleid = ((Form_pg_authid) GETSTRUCT(tup))->oid;
	char *detail;
	char *detail_log;

	if (roleid == GetUserId() || roleid == GetOuterUserId())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_IN_USE),
				 errmsg("current user cannot be dropped")));
	if (roleid == GetSessionUserId())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_IN_USE),
				 errmsg("session user cannot be dropped")));
	if (((Form_pg_authid) GETSTRUCT(tup))->rolsuper && !superuser())
		deny("must be superuser to drop superusers");
	LockSharedObject(AuthIdRelationId, roleid, 0, AccessExclusiveLock);
	if (checkSharedDependencies(AuthIdRelationId, roleid, &detail, &detail_log))
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("role \"%s\" cannot be dropped because some objects depend on it", name),
				 errdetail_internal("%s", detail),
				 errdetail_log("%s", detail_log)));
}

void
DropRole(DropRoleStmt *stmt)
{
	Relation rel;
	ListCell *lc;

	if (!have_createrole_privilege())
		deny("permission denied to drop role");
	rel = table_open(AuthIdRelationId, RowExclusiveLock);
	foreach (lc, stmt->roles)
	{
		RoleSpec *spec = lfirst(lc);
		HeapTuple tup;
		Oid roleid;

		if (spec->roletype != ROLESPEC_CSTRING)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("cannot use special role specifier in DROP ROLE")));
		tup = SearchSysCache1(AUTHNAME, PointerGetDatum(spec->rolename));
		if (!HeapTupleIsValid(tup))
		{
			if (!stmt->missing_ok)
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_OBJECT),
						 errmsg("role \"%s\" does not exist", spec->rolename)));
			ereport(NOTICE, (errmsg("role \"%s\" does not exist, skipping", spec->rolename)));
			continue;
		}
		roleid = ((Form_pg_authid) GETSTRUCT(tup))->oid;
		check_droppable(spec->rolename, tup);
		CatalogTupleDelete(rel, &tup->t_self);
		ReleaseSysCache(tup);
		delete_memberships(roleid);
		DeleteSharedComments(roleid, AuthIdRelationId);
		DropSetting(InvalidOid, roleid);
		CommandCounterIncrement();
	}
	table_close(rel, NoLock);
}
