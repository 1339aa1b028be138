/*
 * relcache.c
 *		The relation cache: finding, counting, invalidating descriptors.
 *
 * A descriptor is built when first asked for (relcache_build.c) and found by
 * OID from then on.  An invalidation message for it either drops it or, while
 * somebody uses it, rebuilds it in place, so that pointers to the Relation
 * stay good; a part that did not change keeps its address too, since callers
 * hold pointers into rd_att and rd_rules.
 *
 *		absent --RelationIdGetRelation--> valid --message, unused--> absent
 *		valid --message, in use, no transaction--> invalid
 *		invalid --RelationIdGetRelation--> valid
 *		valid --dropped in this transaction--> kept for its rd_droppedSubid
 *
 * Invariants:
 *	1. rd_refcnt is the number of users, each also known to a resource owner;
 *	   nailed descriptors have one more, forever.
 *	2. A descriptor in use, nailed, or made or given new files in the current
 *	   transaction is never removed; the last because nothing but the
 *	   descriptor knows rd_createSubid and its kin.
 *	3. Building reads catalogs, and reading may bring messages in.  A message
 *	   that hits a descriptor under construction makes the builder start over.
 *	4. A user holds a lock; the cache itself takes none on the relation.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/relcache.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <unistd.h>

#include "access/table.h"
#include "access/tableam.h"
#include "access/multixact.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/heap.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_database_d.h"
#include "catalog/pg_shseclabel_d.h"
#include "catalog/pg_tablespace_d.h"
#include "catalog/pg_trigger_d.h"
#include "catalog/storage.h"
#include "common/relpath.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/relmapper.h"
#include "utils/resowner_private.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#include "relcache_private.h"

bool criticalRelcachesBuilt = false;
bool criticalSharedRelcachesBuilt = false;

typedef struct CacheEntry
{
	Oid relid; /* hash key */
	Relation relation;
} CacheEntry;

static HTAB *by_oid = NULL;

/* Descriptors being built; a message for one sets its flag (invariant 3). */
typedef struct BuildInProgress
{
	struct BuildInProgress *outer;
	Oid relid;
	bool stale;
} BuildInProgress;

static BuildInProgress *builds = NULL;

/* Relations that the end of the (sub)transaction has to look at. */
static Oid *watched = NULL;
static int nwatched = 0;
static int maxwatched = 0;

static Relation build(Oid relid, bool insert);
static void rebuild_in_place(Relation relation);

/* ---- the table ---- */

/* Start of a session: an empty cache, and no relation map read. */
void
RelationCacheInitialize(void)
{
	HASHCTL ctl;

	CreateCacheMemoryContext();
	memset(&ctl, 0, sizeof(ctl));
	ctl.keysize = sizeof(Oid);
	ctl.entrysize = sizeof(CacheEntry);
	by_oid = hash_create("Relcache by OID", 400, &ctl, HASH_ELEM | HASH_BLOBS);
	RelationMapInitialize();
}

Relation
relcache_lookup(Oid relid)
{
	CacheEntry *e = hash_search(by_oid, &relid, HASH_FIND, NULL);

	return e ? e->relation : NULL;
}

/* An entry that is already there is replaced: it was built meanwhile. */
void
relcache_insert(Relation relation)
{
	bool found;
	CacheEntry *e = hash_search(by_oid, &relation->rd_id, HASH_ENTER, &found);

	if (found)
	{
		Relation old = e->relation;

		e->relation = relation;
		if (RelationHasReferenceCountZero(old))
			relcache_destroy(old, false);
		else if (!IsBootstrapProcessingMode())
			elog(WARNING, "leaking still-referenced relcache entry for \"%s\"",
				 RelationGetRelationName(old));
		return;
	}
	e->relation = relation;
}

static void
remove_entry(Relation relation)
{
	hash_search(by_oid, &relation->rd_id, HASH_REMOVE, NULL);
}

/* Visit all descriptors; the visitor must not add or remove any. */
void
relcache_for_each(relcache_visitor visit, void *arg)
{
	HASH_SEQ_STATUS seq;
	CacheEntry *e;

	hash_seq_init(&seq, by_oid);
	while ((e = hash_seq_search(&seq)) != NULL)
		visit(e->relation, arg);
}

