/*
 * resowner.c
 *		Who holds what, and releasing it at the end of a transaction.
 *
 * One array per kind of resource and owner; forgetting looks from the end, where
 * the most recently remembered ones are.  Locks are remembered only while they
 * are few: an owner with many releases all locks of the process that are its.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/resowner/resowner.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/resowner_private.h"
#include "utils/upcalls.h"

#define FIRST_CAPACITY 16
#define MAX_RESOWNER_LOCKS 15
#define TOO_MANY_LOCKS (MAX_RESOWNER_LOCKS + 1)

typedef struct ResourceArray
{
	Datum *items;
	int nitems;
	int capacity;
} ResourceArray;

typedef struct ResourceOwnerData
{
	ResourceOwner parent;
	ResourceOwner firstchild;
	ResourceOwner nextchild;
	const char *name; /* a constant string */
	ResourceArray kinds[RESKIND_COUNT];
	int nlocks; /* TOO_MANY_LOCKS: the array is not complete */
	struct LOCALLOCK *locks[MAX_RESOWNER_LOCKS];
} ResourceOwnerData;

ResourceOwner CurrentResourceOwner = NULL;
ResourceOwner CurTransactionResourceOwner = NULL;
ResourceOwner TopTransactionResourceOwner = NULL;
ResourceOwner AuxProcessResourceOwner = NULL;

typedef struct CallbackItem
{
	struct CallbackItem *next;
	ResourceReleaseCallback callback;
	void *arg;
} CallbackItem;
static CallbackItem *callbacks = NULL;

/* ---- how each kind is released ---- */

static void
release_buffer(Datum v)
{
	ReleaseBuffer(DatumGetInt32(v));
}

static void
release_relation(Datum v)
{
	RelationClose((struct RelationData *) DatumGetPointer(v));
}

static void
release_catcache(Datum v)
{
	ReleaseCatCache((struct HeapTupleData *) DatumGetPointer(v));
}

static void
release_catlist(Datum v)
{
	ReleaseCatCacheList((struct catclist *) DatumGetPointer(v));
}

static void
release_plan(Datum v)
{
	ReleaseCachedPlan((struct CachedPlan *) DatumGetPointer(v),
					  CurrentResourceOwner);
}

static void
release_tupdesc(Datum v)
{
	DecrTupleDescRefCount((struct TupleDescData *) DatumGetPointer(v));
}

static void
release_snapshot(Datum v)
{
	UnregisterSnapshot((struct SnapshotData *) DatumGetPointer(v));
}

static void
release_file(Datum v)
{
	FileClose(DatumGetInt32(v));
}

/* DSM, JIT and hash contexts are not made by this server yet. */
static const struct
{
	const char *name;
	ResourceReleasePhase phase;
	void (*release)(Datum v);
} kind_info[RESKIND_COUNT] = {
	[RESKIND_BUFFER] = {"buffer", RESOURCE_RELEASE_BEFORE_LOCKS, release_buffer},
	[RESKIND_RELATION] = {"relcache", RESOURCE_RELEASE_BEFORE_LOCKS, release_relation},
	[RESKIND_DSM] = {"dynamic shared memory", RESOURCE_RELEASE_BEFORE_LOCKS, NULL},
	[RESKIND_JIT] = {"JIT", RESOURCE_RELEASE_BEFORE_LOCKS, NULL},
	[RESKIND_CRYPTOHASH] = {"cryptohash", RESOURCE_RELEASE_BEFORE_LOCKS, NULL},
	[RESKIND_HMAC] = {"HMAC", RESOURCE_RELEASE_BEFORE_LOCKS, NULL},
	[RESKIND_CATCACHE] = {"catcache", RESOURCE_RELEASE_AFTER_LOCKS, release_catcache},
	[RESKIND_CATLIST] = {"catcache list", RESOURCE_RELEASE_AFTER_LOCKS, release_catlist},
	[RESKIND_PLANCACHE] = {"plancache", RESOURCE_RELEASE_AFTER_LOCKS, release_plan},
	[RESKIND_TUPDESC] = {"tupdesc", RESOURCE_RELEASE_AFTER_LOCKS, release_tupdesc},
	[RESKIND_SNAPSHOT] = {"snapshot", RESOURCE_RELEASE_AFTER_LOCKS, release_snapshot},
	[RESKIND_FILE] = {"file", RESOURCE_RELEASE_AFTER_LOCKS, release_file}};

/* ---- single resources ---- */

