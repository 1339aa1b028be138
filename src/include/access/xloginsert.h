/*
 * xloginsert.h
 *		Builds a WAL record and hands it to the log.
 *
 * Order of calls: XLogBeginInsert; XLogRegisterBuffer / XLogRegisterBlock and
 * XLogRegisterData / XLogRegisterBufData in any order; XLogInsert.  Registered
 * memory must stay unchanged until XLogInsert returns.  The caller has changed
 * the pages already and holds their exclusive locks in a critical section.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xloginsert.h
 */
#ifndef XLOGINSERT_H
#define XLOGINSERT_H

#include "access/rmgrids.h"
#include "access/xlogdefs.h"
#include "storage/block.h"
#include "storage/buf.h"
#include "storage/relfilenode.h"
#include "utils/relcache.h"

/* What every record may register without asking (XLogEnsureRecordSpace). */
#define XLR_NORMAL_MAX_BLOCK_ID 4
#define XLR_NORMAL_RDATAS 20

/* Flags of a registered block. */
#define REGBUF_FORCE_IMAGE 0x01
#define REGBUF_NO_IMAGE 0x02
#define REGBUF_WILL_INIT (0x04 | REGBUF_NO_IMAGE)
#define REGBUF_STANDARD 0x08
#define REGBUF_KEEP_DATA 0x10
/* replay reads the page for another one: an image also without full_page_writes,
 * if it has had none since the redo pointer (with XLOG_HAS_BASE) */
#define REGBUF_BASE 0x20

/* xloginsert.c: one record */
extern void XLogBeginInsert(void);
extern void XLogSetRecordFlags(uint8 flags);
extern void XLogRegisterBuffer(uint8 block_id, Buffer buffer, uint8 flags);
extern void XLogRegisterBlock(uint8 block_id, RelFileNode *rnode, ForkNumber forknum,
							  BlockNumber blknum, char *page, uint8 flags);
extern void XLogRegisterBufData(uint8 block_id, char *data, uint32 len);
extern void XLogRegisterData(char *data, uint32 len);
extern XLogRecPtr XLogInsert(RmgrId rmid, uint8 info);
extern void XLogResetInsertion(void);
extern void XLogEnsureRecordSpace(int max_block_id, int ndatas);
extern bool XLogCheckBufferNeedsBackup(Buffer buffer);
extern void InitXLogInsert(void);

/* xloginsert.c: whole pages */
extern XLogRecPtr log_newpage(RelFileNode *rnode, ForkNumber forkNum, BlockNumber blk,
							  char *page, bool page_std);
extern void log_newpages(RelFileNode *rnode, ForkNumber forkNum, int num_pages,
						 BlockNumber *blknos, char **pages, bool page_std);
extern XLogRecPtr log_newpage_buffer(Buffer buffer, bool page_std);
extern void log_newpage_range(Relation rel, ForkNumber forkNum, BlockNumber startblk,
							  BlockNumber endblk, bool page_std);
extern XLogRecPtr XLogSaveBufferForHint(Buffer buffer, bool buffer_std);

#endif /* XLOGINSERT_H */
