/*
 * t_stock_wal.c
 *		Logs of a stock server: every record read, described and made again.
 *
 * Three logs (make_stock_bytes.pl): rows and indexes with page images by every
 * method, a tour of all managers, and the start of a second timeline.  Each
 * record is read through the reader, which checks pages, links and CRCs, and
 * the line that stock's pg_waldump prints for it must follow from what was
 * decoded and from our descriptions.  Then a server puts each record's pieces
 * together again, and the bytes in its own log must be the same.  There is one
 * check of either kind for each type of record.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_wal.c
 */
#include "cluster.h"

#include "access/heapam_xlog.h"
#include "access/nbtxlog.h"
#include "access/rmgr.h"
#include "access/rmgrdesc.h"
#include "access/xlogrecord.h"
#include "commands/sequence.h"
#include "common/wal_image.h"
#include "catalog/pg_control.h"
#include "pgtime.h"
#include "stock.h"

static const char *const logs[] = {"redo", "misc", "promote", "dbcopy", "overwrite"};

/* What was seen of a type of record, by manager and high bits of info. */
typedef struct Tally
{
	int seen;
	int wrong;
} Tally;

static Tally read_tally[RM_N_BUILTIN_IDS][16];
static Tally write_tally[RM_N_BUILTIN_IDS][16];

static void
complain(Tally *t, const char *got, const char *expected)
{
	if (t->wrong++ < 2)
		printf("#      got: %s\n# expected: %s\n", got, expected);
}

static void
report(Tally tally[RM_N_BUILTIN_IDS][16], const char *how)
{
	for (int rmid = 0; rmid < RM_N_BUILTIN_IDS; rmid++)
		for (int info = 0; info < 16; info++)
		{
			Tally *t = &tally[rmid][info];

			if (t->seen > 0)
				ok(t->wrong == 0, "%s %s (%02X): %d %s", GetRmgrDesc(rmid)->rm_name,
				   GetRmgrDesc(rmid)->rm_identify(info << 4), info << 4, t->seen, how);
		}
}

/*
 * Times are a program's matter: pg_waldump prints all six digits and the zone's
 * name, a server as many as it needs and the distance.
 */
static void
server_times(char *line)
{
	char *zone;

	while ((zone = strstr(line, " UTC")) != NULL)
	{
		char *end = zone;

		while (end[-1] == '0')
			end--;
		if (end[-1] == '.')
			end--;
		memmove(end + 3, zone + 4, strlen(zone + 4) + 1);
		memcpy(end, "+00", 3);
	}
}

/* Read a whole log and compare with stock's lines. */
static void
read_log(const char *name)
{
	StockLog *log = stock_log_open(name);
	XLogReaderState *r = stock_log_reader(log);
	StringInfoData buf;
	char *line;
	char *err = NULL;
	int n = 0;

	initStringInfo(&buf);
	while ((line = stock_line(&log->dump)) != NULL)
	{
		Tally *t;

		if (XLogReadRecord(r, &err) == NULL)
			break;
		t = &read_tally[XLogRecGetRmid(r)][XLogRecGetInfo(r) >> 4];
		t->seen++;
		n++;
		stock_record_line(&buf, r);
		server_times(line);
		if (strcmp(buf.data, line) != 0)
			complain(t, buf.data, line);
	}
	ok(line == NULL, "%s: %d records, as many as stock's pg_waldump has", name, n);
	if (line != NULL)
		printf("# %s\n# %s\n", err, line);
	ok(r->EndRecPtr == log->end, "%s: the last one ends where stock's log did", name);
	ok(XLogReadRecord(r, &err) == NULL, "%s: and there is no other", name);
	XLogReaderFree(r);
}

/* ---- the same records again, by our own hand ---- */

/* Settings under which the record's images come out as they are. */
static void
follow_settings(XLogReaderState *r)
{
	static int checking = -1;
	static int method = -1;
	bool check = (r->record->header.xl_info & XLR_CHECK_CONSISTENCY) != 0;
	int compress = 0;

	if (check != checking)
		SetConfigOption("wal_consistency_checking", check ? "all" : "", PGC_SUSET, PGC_S_SESSION);
	checking = check;
	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
		if (XLogRecHasBlockRef(r, i) && XLogRecHasBlockImage(r, i))
			compress |= XLogRecGetBlock(r, i)->bimg_info;
	compress &= BKPIMAGE_COMPRESS_PGLZ | BKPIMAGE_COMPRESS_LZ4 | BKPIMAGE_COMPRESS_ZSTD;
	if (compress != method)
		SetConfigOption("wal_compression",
						compress & BKPIMAGE_COMPRESS_PGLZ       ? "pglz"
							: compress & BKPIMAGE_COMPRESS_LZ4  ? "lz4"
							: compress & BKPIMAGE_COMPRESS_ZSTD ? "zstd"
																: "off",
						PGC_SUSET, PGC_S_SESSION);
	method = compress;
}

