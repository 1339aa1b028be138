/*
 * t_mmgr.c
 *		Memory contexts: contents survive, and everything goes at reset.
 *
 * Chunks are filled with a pattern that is checked before each free.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_mmgr.c
 */
#include "tap.h"

#include "common/pg_prng.h"

#define NSLOTS 500

static int callbacks_run = 0;

static void
count_callback(void *arg)
{
	callbacks_run++;
}

static bool
intact(const uint8 *p, int n, int slot)
{
	for (int i = 0; i < n; i++)
		if (p[i] != (uint8) (slot + i))
			return false;
	return true;
}

static void
paint(uint8 *p, int n, int slot)
{
	for (int i = 0; i < n; i++)
		p[i] = (uint8) (slot + i);
}

/* Random allocations, frees and resizes; number of chunks found damaged. */
static int
exercise(MemoryContext cxt, uint64 seed, int fixed)
{
	static uint8 *chunk[NSLOTS];
	static int size[NSLOTS];
	pg_prng_state rng;
	int bad = 0;

	memset(chunk, 0, sizeof(chunk));
	pg_prng_seed(&rng, seed);
	for (int i = 0; i < 30000; i++)
	{
		int s = (int) (pg_prng_uint64(&rng) % NSLOTS);
		uint64 r = pg_prng_uint64(&rng);
		int want = fixed ? fixed : (int) (r % ((r >> 40) % 20 == 0 ? 20000 : 300));

		if (chunk[s] == NULL)
		{
			chunk[s] = MemoryContextAlloc(cxt, want);
			bad += GetMemoryChunkContext(chunk[s]) != cxt;
			bad += chunk[s] != (uint8 *) MAXALIGN(chunk[s]);
		}
		else
		{
			bad += !intact(chunk[s], size[s], s);
			if (r & 1)
			{
				pfree(chunk[s]);
				chunk[s] = NULL;
				continue;
			}
			chunk[s] = repalloc(chunk[s], want);
			bad += !intact(chunk[s], Min(want, size[s]), s);
		}
		size[s] = want;
		paint(chunk[s], want, s);
	}
	MemoryContextCheck(cxt);
	return bad;
}

int
main(void)
{
	MemoryContext cxt;
	MemoryContext child;
	MemoryContextCallback cb = {count_callback, NULL, NULL};
	Size before;

	unit_init();
	cxt = AllocSetContextCreate(TopMemoryContext, "aset", ALLOCSET_DEFAULT_SIZES);
	before = MemoryContextMemAllocated(cxt, true);
	is_int(exercise(cxt, 1, 0), 0, "aset keeps chunks apart");
	MemoryContextReset(cxt);
	is_int(MemoryContextMemAllocated(cxt, true), before, "and gives all back at reset");
	cxt = AllocSetContextCreate(TopMemoryContext, "small", ALLOCSET_SMALL_SIZES);
	is_int(exercise(cxt, 2, 0), 0, "a small aset, too");
	MemoryContextDelete(cxt);
	cxt = GenerationContextCreate(TopMemoryContext, "generation", ALLOCSET_DEFAULT_SIZES);
	is_int(exercise(cxt, 3, 0), 0, "generation keeps chunks apart");
	MemoryContextDelete(cxt);
	cxt = SlabContextCreate(TopMemoryContext, "slab", SLAB_DEFAULT_BLOCK_SIZE, 120);
	is_int(exercise(cxt, 4, 120), 0, "slab keeps chunks apart");
	MemoryContextDelete(cxt);

	cxt = AllocSetContextCreate(TopMemoryContext, "parent", ALLOCSET_DEFAULT_SIZES);
	child = AllocSetContextCreate(cxt, "child", ALLOCSET_DEFAULT_SIZES);
	MemoryContextRegisterResetCallback(child, &cb);
	MemoryContextReset(cxt);
	is_int(callbacks_run, 1, "resetting a parent deletes the child and calls back");
	ok(MemoryContextIsEmpty(cxt), "the parent is empty then");
	ok(palloc_extended(MaxAllocHugeSize / 2, MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM) == NULL,
	   "no memory is NULL where asked so");
	return done_testing();
}
