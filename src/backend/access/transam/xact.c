/*
 * xact.c
 *		Transaction blocks: what BEGIN, COMMIT, savepoints and errors do.
 *
 * The main loop surrounds every command with StartTransactionCommand and
 * CommitTransactionCommand, and calls AbortCurrentTransaction after an error.
 * Control commands run inside a command like others, so they cannot end the
 * transaction themselves: they leave a Todo on the levels concerned, and
 * CommitTransactionCommand carries it out.
 *
 * A level (one per nested subtransaction) is running, or failed: aborted, but
 * kept until the user ends it.  State of the whole, with the function that makes
 * each transition:
 *
 *	none --StartTransactionCommand--> single
 *	single --CommitTransactionCommand, no todo--> none
 *	single --BeginTransactionBlock, then Commit...Command--> explicit
 *	single --BeginImplicitTransactionBlock--> implicit (and back)
 *	explicit --EndTransactionBlock / UserAbort..., then Commit...Command--> none
 *	explicit --AbortCurrentTransaction--> explicit, failed
 *	explicit --DefineSavepoint, then Commit...Command--> explicit, one level more
 *	level --RollbackToSavepoint, then Commit...Command--> same level, fresh
 *
 * X1. A todo other than NOTHING exists only between a control command and the
 *	   end of that command (or the error that stops it).
 * X2. If a level has failed all levels below it still run.
 * X3. An error while a todo is carried out, or while one waits, aborts the level
 *	   and passes on to its parent: the user cannot have seen it begin or end.
 *
 * The work of starting and ending is in xactcore.c, the records in xactlog.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xact.c
 */
#include "postgres.h"

#include "access/xact_participant.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "xact_private.h"

/* Characteristics that AND CHAIN hands on. */
typedef struct Characteristics
{
	int iso_level;
	bool read_only;
	bool deferrable;
} Characteristics;

static TransactionLevel *
bottom_level(void)
{
	TransactionLevel *level = CurrentLevel;

	while (!IS_BOTTOM(level))
		level = level->parent;
	return level;
}

static Characteristics
save_characteristics(void)
{
	return (Characteristics){XactIsoLevel, XactReadOnly, XactDeferrable};
}

/*
 * The bottom level is gone.  If AND CHAIN was asked for begin the next
 * transaction with the characteristics of the last.
 */
static void
transaction_ended(Characteristics old)
{
	TransactionLevel *level = CurrentLevel;
	bool chain = level->chain;

	Assert(IS_BOTTOM(level));
	level->kind = BLOCK_NONE;
	level->todo = TODO_NOTHING;
	level->failed = false;
	level->chain = false;
	if (!chain)
		return;
	StartTransaction();
	level->kind = BLOCK_EXPLICIT;
	XactIsoLevel = old.iso_level;
	XactReadOnly = old.read_only;
	XactDeferrable = old.deferrable;
}

/* Roll back the bottom level, unless that is done, and forget it. */
static void
abandon_transaction(void)
{
	if (!CurrentLevel->failed)
		AbortTransaction();
	CleanupTransaction();
}

/* The same for a subtransaction; the parent is current afterwards. */
static void
abandon_subtransaction(void)
{
	if (!CurrentLevel->failed)
		AbortSubTransaction();
	CleanupSubTransaction();
}

/* ---------------------------------------------------------------------------
 * Commands
 * ------------------------------------------------------------------------ */

/*
 * StartTransactionCommand
 *		A command begins: have a transaction (or a failed block, which accepts only
 *		its end), and CurTransactionContext as the current memory context.
 */
void
StartTransactionCommand(void)
{
	TransactionLevel *level = CurrentLevel;

	Assert(level->todo == TODO_NOTHING);
	if (IS_BOTTOM(level) && level->kind == BLOCK_NONE)
	{
		StartTransaction();
		level->kind = BLOCK_SINGLE;
	}
	Assert(CurTransactionContext != NULL);
	MemoryContextSwitchTo(CurTransactionContext);
}

