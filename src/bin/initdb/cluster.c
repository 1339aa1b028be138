/*
 * cluster.c
 *		Directories, configuration files, control file, first WAL segment.
 *
 * Everything of a cluster that is no relation.  pg_control is written last and
 * after all else is on disk: without it nothing starts, so that a half-made
 * directory cannot be mistaken for a good one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/initdb/cluster.c
 */
#include "postgres_fe.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "access/xlog_internal.h"
#include "access/xlogrecord.h"
#include "catalog/catversion.h"
#include "catalog/pg_control.h"
#include "common/file_perm.h"
#include "common/file_utils.h"
#include "initdb.h"
#include "port.h"
#include "storage/checksum_impl.h"

#define FIRST_XID 3
#define FIRST_OID 12000
#define WAL_LEVEL_REPLICA 1

static uint64 system_identifier;
static XLogRecPtr checkpoint_lsn;
static CheckPoint checkpoint;

/* ---- files ---- */

static int
create_file(const char *name, char *path)
{
	int fd;

	snprintf(path, MAXPGPATH, "%s/%s", opts.pgdata, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, pg_file_create_mode);
	if (fd < 0)
		fatal("could not create file \"%s\": %s", path, strerror(errno));
	return fd;
}

static void
put(int fd, const char *path, const void *data, size_t len)
{
	while (len > 0)
	{
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			fatal("could not write file \"%s\": %s", path,
				  strerror(n == 0 ? ENOSPC : errno));
		data = (const char *) data + n;
		len -= n;
	}
}

static void
close_file(int fd, const char *path)
{
	if (close(fd) != 0)
		fatal("could not close file \"%s\": %s", path, strerror(errno));
}

/* A file below the data directory with these bytes. */
void
write_file(const char *name, const void *data, size_t len)
{
	char path[MAXPGPATH];
	int fd = create_file(name, path);

	put(fd, path, data, len);
	close_file(fd, path);
}

static void
write_text(const char *name, const char *text)
{
	write_file(name, text, strlen(text));
}

/* A relation file; the pages get their checksums. */
void
write_blocks(const char *name, char *pages, uint32 nblocks)
{
	for (uint32 i = 0; i < nblocks; i++)
	{
		char *page = pages + (size_t) i * BLCKSZ;
		uint16 sum = 0;

		memcpy(page + 8, &sum, sizeof(sum));
		if (opts.checksums)
		{
			sum = checksum_page_value(page, i);
			memcpy(page + 8, &sum, sizeof(sum));
		}
	}
	write_file(name, pages, (size_t) nblocks * BLCKSZ);
}

/* ---- directories ---- */

static void
make_directory(const char *path)
{
	if (mkdir(path, pg_dir_create_mode) != 0)
		fatal("could not create directory \"%s\": %s", path, strerror(errno));
}

void
make_directories(void)
{
	static const char *const names[] = {
		"global", "pg_wal/archive_status", "pg_commit_ts", "pg_dynshmem",
		"pg_notify", "pg_serial", "pg_snapshots", "pg_subtrans",
		"pg_twophase", "pg_multixact", "pg_multixact/members",
		"pg_multixact/offsets", "base", "base/1", "base/4", "base/5",
		"pg_replslot", "pg_tblspc", "pg_stat", "pg_stat_tmp", "pg_xact",
		"pg_logical", "pg_logical/snapshots", "pg_logical/mappings"};
	char *wal = psprintf("%s/pg_wal", opts.pgdata);

	if (opts.waldir)
	{
		if (symlink(opts.waldir, wal) != 0)
			fatal("could not create symbolic link \"%s\": %s", wal,
				  strerror(errno));
	}
	else
		make_directory(wal);
	for (size_t i = 0; i < lengthof(names); i++)
		make_directory(psprintf("%s/%s", opts.pgdata, names[i]));
}

/* ---- configuration files ---- */

static const char *
local_timezone(void)
{
	static char target[MAXPGPATH];
	const char *tz = getenv("TZ");
	char *zone;
	ssize_t n;

	if (tz != NULL && tz[0] != '\0' && tz[0] != ':')
		return tz;
	n = readlink("/etc/localtime", target, sizeof(target) - 1);
	if (n > 0)
	{
		target[n] = '\0';
		zone = strstr(target, "zoneinfo/");
		if (zone != NULL)
			return zone + strlen("zoneinfo/");
	}
	return "Etc/UTC";
}

/* A value as the configuration file wants it. */
static char *
quoted(const char *value)
{
	StringInfoData buf;

	initStringInfo(&buf);
	appendStringInfoChar(&buf, '\'');
	for (; *value; value++)
	{
		if (*value == '\'' || *value == '\\')
			appendStringInfoChar(&buf, *value);
		appendStringInfoChar(&buf, *value);
	}
	appendStringInfoChar(&buf, '\'');
	return buf.data;
}

