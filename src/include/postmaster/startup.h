/*
 * startup.h
 *		Process that brings the data directory to a consistent state.
 *
 * Runs StartupXLOG and exits; the postmaster lets sessions in afterwards.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postmaster/startup.h
 */
#ifndef STARTUP_H
#define STARTUP_H

extern PGDLLIMPORT int log_startup_progress_interval;

/* startup.c */
extern void StartupProcessMain(void) pg_attribute_noreturn();
extern void HandleStartupProcInterrupts(void);
extern bool IsPromoteSignaled(void);
extern void ResetPromoteSignaled(void);
extern void PreRestoreCommand(void);
extern void PostRestoreCommand(void);

#endif /* STARTUP_H */
