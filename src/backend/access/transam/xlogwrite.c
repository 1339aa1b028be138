/*
 * xlogwrite.c
 *		Places records in the log, and gets the log onto disk.
 *
 * A finished record (xloginsert.c) goes through here in three steps.
 *
 * 1. Reserve.  Under the spinlock insertpos_lck the record gets its place in the
 *	  one stream, counted in usable bytes, so that no page arithmetic is done
 *	  under the lock.
 * 2. Copy.  Under one of eight insertion locks the bytes go to WAL buffers, a
 *	  ring of pages in which buffer (lsn / 8192) mod n holds the page of lsn.  A
 *	  page that is not in the ring yet is made by whoever needs it, and all pages
 *	  before it; the page that lay there must have been written out.
 * 3. Write.  XLogFlush and the WAL writer hand runs of pages to xlogstore.c under
 *	  WALWriteLock, after waiting for the copies into them.
 *
 * W1. A process holds at most one insertion lock, or all of them.
 * W2. Pages are initialised in order, under WALBufMappingLock.
 * W3. Nothing at or after the insertingAt of a held insertion lock is written.
 * W4. An inserter that must wait for a write (to free a buffer) first says in
 *	   insertingAt how far it has come; else two inserters could wait for each
 *	   other.
 * W5. LogwrtResult changes under WALWriteLock and info_lck, and only grows.
 * W6. Whether pages need images is decided against RedoRecPtr and the full-page
 *	   flag as they are while an insertion lock is held (checkpoints change them
 *	   holding all).
 *
 * Group commit: who finds WALWriteLock taken sleeps until it is free, and then
 * most often finds its record flushed by the holder.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlogwrite.c
 */
#include "postgres.h"

#include <time.h>
#include <unistd.h>

#include "access/walusage.h"
#include "access/xact.h"
#include "access/xlogarchive.h"
#include "access/xlogformat.h"
#include "access/xloginsert.h"
#include "access/xlogstore.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/latch.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/shmem.h"
#include "utils/timestamp.h"
#include "utils/walcounts.h"
#include "xlog_private.h"

int XLOGbuffers = -1;
int CommitDelay = 0;
int CommitSiblings = 5;
bool track_wal_io_timing = false;

WalUsage pgWalUsage;
XLogRecPtr ProcLastRecPtr = InvalidXLogRecPtr;
XLogRecPtr XactLastRecEnd = InvalidXLogRecPtr;
XLogRecPtr XactLastCommitEnd = InvalidXLogRecPtr;

WALInsertLockPadded *WALInsertLocks = NULL;
XLogRecPtr RedoRecPtr = InvalidXLogRecPtr;
bool doPageWrites = true;
XLogwrtResult LogwrtResult = {0, 0};
uint64 UsableBytesInSegment;

#define USABLE_PER_PAGE (XLOG_BLCKSZ - SizeOfXLogShortPHD)
#define USABLE_IN_FIRST_PAGE (XLOG_BLCKSZ - SizeOfXLogLongPHD)

/* Which insertion lock is mine, while I hold one. */
static int MyLockNo = 0;
static bool holdingAllLocks = false;

static void copy_record(uint32 tot_len, bool is_switch, XLogRecData *rdata,
						XLogRecPtr start, XLogRecPtr end, TimeLineID tli);
static char *buffer_for(XLogRecPtr ptr, TimeLineID tli);
static void write_out(XLogwrtRqst rqst, TimeLineID tli, bool one_run);

/* ---------------------------------------------------------------------------
 * Positions
 * ------------------------------------------------------------------------ */

/* To be called once wal_segment_size is known. */
void
xlog_compute_usable_bytes(void)
{
	UsableBytesInSegment = (uint64) (wal_segment_size / XLOG_BLCKSZ) * USABLE_PER_PAGE -
		(SizeOfXLogLongPHD - SizeOfXLogShortPHD);
}

/* LSN of usable byte number bytepos; at_end: as the end of what precedes it. */
static XLogRecPtr
bytepos_to(uint64 bytepos, bool at_end)
{
	uint64 seg = bytepos / UsableBytesInSegment;
	uint64 left = bytepos % UsableBytesInSegment;
	uint64 off;

	if (left < USABLE_IN_FIRST_PAGE)
		off = at_end && left == 0 ? 0 : left + SizeOfXLogLongPHD;
	else
	{
		left -= USABLE_IN_FIRST_PAGE;
		off = XLOG_BLCKSZ + left / USABLE_PER_PAGE * XLOG_BLCKSZ;
		left %= USABLE_PER_PAGE;
		if (!(at_end && left == 0))
			off += left + SizeOfXLogShortPHD;
	}
	return seg * wal_segment_size + off;
}

/* Where a record that starts at bytepos starts: after any page header. */
XLogRecPtr
xlog_bytepos_to_lsn(uint64 bytepos)
{
	return bytepos_to(bytepos, false);
}

/* Where a record that ends at bytepos ends: before any page header. */
XLogRecPtr
xlog_bytepos_to_end(uint64 bytepos)
{
	return bytepos_to(bytepos, true);
}

