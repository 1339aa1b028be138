/*
 * objectdescr.c
 *		Objects in words, for messages.
 *
 * getObjectDescription names an object the way error messages do ("table
 * foo", "column a of table foo", "constraint c on table t"); identities are
 * the unambiguous form that event triggers and pg_identify_object give.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/objectdescr.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
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
#include "catalog/pg_constraint.h"
#include "catalog/pg_database.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_parameter_acl.h"
#include "catalog/pg_policy.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_tablespace.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/syscache.h"

static const char *
word_for_relkind(char relkind)
{
	switch (relkind)
	{
		case RELKIND_RELATION:
		case RELKIND_PARTITIONED_TABLE:
			return "table";
		case RELKIND_INDEX:
		case RELKIND_PARTITIONED_INDEX:
			return "index";
		case RELKIND_SEQUENCE:
			return "sequence";
		case RELKIND_TOASTVALUE:
			return "toast table";
		case RELKIND_VIEW:
			return "view";
		case RELKIND_MATVIEW:
			return "materialized view";
		case RELKIND_COMPOSITE_TYPE:
			return "composite type";
		case RELKIND_FOREIGN_TABLE:
			return "foreign table";
		default:
			return "relation";
	}
}

/* "table foo", with its schema if the path does not find it; "" if gone. */
static void
describe_relation(StringInfo buf, Oid relid)
{
	char *name = get_rel_name(relid);
	char *nsp;

	if (name == NULL)
		return;
	nsp = RelationIsVisible(relid) ? NULL : get_namespace_name(get_rel_namespace(relid));
	appendStringInfo(buf, "%s %s", word_for_relkind(get_rel_relkind(relid)),
					 quote_qualified_identifier(nsp, name));
}

/* The row of an object, copied, with the catalog open; NULL if gone. */
static HeapTuple
row_of(const ObjectAddress *object, Relation *rel)
{
	*rel = table_open(object->classId, AccessShareLock);
	return get_catalog_object_by_oid(*rel,
									 get_object_attnum_oid(object->classId),
									 object->objectId);
}

static char *
qualified(Oid nsp, const char *name, bool visible)
{
	return quote_qualified_identifier(visible ? NULL : get_namespace_name(nsp),
									  name);
}

static void
describe_constraint(StringInfo buf, HeapTuple tuple)
{
	Form_pg_constraint con = (Form_pg_constraint) GETSTRUCT(tuple);

	if (OidIsValid(con->conrelid))
	{
		appendStringInfo(buf, "constraint %s on ", NameStr(con->conname));
		describe_relation(buf, con->conrelid);
	}
	else
		appendStringInfo(buf, "constraint %s", NameStr(con->conname));
}

static void
describe_default(StringInfo buf, Oid attrdef)
{
	ObjectAddress column = GetAttrDefaultColumnAddress(attrdef);

	if (!OidIsValid(column.objectId))
		return;
	appendStringInfo(buf, "default value for %s",
					 getObjectDescription(&column, false));
}

static void
describe_of_table(StringInfo buf, const char *what, const char *name,
				  Oid relid)
{
	appendStringInfo(buf, "%s %s on ", what, name);
	describe_relation(buf, relid);
}

static void
describe_opclass(StringInfo buf, HeapTuple tuple)
{
	Form_pg_opclass opc = (Form_pg_opclass) GETSTRUCT(tuple);
	HeapTuple am = SearchSysCache1(AMOID, ObjectIdGetDatum(opc->opcmethod));

	if (!HeapTupleIsValid(am))
		elog(ERROR, "cache lookup failed for access method %u", opc->opcmethod);
	appendStringInfo(buf, "operator class %s for access method %s",
					 qualified(opc->opcnamespace, NameStr(opc->opcname),
							   OpclassIsVisible(opc->oid)),
					 NameStr(((Form_pg_am) GETSTRUCT(am))->amname));
	ReleaseSysCache(am);
}

static void
describe_opfamily(StringInfo buf, HeapTuple tuple)
{
	Form_pg_opfamily opf = (Form_pg_opfamily) GETSTRUCT(tuple);
	HeapTuple am = SearchSysCache1(AMOID, ObjectIdGetDatum(opf->opfmethod));

	if (!HeapTupleIsValid(am))
		elog(ERROR, "cache lookup failed for access method %u", opf->opfmethod);
	appendStringInfo(buf, "operator family %s for access method %s",
					 qualified(opf->opfnamespace, NameStr(opf->opfname),
							   OpfamilyIsVisible(opf->oid)),
					 NameStr(((Form_pg_am) GETSTRUCT(am))->amname));
	ReleaseSysCache(am);
}

