/*
 * objectaddress.c
 *		Objects of any kind: their catalogs, finding them, naming them.
 *
 * One table says for each catalog of objects how its rows are found and what
 * its columns mean.  get_object_address turns what a statement names into
 * (catalog, OID, column), locked; getObjectDescription is the way back, in the
 * words that error messages use.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/objectaddress.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/catalog_upcalls.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_amproc.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_cast.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_conversion.h"
#include "catalog/pg_database.h"
#include "catalog/pg_default_acl.h"
#include "catalog/pg_event_trigger.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_foreign_data_wrapper.h"
#include "catalog/pg_foreign_server.h"
#include "catalog/pg_language.h"
#include "catalog/pg_largeobject_metadata.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_parameter_acl.h"
#include "catalog/pg_policy.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_publication.h"
#include "catalog/pg_publication_namespace.h"
#include "catalog/pg_publication_rel.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_subscription.h"
#include "catalog/pg_tablespace.h"
#include "catalog/pg_transform.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_ts_config.h"
#include "catalog/pg_ts_dict.h"
#include "catalog/pg_ts_parser.h"
#include "catalog/pg_ts_template.h"
#include "catalog/pg_type.h"
#include "catalog/pg_user_mapping.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/sinval.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/regproc.h"
#include "utils/syscache.h"

const ObjectAddress InvalidObjectAddress = {InvalidOid, InvalidOid, 0};

/* ---- the table of catalogs ---- */

typedef struct ObjectClassInfo
{
	const char *descr; /* as messages call such an object */
	Oid classid;
	Oid oid_index;
	int cache_oid; /* -1: none */
	int cache_name; /* by (name, schema) or name; -1: none */
	AttrNumber oid;
	AttrNumber name;
	AttrNumber nsp;
	AttrNumber owner;
	AttrNumber acl;
	ObjectType objtype;
	bool nsp_unique;
} ObjectClassInfo;

#define COL(cat, col) Anum_pg_##cat##_##col

