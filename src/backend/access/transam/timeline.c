/*
 * timeline.c
 *		Reads and writes timeline history files.
 *
 * A history is a list of TimeLineHistoryEntry, newest first; the first entry is
 * the timeline itself, open at its end.  A timeline without a file has no known
 * ancestors.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/timeline.c
 */
#include "postgres.h"

#include <sys/stat.h>
#include <unistd.h>

#include "access/timeline.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogarchive.h"
#include "access/xlogrecovery.h"
#include "lib/stringinfo.h"
#include "pgstat.h"
#include "storage/fd.h"

/* Path of a history file in pg_wal, fetched from the archive if asked. */
static void
locate_history(char *path, TimeLineID tli)
{
	char fname[MAXFNAMELEN];

	if (ArchiveRecoveryRequested)
	{
		TLHistoryFileName(fname, tli);
		if (RestoreArchivedFile(path, fname, "RECOVERYHISTORY", 0, false))
			return;
	}
	TLHistoryFilePath(path, tli);
}

static TimeLineHistoryEntry *
make_entry(TimeLineID tli, XLogRecPtr begin, XLogRecPtr end)
{
	TimeLineHistoryEntry *entry = palloc(sizeof(TimeLineHistoryEntry));

	entry->tli = tli;
	entry->begin = begin;
	entry->end = end;
	return entry;
}

/* One line "<tli>\t<hi>/<lo>\t..."; false for blank lines and comments. */
static bool
parse_line(const char *line, TimeLineID *tli, XLogRecPtr *end)
{
	const char *p = line + strspn(line, " \t\r\n\f\v");
	uint32 hi;
	uint32 lo;
	int n;

	if (*p == '\0' || *p == '#')
		return false;
	n = sscanf(line, "%u\t%X/%X", tli, &hi, &lo);
	if (n < 1)
		ereport(FATAL,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("syntax error in history file: %s", line),
				 errhint("Expected a numeric timeline ID.")));
	if (n != 3)
		ereport(FATAL,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("syntax error in history file: %s", line),
				 errhint("Expected a write-ahead log switchpoint location.")));
	*end = (uint64) hi << 32 | lo;
	return true;
}

/*
 * readTimeLineHistory
 *		The history of targetTLI.
 *
 * Errors: FATAL for a file that cannot be read or parsed.
 */
List *
readTimeLineHistory(TimeLineID targetTLI)
{
	List *result = NIL;
	char path[MAXPGPATH];
	char line[MAXPGPATH];
	FILE *file;
	TimeLineID last = 0;
	XLogRecPtr prevend = InvalidXLogRecPtr;

	if (targetTLI == 1)
		return list_make1(make_entry(1, InvalidXLogRecPtr, InvalidXLogRecPtr));

	locate_history(path, targetTLI);
	file = AllocateFile(path, "r");
	if (file == NULL)
	{
		if (errno != ENOENT)
			ereport(FATAL,
					(errcode_for_file_access(),
					 errmsg("could not open file \"%s\": %m", path)));
		return list_make1(make_entry(targetTLI, InvalidXLogRecPtr, InvalidXLogRecPtr));
	}
	while (fgets(line, sizeof(line), file) != NULL)
	{
		TimeLineID tli;
		XLogRecPtr end;

		if (!parse_line(line, &tli, &end))
			continue;
		if (result != NIL && tli <= last)
			ereport(FATAL,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg("invalid data in history file: %s", line),
					 errhint("Timeline IDs must be in increasing sequence.")));
		last = tli;
		result = lcons(make_entry(tli, prevend, end), result);
		prevend = end;
	}
	if (ferror(file))
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not read file \"%s\": %m", path)));
	FreeFile(file);
	if (result != NIL && targetTLI <= last)
		ereport(FATAL,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("invalid data in history file \"%s\"", path),
				 errhint("Timeline IDs must be less than child timeline's ID.")));
	return lcons(make_entry(targetTLI, prevend, InvalidXLogRecPtr), result);
}

/* Is there a history file for this timeline? */
bool
existsTimeLineHistory(TimeLineID probeTLI)
{
	char path[MAXPGPATH];

	if (probeTLI == 1)
		return false;
	locate_history(path, probeTLI);
	if (access(path, F_OK) == 0)
		return true;
	if (errno != ENOENT)
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
	return false;
}

/* Highest timeline at or above startTLI whose history exists without a gap. */
TimeLineID
findNewestTimeLine(TimeLineID startTLI)
{
	TimeLineID newest = startTLI;

	while (existsTimeLineHistory(newest + 1))
		newest++;
	return newest;
}