/* The setting that a row of pg_parameter_acl is about: its name is no Name. */
static char *
parameter_name(Relation rel, HeapTuple tuple)
{
	bool isnull;

	return TextDatumGetCString(heap_getattr(tuple, Anum_pg_parameter_acl_parname,
											RelationGetDescr(rel), &isnull));
}

/* Kinds that are said as "kind name"; false if the kind has no name. */
static bool
describe_by_name(StringInfo buf, const ObjectAddress *object, Relation rel,
				 HeapTuple tuple)
{
	AttrNumber namecol = get_object_attnum_name(object->classId);
	AttrNumber nspcol = get_object_attnum_namespace(object->classId);
	bool isnull;
	char *name;
	Oid nsp = InvalidOid;

	if (namecol == 0)
		return false;
	name = NameStr(*DatumGetName(heap_getattr(tuple, namecol,
											  RelationGetDescr(rel), &isnull)));
	if (nspcol != 0)
		nsp = DatumGetObjectId(heap_getattr(tuple, nspcol,
											RelationGetDescr(rel), &isnull));
	appendStringInfo(buf, "%s ", get_object_class_descr(object->classId));
	if (OidIsValid(nsp) && nsp != PG_CATALOG_NAMESPACE)
	{
		List *path = fetch_search_path(true);

		appendStringInfoString(buf, qualified(nsp, name, list_member_oid(path, nsp)));
		list_free(path);
	}
	else
		appendStringInfoString(buf, name);
	return true;
}

static void
describe_row(StringInfo buf, const ObjectAddress *object, Relation rel,
			 HeapTuple tuple)
{
	switch (object->classId)
	{
		case ConstraintRelationId:
			describe_constraint(buf, tuple);
			break;
		case RewriteRelationId:
			describe_of_table(buf, "rule",
							  NameStr(((Form_pg_rewrite) GETSTRUCT(tuple))->rulename),
							  ((Form_pg_rewrite) GETSTRUCT(tuple))->ev_class);
			break;
		case TriggerRelationId:
			describe_of_table(buf, "trigger",
							  NameStr(((Form_pg_trigger) GETSTRUCT(tuple))->tgname),
							  ((Form_pg_trigger) GETSTRUCT(tuple))->tgrelid);
			break;
		case PolicyRelationId:
			describe_of_table(buf, "policy",
							  NameStr(((Form_pg_policy) GETSTRUCT(tuple))->polname),
							  ((Form_pg_policy) GETSTRUCT(tuple))->polrelid);
			break;
		case OperatorClassRelationId:
			describe_opclass(buf, tuple);
			break;
		case OperatorFamilyRelationId:
			describe_opfamily(buf, tuple);
			break;
		case CastRelationId:
			appendStringInfo(buf, "cast from %s to %s",
							 format_type_be(((Form_pg_cast) GETSTRUCT(tuple))->castsource),
							 format_type_be(((Form_pg_cast) GETSTRUCT(tuple))->casttarget));
			break;
		case ParameterAclRelationId:
			appendStringInfo(buf, "parameter %s", parameter_name(rel, tuple));
			break;
		case AccessMethodOperatorRelationId:
			appendStringInfo(buf, "operator %d %s",
							 ((Form_pg_amop) GETSTRUCT(tuple))->amopstrategy,
							 format_operator(((Form_pg_amop) GETSTRUCT(tuple))->amopopr));
			break;
		case AccessMethodProcedureRelationId:
			appendStringInfo(buf, "function %d %s",
							 ((Form_pg_amproc) GETSTRUCT(tuple))->amprocnum,
							 format_procedure(((Form_pg_amproc) GETSTRUCT(tuple))->amproc));
			break;
		default:
			if (!describe_by_name(buf, object, rel, tuple))
				appendStringInfo(buf, "%s %u",
								 get_object_class_descr(object->classId),
								 object->objectId);
			break;
	}
}