static const ObjectClassInfo classes[] = {
	{"relation", RelationRelationId, ClassOidIndexId, RELOID, RELNAMENSP,
	 COL(class, oid), COL(class, relname), COL(class, relnamespace), COL(class, relowner), COL(class, relacl), OBJECT_TABLE, true},
	{"type", TypeRelationId, TypeOidIndexId, TYPEOID, TYPENAMENSP,
	 COL(type, oid), COL(type, typname), COL(type, typnamespace), COL(type, typowner), COL(type, typacl), OBJECT_TYPE, true},
	{"function", ProcedureRelationId, ProcedureOidIndexId, PROCOID, -1,
	 COL(proc, oid), COL(proc, proname), COL(proc, pronamespace), COL(proc, proowner), COL(proc, proacl), OBJECT_FUNCTION, false},
	{"schema", NamespaceRelationId, NamespaceOidIndexId, NAMESPACEOID, NAMESPACENAME,
	 COL(namespace, oid), COL(namespace, nspname), 0, COL(namespace, nspowner), COL(namespace, nspacl), OBJECT_SCHEMA, true},
	{"constraint", ConstraintRelationId, ConstraintOidIndexId, CONSTROID, -1,
	 COL(constraint, oid), COL(constraint, conname), COL(constraint, connamespace), 0, 0, OBJECT_TABCONSTRAINT, false},
	{"default value", AttrDefaultRelationId, AttrDefaultOidIndexId, -1, -1,
	 COL(attrdef, oid), 0, 0, 0, 0, OBJECT_DEFAULT, false},
	{"rule", RewriteRelationId, RewriteOidIndexId, -1, -1,
	 COL(rewrite, oid), COL(rewrite, rulename), 0, 0, 0, OBJECT_RULE, false},
	{"trigger", TriggerRelationId, TriggerOidIndexId, -1, -1,
	 COL(trigger, oid), COL(trigger, tgname), 0, 0, 0, OBJECT_TRIGGER, false},
	{"policy", PolicyRelationId, PolicyOidIndexId, -1, -1,
	 COL(policy, oid), COL(policy, polname), 0, 0, 0, OBJECT_POLICY, false},
	{"operator", OperatorRelationId, OperatorOidIndexId, OPEROID, -1,
	 COL(operator, oid), COL(operator, oprname), COL(operator, oprnamespace), COL(operator, oprowner), 0, OBJECT_OPERATOR, false},
	{"operator class", OperatorClassRelationId, OpclassOidIndexId, CLAOID, -1,
	 COL(opclass, oid), COL(opclass, opcname), COL(opclass, opcnamespace), COL(opclass, opcowner), 0, OBJECT_OPCLASS, true},
	{"operator family", OperatorFamilyRelationId, OpfamilyOidIndexId, OPFAMILYOID, -1,
	 COL(opfamily, oid), COL(opfamily, opfname), COL(opfamily, opfnamespace), COL(opfamily, opfowner), 0, OBJECT_OPFAMILY, true},
	{"operator of access method", AccessMethodOperatorRelationId, AccessMethodOperatorOidIndexId, -1, -1,
	 COL(amop, oid), 0, 0, 0, 0, OBJECT_AMOP, false},
	{"function of access method", AccessMethodProcedureRelationId, AccessMethodProcedureOidIndexId, -1, -1,
	 COL(amproc, oid), 0, 0, 0, 0, OBJECT_AMPROC, false},
	{"access method", AccessMethodRelationId, AmOidIndexId, AMOID, AMNAME,
	 COL(am, oid), COL(am, amname), 0, 0, 0, OBJECT_ACCESS_METHOD, true},
	{"cast", CastRelationId, CastOidIndexId, -1, -1,
	 COL(cast, oid), 0, 0, 0, 0, OBJECT_CAST, false},
	{"collation", CollationRelationId, CollationOidIndexId, COLLOID, -1,
	 COL(collation, oid), COL(collation, collname), COL(collation, collnamespace), COL(collation, collowner), 0, OBJECT_COLLATION, true},
	{"conversion", ConversionRelationId, ConversionOidIndexId, CONVOID, CONNAMENSP,
	 COL(conversion, oid), COL(conversion, conname), COL(conversion, connamespace), COL(conversion, conowner), 0, OBJECT_CONVERSION, true},
	{"language", LanguageRelationId, LanguageOidIndexId, LANGOID, LANGNAME,
	 COL(language, oid), COL(language, lanname), 0, COL(language, lanowner), COL(language, lanacl), OBJECT_LANGUAGE, true},
	{"large object metadata", LargeObjectMetadataRelationId, LargeObjectMetadataOidIndexId, -1, -1,
	 COL(largeobject_metadata, oid), 0, 0, COL(largeobject_metadata, lomowner), COL(largeobject_metadata, lomacl), OBJECT_LARGEOBJECT, false},
	{"database", DatabaseRelationId, DatabaseOidIndexId, DATABASEOID, -1,
	 COL(database, oid), COL(database, datname), 0, COL(database, datdba), COL(database, datacl), OBJECT_DATABASE, true},
	{"tablespace", TableSpaceRelationId, TablespaceOidIndexId, TABLESPACEOID, -1,
	 COL(tablespace, oid), COL(tablespace, spcname), 0, COL(tablespace, spcowner), COL(tablespace, spcacl), OBJECT_TABLESPACE, true},
	{"role", AuthIdRelationId, AuthIdOidIndexId, AUTHOID, AUTHNAME,
	 COL(authid, oid), COL(authid, rolname), 0, 0, 0, OBJECT_ROLE, true},
	{"extension", ExtensionRelationId, ExtensionOidIndexId, -1, -1,
	 COL(extension, oid), COL(extension, extname), 0, COL(extension, extowner), 0, OBJECT_EXTENSION, true},
	{"event trigger", EventTriggerRelationId, EventTriggerOidIndexId, EVENTTRIGGEROID, EVENTTRIGGERNAME,
	 COL(event_trigger, oid), COL(event_trigger, evtname), 0, COL(event_trigger, evtowner), 0, OBJECT_EVENT_TRIGGER, true},
	{"foreign-data wrapper", ForeignDataWrapperRelationId, ForeignDataWrapperOidIndexId, FOREIGNDATAWRAPPEROID, FOREIGNDATAWRAPPERNAME,
	 COL(foreign_data_wrapper, oid), COL(foreign_data_wrapper, fdwname), 0, COL(foreign_data_wrapper, fdwowner), COL(foreign_data_wrapper, fdwacl), OBJECT_FDW, true},
	{"foreign server", ForeignServerRelationId, ForeignServerOidIndexId, FOREIGNSERVEROID, FOREIGNSERVERNAME,
	 COL(foreign_server, oid), COL(foreign_server, srvname), 0, COL(foreign_server, srvowner), COL(foreign_server, srvacl), OBJECT_FOREIGN_SERVER, true},
	{"user mapping", UserMappingRelationId, UserMappingOidIndexId, USERMAPPINGOID, -1,
	 COL(user_mapping, oid), 0, 0, 0, 0, OBJECT_USER_MAPPING, false},
	{"default ACL", DefaultAclRelationId, DefaultAclOidIndexId, -1, -1,
	 COL(default_acl, oid), 0, 0, 0, 0, OBJECT_DEFACL, false},
	{"parameter ACL", ParameterAclRelationId, ParameterAclOidIndexId, PARAMETERACLOID, -1,
	 COL(parameter_acl, oid), 0, 0, 0, 0, OBJECT_PARAMETER_ACL, false},
	{"publication", PublicationRelationId, PublicationObjectIndexId, PUBLICATIONOID, PUBLICATIONNAME,
	 COL(publication, oid), COL(publication, pubname), 0, COL(publication, pubowner), 0, OBJECT_PUBLICATION, true},
	{"publication relation", PublicationRelRelationId, PublicationRelObjectIndexId, PUBLICATIONREL, -1,
	 COL(publication_rel, oid), 0, 0, 0, 0, OBJECT_PUBLICATION_REL, false},
	{"publication namespace", PublicationNamespaceRelationId, PublicationNamespaceObjectIndexId, PUBLICATIONNAMESPACE, -1,
	 COL(publication_namespace, oid), 0, 0, 0, 0, OBJECT_PUBLICATION_NAMESPACE, false},
	{"subscription", SubscriptionRelationId, SubscriptionObjectIndexId, SUBSCRIPTIONOID, -1,
	 COL(subscription, oid), COL(subscription, subname), 0, COL(subscription, subowner), 0, OBJECT_SUBSCRIPTION, true},
	{"statistics object", StatisticExtRelationId, StatisticExtOidIndexId, STATEXTOID, STATEXTNAMENSP,
	 COL(statistic_ext, oid), COL(statistic_ext, stxname), COL(statistic_ext, stxnamespace), COL(statistic_ext, stxowner), 0, OBJECT_STATISTIC_EXT, true},
	{"transform", TransformRelationId, TransformOidIndexId, TRFOID, -1,
	 COL(transform, oid), 0, 0, 0, 0, OBJECT_TRANSFORM, false},
	{"text search configuration", TSConfigRelationId, TSConfigOidIndexId, TSCONFIGOID, TSCONFIGNAMENSP,
	 COL(ts_config, oid), COL(ts_config, cfgname), COL(ts_config, cfgnamespace), COL(ts_config, cfgowner), 0, OBJECT_TSCONFIGURATION, true},
	{"text search dictionary", TSDictionaryRelationId, TSDictionaryOidIndexId, TSDICTOID, TSDICTNAMENSP,
	 COL(ts_dict, oid), COL(ts_dict, dictname), COL(ts_dict, dictnamespace), COL(ts_dict, dictowner), 0, OBJECT_TSDICTIONARY, true},
	{"text search parser", TSParserRelationId, TSParserOidIndexId, TSPARSEROID, TSPARSERNAMENSP,
	 COL(ts_parser, oid), COL(ts_parser, prsname), COL(ts_parser, prsnamespace), 0, 0, OBJECT_TSPARSER, true},
	{"text search template", TSTemplateRelationId, TSTemplateOidIndexId, TSTEMPLATEOID, TSTEMPLATENAMENSP,
	 COL(ts_template, oid), COL(ts_template, tmplname), COL(ts_template, tmplnamespace), 0, 0, OBJECT_TSTEMPLATE, true},
};

