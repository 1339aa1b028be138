/*
 * auxprocess.c
 *		Common start of the processes that are not sessions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/postmaster/auxprocess.c
 */
#include "postgres.h"

#include <signal.h>

#include "access/xloginsert.h"
#include "libpq/pqsignal.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/auxprocess.h"
#include "postmaster/bgwriter.h"
#include "postmaster/interrupt.h"
#include "postmaster/startup.h"
#include "postmaster/walwriter.h"
#include "storage/bufmgr.h"
#include "storage/condition_variable.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "storage/procsignal.h"
#include "storage/smgr.h"
#include "utils/backend_status.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/ps_status.h"
#include "utils/resowner.h"

/* A process that dies in between must not leave others waiting. */
static void
let_go(int code, Datum arg)
{
	LWLockReleaseAll();
	ConditionVariableCancelSleep();
	pgstat_report_wait_end();
}

/*
 * aux_process_signals
 *		Signal handlers of a helper process; those that differ are given.
 */
void
aux_process_signals(pqsigfunc on_int, pqsigfunc on_term, pqsigfunc on_usr2)
{
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGINT, on_int);
	pqsignal(SIGTERM, on_term);
	pqsignal(SIGQUIT, SignalHandlerForCrashExit);
	pqsignal(SIGALRM, SIG_IGN);
	pqsignal(SIGPIPE, SIG_IGN);
	pqsignal(SIGUSR1, procsignal_sigusr1_handler);
	pqsignal(SIGUSR2, on_usr2);
	pqsignal(SIGCHLD, SIG_DFL);
}

/*
 * aux_process_recover
 *		An error was thrown up to a main loop: report it, let go everything that a
 *		transaction's abort would, and empty the loop's memory context.
 *
 * Sleeps a second, for the same error may come again at once.
 */
void
aux_process_recover(MemoryContext context)
{
	error_context_stack = NULL;
	HOLD_INTERRUPTS();
	EmitErrorReport();

	let_go(0, 0);
	XLogResetInsertion();
	UnlockBuffers();
	ReleaseAuxProcessResources(false);
	AtEOXact_Buffers(false);
	AtEOXact_SMgr();
	AtEOXact_Files(false);
	AtEOXact_HashTables(false);

	MemoryContextSwitchTo(context);
	FlushErrorState();
	MemoryContextResetAndDeleteChildren(context);
	RESUME_INTERRUPTS();
	pg_usleep(1000000L);
	smgrcloseall();
}

/*
 * AuxiliaryProcessMain
 *		Attach to shared memory as an auxiliary process and run its main function.
 *
 * Called by the postmaster's child right after the fork; does not return.
 */
void
AuxiliaryProcessMain(AuxProcType auxtype)
{
	static const struct
	{
		BackendType type;
		void (*main)(void);
	} kinds[NUM_AUXPROCTYPES] = {
		[StartupProcess] = {B_STARTUP, StartupProcessMain},
		[BgWriterProcess] = {B_BG_WRITER, BackgroundWriterMain},
		[ArchiverProcess] = {B_ARCHIVER, NULL},
		[CheckpointerProcess] = {B_CHECKPOINTER, CheckpointerMain},
		[WalWriterProcess] = {B_WAL_WRITER, WalWriterMain},
		[WalReceiverProcess] = {B_WAL_RECEIVER, NULL},
	};

	Assert(IsUnderPostmaster);
	MyAuxProcType = auxtype;
	MyBackendType = kinds[auxtype].type;
	init_ps_display(NULL);

	/* Until shared memory is attached nothing may read catalogs or log. */
	SetProcessingMode(BootstrapProcessing);
	IgnoreSystemIndexes = true;
	InitAuxiliaryProcess();
	BaseInit();
	InitXLogInsert();

	/* Slots after those of the backends. */
	ProcSignalInit(MaxBackends + MyAuxProcType + 1);
	CreateAuxProcessResourceOwner();
	pgstat_beinit();
	pgstat_bestart();
	before_shmem_exit(let_go, 0);
	SetProcessingMode(NormalProcessing);

	if (kinds[auxtype].main == NULL)
		ereport(FATAL,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("process type \"%s\" is not supported",
						GetBackendTypeDesc(MyBackendType))));
	kinds[auxtype].main();
	proc_exit(1);
}
