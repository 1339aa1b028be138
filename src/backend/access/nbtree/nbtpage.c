/*
 * nbtpage.c
 *		Btree pages: meta page, getting and recycling pages, deleting.
 *
 * Locking, the cached meta page, removal of items (by VACUUM and by
 * inserters that want room), and the two-stage deletion of empty pages,
 * which is described in access/nbtree/README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtpage.c
 */
#include "postgres.h"

#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "storage/indexfsm.h"
#include "storage/lmgr.h"
#include "storage/procarray.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* ------------------------------------------------------------------
 * Meta page
 * ------------------------------------------------------------------
 */

/* _bt_initmetapage
 *		Fill a page buffer in as meta page. */
void
_bt_initmetapage(Page page, BlockNumber rootbknum, uint32 level,
				 bool allequalimage)
{
	BTMetaPageData *m;

	_bt_pageinit(page, BLCKSZ);
	m = BTPageGetMeta(page);
	m->btm_magic = BTREE_MAGIC;
	m->btm_version = BTREE_VERSION;
	m->btm_root = m->btm_fastroot = rootbknum;
	m->btm_level = m->btm_fastlevel = level;
	m->btm_last_cleanup_num_delpages = 0;
	m->btm_last_cleanup_num_heap_tuples = -1.0;
	m->btm_allequalimage = allequalimage;
	BTPageGetOpaque(page)->btpo_flags = BTP_META;
	/* images leave out what lies between lower and upper */
	((PageHeader) page)->pd_lower = (char *) m + sizeof(BTMetaPageData) -
		(char *) page;
}

/* _bt_upgrademetapage
 *		From version 2 to 3, which has the cleanup fields. */
void
_bt_upgrademetapage(Page page)
{
	BTMetaPageData *m = BTPageGetMeta(page);

	Assert(m->btm_version < BTREE_NOVAC_VERSION);
	m->btm_version = BTREE_NOVAC_VERSION;
	m->btm_last_cleanup_num_delpages = 0;
	m->btm_last_cleanup_num_heap_tuples = -1.0;
	m->btm_allequalimage = false;
	((PageHeader) page)->pd_lower = (char *) m + sizeof(BTMetaPageData) -
		(char *) page;
}

/* The meta data in a locked buffer, checked. */
static BTMetaPageData *
meta_of(Relation rel, Buffer metabuf)
{
	Page page = BufferGetPage(metabuf);
	BTMetaPageData *m = BTPageGetMeta(page);

	if (!P_ISMETA(BTPageGetOpaque(page)) || m->btm_magic != BTREE_MAGIC)
		ereport(ERROR,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg("index \"%s\" is not a btree",
						RelationGetRelationName(rel))));
	if (m->btm_version < BTREE_MIN_VERSION || m->btm_version > BTREE_VERSION)
		ereport(ERROR,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg("version mismatch in index \"%s\": file version %d, current version %d, minimal supported version %d",
						RelationGetRelationName(rel), m->btm_version,
						BTREE_VERSION, BTREE_MIN_VERSION)));
	return m;
}

/* Keep a copy in the relation cache entry. */
static BTMetaPageData *
cache_meta(Relation rel, BTMetaPageData *m)
{
	if (rel->rd_amcache == NULL)
		rel->rd_amcache = MemoryContextAlloc(rel->rd_indexcxt,
											 sizeof(BTMetaPageData));
	memcpy(rel->rd_amcache, m, sizeof(BTMetaPageData));
	return (BTMetaPageData *) rel->rd_amcache;
}

/* The cached meta data; read if need be.  Root fields may be outdated. */
static BTMetaPageData *
cached_meta(Relation rel)
{
	if (rel->rd_amcache == NULL)
	{
		Buffer metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_READ);
		BTMetaPageData *m = meta_of(rel, metabuf);

		/* without a root there is nothing worth keeping yet */
		if (m->btm_root == P_NONE)
		{
			static BTMetaPageData empty;

			empty = *m;
			_bt_relbuf(rel, metabuf);
			return &empty;
		}
		cache_meta(rel, m);
		_bt_relbuf(rel, metabuf);
	}
	return (BTMetaPageData *) rel->rd_amcache;
}

/* _bt_metaversion
 *		Is the TID a key column (version 4), may items be deduplicated? */
void
_bt_metaversion(Relation rel, bool *heapkeyspace, bool *allequalimage)
{
	BTMetaPageData *m = cached_meta(rel);

	*heapkeyspace = m->btm_version > BTREE_NOVAC_VERSION;
	*allequalimage = m->btm_allequalimage;
}

/* _bt_getrootheight
 *		Levels below the root, for cost estimates. */
int
_bt_getrootheight(Relation rel)
{
	BTMetaPageData *m = cached_meta(rel);

	return m->btm_root == P_NONE ? 0 : m->btm_fastlevel;
}

/*
 * _bt_register_meta
 *		Register the metapage, with all that it says, as a block of the record
 *		that is being made.  It is registered anew with each record; padding is 0.
 */
void
_bt_register_meta(uint8 block_id, Buffer metabuf)
{
	/* must live until XLogInsert */
	static xl_btree_metadata md;
	BTMetaPageData *m = BTPageGetMeta(BufferGetPage(metabuf));

	MemSet(&md, 0, sizeof(md));
	md.version = m->btm_version;
	md.root = m->btm_root;
	md.level = m->btm_level;
	md.fastroot = m->btm_fastroot;
	md.fastlevel = m->btm_fastlevel;
	md.last_cleanup_num_delpages = m->btm_last_cleanup_num_delpages;
	md.allequalimage = m->btm_allequalimage;
	XLogRegisterBuffer(block_id, metabuf, REGBUF_WILL_INIT | REGBUF_STANDARD);
	XLogRegisterBufData(block_id, (char *) &md, sizeof(md));
}

/* _bt_vacuum_needs_cleanup
 *		Should VACUUM scan the index though it deletes nothing?  Yes if many
 *		deleted pages wait to be recycled. */
bool
_bt_vacuum_needs_cleanup(Relation rel)
{
	Buffer metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_READ);
	BTMetaPageData *m = meta_of(rel, metabuf);
	uint32 version = m->btm_version;
	BlockNumber pending = m->btm_last_cleanup_num_delpages;

	_bt_relbuf(rel, metabuf);
	if (version < BTREE_NOVAC_VERSION)
		return true;
	return pending > 0 && pending > RelationGetNumberOfBlocks(rel) / 20;
}

