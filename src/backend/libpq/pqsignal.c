/*
 * pqsignal.c
 *		Makes the signal masks of server processes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/libpq/pqsignal.c
 */
#include "postgres.h"

#include "libpq/pqsignal.h"

sigset_t UnBlockSig;
sigset_t BlockSig;
sigset_t StartupBlockSig;

/* Signals that no mask holds back: those of faults, and of a debugger. */
static const int never_blocked[] = {
	SIGTRAP, SIGABRT, SIGILL, SIGFPE, SIGSEGV, SIGBUS, SIGSYS, SIGCONT};

/* A child that is being set up still ends, or times out, when told to. */
static const int startup_allowed[] = {SIGQUIT, SIGTERM, SIGALRM};

void
pqinitmask(void)
{
	sigemptyset(&UnBlockSig);
	sigfillset(&BlockSig);
	for (int i = 0; i < lengthof(never_blocked); i++)
		sigdelset(&BlockSig, never_blocked[i]);
	StartupBlockSig = BlockSig;
	for (int i = 0; i < lengthof(startup_allowed); i++)
		sigdelset(&StartupBlockSig, startup_allowed[i]);
}
