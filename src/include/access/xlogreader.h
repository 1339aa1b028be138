/*
 * xlogreader.h
 *		Reads WAL records from any source of pages.
 *
 * Used by recovery and by client programs alike (FRONTEND).  The caller supplies
 * a callback that fetches pages; the reader puts records together, checks them
 * and decodes them.  Trouble is reported as a message, never as an ereport.
 *
 * Order of calls: XLogReaderAllocate, XLogBeginRead (a known record start) or
 * XLogFindNextRecord (any address), XLogReadRecord until NULL, XLogReaderFree.
 * A record stays valid until the next call of XLogReadRecord.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlogreader.h
 */
#ifndef XLOGREADER_H
#define XLOGREADER_H

#ifndef FRONTEND
#include "access/transam.h"
#endif
#include "access/xlogrecord.h"
#include "storage/buf.h"

struct XLogReaderState;
typedef struct XLogReaderState XLogReaderState;

typedef struct WALOpenSegment
{
	int ws_file; /* descriptor, -1 if none */
	XLogSegNo ws_segno;
	TimeLineID ws_tli;
} WALOpenSegment;

typedef struct WALSegmentContext
{
	char ws_dir[MAXPGPATH];
	int ws_segsize;
} WALSegmentContext;

/* Results of a page callback other than a count of bytes. */
typedef enum XLogPageReadResult
{
	XLREAD_SUCCESS = 0,
	XLREAD_FAIL = -1,
	XLREAD_WOULDBLOCK = -2
} XLogPageReadResult;

/*
 * Fetch at least reqLen bytes of the page at targetPagePtr into readBuf (one
 * WAL page).  targetRecPtr is the record wanted.  Returns the bytes that are
 * valid, or one of the results above.
 */
typedef int (*XLogPageReadCB)(XLogReaderState *xlogreader, XLogRecPtr targetPagePtr,
							  int reqLen, XLogRecPtr targetRecPtr, char *readBuf);
/* Open segment nextSegNo into seg.ws_file; *tli_p in: wanted, out: used. */
typedef void (*WALSegmentOpenCB)(XLogReaderState *xlogreader, XLogSegNo nextSegNo,
								 TimeLineID *tli_p);
typedef void (*WALSegmentCloseCB)(XLogReaderState *xlogreader);

typedef struct XLogReaderRoutine
{
	XLogPageReadCB page_read;
	WALSegmentOpenCB segment_open; /* used by WALRead only */
	WALSegmentCloseCB segment_close;
} XLogReaderRoutine;

#define XL_ROUTINE(...)  \
	&(XLogReaderRoutine) \
	{                    \
		__VA_ARGS__      \
	}

/* One block reference of a decoded record. */
typedef struct DecodedBkpBlock
{
	bool in_use;

	RelFileNode rnode;
	ForkNumber forknum;
	BlockNumber blkno;
	Buffer prefetch_buffer;
	uint8 flags; /* BKPBLOCK_* as stored */

	bool has_image;
	bool apply_image; /* image is for replay, not for checking only */
	char *bkp_image;
	uint16 hole_offset;
	uint16 hole_length;
	uint16 bimg_len;
	uint8 bimg_info;
	bool compressed; /* by any codec that the format allows */

	bool has_data;
	char *data;
	uint16 data_len;
	uint16 data_bufsz;
} DecodedBkpBlock;

/* A decoded record; its variable parts follow it in the same memory. */
typedef struct DecodedXLogRecord
{
	size_t size;
	bool oversized;
	struct DecodedXLogRecord *next;

	XLogRecPtr lsn; /* start */
	XLogRecPtr next_lsn; /* end pointer */
	XLogRecord header;
	RepOriginId record_origin;
	TransactionId toplevel_xid;
	char *main_data;
	uint32 main_data_len;
	int max_block_id; /* -1 if none */
	bool extended; /* it begins on a page of the extended format */
	DecodedBkpBlock blocks[FLEXIBLE_ARRAY_MEMBER];
} DecodedXLogRecord;

struct XLogReaderState
{
	/* Set by the caller. */
	XLogReaderRoutine routine;
	uint64 system_identifier; /* 0: accept any */
	void *private_data;

	/* Position: start of the last record, and its end pointer. */
	XLogRecPtr ReadRecPtr;
	XLogRecPtr EndRecPtr;

	/* Assembly was given up here because the continuation is missing ... */
	XLogRecPtr abortedRecPtr;
	XLogRecPtr missingContrecPtr;
	/* ... or was marked as overwritten by the log itself. */
	XLogRecPtr overwrittenRecPtr;

	/* The record that XLogReadRecord returned. */
	DecodedXLogRecord *record;

	/* Position of the decoder. */
	XLogRecPtr DecodeRecPtr;
	XLogRecPtr NextRecPtr;
	XLogRecPtr PrevRecPtr;

	/* Memory of decoded records. */
	char *decode_buffer;
	size_t decode_buffer_size;
	bool free_decode_buffer;

