/*
 * nbtutils.c
 *		Keys, truncation, dead items, vacuum cycles, options.
 *
 * Small services for the other files of the btree.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtutils.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/nbtree.h"
#include "access/reloptions.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "utils/datum.h"
#include "utils/rel.h"

#include <time.h>

/* ------------------------------------------------------------------
 * Insertion keys
 * ------------------------------------------------------------------
 */

/*
 * _bt_mkscankey
 *		Insertion key for a tuple: to find where it belongs, or (pivots) the
 *		page that it bounds.  Without a tuple: a key without values, for
 *		comparisons in sorts.  Values point into the tuple.
 */
BTScanInsert
_bt_mkscankey(Relation rel, IndexTuple itup)
{
	TupleDesc desc = RelationGetDescr(rel);
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(rel);
	int tupnatts = itup ? BTreeTupleGetNAtts(itup, rel) : 0;
	BTScanInsert key = palloc(offsetof(BTScanInsertData, scankeys) +
							  sizeof(ScanKeyData) * nkeyatts);

	if (itup)
		_bt_metaversion(rel, &key->heapkeyspace, &key->allequalimage);
	else
	{
		key->heapkeyspace = true;
		key->allequalimage = false;
	}
	key->anynullkeys = false;
	key->nextkey = false;
	key->pivotsearch = false;
	key->scantid = key->heapkeyspace && itup ? BTreeTupleGetHeapTID(itup) : NULL;
	key->keysz = Min(nkeyatts, tupnatts);

	for (int i = 0; i < nkeyatts; i++)
	{
		Datum arg = (Datum) 0;
		bool null = true;

		/* truncated columns are never looked at: keysz is short of them */
		if (i < tupnatts)
			arg = index_getattr(itup, i + 1, desc, &null);
		ScanKeyEntryInitializeWithInfo(&key->scankeys[i],
									   (null ? SK_ISNULL : 0) |
										   (rel->rd_indoption[i] << SK_BT_INDOPTION_SHIFT),
									   i + 1, InvalidStrategy, InvalidOid,
									   rel->rd_indcollation[i],
									   index_getprocinfo(rel, i + 1,
														 BTORDER_PROC),
									   arg);
		if (null)
			key->anynullkeys = true;
	}
	/* with NULLS NOT DISTINCT, nulls are values like others */
	if (rel->rd_index->indnullsnotdistinct)
		key->anynullkeys = false;
	return key;
}

void
_bt_freestack(BTStack stack)
{
	while (stack)
	{
		BTStack parent = stack->bts_parent;

		pfree(stack);
		stack = parent;
	}
}

/* ------------------------------------------------------------------
 * Testing tuples in a scan
 * ------------------------------------------------------------------
 */

/* A NULL value in the index: can the scan end here? */
static void
null_may_end_scan(int flags, ScanDirection dir, bool *continuescan)
{
	/*
	 * Nulls stand together at one end.  A key that is required in the other
	 * direction also ends the scan if the nulls come last in this one, since
	 * nothing but nulls follows.
	 */
	if (flags & SK_BT_NULLS_FIRST)
	{
		if ((flags & (SK_BT_REQFWD | SK_BT_REQBKWD)) &&
			ScanDirectionIsBackward(dir))
			*continuescan = false;
	}
	else if ((flags & (SK_BT_REQFWD | SK_BT_REQBKWD)) &&
			 ScanDirectionIsForward(dir))
		*continuescan = false;
}

static inline bool
required_in(int flags, ScanDirection dir)
{
	return ScanDirectionIsForward(dir) ? (flags & SK_BT_REQFWD) != 0 : (flags & SK_BT_REQBKWD) != 0;
}

