/*
 * aclchk.c
 *		May a role do this?  Checks of rights and of ownership.
 *
 * Every kind of object that has an owner is one line of the table below: which
 * cache finds its row, which columns hold owner and ACL.  Masks, checks and
 * ownership of all kinds are one function each over that table; relations,
 * schemas and types add their special rules.  A superuser may do everything.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/aclchk.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
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
#include "catalog/pg_proc.h"
#include "catalog/pg_publication.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_subscription.h"
#include "catalog/pg_tablespace.h"
#include "catalog/pg_ts_config.h"
#include "catalog/pg_ts_dict.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "aclchk_private.h"

static const AclKind kinds[] = {
	{OBJECT_TABLE, "relation", RelationRelationId, RELOID,
	 Anum_pg_class_relowner, Anum_pg_class_relacl, ERRCODE_UNDEFINED_TABLE},
	{OBJECT_DATABASE, "database", DatabaseRelationId, DATABASEOID,
	 Anum_pg_database_datdba, Anum_pg_database_datacl, ERRCODE_UNDEFINED_DATABASE},
	{OBJECT_FUNCTION, "function", ProcedureRelationId, PROCOID,
	 Anum_pg_proc_proowner, Anum_pg_proc_proacl, ERRCODE_UNDEFINED_FUNCTION},
	{OBJECT_LANGUAGE, "language", LanguageRelationId, LANGOID,
	 Anum_pg_language_lanowner, Anum_pg_language_lanacl, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_SCHEMA, "schema", NamespaceRelationId, NAMESPACEOID,
	 Anum_pg_namespace_nspowner, Anum_pg_namespace_nspacl, ERRCODE_UNDEFINED_SCHEMA},
	{OBJECT_TABLESPACE, "tablespace", TableSpaceRelationId, TABLESPACEOID,
	 Anum_pg_tablespace_spcowner, Anum_pg_tablespace_spcacl, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_FDW, "foreign-data wrapper", ForeignDataWrapperRelationId, FOREIGNDATAWRAPPEROID,
	 Anum_pg_foreign_data_wrapper_fdwowner, Anum_pg_foreign_data_wrapper_fdwacl, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_FOREIGN_SERVER, "foreign server", ForeignServerRelationId, FOREIGNSERVEROID,
	 Anum_pg_foreign_server_srvowner, Anum_pg_foreign_server_srvacl, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_PARAMETER_ACL, "parameter", ParameterAclRelationId, PARAMETERACLOID,
	 0, Anum_pg_parameter_acl_paracl, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_TYPE, "type", TypeRelationId, TYPEOID,
	 Anum_pg_type_typowner, Anum_pg_type_typacl, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_OPERATOR, "operator", OperatorRelationId, OPEROID,
	 Anum_pg_operator_oprowner, 0, ERRCODE_UNDEFINED_FUNCTION},
	{OBJECT_OPCLASS, "operator class", OperatorClassRelationId, CLAOID,
	 Anum_pg_opclass_opcowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_OPFAMILY, "operator family", OperatorFamilyRelationId, OPFAMILYOID,
	 Anum_pg_opfamily_opfowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_COLLATION, "collation", CollationRelationId, COLLOID,
	 Anum_pg_collation_collowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_CONVERSION, "conversion", ConversionRelationId, CONVOID,
	 Anum_pg_conversion_conowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_TSDICTIONARY, "text search dictionary", TSDictionaryRelationId, TSDICTOID,
	 Anum_pg_ts_dict_dictowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_TSCONFIGURATION, "text search configuration", TSConfigRelationId, TSCONFIGOID,
	 Anum_pg_ts_config_cfgowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_EVENT_TRIGGER, "event trigger", EventTriggerRelationId, EVENTTRIGGEROID,
	 Anum_pg_event_trigger_evtowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_PUBLICATION, "publication", PublicationRelationId, PUBLICATIONOID,
	 Anum_pg_publication_pubowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_SUBSCRIPTION, "subscription", SubscriptionRelationId, SUBSCRIPTIONOID,
	 Anum_pg_subscription_subowner, 0, ERRCODE_UNDEFINED_OBJECT},
	{OBJECT_STATISTIC_EXT, "statistics object", StatisticExtRelationId, STATEXTOID,
	 Anum_pg_statistic_ext_stxowner, 0, ERRCODE_UNDEFINED_OBJECT},
};

const AclKind *
acl_kind(ObjectType objtype)
{
	for (size_t i = 0; i < lengthof(kinds); i++)
	{
		if (kinds[i].objtype == objtype)
			return &kinds[i];
	}
	elog(ERROR, "unrecognized object type: %d", (int) objtype);
	return NULL;
}

static void
complain_missing(const AclKind *kind, Oid oid)
{
	ereport(ERROR,
			(errcode(kind->missing),
			 errmsg("%s with OID %u does not exist", kind->name, oid)));
}

/* The owner of an object, by its row. */
Oid
acl_row_owner(const AclKind *kind, HeapTuple tuple)
{
	bool isnull;

	if (kind->ownercol == 0)
		return BOOTSTRAP_SUPERUSERID;
	return DatumGetObjectId(SysCacheGetAttr(kind->cacheid, tuple, kind->ownercol, &isnull));
}

