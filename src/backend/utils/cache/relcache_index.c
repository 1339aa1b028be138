/*
 * relcache_index.c
 *		The relation cache: indexes of a table, and descriptors of indexes.
 *
 * The first part builds what an index access method needs (rd_indam,
 * operator families, support functions); the second finds a table's indexes
 * and the sets of columns they use.  Lists and sets are made when asked for,
 * kept in the descriptor and dropped with it; callers get copies.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/relcache_index.c
 */
#include "postgres.h"

#include "access/amapi.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/reloptions.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amproc.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_index.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_statistic_ext.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/readfuncs.h"
#include "storage/smgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/cache_upcalls.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "relcache_private.h"

/* What is known of an operator class; never changes once it exists. */
typedef struct OpClassInfo
{
	Oid opclass; /* hash key */
	bool valid;
	uint16 nsupport;
	Oid opcfamily;
	Oid opcintype;
	RegProcedure *support; /* by support number, from 1 */
} OpClassInfo;

static HTAB *opclasses = NULL;

static void
oid_key(ScanKey key, AttrNumber attno, Oid value)
{
	ScanKeyInit(key, attno, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(value));
}

/* ---- operator classes ---- */

static void
read_opclass(OpClassInfo *info)
{
	Relation rel;
	SysScanDesc scan;
	ScanKeyData keys[3];
	HeapTuple tuple;

	oid_key(&keys[0], Anum_pg_opclass_oid, info->opclass);
	rel = table_open(OperatorClassRelationId, AccessShareLock);
	scan = systable_beginscan(rel, OpclassOidIndexId, criticalRelcachesBuilt,
							  NULL, 1, keys);
	tuple = systable_getnext(scan);
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "could not find tuple for opclass %u", info->opclass);
	info->opcfamily = ((Form_pg_opclass) GETSTRUCT(tuple))->opcfamily;
	info->opcintype = ((Form_pg_opclass) GETSTRUCT(tuple))->opcintype;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);

	if (info->nsupport == 0)
		return;
	oid_key(&keys[0], Anum_pg_amproc_amprocfamily, info->opcfamily);
	oid_key(&keys[1], Anum_pg_amproc_amproclefttype, info->opcintype);
	oid_key(&keys[2], Anum_pg_amproc_amprocrighttype, info->opcintype);
	rel = table_open(AccessMethodProcedureRelationId, AccessShareLock);
	scan = systable_beginscan(rel, AccessMethodProcedureIndexId,
							  criticalRelcachesBuilt, NULL, 3, keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_amproc form = (Form_pg_amproc) GETSTRUCT(tuple);

		if (form->amprocnum <= 0 || form->amprocnum > info->nsupport)
			elog(ERROR, "invalid amproc number %d for opclass %u",
				 form->amprocnum, info->opclass);
		info->support[form->amprocnum - 1] = form->amproc;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
}

