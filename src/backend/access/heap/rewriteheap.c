/*
 * rewriteheap.c
 *		Writing all rows of a table into a new one, as old as they are.
 *
 * For VACUUM FULL.  Other transactions may still see old versions of rows, so
 * versions keep their xmin and xmax, and those not yet dead for everybody are
 * kept with the links from a version to the next (t_ctid).  The links change with the
 * places: a version that has a successor cannot be written before it is known
 * where that one goes.  It waits in a table (waiting) until its successor has
 * been written; a successor that is met first leaves its new place in another
 * (placed).  A version is known by its xmin and its old place, for which its
 * predecessor has the names xmax and t_ctid.
 *
 * Pages are made in memory, logged whole, and written past the buffers: nobody
 * else can know the new table yet.  The file is synced at the end, since no
 * checkpoint would do it.
 *
 * What a crash leaves: a file that belongs to no table.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/rewriteheap.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/heaptoast.h"
#include "access/htup_details.h"
#include "access/rewriteheap.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/smgr.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "heapam_internal.h"

/* A row version of the old table. */
typedef struct VersionKey
{
	TransactionId xmin;
	ItemPointerData tid;
} VersionKey;

/* An older version, which waits for the one of the key. */
typedef struct WaitingEntry
{
	VersionKey key; /* of the newer one */
	ItemPointerData old_tid; /* of the waiting one */
	HeapTuple tuple;
} WaitingEntry;

/* A newer version that has been written. */
typedef struct PlacedEntry
{
	VersionKey key;
	ItemPointerData new_tid;
} PlacedEntry;

typedef struct RewriteStateData
{
	Relation from;
	Relation to;
	TransactionId oldest_xmin;
	TransactionId freeze_xid;
	MultiXactId cutoff_multi;
	MemoryContext context;
	HTAB *waiting;
	HTAB *placed;
	PGAlignedBlock page;
	BlockNumber blkno; /* where page goes */
	bool page_in_use;
} RewriteStateData;

static HTAB *
version_table(const char *name, Size entrysize, MemoryContext cxt)
{
	HASHCTL ctl = {.keysize = sizeof(VersionKey), .entrysize = entrysize, .hcxt = cxt};

	return hash_create(name, 128, &ctl, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/* Padding is part of what is hashed. */
static VersionKey
version_key(TransactionId xmin, ItemPointer tid)
{
	VersionKey key;

	memset(&key, 0, sizeof(key));
	key.xmin = xmin;
	key.tid = *tid;
	return key;
}

/*
 * begin_heap_rewrite
 *		Begin to fill newheap, which is empty, from oldheap.
 *
 * Versions deleted before oldest_xmin are dead to all; xids before freeze_xid
 * and multixacts before cutoff_multi are frozen.  Both tables are locked
 * exclusively.  The state lives in the current memory context.
 */
RewriteState
begin_heap_rewrite(Relation oldheap, Relation newheap, TransactionId oldest_xmin,
				   TransactionId freeze_xid, MultiXactId cutoff_multi)
{
	RewriteState state = palloc0(sizeof(RewriteStateData));

	Assert(RelationGetNumberOfBlocks(newheap) == 0);
	state->from = oldheap;
	state->to = newheap;
	state->oldest_xmin = oldest_xmin;
	state->freeze_xid = freeze_xid;
	state->cutoff_multi = cutoff_multi;
	state->context = AllocSetContextCreate(CurrentMemoryContext, "Table rewrite", ALLOCSET_DEFAULT_SIZES);
	state->waiting = version_table("Rewrite: waiting versions", sizeof(WaitingEntry), state->context);
	state->placed = version_table("Rewrite: placed versions", sizeof(PlacedEntry), state->context);
	return state;
}

/* ---- pages ---- */

static void
write_page(RewriteState state)
{
	Page page = (Page) state->page.data;
	SMgrRelation smgr = RelationGetSmgr(state->to);

	if (RelationNeedsWAL(state->to))
		log_newpage(&state->to->rd_node, MAIN_FORKNUM, state->blkno, page, true);
	PageSetChecksumInplace(page, state->blkno);
	smgrextend(smgr, MAIN_FORKNUM, state->blkno, page, true);
	state->blkno++;
	state->page_in_use = false;
}

/* Put a tuple on the page; t_self tells where.  A link that is none: itself. */
static void
put_tuple(RewriteState state, HeapTuple tup)
{
	Page page = (Page) state->page.data;
	HeapTuple stored = tup;
	OffsetNumber off;
	HeapTupleHeader header;
	Size room;

	if (HeapTupleHasExternal(tup) || tup->t_len > TOAST_TUPLE_THRESHOLD)
		stored = heap_toast_insert_or_update(state->to, tup, NULL,
											 HEAP_INSERT_SKIP_FSM | HEAP_INSERT_NO_LOGICAL);
	if (MAXALIGN(stored->t_len) > MaxHeapTupleSize)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("row is too big: size %zu, maximum size %zu",
						MAXALIGN(stored->t_len), MaxHeapTupleSize)));
	room = MAXALIGN(stored->t_len) + RelationGetTargetPageFreeSpace(state->to, HEAP_DEFAULT_FILLFACTOR);
	if (state->page_in_use && PageGetHeapFreeSpace(page) < room)
		write_page(state);
	if (!state->page_in_use)
	{
		PageInit(page, BLCKSZ, 0);
		state->page_in_use = true;
	}
	off = PageAddItem(page, (Item) stored->t_data, stored->t_len, InvalidOffsetNumber, false, true);
	if (off == InvalidOffsetNumber)
		elog(ERROR, "failed to add tuple");
	ItemPointerSet(&tup->t_self, state->blkno, off);
	header = (HeapTupleHeader) PageGetItem(page, PageGetItemId(page, off));
	if (!ItemPointerIsValid(&header->t_ctid))
		header->t_ctid = tup->t_self;
	if (stored != tup)
		heap_freetuple(stored);
}

