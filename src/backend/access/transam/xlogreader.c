/*
 * xlogreader.c
 *		Reads, checks and decodes WAL records.
 *
 * Compiled into the server (recovery) and, with FRONTEND, into client programs.
 * Pages come from a callback of the caller; a record is put together from one or
 * more of them, checked (length, manager, prev-link, CRC) and decoded into a
 * DecodedXLogRecord.  All trouble becomes a message in state->errormsg_buf and a
 * NULL result, in the wording that pg_waldump and server logs are known for.
 *
 * The state always holds one page (readBuf) and one decoded record, which the
 * next call overwrites.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlogreader.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <unistd.h>

#include "access/transam.h"
#include "access/xlog_internal.h"
#include "access/xlogreader.h"
#include "access/xlogrecord.h"
#include "common/wal_image.h"
#ifdef FRONTEND
#include "common/fe_memutils.h"
#else
#include "utils/memutils.h"
#endif

#define READER_ERRMSG_SIZE 1000
#define READ_RECORD_BUF_UNIT (5 * XLOG_BLCKSZ)

/* Bytes that pieces of a decoded record may waste to alignment. */
#define DECODE_ALIGNMENT_WASTE ((XLR_MAX_BLOCK_ID + 2) * MAXIMUM_ALIGNOF)

/* Outcomes of one attempt to put a record together. */
typedef enum AssembleResult
{
	ASSEMBLE_OK,
	ASSEMBLE_ERROR,
	ASSEMBLE_WOULDBLOCK,
	ASSEMBLE_RESTART /* its rest was overwritten; go on at NextRecPtr */
} AssembleResult;

static void set_error(XLogReaderState *state, const char *fmt, ...) pg_attribute_printf(2, 3);
static int fetch_page(XLogReaderState *state, XLogRecPtr pageptr, int reqlen);
static bool header_is_plausible(XLogReaderState *state, XLogRecPtr recptr,
								XLogRecPtr prevptr, const XLogRecord *rec, bool random);
static bool crc_matches(XLogReaderState *state, XLogRecord *rec, XLogRecPtr recptr);

/* ---------------------------------------------------------------------------
 * The reader object
 * ------------------------------------------------------------------------ */

/*
 * XLogReaderAllocate
 *		Make a reader.
 *
 * waldir may be NULL if the callbacks do not need it; routine is copied.  All
 * memory is palloc'd in the current context.  Returns NULL never (out of memory
 * ends the program or raises an error).
 */
XLogReaderState *
XLogReaderAllocate(int wal_segment_size, const char *waldir,
				   XLogReaderRoutine *routine, void *private_data)
{
	XLogReaderState *state = palloc0(sizeof(XLogReaderState));

	Assert(IsValidWalSegSize(wal_segment_size));
	state->routine = *routine;
	state->private_data = private_data;
	state->readBuf = palloc(XLOG_BLCKSZ);
	state->errormsg_buf = palloc(READER_ERRMSG_SIZE + 1);
	state->errormsg_buf[0] = '\0';
	state->readRecordBufSize = READ_RECORD_BUF_UNIT;
	state->readRecordBuf = palloc(state->readRecordBufSize);
	state->seg.ws_file = -1;
	state->segcxt.ws_segsize = wal_segment_size;
	if (waldir != NULL)
		strlcpy(state->segcxt.ws_dir, waldir, MAXPGPATH);
	return state;
}

/*
 * XLogReaderFree
 *		Release a reader, its file and its memory.
 */
void
XLogReaderFree(XLogReaderState *state)
{
	if (state->seg.ws_file >= 0 && state->routine.segment_close != NULL)
		state->routine.segment_close(state);
	if (state->decode_buffer != NULL && state->free_decode_buffer)
		pfree(state->decode_buffer);
	pfree(state->readRecordBuf);
	pfree(state->errormsg_buf);
	pfree(state->readBuf);
	pfree(state);
}

/*
 * XLogReaderSetDecodeBuffer
 *		Accepted for the interface's sake: one record is decoded at a time into
 *		memory that the reader sizes itself.
 */
void
XLogReaderSetDecodeBuffer(XLogReaderState *state, void *buffer, size_t size)
{
	(void) state;
	(void) buffer;
	(void) size;
}

/* Forget a pending error and the page in hand. */
void
XLogReaderResetError(XLogReaderState *state)
{
	state->errormsg_buf[0] = '\0';
	state->errormsg_deferred = false;
}

/*
 * XLogBeginRead
 *		The next record read is the one that starts at RecPtr exactly.
 */
void
XLogBeginRead(XLogReaderState *state, XLogRecPtr RecPtr)
{
	Assert(!XLogRecPtrIsInvalid(RecPtr));
	state->record = NULL;
	state->ReadRecPtr = InvalidXLogRecPtr;
	state->EndRecPtr = RecPtr;
	state->NextRecPtr = RecPtr;
	state->DecodeRecPtr = InvalidXLogRecPtr;
	state->errormsg_buf[0] = '\0';
}

static void
set_error(XLogReaderState *state, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(state->errormsg_buf, READER_ERRMSG_SIZE, fmt, args);
	va_end(args);
}

/* The page buffer no longer says anything about the file. */
static void
forget_page(XLogReaderState *state)
{
	state->seg.ws_segno = 0;
	state->segoff = 0;
	state->readLen = 0;
}

/* ---------------------------------------------------------------------------
 * Pages
 * ------------------------------------------------------------------------ */

/* Ask the callback; the count of bytes, or an XLogPageReadResult below 0. */
static int
call_page_read(XLogReaderState *state, XLogRecPtr pageptr, int reqlen, XLogRecPtr recptr)
{
	int len = state->routine.page_read(state, pageptr, reqlen, recptr,
									   state->readBuf);

	Assert(len <= XLOG_BLCKSZ);
	return len;
}

