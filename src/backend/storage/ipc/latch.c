/*
 * latch.c
 *		Latches and sets of events, over epoll(7).
 *
 * A process sleeps in epoll_wait. SIGURG wakes it for its latch: the
 * handler writes to an eventfd that is part of the set, so that a signal
 * between the test of the latch and the sleep is not lost.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/latch.c
 */
#include "postgres.h"

#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "miscadmin.h"
#include "portability/instr_time.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/pmsignal.h"
#include "port/atomics.h"
#include "utils/memutils.h"
#include "utils/wait_event.h"

struct WaitEventSet
{
	int nevents;
	int nevents_space;
	WaitEvent *events;
	struct epoll_event *ready; /* scratch for epoll_wait */
	Latch *latch; /* the set's latch, or NULL */
	int latch_pos;
	bool exit_on_postmaster_death;
	int epoll_fd;
};

static WaitEventSet *LatchWaitSet = NULL; /* this process's latch and parent */
#define LATCH_WAIT_SET_LATCH_POS 0

static int wakeup_fd = -1;
static int wakeup_owner_pid = 0;
static volatile sig_atomic_t waiting = false;

static void
wake_self(void)
{
	uint64 one = 1;

	/* a full counter wakes as well, so a failure does not matter */
	if (write(wakeup_fd, &one, sizeof(one)) < 0)
		return;
}

static void
sigurg_handler(int signo)
{
	int save_errno = errno;

	if (waiting)
		wake_self();
	errno = save_errno;
}

static void
drain_wakeups(void)
{
	uint64 count;

	if (read(wakeup_fd, &count, sizeof(count)) < 0 && errno != EAGAIN &&
		errno != EINTR)
		elog(ERROR, "read() on eventfd failed: %m");
}

/* Once per process, and again in each child. */
void
InitializeLatchSupport(void)
{
	sigset_t urg;

	if (wakeup_fd >= 0)
	{
		/* inherited from the parent, with whatever was using it */
		if (wakeup_owner_pid == MyProcPid)
			return;
		if (LatchWaitSet)
		{
			FreeWaitEventSetAfterFork(LatchWaitSet);
			LatchWaitSet = NULL;
		}
		close(wakeup_fd);
		ReleaseExternalFD();
	}
	wakeup_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (wakeup_fd < 0)
		elog(FATAL, "eventfd() failed: %m");
	ReserveExternalFD();
	wakeup_owner_pid = MyProcPid;
	waiting = false;

	pqsignal(SIGURG, sigurg_handler);
	sigemptyset(&urg);
	sigaddset(&urg, SIGURG);
	sigprocmask(SIG_UNBLOCK, &urg, NULL);
}

void
ShutdownLatchSupport(void)
{
	pqsignal(SIGURG, SIG_IGN);
	if (LatchWaitSet)
	{
		FreeWaitEventSet(LatchWaitSet);
		LatchWaitSet = NULL;
	}
	if (wakeup_fd >= 0)
	{
		close(wakeup_fd);
		ReleaseExternalFD();
	}
	wakeup_fd = -1;
	wakeup_owner_pid = 0;
}

/* The set that WaitLatch uses; once MyLatch exists. */
void
InitializeLatchWaitSet(void)
{
	Assert(LatchWaitSet == NULL);
	LatchWaitSet = CreateWaitEventSet(TopMemoryContext, 2);
	AddWaitEventToSet(LatchWaitSet, WL_LATCH_SET, PGINVALID_SOCKET, MyLatch,
					  NULL);
	if (IsUnderPostmaster)
		AddWaitEventToSet(LatchWaitSet, WL_EXIT_ON_PM_DEATH, PGINVALID_SOCKET,
						  NULL, NULL);
}

/* ---- latches ---- */

/* A latch of this process alone. */
void
InitLatch(Latch *latch)
{
	Assert(wakeup_fd >= 0 && wakeup_owner_pid == MyProcPid);
	latch->is_set = false;
	latch->maybe_sleeping = false;
	latch->owner_pid = MyProcPid;
	latch->is_shared = false;
}

/* A latch in shared memory, without an owner yet. */
void
InitSharedLatch(Latch *latch)
{
	latch->is_set = false;
	latch->maybe_sleeping = false;
	latch->owner_pid = 0;
	latch->is_shared = true;
}

