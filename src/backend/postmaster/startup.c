/*
 * startup.c
 *		The startup process: recovery, then it exits.
 *
 * Exit codes tell the postmaster: 0 the cluster is in production, 1 recovery
 * failed or was told to stop.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/postmaster/startup.c
 */
#include "postgres.h"

#include <signal.h>
#include <unistd.h>

#include "access/xlog.h"
#include "libpq/pqsignal.h"
#include "miscadmin.h"
#include "postmaster/interrupt.h"
#include "postmaster/startup.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/pmsignal.h"
#include "storage/procsignal.h"
#include "utils/guc.h"
#include "utils/timeout.h"

int log_startup_progress_interval = 10000;

static volatile sig_atomic_t shutdown_requested = false;
static volatile sig_atomic_t promote_signaled = false;

static void
on_shutdown(int signo)
{
	int save_errno = errno;

	shutdown_requested = true;
	if (MyLatch != NULL)
		SetLatch(MyLatch);
	errno = save_errno;
}

static void
on_promote(int signo)
{
	int save_errno = errno;

	promote_signaled = true;
	if (MyLatch != NULL)
		SetLatch(MyLatch);
	errno = save_errno;
}

/* Called between records: reload settings, or stop if asked. */
void
HandleStartupProcInterrupts(void)
{
	if (ConfigReloadPending)
	{
		ConfigReloadPending = false;
		ProcessConfigFile(PGC_SIGHUP);
	}
	if (shutdown_requested)
		proc_exit(1);
	/* Without a postmaster nobody would see the end of it. */
	if (IsUnderPostmaster && !PostmasterIsAlive())
		exit(1);
	if (ProcSignalBarrierPending)
		ProcessProcSignalBarrier();
}

bool
IsPromoteSignaled(void)
{
	return promote_signaled;
}

void
ResetPromoteSignaled(void)
{
	promote_signaled = false;
}

/* Around a command that fetches a file: shutdown may stop it at once. */
void
PreRestoreCommand(void)
{
	if (shutdown_requested)
		proc_exit(1);
}

void
PostRestoreCommand(void)
{
}

/*
 * StartupProcessMain
 *		Entry point; does not return.
 */
void
StartupProcessMain(void)
{
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGINT, SIG_IGN);
	pqsignal(SIGTERM, on_shutdown);
	pqsignal(SIGQUIT, SignalHandlerForCrashExit);
	InitializeTimeouts();
	pqsignal(SIGPIPE, SIG_IGN);
	pqsignal(SIGUSR1, procsignal_sigusr1_handler);
	pqsignal(SIGUSR2, on_promote);
	pqsignal(SIGCHLD, SIG_DFL);
	PG_SETMASK(&UnBlockSig);

	StartupXLOG();
	proc_exit(0);
}