/* The inverse of both. */
uint64
xlog_lsn_to_bytepos(XLogRecPtr lsn)
{
	uint64 result = lsn / wal_segment_size * UsableBytesInSegment;
	uint32 page = XLogSegmentOffset(lsn, wal_segment_size) / XLOG_BLCKSZ;
	uint32 off = lsn % XLOG_BLCKSZ;

	if (page == 0)
	{
		Assert(off == 0 || off >= SizeOfXLogLongPHD);
		return off == 0 ? result : result + off - SizeOfXLogLongPHD;
	}
	Assert(off == 0 || off >= SizeOfXLogShortPHD);
	result += USABLE_IN_FIRST_PAGE + (uint64) (page - 1) * USABLE_PER_PAGE;
	return off == 0 ? result : result + off - SizeOfXLogShortPHD;
}

/* Bytes from pos to the end of its page; 0 at a page boundary. */
static inline uint32
page_space_left(XLogRecPtr pos)
{
	return pos % XLOG_BLCKSZ == 0 ? 0 : XLOG_BLCKSZ - pos % XLOG_BLCKSZ;
}

static inline uint32
header_size_at(XLogRecPtr page)
{
	return XLogSegmentOffset(page, wal_segment_size) == 0 ? SizeOfXLogLongPHD : SizeOfXLogShortPHD;
}

/* ---------------------------------------------------------------------------
 * Shared memory
 * ------------------------------------------------------------------------ */

/*
 * XLogChooseNumBuffers
 *		wal_buffers = -1: a 32nd of the buffer pool, from 8 pages to a segment.
 */
int
XLogChooseNumBuffers(void)
{
	int n = NBuffers / 32;

	return Max(8, Min(n, wal_segment_size / XLOG_BLCKSZ));
}

/* Hook of wal_buffers: -1 is kept until the other settings are known. */
bool
check_wal_buffers(int *newval, void **extra, GucSource source)
{
	if (*newval == -1)
	{
		if (XLOGbuffers == -1)
			return true;
		*newval = XLogChooseNumBuffers();
	}
	if (*newval < 4)
		*newval = 4;
	return true;
}

/* Bytes for the insertion locks, the ring and its addresses. */
Size
xlog_write_shmem_size(void)
{
	if (XLOGbuffers < 0)
		XLOGbuffers = XLogChooseNumBuffers();
	return (NUM_XLOGINSERT_LOCKS + 1) * sizeof(WALInsertLockPadded) +
		MAXALIGN(XLOGbuffers * sizeof(pg_atomic_uint64)) +
		(Size) XLOG_BLCKSZ * (XLOGbuffers + 1);
}

/* Lay these out at place, which has the size above. */
void
xlog_write_shmem_init(char *place)
{
	XLogCtl->nbuffers = XLOGbuffers;
	XLogCtl->xlblocks = (pg_atomic_uint64 *) place;
	for (int i = 0; i < XLOGbuffers; i++)
		pg_atomic_init_u64(&XLogCtl->xlblocks[i], 0);
	place += MAXALIGN(XLOGbuffers * sizeof(pg_atomic_uint64));

	place = (char *) CACHELINEALIGN(place);
	XLogCtl->Insert.WALInsertLocks = (WALInsertLockPadded *) place;
	for (int i = 0; i < NUM_XLOGINSERT_LOCKS; i++)
	{
		WALInsertLock *lock = &XLogCtl->Insert.WALInsertLocks[i].l;

		LWLockInitialize(&lock->lock, LWTRANCHE_WAL_INSERT);
		lock->insertingAt = 0;
		lock->lastImportantAt = InvalidXLogRecPtr;
	}
	place += NUM_XLOGINSERT_LOCKS * sizeof(WALInsertLockPadded);

	place = (char *) TYPEALIGN(XLOG_BLCKSZ, place);
	XLogCtl->pages = place;
	memset(place, 0, (Size) XLOG_BLCKSZ * XLOGbuffers);
	SpinLockInit(&XLogCtl->Insert.insertpos_lck);
}

/* ---------------------------------------------------------------------------
 * Insertion locks
 * ------------------------------------------------------------------------ */

static inline void
insertion_lock_acquire(void)
{
	static int lock_to_try = -1;
	bool at_once;

	if (lock_to_try < 0)
		lock_to_try = MyProc->pgprocno % NUM_XLOGINSERT_LOCKS;
	MyLockNo = lock_to_try;
	at_once = LWLockAcquire(&WALInsertLocks[MyLockNo].l.lock, LW_EXCLUSIVE);

	/* Stay with a lock that is free for us: its cache line is here already. */
	if (!at_once)
		lock_to_try = (lock_to_try + 1) % NUM_XLOGINSERT_LOCKS;
}

/*
 * WALInsertLockAcquireExclusive
 *		Stop all insertions.
 *
 * The first seven are marked as having nothing in the way (their holders would
 * otherwise be waited for); the last one stands for all.
 */
void
WALInsertLockAcquireExclusive(void)
{
	int i;

	for (i = 0; i < NUM_XLOGINSERT_LOCKS - 1; i++)
	{
		LWLockAcquire(&WALInsertLocks[i].l.lock, LW_EXCLUSIVE);
		LWLockUpdateVar(&WALInsertLocks[i].l.lock, &WALInsertLocks[i].l.insertingAt,
						PG_UINT64_MAX);
	}
	LWLockAcquire(&WALInsertLocks[i].l.lock, LW_EXCLUSIVE);
	holdingAllLocks = true;
}

/* Let go the insertion lock, or all of them. */
void
WALInsertLockRelease(void)
{
	if (!holdingAllLocks)
	{
		LWLockReleaseClearVar(&WALInsertLocks[MyLockNo].l.lock,
							  &WALInsertLocks[MyLockNo].l.insertingAt, 0);
		return;
	}
	for (int i = 0; i < NUM_XLOGINSERT_LOCKS; i++)
		LWLockReleaseClearVar(&WALInsertLocks[i].l.lock,
							  &WALInsertLocks[i].l.insertingAt, 0);
	holdingAllLocks = false;
}

