/*
 * md.c
 *		Relation forks as plain files.
 *
 * A fork is a row of segment files of RELSEG_SIZE blocks; all but the last
 * are full. A later segment that has been emptied is kept at length 0,
 * since another process may have it open.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/smgr/md.c
 */
#include "postgres.h"

#include <sys/stat.h>
#include <unistd.h>

#include "catalog/pg_tablespace_d.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/fd.h"
#include "storage/md.h"
#include "storage/storage_callbacks.h"
#include "storage/sync.h"
#include "utils/memutils.h"
#include "utils/wait_event.h"

typedef struct _MdfdVec
{
	File vfd;
	BlockNumber segno;
} MdfdVec;

/* What to do about a segment that does not exist. */
typedef enum Missing
{
	MISSING_ERROR,
	MISSING_NULL, /* return NULL */
	MISSING_CREATE,
	MISSING_RECOVERY /* create in recovery, else error */
} Missing;

static MemoryContext md_context;

/* The file may have been dropped, or its directory. */
#define file_is_gone(err) ((err) == ENOENT || (err) == EACCES)

static MdfdVec *md_segment(SMgrRelation reln, ForkNumber forknum,
						   BlockNumber blkno, bool skipFsync, Missing missing);

/* Once per process. */
void
mdinit(void)
{
	if (md_context == NULL)
		md_context = AllocSetContextCreate(TopMemoryContext, "MdSmgr",
										   ALLOCSET_DEFAULT_SIZES);
}

void
mdopen(SMgrRelation reln)
{
	for (int fork = 0; fork <= MAX_FORKNUM; fork++)
	{
		reln->md_num_open_segs[fork] = 0;
		reln->md_seg_fds[fork] = NULL;
	}
}

/* ---- the array of open segments ---- */

/* Change how many segments are open; new entries are the caller's to fill. */
static void
resize_segs(SMgrRelation reln, ForkNumber forknum, int nseg)
{
	MdfdVec *segs = reln->md_seg_fds[forknum];

	if (nseg == 0 && segs != NULL)
	{
		pfree(segs);
		segs = NULL;
	}
	else if (nseg > 0 && segs == NULL)
	{
		if (md_context == NULL)
			mdinit();
		segs = MemoryContextAlloc(md_context, sizeof(MdfdVec) * nseg);
	}
	else if (nseg > reln->md_num_open_segs[forknum])
		segs = repalloc(segs, sizeof(MdfdVec) * nseg);
	reln->md_seg_fds[forknum] = segs;
	reln->md_num_open_segs[forknum] = nseg;
}

/* Close all open segments of a fork. */
void
mdclose(SMgrRelation reln, ForkNumber forknum)
{
	while (reln->md_num_open_segs[forknum] > 0)
	{
		int last = reln->md_num_open_segs[forknum] - 1;

		FileClose(reln->md_seg_fds[forknum][last].vfd);
		resize_segs(reln, forknum, last);
	}
}

/* palloc'd path of a segment. */
static char *
segment_path(RelFileNodeBackend rnode, ForkNumber forknum, BlockNumber segno)
{
	char *path = relpath(rnode, forknum);
	char *full;

	if (segno == 0)
		return path;
	full = psprintf("%s.%u", path, segno);
	pfree(path);
	return full;
}

/* Open the segment after the last open one; NULL with errno. */
static MdfdVec *
open_segment(SMgrRelation reln, ForkNumber forknum, BlockNumber segno,
			 int extra_flags)
{
	char *path = segment_path(reln->smgr_rnode, forknum, segno);
	File vfd = PathNameOpenFile(path, O_RDWR | extra_flags);
	int save_errno = errno;
	MdfdVec *v;

	pfree(path);
	errno = save_errno;
	if (vfd < 0)
		return NULL;
	Assert(segno == (BlockNumber) reln->md_num_open_segs[forknum]);
	resize_segs(reln, forknum, segno + 1);
	v = &reln->md_seg_fds[forknum][segno];
	v->vfd = vfd;
	v->segno = segno;
	return v;
}