/* Become the process that waits for a shared latch. */
void
OwnLatch(Latch *latch)
{
	Assert(latch->is_shared);
	if (latch->owner_pid != 0)
		elog(PANIC, "latch already owned by PID %d", latch->owner_pid);
	latch->owner_pid = MyProcPid;
}

void
DisownLatch(Latch *latch)
{
	Assert(latch->is_shared && latch->owner_pid == MyProcPid);
	latch->owner_pid = 0;
}

/*
 * SetLatch
 *		Set a latch and wake its owner.  Safe in signal handlers.
 *
 * What was written before is seen by an owner that finds the latch set.  A
 * signal is sent only if the owner has said that it may sleep.
 */
void
SetLatch(Latch *latch)
{
	pid_t owner;

	pg_memory_barrier();
	if (latch->is_set)
		return;
	latch->is_set = true;
	pg_memory_barrier();
	if (!latch->maybe_sleeping)
		return;
	owner = latch->owner_pid;
	if (owner == 0)
		return;
	if (owner == MyProcPid)
	{
		if (waiting)
			wake_self();
	}
	else
		kill(owner, SIGURG);
}

/* Clear it; what is read afterwards is newer than what made it set before. */
void
ResetLatch(Latch *latch)
{
	Assert(latch->owner_pid == MyProcPid);
	Assert(!latch->maybe_sleeping);
	latch->is_set = false;
	pg_memory_barrier();
}

/*
 * WaitLatch
 *		Sleep until the latch is set, or one of the other events.
 *
 * latch may be NULL, to wait for a timeout (milliseconds, with WL_TIMEOUT) or
 * the postmaster's death.  Returns the WL_ bits that happened.
 */
int
WaitLatch(Latch *latch, int wakeEvents, long timeout, uint32 wait_event_info)
{
	WaitEvent event;

	if (LatchWaitSet == NULL || wakeup_owner_pid != MyProcPid)
		return WaitLatchOrSocket(latch, wakeEvents, PGINVALID_SOCKET, timeout,
								 wait_event_info);
	Assert(latch == NULL || latch->owner_pid == MyProcPid);
	if (!(wakeEvents & WL_LATCH_SET))
		latch = NULL;
	ModifyWaitEvent(LatchWaitSet, LATCH_WAIT_SET_LATCH_POS, WL_LATCH_SET, latch);
	LatchWaitSet->exit_on_postmaster_death =
		(wakeEvents & WL_EXIT_ON_PM_DEATH) != 0;
	if (WaitEventSetWait(LatchWaitSet,
						 (wakeEvents & WL_TIMEOUT) ? timeout : -1,
						 &event, 1, wait_event_info) == 0)
		return WL_TIMEOUT;
	return event.events;
}

/* Fill a set with what a caller of WaitLatchOrSocket asked for. */
static void
add_asked_events(WaitEventSet *set, Latch *latch, int asked, pgsocket sock)
{
	int death = asked & (WL_POSTMASTER_DEATH | WL_EXIT_ON_PM_DEATH);

	if (asked & WL_LATCH_SET)
		AddWaitEventToSet(set, WL_LATCH_SET, PGINVALID_SOCKET, latch, NULL);
	if (death && IsUnderPostmaster)
		AddWaitEventToSet(set, death, PGINVALID_SOCKET, NULL, NULL);
	if (asked & WL_SOCKET_MASK)
		AddWaitEventToSet(set, asked & WL_SOCKET_MASK, sock, NULL, NULL);
}

/* The same for a socket too; makes a set for the one wait. */
int
WaitLatchOrSocket(Latch *latch, int wakeEvents, pgsocket sock, long timeout,
				  uint32 wait_event_info)
{
	WaitEventSet *set = CreateWaitEventSet(CurrentMemoryContext, 3);
	WaitEvent event = {0};
	int n;

	add_asked_events(set, latch, wakeEvents, sock);
	n = WaitEventSetWait(set, (wakeEvents & WL_TIMEOUT) ? timeout : -1, &event,
						 1, wait_event_info);
	FreeWaitEventSet(set);
	return n == 0 ? WL_TIMEOUT : (int) event.events;
}

/* ---- event sets ---- */