/* Rule W4: say that everything before pos is filled. */
static void
insertion_lock_progress(XLogRecPtr pos)
{
	int lockno = holdingAllLocks ? NUM_XLOGINSERT_LOCKS - 1 : MyLockNo;

	LWLockUpdateVar(&WALInsertLocks[lockno].l.lock,
					&WALInsertLocks[lockno].l.insertingAt, pos);
}

/*
 * xlog_wait_for_insertions
 *		Wait until everything before upto is filled.
 *
 * Returns the position before which everything is, which may be later than upto.
 * Caller holds no insertion lock, or has announced its progress.
 */
XLogRecPtr
xlog_wait_for_insertions(XLogRecPtr upto)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;
	XLogRecPtr reserved;
	XLogRecPtr filled;
	uint64 bytepos;

	SpinLockAcquire(&Insert->insertpos_lck);
	bytepos = Insert->CurrBytePos;
	SpinLockRelease(&Insert->insertpos_lck);
	reserved = xlog_bytepos_to_end(bytepos);

	/* A page LSN from the future: data corruption, but the log is sound. */
	if (upto > reserved)
	{
		ereport(LOG,
				(errmsg("request to flush past end of generated WAL; request %X/%X, current position %X/%X",
						LSN_FORMAT_ARGS(upto), LSN_FORMAT_ARGS(reserved))));
		upto = reserved;
	}

	filled = reserved;
	for (int i = 0; i < NUM_XLOGINSERT_LOCKS; i++)
	{
		WALInsertLock *lock = &WALInsertLocks[i].l;
		XLogRecPtr inserting = InvalidXLogRecPtr;

		do
		{
			if (LWLockWaitForVar(&lock->lock, &lock->insertingAt, inserting, &inserting))
			{
				inserting = InvalidXLogRecPtr; /* nobody holds it */
				break;
			}
		} while (inserting < upto);
		if (!XLogRecPtrIsInvalid(inserting) && inserting < filled)
			filled = inserting;
	}
	return filled;
}

/* ---------------------------------------------------------------------------
 * Insertion
 * ------------------------------------------------------------------------ */

/* Give a record of size bytes its place; all outputs are set. */
static inline void
reserve(uint32 size, XLogRecPtr *start, XLogRecPtr *end, XLogRecPtr *prev)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;
	uint64 startpos;
	uint64 endpos;
	uint64 prevpos;

	size = MAXALIGN(size);
	Assert(size > SizeOfXLogRecord);

	SpinLockAcquire(&Insert->insertpos_lck);
	startpos = Insert->CurrBytePos;
	endpos = startpos + size;
	prevpos = Insert->PrevBytePos;
	Insert->CurrBytePos = endpos;
	Insert->PrevBytePos = startpos;
	SpinLockRelease(&Insert->insertpos_lck);

	*start = xlog_bytepos_to_lsn(startpos);
	*end = xlog_bytepos_to_end(endpos);
	*prev = xlog_bytepos_to_lsn(prevpos);
}

/*
 * The same for a switch record, which takes the rest of its segment.  False,
 * with *end set, if the segment has nothing in it.  Caller holds all insertion
 * locks.
 */
static bool
reserve_switch(XLogRecPtr *start, XLogRecPtr *end, XLogRecPtr *prev)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;
	uint64 startpos;
	uint64 prevpos;
	uint32 used;

	SpinLockAcquire(&Insert->insertpos_lck);
	startpos = Insert->CurrBytePos;
	*end = xlog_bytepos_to_end(startpos);
	if (XLogSegmentOffset(*end, wal_segment_size) == 0)
	{
		SpinLockRelease(&Insert->insertpos_lck);
		*start = *end;
		return false;
	}
	prevpos = Insert->PrevBytePos;
	*start = xlog_bytepos_to_lsn(startpos);
	*end = xlog_bytepos_to_end(startpos + MAXALIGN(SizeOfXLogRecord));
	used = XLogSegmentOffset(*end, wal_segment_size);
	if (used != 0)
		*end += wal_segment_size - used;
	Insert->CurrBytePos = xlog_lsn_to_bytepos(*end);
	Insert->PrevBytePos = startpos;
	SpinLockRelease(&Insert->insertpos_lck);

	*prev = xlog_bytepos_to_lsn(prevpos);
	return true;
}

/* End of a switch record proper, as the caller of a switch is told. */
static XLogRecPtr
switch_record_end(XLogRecPtr start)
{
	XLogRecPtr end = start + SizeOfXLogRecord;

	if (start / XLOG_BLCKSZ != end / XLOG_BLCKSZ && end % XLOG_BLCKSZ != 0)
		end += header_size_at(end - end % XLOG_BLCKSZ);
	return end;
}

/* Ask for a write of the full pages up to end, since a page was completed. */
static void
note_full_pages(XLogRecPtr end)
{
	SpinLockAcquire(&XLogCtl->info_lck);
	if (XLogCtl->LogwrtRqst.Write < end)
		XLogCtl->LogwrtRqst.Write = end;
	LogwrtResult = XLogCtl->LogwrtResult;
	SpinLockRelease(&XLogCtl->info_lck);
}

