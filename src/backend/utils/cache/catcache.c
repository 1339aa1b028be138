/*
 * catcache.c
 *		Caches of single catalog rows, found by a unique key.
 *
 * syscache.c makes one cache per (catalog, unique index).  A lookup hashes the
 * key, walks one bucket, and only if nothing is there reads the catalog, by
 * index where that can be used.  What it finds, also that there is nothing,
 * stays until an invalidation message with the same hash value comes in.
 *
 * Rules that the code relies on:
 *	1. Entries live in CacheMemoryContext; a row handed out is counted in it
 *	   and in the current resource owner.
 *	2. A dead entry is never found; it is freed when its count is zero and no
 *	   counted list has it as member.
 *	3. Reading a catalog may take in invalidation messages and so change any
 *	   cache; nothing found before a read may be used after it unless counted.
 *	4. The hash of a key is PostgreSQL's: it stands in WAL.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/catcache.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/heaptoast.h"
#include "access/relscan.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "port/pg_bitutils.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/catcache.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/resowner_private.h"
#include "utils/syscache.h"

#define MAX_LOAD 2 /* rows per bucket before the table doubles */

static slist_head all_caches = SLIST_STATIC_INIT(all_caches);

/*
 * Counts what was forgotten.  Fetching a long column of a row that is to be
 * cached takes locks, so messages may come in after the row was read: whoever
 * makes an entry compares the count of before with that of after.
 */
static uint64 forgotten = 0;

static CatCTup *make_entry(CatCache *cache, HeapTuple tuple, Datum *keys,
						   uint32 hash, bool negative);
static HeapTuple without_pointers(CatCache *cache, HeapTuple tuple);
static void free_entry(CatCTup *ct);
static void free_list(CatCList *cl);
static HeapTuple search_miss(CatCache *cache, int nkeys, uint32 hash,
							 Datum *keys);

/* ---- key types: hash and equality ---- */

static uint32
hash_char(Datum d)
{
	return murmurhash32((int32) DatumGetChar(d));
}

static uint32
hash_int2(Datum d)
{
	return murmurhash32((int32) DatumGetInt16(d));
}

static uint32
hash_int4(Datum d)
{
	return murmurhash32((int32) DatumGetInt32(d));
}

static uint32
hash_name(Datum d)
{
	const char *s = NameStr(*DatumGetName(d));

	return DatumGetUInt32(hash_any((const unsigned char *) s,
								   (int) strnlen(s, NAMEDATALEN)));
}

static uint32
hash_text(Datum d)
{
	text *t = DatumGetTextPP(d);

	return DatumGetUInt32(hash_any((unsigned char *) VARDATA_ANY(t),
								   VARSIZE_ANY_EXHDR(t)));
}

static uint32
hash_oidvector(Datum d)
{
	oidvector *v = (oidvector *) DatumGetPointer(d);

	return DatumGetUInt32(hash_any((unsigned char *) v->values,
								   v->dim1 * sizeof(Oid)));
}

static bool
equal_char(Datum a, Datum b)
{
	return DatumGetChar(a) == DatumGetChar(b);
}

static bool
equal_int2(Datum a, Datum b)
{
	return DatumGetInt16(a) == DatumGetInt16(b);
}

static bool
equal_int4(Datum a, Datum b)
{
	return DatumGetInt32(a) == DatumGetInt32(b);
}

static bool
equal_name(Datum a, Datum b)
{
	return strncmp(NameStr(*DatumGetName(a)), NameStr(*DatumGetName(b)),
				   NAMEDATALEN) == 0;
}

static bool
equal_text(Datum a, Datum b)
{
	text *x = DatumGetTextPP(a);
	text *y = DatumGetTextPP(b);

	return VARSIZE_ANY_EXHDR(x) == VARSIZE_ANY_EXHDR(y) &&
		memcmp(VARDATA_ANY(x), VARDATA_ANY(y), VARSIZE_ANY_EXHDR(x)) == 0;
}

static bool
equal_oidvector(Datum a, Datum b)
{
	oidvector *x = (oidvector *) DatumGetPointer(a);
	oidvector *y = (oidvector *) DatumGetPointer(b);

	return x->dim1 == y->dim1 &&
		memcmp(x->values, y->values, x->dim1 * sizeof(Oid)) == 0;
}

