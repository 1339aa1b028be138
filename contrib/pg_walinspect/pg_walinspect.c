/*
 * pg_walinspect.c
 *		SQL functions that show records of the log.
 *
 * The same functions, columns and messages as stock's extension of that name, so
 * that queries written for it run here; both formats of the log are read.  Records
 * come from pg_wal by the server's own reader; only what has been flushed is
 * shown, and what is still there.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * contrib/pg_walinspect/pg_walinspect.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/rmgrdesc.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogreader.h"
#include "access/xlogrecovery.h"
#include "access/xlogutils.h"
#include "common/relpath.h"
#include "common/wal_image.h"
#include "fmgr.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/pg_lsn.h"
#include "utils/tuplestore.h"

PG_MODULE_MAGIC;

#define RECORD_COLUMNS 11
#define STATS_COLUMNS 9

/* Reader of a range; at_end is set when the flushed log ends. */
typedef struct RangeReader
{
	XLogReaderState *reader;
	ReadLocalXLogPageNoWaitPrivate private;
	XLogRecPtr end;
} RangeReader;

/* ---------------------------------------------------------------------------
 * Reading
 * ------------------------------------------------------------------------ */

/* End of what can be read. */
static XLogRecPtr
known_end(void)
{
	return RecoveryInProgress() ? GetXLogReplayRecPtr(NULL) : GetFlushRecPtr(NULL);
}

/* No record begins at the end, but a range may go as far as that. */
static void
refuse_future(XLogRecPtr lsn, bool is_start, const char *which)
{
	XLogRecPtr end = known_end();

	if (is_start ? lsn >= end : lsn > end)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot accept future %s LSN", which),
				 errdetail("Last known WAL LSN on the database system is at %X/%X.",
						   LSN_FORMAT_ARGS(end))));
}

/* Put the reader before the first record at or after start. */
static void
begin_range(RangeReader *range, XLogRecPtr start, XLogRecPtr end)
{
	/* The first page of the address space has never been WAL. */
	if (start < XLOG_BLCKSZ)
		ereport(ERROR, (errmsg("could not read WAL at LSN %X/%X", LSN_FORMAT_ARGS(start))));
	memset(range, 0, sizeof(*range));
	range->end = end;
	range->reader = XLogReaderAllocate(wal_segment_size, NULL,
									   XL_ROUTINE(.page_read = read_local_xlog_page_no_wait,
												  .segment_open = wal_segment_open,
												  .segment_close = wal_segment_close),
									   &range->private);
	if (XLogRecPtrIsInvalid(XLogFindNextRecord(range->reader, start)))
		ereport(ERROR,
				(errmsg("could not find a valid record after %X/%X", LSN_FORMAT_ARGS(start))));
}

static void
end_range(RangeReader *range)
{
	XLogReaderFree(range->reader);
}

/* The next record that ends by the range's end; false: there is none. */
static bool
next_record(RangeReader *range)
{
	XLogReaderState *reader = range->reader;
	char *message;

	CHECK_FOR_INTERRUPTS();
	if (XLogReadRecord(reader, &message) != NULL)
		return reader->EndRecPtr <= range->end;
	if (range->private.end_of_wal)
		return false;
	if (message != NULL)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read WAL at %X/%X: %s",
						LSN_FORMAT_ARGS(reader->EndRecPtr), message)));
	ereport(ERROR,
			(errcode_for_file_access(),
			 errmsg("could not read WAL at %X/%X", LSN_FORMAT_ARGS(reader->EndRecPtr))));
}

/* ---------------------------------------------------------------------------
 * One record
 * ------------------------------------------------------------------------ */

static const char *
method_name(const DecodedBkpBlock *block)
{
	static WalImagePrefix prefix;
	const WalImageCodec *codec = wal_image_codec_by_bit(block->bimg_info);

	if (codec != NULL)
		return codec->name;
	if (!BKPIMAGE_COMPRESSED(block->bimg_info) &&
		wal_image_get_prefix(block->bkp_image, block->bimg_len, &prefix))
		return prefix.name;
	return "unknown";
}

static void
append_block(StringInfo buf, int id, const DecodedBkpBlock *block)
{
	if (buf->len > 0)
		appendStringInfoChar(buf, ' ');
	appendStringInfo(buf, "blkref #%d: rel %u/%u/%u fork %s blk %u", id,
					 block->rnode.spcNode, block->rnode.dbNode, block->rnode.relNode,
					 forkNames[block->forknum], block->blkno);
	if (!block->has_image)
		return;
	appendStringInfo(buf, " (FPW%s); hole: offset: %u, length: %u",
					 block->apply_image ? "" : " for WAL verification",
					 block->hole_offset, block->hole_length);
	if (block->compressed)
		appendStringInfo(buf, ", compression saved: %u, method: %s",
						 BLCKSZ - block->hole_length - block->bimg_len,
						 method_name(block));
}