/*
 * XLogInsertRecord
 *		Put an assembled record into the log; its end LSN is returned.
 *
 * rdata		the record's pieces; the first begins with the header, complete
 *				but for xl_prev, and xl_crc covers all but the header
 * fpw_lsn		smallest page LSN of the blocks whose image was left out, or 0
 * num_fpi		images in it, for the counters
 *
 * Returns 0 without inserting if, by a checkpoint that has begun, a page needs an
 * image after all (rule W6); the caller assembles the record again.
 * Locks: pages exclusively locked by the caller; takes an insertion lock.
 */
XLogRecPtr
XLogInsertRecord(XLogRecData *rdata, XLogRecPtr fpw_lsn, uint8 flags, int num_fpi,
				 bool topxid_included)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;
	XLogRecord *rechdr = (XLogRecord *) rdata->data;
	bool is_switch = rechdr->xl_rmid == RM_XLOG_ID &&
		(rechdr->xl_info & ~XLR_INFO_MASK) == XLOG_SWITCH;
	TimeLineID tli = XLogCtl->InsertTimeLineID;
	bool prev_page_writes = doPageWrites;
	bool inserted = true;
	XLogRecPtr start;
	XLogRecPtr end;

	Assert(rdata->len >= SizeOfXLogRecord);
	if (!XLogInsertAllowed())
		elog(ERROR, "cannot make new WAL entries during recovery");
	Assert(tli != 0);

	START_CRIT_SECTION();
	if (likely(!is_switch))
		insertion_lock_acquire();
	else
		WALInsertLockAcquireExclusive();

	if (RedoRecPtr != Insert->RedoRecPtr)
		RedoRecPtr = Insert->RedoRecPtr;
	doPageWrites = Insert->fullPageWrites || Insert->runningBackups > 0;
	if (unlikely((doPageWrites && !prev_page_writes) ||
				 ((doPageWrites || (flags & XLOG_HAS_BASE)) &&
				  !XLogRecPtrIsInvalid(fpw_lsn) && fpw_lsn <= RedoRecPtr)))
	{
		WALInsertLockRelease();
		END_CRIT_SECTION();
		return InvalidXLogRecPtr;
	}

	if (likely(!is_switch))
		reserve(rechdr->xl_tot_len, &start, &end, &rechdr->xl_prev);
	else
		inserted = reserve_switch(&start, &end, &rechdr->xl_prev);

	if (likely(inserted))
	{
		pg_crc32c crc = rechdr->xl_crc;

		COMP_CRC32C(crc, rechdr, offsetof(XLogRecord, xl_crc));
		FIN_CRC32C(crc);
		rechdr->xl_crc = crc;
		copy_record(rechdr->xl_tot_len, is_switch, rdata, start, end, tli);
		if ((flags & XLOG_MARK_UNIMPORTANT) == 0)
			WALInsertLocks[holdingAllLocks ? 0 : MyLockNo].l.lastImportantAt = start;
	}
	WALInsertLockRelease();
	END_CRIT_SECTION();

	MarkCurrentTransactionIdLoggedIfAny();
	if (topxid_included)
		MarkSubxactTopXidLogged();
	if (start / XLOG_BLCKSZ != end / XLOG_BLCKSZ)
		note_full_pages(end);

	if (unlikely(is_switch))
	{
		XLogFlush(end);
		if (inserted)
			end = switch_record_end(start);
	}
	ProcLastRecPtr = start;
	XactLastRecEnd = end;
	if (inserted)
	{
		pgWalUsage.wal_bytes += rechdr->xl_tot_len;
		pgWalUsage.wal_records++;
		pgWalUsage.wal_fpi += num_fpi;
		PendingWalCounts.rmgr[rechdr->xl_rmid].records++;
		PendingWalCounts.rmgr[rechdr->xl_rmid].bytes += rechdr->xl_tot_len;
	}
	return end;
}

/*
 * Copy the pieces of a record to [start, end), with continuation headers where it
 * crosses pages.
 */
static void
copy_record(uint32 tot_len, bool is_switch, XLogRecData *rdata, XLogRecPtr start,
			XLogRecPtr end, TimeLineID tli)
{
	XLogRecPtr pos = start;
	char *dst = buffer_for(pos, tli);
	uint32 space = page_space_left(pos);
	uint32 done = 0;

	Assert(space >= sizeof(uint32));
	for (; rdata != NULL; rdata = rdata->next)
	{
		const char *src = rdata->data;
		uint32 len = rdata->len;

		while (len > space)
		{
			XLogPageHeader page;

			Assert(pos % XLOG_BLCKSZ >= SizeOfXLogShortPHD || space == 0);
			memcpy(dst, src, space);
			src += space;
			len -= space;
			done += space;
			pos += space;

			page = (XLogPageHeader) buffer_for(pos, tli);
			page->xlp_rem_len = tot_len - done;
			page->xlp_info |= XLP_FIRST_IS_CONTRECORD;
			dst = (char *) page + header_size_at(pos);
			pos += header_size_at(pos);
			space = page_space_left(pos);
		}
		memcpy(dst, src, len);
		dst += len;
		pos += len;
		space -= len;
		done += len;
	}
	Assert(done == tot_len);

	if (unlikely(is_switch) && XLogSegmentOffset(pos, wal_segment_size) != 0)
	{
		/* The rest of the segment is zeros, page headers as well. */
		Assert(tot_len == SizeOfXLogRecord);
		pos += page_space_left(pos);
		for (; pos < end; pos += XLOG_BLCKSZ)
			memset(buffer_for(pos, tli), 0, SizeOfXLogShortPHD);
	}
	else
		pos = MAXALIGN64(pos);
	if (pos != end)
		ereport(PANIC,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("space reserved for WAL record does not match what was written")));
}

