/*
 * nbtree.h
 *		The btree index method: page and tuple layout, scan state, functions.
 *
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * A B-link tree: every page has a high key and a right sibling, so that searches need no lock on parents (access/nbtree/README).nbtree.h
 */
#ifndef NBTREE_H
#define NBTREE_H

#include "access/amapi.h"
#include "access/itup.h"
#include "access/relscan.h"
#include "access/sdir.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_index.h"
#include "lib/stringinfo.h"
#include "storage/bufmgr.h"

/* ---- pages ---- */
typedef uint16 BTCycleId;

typedef struct BTPageOpaqueData
{
	BlockNumber btpo_prev; /* siblings, P_NONE at the ends */
	BlockNumber btpo_next;
	uint32 btpo_level; /* 0 in leaves */
	uint16 btpo_flags;
	BTCycleId btpo_cycleid; /* of the VACUUM during the last split */
} BTPageOpaqueData;

typedef BTPageOpaqueData *BTPageOpaque;

#define BTPageGetOpaque(page) ((BTPageOpaque) PageGetSpecialPointer(page))

#define BTP_LEAF (1 << 0)
#define BTP_ROOT (1 << 1)
#define BTP_DELETED (1 << 2)
#define BTP_META (1 << 3)
#define BTP_HALF_DEAD (1 << 4)
#define BTP_SPLIT_END (1 << 5)
#define BTP_HAS_GARBAGE (1 << 6)
#define BTP_INCOMPLETE_SPLIT (1 << 7)
#define BTP_HAS_FULLXID (1 << 8)

#define MAX_BT_CYCLE_ID 0xFF7F

typedef struct BTMetaPageData
{
	uint32 btm_magic;
	uint32 btm_version;
	BlockNumber btm_root;
	uint32 btm_level;
	BlockNumber btm_fastroot; /* lowest page alone on its level */
	uint32 btm_fastlevel;
	uint32 btm_last_cleanup_num_delpages;
	float8 btm_last_cleanup_num_heap_tuples;
	bool btm_allequalimage; /* equal means bitwise equal */
} BTMetaPageData;

#define BTPageGetMeta(page) ((BTMetaPageData *) PageGetContents(page))

#define BTREE_METAPAGE 0
#define BTREE_MAGIC 0x053162
#define BTREE_VERSION 4
#define BTREE_MIN_VERSION 2
#define BTREE_NOVAC_VERSION 3

StaticAssertDecl(sizeof(BTPageOpaqueData) == 16, "btree special space");
StaticAssertDecl(offsetof(BTMetaPageData, btm_allequalimage) == 40, "meta");

/* A deleted page keeps the xid that must have ended before it is reused. */
typedef struct BTDeletedPageData
{
	FullTransactionId safexid;
} BTDeletedPageData;

#define P_NONE 0
#define P_HIKEY ((OffsetNumber) 1)
#define P_FIRSTKEY ((OffsetNumber) 2)

#define P_LEFTMOST(o) ((o)->btpo_prev == P_NONE)
#define P_RIGHTMOST(o) ((o)->btpo_next == P_NONE)
#define P_FIRSTDATAKEY(o) (P_RIGHTMOST(o) ? P_HIKEY : P_FIRSTKEY)
#define P_ISLEAF(o) (((o)->btpo_flags & BTP_LEAF) != 0)
#define P_ISROOT(o) (((o)->btpo_flags & BTP_ROOT) != 0)
#define P_ISDELETED(o) (((o)->btpo_flags & BTP_DELETED) != 0)
#define P_ISMETA(o) (((o)->btpo_flags & BTP_META) != 0)
#define P_ISHALFDEAD(o) (((o)->btpo_flags & BTP_HALF_DEAD) != 0)
#define P_IGNORE(o) (((o)->btpo_flags & (BTP_DELETED | BTP_HALF_DEAD)) != 0)
#define P_HAS_GARBAGE(o) (((o)->btpo_flags & BTP_HAS_GARBAGE) != 0)
#define P_INCOMPLETE_SPLIT(o) \
	(((o)->btpo_flags & BTP_INCOMPLETE_SPLIT) != 0)