/* (a, b, ...) op (x, y, ...) */
static bool
check_row_compare(ScanKey header, IndexTuple tuple, int tupnatts,
				  TupleDesc desc, ScanDirection dir, bool *continuescan)
{
	ScanKey sub = (ScanKey) DatumGetPointer(header->sk_argument);
	int32 cmp = 0;
	bool result;

	for (;; sub++)
	{
		Datum datum;
		bool isnull;

		Assert(sub->sk_flags & SK_ROW_MEMBER);
		if (sub->sk_attno > tupnatts)
			return true; /* truncated: may match */
		datum = index_getattr(tuple, sub->sk_attno, desc, &isnull);
		if (isnull)
		{
			/*
			 * The members before are equal.  Beyond the nulls of the first
			 * nothing comes; behind those of another the first goes on, which
			 * only a key required in this direction rules out.
			 */
			if (sub == (ScanKey) DatumGetPointer(header->sk_argument) ||
				required_in(sub->sk_flags, dir))
				null_may_end_scan(sub->sk_flags, dir, continuescan);
			return false;
		}
		if (sub->sk_flags & SK_ISNULL)
		{
			/* a null argument: no row matches; the first column's ends it */
			if (sub != (ScanKey) DatumGetPointer(header->sk_argument))
				sub--;
			if (required_in(sub->sk_flags, dir))
				*continuescan = false;
			return false;
		}
		cmp = DatumGetInt32(FunctionCall2Coll(&sub->sk_func, sub->sk_collation,
											  datum, sub->sk_argument));
		if (sub->sk_flags & SK_BT_DESC)
			cmp = cmp < 0 ? 1 : -(cmp > 0);
		if (cmp != 0 || (sub->sk_flags & SK_ROW_END))
			break;
	}

	switch (sub->sk_strategy)
	{
		case BTLessStrategyNumber:
			result = cmp < 0;
			break;
		case BTLessEqualStrategyNumber:
			result = cmp <= 0;
			break;
		case BTGreaterEqualStrategyNumber:
			result = cmp >= 0;
			break;
		case BTGreaterStrategyNumber:
			result = cmp > 0;
			break;
		default:
			elog(ERROR, "unrecognized RowCompareType: %d",
				 (int) sub->sk_strategy);
			result = false;
	}
	/* it is the deciding member that knows whether more can match */
	if (!result && required_in(sub->sk_flags, dir))
		*continuescan = false;
	return result;
}

/*
 * _bt_checkkeys
 *		Does a tuple (tupnatts columns of it) fulfil the scan's keys?
 *
 * *continuescan becomes false if no later tuple in the direction can.
 */
bool
_bt_checkkeys(IndexScanDesc scan, IndexTuple tuple, int tupnatts,
			  ScanDirection dir, bool *continuescan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	TupleDesc desc = RelationGetDescr(scan->indexRelation);
	ScanKey end = so->keyData + so->numberOfKeys;

	*continuescan = true;
	for (ScanKey key = so->keyData; key < end; key++)
	{
		Datum datum;
		bool isnull;
		int flags = key->sk_flags;

		/* a truncated column of a high key: nothing to tell from it */
		if (key->sk_attno > tupnatts)
		{
			Assert(ScanDirectionIsForward(dir));
			continue;
		}
		if (flags & SK_ROW_HEADER)
		{
			if (check_row_compare(key, tuple, tupnatts, desc, dir,
								  continuescan))
				continue;
			return false;
		}

		datum = index_getattr(tuple, key->sk_attno, desc, &isnull);
		if (flags & SK_ISNULL)
		{
			/* IS NULL, IS NOT NULL */
			bool ok = (flags & SK_SEARCHNULL) ? isnull : !isnull;

			if (ok)
				continue;
			if (required_in(flags, dir))
				*continuescan = false;
			return false;
		}
		if (isnull)
		{
			null_may_end_scan(flags, dir, continuescan);
			return false;
		}
		if (!DatumGetBool(FunctionCall2Coll(&key->sk_func, key->sk_collation,
											datum, key->sk_argument)))
		{
			if (required_in(flags, dir))
				*continuescan = false;
			return false;
		}
	}
	return true;
}