/*
 * Have at least reqlen bytes of the page at pageptr in readBuf, with a checked
 * header.  When a new segment is entered its first page is checked as well, so
 * that a foreign file is noticed early.  Returns the valid bytes or a result
 * below 0.
 */
static int
fetch_page(XLogReaderState *state, XLogRecPtr pageptr, int reqlen)
{
	XLogSegNo segno = pageptr / state->segcxt.ws_segsize;
	uint32 segoff = XLogSegmentOffset(pageptr, state->segcxt.ws_segsize);
	XLogPageHeader hdr = (XLogPageHeader) state->readBuf;
	int len;

	Assert(pageptr % XLOG_BLCKSZ == 0);
	if (segno == state->seg.ws_segno && segoff == state->segoff &&
		reqlen <= (int) state->readLen)
		return state->readLen;

	/* Bytes in readBuf will be replaced even if the read fails. */
	state->readLen = 0;

	if (segno != state->seg.ws_segno && segoff != 0)
	{
		len = call_page_read(state, pageptr - segoff, XLOG_BLCKSZ, state->DecodeRecPtr);
		if (len == XLREAD_WOULDBLOCK)
			return len;
		if (len < 0 ||
			!XLogReaderValidatePageHeader(state, pageptr - segoff, state->readBuf))
			goto failed;
	}

	len = call_page_read(state, pageptr, Max(reqlen, (int) SizeOfXLogShortPHD),
						 state->DecodeRecPtr);
	if (len == XLREAD_WOULDBLOCK)
		return len;
	if (len < 0)
		goto failed;
	if (len < (int) XLogPageHeaderSize(hdr))
	{
		len = call_page_read(state, pageptr, XLogPageHeaderSize(hdr), state->DecodeRecPtr);
		if (len == XLREAD_WOULDBLOCK)
			return len;
		if (len < 0)
			goto failed;
	}
	if (!XLogReaderValidatePageHeader(state, pageptr, state->readBuf))
		goto failed;

	state->seg.ws_segno = segno;
	state->segoff = segoff;
	state->readLen = len;
	return len;

failed:
	forget_page(state);
	return XLREAD_FAIL;
}

/* Checks that only the header of a segment's first page allows. */
static bool
long_header_is_valid(XLogReaderState *state, XLogLongPageHeader hdr)
{
	if (state->system_identifier != 0 && hdr->xlp_sysid != state->system_identifier)
		set_error(state, "WAL file is from different database system: WAL file database system identifier is %llu, pg_control database system identifier is %llu",
				  (unsigned long long) hdr->xlp_sysid,
				  (unsigned long long) state->system_identifier);
	else if (hdr->xlp_seg_size != (uint32) state->segcxt.ws_segsize)
		set_error(state, "WAL file is from different database system: incorrect segment size in page header");
	else if (hdr->xlp_xlog_blcksz != XLOG_BLCKSZ)
		set_error(state, "WAL file is from different database system: incorrect XLOG_BLCKSZ in page header");
	else
		return true;
	return false;
}

/*
 * XLogReaderValidatePageHeader
 *		Is phdr the header of the page at recptr?  If not, the reason is left in
 *		errormsg_buf.
 */
bool
XLogReaderValidatePageHeader(XLogReaderState *state, XLogRecPtr recptr, char *phdr)
{
	XLogPageHeader hdr = (XLogPageHeader) phdr;
	XLogSegNo segno = recptr / state->segcxt.ws_segsize;
	uint32 offset = XLogSegmentOffset(recptr, state->segcxt.ws_segsize);
	char fname[MAXFNAMELEN];

	XLogFileName(fname, state->seg.ws_tli, segno, state->segcxt.ws_segsize);

	if ((hdr->xlp_magic != XLOG_PAGE_MAGIC &&
		 hdr->xlp_magic != XLOG_PAGE_MAGIC_EXTENDED) ||
		(offset != 0 && segno == state->magicSegNo &&
		 hdr->xlp_magic != state->segMagic))
	{
		set_error(state, "invalid magic number %04X in log segment %s, offset %u",
				  hdr->xlp_magic, fname, offset);
		return false;
	}
	if ((hdr->xlp_info & ~XLP_ALL_FLAGS) != 0 ||
		(offset == 0 && !(hdr->xlp_info & XLP_LONG_HEADER)))
	{
		set_error(state, "invalid info bits %04X in log segment %s, offset %u",
				  hdr->xlp_info, fname, offset);
		return false;
	}
	if ((hdr->xlp_info & XLP_LONG_HEADER) &&
		!long_header_is_valid(state, (XLogLongPageHeader) phdr))
		return false;
	if (hdr->xlp_pageaddr != recptr)
	{
		set_error(state, "unexpected pageaddr %X/%X in log segment %s, offset %u",
				  LSN_FORMAT_ARGS(hdr->xlp_pageaddr), fname, offset);
		return false;
	}

	/* Going forward the timeline may only grow; going back says nothing. */
	if (recptr > state->latestPagePtr && hdr->xlp_tli < state->latestPageTLI)
	{
		set_error(state, "out-of-sequence timeline ID %u (after %u) in log segment %s, offset %u",
				  hdr->xlp_tli, state->latestPageTLI, fname, offset);
		return false;
	}
	state->latestPagePtr = recptr;
	state->latestPageTLI = hdr->xlp_tli;
	if (offset == 0)
	{
		state->magicSegNo = segno;
		state->segMagic = hdr->xlp_magic;
	}
	return true;
}

/* ---------------------------------------------------------------------------
 * Putting a record together
 * ------------------------------------------------------------------------ */

/* Memory that lives as long as the reader; may be larger than palloc gives. */
static void *
reader_alloc(XLogReaderState *state, size_t size)
{
#ifdef FRONTEND
	return pg_malloc(size);
#else
	return MemoryContextAllocHuge(GetMemoryChunkContext(state->readBuf), size);
#endif
}