#define P_HAS_FULLXID(o) (((o)->btpo_flags & BTP_HAS_FULLXID) != 0)

static inline void
BTPageSetDeleted(Page page, FullTransactionId safexid)
{
	BTPageOpaque opaque = BTPageGetOpaque(page);
	PageHeader header = (PageHeader) page;
	BTDeletedPageData *contents = (BTDeletedPageData *) PageGetContents(page);

	opaque->btpo_flags &= ~BTP_HALF_DEAD;
	opaque->btpo_flags |= BTP_DELETED | BTP_HAS_FULLXID;
	header->pd_upper = header->pd_special;
	header->pd_lower = MAXALIGN(SizeOfPageHeaderData) +
		sizeof(BTDeletedPageData);
	contents->safexid = safexid;
}

static inline FullTransactionId
BTPageGetDeleteXid(Page page)
{
	BTPageOpaque opaque = BTPageGetOpaque(page);

	if (!P_HAS_FULLXID(opaque))
		return FullTransactionIdFromEpochAndXid(0, FirstNormalTransactionId);
	return ((BTDeletedPageData *) PageGetContents(page))->safexid;
}

/* ---- limits ---- */
#define BTMaxItemSize(page)                                                   \
	(MAXALIGN_DOWN((PageGetPageSize(page) -                                   \
					MAXALIGN(SizeOfPageHeaderData + 3 * sizeof(ItemIdData)) - \
					MAXALIGN(sizeof(BTPageOpaqueData))) /                     \
				   3) -                                                       \
	 MAXALIGN(sizeof(ItemPointerData)))
#define BTMaxItemSizeNoHeapTid(page) \
	(BTMaxItemSize(page) + MAXALIGN(sizeof(ItemPointerData)))
#define MaxTIDsPerBTreePage                                             \
	((int) (BLCKSZ - SizeOfPageHeaderData - sizeof(BTPageOpaqueData)) / \
	 (int) sizeof(ItemPointerData))

#define BTREE_MIN_FILLFACTOR 10
#define BTREE_DEFAULT_FILLFACTOR 90
#define BTREE_NONLEAF_FILLFACTOR 70
#define BTREE_SINGLEVAL_FILLFACTOR 96

/* ---- tuples ---- */
#define INDEX_ALT_TID_MASK INDEX_AM_RESERVED_BIT
#define BT_OFFSET_MASK 0x0FFF
#define BT_STATUS_OFFSET_MASK 0xF000
#define BT_PIVOT_HEAP_TID_ATTR 0x1000
#define BT_IS_POSTING 0x2000

#define BTreeTupleGetNAtts(itup, rel) \
	(BTreeTupleIsPivot(itup) ? (ItemPointerGetOffsetNumberNoCheck(&(itup)->t_tid) & BT_OFFSET_MASK) : IndexRelationGetNumberOfAttributes(rel))

static inline bool
BTreeTupleIsPivot(IndexTuple itup)
{
	return (itup->t_info & INDEX_ALT_TID_MASK) != 0 &&
		(ItemPointerGetOffsetNumberNoCheck(&itup->t_tid) &
		 BT_IS_POSTING) == 0;
}

static inline bool
BTreeTupleIsPosting(IndexTuple itup)
{
	return (itup->t_info & INDEX_ALT_TID_MASK) != 0 &&
		(ItemPointerGetOffsetNumberNoCheck(&itup->t_tid) &
		 BT_IS_POSTING) != 0;
}

static inline void
BTreeTupleSetPosting(IndexTuple itup, uint16 nhtids, int postingoffset)
{
	itup->t_info |= INDEX_ALT_TID_MASK;
	ItemPointerSet(&itup->t_tid, postingoffset, nhtids | BT_IS_POSTING);
}

