/*
 * xlogrecovery.c
 *		Finds where replay starts, replays, and finds where the log ends.
 *
 * Crash recovery, from pg_wal alone: InitWalRecovery reads the control file's
 * checkpoint (or a backup_label's), PerformWalRecovery applies every record from
 * its redo pointer to the first that is not valid, FinishWalRecovery tells where
 * new records go.  Everything runs in the startup process, before others write.
 *
 * Not supported yet: archive recovery by restore_command, recovery targets and
 * standby mode.  Their signal files are refused; a base backup that brings its
 * WAL along in pg_wal does start.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlogrecovery.c
 */
#include "postgres.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "access/rmgrdesc.h"
#include "access/timeline.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlogrecovery.h"
#include "access/xlogstore.h"
#include "access/xlogutils.h"
#include "common/relpath.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/bufpage.h"
#include "storage/fd.h"
#include "storage/latch.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/shmem.h"
#include "utils/memutils.h"
#include "utils/ps_status.h"
#include "utils/timestamp.h"
#include "xlog_private.h"

char *recoveryRestoreCommand = NULL;
char *recoveryEndCommand = NULL;
char *archiveCleanupCommand = NULL;
bool ArchiveRecoveryRequested = false;
bool InArchiveRecovery = false;
bool StandbyModeRequested = false;
bool StandbyMode = false;
bool reachedConsistency = false;
TimeLineID recoveryTargetTLI = 0;
bool LocalPromoteIsTriggered = false;

/* Where replay stands, for other processes. */
typedef struct XLogRecoveryCtlData
{
	/* all by info_lck */
	XLogRecPtr lastReplayedReadRecPtr;
	XLogRecPtr lastReplayedEndRecPtr;
	TimeLineID lastReplayedTLI;
	XLogRecPtr replayEndRecPtr; /* end of the record being applied */
	TimeLineID replayEndTLI;
	TimestampTz recoveryLastXTime;
	slock_t info_lck;
} XLogRecoveryCtlData;

static XLogRecoveryCtlData *XLogRecoveryCtl;

/* The log as read so far. */
static XLogReaderState *reader = NULL;
static List *expected_tles = NIL; /* history of recoveryTargetTLI */
static int read_file = -1;
static XLogSegNo read_segno = 0;
static TimeLineID read_tli = 0;
static TimeLineID cur_file_tli = 0; /* never go back before it */
static int read_elevel = LOG; /* for trouble with files */

/* Start of replay. */
static XLogRecPtr checkpoint_loc = InvalidXLogRecPtr;
static TimeLineID checkpoint_tli = 0;
static XLogRecPtr redo_start_lsn = InvalidXLogRecPtr;
static TimeLineID redo_start_tli = 0;

/* Conditions of consistency; invalid in crash recovery. */
static XLogRecPtr min_recovery_point = InvalidXLogRecPtr;
static TimeLineID min_recovery_point_tli = 0;
static XLogRecPtr backup_start_point = InvalidXLogRecPtr;
static XLogRecPtr backup_end_point = InvalidXLogRecPtr;
static bool backup_end_required = false;

/* The record whose end is missing, if the log ends in one. */
static XLogRecPtr aborted_rec = InvalidXLogRecPtr;
static XLogRecPtr missing_contrec = InvalidXLogRecPtr;

/* What backup_label said. */
typedef struct BackupLabel
{
	XLogRecPtr redo;
	TimeLineID redo_tli;
	XLogRecPtr checkpoint;
	bool from_standby;
	bool streamed;
} BackupLabel;

static int recovery_page_read(XLogReaderState *state, XLogRecPtr targetPagePtr, int reqLen,
							  XLogRecPtr targetRecPtr, char *readBuf);

Size
XLogRecoveryShmemSize(void)
{
	return sizeof(XLogRecoveryCtlData);
}

void
XLogRecoveryShmemInit(void)
{
	bool found;

	XLogRecoveryCtl = ShmemInitStruct("XLOG Recovery Ctl", XLogRecoveryShmemSize(), &found);
	if (found)
		return;
	memset(XLogRecoveryCtl, 0, sizeof(XLogRecoveryCtlData));
	SpinLockInit(&XLogRecoveryCtl->info_lck);
}

/* ---------------------------------------------------------------------------
 * Reading
 * ------------------------------------------------------------------------ */

/*
 * Open segment segno on the newest timeline that can have it: those of the target
 * history, not before the last one used, whose beginning is not after it.
 */
static bool
open_segment(XLogSegNo segno)
{
	ListCell *cell;

	foreach (cell, expected_tles)
	{
		TimeLineHistoryEntry *entry = lfirst(cell);

		if (entry->tli < cur_file_tli)
			break;
		if (entry->begin != InvalidXLogRecPtr && segno < entry->begin / wal_segment_size)
			continue;
		xlogstore_open_reader(entry->tli, segno, &read_file);
		if (read_file >= 0)
		{
			char fname[MAXFNAMELEN];
			char activity[MAXFNAMELEN + 16];

			cur_file_tli = entry->tli;
			read_tli = entry->tli;
			read_segno = segno;
			reader->seg.ws_tli = entry->tli;
			XLogFileName(fname, entry->tli, segno, wal_segment_size);
			snprintf(activity, sizeof(activity), "recovering %s", fname);
			set_ps_display(activity);
			return true;
		}
		if (errno != ENOENT)
			break;
	}
	{
		char path[MAXPGPATH];
		int save_errno = errno;

		/* The end of the log is often the end of a segment: no news. */
		XLogFilePath(path, recoveryTargetTLI, segno, wal_segment_size);
		errno = save_errno;
		ereport(errno == ENOENT ? read_elevel : LOG,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
	}
	return false;
}

/* page_read callback of the reader: one page of a segment of pg_wal. */
static int
recovery_page_read(XLogReaderState *state, XLogRecPtr targetPagePtr, int reqLen,
				   XLogRecPtr targetRecPtr, char *readBuf)
{
	XLogSegNo segno = targetPagePtr / wal_segment_size;
	uint32 offset = XLogSegmentOffset(targetPagePtr, wal_segment_size);
	ssize_t got;

	HandleStartupProcInterrupts();
	if (read_file >= 0 && segno != read_segno)
	{
		close(read_file);
		read_file = -1;
	}
	if (read_file < 0 && !open_segment(segno))
		return XLREAD_FAIL;

	pgstat_report_wait_start(WAIT_EVENT_WAL_READ);
	got = pread(read_file, readBuf, XLOG_BLCKSZ, offset);
	pgstat_report_wait_end();
	if (got != XLOG_BLCKSZ)
	{
		char fname[MAXFNAMELEN];
		int save_errno = errno;

		XLogFileName(fname, read_tli, segno, wal_segment_size);
		errno = save_errno;
		if (got < 0)
			ereport(LOG,
					(errcode_for_file_access(),
					 errmsg("could not read from log segment %s, offset %u: %m",
							fname, offset)));
		else
			ereport(LOG,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg("could not read from log segment %s, offset %u: read %zd of %zu",
							fname, offset, got, (Size) XLOG_BLCKSZ)));
		return XLREAD_FAIL;
	}
	return XLOG_BLCKSZ;
}

