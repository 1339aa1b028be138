/*
 * pgstat.h
 *		Cumulative statistics: counters of tables, databases, WAL, ...
 *
 * Counting touches memory of this process only.  What was counted is added to
 * the shared counters (utils/pgstat_internal.h) when a session is idle, at most
 * once a second, and when it ends.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/pgstat.h
 */
#ifndef PGSTAT_H
#define PGSTAT_H

#include "datatype/timestamp.h"
#include "portability/instr_time.h"
#include "utils/backend_progress.h"
#include "utils/backend_status.h"
#include "utils/relcache.h"
#include "utils/wait_event.h"

struct xl_xact_stats_item;
struct FunctionCallInfoBaseData;

typedef int64 PgStat_Counter;

/* Kinds of statistics, as commit records name them. */
typedef enum PgStat_Kind
{
	PGSTAT_KIND_INVALID = 0,
	PGSTAT_KIND_DATABASE,
	PGSTAT_KIND_RELATION,
	PGSTAT_KIND_FUNCTION,
	PGSTAT_KIND_REPLSLOT,
	PGSTAT_KIND_SUBSCRIPTION
} PgStat_Kind;

typedef enum TrackFunctionsLevel
{
	TRACK_FUNC_OFF,
	TRACK_FUNC_PL,
	TRACK_FUNC_ALL
} TrackFunctionsLevel;

typedef enum
{
	PGSTAT_FETCH_CONSISTENCY_NONE,
	PGSTAT_FETCH_CONSISTENCY_CACHE,
	PGSTAT_FETCH_CONSISTENCY_SNAPSHOT
} PgStat_FetchConsistency;

typedef enum SessionEndType
{
	DISCONNECT_NOT_YET,
	DISCONNECT_NORMAL,
	DISCONNECT_CLIENT_EOF,
	DISCONNECT_FATAL,
	DISCONNECT_KILLED
} SessionEndType;

typedef struct PgStat_TableCounts
{
	PgStat_Counter t_numscans;
	PgStat_Counter t_tuples_returned;
	PgStat_Counter t_tuples_fetched;
	PgStat_Counter t_tuples_inserted;
	PgStat_Counter t_tuples_updated;
	PgStat_Counter t_tuples_deleted;
	PgStat_Counter t_tuples_hot_updated;
	bool t_truncdropped;
	PgStat_Counter t_delta_live_tuples;
	PgStat_Counter t_delta_dead_tuples;
	PgStat_Counter t_changed_tuples;
	PgStat_Counter t_blocks_fetched;
	PgStat_Counter t_blocks_hit;
} PgStat_TableCounts;

/* One relation, in this process. */
typedef struct PgStat_TableStatus
{
	Oid t_id;
	bool t_shared;
	struct PgStat_TableXactStatus *trans;
	PgStat_TableCounts t_counts;
	Relation relation;
} PgStat_TableStatus;

typedef struct PgStat_FunctionCounts
{
	PgStat_Counter f_numcalls;
	instr_time f_total_time;
	instr_time f_self_time;
} PgStat_FunctionCounts;

typedef struct PgStat_FunctionCallUsage
{
	PgStat_FunctionCounts *fs; /* NULL: not tracked */
	instr_time save_f_total_time;
	instr_time save_total;
	instr_time f_start;
} PgStat_FunctionCallUsage;

typedef struct PgStat_BgWriterStats
{
	PgStat_Counter buf_written_clean;
	PgStat_Counter maxwritten_clean;
	PgStat_Counter buf_alloc;
	TimestampTz stat_reset_timestamp;
} PgStat_BgWriterStats;

typedef struct PgStat_CheckpointerStats
{
	PgStat_Counter timed_checkpoints;
	PgStat_Counter requested_checkpoints;
	PgStat_Counter checkpoint_write_time; /* milliseconds */
	PgStat_Counter checkpoint_sync_time;
	PgStat_Counter buf_written_checkpoints;
	PgStat_Counter buf_written_backend;
	PgStat_Counter buf_fsync_backend;
} PgStat_CheckpointerStats;

typedef struct PgStat_WalStats
{
	PgStat_Counter wal_records;
	PgStat_Counter wal_fpi;
	uint64 wal_bytes;
	PgStat_Counter wal_buffers_full;
	PgStat_Counter wal_write;
	PgStat_Counter wal_sync;
	PgStat_Counter wal_write_time; /* microseconds */
	PgStat_Counter wal_sync_time;
	TimestampTz stat_reset_timestamp;
} PgStat_WalStats;

typedef struct PgStat_SLRUStats
{
	PgStat_Counter blocks_zeroed;
	PgStat_Counter blocks_hit;
	PgStat_Counter blocks_read;
	PgStat_Counter blocks_written;
	PgStat_Counter blocks_exists;
	PgStat_Counter flush;
	PgStat_Counter truncate;
	TimestampTz stat_reset_timestamp;
} PgStat_SLRUStats;
#define SLRU_NUM_ELEMENTS 8

extern PGDLLIMPORT bool pgstat_track_counts;
extern PGDLLIMPORT int pgstat_track_functions;
extern PGDLLIMPORT int pgstat_fetch_consistency;
extern PGDLLIMPORT PgStat_BgWriterStats PendingBgWriterStats;
extern PGDLLIMPORT PgStat_CheckpointerStats PendingCheckpointerStats;
extern PGDLLIMPORT PgStat_WalStats PendingWalStats;
extern PGDLLIMPORT PgStat_SLRUStats pending_SLRUStats[SLRU_NUM_ELEMENTS];
extern PGDLLIMPORT PgStat_Counter pgStatBlockReadTime;
extern PGDLLIMPORT PgStat_Counter pgStatBlockWriteTime;
extern PGDLLIMPORT PgStat_Counter pgStatActiveTime;
extern PGDLLIMPORT PgStat_Counter pgStatTransactionIdleTime;
extern PGDLLIMPORT SessionEndType pgStatSessionEndCause;