/* Remember a relation for the end of the transaction. */
void
relcache_watch_until_eox(Relation relation)
{
	for (int i = 0; i < nwatched; i++)
	{
		if (watched[i] == relation->rd_id)
			return;
	}
	if (nwatched >= maxwatched)
	{
		int want = maxwatched ? maxwatched * 2 : 32;

		watched = watched ? repalloc(watched, want * sizeof(Oid)) : MemoryContextAlloc(CacheMemoryContext, want * sizeof(Oid));
		maxwatched = want;
	}
	watched[nwatched++] = relation->rd_id;
}

/* ---- getting and releasing ---- */

/*
 * RelationIdGetRelation
 *		The counted descriptor of a relation, or NULL if there is none.  The
 *		caller should hold a lock on it, and must RelationClose it.
 */
Relation
RelationIdGetRelation(Oid relationId)
{
	Relation rel;

	Assert(IsTransactionState() || IsBootstrapProcessingMode());
	rel = relcache_lookup(relationId);
	if (rel == NULL)
	{
		rel = build(relationId, true);
		if (rel != NULL)
			RelationIncrementReferenceCount(rel);
		return rel;
	}

	if (rel->rd_droppedSubid != InvalidSubTransactionId)
	{
		Assert(!rel->rd_isvalid);
		return NULL;
	}
	RelationIncrementReferenceCount(rel);
	if (!rel->rd_isvalid)
	{
		if (rel->rd_rel->relkind == RELKIND_INDEX ||
			rel->rd_rel->relkind == RELKIND_PARTITIONED_INDEX)
			relcache_reload_index(rel);
		else
			relcache_clear(rel, true);
		Assert(rel->rd_isvalid || rel->rd_isnailed);
	}
	return rel;
}

void
RelationIncrementReferenceCount(Relation rel)
{
	ResourceOwnerEnlargeRelationRefs(CurrentResourceOwner);
	rel->rd_refcnt++;
	if (!IsBootstrapProcessingMode())
		ResourceOwnerRememberRelationRef(CurrentResourceOwner, rel);
}

void
RelationDecrementReferenceCount(Relation rel)
{
	Assert(rel->rd_refcnt > 0);
	rel->rd_refcnt--;
	if (!IsBootstrapProcessingMode())
		ResourceOwnerForgetRelationRef(CurrentResourceOwner, rel);
}

/* Give back a descriptor; it stays cached. */
void
RelationClose(Relation relation)
{
	RelationDecrementReferenceCount(relation);
}

/* Build, and start over as long as messages come in for what is built. */
static Relation
build(Oid relid, bool insert)
{
	BuildInProgress me;
	Relation rel = NULL;

	me.outer = builds;
	me.relid = relid;
	builds = &me;
	PG_TRY();
	{
		do
		{
			me.stale = false;
			rel = relcache_build(relid);
			if (rel != NULL && me.stale)
				relcache_destroy(rel, false);
		} while (me.stale);
	}
	PG_FINALLY();
	{
		builds = me.outer;
	}
	PG_END_TRY();

	if (rel != NULL)
	{
		rel->rd_isvalid = true;
		if (insert)
			relcache_insert(rel);
	}
	return rel;
}

/* ---- invalidation ---- */

static void
reload_nailed(Relation relation)
{
	HeapTuple tuple;

	relcache_set_address(relation);
	relation->rd_isvalid = true;
	if (!IsTransactionState() || !criticalRelcachesBuilt)
		return; /* what formrdesc knew must do */
	if (relation->rd_rel->relkind == RELKIND_INDEX)
	{
		if (relation->rd_refcnt > 1)
			relcache_reload_index(relation);
		else
			relation->rd_isvalid = false;
		return;
	}
	if (relation->rd_refcnt <= 1)
		return; /* sizes are read again when they matter */

	/* reading pg_class may come back here, which is harmless by now */
	tuple = relcache_read_pg_class(RelationGetRelid(relation), true);
	if (HeapTupleIsValid(tuple))
	{
		memcpy(relation->rd_rel, GETSTRUCT(tuple), CLASS_TUPLE_SIZE);
		heap_freetuple(tuple);
	}
}