/* All TIDs of a posting list among the killed items from *i on? */
static bool
posting_all_killed(BTScanOpaque so, IndexTuple itup, int *i)
{
	int n = BTreeTupleGetNPosting(itup);
	int pos = *i;
	int done;

	for (done = 0; done < n; done++)
	{
		BTScanPosItem *kitem;

		if (pos >= so->numKilled)
			break;
		kitem = &so->currPos.items[so->killedItems[pos]];
		if (!ItemPointerEquals(BTreeTupleGetPostingN(itup, done),
							   &kitem->heapTid))
			break;
		pos++;
	}
	if (done < n)
		return false;
	*i = pos - 1;
	return true;
}

/*
 * _bt_killitems
 *		Mark the items that the scan found dead to all, if they can be found
 *		again.  The page must not have changed unless we kept it pinned: a TID
 *		could have been removed and reused meanwhile.
 */
void
_bt_killitems(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	Relation rel = scan->indexRelation;
	int numKilled = so->numKilled;
	bool any = false;
	Page page;
	BTPageOpaque opaque;
	OffsetNumber minoff,
		maxoff;
	Buffer buf;

	Assert(BTScanPosIsValid(so->currPos));
	if (BTScanPosIsPinned(so->currPos))
	{
		buf = so->currPos.buf;
		_bt_lockbuf(rel, buf, BT_READ);
	}
	else
	{
		buf = _bt_getbuf(rel, so->currPos.currPage, BT_READ);
		if (BufferGetLSNAtomic(buf) != so->currPos.lsn)
		{
			so->numKilled = 0;
			_bt_relbuf(rel, buf);
			return;
		}
	}
	page = BufferGetPage(buf);
	opaque = BTPageGetOpaque(page);
	minoff = P_FIRSTDATAKEY(opaque);
	maxoff = PageGetMaxOffsetNumber(page);

	for (int i = 0; i < numKilled; i++)
	{
		BTScanPosItem *kitem = &so->currPos.items[so->killedItems[i]];
		/* items only move right while the page is pinned */
		OffsetNumber off = Max(kitem->indexOffset, minoff);

		for (; off <= maxoff; off++)
		{
			ItemId iid = PageGetItemId(page, off);
			IndexTuple itup = (IndexTuple) PageGetItem(page, iid);
			bool kill;

			if (BTreeTupleIsPosting(itup))
				kill = posting_all_killed(so, itup, &i);
			else
				kill = ItemPointerEquals(&itup->t_tid, &kitem->heapTid);
			if (kill)
			{
				if (!ItemIdIsDead(iid))
				{
					ItemIdMarkDead(iid);
					any = true;
				}
				break;
			}
		}
	}
	if (any)
	{
		opaque->btpo_flags |= BTP_HAS_GARBAGE;
		MarkBufferDirtyHint(buf, true);
	}
	so->numKilled = 0;
	/* a pin the scan had stays */
	if (BTScanPosIsPinned(so->currPos))
		_bt_unlockbuf(rel, buf);
	else
		_bt_relbuf(rel, buf);
}

/* ------------------------------------------------------------------
 * Suffix truncation
 * ------------------------------------------------------------------
 */

/* Leading columns up to the first that differs; natts + 1 if none does. */
static int
keep_natts(Relation rel, IndexTuple lastleft, IndexTuple firstright,
		   BTScanInsert key)
{
	TupleDesc desc = RelationGetDescr(rel);
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(rel);
	int keep = 1;

	/* old versions keep all columns */
	if (!key->heapkeyspace)
		return nkeyatts;
	for (int attno = 1; attno <= nkeyatts; attno++, keep++)
	{
		ScanKey k = &key->scankeys[attno - 1];
		bool n1,
			n2;
		Datum d1 = index_getattr(lastleft, attno, desc, &n1);
		Datum d2 = index_getattr(firstright, attno, desc, &n2);

		if (n1 != n2)
			break;
		if (!n1 && DatumGetInt32(FunctionCall2Coll(&k->sk_func, k->sk_collation, d1, d2)) != 0)
			break;
	}
	return keep;
}

/* _bt_keep_natts_fast
 *		The same by comparing images: never less than the true answer. */