/*
 * Read the next record.  NULL at the end of the valid log, of which elevel says
 * how bad that is (file trouble: LOG at a checkpoint, DEBUG2 in the loop).
 */
static XLogRecord *
read_record(int elevel, bool fetching_checkpoint)
{
	XLogRecord *record;
	char *errormsg;

	read_elevel = fetching_checkpoint ? LOG : DEBUG2;
	record = XLogReadRecord(reader, &errormsg);
	if (record == NULL)
	{
		if (!ArchiveRecoveryRequested && !XLogRecPtrIsInvalid(reader->abortedRecPtr))
		{
			aborted_rec = reader->abortedRecPtr;
			missing_contrec = reader->missingContrecPtr;
		}
		if (read_file >= 0)
		{
			close(read_file);
			read_file = -1;
		}
		if (errormsg != NULL)
			ereport(elevel, (errmsg_internal("%s", errormsg)));
		else if (elevel >= PANIC)
			ereport(elevel,
					(errmsg("could not read WAL record at %X/%X",
							LSN_FORMAT_ARGS(reader->NextRecPtr))));
		return NULL;
	}

	if (!tliInHistory(reader->latestPageTLI, expected_tles))
	{
		char fname[MAXFNAMELEN];
		XLogSegNo segno = reader->latestPagePtr / wal_segment_size;

		XLogFileName(fname, reader->seg.ws_tli, segno, wal_segment_size);
		ereport(elevel,
				(errmsg("unexpected timeline ID %u in log segment %s, offset %u",
						reader->latestPageTLI, fname,
						(uint32) XLogSegmentOffset(reader->latestPagePtr, wal_segment_size))));
		return NULL;
	}
	return record;
}

/*
 * The checkpoint record at loc; NULL, with a LOG line, if there is no valid one.
 * what: "primary ", or "" for one that backup_label names.
 */
static XLogRecord *
read_checkpoint(XLogRecPtr loc, const char *what)
{
	XLogRecord *record;
	uint8 info;

	if (!XRecOffIsValid(loc))
	{
		ereport(LOG,
				(errmsg(*what ? "invalid primary checkpoint link in control file" : "invalid checkpoint link in backup_label file")));
		return NULL;
	}
	XLogBeginRead(reader, loc);
	record = read_record(LOG, true);
	if (record == NULL)
	{
		ereport(LOG, (errmsg("invalid %scheckpoint record", what)));
		return NULL;
	}
	info = record->xl_info & ~XLR_INFO_MASK;
	if (record->xl_rmid != RM_XLOG_ID)
		ereport(LOG, (errmsg("invalid resource manager ID in %scheckpoint record", what)));
	else if (info != XLOG_CHECKPOINT_SHUTDOWN && info != XLOG_CHECKPOINT_ONLINE)
		ereport(LOG, (errmsg("invalid xl_info in %scheckpoint record", what)));
	else if (record->xl_tot_len != SizeOfXLogRecord + SizeOfXLogRecordDataHeaderShort + sizeof(CheckPoint))
		ereport(LOG, (errmsg("invalid length of %scheckpoint record", what)));
	else
		return record;
	return NULL;
}

/* ---------------------------------------------------------------------------
 * Where to start
 * ------------------------------------------------------------------------ */

/* Files that ask for what is not there. */
static void
refuse_signal_files(void)
{
	struct stat st;

	if (stat("recovery.conf", &st) == 0)
		ereport(FATAL,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("using recovery command file \"%s\" is not supported",
						"recovery.conf")));
	if (stat(STANDBY_SIGNAL_FILE, &st) == 0)
		ereport(FATAL,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("standby mode is not supported"),
				 errdetail("The file \"%s\" asks for it.", STANDBY_SIGNAL_FILE)));
	if (stat(RECOVERY_SIGNAL_FILE, &st) == 0)
		ereport(FATAL,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("archive recovery is not supported"),
				 errdetail("The file \"%s\" asks for it.", RECOVERY_SIGNAL_FILE)));
}

static void
invalid_label(void)
{
	ereport(FATAL,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("invalid data in file \"%s\"", BACKUP_LABEL_FILE)));
}

/*
 * Parse backup_label; false if there is none.  The first two lines are fixed,
 * the others may be missing.
 */
