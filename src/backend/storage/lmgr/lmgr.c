/*
 * lmgr.c
 *		Locks on relations, tuples, transactions and other objects.
 *
 * Makes the tags, and after a new lock on a relation or object reads the
 * invalidation messages, so that what is read under the lock is current.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/lmgr/lmgr.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/pg_list.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/sinval.h"
#include "storage/storage_callbacks.h"
#include "utils/memutils.h"
#include "utils/rel.h"

/* Why and at what row a transaction is waited for. */
typedef struct XactWaitContext
{
	XLTW_Oper oper;
	Relation rel;
	ItemPointer ctid;
} XactWaitContext;

/* Tells speculative insertions of one transaction apart. */
static uint32 speculative_token = 0;

const char *const LockTagTypeNames[] = {
	"relation", "extend", "frozenid", "page", "tuple", "transactionid",
	"virtualxid", "spectoken", "object", "userlock", "advisory"};

/* ---- relations ---- */

void
RelationInitLockInfo(Relation relation)
{
	Assert(OidIsValid(RelationGetRelid(relation)));
	relation->rd_lockInfo.lockRelId.relId = RelationGetRelid(relation);
	relation->rd_lockInfo.lockRelId.dbId =
		relation->rd_rel->relisshared ? InvalidOid : MyDatabaseId;
}

static void
relid_tag(LOCKTAG *tag, Oid relid)
{
	Oid db = IsSharedRelation(relid) ? InvalidOid : MyDatabaseId;

	SET_LOCKTAG_RELATION(*tag, db, relid);
}

static inline LockRelId *
lock_rel_id(Relation rel)
{
	return &rel->rd_lockInfo.lockRelId;
}

/*
 * Take a lock and catch up with invalidations.  A lock that was held already
 * and is marked clear has nothing to catch up with, since messages are only
 * sent before the sender releases its conflicting lock.
 */
static bool
lock_and_catch_up(const LOCKTAG *tag, LOCKMODE mode, bool session, bool dontWait)
{
	LOCALLOCK *l;
	LockAcquireResult res = LockAcquireExtended(tag, mode, session, dontWait,
												true, &l);

	if (res == LOCKACQUIRE_NOT_AVAIL)
		return false;
	if (res != LOCKACQUIRE_ALREADY_CLEAR)
	{
		AcceptInvalidationMessages();
		MarkLockClear(l);
	}
	return true;
}

void
LockRelationOid(Oid relid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	relid_tag(&tag, relid);
	lock_and_catch_up(&tag, lockmode, false, false);
}

bool
ConditionalLockRelationOid(Oid relid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	relid_tag(&tag, relid);
	return lock_and_catch_up(&tag, lockmode, false, true);
}

void
UnlockRelationOid(Oid relid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	relid_tag(&tag, relid);
	LockRelease(&tag, lockmode, false);
}

void
LockRelationId(LockRelId *relid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	SET_LOCKTAG_RELATION(tag, relid->dbId, relid->relId);
	lock_and_catch_up(&tag, lockmode, false, false);
}

void
UnlockRelationId(LockRelId *relid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	SET_LOCKTAG_RELATION(tag, relid->dbId, relid->relId);
	LockRelease(&tag, lockmode, false);
}

void
LockRelation(Relation relation, LOCKMODE lockmode)
{
	LockRelationId(lock_rel_id(relation), lockmode);
}

bool
ConditionalLockRelation(Relation relation, LOCKMODE lockmode)
{
	LOCKTAG tag;

	SET_LOCKTAG_RELATION(tag, lock_rel_id(relation)->dbId,
						 lock_rel_id(relation)->relId);
	return lock_and_catch_up(&tag, lockmode, false, true);
}

void
UnlockRelation(Relation relation, LOCKMODE lockmode)
{
	UnlockRelationId(lock_rel_id(relation), lockmode);
}

