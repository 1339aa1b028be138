/*
 * relcache.h
 *		Relation descriptor cache.
 *
 * A descriptor is found by OID, counted while it is in use, and rebuilt when
 * an invalidation message says that the catalogs have changed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/relcache.h
 */
#ifndef RELCACHE_H
#define RELCACHE_H

#include "access/tupdesc.h"
#include "nodes/bitmapset.h"
#include "storage/relfilenode.h"

#define RELCACHE_INIT_FILENAME "pg_internal.init"

typedef struct RelationData *Relation;
typedef Relation *RelationPtr;

typedef enum IndexAttrBitmapKind
{
	INDEX_ATTR_BITMAP_ALL,
	INDEX_ATTR_BITMAP_KEY,
	INDEX_ATTR_BITMAP_PRIMARY_KEY,
	INDEX_ATTR_BITMAP_IDENTITY_KEY
} IndexAttrBitmapKind;

/* life of the cache */
extern void RelationCacheInitialize(void);
extern void RelationCacheInitializePhase2(void);
extern void RelationCacheInitializePhase3(void);
extern bool criticalRelcachesBuilt;
extern bool criticalSharedRelcachesBuilt;

/* use of a descriptor */
extern Relation RelationIdGetRelation(Oid relationId);
extern void RelationClose(Relation relation);

/* what a table or index has, on demand; results belong to the caller */
extern List *RelationGetFKeyList(Relation relation);
extern List *RelationGetIndexList(Relation relation);
extern List *RelationGetStatExtList(Relation relation);
extern Oid RelationGetPrimaryKeyIndex(Relation relation);
extern Oid RelationGetReplicaIndex(Relation relation);
extern List *RelationGetIndexExpressions(Relation relation);
extern List *RelationGetDummyIndexExpressions(Relation relation);
extern List *RelationGetIndexPredicate(Relation relation);
extern bytea **RelationGetIndexAttOptions(Relation relation, bool copy);
extern Bitmapset *RelationGetIndexAttrBitmap(Relation relation,
											 IndexAttrBitmapKind attrKind);
extern Bitmapset *RelationGetIdentityKeyBitmap(Relation relation);
extern void RelationGetExclusionInfo(Relation indexRelation, Oid **operators,
									 Oid **procs, uint16 **strategies);
extern void RelationInitIndexAccessInfo(Relation relation);
extern void RelationInitTableAccessMethod(Relation relation);
extern int errtable(Relation rel);
extern int errtablecol(Relation rel, int attnum);
extern int errtablecolname(Relation rel, const char *colname);
extern int errtableconstraint(Relation rel, const char *conname);

/* making and changing relations */
extern Relation RelationBuildLocalRelation(const char *relname,
										   Oid relnamespace,
										   TupleDesc tupDesc, Oid relid,
										   Oid accessmtd, Oid relfilenode,
										   Oid reltablespace,
										   bool shared_relation,
										   bool mapped_relation,
										   char relpersistence, char relkind);
extern void RelationSetNewRelfilenode(Relation relation, char persistence);
extern void RelationAssumeNewRelfilenode(Relation relation);

/* invalidation */
extern void RelationForgetRelation(Oid rid);
extern void RelationCacheInvalidateEntry(Oid relationId);
extern void RelationCacheInvalidate(bool debug_discard);
extern void RelationCloseSmgrByOid(Oid relationId);
extern void RelationIdInvalidateRelationCacheByRelid(Oid relid);

/* end of a transaction or subtransaction; called by xact.c */
extern void AtEOXact_RelationCache(bool isCommit);
extern void AtEOSubXact_RelationCache(bool isCommit,
									  SubTransactionId mySubid,
									  SubTransactionId parentSubid);
#ifdef USE_ASSERT_CHECKING
extern void AssertPendingSyncs_RelationCache(void);
#else
#define AssertPendingSyncs_RelationCache() \
	do                                     \
	{                                      \
	} while (0)
#endif

/* the init file of stock servers: never written here, removed when stale */
extern bool RelationIdIsInInitFile(Oid relationId);
extern void RelationCacheInitFilePreInvalidate(void);
extern void RelationCacheInitFilePostInvalidate(void);
extern void RelationCacheInitFileRemove(void);
extern void RelationCacheInitFileRemoveInDatabase(Oid dbid, Oid tsid);

#endif /* RELCACHE_H */