	/* The page in hand. */
	char *readBuf;
	uint32 readLen; /* valid bytes in it, 0 if none */
	WALSegmentContext segcxt;
	WALOpenSegment seg;
	uint32 segoff;

	/* Timeline of the newest page seen, to catch a step back. */
	XLogRecPtr latestPagePtr;
	TimeLineID latestPageTLI;

	/* All pages of a segment have the magic of its first page. */
	XLogSegNo magicSegNo;
	uint16 segMagic;
	uint16 recordMagic; /* of the page where the record begins */

	/* For page callbacks that follow timelines. */
	XLogRecPtr currRecPtr;
	TimeLineID currTLI;
	XLogRecPtr currTLIValidUntil;
	TimeLineID nextTLI;

	/* Where a record that crosses pages is put together. */
	char *readRecordBuf;
	uint32 readRecordBufSize;

	char *errormsg_buf;
	bool errormsg_deferred;
	bool nonblocking;
};

/* What WALRead can report. */
typedef struct WALReadError
{
	int wre_errno;
	int wre_off;
	int wre_req;
	int wre_read;
	WALOpenSegment wre_seg;
} WALReadError;

/* xlogreader.c */
extern bool DecodeXLogRecord(XLogReaderState *state, DecodedXLogRecord *decoded,
							 XLogRecord *record, XLogRecPtr lsn, char **errormsg);
extern size_t DecodeXLogRecordRequiredSpace(size_t xl_tot_len);
extern bool RestoreBlockImage(XLogReaderState *record, uint8 block_id, char *page);
extern bool WALRead(XLogReaderState *state, char *buf, XLogRecPtr startptr, Size count,
					TimeLineID tli, WALReadError *errinfo);
extern void XLogBeginRead(XLogReaderState *state, XLogRecPtr RecPtr);
extern XLogRecPtr XLogFindNextRecord(XLogReaderState *state, XLogRecPtr RecPtr);
extern DecodedXLogRecord *XLogNextRecord(XLogReaderState *state, char **errormsg);
extern XLogReaderState *XLogReaderAllocate(int wal_segment_size, const char *waldir,
										   XLogReaderRoutine *routine,
										   void *private_data);
extern void XLogReaderFree(XLogReaderState *state);
extern void XLogReaderResetError(XLogReaderState *state);
extern void XLogReaderSetDecodeBuffer(XLogReaderState *state, void *buffer, size_t size);
extern bool XLogReaderValidatePageHeader(XLogReaderState *state, XLogRecPtr recptr,
										 char *phdr);
extern XLogRecord *XLogReadRecord(XLogReaderState *state, char **errormsg);
extern char *XLogRecGetBlockData(XLogReaderState *record, uint8 block_id, Size *len);
extern void XLogRecGetBlockTag(XLogReaderState *record, uint8 block_id,
							   RelFileNode *rnode, ForkNumber *forknum,
							   BlockNumber *blknum);
extern bool XLogRecGetBlockTagExtended(XLogReaderState *record, uint8 block_id,
									   RelFileNode *rnode, ForkNumber *forknum,
									   BlockNumber *blknum, Buffer *prefetch_buffer);
extern XLogRecPtr XLogReleasePreviousRecord(XLogReaderState *state);
#ifndef FRONTEND
extern FullTransactionId XLogRecGetFullXid(XLogReaderState *record);
#endif

/* Parts of the current record, by the reader that holds it. */
#define XLogRecGetTotalLen(r) ((r)->record->header.xl_tot_len)
#define XLogRecGetPrev(r) ((r)->record->header.xl_prev)
#define XLogRecGetInfo(r) ((r)->record->header.xl_info)
#define XLogRecGetRmid(r) ((r)->record->header.xl_rmid)
#define XLogRecGetXid(r) ((r)->record->header.xl_xid)
#define XLogRecGetOrigin(r) ((r)->record->record_origin)
#define XLogRecGetTopXid(r) ((r)->record->toplevel_xid)
#define XLogRecGetData(r) ((r)->record->main_data)
#define XLogRecGetDataLen(r) ((r)->record->main_data_len)
#define XLogRecMaxBlockId(r) ((r)->record->max_block_id)
#define XLogRecGetBlock(r, i) (&(r)->record->blocks[(i)])
#define XLogRecHasAnyBlockRefs(r) ((r)->record->max_block_id >= 0)
#define XLogRecHasBlockRef(r, i) \
	((r)->record->max_block_id >= (i) && (r)->record->blocks[i].in_use)
#define XLogRecHasBlockImage(r, i) ((r)->record->blocks[i].has_image)
#define XLogRecBlockImageApply(r, i) ((r)->record->blocks[i].apply_image)
#define XLogRecHasBlockData(r, i) ((r)->record->blocks[i].has_data)

static inline bool
XLogReaderHasQueuedRecordOrError(XLogReaderState *state)
{
	return state->errormsg_deferred;
}

#endif /* XLOGREADER_H */