/* Make room for one more; 53200 if there is no memory. */
void
resowner_enlarge(ResourceOwner owner, ResourceKind kind)
{
	ResourceArray *a;

	if (owner == NULL)
		elog(ERROR, "no resource owner for a %s reference", kind_info[kind].name);
	a = &owner->kinds[kind];
	if (a->nitems < a->capacity)
		return;
	if (a->capacity == 0)
	{
		a->items = MemoryContextAlloc(TopMemoryContext,
									  FIRST_CAPACITY * sizeof(Datum));
		a->capacity = FIRST_CAPACITY;
	}
	else
	{
		a->items = repalloc_huge(a->items, 2 * a->capacity * sizeof(Datum));
		a->capacity *= 2;
	}
}

/* Cannot fail: the caller has called resowner_enlarge(). */
void
resowner_remember(ResourceOwner owner, ResourceKind kind, Datum value)
{
	ResourceArray *a = &owner->kinds[kind];

	Assert(a->nitems < a->capacity);
	a->items[a->nitems++] = value;
}

/* ERROR if the owner does not have it. */
void
resowner_forget(ResourceOwner owner, ResourceKind kind, Datum value)
{
	ResourceArray *a = owner ? &owner->kinds[kind] : NULL;

	for (int i = a ? a->nitems - 1 : -1; i >= 0; i--)
		if (a->items[i] == value)
		{
			a->items[i] = a->items[--a->nitems];
			return;
		}
	elog(ERROR, "%s reference %p is not owned by resource owner %s",
		 kind_info[kind].name, DatumGetPointer(value),
		 owner ? owner->name : "(none)");
}

void
ResourceOwnerRememberLock(ResourceOwner owner, struct LOCALLOCK *locallock)
{
	if (owner->nlocks >= TOO_MANY_LOCKS)
		return;
	if (owner->nlocks < MAX_RESOWNER_LOCKS)
		owner->locks[owner->nlocks] = locallock;
	owner->nlocks++;
}

void
ResourceOwnerForgetLock(ResourceOwner owner, struct LOCALLOCK *locallock)
{
	if (owner->nlocks >= TOO_MANY_LOCKS)
		return;
	for (int i = owner->nlocks - 1; i >= 0; i--)
		if (owner->locks[i] == locallock)
		{
			owner->locks[i] = owner->locks[--owner->nlocks];
			return;
		}
	elog(ERROR, "lock reference %p is not owned by resource owner %s",
		 (void *) locallock, owner->name);
}

/* ---- owners ---- */

ResourceOwner
ResourceOwnerCreate(ResourceOwner parent, const char *name)
{
	ResourceOwner owner = MemoryContextAllocZero(TopMemoryContext,
												 sizeof(ResourceOwnerData));

	owner->name = name;
	if (parent)
	{
		owner->parent = parent;
		owner->nextchild = parent->firstchild;
		parent->firstchild = owner;
	}
	return owner;
}

/*
 * Release all of one kind.  The release function calls ...Forget... itself; on
 * commit something still held is a leak worth a warning.
 */
static void
release_kind(ResourceOwner owner, ResourceKind kind, bool isCommit)
{
	ResourceArray *a = &owner->kinds[kind];

	while (a->nitems > 0)
	{
		int before = a->nitems;
		Datum v = a->items[before - 1];

		if (isCommit)
		{
			if (kind == RESKIND_BUFFER && PrintBufferLeakWarning != NULL)
				PrintBufferLeakWarning(DatumGetInt32(v));
			else
				elog(WARNING, "%s reference leak: %p still referenced by resource owner %s",
					 kind_info[kind].name, DatumGetPointer(v), owner->name);
		}
		if (kind_info[kind].release)
			kind_info[kind].release(v);
		if (a->nitems >= before)
			a->nitems = before - 1;
	}
}

static void
release_locks(ResourceOwner owner, bool isCommit, bool isTopLevel)
{
	struct LOCALLOCK **locks = owner->locks;
	int nlocks = owner->nlocks;

	if (isTopLevel)
	{
		/* done once, by the owner of the whole transaction */
		if (owner == TopTransactionResourceOwner)
		{
			if (ProcReleaseLocks)
				ProcReleaseLocks(isCommit);
			if (ReleasePredicateLocks)
				ReleasePredicateLocks(isCommit, false);
		}
		return;
	}
	Assert(owner->parent != NULL);
	if (nlocks >= TOO_MANY_LOCKS)
	{
		locks = NULL;
		nlocks = 0;
	}
	if (isCommit)
		LockReassignCurrentOwner(locks, nlocks);
	else
		LockReleaseCurrentOwner(locks, nlocks);
}

