/*
 * pg_parameter_acl.c
 *		Rows of pg_parameter_acl: settings with privileges of their own.
 *
 * A setting has a row only while its privileges differ from the default, by
 * which superusers alone may set what is a superuser's.  GRANT (aclgrant.c)
 * makes the row before it changes its ACL, and deletes it when the default is
 * back; there is nothing else that a row could be made or dropped by.  All owners
 * are the bootstrap superuser, who grants on behalf of every superuser.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_parameter_acl.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/indexing.h"
#include "catalog/pg_parameter_acl.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/rel.h"
#include "utils/syscache.h"

Oid
ParameterAclLookup(const char *parameter, bool missing_ok)
{
	char *parname = convert_GUC_name_for_parameter_acl(parameter);
	Oid oid = GetSysCacheOid1(PARAMETERACLNAME, Anum_pg_parameter_acl_oid,
							  CStringGetTextDatum(parname));

	pfree(parname);
	if (OidIsValid(oid) || missing_ok)
		return oid;
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_OBJECT),
			 errmsg("parameter ACL \"%s\" does not exist", parameter)));
	return InvalidOid;
}

Oid
ParameterAclCreate(const char *parameter)
{
	Datum values[Natts_pg_parameter_acl] = {0};
	bool nulls[Natts_pg_parameter_acl] = {false};
	Relation rel;
	HeapTuple tuple;
	Oid oid;

	/* A name that can never be set would stay in dumps that cannot be restored. */
	if (!check_GUC_name_for_parameter_acl(parameter))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("invalid parameter name \"%s\"", parameter)));

	rel = table_open(ParameterAclRelationId, RowExclusiveLock);
	oid = GetNewOidWithIndex(rel, ParameterAclOidIndexId, Anum_pg_parameter_acl_oid);
	values[Anum_pg_parameter_acl_oid - 1] = ObjectIdGetDatum(oid);
	values[Anum_pg_parameter_acl_parname - 1] =
		CStringGetTextDatum(convert_GUC_name_for_parameter_acl(parameter));
	nulls[Anum_pg_parameter_acl_paracl - 1] = true;
	tuple = heap_form_tuple(RelationGetDescr(rel), values, nulls);
	CatalogTupleInsert(rel, tuple);
	heap_freetuple(tuple);
	table_close(rel, NoLock);
	CommandCounterIncrement();
	return oid;
}