/*
 * relcache_clear
 *		A descriptor is stale.  With rebuild it is brought up to date in place
 *		(or, outside of a transaction, marked for that); without, removed.
 */
void
relcache_clear(Relation relation, bool rebuild)
{
	RelationCloseSmgr(relation);
	if (relation->rd_amcache)
		pfree(relation->rd_amcache);
	relation->rd_amcache = NULL;

	if (relation->rd_isnailed)
	{
		reload_nailed(relation);
		return;
	}
	relation->rd_isvalid = false;

	/* only its fate at the end of the transaction is of interest */
	if (relation->rd_droppedSubid != InvalidSubTransactionId)
		return;

	if ((relation->rd_rel->relkind == RELKIND_INDEX ||
		 relation->rd_rel->relkind == RELKIND_PARTITIONED_INDEX) &&
		relation->rd_refcnt > 0 && relation->rd_indexcxt != NULL)
	{
		if (IsTransactionState())
			relcache_reload_index(relation);
		return;
	}

	if (!rebuild)
	{
		remove_entry(relation);
		relcache_destroy(relation, false);
	}
	else if (IsTransactionState())
		rebuild_in_place(relation);
}

#define SWAP(type, a, b) \
	do                   \
	{                    \
		type tmp_ = (a); \
		(a) = (b);       \
		(b) = tmp_;      \
	} while (0)
#define KEEP(type, field) SWAP(type, relation->field, fresh->field)

/*
 * Build a second descriptor, exchange the contents, and put back what must
 * keep its value or its address.
 */
static void
rebuild_in_place(Relation relation)
{
	Oid relid = RelationGetRelid(relation);
	Relation fresh = build(relid, false);
	bool keep_tupdesc;
	bool keep_rules;
	RelationData tmp;

	if (fresh == NULL)
		elog(ERROR, "relation %u deleted while still in use", relid);

	keep_tupdesc = equalTupleDescs(relation->rd_att, fresh->rd_att);
	keep_rules = relcache_rules_equal(relation->rd_rules, fresh->rd_rules);

	tmp = *fresh;
	*fresh = *relation;
	*relation = tmp;

	/* state of this entry */
	KEEP(int, rd_refcnt);
	KEEP(SMgrRelation, rd_smgr);
	if (relation->rd_smgr)
		smgrsetowner(&relation->rd_smgr, relation->rd_smgr);
	KEEP(SubTransactionId, rd_createSubid);
	KEEP(SubTransactionId, rd_newRelfilenodeSubid);
	KEEP(SubTransactionId, rd_firstRelfilenodeSubid);
	KEEP(SubTransactionId, rd_droppedSubid);
	KEEP(Oid, rd_toastoid);
	KEEP(bool, pgstat_enabled);
	KEEP(struct PgStat_TableStatus *, pgstat_info);

	/* rd_rel keeps its address: others may point to it */
	SWAP(Form_pg_class, relation->rd_rel, fresh->rd_rel);
	memcpy(relation->rd_rel, fresh->rd_rel, CLASS_TUPLE_SIZE);

	if (keep_tupdesc)
		KEEP(TupleDesc, rd_att);
	if (keep_rules)
	{
		KEEP(struct RuleLock *, rd_rules);
		KEEP(MemoryContext, rd_rulescxt);
	}
	relcache_destroy(fresh, !keep_tupdesc);
}

/* A message: drop it if nobody needs it, else bring it up to date. */
static void
flush(Relation relation)
{
	bool mine = relation->rd_createSubid != InvalidSubTransactionId ||
		relation->rd_firstRelfilenodeSubid != InvalidSubTransactionId;

	if (!mine)
	{
		relcache_clear(relation, !RelationHasReferenceCountZero(relation));
		return;
	}
	if (!IsTransactionState())
	{
		relation->rd_isvalid = false;
		return;
	}
	/* the count keeps it from being dropped while it is rebuilt */
	RelationIncrementReferenceCount(relation);
	relcache_clear(relation, true);
	RelationDecrementReferenceCount(relation);
}

/*
 * RelationForgetRelation
 *		The relation has been dropped.  Nobody may have it open.
 */
