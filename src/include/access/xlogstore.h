/*
 * xlogstore.h
 *		Where WAL bytes live: the one way to and from pg_wal.
 *
 * The log above knows LSNs only; this module maps ranges of them to segment
 * files, makes them durable, reads them back, creates, recycles and removes
 * segments.  Another store (for example a compressed one) would replace
 * xlogstore.c and nothing else.  Bytes are appended in LSN order, except that the
 * last page may be written again with more on it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlogstore.h
 */
#ifndef XLOGSTORE_H
#define XLOGSTORE_H

#include "access/xlogdefs.h"

/* Bytes in and out. */
extern void xlogstore_append(TimeLineID tli, XLogRecPtr lsn, const char *data, Size len);
extern void xlogstore_sync(TimeLineID tli, XLogRecPtr upto);
extern bool xlogstore_read(TimeLineID tli, XLogRecPtr lsn, char *buf, Size len, int *nread);
extern bool xlogstore_writes_are_synced(void);

/* Files. */
extern void xlogstore_close(void);
extern bool xlogstore_segment_exists(TimeLineID tli, XLogSegNo segno);
extern bool xlogstore_prepare_segment(TimeLineID tli, XLogSegNo segno);
extern void xlogstore_remove_old(TimeLineID insert_tli, XLogSegNo last_removable,
								 XLogRecPtr last_redo, XLogRecPtr end);
extern void xlogstore_remove_temporary(void);
extern void xlogstore_check_directories(void);
extern XLogSegNo xlogstore_last_removed(void);
extern void xlogstore_check_present(XLogSegNo segno, TimeLineID tli);
extern void xlogstore_open_reader(TimeLineID tli, XLogSegNo segno, int *fd);

#endif /* XLOGSTORE_H */
