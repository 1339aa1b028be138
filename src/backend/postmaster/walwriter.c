/*
 * walwriter.c
 *		The WAL writer: flushes asynchronous commits, writes full pages ahead.
 *
 * Wakes every wal_writer_delay, or when a backend completes a page of
 * asynchronous commits.  After a number of idle rounds it sleeps longer, and says
 * so, for then an asynchronous commit must wake it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/postmaster/walwriter.c
 */
#include "postgres.h"

#include <signal.h>

#include "access/xlog.h"
#include "libpq/pqsignal.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/auxprocess.h"
#include "postmaster/interrupt.h"
#include "postmaster/walwriter.h"
#include "storage/proc.h"
#include "utils/memutils.h"

int WalWriterDelay = 200;
int WalWriterFlushAfter = 1024 * 1024 / XLOG_BLCKSZ;

#define IDLE_ROUNDS_BEFORE_SLEEP 50
#define SLEEP_FACTOR 25

/* One round; idle_left counts down the rounds before a long sleep. */
static void
work_round(int *idle_left, bool *sleeping)
{
	bool sleep_long = *idle_left <= 1;
	long timeout;

	/* Announced before looking for work, lest a commit come in between. */
	if (*sleeping != sleep_long)
	{
		*sleeping = sleep_long;
		SetWalWriterSleeping(sleep_long);
	}
	ResetLatch(MyLatch);
	HandleMainLoopInterrupts();

	if (XLogBackgroundFlush())
		*idle_left = IDLE_ROUNDS_BEFORE_SLEEP;
	else if (*idle_left > 0)
		(*idle_left)--;
	pgstat_report_wal(false);

	timeout = *idle_left > 0 ? WalWriterDelay : (long) WalWriterDelay * SLEEP_FACTOR;
	(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, timeout,
					 WAIT_EVENT_WAL_WRITER_MAIN);
}

/*
 * WalWriterMain
 *		Entry point; does not return.
 */
void
WalWriterMain(void)
{
	sigjmp_buf local_sigjmp_buf;
	MemoryContext context;
	int idle_left;
	bool sleeping;

	aux_process_signals(SignalHandlerForShutdownRequest, SignalHandlerForShutdownRequest, SIG_IGN);

	context = AllocSetContextCreate(TopMemoryContext, "Wal Writer", ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(context);
	if (sigsetjmp(local_sigjmp_buf, 1) != 0)
		aux_process_recover(context);
	PG_exception_stack = &local_sigjmp_buf;
	PG_SETMASK(&UnBlockSig);

	idle_left = IDLE_ROUNDS_BEFORE_SLEEP;
	sleeping = false;
	SetWalWriterSleeping(false);
	ProcGlobal->walwriterLatch = &MyProc->procLatch;
	for (;;)
		work_round(&idle_left, &sleeping);
}
