/*
 * latch.h
 *		Latches and sets of events to wait for.
 *
 * A latch is a boolean that another process, or a signal handler, can set,
 * and that wakes its owner. Reset it, test what you wait for, then wait.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/latch.h
 */
#ifndef LATCH_H
#define LATCH_H

#include <signal.h>

#include "utils/resowner.h"

typedef struct Latch
{
	sig_atomic_t is_set;
	sig_atomic_t maybe_sleeping; /* the setter must send a signal */
	bool is_shared;
	int owner_pid;
} Latch;

/* events */
#define WL_LATCH_SET (1 << 0)
#define WL_SOCKET_READABLE (1 << 1)
#define WL_SOCKET_WRITEABLE (1 << 2)
#define WL_TIMEOUT (1 << 3) /* WaitLatch only */
#define WL_POSTMASTER_DEATH (1 << 4)
#define WL_EXIT_ON_PM_DEATH (1 << 5)
#define WL_SOCKET_CONNECTED WL_SOCKET_WRITEABLE
#define WL_SOCKET_CLOSED (1 << 7)
#define WL_SOCKET_MASK \
	(WL_SOCKET_READABLE | WL_SOCKET_WRITEABLE | WL_SOCKET_CLOSED)

typedef struct WaitEvent
{
	int pos; /* place in the set */
	uint32 events; /* WL_xxx that happened */
	pgsocket fd;
	void *user_data;
} WaitEvent;

typedef struct WaitEventSet WaitEventSet;

/* storage/ipc/latch.c: latches */
extern void DisownLatch(Latch *latch);
extern void InitializeLatchSupport(void);
extern void InitializeLatchWaitSet(void);
extern void InitLatch(Latch *latch);
extern void InitSharedLatch(Latch *latch);
extern void OwnLatch(Latch *latch);
extern void ResetLatch(Latch *latch);
extern void SetLatch(Latch *latch);
extern void ShutdownLatchSupport(void);
extern int WaitLatch(Latch *latch, int wakeEvents, long timeout,
					 uint32 wait_event_info);
extern int WaitLatchOrSocket(Latch *latch, int wakeEvents, pgsocket sock,
							 long timeout, uint32 wait_event_info);

/* storage/ipc/latch.c: event sets */
extern WaitEventSet *CreateWaitEventSet(MemoryContext context, int nevents);
extern void FreeWaitEventSet(WaitEventSet *set);
extern void FreeWaitEventSetAfterFork(WaitEventSet *set);
extern int AddWaitEventToSet(WaitEventSet *set, uint32 events, pgsocket fd,
							 Latch *latch, void *user_data);
extern void ModifyWaitEvent(WaitEventSet *set, int pos, uint32 events,
							Latch *latch);
extern int WaitEventSetWait(WaitEventSet *set, long timeout,
							WaitEvent *occurred_events, int nevents,
							uint32 wait_event_info);
extern int GetNumRegisteredWaitEvents(WaitEventSet *set);
extern bool WaitEventSetCanReportClosed(void);

#endif /* LATCH_H */
