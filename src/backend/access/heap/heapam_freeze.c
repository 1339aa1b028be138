/*
 * heapam_freeze.c
 *		Freezing: making rows independent of old transaction ids.
 *
 * A row is prepared under a share lock (what would be changed, and may it?)
 * and executed in the critical section that logs it, so that replay does
 * exactly the same.  access/heap/README lists the rules.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapam_freeze.c
 */
#include "postgres.h"

#include "access/heapam_xlog.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xloginsert.h"
#include "heapam_internal.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/procarray.h"
#include "utils/rel.h"

/*
 * HeapTupleHeaderAdvanceLatestRemovedXid
 *		Raise *latest to the newest xid that must be over for everyone before
 *		this dead tuple may vanish.
 */
void
HeapTupleHeaderAdvanceLatestRemovedXid(HeapTupleHeader tuple,
									   TransactionId *latest)
{
	TransactionId xmin = HeapTupleHeaderGetXmin(tuple);
	TransactionId xmax = HeapTupleHeaderGetUpdateXid(tuple);

	/* a row that its own inserter removed, or that never was, is no conflict */
	if (HeapTupleHeaderXminCommitted(tuple) ||
		(!HeapTupleHeaderXminInvalid(tuple) && TransactionIdDidCommit(xmin)))
	{
		if (xmax != xmin && TransactionIdFollows(xmax, *latest))
			*latest = xmax;
	}
}

static void
too_old(const char *what, TransactionId xid, TransactionId limit)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_CORRUPTED),
			 errmsg_internal("found %s %u from before %s %u", what, xid,
							 strncmp(what, "multi", 5) == 0 ? "relminmxid" : "relfrozenxid", limit)));
}

static inline void
lower_xid(TransactionId *bound, TransactionId xid)
{
	if (TransactionIdPrecedes(xid, *bound))
		*bound = xid;
}

/* What becomes of a multixact in xmax. */
typedef enum MultiFate
{
	MULTI_KEEP, /* nothing in it is too old */
	MULTI_DROP, /* nobody left: no xmax */
	MULTI_XID, /* the updater alone is left */
	MULTI_NEW /* a new one with those who are left */
} MultiFate;

/*
 * Decide about a multixact; *xmax is the replacement, *committed whether the
 * updater is known to have committed.
 */
static MultiFate
judge_multi(HeapTupleHeader t, TransactionId cutoff_xid,
			MultiXactId cutoff_multi, TransactionId *xmax, bool *committed)
{
	MultiXactId multi = HeapTupleHeaderGetRawXmax(t);
	bool lockonly = HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask);
	MultiXactMember *members;
	MultiXactMember *kept;
	bool old = MultiXactIdPrecedes(multi, cutoff_multi);
	bool has_locker = false;
	TransactionId updater = InvalidTransactionId;
	MultiFate fate = MULTI_NEW;
	int n;
	int nkept = 0;

	*committed = false;
	if (!MultiXactIdIsValid(multi) || HEAP_LOCKED_UPGRADED(t->t_infomask))
		return MULTI_DROP;
	if (old && lockonly && !MultiXactIdIsRunning(multi, true))
		return MULTI_DROP;

	n = GetMultiXactIdMembers(multi, &members, false, lockonly);
	if (n <= 0)
		return MULTI_DROP;
	for (int i = 0; i < n && !old; i++)
		old = TransactionIdPrecedes(members[i].xid, cutoff_xid);
	if (!old)
	{
		pfree(members);
		return MULTI_KEEP;
	}

	kept = palloc(n * sizeof(MultiXactMember));
	for (int i = 0; i < n; i++)
	{
		TransactionId xid = members[i].xid;
		bool running = TransactionIdIsCurrentTransactionId(xid) ||
			TransactionIdIsInProgress(xid);

		if (!ISUPDATE_from_mxstatus(members[i].status))
		{
			if (!running)
				continue;
			has_locker = true;
		}
		else if (running)
			updater = xid;
		else if (TransactionIdDidCommit(xid))
		{
			/* a committed updater that old would have been removed */
			if (TransactionIdPrecedes(xid, cutoff_xid))
				ereport(ERROR,
						(errcode(ERRCODE_DATA_CORRUPTED),
						 errmsg_internal("found update xid %u from before xid cutoff %u",
										 xid, cutoff_xid)));
			updater = xid;
			*committed = true;
		}
		else
			continue;
		kept[nkept++] = members[i];
	}

	if (nkept == 0)
		fate = MULTI_DROP;
	else if (TransactionIdIsValid(updater) && !has_locker)
	{
		fate = MULTI_XID;
		*xmax = updater;
	}
	else
		*xmax = MultiXactIdCreateFromMembers(nkept, kept);
	pfree(kept);
	pfree(members);
	return fate;
}

