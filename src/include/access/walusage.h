/*
 * walusage.h
 *		How much WAL this process has inserted.
 *
 * EXPLAIN (WAL), VACUUM's log line and statistics take differences of it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/walusage.h
 */
#ifndef WALUSAGE_H
#define WALUSAGE_H

typedef struct WalUsage
{
	int64 wal_records;
	int64 wal_fpi;
	uint64 wal_bytes;
} WalUsage;

/* access/transam/xlogwrite.c */
extern PGDLLIMPORT WalUsage pgWalUsage;

#endif /* WALUSAGE_H */
