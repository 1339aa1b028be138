/*
 * storage.c
 *		Making, truncating and removing the files of relations.
 *
 * Files follow the transaction.  A file made in it goes if it aborts; one
 * dropped in it goes only when it has committed.  Both are entries of a list
 * that the end of a (sub)transaction works through; the commit and abort
 * records name the files too, so that replay does the same.
 *
 * With wal_level minimal, changes to a file made in the same transaction are
 * not logged.  Such files are remembered apart, and before commit each is
 * either synced or, if small, logged page by page.
 *
 *	1. Making a file is logged before anything in it is; a crash in between
 *	   leaves an empty file without owner, which nothing removes.
 *	2. The file of a dropped relation is removed after the commit record is
 *	   on disk, never before.
 *	3. Truncation: the WAL record is on disk before any block goes, and a
 *	   checkpoint cannot pass between the record and the truncation.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/storage.c
 */
#include "postgres.h"

#include "access/rmgr.h"
#include "access/visibilitymap.h"
#include "access/xact.h"
#include "access/xact_participant.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "catalog/catalog_register.h"
#include "catalog/storage.h"
#include "catalog/storage_xlog.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/bufpage.h"
#include "storage/freespace.h"
#include "storage/md.h"
#include "storage/proc.h"
#include "storage/smgr.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/rel.h"

int wal_skip_threshold = 2048; /* in kilobytes */

/* One file to remove at the end. */
typedef struct PendingDelete
{
	RelFileNode rnode;
	BackendId backend;
	bool at_commit; /* or at abort */
	int nest_level;
	struct PendingDelete *next;
} PendingDelete;

/* One file whose changes are not logged. */
typedef struct PendingSync
{
	RelFileNode rnode; /* hash key */
	bool truncated;
} PendingSync;

static PendingDelete *pending_deletes = NULL;
static HTAB *pending_syncs = NULL;

static void
remember_delete(RelFileNode rnode, BackendId backend, bool at_commit)
{
	PendingDelete *p = MemoryContextAlloc(TopMemoryContext, sizeof(*p));

	p->rnode = rnode;
	p->backend = backend;
	p->at_commit = at_commit;
	p->nest_level = GetCurrentTransactionNestLevel();
	p->next = pending_deletes;
	pending_deletes = p;
}