/* Members that stay hold the table's horizons back. */
static void
note_multi_horizons(MultiXactId multi, bool lockonly,
					TransactionId *relfrozenxid_out,
					MultiXactId *relminmxid_out)
{
	MultiXactMember *members;
	int n = GetMultiXactIdMembers(multi, &members, false, lockonly);

	for (int i = 0; i < n; i++)
		lower_xid(relfrozenxid_out, members[i].xid);
	if (n > 0)
		pfree(members);
	if (MultiXactIdPrecedes(multi, *relminmxid_out))
		*relminmxid_out = multi;
}

/* The planned new contents of the fields that say who ended the tuple. */
static void
drop_xmax(xl_heap_freeze_tuple *frz)
{
	frz->xmax = InvalidTransactionId;
	frz->t_infomask &= ~HEAP_XMAX_BITS;
	frz->t_infomask |= HEAP_XMAX_INVALID;
	frz->t_infomask2 &= ~(HEAP_HOT_UPDATED | HEAP_KEYS_UPDATED);
}

/* Plan for a multixact in xmax; true if something is to change. */
static bool
plan_multi(HeapTupleHeader t, TransactionId relfrozenxid,
		   MultiXactId relminmxid, TransactionId cutoff_xid,
		   MultiXactId cutoff_multi, xl_heap_freeze_tuple *frz,
		   TransactionId *relfrozenxid_out, MultiXactId *relminmxid_out)
{
	MultiXactId multi = HeapTupleHeaderGetRawXmax(t);
	TransactionId xmax = InvalidTransactionId;
	bool committed;

	if (MultiXactIdIsValid(multi) && MultiXactIdPrecedes(multi, relminmxid))
		too_old("multixact", multi, relminmxid);
	switch (judge_multi(t, cutoff_xid, cutoff_multi, &xmax, &committed))
	{
		case MULTI_KEEP:
			note_multi_horizons(multi, HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask),
								relfrozenxid_out, relminmxid_out);
			return false;
		case MULTI_DROP:
			drop_xmax(frz);
			return true;
		case MULTI_XID:
			frz->t_infomask &= ~HEAP_XMAX_BITS;
			frz->xmax = xmax;
			if (committed)
				frz->t_infomask |= HEAP_XMAX_COMMITTED;
			lower_xid(relfrozenxid_out, xmax);
			return true;
		case MULTI_NEW:
		{
			uint16 bits,
				bits2;

			heap_multixact_hint_bits(xmax, &bits, &bits2);
			frz->t_infomask = (frz->t_infomask & ~HEAP_XMAX_BITS) | bits;
			frz->t_infomask2 = (frz->t_infomask2 & ~HEAP_KEYS_UPDATED) |
				bits2;
			frz->xmax = xmax;
			note_multi_horizons(xmax, HEAP_XMAX_IS_LOCKED_ONLY(bits),
								relfrozenxid_out, relminmxid_out);
			return true;
		}
	}
	return false;
}

/* Plan for a plain xmax. */
static bool
plan_xid_xmax(HeapTupleHeader t, TransactionId relfrozenxid,
			  TransactionId cutoff_xid, xl_heap_freeze_tuple *frz,
			  TransactionId *relfrozenxid_out)
{
	TransactionId xid = HeapTupleHeaderGetRawXmax(t);

	if (TransactionIdPrecedes(xid, relfrozenxid))
		too_old("xmax", xid, relfrozenxid);
	if (!TransactionIdPrecedes(xid, cutoff_xid))
	{
		lower_xid(relfrozenxid_out, xid);
		return false;
	}
	/* a committed deletion that old should have been pruned away */
	if (!HEAP_XMAX_IS_LOCKED_ONLY(t->t_infomask) && TransactionIdDidCommit(xid))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("cannot freeze committed xmax %u", xid)));
	drop_xmax(frz);
	return true;
}

