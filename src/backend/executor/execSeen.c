/*
 * execSeen.c
 *		Values of which a copy has been seen: a filter in front of a sort.
 *
 * DISTINCT in an aggregate call sorts its input and drops equal neighbours.
 * Most of the sorting is wasted where few values come again and again, so they
 * are looked up first in a hash table of those that have gone into the sort.
 * Only values with the same bytes count as the same.  That says nothing about
 * values that are equal but look different, and need not: the sort finds those.
 *
 * The table is small and gives up for good where it does not help: when it is
 * full and most values are still new.  A set is made for one aggregate call and
 * reset for each group; the first values of a group are not looked at, for the
 * sake of small groups.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/executor/execSeen.c
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "executor/execSeen.h"
#include "utils/datum.h"
#include "utils/memutils.h"

#define SEEN_WARMUP 256 /* values of a group that pass unseen */
#define SEEN_MIN_SLOTS 1024 /* a power of two, as all sizes */
#define SEEN_MAX_SLOTS 32768
#define SEEN_MAX_LEN 256 /* longer values are not kept */

typedef struct SeenEntry
{
	Datum value;
	uint32 hash; /* never 0 for a used place */
} SeenEntry;

struct SeenSet
{
	MemoryContext cxt; /* entries, and copies of by-reference values */
	int16 typlen;
	bool typbyval;
	bool useless; /* gave up */
	int nskipped; /* values of the group that passed unseen */
	int64 nlooked; /* look-ups of the group, and how many succeeded */
	int64 nfound;
	SeenEntry *entries; /* NULL until the warm-up is over */
	uint32 nslots;
	uint32 nused;
};

/* An empty set for values of one type; it lives in parent. */
SeenSet *
seen_create(MemoryContext parent, int16 typlen, bool typbyval)
{
	SeenSet *set = MemoryContextAllocZero(parent, sizeof(SeenSet));

	set->cxt = AllocSetContextCreate(parent, "values seen", ALLOCSET_DEFAULT_SIZES);
	set->typlen = typlen;
	set->typbyval = typbyval;
	return set;
}

/* Forget the values; what is known about their usefulness stays. */
void
seen_reset(SeenSet *set)
{
	if (set->entries)
		MemoryContextReset(set->cxt);
	set->entries = NULL;
	set->nskipped = 0;
	set->nlooked = set->nfound = 0;
	set->nslots = set->nused = 0;
}

/* Bytes of a value that can be kept, or -1. */
static int
value_length(const SeenSet *set, Datum value)
{
	Size len;

	if (set->typbyval)
		return sizeof(Datum);
	if (set->typlen == -1 && VARATT_IS_EXTERNAL(DatumGetPointer(value)))
		return -1;
	len = datumGetSize(value, false, set->typlen);
	return len <= SEEN_MAX_LEN ? (int) len : -1;
}

static uint32
value_hash(const SeenSet *set, Datum value, int len)
{
	uint32 hash = set->typbyval ? murmurhash32((uint32) value ^ (uint32) (value >> 32))
								: hash_bytes((const unsigned char *) DatumGetPointer(value), len);

	return hash ? hash : 1;
}

/* The entry of the value, or the free place where it belongs. */
static SeenEntry *
find_entry(const SeenSet *set, Datum value, int len, uint32 hash)
{
	uint32 mask = set->nslots - 1;

	for (uint32 pos = hash & mask;; pos = (pos + 1) & mask)
	{
		SeenEntry *e = &set->entries[pos];

		if (e->hash == 0)
			return e;
		if (e->hash != hash)
			continue;
		if (set->typbyval)
		{
			if (e->value == value)
				return e;
		}
		else if (datumGetSize(e->value, false, set->typlen) == (Size) len &&
				 memcmp(DatumGetPointer(e->value), DatumGetPointer(value), len) == 0)
			return e;
	}
}

/* Twice the places, or the first ones. */
static void
enlarge(SeenSet *set)
{
	SeenEntry *old = set->entries;
	uint32 oldslots = set->nslots;

	set->nslots = old ? oldslots * 2 : SEEN_MIN_SLOTS;
	set->entries = MemoryContextAllocZero(set->cxt, set->nslots * sizeof(SeenEntry));
	for (uint32 i = 0; i < oldslots; i++)
	{
		uint32 pos = old[i].hash & (set->nslots - 1);

		if (old[i].hash == 0)
			continue;
		while (set->entries[pos].hash != 0)
			pos = (pos + 1) & (set->nslots - 1);
		set->entries[pos] = old[i];
	}
	if (old)
		pfree(old);
}

/* Is there room for one more?  Enlarges the table, or gives up. */
static bool
make_room(SeenSet *set)
{
	if (set->nused < set->nslots / 4 * 3)
		return true;
	if (set->nslots < SEEN_MAX_SLOTS)
	{
		enlarge(set);
		return true;
	}
	if (set->nfound < set->nlooked / 2)
	{
		set->useless = true;
		seen_reset(set);
	}
	return false;
}

/*
 * seen_before
 *		Has a value with the same bytes been seen in this group?
 *
 * value	not NULL; copied if it is kept
 *
 * False may be wrong, true is not.  A value for which it is false is kept, if
 * there is room.
 */
bool
seen_before(SeenSet *set, Datum value)
{
	SeenEntry *e;
	uint32 hash;
	int len;

	if (set->useless)
		return false;
	if (set->nskipped < SEEN_WARMUP)
	{
		set->nskipped++;
		return false;
	}
	if (set->entries == NULL)
		enlarge(set);
	len = value_length(set, value);
	if (len < 0)
		return false;
	hash = value_hash(set, value, len);
	e = find_entry(set, value, len, hash);
	set->nlooked++;
	if (e->hash != 0)
	{
		set->nfound++;
		return true;
	}
	if (make_room(set))
	{
		e = find_entry(set, value, len, hash);
		e->hash = hash;
		e->value = value;
		if (!set->typbyval)
		{
			char *copy = MemoryContextAlloc(set->cxt, len);

			memcpy(copy, DatumGetPointer(value), len);
			e->value = PointerGetDatum(copy);
		}
		set->nused++;
	}
	return false;
}
