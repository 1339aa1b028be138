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

extern PGDLLIMPORT ResourceOwner CurrentResourceOwner;
extern PGDLLIMPORT ResourceOwner CurTransactionResourceOwner;
extern PGDLLIMPORT ResourceOwner TopTransactionResourceOwner;
extern PGDLLIMPORT ResourceOwner AuxProcessResourceOwner;

/* Release happens in this order, so that locks outlive what they guard. */
typedef enum
{
	RESOURCE_RELEASE_BEFORE_LOCKS,
	RESOURCE_RELEASE_LOCKS,
	RESOURCE_RELEASE_AFTER_LOCKS
} ResourceReleasePhase;

typedef void (*ResourceReleaseCallback)(ResourceReleasePhase phase,
										bool isCommit, bool isTopLevel,
										void *arg);

extern ResourceOwner ResourceOwnerCreate(ResourceOwner parent,
										 const char *name);
extern void ResourceOwnerRelease(ResourceOwner owner,
								 ResourceReleasePhase phase,
								 bool isCommit, bool isTopLevel);
extern void ResourceOwnerReleaseAllPlanCacheRefs(ResourceOwner owner);
extern void ResourceOwnerDelete(ResourceOwner owner);
extern ResourceOwner ResourceOwnerGetParent(ResourceOwner owner);
extern void ResourceOwnerNewParent(ResourceOwner owner,
								   ResourceOwner newparent);
extern void RegisterResourceReleaseCallback(ResourceReleaseCallback callback,
											void *arg);
extern void UnregisterResourceReleaseCallback(ResourceReleaseCallback callback,
											  void *arg);
extern void CreateAuxProcessResourceOwner(void);
extern void ReleaseAuxProcessResources(bool isCommit);

#endif /* RESOWNER_H */
