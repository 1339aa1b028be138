/*
 * t_walcounts.c
 *		Counters of the log: read and reset by some processes while others add.
 *
 * No reader may see a counter below zero or above all that was ever added, however
 * the steps of the three meet; and once all are quiet a reset leaves nothing.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_walcounts.c
 */
#include "tap.h"

#include <sys/wait.h>
#include <unistd.h>

#include "access/walusage.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "storage/shmem.h"
#include "utils/timestamp.h"
#include "utils/walcounts.h"

#define RELATIONS 40 /* more than a process has places for */
#define ADDERS 2
#define RESETTERS 2
#define ADD_ROUNDS 40000
#define RESET_ROUNDS 8000
#define MOST_IMAGES ((uint64) ADDERS * ADD_ROUNDS) /* of one relation */

static RelFileNode
relation(int i)
{
	RelFileNode node = {1663, 5, 16384 + i};

	return node;
}

static void
add(void)
{
	for (int round = 0; round < ADD_ROUNDS; round++)
	{
		RelFileNode node = relation(round % RELATIONS);

		for (int i = 0; i < RELATIONS; i++)
		{
			RelFileNode other = relation(i);

			wal_relation_count_image(&other, BLCKSZ, 100);
		}
		wal_relation_count_image(&node, BLCKSZ, 100);
		pgWalUsage.wal_records++;
		pgWalUsage.wal_bytes += 100;
		PendingWalCounts.image[0].images++;
		wal_counts_flush(true);
	}
}

static pid_t
child(void (*what)(void))
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	MyProcPid = getpid();
	what();
	_exit(0);
}

static void
reset(void)
{
	for (int round = 0; round < RESET_ROUNDS; round++)
		wal_counts_reset();
}

/* Counters out of range; *seen: how many were not zero. */
static int
read_all(const int *places, int *seen)
{
	WalCountsSnapshot sums;
	int wrong = 0;

	for (int i = 0; i < 20 * RELATIONS; i++)
	{
		WalRelationCounts counts;

		if (!wal_relations_fetch(places[i % RELATIONS], &counts))
			continue;
		(*seen)++;
		wrong += counts.images > 2 * MOST_IMAGES || counts.bytes_before > 2 * MOST_IMAGES * BLCKSZ ||
			counts.bytes_after > 2 * MOST_IMAGES * 100;
	}
	wal_counts_fetch(&sums);
	wrong += sums.wal.wal_records < 0 || (uint64) sums.wal.wal_records > MOST_IMAGES + 1;
	wrong += (uint64) sums.wal.wal_bytes > (MOST_IMAGES + 1) * 100;
	wrong += sums.counts.image[0].images > MOST_IMAGES + 1;
	return wrong;
}

/* Where the relations are in the shared table; all are in it afterwards. */
static int
find_places(int *places)
{
	int found = 0;

	for (int i = 0; i < RELATIONS; i++)
	{
		RelFileNode node = relation(i);

		wal_relation_count_image(&node, BLCKSZ, 100);
	}
	wal_relations_flush();
	for (int i = 0; i < WAL_MAX_RELATIONS; i++)
	{
		WalRelationCounts counts;

		if (wal_relations_fetch(i, &counts) && found < RELATIONS)
			places[found++] = i;
	}
	return found;
}

int
main(void)
{
	int places[RELATIONS];
	pid_t pids[ADDERS + RESETTERS];
	int n = 0;
	int running;
	int wrong = 0;
	int seen = 0;
	int left = 0;

	unit_init();
	MaxConnections = MaxBackends = 4;
	MyProcPid = getpid();
	walcounts_register();
	CreateSharedMemoryAndSemaphores();
	is_int(find_places(places), RELATIONS, "each relation has a place");

	for (int i = 0; i < ADDERS; i++)
		pids[n++] = child(add);
	for (int i = 0; i < RESETTERS; i++)
		pids[n++] = child(reset);
	for (running = n; running > 0;)
	{
		wrong += read_all(places, &seen);
		for (int i = 0; i < n; i++)
		{
			int status = 0;

			if (pids[i] > 0 && waitpid(pids[i], &status, WNOHANG) == pids[i])
			{
				wrong += status != 0;
				pids[i] = 0;
				running--;
			}
		}
	}
	is_int(wrong, 0, "no counter is out of range while others add and reset");
	ok(seen > 0, "%d were not zero", seen);

	wal_counts_reset();
	for (int i = 0; i <= WAL_MAX_RELATIONS; i++)
	{
		WalRelationCounts counts;

		left += wal_relations_fetch(i, &counts);
	}
	is_int(left, 0, "a reset when all is quiet leaves nothing");
	return done_testing();
}
