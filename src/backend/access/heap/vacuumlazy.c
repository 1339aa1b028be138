/*
 * vacuumlazy.c
 *		VACUUM of a heap: removing dead rows, freezing, mapping.
 *
 * First pass, page by page: prune, freeze, collect the dead line pointers
 * that index entries may still point to, set visibility map bits.  When the
 * collection is full, and at the end: delete the entries from all indexes,
 * and in a second pass over the pages concerned free the line pointers.  With
 * few dead rows on few pages both are left to a later VACUUM: going through the
 * indexes would cost more.  Then empty pages at the end are given back, and pg_class is told.
 *
 * Not done: parallel index vacuum, the wraparound failsafe.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/vacuumlazy.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/genam.h"
#include "access/heapam.h"
#include "access/heapam_xlog.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/transam.h"
#include "access/vacuumparams.h"
#include "access/visibilitymap.h"
#include "access/walusage.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/freespace.h"
#include "storage/latch.h"
#include "storage/lmgr.h"
#include "storage/procarray.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"
#include "utils/wait_event.h"

#include <math.h>
#include <sys/resource.h>

/* runs of all-visible pages shorter than this are read all the same */
#define SKIP_PAGES_THRESHOLD ((BlockNumber) 32)
/* giving back is worth its lock only for so many pages */
#define TRUNCATE_MINIMUM 1000
#define TRUNCATE_FRACTION 16
/* how long that lock is tried for, and how often is looked for others who wait */
#define TRUNCATE_TRIES 100
#define TRUNCATE_WAIT_MS 50
#define TRUNCATE_CHECK_BLOCKS 32

/* fewer dead pointers on a smaller part of the pages do not pay for the indexes */
#define BYPASS_PAGES 0.02
#define BYPASS_DEAD ((int64) 32 * 1024 * 1024 / (int64) sizeof(ItemPointerData))

/* phases and counters of pg_stat_progress_vacuum */
enum
{
	PHASE_SCAN_HEAP = 1,
	PHASE_VACUUM_INDEX = 2,
	PHASE_VACUUM_HEAP = 3,
	PHASE_INDEX_CLEANUP = 4,
	PHASE_TRUNCATE = 5,
	PHASE_FINAL_CLEANUP = 6
};
enum
{
	PROGRESS_PHASE,
	PROGRESS_BLOCKS,
	PROGRESS_SCANNED,
	PROGRESS_VACUUMED,
	PROGRESS_INDEX_ROUNDS,
	PROGRESS_MAX_DEAD,
	PROGRESS_DEAD
};

typedef struct VacuumWork
{
	Relation rel;
	Relation *indexes;
	Oid *index_oids; /* still known when the indexes are closed */
	int nindexes;
	BufferAccessStrategy strategy;
	GlobalVisState *vistest;
	VacuumParams *params;
	bool aggressive; /* every unfrozen page must be seen */
	bool skippedallvis; /* an all-visible page was not looked at */
	bool do_indexes; /* delete entries of dead rows */
	bool clean_indexes; /* let indexes tidy up in the end */

	/* limits */
	TransactionId oldest_xmin;
	TransactionId freeze_limit;
	MultiXactId multi_cutoff;
	TransactionId new_relfrozenxid;
	MultiXactId new_relminmxid;

	/* dead line pointers waiting for the indexes */
	ItemPointerData *dead;
	int64 ndead;
	int64 maxdead;

	/* results */
	BlockNumber rel_pages;
	BlockNumber scanned_pages;
	BlockNumber nonempty_pages; /* last one with rows + 1 */
	double live_tuples; /* on scanned pages */
	double tuples_deleted;
	double recently_dead; /* left, for some transaction may see them */
	int index_rounds; /* how often the indexes were gone through */
	BlockNumber dead_pages; /* with dead pointers found, and ... */
	double dead_pointers; /* how many those are */
	BlockNumber first_pages; /* rel_pages before pages were given back */
	IndexBulkDeleteResult **istats;
	Buffer vmbuffer;
} VacuumWork;

/* What was found on one page. */
typedef struct PageResult
{
	bool has_dead;
	bool all_visible;
	bool all_frozen;
	bool nonempty;
	TransactionId visibility_cutoff;
	int ndead;
	OffsetNumber dead[MaxHeapTuplesPerPage];
	int nfrozen;
	xl_heap_freeze_tuple frozen[MaxHeapTuplesPerPage];
} PageResult;

/* ------------------------------------------------------------------
 * Limits
 * ------------------------------------------------------------------
 */

/* x - age, staying in the range of normal ids. */
static TransactionId
xid_before(TransactionId x, int64 age)
{
	TransactionId r = x - (TransactionId) age;

	return TransactionIdIsNormal(r) ? r : FirstNormalTransactionId;
}

