/*
 * owner.c
 *		ALTER ... OWNER TO, of objects that are one catalog row each.
 *
 * Relations have their own (tablerewrite.c and altertable.c): their indexes,
 * sequences and row types go along.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/owner.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/pg_proc.h"
#include "commands/dbcommands.h"
#include "commands/owner.h"
#include "commands/schemacmds.h"
#include "miscadmin.h"
#include "nodes/value.h"
#include "parser/parse_func.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/*
 * set_row_owner
 *		Give the object of a row of an open catalog to a role, with the grants
 *		that its old owner made.  The caller has checked that this is allowed.
 */
void
set_row_owner(Relation rel, HeapTuple tup, AttrNumber owner_column,
			  AttrNumber acl_column, Oid objectId, Oid newOwnerId)
{
	TupleDesc desc = RelationGetDescr(rel);
	Datum *values = palloc0(desc->natts * sizeof(Datum));
	bool *nulls = palloc0(desc->natts * sizeof(bool));
	bool *replace = palloc0(desc->natts * sizeof(bool));
	bool isnull;
	Oid old_owner = DatumGetObjectId(heap_getattr(tup, owner_column, desc, &isnull));
	Datum acl = heap_getattr(tup, acl_column, desc, &isnull);
	HeapTuple newtup;

	replace[owner_column - 1] = true;
	values[owner_column - 1] = ObjectIdGetDatum(newOwnerId);
	if (!isnull)
	{
		replace[acl_column - 1] = true;
		values[acl_column - 1] = PointerGetDatum(aclnewowner(DatumGetAclP(acl), old_owner, newOwnerId));
	}
	newtup = heap_modify_tuple(tup, desc, values, nulls, replace);
	CatalogTupleUpdate(rel, &newtup->t_self, newtup);
	changeDependencyOnOwner(RelationGetRelid(rel), objectId, newOwnerId);
	heap_freetuple(newtup);
	pfree(values);
	pfree(nulls);
	pfree(replace);
}

/* The new owner of a function must be allowed to make one in its schema. */
static ObjectAddress
alter_function_owner(AlterOwnerStmt *stmt, Oid newOwnerId)
{
	ObjectWithArgs *name = castNode(ObjectWithArgs, stmt->object);
	Oid oid = LookupFuncWithArgs(stmt->objectType, name, false);
	Relation rel = table_open(ProcedureRelationId, RowExclusiveLock);
	HeapTuple tup = SearchSysCacheCopy1(PROCOID, ObjectIdGetDatum(oid));
	ObjectAddress address;
	Form_pg_proc proc;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", oid);
	proc = (Form_pg_proc) GETSTRUCT(tup);
	if (proc->proowner != newOwnerId)
	{
		if (!pg_proc_ownercheck(oid, GetUserId()))
			aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_FUNCTION, NameStr(proc->proname));
		check_is_member_of_role(GetUserId(), newOwnerId);
		if (!superuser())
		{
			AclResult acl = pg_namespace_aclcheck(proc->pronamespace, newOwnerId, ACL_CREATE);

			if (acl != ACLCHECK_OK)
				aclcheck_error(acl, OBJECT_SCHEMA, get_namespace_name(proc->pronamespace));
		}
		set_row_owner(rel, tup, Anum_pg_proc_proowner, Anum_pg_proc_proacl, oid, newOwnerId);
	}
	ObjectAddressSet(address, ProcedureRelationId, oid);
	heap_freetuple(tup);
	table_close(rel, NoLock);
	return address;
}

/* ExecAlterOwnerStmt
 *		ALTER SCHEMA, DATABASE, FUNCTION ... OWNER TO. */
ObjectAddress
ExecAlterOwnerStmt(AlterOwnerStmt *stmt)
{
	Oid owner = get_rolespec_oid(stmt->newowner, false);

	switch (stmt->objectType)
	{
		case OBJECT_SCHEMA:
			return AlterSchemaOwner(strVal(stmt->object), owner);
		case OBJECT_DATABASE:
			return AlterDatabaseOwner(strVal(stmt->object), owner);
		case OBJECT_FUNCTION:
		case OBJECT_PROCEDURE:
		case OBJECT_ROUTINE:
		case OBJECT_AGGREGATE:
			return alter_function_owner(stmt, owner);
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("%s ... OWNER TO is not supported yet", CreateCommandName((Node *) stmt))));
	}
}
