/*
 * pg_control.h
 *		The control file, and the checkpoint record it copies.
 *
 * global/pg_control is 8192 bytes, of which the structure below fills the
 * first 296; it is written in place and fsynced.  It says in which state the
 * cluster was left and where the last checkpoint is.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_control.h
 */
#ifndef PG_CONTROL_H
#define PG_CONTROL_H

#include "access/transam.h"
#include "access/xlogdefs.h"
#include "port/pg_crc32c.h"
#include "pgtime.h"

#define PG_CONTROL_VERSION 1300
#define MOCK_AUTH_NONCE_LEN 32

/* Body of a checkpoint record. */
typedef struct CheckPoint
{
	XLogRecPtr redo; /* @0 replay starts here */
	TimeLineID ThisTimeLineID; /* @8 */
	TimeLineID PrevTimeLineID; /* @12 another one if this starts a timeline */
	bool fullPageWrites; /* @16 */
	FullTransactionId nextXid; /* @24 */
	Oid nextOid; /* @32 */
	MultiXactId nextMulti; /* @36 */
	MultiXactOffset nextMultiOffset; /* @40 */
	TransactionId oldestXid; /* @44 minimum datfrozenxid */
	Oid oldestXidDB; /* @48 */
	MultiXactId oldestMulti; /* @52 minimum datminmxid */
	Oid oldestMultiDB; /* @56 */
	pg_time_t time; /* @64 unix seconds */
	TransactionId oldestCommitTsXid; /* @72 */
	TransactionId newestCommitTsXid; /* @76 */
	TransactionId oldestActiveXid; /* @80 online checkpoints only */
} CheckPoint;

StaticAssertDecl(sizeof(CheckPoint) == 88, "a checkpoint is 88 bytes");
StaticAssertDecl(offsetof(CheckPoint, nextXid) == 24, "nextXid is at byte 24");
StaticAssertDecl(offsetof(CheckPoint, time) == 64, "time is at byte 64");
StaticAssertDecl(offsetof(CheckPoint, oldestActiveXid) == 80, "at byte 80");

/* Info codes of the XLOG resource manager. */
#define XLOG_CHECKPOINT_SHUTDOWN 0x00
#define XLOG_CHECKPOINT_ONLINE 0x10
#define XLOG_NOOP 0x20
#define XLOG_NEXTOID 0x30
#define XLOG_SWITCH 0x40
#define XLOG_BACKUP_END 0x50
#define XLOG_PARAMETER_CHANGE 0x60
#define XLOG_RESTORE_POINT 0x70
#define XLOG_FPW_CHANGE 0x80
#define XLOG_END_OF_RECOVERY 0x90
#define XLOG_FPI_FOR_HINT 0xA0
#define XLOG_FPI 0xB0
#define XLOG_OVERWRITE_CONTRECORD 0xD0

typedef enum DBState
{
	DB_STARTUP = 0,
	DB_SHUTDOWNED,
	DB_SHUTDOWNED_IN_RECOVERY,
	DB_SHUTDOWNING,
	DB_IN_CRASH_RECOVERY,
	DB_IN_ARCHIVE_RECOVERY,
	DB_IN_PRODUCTION
} DBState;

#define FLOATFORMAT_VALUE 1234567.0

typedef struct ControlFileData
{
	uint64 system_identifier; /* @0 also in the log's page headers */
	uint32 pg_control_version; /* @8 */
	uint32 catalog_version_no; /* @12 */
	DBState state; /* @16 */
	pg_time_t time; /* @24 of the last update */
	XLogRecPtr checkPoint; /* @32 start of the last checkpoint record */
	CheckPoint checkPointCopy; /* @40 */
	XLogRecPtr unloggedLSN; /* @128 */

	/* Replay must reach these before the data is consistent. */
	XLogRecPtr minRecoveryPoint; /* @136 */
	TimeLineID minRecoveryPointTLI; /* @144 */
	XLogRecPtr backupStartPoint; /* @152 */
	XLogRecPtr backupEndPoint; /* @160 */
	bool backupEndRequired; /* @168 */

	/* Settings that a standby must match. */
	int wal_level; /* @172 */
	bool wal_log_hints; /* @176 */
	int MaxConnections; /* @180 */
	int max_worker_processes; /* @184 */
	int max_wal_senders; /* @188 */
	int max_prepared_xacts; /* @192 */
	int max_locks_per_xact; /* @196 */
	bool track_commit_timestamp; /* @200 */

	/* What the files' format depends on. */
	uint32 maxAlign; /* @204 */
	double floatFormat; /* @208 */
	uint32 blcksz; /* @216 */
	uint32 relseg_size; /* @220 */
	uint32 xlog_blcksz; /* @224 */
	uint32 xlog_seg_size; /* @228 */
	uint32 nameDataLen; /* @232 */
	uint32 indexMaxKeys; /* @236 */
	uint32 toast_max_chunk_size; /* @240 */
	uint32 loblksize; /* @244 */
	bool float8ByVal; /* @248 */
	uint32 data_checksum_version; /* @252 */

	char mock_authentication_nonce[MOCK_AUTH_NONCE_LEN]; /* @256 */
	pg_crc32c crc; /* @288 of all above */
} ControlFileData;

StaticAssertDecl(sizeof(ControlFileData) == 296, "296 bytes with padding");
StaticAssertDecl(offsetof(ControlFileData, unloggedLSN) == 128, "at byte 128");
StaticAssertDecl(offsetof(ControlFileData, wal_level) == 172, "at byte 172");
StaticAssertDecl(offsetof(ControlFileData, floatFormat) == 208, "at byte 208");
StaticAssertDecl(offsetof(ControlFileData, crc) == 288, "at byte 288");

#define PG_CONTROL_MAX_SAFE_SIZE 512
#define PG_CONTROL_FILE_SIZE 8192

#endif /* PG_CONTROL_H */
