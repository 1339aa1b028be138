/*
 * namespace.c
 *		From names to objects along the search path.
 *
 * The setting search_path is a list of schema names; the active path is the
 * list of OIDs made of it: schemas that exist and that the user may use, with
 * the temporary schema and pg_catalog in front unless they are named.  It is
 * made anew when the setting, the user or a schema changes.
 *
 * A temporary schema is made at first use; its name contains the backend
 * number, so the next session with that number takes it over, empty.
 *
 *	1. A name is looked up and its relation locked in one loop that starts over
 *	   if messages came in meanwhile: what is locked is what the name means.
 *	2. The temporary schema is searched for relations and types alone, never
 *	   for functions or operators.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/namespace.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "access/xact_participant.h"
#include "access/xlog.h"
#include "catalog/catalog.h"
#include "catalog/catalog_register.h"
#include "catalog/catalog_upcalls.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_conversion.h"
#include "catalog/pg_database_d.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_ts_config.h"
#include "catalog/pg_ts_dict.h"
#include "catalog/pg_ts_parser.h"
#include "catalog/pg_ts_template.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "storage/sinval.h"
#include "storage/sinvaladt.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

#include "namespace_private.h"

char *namespace_search_path = NULL;

static List *active_path = NIL; /* OIDs, implicit ones included */
static Oid creation_schema = InvalidOid; /* where CREATE goes by default */
static bool creation_temp_wanted = false; /* pg_temp first, not made yet */
static uint64 path_generation = 1;
static bool path_valid = false;
static Oid path_user = InvalidOid;

/* PushOverrideSearchPath: paths that functions run with, newest first */
typedef struct OverridePath
{
	List *path;
	Oid creation;
	int nest_level;
} OverridePath;

static List *overrides = NIL;

static Oid my_temp_schema = InvalidOid;
static Oid my_temp_toast = InvalidOid;
static SubTransactionId temp_made_in = InvalidSubTransactionId;

static void make_temp_schemas(void);

/* ---- the path ---- */

/* A named element: an OID, or InvalidOid if there is nothing to search. */
static Oid
schema_of_element(const char *name, Oid userid, bool *temp_wanted)
{
	Oid oid;
	char *rolename;

	*temp_wanted = false;
	if (strcmp(name, "$user") == 0)
	{
		rolename = GetUserNameFromId(userid, true);
		if (rolename == NULL)
			return InvalidOid;
		name = rolename;
	}
	else if (strcmp(name, "pg_temp") == 0)
	{
		*temp_wanted = !OidIsValid(my_temp_schema);
		return my_temp_schema;
	}
	oid = get_namespace_oid(name, true);
	if (!OidIsValid(oid) ||
		pg_namespace_aclcheck(oid, userid, ACL_USAGE) != ACLCHECK_OK ||
		!InvokeNamespaceSearchHook(oid, false))
		return InvalidOid;
	return oid;
}

/* Put the schemas that are searched even if not named in front. */
static List *
add_implicit(List *path)
{
	if (!list_member_oid(path, PG_CATALOG_NAMESPACE))
		path = lcons_oid(PG_CATALOG_NAMESPACE, path);
	if (OidIsValid(my_temp_schema) && !list_member_oid(path, my_temp_schema))
		path = lcons_oid(my_temp_schema, path);
	return path;
}

static void
compute_path(void)
{
	Oid userid = GetUserId();
	char *raw;
	List *names;
	List *oids = NIL;
	ListCell *lc;
	Oid first = InvalidOid;
	bool temp_first = false;
	MemoryContext old;

	if (overrides != NIL)
	{
		OverridePath *o = linitial(overrides);

		active_path = o->path;
		creation_schema = o->creation;
		creation_temp_wanted = false;
		return;
	}
	if (path_valid && path_user == userid)
		return;

	raw = pstrdup(namespace_search_path);
	if (!SplitIdentifierString(raw, ',', &names))
		elog(ERROR, "invalid list syntax");
	foreach (lc, names)
	{
		bool temp_wanted;
		Oid oid = schema_of_element(lfirst(lc), userid, &temp_wanted);

		if (temp_wanted && oids == NIL)
			temp_first = true;
		if (OidIsValid(oid) && !list_member_oid(oids, oid))
		{
			if (oids == NIL && !temp_first)
				first = oid;
			oids = lappend_oid(oids, oid);
		}
	}
	oids = add_implicit(oids);

	old = MemoryContextSwitchTo(TopMemoryContext);
	if (!equal(active_path, oids) || creation_schema != first)
		path_generation++;
	list_free(active_path);
	active_path = list_copy(oids);
	MemoryContextSwitchTo(old);
	creation_schema = first;
	creation_temp_wanted = temp_first;
	path_valid = true;
	path_user = userid;
	pfree(raw);
	list_free(names);
	list_free(oids);
}

