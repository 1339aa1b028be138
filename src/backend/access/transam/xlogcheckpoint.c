/*
 * xlogcheckpoint.c
 *		Checkpoints, and the records of the XLOG resource manager.
 *
 * A checkpoint chooses a redo pointer, gets everything changed before it onto
 * disk, and then says so in a record and in the control file; replay starts at
 * the redo pointer.  An online checkpoint runs beside normal work, a shutdown one
 * when nobody else writes.
 *
 * C1. While the redo pointer is chosen no insertion is under way (all insertion
 *	   locks), so every record is either before it or decides on page images by it.
 * C2. A change whose record is before the redo pointer is in a buffer, or in an
 *	   SLRU page, before these are flushed: changers who log first and change
 *	   later set DELAY_CHKPT_START, and are waited for.
 * C3. The control file names a checkpoint only after its record is flushed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlogcheckpoint.c
 */
#include "postgres.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

#include "access/clog.h"
#include "access/commit_ts.h"
#include "access/multixact.h"
#include "access/subtrans.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xloginsert.h"
#include "access/xlogrecovery.h"
#include "access/xlogstore.h"
#include "access/xlogutils.h"
#include "access/twophase.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/standby.h"
#include "storage/sync.h"
#include "utils/timestamp.h"
#include "xlog_private.h"

/* Implemented by utils/cache/relmapper.c: flush the relation map files. */
extern void CheckPointRelationMap(void);

/* Settings. */
int max_wal_size_mb = 1024;
int min_wal_size_mb = 80;
int wal_keep_size_mb = 0;
int max_slot_wal_keep_size_mb = -1;
bool wal_init_zero = true;
bool wal_recycle = true;
bool log_checkpoints = true;
double CheckPointCompletionTarget = 0.9;

int CheckPointSegments;
CheckpointStatsData CheckpointStats;

/* Estimate of WAL between checkpoints; in the checkpointer only. */
static double distance_estimate = 0;
static double last_distance = 0;

/* ---------------------------------------------------------------------------
 * How much WAL to have between checkpoints, and to keep for reuse
 * ------------------------------------------------------------------------ */

/*
 * Segments of WAL that trigger a checkpoint: while it runs more is written, in
 * proportion to the completion target, and max_wal_size shall hold in all.
 */
void
CalculateCheckpointSegments(void)
{
	double target = (double) ConvertToXSegs(max_wal_size_mb, wal_segment_size) /
		(1.0 + CheckPointCompletionTarget);

	CheckPointSegments = Max(1, (int) target);
}

void
assign_max_wal_size(int newval, void *extra)
{
	max_wal_size_mb = newval;
	if (wal_segment_size > 0)
		CalculateCheckpointSegments();
}

void
assign_checkpoint_completion_target(double newval, void *extra)
{
	CheckPointCompletionTarget = newval;
	if (wal_segment_size > 0)
		CalculateCheckpointSegments();
}

/* Has enough WAL been written since the redo pointer to ask for a checkpoint? */
bool
xlog_checkpoint_needed(XLogSegNo new_segno)
{
	return new_segno >= RedoRecPtr / wal_segment_size + (CheckPointSegments - 1);
}

/* Up to which number old segments are renamed: what the next cycle may need. */
XLogSegNo
xlog_recycle_limit(XLogRecPtr lastredoptr)
{
	XLogSegNo base = lastredoptr / wal_segment_size;
	XLogSegNo low = base + ConvertToXSegs(min_wal_size_mb, wal_segment_size) - 1;
	XLogSegNo high = base + ConvertToXSegs(max_wal_size_mb, wal_segment_size) - 1;
	double distance = (1.0 + CheckPointCompletionTarget) * distance_estimate * 1.10;
	XLogSegNo wanted = (XLogSegNo) ceil(((double) lastredoptr + distance) / wal_segment_size);

	return Min(Max(wanted, low), high);
}

