/*
 * pg_waldump.c
 *		Prints the records of a write-ahead log, or statistics of them.
 *
 * Output, options and errors are those of PostgreSQL 15's program of this
 * name.  The reading is xlogreader.c's, the words are rmgrdesc's; here are the
 * command line (options.c's job would be too small for a file of its own),
 * finding the segments, filters, and the loop.  Statistics are in
 * waldump_stats.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_waldump/pg_waldump.c
 */
#include "postgres_fe.h"

#include <dirent.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/rmgrdesc.h"
#include "access/xlog_internal.h"
#include "access/xlogreader.h"
#include "access/xlogrecord.h"
#include "common/logging.h"
#include "common/relpath.h"
#include "common/wal_image.h"
#include "lib/stringinfo.h"
#include "waldump.h"

WaldumpConfig config = {
	.stop_after = -1, .filter_block = InvalidBlockNumber, .filter_fork = InvalidForkNumber};

static const char *progname;
static volatile sig_atomic_t interrupted;
static int segment_size;

/* Where to read, as the reader's callback needs it. */
static struct
{
	TimeLineID tli;
	char *dir;
	XLogRecPtr start;
	XLogRecPtr end;
	bool end_reached;
} source = {.tli = 1};

static void
hint_and_exit(void)
{
	pg_log_error_hint("Try \"%s --help\" for more information.", progname);
	exit(EXIT_FAILURE);
}

static void
usage(void)
{
	printf("%s decodes and displays PostgreSQL write-ahead logs for debugging.\n\n"
		   "Usage:\n  %s [OPTION]... [STARTSEG [ENDSEG]]\n\n"
		   "Options:\n"
		   "  -b, --bkp-details      show details of backup blocks\n"
		   "  -B, --block=N          with --relation, only records that change block N\n"
		   "  -e, --end=RECPTR       stop at this WAL location\n"
		   "  -f, --follow           keep going at the end of the WAL\n"
		   "  -F, --fork=FORK        only records of main, fsm, vm or init forks\n"
		   "  -n, --limit=N          stop after N records\n"
		   "  -p, --path=PATH        directory of segments, or one with pg_wal in it\n"
		   "  -q, --quiet            print only errors\n"
		   "  -r, --rmgr=RMGR        only records of this resource manager; \"list\" lists them\n"
		   "  -R, --relation=T/D/R   only records that change this relation\n"
		   "  -s, --start=RECPTR     start at this WAL location\n"
		   "  -t, --timeline=TLI     timeline to read\n"
		   "  -V, --version          print the version, then exit\n"
		   "  -w, --fullpage         only records with a full-page image\n"
		   "  -x, --xid=XID          only records of this transaction\n"
		   "  -z, --stats[=record]   statistics instead of records\n"
		   "      --stats=method     page images by compression method\n"
		   "      --stats=relation   records and page images by relation\n"
		   "  -?, --help             print this help, then exit\n",
		   progname, progname);
}

/* ---- finding segments ---- */

static void
split_path(const char *path, char **dir, char **name)
{
	const char *slash = strrchr(path, '/');

	*dir = slash ? pnstrdup(path, slash - path) : NULL;
	if (slash == path)
		*dir = pg_strdup("/");
	*name = pg_strdup(slash ? slash + 1 : path);
}

static int
open_in(const char *dir, const char *name)
{
	char path[MAXPGPATH * 2];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return open(path, O_RDONLY);
}

/*
 * Learn the segment size from the first page of a file; of the first one with
 * a segment's name if name is NULL.  False if the folder has none.
 */