typedef struct KeyType
{
	Oid type;
	CCHashFN hash;
	CCFastEqualFN equal;
	RegProcedure eqproc; /* for scans */
} KeyType;

static const KeyType key_types[] = {
	{BOOLOID, hash_char, equal_char, F_BOOLEQ},
	{CHAROID, hash_char, equal_char, F_CHAREQ},
	{NAMEOID, hash_name, equal_name, F_NAMEEQ},
	{INT2OID, hash_int2, equal_int2, F_INT2EQ},
	{INT4OID, hash_int4, equal_int4, F_INT4EQ},
	{TEXTOID, hash_text, equal_text, F_TEXTEQ},
	{OIDVECTOROID, hash_oidvector, equal_oidvector, F_OIDVECTOREQ},
	{OIDOID, hash_int4, equal_int4, F_OIDEQ},
	{REGPROCOID, hash_int4, equal_int4, F_OIDEQ},
};

static const KeyType *
key_type_info(Oid type)
{
	for (size_t i = 0; i < lengthof(key_types); i++)
	{
		if (key_types[i].type == type)
			return &key_types[i];
	}
	elog(FATAL, "type %u not supported as catcache key", type);
	return NULL;
}

/* Later keys are rotated more, so that equal values in two keys do not cancel. */
static uint32
hash_keys(CatCache *cache, int nkeys, const Datum *keys)
{
	uint32 hash = 0;

	for (int i = nkeys - 1; i >= 0; i--)
	{
		uint32 h = cache->cc_hashfunc[i](keys[i]);

		hash ^= (i == 0) ? h : pg_rotate_left32(h, 8 * i);
	}
	return hash;
}

static bool
same_keys(CatCache *cache, int nkeys, const Datum *a, const Datum *b)
{
	for (int i = 0; i < nkeys; i++)
	{
		if (!cache->cc_fastequal[i](a[i], b[i]))
			return false;
	}
	return true;
}

static Form_pg_attribute
key_column(CatCache *cache, int i)
{
	Assert(cache->cc_keyno[i] > 0);
	return TupleDescAttr(cache->cc_tupdesc, cache->cc_keyno[i] - 1);
}

/* Keys of a row; by-reference ones point into the row. */
static void
row_keys(CatCache *cache, HeapTuple tuple, Datum *keys)
{
	for (int i = 0; i < cache->cc_nkeys; i++)
	{
		bool isnull;

		keys[i] = heap_getattr(tuple, cache->cc_keyno[i], cache->cc_tupdesc,
							   &isnull);
		Assert(!isnull);
	}
}

static void
copy_keys(CatCache *cache, int nkeys, const Datum *from, Datum *to)
{
	for (int i = 0; i < nkeys; i++)
	{
		Form_pg_attribute att = key_column(cache, i);

		if (att->atttypid == NAMEOID)
		{
			/* the caller's name may be a shorter C string */
			Name name = palloc0(NAMEDATALEN);

			strlcpy(NameStr(*name), DatumGetCString(from[i]), NAMEDATALEN);
			to[i] = NameGetDatum(name);
		}
		else
			to[i] = datumCopy(from[i], att->attbyval, att->attlen);
	}
}

static void
free_keys(CatCache *cache, int nkeys, Datum *keys)
{
	for (int i = 0; i < nkeys; i++)
	{
		if (!key_column(cache, i)->attbyval)
			pfree(DatumGetPointer(keys[i]));
	}
}

/* ---- life of a cache ---- */

/* The context of everything that lives as long as the session's caches. */
void
CreateCacheMemoryContext(void)
{
	if (CacheMemoryContext == NULL)
		CacheMemoryContext = AllocSetContextCreate(TopMemoryContext,
												   "CacheMemoryContext",
												   ALLOCSET_DEFAULT_SIZES);
}

/*
 * InitCatCache
 *		Make an empty cache.  No catalog is read yet: nbuckets must be a power
 *		of two, key[] are attribute numbers.
 */