/* Bytes of all images; their blocks are described in buf unless it is NULL. */
static uint32
look_at_blocks(XLogReaderState *reader, StringInfo buf)
{
	uint32 image_bytes = 0;

	for (int id = 0; id <= XLogRecMaxBlockId(reader); id++)
	{
		if (!XLogRecHasBlockRef(reader, id))
			continue;
		if (XLogRecHasBlockImage(reader, id))
			image_bytes += XLogRecGetBlock(reader, id)->bimg_len;
		if (buf != NULL)
			append_block(buf, id, XLogRecGetBlock(reader, id));
	}
	return image_bytes;
}

static char *
type_name(RmgrId rmid, uint8 info)
{
	const char *name = GetRmgrDesc(rmid)->rm_identify(info);

	return name != NULL ? pstrdup(name) : psprintf("UNKNOWN (%x)", info & ~XLR_INFO_MASK);
}

/* The columns that the functions on records have. */
static void
fill_record(XLogReaderState *reader, Datum *values, bool *nulls)
{
	const RmgrDescData *rmgr = GetRmgrDesc(XLogRecGetRmid(reader));
	StringInfoData description;
	StringInfoData blocks;
	uint32 image_bytes;

	initStringInfo(&description);
	initStringInfo(&blocks);
	rmgr->rm_desc(&description, reader);
	image_bytes = look_at_blocks(reader, &blocks);

	memset(nulls, false, RECORD_COLUMNS * sizeof(bool));
	values[0] = LSNGetDatum(reader->ReadRecPtr);
	values[1] = LSNGetDatum(reader->EndRecPtr);
	values[2] = LSNGetDatum(XLogRecGetPrev(reader));
	values[3] = TransactionIdGetDatum(XLogRecGetXid(reader));
	values[4] = CStringGetTextDatum(rmgr->rm_name);
	values[5] = CStringGetTextDatum(type_name(XLogRecGetRmid(reader), XLogRecGetInfo(reader)));
	values[6] = Int32GetDatum(XLogRecGetTotalLen(reader));
	values[7] = Int32GetDatum(XLogRecGetDataLen(reader));
	values[8] = Int32GetDatum(image_bytes);
	values[9] = CStringGetTextDatum(description.data);
	values[10] = CStringGetTextDatum(blocks.data);
}

PG_FUNCTION_INFO_V1(pg_get_wal_record_info);

Datum
pg_get_wal_record_info(PG_FUNCTION_ARGS)
{
	XLogRecPtr lsn = PG_GETARG_LSN(0);
	RangeReader range;
	TupleDesc desc;
	Datum values[RECORD_COLUMNS];
	bool nulls[RECORD_COLUMNS];
	Datum result;

	refuse_future(lsn, true, "input");
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	begin_range(&range, lsn, PG_UINT64_MAX);
	if (!next_record(&range))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not read WAL at %X/%X",
						LSN_FORMAT_ARGS(range.reader->EndRecPtr))));
	fill_record(range.reader, values, nulls);
	result = HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
	end_range(&range);
	PG_RETURN_DATUM(result);
}

/* ---------------------------------------------------------------------------
 * Many records
 * ------------------------------------------------------------------------ */

static void
refuse_range(XLogRecPtr start, XLogRecPtr end)
{
	refuse_future(start, true, "start");
	refuse_future(end, false, "end");
	if (start >= end)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("WAL start LSN must be less than end LSN")));
}

static void
list_records(FunctionCallInfo fcinfo, XLogRecPtr start, XLogRecPtr end)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext per_record = AllocSetContextCreate(CurrentMemoryContext, "WAL record",
													 ALLOCSET_DEFAULT_SIZES);
	RangeReader range;

	InitMaterializedSRF(fcinfo, 0);
	begin_range(&range, start, end);
	while (next_record(&range))
	{
		MemoryContext old = MemoryContextSwitchTo(per_record);
		Datum values[RECORD_COLUMNS];
		bool nulls[RECORD_COLUMNS];

		fill_record(range.reader, values, nulls);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
		MemoryContextSwitchTo(old);
		MemoryContextReset(per_record);
	}
	end_range(&range);
	MemoryContextDelete(per_record);
}

PG_FUNCTION_INFO_V1(pg_get_wal_records_info);

