/*
 * pgstat.c
 *		Counters of this process, and when they become everybody's.
 *
 * Callers count through pgstat.h.  Here are the counters of the database and of
 * single processes, and the flush; those of relations are in pgstat_relation.c,
 * of the log in pgstat_wal.c, and the shared ones in pgstat_shared.c.
 *
 * Not counted yet: calls of functions (track_functions), times of block I/O.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/pgstat.c
 */
#include "postgres.h"

#include "fmgr.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "utils/memutils.h"
#include "storage/ipc.h"
#include "utils/pgstat_internal.h"
#include "utils/timestamp.h"
#include "utils/walcounts.h"

#define FLUSH_INTERVAL_MS 1000

bool pgstat_track_counts = false;
int pgstat_track_functions = TRACK_FUNC_OFF;
int pgstat_fetch_consistency = PGSTAT_FETCH_CONSISTENCY_CACHE;
PgStat_BgWriterStats PendingBgWriterStats;
PgStat_CheckpointerStats PendingCheckpointerStats;
PgStat_WalStats PendingWalStats;
PgStat_SLRUStats pending_SLRUStats[SLRU_NUM_ELEMENTS];
PgStat_Counter pgStatBlockReadTime = 0;
PgStat_Counter pgStatBlockWriteTime = 0;
PgStat_Counter pgStatActiveTime = 0;
PgStat_Counter pgStatTransactionIdleTime = 0;
SessionEndType pgStatSessionEndCause = DISCONNECT_NORMAL;

static const char *const slru_names[SLRU_NUM_ELEMENTS] = {
	"CommitTs", "MultiXactMember", "MultiXactOffset", "Notify", "Serial",
	"Subtrans", "Xact", "other"};

/* counted for the database, until the next flush */
static PgStat_StatDBEntry pending_db;
static TimestampTz session_counted_to; /* session time is counted up to here */
static TimestampTz last_flush;
static bool flush_now;

void
pgstat_report_autovac(Oid dboid)
{
}

/* ---- SLRU caches ---- */

int
pgstat_get_slru_index(const char *name)
{
	for (int i = 0; i < SLRU_NUM_ELEMENTS; i++)
		if (strcmp(slru_names[i], name) == 0)
			return i;
	return SLRU_NUM_ELEMENTS - 1; /* "other" */
}

const char *
pgstat_get_slru_name(int slru_idx)
{
	return slru_idx >= 0 && slru_idx < SLRU_NUM_ELEMENTS ? slru_names[slru_idx] : NULL;
}

/* ---- the flush ---- */

/* How a session ended, when it does. */
static void
count_session_end(int code)
{
	if (ProcDiePending)
		pgStatSessionEndCause = DISCONNECT_KILLED;
	else if (code != 0)
		pgStatSessionEndCause = DISCONNECT_FATAL;
	if (pgStatSessionEndCause == DISCONNECT_KILLED)
		pending_db.killed++;
	else if (pgStatSessionEndCause == DISCONNECT_FATAL)
		pending_db.fatal++;
	else if (pgStatSessionEndCause == DISCONNECT_CLIENT_EOF)
		pending_db.abandoned++;
}

static void
flush_at_exit(int code, Datum arg)
{
	if (MyBackendType == B_BACKEND && session_counted_to != 0)
		count_session_end(code);
	pgstat_report_stat(true);
}

void
pgstat_initialize(void)
{
	backend_cpu_start();
	before_shmem_exit(flush_at_exit, (Datum) 0);
}

/* A client's session: counted once, and its time as it passes. */
static void
count_session(TimestampTz now)
{
	if (MyBackendType != B_BACKEND)
		return;
	if (session_counted_to == 0)
	{
		pending_db.sessions++;
		session_counted_to = MyStartTimestamp;
	}
	pending_db.session_time += now - session_counted_to;
	session_counted_to = now;
	pending_db.active_time += pgStatActiveTime;
	pending_db.idle_in_xact_time += pgStatTransactionIdleTime;
	pgStatActiveTime = pgStatTransactionIdleTime = 0;
}

static void
flush_database(void)
{
	PgStat_StatDBEntry *db = pgstat_db_entry(MyDatabaseId, true);
	PgStat_Counter *to = (PgStat_Counter *) db;
	PgStat_Counter *from = (PgStat_Counter *) &pending_db;

	if (db == NULL)
		return;
	/* the times at which things happened are set where they do */
	StaticAssertStmt(sizeof(PgStat_StatDBEntry) % sizeof(PgStat_Counter) == 0, "counters only");
	for (int i = 0; i < (int) (sizeof(pending_db) / sizeof(PgStat_Counter)); i++)
		to[i] += from[i];
	memset(&pending_db, 0, sizeof(pending_db));
}

static void
flush_slru(void)
{
	static const PgStat_SLRUStats nothing;

	for (int i = 0; i < SLRU_NUM_ELEMENTS; i++)
	{
		PgStat_SLRUStats *to = &pgstat_globals()->slru[i];
		PgStat_SLRUStats *from = &pending_SLRUStats[i];

		if (memcmp(from, &nothing, sizeof(nothing)) == 0)
			continue;
		to->blocks_zeroed += from->blocks_zeroed;
		to->blocks_hit += from->blocks_hit;
		to->blocks_read += from->blocks_read;
		to->blocks_written += from->blocks_written;
		to->blocks_exists += from->blocks_exists;
		to->flush += from->flush;
		to->truncate += from->truncate;
		memset(from, 0, sizeof(*from));
	}
}

