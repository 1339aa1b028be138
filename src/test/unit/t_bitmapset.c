/*
 * t_bitmapset.c
 *		Bitmap sets against a plain array of flags.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_bitmapset.c
 */
#include "tap.h"

#include <time.h>

#include "nodes/bitmapset.h"

#define LIMIT 300
#define ROUNDS 2000

/* Does the set hold exactly the flagged numbers, by each way of asking? */
static bool
agrees(const Bitmapset *s, const bool *model)
{
	int n = 0;
	int next = -1;

	for (int x = 0; x < LIMIT; x++)
	{
		if (bms_is_member(x, s) != model[x])
			return false;
		if (!model[x])
			continue;
		n++;
		next = bms_next_member(s, next);
		if (next != x)
			return false;
	}
	if (bms_next_member(s, next) != -2 || bms_num_members(s) != n)
		return false;
	for (int x = LIMIT - 1, prev = -1; x >= 0; x--)
		if (model[x] && (prev = bms_prev_member(s, prev)) != x)
			return false;
	return bms_is_empty(s) == (n == 0) && (n > 0 || s == NULL);
}

static void
test_random(unsigned seed)
{
	Bitmapset *a = NULL;
	bool ma[LIMIT] = {0};
	bool fine = true;

	srand(seed);
	for (int i = 0; i < ROUNDS && fine; i++)
	{
		Bitmapset *b = NULL;
		bool mb[LIMIT] = {0};
		int op = rand() % 5;

		for (int k = rand() % 20; k > 0; k--)
		{
			int x = rand() % LIMIT;

			b = bms_add_member(b, x);
			mb[x] = true;
		}
		fine &= agrees(b, mb);
		for (int x = 0; x < LIMIT; x++)
			ma[x] = op == 0 ? ma[x] || mb[x] : op == 1 ? ma[x] && mb[x]
				: op == 2                              ? ma[x] && !mb[x]
				: op == 3                              ? ma[x] || mb[x]
													   : ma[x];
		if (op == 0)
			a = bms_add_members(a, b);
		else if (op == 1)
			a = bms_int_members(a, b);
		else if (op == 2)
			a = bms_del_members(a, b);
		else if (op == 3)
			a = bms_join(a, bms_copy(b));
		fine &= agrees(a, ma);
	}
	ok(fine, "random unions, intersections and differences agree with flags (seed %u)", seed);
}

int
main(void)
{
	Bitmapset *a;
	Bitmapset *b;

	unit_init();
	test_random((unsigned) time(NULL));

	a = bms_add_range(NULL, 60, 70);
	b = bms_add_range(NULL, 62, 65);
	ok(bms_num_members(a) == 11 && bms_is_subset(b, a), "a range crosses words");
	is_int(bms_subset_compare(b, a), BMS_SUBSET1, "subset_compare tells which is smaller");
	is_int(bms_member_index(a, 65), 5, "member_index counts smaller members");
	ok(bms_del_member(bms_make_singleton(200), 200) == NULL, "the last member out leaves NULL");
	ok(bms_equal(bms_del_member(bms_add_member(bms_make_singleton(3), 200), 200),
				 bms_make_singleton(3)),
	   "a set that shrank equals one that never grew");
	return done_testing();
}
