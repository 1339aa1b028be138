/*
 * utils/resowner_private.h
 *		Entering and taking out single resources, by kind.
 *
 * Call ...Enlarge... first: it may fail for lack of memory, ...Remember... may
 * not.  Each kind's pair of functions is made by RESOWNER_KIND.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/resowner_private.h
 */
#ifndef RESOWNER_PRIVATE_H
#define RESOWNER_PRIVATE_H

#include "utils/resowner.h"

/* Kinds, in the order in which they are released within a phase. */
typedef enum ResourceKind
{
	/* before locks */
	RESKIND_BUFFER,
	RESKIND_RELATION,
	RESKIND_DSM,
	RESKIND_JIT,
	RESKIND_CRYPTOHASH,
	RESKIND_HMAC,
	/* after locks */
	RESKIND_CATCACHE,
	RESKIND_CATLIST,
	RESKIND_PLANCACHE,
	RESKIND_TUPDESC,
	RESKIND_SNAPSHOT,
	RESKIND_FILE,
	RESKIND_COUNT
} ResourceKind;

extern void resowner_enlarge(ResourceOwner owner, ResourceKind kind);
extern void resowner_remember(ResourceOwner owner, ResourceKind kind,
							  Datum value);
extern void resowner_forget(ResourceOwner owner, ResourceKind kind,
							Datum value);

struct RelationData;
struct HeapTupleData;
struct catclist;
struct CachedPlan;
struct TupleDescData;
struct SnapshotData;
struct dsm_segment;
struct LOCALLOCK;

#define RESOWNER_KIND(Name, Plural, kind, ctype, ToDatum)                        \
	static inline void ResourceOwnerEnlarge##Plural(ResourceOwner owner)         \
	{                                                                            \
		resowner_enlarge(owner, kind);                                           \
	}                                                                            \
	static inline void ResourceOwnerRemember##Name(ResourceOwner owner, ctype v) \
	{                                                                            \
		resowner_remember(owner, kind, ToDatum(v));                              \
	}                                                                            \
	static inline void ResourceOwnerForget##Name(ResourceOwner owner, ctype v)   \
	{                                                                            \
		resowner_forget(owner, kind, ToDatum(v));                                \
	}

RESOWNER_KIND(Buffer, Buffers, RESKIND_BUFFER, int, Int32GetDatum)
RESOWNER_KIND(RelationRef, RelationRefs, RESKIND_RELATION, struct RelationData *, PointerGetDatum)
RESOWNER_KIND(CatCacheRef, CatCacheRefs, RESKIND_CATCACHE, struct HeapTupleData *, PointerGetDatum)
RESOWNER_KIND(CatCacheListRef, CatCacheListRefs, RESKIND_CATLIST, struct catclist *, PointerGetDatum)
RESOWNER_KIND(PlanCacheRef, PlanCacheRefs, RESKIND_PLANCACHE, struct CachedPlan *, PointerGetDatum)
RESOWNER_KIND(TupleDesc, TupleDescs, RESKIND_TUPDESC, struct TupleDescData *, PointerGetDatum)
RESOWNER_KIND(Snapshot, Snapshots, RESKIND_SNAPSHOT, struct SnapshotData *, PointerGetDatum)
RESOWNER_KIND(File, Files, RESKIND_FILE, int, Int32GetDatum)
RESOWNER_KIND(DSM, DSMs, RESKIND_DSM, struct dsm_segment *, PointerGetDatum)
RESOWNER_KIND(JIT, JIT, RESKIND_JIT, Datum, )
RESOWNER_KIND(CryptoHash, CryptoHash, RESKIND_CRYPTOHASH, Datum, )
RESOWNER_KIND(HMAC, HMAC, RESKIND_HMAC, Datum, )

/* Locks are kept apart: few are remembered, then only counted. */
extern void ResourceOwnerRememberLock(ResourceOwner owner,
									  struct LOCALLOCK *locallock);
extern void ResourceOwnerForgetLock(ResourceOwner owner,
									struct LOCALLOCK *locallock);

#endif /* RESOWNER_PRIVATE_H */
