/*
 * xlogutils.h
 *		Help for redo routines: blocks, invalid pages, WAL segments.
 *
 * The protocol of a redo routine: read each block it needs with
 * XLogReadBufferForRedo, change the page only for BLK_NEEDS_REDO, set the page
 * LSN to the record's end, mark dirty, release.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlogutils.h
 */
#ifndef XLOG_UTILS_H
#define XLOG_UTILS_H

#include "access/xlogreader.h"
#include "storage/bufmgr.h"

typedef enum
{
	BLK_NEEDS_REDO, /* locked; apply the change */
	BLK_DONE, /* locked; the page has it already */
	BLK_RESTORED, /* locked; the image had it */
	BLK_NOTFOUND /* no buffer: a later record drops the block */
} XLogRedoAction;

typedef enum
{
	STANDBY_DISABLED,
	STANDBY_INITIALIZED,
	STANDBY_SNAPSHOT_PENDING,
	STANDBY_SNAPSHOT_READY
} HotStandbyState;

typedef struct ReadLocalXLogPageNoWaitPrivate
{
	bool end_of_wal;
} ReadLocalXLogPageNoWaitPrivate;

extern PGDLLIMPORT bool InRecovery; /* this process replays the log */
extern PGDLLIMPORT bool ignore_invalid_pages;
extern PGDLLIMPORT HotStandbyState standbyState;
#define InHotStandby (standbyState >= STANDBY_SNAPSHOT_PENDING)

/* xlogutils.c: blocks */
extern Relation CreateFakeRelcacheEntry(RelFileNode rnode);
extern void FreeFakeRelcacheEntry(Relation fakerel);
extern Buffer XLogInitBufferForRedo(XLogReaderState *record, uint8 block_id);
extern Buffer XLogReadBufferExtended(RelFileNode rnode, ForkNumber forknum,
									 BlockNumber blkno, ReadBufferMode mode,
									 Buffer recent_buffer);
extern XLogRedoAction XLogReadBufferForRedo(XLogReaderState *record, uint8 block_id,
											Buffer *buf);
extern XLogRedoAction XLogReadBufferForRedoExtended(XLogReaderState *record,
													uint8 block_id,
													ReadBufferMode mode,
													bool get_cleanup_lock, Buffer *buf);

/* xlogutils.c: blocks that the log names but the disk lacks */
extern void XLogCheckInvalidPages(void);
extern void XLogDropDatabase(Oid dbid);
extern void XLogDropRelation(RelFileNode rnode, ForkNumber forknum);
extern bool XLogHaveInvalidPages(void);
extern void XLogTruncateRelation(RelFileNode rnode, ForkNumber forkNum,
								 BlockNumber nblocks);

/* xlogutils.c: reading this server's own log */
extern int read_local_xlog_page(XLogReaderState *state, XLogRecPtr targetPagePtr,
								int reqLen, XLogRecPtr targetRecPtr, char *cur_page);
extern int read_local_xlog_page_no_wait(XLogReaderState *state,
										XLogRecPtr targetPagePtr, int reqLen,
										XLogRecPtr targetRecPtr, char *cur_page);
extern void wal_segment_open(XLogReaderState *state, XLogSegNo nextSegNo,
							 TimeLineID *tli_p);
extern void wal_segment_close(XLogReaderState *state);
extern void XLogReadDetermineTimeline(XLogReaderState *state, XLogRecPtr wantPage,
									  uint32 wantLength, TimeLineID currTLI);
extern void WALReadRaiseError(WALReadError *errinfo) pg_attribute_noreturn();

#endif /* XLOG_UTILS_H */
