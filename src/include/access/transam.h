/*
 * transam.h
 *		Transaction ids: arithmetic, allocation, fate.
 *
 * The macros and inline functions are facts that any layer may use.  Ids are
 * compared modulo 2^31; 0 to 2 are special and older than every normal one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/transam.h
 */
#ifndef TRANSAM_H
#define TRANSAM_H

#include "access/xlogdefs.h"

/* ---- 32-bit ids ---- */
#define InvalidTransactionId ((TransactionId) 0)
#define BootstrapTransactionId ((TransactionId) 1)
#define FrozenTransactionId ((TransactionId) 2)
#define FirstNormalTransactionId ((TransactionId) 3)
#define MaxTransactionId ((TransactionId) 0xFFFFFFFF)

#define TransactionIdIsValid(x) ((x) != InvalidTransactionId)
#define TransactionIdIsNormal(x) ((x) >= FirstNormalTransactionId)
#define TransactionIdEquals(a, b) ((a) == (b))
#define TransactionIdStore(x, dest) (*(dest) = (x))
#define StoreInvalidTransactionId(dest) (*(dest) = InvalidTransactionId)

/* One step forward or back, passing over the special ids. */
#define TransactionIdAdvance(dest) \
	((dest) = (dest) == MaxTransactionId ? FirstNormalTransactionId : (dest) + 1)
#define TransactionIdRetreat(dest) \
	((dest) = (dest) <= FirstNormalTransactionId ? MaxTransactionId : (dest) -1)

/* For ids known to be normal; evaluates its arguments twice. */
#define NormalTransactionIdPrecedes(a, b)                               \
	(AssertMacro(TransactionIdIsNormal(a) && TransactionIdIsNormal(b)), \
	 (int32) ((a) - (b)) < 0)
#define NormalTransactionIdFollows(a, b)                                \
	(AssertMacro(TransactionIdIsNormal(a) && TransactionIdIsNormal(b)), \
	 (int32) ((a) - (b)) > 0)

/* ---- 64-bit ids: epoch in the high half ---- */
typedef struct FullTransactionId
{
	uint64 value;
} FullTransactionId;

#define XidFromFullTransactionId(x) ((TransactionId) (x).value)
#define EpochFromFullTransactionId(x) ((uint32) ((x).value >> 32))
#define U64FromFullTransactionId(x) ((x).value)
#define FullTransactionIdIsValid(x) TransactionIdIsValid(XidFromFullTransactionId(x))
#define InvalidFullTransactionId FullTransactionIdFromEpochAndXid(0, InvalidTransactionId)
#define FirstNormalFullTransactionId \
	FullTransactionIdFromEpochAndXid(0, FirstNormalTransactionId)
#define FullTransactionIdIsNormal(x) \
	FullTransactionIdFollowsOrEquals(x, FirstNormalFullTransactionId)
#define FullTransactionIdEquals(a, b) ((a).value == (b).value)
#define FullTransactionIdPrecedes(a, b) ((a).value < (b).value)
#define FullTransactionIdPrecedesOrEquals(a, b) ((a).value <= (b).value)
#define FullTransactionIdFollows(a, b) ((a).value > (b).value)
#define FullTransactionIdFollowsOrEquals(a, b) ((a).value >= (b).value)

static inline FullTransactionId
FullTransactionIdFromU64(uint64 value)
{
	return (FullTransactionId){.value = value};
}

static inline FullTransactionId
FullTransactionIdFromEpochAndXid(uint32 epoch, TransactionId xid)
{
	return FullTransactionIdFromU64((uint64) epoch << 32 | xid);
}

static inline void
FullTransactionIdAdvance(FullTransactionId *fxid)
{
	do
		fxid->value++;
	while (!TransactionIdIsNormal((TransactionId) fxid->value));
}

static inline void
FullTransactionIdRetreat(FullTransactionId *fxid)
{
	do
		fxid->value--;
	while (!TransactionIdIsNormal((TransactionId) fxid->value) && fxid->value > 3);
}

/* ---- object ids ---- */
#define FirstGenbkiObjectId 10000
#define FirstUnpinnedObjectId 12000
#define FirstNormalObjectId 16384

/*
 * What hands out OIDs and xids, in shared memory.
 *
 * Lock of each group as given; a lone aligned word may be read without it when
 * a stale value does no harm.
 */
