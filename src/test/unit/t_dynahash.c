/*
 * t_dynahash.c
 *		Hash tables against an obvious model.
 *
 * Keys are 0 .. 4095; the model is an array of flags.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_dynahash.c
 */
#include "tap.h"

#include "common/pg_prng.h"
#include "utils/hsearch.h"

#define NKEYS 4096

typedef struct Entry
{
	uint32 key;
	uint32 value;
} Entry;

static void *
shared_alloc(Size size)
{
	return calloc(1, size);
}

/* Random operations; number of differences from the model. */
static int
exercise(HTAB *table, uint64 seed)
{
	static bool present[NKEYS];
	pg_prng_state rng;
	int bad = 0;
	long count = 0;
	long seen = 0;
	HASH_SEQ_STATUS scan;
	Entry *e;

	memset(present, 0, sizeof(present));
	pg_prng_seed(&rng, seed);
	for (int i = 0; i < 200000; i++)
	{
		uint32 key = (uint32) (pg_prng_uint64(&rng) % NKEYS);
		int what = (int) (pg_prng_uint64(&rng) % 4);
		bool found;

		e = hash_search(table, &key, what == 0 ? HASH_REMOVE : what == 1 ? HASH_FIND
																		 : HASH_ENTER,
						&found);
		bad += found != present[key];
		bad += found && e->value != key * 3;
		if (what >= 2)
		{
			e->value = key * 3;
			present[key] = true;
		}
		else if (what == 0)
			present[key] = false;
	}
	for (int i = 0; i < NKEYS; i++)
		count += present[i];
	bad += hash_get_num_entries(table) != count;
	hash_seq_init(&scan, table);
	while ((e = hash_seq_search(&scan)) != NULL)
	{
		seen++;
		bad += !present[e->key];
		if (e->key & 1)
			hash_search(table, &e->key, HASH_REMOVE, NULL);
	}
	bad += seen != count;
	hash_seq_init(&scan, table);
	while ((e = hash_seq_search(&scan)) != NULL)
		bad += (e->key & 1) != 0;
	return bad;
}

int
main(void)
{
	HASHCTL ctl = {.keysize = sizeof(uint32), .entrysize = sizeof(Entry)};
	HTAB *table;
	HTAB *names;
	char name[NAMEDATALEN] = "some name";
	uint32 one = 1;
	uint32 two = 2;
	bool found;

	unit_init();
	table = hash_create("local", 16, &ctl, HASH_ELEM | HASH_BLOBS);
	is_int(exercise(table, 1), 0, "a local table does what the model does");
	hash_destroy(table);

	ctl.alloc = shared_alloc;
	ctl.num_partitions = 16;
	ctl.dsize = hash_select_dirsize(NKEYS);
	ctl.hctl = shared_alloc(hash_get_shared_size(&ctl, 0));
	table = hash_create("shared", NKEYS / 2, &ctl,
						HASH_ELEM | HASH_BLOBS | HASH_PARTITION |
							HASH_SHARED_MEM | HASH_ALLOC | HASH_DIRSIZE);
	is_int(exercise(table, 2), 0, "a partitioned shared table does the same");

	ctl.keysize = NAMEDATALEN;
	ctl.entrysize = NAMEDATALEN + 8;
	names = hash_create("names", 4, &ctl, HASH_ELEM | HASH_STRINGS);
	hash_search(names, name, HASH_ENTER, &found);
	memset(name + 10, 'x', sizeof(name) - 11);
	hash_search(names, name, HASH_FIND, &found);
	ok(found, "bytes after the zero byte of a string key do not count");

	ctl.keysize = sizeof(uint32);
	ctl.entrysize = sizeof(Entry);
	table = hash_create("rekey", 4, &ctl, HASH_ELEM | HASH_BLOBS);
	ok(hash_update_hash_key(table, hash_search(table, &one, HASH_ENTER, NULL), &two),
	   "an entry can be given another key");
	hash_search(table, &two, HASH_FIND, &found);
	ok(found, "and is found by it");
	return done_testing();
}