/* _bt_set_cleanup_info
 *		Note how many deleted pages a VACUUM left unrecycled. */
void
_bt_set_cleanup_info(Relation rel, BlockNumber num_delpages)
{
	Buffer metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_READ);
	Page page = BufferGetPage(metabuf);
	BTMetaPageData *m = meta_of(rel, metabuf);

	if (m->btm_version >= BTREE_NOVAC_VERSION &&
		m->btm_last_cleanup_num_delpages == num_delpages)
	{
		_bt_relbuf(rel, metabuf);
		return;
	}
	_bt_unlockbuf(rel, metabuf);
	_bt_lockbuf(rel, metabuf, BT_WRITE);

	START_CRIT_SECTION();
	if (m->btm_version < BTREE_NOVAC_VERSION)
		_bt_upgrademetapage(page);
	m->btm_last_cleanup_num_delpages = num_delpages;
	m->btm_last_cleanup_num_heap_tuples = -1.0;
	MarkBufferDirty(metabuf);
	if (RelationNeedsWAL(rel))
	{
		XLogBeginInsert();
		_bt_register_meta(0, metabuf);
		PageSetLSN(page, XLogInsert(RM_BTREE_ID, XLOG_BTREE_META_CLEANUP));
	}
	END_CRIT_SECTION();
	_bt_relbuf(rel, metabuf);
}

/* ------------------------------------------------------------------
 * Root
 * ------------------------------------------------------------------
 */

/* The first page of an empty index.  metabuf is write-locked, kept so. */
static Buffer
make_first_root(Relation rel, Buffer metabuf)
{
	Page metapg = BufferGetPage(metabuf);
	BTMetaPageData *m = BTPageGetMeta(metapg);
	Buffer rootbuf = _bt_getbuf(rel, P_NEW, BT_WRITE);
	BlockNumber rootblk = BufferGetBlockNumber(rootbuf);
	Page rootpage = BufferGetPage(rootbuf);
	BTPageOpaque opaque = BTPageGetOpaque(rootpage);

	opaque->btpo_prev = opaque->btpo_next = P_NONE;
	opaque->btpo_flags = BTP_LEAF | BTP_ROOT;
	opaque->btpo_level = 0;
	opaque->btpo_cycleid = 0;

	START_CRIT_SECTION();
	if (m->btm_version < BTREE_NOVAC_VERSION)
		_bt_upgrademetapage(metapg);
	m->btm_root = m->btm_fastroot = rootblk;
	m->btm_level = m->btm_fastlevel = 0;
	m->btm_last_cleanup_num_delpages = 0;
	m->btm_last_cleanup_num_heap_tuples = -1.0;
	MarkBufferDirty(rootbuf);
	MarkBufferDirty(metabuf);
	if (RelationNeedsWAL(rel))
	{
		xl_btree_newroot xlrec = {.rootblk = rootblk, .level = 0};
		XLogRecPtr lsn;

		XLogBeginInsert();
		XLogRegisterBuffer(0, rootbuf, REGBUF_WILL_INIT);
		_bt_register_meta(2, metabuf);
		XLogRegisterData((char *) &xlrec, SizeOfBtreeNewroot);
		lsn = XLogInsert(RM_BTREE_ID, XLOG_BTREE_NEWROOT);
		PageSetLSN(rootpage, lsn);
		PageSetLSN(metapg, lsn);
	}
	END_CRIT_SECTION();
	return rootbuf;
}

/* Follow a root pointer to the page; it may have been deleted since. */
static Buffer
follow_root(Relation rel, Buffer buf, BlockNumber blkno, uint32 level)
{
	BTPageOpaque opaque;

	for (;;)
	{
		buf = _bt_relandgetbuf(rel, buf, blkno, BT_READ);
		opaque = BTPageGetOpaque(BufferGetPage(buf));
		if (!P_IGNORE(opaque))
			break;
		if (P_RIGHTMOST(opaque))
			elog(ERROR, "no live root page found in index \"%s\"",
				 RelationGetRelationName(rel));
		blkno = opaque->btpo_next;
	}
	if (opaque->btpo_level != level)
		elog(ERROR, "root page %u of index \"%s\" has level %u, expected %u",
			 blkno, RelationGetRelationName(rel), opaque->btpo_level, level);
	return buf;
}

/*
 * _bt_getroot
 *		The page to start a descent from (fast root), read-locked.
 *
 * An empty index gets its first page if access is BT_WRITE; with BT_READ the
 * result is InvalidBuffer then.
 */
Buffer
_bt_getroot(Relation rel, int access)
{
	Buffer metabuf;
	BTMetaPageData *m;
	Buffer rootbuf;

	if (rel->rd_amcache != NULL)
	{
		BTPageOpaque opaque;

		m = (BTMetaPageData *) rel->rd_amcache;
		rootbuf = _bt_getbuf(rel, m->btm_fastroot, BT_READ);
		opaque = BTPageGetOpaque(BufferGetPage(rootbuf));
		/* still alone on its level?  then it will do as root */
		if (!P_IGNORE(opaque) && opaque->btpo_level == m->btm_fastlevel &&
			P_LEFTMOST(opaque) && P_RIGHTMOST(opaque))
			return rootbuf;
		_bt_relbuf(rel, rootbuf);
		pfree(rel->rd_amcache);
		rel->rd_amcache = NULL;
	}

	metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_READ);
	m = meta_of(rel, metabuf);
	if (m->btm_root == P_NONE)
	{
		if (access == BT_READ)
		{
			_bt_relbuf(rel, metabuf);
			return InvalidBuffer;
		}
		_bt_unlockbuf(rel, metabuf);
		_bt_lockbuf(rel, metabuf, BT_WRITE);
		if (m->btm_root != P_NONE)
		{
			/* somebody was faster */
			_bt_relbuf(rel, metabuf);
			return _bt_getroot(rel, access);
		}
		rootbuf = make_first_root(rel, metabuf);
		/* nobody can have found anything in it meanwhile that matters */
		_bt_unlockbuf(rel, rootbuf);
		_bt_lockbuf(rel, rootbuf, BT_READ);
		_bt_relbuf(rel, metabuf);
		return rootbuf;
	}
	m = cache_meta(rel, m);
	return follow_root(rel, metabuf, m->btm_fastroot, m->btm_fastlevel);
}