static bool
read_backup_label(BackupLabel *label)
{
	FILE *file = AllocateFile(BACKUP_LABEL_FILE, "r");
	char walname[MAXFNAMELEN];
	char line[MAXPGPATH];
	uint32 hi;
	uint32 lo;
	char ch;

	memset(label, 0, sizeof(*label));
	if (file == NULL)
	{
		if (errno != ENOENT)
			ereport(FATAL,
					(errcode_for_file_access(),
					 errmsg("could not read file \"%s\": %m", BACKUP_LABEL_FILE)));
		return false;
	}
	if (fscanf(file, "START WAL LOCATION: %X/%X (file %08X%16s)%c",
			   &hi, &lo, &label->redo_tli, walname, &ch) != 5 ||
		ch != '\n')
		invalid_label();
	label->redo = (uint64) hi << 32 | lo;
	if (fscanf(file, "CHECKPOINT LOCATION: %X/%X%c", &hi, &lo, &ch) != 3 || ch != '\n')
		invalid_label();
	label->checkpoint = (uint64) hi << 32 | lo;

	while (fgets(line, sizeof(line), file) != NULL)
	{
		TimeLineID tli;

		if (strcmp(line, "BACKUP METHOD: streamed\n") == 0)
			label->streamed = true;
		else if (strcmp(line, "BACKUP FROM: standby\n") == 0)
			label->from_standby = true;
		else if (sscanf(line, "START TIMELINE: %u", &tli) == 1 && tli != label->redo_tli)
			ereport(FATAL,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("invalid data in file \"%s\"", BACKUP_LABEL_FILE),
					 errdetail("Timeline ID parsed is %u, but expected %u.",
							   tli, label->redo_tli)));
	}
	if (ferror(file) || FreeFile(file) != 0)
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not read file \"%s\": %m", BACKUP_LABEL_FILE)));
	return true;
}

/*
 * Make the links that tablespace_map lists: lines "<oid> <path>", in which a
 * backslash stands before newline, carriage return and backslash.
 */
static bool
apply_tablespace_map(void)
{
	FILE *file = AllocateFile(TABLESPACE_MAP, "r");
	StringInfoData line;
	bool escaped = false;
	int ch;

	if (file == NULL)
	{
		if (errno != ENOENT)
			ereport(FATAL,
					(errcode_for_file_access(),
					 errmsg("could not read file \"%s\": %m", TABLESPACE_MAP)));
		return false;
	}
	initStringInfo(&line);
	while ((ch = fgetc(file)) != EOF)
	{
		char link[MAXPGPATH];
		char *space;

		if (!escaped && ch == '\\')
		{
			escaped = true;
			continue;
		}
		if (escaped || ch != '\n')
		{
			appendStringInfoChar(&line, ch);
			escaped = false;
			continue;
		}
		space = strchr(line.data, ' ');
		if (space == NULL || space == line.data ||
			strspn(line.data, "0123456789") != (size_t) (space - line.data))
			ereport(FATAL,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("invalid data in file \"%s\"", TABLESPACE_MAP)));
		*space = '\0';
		snprintf(link, sizeof(link), "pg_tblspc/%s", line.data);
		if (unlink(link) != 0 && errno != ENOENT)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not remove symbolic link \"%s\": %m", link)));
		if (symlink(space + 1, link) != 0)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not create symbolic link \"%s\": %m", link)));
		resetStringInfo(&line);
	}
	FreeFile(file);
	return true;
}

static void
say_state(const ControlFileData *cf)
{
	const char *when = timestamptz_to_str(time_t_to_timestamptz(cf->time));

	switch (cf->state)
	{
		case DB_SHUTDOWNED:
			ereport(LOG, (errmsg("database system was shut down at %s", when)));
			break;
		case DB_SHUTDOWNED_IN_RECOVERY:
			ereport(LOG, (errmsg("database system was shut down in recovery at %s", when)));
			break;
		case DB_SHUTDOWNING:
			ereport(LOG,
					(errmsg("database system shutdown was interrupted; last known up at %s",
							when)));
			break;
		case DB_IN_CRASH_RECOVERY:
			ereport(LOG,
					(errmsg("database system was interrupted while in recovery at %s", when),
					 errhint("Some data may be damaged; if this happens again, restore the last backup.")));
			break;
		case DB_IN_ARCHIVE_RECOVERY:
			ereport(LOG,
					(errmsg("database system was interrupted while in recovery at log time %s",
							timestamptz_to_str(time_t_to_timestamptz(cf->checkPointCopy.time))),
					 errhint("If this happens more than once, choose an earlier recovery target.")));
			break;
		case DB_IN_PRODUCTION:
			ereport(LOG,
					(errmsg("database system was interrupted; last known up at %s", when)));
			break;
		default:
			ereport(FATAL, (errmsg("control file contains invalid database cluster state")));
	}
}

/* Start from a backup_label: its checkpoint must be there, and its redo too. */
static void
start_from_label(const BackupLabel *label, CheckPoint *checkPoint)
{
	checkpoint_loc = label->checkpoint;
	checkpoint_tli = redo_start_tli = label->redo_tli;
	redo_start_lsn = label->redo;
	InArchiveRecovery = true;
	backup_end_required = label->streamed;
	ereport(LOG,
			(errmsg("starting backup recovery with redo LSN %X/%X, checkpoint LSN %X/%X, on timeline ID %u",
					LSN_FORMAT_ARGS(label->redo), LSN_FORMAT_ARGS(label->checkpoint),
					label->redo_tli)));
	if (read_checkpoint(checkpoint_loc, "") == NULL)
		ereport(FATAL,
				(errmsg("could not locate required checkpoint record"),
				 errhint("If this is not a restored backup, remove the file \"%s/backup_label\"; if it is, do not: its WAL is missing.",
						 DataDir)));
	memcpy(checkPoint, XLogRecGetData(reader), sizeof(CheckPoint));
	if (checkPoint->redo < checkpoint_loc)
	{
		XLogBeginRead(reader, checkPoint->redo);
		if (read_record(LOG, false) == NULL)
			ereport(FATAL,
					(errmsg("could not find redo location referenced by checkpoint record"),
					 errhint("If this is not a restored backup, remove the file \"%s/backup_label\"; if it is, do not: its WAL is missing.",
							 DataDir)));
	}
}