/* Make readRecordBuf hold len bytes. */
static void
size_record_buffer(XLogReaderState *state, uint32 len)
{
	if (len <= state->readRecordBufSize)
		return;
	pfree(state->readRecordBuf);
	state->readRecordBufSize = TYPEALIGN(XLOG_BLCKSZ, (Size) len) + XLOG_BLCKSZ;
	state->readRecordBuf = reader_alloc(state, state->readRecordBufSize);
}

/*
 * A record that began well on an earlier page turned out not to go on at pageptr,
 * or to be wrong there.  Its beginning may have been archived or sent away, so
 * recovery must not write another record over it, but mark it as never finished.
 */
static AssembleResult
note_torn_record(XLogReaderState *state, XLogRecPtr recptr, XLogRecPtr pageptr)
{
	state->abortedRecPtr = recptr;
	state->missingContrecPtr = pageptr;
	return ASSEMBLE_ERROR;
}

/*
 * Collect the rest of a record whose first `got` bytes stand at the end of the
 * page in hand.  On success the whole is in readRecordBuf and *endptr is the
 * end pointer.
 */
static AssembleResult
assemble_over_pages(XLogReaderState *state, XLogRecPtr recptr, uint32 total,
					uint32 got, bool random, bool header_checked, XLogRecPtr *endptr)
{
	XLogRecPtr pageptr = recptr - recptr % XLOG_BLCKSZ;
	XLogRecord *rec = (XLogRecord *) state->readRecordBuf;

	memcpy(state->readRecordBuf, state->readBuf + recptr % XLOG_BLCKSZ, got);
	while (got < total)
	{
		XLogPageHeader hdr = (XLogPageHeader) state->readBuf;
		uint32 hdrsize;
		uint32 chunk;
		int len;

		pageptr += XLOG_BLCKSZ;
		len = fetch_page(state, pageptr,
						 Min((int64) (total - got) + (int64) SizeOfXLogShortPHD, XLOG_BLCKSZ));
		if (len == XLREAD_WOULDBLOCK)
			return ASSEMBLE_WOULDBLOCK;
		if (len < 0)
			return note_torn_record(state, recptr, pageptr);

		if (hdr->xlp_info & XLP_FIRST_IS_OVERWRITE_CONTRECORD)
		{
			/* The rest never came; what replaced it starts on this page. */
			state->overwrittenRecPtr = recptr;
			state->NextRecPtr = pageptr;
			return ASSEMBLE_RESTART;
		}
		if (!(hdr->xlp_info & XLP_FIRST_IS_CONTRECORD))
		{
			set_error(state, "there is no contrecord flag at %X/%X", LSN_FORMAT_ARGS(recptr));
			return note_torn_record(state, recptr, pageptr);
		}
		if (hdr->xlp_rem_len == 0 || total != hdr->xlp_rem_len + got)
		{
			set_error(state, "invalid contrecord length %u (expected %lld) at %X/%X",
					  hdr->xlp_rem_len, (long long) total - got, LSN_FORMAT_ARGS(recptr));
			return note_torn_record(state, recptr, pageptr);
		}

		hdrsize = XLogPageHeaderSize(hdr);
		chunk = Min(total - got, XLOG_BLCKSZ - hdrsize);
		if ((uint32) len < hdrsize + chunk)
		{
			len = fetch_page(state, pageptr, hdrsize + chunk);
			if (len == XLREAD_WOULDBLOCK)
				return ASSEMBLE_WOULDBLOCK;
			if (len < 0)
				return note_torn_record(state, recptr, pageptr);
		}
		memcpy(state->readRecordBuf + got, state->readBuf + hdrsize, chunk);
		got += chunk;

		if (!header_checked && got >= SizeOfXLogRecord)
		{
			if (!header_is_plausible(state, recptr, state->PrevRecPtr, rec, random))
				return note_torn_record(state, recptr, pageptr);
			header_checked = true;
		}
		*endptr = pageptr + hdrsize + MAXALIGN(chunk);
	}
	if (!crc_matches(state, rec, recptr))
		return note_torn_record(state, recptr, pageptr);
	return ASSEMBLE_OK;
}

/*
 * Find the record at NextRecPtr.  On success *rec points to its contiguous bytes
 * (valid until the next page is read), DecodeRecPtr is its start and NextRecPtr
 * its end pointer.
 */
