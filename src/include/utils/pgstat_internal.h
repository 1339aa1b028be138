/*
 * utils/pgstat_internal.h
 *		Cumulative statistics in shared memory.
 *
 * pgstat_relation.c counts for this process and adds to what pgstat_shared.c
 * keeps for all; utils/adt/pgstatfuncs_counts.c shows it in SQL.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/pgstat_internal.h
 */
#ifndef PGSTAT_INTERNAL_H
#define PGSTAT_INTERNAL_H

#include "pgstat.h"

/* How often something was done, and when last (0: never). */
typedef struct PgStat_Runs
{
	PgStat_Counter count;
	TimestampTz last;
} PgStat_Runs;

/* A relation, over all processes. */
typedef struct PgStat_StatTabEntry
{
	/* rows now, by what was counted, and changes since ... */
	PgStat_Counter live;
	PgStat_Counter dead;
	PgStat_Counter changed_since_analyze;
	PgStat_Counter inserted_since_vacuum;
	/* written */
	PgStat_Counter inserted;
	PgStat_Counter updated;
	PgStat_Counter hot_updated;
	PgStat_Counter deleted;
	/* read */
	PgStat_Counter scans;
	PgStat_Counter returned;
	PgStat_Counter fetched;
	PgStat_Counter blocks;
	PgStat_Counter blocks_hit;
	/* maintenance */
	PgStat_Runs vacuum;
	PgStat_Runs autovacuum;
	PgStat_Runs analyze;
	PgStat_Runs autoanalyze;
} PgStat_StatTabEntry;

/* A database; times in microseconds. */
typedef struct PgStat_StatDBEntry
{
	/* sessions, and how they ended if not as they should */
	PgStat_Counter sessions;
	PgStat_Counter abandoned;
	PgStat_Counter fatal;
	PgStat_Counter killed;
	PgStat_Counter session_time;
	PgStat_Counter active_time;
	PgStat_Counter idle_in_xact_time;
	/* transactions */
	PgStat_Counter commits;
	PgStat_Counter rollbacks;
	PgStat_Counter deadlocks;
	PgStat_Counter conflicts[5]; /* tablespace, lock, snapshot, pin, deadlock */
	/* rows and blocks of all relations */
	PgStat_Counter returned;
	PgStat_Counter fetched;
	PgStat_Counter inserted;
	PgStat_Counter updated;
	PgStat_Counter deleted;
	PgStat_Counter blocks;
	PgStat_Counter blocks_hit;
	PgStat_Counter read_time;
	PgStat_Counter write_time;
	/* files */
	PgStat_Counter temp_files;
	PgStat_Counter temp_bytes;
	PgStat_Counter checksum_failures;
	TimestampTz last_checksum_failure;
	TimestampTz reset_at;
} PgStat_StatDBEntry;

/* What there is one of. */
typedef struct PgStat_Globals
{
	PgStat_BgWriterStats bgwriter;
	PgStat_CheckpointerStats checkpointer;
	PgStat_SLRUStats slru[SLRU_NUM_ELEMENTS];
	PgStat_Counter archived_count;
	PgStat_Counter archive_failed_count;
	char last_archived_wal[48]; /* "": none yet */
	char last_failed_wal[48];
	TimestampTz last_archived_time;
	TimestampTz last_failed_time;
	TimestampTz archiver_reset;
	TimestampTz prefetch_reset;
} PgStat_Globals;

/* ---- pgstat_shared.c ---- */
extern void pgstat_shared_register(void);
extern void pgstat_shared_save(void);
extern void pgstat_shared_restore(void);
extern void pgstat_shared_discard(void);
extern void pgstat_lock(void);
extern void pgstat_unlock(void);
extern PgStat_StatTabEntry *pgstat_tab_entry(Oid dboid, Oid relid, bool create);
extern PgStat_StatDBEntry *pgstat_db_entry(Oid dboid, bool create);
extern PgStat_Globals *pgstat_globals(void);
extern void pgstat_forget_relation(Oid dboid, Oid relid);
extern void pgstat_forget_database(Oid dboid);
extern bool pgstat_fetch_relation(Oid relid, PgStat_StatTabEntry *result);
extern bool pgstat_fetch_database(Oid dboid, PgStat_StatDBEntry *result);
extern void pgstat_fetch_globals(PgStat_Globals *result);
extern void pgstat_reset_database(void);
extern void pgstat_reset_relation(Oid relid);

/* ---- pgstat_relation.c ---- */
extern void pgstat_relation_flush(void);
extern void pgstat_relation_forget(Oid relid);
extern void pgstat_relation_end_xact(bool is_commit);
extern void pgstat_relation_end_subxact(bool is_commit, int nest_level);
extern bool pgstat_fetch_pending(Oid relid, PgStat_TableCounts *result);

#endif /* PGSTAT_INTERNAL_H */