/* Owner and ACL of an object's row; a null ACL is replaced by the default. */
static Acl *
acl_of_row(const AclKind *kind, HeapTuple tuple, ObjectType deftype, Oid *owner)
{
	bool isnull;
	Datum d;

	*owner = acl_row_owner(kind, tuple);
	d = SysCacheGetAttr(kind->cacheid, tuple, kind->aclcol, &isnull);
	return isnull ? acldefault(deftype, *owner) : DatumGetAclPCopy(d);
}

/* The rights out of mask that the role has by owner and ACL in an object's row. */
static AclMode
mask_of_row(const AclKind *kind, HeapTuple tuple, Oid roleid, AclMode mask, AclMaskHow how)
{
	Oid owner;
	Acl *acl = acl_of_row(kind, tuple, kind->objtype, &owner);
	AclMode result = aclmask(acl, roleid, owner, mask, how);

	pfree(acl);
	return result;
}

static AclMode
mask_of(const AclKind *kind, Oid oid, Oid roleid, AclMode mask, AclMaskHow how)
{
	HeapTuple tuple;
	AclMode result;

	if (superuser_arg(roleid))
		return mask;
	tuple = SearchSysCache1(kind->cacheid, ObjectIdGetDatum(oid));
	if (!HeapTupleIsValid(tuple))
		complain_missing(kind, oid);
	result = mask_of_row(kind, tuple, roleid, mask, how);
	ReleaseSysCache(tuple);
	return result;
}

static AclResult
ok_if(bool granted)
{
	return granted ? ACLCHECK_OK : ACLCHECK_NO_PRIV;
}