static inline uint16
BTreeTupleGetNPosting(IndexTuple posting)
{
	return ItemPointerGetOffsetNumberNoCheck(&posting->t_tid) &
		BT_OFFSET_MASK;
}

static inline uint32
BTreeTupleGetPostingOffset(IndexTuple posting)
{
	return ItemPointerGetBlockNumberNoCheck(&posting->t_tid);
}

static inline ItemPointer
BTreeTupleGetPosting(IndexTuple posting)
{
	return (ItemPointer) ((char *) posting +
						  BTreeTupleGetPostingOffset(posting));
}

static inline ItemPointer
BTreeTupleGetPostingN(IndexTuple posting, int n)
{
	return BTreeTupleGetPosting(posting) + n;
}

static inline BlockNumber
BTreeTupleGetDownLink(IndexTuple pivot)
{
	return ItemPointerGetBlockNumberNoCheck(&pivot->t_tid);
}

static inline void
BTreeTupleSetDownLink(IndexTuple pivot, BlockNumber blkno)
{
	ItemPointerSetBlockNumber(&pivot->t_tid, blkno);
}

static inline void
BTreeTupleSetNAtts(IndexTuple itup, uint16 nkeyatts, bool heaptid)
{
	itup->t_info |= INDEX_ALT_TID_MASK;
	ItemPointerSetOffsetNumber(&itup->t_tid,
							   nkeyatts |
								   (heaptid ? BT_PIVOT_HEAP_TID_ATTR : 0));
}

/* The block to remove above a half-dead leaf, in its dummy high key. */
static inline BlockNumber
BTreeTupleGetTopParent(IndexTuple leafhikey)
{
	return BTreeTupleGetDownLink(leafhikey);
}

static inline void
BTreeTupleSetTopParent(IndexTuple leafhikey, BlockNumber blkno)
{
	BTreeTupleSetDownLink(leafhikey, blkno);
	BTreeTupleSetNAtts(leafhikey, 0, false);
}

/* Lowest heap TID of a leaf tuple; a pivot's tiebreaker or NULL. */
static inline ItemPointer
BTreeTupleGetHeapTID(IndexTuple itup)
{
	if ((itup->t_info & INDEX_ALT_TID_MASK) == 0)
		return &itup->t_tid;
	if (BTreeTupleIsPosting(itup))
		return BTreeTupleGetPosting(itup);
	if ((ItemPointerGetOffsetNumberNoCheck(&itup->t_tid) &
		 BT_PIVOT_HEAP_TID_ATTR) == 0)
		return NULL;
	return (ItemPointer) ((char *) itup + IndexTupleSize(itup) -
						  sizeof(ItemPointerData));
}

static inline ItemPointer
BTreeTupleGetMaxHeapTID(IndexTuple itup)
{
	if (BTreeTupleIsPosting(itup))
		return BTreeTupleGetPostingN(itup, BTreeTupleGetNPosting(itup) - 1);
	return &itup->t_tid;
}

/* ---- support functions, strategies ---- */
#define BTCommuteStrategyNumber(s) (BTMaxStrategyNumber + 1 - (s))

#define BTORDER_PROC 1
#define BTSORTSUPPORT_PROC 2
#define BTINRANGE_PROC 3
#define BTEQUALIMAGE_PROC 4
#define BTOPTIONS_PROC 5
#define BTNProcs 5

#define BT_READ BUFFER_LOCK_SHARE
#define BT_WRITE BUFFER_LOCK_EXCLUSIVE

/* private ScanKey flags */
#define SK_BT_REQFWD 0x00010000 /* ends a forward scan when it fails */
#define SK_BT_REQBKWD 0x00020000
#define SK_BT_INDOPTION_SHIFT 24
#define SK_BT_DESC (INDOPTION_DESC << SK_BT_INDOPTION_SHIFT)
#define SK_BT_NULLS_FIRST (INDOPTION_NULLS_FIRST << SK_BT_INDOPTION_SHIFT)

