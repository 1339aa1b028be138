/*
 * sinval.c
 *		Sending and receiving invalidation messages.
 *
 * Between the caches (utils/cache/inval.c) and the ring (sinvaladt.c).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/sinval.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/latch.h"
#include "storage/procsignal.h"
#include "storage/sinval.h"
#include "storage/sinvaladt.h"
#include "storage/storage_callbacks.h"

#define READ_BATCH 32

uint64 SharedInvalidMessageCounter;
volatile sig_atomic_t catchupInterruptPending = false;

/* To all processes, this one included. */
void
SendSharedInvalidMessages(const SharedInvalidationMessage *msgs, int n)
{
	if (MyBackendId == InvalidBackendId && !IsUnderPostmaster)
		return; /* bootstrap: nobody else is there */
	SIInsertDataEntries(msgs, n);
}

/*
 * ReceiveSharedInvalidMessages
 *		Hand each new message to invalFunction; or call resetFunction if
 *		messages were lost.
 *
 * The functions may call this again (they read catalogs): the batch is kept in
 * static variables, and what an outer call has read an inner one continues.
 */
void
ReceiveSharedInvalidMessages(void (*invalFunction)(SharedInvalidationMessage *msg),
							 void (*resetFunction)(void))
{
	static SharedInvalidationMessage batch[READ_BATCH];
	static volatile int next = 0;
	static volatile int count = 0;

	if (MyBackendId == InvalidBackendId)
		return;
	while (next < count)
	{
		SharedInvalidationMessage msg = batch[next++];

		SharedInvalidMessageCounter++;
		invalFunction(&msg);
	}
	do
	{
		int n;

		next = count = 0;
		n = SIGetDataEntries(batch, READ_BATCH);
		if (n < 0)
		{
			elog(DEBUG4, "cache state reset");
			SharedInvalidMessageCounter++;
			resetFunction();
			break;
		}
		count = n;
		while (next < count)
		{
			SharedInvalidationMessage msg = batch[next++];

			SharedInvalidMessageCounter++;
			invalFunction(&msg);
		}
	} while (count == READ_BATCH);

	/* having caught up, pass the signal on to the next who is behind */
	if (catchupInterruptPending)
	{
		catchupInterruptPending = false;
		elog(DEBUG4, "sinval catchup complete, cleaning queue");
		SICleanupQueue(false, 0);
	}
}

/* In the signal handler. */
void
HandleCatchupInterrupt(void)
{
	catchupInterruptPending = true;
	SetLatch(MyLatch);
}

/*
 * While idle: read the queue, in a transaction if the caller is not in one
 * (ProcessClientReadInterrupt of tcop starts it).
 */
void
ProcessCatchupInterrupt(void)
{
	while (catchupInterruptPending)
	{
		if (storage_callbacks.in_transaction())
			AcceptInvalidationMessages();
		else
			storage_callbacks.accept_inval_in_transaction();
	}
}