#define MASK_AND_CHECK(name, objtype)                                         \
	AclMode name##_aclmask(Oid oid, Oid roleid, AclMode mask, AclMaskHow how) \
	{                                                                         \
		return mask_of(acl_kind(objtype), oid, roleid, mask, how);            \
	}                                                                         \
	AclResult name##_aclcheck(Oid oid, Oid roleid, AclMode mode)              \
	{                                                                         \
		return ok_if(name##_aclmask(oid, roleid, mode, ACLMASK_ANY) != 0);    \
	}

MASK_AND_CHECK(pg_database, OBJECT_DATABASE)
MASK_AND_CHECK(pg_proc, OBJECT_FUNCTION)
MASK_AND_CHECK(pg_language, OBJECT_LANGUAGE)
MASK_AND_CHECK(pg_foreign_data_wrapper, OBJECT_FDW)
MASK_AND_CHECK(pg_foreign_server, OBJECT_FOREIGN_SERVER)
MASK_AND_CHECK(pg_tablespace, OBJECT_TABLESPACE)

/* Our temporary schema is ours, as far as the database lets us have one. */
AclMode
pg_namespace_aclmask(Oid nsp_oid, Oid roleid, AclMode mask, AclMaskHow how)
{
	AclMode result;

	if (superuser_arg(roleid))
		return mask;
	if (isTempNamespace(nsp_oid))
	{
		if (pg_database_aclcheck(MyDatabaseId, roleid, ACL_CREATE_TEMP) ==
			ACLCHECK_OK)
			return mask & ACL_ALL_RIGHTS_SCHEMA;
		return mask & ACL_USAGE;
	}
	result = mask_of(acl_kind(OBJECT_SCHEMA), nsp_oid, roleid, mask, how);
	/* whoever may read or write all data may look everywhere */
	if ((mask & ACL_USAGE) && !(result & ACL_USAGE) &&
		(has_privs_of_role(roleid, ROLE_PG_READ_ALL_DATA) ||
		 has_privs_of_role(roleid, ROLE_PG_WRITE_ALL_DATA)))
		result |= ACL_USAGE;
	return result;
}

AclResult
pg_namespace_aclcheck(Oid nsp_oid, Oid roleid, AclMode mode)
{
	return ok_if(pg_namespace_aclmask(nsp_oid, roleid, mode, ACLMASK_ANY) != 0);
}

/* An array may be used by whoever may use its elements. */
AclMode
pg_type_aclmask(Oid type_oid, Oid roleid, AclMode mask, AclMaskHow how)
{
	Oid elem;

	if (superuser_arg(roleid))
		return mask;
	if (get_typtype(type_oid) == '\0')
		complain_missing(acl_kind(OBJECT_TYPE), type_oid);
	elem = get_element_type(type_oid);
	return mask_of(acl_kind(OBJECT_TYPE), OidIsValid(elem) ? elem : type_oid,
				   roleid, mask, how);
}

AclResult
pg_type_aclcheck(Oid type_oid, Oid roleid, AclMode mode)
{
	return ok_if(pg_type_aclmask(type_oid, roleid, mode, ACLMASK_ANY) != 0);
}

/* ---- relations ---- */

/* Rights that the roles pg_read_all_data and pg_write_all_data give. */
static AclMode
add_all_data_rights(Oid roleid, AclMode mask, AclMode result)
{
	AclMode writes = ACL_INSERT | ACL_UPDATE | ACL_DELETE;

	if ((mask & ACL_SELECT) && !(result & ACL_SELECT) &&
		has_privs_of_role(roleid, ROLE_PG_READ_ALL_DATA))
		result |= ACL_SELECT;
	if ((mask & writes) && !(result & writes) &&
		has_privs_of_role(roleid, ROLE_PG_WRITE_ALL_DATA))
		result |= mask & writes;
	return result;
}

static AclMode
class_mask(Oid table_oid, Oid roleid, AclMode mask, AclMaskHow how,
		   bool *is_missing)
{
	const AclKind *kind = acl_kind(OBJECT_TABLE);
	AclMode changes = ACL_INSERT | ACL_UPDATE | ACL_DELETE | ACL_TRUNCATE |
		ACL_USAGE;
	HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(table_oid));
	Form_pg_class form;
	Acl *acl;
	Oid owner;
	AclMode result;

	if (!HeapTupleIsValid(tuple))
	{
		if (is_missing == NULL)
			complain_missing(kind, table_oid);
		*is_missing = true;
		return 0;
	}
	form = (Form_pg_class) GETSTRUCT(tuple);

	/* catalogs are changed by superusers alone, whatever their ACL says */
	if ((mask & changes) && IsSystemClass(table_oid, form) &&
		form->relkind != RELKIND_VIEW && !superuser_arg(roleid))
		mask &= ~changes;
	if (superuser_arg(roleid))
	{
		ReleaseSysCache(tuple);
		return mask;
	}
	acl = acl_of_row(kind, tuple, form->relkind == RELKIND_SEQUENCE ? OBJECT_SEQUENCE : OBJECT_TABLE, &owner);
	result = aclmask(acl, roleid, owner, mask, how);
	pfree(acl);
	ReleaseSysCache(tuple);
	return add_all_data_rights(roleid, mask, result);
}

AclMode
pg_class_aclmask(Oid table_oid, Oid roleid, AclMode mask, AclMaskHow how)
{
	return class_mask(table_oid, roleid, mask, how, NULL);
}

AclResult
pg_class_aclcheck(Oid table_oid, Oid roleid, AclMode mode)
{
	return ok_if(class_mask(table_oid, roleid, mode, ACLMASK_ANY, NULL) != 0);
}

AclResult
pg_class_aclcheck_ext(Oid table_oid, Oid roleid, AclMode mode,
					  bool *is_missing)
{
	return ok_if(class_mask(table_oid, roleid, mode, ACLMASK_ANY,
							is_missing) != 0);
}