static bool
learn_segment_size(const char *dir, const char *name)
{
	PGAlignedXLogBlock page;
	XLogLongPageHeader header = (XLogLongPageHeader) page.data;
	int fd = -1;
	ssize_t n;

	if (name)
		fd = open_in(dir, name);
	else
	{
		DIR *d = opendir(dir);
		struct dirent *de;

		while (d && fd < 0 && (de = readdir(d)) != NULL)
		{
			if (IsXLogFileName(de->d_name))
			{
				fd = open_in(dir, de->d_name);
				name = pg_strdup(de->d_name);
			}
		}
		if (d)
			closedir(d);
	}
	if (fd < 0)
		return false;
	n = read(fd, page.data, XLOG_BLCKSZ);
	if (n < 0)
		pg_fatal("could not read file \"%s\": %m", name);
	if (n != XLOG_BLCKSZ)
		pg_fatal("could not read file \"%s\": read %d of %d", name, (int) n, XLOG_BLCKSZ);
	close(fd);
	segment_size = header->xlp_seg_size;
	if (!IsValidWalSegSize(segment_size))
		pg_fatal(segment_size == 1
					 ? "WAL segment size must be a power of two between 1 MB and 1 GB, but the WAL file \"%s\" header specifies %d byte"
					 : "WAL segment size must be a power of two between 1 MB and 1 GB, but the WAL file \"%s\" header specifies %d bytes",
				 name, segment_size);
	return true;
}

/* The folder with segments: dir or its pg_wal, else the usual places. */
static char *
find_wal_directory(const char *dir, const char *name)
{
	char path[MAXPGPATH];
	const char *pgdata = getenv("PGDATA");

	if (dir)
	{
		if (learn_segment_size(dir, name))
			return pg_strdup(dir);
		snprintf(path, sizeof(path), "%s/%s", dir, XLOGDIR);
		if (learn_segment_size(path, name))
			return pg_strdup(path);
	}
	else
	{
		if (learn_segment_size(".", name))
			return pg_strdup(".");
		if (learn_segment_size(XLOGDIR, name))
			return pg_strdup(XLOGDIR);
		if (pgdata)
		{
			snprintf(path, sizeof(path), "%s/%s", pgdata, XLOGDIR);
			if (learn_segment_size(path, name))
				return pg_strdup(path);
		}
	}
	if (name)
		pg_fatal("could not locate WAL file \"%s\"", name);
	pg_fatal("could not find any WAL file");
	return NULL;
}

/* ---- callbacks of the reader ---- */

static void
open_segment(XLogReaderState *reader, XLogSegNo segno, TimeLineID *tli)
{
	char name[MAXFNAMELEN];

	XLogFileName(name, *tli, segno, reader->segcxt.ws_segsize);
	/* With --follow the next segment may be about to be made. */
	for (int tries = 0;; tries++)
	{
		reader->seg.ws_file = open_in(reader->segcxt.ws_dir, name);
		if (reader->seg.ws_file >= 0)
			return;
		if (errno != ENOENT || !config.follow || tries >= 10)
			break;
		usleep(500 * 1000);
		errno = ENOENT;
	}
	pg_fatal("could not find file \"%s\": %m", name);
}

static void
close_segment(XLogReaderState *reader)
{
	close(reader->seg.ws_file);
	reader->seg.ws_file = -1;
}

static int
read_page(XLogReaderState *reader, XLogRecPtr page, int required, XLogRecPtr target, char *buf)
{
	int count = XLOG_BLCKSZ;
	WALReadError err;

	if (source.end != InvalidXLogRecPtr)
	{
		if (page + XLOG_BLCKSZ <= source.end)
			count = XLOG_BLCKSZ;
		else if (page + required <= source.end)
			count = (int) (source.end - page);
		else
		{
			source.end_reached = true;
			return -1;
		}
	}
	if (!WALRead(reader, buf, page, count, source.tli, &err))
	{
		char name[MAXPGPATH];

		XLogFileName(name, err.wre_seg.ws_tli, err.wre_seg.ws_segno, segment_size);
		if (err.wre_errno != 0)
		{
			errno = err.wre_errno;
			pg_fatal("could not read from file \"%s\", offset %d: %m", name, err.wre_off);
		}
		pg_fatal("could not read from file \"%s\", offset %d: read %d of %d", name, err.wre_off, err.wre_read, err.wre_req);
	}
	return count;
}

/* ---- filters and output ---- */

/* Does one of the record's blocks match relation, block and fork together? */
static bool
blocks_match(XLogReaderState *r)
{
	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
	{
		RelFileNode node;
		ForkNumber fork;
		BlockNumber block;

		if (!XLogRecGetBlockTagExtended(r, i, &node, &fork, &block, NULL))
			continue;
		if ((config.filter_fork == InvalidForkNumber || config.filter_fork == fork) &&
			(!config.filter_by_relation || RelFileNodeEquals(config.filter_relation, node)) &&
			(config.filter_block == InvalidBlockNumber || config.filter_block == block))
			return true;
	}
	return false;
}