/*
 * Address of the log's byte ptr in the ring.  Its page is made if it is not
 * there.  Caller holds an insertion lock, or nobody else runs.
 */
static char *
buffer_for(XLogRecPtr ptr, TimeLineID tli)
{
	static uint64 cached_page = 0;
	static char *cached_pos = NULL;
	XLogRecPtr page_end;
	int idx;

	if (ptr / XLOG_BLCKSZ == cached_page)
		return cached_pos + ptr % XLOG_BLCKSZ;

	idx = XLogRecPtrToBufIdx(ptr);
	page_end = ptr - ptr % XLOG_BLCKSZ + XLOG_BLCKSZ;
	if (pg_atomic_read_u64(&XLogCtl->xlblocks[idx]) != page_end)
	{
		XLogRecPtr filled = ptr;

		/*
		 * All before ptr is filled.  If ptr is just after a page header, not
		 * even the header's page is begun.
		 */
		if (ptr % XLOG_BLCKSZ == header_size_at(ptr - ptr % XLOG_BLCKSZ))
			filled -= ptr % XLOG_BLCKSZ;
		insertion_lock_progress(filled);
		xlog_prepare_next_page(ptr, tli, false);
		if (pg_atomic_read_u64(&XLogCtl->xlblocks[idx]) != page_end)
			elog(PANIC, "could not find WAL buffer for %X/%X", LSN_FORMAT_ARGS(ptr));
	}
	pg_read_barrier();
	cached_page = ptr / XLOG_BLCKSZ;
	cached_pos = XLogCtl->pages + (Size) idx * XLOG_BLCKSZ;
	Assert(((XLogPageHeader) cached_pos)->xlp_pageaddr == ptr - ptr % XLOG_BLCKSZ ||
		   ((XLogPageHeader) cached_pos)->xlp_pageaddr == 0);
	return cached_pos + ptr % XLOG_BLCKSZ;
}

/* Fill in an empty page of the ring for address `page`. */
static void
init_page(int idx, XLogRecPtr page, TimeLineID tli)
{
	XLogPageHeader hdr = (XLogPageHeader) (XLogCtl->pages + (Size) idx * XLOG_BLCKSZ);

	memset(hdr, 0, XLOG_BLCKSZ);
	hdr->xlp_magic = xlog_format_page_magic(page);
	hdr->xlp_tli = tli;
	hdr->xlp_pageaddr = page;
	if (XLogCtl->Insert.runningBackups == 0)
		hdr->xlp_info |= XLP_BKP_REMOVABLE;
	if (XLogSegmentOffset(page, wal_segment_size) == 0)
	{
		XLogLongPageHeader longhdr = (XLogLongPageHeader) hdr;

		hdr->xlp_info |= XLP_LONG_HEADER;
		longhdr->xlp_sysid = ControlFile->system_identifier;
		longhdr->xlp_seg_size = wal_segment_size;
		longhdr->xlp_xlog_blcksz = XLOG_BLCKSZ;
	}
}

/*
 * Write the log up to `upto` so that a buffer can be used anew.  Called without
 * locks, but with this process's insertion progress announced.
 */
static void
write_for_eviction(XLogRecPtr upto, TimeLineID tli)
{
	XLogwrtRqst rqst = {upto, 0};

	xlog_wait_for_insertions(upto);
	LWLockAcquire(WALWriteLock, LW_EXCLUSIVE);
	RefreshXLogWriteResult(LogwrtResult);
	if (LogwrtResult.Write < upto)
	{
		write_out(rqst, tli, false);
		PendingWalStats.wal_buffers_full++;
	}
	LWLockRelease(WALWriteLock);
}

/*
 * xlog_prepare_next_page
 *		Initialise pages of the ring up to the one that holds upto; opportunistic:
 *		as many as are free, without waiting.
 *
 * Returns whether any was made.
 */
bool
xlog_prepare_next_page(XLogRecPtr upto, TimeLineID tli, bool opportunistic)
{
	bool made = false;

	LWLockAcquire(WALBufMappingLock, LW_EXCLUSIVE);
	while (upto >= XLogCtl->InitializedUpTo || opportunistic)
	{
		XLogRecPtr page = XLogCtl->InitializedUpTo;
		int idx = XLogRecPtrToBufIdx(page);
		XLogRecPtr old_end = pg_atomic_read_u64(&XLogCtl->xlblocks[idx]);

		if (LogwrtResult.Write < old_end)
		{
			if (opportunistic)
				break;
			SpinLockAcquire(&XLogCtl->info_lck);
			if (XLogCtl->LogwrtRqst.Write < old_end)
				XLogCtl->LogwrtRqst.Write = old_end;
			LogwrtResult = XLogCtl->LogwrtResult;
			SpinLockRelease(&XLogCtl->info_lck);
			if (LogwrtResult.Write < old_end)
			{
				LWLockRelease(WALBufMappingLock);
				write_for_eviction(old_end, tli);
				LWLockAcquire(WALBufMappingLock, LW_EXCLUSIVE);
				continue;
			}
		}

		/* Nobody may take the half-made page for the one it will be. */
		pg_atomic_write_u64(&XLogCtl->xlblocks[idx], InvalidXLogRecPtr);
		pg_write_barrier();
		init_page(idx, page, tli);
		pg_write_barrier();
		pg_atomic_write_u64(&XLogCtl->xlblocks[idx], page + XLOG_BLCKSZ);
		XLogCtl->InitializedUpTo = page + XLOG_BLCKSZ;
		made = true;
	}
	LWLockRelease(WALBufMappingLock);
	return made;
}