static void
remember_sync(const RelFileNode *rnode)
{
	PendingSync *p;
	bool found;

	if (pending_syncs == NULL)
	{
		HASHCTL ctl;

		memset(&ctl, 0, sizeof(ctl));
		ctl.keysize = sizeof(RelFileNode);
		ctl.entrysize = sizeof(PendingSync);
		ctl.hcxt = TopTransactionContext;
		pending_syncs = hash_create("pending sync hash", 16, &ctl,
									HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	}
	p = hash_search(pending_syncs, rnode, HASH_ENTER, &found);
	Assert(!found);
	p->truncated = false;
}

/* ---- making and dropping ---- */

/*
 * RelationCreateStorage
 *		Make the main fork of a relation.  With register_delete it goes if the
 *		transaction aborts.  The handle stays open.
 */
SMgrRelation
RelationCreateStorage(RelFileNode rnode, char relpersistence,
					  bool register_delete)
{
	bool permanent = relpersistence == RELPERSISTENCE_PERMANENT;
	BackendId backend = relpersistence == RELPERSISTENCE_TEMP ? BackendIdForTempRelations() : InvalidBackendId;
	SMgrRelation srel = smgropen(rnode, backend);

	smgrcreate(srel, MAIN_FORKNUM, false);
	if (permanent)
		log_smgrcreate(&srel->smgr_rnode.node, MAIN_FORKNUM);
	if (register_delete)
		remember_delete(rnode, backend, false);
	if (permanent && !XLogIsNeeded())
	{
		Assert(backend == InvalidBackendId);
		remember_sync(&rnode);
	}
	return srel;
}

/* Log the making of a fork. */
void
log_smgrcreate(const RelFileNode *rnode, ForkNumber forkNum)
{
	xl_smgr_create xlrec;

	xlrec.rnode = *rnode;
	xlrec.forkNum = forkNum;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	XLogInsert(RM_SMGR_ID, XLOG_SMGR_CREATE | XLR_SPECIAL_REL_UPDATE);
}

/* Remove all forks when the transaction has committed. */
void
RelationDropStorage(Relation rel)
{
	remember_delete(rel->rd_node, rel->rd_backend, true);
	RelationCloseSmgr(rel);
}

/* Take back what was remembered for commit or abort. */
void
RelationPreserveStorage(RelFileNode rnode, bool atCommit)
{
	PendingDelete **link = &pending_deletes;

	while (*link != NULL)
	{
		PendingDelete *p = *link;

		if (RelFileNodeEquals(rnode, p->rnode) && p->at_commit == atCommit)
		{
			*link = p->next;
			pfree(p);
		}
		else
			link = &p->next;
	}
}

/* ---- truncating ---- */

/*
 * The forks that go along with the main one, and to how many blocks.  Returns
 * their number; *fsm tells that the free space map needs tidying afterwards.
 */
static int
forks_to_truncate(Relation rel, SMgrRelation reln, BlockNumber nblocks,
				  ForkNumber *forks, BlockNumber *blocks, bool *fsm, bool *vm)
{
	int n = 0;

	forks[n] = MAIN_FORKNUM;
	blocks[n++] = nblocks;
	*fsm = smgrexists(reln, FSM_FORKNUM);
	if (*fsm)
	{
		blocks[n] = FreeSpaceMapPrepareTruncateRel(rel, nblocks);
		if (BlockNumberIsValid(blocks[n]))
			forks[n++] = FSM_FORKNUM;
	}
	*vm = smgrexists(reln, VISIBILITYMAP_FORKNUM);
	if (*vm)
	{
		blocks[n] = visibilitymap_prepare_truncate(rel, nblocks);
		if (BlockNumberIsValid(blocks[n]))
			forks[n++] = VISIBILITYMAP_FORKNUM;
	}
	return n;
}

/* Opening files takes memory, which there is none of in a critical section. */
static void
open_forks(SMgrRelation reln, const ForkNumber *forks, int nforks)
{
	for (int i = 0; i < nforks; i++)
	{
		reln->smgr_cached_nblocks[forks[i]] = InvalidBlockNumber;
		(void) smgrnblocks(reln, forks[i]);
	}
}

/*
 * RelationTruncate
 *		Cut off all blocks from nblocks on.  The caller holds
 *		AccessExclusiveLock.  Cannot be undone.
 */
void
RelationTruncate(Relation rel, BlockNumber nblocks)
{
	SMgrRelation reln = RelationGetSmgr(rel);
	ForkNumber forks[MAX_FORKNUM];
	BlockNumber blocks[MAX_FORKNUM];
	bool fsm;
	bool vm;
	int nforks;

	reln->smgr_targblock = InvalidBlockNumber;
	for (int i = 0; i <= MAX_FORKNUM; i++)
		reln->smgr_cached_nblocks[i] = InvalidBlockNumber;
	nforks = forks_to_truncate(rel, reln, nblocks, forks, blocks, &fsm, &vm);
	RelationPreTruncate(rel);
	reln = RelationGetSmgr(rel);
	open_forks(reln, forks, nforks);

	/* invariant 3 */
	START_CRIT_SECTION();
	MyProc->delayChkptFlags |= DELAY_CHKPT_START | DELAY_CHKPT_COMPLETE;
	if (RelationNeedsWAL(rel))
	{
		xl_smgr_truncate xlrec;
		XLogRecPtr lsn;

		xlrec.blkno = nblocks;
		xlrec.rnode = rel->rd_node;
		xlrec.flags = SMGR_TRUNCATE_ALL;
		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, sizeof(xlrec));
		lsn = XLogInsert(RM_SMGR_ID,
						 XLOG_SMGR_TRUNCATE | XLR_SPECIAL_REL_UPDATE);
		/* else a crash could leave map bits for blocks that come back */
		XLogFlush(lsn);
	}
	smgrtruncate(reln, forks, nforks, blocks);
	MyProc->delayChkptFlags &= ~(DELAY_CHKPT_START | DELAY_CHKPT_COMPLETE);
	END_CRIT_SECTION();

	if (fsm)
		FreeSpaceMapVacuumRange(rel, nblocks, InvalidBlockNumber);
}