int
_bt_keep_natts_fast(Relation rel, IndexTuple lastleft, IndexTuple firstright)
{
	TupleDesc desc = RelationGetDescr(rel);
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(rel);
	int keep = 1;

	for (int attno = 1; attno <= nkeyatts; attno++, keep++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, attno - 1);
		bool n1,
			n2;
		Datum d1 = index_getattr(lastleft, attno, desc, &n1);
		Datum d2 = index_getattr(firstright, attno, desc, &n2);

		if (n1 != n2)
			break;
		if (!n1 && !datum_image_eq(d1, d2, att->attbyval, att->attlen))
			break;
	}
	return keep;
}

/*
 * _bt_truncate
 *		New pivot that separates lastleft from firstright on a leaf: a prefix
 *		of firstright, with lastleft's highest TID if no column tells them
 *		apart.  palloc'd.
 */
IndexTuple
_bt_truncate(Relation rel, IndexTuple lastleft, IndexTuple firstright,
			 BTScanInsert itup_key)
{
	TupleDesc desc = RelationGetDescr(rel);
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(rel);
	int keep = keep_natts(rel, lastleft, firstright, itup_key);
	IndexTuple pivot;
	IndexTuple withtid;
	Size size;

	Assert(!BTreeTupleIsPivot(lastleft) && !BTreeTupleIsPivot(firstright));
	pivot = index_truncate_tuple(desc, firstright, Min(keep, nkeyatts));
	if (BTreeTupleIsPosting(pivot))
	{
		/* nothing was truncated: cut off the posting list at least */
		pivot->t_info &= ~INDEX_SIZE_MASK;
		pivot->t_info |= MAXALIGN(BTreeTupleGetPostingOffset(firstright));
	}
	if (keep <= nkeyatts)
	{
		BTreeTupleSetNAtts(pivot, keep, false);
		return pivot;
	}

	/* heap TID as the last column */
	size = MAXALIGN(IndexTupleSize(pivot)) + MAXALIGN(sizeof(ItemPointerData));
	withtid = palloc0(size);
	memcpy(withtid, pivot, MAXALIGN(IndexTupleSize(pivot)));
	pfree(pivot);
	withtid->t_info &= ~INDEX_SIZE_MASK;
	withtid->t_info |= size;
	BTreeTupleSetNAtts(withtid, nkeyatts, true);
	ItemPointerCopy(BTreeTupleGetMaxHeapTID(lastleft),
					BTreeTupleGetHeapTID(withtid));
	return withtid;
}

/* _bt_check_natts
 *		Has an item the number of columns that its place demands? */
bool
_bt_check_natts(Relation rel, bool heapkeyspace, Page page, OffsetNumber offnum)
{
	BTPageOpaque opaque = BTPageGetOpaque(page);
	int nkeyatts = IndexRelationGetNumberOfKeyAttributes(rel);
	IndexTuple itup = (IndexTuple) PageGetItem(page,
											   PageGetItemId(page, offnum));
	int natts;

	if (P_IGNORE(opaque))
		return true;
	natts = BTreeTupleGetNAtts(itup, rel);
	if (P_ISLEAF(opaque) && offnum >= P_FIRSTDATAKEY(opaque))
		return !BTreeTupleIsPivot(itup) &&
			natts == IndexRelationGetNumberOfAttributes(rel);
	if (!P_ISLEAF(opaque) && offnum == P_FIRSTDATAKEY(opaque))
		return !heapkeyspace || natts == 0;
	/* a pivot with a key */
	if (!heapkeyspace)
		return natts == nkeyatts;
	return BTreeTupleIsPivot(itup) && natts > 0 && natts <= nkeyatts;
}

/* _bt_check_third_page
 *		Refuse tuples of which three would not fit a page. */