/* Roll the current level back and start it anew under its name. */
static void
restart_subtransaction(void)
{
	TransactionLevel *level = CurrentLevel;
	char *name = level->name;
	int savepoint_level = level->savepointLevel;

	/* The name belongs to the transaction's memory, not to the level's. */
	level->name = NULL;
	abandon_subtransaction();
	PushTransaction();
	CurrentLevel->name = name;
	CurrentLevel->savepointLevel = savepoint_level;
	StartSubTransaction();
}

/* Commit the levels above the bottom, then the transaction. */
static void
commit_everything(void)
{
	Characteristics old;

	while (!IS_BOTTOM(CurrentLevel))
	{
		Assert(CurrentLevel->todo == TODO_COMMIT && !CurrentLevel->failed);
		CommitSubTransaction();
	}
	Assert(CurrentLevel->todo == TODO_COMMIT);
	old = save_characteristics();
	CommitTransaction();
	transaction_ended(old);
}

/* Roll back all levels. */
static void
rollback_everything(void)
{
	Characteristics old;

	while (!IS_BOTTOM(CurrentLevel))
		abandon_subtransaction();
	/* An abort restores settings, so look at them before. */
	old = save_characteristics();
	abandon_transaction();
	transaction_ended(old);
}

/*
 * CommitTransactionCommand
 *		A command has ended well: do what it ordered, or commit the transaction of a
 *		single command, or make its changes visible to the next one.
 *
 * Errors can come out of commit; then the transaction is not committed, and the
 * caller goes to AbortCurrentTransaction.
 */
void
CommitTransactionCommand(void)
{
	TransactionLevel *level = CurrentLevel;
	Characteristics old;

	switch (level->todo)
	{
		case TODO_NOTHING:
			if (level->failed)
				break;
			if (IS_BOTTOM(level) && level->kind == BLOCK_NONE)
				elog(FATAL, "CommitTransactionCommand: no transaction is in progress");
			if (IS_BOTTOM(level) && level->kind == BLOCK_SINGLE)
			{
				old = save_characteristics();
				CommitTransaction();
				transaction_ended(old);
			}
			else
				CommandCounterIncrement();
			break;
		case TODO_BEGIN:
			level->kind = BLOCK_EXPLICIT;
			level->todo = TODO_NOTHING;
			break;
		case TODO_COMMIT:
			commit_everything();
			break;
		case TODO_ROLLBACK:
			rollback_everything();
			break;
		case TODO_SUBSTART:
			StartSubTransaction();
			level->todo = TODO_NOTHING;
			break;
		case TODO_RELEASE:
			do
				CommitSubTransaction();
			while (CurrentLevel->todo == TODO_RELEASE);
			break;
		case TODO_SUBROLLBACK:
			abandon_subtransaction();
			CommitTransactionCommand();
			break;
		case TODO_RESTART:
			restart_subtransaction();
			break;
	}
}

/*
 * AbortCurrentTransaction
 *		An error has stopped the command.
 *
 * A block becomes failed, at its innermost level; a transaction without block,
 * or one that was being ended, is gone (rule X3).  May be called when there is
 * no transaction.
 */
void
AbortCurrentTransaction(void)
{
	TransactionLevel *level = CurrentLevel;

	if (!IS_BOTTOM(level))
	{
		if (level->todo == TODO_NOTHING)
		{
			if (!level->failed)
			{
				AbortSubTransaction();
				level->failed = true;
			}
			return;
		}
		abandon_subtransaction();
		AbortCurrentTransaction();
		return;
	}

	if (level->kind == BLOCK_NONE)
	{
		if (level->state == TRANS_DEFAULT)
			return;
		/* StartTransaction failed: treat what it did as a transaction. */
		if (level->state == TRANS_START)
			level->state = TRANS_INPROGRESS;
		AbortTransaction();
		CleanupTransaction();
		return;
	}
	if (level->kind == BLOCK_EXPLICIT && level->todo == TODO_NOTHING)
	{
		if (!level->failed)
		{
			AbortTransaction();
			level->failed = true;
		}
		return;
	}
	level->chain = false;
	abandon_transaction();
	transaction_ended(save_characteristics());
}

/* ---------------------------------------------------------------------------
 * Control commands
 * ------------------------------------------------------------------------ */

