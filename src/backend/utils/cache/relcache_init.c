/*
 * relcache_init.c
 *		The descriptors that exist before any catalog can be read.
 *
 * To read pg_class one needs pg_class.  The layouts of nine catalogs are
 * compiled in (catalog/schemapg.h); their descriptors are made from that and
 * nailed, that is, kept forever.  With them, catalogs can be read
 * sequentially, and thus the indexes opened without which nothing is fast;
 * these are nailed as well.  Three phases, in the order of a session's start:
 *
 *	1. RelationCacheInitialize: an empty table (relcache.c).
 *	2. RelationCacheInitializePhase2: the shared catalogs that authentication
 *	   needs, while no database has been chosen.
 *	3. RelationCacheInitializePhase3: the catalogs of the database, and the
 *	   critical indexes of both; then what was compiled in is completed from
 *	   the rows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/relcache_init.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/tableam.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amproc.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_auth_members.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "catalog/pg_index.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_shseclabel.h"
#include "catalog/pg_subscription.h"
#include "catalog/pg_tablespace.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "catalog/schemapg.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/memutils.h"
#include "utils/relmapper.h"
#include "utils/syscache.h"

#include "relcache_private.h"

static const FormData_pg_attribute columns_of_pg_class[] = {Schema_pg_class};
static const FormData_pg_attribute columns_of_pg_attribute[] = {Schema_pg_attribute};
static const FormData_pg_attribute columns_of_pg_proc[] = {Schema_pg_proc};
static const FormData_pg_attribute columns_of_pg_type[] = {Schema_pg_type};
static const FormData_pg_attribute columns_of_pg_database[] = {Schema_pg_database};
static const FormData_pg_attribute columns_of_pg_authid[] = {Schema_pg_authid};
static const FormData_pg_attribute columns_of_pg_auth_members[] = {Schema_pg_auth_members};
static const FormData_pg_attribute columns_of_pg_shseclabel[] = {Schema_pg_shseclabel};
static const FormData_pg_attribute columns_of_pg_subscription[] = {Schema_pg_subscription};
static const FormData_pg_attribute columns_of_pg_index[] = {Schema_pg_index};

typedef struct Nailed
{
	const char *name;
	Oid relid;
	Oid rowtype;
	const FormData_pg_attribute *columns;
	int natts;
} Nailed;

#define NAILED(rel, macro, rowtype)                         \
	{                                                       \
#rel, macro, rowtype, columns_of_##rel, Natts_##rel \
	}

static const Nailed shared_catalogs[] = {
	NAILED(pg_database, DatabaseRelationId, DatabaseRelation_Rowtype_Id),
	NAILED(pg_authid, AuthIdRelationId, AuthIdRelation_Rowtype_Id),
	NAILED(pg_auth_members, AuthMemRelationId, AuthMemRelation_Rowtype_Id),
	NAILED(pg_shseclabel, SharedSecLabelRelationId, SharedSecLabelRelation_Rowtype_Id),
	NAILED(pg_subscription, SubscriptionRelationId, SubscriptionRelation_Rowtype_Id),
};

static const Nailed local_catalogs[] = {
	NAILED(pg_class, RelationRelationId, RelationRelation_Rowtype_Id),
	NAILED(pg_attribute, AttributeRelationId, AttributeRelation_Rowtype_Id),
	NAILED(pg_proc, ProcedureRelationId, ProcedureRelation_Rowtype_Id),
	NAILED(pg_type, TypeRelationId, TypeRelation_Rowtype_Id),
};

/* index and its catalog */
static const Oid local_indexes[][2] = {
	{ClassOidIndexId, RelationRelationId},
	{AttributeRelidNumIndexId, AttributeRelationId},
	{IndexRelidIndexId, IndexRelationId},
	{OpclassOidIndexId, OperatorClassRelationId},
	{AccessMethodProcedureIndexId, AccessMethodProcedureRelationId},
	{RewriteRelRulenameIndexId, RewriteRelationId},
	{TriggerRelidNameIndexId, TriggerRelationId},
};

static const Oid shared_indexes[][2] = {
	{DatabaseNameIndexId, DatabaseRelationId},
	{DatabaseOidIndexId, DatabaseRelationId},
	{AuthIdRolnameIndexId, AuthIdRelationId},
	{AuthIdOidIndexId, AuthIdRelationId},
	{AuthMemMemRoleIndexId, AuthMemRelationId},
	{SharedSecLabelObjectIndexId, SharedSecLabelRelationId},
};

/* ---- layouts ---- */

static TupleDesc
layout(const FormData_pg_attribute *columns, int natts, Oid rowtype)
{
	TupleDesc desc = CreateTemplateTupleDesc(natts);

	desc->tdtypeid = rowtype;
	desc->tdtypmod = -1;
	for (int i = 0; i < natts; i++)
	{
		memcpy(TupleDescAttr(desc, i), &columns[i], ATTRIBUTE_FIXED_PART_SIZE);
		TupleDescAttr(desc, i)->attcacheoff = -1;
	}
	TupleDescAttr(desc, 0)->attcacheoff = 0;
	return desc;
}

static TupleDesc
keep_layout(TupleDesc *slot, const FormData_pg_attribute *columns, int natts)
{
	if (*slot == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(CacheMemoryContext);

		*slot = layout(columns, natts, RECORDOID);
		MemoryContextSwitchTo(old);
	}
	return *slot;
}

TupleDesc
relcache_pg_class_desc(void)
{
	static TupleDesc desc = NULL;

	return keep_layout(&desc, columns_of_pg_class, Natts_pg_class);
}

