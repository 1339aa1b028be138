/*
 * pgstatfuncs_counts.c
 *		Cumulative statistics in SQL.
 *
 * One function per counter of a relation, of a database and of the processes
 * that there is one of, as the views of pg_catalog call them.  A function reads
 * the shared counters when it is called; those of the current transaction
 * (..._xact_...) are this process's own.
 *
 * Calls of functions are not counted: there is nothing to show, so the
 * functions about them return NULL, and the views have no rows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/pgstatfuncs_counts.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xlog.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/pgstat_internal.h"
#include "utils/timestamp.h"

/* ---- counters and times of what an OID names ---- */

/* 0, or NULL for a time, where nothing was counted yet */
#define ENTRY_COUNT(name, Entry, fetch, field)                      \
	Datum name(PG_FUNCTION_ARGS)                                    \
	{                                                               \
		Entry e;                                                    \
		PG_RETURN_INT64(fetch(PG_GETARG_OID(0), &e) ? e.field : 0); \
	}
#define ENTRY_TIME(name, Entry, fetch, field)             \
	Datum name(PG_FUNCTION_ARGS)                          \
	{                                                     \
		Entry e;                                          \
		if (!fetch(PG_GETARG_OID(0), &e) || e.field == 0) \
			PG_RETURN_NULL();                             \
		PG_RETURN_TIMESTAMPTZ(e.field);                   \
	}

/* ---- relations ---- */

#define RELATION_COUNT(name, field) ENTRY_COUNT(name, PgStat_StatTabEntry, pgstat_fetch_relation, field)
#define RELATION_TIME(name, field) ENTRY_TIME(name, PgStat_StatTabEntry, pgstat_fetch_relation, field)
/* since the last flush: the current transaction, but for what it began with */
#define PENDING_COUNT(name, field) ENTRY_COUNT(name, PgStat_TableCounts, pgstat_fetch_pending, field)

/* clang-format off */
RELATION_COUNT(pg_stat_get_numscans, scans)
RELATION_COUNT(pg_stat_get_tuples_returned, returned)
RELATION_COUNT(pg_stat_get_tuples_fetched, fetched)
RELATION_COUNT(pg_stat_get_tuples_inserted, inserted)
RELATION_COUNT(pg_stat_get_tuples_updated, updated)
RELATION_COUNT(pg_stat_get_tuples_deleted, deleted)
RELATION_COUNT(pg_stat_get_tuples_hot_updated, hot_updated)
RELATION_COUNT(pg_stat_get_live_tuples, live)
RELATION_COUNT(pg_stat_get_dead_tuples, dead)
RELATION_COUNT(pg_stat_get_mod_since_analyze, changed_since_analyze)
RELATION_COUNT(pg_stat_get_ins_since_vacuum, inserted_since_vacuum)
RELATION_COUNT(pg_stat_get_blocks_fetched, blocks)
RELATION_COUNT(pg_stat_get_blocks_hit, blocks_hit)
RELATION_COUNT(pg_stat_get_vacuum_count, vacuum.count)
RELATION_COUNT(pg_stat_get_autovacuum_count, autovacuum.count)
RELATION_COUNT(pg_stat_get_analyze_count, analyze.count)
RELATION_COUNT(pg_stat_get_autoanalyze_count, autoanalyze.count)
RELATION_TIME(pg_stat_get_last_vacuum_time, vacuum.last)
RELATION_TIME(pg_stat_get_last_autovacuum_time, autovacuum.last)
RELATION_TIME(pg_stat_get_last_analyze_time, analyze.last)
RELATION_TIME(pg_stat_get_last_autoanalyze_time, autoanalyze.last)

PENDING_COUNT(pg_stat_get_xact_numscans, t_numscans)
PENDING_COUNT(pg_stat_get_xact_tuples_returned, t_tuples_returned)
PENDING_COUNT(pg_stat_get_xact_tuples_fetched, t_tuples_fetched)
PENDING_COUNT(pg_stat_get_xact_tuples_inserted, t_tuples_inserted)
PENDING_COUNT(pg_stat_get_xact_tuples_updated, t_tuples_updated)
PENDING_COUNT(pg_stat_get_xact_tuples_deleted, t_tuples_deleted)
PENDING_COUNT(pg_stat_get_xact_tuples_hot_updated, t_tuples_hot_updated)
PENDING_COUNT(pg_stat_get_xact_blocks_fetched, t_blocks_fetched)
PENDING_COUNT(pg_stat_get_xact_blocks_hit, t_blocks_hit)
/* clang-format on */

/* ---- databases ---- */

#define DATABASE_COUNT(name, field) ENTRY_COUNT(name, PgStat_StatDBEntry, pgstat_fetch_database, field)
#define DATABASE_TIME(name, field) ENTRY_TIME(name, PgStat_StatDBEntry, pgstat_fetch_database, field)
/* microseconds, shown as milliseconds */
#define DATABASE_MS(name, field)                                     \
	Datum name(PG_FUNCTION_ARGS)                                     \
	{                                                                \
		PgStat_StatDBEntry e;                                        \
		PG_RETURN_FLOAT8(pgstat_fetch_database(PG_GETARG_OID(0), &e) \
							 ? e.field / 1000.0                      \
							 : 0.0);                                 \
	}

