/*
 * slru.h
 *		Buffered access to a growing array of status pages.
 *
 * pg_xact, pg_subtrans, pg_multixact and pg_commit_ts are files of 32 header-less
 * 8192-byte pages, named by segment number in hexadecimal.  A small pool of them
 * is in shared memory, replaced by least recent use.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/slru.h
 */
#ifndef SLRU_H
#define SLRU_H

#include "access/xlogdefs.h"
#include "storage/lwlock.h"
#include "storage/sync.h"

#define SLRU_PAGES_PER_SEGMENT 32 /* part of the file format */

typedef enum
{
	SLRU_PAGE_EMPTY,
	SLRU_PAGE_READ_IN_PROGRESS,
	SLRU_PAGE_VALID,
	SLRU_PAGE_WRITE_IN_PROGRESS
} SlruPageStatus;

/*
 * The pool, in shared memory.  ControlLock guards all of it, except that the
 * owner of a slot's own lock may do I/O on its page without ControlLock.
 */
typedef struct SlruSharedData
{
	LWLock *ControlLock;
	int num_slots;
	char **page_buffer;
	SlruPageStatus *page_status;
	bool *page_dirty;
	int *page_number;
	int *page_lru_count;
	LWLockPadded *buffer_locks; /* held during I/O on the slot */

	/*
	 * The newest asynchronous commit noted per group of entries: WAL must be
	 * flushed up to there before the page is written.
	 */
	XLogRecPtr *group_lsn;
	int lsn_groups_per_page;

	int cur_lru_count;
	int latest_page_number; /* never chosen as a victim */
	int slru_stats_idx;
} SlruSharedData;

typedef SlruSharedData *SlruShared;

/* One process's handle of a pool. */
typedef struct SlruCtlData
{
	SlruShared shared;
	SyncRequestHandler sync_handler; /* SYNC_HANDLER_NONE: never fsynced */
	bool (*PagePrecedes)(int page1, int page2);
	char Dir[64];
} SlruCtlData;

typedef SlruCtlData *SlruCtl;

typedef bool (*SlruScanCallback)(SlruCtl ctl, char *filename, int segpage, void *data);

/* slru.c */
extern bool SimpleLruDoesPhysicalPageExist(SlruCtl ctl, int pageno);
extern void SimpleLruInit(SlruCtl ctl, const char *name, int nslots, int nlsns,
						  LWLock *ctllock, const char *subdir, int tranche_id,
						  SyncRequestHandler sync_handler);
extern int SimpleLruReadPage(SlruCtl ctl, int pageno, bool write_ok, TransactionId xid);
extern int SimpleLruReadPage_ReadOnly(SlruCtl ctl, int pageno, TransactionId xid);
extern Size SimpleLruShmemSize(int nslots, int nlsns);
extern void SimpleLruTruncate(SlruCtl ctl, int cutoffPage);
extern void SimpleLruWriteAll(SlruCtl ctl, bool allow_redirtied);
extern void SimpleLruWritePage(SlruCtl ctl, int slotno);
extern int SimpleLruZeroPage(SlruCtl ctl, int pageno);
extern void SlruDeleteSegment(SlruCtl ctl, int segno);
extern bool SlruScanDirCbDeleteAll(SlruCtl ctl, char *filename, int segpage, void *data);
extern bool SlruScanDirCbReportPresence(SlruCtl ctl, char *filename, int segpage,
										void *data);
extern bool SlruScanDirectory(SlruCtl ctl, SlruScanCallback callback, void *data);
extern int SlruSyncFileTag(SlruCtl ctl, const FileTag *ftag, char *path);

#endif /* SLRU_H */