/* Start from the control file. */
static void
start_from_control_file(const ControlFileData *cf, CheckPoint *checkPoint)
{
	struct stat st;

	if (stat(TABLESPACE_MAP, &st) == 0)
	{
		unlink(TABLESPACE_MAP_OLD);
		if (durable_rename(TABLESPACE_MAP, TABLESPACE_MAP_OLD, DEBUG1) == 0)
			ereport(LOG,
					(errmsg("ignoring file \"%s\" because no file \"%s\" exists",
							TABLESPACE_MAP, BACKUP_LABEL_FILE)));
	}

	/* An interrupted recovery from a backup goes on as such. */
	if (cf->state == DB_IN_ARCHIVE_RECOVERY || cf->state == DB_SHUTDOWNED_IN_RECOVERY)
		InArchiveRecovery = cf->minRecoveryPoint != InvalidXLogRecPtr ||
			cf->backupEndRequired || cf->backupEndPoint != InvalidXLogRecPtr;

	if (!XLogRecPtrIsInvalid(cf->backupStartPoint))
		ereport(LOG,
				(errmsg("restarting backup recovery with redo LSN %X/%X",
						LSN_FORMAT_ARGS(cf->backupStartPoint))));
	checkpoint_loc = cf->checkPoint;
	checkpoint_tli = redo_start_tli = cf->checkPointCopy.ThisTimeLineID;
	redo_start_lsn = cf->checkPointCopy.redo;
	if (read_checkpoint(checkpoint_loc, "primary ") == NULL)
		ereport(PANIC, (errmsg("could not locate a valid checkpoint record")));
	memcpy(checkPoint, XLogRecGetData(reader), sizeof(CheckPoint));
	ereport(DEBUG1,
			(errmsg_internal("checkpoint record is at %X/%X", LSN_FORMAT_ARGS(checkpoint_loc))));
}

/* Is the start on the target timeline, and the minimum recovery point too? */
static void
check_history(const ControlFileData *cf)
{
	if (tliOfPointInHistory(checkpoint_loc, expected_tles) != checkpoint_tli)
	{
		XLogRecPtr fork = tliSwitchPoint(checkpoint_tli, expected_tles, NULL);

		ereport(FATAL,
				(errmsg("requested timeline %u is not a child of this server's history",
						recoveryTargetTLI),
				 errdetail("Latest checkpoint is at %X/%X on timeline %u, but in the history of the requested timeline, the server forked off from that timeline at %X/%X.",
						   LSN_FORMAT_ARGS(checkpoint_loc), checkpoint_tli,
						   LSN_FORMAT_ARGS(fork))));
	}
	if (!XLogRecPtrIsInvalid(cf->minRecoveryPoint) &&
		tliOfPointInHistory(cf->minRecoveryPoint - 1, expected_tles) !=
			cf->minRecoveryPointTLI)
		ereport(FATAL,
				(errmsg("requested timeline %u does not contain minimum recovery point %X/%X on timeline %u",
						recoveryTargetTLI, LSN_FORMAT_ARGS(cf->minRecoveryPoint),
						cf->minRecoveryPointTLI)));
}

/* The control file says from now on that recovery is under way. */
static void
enter_recovery_in_control_file(ControlFileData *cf, const CheckPoint *checkPoint,
							   const BackupLabel *label)
{
	DBState before = cf->state;

	cf->state = InArchiveRecovery ? DB_IN_ARCHIVE_RECOVERY : DB_IN_CRASH_RECOVERY;
	cf->checkPoint = checkpoint_loc;
	cf->checkPointCopy = *checkPoint;
	if (InArchiveRecovery && cf->minRecoveryPoint < checkPoint->redo)
	{
		cf->minRecoveryPoint = checkPoint->redo;
		cf->minRecoveryPointTLI = checkPoint->ThisTimeLineID;
	}
	if (label != NULL)
	{
		cf->backupStartPoint = checkPoint->redo;
		cf->backupEndRequired = backup_end_required;
		if (label->from_standby)
		{
			if (before != DB_IN_ARCHIVE_RECOVERY && before != DB_SHUTDOWNED_IN_RECOVERY)
				ereport(FATAL,
						(errmsg("backup_label contains data inconsistent with control file"),
						 errhint("The backup is damaged; restore another one.")));
			cf->backupEndPoint = cf->minRecoveryPoint;
		}
	}
}

/*
 * InitWalRecovery
 *		Decide from where to replay, and whether to (InRecovery).
 *
 * cf is the shared control file; it is changed here in memory, and written by
 * the caller.  *wasShutdown_ptr: the checkpoint is a shutdown one; the others:
 * those files exist and are to be renamed once the control file is written.
 */