/* Rise at once, sink slowly. */
static void
update_distance_estimate(uint64 nbytes)
{
	last_distance = nbytes;
	if (distance_estimate < nbytes)
		distance_estimate = nbytes;
	else
		distance_estimate = 0.90 * distance_estimate + 0.10 * (double) nbytes;
}

/* Lower *segno to what replication slots and wal_keep_size want kept. */
static void
keep_segments(XLogRecPtr recptr, XLogSegNo *segno)
{
	XLogSegNo current = recptr / wal_segment_size;
	XLogSegNo keep_from = current;
	XLogRecPtr slot_min;

	SpinLockAcquire(&XLogCtl->info_lck);
	slot_min = XLogCtl->replicationSlotMinLSN;
	SpinLockRelease(&XLogCtl->info_lck);
	if (slot_min != InvalidXLogRecPtr)
	{
		keep_from = slot_min / wal_segment_size;
		if (max_slot_wal_keep_size_mb >= 0)
		{
			XLogSegNo most = ConvertToXSegs(max_slot_wal_keep_size_mb, wal_segment_size);

			if (current - keep_from > most)
				keep_from = current - most;
		}
	}
	if (wal_keep_size_mb > 0)
	{
		XLogSegNo least = ConvertToXSegs(wal_keep_size_mb, wal_segment_size);

		if (current - keep_from < least)
			keep_from = current <= least ? 1 : current - least;
	}
	*segno = Min(*segno, keep_from);
}

/* Remove or recycle segments that replay from redo does not need. */
static void
remove_old_segments(XLogRecPtr redo, XLogRecPtr end, TimeLineID tli)
{
	XLogSegNo segno = redo / wal_segment_size;

	keep_segments(end, &segno);
	if (segno == 0)
		return;
	xlogstore_remove_old(tli, segno - 1, redo, end);
}

/* Three quarters into a segment the next one is made ready. */
static void
prepare_next_segment(XLogRecPtr end, TimeLineID tli)
{
	XLogSegNo segno;

	XLByteToPrevSeg(end, segno, wal_segment_size);
	if (XLogSegmentOffset(end - 1, wal_segment_size) >= (uint32) (0.75 * wal_segment_size))
		xlogstore_prepare_segment(tli, segno + 1);
}

XLogSegNo
XLogGetLastRemovedSegno(void)
{
	return xlogstore_last_removed();
}

/* ---------------------------------------------------------------------------
 * Checkpoints
 * ------------------------------------------------------------------------ */

static void
log_start(int flags, bool restartpoint)
{
	ereport(LOG,
			(errmsg("%s starting:%s%s%s%s%s%s%s%s",
					restartpoint ? "restartpoint" : "checkpoint",
					(flags & CHECKPOINT_IS_SHUTDOWN) ? " shutdown" : "",
					(flags & CHECKPOINT_END_OF_RECOVERY) ? " end-of-recovery" : "",
					(flags & CHECKPOINT_IMMEDIATE) ? " immediate" : "",
					(flags & CHECKPOINT_FORCE) ? " force" : "",
					(flags & CHECKPOINT_WAIT) ? " wait" : "",
					(flags & CHECKPOINT_CAUSE_XLOG) ? " wal" : "",
					(flags & CHECKPOINT_CAUSE_TIME) ? " time" : "",
					(flags & CHECKPOINT_FLUSH_ALL) ? " flush-all" : "")));
}

