/*
 * clog.h
 *		pg_xact: two bits of fate for each transaction.
 *
 * Callers normally use access/transam.h instead.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/clog.h
 */
#ifndef CLOG_H
#define CLOG_H

#include "access/xlogreader.h"
#include "lib/stringinfo.h"
#include "storage/sync.h"

typedef int XidStatus;

#define TRANSACTION_STATUS_IN_PROGRESS 0x00
#define TRANSACTION_STATUS_COMMITTED 0x01
#define TRANSACTION_STATUS_ABORTED 0x02
#define TRANSACTION_STATUS_SUB_COMMITTED 0x03

/* WAL */
#define CLOG_ZEROPAGE 0x00
#define CLOG_TRUNCATE 0x10

typedef struct xl_clog_truncate
{
	int pageno;
	TransactionId oldestXact;
	Oid oldestXactDb;
} xl_clog_truncate;

/* clog.c */
extern void BootStrapCLOG(void);
extern void CheckPointCLOG(void);
extern void clog_redo(XLogReaderState *record);
extern Size CLOGShmemBuffers(void);
extern void CLOGShmemInit(void);
extern Size CLOGShmemSize(void);
extern int clogsyncfiletag(const FileTag *ftag, char *path);
extern void ExtendCLOG(TransactionId newestXact);
extern void StartupCLOG(void);
extern XidStatus TransactionIdGetStatus(TransactionId xid, XLogRecPtr *lsn);
extern void TransactionIdSetTreeStatus(TransactionId xid, int nsubxids,
									   TransactionId *subxids, XidStatus status,
									   XLogRecPtr lsn);
extern void TrimCLOG(void);
extern void TruncateCLOG(TransactionId oldestXact, Oid oldestxid_datoid);

/* rmgrdesc/clogdesc.c */
extern void clog_desc(StringInfo buf, XLogReaderState *record);
extern const char *clog_identify(uint8 info);

#endif /* CLOG_H */
