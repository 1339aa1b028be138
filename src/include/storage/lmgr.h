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

/* Why a transaction is waited for, for the error context. */
typedef enum XLTW_Oper
{
	XLTW_None,
	XLTW_Update,
	XLTW_Delete,
	XLTW_Lock,
	XLTW_LockUpdated,
	XLTW_InsertIndex,
	XLTW_InsertIndexUnique,
	XLTW_FetchUpdated,
	XLTW_RecheckExclusionConstr
} XLTW_Oper;

/* storage/lmgr/lmgr.c: relations */
extern bool CheckRelationLockedByMe(Relation relation, LOCKMODE lockmode,
									bool orstronger);
extern bool ConditionalLockRelation(Relation relation, LOCKMODE lockmode);
extern bool ConditionalLockRelationOid(Oid relid, LOCKMODE lockmode);
extern bool LockHasWaitersRelation(Relation relation, LOCKMODE lockmode);
extern void LockRelation(Relation relation, LOCKMODE lockmode);
extern void LockRelationId(LockRelId *relid, LOCKMODE lockmode);
extern void LockRelationIdForSession(LockRelId *relid, LOCKMODE lockmode);
extern void LockRelationOid(Oid relid, LOCKMODE lockmode);
extern void RelationInitLockInfo(Relation relation);
extern void UnlockRelation(Relation relation, LOCKMODE lockmode);
extern void UnlockRelationId(LockRelId *relid, LOCKMODE lockmode);
extern void UnlockRelationIdForSession(LockRelId *relid, LOCKMODE lockmode);
extern void UnlockRelationOid(Oid relid, LOCKMODE lockmode);

/* storage/lmgr/lmgr.c: parts of relations */
extern bool ConditionalLockPage(Relation relation, BlockNumber blkno,
								LOCKMODE lockmode);
extern bool ConditionalLockRelationForExtension(Relation relation,
												LOCKMODE lockmode);
extern bool ConditionalLockTuple(Relation relation, ItemPointer tid,
								 LOCKMODE lockmode);
extern void LockPage(Relation relation, BlockNumber blkno, LOCKMODE lockmode);
extern void LockRelationForExtension(Relation relation, LOCKMODE lockmode);
extern void LockTuple(Relation relation, ItemPointer tid, LOCKMODE lockmode);
extern int RelationExtensionLockWaiterCount(Relation relation);
extern void UnlockPage(Relation relation, BlockNumber blkno, LOCKMODE lockmode);
extern void UnlockRelationForExtension(Relation relation, LOCKMODE lockmode);
extern void UnlockTuple(Relation relation, ItemPointer tid, LOCKMODE lockmode);

/* storage/lmgr/lmgr.c: transactions */
extern bool ConditionalXactLockTableWait(TransactionId xid);
extern uint32 SpeculativeInsertionLockAcquire(TransactionId xid);
extern void SpeculativeInsertionLockRelease(TransactionId xid);
extern void SpeculativeInsertionWait(TransactionId xid, uint32 token);
extern void WaitForLockers(LOCKTAG heaplocktag, LOCKMODE lockmode,
						   bool progress);
extern void WaitForLockersMultiple(struct List *locktags, LOCKMODE lockmode,
								   bool progress);
extern void XactLockTableDelete(TransactionId xid);
extern void XactLockTableInsert(TransactionId xid);
extern void XactLockTableWait(TransactionId xid, Relation rel,
							  ItemPointer ctid, XLTW_Oper oper);

/* storage/lmgr/lmgr.c: other objects */
extern void LockDatabaseObject(Oid classid, Oid objid, uint16 objsubid,
							   LOCKMODE lockmode);
extern void UnlockDatabaseObject(Oid classid, Oid objid, uint16 objsubid,
								 LOCKMODE lockmode);
extern void LockSharedObject(Oid classid, Oid objid, uint16 objsubid,
							 LOCKMODE lockmode);
extern void UnlockSharedObject(Oid classid, Oid objid, uint16 objsubid,
							   LOCKMODE lockmode);
extern void LockSharedObjectForSession(Oid classid, Oid objid,
									   uint16 objsubid, LOCKMODE lockmode);
extern void UnlockSharedObjectForSession(Oid classid, Oid objid,
										 uint16 objsubid, LOCKMODE lockmode);
extern void LockDatabaseFrozenIds(LOCKMODE lockmode);

/* storage/lmgr/lmgr.c: names for messages */
extern void DescribeLockTag(struct StringInfoData *buf, const LOCKTAG *tag);
extern const char *GetLockNameFromTagType(uint16 locktag_type);

#endif /* LMGR_H */