static void
log_end(bool restartpoint)
{
	CheckpointStatsData *s = &CheckpointStats;
	long write_ms;
	long sync_ms;
	long total_ms;
	uint64 average = 0;

	s->ckpt_end_t = GetCurrentTimestamp();
	write_ms = TimestampDifferenceMilliseconds(s->ckpt_write_t, s->ckpt_sync_t);
	sync_ms = TimestampDifferenceMilliseconds(s->ckpt_sync_t, s->ckpt_sync_end_t);
	total_ms = TimestampDifferenceMilliseconds(s->ckpt_start_t, s->ckpt_end_t);
	PendingCheckpointerStats.checkpoint_write_time += write_ms;
	PendingCheckpointerStats.checkpoint_sync_time += sync_ms;
	if (!log_checkpoints)
		return;
	if (s->ckpt_sync_rels > 0)
		average = s->ckpt_agg_sync_time / s->ckpt_sync_rels / 1000;
	ereport(LOG,
			(errmsg("%s complete: wrote %d buffers (%.1f%%); %d WAL file(s) added, %d removed, %d recycled; write=%ld.%03d s, sync=%ld.%03d s, total=%ld.%03d s; sync files=%d, longest=%ld.%03d s, average=%ld.%03d s; distance=%d kB, estimate=%d kB",
					restartpoint ? "restartpoint" : "checkpoint",
					s->ckpt_bufs_written, (double) s->ckpt_bufs_written * 100 / NBuffers,
					s->ckpt_segs_added, s->ckpt_segs_removed, s->ckpt_segs_recycled,
					write_ms / 1000, (int) (write_ms % 1000),
					sync_ms / 1000, (int) (sync_ms % 1000),
					total_ms / 1000, (int) (total_ms % 1000),
					s->ckpt_sync_rels,
					(long) (s->ckpt_longest_sync / 1000000),
					(int) (s->ckpt_longest_sync / 1000 % 1000),
					(long) (average / 1000), (int) (average % 1000),
					(int) (last_distance / 1024.0), (int) (distance_estimate / 1024.0))));
}

/*
 * CheckPointGuts
 *		Get onto disk all that was changed before checkPointRedo.
 *
 * Buffers come last, as they are the most; their fsyncs and those of the SLRUs
 * are done together at the end.
 */
void
CheckPointGuts(XLogRecPtr checkPointRedo, int flags)
{
	CheckPointRelationMap();
	CheckpointStats.ckpt_write_t = GetCurrentTimestamp();
	CheckPointCLOG();
	CheckPointCommitTs();
	CheckPointSUBTRANS();
	CheckPointMultiXact();
	CheckPointBuffers(flags);
	CheckpointStats.ckpt_sync_t = GetCurrentTimestamp();
	ProcessSyncRequests();
	CheckpointStats.ckpt_sync_end_t = GetCurrentTimestamp();
}

/* Wait for transactions between their change and its record, or the reverse. */
static void
wait_for_delayers(int type)
{
	int nvxids;
	VirtualTransactionId *vxids = GetVirtualXIDsDelayingChkpt(&nvxids, type);

	while (nvxids > 0 && HaveVirtualXIDsDelayingChkpt(vxids, nvxids, type))
	{
		/* Who delays may be waiting for room in the fsync queue. */
		AbsorbSyncRequests();
		pg_usleep(10000L);
	}
	pfree(vxids);
}

/*
 * Choose the redo pointer and put it into force (rule C1).  False if the
 * checkpoint is idle: nothing important since the last one.
 */
static bool
choose_redo(CheckPoint *cp, int flags)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;
	XLogRecPtr last_important = InvalidXLogRecPtr;

	WALInsertLockAcquireExclusive();
	for (int i = 0; i < NUM_XLOGINSERT_LOCKS; i++)
		last_important = Max(last_important, WALInsertLocks[i].l.lastImportantAt);
	if ((flags & (CHECKPOINT_IS_SHUTDOWN | CHECKPOINT_END_OF_RECOVERY | CHECKPOINT_FORCE)) == 0 &&
		last_important == ControlFile->checkPoint)
	{
		WALInsertLockRelease();
		return false;
	}
	cp->ThisTimeLineID = XLogCtl->InsertTimeLineID;
	cp->PrevTimeLineID = (flags & CHECKPOINT_END_OF_RECOVERY) ? XLogCtl->PrevTimeLineID : cp->ThisTimeLineID;
	cp->fullPageWrites = Insert->fullPageWrites;

	/* Where the next record will start, past any page header. */
	SpinLockAcquire(&Insert->insertpos_lck);
	cp->redo = xlog_bytepos_to_lsn(Insert->CurrBytePos);
	SpinLockRelease(&Insert->insertpos_lck);
	RedoRecPtr = Insert->RedoRecPtr = cp->redo;
	WALInsertLockRelease();

	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->RedoRecPtr = cp->redo;
	SpinLockRelease(&XLogCtl->info_lck);
	return true;
}

