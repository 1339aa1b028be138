/*
 * nbtree.c
 *		The btree's entry points: handler, scans, VACUUM.
 *
 * Connects the interface of amapi.h with the files that do the work.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtree.c
 */
#include "postgres.h"

#include "access/nbtree.h"
#include "access/relscan.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "catalog/pg_am_d.h"
#include "catalog/storage_xlog.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/makefuncs.h"
#include "pgstat.h"
#include "storage/condition_variable.h"
#include "storage/indexfsm.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "utils/memutils.h"
#include "utils/rel.h"

/* utils/adt/selfuncs.c */
extern void btcostestimate(struct PlannerInfo *root, struct IndexPath *path,
						   double loop_count, Cost *startup_cost,
						   Cost *total_cost, Selectivity *selectivity,
						   double *correlation, double *pages);

/* commands/vacuum.h's VACUUM_OPTION_PARALLEL_BULKDEL, _COND_CLEANUP */
#define PARALLEL_VACUUM_OPTIONS ((1 << 0) | (1 << 1))

extern Datum bthandler(PG_FUNCTION_ARGS);

/* btmake_routine
 *		What the method can do and who does it; palloc'd. */
IndexAmRoutine *
btmake_routine(void)
{
	IndexAmRoutine *r = makeNode(IndexAmRoutine);

	r->amstrategies = BTMaxStrategyNumber;
	r->amsupport = BTNProcs;
	r->amoptsprocnum = BTOPTIONS_PROC;
	r->amcanorder = true;
	r->amcanbackward = true;
	r->amcanunique = true;
	r->amcanmulticol = true;
	r->amoptionalkey = true;
	r->amsearcharray = true;
	r->amsearchnulls = true;
	r->amclusterable = true;
	r->ampredlocks = true;
	r->amcanparallel = false;
	r->amcaninclude = true;
	r->amparallelvacuumoptions = PARALLEL_VACUUM_OPTIONS;
	r->amkeytype = InvalidOid;

	r->ambuild = btbuild;
	r->ambuildempty = btbuildempty;
	r->aminsert = btinsert;
	r->ambulkdelete = btbulkdelete;
	r->amvacuumcleanup = btvacuumcleanup;
	r->amcanreturn = btcanreturn;
	r->amcostestimate = btcostestimate;
	r->amoptions = btoptions;
	r->amproperty = btproperty;
	r->ambuildphasename = btbuildphasename;
	r->amvalidate = btvalidate;
	r->amadjustmembers = btadjustmembers;
	r->ambeginscan = btbeginscan;
	r->amrescan = btrescan;
	r->amgettuple = btgettuple;
	r->amgetbitmap = btgetbitmap;
	r->amendscan = btendscan;
	r->ammarkpos = btmarkpos;
	r->amrestrpos = btrestrpos;
	return r;
}

/* bthandler
 *		The SQL-callable handler of access method "btree". */
Datum
bthandler(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(btmake_routine());
}

/* btbuildempty
 *		Init fork of an unlogged index: the meta page. */
void
btbuildempty(Relation index)
{
	Page metapage = (Page) palloc(BLCKSZ);

	_bt_initmetapage(metapage, P_NONE, 0, _bt_allequalimage(index, false));
	/* logged and synced at once: the fork is copied after a crash */
	PageSetChecksumInplace(metapage, BTREE_METAPAGE);
	smgrextend(RelationGetSmgr(index), INIT_FORKNUM, BTREE_METAPAGE,
			   (char *) metapage, true);
	log_newpage(&RelationGetSmgr(index)->smgr_rnode.node, INIT_FORKNUM,
				BTREE_METAPAGE, metapage, true);
	smgrimmedsync(RelationGetSmgr(index), INIT_FORKNUM);
	pfree(metapage);
}

/* btinsert */
bool
btinsert(Relation rel, Datum *values, bool *isnull, ItemPointer ht_ctid,
		 Relation heapRel, IndexUniqueCheck checkUnique, bool indexUnchanged,
		 IndexInfo *indexInfo)
{
	IndexTuple itup = index_form_tuple(RelationGetDescr(rel), values, isnull);
	bool result;

	itup->t_tid = *ht_ctid;
	result = _bt_doinsert(rel, itup, checkUnique, indexUnchanged, heapRel);
	pfree(itup);
	return result;
}