/* _bt_gettrueroot
 *		The real root, for work on internal levels. */
Buffer
_bt_gettrueroot(Relation rel)
{
	Buffer metabuf;
	BTMetaPageData *m;

	if (rel->rd_amcache)
		pfree(rel->rd_amcache);
	rel->rd_amcache = NULL;
	metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_READ);
	m = meta_of(rel, metabuf);
	if (m->btm_root == P_NONE)
	{
		_bt_relbuf(rel, metabuf);
		return InvalidBuffer;
	}
	return follow_root(rel, metabuf, m->btm_root, m->btm_level);
}

/* ------------------------------------------------------------------
 * Buffers
 * ------------------------------------------------------------------
 */

/* _bt_checkpage
 *		Does the page look like one of ours? */
void
_bt_checkpage(Relation rel, Buffer buf)
{
	Page page = BufferGetPage(buf);

	if (PageIsNew(page))
		ereport(ERROR,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg("index \"%s\" contains unexpected zero page at block %u",
						RelationGetRelationName(rel),
						BufferGetBlockNumber(buf)),
				 errhint("REINDEX it.")));
	if (PageGetSpecialSize(page) != MAXALIGN(sizeof(BTPageOpaqueData)))
		ereport(ERROR,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg("index \"%s\" contains corrupted page at block %u",
						RelationGetRelationName(rel),
						BufferGetBlockNumber(buf)),
				 errhint("REINDEX it.")));
}

static void
log_reuse_page(Relation rel, BlockNumber blkno, FullTransactionId safexid)
{
	xl_btree_reuse_page xlrec;

	xlrec.node = rel->rd_node;
	xlrec.block = blkno;
	xlrec.latestRemovedFullXid = safexid;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfBtreeReusePage);
	XLogInsert(RM_BTREE_ID, XLOG_BTREE_REUSE_PAGE);
}

/* A page to be used afresh, write-locked: recycled, or added at the end. */
static Buffer
new_page(Relation rel)
{
	bool need_lock = !RELATION_IS_LOCAL(rel);
	BlockNumber blkno;
	Buffer buf;

	while ((blkno = GetFreeIndexPage(rel)) != InvalidBlockNumber)
	{
		Page page;

		buf = ReadBuffer(rel, blkno);
		/* the map is a hint; whoever holds the page is using it */
		if (!_bt_conditionallockbuf(rel, buf))
		{
			ReleaseBuffer(buf);
			continue;
		}
		page = BufferGetPage(buf);
		if (PageIsNew(page))
		{
			_bt_pageinit(page, BufferGetPageSize(buf));
			return buf;
		}
		if (BTPageIsRecyclable(page))
		{
			if (XLogStandbyInfoActive() && RelationNeedsWAL(rel))
				log_reuse_page(rel, blkno, BTPageGetDeleteXid(page));
			_bt_pageinit(page, BufferGetPageSize(buf));
			return buf;
		}
		_bt_relbuf(rel, buf);
	}

	if (need_lock)
		LockRelationForExtension(rel, ExclusiveLock);
	buf = ReadBuffer(rel, P_NEW);
	_bt_lockbuf(rel, buf, BT_WRITE);
	if (need_lock)
		UnlockRelationForExtension(rel, ExclusiveLock);
	Assert(PageIsNew(BufferGetPage(buf)));
	_bt_pageinit(BufferGetPage(buf), BufferGetPageSize(buf));
	return buf;
}

static Buffer
lock_and_check(Relation rel, Buffer buf, int access)
{
	_bt_lockbuf(rel, buf, access);
	_bt_checkpage(rel, buf);
	return buf;
}

/* _bt_getbuf
 *		Pin and lock a page; P_NEW gives an initialised new one. */
Buffer
_bt_getbuf(Relation rel, BlockNumber blkno, int access)
{
	if (blkno == P_NEW)
	{
		Assert(access == BT_WRITE);
		return new_page(rel);
	}
	return lock_and_check(rel, ReadBuffer(rel, blkno), access);
}

/* _bt_relandgetbuf
 *		Release one page (if any) and get another. */
Buffer
_bt_relandgetbuf(Relation rel, Buffer obuf, BlockNumber blkno, int access)
{
	Assert(blkno != P_NEW);
	if (BufferIsValid(obuf))
		_bt_unlockbuf(rel, obuf);
	return lock_and_check(rel, ReleaseAndReadBuffer(obuf, rel, blkno), access);
}

void
_bt_relbuf(Relation rel, Buffer buf)
{
	UnlockReleaseBuffer(buf);
}

void
_bt_lockbuf(Relation rel, Buffer buf, int access)
{
	LockBuffer(buf, access);
}

void
_bt_unlockbuf(Relation rel, Buffer buf)
{
	LockBuffer(buf, BUFFER_LOCK_UNLOCK);
}

bool
_bt_conditionallockbuf(Relation rel, Buffer buf)
{
	return ConditionalLockBuffer(buf);
}

void
_bt_upgradelockbufcleanup(Relation rel, Buffer buf)
{
	LockBuffer(buf, BUFFER_LOCK_UNLOCK);
	LockBufferForCleanup(buf);
}

void
_bt_pageinit(Page page, Size size)
{
	PageInit(page, size, sizeof(BTPageOpaqueData));
}

/* BTPageIsRecyclable
 *		Deleted so long ago that no scan can still be on its way to it? */
bool
BTPageIsRecyclable(Page page)
{
	Assert(!PageIsNew(page));
	return P_ISDELETED(BTPageGetOpaque(page)) &&
		GlobalVisCheckRemovableFullXid(NULL, BTPageGetDeleteXid(page));
}

/* ------------------------------------------------------------------
 * Removing items from a leaf
 * ------------------------------------------------------------------
 */

/*
 * Make the replacement of each posting list that loses some TIDs, and the
 * description for the WAL record (palloc'd, *len bytes), if needed.
 */
static char *
prepare_updates(BTVacuumPosting *updatable, int nupdatable,
				OffsetNumber *offsets, Size *len, bool needswal)
{
	char *buf,
		*p;

	for (int i = 0; i < nupdatable; i++)
	{
		_bt_update_posting(updatable[i]);
		offsets[i] = updatable[i]->updatedoffset;
	}
	*len = 0;
	if (!needswal || nupdatable == 0)
		return NULL;
	for (int i = 0; i < nupdatable; i++)
		*len += SizeOfBtreeUpdate + updatable[i]->ndeletedtids * sizeof(uint16);
	buf = p = palloc(*len);
	for (int i = 0; i < nupdatable; i++)
	{
		xl_btree_update update = {.ndeletedtids = updatable[i]->ndeletedtids};

		memcpy(p, &update, SizeOfBtreeUpdate);
		p += SizeOfBtreeUpdate;
		memcpy(p, updatable[i]->deletetids,
			   update.ndeletedtids * sizeof(uint16));
		p += update.ndeletedtids * sizeof(uint16);
	}
	return buf;
}