/*
 * xlog_start_at
 *		Set the insertion position at the end of recovery.
 *
 * lastPage has the valid bytes of the page that endOfLog lies in (NULL if it is
 * a page boundary); they are kept in the ring, for the page is written again.
 */
void
xlog_start_at(XLogRecPtr endOfLog, XLogRecPtr lastRec, XLogRecPtr lastPageBeginPtr,
			  const char *lastPage)
{
	XLogCtlInsert *Insert = &XLogCtl->Insert;

	Insert->PrevBytePos = xlog_lsn_to_bytepos(lastRec);
	Insert->CurrBytePos = xlog_lsn_to_bytepos(endOfLog);
	XLogCtl->InitializedUpTo = endOfLog;
	if (endOfLog % XLOG_BLCKSZ != 0)
	{
		int idx = XLogRecPtrToBufIdx(lastPageBeginPtr);
		char *page = XLogCtl->pages + (Size) idx * XLOG_BLCKSZ;
		Size len = endOfLog % XLOG_BLCKSZ;

		Assert(lastPageBeginPtr == endOfLog - len);
		memcpy(page, lastPage, len);
		memset(page + len, 0, XLOG_BLCKSZ - len);
		pg_atomic_write_u64(&XLogCtl->xlblocks[idx], lastPageBeginPtr + XLOG_BLCKSZ);
		XLogCtl->InitializedUpTo = lastPageBeginPtr + XLOG_BLCKSZ;
	}

	LogwrtResult.Write = LogwrtResult.Flush = endOfLog;
	XLogCtl->LogwrtResult = LogwrtResult;
	XLogCtl->LogwrtRqst.Write = endOfLog;
	XLogCtl->LogwrtRqst.Flush = endOfLog;
}

/*
 * xlog_init_page_as_overwrite
 *		Mark the page at pagePtr, where insertion is about to go on, as one whose
 *		first record replaces a continuation that never came.
 */
void
xlog_init_page_as_overwrite(XLogRecPtr pagePtr, TimeLineID newPageTLI)
{
	XLogPageHeader hdr;

	WALInsertLockAcquireExclusive();
	hdr = (XLogPageHeader) buffer_for(pagePtr, newPageTLI);
	hdr->xlp_info |= XLP_FIRST_IS_OVERWRITE_CONTRECORD;
	WALInsertLockRelease();
}

/* ---------------------------------------------------------------------------
 * Writing
 * ------------------------------------------------------------------------ */

/* A segment is complete: make it durable, hand it on, think of a checkpoint. */
static void
complete_segment(XLogSegNo segno, TimeLineID tli)
{
	xlogstore_sync(tli, LogwrtResult.Write);
	LogwrtResult.Flush = LogwrtResult.Write;

	if (XLogArchivingActive())
		XLogArchiveNotifySeg(segno, tli);
	XLogCtl->lastSegSwitchTime = (pg_time_t) time(NULL);
	XLogCtl->lastSegSwitchLSN = LogwrtResult.Flush;

	/* RedoRecPtr here may be old; look again before asking. */
	if (IsUnderPostmaster && xlog_checkpoint_needed(segno))
	{
		(void) GetRedoRecPtr();
		if (xlog_checkpoint_needed(segno))
			RequestCheckpoint(CHECKPOINT_CAUSE_XLOG);
	}
}

/*
 * Write the log up to rqst.Write and flush it up to rqst.Flush at least.  A page
 * that is not full is written whole, and again later.  one_run: stop after one
 * run of buffers (where the ring or a segment ends), unless it is to be flushed.
 *
 * Caller holds WALWriteLock, is in a critical section, has refreshed
 * LogwrtResult and waited for insertions up to rqst.Write.
 */
static void
write_out(XLogwrtRqst rqst, TimeLineID tli, bool one_run)
{
	Assert(CritSectionCount > 0 || !IsUnderPostmaster);

	while (LogwrtResult.Write < rqst.Write)
	{
		XLogRecPtr from = LogwrtResult.Write - LogwrtResult.Write % XLOG_BLCKSZ;
		XLogRecPtr to = TYPEALIGN(XLOG_BLCKSZ, rqst.Write);
		XLogRecPtr segment_end = from - XLogSegmentOffset(from, wal_segment_size) +
			wal_segment_size;
		int idx = XLogRecPtrToBufIdx(from);

		to = Min(to, segment_end);
		to = Min(to, from + (XLogRecPtr) (XLogCtl->nbuffers - idx) * XLOG_BLCKSZ);
		if (unlikely(pg_atomic_read_u64(&XLogCtl->xlblocks[XLogRecPtrToBufIdx(to - 1)]) != to))
			elog(PANIC, "WAL page that ends at %X/%X is not in its buffer",
				 LSN_FORMAT_ARGS(to));

		xlogstore_append(tli, from, XLogCtl->pages + (Size) idx * XLOG_BLCKSZ, to - from);
		LogwrtResult.Write = Min(to, rqst.Write);
		if (LogwrtResult.Write == segment_end)
			complete_segment(from / wal_segment_size, tli);
		if (one_run)
			break;
	}

	if (LogwrtResult.Flush < rqst.Flush && LogwrtResult.Flush < LogwrtResult.Write)
	{
		xlogstore_sync(tli, LogwrtResult.Write);
		LogwrtResult.Flush = LogwrtResult.Write;
	}

	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->LogwrtResult = LogwrtResult;
	XLogCtl->LogwrtRqst.Write = Max(XLogCtl->LogwrtRqst.Write, LogwrtResult.Write);
	XLogCtl->LogwrtRqst.Flush = Max(XLogCtl->LogwrtRqst.Flush, LogwrtResult.Flush);
	SpinLockRelease(&XLogCtl->info_lck);
}

