/*
 * t_stock_status.c
 *		Pages of pg_xact, pg_commit_ts and pg_multixact, against stock's.
 *
 * files.txt has the first page of each after transactions whose outcome,
 * children and times stock told, and multixacts whose members it listed.  One
 * server starts on these pages and must give the same answers; another starts
 * on pages without them, is told the same things, and must write the same
 * bytes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_status.c
 */
#include "cluster.h"

#include "access/clog.h"
#include "access/commit_ts.h"
#include "access/multixact.h"
#include "access/transam.h"
#include "stock.h"

#define STATUS_BITS 2
#define TIME_ENTRY 10 /* time 8, origin 2 */
#define TIMES_PER_PAGE (BLCKSZ / TIME_ENTRY)

static StockEntry *xact;
static StockEntry *times;
static StockEntry *offsets;
static StockEntry *members;

/* A transaction that stock told about. */
typedef struct Fact
{
	TransactionId top;
	TransactionId child;
	bool committed;
	TimestampTz time;
} Fact;

static Fact
fact(int i)
{
	Fact f;
	char end[16];
	long long t;

	if (sscanf(xact->facts[i], "%u %u %15s %lld", &f.top, &f.child, end, &t) != 4)
		elog(ERROR, "bad fact \"%s\"", xact->facts[i]);
	f.committed = strcmp(end, "COMMIT") == 0;
	f.time = t;
	return f;
}

/* Members of a multixact as stock listed them. */
static MultiXactId
multi_fact(int i, MultiXactMember *m, int *n)
{
	static const char *const modes[] = {"keysh", "sh", "fornokeyupd", "forupd", "nokeyupd", "upd"};
	MultiXactId multi;
	char *p;

	multi = strtoul(offsets->facts[i], &p, 10);
	*n = 0;
	while (*p == '|' || *p == ',')
	{
		size_t len;

		m[*n].xid = strtoul(p + 1, &p, 10);
		p++;
		len = strcspn(p, ",");
		for (int mode = 0; mode < (int) lengthof(modes); mode++)
			if (strlen(modes[mode]) == len && strncmp(p, modes[mode], len) == 0)
				m[*n].status = mode;
		p += len;
		(*n)++;
	}
	return multi;
}

static void
want_times(void)
{
	SetConfigOption("track_commit_timestamp", "on", PGC_POSTMASTER, PGC_S_ARGV);
}

/* ---- reading ---- */

static void
read_status(void)
{
	for (int i = 0; i < xact->nfacts; i++)
	{
		Fact f = fact(i);
		TimestampTz t;
		RepOriginId origin = 77;

		ok(TransactionIdDidCommit(f.top) == f.committed && TransactionIdDidAbort(f.top) != f.committed,
		   "%u %s", f.top, f.committed ? "committed" : "rolled back");
		ok(TransactionIdDidCommit(f.child) == f.committed && TransactionIdDidAbort(f.child) != f.committed,
		   "and so did its child %u", f.child);
		if (f.committed)
		{
			ok(TransactionIdGetCommitTsData(f.top, &t, &origin) && t == f.time && origin == 0,
			   "at the time that stock says");
			ok(TransactionIdGetCommitTsData(f.child, &t, NULL) && t == f.time, "its child too");
		}
		else
			ok(!TransactionIdGetCommitTsData(f.top, &t, NULL), "no time");
	}
}

static void
read_multixacts(void)
{
	StartTransactionCommand();
	for (int i = 0; i < offsets->nfacts; i++)
	{
		MultiXactMember m[10];
		MultiXactMember *got;
		int n;
		MultiXactId multi = multi_fact(i, m, &n);
		bool same;

		same = GetMultiXactIdMembers(multi, &got, false, false) == n;
		for (int k = 0; same && k < n; k++)
			same = got[k].xid == m[k].xid && got[k].status == m[k].status;
		ok(same, "multixact %s", offsets->facts[i]);
	}
	CommitTransactionCommand();
}

static void
reader(void)
{
	cluster_configure = want_times;
	cluster_start();
	/* a server's memory of which times it has would come from its checkpoint */
	ShmemVariableCache->oldestCommitTsXid = fact(0).top;
	read_status();
	read_multixacts();
	cluster_leave();
}

