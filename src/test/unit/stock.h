/*
 * stock.h
 *		Bytes that a stock PostgreSQL 15 wrote, for unit tests.
 *
 * The files lie in data/ and were made by make_stock_bytes.pl, which says what
 * each holds.  stock_text() reads one, stock_unpack() a compressed one.  A log
 * (NAME.txt, NAME.wal.z, NAME.dump.z) is opened by stock_log_open(); its pages
 * are then served to a reader by stock_log_reader().  stock_entry() gives a file
 * or page of files.txt with the facts that stock told about it.
 *
 * The folder is $NARWAL_TESTDIR/unit/data, or the one beside this source.
 * Everything read is kept until the program ends.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/stock.h
 */
#ifndef STOCK_H
#define STOCK_H

#include "tap.h"

#include <stdlib.h>
#ifdef HAVE_LIBZ
#include <zlib.h>
#endif

#include "access/xlog_internal.h"
#include "access/xlogreader.h"
#include "access/rmgrdesc.h"
#include "common/relpath.h"
#include "lib/stringinfo.h"

/*
 * Without zlib nothing can be unpacked, and without the others not all images of
 * stock's: the whole program is skipped.
 */
static inline void
stock_need_libraries(void)
{
#if !defined(HAVE_LIBZ) || !defined(USE_LZ4) || !defined(USE_ZSTD)
	printf("1..0 # SKIP built without zlib, lz4 or zstd\n");
	exit(0);
#endif
}

static void
stock_die(const char *what, const char *name)
{
	printf("Bail out!  %s %s\n", what, name);
	exit(1);
}

/* Path of a file; the result lives until the next call. */
static const char *
stock_path(const char *name)
{
	static char path[MAXPGPATH];
	const char *testdir = getenv("NARWAL_TESTDIR");
	const char *slash = strrchr(__FILE__, '/');

	if (testdir != NULL)
		snprintf(path, sizeof(path), "%s/unit/data/%s", testdir, name);
	else
		snprintf(path, sizeof(path), "%.*s/data/%s", (int) (slash - __FILE__), __FILE__, name);
	return path;
}

/* Append a file to *buf, which has len bytes; false if there is none. */
static bool
stock_append(const char *name, char **buf, size_t *len)
{
	FILE *f = fopen(stock_path(name), "rb");
	long size;

	if (f == NULL)
		return false;
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	*buf = realloc(*buf, *len + size + 1);
	if (fread(*buf + *len, 1, size, f) != (size_t) size)
		stock_die("could not read", name);
	*len += size;
	(*buf)[*len] = '\0';
	fclose(f);
	return true;
}

/* A text file as one string. */
static char *
stock_text(const char *name)
{
	char *buf = NULL;
	size_t len = 0;

	if (!stock_append(name, &buf, &len))
		stock_die("could not open", stock_path(name));
	return buf;
}

/* NAME.z, NAME.1.z and so on, unpacked; size is what must come out. */
static inline char *
stock_unpack(const char *name, size_t size)
{
	char *packed = NULL;
	size_t len = 0;
	char *out = malloc(size + 1);
	char part[MAXPGPATH * 2];

	snprintf(part, sizeof(part), "%s.z", name);
	if (!stock_append(part, &packed, &len))
		stock_die("could not open", stock_path(part));
	for (int i = 1;; i++)
	{
		snprintf(part, sizeof(part), "%s.%d.z", name, i);
		if (!stock_append(part, &packed, &len))
			break;
	}
#ifdef HAVE_LIBZ
	{
		uLongf got = size;

		if (uncompress((Bytef *) out, &got, (Bytef *) packed, len) != Z_OK || got != size)
			stock_die("could not unpack", name);
	}
#endif
	free(packed);
	out[size] = '\0';
	return out;
}

/* Cut the next line off *text, NULL at its end. */
static inline char *
stock_line(char **text)
{
	char *line = *text;
	char *end;

	if (line == NULL || *line == '\0')
		return NULL;
	end = strchr(line, '\n');
	if (end != NULL)
		*end++ = '\0';
	*text = end;
	return line;
}

/* Bytes of a hex text, which ends at anything else; their number. */
static inline int
stock_hex(const char *hex, uint8 *out)
{
	unsigned v;
	int n = 0;

	while (isxdigit((unsigned char) hex[0]) && sscanf(hex, "%2x", &v) == 1)
	{
		out[n++] = (uint8) v;
		hex += 2;
	}
	return n;
}

/* ---- logs ---- */

typedef struct StockLog
{
	XLogRecPtr page; /* of the first byte of pages */
	XLogRecPtr start;
	XLogRecPtr end;
	TimeLineID tli;
	uint64 sysid;
	char *pages;
	size_t size;
	char *dump; /* what pg_waldump printed, or NULL */
	char *more; /* the rest of NAME.txt */
} StockLog;

#define STOCK_SEGSIZE (1024 * 1024)

static inline StockLog *
stock_log_open(const char *name)
{
	StockLog *log = calloc(1, sizeof(StockLog));
	char file[MAXPGPATH];
	char *text;
	size_t dumpsize = 0;

	snprintf(file, sizeof(file), "%s.txt", name);
	text = stock_text(file);
	for (;;)
	{
		char *line = stock_line(&text);
		char key[32];
		char value[64];

		if (line == NULL)
			break;
		if (sscanf(line, "%31s %63s", key, value) != 2 || key[0] == '#')
			continue;
		if (strcmp(key, "page") == 0)
			log->page = strtoull(value, NULL, 16);
		else if (strcmp(key, "start") == 0)
			log->start = strtoull(value, NULL, 16);
		else if (strcmp(key, "end") == 0)
			log->end = strtoull(value, NULL, 16);
		else if (strcmp(key, "tli") == 0)
			log->tli = atoi(value);
		else if (strcmp(key, "sysid") == 0)
			log->sysid = strtoull(value, NULL, 10);
		else if (strcmp(key, "size") == 0)
			log->size = strtoull(value, NULL, 10);
		else if (strcmp(key, "dumpsize") == 0)
		{
			dumpsize = strtoull(value, NULL, 10);
			break;
		}
	}
	log->more = text;
	snprintf(file, sizeof(file), "%s.wal", name);
	log->pages = stock_unpack(file, log->size);
	snprintf(file, sizeof(file), "%s.dump", name);
	if (dumpsize > 0)
		log->dump = stock_unpack(file, dumpsize);
	return log;
}