void
_bt_check_third_page(Relation rel, Relation heap, bool needheaptidspace,
					 Page page, IndexTuple newtup)
{
	Size size = MAXALIGN(IndexTupleSize(newtup));
	ItemPointer tid = BTreeTupleGetHeapTID(newtup);
	Size limit = needheaptidspace ? BTMaxItemSize(page) : BTMaxItemSizeNoHeapTid(page);

	if (size <= limit)
		return;
	/* internal pages may use the room that leaves keep free for a TID */
	if (!P_ISLEAF(BTPageGetOpaque(page)) &&
		size <= BTMaxItemSizeNoHeapTid(page))
		return;
	if (!P_ISLEAF(BTPageGetOpaque(page)))
		elog(ERROR, "cannot insert oversized tuple of size %zu on internal page of index \"%s\"",
			 size, RelationGetRelationName(rel));
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("index row size %zu exceeds btree version %u maximum %zu for index \"%s\"",
					size, needheaptidspace ? BTREE_VERSION : BTREE_NOVAC_VERSION, limit, RelationGetRelationName(rel)),
			 errdetail("Index row references tuple (%u,%u) in relation \"%s\".",
					   ItemPointerGetBlockNumber(tid),
					   ItemPointerGetOffsetNumber(tid),
					   RelationGetRelationName(heap)),
			 errhint("A value must be small enough that three of them fit a page; consider an index on a hash of it.")));
}

/* _bt_allequalimage
 *		Are equal keys bitwise equal, so that they can share a tuple?  Decided
 *		once, when the index is built. */
bool
_bt_allequalimage(Relation rel, bool debugmessage)
{
	if (IndexRelationGetNumberOfAttributes(rel) !=
		IndexRelationGetNumberOfKeyAttributes(rel))
		return false; /* INCLUDE columns could differ */
	for (int i = 0; i < IndexRelationGetNumberOfKeyAttributes(rel); i++)
	{
		Oid opcintype = rel->rd_opcintype[i];
		Oid proc = get_opfamily_proc(rel->rd_opfamily[i], opcintype,
									 opcintype, BTEQUALIMAGE_PROC);

		if (!OidIsValid(proc) ||
			!DatumGetBool(OidFunctionCall1Coll(proc, rel->rd_indcollation[i],
											   ObjectIdGetDatum(opcintype))))
			return false;
	}
	return true;
}

/* ------------------------------------------------------------------
 * Vacuum cycles: which VACUUM is running on which index, in shared memory.
 * Pages that split meanwhile carry its cycle id, so that it can find items
 * that moved behind its back.  BtreeVacuumLock protects the table.
 * ------------------------------------------------------------------
 */
typedef struct OneVacuum
{
	LockRelId relid;
	BTCycleId cycleid;
} OneVacuum;

typedef struct VacuumTable
{
	BTCycleId next;
	int num;
	int max;
	OneVacuum vacuums[FLEXIBLE_ARRAY_MEMBER];
} VacuumTable;

static VacuumTable *vacuum_table;

static int
find_vacuum(Relation rel)
{
	LockRelId *id = &rel->rd_lockInfo.lockRelId;

	for (int i = 0; i < vacuum_table->num; i++)
		if (vacuum_table->vacuums[i].relid.relId == id->relId &&
			vacuum_table->vacuums[i].relid.dbId == id->dbId)
			return i;
	return -1;
}

/* _bt_vacuum_cycleid
 *		Id of the VACUUM running on the index, 0 if none. */
BTCycleId
_bt_vacuum_cycleid(Relation rel)
{
	BTCycleId result = 0;
	int i;

	/* temporary indexes are vacuumed by their owner alone; nor is there a
	 * table in a process without shared memory (initdb's tools) */
	if (vacuum_table == NULL)
		return 0;
	LWLockAcquire(BtreeVacuumLock, LW_SHARED);
	i = find_vacuum(rel);
	if (i >= 0)
		result = vacuum_table->vacuums[i].cycleid;
	LWLockRelease(BtreeVacuumLock);
	return result;
}

/* _bt_start_vacuum
 *		Enter one; the caller sees to _bt_end_vacuum even on error. */
