/*
 * interrupt.h
 *		Signal handlers that several kinds of process share.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postmaster/interrupt.h
 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <signal.h>

extern PGDLLIMPORT volatile sig_atomic_t ConfigReloadPending;
extern PGDLLIMPORT volatile sig_atomic_t ShutdownRequestPending;

extern void HandleMainLoopInterrupts(void);
extern void SignalHandlerForConfigReload(int signo);
extern void SignalHandlerForCrashExit(int signo);
extern void SignalHandlerForShutdownRequest(int signo);

#endif /* INTERRUPT_H */
