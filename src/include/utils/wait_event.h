/*
 * utils/wait_event.h
 *		What a process waits for, as pg_stat_activity shows it.
 *
 * A wait is a 32-bit number: the class in the top byte, the event below.
 * Names are in utils/activity/wait_event.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/wait_event.h
 */
#ifndef WAIT_EVENT_H
#define WAIT_EVENT_H

#define PG_WAIT_LWLOCK 0x01000000U
#define PG_WAIT_LOCK 0x03000000U
#define PG_WAIT_BUFFER_PIN 0x04000000U
#define PG_WAIT_ACTIVITY 0x05000000U
#define PG_WAIT_CLIENT 0x06000000U
#define PG_WAIT_EXTENSION 0x07000000U
#define PG_WAIT_IPC 0x08000000U
#define PG_WAIT_TIMEOUT 0x09000000U
#define PG_WAIT_IO 0x0A000000U

/*
 * One list per class: X(symbol, name shown).  The lists make both the enums
 * here and the name tables.
 */
/* clang-format off */
#define WAIT_EVENTS_ACTIVITY(X) \
	X(WAIT_EVENT_ARCHIVER_MAIN, "ArchiverMain") \
	X(WAIT_EVENT_AUTOVACUUM_MAIN, "AutoVacuumMain") \
	X(WAIT_EVENT_BGWRITER_HIBERNATE, "BgWriterHibernate") \
	X(WAIT_EVENT_BGWRITER_MAIN, "BgWriterMain") \
	X(WAIT_EVENT_CHECKPOINTER_MAIN, "CheckpointerMain") \
	X(WAIT_EVENT_LOGICAL_APPLY_MAIN, "LogicalApplyMain") \
	X(WAIT_EVENT_LOGICAL_LAUNCHER_MAIN, "LogicalLauncherMain") \
	X(WAIT_EVENT_RECOVERY_WAL_STREAM, "RecoveryWalStream") \
	X(WAIT_EVENT_SYSLOGGER_MAIN, "SysLoggerMain") \
	X(WAIT_EVENT_WAL_RECEIVER_MAIN, "WalReceiverMain") \
	X(WAIT_EVENT_WAL_SENDER_MAIN, "WalSenderMain") \
	X(WAIT_EVENT_WAL_WRITER_MAIN, "WalWriterMain")
/* clang-format on */

/* clang-format off */
#define WAIT_EVENTS_CLIENT(X) \
	X(WAIT_EVENT_CLIENT_READ, "ClientRead") \
	X(WAIT_EVENT_CLIENT_WRITE, "ClientWrite") \
	X(WAIT_EVENT_GSS_OPEN_SERVER, "GSSOpenServer") \
	X(WAIT_EVENT_LIBPQWALRECEIVER_CONNECT, "LibPQWalReceiverConnect") \
	X(WAIT_EVENT_LIBPQWALRECEIVER_RECEIVE, "LibPQWalReceiverReceive") \
	X(WAIT_EVENT_SSL_OPEN_SERVER, "SSLOpenServer") \
	X(WAIT_EVENT_WAL_SENDER_WAIT_WAL, "WalSenderWaitForWAL") \
	X(WAIT_EVENT_WAL_SENDER_WRITE_DATA, "WalSenderWriteData")
/* clang-format on */

