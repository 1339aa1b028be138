/*
 * xact_private.h
 *		One level of the transaction stack, for xact.c and xactcore.c.
 *
 * The bottom level is the transaction; each savepoint or internal subtransaction
 * pushes one more.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xact_private.h
 */
#ifndef XACT_PRIVATE_H
#define XACT_PRIVATE_H

#include "access/xact.h"
#include "utils/resowner.h"

/* What the resources of a level are going through (xactcore.c). */
typedef enum TransState
{
	TRANS_DEFAULT, /* none */
	TRANS_START,
	TRANS_INPROGRESS,
	TRANS_COMMIT,
	TRANS_ABORT
} TransState;

/* Why the bottom level exists (xact.c). */
typedef enum BlockKind
{
	BLOCK_NONE, /* no transaction */
	BLOCK_SINGLE, /* for one command */
	BLOCK_IMPLICIT, /* for the commands of one message */
	BLOCK_EXPLICIT /* BEGIN was given */
} BlockKind;

/* What a control command has ordered, to be done at the command's end. */
typedef enum Todo
{
	TODO_NOTHING,
	TODO_BEGIN, /* bottom: become explicit */
	TODO_COMMIT, /* commit this level and the ones below */
	TODO_ROLLBACK, /* roll back this level and the ones below */
	TODO_SUBSTART, /* the level was just pushed */
	TODO_RELEASE, /* merge this level into its parent */
	TODO_SUBROLLBACK, /* roll back this level, go on in the parent */
	TODO_RESTART /* roll it back and start it anew */
} Todo;

typedef struct TransactionLevel
{
	/* ---- xact.c ---- */
	BlockKind kind; /* of the bottom level; others: EXPLICIT */
	Todo todo;
	bool failed; /* aborted; waits for the end of the block */
	bool chain; /* AND CHAIN: begin the next one at once */
	char *name; /* savepoint name, or NULL */
	int savepointLevel;

	/* ---- xactcore.c ---- */
	TransState state;
	FullTransactionId fullTransactionId; /* invalid until needed */
	SubTransactionId subTransactionId;
	int nestingLevel; /* 1 at the bottom */
	int gucNestLevel;
	MemoryContext curTransactionContext;
	ResourceOwner curTransactionOwner;
	TransactionId *childXids; /* subcommitted children, ascending */
	int nChildXids;
	int maxChildXids;
	Oid prevUser;
	int prevSecContext;
	bool prevXactReadOnly;
	bool startedInRecovery;
	bool didLogXid; /* a record with this xid is in the log */
	bool topXidLogged; /* ... and with the top xid (logical) */
	struct TransactionLevel *parent;
} TransactionLevel;

extern TransactionLevel *CurrentLevel;

#define IS_BOTTOM(level) ((level)->parent == NULL)
#define LevelXid(level) XidFromFullTransactionId((level)->fullTransactionId)

/* xactcore.c */
extern void StartTransaction(void);
extern void CommitTransaction(void);
extern void AbortTransaction(void);
extern void CleanupTransaction(void);
extern void PushTransaction(void);
extern void StartSubTransaction(void);
extern void CommitSubTransaction(void);
extern void AbortSubTransaction(void);
extern void CleanupSubTransaction(void);
extern void xact_switch_to_abort_memory(void);
extern void xact_cleanup_memory(void);
extern bool xact_commit_is_forced(void);

#endif /* XACT_PRIVATE_H */