static void
set_limits(VacuumWork *w)
{
	VacuumParams *p = w->params;
	int minage = p->freeze_min_age >= 0 ? p->freeze_min_age : vacuum_freeze_min_age;
	int tableage = p->freeze_table_age >= 0 ? p->freeze_table_age : vacuum_freeze_table_age;
	int mminage = p->multixact_freeze_min_age >= 0 ? p->multixact_freeze_min_age : vacuum_multixact_freeze_min_age;
	int mtableage = p->multixact_freeze_table_age >= 0 ? p->multixact_freeze_table_age : vacuum_multixact_freeze_table_age;
	TransactionId next = ReadNextTransactionId();
	MultiXactId oldest_multi = GetOldestMultiXactId();
	MultiXactId next_multi = ReadNextMultiXactId();
	TransactionId limit;
	MultiXactId mlimit;

	w->oldest_xmin = GetOldestNonRemovableTransactionId(w->rel);
	w->freeze_limit = xid_before(w->oldest_xmin,
								 Min(minage, autovacuum_freeze_max_age / 2));
	mminage = Min(mminage, autovacuum_multixact_freeze_max_age / 2);
	w->multi_cutoff = oldest_multi - mminage;
	if (w->multi_cutoff < FirstMultiXactId)
		w->multi_cutoff = FirstMultiXactId;
	if (MultiXactIdPrecedes(oldest_multi, w->multi_cutoff))
		w->multi_cutoff = oldest_multi;

	/* old enough to have every page looked at? */
	limit = xid_before(next, Min(tableage, autovacuum_freeze_max_age * 0.95));
	mlimit = next_multi - (MultiXactId) Min(mtableage, autovacuum_multixact_freeze_max_age * 0.95);
	if (mlimit < FirstMultiXactId)
		mlimit = FirstMultiXactId;
	w->aggressive = TransactionIdPrecedesOrEquals(w->rel->rd_rel->relfrozenxid,
												  limit) ||
		MultiXactIdPrecedesOrEquals(w->rel->rd_rel->relminmxid, mlimit) ||
		(p->options & VACOPT_DISABLE_PAGE_SKIPPING) != 0;

	w->new_relfrozenxid = w->oldest_xmin;
	w->new_relminmxid = oldest_multi;
}

/* ------------------------------------------------------------------
 * Indexes, and the second pass
 * ------------------------------------------------------------------
 */
static int
by_tid(const void *a, const void *b)
{
	return ItemPointerCompare((ItemPointer) a, (ItemPointer) b);
}

/* Callback of ambulkdelete: is that one of ours? */
static bool
is_dead(ItemPointer tid, void *state)
{
	VacuumWork *w = state;

	return w->ndead > 0 &&
		ItemPointerCompare(tid, &w->dead[0]) >= 0 &&
		ItemPointerCompare(tid, &w->dead[w->ndead - 1]) <= 0 &&
		bsearch(tid, w->dead, w->ndead, sizeof(ItemPointerData), by_tid) != NULL;
}

static IndexVacuumInfo
index_info(VacuumWork *w, int i)
{
	IndexVacuumInfo info = {
		.index = w->indexes[i],
		.estimated_count = true,
		.message_level = DEBUG2,
		.num_heap_tuples = w->rel->rd_rel->reltuples,
		.strategy = w->strategy,
	};

	return info;
}

/* Is every row of the page visible to all, given that no dead one is left? */
static bool
page_all_visible(VacuumWork *w, Buffer buf, TransactionId *cutoff,
				 bool *all_frozen)
{
	Page page = BufferGetPage(buf);
	BlockNumber block = BufferGetBlockNumber(buf);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);

	*cutoff = InvalidTransactionId;
	*all_frozen = true;
	for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off++)
	{
		ItemId lp = PageGetItemId(page, off);
		HeapTupleData tup;
		TransactionId xmin;

		if (!ItemIdIsUsed(lp) || ItemIdIsRedirected(lp))
			continue;
		if (ItemIdIsDead(lp))
			return *all_frozen = false;
		ItemPointerSet(&tup.t_self, block, off);
		tup.t_data = (HeapTupleHeader) PageGetItem(page, lp);
		tup.t_len = ItemIdGetLength(lp);
		tup.t_tableOid = RelationGetRelid(w->rel);
		if (HeapTupleSatisfiesVacuum(&tup, w->oldest_xmin, buf) !=
				HEAPTUPLE_LIVE ||
			!HeapTupleHeaderXminCommitted(tup.t_data))
			return *all_frozen = false;
		xmin = HeapTupleHeaderGetXmin(tup.t_data);
		if (!TransactionIdPrecedes(xmin, w->oldest_xmin))
			return *all_frozen = false;
		if (TransactionIdFollows(xmin, *cutoff) && TransactionIdIsNormal(xmin))
			*cutoff = xmin;
		if (heap_tuple_needs_eventual_freeze(tup.t_data))
			*all_frozen = false;
	}
	return true;
}

/* Free dead line pointers of a page whose index entries are gone. */
static void
free_dead_pointers(VacuumWork *w, Buffer buf, OffsetNumber *offs, int n)
{
	Page page = BufferGetPage(buf);
	BlockNumber block = BufferGetBlockNumber(buf);
	TransactionId cutoff;
	bool all_frozen;

	Assert(n > 0);
	START_CRIT_SECTION();
	for (int i = 0; i < n; i++)
		ItemIdSetUnused(PageGetItemId(page, offs[i]));
	PageTruncateLinePointerArray(page);
	MarkBufferDirty(buf);
	if (RelationNeedsWAL(w->rel))
	{
		xl_heap_vacuum xlrec = {.nunused = n};

		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, SizeOfHeapVacuum);
		XLogRegisterBuffer(0, buf, REGBUF_STANDARD);
		XLogRegisterBufData(0, (char *) offs, n * sizeof(OffsetNumber));
		PageSetLSN(page, XLogInsert(RM_HEAP2_ID, XLOG_HEAP2_VACUUM));
	}
	END_CRIT_SECTION();

	/* with the dead gone, the page may have become all visible */
	if (page_all_visible(w, buf, &cutoff, &all_frozen))
	{
		uint8 flags = VISIBILITYMAP_ALL_VISIBLE |
			(all_frozen ? VISIBILITYMAP_ALL_FROZEN : 0);

		PageSetAllVisible(page);
		visibilitymap_pin(w->rel, block, &w->vmbuffer);
		visibilitymap_set(w->rel, block, buf, InvalidXLogRecPtr, w->vmbuffer,
						  cutoff, flags);
	}
}

