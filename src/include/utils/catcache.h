/*
 * catcache.h
 *		Caches of single catalog rows, found by a unique key.
 *
 * One cache per (catalog, unique index); syscache.c owns the set of them.  A
 * cached row is counted while somebody uses it; a row that an invalidation
 * message names is marked dead and goes when the last user lets go.  That a
 * key has no row is cached as well (a negative entry).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/catcache.h
 */
#ifndef CATCACHE_H
#define CATCACHE_H

#include "access/htup.h"
#include "access/skey.h"
#include "lib/ilist.h"
#include "utils/memutils.h"
#include "utils/relcache.h"

#define CATCACHE_MAXKEYS 4

typedef uint32 (*CCHashFN)(Datum datum);
typedef bool (*CCFastEqualFN)(Datum a, Datum b);

/* one cache */
typedef struct catcache
{
	int id; /* identifier, see syscache.h */
	int cc_nbuckets; /* a power of 2 */
	int cc_ntup;
	int cc_nlist;
	int cc_nkeys;
	int cc_keyno[CATCACHE_MAXKEYS];
	bool cc_relisshared;
	Oid cc_reloid;
	Oid cc_indexoid;
	const char *cc_relname;
	TupleDesc cc_tupdesc; /* NULL until first use */
	dlist_head *cc_bucket;
	dlist_head cc_lists; /* cached CatCLists */
	CCHashFN cc_hashfunc[CATCACHE_MAXKEYS];
	CCFastEqualFN cc_fastequal[CATCACHE_MAXKEYS];
	ScanKeyData cc_skey[CATCACHE_MAXKEYS]; /* arguments not filled in */
	slist_node cc_next;
} CatCache;

#define CT_MAGIC 0x57261502
#define CL_MAGIC 0x52765103

/* one row, or the knowledge that there is none */
typedef struct catctup
{
	int ct_magic;
	uint32 hash_value;
	Datum keys[CATCACHE_MAXKEYS];
	dlist_node cache_elem; /* in its bucket */
	int refcount;
	bool dead; /* not found any more; goes with refcount 0 */
	bool negative;
	HeapTupleData tuple; /* data follows the struct */
	struct catclist *c_list; /* list it is member of, or NULL */
	CatCache *my_cache;
} CatCTup;

/* all rows that agree with the first keys of a cache */
typedef struct catclist
{
	int cl_magic;
	uint32 hash_value;
	dlist_node cache_elem;
	Datum keys[CATCACHE_MAXKEYS];
	int refcount;
	bool dead;
	bool ordered; /* in index order */
	short nkeys;
	int n_members;
	CatCache *my_cache;
	CatCTup *members[FLEXIBLE_ARRAY_MEMBER];
} CatCList;

extern void CreateCacheMemoryContext(void);
extern CatCache *InitCatCache(int id, Oid reloid, Oid indexoid, int nkeys,
							  const int *key, int nbuckets);
extern void InitCatCachePhase2(CatCache *cache, bool touch_index);

extern HeapTuple SearchCatCache(CatCache *cache, Datum v1, Datum v2,
								Datum v3, Datum v4);
extern HeapTuple SearchCatCache1(CatCache *cache, Datum v1);
extern HeapTuple SearchCatCache2(CatCache *cache, Datum v1, Datum v2);
extern HeapTuple SearchCatCache3(CatCache *cache, Datum v1, Datum v2,
								 Datum v3);
extern HeapTuple SearchCatCache4(CatCache *cache, Datum v1, Datum v2,
								 Datum v3, Datum v4);
extern void ReleaseCatCache(HeapTuple tuple);

extern uint32 GetCatCacheHashValue(CatCache *cache, Datum v1, Datum v2,
								   Datum v3, Datum v4);
extern CatCList *SearchCatCacheList(CatCache *cache, int nkeys, Datum v1,
									Datum v2, Datum v3);
extern void ReleaseCatCacheList(CatCList *list);

/* invalidation, see inval.c */
extern void ResetCatalogCachesExt(bool debug_discard);
extern void CatalogCacheFlushCatalog(Oid catId);
extern void CatCacheInvalidate(CatCache *cache, uint32 hashValue);
extern void PrepareToInvalidateCacheTuple(Relation relation, HeapTuple tuple,
										  HeapTuple newtuple,
										  void (*function)(int, uint32, Oid));

extern void PrintCatCacheLeakWarning(HeapTuple tuple);
extern void PrintCatCacheListLeakWarning(CatCList *list);

#endif /* CATCACHE_H */