List *
namespace_path(void)
{
	compute_path();
	return active_path;
}

static void
path_changed(Datum arg, int cacheid, uint32 hashvalue)
{
	path_valid = false;
}

/* Start of a session: schemas and roles may change the meaning of the path. */
void
InitializeSearchPath(void)
{
	if (IsBootstrapProcessingMode())
	{
		MemoryContext old = MemoryContextSwitchTo(TopMemoryContext);

		active_path = list_make1_oid(PG_CATALOG_NAMESPACE);
		MemoryContextSwitchTo(old);
		creation_schema = PG_CATALOG_NAMESPACE;
		path_valid = true;
		path_user = GetUserId();
		return;
	}
	CacheRegisterSyscacheCallback(NAMESPACEOID, path_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(AUTHOID, path_changed, (Datum) 0);
	path_valid = false;
}

bool
check_search_path(char **newval, void **extra, GucSource source)
{
	char *raw = pstrdup(*newval);
	List *names;
	bool ok = SplitIdentifierString(raw, ',', &names);

	/* whether the schemas exist is found out when it matters */
	if (!ok)
		GUC_check_errdetail("List syntax is invalid.");
	pfree(raw);
	list_free(names);
	return ok;
}

void
assign_search_path(const char *newval, void *extra)
{
	path_valid = false;
}

/* A copy of the path; without implicit ones unless wanted. */
List *
fetch_search_path(bool includeImplicit)
{
	List *result;

	compute_path();
	if (creation_temp_wanted)
	{
		make_temp_schemas();
		compute_path();
	}
	result = list_copy(active_path);
	if (!includeImplicit)
	{
		while (result && linitial_oid(result) != creation_schema)
			result = list_delete_first(result);
	}
	return result;
}

/* The same into an array, without the temporary schema; returns the number. */
int
fetch_search_path_array(Oid *sarray, int sarray_len)
{
	int n = 0;
	ListCell *lc;

	foreach (lc, namespace_path())
	{
		if (lfirst_oid(lc) == my_temp_schema)
			continue;
		if (n < sarray_len)
			sarray[n] = lfirst_oid(lc);
		n++;
	}
	return n;
}

/* ---- overriding it ---- */

OverrideSearchPath *
GetOverrideSearchPath(MemoryContext context)
{
	MemoryContext old;
	OverrideSearchPath *result;
	List *schemas;

	compute_path();
	old = MemoryContextSwitchTo(context);
	result = palloc0(sizeof(OverrideSearchPath));
	schemas = list_copy(active_path);
	while (schemas && linitial_oid(schemas) != creation_schema)
	{
		if (linitial_oid(schemas) == my_temp_schema)
			result->addTemp = true;
		else
			result->addCatalog = true;
		schemas = list_delete_first(schemas);
	}
	result->schemas = schemas;
	result->generation = path_generation;
	MemoryContextSwitchTo(old);
	return result;
}

OverrideSearchPath *
CopyOverrideSearchPath(OverrideSearchPath *path)
{
	OverrideSearchPath *result = palloc(sizeof(OverrideSearchPath));

	*result = *path;
	result->schemas = list_copy(path->schemas);
	return result;
}

static List *
expand_override(OverrideSearchPath *path)
{
	List *oids = list_copy(path->schemas);

	if (path->addCatalog)
		oids = lcons_oid(PG_CATALOG_NAMESPACE, oids);
	if (path->addTemp && OidIsValid(my_temp_schema))
		oids = lcons_oid(my_temp_schema, oids);
	return oids;
}

/* Is the path still what it was? */
bool
OverrideSearchPathMatchesCurrent(OverrideSearchPath *path)
{
	List *oids;
	bool same;

	compute_path();
	if (path->generation == path_generation)
		return true;
	oids = expand_override(path);
	same = equal(oids, active_path);
	list_free(oids);
	if (same)
		path->generation = path_generation;
	return same;
}

void
PushOverrideSearchPath(OverrideSearchPath *newpath)
{
	MemoryContext old = MemoryContextSwitchTo(TopMemoryContext);
	OverridePath *o = palloc(sizeof(OverridePath));

	o->path = expand_override(newpath);
	o->creation = newpath->schemas ? linitial_oid(newpath->schemas) : InvalidOid;
	o->nest_level = GetCurrentTransactionNestLevel();
	/* it becomes an override's list, or was one */
	if (overrides == NIL)
		list_free(active_path);
	active_path = NIL;
	overrides = lcons(o, overrides);
	MemoryContextSwitchTo(old);
	path_generation++;
}

static void
drop_override(void)
{
	OverridePath *o = linitial(overrides);

	overrides = list_delete_first(overrides);
	list_free(o->path);
	pfree(o);
	/* active_path pointed to what has been freed */
	active_path = NIL;
	path_valid = false;
	path_generation++;
}

void
PopOverrideSearchPath(void)
{
	if (overrides == NIL)
		elog(ERROR, "bogus PopOverrideSearchPath call");
	drop_override();
}

/* ---- schemas ---- */

Oid
get_namespace_oid(const char *nspname, bool missing_ok)
{
	Oid oid = GetSysCacheOid1(NAMESPACENAME, Anum_pg_namespace_oid,
							  CStringGetDatum(nspname));

	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_SCHEMA),
				 errmsg("schema \"%s\" does not exist", nspname)));
	return oid;
}

