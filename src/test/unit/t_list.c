/*
 * t_list.c
 *		Lists: growth, removal in loops, sets, order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_list.c
 */
#include "tap.h"

#include "nodes/pg_list.h"
#include "nodes/value.h"

/* The members of an int list as text. */
static char *
show(const List *l)
{
	static char buf[4][1024];
	static int which;
	char *s = buf[which++ % 4];
	ListCell *lc;

	s[0] = '\0';
	foreach (lc, l)
		sprintf(s + strlen(s), "%d ", lfirst_int(lc));
	return s;
}

static void
test_growth(void)
{
	List *l = NIL;
	bool right = true;

	for (int i = 0; i < 1000; i++)
		l = lappend_int(l, i);
	for (int i = 0; i < 1000; i++)
		right &= list_nth_int(l, i) == i;
	ok(right && list_length(l) == 1000, "a thousand appended ints are there in order");
	l = list_make3_int(2, 3, 4);
	l = lcons_int(1, l);
	l = list_insert_nth_int(l, 2, 9);
	is_str(show(l), "1 2 9 3 4 ", "cells can be put in front and between");
	l = list_concat(l, l);
	is_str(show(l), "1 2 9 3 4 1 2 9 3 4 ", "a list can be appended to itself");
}

static void
test_removal(void)
{
	List *l = list_make4_int(1, 2, 3, 4);
	ListCell *lc;
	int seen = 0;

	foreach (lc, l)
	{
		seen++;
		if (lfirst_int(lc) % 2 == 0)
			l = foreach_delete_current(l, lc);
	}
	is_str(show(l), "1 3 ", "members deleted inside foreach are gone");
	is_int(seen, 4, "and foreach saw each member once");
	l = list_delete_int(list_delete_int(l, 1), 3);
	ok(l == NIL, "a list without members is NIL");
	is_str(show(list_truncate(list_make3_int(1, 2, 3), 2)), "1 2 ", "truncation keeps the head");
	is_str(show(list_copy_tail(list_make3_int(1, 2, 3), 1)), "2 3 ", "copy_tail skips the head");
	is_str(show(list_delete_first_n(list_make3_int(1, 2, 3), 2)), "3 ", "delete_first_n takes from the head");
}

static void
test_sets(void)
{
	List *a = list_make3_int(1, 2, 3);
	List *b = list_make2_int(3, 4);
	List *names = list_make1(makeString("x"));
	List *oids;

	is_str(show(list_union_int(a, b)), "1 2 3 4 ", "union");
	is_str(show(list_intersection_int(a, b)), "3 ", "intersection");
	is_str(show(list_difference_int(a, b)), "1 2 ", "difference");
	ok(list_member(names, makeString("x")) && !list_member_ptr(names, makeString("x")),
	   "list_member compares by value, list_member_ptr by address");
	oids = list_make4_oid(4000000000u, 5, 5, 7);
	list_sort(oids, list_oid_cmp);
	list_deduplicate_oid(oids);
	ok(list_length(oids) == 3 && linitial_oid(oids) == 5 && llast_oid(oids) == 4000000000u,
	   "OIDs sort as unsigned, and duplicates go");
}

int
main(void)
{
	unit_init();
	test_growth();
	test_removal();
	test_sets();
	return done_testing();
}