/* ---- options ---- */
typedef struct BTOptions
{
	int32 varlena_header_;
	int fillfactor;
	float8 vacuum_cleanup_index_scale_factor; /* obsolete */
	bool deduplicate_items;
} BTOptions;

#define BTGetFillFactor(rel) \
	((rel)->rd_options ? ((BTOptions *) (rel)->rd_options)->fillfactor : BTREE_DEFAULT_FILLFACTOR)
#define BTGetTargetPageFreeSpace(rel) \
	(BLCKSZ * (100 - BTGetFillFactor(rel)) / 100)
#define BTGetDeduplicateItems(rel) \
	((rel)->rd_options ? ((BTOptions *) (rel)->rd_options)->deduplicate_items : true)

/* ---- descent ---- */
typedef struct BTStackData
{
	BlockNumber bts_blkno; /* of the parent */
	OffsetNumber bts_offset; /* of the downlink followed */
	struct BTStackData *bts_parent;
} BTStackData;

typedef BTStackData *BTStack;

/*
 * An insertion key: the whole key of a tuple, or a prefix of it.  Column i of
 * the index is scankeys[i - 1], compared through its btree order function.
 */
typedef struct BTScanInsertData
{
	bool heapkeyspace; /* version 4: TID is the last key column */
	bool allequalimage;
	bool anynullkeys;
	bool nextkey; /* find first > key rather than >= */
	bool pivotsearch; /* looking for an exact pivot */
	ItemPointer scantid; /* tiebreaker, or NULL */
	int keysz;
	ScanKeyData scankeys[INDEX_MAX_KEYS];
} BTScanInsertData;

typedef BTScanInsertData *BTScanInsert;

/* One insertion in progress. */
typedef struct BTInsertStateData
{
	IndexTuple itup;
	Size itemsz; /* MAXALIGNed */
	BTScanInsert itup_key;
	Buffer buf; /* leaf, write-locked */

	/* range for the next binary search of buf */
	bool bounds_valid;
	OffsetNumber low;
	OffsetNumber stricthigh;

	int postingoff; /* inside a posting list, or -1 (dead) */
} BTInsertStateData;

typedef BTInsertStateData *BTInsertState;

/* ---- deduplication ---- */
typedef struct BTDedupInterval
{
	OffsetNumber baseoff;
	uint16 nitems;
} BTDedupInterval;

typedef struct BTDedupStateData
{
	bool deduplicate; /* still merging? */
	int nmaxitems;
	Size maxpostingsize;

	/* the posting list being made */
	IndexTuple base;
	OffsetNumber baseoff;
	Size basetupsize; /* without posting list */
	ItemPointer htids;
	int nhtids;
	int nitems;
	Size phystupsize; /* of the merged items, pointers included */

	int nintervals;
	BTDedupInterval intervals[MaxIndexTuplesPerPage];
} BTDedupStateData;

typedef BTDedupStateData *BTDedupState;

/* A posting list tuple that loses some TIDs. */
typedef struct BTVacuumPostingData
{
	IndexTuple itup; /* original, then replacement */
	OffsetNumber updatedoffset;
	uint16 ndeletedtids;
	uint16 deletetids[FLEXIBLE_ARRAY_MEMBER];
} BTVacuumPostingData;

typedef BTVacuumPostingData *BTVacuumPosting;

/* ---- scans ---- */
typedef struct BTScanPosItem
{
	ItemPointerData heapTid;
	OffsetNumber indexOffset;
	LocationIndex tupleOffset; /* in the tuple workspace, if any */
} BTScanPosItem;

