/*
 * standbydefs.h
 *		WAL records of the Standby resource manager.
 *
 * What a standby, or a decoder, must know about running transactions and
 * locks.
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

typedef struct xl_standby_locks
{
	int			nlocks;
	xl_standby_lock locks[FLEXIBLE_ARRAY_MEMBER];
} xl_standby_locks;

typedef struct xl_running_xacts
{
	int			xcnt;			/* xids at the start of xids[] */
	int			subxcnt;		/* subtransaction xids after them */
	bool		subxid_overflow;
	TransactionId nextXid;
	TransactionId oldestRunningXid;
	TransactionId latestCompletedXid;
	TransactionId xids[FLEXIBLE_ARRAY_MEMBER];
} xl_running_xacts;

typedef struct xl_invalidations
{
	Oid			dbId;
	Oid			tsId;
	bool		relcacheInitFileInval;
	int			nmsgs;
	SharedInvalidationMessage msgs[FLEXIBLE_ARRAY_MEMBER];
} xl_invalidations;

#define MinSizeOfXactRunningXacts offsetof(xl_running_xacts, xids)
#define MinSizeOfInvalidations offsetof(xl_invalidations, msgs)

StaticAssertDecl(MinSizeOfXactRunningXacts == 24, "as in WAL");
StaticAssertDecl(MinSizeOfInvalidations == 16, "as in WAL");
StaticAssertDecl(sizeof(xl_standby_lock) == 12, "as in WAL");

/* access/rmgrdesc/standbydesc.c */
extern void standby_desc(StringInfo buf, XLogReaderState *record);
extern const char *standby_identify(uint8 info);
extern void standby_desc_invalidations(StringInfo buf, int nmsgs,
									   SharedInvalidationMessage *msgs,
									   Oid dbId, Oid tsId,
									   bool relcacheInitFileInval);

#endif							/* STANDBYDEFS_H */