/* ---- columns: rights beyond those on the whole relation ---- */

static AclMode
attribute_mask(Oid table_oid, AttrNumber attnum, Oid roleid, AclMode mask,
			   AclMaskHow how, bool *is_missing)
{
	HeapTuple att = SearchSysCache2(ATTNUM, ObjectIdGetDatum(table_oid),
									Int16GetDatum(attnum));
	HeapTuple class;
	bool isnull;
	Datum d;
	AclMode result = 0;

	if (!HeapTupleIsValid(att) ||
		((Form_pg_attribute) GETSTRUCT(att))->attisdropped)
	{
		if (HeapTupleIsValid(att))
			ReleaseSysCache(att);
		if (is_missing == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("attribute %d of relation with OID %u does not exist",
							attnum, table_oid)));
		*is_missing = true;
		return 0;
	}
	d = SysCacheGetAttr(ATTNUM, att, Anum_pg_attribute_attacl, &isnull);
	class = isnull ? NULL : SearchSysCache1(RELOID, ObjectIdGetDatum(table_oid));
	if (HeapTupleIsValid(class))
	{
		Acl *acl = DatumGetAclPCopy(d);

		result = aclmask(acl, roleid,
						 ((Form_pg_class) GETSTRUCT(class))->relowner, mask,
						 how);
		pfree(acl);
		ReleaseSysCache(class);
	}
	ReleaseSysCache(att);
	return result;
}

AclResult
pg_attribute_aclcheck(Oid table_oid, AttrNumber attnum, Oid roleid,
					  AclMode mode)
{
	return pg_attribute_aclcheck_ext(table_oid, attnum, roleid, mode, NULL);
}

AclResult
pg_attribute_aclcheck_ext(Oid table_oid, AttrNumber attnum, Oid roleid,
						  AclMode mode, bool *is_missing)
{
	return ok_if(attribute_mask(table_oid, attnum, roleid, mode, ACLMASK_ANY,
								is_missing) != 0);
}

/* Has the role a right on any (or on every) column? */
AclResult
pg_attribute_aclcheck_all(Oid table_oid, Oid roleid, AclMode mode,
						  AclMaskHow how)
{
	HeapTuple class = SearchSysCache1(RELOID, ObjectIdGetDatum(table_oid));
	int natts;
	AclResult result = ACLCHECK_NO_PRIV;

	if (!HeapTupleIsValid(class))
		return ACLCHECK_NO_PRIV;
	natts = ((Form_pg_class) GETSTRUCT(class))->relnatts;
	ReleaseSysCache(class);

	for (AttrNumber attnum = 1; attnum <= natts; attnum++)
	{
		bool missing = false;
		AclMode mask = attribute_mask(table_oid, attnum, roleid, mode,
									  ACLMASK_ANY, &missing);

		if (missing)
			continue;
		result = ok_if(mask != 0);
		if ((result == ACLCHECK_OK) == (how == ACLMASK_ANY))
			break; /* decided */
	}
	return result;
}

/* ---- settings and large objects ---- */

/* A setting without a row has the default ACL, by which superusers alone have rights. */
AclMode
pg_parameter_aclmask(const char *name, Oid roleid, AclMode mask,
					 AclMaskHow how)
{
	char *parname;
	HeapTuple tuple;
	AclMode result = ACL_NO_RIGHTS;

	if (superuser_arg(roleid))
		return mask;
	parname = convert_GUC_name_for_parameter_acl(name);
	tuple = SearchSysCache1(PARAMETERACLNAME, CStringGetTextDatum(parname));
	if (HeapTupleIsValid(tuple))
	{
		result = mask_of_row(acl_kind(OBJECT_PARAMETER_ACL), tuple, roleid, mask, how);
		ReleaseSysCache(tuple);
	}
	pfree(parname);
	return result;
}

AclResult
pg_parameter_aclcheck(const char *name, Oid roleid, AclMode mode)
{
	return ok_if(pg_parameter_aclmask(name, roleid, mode, ACLMASK_ANY) != 0);
}