bool
tliInHistory(TimeLineID tli, List *expectedTLEs)
{
	ListCell *cell;

	foreach (cell, expectedTLEs)
		if (((TimeLineHistoryEntry *) lfirst(cell))->tli == tli)
			return true;
	return false;
}

/* Timeline that the byte at ptr belongs to. */
TimeLineID
tliOfPointInHistory(XLogRecPtr ptr, List *history)
{
	ListCell *cell;

	foreach (cell, history)
	{
		TimeLineHistoryEntry *entry = lfirst(cell);

		if ((XLogRecPtrIsInvalid(entry->begin) || entry->begin <= ptr) &&
			(XLogRecPtrIsInvalid(entry->end) || ptr < entry->end))
			return entry->tli;
	}
	elog(ERROR, "timeline history was not contiguous");
	return 0;
}

/* Where tli was left in that history (0 if it is the newest), and for what. */
XLogRecPtr
tliSwitchPoint(TimeLineID tli, List *history, TimeLineID *nextTLI)
{
	ListCell *cell;
	TimeLineID next = 0;

	foreach (cell, history)
	{
		TimeLineHistoryEntry *entry = lfirst(cell);

		if (entry->tli == tli)
		{
			if (nextTLI != NULL)
				*nextTLI = next;
			return entry->end;
		}
		next = entry->tli;
	}
	ereport(ERROR,
			(errmsg("requested timeline %u is not in this server's history", tli)));
	return InvalidXLogRecPtr;
}

/* Write all of content to a temporary file and move it to its name, durably. */
static void
install_history(TimeLineID tli, const char *content, size_t size)
{
	char tmppath[MAXPGPATH];
	char path[MAXPGPATH];
	int fd;

	snprintf(tmppath, MAXPGPATH, XLOGDIR "/xlogtemp.%d", (int) getpid());
	unlink(tmppath);
	fd = OpenTransientFile(tmppath, O_RDWR | O_CREAT | O_EXCL);
	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create file \"%s\": %m", tmppath)));
	errno = 0;
	if (write(fd, content, size) != (ssize_t) size)
	{
		int save_errno = errno == 0 ? ENOSPC : errno;

		unlink(tmppath);
		errno = save_errno;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not write to file \"%s\": %m", tmppath)));
	}
	if (pg_fsync(fd) != 0)
		ereport(data_sync_elevel(ERROR),
				(errcode_for_file_access(),
				 errmsg("could not fsync file \"%s\": %m", tmppath)));
	if (CloseTransientFile(fd) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", tmppath)));

	TLHistoryFilePath(path, tli);
	durable_rename(tmppath, path, ERROR);
}

/*
 * writeTimeLineHistory
 *		Make the history file of newTLI: that of its parent and a line that says
 *		where and why it was left.
 */
void
writeTimeLineHistory(TimeLineID newTLI, TimeLineID parentTLI, XLogRecPtr switchpoint,
					 char *reason)
{
	StringInfoData buf;
	char path[MAXPGPATH];
	char fname[MAXFNAMELEN];
	FILE *parent;

	Assert(newTLI > parentTLI);
	initStringInfo(&buf);
	locate_history(path, parentTLI);
	parent = AllocateFile(path, "r");
	if (parent != NULL)
	{
		char chunk[BLCKSZ];
		size_t n;

		while ((n = fread(chunk, 1, sizeof(chunk), parent)) > 0)
			appendBinaryStringInfo(&buf, chunk, (int) n);
		FreeFile(parent);
		appendStringInfoChar(&buf, '\n');
	}
	else if (errno != ENOENT)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
	appendStringInfo(&buf, "%u\t%X/%X\t%s\n", parentTLI, LSN_FORMAT_ARGS(switchpoint), reason);

	install_history(newTLI, buf.data, buf.len);
	pfree(buf.data);
	if (XLogArchivingActive())
	{
		TLHistoryFileName(fname, newTLI);
		XLogArchiveNotify(fname);
	}
}

/* Store a history file that came from elsewhere. */
void
writeTimeLineHistoryFile(TimeLineID tli, char *content, int size)
{
	install_history(tli, content, size);
}

/* Fetch the history files of timelines in [begin, end) from the archive. */
void
restoreTimeLineHistoryFiles(TimeLineID begin, TimeLineID end)
{
	char path[MAXPGPATH];
	char fname[MAXFNAMELEN];

	for (TimeLineID tli = begin; tli < end; tli++)
		if (tli != 1)
		{
			TLHistoryFileName(fname, tli);
			(void) RestoreArchivedFile(path, fname, "RECOVERYHISTORY", 0, false);
		}
}
