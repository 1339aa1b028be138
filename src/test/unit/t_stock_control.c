/*
 * t_stock_control.c
 *		Files of a data directory that are no relations, against stock's.
 *
 * Control file in two states (every field is compared with what stock's
 * pg_controldata printed, then written back), map of file nodes, version
 * files, lock file, history of a timeline.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_control.c
 */
#include "cluster.h"

#include <time.h>

#include "access/timeline.h"
#include "common/controldata_utils.h"
#include "stock.h"
#include "utils/memutils.h"
#include "utils/relmapper.h"

/* ---- control file ---- */

static const char *
yes(bool v, const char *a, const char *b)
{
	return v ? a : b;
}

static const char *
unix_time(pg_time_t t)
{
	static char text[64];
	time_t unix_seconds = t;

	strftime(text, sizeof(text), "%a %b %e %H:%M:%S %Y", gmtime(&unix_seconds));
	return text;
}

static const char *
lsn(XLogRecPtr p)
{
	static char text[32];

	snprintf(text, sizeof(text), "%X/%X", LSN_FORMAT_ARGS(p));
	return text;
}

static const char *
number(int64 n)
{
	static char text[32];

	snprintf(text, sizeof(text), "%lld", (long long) n);
	return text;
}

/* What pg_controldata prints behind a label. */
static const char *
field(const ControlFileData *c, const char *label)
{
	static const char *const states[] = {"starting up", "shut down", "shut down in recovery", "shutting down",
										 "in crash recovery", "in archive recovery", "in production"};
	static char text[100];
	const CheckPoint *p = &c->checkPointCopy;

#define IS(x) (strcmp(label, x) == 0)
	if (IS("pg_control version number"))
		return number(c->pg_control_version);
	if (IS("Catalog version number"))
		return number(c->catalog_version_no);
	if (IS("Database system identifier"))
		return number(c->system_identifier);
	if (IS("Database cluster state"))
		return states[c->state];
	if (IS("pg_control last modified"))
		return unix_time(c->time);
	if (IS("Latest checkpoint location"))
		return lsn(c->checkPoint);
	if (IS("Latest checkpoint's REDO location"))
		return lsn(p->redo);
	if (IS("Latest checkpoint's REDO WAL file"))
	{
		XLogFileName(text, p->ThisTimeLineID, p->redo / c->xlog_seg_size, c->xlog_seg_size);
		return text;
	}
	if (IS("Latest checkpoint's TimeLineID"))
		return number(p->ThisTimeLineID);
	if (IS("Latest checkpoint's PrevTimeLineID"))
		return number(p->PrevTimeLineID);
	if (IS("Latest checkpoint's full_page_writes"))
		return yes(p->fullPageWrites, "on", "off");
	if (IS("Latest checkpoint's NextXID"))
	{
		snprintf(text, sizeof(text), "%u:%u", EpochFromFullTransactionId(p->nextXid),
				 XidFromFullTransactionId(p->nextXid));
		return text;
	}
	if (IS("Latest checkpoint's NextOID"))
		return number(p->nextOid);
	if (IS("Latest checkpoint's NextMultiXactId"))
		return number(p->nextMulti);
	if (IS("Latest checkpoint's NextMultiOffset"))
		return number(p->nextMultiOffset);
	if (IS("Latest checkpoint's oldestXID"))
		return number(p->oldestXid);
	if (IS("Latest checkpoint's oldestXID's DB"))
		return number(p->oldestXidDB);
	if (IS("Latest checkpoint's oldestActiveXID"))
		return number(p->oldestActiveXid);
	if (IS("Latest checkpoint's oldestMultiXid"))
		return number(p->oldestMulti);
	if (IS("Latest checkpoint's oldestMulti's DB"))
		return number(p->oldestMultiDB);
	if (IS("Latest checkpoint's oldestCommitTsXid"))
		return number(p->oldestCommitTsXid);
	if (IS("Latest checkpoint's newestCommitTsXid"))
		return number(p->newestCommitTsXid);
	if (IS("Time of latest checkpoint"))
		return unix_time(p->time);
	if (IS("Fake LSN counter for unlogged rels"))
		return lsn(c->unloggedLSN);
	if (IS("Minimum recovery ending location"))
		return lsn(c->minRecoveryPoint);
	if (IS("Min recovery ending loc's timeline"))
		return number(c->minRecoveryPointTLI);
	if (IS("Backup start location"))
		return lsn(c->backupStartPoint);
	if (IS("Backup end location"))
		return lsn(c->backupEndPoint);
	if (IS("End-of-backup record required"))
		return yes(c->backupEndRequired, "yes", "no");
	if (IS("wal_level setting"))
		return c->wal_level == WAL_LEVEL_MINIMAL ? "minimal" : c->wal_level == WAL_LEVEL_REPLICA ? "replica"
																								 : "logical";
	if (IS("wal_log_hints setting"))
		return yes(c->wal_log_hints, "on", "off");
	if (IS("max_connections setting"))
		return number(c->MaxConnections);
	if (IS("max_worker_processes setting"))
		return number(c->max_worker_processes);
	if (IS("max_wal_senders setting"))
		return number(c->max_wal_senders);
	if (IS("max_prepared_xacts setting"))
		return number(c->max_prepared_xacts);
	if (IS("max_locks_per_xact setting"))
		return number(c->max_locks_per_xact);
	if (IS("track_commit_timestamp setting"))
		return yes(c->track_commit_timestamp, "on", "off");
	if (IS("Maximum data alignment"))
		return number(c->maxAlign);
	if (IS("Database block size"))
		return number(c->blcksz);
	if (IS("Blocks per segment of large relation"))
		return number(c->relseg_size);
	if (IS("WAL block size"))
		return number(c->xlog_blcksz);
	if (IS("Bytes per WAL segment"))
		return number(c->xlog_seg_size);
	if (IS("Maximum length of identifiers"))
		return number(c->nameDataLen);
	if (IS("Maximum columns in an index"))
		return number(c->indexMaxKeys);
	if (IS("Maximum size of a TOAST chunk"))
		return number(c->toast_max_chunk_size);
	if (IS("Size of a large-object chunk"))
		return number(c->loblksize);
	if (IS("Date/time type storage"))
		return "64-bit integers";
	if (IS("Float8 argument passing"))
		return yes(c->float8ByVal, "by value", "by reference");
	if (IS("Data page checksum version"))
		return number(c->data_checksum_version);
	if (IS("Mock authentication nonce"))
	{
		for (int i = 0; i < MOCK_AUTH_NONCE_LEN; i++)
			snprintf(text + 2 * i, 3, "%02x", (uint8) c->mock_authentication_nonce[i]);
		return text;
	}
#undef IS
	return NULL;
}