/* clang-format off */
#define WAIT_EVENTS_IPC(X) \
	X(WAIT_EVENT_APPEND_READY, "AppendReady") \
	X(WAIT_EVENT_ARCHIVE_CLEANUP_COMMAND, "ArchiveCleanupCommand") \
	X(WAIT_EVENT_ARCHIVE_COMMAND, "ArchiveCommand") \
	X(WAIT_EVENT_BACKEND_TERMINATION, "BackendTermination") \
	X(WAIT_EVENT_BACKUP_WAIT_WAL_ARCHIVE, "BackupWaitWalArchive") \
	X(WAIT_EVENT_BGWORKER_SHUTDOWN, "BgWorkerShutdown") \
	X(WAIT_EVENT_BGWORKER_STARTUP, "BgWorkerStartup") \
	X(WAIT_EVENT_BTREE_PAGE, "BtreePage") \
	X(WAIT_EVENT_BUFFER_IO, "BufferIO") \
	X(WAIT_EVENT_CHECKPOINT_DONE, "CheckpointDone") \
	X(WAIT_EVENT_CHECKPOINT_START, "CheckpointStart") \
	X(WAIT_EVENT_EXECUTE_GATHER, "ExecuteGather") \
	X(WAIT_EVENT_HASH_BATCH_ALLOCATE, "HashBatchAllocate") \
	X(WAIT_EVENT_HASH_BATCH_ELECT, "HashBatchElect") \
	X(WAIT_EVENT_HASH_BATCH_LOAD, "HashBatchLoad") \
	X(WAIT_EVENT_HASH_BUILD_ALLOCATE, "HashBuildAllocate") \
	X(WAIT_EVENT_HASH_BUILD_ELECT, "HashBuildElect") \
	X(WAIT_EVENT_HASH_BUILD_HASH_INNER, "HashBuildHashInner") \
	X(WAIT_EVENT_HASH_BUILD_HASH_OUTER, "HashBuildHashOuter") \
	X(WAIT_EVENT_HASH_GROW_BATCHES_ALLOCATE, "HashGrowBatchesAllocate") \
	X(WAIT_EVENT_HASH_GROW_BATCHES_DECIDE, "HashGrowBatchesDecide") \
	X(WAIT_EVENT_HASH_GROW_BATCHES_ELECT, "HashGrowBatchesElect") \
	X(WAIT_EVENT_HASH_GROW_BATCHES_FINISH, "HashGrowBatchesFinish") \
	X(WAIT_EVENT_HASH_GROW_BATCHES_REPARTITION, "HashGrowBatchesRepartition") \
	X(WAIT_EVENT_HASH_GROW_BUCKETS_ALLOCATE, "HashGrowBucketsAllocate") \
	X(WAIT_EVENT_HASH_GROW_BUCKETS_ELECT, "HashGrowBucketsElect") \
	X(WAIT_EVENT_HASH_GROW_BUCKETS_REINSERT, "HashGrowBucketsReinsert") \
	X(WAIT_EVENT_LOGICAL_SYNC_DATA, "LogicalSyncData") \
	X(WAIT_EVENT_LOGICAL_SYNC_STATE_CHANGE, "LogicalSyncStateChange") \
	X(WAIT_EVENT_MQ_INTERNAL, "MessageQueueInternal") \
	X(WAIT_EVENT_MQ_PUT_MESSAGE, "MessageQueuePutMessage") \
	X(WAIT_EVENT_MQ_RECEIVE, "MessageQueueReceive") \
	X(WAIT_EVENT_MQ_SEND, "MessageQueueSend") \
	X(WAIT_EVENT_MULTIXACT_CREATION, "MultixactCreation") \
	X(WAIT_EVENT_PARALLEL_BITMAP_SCAN, "ParallelBitmapScan") \
	X(WAIT_EVENT_PARALLEL_CREATE_INDEX_SCAN, "ParallelCreateIndexScan") \
	X(WAIT_EVENT_PARALLEL_FINISH, "ParallelFinish") \
	X(WAIT_EVENT_PROCARRAY_GROUP_UPDATE, "ProcArrayGroupUpdate") \
	X(WAIT_EVENT_PROC_SIGNAL_BARRIER, "ProcSignalBarrier") \
	X(WAIT_EVENT_PROMOTE, "Promote") \
	X(WAIT_EVENT_RECOVERY_CONFLICT_SNAPSHOT, "RecoveryConflictSnapshot") \
	X(WAIT_EVENT_RECOVERY_CONFLICT_TABLESPACE, "RecoveryConflictTablespace") \
	X(WAIT_EVENT_RECOVERY_END_COMMAND, "RecoveryEndCommand") \
	X(WAIT_EVENT_RECOVERY_PAUSE, "RecoveryPause") \
	X(WAIT_EVENT_REPLICATION_ORIGIN_DROP, "ReplicationOriginDrop") \
	X(WAIT_EVENT_REPLICATION_SLOT_DROP, "ReplicationSlotDrop") \
	X(WAIT_EVENT_RESTORE_COMMAND, "RestoreCommand") \
	X(WAIT_EVENT_SAFE_SNAPSHOT, "SafeSnapshot") \
	X(WAIT_EVENT_SYNC_REP, "SyncRep") \
	X(WAIT_EVENT_WAL_RECEIVER_EXIT, "WalReceiverExit") \
	X(WAIT_EVENT_WAL_RECEIVER_WAIT_START, "WalReceiverWaitStart") \
	X(WAIT_EVENT_XACT_GROUP_UPDATE, "XactGroupUpdate")
