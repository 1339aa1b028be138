/*
 * pg_controldata.c
 *		Print the control file of a data directory.
 *
 * Line by line as PostgreSQL's program prints it, since scripts parse that.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_controldata/pg_controldata.c
 */
#include "postgres_fe.h"

#include <getopt.h>
#include <time.h>

#include "access/transam.h"
#include "access/xlog_internal.h"
#include "catalog/pg_control.h"
#include "common/controldata_utils.h"
#include "common/logging.h"

static void
usage(const char *progname)
{
	printf("%s displays control information of a PostgreSQL database cluster.\n\n", progname);
	printf("Usage:\n");
	printf("  %s [OPTION] [DATADIR]\n", progname);
	printf("\nOptions:\n");
	printf(" [-D, --pgdata=]DATADIR  data directory\n");
	printf("  -V, --version          output version information, then exit\n");
	printf("  -?, --help             show this help, then exit\n");
	printf("\nIf no data directory (DATADIR) is specified, "
		   "the environment variable PGDATA\nis used.\n\n");
}

static const char *
state_name(DBState state)
{
	static const char *const names[] = {
		[DB_STARTUP] = "starting up",
		[DB_SHUTDOWNED] = "shut down",
		[DB_SHUTDOWNED_IN_RECOVERY] = "shut down in recovery",
		[DB_SHUTDOWNING] = "shutting down",
		[DB_IN_CRASH_RECOVERY] = "in crash recovery",
		[DB_IN_ARCHIVE_RECOVERY] = "in archive recovery",
		[DB_IN_PRODUCTION] = "in production"};

	return (unsigned) state < lengthof(names) ? names[state] : "unrecognized status code";
}

static const char *
wal_level_name(int level)
{
	static const char *const names[] = {"minimal", "replica", "logical"};

	return level >= 0 && level < (int) lengthof(names) ? names[level] : "unrecognized wal_level";
}

/* In a static buffer: at most two per printf would clash, one never does. */
static const char *
time_text(pg_time_t t)
{
	static char buf[128];
	time_t when = (time_t) t;

	strftime(buf, sizeof(buf), "%c", localtime(&when));
	return buf;
}

/* "label:" padded to column 38, then the value. */
static void
line(const char *label, const char *fmt, ...) pg_attribute_printf(2, 3);

