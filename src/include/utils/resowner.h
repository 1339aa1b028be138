/*
 * utils/resowner.h
 *		Who holds what: resources that must be released on abort.
 *
 * Owners form a tree (transaction, subtransaction, portal).  What each kind
 * of resource needs is in utils/resowner_private.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/resowner.h
 */
#ifndef RESOWNER_H
#define RESOWNER_H

typedef struct ResourceOwnerData *ResourceOwner;

/*
 * The owner that new resources go to, and the ones it is set to by turns: that
 * of the running subtransaction, that of the main transaction, and that of a
 * process which runs no transactions.  NULL where there is none.
 */
extern PGDLLIMPORT ResourceOwner CurrentResourceOwner;
extern PGDLLIMPORT ResourceOwner AuxProcessResourceOwner;
extern PGDLLIMPORT ResourceOwner CurTransactionResourceOwner;
extern PGDLLIMPORT ResourceOwner TopTransactionResourceOwner;

/* ---- the tree ---- */

/* Lives in TopMemoryContext; name is kept, not copied; parent may be NULL. */
extern ResourceOwner ResourceOwnerCreate(ResourceOwner parent,
										 const char *name);
/* Of an owner without parent: NULL. */
extern ResourceOwner ResourceOwnerGetParent(ResourceOwner owner);
extern void ResourceOwnerNewParent(ResourceOwner owner,
								   ResourceOwner newparent);
/* Frees the owner and all below it; they must hold nothing. */
extern void ResourceOwnerDelete(ResourceOwner owner);

/* ---- releasing ---- */

/* Called for the whole tree phase by phase, so that locks outlive what they guard. */
typedef enum
{
	RESOURCE_RELEASE_BEFORE_LOCKS,
	RESOURCE_RELEASE_LOCKS,
	RESOURCE_RELEASE_AFTER_LOCKS
} ResourceReleasePhase;

/*
 * One phase of letting go, for owner and all below it.
 *
 * isCommit		something still held is then a leak, reported as a WARNING;
 *				locks of a subtransaction pass to the parent
 * isTopLevel	a main transaction ends, not a subtransaction or portal
 */
extern void ResourceOwnerRelease(ResourceOwner owner,
								 ResourceReleasePhase phase,
								 bool isCommit, bool isTopLevel);
/* For an owner that holds references to cached plans alone. */
extern void ResourceOwnerReleaseAllPlanCacheRefs(ResourceOwner owner);

/*
 * For modules with resources of their own: callback gets each phase of each
 * release, and arg as it was registered.  Unregister takes the same pair.
 */
typedef void (*ResourceReleaseCallback)(ResourceReleasePhase phase,
										bool isCommit, bool isTopLevel,
										void *arg);
extern void UnregisterResourceReleaseCallback(ResourceReleaseCallback callback,
											  void *arg);
extern void RegisterResourceReleaseCallback(ResourceReleaseCallback callback,
											void *arg);

/* ---- processes without transactions ---- */

/* Make AuxProcessResourceOwner, current from now on and released at exit. */
extern void CreateAuxProcessResourceOwner(void);
/* All phases at once; the owner stays, empty. */
extern void ReleaseAuxProcessResources(bool isCommit);

#endif /* RESOWNER_H */