static void
second_pass(VacuumWork *w)
{
	int64 i = 0;

	while (i < w->ndead)
	{
		BlockNumber block = ItemPointerGetBlockNumber(&w->dead[i]);
		OffsetNumber offs[MaxHeapTuplesPerPage];
		int n = 0;
		Buffer buf;
		Size space;

		vacuum_delay_point();
		while (i < w->ndead && ItemPointerGetBlockNumber(&w->dead[i]) == block)
			offs[n++] = ItemPointerGetOffsetNumber(&w->dead[i++]);
		/* the map page first, before the heap page is locked */
		visibilitymap_pin(w->rel, block, &w->vmbuffer);
		buf = ReadBufferExtended(w->rel, MAIN_FORKNUM, block, RBM_NORMAL,
								 w->strategy);
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
		free_dead_pointers(w, buf, offs, n);
		space = PageGetHeapFreeSpace(BufferGetPage(buf));
		UnlockReleaseBuffer(buf);
		RecordPageWithFreeSpace(w->rel, block, space);
		pgstat_progress_update_param(PROGRESS_VACUUMED, block + 1);
	}
}

/* Delete the collected dead rows from the indexes and the heap. */
static void
flush_dead(VacuumWork *w)
{
	if (w->ndead == 0)
		return;
	pgstat_progress_update_param(PROGRESS_DEAD, w->ndead);
	if (w->do_indexes)
	{
		pgstat_progress_update_param(PROGRESS_PHASE, PHASE_VACUUM_INDEX);
		for (int i = 0; i < w->nindexes; i++)
		{
			IndexVacuumInfo info = index_info(w, i);

			w->istats[i] = index_bulk_delete(&info, w->istats[i], is_dead, w);
		}
		w->index_rounds++;
		pgstat_progress_update_param(PROGRESS_INDEX_ROUNDS, w->index_rounds);
		pgstat_progress_update_param(PROGRESS_PHASE, PHASE_VACUUM_HEAP);
		second_pass(w);
		pgstat_progress_update_param(PROGRESS_PHASE, PHASE_SCAN_HEAP);
	}
	w->ndead = 0;
	pgstat_progress_update_param(PROGRESS_DEAD, 0);
}

/* May the dead pointers stay, at the end of the first pass? */
static bool
few_dead(VacuumWork *w)
{
	return w->params->index_cleanup == VACOPTVALUE_AUTO && w->index_rounds == 0 &&
		w->ndead > 0 && w->ndead < BYPASS_DEAD &&
		w->dead_pages < (BlockNumber) (w->rel_pages * BYPASS_PAGES);
}

/* ------------------------------------------------------------------
 * First pass
 * ------------------------------------------------------------------
 */

/* The page will not be all visible after all. */
static void
not_visible(PageResult *r)
{
	r->all_visible = false;
	r->all_frozen = false;
}

/* Look at one row that pruning left; false: it died meanwhile, prune again. */
static bool
look_at_row(VacuumWork *w, Buffer buf, HeapTuple tup, PageResult *r,
			double *live)
{
	HeapTupleHeader t = tup->t_data;
	bool frozen = false;
	TransactionId xmin;

	switch (HeapTupleSatisfiesVacuum(tup, w->oldest_xmin, buf))
	{
		case HEAPTUPLE_DEAD:
			return false;
		case HEAPTUPLE_LIVE:
			*live += 1;
			if (!r->all_visible)
				break;
			xmin = HeapTupleHeaderGetXmin(t);
			if (!HeapTupleHeaderXminCommitted(t) ||
				!TransactionIdPrecedes(xmin, w->oldest_xmin))
				not_visible(r);
			else if (TransactionIdIsNormal(xmin) &&
					 TransactionIdFollows(xmin, r->visibility_cutoff))
				r->visibility_cutoff = xmin;
			break;
		case HEAPTUPLE_DELETE_IN_PROGRESS:
			*live += 1;
			not_visible(r);
			break;
		case HEAPTUPLE_RECENTLY_DEAD:
			w->recently_dead += 1;
			not_visible(r);
			break;
		case HEAPTUPLE_INSERT_IN_PROGRESS:
			not_visible(r);
			break;
	}

	r->nonempty = true;
	if (heap_prepare_freeze_tuple(t, w->rel->rd_rel->relfrozenxid,
								  w->rel->rd_rel->relminmxid, w->freeze_limit,
								  w->multi_cutoff, &r->frozen[r->nfrozen],
								  &frozen, &w->new_relfrozenxid,
								  &w->new_relminmxid))
		r->frozen[r->nfrozen++].offset =
			ItemPointerGetOffsetNumber(&tup->t_self);
	if (!frozen)
		r->all_frozen = false;
	return true;
}

