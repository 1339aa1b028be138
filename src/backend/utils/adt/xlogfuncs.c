/*
 * xlogfuncs.c
 *		The WAL in SQL: positions, segment switch, recovery state.
 *
 * Functions that ask for the end of the WAL are refused during recovery (55000),
 * those about replay return NULL outside it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/xlogfuncs.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogrecovery.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/pg_lsn.h"
#include "utils/timestamp.h"

static void
refuse_in_recovery(void)
{
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("recovery is in progress"),
				 errhint("The end of the WAL is known only when recovery is over.")));
}

Datum
pg_current_wal_lsn(PG_FUNCTION_ARGS)
{
	refuse_in_recovery();
	PG_RETURN_LSN(GetXLogWriteRecPtr());
}

Datum
pg_current_wal_insert_lsn(PG_FUNCTION_ARGS)
{
	refuse_in_recovery();
	PG_RETURN_LSN(GetXLogInsertRecPtr());
}

Datum
pg_current_wal_flush_lsn(PG_FUNCTION_ARGS)
{
	refuse_in_recovery();
	PG_RETURN_LSN(GetFlushRecPtr(NULL));
}

Datum
pg_switch_wal(PG_FUNCTION_ARGS)
{
	refuse_in_recovery();
	PG_RETURN_LSN(RequestXLogSwitch(false));
}

Datum
pg_create_restore_point(PG_FUNCTION_ARGS)
{
	char *name = text_to_cstring(PG_GETARG_TEXT_PP(0));

	refuse_in_recovery();
	if (!XLogIsNeeded())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("WAL level not sufficient for creating a restore point"),
				 errhint("Start the server with wal_level \"replica\" or \"logical\".")));
	if (strlen(name) >= MAXFNAMELEN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("value too long for restore point (maximum %d characters)",
						MAXFNAMELEN - 1)));
	PG_RETURN_LSN(XLogRestorePoint(name));
}

Datum
pg_is_in_recovery(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(RecoveryInProgress());
}

Datum
pg_last_wal_replay_lsn(PG_FUNCTION_ARGS)
{
	XLogRecPtr lsn = GetXLogReplayRecPtr(NULL);

	if (lsn == 0)
		PG_RETURN_NULL();
	PG_RETURN_LSN(lsn);
}

Datum
pg_last_xact_replay_timestamp(PG_FUNCTION_ARGS)
{
	TimestampTz t = GetLatestXTime();

	if (t == 0)
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(t);
}

/* The segment file in which a position lies, or which ends there. */
static XLogSegNo
segment_before(XLogRecPtr lsn)
{
	XLogSegNo segno;

	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("recovery is in progress"),
				 errhint("%s has to wait until recovery is over.",
						 "pg_walfile_name()")));
	XLByteToPrevSeg(lsn, segno, wal_segment_size);
	return segno;
}

Datum
pg_walfile_name(PG_FUNCTION_ARGS)
{
	char name[MAXFNAMELEN];
	XLogSegNo segno = segment_before(PG_GETARG_LSN(0));

	XLogFileName(name, GetWALInsertionTimeLine(), segno, wal_segment_size);
	PG_RETURN_TEXT_P(cstring_to_text(name));
}

Datum
pg_walfile_name_offset(PG_FUNCTION_ARGS)
{
	XLogRecPtr lsn = PG_GETARG_LSN(0);
	XLogSegNo segno = segment_before(lsn);
	char name[MAXFNAMELEN];
	TupleDesc tupdesc;
	Datum values[2];
	bool nulls[2] = {false};

	if (get_call_result_type(fcinfo, NULL, &tupdesc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	XLogFileName(name, GetWALInsertionTimeLine(), segno, wal_segment_size);
	values[0] = CStringGetTextDatum(name);
	values[1] = UInt32GetDatum(XLogSegmentOffset(lsn, wal_segment_size));
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(tupdesc),
													  values, nulls)));
}

Datum
pg_wal_lsn_diff(PG_FUNCTION_ARGS)
{
	return pg_lsn_mi(fcinfo);
}