/* A schema to look in; pg_temp means ours, if there is one. */
Oid
LookupNamespaceNoError(const char *nspname)
{
	if (strcmp(nspname, "pg_temp") == 0)
		return my_temp_schema;
	return get_namespace_oid(nspname, true);
}

/* The same with a check that the user may look. */
Oid
LookupExplicitNamespace(const char *nspname, bool missing_ok)
{
	Oid oid;

	if (strcmp(nspname, "pg_temp") == 0 && OidIsValid(my_temp_schema))
		return my_temp_schema;
	oid = get_namespace_oid(nspname, missing_ok);
	if (!OidIsValid(oid))
		return InvalidOid;
	if (pg_namespace_aclcheck(oid, GetUserId(), ACL_USAGE) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_SCHEMA, nspname);
	(void) InvokeNamespaceSearchHook(oid, true);
	return oid;
}

/* A schema to create in. */
Oid
LookupCreationNamespace(const char *nspname)
{
	Oid oid;

	if (strcmp(nspname, "pg_temp") == 0)
	{
		if (!OidIsValid(my_temp_schema))
			make_temp_schemas();
		return my_temp_schema;
	}
	oid = get_namespace_oid(nspname, false);
	if (pg_namespace_aclcheck(oid, GetUserId(), ACL_CREATE) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_SCHEMA, nspname);
	return oid;
}

/* Take a name apart into schema (NULL if none) and object. */
void
DeconstructQualifiedName(List *names, char **nspname_p, char **objname_p)
{
	char *catalog;

	*nspname_p = NULL;
	switch (list_length(names))
	{
		case 1:
			*objname_p = strVal(linitial(names));
			break;
		case 2:
			*nspname_p = strVal(linitial(names));
			*objname_p = strVal(lsecond(names));
			break;
		case 3:
			catalog = strVal(linitial(names));
			*nspname_p = strVal(lsecond(names));
			*objname_p = strVal(lthird(names));
			if (strcmp(catalog, get_database_name(MyDatabaseId)) != 0)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("cross-database references are not implemented: %s",
								NameListToString(names))));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("improper qualified name (too many dotted names): %s",
							NameListToString(names))));
	}
}

static Oid
default_creation_schema(void)
{
	compute_path();
	if (creation_temp_wanted)
	{
		make_temp_schemas();
		return my_temp_schema;
	}
	if (!OidIsValid(creation_schema))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_SCHEMA),
				 errmsg("no schema has been selected to create in")));
	return creation_schema;
}

