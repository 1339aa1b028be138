/*
 * xlogutils.c
 *		Helps redo routines to get at blocks, and others to read the log.
 *
 * XLogReadBufferForRedo answers, for one block of a record, whether the change
 * must be applied.  The log may name blocks that a later record drops or cuts
 * off and that are gone from disk already; such references are remembered here
 * and must all be resolved by the time the data is said to be consistent.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlogutils.c
 */
#include "postgres.h"

#include <unistd.h>

#include "access/timeline.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogrecovery.h"
#include "access/xlogstore.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufpage.h"
#include "storage/fd.h"
#include "storage/smgr.h"
#include "utils/hsearch.h"
#include "utils/rel.h"

bool InRecovery = false;
bool ignore_invalid_pages = false;
HotStandbyState standbyState = STANDBY_DISABLED;

/* ---------------------------------------------------------------------------
 * Invalid pages
 * ------------------------------------------------------------------------ */

/* Hash key: compared bytewise, so without padding. */
typedef struct InvalidPageKey
{
	RelFileNode node;
	ForkNumber forkno;
	BlockNumber blkno;
} InvalidPageKey;

typedef struct InvalidPage
{
	InvalidPageKey key;
	bool present; /* the block exists, but is all zeros */
} InvalidPage;

static HTAB *invalid_pages = NULL;

static void
report_invalid_page(int elevel, const InvalidPageKey *key, bool present)
{
	char *path = relpathperm(key->node, key->forkno);

	if (present)
		elog(elevel, "page %u of relation %s is uninitialized", key->blkno, path);
	else
		elog(elevel, "page %u of relation %s does not exist", key->blkno, path);
	pfree(path);
}

/* The log refers to a block that is not there (or all zeros). */
static void
note_invalid_page(RelFileNode node, ForkNumber forkno, BlockNumber blkno, bool present)
{
	InvalidPageKey key = {node, forkno, blkno};
	InvalidPage *entry;
	bool found;

	/* Once consistent, nothing may be missing any more. */
	if (reachedConsistency)
	{
		report_invalid_page(WARNING, &key, present);
		elog(ignore_invalid_pages ? WARNING : PANIC,
			 "WAL contains references to invalid pages");
	}
	if (message_level_is_interesting(DEBUG1))
		report_invalid_page(DEBUG1, &key, present);

	if (invalid_pages == NULL)
	{
		HASHCTL ctl;

		ctl.keysize = sizeof(InvalidPageKey);
		ctl.entrysize = sizeof(InvalidPage);
		invalid_pages = hash_create("XLOG invalid-page table", 100, &ctl,
									HASH_ELEM | HASH_BLOBS);
	}
	entry = hash_search(invalid_pages, &key, HASH_ENTER, &found);
	if (!found)
		entry->present = present;
}

/* Drop the notes of a fork from minblkno on; of the whole database dbid if node is NULL. */
static void
forget_invalid_pages(const RelFileNode *node, ForkNumber forkno, BlockNumber minblkno,
					 Oid dbid)
{
	HASH_SEQ_STATUS status;
	InvalidPage *entry;

	if (invalid_pages == NULL)
		return;
	hash_seq_init(&status, invalid_pages);
	while ((entry = hash_seq_search(&status)) != NULL)
	{
		bool matches = node != NULL ? RelFileNodeEquals(entry->key.node, *node) && entry->key.forkno == forkno &&
				entry->key.blkno >= minblkno
									: entry->key.node.dbNode == dbid;

		if (matches &&
			hash_search(invalid_pages, &entry->key, HASH_REMOVE, NULL) == NULL)
			elog(ERROR, "hash table corrupted");
	}
}

/* Are there unresolved references? */
bool
XLogHaveInvalidPages(void)
{
	return invalid_pages != NULL && hash_get_num_entries(invalid_pages) > 0;
}

/*
 * XLogCheckInvalidPages
 *		The data shall be consistent now: every reference must be resolved.
 *
 * PANIC if not, or WARNING with ignore_invalid_pages.
 */
void
XLogCheckInvalidPages(void)
{
	HASH_SEQ_STATUS status;
	InvalidPage *entry;
	bool found = false;

	if (invalid_pages == NULL)
		return;
	hash_seq_init(&status, invalid_pages);
	while ((entry = hash_seq_search(&status)) != NULL)
	{
		report_invalid_page(WARNING, &entry->key, entry->present);
		found = true;
	}
	if (found)
		elog(ignore_invalid_pages ? WARNING : PANIC,
			 "WAL contains references to invalid pages");
	hash_destroy(invalid_pages);
	invalid_pages = NULL;
}

