/*
 * pg_list.h
 *		Lists: growable arrays of pointers, ints or OIDs.
 *
 * NIL (NULL) is the empty list, and the only one.  All cells of a list have
 * the kind that its tag says.  A cell lives in the array and may move when
 * the list grows: hold indexes, not cells, over an append.  Functions that
 * change a list return it, since it may be a new one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/pg_list.h
 */
#ifndef PG_LIST_H
#define PG_LIST_H

#include "nodes/nodes.h"

typedef union ListCell
{
	void *ptr_value;
	int int_value;
	Oid oid_value;
} ListCell;

typedef struct List
{
	NodeTag type; /* T_List, T_IntList or T_OidList */
	int length; /* cells in use, at least 1 */
	int max_length; /* cells that fit */
	ListCell *elements; /* in initial_elements or palloc'd */
	ListCell initial_elements[FLEXIBLE_ARRAY_MEMBER];
} List;

#define NIL ((List *) NULL)

typedef struct ForEachState
{
	const List *l;
	int i;
} ForEachState;

typedef struct ForBothState
{
	const List *l1;
	const List *l2;
	int i;
} ForBothState;

typedef struct ForBothCellState
{
	const List *l1;
	const List *l2;
	int i1;
	int i2;
} ForBothCellState;

typedef struct ForThreeState
{
	const List *l1;
	const List *l2;
	const List *l3;
	int i;
} ForThreeState;

typedef struct ForFourState
{
	const List *l1;
	const List *l2;
	const List *l3;
	const List *l4;
	int i;
} ForFourState;

typedef struct ForFiveState
{
	const List *l1;
	const List *l2;
	const List *l3;
	const List *l4;
	const List *l5;
	int i;
} ForFiveState;

/* ---- cells ---- */
#define lfirst(c) ((c)->ptr_value)
#define lfirst_int(c) ((c)->int_value)
#define lfirst_oid(c) ((c)->oid_value)
#define lfirst_node(T, c) castNode(T, lfirst(c))

static inline int
list_length(const List *l)
{
	return l == NIL ? 0 : l->length;
}

static inline ListCell *
list_head(const List *l)
{
	return l == NIL ? NULL : l->elements;
}

static inline ListCell *
list_tail(const List *l)
{
	return l == NIL ? NULL : l->elements + l->length - 1;
}

static inline ListCell *
list_second_cell(const List *l)
{
	return list_length(l) < 2 ? NULL : l->elements + 1;
}

static inline ListCell *
list_nth_cell(const List *l, int n)
{
	Assert(n >= 0 && n < list_length(l));
	return l->elements + n;
}

static inline ListCell *
list_last_cell(const List *l)
{
	Assert(l != NIL);
	return l->elements + l->length - 1;
}

static inline ListCell *
lnext(const List *l, const ListCell *c)
{
	Assert(c >= l->elements && c < l->elements + l->length);
	c++;
	return c < l->elements + l->length ? (ListCell *) c : NULL;
}

static inline void *
list_nth(const List *l, int n)
{
	Assert(IsA(l, List));
	return list_nth_cell(l, n)->ptr_value;
}

static inline int
list_nth_int(const List *l, int n)
{
	Assert(IsA(l, IntList));
	return list_nth_cell(l, n)->int_value;
}

static inline Oid
list_nth_oid(const List *l, int n)
{
	Assert(IsA(l, OidList));
	return list_nth_cell(l, n)->oid_value;
}

static inline int
list_cell_number(const List *l, const ListCell *c)
{
	Assert(c >= l->elements && c < l->elements + l->length);
	return c - l->elements;
}

#define list_nth_node(T, l, n) castNode(T, list_nth(l, n))
#define linitial(l) lfirst(list_nth_cell(l, 0))
#define linitial_int(l) lfirst_int(list_nth_cell(l, 0))
#define linitial_oid(l) lfirst_oid(list_nth_cell(l, 0))
#define linitial_node(T, l) castNode(T, linitial(l))
#define lsecond(l) lfirst(list_nth_cell(l, 1))
#define lsecond_int(l) lfirst_int(list_nth_cell(l, 1))
#define lsecond_oid(l) lfirst_oid(list_nth_cell(l, 1))
#define lsecond_node(T, l) castNode(T, lsecond(l))
#define lthird(l) lfirst(list_nth_cell(l, 2))
#define lthird_int(l) lfirst_int(list_nth_cell(l, 2))
#define lthird_oid(l) lfirst_oid(list_nth_cell(l, 2))
#define lthird_node(T, l) castNode(T, lthird(l))
#define lfourth(l) lfirst(list_nth_cell(l, 3))
#define lfourth_int(l) lfirst_int(list_nth_cell(l, 3))
#define lfourth_oid(l) lfirst_oid(list_nth_cell(l, 3))
#define lfourth_node(T, l) castNode(T, lfourth(l))
#define llast(l) lfirst(list_last_cell(l))
#define llast_int(l) lfirst_int(list_last_cell(l))
#define llast_oid(l) lfirst_oid(list_last_cell(l))
#define llast_node(T, l) castNode(T, llast(l))

