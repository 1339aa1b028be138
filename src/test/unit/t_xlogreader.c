/*
 * t_xlogreader.c
 *		The WAL reader: records of a stock server, damage, continuations.
 *
 * The INSERT and the COMMIT were written by PostgreSQL 15.20 (insert into t
 * values (2), a table of one int column); they carry their own CRC.  The damaged
 * records are made from them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_xlogreader.c
 */
#include "tap.h"

#include "access/xlog_internal.h"
#include "access/xlogreader.h"
#include "catalog/pg_control.h"

#define SEGSIZE (16 * 1024 * 1024)
#define INSERT_LSN 0x1527BF8
#define COMMIT_LSN 0x1527C38
#define PAGE0 0x1526000

static const uint8 stock_insert[] = {
	0x3b, 0x00, 0x00, 0x00, 0xd6, 0x02, 0x00, 0x00,
	0xd0, 0x7b, 0x52, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x00, 0x0a, 0x00, 0x00, 0x54, 0xa9, 0x76, 0x7f,
	0x00, 0x20, 0x0a, 0x00, 0x7f, 0x06, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00,
	0x00, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x03,
	0x01, 0x00, 0x00, 0x08, 0x18, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00};

static const uint8 stock_commit[] = {
	0x22, 0x00, 0x00, 0x00, 0xd6, 0x02, 0x00, 0x00,
	0xf8, 0x7b, 0x52, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x00, 0x01, 0x00, 0x00, 0x13, 0x11, 0x6c, 0x7c,
	0xff, 0x08, 0x19, 0x18, 0xdb, 0xe8, 0x80, 0x04, 0x03, 0x00};

/* Four pages of log from PAGE0 on, served by the callback below. */
static char pages[4][XLOG_BLCKSZ];

static int
serve_page(XLogReaderState *state, XLogRecPtr ptr, int len, XLogRecPtr rec, char *buf)
{
	/* The first page of the segment is asked for as well. */
	if (ptr % SEGSIZE == 0)
	{
		XLogLongPageHeader hdr = (XLogLongPageHeader) buf;

		memset(buf, 0, XLOG_BLCKSZ);
		hdr->std.xlp_magic = XLOG_PAGE_MAGIC;
		hdr->std.xlp_info = XLP_LONG_HEADER;
		hdr->std.xlp_tli = 1;
		hdr->std.xlp_pageaddr = ptr;
		hdr->xlp_sysid = 42;
		hdr->xlp_seg_size = SEGSIZE;
		hdr->xlp_xlog_blcksz = XLOG_BLCKSZ;
		return XLOG_BLCKSZ;
	}
	if (ptr < PAGE0 || ptr >= PAGE0 + sizeof(pages))
		return -1;
	memcpy(buf, pages[(ptr - PAGE0) / XLOG_BLCKSZ], XLOG_BLCKSZ);
	return XLOG_BLCKSZ;
}

static char *
at(XLogRecPtr lsn)
{
	return pages[(lsn - PAGE0) / XLOG_BLCKSZ] + lsn % XLOG_BLCKSZ;
}

static void
fresh_pages(void)
{
	memset(pages, 0, sizeof(pages));
	for (int i = 0; i < 4; i++)
	{
		XLogPageHeader hdr = (XLogPageHeader) pages[i];

		hdr->xlp_magic = XLOG_PAGE_MAGIC;
		hdr->xlp_info = XLP_BKP_REMOVABLE;
		hdr->xlp_tli = 1;
		hdr->xlp_pageaddr = PAGE0 + i * XLOG_BLCKSZ;
	}
	memcpy(at(INSERT_LSN), stock_insert, sizeof(stock_insert));
	memcpy(at(COMMIT_LSN), stock_commit, sizeof(stock_commit));
}

static XLogReaderState *
new_reader(void)
{
	XLogReaderState *r = XLogReaderAllocate(SEGSIZE, NULL,
											XL_ROUTINE(.page_read = serve_page), NULL);

	r->system_identifier = 42;
	return r;
}

static void
sign(XLogRecord *rec)
{
	pg_crc32c crc;

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, (char *) rec + SizeOfXLogRecord, rec->xl_tot_len - SizeOfXLogRecord);
	COMP_CRC32C(crc, rec, offsetof(XLogRecord, xl_crc));
	FIN_CRC32C(crc);
	rec->xl_crc = crc;
}