void
RelationForgetRelation(Oid rid)
{
	Relation relation = relcache_lookup(rid);

	if (relation == NULL)
		return;
	if (!RelationHasReferenceCountZero(relation))
		elog(ERROR, "relation %u is still open", rid);

	if (relation->rd_createSubid != InvalidSubTransactionId ||
		relation->rd_firstRelfilenodeSubid != InvalidSubTransactionId)
	{
		/* a rollback brings it back with the subtransactions it has */
		relation->rd_droppedSubid = GetCurrentSubTransactionId();
		relcache_watch_until_eox(relation);
	}
	relcache_clear(relation, false);
}

void
RelationCacheInvalidateEntry(Oid relationId)
{
	Relation relation = by_oid ? relcache_lookup(relationId) : NULL;

	if (relation != NULL)
		flush(relation);
	for (BuildInProgress *b = builds; b != NULL; b = b->outer)
	{
		if (b->relid == relationId)
			b->stale = true;
	}
}

static void
collect_oid(Relation relation, void *arg)
{
	List **list = arg;

	RelationCloseSmgr(relation);
	*list = lappend_oid(*list, RelationGetRelid(relation));
}

/*
 * RelationCacheInvalidate
 *		Messages were lost: everything is stale.  Nailed descriptors and those
 *		of pg_class's own kind come first, since rebuilding reads them.
 */
void
RelationCacheInvalidate(bool debug_discard)
{
	List *oids = NIL;
	ListCell *lc;

	RelationMapInvalidateAll();
	relcache_for_each(collect_oid, &oids);
	smgrcloseall();

	for (int pass = 0; pass < 2; pass++)
	{
		foreach (lc, oids)
		{
			Relation rel = relcache_lookup(lfirst_oid(lc));

			if (rel == NULL || rel->rd_isnailed != (pass == 0))
				continue;
			if (pass == 0)
			{
				relcache_set_address(rel);
				continue;
			}
			/* only this session knows of it, so nobody can have changed it */
			if (rel->rd_createSubid != InvalidSubTransactionId ||
				rel->rd_firstRelfilenodeSubid != InvalidSubTransactionId ||
				rel->rd_droppedSubid != InvalidSubTransactionId)
				continue;
			relcache_clear(rel, !RelationHasReferenceCountZero(rel));
		}
	}
	foreach (lc, oids)
	{
		Relation rel = relcache_lookup(lfirst_oid(lc));

		if (rel != NULL && rel->rd_isnailed)
			relcache_clear(rel, true);
	}
	list_free(oids);

	if (!debug_discard)
	{
		for (BuildInProgress *b = builds; b != NULL; b = b->outer)
			b->stale = true;
	}
}

/* Close the files of a relation, if they are open. */
void
RelationCloseSmgrByOid(Oid relationId)
{
	Relation relation = relcache_lookup(relationId);

	if (relation != NULL)
		RelationCloseSmgr(relation);
}

/* ---- ends of transactions ---- */

static void
forget_subids(Relation relation)
{
	relation->rd_createSubid = InvalidSubTransactionId;
	relation->rd_newRelfilenodeSubid = InvalidSubTransactionId;
	relation->rd_firstRelfilenodeSubid = InvalidSubTransactionId;
	relation->rd_droppedSubid = InvalidSubTransactionId;
}

/*
 * AtEOXact_RelationCache
 *		Relations made in a transaction that aborts, and those dropped in one
 *		that commits, go; of the others, what belonged to the transaction is
 *		reset.  Runs before the locks are released.
 */
void
AtEOXact_RelationCache(bool isCommit)
{
	builds = NULL; /* an error may have left some */

	for (int i = 0; i < nwatched; i++)
	{
		Relation rel = relcache_lookup(watched[i]);
		bool gone;

		if (rel == NULL)
			continue;
		gone = isCommit ? rel->rd_droppedSubid != InvalidSubTransactionId : rel->rd_createSubid != InvalidSubTransactionId;
		forget_subids(rel);
		if (!gone)
		{
			/* after a rollback of its drop, it is read again when needed */
			continue;
		}
		if (RelationHasReferenceCountZero(rel))
			relcache_clear(rel, false);
		else
			elog(WARNING, "cannot remove relcache entry for \"%s\" because it has nonzero refcount",
				 RelationGetRelationName(rel));
	}
	nwatched = 0;
	relcache_free_replaced();
}