void
InitWalRecovery(ControlFileData *cf, bool *wasShutdown_ptr, bool *haveBackupLabel_ptr,
				bool *haveTblspcMap_ptr)
{
	CheckPoint checkPoint;
	BackupLabel label;
	bool was_shutdown;

	say_state(cf);
	refuse_signal_files();
	recoveryTargetTLI = Max(cf->minRecoveryPointTLI, cf->checkPointCopy.ThisTimeLineID);

	reader = XLogReaderAllocate(wal_segment_size, NULL,
								XL_ROUTINE(.page_read = recovery_page_read), NULL);
	reader->system_identifier = cf->system_identifier;

	*haveBackupLabel_ptr = read_backup_label(&label);
	*haveTblspcMap_ptr = false;
	if (*haveBackupLabel_ptr)
	{
		recoveryTargetTLI = Max(recoveryTargetTLI, label.redo_tli);
		*haveTblspcMap_ptr = apply_tablespace_map();
	}
	expected_tles = readTimeLineHistory(recoveryTargetTLI);
	if (*haveBackupLabel_ptr)
		start_from_label(&label, &checkPoint);
	else
		start_from_control_file(cf, &checkPoint);
	was_shutdown = (reader->record->header.xl_info & ~XLR_INFO_MASK) ==
		XLOG_CHECKPOINT_SHUTDOWN;
	if (*haveBackupLabel_ptr)
		was_shutdown = checkPoint.redo == checkpoint_loc;

	check_history(cf);
	if (checkpoint_loc < checkPoint.redo)
		ereport(PANIC, (errmsg("invalid redo in checkpoint record")));
	if (checkPoint.redo < checkpoint_loc)
	{
		if (was_shutdown)
			ereport(PANIC, (errmsg("invalid redo record in shutdown checkpoint")));
		InRecovery = true;
	}
	else if (cf->state != DB_SHUTDOWNED || InArchiveRecovery)
		InRecovery = true;

	if (InRecovery)
	{
		if (!InArchiveRecovery)
			ereport(LOG,
					(errmsg("database system was not properly shut down; automatic recovery in progress")));
		enter_recovery_in_control_file(cf, &checkPoint, *haveBackupLabel_ptr ? &label : NULL);
	}

	min_recovery_point = InArchiveRecovery ? cf->minRecoveryPoint : InvalidXLogRecPtr;
	min_recovery_point_tli = InArchiveRecovery ? cf->minRecoveryPointTLI : 0;
	backup_start_point = cf->backupStartPoint;
	backup_end_required = cf->backupEndRequired;
	backup_end_point = cf->backupEndPoint;
	redo_start_lsn = checkPoint.redo;
	*wasShutdown_ptr = was_shutdown;
}

/* ---------------------------------------------------------------------------
 * Applying records
 * ------------------------------------------------------------------------ */

/* "Heap/INSERT", with the description if its manager can tell. */
static void
describe_record(StringInfo buf, XLogReaderState *record)
{
	RmgrId rmid = XLogRecGetRmid(record);
	uint8 info = XLogRecGetInfo(record);
	const RmgrData *custom = RmgrIdExists(rmid) ? &RmgrTable[rmid] : NULL;
	const RmgrDescData *known = RmgrIdIsBuiltin(rmid) ? GetRmgrDesc(rmid) : NULL;
	const char *id = NULL;

	if (known != NULL)
		id = known->rm_identify(info);
	else if (custom != NULL && custom->rm_identify != NULL)
		id = custom->rm_identify(info);
	appendStringInfo(buf, "%s/", known != NULL ? known->rm_name : custom != NULL ? custom->rm_name
																				 : "unknown");
	if (id == NULL)
		appendStringInfo(buf, "UNKNOWN (%X)", info & ~XLR_INFO_MASK);
	else
		appendStringInfoString(buf, id);
	appendStringInfoString(buf, ": ");
	if (known != NULL)
		known->rm_desc(buf, record);
	else if (custom != NULL && custom->rm_desc != NULL)
		custom->rm_desc(buf, record);
	for (int i = 0; i <= XLogRecMaxBlockId(record); i++)
		if (XLogRecHasBlockRef(record, i))
		{
			DecodedBkpBlock *blk = XLogRecGetBlock(record, i);

			appendStringInfo(buf, "; blkref #%d: rel %u/%u/%u, fork %u, blk %u%s", i,
							 blk->rnode.spcNode, blk->rnode.dbNode, blk->rnode.relNode,
							 blk->forknum, blk->blkno, blk->has_image ? " FPW" : "");
		}
}

static void
redo_error_context(void *arg)
{
	XLogReaderState *record = arg;
	StringInfoData buf;

	initStringInfo(&buf);
	describe_record(&buf, record);
	errcontext("WAL redo at %X/%X for %s", LSN_FORMAT_ARGS(record->ReadRecPtr), buf.data);
	pfree(buf.data);
}

/*
 * A record of a manager that cannot replay here.  If every block comes with its
 * image, restoring those is the whole change; otherwise recovery cannot go on.
 */
static void
restore_or_refuse(XLogReaderState *record)
{
	RmgrId rmid = XLogRecGetRmid(record);
	bool whole = XLogRecHasAnyBlockRefs(record);

	for (int i = 0; whole && i <= XLogRecMaxBlockId(record); i++)
		whole = !XLogRecHasBlockRef(record, i) ||
			(XLogRecHasBlockImage(record, i) && XLogRecBlockImageApply(record, i));
	if (!whole)
		ereport(FATAL,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot replay WAL record of resource manager \"%s\"",
						rmgr_builtin_name(rmid) != NULL ? rmgr_builtin_name(rmid) : psprintf("custom%03d", rmid)),
				 errdetail("The record is at %X/%X.", LSN_FORMAT_ARGS(record->ReadRecPtr))));
	for (int i = 0; i <= XLogRecMaxBlockId(record); i++)
	{
		RelFileNode rnode;
		ForkNumber forknum;
		BlockNumber blkno;
		Buffer buf;

		if (!XLogRecHasBlockRef(record, i))
			continue;
		XLogRecGetBlockTag(record, i, &rnode, &forknum, &blkno);
		buf = XLogReadBufferExtended(rnode, forknum, blkno, RBM_ZERO_AND_LOCK, InvalidBuffer);
		if (!RestoreBlockImage(record, i, BufferGetPage(buf)))
			ereport(ERROR,
					(errcode(ERRCODE_INTERNAL_ERROR),
					 errmsg_internal("%s", record->errormsg_buf)));
		if (!PageIsNew(BufferGetPage(buf)))
			PageSetLSN(BufferGetPage(buf), record->EndRecPtr);
		MarkBufferDirty(buf);
		UnlockReleaseBuffer(buf);
	}
}

