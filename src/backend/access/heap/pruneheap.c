/*
 * pruneheap.c
 *		Taking dead row versions off a page.
 *
 * Pruning needs a cleanup lock and the page alone, no index: whatever an
 * index entry may point to stays, as a redirect to the first version that
 * is still needed or as a dead line pointer.  Scans do it in passing when a
 * page is nearly full; VACUUM does it on every page.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/pruneheap.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/heapam_xlog.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/procarray.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* What is going to be done with a page. */
typedef struct PrunePlan
{
	Relation rel;
	Page page;
	BlockNumber blkno;
	GlobalVisState *vistest;
	TransactionId latest_removed; /* newest xid whose effects go */
	TransactionId next_prune_xid; /* when it may be worth coming again */
	int ndeleted;

	int nredirected;
	int ndead;
	int nunused;
	OffsetNumber redirected[MaxHeapTuplesPerPage * 2];
	OffsetNumber nowdead[MaxHeapTuplesPerPage];
	OffsetNumber nowunused[MaxHeapTuplesPerPage];

	bool marked[MaxHeapTuplesPerPage + 1]; /* decided already */
	int8 fate[MaxHeapTuplesPerPage + 1]; /* HTSV_Result, -1: no tuple */
} PrunePlan;

static void judge_tuples(PrunePlan *plan, Buffer buffer,
						 OffsetNumber *off_loc);
static void plan_chain(PrunePlan *plan, OffsetNumber root);
static void apply_plan(PrunePlan *plan, Buffer buffer);

/*
 * heap_page_prune_opt
 *		Prune a page that a scan has pinned, if that promises to pay and the
 *		cleanup lock is to be had at once.  No lock is held before and after.
 */
void
heap_page_prune_opt(Relation rel, Buffer buffer)
{
	Page page = BufferGetPage(buffer);
	TransactionId prune_xid;
	GlobalVisState *vistest;
	Size minfree;

	if (RecoveryInProgress())
		return;
	/* the hint is read without lock: a wrong guess does no harm */
	prune_xid = ((PageHeader) page)->pd_prune_xid;
	if (!TransactionIdIsValid(prune_xid))
		return;
	vistest = GlobalVisTestFor(rel);
	if (!GlobalVisTestIsRemovableXid(vistest, prune_xid))
		return;

	minfree = Max(RelationGetTargetPageFreeSpace(rel, HEAP_DEFAULT_FILLFACTOR),
				  BLCKSZ / 10);
	if (!PageIsFull(page) && PageGetHeapFreeSpace(page) >= minfree)
		return;
	if (!ConditionalLockBufferForCleanup(buffer))
		return;
	if (PageIsFull(page) || PageGetHeapFreeSpace(page) < minfree)
	{
		int nnewdead;

		heap_page_prune(rel, buffer, vistest, InvalidTransactionId, 0,
						&nnewdead, NULL);
	}
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
}

/*
 * heap_page_prune
 *		Prune a page on which the caller has a cleanup lock.
 *
 * Returns the number of tuples removed; *nnewlpdead is how many line pointers
 * became dead.  off_loc, if given, follows the offset at work, for messages.
 */