/* Open the first segment; missing is MISSING_ERROR or MISSING_NULL. */
static MdfdVec *
open_first(SMgrRelation reln, ForkNumber forknum, Missing missing)
{
	MdfdVec *v;

	if (reln->md_num_open_segs[forknum] > 0)
		return &reln->md_seg_fds[forknum][0];
	v = open_segment(reln, forknum, 0, 0);
	if (v == NULL && !(missing == MISSING_NULL && file_is_gone(errno)))
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m",
						relpath(reln->smgr_rnode, forknum))));
	return v;
}

static BlockNumber
segment_nblocks(MdfdVec *v)
{
	off_t len = FileSize(v->vfd);

	if (len < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not seek to end of file \"%s\": %m",
						FilePathName(v->vfd))));
	/* a partial block at the end does not count */
	return (BlockNumber) (len / BLCKSZ);
}

/*
 * md_segment
 *		The open segment that holds a block.
 *
 * Segments are opened from the first up.  One behind a segment that is not
 * full must not exist: that is an error, except where it may be created, when
 * the gap is filled with zeros.
 */
static MdfdVec *
md_segment(SMgrRelation reln, ForkNumber forknum, BlockNumber blkno,
		   bool skipFsync, Missing missing)
{
	BlockNumber target = blkno / RELSEG_SIZE;
	MdfdVec *v;
	bool create = missing == MISSING_CREATE ||
		(missing == MISSING_RECOVERY && storage_callbacks.in_recovery());

	if (target < (BlockNumber) reln->md_num_open_segs[forknum])
		return &reln->md_seg_fds[forknum][target];
	if (reln->md_num_open_segs[forknum] > 0)
		v = &reln->md_seg_fds[forknum][reln->md_num_open_segs[forknum] - 1];
	else
		v = open_first(reln, forknum,
					   missing == MISSING_NULL ? MISSING_NULL : MISSING_ERROR);

	while (v != NULL && v->segno < target)
	{
		BlockNumber next = v->segno + 1;
		BlockNumber nblocks = segment_nblocks(v);

		if (nblocks > (BlockNumber) RELSEG_SIZE)
			elog(FATAL, "segment too big");
		if (nblocks < RELSEG_SIZE && create)
		{
			char *zeros = palloc0(BLCKSZ);

			mdextend(reln, forknum, next * RELSEG_SIZE - 1, zeros, skipFsync);
			pfree(zeros);
		}
		else if (nblocks < RELSEG_SIZE)
		{
			if (missing == MISSING_NULL)
			{
				errno = ENOENT;
				return NULL;
			}
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not open file \"%s\" (target block %u): previous segment is only %u blocks",
							segment_path(reln->smgr_rnode, forknum, next),
							blkno, nblocks)));
		}
		v = open_segment(reln, forknum, next, create ? O_CREAT : 0);
		if (v == NULL && !(missing == MISSING_NULL && file_is_gone(errno)))
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not open file \"%s\" (target block %u): %m",
							segment_path(reln->smgr_rnode, forknum, next),
							blkno)));
	}
	return v;
}

static off_t
segment_offset(BlockNumber blkno)
{
	return (off_t) BLCKSZ * (blkno % RELSEG_SIZE);
}

/* ---- requests to the checkpointer ---- */

static void
make_tag(FileTag *tag, RelFileNode rnode, ForkNumber forknum, BlockNumber segno)
{
	memset(tag, 0, sizeof(FileTag));
	tag->handler = SYNC_HANDLER_MD;
	tag->rnode = rnode;
	tag->forknum = forknum;
	tag->segno = segno;
}

/* A segment was written: have it fsynced, or do it if the queue is full. */
static void
register_dirty(SMgrRelation reln, ForkNumber forknum, MdfdVec *seg)
{
	FileTag tag;

	Assert(!SmgrIsTemp(reln));
	make_tag(&tag, reln->smgr_rnode.node, forknum, seg->segno);
	if (RegisterSyncRequest(&tag, SYNC_REQUEST, false))
		return;
	ereport(DEBUG1,
			(errmsg_internal("could not forward fsync request because request queue is full")));
	if (FileSync(seg->vfd, WAIT_EVENT_DATA_FILE_SYNC) < 0)
		ereport(data_sync_elevel(ERROR),
				(errcode_for_file_access(),
				 errmsg("could not fsync file \"%s\": %m",
						FilePathName(seg->vfd))));
}

