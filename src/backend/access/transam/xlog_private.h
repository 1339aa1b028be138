/*
 * xlog_private.h
 *		Shared state of the log, for the xlog*.c files of this folder.
 *
 * Every field of the structures says which lock guards it; README gives the
 * order in which they are taken.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlog_private.h
 */
#ifndef XLOG_PRIVATE_H
#define XLOG_PRIVATE_H

#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "catalog/pg_control.h"
#include "port/atomics.h"
#include "storage/lwlock.h"
#include "storage/spin.h"
#include "storage/sync.h"

/* Backends insert in parallel, each under one of these. */
#define NUM_XLOGINSERT_LOCKS 8

/*
 * insertingAt: the holder has filled all of its reservation before this
 * position (0: it has not said).  It is the variable of the LWLock.
 */
typedef struct WALInsertLock
{
	LWLock lock;
	uint64 insertingAt;
	XLogRecPtr lastImportantAt; /* start of the last important record; lock */
} WALInsertLock;

typedef union WALInsertLockPadded
{
	WALInsertLock l;
	char pad[PG_CACHE_LINE_SIZE];
} WALInsertLockPadded;

/* Up to where the log is written out, and flushed. */
typedef struct XLogwrtRqst
{
	XLogRecPtr Write;
	XLogRecPtr Flush;
} XLogwrtRqst;

typedef XLogwrtRqst XLogwrtResult;

typedef struct XLogCtlInsert
{
	/* ---- insertpos_lck: where the next record goes ---- */
	slock_t insertpos_lck;
	uint64 CurrBytePos; /* in usable bytes, see bytepos_to_lsn */
	uint64 PrevBytePos; /* start of the last record */
	char pad[PG_CACHE_LINE_SIZE];

	/* ---- read under any insertion lock, written under all ---- */
	XLogRecPtr RedoRecPtr;
	bool fullPageWrites;
	int runningBackups; /* they force page images */
	XLogRecPtr lastBackupStart;
	WALInsertLockPadded *WALInsertLocks;
} XLogCtlInsert;

typedef struct XLogCtlData
{
	XLogCtlInsert Insert;

	/* ---- info_lck ---- */
	slock_t info_lck;
	XLogwrtRqst LogwrtRqst;
	XLogRecPtr RedoRecPtr; /* copy of Insert.RedoRecPtr, may lag */
	FullTransactionId ckptFullXid; /* nextXid of the last checkpoint */
	XLogRecPtr asyncXactLSN; /* newest asynchronous commit */
	XLogRecPtr replicationSlotMinLSN;
	XLogSegNo lastRemovedSegNo;
	XLogwrtResult LogwrtResult; /* written under WALWriteLock and info_lck */
	RecoveryState SharedRecoveryState;
	TimeLineID InsertTimeLineID; /* 0 until recovery has ended */
	TimeLineID PrevTimeLineID;
	bool WalWriterSleeping;
	XLogRecPtr lastFpwDisableRecPtr;

	/* the checkpoint record that replay saw last (restartpoints) */
	XLogRecPtr lastCheckPointRecPtr;
	XLogRecPtr lastCheckPointEndPtr;
	CheckPoint lastCheckPoint;

	/* ---- ulsn_lck ---- */
	slock_t ulsn_lck;
	XLogRecPtr unloggedLSN;

	/* ---- WALWriteLock ---- */
	pg_time_t lastSegSwitchTime;
	XLogRecPtr lastSegSwitchLSN;

	/* ---- WALBufMappingLock ---- */
	XLogRecPtr InitializedUpTo; /* end of the last page made ready */

	/* ---- constant ---- */
	char *pages; /* XLOGbuffers pages */
	int nbuffers;

	/*
	 * Format of the log (xlogformat.c): pages before formatFrom have oldMagic.
	 * Set before anybody inserts, but for extendedActive, which turns true once,
	 * when insertion has reached formatFrom.
	 */
	uint16 oldMagic;
	uint16 newMagic;
	XLogRecPtr formatFrom;
	bool extendedActive;

	/*
	 * Full-page writes have been on since here; PG_UINT64_MAX: they are off.  Set
	 * before they go off and after they have come on; read without a lock.
	 */
	pg_atomic_uint64 fpwOnSince;

	/*
	 * End address of the page that each buffer holds, 0 if none.  Written under
	 * WALBufMappingLock; a reader that sees the value it expects may use the
	 * page, for it is stored after the page is ready.
	 */
	pg_atomic_uint64 *xlblocks;
} XLogCtlData;