typedef struct BTScanPosData
{
	Buffer buf; /* pinned, or InvalidBuffer */
	XLogRecPtr lsn; /* of the page when it was read */
	BlockNumber currPage;
	BlockNumber nextPage;
	bool moreLeft;
	bool moreRight;
	int nextTupleOffset;

	/* matches of the page: items[firstItem .. lastItem] */
	int firstItem;
	int lastItem;
	int itemIndex;
	BTScanPosItem items[MaxTIDsPerBTreePage];
} BTScanPosData;

typedef BTScanPosData *BTScanPos;

#define BTScanPosIsPinned(pos) BufferIsValid((pos).buf)
#define BTScanPosUnpin(pos)        \
	do                             \
	{                              \
		ReleaseBuffer((pos).buf);  \
		(pos).buf = InvalidBuffer; \
	} while (0)
#define BTScanPosUnpinIfPinned(pos) \
	do                              \
	{                               \
		if (BTScanPosIsPinned(pos)) \
			BTScanPosUnpin(pos);    \
	} while (0)
#define BTScanPosIsValid(pos) BlockNumberIsValid((pos).currPage)
#define BTScanPosInvalidate(pos)             \
	do                                       \
	{                                        \
		(pos).currPage = InvalidBlockNumber; \
		(pos).nextPage = InvalidBlockNumber; \
		(pos).buf = InvalidBuffer;           \
		(pos).lsn = InvalidXLogRecPtr;       \
		(pos).nextTupleOffset = 0;           \
	} while (0)

/* An "= ANY (array)" key being stepped through. */
typedef struct BTArrayKeyInfo
{
	int scan_key;
	int cur_elem;
	int mark_elem;
	int num_elems;
	Datum *elem_values;
} BTArrayKeyInfo;

typedef struct BTScanOpaqueData
{
	bool qual_ok; /* false: no row can match */
	int numberOfKeys;
	ScanKey keyData; /* after preprocessing */

	ScanKey arrayKeyData;
	bool arraysStarted;
	int numArrayKeys; /* -1: an array is empty or all null */
	int arrayKeyCount;
	BTArrayKeyInfo *arrayKeys;
	MemoryContext arrayContext;

	int *killedItems; /* indexes into currPos.items */
	int numKilled;

	char *currTuples; /* workspaces of index-only scans */
	char *markTuples;
	int markItemIndex;

	BTScanPosData currPos;
	BTScanPosData markPos;
} BTScanOpaqueData;

typedef BTScanOpaqueData *BTScanOpaque;

/* ---- nbtree.c: the routines of the access method ---- */
extern void access_register(void); /* at process start: shared memory */
extern void btbuildempty(Relation index);
extern IndexScanDesc btbeginscan(Relation rel, int nkeys, int norderbys);
extern IndexBulkDeleteResult *btbulkdelete(IndexVacuumInfo *info,
										   IndexBulkDeleteResult *stats,
										   IndexBulkDeleteCallback callback,
										   void *callback_state);
extern bool btcanreturn(Relation index, int attno);
extern void btendscan(IndexScanDesc scan);
extern Size btestimateparallelscan(void);
extern int64 btgetbitmap(IndexScanDesc scan, TIDBitmap *tbm);
extern bool btgettuple(IndexScanDesc scan, ScanDirection dir);
extern void btinitparallelscan(void *target);
extern bool btinsert(Relation rel, Datum *values, bool *isnull,
					 ItemPointer ht_ctid, Relation heapRel,
					 IndexUniqueCheck checkUnique, bool indexUnchanged,
					 struct IndexInfo *indexInfo);
extern IndexAmRoutine *btmake_routine(void);
extern void btmarkpos(IndexScanDesc scan);
extern void btparallelrescan(IndexScanDesc scan);
extern void btrescan(IndexScanDesc scan, ScanKey scankey, int nscankeys,
					 ScanKey orderbys, int norderbys);
extern void btrestrpos(IndexScanDesc scan);
extern IndexBulkDeleteResult *btvacuumcleanup(IndexVacuumInfo *info,
											  IndexBulkDeleteResult *stats);