static void
line(const char *label, const char *fmt, ...)
{
	va_list ap;

	printf("%-38s", label);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

#define LSN_PARTS(lsn) (uint32)((lsn) >> 32), (uint32) (lsn)

static void
print_checkpoint(const CheckPoint *cp, const char *walfile)
{
	line("Latest checkpoint's REDO location:", "%X/%X", LSN_PARTS(cp->redo));
	line("Latest checkpoint's REDO WAL file:", "%s", walfile);
	line("Latest checkpoint's TimeLineID:", "%u", cp->ThisTimeLineID);
	line("Latest checkpoint's PrevTimeLineID:", "%u", cp->PrevTimeLineID);
	line("Latest checkpoint's full_page_writes:", "%s",
		 cp->fullPageWrites ? "on" : "off");
	line("Latest checkpoint's NextXID:", "%u:%u",
		 EpochFromFullTransactionId(cp->nextXid),
		 XidFromFullTransactionId(cp->nextXid));
	line("Latest checkpoint's NextOID:", "%u", cp->nextOid);
	line("Latest checkpoint's NextMultiXactId:", "%u", cp->nextMulti);
	line("Latest checkpoint's NextMultiOffset:", "%u", cp->nextMultiOffset);
	line("Latest checkpoint's oldestXID:", "%u", cp->oldestXid);
	line("Latest checkpoint's oldestXID's DB:", "%u", cp->oldestXidDB);
	line("Latest checkpoint's oldestActiveXID:", "%u", cp->oldestActiveXid);
	line("Latest checkpoint's oldestMultiXid:", "%u", cp->oldestMulti);
	line("Latest checkpoint's oldestMulti's DB:", "%u", cp->oldestMultiDB);
	line("Latest checkpoint's oldestCommitTsXid:", "%u", cp->oldestCommitTsXid);
	line("Latest checkpoint's newestCommitTsXid:", "%u", cp->newestCommitTsXid);
	line("Time of latest checkpoint:", "%s", time_text(cp->time));
}

static void
print_settings(const ControlFileData *c)
{
	line("wal_level setting:", "%s", wal_level_name(c->wal_level));
	line("wal_log_hints setting:", "%s", c->wal_log_hints ? "on" : "off");
	line("max_connections setting:", "%d", c->MaxConnections);
	line("max_worker_processes setting:", "%d", c->max_worker_processes);
	line("max_wal_senders setting:", "%d", c->max_wal_senders);
	line("max_prepared_xacts setting:", "%d", c->max_prepared_xacts);
	line("max_locks_per_xact setting:", "%d", c->max_locks_per_xact);
	line("track_commit_timestamp setting:", "%s",
		 c->track_commit_timestamp ? "on" : "off");
}

static void
print_format(const ControlFileData *c)
{
	char nonce[MOCK_AUTH_NONCE_LEN * 2 + 1];

	for (int i = 0; i < MOCK_AUTH_NONCE_LEN; i++)
		snprintf(nonce + 2 * i, 3, "%02x",
				 (unsigned char) c->mock_authentication_nonce[i]);
	line("Maximum data alignment:", "%u", c->maxAlign);
	line("Database block size:", "%u", c->blcksz);
	line("Blocks per segment of large relation:", "%u", c->relseg_size);
	line("WAL block size:", "%u", c->xlog_blcksz);
	line("Bytes per WAL segment:", "%u", c->xlog_seg_size);
	line("Maximum length of identifiers:", "%u", c->nameDataLen);
	line("Maximum columns in an index:", "%u", c->indexMaxKeys);
	line("Maximum size of a TOAST chunk:", "%u", c->toast_max_chunk_size);
	line("Size of a large-object chunk:", "%u", c->loblksize);
	/* fixed since PostgreSQL 10, still printed */
	line("Date/time type storage:", "%s", "64-bit integers");
	line("Float8 argument passing:", "%s",
		 c->float8ByVal ? "by value" : "by reference");
	line("Data page checksum version:", "%u", c->data_checksum_version);
	line("Mock authentication nonce:", "%s", nonce);
}

static void
print_control(const ControlFileData *c)
{
	char walfile[MAXFNAMELEN];
	XLogSegNo segno;
	int segsize = c->xlog_seg_size;

	if (!IsValidWalSegSize(segsize))
	{
		printf("WARNING: invalid WAL segment size\n"
			   "The WAL segment size stored in the file, %d byte(s), is not a power of two\n"
			   "between 1 MB and 1 GB.  The file is corrupt and the results below are\n"
			   "untrustworthy.\n\n",
			   segsize);
		strcpy(walfile, "???");
	}
	else
	{
		XLByteToSeg(c->checkPointCopy.redo, segno, segsize);
		XLogFileName(walfile, c->checkPointCopy.ThisTimeLineID, segno, segsize);
	}
	line("pg_control version number:", "%u", c->pg_control_version);
	line("Catalog version number:", "%u", c->catalog_version_no);
	line("Database system identifier:", UINT64_FORMAT, c->system_identifier);
	line("Database cluster state:", "%s", state_name(c->state));
	line("pg_control last modified:", "%s", time_text(c->time));
	line("Latest checkpoint location:", "%X/%X", LSN_PARTS(c->checkPoint));
	print_checkpoint(&c->checkPointCopy, walfile);
	line("Fake LSN counter for unlogged rels:", "%X/%X", LSN_PARTS(c->unloggedLSN));
	line("Minimum recovery ending location:", "%X/%X", LSN_PARTS(c->minRecoveryPoint));
	line("Min recovery ending loc's timeline:", "%u", c->minRecoveryPointTLI);
	line("Backup start location:", "%X/%X", LSN_PARTS(c->backupStartPoint));
	line("Backup end location:", "%X/%X", LSN_PARTS(c->backupEndPoint));
	line("End-of-backup record required:", "%s", c->backupEndRequired ? "yes" : "no");
	print_settings(c);
	print_format(c);
}

int
main(int argc, char *argv[])
{
	static struct option long_options[] = {
		{"pgdata", required_argument, NULL, 'D'},
		{NULL, 0, NULL, 0}};
	const char *progname;
	const char *datadir = NULL;
	ControlFileData *control;
	bool crc_ok;
	int c;

	pg_logging_init(argv[0]);
	progname = get_progname(argv[0]);
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0))
	{
		usage(progname);
		return 0;
	}
	if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0))
	{
		puts("pg_controldata (PostgreSQL) " PG_VERSION);
		return 0;
	}
	while ((c = getopt_long(argc, argv, "D:", long_options, NULL)) != -1)
	{
		if (c != 'D')
		{
			pg_log_error_hint("Try \"%s --help\" for more information.", progname);
			return 1;
		}
		datadir = optarg;
	}
	if (datadir == NULL)
		datadir = optind < argc ? argv[optind++] : getenv("PGDATA");
	if (optind < argc)
	{
		pg_log_error("too many command-line arguments (first is \"%s\")", argv[optind]);
		pg_log_error_hint("Try \"%s --help\" for more information.", progname);
		return 1;
	}
	if (datadir == NULL)
	{
		pg_log_error("no data directory specified");
		pg_log_error_hint("Try \"%s --help\" for more information.", progname);
		return 1;
	}
	control = get_controlfile(datadir, &crc_ok);
	if (!crc_ok)
		printf("WARNING: Calculated CRC checksum does not match value stored in file.\n"
			   "Either the file is corrupt, or it has a different layout than this program\n"
			   "is expecting.  The results below are untrustworthy.\n\n");
	print_control(control);
	return 0;
}