static void
register_for_segment(RelFileNodeBackend rnode, ForkNumber forknum,
					 BlockNumber segno, SyncRequestType type)
{
	FileTag tag;

	make_tag(&tag, rnode.node, forknum, segno);
	RegisterSyncRequest(&tag, type, true);
}

/* Nothing of this database needs an fsync or unlink any more. */
void
ForgetDatabaseSyncRequests(Oid dbid)
{
	FileTag tag;
	RelFileNode rnode = {.spcNode = 0, .dbNode = dbid, .relNode = 0};

	make_tag(&tag, rnode, InvalidForkNumber, InvalidBlockNumber);
	RegisterSyncRequest(&tag, SYNC_FILTER_REQUEST, true);
}

/* SyncOps: 0 or -1 with errno; path is filled for messages. */
int
mdsyncfiletag(const FileTag *ftag, char *path)
{
	SMgrRelation reln = smgropen(ftag->rnode, InvalidBackendId);
	char *name = segment_path(reln->smgr_rnode, ftag->forknum, ftag->segno);
	File file;
	bool mine = false;
	int rc;
	int save_errno;

	strlcpy(path, name, MAXPGPATH);
	pfree(name);
	if (ftag->segno < (BlockNumber) reln->md_num_open_segs[ftag->forknum])
		file = reln->md_seg_fds[ftag->forknum][ftag->segno].vfd;
	else
	{
		file = PathNameOpenFile(path, O_RDWR);
		if (file < 0)
			return -1;
		mine = true;
	}
	rc = FileSync(file, WAIT_EVENT_DATA_FILE_SYNC);
	save_errno = errno;
	if (mine)
		FileClose(file);
	errno = save_errno;
	return rc;
}

/* Only first segments of main forks are removed this way. */
int
mdunlinkfiletag(const FileTag *ftag, char *path)
{
	char *name = relpathperm(ftag->rnode, MAIN_FORKNUM);

	strlcpy(path, name, MAXPGPATH);
	pfree(name);
	return unlink(path);
}

bool
mdfiletagmatches(const FileTag *ftag, const FileTag *candidate)
{
	return ftag->rnode.dbNode == candidate->rnode.dbNode;
}

/* ---- files ---- */

bool
mdexists(SMgrRelation reln, ForkNumber forknum)
{
	/* a descriptor that was open may be of a file that is gone */
	if (!storage_callbacks.in_recovery())
		mdclose(reln, forknum);
	return open_first(reln, forknum, MISSING_NULL) != NULL;
}

/* Create a fork's first file.  isRedo: one that exists is fine. */
void
mdcreate(SMgrRelation reln, ForkNumber forknum, bool isRedo)
{
	RelFileNode *node = &reln->smgr_rnode.node;
	char *path;
	File vfd;

	if (isRedo && reln->md_num_open_segs[forknum] > 0)
		return;
	Assert(reln->md_num_open_segs[forknum] == 0);

	if (node->spcNode != DEFAULTTABLESPACE_OID &&
		node->spcNode != GLOBALTABLESPACE_OID)
		storage_callbacks.create_dbspace(node->spcNode, node->dbNode, isRedo);

	path = relpath(reln->smgr_rnode, forknum);
	vfd = PathNameOpenFile(path, O_RDWR | O_CREAT | O_EXCL);
	if (vfd < 0)
	{
		int save_errno = errno;

		if (isRedo)
			vfd = PathNameOpenFile(path, O_RDWR);
		if (vfd < 0)
		{
			errno = save_errno;
			ereport(ERROR, (errcode_for_file_access(), errmsg("could not create file \"%s\": %m", path)));
		}
	}
	pfree(path);
	resize_segs(reln, forknum, 1);
	reln->md_seg_fds[forknum][0].vfd = vfd;
	reln->md_seg_fds[forknum][0].segno = 0;

	/* A file that stays empty must survive the next checkpoint as well. */
	if (!SmgrIsTemp(reln))
		register_dirty(reln, forknum, &reln->md_seg_fds[forknum][0]);
}

