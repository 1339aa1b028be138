/*
 * index.c
 *		Making, building and dropping indexes.
 *
 * index_create writes the rows of an index (pg_class, pg_attribute, pg_index,
 * dependencies, the constraint it may belong to) and has the access method
 * build it.  Sizes are entered in pg_class in place: they need no rollback, and
 * a new row version per build would only bloat the catalog.
 *
 * While an index is being rebuilt, or waits for it, it must not be used to read
 * catalogs; the state of that is kept here (ReindexIsProcessingIndex).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/index.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/amapi.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/reloptions.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/visibilitymap.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/catalog_upcalls.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_am.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_type.h"
#include "catalog/storage.h"
#include "catalog/storage_xlog.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/readfuncs.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"
#include "utils/syscache.h"

/* ---- state of REINDEX ---- */

static Oid reindexed_heap = InvalidOid;
static Oid reindexed_index = InvalidOid;
static List *pending_indexes = NIL; /* not yet rebuilt */
static int reindex_nest_level = 0;

bool
ReindexIsProcessingHeap(Oid heapOid)
{
	return heapOid == reindexed_heap;
}

/* Must the index not be used now? */
bool
ReindexIsProcessingIndex(Oid indexOid)
{
	return indexOid == reindexed_index ||
		list_member_oid(pending_indexes, indexOid);
}

static void
start_reindex(Oid heap, Oid index)
{
	if (OidIsValid(reindexed_heap))
		elog(ERROR, "cannot reindex while reindexing");
	reindexed_heap = heap;
	reindexed_index = index;
	pending_indexes = list_delete_oid(pending_indexes, index);
	reindex_nest_level = GetCurrentTransactionNestLevel();
}

static void
end_reindex(void)
{
	reindexed_heap = reindexed_index = InvalidOid;
}

/* A (sub)transaction at this level has failed. */
void
ResetReindexState(int nestLevel)
{
	if (reindex_nest_level < nestLevel)
		return;
	end_reindex();
	pending_indexes = NIL; /* its memory went with the transaction */
	reindex_nest_level = 0;
}

/* ---- columns of an index ---- */

static void
type_into_column(Form_pg_attribute to, Oid type)
{
	HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	Form_pg_type form;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for type %u", type);
	form = (Form_pg_type) GETSTRUCT(tuple);
	to->atttypid = type;
	to->attlen = form->typlen;
	to->attbyval = form->typbyval;
	to->attalign = form->typalign;
	to->attstorage = form->typstorage;
	to->attcompression = '\0';
	ReleaseSysCache(tuple);
}

static void
column_from_heap(Form_pg_attribute to, Relation heap, AttrNumber attnum)
{
	const FormData_pg_attribute *from;

	if (attnum < 0)
		from = SystemAttributeDefinition(attnum);
	else if (attnum > RelationGetDescr(heap)->natts)
	{
		elog(ERROR, "invalid column number %d", attnum);
		return;
	}
	else
		from = TupleDescAttr(RelationGetDescr(heap), attnum - 1);
	to->atttypid = from->atttypid;
	to->attlen = from->attlen;
	to->attndims = from->attndims;
	to->atttypmod = from->atttypmod;
	to->attbyval = from->attbyval;
	to->attalign = from->attalign;
	to->attstorage = from->attstorage;
	to->attcompression = from->attcompression;
}

static void
column_from_expression(Form_pg_attribute to, Node *expr)
{
	type_into_column(to, exprType(expr));
	to->atttypmod = exprTypmod(expr);
	/* the type may be one that no column can have */
	CheckAttributeType(NameStr(to->attname), to->atttypid, to->attcollation,
					   NIL, 0);
}

/* What the opclass stores, where that is not the column's own type. */
static Oid
stored_type(Oid opclass, Oid amkeytype, Oid coltype)
{
	HeapTuple tuple = SearchSysCache1(CLAOID, ObjectIdGetDatum(opclass));
	Form_pg_opclass form;
	Oid keytype = amkeytype;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for opclass %u", opclass);
	form = (Form_pg_opclass) GETSTRUCT(tuple);
	if (OidIsValid(form->opckeytype))
		keytype = form->opckeytype;
	if (keytype == ANYELEMENTOID && form->opcintype == ANYARRAYOID)
	{
		keytype = get_base_element_type(coltype);
		if (!OidIsValid(keytype))
			elog(ERROR, "could not get element type of array type %u", coltype);
	}
	ReleaseSysCache(tuple);
	return keytype;
}