/* Prune a page and see what is left.  A cleanup lock is held. */
static void
prune_and_freeze(VacuumWork *w, Buffer buf, PageResult *r)
{
	Page page = BufferGetPage(buf);
	BlockNumber block = BufferGetBlockNumber(buf);
	TransactionId frozenxid = w->new_relfrozenxid;
	MultiXactId minmulti = w->new_relminmxid;
	double live;
	bool again;

	do
	{
		int nnewdead;
		OffsetNumber maxoff;

		again = false;
		live = 0;
		w->new_relfrozenxid = frozenxid;
		w->new_relminmxid = minmulti;
		memset(r, 0, offsetof(PageResult, dead));
		r->nfrozen = 0;
		r->all_visible = r->all_frozen = true;
		w->tuples_deleted += heap_page_prune(w->rel, buf, w->vistest,
											 InvalidTransactionId, 0,
											 &nnewdead, NULL);
		maxoff = PageGetMaxOffsetNumber(page);
		for (OffsetNumber off = FirstOffsetNumber; off <= maxoff && !again;
			 off++)
		{
			ItemId lp = PageGetItemId(page, off);
			HeapTupleData tup;

			if (!ItemIdIsUsed(lp))
				continue;
			if (ItemIdIsRedirected(lp))
			{
				r->nonempty = true;
				continue;
			}
			if (ItemIdIsDead(lp))
			{
				r->dead[r->ndead++] = off;
				continue;
			}
			ItemPointerSet(&tup.t_self, block, off);
			tup.t_data = (HeapTupleHeader) PageGetItem(page, lp);
			tup.t_len = ItemIdGetLength(lp);
			tup.t_tableOid = RelationGetRelid(w->rel);
			/* an inserter that aborted after pruning: do it again */
			again = !look_at_row(w, buf, &tup, r, &live);
		}
	} while (again);

	if (r->nfrozen > 0)
	{
		START_CRIT_SECTION();
		for (int i = 0; i < r->nfrozen; i++)
		{
			ItemId lp = PageGetItemId(page, r->frozen[i].offset);

			heap_execute_freeze_tuple((HeapTupleHeader) PageGetItem(page, lp),
									  &r->frozen[i]);
		}
		MarkBufferDirty(buf);
		if (RelationNeedsWAL(w->rel))
			PageSetLSN(page, log_heap_freeze(w->rel, buf, w->freeze_limit, r->frozen, r->nfrozen));
		END_CRIT_SECTION();
	}
	w->live_tuples += live;
	r->has_dead = r->ndead > 0;
	if (r->has_dead)
		not_visible(r);
}

/* The cleanup lock was not to be had: count, unless something must be frozen. */
static bool
count_only(VacuumWork *w, Buffer buf)
{
	Page page = BufferGetPage(buf);
	OffsetNumber maxoff = PageGetMaxOffsetNumber(page);
	TransactionId frozenxid = w->new_relfrozenxid;
	MultiXactId minmulti = w->new_relminmxid;
	double live = 0;
	bool nonempty = false;

	for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off++)
	{
		ItemId lp = PageGetItemId(page, off);
		HeapTupleData tup;

		if (!ItemIdIsUsed(lp) || ItemIdIsDead(lp))
			continue;
		nonempty = true;
		if (!ItemIdIsNormal(lp))
			continue;
		ItemPointerSet(&tup.t_self, BufferGetBlockNumber(buf), off);
		tup.t_data = (HeapTupleHeader) PageGetItem(page, lp);
		tup.t_len = ItemIdGetLength(lp);
		tup.t_tableOid = RelationGetRelid(w->rel);
		if (heap_tuple_would_freeze(tup.t_data, w->freeze_limit,
									w->multi_cutoff, &frozenxid, &minmulti) &&
			w->aggressive)
			return false;
		if (HeapTupleSatisfiesVacuum(&tup, w->oldest_xmin, buf) ==
			HEAPTUPLE_LIVE)
			live += 1;
	}
	w->new_relfrozenxid = frozenxid;
	w->new_relminmxid = minmulti;
	w->live_tuples += live;
	if (nonempty)
		w->nonempty_pages = BufferGetBlockNumber(buf) + 1;
	return true;
}

/* Bring the page flag and the map up to what was found. */
static void
set_visibility(VacuumWork *w, Buffer buf, PageResult *r)
{
	Page page = BufferGetPage(buf);
	BlockNumber block = BufferGetBlockNumber(buf);
	uint8 now = visibilitymap_get_status(w->rel, block, &w->vmbuffer);

	if (r->all_visible && !(now & VISIBILITYMAP_ALL_VISIBLE))
	{
		uint8 flags = VISIBILITYMAP_ALL_VISIBLE;

		if (r->all_frozen)
			flags |= VISIBILITYMAP_ALL_FROZEN;
		PageSetAllVisible(page);
		MarkBufferDirty(buf);
		visibilitymap_pin(w->rel, block, &w->vmbuffer);
		visibilitymap_set(w->rel, block, buf, InvalidXLogRecPtr, w->vmbuffer,
						  r->visibility_cutoff, flags);
	}
	else if ((now & VISIBILITYMAP_ALL_VISIBLE) && !PageIsAllVisible(page))
	{
		ereport(WARNING,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("page is not marked all-visible but visibility map bit is set in relation \"%s\" page %u",
						RelationGetRelationName(w->rel), block)));
		visibilitymap_clear(w->rel, block, w->vmbuffer, VISIBILITYMAP_VALID_BITS);
	}
	else if (r->has_dead && PageIsAllVisible(page))
	{
		ereport(WARNING,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("page containing dead tuples is marked as all-visible in relation \"%s\" page %u",
						RelationGetRelationName(w->rel), block)));
		PageClearAllVisible(page);
		MarkBufferDirty(buf);
		visibilitymap_pin(w->rel, block, &w->vmbuffer);
		visibilitymap_clear(w->rel, block, w->vmbuffer,
							VISIBILITYMAP_VALID_BITS);
	}
	else if (r->all_visible && r->all_frozen &&
			 !(now & VISIBILITYMAP_ALL_FROZEN))
	{
		visibilitymap_pin(w->rel, block, &w->vmbuffer);
		visibilitymap_set(w->rel, block, buf, InvalidXLogRecPtr, w->vmbuffer,
						  InvalidTransactionId, VISIBILITYMAP_ALL_FROZEN);
	}
}