static void
write_postgresql_conf(void)
{
	StringInfoData buf;
	const char *zone = local_timezone();

	initStringInfo(&buf);
	appendStringInfoString(&buf,
						   "# Settings of this cluster, one \"name = value\" a line; a # starts a comment.\n"
						   "# What is not set here has its built-in value (SHOW ALL lists them).  After a\n"
						   "# change: \"pg_ctl reload\", or \"pg_ctl restart\" for the settings marked (R).\n"
						   "# A later line wins; postgresql.auto.conf, which ALTER SYSTEM writes, is read\n"
						   "# after this file.  Units: kB MB GB TB, us ms s min h d.\n\n"
						   "# ---- connections ----\n"
						   "#listen_addresses = 'localhost'\t\t# (R) '*' for all addresses\n"
						   "#port = 5432\t\t\t\t# (R)\n"
						   "max_connections = 100\t\t\t# (R)\n"
						   "#unix_socket_directories = '/tmp'\t# (R)\n"
						   "#password_encryption = scram-sha-256\n\n"
						   "# ---- memory ----\n"
						   "shared_buffers = 128MB\t\t\t# (R)\n"
						   "#work_mem = 4MB\n"
						   "#maintenance_work_mem = 64MB\n"
						   "dynamic_shared_memory_type = posix\t# (R)\n\n"
						   "# ---- write-ahead log ----\n"
						   "#wal_level = replica\t\t\t# (R) minimal, replica or logical\n"
						   "#fsync = on\t\t\t\t# off risks the whole cluster in a crash\n"
						   "#synchronous_commit = on\n"
						   "#full_page_writes = on\n"
						   "#wal_compression = off\t\t\t# off, pglz, lz4, zstd or on (= pglz)\n"
						   "#checkpoint_timeout = 5min\n"
						   "max_wal_size = 1GB\n"
						   "min_wal_size = 80MB\n\n"
						   "# ---- log of the server ----\n"
						   "#log_min_messages = warning\n"
						   "#log_checkpoints = on\n"
						   "#log_line_prefix = '%m [%p] '\n");
	appendStringInfo(&buf, "log_timezone = %s\n\n", quoted(zone));
	appendStringInfoString(&buf, "# ---- sessions: formats and locale ----\n"
								 "datestyle = 'iso, mdy'\n");
	appendStringInfo(&buf, "timezone = %s\n", quoted(zone));
	appendStringInfo(&buf, "lc_messages = %s\n", quoted(opts.lc_messages));
	appendStringInfo(&buf, "lc_monetary = %s\n", quoted(opts.lc_monetary));
	appendStringInfo(&buf, "lc_numeric = %s\n", quoted(opts.lc_numeric));
	appendStringInfo(&buf, "lc_time = %s\n", quoted(opts.lc_time));
	appendStringInfo(&buf, "default_text_search_config = %s\n",
					 quoted(psprintf("pg_catalog.%s", opts.text_search_config)));
	write_text("postgresql.conf", buf.data);
	write_text("postgresql.auto.conf",
			   "# Written by ALTER SYSTEM; changes made by hand may be lost.\n");
}

static void
write_pg_hba_conf(void)
{
	StringInfoData buf;
	const char *l = opts.auth_local;
	const char *h = opts.auth_host;

	initStringInfo(&buf);
	appendStringInfoString(&buf,
						   "# Who may connect, and how they prove who they are.  The first line that\n"
						   "# matches the connection decides; no line, no connection.\n"
						   "#\n"
						   "# local  DATABASE USER METHOD\t\t\tUnix-domain socket\n"
						   "# host   DATABASE USER ADDRESS METHOD\t\tTCP, encrypted or not\n"
						   "#\n"
						   "# DATABASE and USER: a name, a list with commas, or all; DATABASE also\n"
						   "# replication, which all does not include.  ADDRESS: a network as\n"
						   "# address/bits.  METHOD: trust, reject, scram-sha-256, peer and others.\n\n");
	for (int i = 0; i < 2; i++)
	{
		const char *db = i == 0 ? "all" : "replication";

		appendStringInfo(&buf, "local   %-15s all                                     %s\n", db, l);
		appendStringInfo(&buf, "host    %-15s all             127.0.0.1/32            %s\n", db, h);
		appendStringInfo(&buf, "host    %-15s all             ::1/128                 %s\n", db, h);
	}
	write_text("pg_hba.conf", buf.data);
	write_text("pg_ident.conf",
			   "# Which system users may connect as which database users, for the methods\n"
			   "# that know the system user (peer, ident, cert, gss).\n"
			   "#\n"
			   "# MAP SYSTEM-USER DATABASE-USER\n");
}

void
write_config_files(void)
{
	write_text("PG_VERSION", "15\n");
	write_postgresql_conf();
	write_pg_hba_conf();
}

/* ---- WAL and control file ---- */