static TupleDesc
index_columns(Relation heap, IndexInfo *info, List *names, Oid amoid,
			  Oid *collations, Oid *opclasses)
{
	IndexAmRoutine *am = GetIndexAmRoutineByAmId(amoid, false);
	TupleDesc desc = CreateTemplateTupleDesc(info->ii_NumIndexAttrs);
	ListCell *expr = list_head(info->ii_Expressions);

	for (int i = 0; i < info->ii_NumIndexAttrs; i++)
	{
		Form_pg_attribute to = TupleDescAttr(desc, i);
		AttrNumber attnum = info->ii_IndexAttrNumbers[i];

		memset(to, 0, ATTRIBUTE_FIXED_PART_SIZE);
		to->attnum = i + 1;
		to->attstattarget = -1;
		to->attcacheoff = -1;
		to->attislocal = true;
		to->attcollation = i < info->ii_NumIndexKeyAttrs ? collations[i] : InvalidOid;
		namestrcpy(&to->attname, list_nth(names, i));
		if (attnum != 0)
			column_from_heap(to, heap, attnum);
		else
		{
			if (expr == NULL)
				elog(ERROR, "too few entries in indexprs list");
			column_from_expression(to, lfirst(expr));
			expr = lnext(info->ii_Expressions, expr);
		}
		if (i < info->ii_NumIndexKeyAttrs)
		{
			Oid type = stored_type(opclasses[i], am->amkeytype,
								   to->atttypid);

			if (OidIsValid(type) && type != to->atttypid)
			{
				type_into_column(to, type);
				to->atttypmod = -1;
			}
		}
	}
	pfree(am);
	return desc;
}

/* ---- rows of an index ---- */

typedef struct IndexFlags
{
	bool is_primary;
	bool is_exclusion;
	bool immediate;
	bool is_valid;
	bool is_ready;
} IndexFlags;

static void
insert_pg_index(Oid index, Oid heap, IndexInfo *info, Oid *collations,
				Oid *opclasses, int16 *options, const IndexFlags *flags)
{
	Relation rel = table_open(IndexRelationId, RowExclusiveLock);
	Datum v[Natts_pg_index] = {0};
	bool nulls[Natts_pg_index] = {false};
	int nkeys = info->ii_NumIndexKeyAttrs;
	HeapTuple tuple;

#define SET(col, datum) v[Anum_pg_index_##col - 1] = (datum)
	SET(indexrelid, ObjectIdGetDatum(index));
	SET(indrelid, ObjectIdGetDatum(heap));
	SET(indnatts, Int16GetDatum(info->ii_NumIndexAttrs));
	SET(indnkeyatts, Int16GetDatum(nkeys));
	SET(indisunique, BoolGetDatum(info->ii_Unique));
	SET(indnullsnotdistinct, BoolGetDatum(info->ii_NullsNotDistinct));
	SET(indisprimary, BoolGetDatum(flags->is_primary));
	SET(indisexclusion, BoolGetDatum(flags->is_exclusion));
	SET(indimmediate, BoolGetDatum(flags->immediate));
	SET(indisclustered, BoolGetDatum(false));
	SET(indisvalid, BoolGetDatum(flags->is_valid));
	SET(indcheckxmin, BoolGetDatum(false));
	SET(indisready, BoolGetDatum(flags->is_ready));
	SET(indislive, BoolGetDatum(true));
	SET(indisreplident, BoolGetDatum(false));
	SET(indkey, PointerGetDatum(buildint2vector(info->ii_IndexAttrNumbers, info->ii_NumIndexAttrs)));
	SET(indcollation, PointerGetDatum(buildoidvector(collations, nkeys)));
	SET(indclass, PointerGetDatum(buildoidvector(opclasses, nkeys)));
	SET(indoption, PointerGetDatum(buildint2vector(options, nkeys)));
	if (info->ii_Expressions != NIL)
		SET(indexprs, CStringGetTextDatum(nodeToString(info->ii_Expressions)));
	else
		nulls[Anum_pg_index_indexprs - 1] = true;
	if (info->ii_Predicate != NIL)
		SET(indpred, CStringGetTextDatum(nodeToString(make_ands_explicit(info->ii_Predicate))));
	else
		nulls[Anum_pg_index_indpred - 1] = true;
#undef SET
	tuple = heap_form_tuple(RelationGetDescr(rel), v, nulls);
	CatalogTupleInsert(rel, tuple);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
}

/* The index goes with its columns, or with the table if it names none. */
static void
depend_on_columns(const ObjectAddress *me, Oid heap, IndexInfo *info)
{
	ObjectAddresses *addrs = new_object_addresses();
	ObjectAddress a;
	bool any = false;

	for (int i = 0; i < info->ii_NumIndexAttrs; i++)
	{
		if (info->ii_IndexAttrNumbers[i] == 0)
			continue;
		ObjectAddressSubSet(a, RelationRelationId, heap,
							info->ii_IndexAttrNumbers[i]);
		add_exact_object_address(&a, addrs);
		any = true;
	}
	if (!any)
	{
		ObjectAddressSet(a, RelationRelationId, heap);
		add_exact_object_address(&a, addrs);
	}
	record_object_address_dependencies(me, addrs, DEPENDENCY_AUTO);
	free_object_addresses(addrs);
}