static void
register_block(XLogReaderState *r, int id, PGAlignedBlock *page)
{
	DecodedBkpBlock *b = XLogRecGetBlock(r, id);
	uint8 flags = b->flags & BKPBLOCK_WILL_INIT ? REGBUF_WILL_INIT : REGBUF_NO_IMAGE;

	memset(page, 0, sizeof(*page));
	if (b->has_image)
	{
		if (!RestoreBlockImage(r, id, page->data))
			elog(ERROR, "%s", r->errormsg_buf);
		if (b->apply_image)
			flags = REGBUF_FORCE_IMAGE | (b->has_data ? REGBUF_KEEP_DATA : 0);
		if (b->bimg_info & BKPIMAGE_HAS_HOLE)
			flags |= REGBUF_STANDARD;
	}
	XLogRegisterBlock(id, &b->rnode, b->forknum, b->blkno, page->data, flags);
	if (b->has_data)
		XLogRegisterBufData(id, b->data, b->data_len);
}

static XLogRecPtr
write_again(XLogReaderState *r)
{
	static PGAlignedBlock pages[XLR_MAX_BLOCK_ID + 1];
	uint8 info = r->record->header.xl_info & ~XLR_CHECK_CONSISTENCY;

	follow_settings(r);
	XLogBeginInsert();
	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
		if (XLogRecHasBlockRef(r, i))
			register_block(r, i, &pages[i]);
	if (XLogRecGetDataLen(r) > 0)
		XLogRegisterData(XLogRecGetData(r), XLogRecGetDataLen(r));
	XLogInsert(XLogRecGetRmid(r), info);
	return ProcLastRecPtr;
}

/* A record's bytes as they lie in the log, without page headers. */
static char *
raw_bytes(StockLog *log, XLogRecPtr lsn, uint32 len)
{
	char *out = palloc(len);
	uint32 done = 0;

	while (done < len)
	{
		uint32 n;

		if (lsn % XLOG_BLCKSZ == 0)
			lsn += lsn % STOCK_SEGSIZE == 0 ? SizeOfXLogLongPHD : SizeOfXLogShortPHD;
		n = Min(len - done, XLOG_BLCKSZ - lsn % XLOG_BLCKSZ);
		memcpy(out + done, log->pages + (lsn - log->page), n);
		done += n;
		lsn += n;
	}
	return out;
}

/* The same of our log, from its files. */
static char *
own_bytes(XLogRecPtr lsn, uint32 len)
{
	char *out = palloc(len);
	uint32 done = 0;

	while (done < len)
	{
		char path[MAXPGPATH];
		uint32 n;
		int fd;

		if (lsn % XLOG_BLCKSZ == 0)
			lsn += lsn % SEGSIZE == 0 ? SizeOfXLogLongPHD : SizeOfXLogShortPHD;
		n = Min(len - done, XLOG_BLCKSZ - lsn % XLOG_BLCKSZ);
		XLogFilePath(path, 1, lsn / SEGSIZE, SEGSIZE);
		fd = open(path, O_RDONLY);
		if (fd < 0 || pread(fd, out + done, n, lsn % SEGSIZE) != (ssize_t) n)
			elog(ERROR, "could not read \"%s\": %m", path);
		close(fd);
		done += n;
		lsn += n;
	}
	return out;
}

/* Has the record what only a session's state adds? */
static bool
depends_on_session(XLogReaderState *r)
{
	return XLogRecGetOrigin(r) != 0 ||
		TransactionIdIsValid(r->record->toplevel_xid);
}

static bool
has_packed_image(XLogReaderState *r)
{
	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
		if (XLogRecHasBlockRef(r, i) && XLogRecHasBlockImage(r, i) && XLogRecGetBlock(r, i)->compressed)
			return true;
	return false;
}

/*
 * Which images are compressed, and how hard, is the server's choice: the page
 * must be the same, and so must everything else.  pack_images() shows that the
 * same choice gives the same bytes.
 */