/* Where an object of this name is to be created; rights are not checked. */
Oid
QualifiedNameGetCreationNamespace(List *names, char **objname_p)
{
	char *nspname;

	DeconstructQualifiedName(names, &nspname, objname_p);
	if (nspname == NULL)
		return default_creation_schema();
	if (strcmp(nspname, "pg_temp") == 0)
	{
		if (!OidIsValid(my_temp_schema))
			make_temp_schemas();
		return my_temp_schema;
	}
	return get_namespace_oid(nspname, false);
}

/* May an object move from one schema to another? */
void
CheckSetNamespace(Oid oldNspOid, Oid nspOid)
{
	if (isAnyTempNamespace(nspOid) || isAnyTempNamespace(oldNspOid))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot move objects into or out of temporary schemas")));
	if (nspOid == PG_TOAST_NAMESPACE || oldNspOid == PG_TOAST_NAMESPACE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot move objects into or out of TOAST schema")));
}

/* [[database.]schema.]relation as a RangeVar. */
RangeVar *
makeRangeVarFromNameList(List *names)
{
	int n = list_length(names);
	RangeVar *rel;

	if (n < 1 || n > 3)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("improper relation name (too many dotted names): %s",
						NameListToString(names))));
	rel = makeRangeVar(n > 1 ? strVal(list_nth(names, n - 2)) : NULL,
					   strVal(llast(names)), -1);
	if (n == 3)
		rel->catalogname = strVal(linitial(names));
	return rel;
}

static char *
join_names(List *names, bool quote)
{
	StringInfoData buf;
	ListCell *lc;

	initStringInfo(&buf);
	foreach (lc, names)
	{
		Node *name = lfirst(lc);

		if (lc != list_head(names))
			appendStringInfoChar(&buf, '.');
		if (IsA(name, String))
			appendStringInfoString(&buf, quote ? quote_identifier(strVal(name)) : strVal(name));
		else if (IsA(name, A_Star))
			appendStringInfoChar(&buf, '*');
		else
			elog(ERROR, "unexpected node type in name list: %d",
				 (int) nodeTag(name));
	}
	return buf.data;
}

char *
NameListToString(List *names)
{
	return join_names(names, false);
}

char *
NameListToQuotedString(List *names)
{
	return join_names(names, true);
}

/* ---- relations ---- */

Oid
RelnameGetRelid(const char *relname)
{
	ListCell *lc;

	foreach (lc, namespace_path())
	{
		Oid oid = get_relname_relid(relname, lfirst_oid(lc));

		if (OidIsValid(oid))
			return oid;
	}
	return InvalidOid;
}

static void
check_catalog_name(const RangeVar *relation)
{
	if (relation->catalogname &&
		strcmp(relation->catalogname, get_database_name(MyDatabaseId)) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cross-database references are not implemented: \"%s.%s.%s\"",
						relation->catalogname, relation->schemaname,
						relation->relname)));
}

static Oid
lookup_rangevar(const RangeVar *relation, bool missing_ok)
{
	if (relation->relpersistence == RELPERSISTENCE_TEMP)
	{
		if (!OidIsValid(my_temp_schema))
			return InvalidOid;
		if (relation->schemaname &&
			LookupExplicitNamespace(relation->schemaname, missing_ok) !=
				my_temp_schema)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
					 errmsg("temporary tables cannot specify a schema name")));
		return get_relname_relid(relation->relname, my_temp_schema);
	}
	if (relation->schemaname)
	{
		Oid nsp = LookupExplicitNamespace(relation->schemaname, missing_ok);

		return OidIsValid(nsp) ? get_relname_relid(relation->relname, nsp) : InvalidOid;
	}
	return RelnameGetRelid(relation->relname);
}

static void
complain_missing(const RangeVar *relation, int elevel)
{
	if (relation->schemaname)
		ereport(elevel,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation \"%s.%s\" does not exist",
						relation->schemaname, relation->relname)));
	else
		ereport(elevel,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation \"%s\" does not exist", relation->relname)));
}