/* Cut to nothing, so that the space is free even if somebody has it open. */
static int
truncate_to_nothing(const char *path)
{
	int rc = pg_truncate(path, 0);

	if (rc < 0 && errno != ENOENT)
	{
		int save_errno = errno;

		ereport(WARNING, (errcode_for_file_access(), errmsg("could not truncate file \"%s\": %m", path)));
		errno = save_errno;
	}
	return rc;
}

static int
unlink_or_warn(const char *path)
{
	int rc = unlink(path);

	if (rc < 0 && errno != ENOENT)
	{
		int save_errno = errno;

		ereport(WARNING, (errcode_for_file_access(), errmsg("could not remove file \"%s\": %m", path)));
		errno = save_errno;
	}
	return rc;
}

static void
unlink_fork(RelFileNodeBackend rnode, ForkNumber forknum, bool isRedo)
{
	bool temp = RelFileNodeBackendIsTemp(rnode);
	char *path = segment_path(rnode, forknum, 0);
	int rc = 0;

	/*
	 * The first segment of a main fork stays, empty, until the next
	 * checkpoint: else its number could be used again, and replay from the
	 * old checkpoint would then drop the new relation's file.
	 */
	if (isRedo || temp || forknum != MAIN_FORKNUM || IsBinaryUpgrade)
	{
		if (!temp)
		{
			rc = truncate_to_nothing(path);
			register_for_segment(rnode, forknum, 0, SYNC_FORGET_REQUEST);
		}
		if (rc == 0 || errno != ENOENT)
			rc = unlink_or_warn(path);
	}
	else
	{
		rc = truncate_to_nothing(path);
		register_for_segment(rnode, forknum, 0, SYNC_UNLINK_REQUEST);
	}
	pfree(path);
	if (rc < 0 && errno == ENOENT)
		return;

	for (BlockNumber segno = 1;; segno++)
	{
		path = segment_path(rnode, forknum, segno);
		if (!temp)
		{
			if (truncate_to_nothing(path) < 0 && errno == ENOENT)
				break;
			register_for_segment(rnode, forknum, segno, SYNC_FORGET_REQUEST);
		}
		if (unlink_or_warn(path) < 0 && errno == ENOENT)
			break;
		pfree(path);
	}
	pfree(path);
}

/* Remove one fork, or all (InvalidForkNumber).  Problems are warnings. */
void
mdunlink(RelFileNodeBackend rnode, ForkNumber forknum, bool isRedo)
{
	if (forknum != InvalidForkNumber)
		unlink_fork(rnode, forknum, isRedo);
	else
		for (ForkNumber fork = 0; fork <= MAX_FORKNUM; fork++)
			unlink_fork(rnode, fork, isRedo);
}

/* Remove relations whose drop is being replayed, or finished after a crash. */
void
DropRelationFiles(RelFileNode *delrels, int ndelrels, bool isRedo)
{
	SMgrRelation *srels = palloc(sizeof(SMgrRelation) * ndelrels);

	for (int i = 0; i < ndelrels; i++)
	{
		srels[i] = smgropen(delrels[i], InvalidBackendId);
		if (isRedo)
			for (ForkNumber fork = 0; fork <= MAX_FORKNUM; fork++)
				storage_callbacks.xlog_drop_relation(delrels[i], fork);
	}
	smgrdounlinkall(srels, ndelrels, isRedo);
	for (int i = 0; i < ndelrels; i++)
		smgrclose(srels[i]);
	pfree(srels);
}

/* ---- blocks ---- */