static OpClassInfo *
lookup_opclass(Oid opclass, uint16 nsupport)
{
	OpClassInfo *info;
	bool found;

	if (opclasses == NULL)
	{
		HASHCTL ctl;

		memset(&ctl, 0, sizeof(ctl));
		ctl.keysize = sizeof(Oid);
		ctl.entrysize = sizeof(OpClassInfo);
		ctl.hcxt = CacheMemoryContext;
		opclasses = hash_create("Operator class cache", 64, &ctl,
								HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	}
	info = hash_search(opclasses, &opclass, HASH_ENTER, &found);
	if (!found)
	{
		info->valid = false;
		info->support = NULL;
	}
	if (info->valid)
	{
		Assert(info->nsupport == nsupport);
		return info;
	}
	info->nsupport = nsupport;
	if (info->support == NULL && nsupport > 0)
		info->support = MemoryContextAllocZero(CacheMemoryContext,
											   nsupport * sizeof(RegProcedure));
	read_opclass(info);
	info->valid = true;
	return info;
}

/* ---- descriptor of an index ---- */

static void *
vector_column(HeapTuple tuple, AttrNumber attno)
{
	bool isnull;
	Datum d = fastgetattr(tuple, attno, relcache_pg_index_desc(), &isnull);

	Assert(!isnull);
	return DatumGetPointer(d);
}

static Oid
handler_of_access_method(Oid amoid)
{
	HeapTuple tuple;
	Oid handler;

	/* the one that catalogs use needs no lookup, which would need itself */
	if (amoid == BTREE_AM_OID)
		return F_BTHANDLER;
	tuple = SearchSysCache1(AMOID, ObjectIdGetDatum(amoid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for access method %u", amoid);
	handler = ((Form_pg_am) GETSTRUCT(tuple))->amhandler;
	ReleaseSysCache(tuple);
	return handler;
}

static void
init_access_method(Relation relation)
{
	IndexAmRoutine *routine = GetIndexAmRoutine(relation->rd_amhandler);

	relation->rd_indam = MemoryContextAlloc(relation->rd_indexcxt,
											sizeof(IndexAmRoutine));
	*relation->rd_indam = *routine;
	pfree(routine);
}

static void
init_key_columns(Relation relation, uint16 nsupport)
{
	int nkeys = relation->rd_index->indnkeyatts;
	oidvector *classes = vector_column(relation->rd_indextuple,
									   Anum_pg_index_indclass);
	oidvector *collations = vector_column(relation->rd_indextuple,
										  Anum_pg_index_indcollation);
	int2vector *options = vector_column(relation->rd_indextuple,
										Anum_pg_index_indoption);

	for (int i = 0; i < nkeys; i++)
	{
		OpClassInfo *info;

		if (!OidIsValid(classes->values[i]))
			elog(ERROR, "bogus pg_index tuple");
		info = lookup_opclass(classes->values[i], nsupport);
		relation->rd_opfamily[i] = info->opcfamily;
		relation->rd_opcintype[i] = info->opcintype;
		if (nsupport > 0)
			memcpy(relation->rd_support + i * nsupport, info->support,
				   nsupport * sizeof(RegProcedure));
		relation->rd_indcollation[i] = collations->values[i];
		relation->rd_indoption[i] = options->values[i];
	}
}

/*
 * RelationInitIndexAccessInfo
 *		Fill in what an index has beyond a table.  rd_rel and rd_att are there.
 */
void
RelationInitIndexAccessInfo(Relation relation)
{
	HeapTuple tuple;
	MemoryContext old;
	int natts;
	int nkeys;
	uint16 nsupport;

	tuple = SearchSysCache1(INDEXRELID,
							ObjectIdGetDatum(RelationGetRelid(relation)));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for index %u",
			 RelationGetRelid(relation));
	old = MemoryContextSwitchTo(CacheMemoryContext);
	relation->rd_indextuple = heap_copytuple(tuple);
	MemoryContextSwitchTo(old);
	ReleaseSysCache(tuple);
	relation->rd_index = (Form_pg_index) GETSTRUCT(relation->rd_indextuple);
	relation->rd_amhandler = handler_of_access_method(relation->rd_rel->relam);

	natts = RelationGetNumberOfAttributes(relation);
	if (natts != IndexRelationGetNumberOfAttributes(relation))
		elog(ERROR, "relnatts disagrees with indnatts for index %u",
			 RelationGetRelid(relation));
	nkeys = IndexRelationGetNumberOfKeyAttributes(relation);

	relation->rd_indexcxt = AllocSetContextCreate(CacheMemoryContext,
												  "index info",
												  ALLOCSET_SMALL_SIZES);
	init_access_method(relation);
	nsupport = relation->rd_indam->amsupport;

	old = MemoryContextSwitchTo(relation->rd_indexcxt);
	relation->rd_opfamily = palloc0(nkeys * sizeof(Oid));
	relation->rd_opcintype = palloc0(nkeys * sizeof(Oid));
	relation->rd_indcollation = palloc0(nkeys * sizeof(Oid));
	relation->rd_indoption = palloc0(nkeys * sizeof(int16));
	if (nsupport > 0)
	{
		relation->rd_support = palloc0(natts * nsupport * sizeof(RegProcedure));
		relation->rd_supportinfo = palloc0(natts * nsupport * sizeof(FmgrInfo));
	}
	MemoryContextSwitchTo(old);
	init_key_columns(relation, nsupport);

	/* opclass options are read when an index method asks */
	relation->rd_indexprs = NIL;
	relation->rd_indpred = NIL;
	relation->rd_amcache = NULL;
}

/*
 * relcache_reload_index
 *		Bring the descriptor of an index up to date without moving anything:
 *		scans hold pointers into it.  What the flags of pg_index and the row of
 *		pg_class say is all that can change while somebody has it open.
 */
void
relcache_reload_index(Relation relation)
{
	HeapTuple tuple;
	bool critical = !criticalRelcachesBuilt ||
		relation->rd_id == ClassOidIndexId;

	relation->rd_isvalid = false;
	RelationCloseSmgr(relation);
	if (relation->rd_amcache)
		pfree(relation->rd_amcache);
	relation->rd_amcache = NULL;

	/* a nailed index of a shared catalog, with no database chosen yet */
	if (relation->rd_rel->relisshared && !criticalRelcachesBuilt)
	{
		relation->rd_isvalid = true;
		return;
	}
	tuple = relcache_read_pg_class(RelationGetRelid(relation), !critical);
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "could not find pg_class tuple for index %u",
			 RelationGetRelid(relation));
	memcpy(relation->rd_rel, GETSTRUCT(tuple), CLASS_TUPLE_SIZE);
	if (relation->rd_options)
		pfree(relation->rd_options);
	relcache_parse_options(relation, tuple);
	heap_freetuple(tuple);
	relcache_set_address(relation);

	if (!relation->rd_isnailed)
	{
		Form_pg_index from;
		Form_pg_index to = relation->rd_index;

		tuple = SearchSysCache1(INDEXRELID,
								ObjectIdGetDatum(RelationGetRelid(relation)));
		if (!HeapTupleIsValid(tuple))
			elog(ERROR, "cache lookup failed for index %u",
				 RelationGetRelid(relation));
		from = (Form_pg_index) GETSTRUCT(tuple);
		to->indisunique = from->indisunique;
		to->indnullsnotdistinct = from->indnullsnotdistinct;
		to->indisprimary = from->indisprimary;
		to->indisexclusion = from->indisexclusion;
		to->indimmediate = from->indimmediate;
		to->indisclustered = from->indisclustered;
		to->indisvalid = from->indisvalid;
		to->indcheckxmin = from->indcheckxmin;
		to->indisready = from->indisready;
		to->indislive = from->indislive;
		to->indisreplident = from->indisreplident;
		/* its age decides whether an index with indcheckxmin may be used */
		HeapTupleHeaderSetXmin(relation->rd_indextuple->t_data,
							   HeapTupleHeaderGetXmin(tuple->t_data));
		ReleaseSysCache(tuple);
	}
	relation->rd_isvalid = true;
}

/*
 * RelationGetIndexAttOptions
 *		Parsed opclass options of each key column, or NULL entries.
 */
bytea **
RelationGetIndexAttOptions(Relation relation, bool copy)
{
	int natts = RelationGetNumberOfAttributes(relation);
	bytea **opts = relation->rd_opcoptions;
	bytea **result;

	if (opts == NULL)
	{
		MemoryContext old;

		opts = MemoryContextAllocZero(relation->rd_indexcxt,
									  natts * sizeof(bytea *));
		for (int i = 0; i < natts && criticalRelcachesBuilt &&
			 relation->rd_id != AttributeRelidNumIndexId;
			 i++)
		{
			Datum attoptions = get_attoptions(RelationGetRelid(relation),
											  i + 1);
			bytea *parsed = index_opclass_options(relation, i + 1,
												  attoptions, false);

			if (parsed == NULL)
				continue;
			old = MemoryContextSwitchTo(relation->rd_indexcxt);
			opts[i] = palloc(VARSIZE(parsed));
			memcpy(opts[i], parsed, VARSIZE(parsed));
			MemoryContextSwitchTo(old);
		}
		relation->rd_opcoptions = opts;
	}
	if (!copy)
		return opts;
	result = palloc0(natts * sizeof(bytea *));
	for (int i = 0; i < natts; i++)
	{
		if (opts[i])
			result[i] = (bytea *) memcpy(palloc(VARSIZE(opts[i])), opts[i],
										 VARSIZE(opts[i]));
	}
	return result;
}

/* ---- indexes of a table ---- */

static int
oid_order(const ListCell *a, const ListCell *b)
{
	Oid x = lfirst_oid(a);
	Oid y = lfirst_oid(b);

	return (x > y) - (x < y);
}

static Oid
replica_index(Relation relation, Oid pkey, Oid chosen)
{
	if (relation->rd_rel->relreplident == REPLICA_IDENTITY_DEFAULT)
		return pkey;
	if (relation->rd_rel->relreplident == REPLICA_IDENTITY_INDEX)
		return chosen;
	return InvalidOid;
}

static void
keep_index_list(Relation relation, List *list, Oid pkey, Oid replident)
{
	MemoryContext old = MemoryContextSwitchTo(CacheMemoryContext);
	List *previous = relation->rd_indexlist;

	relation->rd_indexlist = list_copy(list);
	relation->rd_pkindex = pkey;
	relation->rd_replidindex = replident;
	relation->rd_indexvalid = true;
	MemoryContextSwitchTo(old);
	list_free(previous);
}

/*
 * RelationGetIndexList
 *		OIDs of the indexes that exist (live ones), in order of OID, which is
 *		the order in which all sessions lock them.
 */
List *
RelationGetIndexList(Relation relation)
{
	Relation rel;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;
	List *result = NIL;
	Oid pkey = InvalidOid;
	Oid chosen = InvalidOid;

	if (relation->rd_indexvalid)
		return list_copy(relation->rd_indexlist);

	oid_key(&key, Anum_pg_index_indrelid, RelationGetRelid(relation));
	rel = table_open(IndexRelationId, AccessShareLock);
	scan = systable_beginscan(rel, IndexIndrelidIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_index index = (Form_pg_index) GETSTRUCT(tuple);

		if (!index->indislive)
			continue; /* being dropped */
		result = lappend_oid(result, index->indexrelid);
		if (!index->indisvalid || !index->indisunique ||
			!index->indimmediate ||
			!heap_attisnull(tuple, Anum_pg_index_indpred, NULL))
			continue;
		if (index->indisprimary)
			pkey = index->indexrelid;
		if (index->indisreplident)
			chosen = index->indexrelid;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	list_sort(result, oid_order);

	keep_index_list(relation, result, pkey,
					replica_index(relation, pkey, chosen));
	return result;
}

/* The primary key's index if it can stand for one now, or InvalidOid. */
Oid
RelationGetPrimaryKeyIndex(Relation relation)
{
	if (!relation->rd_indexvalid)
		list_free(RelationGetIndexList(relation));
	return relation->rd_pkindex;
}

Oid
RelationGetReplicaIndex(Relation relation)
{
	if (!relation->rd_indexvalid)
		list_free(RelationGetIndexList(relation));
	return relation->rd_replidindex;
}

/* OIDs of extended statistics objects. */
List *
RelationGetStatExtList(Relation relation)
{
	Relation rel;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;
	List *result = NIL;
	MemoryContext old;

	if (relation->rd_statvalid)
		return list_copy(relation->rd_statlist);

	oid_key(&key, Anum_pg_statistic_ext_stxrelid, RelationGetRelid(relation));
	rel = table_open(StatisticExtRelationId, AccessShareLock);
	scan = systable_beginscan(rel, StatisticExtRelidIndexId, true, NULL, 1,
							  &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		result = lappend_oid(result,
							 ((Form_pg_statistic_ext) GETSTRUCT(tuple))->oid);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	list_sort(result, oid_order);

	old = MemoryContextSwitchTo(CacheMemoryContext);
	list_free(relation->rd_statlist);
	relation->rd_statlist = list_copy(result);
	relation->rd_statvalid = true;
	MemoryContextSwitchTo(old);
	return result;
}

/*
 * Foreign keys are of interest to the planner alone, which can do without; a
 * table that has some is refused where they would have to be enforced.
 */
List *
RelationGetFKeyList(Relation relation)
{
	return NIL;
}

/* ---- expressions and predicates ---- */

static Node *
stored_node(Relation relation, AttrNumber attno)
{
	bool isnull;
	Datum d = heap_getattr(relation->rd_indextuple, attno,
						   relcache_pg_index_desc(), &isnull);
	char *str;
	Node *node;

	Assert(!isnull);
	str = TextDatumGetCString(d);
	node = stringToNode(str);
	pfree(str);
	return node;
}

static List *
keep_expressions(Relation relation, List **slot, List *found)
{
	MemoryContext old = MemoryContextSwitchTo(relation->rd_indexcxt);

	*slot = copyObject(found);
	MemoryContextSwitchTo(old);
	return found;
}

static bool
has_expressions(Relation relation)
{
	return relation->rd_indextuple != NULL &&
		!heap_attisnull(relation->rd_indextuple, Anum_pg_index_indexprs, NULL);
}

/*
 * RelationGetIndexExpressions
 *		The expressions of an index, simplified as the planner simplifies those
 *		of a query, so that the two can be compared.
 */
List *
RelationGetIndexExpressions(Relation relation)
{
	List *result;

	if (relation->rd_indexprs)
		return copyObject(relation->rd_indexprs);
	if (!has_expressions(relation))
		return NIL;
	result = (List *) eval_const_expressions(NULL,
											 stored_node(relation,
														 Anum_pg_index_indexprs));
	fix_opfuncids((Node *) result);
	return keep_expressions(relation, &relation->rd_indexprs, result);
}

/*
 * The same with the right types and no functions: for those who need only the
 * shape of the index and must not run anything.
 */
List *
RelationGetDummyIndexExpressions(Relation relation)
{
	List *result = NIL;
	ListCell *lc;

	if (!has_expressions(relation))
		return NIL;
	foreach (lc, (List *) stored_node(relation, Anum_pg_index_indexprs))
	{
		Node *expr = lfirst(lc);

		result = lappend(result, makeConst(exprType(expr), exprTypmod(expr), exprCollation(expr), 1, (Datum) 0, true, true));
	}
	return result;
}

/* The predicate of a partial index, as a list of ANDed conditions. */
List *
RelationGetIndexPredicate(Relation relation)
{
	Node *node;
	List *result;

	if (relation->rd_indpred)
		return copyObject(relation->rd_indpred);
	if (relation->rd_indextuple == NULL ||
		heap_attisnull(relation->rd_indextuple, Anum_pg_index_indpred, NULL))
		return NIL;
	node = eval_const_expressions(NULL, stored_node(relation, Anum_pg_index_indpred));
	node = (Node *) canonicalize_qual((struct Expr *) node, false);
	result = make_ands_implicit((Expr *) node);
	fix_opfuncids((Node *) result);
	return keep_expressions(relation, &relation->rd_indpred, result);
}

/* ---- columns that indexes use ---- */

/* Members are attnum - FirstLowInvalidHeapAttributeNumber. */
static Bitmapset *
add_column(Bitmapset *set, int attnum)
{
	return bms_add_member(set, attnum - FirstLowInvalidHeapAttributeNumber);
}

/* All columns in an expression over one table. */
static bool
collect_columns(Node *node, Bitmapset **set)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		*set = add_column(*set, ((Var *) node)->varattno);
		return false;
	}
	return expression_tree_walker(node, collect_columns, set);
}

typedef struct ColumnSets
{
	Bitmapset *index;
	Bitmapset *key;
	Bitmapset *pk;
	Bitmapset *id;
} ColumnSets;

static void
columns_of_index(Relation index, Oid pkindex, Oid replindex, ColumnSets *sets)
{
	Form_pg_index form = index->rd_index;
	Node *exprs = NULL;
	Node *pred = NULL;
	bool is_key;

	if (has_expressions(index))
		exprs = stored_node(index, Anum_pg_index_indexprs);
	if (!heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL))
		pred = stored_node(index, Anum_pg_index_indpred);
	is_key = form->indisunique && form->indimmediate && exprs == NULL &&
		pred == NULL;

	for (int i = 0; i < form->indnatts; i++)
	{
		int attnum = form->indkey.values[i];

		if (attnum == 0)
			continue;
		sets->index = add_column(sets->index, attnum);
		if (i >= form->indnkeyatts)
			continue; /* INCLUDE columns are no part of the key */
		if (is_key)
			sets->key = add_column(sets->key, attnum);
		if (RelationGetRelid(index) == pkindex)
			sets->pk = add_column(sets->pk, attnum);
		if (RelationGetRelid(index) == replindex)
			sets->id = add_column(sets->id, attnum);
	}
	collect_columns(exprs, &sets->index);
	collect_columns(pred, &sets->index);
}

