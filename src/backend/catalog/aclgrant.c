/*
 * aclgrant.c
 *		GRANT and REVOKE on objects.
 *
 * A statement is turned into a mask of rights, a list of roles and a list of
 * objects; then each object's ACL is changed by itself.  A setting is an object
 * only while it has a row of pg_parameter_acl, which is made and deleted here.
 * Rights on single columns and default privileges are not supported yet.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/aclgrant.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog_upcalls.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_parameter_acl.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_tablespace.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "aclchk_private.h"

/* The statement, understood. */
typedef struct Grant
{
	bool is_grant;
	bool grant_option;
	bool all_rights;
	AclMode rights;
	DropBehavior behavior;
	List *grantees; /* OIDs, ACL_ID_PUBLIC included */
} Grant;

static const struct
{
	const char *name;
	AclMode right;
} right_names[] = {
	{"insert", ACL_INSERT},
	{"select", ACL_SELECT},
	{"update", ACL_UPDATE},
	{"delete", ACL_DELETE},
	{"truncate", ACL_TRUNCATE},
	{"references", ACL_REFERENCES},
	{"trigger", ACL_TRIGGER},
	{"execute", ACL_EXECUTE},
	{"usage", ACL_USAGE},
	{"create", ACL_CREATE},
	{"temporary", ACL_CREATE_TEMP},
	{"temp", ACL_CREATE_TEMP},
	{"connect", ACL_CONNECT},
	{"set", ACL_SET},
	{"alter system", ACL_ALTER_SYSTEM},
	{"rule", 0},
};

static AclMode
right_by_name(const char *name)
{
	for (size_t i = 0; i < lengthof(right_names); i++)
	{
		if (strcmp(right_names[i].name, name) == 0)
			return right_names[i].right;
	}
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("unrecognized privilege type \"%s\"", name)));
	return 0;
}

static const char *
name_of_right(AclMode right)
{
	static char upper[32];

	for (size_t i = 0; i < lengthof(right_names); i++)
	{
		if (right_names[i].right == right)
		{
			size_t k = 0;

			for (const char *p = right_names[i].name; *p; p++)
				upper[k++] = (char) pg_toupper((unsigned char) *p);
			upper[k] = '\0';
			return upper;
		}
	}
	return "?";
}

static AclMode
all_rights_of(ObjectType objtype)
{
	switch (objtype)
	{
		case OBJECT_TABLE:
			return ACL_ALL_RIGHTS_RELATION | ACL_ALL_RIGHTS_SEQUENCE;
		case OBJECT_SEQUENCE:
			return ACL_ALL_RIGHTS_SEQUENCE;
		case OBJECT_DATABASE:
			return ACL_ALL_RIGHTS_DATABASE;
		case OBJECT_FUNCTION:
		case OBJECT_PROCEDURE:
		case OBJECT_ROUTINE:
			return ACL_ALL_RIGHTS_FUNCTION;
		case OBJECT_LANGUAGE:
			return ACL_ALL_RIGHTS_LANGUAGE;
		case OBJECT_PARAMETER_ACL:
			return ACL_ALL_RIGHTS_PARAMETER_ACL;
		case OBJECT_SCHEMA:
			return ACL_ALL_RIGHTS_SCHEMA;
		case OBJECT_TABLESPACE:
			return ACL_ALL_RIGHTS_TABLESPACE;
		default:
			elog(ERROR, "unrecognized GrantStmt.objtype: %d", (int) objtype);
			return 0;
	}
}

