/*
 * s_lock.c
 *		Waiting for a spinlock that is taken.
 *
 * Pausing first, then sleeping from 1 ms up to 1 s in random steps.  A lock that
 * stays taken for minutes means that its holder is broken: PANIC.  How many
 * pauses pay off adapts to what was seen (one processor or many).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/s_lock.c
 */
#ifndef FRONTEND
#include "postgres.h"

#include "common/pg_prng.h"
#include "storage/s_lock.h"

#define MIN_SPINS 10
#define MAX_SPINS 1000
#define MAX_DELAYS 1000 /* sleeps before giving up: minutes */
#define MIN_DELAY_USEC 1000
#define MAX_DELAY_USEC 1000000

static int spins_per_delay = 100;

/* One step of waiting. */
void
perform_spin_delay(SpinDelayStatus *status)
{
	SPIN_DELAY();
	if (++status->spins < spins_per_delay)
		return;
	if (++status->delays > MAX_DELAYS)
		elog(PANIC, "stuck spinlock detected at %s, %s:%d",
			 status->func, status->file, status->line);
	if (status->cur_delay == 0)
		status->cur_delay = MIN_DELAY_USEC;
	pg_usleep(status->cur_delay);
	status->cur_delay += (int) (status->cur_delay *
									pg_prng_double(&pg_global_prng_state) +
								0.5);
	if (status->cur_delay > MAX_DELAY_USEC)
		status->cur_delay = MIN_DELAY_USEC;
	status->spins = 0;
}

/* The lock was taken: learn from how it went. */
void
finish_spin_delay(SpinDelayStatus *status)
{
	if (status->cur_delay == 0)
		spins_per_delay = Min(spins_per_delay + 100, MAX_SPINS);
	else
		spins_per_delay = Max(spins_per_delay - 1, MIN_SPINS);
}

/* Take a lock that TAS() found taken; returns the number of sleeps. */
int
s_lock(volatile slock_t *lock, const char *file, int line, const char *func)
{
	SpinDelayStatus status = {0, 0, 0, file, line, func};

	while (!S_LOCK_FREE(lock) || TAS(lock))
		perform_spin_delay(&status);
	finish_spin_delay(&status);
	return status.delays;
}
#endif
