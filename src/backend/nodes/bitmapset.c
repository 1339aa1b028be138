/*
 * bitmapset.c
 *		Sets of small non-negative integers.
 *
 * Invariant: a set is NULL (empty), or has nwords >= 1 and a last word that
 * is not zero.  Whatever can clear bits ends with trim(), which frees a set
 * that became empty.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/bitmapset.c
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "nodes/bitmapset.h"
#include "nodes/pg_list.h"

#define WORD(x) ((x) / BITS_PER_BITMAPWORD)
#define BIT(x) ((bitmapword) 1 << ((x) % BITS_PER_BITMAPWORD))
#define SET_SIZE(n) (offsetof(Bitmapset, words) + (n) * sizeof(bitmapword))
#define NWORDS(a) ((a) == NULL ? 0 : (a)->nwords)

static void
check_member(int x)
{
	if (x < 0)
		elog(ERROR, "negative bitmapset member not allowed");
}

/* Re-establish the invariant after bits were cleared. */
static Bitmapset *
trim(Bitmapset *a)
{
	while (a->nwords > 0 && a->words[a->nwords - 1] == 0)
		a->nwords--;
	if (a->nwords > 0)
		return a;
	pfree(a);
	return NULL;
}

/* Grow to at least n words, the new ones zero; the caller sets a bit there. */
static Bitmapset *
widen(Bitmapset *a, int n)
{
	int old = NWORDS(a);

	if (n <= old)
		return a;
	a = a == NULL ? palloc(SET_SIZE(n)) : repalloc(a, SET_SIZE(n));
	memset(a->words + old, 0, (n - old) * sizeof(bitmapword));
	a->nwords = n;
	return a;
}

/* ---- fresh sets ---- */

Bitmapset *
bms_copy(const Bitmapset *a)
{
	Bitmapset *r;

	if (a == NULL)
		return NULL;
	r = palloc(SET_SIZE(a->nwords));
	memcpy(r, a, SET_SIZE(a->nwords));
	return r;
}

Bitmapset *
bms_make_singleton(int x)
{
	return bms_add_member(NULL, x);
}

Bitmapset *
bms_union(const Bitmapset *a, const Bitmapset *b)
{
	return bms_add_members(bms_copy(a), b);
}

Bitmapset *
bms_intersect(const Bitmapset *a, const Bitmapset *b)
{
	return bms_int_members(bms_copy(a), b);
}

Bitmapset *
bms_difference(const Bitmapset *a, const Bitmapset *b)
{
	return bms_del_members(bms_copy(a), b);
}

/* ---- in place ---- */

void
bms_free(Bitmapset *a)
{
	if (a != NULL)
		pfree(a);
}

Bitmapset *
bms_add_member(Bitmapset *a, int x)
{
	check_member(x);
	a = widen(a, WORD(x) + 1);
	a->words[WORD(x)] |= BIT(x);
	return a;
}

Bitmapset *
bms_del_member(Bitmapset *a, int x)
{
	check_member(x);
	if (WORD(x) >= NWORDS(a))
		return a;
	a->words[WORD(x)] &= ~BIT(x);
	return trim(a);
}

Bitmapset *
bms_add_members(Bitmapset *a, const Bitmapset *b)
{
	if (b == NULL)
		return a;
	a = widen(a, b->nwords);
	for (int i = 0; i < b->nwords; i++)
		a->words[i] |= b->words[i];
	return a;
}

/* Add lower up to upper, both included; nothing if upper < lower. */
Bitmapset *
bms_add_range(Bitmapset *a, int lower, int upper)
{
	if (upper < lower)
		return a;
	check_member(lower);
	a = widen(a, WORD(upper) + 1);
	for (int x = lower; x <= upper; x++)
		a->words[WORD(x)] |= BIT(x);
	return a;
}

Bitmapset *
bms_int_members(Bitmapset *a, const Bitmapset *b)
{
	if (a == NULL)
		return NULL;
	a->nwords = Min(a->nwords, NWORDS(b));
	for (int i = 0; i < a->nwords; i++)
		a->words[i] &= b->words[i];
	return trim(a);
}

Bitmapset *
bms_del_members(Bitmapset *a, const Bitmapset *b)
{
	int common = Min(NWORDS(a), NWORDS(b));

	if (a == NULL)
		return NULL;
	for (int i = 0; i < common; i++)
		a->words[i] &= ~b->words[i];
	return trim(a);
}

/* Union that may use up both arguments. */
Bitmapset *
bms_join(Bitmapset *a, Bitmapset *b)
{
	Bitmapset *large = NWORDS(a) >= NWORDS(b) ? a : b;
	Bitmapset *small = large == a ? b : a;

	large = bms_add_members(large, small);
	if (small != large)
		bms_free(small);
	return large;
}

/* Take the smallest member out; -1 if there is none. */
int
bms_first_member(Bitmapset *a)
{
	for (int i = 0; i < NWORDS(a); i++)
		if (a->words[i] != 0)
		{
			int bit = __builtin_ctzll(a->words[i]);

			/* the words may all become zero, as the caller drains the set */
			a->words[i] &= a->words[i] - 1;
			return i * BITS_PER_BITMAPWORD + bit;
		}
	return -1;
}

/* ---- questions ---- */

bool
bms_is_empty(const Bitmapset *a)
{
	for (int i = 0; i < NWORDS(a); i++)
		if (a->words[i] != 0)
			return false;
	return true;
}

