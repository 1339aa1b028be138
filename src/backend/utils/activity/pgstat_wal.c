/*
 * pgstat_wal.c
 *		Counters of the log in shared memory.
 *
 * Behind pg_stat_wal and the views of contrib/narwal_wal.  A process adds what
 * it has counted since the last time, at most once in FLUSH_INTERVAL unless it is
 * forced to, and when it ends.  All counters are atomic and only ever added to, so
 * no lock is needed; a reader may see one process's addition half done, which a
 * sum of counters can bear.
 *
 * A reset notes the present sums, which are subtracted from then on.  What is
 * counted per relation is in pgstat_walrel.c and flushed and reset along with these;
 * pgstat_walfile.c keeps all of it over a clean stop.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/pgstat_wal.c
 */
#include "postgres.h"

#include "access/walusage.h"
#include "miscadmin.h"
#include "port/atomics.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "storage/spin.h"
#include "utils/timestamp.h"
#include "utils/walcounts.h"

#define FLUSH_INTERVAL_MS 1000

/* The eight counters of pg_stat_wal, in its order. */
enum
{
	SUM_RECORDS,
	SUM_FPI,
	SUM_BYTES,
	SUM_BUFFERS_FULL,
	SUM_WRITE,
	SUM_SYNC,
	SUM_WRITE_TIME,
	SUM_SYNC_TIME,
	N_SUMS
};

#define N_COUNTS (sizeof(WalCounts) / sizeof(uint64))
StaticAssertDecl(sizeof(WalCounts) % sizeof(uint64) == 0, "WalCounts is all uint64");

typedef struct SharedWalCounts
{
	pg_atomic_uint64 sums[N_SUMS];
	pg_atomic_uint64 counts[N_COUNTS]; /* a WalCounts */

	/* reset_lck guards the base, which a reset sets */
	slock_t reset_lck;
	TimestampTz reset_at;
	uint64 base_sums[N_SUMS];
	uint64 base_counts[N_COUNTS];
} SharedWalCounts;

WalCounts PendingWalCounts;

static SharedWalCounts *shared = NULL;
static WalUsage flushed_usage; /* part of pgWalUsage that was added */

static Size
wal_counts_shmem_size(void)
{
	return sizeof(SharedWalCounts);
}

static void
wal_counts_shmem_init(void)
{
	bool found;

	shared = ShmemInitStruct("WAL counts", sizeof(SharedWalCounts), &found);
	if (found)
		return;
	memset(shared, 0, sizeof(*shared));
	for (int i = 0; i < N_SUMS; i++)
		pg_atomic_init_u64(&shared->sums[i], 0);
	for (int i = 0; i < (int) N_COUNTS; i++)
		pg_atomic_init_u64(&shared->counts[i], 0);
	SpinLockInit(&shared->reset_lck);
	shared->reset_at = GetCurrentTimestamp();
}

void
walcounts_register(void)
{
	shmem_register("WAL counts", wal_counts_shmem_size, wal_counts_shmem_init);
	wal_relations_register();
}

static inline void
add_sum(int which, uint64 value)
{
	if (value != 0)
		pg_atomic_fetch_add_u64(&shared->sums[which], value);
}

/* Add what was counted, and begin at zero. */
static void
flush_all(void)
{
	uint64 *pending = (uint64 *) &PendingWalCounts;

	add_sum(SUM_RECORDS, pgWalUsage.wal_records - flushed_usage.wal_records);
	add_sum(SUM_FPI, pgWalUsage.wal_fpi - flushed_usage.wal_fpi);
	add_sum(SUM_BYTES, pgWalUsage.wal_bytes - flushed_usage.wal_bytes);
	flushed_usage = pgWalUsage;
	add_sum(SUM_BUFFERS_FULL, PendingWalStats.wal_buffers_full);
	add_sum(SUM_WRITE, PendingWalStats.wal_write);
	add_sum(SUM_SYNC, PendingWalStats.wal_sync);
	add_sum(SUM_WRITE_TIME, PendingWalStats.wal_write_time);
	add_sum(SUM_SYNC_TIME, PendingWalStats.wal_sync_time);
	memset(&PendingWalStats, 0, sizeof(PendingWalStats));

	for (int i = 0; i < (int) N_COUNTS; i++)
		if (pending[i] != 0)
		{
			pg_atomic_fetch_add_u64(&shared->counts[i], pending[i]);
			pending[i] = 0;
		}
	wal_relations_flush();
}