/* A relation's fork is being dropped by replay. */
void
XLogDropRelation(RelFileNode rnode, ForkNumber forknum)
{
	forget_invalid_pages(&rnode, forknum, 0, InvalidOid);
}

/* A database is being dropped by replay; open files of it must go as well. */
void
XLogDropDatabase(Oid dbid)
{
	smgrcloseall();
	forget_invalid_pages(NULL, MAIN_FORKNUM, 0, dbid);
}

/* A fork is being cut to nblocks by replay. */
void
XLogTruncateRelation(RelFileNode rnode, ForkNumber forkNum, BlockNumber nblocks)
{
	forget_invalid_pages(&rnode, forkNum, nblocks, InvalidOid);
}

/* ---------------------------------------------------------------------------
 * Blocks
 * ------------------------------------------------------------------------ */

/* Extend a fork with zero blocks until blkno exists. */
static void
extend_to_block(RelFileNode rnode, ForkNumber forknum, BlockNumber blkno)
{
	Buffer buffer;
	BlockNumber got;

	/* Backends do not run, so nobody extends at the same time. */
	Assert(InRecovery);
	do
	{
		buffer = ReadBufferWithoutRelcache(rnode, forknum, P_NEW, RBM_NORMAL, NULL, true);
		got = BufferGetBlockNumber(buffer);
		ReleaseBuffer(buffer);
	} while (got < blkno);
}

/*
 * XLogReadBufferExtended
 *		Buffer of a block during replay; the file is created if it is missing.
 *
 * RBM_NORMAL: InvalidBuffer, and a note, if the block does not exist or is all
 * zeros.  RBM_NORMAL_NO_LOG: the same without note, zeros are fine.  Other modes
 * extend the fork.  The buffer is pinned, and locked only by the ZERO modes.
 */
Buffer
XLogReadBufferExtended(RelFileNode rnode, ForkNumber forknum, BlockNumber blkno,
					   ReadBufferMode mode, Buffer recent_buffer)
{
	SMgrRelation smgr;
	Buffer buffer;

	Assert(blkno != P_NEW);
	if (BufferIsValid(recent_buffer) && mode == RBM_NORMAL &&
		ReadRecentBuffer(rnode, forknum, blkno, recent_buffer))
		buffer = recent_buffer;
	else
	{
		smgr = smgropen(rnode, InvalidBackendId);
		smgrcreate(smgr, forknum, true);
		if (blkno >= smgrnblocks(smgr, forknum))
		{
			if (mode == RBM_NORMAL)
			{
				note_invalid_page(rnode, forknum, blkno, false);
				return InvalidBuffer;
			}
			if (mode == RBM_NORMAL_NO_LOG)
				return InvalidBuffer;
			extend_to_block(rnode, forknum, blkno);
		}
		buffer = ReadBufferWithoutRelcache(rnode, forknum, blkno, mode, NULL, true);
	}

	/* A new page: its initialisation was lost, or a later record drops it. */
	if (mode == RBM_NORMAL && PageIsNew(BufferGetPage(buffer)))
	{
		ReleaseBuffer(buffer);
		note_invalid_page(rnode, forknum, blkno, true);
		return InvalidBuffer;
	}
	return buffer;
}

/* See XLogReadBufferForRedoExtended; the plain case. */
XLogRedoAction
XLogReadBufferForRedo(XLogReaderState *record, uint8 block_id, Buffer *buf)
{
	return XLogReadBufferForRedoExtended(record, block_id, RBM_NORMAL, false, buf);
}

/* A block that redo builds from nothing: zeroed, pinned, exclusively locked. */
Buffer
XLogInitBufferForRedo(XLogReaderState *record, uint8 block_id)
{
	Buffer buf;

	XLogReadBufferForRedoExtended(record, block_id, RBM_ZERO_AND_LOCK, false, &buf);
	return buf;
}

/* Restore a block's image; the buffer is returned locked. */
static Buffer
restore_image(XLogReaderState *record, uint8 block_id, RelFileNode rnode,
			  ForkNumber forknum, BlockNumber blkno, bool cleanup_lock)
{
	Buffer buf = XLogReadBufferExtended(rnode, forknum, blkno,
										cleanup_lock ? RBM_ZERO_AND_CLEANUP_LOCK : RBM_ZERO_AND_LOCK, InvalidBuffer);
	Page page = BufferGetPage(buf);

	if (!RestoreBlockImage(record, block_id, page))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg_internal("%s", record->errormsg_buf)));
	/* An all-zero page stays so; its header says that it is new. */
	if (!PageIsNew(page))
		PageSetLSN(page, record->EndRecPtr);
	MarkBufferDirty(buf);

	/* Init forks are copied by file, past the buffers: keep the file right. */
	if (forknum == INIT_FORKNUM)
		FlushOneBuffer(buf);
	return buf;
}