static HeapTuple
large_object_row(Relation rel, Oid oid, Snapshot snapshot, SysScanDesc *scan)
{
	ScanKeyData key;

	ScanKeyInit(&key, Anum_pg_largeobject_metadata_oid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(oid));
	*scan = systable_beginscan(rel, LargeObjectMetadataOidIndexId, true,
							   snapshot, 1, &key);
	return systable_getnext(*scan);
}

static void
complain_missing_large_object(Oid oid)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_OBJECT),
			 errmsg("large object %u does not exist", oid)));
}

AclMode
pg_largeobject_aclmask_snapshot(Oid lobj_oid, Oid roleid, AclMode mask,
								AclMaskHow how, Snapshot snapshot)
{
	Relation rel;
	SysScanDesc scan;
	HeapTuple tuple;
	Oid owner;
	bool isnull;
	Datum d;
	AclMode result;

	if (superuser_arg(roleid))
		return mask;
	rel = table_open(LargeObjectMetadataRelationId, AccessShareLock);
	tuple = large_object_row(rel, lobj_oid, snapshot, &scan);
	if (!HeapTupleIsValid(tuple))
		complain_missing_large_object(lobj_oid);
	owner = ((Form_pg_largeobject_metadata) GETSTRUCT(tuple))->lomowner;
	d = heap_getattr(tuple, Anum_pg_largeobject_metadata_lomacl,
					 RelationGetDescr(rel), &isnull);
	result = aclmask(isnull ? acldefault(OBJECT_LARGEOBJECT, owner) : DatumGetAclPCopy(d), roleid, owner, mask, how);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

AclResult
pg_largeobject_aclcheck_snapshot(Oid lobj_oid, Oid roleid, AclMode mode,
								 Snapshot snapshot)
{
	return ok_if(pg_largeobject_aclmask_snapshot(lobj_oid, roleid, mode,
												 ACLMASK_ANY, snapshot) != 0);
}

bool
pg_largeobject_ownercheck(Oid lobj_oid, Oid roleid)
{
	Relation rel;
	SysScanDesc scan;
	HeapTuple tuple;
	Oid owner;

	if (superuser_arg(roleid))
		return true;
	rel = table_open(LargeObjectMetadataRelationId, AccessShareLock);
	tuple = large_object_row(rel, lobj_oid, NULL, &scan);
	if (!HeapTupleIsValid(tuple))
		complain_missing_large_object(lobj_oid);
	owner = ((Form_pg_largeobject_metadata) GETSTRUCT(tuple))->lomowner;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return has_privs_of_role(roleid, owner);
}

/* ---- ownership ---- */

static bool
owns(const AclKind *kind, Oid oid, Oid roleid)
{
	HeapTuple tuple;
	bool isnull;
	Oid owner;

	if (superuser_arg(roleid))
		return true;
	tuple = SearchSysCache1(kind->cacheid, ObjectIdGetDatum(oid));
	if (!HeapTupleIsValid(tuple))
		complain_missing(kind, oid);
	owner = DatumGetObjectId(SysCacheGetAttr(kind->cacheid, tuple,
											 kind->ownercol, &isnull));
	ReleaseSysCache(tuple);
	return has_privs_of_role(roleid, owner);
}

#define OWNERCHECK(name, objtype)                    \
	bool name##_ownercheck(Oid oid, Oid roleid)      \
	{                                                \
		return owns(acl_kind(objtype), oid, roleid); \
	}

OWNERCHECK(pg_class, OBJECT_TABLE)
OWNERCHECK(pg_type, OBJECT_TYPE)
OWNERCHECK(pg_oper, OBJECT_OPERATOR)
OWNERCHECK(pg_proc, OBJECT_FUNCTION)
OWNERCHECK(pg_language, OBJECT_LANGUAGE)
OWNERCHECK(pg_namespace, OBJECT_SCHEMA)
OWNERCHECK(pg_tablespace, OBJECT_TABLESPACE)
OWNERCHECK(pg_opclass, OBJECT_OPCLASS)
OWNERCHECK(pg_opfamily, OBJECT_OPFAMILY)
OWNERCHECK(pg_database, OBJECT_DATABASE)
OWNERCHECK(pg_collation, OBJECT_COLLATION)
OWNERCHECK(pg_conversion, OBJECT_CONVERSION)
OWNERCHECK(pg_ts_dict, OBJECT_TSDICTIONARY)
OWNERCHECK(pg_ts_config, OBJECT_TSCONFIGURATION)
OWNERCHECK(pg_foreign_data_wrapper, OBJECT_FDW)
OWNERCHECK(pg_foreign_server, OBJECT_FOREIGN_SERVER)
OWNERCHECK(pg_event_trigger, OBJECT_EVENT_TRIGGER)
OWNERCHECK(pg_publication, OBJECT_PUBLICATION)
OWNERCHECK(pg_subscription, OBJECT_SUBSCRIPTION)
OWNERCHECK(pg_statistics_object, OBJECT_STATISTIC_EXT)

/* pg_extension has no cache. */
bool
pg_extension_ownercheck(Oid ext_oid, Oid roleid)
{
	Relation rel;
	HeapTuple tuple;
	Oid owner;

	if (superuser_arg(roleid))
		return true;
	rel = table_open(ExtensionRelationId, AccessShareLock);
	tuple = get_catalog_object_by_oid(rel, Anum_pg_extension_oid, ext_oid);
	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("extension with OID %u does not exist", ext_oid)));
	owner = ((Form_pg_extension) GETSTRUCT(tuple))->extowner;
	table_close(rel, AccessShareLock);
	return has_privs_of_role(roleid, owner);
}