/* Updates first: they need the old offsets. */
static void
apply_deletions(Relation rel, Page page, OffsetNumber *deletable,
				int ndeletable, BTVacuumPosting *updatable, int nupdatable)
{
	for (int i = 0; i < nupdatable; i++)
	{
		IndexTuple itup = updatable[i]->itup;

		if (!PageIndexTupleOverwrite(page, updatable[i]->updatedoffset,
									 (Item) itup,
									 MAXALIGN(IndexTupleSize(itup))))
			elog(PANIC, "failed to update partially dead item in block of index \"%s\"",
				 RelationGetRelationName(rel));
	}
	if (ndeletable > 0)
		PageIndexMultiDelete(page, deletable, ndeletable);
	BTPageGetOpaque(page)->btpo_flags &= ~BTP_HAS_GARBAGE;
}

static void
register_deletions(Buffer buf, OffsetNumber *deletable, int ndeletable,
				   OffsetNumber *offsets, int nupdatable, char *updates,
				   Size updateslen)
{
	XLogRegisterBuffer(0, buf, REGBUF_STANDARD);
	if (ndeletable > 0)
		XLogRegisterBufData(0, (char *) deletable,
							ndeletable * sizeof(OffsetNumber));
	if (nupdatable > 0)
	{
		XLogRegisterBufData(0, (char *) offsets,
							nupdatable * sizeof(OffsetNumber));
		XLogRegisterBufData(0, updates, updateslen);
	}
}

/* _bt_delitems_vacuum
 *		VACUUM removes items; the caller holds a cleanup lock. */
void
_bt_delitems_vacuum(Relation rel, Buffer buf, OffsetNumber *deletable,
					int ndeletable, BTVacuumPosting *updatable, int nupdatable)
{
	Page page = BufferGetPage(buf);
	bool needswal = RelationNeedsWAL(rel);
	OffsetNumber offsets[MaxIndexTuplesPerPage];
	Size updateslen;
	char *updates;

	Assert(ndeletable > 0 || nupdatable > 0);
	updates = prepare_updates(updatable, nupdatable, offsets, &updateslen,
							  needswal);

	START_CRIT_SECTION();
	apply_deletions(rel, page, deletable, ndeletable, updatable, nupdatable);
	/* all that the id was for is done on this page */
	BTPageGetOpaque(page)->btpo_cycleid = 0;
	MarkBufferDirty(buf);
	if (needswal)
	{
		xl_btree_vacuum xlrec = {.ndeleted = ndeletable, .nupdated = nupdatable};

		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, SizeOfBtreeVacuum);
		register_deletions(buf, deletable, ndeletable, offsets, nupdatable,
						   updates, updateslen);
		PageSetLSN(page, XLogInsert(RM_BTREE_ID, XLOG_BTREE_VACUUM));
	}
	END_CRIT_SECTION();

	if (updates)
		pfree(updates);
	for (int i = 0; i < nupdatable; i++)
		pfree(updatable[i]->itup);
}

/* The same by an inserter: ordinary lock, and a conflict for standbys. */
static void
delitems_delete(Relation rel, Buffer buf, TransactionId latest,
				OffsetNumber *deletable, int ndeletable,
				BTVacuumPosting *updatable, int nupdatable)
{
	Page page = BufferGetPage(buf);
	bool needswal = RelationNeedsWAL(rel);
	OffsetNumber offsets[MaxIndexTuplesPerPage];
	Size updateslen;
	char *updates = prepare_updates(updatable, nupdatable, offsets,
									&updateslen, needswal);

	START_CRIT_SECTION();
	apply_deletions(rel, page, deletable, ndeletable, updatable, nupdatable);
	MarkBufferDirty(buf);
	if (needswal)
	{
		xl_btree_delete xlrec = {.latestRemovedXid = latest,
								 .ndeleted = ndeletable,
								 .nupdated = nupdatable};

		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, SizeOfBtreeDelete);
		register_deletions(buf, deletable, ndeletable, offsets, nupdatable,
						   updates, updateslen);
		PageSetLSN(page, XLogInsert(RM_BTREE_ID, XLOG_BTREE_DELETE));
	}
	END_CRIT_SECTION();

	if (updates)
		pfree(updates);
	for (int i = 0; i < nupdatable; i++)
		pfree(updatable[i]->itup);
}

static int
by_id(const void *a, const void *b)
{
	return ((TM_IndexDelete *) a)->id - ((TM_IndexDelete *) b)->id;
}

/*
 * _bt_delitems_delete_check
 *		Ask the table which of the entries may go, and delete those.
 *
 * The entries come in the order of the page.  A posting list all of whose
 * TIDs may go is deleted, one of which some may is shortened.
 */
void
_bt_delitems_delete_check(Relation rel, Buffer buf, Relation heapRel,
						  TM_IndexDeleteOp *delstate)
{
	Page page = BufferGetPage(buf);
	TransactionId latest = table_index_delete_tuples(heapRel, delstate);
	OffsetNumber deletable[MaxIndexTuplesPerPage];
	BTVacuumPosting updatable[MaxIndexTuplesPerPage];
	int ndeletable = 0;
	int nupdatable = 0;

	if (!XLogStandbyInfoActive() || !RelationNeedsWAL(rel))
		latest = InvalidTransactionId;
	/* the table sorted them by TID */
	qsort(delstate->deltids, delstate->ndeltids, sizeof(TM_IndexDelete), by_id);

	for (int i = 0; i < delstate->ndeltids;)
	{
		OffsetNumber off = delstate->status[delstate->deltids[i].id].idxoffnum;
		IndexTuple itup = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, off));
		int first = i;
		int ndead = 0;
		int nposting;
		BTVacuumPosting vac;

		while (i < delstate->ndeltids &&
			   delstate->status[delstate->deltids[i].id].idxoffnum == off)
			i++;
		if (!BTreeTupleIsPosting(itup))
		{
			Assert(i == first + 1);
			deletable[ndeletable++] = off;
			continue;
		}

		nposting = BTreeTupleGetNPosting(itup);
		vac = palloc(offsetof(BTVacuumPostingData, deletetids) +
					 nposting * sizeof(uint16));
		for (int p = 0, d = first; p < nposting && d < i; p++)
			if (ItemPointerEquals(BTreeTupleGetPostingN(itup, p),
								  &delstate->deltids[d].tid))
			{
				vac->deletetids[ndead++] = p;
				d++;
			}
		if (ndead == nposting)
			deletable[ndeletable++] = off;
		else if (ndead > 0)
		{
			vac->itup = itup;
			vac->updatedoffset = off;
			vac->ndeletedtids = ndead;
			updatable[nupdatable++] = vac;
		}
	}
	if (ndeletable > 0 || nupdatable > 0)
		delitems_delete(rel, buf, latest, deletable, ndeletable, updatable,
						nupdatable);
}