static void
test_stock_records(void)
{
	XLogReaderState *r = new_reader();
	char *err;
	RelFileNode rnode;
	ForkNumber fork;
	BlockNumber blk;
	Size len;

	fresh_pages();
	XLogBeginRead(r, INSERT_LSN);
	ok(XLogReadRecord(r, &err) != NULL, "stock's INSERT is read");
	is_int(XLogRecGetTotalLen(r), 59, "its length");
	is_int(XLogRecGetXid(r), 726, "its xid");
	is_int(XLogRecGetRmid(r), RM_HEAP_ID, "its manager");
	is_int(r->EndRecPtr, COMMIT_LSN, "its end is the next record's start");
	XLogRecGetBlockTag(r, 0, &rnode, &fork, &blk);
	ok(rnode.spcNode == 1663 && rnode.dbNode == 5 && rnode.relNode == 16384 &&
		   fork == MAIN_FORKNUM && blk == 0,
	   "its block is 1663/5/16384 block 0");
	ok(XLogRecGetBlockData(r, 0, &len) != NULL && len == 10, "10 bytes of block data");
	is_int(XLogRecGetDataLen(r), 3, "3 bytes of main data");
	is_mem(XLogRecGetData(r), "\002\000\000", 3, "which are offset 2 and flags 0");

	ok(XLogReadRecord(r, &err) != NULL, "stock's COMMIT follows");
	is_int(XLogRecGetRmid(r), RM_XACT_ID, "its manager");
	ok(!XLogRecHasAnyBlockRefs(r), "it has no block");

	ok(XLogReadRecord(r, &err) == NULL, "then the log ends");
	is_str(err, "invalid record length at 0/1527C60: wanted 24, got 0", "in stock's words");
	ok(XLogReadRecord(r, &err) == NULL && r->EndRecPtr == 0x1527C60,
	   "and ends there again when asked again");

	XLogReaderFree(r);
}

/* Read the INSERT with one change and compare the message. */
static void
damaged(int offset, uint8 value, bool resign, const char *expected)
{
	XLogReaderState *r = new_reader();
	char *err;

	fresh_pages();
	*(uint8 *) (at(INSERT_LSN) + offset) = value;
	if (resign)
		sign((XLogRecord *) at(INSERT_LSN));
	XLogBeginRead(r, INSERT_LSN);
	if (!ok(XLogReadRecord(r, &err) == NULL, "byte %d = %02x is refused", offset, value))
		return;
	is_str(err, expected, expected);
	XLogReaderFree(r);
}

static void
test_damage(void)
{
	damaged(58, 1, false, "incorrect resource manager data checksum in record at 0/1527BF8");
	damaged(17, 100, true, "invalid resource manager ID 100 at 0/1527BF8");
	damaged(0, 8, false, "invalid record length at 0/1527BF8: wanted 24, got 8");
	damaged(25, 0x00, true, "BKPBLOCK_HAS_DATA not set, but data length is 10 at 0/1527BF8");
	damaged(26, 0x00, true, "BKPBLOCK_HAS_DATA set, but no data included at 0/1527BF8");
	damaged(25, 0xA0, true, "BKPBLOCK_SAME_REL set but no previous rel at 0/1527BF8");
	damaged(25, 0x24, true, "invalid fork number 4 of block 0 at 0/1527BF8");
	damaged(24, 100, true, "invalid block_id 100 at 0/1527BF8");
	damaged(45, 4, true, "record with invalid length at 0/1527BF8");
	damaged(14, 1, true, "record with incorrect prev-link 10000/1527BD0 at 0/1527BF8");
}

/* A record of `total` bytes that starts `before_end` bytes before a page's end. */
static XLogRecPtr
put_long_record(int before_end, int total, XLogRecPtr prev)
{
	XLogRecPtr lsn = PAGE0 + XLOG_BLCKSZ - before_end;
	char *rec = palloc0(total);
	XLogRecord *hdr = (XLogRecord *) rec;
	uint32 datalen = total - SizeOfXLogRecord - 5;
	XLogPageHeader page = (XLogPageHeader) pages[1];

	hdr->xl_tot_len = total;
	hdr->xl_prev = prev;
	hdr->xl_rmid = RM_XLOG_ID;
	hdr->xl_info = XLOG_NOOP;
	rec[SizeOfXLogRecord] = (char) XLR_BLOCK_ID_DATA_LONG;
	memcpy(rec + SizeOfXLogRecord + 1, &datalen, 4);
	for (int i = SizeOfXLogRecord + 5; i < total; i++)
		rec[i] = i % 251;
	sign(hdr);
	memcpy(at(lsn), rec, before_end);
	page->xlp_info |= XLP_FIRST_IS_CONTRECORD;
	page->xlp_rem_len = total - before_end;
	memcpy(pages[1] + SizeOfXLogShortPHD, rec + before_end, total - before_end);
	return lsn;
}