static const ObjectClassInfo *
find_class(Oid class_id)
{
	for (size_t i = 0; i < lengthof(classes); i++)
	{
		if (classes[i].classid == class_id)
			return &classes[i];
	}
	return NULL;
}

static const ObjectClassInfo *
class_info(Oid class_id)
{
	const ObjectClassInfo *info = find_class(class_id);

	if (info == NULL)
		ereport(ERROR,
				(errmsg_internal("unrecognized class ID: %u", class_id)));
	return info;
}

bool
is_objectclass_supported(Oid class_id)
{
	return find_class(class_id) != NULL;
}

#define PROPERTY(type, function, field)     \
	type function(Oid class_id)             \
	{                                       \
		return class_info(class_id)->field; \
	}

PROPERTY(const char *, get_object_class_descr, descr)
PROPERTY(Oid, get_object_oid_index, oid_index)
PROPERTY(int, get_object_catcache_oid, cache_oid)
PROPERTY(int, get_object_catcache_name, cache_name)
PROPERTY(AttrNumber, get_object_attnum_oid, oid)
PROPERTY(AttrNumber, get_object_attnum_name, name)
PROPERTY(AttrNumber, get_object_attnum_namespace, nsp)
PROPERTY(AttrNumber, get_object_attnum_owner, owner)
PROPERTY(AttrNumber, get_object_attnum_acl, acl)
PROPERTY(bool, get_object_namensp_unique, nsp_unique)