/* ------------------------------------------------------------------
 * Deleting pages
 *
 * Stage one takes the downlink of the subtree to go out of its parent (giving
 * the key space to the right sibling) and marks the leaf half-dead; stage two
 * unlinks the pages of the subtree from their siblings, from the top down, the
 * leaf last.  Both can be completed later by another VACUUM.
 * ------------------------------------------------------------------
 */

/* Is the left sibling's split incomplete, so that our downlink is missing? */
static bool
left_split_incomplete(Relation rel, BlockNumber leftsib, BlockNumber target)
{
	Buffer buf;
	BTPageOpaque opaque;
	bool result;

	if (leftsib == P_NONE)
		return false;
	buf = _bt_getbuf(rel, leftsib, BT_READ);
	opaque = BTPageGetOpaque(BufferGetPage(buf));
	result = opaque->btpo_next == target && P_INCOMPLETE_SPLIT(opaque);
	_bt_relbuf(rel, buf);
	return result;
}

static bool
right_is_halfdead(Relation rel, BlockNumber rightsib)
{
	Buffer buf = _bt_getbuf(rel, rightsib, BT_READ);
	bool result = P_ISHALFDEAD(BTPageGetOpaque(BufferGetPage(buf)));

	_bt_relbuf(rel, buf);
	return result;
}

/*
 * Find the parent of child and check that the child can go.  If the child is
 * its only child, the parent goes too and the same is asked of it.  On success
 * *subtreeparent is write-locked with the downlink at *poffset, and *topparent
 * is the highest page to go.
 */
static bool
lock_subtree_parent(Relation rel, BlockNumber child, BTStack stack,
					Buffer *subtreeparent, OffsetNumber *poffset,
					BlockNumber *topparent, BlockNumber *topparentrightsib)
{
	Buffer pbuf = _bt_getstackbuf(rel, stack, child);
	BlockNumber parent;
	BlockNumber leftsibparent;
	OffsetNumber parentoff;
	OffsetNumber maxoff;
	Page page;
	BTPageOpaque opaque;

	if (pbuf == InvalidBuffer)
	{
		/* a deletion that would go wrong is worth a message, no more */
		ereport(LOG,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg_internal("failed to re-find parent key in index \"%s\" for deletion target page %u",
								 RelationGetRelationName(rel), child)));
		return false;
	}
	parent = stack->bts_blkno;
	parentoff = stack->bts_offset;
	page = BufferGetPage(pbuf);
	opaque = BTPageGetOpaque(page);
	maxoff = PageGetMaxOffsetNumber(page);
	leftsibparent = opaque->btpo_prev;

	if (parentoff < maxoff)
	{
		*subtreeparent = pbuf;
		*poffset = parentoff;
		return true;
	}
	/* last child: its key space cannot go to a sibling under this parent */
	if (parentoff != P_FIRSTDATAKEY(opaque) || P_RIGHTMOST(opaque) ||
		P_ISROOT(opaque) || P_INCOMPLETE_SPLIT(opaque))
	{
		_bt_relbuf(rel, pbuf);
		return false;
	}
	*topparent = parent;
	*topparentrightsib = opaque->btpo_next;
	_bt_relbuf(rel, pbuf);
	if (left_split_incomplete(rel, leftsibparent, parent))
		return false;
	return lock_subtree_parent(rel, parent, stack->bts_parent, subtreeparent,
							   poffset, topparent, topparentrightsib);
}

/* Stage one. */
static bool
mark_halfdead(Relation rel, Buffer leafbuf, BTStack stack)
{
	BlockNumber leafblk = BufferGetBlockNumber(leafbuf);
	Page page = BufferGetPage(leafbuf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	BlockNumber leafright = opaque->btpo_next;
	BlockNumber topparent = leafblk;
	BlockNumber topparentright = leafright;
	Buffer parentbuf;
	OffsetNumber poffset;
	Page ppage;
	ItemId iid;
	IndexTuple downlink;
	OffsetNumber nextoff;
	IndexTupleData dummy;

	Assert(!P_RIGHTMOST(opaque) && !P_ISROOT(opaque) &&
		   P_ISLEAF(opaque) && !P_IGNORE(opaque) &&
		   P_FIRSTDATAKEY(opaque) > PageGetMaxOffsetNumber(page));
	/* the right sibling inherits: it must have a downlink to inherit with */
	if (right_is_halfdead(rel, leafright))
		return false;
	if (!lock_subtree_parent(rel, leafblk, stack, &parentbuf, &poffset,
							 &topparent, &topparentright))
		return false;

	ppage = BufferGetPage(parentbuf);
	iid = PageGetItemId(ppage, poffset);
	downlink = (IndexTuple) PageGetItem(ppage, iid);
	nextoff = OffsetNumberNext(poffset);
	if (BTreeTupleGetDownLink((IndexTuple)
								  PageGetItem(ppage, PageGetItemId(ppage, nextoff))) !=
		topparentright)
		ereport(ERROR,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg_internal("right sibling %u of block %u is not next child of block %u in index \"%s\"",
								 topparentright, topparent,
								 BufferGetBlockNumber(parentbuf),
								 RelationGetRelationName(rel))));

	START_CRIT_SECTION();
	/* our key with the sibling's downlink; the sibling's key goes */
	BTreeTupleSetDownLink(downlink, topparentright);
	PageIndexTupleDelete(ppage, nextoff);

	opaque->btpo_flags |= BTP_HALF_DEAD;
	MemSet(&dummy, 0, sizeof(dummy));
	dummy.t_info = sizeof(IndexTupleData);
	BTreeTupleSetTopParent(&dummy, topparent != leafblk ? topparent : InvalidBlockNumber);
	if (!PageIndexTupleOverwrite(page, P_HIKEY, (Item) &dummy,
								 IndexTupleSize(&dummy)))
		elog(ERROR, "could not overwrite high key in half-dead page");
	MarkBufferDirty(parentbuf);
	MarkBufferDirty(leafbuf);

	if (RelationNeedsWAL(rel))
	{
		xl_btree_mark_page_halfdead xlrec;
		XLogRecPtr lsn;

		MemSet(&xlrec, 0, sizeof(xlrec));
		xlrec.poffset = poffset;
		xlrec.leafblk = leafblk;
		xlrec.topparent = topparent != leafblk ? topparent : InvalidBlockNumber;
		xlrec.leftblk = opaque->btpo_prev;
		xlrec.rightblk = opaque->btpo_next;
		XLogBeginInsert();
		XLogRegisterBuffer(0, leafbuf, REGBUF_WILL_INIT);
		XLogRegisterBuffer(1, parentbuf, REGBUF_STANDARD);
		XLogRegisterData((char *) &xlrec, SizeOfBtreeMarkPageHalfDead);
		lsn = XLogInsert(RM_BTREE_ID, XLOG_BTREE_MARK_PAGE_HALFDEAD);
		PageSetLSN(ppage, lsn);
		PageSetLSN(page, lsn);
	}
	END_CRIT_SECTION();
	_bt_relbuf(rel, parentbuf);
	return true;
}