void
AtEOSubXact_RelationCache(bool isCommit, SubTransactionId mySubid,
						  SubTransactionId parentSubid)
{
	SubTransactionId heir = isCommit ? parentSubid : InvalidSubTransactionId;

	for (int i = 0; i < nwatched; i++)
	{
		Relation rel = relcache_lookup(watched[i]);

		if (rel == NULL)
			continue;
		if (rel->rd_createSubid == mySubid)
		{
			bool gone = !isCommit ||
				rel->rd_droppedSubid != InvalidSubTransactionId;

			if (gone && RelationHasReferenceCountZero(rel))
			{
				forget_subids(rel);
				relcache_clear(rel, false);
				continue;
			}
			rel->rd_createSubid = parentSubid;
			if (gone)
				elog(WARNING, "cannot remove relcache entry for \"%s\" because it has nonzero refcount",
					 RelationGetRelationName(rel));
		}
		if (rel->rd_newRelfilenodeSubid == mySubid)
			rel->rd_newRelfilenodeSubid = heir;
		if (rel->rd_firstRelfilenodeSubid == mySubid)
			rel->rd_firstRelfilenodeSubid = heir;
		if (rel->rd_droppedSubid == mySubid)
			rel->rd_droppedSubid = heir;
	}
}

/* ---- new relations and new files ---- */

static TupleDesc
own_copy_of_columns(TupleDesc from, Oid relid)
{
	TupleDesc desc = CreateTupleDescCopy(from);
	bool has_not_null = false;

	desc->tdrefcount = 1;
	for (int i = 0; i < from->natts; i++)
	{
		Form_pg_attribute src = TupleDescAttr(from, i);
		Form_pg_attribute dst = TupleDescAttr(desc, i);

		dst->attrelid = relid;
		dst->attnotnull = src->attnotnull;
		dst->attidentity = src->attidentity;
		dst->attgenerated = src->attgenerated;
		has_not_null |= src->attnotnull;
	}
	if (has_not_null)
	{
		desc->constr = palloc0(sizeof(TupleConstr));
		desc->constr->has_not_null = true;
	}
	return desc;
}

/*
 * RelationBuildLocalRelation
 *		Enter a relation that this transaction makes, before it has rows in
 *		the catalogs.  Returned counted.
 */
Relation
RelationBuildLocalRelation(const char *relname, Oid relnamespace,
						   TupleDesc tupDesc, Oid relid, Oid accessmtd,
						   Oid relfilenode, Oid reltablespace,
						   bool shared_relation, bool mapped_relation,
						   char relpersistence, char relkind)
{
	MemoryContext old;
	Relation rel;
	Form_pg_class form;

	if (shared_relation != IsSharedRelation(relid))
		elog(ERROR, "shared_relation flag for \"%s\" does not match IsSharedRelation(%u)",
			 relname, relid);
	CreateCacheMemoryContext();
	old = MemoryContextSwitchTo(CacheMemoryContext);

	rel = palloc0(sizeof(RelationData));
	rel->rd_createSubid = GetCurrentSubTransactionId();
	rel->rd_att = own_copy_of_columns(tupDesc, relid);
	form = palloc0(sizeof(FormData_pg_class));
	rel->rd_rel = form;
	rel->rd_id = relid;
	form->oid = relid;
	namestrcpy(&form->relname, relname);
	form->relnamespace = relnamespace;
	form->relkind = relkind;
	form->relnatts = tupDesc->natts;
	form->relpersistence = relpersistence;
	form->relispopulated = (relkind != RELKIND_MATVIEW);
	form->relreplident = REPLICA_IDENTITY_NOTHING;
	if (!IsCatalogNamespace(relnamespace) &&
		(relkind == RELKIND_RELATION || relkind == RELKIND_MATVIEW ||
		 relkind == RELKIND_PARTITIONED_TABLE))
		form->relreplident = REPLICA_IDENTITY_DEFAULT;
	form->relisshared = shared_relation;
	form->reltablespace = reltablespace;
	form->relfilenode = mapped_relation ? InvalidOid : relfilenode;
	form->relam = accessmtd;
	rel->rd_lockInfo.lockRelId.relId = relid;
	rel->rd_lockInfo.lockRelId.dbId = shared_relation ? InvalidOid : MyDatabaseId;
	relcache_set_backend(rel);
	if (mapped_relation)
		RelationMapUpdateMap(relid, relfilenode, shared_relation, true);
	relcache_set_address(rel);
	if (RELKIND_HAS_TABLE_AM(relkind) || relkind == RELKIND_SEQUENCE)
		RelationInitTableAccessMethod(rel);

	relcache_insert(rel);
	relcache_watch_until_eox(rel);
	MemoryContextSwitchTo(old);
	rel->rd_isvalid = true;
	RelationIncrementReferenceCount(rel);
	return rel;
}