/* Is the relation locked by this process in this mode (or a stronger one)? */
bool
CheckRelationLockedByMe(Relation relation, LOCKMODE lockmode, bool orstronger)
{
	LOCKTAG tag;
	LOCKMODE last = orstronger ? MaxLockMode : lockmode;

	SET_LOCKTAG_RELATION(tag, lock_rel_id(relation)->dbId,
						 lock_rel_id(relation)->relId);
	for (LOCKMODE m = lockmode; m <= last; m++)
		if (LockHeldByMe(&tag, m))
			return true;
	return false;
}

bool
LockHasWaitersRelation(Relation relation, LOCKMODE lockmode)
{
	LOCKTAG tag;

	SET_LOCKTAG_RELATION(tag, lock_rel_id(relation)->dbId,
						 lock_rel_id(relation)->relId);
	return LockHasWaiters(&tag, lockmode, false);
}

/* A lock that commands in several transactions keep across them. */
void
LockRelationIdForSession(LockRelId *relid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	SET_LOCKTAG_RELATION(tag, relid->dbId, relid->relId);
	(void) LockAcquire(&tag, lockmode, true, false);
}

void
UnlockRelationIdForSession(LockRelId *relid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	SET_LOCKTAG_RELATION(tag, relid->dbId, relid->relId);
	LockRelease(&tag, lockmode, true);
}

/* ---- parts of relations ---- */

static void
extension_tag(LOCKTAG *tag, Relation rel)
{
	SET_LOCKTAG_RELATION_EXTEND(*tag, lock_rel_id(rel)->dbId,
								lock_rel_id(rel)->relId);
}

void
LockRelationForExtension(Relation relation, LOCKMODE lockmode)
{
	LOCKTAG tag;

	extension_tag(&tag, relation);
	(void) LockAcquire(&tag, lockmode, false, false);
}

bool
ConditionalLockRelationForExtension(Relation relation, LOCKMODE lockmode)
{
	LOCKTAG tag;

	extension_tag(&tag, relation);
	return LockAcquire(&tag, lockmode, false, true) != LOCKACQUIRE_NOT_AVAIL;
}

int
RelationExtensionLockWaiterCount(Relation relation)
{
	LOCKTAG tag;

	extension_tag(&tag, relation);
	return LockWaiterCount(&tag);
}

void
UnlockRelationForExtension(Relation relation, LOCKMODE lockmode)
{
	LOCKTAG tag;

	extension_tag(&tag, relation);
	LockRelease(&tag, lockmode, false);
}

static void
page_tag(LOCKTAG *tag, Relation rel, BlockNumber blkno)
{
	SET_LOCKTAG_PAGE(*tag, lock_rel_id(rel)->dbId, lock_rel_id(rel)->relId,
					 blkno);
}

void
LockPage(Relation relation, BlockNumber blkno, LOCKMODE lockmode)
{
	LOCKTAG tag;

	page_tag(&tag, relation, blkno);
	(void) LockAcquire(&tag, lockmode, false, false);
}

bool
ConditionalLockPage(Relation relation, BlockNumber blkno, LOCKMODE lockmode)
{
	LOCKTAG tag;

	page_tag(&tag, relation, blkno);
	return LockAcquire(&tag, lockmode, false, true) != LOCKACQUIRE_NOT_AVAIL;
}

void
UnlockPage(Relation relation, BlockNumber blkno, LOCKMODE lockmode)
{
	LOCKTAG tag;

	page_tag(&tag, relation, blkno);
	LockRelease(&tag, lockmode, false);
}

static void
tuple_tag(LOCKTAG *tag, Relation rel, ItemPointer tid)
{
	SET_LOCKTAG_TUPLE(*tag, lock_rel_id(rel)->dbId, lock_rel_id(rel)->relId,
					  ItemPointerGetBlockNumber(tid),
					  ItemPointerGetOffsetNumber(tid));
}