/*
 * wal_counts_flush
 *		Add this process's counts to the shared ones.
 *
 * force: also if that has just been done.  Not in a critical section's way: no
 * lock, no memory, no error.
 */
void
wal_counts_flush(bool force)
{
	static TimestampTz last = 0;
	TimestampTz now;

	/* Most often nothing has happened. */
	if (shared == NULL ||
		(!force && pgWalUsage.wal_records == flushed_usage.wal_records &&
		 PendingWalStats.wal_write == 0 && PendingWalStats.wal_sync == 0))
		return;
	now = GetCurrentTimestamp();
	if (!force && now >= last && now - last < FLUSH_INTERVAL_MS * INT64CONST(1000))
		return;
	last = now;
	flush_all();
}

/*
 * wal_counts_fetch
 *		The sums over all processes; of this process up to now, of others as of
 *		their last flush.
 */
void
wal_counts_fetch(WalCountsSnapshot *result)
{
	PgStat_Counter sums[N_SUMS];
	uint64 *counts = (uint64 *) &result->counts;

	wal_counts_flush(true);
	SpinLockAcquire(&shared->reset_lck);
	for (int i = 0; i < N_SUMS; i++)
		sums[i] = pg_atomic_read_u64(&shared->sums[i]) - shared->base_sums[i];
	for (int i = 0; i < (int) N_COUNTS; i++)
		counts[i] = pg_atomic_read_u64(&shared->counts[i]) - shared->base_counts[i];
	result->wal.stat_reset_timestamp = shared->reset_at;
	SpinLockRelease(&shared->reset_lck);

	result->wal.wal_records = sums[SUM_RECORDS];
	result->wal.wal_fpi = sums[SUM_FPI];
	result->wal.wal_bytes = sums[SUM_BYTES];
	result->wal.wal_buffers_full = sums[SUM_BUFFERS_FULL];
	result->wal.wal_write = sums[SUM_WRITE];
	result->wal.wal_sync = sums[SUM_SYNC];
	result->wal.wal_write_time = sums[SUM_WRITE_TIME];
	result->wal.wal_sync_time = sums[SUM_SYNC_TIME];
}

/* Add counts of before the server's start, and take over when they began. */
void
wal_counts_add(const WalCountsSnapshot *counts)
{
	const uint64 *count = (const uint64 *) &counts->counts;

	add_sum(SUM_RECORDS, counts->wal.wal_records);
	add_sum(SUM_FPI, counts->wal.wal_fpi);
	add_sum(SUM_BYTES, counts->wal.wal_bytes);
	add_sum(SUM_BUFFERS_FULL, counts->wal.wal_buffers_full);
	add_sum(SUM_WRITE, counts->wal.wal_write);
	add_sum(SUM_SYNC, counts->wal.wal_sync);
	add_sum(SUM_WRITE_TIME, counts->wal.wal_write_time);
	add_sum(SUM_SYNC_TIME, counts->wal.wal_sync_time);
	for (int i = 0; i < (int) N_COUNTS; i++)
		pg_atomic_fetch_add_u64(&shared->counts[i], count[i]);
	SpinLockAcquire(&shared->reset_lck);
	shared->reset_at = counts->wal.stat_reset_timestamp;
	SpinLockRelease(&shared->reset_lck);
}

/* All counters read zero from now on, until more is added. */
void
wal_counts_reset(void)
{
	TimestampTz now = GetCurrentTimestamp();

	wal_counts_flush(true);
	SpinLockAcquire(&shared->reset_lck);
	for (int i = 0; i < N_SUMS; i++)
		shared->base_sums[i] = pg_atomic_read_u64(&shared->sums[i]);
	for (int i = 0; i < (int) N_COUNTS; i++)
		shared->base_counts[i] = pg_atomic_read_u64(&shared->counts[i]);
	shared->reset_at = now;
	SpinLockRelease(&shared->reset_lck);
	wal_relations_reset();
}