/*
 * commit_delay: if enough transactions run, give them time to join this flush.
 * Returns the position up to which insertions are complete then.
 */
static XLogRecPtr
wait_for_company(XLogRecPtr insertpos)
{
	if (CommitDelay <= 0 || !enableFsync || !MinimumActiveBackends(CommitSiblings))
		return insertpos;
	pg_usleep(CommitDelay);
	return xlog_wait_for_insertions(insertpos);
}

/*
 * XLogFlush
 *		Make the log durable up to record (an end LSN).
 *
 * During recovery it is minRecoveryPoint that must move instead.  Errors: ERROR
 * if record lies beyond the log (a damaged page LSN); PANIC on I/O trouble.
 */
void
XLogFlush(XLogRecPtr record)
{
	TimeLineID tli = XLogCtl->InsertTimeLineID;
	XLogRecPtr want = record;

	if (!XLogInsertAllowed())
	{
		UpdateMinRecoveryPoint(record, false);
		return;
	}
	if (record <= LogwrtResult.Flush)
		return;

	START_CRIT_SECTION();
	for (;;)
	{
		XLogwrtRqst rqst;
		XLogRecPtr insertpos;

		/* Others' full pages are written along; they are needed anyway. */
		SpinLockAcquire(&XLogCtl->info_lck);
		want = Max(want, XLogCtl->LogwrtRqst.Write);
		LogwrtResult = XLogCtl->LogwrtResult;
		SpinLockRelease(&XLogCtl->info_lck);
		if (record <= LogwrtResult.Flush)
			break;

		insertpos = xlog_wait_for_insertions(want);
		if (!LWLockAcquireOrWait(WALWriteLock, LW_EXCLUSIVE))
			continue; /* somebody has just flushed */
		RefreshXLogWriteResult(LogwrtResult);
		if (record <= LogwrtResult.Flush)
		{
			LWLockRelease(WALWriteLock);
			break;
		}
		insertpos = wait_for_company(insertpos);
		rqst.Write = rqst.Flush = insertpos;
		write_out(rqst, tli, false);
		LWLockRelease(WALWriteLock);
		break;
	}
	END_CRIT_SECTION();

	/* Reached with a page LSN of the future; a critical caller must not die. */
	if (LogwrtResult.Flush < record)
		elog(ERROR, "xlog flush request %X/%X is not satisfied --- flushed only to %X/%X",
			 LSN_FORMAT_ARGS(record), LSN_FORMAT_ARGS(LogwrtResult.Flush));
}

/* How far the WAL writer shall flush: every time, by time, or by volume. */
static XLogRecPtr
background_flush_target(XLogRecPtr write)
{
	static TimestampTz last_flush = 0;
	TimestampTz now = GetCurrentTimestamp();
	uint64 npages = write / XLOG_BLCKSZ - LogwrtResult.Flush / XLOG_BLCKSZ;

	if (WalWriterFlushAfter == 0 || last_flush == 0 ||
		TimestampDifferenceExceeds(last_flush, now, WalWriterDelay) ||
		npages >= (uint64) WalWriterFlushAfter)
	{
		last_flush = now;
		return write;
	}
	return InvalidXLogRecPtr;
}

/*
 * XLogBackgroundFlush
 *		The WAL writer's round: full pages, or an asynchronous commit.
 *
 * True if there was something to do.
 */
bool
XLogBackgroundFlush(void)
{
	XLogwrtRqst rqst;
	bool one_run = true;
	TimeLineID tli;

	if (RecoveryInProgress())
		return false;
	tli = XLogCtl->InsertTimeLineID;

	SpinLockAcquire(&XLogCtl->info_lck);
	LogwrtResult = XLogCtl->LogwrtResult;
	rqst = XLogCtl->LogwrtRqst;
	rqst.Write -= rqst.Write % XLOG_BLCKSZ;
	if (rqst.Write <= LogwrtResult.Flush)
	{
		rqst.Write = XLogCtl->asyncXactLSN;
		one_run = false;
	}
	SpinLockRelease(&XLogCtl->info_lck);
	if (rqst.Write <= LogwrtResult.Flush)
	{
		xlogstore_close(); /* lest a removed segment stay open */
		return false;
	}
	rqst.Flush = background_flush_target(rqst.Write);

	START_CRIT_SECTION();
	xlog_wait_for_insertions(rqst.Write);
	LWLockAcquire(WALWriteLock, LW_EXCLUSIVE);
	RefreshXLogWriteResult(LogwrtResult);
	if (rqst.Write > LogwrtResult.Write || rqst.Flush > LogwrtResult.Flush)
		write_out(rqst, tli, one_run);
	LWLockRelease(WALWriteLock);
	END_CRIT_SECTION();

	/* What was written makes room: prepare pages so that inserters need not. */
	xlog_prepare_next_page(InvalidXLogRecPtr, tli, true);
	return true;
}

/*
 * XLogSetAsyncXactLSN
 *		An asynchronous commit ends at asyncXactLSN: the WAL writer shall see to it.
 */