static AssembleResult
assemble_record(XLogReaderState *state, XLogRecord **rec)
{
	XLogRecPtr recptr = state->NextRecPtr;
	bool random;
	uint32 off;
	uint32 hdrsize;
	uint32 total;
	XLogRecPtr endptr = InvalidXLogRecPtr;
	int len;

	/* Coming from a record, its end may be a page boundary: skip the header. */
	random = state->DecodeRecPtr == InvalidXLogRecPtr;
	state->PrevRecPtr = random ? InvalidXLogRecPtr : state->DecodeRecPtr;

	off = recptr % XLOG_BLCKSZ;
	state->currRecPtr = recptr;
	len = fetch_page(state, recptr - off, Min(off + (uint32) SizeOfXLogRecord, XLOG_BLCKSZ));
	if (len < 0)
		return len == XLREAD_WOULDBLOCK ? ASSEMBLE_WOULDBLOCK : ASSEMBLE_ERROR;

	state->recordMagic = ((XLogPageHeader) state->readBuf)->xlp_magic;
	hdrsize = XLogPageHeaderSize((XLogPageHeader) state->readBuf);
	if (off == 0)
	{
		off = hdrsize;
		recptr += hdrsize;
	}
	else if (off < hdrsize)
	{
		set_error(state, "invalid record offset at %X/%X", LSN_FORMAT_ARGS(recptr));
		return ASSEMBLE_ERROR;
	}
	if ((((XLogPageHeader) state->readBuf)->xlp_info & XLP_FIRST_IS_CONTRECORD) &&
		off == hdrsize)
	{
		set_error(state, "contrecord is requested by %X/%X", LSN_FORMAT_ARGS(recptr));
		return ASSEMBLE_ERROR;
	}
	state->DecodeRecPtr = recptr;

	/* The length is always on this page; the rest of the header need not be. */
	if ((uint32) len < Min(off + SizeOfXLogRecord, (Size) XLOG_BLCKSZ) &&
		(len = fetch_page(state, recptr - off,
						  Min(off + (uint32) SizeOfXLogRecord, XLOG_BLCKSZ))) < 0)
		return len == XLREAD_WOULDBLOCK ? ASSEMBLE_WOULDBLOCK : ASSEMBLE_ERROR;
	*rec = (XLogRecord *) (state->readBuf + off);
	total = (*rec)->xl_tot_len;
	if (off <= XLOG_BLCKSZ - SizeOfXLogRecord)
	{
		if (!header_is_plausible(state, recptr, state->PrevRecPtr, *rec, random))
			return ASSEMBLE_ERROR;
	}
	else if (total < SizeOfXLogRecord)
	{
		set_error(state, "invalid record length at %X/%X: wanted %u, got %u",
				  LSN_FORMAT_ARGS(recptr), (uint32) SizeOfXLogRecord, total);
		return ASSEMBLE_ERROR;
	}

	if (total <= XLOG_BLCKSZ - off)
	{
		len = fetch_page(state, recptr - off, Min(off + MAXALIGN(total), (Size) XLOG_BLCKSZ));
		if (len < 0)
			return len == XLREAD_WOULDBLOCK ? ASSEMBLE_WOULDBLOCK : ASSEMBLE_ERROR;
		if (!crc_matches(state, *rec, recptr))
			return ASSEMBLE_ERROR;
		endptr = recptr + MAXALIGN(total);
	}
	else
	{
		AssembleResult res;

		/* A length this large can only be garbage; memory has its limits. */
		if (total > 0x3fffffff)
		{
			set_error(state, "record length %u at %X/%X too long",
					  total, LSN_FORMAT_ARGS(recptr));
			return ASSEMBLE_ERROR;
		}
		size_record_buffer(state, total);
		res = assemble_over_pages(state, recptr, total, XLOG_BLCKSZ - off, random,
								  off <= XLOG_BLCKSZ - SizeOfXLogRecord, &endptr);
		if (res != ASSEMBLE_OK)
			return res;
		*rec = (XLogRecord *) state->readRecordBuf;
	}

	/* Nothing follows a switch in its segment. */
	if ((*rec)->xl_rmid == RM_XLOG_ID && ((*rec)->xl_info & ~XLR_INFO_MASK) == 0x40)
		endptr = TYPEALIGN((uint64) state->segcxt.ws_segsize, endptr);
	state->NextRecPtr = endptr;
	return ASSEMBLE_OK;
}

/*
 * Could this be the header of a record at recptr?  The prev-link is compared
 * exactly when reading in sequence; a jump can only ask that it points back.
 */
static bool
header_is_plausible(XLogReaderState *state, XLogRecPtr recptr, XLogRecPtr prevptr,
					const XLogRecord *rec, bool random)
{
	if (rec->xl_tot_len < SizeOfXLogRecord)
	{
		set_error(state, "invalid record length at %X/%X: wanted %u, got %u",
				  LSN_FORMAT_ARGS(recptr), (uint32) SizeOfXLogRecord, rec->xl_tot_len);
		return false;
	}
	if (!RmgrIdIsValid(rec->xl_rmid))
	{
		set_error(state, "invalid resource manager ID %u at %X/%X",
				  rec->xl_rmid, LSN_FORMAT_ARGS(recptr));
		return false;
	}
	if (random ? rec->xl_prev >= recptr : rec->xl_prev != prevptr)
	{
		set_error(state, "record with incorrect prev-link %X/%X at %X/%X",
				  LSN_FORMAT_ARGS(rec->xl_prev), LSN_FORMAT_ARGS(recptr));
		return false;
	}
	return true;
}

static bool
crc_matches(XLogReaderState *state, XLogRecord *rec, XLogRecPtr recptr)
{
	pg_crc32c crc;

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, (char *) rec + SizeOfXLogRecord, rec->xl_tot_len - SizeOfXLogRecord);
	COMP_CRC32C(crc, (char *) rec, offsetof(XLogRecord, xl_crc));
	FIN_CRC32C(crc);
	if (EQ_CRC32C(rec->xl_crc, crc))
		return true;
	set_error(state, "incorrect resource manager data checksum in record at %X/%X",
			  LSN_FORMAT_ARGS(recptr));
	return false;
}

/* ---------------------------------------------------------------------------
 * Reading
 * ------------------------------------------------------------------------ */

/* Memory for a decoded record of total bytes; it replaces the last one. */
static DecodedXLogRecord *
decode_memory(XLogReaderState *state, uint32 total)
{
	size_t need = DecodeXLogRecordRequiredSpace(total);

	if (state->decode_buffer == NULL || state->decode_buffer_size < need)
	{
		if (state->decode_buffer != NULL)
			pfree(state->decode_buffer);
		state->decode_buffer_size = Max(need, (size_t) 16384);
		state->decode_buffer = reader_alloc(state, state->decode_buffer_size);
		state->free_decode_buffer = true;
	}
	return (DecodedXLogRecord *) state->decode_buffer;
}

/*
 * XLogNextRecord
 *		Read and decode the record at the reader's position.
 *
 * Returns NULL at the end of the valid log (*errormsg says why, or is NULL if the
 * callback ran out of pages silently).  The result lives until the next call.
 */
