/*
 * varsup.c
 *		Hands out transaction ids and object ids.
 *
 * Ids come from counters in ShmemVariableCache.  A new xid is shown in the proc
 * array before XidGenLock is let go, so that a snapshot that counts it as past
 * xmax-1 can find it.  OIDs are reserved in the log 8192 at a time.
 *
 * Limits guard against comparing ids more than 2^31 apart: near the limit of the
 * oldest database xids are refused.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/varsup.c
 */
#include "postgres.h"

#include "access/clog.h"
#include "access/commit_ts.h"
#include "access/subtrans.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/shmem.h"

#define VAR_OID_PREFETCH 8192

/* Distances from the wrap limit. */
#define XIDS_LEFT_AT_STOP 3000000
#define XIDS_LEFT_AT_WARNING 40000000

int autovacuum_freeze_max_age = 200000000;

VariableCache ShmemVariableCache = NULL;

static char *(*database_name_hook)(Oid dboid) = NULL;

Size
VarsupShmemSize(void)
{
	return sizeof(VariableCacheData);
}

void
VarsupShmemInit(void)
{
	bool found;

	ShmemVariableCache = ShmemInitStruct("VariableCache", sizeof(VariableCacheData), &found);
	if (!found)
		memset(ShmemVariableCache, 0, sizeof(VariableCacheData));
}

/* The catalog layer tells how to name a database in messages. */
void
varsup_set_wraparound_hook(char *(*db_name)(Oid dboid))
{
	database_name_hook = db_name;
}

/* Name of a database for a message, or NULL if it cannot be looked up here. */
char *
varsup_database_name(Oid dboid)
{
	return database_name_hook != NULL && IsTransactionState() ? database_name_hook(dboid) : NULL;
}

/* ---- transaction ids ---- */

/*
 * xid has reached a limit: ask for vacuum, warn, or refuse.  XidGenLock was let
 * go by the caller, for naming the database may read catalogs.
 */
static void
check_xid_limits(TransactionId xid, TransactionId warn, TransactionId stop,
				 TransactionId wrap, Oid olddb)
{
	char *name;

	if (IsUnderPostmaster && xid % 65536 == 0)
		SendPostmasterSignal(PMSIGNAL_START_AUTOVAC_LAUNCHER);

	if (IsUnderPostmaster && TransactionIdFollowsOrEquals(xid, stop))
	{
		name = varsup_database_name(olddb);
		if (name != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("database is not accepting commands to avoid wraparound data loss in database \"%s\"",
							name),
					 errhint("Stop the postmaster and vacuum that database in single-user mode.")));
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("database is not accepting commands to avoid wraparound data loss in database with OID %u",
						olddb),
				 errhint("Stop the postmaster and vacuum that database in single-user mode.")));
	}
	if (TransactionIdFollowsOrEquals(xid, warn))
	{
		name = varsup_database_name(olddb);
		if (name != NULL)
			ereport(WARNING,
					(errmsg("database \"%s\" must be vacuumed within %u transactions",
							name, wrap - xid),
					 errhint("Run VACUUM in the whole of that database.")));
		else
			ereport(WARNING,
					(errmsg("database with OID %u must be vacuumed within %u transactions",
							olddb, wrap - xid),
					 errhint("Run VACUUM in the whole of that database.")));
	}
}

/*
 * Show a new id in the proc array.  Fields are written singly; readers that must
 * not miss an id hold XidGenLock or look at ids below latestCompletedXid only.
 */
static void
publish_xid(TransactionId xid, bool is_sub)
{
	if (!is_sub)
	{
		Assert(MyProc->subxidStatus.count == 0 && !MyProc->subxidStatus.overflowed);
		ProcGlobal->xids[MyProc->pgxactoff] = xid;
		MyProc->xid = xid;
		return;
	}

	{
		XidCacheStatus *shown = &ProcGlobal->subxidStates[MyProc->pgxactoff];
		int n = MyProc->subxidStatus.count;

		Assert(shown->count == MyProc->subxidStatus.count);
		if (n < PGPROC_MAX_CACHED_SUBXIDS)
		{
			MyProc->subxids.xids[n] = xid;
			/* The count must not be seen before the entry. */
			pg_write_barrier();
			MyProc->subxidStatus.count = shown->count = n + 1;
		}
		else
			MyProc->subxidStatus.overflowed = shown->overflowed = true;
	}
}