/* Raise the error of a write that was not complete; n is FileWrite's result. */
static void
write_failed(const char *verb, MdfdVec *v, BlockNumber blkno, int n)
{
	char *name = FilePathName(v->vfd);
	bool extend = strcmp(verb, "extend") == 0;

	if (n < 0 && extend)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not extend file \"%s\": %m", name), errhint("Check free disk space.")));
	if (n < 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not write block %u in file \"%s\": %m", blkno, name)));
	if (extend)
		ereport(ERROR, (errcode(ERRCODE_DISK_FULL), errmsg("could not extend file \"%s\": wrote only %d of %d bytes at block %u", name, n, BLCKSZ, blkno), errhint("Check free disk space.")));
	ereport(ERROR, (errcode(ERRCODE_DISK_FULL), errmsg("could not write block %u in file \"%s\": wrote only %d of %d bytes", blkno, name, n, BLCKSZ), errhint("Check free disk space.")));
}

/* Write a block at or behind the end; see smgrextend. */
void
mdextend(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum,
		 char *buffer, bool skipFsync)
{
	MdfdVec *v;
	int n;

	if (blocknum == InvalidBlockNumber)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("cannot extend file \"%s\" beyond %u blocks", relpath(reln->smgr_rnode, forknum), InvalidBlockNumber)));
	v = md_segment(reln, forknum, blocknum, skipFsync, MISSING_CREATE);
	n = FileWrite(v->vfd, buffer, BLCKSZ, segment_offset(blocknum),
				  WAIT_EVENT_DATA_FILE_EXTEND);
	if (n != BLCKSZ)
		write_failed("extend", v, blocknum, n);
	if (!skipFsync && !SmgrIsTemp(reln))
		register_dirty(reln, forknum, v);
}

/* Write an existing block; see smgrwrite. */
void
mdwrite(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum,
		char *buffer, bool skipFsync)
{
	MdfdVec *v = md_segment(reln, forknum, blocknum, skipFsync,
							MISSING_RECOVERY);
	int n = FileWrite(v->vfd, buffer, BLCKSZ, segment_offset(blocknum),
					  WAIT_EVENT_DATA_FILE_WRITE);

	if (n != BLCKSZ)
		write_failed("write", v, blocknum, n);
	if (!skipFsync && !SmgrIsTemp(reln))
		register_dirty(reln, forknum, v);
}

/*
 * mdread
 *		Read a block.
 *
 * Past the end of file it is zeros in recovery or with zero_damaged_pages,
 * otherwise ERRCODE_DATA_CORRUPTED.
 */
void
mdread(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum,
	   char *buffer)
{
	MdfdVec *v = md_segment(reln, forknum, blocknum, false,
							MISSING_RECOVERY);
	int n = FileRead(v->vfd, buffer, BLCKSZ, segment_offset(blocknum),
					 WAIT_EVENT_DATA_FILE_READ);

	if (n == BLCKSZ)
		return;
	if (n < 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not read block %u in file \"%s\": %m", blocknum, FilePathName(v->vfd))));
	if (!zero_damaged_pages && !storage_callbacks.in_recovery())
		ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED), errmsg("could not read block %u in file \"%s\": read only %d of %d bytes", blocknum, FilePathName(v->vfd), n, BLCKSZ)));
	memset(buffer, 0, BLCKSZ);
}

/* Hint that a block will be read; false if its file is missing in recovery. */
bool
mdprefetch(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum)
{
	MdfdVec *v = md_segment(reln, forknum, blocknum, false,
							storage_callbacks.in_recovery() ? MISSING_NULL : MISSING_ERROR);

	if (v == NULL)
		return false;
	(void) FilePrefetch(v->vfd, segment_offset(blocknum), BLCKSZ,
						WAIT_EVENT_DATA_FILE_PREFETCH);
	return true;
}

/* Have the kernel start writing blocks; files that are gone are skipped. */
void
mdwriteback(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum,
			BlockNumber nblocks)
{
	while (nblocks > 0)
	{
		BlockNumber here = Min(nblocks, RELSEG_SIZE - blocknum % RELSEG_SIZE);
		MdfdVec *v = md_segment(reln, forknum, blocknum, true, MISSING_NULL);

		if (v == NULL)
			return;
		FileWriteback(v->vfd, segment_offset(blocknum), (off_t) BLCKSZ * here,
					  WAIT_EVENT_DATA_FILE_FLUSH);
		nblocks -= here;
		blocknum += here;
	}
}

