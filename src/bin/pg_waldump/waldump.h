/*
 * waldump.h
 *		Shared by the files of pg_waldump.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_waldump/waldump.h
 */
#ifndef WALDUMP_H
#define WALDUMP_H

#include "access/xlogreader.h"
#include "common/relpath.h"
#include "storage/block.h"
#include "storage/relfilenode.h"

/* What the command line asks for. */
typedef struct WaldumpConfig
{
	bool quiet;
	bool block_details;
	int stop_after; /* records, -1 for all */
	bool follow;
	bool stats;
	bool stats_per_record;
	bool stats_per_method;
	bool stats_per_relation;

	bool filter_by_rmgr;
	bool rmgr_wanted[256];
	bool filter_by_xid;
	TransactionId filter_xid;
	bool filter_by_relation;
	RelFileNode filter_relation;
	BlockNumber filter_block;
	ForkNumber filter_fork;
	bool filter_by_image;
} WaldumpConfig;

extern WaldumpConfig config;

extern uint32 record_image_bytes(XLogReaderState *r);
/* Method of a compressed image; the result lives until the next call. */
extern const char *compression_name(const DecodedBkpBlock *b);

/* waldump_stats.c */
extern void stats_count(XLogReaderState *r);
extern void stats_print(XLogRecPtr first);

/* waldump_volume.c */
extern void volume_count(XLogReaderState *r);
extern void volume_print_methods(void);
extern void volume_print_relations(void);

#endif /* WALDUMP_H */
