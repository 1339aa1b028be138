/*
 * sinval.h
 *		Cache invalidation messages.
 *
 * What a committed catalog change tells the caches of other processes. The
 * 16 bytes of a message also stand in commit records.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/sinval.h
 */
#ifndef SINVAL_H
#define SINVAL_H

#include <signal.h>

#include "storage/relfilenode.h"

/* id >= 0: one catalog cache; otherwise one of these */
#define SHAREDINVALCATALOG_ID (-1)
#define SHAREDINVALRELCACHE_ID (-2)
#define SHAREDINVALSMGR_ID (-3)
#define SHAREDINVALRELMAP_ID (-4)
#define SHAREDINVALSNAPSHOT_ID (-5)

typedef struct
{
	int8 id; /* cache number */
	Oid dbId; /* 0: shared catalog */
	uint32 hashValue;
} SharedInvalCatcacheMsg;

typedef struct
{
	int8 id;
	Oid dbId;
	Oid catId; /* all caches of this catalog */
} SharedInvalCatalogMsg;

typedef struct
{
	int8 id;
	Oid dbId;
	Oid relId; /* 0: the whole relation cache */
} SharedInvalRelcacheMsg;

typedef struct
{
	int8 id;
	int8 backend_hi; /* backend id of a temporary relation */
	uint16 backend_lo;
	RelFileNode rnode;
} SharedInvalSmgrMsg;

typedef struct
{
	int8 id;
	Oid dbId; /* 0: the shared map */
} SharedInvalRelmapMsg;

typedef struct
{
	int8 id;
	Oid dbId;
	Oid relId;
} SharedInvalSnapshotMsg;

typedef union
{
	int8 id;
	SharedInvalCatcacheMsg cc;
	SharedInvalCatalogMsg cat;
	SharedInvalRelcacheMsg rc;
	SharedInvalSmgrMsg sm;
	SharedInvalRelmapMsg rm;
	SharedInvalSnapshotMsg sn;
} SharedInvalidationMessage;

StaticAssertDecl(sizeof(SharedInvalidationMessage) == 16,
				 "an invalidation message is 16 bytes in WAL");

/* storage/ipc/sinval.c */
extern PGDLLIMPORT uint64 SharedInvalidMessageCounter;
extern PGDLLIMPORT volatile sig_atomic_t catchupInterruptPending;
extern void SendSharedInvalidMessages(const SharedInvalidationMessage *msgs,
									  int n);
extern void ReceiveSharedInvalidMessages(void (*invalFunction)(SharedInvalidationMessage *msg),
										 void (*resetFunction)(void));
extern void HandleCatchupInterrupt(void);
extern void ProcessCatchupInterrupt(void);

/*
 * Implemented by utils/cache/inval.c: hand all queued messages to the caches,
 * and one message of a commit record to this process's caches.
 */
extern void AcceptInvalidationMessages(void);
extern void LocalExecuteInvalidationMessage(SharedInvalidationMessage *msg);

#endif /* SINVAL_H */