static void
no_transaction(int elevel)
{
	ereport(elevel,
			(errcode(ERRCODE_NO_ACTIVE_SQL_TRANSACTION),
			 errmsg("there is no transaction in progress")));
}

static void
only_in_blocks(const char *command)
{
	ereport(ERROR,
			(errcode(ERRCODE_NO_ACTIVE_SQL_TRANSACTION),
			 /* translator: %s is an SQL statement */
			 errmsg("%s can only be used in transaction blocks", command)));
}

/* BEGIN */
void
BeginTransactionBlock(void)
{
	TransactionLevel *level = CurrentLevel;

	Assert(level->todo == TODO_NOTHING);
	if (IS_BOTTOM(level) && level->kind != BLOCK_EXPLICIT)
	{
		if (level->kind == BLOCK_NONE)
			elog(FATAL, "BeginTransactionBlock: no transaction is in progress");
		level->todo = TODO_BEGIN;
		return;
	}
	ereport(WARNING,
			(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
			 errmsg("there is already a transaction in progress")));
}

/* Order the same of all levels. */
static void
order_all_levels(Todo todo, bool chain)
{
	for (TransactionLevel *level = CurrentLevel; level != NULL; level = level->parent)
	{
		Assert(level->todo == TODO_NOTHING);
		level->todo = todo;
		if (IS_BOTTOM(level))
			level->chain = chain;
	}
}

/*
 * EndTransactionBlock
 *		COMMIT.  True if the transaction will commit, false if it has failed and
 *		will roll back.
 */
bool
EndTransactionBlock(bool chain)
{
	TransactionLevel *level = CurrentLevel;
	bool in_block = bottom_level()->kind == BLOCK_EXPLICIT;

	if (!in_block)
	{
		if (!IS_BOTTOM(level))
			elog(FATAL, "EndTransactionBlock: called in an internal subtransaction");
		if (chain)
			only_in_blocks("COMMIT AND CHAIN");
		no_transaction(WARNING);
		/* The commands of one message so far are committed all the same. */
		if (level->kind == BLOCK_IMPLICIT)
			level->todo = TODO_COMMIT;
		return true;
	}
	if (level->failed)
	{
		order_all_levels(TODO_ROLLBACK, chain);
		return false;
	}
	order_all_levels(TODO_COMMIT, chain);
	return true;
}

/* PREPARE TRANSACTION */
bool
PrepareTransactionBlock(const char *gid)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("PREPARE TRANSACTION is not supported"),
			 errdetail("The transaction was to be prepared as \"%s\".", gid)));
	return false;
}

/* ROLLBACK */
void
UserAbortTransactionBlock(bool chain)
{
	TransactionLevel *level = CurrentLevel;

	if (bottom_level()->kind == BLOCK_EXPLICIT)
	{
		order_all_levels(TODO_ROLLBACK, chain);
		return;
	}
	if (!IS_BOTTOM(level))
		elog(FATAL, "UserAbortTransactionBlock: called in an internal subtransaction");
	if (chain)
		only_in_blocks("ROLLBACK AND CHAIN");
	no_transaction(WARNING);
	level->todo = TODO_ROLLBACK;
}

/* Several commands came in one message: they share a transaction. */
void
BeginImplicitTransactionBlock(void)
{
	if (IS_BOTTOM(CurrentLevel) && CurrentLevel->kind == BLOCK_SINGLE)
		CurrentLevel->kind = BLOCK_IMPLICIT;
}

/* The last of them: it ends the transaction. */
void
EndImplicitTransactionBlock(void)
{
	if (IS_BOTTOM(CurrentLevel) && CurrentLevel->kind == BLOCK_IMPLICIT)
		CurrentLevel->kind = BLOCK_SINGLE;
}

/* ---------------------------------------------------------------------------
 * Savepoints
 * ------------------------------------------------------------------------ */

static void
no_savepoint(const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_S_E_INVALID_SPECIFICATION),
			 errmsg("savepoint \"%s\" does not exist", name)));
}