/* btcanreturn
 *		Every column is stored as it is. */
bool
btcanreturn(Relation index, int attno)
{
	return true;
}

/* ------------------------------------------------------------------
 * Scans
 * ------------------------------------------------------------------
 */

/* btbeginscan */
IndexScanDesc
btbeginscan(Relation rel, int nkeys, int norderbys)
{
	IndexScanDesc scan = RelationGetIndexScan(rel, nkeys, norderbys);
	BTScanOpaque so = (BTScanOpaque) palloc(sizeof(BTScanOpaqueData));

	Assert(norderbys == 0);
	BTScanPosInvalidate(so->currPos);
	BTScanPosInvalidate(so->markPos);
	so->keyData = nkeys > 0 ? palloc(nkeys * sizeof(ScanKeyData)) : NULL;
	so->numberOfKeys = 0;
	so->qual_ok = true;
	so->arrayKeyData = NULL;
	so->arraysStarted = false;
	so->numArrayKeys = 0;
	so->arrayKeys = NULL;
	so->arrayContext = NULL;
	so->killedItems = NULL; /* until there is one */
	so->numKilled = 0;
	so->markItemIndex = -1;
	so->currTuples = so->markTuples = NULL;
	scan->xs_itupdesc = RelationGetDescr(rel);
	scan->opaque = so;
	return scan;
}

/* Leave the current page, marking what was found dead on it. */
static void
leave_page(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	if (!BTScanPosIsValid(so->currPos))
		return;
	if (so->numKilled > 0)
		_bt_killitems(scan);
	BTScanPosUnpinIfPinned(so->currPos);
	BTScanPosInvalidate(so->currPos);
}

/* btrescan */
void
btrescan(IndexScanDesc scan, ScanKey scankey, int nscankeys, ScanKey orderbys,
		 int norderbys)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	leave_page(scan);
	so->markItemIndex = -1;
	BTScanPosUnpinIfPinned(so->markPos);
	BTScanPosInvalidate(so->markPos);

	/* room for copies of tuples, once it is known to be needed: both are in
	 * one chunk, each as large as a page */
	if (scan->xs_want_itup && so->currTuples == NULL)
	{
		so->currTuples = palloc(BLCKSZ * 2);
		so->markTuples = so->currTuples + BLCKSZ;
	}
	if (scankey && scan->numberOfKeys > 0)
		memmove(scan->keyData, scankey,
				scan->numberOfKeys * sizeof(ScanKeyData));
	so->numberOfKeys = 0;
	_bt_preprocess_array_keys(scan);
}

/* Remember that the item just returned is dead to all. */
static void
note_killed(BTScanOpaque so)
{
	if (so->killedItems == NULL)
		so->killedItems = palloc(MaxTIDsPerBTreePage * sizeof(int));
	if (so->numKilled < MaxTIDsPerBTreePage)
		so->killedItems[so->numKilled++] = so->currPos.itemIndex;
}

/* btgettuple */
bool
btgettuple(IndexScanDesc scan, ScanDirection dir)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	scan->xs_recheck = false;
	if (so->numArrayKeys && !BTScanPosIsValid(so->currPos))
	{
		/* an array without element: no row */
		if (so->numArrayKeys < 0)
			return false;
		_bt_start_array_keys(scan, dir);
	}
	do
	{
		bool found;

		if (!BTScanPosIsValid(so->currPos))
			found = _bt_first(scan, dir);
		else
		{
			if (scan->kill_prior_tuple)
				note_killed(so);
			found = _bt_next(scan, dir);
		}
		if (found)
			return true;
	} while (so->numArrayKeys && _bt_advance_array_keys(scan, dir));
	return false;
}

