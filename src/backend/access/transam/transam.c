/*
 * transam.c
 *		The fate of transactions, and the order of their ids.
 *
 * The layer between visibility checks and pg_xact: special ids, subcommitted
 * children and a one-entry cache of the last final answer.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/transam.c
 */
#include "postgres.h"

#include "access/clog.h"
#include "access/subtrans.h"
#include "access/transam.h"

/* The last id whose fate was final; in runs of rows the same id recurs. */
static struct
{
	TransactionId xid;
	XidStatus status;
	XLogRecPtr commit_lsn;
} last_fate = {InvalidTransactionId, TRANSACTION_STATUS_IN_PROGRESS, InvalidXLogRecPtr};

/*
 * Status of xid.  Final answers are cached; "in progress" and "subcommitted"
 * are not, for they change.
 */
static XidStatus
fetch_status(TransactionId xid)
{
	XidStatus status;
	XLogRecPtr lsn;

	if (xid == last_fate.xid)
		return last_fate.status;
	if (!TransactionIdIsNormal(xid))
		return xid == InvalidTransactionId ? TRANSACTION_STATUS_ABORTED : TRANSACTION_STATUS_COMMITTED;

	status = TransactionIdGetStatus(xid, &lsn);
	if (status == TRANSACTION_STATUS_COMMITTED || status == TRANSACTION_STATUS_ABORTED)
	{
		last_fate.xid = xid;
		last_fate.status = status;
		last_fate.commit_lsn = lsn;
	}
	return status;
}

/*
 * Parent of a subcommitted xid whose parent may still matter.  Invalid if
 * pg_subtrans has nothing: the parent crashed before it could commit.
 */
static TransactionId
live_parent(TransactionId xid)
{
	TransactionId parent;

	/* Older than any running transaction: pg_subtrans may be cut there. */
	if (TransactionIdPrecedes(xid, TransactionXmin))
		return InvalidTransactionId;
	parent = SubTransGetParent(xid);
	if (!TransactionIdIsValid(parent))
		elog(WARNING, "no pg_subtrans entry for subcommitted XID %u", xid);
	return parent;
}

/*
 * TransactionIdDidCommit
 *		Is xid known to have committed?  False while it runs.
 *
 * Callers ask TransactionIdIsInProgress first, or they may see an answer that is
 * ahead of what other snapshots see.
 */
bool
TransactionIdDidCommit(TransactionId xid)
{
	XidStatus status = fetch_status(xid);

	if (status == TRANSACTION_STATUS_SUB_COMMITTED)
	{
		TransactionId parent = live_parent(xid);

		return TransactionIdIsValid(parent) && TransactionIdDidCommit(parent);
	}
	return status == TRANSACTION_STATUS_COMMITTED;
}

/*
 * TransactionIdDidAbort
 *		Is xid known to have aborted?  A crashed transaction may say false to both
 *		questions.
 */
bool
TransactionIdDidAbort(TransactionId xid)
{
	XidStatus status = fetch_status(xid);

	if (status == TRANSACTION_STATUS_SUB_COMMITTED)
	{
		TransactionId parent = live_parent(xid);

		return !TransactionIdIsValid(parent) || TransactionIdDidAbort(parent);
	}
	return status == TRANSACTION_STATUS_ABORTED;
}

/* Is it cheap to see that xid has ended?  True only if the cache knows. */
bool
TransactionIdIsKnownCompleted(TransactionId xid)
{
	return xid == last_fate.xid;
}

/*
 * TransactionIdGetCommitLSN
 *		WAL position that must be flushed before xid's commit may show in a page
 *		as a hint; 0 if it is flushed already.  xid has committed.
 */
XLogRecPtr
TransactionIdGetCommitLSN(TransactionId xid)
{
	XLogRecPtr lsn;

	if (xid == last_fate.xid)
		return last_fate.commit_lsn;
	if (!TransactionIdIsNormal(xid))
		return InvalidXLogRecPtr;
	(void) TransactionIdGetStatus(xid, &lsn);
	return lsn;
}

/* Mark a whole tree committed; its commit record is flushed. */
void
TransactionIdCommitTree(TransactionId xid, int nxids, TransactionId *xids)
{
	TransactionIdSetTreeStatus(xid, nxids, xids, TRANSACTION_STATUS_COMMITTED,
							   InvalidXLogRecPtr);
}

/* Mark a whole tree committed; its commit record ends at lsn, not yet flushed. */
void
TransactionIdAsyncCommitTree(TransactionId xid, int nxids, TransactionId *xids,
							 XLogRecPtr lsn)
{
	TransactionIdSetTreeStatus(xid, nxids, xids, TRANSACTION_STATUS_COMMITTED, lsn);
}

/* Mark a whole tree aborted. */
void
TransactionIdAbortTree(TransactionId xid, int nxids, TransactionId *xids)
{
	TransactionIdSetTreeStatus(xid, nxids, xids, TRANSACTION_STATUS_ABORTED,
							   InvalidXLogRecPtr);
}

/*
 * Distance from b to a on the circle of ids, special ones being behind all
 * normal ones.  Negative: a is older.
 */
static inline int32
xid_distance(TransactionId a, TransactionId b)
{
	if (likely(TransactionIdIsNormal(a) && TransactionIdIsNormal(b)))
		return (int32) (a - b);
	return a < b ? -1 : a > b;
}

bool
TransactionIdPrecedes(TransactionId id1, TransactionId id2)
{
	return xid_distance(id1, id2) < 0;
}

bool
TransactionIdPrecedesOrEquals(TransactionId id1, TransactionId id2)
{
	return xid_distance(id1, id2) <= 0;
}

bool
TransactionIdFollows(TransactionId id1, TransactionId id2)
{
	return xid_distance(id1, id2) > 0;
}

bool
TransactionIdFollowsOrEquals(TransactionId id1, TransactionId id2)
{
	return xid_distance(id1, id2) >= 0;
}

/* The newest of a transaction and its children. */
TransactionId
TransactionIdLatest(TransactionId mainxid, int nxids, const TransactionId *xids)
{
	TransactionId latest = mainxid;

	for (int i = 0; i < nxids; i++)
		if (TransactionIdFollows(xids[i], latest))
			latest = xids[i];
	return latest;
}