/*
 * RelationSetNewRelfilenode
 *		Give a relation new, empty files; the old ones go at commit.  The
 *		caller holds AccessExclusiveLock.
 */
void
RelationSetNewRelfilenode(Relation relation, char persistence)
{
	Oid newnode;
	Relation pg_class;
	HeapTuple tuple;
	Form_pg_class form;
	MultiXactId minmulti = InvalidMultiXactId;
	TransactionId freezeXid = InvalidTransactionId;
	RelFileNode newrnode;

	newnode = GetNewRelFileNode(relation->rd_rel->reltablespace, NULL,
								persistence);
	pg_class = table_open(RelationRelationId, RowExclusiveLock);
	tuple = SearchSysCacheCopy1(RELOID,
								ObjectIdGetDatum(RelationGetRelid(relation)));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "could not find tuple for relation %u",
			 RelationGetRelid(relation));
	form = (Form_pg_class) GETSTRUCT(tuple);

	RelationDropStorage(relation);
	newrnode = relation->rd_node;
	newrnode.relNode = newnode;
	if (RELKIND_HAS_TABLE_AM(relation->rd_rel->relkind))
		table_relation_set_new_filenode(relation, &newrnode, persistence,
										&freezeXid, &minmulti);
	else if (RELKIND_HAS_STORAGE(relation->rd_rel->relkind))
	{
		SMgrRelation srel = RelationCreateStorage(newrnode, persistence, true);

		smgrclose(srel);
	}
	else
		elog(ERROR, "relation \"%s\" does not have storage",
			 RelationGetRelationName(relation));

	if (RelationIsMapped(relation))
	{
		/* the row stays as it is; only the map changes */
		Assert(persistence == relation->rd_rel->relpersistence);
		(void) GetCurrentTransactionId();
		RelationMapUpdateMap(RelationGetRelid(relation), newnode,
							 relation->rd_rel->relisshared, false);
		CacheInvalidateRelcache(relation);
	}
	else
	{
		form->relfilenode = newnode;
		if (relation->rd_rel->relkind != RELKIND_SEQUENCE)
		{
			form->relpages = 0;
			form->reltuples = -1;
			form->relallvisible = 0;
		}
		form->relfrozenxid = freezeXid;
		form->relminmxid = minmulti;
		form->relpersistence = persistence;
		CatalogTupleUpdate(pg_class, &tuple->t_self, tuple);
	}
	heap_freetuple(tuple);
	table_close(pg_class, RowExclusiveLock);

	CommandCounterIncrement();
	RelationAssumeNewRelfilenode(relation);
}

/* The relation has got new files, which is to be remembered for the commit. */
void
RelationAssumeNewRelfilenode(Relation relation)
{
	relation->rd_newRelfilenodeSubid = GetCurrentSubTransactionId();
	if (relation->rd_firstRelfilenodeSubid == InvalidSubTransactionId)
		relation->rd_firstRelfilenodeSubid = relation->rd_newRelfilenodeSubid;
	relcache_watch_until_eox(relation);
}

#ifdef USE_ASSERT_CHECKING
static void
check_pending_sync(Relation relation, void *arg)
{
	if (!RelationIsPermanent(relation) || !relation->rd_isvalid ||
		!RELKIND_HAS_STORAGE(relation->rd_rel->relkind))
		return;
	if (relation->rd_createSubid == InvalidSubTransactionId &&
		relation->rd_firstRelfilenodeSubid == InvalidSubTransactionId)
		Assert(!RelFileNodeSkippingWAL(relation->rd_node));
}