static Bitmapset *
pick(Relation relation, IndexAttrBitmapKind kind)
{
	switch (kind)
	{
		case INDEX_ATTR_BITMAP_ALL:
			return relation->rd_indexattr;
		case INDEX_ATTR_BITMAP_KEY:
			return relation->rd_keyattr;
		case INDEX_ATTR_BITMAP_PRIMARY_KEY:
			return relation->rd_pkattr;
		case INDEX_ATTR_BITMAP_IDENTITY_KEY:
			return relation->rd_idattr;
	}
	elog(ERROR, "unknown attrKind %u", kind);
	return NULL;
}

/*
 * RelationGetIndexAttrBitmap
 *		Which columns do the indexes of a table use?  The heap asks to decide
 *		whether an update can be HOT, so every index that somebody may insert
 *		into counts, valid or not.  The result is the caller's.
 */
Bitmapset *
RelationGetIndexAttrBitmap(Relation relation, IndexAttrBitmapKind attrKind)
{
	ColumnSets sets;
	List *indexes;
	List *again;
	ListCell *lc;
	bool stable;
	MemoryContext old;

	if (relation->rd_indexattr != NULL)
		return bms_copy(pick(relation, attrKind));
	if (!RelationGetForm(relation)->relhasindex)
		return NULL;

	do
	{
		Oid pkindex;
		Oid replindex;

		memset(&sets, 0, sizeof(sets));
		indexes = RelationGetIndexList(relation);
		if (indexes == NIL)
			return NULL;
		pkindex = relation->rd_pkindex;
		replindex = relation->rd_replidindex;
		foreach (lc, indexes)
		{
			Relation index = index_open(lfirst_oid(lc), AccessShareLock);

			columns_of_index(index, pkindex, replindex, &sets);
			index_close(index, AccessShareLock);
		}
		/* opening may have brought news of an index that has come or gone */
		again = RelationGetIndexList(relation);
		stable = equal(indexes, again) && pkindex == relation->rd_pkindex &&
			replindex == relation->rd_replidindex;
		list_free(indexes);
		list_free(again);
	} while (!stable);

	bms_free(relation->rd_keyattr);
	bms_free(relation->rd_pkattr);
	bms_free(relation->rd_idattr);
	old = MemoryContextSwitchTo(CacheMemoryContext);
	relation->rd_keyattr = bms_copy(sets.key);
	relation->rd_pkattr = bms_copy(sets.pk);
	relation->rd_idattr = bms_copy(sets.id);
	/* last: its being there says that all are */
	relation->rd_indexattr = bms_copy(sets.index);
	MemoryContextSwitchTo(old);
	return bms_copy(pick(relation, attrKind));
}