static bool
has_image(XLogReaderState *r)
{
	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
	{
		if (XLogRecHasBlockRef(r, i) && XLogRecHasBlockImage(r, i))
			return true;
	}
	return false;
}

static bool
record_matches(XLogReaderState *r)
{
	if (config.filter_by_rmgr && !config.rmgr_wanted[XLogRecGetRmid(r)])
		return false;
	if (config.filter_by_xid && config.filter_xid != XLogRecGetXid(r))
		return false;
	if ((config.filter_by_relation || config.filter_fork != InvalidForkNumber) && !blocks_match(r))
		return false;
	if (config.filter_by_image && !has_image(r))
		return false;
	return true;
}

/* The name of an image's method; it lives until the next call. */
const char *
compression_name(const DecodedBkpBlock *b)
{
	static WalImagePrefix prefix;
	uint8 info = b->bimg_info;

	if (!BKPIMAGE_COMPRESSED(info))
		return wal_image_get_prefix(b->bkp_image, b->bimg_len, &prefix) ? prefix.name : "unknown";
	return info & BKPIMAGE_COMPRESS_PGLZ ? "pglz" : info & BKPIMAGE_COMPRESS_LZ4 ? "lz4"
		: info & BKPIMAGE_COMPRESS_ZSTD                                          ? "zstd"
																				 : "unknown";
}

/* One block reference on a line of its own, for -b. */
static void
print_block_detail(XLogReaderState *r, int id, RelFileNode node, ForkNumber fork, BlockNumber block)
{
	const DecodedBkpBlock *b = XLogRecGetBlock(r, id);

	printf("\tblkref #%d: rel %u/%u/%u fork %s blk %u", id, node.spcNode, node.dbNode, node.relNode, forkNames[fork], block);
	if (b->has_image)
	{
		printf(" (FPW%s); hole: offset: %u, length: %u", b->apply_image ? "" : " for WAL verification", b->hole_offset, b->hole_length);
		if (b->compressed)
			printf(", compression saved: %u, method: %s", BLCKSZ - b->hole_length - b->bimg_len, compression_name(b));
	}
	putchar('\n');
}

/* The same behind the description. */
static void
print_block(XLogReaderState *r, int id, RelFileNode node, ForkNumber fork, BlockNumber block)
{
	const DecodedBkpBlock *b = XLogRecGetBlock(r, id);

	printf(", blkref #%d: rel %u/%u/%u", id, node.spcNode, node.dbNode, node.relNode);
	if (fork != MAIN_FORKNUM)
		printf(" fork %s", forkNames[fork]);
	printf(" blk %u", block);
	if (b->has_image)
		printf(" FPW%s", b->apply_image ? "" : " for WAL verification");
}

static void
print_record(XLogReaderState *r)
{
	const RmgrDescData *rmgr = GetRmgrDesc(XLogRecGetRmid(r));
	const char *name = rmgr->rm_identify(XLogRecGetInfo(r));
	uint32 image_len = record_image_bytes(r);
	StringInfoData desc;

	printf("rmgr: %-11s len (rec/tot): %6u/%6u, tx: %10u, lsn: %X/%08X, prev %X/%08X, ", rmgr->rm_name,
		   XLogRecGetTotalLen(r) - image_len, XLogRecGetTotalLen(r), XLogRecGetXid(r),
		   LSN_FORMAT_ARGS(r->ReadRecPtr), LSN_FORMAT_ARGS(XLogRecGetPrev(r)));
	if (name)
		printf("desc: %s ", name);
	else if (XLogRecGetRmid(r) >= RM_N_BUILTIN_IDS)
		printf("desc: UNKNOWN ");
	else
		printf("desc: UNKNOWN (%x) ", XLogRecGetInfo(r) & ~XLR_INFO_MASK);
	initStringInfo(&desc);
	rmgr->rm_desc(&desc, r);
	fputs(desc.data, stdout);
	pfree(desc.data);
	if (config.block_details)
		putchar('\n');
	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
	{
		RelFileNode node;
		ForkNumber fork;
		BlockNumber block;

		if (!XLogRecGetBlockTagExtended(r, i, &node, &fork, &block, NULL))
			continue;
		if (config.block_details)
			print_block_detail(r, i, node, fork, block);
		else
			print_block(r, i, node, fork, block);
	}
	if (!config.block_details)
		putchar('\n');
}

