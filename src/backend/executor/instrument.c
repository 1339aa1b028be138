/*
 * instrument.c
 *		Counting time, rows, buffers and WAL of plan nodes.
 *
 * A node's counter runs from InstrStartNode to InstrStopNode; InstrEndLoop
 * closes one scan and adds it to the totals.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/instrument.c
 */
#include "postgres.h"

#include "executor/instrument.h"

/* n zeroed counters in the current memory context. */
Instrumentation *
InstrAlloc(int n, int instrument_options, bool async_mode)
{
	Instrumentation *instr = palloc0(n * sizeof(Instrumentation));

	for (int i = 0; i < n; i++)
	{
		InstrInit(&instr[i], instrument_options);
		instr[i].async_mode = async_mode;
	}
	return instr;
}

void
InstrInit(Instrumentation *instr, int instrument_options)
{
	memset(instr, 0, sizeof(*instr));
	instr->need_timer = (instrument_options & INSTRUMENT_TIMER) != 0;
	instr->need_bufusage = (instrument_options & INSTRUMENT_BUFFERS) != 0;
	instr->need_walusage = (instrument_options & INSTRUMENT_WAL) != 0;
}

void
InstrStartNode(Instrumentation *instr)
{
	if (instr->need_timer)
	{
		if (!INSTR_TIME_IS_ZERO(instr->starttime))
			elog(ERROR, "InstrStartNode called twice in a row");
		INSTR_TIME_SET_CURRENT(instr->starttime);
	}
	if (instr->need_bufusage)
		instr->bufusage_start = pgBufferUsage;
	if (instr->need_walusage)
		instr->walusage_start = pgWalUsage;
}

/* The node has delivered nTuples rows since InstrStartNode. */
void
InstrStopNode(Instrumentation *instr, double nTuples)
{
	instr->tuplecount += nTuples;
	if (instr->need_timer)
	{
		instr_time now;

		if (INSTR_TIME_IS_ZERO(instr->starttime))
			elog(ERROR, "InstrStopNode called without start");
		INSTR_TIME_SET_CURRENT(now);
		INSTR_TIME_ACCUM_DIFF(instr->counter, now, instr->starttime);
		INSTR_TIME_SET_ZERO(instr->starttime);
	}
	if (instr->need_bufusage)
		BufferUsageAccumDiff(&instr->bufusage, &pgBufferUsage,
							 &instr->bufusage_start);
	if (instr->need_walusage)
		WalUsageAccumDiff(&instr->walusage, &pgWalUsage,
						  &instr->walusage_start);
	if (!instr->running)
	{
		instr->running = true;
		instr->firsttuple = INSTR_TIME_GET_DOUBLE(instr->counter);
	}
}

void
InstrUpdateTupleCount(Instrumentation *instr, double nTuples)
{
	instr->tuplecount += nTuples;
}

/* One scan is over: add its figures to the totals. */
void
InstrEndLoop(Instrumentation *instr)
{
	if (!instr->running)
		return;
	instr->startup += instr->firsttuple;
	instr->total += INSTR_TIME_GET_DOUBLE(instr->counter);
	instr->ntuples += instr->tuplecount;
	instr->nloops += 1;
	instr->running = false;
	INSTR_TIME_SET_ZERO(instr->starttime);
	INSTR_TIME_SET_ZERO(instr->counter);
	instr->firsttuple = 0;
	instr->tuplecount = 0;
}

/* dst += add - sub, field by field. */
void
BufferUsageAccumDiff(BufferUsage *dst, const BufferUsage *add,
					 const BufferUsage *sub)
{
#define ACCUM(f) dst->f += add->f - sub->f
	ACCUM(shared_blks_hit);
	ACCUM(shared_blks_read);
	ACCUM(shared_blks_dirtied);
	ACCUM(shared_blks_written);
	ACCUM(local_blks_hit);
	ACCUM(local_blks_read);
	ACCUM(local_blks_dirtied);
	ACCUM(local_blks_written);
	ACCUM(temp_blks_read);
	ACCUM(temp_blks_written);
#undef ACCUM
	INSTR_TIME_ACCUM_DIFF(dst->blk_read_time, add->blk_read_time,
						  sub->blk_read_time);
	INSTR_TIME_ACCUM_DIFF(dst->blk_write_time, add->blk_write_time,
						  sub->blk_write_time);
	INSTR_TIME_ACCUM_DIFF(dst->temp_blk_read_time, add->temp_blk_read_time,
						  sub->temp_blk_read_time);
	INSTR_TIME_ACCUM_DIFF(dst->temp_blk_write_time, add->temp_blk_write_time,
						  sub->temp_blk_write_time);
}

void
WalUsageAccumDiff(WalUsage *dst, const WalUsage *add, const WalUsage *sub)
{
	dst->wal_bytes += add->wal_bytes - sub->wal_bytes;
	dst->wal_records += add->wal_records - sub->wal_records;
	dst->wal_fpi += add->wal_fpi - sub->wal_fpi;
}