static void
remember_dead(VacuumWork *w, BlockNumber block, PageResult *r)
{
	w->dead_pages++;
	w->dead_pointers += r->ndead;
	for (int i = 0; i < r->ndead; i++)
		ItemPointerSet(&w->dead[w->ndead++], block, r->dead[i]);
}

/* A page without rows: new, or just initialised.  True if it was one. */
static bool
empty_page(VacuumWork *w, Buffer buf)
{
	Page page = BufferGetPage(buf);
	BlockNumber block = BufferGetBlockNumber(buf);
	Size space;

	if (PageIsNew(page))
	{
		/* left by a crash while extending: whoever finds it initialises it */
		UnlockReleaseBuffer(buf);
		RecordPageWithFreeSpace(w->rel, block, BLCKSZ - SizeOfPageHeaderData - sizeof(ItemIdData));
		return true;
	}
	if (!PageIsEmpty(page))
		return false;
	if (!PageIsAllVisible(page))
	{
		START_CRIT_SECTION();
		MarkBufferDirty(buf);
		/* an image, if replay could miss that the page was initialised */
		if (RelationNeedsWAL(w->rel) && PageGetLSN(page) == InvalidXLogRecPtr)
			log_newpage_buffer(buf, true);
		PageSetAllVisible(page);
		END_CRIT_SECTION();
		visibilitymap_pin(w->rel, block, &w->vmbuffer);
		visibilitymap_set(w->rel, block, buf, InvalidXLogRecPtr, w->vmbuffer,
						  InvalidTransactionId, VISIBILITYMAP_VALID_BITS);
	}
	space = PageGetHeapFreeSpace(page);
	UnlockReleaseBuffer(buf);
	RecordPageWithFreeSpace(w->rel, block, space);
	return true;
}

static void
vacuum_page(VacuumWork *w, BlockNumber block)
{
	Buffer buf;
	PageResult r;
	Size space;

	vacuum_delay_point();
	pgstat_progress_update_param(PROGRESS_SCANNED, block);
	w->scanned_pages++;
	if (w->maxdead - w->ndead < MaxHeapTuplesPerPage)
		flush_dead(w);

	/* the map page must be pinned before the heap page is locked */
	visibilitymap_pin(w->rel, block, &w->vmbuffer);
	buf = ReadBufferExtended(w->rel, MAIN_FORKNUM, block, RBM_NORMAL,
							 w->strategy);
	if (!ConditionalLockBufferForCleanup(buf))
	{
		LockBuffer(buf, BUFFER_LOCK_SHARE);
		if (!PageIsNew(BufferGetPage(buf)) && count_only(w, buf))
		{
			UnlockReleaseBuffer(buf);
			return;
		}
		LockBuffer(buf, BUFFER_LOCK_UNLOCK);
		LockBufferForCleanup(buf);
	}
	if (empty_page(w, buf))
		return;

	prune_and_freeze(w, buf, &r);
	/* dead pointers will most likely be freed; verify_empty_tail looks again */
	if (r.nonempty)
		w->nonempty_pages = block + 1;

	/* without indexes nothing points to the dead: free them at once */
	if (w->nindexes == 0 && r.has_dead)
	{
		w->dead_pages++;
		w->dead_pointers += r.ndead;
		free_dead_pointers(w, buf, r.dead, r.ndead);
		space = PageGetHeapFreeSpace(BufferGetPage(buf));
		UnlockReleaseBuffer(buf);
		RecordPageWithFreeSpace(w->rel, block, space);
		return;
	}
	set_visibility(w, buf, &r);
	if (r.has_dead)
		remember_dead(w, block, &r);
	space = PageGetHeapFreeSpace(BufferGetPage(buf));
	UnlockReleaseBuffer(buf);
	/* with dead pointers to free, the second pass will tell the map */
	if (!r.has_dead || !w->do_indexes)
		RecordPageWithFreeSpace(w->rel, block, space);
}

/* May the page be left out, by what the map says? */
static bool
skippable(VacuumWork *w, BlockNumber block, bool *allvis)
{
	uint8 status;

	*allvis = false;
	if ((w->params->options & VACOPT_DISABLE_PAGE_SKIPPING) ||
		block + 1 == w->rel_pages)
		return false; /* the last page: could it be given back? */
	status = visibilitymap_get_status(w->rel, block, &w->vmbuffer);
	if (!(status & VISIBILITYMAP_ALL_VISIBLE))
		return false;
	if (status & VISIBILITYMAP_ALL_FROZEN)
		return true;
	*allvis = true;
	return !w->aggressive;
}