/* What messages and events call a relation; a table unless it is one of these. */
ObjectType
get_relkind_objtype(char relkind)
{
	static const struct
	{
		char relkind;
		ObjectType objtype;
	} others[] = {
		{RELKIND_VIEW, OBJECT_VIEW},
		{RELKIND_MATVIEW, OBJECT_MATVIEW},
		{RELKIND_INDEX, OBJECT_INDEX},
		{RELKIND_PARTITIONED_INDEX, OBJECT_INDEX},
		{RELKIND_SEQUENCE, OBJECT_SEQUENCE},
		{RELKIND_FOREIGN_TABLE, OBJECT_FOREIGN_TABLE}};

	for (int i = 0; i < (int) lengthof(others); i++)
		if (others[i].relkind == relkind)
			return others[i].objtype;
	return OBJECT_TABLE;
}

ObjectType
get_object_type(Oid class_id, Oid object_id)
{
	if (class_id == RelationRelationId)
		return get_relkind_objtype(get_rel_relkind(object_id));
	return class_info(class_id)->objtype;
}

/* The row of an object, copied, or NULL. */
HeapTuple
get_catalog_object_by_oid(Relation catalog, AttrNumber oidcol, Oid objectId)
{
	const ObjectClassInfo *info = class_info(RelationGetRelid(catalog));
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;

	if (info->cache_oid >= 0)
		return SearchSysCacheCopy1(info->cache_oid, ObjectIdGetDatum(objectId));
	ScanKeyInit(&key, oidcol, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(objectId));
	scan = systable_beginscan(catalog, info->oid_index, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		tuple = heap_copytuple(tuple);
	systable_endscan(scan);
	return tuple;
}

/* A column of an object's row as OID; InvalidOid if there is no such row. */
static Oid
oid_column(Oid classid, Oid objid, AttrNumber col)
{
	Relation rel = table_open(classid, AccessShareLock);
	HeapTuple tuple = get_catalog_object_by_oid(rel, class_info(classid)->oid,
												objid);
	bool isnull;
	Oid result = InvalidOid;

	if (HeapTupleIsValid(tuple))
		result = DatumGetObjectId(heap_getattr(tuple, col,
											   RelationGetDescr(rel), &isnull));
	table_close(rel, AccessShareLock);
	return result;
}

/* The schema of an object, or InvalidOid if its kind has none. */
Oid
get_object_namespace(const ObjectAddress *address)
{
	const ObjectClassInfo *info = class_info(address->classId);

	return info->nsp == 0 ? InvalidOid : oid_column(address->classId, address->objectId, info->nsp);
}

/* ---- finding ---- */

Oid
get_language_oid(const char *langname, bool missing_ok)
{
	Oid oid = GetSysCacheOid1(LANGNAME, Anum_pg_language_oid,
							  CStringGetDatum(langname));

	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("language \"%s\" does not exist", langname)));
	return oid;
}

