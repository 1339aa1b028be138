/*
 * t_xlogcycle.c
 *		The log from end to end: insert, crash, replay, without the layers above.
 *
 * A cluster of nothing but a control file, one page of log and status files is
 * made by hand (its first checkpoint is the one of the format pages).  Child
 * processes start it, write, and stop without warning; later ones find out what
 * is left.  Lengths are those a stock server gives the same records.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_xlogcycle.c
 */
#include "tap.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "access/clog.h"
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
#include "storage/bufmgr.h"
#include "storage/ipc.h"
#include "storage/proc.h"
#include "storage/sinvaladt.h"
#include "storage/smgr.h"
#include "utils/guc.h"
#include "utils/timestamp.h"

#define SEGSIZE (1024 * 1024)
#define SYSID 0x1234567890ABCDEF
#define FIRST_XID 724

static char dir[MAXPGPATH];

static void
put_file(const char *name, const void *data, size_t len, size_t size)
{
	char		path[MAXPGPATH * 2];
	int			fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || write(fd, data, len) != (ssize_t) len || ftruncate(fd, size) != 0)
		exit(99);
	close(fd);
}

static void
finish_crc(void *rec, size_t header, size_t total, pg_crc32c *where, size_t covered)
{
	pg_crc32c	crc;

	INIT_CRC32C(crc);
	if (total > header)
		COMP_CRC32C(crc, (char *) rec + header, total - header);
	COMP_CRC32C(crc, rec, covered);
	FIN_CRC32C(crc);
	*where = crc;
}

/* What initdb would leave, less the catalogs. */
static void
make_cluster(void)
{
	static const char *const dirs[] = {"", "global", "base", "base/5", "pg_wal",
		"pg_wal/archive_status", "pg_xact", "pg_subtrans", "pg_multixact",
	"pg_multixact/offsets", "pg_multixact/members", "pg_commit_ts", "pg_tblspc"};
	ControlFileData cf;
	CheckPoint	cp;
	char		page[XLOG_BLCKSZ];
	char		zero[BLCKSZ];
	XLogLongPageHeader hdr = (XLogLongPageHeader) page;
	XLogRecord *rec = (XLogRecord *) (page + SizeOfXLogLongPHD);
	char	   *data = (char *) rec + SizeOfXLogRecord;

	snprintf(dir, sizeof(dir), "/tmp/t_xlogcycle.%d", (int) getpid());
	for (int i = 0; i < (int) lengthof(dirs); i++)
	{
		char		path[MAXPGPATH * 2];

		snprintf(path, sizeof(path), "%s/%s", dir, dirs[i]);
		if (mkdir(path, 0700) != 0)
			exit(99);
	}

	memset(&cp, 0, sizeof(cp));
	cp.redo = SEGSIZE + SizeOfXLogLongPHD;
	cp.ThisTimeLineID = cp.PrevTimeLineID = 1;
	cp.fullPageWrites = true;
	cp.nextXid = FullTransactionIdFromU64(FIRST_XID);
	cp.nextOid = 16384;
	cp.nextMulti = 1;
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
	cf.relseg_size = 131072;
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

	memset(zero, 0, sizeof(zero));
	put_file("pg_xact/0000", zero, BLCKSZ, BLCKSZ);
	put_file("pg_multixact/offsets/0000", zero, BLCKSZ, BLCKSZ);
	put_file("pg_multixact/members/0000", zero, BLCKSZ, BLCKSZ);
}