void
XLogSetAsyncXactLSN(XLogRecPtr asyncXactLSN)
{
	XLogRecPtr full_pages = asyncXactLSN - asyncXactLSN % XLOG_BLCKSZ;
	bool sleeping;

	SpinLockAcquire(&XLogCtl->info_lck);
	LogwrtResult = XLogCtl->LogwrtResult;
	sleeping = XLogCtl->WalWriterSleeping;
	if (XLogCtl->asyncXactLSN < asyncXactLSN)
		XLogCtl->asyncXactLSN = asyncXactLSN;
	SpinLockRelease(&XLogCtl->info_lck);

	/* An awake one comes by itself; wake it only for completed pages. */
	if (!sleeping && full_pages <= LogwrtResult.Flush)
		return;
	if (ProcGlobal->walwriterLatch != NULL)
		SetLatch(ProcGlobal->walwriterLatch);
}

/* The WAL writer says whether it is in long sleep. */
void
SetWalWriterSleeping(bool sleeping)
{
	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->WalWriterSleeping = sleeping;
	SpinLockRelease(&XLogCtl->info_lck);
}

/* ---------------------------------------------------------------------------
 * Answers
 * ------------------------------------------------------------------------ */

/* Where the next record will start. */
XLogRecPtr
GetXLogInsertRecPtr(void)
{
	uint64 bytepos;

	SpinLockAcquire(&XLogCtl->Insert.insertpos_lck);
	bytepos = XLogCtl->Insert.CurrBytePos;
	SpinLockRelease(&XLogCtl->Insert.insertpos_lck);
	return xlog_bytepos_to_lsn(bytepos);
}

XLogRecPtr
GetXLogWriteRecPtr(void)
{
	RefreshXLogWriteResult(LogwrtResult);
	return LogwrtResult.Write;
}

/* A cheap, slightly old insert position: the end of the last full page. */
XLogRecPtr
GetInsertRecPtr(void)
{
	XLogRecPtr ptr;

	SpinLockAcquire(&XLogCtl->info_lck);
	ptr = XLogCtl->LogwrtRqst.Write;
	SpinLockRelease(&XLogCtl->info_lck);
	return ptr;
}

/* Flushed position; *insertTLI, if asked, the timeline inserted on. */
XLogRecPtr
GetFlushRecPtr(TimeLineID *insertTLI)
{
	Assert(XLogCtl->SharedRecoveryState == RECOVERY_STATE_DONE);
	RefreshXLogWriteResult(LogwrtResult);
	if (insertTLI != NULL)
		*insertTLI = XLogCtl->InsertTimeLineID;
	return LogwrtResult.Flush;
}

TimeLineID
GetWALInsertionTimeLine(void)
{
	Assert(XLogCtl->SharedRecoveryState == RECOVERY_STATE_DONE);
	return XLogCtl->InsertTimeLineID;
}

/* Redo pointer of the latest started checkpoint; refreshes the local copy. */
XLogRecPtr
GetRedoRecPtr(void)
{
	XLogRecPtr ptr;

	SpinLockAcquire(&XLogCtl->info_lck);
	ptr = XLogCtl->RedoRecPtr;
	SpinLockRelease(&XLogCtl->info_lck);
	if (RedoRecPtr < ptr)
		RedoRecPtr = ptr;
	return RedoRecPtr;
}

/* What xloginsert.c needs to judge pages; may be old, see rule W6. */
void
GetFullPageWriteInfo(XLogRecPtr *RedoRecPtr_p, bool *doPageWrites_p)
{
	*RedoRecPtr_p = RedoRecPtr;
	*doPageWrites_p = doPageWrites;
}

/* Start of the last record that counts as activity. */
XLogRecPtr
GetLastImportantRecPtr(void)
{
	XLogRecPtr res = InvalidXLogRecPtr;

	for (int i = 0; i < NUM_XLOGINSERT_LOCKS; i++)
	{
		XLogRecPtr last;

		/* 64 bits written under the exclusive lock. */
		LWLockAcquire(&WALInsertLocks[i].l.lock, LW_EXCLUSIVE);
		last = WALInsertLocks[i].l.lastImportantAt;
		LWLockRelease(&WALInsertLocks[i].l.lock);
		res = Max(res, last);
	}
	return res;
}

/* A rising LSN for pages of unlogged relations (GiST needs it). */
XLogRecPtr
GetFakeLSNForUnloggedRel(void)
{
	XLogRecPtr next;

	SpinLockAcquire(&XLogCtl->ulsn_lck);
	next = XLogCtl->unloggedLSN++;
	SpinLockRelease(&XLogCtl->ulsn_lck);
	return next;
}

/* Time and place of the last completed segment. */
TimestampTz
GetLastSegSwitchData(XLogRecPtr *lastSwitchLSN)
{
	pg_time_t result;

	LWLockAcquire(WALWriteLock, LW_SHARED);
	result = XLogCtl->lastSegSwitchTime;
	*lastSwitchLSN = XLogCtl->lastSegSwitchLSN;
	LWLockRelease(WALWriteLock);
	return result;
}

/* Replication slots want the log kept from lsn on (0: they do not care). */
void
XLogSetReplicationSlotMinimumLSN(XLogRecPtr lsn)
{
	SpinLockAcquire(&XLogCtl->info_lck);
	XLogCtl->replicationSlotMinLSN = lsn;
	SpinLockRelease(&XLogCtl->info_lck);
}