static void
test_continuation(void)
{
	XLogReaderState *r = new_reader();
	char *err;
	XLogRecPtr lsn;
	xl_overwrite_contrecord ow = {0, 7};

	/* Even the header may be split. */
	for (int before_end = 8; before_end <= 64; before_end += 8)
	{
		fresh_pages();
		lsn = put_long_record(before_end, 1000, 0x1526100);
		XLogBeginRead(r, lsn);
		ok(XLogReadRecord(r, &err) != NULL && XLogRecGetDataLen(r) == 1000 - 29 &&
			   (uint8) XLogRecGetData(r)[970] == (970 + 29) % 251,
		   "a record with %d bytes on the first page is put together", before_end);
		is_int(r->EndRecPtr, PAGE0 + XLOG_BLCKSZ + 24 + MAXALIGN(1000 - before_end),
			   "and ends behind its rest");
	}

	((XLogPageHeader) pages[1])->xlp_rem_len--;
	XLogBeginRead(r, lsn);
	ok(XLogReadRecord(r, &err) == NULL, "a wrong rest length is noticed");
	is_str(err, "invalid contrecord length 935 (expected 936) at 0/1527FC0", "its message");
	is_int(r->abortedRecPtr, lsn, "the record counts as aborted");
	is_int(r->missingContrecPtr, PAGE0 + XLOG_BLCKSZ, "and its rest as missing");

	/* A rest of which the disk got only a part: its header is right, its end is not. */
	fresh_pages();
	lsn = put_long_record(64, 1000, 0x1526100);
	memset(pages[1] + 512, 0, XLOG_BLCKSZ - 512);
	XLogBeginRead(r, lsn);
	ok(XLogReadRecord(r, &err) == NULL, "a rest that was written by half is noticed");
	is_str(err, "incorrect resource manager data checksum in record at 0/1527FC0", "its message");
	is_int(r->abortedRecPtr, lsn, "this record counts as aborted, too");
	is_int(r->missingContrecPtr, PAGE0 + XLOG_BLCKSZ, "and goes on to be replaced from its second page on");

	/* What follows an overwritten continuation is read in its place. */
	fresh_pages();
	put_long_record(64, 1000, COMMIT_LSN);
	((XLogPageHeader) pages[1])->xlp_info = XLP_FIRST_IS_OVERWRITE_CONTRECORD;
	{
		XLogRecord *hdr = (XLogRecord *) (pages[1] + SizeOfXLogShortPHD);
		char *data = (char *) hdr + SizeOfXLogRecord;

		memset(hdr, 0, 100);
		ow.overwritten_lsn = lsn;
		hdr->xl_tot_len = SizeOfXLogRecord + 2 + sizeof(ow);
		hdr->xl_prev = COMMIT_LSN;
		hdr->xl_rmid = RM_XLOG_ID;
		hdr->xl_info = XLOG_OVERWRITE_CONTRECORD;
		data[0] = (char) XLR_BLOCK_ID_DATA_SHORT;
		data[1] = sizeof(ow);
		memcpy(data + 2, &ow, sizeof(ow));
		sign(hdr);
	}
	XLogBeginRead(r, COMMIT_LSN);
	ok(XLogReadRecord(r, &err) != NULL, "the record before the broken one");
	/* The broken one follows at once in this made-up log. */
	r->NextRecPtr = lsn;
	ok(XLogReadRecord(r, &err) != NULL &&
		   XLogRecGetInfo(r) == XLOG_OVERWRITE_CONTRECORD,
	   "the overwriting record comes next");
	is_int(r->overwrittenRecPtr, lsn, "and the reader knows what it replaced");
	XLogReaderFree(r);
}

int
main(void)
{
	unit_init();
	test_stock_records();
	test_damage();
	test_continuation();
	return done_testing();
}