/* The first page of a segment, of which only the header is known. */
static void
stock_first_page(const StockLog *log, XLogRecPtr ptr, char *buf)
{
	XLogLongPageHeader hdr = (XLogLongPageHeader) buf;

	memset(buf, 0, XLOG_BLCKSZ);
	hdr->std.xlp_magic = XLOG_PAGE_MAGIC;
	hdr->std.xlp_info = XLP_LONG_HEADER;
	hdr->std.xlp_tli = 1;
	hdr->std.xlp_pageaddr = ptr;
	hdr->xlp_sysid = log->sysid;
	hdr->xlp_seg_size = STOCK_SEGSIZE;
	hdr->xlp_xlog_blcksz = XLOG_BLCKSZ;
}

static int
stock_serve_page(XLogReaderState *state, XLogRecPtr ptr, int len, XLogRecPtr rec, char *buf)
{
	const StockLog *log = state->private_data;

	if (ptr >= log->page && ptr < log->page + log->size)
		memcpy(buf, log->pages + (ptr - log->page), XLOG_BLCKSZ);
	else if (ptr < log->page && ptr % STOCK_SEGSIZE == 0)
		stock_first_page(log, ptr, buf);
	else
		return -1;
	return XLOG_BLCKSZ;
}

/* A reader at the log's first record. */
static inline XLogReaderState *
stock_log_reader(StockLog *log)
{
	XLogReaderState *r = XLogReaderAllocate(STOCK_SEGSIZE, NULL,
											XL_ROUTINE(.page_read = stock_serve_page), log);

	r->system_identifier = log->sysid;
	XLogBeginRead(r, log->start);
	return r;
}

static inline uint32
stock_image_bytes(XLogReaderState *r)
{
	uint32 n = 0;

	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
		if (XLogRecHasBlockRef(r, i) && XLogRecHasBlockImage(r, i))
			n += XLogRecGetBlock(r, i)->bimg_len;
	return n;
}

/* The line for a record, in pg_waldump's form. */
static inline void
stock_record_line(StringInfo buf, XLogReaderState *r)
{
	const RmgrDescData *rmgr = GetRmgrDesc(XLogRecGetRmid(r));
	const char *name = rmgr->rm_identify(XLogRecGetInfo(r));

	resetStringInfo(buf);
	appendStringInfo(buf, "rmgr: %-11s len (rec/tot): %6u/%6u, tx: %10u, lsn: %X/%08X, prev %X/%08X, desc: %s ",
					 rmgr->rm_name, XLogRecGetTotalLen(r) - stock_image_bytes(r), XLogRecGetTotalLen(r),
					 XLogRecGetXid(r), LSN_FORMAT_ARGS(r->ReadRecPtr), LSN_FORMAT_ARGS(XLogRecGetPrev(r)),
					 name ? name : "UNKNOWN");
	rmgr->rm_desc(buf, r);
	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
	{
		RelFileNode node;
		ForkNumber fork;
		BlockNumber block;

		if (!XLogRecGetBlockTagExtended(r, i, &node, &fork, &block, NULL))
			continue;
		appendStringInfo(buf, ", blkref #%d: rel %u/%u/%u", i, node.spcNode, node.dbNode, node.relNode);
		if (fork != MAIN_FORKNUM)
			appendStringInfo(buf, " fork %s", forkNames[fork]);
		appendStringInfo(buf, " blk %u", block);
		if (XLogRecHasBlockImage(r, i))
			appendStringInfoString(buf, XLogRecBlockImageApply(r, i) ? " FPW" : " FPW for WAL verification");
	}
}

/* ---- entries of files.txt ---- */

typedef struct StockEntry
{
	char *bytes;
	size_t size;
	char **facts;
	int nfacts;
} StockEntry;

/* One entry by its name; a missing one ends the program. */
static inline StockEntry *
stock_entry(const char *name)
{
	StockEntry *e = calloc(1, sizeof(StockEntry));
	char *text = stock_text("files.txt");
	char head[MAXPGPATH];
	char *line;
	bool found = false;

	snprintf(head, sizeof(head), "[%s] ", name);
	e->facts = calloc(1000, sizeof(char *));
	while ((line = stock_line(&text)) != NULL)
	{
		if (line[0] == '[')
		{
			if (found)
				return e;
			found = strncmp(line, head, strlen(head)) == 0;
			e->size = found ? strtoul(line + strlen(head), NULL, 10) : 0;
			/* aligned for direct use as a page */
			e->bytes = aligned_alloc(BLCKSZ, BLCKSZ * (e->size / BLCKSZ + 1));
			memset(e->bytes, 0, BLCKSZ * (e->size / BLCKSZ + 1));
		}
		else if (found && line[0] == '=')
			e->facts[e->nfacts++] = line + 1;
		else if (found && line[0] == '@')
		{
			char *hex;
			size_t at = strtoul(line + 1, &hex, 10);

			stock_hex(hex + 1, (uint8 *) e->bytes + at);
		}
	}
	if (!found)
		stock_die("no entry", name);
	return e;
}

#endif /* STOCK_H */
