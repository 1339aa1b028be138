/*
 * dirxlog.h
 *		Records of the Database and Tablespace resource managers.
 *
 * Both are about directories.  The commands that write them are in commands/;
 * replay needs no catalog and is in access/transam/dirredo.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/dirxlog.h
 */
#ifndef DIRXLOG_H
#define DIRXLOG_H

#include "access/xlogreader.h"

#define XLOG_DBASE_CREATE_FILE_COPY 0x00
#define XLOG_DBASE_CREATE_WAL_LOG 0x10
#define XLOG_DBASE_DROP 0x20

/* Copy of all files of a database, from one tablespace to one. */
typedef struct xl_dbase_create_file_copy_rec
{
	Oid db_id;
	Oid tablespace_id;
	Oid src_db_id;
	Oid src_tablespace_id;
} xl_dbase_create_file_copy_rec;

/* A new directory, whose files are logged one by one. */
typedef struct xl_dbase_create_wal_log_rec
{
	Oid db_id;
	Oid tablespace_id;
} xl_dbase_create_wal_log_rec;

typedef struct xl_dbase_drop_rec
{
	Oid db_id;
	int ntablespaces;
	Oid tablespace_ids[FLEXIBLE_ARRAY_MEMBER];
} xl_dbase_drop_rec;

#define MinSizeOfDbaseDropRec offsetof(xl_dbase_drop_rec, tablespace_ids)

#define XLOG_TBLSPC_CREATE 0x00
#define XLOG_TBLSPC_DROP 0x10

typedef struct xl_tblspc_create_rec
{
	Oid ts_id;
	char ts_path[FLEXIBLE_ARRAY_MEMBER]; /* NUL-terminated */
} xl_tblspc_create_rec;

typedef struct xl_tblspc_drop_rec
{
	Oid ts_id;
} xl_tblspc_drop_rec;

/* access/transam/dirredo.c */
extern void dbase_redo(XLogReaderState *record);
extern void tblspc_redo(XLogReaderState *record);
extern void WriteDatabaseVersion(const char *path, bool isRedo);
extern void TablespaceCreateDbspace(Oid spcNode, Oid dbNode, bool isRedo);

#endif /* DIRXLOG_H */