/* btgetbitmap */
int64
btgetbitmap(IndexScanDesc scan, TIDBitmap *tbm)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	int64 ntids = 0;

	if (so->numArrayKeys)
	{
		if (so->numArrayKeys < 0)
			return 0;
		_bt_start_array_keys(scan, ForwardScanDirection);
	}
	do
	{
		if (!_bt_first(scan, ForwardScanDirection))
			continue;
		do
		{
			tbm_add_tuples(tbm, &scan->xs_heaptid, 1, false);
			ntids++;
		} while (_bt_next(scan, ForwardScanDirection));
	} while (so->numArrayKeys &&
			 _bt_advance_array_keys(scan, ForwardScanDirection));
	return ntids;
}

/* btendscan */
void
btendscan(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	leave_page(scan);
	so->markItemIndex = -1;
	BTScanPosUnpinIfPinned(so->markPos);
	if (so->keyData)
		pfree(so->keyData);
	if (so->arrayContext)
		MemoryContextDelete(so->arrayContext);
	if (so->killedItems)
		pfree(so->killedItems);
	if (so->currTuples)
		pfree(so->currTuples);
	pfree(so);
}

/* btmarkpos
 *		Only the item's number is kept as long as the scan stays on the page. */
void
btmarkpos(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	BTScanPosUnpinIfPinned(so->markPos);
	if (BTScanPosIsValid(so->currPos))
		so->markItemIndex = so->currPos.itemIndex;
	else
	{
		BTScanPosInvalidate(so->markPos);
		so->markItemIndex = -1;
	}
	if (so->numArrayKeys)
		_bt_mark_array_keys(scan);
}

/* btrestrpos */
void
btrestrpos(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	if (so->numArrayKeys)
		_bt_restore_array_keys(scan);
	if (so->markItemIndex >= 0)
	{
		so->currPos.itemIndex = so->markItemIndex;
		return;
	}
	leave_page(scan);
	if (!BTScanPosIsValid(so->markPos))
		return;
	if (BTScanPosIsPinned(so->markPos))
		IncrBufferRefCount(so->markPos.buf);
	memcpy(&so->currPos, &so->markPos,
		   offsetof(BTScanPosData, items[1]) +
			   so->markPos.lastItem * sizeof(BTScanPosItem));
	if (so->currTuples)
		memcpy(so->currTuples, so->markTuples, so->markPos.nextTupleOffset);
}

/* Parallel scans: the planner makes none, amcanparallel being false. */
Size
btestimateparallelscan(void)
{
	return 0;
}

void
btinitparallelscan(void *target)
{
}

void
btparallelrescan(IndexScanDesc scan)
{
}

/* ------------------------------------------------------------------
 * VACUUM
 * ------------------------------------------------------------------
 */

/*
 * What of a posting list remains: NULL if all of it, else the list of
 * positions to delete; *nremaining counts what stays.
 */
static BTVacuumPosting
vacuum_posting(BTVacState *v, IndexTuple posting, OffsetNumber off,
			   int *nremaining)
{
	int n = BTreeTupleGetNPosting(posting);
	ItemPointer tids = BTreeTupleGetPosting(posting);
	BTVacuumPosting vac = NULL;
	int live = 0;

	for (int i = 0; i < n; i++)
	{
		if (!v->callback(&tids[i], v->callback_state))
		{
			live++;
			continue;
		}
		if (vac == NULL)
		{
			vac = palloc(offsetof(BTVacuumPostingData, deletetids) +
						 n * sizeof(uint16));
			vac->itup = posting;
			vac->updatedoffset = off;
			vac->ndeletedtids = 0;
		}
		vac->deletetids[vac->ndeletedtids++] = i;
	}
	*nremaining = live;
	return vac;
}