static void
check_relkind(ObjectType objtype, Relation rel)
{
	char kind = rel->rd_rel->relkind;
	const char *wanted = NULL;

	switch (objtype)
	{
		case OBJECT_INDEX:
			if (kind != RELKIND_INDEX && kind != RELKIND_PARTITIONED_INDEX)
				wanted = "an index";
			break;
		case OBJECT_SEQUENCE:
			if (kind != RELKIND_SEQUENCE)
				wanted = "a sequence";
			break;
		case OBJECT_TABLE:
			if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
				wanted = "a table";
			break;
		case OBJECT_VIEW:
			if (kind != RELKIND_VIEW)
				wanted = "a view";
			break;
		case OBJECT_MATVIEW:
			if (kind != RELKIND_MATVIEW)
				wanted = "a materialized view";
			break;
		case OBJECT_FOREIGN_TABLE:
			if (kind != RELKIND_FOREIGN_TABLE)
				wanted = "a foreign table";
			break;
		default:
			break;
	}
	if (wanted)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not %s", RelationGetRelationName(rel),
						wanted)));
}

static ObjectAddress
address_of_relation(ObjectType objtype, List *names, Relation *relp,
					LOCKMODE lockmode, bool missing_ok)
{
	ObjectAddress result = InvalidObjectAddress;
	Relation rel = relation_openrv_extended(makeRangeVarFromNameList(names),
											lockmode, missing_ok);

	if (rel == NULL)
		return result;
	check_relkind(objtype, rel);
	ObjectAddressSet(result, RelationRelationId, RelationGetRelid(rel));
	*relp = rel;
	return result;
}

/* table.column */
static ObjectAddress
address_of_column(List *names, Relation *relp, LOCKMODE lockmode,
				  bool missing_ok)
{
	ObjectAddress result = InvalidObjectAddress;
	const char *attname = strVal(llast(names));
	List *relname;
	Relation rel;
	AttrNumber attnum;

	if (list_length(names) < 2)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("column name must be qualified")));
	relname = list_truncate(list_copy(names), list_length(names) - 1);
	rel = relation_openrv_extended(makeRangeVarFromNameList(relname), lockmode,
								   missing_ok);
	if (rel == NULL)
		return result;
	attnum = get_attnum(RelationGetRelid(rel), attname);
	if (attnum == InvalidAttrNumber)
	{
		if (!missing_ok)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" does not exist",
							attname, NameListToString(relname))));
		relation_close(rel, lockmode);
		return result;
	}
	ObjectAddressSubSet(result, RelationRelationId, RelationGetRelid(rel),
						attnum);
	*relp = rel;
	return result;
}