/* A set of at most nevents, allocated in context. */
WaitEventSet *
CreateWaitEventSet(MemoryContext context, int nevents)
{
	Size head = MAXALIGN(sizeof(WaitEventSet));
	Size events = MAXALIGN(sizeof(WaitEvent) * nevents);
	char *p = MemoryContextAllocZero(context, head + events + sizeof(struct epoll_event) * nevents);
	WaitEventSet *set = (WaitEventSet *) p;

	set->events = (WaitEvent *) (p + head);
	set->ready = (struct epoll_event *) (p + head + events);
	set->nevents_space = nevents;
	if (!AcquireExternalFD())
		elog(ERROR, "epoll_create1 failed: %m");
	set->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (set->epoll_fd < 0)
	{
		ReleaseExternalFD();
		elog(ERROR, "epoll_create1 failed: %m");
	}
	return set;
}

void
FreeWaitEventSet(WaitEventSet *set)
{
	close(set->epoll_fd);
	ReleaseExternalFD();
	pfree(set);
}

/* In a child: release a set of the parent without changing the parent's. */
void
FreeWaitEventSetAfterFork(WaitEventSet *set)
{
	FreeWaitEventSet(set);
}

static void
epoll_update(WaitEventSet *set, WaitEvent *event, int op)
{
	struct epoll_event ev = {.events = EPOLLERR | EPOLLHUP, .data.ptr = event};

	if (event->events == WL_LATCH_SET || event->events == WL_POSTMASTER_DEATH)
		ev.events |= EPOLLIN;
	else
	{
		if (event->events & WL_SOCKET_READABLE)
			ev.events |= EPOLLIN;
		if (event->events & WL_SOCKET_WRITEABLE)
			ev.events |= EPOLLOUT;
		if (event->events & WL_SOCKET_CLOSED)
			ev.events |= EPOLLRDHUP;
	}
	if (epoll_ctl(set->epoll_fd, op, event->fd, &ev) < 0)
		ereport(ERROR, (errcode_for_socket_access(), errmsg("%s() failed: %m", "epoll_ctl")));
}

static void
check_own_latch(const Latch *latch)
{
	if (latch != NULL && latch->owner_pid != MyProcPid)
		elog(ERROR, "cannot wait on a latch owned by another process");
}

/*
 * AddWaitEventToSet
 *		Add one event; returns its position.
 *
 * WL_LATCH_SET needs a latch of this process, at most one per set; the socket
 * events a socket.  user_data comes back with the event.
 */
int
AddWaitEventToSet(WaitEventSet *set, uint32 events, pgsocket fd, Latch *latch,
				  void *user_data)
{
	int pos = set->nevents;
	WaitEvent *event = &set->events[pos];

	Assert(pos < set->nevents_space);
	check_own_latch(latch);
	if (latch != NULL && set->latch != NULL)
		elog(ERROR, "cannot wait on more than one latch");
	if ((events & WL_SOCKET_MASK) && fd == PGINVALID_SOCKET)
		elog(ERROR, "cannot wait on socket event without a socket");

	*event = (WaitEvent){.pos = pos, .events = events, .fd = fd, .user_data = user_data};
	switch (events)
	{
		case WL_LATCH_SET:
			event->fd = wakeup_fd;
			set->latch = latch;
			set->latch_pos = pos;
			break;
		case WL_EXIT_ON_PM_DEATH:
			set->exit_on_postmaster_death = true;
			event->events = WL_POSTMASTER_DEATH;
			/* FALLTHROUGH */
		case WL_POSTMASTER_DEATH:
			event->fd = postmaster_alive_fds[POSTMASTER_FD_WATCH];
			break;
	}
	set->nevents++;
	epoll_update(set, event, EPOLL_CTL_ADD);
	return pos;
}

/* Change the events of a socket, or the latch (NULL: none for now). */
void
ModifyWaitEvent(WaitEventSet *set, int pos, uint32 events, Latch *latch)
{
	WaitEvent *event = &set->events[pos];

	Assert(pos < set->nevents);
	if (event->events == WL_LATCH_SET)
	{
		Assert(events == WL_LATCH_SET);
		check_own_latch(latch);
		/* the eventfd stays in the set; a stray wakeup is harmless */
		set->latch = latch;
		return;
	}
	if (event->events == WL_POSTMASTER_DEATH || event->events == events)
		return;
	event->events = events;
	epoll_update(set, event, EPOLL_CTL_MOD);
}

