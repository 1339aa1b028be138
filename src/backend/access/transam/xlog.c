/*
 * xlog.c
 *		Start and end of the write-ahead log.
 *
 * StartupXLOG brings the cluster to a state in which records may be inserted: it
 * runs recovery (xlogrecovery.c), sets the insertion position (xlogwrite.c) and
 * makes the first checkpoint (xlogcheckpoint.c).  ShutdownXLOG makes the last
 * one.  The control file, in shared memory as ControlFile, is owned here.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlog.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "access/clog.h"
#include "access/commit_ts.h"
#include "access/dirxlog.h"
#include "access/multixact.h"
#include "access/subtrans.h"
#include "access/timeline.h"
#include "access/transam.h"
#include "access/twophase.h"
#include "access/xact.h"
#include "access/xlogarchive.h"
#include "access/xlogformat.h"
#include "access/xloginsert.h"
#include "access/xlogrecovery.h"
#include "access/xlogstore.h"
#include "access/xlogutils.h"
#include "catalog/catversion.h"
#include "common/controldata_utils.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/reinit.h"
#include "storage/shmem.h"
#include "storage/storage_callbacks.h"
#include "storage/sync.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "xlog_private.h"

/* Implemented by utils/cache/relcache.c: remove all pg_internal.init files. */
extern void RelationCacheInitFileRemove(void);

/* Settings. */
int wal_level = WAL_LEVEL_MINIMAL;
int sync_method = DEFAULT_SYNC_METHOD;
int wal_segment_size = DEFAULT_XLOG_SEG_SIZE;
bool wal_log_hints = false;
bool fullPageWrites = true;
bool EnableHotStandby = false;
int wal_retrieve_retry_interval = 5000;
int wal_decode_buffer_size = 512 * 1024;
int XLogArchiveMode = ARCHIVE_MODE_OFF;
int XLogArchiveTimeout = 0;
char *XLogArchiveCommand = NULL;
char *XLogArchiveLibrary = "";
char *wal_consistency_checking_string = NULL;
bool *wal_consistency_checking = NULL;
int max_prepared_xacts = 0;

/* Implemented by the replication layer; a setting that standbys must match. */
extern PGDLLIMPORT int max_wal_senders __attribute__((weak));
extern PGDLLIMPORT int max_locks_per_xact;

XLogCtlData *XLogCtl = NULL;
ControlFileData *ControlFile = NULL;

/* What the toast and large-object code cut values into; part of the format. */
#define CONTROL_TOAST_CHUNK TOAST_MAX_CHUNK_LIMIT
#define CONTROL_LOBLKSIZE (BLCKSZ / 4)

/*
 * Is recovery over, as far as this process knows?  False is final.
 */
static bool LocalRecoveryInProgress = true;

/* May this process insert?  1 yes, 0 no, -1: once recovery is over. */
static int LocalXLogInsertAllowed = -1;

/* Copy of the control file's minimum recovery point. */
static XLogRecPtr LocalMinRecoveryPoint = InvalidXLogRecPtr;
static bool updateMinRecoveryPoint = true;

static int
senders_setting(void)
{
	return &max_wal_senders != NULL ? max_wal_senders : 10;
}

/* ---------------------------------------------------------------------------
 * Control file
 * ------------------------------------------------------------------------ */

static void
incompatible(const char *what, long in_file, long in_server)
{
	ereport(FATAL,
			(errmsg("database files are incompatible with server"),
			 errdetail("The database cluster was initialized with %s %ld, but the server was compiled with %s %ld.",
					   what, in_file, what, in_server),
			 errhint("It looks like you need to initdb.")));
}

