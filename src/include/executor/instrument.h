/*
 * instrument.h
 *		Counters of run time, rows, buffers and WAL per plan node.
 *
 * EXPLAIN ANALYZE reads them; bufmgr and xloginsert add to the global ones.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/instrument.h
 */
#ifndef INSTRUMENT_H
#define INSTRUMENT_H

#include "access/walusage.h"
#include "portability/instr_time.h"
#include "storage/bufusage.h"

/* What a node is asked to measure: bits of es_instrument. */
typedef enum InstrumentOption
{
	INSTRUMENT_TIMER = 1 << 0,
	INSTRUMENT_BUFFERS = 1 << 1,
	INSTRUMENT_ROWS = 1 << 2,
	INSTRUMENT_WAL = 1 << 3,
	INSTRUMENT_ALL = PG_INT32_MAX
} InstrumentOption;

typedef struct Instrumentation
{
	/* what to measure, fixed at allocation */
	bool need_timer;
	bool need_bufusage;
	bool need_walusage;
	bool async_mode;

	/* the current cycle (one scan between rescans) */
	bool running;
	instr_time starttime;
	instr_time counter;
	double firsttuple; /* seconds until the first row */
	double tuplecount;
	BufferUsage bufusage_start;
	WalUsage walusage_start;

	/* sums over the finished cycles */
	double startup;
	double total;
	double ntuples;
	double ntuples2;
	double nloops;
	double nfiltered1;
	double nfiltered2;
	BufferUsage bufusage;
	WalUsage walusage;
} Instrumentation;

/* instrument.c */
extern PGDLLIMPORT BufferUsage pgBufferUsage;

extern Instrumentation *InstrAlloc(int n, int instrument_options,
								   bool async_mode);
extern void InstrInit(Instrumentation *instr, int instrument_options);
extern void InstrStartNode(Instrumentation *instr);
extern void InstrStopNode(Instrumentation *instr, double nTuples);
extern void InstrUpdateTupleCount(Instrumentation *instr, double nTuples);
extern void InstrEndLoop(Instrumentation *instr);
extern void BufferUsageAccumDiff(BufferUsage *dst, const BufferUsage *add,
								 const BufferUsage *sub);
extern void WalUsageAccumDiff(WalUsage *dst, const WalUsage *add,
							  const WalUsage *sub);

#endif /* INSTRUMENT_H */