DecodedXLogRecord *
XLogNextRecord(XLogReaderState *state, char **errormsg)
{
	XLogRecord *rec;
	AssembleResult res;
	XLogRecPtr prev_decode = state->DecodeRecPtr;
	XLogRecPtr prev_next = state->NextRecPtr;

	*errormsg = NULL;
	state->errormsg_buf[0] = '\0';
	state->record = NULL;
	state->abortedRecPtr = InvalidXLogRecPtr;
	state->missingContrecPtr = InvalidXLogRecPtr;
	state->overwrittenRecPtr = InvalidXLogRecPtr;

	while ((res = assemble_record(state, &rec)) == ASSEMBLE_RESTART)
	{
		/* The record before the overwritten one is the new one's predecessor. */
		state->DecodeRecPtr = prev_decode;
	}
	if (res == ASSEMBLE_OK)
	{
		DecodedXLogRecord *decoded = decode_memory(state, rec->xl_tot_len);
		char *msg;

		if (DecodeXLogRecord(state, decoded, rec, state->DecodeRecPtr, &msg))
		{
			decoded->next_lsn = state->NextRecPtr;
			state->record = decoded;
			state->ReadRecPtr = decoded->lsn;
			state->EndRecPtr = decoded->next_lsn;
			return decoded;
		}
	}

	/* Leave the position where the caller may try again. */
	if (res == ASSEMBLE_WOULDBLOCK || res == ASSEMBLE_ERROR)
		forget_page(state);
	state->ReadRecPtr = state->DecodeRecPtr;
	state->DecodeRecPtr = prev_decode;
	state->NextRecPtr = prev_next;
	if (state->errormsg_buf[0] != '\0')
		*errormsg = state->errormsg_buf;
	return NULL;
}

/*
 * XLogReadRecord
 *		Same as XLogNextRecord, with the header as result; the decoded form is
 *		state->record.
 */
XLogRecord *
XLogReadRecord(XLogReaderState *state, char **errormsg)
{
	DecodedXLogRecord *decoded = XLogNextRecord(state, errormsg);

	return decoded == NULL ? NULL : &decoded->header;
}

/*
 * XLogReleasePreviousRecord
 *		Say that the current record is no longer needed; returns its end.
 */
XLogRecPtr
XLogReleasePreviousRecord(XLogReaderState *state)
{
	XLogRecPtr next = state->record == NULL ? InvalidXLogRecPtr : state->record->next_lsn;

	state->record = NULL;
	return next;
}

/*
 * XLogFindNextRecord
 *		Position the reader at the first record that starts at or after RecPtr.
 *
 * Returns its address, or 0 if none is found.
 */
XLogRecPtr
XLogFindNextRecord(XLogReaderState *state, XLogRecPtr RecPtr)
{
	XLogRecPtr tmp = RecPtr;
	char *errormsg;

	Assert(!XLogRecPtrIsInvalid(RecPtr));
	state->DecodeRecPtr = InvalidXLogRecPtr;

	/* Step over the tail of a record that began on an earlier page. */
	for (;;)
	{
		XLogRecPtr pageptr = tmp - tmp % XLOG_BLCKSZ;
		XLogPageHeader hdr = (XLogPageHeader) state->readBuf;
		uint32 hdrsize;

		if (fetch_page(state, pageptr, Max((int) (tmp % XLOG_BLCKSZ), 1)) < 0)
			goto none;
		hdrsize = XLogPageHeaderSize(hdr);
		if (fetch_page(state, pageptr, hdrsize) < 0)
			goto none;
		if (!(hdr->xlp_info & XLP_FIRST_IS_CONTRECORD))
		{
			tmp = pageptr + hdrsize;
			break;
		}
		if (MAXALIGN(hdr->xlp_rem_len) < XLOG_BLCKSZ - hdrsize)
		{
			tmp = pageptr + hdrsize + MAXALIGN(hdr->xlp_rem_len);
			break;
		}
		tmp = pageptr + XLOG_BLCKSZ;
	}

	/* From the first record of that page, walk up to the address. */
	XLogBeginRead(state, tmp);
	while (XLogReadRecord(state, &errormsg) != NULL)
	{
		if (state->ReadRecPtr >= RecPtr)
		{
			XLogRecPtr found = state->ReadRecPtr;

			XLogBeginRead(state, found);
			return found;
		}
	}
none:
	forget_page(state);
	return InvalidXLogRecPtr;
}

/*
 * WALRead
 *		Read count bytes at startptr of timeline tli, segment by segment.
 *
 * Uses segment_open and segment_close.  False: *errinfo says what failed.
 */
bool
WALRead(XLogReaderState *state, char *buf, XLogRecPtr startptr, Size count,
		TimeLineID tli, WALReadError *errinfo)
{
	while (count > 0)
	{
		uint32 off = XLogSegmentOffset(startptr, state->segcxt.ws_segsize);
		XLogSegNo segno = startptr / state->segcxt.ws_segsize;
		Size want = Min(count, (Size) state->segcxt.ws_segsize - off);
		ssize_t got;

		if (state->seg.ws_file < 0 || state->seg.ws_segno != segno ||
			state->seg.ws_tli != tli)
		{
			if (state->seg.ws_file >= 0)
				state->routine.segment_close(state);
			state->routine.segment_open(state, segno, &tli);
			Assert(state->seg.ws_file >= 0);
			state->seg.ws_tli = tli;
			state->seg.ws_segno = segno;
		}
		errno = 0;
		got = pread(state->seg.ws_file, buf, want, off);
		if (got <= 0)
		{
			errinfo->wre_errno = errno;
			errinfo->wre_req = want;
			errinfo->wre_read = got;
			errinfo->wre_off = off;
			errinfo->wre_seg = state->seg;
			return false;
		}
		startptr += got;
		count -= got;
		buf += got;
	}
	return true;
}

/* ---------------------------------------------------------------------------
 * Decoding
 * ------------------------------------------------------------------------ */

/* A cursor over the header part of a record. */
typedef struct HeaderCursor
{
	const char *ptr;
	uint32 remaining;
} HeaderCursor;

static bool
take(HeaderCursor *cur, void *dst, uint32 size)
{
	if (cur->remaining < size)
		return false;
	memcpy(dst, cur->ptr, size);
	cur->ptr += size;
	cur->remaining -= size;
	return true;
}