static bool
same_but_for_packing(XLogReaderState *stock, XLogRecPtr lsn)
{
	XLogReaderState *own = cluster_reader();
	char *err;
	bool same;

	XLogBeginRead(own, lsn);
	same = XLogReadRecord(own, &err) != NULL &&
		XLogRecGetRmid(own) == XLogRecGetRmid(stock) && XLogRecGetInfo(own) == XLogRecGetInfo(stock) &&
		XLogRecGetDataLen(own) == XLogRecGetDataLen(stock) &&
		memcmp(XLogRecGetData(own), XLogRecGetData(stock), XLogRecGetDataLen(own)) == 0 &&
		XLogRecMaxBlockId(own) == XLogRecMaxBlockId(stock);
	for (int i = 0; same && i <= XLogRecMaxBlockId(own); i++)
	{
		DecodedBkpBlock *x;
		DecodedBkpBlock *y;
		PGAlignedBlock a;
		PGAlignedBlock b;

		if (!XLogRecHasBlockRef(stock, i))
			continue;
		x = XLogRecGetBlock(own, i);
		y = XLogRecGetBlock(stock, i);
		same = x->flags == y->flags && RelFileNodeEquals(x->rnode, y->rnode) && x->blkno == y->blkno &&
			x->data_len == y->data_len && memcmp(x->data, y->data, x->data_len) == 0;
		if (same && y->has_image)
			same = x->hole_offset == y->hole_offset && x->hole_length == y->hole_length &&
				RestoreBlockImage(own, i, a.data) && RestoreBlockImage(stock, i, b.data) &&
				memcmp(a.data, b.data, BLCKSZ) == 0;
	}
	XLogReaderFree(own);
	return same;
}

static void
write_log(const char *name)
{
	StockLog *log = stock_log_open(name);
	XLogReaderState *r = stock_log_reader(log);
	char *err;

	while (XLogReadRecord(r, &err) != NULL)
	{
		const RmgrId rmid = XLogRecGetRmid(r);
		Tally *t = &write_tally[rmid][XLogRecGetInfo(r) >> 4];
		uint32 len = XLogRecGetTotalLen(r);
		char *expected;
		char *got;
		XLogRecPtr lsn;

		/* a switch would end the segment, which XLogInsert does by itself */
		if (depends_on_session(r) || (rmid == RM_XLOG_ID && (XLogRecGetInfo(r) & 0xF0) == XLOG_SWITCH))
			continue;
		lsn = write_again(r);
		XLogFlush(XactLastRecEnd);
		t->seen++;
		if (has_packed_image(r))
		{
			if (!same_but_for_packing(r, lsn))
				complain(t, "another record", psprintf("that at %X/%X", LSN_FORMAT_ARGS(r->ReadRecPtr)));
			continue;
		}
		got = own_bytes(lsn, len);
		expected = raw_bytes(log, r->ReadRecPtr, len);
		/* xid, link and CRC are not the record's own */
		memcpy(got + offsetof(XLogRecord, xl_xid), expected + offsetof(XLogRecord, xl_xid),
			   sizeof(TransactionId));
		memcpy(got + offsetof(XLogRecord, xl_prev), expected + offsetof(XLogRecord, xl_prev),
			   sizeof(XLogRecPtr));
		memcpy(got + offsetof(XLogRecord, xl_crc), expected + offsetof(XLogRecord, xl_crc),
			   sizeof(pg_crc32c));
		if (memcmp(got, expected, len) != 0)
		{
			uint32 i = 0;

			while (got[i] == expected[i])
				i++;
			complain(t, psprintf("byte %u of %u is %02x, lengths %u", i, len, (uint8) got[i], *(uint32 *) got),
					 psprintf("%02x in the record at %X/%X", (uint8) expected[i], LSN_FORMAT_ARGS(r->ReadRecPtr)));
		}
		pfree(got);
		pfree(expected);
	}
	XLogReaderFree(r);
}

/*
 * Each image that stock compressed, by the same method at its default level:
 * lz4 and zstd give the same bytes, pglz no more of them.
 */
