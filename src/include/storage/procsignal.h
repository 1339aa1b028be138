/*
 * procsignal.h
 *		Several reasons for one signal.
 *
 * SIGUSR1 means: look at your flags. A slot per process holds the flags.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/procsignal.h
 */
#ifndef PROCSIGNAL_H
#define PROCSIGNAL_H

#include "storage/backendid.h"

typedef enum
{
	PROCSIG_CATCHUP_INTERRUPT, /* read the invalidation queue */
	PROCSIG_NOTIFY_INTERRUPT,
	PROCSIG_PARALLEL_MESSAGE,
	PROCSIG_WALSND_INIT_STOPPING,
	PROCSIG_BARRIER,
	PROCSIG_LOG_MEMORY_CONTEXT,
	PROCSIG_RECOVERY_CONFLICT_DATABASE,
	PROCSIG_RECOVERY_CONFLICT_TABLESPACE,
	PROCSIG_RECOVERY_CONFLICT_LOCK,
	PROCSIG_RECOVERY_CONFLICT_SNAPSHOT,
	PROCSIG_RECOVERY_CONFLICT_BUFFERPIN,
	PROCSIG_RECOVERY_CONFLICT_STARTUP_DEADLOCK,
	NUM_PROCSIGNALS
} ProcSignalReason;

typedef enum
{
	PROCSIGNAL_BARRIER_SMGRRELEASE
} ProcSignalBarrierType;

/* Called from the SIGUSR1 handler for each reason that is set; must only set
 * flags and latches.  Upper layers register theirs. */
typedef void (*ProcSignalHandler)(void);

/* storage/ipc/procsignal.c */
extern uint64 EmitProcSignalBarrier(ProcSignalBarrierType type);
extern void ProcessProcSignalBarrier(void);
extern void procsignal_register(ProcSignalReason reason,
								ProcSignalHandler handler);
extern void procsignal_sigusr1_handler(int signo);
extern void ProcSignalInit(int pss_idx);
extern void ProcSignalShmemInit(void);
extern Size ProcSignalShmemSize(void);
extern int SendProcSignal(pid_t pid, ProcSignalReason reason,
						  BackendId backendId);
extern void WaitForProcSignalBarrier(uint64 generation);

#endif /* PROCSIGNAL_H */