bool
bms_is_member(int x, const Bitmapset *a)
{
	check_member(x);
	return WORD(x) < NWORDS(a) && (a->words[WORD(x)] & BIT(x)) != 0;
}

/* How many members are smaller than x, or -1 if x is not in the set. */
int
bms_member_index(Bitmapset *a, int x)
{
	int n = 0;

	if (!bms_is_member(x, a))
		return -1;
	for (int i = 0; i < WORD(x); i++)
		n += __builtin_popcountll(a->words[i]);
	return n + __builtin_popcountll(a->words[WORD(x)] & (BIT(x) - 1));
}

bool
bms_equal(const Bitmapset *a, const Bitmapset *b)
{
	if (NWORDS(a) != NWORDS(b))
		return bms_is_empty(a) && bms_is_empty(b);
	return a == NULL ||
		memcmp(a->words, b->words, a->nwords * sizeof(bitmapword)) == 0;
}

/* Order as large binary numbers; for sorting only. */
int
bms_compare(const Bitmapset *a, const Bitmapset *b)
{
	if (NWORDS(a) != NWORDS(b))
		return NWORDS(a) > NWORDS(b) ? 1 : -1;
	for (int i = NWORDS(a) - 1; i >= 0; i--)
		if (a->words[i] != b->words[i])
			return a->words[i] > b->words[i] ? 1 : -1;
	return 0;
}

bool
bms_overlap(const Bitmapset *a, const Bitmapset *b)
{
	int common = Min(NWORDS(a), NWORDS(b));

	for (int i = 0; i < common; i++)
		if ((a->words[i] & b->words[i]) != 0)
			return true;
	return false;
}

bool
bms_overlap_list(const Bitmapset *a, const List *b)
{
	ListCell *lc;

	foreach (lc, b)
		if (bms_is_member(lfirst_int(lc), a))
			return true;
	return false;
}

bool
bms_nonempty_difference(const Bitmapset *a, const Bitmapset *b)
{
	return !bms_is_subset(a, b);
}

bool
bms_is_subset(const Bitmapset *a, const Bitmapset *b)
{
	for (int i = 0; i < NWORDS(a); i++)
		if ((a->words[i] & ~(i < NWORDS(b) ? b->words[i] : 0)) != 0)
			return false;
	return true;
}

BMS_Comparison
bms_subset_compare(const Bitmapset *a, const Bitmapset *b)
{
	bool a_in_b = bms_is_subset(a, b);
	bool b_in_a = bms_is_subset(b, a);

	if (a_in_b)
		return b_in_a ? BMS_EQUAL : BMS_SUBSET1;
	return b_in_a ? BMS_SUBSET2 : BMS_DIFFERENT;
}

int
bms_num_members(const Bitmapset *a)
{
	int n = 0;

	for (int i = 0; i < NWORDS(a); i++)
		n += __builtin_popcountll(a->words[i]);
	return n;
}

BMS_Membership
bms_membership(const Bitmapset *a)
{
	int n = bms_num_members(a);

	return n == 0 ? BMS_EMPTY_SET : n == 1 ? BMS_SINGLETON
										   : BMS_MULTIPLE;
}

bool
bms_get_singleton_member(const Bitmapset *a, int *member)
{
	if (bms_num_members(a) != 1)
		return false;
	*member = bms_next_member(a, -1);
	return true;
}

int
bms_singleton_member(const Bitmapset *a)
{
	int x;

	if (!bms_get_singleton_member(a, &x))
		elog(ERROR, "bitmapset does not have exactly one member");
	return x;
}

/* ---- walking ---- */

/* The smallest member above prevbit, or -2. */
int
bms_next_member(const Bitmapset *a, int prevbit)
{
	int x = prevbit + 1;
	bitmapword mask = ~(bitmapword) 0 << (x % BITS_PER_BITMAPWORD);

	for (int i = WORD(x); i < NWORDS(a); i++, mask = ~(bitmapword) 0)
		if ((a->words[i] & mask) != 0)
			return i * BITS_PER_BITMAPWORD + __builtin_ctzll(a->words[i] & mask);
	return -2;
}

/* The largest member below prevbit (-1: the largest of all), or -2. */
int
bms_prev_member(const Bitmapset *a, int prevbit)
{
	int x;

	if (a == NULL || prevbit == 0)
		return -2;
	x = prevbit == -1 ? a->nwords * BITS_PER_BITMAPWORD - 1 : prevbit - 1;
	for (; x >= 0; x--)
		if ((a->words[WORD(x)] & BIT(x)) != 0)
			return x;
	return -2;
}

/* ---- as hash key ---- */

uint32
bms_hash_value(const Bitmapset *a)
{
	if (a == NULL)
		return 0;
	return DatumGetUInt32(hash_any((const unsigned char *) a->words,
								   a->nwords * sizeof(bitmapword)));
}

uint32
bitmap_hash(const void *key, Size keysize)
{
	Assert(keysize == sizeof(Bitmapset *));
	return bms_hash_value(*(const Bitmapset *const *) key);
}

int
bitmap_match(const void *key1, const void *key2, Size keysize)
{
	Assert(keysize == sizeof(Bitmapset *));
	return !bms_equal(*(const Bitmapset *const *) key1,
					  *(const Bitmapset *const *) key2);
}