static void
record_index_dependencies(Oid index, Oid heap, IndexInfo *info,
						  Oid *collations, Oid *opclasses, bool of_constraint)
{
	ObjectAddress me;
	ObjectAddress a;
	ObjectAddresses *addrs;

	ObjectAddressSet(me, RelationRelationId, index);
	if (!of_constraint)
		depend_on_columns(&me, heap, info);

	addrs = new_object_addresses();
	for (int i = 0; i < info->ii_NumIndexKeyAttrs; i++)
	{
		if (OidIsValid(collations[i]) && collations[i] != DEFAULT_COLLATION_OID)
		{
			ObjectAddressSet(a, CollationRelationId, collations[i]);
			add_exact_object_address(&a, addrs);
		}
	}
	record_object_address_dependencies(&me, addrs, DEPENDENCY_NORMAL);
	free_object_addresses(addrs);

	addrs = new_object_addresses();
	for (int i = 0; i < info->ii_NumIndexKeyAttrs; i++)
	{
		ObjectAddressSet(a, OperatorClassRelationId, opclasses[i]);
		add_exact_object_address(&a, addrs);
	}
	record_object_address_dependencies(&me, addrs, DEPENDENCY_NORMAL);
	free_object_addresses(addrs);

	if (info->ii_Expressions)
		recordDependencyOnSingleRelExpr(&me, (Node *) info->ii_Expressions,
										heap, DEPENDENCY_NORMAL,
										DEPENDENCY_AUTO, false);
	if (info->ii_Predicate)
		recordDependencyOnSingleRelExpr(&me, (Node *) info->ii_Predicate, heap,
										DEPENDENCY_NORMAL, DEPENDENCY_AUTO,
										false);
}

static void
check_index_allowed(Relation heap, IndexInfo *info, bits16 flags,
					bool allow_system_table_mods)
{
	if (info->ii_NumIndexAttrs < 1)
		elog(ERROR, "must index at least one column");
	if (!allow_system_table_mods && IsSystemRelation(heap) &&
		IsNormalProcessingMode())
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("user-defined indexes on system catalog tables are not supported")));
	if (heap->rd_rel->relisshared && !IsBootstrapProcessingMode())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared indexes cannot be created after initdb")));
	if (flags & (INDEX_CREATE_CONCURRENT | INDEX_CREATE_PARTITIONED))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s is not supported",
						(flags & INDEX_CREATE_CONCURRENT) ? "CREATE INDEX CONCURRENTLY" : "a partitioned index")));
	if (info->ii_ExclusionOps != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("exclusion constraints are not supported")));
}

/* False if the name is taken and IF NOT EXISTS was said. */
static bool
check_index_name(Relation heap, const char *name, Oid nspid, bits16 flags)
{
	if (OidIsValid(get_relname_relid(name, nspid)))
	{
		if (flags & INDEX_CREATE_IF_NOT_EXISTS)
		{
			ereport(NOTICE,
					(errcode(ERRCODE_DUPLICATE_TABLE),
					 errmsg("relation \"%s\" already exists, skipping", name)));
			return false;
		}
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", name)));
	}
	if ((flags & INDEX_CREATE_ADD_CONSTRAINT) &&
		ConstraintNameIsUsed(CONSTRAINT_RELATION, RelationGetRelid(heap), name))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("constraint \"%s\" for relation \"%s\" already exists",
						name, RelationGetRelationName(heap))));
	return true;
}

static char
constraint_type(bool is_primary, IndexInfo *info)
{
	if (is_primary)
		return CONSTRAINT_PRIMARY;
	if (info->ii_Unique)
		return CONSTRAINT_UNIQUE;
	elog(ERROR, "constraint must be PRIMARY, UNIQUE or EXCLUDE");
	return 0;
}

/*
 * index_create
 *		A new index with all its rows, built unless told otherwise.  The heap
 *		is open and locked in ShareLock or stronger.  Returns the OID, or
 *		InvalidOid if it exists and IF NOT EXISTS was said.
 */