/*
 * wal_consistency_checking: compare each block that carries an image not meant
 * for restoring with the page that replay made, both masked.
 */
static void
check_record_consistency(XLogReaderState *record)
{
	static PGAlignedBlock replayed;
	static PGAlignedBlock expected;
	RmgrData rmgr = GetRmgr(XLogRecGetRmid(record));

	for (int i = 0; i <= XLogRecMaxBlockId(record); i++)
	{
		RelFileNode rnode;
		ForkNumber forknum;
		BlockNumber blkno;
		Buffer buf;

		if (!XLogRecGetBlockTagExtended(record, i, &rnode, &forknum, &blkno, NULL) ||
			!XLogRecHasBlockImage(record, i) || XLogRecBlockImageApply(record, i))
			continue;
		buf = XLogReadBufferExtended(rnode, forknum, blkno, RBM_NORMAL_NO_LOG, InvalidBuffer);
		if (!BufferIsValid(buf))
			continue;
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
		memcpy(replayed.data, BufferGetPage(buf), BLCKSZ);
		UnlockReleaseBuffer(buf);

		/* A page from the future has changes that the image lacks. */
		if (PageGetLSN(replayed.data) > record->EndRecPtr)
			continue;
		if (!RestoreBlockImage(record, i, expected.data))
			ereport(ERROR,
					(errcode(ERRCODE_INTERNAL_ERROR),
					 errmsg_internal("%s", record->errormsg_buf)));
		if (rmgr.rm_mask != NULL)
		{
			rmgr.rm_mask(replayed.data, blkno);
			rmgr.rm_mask(expected.data, blkno);
		}
		if (memcmp(replayed.data, expected.data, BLCKSZ) != 0)
			elog(FATAL, "inconsistent page found, rel %u/%u/%u, forknum %u, blkno %u",
				 rnode.spcNode, rnode.dbNode, rnode.relNode, forknum, blkno);
	}
}

/* Has replay reached what the control file demands? */
static void
check_recovery_consistency(void)
{
	XLogRecPtr end = XLogRecoveryCtl->lastReplayedEndRecPtr;
	TimeLineID tli = XLogRecoveryCtl->lastReplayedTLI;

	/* Crash recovery is consistent at its end, and only there. */
	if (XLogRecPtrIsInvalid(min_recovery_point))
		return;

	if (!XLogRecPtrIsInvalid(backup_end_point) && backup_end_point <= end)
	{
		XLogRecPtr start = backup_start_point;

		LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
		if (ControlFile->minRecoveryPoint < end)
		{
			ControlFile->minRecoveryPoint = end;
			ControlFile->minRecoveryPointTLI = tli;
		}
		ControlFile->backupStartPoint = InvalidXLogRecPtr;
		ControlFile->backupEndPoint = InvalidXLogRecPtr;
		ControlFile->backupEndRequired = false;
		UpdateControlFile();
		LWLockRelease(ControlFileLock);
		backup_start_point = backup_end_point = InvalidXLogRecPtr;
		backup_end_required = false;
		ereport(LOG,
				(errmsg("completed backup recovery with redo LSN %X/%X and end LSN %X/%X",
						LSN_FORMAT_ARGS(start), LSN_FORMAT_ARGS(end))));
	}

	if (!reachedConsistency && min_recovery_point <= end &&
		XLogRecPtrIsInvalid(backup_start_point))
	{
		XLogCheckInvalidPages();
		reachedConsistency = true;
		ereport(LOG,
				(errmsg("consistent recovery state reached at %X/%X", LSN_FORMAT_ARGS(end))));
	}
}

/* The redo that XLOG records need here; the rest is in xlogcheckpoint.c. */
void
xlogrecovery_redo(XLogReaderState *record, TimeLineID replayTLI)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;

	if (info == XLOG_OVERWRITE_CONTRECORD)
	{
		xl_overwrite_contrecord xlrec;

		memcpy(&xlrec, XLogRecGetData(record), sizeof(xlrec));
		if (xlrec.overwritten_lsn != record->overwrittenRecPtr)
			elog(FATAL, "mismatching overwritten LSN %X/%X -> %X/%X",
				 LSN_FORMAT_ARGS(xlrec.overwritten_lsn),
				 LSN_FORMAT_ARGS(record->overwrittenRecPtr));
		aborted_rec = InvalidXLogRecPtr;
		missing_contrec = InvalidXLogRecPtr;
		ereport(LOG,
				(errmsg("successfully skipped missing contrecord at %X/%X, overwritten at %s",
						LSN_FORMAT_ARGS(xlrec.overwritten_lsn),
						timestamptz_to_str(xlrec.overwrite_time))));
		record->overwrittenRecPtr = InvalidXLogRecPtr;
	}
	else if (info == XLOG_BACKUP_END)
	{
		XLogRecPtr start;

		memcpy(&start, XLogRecGetData(record), sizeof(start));
		if (start == backup_start_point)
			backup_end_point = record->EndRecPtr;
	}
}

/* A checkpoint or end-of-recovery record may move replay to a new timeline. */
static bool
timeline_switch_of(XLogReaderState *record, TimeLineID replay_tli, TimeLineID *new_tli,
				   TimeLineID *prev_tli)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;

	if (XLogRecGetRmid(record) != RM_XLOG_ID)
		return false;
	if (info == XLOG_CHECKPOINT_SHUTDOWN)
	{
		CheckPoint cp;

		memcpy(&cp, XLogRecGetData(record), sizeof(cp));
		*new_tli = cp.ThisTimeLineID;
		*prev_tli = cp.PrevTimeLineID;
	}
	else if (info == XLOG_END_OF_RECOVERY)
	{
		xl_end_of_recovery xlrec;

		memcpy(&xlrec, XLogRecGetData(record), sizeof(xlrec));
		*new_tli = xlrec.ThisTimeLineID;
		*prev_tli = xlrec.PrevTimeLineID;
	}
	else
		return false;
	return *new_tli != replay_tli;
}