TupleDesc
relcache_pg_index_desc(void)
{
	static TupleDesc desc = NULL;

	return keep_layout(&desc, columns_of_pg_index, Natts_pg_index);
}

/* ---- phase 2 and 3 ---- */

static Form_pg_class
provisional_row(const Nailed *n, bool shared)
{
	Form_pg_class form = palloc0(sizeof(FormData_pg_class));

	form->oid = n->relid;
	namestrcpy(&form->relname, n->name);
	form->relnamespace = PG_CATALOG_NAMESPACE;
	form->reltype = n->rowtype;
	form->relisshared = shared;
	form->reltablespace = shared ? GLOBALTABLESPACE_OID : InvalidOid;
	form->relpersistence = RELPERSISTENCE_PERMANENT;
	form->relispopulated = true;
	form->relreplident = REPLICA_IDENTITY_NOTHING;
	form->relam = HEAP_TABLE_AM_OID;
	form->relkind = RELKIND_RELATION;
	form->relnatts = (int16) n->natts;
	form->relhasindex = true;
	/* relowner stays 0: the sign that the row has not been read */
	return form;
}

static void
nail_catalog(const Nailed *n, bool shared)
{
	MemoryContext old = MemoryContextSwitchTo(CacheMemoryContext);
	Relation rel = palloc0(sizeof(RelationData));
	bool has_not_null = false;

	rel->rd_isnailed = true;
	rel->rd_refcnt = 1;
	rel->rd_id = n->relid;
	rel->rd_backend = InvalidBackendId;
	rel->rd_rel = provisional_row(n, shared);
	rel->rd_att = layout(n->columns, n->natts, n->rowtype);
	rel->rd_att->tdrefcount = 1;
	for (int i = 0; i < n->natts; i++)
		has_not_null |= n->columns[i].attnotnull;
	if (has_not_null)
	{
		rel->rd_att->constr = palloc0(sizeof(TupleConstr));
		rel->rd_att->constr->has_not_null = true;
	}
	rel->rd_lockInfo.lockRelId.relId = n->relid;
	rel->rd_lockInfo.lockRelId.dbId = shared ? InvalidOid : MyDatabaseId;
	rel->rd_amhandler = F_HEAP_TABLEAM_HANDLER;
	rel->rd_tableam = GetHeapamTableAmRoutine();
	relcache_set_address(rel);
	relcache_insert(rel);
	rel->rd_isvalid = true;
	MemoryContextSwitchTo(old);
}

/* The shared catalogs that can be read before a database is chosen. */
void
RelationCacheInitializePhase2(void)
{
	RelationMapInitializePhase2();
	if (IsBootstrapProcessingMode())
		return;
	for (size_t i = 0; i < lengthof(shared_catalogs); i++)
		nail_catalog(&shared_catalogs[i], true);
}

/*
 * Locks in the order that every user takes them: catalog, then index.
 */
static void
nail_index(Oid indexoid, Oid heapoid)
{
	Relation rel;

	LockRelationOid(heapoid, AccessShareLock);
	LockRelationOid(indexoid, AccessShareLock);
	rel = relcache_build(indexoid);
	if (rel == NULL)
		elog(PANIC, "could not open critical system index %u", indexoid);
	rel->rd_isnailed = true;
	rel->rd_refcnt = 1;
	rel->rd_isvalid = true;
	relcache_insert(rel);
	UnlockRelationOid(indexoid, AccessShareLock);
	UnlockRelationOid(heapoid, AccessShareLock);
}

/* What was compiled in gives way to the row: owner, sizes, options. */
static void
complete_nailed(const Nailed *n)
{
	Relation rel = relcache_lookup(n->relid);
	HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(n->relid));

	if (!HeapTupleIsValid(tuple))
		elog(FATAL, "cache lookup failed for relation %u", n->relid);
	memcpy(rel->rd_rel, GETSTRUCT(tuple), CLASS_TUPLE_SIZE);
	if (rel->rd_options)
		pfree(rel->rd_options);
	relcache_parse_options(rel, tuple);
	if (rel->rd_att->tdtypeid != rel->rd_rel->reltype)
		rel->rd_att->tdtypeid = rel->rd_rel->reltype;
	ReleaseSysCache(tuple);
	if (!OidIsValid(rel->rd_rel->relowner))
		elog(ERROR, "invalid relowner in pg_class entry for \"%s\"", n->name);
}

/* The catalogs of the chosen database, and all critical indexes. */
void
RelationCacheInitializePhase3(void)
{
	RelationMapInitializePhase3();
	if (IsBootstrapProcessingMode())
		return;
	for (size_t i = 0; i < lengthof(local_catalogs); i++)
		nail_catalog(&local_catalogs[i], false);

	if (!criticalRelcachesBuilt)
	{
		for (size_t i = 0; i < lengthof(local_indexes); i++)
			nail_index(local_indexes[i][0], local_indexes[i][1]);
		criticalRelcachesBuilt = true;
		for (size_t i = 0; i < lengthof(shared_indexes); i++)
			nail_index(shared_indexes[i][0], shared_indexes[i][1]);
		criticalSharedRelcachesBuilt = true;
	}
	for (size_t i = 0; i < lengthof(local_catalogs); i++)
		complete_nailed(&local_catalogs[i]);
	for (size_t i = 0; i < lengthof(shared_catalogs); i++)
		complete_nailed(&shared_catalogs[i]);
}