#define ROLE_FLAG(function, field)                                  \
	bool function(Oid roleid)                                       \
	{                                                               \
		HeapTuple tuple;                                            \
		bool result = false;                                        \
		if (superuser_arg(roleid))                                  \
			return true;                                            \
		tuple = SearchSysCache1(AUTHOID, ObjectIdGetDatum(roleid)); \
		if (HeapTupleIsValid(tuple))                                \
		{                                                           \
			result = ((Form_pg_authid) GETSTRUCT(tuple))->field;    \
			ReleaseSysCache(tuple);                                 \
		}                                                           \
		return result;                                              \
	}

ROLE_FLAG(has_createrole_privilege, rolcreaterole)
ROLE_FLAG(has_bypassrls_privilege, rolbypassrls)

/* ---- complaining ---- */

/* What the messages call a kind of object. */
static const char *
word_for(ObjectType objtype, bool not_owner)
{
	switch (objtype)
	{
		case OBJECT_AGGREGATE:
			return "aggregate";
		case OBJECT_COLUMN:
			return not_owner ? "relation" : "column";
		case OBJECT_POLICY:
			return not_owner ? "relation" : "policy";
		case OBJECT_RULE:
			return not_owner ? "relation" : "rule";
		case OBJECT_TABCONSTRAINT:
			return not_owner ? "relation" : "constraint";
		case OBJECT_TRIGGER:
			return not_owner ? "relation" : "trigger";
		case OBJECT_COLLATION:
			return "collation";
		case OBJECT_CONVERSION:
			return "conversion";
		case OBJECT_DATABASE:
			return "database";
		case OBJECT_DOMAIN:
			return "domain";
		case OBJECT_EVENT_TRIGGER:
			return "event trigger";
		case OBJECT_EXTENSION:
			return "extension";
		case OBJECT_FDW:
			return "foreign-data wrapper";
		case OBJECT_FOREIGN_SERVER:
			return "foreign server";
		case OBJECT_FOREIGN_TABLE:
			return "foreign table";
		case OBJECT_FUNCTION:
			return "function";
		case OBJECT_INDEX:
			return "index";
		case OBJECT_LANGUAGE:
			return "language";
		case OBJECT_LARGEOBJECT:
			return "large object";
		case OBJECT_MATVIEW:
			return "materialized view";
		case OBJECT_OPCLASS:
			return "operator class";
		case OBJECT_OPERATOR:
			return "operator";
		case OBJECT_OPFAMILY:
			return "operator family";
		case OBJECT_PARAMETER_ACL:
			return "parameter";
		case OBJECT_PROCEDURE:
			return "procedure";
		case OBJECT_PUBLICATION:
			return "publication";
		case OBJECT_ROUTINE:
			return "routine";
		case OBJECT_SCHEMA:
			return "schema";
		case OBJECT_SEQUENCE:
			return "sequence";
		case OBJECT_STATISTIC_EXT:
			return "statistics object";
		case OBJECT_SUBSCRIPTION:
			return "subscription";
		case OBJECT_TABLE:
			return "table";
		case OBJECT_TABLESPACE:
			return "tablespace";
		case OBJECT_TSCONFIGURATION:
			return "text search configuration";
		case OBJECT_TSDICTIONARY:
			return "text search dictionary";
		case OBJECT_TYPE:
			return "type";
		case OBJECT_VIEW:
			return "view";
		default:
			elog(ERROR, "unsupported object type: %d", (int) objtype);
			return NULL;
	}
}