/* clang-format on */

/* clang-format off */
#define WAIT_EVENTS_TIMEOUT(X) \
	X(WAIT_EVENT_BASE_BACKUP_THROTTLE, "BaseBackupThrottle") \
	X(WAIT_EVENT_CHECKPOINT_WRITE_DELAY, "CheckpointWriteDelay") \
	X(WAIT_EVENT_PG_SLEEP, "PgSleep") \
	X(WAIT_EVENT_RECOVERY_APPLY_DELAY, "RecoveryApplyDelay") \
	X(WAIT_EVENT_RECOVERY_RETRIEVE_RETRY_INTERVAL, "RecoveryRetrieveRetryInterval") \
	X(WAIT_EVENT_REGISTER_SYNC_REQUEST, "RegisterSyncRequest") \
	X(WAIT_EVENT_VACUUM_DELAY, "VacuumDelay") \
	X(WAIT_EVENT_VACUUM_TRUNCATE, "VacuumTruncate")
/* clang-format on */

/* clang-format off */
#define WAIT_EVENTS_IO(X) \
	X(WAIT_EVENT_BASEBACKUP_READ, "BaseBackupRead") \
	X(WAIT_EVENT_BASEBACKUP_SYNC, "BaseBackupSync") \
	X(WAIT_EVENT_BASEBACKUP_WRITE, "BaseBackupWrite") \
	X(WAIT_EVENT_BUFFILE_READ, "BufFileRead") \
	X(WAIT_EVENT_BUFFILE_WRITE, "BufFileWrite") \
	X(WAIT_EVENT_BUFFILE_TRUNCATE, "BufFileTruncate") \
	X(WAIT_EVENT_CONTROL_FILE_READ, "ControlFileRead") \
	X(WAIT_EVENT_CONTROL_FILE_SYNC, "ControlFileSync") \
	X(WAIT_EVENT_CONTROL_FILE_SYNC_UPDATE, "ControlFileSyncUpdate") \
	X(WAIT_EVENT_CONTROL_FILE_WRITE, "ControlFileWrite") \
	X(WAIT_EVENT_CONTROL_FILE_WRITE_UPDATE, "ControlFileWriteUpdate") \
	X(WAIT_EVENT_COPY_FILE_READ, "CopyFileRead") \
	X(WAIT_EVENT_COPY_FILE_WRITE, "CopyFileWrite") \
	X(WAIT_EVENT_DATA_FILE_EXTEND, "DataFileExtend") \
	X(WAIT_EVENT_DATA_FILE_FLUSH, "DataFileFlush") \
	X(WAIT_EVENT_DATA_FILE_IMMEDIATE_SYNC, "DataFileImmediateSync") \
	X(WAIT_EVENT_DATA_FILE_PREFETCH, "DataFilePrefetch") \
	X(WAIT_EVENT_DATA_FILE_READ, "DataFileRead") \
	X(WAIT_EVENT_DATA_FILE_SYNC, "DataFileSync") \
	X(WAIT_EVENT_DATA_FILE_TRUNCATE, "DataFileTruncate") \
	X(WAIT_EVENT_DATA_FILE_WRITE, "DataFileWrite") \
	X(WAIT_EVENT_DSM_FILL_ZERO_WRITE, "DSMFillZeroWrite") \
	X(WAIT_EVENT_LOCK_FILE_ADDTODATADIR_READ, "LockFileAddToDataDirRead") \
	X(WAIT_EVENT_LOCK_FILE_ADDTODATADIR_SYNC, "LockFileAddToDataDirSync") \
	X(WAIT_EVENT_LOCK_FILE_ADDTODATADIR_WRITE, "LockFileAddToDataDirWrite") \
	X(WAIT_EVENT_LOCK_FILE_CREATE_READ, "LockFileCreateRead") \
	X(WAIT_EVENT_LOCK_FILE_CREATE_SYNC, "LockFileCreateSync") \
	X(WAIT_EVENT_LOCK_FILE_CREATE_WRITE, "LockFileCreateWrite") \
	X(WAIT_EVENT_LOCK_FILE_RECHECKDATADIR_READ, "LockFileReCheckDataDirRead") \
	X(WAIT_EVENT_LOGICAL_REWRITE_CHECKPOINT_SYNC, "LogicalRewriteCheckpointSync") \
	X(WAIT_EVENT_LOGICAL_REWRITE_MAPPING_SYNC, "LogicalRewriteMappingSync") \
	X(WAIT_EVENT_LOGICAL_REWRITE_MAPPING_WRITE, "LogicalRewriteMappingWrite") \
	X(WAIT_EVENT_LOGICAL_REWRITE_SYNC, "LogicalRewriteSync") \
	X(WAIT_EVENT_LOGICAL_REWRITE_TRUNCATE, "LogicalRewriteTruncate") \
	X(WAIT_EVENT_LOGICAL_REWRITE_WRITE, "LogicalRewriteWrite") \
	X(WAIT_EVENT_RELATION_MAP_READ, "RelationMapRead") \
	X(WAIT_EVENT_RELATION_MAP_SYNC, "RelationMapSync") \
	X(WAIT_EVENT_RELATION_MAP_WRITE, "RelationMapWrite") \
	X(WAIT_EVENT_REORDER_BUFFER_READ, "ReorderBufferRead") \
	X(WAIT_EVENT_REORDER_BUFFER_WRITE, "ReorderBufferWrite") \
	X(WAIT_EVENT_REORDER_LOGICAL_MAPPING_READ, "ReorderLogicalMappingRead") \
	X(WAIT_EVENT_REPLICATION_SLOT_READ, "ReplicationSlotRead") \
	X(WAIT_EVENT_REPLICATION_SLOT_RESTORE_SYNC, "ReplicationSlotRestoreSync") \
	X(WAIT_EVENT_REPLICATION_SLOT_SYNC, "ReplicationSlotSync") \
	X(WAIT_EVENT_REPLICATION_SLOT_WRITE, "ReplicationSlotWrite") \
	X(WAIT_EVENT_SLRU_FLUSH_SYNC, "SLRUFlushSync") \
	X(WAIT_EVENT_SLRU_READ, "SLRURead") \
	X(WAIT_EVENT_SLRU_SYNC, "SLRUSync") \
	X(WAIT_EVENT_SLRU_WRITE, "SLRUWrite") \
	X(WAIT_EVENT_SNAPBUILD_READ, "SnapbuildRead") \
	X(WAIT_EVENT_SNAPBUILD_SYNC, "SnapbuildSync") \
	X(WAIT_EVENT_SNAPBUILD_WRITE, "SnapbuildWrite") \
	X(WAIT_EVENT_TIMELINE_HISTORY_FILE_SYNC, "TimelineHistoryFileSync") \
	X(WAIT_EVENT_TIMELINE_HISTORY_FILE_WRITE, "TimelineHistoryFileWrite") \
	X(WAIT_EVENT_TIMELINE_HISTORY_READ, "TimelineHistoryRead") \
	X(WAIT_EVENT_TIMELINE_HISTORY_SYNC, "TimelineHistorySync") \
	X(WAIT_EVENT_TIMELINE_HISTORY_WRITE, "TimelineHistoryWrite") \
	X(WAIT_EVENT_TWOPHASE_FILE_READ, "TwophaseFileRead") \
	X(WAIT_EVENT_TWOPHASE_FILE_SYNC, "TwophaseFileSync") \
	X(WAIT_EVENT_TWOPHASE_FILE_WRITE, "TwophaseFileWrite") \
	X(WAIT_EVENT_VERSION_FILE_WRITE, "VersionFileWrite") \
	X(WAIT_EVENT_WALSENDER_TIMELINE_HISTORY_READ, "WALSenderTimelineHistoryRead") \
	X(WAIT_EVENT_WAL_BOOTSTRAP_SYNC, "WALBootstrapSync") \
	X(WAIT_EVENT_WAL_BOOTSTRAP_WRITE, "WALBootstrapWrite") \
	X(WAIT_EVENT_WAL_COPY_READ, "WALCopyRead") \
	X(WAIT_EVENT_WAL_COPY_SYNC, "WALCopySync") \
	X(WAIT_EVENT_WAL_COPY_WRITE, "WALCopyWrite") \
	X(WAIT_EVENT_WAL_INIT_SYNC, "WALInitSync") \
	X(WAIT_EVENT_WAL_INIT_WRITE, "WALInitWrite") \
	X(WAIT_EVENT_WAL_READ, "WALRead") \
	X(WAIT_EVENT_WAL_SYNC, "WALSync") \
	X(WAIT_EVENT_WAL_SYNC_METHOD_ASSIGN, "WALSyncMethodAssign") \
	X(WAIT_EVENT_WAL_WRITE, "WALWrite")