/* Bytes of all images of a record, as stored. */
uint32
record_image_bytes(XLogReaderState *r)
{
	uint32 bytes = 0;

	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
	{
		if (XLogRecHasBlockRef(r, i) && XLogRecHasBlockImage(r, i))
			bytes += XLogRecGetBlock(r, i)->bimg_len;
	}
	return bytes;
}

/* ---- command line ---- */

static bool
parse_lsn(const char *text, XLogRecPtr *lsn)
{
	uint32 hi;
	uint32 lo;

	if (sscanf(text, "%X/%X", &hi, &lo) != 2)
		return false;
	*lsn = (uint64) hi << 32 | lo;
	return true;
}

static void
option_lsn(const char *text, XLogRecPtr *lsn)
{
	if (!parse_lsn(text, lsn))
	{
		pg_log_error("invalid WAL location: \"%s\"", text);
		hint_and_exit();
	}
}

static void
option_rmgr(const char *name)
{
	int custom;

	if (pg_strcasecmp(name, "list") == 0)
	{
		for (int i = 0; i < RM_N_BUILTIN_IDS; i++)
			puts(RmgrDescTable[i].rm_name);
		exit(EXIT_SUCCESS);
	}
	config.filter_by_rmgr = true;
	if (sscanf(name, "custom%03d", &custom) == 1)
	{
		if (custom < 128 || custom > 255)
		{
			pg_log_error("custom resource manager \"%s\" does not exist", name);
			hint_and_exit();
		}
		config.rmgr_wanted[custom] = true;
		return;
	}
	for (int i = 0; i < RM_N_BUILTIN_IDS; i++)
	{
		if (pg_strcasecmp(name, RmgrDescTable[i].rm_name) == 0)
		{
			config.rmgr_wanted[i] = true;
			return;
		}
	}
	pg_log_error("resource manager \"%s\" does not exist", name);
	hint_and_exit();
}

static void
option_relation(const char *text)
{
	RelFileNode *n = &config.filter_relation;

	if (sscanf(text, "%u/%u/%u", &n->spcNode, &n->dbNode, &n->relNode) != 3 ||
		!OidIsValid(n->spcNode) || !OidIsValid(n->relNode))
	{
		pg_log_error("invalid relation specification: \"%s\"", text);
		pg_log_error_detail("Expecting \"tablespace OID/database OID/relation filenode\".");
		hint_and_exit();
	}
	config.filter_by_relation = true;
}

static void
option_fork(const char *text)
{
	for (int i = 0; i <= MAX_FORKNUM; i++)
	{
		if (strcmp(text, forkNames[i]) == 0)
		{
			config.filter_fork = i;
			return;
		}
	}
	pg_log_error("invalid fork name: \"%s\"", text);
	hint_and_exit();
}

/* As stock reads them: the digits it begins with count. */
static uint32
option_number(const char *text, const char *message)
{
	uint32 value;

	if (sscanf(text, "%u", &value) != 1)
	{
		pg_log_error(message, text);
		hint_and_exit();
	}
	return value;
}