/* The counters that replay must start from. */
static void
collect_counters(CheckPoint *cp, bool shutdown)
{
	VariableCache vc = ShmemVariableCache;

	LWLockAcquire(XidGenLock, LW_SHARED);
	cp->nextXid = vc->nextXid;
	cp->oldestXid = vc->oldestXid;
	cp->oldestXidDB = vc->oldestXidDB;
	LWLockRelease(XidGenLock);

	LWLockAcquire(CommitTsLock, LW_SHARED);
	cp->oldestCommitTsXid = vc->oldestCommitTsXid;
	cp->newestCommitTsXid = vc->newestCommitTsXid;
	LWLockRelease(CommitTsLock);

	/* Online, the logged reserve may be used up without another record. */
	LWLockAcquire(OidGenLock, LW_SHARED);
	cp->nextOid = vc->nextOid;
	if (!shutdown)
		cp->nextOid += vc->oidCount;
	LWLockRelease(OidGenLock);

	MultiXactGetCheckptMulti(shutdown, &cp->nextMulti, &cp->nextMultiOffset,
							 &cp->oldestMulti, &cp->oldestMultiDB);
}

/* The checkpoint is in the log: let the control file say so. */
static void
record_in_control_file(const CheckPoint *cp, bool shutdown)
{
	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	if (shutdown)
		ControlFile->state = DB_SHUTDOWNED;
	ControlFile->checkPoint = ProcLastRecPtr;
	ControlFile->checkPointCopy = *cp;
	/* Crash recovery always runs to the end of the log. */
	ControlFile->minRecoveryPoint = InvalidXLogRecPtr;
	ControlFile->minRecoveryPointTLI = 0;
	SpinLockAcquire(&XLogCtl->ulsn_lck);
	ControlFile->unloggedLSN = XLogCtl->unloggedLSN;
	SpinLockRelease(&XLogCtl->ulsn_lck);
	UpdateControlFile();
	LWLockRelease(ControlFileLock);

	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->ckptFullXid = cp->nextXid;
	SpinLockRelease(&XLogCtl->info_lck);
}

/*
 * CreateCheckPoint
 *		Make a checkpoint; flags: CHECKPOINT_.
 *
 * Runs in the checkpointer, or in a process that is alone.  A checkpoint without
 * CHECKPOINT_FORCE is skipped if nothing happened.  Errors: those of the flushes
 * (the checkpoint is then not made, the next one tries again).
 */
