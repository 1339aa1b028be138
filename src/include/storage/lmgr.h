/*
 * lmgr.h
 *		Locks on relations, tuples, transactions and other objects.
 *
 * Thin names over the lock manager, which make the tags.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/lmgr.h
 */
#ifndef LMGR_H
#define LMGR_H

#include "storage/itemptr.h"
#include "storage/lock.h"
#include "utils/rel.h"

struct List;
struct StringInfoData;

/*
 * storage/lmgr/lmgr.c: relations
 *
 * Locks are held to the end of the transaction unless they are unlocked before;
 * the Conditional ones return false instead of waiting.  A new lock brings
 * invalidation messages in, so cached facts about the relation may change.
 */

/* By OID, whether or not the relation exists or is open. */
extern void LockRelationOid(Oid relid, LOCKMODE lockmode);
extern bool ConditionalLockRelationOid(Oid relid, LOCKMODE lockmode);
extern void UnlockRelationOid(Oid relid, LOCKMODE lockmode);

/* One that is open. */
extern void LockRelation(Relation relation, LOCKMODE lockmode);
extern bool ConditionalLockRelation(Relation relation, LOCKMODE lockmode);
extern void UnlockRelation(Relation relation, LOCKMODE lockmode);

/* By database and OID; ...ForSession is kept across transactions. */
extern void LockRelationId(LockRelId *relid, LOCKMODE lockmode);
extern void UnlockRelationId(LockRelId *relid, LOCKMODE lockmode);
extern void LockRelationIdForSession(LockRelId *relid, LOCKMODE lockmode);
extern void UnlockRelationIdForSession(LockRelId *relid, LOCKMODE lockmode);

/* Do we hold it in this mode (or a stronger one)?  Does anybody wait for us? */
extern bool CheckRelationLockedByMe(Relation relation, LOCKMODE lockmode,
									bool orstronger);
extern bool LockHasWaitersRelation(Relation relation, LOCKMODE lockmode);

/* Fill in rd_lockInfo of a new relation cache entry. */
extern void RelationInitLockInfo(Relation relation);

/*
 * storage/lmgr/lmgr.c: parts of relations
 *
 * The right to extend it, a page, and the right to be next to lock a row, whose
 * lock itself is in the row.
 */
extern void LockRelationForExtension(Relation relation, LOCKMODE lockmode);
extern bool ConditionalLockRelationForExtension(Relation relation,
												LOCKMODE lockmode);
/* how many wait for it */
extern int RelationExtensionLockWaiterCount(Relation relation);
extern void UnlockRelationForExtension(Relation relation, LOCKMODE lockmode);

extern void LockPage(Relation relation, BlockNumber blkno, LOCKMODE lockmode);
extern bool ConditionalLockPage(Relation relation, BlockNumber blkno,
								LOCKMODE lockmode);
extern void UnlockPage(Relation relation, BlockNumber blkno, LOCKMODE lockmode);

extern void LockTuple(Relation relation, ItemPointer tid, LOCKMODE lockmode);
extern bool ConditionalLockTuple(Relation relation, ItemPointer tid,
								 LOCKMODE lockmode);
extern void UnlockTuple(Relation relation, ItemPointer tid, LOCKMODE lockmode);

/*
 * storage/lmgr/lmgr.c: transactions
 *
 * Each holds its xid in ExclusiveLock while it runs; a subtransaction that aborts
 * gives its own up.
 */
extern void XactLockTableInsert(TransactionId xid);
extern void XactLockTableDelete(TransactionId xid);

/* What the waiter is about to do, for the error's context line. */
typedef enum XLTW_Oper
{
	/* no line */
	XLTW_None,
	/* with a version of a row */
	XLTW_Update,
	XLTW_Delete,
	XLTW_Lock,
	XLTW_LockUpdated,
	XLTW_FetchUpdated,
	/* with an entry of an index */
	XLTW_InsertIndex,
	XLTW_InsertIndexUnique,
	XLTW_RecheckExclusionConstr
} XLTW_Oper;

/*
 * Until xid, or the transaction that it is a part of, has ended; rel and ctid may
 * be NULL with XLTW_None.  Conditional: has it ended?
 */
extern void XactLockTableWait(TransactionId xid, Relation rel,
							  ItemPointer ctid, XLTW_Oper oper);
extern bool ConditionalXactLockTableWait(TransactionId xid);

/*
 * Until all have ended who now hold the lock (or one of the LOCKTAG pointers in
 * locktags) in a mode that conflicts; progress: count them for the progress views.
 */
extern void WaitForLockers(LOCKTAG heaplocktag, LOCKMODE lockmode,
						   bool progress);
extern void WaitForLockersMultiple(struct List *locktags, LOCKMODE lockmode,
								   bool progress);

/* A row inserted on trial: its token is locked until that is confirmed or undone. */
extern uint32 SpeculativeInsertionLockAcquire(TransactionId xid);
extern void SpeculativeInsertionLockRelease(TransactionId xid);
extern void SpeculativeInsertionWait(TransactionId xid, uint32 token);

/*
 * storage/lmgr/lmgr.c: other objects
 *
 * classid is the catalog, objid the row's OID, objsubid 0 or a part of it; in this
 * database, or shared by all.
 */
extern void LockDatabaseObject(Oid classid, Oid objid, uint16 objsubid,
							   LOCKMODE lockmode);
extern void UnlockDatabaseObject(Oid classid, Oid objid, uint16 objsubid,
								 LOCKMODE lockmode);
extern void LockSharedObject(Oid classid, Oid objid, uint16 objsubid,
							 LOCKMODE lockmode);
extern void UnlockSharedObject(Oid classid, Oid objid, uint16 objsubid,
							   LOCKMODE lockmode);
/* kept across transactions */
extern void LockSharedObjectForSession(Oid classid, Oid objid,
									   uint16 objsubid, LOCKMODE lockmode);
extern void UnlockSharedObjectForSession(Oid classid, Oid objid,
										 uint16 objsubid, LOCKMODE lockmode);
/* The right to compute this database's datfrozenxid; until commit. */
extern void LockDatabaseFrozenIds(LOCKMODE lockmode);

/* storage/lmgr/lmgr.c: names */

/* Append what a tag stands for, as messages about deadlocks say it. */
extern void DescribeLockTag(struct StringInfoData *buf, const LOCKTAG *tag);
/* The kind of lock as pg_locks and wait events show it. */
extern const char *GetLockNameFromTagType(uint16 locktag_type);

#endif /* LMGR_H */
