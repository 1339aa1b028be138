/*
 * xlog.h
 *		The write-ahead log: settings, flushing, positions, checkpoints.
 *
 * What the rest of the server asks of the log.  Records are built with
 * access/xloginsert.h; the on-disk structures are in access/xlog_internal.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlog.h
 */
#ifndef XLOG_H
#define XLOG_H

#include "access/xlogdefs.h"
#include "datatype/timestamp.h"
#ifndef FRONTEND
#include "utils/guc.h"
#endif

/* ---- settings (SQL names in comments where they differ) ---- */

typedef enum WalLevel
{
	WAL_LEVEL_MINIMAL = 0,
	WAL_LEVEL_REPLICA,
	WAL_LEVEL_LOGICAL
} WalLevel;

/* wal_sync_method; the numbers are those of wal_sync_method_options. */
typedef enum WalSyncMethod
{
	SYNC_METHOD_FSYNC = 0,
	SYNC_METHOD_FDATASYNC = 1,
	SYNC_METHOD_OPEN = 2, /* O_SYNC */
	SYNC_METHOD_FSYNC_WRITETHROUGH = 3,
	SYNC_METHOD_OPEN_DSYNC = 4 /* O_DSYNC */
} WalSyncMethod;

#define DEFAULT_SYNC_METHOD SYNC_METHOD_FDATASYNC

/* The archive and recovery states of a server. */
typedef enum RecoveryState
{
	RECOVERY_STATE_CRASH = 0,
	RECOVERY_STATE_ARCHIVE,
	RECOVERY_STATE_DONE
} RecoveryState;

typedef enum ArchiveMode
{
	ARCHIVE_MODE_OFF = 0,
	ARCHIVE_MODE_ON,
	ARCHIVE_MODE_ALWAYS
} ArchiveMode;

typedef enum WalCompression
{
	WAL_COMPRESSION_NONE = 0,
	WAL_COMPRESSION_PGLZ,
	WAL_COMPRESSION_LZ4,
	WAL_COMPRESSION_ZSTD
} WalCompression;

extern PGDLLIMPORT int wal_level;
extern PGDLLIMPORT int sync_method; /* wal_sync_method */
extern PGDLLIMPORT int wal_segment_size;
extern PGDLLIMPORT int XLOGbuffers; /* wal_buffers */
extern PGDLLIMPORT int min_wal_size_mb;
extern PGDLLIMPORT int max_wal_size_mb;
extern PGDLLIMPORT int wal_keep_size_mb;
extern PGDLLIMPORT int max_slot_wal_keep_size_mb;
extern PGDLLIMPORT int wal_retrieve_retry_interval;
extern PGDLLIMPORT int wal_decode_buffer_size;
extern PGDLLIMPORT int wal_compression;
extern PGDLLIMPORT bool wal_log_hints;
extern PGDLLIMPORT bool wal_init_zero;
extern PGDLLIMPORT bool wal_recycle;
extern PGDLLIMPORT bool fullPageWrites; /* full_page_writes */
extern PGDLLIMPORT bool log_checkpoints;
extern PGDLLIMPORT bool track_wal_io_timing;
extern PGDLLIMPORT bool *wal_consistency_checking; /* one flag per manager */
extern PGDLLIMPORT char *wal_consistency_checking_string;
extern PGDLLIMPORT int CommitDelay;
extern PGDLLIMPORT int CommitSiblings;
extern PGDLLIMPORT int CheckPointSegments; /* derived from max_wal_size */
extern PGDLLIMPORT int XLogArchiveMode;
extern PGDLLIMPORT int XLogArchiveTimeout;
extern PGDLLIMPORT char *XLogArchiveCommand;
extern PGDLLIMPORT char *XLogArchiveLibrary;
extern PGDLLIMPORT bool EnableHotStandby;

/* Hooks of the settings table. */
#ifndef FRONTEND
extern bool check_wal_buffers(int *newval, void **extra, GucSource source);
extern bool check_wal_consistency_checking(char **newval, void **extra, GucSource source);
extern void assign_wal_consistency_checking(const char *newval, void *extra);
#endif
extern void assign_xlog_sync_method(int new_sync_method, void *extra);
extern void assign_max_wal_size(int newval, void *extra);
extern void assign_checkpoint_completion_target(double newval, void *extra);
extern const char *show_archive_command(void);
extern const char *show_in_hot_standby(void);
#define XLogArchivingActive() \
	(XLogArchiveMode > ARCHIVE_MODE_OFF && wal_level >= WAL_LEVEL_REPLICA)
#define XLogArchivingAlways() \
	(XLogArchiveMode == ARCHIVE_MODE_ALWAYS && wal_level >= WAL_LEVEL_REPLICA)
#define XLogIsNeeded() (wal_level >= WAL_LEVEL_REPLICA)
#define XLogStandbyInfoActive() (wal_level >= WAL_LEVEL_REPLICA)
#define XLogLogicalInfoActive() (wal_level >= WAL_LEVEL_LOGICAL)
#define XLogHintBitIsNeeded() (DataChecksumsEnabled() || wal_log_hints)

/* ---- this backend's view of the log ---- */
extern PGDLLIMPORT XLogRecPtr ProcLastRecPtr; /* start of my last record */
extern PGDLLIMPORT XLogRecPtr XactLastRecEnd; /* end of my last record */
extern PGDLLIMPORT XLogRecPtr XactLastCommitEnd;