int
heap_page_prune(Relation rel, Buffer buffer, GlobalVisState *vistest,
				TransactionId old_snap_xmin, TimestampTz old_snap_ts,
				int *nnewlpdead, OffsetNumber *off_loc)
{
	Page page = BufferGetPage(buffer);
	PageHeader header = (PageHeader) page;
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	PrunePlan plan;

	plan.rel = rel;
	plan.page = page;
	plan.blkno = BufferGetBlockNumber(buffer);
	plan.vistest = vistest;
	plan.latest_removed = InvalidTransactionId;
	plan.next_prune_xid = InvalidTransactionId;
	plan.ndeleted = 0;
	plan.nredirected = plan.ndead = plan.nunused = 0;
	memset(plan.marked, 0, sizeof(plan.marked));

	judge_tuples(&plan, buffer, off_loc);
	for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off++)
	{
		ItemId lp = PageGetItemId(page, off);

		if (plan.marked[off] || !ItemIdIsUsed(lp) || ItemIdIsDead(lp))
			continue;
		if (off_loc)
			*off_loc = off;
		plan_chain(&plan, off);
	}
	if (off_loc)
		*off_loc = InvalidOffsetNumber;

	if (plan.nredirected + plan.ndead + plan.nunused > 0)
		apply_plan(&plan, buffer);
	else if (header->pd_prune_xid != plan.next_prune_xid || PageIsFull(page))
	{
		/* nothing to do, and no use in trying again soon */
		header->pd_prune_xid = plan.next_prune_xid;
		PageClearFull(page);
		MarkBufferDirtyHint(buffer, true);
	}
	*nnewlpdead = plan.ndead;
	return plan.ndeleted;
}

/*
 * Find the fate of every tuple once, before any decision: it must not change
 * between visiting a tuple as a chain's start and as its member.  From the
 * highest offset down, since that is how tuples lie in memory.
 */
static void
judge_tuples(PrunePlan *plan, Buffer buffer, OffsetNumber *off_loc)
{
	HeapTupleData tup;

	tup.t_tableOid = RelationGetRelid(plan->rel);
	for (OffsetNumber off = PageGetMaxOffsetNumber(plan->page);
		 off >= FirstOffsetNumber; off--)
	{
		ItemId lp = PageGetItemId(plan->page, off);
		TransactionId dead_after;
		HTSV_Result res;

		if (!ItemIdIsNormal(lp))
		{
			plan->fate[off] = -1;
			continue;
		}
		if (off_loc)
			*off_loc = off;
		tup.t_data = (HeapTupleHeader) PageGetItem(plan->page, lp);
		tup.t_len = ItemIdGetLength(lp);
		ItemPointerSet(&tup.t_self, plan->blkno, off);
		res = HeapTupleSatisfiesVacuumHorizon(&tup, buffer, &dead_after);
		if (res == HEAPTUPLE_RECENTLY_DEAD &&
			GlobalVisTestIsRemovableXid(plan->vistest, dead_after))
			res = HEAPTUPLE_DEAD;
		plan->fate[off] = res;
	}
}

static HeapTupleHeader
tuple_at(PrunePlan *plan, OffsetNumber off)
{
	return (HeapTupleHeader) PageGetItem(plan->page,
										 PageGetItemId(plan->page, off));
}

static void
mark_unused(PrunePlan *plan, OffsetNumber off)
{
	plan->nowunused[plan->nunused++] = off;
	plan->marked[off] = true;
}

static void
mark_dead(PrunePlan *plan, OffsetNumber off)
{
	plan->nowdead[plan->ndead++] = off;
	plan->marked[off] = true;
}

static void
mark_redirect(PrunePlan *plan, OffsetNumber from, OffsetNumber to)
{
	plan->redirected[plan->nredirected * 2] = from;
	plan->redirected[plan->nredirected * 2 + 1] = to;
	plan->nredirected++;
	plan->marked[from] = true;
	plan->marked[to] = true;
}

/* The page will be worth a look once xid is in the past. */
static void
note_prunable(PrunePlan *plan, TransactionId xid)
{
	if (!TransactionIdIsValid(plan->next_prune_xid) ||
		TransactionIdPrecedes(xid, plan->next_prune_xid))
		plan->next_prune_xid = xid;
}

/*
 * Follow the HOT chain that starts at root.  Collects its line pointers and
 * returns the index of the last one that is dead, -1 if none is.
 */
