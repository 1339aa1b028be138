/*
 * cluster.h
 *		A cluster of nothing but a log, for unit tests.
 *
 * cluster_make() makes a data directory with a control file, one page of log and
 * status files (its only checkpoint is the one of the format pages);
 * cluster_run() runs a function in a child process and counts its checks;
 * in the child, cluster_start() starts the directory as a server without
 * postmaster, replaying what there is to replay, and cluster_leave() ends the
 * process as a crash would.  cluster_remove() at the end.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/cluster.h
 */
#ifndef CLUSTER_H
#define CLUSTER_H

#include "tap.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "access/multixact.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "catalog/catversion.h"
#include "catalog/pg_control.h"
#include "miscadmin.h"
#include "postmaster/bgwriter.h"
#include "storage/ipc.h"
#include "storage/proc.h"
#include "storage/sinvaladt.h"
#include "utils/guc.h"

#define SEGSIZE (1024 * 1024)
#define SYSID 0x1234567890ABCDEF
#define FIRST_XID 724

/* What cluster_make's checkpoint says comes next. */
static TransactionId cluster_next_xid = FIRST_XID;
static MultiXactId cluster_next_multi = 1;
static uint32 cluster_next_member = 0;

/* Called by cluster_start to change settings, if it is set. */
static void (*cluster_configure)(void) = NULL;

static char cluster_dir[MAXPGPATH];
static int *cluster_counts;

static void
put_file(const char *name, const void *data, size_t len, size_t size)
{
	char path[MAXPGPATH * 2];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", cluster_dir, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || write(fd, data, len) != (ssize_t) len || ftruncate(fd, size) != 0)
		exit(99);
	close(fd);
}

static void
finish_crc(void *rec, size_t header, size_t total, pg_crc32c *where, size_t covered)
{
	pg_crc32c crc;

	INIT_CRC32C(crc);
	if (total > header)
		COMP_CRC32C(crc, (char *) rec + header, total - header);
	COMP_CRC32C(crc, rec, covered);
	FIN_CRC32C(crc);
	*where = crc;
}

