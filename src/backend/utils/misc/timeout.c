/*
 * timeout.c
 *		Timeouts of a process over one interval timer.
 *
 * Active timeouts are kept in an array sorted by the time at which they
 * fall due; setitimer(2) is set for the first. A signal that comes too
 * early, or twice, is harmless: the handler looks at the clock.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/timeout.c
 */
#include "postgres.h"

#include <signal.h>
#include <sys/time.h>

#include "miscadmin.h"
#include "utils/timeout.h"

typedef struct Timeout
{
	TimeoutId id;
	volatile bool active; /* it is in active[] */
	volatile bool fired; /* the indicator */
	timeout_handler_proc handler;
	TimestampTz start_time;
	TimestampTz due;
	int interval_ms; /* TMPARAM_EVERY; else 0 */
} Timeout;

static Timeout all[MAX_TIMEOUTS];
static bool initialized = false;

/* Changed by the signal handler too: only while alarm_enabled is false. */
static volatile int nactive = 0;
static Timeout *volatile active[MAX_TIMEOUTS];
static volatile sig_atomic_t alarm_enabled = false;

/* When the interval timer is set to go off; 0 if it is not. */
static volatile TimestampTz signal_due = 0;

static int
find_active(const Timeout *t)
{
	for (int i = 0; i < nactive; i++)
		if (active[i] == t)
			return i;
	return -1;
}

static void
remove_active(int i)
{
	Assert(i >= 0 && i < nactive);
	active[i]->active = false;
	for (i++; i < nactive; i++)
		active[i - 1] = active[i];
	nactive--;
}

/* Enter before the first that is due later, or has a lower precedence. */
static void
insert_active(Timeout *t)
{
	int i = 0;

	while (i < nactive && (active[i]->due < t->due || (active[i]->due == t->due && active[i]->id <= t->id)))
		i++;
	for (int j = nactive; j > i; j--)
		active[j] = active[j - 1];
	active[i] = t;
	nactive++;
	t->active = true;
}

/* Set the timer for the first timeout, and let the handler work again. */
static void
schedule_alarm(TimestampTz now)
{
	struct itimerval timer = {{0, 0}, {0, 0}};
	TimestampTz wait;

	alarm_enabled = true;
	if (nactive == 0)
		return;
	/* one that is set for an earlier time will see to the rest */
	if (signal_due != 0 && now < signal_due && signal_due <= active[0]->due)
		return;
	wait = active[0]->due - now;
	wait = Max(wait, 1); /* 0 would turn the timer off */
	timer.it_value.tv_sec = wait / 1000000;
	timer.it_value.tv_usec = wait % 1000000;
	signal_due = active[0]->due;
	if (setitimer(ITIMER_REAL, &timer, NULL) != 0)
	{
		signal_due = 0;
		elog(FATAL, "could not enable SIGALRM timer: %m");
	}
}

static void
fire_due_timeouts(void)
{
	TimestampTz now = timeout_now();

	signal_due = 0;
	while (nactive > 0 && now >= active[0]->due)
	{
		Timeout *t = active[0];

		remove_active(0);
		t->fired = true;
		t->handler();
		if (t->interval_ms > 0)
		{
			/* skip the beats that were missed */
			do
				t->due += (TimestampTz) t->interval_ms * 1000;
			while (t->due <= now);
			insert_active(t);
		}
		now = timeout_now();
	}
	schedule_alarm(now);
}

static void
handle_sigalrm(int signo)
{
	int save_errno = errno;

	/* a handler may end in ProcessInterrupts, which must not run now */
	HOLD_INTERRUPTS();
	SetLatch(MyLatch);
	if (alarm_enabled)
	{
		alarm_enabled = false;
		fire_due_timeouts();
	}
	RESUME_INTERRUPTS();
	errno = save_errno;
}

/* Once per process; after a fork it forgets its parent's timeouts. */
void
InitializeTimeouts(void)
{
	alarm_enabled = false;
	nactive = 0;
	signal_due = 0;
	for (int i = 0; i < MAX_TIMEOUTS; i++)
	{
		memset(&all[i], 0, sizeof(Timeout));
		all[i].id = i;
	}
	initialized = true;
	pqsignal(SIGALRM, handle_sigalrm);
}