static void
pack_images(void)
{
	static const struct
	{
		int bit;
		int id;
		int level;
		const char *name;
	} methods[] = {{BKPIMAGE_COMPRESS_PGLZ, WAL_IMAGE_PGLZ, 1, "pglz"},
				   {BKPIMAGE_COMPRESS_LZ4, WAL_IMAGE_LZ4, 1, "lz4"},
				   {BKPIMAGE_COMPRESS_ZSTD, WAL_IMAGE_ZSTD, 3, "zstd"}};
	int seen[lengthof(methods)] = {0};
	int wrong[lengthof(methods)] = {0};
	XLogReaderState *r = stock_log_reader(stock_log_open("redo"));
	char *out = palloc(wal_image_max_bound());
	char *err;

	while (XLogReadRecord(r, &err) != NULL)
		for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
		{
			DecodedBkpBlock *b;
			PGAlignedBlock page;
			int len;
			int n;

			if (!XLogRecHasBlockRef(r, i) || !XLogRecHasBlockImage(r, i) || !XLogRecGetBlock(r, i)->compressed)
				continue;
			b = XLogRecGetBlock(r, i);
			if (!RestoreBlockImage(r, i, page.data))
				elog(ERROR, "%s", r->errormsg_buf);
			len = BLCKSZ - b->hole_length;
			memmove(page.data + b->hole_offset, page.data + b->hole_offset + b->hole_length,
					len - b->hole_offset);
			for (int m = 0; m < (int) lengthof(methods); m++)
			{
				if (!(b->bimg_info & methods[m].bit))
					continue;
				seen[m]++;
				n = wal_image_compress(methods[m].id, methods[m].level, page.data, len, out,
									   wal_image_max_bound());
				if (m == 0 ? n < 0 || n > b->bimg_len
						   : n != b->bimg_len || memcmp(out, b->bkp_image, n) != 0)
					wrong[m]++;
			}
		}
	for (int m = 0; m < (int) lengthof(methods); m++)
		ok(seen[m] > 5 && wrong[m] == 0, "%d images by %s are %s", seen[m], methods[m].name,
		   m == 0 ? "no longer by ours" : "the same by ours");
	XLogReaderFree(r);
}

static void
write_all(void)
{
	/* those whose pages can be checked */
	rmgr_register(RM_HEAP_ID, &heap_rmgr);
	rmgr_register(RM_HEAP2_ID, &heap2_rmgr);
	rmgr_register(RM_BTREE_ID, &btree_rmgr);
	rmgr_register(RM_SEQ_ID, &seq_rmgr);
	cluster_start();
	XLogEnsureRecordSpace(XLR_MAX_BLOCK_ID, 100);
	for (int i = 0; i < (int) lengthof(logs); i++)
		write_log(logs[i]);
	report(write_tally, "made again byte for byte");
	pack_images();
	cluster_leave();
}

/* Does some record of this manager and name occur? */
static bool
name_seen(int rmid, const char *name)
{
	for (int info = 0; info < 16; info++)
	{
		const char *other = GetRmgrDesc(rmid)->rm_identify(info << 4);

		if (read_tally[rmid][info].seen > 0 && other != NULL && strcmp(other, name) == 0)
			return true;
	}
	return false;
}

/* Of the managers that the server writes or replays, no type is left out. */
static void
check_complete(void)
{
	static const RmgrId managers[] = {RM_XLOG_ID, RM_XACT_ID, RM_SMGR_ID, RM_CLOG_ID, RM_DBASE_ID, RM_TBLSPC_ID,
									  RM_MULTIXACT_ID, RM_RELMAP_ID, RM_STANDBY_ID, RM_HEAP2_ID, RM_HEAP_ID,
									  RM_BTREE_ID, RM_SEQ_ID, RM_COMMIT_TS_ID, RM_GENERIC_ID, RM_LOGICALMSG_ID};

	for (int i = 0; i < (int) lengthof(managers); i++)
	{
		int missing = 0;
		int n = 0;

		for (int info = 0; info < 16; info++)
		{
			const char *name = GetRmgrDesc(managers[i])->rm_identify(info << 4);

			/* 15 never writes NOOP, and a HOT update begins no page */
			if (name == NULL || (managers[i] == RM_XLOG_ID && info << 4 == XLOG_NOOP) ||
				(managers[i] == RM_HEAP_ID && info << 4 == (XLOG_HEAP_HOT_UPDATE | XLOG_HEAP_INIT_PAGE)))
				continue;
			n++;
			if (!name_seen(managers[i], name))
			{
				printf("# no %s in the logs\n", name);
				missing++;
			}
		}
		ok(missing == 0 && n > 0, "%s: every type of record occurs", GetRmgrDesc(managers[i])->rm_name);
	}
}

static void
read_all(void)
{
	session_timezone = log_timezone = pg_tzset("UTC");
	for (int i = 0; i < (int) lengthof(logs); i++)
		read_log(logs[i]);
	report(read_tally, "described as stock does");
	check_complete();
	cluster_leave();
}

int
main(void)
{
	stock_need_libraries();
	setvbuf(stdout, NULL, _IOLBF, 0);
	cluster_make();
	cluster_run("stock's logs are read", read_all);
	cluster_run("a server writes stock's records", write_all);
	cluster_remove();
	return done_testing();
}
