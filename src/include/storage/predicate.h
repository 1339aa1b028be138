/*
 * predicate.h
 *		Predicate locks of SERIALIZABLE transactions: not supported.
 *
 * SET TRANSACTION refuses SERIALIZABLE, so nothing ever needs these; they
 * are the places where access methods would call.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/predicate.h
 */
#ifndef PREDICATE_H
#define PREDICATE_H

#include "storage/itemptr.h"
#include "utils/relcache.h"
#include "utils/snapshot.h"

static inline void
PredicateLockRelation(Relation relation, Snapshot snapshot)
{
}

static inline void
PredicateLockPage(Relation relation, BlockNumber blkno, Snapshot snapshot)
{
}

static inline void
PredicateLockTID(Relation relation, ItemPointer tid, Snapshot snapshot,
				 TransactionId tuple_xid)
{
}

static inline void
PredicateLockPageSplit(Relation relation, BlockNumber oldblkno,
					   BlockNumber newblkno)
{
}

static inline void
PredicateLockPageCombine(Relation relation, BlockNumber oldblkno,
						 BlockNumber newblkno)
{
}

static inline void
TransferPredicateLocksToHeapRelation(Relation relation)
{
}

static inline bool
CheckForSerializableConflictOutNeeded(Relation relation, Snapshot snapshot)
{
	return false;
}

static inline void
CheckForSerializableConflictOut(Relation relation, TransactionId xid,
								Snapshot snapshot)
{
}

static inline void
CheckForSerializableConflictIn(Relation relation, ItemPointer tid,
							   BlockNumber blkno)
{
}

static inline void
CheckTableForSerializableConflictIn(Relation relation)
{
}

static inline void
PreCommit_CheckForSerializationFailure(void)
{
}

static inline void
ReleasePredicateLocks(bool isCommit, bool isReadOnlySafe)
{
}

#endif /* PREDICATE_H */
