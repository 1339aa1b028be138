/*
 * xlogdefs.h
 *		Names for places in the write-ahead log.
 *
 * A pure fact header: any layer may include it.  An LSN is the address of a
 * byte in the log stream, counted from the birth of the cluster; a timeline
 * tells histories of the same cluster apart.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlogdefs.h
 */
#ifndef XLOG_DEFS_H
#define XLOG_DEFS_H

typedef uint64 XLogRecPtr; /* log sequence number: a byte address */
typedef uint64 XLogSegNo; /* LSN divided by the segment size */
typedef uint32 TimeLineID;
typedef uint16 RepOriginId;

#define InvalidXLogRecPtr ((XLogRecPtr) 0)
#define XLogRecPtrIsInvalid(lsn) ((lsn) == InvalidXLogRecPtr)

/* Unlogged relations get LSNs from a counter of their own, from here on. */
#define FirstNormalUnloggedLSN ((XLogRecPtr) 1000)

/* The two halves of an LSN, for a "%X/%X" format. */
#define LSN_FORMAT_ARGS(lsn) (uint32)((lsn) >> 32), (uint32) (lsn)

#endif /* XLOG_DEFS_H */
