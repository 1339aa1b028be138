/*
 * partitionfuncs.c
 *		SQL functions about the tree of partitions.
 *
 * pg_partition_root and pg_partition_ancestors follow pg_inherits upwards.  All
 * return nothing for relations that neither are partitions nor can have them,
 * which is what psql relies on when it describes a table.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/partitionfuncs.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/fmgrprotos.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* Can this relation stand in a tree of partitions?  Not if it is gone. */
static bool
in_partition_tree(Oid relid)
{
	char relkind;

	if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relid)))
		return false;
	relkind = get_rel_relkind(relid);
	return get_rel_relispartition(relid) ||
		relkind == RELKIND_PARTITIONED_TABLE ||
		relkind == RELKIND_PARTITIONED_INDEX;
}

/* The relation that relid is a partition of. */
static Oid
partition_parent(Oid relid)
{
	Relation inherits = table_open(InheritsRelationId, AccessShareLock);
	ScanKeyData key[2];
	SysScanDesc scan;
	HeapTuple tup;
	Oid result = InvalidOid;

	ScanKeyInit(&key[0], Anum_pg_inherits_inhrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(relid));
	ScanKeyInit(&key[1], Anum_pg_inherits_inhseqno, BTEqualStrategyNumber,
				F_INT4EQ, Int32GetDatum(1));
	scan = systable_beginscan(inherits, InheritsRelidSeqnoIndexId, true, NULL,
							  2, key);
	tup = systable_getnext(scan);
	if (HeapTupleIsValid(tup))
		result = ((Form_pg_inherits) GETSTRUCT(tup))->inhparent;
	systable_endscan(scan);
	table_close(inherits, AccessShareLock);
	return result;
}

/* relid and those it is a partition of, up to the root. */
static List *
partition_path(Oid relid)
{
	List *result = NIL;

	while (OidIsValid(relid))
	{
		result = lappend_oid(result, relid);
		relid = get_rel_relispartition(relid) ? partition_parent(relid) : InvalidOid;
	}
	return result;
}

/*
 * pg_partition_root
 *		SQL: the topmost table or index of a tree of partitions; NULL outside.
 */
Datum
pg_partition_root(PG_FUNCTION_ARGS)
{
	Oid relid = PG_GETARG_OID(0);

	if (!in_partition_tree(relid))
		PG_RETURN_NULL();
	PG_RETURN_OID(llast_oid(partition_path(relid)));
}

/*
 * pg_partition_ancestors
 *		SQL: a relation and all it is a partition of, nearest first; no rows
 *		outside trees of partitions.
 */
Datum
pg_partition_ancestors(PG_FUNCTION_ARGS)
{
	FuncCallContext *call;
	List *path;

	if (SRF_IS_FIRSTCALL())
	{
		Oid relid = PG_GETARG_OID(0);
		MemoryContext caller;

		call = SRF_FIRSTCALL_INIT();
		caller = MemoryContextSwitchTo(call->multi_call_memory_ctx);
		call->user_fctx = in_partition_tree(relid) ? partition_path(relid) : NIL;
		MemoryContextSwitchTo(caller);
	}
	call = SRF_PERCALL_SETUP();
	path = call->user_fctx;
	if (call->call_cntr < list_length(path))
		SRF_RETURN_NEXT(call,
						ObjectIdGetDatum(list_nth_oid(path, call->call_cntr)));
	SRF_RETURN_DONE(call);
}

static void
refuse_partitioning(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("showing the %s is not supported", what)));
}

/*
 * pg_get_partkeydef
 *		SQL: the partition key of a table; NULL if it has none.
 */
Datum
pg_get_partkeydef(PG_FUNCTION_ARGS)
{
	if (get_rel_relkind(PG_GETARG_OID(0)) == RELKIND_PARTITIONED_TABLE)
		refuse_partitioning("partition key of a partitioned table");
	PG_RETURN_NULL();
}

/*
 * pg_get_partition_constraintdef
 *		SQL: what holds for all rows of a partition; NULL for other relations.
 */
Datum
pg_get_partition_constraintdef(PG_FUNCTION_ARGS)
{
	if (SearchSysCacheExists1(RELOID, PG_GETARG_DATUM(0)) &&
		get_rel_relispartition(PG_GETARG_OID(0)))
		refuse_partitioning("constraint of a partition");
	PG_RETURN_NULL();
}
