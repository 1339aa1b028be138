/*
 * pgstat_walrel.c
 *		Page images in the log per relation.
 *
 * Behind narwal_stat_wal_relations.  Each process collects in a small table of its
 * own, where a relation has one possible place; who wants a taken place first
 * sends its owner to shared memory.  So counting costs a comparison and three
 * additions, also in a critical section.
 *
 * The shared table has open addressing and no lock.  A place is free, being taken,
 * or taken, and never becomes free again while the server runs: it is won by
 * compare-and-swap, and others who meet it meanwhile wait for the few
 * instructions until its key is there.  As all look along the same places, a relation
 * gets one only.  Relations that find no place within MAX_PROBES are counted
 * together in the last entry, whose key is zero.
 *
 * Relations are known by their file, as the log knows them: what rewrites a table
 * begins a new entry.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/pgstat_walrel.c
 */
#include "postgres.h"

#include "port/atomics.h"
#include "storage/ipc.h"
#include "storage/shmem.h"
#include "utils/walcounts.h"

#define PENDING_PLACES 32
#define MAX_PROBES 64
#define TAKE_SPINS 1000000

enum
{
	PLACE_FREE,
	PLACE_BEING_TAKEN,
	PLACE_TAKEN
};

/* images, bytes before, bytes after: the order of WalRelationCounts */
#define N_RELATION_COUNTS 3

typedef struct SharedRelation
{
	pg_atomic_uint32 state;
	RelFileNode rnode; /* set before state is PLACE_TAKEN, constant then */
	pg_atomic_uint64 counts[N_RELATION_COUNTS]; /* only ever added to */
	pg_atomic_uint64 base[N_RELATION_COUNTS]; /* what they were at the last reset */
} SharedRelation;

static SharedRelation *shared = NULL; /* WAL_MAX_RELATIONS, and one for others */
static WalRelationCounts pending[PENDING_PLACES];

/* ---- shared memory ---- */

static Size
shared_size(void)
{
	return sizeof(SharedRelation) * (WAL_MAX_RELATIONS + 1);
}

static void
shared_init(void)
{
	bool found;

	shared = ShmemInitStruct("WAL counts of relations", shared_size(), &found);
	if (found)
		return;
	memset(shared, 0, shared_size());
	for (int i = 0; i <= WAL_MAX_RELATIONS; i++)
	{
		pg_atomic_init_u32(&shared[i].state, i == WAL_MAX_RELATIONS ? PLACE_TAKEN : PLACE_FREE);
		for (int k = 0; k < N_RELATION_COUNTS; k++)
		{
			pg_atomic_init_u64(&shared[i].counts[k], 0);
			pg_atomic_init_u64(&shared[i].base[k], 0);
		}
	}
}

void
wal_relations_register(void)
{
	shmem_register("WAL counts of relations", shared_size, shared_init);
}

static inline uint32
hash_rnode(const RelFileNode *rnode)
{
	uint32 h = rnode->relNode * 0x9E3779B1u ^ rnode->dbNode * 0x85EBCA6Bu ^ rnode->spcNode;

	return h ^ h >> 15;
}

/* Does the entry belong to rnode, or can it be made so? */
static bool
take_place(SharedRelation *entry, const RelFileNode *rnode)
{
	uint32 expected = PLACE_FREE;

	if (pg_atomic_read_u32(&entry->state) == PLACE_FREE &&
		pg_atomic_compare_exchange_u32(&entry->state, &expected, PLACE_BEING_TAKEN))
	{
		entry->rnode = *rnode;
		pg_write_barrier();
		pg_atomic_write_u32(&entry->state, PLACE_TAKEN);
		return true;
	}
	for (int i = 0; pg_atomic_read_u32(&entry->state) != PLACE_TAKEN; i++)
	{
		/* Its process died in between, or sleeps: do without this place. */
		if (i >= TAKE_SPINS)
			return false;
	}
	pg_read_barrier();
	return RelFileNodeEquals(entry->rnode, *rnode);
}

static SharedRelation *
shared_entry(const RelFileNode *rnode)
{
	uint32 at = hash_rnode(rnode);

	for (int i = 0; i < MAX_PROBES; i++)
	{
		SharedRelation *entry = &shared[(at + i) % WAL_MAX_RELATIONS];

		if (take_place(entry, rnode))
			return entry;
	}
	return &shared[WAL_MAX_RELATIONS];
}

/* Add to the shared counts; from is empty then. */
static void
send_counts(WalRelationCounts *from)
{
	SharedRelation *entry;

	if (from->images == 0)
		return;
	entry = OidIsValid(from->rnode.relNode) ? shared_entry(&from->rnode) : &shared[WAL_MAX_RELATIONS];
	pg_atomic_fetch_add_u64(&entry->counts[0], from->images);
	pg_atomic_fetch_add_u64(&entry->counts[1], from->bytes_before);
	pg_atomic_fetch_add_u64(&entry->counts[2], from->bytes_after);
	from->images = from->bytes_before = from->bytes_after = 0;
}

/* ---- entry points ---- */

/*
 * wal_relation_count_image
 *		Count an image of a page of rnode: its bytes without the hole, and as stored.
 *
 * Fit for critical sections: no lock, no memory, no error.
 */
void
wal_relation_count_image(const RelFileNode *rnode, uint32 before, uint32 after)
{
	WalRelationCounts *place = &pending[hash_rnode(rnode) % PENDING_PLACES];

	if (shared == NULL)
		return;
	if (!RelFileNodeEquals(place->rnode, *rnode))
	{
		send_counts(place);
		place->rnode = *rnode;
	}
	place->images++;
	place->bytes_before += before;
	place->bytes_after += after;
}

/* Send what is pending; part of wal_counts_flush. */
void
wal_relations_flush(void)
{
	for (int i = 0; i < PENDING_PLACES; i++)
		send_counts(&pending[i]);
}

/* The base first: after a reset in between, it would be more than the count read before. */
static uint64
count_since_reset(SharedRelation *entry, int k)
{
	uint64 base = pg_atomic_read_u64(&entry->base[k]);

	pg_read_barrier();
	return pg_atomic_read_u64(&entry->counts[k]) - base;
}

/*
 * wal_relations_fetch
 *		Copy entry i, 0 to WAL_MAX_RELATIONS; false if it counted nothing since the
 *		reset.  The last one is of all relations without an entry, its key zero.
 */
bool
wal_relations_fetch(int i, WalRelationCounts *result)
{
	SharedRelation *entry = &shared[i];

	Assert(i >= 0 && i <= WAL_MAX_RELATIONS);
	if (pg_atomic_read_u32(&entry->state) != PLACE_TAKEN)
		return false;
	pg_read_barrier();
	result->rnode = entry->rnode;
	result->images = count_since_reset(entry, 0);
	result->bytes_before = count_since_reset(entry, 1);
	result->bytes_after = count_since_reset(entry, 2);
	return result->images != 0;
}

/* Add counts that a file kept. */
void
wal_relations_add(const WalRelationCounts *counts)
{
	WalRelationCounts copy = *counts;

	send_counts(&copy);
}

/*
 * All read zero from now on.  Without a lock: of two resets at a time the earlier may
 * win, which leaves the few counts between them.
 */
void
wal_relations_reset(void)
{
	for (int i = 0; i <= WAL_MAX_RELATIONS; i++)
		for (int k = 0; k < N_RELATION_COUNTS; k++)
			pg_atomic_write_u64(&shared[i].base[k], pg_atomic_read_u64(&shared[i].counts[k]));
}