Datum
pg_get_wal_records_info(PG_FUNCTION_ARGS)
{
	refuse_range(PG_GETARG_LSN(0), PG_GETARG_LSN(1));
	list_records(fcinfo, PG_GETARG_LSN(0), PG_GETARG_LSN(1));
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(pg_get_wal_records_info_till_end_of_wal);

Datum
pg_get_wal_records_info_till_end_of_wal(PG_FUNCTION_ARGS)
{
	refuse_future(PG_GETARG_LSN(0), true, "start");
	list_records(fcinfo, PG_GETARG_LSN(0), known_end());
	PG_RETURN_VOID();
}

/* ---------------------------------------------------------------------------
 * Sums
 * ------------------------------------------------------------------------ */

typedef struct Sum
{
	uint64 count;
	uint64 record_bytes; /* without images */
	uint64 image_bytes;
} Sum;

/* By manager and by the four bits that managers use. */
typedef struct Sums
{
	Sum total;
	Sum by[RM_MAX_ID + 1][16];
} Sums;

static void
add_sum(Sum *to, const Sum *what)
{
	to->count += what->count;
	to->record_bytes += what->record_bytes;
	to->image_bytes += what->image_bytes;
}

static double
percent(uint64 part, uint64 whole)
{
	return whole == 0 ? 0.0 : 100.0 * (double) part / (double) whole;
}

static void
put_sum(ReturnSetInfo *rsi, const char *name, const Sum *sum, const Sum *total)
{
	uint64 both = sum->record_bytes + sum->image_bytes;
	bool nulls[STATS_COLUMNS] = {false};
	Datum values[STATS_COLUMNS] = {
		CStringGetTextDatum(name),
		Int64GetDatum(sum->count),
		Float8GetDatum(percent(sum->count, total->count)),
		Int64GetDatum(sum->record_bytes),
		Float8GetDatum(percent(sum->record_bytes, total->record_bytes)),
		Int64GetDatum(sum->image_bytes),
		Float8GetDatum(percent(sum->image_bytes, total->image_bytes)),
		Int64GetDatum(both),
		Float8GetDatum(percent(both, total->record_bytes + total->image_bytes))};

	tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
}

static void
count_record(XLogReaderState *reader, Sums *sums)
{
	RmgrId rmid = XLogRecGetRmid(reader);
	int type = XLogRecGetInfo(reader) >> 4;
	uint32 image_bytes = look_at_blocks(reader, NULL);
	Sum one = {1, XLogRecGetTotalLen(reader) - image_bytes, image_bytes};

	/* The high bit of a transaction's record is no part of its type. */
	if (rmid == RM_XACT_ID)
		type &= 0x7;
	add_sum(&sums->by[rmid][type], &one);
	add_sum(&sums->total, &one);
}

/* Rows of one manager. */
static void
put_manager(ReturnSetInfo *rsi, int rmid, const Sums *sums, bool per_record)
{
	const char *rmgr = RmgrIdIsBuiltin(rmid) || RmgrIdExists(rmid) ? GetRmgrDesc(rmid)->rm_name : NULL;
	Sum all = {0};

	for (int type = 0; type < 16; type++)
	{
		const Sum *sum = &sums->by[rmid][type];

		add_sum(&all, sum);
		if (per_record && sum->count > 0)
			put_sum(rsi, psprintf("%s/%s", rmgr, type_name(rmid, type << 4)), sum,
					&sums->total);
	}
	if (!per_record && rmgr != NULL)
		put_sum(rsi, rmgr, &all, &sums->total);
}

static void
list_sums(FunctionCallInfo fcinfo, XLogRecPtr start, XLogRecPtr end, bool per_record)
{
	Sums *sums = palloc0(sizeof(Sums));
	RangeReader range;

	InitMaterializedSRF(fcinfo, 0);
	begin_range(&range, start, end);
	while (next_record(&range))
		count_record(range.reader, sums);
	end_range(&range);
	for (int rmid = 0; rmid <= RM_MAX_ID; rmid++)
		put_manager((ReturnSetInfo *) fcinfo->resultinfo, rmid, sums, per_record);
	pfree(sums);
}

PG_FUNCTION_INFO_V1(pg_get_wal_stats);

Datum
pg_get_wal_stats(PG_FUNCTION_ARGS)
{
	refuse_range(PG_GETARG_LSN(0), PG_GETARG_LSN(1));
	list_sums(fcinfo, PG_GETARG_LSN(0), PG_GETARG_LSN(1), PG_GETARG_BOOL(2));
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(pg_get_wal_stats_till_end_of_wal);

Datum
pg_get_wal_stats_till_end_of_wal(PG_FUNCTION_ARGS)
{
	refuse_future(PG_GETARG_LSN(0), true, "start");
	list_sums(fcinfo, PG_GETARG_LSN(0), known_end(), PG_GETARG_BOOL(1));
	PG_RETURN_VOID();
}