/* Length of a fork; opens all its segments. */
BlockNumber
mdnblocks(SMgrRelation reln, ForkNumber forknum)
{
	MdfdVec *v;
	BlockNumber segno;

	(void) open_first(reln, forknum, MISSING_ERROR);
	segno = reln->md_num_open_segs[forknum] - 1;
	v = &reln->md_seg_fds[forknum][segno];
	for (;;)
	{
		BlockNumber n = segment_nblocks(v);

		if (n > (BlockNumber) RELSEG_SIZE)
			elog(FATAL, "segment too big");
		if (n < (BlockNumber) RELSEG_SIZE)
			return segno * RELSEG_SIZE + n;
		segno++;
		v = open_segment(reln, forknum, segno, 0);
		if (v == NULL)
			return segno * RELSEG_SIZE;
	}
}

static void
truncate_segment(SMgrRelation reln, ForkNumber forknum, MdfdVec *v,
				 BlockNumber nblocks)
{
	if (FileTruncate(v->vfd, (off_t) nblocks * BLCKSZ,
					 WAIT_EVENT_DATA_FILE_TRUNCATE) < 0)
	{
		if (nblocks == 0)
			ereport(ERROR, (errcode_for_file_access(), errmsg("could not truncate file \"%s\": %m", FilePathName(v->vfd))));
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not truncate file \"%s\" to %u blocks: %m", FilePathName(v->vfd), nblocks)));
	}
	if (!SmgrIsTemp(reln))
		register_dirty(reln, forknum, v);
}

/*
 * mdtruncate
 *		Cut a fork to nblocks.
 *
 * From the last segment back; those that become superfluous are emptied.
 */
void
mdtruncate(SMgrRelation reln, ForkNumber forknum, BlockNumber nblocks)
{
	BlockNumber now = mdnblocks(reln, forknum);

	if (nblocks > now)
	{
		/* replay may come to a file that a later truncation made shorter */
		if (storage_callbacks.in_recovery())
			return;
		ereport(ERROR,
				(errmsg("could not truncate file \"%s\" to %u blocks: it's only %u blocks now",
						relpath(reln->smgr_rnode, forknum), nblocks, now)));
	}
	if (nblocks == now)
		return;

	for (int segno = reln->md_num_open_segs[forknum] - 1; segno >= 0; segno--)
	{
		BlockNumber before = (BlockNumber) segno * RELSEG_SIZE;
		MdfdVec *v = &reln->md_seg_fds[forknum][segno];

		if (before > nblocks)
		{
			truncate_segment(reln, forknum, v, 0);
			FileClose(v->vfd);
			resize_segs(reln, forknum, segno);
		}
		else
		{
			if (before + RELSEG_SIZE > nblocks)
				truncate_segment(reln, forknum, v, nblocks - before);
			break;
		}
	}
}

/* Fsync all segments now, also emptied ones. */
void
mdimmedsync(SMgrRelation reln, ForkNumber forknum)
{
	int active;

	(void) mdnblocks(reln, forknum);
	active = reln->md_num_open_segs[forknum];
	while (open_segment(reln, forknum, reln->md_num_open_segs[forknum], 0))
		;
	for (int segno = reln->md_num_open_segs[forknum] - 1; segno >= 0; segno--)
	{
		MdfdVec *v = &reln->md_seg_fds[forknum][segno];

		if (FileSync(v->vfd, WAIT_EVENT_DATA_FILE_IMMEDIATE_SYNC) < 0)
			ereport(data_sync_elevel(ERROR),
					(errcode_for_file_access(),
					 errmsg("could not fsync file \"%s\": %m",
							FilePathName(v->vfd))));
		if (segno >= active)
		{
			FileClose(v->vfd);
			resize_segs(reln, forknum, segno);
		}
	}
}
