/*
 * xlogarchive.c
 *		Status files that hand finished WAL files to the archiver.
 *
 * NAME.ready: to be archived; NAME.done: archived, may be recycled.  The archiver
 * renames the one to the other.  Restoring from an archive is not supported: the
 * function that would do it says that nothing was found, and recovery refuses to
 * start when an archive is asked for.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlogarchive.c
 */
#include "postgres.h"

#include <sys/stat.h>
#include <unistd.h>

#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogarchive.h"
#include "access/xlogrecovery.h"
#include "storage/fd.h"

void (*xlogarchive_wakeup_hook)(void) = NULL;

static bool
status_exists(const char *xlog, const char *suffix)
{
	char path[MAXPGPATH];

	StatusFilePath(path, xlog, suffix);
	return access(path, F_OK) == 0;
}

/* Make an empty status file; trouble is logged, for a later call tries again. */
static bool
make_status(const char *xlog, const char *suffix)
{
	char path[MAXPGPATH];
	FILE *file;

	StatusFilePath(path, xlog, suffix);
	file = AllocateFile(path, "w");
	if (file == NULL)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not create archive status file \"%s\": %m", path)));
		return false;
	}
	if (FreeFile(file) != 0)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not write archive status file \"%s\": %m", path)));
		return false;
	}
	return true;
}

/* A file in pg_wal is complete: let the archiver know. */
void
XLogArchiveNotify(const char *xlog)
{
	if (make_status(xlog, ".ready") && xlogarchive_wakeup_hook != NULL)
		xlogarchive_wakeup_hook();
}

void
XLogArchiveNotifySeg(XLogSegNo segno, TimeLineID tli)
{
	char xlog[MAXFNAMELEN];

	Assert(tli != 0);
	XLogFileName(xlog, tli, segno, wal_segment_size);
	XLogArchiveNotify(xlog);
}

/* The file needs no archiving, whatever its state. */
void
XLogArchiveForceDone(const char *xlog)
{
	char ready[MAXPGPATH];
	char done[MAXPGPATH];

	if (status_exists(xlog, ".done"))
		return;
	if (status_exists(xlog, ".ready"))
	{
		StatusFilePath(ready, xlog, ".ready");
		StatusFilePath(done, xlog, ".done");
		(void) durable_rename(ready, done, WARNING);
	}
	else
		(void) make_status(xlog, ".done");
}

/*
 * XLogArchiveCheckDone
 *		May the file go?  If it has no status at all, a .ready file is made, so
 *		that a forgotten notification is caught up.
 */
bool
XLogArchiveCheckDone(const char *xlog)
{
	if (!XLogArchivingActive())
		return true;
	/* During archive recovery only "always" archives. */
	if (XLogArchiveMode != ARCHIVE_MODE_ALWAYS && GetRecoveryState() == RECOVERY_STATE_ARCHIVE)
		return true;
	if (status_exists(xlog, ".done"))
		return true;
	/* The archiver may rename it just now, so look at .done once more. */
	if (status_exists(xlog, ".ready"))
		return false;
	if (status_exists(xlog, ".done"))
		return true;
	XLogArchiveNotify(xlog);
	return false;
}

/* Does the file still wait?  One that is gone does not. */
bool
XLogArchiveIsBusy(const char *xlog)
{
	char path[MAXPGPATH];

	if (status_exists(xlog, ".done"))
		return false;
	if (status_exists(xlog, ".ready"))
		return true;
	if (status_exists(xlog, ".done"))
		return false;
	snprintf(path, MAXPGPATH, XLOGDIR "/%s", xlog);
	return !(access(path, F_OK) != 0 && errno == ENOENT);
}

bool
XLogArchiveIsReady(const char *xlog)
{
	return status_exists(xlog, ".ready");
}

bool
XLogArchiveIsReadyOrDone(const char *xlog)
{
	return status_exists(xlog, ".done") || status_exists(xlog, ".ready") ||
		status_exists(xlog, ".done");
}

/* The file is gone: remove what spoke of it. */
void
XLogArchiveCleanup(const char *xlog)
{
	char path[MAXPGPATH];

	StatusFilePath(path, xlog, ".done");
	unlink(path);
	StatusFilePath(path, xlog, ".ready");
	unlink(path);
}

/*
 * RestoreArchivedFile
 *		Look for a file in the archive: never there.  path is the file's place in
 *		pg_wal.
 */
bool
RestoreArchivedFile(char *path, const char *xlogfname, const char *recovername,
					off_t expectedSize, bool cleanupEnabled)
{
	snprintf(path, MAXPGPATH, XLOGDIR "/%s", xlogfname);
	return false;
}
