/*
 * pg_sema.c
 *		Semaphores over futex(2).
 *
 * count is the number of units; a process that finds none sleeps in the
 * kernel until one is added. Only one process waits on a semaphore: its
 * owner.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/pg_sema.c
 */
#include "postgres.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "storage/pg_sema.h"

static long
futex(volatile uint32 *addr, int op, uint32 val)
{
	return syscall(SYS_futex, addr, op, val, NULL, NULL, 0);
}

void
PGSemaphoreInit(PGSemaphore sema)
{
	pg_atomic_init_u32(&sema->count, 0);
	pg_atomic_init_u32(&sema->waiting, 0);
}

/* Back to no units; nobody may be waiting. */
void
PGSemaphoreReset(PGSemaphore sema)
{
	pg_atomic_write_u32(&sema->count, 0);
}

/* Take a unit if there is one. */
bool
PGSemaphoreTryLock(PGSemaphore sema)
{
	uint32 n = pg_atomic_read_u32(&sema->count);

	while (n > 0)
		if (pg_atomic_compare_exchange_u32(&sema->count, &n, n - 1))
			return true;
	return false;
}

/*
 * Take a unit, waiting for one if need be.  Signals do not end the wait.
 *
 * waiting is set before the count is looked at again, and Unlock adds to the
 * count before it reads waiting: one of the two sees the other.
 */
void
PGSemaphoreLock(PGSemaphore sema)
{
	while (!PGSemaphoreTryLock(sema))
	{
		pg_atomic_exchange_u32(&sema->waiting, 1);
		if (pg_atomic_read_u32(&sema->count) == 0)
			(void) futex(&sema->count.value, FUTEX_WAIT, 0);
		pg_atomic_write_u32(&sema->waiting, 0);
	}
}

/* Add a unit. */
void
PGSemaphoreUnlock(PGSemaphore sema)
{
	pg_atomic_fetch_add_u32(&sema->count, 1);
	if (pg_atomic_read_u32(&sema->waiting) != 0)
		(void) futex(&sema->count.value, FUTEX_WAKE, 1);
}
