/*
 * dest.c
 *		Making receivers for result rows, and telling the client of ends.
 *
 * Each kind of destination has its receiver; command completion and readiness
 * are messages of protocol 3.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/tcop/dest.c
 */
#include "postgres.h"

#include "access/printtup.h"
#include "access/xact.h"
#include "executor/functions.h"
#include "executor/spi.h"
#include "executor/tstoreReceiver.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "tcop/dest.h"

static bool
discard(TupleTableSlot *slot, DestReceiver *self)
{
	return true;
}

static void
nothing_startup(DestReceiver *self, int operation, TupleDesc typeinfo)
{
}

static void
nothing(DestReceiver *self)
{
}

static const DestReceiver none_receiver = {
	discard, nothing_startup, nothing, nothing, DestNone};
static const DestReceiver debug_receiver = {
	debugtup, debugStartup, nothing, nothing, DestDebug};

DestReceiver *None_Receiver = (DestReceiver *) &none_receiver;

/*
 * A receiver for the destination.  Those that need parameters (tuplestore,
 * remote) are completed by their Set...Params function.
 */
DestReceiver *
CreateDestReceiver(CommandDest dest)
{
	switch (dest)
	{
		case DestRemote:
		case DestRemoteExecute:
		case DestRemoteSimple:
			return printtup_create_DR(dest);
		case DestNone:
			return None_Receiver;
		case DestDebug:
			return (DestReceiver *) &debug_receiver;
		case DestSPI:
			return spi_create_DR();
		case DestTuplestore:
			return CreateTuplestoreDestReceiver();
		case DestSQLFunction:
			return CreateSQLFunctionDestReceiver();
		default:
			elog(ERROR, "destination %d has no receiver of its own",
				 (int) dest);
	}
	return NULL;
}

void
BeginCommand(CommandTag commandTag, CommandDest dest)
{
}

static bool
is_remote(CommandDest dest)
{
	return dest == DestRemote || dest == DestRemoteExecute ||
		dest == DestRemoteSimple;
}

/* CommandComplete, with the number of rows where the tag has one. */
void
EndCommand(const QueryCompletion *qc, CommandDest dest,
		   bool force_undecorated_output)
{
	char buf[COMPLETION_TAG_BUFSIZE];
	const char *name;

	if (!is_remote(dest))
		return;
	name = GetCommandTagName(qc->commandTag);
	if (command_tag_display_rowcount(qc->commandTag) &&
		!force_undecorated_output)
		snprintf(buf, sizeof(buf),
				 qc->commandTag == CMDTAG_INSERT ? "%s 0 " UINT64_FORMAT : "%s " UINT64_FORMAT, name, qc->nprocessed);
	else
		snprintf(buf, sizeof(buf), "%s", name);
	pq_putmessage('C', buf, strlen(buf) + 1);
}

void
EndReplicationCommand(const char *commandTag)
{
	pq_putmessage('C', commandTag, strlen(commandTag) + 1);
}

/* The query string was empty. */
void
NullCommand(CommandDest dest)
{
	if (is_remote(dest))
		pq_putemptymessage('I');
}

/* ReadyForQuery with the state of the transaction; flushes the output. */
void
ReadyForQuery(CommandDest dest)
{
	StringInfoData buf;

	if (!is_remote(dest))
		return;
	pq_beginmessage(&buf, 'Z');
	pq_sendbyte(&buf, TransactionBlockStatusCode());
	pq_endmessage(&buf);
	pq_flush();
}