/* ---- nbtsort.c ---- */
extern IndexBuildResult *btbuild(Relation heap, Relation index,
								 struct IndexInfo *indexInfo);

/* ---- nbtinsert.c ---- */
extern bool _bt_doinsert(Relation rel, IndexTuple itup,
						 IndexUniqueCheck checkUnique, bool indexUnchanged,
						 Relation heapRel);
extern void _bt_finish_split(Relation rel, Buffer lbuf, BTStack stack);
extern Buffer _bt_getstackbuf(Relation rel, BTStack stack, BlockNumber child);

/* ---- nbtsplitloc.c ---- */
extern OffsetNumber _bt_findsplitloc(Relation rel, Page origpage,
									 OffsetNumber newitemoff, Size newitemsz,
									 IndexTuple newitem, bool *newitemonleft);

/* ---- nbtdedup.c ---- */
extern BTDedupState _bt_dedup_begin(Page page, Size maxpostingsize, Page *newpage);
extern Size _bt_dedup_finish_pending(Page newpage, BTDedupState state);
extern void _bt_dedup_pass(Relation rel, Buffer buf, Relation heapRel,
						   IndexTuple newitem, Size newitemsz,
						   bool versions);
extern bool _bt_dedup_save_htid(BTDedupState state, IndexTuple itup);
extern void _bt_dedup_start_pending(BTDedupState state, IndexTuple base,
									OffsetNumber baseoff);
extern IndexTuple _bt_form_posting(IndexTuple base, ItemPointer htids,
								   int nhtids);
extern IndexTuple _bt_swap_posting(IndexTuple newitem, IndexTuple oposting,
								   int postingoff);
extern void _bt_update_posting(BTVacuumPosting vacposting);

/* ---- nbtpage.c ---- */
extern void _bt_checkpage(Relation rel, Buffer buf);
extern bool _bt_conditionallockbuf(Relation rel, Buffer buf);
extern void _bt_delitems_delete_check(Relation rel, Buffer buf,
									  Relation heapRel,
									  TM_IndexDeleteOp *delstate);
extern void _bt_delitems_vacuum(Relation rel, Buffer buf,
								OffsetNumber *deletable, int ndeletable,
								BTVacuumPosting *updatable, int nupdatable);
extern Buffer _bt_getbuf(Relation rel, BlockNumber blkno, int access);
extern Buffer _bt_getroot(Relation rel, int access);
extern int _bt_getrootheight(Relation rel);
extern Buffer _bt_gettrueroot(Relation rel);
extern void _bt_initmetapage(Page page, BlockNumber rootbknum, uint32 level,
							 bool allequalimage);
extern void _bt_lockbuf(Relation rel, Buffer buf, int access);
extern void _bt_metaversion(Relation rel, bool *heapkeyspace,
							bool *allequalimage);
extern void _bt_pageinit(Page page, Size size);
extern void _bt_register_meta(uint8 block_id, Buffer metabuf);
extern Buffer _bt_relandgetbuf(Relation rel, Buffer obuf, BlockNumber blkno,
							   int access);
extern void _bt_relbuf(Relation rel, Buffer buf);
extern void _bt_set_cleanup_info(Relation rel, BlockNumber num_delpages);
extern void _bt_unlockbuf(Relation rel, Buffer buf);
extern void _bt_upgradelockbufcleanup(Relation rel, Buffer buf);
extern void _bt_upgrademetapage(Page page);
extern bool _bt_vacuum_needs_cleanup(Relation rel);

/* ---- nbtpage.c: deleting pages ---- */
typedef struct BTPendingFSM
{
	BlockNumber target;
	FullTransactionId safexid;
} BTPendingFSM;