/* Remember a deleted page, to be put into the free space map at the end. */
static void
add_pending(BTVacState *vstate, BlockNumber target, FullTransactionId safexid)
{
	if (vstate->npendingpages == vstate->bufsize)
	{
		int newsize = vstate->bufsize * 2;

		if (newsize > vstate->maxbufsize)
			newsize = vstate->maxbufsize;
		if (newsize <= vstate->npendingpages)
			return; /* the next VACUUM will find it */
		vstate->pendingpages = repalloc(vstate->pendingpages,
										newsize * sizeof(BTPendingFSM));
		vstate->bufsize = newsize;
	}
	vstate->pendingpages[vstate->npendingpages].target = target;
	vstate->pendingpages[vstate->npendingpages].safexid = safexid;
	vstate->npendingpages++;
}

/* Lock the left sibling of target; it may have split meanwhile. */
static bool
lock_left_sibling(Relation rel, BlockNumber leftsib, BlockNumber target,
				  Buffer leafbuf, Buffer *lbuf)
{
	*lbuf = InvalidBuffer;
	if (leftsib == P_NONE)
		return true;
	*lbuf = _bt_getbuf(rel, leftsib, BT_WRITE);
	for (;;)
	{
		BTPageOpaque opaque = BTPageGetOpaque(BufferGetPage(*lbuf));
		BlockNumber next;

		if (!P_ISDELETED(opaque) && opaque->btpo_next == target)
			return true;
		next = P_RIGHTMOST(opaque) ? P_NONE : opaque->btpo_next;
		_bt_relbuf(rel, *lbuf);
		CHECK_FOR_INTERRUPTS();
		if (next == P_NONE || next == target)
		{
			*lbuf = InvalidBuffer;
			ereport(LOG,
					(errcode(ERRCODE_INDEX_CORRUPTED),
					 errmsg_internal("valid left sibling for deletion target could not be located: left sibling %u of target %u in index \"%s\"",
									 leftsib, target,
									 RelationGetRelationName(rel))));
			return false;
		}
		*lbuf = _bt_getbuf(rel, next, BT_WRITE);
	}
}

/* What stage two knows of the pages it works on. */
typedef struct UnlinkWork
{
	Buffer leafbuf;
	Buffer buf; /* target, maybe the leaf */
	Buffer lbuf; /* left sibling or Invalid */
	Buffer rbuf;
	Buffer metabuf; /* if the fast root changes */
	BlockNumber target;
	BlockNumber leafblk;
	BlockNumber leftsib;
	BlockNumber rightsib;
	BlockNumber leafleft;
	BlockNumber leafright;
	BlockNumber nexttop; /* next page of the subtree to go */
	uint32 level;
	FullTransactionId safexid;
} UnlinkWork;

static void
log_unlink(Relation rel, UnlinkWork *w)
{
	xl_btree_unlink_page xlrec;
	uint8 info = XLOG_BTREE_UNLINK_PAGE;
	XLogRecPtr lsn;

	MemSet(&xlrec, 0, sizeof(xlrec));
	xlrec.leftsib = w->leftsib;
	xlrec.rightsib = w->rightsib;
	xlrec.level = w->level;
	xlrec.safexid = w->safexid;
	xlrec.leafleftsib = w->leafleft;
	xlrec.leafrightsib = w->leafright;
	xlrec.leaftopparent = w->nexttop;

	XLogBeginInsert();
	XLogRegisterBuffer(0, w->buf, REGBUF_WILL_INIT);
	if (BufferIsValid(w->lbuf))
		XLogRegisterBuffer(1, w->lbuf, REGBUF_STANDARD);
	XLogRegisterBuffer(2, w->rbuf, REGBUF_STANDARD);
	if (w->target != w->leafblk)
		XLogRegisterBuffer(3, w->leafbuf, REGBUF_WILL_INIT);
	XLogRegisterData((char *) &xlrec, SizeOfBtreeUnlinkPage);
	if (BufferIsValid(w->metabuf))
	{
		info = XLOG_BTREE_UNLINK_PAGE_META;
		_bt_register_meta(4, w->metabuf);
	}
	lsn = XLogInsert(RM_BTREE_ID, info);
	if (BufferIsValid(w->metabuf))
		PageSetLSN(BufferGetPage(w->metabuf), lsn);
	PageSetLSN(BufferGetPage(w->rbuf), lsn);
	PageSetLSN(BufferGetPage(w->buf), lsn);
	if (BufferIsValid(w->lbuf))
		PageSetLSN(BufferGetPage(w->lbuf), lsn);
	if (w->target != w->leafblk)
		PageSetLSN(BufferGetPage(w->leafbuf), lsn);
}