typedef struct VariableCacheData
{
	/* OidGenLock */
	Oid nextOid;
	uint32 oidCount; /* how many may be used before logging more */

	/* XidGenLock */
	FullTransactionId nextXid;
	TransactionId oldestXid; /* minimum datfrozenxid of all databases */
	TransactionId xidVacLimit; /* start forcing autovacuums here */
	TransactionId xidWarnLimit; /* start complaining here */
	TransactionId xidStopLimit; /* refuse to go on here */
	TransactionId xidWrapLimit; /* where the world ends */
	Oid oldestXidDB; /* database with oldestXid */

	/* CommitTsLock */
	TransactionId oldestCommitTsXid;
	TransactionId newestCommitTsXid;

	/* ProcArrayLock */
	FullTransactionId latestCompletedXid;
	uint64 xactCompletionCount; /* rises with each end that had an xid */

	/* XactTruncationLock */
	TransactionId oldestClogXid; /* nothing older may be looked up */
} VariableCacheData;

typedef VariableCacheData *VariableCache;

/* Settings whose arithmetic is here and in multixact.c. */
extern PGDLLIMPORT int autovacuum_freeze_max_age;
extern PGDLLIMPORT int autovacuum_multixact_freeze_max_age;

/* Oldest id that any snapshot of this process needs: utils/time/snapmgr.c. */
extern PGDLLIMPORT TransactionId TransactionXmin;

/* varsup.c */
extern PGDLLIMPORT VariableCache ShmemVariableCache;
extern Size VarsupShmemSize(void);
extern void VarsupShmemInit(void);
extern FullTransactionId GetNewTransactionId(bool isSubXact);
extern FullTransactionId ReadNextFullTransactionId(void);
extern void AdvanceNextFullTransactionIdPastXid(TransactionId xid);
extern void AdvanceOldestClogXid(TransactionId oldest_datfrozenxid);
extern void SetTransactionIdLimit(TransactionId oldest_datfrozenxid, Oid oldest_datoid);
extern bool ForceTransactionIdLimitUpdate(void);
extern Oid GetNewObjectId(void);
extern void StopGeneratingPinnedObjectIds(void);
extern void varsup_set_wraparound_hook(char *(*db_name)(Oid dboid));
extern char *varsup_database_name(Oid dboid);

static inline TransactionId
ReadNextTransactionId(void)
{
	return XidFromFullTransactionId(ReadNextFullTransactionId());
}

#ifdef USE_ASSERT_CHECKING
extern void AssertTransactionIdInAllowableRange(TransactionId xid);
#else
#define AssertTransactionIdInAllowableRange(xid) ((void) 0)
#endif

/* transam.c: the fate of a transaction */
extern bool TransactionIdDidCommit(TransactionId xid);
extern bool TransactionIdDidAbort(TransactionId xid);
extern bool TransactionIdIsKnownCompleted(TransactionId xid);
extern XLogRecPtr TransactionIdGetCommitLSN(TransactionId xid);
extern void TransactionIdCommitTree(TransactionId xid, int nxids, TransactionId *xids);
extern void TransactionIdAsyncCommitTree(TransactionId xid, int nxids,
										 TransactionId *xids, XLogRecPtr lsn);
extern void TransactionIdAbortTree(TransactionId xid, int nxids, TransactionId *xids);

/* transam.c: order */
extern bool TransactionIdPrecedes(TransactionId id1, TransactionId id2);
extern bool TransactionIdPrecedesOrEquals(TransactionId id1, TransactionId id2);
extern bool TransactionIdFollows(TransactionId id1, TransactionId id2);
extern bool TransactionIdFollowsOrEquals(TransactionId id1, TransactionId id2);
extern TransactionId TransactionIdLatest(TransactionId mainxid, int nxids,
										 const TransactionId *xids);

/* The older of two ids, an invalid one not counting. */
static inline TransactionId
TransactionIdOlder(TransactionId a, TransactionId b)
{
	if (!TransactionIdIsValid(a))
		return b;
	if (!TransactionIdIsValid(b))
		return a;
	return TransactionIdPrecedes(a, b) ? a : b;
}

/* The older of two normal ids. */
static inline TransactionId
NormalTransactionIdOlder(TransactionId a, TransactionId b)
{
	return NormalTransactionIdPrecedes(a, b) ? a : b;
}

static inline FullTransactionId
FullTransactionIdNewer(FullTransactionId a, FullTransactionId b)
{
	return a.value > b.value || !FullTransactionIdIsValid(b) ? a : b;
}

#endif /* TRANSAM_H */
