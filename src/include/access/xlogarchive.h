/*
 * xlogarchive.h
 *		Status files of finished segments.
 *
 * pg_wal/archive_status holds an empty NAME.ready for each file that waits for
 * the archiver, and NAME.done once it is archived.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlogarchive.h
 */
#ifndef XLOG_ARCHIVE_H
#define XLOG_ARCHIVE_H

#include "access/xlogdefs.h"

/* xlogarchive.c */
extern bool RestoreArchivedFile(char *path, const char *xlogfname, const char *recovername,
								off_t expectedSize, bool cleanupEnabled);
extern bool XLogArchiveCheckDone(const char *xlog);
extern void XLogArchiveCleanup(const char *xlog);
extern void XLogArchiveForceDone(const char *xlog);
extern bool XLogArchiveIsBusy(const char *xlog);
extern bool XLogArchiveIsReady(const char *xlog);
extern bool XLogArchiveIsReadyOrDone(const char *xlog);
extern void XLogArchiveNotify(const char *xlog);
extern void XLogArchiveNotifySeg(XLogSegNo segno, TimeLineID tli);

/* Set by the archiver's owner: called after a .ready file was made. */
extern PGDLLIMPORT void (*xlogarchive_wakeup_hook)(void);

#endif /* XLOG_ARCHIVE_H */
