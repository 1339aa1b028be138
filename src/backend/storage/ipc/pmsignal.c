/*
 * pmsignal.c
 *		Messages between the postmaster and its children.
 *
 * Flags and child slots in shared memory. A slot's state lets the
 * postmaster see whether a child that died had left shared memory in an
 * orderly way. A pipe whose write end only the postmaster holds tells the
 * others of its end.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/pmsignal.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "miscadmin.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/pmsignal.h"
#include "storage/shmem.h"

/* State of a child slot; only the postmaster moves it from or to UNUSED. */
enum
{
	CHILD_UNUSED,
	CHILD_ASSIGNED, /* forked, or about to be */
	CHILD_ACTIVE, /* uses shared memory */
	CHILD_WALSENDER
};

/* All members are single words that one process writes at a time. */
struct PMSignalData
{
	sig_atomic_t flags[NUM_PMSIGNALS]; /* set by children, cleared by postmaster */
	QuitSignalReason sigquit_reason; /* written by the postmaster */
	int nslots; /* constant */
	sig_atomic_t slots[FLEXIBLE_ARRAY_MEMBER];
};

volatile PMSignalData *PMSignalState = NULL;
int postmaster_alive_fds[2] = {-1, -1};

static int next_slot = 0;
static volatile sig_atomic_t postmaster_possibly_dead = false;

/* Children may be starting while others are ending. */
static int
max_children(void)
{
	return 2 * MaxBackends;
}

Size
PMSignalShmemSize(void)
{
	return add_size(offsetof(PMSignalData, slots),
					mul_size(max_children(), sizeof(sig_atomic_t)));
}

void
PMSignalShmemInit(void)
{
	bool found;

	PMSignalState = (PMSignalData *)
		ShmemInitStruct("PMSignalState", PMSignalShmemSize(), &found);
	if (found)
		return;
	memset((void *) PMSignalState, 0, PMSignalShmemSize());
	PMSignalState->nslots = max_children();
	next_slot = 0;
}

/* Tell the postmaster. */
void
SendPostmasterSignal(PMSignalReason reason)
{
	if (!IsUnderPostmaster)
		return;
	PMSignalState->flags[reason] = true;
	kill(PostmasterPid, SIGUSR1);
}

/* In the postmaster: was this asked for since the last check? */
bool
CheckPostmasterSignal(PMSignalReason reason)
{
	if (!PMSignalState->flags[reason])
		return false;
	PMSignalState->flags[reason] = false;
	return true;
}

/* Why SIGQUIT is about to be sent to all children. */
void
SetQuitSignalReason(QuitSignalReason reason)
{
	PMSignalState->sigquit_reason = reason;
}

QuitSignalReason
GetQuitSignalReason(void)
{
	if (!IsUnderPostmaster || PMSignalState == NULL)
		return PMQUIT_NOT_SENT;
	return PMSignalState->sigquit_reason;
}

/* In the postmaster: a slot for a new child, from 1. */
int
AssignPostmasterChildSlot(void)
{
	for (int tries = 0; tries < PMSignalState->nslots; tries++)
	{
		int slot = next_slot;

		next_slot = (next_slot + 1) % PMSignalState->nslots;
		if (PMSignalState->slots[slot] == CHILD_UNUSED)
		{
			PMSignalState->slots[slot] = CHILD_ASSIGNED;
			return slot + 1;
		}
	}
	elog(FATAL, "no free slots in PMChildFlags array");
	return 0;
}

/*
 * In the postmaster: a child is gone.  False if it was still using shared
 * memory, so that the server must restart.
 */
bool
ReleasePostmasterChildSlot(int slot)
{
	bool clean;

	Assert(slot > 0 && slot <= PMSignalState->nslots);
	clean = PMSignalState->slots[slot - 1] == CHILD_ASSIGNED;
	PMSignalState->slots[slot - 1] = CHILD_UNUSED;
	return clean;
}

bool
IsPostmasterChildWalSender(int slot)
{
	Assert(slot > 0 && slot <= PMSignalState->nslots);
	return PMSignalState->slots[slot - 1] == CHILD_WALSENDER;
}

/* In a child: from now on its crash means a restart. */
void
MarkPostmasterChildActive(void)
{
	Assert(MyPMChildSlot > 0);
	PMSignalState->slots[MyPMChildSlot - 1] = CHILD_ACTIVE;
}

void
MarkPostmasterChildWalSender(void)
{
	Assert(MyPMChildSlot > 0);
	PMSignalState->slots[MyPMChildSlot - 1] = CHILD_WALSENDER;
}

void
MarkPostmasterChildInactive(void)
{
	Assert(MyPMChildSlot > 0);
	PMSignalState->slots[MyPMChildSlot - 1] = CHILD_ASSIGNED;
}

/* ---- the postmaster's death ---- */

/* In the postmaster: make the pipe.  Children close the write end. */
void
InitPostmasterDeathWatchHandle(void)
{
	if (pipe2(postmaster_alive_fds, O_CLOEXEC) < 0)
		ereport(FATAL, (errcode_for_file_access(), errmsg_internal("could not create pipe to monitor postmaster death: %m")));
	ReserveExternalFD();
	ReserveExternalFD();
	if (fcntl(postmaster_alive_fds[POSTMASTER_FD_WATCH], F_SETFL, O_NONBLOCK) < 0)
		ereport(FATAL, (errmsg_internal("could not set postmaster death monitoring pipe to nonblocking mode: %m")));
}

static void
parent_death_handler(int signo)
{
	postmaster_possibly_dead = true;
}

/*
 * In a child: let the kernel signal the parent's death, so that the test
 * below is a flag in the usual case.
 */
void
PostmasterDeathSignalInit(void)
{
	pqsignal(SIGIO, parent_death_handler);
	if (prctl(PR_SET_PDEATHSIG, SIGIO) < 0)
		elog(ERROR, "could not request parent death signal: %m");
	/* it may have died before that: let the first test read the pipe */
	postmaster_possibly_dead = true;
}

/* In a child: the pipe is at its end when the postmaster is gone. */
bool
PostmasterIsAliveInternal(void)
{
	char c;
	ssize_t rc;

	if (postmaster_alive_fds[POSTMASTER_FD_WATCH] < 0)
		return true;
	postmaster_possibly_dead = false;
	rc = read(postmaster_alive_fds[POSTMASTER_FD_WATCH], &c, 1);
	if (rc < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
		return true;
	if (rc > 0)
		elog(FATAL, "unexpected data in postmaster death monitoring pipe");
	postmaster_possibly_dead = true;
	return false;
}

/* The cheap form for loops that replay WAL or the like. */
bool
PostmasterIsAliveQuick(void)
{
	return likely(!postmaster_possibly_dead) || PostmasterIsAliveInternal();
}