/* ---- versions ---- */

/* Does another version follow this one in the table? */
static bool
has_successor(HeapTuple tup)
{
	HeapTupleHeader t = tup->t_data;

	return !(t->t_infomask & HEAP_XMAX_INVALID) && !HeapTupleHeaderIsOnlyLocked(t) &&
		!HeapTupleHeaderIndicatesMovedPartitions(t) &&
		!ItemPointerEquals(&tup->t_self, &t->t_ctid);
}

/* The new version gets the old one's ids and flags about them. */
static void
take_visibility(RewriteState state, HeapTuple old, HeapTuple new)
{
	HeapTupleHeader from = old->t_data;
	HeapTupleHeader to = new->t_data;

	to->t_choice.t_heap = from->t_choice.t_heap;
	to->t_infomask = (to->t_infomask & ~HEAP_XACT_MASK) | (from->t_infomask & HEAP_XACT_MASK);
	/* no chain within a page any more, and no index entry yet */
	to->t_infomask2 &= ~HEAP2_XACT_MASK;
	ItemPointerSetInvalid(&to->t_ctid);
	heap_freeze_tuple(to, state->from->rd_rel->relfrozenxid, state->from->rd_rel->relminmxid,
					  state->freeze_xid, state->cutoff_multi);
}

/*
 * Write a version, and whatever waited for it, back to the oldest one.
 * old_tid is its old place, old_updated whether it may have a predecessor.
 */
static void
write_chain(RewriteState state, HeapTuple tup, ItemPointerData old_tid, bool may_have_older,
			TransactionId xmin)
{
	bool owned = false; /* a copy of ours, to be freed */

	for (;;)
	{
		VersionKey key;
		WaitingEntry *older;
		ItemPointerData place;

		put_tuple(state, tup);
		place = tup->t_self;
		if (owned)
			heap_freetuple(tup);
		if (!may_have_older)
			return;
		key = version_key(xmin, &old_tid);
		older = hash_search(state->waiting, &key, HASH_FIND, NULL);
		if (older == NULL)
		{
			bool found;
			PlacedEntry *e = hash_search(state->placed, &key, HASH_ENTER, &found);

			e->new_tid = place;
			return;
		}
		tup = older->tuple;
		old_tid = older->old_tid;
		owned = true;
		hash_search(state->waiting, &key, HASH_REMOVE, NULL);
		tup->t_data->t_ctid = place;
		xmin = HeapTupleHeaderGetXmin(tup->t_data);
		may_have_older = (tup->t_data->t_infomask & HEAP_UPDATED) &&
			!TransactionIdPrecedes(xmin, state->oldest_xmin);
	}
}

/*
 * rewrite_heap_tuple
 *		Add a version that somebody can see.
 *
 * oldtup	as it lies in the old table
 * newtup	the same values, formed for the new one; changed here, and the
 *			caller's to free
 */
void
rewrite_heap_tuple(RewriteState state, HeapTuple oldtup, HeapTuple newtup)
{
	MemoryContext old = MemoryContextSwitchTo(state->context);
	TransactionId xmin = HeapTupleHeaderGetXmin(oldtup->t_data);

	take_visibility(state, oldtup, newtup);
	if (has_successor(oldtup))
	{
		VersionKey key = version_key(HeapTupleHeaderGetUpdateXid(oldtup->t_data), &oldtup->t_data->t_ctid);
		PlacedEntry *newer = hash_search(state->placed, &key, HASH_FIND, NULL);

		if (newer == NULL)
		{
			bool found;
			WaitingEntry *e = hash_search(state->waiting, &key, HASH_ENTER, &found);

			Assert(!found);
			e->old_tid = oldtup->t_self;
			e->tuple = heap_copytuple(newtup);
			MemoryContextSwitchTo(old);
			return;
		}
		newtup->t_data->t_ctid = newer->new_tid;
		hash_search(state->placed, &key, HASH_REMOVE, NULL);
	}
	write_chain(state, newtup, oldtup->t_self,
				(oldtup->t_data->t_infomask & HEAP_UPDATED) &&
					!TransactionIdPrecedes(xmin, state->oldest_xmin),
				xmin);
	MemoryContextSwitchTo(old);
}

/*
 * rewrite_heap_dead_tuple
 *		A version is dead to all and left out.  True: with it an older one goes
 *		that waited for it, and must be dead as well.
 */