/* A file that skips WAL and is cut off must be synced, however small. */
void
RelationPreTruncate(Relation rel)
{
	PendingSync *p;

	if (pending_syncs == NULL)
		return;
	p = hash_search(pending_syncs, &RelationGetSmgr(rel)->smgr_rnode.node,
					HASH_FIND, NULL);
	if (p)
		p->truncated = true;
}

/*
 * RelationCopyStorage
 *		Copy one fork block by block into an empty one, for ALTER TABLE SET
 *		TABLESPACE.  The caller has flushed the source's buffers.
 */
void
RelationCopyStorage(SMgrRelation src, SMgrRelation dst, ForkNumber forkNum,
					char relpersistence)
{
	PGAlignedBlock buf;
	Page page = (Page) buf.data;
	bool copying_initfork = relpersistence == RELPERSISTENCE_UNLOGGED &&
		forkNum == INIT_FORKNUM;
	bool use_wal = XLogIsNeeded() &&
		(relpersistence == RELPERSISTENCE_PERMANENT || copying_initfork);
	BlockNumber nblocks = smgrnblocks(src, forkNum);

	for (BlockNumber blkno = 0; blkno < nblocks; blkno++)
	{
		CHECK_FOR_INTERRUPTS();
		smgrread(src, forkNum, blkno, buf.data);
		if (!PageIsVerifiedExtended(page, blkno,
									PIV_LOG_WARNING | PIV_REPORT_STAT))
		{
			char *path = relpathbackend(src->smgr_rnode.node,
										src->smgr_rnode.backend, forkNum);

			ereport(ERROR,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg("invalid page in block %u of relation %s", blkno,
							path)));
		}
		if (use_wal)
			log_newpage(&dst->smgr_rnode.node, forkNum, blkno, page, false);
		PageSetChecksumInplace(page, blkno);
		smgrextend(dst, forkNum, blkno, buf.data, true);
	}
	if (use_wal || copying_initfork)
		smgrimmedsync(dst, forkNum);
}

/* Are changes to this file not logged?  (It is synced at commit then.) */
bool
RelFileNodeSkippingWAL(RelFileNode rnode)
{
	return pending_syncs != NULL &&
		hash_search(pending_syncs, &rnode, HASH_FIND, NULL) != NULL;
}

/* ---- ends of transactions ---- */

/*
 * smgrDoPendingDeletes
 *		Remove the files whose time has come at this level.  Runs after the
 *		fate of the transaction is on disk; an error may leave files behind,
 *		not remove too many.
 */
void
smgrDoPendingDeletes(bool isCommit)
{
	int nest_level = GetCurrentTransactionNestLevel();
	PendingDelete **link = &pending_deletes;
	SMgrRelation *srels = NULL;
	int n = 0;
	int max = 0;

	while (*link != NULL)
	{
		PendingDelete *p = *link;

		if (p->nest_level < nest_level)
		{
			link = &p->next; /* an outer level's */
			continue;
		}
		*link = p->next; /* off the list first, in case of error */
		if (p->at_commit == isCommit)
		{
			if (n >= max)
			{
				max = max ? max * 2 : 8;
				srels = srels ? repalloc(srels, max * sizeof(SMgrRelation)) : palloc(max * sizeof(SMgrRelation));
			}
			srels[n++] = smgropen(p->rnode, p->backend);
		}
		pfree(p);
	}
	if (n == 0)
		return;
	smgrdounlinkall(srels, n, false);
	for (int i = 0; i < n; i++)
		smgrclose(srels[i]);
	pfree(srels);
}