/*
 * heap_prepare_freeze_tuple
 *		Plan how to freeze a tuple; true if there is something to do.
 *
 * frz is the plan (its offset is the caller's).  *totally_frozen: no xid will
 * be left in it.  The two "out" horizons are lowered to what stays unfrozen.
 */
bool
heap_prepare_freeze_tuple(HeapTupleHeader tuple, TransactionId relfrozenxid,
						  TransactionId relminmxid, TransactionId cutoff_xid,
						  MultiXactId cutoff_multi, xl_heap_freeze_tuple *frz,
						  bool *totally_frozen,
						  TransactionId *relfrozenxid_out,
						  MultiXactId *relminmxid_out)
{
	TransactionId xmin = HeapTupleHeaderGetXmin(tuple);
	bool changed = false;
	bool xmin_done = true;
	bool xmax_done = true;

	/* its padding is logged as well */
	MemSet(frz, 0, sizeof(*frz));
	frz->t_infomask2 = tuple->t_infomask2;
	frz->t_infomask = tuple->t_infomask;
	frz->xmax = HeapTupleHeaderGetRawXmax(tuple);

	if (TransactionIdIsNormal(xmin))
	{
		if (TransactionIdPrecedes(xmin, relfrozenxid))
			too_old("xmin", xmin, relfrozenxid);
		if (TransactionIdPrecedes(xmin, cutoff_xid))
		{
			if (!TransactionIdDidCommit(xmin))
				ereport(ERROR,
						(errcode(ERRCODE_DATA_CORRUPTED),
						 errmsg_internal("uncommitted xmin %u from before xid cutoff %u needs to be frozen",
										 xmin, cutoff_xid)));
			frz->t_infomask |= HEAP_XMIN_FROZEN;
			changed = true;
		}
		else
		{
			xmin_done = false;
			lower_xid(relfrozenxid_out, xmin);
		}
	}

	if (tuple->t_infomask & HEAP_XMAX_IS_MULTI)
	{
		if (plan_multi(tuple, relfrozenxid, relminmxid, cutoff_xid,
					   cutoff_multi, frz, relfrozenxid_out, relminmxid_out))
			changed = true;
		xmax_done = !TransactionIdIsValid(frz->xmax);
	}
	else if (TransactionIdIsNormal(HeapTupleHeaderGetRawXmax(tuple)))
	{
		if (plan_xid_xmax(tuple, relfrozenxid, cutoff_xid, frz,
						  relfrozenxid_out))
			changed = true;
		xmax_done = !TransactionIdIsValid(frz->xmax);
	}

	*totally_frozen = xmin_done && xmax_done;
	return changed;
}

/* heap_execute_freeze_tuple
 *		Carry a plan out; used by replay too. */
void
heap_execute_freeze_tuple(HeapTupleHeader tuple, xl_heap_freeze_tuple *frz)
{
	HeapTupleHeaderSetXmax(tuple, frz->xmax);
	if (frz->frzflags & XLH_FREEZE_XVAC)
		HeapTupleHeaderSetXvac(tuple, FrozenTransactionId);
	if (frz->frzflags & XLH_INVALID_XVAC)
		HeapTupleHeaderSetXvac(tuple, InvalidTransactionId);
	tuple->t_infomask = frz->t_infomask;
	tuple->t_infomask2 = frz->t_infomask2;
}

/* heap_freeze_tuple
 *		Freeze a tuple at once, unlogged: for table rewrites. */
bool
heap_freeze_tuple(HeapTupleHeader tuple, TransactionId relfrozenxid,
				  TransactionId relminmxid, TransactionId cutoff_xid,
				  TransactionId cutoff_multi)
{
	xl_heap_freeze_tuple frz;
	bool totally;
	TransactionId xid_out = cutoff_xid;
	MultiXactId multi_out = cutoff_multi;

	if (!heap_prepare_freeze_tuple(tuple, relfrozenxid, relminmxid, cutoff_xid,
								   cutoff_multi, &frz, &totally, &xid_out,
								   &multi_out))
		return false;
	heap_execute_freeze_tuple(tuple, &frz);
	return true;
}

