/*
 * storage/spin.h
 *		Spinlocks: for a few instructions that cannot fail.
 *
 * No ereport, no palloc, no call that may wait, while one is held: nothing
 * releases it on an error.  Taking and releasing are barriers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/spin.h
 */
#ifndef SPIN_H
#define SPIN_H

#include "storage/s_lock.h"

#define SpinLockInit(lock) S_INIT_LOCK(lock)
#define SpinLockAcquire(lock) ((void) S_LOCK(lock))
#define SpinLockRelease(lock) S_UNLOCK(lock)
#define SpinLockFree(lock) S_LOCK_FREE(lock)

#endif /* SPIN_H */