static bool
describe_cheaply(StringInfo buf, const ObjectAddress *object)
{
	switch (object->classId)
	{
		case RelationRelationId:
			if (object->objectSubId != 0)
			{
				char *att = get_attname(object->objectId,
										object->objectSubId, true);

				if (att == NULL)
					return true;
				appendStringInfo(buf, "column %s of ", att);
			}
			describe_relation(buf, object->objectId);
			return true;
		case TypeRelationId:
			if (SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(object->objectId)))
				appendStringInfo(buf, "type %s", format_type_be(object->objectId));
			return true;
		case ProcedureRelationId:
			if (SearchSysCacheExists1(PROCOID, ObjectIdGetDatum(object->objectId)))
				appendStringInfo(buf, "function %s",
								 format_procedure(object->objectId));
			return true;
		case OperatorRelationId:
			if (SearchSysCacheExists1(OPEROID, ObjectIdGetDatum(object->objectId)))
				appendStringInfo(buf, "operator %s",
								 format_operator(object->objectId));
			return true;
		case AttrDefaultRelationId:
			describe_default(buf, object->objectId);
			return true;
		default:
			return false;
	}
}

/*
 * getObjectDescription
 *		The object in words.  If it is gone: NULL with missing_ok, else an
 *		internal error.
 */
char *
getObjectDescription(const ObjectAddress *object, bool missing_ok)
{
	StringInfoData buf;

	initStringInfo(&buf);
	if (!describe_cheaply(&buf, object))
	{
		Relation rel;
		HeapTuple tuple = row_of(object, &rel);

		if (HeapTupleIsValid(tuple))
			describe_row(&buf, object, rel, tuple);
		table_close(rel, AccessShareLock);
	}
	if (buf.len > 0)
		return buf.data;
	pfree(buf.data);
	if (!missing_ok)
		elog(ERROR, "cache lookup failed for %s %u",
			 get_object_class_descr(object->classId), object->objectId);
	return NULL;
}

char *
getObjectDescriptionOids(Oid classid, Oid objid)
{
	ObjectAddress address;

	ObjectAddressSet(address, classid, objid);
	return getObjectDescription(&address, false);
}

/* The kind of an object: "table", "table column", "function". */
char *
getObjectTypeDescription(const ObjectAddress *object, bool missing_ok)
{
	if (object->classId == RelationRelationId)
	{
		char relkind = get_rel_relkind(object->objectId);

		if (relkind == '\0')
		{
			if (!missing_ok)
				elog(ERROR, "cache lookup failed for relation %u",
					 object->objectId);
			return NULL;
		}
		return psprintf("%s%s", word_for_relkind(relkind),
						object->objectSubId != 0 ? " column" : "");
	}
	return pstrdup(get_object_class_descr(object->classId));
}

/* Name with schema, always qualified; arguments for functions. */
char *
getObjectIdentity(const ObjectAddress *object, bool missing_ok)
{
	return getObjectIdentityParts(object, NULL, NULL, missing_ok);
}

char *
getObjectIdentityParts(const ObjectAddress *object, List **objname,
					   List **objargs, bool missing_ok)
{
	Relation rel;
	HeapTuple tuple;
	char *result = NULL;
	AttrNumber namecol = get_object_attnum_name(object->classId);
	AttrNumber nspcol = get_object_attnum_namespace(object->classId);

	if (objname)
		*objname = NIL;
	if (objargs)
		*objargs = NIL;
	if (object->classId == ProcedureRelationId)
		return format_procedure_qualified(object->objectId);
	if (object->classId == OperatorRelationId)
		return format_operator_qualified(object->objectId);
	if (object->classId == TypeRelationId)
		return format_type_be_qualified(object->objectId);

	tuple = row_of(object, &rel);
	if (HeapTupleIsValid(tuple) && namecol != 0)
	{
		bool isnull;
		char *name = pstrdup(NameStr(*DatumGetName(heap_getattr(tuple, namecol, RelationGetDescr(rel), &isnull))));
		char *nsp = NULL;

		if (nspcol != 0)
			nsp = get_namespace_name_or_temp(DatumGetObjectId(heap_getattr(tuple, nspcol, RelationGetDescr(rel), &isnull)));
		result = quote_qualified_identifier(nsp, name);
		if (objname)
			*objname = nsp ? list_make2(nsp, name) : list_make1(name);
		if (object->objectSubId != 0)
		{
			char *att = get_attname(object->objectId, object->objectSubId,
									missing_ok);

			result = att ? psprintf("%s.%s", result, quote_identifier(att)) : NULL;
		}
	}
	else if (HeapTupleIsValid(tuple) && object->classId == ParameterAclRelationId)
	{
		result = parameter_name(rel, tuple);
		if (objname)
			*objname = list_make1(result);
	}
	else if (HeapTupleIsValid(tuple))
		result = getObjectDescription(object, missing_ok);
	table_close(rel, AccessShareLock);
	if (result == NULL && !missing_ok)
		elog(ERROR, "cache lookup failed for %s %u",
			 get_object_class_descr(object->classId), object->objectId);
	return result;
}