/* Lock, or give up as flags say; true if locked. */
static bool
lock_named(const RangeVar *relation, Oid relId, LOCKMODE lockmode,
		   uint32 flags)
{
	if (!(flags & (RVR_NOWAIT | RVR_SKIP_LOCKED)))
	{
		LockRelationOid(relId, lockmode);
		return true;
	}
	if (ConditionalLockRelationOid(relId, lockmode))
		return true;
	ereport((flags & RVR_SKIP_LOCKED) ? DEBUG1 : ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 relation->schemaname ? errmsg("could not obtain lock on relation \"%s.%s\"",
										   relation->schemaname, relation->relname)
								  : errmsg("could not obtain lock on relation \"%s\"",
										   relation->relname)));
	return false;
}

/*
 * RangeVarGetRelidExtended
 *		Find and lock the relation of a name (invariant 1).  callback is called
 *		before the lock is taken, to check rights or lock something else first;
 *		it is called again if the name turns out to mean another relation.
 */
Oid
RangeVarGetRelidExtended(const RangeVar *relation, LOCKMODE lockmode,
						 uint32 flags, RangeVarGetRelidCallback callback,
						 void *callback_arg)
{
	Oid relId;
	Oid locked = InvalidOid;
	bool missing_ok = (flags & RVR_MISSING_OK) != 0;

	check_catalog_name(relation);
	for (;;)
	{
		uint64 messages = SharedInvalidMessageCounter;

		relId = lookup_rangevar(relation, missing_ok);
		if (callback)
			callback(relation, relId, locked, callback_arg);
		if (lockmode == NoLock)
			break;
		if (OidIsValid(locked))
		{
			if (relId == locked)
				break; /* the lock we have is the right one */
			UnlockRelationOid(locked, lockmode);
			locked = InvalidOid;
		}
		if (!OidIsValid(relId))
			AcceptInvalidationMessages();
		else if (!lock_named(relation, relId, lockmode, flags))
			return InvalidOid;
		locked = relId;
		if (messages == SharedInvalidMessageCounter)
			break;
	}
	if (!OidIsValid(relId))
		complain_missing(relation, missing_ok ? DEBUG1 : ERROR);
	return relId;
}

/*
 * RangeVarGetCreationNamespace
 *		Where a new relation of this name goes.  Rights are not checked.
 */
Oid
RangeVarGetCreationNamespace(const RangeVar *newRelation)
{
	check_catalog_name(newRelation);
	if (newRelation->schemaname)
	{
		if (strcmp(newRelation->schemaname, "pg_temp") == 0)
		{
			if (!OidIsValid(my_temp_schema))
				make_temp_schemas();
			return my_temp_schema;
		}
		return get_namespace_oid(newRelation->schemaname, false);
	}
	if (newRelation->relpersistence == RELPERSISTENCE_TEMP)
	{
		if (!OidIsValid(my_temp_schema))
			make_temp_schemas();
		return my_temp_schema;
	}
	return default_creation_schema();
}

/*
 * RangeVarGetAndCheckCreationNamespace
 *		The same, with rights checked and the schema locked against DROP.  If a
 *		relation of the name exists, its OID goes to *existing_relation_id,
 *		locked in lockmode.
 */
Oid
RangeVarGetAndCheckCreationNamespace(RangeVar *relation, LOCKMODE lockmode,
									 Oid *existing_relation_id)
{
	Oid nspid;
	Oid relid;
	Oid locked_nsp = InvalidOid;
	Oid locked_rel = InvalidOid;

	check_catalog_name(relation);
	for (;;)
	{
		uint64 messages = SharedInvalidMessageCounter;

		nspid = RangeVarGetCreationNamespace(relation);
		relid = existing_relation_id ? get_relname_relid(relation->relname, nspid) : InvalidOid;
		if (IsBootstrapProcessingMode())
			break;
		if (pg_namespace_aclcheck(nspid, GetUserId(), ACL_CREATE) != ACLCHECK_OK)
			aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_SCHEMA,
						   get_namespace_name(nspid));
		if (locked_nsp == nspid && locked_rel == relid &&
			OidIsValid(locked_nsp))
			break;
		if (OidIsValid(locked_nsp) && locked_nsp != nspid)
			UnlockDatabaseObject(NamespaceRelationId, locked_nsp, 0,
								 AccessShareLock);
		if (OidIsValid(locked_rel) && locked_rel != relid)
			UnlockRelationOid(locked_rel, lockmode);
		if (locked_nsp != nspid)
			LockDatabaseObject(NamespaceRelationId, nspid, 0, AccessShareLock);
		if (lockmode != NoLock && OidIsValid(relid) && locked_rel != relid)
			LockRelationOid(relid, lockmode);
		locked_nsp = nspid;
		locked_rel = relid;
		if (messages == SharedInvalidMessageCounter)
			break;
	}
	RangeVarAdjustRelationPersistence(relation, nspid);
	if (existing_relation_id)
		*existing_relation_id = relid;
	return nspid;
}