/* clang-format on */

#define WAIT_EVENT_SYMBOL(symbol, name) symbol,
typedef enum
{
	WAIT_EVENT_ACTIVITY_FIRST_ = PG_WAIT_ACTIVITY - 1,
	WAIT_EVENTS_ACTIVITY(WAIT_EVENT_SYMBOL)
} WaitEventActivity;
typedef enum
{
	WAIT_EVENT_CLIENT_FIRST_ = PG_WAIT_CLIENT - 1,
	WAIT_EVENTS_CLIENT(WAIT_EVENT_SYMBOL)
} WaitEventClient;
typedef enum
{
	WAIT_EVENT_IPC_FIRST_ = PG_WAIT_IPC - 1,
	WAIT_EVENTS_IPC(WAIT_EVENT_SYMBOL)
} WaitEventIPC;
typedef enum
{
	WAIT_EVENT_TIMEOUT_FIRST_ = PG_WAIT_TIMEOUT - 1,
	WAIT_EVENTS_TIMEOUT(WAIT_EVENT_SYMBOL)
} WaitEventTimeout;
typedef enum
{
	WAIT_EVENT_IO_FIRST_ = PG_WAIT_IO - 1,
	WAIT_EVENTS_IO(WAIT_EVENT_SYMBOL)
} WaitEventIO;
#undef WAIT_EVENT_SYMBOL

extern const char *pgstat_get_wait_event(uint32 wait_event_info);
extern const char *pgstat_get_wait_event_type(uint32 wait_event_info);
extern void pgstat_set_wait_event_storage(uint32 *wait_event_info);
extern void pgstat_reset_wait_event_storage(void);

/* Where this process tells what it waits for; in its PGPROC once it has one. */
extern PGDLLIMPORT uint32 *my_wait_event_info;

static inline void
pgstat_report_wait_start(uint32 wait_event_info)
{
	*(volatile uint32 *) my_wait_event_info = wait_event_info;
}

static inline void
pgstat_report_wait_end(void)
{
	*(volatile uint32 *) my_wait_event_info = 0;
}

#endif /* WAIT_EVENT_H */