static Grant
understand(GrantStmt *stmt)
{
	Grant g = {.is_grant = stmt->is_grant, .grant_option = stmt->grant_option, .behavior = stmt->behavior};
	AclMode possible = all_rights_of(stmt->objtype);
	ListCell *lc;

	foreach (lc, stmt->grantees)
	{
		RoleSpec *role = lfirst(lc);

		g.grantees = lappend_oid(g.grantees,
								 role->roletype == ROLESPEC_PUBLIC ? ACL_ID_PUBLIC : get_rolespec_oid(role, false));
	}
	if (stmt->privileges == NIL)
	{
		g.all_rights = true;
		g.rights = possible;
		return g;
	}
	foreach (lc, stmt->privileges)
	{
		AccessPriv *priv = lfirst(lc);
		AclMode right;

		if (priv->cols != NIL && stmt->objtype != OBJECT_TABLE)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_GRANT_OPERATION),
					 errmsg("column privileges are only valid for relations")));
		if (priv->cols != NIL || priv->priv_name == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("GRANT on columns is not supported")));
		right = right_by_name(priv->priv_name);
		if (right & ~possible)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_GRANT_OPERATION),
					 errmsg("invalid privilege type %s for %s",
							name_of_right(right),
							stmt->objtype == OBJECT_TABLE ? "relation" : acl_kind(stmt->objtype == OBJECT_SEQUENCE ? OBJECT_TABLE : stmt->objtype)->name)));
		g.rights |= right;
	}
	return g;
}

/* ---- one object ---- */

static Acl *
changed_acl(const Grant *g, Acl *acl, AclMode rights, Oid grantor, Oid owner)
{
	ListCell *lc;

	foreach (lc, g->grantees)
	{
		AclItem item;

		item.ai_grantee = lfirst_oid(lc);
		if (g->is_grant && g->grant_option && item.ai_grantee == ACL_ID_PUBLIC)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_GRANT_OPERATION),
					 errmsg("grant options can only be granted to roles")));
		item.ai_grantor = grantor;
		ACLITEM_SET_PRIVS_GOPTIONS(item,
								   g->is_grant || !g->grant_option ? rights : 0,
								   g->grant_option || !g->is_grant ? rights : 0);
		acl = aclupdate(acl, &item,
						g->is_grant ? ACL_MODECHG_ADD : ACL_MODECHG_DEL,
						owner, g->behavior);
	}
	return acl;
}

/*
 * The rights that the grantor may hand on; tells if those are not all.  Who has
 * no right at all on the object gets an error.
 */
static AclMode
restrict_rights(const Grant *g, AclMode rights, AclMode options, bool has_any,
				ObjectType objtype, const char *name)
{
	AclMode allowed = rights & ACL_OPTION_TO_PRIVS(options);

	if (options == 0 && !has_any)
		aclcheck_error(ACLCHECK_NO_PRIV, objtype, name);
	if (g->is_grant && allowed == 0)
		ereport(WARNING,
				(errcode(ERRCODE_WARNING_PRIVILEGE_NOT_GRANTED),
				 errmsg("no privileges were granted for \"%s\"", name)));
	else if (g->is_grant && !g->all_rights && allowed != rights)
		ereport(WARNING,
				(errcode(ERRCODE_WARNING_PRIVILEGE_NOT_GRANTED),
				 errmsg("not all privileges were granted for \"%s\"", name)));
	else if (!g->is_grant && allowed == 0)
		ereport(WARNING,
				(errcode(ERRCODE_WARNING_PRIVILEGE_NOT_REVOKED),
				 errmsg("no privileges could be revoked for \"%s\"", name)));
	else if (!g->is_grant && !g->all_rights && allowed != rights)
		ereport(WARNING,
				(errcode(ERRCODE_WARNING_PRIVILEGE_NOT_REVOKED),
				 errmsg("not all privileges could be revoked for \"%s\"", name)));
	return allowed;
}

static void
store_acl(Relation rel, const AclKind *kind, HeapTuple tuple, Acl *acl)
{
	int natts = RelationGetDescr(rel)->natts;
	Datum *values = palloc0(natts * sizeof(Datum));
	bool *nulls = palloc0(natts * sizeof(bool));
	bool *replaces = palloc0(natts * sizeof(bool));
	HeapTuple newtuple;

	values[kind->aclcol - 1] = PointerGetDatum(acl);
	replaces[kind->aclcol - 1] = true;
	newtuple = heap_modify_tuple(tuple, RelationGetDescr(rel), values, nulls,
								 replaces);
	CatalogTupleUpdate(rel, &newtuple->t_self, newtuple);
	heap_freetuple(newtuple);
}

/* Is this no more than what a setting without a row has? */
static bool
is_parameter_default(const Acl *acl)
{
	return aclequal(acl, acldefault(OBJECT_PARAMETER_ACL, BOOTSTRAP_SUPERUSERID));
}