static void
refuse_schema(const char *why)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
			 errmsg_internal("%s", why)));
}

/* What is made in the temporary schema is temporary, and nothing else is. */
void
RangeVarAdjustRelationPersistence(RangeVar *newRelation, Oid nspid)
{
	bool ours = isTempOrTempToastNamespace(nspid);
	bool others = !ours && isAnyTempNamespace(nspid);
	char wanted = newRelation->relpersistence;

	if (others && wanted != RELPERSISTENCE_UNLOGGED)
		refuse_schema("cannot create relations in temporary schemas of other sessions");
	if (wanted == RELPERSISTENCE_TEMP && !ours)
		refuse_schema("cannot create temporary relation in non-temporary schema");
	if (wanted == RELPERSISTENCE_UNLOGGED && (ours || others))
		refuse_schema("only temporary relations may be created in temporary schemas");
	if (ours)
		newRelation->relpersistence = RELPERSISTENCE_TEMP;
}

/* ---- temporary schemas ---- */

bool
isTempNamespace(Oid namespaceId)
{
	return OidIsValid(my_temp_schema) && my_temp_schema == namespaceId;
}

bool
isTempToastNamespace(Oid namespaceId)
{
	return OidIsValid(my_temp_toast) && my_temp_toast == namespaceId;
}

bool
isTempOrTempToastNamespace(Oid namespaceId)
{
	return isTempNamespace(namespaceId) || isTempToastNamespace(namespaceId);
}

static bool
starts_with(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

/* The temporary schema of any session? */
bool
isAnyTempNamespace(Oid namespaceId)
{
	char *name = get_namespace_name(namespaceId);
	bool result;

	if (name == NULL)
		return false;
	result = starts_with(name, "pg_temp_") ||
		starts_with(name, "pg_toast_temp_");
	pfree(name);
	return result;
}

bool
isOtherTempNamespace(Oid namespaceId)
{
	return !isTempOrTempToastNamespace(namespaceId) &&
		isAnyTempNamespace(namespaceId);
}

/* The backend whose temporary schema it is, or InvalidBackendId. */
int
GetTempNamespaceBackendId(Oid namespaceId)
{
	char *name = get_namespace_name(namespaceId);
	int result = InvalidBackendId;

	if (name == NULL)
		return InvalidBackendId;
	if (starts_with(name, "pg_temp_"))
		result = atoi(name + 8);
	else if (starts_with(name, "pg_toast_temp_"))
		result = atoi(name + 14);
	pfree(name);
	return result;
}

/* Does a live session own it? */
TempNamespaceStatus
checkTempNamespaceStatus(Oid namespaceId)
{
	int backendId = GetTempNamespaceBackendId(namespaceId);
	PGPROC *proc;

	if (backendId == InvalidBackendId)
		return TEMP_NAMESPACE_NOT_TEMP;
	proc = BackendIdGetProc(backendId);
	if (proc == NULL || proc->databaseId != MyDatabaseId)
		return TEMP_NAMESPACE_IDLE;
	return proc->tempNamespaceId == namespaceId ? TEMP_NAMESPACE_IN_USE : TEMP_NAMESPACE_IDLE;
}

Oid
GetTempToastNamespace(void)
{
	Assert(OidIsValid(my_temp_toast));
	return my_temp_toast;
}

void
GetTempNamespaceState(Oid *tempNamespaceId, Oid *tempToastNamespaceId)
{
	*tempNamespaceId = my_temp_schema;
	*tempToastNamespaceId = my_temp_toast;
}

void
SetTempNamespaceState(Oid tempNamespaceId, Oid tempToastNamespaceId)
{
	my_temp_schema = tempNamespaceId;
	my_temp_toast = tempToastNamespaceId;
	path_valid = false;
}

/* Drop whatever is in a temporary schema, but not the schema. */
static void
empty_temp_schema(Oid nspid)
{
	ObjectAddress object;

	ObjectAddressSet(object, NamespaceRelationId, nspid);
	performDeletion(&object, DROP_CASCADE,
					PERFORM_DELETION_INTERNAL | PERFORM_DELETION_QUIETLY |
						PERFORM_DELETION_SKIP_ORIGINAL |
						PERFORM_DELETION_SKIP_EXTENSIONS);
}

static Oid
find_or_make_schema(const char *format, bool empty_old)
{
	char name[NAMEDATALEN];
	Oid oid;

	snprintf(name, sizeof(name), format, MyBackendId);
	oid = get_namespace_oid(name, true);
	if (!OidIsValid(oid))
	{
		oid = NamespaceCreate(name, BOOTSTRAP_SUPERUSERID, true);
		CommandCounterIncrement();
	}
	else if (empty_old)
		empty_temp_schema(oid); /* left by a session that crashed */
	return oid;
}

static void
make_temp_schemas(void)
{
	Assert(!OidIsValid(my_temp_schema));
	if (pg_database_aclcheck(MyDatabaseId, GetUserId(),
							 ACL_CREATE_TEMP) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to create temporary tables in database \"%s\"",
						get_database_name(MyDatabaseId))));
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_READ_ONLY_SQL_TRANSACTION),
				 errmsg("cannot create temporary tables during recovery")));

	my_temp_schema = find_or_make_schema("pg_temp_%d", true);
	my_temp_toast = find_or_make_schema("pg_toast_temp_%d", false);
	MyProc->tempNamespaceId = my_temp_schema;
	temp_made_in = GetCurrentSubTransactionId();
	path_valid = false;
}