/*
 * DecodeXLogRecordRequiredSpace
 *		Memory that any record of that length can need when decoded.
 */
size_t
DecodeXLogRecordRequiredSpace(size_t xl_tot_len)
{
	return offsetof(DecodedXLogRecord, blocks) +
		sizeof(DecodedBkpBlock) * (XLR_MAX_BLOCK_ID + 1) +
		xl_tot_len + DECODE_ALIGNMENT_WASTE;
}

/* Is the image part of a block header consistent with itself? */
static bool
image_header_is_valid(XLogReaderState *state, const DecodedBkpBlock *blk)
{
	bool hole = (blk->bimg_info & BKPIMAGE_HAS_HOLE) != 0;
	bool compressed = blk->compressed;

	if (hole && (blk->hole_offset == 0 || blk->hole_length == 0 || blk->bimg_len == BLCKSZ))
		set_error(state, "BKPIMAGE_HAS_HOLE set, but hole offset %u length %u block image length %u at %X/%X",
				  blk->hole_offset, blk->hole_length, blk->bimg_len,
				  LSN_FORMAT_ARGS(state->DecodeRecPtr));
	else if (!hole && (blk->hole_offset != 0 || blk->hole_length != 0))
		set_error(state, "BKPIMAGE_HAS_HOLE not set, but hole offset %u length %u at %X/%X",
				  blk->hole_offset, blk->hole_length, LSN_FORMAT_ARGS(state->DecodeRecPtr));
	else if (compressed && blk->bimg_len == BLCKSZ)
		set_error(state, "BKPIMAGE_COMPRESSED set, but block image length %u at %X/%X",
				  blk->bimg_len, LSN_FORMAT_ARGS(state->DecodeRecPtr));
	else if (!hole && !compressed && blk->bimg_len != BLCKSZ)
		set_error(state, "neither BKPIMAGE_HAS_HOLE nor BKPIMAGE_COMPRESSED set, but block image length is %u at %X/%X",
				  blk->data_len, LSN_FORMAT_ARGS(state->DecodeRecPtr));
	else
		return true;
	return false;
}

/* Image header of one block; sets the image fields of blk. */
static bool
decode_image_header(XLogReaderState *state, HeaderCursor *cur, DecodedBkpBlock *blk)
{
	if (!take(cur, &blk->bimg_len, sizeof(uint16)) ||
		!take(cur, &blk->hole_offset, sizeof(uint16)) ||
		!take(cur, &blk->bimg_info, sizeof(uint8)))
		return false;
	blk->apply_image = (blk->bimg_info & BKPIMAGE_APPLY) != 0;
	blk->compressed = BKPIMAGE_COMPRESSED(blk->bimg_info) ||
		(state->recordMagic == XLOG_PAGE_MAGIC_EXTENDED &&
		 (blk->bimg_info & BKPIMAGE_COMPRESS_EXTENDED) != 0);
	if (!blk->compressed)
		blk->hole_length = BLCKSZ - blk->bimg_len;
	else if (!(blk->bimg_info & BKPIMAGE_HAS_HOLE))
		blk->hole_length = 0;
	else if (!take(cur, &blk->hole_length, sizeof(uint16)))
		return false;
	return image_header_is_valid(state, blk);
}

/*
 * One block header; *prev_rel is the relation of the header before, for blocks
 * that refer to it.  False with an empty errormsg_buf means "too short".
 */
static bool
decode_block_header(XLogReaderState *state, HeaderCursor *cur, uint8 block_id,
					DecodedXLogRecord *decoded, RelFileNode **prev_rel, uint32 *datatotal)
{
	DecodedBkpBlock *blk;

	if ((int) block_id <= decoded->max_block_id)
	{
		set_error(state, "out-of-order block_id %u at %X/%X",
				  block_id, LSN_FORMAT_ARGS(state->DecodeRecPtr));
		return false;
	}
	for (int i = decoded->max_block_id + 1; i < block_id; i++)
		decoded->blocks[i].in_use = false;
	decoded->max_block_id = block_id;

	blk = &decoded->blocks[block_id];
	memset(blk, 0, sizeof(*blk));
	blk->in_use = true;
	blk->prefetch_buffer = InvalidBuffer;
	if (!take(cur, &blk->flags, sizeof(uint8)) ||
		!take(cur, &blk->data_len, sizeof(uint16)))
		return false;
	blk->forknum = blk->flags & BKPBLOCK_FORK_MASK;
	blk->has_image = (blk->flags & BKPBLOCK_HAS_IMAGE) != 0;
	blk->has_data = (blk->flags & BKPBLOCK_HAS_DATA) != 0;

	/* It is an index of arrays for whoever gets the record. */
	if (blk->forknum > MAX_FORKNUM)
	{
		set_error(state, "invalid fork number %d of block %u at %X/%X",
				  blk->forknum, block_id, LSN_FORMAT_ARGS(state->DecodeRecPtr));
		return false;
	}
	if (blk->has_data && blk->data_len == 0)
	{
		set_error(state, "BKPBLOCK_HAS_DATA set, but no data included at %X/%X",
				  LSN_FORMAT_ARGS(state->DecodeRecPtr));
		return false;
	}
	if (!blk->has_data && blk->data_len != 0)
	{
		set_error(state, "BKPBLOCK_HAS_DATA not set, but data length is %u at %X/%X",
				  blk->data_len, LSN_FORMAT_ARGS(state->DecodeRecPtr));
		return false;
	}
	if (blk->has_image && !decode_image_header(state, cur, blk))
		return false;
	*datatotal += blk->data_len + blk->bimg_len;

	if (!(blk->flags & BKPBLOCK_SAME_REL))
	{
		if (!take(cur, &blk->rnode, sizeof(RelFileNode)))
			return false;
		*prev_rel = &blk->rnode;
	}
	else if (*prev_rel == NULL)
	{
		set_error(state, "BKPBLOCK_SAME_REL set but no previous rel at %X/%X",
				  LSN_FORMAT_ARGS(state->DecodeRecPtr));
		return false;
	}
	else
		blk->rnode = **prev_rel;
	return take(cur, &blk->blkno, sizeof(BlockNumber));
}

