/*
 * pg_attrdef.c
 *		Stored defaults of columns.
 *
 * A default is a row with the expression, the flag atthasdef of the column,
 * and dependencies: it goes with its column, and whatever it calls cannot go
 * without it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_attrdef.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/catalog_upcalls.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_attrdef.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

static Oid
insert_row(Oid relid, AttrNumber attnum, Node *expr)
{
	Relation rel = table_open(AttrDefaultRelationId, RowExclusiveLock);
	Datum values[4];
	bool nulls[4] = {false};
	Oid oid = GetNewOidWithIndex(rel, AttrDefaultOidIndexId,
								 Anum_pg_attrdef_oid);
	HeapTuple tuple;

	values[Anum_pg_attrdef_oid - 1] = ObjectIdGetDatum(oid);
	values[Anum_pg_attrdef_adrelid - 1] = ObjectIdGetDatum(relid);
	values[Anum_pg_attrdef_adnum - 1] = Int16GetDatum(attnum);
	values[Anum_pg_attrdef_adbin - 1] = CStringGetTextDatum(nodeToString(expr));
	tuple = heap_form_tuple(RelationGetDescr(rel), values, nulls);
	CatalogTupleInsert(rel, tuple);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
	return oid;
}

/*
 * ADD COLUMN with a default that is a constant by now: old rows need not be
 * rewritten if the column's row keeps its value, as a one-element array.
 */
static Datum
missing_value(Form_pg_attribute att, Node *expr, bool *isnull)
{
	EState *estate = CreateExecutorState();
	Expr *planned = expression_planner((Expr *) expr);
	ExprState *state = ExecPrepareExpr(planned, estate);
	ExprContext *econtext = MakePerTupleExprContext(estate);
	Datum value = state->evalfunc(state, econtext, isnull);
	Datum result = (Datum) 0;

	if (!*isnull)
		result = PointerGetDatum(construct_array(&value, 1, att->atttypid,
												 att->attlen, att->attbyval,
												 att->attalign));
	FreeExecutorState(estate);
	return result;
}

/* atthasdef, and with add_column_mode the value for rows already there. */
static char
mark_column(Relation rel, AttrNumber attnum, Node *expr, bool add_column_mode)
{
	Relation attrrel = table_open(AttributeRelationId, RowExclusiveLock);
	HeapTuple tuple;
	Form_pg_attribute att;
	char generated;

	tuple = SearchSysCacheCopy2(ATTNUM, ObjectIdGetDatum(RelationGetRelid(rel)),
								Int16GetDatum(attnum));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for attribute %d of relation %u",
			 attnum, RelationGetRelid(rel));
	att = (Form_pg_attribute) GETSTRUCT(tuple);
	generated = att->attgenerated;
	if (!att->atthasdef)
	{
		Datum values[Natts_pg_attribute] = {0};
		bool nulls[Natts_pg_attribute] = {false};
		bool replaces[Natts_pg_attribute] = {false};
		bool isnull;

		values[Anum_pg_attribute_atthasdef - 1] = BoolGetDatum(true);
		replaces[Anum_pg_attribute_atthasdef - 1] = true;
		if (rel->rd_rel->relkind == RELKIND_RELATION && add_column_mode &&
			!generated)
		{
			Datum missing = missing_value(att, expr, &isnull);

			values[Anum_pg_attribute_atthasmissing - 1] = BoolGetDatum(!isnull);
			replaces[Anum_pg_attribute_atthasmissing - 1] = true;
			values[Anum_pg_attribute_attmissingval - 1] = missing;
			nulls[Anum_pg_attribute_attmissingval - 1] = isnull;
			replaces[Anum_pg_attribute_attmissingval - 1] = true;
		}
		tuple = heap_modify_tuple(tuple, RelationGetDescr(attrrel), values,
								  nulls, replaces);
		CatalogTupleUpdate(attrrel, &tuple->t_self, tuple);
	}
	table_close(attrrel, RowExclusiveLock);
	heap_freetuple(tuple);
	return generated;
}

/*
 * StoreAttrDefault
 *		Store the default of a column.  Returns the OID of the default.
 */