/* What messages about rights call an object: its name alone. */
static char *
name_of_object(const AclKind *kind, Relation rel, HeapTuple tuple)
{
	AttrNumber namecol = get_object_attnum_name(kind->classid);
	bool isnull;

	if (kind->objtype == OBJECT_PARAMETER_ACL)
		return TextDatumGetCString(heap_getattr(tuple, Anum_pg_parameter_acl_parname,
												RelationGetDescr(rel), &isnull));
	return pstrdup(NameStr(*DatumGetName(heap_getattr(tuple, namecol, RelationGetDescr(rel), &isnull))));
}

static void
change_object(const Grant *g, const AclKind *kind, ObjectType objtype, Oid oid)
{
	Relation rel = table_open(kind->classid, RowExclusiveLock);
	HeapTuple tuple = SearchSysCache1(kind->cacheid, ObjectIdGetDatum(oid));
	AclMode whole = all_rights_of(objtype);
	AclMode rights = g->rights;
	Oid owner;
	bool isnull;
	Datum d;
	Acl *old;
	Acl *new;
	Oid grantor;
	AclMode options;
	Oid *oldmembers = NULL;
	int noldmembers = 0;
	Oid *newmembers;
	int nnewmembers;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for %s %u", kind->name, oid);
	if (g->all_rights)
		rights = objtype == OBJECT_TABLE ? ACL_ALL_RIGHTS_RELATION : whole;
	owner = acl_row_owner(kind, tuple);
	d = SysCacheGetAttr(kind->cacheid, tuple, kind->aclcol, &isnull);
	if (isnull)
		old = acldefault(objtype, owner);
	else
	{
		old = DatumGetAclPCopy(d);
		noldmembers = aclmembers(old, &oldmembers);
	}
	select_best_grantor(GetUserId(), rights, old, owner, &grantor, &options);
	rights = restrict_rights(g, rights, options,
							 aclmask(old, GetUserId(), owner, whole | ACL_GRANT_OPTION_FOR(whole), ACLMASK_ANY) != 0,
							 objtype, name_of_object(kind, rel, tuple));
	new = changed_acl(g, old, rights, grantor, owner);
	nnewmembers = aclmembers(new, &newmembers);
	if (objtype == OBJECT_PARAMETER_ACL && is_parameter_default(new))
		CatalogTupleDelete(rel, &tuple->t_self);
	else
		store_acl(rel, kind, tuple, new);
	updateAclDependencies(kind->classid, oid, 0, owner, noldmembers,
						  oldmembers, nnewmembers, newmembers);
	ReleaseSysCache(tuple);
	table_close(rel, RowExclusiveLock);
	/* the same object may be named twice */
	CommandCounterIncrement();
}

/* ---- finding the objects ---- */

/* A relation that may have an ACL of the wanted kind; GRANT ON TABLE takes sequences. */
static Oid
find_relation(RangeVar *rv, ObjectType wanted)
{
	Oid oid = RangeVarGetRelid(rv, NoLock, false);
	char relkind = get_rel_relkind(oid);
	char *name = get_rel_name(oid);

	if (relkind == RELKIND_INDEX || relkind == RELKIND_PARTITIONED_INDEX)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is an index", name)));
	if (relkind == RELKIND_COMPOSITE_TYPE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is a composite type", name)));
	if (wanted == OBJECT_SEQUENCE && relkind != RELKIND_SEQUENCE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a sequence", name)));
	return oid;
}

/*
 * A setting: GRANT makes its row.  REVOKE finds nothing to take from one without
 * a row, whatever its name.
 */
static Oid
find_parameter(const char *name, bool is_grant)
{
	Oid oid = ParameterAclLookup(name, true);

	return OidIsValid(oid) || !is_grant ? oid : ParameterAclCreate(name);
}

/* One object as the statement names it; InvalidOid: there is nothing to change. */
static Oid
find_named_object(GrantStmt *stmt, Node *name)
{
	switch (stmt->objtype)
	{
		case OBJECT_TABLE:
		case OBJECT_SEQUENCE:
			return find_relation((RangeVar *) name, stmt->objtype);
		case OBJECT_FUNCTION:
		case OBJECT_PROCEDURE:
		case OBJECT_ROUTINE:
			return LookupFuncWithArgs(stmt->objtype, (ObjectWithArgs *) name, false);
		case OBJECT_DATABASE:
			return get_database_oid(strVal(name), false);
		case OBJECT_LANGUAGE:
			return get_language_oid(strVal(name), false);
		case OBJECT_PARAMETER_ACL:
			return find_parameter(strVal(name), stmt->is_grant);
		case OBJECT_SCHEMA:
			return get_namespace_oid(strVal(name), false);
		case OBJECT_TABLESPACE:
			return get_tablespace_oid(strVal(name), false);
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("GRANT on this kind of object is not supported")));
			return InvalidOid;
	}
}