CatCache *
InitCatCache(int id, Oid reloid, Oid indexoid, int nkeys, const int *key,
			 int nbuckets)
{
	MemoryContext old;
	CatCache *cache;

	Assert(nbuckets > 0 && (nbuckets & (nbuckets - 1)) == 0);
	CreateCacheMemoryContext();
	old = MemoryContextSwitchTo(CacheMemoryContext);
	cache = palloc0(sizeof(CatCache));
	cache->cc_bucket = palloc0(nbuckets * sizeof(dlist_head));
	cache->id = id;
	cache->cc_relname = "(not known yet)";
	cache->cc_reloid = reloid;
	cache->cc_indexoid = indexoid;
	cache->cc_nbuckets = nbuckets;
	cache->cc_nkeys = nkeys;
	for (int i = 0; i < nkeys; i++)
		cache->cc_keyno[i] = key[i];
	dlist_init(&cache->cc_lists);
	slist_push_head(&all_caches, &cache->cc_next);
	MemoryContextSwitchTo(old);
	return cache;
}

/* Learn the shape of the catalog at first use. */
static void
complete_cache(CatCache *cache)
{
	Relation rel = table_open(cache->cc_reloid, AccessShareLock);
	MemoryContext old = MemoryContextSwitchTo(CacheMemoryContext);
	TupleDesc desc = CreateTupleDescCopyConstr(RelationGetDescr(rel));

	cache->cc_relname = pstrdup(RelationGetRelationName(rel));
	cache->cc_relisshared = RelationGetForm(rel)->relisshared;
	MemoryContextSwitchTo(old);
	table_close(rel, AccessShareLock);

	for (int i = 0; i < cache->cc_nkeys; i++)
	{
		Oid type = TupleDescAttr(desc, cache->cc_keyno[i] - 1)->atttypid;
		const KeyType *kt = key_type_info(type);
		ScanKey skey = &cache->cc_skey[i];

		cache->cc_hashfunc[i] = kt->hash;
		cache->cc_fastequal[i] = kt->equal;
		fmgr_info_cxt(kt->eqproc, &skey->sk_func, CacheMemoryContext);
		skey->sk_attno = cache->cc_keyno[i];
		skey->sk_strategy = BTEqualStrategyNumber;
		skey->sk_subtype = InvalidOid;
		skey->sk_collation = C_COLLATION_OID;
	}
	cache->cc_tupdesc = desc;
}

#define COMPLETE(cache)                            \
	do                                             \
	{                                              \
		if (unlikely((cache)->cc_tupdesc == NULL)) \
			complete_cache(cache);                 \
	} while (0)

/*
 * InitCatCachePhase2
 *		Complete a cache before it is needed.  With touch_index, the index is
 *		opened too, so that its descriptor is in the relation cache.
 */
void
InitCatCachePhase2(CatCache *cache, bool touch_index)
{
	COMPLETE(cache);
	if (touch_index)
	{
		Relation rel = table_open(cache->cc_reloid, AccessShareLock);
		Relation index = index_open(cache->cc_indexoid, AccessShareLock);

		index_close(index, AccessShareLock);
		table_close(rel, AccessShareLock);
	}
}

/*
 * May this cache read by its index now?  While the relation cache is being
 * set up, descriptors of indexes are themselves built from these caches.
 */
static bool
index_usable(CatCache *cache)
{
	switch (cache->id)
	{
		case INDEXRELID:
			return criticalRelcachesBuilt;
		case AMOID:
		case AMNAME:
			return false; /* a handful of rows, needed to open any index */
		case AUTHNAME:
		case AUTHOID:
		case AUTHMEMMEMROLE:
		case DATABASEOID:
			return criticalSharedRelcachesBuilt;
		default:
			return true;
	}
}

/* ---- entries ---- */

static dlist_head *
bucket_of(CatCache *cache, uint32 hash)
{
	return &cache->cc_bucket[hash & (uint32) (cache->cc_nbuckets - 1)];
}

static void
grow(CatCache *cache)
{
	int nbuckets = cache->cc_nbuckets * 2;
	dlist_head *buckets = MemoryContextAllocZero(CacheMemoryContext,
												 nbuckets * sizeof(dlist_head));

	for (int i = 0; i < cache->cc_nbuckets; i++)
	{
		dlist_mutable_iter iter;

		dlist_foreach_modify (iter, &cache->cc_bucket[i])
		{
			CatCTup *ct = dlist_container(CatCTup, cache_elem, iter.cur);

			dlist_delete(iter.cur);
			dlist_push_head(&buckets[ct->hash_value & (uint32) (nbuckets - 1)],
							&ct->cache_elem);
		}
	}
	pfree(cache->cc_bucket);
	cache->cc_bucket = buckets;
	cache->cc_nbuckets = nbuckets;
}

/*
 * Make an entry of a row without out-of-line values, or of the absence of one
 * (negative; keys are copied).  It is not counted yet.
 */
