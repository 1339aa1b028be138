/*
 * sinvaladt.h
 *		The queue of invalidation messages in shared memory.
 *
 * A ring; each process has its own read position. A process that falls too
 * far behind is told to reset its caches.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/sinvaladt.h
 */
#ifndef SINVALADT_H
#define SINVALADT_H

#include "storage/lock.h"
#include "storage/sinval.h"

/* storage/ipc/sinvaladt.c */
extern Size SInvalShmemSize(void);
extern void CreateSharedInvalidationState(void);
extern void SharedInvalBackendInit(bool sendOnly);
extern PGPROC *BackendIdGetProc(int backendID);
extern void BackendIdGetTransactionIds(int backendID, TransactionId *xid,
									   TransactionId *xmin);
extern void SIInsertDataEntries(const SharedInvalidationMessage *data, int n);
extern int SIGetDataEntries(SharedInvalidationMessage *data, int datasize);
extern void SICleanupQueue(bool callerHasWriteLock, int minFree);
extern LocalTransactionId GetNextLocalTransactionId(void);

#endif /* SINVALADT_H */