/* Become a server without postmaster; replays what there is to replay. */
static void
start(void)
{
	MyProcPid = getpid();
	InitStandaloneProcess("t_xlogcycle");
	transam_register();
	postmaster_register();
	InitializeGUCOptions();
	SetConfigOption("wal_level", "replica", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("max_wal_size", "8MB", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("min_wal_size", "2MB", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("log_min_messages", "fatal", PGC_POSTMASTER, PGC_S_ARGV);
	SetConfigOption("client_min_messages", "error", PGC_POSTMASTER, PGC_S_ARGV);
	SetDataDir(dir);
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

static TransactionId
simple_transaction(bool commit)
{
	TransactionId xid;

	StartTransactionCommand();
	xid = GetCurrentTransactionId();
	if (commit)
		CommitTransactionCommand();
	else
		AbortCurrentTransaction();
	return xid;
}

static uint32
length_at(XLogRecPtr lsn)
{
	XLogReaderState *r = XLogReaderAllocate(SEGSIZE, NULL,
											XL_ROUTINE(.page_read = read_local_xlog_page,
													   .segment_open = wal_segment_open,
													   .segment_close = wal_segment_close),
											NULL);
	char	   *err;
	uint32		len;

	XLogFlush(GetXLogWriteRecPtr() < lsn + 24 ? GetXLogInsertRecPtr() : lsn);
	XLogBeginRead(r, lsn);
	len = XLogReadRecord(r, &err) == NULL ? 0 : XLogRecGetTotalLen(r);
	XLogReaderFree(r);
	return len;
}

/* ---- the children; their checks are counted together ---- */

static int *shared_counts;

/* Stop as in a crash. */
static void
leave(void)
{
	shared_counts[0] = tap_count;
	shared_counts[1] = tap_failed;
	_exit(0);
}

static void
first_run(void)
{
	RelFileNode rnode = {1663, 5, 16384};
	PGAlignedBlock page;
	TransactionId xid;
	MultiXactId multi;
	MultiXactMember *members;

	start();
	is_int(simple_transaction(true), FIRST_XID, "the first xid is the checkpoint's");
	is_int(length_at(ProcLastRecPtr), 34, "a plain commit record has 34 bytes");
	is_int(simple_transaction(false), FIRST_XID + 1, "the next one aborts");
	is_int(length_at(ProcLastRecPtr), 34, "a plain abort record has 34 bytes");

	StartTransactionCommand();
	BeginTransactionBlock();
	CommitTransactionCommand();
	StartTransactionCommand();
	xid = GetCurrentTransactionId();
	DefineSavepoint("a");
	CommitTransactionCommand();
	StartTransactionCommand();
	is_int(GetCurrentTransactionId(), xid + 1, "a savepoint gets an xid of its own");
	MultiXactIdSetOldestMember();
	multi = MultiXactIdCreate(xid, MultiXactStatusForKeyShare,
							  xid + 1, MultiXactStatusForShare);
	is_int(length_at(ProcLastRecPtr), 54, "CREATE_ID of two members has 54 bytes");
	is_int(GetMultiXactIdMembers(multi, &members, false, false), 2, "which are found again");
	ReleaseSavepoint("a");
	CommitTransactionCommand();
	StartTransactionCommand();
	ok(EndTransactionBlock(false), "COMMIT of a sound block commits");
	CommitTransactionCommand();
	is_int(length_at(ProcLastRecPtr), 46, "a commit with one child has 46 bytes");

	PageInit(page.data, BLCKSZ, 0);
	log_newpage(&rnode, MAIN_FORKNUM, 3, page.data, true);
	is_int(length_at(ProcLastRecPtr), 49 + 24, "an empty page is an image of 24 bytes");
	XLogRestorePoint("here");
	is_int(length_at(ProcLastRecPtr), 98, "RESTORE_POINT has 98 bytes");

	/* Many segments of 1 MB, and a record over a segment's end. */
	for (int i = 0; i < 3000; i++)
	{
		memset(page.data + 24, i, 4000);
		((PageHeader) page.data)->pd_lower = 4024;
		log_newpage(&rnode, MAIN_FORKNUM, i % 50, page.data, true);
	}
	CreateCheckPoint(CHECKPOINT_FORCE | CHECKPOINT_IMMEDIATE);
	for (int i = 0; i < 100; i++)
		log_newpage(&rnode, MAIN_FORKNUM, i, page.data, true);
	simple_transaction(true);
	/* Not flushed: asynchronous. */
	synchronous_commit = SYNCHRONOUS_COMMIT_OFF;
	printf("# last xid %u\n", simple_transaction(true));
	leave();
}

static void
second_run(void)
{
	RelFileNode rnode = {1663, 5, 16384};
	SMgrRelation reln;
	TransactionId next;

	start();
	ok(!RecoveryInProgress() && !InRecovery, "replay has ended");
	ok(TransactionIdDidCommit(FIRST_XID), "the committed one is committed");
	ok(TransactionIdDidAbort(FIRST_XID + 1), "the aborted one is aborted");
	ok(TransactionIdDidCommit(FIRST_XID + 3), "a released savepoint is committed");
	next = ReadNextTransactionId();
	ok(next >= FIRST_XID + 5, "nextXid is past the last flushed commit");
	ok(TransactionIdDidCommit(FIRST_XID + 4), "which is committed");
	reln = smgropen(rnode, InvalidBackendId);
	is_int(smgrnblocks(reln, MAIN_FORKNUM), 100, "pages were replayed");
	is_int(ReadNextMultiXactId(), 2, "multixacts go on");
	simple_transaction(true);
	ShutdownXLOG(0, 0);
	leave();
}

static void
third_run(void)
{
	start();
	ok(!InRecovery, "after a shutdown nothing is replayed");
	leave();
}

static void
run(const char *name, void (*child) (void))
{
	int			status = -1;
	pid_t		pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
	{
		MemoryContextInit();
		child();
	}
	waitpid(pid, &status, 0);
	tap_count = shared_counts[0];
	tap_failed = shared_counts[1];
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s", name);
}

int
main(void)
{
	char		cmd[MAXPGPATH + 16];

	setvbuf(stdout, NULL, _IOLBF, 0);
	shared_counts = mmap(NULL, 2 * sizeof(int), PROT_READ | PROT_WRITE,
						 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	make_cluster();
	run("a server writes and dies", first_run);
	run("the next one replays", second_run);
	run("and one after a clean end", third_run);
	snprintf(cmd, sizeof(cmd), "rm -rf %s", dir);
	if (system(cmd) != 0)
		return 1;
	return done_testing();
}
