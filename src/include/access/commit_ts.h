/*
 * commit_ts.h
 *		pg_commit_ts: when each transaction committed.
 *
 * Kept while track_commit_timestamp is on: 10 bytes per transaction.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/commit_ts.h
 */
#ifndef COMMIT_TS_H
#define COMMIT_TS_H

#include "access/xlogreader.h"
#include "datatype/timestamp.h"
#include "lib/stringinfo.h"
#include "storage/sync.h"

extern PGDLLIMPORT bool track_commit_timestamp;

/* WAL */
#define COMMIT_TS_ZEROPAGE 0x00
#define COMMIT_TS_TRUNCATE 0x10

typedef struct xl_commit_ts_truncate
{
	int pageno;
	TransactionId oldestXid;
} xl_commit_ts_truncate;

#define SizeOfCommitTsTruncate sizeof(xl_commit_ts_truncate)

/* commit_ts.c */
extern void AdvanceOldestCommitTsXid(TransactionId oldestXact);
extern void BootStrapCommitTs(void);
extern void CheckPointCommitTs(void);
extern void commit_ts_redo(XLogReaderState *record);
extern void CommitTsParameterChange(bool newvalue, bool oldvalue);
extern void CommitTsShmemInit(void);
extern Size CommitTsShmemSize(void);
extern int committssyncfiletag(const FileTag *ftag, char *path);
extern void CompleteCommitTsInitialization(void);
extern void ExtendCommitTs(TransactionId newestXact);
extern TransactionId GetLatestCommitTsData(TimestampTz *ts, RepOriginId *nodeid);
extern void SetCommitTsLimit(TransactionId oldestXact, TransactionId newestXact);
extern void StartupCommitTs(void);
extern bool TransactionIdGetCommitTsData(TransactionId xid, TimestampTz *ts,
										 RepOriginId *nodeid);
extern void TransactionTreeSetCommitTsData(TransactionId xid, int nsubxids,
										   TransactionId *subxids, TimestampTz timestamp,
										   RepOriginId nodeid);
extern void TruncateCommitTs(TransactionId oldestXact);

/* rmgrdesc/committsdesc.c */
extern void commit_ts_desc(StringInfo buf, XLogReaderState *record);
extern const char *commit_ts_identify(uint8 info);

#endif /* COMMIT_TS_H */
