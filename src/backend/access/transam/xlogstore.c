/*
 * xlogstore.c
 *		Keeps the bytes of the log in segment files of pg_wal.
 *
 * The interface is in access/xlogstore.h: append a range at an LSN, make it
 * durable, read a range, and the life of segments.  Nothing outside this file
 * opens a segment for writing.  All calls that write are made under WALWriteLock
 * or by the only process that runs.
 *
 * A segment is born as xlogtemp.PID, filled with zeros (or extended to its size),
 * fsynced and moved to its name, so a file with a segment's name always has its
 * full size.  Old segments are renamed to future names, bytes unchanged: readers
 * tell stale pages by their page address.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlogstore.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/xlogarchive.h"
#include "access/xlogstore.h"
#include "common/file_perm.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/fd.h"
#include "xlog_private.h"

/* The segment open for writing in this process. */
static int openLogFile = -1;
static XLogSegNo openLogSegNo = 0;
static TimeLineID openLogTLI = 0;

static int open_or_create(TimeLineID tli, XLogSegNo segno);

/* Flags of open() by which writes need no fsync, for a wal_sync_method. */
static int
sync_open_flags(int method)
{
	if (!enableFsync)
		return 0;
	switch (method)
	{
		case SYNC_METHOD_OPEN:
			return O_SYNC;
		case SYNC_METHOD_OPEN_DSYNC:
			return O_DSYNC;
		default:
			return 0;
	}
}

/* Does append make bytes durable by itself? */
bool
xlogstore_writes_are_synced(void)
{
	return sync_method == SYNC_METHOD_OPEN || sync_method == SYNC_METHOD_OPEN_DSYNC;
}

static void
segment_name(char *fname, TimeLineID tli, XLogSegNo segno)
{
	XLogFileName(fname, tli, segno, wal_segment_size);
}

/* The log can no longer be trusted: what we failed to do, with errno as it is. */
static void
segment_failed(const char *what, TimeLineID tli, XLogSegNo segno)
{
	char fname[MAXFNAMELEN];
	int save_errno = errno;

	segment_name(fname, tli, segno);
	errno = save_errno;
	ereport(PANIC,
			(errcode_for_file_access(),
			 errmsg("could not %s file \"%s\": %m", what, fname)));
}

/*
 * xlogstore_close
 *		Close the segment open for writing, if any.
 */
void
xlogstore_close(void)
{
	if (openLogFile < 0)
		return;
	if (close(openLogFile) != 0)
		segment_failed("close", openLogTLI, openLogSegNo);
	openLogFile = -1;
	ReleaseExternalFD();
}

/* Have segment segno open for writing, creating it if it does not exist. */
static void
use_segment(TimeLineID tli, XLogSegNo segno)
{
	if (openLogFile >= 0 && openLogSegNo == segno && openLogTLI == tli)
		return;
	xlogstore_close();
	openLogFile = open_or_create(tli, segno);
	openLogSegNo = segno;
	openLogTLI = tli;
	ReserveExternalFD();
}

/* track_wal_io_timing: when an operation began, and its microseconds added. */
static inline instr_time
begin_timing(void)
{
	instr_time start;

	INSTR_TIME_SET_ZERO(start);
	if (track_wal_io_timing)
		INSTR_TIME_SET_CURRENT(start);
	return start;
}

static inline void
add_timing(PgStat_Counter *sum, instr_time start)
{
	instr_time end;
	int save_errno = errno;

	/* The setting may have come on in between. */
	if (INSTR_TIME_IS_ZERO(start))
		return;
	INSTR_TIME_SET_CURRENT(end);
	INSTR_TIME_SUBTRACT(end, start);
	*sum += INSTR_TIME_GET_MICROSEC(end);
	errno = save_errno;
}

/*
 * xlogstore_append
 *		Store len bytes of the log at lsn; the range lies in one segment.
 *
 * The bytes are not durable before xlogstore_sync, unless
 * xlogstore_writes_are_synced.  Errors: PANIC, for the log is lost otherwise.
 */