extern XLogCtlData *XLogCtl;
extern ControlFileData *ControlFile; /* shared; ControlFileLock */
extern WALInsertLockPadded *WALInsertLocks;

/* This process's copies, refreshed when needed. */
extern XLogRecPtr RedoRecPtr;
extern bool doPageWrites;
extern XLogwrtResult LogwrtResult;
extern uint64 UsableBytesInSegment;

#define RefreshXLogWriteResult(target)       \
	do                                       \
	{                                        \
		SpinLockAcquire(&XLogCtl->info_lck); \
		(target) = XLogCtl->LogwrtResult;    \
		SpinLockRelease(&XLogCtl->info_lck); \
	} while (0)

#define NextBufIdx(idx) ((idx) + 1 == XLogCtl->nbuffers ? 0 : (idx) + 1)
#define XLogRecPtrToBufIdx(lsn) \
	((int) (((lsn) / XLOG_BLCKSZ) % XLogCtl->nbuffers))

/* xlogwrite.c */
extern Size xlog_write_shmem_size(void);
extern void xlog_write_shmem_init(char *place);
extern void xlog_compute_usable_bytes(void);
extern uint64 xlog_lsn_to_bytepos(XLogRecPtr lsn);
extern XLogRecPtr xlog_bytepos_to_lsn(uint64 bytepos);
extern XLogRecPtr xlog_bytepos_to_end(uint64 bytepos);
extern void WALInsertLockAcquireExclusive(void);
extern void WALInsertLockRelease(void);
extern XLogRecPtr xlog_wait_for_insertions(XLogRecPtr upto);
extern void xlog_init_page_as_overwrite(XLogRecPtr pagePtr, TimeLineID newPageTLI);
extern void xlog_start_at(XLogRecPtr endOfLog, XLogRecPtr lastRec,
						  XLogRecPtr lastPageBeginPtr, const char *lastPage);
extern bool xlog_prepare_next_page(XLogRecPtr upto, TimeLineID tli, bool opportunistic);

/* xlog.c */
extern void UpdateControlFile(void);
extern void LocalSetXLogInsertAllowed_push(int *saved);
extern void LocalSetXLogInsertAllowed_pop(int saved);
extern bool LocalPromoteIsTriggered;

/*
 * Implemented by postmaster/{checkpointer,walwriter,startup}.c.
 */
extern void RequestCheckpoint(int flags);
extern void CheckpointWriteDelay(int flags, double progress);
extern void AbsorbSyncRequests(void);
extern bool ForwardSyncRequest(const FileTag *ftag, SyncRequestType type);
extern void HandleStartupProcInterrupts(void);
extern PGDLLIMPORT int WalWriterDelay;
extern PGDLLIMPORT int WalWriterFlushAfter;

/* xlogcheckpoint.c */
extern PGDLLIMPORT double CheckPointCompletionTarget;
extern void CheckPointGuts(XLogRecPtr checkPointRedo, int flags);
extern bool xlog_checkpoint_needed(XLogSegNo new_segno);
extern void CalculateCheckpointSegments(void);
extern XLogSegNo xlog_recycle_limit(XLogRecPtr lastredoptr);
extern XLogRecPtr CreateOverwriteContrecordRecord(XLogRecPtr aborted_lsn,
												  XLogRecPtr pagePtr, TimeLineID newTLI);
extern void xlog_redo(XLogReaderState *record);
extern void KeepCheckpointForRestart(XLogReaderState *record, const CheckPoint *checkPoint);

/* xlogrecovery.c: state that redo of XLOG records needs */
extern TimeLineID xlog_replay_tli(void);
extern void xlogrecovery_redo(XLogReaderState *record, TimeLineID replayTLI);

#endif /* XLOG_PRIVATE_H */