Oid
index_create(Relation heapRelation, const char *indexRelationName,
			 Oid indexRelationId, Oid parentIndexRelid,
			 Oid parentConstraintId, Oid relFileNode, IndexInfo *indexInfo,
			 List *indexColNames, Oid accessMethodObjectId, Oid tableSpaceId,
			 Oid *collationObjectId, Oid *classObjectId, int16 *coloptions,
			 Datum reloptions, bits16 flags, bits16 constr_flags,
			 bool allow_system_table_mods, bool is_internal,
			 Oid *constraintId)
{
	Oid heapoid = RelationGetRelid(heapRelation);
	Form_pg_class heapform = heapRelation->rd_rel;
	Relation pg_class;
	Relation pg_attribute;
	Relation index;
	TupleDesc desc;
	TransactionId frozenxid;
	MultiXactId minmxid;
	IndexFlags iflags;
	bool of_constraint = (flags & INDEX_CREATE_ADD_CONSTRAINT) != 0;

	check_index_allowed(heapRelation, indexInfo, flags,
						allow_system_table_mods);
	pg_class = table_open(RelationRelationId, RowExclusiveLock);
	if (!check_index_name(heapRelation, indexRelationName,
						  heapform->relnamespace, flags))
	{
		table_close(pg_class, RowExclusiveLock);
		return InvalidOid;
	}
	desc = index_columns(heapRelation, indexInfo, indexColNames,
						 accessMethodObjectId, collationObjectId,
						 classObjectId);
	if (!OidIsValid(indexRelationId))
		indexRelationId = GetNewRelFileNode(tableSpaceId, pg_class,
											heapform->relpersistence);
	index = heap_create(indexRelationName, heapform->relnamespace,
						tableSpaceId, indexRelationId, relFileNode,
						accessMethodObjectId, desc, RELKIND_INDEX,
						heapform->relpersistence, heapform->relisshared,
						RelationIsMapped(heapRelation),
						allow_system_table_mods, &frozenxid, &minmxid, true);
	/* nobody else can see it, but lock it as if */
	LockRelation(index, AccessExclusiveLock);

	index->rd_rel->relowner = heapform->relowner;
	index->rd_rel->relam = accessMethodObjectId;
	InsertPgClassTuple(pg_class, index, indexRelationId, (Datum) 0, reloptions);
	table_close(pg_class, RowExclusiveLock);

	pg_attribute = table_open(AttributeRelationId, RowExclusiveLock);
	InsertPgAttributeTuples(pg_attribute, desc, indexRelationId,
							indexInfo->ii_OpclassOptions, NULL);
	table_close(pg_attribute, RowExclusiveLock);

	iflags.is_primary = (flags & INDEX_CREATE_IS_PRIMARY) != 0;
	iflags.is_exclusion = false;
	iflags.immediate = !(constr_flags & INDEX_CONSTR_CREATE_DEFERRABLE);
	iflags.is_valid = !(flags & INDEX_CREATE_INVALID);
	iflags.is_ready = true;
	insert_pg_index(indexRelationId, heapoid, indexInfo, collationObjectId,
					classObjectId, coloptions, &iflags);

	/* the table's list of indexes has changed */
	CacheInvalidateRelcache(heapRelation);
	if (!IsBootstrapProcessingMode())
	{
		if (of_constraint)
		{
			ObjectAddress con;

			con = index_constraint_create(heapRelation, indexRelationId,
										  parentConstraintId, indexInfo,
										  indexRelationName,
										  constraint_type(iflags.is_primary,
														  indexInfo),
										  constr_flags,
										  allow_system_table_mods,
										  is_internal);
			if (constraintId)
				*constraintId = con.objectId;
		}
		record_index_dependencies(indexRelationId, heapoid, indexInfo,
								  collationObjectId, classObjectId,
								  of_constraint);
	}
	InvokeObjectPostCreateHookArg(RelationRelationId, indexRelationId, 0,
								  is_internal);

	/* now the rows are visible, and the descriptor is completed from them */
	CommandCounterIncrement();
	Assert(index->rd_indexcxt != NULL);
	if (indexInfo->ii_OpclassOptions)
		(void) RelationGetIndexAttOptions(index, false);
	if (flags & INDEX_CREATE_SKIP_BUILD)
	{
		CacheInvalidateRelcache(heapRelation);
		CommandCounterIncrement();
	}
	else
		index_build(heapRelation, index, indexInfo, false, true);
	index_close(index, NoLock);
	return indexRelationId;
}

/* pg_index says that the index is the primary key, or not checked at once. */
static void
mark_index(Oid index, bool primary, bool deferrable)
{
	Relation rel = table_open(IndexRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCacheCopy1(INDEXRELID, ObjectIdGetDatum(index));
	Form_pg_index form;
	bool dirty = false;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for index %u", index);
	form = (Form_pg_index) GETSTRUCT(tuple);
	if (primary && !form->indisprimary)
		dirty = form->indisprimary = true;
	if (deferrable && form->indimmediate)
	{
		form->indimmediate = false;
		dirty = true;
	}
	if (dirty)
		CatalogTupleUpdate(rel, &tuple->t_self, tuple);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
}

/*
 * index_constraint_create
 *		The PRIMARY KEY or UNIQUE constraint that an index implements.
 */
ObjectAddress
index_constraint_create(Relation heapRelation, Oid indexRelationId,
						Oid parentConstraintId, IndexInfo *indexInfo,
						const char *constraintName, char constraintType,
						bits16 constr_flags, bool allow_system_table_mods,
						bool is_internal)
{
	ObjectAddress con;
	ObjectAddress index;
	Oid conoid;

	if (!allow_system_table_mods && IsSystemRelation(heapRelation) &&
		IsNormalProcessingMode())
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("user-defined indexes on system catalog tables are not supported")));
	if (constr_flags & INDEX_CONSTR_CREATE_DEFERRABLE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("deferrable constraints are not supported")));
	if (indexInfo->ii_Expressions && constraintType != CONSTRAINT_EXCLUSION)
		elog(ERROR, "constraints cannot have index expressions");

	/* the index belonged to its columns; from now on to the constraint */
	if (constr_flags & INDEX_CONSTR_CREATE_REMOVE_OLD_DEPS)
		deleteDependencyRecordsForClass(RelationRelationId, indexRelationId,
										RelationRelationId, DEPENDENCY_AUTO);

	conoid = CreateConstraintEntry(constraintName,
								   RelationGetNamespace(heapRelation),
								   constraintType, false, false, true,
								   parentConstraintId,
								   RelationGetRelid(heapRelation),
								   indexInfo->ii_IndexAttrNumbers,
								   indexInfo->ii_NumIndexKeyAttrs,
								   indexInfo->ii_NumIndexAttrs, InvalidOid,
								   indexRelationId, InvalidOid, NULL, NULL,
								   NULL, NULL, 0, ' ', ' ', NULL, 0, ' ',
								   NULL, NULL, NULL, true, 0, true,
								   is_internal);
	ObjectAddressSet(con, ConstraintRelationId, conoid);
	ObjectAddressSet(index, RelationRelationId, indexRelationId);
	recordDependencyOn(&index, &con, DEPENDENCY_INTERNAL);

	if (constr_flags & INDEX_CONSTR_CREATE_UPDATE_INDEX)
		mark_index(indexRelationId,
				   (constr_flags & INDEX_CONSTR_CREATE_MARK_AS_PRIMARY) != 0,
				   false);
	return con;
}

