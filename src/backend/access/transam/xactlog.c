/*
 * xactlog.c
 *		Commit and abort records: writing and replay.
 *
 * The layout (access/xact.h) is a time, then, if anything more is told, a word
 * of flags and the chunks that it announces, packed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xactlog.c
 */
#include "postgres.h"

#include "access/commit_ts.h"
#include "access/transam.h"
#include "access/xact_participant.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/smgr.h"
#include "utils/guc.h"
#include "xact_private.h"

/* The pieces that both kinds of record can have; filled, then registered. */
typedef struct RecordPieces
{
	xl_xact_xinfo xinfo;
	xl_xact_dbinfo dbinfo;
	xl_xact_subxacts subxacts;
	xl_xact_relfilenodes rels;
	xl_xact_stats_items stats;
	xl_xact_invals invals;
	xl_xact_twophase twophase;
} RecordPieces;

/* Register the chunks that xinfo announces, in their fixed order. */
static void
register_chunks(RecordPieces *p, TransactionId *subxacts, RelFileNode *rels,
				xl_xact_stats_item *stats, SharedInvalidationMessage *msgs,
				const char *gid)
{
	uint32 x = p->xinfo.xinfo;

	if (x == 0)
		return;
	XLogRegisterData((char *) &p->xinfo, sizeof(p->xinfo));
	if (x & XACT_XINFO_HAS_DBINFO)
		XLogRegisterData((char *) &p->dbinfo, sizeof(p->dbinfo));
	if (x & XACT_XINFO_HAS_SUBXACTS)
	{
		XLogRegisterData((char *) &p->subxacts, MinSizeOfXactSubxacts);
		XLogRegisterData((char *) subxacts, p->subxacts.nsubxacts * sizeof(TransactionId));
	}
	if (x & XACT_XINFO_HAS_RELFILENODES)
	{
		XLogRegisterData((char *) &p->rels, MinSizeOfXactRelfilenodes);
		XLogRegisterData((char *) rels, p->rels.nrels * sizeof(RelFileNode));
	}
	if (x & XACT_XINFO_HAS_DROPPED_STATS)
	{
		XLogRegisterData((char *) &p->stats, MinSizeOfXactStatsItems);
		XLogRegisterData((char *) stats, p->stats.nitems * sizeof(xl_xact_stats_item));
	}
	if (x & XACT_XINFO_HAS_INVALS)
	{
		XLogRegisterData((char *) &p->invals, MinSizeOfXactInvals);
		XLogRegisterData((char *) msgs, p->invals.nmsgs * sizeof(SharedInvalidationMessage));
	}
	if (x & XACT_XINFO_HAS_TWOPHASE)
	{
		XLogRegisterData((char *) &p->twophase, sizeof(p->twophase));
		if (x & XACT_XINFO_HAS_GID)
			XLogRegisterData((char *) (uintptr_t) gid, strlen(gid) + 1);
	}
}

/* What commits and aborts have in common, in *p and in the info byte. */
static void
fill_common_pieces(RecordPieces *p, uint8 *info, int nsubxacts, int nrels,
				   int ndroppedstats, int xactflags)
{
	p->xinfo.xinfo = 0;
	if (xactflags & XACT_FLAGS_ACQUIREDACCESSEXCLUSIVELOCK)
		p->xinfo.xinfo |= XACT_XINFO_HAS_AE_LOCKS;
	if (nsubxacts > 0)
	{
		p->xinfo.xinfo |= XACT_XINFO_HAS_SUBXACTS;
		p->subxacts.nsubxacts = nsubxacts;
	}
	if (nrels > 0)
	{
		p->xinfo.xinfo |= XACT_XINFO_HAS_RELFILENODES;
		p->rels.nrels = nrels;
		*info |= XLR_SPECIAL_REL_UPDATE;
	}
	if (ndroppedstats > 0)
	{
		p->xinfo.xinfo |= XACT_XINFO_HAS_DROPPED_STATS;
		p->stats.nitems = ndroppedstats;
	}
}

/* The record says in which database it was made. */
static void
add_database(RecordPieces *p)
{
	p->xinfo.xinfo |= XACT_XINFO_HAS_DBINFO;
	p->dbinfo.dbId = MyDatabaseId;
	p->dbinfo.tsId = MyDatabaseTableSpace;
}

