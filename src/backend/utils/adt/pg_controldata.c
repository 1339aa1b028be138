/*
 * pg_controldata.c
 *		The control file in SQL.
 *
 * pg_control_system, _checkpoint, _recovery and _init read the file anew.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/pg_controldata.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "catalog/pg_control.h"
#include "common/controldata_utils.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lwlock.h"
#include "utils/builtins.h"
#include "utils/pg_lsn.h"
#include "utils/timestamp.h"

/* A checked copy, palloc'd; XX001 if the checksum is wrong. */
static ControlFileData *
read_control_file(void)
{
	ControlFileData *control;
	bool crc_ok;

	LWLockAcquire(ControlFileLock, LW_SHARED);
	control = get_controlfile(DataDir, &crc_ok);
	LWLockRelease(ControlFileLock);
	if (!crc_ok)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("calculated CRC checksum does not match value stored in file")));
	return control;
}

static Datum
make_row(FunctionCallInfo fcinfo, Datum *values, int n)
{
	TupleDesc tupdesc;
	bool nulls[24] = {false};

	if (get_call_result_type(fcinfo, NULL, &tupdesc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	Assert(tupdesc->natts == n);
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(tupdesc), values,
											 nulls));
}

Datum
pg_control_system(PG_FUNCTION_ARGS)
{
	ControlFileData *c = read_control_file();
	Datum values[] = {
		Int32GetDatum(c->pg_control_version),
		Int32GetDatum(c->catalog_version_no),
		Int64GetDatum(c->system_identifier),
		TimestampTzGetDatum(time_t_to_timestamptz(c->time))};

	return make_row(fcinfo, values, lengthof(values));
}

Datum
pg_control_checkpoint(PG_FUNCTION_ARGS)
{
	ControlFileData *c = read_control_file();
	CheckPoint *k = &c->checkPointCopy;
	char file[MAXFNAMELEN];
	XLogSegNo segno;

	XLByteToSeg(k->redo, segno, wal_segment_size);
	XLogFileName(file, k->ThisTimeLineID, segno, wal_segment_size);
	{
		Datum values[] = {
			LSNGetDatum(c->checkPoint),
			LSNGetDatum(k->redo),
			CStringGetTextDatum(file),
			Int32GetDatum(k->ThisTimeLineID),
			Int32GetDatum(k->PrevTimeLineID),
			BoolGetDatum(k->fullPageWrites),
			CStringGetTextDatum(psprintf("%u:%u",
										 EpochFromFullTransactionId(k->nextXid),
										 XidFromFullTransactionId(k->nextXid))),
			ObjectIdGetDatum(k->nextOid),
			TransactionIdGetDatum(k->nextMulti),
			TransactionIdGetDatum(k->nextMultiOffset),
			TransactionIdGetDatum(k->oldestXid),
			ObjectIdGetDatum(k->oldestXidDB),
			TransactionIdGetDatum(k->oldestActiveXid),
			TransactionIdGetDatum(k->oldestMulti),
			ObjectIdGetDatum(k->oldestMultiDB),
			TransactionIdGetDatum(k->oldestCommitTsXid),
			TransactionIdGetDatum(k->newestCommitTsXid),
			TimestampTzGetDatum(time_t_to_timestamptz(k->time))};

		return make_row(fcinfo, values, lengthof(values));
	}
}

Datum
pg_control_recovery(PG_FUNCTION_ARGS)
{
	ControlFileData *c = read_control_file();
	Datum values[] = {
		LSNGetDatum(c->minRecoveryPoint),
		Int32GetDatum(c->minRecoveryPointTLI),
		LSNGetDatum(c->backupStartPoint),
		LSNGetDatum(c->backupEndPoint),
		BoolGetDatum(c->backupEndRequired)};

	return make_row(fcinfo, values, lengthof(values));
}

Datum
pg_control_init(PG_FUNCTION_ARGS)
{
	ControlFileData *c = read_control_file();
	Datum values[] = {
		Int32GetDatum(c->maxAlign),
		Int32GetDatum(c->blcksz),
		Int32GetDatum(c->relseg_size),
		Int32GetDatum(c->xlog_blcksz),
		Int32GetDatum(c->xlog_seg_size),
		Int32GetDatum(c->nameDataLen),
		Int32GetDatum(c->indexMaxKeys),
		Int32GetDatum(c->toast_max_chunk_size),
		Int32GetDatum(c->loblksize),
		BoolGetDatum(c->float8ByVal),
		Int32GetDatum(c->data_checksum_version)};

	return make_row(fcinfo, values, lengthof(values));
}