/* Columns of the replica identity index, for the heap's old-key records. */
Bitmapset *
RelationGetIdentityKeyBitmap(Relation relation)
{
	return RelationGetIndexAttrBitmap(relation,
									  INDEX_ATTR_BITMAP_IDENTITY_KEY);
}

/* ---- exclusion constraints ---- */

/* Operators of an exclusion constraint, with their functions and strategies. */
void
RelationGetExclusionInfo(Relation indexRelation, Oid **operators,
						 Oid **procs, uint16 **strategies)
{
	int nkeys = IndexRelationGetNumberOfKeyAttributes(indexRelation);
	HeapTuple tuple;
	Datum d;
	bool isnull;
	ArrayType *arr;
	Oid conoid = get_relation_idx_constraint_oid(indexRelation->rd_index->indrelid,
												 RelationGetRelid(indexRelation));

	tuple = SearchSysCache1(CONSTROID, ObjectIdGetDatum(conoid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "exclusion constraint record missing for rel %s",
			 RelationGetRelationName(indexRelation));
	d = SysCacheGetAttr(CONSTROID, tuple, Anum_pg_constraint_conexclop,
						&isnull);
	if (isnull)
		elog(ERROR, "null conexclop for rel %s",
			 RelationGetRelationName(indexRelation));
	arr = DatumGetArrayTypeP(d);
	if (ARR_NDIM(arr) != 1 || ARR_DIMS(arr)[0] != nkeys || ARR_HASNULL(arr))
		elog(ERROR, "conexclop is not a 1-D Oid array");

	*operators = palloc(nkeys * sizeof(Oid));
	*procs = palloc(nkeys * sizeof(Oid));
	*strategies = palloc(nkeys * sizeof(uint16));
	memcpy(*operators, ARR_DATA_PTR(arr), nkeys * sizeof(Oid));
	for (int i = 0; i < nkeys; i++)
	{
		(*procs)[i] = get_opcode((*operators)[i]);
		(*strategies)[i] = get_op_opfamily_strategy((*operators)[i],
													indexRelation->rd_opfamily[i]);
		if ((*strategies)[i] == InvalidStrategy)
			elog(ERROR, "could not find strategy for operator %u in family %u",
				 (*operators)[i], indexRelation->rd_opfamily[i]);
	}
	ReleaseSysCache(tuple);
}

/* Free what this file keeps in a descriptor outside of rd_indexcxt. */
void
relcache_forget_lists(Relation relation)
{
	list_free(relation->rd_indexlist);
	list_free(relation->rd_statlist);
	bms_free(relation->rd_indexattr);
	bms_free(relation->rd_keyattr);
	bms_free(relation->rd_pkattr);
	bms_free(relation->rd_idattr);
	relation->rd_indexlist = NIL;
	relation->rd_statlist = NIL;
	relation->rd_indexattr = NULL;
	relation->rd_keyattr = NULL;
	relation->rd_pkattr = NULL;
	relation->rd_idattr = NULL;
	relation->rd_indexvalid = false;
	relation->rd_statvalid = false;
}
