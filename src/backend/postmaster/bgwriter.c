/*
 * bgwriter.c
 *		The background writer: keeps reusable buffers clean.
 *
 * Each round it writes dirty buffers that the clock hand will come to soon
 * (BgBufferSync); with nothing to do it sleeps long, until a backend allocates a
 * buffer.  Every 15 seconds it logs the running transactions, so that standbys
 * need not wait for a checkpoint.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/postmaster/bgwriter.c
 */
#include "postgres.h"

#include <signal.h>

#include "access/xlog.h"
#include "libpq/pqsignal.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/auxprocess.h"
#include "postmaster/bgwriter.h"
#include "postmaster/interrupt.h"
#include "storage/buf_internals.h"
#include "storage/bufmgr.h"
#include "storage/proc.h"
#include "storage/smgr.h"
#include "storage/standby.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

int BgWriterDelay = 200;

#define HIBERNATE_FACTOR 50
#define SNAPSHOT_INTERVAL_MS 15000

static TimestampTz last_snapshot_ts;
static XLogRecPtr last_snapshot_lsn = InvalidXLogRecPtr;
static WritebackContext wb_context;

/* Log the running transactions if it is time and anything happened. */
static void
log_snapshot_if_due(void)
{
	TimestampTz now;

	if (!XLogStandbyInfoActive() || RecoveryInProgress())
		return;
	now = GetCurrentTimestamp();
	if (!TimestampDifferenceExceeds(last_snapshot_ts, now, SNAPSHOT_INTERVAL_MS) ||
		last_snapshot_lsn > GetLastImportantRecPtr())
		return;
	last_snapshot_lsn = LogStandbySnapshot();
	last_snapshot_ts = now;
}

/* One round; could_hibernate is what the last one returned. */
static bool
work_round(bool could_hibernate)
{
	bool can_hibernate;
	int rc;

	ResetLatch(MyLatch);
	HandleMainLoopInterrupts();
	can_hibernate = BgBufferSync(&wb_context);
	pgstat_report_bgwriter();
	pgstat_report_wal(true);

	/* Files dropped before the last checkpoint must not stay open. */
	if (FirstCallSinceLastCheckpoint())
		smgrcloseall();
	log_snapshot_if_due();

	rc = WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, BgWriterDelay,
				   WAIT_EVENT_BGWRITER_MAIN);
	if (rc == WL_TIMEOUT && can_hibernate && could_hibernate)
	{
		/* Two idle rounds: sleep until somebody takes a buffer. */
		StrategyNotifyBgWriter(MyProc->pgprocno);
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 (long) BgWriterDelay * HIBERNATE_FACTOR,
						 WAIT_EVENT_BGWRITER_HIBERNATE);
		StrategyNotifyBgWriter(-1);
	}
	return can_hibernate;
}

/*
 * BackgroundWriterMain
 *		Entry point; does not return.
 */
void
BackgroundWriterMain(void)
{
	sigjmp_buf local_sigjmp_buf;
	MemoryContext context;
	bool could_hibernate = false;

	aux_process_signals(SIG_IGN, SignalHandlerForShutdownRequest, SIG_IGN);

	last_snapshot_ts = GetCurrentTimestamp();
	context = AllocSetContextCreate(TopMemoryContext, "Background Writer",
									ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(context);
	WritebackContextInit(&wb_context, &bgwriter_flush_after);

	if (sigsetjmp(local_sigjmp_buf, 1) != 0)
	{
		aux_process_recover(context);
		WritebackContextInit(&wb_context, &bgwriter_flush_after);
	}
	PG_exception_stack = &local_sigjmp_buf;
	PG_SETMASK(&UnBlockSig);
	for (;;)
		could_hibernate = work_round(could_hibernate);
}