static void
release_phase(ResourceOwner owner, ResourceReleasePhase phase, bool isCommit,
			  bool isTopLevel)
{
	ResourceOwner save;
	CallbackItem *next;

	for (ResourceOwner child = owner->firstchild; child; child = child->nextchild)
		release_phase(child, phase, isCommit, isTopLevel);
	save = CurrentResourceOwner;
	CurrentResourceOwner = owner;
	if (phase == RESOURCE_RELEASE_LOCKS)
		release_locks(owner, isCommit, isTopLevel);
	else
		for (int kind = 0; kind < RESKIND_COUNT; kind++)
			if (kind_info[kind].phase == phase)
				release_kind(owner, (ResourceKind) kind, isCommit);
	for (CallbackItem *item = callbacks; item; item = next)
	{
		next = item->next;
		item->callback(phase, isCommit, isTopLevel, item->arg);
	}
	CurrentResourceOwner = save;
}

/*
 * ResourceOwnerRelease
 *		Release what owner and all below it hold, one phase at a time.
 *
 * isTopLevel: the end of a main transaction; else of a subtransaction or
 * portal, whose locks pass to the parent if isCommit.
 */
void
ResourceOwnerRelease(ResourceOwner owner, ResourceReleasePhase phase,
					 bool isCommit, bool isTopLevel)
{
	release_phase(owner, phase, isCommit, isTopLevel);
}

/* References to cached plans are kept by an owner of their own kind. */
void
ResourceOwnerReleaseAllPlanCacheRefs(ResourceOwner owner)
{
	ResourceOwner save = CurrentResourceOwner;

	CurrentResourceOwner = owner;
	release_kind(owner, RESKIND_PLANCACHE, false);
	CurrentResourceOwner = save;
}

static void
unlink_from_parent(ResourceOwner owner)
{
	ResourceOwner *link;

	if (owner->parent == NULL)
		return;
	for (link = &owner->parent->firstchild; *link != owner;)
		link = &(*link)->nextchild;
	*link = owner->nextchild;
	owner->parent = owner->nextchild = NULL;
}

/* Everything must have been released. */
void
ResourceOwnerDelete(ResourceOwner owner)
{
	Assert(owner != CurrentResourceOwner);
	while (owner->firstchild)
		ResourceOwnerDelete(owner->firstchild);
	unlink_from_parent(owner);
	for (int kind = 0; kind < RESKIND_COUNT; kind++)
	{
		Assert(owner->kinds[kind].nitems == 0);
		if (owner->kinds[kind].items)
			pfree(owner->kinds[kind].items);
	}
	pfree(owner);
}

ResourceOwner
ResourceOwnerGetParent(ResourceOwner owner)
{
	return owner->parent;
}

void
ResourceOwnerNewParent(ResourceOwner owner, ResourceOwner newparent)
{
	unlink_from_parent(owner);
	if (newparent)
	{
		owner->parent = newparent;
		owner->nextchild = newparent->firstchild;
		newparent->firstchild = owner;
	}
}

void
RegisterResourceReleaseCallback(ResourceReleaseCallback callback, void *arg)
{
	CallbackItem *item = MemoryContextAlloc(TopMemoryContext, sizeof(*item));

	item->callback = callback;
	item->arg = arg;
	item->next = callbacks;
	callbacks = item;
}

void
UnregisterResourceReleaseCallback(ResourceReleaseCallback callback, void *arg)
{
	for (CallbackItem **link = &callbacks; *link; link = &(*link)->next)
	{
		CallbackItem *item = *link;

		if (item->callback == callback && item->arg == arg)
		{
			*link = item->next;
			pfree(item);
			return;
		}
	}
}

/* ---- processes without transactions ---- */

/* All phases; then the owner is empty and can be used again. */
void
ReleaseAuxProcessResources(bool isCommit)
{
	for (int phase = RESOURCE_RELEASE_BEFORE_LOCKS;
		 phase <= RESOURCE_RELEASE_AFTER_LOCKS; phase++)
		ResourceOwnerRelease(AuxProcessResourceOwner,
							 (ResourceReleasePhase) phase, isCommit, true);
}

static void
release_aux_at_exit(int code, Datum arg)
{
	ReleaseAuxProcessResources(code == 0);
}

/* An owner for a process without transactions, released when it ends. */
void
CreateAuxProcessResourceOwner(void)
{
	Assert(AuxProcessResourceOwner == NULL && CurrentResourceOwner == NULL);
	AuxProcessResourceOwner = ResourceOwnerCreate(NULL, "AuxiliaryProcess");
	CurrentResourceOwner = AuxProcessResourceOwner;
	if (on_shmem_exit)
		on_shmem_exit(release_aux_at_exit, 0);
}