/* What to call when a timeout is over; USER_TIMEOUT asks for a new id. */
TimeoutId
RegisterTimeout(TimeoutId id, timeout_handler_proc handler)
{
	Assert(initialized);
	if (id >= USER_TIMEOUT)
	{
		for (id = USER_TIMEOUT; id < MAX_TIMEOUTS; id++)
			if (all[id].handler == NULL)
				break;
		if (id >= MAX_TIMEOUTS)
			ereport(FATAL, (errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED), errmsg("cannot add more timeout reasons")));
	}
	Assert(all[id].handler == NULL);
	all[id].handler = handler;
	return id;
}

/* A signal may have been lost (longjmp out of the handler): set it again. */
void
reschedule_timeouts(void)
{
	if (!initialized)
		return;
	alarm_enabled = false;
	if (nactive > 0)
	{
		signal_due = 0;
		schedule_alarm(timeout_now());
	}
}

/* Start one; alarm_enabled is false. */
static void
enable_one(TimeoutId id, TimestampTz now, TimestampTz due, int interval_ms)
{
	Timeout *t = &all[id];

	Assert(initialized && t->handler != NULL);
	if (t->active)
		remove_active(find_active(t));
	t->fired = false;
	t->start_time = now;
	t->due = due;
	t->interval_ms = interval_ms;
	insert_active(t);
}

void
enable_timeout_after(TimeoutId id, int delay_ms)
{
	TimestampTz now;

	alarm_enabled = false;
	now = timeout_now();
	enable_one(id, now, now + (TimestampTz) delay_ms * 1000, 0);
	schedule_alarm(now);
}

/* First at fin_time, then every delay_ms. */
void
enable_timeout_every(TimeoutId id, TimestampTz fin_time, int delay_ms)
{
	alarm_enabled = false;
	enable_one(id, timeout_now(), fin_time, delay_ms);
	schedule_alarm(timeout_now());
}

void
enable_timeout_at(TimeoutId id, TimestampTz fin_time)
{
	alarm_enabled = false;
	enable_one(id, timeout_now(), fin_time, 0);
	schedule_alarm(timeout_now());
}

/* Several at once, which saves settings of the timer. */
void
enable_timeouts(const EnableTimeoutParams *timeouts, int count)
{
	TimestampTz now;

	alarm_enabled = false;
	now = timeout_now();
	for (int i = 0; i < count; i++)
	{
		TimestampTz after = now + (TimestampTz) timeouts[i].delay_ms * 1000;

		switch (timeouts[i].type)
		{
			case TMPARAM_AFTER:
				enable_one(timeouts[i].id, now, after, 0);
				break;
			case TMPARAM_AT:
				enable_one(timeouts[i].id, now, timeouts[i].fin_time, 0);
				break;
			case TMPARAM_EVERY:
				enable_one(timeouts[i].id, now, timeouts[i].fin_time,
						   timeouts[i].delay_ms);
				break;
		}
	}
	schedule_alarm(now);
}

static void
disable_one(TimeoutId id, bool keep_indicator)
{
	Timeout *t = &all[id];

	if (t->active)
		remove_active(find_active(t));
	if (!keep_indicator)
		t->fired = false;
}

/*
 * Stop one.  The timer is left as it is if it was the first: a signal that
 * finds nothing due costs less than setting the timer each time.
 */
void
disable_timeout(TimeoutId id, bool keep_indicator)
{
	alarm_enabled = false;
	disable_one(id, keep_indicator);
	if (nactive > 0)
		schedule_alarm(timeout_now());
}

void
disable_timeouts(const DisableTimeoutParams *timeouts, int count)
{
	alarm_enabled = false;
	for (int i = 0; i < count; i++)
		disable_one(timeouts[i].id, timeouts[i].keep_indicator);
	if (nactive > 0)
		schedule_alarm(timeout_now());
}

void
disable_all_timeouts(bool keep_indicators)
{
	alarm_enabled = false;
	for (int i = 0; i < MAX_TIMEOUTS; i++)
	{
		all[i].active = false;
		if (!keep_indicators)
			all[i].fired = false;
	}
	nactive = 0;
}

bool
get_timeout_active(TimeoutId id)
{
	return all[id].active;
}

/* Has it fired?  reset_indicator: forget that. */
bool
get_timeout_indicator(TimeoutId id, bool reset_indicator)
{
	if (!all[id].fired)
		return false;
	if (reset_indicator)
		all[id].fired = false;
	return true;
}

TimestampTz
get_timeout_start_time(TimeoutId id)
{
	return all[id].start_time;
}

TimestampTz
get_timeout_finish_time(TimeoutId id)
{
	return all[id].due;
}