/* A row that a table and a name find, by an index on these. */
static Oid
oid_by_relation_and_name(Oid classid, Oid index, AttrNumber relcol,
						 AttrNumber namecol, Oid relid, const char *name)
{
	Relation rel = table_open(classid, AccessShareLock);
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tuple;
	Oid result = InvalidOid;
	bool isnull;

	ScanKeyInit(&keys[0], relcol, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(relid));
	ScanKeyInit(&keys[1], namecol, BTEqualStrategyNumber, F_NAMEEQ,
				CStringGetDatum(name));
	scan = systable_beginscan(rel, index, true, NULL, 2, keys);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		result = DatumGetObjectId(heap_getattr(tuple, class_info(classid)->oid,
											   RelationGetDescr(rel), &isnull));
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

/* rule, trigger, policy or constraint ON table */
static ObjectAddress
address_of_table_part(ObjectType objtype, List *names, Relation *relp,
					  bool missing_ok)
{
	ObjectAddress result = InvalidObjectAddress;
	const char *name = strVal(llast(names));
	List *relname = list_truncate(list_copy(names),
								  list_length(names) - 1);
	Relation rel;
	Oid relid;
	Oid classid;
	Oid oid;
	const char *what;

	rel = table_openrv_extended(makeRangeVarFromNameList(relname),
								AccessShareLock, missing_ok);
	if (rel == NULL)
		return result;
	relid = RelationGetRelid(rel);
	switch (objtype)
	{
		case OBJECT_RULE:
			classid = RewriteRelationId;
			what = "rule";
			oid = oid_by_relation_and_name(classid, RewriteRelRulenameIndexId,
										   Anum_pg_rewrite_ev_class,
										   Anum_pg_rewrite_rulename, relid, name);
			break;
		case OBJECT_TRIGGER:
			classid = TriggerRelationId;
			what = "trigger";
			oid = oid_by_relation_and_name(classid, TriggerRelidNameIndexId,
										   Anum_pg_trigger_tgrelid,
										   Anum_pg_trigger_tgname, relid, name);
			break;
		case OBJECT_POLICY:
			classid = PolicyRelationId;
			what = "policy";
			oid = oid_by_relation_and_name(classid, PolicyPolrelidPolnameIndexId,
										   Anum_pg_policy_polrelid,
										   Anum_pg_policy_polname, relid, name);
			break;
		default:
			classid = ConstraintRelationId;
			what = "constraint";
			oid = get_relation_constraint_oid(relid, name, missing_ok);
			break;
	}
	if (!OidIsValid(oid))
	{
		if (!missing_ok)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("%s \"%s\" for relation \"%s\" does not exist", what,
							name, RelationGetRelationName(rel))));
		table_close(rel, AccessShareLock);
		return result;
	}
	ObjectAddressSet(result, classid, oid);
	*relp = rel;
	return result;
}

/* Objects with a name of their own and no schema. */
static ObjectAddress
address_of_unqualified(ObjectType objtype, const char *name, bool missing_ok)
{
	ObjectAddress a = InvalidObjectAddress;

	switch (objtype)
	{
		case OBJECT_SCHEMA:
			ObjectAddressSet(a, NamespaceRelationId,
							 get_namespace_oid(name, missing_ok));
			break;
		case OBJECT_LANGUAGE:
			ObjectAddressSet(a, LanguageRelationId,
							 get_language_oid(name, missing_ok));
			break;
		case OBJECT_DATABASE:
			ObjectAddressSet(a, DatabaseRelationId,
							 get_database_oid(name, missing_ok));
			break;
		case OBJECT_TABLESPACE:
			ObjectAddressSet(a, TableSpaceRelationId,
							 get_tablespace_oid(name, missing_ok));
			break;
		case OBJECT_ROLE:
			ObjectAddressSet(a, AuthIdRelationId, get_role_oid(name, missing_ok));
			break;
		case OBJECT_EXTENSION:
			ObjectAddressSet(a, ExtensionRelationId,
							 get_extension_oid(name, missing_ok));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("this kind of object is not supported"),
					 errdetail("The object is named \"%s\".", name)));
	}
	return a;
}