static CatCTup *
make_entry(CatCache *cache, HeapTuple tuple, Datum *keys, uint32 hash,
		   bool negative)
{
	CatCTup *ct;
	MemoryContext old;

	if (negative)
	{
		old = MemoryContextSwitchTo(CacheMemoryContext);
		ct = palloc0(sizeof(CatCTup));
		copy_keys(cache, cache->cc_nkeys, keys, ct->keys);
		MemoryContextSwitchTo(old);
	}
	else
	{
		Assert(!HeapTupleHasExternal(tuple));
		old = MemoryContextSwitchTo(CacheMemoryContext);
		ct = palloc0(sizeof(CatCTup) + MAXIMUM_ALIGNOF + tuple->t_len);
		ct->tuple.t_len = tuple->t_len;
		ct->tuple.t_self = tuple->t_self;
		ct->tuple.t_tableOid = tuple->t_tableOid;
		ct->tuple.t_data = (HeapTupleHeader)
			MAXALIGN((uintptr_t) ct + sizeof(CatCTup));
		memcpy(ct->tuple.t_data, tuple->t_data, tuple->t_len);
		MemoryContextSwitchTo(old);
		row_keys(cache, &ct->tuple, ct->keys);
	}
	ct->ct_magic = CT_MAGIC;
	ct->my_cache = cache;
	ct->negative = negative;
	ct->hash_value = hash;
	dlist_push_head(bucket_of(cache, hash), &ct->cache_elem);
	if (++cache->cc_ntup > cache->cc_nbuckets * MAX_LOAD)
		grow(cache);
	return ct;
}

/* Free an entry that nobody uses; a list that has it goes with it. */
static void
free_entry(CatCTup *ct)
{
	CatCache *cache = ct->my_cache;

	Assert(ct->refcount == 0);
	ct->dead = false; /* so that free_list leaves it to us */
	if (ct->c_list)
		free_list(ct->c_list);
	dlist_delete(&ct->cache_elem);
	if (ct->negative)
		free_keys(cache, cache->cc_nkeys, ct->keys);
	cache->cc_ntup--;
	ct->ct_magic = 0;
	pfree(ct);
}

static bool
list_in_use(CatCTup *ct)
{
	return ct->c_list != NULL && ct->c_list->refcount > 0;
}

static void
free_list(CatCList *cl)
{
	Assert(cl->refcount == 0);
	dlist_delete(&cl->cache_elem);
	for (int i = cl->n_members - 1; i >= 0; i--)
	{
		CatCTup *ct = cl->members[i];

		ct->c_list = NULL;
		if (ct->dead && ct->refcount == 0)
			free_entry(ct);
	}
	free_keys(cl->my_cache, cl->nkeys, cl->keys);
	cl->cl_magic = 0;
	pfree(cl);
}

/* Forget an entry: at once if unused, else when the last user lets go. */
static void
drop_entry(CatCTup *ct)
{
	if (ct->refcount > 0 || list_in_use(ct))
	{
		ct->dead = true;
		if (ct->c_list)
			ct->c_list->dead = true;
	}
	else
		free_entry(ct);
}

static void
drop_lists(CatCache *cache)
{
	dlist_mutable_iter iter;

	dlist_foreach_modify (iter, &cache->cc_lists)
	{
		CatCList *cl = dlist_container(CatCList, cache_elem, iter.cur);

		if (cl->refcount > 0)
			cl->dead = true;
		else
			free_list(cl);
	}
}

/* ---- lookup ---- */

static HeapTuple
hand_out(CatCTup *ct)
{
	ResourceOwnerEnlargeCatCacheRefs(CurrentResourceOwner);
	ct->refcount++;
	ResourceOwnerRememberCatCacheRef(CurrentResourceOwner, &ct->tuple);
	return &ct->tuple;
}

static HeapTuple
search(CatCache *cache, int nkeys, Datum *keys)
{
	uint32 hash;
	dlist_head *bucket;
	dlist_iter iter;

	Assert(IsTransactionState());
	COMPLETE(cache);
	Assert(cache->cc_nkeys == nkeys);

	hash = hash_keys(cache, nkeys, keys);
	bucket = bucket_of(cache, hash);
	dlist_foreach (iter, bucket)
	{
		CatCTup *ct = dlist_container(CatCTup, cache_elem, iter.cur);

		if (ct->dead || ct->hash_value != hash ||
			!same_keys(cache, nkeys, ct->keys, keys))
			continue;
		dlist_move_head(bucket, &ct->cache_elem);
		return ct->negative ? NULL : hand_out(ct);
	}
	return search_miss(cache, nkeys, hash, keys);
}