/* May replay go over to new_tli at lsn? */
static void
check_timeline_switch(XLogRecPtr lsn, TimeLineID new_tli, TimeLineID prev_tli,
					  TimeLineID replay_tli)
{
	if (prev_tli != replay_tli)
		ereport(PANIC,
				(errmsg("unexpected previous timeline ID %u (current timeline ID %u) in checkpoint record",
						prev_tli, replay_tli)));
	if (new_tli < replay_tli || !tliInHistory(new_tli, expected_tles))
		ereport(PANIC,
				(errmsg("unexpected timeline ID %u (after %u) in checkpoint record",
						new_tli, replay_tli)));
	if (!XLogRecPtrIsInvalid(min_recovery_point) && lsn < min_recovery_point &&
		new_tli > min_recovery_point_tli)
		ereport(PANIC,
				(errmsg("unexpected timeline ID %u in checkpoint record, before reaching minimum recovery point %X/%X on timeline %u",
						new_tli, LSN_FORMAT_ARGS(min_recovery_point),
						min_recovery_point_tli)));
}

/* Apply the record in the reader; *replay_tli may change. */
static void
apply_record(TimeLineID *replay_tli)
{
	XLogReaderState *record = reader;
	RmgrId rmid = XLogRecGetRmid(record);
	ErrorContextCallback errcallback;
	TimeLineID new_tli;
	TimeLineID prev_tli;

	errcallback.callback = redo_error_context;
	errcallback.arg = record;
	errcallback.previous = error_context_stack;
	error_context_stack = &errcallback;

	AdvanceNextFullTransactionIdPastXid(XLogRecGetXid(record));
	if (timeline_switch_of(record, *replay_tli, &new_tli, &prev_tli))
	{
		check_timeline_switch(record->EndRecPtr, new_tli, prev_tli, *replay_tli);
		*replay_tli = new_tli;
	}

	/* Before the change: whoever flushes a page wants to know how far we are. */
	SpinLockAcquire(&XLogRecoveryCtl->info_lck);
	XLogRecoveryCtl->replayEndRecPtr = record->EndRecPtr;
	XLogRecoveryCtl->replayEndTLI = *replay_tli;
	SpinLockRelease(&XLogRecoveryCtl->info_lck);

	if (rmid == RM_XLOG_ID)
		xlogrecovery_redo(record, *replay_tli);
	if (RmgrTable[rmid].rm_redo != NULL)
	{
		RmgrTable[rmid].rm_redo(record);
		if (XLogRecGetInfo(record) & XLR_CHECK_CONSISTENCY)
			check_record_consistency(record);
	}
	else
		restore_or_refuse(record);

	error_context_stack = errcallback.previous;

	SpinLockAcquire(&XLogRecoveryCtl->info_lck);
	XLogRecoveryCtl->lastReplayedReadRecPtr = record->ReadRecPtr;
	XLogRecoveryCtl->lastReplayedEndRecPtr = record->EndRecPtr;
	XLogRecoveryCtl->lastReplayedTLI = *replay_tli;
	SpinLockRelease(&XLogRecoveryCtl->info_lck);
	check_recovery_consistency();
}

/* Remember the time of the last commit or abort. */
static void
note_xact_time(XLogReaderState *record)
{
	uint8 op = XLogRecGetInfo(record) & XLOG_XACT_OPMASK;
	TimestampTz when;

	if (XLogRecGetRmid(record) != RM_XACT_ID ||
		(op != XLOG_XACT_COMMIT && op != XLOG_XACT_COMMIT_PREPARED &&
		 op != XLOG_XACT_ABORT && op != XLOG_XACT_ABORT_PREPARED))
		return;
	memcpy(&when, XLogRecGetData(record), sizeof(when));
	SpinLockAcquire(&XLogRecoveryCtl->info_lck);
	XLogRecoveryCtl->recoveryLastXTime = when;
	SpinLockRelease(&XLogRecoveryCtl->info_lck);
}

/*
 * PerformWalRecovery
 *		Apply all records from the redo pointer to the end of the valid log.
 */
void
PerformWalRecovery(void)
{
	XLogRecord *record;
	TimeLineID replay_tli = redo_start_tli;
	TimestampTz started = GetCurrentTimestamp();
	TimestampTz last_xtime;
	struct rusage usage;

	SpinLockAcquire(&XLogRecoveryCtl->info_lck);
	XLogRecoveryCtl->lastReplayedReadRecPtr = InvalidXLogRecPtr;
	XLogRecoveryCtl->lastReplayedEndRecPtr = redo_start_lsn;
	XLogRecoveryCtl->lastReplayedTLI = replay_tli;
	XLogRecoveryCtl->replayEndRecPtr = redo_start_lsn;
	XLogRecoveryCtl->replayEndTLI = replay_tli;
	XLogRecoveryCtl->recoveryLastXTime = 0;
	SpinLockRelease(&XLogRecoveryCtl->info_lck);

	if (redo_start_lsn < checkpoint_loc)
	{
		XLogBeginRead(reader, redo_start_lsn);
		record = read_record(PANIC, false);
	}
	else
	{
		XLogBeginRead(reader, checkpoint_loc);
		(void) read_record(PANIC, false);
		SpinLockAcquire(&XLogRecoveryCtl->info_lck);
		XLogRecoveryCtl->lastReplayedReadRecPtr = reader->ReadRecPtr;
		XLogRecoveryCtl->lastReplayedEndRecPtr = reader->EndRecPtr;
		SpinLockRelease(&XLogRecoveryCtl->info_lck);
		record = read_record(LOG, false);
	}
	if (record == NULL)
	{
		ereport(LOG, (errmsg("redo is not required")));
		check_recovery_consistency();
		return;
	}

	RmgrStartup();
	ereport(LOG, (errmsg("redo starts at %X/%X", LSN_FORMAT_ARGS(reader->ReadRecPtr))));
	do
	{
		HandleStartupProcInterrupts();
		note_xact_time(reader);
		apply_record(&replay_tli);
		record = read_record(LOG, false);
	} while (record != NULL);
	RmgrCleanup();

	getrusage(RUSAGE_SELF, &usage);
	ereport(LOG,
			(errmsg("redo done at %X/%X system usage: CPU: user: %ld.%02d s, system: %ld.%02d s, elapsed: %.2f s",
					LSN_FORMAT_ARGS(XLogRecoveryCtl->lastReplayedReadRecPtr),
					(long) usage.ru_utime.tv_sec, (int) (usage.ru_utime.tv_usec / 10000),
					(long) usage.ru_stime.tv_sec, (int) (usage.ru_stime.tv_usec / 10000),
					TimestampDifferenceMilliseconds(started, GetCurrentTimestamp()) / 1000.0)));
	last_xtime = GetLatestXTime();
	if (last_xtime != 0)
		ereport(LOG,
				(errmsg("last completed transaction was at log time %s",
						timestamptz_to_str(last_xtime))));
}

