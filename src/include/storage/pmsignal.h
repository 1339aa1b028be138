/*
 * pmsignal.h
 *		Messages between the postmaster and its children.
 *
 * Flags in shared memory, with SIGUSR1 to the postmaster; and a pipe that
 * tells children when the postmaster is gone.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/pmsignal.h
 */
#ifndef PMSIGNAL_H
#define PMSIGNAL_H

#include <signal.h>
#include <unistd.h>

typedef enum
{
	PMSIGNAL_RECOVERY_STARTED,
	PMSIGNAL_BEGIN_HOT_STANDBY,
	PMSIGNAL_ROTATE_LOGFILE,
	PMSIGNAL_START_AUTOVAC_LAUNCHER,
	PMSIGNAL_START_AUTOVAC_WORKER,
	PMSIGNAL_BACKGROUND_WORKER_CHANGE,
	PMSIGNAL_START_WALRECEIVER,
	PMSIGNAL_ADVANCE_STATE_MACHINE,
	NUM_PMSIGNALS
} PMSignalReason;

typedef enum
{
	PMQUIT_NOT_SENT = 0,
	PMQUIT_FOR_CRASH,
	PMQUIT_FOR_STOP
} QuitSignalReason;

typedef struct PMSignalData PMSignalData;

extern PGDLLIMPORT volatile PMSignalData *PMSignalState;

/*
 * postmaster_alive_fds: a pipe whose write end only the postmaster holds.
 * The postmaster makes it with InitPostmasterDeathWatchHandle().
 */
#define POSTMASTER_FD_WATCH 0
#define POSTMASTER_FD_OWN 1
extern PGDLLIMPORT int postmaster_alive_fds[2];

/* storage/ipc/pmsignal.c */
extern int AssignPostmasterChildSlot(void);
extern bool CheckPostmasterSignal(PMSignalReason reason);
extern QuitSignalReason GetQuitSignalReason(void);
extern void InitPostmasterDeathWatchHandle(void);
extern bool IsPostmasterChildWalSender(int slot);
extern void MarkPostmasterChildActive(void);
extern void MarkPostmasterChildInactive(void);
extern void MarkPostmasterChildWalSender(void);
extern void PMSignalShmemInit(void);
extern Size PMSignalShmemSize(void);
extern void PostmasterDeathSignalInit(void);
extern bool PostmasterIsAliveInternal(void);
extern bool ReleasePostmasterChildSlot(int slot);
extern void SendPostmasterSignal(PMSignalReason reason);
extern void SetQuitSignalReason(QuitSignalReason reason);

/* Needs PostmasterDeathSignalInit() to be cheap. */
extern bool PostmasterIsAliveQuick(void);
#define PostmasterIsAlive() PostmasterIsAliveQuick()

#endif /* PMSIGNAL_H */