static void
first_pass(VacuumWork *w)
{
	BlockNumber block = 0;

	while (block < w->rel_pages)
	{
		BlockNumber end = block;
		bool skipped = false;
		bool allvis;

		while (end < w->rel_pages && skippable(w, end, &allvis))
		{
			skipped |= allvis;
			end++;
		}
		if (end - block >= SKIP_PAGES_THRESHOLD)
		{
			w->skippedallvis |= skipped;
			block = end;
		}
		else
			for (; block < end; block++)
				vacuum_page(w, block);
		if (block < w->rel_pages)
			vacuum_page(w, block++);
	}
	if (BufferIsValid(w->vmbuffer))
		ReleaseBuffer(w->vmbuffer);
	w->vmbuffer = InvalidBuffer;
}

/* ------------------------------------------------------------------
 * The end
 * ------------------------------------------------------------------
 */

/* Rows of the whole table, from those on the pages scanned. */
static double
estimate_rows(VacuumWork *w)
{
	BlockNumber old_pages = w->rel->rd_rel->relpages;
	double old_tuples = w->rel->rd_rel->reltuples;
	double density;

	if (w->scanned_pages >= w->rel_pages)
		return w->live_tuples;
	if (w->scanned_pages == 0)
		return old_tuples;
	/* too little seen of a table that has not grown: believe the old count */
	if (w->rel_pages == old_pages && w->scanned_pages <= 0.02 * w->rel_pages)
		return old_tuples;
	if (old_tuples < 0 || old_pages == 0)
		return rint(w->live_tuples / w->scanned_pages * w->rel_pages);
	density = old_tuples / old_pages;
	return rint(density * (w->rel_pages - w->scanned_pages) + w->live_tuples);
}

static bool
has_items(Page page)
{
	if (PageIsNew(page) || PageIsEmpty(page))
		return false;
	for (OffsetNumber off = FirstOffsetNumber; off <= PageGetMaxOffsetNumber(page); off++)
	{
		if (ItemIdIsUsed(PageGetItemId(page, off)))
			return true;
	}
	return false;
}

/*
 * Does any page behind the last nonempty one hold something after all?  Returns
 * the length to keep.  Stops early, with *waited_for, where another session
 * waits for the table.
 */
static BlockNumber
verify_empty_tail(VacuumWork *w, bool *waited_for)
{
	BlockNumber block = w->rel_pages;

	*waited_for = false;
	while (block > w->nonempty_pages)
	{
		Buffer buf;
		bool used;

		CHECK_FOR_INTERRUPTS();
		if (block % TRUNCATE_CHECK_BLOCKS == 0 && LockHasWaitersRelation(w->rel, AccessExclusiveLock))
		{
			ereport((w->params->options & VACOPT_VERBOSE) ? INFO : DEBUG2,
					(errmsg("table \"%s\": suspending truncate due to conflicting lock request",
							RelationGetRelationName(w->rel))));
			*waited_for = true;
			return block;
		}
		buf = ReadBufferExtended(w->rel, MAIN_FORKNUM, block - 1, RBM_NORMAL, w->strategy);
		LockBuffer(buf, BUFFER_LOCK_SHARE);
		used = has_items(BufferGetPage(buf));
		UnlockReleaseBuffer(buf);
		if (used)
			return block;
		block--;
	}
	return block;
}

/* Others may hold the table for a moment; none is made to wait behind us. */
static bool
lock_for_truncation(VacuumWork *w)
{
	for (int tries = 0; !ConditionalLockRelation(w->rel, AccessExclusiveLock); tries++)
	{
		CHECK_FOR_INTERRUPTS();
		if (tries >= TRUNCATE_TRIES)
		{
			ereport((w->params->options & VACOPT_VERBOSE) ? INFO : DEBUG2,
					(errmsg("\"%s\": stopping truncate due to conflicting lock request",
							RelationGetRelationName(w->rel))));
			return false;
		}
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, TRUNCATE_WAIT_MS,
						 WAIT_EVENT_VACUUM_TRUNCATE);
		ResetLatch(MyLatch);
	}
	return true;
}

/* Give empty pages at the end back, pausing where others want the table. */
static void
truncate_tail(VacuumWork *w)
{
	BlockNumber possible = w->rel_pages - w->nonempty_pages;
	bool again = false;

	if (w->params->truncate == VACOPTVALUE_DISABLED || possible == 0 ||
		(possible < TRUNCATE_MINIMUM &&
		 possible < w->rel_pages / TRUNCATE_FRACTION))
		return;
	do
	{
		BlockNumber newlen;

		if (!lock_for_truncation(w))
			return;
		/* grown meanwhile?  then the pages are not empty */
		if (RelationGetNumberOfBlocks(w->rel) != w->rel_pages)
		{
			UnlockRelation(w->rel, AccessExclusiveLock);
			return;
		}
		newlen = verify_empty_tail(w, &again);
		if (newlen < w->rel_pages)
		{
			ereport((w->params->options & VACOPT_VERBOSE) ? INFO : DEBUG2,
					(errmsg("table \"%s\": truncated %u to %u pages",
							RelationGetRelationName(w->rel), w->rel_pages, newlen)));
			RelationTruncate(w->rel, newlen);
			w->rel_pages = newlen;
		}
		UnlockRelation(w->rel, AccessExclusiveLock);
	} while (again);
}