/*
 * heap_tuple_would_freeze
 *		Would it have to be frozen?  (For pages whose cleanup lock VACUUM did
 *		not get; lowers the horizons to what the tuple holds.)
 */
bool
heap_tuple_would_freeze(HeapTupleHeader tuple, TransactionId cutoff_xid,
						MultiXactId cutoff_multi,
						TransactionId *relfrozenxid_out,
						MultiXactId *relminmxid_out)
{
	TransactionId xid = HeapTupleHeaderGetXmin(tuple);
	bool would = false;

	if (TransactionIdIsNormal(xid))
	{
		lower_xid(relfrozenxid_out, xid);
		would |= TransactionIdPrecedes(xid, cutoff_xid);
	}
	if (tuple->t_infomask & HEAP_XMAX_IS_MULTI)
	{
		MultiXactId multi = HeapTupleHeaderGetRawXmax(tuple);

		if (!MultiXactIdIsValid(multi))
			return would;
		would |= MultiXactIdPrecedes(multi, cutoff_multi);
		if (HEAP_LOCKED_UPGRADED(tuple->t_infomask))
			return true;
		note_multi_horizons(multi, HEAP_XMAX_IS_LOCKED_ONLY(tuple->t_infomask),
							relfrozenxid_out, relminmxid_out);
		would |= TransactionIdPrecedes(*relfrozenxid_out, cutoff_xid);
		return would;
	}
	xid = HeapTupleHeaderGetRawXmax(tuple);
	if (TransactionIdIsNormal(xid))
	{
		lower_xid(relfrozenxid_out, xid);
		would |= TransactionIdPrecedes(xid, cutoff_xid);
	}
	return would;
}

/* heap_tuple_needs_eventual_freeze
 *		Is there any xid in it that will have to be frozen some day? */
bool
heap_tuple_needs_eventual_freeze(HeapTupleHeader tuple)
{
	if (TransactionIdIsNormal(HeapTupleHeaderGetXmin(tuple)))
		return true;
	if (tuple->t_infomask & HEAP_XMAX_IS_MULTI)
		return MultiXactIdIsValid(HeapTupleHeaderGetRawXmax(tuple));
	return TransactionIdIsNormal(HeapTupleHeaderGetRawXmax(tuple));
}

/* ---- records ---- */

/* log_heap_freeze
 *		The caller has executed the plans in a critical section. */
XLogRecPtr
log_heap_freeze(Relation rel, Buffer buffer, TransactionId cutoff_xid,
				xl_heap_freeze_tuple *tuples, int ntuples)
{
	xl_heap_freeze_page xlrec;

	Assert(ntuples > 0);
	xlrec.cutoff_xid = cutoff_xid;
	xlrec.ntuples = ntuples;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfHeapFreezePage);
	XLogRegisterBuffer(0, buffer, REGBUF_STANDARD);
	XLogRegisterBufData(0, (char *) tuples,
						ntuples * sizeof(xl_heap_freeze_tuple));
	return XLogInsert(RM_HEAP2_ID, XLOG_HEAP2_FREEZE_PAGE);
}

/* log_heap_visible
 *		Setting bits in the visibility map.  The heap page's image is only
 *		worth logging if its flag must survive a torn write. */
XLogRecPtr
log_heap_visible(RelFileNode rnode, Buffer heap_buffer, Buffer vm_buffer,
				 TransactionId cutoff_xid, uint8 vmflags)
{
	xl_heap_visible xlrec;
	uint8 flags = REGBUF_STANDARD;

	Assert(BufferIsValid(heap_buffer) && BufferIsValid(vm_buffer));
	xlrec.cutoff_xid = cutoff_xid;
	xlrec.flags = vmflags;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfHeapVisible);
	XLogRegisterBuffer(0, vm_buffer, 0);
	if (!XLogHintBitIsNeeded())
		flags |= REGBUF_NO_IMAGE;
	XLogRegisterBuffer(1, heap_buffer, flags);
	return XLogInsert(RM_HEAP2_ID, XLOG_HEAP2_VISIBLE);
}