/*
 * index_check_primary_key
 *		May these columns become the primary key?  Those that are nullable are
 *		made NOT NULL.
 */
void
index_check_primary_key(Relation heapRel, IndexInfo *indexInfo,
						bool is_alter_table, IndexStmt *stmt)
{
	List *cmds = NIL;

	/* of a new table too: LIKE may have brought one along */
	if (OidIsValid(RelationGetPrimaryKeyIndex(heapRel)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("multiple primary keys for table \"%s\" are not allowed",
						RelationGetRelationName(heapRel))));
	for (int i = 0; i < indexInfo->ii_NumIndexKeyAttrs; i++)
	{
		AttrNumber attnum = indexInfo->ii_IndexAttrNumbers[i];
		Form_pg_attribute att;
		AlterTableCmd *cmd;

		if (attnum == 0)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("primary keys cannot be expressions")));
		if (attnum < 0)
			continue; /* system columns are never null */
		att = TupleDescAttr(RelationGetDescr(heapRel), attnum - 1);
		if (att->attnotnull)
			continue;
		cmd = makeNode(AlterTableCmd);
		cmd->subtype = AT_SetNotNull;
		cmd->name = pstrdup(NameStr(att->attname));
		cmds = lappend(cmds, cmd);
	}
	if (cmds)
		AlterTableInternal(RelationGetRelid(heapRel), cmds, false);
}

/* ---- dropping ---- */

/*
 * index_drop
 *		Remove an index; called by dependency.c.
 */
void
index_drop(Oid indexId, bool concurrent, bool concurrent_lock_mode)
{
	Oid heapId = IndexGetRelation(indexId, false);
	Relation heap;
	Relation index;
	Relation pg_index;
	HeapTuple tuple;
	bool hasexprs;

	if (concurrent)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("DROP INDEX CONCURRENTLY is not supported")));
	/* the table first, as everybody does */
	heap = table_open(heapId, AccessExclusiveLock);
	index = index_open(indexId, AccessExclusiveLock);
	CheckTableNotInUse(index, "DROP INDEX");

	if (RELKIND_HAS_STORAGE(index->rd_rel->relkind))
		RelationDropStorage(index);
	pgstat_drop_relation(index);
	index_close(index, NoLock);
	RelationForgetRelation(indexId);

	pg_index = table_open(IndexRelationId, RowExclusiveLock);
	tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(indexId));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for index %u", indexId);
	hasexprs = !heap_attisnull(tuple, Anum_pg_index_indexprs,
							   RelationGetDescr(pg_index));
	CatalogTupleDelete(pg_index, &tuple->t_self);
	ReleaseSysCache(tuple);
	table_close(pg_index, RowExclusiveLock);

	if (hasexprs)
		RemoveStatistics(indexId, 0);
	DeleteAttributeTuples(indexId);
	DeleteRelationTuple(indexId);
	DeleteInheritsTuple(indexId, InvalidOid, false, NULL);

	/* relhasindex may stay true; the list of indexes may not stay */
	CacheInvalidateRelcache(heap);
	table_close(heap, NoLock);
}

/* ---- what executor and access methods want to know ---- */

/* The IndexInfo of an open index. */
IndexInfo *
BuildIndexInfo(Relation index)
{
	Form_pg_index form = index->rd_index;
	IndexInfo *info;

	if (form->indnatts < 1 || form->indnatts > INDEX_MAX_KEYS)
		elog(ERROR, "invalid indnatts %d for index %u", form->indnatts,
			 RelationGetRelid(index));
	info = makeIndexInfo(form->indnatts, form->indnkeyatts,
						 index->rd_rel->relam,
						 RelationGetIndexExpressions(index),
						 RelationGetIndexPredicate(index), form->indisunique,
						 form->indnullsnotdistinct, form->indisready, false);
	for (int i = 0; i < form->indnatts; i++)
		info->ii_IndexAttrNumbers[i] = form->indkey.values[i];
	if (form->indisexclusion)
		RelationGetExclusionInfo(index, &info->ii_ExclusionOps,
								 &info->ii_ExclusionProcs,
								 &info->ii_ExclusionStrats);
	return info;
}

