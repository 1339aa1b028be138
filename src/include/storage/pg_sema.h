/*
 * pg_sema.h
 *		A counting semaphore per process.
 *
 * An atomic counter in shared memory with futex(2) under it: no kernel
 * object to create or to leak.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/pg_sema.h
 */
#ifndef PG_SEMA_H
#define PG_SEMA_H

#include "port/atomics.h"

typedef struct PGSemaphoreData
{
	pg_atomic_uint32 count; /* units available */
	pg_atomic_uint32 waiting; /* 1 while the owner may be in futex wait */
} PGSemaphoreData;
typedef PGSemaphoreData *PGSemaphore;

/* storage/ipc/pg_sema.c */
extern void PGSemaphoreInit(PGSemaphore sema);
extern void PGSemaphoreReset(PGSemaphore sema);
extern void PGSemaphoreLock(PGSemaphore sema);
extern void PGSemaphoreUnlock(PGSemaphore sema);
extern bool PGSemaphoreTryLock(PGSemaphore sema);

#endif /* PG_SEMA_H */