void
CreateCheckPoint(int flags)
{
	bool shutdown = (flags & (CHECKPOINT_IS_SHUTDOWN | CHECKPOINT_END_OF_RECOVERY)) != 0;
	CheckPoint cp;
	XLogRecPtr recptr;
	XLogRecPtr prior_redo;
	int allowed = -1;

	if (RecoveryInProgress() && (flags & CHECKPOINT_END_OF_RECOVERY) == 0)
		elog(ERROR, "can't create a checkpoint during recovery");

	memset(&CheckpointStats, 0, sizeof(CheckpointStats));
	CheckpointStats.ckpt_start_t = GetCurrentTimestamp();
	SyncPreCheckpoint();

	START_CRIT_SECTION();
	if (shutdown)
	{
		LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
		ControlFile->state = DB_SHUTDOWNING;
		UpdateControlFile();
		LWLockRelease(ControlFileLock);
	}
	memset(&cp, 0, sizeof(cp));
	cp.time = (pg_time_t) time(NULL);
	/* Before the locks: it takes ProcArrayLock. */
	if (!shutdown && XLogStandbyInfoActive())
		cp.oldestActiveXid = GetOldestActiveTransactionId();

	if (!choose_redo(&cp, flags))
	{
		END_CRIT_SECTION();
		ereport(DEBUG1, (errmsg_internal("checkpoint skipped because system is idle")));
		return;
	}
	if ((flags & CHECKPOINT_END_OF_RECOVERY) != 0)
		LocalSetXLogInsertAllowed_push(&allowed);
	if (log_checkpoints)
		log_start(flags, false);
	collect_counters(&cp, shutdown);
	END_CRIT_SECTION();

	wait_for_delayers(DELAY_CHKPT_START); /* rule C2 */
	CheckPointGuts(cp.redo, flags);
	wait_for_delayers(DELAY_CHKPT_COMPLETE);

	if (!shutdown && XLogStandbyInfoActive())
		LogStandbySnapshot();

	START_CRIT_SECTION();
	XLogBeginInsert();
	XLogRegisterData((char *) &cp, sizeof(cp));
	recptr = XLogInsert(RM_XLOG_ID,
						shutdown ? XLOG_CHECKPOINT_SHUTDOWN : XLOG_CHECKPOINT_ONLINE);
	XLogFlush(recptr);
	if ((flags & CHECKPOINT_END_OF_RECOVERY) != 0)
		LocalSetXLogInsertAllowed_pop(allowed);
	else if (shutdown)
		LocalSetXLogInsertAllowed_pop(0); /* never again in this process */
	if (shutdown && cp.redo != ProcLastRecPtr)
		ereport(PANIC,
				(errmsg("concurrent write-ahead log activity while database system is shutting down")));

	prior_redo = ControlFile->checkPointCopy.redo;
	record_in_control_file(&cp, shutdown);
	END_CRIT_SECTION();

	/* What only waited for this checkpoint. */
	SyncPostCheckpoint();
	if (prior_redo != InvalidXLogRecPtr)
		update_distance_estimate(RedoRecPtr - prior_redo);
	remove_old_segments(RedoRecPtr, recptr, cp.ThisTimeLineID);
	if (!shutdown)
		prepare_next_segment(recptr, cp.ThisTimeLineID);
	if (!RecoveryInProgress())
		TruncateSUBTRANS(GetOldestTransactionIdConsideredRunning());
	log_end(false);
}

/* Replay saw a checkpoint: it may serve as a restart point. */
void
KeepCheckpointForRestart(XLogReaderState *record, const CheckPoint *checkPoint)
{
	/* A reference to a missing page must be met again after a restart. */
	if (XLogHaveInvalidPages())
		return;
	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->lastCheckPointRecPtr = record->ReadRecPtr;
	XLogCtl->lastCheckPointEndPtr = record->EndRecPtr;
	XLogCtl->lastCheckPoint = *checkPoint;
	SpinLockRelease(&XLogCtl->info_lck);
}

/*
 * CreateRestartPoint
 *		During recovery from a backup: flush everything so that a restart may begin
 *		at the last checkpoint that was replayed.
 *
 * True if one was made.  In crash recovery, and if no newer checkpoint was
 * replayed, there is nothing to do but note a shutdown.
 */
