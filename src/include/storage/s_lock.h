/*
 * storage/s_lock.h
 *		The spinlock itself: one byte, taken by an atomic exchange.
 *
 * Code uses storage/spin.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/s_lock.h
 */
#ifndef S_LOCK_H
#define S_LOCK_H

#include "port/atomics.h"

typedef unsigned char slock_t;

/* 0 if taken. */
#define TAS(lock) __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)
#define S_INIT_LOCK(lock) __atomic_store_n(lock, 0, __ATOMIC_RELEASE)
#define S_UNLOCK(lock) __atomic_store_n(lock, 0, __ATOMIC_RELEASE)
#define S_LOCK_FREE(lock) (__atomic_load_n(lock, __ATOMIC_RELAXED) == 0)
#define SPIN_DELAY() pg_spin_delay()

/* Waiting for one lock: first by pausing, then by sleeping longer and longer. */
typedef struct
{
	int spins;
	int delays;
	int cur_delay; /* microseconds; 0 before the first sleep */
	const char *file;
	int line;
	const char *func;
} SpinDelayStatus;

#define init_local_spin_delay(status) \
	(*(status) = (SpinDelayStatus){0, 0, 0, __FILE__, __LINE__, __func__})
extern void perform_spin_delay(SpinDelayStatus *status);
extern void finish_spin_delay(SpinDelayStatus *status);
extern int s_lock(volatile slock_t *lock, const char *file, int line,
				  const char *func);
#define S_LOCK(lock) \
	(TAS(lock) ? s_lock(lock, __FILE__, __LINE__, __func__) : 0)

#endif /* S_LOCK_H */