/* SAVEPOINT */
void
DefineSavepoint(const char *name)
{
	Assert(CurrentLevel->todo == TODO_NOTHING);
	if (bottom_level()->kind == BLOCK_IMPLICIT)
		only_in_blocks("SAVEPOINT");
	if (bottom_level()->kind != BLOCK_EXPLICIT || CurrentLevel->failed)
		elog(FATAL, "DefineSavepoint: unexpected state");
	PushTransaction();
	if (name != NULL)
		CurrentLevel->name = MemoryContextStrdup(TopTransactionContext, name);
	CurrentLevel->todo = TODO_SUBSTART;
}

/* The level that a savepoint command names; command is for messages. */
static TransactionLevel *
find_savepoint(const char *name, const char *command)
{
	TransactionLevel *target = CurrentLevel;

	if (bottom_level()->kind == BLOCK_IMPLICIT)
		only_in_blocks(command);
	if (bottom_level()->kind != BLOCK_EXPLICIT)
		elog(FATAL, "%s: unexpected state", command);
	while (!IS_BOTTOM(target) &&
		   (target->name == NULL || strcmp(target->name, name) != 0))
		target = target->parent;
	if (IS_BOTTOM(target))
		no_savepoint(name);
	if (target->savepointLevel != CurrentLevel->savepointLevel)
		ereport(ERROR,
				(errcode(ERRCODE_S_E_INVALID_SPECIFICATION),
				 errmsg("savepoint \"%s\" does not exist within current savepoint level",
						name)));
	return target;
}

/* RELEASE SAVEPOINT: the level and all above it merge into its parent. */
void
ReleaseSavepoint(const char *name)
{
	TransactionLevel *target = find_savepoint(name, "RELEASE SAVEPOINT");

	for (TransactionLevel *level = CurrentLevel;; level = level->parent)
	{
		Assert(!level->failed && level->todo == TODO_NOTHING);
		level->todo = TODO_RELEASE;
		if (level == target)
			break;
	}
}

/* ROLLBACK TO SAVEPOINT: the level begins again, all above it are gone. */
void
RollbackToSavepoint(const char *name)
{
	TransactionLevel *target = find_savepoint(name, "ROLLBACK TO SAVEPOINT");

	for (TransactionLevel *level = CurrentLevel; level != target; level = level->parent)
		level->todo = TODO_SUBROLLBACK;
	target->todo = TODO_RESTART;
}

/* ---------------------------------------------------------------------------
 * Subtransactions of procedural code
 * ------------------------------------------------------------------------ */

/*
 * BeginInternalSubTransaction
 *		Start a subtransaction at once, in any running transaction; name may be
 *		NULL.
 *
 * The caller restores its memory context and resource owner afterwards.
 */
void
BeginInternalSubTransaction(const char *name)
{
	TransactionLevel *level = CurrentLevel;

	/* Deferred triggers fire while a commit is ordered already. */
	if (level->failed || (IS_BOTTOM(level) && level->kind == BLOCK_NONE) ||
		(level->todo != TODO_NOTHING && level->todo != TODO_COMMIT))
		elog(FATAL, "BeginInternalSubTransaction: unexpected state");
	PushTransaction();
	if (name != NULL)
		CurrentLevel->name = MemoryContextStrdup(TopTransactionContext, name);
	CurrentLevel->todo = TODO_SUBSTART;
	CommitTransactionCommand();
	StartTransactionCommand();
}

/* Merge the current subtransaction into its parent, at once. */
void
ReleaseCurrentSubTransaction(void)
{
	if (IS_BOTTOM(CurrentLevel) || CurrentLevel->failed ||
		CurrentLevel->todo != TODO_NOTHING)
		elog(ERROR, "ReleaseCurrentSubTransaction: unexpected state");
	Assert(CurrentLevel->state == TRANS_INPROGRESS);
	MemoryContextSwitchTo(CurTransactionContext);
	CommitSubTransaction();
	Assert(CurrentLevel->state == TRANS_INPROGRESS);
}

/* Roll the current subtransaction back and forget it, at once. */
void
RollbackAndReleaseCurrentSubTransaction(void)
{
	if (IS_BOTTOM(CurrentLevel) || CurrentLevel->todo != TODO_NOTHING)
		elog(FATAL, "RollbackAndReleaseCurrentSubTransaction: unexpected state");
	abandon_subtransaction();
	Assert(CurrentLevel->state == TRANS_INPROGRESS);
}