/* Will the file go at commit anyway?  Then it need not be synced. */
static bool
goes_at_commit(const RelFileNode *rnode)
{
	for (PendingDelete *p = pending_deletes; p != NULL; p = p->next)
	{
		if (p->at_commit && RelFileNodeEquals(p->rnode, *rnode))
			return true;
	}
	return false;
}

/* Log every page of a file as it is. */
static void
log_whole_file(const RelFileNode *rnode, const BlockNumber *nblocks)
{
	for (int fork = 0; fork <= MAX_FORKNUM; fork++)
	{
		Relation rel;

		if (!BlockNumberIsValid(nblocks[fork]))
			continue;
		rel = CreateFakeRelcacheEntry(*rnode);
		log_newpage_range(rel, fork, 0, nblocks[fork], false);
		FreeFakeRelcacheEntry(rel);
	}
}

/*
 * smgrDoPendingSyncs
 *		Before commit: make the files that skipped WAL durable.
 */
void
smgrDoPendingSyncs(bool isCommit, bool isParallelWorker)
{
	HASH_SEQ_STATUS seq;
	PendingSync *p;
	SMgrRelation *srels;
	int n = 0;

	if (!isCommit || pending_syncs == NULL)
	{
		pending_syncs = NULL; /* its memory goes with the transaction */
		return;
	}
	AssertPendingSyncs_RelationCache();
	srels = palloc(hash_get_num_entries(pending_syncs) * sizeof(SMgrRelation) + 1);

	hash_seq_init(&seq, pending_syncs);
	while ((p = hash_seq_search(&seq)) != NULL)
	{
		BlockNumber nblocks[MAX_FORKNUM + 1];
		uint64 total = 0;
		SMgrRelation srel;

		if (isParallelWorker || goes_at_commit(&p->rnode))
			continue;
		srel = smgropen(p->rnode, InvalidBackendId);
		for (int fork = 0; fork <= MAX_FORKNUM; fork++)
		{
			nblocks[fork] = InvalidBlockNumber;
			if (!smgrexists(srel, fork))
				continue;
			nblocks[fork] = smgrnblocks(srel, fork);
			total += nblocks[fork];
		}
		if (p->truncated || total * BLCKSZ / 1024 >= (uint64) wal_skip_threshold)
			srels[n++] = srel;
		else
			log_whole_file(&p->rnode, nblocks);
	}
	pending_syncs = NULL;
	if (n > 0)
		smgrdosyncall(srels, n);
	pfree(srels);
}

/*
 * smgrGetPendingDeletes
 *		The permanent files that go at commit (or abort), for its record.  The
 *		array is palloc'd, NULL if there are none.
 */
int
smgrGetPendingDeletes(bool forCommit, RelFileNode **ptr)
{
	int nest_level = GetCurrentTransactionNestLevel();
	int n = 0;
	PendingDelete *p;

	*ptr = NULL;
	for (p = pending_deletes; p != NULL; p = p->next)
		n += p->nest_level >= nest_level && p->at_commit == forCommit &&
			p->backend == InvalidBackendId;
	if (n == 0)
		return 0;
	*ptr = palloc(n * sizeof(RelFileNode));
	n = 0;
	for (p = pending_deletes; p != NULL; p = p->next)
	{
		if (p->nest_level >= nest_level && p->at_commit == forCommit &&
			p->backend == InvalidBackendId)
			(*ptr)[n++] = p->rnode;
	}
	return n;
}

/* After PREPARE, the two-phase state knows the files. */
void
PostPrepare_smgr(void)
{
	while (pending_deletes != NULL)
	{
		PendingDelete *p = pending_deletes;

		pending_deletes = p->next;
		pfree(p);
	}
}

