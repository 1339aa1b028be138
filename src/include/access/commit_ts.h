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
extern Size CommitTsShmemSize(void);
extern void CommitTsShmemInit(void);
extern void BootStrapCommitTs(void);
extern void StartupCommitTs(void);
extern void CommitTsParameterChange(bool newvalue, bool oldvalue);
extern void CompleteCommitTsInitialization(void);
extern void CheckPointCommitTs(void);
extern void ExtendCommitTs(TransactionId newestXact);
extern void TruncateCommitTs(TransactionId oldestXact);
extern void SetCommitTsLimit(TransactionId oldestXact, TransactionId newestXact);
extern void AdvanceOldestCommitTsXid(TransactionId oldestXact);
extern void TransactionTreeSetCommitTsData(TransactionId xid, int nsubxids,
										   TransactionId *subxids, TimestampTz timestamp,
										   RepOriginId nodeid);
extern bool TransactionIdGetCommitTsData(TransactionId xid, TimestampTz *ts,
										 RepOriginId *nodeid);
extern TransactionId GetLatestCommitTsData(TimestampTz *ts, RepOriginId *nodeid);
extern int committssyncfiletag(const FileTag *ftag, char *path);
extern void commit_ts_redo(XLogReaderState *record);

/* rmgrdesc/committsdesc.c */
extern void commit_ts_desc(StringInfo buf, XLogReaderState *record);
extern const char *commit_ts_identify(uint8 info);

#endif /* COMMIT_TS_H */