bool
CreateRestartPoint(int flags)
{
	XLogRecPtr rec;
	XLogRecPtr end;
	CheckPoint cp;
	TimeLineID tli;

	SpinLockAcquire(&XLogCtl->info_lck);
	rec = XLogCtl->lastCheckPointRecPtr;
	end = XLogCtl->lastCheckPointEndPtr;
	cp = XLogCtl->lastCheckPoint;
	SpinLockRelease(&XLogCtl->info_lck);

	if (!RecoveryInProgress())
		return false;
	if (XLogRecPtrIsInvalid(rec) || ControlFile->state != DB_IN_ARCHIVE_RECOVERY ||
		cp.redo <= ControlFile->checkPointCopy.redo)
	{
		UpdateMinRecoveryPoint(InvalidXLogRecPtr, true);
		if (flags & CHECKPOINT_IS_SHUTDOWN)
		{
			LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
			ControlFile->state = DB_SHUTDOWNED_IN_RECOVERY;
			UpdateControlFile();
			LWLockRelease(ControlFileLock);
		}
		return false;
	}

	memset(&CheckpointStats, 0, sizeof(CheckpointStats));
	CheckpointStats.ckpt_start_t = GetCurrentTimestamp();
	if (log_checkpoints)
		log_start(flags, true);
	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->RedoRecPtr = cp.redo;
	SpinLockRelease(&XLogCtl->info_lck);
	SyncPreCheckpoint();
	CheckPointGuts(cp.redo, flags);

	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	if (ControlFile->checkPointCopy.redo < cp.redo)
	{
		ControlFile->checkPoint = rec;
		ControlFile->checkPointCopy = cp;
		if (ControlFile->state == DB_IN_ARCHIVE_RECOVERY && ControlFile->minRecoveryPoint < end)
		{
			ControlFile->minRecoveryPoint = end;
			ControlFile->minRecoveryPointTLI = cp.ThisTimeLineID;
		}
		if (flags & CHECKPOINT_IS_SHUTDOWN)
			ControlFile->state = DB_SHUTDOWNED_IN_RECOVERY;
		UpdateControlFile();
	}
	LWLockRelease(ControlFileLock);
	SyncPostCheckpoint();
	remove_old_segments(cp.redo, GetXLogReplayRecPtr(&tli), tli);
	log_end(true);
	ereport(log_checkpoints ? LOG : DEBUG2,
			(errmsg("recovery restart point at %X/%X", LSN_FORMAT_ARGS(cp.redo))));
	return true;
}

/* ---------------------------------------------------------------------------
 * Other records of the manager
 * ------------------------------------------------------------------------ */

/*
 * XLogPutNextOid
 *		OIDs below nextOid are about to be handed out.
 *
 * Not flushed: an OID reaches disk in a page whose own record comes later.
 */
void
XLogPutNextOid(Oid nextOid)
{
	XLogBeginInsert();
	XLogRegisterData((char *) &nextOid, sizeof(Oid));
	(void) XLogInsert(RM_XLOG_ID, XLOG_NEXTOID);
}

/*
 * RequestXLogSwitch
 *		Begin a new segment; the end of the switch record, or the insert position
 *		if the current segment is empty.
 */
XLogRecPtr
RequestXLogSwitch(bool mark_unimportant)
{
	XLogBeginInsert();
	if (mark_unimportant)
		XLogSetRecordFlags(XLOG_MARK_UNIMPORTANT);
	return XLogInsert(RM_XLOG_ID, XLOG_SWITCH);
}

/* Put a named point into the log; its end. */
XLogRecPtr
XLogRestorePoint(const char *rpName)
{
	xl_restore_point xlrec;
	XLogRecPtr recptr;

	memset(&xlrec, 0, sizeof(xlrec));
	xlrec.rp_time = GetCurrentTimestamp();
	strlcpy(xlrec.rp_name, rpName, MAXFNAMELEN);
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	recptr = XLogInsert(RM_XLOG_ID, XLOG_RESTORE_POINT);
	ereport(LOG,
			(errmsg("restore point \"%s\" created at %X/%X", rpName, LSN_FORMAT_ARGS(recptr))));
	return recptr;
}

/*
 * CreateOverwriteContrecordRecord
 *		End of recovery: the record at aborted_lsn was never finished; the log goes
 *		on at pagePtr, where its rest should have been.
 */
XLogRecPtr
CreateOverwriteContrecordRecord(XLogRecPtr aborted_lsn, XLogRecPtr pagePtr, TimeLineID newTLI)
{
	xl_overwrite_contrecord xlrec;
	XLogRecPtr recptr;

	if (!RecoveryInProgress())
		elog(ERROR, "can only be used at end of recovery");
	if (pagePtr % XLOG_BLCKSZ != 0)
		elog(ERROR, "invalid position for missing continuation record %X/%X",
			 LSN_FORMAT_ARGS(pagePtr));
	if (xlog_bytepos_to_end(XLogCtl->Insert.CurrBytePos) != pagePtr)
		elog(ERROR, "invalid WAL insert position %X/%X for OVERWRITE_CONTRECORD",
			 LSN_FORMAT_ARGS(xlog_bytepos_to_end(XLogCtl->Insert.CurrBytePos)));

	xlrec.overwritten_lsn = aborted_lsn;
	xlrec.overwrite_time = GetCurrentTimestamp();

	START_CRIT_SECTION();
	xlog_init_page_as_overwrite(pagePtr, newTLI);
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	recptr = XLogInsert(RM_XLOG_ID, XLOG_OVERWRITE_CONTRECORD);
	XLogFlush(recptr);
	END_CRIT_SECTION();
	return recptr;
}

