/*
 * pgstat.c
 *		Counters of this process.
 *
 * Callers count through the macros of pgstat.h.  Counters of relations are kept
 * per open relation in a local table; only those of the log are flushed to shared
 * memory (pgstat_wal.c), so the other pg_stat_* views do not see them.  Reports that
 * would only touch shared counters therefore do nothing here; the functions exist
 * so that callers need not change when that is added.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/pgstat.c
 */
#include "postgres.h"

#include "fmgr.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/walcounts.h"

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

static HTAB *relation_counters = NULL;

/* ---- relations ---- */

/* Begin counting for a relation that is being opened. */
void
pgstat_init_relation(Relation rel)
{
	char relkind = rel->rd_rel->relkind;

	rel->pgstat_info = NULL;
	rel->pgstat_enabled = pgstat_track_counts &&
		(relkind == 'r' || relkind == 'i' || relkind == 't' ||
		 relkind == 'm' || relkind == 'S');
	if (rel->pgstat_enabled)
		pgstat_assoc_relation(rel);
}

void
pgstat_assoc_relation(Relation rel)
{
	Oid relid = RelationGetRelid(rel);
	PgStat_TableStatus *entry;
	bool found;

	if (relation_counters == NULL)
	{
		HASHCTL ctl = {.keysize = sizeof(Oid),
					   .entrysize = sizeof(PgStat_TableStatus)};

		relation_counters = hash_create("relation counters", 256, &ctl,
										HASH_ELEM | HASH_BLOBS);
	}
	entry = hash_search(relation_counters, &relid, HASH_ENTER, &found);
	if (!found)
	{
		memset(entry, 0, sizeof(*entry));
		entry->t_id = relid;
		entry->t_shared = rel->rd_rel->relisshared;
	}
	entry->relation = rel;
	rel->pgstat_info = entry;
}

/* The relation cache drops its entry. */
void
pgstat_unlink_relation(Relation rel)
{
	if (rel->pgstat_info == NULL)
		return;
	rel->pgstat_info->relation = NULL;
	rel->pgstat_info = NULL;
}

void
pgstat_copy_relation_stats(Relation dstrel, Relation srcrel)
{
}

void
pgstat_report_vacuum(Oid tableoid, bool shared, PgStat_Counter livetuples,
					 PgStat_Counter deadtuples)
{
}

void
pgstat_report_analyze(Relation rel, PgStat_Counter livetuples,
					  PgStat_Counter deadtuples, bool resetcounter)
{
}

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

/* ---- reports to the shared statistics, not made yet ---- */

void
pgstat_initialize(void)
{
	backend_cpu_start();
}

/* Milliseconds after which to try again; 0: nothing is pending. */
long
pgstat_report_stat(bool force)
{
	wal_counts_flush(force);
	return 0;
}

void
pgstat_force_next_flush(void)
{
}

void
pgstat_report_wal(bool force)
{
	wal_counts_flush(force);
}

void
pgstat_report_checkpointer(void)
{
}

void
pgstat_report_bgwriter(void)
{
}

void
pgstat_report_archiver(const char *xlog, bool failed)
{
}

void
pgstat_report_connect(Oid dboid)
{
}

void
pgstat_report_deadlock(void)
{
}

void
pgstat_report_recovery_conflict(int reason)
{
}

void
pgstat_report_checksum_failure(void)
{
}

void
pgstat_report_checksum_failures_in_db(Oid dboid, int failurecount)
{
}

void
pgstat_report_tempfile(size_t filesize)
{
}

/* The startup process, after a clean stop. */
void
pgstat_restore_stats(void)
{
	wal_counts_restore();
}

/* The same after a crash. */
void
pgstat_discard_stats(void)
{
	wal_counts_discard();
}

/* The checkpointer, when all others have ended. */
void
pgstat_before_server_shutdown(int code, Datum arg)
{
	wal_counts_save();
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
	pgstat_clear_snapshot();
}

void
AtEOSubXact_PgStat(bool isCommit, int nestDepth)
{
}

void
AtPrepare_PgStat(void)
{
}

void
PostPrepare_PgStat(void)
{
}

void
pgstat_execute_transactional_drops(int ndrops, struct xl_xact_stats_item *items,
								   bool is_redo)
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