static void
parse_options(int argc, char **argv, char **path)
{
	static const struct option long_options[] = {
		{"bkp-details", no_argument, NULL, 'b'}, {"block", required_argument, NULL, 'B'}, {"end", required_argument, NULL, 'e'}, {"follow", no_argument, NULL, 'f'}, {"fork", required_argument, NULL, 'F'}, {"fullpage", no_argument, NULL, 'w'}, {"help", no_argument, NULL, '?'}, {"limit", required_argument, NULL, 'n'}, {"path", required_argument, NULL, 'p'}, {"quiet", no_argument, NULL, 'q'}, {"relation", required_argument, NULL, 'R'}, {"rmgr", required_argument, NULL, 'r'}, {"start", required_argument, NULL, 's'}, {"timeline", required_argument, NULL, 't'}, {"xid", required_argument, NULL, 'x'}, {"version", no_argument, NULL, 'V'}, {"stats", optional_argument, NULL, 'z'}, {NULL, 0, NULL, 0}};
	int option;

	while ((option = getopt_long(argc, argv, "bB:e:fF:n:p:qr:R:s:t:wx:z", long_options, NULL)) != -1)
	{
		switch (option)
		{
			case 'b':
				config.block_details = true;
				break;
			case 'B':
				config.filter_block = option_number(optarg, "invalid block number: \"%s\"");
				if (config.filter_block == InvalidBlockNumber)
				{
					pg_log_error("invalid block number: \"%s\"", optarg);
					hint_and_exit();
				}
				break;
			case 'e':
				option_lsn(optarg, &source.end);
				break;
			case 'f':
				config.follow = true;
				break;
			case 'F':
				option_fork(optarg);
				break;
			case 'n':
				if (sscanf(optarg, "%d", &config.stop_after) != 1)
				{
					pg_log_error("invalid value \"%s\" for option %s", optarg, "-n/--limit");
					hint_and_exit();
				}
				break;
			case 'p':
				*path = pg_strdup(optarg);
				break;
			case 'q':
				config.quiet = true;
				break;
			case 'r':
				option_rmgr(optarg);
				break;
			case 'R':
				option_relation(optarg);
				break;
			case 's':
				option_lsn(optarg, &source.start);
				break;
			case 't':
				source.tli = option_number(optarg, "invalid timeline specification: \"%s\"");
				break;
			case 'w':
				config.filter_by_image = true;
				break;
			case 'x':
				config.filter_xid = option_number(optarg, "invalid transaction ID specification: \"%s\"");
				config.filter_by_xid = true;
				break;
			case 'z':
				config.stats = true;
				if (optarg)
				{
					if (strcmp(optarg, "record") == 0)
						config.stats_per_record = true;
					else if (strcmp(optarg, "method") == 0)
						config.stats_per_method = true;
					else if (strcmp(optarg, "relation") == 0)
						config.stats_per_relation = true;
					else
					{
						pg_log_error("unrecognized value for option %s: %s", "--stats", optarg);
						hint_and_exit();
					}
				}
				break;
			default:
				hint_and_exit();
		}
	}
	if (config.filter_block != InvalidBlockNumber && !config.filter_by_relation)
	{
		pg_log_error("option %s requires option %s to be specified", "-B/--block", "-R/--relation");
		hint_and_exit();
	}
	if (argc - optind > 2)
	{
		pg_log_error("too many command-line arguments (first is \"%s\")", argv[optind + 2]);
		hint_and_exit();
	}
}

/* STARTSEG and ENDSEG, and how -s and -e must lie in them. */
static void
apply_segments(int nargs, char **args, char *path)
{
	char *dir;
	char *name;
	XLogSegNo segno;
	XLogSegNo endsegno;

	split_path(args[0], &dir, &name);
	if (!path && dir)
	{
		path = dir;
		if (access(dir, R_OK) != 0)
			pg_fatal("could not open directory \"%s\": %m", dir);
	}
	source.dir = find_wal_directory(path, name);
	XLogFromFileName(name, &source.tli, &segno, segment_size);
	if (source.start == InvalidXLogRecPtr)
		XLogSegNoOffsetToRecPtr(segno, 0, segment_size, source.start);
	else if (!XLByteInSeg(source.start, segno, segment_size))
	{
		pg_log_error("start WAL location %X/%X is not inside file \"%s\"", LSN_FORMAT_ARGS(source.start), name);
		hint_and_exit();
	}
	endsegno = segno;
	if (nargs > 1)
	{
		char *enddir;
		char *endname;
		int fd;

		split_path(args[1], &enddir, &endname);
		fd = open_in(enddir && !path ? enddir : source.dir, endname);
		if (fd < 0)
			pg_fatal("could not open file \"%s\"", endname);
		close(fd);
		XLogFromFileName(endname, &source.tli, &endsegno, segment_size);
		if (endsegno < segno)
			pg_fatal("ENDSEG %s is before STARTSEG %s", args[1], args[0]);
	}
	if (source.end == InvalidXLogRecPtr)
	{
		if (nargs > 1 || !config.follow)
			XLogSegNoOffsetToRecPtr(endsegno + 1, 0, segment_size, source.end);
	}
	else if (!XLByteInSeg(source.end, endsegno, segment_size) &&
			 source.end != (endsegno + 1) * (XLogRecPtr) segment_size)
	{
		pg_log_error("end WAL location %X/%X is not inside file \"%s\"", LSN_FORMAT_ARGS(source.end), args[nargs - 1]);
		hint_and_exit();
	}
}