/* The right to wait first for a row; the row lock itself is in the tuple. */
void
LockTuple(Relation relation, ItemPointer tid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	tuple_tag(&tag, relation, tid);
	(void) LockAcquire(&tag, lockmode, false, false);
}

bool
ConditionalLockTuple(Relation relation, ItemPointer tid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	tuple_tag(&tag, relation, tid);
	return LockAcquire(&tag, lockmode, false, true) != LOCKACQUIRE_NOT_AVAIL;
}

void
UnlockTuple(Relation relation, ItemPointer tid, LOCKMODE lockmode)
{
	LOCKTAG tag;

	tuple_tag(&tag, relation, tid);
	LockRelease(&tag, lockmode, false);
}

/* ---- transactions ---- */

/* A transaction holds an exclusive lock on its xid while it runs. */
void
XactLockTableInsert(TransactionId xid)
{
	LOCKTAG tag;

	SET_LOCKTAG_TRANSACTION(tag, xid);
	(void) LockAcquire(&tag, ExclusiveLock, false, false);
}

/* A subtransaction that aborts gives its up early. */
void
XactLockTableDelete(TransactionId xid)
{
	LOCKTAG tag;

	SET_LOCKTAG_TRANSACTION(tag, xid);
	LockRelease(&tag, ExclusiveLock, false);
}