/* The same for those who will insert nothing: no expression is evaluated. */
IndexInfo *
BuildDummyIndexInfo(Relation index)
{
	Form_pg_index form = index->rd_index;
	IndexInfo *info;

	info = makeIndexInfo(form->indnatts, form->indnkeyatts,
						 index->rd_rel->relam,
						 RelationGetDummyIndexExpressions(index), NIL,
						 form->indisunique, form->indnullsnotdistinct,
						 form->indisready, false);
	for (int i = 0; i < form->indnatts; i++)
		info->ii_IndexAttrNumbers[i] = form->indkey.values[i];
	return info;
}

/* Equality operators of a unique index, for INSERT ... ON CONFLICT. */
void
BuildSpeculativeIndexInfo(Relation index, IndexInfo *ii)
{
	int nkeys = IndexRelationGetNumberOfKeyAttributes(index);

	Assert(ii->ii_Unique);
	if (index->rd_rel->relam != BTREE_AM_OID)
		elog(ERROR, "unexpected non-btree speculative unique index");
	ii->ii_UniqueOps = palloc(nkeys * sizeof(Oid));
	ii->ii_UniqueProcs = palloc(nkeys * sizeof(Oid));
	ii->ii_UniqueStrats = palloc(nkeys * sizeof(uint16));
	for (int i = 0; i < nkeys; i++)
	{
		ii->ii_UniqueStrats[i] = BTEqualStrategyNumber;
		ii->ii_UniqueOps[i] = get_opfamily_member(index->rd_opfamily[i],
												  index->rd_opcintype[i],
												  index->rd_opcintype[i],
												  BTEqualStrategyNumber);
		if (!OidIsValid(ii->ii_UniqueOps[i]))
			elog(ERROR, "missing operator %d(%u,%u) in opfamily %u",
				 BTEqualStrategyNumber, index->rd_opcintype[i],
				 index->rd_opcintype[i], index->rd_opfamily[i]);
		ii->ii_UniqueProcs[i] = get_opcode(ii->ii_UniqueOps[i]);
	}
}

/*
 * index_columns_for_message
 *		The key columns as an error message names them, "a, lower(b)"; palloc'd.
 *
 * NULL if the user may not read the table and not all of these columns; who an
 * expression's values come from is not looked into.
 */
char *
index_columns_for_message(Relation index)
{
	Oid heapid = index->rd_index->indrelid;
	Oid userid = GetUserId();
	bool whole = pg_class_aclcheck(heapid, userid, ACL_SELECT) == ACLCHECK_OK;

	for (int i = 0; !whole && i < IndexRelationGetNumberOfKeyAttributes(index);
		 i++)
	{
		AttrNumber attno = index->rd_index->indkey.values[i];

		if (attno == InvalidAttrNumber ||
			pg_attribute_aclcheck(heapid, attno, userid, ACL_SELECT) !=
				ACLCHECK_OK)
			return NULL;
	}
	return pg_get_indexdef_columns(RelationGetRelid(index), true);
}

/*
 * FormIndexDatum
 *		Key values of the row in a slot.  estate is needed for expressions
 *		only; its per-tuple context must have the slot as scan tuple.
 */
void
FormIndexDatum(IndexInfo *indexInfo, TupleTableSlot *slot, EState *estate,
			   Datum *values, bool *isnull)
{
	ListCell *state = NULL;

	if (indexInfo->ii_Expressions != NIL)
	{
		if (indexInfo->ii_ExpressionsState == NIL)
			indexInfo->ii_ExpressionsState =
				ExecPrepareExprList(indexInfo->ii_Expressions, estate);
		Assert(estate->es_per_tuple_exprcontext->ecxt_scantuple == slot);
		state = list_head(indexInfo->ii_ExpressionsState);
	}
	for (int i = 0; i < indexInfo->ii_NumIndexAttrs; i++)
	{
		int attnum = indexInfo->ii_IndexAttrNumbers[i];

		if (attnum < 0)
			values[i] = slot_getsysattr(slot, attnum, &isnull[i]);
		else if (attnum > 0)
			values[i] = slot_getattr(slot, attnum, &isnull[i]);
		else
		{
			ExprContext *econtext = estate->es_per_tuple_exprcontext;
			MemoryContext old;
			ExprState *expr;

			if (state == NULL)
				elog(ERROR, "wrong number of index expressions");
			expr = lfirst(state);
			old = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
			values[i] = expr->evalfunc(expr, econtext, &isnull[i]);
			MemoryContextSwitchTo(old);
			state = lnext(indexInfo->ii_ExpressionsState, state);
		}
	}
	if (state != NULL)
		elog(ERROR, "wrong number of index expressions");
}