/* Relations or functions of a whole schema. */
static List *
find_all_in_schema(ObjectType objtype, Oid nsp)
{
	bool functions = objtype != OBJECT_TABLE && objtype != OBJECT_SEQUENCE;
	Relation rel = table_open(functions ? ProcedureRelationId : RelationRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	List *oids = NIL;

	ScanKeyInit(&key, functions ? Anum_pg_proc_pronamespace : Anum_pg_class_relnamespace, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(nsp));
	scan = systable_beginscan(rel, InvalidOid, false, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		char kind = functions ? '\0' : ((Form_pg_class) GETSTRUCT(tuple))->relkind;

		if (functions)
			oids = lappend_oid(oids, ((Form_pg_proc) GETSTRUCT(tuple))->oid);
		else if (objtype == OBJECT_SEQUENCE ? kind == RELKIND_SEQUENCE : (kind == RELKIND_RELATION || kind == RELKIND_VIEW || kind == RELKIND_MATVIEW || kind == RELKIND_FOREIGN_TABLE || kind == RELKIND_PARTITIONED_TABLE))
			oids = lappend_oid(oids, ((Form_pg_class) GETSTRUCT(tuple))->oid);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return oids;
}

/* OIDs of all objects of the statement, in its order. */
static List *
find_objects(GrantStmt *stmt)
{
	List *oids = NIL;
	ListCell *lc;

	foreach (lc, stmt->objects)
	{
		if (stmt->targtype == ACL_TARGET_ALL_IN_SCHEMA)
			oids = list_concat(oids, find_all_in_schema(stmt->objtype, LookupExplicitNamespace(strVal(lfirst(lc)), false)));
		else
			oids = lappend_oid(oids, find_named_object(stmt, lfirst(lc)));
	}
	return oids;
}

static void
change_found(const Grant *g, ObjectType objtype, Oid oid)
{
	switch (objtype)
	{
		case OBJECT_TABLE:
		case OBJECT_SEQUENCE:
			change_object(g, acl_kind(OBJECT_TABLE),
						  get_rel_relkind(oid) == RELKIND_SEQUENCE ? OBJECT_SEQUENCE : OBJECT_TABLE, oid);
			break;
		case OBJECT_FUNCTION:
		case OBJECT_PROCEDURE:
		case OBJECT_ROUTINE:
			change_object(g, acl_kind(OBJECT_FUNCTION), OBJECT_FUNCTION, oid);
			break;
		default:
			change_object(g, acl_kind(objtype), objtype, oid);
	}
}

/*
 * GRANT and REVOKE.  Mistakes are told in this order: who grants, objects, roles,
 * privileges.
 */
void
ExecuteGrantStmt(GrantStmt *stmt)
{
	List *objects;
	Grant g;
	ListCell *lc;

	if (stmt->grantor && get_rolespec_oid(stmt->grantor, false) != GetUserId())
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("grantor must be current user")));
	if (stmt->targtype == ACL_TARGET_DEFAULTS)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("ALTER DEFAULT PRIVILEGES is not supported")));
	objects = find_objects(stmt);
	g = understand(stmt);
	foreach (lc, objects)
	{
		if (OidIsValid(lfirst_oid(lc)))
			change_found(&g, stmt->objtype, lfirst_oid(lc));
	}
}

void
ExecAlterDefaultPrivilegesStmt(ParseState *pstate,
							   AlterDefaultPrivilegesStmt *stmt)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("ALTER DEFAULT PRIVILEGES is not supported")));
}

void
RemoveRoleFromObjectACL(Oid roleid, Oid classid, Oid objid)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("DROP OWNED is not supported")));
}