/* clang-format off */
DATABASE_COUNT(pg_stat_get_db_xact_commit, commits)
DATABASE_COUNT(pg_stat_get_db_xact_rollback, rollbacks)
DATABASE_COUNT(pg_stat_get_db_blocks_fetched, blocks)
DATABASE_COUNT(pg_stat_get_db_blocks_hit, blocks_hit)
DATABASE_COUNT(pg_stat_get_db_tuples_returned, returned)
DATABASE_COUNT(pg_stat_get_db_tuples_fetched, fetched)
DATABASE_COUNT(pg_stat_get_db_tuples_inserted, inserted)
DATABASE_COUNT(pg_stat_get_db_tuples_updated, updated)
DATABASE_COUNT(pg_stat_get_db_tuples_deleted, deleted)
DATABASE_COUNT(pg_stat_get_db_conflict_tablespace, conflicts[0])
DATABASE_COUNT(pg_stat_get_db_conflict_lock, conflicts[1])
DATABASE_COUNT(pg_stat_get_db_conflict_snapshot, conflicts[2])
DATABASE_COUNT(pg_stat_get_db_conflict_bufferpin, conflicts[3])
DATABASE_COUNT(pg_stat_get_db_conflict_startup_deadlock, conflicts[4])
DATABASE_COUNT(pg_stat_get_db_conflict_all, conflicts[0] + e.conflicts[1] + e.conflicts[2] +
			   e.conflicts[3] + e.conflicts[4])
DATABASE_COUNT(pg_stat_get_db_temp_files, temp_files)
DATABASE_COUNT(pg_stat_get_db_temp_bytes, temp_bytes)
DATABASE_COUNT(pg_stat_get_db_deadlocks, deadlocks)
DATABASE_COUNT(pg_stat_get_db_sessions, sessions)
DATABASE_COUNT(pg_stat_get_db_sessions_abandoned, abandoned)
DATABASE_COUNT(pg_stat_get_db_sessions_fatal, fatal)
DATABASE_COUNT(pg_stat_get_db_sessions_killed, killed)
DATABASE_MS(pg_stat_get_db_blk_read_time, read_time)
DATABASE_MS(pg_stat_get_db_blk_write_time, write_time)
DATABASE_MS(pg_stat_get_db_session_time, session_time)
DATABASE_MS(pg_stat_get_db_active_time, active_time)
DATABASE_MS(pg_stat_get_db_idle_in_transaction_time, idle_in_xact_time)
DATABASE_TIME(pg_stat_get_db_stat_reset_time, reset_at)
/* clang-format on */

/* NULL where pages have no checksums */
Datum
pg_stat_get_db_checksum_failures(PG_FUNCTION_ARGS)
{
	PgStat_StatDBEntry e;

	if (!DataChecksumsEnabled())
		PG_RETURN_NULL();
	PG_RETURN_INT64(pgstat_fetch_database(PG_GETARG_OID(0), &e) ? e.checksum_failures : 0);
}

Datum
pg_stat_get_db_checksum_last_failure(PG_FUNCTION_ARGS)
{
	PgStat_StatDBEntry e;

	if (!DataChecksumsEnabled() || !pgstat_fetch_database(PG_GETARG_OID(0), &e) ||
		e.last_checksum_failure == 0)
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(e.last_checksum_failure);
}

/* ---- single processes ---- */

#define GLOBAL_COUNT(name, field) \
	Datum name(PG_FUNCTION_ARGS)  \
	{                             \
		PgStat_Globals g;         \
		pgstat_fetch_globals(&g); \
		PG_RETURN_INT64(g.field); \
	}
#define GLOBAL_MS(name, field)              \
	Datum name(PG_FUNCTION_ARGS)            \
	{                                       \
		PgStat_Globals g;                   \
		pgstat_fetch_globals(&g);           \
		PG_RETURN_FLOAT8((double) g.field); \
	}

/* clang-format off */
GLOBAL_COUNT(pg_stat_get_bgwriter_timed_checkpoints, checkpointer.timed_checkpoints)
GLOBAL_COUNT(pg_stat_get_bgwriter_requested_checkpoints, checkpointer.requested_checkpoints)
GLOBAL_COUNT(pg_stat_get_bgwriter_buf_written_checkpoints, checkpointer.buf_written_checkpoints)
GLOBAL_COUNT(pg_stat_get_bgwriter_buf_written_clean, bgwriter.buf_written_clean)
GLOBAL_COUNT(pg_stat_get_bgwriter_maxwritten_clean, bgwriter.maxwritten_clean)
GLOBAL_COUNT(pg_stat_get_buf_written_backend, checkpointer.buf_written_backend)
GLOBAL_COUNT(pg_stat_get_buf_fsync_backend, checkpointer.buf_fsync_backend)
GLOBAL_COUNT(pg_stat_get_buf_alloc, bgwriter.buf_alloc)
GLOBAL_MS(pg_stat_get_checkpoint_write_time, checkpointer.checkpoint_write_time)
GLOBAL_MS(pg_stat_get_checkpoint_sync_time, checkpointer.checkpoint_sync_time)
/* clang-format on */