/* Remove dead entries of a leaf, on which there is a cleanup lock. */
static void
vacuum_leaf(BTVacState *v, Buffer buf)
{
	Relation rel = v->info->index;
	Page page = BufferGetPage(buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	OffsetNumber deletable[MaxIndexTuplesPerPage];
	BTVacuumPosting updatable[MaxIndexTuplesPerPage];
	int ndeletable = 0;
	int nupdatable = 0;
	int nlive = 0;
	int ndead = 0;

	for (OffsetNumber off = P_FIRSTDATAKEY(opaque);
		 v->callback && off <= maxoff; off++)
	{
		IndexTuple itup = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, off));
		BTVacuumPosting vac;
		int remaining;

		Assert(!BTreeTupleIsPivot(itup));
		if (!BTreeTupleIsPosting(itup))
		{
			if (v->callback(&itup->t_tid, v->callback_state))
			{
				deletable[ndeletable++] = off;
				ndead++;
			}
			else
				nlive++;
			continue;
		}
		vac = vacuum_posting(v, itup, off, &remaining);
		nlive += remaining;
		if (vac == NULL)
			continue;
		ndead += BTreeTupleGetNPosting(itup) - remaining;
		if (remaining > 0)
			updatable[nupdatable++] = vac;
		else
		{
			deletable[ndeletable++] = off;
			pfree(vac);
		}
	}

	if (ndeletable > 0 || nupdatable > 0)
	{
		_bt_delitems_vacuum(rel, buf, deletable, ndeletable, updatable,
							nupdatable);
		v->stats->tuples_removed += ndead;
		for (int i = 0; i < nupdatable; i++)
			pfree(updatable[i]);
	}
	else if (v->cycleid != 0 && opaque->btpo_cycleid == v->cycleid)
	{
		/* the id has served; clearing it may be lost */
		opaque->btpo_cycleid = 0;
		MarkBufferDirtyHint(buf, true);
	}
	if (v->callback)
		v->stats->num_index_tuples += nlive;
	else
	{
		for (OffsetNumber off = P_FIRSTDATAKEY(opaque); off <= maxoff; off++)
		{
			IndexTuple itup = (IndexTuple)
				PageGetItem(page, PageGetItemId(page, off));

			v->stats->num_index_tuples += BTreeTupleIsPosting(itup) ? BTreeTupleGetNPosting(itup) : 1;
		}
	}
}

/*
 * Vacuum one page; and, where its items may have gone to a page that the scan
 * passed before they came there (a split during this VACUUM), that page too.
 */
static void
vacuum_page(BTVacState *v, BlockNumber scanblkno)
{
	IndexVacuumInfo *info = v->info;
	Relation rel = info->index;
	BlockNumber blkno = scanblkno;

	while (blkno != P_NONE)
	{
		bool backtracking = blkno != scanblkno;
		BlockNumber backtrack_to = P_NONE;
		bool trydelete = false;
		Buffer buf;
		Page page;
		BTPageOpaque opaque = NULL;

		CHECK_FOR_INTERRUPTS();
		/* no _bt_getbuf: pages may be new here */
		buf = ReadBufferExtended(rel, MAIN_FORKNUM, blkno, RBM_NORMAL,
								 info->strategy);
		_bt_lockbuf(rel, buf, BT_READ);
		page = BufferGetPage(buf);
		if (!PageIsNew(page))
		{
			_bt_checkpage(rel, buf);
			opaque = BTPageGetOpaque(page);
		}
		if (backtracking &&
			(opaque == NULL || P_IGNORE(opaque) || !P_ISLEAF(opaque) ||
			 opaque->btpo_cycleid != v->cycleid))
		{
			/* recycled since, or done already */
			_bt_relbuf(rel, buf);
			return;
		}

		if (opaque == NULL || BTPageIsRecyclable(page))
		{
			RecordFreeIndexPage(rel, blkno);
			v->stats->pages_deleted++;
			v->stats->pages_free++;
		}
		else if (P_ISDELETED(opaque))
			v->stats->pages_deleted++;
		else if (P_ISHALFDEAD(opaque))
			trydelete = true; /* left over from an earlier VACUUM */
		else if (P_ISLEAF(opaque))
		{
			/* scans that hold a pin must be over before TIDs are reused */
			_bt_upgradelockbufcleanup(rel, buf);
			if (v->cycleid != 0 && opaque->btpo_cycleid == v->cycleid &&
				!(opaque->btpo_flags & BTP_SPLIT_END) &&
				!P_RIGHTMOST(opaque) && opaque->btpo_next < scanblkno)
				backtrack_to = opaque->btpo_next;
			vacuum_leaf(v, buf);
			trydelete = P_FIRSTDATAKEY(opaque) > PageGetMaxOffsetNumber(page);
		}

		if (trydelete)
		{
			MemoryContext old;

			MemoryContextReset(v->pagedelcontext);
			old = MemoryContextSwitchTo(v->pagedelcontext);
			/* with a read lock only for half-dead ones: take the other */
			_bt_unlockbuf(rel, buf);
			_bt_lockbuf(rel, buf, BT_WRITE);
			_bt_pagedel(rel, buf, v);
			MemoryContextSwitchTo(old);
		}
		else
			_bt_relbuf(rel, buf);
		blkno = backtrack_to;
	}
}