/*
 * XactLogCommitRecord
 *		Insert the commit record of the current transaction (or, with
 *		twophase_xid, of a prepared one); its end LSN.
 *
 * Caller is in a critical section with DELAY_CHKPT_START set.
 */
XLogRecPtr
XactLogCommitRecord(TimestampTz commit_time, int nsubxacts, TransactionId *subxacts,
					int nrels, RelFileNode *rels, int ndroppedstats,
					xl_xact_stats_item *droppedstats, int nmsgs,
					SharedInvalidationMessage *msgs, bool relcacheInval, int xactflags,
					TransactionId twophase_xid, const char *twophase_gid)
{
	xl_xact_commit xlrec;
	RecordPieces p;
	uint8 info = TransactionIdIsValid(twophase_xid) ? XLOG_XACT_COMMIT_PREPARED : XLOG_XACT_COMMIT;

	Assert(CritSectionCount > 0);
	xlrec.xact_time = commit_time;
	fill_common_pieces(&p, &info, nsubxacts, nrels, ndroppedstats, xactflags);
	if (relcacheInval)
		p.xinfo.xinfo |= XACT_COMPLETION_UPDATE_RELCACHE_FILE;
	/* Whoever must know that the commit is durable waits for its replay too. */
	if (xact_commit_is_forced())
		p.xinfo.xinfo |= XACT_COMPLETION_FORCE_SYNC_COMMIT;
	if (synchronous_commit >= SYNCHRONOUS_COMMIT_REMOTE_APPLY)
		p.xinfo.xinfo |= XACT_COMPLETION_APPLY_FEEDBACK;

	if (nmsgs > 0 || XLogLogicalInfoActive())
		add_database(&p);
	if (nmsgs > 0)
	{
		p.xinfo.xinfo |= XACT_XINFO_HAS_INVALS;
		p.invals.nmsgs = nmsgs;
	}
	if (TransactionIdIsValid(twophase_xid))
	{
		p.xinfo.xinfo |= XACT_XINFO_HAS_TWOPHASE;
		p.twophase.xid = twophase_xid;
		if (XLogLogicalInfoActive() && twophase_gid != NULL)
			p.xinfo.xinfo |= XACT_XINFO_HAS_GID;
	}
	if (p.xinfo.xinfo != 0)
		info |= XLOG_XACT_HAS_INFO;

	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	register_chunks(&p, subxacts, rels, droppedstats, msgs, twophase_gid);
	XLogSetRecordFlags(XLOG_INCLUDE_ORIGIN);
	return XLogInsert(RM_XACT_ID, info);
}

/*
 * XactLogAbortRecord
 *		Insert the abort record of the current (sub)transaction, or of a prepared
 *		one; its end LSN.  Caller is in a critical section.
 */
XLogRecPtr
XactLogAbortRecord(TimestampTz abort_time, int nsubxacts, TransactionId *subxacts,
				   int nrels, RelFileNode *rels, int ndroppedstats,
				   xl_xact_stats_item *droppedstats, int xactflags,
				   TransactionId twophase_xid, const char *twophase_gid)
{
	xl_xact_abort xlrec;
	RecordPieces p;
	uint8 info = TransactionIdIsValid(twophase_xid) ? XLOG_XACT_ABORT_PREPARED : XLOG_XACT_ABORT;

	Assert(CritSectionCount > 0);
	xlrec.xact_time = abort_time;
	fill_common_pieces(&p, &info, nsubxacts, nrels, ndroppedstats, xactflags);
	if (TransactionIdIsValid(twophase_xid))
	{
		p.xinfo.xinfo |= XACT_XINFO_HAS_TWOPHASE;
		p.twophase.xid = twophase_xid;
		if (XLogLogicalInfoActive())
		{
			add_database(&p);
			if (twophase_gid != NULL)
				p.xinfo.xinfo |= XACT_XINFO_HAS_GID;
		}
	}
	if (p.xinfo.xinfo != 0)
		info |= XLOG_XACT_HAS_INFO;

	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	register_chunks(&p, subxacts, rels, droppedstats, NULL, twophase_gid);
	if (TransactionIdIsValid(twophase_xid))
		XLogSetRecordFlags(XLOG_INCLUDE_ORIGIN);
	return XLogInsert(RM_XACT_ID, info);
}

/* ---------------------------------------------------------------------------
 * Replay
 * ------------------------------------------------------------------------ */