/*
 * XLogReadBufferForRedoExtended
 *		Read a block of the record that is being replayed.
 *
 * mode: RBM_NORMAL, or a ZERO mode if the routine rebuilds the page, in which
 * case the record must say so (WILL_INIT) and BLK_NEEDS_REDO is the answer
 * unless an image was restored.  get_cleanup_lock: wait until nobody else has
 * the page pinned.  *buf is locked and pinned except for BLK_NOTFOUND.
 */
XLogRedoAction
XLogReadBufferForRedoExtended(XLogReaderState *record, uint8 block_id, ReadBufferMode mode,
							  bool get_cleanup_lock, Buffer *buf)
{
	RelFileNode rnode;
	ForkNumber forknum;
	BlockNumber blkno;
	Buffer recent;
	bool zero_mode = mode == RBM_ZERO_AND_LOCK || mode == RBM_ZERO_AND_CLEANUP_LOCK;
	bool will_init;

	if (!XLogRecGetBlockTagExtended(record, block_id, &rnode, &forknum, &blkno, &recent))
		elog(PANIC, "failed to locate backup block with ID %d in WAL record", block_id);

	will_init = (XLogRecGetBlock(record, block_id)->flags & BKPBLOCK_WILL_INIT) != 0;
	if (will_init && !zero_mode)
		elog(PANIC, "block with WILL_INIT flag in WAL record must be zeroed by redo routine");
	if (!will_init && zero_mode)
		elog(PANIC, "block to be initialized in redo routine must be marked with WILL_INIT flag in the WAL record");

	if (XLogRecHasBlockImage(record, block_id) && XLogRecBlockImageApply(record, block_id))
	{
		*buf = restore_image(record, block_id, rnode, forknum, blkno, get_cleanup_lock);
		return BLK_RESTORED;
	}

	*buf = XLogReadBufferExtended(rnode, forknum, blkno, mode, recent);
	if (!BufferIsValid(*buf))
		return BLK_NOTFOUND;
	if (!zero_mode)
	{
		if (get_cleanup_lock)
			LockBufferForCleanup(*buf);
		else
			LockBuffer(*buf, BUFFER_LOCK_EXCLUSIVE);
		if (record->EndRecPtr <= PageGetLSN(BufferGetPage(*buf)))
			return BLK_DONE;
	}
	return BLK_NEEDS_REDO;
}

/* ---------------------------------------------------------------------------
 * Relations without catalogs
 * ------------------------------------------------------------------------ */

typedef struct FakeRelation
{
	RelationData reldata; /* first, so that the pointers are equal */
	FormData_pg_class pgclass;
} FakeRelation;

/*
 * CreateFakeRelcacheEntry
 *		A Relation by file identity alone, for functions that want one.
 *
 * Only identity, persistence and files are filled in.  palloc'd; freed by
 * FreeFakeRelcacheEntry.
 */
Relation
CreateFakeRelcacheEntry(RelFileNode rnode)
{
	FakeRelation *fake = palloc0(sizeof(FakeRelation));
	Relation rel = &fake->reldata;

	rel->rd_rel = &fake->pgclass;
	rel->rd_node = rnode;
	rel->rd_backend = InvalidBackendId;
	rel->rd_rel->relpersistence = RELPERSISTENCE_PERMANENT;
	snprintf(NameStr(rel->rd_rel->relname), NAMEDATALEN, "%u", rnode.relNode);

	/* The file number stands for the OID: unlike it, but nobody else locks. */
	rel->rd_lockInfo.lockRelId.dbId = rnode.dbNode;
	rel->rd_lockInfo.lockRelId.relId = rnode.relNode;
	rel->rd_smgr = NULL;
	return rel;
}

void
FreeFakeRelcacheEntry(Relation fakerel)
{
	if (fakerel->rd_smgr != NULL)
		smgrclearowner(&fakerel->rd_smgr, fakerel->rd_smgr);
	pfree(fakerel);
}

/* ---------------------------------------------------------------------------
 * Reading this server's log
 * ------------------------------------------------------------------------ */

