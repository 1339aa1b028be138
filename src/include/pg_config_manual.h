/*
 * pg_config_manual.h
 *		Limits and sizes that are fixed by PostgreSQL 15's formats, or chosen.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/pg_config_manual.h
 */
#ifndef PG_CONFIG_MANUAL_H
#define PG_CONFIG_MANUAL_H

/* Fixed by the on-disk format of a default build. */
#define BLCKSZ 8192
#define XLOG_BLCKSZ 8192
#define NAMEDATALEN 64
#define INDEX_MAX_KEYS 32
#define TOAST_MAX_CHUNK_LIMIT 1996
#define DEFAULT_XLOG_SEG_SIZE (16 * 1024 * 1024)

/* Fixed by the catalogs. */
#define FUNC_MAX_ARGS 100
#define PARTITION_MAX_KEYS 32

/* Chosen. */
#define MAXPGPATH 1024
#define PG_CACHE_LINE_SIZE 64
#define NUM_SPINLOCK_SEMAPHORES 0
#define DEFAULT_PGSOCKET_DIR "/tmp"
#define DEF_PGPORT 5432
#define DEF_PGPORT_STR "5432"
#define MAX_PG_STRING 0x3fffffff
#define SIZEOF_VOID_P 8
#define SIZEOF_LONG 8
#define SIZEOF_SIZE_T 8
#define USE_FLOAT8_BYVAL 1
#define FLOAT8PASSBYVAL true

#endif /* PG_CONFIG_MANUAL_H */