void
xlogstore_append(TimeLineID tli, XLogRecPtr lsn, const char *data, Size len)
{
	XLogSegNo segno = lsn / wal_segment_size;
	uint32 offset = XLogSegmentOffset(lsn, wal_segment_size);

	Assert(len > 0 && offset + len <= (Size) wal_segment_size);
	use_segment(tli, segno);

	while (len > 0)
	{
		instr_time start = begin_timing();
		ssize_t written;

		errno = 0;
		pgstat_report_wait_start(WAIT_EVENT_WAL_WRITE);
		written = pwrite(openLogFile, data, len, offset);
		pgstat_report_wait_end();
		add_timing(&PendingWalStats.wal_write_time, start);
		PendingWalStats.wal_write++;
		if (written <= 0)
		{
			char fname[MAXFNAMELEN];
			int save_errno = errno;

			if (written < 0 && errno == EINTR)
				continue;
			segment_name(fname, tli, segno);
			errno = save_errno == 0 ? ENOSPC : save_errno;
			ereport(PANIC,
					(errcode_for_file_access(),
					 errmsg("could not write to log file \"%s\" at offset %u, length %zu: %m",
							fname, offset, len)));
		}
		len -= written;
		offset += written;
		data += written;
	}
}

/* Fsync a descriptor the way wal_sync_method says; *what is that way's name. */
static int
sync_descriptor(int fd, const char **what)
{
	*what = "fsync";
	switch (sync_method)
	{
		case SYNC_METHOD_FSYNC:
			return pg_fsync_no_writethrough(fd);
		case SYNC_METHOD_FSYNC_WRITETHROUGH:
			*what = "fsync write-through";
			return pg_fsync_writethrough(fd);
		case SYNC_METHOD_FDATASYNC:
			*what = "fdatasync";
			return pg_fdatasync(fd);
		default:
			return 0; /* the writes were synchronous */
	}
}

/*
 * xlogstore_sync
 *		Make everything appended before upto durable.
 *
 * Earlier segments were synced when they were completed (the caller's duty), so
 * only the one that holds the byte before upto is touched.  Errors: PANIC.
 */
void
xlogstore_sync(TimeLineID tli, XLogRecPtr upto)
{
	XLogSegNo segno;
	instr_time start;
	const char *what;

	if (!enableFsync)
		return;
	XLByteToPrevSeg(upto, segno, wal_segment_size);
	use_segment(tli, segno);
	if (xlogstore_writes_are_synced())
		return;

	start = begin_timing();
	pgstat_report_wait_start(WAIT_EVENT_WAL_SYNC);
	if (sync_descriptor(openLogFile, &what) != 0)
		segment_failed(what, tli, segno);
	pgstat_report_wait_end();
	add_timing(&PendingWalStats.wal_sync_time, start);
	PendingWalStats.wal_sync++;
}

/*
 * assign_xlog_sync_method
 *		wal_sync_method changes: what was written under the old one is synced, and
 *		the file reopened if the open flags differ.
 */
void
assign_xlog_sync_method(int new_sync_method, void *extra)
{
	if (sync_method == new_sync_method || openLogFile < 0)
		return;
	if (pg_fsync(openLogFile) != 0)
		segment_failed("fsync", openLogTLI, openLogSegNo);
	if (sync_open_flags(sync_method) != sync_open_flags(new_sync_method))
		xlogstore_close();
}

/*
 * xlogstore_read
 *		Read len bytes at lsn, within one segment.
 *
 * False if the segment does not exist or cannot be read (errno set); *nread
 * is the count of bytes, which may be short for a truncated file.
 */
bool
xlogstore_read(TimeLineID tli, XLogRecPtr lsn, char *buf, Size len, int *nread)
{
	char path[MAXPGPATH];
	ssize_t got;
	int fd;

	XLogFilePath(path, tli, lsn / wal_segment_size, wal_segment_size);
	fd = BasicOpenFile(path, O_RDONLY | PG_BINARY);
	if (fd < 0)
		return false;
	got = pread(fd, buf, len, XLogSegmentOffset(lsn, wal_segment_size));
	if (got < 0)
	{
		int save_errno = errno;

		close(fd);
		errno = save_errno;
		return false;
	}
	close(fd);
	*nread = (int) got;
	return true;
}

/* Open a segment for reading; *fd is -1 with errno set if that fails. */
void
xlogstore_open_reader(TimeLineID tli, XLogSegNo segno, int *fd)
{
	char path[MAXPGPATH];

	XLogFilePath(path, tli, segno, wal_segment_size);
	*fd = BasicOpenFile(path, O_RDONLY | PG_BINARY);
}

bool
xlogstore_segment_exists(TimeLineID tli, XLogSegNo segno)
{
	char path[MAXPGPATH];
	struct stat st;

	XLogFilePath(path, tli, segno, wal_segment_size);
	return stat(path, &st) == 0;
}

/* ---- birth of a segment ---- */