/*
 * A row without out-of-line values, since a cached row must not point to a
 * TOAST table that may change: the row itself, or a copy.
 */
static HeapTuple
without_pointers(CatCache *cache, HeapTuple tuple)
{
	return HeapTupleHasExternal(tuple) ? toast_flatten_tuple(tuple, cache->cc_tupdesc) : tuple;
}

/* The key is not cached: read the catalog and cache what is there. */
static HeapTuple
search_miss(CatCache *cache, int nkeys, uint32 hash, Datum *keys)
{
	ScanKeyData skey[CATCACHE_MAXKEYS];
	Relation rel = table_open(cache->cc_reloid, AccessShareLock);
	HeapTuple result = NULL;
	bool stale;

	memcpy(skey, cache->cc_skey, nkeys * sizeof(ScanKeyData));
	for (int i = 0; i < nkeys; i++)
		skey[i].sk_argument = keys[i];
	do
	{
		SysScanDesc scan = systable_beginscan(rel, cache->cc_indexoid,
											  index_usable(cache), NULL,
											  nkeys, skey);
		uint64 before = forgotten;
		HeapTuple found = systable_getnext(scan);

		stale = false;
		if (HeapTupleIsValid(found))
		{
			HeapTuple flat = without_pointers(cache, found);

			stale = forgotten != before;
			if (!stale)
				result = hand_out(make_entry(cache, flat, NULL, hash, false));
			if (flat != found)
				heap_freetuple(flat);
		}
		systable_endscan(scan);
	} while (stale);
	table_close(rel, AccessShareLock);

	/* while bootstrapping, a row may still come without a message */
	if (result == NULL && !IsBootstrapProcessingMode())
		make_entry(cache, NULL, keys, hash, true);
	return result;
}

HeapTuple
SearchCatCache(CatCache *cache, Datum v1, Datum v2, Datum v3, Datum v4)
{
	Datum keys[CATCACHE_MAXKEYS] = {v1, v2, v3, v4};

	return search(cache, cache->cc_nkeys, keys);
}

HeapTuple
SearchCatCache1(CatCache *cache, Datum v1)
{
	return search(cache, 1, &v1);
}

HeapTuple
SearchCatCache2(CatCache *cache, Datum v1, Datum v2)
{
	Datum keys[] = {v1, v2};

	return search(cache, 2, keys);
}

HeapTuple
SearchCatCache3(CatCache *cache, Datum v1, Datum v2, Datum v3)
{
	Datum keys[] = {v1, v2, v3};

	return search(cache, 3, keys);
}

HeapTuple
SearchCatCache4(CatCache *cache, Datum v1, Datum v2, Datum v3, Datum v4)
{
	Datum keys[] = {v1, v2, v3, v4};

	return search(cache, 4, keys);
}

/* Let go of a row that one of the SearchCatCache functions gave. */
void
ReleaseCatCache(HeapTuple tuple)
{
	CatCTup *ct = (CatCTup *) ((char *) tuple - offsetof(CatCTup, tuple));

	Assert(ct->ct_magic == CT_MAGIC && ct->refcount > 0);
	ct->refcount--;
	ResourceOwnerForgetCatCacheRef(CurrentResourceOwner, tuple);
	if (ct->dead && ct->refcount == 0 && !list_in_use(ct))
		free_entry(ct);
}

/* The hash value under which a key travels in invalidation messages. */
uint32
GetCatCacheHashValue(CatCache *cache, Datum v1, Datum v2, Datum v3, Datum v4)
{
	Datum keys[CATCACHE_MAXKEYS] = {v1, v2, v3, v4};

	COMPLETE(cache);
	return hash_keys(cache, cache->cc_nkeys, keys);
}

/* ---- lists ---- */

static CatCList *
hand_out_list(CatCList *cl)
{
	ResourceOwnerEnlargeCatCacheListRefs(CurrentResourceOwner);
	cl->refcount++;
	ResourceOwnerRememberCatCacheListRef(CurrentResourceOwner, cl);
	return cl;
}