/*
 * AbortOutOfAnyTransaction
 *		End whatever there is, for a process that exits or starts over.
 */
void
AbortOutOfAnyTransaction(void)
{
	xact_switch_to_abort_memory();
	while (!IS_BOTTOM(CurrentLevel))
		abandon_subtransaction();
	if (CurrentLevel->kind != BLOCK_NONE || CurrentLevel->state != TRANS_DEFAULT)
	{
		if (CurrentLevel->state == TRANS_START)
			CurrentLevel->state = TRANS_INPROGRESS;
		CurrentLevel->chain = false;
		abandon_transaction();
		transaction_ended(save_characteristics());
	}
	xact_cleanup_memory();
}

/* ---------------------------------------------------------------------------
 * Where are we
 * ------------------------------------------------------------------------ */

/* May catalogs be read?  Not while starting, ending or failed. */
bool
IsTransactionState(void)
{
	return CurrentLevel->state == TRANS_INPROGRESS;
}

/* Must the user end a failed block first? */
bool
IsAbortedTransactionBlockState(void)
{
	return CurrentLevel->failed;
}

/* In a block, explicit or implicit? */
bool
IsTransactionBlock(void)
{
	return bottom_level()->kind > BLOCK_SINGLE || !IS_BOTTOM(CurrentLevel);
}

bool
IsTransactionOrTransactionBlock(void)
{
	return bottom_level()->kind != BLOCK_NONE;
}

bool
IsSubTransaction(void)
{
	return CurrentLevel->nestingLevel >= 2;
}

int
GetCurrentTransactionNestLevel(void)
{
	return CurrentLevel->nestingLevel;
}

/* For ReadyForQuery: 'I'dle, in a block 'T', or in a failed one 'E'. */
char
TransactionBlockStatusCode(void)
{
	if (CurrentLevel->failed)
		return 'E';
	return IsTransactionBlock() ? 'T' : 'I';
}

/* Why a command that needs its own transaction cannot run, or NULL. */
static const char *
hindrance(bool isTopLevel)
{
	if (bottom_level()->kind > BLOCK_SINGLE)
		return "%s cannot run inside a transaction block";
	if (IsSubTransaction())
		return "%s cannot run inside a subtransaction";
	if (!isTopLevel)
		return "%s cannot be executed from a function";
	return NULL;
}

/*
 * PreventInTransactionBlock
 *		Error if stmtType cannot be sure to run in a transaction of its own.
 *
 * It then commits at once, even if more commands follow in a pipeline.
 */
void
PreventInTransactionBlock(bool isTopLevel, const char *stmtType)
{
	const char *why = hindrance(isTopLevel);

	if (why != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
				 errmsg(why, stmtType)));
	if (MyXactFlags & XACT_FLAGS_PIPELINING)
		ereport(ERROR,
				(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
				 errmsg("%s cannot be executed within a pipeline", stmtType)));
	MyXactFlags |= XACT_FLAGS_NEEDIMMEDIATECOMMIT;
}

/* Is a command part of a longer transaction? */
bool
IsInTransactionBlock(bool isTopLevel)
{
	return hindrance(isTopLevel) != NULL;
}

static void
demand_block(bool isTopLevel, int elevel, const char *stmtType)
{
	if (hindrance(isTopLevel) == NULL)
		ereport(elevel,
				(errcode(ERRCODE_NO_ACTIVE_SQL_TRANSACTION),
				 errmsg("%s can only be used in transaction blocks", stmtType)));
}

/* Error if stmtType has no effect outside of a block. */
void
RequireTransactionBlock(bool isTopLevel, const char *stmtType)
{
	demand_block(isTopLevel, ERROR, stmtType);
}

/* Warning likewise. */
void
WarnNoTransactionBlock(bool isTopLevel, const char *stmtType)
{
	demand_block(isTopLevel, WARNING, stmtType);
}

/* ---------------------------------------------------------------------------
 * Parallel mode
 * ------------------------------------------------------------------------ */

void
EnterParallelMode(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("parallel query is not supported")));
}

void
ExitParallelMode(void)
{
}

bool
IsInParallelMode(void)
{
	return false;
}