static void
test_control(const char *name)
{
	StockEntry *e = stock_entry(name);
	ControlFileData *c;
	ControlFileData *again;
	char back[PG_CONTROL_FILE_SIZE];
	bool crc_ok;
	int fd;

	put_file("global/pg_control", e->bytes, e->size, PG_CONTROL_FILE_SIZE);
	c = get_controlfile(cluster_dir, &crc_ok);
	ok(crc_ok, "%s: the CRC is right", name);
	ok(c->floatFormat == FLOATFORMAT_VALUE, "the float format is ours");
	for (int i = 0; i < e->nfacts; i++)
	{
		char *colon = strchr(e->facts[i], ':');
		const char *value = colon + 1;
		char label[100];

		snprintf(label, sizeof(label), "%.*s", (int) (colon - e->facts[i]), e->facts[i]);
		while (*value == ' ')
			value++;
		is_str(field(c, label), value, label);
	}

	/* back again: the same but for the time, with a CRC to match */
	update_controlfile(cluster_dir, c, false);
	again = get_controlfile(cluster_dir, &crc_ok);
	ok(crc_ok, "written back, with its CRC");
	snprintf(back, sizeof(back), "%s/global/pg_control", cluster_dir);
	fd = open(back, O_RDONLY);
	ok(read(fd, back, sizeof(back)) == PG_CONTROL_FILE_SIZE, "8 kB long");
	close(fd);
	memcpy(back + offsetof(ControlFileData, time), e->bytes + offsetof(ControlFileData, time), sizeof(pg_time_t));
	memcpy(back + offsetof(ControlFileData, crc), e->bytes + offsetof(ControlFileData, crc), sizeof(pg_crc32c));
	is_mem(back, e->bytes, PG_CONTROL_FILE_SIZE, "and else byte for byte the same");
	ok(again->time >= c->time, "with the time of now");
}

/* ---- map of file nodes ---- */

/* (OID, file node) pairs by the layout alone. */
static int
map_count(const StockEntry *e)
{
	return ((int32 *) e->bytes)[1];
}

static void
test_map(const char *name, bool shared)
{
	StockEntry *e = stock_entry(name);
	const uint32 *w = (const uint32 *) e->bytes;
	int bad = 0;

	is_int(e->size, 512, "a map has 512 bytes");
	ok(map_count(e) > (shared ? 30 : 10), "%s: %d catalogs", name, map_count(e));
	for (int i = 0; i < map_count(e); i++)
		if (RelationMapOidToFilenode(w[2 + 2 * i], shared) != w[3 + 2 * i] ||
			RelationMapFilenodeToOid(w[3 + 2 * i], shared) != w[2 + 2 * i])
			bad++;
	is_int(bad, 0, "each is found, by OID and by file");
	is_int(RelationMapOidToFilenode(16384, shared), InvalidOid, "no other is");
}