static void
open_indexes(VacuumWork *w)
{
	List *oids = RelationGetIndexList(w->rel);

	w->indexes = palloc(Max(list_length(oids), 1) * sizeof(Relation));
	w->index_oids = palloc(Max(list_length(oids), 1) * sizeof(Oid));
	for (int i = 0; i < list_length(oids); i++)
	{
		Relation index = index_open(list_nth_oid(oids, i), RowExclusiveLock);

		/* a build that failed or has only begun */
		if (index->rd_index->indisready)
		{
			w->index_oids[w->nindexes] = RelationGetRelid(index);
			w->indexes[w->nindexes++] = index;
		}
		else
			index_close(index, RowExclusiveLock);
	}
	list_free(oids);
	w->istats = palloc0(Max(w->nindexes, 1) *
						sizeof(IndexBulkDeleteResult *));
}

static void
finish_indexes(VacuumWork *w, double tuples)
{
	for (int i = 0; i < w->nindexes; i++)
	{
		IndexVacuumInfo info = index_info(w, i);
		IndexBulkDeleteResult *s;

		info.num_heap_tuples = tuples;
		info.estimated_count = w->scanned_pages < w->rel_pages;
		if (w->clean_indexes)
			w->istats[i] = index_vacuum_cleanup(&info, w->istats[i]);
		s = w->istats[i];
		if (s && !s->estimated_count)
			vac_update_relstats(w->indexes[i], s->num_pages, s->num_index_tuples,
								0, false, InvalidTransactionId,
								InvalidMultiXactId, NULL, NULL, false);
		index_close(w->indexes[i], NoLock);
	}
}

/* ------------------------------------------------------------------
 * VERBOSE
 * ------------------------------------------------------------------
 */

/* What had been used when the table was begun. */
typedef struct ReportStart
{
	TimestampTz at;
	struct rusage cpu;
	BufferUsage buffers;
	WalUsage wal;
} ReportStart;

/* database.schema.table */
static char *
full_name(Relation rel)
{
	return psprintf("%s.%s.%s", get_database_name(MyDatabaseId),
					get_namespace_name(RelationGetNamespace(rel)), RelationGetRelationName(rel));
}

static void
begin_report(VacuumWork *w, ReportStart *start)
{
	start->at = GetCurrentTimestamp();
	getrusage(RUSAGE_SELF, &start->cpu);
	start->buffers = pgBufferUsage;
	start->wal = pgWalUsage;
	if (w->params->options & VACOPT_VERBOSE)
		ereport(INFO,
				(errmsg(w->aggressive ? "aggressively vacuuming \"%s\"" : "vacuuming \"%s\"",
						full_name(w->rel))));
}

static double
percent(double part, double whole)
{
	return whole > 0 ? 100.0 * part / whole : 100.0;
}

/* What was removed and what is left, of pages, rows and index entries. */
static void
describe_table(VacuumWork *w, StringInfo buf, double tuples)
{
	int32 age = ReadNextTransactionId() - w->oldest_xmin;

	appendStringInfo(buf, "pages: %u removed, %u remain, %u scanned (%.2f%% of total)\n",
					 w->first_pages - w->rel_pages, w->rel_pages, w->scanned_pages,
					 percent(w->scanned_pages, w->first_pages));
	appendStringInfo(buf, "tuples: %.0f removed, %.0f remain, %.0f are dead but not yet removable\n",
					 w->tuples_deleted, tuples, w->recently_dead);
	appendStringInfo(buf, "removable cutoff: %u, which was %d XIDs old when operation ended\n",
					 w->oldest_xmin, age);
	if (TransactionIdIsNormal(w->new_relfrozenxid) &&
		TransactionIdPrecedes(w->rel->rd_rel->relfrozenxid, w->new_relfrozenxid))
		appendStringInfo(buf, "new relfrozenxid: %u, which is %d XIDs ahead of previous value\n",
						 w->new_relfrozenxid,
						 (int32) (w->new_relfrozenxid - w->rel->rd_rel->relfrozenxid));
	if (MultiXactIdIsValid(w->new_relminmxid) &&
		MultiXactIdPrecedes(w->rel->rd_rel->relminmxid, w->new_relminmxid))
		appendStringInfo(buf, "new relminmxid: %u, which is %d MXIDs ahead of previous value\n",
						 w->new_relminmxid,
						 (int32) (w->new_relminmxid - w->rel->rd_rel->relminmxid));
	if (w->nindexes > 0 && !w->do_indexes && w->dead_pointers > 0)
		appendStringInfo(buf, "index scan bypassed: %u pages from table (%.2f%% of total) have %.0f dead item identifiers\n",
						 w->dead_pages, percent(w->dead_pages, w->first_pages), w->dead_pointers);
	else
		appendStringInfo(buf, "index scan %s: %u pages from table (%.2f%% of total) had %.0f dead item identifiers removed\n",
						 w->index_rounds > 0 ? "needed" : "not needed", w->dead_pages,
						 percent(w->dead_pages, w->first_pages), w->dead_pointers);
	for (int i = 0; i < w->nindexes; i++)
	{
		IndexBulkDeleteResult *s = w->istats[i];

		if (s != NULL)
			appendStringInfo(buf, "index \"%s\": pages: %u in total, %u newly deleted, %u currently deleted, %u reusable\n",
							 get_rel_name(w->index_oids[i]), s->num_pages,
							 s->pages_newly_deleted, s->pages_deleted, s->pages_free);
	}
}

static double
seconds_between(struct timeval from, struct timeval to)
{
	return (to.tv_sec - from.tv_sec) + (to.tv_usec - from.tv_usec) / 1e6;
}

