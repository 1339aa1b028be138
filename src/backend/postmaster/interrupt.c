/*
 * interrupt.c
 *		Signal handlers that several kinds of process share.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/postmaster/interrupt.c
 */
#include "postgres.h"

#include <unistd.h>

#include "miscadmin.h"
#include "postmaster/interrupt.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/procsignal.h"
#include "utils/guc.h"

volatile sig_atomic_t ConfigReloadPending;
volatile sig_atomic_t ShutdownRequestPending;

static void
note(volatile sig_atomic_t *flag)
{
	int save_errno = errno;

	*flag = true;
	SetLatch(MyLatch);
	errno = save_errno;
}

/* Serve what the handlers below noted; for simple loops of helper processes. */
void
HandleMainLoopInterrupts(void)
{
	if (ProcSignalBarrierPending)
		ProcessProcSignalBarrier();
	if (ConfigReloadPending)
	{
		ConfigReloadPending = false;
		ProcessConfigFile(PGC_SIGHUP);
	}
	if (ShutdownRequestPending)
		proc_exit(0);
}

void
SignalHandlerForConfigReload(int signo)
{
	note(&ConfigReloadPending);
}

void
SignalHandlerForShutdownRequest(int signo)
{
	note(&ShutdownRequestPending);
}

/* SIGQUIT of a helper process: leave without touching anything shared. */
void
SignalHandlerForCrashExit(int signo)
{
	_exit(2);
}
