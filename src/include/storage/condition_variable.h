/*
 * condition_variable.h
 *		Condition variables.
 *
 * Sleep until a predicate on shared memory, changed by another process,
 * holds. The sleeper queues itself first, tests the predicate in a loop,
 * and sleeps on its latch.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/condition_variable.h
 */
#ifndef CONDITION_VARIABLE_H
#define CONDITION_VARIABLE_H

#include "storage/lwlock.h"
#include "storage/proclist_types.h"
#include "storage/spin.h"

typedef struct
{
	slock_t mutex; /* guards wakeup */
	proclist_head wakeup; /* processes that wait */
} ConditionVariable;

#define CV_MINIMAL_SIZE 16

typedef union ConditionVariableMinimallyPadded
{
	ConditionVariable cv;
	char pad[CV_MINIMAL_SIZE];
} ConditionVariableMinimallyPadded;

/* storage/lmgr/condition_variable.c */
extern void ConditionVariableInit(ConditionVariable *cv);
extern void ConditionVariablePrepareToSleep(ConditionVariable *cv);
extern void ConditionVariableSleep(ConditionVariable *cv,
								   uint32 wait_event_info);
extern bool ConditionVariableTimedSleep(ConditionVariable *cv, long timeout,
										uint32 wait_event_info);
extern bool ConditionVariableCancelSleep(void);
extern void ConditionVariableSignal(ConditionVariable *cv);
extern void ConditionVariableBroadcast(ConditionVariable *cv);

#endif /* CONDITION_VARIABLE_H */