static void
describe_usage(const ReportStart *start, StringInfo buf)
{
	double elapsed = (GetCurrentTimestamp() - start->at) / 1e6;
	int64 hits = pgBufferUsage.shared_blks_hit - start->buffers.shared_blks_hit;
	int64 reads = pgBufferUsage.shared_blks_read - start->buffers.shared_blks_read;
	int64 dirtied = pgBufferUsage.shared_blks_dirtied - start->buffers.shared_blks_dirtied;
	double mb_per_s = elapsed > 0 ? BLCKSZ / (1024.0 * 1024.0) / elapsed : 0;
	struct rusage now;

	getrusage(RUSAGE_SELF, &now);
	appendStringInfo(buf, "avg read rate: %.3f MB/s, avg write rate: %.3f MB/s\n",
					 reads * mb_per_s, dirtied * mb_per_s);
	appendStringInfo(buf, "buffer usage: %lld hits, %lld misses, %lld dirtied\n",
					 (long long) hits, (long long) reads, (long long) dirtied);
	appendStringInfo(buf, "WAL usage: %lld records, %lld full page images, %llu bytes\n",
					 (long long) (pgWalUsage.wal_records - start->wal.wal_records),
					 (long long) (pgWalUsage.wal_fpi - start->wal.wal_fpi),
					 (unsigned long long) (pgWalUsage.wal_bytes - start->wal.wal_bytes));
	appendStringInfo(buf, "system usage: CPU: user: %.2f s, system: %.2f s, elapsed: %.2f s",
					 seconds_between(start->cpu.ru_utime, now.ru_utime),
					 seconds_between(start->cpu.ru_stime, now.ru_stime), elapsed);
}

static void
report(VacuumWork *w, const ReportStart *start, double tuples)
{
	StringInfoData buf;

	initStringInfo(&buf);
	describe_table(w, &buf, tuples);
	describe_usage(start, &buf);
	ereport(INFO,
			(errmsg("finished vacuuming \"%s\": index scans: %d\n%s", full_name(w->rel),
					w->index_rounds, buf.data)));
	pfree(buf.data);
}

/*
 * heap_vacuum_rel
 *		VACUUM one table, which is locked in ShareUpdateExclusive mode.  Runs in
 *		a transaction of its own, normally without xid.
 */
void
heap_vacuum_rel(Relation rel, VacuumParams *params,
				BufferAccessStrategy bstrategy)
{
	VacuumWork w = {.rel = rel, .strategy = bstrategy, .params = params, .vmbuffer = InvalidBuffer};
	ReportStart start;
	BlockNumber allvisible;
	double tuples;

	pgstat_progress_start_command(PROGRESS_COMMAND_VACUUM, RelationGetRelid(rel));
	set_limits(&w);
	begin_report(&w, &start);
	w.vistest = GlobalVisTestFor(rel);
	open_indexes(&w);
	w.do_indexes = w.clean_indexes = w.nindexes > 0 &&
		params->index_cleanup != VACOPTVALUE_DISABLED;
	w.rel_pages = w.first_pages = RelationGetNumberOfBlocks(rel);
	w.maxdead = (int64) maintenance_work_mem * 1024 / sizeof(ItemPointerData);
	w.maxdead = Min(w.maxdead, (int64) w.rel_pages * MaxHeapTuplesPerPage);
	w.maxdead = Max(w.maxdead, MaxHeapTuplesPerPage);
	w.dead = MemoryContextAllocHuge(CurrentMemoryContext,
									w.maxdead * sizeof(ItemPointerData));

	pgstat_progress_update_param(PROGRESS_BLOCKS, w.rel_pages);
	pgstat_progress_update_param(PROGRESS_MAX_DEAD, w.maxdead);
	pgstat_progress_update_param(PROGRESS_PHASE, PHASE_SCAN_HEAP);
	first_pass(&w);
	pgstat_progress_update_param(PROGRESS_SCANNED, w.rel_pages);
	if (few_dead(&w))
		w.do_indexes = false;
	flush_dead(&w);
	if (BufferIsValid(w.vmbuffer))
		ReleaseBuffer(w.vmbuffer);
	tuples = estimate_rows(&w);
	pgstat_progress_update_param(PROGRESS_PHASE, PHASE_INDEX_CLEANUP);
	finish_indexes(&w, tuples);
	pgstat_progress_update_param(PROGRESS_PHASE, PHASE_TRUNCATE);
	truncate_tail(&w);
	pgstat_progress_update_param(PROGRESS_PHASE, PHASE_FINAL_CLEANUP);
	FreeSpaceMapVacuum(rel);

	visibilitymap_count(rel, &allvisible, NULL);
	allvisible = Min(allvisible, w.rel_pages);
	/* pages not looked at may hold older xids than those seen */
	if (w.skippedallvis)
	{
		w.new_relfrozenxid = InvalidTransactionId;
		w.new_relminmxid = InvalidMultiXactId;
	}
	vac_update_relstats(rel, w.rel_pages, tuples, allvisible, w.nindexes > 0,
						w.new_relfrozenxid, w.new_relminmxid, NULL, NULL, false);
	pgstat_report_vacuum(RelationGetRelid(rel), rel->rd_rel->relisshared, tuples,
						 w.recently_dead);
	if (params->options & VACOPT_VERBOSE)
		report(&w, &start, tuples);
	pfree(w.dead);
	pfree(w.indexes);
	pfree(w.index_oids);
	pfree(w.istats);
	pgstat_progress_end_command();
}