static int
follow_chain(PrunePlan *plan, OffsetNumber root, OffsetNumber *chain,
			 int *nchain)
{
	OffsetNumber maxoff = PageGetMaxOffsetNumber(plan->page);
	OffsetNumber off = root;
	TransactionId prior = InvalidTransactionId;
	int lastdead = -1;
	int n = 0;

	while (off >= FirstOffsetNumber && off <= maxoff && !plan->marked[off])
	{
		ItemId lp = PageGetItemId(plan->page, off);
		HeapTupleHeader t;
		HTSV_Result fate;

		if (ItemIdIsRedirected(lp))
		{
			if (n > 0)
				break; /* not a member: another chain's start */
			chain[n++] = off;
			off = ItemIdGetRedirect(lp);
			continue;
		}
		if (!ItemIdIsNormal(lp))
			break;
		t = tuple_at(plan, off);
		if (TransactionIdIsValid(prior) &&
			HeapTupleHeaderGetXmin(t) != prior)
			break; /* the slot was reused: not our successor */
		chain[n++] = off;

		fate = plan->fate[off];
		if (fate == HEAPTUPLE_DEAD)
		{
			lastdead = n - 1;
			HeapTupleHeaderAdvanceLatestRemovedXid(t, &plan->latest_removed);
		}
		else if (fate == HEAPTUPLE_RECENTLY_DEAD ||
				 fate == HEAPTUPLE_DELETE_IN_PROGRESS)
			note_prunable(plan, HeapTupleHeaderGetUpdateXid(t));

		/* a live version ends the part that can go */
		if (fate != HEAPTUPLE_DEAD && fate != HEAPTUPLE_RECENTLY_DEAD)
			break;
		if (!HeapTupleHeaderIsHotUpdated(t))
			break;
		Assert(ItemPointerGetBlockNumber(&t->t_ctid) == plan->blkno ||
			   HeapTupleHeaderIndicatesMovedPartitions(t));
		if (HeapTupleHeaderIndicatesMovedPartitions(t))
			break;
		off = ItemPointerGetOffsetNumber(&t->t_ctid);
		prior = HeapTupleHeaderGetUpdateXid(t);
	}
	*nchain = n;
	return lastdead;
}

/* Decide about the chain that starts at root. */
static void
plan_chain(PrunePlan *plan, OffsetNumber root)
{
	ItemId rootlp = PageGetItemId(plan->page, root);
	bool redirected = ItemIdIsRedirected(rootlp);
	OffsetNumber chain[MaxHeapTuplesPerPage];
	int nchain;
	int lastdead;

	/*
	 * A heap-only tuple is reached through its chain's root.  Alone it counts
	 * only if no root leads to it, that is, if its inserter aborted.
	 */
	if (!redirected && HeapTupleHeaderIsHeapOnly(tuple_at(plan, root)))
	{
		HeapTupleHeader t = tuple_at(plan, root);

		if (plan->fate[root] == HEAPTUPLE_DEAD &&
			!HeapTupleHeaderIsHotUpdated(t))
		{
			HeapTupleHeaderAdvanceLatestRemovedXid(t, &plan->latest_removed);
			mark_unused(plan, root);
			plan->ndeleted++;
		}
		return;
	}

	lastdead = follow_chain(plan, root, chain, &nchain);
	if (lastdead < 0)
	{
		/* a redirect to nothing: a crash while its target aborted */
		if (redirected && nchain < 2)
			mark_dead(plan, root);
		return;
	}

	for (int i = 1; i <= lastdead; i++)
	{
		mark_unused(plan, chain[i]);
		plan->ndeleted++;
	}
	if (!redirected)
		plan->ndeleted++; /* the root tuple itself */
	if (lastdead + 1 < nchain)
		mark_redirect(plan, root, chain[lastdead + 1]);
	else
		mark_dead(plan, root);
}