/* ---------------------------------------------------------------------------
 * The end
 * ------------------------------------------------------------------------ */

/*
 * FinishWalRecovery
 *		Where the log ends; read from the last valid record once more.
 *
 * The result is palloc'd.  Errors: PANIC if that record cannot be read again.
 */
EndOfWalRecoveryInfo *
FinishWalRecovery(void)
{
	EndOfWalRecoveryInfo *result = palloc0(sizeof(EndOfWalRecoveryInfo));
	XLogRecPtr last_rec;
	uint32 offset;

	if (InRecovery)
		last_rec = XLogRecoveryCtl->lastReplayedReadRecPtr;
	else
		last_rec = checkpoint_loc;
	if (XLogRecPtrIsInvalid(last_rec))
		last_rec = checkpoint_loc;

	XLogBeginRead(reader, last_rec);
	{
		XLogRecPtr save_aborted = aborted_rec;
		XLogRecPtr save_missing = missing_contrec;

		(void) read_record(PANIC, false);
		aborted_rec = save_aborted;
		missing_contrec = save_missing;
	}

	result->lastRec = last_rec;
	result->lastRecTLI = InRecovery ? XLogRecoveryCtl->lastReplayedTLI : checkpoint_tli;
	result->endOfLog = reader->EndRecPtr;
	result->endOfLogTLI = reader->seg.ws_tli;
	result->endMagic = ((XLogPageHeader) reader->readBuf)->xlp_magic;
	result->abortedRecPtr = aborted_rec;
	result->missingContrecPtr = missing_contrec;
	result->recoveryStopReason = pstrdup("no recovery target specified");

	offset = result->endOfLog % XLOG_BLCKSZ;
	if (offset != 0)
	{
		result->lastPage = palloc0(XLOG_BLCKSZ);
		memcpy(result->lastPage, reader->readBuf, offset);
		result->lastPageBeginPtr = result->endOfLog - offset;
		Assert(((XLogPageHeader) result->lastPage)->xlp_pageaddr == result->lastPageBeginPtr);
	}
	return result;
}

/* Release what recovery used. */
void
ShutdownWalRecovery(void)
{
	if (read_file >= 0)
		close(read_file);
	read_file = -1;
	XLogReaderFree(reader);
	reader = NULL;
}

/* ---------------------------------------------------------------------------
 * Answers
 * ------------------------------------------------------------------------ */

TimeLineID
xlog_replay_tli(void)
{
	return XLogRecoveryCtl->replayEndTLI;
}

/* End of the last record that was applied. */
XLogRecPtr
GetXLogReplayRecPtr(TimeLineID *replayTLI)
{
	XLogRecPtr ptr;

	SpinLockAcquire(&XLogRecoveryCtl->info_lck);
	ptr = XLogRecoveryCtl->lastReplayedEndRecPtr;
	if (replayTLI != NULL)
		*replayTLI = XLogRecoveryCtl->lastReplayedTLI;
	SpinLockRelease(&XLogRecoveryCtl->info_lck);
	return ptr;
}

/* End of the record that is being applied. */
XLogRecPtr
GetCurrentReplayRecPtr(TimeLineID *replayEndTLI)
{
	XLogRecPtr ptr;

	SpinLockAcquire(&XLogRecoveryCtl->info_lck);
	ptr = XLogRecoveryCtl->replayEndRecPtr;
	if (replayEndTLI != NULL)
		*replayEndTLI = XLogRecoveryCtl->replayEndTLI;
	SpinLockRelease(&XLogRecoveryCtl->info_lck);
	return ptr;
}

/* Time of the last replayed commit or abort, 0 if none. */
TimestampTz
GetLatestXTime(void)
{
	TimestampTz when;

	SpinLockAcquire(&XLogRecoveryCtl->info_lck);
	when = XLogRecoveryCtl->recoveryLastXTime;
	SpinLockRelease(&XLogRecoveryCtl->info_lck);
	return when;
}

TimestampTz
GetCurrentChunkReplayStartTime(void)
{
	return 0;
}

/* Nothing is received from elsewhere. */
void
GetXLogReceiptTime(TimestampTz *rtime, bool *fromStream)
{
	*rtime = 0;
	*fromStream = false;
}

/* Sessions are not let in during recovery. */
bool
HotStandbyActive(void)
{
	return false;
}

bool
PromoteIsTriggered(void)
{
	return false;
}

bool
CheckPromoteSignal(void)
{
	struct stat st;

	return stat(PROMOTE_SIGNAL_FILE, &st) == 0;
}

void
WakeupRecovery(void)
{
}