/*
 * GetNewTransactionId
 *		Assign the next xid to this backend's transaction or subtransaction.
 *
 * Only xact.c calls it; the result is in the proc array already.  Errors:
 * recovery in progress, wraparound limit.
 */
FullTransactionId
GetNewTransactionId(bool isSubXact)
{
	FullTransactionId full_xid;
	TransactionId xid;

	if (IsBootstrapProcessingMode())
	{
		publish_xid(BootstrapTransactionId, isSubXact);
		return FullTransactionIdFromEpochAndXid(0, BootstrapTransactionId);
	}
	if (RecoveryInProgress())
		elog(ERROR, "cannot assign TransactionIds during recovery");

	LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
	full_xid = ShmemVariableCache->nextXid;
	xid = XidFromFullTransactionId(full_xid);

	if (TransactionIdFollowsOrEquals(xid, ShmemVariableCache->xidVacLimit))
	{
		VariableCacheData limits = *ShmemVariableCache;

		LWLockRelease(XidGenLock);
		check_xid_limits(xid, limits.xidWarnLimit, limits.xidStopLimit,
						 limits.xidWrapLimit, limits.oldestXidDB);
		LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
		full_xid = ShmemVariableCache->nextXid;
		xid = XidFromFullTransactionId(full_xid);
	}

	/* Before the counter moves: if a page cannot be made the id stays free. */
	ExtendCLOG(xid);
	ExtendCommitTs(xid);
	ExtendSUBTRANS(xid);

	FullTransactionIdAdvance(&ShmemVariableCache->nextXid);
	publish_xid(xid, isSubXact);
	LWLockRelease(XidGenLock);
	return full_xid;
}

/* The id that will be assigned next. */
FullTransactionId
ReadNextFullTransactionId(void)
{
	FullTransactionId next;

	LWLockAcquire(XidGenLock, LW_SHARED);
	next = ShmemVariableCache->nextXid;
	LWLockRelease(XidGenLock);
	return next;
}

/* Replay: nextXid must lie beyond xid.  Only the startup process may call. */
void
AdvanceNextFullTransactionIdPastXid(TransactionId xid)
{
	FullTransactionId next = ShmemVariableCache->nextXid;
	uint32 epoch = EpochFromFullTransactionId(next);

	Assert(AmStartupProcess() || !IsUnderPostmaster);
	if (!TransactionIdIsNormal(xid) ||
		!TransactionIdFollowsOrEquals(xid, XidFromFullTransactionId(next)))
		return;
	TransactionIdAdvance(xid);
	if (xid < XidFromFullTransactionId(next))
		epoch++;
	LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
	ShmemVariableCache->nextXid = FullTransactionIdFromEpochAndXid(epoch, xid);
	LWLockRelease(XidGenLock);
}

/* Nothing older may be looked up in pg_xact from now on. */
void
AdvanceOldestClogXid(TransactionId oldest_datfrozenxid)
{
	LWLockAcquire(XactTruncationLock, LW_EXCLUSIVE);
	if (TransactionIdPrecedes(ShmemVariableCache->oldestClogXid, oldest_datfrozenxid))
		ShmemVariableCache->oldestClogXid = oldest_datfrozenxid;
	LWLockRelease(XactTruncationLock);
}

/* xid moved by delta, kept out of the special ids. */
static TransactionId
xid_plus(TransactionId xid, int64 delta)
{
	TransactionId res = (TransactionId) (xid + delta);

	if (!TransactionIdIsNormal(res))
		res = delta < 0 ? res - FirstNormalTransactionId : res + FirstNormalTransactionId;
	return res;
}

/*
 * SetTransactionIdLimit
 *		Derive all limits from the oldest datfrozenxid and its database.
 *
 * Called at start, by replay and by VACUUM.
 */
