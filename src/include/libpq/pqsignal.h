/*
 * pqsignal.h
 *		Signal masks of server processes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/pqsignal.h
 */
#ifndef PQSIGNAL_H
#define PQSIGNAL_H

#include <signal.h>

/* Nothing blocked; all that can be; all but what ends a starting child. */
extern PGDLLIMPORT sigset_t UnBlockSig;
extern PGDLLIMPORT sigset_t BlockSig;
extern PGDLLIMPORT sigset_t StartupBlockSig;

#define PG_SETMASK(mask) sigprocmask(SIG_SETMASK, mask, NULL)

extern void pqinitmask(void);

#endif /* PQSIGNAL_H */