/* ---- loops: cell is a ListCell * that the caller declares ---- */
#define LIST_CELL_AT_(l, i) \
	((l) != NIL && (i) < (l)->length ? (l)->elements + (i) : (ListCell *) NULL)

#define for_each_from(cell, lst, n)                                          \
	for (ForEachState cell##__state = {(lst), (n)};                          \
		 ((cell) = LIST_CELL_AT_(cell##__state.l, cell##__state.i)) != NULL; \
		 cell##__state.i++)
#define foreach(cell, lst) for_each_from (cell, lst, 0)
#define for_each_cell(cell, lst, initcell) \
	for_each_from (cell, lst,              \
				   (initcell) ? list_cell_number(lst, initcell) : list_length(lst))

#define foreach_delete_current(lst, cell) \
	(cell##__state.i--,                   \
	 (List *) (cell##__state.l = list_delete_cell(lst, cell)))
#define foreach_current_index(cell) (cell##__state.i)

#define forboth(cell1, list1, cell2, list2)                                         \
	for (ForBothState cell1##__state = {(list1), (list2), 0};                       \
		 (cell1) = LIST_CELL_AT_(cell1##__state.l1, cell1##__state.i),              \
					  (cell2) = LIST_CELL_AT_(cell1##__state.l2, cell1##__state.i), \
					  (cell1) != NULL && (cell2) != NULL;                           \
		 cell1##__state.i++)

#define for_both_cell(cell1, list1, init1, cell2, list2, init2)                                             \
	for (ForBothCellState cell1##__state = {(list1), (list2),                                               \
											(init1) ? list_cell_number(list1, init1) : list_length(list1),  \
											(init2) ? list_cell_number(list2, init2) : list_length(list2)}; \
		 (cell1) = LIST_CELL_AT_(cell1##__state.l1, cell1##__state.i1),                                     \
						  (cell2) = LIST_CELL_AT_(cell1##__state.l2, cell1##__state.i2),                    \
						  (cell1) != NULL && (cell2) != NULL;                                               \
		 cell1##__state.i1++, cell1##__state.i2++)

#define forthree(cell1, list1, cell2, list2, cell3, list3)                           \
	for (ForThreeState cell1##__state = {(list1), (list2), (list3), 0};              \
		 (cell1) = LIST_CELL_AT_(cell1##__state.l1, cell1##__state.i),               \
					   (cell2) = LIST_CELL_AT_(cell1##__state.l2, cell1##__state.i), \
					   (cell3) = LIST_CELL_AT_(cell1##__state.l3, cell1##__state.i), \
					   (cell1) != NULL && (cell2) != NULL && (cell3) != NULL;        \
		 cell1##__state.i++)

#define forfour(cell1, list1, cell2, list2, cell3, list3, cell4, list4)                         \
	for (ForFourState cell1##__state = {(list1), (list2), (list3), (list4), 0};                 \
		 (cell1) = LIST_CELL_AT_(cell1##__state.l1, cell1##__state.i),                          \
					  (cell2) = LIST_CELL_AT_(cell1##__state.l2, cell1##__state.i),             \
					  (cell3) = LIST_CELL_AT_(cell1##__state.l3, cell1##__state.i),             \
					  (cell4) = LIST_CELL_AT_(cell1##__state.l4, cell1##__state.i),             \
					  (cell1) != NULL && (cell2) != NULL && (cell3) != NULL && (cell4) != NULL; \
		 cell1##__state.i++)

#define forfive(cell1, list1, cell2, list2, cell3, list3, cell4, list4, cell5, list5) \
	for (ForFiveState cell1##__state =                                                \
			 {(list1), (list2), (list3), (list4), (list5), 0};                        \
		 (cell1) = LIST_CELL_AT_(cell1##__state.l1, cell1##__state.i),                \
					  (cell2) = LIST_CELL_AT_(cell1##__state.l2, cell1##__state.i),   \
					  (cell3) = LIST_CELL_AT_(cell1##__state.l3, cell1##__state.i),   \
					  (cell4) = LIST_CELL_AT_(cell1##__state.l4, cell1##__state.i),   \
					  (cell5) = LIST_CELL_AT_(cell1##__state.l5, cell1##__state.i),   \
					  (cell1) != NULL && (cell2) != NULL && (cell3) != NULL &&        \
			 (cell4) != NULL && (cell5) != NULL;                                      \
		 cell1##__state.i++)

/* ---- making lists ---- */
static inline ListCell
list_make_ptr_cell(void *v)
{
	return (ListCell){.ptr_value = v};
}

static inline ListCell
list_make_int_cell(int v)
{
	return (ListCell){.int_value = v};
}

static inline ListCell
list_make_oid_cell(Oid v)
{
	return (ListCell){.oid_value = v};
}

extern List *list_make_cells(NodeTag tag, int n, const ListCell *cells);

#define LIST_OF_(tag, ...)                                                        \
	list_make_cells(tag,                                                          \
					(int) (sizeof((ListCell[]){__VA_ARGS__}) / sizeof(ListCell)), \
					(ListCell[]){__VA_ARGS__})
#define LP_(x) list_make_ptr_cell(x)
#define LI_(x) list_make_int_cell(x)
#define LO_(x) list_make_oid_cell(x)
#define list_make1(a) LIST_OF_(T_List, LP_(a))
#define list_make2(a, b) LIST_OF_(T_List, LP_(a), LP_(b))
#define list_make3(a, b, c) LIST_OF_(T_List, LP_(a), LP_(b), LP_(c))
#define list_make4(a, b, c, d) \
	LIST_OF_(T_List, LP_(a), LP_(b), LP_(c), LP_(d))
#define list_make5(a, b, c, d, e) \
	LIST_OF_(T_List, LP_(a), LP_(b), LP_(c), LP_(d), LP_(e))
#define list_make1_int(a) LIST_OF_(T_IntList, LI_(a))
#define list_make2_int(a, b) LIST_OF_(T_IntList, LI_(a), LI_(b))
#define list_make3_int(a, b, c) LIST_OF_(T_IntList, LI_(a), LI_(b), LI_(c))
#define list_make4_int(a, b, c, d) \
	LIST_OF_(T_IntList, LI_(a), LI_(b), LI_(c), LI_(d))
#define list_make1_oid(a) LIST_OF_(T_OidList, LO_(a))
#define list_make2_oid(a, b) LIST_OF_(T_OidList, LO_(a), LO_(b))
#define list_make3_oid(a, b, c) LIST_OF_(T_OidList, LO_(a), LO_(b), LO_(c))
#define list_make4_oid(a, b, c, d) \
	LIST_OF_(T_OidList, LO_(a), LO_(b), LO_(c), LO_(d))

/* list.c: growing */
extern List *lappend(List *list, void *datum);
extern List *lappend_int(List *list, int datum);
extern List *lappend_oid(List *list, Oid datum);
extern List *lcons(void *datum, List *list);
extern List *lcons_int(int datum, List *list);
extern List *lcons_oid(Oid datum, List *list);
extern List *list_insert_nth(List *list, int pos, void *datum);
extern List *list_insert_nth_int(List *list, int pos, int datum);
extern List *list_insert_nth_oid(List *list, int pos, Oid datum);
extern List *list_concat(List *list1, const List *list2);
extern List *list_concat_copy(const List *list1, const List *list2);
extern List *list_concat_unique(List *list1, const List *list2);
extern List *list_concat_unique_ptr(List *list1, const List *list2);
extern List *list_concat_unique_int(List *list1, const List *list2);
extern List *list_concat_unique_oid(List *list1, const List *list2);
extern List *list_append_unique(List *list, void *datum);
extern List *list_append_unique_ptr(List *list, void *datum);
extern List *list_append_unique_int(List *list, int datum);
extern List *list_append_unique_oid(List *list, Oid datum);

/* list.c: shrinking */
extern List *list_truncate(List *list, int new_size);
extern List *list_delete(List *list, void *datum);
extern List *list_delete_ptr(List *list, void *datum);
extern List *list_delete_int(List *list, int datum);
extern List *list_delete_oid(List *list, Oid datum);
extern List *list_delete_nth_cell(List *list, int n);
extern List *list_delete_cell(List *list, ListCell *cell);
extern List *list_delete_first(List *list);
extern List *list_delete_first_n(List *list, int n);
extern List *list_delete_last(List *list);
extern void list_free(List *list);
extern void list_free_deep(List *list);

/* list.c: sets, copies, order.  Without suffix, equal() compares. */
extern bool list_member(const List *list, const void *datum);
extern bool list_member_ptr(const List *list, const void *datum);
extern bool list_member_int(const List *list, int datum);
extern bool list_member_oid(const List *list, Oid datum);
extern bool list_member_xid(const List *list, TransactionId datum);
extern List *list_union(const List *list1, const List *list2);
extern List *list_union_ptr(const List *list1, const List *list2);
extern List *list_union_int(const List *list1, const List *list2);
extern List *list_union_oid(const List *list1, const List *list2);
extern List *list_intersection(const List *list1, const List *list2);
extern List *list_intersection_int(const List *list1, const List *list2);
extern List *list_difference(const List *list1, const List *list2);
extern List *list_difference_ptr(const List *list1, const List *list2);
extern List *list_difference_int(const List *list1, const List *list2);
extern List *list_difference_oid(const List *list1, const List *list2);
extern List *list_copy(const List *list);
extern List *list_copy_head(const List *oldlist, int len);
extern List *list_copy_tail(const List *list, int nskip);
extern List *list_copy_deep(const List *oldlist);
extern void list_deduplicate_oid(List *list);

typedef int (*list_sort_comparator)(const ListCell *a, const ListCell *b);
extern void list_sort(List *list, list_sort_comparator cmp);
extern int list_int_cmp(const ListCell *p1, const ListCell *p2);
extern int list_oid_cmp(const ListCell *p1, const ListCell *p2);

#endif /* PG_LIST_H */
