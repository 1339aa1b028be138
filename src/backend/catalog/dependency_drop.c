/*
 * dependency_drop.c
 *		Deleting one object of any kind.
 *
 * The catalog row goes, with what only it can know of: files, indexes, rows
 * of side catalogs, cached descriptors.  Dependencies, comments and the like
 * are dependency.c's.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/dependency_drop.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_enum.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_policy_d.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_publication_d.h"
#include "catalog/pg_publication_namespace_d.h"
#include "catalog/pg_publication_rel_d.h"
#include "catalog/pg_range.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_sequence.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_statistic_ext_data.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_ts_config.h"
#include "catalog/pg_ts_config_map.h"
#include "catalog/pg_type.h"
#include "pgstat.h"
#include "storage/lmgr.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "dependency_private.h"

/* Delete all rows whose OID column has a value. */
static int
delete_rows(Oid catalog, Oid index, AttrNumber column, Oid value)
{
	Relation rel = table_open(catalog, RowExclusiveLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	int n = 0;

	ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(value));
	scan = systable_beginscan(rel, index, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		CatalogTupleDelete(rel, &tuple->t_self);
		n++;
	}
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
	return n;
}

/* The row of an object in the catalog of its class. */
static void
delete_own_row(const ObjectAddress *object)
{
	int n = delete_rows(object->classId,
						get_object_oid_index(object->classId),
						get_object_attnum_oid(object->classId),
						object->objectId);

	if (n != 1)
		elog(ERROR, "cache lookup failed for %s %u",
			 get_object_class_descr(object->classId), object->objectId);
}

static void
drop_relation(const ObjectAddress *object, int flags)
{
	char relkind = get_rel_relkind(object->objectId);

	if (relkind == RELKIND_INDEX || relkind == RELKIND_PARTITIONED_INDEX)
	{
		Assert(object->objectSubId == 0);
		index_drop(object->objectId,
				   (flags & PERFORM_DELETION_CONCURRENTLY) != 0,
				   (flags & PERFORM_DELETION_CONCURRENT_LOCK) != 0);
		return;
	}
	if (object->objectSubId != 0)
	{
		RemoveAttributeById(object->objectId, object->objectSubId);
		return;
	}
	heap_drop_with_catalog(object->objectId);
	if (relkind == RELKIND_SEQUENCE)
		delete_rows(SequenceRelationId, SequenceRelidIndexId,
					Anum_pg_sequence_seqrelid, object->objectId);
}

static void
drop_type(const ObjectAddress *object)
{
	char typtype = get_typtype(object->objectId);

	delete_own_row(object);
	if (typtype == TYPTYPE_ENUM)
		delete_rows(EnumRelationId, EnumTypIdLabelIndexId,
					Anum_pg_enum_enumtypid, object->objectId);
	else if (typtype == TYPTYPE_RANGE)
		delete_rows(RangeRelationId, RangeTypidIndexId,
					Anum_pg_range_rngtypid, object->objectId);
}

static void
drop_function(const ObjectAddress *object)
{
	char prokind = get_func_prokind(object->objectId);

	delete_own_row(object);
	pgstat_drop_function(object->objectId);
	if (prokind == PROKIND_AGGREGATE)
		delete_rows(AggregateRelationId, AggregateFnoidIndexId,
					Anum_pg_aggregate_aggfnoid, object->objectId);
}

/* Other operators must not name one that is gone as their partner. */
static void
forget_partner(Oid partner, Oid gone)
{
	Relation rel;
	HeapTuple tuple;
	Form_pg_operator form;

	if (!OidIsValid(partner) || partner == gone)
		return;
	rel = table_open(OperatorRelationId, RowExclusiveLock);
	tuple = SearchSysCacheCopy1(OPEROID, ObjectIdGetDatum(partner));
	if (HeapTupleIsValid(tuple))
	{
		form = (Form_pg_operator) GETSTRUCT(tuple);
		if (form->oprcom == gone || form->oprnegate == gone)
		{
			if (form->oprcom == gone)
				form->oprcom = InvalidOid;
			if (form->oprnegate == gone)
				form->oprnegate = InvalidOid;
			CatalogTupleUpdate(rel, &tuple->t_self, tuple);
		}
		heap_freetuple(tuple);
	}
	table_close(rel, RowExclusiveLock);
	CommandCounterIncrement();
}

static void
drop_operator(const ObjectAddress *object)
{
	forget_partner(get_commutator(object->objectId), object->objectId);
	forget_partner(get_negator(object->objectId), object->objectId);
	delete_own_row(object);
}

/* A row that belongs to a table whose descriptor shows it. */
static void
drop_of_table(const ObjectAddress *object, AttrNumber relid_column)
{
	Relation rel = table_open(object->classId, RowExclusiveLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	bool isnull;
	Oid relid;
	Relation table;

	ScanKeyInit(&key, get_object_attnum_oid(object->classId),
				BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(object->objectId));
	scan = systable_beginscan(rel, get_object_oid_index(object->classId), true,
							  NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "could not find tuple for %s %u",
			 get_object_class_descr(object->classId), object->objectId);
	relid = DatumGetObjectId(heap_getattr(tuple, relid_column,
										  RelationGetDescr(rel), &isnull));

	/* nobody may be using the old descriptor; the lock is kept */
	table = table_open(relid, AccessExclusiveLock);
	CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
	CacheInvalidateRelcache(table);
	table_close(table, NoLock);
}

static void
drop_statistics(const ObjectAddress *object)
{
	HeapTuple tuple = SearchSysCache1(STATEXTOID,
									  ObjectIdGetDatum(object->objectId));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for statistics object %u",
			 object->objectId);
	CacheInvalidateRelcacheByRelid(((Form_pg_statistic_ext) GETSTRUCT(tuple))->stxrelid);
	ReleaseSysCache(tuple);
	delete_rows(StatisticExtDataRelationId, StatisticExtDataStxoidInhIndexId,
				Anum_pg_statistic_ext_data_stxoid, object->objectId);
	delete_own_row(object);
}

/*
 * drop_object_itself
 *		Delete an object whose dependents are gone.
 */
void
drop_object_itself(const ObjectAddress *object, int flags)
{
	switch (object->classId)
	{
		case RelationRelationId:
			drop_relation(object, flags);
			break;
		case TypeRelationId:
			drop_type(object);
			break;
		case ProcedureRelationId:
			drop_function(object);
			break;
		case ConstraintRelationId:
			RemoveConstraintById(object->objectId);
			break;
		case AttrDefaultRelationId:
			RemoveAttrDefaultById(object->objectId);
			break;
		case OperatorRelationId:
			drop_operator(object);
			break;
		case RewriteRelationId:
			drop_of_table(object, Anum_pg_rewrite_ev_class);
			break;
		case TriggerRelationId:
			drop_of_table(object, Anum_pg_trigger_tgrelid);
			break;
		case PolicyRelationId:
			drop_of_table(object, Anum_pg_policy_polrelid);
			break;
		case StatisticExtRelationId:
			drop_statistics(object);
			break;
		case TSConfigRelationId:
			delete_own_row(object);
			delete_rows(TSConfigMapRelationId, TSConfigMapIndexId,
						Anum_pg_ts_config_map_mapcfg, object->objectId);
			break;
		case PublicationRelationId:
		case PublicationRelRelationId:
		case PublicationNamespaceRelationId:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("publications are not supported")));
			break;
		default:
			/* one row and nothing else */
			if (IsSharedRelation(object->classId))
				elog(ERROR, "global objects cannot be deleted by doDeletion");
			delete_own_row(object);
			break;
	}
}