/* ---- the loop ---- */

static void
on_interrupt(int signo)
{
	interrupted = true;
}

/*
 * Display or count records to the end; -1 and the reader's error if it comes
 * too early.  *last_good is set to the start of the last record that was read.
 */
static int
go_through(XLogReaderState *reader, XLogRecPtr *last_good, char **errormsg)
{
	int shown = 0;

	for (;;)
	{
		if (interrupted)
			return 0;
		if (!XLogReadRecord(reader, errormsg))
		{
			if (!config.follow || source.end_reached)
				return source.end_reached ? 0 : -1;
			usleep(1000000);
			continue;
		}
		*last_good = reader->ReadRecPtr;
		if (record_matches(reader))
		{
			if (!config.quiet)
			{
				if (config.stats)
					stats_count(reader);
				else
					print_record(reader);
			}
			shown++;
			if (config.stop_after > 0 && shown >= config.stop_after)
				return 0;
		}
		/* The end is met by a record that starts there or later. */
		if (source.end != InvalidXLogRecPtr && reader->EndRecPtr >= source.end)
			return 0;
	}
}

int
main(int argc, char **argv)
{
	XLogReaderState *reader;
	XLogRecPtr first;
	XLogRecPtr last_good;
	char *path = NULL;
	char *errormsg = NULL;
	int rc;

	signal(SIGINT, on_interrupt);
	pg_logging_init(argv[0]);
	progname = get_progname(argv[0]);
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0))
	{
		usage();
		return 0;
	}
	if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0))
	{
		puts("pg_waldump (PostgreSQL) " PG_VERSION " (Narwal)");
		return 0;
	}
	if (argc <= 1)
	{
		pg_log_error("no arguments specified");
		hint_and_exit();
	}
	parse_options(argc, argv, &path);
	if (path)
	{
		DIR *d = opendir(path);

		if (!d)
		{
			pg_log_error("could not open directory \"%s\": %m", path);
			hint_and_exit();
		}
		closedir(d);
	}
	if (optind < argc)
		apply_segments(argc - optind, argv + optind, path);
	else
		source.dir = find_wal_directory(path, NULL);
	if (source.start == InvalidXLogRecPtr)
	{
		pg_log_error("no start WAL location given");
		hint_and_exit();
	}

	reader = XLogReaderAllocate(segment_size, source.dir,
								XL_ROUTINE(.page_read = read_page, .segment_open = open_segment, .segment_close = close_segment),
								NULL);
	if (!reader)
		pg_fatal("out of memory while allocating a WAL reading processor");
	first = XLogFindNextRecord(reader, source.start);
	if (first == InvalidXLogRecPtr)
		pg_fatal("could not find a valid record after %X/%X", LSN_FORMAT_ARGS(source.start));
	/* A segment starts with its header, and perhaps with an old record's end. */
	if (first != source.start && XLogSegmentOffset(source.start, segment_size) != 0)
	{
		unsigned skipped = (unsigned) (first - source.start);

		printf(skipped == 1 ? "first record is after %X/%X, at %X/%X, skipping over %u byte\n"
							: "first record is after %X/%X, at %X/%X, skipping over %u bytes\n",
			   LSN_FORMAT_ARGS(source.start), LSN_FORMAT_ARGS(first), skipped);
	}
	last_good = first;
	rc = go_through(reader, &last_good, &errormsg);
	if (config.stats && !config.quiet)
		stats_print(first);
	if (interrupted)
		return 0;
	if (rc < 0 && errormsg)
		pg_fatal("error in WAL record at %X/%X: %s", LSN_FORMAT_ARGS(last_good), errormsg);
	XLogReaderFree(reader);
	return EXIT_SUCCESS;
}
