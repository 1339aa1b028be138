/*
 * condition_variable.c
 *		Condition variables.
 *
 * A process is in the wake-up list of at most one. A signaller takes it off
 * the list and sets its latch; the sleeper puts itself back before it tests
 * its condition again, so that no signal falls between.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/lmgr/condition_variable.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "portability/instr_time.h"
#include "storage/condition_variable.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/proc.h"
#include "storage/proclist.h"

/* The variable this process is prepared to sleep on, or NULL. */
static ConditionVariable *prepared_cv = NULL;

void
ConditionVariableInit(ConditionVariable *cv)
{
	SpinLockInit(&cv->mutex);
	proclist_init(&cv->wakeup);
}

/*
 * ConditionVariablePrepareToSleep
 *		Enter the list; the condition is to be tested after this.
 *
 * Optional: a first ConditionVariableSleep does it, and returns at once.
 */
void
ConditionVariablePrepareToSleep(ConditionVariable *cv)
{
	if (prepared_cv != NULL)
		ConditionVariableCancelSleep();
	prepared_cv = cv;
	SpinLockAcquire(&cv->mutex);
	proclist_push_tail(&cv->wakeup, MyProc->pgprocno, cvWaitLink);
	SpinLockRelease(&cv->mutex);
}

/* Sleep until signalled; then test the condition again. */
void
ConditionVariableSleep(ConditionVariable *cv, uint32 wait_event_info)
{
	(void) ConditionVariableTimedSleep(cv, -1, wait_event_info);
}

/* Put this process back into the list if a signaller took it off. */
static bool
reenter_if_signalled(ConditionVariable *cv)
{
	bool signalled = false;

	SpinLockAcquire(&cv->mutex);
	if (!proclist_contains(&cv->wakeup, MyProc->pgprocno, cvWaitLink))
	{
		signalled = true;
		proclist_push_tail(&cv->wakeup, MyProc->pgprocno, cvWaitLink);
	}
	SpinLockRelease(&cv->mutex);
	return signalled;
}

/*
 * The same for at most timeout milliseconds (-1: no limit).  True if the time
 * is over.
 */
bool
ConditionVariableTimedSleep(ConditionVariable *cv, long timeout,
							uint32 wait_event_info)
{
	int events = WL_LATCH_SET | WL_EXIT_ON_PM_DEATH;
	instr_time start;
	long left = timeout;

	if (prepared_cv != cv)
	{
		ConditionVariablePrepareToSleep(cv);
		return false;
	}
	INSTR_TIME_SET_CURRENT(start);
	if (timeout >= 0)
		events |= WL_TIMEOUT;

	for (;;)
	{
		(void) WaitLatch(MyLatch, events, left, wait_event_info);
		ResetLatch(MyLatch);
		if (reenter_if_signalled(cv))
			return false;
		CHECK_FOR_INTERRUPTS();
		/* an interrupt may have used another variable */
		if (prepared_cv != cv)
			return false;
		if (timeout >= 0)
		{
			instr_time now;

			INSTR_TIME_SET_CURRENT(now);
			INSTR_TIME_SUBTRACT(now, start);
			left = timeout - (long) INSTR_TIME_GET_MILLISEC(now);
			if (left <= 0)
				return true;
		}
	}
}

/*
 * ConditionVariableCancelSleep
 *		Leave the list, once the condition holds or after an error.
 *
 * True if a signal had already been used up on this process.
 */
bool
ConditionVariableCancelSleep(void)
{
	ConditionVariable *cv = prepared_cv;
	bool signalled = false;

	if (cv == NULL)
		return false;
	SpinLockAcquire(&cv->mutex);
	if (proclist_contains(&cv->wakeup, MyProc->pgprocno, cvWaitLink))
		proclist_delete(&cv->wakeup, MyProc->pgprocno, cvWaitLink);
	else
		signalled = true;
	SpinLockRelease(&cv->mutex);
	prepared_cv = NULL;
	return signalled;
}

/* Wake the process that has waited longest. */
void
ConditionVariableSignal(ConditionVariable *cv)
{
	PGPROC *proc = NULL;

	SpinLockAcquire(&cv->mutex);
	if (!proclist_is_empty(&cv->wakeup))
		proc = proclist_pop_head_node(&cv->wakeup, cvWaitLink);
	SpinLockRelease(&cv->mutex);
	if (proc != NULL)
		SetLatch(&proc->procLatch);
}

/*
 * ConditionVariableBroadcast
 *		Wake all that wait now.
 *
 * Those woken come back to the end of the list if their condition does not
 * hold, so the number to wake is counted first.
 */
void
ConditionVariableBroadcast(ConditionVariable *cv)
{
	int n = 0;
	proclist_mutable_iter iter;

	SpinLockAcquire(&cv->mutex);
	proclist_foreach_modify (iter, &cv->wakeup, cvWaitLink)
		n++;
	SpinLockRelease(&cv->mutex);
	while (n-- > 0)
		ConditionVariableSignal(cv);
}
