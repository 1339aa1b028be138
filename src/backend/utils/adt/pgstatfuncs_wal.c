/*
 * pgstatfuncs_wal.c
 *		pg_stat_wal, and the reset of shared counters.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/pgstatfuncs_wal.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/numeric.h"
#include "utils/pgstat_internal.h"
#include "utils/timestamp.h"
#include "utils/walcounts.h"

/* Microseconds as the milliseconds that the view shows. */
static Datum
as_ms(PgStat_Counter us)
{
	return Float8GetDatum((double) us / 1000.0);
}

/* One row: the columns of pg_stat_wal. */
Datum
pg_stat_get_wal(PG_FUNCTION_ARGS)
{
	WalCountsSnapshot *snapshot = palloc(sizeof(WalCountsSnapshot));
	const PgStat_WalStats *wal = &snapshot->wal;
	TupleDesc desc;
	Datum values[9];
	bool nulls[9] = {false};
	char bytes[32];

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	wal_counts_fetch(snapshot);
	snprintf(bytes, sizeof(bytes), UINT64_FORMAT, wal->wal_bytes);

	values[0] = Int64GetDatum(wal->wal_records);
	values[1] = Int64GetDatum(wal->wal_fpi);
	values[2] = DirectFunctionCall3(numeric_in, CStringGetDatum(bytes),
									ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
	values[3] = Int64GetDatum(wal->wal_buffers_full);
	values[4] = Int64GetDatum(wal->wal_write);
	values[5] = Int64GetDatum(wal->wal_sync);
	values[6] = as_ms(wal->wal_write_time);
	values[7] = as_ms(wal->wal_sync_time);
	values[8] = TimestampTzGetDatum(wal->stat_reset_timestamp);
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

/* (target text): begin at zero with the counters of pg_stat_<target> */
Datum
pg_stat_reset_shared(PG_FUNCTION_ARGS)
{
	char *target = text_to_cstring(PG_GETARG_TEXT_PP(0));
	TimestampTz now = GetCurrentTimestamp();
	PgStat_Globals *g;

	if (strcmp(target, "wal") == 0)
	{
		wal_counts_reset();
		PG_RETURN_VOID();
	}
	if (strcmp(target, "archiver") != 0 && strcmp(target, "bgwriter") != 0 &&
		strcmp(target, "recovery_prefetch") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized reset target: \"%s\"", target),
				 errhint("Target must be \"archiver\", \"bgwriter\", \"recovery_prefetch\", or \"wal\".")));
	pgstat_lock();
	g = pgstat_globals();
	if (strcmp(target, "bgwriter") == 0)
	{
		g->bgwriter = (PgStat_BgWriterStats){.stat_reset_timestamp = now};
		g->checkpointer = (PgStat_CheckpointerStats){0};
	}
	else if (strcmp(target, "archiver") == 0)
	{
		g->archived_count = g->archive_failed_count = 0;
		g->last_archived_wal[0] = g->last_failed_wal[0] = '\0';
		g->last_archived_time = g->last_failed_time = 0;
		g->archiver_reset = now;
	}
	else
		g->prefetch_reset = now;
	pgstat_unlock();
	PG_RETURN_VOID();
}