/* The table of an index. */
Oid
IndexGetRelation(Oid indexId, bool missing_ok)
{
	HeapTuple tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(indexId));
	Oid result;

	if (!HeapTupleIsValid(tuple))
	{
		if (!missing_ok)
			elog(ERROR, "cache lookup failed for index %u", indexId);
		return InvalidOid;
	}
	result = ((Form_pg_index) GETSTRUCT(tuple))->indrelid;
	ReleaseSysCache(tuple);
	return result;
}

/* ---- building ---- */

/*
 * Enter relhasindex and, if reltuples is not negative, the sizes in pg_class,
 * in place.
 */
static void
update_stats(Relation rel, bool hasindex, double reltuples)
{
	Relation pg_class = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tuple;
	Form_pg_class form;
	bool dirty = false;

	tuple = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(RelationGetRelid(rel)));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "could not find tuple for relation %u",
			 RelationGetRelid(rel));
	form = (Form_pg_class) GETSTRUCT(tuple);

	/* an empty table that was never looked at stays "unknown" */
	if (reltuples == 0 && form->reltuples < 0)
		reltuples = -1;
	if (form->relhasindex != hasindex)
	{
		form->relhasindex = hasindex;
		dirty = true;
	}
	if (reltuples >= 0)
	{
		BlockNumber pages = RelationGetNumberOfBlocks(rel);
		BlockNumber allvisible = 0;

		if (rel->rd_rel->relkind != RELKIND_INDEX)
			visibilitymap_count(rel, &allvisible, NULL);
		if (form->relpages != (int32) pages ||
			form->reltuples != (float4) reltuples ||
			form->relallvisible != (int32) allvisible)
		{
			form->relpages = (int32) pages;
			form->reltuples = (float4) reltuples;
			form->relallvisible = (int32) allvisible;
			dirty = true;
		}
	}
	if (dirty)
		heap_inplace_update(pg_class, tuple); /* sends a message as well */
	else
		CacheInvalidateRelcacheByTuple(tuple);
	heap_freetuple(tuple);
	table_close(pg_class, RowExclusiveLock);
}

/* A snapshot older than the index could miss rows of broken HOT chains. */
static void
set_indcheckxmin(Oid index)
{
	Relation rel = table_open(IndexRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCacheCopy1(INDEXRELID, ObjectIdGetDatum(index));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for index %u", index);
	((Form_pg_index) GETSTRUCT(tuple))->indcheckxmin = true;
	CatalogTupleUpdate(rel, &tuple->t_self, tuple);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
}

/*
 * index_build
 *		Have the access method build an empty index, and enter the sizes.
 *		Expressions run as the table's owner, with nothing else allowed.
 */
void
index_build(Relation heapRelation, Relation indexRelation,
			IndexInfo *indexInfo, bool isreindex, bool parallel)
{
	IndexBuildResult *stats;
	Oid userid;
	int sec_context;
	int nestlevel;

	ereport(DEBUG1,
			(errmsg_internal("building index \"%s\" on table \"%s\" serially",
							 RelationGetRelationName(indexRelation),
							 RelationGetRelationName(heapRelation))));
	GetUserIdAndSecContext(&userid, &sec_context);
	SetUserIdAndSecContext(heapRelation->rd_rel->relowner,
						   sec_context | SECURITY_RESTRICTED_OPERATION);
	nestlevel = NewGUCNestLevel();

	stats = indexRelation->rd_indam->ambuild(heapRelation, indexRelation,
											 indexInfo);
	Assert(stats != NULL);
	if (indexRelation->rd_rel->relpersistence == RELPERSISTENCE_UNLOGGED &&
		!smgrexists(RelationGetSmgr(indexRelation), INIT_FORKNUM))
	{
		smgrcreate(RelationGetSmgr(indexRelation), INIT_FORKNUM, false);
		log_smgrcreate(&indexRelation->rd_node, INIT_FORKNUM);
		indexRelation->rd_indam->ambuildempty(indexRelation);
	}
	if (indexInfo->ii_BrokenHotChain && !isreindex &&
		!indexInfo->ii_Concurrent)
		set_indcheckxmin(RelationGetRelid(indexRelation));

	update_stats(heapRelation, true, stats->heap_tuples);
	update_stats(indexRelation, false, stats->index_tuples);
	CommandCounterIncrement();

	AtEOXact_GUC(false, nestlevel);
	SetUserIdAndSecContext(userid, sec_context);
}

/* ---- rebuilding ---- */

/* After a rebuild an index is right, whatever it was before. */
static void
mark_rebuilt(Oid indexId, IndexInfo *info)
{
	Relation rel = table_open(IndexRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCacheCopy1(INDEXRELID,
										  ObjectIdGetDatum(indexId));
	Form_pg_index form;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for index %u", indexId);
	form = (Form_pg_index) GETSTRUCT(tuple);
	if (!form->indisvalid || !form->indisready || !form->indislive ||
		(form->indcheckxmin && !info->ii_BrokenHotChain))
	{
		form->indcheckxmin = info->ii_BrokenHotChain;
		form->indisvalid = form->indisready = form->indislive = true;
		CatalogTupleUpdate(rel, &tuple->t_self, tuple);
		CacheInvalidateRelcacheByRelid(form->indrelid);
	}
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
}

/*
 * reindex_index
 *		Build an index anew, in new files.
 */
void
reindex_index(Oid indexId, bool skip_constraint_checks, char relpersistence,
			  ReindexParams *params)
{
	Oid heapId = IndexGetRelation(indexId, (params->options & REINDEXOPT_MISSING_OK) != 0);
	Relation heap;
	Relation index;
	IndexInfo *info;

	if (!OidIsValid(heapId))
		return;
	if (OidIsValid(params->tablespaceOid))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("REINDEX (TABLESPACE) is not supported")));
	heap = table_open(heapId, ShareLock);
	index = index_open(indexId, AccessExclusiveLock);
	if (RELATION_IS_OTHER_TEMP(index))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot reindex temporary tables of other sessions")));
	CheckTableNotInUse(index, "REINDEX INDEX");

	info = BuildIndexInfo(index);
	if (skip_constraint_checks)
	{
		/* the rows obeyed the constraint before they were moved */
		info->ii_Unique = false;
		info->ii_ExclusionOps = NULL;
		info->ii_ExclusionProcs = NULL;
		info->ii_ExclusionStrats = NULL;
	}
	start_reindex(heapId, indexId);
	PG_TRY();
	{
		RelationSetNewRelfilenode(index, relpersistence);
		index_build(heap, index, info, true, true);
	}
	PG_FINALLY();
	{
		end_reindex();
	}
	PG_END_TRY();

	if (!skip_constraint_checks)
		mark_rebuilt(indexId, info);
	index_close(index, NoLock);
	table_close(heap, NoLock);
}