/* ---- checkpoints ---- */
#define CHECKPOINT_IS_SHUTDOWN 0x0001
#define CHECKPOINT_END_OF_RECOVERY 0x0002
#define CHECKPOINT_IMMEDIATE 0x0004 /* at full speed */
#define CHECKPOINT_FORCE 0x0008 /* even if nothing happened */
#define CHECKPOINT_FLUSH_ALL 0x0010 /* unlogged relations too */
#define CHECKPOINT_WAIT 0x0020 /* return when it is done */
#define CHECKPOINT_REQUESTED 0x0040
#define CHECKPOINT_CAUSE_XLOG 0x0080 /* max_wal_size */
#define CHECKPOINT_CAUSE_TIME 0x0100 /* checkpoint_timeout */

/* Flags of XLogSetRecordFlags. */
#define XLOG_INCLUDE_ORIGIN 0x01 /* add the replication origin */
#define XLOG_MARK_UNIMPORTANT 0x02 /* does not end idleness */
#define XLOG_HAS_BASE 0x04 /* a block is registered with REGBUF_BASE */

/* Work of one checkpoint, for the log line. */
typedef struct CheckpointStatsData
{
	TimestampTz ckpt_start_t;
	TimestampTz ckpt_write_t;
	TimestampTz ckpt_sync_t;
	TimestampTz ckpt_sync_end_t;
	TimestampTz ckpt_end_t;
	int ckpt_bufs_written;
	int ckpt_segs_added;
	int ckpt_segs_removed;
	int ckpt_segs_recycled;
	int ckpt_sync_rels;
	uint64 ckpt_longest_sync; /* microseconds */
	uint64 ckpt_agg_sync_time;
} CheckpointStatsData;

extern PGDLLIMPORT CheckpointStatsData CheckpointStats;

typedef enum WALAvailability
{
	WALAVAIL_INVALID_LSN,
	WALAVAIL_RESERVED,
	WALAVAIL_EXTENDED,
	WALAVAIL_UNRESERVED,
	WALAVAIL_REMOVED
} WALAvailability;

typedef enum SessionBackupState
{
	SESSION_BACKUP_NONE,
	SESSION_BACKUP_RUNNING
} SessionBackupState;

#define RECOVERY_SIGNAL_FILE "recovery.signal"
#define STANDBY_SIGNAL_FILE "standby.signal"
#define BACKUP_LABEL_FILE "backup_label"
#define BACKUP_LABEL_OLD "backup_label.old"
#define TABLESPACE_MAP "tablespace_map"
#define TABLESPACE_MAP_OLD "tablespace_map.old"
#define PROMOTE_SIGNAL_FILE "promote"

struct XLogRecData;

/* xlogwrite.c: insertion, buffers, flushing, positions */
extern XLogRecPtr XLogInsertRecord(struct XLogRecData *rdata, XLogRecPtr fpw_lsn,
								   uint8 flags, int num_fpi,
								   bool topxid_included);
extern void XLogFlush(XLogRecPtr record);
extern bool XLogBackgroundFlush(void);
extern bool XLogNeedsFlush(XLogRecPtr record);
extern void XLogSetAsyncXactLSN(XLogRecPtr record);
extern void SetWalWriterSleeping(bool sleeping);
extern void XLogSetReplicationSlotMinimumLSN(XLogRecPtr lsn);
extern XLogRecPtr GetXLogInsertRecPtr(void);
extern XLogRecPtr GetXLogWriteRecPtr(void);
extern XLogRecPtr GetInsertRecPtr(void);
extern XLogRecPtr GetFlushRecPtr(TimeLineID *insertTLI);
extern XLogRecPtr GetRedoRecPtr(void);
extern XLogRecPtr GetLastImportantRecPtr(void);
extern XLogRecPtr GetFakeLSNForUnloggedRel(void);
extern void GetFullPageWriteInfo(XLogRecPtr *RedoRecPtr_p, bool *doPageWrites_p);
extern TimeLineID GetWALInsertionTimeLine(void);
extern int XLogChooseNumBuffers(void);

/* xlog.c: start, stop, control file, shared state */
extern Size XLOGShmemSize(void);
extern void XLOGShmemInit(void);
extern void LocalProcessControlFile(bool reset);
extern void InitializeWalConsistencyChecking(void);
extern void StartupXLOG(void);
extern void ShutdownXLOG(int code, Datum arg);
extern bool RecoveryInProgress(void);
extern RecoveryState GetRecoveryState(void);
extern bool XLogInsertAllowed(void);
extern uint64 GetSystemIdentifier(void);
extern char *GetMockAuthenticationNonce(void);
extern bool DataChecksumsEnabled(void);
extern int GetWalSegmentSize(void);
extern void UpdateFullPageWrites(void);
extern void UpdateMinRecoveryPoint(XLogRecPtr lsn, bool force);
extern TimestampTz GetLastSegSwitchData(XLogRecPtr *lastSwitchLSN);

/* xlogcheckpoint.c */
extern void CreateCheckPoint(int flags);
extern bool CreateRestartPoint(int flags);
extern void RemovePromoteSignalFiles(void);
extern void XLogPutNextOid(Oid nextOid);
extern XLogRecPtr XLogRestorePoint(const char *rpName);
extern XLogRecPtr RequestXLogSwitch(bool mark_unimportant);
extern XLogSegNo XLogGetLastRemovedSegno(void);

#endif /* XLOG_H */
