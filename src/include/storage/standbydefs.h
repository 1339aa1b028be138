/*
 * standbydefs.h
 *		Records of the Standby resource manager.
 *
 * What a standby must know about its primary: locks and running transactions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/standbydefs.h
 */
#ifndef STANDBYDEFS_H
#define STANDBYDEFS_H

#include "access/xlogreader.h"
#include "lib/stringinfo.h"
#include "storage/lockdefs.h"
#include "storage/sinval.h"

#define XLOG_STANDBY_LOCK 0x00
#define XLOG_RUNNING_XACTS 0x10
#define XLOG_INVALIDATIONS 0x20

/* An array of access exclusive locks. */
typedef struct xl_standby_locks
{
	int nlocks;
	xl_standby_lock locks[FLEXIBLE_ARRAY_MEMBER];
} xl_standby_locks;

typedef struct xl_running_xacts
{
	int xcnt; /* top-level ids */
	int subxcnt; /* ids of subtransactions */
	bool subxid_overflow; /* the latter are incomplete */
	TransactionId nextXid;
	TransactionId oldestRunningXid;
	TransactionId latestCompletedXid;
	TransactionId xids[FLEXIBLE_ARRAY_MEMBER];
} xl_running_xacts;

#define MinSizeOfXactRunningXacts offsetof(xl_running_xacts, xids)
StaticAssertDecl(MinSizeOfXactRunningXacts == 24, "xl_running_xacts");

typedef struct xl_invalidations
{
	Oid dbId;
	Oid tsId;
	bool relcacheInitFileInval;
	int nmsgs;
	SharedInvalidationMessage msgs[FLEXIBLE_ARRAY_MEMBER];
} xl_invalidations;

#define MinSizeOfInvalidations offsetof(xl_invalidations, msgs)
StaticAssertDecl(MinSizeOfInvalidations == 16, "xl_invalidations");

/* access/transam/standby.c */
extern void standby_redo(XLogReaderState *record);

/* rmgrdesc/standbydesc.c */
extern void standby_desc(StringInfo buf, XLogReaderState *record);
extern const char *standby_identify(uint8 info);
extern void standby_desc_invalidations(StringInfo buf, int nmsgs,
									   SharedInvalidationMessage *msgs, Oid dbId,
									   Oid tsId, bool relcacheInitFileInval);

#endif /* STANDBYDEFS_H */