static ObjectAddress
address_of_type(ObjectType objtype, TypeName *typename, bool missing_ok)
{
	ObjectAddress a = InvalidObjectAddress;
	Oid oid = LookupTypeNameOid(NULL, typename, missing_ok);

	if (!OidIsValid(oid))
		return a;
	if (objtype == OBJECT_DOMAIN && get_typtype(oid) != TYPTYPE_DOMAIN)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a domain", format_type_be(oid))));
	ObjectAddressSet(a, TypeRelationId, oid);
	return a;
}

static ObjectAddress
find_object(ObjectType objtype, Node *object, Relation *relp,
			LOCKMODE lockmode, bool missing_ok)
{
	ObjectAddress a = InvalidObjectAddress;

	switch (objtype)
	{
		case OBJECT_INDEX:
		case OBJECT_SEQUENCE:
		case OBJECT_TABLE:
		case OBJECT_VIEW:
		case OBJECT_MATVIEW:
		case OBJECT_FOREIGN_TABLE:
			return address_of_relation(objtype, castNode(List, object), relp,
									   lockmode, missing_ok);
		case OBJECT_ATTRIBUTE:
		case OBJECT_COLUMN:
			return address_of_column(castNode(List, object), relp, lockmode,
									 missing_ok);
		case OBJECT_RULE:
		case OBJECT_TRIGGER:
		case OBJECT_TABCONSTRAINT:
		case OBJECT_POLICY:
			return address_of_table_part(objtype, castNode(List, object), relp,
										 missing_ok);
		case OBJECT_TYPE:
		case OBJECT_DOMAIN:
			return address_of_type(objtype, castNode(TypeName, object),
								   missing_ok);
		case OBJECT_AGGREGATE:
		case OBJECT_FUNCTION:
		case OBJECT_PROCEDURE:
		case OBJECT_ROUTINE:
			ObjectAddressSet(a, ProcedureRelationId,
							 LookupFuncWithArgs(objtype,
												castNode(ObjectWithArgs, object),
												missing_ok));
			return a;
		case OBJECT_OPERATOR:
			ObjectAddressSet(a, OperatorRelationId,
							 LookupOperWithArgs(castNode(ObjectWithArgs, object),
												missing_ok));
			return a;
		case OBJECT_COLLATION:
			ObjectAddressSet(a, CollationRelationId,
							 get_collation_oid(castNode(List, object),
											   missing_ok));
			return a;
		case OBJECT_CONVERSION:
			ObjectAddressSet(a, ConversionRelationId,
							 get_conversion_oid(castNode(List, object),
												missing_ok));
			return a;
		case OBJECT_STATISTIC_EXT:
			ObjectAddressSet(a, StatisticExtRelationId,
							 get_statistics_object_oid(castNode(List, object),
													   missing_ok));
			return a;
		case OBJECT_TSPARSER:
			ObjectAddressSet(a, TSParserRelationId,
							 get_ts_parser_oid(castNode(List, object), missing_ok));
			return a;
		case OBJECT_TSDICTIONARY:
			ObjectAddressSet(a, TSDictionaryRelationId,
							 get_ts_dict_oid(castNode(List, object), missing_ok));
			return a;
		case OBJECT_TSTEMPLATE:
			ObjectAddressSet(a, TSTemplateRelationId,
							 get_ts_template_oid(castNode(List, object),
												 missing_ok));
			return a;
		case OBJECT_TSCONFIGURATION:
			ObjectAddressSet(a, TSConfigRelationId,
							 get_ts_config_oid(castNode(List, object), missing_ok));
			return a;
		default:
			return address_of_unqualified(objtype, strVal(object), missing_ok);
	}
}

static void
unlock(const ObjectAddress *a, LOCKMODE lockmode)
{
	if (IsSharedRelation(a->classId))
		UnlockSharedObject(a->classId, a->objectId, 0, lockmode);
	else
		UnlockDatabaseObject(a->classId, a->objectId, 0, lockmode);
}