void
SetTransactionIdLimit(TransactionId oldest_datfrozenxid, Oid oldest_datoid)
{
	TransactionId wrap;
	TransactionId stop;
	TransactionId warn;
	TransactionId vac;
	TransactionId cur;

	Assert(TransactionIdIsNormal(oldest_datfrozenxid));
	wrap = xid_plus(oldest_datfrozenxid, MaxTransactionId >> 1);
	stop = xid_plus(wrap, -(int64) XIDS_LEFT_AT_STOP);
	warn = xid_plus(wrap, -(int64) XIDS_LEFT_AT_WARNING);
	vac = xid_plus(oldest_datfrozenxid, autovacuum_freeze_max_age);

	LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
	ShmemVariableCache->oldestXid = oldest_datfrozenxid;
	ShmemVariableCache->xidVacLimit = vac;
	ShmemVariableCache->xidWarnLimit = warn;
	ShmemVariableCache->xidStopLimit = stop;
	ShmemVariableCache->xidWrapLimit = wrap;
	ShmemVariableCache->oldestXidDB = oldest_datoid;
	cur = XidFromFullTransactionId(ShmemVariableCache->nextXid);
	LWLockRelease(XidGenLock);

	ereport(DEBUG1,
			(errmsg_internal("transaction ID wrap limit is %u, limited by database with OID %u",
							 wrap, oldest_datoid)));
	if (InRecovery)
		return;
	if (IsUnderPostmaster && TransactionIdFollowsOrEquals(cur, vac))
		SendPostmasterSignal(PMSIGNAL_START_AUTOVAC_LAUNCHER);
	if (TransactionIdFollowsOrEquals(cur, warn))
		ereport(WARNING,
				(errmsg("database with OID %u must be vacuumed within %u transactions",
						oldest_datoid, wrap - cur),
				 errhint("Run VACUUM in the whole of that database.")));
}

/* Should VACUUM recompute the limits although it froze nothing new? */
bool
ForceTransactionIdLimitUpdate(void)
{
	bool answer;

	LWLockAcquire(XidGenLock, LW_SHARED);
	answer = !TransactionIdIsNormal(ShmemVariableCache->oldestXid) ||
		!TransactionIdIsValid(ShmemVariableCache->xidVacLimit) ||
		TransactionIdFollowsOrEquals(XidFromFullTransactionId(ShmemVariableCache->nextXid),
									 ShmemVariableCache->xidVacLimit);
	LWLockRelease(XidGenLock);
	return answer;
}

/* ---- object ids ---- */

/*
 * GetNewObjectId
 *		The next OID of the cluster-wide counter.  It wraps around, so callers that
 *		need uniqueness check it against their catalog.
 */
Oid
GetNewObjectId(void)
{
	VariableCache vc = ShmemVariableCache;
	Oid result;

	if (RecoveryInProgress())
		elog(ERROR, "cannot assign OIDs during recovery");

	LWLockAcquire(OidGenLock, LW_EXCLUSIVE);

	/*
	 * Below FirstNormalObjectId lie the OIDs of initdb.  A running server that
	 * has wrapped around must not enter; initdb itself begins amid them.
	 */
	if (vc->nextOid < FirstNormalObjectId &&
		(IsPostmasterEnvironment || vc->nextOid < FirstGenbkiObjectId))
	{
		vc->nextOid = FirstNormalObjectId;
		vc->oidCount = 0;
	}
	if (vc->oidCount == 0)
	{
		XLogPutNextOid(vc->nextOid + VAR_OID_PREFETCH);
		vc->oidCount = VAR_OID_PREFETCH;
	}
	result = vc->nextOid++;
	vc->oidCount--;
	LWLockRelease(OidGenLock);
	return result;
}

/*
 * StopGeneratingPinnedObjectIds
 *		initdb: objects made from now on may be dropped.
 */
void
StopGeneratingPinnedObjectIds(void)
{
	LWLockAcquire(OidGenLock, LW_EXCLUSIVE);
	if (ShmemVariableCache->nextOid > FirstUnpinnedObjectId)
		elog(ERROR, "too late to advance OID counter to %u, it is now %u",
			 FirstUnpinnedObjectId, ShmemVariableCache->nextOid);
	ShmemVariableCache->nextOid = FirstUnpinnedObjectId;
	ShmemVariableCache->oidCount = 0;
	LWLockRelease(OidGenLock);
}

#ifdef USE_ASSERT_CHECKING
/* Is xid one that may be in a table now: neither too old nor from the future? */
void
AssertTransactionIdInAllowableRange(TransactionId xid)
{
	TransactionId oldest = ShmemVariableCache->oldestXid;
	TransactionId next = XidFromFullTransactionId(ShmemVariableCache->nextXid);

	Assert(TransactionIdIsValid(xid));
	if (!TransactionIdIsNormal(xid))
		return;
	Assert(TransactionIdFollowsOrEquals(xid, oldest) ||
		   TransactionIdPrecedesOrEquals(xid, next));
}
#endif