/* Files that skip WAL and descriptors must agree, or data would be lost. */
void
AssertPendingSyncs_RelationCache(void)
{
	relcache_for_each(check_pending_sync, NULL);
}
#endif

/* ---- the init file of stock servers ---- */

/*
 * Would a stock server keep this relation in its init file?  The answer goes
 * into commit records.
 */
bool
RelationIdIsInInitFile(Oid relationId)
{
	switch (relationId)
	{
		case SharedSecLabelRelationId:
		case SharedSecLabelObjectIndexId:
		case TriggerRelidNameIndexId:
		case DatabaseNameIndexId:
			return true;
		default:
			return RelationSupportsSysCache(relationId);
	}
}

static void
remove_init_file(const char *dir)
{
	char path[MAXPGPATH];

	snprintf(path, sizeof(path), "%s/%s", dir, RELCACHE_INIT_FILENAME);
	if (unlink(path) != 0 && errno != ENOENT)
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not remove cache file \"%s\": %m", path)));
}

/* We write none, but one that a stock server left must not outlive a change. */
void
RelationCacheInitFilePreInvalidate(void)
{
	if (DatabasePath)
		remove_init_file(DatabasePath);
	remove_init_file("global");
}

void
RelationCacheInitFilePostInvalidate(void)
{
}

/* Replay of a change in one database. */
void
RelationCacheInitFileRemoveInDatabase(Oid dbid, Oid tsid)
{
	if (OidIsValid(dbid))
	{
		char *path = GetDatabasePath(dbid, tsid);

		remove_init_file(path);
		pfree(path);
	}
	remove_init_file("global");
}

static void
remove_init_files_below(const char *tblspcdir)
{
	DIR *dir = AllocateDir(tblspcdir);
	struct dirent *de;

	while ((de = ReadDirExtended(dir, tblspcdir, LOG)) != NULL)
	{
		char path[MAXPGPATH * 2];

		if (strspn(de->d_name, "0123456789") != strlen(de->d_name))
			continue;
		snprintf(path, sizeof(path), "%s/%s", tblspcdir, de->d_name);
		remove_init_file(path);
	}
	FreeDir(dir);
}

/* Start of the server: remove them all. */
void
RelationCacheInitFileRemove(void)
{
	DIR *dir;
	struct dirent *de;

	remove_init_file("global");
	remove_init_files_below("base");
	dir = AllocateDir("pg_tblspc");
	while ((de = ReadDirExtended(dir, "pg_tblspc", LOG)) != NULL)
	{
		char path[MAXPGPATH * 2];

		if (strspn(de->d_name, "0123456789") != strlen(de->d_name))
			continue;
		snprintf(path, sizeof(path), "pg_tblspc/%s/%s", de->d_name,
				 TABLESPACE_VERSION_DIRECTORY);
		remove_init_files_below(path);
	}
	FreeDir(dir);
}

/* ---- error fields ---- */

/* Name the table in the fields of an error message. */
int
errtable(Relation rel)
{
	err_generic_string(PG_DIAG_SCHEMA_NAME,
					   get_namespace_name(RelationGetNamespace(rel)));
	err_generic_string(PG_DIAG_TABLE_NAME, RelationGetRelationName(rel));
	return 0;
}

int
errtablecolname(Relation rel, const char *colname)
{
	errtable(rel);
	err_generic_string(PG_DIAG_COLUMN_NAME, colname);
	return 0;
}

int
errtablecol(Relation rel, int attnum)
{
	TupleDesc desc = RelationGetDescr(rel);
	const char *name = attnum > 0 && attnum <= desc->natts ? NameStr(TupleDescAttr(desc, attnum - 1)->attname) : get_attname(RelationGetRelid(rel), attnum, false);

	return errtablecolname(rel, name);
}

int
errtableconstraint(Relation rel, const char *conname)
{
	errtable(rel);
	err_generic_string(PG_DIAG_CONSTRAINT_NAME, conname);
	return 0;
}