static char
persistence_after(const Relation rel, int flags)
{
	if (flags & REINDEX_REL_FORCE_INDEXES_UNLOGGED)
		return RELPERSISTENCE_UNLOGGED;
	if (flags & REINDEX_REL_FORCE_INDEXES_PERMANENT)
		return RELPERSISTENCE_PERMANENT;
	return rel->rd_rel->relpersistence;
}

/*
 * reindex_relation
 *		Build all indexes of a table anew, and those of its TOAST table if
 *		wanted.  Returns whether there was any.
 */
bool
reindex_relation(Oid relid, int flags, ReindexParams *params)
{
	Relation rel = (params->options & REINDEXOPT_MISSING_OK) ? try_table_open(relid, ShareLock) : table_open(relid, ShareLock);
	List *indexes;
	ListCell *lc;
	Oid toast;
	char persistence;
	bool result;

	if (rel == NULL)
		return false;
	toast = rel->rd_rel->reltoastrelid;
	persistence = persistence_after(rel, flags);
	indexes = RelationGetIndexList(rel);
	result = indexes != NIL;

	PG_TRY();
	{
		if (flags & REINDEX_REL_SUPPRESS_INDEX_USE)
		{
			pending_indexes = list_copy(indexes);
			reindex_nest_level = GetCurrentTransactionNestLevel();
			/* the table's rows have moved: its descriptor must know */
			CommandCounterIncrement();
		}
		foreach (lc, indexes)
		{
			reindex_index(lfirst_oid(lc),
						  !(flags & REINDEX_REL_CHECK_CONSTRAINTS),
						  persistence, params);
			CommandCounterIncrement();
			Assert(!ReindexIsProcessingIndex(lfirst_oid(lc)));
		}
	}
	PG_FINALLY();
	{
		pending_indexes = NIL;
	}
	PG_END_TRY();
	table_close(rel, NoLock);

	if ((flags & REINDEX_REL_PROCESS_TOAST) && OidIsValid(toast))
		result |= reindex_relation(toast, flags, params);
	return result;
}

/* ---- states of concurrent builds, as left by a stock server ---- */

void
index_set_state_flags(Oid indexId, IndexStateFlagsAction action)
{
	Relation rel = table_open(IndexRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCacheCopy1(INDEXRELID,
										  ObjectIdGetDatum(indexId));
	Form_pg_index form;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for index %u", indexId);
	form = (Form_pg_index) GETSTRUCT(tuple);
	switch (action)
	{
		case INDEX_CREATE_SET_READY:
			form->indisready = true;
			break;
		case INDEX_CREATE_SET_VALID:
			form->indisvalid = true;
			break;
		case INDEX_DROP_CLEAR_VALID:
			form->indisvalid = form->indisclustered = form->indisreplident = false;
			break;
		case INDEX_DROP_SET_DEAD:
			form->indisready = form->indislive = false;
			break;
	}
	CatalogTupleUpdate(rel, &tuple->t_self, tuple);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
}

void
validate_index(Oid heapId, Oid indexId, Snapshot snapshot)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("CREATE INDEX CONCURRENTLY is not supported")));
}