/* ---- relations: no-ops for a relation that is not tracked ---- */
#define pgstat_should_count_relation(rel) ((rel)->pgstat_info != NULL)
#define PGSTAT_COUNT(rel, field, n)                    \
	do                                                 \
	{                                                  \
		if (pgstat_should_count_relation(rel))         \
			(rel)->pgstat_info->t_counts.field += (n); \
	} while (0)
#define pgstat_count_heap_scan(rel) PGSTAT_COUNT(rel, t_numscans, 1)
#define pgstat_count_heap_getnext(rel) PGSTAT_COUNT(rel, t_tuples_returned, 1)
#define pgstat_count_heap_fetch(rel) PGSTAT_COUNT(rel, t_tuples_fetched, 1)
#define pgstat_count_index_scan(rel) PGSTAT_COUNT(rel, t_numscans, 1)
#define pgstat_count_index_tuples(rel, n) PGSTAT_COUNT(rel, t_tuples_returned, n)
#define pgstat_count_buffer_read(rel) PGSTAT_COUNT(rel, t_blocks_fetched, 1)
#define pgstat_count_buffer_hit(rel) PGSTAT_COUNT(rel, t_blocks_hit, 1)
extern void pgstat_count_heap_insert(Relation rel, PgStat_Counter n);
extern void pgstat_count_heap_update(Relation rel, bool hot);
extern void pgstat_count_heap_delete(Relation rel);
extern void pgstat_count_truncate(Relation rel);
extern void pgstat_update_heap_dead_tuples(Relation rel, int delta);

extern void pgstat_init_relation(Relation rel);
extern void pgstat_assoc_relation(Relation rel);
extern void pgstat_unlink_relation(Relation rel);
extern void pgstat_copy_relation_stats(Relation dstrel, Relation srcrel);
extern void pgstat_report_vacuum(Oid tableoid, bool shared,
								 PgStat_Counter livetuples,
								 PgStat_Counter deadtuples);
extern void pgstat_report_analyze(Relation rel, PgStat_Counter livetuples,
								  PgStat_Counter deadtuples,
								  bool resetcounter);
extern void pgstat_report_autovac(Oid dboid);

/* ---- everything else ---- */
#define pgstat_count_buffer_read_time(n) (pgStatBlockReadTime += (n))
#define pgstat_count_buffer_write_time(n) (pgStatBlockWriteTime += (n))
#define pgstat_count_conn_active_time(n) (pgStatActiveTime += (n))
#define pgstat_count_conn_txn_idle_time(n) (pgStatTransactionIdleTime += (n))
#define pgstat_count_slru_page_zeroed(i) (pending_SLRUStats[i].blocks_zeroed++)
#define pgstat_count_slru_page_hit(i) (pending_SLRUStats[i].blocks_hit++)
#define pgstat_count_slru_page_exists(i) (pending_SLRUStats[i].blocks_exists++)
#define pgstat_count_slru_page_read(i) (pending_SLRUStats[i].blocks_read++)
#define pgstat_count_slru_page_written(i) (pending_SLRUStats[i].blocks_written++)
#define pgstat_count_slru_flush(i) (pending_SLRUStats[i].flush++)
#define pgstat_count_slru_truncate(i) (pending_SLRUStats[i].truncate++)
extern int pgstat_get_slru_index(const char *name);
extern const char *pgstat_get_slru_name(int slru_idx);

extern void pgstat_initialize(void);
extern long pgstat_report_stat(bool force);
extern void pgstat_force_next_flush(void);
extern void pgstat_report_wal(bool force);
extern void pgstat_report_checkpointer(void);
extern void pgstat_report_bgwriter(void);
extern void pgstat_report_archiver(const char *xlog, bool failed);
extern void pgstat_report_connect(Oid dboid);
extern void pgstat_report_deadlock(void);
extern void pgstat_report_recovery_conflict(int reason);
extern void pgstat_report_checksum_failure(void);
extern void pgstat_report_checksum_failures_in_db(Oid dboid, int failurecount);
extern void pgstat_clear_snapshot(void);
extern void pgstat_restore_stats(void);
extern void pgstat_discard_stats(void);
extern void pgstat_before_server_shutdown(int code, Datum arg);
extern void AtEOXact_PgStat(bool isCommit, bool parallel);
extern void AtEOSubXact_PgStat(bool isCommit, int nestDepth);
extern void AtPrepare_PgStat(void);
extern void PostPrepare_PgStat(void);
extern void pgstat_execute_transactional_drops(int ndrops,
											   struct xl_xact_stats_item *items,
											   bool is_redo);
extern void pgstat_init_function_usage(struct FunctionCallInfoBaseData *fcinfo,
									   PgStat_FunctionCallUsage *fcu);
extern void pgstat_end_function_usage(PgStat_FunctionCallUsage *fcu,
									  bool finalize);

/* ---- access/transam/xactstats.c ---- */

extern void pgstat_create_relation(Relation rel);
extern void pgstat_drop_relation(Relation rel);
extern void pgstat_create_function(Oid proid);
extern void pgstat_drop_function(Oid proid);
extern void pgstat_drop_database(Oid databaseid);
extern int pgstat_get_transactional_drops(bool isCommit,
										  struct xl_xact_stats_item **items);
extern void AtEOSubXact_PgStat_Objects(bool isCommit, int nestDepth);
extern void AtEOXact_PgStat_Objects(bool isCommit);

#endif /* PGSTAT_H */