/* Give an empty file its full size; 0 or an errno. */
static int
fill_new_segment(int fd)
{
	PGAlignedXLogBlock zero;
	Size chunk = sizeof(zero.data);

	memset(zero.data, 0, sizeof(zero.data));
	if (!wal_init_zero)
	{
		errno = 0;
		if (pwrite(fd, zero.data, 1, wal_segment_size - 1) != 1)
			return errno != 0 ? errno : ENOSPC;
		return 0;
	}
	for (off_t at = 0; at < wal_segment_size; at += chunk)
	{
		errno = 0;
		if (pwrite(fd, zero.data, chunk, at) != (ssize_t) chunk)
			return errno != 0 ? errno : ENOSPC;
	}
	return 0;
}

/*
 * Move tmppath to a segment's name.  find_free: if the name is taken try higher
 * ones up to max_segno; otherwise a file there is replaced (only by a process
 * that must have this content).  False, with the file left, if no place is free.
 */
static bool
install_segment(XLogSegNo *segno, const char *tmppath, bool find_free,
				XLogSegNo max_segno, TimeLineID tli)
{
	char path[MAXPGPATH];
	struct stat st;
	bool done = true;

	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	XLogFilePath(path, tli, *segno, wal_segment_size);
	if (find_free)
	{
		while (stat(path, &st) == 0)
		{
			if (*segno >= max_segno)
			{
				LWLockRelease(ControlFileLock);
				return false;
			}
			(*segno)++;
			XLogFilePath(path, tli, *segno, wal_segment_size);
		}
	}
	else
		durable_unlink(path, DEBUG1);
	if (durable_rename(tmppath, path, LOG) != 0)
		done = false;
	LWLockRelease(ControlFileLock);
	return done;
}

/* Make a segment that does not exist.  Errors: ERROR (PANIC if critical). */
static void
create_segment(TimeLineID tli, XLogSegNo segno)
{
	char tmppath[MAXPGPATH];
	XLogSegNo installed = segno;
	int save_errno;
	int fd;

	snprintf(tmppath, MAXPGPATH, XLOGDIR "/xlogtemp.%d", (int) getpid());
	unlink(tmppath);
	fd = BasicOpenFile(tmppath, O_RDWR | O_CREAT | O_EXCL | PG_BINARY);
	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create file \"%s\": %m", tmppath)));

	pgstat_report_wait_start(WAIT_EVENT_WAL_INIT_WRITE);
	save_errno = fill_new_segment(fd);
	pgstat_report_wait_end();
	if (save_errno != 0)
	{
		/* Give the space back before complaining of its lack. */
		unlink(tmppath);
		close(fd);
		errno = save_errno;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not write to file \"%s\": %m", tmppath)));
	}
	if (pg_fsync(fd) != 0)
	{
		save_errno = errno;
		close(fd);
		errno = save_errno;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not fsync file \"%s\": %m", tmppath)));
	}
	if (close(fd) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", tmppath)));

	/*
	 * If another process made the segment meanwhile, ours may serve as one of
	 * the next few.
	 */
	if (!install_segment(&installed, tmppath, true, segno + CheckPointSegments, tli))
		unlink(tmppath);
	else
		CheckpointStats.ckpt_segs_added++;
}

/* Descriptor of a segment for writing, which is made if it does not exist. */
static int
open_or_create(TimeLineID tli, XLogSegNo segno)
{
	char path[MAXPGPATH];
	int flags = O_RDWR | PG_BINARY | O_CLOEXEC | sync_open_flags(sync_method);
	int fd;

	XLogFilePath(path, tli, segno, wal_segment_size);
	fd = BasicOpenFile(path, flags);
	if (fd < 0 && errno == ENOENT)
	{
		create_segment(tli, segno);
		fd = BasicOpenFile(path, flags);
	}
	if (fd < 0)
		ereport(PANIC,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
	return fd;
}

/*
 * xlogstore_prepare_segment
 *		Have segment segno exist before it is needed; true if it was made.
 */
bool
xlogstore_prepare_segment(TimeLineID tli, XLogSegNo segno)
{
	if (xlogstore_segment_exists(tli, segno))
		return false;
	create_segment(tli, segno);
	return true;
}

/* ---- end of a segment ---- */

/* The newest segment number that was ever removed; 0 if unknown. */
XLogSegNo
xlogstore_last_removed(void)
{
	XLogSegNo segno;

	SpinLockAcquire(&XLogCtl->info_lck);
	segno = XLogCtl->lastRemovedSegNo;
	SpinLockRelease(&XLogCtl->info_lck);
	return segno;
}

/* Error if a segment that someone wants to read has been removed. */
void
xlogstore_check_present(XLogSegNo segno, TimeLineID tli)
{
	int save_errno = errno;

	if (segno <= xlogstore_last_removed())
	{
		char fname[MAXFNAMELEN];

		segment_name(fname, tli, segno);
		errno = save_errno;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("requested WAL segment %s has already been removed", fname)));
	}
	errno = save_errno;
}