/* Raise the error that a failed check calls for; none for ACLCHECK_OK. */
void
aclcheck_error(AclResult aclerr, ObjectType objtype, const char *objectname)
{
	if (aclerr == ACLCHECK_OK)
		return;
	if (aclerr == ACLCHECK_NO_PRIV)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for %s %s",
						word_for(objtype, false), objectname)));
	ereport(ERROR,
			(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
			 errmsg("must be owner of %s %s", word_for(objtype, true),
					objectname)));
}

void
aclcheck_error_col(AclResult aclerr, ObjectType objtype,
				   const char *objectname, const char *colname)
{
	if (aclerr == ACLCHECK_NO_PRIV)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for column \"%s\" of relation \"%s\"",
						colname, objectname)));
	aclcheck_error(aclerr, objtype, objectname);
}

/* For a type: named as format_type does, and by its element. */
void
aclcheck_error_type(AclResult aclerr, Oid typeOid)
{
	Oid elem = get_element_type(typeOid);

	aclcheck_error(aclerr, OBJECT_TYPE,
				   format_type_be(OidIsValid(elem) ? elem : typeOid));
}

/* ---- ACLs of new objects ---- */

static char
default_acl_letter(ObjectType objtype)
{
	switch (objtype)
	{
		case OBJECT_TABLE:
			return DEFACLOBJ_RELATION;
		case OBJECT_SEQUENCE:
			return DEFACLOBJ_SEQUENCE;
		case OBJECT_FUNCTION:
			return DEFACLOBJ_FUNCTION;
		case OBJECT_TYPE:
			return DEFACLOBJ_TYPE;
		case OBJECT_SCHEMA:
			return DEFACLOBJ_NAMESPACE;
		default:
			return '\0';
	}
}

static Acl *
stored_default_acl(Oid role, Oid nsp, char letter)
{
	HeapTuple tuple = SearchSysCache3(DEFACLROLENSPOBJ, ObjectIdGetDatum(role),
									  ObjectIdGetDatum(nsp),
									  CharGetDatum(letter));
	Acl *result = NULL;
	bool isnull;
	Datum d;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	d = SysCacheGetAttr(DEFACLROLENSPOBJ, tuple,
						Anum_pg_default_acl_defaclacl, &isnull);
	if (!isnull)
		result = DatumGetAclPCopy(d);
	ReleaseSysCache(tuple);
	return result;
}

/*
 * get_user_default_acl
 *		The ACL that ALTER DEFAULT PRIVILEGES gives to a new object, or NULL if
 *		that is the built-in one.
 */
Acl *
get_user_default_acl(ObjectType objtype, Oid ownerId, Oid nsp_oid)
{
	char letter = default_acl_letter(objtype);
	Acl *global;
	Acl *inschema;
	Acl *builtin;
	Acl *result;

	if (IsBootstrapProcessingMode() || letter == '\0')
		return NULL;
	global = stored_default_acl(ownerId, InvalidOid, letter);
	inschema = OidIsValid(nsp_oid) ? stored_default_acl(ownerId, nsp_oid, letter) : NULL;
	if (global == NULL && inschema == NULL)
		return NULL;
	builtin = acldefault(objtype, ownerId);
	result = aclmerge(global ? global : builtin, inschema, ownerId);
	aclitemsort(result);
	aclitemsort(builtin);
	return aclequal(result, builtin) ? NULL : result;
}

/* The roles that a new object's ACL mentions. */
void
recordDependencyOnNewAcl(Oid classId, Oid objectId, int32 objsubId,
						 Oid ownerId, Acl *acl)
{
	Oid *members;
	int n;

	if (acl == NULL)
		return;
	n = aclmembers(acl, &members);
	updateAclDependencies(classId, objectId, objsubId, ownerId, 0, NULL, n,
						  members);
}