/* Change and log the page. */
static void
apply_plan(PrunePlan *plan, Buffer buffer)
{
	START_CRIT_SECTION();
	heap_page_prune_execute(buffer, plan->redirected, plan->nredirected,
							plan->nowdead, plan->ndead, plan->nowunused,
							plan->nunused);
	((PageHeader) plan->page)->pd_prune_xid = plan->next_prune_xid;
	PageClearFull(plan->page);
	MarkBufferDirty(buffer);

	if (RelationNeedsWAL(plan->rel))
	{
		xl_heap_prune xlrec;
		XLogRecPtr recptr;

		xlrec.latestRemovedXid = plan->latest_removed;
		xlrec.nredirected = plan->nredirected;
		xlrec.ndead = plan->ndead;
		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, SizeOfHeapPrune);
		XLogRegisterBuffer(0, buffer, REGBUF_STANDARD);
		if (plan->nredirected > 0)
			XLogRegisterBufData(0, (char *) plan->redirected,
								plan->nredirected * sizeof(OffsetNumber) * 2);
		if (plan->ndead > 0)
			XLogRegisterBufData(0, (char *) plan->nowdead,
								plan->ndead * sizeof(OffsetNumber));
		if (plan->nunused > 0)
			XLogRegisterBufData(0, (char *) plan->nowunused,
								plan->nunused * sizeof(OffsetNumber));
		recptr = XLogInsert(RM_HEAP2_ID, XLOG_HEAP2_PRUNE);
		PageSetLSN(plan->page, recptr);
	}
	END_CRIT_SECTION();
}

/*
 * heap_page_prune_execute
 *		Set line pointers as decided, and close the gaps.  Used by replay too,
 *		so it depends on the page and the lists alone.
 */
void
heap_page_prune_execute(Buffer buffer, OffsetNumber *redirected,
						int nredirected, OffsetNumber *nowdead, int ndead,
						OffsetNumber *nowunused, int nunused)
{
	Page page = BufferGetPage(buffer);

	for (int i = 0; i < nredirected; i++)
		ItemIdSetRedirect(PageGetItemId(page, redirected[2 * i]),
						  redirected[2 * i + 1]);
	for (int i = 0; i < ndead; i++)
		ItemIdSetDead(PageGetItemId(page, nowdead[i]));
	for (int i = 0; i < nunused; i++)
		ItemIdSetUnused(PageGetItemId(page, nowunused[i]));
	PageRepairFragmentation(page);
}

/*
 * heap_get_root_tuples
 *		For each tuple of a page, the offset that index entries use for it:
 *		its own, or that of its chain's root.  Others get 0.  The array has
 *		MaxHeapTuplesPerPage entries, the first for offset 1.
 */
void
heap_get_root_tuples(Page page, OffsetNumber *root_offsets)
{
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);

	memset(root_offsets, 0, MaxHeapTuplesPerPage * sizeof(OffsetNumber));
	for (OffsetNumber root = FirstOffsetNumber; root <= maxoff; root++)
	{
		ItemId lp = PageGetItemId(page, root);
		TransactionId prior = InvalidTransactionId;
		OffsetNumber off = root;

		if (ItemIdIsRedirected(lp))
			off = ItemIdGetRedirect(lp);
		else if (!ItemIdIsNormal(lp) ||
				 HeapTupleHeaderIsHeapOnly((HeapTupleHeader)
											   PageGetItem(page, lp)))
			continue;
		else
			root_offsets[root - 1] = root;

		while (off >= FirstOffsetNumber && off <= maxoff)
		{
			HeapTupleHeader t;

			lp = PageGetItemId(page, off);
			if (!ItemIdIsNormal(lp))
				break;
			t = (HeapTupleHeader) PageGetItem(page, lp);
			if (TransactionIdIsValid(prior) &&
				HeapTupleHeaderGetXmin(t) != prior)
				break;
			root_offsets[off - 1] = root;
			if (!HeapTupleHeaderIsHotUpdated(t) ||
				HeapTupleHeaderIndicatesMovedPartitions(t))
				break;
			off = ItemPointerGetOffsetNumber(&t->t_ctid);
			prior = HeapTupleHeaderGetUpdateXid(t);
		}
	}
}
