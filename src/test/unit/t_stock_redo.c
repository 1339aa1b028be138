/*
 * t_stock_redo.c
 *		A stock server's log is replayed to the pages that stock makes of it.
 *
 * The log (make_stock_bytes.pl, part redo) begins with a checkpoint over empty
 * tables and indexes and changes them in every way that rows, B-trees and
 * sequences know.  Stock's own crash recovery made pages of it, whose MD5 sums
 * redo.txt has: ours must be the same in every byte, LSN and checksum included.
 * While we replay, most records are also checked against the image that stock
 * took of each page after the change; so a failure names the first record that
 * goes wrong.
 *
 * Stock was taking a backup all the while.  With the backup_label that it gave,
 * the same log is replayed as from that backup.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_redo.c
 */
#include "cluster.h"

#include "access/heapam_xlog.h"
#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/rmgr.h"
#include "catalog/storage_xlog.h"
#include "commands/sequence.h"
#include "common/md5.h"
#include "stock.h"
#include "storage/checksum.h"
#include "storage/smgr.h"
#include "utils/relmapper.h"

static StockLog *stock_log;

/* A directory in which stock's log is, and what its control file said. */
static void
make_directory(void)
{
	char *control = stock_unpack("redo.control", PG_CONTROL_FILE_SIZE);
	char *segment = calloc(1, STOCK_SEGSIZE);
	XLogRecPtr at = stock_log->page;

	cluster_make_folders();
	put_file("global/pg_control", control, PG_CONTROL_FILE_SIZE, PG_CONTROL_FILE_SIZE);
	stock_first_page(stock_log, at - at % STOCK_SEGSIZE, segment);
	while (at < stock_log->page + stock_log->size)
	{
		size_t room = STOCK_SEGSIZE - at % STOCK_SEGSIZE;
		size_t n = Min(room, stock_log->page + stock_log->size - at);
		char name[MAXFNAMELEN];
		char path[MAXPGPATH];

		memcpy(segment + at % STOCK_SEGSIZE, stock_log->pages + (at - stock_log->page), n);
		XLogFileName(name, 1, at / STOCK_SEGSIZE, STOCK_SEGSIZE);
		snprintf(path, sizeof(path), "pg_wal/%s", name);
		put_file(path, segment, at % STOCK_SEGSIZE + n, STOCK_SEGSIZE);
		at += n;
	}
}

/* One line of redo.txt about a page: fork, number, sum. */
static bool
check_page(RelFileNode rnode, const char *line, int *nblocks)
{
	PGAlignedBlock page;
	char fork[8];
	unsigned blkno;
	char expected[64];
	char got[64];
	const char *err;
	ForkNumber forknum;
	SMgrRelation reln = smgropen(rnode, InvalidBackendId);

	if (sscanf(line, "page %7s %u %63s", fork, &blkno, expected) != 3)
		elog(ERROR, "bad line \"%s\"", line);
	forknum = strcmp(fork, "main") == 0 ? MAIN_FORKNUM
		: strcmp(fork, "fsm") == 0      ? FSM_FORKNUM
										: VISIBILITYMAP_FORKNUM;
	if (!smgrexists(reln, forknum) || smgrnblocks(reln, forknum) <= blkno)
	{
		printf("# relation %u fork %s has no block %u\n", rnode.relNode, fork, blkno);
		return false;
	}
	nblocks[forknum]++;
	smgrread(reln, forknum, blkno, page.data);
	if (pg_md5_hash(page.data, BLCKSZ, got, &err) && strcmp(got, expected) == 0)
		return true;
	printf("# relation %u fork %s block %u differs\n", rnode.relNode, fork, blkno);
	return false;
}

static void
compare_pages(void)
{
	char *line = stock_line(&stock_log->more);

	while (line != NULL)
	{
		RelFileNode rnode = {1663, 5, InvalidOid};
		char name[NAMEDATALEN];
		char kind;
		int npages = 0;
		int bad = 0;
		int nblocks[MAX_FORKNUM + 1] = {0};

		if (sscanf(line, "rel %63s %u %c", name, &rnode.relNode, &kind) != 3)
		{
			line = stock_line(&stock_log->more);
			continue;
		}
		while ((line = stock_line(&stock_log->more)) != NULL && strncmp(line, "page ", 5) == 0)
		{
			npages++;
			if (!check_page(rnode, line, nblocks))
				bad++;
		}
		/* relations that the log does not touch are not there */
		if (npages == 0)
			continue;
		for (int fork = 0; fork <= MAX_FORKNUM; fork++)
		{
			SMgrRelation reln = smgropen(rnode, InvalidBackendId);

			if (smgrexists(reln, fork) && smgrnblocks(reln, fork) != nblocks[fork])
			{
				printf("# fork %d has %u blocks, not %d\n", fork, smgrnblocks(reln, fork), nblocks[fork]);
				bad++;
			}
		}
		ok(bad == 0, "%s: %d pages are as stock's recovery leaves them", name, npages);
	}
}

static void
replay_log(void)
{
	TransactionId next;
	unsigned first = 0;

	rmgr_register(RM_HEAP_ID, &heap_rmgr);
	rmgr_register(RM_HEAP2_ID, &heap2_rmgr);
	rmgr_register(RM_BTREE_ID, &btree_rmgr);
	rmgr_register(RM_SEQ_ID, &seq_rmgr);
	rmgr_register(RM_SMGR_ID, &smgr_rmgr);
	rmgr_register(RM_RELMAP_ID, &relmap_rmgr);
	access_register();
	cluster_start();
	/* stock's words for a page that differs would have been fatal */
	ok(true, "each page was as stock's image of it after each record");
	ok(ProcLastRecPtr > stock_log->end, "we write behind stock's last record");
	sscanf(stock_log->more, "xid 0:%u", &first);
	next = ReadNextTransactionId();
	ok(first > 0 && next > first + 50, "xids go on at %u", next);
	compare_pages();
}

static void
replay(void)
{
	replay_log();
	cluster_leave();
}

/* The label must have led to the backup's end, and be out of the way then. */
static void
replay_backup(void)
{
	struct stat st;

	ok(stat(psprintf("%s/backup_label", cluster_dir), &st) == 0, "there is a backup_label");
	replay_log();
	ok(stat("backup_label", &st) != 0, "it is gone after recovery");
	ok(stat("backup_label.old", &st) == 0, "and kept under another name");
	cluster_leave();
}

int
main(void)
{
	char *label;

	stock_need_libraries();
	setvbuf(stdout, NULL, _IOLBF, 0);
	stock_log = stock_log_open("redo");
	make_directory();
	cluster_run("replay of stock's log", replay);
	cluster_remove();
	make_directory();
	label = stock_text("redo.label");
	put_file("backup_label", label, strlen(label), strlen(label));
	cluster_run("replay from stock's backup", replay_backup);
	if (getenv("KEEP") == NULL)
		cluster_remove();
	else
		printf("# %s\n", cluster_dir);
	return done_testing();
}
