/*
 * walcounts.h
 *		What went into the log: per compression method, per resource manager.
 *
 * Each process counts in PendingWalCounts, which costs an addition each time, and
 * adds that to shared memory now and then (wal_counts_flush).  The rest of what
 * pg_stat_wal shows is counted in pgWalUsage and PendingWalStats and goes to
 * shared memory along with it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/walcounts.h
 */
#ifndef WALCOUNTS_H
#define WALCOUNTS_H

#include "access/rmgrids.h"
#include "common/wal_image.h"
#include "datatype/timestamp.h"
#include "pgstat.h"
#include "storage/relfilenode.h"

/* Page images taken under one method; index 0: under wal_compression = off. */
typedef struct WalImageCounts
{
	uint64 images; /* all */
	uint64 raw_hard; /* not tried: a sample showed no gain */
	uint64 raw_no_gain; /* tried, but it did not get shorter */
	uint64 bytes_before; /* of all, without holes */
	uint64 bytes_after; /* as stored */
	uint64 timed; /* images whose CPU time was measured ... */
	uint64 timed_ns; /* ... and its sum, in nanoseconds */
} WalImageCounts;

typedef struct WalRmgrCounts
{
	uint64 records;
	uint64 bytes;
} WalRmgrCounts;

typedef struct WalCounts
{
	WalImageCounts image[WAL_IMAGE_MAX_CODECS];
	WalRmgrCounts rmgr[RM_MAX_ID + 1];
} WalCounts;

/* Everything, as read from shared memory. */
typedef struct WalCountsSnapshot
{
	PgStat_WalStats wal;
	WalCounts counts;
} WalCountsSnapshot;

/* Page images of one relation; a zero key: of relations that have no entry. */
typedef struct WalRelationCounts
{
	RelFileNode rnode;
	uint32 padding; /* zero */
	uint64 images;
	uint64 bytes_before; /* without holes */
	uint64 bytes_after; /* as stored */
} WalRelationCounts;

/* Relations that can be told apart. */
#define WAL_MAX_RELATIONS 4096

/* Of every so many images one is timed. */
#define WAL_IMAGE_TIME_EVERY 16

/* utils/activity/pgstat_wal.c */
extern PGDLLIMPORT WalCounts PendingWalCounts;
extern void walcounts_register(void);
extern void wal_counts_flush(bool force);
extern void wal_counts_fetch(WalCountsSnapshot *result);
extern void wal_counts_add(const WalCountsSnapshot *counts);
extern void wal_counts_reset(void);

/* utils/activity/pgstat_walrel.c */
extern void wal_relations_register(void);
extern void wal_relation_count_image(const RelFileNode *rnode, uint32 before, uint32 after);
extern void wal_relations_flush(void);
extern bool wal_relations_fetch(int i, WalRelationCounts *result);
extern void wal_relations_add(const WalRelationCounts *counts);
extern void wal_relations_reset(void);

/* utils/activity/pgstat_walfile.c */
extern void wal_counts_save(void);
extern void wal_counts_restore(void);
extern void wal_counts_discard(void);

/* ---- CPU of this process: utils/activity/backend_cpu.c ---- */

typedef struct BackendCpu
{
	double user_s;
	double system_s;
} BackendCpu;

extern PGDLLIMPORT bool log_backend_cpu;
extern void backend_cpu_start(void);
extern BackendCpu backend_cpu_since_start(void);
/* Begin a measurement; and what was used since, false if there was none. */
extern void backend_cpu_mark(void);
extern bool backend_cpu_since_mark(BackendCpu *used, TimestampTz *marked_at);

#endif /* WALCOUNTS_H */