/* All items before the data; stops when exactly the announced data is left. */
static bool
decode_headers(XLogReaderState *state, HeaderCursor *cur, DecodedXLogRecord *decoded)
{
	RelFileNode *prev_rel = NULL;
	uint32 datatotal = 0;

	while (cur->remaining > datatotal)
	{
		uint8 id;

		if (!take(cur, &id, sizeof(id)))
			return false;
		if (id == XLR_BLOCK_ID_DATA_SHORT)
		{
			uint8 len;

			if (!take(cur, &len, sizeof(len)))
				return false;
			decoded->main_data_len = len;
			datatotal += len;
			break; /* the main header is always last */
		}
		if (id == XLR_BLOCK_ID_DATA_LONG)
		{
			uint32 len;

			if (!take(cur, &len, sizeof(len)))
				return false;
			if (len > cur->remaining)
				return false;
			decoded->main_data_len = len;
			datatotal += len;
			break;
		}
		if (id == XLR_BLOCK_ID_ORIGIN)
		{
			if (!take(cur, &decoded->record_origin, sizeof(RepOriginId)))
				return false;
		}
		else if (id == XLR_BLOCK_ID_TOPLEVEL_XID)
		{
			if (!take(cur, &decoded->toplevel_xid, sizeof(TransactionId)))
				return false;
		}
		else if (id <= XLR_MAX_BLOCK_ID)
		{
			if (!decode_block_header(state, cur, id, decoded, &prev_rel, &datatotal))
				return false;
		}
		else
		{
			set_error(state, "invalid block_id %u at %X/%X",
					  id, LSN_FORMAT_ARGS(state->DecodeRecPtr));
			return false;
		}
	}
	return cur->remaining == datatotal;
}

/* Copy len bytes to the next aligned place in the decoded record's memory. */
static char *
keep_bytes(char **out, HeaderCursor *cur, uint32 len, bool aligned)
{
	char *dst = aligned ? (char *) MAXALIGN(*out) : *out;

	memcpy(dst, cur->ptr, len);
	cur->ptr += len;
	cur->remaining -= len;
	*out = dst + len;
	return dst;
}

/*
 * DecodeXLogRecord
 *		Take record apart into decoded, which has the space that
 *		DecodeXLogRecordRequiredSpace says.
 *
 * Images stay as stored; block data and main data are copied to aligned places.
 * False: *errormsg tells why (state->DecodeRecPtr is named in it).
 */
bool
DecodeXLogRecord(XLogReaderState *state, DecodedXLogRecord *decoded, XLogRecord *record,
				 XLogRecPtr lsn, char **errormsg)
{
	HeaderCursor cur;
	char *out;

	state->errormsg_buf[0] = '\0';
	decoded->header = *record;
	decoded->lsn = lsn;
	decoded->next = NULL;
	decoded->oversized = false;
	decoded->extended = state->recordMagic == XLOG_PAGE_MAGIC_EXTENDED;
	decoded->record_origin = 0;
	decoded->toplevel_xid = InvalidTransactionId;
	decoded->main_data = NULL;
	decoded->main_data_len = 0;
	decoded->max_block_id = -1;

	cur.ptr = (const char *) record + SizeOfXLogRecord;
	cur.remaining = record->xl_tot_len - SizeOfXLogRecord;
	if (!decode_headers(state, &cur, decoded))
	{
		if (state->errormsg_buf[0] == '\0')
			set_error(state, "record with invalid length at %X/%X",
					  LSN_FORMAT_ARGS(state->DecodeRecPtr));
		*errormsg = state->errormsg_buf;
		return false;
	}

	out = (char *) &decoded->blocks[decoded->max_block_id + 1];
	for (int i = 0; i <= decoded->max_block_id; i++)
	{
		DecodedBkpBlock *blk = &decoded->blocks[i];

		if (!blk->in_use)
			continue;
		if (blk->has_image)
			blk->bkp_image = keep_bytes(&out, &cur, blk->bimg_len, false);
		if (blk->has_data)
			blk->data = keep_bytes(&out, &cur, blk->data_len, true);
	}
	if (decoded->main_data_len > 0)
		decoded->main_data = keep_bytes(&out, &cur, decoded->main_data_len, true);
	Assert(cur.remaining == 0);
	decoded->size = MAXALIGN(out - (char *) decoded);
	Assert(decoded->size <= DecodeXLogRecordRequiredSpace(record->xl_tot_len));
	return true;
}

/* ---------------------------------------------------------------------------
 * Parts of a decoded record
 * ------------------------------------------------------------------------ */

/*
 * XLogRecGetBlockTagExtended
 *		Which block a reference names.  Any output may be NULL.  False if the
 *		record has no such reference.
 */
bool
XLogRecGetBlockTagExtended(XLogReaderState *record, uint8 block_id, RelFileNode *rnode,
						   ForkNumber *forknum, BlockNumber *blknum,
						   Buffer *prefetch_buffer)
{
	DecodedBkpBlock *blk;

	if (!XLogRecHasBlockRef(record, block_id))
		return false;
	blk = XLogRecGetBlock(record, block_id);
	if (rnode != NULL)
		*rnode = blk->rnode;
	if (forknum != NULL)
		*forknum = blk->forknum;
	if (blknum != NULL)
		*blknum = blk->blkno;
	if (prefetch_buffer != NULL)
		*prefetch_buffer = blk->prefetch_buffer;
	return true;
}