/* ---- writing ---- */

/* Forget what the facts say, on copies of the pages. */
static void
forget(char *status, char *stamps)
{
	for (int i = 0; i < xact->nfacts; i++)
	{
		Fact f = fact(i);
		TransactionId xids[2] = {f.top, f.child};

		for (int k = 0; k < 2; k++)
		{
			status[xids[k] / 4] &= ~(3 << STATUS_BITS * (xids[k] % 4));
			memset(stamps + xids[k] % TIMES_PER_PAGE * TIME_ENTRY, 0, TIME_ENTRY);
		}
	}
}

static void
compare_file(const char *path, StockEntry *e, const char *name)
{
	char page[BLCKSZ];
	int fd = open(path, O_RDONLY);

	if (fd < 0 || read(fd, page, BLCKSZ) != BLCKSZ)
		elog(ERROR, "could not read \"%s\": %m", path);
	close(fd);
	is_mem(page, e->bytes, BLCKSZ, name);
}

static void
write_status(void)
{
	for (int i = 0; i < xact->nfacts; i++)
	{
		Fact f = fact(i);

		if (f.committed)
		{
			TransactionTreeSetCommitTsData(f.top, 1, &f.child, f.time, 0);
			TransactionIdCommitTree(f.top, 1, &f.child);
		}
		else
			TransactionIdAbortTree(f.top, 1, &f.child);
	}
	CheckPointCLOG();
	CheckPointCommitTs();
	compare_file("pg_xact/0000", xact, "our page of statuses is stock's");
	compare_file("pg_commit_ts/0000", times, "our page of commit times is stock's");
}

static void
write_multixacts(void)
{
	StartTransactionCommand();
	MultiXactIdSetOldestMember();
	for (int i = 0; i < offsets->nfacts; i++)
	{
		MultiXactMember m[10];
		int n;
		MultiXactId multi = multi_fact(i, m, &n);

		is_int(MultiXactIdCreate(m[0].xid, m[0].status, m[1].xid, m[1].status), multi, "the next multixact");
	}
	CommitTransactionCommand();
	CheckPointMultiXact();
	compare_file("pg_multixact/offsets/0000", offsets, "our page of offsets is stock's");
	compare_file("pg_multixact/members/0000", members, "our page of members is stock's");
}

static void
writer(void)
{
	cluster_configure = want_times;
	cluster_start();
	write_status();
	write_multixacts();
	cluster_leave();
}

int
main(void)
{
	char status[BLCKSZ];
	char stamps[BLCKSZ];

	setvbuf(stdout, NULL, _IOLBF, 0);
	xact = stock_entry("pg_xact 0");
	times = stock_entry("pg_commit_ts 0");
	offsets = stock_entry("pg_multixact/offsets 0");
	members = stock_entry("pg_multixact/members 0");

	/* the servers start behind all that the pages tell */
	cluster_next_xid = 810;
	cluster_next_multi = offsets->nfacts + 1;
	cluster_next_member = 2 * offsets->nfacts + 1;
	cluster_make();
	put_file("pg_xact/0000", xact->bytes, BLCKSZ, BLCKSZ);
	put_file("pg_commit_ts/0000", times->bytes, BLCKSZ, BLCKSZ);
	put_file("pg_multixact/offsets/0000", offsets->bytes, BLCKSZ, BLCKSZ);
	put_file("pg_multixact/members/0000", members->bytes, BLCKSZ, BLCKSZ);
	cluster_run("a server reads stock's pages", reader);
	cluster_remove();

	cluster_next_multi = 1;
	cluster_next_member = 1;
	cluster_make();
	memcpy(status, xact->bytes, BLCKSZ);
	memcpy(stamps, times->bytes, BLCKSZ);
	forget(status, stamps);
	put_file("pg_xact/0000", status, BLCKSZ, BLCKSZ);
	put_file("pg_commit_ts/0000", stamps, BLCKSZ, BLCKSZ);
	cluster_run("a server writes stock's pages", writer);
	cluster_remove();
	return done_testing();
}
