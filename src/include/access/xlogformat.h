/*
 * xlogformat.h
 *		Which format the log is written in, and what that allows.
 *
 * PostgreSQL 15's by default; with wal_format = extended also things that only
 * Narwal reads.  doc/wal-format-extended.md has the bytes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlogformat.h
 */
#ifndef XLOGFORMAT_H
#define XLOGFORMAT_H

#include "access/xlogdefs.h"
#include "common/wal_image.h"
#include "utils/guc.h"

/* Values of wal_format, and of the field in XLOG PARAMETER_CHANGE. */
typedef enum WalFormat
{
	WAL_FORMAT_POSTGRES15 = 0,
	WAL_FORMAT_EXTENDED = 1
} WalFormat;

extern PGDLLIMPORT int wal_format;
extern PGDLLIMPORT int wal_compression_level;

/* May records with extended features be inserted now? */
extern bool XLogExtendedActive(void);

/* May replay of a record rely on the content of another page that it refers to? */
extern bool XLogPagesHaveImages(void);

/* The codec that wal_compression names, NULL for off. */
extern const WalImageCodec *wal_image_method(void);

/*
 * For modules, from _PG_init() in shared_preload_libraries: add a method to
 * wal_compression.  The struct must stay.  Errors: not during preload; the codec
 * is refused (id or name taken, ...).
 */
extern PGDLLEXPORT void RegisterWalImageCodec(const WalImageCodec *codec);

/* Hooks of the settings, and the options that they share. */
extern struct config_enum_entry wal_compression_options[];
extern bool accept_wal_compression_name(const char *name);
extern bool check_wal_compression(int *newval, void **extra, GucSource source);
extern void assign_wal_compression(int newval, void *extra);
extern bool check_wal_compression_level(int *newval, void **extra, GucSource source);

/* For xlog.c: all settings are read and all modules loaded. */
extern void xlog_format_settings_ready(void);
/* The log as found ends at endOfLog on a page with that magic. */
extern void xlog_format_start(uint16 log_magic, XLogRecPtr endOfLog);
/* Move on to a segment of the wanted format; true if the format is a new one. */
extern bool xlog_format_switch(void);
/* For xlogwrite.c: the magic of the page at that address. */
extern uint16 xlog_format_page_magic(XLogRecPtr page);

#endif /* XLOGFORMAT_H */