/*
 * get_object_address
 *		Find and lock what a statement names.  For relations and parts of them,
 *		*relp is the open relation, for others NULL.  With missing_ok an object
 *		that does not exist gives an invalid address.
 *
 * As for relations by name, the search is repeated if messages came in while
 * the lock was waited for.
 */
ObjectAddress
get_object_address(ObjectType objtype, Node *object, Relation *relp,
				   LOCKMODE lockmode, bool missing_ok)
{
	ObjectAddress address;
	ObjectAddress locked = InvalidObjectAddress;
	Relation relation = NULL;

	for (;;)
	{
		uint64 messages = SharedInvalidMessageCounter;

		address = find_object(objtype, object, &relation, lockmode, missing_ok);
		if (!OidIsValid(address.objectId))
		{
			Assert(missing_ok);
			if (OidIsValid(locked.objectId))
				unlock(&locked, lockmode);
			*relp = NULL;
			return InvalidObjectAddress;
		}
		if (address.classId == RelationRelationId)
			break; /* opening it has locked it */
		if (OidIsValid(locked.objectId))
		{
			if (locked.classId == address.classId &&
				locked.objectId == address.objectId)
				break;
			unlock(&locked, lockmode);
		}
		if (IsSharedRelation(address.classId))
			LockSharedObject(address.classId, address.objectId, 0, lockmode);
		else
			LockDatabaseObject(address.classId, address.objectId, 0, lockmode);
		locked = address;
		if (messages == SharedInvalidMessageCounter || relation != NULL)
			break;
	}
	*relp = relation;
	return address;
}

/* The same for an object of a table that is given apart. */
ObjectAddress
get_object_address_rv(ObjectType objtype, RangeVar *rel, List *object,
					  Relation *relp, LOCKMODE lockmode, bool missing_ok)
{
	if (rel)
	{
		object = lcons(makeString(rel->relname), object);
		if (rel->schemaname)
			object = lcons(makeString(rel->schemaname), object);
		if (rel->catalogname)
			object = lcons(makeString(rel->catalogname), object);
	}
	return get_object_address(objtype, (Node *) object, relp, lockmode,
							  missing_ok);
}

/* ---- ownership ---- */

static const char *
name_for_error(ObjectType objtype, Node *object, Oid objid)
{
	switch (objtype)
	{
		case OBJECT_TYPE:
		case OBJECT_DOMAIN:
			return format_type_be(objid);
		case OBJECT_AGGREGATE:
		case OBJECT_FUNCTION:
		case OBJECT_PROCEDURE:
		case OBJECT_ROUTINE:
		case OBJECT_OPERATOR:
			return NameListToString(((ObjectWithArgs *) object)->objname);
		default:
			return IsA(object, List) ? NameListToString((List *) object) : strVal(object);
	}
}

/* Raise an error unless the role owns the object (or what it is part of). */
void
check_object_ownership(Oid roleid, ObjectType objtype, ObjectAddress address,
					   Node *object, Relation relation)
{
	const ObjectClassInfo *info;

	if (relation != NULL)
	{
		if (!pg_class_ownercheck(RelationGetRelid(relation), roleid))
			aclcheck_error(ACLCHECK_NOT_OWNER, objtype,
						   RelationGetRelationName(relation));
		return;
	}
	if (superuser_arg(roleid))
		return;
	info = class_info(address.classId);
	if (info->owner == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be superuser")));
	if (!has_privs_of_role(roleid, oid_column(address.classId, address.objectId, info->owner)))
		aclcheck_error(ACLCHECK_NOT_OWNER, objtype,
					   name_for_error(objtype, object, address.objectId));
}

struct ArrayType *
strlist_to_textarray(List *list)
{
	Datum *items = palloc(Max(list_length(list), 1) * sizeof(Datum));
	int n = 0;
	ListCell *lc;

	foreach (lc, list)
		items[n++] = CStringGetTextDatum(strVal(lfirst(lc)));
	return construct_array(items, n, TEXTOID, -1, false, TYPALIGN_INT);
}