Oid
StoreAttrDefault(Relation rel, AttrNumber attnum, Node *expr,
				 bool is_internal, bool add_column_mode)
{
	Oid relid = RelationGetRelid(rel);
	Oid oid = insert_row(relid, attnum, expr);
	char generated = mark_column(rel, attnum, expr, add_column_mode);
	ObjectAddress me;
	ObjectAddress column;

	ObjectAddressSet(me, AttrDefaultRelationId, oid);
	ObjectAddressSubSet(column, RelationRelationId, relid, attnum);
	recordDependencyOn(&me, &column, generated ? DEPENDENCY_INTERNAL : DEPENDENCY_AUTO);
	recordDependencyOnSingleRelExpr(&me, expr, relid, DEPENDENCY_NORMAL,
									DEPENDENCY_NORMAL, false);
	InvokeObjectPostCreateHookArg(AttrDefaultRelationId, relid, attnum,
								  is_internal);
	return oid;
}

/*
 * RemoveAttrDefault
 *		ALTER COLUMN DROP DEFAULT.  With complain, having none is an error.
 */
void
RemoveAttrDefault(Oid relid, AttrNumber attnum, DropBehavior behavior,
				  bool complain, bool internal)
{
	Oid oid = GetAttrDefaultOid(relid, attnum);
	ObjectAddress object;

	if (!OidIsValid(oid))
	{
		if (complain)
			elog(ERROR, "could not find attrdef tuple for relation %u attnum %d",
				 relid, attnum);
		return;
	}
	ObjectAddressSet(object, AttrDefaultRelationId, oid);
	performDeletion(&object, behavior, internal ? PERFORM_DELETION_INTERNAL : 0);
}

/* Delete a default whose dependents are gone; called by dependency.c. */
void
RemoveAttrDefaultById(Oid attrdefId)
{
	Relation rel = table_open(AttrDefaultRelationId, RowExclusiveLock);
	Relation attrrel;
	Relation table;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	Oid relid;
	AttrNumber attnum;

	ScanKeyInit(&key, Anum_pg_attrdef_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(attrdefId));
	scan = systable_beginscan(rel, AttrDefaultOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "could not find tuple for attrdef %u", attrdefId);
	relid = ((Form_pg_attrdef) GETSTRUCT(tuple))->adrelid;
	attnum = ((Form_pg_attrdef) GETSTRUCT(tuple))->adnum;
	table = relation_open(relid, AccessExclusiveLock);
	CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);

	attrrel = table_open(AttributeRelationId, RowExclusiveLock);
	tuple = SearchSysCacheCopy2(ATTNUM, ObjectIdGetDatum(relid),
								Int16GetDatum(attnum));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for attribute %d of relation %u",
			 attnum, relid);
	((Form_pg_attribute) GETSTRUCT(tuple))->atthasdef = false;
	CatalogTupleUpdate(attrrel, &tuple->t_self, tuple);
	table_close(attrrel, RowExclusiveLock);
	relation_close(table, NoLock);
}

/* The default of a column, or InvalidOid. */
Oid
GetAttrDefaultOid(Oid relid, AttrNumber attnum)
{
	Relation rel = table_open(AttrDefaultRelationId, AccessShareLock);
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tuple;
	Oid result = InvalidOid;

	ScanKeyInit(&keys[0], Anum_pg_attrdef_adrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(relid));
	ScanKeyInit(&keys[1], Anum_pg_attrdef_adnum, BTEqualStrategyNumber,
				F_INT2EQ, Int16GetDatum(attnum));
	scan = systable_beginscan(rel, AttrDefaultIndexId, true, NULL, 2, keys);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		result = ((Form_pg_attrdef) GETSTRUCT(tuple))->oid;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

/* The column that a default belongs to. */
ObjectAddress
GetAttrDefaultColumnAddress(Oid attrdefoid)
{
	Relation rel = table_open(AttrDefaultRelationId, AccessShareLock);
	ObjectAddress result = InvalidObjectAddress;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;

	ScanKeyInit(&key, Anum_pg_attrdef_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(attrdefoid));
	scan = systable_beginscan(rel, AttrDefaultOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		ObjectAddressSubSet(result, RelationRelationId,
							((Form_pg_attrdef) GETSTRUCT(tuple))->adrelid,
							((Form_pg_attrdef) GETSTRUCT(tuple))->adnum);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}