/* Change the pages of an unlinking, all of which are locked. */
static void
apply_unlink(Relation rel, UnlinkWork *w)
{
	Page page = BufferGetPage(w->buf);
	BTPageOpaque opaque = BTPageGetOpaque(page);

	/* scans that are on their way here must be over before it is reused */
	w->safexid = ReadNextFullTransactionId();

	START_CRIT_SECTION();
	if (BufferIsValid(w->lbuf))
		BTPageGetOpaque(BufferGetPage(w->lbuf))->btpo_next = w->rightsib;
	BTPageGetOpaque(BufferGetPage(w->rbuf))->btpo_prev = w->leftsib;
	if (w->target != w->leafblk)
	{
		Page leafpage = BufferGetPage(w->leafbuf);
		IndexTuple hikey = (IndexTuple)
			PageGetItem(leafpage, PageGetItemId(leafpage, P_HIKEY));

		BTreeTupleSetTopParent(hikey, w->nexttop);
	}
	opaque->btpo_flags &= ~BTP_HALF_DEAD;
	BTPageSetDeleted(page, w->safexid);
	opaque->btpo_cycleid = 0;
	if (BufferIsValid(w->metabuf))
	{
		BTMetaPageData *m = BTPageGetMeta(BufferGetPage(w->metabuf));

		if (m->btm_version < BTREE_NOVAC_VERSION)
			_bt_upgrademetapage(BufferGetPage(w->metabuf));
		m->btm_fastroot = w->rightsib;
		m->btm_fastlevel = w->level;
		MarkBufferDirty(w->metabuf);
	}
	MarkBufferDirty(w->rbuf);
	MarkBufferDirty(w->buf);
	if (BufferIsValid(w->lbuf))
		MarkBufferDirty(w->lbuf);
	if (w->target != w->leafblk)
		MarkBufferDirty(w->leafbuf);
	if (RelationNeedsWAL(rel))
		log_unlink(rel, w);
	END_CRIT_SECTION();
}

/* With the last but one page of a level gone, the other is the fast root. */
static void
maybe_lock_meta(Relation rel, UnlinkWork *w)
{
	BTPageOpaque right = BTPageGetOpaque(BufferGetPage(w->rbuf));

	w->metabuf = InvalidBuffer;
	if (w->leftsib != P_NONE || !P_RIGHTMOST(right))
		return;
	w->metabuf = _bt_getbuf(rel, BTREE_METAPAGE, BT_WRITE);
	/* a higher page than the present fast root is of no use */
	if (BTPageGetMeta(BufferGetPage(w->metabuf))->btm_fastlevel >
		w->level + 1)
	{
		_bt_relbuf(rel, w->metabuf);
		w->metabuf = InvalidBuffer;
	}
}

/*
 * Stage two for one page: unlink the top of the half-dead leaf's subtree.
 * The leaf comes pinned, unlocked on entry to locking; false: gave up, the
 * leaf is released.  True: the leaf is still locked (unless it was deleted).
 */
static bool
unlink_one(Relation rel, Buffer leafbuf, BlockNumber scanblkno,
		   bool *rightsib_empty, BTVacState *vstate)
{
	UnlinkWork w = {.leafbuf = leafbuf};
	Page page = BufferGetPage(leafbuf);
	BTPageOpaque opaque = BTPageGetOpaque(page);
	IndexTuple hikey;

	w.leafblk = BufferGetBlockNumber(leafbuf);
	hikey = (IndexTuple) PageGetItem(page, PageGetItemId(page, P_HIKEY));
	w.target = BTreeTupleGetTopParent(hikey);
	w.leafleft = opaque->btpo_prev;
	w.leafright = opaque->btpo_next;
	_bt_unlockbuf(rel, leafbuf);
	CHECK_FOR_INTERRUPTS();

	if (BlockNumberIsValid(w.target))
	{
		w.buf = _bt_getbuf(rel, w.target, BT_READ);
		opaque = BTPageGetOpaque(BufferGetPage(w.buf));
		w.leftsib = opaque->btpo_prev;
		w.level = opaque->btpo_level;
		_bt_unlockbuf(rel, w.buf);
	}
	else
	{
		w.target = w.leafblk;
		w.buf = leafbuf;
		w.leftsib = w.leafleft;
		w.level = 0;
	}

	/* lock from left to right, as everyone who locks siblings does */
	if (w.target != w.leafblk)
		_bt_lockbuf(rel, leafbuf, BT_WRITE);
	if (!lock_left_sibling(rel, w.leftsib, w.target, leafbuf, &w.lbuf))
	{
		if (w.target != w.leafblk)
		{
			ReleaseBuffer(w.buf);
			_bt_relbuf(rel, leafbuf);
		}
		else
			ReleaseBuffer(leafbuf);
		return false;
	}
	if (BufferIsValid(w.lbuf))
		w.leftsib = BufferGetBlockNumber(w.lbuf);
	_bt_lockbuf(rel, w.buf, BT_WRITE);
	page = BufferGetPage(w.buf);
	opaque = BTPageGetOpaque(page);
	if (P_RIGHTMOST(opaque) || P_ISROOT(opaque) || P_ISDELETED(opaque))
		elog(ERROR, "target page changed status unexpectedly in block %u of index \"%s\"",
			 w.target, RelationGetRelationName(rel));

	w.nexttop = InvalidBlockNumber;
	if (w.target == w.leafblk)
	{
		if (!P_ISLEAF(opaque) || !P_ISHALFDEAD(opaque))
			elog(ERROR, "target leaf page %u of index \"%s\" is not half-dead",
				 w.target, RelationGetRelationName(rel));
	}
	else
	{
		/* an internal page with one child: that is the next to go */
		IndexTuple down = (IndexTuple)
			PageGetItem(page, PageGetItemId(page, P_FIRSTDATAKEY(opaque)));

		if (P_FIRSTDATAKEY(opaque) != PageGetMaxOffsetNumber(page) ||
			P_ISLEAF(opaque))
			elog(ERROR, "target internal page %u of index \"%s\" has several children",
				 w.target, RelationGetRelationName(rel));
		w.nexttop = BTreeTupleGetDownLink(down);
		if (w.nexttop == w.leafblk)
			w.nexttop = InvalidBlockNumber;
	}

	w.rightsib = opaque->btpo_next;
	w.rbuf = _bt_getbuf(rel, w.rightsib, BT_WRITE);
	opaque = BTPageGetOpaque(BufferGetPage(w.rbuf));
	if (opaque->btpo_prev != w.target)
		ereport(ERROR,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg_internal("right sibling's left-link doesn't match: block %u links to %u instead of expected %u in index \"%s\"",
								 w.rightsib, opaque->btpo_prev, w.target,
								 RelationGetRelationName(rel))));
	*rightsib_empty = P_FIRSTDATAKEY(opaque) >
		PageGetMaxOffsetNumber(BufferGetPage(w.rbuf));
	maybe_lock_meta(rel, &w);

	apply_unlink(rel, &w);

	if (BufferIsValid(w.metabuf))
		_bt_relbuf(rel, w.metabuf);
	if (BufferIsValid(w.lbuf))
		_bt_relbuf(rel, w.lbuf);
	_bt_relbuf(rel, w.rbuf);
	if (w.target != w.leafblk)
		_bt_relbuf(rel, w.buf);

	/* pages that the scan has not come to yet will be counted when it does */
	if (w.target <= scanblkno)
		vstate->stats->pages_deleted++;
	vstate->stats->pages_newly_deleted++;
	add_pending(vstate, w.target, w.safexid);
	return true;
}

