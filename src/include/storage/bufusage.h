/*
 * bufusage.h
 *		Counters of block accesses, for EXPLAIN and the statistics.
 *
 * Kept by the buffer manager, per process, only ever growing.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/bufusage.h
 */
#ifndef BUFUSAGE_H
#define BUFUSAGE_H

#include "portability/instr_time.h"

typedef struct BufferUsage
{
	int64 shared_blks_hit;
	int64 shared_blks_read;
	int64 shared_blks_dirtied;
	int64 shared_blks_written;
	int64 local_blks_hit;
	int64 local_blks_read;
	int64 local_blks_dirtied;
	int64 local_blks_written;
	int64 temp_blks_read;
	int64 temp_blks_written;
	instr_time blk_read_time;
	instr_time blk_write_time;
	instr_time temp_blk_read_time;
	instr_time temp_blk_write_time;
} BufferUsage;

/* storage/buffer/bufmgr.c */
extern PGDLLIMPORT BufferUsage pgBufferUsage;

#endif /* BUFUSAGE_H */
