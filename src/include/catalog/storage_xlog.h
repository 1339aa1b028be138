/*
 * storage_xlog.h
 *		WAL records of relation files.
 *
 * A file is made, or cut off behind a block; removal rides on the commit record.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/storage_xlog.h
 */
#ifndef STORAGE_XLOG_H
#define STORAGE_XLOG_H

#include "access/xlogreader.h"
#include "lib/stringinfo.h"
#include "storage/block.h"
#include "storage/relfilenode.h"

#define XLOG_SMGR_CREATE 0x10
#define XLOG_SMGR_TRUNCATE 0x20

typedef struct xl_smgr_create
{
	RelFileNode rnode;
	int32 forkNum;
} xl_smgr_create;

#define SMGR_TRUNCATE_HEAP 0x0001
#define SMGR_TRUNCATE_VM 0x0002
#define SMGR_TRUNCATE_FSM 0x0004
#define SMGR_TRUNCATE_ALL \
	(SMGR_TRUNCATE_HEAP | SMGR_TRUNCATE_VM | SMGR_TRUNCATE_FSM)

typedef struct xl_smgr_truncate
{
	BlockNumber blkno; /* first block that goes */
	RelFileNode rnode;
	int flags; /* which forks */
} xl_smgr_truncate;

/* storage.c */
struct RmgrData;
extern const struct RmgrData smgr_rmgr;
extern void log_smgrcreate(const RelFileNode *rnode, ForkNumber forkNum);
extern void smgr_redo(XLogReaderState *record);

/* rmgrdesc */
extern void smgr_desc(StringInfo buf, XLogReaderState *record);
extern const char *smgr_identify(uint8 info);

#endif /* STORAGE_XLOG_H */
