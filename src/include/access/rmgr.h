/*
 * rmgr.h
 *		The table of resource managers.
 *
 * Each module whose changes are logged exports one RmgrData, and the program's
 * start registers it (main/register.c).  Recovery looks records up by number.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/rmgr.h
 */
#ifndef RMGR_H
#define RMGR_H

#include "access/rmgrids.h"
#include "storage/block.h"

struct XLogReaderState;
struct StringInfoData;
struct LogicalDecodingContext;
struct XLogRecordBuffer;

typedef struct RmgrData
{
	const char *rm_name; /* as pg_waldump prints it */
	/* apply one record; errors become PANIC-like ends of recovery */
	void (*rm_redo)(struct XLogReaderState *record);
	/* describe it, may be NULL */
	void (*rm_desc)(struct StringInfoData *buf, struct XLogReaderState *record);
	const char *(*rm_identify)(uint8 info);
	/* before the first and after the last record of a recovery, or NULL */
	void (*rm_startup)(void);
	void (*rm_cleanup)(void);
	/* blank what replay need not reproduce, for consistency checks, or NULL */
	void (*rm_mask)(char *pagedata, BlockNumber blkno);
	void (*rm_decode)(struct LogicalDecodingContext *ctx,
					  struct XLogRecordBuffer *buf);
} RmgrData;

/* rmgr.c */
extern PGDLLIMPORT RmgrData RmgrTable[];
extern void rmgr_register(RmgrId rmid, const RmgrData *rmgr);
extern void RegisterCustomRmgr(RmgrId rmid, RmgrData *rmgr);
extern const char *rmgr_builtin_name(RmgrId rmid);
extern void RmgrStartup(void);
extern void RmgrCleanup(void);
extern void RmgrNotFound(RmgrId rmid) pg_attribute_noreturn();

static inline bool
RmgrIdExists(RmgrId rmid)
{
	return RmgrTable[rmid].rm_name != NULL;
}

static inline RmgrData
GetRmgr(RmgrId rmid)
{
	if (unlikely(!RmgrIdExists(rmid)))
		RmgrNotFound(rmid);
	return RmgrTable[rmid];
}

/* Managers that live in access/transam. */
extern const RmgrData xlog_rmgr;
extern const RmgrData xact_rmgr;
extern const RmgrData clog_rmgr;
extern const RmgrData multixact_rmgr;
extern const RmgrData standby_rmgr;
extern const RmgrData commit_ts_rmgr;
extern const RmgrData dbase_rmgr;
extern const RmgrData tblspc_rmgr;
extern const RmgrData generic_rmgr;
extern const RmgrData logicalmsg_rmgr;

#endif /* RMGR_H */