/* The folders of a data directory, and status files of zeros. */
static void
cluster_make_folders(void)
{
	static const char *const dirs[] = {"", "global", "base", "base/5", "pg_wal",
									   "pg_wal/archive_status", "pg_xact", "pg_subtrans", "pg_multixact",
									   "pg_multixact/offsets", "pg_multixact/members", "pg_commit_ts", "pg_tblspc"};
	static const char *const status[] = {"pg_xact/0000", "pg_multixact/offsets/0000",
										 "pg_multixact/members/0000"};
	char zero[BLCKSZ] = {0};

	cluster_counts = mmap(NULL, 2 * sizeof(int), PROT_READ | PROT_WRITE,
						  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	snprintf(cluster_dir, sizeof(cluster_dir), "/tmp/narwal_unit.%d", (int) getpid());
	for (int i = 0; i < (int) lengthof(dirs); i++)
	{
		char path[MAXPGPATH * 2];

		snprintf(path, sizeof(path), "%s/%s", cluster_dir, dirs[i]);
		if (mkdir(path, 0700) != 0)
			exit(99);
	}
	for (int i = 0; i < (int) lengthof(status); i++)
		put_file(status[i], zero, BLCKSZ, BLCKSZ);
}

/* What initdb would leave, less the catalogs. */
static void
pg_attribute_unused()
	cluster_make(void)
{
	ControlFileData cf;
	CheckPoint cp;
	char page[XLOG_BLCKSZ];
	XLogLongPageHeader hdr = (XLogLongPageHeader) page;
	XLogRecord *rec = (XLogRecord *) (page + SizeOfXLogLongPHD);
	char *data = (char *) rec + SizeOfXLogRecord;

	cluster_make_folders();
	memset(&cp, 0, sizeof(cp));
	cp.redo = SEGSIZE + SizeOfXLogLongPHD;
	cp.ThisTimeLineID = cp.PrevTimeLineID = 1;
	cp.fullPageWrites = true;
	cp.nextXid = FullTransactionIdFromU64(cluster_next_xid);
	cp.nextOid = 16384;
	cp.nextMulti = cluster_next_multi;
	cp.nextMultiOffset = cluster_next_member;
	cp.oldestXid = 3;
	cp.oldestXidDB = cp.oldestMulti = cp.oldestMultiDB = 1;

	memset(page, 0, sizeof(page));
	hdr->std.xlp_magic = XLOG_PAGE_MAGIC;
	hdr->std.xlp_info = XLP_LONG_HEADER;
	hdr->std.xlp_tli = 1;
	hdr->std.xlp_pageaddr = SEGSIZE;
	hdr->xlp_sysid = SYSID;
	hdr->xlp_seg_size = SEGSIZE;
	hdr->xlp_xlog_blcksz = XLOG_BLCKSZ;
	rec->xl_tot_len = SizeOfXLogRecord + 2 + sizeof(cp);
	rec->xl_rmid = RM_XLOG_ID;
	rec->xl_info = XLOG_CHECKPOINT_SHUTDOWN;
	data[0] = (char) XLR_BLOCK_ID_DATA_SHORT;
	data[1] = sizeof(cp);
	memcpy(data + 2, &cp, sizeof(cp));
	finish_crc(rec, SizeOfXLogRecord, rec->xl_tot_len, &rec->xl_crc,
			   offsetof(XLogRecord, xl_crc));
	put_file("pg_wal/000000010000000000000001", page, sizeof(page), SEGSIZE);

	memset(&cf, 0, sizeof(cf));
	cf.system_identifier = SYSID;
	cf.pg_control_version = PG_CONTROL_VERSION;
	cf.catalog_version_no = CATALOG_VERSION_NO;
	cf.state = DB_SHUTDOWNED;
	cf.checkPoint = cp.redo;
	cf.checkPointCopy = cp;
	cf.unloggedLSN = FirstNormalUnloggedLSN;
	cf.wal_level = WAL_LEVEL_REPLICA;
	cf.maxAlign = MAXIMUM_ALIGNOF;
	cf.floatFormat = FLOATFORMAT_VALUE;
	cf.blcksz = BLCKSZ;
	cf.relseg_size = RELSEG_SIZE;
	cf.xlog_blcksz = XLOG_BLCKSZ;
	cf.xlog_seg_size = SEGSIZE;
	cf.nameDataLen = NAMEDATALEN;
	cf.indexMaxKeys = INDEX_MAX_KEYS;
	cf.toast_max_chunk_size = 1996;
	cf.loblksize = 2048;
	cf.float8ByVal = true;
	cf.data_checksum_version = 1;
	finish_crc(&cf, 0, 0, &cf.crc, offsetof(ControlFileData, crc));
	put_file("global/pg_control", &cf, sizeof(cf), PG_CONTROL_FILE_SIZE);
}

/* Become a server without postmaster; replays what there is to replay. */
static void
pg_attribute_unused()
	cluster_start(void)
{
	MyProcPid = getpid();
	InitStandaloneProcess("unit");
	transam_register();
	postmaster_register();
	InitializeGUCOptions();
	SetConfigOption("wal_level", "replica", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("max_wal_size", "8MB", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("min_wal_size", "2MB", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("log_min_messages", "fatal", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("client_min_messages", "error", PGC_POSTMASTER, PGC_S_ARGV);
	if (cluster_configure != NULL)
		cluster_configure();
	SetDataDir(cluster_dir);
	ChangeToDataDir();
	LocalProcessControlFile(false);
	InitializeMaxBackends();
	InitializeShmemGUCs();
	CreateSharedMemoryAndSemaphores();
	InitProcess();
	SetProcessingMode(InitProcessing);
	BaseInit();
	InitProcessPhase2();
	SharedInvalBackendInit(false);
	StartupXLOG();
	SetProcessingMode(NormalProcessing);
}

/* Stop as in a crash. */
static void
pg_attribute_unused()
	cluster_leave(void)
{
	cluster_counts[0] = tap_count;
	cluster_counts[1] = tap_failed;
	fflush(NULL);
	_exit(0);
}

/* Run child in a process of its own, which calls cluster_leave. */
static void
pg_attribute_unused()
	cluster_run(const char *name, void (*child)(void))
{
	int status = -1;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
	{
		MemoryContextInit();
		child();
	}
	waitpid(pid, &status, 0);
	tap_count = cluster_counts[0];
	tap_failed = cluster_counts[1];
	if (!ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s", name))
		printf("# its process ended with %s %d\n", WIFEXITED(status) ? "status" : "signal",
			   WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
}

static void
pg_attribute_unused()
	cluster_remove(void)
{
	char cmd[MAXPGPATH + 16];

	snprintf(cmd, sizeof(cmd), "rm -rf %s", cluster_dir);
	if (system(cmd) != 0)
		printf("# could not remove %s\n", cluster_dir);
}

/* A reader of the log that this process writes. */
static inline XLogReaderState *
cluster_reader(void)
{
	return XLogReaderAllocate(SEGSIZE, NULL,
							  XL_ROUTINE(.page_read = read_local_xlog_page,
										 .segment_open = wal_segment_open,
										 .segment_close = wal_segment_close),
							  NULL);
}

#endif /* CLUSTER_H */