void
AtSubCommit_smgr(void)
{
	int nest_level = GetCurrentTransactionNestLevel();

	for (PendingDelete *p = pending_deletes; p != NULL; p = p->next)
	{
		if (p->nest_level >= nest_level)
			p->nest_level = nest_level - 1;
	}
}

void
AtSubAbort_smgr(void)
{
	smgrDoPendingDeletes(false);
}

/* ---- redo ---- */

static void
redo_truncate(XLogReaderState *record)
{
	xl_smgr_truncate *xlrec = (xl_smgr_truncate *) XLogRecGetData(record);
	SMgrRelation reln = smgropen(xlrec->rnode, InvalidBackendId);
	Relation rel;
	ForkNumber forks[MAX_FORKNUM];
	BlockNumber blocks[MAX_FORKNUM];
	int nforks = 0;
	bool need_fsm_vacuum = false;

	/* the file may have been removed later on: make it to have it removed */
	smgrcreate(reln, MAIN_FORKNUM, true);

	/* what is cut off must not be ahead of what a next start replays */
	XLogFlush(record->EndRecPtr);

	if (xlrec->flags & SMGR_TRUNCATE_HEAP)
	{
		forks[nforks] = MAIN_FORKNUM;
		blocks[nforks++] = xlrec->blkno;
		XLogTruncateRelation(xlrec->rnode, MAIN_FORKNUM, xlrec->blkno);
	}
	rel = CreateFakeRelcacheEntry(xlrec->rnode);
	if ((xlrec->flags & SMGR_TRUNCATE_FSM) && smgrexists(reln, FSM_FORKNUM))
	{
		blocks[nforks] = FreeSpaceMapPrepareTruncateRel(rel, xlrec->blkno);
		if (BlockNumberIsValid(blocks[nforks]))
		{
			forks[nforks++] = FSM_FORKNUM;
			need_fsm_vacuum = true;
		}
	}
	if ((xlrec->flags & SMGR_TRUNCATE_VM) &&
		smgrexists(reln, VISIBILITYMAP_FORKNUM))
	{
		blocks[nforks] = visibilitymap_prepare_truncate(rel, xlrec->blkno);
		if (BlockNumberIsValid(blocks[nforks]))
			forks[nforks++] = VISIBILITYMAP_FORKNUM;
	}
	if (nforks > 0)
	{
		open_forks(reln, forks, nforks);
		START_CRIT_SECTION();
		smgrtruncate(reln, forks, nforks, blocks);
		END_CRIT_SECTION();
	}
	if (need_fsm_vacuum)
		FreeSpaceMapVacuumRange(rel, xlrec->blkno, InvalidBlockNumber);
	FreeFakeRelcacheEntry(rel);
}

void
smgr_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;

	Assert(!XLogRecHasAnyBlockRefs(record));
	if (info == XLOG_SMGR_CREATE)
	{
		xl_smgr_create *xlrec = (xl_smgr_create *) XLogRecGetData(record);

		smgrcreate(smgropen(xlrec->rnode, InvalidBackendId), xlrec->forkNum,
				   true);
	}
	else if (info == XLOG_SMGR_TRUNCATE)
		redo_truncate(record);
	else
		elog(PANIC, "smgr_redo: unknown op code %u", info);
}

const RmgrData smgr_rmgr = {
	.rm_name = "Storage",
	.rm_redo = smgr_redo,
};

/* ---- xact.c's view ---- */

static void
last_before_record(bool is_commit)
{
	smgrDoPendingSyncs(is_commit, false);
}

static void
sub_after_locks(const SubXactEnd *end)
{
	if (end->is_commit)
		AtSubCommit_smgr();
	else
		AtSubAbort_smgr();
}

const XactParticipant storage_xact_participant = {
	.name = "files of relations",
	.last_before_record = last_before_record,
	.dropped_relations = smgrGetPendingDeletes,
	.after_locks = smgrDoPendingDeletes,
	.sub_after_locks = sub_after_locks,
	.redo_drop_relations = DropRelationFiles,
};
