/*
 * dest.h
 *		Where result rows go.
 *
 * A DestReceiver is a table of functions that the executor calls per row.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/tcop/dest.h
 */
#ifndef DEST_H
#define DEST_H

#include "executor/tuptable.h"
#include "tcop/cmdtag.h"

#define COMPLETION_TAG_BUFSIZE 64

typedef enum
{
	DestNone,
	DestDebug,
	DestRemote,
	DestRemoteExecute,
	DestRemoteSimple,
	DestSPI,
	DestTuplestore,
	DestIntoRel,
	DestCopyOut,
	DestSQLFunction,
	DestTransientRel,
	DestTupleQueue
} CommandDest;

typedef struct _DestReceiver DestReceiver;

struct _DestReceiver
{
	/* take one row; false asks the executor to stop */
	bool (*receiveSlot)(TupleTableSlot *slot, DestReceiver *self);
	void (*rStartup)(DestReceiver *self, int operation,
					 TupleDesc typeinfo);
	void (*rShutdown)(DestReceiver *self);
	void (*rDestroy)(DestReceiver *self);
	CommandDest mydest;
};

extern PGDLLIMPORT DestReceiver *None_Receiver;

/* dest.c */
extern DestReceiver *CreateDestReceiver(CommandDest dest);
extern void BeginCommand(CommandTag commandTag, CommandDest dest);
extern void EndCommand(const QueryCompletion *qc, CommandDest dest,
					   bool force_undecorated_output);
extern void EndReplicationCommand(const char *commandTag);
extern void NullCommand(CommandDest dest);
extern void ReadyForQuery(CommandDest dest);

#endif /* DEST_H */