/* The cached entry of a row just read, or a new one. */
static CatCTup *
entry_of_row(CatCache *cache, HeapTuple tuple)
{
	Datum keys[CATCACHE_MAXKEYS];
	uint32 hash;
	dlist_iter iter;

	row_keys(cache, tuple, keys);
	hash = hash_keys(cache, cache->cc_nkeys, keys);
	dlist_foreach (iter, bucket_of(cache, hash))
	{
		CatCTup *ct = dlist_container(CatCTup, cache_elem, iter.cur);

		if (!ct->dead && !ct->negative && ct->hash_value == hash &&
			ct->c_list == NULL &&
			ItemPointerEquals(&ct->tuple.t_self, &tuple->t_self))
			return ct;
	}
	{
		HeapTuple flat = without_pointers(cache, tuple);
		CatCTup *ct = make_entry(cache, flat, NULL, hash, false);

		if (flat != tuple)
			heap_freetuple(flat);
		return ct;
	}
}

/*
 * Read the rows of a list.  Each entry is counted in *members while the scan
 * goes on, since messages that come in meanwhile may kill it.
 */
static List *
read_members(CatCache *cache, int nkeys, Datum *keys, bool *ordered)
{
	ScanKeyData skey[CATCACHE_MAXKEYS];
	List *volatile members = NIL;
	Relation rel = table_open(cache->cc_reloid, AccessShareLock);

	memcpy(skey, cache->cc_skey, cache->cc_nkeys * sizeof(ScanKeyData));
	for (int i = 0; i < nkeys; i++)
		skey[i].sk_argument = keys[i];

	PG_TRY();
	{
		SysScanDesc scan = systable_beginscan(rel, cache->cc_indexoid,
											  index_usable(cache), NULL,
											  nkeys, skey);
		HeapTuple tuple;

		*ordered = (scan->irel != NULL);
		while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		{
			CatCTup *ct = entry_of_row(cache, tuple);

			members = lappend(members, ct);
			ct->refcount++;
		}
		systable_endscan(scan);
	}
	PG_CATCH();
	{
		ListCell *lc;

		foreach (lc, members)
		{
			CatCTup *ct = lfirst(lc);

			if (--ct->refcount == 0 && ct->dead && !list_in_use(ct))
				free_entry(ct);
		}
		PG_RE_THROW();
	}
	PG_END_TRY();

	table_close(rel, AccessShareLock);
	return members;
}

/*
 * SearchCatCacheList
 *		All rows that agree with the first nkeys keys, as one counted list.
 *		Release it with ReleaseCatCacheList; its members need no release.
 */
CatCList *
SearchCatCacheList(CatCache *cache, int nkeys, Datum v1, Datum v2, Datum v3)
{
	Datum keys[CATCACHE_MAXKEYS] = {v1, v2, v3, 0};
	uint32 hash;
	dlist_iter iter;
	bool ordered = false;
	List *members;
	ListCell *lc;
	CatCList *cl;
	uint64 before;
	int n = 0;

	COMPLETE(cache);
	Assert(nkeys > 0 && nkeys < cache->cc_nkeys);
	hash = hash_keys(cache, nkeys, keys);
	dlist_foreach (iter, &cache->cc_lists)
	{
		cl = dlist_container(CatCList, cache_elem, iter.cur);
		if (!cl->dead && cl->hash_value == hash && cl->nkeys == nkeys &&
			same_keys(cache, nkeys, cl->keys, keys))
		{
			dlist_move_head(&cache->cc_lists, &cl->cache_elem);
			return hand_out_list(cl);
		}
	}

	before = forgotten;
	members = read_members(cache, nkeys, keys, &ordered);
	cl = MemoryContextAllocZero(CacheMemoryContext,
								offsetof(CatCList, members) +
									list_length(members) * sizeof(CatCTup *));
	{
		MemoryContext old = MemoryContextSwitchTo(CacheMemoryContext);

		copy_keys(cache, nkeys, keys, cl->keys);
		MemoryContextSwitchTo(old);
	}
	cl->cl_magic = CL_MAGIC;
	cl->my_cache = cache;
	cl->hash_value = hash;
	cl->nkeys = nkeys;
	cl->ordered = ordered;
	cl->n_members = list_length(members);
	foreach (lc, members)
	{
		CatCTup *ct = lfirst(lc);

		cl->members[n++] = ct;
		ct->c_list = cl;
		ct->refcount--;
		if (ct->dead)
			cl->dead = true;
	}
	/* it may lack a row that a message has told of: good for this once */
	if (forgotten != before)
		cl->dead = true;
	list_free(members);
	dlist_push_head(&cache->cc_lists, &cl->cache_elem);
	return hand_out_list(cl);
}