/* Scan the whole index in physical order. */
static void
vacuum_scan(IndexVacuumInfo *info, IndexBulkDeleteResult *stats,
			IndexBulkDeleteCallback callback, void *callback_state,
			BTCycleId cycleid)
{
	Relation rel = info->index;
	bool need_lock = !RELATION_IS_LOCAL(rel);
	BTVacState v = {.info = info, .stats = stats, .callback = callback, .callback_state = callback_state, .cycleid = cycleid};
	BlockNumber blkno = BTREE_METAPAGE + 1;
	BlockNumber npages;

	stats->num_pages = 0;
	stats->num_index_tuples = 0;
	stats->pages_deleted = 0;
	stats->pages_free = 0;
	v.pagedelcontext = AllocSetContextCreate(CurrentMemoryContext,
											 "_bt_pagedel",
											 ALLOCSET_DEFAULT_SIZES);
	_bt_pendingfsm_init(rel, &v, callback == NULL);

	/* until the file has not grown behind our back */
	for (;;)
	{
		/* the lock waits for a page being added: it must be seen */
		if (need_lock)
			LockRelationForExtension(rel, ExclusiveLock);
		npages = RelationGetNumberOfBlocks(rel);
		if (need_lock)
			UnlockRelationForExtension(rel, ExclusiveLock);
		if (blkno >= npages)
			break;
		for (; blkno < npages; blkno++)
			vacuum_page(&v, blkno);
	}
	stats->num_pages = npages;
	MemoryContextDelete(v.pagedelcontext);
	_bt_pendingfsm_finalize(rel, &v);
	if (stats->pages_free > 0)
		IndexFreeSpaceMapVacuum(rel);
}

/* btbulkdelete */
IndexBulkDeleteResult *
btbulkdelete(IndexVacuumInfo *info, IndexBulkDeleteResult *stats,
			 IndexBulkDeleteCallback callback, void *callback_state)
{
	Relation rel = info->index;
	IndexBulkDeleteResult *volatile result = stats;

	if (result == NULL)
		result = palloc0(sizeof(IndexBulkDeleteResult));
	PG_ENSURE_ERROR_CLEANUP(_bt_end_vacuum_callback, PointerGetDatum(rel));
	{
		BTCycleId cycleid = _bt_start_vacuum(rel);

		vacuum_scan(info, result, callback, callback_state, cycleid);
	}
	PG_END_ENSURE_ERROR_CLEANUP(_bt_end_vacuum_callback, PointerGetDatum(rel));
	_bt_end_vacuum(rel);
	return result;
}

/* btvacuumcleanup */
IndexBulkDeleteResult *
btvacuumcleanup(IndexVacuumInfo *info, IndexBulkDeleteResult *stats)
{
	BlockNumber pending;

	if (info->analyze_only)
		return stats;
	if (stats == NULL)
	{
		/* nothing was deleted: a scan only if there is space to recycle */
		if (!_bt_vacuum_needs_cleanup(info->index))
			return NULL;
		stats = palloc0(sizeof(IndexBulkDeleteResult));
		vacuum_scan(info, stats, NULL, NULL, 0);
		stats->estimated_count = true;
	}
	pending = stats->pages_deleted - stats->pages_free;
	_bt_set_cleanup_info(info->index, pending);

	/* posting lists may be counted twice after splits: not more than rows */
	if (!info->estimated_count &&
		stats->num_index_tuples > info->num_heap_tuples)
		stats->num_index_tuples = info->num_heap_tuples;
	return stats;
}
