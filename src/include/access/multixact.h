/*
 * multixact.h
 *		Sets of transactions that hold locks on one row.
 *
 * A multixact id stands in xmax of a tuple when more than one transaction locks
 * it (or one locks and one updates).  pg_multixact/offsets maps the id to its
 * first member, pg_multixact/members holds the members.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/multixact.h
 */
#ifndef MULTIXACT_H
#define MULTIXACT_H

#include "access/xlogreader.h"
#include "lib/stringinfo.h"
#include "storage/sync.h"

#define InvalidMultiXactId ((MultiXactId) 0)
#define FirstMultiXactId ((MultiXactId) 1)
#define MaxMultiXactId ((MultiXactId) 0xFFFFFFFF)
#define MultiXactIdIsValid(multi) ((multi) != InvalidMultiXactId)
#define MaxMultiXactOffset ((MultiXactOffset) 0xFFFFFFFF)

/* How a member holds the row; stored in 8 bits. */
typedef enum
{
	MultiXactStatusForKeyShare = 0,
	MultiXactStatusForShare = 1,
	MultiXactStatusForNoKeyUpdate = 2,
	MultiXactStatusForUpdate = 3,
	MultiXactStatusNoKeyUpdate = 4, /* an update that keeps the keys */
	MultiXactStatusUpdate = 5 /* other updates, and deletes */
} MultiXactStatus;

#define MaxMultiXactStatus MultiXactStatusUpdate
#define ISUPDATE_from_mxstatus(status) ((status) > MultiXactStatusForUpdate)

typedef struct MultiXactMember
{
	TransactionId xid;
	MultiXactStatus status;
} MultiXactMember;

/* WAL */
#define XLOG_MULTIXACT_ZERO_OFF_PAGE 0x00
#define XLOG_MULTIXACT_ZERO_MEM_PAGE 0x10
#define XLOG_MULTIXACT_CREATE_ID 0x20
#define XLOG_MULTIXACT_TRUNCATE_ID 0x30

typedef struct xl_multixact_create
{
	MultiXactId mid;
	MultiXactOffset moff; /* of the first member */
	int32 nmembers;
	MultiXactMember members[FLEXIBLE_ARRAY_MEMBER];
} xl_multixact_create;

#define SizeOfMultiXactCreate offsetof(xl_multixact_create, members)
StaticAssertDecl(SizeOfMultiXactCreate == 12, "xl_multixact_create");

typedef struct xl_multixact_truncate
{
	Oid oldestMultiDB;
	MultiXactId startTruncOff; /* [start, end) in multixact ids */
	MultiXactId endTruncOff;
	MultiXactOffset startTruncMemb; /* [start, end) in members */
	MultiXactOffset endTruncMemb;
} xl_multixact_truncate;

#define SizeOfMultiXactTruncate sizeof(xl_multixact_truncate)

/* multixact.c: for heap access */
extern MultiXactId MultiXactIdCreate(TransactionId xid1, MultiXactStatus status1,
									 TransactionId xid2, MultiXactStatus status2);
extern MultiXactId MultiXactIdExpand(MultiXactId multi, TransactionId xid,
									 MultiXactStatus status);
extern MultiXactId MultiXactIdCreateFromMembers(int nmembers, MultiXactMember *members);
extern int GetMultiXactIdMembers(MultiXactId multi, MultiXactMember **members,
								 bool allow_old, bool isLockOnly);
extern bool MultiXactIdIsRunning(MultiXactId multi, bool isLockOnly);
extern void MultiXactIdSetOldestMember(void);
extern MultiXactId ReadNextMultiXactId(void);
extern void ReadMultiXactIdRange(MultiXactId *oldest, MultiXactId *next);
extern bool MultiXactIdPrecedes(MultiXactId multi1, MultiXactId multi2);
extern bool MultiXactIdPrecedesOrEquals(MultiXactId multi1, MultiXactId multi2);
extern MultiXactId GetOldestMultiXactId(void);
extern void AtEOXact_MultiXact(void);
extern char *mxid_to_string(MultiXactId multi, int nmembers, MultiXactMember *members);

/* multixact.c: start, checkpoints, limits, vacuum */
extern void BootStrapMultiXact(void);
extern void CheckPointMultiXact(void);
extern void multixact_redo(XLogReaderState *record);
extern void MultiXactAdvanceNextMXact(MultiXactId minMulti, MultiXactOffset minMultiOffset);
extern void MultiXactAdvanceOldest(MultiXactId oldestMulti, Oid oldestMultiDB);
extern void MultiXactGetCheckptMulti(bool is_shutdown, MultiXactId *nextMulti,
									 MultiXactOffset *nextMultiOffset,
									 MultiXactId *oldestMulti, Oid *oldestMultiDB);
extern int MultiXactMemberFreezeThreshold(void);
extern int multixactmemberssyncfiletag(const FileTag *ftag, char *path);
extern int multixactoffsetssyncfiletag(const FileTag *ftag, char *path);
extern void MultiXactSetNextMXact(MultiXactId nextMulti, MultiXactOffset nextMultiOffset);
extern void MultiXactShmemInit(void);
extern Size MultiXactShmemSize(void);
extern void SetMultiXactIdLimit(MultiXactId oldest_datminmxid, Oid oldest_datoid,
								bool is_startup);
extern void StartupMultiXact(void);
extern void TrimMultiXact(void);
extern void TruncateMultiXact(MultiXactId oldestMulti, Oid oldestMultiDB);

/* rmgrdesc/mxactdesc.c */
extern void multixact_desc(StringInfo buf, XLogReaderState *record);
extern const char *multixact_identify(uint8 info);

#endif /* MULTIXACT_H */