/* Path to an empty leaf, from a search for its high key. */
static BTStack
find_path(Relation rel, Buffer leafbuf, bool *left_incomplete)
{
	Page page = BufferGetPage(leafbuf);
	IndexTuple hikey = CopyIndexTuple((IndexTuple)
										  PageGetItem(page, PageGetItemId(page, P_HIKEY)));
	BlockNumber leftsib = BTPageGetOpaque(page)->btpo_prev;
	BTScanInsert key;
	BTStack stack;
	Buffer sleafbuf;

	*left_incomplete = false;
	_bt_unlockbuf(rel, leafbuf);
	if (left_split_incomplete(rel, leftsib, BufferGetBlockNumber(leafbuf)))
	{
		*left_incomplete = true;
		return NULL;
	}
	key = _bt_mkscankey(rel, hikey);
	/* the pivot itself, so that equality leads to this page */
	key->pivotsearch = true;
	stack = _bt_search(rel, key, &sleafbuf, BT_READ, NULL);
	_bt_relbuf(rel, sleafbuf);
	_bt_lockbuf(rel, leafbuf, BT_WRITE);
	return stack;
}

/*
 * _bt_pagedel
 *		Delete a leaf if it is (still) empty, and right siblings that became
 *		empty with it.  leafbuf comes write-locked and is released.
 */
void
_bt_pagedel(Relation rel, Buffer leafbuf, BTVacState *vstate)
{
	BlockNumber scanblkno = BufferGetBlockNumber(leafbuf);
	BTStack stack = NULL;

	for (;;)
	{
		Page page = BufferGetPage(leafbuf);
		BTPageOpaque opaque = BTPageGetOpaque(page);
		bool rightsib_empty = false;
		BlockNumber rightsib;

		if (!P_ISLEAF(opaque) || P_ISDELETED(opaque))
		{
			if (P_ISHALFDEAD(opaque))
				ereport(LOG,
						(errcode(ERRCODE_INDEX_CORRUPTED),
						 errmsg("index \"%s\" contains a half-dead internal page",
								RelationGetRelationName(rel)),
						 errhint("REINDEX it.")));
			_bt_relbuf(rel, leafbuf);
			break;
		}
		if (P_RIGHTMOST(opaque) || P_ISROOT(opaque) ||
			P_FIRSTDATAKEY(opaque) <= PageGetMaxOffsetNumber(page) ||
			P_INCOMPLETE_SPLIT(opaque))
		{
			_bt_relbuf(rel, leafbuf);
			break;
		}

		if (!P_ISHALFDEAD(opaque))
		{
			if (stack == NULL)
			{
				bool left_incomplete;

				stack = find_path(rel, leafbuf, &left_incomplete);
				if (left_incomplete)
				{
					ReleaseBuffer(leafbuf);
					return;
				}
				continue; /* the page was unlocked: check again */
			}
			if (!mark_halfdead(rel, leafbuf, stack))
			{
				_bt_relbuf(rel, leafbuf);
				break;
			}
		}

		rightsib = opaque->btpo_next;
		while (P_ISHALFDEAD(opaque))
		{
			if (!unlink_one(rel, leafbuf, scanblkno, &rightsib_empty, vstate))
			{
				_bt_freestack(stack);
				return;
			}
		}
		Assert(P_ISLEAF(opaque) && P_ISDELETED(opaque));
		rightsib = opaque->btpo_next;
		_bt_relbuf(rel, leafbuf);
		CHECK_FOR_INTERRUPTS();
		if (!rightsib_empty)
			break;
		leafbuf = _bt_getbuf(rel, rightsib, BT_WRITE);
	}
	_bt_freestack(stack);
}

/* ---- pages deleted by this VACUUM ---- */

/* _bt_pendingfsm_init
 *		Room to remember them. */
void
_bt_pendingfsm_init(Relation rel, BTVacState *vstate, bool cleanuponly)
{
	Size max = (Size) work_mem * 1024 / sizeof(BTPendingFSM);

	vstate->bufsize = 0;
	vstate->maxbufsize = 0;
	vstate->pendingpages = NULL;
	vstate->npendingpages = 0;
	/* nothing will be deleted but leftovers */
	if (cleanuponly)
		return;
	vstate->maxbufsize = (int) Min(max, MaxAllocSize / sizeof(BTPendingFSM));
	vstate->bufsize = Min(256, vstate->maxbufsize);
	vstate->pendingpages = palloc(vstate->bufsize * sizeof(BTPendingFSM));
}

/* _bt_pendingfsm_finalize
 *		Put those into the map that are recyclable already. */
void
_bt_pendingfsm_finalize(Relation rel, BTVacState *vstate)
{
	IndexBulkDeleteResult *stats = vstate->stats;

	if (vstate->npendingpages > 0)
		/* a fresh look at what is running lets most of them be reused */
		GetOldestNonRemovableTransactionId(NULL);
	for (int i = 0; i < vstate->npendingpages; i++)
	{
		if (!GlobalVisCheckRemovableFullXid(NULL,
											vstate->pendingpages[i].safexid))
			break; /* later ones are newer */
		RecordFreeIndexPage(rel, vstate->pendingpages[i].target);
		stats->pages_free++;
	}
	if (vstate->pendingpages)
		pfree(vstate->pendingpages);
}