/* segment_open callback: a segment of pg_wal, or an error that says why not. */
void
wal_segment_open(XLogReaderState *state, XLogSegNo nextSegNo, TimeLineID *tli_p)
{
	char path[MAXPGPATH];
	int save_errno;

	xlogstore_open_reader(*tli_p, nextSegNo, &state->seg.ws_file);
	if (state->seg.ws_file >= 0)
		return;
	save_errno = errno;
	XLogFilePath(path, *tli_p, nextSegNo, state->segcxt.ws_segsize);
	errno = save_errno;
	if (errno == ENOENT)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("requested WAL segment %s has already been removed", path)));
	ereport(ERROR,
			(errcode_for_file_access(),
			 errmsg("could not open file \"%s\": %m", path)));
}

void
wal_segment_close(XLogReaderState *state)
{
	close(state->seg.ws_file);
	state->seg.ws_file = -1;
}

/* Timeline to read wantPage from: the current one or the ancestor it is on. */
void
XLogReadDetermineTimeline(XLogReaderState *state, XLogRecPtr wantPage, uint32 wantLength,
						  TimeLineID currTLI)
{
	List *history;
	XLogRecPtr last_byte = wantPage + Min(wantLength, XLOG_BLCKSZ) - 1;

	Assert(wantPage != InvalidXLogRecPtr && wantPage % XLOG_BLCKSZ == 0);
	if (state->currTLI == currTLI && state->currTLIValidUntil == InvalidXLogRecPtr)
		return;
	if (state->currTLIValidUntil != InvalidXLogRecPtr && state->currTLI != 0 &&
		last_byte < state->currTLIValidUntil && wantPage >= state->latestPagePtr)
		return;

	/* Pages of the switch segment are copied to the newer timeline's file. */
	history = readTimeLineHistory(currTLI);
	state->currTLI = tliOfPointInHistory(wantPage - XLogSegmentOffset(wantPage, state->segcxt.ws_segsize) +
											 state->segcxt.ws_segsize - 1,
										 history);
	state->currTLIValidUntil = tliSwitchPoint(state->currTLI, history, &state->nextTLI);
	list_free_deep(history);
}

static int
read_local_page(XLogReaderState *state, XLogRecPtr targetPagePtr, int reqLen,
				char *cur_page, bool wait_for_wal)
{
	XLogRecPtr want = targetPagePtr + reqLen;
	XLogRecPtr have;
	TimeLineID tli;
	WALReadError errinfo;

	for (;;)
	{
		have = RecoveryInProgress() ? GetXLogReplayRecPtr(&tli) : GetFlushRecPtr(&tli);
		XLogReadDetermineTimeline(state, targetPagePtr, reqLen, tli);
		if (state->currTLI != tli)
		{
			/* History is complete up to the switch. */
			have = state->currTLIValidUntil;
			tli = state->currTLI;
			break;
		}
		if (want <= have)
			break;
		if (!wait_for_wal)
		{
			((ReadLocalXLogPageNoWaitPrivate *) state->private_data)->end_of_wal = true;
			return -1;
		}
		CHECK_FOR_INTERRUPTS();
		pg_usleep(1000L);
	}
	if (have < want)
		return -1;
	if (!WALRead(state, cur_page, targetPagePtr, XLOG_BLCKSZ, tli, &errinfo))
		WALReadRaiseError(&errinfo);
	return (int) Min(have - targetPagePtr, (XLogRecPtr) XLOG_BLCKSZ);
}

/* page_read callback that waits for WAL to be written. */
int
read_local_xlog_page(XLogReaderState *state, XLogRecPtr targetPagePtr, int reqLen,
					 XLogRecPtr targetRecPtr, char *cur_page)
{
	return read_local_page(state, targetPagePtr, reqLen, cur_page, true);
}

/* The same that ends at the end; private_data says so. */
int
read_local_xlog_page_no_wait(XLogReaderState *state, XLogRecPtr targetPagePtr, int reqLen,
							 XLogRecPtr targetRecPtr, char *cur_page)
{
	return read_local_page(state, targetPagePtr, reqLen, cur_page, false);
}

/* Raise what WALRead met. */
void
WALReadRaiseError(WALReadError *errinfo)
{
	WALOpenSegment *seg = &errinfo->wre_seg;
	char fname[MAXFNAMELEN];

	XLogFileName(fname, seg->ws_tli, seg->ws_segno, wal_segment_size);
	errno = errinfo->wre_errno;
	ereport(ERROR,
			errinfo->wre_read < 0 ? (errcode_for_file_access(),
									 errmsg("could not read from log segment %s, offset %d: %m",
											fname, errinfo->wre_off))
								  : (errcode(ERRCODE_DATA_CORRUPTED),
									 errmsg("could not read from log segment %s, offset %d: read %d of %d",
											fname, errinfo->wre_off, errinfo->wre_read, errinfo->wre_req)));
}
