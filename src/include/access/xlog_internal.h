/*
 * xlog_internal.h
 *		The log's files, pages and own records.
 *
 * On-disk facts of pg_wal: page headers, file names, the payloads of the XLOG
 * resource manager.  Client programs include it too.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlog_internal.h
 */
#ifndef XLOG_INTERNAL_H
#define XLOG_INTERNAL_H

#include "access/rmgr.h"
#include "access/xlogdefs.h"
#include "access/xlogreader.h"
#include "access/xlogrecord.h"
#include "datatype/timestamp.h"
#include "pgtime.h"

/* ---- pages ---- */
#define XLOG_PAGE_MAGIC 0xD110
/* "NW" on disk: records may use what doc/wal-format-extended.md describes. */
#define XLOG_PAGE_MAGIC_EXTENDED 0x574E

/* At the start of each 8192-byte page of the log. */
typedef struct XLogPageHeaderData
{
	uint16 xlp_magic; /* @0 */
	uint16 xlp_info; /* @2 XLP_ bits */
	TimeLineID xlp_tli; /* @4 */
	XLogRecPtr xlp_pageaddr; /* @8 LSN of this page */
	uint32 xlp_rem_len; /* @16 bytes still missing of a continued record */
} XLogPageHeaderData;

typedef XLogPageHeaderData *XLogPageHeader;

/* At the start of each segment. */
typedef struct XLogLongPageHeaderData
{
	XLogPageHeaderData std;
	uint64 xlp_sysid; /* @24 as in pg_control */
	uint32 xlp_seg_size; /* @32 */
	uint32 xlp_xlog_blcksz; /* @36 */
} XLogLongPageHeaderData;

typedef XLogLongPageHeaderData *XLogLongPageHeader;

#define SizeOfXLogShortPHD MAXALIGN(sizeof(XLogPageHeaderData))
#define SizeOfXLogLongPHD MAXALIGN(sizeof(XLogLongPageHeaderData))
StaticAssertDecl(sizeof(XLogPageHeaderData) == 24, "short page header");
StaticAssertDecl(sizeof(XLogLongPageHeaderData) == 40, "long page header");

#define XLP_FIRST_IS_CONTRECORD 0x0001
#define XLP_LONG_HEADER 0x0002
#define XLP_BKP_REMOVABLE 0x0004
#define XLP_FIRST_IS_OVERWRITE_CONTRECORD 0x0008
#define XLP_ALL_FLAGS 0x000F

#define XLogPageHeaderSize(hdr) \
	(((hdr)->xlp_info & XLP_LONG_HEADER) != 0 ? SizeOfXLogLongPHD : SizeOfXLogShortPHD)

/* ---- segments; the size is a power of two ---- */
#define WalSegMinSize (1024 * 1024)
#define WalSegMaxSize (1024 * 1024 * 1024)
#define DEFAULT_MIN_WAL_SEGS 5
#define DEFAULT_MAX_WAL_SEGS 64

#define IsPowerOf2(n) ((n) > 0 && ((n) & ((n) -1)) == 0)
#define IsValidWalSegSize(n) \
	(IsPowerOf2(n) && (n) >= WalSegMinSize && (n) <= WalSegMaxSize)
#define XLogSegmentsPerXLogId(segsz) (UINT64CONST(0x100000000) / (segsz))
#define XLogSegNoOffsetToRecPtr(segno, off, segsz, dest) \
	((dest) = (XLogRecPtr) (segno) * (segsz) + (off))
#define XLogSegmentOffset(lsn, segsz) ((lsn) & ((segsz) -1))
/* Segment that holds the byte at lsn, and the byte before it. */
#define XLByteToSeg(lsn, segno, segsz) ((segno) = (lsn) / (segsz))
#define XLByteToPrevSeg(lsn, segno, segsz) ((segno) = ((lsn) -1) / (segsz))
#define XLByteInSeg(lsn, segno, segsz) ((lsn) / (segsz) == (segno))
#define XLByteInPrevSeg(lsn, segno, segsz) (((lsn) -1) / (segsz) == (segno))
#define ConvertToXSegs(mb, segsz) ((mb) / ((segsz) / (1024 * 1024)))
#define XRecOffIsValid(lsn) ((lsn) % XLOG_BLCKSZ >= SizeOfXLogShortPHD)

/* ---- file names ---- */
#define XLOGDIR "pg_wal"
#define XLOG_CONTROL_FILE "global/pg_control"
#define MAXFNAMELEN 64
#define XLOG_FNAME_LEN 24

static inline void
XLogFileName(char *fname, TimeLineID tli, XLogSegNo segno, int segsz)
{
	snprintf(fname, MAXFNAMELEN, "%08X%08X%08X", tli,
			 (uint32) (segno / XLogSegmentsPerXLogId(segsz)),
			 (uint32) (segno % XLogSegmentsPerXLogId(segsz)));
}