/* Does the file fit this program? */
static void
check_compatibility(const ControlFileData *cf)
{
	const struct
	{
		const char *name;
		long in_file;
		long in_server;
	} checks[] = {
		{"MAXALIGN", cf->maxAlign, MAXIMUM_ALIGNOF},
		{"BLCKSZ", cf->blcksz, BLCKSZ},
		{"RELSEG_SIZE", cf->relseg_size, RELSEG_SIZE},
		{"XLOG_BLCKSZ", cf->xlog_blcksz, XLOG_BLCKSZ},
		{"NAMEDATALEN", cf->nameDataLen, NAMEDATALEN},
		{"INDEX_MAX_KEYS", cf->indexMaxKeys, INDEX_MAX_KEYS},
		{"TOAST_MAX_CHUNK_SIZE", cf->toast_max_chunk_size, CONTROL_TOAST_CHUNK},
		{"LOBLKSIZE", cf->loblksize, CONTROL_LOBLKSIZE},
		{"USE_FLOAT8_BYVAL", cf->float8ByVal, true},
	};

	if (cf->pg_control_version != PG_CONTROL_VERSION)
		incompatible("PG_CONTROL_VERSION", cf->pg_control_version, PG_CONTROL_VERSION);
	if (cf->catalog_version_no != CATALOG_VERSION_NO)
		incompatible("CATALOG_VERSION_NO", cf->catalog_version_no, CATALOG_VERSION_NO);
	for (int i = 0; i < (int) lengthof(checks); i++)
		if (checks[i].in_file != checks[i].in_server)
			incompatible(checks[i].name, checks[i].in_file, checks[i].in_server);
	if (cf->floatFormat != FLOATFORMAT_VALUE)
		ereport(FATAL,
				(errmsg("database files are incompatible with server"),
				 errdetail("The database cluster appears to use a different floating-point number format than the server executable."),
				 errhint("It looks like you need to initdb.")));
}

/* Read the file into *cf and derive what depends on it. */
static void
read_control_file(ControlFileData *cf)
{
	bool crc_ok;
	ControlFileData *read = get_controlfile(NULL, &crc_ok);

	if (read->pg_control_version != PG_CONTROL_VERSION)
		incompatible("PG_CONTROL_VERSION", read->pg_control_version, PG_CONTROL_VERSION);
	if (!crc_ok)
		ereport(FATAL, (errmsg("incorrect checksum in control file")));
	check_compatibility(read);
	*cf = *read;
	pfree(read);

	wal_segment_size = cf->xlog_seg_size;
	if (!IsValidWalSegSize(wal_segment_size))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("WAL segment size must be a power of two between 1 MB and 1 GB, but the control file specifies %d bytes",
						wal_segment_size)));
	if (ConvertToXSegs(min_wal_size_mb, wal_segment_size) < 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"min_wal_size\" must be at least twice \"wal_segment_size\"")));
	if (ConvertToXSegs(max_wal_size_mb, wal_segment_size) < 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"max_wal_size\" must be at least twice \"wal_segment_size\"")));
	xlog_compute_usable_bytes();
	CalculateCheckpointSegments();
}

/*
 * LocalProcessControlFile
 *		Read the control file before shared memory exists; reset: forget the copy
 *		of an earlier cycle.
 */