/* ---------------------------------------------------------------------------
 * Replay
 * ------------------------------------------------------------------------ */

static void
check_checkpoint_tli(const CheckPoint *cp, const char *kind)
{
	TimeLineID tli = xlog_replay_tli();

	if (cp->ThisTimeLineID != tli)
		ereport(PANIC,
				(errmsg("unexpected timeline ID %u (should be %u) in %s checkpoint record",
						cp->ThisTimeLineID, tli, kind)));
}

static void
note_checkpoint_xid(const CheckPoint *cp)
{
	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	ControlFile->checkPointCopy.nextXid = cp->nextXid;
	LWLockRelease(ControlFileLock);
	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->ckptFullXid = cp->nextXid;
	SpinLockRelease(&XLogCtl->info_lck);
}

/* After a shutdown checkpoint the counters are exactly these. */
static void
redo_shutdown_checkpoint(XLogReaderState *record)
{
	CheckPoint cp;

	memcpy(&cp, XLogRecGetData(record), sizeof(cp));
	LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
	ShmemVariableCache->nextXid = cp.nextXid;
	LWLockRelease(XidGenLock);
	LWLockAcquire(OidGenLock, LW_EXCLUSIVE);
	ShmemVariableCache->nextOid = cp.nextOid;
	ShmemVariableCache->oidCount = 0;
	LWLockRelease(OidGenLock);
	MultiXactSetNextMXact(cp.nextMulti, cp.nextMultiOffset);
	MultiXactAdvanceOldest(cp.oldestMulti, cp.oldestMultiDB);
	SetTransactionIdLimit(cp.oldestXid, cp.oldestXidDB);

	if (InArchiveRecovery && !XLogRecPtrIsInvalid(ControlFile->backupStartPoint) &&
		XLogRecPtrIsInvalid(ControlFile->backupEndPoint))
		ereport(PANIC, (errmsg("online backup was canceled, recovery cannot continue")));
	note_checkpoint_xid(&cp);
	check_checkpoint_tli(&cp, "shutdown");
	KeepCheckpointForRestart(record, &cp);
}

/* An online one was followed by work: counters only move forward. */
static void
redo_online_checkpoint(XLogReaderState *record)
{
	CheckPoint cp;

	memcpy(&cp, XLogRecGetData(record), sizeof(cp));
	LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
	if (FullTransactionIdPrecedes(ShmemVariableCache->nextXid, cp.nextXid))
		ShmemVariableCache->nextXid = cp.nextXid;
	LWLockRelease(XidGenLock);
	MultiXactAdvanceNextMXact(cp.nextMulti, cp.nextMultiOffset);
	MultiXactAdvanceOldest(cp.oldestMulti, cp.oldestMultiDB);
	if (TransactionIdPrecedes(ShmemVariableCache->oldestXid, cp.oldestXid))
		SetTransactionIdLimit(cp.oldestXid, cp.oldestXidDB);
	note_checkpoint_xid(&cp);
	check_checkpoint_tli(&cp, "online");
	KeepCheckpointForRestart(record, &cp);
}