bool
rewrite_heap_dead_tuple(RewriteState state, HeapTuple oldtup)
{
	VersionKey key = version_key(HeapTupleHeaderGetXmin(oldtup->t_data), &oldtup->t_self);
	WaitingEntry *older = hash_search(state->waiting, &key, HASH_FIND, NULL);

	if (older == NULL)
		return false;
	heap_freetuple(older->tuple);
	hash_search(state->waiting, &key, HASH_REMOVE, NULL);
	return true;
}

/*
 * end_heap_rewrite
 *		Write what still waits (its successor was removed long ago) and the last
 *		page, and bring the file to disk.
 */
void
end_heap_rewrite(RewriteState state)
{
	HASH_SEQ_STATUS seq;
	WaitingEntry *e;

	hash_seq_init(&seq, state->waiting);
	while ((e = hash_seq_search(&seq)) != NULL)
	{
		ItemPointerSetInvalid(&e->tuple->t_data->t_ctid);
		put_tuple(state, e->tuple);
	}
	if (state->page_in_use)
		write_page(state);
	if (RelationNeedsWAL(state->to))
		smgrimmedsync(RelationGetSmgr(state->to), MAIN_FORKNUM);
	MemoryContextDelete(state->context);
	pfree(state);
}

/* ---- a whole table ---- */

/* The values of a row, formed anew: without those of dropped columns. */
static HeapTuple
form_again(HeapTuple old, TupleDesc old_desc, TupleDesc new_desc, Datum *values, bool *nulls)
{
	heap_deform_tuple(old, old_desc, values, nulls);
	for (int i = 0; i < new_desc->natts; i++)
		if (TupleDescAttr(new_desc, i)->attisdropped)
			nulls[i] = true;
	return heap_form_tuple(new_desc, values, nulls);
}

/* Is the version dead to all?  *recently: dead, but not to all. */
static bool
is_dead(Relation rel, HeapTuple tup, Buffer buf, TransactionId oldest_xmin, bool *recently)
{
	HTSV_Result result;

	LockBuffer(buf, BUFFER_LOCK_SHARE);
	result = HeapTupleSatisfiesVacuum(tup, oldest_xmin, buf);
	LockBuffer(buf, BUFFER_LOCK_UNLOCK);
	*recently = result == HEAPTUPLE_RECENTLY_DEAD || result == HEAPTUPLE_DELETE_IN_PROGRESS;
	/* with the table locked, only this transaction can be at work */
	if (result == HEAPTUPLE_INSERT_IN_PROGRESS &&
		!TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(tup->t_data)))
		elog(WARNING, "concurrent insert in progress within table \"%s\"", RelationGetRelationName(rel));
	if (result == HEAPTUPLE_DELETE_IN_PROGRESS &&
		!TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetUpdateXid(tup->t_data)))
		elog(WARNING, "concurrent delete in progress within table \"%s\"", RelationGetRelationName(rel));
	return result == HEAPTUPLE_DEAD;
}

/*
 * heap_copy_for_rewrite
 *		Copy all versions that are not dead into an empty table.
 *
 * In the order in which they lie; by an index is not supported yet.  Out: how
 * many were copied, left out, and copied though dead to some.
 */
void
heap_copy_for_rewrite(Relation OldHeap, Relation NewHeap, Relation OldIndex, bool use_sort,
					  TransactionId OldestXmin, TransactionId *xid_cutoff,
					  MultiXactId *multi_cutoff, double *num_tuples, double *tups_vacuumed,
					  double *tups_recently_dead)
{
	TupleDesc old_desc = RelationGetDescr(OldHeap);
	TupleDesc new_desc = RelationGetDescr(NewHeap);
	Datum *values = palloc(old_desc->natts * sizeof(Datum));
	bool *nulls = palloc(old_desc->natts * sizeof(bool));
	RewriteState state;
	TableScanDesc scan;
	TupleTableSlot *slot;

	if (OldIndex != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("rewriting a table in the order of an index is not supported yet")));
	state = begin_heap_rewrite(OldHeap, NewHeap, OldestXmin, *xid_cutoff, *multi_cutoff);
	scan = table_beginscan(OldHeap, SnapshotAny, 0, NULL);
	slot = table_slot_create(OldHeap, NULL);
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		HeapTuple old = ExecFetchSlotHeapTuple(slot, false, NULL);
		HeapTuple new;
		bool recently;

		CHECK_FOR_INTERRUPTS();
		if (is_dead(OldHeap, old, ((BufferHeapTupleTableSlot *) slot)->buffer, OldestXmin, &recently))
		{
			*tups_vacuumed += 1;
			if (rewrite_heap_dead_tuple(state, old))
			{
				*tups_vacuumed += 1;
				*num_tuples -= 1;
				*tups_recently_dead -= 1;
			}
			continue;
		}
		*num_tuples += 1;
		if (recently)
			*tups_recently_dead += 1;
		new = form_again(old, old_desc, new_desc, values, nulls);
		rewrite_heap_tuple(state, old, new);
		heap_freetuple(new);
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
	end_heap_rewrite(state);
	pfree(values);
	pfree(nulls);
}