static void
remove_temp_relations_at_exit(int code, Datum arg)
{
	if (!OidIsValid(my_temp_schema))
		return;
	AbortOutOfAnyTransaction();
	StartTransactionCommand();
	empty_temp_schema(my_temp_schema);
	CommitTransactionCommand();
}

/* DISCARD TEMP. */
void
ResetTempTableNamespace(void)
{
	if (OidIsValid(my_temp_schema))
		empty_temp_schema(my_temp_schema);
}

/* ---- ends of transactions ---- */

static void
forget_temp_schema(void)
{
	my_temp_schema = my_temp_toast = InvalidOid;
	if (MyProc)
		MyProc->tempNamespaceId = InvalidOid;
	path_valid = false;
}

/* A temporary schema made in a transaction that fails does not exist. */
void
AtEOXact_Namespace(bool isCommit, bool parallel)
{
	if (temp_made_in != InvalidSubTransactionId && !parallel)
	{
		if (isCommit)
			before_shmem_exit(remove_temp_relations_at_exit, 0);
		else
			forget_temp_schema();
		temp_made_in = InvalidSubTransactionId;
	}
	while (overrides != NIL)
	{
		if (isCommit)
			elog(WARNING, "leaked override search path");
		drop_override();
	}
}

void
AtEOSubXact_Namespace(bool isCommit, SubTransactionId mySubid,
					  SubTransactionId parentSubid)
{
	int nest = GetCurrentTransactionNestLevel();

	if (temp_made_in == mySubid)
	{
		if (isCommit)
			temp_made_in = parentSubid;
		else
		{
			temp_made_in = InvalidSubTransactionId;
			forget_temp_schema();
		}
	}
	while (overrides != NIL &&
		   ((OverridePath *) linitial(overrides))->nest_level >= nest)
	{
		if (isCommit)
			elog(WARNING, "leaked override search path");
		drop_override();
	}
}

static void
after_locks(bool isCommit)
{
	AtEOXact_Namespace(isCommit, false);
}

static void
sub_after_locks(const SubXactEnd *end)
{
	AtEOSubXact_Namespace(end->is_commit, end->subid, end->parent_subid);
}

const XactParticipant namespace_xact_participant = {
	.name = "search path and temporary schema",
	.after_locks = after_locks,
	.sub_after_locks = sub_after_locks,
};