/* The settings of the server that wrote the log changed. */
static void
redo_parameter_change(XLogReaderState *record)
{
	xl_parameter_change xlrec;
	XLogRecPtr lsn = record->EndRecPtr;

	memcpy(&xlrec, XLogRecGetData(record), sizeof(xlrec));
	LWLockAcquire(ControlFileLock, LW_EXCLUSIVE);
	ControlFile->MaxConnections = xlrec.MaxConnections;
	ControlFile->max_worker_processes = xlrec.max_worker_processes;
	ControlFile->max_wal_senders = xlrec.max_wal_senders;
	ControlFile->max_prepared_xacts = xlrec.max_prepared_xacts;
	ControlFile->max_locks_per_xact = xlrec.max_locks_per_xact;
	ControlFile->wal_level = xlrec.wal_level;
	ControlFile->wal_log_hints = xlrec.wal_log_hints;
	if (InArchiveRecovery && ControlFile->minRecoveryPoint != InvalidXLogRecPtr &&
		ControlFile->minRecoveryPoint < lsn)
	{
		ControlFile->minRecoveryPoint = lsn;
		ControlFile->minRecoveryPointTLI = xlog_replay_tli();
	}
	CommitTsParameterChange(xlrec.track_commit_timestamp,
							ControlFile->track_commit_timestamp);
	ControlFile->track_commit_timestamp = xlrec.track_commit_timestamp;
	UpdateControlFile();
	LWLockRelease(ControlFileLock);

	if (InArchiveRecovery && xlrec.wal_level == WAL_LEVEL_MINIMAL)
		ereport(FATAL,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("WAL was generated with wal_level=minimal, cannot continue recovering")));
}

/* Page images; for a hint they may have been left out. */
static void
redo_images(XLogReaderState *record, bool must_have)
{
	for (int id = 0; id <= XLogRecMaxBlockId(record); id++)
	{
		Buffer buf;

		if (!XLogRecHasBlockImage(record, id))
		{
			if (must_have)
				elog(ERROR, "XLOG_FPI record did not contain a full-page image");
			continue;
		}
		if (XLogReadBufferForRedo(record, id, &buf) != BLK_RESTORED)
			elog(ERROR, "unexpected XLogReadBufferForRedo result when restoring backup block");
		UnlockReleaseBuffer(buf);
	}
}

void
xlog_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;
	char *data = XLogRecGetData(record);

	switch (info)
	{
		case XLOG_NEXTOID:
			LWLockAcquire(OidGenLock, LW_EXCLUSIVE);
			memcpy(&ShmemVariableCache->nextOid, data, sizeof(Oid));
			ShmemVariableCache->oidCount = 0;
			LWLockRelease(OidGenLock);
			break;
		case XLOG_CHECKPOINT_SHUTDOWN:
			redo_shutdown_checkpoint(record);
			break;
		case XLOG_CHECKPOINT_ONLINE:
			redo_online_checkpoint(record);
			break;
		case XLOG_PARAMETER_CHANGE:
			redo_parameter_change(record);
			break;
		case XLOG_FPI:
			redo_images(record, true);
			break;
		case XLOG_FPI_FOR_HINT:
			redo_images(record, false);
			break;
		case XLOG_FPW_CHANGE:
			if (*data == 0)
			{
				SpinLockAcquire(&XLogCtl->info_lck);
				if (XLogCtl->lastFpwDisableRecPtr < record->ReadRecPtr)
					XLogCtl->lastFpwDisableRecPtr = record->ReadRecPtr;
				SpinLockRelease(&XLogCtl->info_lck);
			}
			break;
		case XLOG_END_OF_RECOVERY:
		{
			xl_end_of_recovery xlrec;

			memcpy(&xlrec, data, sizeof(xlrec));
			if (xlrec.ThisTimeLineID != xlog_replay_tli())
				ereport(PANIC,
						(errmsg("unexpected timeline ID %u (should be %u) in end-of-recovery record",
								xlrec.ThisTimeLineID, xlog_replay_tli())));
		}
		break;
		case XLOG_OVERWRITE_CONTRECORD:
		case XLOG_BACKUP_END:
			break; /* xlogrecovery.c has dealt with them */
		case XLOG_NOOP:
		case XLOG_SWITCH:
		case XLOG_RESTORE_POINT:
			break;
		default:
			elog(PANIC, "xlog_redo: unknown op code %u", info);
	}
}

const RmgrData xlog_rmgr = {.rm_name = "XLOG", .rm_redo = xlog_redo};