static void
note_removed(const char *fname)
{
	TimeLineID tli;
	XLogSegNo segno;

	XLogFromFileName(fname, &tli, &segno, wal_segment_size);
	SpinLockAcquire(&XLogCtl->info_lck);
	if (segno > XLogCtl->lastRemovedSegNo)
		XLogCtl->lastRemovedSegNo = segno;
	SpinLockRelease(&XLogCtl->info_lck);
}

/* Rename an old segment to the next free future one, or unlink it. */
static void
recycle_or_unlink(const char *fname, XLogSegNo limit, XLogSegNo *next, TimeLineID tli)
{
	char path[MAXPGPATH];
	struct stat st;

	snprintf(path, MAXPGPATH, XLOGDIR "/%s", fname);

	/* Only a plain file of the right size can be used again. */
	if (wal_recycle && *next <= limit && lstat(path, &st) == 0 && S_ISREG(st.st_mode) &&
		st.st_size == wal_segment_size &&
		install_segment(next, path, true, limit, tli))
	{
		ereport(DEBUG2, (errmsg_internal("recycled write-ahead log file \"%s\"", fname)));
		CheckpointStats.ckpt_segs_recycled++;
		(*next)++;
	}
	else
	{
		ereport(DEBUG2, (errmsg_internal("removing write-ahead log file \"%s\"", fname)));
		if (durable_unlink(path, LOG) != 0)
			return;
		CheckpointStats.ckpt_segs_removed++;
	}
	XLogArchiveCleanup(fname);
}

/*
 * xlogstore_remove_old
 *		Recycle or remove segments up to last_removable, on any timeline, as far as
 *		they are archived.
 *
 * New names are given after the segment of end, up to the limit that the
 * estimate of the next checkpoint allows (xlog_recycle_limit of last_redo).
 */
void
xlogstore_remove_old(TimeLineID insert_tli, XLogSegNo last_removable,
					 XLogRecPtr last_redo, XLogRecPtr end)
{
	DIR *dir;
	struct dirent *de;
	char lastoff[MAXFNAMELEN];
	XLogSegNo next;
	XLogSegNo limit;

	XLByteToSeg(end, next, wal_segment_size);
	next++;
	limit = xlog_recycle_limit(last_redo);
	segment_name(lastoff, 0, last_removable);

	dir = AllocateDir(XLOGDIR);
	while ((de = ReadDir(dir, XLOGDIR)) != NULL)
	{
		if (!IsXLogFileName(de->d_name) && !IsPartialXLogFileName(de->d_name))
			continue;
		/* The timeline, 8 digits, does not count. */
		if (strncmp(de->d_name + 8, lastoff + 8, 16) > 0)
			continue;
		if (!XLogArchiveCheckDone(de->d_name))
			continue;
		note_removed(de->d_name);
		recycle_or_unlink(de->d_name, limit, &next, insert_tli);
	}
	FreeDir(dir);
}

/* After a crash: remove half-made segments. */
void
xlogstore_remove_temporary(void)
{
	DIR *dir = AllocateDir(XLOGDIR);
	struct dirent *de;
	char path[MAXPGPATH];

	while ((de = ReadDir(dir, XLOGDIR)) != NULL)
	{
		if (strncmp(de->d_name, "xlogtemp.", 9) != 0)
			continue;
		snprintf(path, MAXPGPATH, XLOGDIR "/%s", de->d_name);
		unlink(path);
	}
	FreeDir(dir);
}

/* pg_wal must be there; its archive_status is made if it is not. */
void
xlogstore_check_directories(void)
{
	struct stat st;
	const char *status = XLOGDIR "/archive_status";

	if (stat(XLOGDIR, &st) != 0 || !S_ISDIR(st.st_mode))
		ereport(FATAL,
				(errmsg("required WAL directory \"%s\" does not exist", XLOGDIR)));
	if (stat(status, &st) == 0)
	{
		if (!S_ISDIR(st.st_mode))
			ereport(FATAL,
					(errmsg("required WAL directory \"%s\" does not exist", status)));
		return;
	}
	ereport(LOG, (errmsg("creating missing WAL directory \"%s\"", status)));
	if (MakePGDirectory(status) < 0)
		ereport(FATAL,
				(errmsg("could not create missing directory \"%s\": %m", status)));
}
