/*
 * backend_cpu.c
 *		CPU time of this process: since it started, and since a mark.
 *
 * For contrib/narwal_wal's SQL functions, and for a line in the log when a
 * session ends (log_backend_cpu).  The kernel's count begins at zero when a
 * process is forked.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/backend_cpu.c
 */
#include "postgres.h"

#include <sys/resource.h>

#include "access/walusage.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "utils/timestamp.h"
#include "utils/walcounts.h"

bool log_backend_cpu = false;

static BackendCpu mark;
static TimestampTz mark_time = 0; /* 0: no mark */

static double
seconds(const struct timeval *tv)
{
	return (double) tv->tv_sec + (double) tv->tv_usec / 1e6;
}

BackendCpu
backend_cpu_since_start(void)
{
	struct rusage ru;
	BackendCpu result;

	getrusage(RUSAGE_SELF, &ru);
	result.user_s = seconds(&ru.ru_utime);
	result.system_s = seconds(&ru.ru_stime);
	return result;
}

void
backend_cpu_mark(void)
{
	mark_time = GetCurrentTimestamp();
	mark = backend_cpu_since_start();
}

bool
backend_cpu_since_mark(BackendCpu *used, TimestampTz *marked_at)
{
	if (mark_time == 0)
		return false;
	*used = backend_cpu_since_start();
	used->user_s -= mark.user_s;
	used->system_s -= mark.system_s;
	*marked_at = mark_time;
	return true;
}

/* The session ends: its counts must not be lost, and may be logged. */
static void
session_ends(int code, Datum arg)
{
	BackendCpu used = backend_cpu_since_start();

	wal_counts_flush(true);
	if (log_backend_cpu && MyProcPort != NULL)
		ereport(LOG,
				(errmsg("session CPU: user: %.3f s, system: %.3f s; WAL: %lld records, %lld page images, %llu bytes",
						used.user_s, used.system_s,
						(long long) pgWalUsage.wal_records,
						(long long) pgWalUsage.wal_fpi,
						(unsigned long long) pgWalUsage.wal_bytes)));
}

/* A process that has shared memory begins. */
void
backend_cpu_start(void)
{
	before_shmem_exit(session_ends, (Datum) 0);
}
