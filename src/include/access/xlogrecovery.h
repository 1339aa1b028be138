/*
 * xlogrecovery.h
 *		Replays the log at start-up.
 *
 * InitWalRecovery finds the checkpoint, PerformWalRecovery applies the records,
 * FinishWalRecovery says where the log ends.  Only the startup process calls them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlogrecovery.h
 */
#ifndef XLOGRECOVERY_H
#define XLOGRECOVERY_H

#include "access/xlogreader.h"
#include "catalog/pg_control.h"
#include "datatype/timestamp.h"
#include "storage/buf.h"

typedef enum
{
	RECOVERY_TARGET_UNSET,
	RECOVERY_TARGET_XID,
	RECOVERY_TARGET_TIME,
	RECOVERY_TARGET_NAME,
	RECOVERY_TARGET_LSN,
	RECOVERY_TARGET_IMMEDIATE
} RecoveryTargetType;

typedef enum
{
	RECOVERY_TARGET_TIMELINE_CONTROLFILE,
	RECOVERY_TARGET_TIMELINE_LATEST,
	RECOVERY_TARGET_TIMELINE_NUMERIC
} RecoveryTargetTimeLineGoal;

typedef enum RecoveryPauseState
{
	RECOVERY_NOT_PAUSED,
	RECOVERY_PAUSE_REQUESTED,
	RECOVERY_PAUSED
} RecoveryPauseState;

/* Where the log ends, and the page it ends on. */
typedef struct EndOfWalRecoveryInfo
{
	XLogRecPtr lastRec; /* start of the last valid record */
	TimeLineID lastRecTLI;
	XLogRecPtr endOfLog; /* the next record goes here */
	TimeLineID endOfLogTLI;
	uint16 endMagic; /* of the page that has the log's last byte */
	XLogRecPtr lastPageBeginPtr; /* page of endOfLog, 0 if none is partly used */
	char *lastPage; /* its valid bytes, palloc'd, rest zero */
	XLogRecPtr abortedRecPtr; /* start of a record without its end, or 0 */
	XLogRecPtr missingContrecPtr; /* page where its end should have been */
	char *recoveryStopReason;
	bool standby_signal_file_found;
	bool recovery_signal_file_found;
} EndOfWalRecoveryInfo;

extern PGDLLIMPORT bool reachedConsistency;
extern PGDLLIMPORT bool ArchiveRecoveryRequested;
extern PGDLLIMPORT bool InArchiveRecovery;
extern PGDLLIMPORT bool StandbyModeRequested;
extern PGDLLIMPORT bool StandbyMode;
extern PGDLLIMPORT TimeLineID recoveryTargetTLI;
extern PGDLLIMPORT char *recoveryRestoreCommand;
extern PGDLLIMPORT char *recoveryEndCommand;
extern PGDLLIMPORT char *archiveCleanupCommand;

/* xlogrecovery.c */
extern Size XLogRecoveryShmemSize(void);
extern void XLogRecoveryShmemInit(void);
extern void InitWalRecovery(ControlFileData *ControlFile, bool *wasShutdown_ptr,
							bool *haveBackupLabel_ptr, bool *haveTblspcMap_ptr);
extern void PerformWalRecovery(void);
extern EndOfWalRecoveryInfo *FinishWalRecovery(void);
extern void ShutdownWalRecovery(void);
extern bool HotStandbyActive(void);
extern XLogRecPtr GetXLogReplayRecPtr(TimeLineID *replayTLI);
extern XLogRecPtr GetCurrentReplayRecPtr(TimeLineID *replayEndTLI);
extern TimestampTz GetLatestXTime(void);
extern TimestampTz GetCurrentChunkReplayStartTime(void);
extern void GetXLogReceiptTime(TimestampTz *rtime, bool *fromStream);
extern bool PromoteIsTriggered(void);
extern bool CheckPromoteSignal(void);
extern void WakeupRecovery(void);

#endif /* XLOGRECOVERY_H */