BTCycleId
_bt_start_vacuum(Relation rel)
{
	BTCycleId result;

	LWLockAcquire(BtreeVacuumLock, LW_EXCLUSIVE);
	result = ++vacuum_table->next;
	if (result == 0 || result > MAX_BT_CYCLE_ID)
		result = vacuum_table->next = 1;
	if (find_vacuum(rel) >= 0)
	{
		/* released here: the error clean-up would take it again */
		LWLockRelease(BtreeVacuumLock);
		elog(ERROR, "multiple active vacuums for index \"%s\"",
			 RelationGetRelationName(rel));
	}
	if (vacuum_table->num >= vacuum_table->max)
	{
		LWLockRelease(BtreeVacuumLock);
		elog(ERROR, "out of btvacinfo slots");
	}
	vacuum_table->vacuums[vacuum_table->num].relid = rel->rd_lockInfo.lockRelId;
	vacuum_table->vacuums[vacuum_table->num].cycleid = result;
	vacuum_table->num++;
	LWLockRelease(BtreeVacuumLock);
	return result;
}

/* _bt_end_vacuum
 *		Remove it, if it is there. */
void
_bt_end_vacuum(Relation rel)
{
	int i;

	LWLockAcquire(BtreeVacuumLock, LW_EXCLUSIVE);
	i = find_vacuum(rel);
	if (i >= 0)
		vacuum_table->vacuums[i] = vacuum_table->vacuums[--vacuum_table->num];
	LWLockRelease(BtreeVacuumLock);
}

void
_bt_end_vacuum_callback(int code, Datum arg)
{
	_bt_end_vacuum((Relation) DatumGetPointer(arg));
}

/* BTreeShmemSize */
Size
BTreeShmemSize(void)
{
	return offsetof(VacuumTable, vacuums) + MaxBackends * sizeof(OneVacuum);
}

/* BTreeShmemInit */
void
BTreeShmemInit(void)
{
	bool found;

	vacuum_table = ShmemInitStruct("BTree Vacuum State", BTreeShmemSize(),
								   &found);
	if (found)
		return;
	/* not 0 after a restart, so that old ids on pages mean nothing */
	vacuum_table->next = (BTCycleId) time(NULL);
	vacuum_table->num = 0;
	vacuum_table->max = MaxBackends;
}

/* access_register
 *		What the access layer needs at process start. */
void
access_register(void)
{
	shmem_register("btree vacuums", BTreeShmemSize, BTreeShmemInit);
}

/* ------------------------------------------------------------------
 * Options and properties
 * ------------------------------------------------------------------
 */

/* btoptions */
bytea *
btoptions(Datum reloptions, bool validate)
{
	static const relopt_parse_elt tab[] = {
		{"fillfactor", RELOPT_TYPE_INT, offsetof(BTOptions, fillfactor)},
		{"vacuum_cleanup_index_scale_factor", RELOPT_TYPE_REAL,
		 offsetof(BTOptions, vacuum_cleanup_index_scale_factor)},
		{"deduplicate_items", RELOPT_TYPE_BOOL,
		 offsetof(BTOptions, deduplicate_items)},
	};

	return (bytea *) build_reloptions(reloptions, validate, RELOPT_KIND_BTREE,
									  sizeof(BTOptions), tab, lengthof(tab));
}

/* btproperty
 *		Only "returnable" is not answered generically. */
bool
btproperty(Oid index_oid, int attno, IndexAMProperty prop,
		   const char *propname, bool *res, bool *isnull)
{
	if (prop != AMPROP_RETURNABLE || attno == 0)
		return false;
	*res = true;
	return true;
}

/* btbuildphasename
 *		For pg_stat_progress_create_index. */
char *
btbuildphasename(int64 phasenum)
{
	static const char *const names[] = {
		NULL, "initializing", "scanning table", "sorting live tuples",
		"sorting dead tuples", "loading tuples in tree"};

	if (phasenum < 1 || phasenum >= (int64) lengthof(names))
		return NULL;
	return (char *) names[phasenum];
}