/*
 * pgstat_report_stat
 *		Add what was counted to the shared counters, at most once in a second
 *		unless forced.
 *
 * Outside a transaction.  Returns milliseconds after which to try again; 0:
 * nothing is pending.
 */
long
pgstat_report_stat(bool force)
{
	TimestampTz now = GetCurrentTimestamp();

	wal_counts_flush(force);
	if (!IsUnderPostmaster && !OidIsValid(MyDatabaseId))
		return 0;
	force |= flush_now;
	if (!force && now >= last_flush && now - last_flush < FLUSH_INTERVAL_MS * INT64CONST(1000))
		return FLUSH_INTERVAL_MS - (now - last_flush) / 1000;
	flush_now = false;
	last_flush = now;
	if (OidIsValid(MyDatabaseId))
		count_session(now);
	pgstat_lock();
	if (OidIsValid(MyDatabaseId))
		flush_database();
	pgstat_relation_flush();
	flush_slru();
	pgstat_unlock();
	return 0;
}

void
pgstat_force_next_flush(void)
{
	flush_now = true;
}

void
pgstat_report_wal(bool force)
{
	wal_counts_flush(force);
}

/* ---- single processes ---- */

void
pgstat_report_checkpointer(void)
{
	PgStat_CheckpointerStats *from = &PendingCheckpointerStats;
	PgStat_CheckpointerStats *to;

	pgstat_lock();
	to = &pgstat_globals()->checkpointer;
	to->timed_checkpoints += from->timed_checkpoints;
	to->requested_checkpoints += from->requested_checkpoints;
	to->checkpoint_write_time += from->checkpoint_write_time;
	to->checkpoint_sync_time += from->checkpoint_sync_time;
	to->buf_written_checkpoints += from->buf_written_checkpoints;
	to->buf_written_backend += from->buf_written_backend;
	to->buf_fsync_backend += from->buf_fsync_backend;
	flush_slru();
	pgstat_unlock();
	memset(from, 0, sizeof(*from));
}

void
pgstat_report_bgwriter(void)
{
	PgStat_BgWriterStats *from = &PendingBgWriterStats;
	PgStat_BgWriterStats *to;

	if (from->buf_written_clean == 0 && from->maxwritten_clean == 0 && from->buf_alloc == 0)
		return;
	pgstat_lock();
	to = &pgstat_globals()->bgwriter;
	to->buf_written_clean += from->buf_written_clean;
	to->maxwritten_clean += from->maxwritten_clean;
	to->buf_alloc += from->buf_alloc;
	pgstat_unlock();
	memset(from, 0, sizeof(*from));
}

void
pgstat_report_archiver(const char *xlog, bool failed)
{
	PgStat_Globals *g;
	TimestampTz now = GetCurrentTimestamp();

	pgstat_lock();
	g = pgstat_globals();
	if (failed)
	{
		g->archive_failed_count++;
		strlcpy(g->last_failed_wal, xlog, sizeof(g->last_failed_wal));
		g->last_failed_time = now;
	}
	else
	{
		g->archived_count++;
		strlcpy(g->last_archived_wal, xlog, sizeof(g->last_archived_wal));
		g->last_archived_time = now;
	}
	pgstat_unlock();
}

/* ---- the database ---- */

/* Sessions are counted by their first flush. */
void
pgstat_report_connect(Oid dboid)
{
}

void
pgstat_report_deadlock(void)
{
	pending_db.deadlocks++;
}

/* Conflicts with recovery are a standby's; it does not serve sessions yet. */
void
pgstat_report_recovery_conflict(int reason)
{
}

void
pgstat_report_checksum_failure(void)
{
	pgstat_report_checksum_failures_in_db(MyDatabaseId, 1);
}

/*
 * Counted for the next flush: the report comes from where a buffer is read,
 * with locks held.
 */
void
pgstat_report_checksum_failures_in_db(Oid dboid, int failurecount)
{
	if (dboid == MyDatabaseId)
		pending_db.checksum_failures += failurecount;
}

void
pgstat_report_tempfile(size_t filesize)
{
	pending_db.temp_files++;
	pending_db.temp_bytes += filesize;
}

/* ---- start and stop of the server ---- */

/* The startup process, after a clean stop. */
void
pgstat_restore_stats(void)
{
	wal_counts_restore();
	pgstat_shared_restore();
}

/* The same after a crash. */
void
pgstat_discard_stats(void)
{
	wal_counts_discard();
	pgstat_shared_discard();
}

/* The checkpointer, when all others have ended. */
void
pgstat_before_server_shutdown(int code, Datum arg)
{
	wal_counts_save();
	pgstat_shared_save();
}

/* ---- transactions ---- */

/* What was copied from shared memory holds for one transaction. */
void
pgstat_clear_snapshot(void)
{
	pgstat_clear_backend_activity_snapshot();
}

void
AtEOXact_PgStat(bool isCommit, bool parallel)
{
	if (isCommit)
		pending_db.commits++;
	else
		pending_db.rollbacks++;
	pgstat_relation_end_xact(isCommit);
	pgstat_clear_snapshot();
}

void
AtEOSubXact_PgStat(bool isCommit, int nestDepth)
{
	pgstat_relation_end_subxact(isCommit, nestDepth);
}

void
AtPrepare_PgStat(void)
{
}

void
PostPrepare_PgStat(void)
{
}

/* ---- functions ---- */

void
pgstat_init_function_usage(FunctionCallInfo fcinfo,
						   PgStat_FunctionCallUsage *fcu)
{
	fcu->fs = NULL;
}

void
pgstat_end_function_usage(PgStat_FunctionCallUsage *fcu, bool finalize)
{
}