/* Replay of stock's record of a changed map writes what stock wrote. */
static void
test_map_redo(void)
{
	StockLog *log = stock_log_open("misc");
	XLogReaderState *r = stock_log_reader(log);
	char file[512];
	char *err;
	int fd;
	int n = 0;

	while (XLogReadRecord(r, &err) != NULL)
	{
		xl_relmap_update *xlrec = (xl_relmap_update *) XLogRecGetData(r);

		if (XLogRecGetRmid(r) != RM_RELMAP_ID)
			continue;
		n++;
		is_int(XLogRecGetDataLen(r), MinSizeOfRelmapUpdate + 512, "length of the record's data");
		relmap_redo(r);
		fd = open(psprintf("base/%u/pg_filenode.map", xlrec->dbid), O_RDONLY);
		ok(fd >= 0 && read(fd, file, sizeof(file)) == sizeof(file), "replay writes a file");
		close(fd);
		is_mem(file, xlrec->data, sizeof(file), "with the record's bytes");
	}
	is_int(n, 1, "one record of that kind");
	XLogReaderFree(r);
}

/* ---- text files ---- */

static void
test_version_files(void)
{
	StockEntry *e = stock_entry("PG_VERSION");
	StockEntry *db = stock_entry("base/5/PG_VERSION");

	put_file("PG_VERSION", e->bytes, e->size, e->size);
	put_file("base/5/PG_VERSION", db->bytes, db->size, db->size);
	ValidatePgVersion(cluster_dir);
	ValidatePgVersion(psprintf("%s/base/5", cluster_dir));
	ok(true, "both version files are accepted");
	is_str(e->bytes, "15\n", "they say 15");
}

static char *
read_text(const char *path)
{
	static char text[2000];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	text[Max(n, 0)] = '\0';
	close(fd);
	return text;
}

/* The lines of stock's lock file, written by us one after the other. */
static void
test_lock_file(void)
{
	StockEntry *e = stock_entry("postmaster.pid");
	char *copy = strdup(e->bytes);
	char *lines[8];
	int n = 0;
	char *got;
	char expected[2000];

	while (n < 8 && (lines[n] = stock_line(&copy)) != NULL)
		n++;
	is_int(n, 8, "stock's lock file has eight lines");
	CreateDataDirLockFile(true);
	for (int i = 3; i < 8; i++)
		AddToDataDirLockFile(i + 1, lines[i]);
	got = read_text("postmaster.pid");
	/* process, folder and time are ours */
	snprintf(expected, sizeof(expected), "%d\n%s\n%ld\n", (int) getpid(), cluster_dir, (long) MyStartTime);
	for (int i = 3; i < 8; i++)
		snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected), "%s\n", lines[i]);
	is_str(got, expected, "ours is laid out the same");
	UnlinkLockFiles(0, 0);
}

static void
test_history(void)
{
	StockLog *log = stock_log_open("promote");
	char *content = strchr(log->more, '\n') + 1;
	List *history;
	TimeLineHistoryEntry *parent;
	TimeLineHistoryEntry *own;
	TimeLineID next;

	put_file("pg_wal/00000002.history", content, strlen(content), strlen(content));
	history = readTimeLineHistory(2);
	is_int(list_length(history), 2, "a history of two timelines");
	own = linitial(history);
	parent = lsecond(history);
	ok(own->tli == 2 && own->begin == log->start && own->end == InvalidXLogRecPtr,
	   "the newest begins at its first record");
	ok(parent->tli == 1 && parent->end == log->start, "where its parent ended");
	is_int(tliSwitchPoint(1, history, &next), log->start, "the point of the switch");
	is_int(next, 2, "leads to the second");
	unlink("pg_wal/00000002.history");
	writeTimeLineHistory(2, 1, log->start, "no recovery target specified");
	is_str(read_text("pg_wal/00000002.history"), content, "we write the same file");
}

static void
work(void)
{
	setenv("TZ", "UTC", 1);
	test_control("pg_control");
	test_control("pg_control running");
	cluster_leave();
}

static void
server(void)
{
	cluster_start();
	test_version_files();
	DatabasePath = "base/5";
	RelationMapInitialize();
	RelationMapInitializePhase2();
	RelationMapInitializePhase3();
	test_map("global/pg_filenode.map", true);
	test_map("base/5/pg_filenode.map", false);
	test_map_redo();
	test_lock_file();
	test_history();
	cluster_leave();
}

int
main(void)
{
	StockEntry *global = stock_entry("global/pg_filenode.map");
	StockEntry *local = stock_entry("base/5/pg_filenode.map");
	char control[PG_CONTROL_FILE_SIZE];
	char path[MAXPGPATH * 2];
	int fd;

	stock_need_libraries();
	setvbuf(stdout, NULL, _IOLBF, 0);
	cluster_make();
	snprintf(path, sizeof(path), "%s/global/pg_control", cluster_dir);
	fd = open(path, O_RDONLY);
	if (read(fd, control, sizeof(control)) != sizeof(control))
		exit(99);
	close(fd);
	cluster_run("control files", work);
	put_file("global/pg_control", control, sizeof(control), sizeof(control));
	put_file("global/pg_filenode.map", global->bytes, global->size, global->size);
	put_file("base/5/pg_filenode.map", local->bytes, local->size, local->size);
	cluster_run("files that a server reads and writes", server);
	cluster_remove();
	return done_testing();
}