static void
choose_identifier(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	/* seconds, microseconds, process: as unique as it needs to be */
	system_identifier = (uint64) now.tv_sec << 32 |
		(uint64) (now.tv_nsec / 1000) << 12 | (getpid() & 0xFFF);

	memset(&checkpoint, 0, sizeof(checkpoint));
	checkpoint_lsn = opts.wal_segment_size + SizeOfXLogLongPHD;
	checkpoint.redo = checkpoint_lsn;
	checkpoint.ThisTimeLineID = 1;
	checkpoint.PrevTimeLineID = 1;
	checkpoint.fullPageWrites = true;
	checkpoint.nextXid = FullTransactionIdFromEpochAndXid(0, FIRST_XID);
	checkpoint.nextOid = FIRST_OID;
	checkpoint.nextMulti = 1;
	checkpoint.oldestXid = FIRST_XID;
	checkpoint.oldestXidDB = 1;
	checkpoint.oldestMulti = 1;
	checkpoint.oldestMultiDB = 1;
	checkpoint.time = (pg_time_t) now.tv_sec;
}

/* Segment 1 with its only record, the checkpoint. */
static void
write_first_segment(void)
{
	char *segment = pg_malloc0(opts.wal_segment_size);
	XLogLongPageHeader page = (XLogLongPageHeader) segment;
	char *at = segment + SizeOfXLogLongPHD;
	XLogRecord rec;
	char body[2 + sizeof(CheckPoint)];
	pg_crc32c crc;
	char name[MAXFNAMELEN];

	page->std.xlp_magic = XLOG_PAGE_MAGIC;
	page->std.xlp_info = XLP_LONG_HEADER;
	page->std.xlp_tli = 1;
	page->std.xlp_pageaddr = opts.wal_segment_size;
	page->xlp_sysid = system_identifier;
	page->xlp_seg_size = opts.wal_segment_size;
	page->xlp_xlog_blcksz = XLOG_BLCKSZ;

	body[0] = (char) XLR_BLOCK_ID_DATA_SHORT;
	body[1] = (char) sizeof(CheckPoint);
	memcpy(body + 2, &checkpoint, sizeof(CheckPoint));
	memset(&rec, 0, sizeof(rec));
	rec.xl_tot_len = SizeOfXLogRecord + sizeof(body);
	rec.xl_info = XLOG_CHECKPOINT_SHUTDOWN;
	rec.xl_rmid = RM_XLOG_ID;
	INIT_CRC32C(crc);
	COMP_CRC32C(crc, body, sizeof(body));
	COMP_CRC32C(crc, (char *) &rec, offsetof(XLogRecord, xl_crc));
	FIN_CRC32C(crc);
	rec.xl_crc = crc;
	memcpy(at, &rec, SizeOfXLogRecord);
	memcpy(at + SizeOfXLogRecord, body, sizeof(body));

	XLogFileName(name, 1, 1, opts.wal_segment_size);
	write_file(psprintf("pg_wal/%s", name), segment, opts.wal_segment_size);
	pg_free(segment);
}

/* What all databases share beside relations: transaction status, WAL. */
void
write_shared_files(void)
{
	char zeroes[BLCKSZ] = {0};

	choose_identifier();
	write_file("pg_xact/0000", zeroes, sizeof(zeroes));
	write_file("pg_multixact/offsets/0000", zeroes, sizeof(zeroes));
	write_file("pg_multixact/members/0000", zeroes, sizeof(zeroes));
	write_first_segment();
}

/* The last file; all else must be on disk. */
void
write_control_file(void)
{
	char bytes[PG_CONTROL_FILE_SIZE] = {0};
	ControlFileData c;

	memset(&c, 0, sizeof(c));
	c.system_identifier = system_identifier;
	c.pg_control_version = PG_CONTROL_VERSION;
	c.catalog_version_no = CATALOG_VERSION_NO;
	c.state = DB_SHUTDOWNED;
	c.time = checkpoint.time;
	c.checkPoint = checkpoint_lsn;
	c.checkPointCopy = checkpoint;
	c.unloggedLSN = 1000; /* the first fake LSN of unlogged relations */
	c.wal_level = WAL_LEVEL_REPLICA;
	c.MaxConnections = 100;
	c.max_worker_processes = 8;
	c.max_wal_senders = 10;
	c.max_locks_per_xact = 64;
	c.maxAlign = MAXIMUM_ALIGNOF;
	c.floatFormat = FLOATFORMAT_VALUE;
	c.blcksz = BLCKSZ;
	c.relseg_size = RELSEG_SIZE;
	c.xlog_blcksz = XLOG_BLCKSZ;
	c.xlog_seg_size = opts.wal_segment_size;
	c.nameDataLen = NAMEDATALEN;
	c.indexMaxKeys = INDEX_MAX_KEYS;
	c.toast_max_chunk_size = 1996;
	c.loblksize = BLCKSZ / 4;
	c.float8ByVal = true;
	c.data_checksum_version = opts.checksums ? 1 : 0;
	if (!pg_strong_random(c.mock_authentication_nonce, MOCK_AUTH_NONCE_LEN))
		fatal("could not get random bytes for the control file");
	INIT_CRC32C(c.crc);
	COMP_CRC32C(c.crc, (char *) &c, offsetof(ControlFileData, crc));
	FIN_CRC32C(c.crc);
	memcpy(bytes, &c, sizeof(c));
	write_file("global/pg_control", bytes, sizeof(bytes));
}

/* All files and directories to disk. */
void
sync_everything(void)
{
	fsync_pgdata(opts.pgdata, 150000);
}