static inline void
XLogFileNameById(char *fname, TimeLineID tli, uint32 log, uint32 seg)
{
	snprintf(fname, MAXFNAMELEN, "%08X%08X%08X", tli, log, seg);
}

static inline void
XLogFilePath(char *path, TimeLineID tli, XLogSegNo segno, int segsz)
{
	char fname[MAXFNAMELEN];

	XLogFileName(fname, tli, segno, segsz);
	snprintf(path, MAXPGPATH, XLOGDIR "/%s", fname);
}

static inline bool
IsXLogFileName(const char *fname)
{
	return strlen(fname) == XLOG_FNAME_LEN &&
		strspn(fname, "0123456789ABCDEF") == XLOG_FNAME_LEN;
}

static inline bool
IsPartialXLogFileName(const char *fname)
{
	return strspn(fname, "0123456789ABCDEF") == XLOG_FNAME_LEN &&
		strcmp(fname + XLOG_FNAME_LEN, ".partial") == 0;
}

static inline void
XLogFromFileName(const char *fname, TimeLineID *tli, XLogSegNo *segno, int segsz)
{
	uint32 log = 0;
	uint32 seg = 0;

	sscanf(fname, "%08X%08X%08X", tli, &log, &seg);
	*segno = (uint64) log * XLogSegmentsPerXLogId(segsz) + seg;
}

static inline void
TLHistoryFileName(char *fname, TimeLineID tli)
{
	snprintf(fname, MAXFNAMELEN, "%08X.history", tli);
}

static inline bool
IsTLHistoryFileName(const char *fname)
{
	return strspn(fname, "0123456789ABCDEF") == 8 && strcmp(fname + 8, ".history") == 0;
}

static inline void
TLHistoryFilePath(char *path, TimeLineID tli)
{
	snprintf(path, MAXPGPATH, XLOGDIR "/%08X.history", tli);
}

static inline void
StatusFilePath(char *path, const char *xlog, const char *suffix)
{
	snprintf(path, MAXPGPATH, XLOGDIR "/archive_status/%s%s", xlog, suffix);
}

static inline void
BackupHistoryFileName(char *fname, TimeLineID tli, XLogSegNo segno,
					  XLogRecPtr startpoint, int segsz)
{
	XLogFileName(fname, tli, segno, segsz);
	snprintf(fname + XLOG_FNAME_LEN, MAXFNAMELEN - XLOG_FNAME_LEN, ".%08X.backup",
			 (uint32) XLogSegmentOffset(startpoint, segsz));
}

static inline bool
IsBackupHistoryFileName(const char *fname)
{
	size_t len = strlen(fname);

	return len > XLOG_FNAME_LEN + 7 &&
		strspn(fname, "0123456789ABCDEF") == XLOG_FNAME_LEN &&
		strcmp(fname + len - 7, ".backup") == 0;
}

static inline void
BackupHistoryFilePath(char *path, TimeLineID tli, XLogSegNo segno,
					  XLogRecPtr startpoint, int segsz)
{
	char fname[MAXFNAMELEN];

	BackupHistoryFileName(fname, tli, segno, startpoint, segsz);
	snprintf(path, MAXPGPATH, XLOGDIR "/%s", fname);
}

/* ---- payloads of the XLOG manager (info codes: catalog/pg_control.h) ---- */

typedef struct xl_parameter_change
{
	int MaxConnections;
	int max_worker_processes;
	int max_wal_senders;
	int max_prepared_xacts;
	int max_locks_per_xact;
	int wal_level;
	bool wal_log_hints;
	bool track_commit_timestamp;
	/* @26 WalFormat, on extended pages; else padding, which we write as zero */
	uint8 wal_format;
	uint8 pad;
} xl_parameter_change;

StaticAssertDecl(sizeof(xl_parameter_change) == 28, "xl_parameter_change");

typedef struct xl_restore_point
{
	TimestampTz rp_time;
	char rp_name[MAXFNAMELEN];
} xl_restore_point;

typedef struct xl_overwrite_contrecord
{
	XLogRecPtr overwritten_lsn;
	TimestampTz overwrite_time;
} xl_overwrite_contrecord;

typedef struct xl_end_of_recovery
{
	TimestampTz end_time;
	TimeLineID ThisTimeLineID;
	TimeLineID PrevTimeLineID;
} xl_end_of_recovery;

/* One piece of a record being inserted; the first starts with its header. */
typedef struct XLogRecData
{
	struct XLogRecData *next;
	char *data;
	uint32 len;
} XLogRecData;

typedef enum RecoveryTargetAction
{
	RECOVERY_TARGET_ACTION_PAUSE,
	RECOVERY_TARGET_ACTION_PROMOTE,
	RECOVERY_TARGET_ACTION_SHUTDOWN
} RecoveryTargetAction;

#endif /* XLOG_INTERNAL_H */