/* The same for a reference that must be there; otherwise an error. */
void
XLogRecGetBlockTag(XLogReaderState *record, uint8 block_id, RelFileNode *rnode,
				   ForkNumber *forknum, BlockNumber *blknum)
{
	if (XLogRecGetBlockTagExtended(record, block_id, rnode, forknum, blknum, NULL))
		return;
#ifndef FRONTEND
	elog(ERROR, "could not locate backup block with ID %d in WAL record", block_id);
#else
	fprintf(stderr, "could not locate backup block with ID %d in WAL record\n", block_id);
	exit(1);
#endif
}

/*
 * XLogRecGetBlockData
 *		Data registered with a block, or NULL if there is none; its length goes to
 *		*len unless that is NULL.
 */
char *
XLogRecGetBlockData(XLogReaderState *record, uint8 block_id, Size *len)
{
	DecodedBkpBlock *blk;

	if (!XLogRecHasBlockRef(record, block_id))
		return NULL;
	blk = XLogRecGetBlock(record, block_id);
	if (len != NULL)
		*len = blk->has_data ? blk->data_len : 0;
	return blk->has_data ? blk->data : NULL;
}

/* The same for an image with a prefix, which the extended format has. */
static const char *
expand_extended_image(XLogReaderState *record, const DecodedBkpBlock *blk,
					  uint8 block_id, char *space)
{
	WalImagePrefix prefix;

	if (!wal_image_get_prefix(blk->bkp_image, blk->bimg_len, &prefix))
		set_error(record, "could not restore image at %X/%X compressed with unknown method, block %d",
				  LSN_FORMAT_ARGS(record->ReadRecPtr), block_id);
	else if (prefix.codec == NULL && prefix.id < WAL_IMAGE_FIRST_CUSTOM)
		set_error(record, "could not restore image at %X/%X compressed with %s not supported by build, block %d",
				  LSN_FORMAT_ARGS(record->ReadRecPtr),
				  prefix.name[0] != '\0' ? prefix.name : "an unknown method", block_id);
	else if (prefix.codec == NULL)
		set_error(record, "could not restore image at %X/%X compressed with method \"%s\" (id %d) of a module that is not loaded, block %d",
				  LSN_FORMAT_ARGS(record->ReadRecPtr), prefix.name, prefix.id, block_id);
	else if (!wal_image_decompress(prefix.id, blk->bkp_image + prefix.size,
								   blk->bimg_len - prefix.size, space,
								   BLCKSZ - blk->hole_length))
		set_error(record, "could not decompress image at %X/%X, block %d",
				  LSN_FORMAT_ARGS(record->ReadRecPtr), block_id);
	else
		return space;
	return NULL;
}

/* The bytes of a compressed image without its hole, or NULL after set_error. */
static const char *
expand_image(XLogReaderState *record, const DecodedBkpBlock *blk, uint8 block_id,
			 char *space)
{
	const WalImageCodec *codec = wal_image_codec_by_bit(blk->bimg_info);

	if (!BKPIMAGE_COMPRESSED(blk->bimg_info))
		return expand_extended_image(record, blk, block_id, space);
	if (codec == NULL && (blk->bimg_info & (BKPIMAGE_COMPRESS_LZ4 | BKPIMAGE_COMPRESS_ZSTD)))
		set_error(record, "could not restore image at %X/%X compressed with %s not supported by build, block %d",
				  LSN_FORMAT_ARGS(record->ReadRecPtr),
				  (blk->bimg_info & BKPIMAGE_COMPRESS_LZ4) ? "LZ4" : "zstd", block_id);
	else if (codec == NULL)
		set_error(record, "could not restore image at %X/%X compressed with unknown method, block %d",
				  LSN_FORMAT_ARGS(record->ReadRecPtr), block_id);
	else if (!wal_image_decompress(codec->id, blk->bkp_image, blk->bimg_len, space,
								   BLCKSZ - blk->hole_length))
		set_error(record, "could not decompress image at %X/%X, block %d",
				  LSN_FORMAT_ARGS(record->ReadRecPtr), block_id);
	else
		return space;
	return NULL;
}

/*
 * RestoreBlockImage
 *		Rebuild the page of a block's image into page (BLCKSZ bytes).
 *
 * False: errormsg_buf tells why.
 */
bool
RestoreBlockImage(XLogReaderState *record, uint8 block_id, char *page)
{
	PGAlignedBlock space;
	DecodedBkpBlock *blk;
	const char *src;

	if (!XLogRecHasBlockRef(record, block_id))
	{
		set_error(record, "could not restore image at %X/%X with invalid block %d specified",
				  LSN_FORMAT_ARGS(record->ReadRecPtr), block_id);
		return false;
	}
	blk = XLogRecGetBlock(record, block_id);
	if (!blk->has_image || (int) blk->hole_offset + blk->hole_length > BLCKSZ)
	{
		set_error(record, "could not restore image at %X/%X with invalid state, block %d",
				  LSN_FORMAT_ARGS(record->ReadRecPtr), block_id);
		return false;
	}

	src = blk->bkp_image;
	if (blk->compressed &&
		(src = expand_image(record, blk, block_id, space.data)) == NULL)
		return false;

	memcpy(page, src, blk->hole_offset);
	memset(page + blk->hole_offset, 0, blk->hole_length);
	memcpy(page + blk->hole_offset + blk->hole_length, src + blk->hole_offset,
		   BLCKSZ - blk->hole_offset - blk->hole_length);
	return true;
}

#ifndef FRONTEND

/*
 * XLogRecGetFullXid
 *		The record's xid with its epoch.  Only during recovery, where the next
 *		xid has already moved past it.
 */
FullTransactionId
XLogRecGetFullXid(XLogReaderState *record)
{
	FullTransactionId next = ShmemVariableCache->nextXid;
	TransactionId xid = XLogRecGetXid(record);
	uint32 epoch = EpochFromFullTransactionId(next);

	if (xid > XidFromFullTransactionId(next))
	{
		Assert(epoch != 0);
		epoch--;
	}
	return FullTransactionIdFromEpochAndXid(epoch, xid);
}

#endif /* !FRONTEND */