/* Turn one epoll event into what was asked for; false if it is nothing. */
static bool
translate_event(WaitEventSet *set, const struct epoll_event *ev,
				WaitEvent *out)
{
	WaitEvent *event = (WaitEvent *) ev->data.ptr;

	out->pos = event->pos;
	out->user_data = event->user_data;
	out->fd = event->fd;
	out->events = 0;
	if (event->events == WL_LATCH_SET)
	{
		drain_wakeups();
		if (set->latch && set->latch->is_set)
		{
			out->fd = PGINVALID_SOCKET;
			out->events = WL_LATCH_SET;
		}
	}
	else if (event->events == WL_POSTMASTER_DEATH)
	{
		/* readable may be spurious; the answer is what a read says */
		if (PostmasterIsAliveInternal())
			return false;
		if (set->exit_on_postmaster_death)
			proc_exit(1);
		out->fd = PGINVALID_SOCKET;
		out->events = WL_POSTMASTER_DEATH;
	}
	else
	{
		bool error = (ev->events & (EPOLLERR | EPOLLHUP)) != 0;

		if ((event->events & WL_SOCKET_READABLE) &&
			((ev->events & EPOLLIN) || error))
			out->events |= WL_SOCKET_READABLE;
		if ((event->events & WL_SOCKET_WRITEABLE) &&
			((ev->events & EPOLLOUT) || error))
			out->events |= WL_SOCKET_WRITEABLE;
		if ((event->events & WL_SOCKET_CLOSED) &&
			((ev->events & EPOLLRDHUP) || error))
			out->events |= WL_SOCKET_CLOSED;
	}
	return out->events != 0;
}

/* One sleep.  Number of events, 0 if there was nothing, -1 on timeout. */
static int
wait_once(WaitEventSet *set, int timeout, WaitEvent *occurred, int nevents)
{
	int rc = epoll_wait(set->epoll_fd, set->ready,
						Min(nevents, set->nevents_space), timeout);
	int n = 0;

	if (rc < 0)
	{
		if (errno != EINTR)
		{
			waiting = false;
			ereport(ERROR, (errcode_for_socket_access(), errmsg("%s() failed: %m", "epoll_wait")));
		}
		return 0;
	}
	if (rc == 0)
		return -1;
	for (int i = 0; i < rc; i++)
		if (translate_event(set, &set->ready[i], &occurred[n]))
			n++;
	return n;
}

/*
 * WaitEventSetWait
 *		Sleep until at least one event of the set happens.
 *
 * timeout in milliseconds, -1 for none.  Fills at most nevents of occurred;
 * returns how many, 0 on timeout.  A set latch counts at once.
 */
int
WaitEventSetWait(WaitEventSet *set, long timeout, WaitEvent *occurred_events,
				 int nevents, uint32 wait_event_info)
{
	int n = 0;
	instr_time start;
	long left = timeout;

	Assert(nevents > 0);
	if (timeout >= 0)
		INSTR_TIME_SET_CURRENT(start);
	else
		INSTR_TIME_SET_ZERO(start);
	pgstat_report_wait_start(wait_event_info);
	waiting = true;

	while (n == 0)
	{
		/*
		 * Announce the sleep, then look: a setter either sees the
		 * announcement and signals, or has set the latch before we look.
		 */
		if (set->latch && !set->latch->is_set)
		{
			set->latch->maybe_sleeping = true;
			pg_memory_barrier();
		}
		if (set->latch && set->latch->is_set)
		{
			occurred_events[0].fd = PGINVALID_SOCKET;
			occurred_events[0].pos = set->latch_pos;
			occurred_events[0].user_data = set->events[set->latch_pos].user_data;
			occurred_events[0].events = WL_LATCH_SET;
			set->latch->maybe_sleeping = false;
			n = 1;
			break;
		}
		n = wait_once(set, (int) Min(left, INT_MAX), occurred_events, nevents);
		if (set->latch)
			set->latch->maybe_sleeping = false;
		if (n < 0)
		{
			n = 0;
			break;
		}
		if (n == 0 && timeout >= 0)
		{
			instr_time now;

			INSTR_TIME_SET_CURRENT(now);
			INSTR_TIME_SUBTRACT(now, start);
			left = timeout - (long) INSTR_TIME_GET_MILLISEC(now);
			if (left <= 0)
				break;
		}
	}
	waiting = false;
	pgstat_report_wait_end();
	return n;
}

int
GetNumRegisteredWaitEvents(WaitEventSet *set)
{
	return set->nevents;
}

/* epoll tells that a peer has closed. */
bool
WaitEventSetCanReportClosed(void)
{
	return true;
}