typedef struct BTVacState
{
	IndexVacuumInfo *info;
	IndexBulkDeleteResult *stats;
	IndexBulkDeleteCallback callback;
	void *callback_state;
	BTCycleId cycleid;
	MemoryContext pagedelcontext;

	/* pages deleted by this VACUUM, to be put into the FSM at its end */
	int bufsize;
	int maxbufsize;
	BTPendingFSM *pendingpages;
	int npendingpages;
} BTVacState;

extern void _bt_pagedel(Relation rel, Buffer leafbuf, BTVacState *vstate);
extern void _bt_pendingfsm_finalize(Relation rel, BTVacState *vstate);
extern void _bt_pendingfsm_init(Relation rel, BTVacState *vstate,
								bool cleanuponly);
extern bool BTPageIsRecyclable(Page page);

/* ---- nbtsearch.c ---- */
extern OffsetNumber _bt_binsrch_insert(Relation rel, BTInsertState insertstate);
extern int32 _bt_compare(Relation rel, BTScanInsert key, Page page,
						 OffsetNumber offnum);
extern bool _bt_first(IndexScanDesc scan, ScanDirection dir);
extern Buffer _bt_get_endpoint(Relation rel, uint32 level, bool rightmost,
							   Snapshot snapshot);
extern Buffer _bt_moveright(Relation rel, BTScanInsert key, Buffer buf,
							bool forupdate, BTStack stack, int access,
							Snapshot snapshot);
extern bool _bt_next(IndexScanDesc scan, ScanDirection dir);
extern BTStack _bt_search(Relation rel, BTScanInsert key, Buffer *bufP,
						  int access, Snapshot snapshot);

/* ---- nbtpreprocesskeys.c ---- */
extern bool _bt_advance_array_keys(IndexScanDesc scan, ScanDirection dir);
extern void _bt_mark_array_keys(IndexScanDesc scan);
extern void _bt_preprocess_array_keys(IndexScanDesc scan);
extern void _bt_preprocess_keys(IndexScanDesc scan);
extern void _bt_restore_array_keys(IndexScanDesc scan);
extern void _bt_start_array_keys(IndexScanDesc scan, ScanDirection dir);

/* ---- nbtutils.c ---- */
extern bool _bt_allequalimage(Relation rel, bool debugmessage);
extern bool _bt_check_natts(Relation rel, bool heapkeyspace, Page page,
							OffsetNumber offnum);
extern void _bt_check_third_page(Relation rel, Relation heap,
								 bool needheaptidspace, Page page,
								 IndexTuple newtup);
extern bool _bt_checkkeys(IndexScanDesc scan, IndexTuple tuple, int tupnatts,
						  ScanDirection dir, bool *continuescan);
extern void _bt_end_vacuum(Relation rel);
extern void _bt_end_vacuum_callback(int code, Datum arg);
extern void _bt_freestack(BTStack stack);
extern int _bt_keep_natts_fast(Relation rel, IndexTuple lastleft,
							   IndexTuple firstright);
extern void _bt_killitems(IndexScanDesc scan);
extern BTScanInsert _bt_mkscankey(Relation rel, IndexTuple itup);
extern BTCycleId _bt_start_vacuum(Relation rel);
extern IndexTuple _bt_truncate(Relation rel, IndexTuple lastleft,
							   IndexTuple firstright, BTScanInsert itup_key);
extern BTCycleId _bt_vacuum_cycleid(Relation rel);
extern char *btbuildphasename(int64 phasenum);
extern bytea *btoptions(Datum reloptions, bool validate);
extern bool btproperty(Oid index_oid, int attno, IndexAMProperty prop,
					   const char *propname, bool *res, bool *isnull);
extern void BTreeShmemInit(void);
extern Size BTreeShmemSize(void);

/* ---- nbtvalidate.c ---- */
extern bool btvalidate(Oid opclassoid);
extern void btadjustmembers(Oid opfamilyoid, Oid opclassoid, List *operators,
							List *functions);

#endif /* NBTREE_H */