void
LocalProcessControlFile(bool reset)
{
	char buf[32];

	Assert(reset || ControlFile == NULL);
	ControlFile = MemoryContextAlloc(TopMemoryContext, sizeof(ControlFileData));
	read_control_file(ControlFile);

	snprintf(buf, sizeof(buf), "%d", wal_segment_size);
	SetConfigOption("wal_segment_size", buf, PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
	SetConfigOption("data_checksums", DataChecksumsEnabled() ? "yes" : "no",
					PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
}

/* Write the control file, durably.  Caller holds ControlFileLock. */
void
UpdateControlFile(void)
{
	update_controlfile(DataDir, ControlFile, true);
}

uint64
GetSystemIdentifier(void)
{
	return ControlFile->system_identifier;
}

char *
GetMockAuthenticationNonce(void)
{
	return ControlFile->mock_authentication_nonce;
}

bool
DataChecksumsEnabled(void)
{
	return ControlFile != NULL && ControlFile->data_checksum_version > 0;
}

int
GetWalSegmentSize(void)
{
	return wal_segment_size;
}

/* ---------------------------------------------------------------------------
 * Settings hooks
 * ------------------------------------------------------------------------ */

const char *
show_archive_command(void)
{
	return XLogArchivingActive() && XLogArchiveCommand != NULL ? XLogArchiveCommand : "(disabled)";
}

const char *
show_in_hot_standby(void)
{
	return RecoveryInProgress() ? "on" : "off";
}

/* Mark the managers that one word of the list names; false if none is. */
static bool
mark_managers(const char *word, size_t len, bool *flags)
{
	bool all = len == 3 && pg_strncasecmp(word, "all", 3) == 0;
	bool found = all;

	for (int i = 0; i <= RM_MAX_ID; i++)
	{
		const char *name = RmgrTable[i].rm_name;

		if (name == NULL || RmgrTable[i].rm_mask == NULL)
			continue;
		if (all || (strlen(name) == len && pg_strncasecmp(name, word, len) == 0))
		{
			flags[i] = true;
			found = true;
		}
	}
	return found;
}

/* wal_consistency_checking: names of managers with a mask, or "all". */
bool
check_wal_consistency_checking(char **newval, void **extra, GucSource source)
{
	bool flags[RM_MAX_ID + 1] = {false};
	bool *copy;
	const char *p = *newval;

	while (*p != '\0')
	{
		size_t len;

		p += strspn(p, " ,\t");
		len = strcspn(p, " ,\t");
		if (len > 0 && !mark_managers(p, len, flags))
		{
			GUC_check_errdetail("Unrecognized key word: \"%.*s\".", (int) len, p);
			return false;
		}
		p += len;
	}
	copy = guc_malloc(ERROR, sizeof(flags));
	if (copy == NULL)
		return false;
	memcpy(copy, flags, sizeof(flags));
	*extra = copy;
	return true;
}

void
assign_wal_consistency_checking(const char *newval, void *extra)
{
	wal_consistency_checking = (bool *) extra;
}

/* Extensions' managers are known now: look at the setting again. */
void
InitializeWalConsistencyChecking(void)
{
	if (wal_consistency_checking_string != NULL &&
		wal_consistency_checking_string[0] != '\0')
		SetConfigOption("wal_consistency_checking",
						pstrdup(wal_consistency_checking_string),
						PGC_POSTMASTER, PGC_S_OVERRIDE);
}

/* ---------------------------------------------------------------------------
 * Shared memory
 * ------------------------------------------------------------------------ */

Size
XLOGShmemSize(void)
{
	return MAXALIGN(sizeof(XLogCtlData)) + PG_CACHE_LINE_SIZE + xlog_write_shmem_size();
}

static bool
am_checkpointer(void)
{
	return !IsUnderPostmaster || AmCheckpointerProcess();
}

static bool
in_recovery(void)
{
	return InRecovery;
}

static bool
in_hot_standby(void)
{
	return InHotStandby;
}

static bool
hint_bits_need_wal(void)
{
	return XLogHintBitIsNeeded();
}

static bool
standby_info_active(void)
{
	return XLogStandbyInfoActive();
}

static CommandId
command_id_unused(void)
{
	return GetCurrentCommandId(false);
}

/* A transaction's start reads the queue of messages. */
static void
accept_invalidations(void)
{
	StartTransactionCommand();
	CommitTransactionCommand();
}

static void
count_files_synced(int nfiles, uint64 longest_us, uint64 total_us)
{
	CheckpointStats.ckpt_sync_rels += nfiles;
	CheckpointStats.ckpt_longest_sync = Max(CheckpointStats.ckpt_longest_sync, longest_us);
	CheckpointStats.ckpt_agg_sync_time += total_us;
}

static void
count_buffers_written(int nbuffers)
{
	CheckpointStats.ckpt_bufs_written += nbuffers;
}

/* Tell the storage layer whom to call. */
static void
fill_storage_callbacks(void)
{
	StorageCallbacks cb = {
		.xlog_flush = XLogFlush,
		.xlog_needs_flush = XLogNeedsFlush,
		.get_redo_ptr = GetRedoRecPtr,
		.recovery_in_progress = RecoveryInProgress,
		.hint_bits_need_wal = hint_bits_need_wal,
		.data_checksums_enabled = DataChecksumsEnabled,
		.standby_info_active = standby_info_active,
		.save_buffer_for_hint = XLogSaveBufferForHint,
		.log_newpage_buffer = log_newpage_buffer,
		.in_recovery = in_recovery,
		.in_hot_standby = in_hot_standby,
		.xid_did_commit = TransactionIdDidCommit,
		.xid_did_abort = TransactionIdDidAbort,
		.subtrans_topmost = SubTransGetTopmostTransaction,
		.subtrans_parent = SubTransGetParent,
		.xid_is_current = TransactionIdIsCurrentTransactionId,
		.am_checkpointer = am_checkpointer,
		.forward_sync_request = ForwardSyncRequest,
		.absorb_sync_requests = AbsorbSyncRequests,
		.checkpoint_write_delay = CheckpointWriteDelay,
		.log_access_exclusive_prepare = LogAccessExclusiveLockPrepare,
		.log_access_exclusive_lock = LogAccessExclusiveLock,
		.current_subxid = GetCurrentSubTransactionId,
		.current_command_id = command_id_unused,
		.in_transaction = IsTransactionOrTransactionBlock,
		.accept_inval_in_transaction = accept_invalidations,
		.xlog_drop_relation = XLogDropRelation,
		.create_dbspace = TablespaceCreateDbspace,
		.count_files_synced = count_files_synced,
		.count_buffers_written = count_buffers_written,
	};

	storage_set_callbacks(&cb);
}

/*
 * XLOGShmemInit
 *		Make the shared state of the log; the control file moves into it.
 */
void
XLOGShmemInit(void)
{
	ControlFileData *local = ControlFile;
	char *place;
	bool found;

	fill_storage_callbacks();
	xlog_format_settings_ready();
	ControlFile = ShmemInitStruct("Control File", sizeof(ControlFileData), &found);
	XLogCtl = ShmemInitStruct("XLOG Ctl", XLOGShmemSize(), &found);
	if (found)
	{
		WALInsertLocks = XLogCtl->Insert.WALInsertLocks;
		return;
	}
	if (local != NULL)
	{
		memcpy(ControlFile, local, sizeof(ControlFileData));
		pfree(local);
	}
	memset(XLogCtl, 0, sizeof(XLogCtlData));
	/* What a postmaster that begins anew after a crash leaves to its children. */
	LocalRecoveryInProgress = true;
	LocalXLogInsertAllowed = -1;
	place = (char *) CACHELINEALIGN((char *) XLogCtl + sizeof(XLogCtlData));
	xlog_write_shmem_init(place);
	WALInsertLocks = XLogCtl->Insert.WALInsertLocks;

	XLogCtl->SharedRecoveryState = RECOVERY_STATE_CRASH;
	SpinLockInit(&XLogCtl->info_lck);
	SpinLockInit(&XLogCtl->ulsn_lck);
	pg_atomic_init_u64(&XLogCtl->fpwOnSince, PG_UINT64_MAX);
}

/* ---------------------------------------------------------------------------
 * Are we in recovery?
 * ------------------------------------------------------------------------ */

/*
 * RecoveryInProgress
 *		Is the log still being replayed?  Cheap once the answer is no.
 */
bool
RecoveryInProgress(void)
{
	if (likely(!LocalRecoveryInProgress))
		return false;
	LocalRecoveryInProgress = XLogCtl->SharedRecoveryState != RECOVERY_STATE_DONE;
	/* What recovery wrote before it said so must be seen after. */
	if (!LocalRecoveryInProgress)
		pg_memory_barrier();
	return LocalRecoveryInProgress;
}

RecoveryState
GetRecoveryState(void)
{
	RecoveryState state;

	SpinLockAcquire(&XLogCtl->info_lck);
	state = XLogCtl->SharedRecoveryState;
	SpinLockRelease(&XLogCtl->info_lck);
	return state;
}

/* May this process insert records? */
bool
XLogInsertAllowed(void)
{
	if (likely(LocalXLogInsertAllowed >= 0))
		return (bool) LocalXLogInsertAllowed;
	if (RecoveryInProgress())
		return false;
	LocalXLogInsertAllowed = 1;
	return true;
}

/* Allow insertions although recovery is not over; undone by ..._pop. */
void
LocalSetXLogInsertAllowed_push(int *saved)
{
	*saved = LocalXLogInsertAllowed;
	LocalXLogInsertAllowed = 1;
}

void
LocalSetXLogInsertAllowed_pop(int saved)
{
	LocalXLogInsertAllowed = saved;
}

/*
 * UpdateMinRecoveryPoint
 *		During recovery from a backup: a page with this LSN goes to disk, so a
 *		restart must replay at least that far.  force: at least as far as now.
 *
 * In crash recovery replay always runs to the end, and nothing is noted.
 */
void
UpdateMinRecoveryPoint(XLogRecPtr lsn, bool force)
{
	XLogRecPtr replayed;
	TimeLineID tli;

	if (!updateMinRecoveryPoint || (!force && lsn <= LocalMinRecoveryPoint))
		return;
	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	LocalMinRecoveryPoint = ControlFile->minRecoveryPoint;
	if (XLogRecPtrIsInvalid(LocalMinRecoveryPoint))
	{
		/* The startup process decides once; others see archive recovery begin. */
		if (InRecovery)
			updateMinRecoveryPoint = false;
	}
	else if (force || LocalMinRecoveryPoint < lsn)
	{
		/* Going a bit further spares updates; lsn may be garbage anyway. */
		replayed = GetCurrentReplayRecPtr(&tli);
		if (!force && replayed < lsn)
			elog(WARNING, "xlog min recovery request %X/%X is past current point %X/%X",
				 LSN_FORMAT_ARGS(lsn), LSN_FORMAT_ARGS(replayed));
		if (ControlFile->minRecoveryPoint < replayed)
		{
			ControlFile->minRecoveryPoint = replayed;
			ControlFile->minRecoveryPointTLI = tli;
			UpdateControlFile();
			LocalMinRecoveryPoint = replayed;
		}
	}
	LWLockRelease(ControlFileLock);
}

/*
 * XLogNeedsFlush
 *		Would XLogFlush(record) have something to do?
 */
bool
XLogNeedsFlush(XLogRecPtr record)
{
	if (RecoveryInProgress())
	{
		if (InRecovery && XLogRecPtrIsInvalid(LocalMinRecoveryPoint) &&
			XLogRecPtrIsInvalid(ControlFile->minRecoveryPoint))
			updateMinRecoveryPoint = false;
		if (!updateMinRecoveryPoint || record <= LocalMinRecoveryPoint)
			return false;
		/* A busy lock: say yes, which costs at most a wait later. */
		if (!LWLockConditionalAcquire(ControlFileLock, LW_SHARED))
			return true;
		LocalMinRecoveryPoint = ControlFile->minRecoveryPoint;
		LWLockRelease(ControlFileLock);
		return !XLogRecPtrIsInvalid(LocalMinRecoveryPoint) && record > LocalMinRecoveryPoint;
	}
	if (record <= LogwrtResult.Flush)
		return false;
	RefreshXLogWriteResult(LogwrtResult);
	return record > LogwrtResult.Flush;
}

/* ---------------------------------------------------------------------------
 * Start
 * ------------------------------------------------------------------------ */

/* Shared counters as the checkpoint left them. */
static void
set_counters_from_checkpoint(const CheckPoint *cp)
{
	ShmemVariableCache->nextXid = cp->nextXid;
	ShmemVariableCache->nextOid = cp->nextOid;
	ShmemVariableCache->oidCount = 0;
	MultiXactSetNextMXact(cp->nextMulti, cp->nextMultiOffset);
	AdvanceOldestClogXid(cp->oldestXid);
	SetTransactionIdLimit(cp->oldestXid, cp->oldestXidDB);
	SetMultiXactIdLimit(cp->oldestMulti, cp->oldestMultiDB, true);
	SetCommitTsLimit(cp->oldestCommitTsXid, cp->newestCommitTsXid);
	XLogCtl->ckptFullXid = cp->nextXid;

	if (!FullTransactionIdIsNormal(cp->nextXid))
		ereport(PANIC, (errmsg("invalid next transaction ID")));
}

/* Files that only serve one start. */
static void
rename_backup_files(bool have_label, bool have_map)
{
	if (have_label)
	{
		unlink(BACKUP_LABEL_OLD);
		durable_rename(BACKUP_LABEL_FILE, BACKUP_LABEL_OLD, FATAL);
	}
	if (have_map)
	{
		unlink(TABLESPACE_MAP_OLD);
		durable_rename(TABLESPACE_MAP, TABLESPACE_MAP_OLD, FATAL);
	}
}

/* Did replay reach what a backup needs? */
static void
check_rolled_forward(XLogRecPtr end)
{
	if (!InRecovery || !InArchiveRecovery)
		return;
	if (end >= LocalMinRecoveryPoint && XLogRecPtrIsInvalid(ControlFile->backupStartPoint))
		return;
	if (!XLogRecPtrIsInvalid(ControlFile->backupStartPoint) || ControlFile->backupEndRequired)
		ereport(FATAL,
				(errmsg("WAL ends before end of online backup"),
				 errhint("All WAL generated while online backup was taken must be available at recovery.")));
	ereport(FATAL, (errmsg("WAL ends before consistent recovery point")));
}

/*
 * If settings that standbys must match have changed, log them; also if the log
 * has another format from here on.
 */
static void
report_parameters(bool new_format)
{
	xl_parameter_change xlrec;

	if (!new_format && wal_level == ControlFile->wal_level && wal_log_hints == ControlFile->wal_log_hints &&
		MaxConnections == ControlFile->MaxConnections &&
		max_worker_processes == ControlFile->max_worker_processes &&
		senders_setting() == ControlFile->max_wal_senders &&
		max_prepared_xacts == ControlFile->max_prepared_xacts &&
		max_locks_per_xact == ControlFile->max_locks_per_xact &&
		track_commit_timestamp == ControlFile->track_commit_timestamp)
		return;

	if (wal_level != ControlFile->wal_level || XLogIsNeeded() || new_format)
	{
		memset(&xlrec, 0, sizeof(xlrec));
		xlrec.MaxConnections = MaxConnections;
		xlrec.max_worker_processes = max_worker_processes;
		xlrec.max_wal_senders = senders_setting();
		xlrec.max_prepared_xacts = max_prepared_xacts;
		xlrec.max_locks_per_xact = max_locks_per_xact;
		xlrec.wal_level = wal_level;
		xlrec.wal_log_hints = wal_log_hints;
		xlrec.track_commit_timestamp = track_commit_timestamp;
		xlrec.wal_format = XLogExtendedActive() ? WAL_FORMAT_EXTENDED : WAL_FORMAT_POSTGRES15;
		XLogBeginInsert();
		XLogRegisterData((char *) &xlrec, sizeof(xlrec));
		XLogFlush(XLogInsert(RM_XLOG_ID, XLOG_PARAMETER_CHANGE));
	}

	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	ControlFile->MaxConnections = MaxConnections;
	ControlFile->max_worker_processes = max_worker_processes;
	ControlFile->max_wal_senders = senders_setting();
	ControlFile->max_prepared_xacts = max_prepared_xacts;
	ControlFile->max_locks_per_xact = max_locks_per_xact;
	ControlFile->wal_level = wal_level;
	ControlFile->wal_log_hints = wal_log_hints;
	ControlFile->track_commit_timestamp = track_commit_timestamp;
	UpdateControlFile();
	LWLockRelease(ControlFileLock);
}

/*
 * UpdateFullPageWrites
 *		The setting full_page_writes may have changed: put it into force.
 *
 * Turned on, insertions heed it before the record says so; turned off, after.
 */
void
UpdateFullPageWrites(void)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;
	bool in_recovery_now = RecoveryInProgress();

	if (fullPageWrites == Insert->fullPageWrites)
		return;
	START_CRIT_SECTION();
	if (fullPageWrites)
	{
		WALInsertLockAcquireExclusive();
		Insert->fullPageWrites = true;
		WALInsertLockRelease();
		pg_atomic_write_u64(&XLogCtl->fpwOnSince, GetXLogInsertRecPtr());
	}
	else
	{
		pg_atomic_write_u64(&XLogCtl->fpwOnSince, PG_UINT64_MAX);
		pg_memory_barrier();
	}
	if (XLogStandbyInfoActive() && !in_recovery_now)
	{
		XLogBeginInsert();
		XLogRegisterData((char *) &fullPageWrites, sizeof(bool));
		XLogInsert(RM_XLOG_ID, XLOG_FPW_CHANGE);
	}
	if (!fullPageWrites)
	{
		WALInsertLockAcquireExclusive();
		Insert->fullPageWrites = false;
		WALInsertLockRelease();
	}
	END_CRIT_SECTION();
}

/* Run recovery: clean what it rebuilds, replay, rebuild the rest. */
static void
recover(const CheckPoint *cp, bool have_label, bool have_map)
{
	updateMinRecoveryPoint = InArchiveRecovery;
	LocalMinRecoveryPoint = InArchiveRecovery ? ControlFile->minRecoveryPoint : InvalidXLogRecPtr;
	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->SharedRecoveryState = InArchiveRecovery ? RECOVERY_STATE_ARCHIVE : RECOVERY_STATE_CRASH;
	SpinLockRelease(&XLogCtl->info_lck);

	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	UpdateControlFile();
	LWLockRelease(ControlFileLock);
	rename_backup_files(have_label, have_map);

	/* They are not logged, so what a crash left of them is worthless. */
	ResetUnloggedRelations(UNLOGGED_RELATION_CLEANUP);

	PerformWalRecovery();

	/* In crash recovery the end of the log is the point of consistency. */
	XLogCheckInvalidPages();
}

/* From the end of recovery on, the insertion side is in this state. */
static void
open_log_for_insertion(const EndOfWalRecoveryInfo *end, TimeLineID tli)
{
	XLogRecPtr endOfLog = end->endOfLog;
	const char *last_page = end->lastPage;

	/* A record without its end is cut off where the rest should begin. */
	if (!XLogRecPtrIsInvalid(end->missingContrecPtr))
	{
		Assert(!XLogRecPtrIsInvalid(end->abortedRecPtr));
		endOfLog = end->missingContrecPtr;
		last_page = NULL;
	}
	XLogCtl->InsertTimeLineID = tli;
	XLogCtl->PrevTimeLineID = end->lastRecTLI;
	xlog_format_start(end->endMagic, endOfLog);
	xlog_start_at(endOfLog, end->lastRec, end->lastPageBeginPtr, last_page);
	XLogCtl->lastSegSwitchTime = (pg_time_t) time(NULL);
	XLogCtl->lastSegSwitchLSN = endOfLog;
}

/*
 * The checkpoint that ends recovery, so that the next start need not replay it
 * all again.  In a server the checkpointer makes it.
 */
static void
end_of_recovery_checkpoint(void)
{
	RequestCheckpoint(CHECKPOINT_END_OF_RECOVERY | CHECKPOINT_IMMEDIATE | CHECKPOINT_WAIT);
}

/*
 * StartupXLOG
 *		Bring the cluster from whatever state the control file tells of into
 *		production.
 *
 * Runs once, in the startup process or a stand-alone one, before anybody may
 * insert.  Errors are FATAL or PANIC.
 */
void
StartupXLOG(void)
{
	bool was_shutdown;
	bool have_label;
	bool have_map;
	bool recovered;
	bool new_format;
	CheckPoint cp;
	EndOfWalRecoveryInfo *end;
	TransactionId oldest_active;
	XLogRecPtr aborted;
	XLogRecPtr missing;
	int allowed;

	/* There is no transaction, but buffers that are pinned need an owner. */
	if (AuxProcessResourceOwner == NULL)
		CreateAuxProcessResourceOwner();
	CurrentResourceOwner = AuxProcessResourceOwner;

	if (!XRecOffIsValid(ControlFile->checkPoint))
		ereport(FATAL,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("control file contains invalid checkpoint location")));
	xlogstore_check_directories();

	/*
	 * A recovery that was told to stop has not fsynced what it wrote, and the
	 * next one does not write those pages again: they have newer LSNs.
	 */
	if (ControlFile->state != DB_SHUTDOWNED)
	{
		xlogstore_remove_temporary();
		SyncDataDirectory();
	}

	InitWalRecovery(ControlFile, &was_shutdown, &have_label, &have_map);
	recovered = InRecovery;
	cp = ControlFile->checkPointCopy;
	set_counters_from_checkpoint(&cp);
	if (InRecovery)
		pgstat_discard_stats();
	else
		pgstat_restore_stats();
	RelationCacheInitFileRemove();
	StartupCLOG();
	StartupMultiXact();
	if (ControlFile->track_commit_timestamp)
		StartupCommitTs();

	/* The counter of unlogged LSNs survives only a clean shutdown. */
	XLogCtl->unloggedLSN = ControlFile->state == DB_SHUTDOWNED ? ControlFile->unloggedLSN : FirstNormalUnloggedLSN;
	XLogCtl->lastFpwDisableRecPtr = cp.redo;
	XLogCtl->Insert.fullPageWrites = cp.fullPageWrites;
	RedoRecPtr = XLogCtl->RedoRecPtr = XLogCtl->Insert.RedoRecPtr = cp.redo;
	doPageWrites = cp.fullPageWrites;

	if (recovered)
		recover(&cp, have_label, have_map);
	end = FinishWalRecovery();
	if (recovered)
		check_rolled_forward(end->endOfLog);
	aborted = end->abortedRecPtr;
	missing = end->missingContrecPtr;

	/* Before the first new file numbers are given out. */
	if (recovered)
		ResetUnloggedRelations(UNLOGGED_RELATION_INIT);

	open_log_for_insertion(end, end->lastRecTLI);

	/* Everything known to have ended has done so before nextXid. */
	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	ShmemVariableCache->latestCompletedXid = ShmemVariableCache->nextXid;
	FullTransactionIdRetreat(&ShmemVariableCache->latestCompletedXid);
	LWLockRelease(ProcArrayLock);

	oldest_active = XidFromFullTransactionId(ShmemVariableCache->nextXid);
	StartupSUBTRANS(oldest_active);
	TrimCLOG();
	TrimMultiXact();
	ShutdownWalRecovery();

	/* From here on this process inserts. */
	LocalSetXLogInsertAllowed_push(&allowed);
	if (!XLogRecPtrIsInvalid(missing))
		CreateOverwriteContrecordRecord(aborted, missing, XLogCtl->InsertTimeLineID);
	XLogCtl->Insert.fullPageWrites = fullPageWrites;
	doPageWrites = fullPageWrites;
	/* No page has been changed since the checkpoint that insertion begins with. */
	pg_atomic_write_u64(&XLogCtl->fpwOnSince, fullPageWrites ? 0 : PG_UINT64_MAX);
	new_format = xlog_format_switch();
	LocalSetXLogInsertAllowed_pop(allowed);
	if (recovered)
		end_of_recovery_checkpoint();

	LocalSetXLogInsertAllowed_push(&allowed);
	report_parameters(new_format);
	CompleteCommitTsInitialization();
	LocalSetXLogInsertAllowed_pop(allowed);

	InRecovery = false;
	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	ControlFile->state = DB_IN_PRODUCTION;
	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->SharedRecoveryState = RECOVERY_STATE_DONE;
	SpinLockRelease(&XLogCtl->info_lck);
	UpdateControlFile();
	LWLockRelease(ControlFileLock);

	/* So that the next recovery does not begin in the old format. */
	if (new_format && !recovered)
		RequestCheckpoint(CHECKPOINT_FORCE | CHECKPOINT_IMMEDIATE);
	ReleaseAuxProcessResources(true);
	CurrentResourceOwner = NULL;
}

/*
 * ShutdownXLOG
 *		The last checkpoint; called when nobody else writes any more.
 */
void
ShutdownXLOG(int code, Datum arg)
{
	if (AuxProcessResourceOwner == NULL)
		CreateAuxProcessResourceOwner();
	CurrentResourceOwner = AuxProcessResourceOwner;
	ereport(IsPostmasterEnvironment ? LOG : NOTICE, (errmsg("shutting down")));

	if (RecoveryInProgress())
		CreateRestartPoint(CHECKPOINT_IS_SHUTDOWN | CHECKPOINT_IMMEDIATE);
	else
	{
		/* Let the archiver have everything that was written. */
		if (XLogArchivingActive())
			RequestXLogSwitch(false);
		CreateCheckPoint(CHECKPOINT_IS_SHUTDOWN | CHECKPOINT_IMMEDIATE);
	}
}