void
ReleaseCatCacheList(CatCList *list)
{
	Assert(list->cl_magic == CL_MAGIC && list->refcount > 0);
	list->refcount--;
	ResourceOwnerForgetCatCacheListRef(CurrentResourceOwner, list);
	if (list->dead && list->refcount == 0)
		free_list(list);
}

/* ---- invalidation ---- */

/* Forget what is cached under a hash value, and all lists. */
void
CatCacheInvalidate(CatCache *cache, uint32 hashValue)
{
	dlist_mutable_iter iter;

	forgotten++;
	drop_lists(cache);
	dlist_foreach_modify (iter, bucket_of(cache, hashValue))
	{
		CatCTup *ct = dlist_container(CatCTup, cache_elem, iter.cur);

		if (ct->hash_value == hashValue)
			drop_entry(ct);
	}
}

static void
reset_cache(CatCache *cache)
{
	drop_lists(cache);
	for (int i = 0; i < cache->cc_nbuckets; i++)
	{
		dlist_mutable_iter iter;

		dlist_foreach_modify (iter, &cache->cc_bucket[i])
			drop_entry(dlist_container(CatCTup, cache_elem, iter.cur));
	}
}

/* Forget everything: messages were lost, or (debug_discard) could have been. */
void
ResetCatalogCachesExt(bool debug_discard)
{
	slist_iter iter;

	/* it would never be cached if each try counted */
	if (!debug_discard)
		forgotten++;
	slist_foreach (iter, &all_caches)
		reset_cache(slist_container(CatCache, cc_next, iter.cur));
}

/* Forget all that is cached of one catalog, and tell those who watch. */
void
CatalogCacheFlushCatalog(Oid catId)
{
	slist_iter iter;

	slist_foreach (iter, &all_caches)
	{
		CatCache *cache = slist_container(CatCache, cc_next, iter.cur);

		if (cache->cc_reloid != catId)
			continue;
		forgotten++;
		reset_cache(cache);
		CallSyscacheCallbacks(cache->id, 0);
	}
}

/*
 * PrepareToInvalidateCacheTuple
 *		Call function(cache id, hash, database) for every cache that could
 *		hold a row of this catalog: for the old row's key, and for the new
 *		row's where that differs.
 */
void
PrepareToInvalidateCacheTuple(Relation relation, HeapTuple tuple,
							  HeapTuple newtuple,
							  void (*function)(int, uint32, Oid))
{
	slist_iter iter;

	slist_foreach (iter, &all_caches)
	{
		CatCache *cache = slist_container(CatCache, cc_next, iter.cur);
		Datum keys[CATCACHE_MAXKEYS];
		uint32 hash;
		Oid dbid;

		if (cache->cc_reloid != RelationGetRelid(relation))
			continue;
		COMPLETE(cache);
		dbid = cache->cc_relisshared ? InvalidOid : MyDatabaseId;
		row_keys(cache, tuple, keys);
		hash = hash_keys(cache, cache->cc_nkeys, keys);
		function(cache->id, hash, dbid);
		if (newtuple)
		{
			uint32 newhash;

			row_keys(cache, newtuple, keys);
			newhash = hash_keys(cache, cache->cc_nkeys, keys);
			if (newhash != hash)
				function(cache->id, newhash, dbid);
		}
	}
}

/* ---- for the resource owner's complaints ---- */

void
PrintCatCacheLeakWarning(HeapTuple tuple)
{
	CatCTup *ct = (CatCTup *) ((char *) tuple - offsetof(CatCTup, tuple));

	elog(WARNING, "cache reference leak: cache %s (%d), tuple %u/%u has count %d",
		 ct->my_cache->cc_relname, ct->my_cache->id,
		 ItemPointerGetBlockNumber(&tuple->t_self),
		 ItemPointerGetOffsetNumber(&tuple->t_self), ct->refcount);
}

void
PrintCatCacheListLeakWarning(CatCList *list)
{
	elog(WARNING, "cache reference leak: cache %s (%d), list %p has count %d",
		 list->my_cache->cc_relname, list->my_cache->id, list, list->refcount);
}