static void
describe_xact_wait(void *arg)
{
	XactWaitContext *w = (XactWaitContext *) arg;
	static const char *const doing[] = {
		[XLTW_Update] = "while updating tuple (%u,%u) in relation \"%s\"",
		[XLTW_Delete] = "while deleting tuple (%u,%u) in relation \"%s\"",
		[XLTW_Lock] = "while locking tuple (%u,%u) in relation \"%s\"",
		[XLTW_LockUpdated] = "while locking updated version (%u,%u) of tuple in relation \"%s\"",
		[XLTW_InsertIndex] = "while inserting index tuple (%u,%u) in relation \"%s\"",
		[XLTW_InsertIndexUnique] = "while checking uniqueness of tuple (%u,%u) in relation \"%s\"",
		[XLTW_FetchUpdated] = "while rechecking updated tuple (%u,%u) in relation \"%s\"",
		[XLTW_RecheckExclusionConstr] = "while checking exclusion constraint on tuple (%u,%u) in relation \"%s\"",
	};
	StringInfoData text;

	if (w->oper == XLTW_None || !ItemPointerIsValid(w->ctid) ||
		!RelationIsValid(w->rel))
		return;
	initStringInfo(&text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	appendStringInfo(&text, doing[w->oper], ItemPointerGetBlockNumber(w->ctid),
					 ItemPointerGetOffsetNumber(w->ctid),
					 RelationGetRelationName(w->rel));
#pragma GCC diagnostic pop
	errcontext("%s", text.data);
	pfree(text.data);
}

/*
 * One round of waiting for xid or, once it is found to be a finished
 * subtransaction of a running one, for its parent.  True when none runs.
 */
static bool
wait_for_xact(TransactionId xid, bool dontWait)
{
	for (bool first = true;; first = false)
	{
		LOCKTAG tag;

		Assert(TransactionIdIsValid(xid));
		SET_LOCKTAG_TRANSACTION(tag, xid);
		if (LockAcquire(&tag, ShareLock, false, dontWait) == LOCKACQUIRE_NOT_AVAIL)
			return false;
		LockRelease(&tag, ShareLock, false);
		if (!TransactionIdIsInProgress(xid))
			return true;

		/*
		 * It runs, but does not hold its lock: either it has not taken it
		 * yet, or it is a committed child whose parent runs on.
		 */
		if (!first)
		{
			CHECK_FOR_INTERRUPTS();
			pg_usleep(1000L);
		}
		xid = storage_callbacks.subtrans_topmost(xid);
	}
}

/* Wait until a transaction ends; rel, ctid and oper are for messages. */
void
XactLockTableWait(TransactionId xid, Relation rel, ItemPointer ctid,
				  XLTW_Oper oper)
{
	XactWaitContext info = {oper, rel, ctid};
	ErrorContextCallback callback;

	if (oper != XLTW_None)
	{
		callback.callback = describe_xact_wait;
		callback.arg = &info;
		callback.previous = error_context_stack;
		error_context_stack = &callback;
	}
	(void) wait_for_xact(xid, false);
	if (oper != XLTW_None)
		error_context_stack = callback.previous;
}

/* Has it ended?  Does not wait. */
bool
ConditionalXactLockTableWait(TransactionId xid)
{
	return wait_for_xact(xid, true);
}

/* ---- waiting for all who hold a lock ---- */

/*
 * WaitForLockersMultiple
 *		Wait for the transactions that hold one of these locks (LOCKTAG
 *		pointers) in a conflicting mode now; new ones are not waited for.
 */
void
WaitForLockersMultiple(List *locktags, LOCKMODE lockmode, bool progress)
{
	List *holders = NIL;
	ListCell *lc;

	foreach (lc, locktags)
		holders = lappend(holders,
						  GetLockConflicts((LOCKTAG *) lfirst(lc), lockmode,
										   NULL));
	foreach (lc, holders)
	{
		VirtualTransactionId *vxid = (VirtualTransactionId *) lfirst(lc);

		for (; VirtualTransactionIdIsValid(*vxid); vxid++)
			VirtualXactLock(*vxid, true);
	}
	list_free_deep(holders);
}

void
WaitForLockers(LOCKTAG heaplocktag, LOCKMODE lockmode, bool progress)
{
	List *l = list_make1(&heaplocktag);

	WaitForLockersMultiple(l, lockmode, progress);
	list_free(l);
}

/* ---- speculative insertions ---- */

/* A token, locked until the insertion is confirmed or taken back. */
uint32
SpeculativeInsertionLockAcquire(TransactionId xid)
{
	LOCKTAG tag;

	if (++speculative_token == 0)
		speculative_token = 1;
	SET_LOCKTAG_SPECULATIVE_INSERTION(tag, xid, speculative_token);
	(void) LockAcquire(&tag, ExclusiveLock, false, false);
	return speculative_token;
}

void
SpeculativeInsertionLockRelease(TransactionId xid)
{
	LOCKTAG tag;

	SET_LOCKTAG_SPECULATIVE_INSERTION(tag, xid, speculative_token);
	LockRelease(&tag, ExclusiveLock, false);
}

void
SpeculativeInsertionWait(TransactionId xid, uint32 token)
{
	LOCKTAG tag;

	Assert(TransactionIdIsValid(xid) && token != 0);
	SET_LOCKTAG_SPECULATIVE_INSERTION(tag, xid, token);
	(void) LockAcquire(&tag, ShareLock, false, false);
	LockRelease(&tag, ShareLock, false);
}

/* ---- other objects ---- */

static void
lock_object(Oid db, Oid classid, Oid objid, uint16 objsubid, LOCKMODE mode,
			bool session)
{
	LOCKTAG tag;

	SET_LOCKTAG_OBJECT(tag, db, classid, objid, objsubid);
	(void) LockAcquire(&tag, mode, session, false);
	if (!session)
		AcceptInvalidationMessages();
}

static void
unlock_object(Oid db, Oid classid, Oid objid, uint16 objsubid, LOCKMODE mode,
			  bool session)
{
	LOCKTAG tag;

	SET_LOCKTAG_OBJECT(tag, db, classid, objid, objsubid);
	LockRelease(&tag, mode, session);
}

/* An object of this database that is no relation: class and object OID. */
void
LockDatabaseObject(Oid classid, Oid objid, uint16 objsubid, LOCKMODE lockmode)
{
	lock_object(MyDatabaseId, classid, objid, objsubid, lockmode, false);
}

void
UnlockDatabaseObject(Oid classid, Oid objid, uint16 objsubid,
					 LOCKMODE lockmode)
{
	unlock_object(MyDatabaseId, classid, objid, objsubid, lockmode, false);
}

/* One shared by all databases. */
void
LockSharedObject(Oid classid, Oid objid, uint16 objsubid, LOCKMODE lockmode)
{
	lock_object(InvalidOid, classid, objid, objsubid, lockmode, false);
}

void
UnlockSharedObject(Oid classid, Oid objid, uint16 objsubid, LOCKMODE lockmode)
{
	unlock_object(InvalidOid, classid, objid, objsubid, lockmode, false);
}

void
LockSharedObjectForSession(Oid classid, Oid objid, uint16 objsubid,
						   LOCKMODE lockmode)
{
	lock_object(InvalidOid, classid, objid, objsubid, lockmode, true);
}

void
UnlockSharedObjectForSession(Oid classid, Oid objid, uint16 objsubid,
							 LOCKMODE lockmode)
{
	unlock_object(InvalidOid, classid, objid, objsubid, lockmode, true);
}

/* The right to compute this database's datfrozenxid; until commit. */
void
LockDatabaseFrozenIds(LOCKMODE lockmode)
{
	LOCKTAG tag;

	SET_LOCKTAG_DATABASE_FROZEN_IDS(tag, MyDatabaseId);
	(void) LockAcquire(&tag, lockmode, false, false);
}

/* ---- names ---- */

/* Append what a tag stands for, as in stock's messages. */
void
DescribeLockTag(StringInfo buf, const LOCKTAG *tag)
{
	uint32 f1 = tag->locktag_field1;
	uint32 f2 = tag->locktag_field2;
	uint32 f3 = tag->locktag_field3;
	unsigned f4 = tag->locktag_field4;

	switch ((LockTagType) tag->locktag_type)
	{
		case LOCKTAG_RELATION:
			appendStringInfo(buf, "relation %u of database %u", f2, f1);
			break;
		case LOCKTAG_RELATION_EXTEND:
			appendStringInfo(buf, "extension of relation %u of database %u", f2, f1);
			break;
		case LOCKTAG_DATABASE_FROZEN_IDS:
			appendStringInfo(buf, "pg_database.datfrozenxid of database %u", f1);
			break;
		case LOCKTAG_PAGE:
			appendStringInfo(buf, "page %u of relation %u of database %u", f3, f2, f1);
			break;
		case LOCKTAG_TUPLE:
			appendStringInfo(buf, "tuple (%u,%u) of relation %u of database %u",
							 f3, f4, f2, f1);
			break;
		case LOCKTAG_TRANSACTION:
			appendStringInfo(buf, "transaction %u", f1);
			break;
		case LOCKTAG_VIRTUALTRANSACTION:
			appendStringInfo(buf, "virtual transaction %d/%u", (int) f1, f2);
			break;
		case LOCKTAG_SPECULATIVE_TOKEN:
			appendStringInfo(buf, "speculative token %u of transaction %u", f2, f1);
			break;
		case LOCKTAG_OBJECT:
			appendStringInfo(buf, "object %u of class %u of database %u", f3, f2, f1);
			break;
		case LOCKTAG_USERLOCK:
			appendStringInfo(buf, "user lock [%u,%u,%u]", f1, f2, f3);
			break;
		case LOCKTAG_ADVISORY:
			appendStringInfo(buf, "advisory lock [%u,%u,%u,%u]", f1, f2, f3, f4);
			break;
		default:
			appendStringInfo(buf, "unrecognized locktag type %d", tag->locktag_type);
	}
}

/* The name of a kind of lock, as pg_locks and wait events show it. */
const char *
GetLockNameFromTagType(uint16 locktag_type)
{
	return locktag_type > LOCKTAG_LAST_TYPE ? "???" : LockTagTypeNames[locktag_type];
}