Datum
pg_stat_get_bgwriter_stat_reset_time(PG_FUNCTION_ARGS)
{
	PgStat_Globals g;

	pgstat_fetch_globals(&g);
	PG_RETURN_TIMESTAMPTZ(g.bgwriter.stat_reset_timestamp);
}

/* text, or NULL if there is none yet */
static void
put_wal_name(Datum *value, bool *isnull, const char *name)
{
	*isnull = name[0] == '\0';
	if (!*isnull)
		*value = CStringGetTextDatum(name);
}

static void
put_time(Datum *value, bool *isnull, TimestampTz t)
{
	*isnull = t == 0;
	*value = TimestampTzGetDatum(t);
}

/* (): one row */
Datum
pg_stat_get_archiver(PG_FUNCTION_ARGS)
{
	TupleDesc desc;
	Datum values[7] = {0};
	bool nulls[7] = {false};
	PgStat_Globals g;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	pgstat_fetch_globals(&g);
	values[0] = Int64GetDatum(g.archived_count);
	put_wal_name(&values[1], &nulls[1], g.last_archived_wal);
	put_time(&values[2], &nulls[2], g.last_archived_time);
	values[3] = Int64GetDatum(g.archive_failed_count);
	put_wal_name(&values[4], &nulls[4], g.last_failed_wal);
	put_time(&values[5], &nulls[5], g.last_failed_time);
	put_time(&values[6], &nulls[6], g.archiver_reset);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

/* (): a row per cache */
Datum
pg_stat_get_slru(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	PgStat_Globals g;

	InitMaterializedSRF(fcinfo, 0);
	pgstat_fetch_globals(&g);
	for (int i = 0; i < SLRU_NUM_ELEMENTS; i++)
	{
		const PgStat_SLRUStats *s = &g.slru[i];
		bool nulls[9] = {false};
		Datum values[9] = {
			CStringGetTextDatum(pgstat_get_slru_name(i)),
			Int64GetDatum(s->blocks_zeroed),
			Int64GetDatum(s->blocks_hit),
			Int64GetDatum(s->blocks_read),
			Int64GetDatum(s->blocks_written),
			Int64GetDatum(s->blocks_exists),
			Int64GetDatum(s->flush),
			Int64GetDatum(s->truncate),
			TimestampTzGetDatum(s->stat_reset_timestamp),
		};

		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* (): one row; nothing is read ahead of replay, so all counts are zero */
Datum
pg_stat_get_recovery_prefetch(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	PgStat_Globals g;
	Datum values[10] = {0};
	bool nulls[10] = {false};

	InitMaterializedSRF(fcinfo, 0);
	pgstat_fetch_globals(&g);
	values[0] = TimestampTzGetDatum(g.prefetch_reset);
	for (int i = 1; i < 7; i++)
		values[i] = Int64GetDatum(0);
	tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	return (Datum) 0;
}

/* ---- functions ---- */

#define NOT_COUNTED(name)        \
	Datum name(PG_FUNCTION_ARGS) \
	{                            \
		PG_RETURN_NULL();        \
	}

NOT_COUNTED(pg_stat_get_function_calls)
NOT_COUNTED(pg_stat_get_function_total_time)
NOT_COUNTED(pg_stat_get_function_self_time)
NOT_COUNTED(pg_stat_get_xact_function_calls)
NOT_COUNTED(pg_stat_get_xact_function_total_time)
NOT_COUNTED(pg_stat_get_xact_function_self_time)

/* ---- resets; who may call them is a matter of GRANT ---- */

Datum
pg_stat_reset(PG_FUNCTION_ARGS)
{
	pgstat_reset_database();
	PG_RETURN_VOID();
}

Datum
pg_stat_reset_single_table_counters(PG_FUNCTION_ARGS)
{
	pgstat_reset_relation(PG_GETARG_OID(0));
	PG_RETURN_VOID();
}

/* (name): one cache, or with NULL all */
Datum
pg_stat_reset_slru(PG_FUNCTION_ARGS)
{
	int only = PG_ARGISNULL(0) ? -1 : pgstat_get_slru_index(text_to_cstring(PG_GETARG_TEXT_PP(0)));
	TimestampTz now = GetCurrentTimestamp();

	pgstat_lock();
	for (int i = 0; i < SLRU_NUM_ELEMENTS; i++)
		if (only < 0 || only == i)
			pgstat_globals()->slru[i] = (PgStat_SLRUStats){.stat_reset_timestamp = now};
	pgstat_unlock();
	PG_RETURN_VOID();
}