/* Files and statistics whose end the record tells. */
static void
redo_drops(int nrels, RelFileNode *rels, int nstats, xl_xact_stats_item *stats,
		   XLogRecPtr lsn)
{
	/* A restart must not end before this record: the files will be gone. */
	if (nrels > 0 || nstats > 0)
		XLogFlush(lsn);
	if (nrels > 0)
		XACT_PARTICIPANTS_DO(redo_drop_relations, (rels, nrels, true));
	if (nstats > 0)
		pgstat_execute_transactional_drops(nstats, stats, true);
}

static void
redo_commit(xl_xact_parsed_commit *parsed, TransactionId xid, XLogRecPtr lsn,
			RepOriginId origin_id)
{
	TransactionId max_xid = TransactionIdLatest(xid, parsed->nsubxacts, parsed->subxacts);
	TimestampTz when = parsed->xinfo & XACT_XINFO_HAS_ORIGIN ? parsed->origin_timestamp : parsed->xact_time;

	Assert(TransactionIdIsValid(xid));
	AdvanceNextFullTransactionIdPastXid(max_xid);
	TransactionTreeSetCommitTsData(xid, parsed->nsubxacts, parsed->subxacts, when, origin_id);
	TransactionIdCommitTree(xid, parsed->nsubxacts, parsed->subxacts);

	if (parsed->nmsgs > 0 || XactCompletionRelcacheInitFileInval(parsed->xinfo))
		XACT_PARTICIPANTS_DO(redo_invalidations,
							 (parsed->msgs, parsed->nmsgs,
							  XactCompletionRelcacheInitFileInval(parsed->xinfo),
							  parsed->dbId, parsed->tsId));
	redo_drops(parsed->nrels, parsed->xnodes, parsed->nstats, parsed->stats, lsn);
	if (XactCompletionForceSyncCommit(parsed->xinfo))
		XLogFlush(lsn);
}

static void
redo_abort(xl_xact_parsed_abort *parsed, TransactionId xid, XLogRecPtr lsn)
{
	Assert(TransactionIdIsValid(xid));
	AdvanceNextFullTransactionIdPastXid(TransactionIdLatest(xid, parsed->nsubxacts,
															parsed->subxacts));
	TransactionIdAbortTree(xid, parsed->nsubxacts, parsed->subxacts);
	redo_drops(parsed->nrels, parsed->xnodes, parsed->nstats, parsed->stats, lsn);
}

/*
 * xact_redo
 *		Replay a record of this manager.
 *
 * A prepared transaction cannot be kept here, so its PREPARE stops recovery
 * rather than lose it.
 */
void
xact_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record);
	uint8 op = info & XLOG_XACT_OPMASK;
	XLogRecPtr lsn = record->EndRecPtr;

	Assert(!XLogRecHasAnyBlockRefs(record));
	if (op == XLOG_XACT_COMMIT || op == XLOG_XACT_COMMIT_PREPARED)
	{
		xl_xact_parsed_commit parsed;

		ParseCommitRecord(info, (xl_xact_commit *) XLogRecGetData(record), &parsed);
		redo_commit(&parsed, op == XLOG_XACT_COMMIT ? XLogRecGetXid(record) : parsed.twophase_xid, lsn, XLogRecGetOrigin(record));
	}
	else if (op == XLOG_XACT_ABORT || op == XLOG_XACT_ABORT_PREPARED)
	{
		xl_xact_parsed_abort parsed;

		ParseAbortRecord(info, (xl_xact_abort *) XLogRecGetData(record), &parsed);
		redo_abort(&parsed, op == XLOG_XACT_ABORT ? XLogRecGetXid(record) : parsed.twophase_xid, lsn);
	}
	else if (op == XLOG_XACT_PREPARE)
		ereport(FATAL,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot replay PREPARE TRANSACTION"),
				 errdetail("The record is at %X/%X.", LSN_FORMAT_ARGS(record->ReadRecPtr))));
	else if (op == XLOG_XACT_ASSIGNMENT || op == XLOG_XACT_INVALIDATIONS)
		return; /* for standbys and logical decoding */
	else
		elog(PANIC, "xact_redo: unknown op code %u", op);
}

const RmgrData xact_rmgr = {.rm_name = "Transaction", .rm_redo = xact_redo};
