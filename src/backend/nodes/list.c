/*
 * list.c
 *		Growable arrays of pointers, ints or OIDs.
 *
 * The first few cells lie in the List itself, so that a short list is one
 * allocation; a list that outgrows them moves its cells to an array of their
 * own, in the list's memory context, and doubles it as needed.  The set
 * functions are quadratic: lists of more than some hundred members belong in
 * another structure.
 *
 * Functions that return a List may have changed their first argument in place
 * (lappend, list_delete, list_concat, ...); those that make a new list say
 * copy, union, intersection or difference in their name.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/list.c
 */
#include "postgres.h"

#include "nodes/pg_list.h"
#include "utils/memutils.h"

#define MIN_CELLS 5 /* List header and cells: 64 bytes */

/* The four ways in which cells are compared, for the macros below. */
#define SAME_NODE(c, d) equal((c)->ptr_value, (d).ptr_value)
#define SAME_PTR(c, d) ((c)->ptr_value == (d).ptr_value)
#define SAME_INT(c, d) ((c)->int_value == (d).int_value)
#define SAME_OID(c, d) ((c)->oid_value == (d).oid_value)

/* ---- building blocks ---- */

static List *
list_alloc(NodeTag tag, int length)
{
	int room = Max(length, MIN_CELLS);
	List *l;

	l = palloc(offsetof(List, initial_elements) + room * sizeof(ListCell));
	l->type = tag;
	l->length = length;
	l->max_length = room;
	l->elements = l->initial_elements;
	return l;
}

/* Make room for at least that many cells. */
static void
list_reserve(List *l, int length)
{
	int room = Max(l->max_length * 2, length);
	ListCell *cells;

	if (length <= l->max_length)
		return;
	if (l->elements == l->initial_elements)
	{
		cells = MemoryContextAlloc(GetMemoryChunkContext(l),
								   room * sizeof(ListCell));
		memcpy(cells, l->elements, l->length * sizeof(ListCell));
	}
	else
		cells = repalloc(l->elements, room * sizeof(ListCell));
	l->elements = cells;
	l->max_length = room;
}

static List *
list_insert_cell(List *l, NodeTag tag, int pos, ListCell cell)
{
	if (l == NIL)
	{
		Assert(pos == 0);
		return list_make_cells(tag, 1, &cell);
	}
	Assert(l->type == tag);
	Assert(pos >= 0 && pos <= l->length);
	list_reserve(l, l->length + 1);
	memmove(l->elements + pos + 1, l->elements + pos,
			(l->length - pos) * sizeof(ListCell));
	l->elements[pos] = cell;
	l->length++;
	return l;
}

/* Remove cells pos up to pos + n - 1; an emptied list is freed. */
static List *
list_remove_cells(List *l, int pos, int n)
{
	Assert(pos >= 0 && n >= 0 && pos + n <= list_length(l));
	if (n == 0)
		return l;
	if (n == l->length)
	{
		list_free(l);
		return NIL;
	}
	memmove(l->elements + pos, l->elements + pos + n,
			(l->length - pos - n) * sizeof(ListCell));
	l->length -= n;
	return l;
}

/* A new list of cells from to end - 1. */
static List *
list_slice(const List *l, int from, int end)
{
	List *r;

	end = Min(end, list_length(l));
	from = Max(from, 0);
	if (from >= end)
		return NIL;
	r = list_alloc(l->type, end - from);
	memcpy(r->elements, l->elements + from, (end - from) * sizeof(ListCell));
	return r;
}

/* A new list with n cells copied from an array. */
List *
list_make_cells(NodeTag tag, int n, const ListCell *cells)
{
	List *l = list_alloc(tag, n);

	memcpy(l->elements, cells, n * sizeof(ListCell));
	return l;
}

/* ---- one element in ---- */

List *
lappend(List *list, void *datum)
{
	return list_insert_cell(list, T_List, list_length(list), LP_(datum));
}

List *
lappend_int(List *list, int datum)
{
	return list_insert_cell(list, T_IntList, list_length(list), LI_(datum));
}

List *
lappend_oid(List *list, Oid datum)
{
	return list_insert_cell(list, T_OidList, list_length(list), LO_(datum));
}

List *
lcons(void *datum, List *list)
{
	return list_insert_cell(list, T_List, 0, LP_(datum));
}

List *
lcons_int(int datum, List *list)
{
	return list_insert_cell(list, T_IntList, 0, LI_(datum));
}

List *
lcons_oid(Oid datum, List *list)
{
	return list_insert_cell(list, T_OidList, 0, LO_(datum));
}

List *
list_insert_nth(List *list, int pos, void *datum)
{
	return list_insert_cell(list, T_List, pos, LP_(datum));
}

List *
list_insert_nth_int(List *list, int pos, int datum)
{
	return list_insert_cell(list, T_IntList, pos, LI_(datum));
}

List *
list_insert_nth_oid(List *list, int pos, Oid datum)
{
	return list_insert_cell(list, T_OidList, pos, LO_(datum));
}

/* ---- whole lists ---- */

/* Append the cells of list2 (which stays as it is) to list1. */
List *
list_concat(List *list1, const List *list2)
{
	int n2 = list_length(list2);

	if (list1 == NIL)
		return list_copy(list2);
	if (n2 == 0)
		return list1;
	Assert(list1->type == list2->type);
	list_reserve(list1, list1->length + n2);
	/* list1 and list2 may be the same list: read the cells after growing */
	memcpy(list1->elements + list1->length, list2->elements,
		   n2 * sizeof(ListCell));
	list1->length += n2;
	return list1;
}

List *
list_concat_copy(const List *list1, const List *list2)
{
	return list_concat(list_copy(list1), list2);
}

List *
list_copy(const List *list)
{
	return list_slice(list, 0, list_length(list));
}

List *
list_copy_head(const List *oldlist, int len)
{
	return list_slice(oldlist, 0, len);
}

List *
list_copy_tail(const List *list, int nskip)
{
	return list_slice(list, nskip, list_length(list));
}

/* A copy whose pointers are copies of the nodes pointed to. */
List *
list_copy_deep(const List *oldlist)
{
	List *r = list_copy(oldlist);

	if (r != NIL && r->type == T_List)
	{
		for (int i = 0; i < r->length; i++)
			r->elements[i].ptr_value =
				copyObjectImpl(oldlist->elements[i].ptr_value);
	}
	return r;
}

List *
list_truncate(List *list, int new_size)
{
	int n = list_length(list);

	new_size = Max(new_size, 0);
	if (new_size >= n)
		return list;
	if (new_size == 0)
		return NIL;
	list->length = new_size;
	return list;
}

void
list_free(List *list)
{
	if (list == NIL)
		return;
	if (list->elements != list->initial_elements)
		pfree(list->elements);
	pfree(list);
}

/* Free the list and what its pointers point to, but not what that points to. */
void
list_free_deep(List *list)
{
	Assert(list == NIL || list->type == T_List);
	for (int i = 0; i < list_length(list); i++)
		pfree(list->elements[i].ptr_value);
	list_free(list);
}

/* ---- elements out ---- */

List *
list_delete_nth_cell(List *list, int n)
{
	return list_remove_cells(list, n, 1);
}

List *
list_delete_cell(List *list, ListCell *cell)
{
	return list_remove_cells(list, list_cell_number(list, cell), 1);
}

List *
list_delete_first(List *list)
{
	return list_remove_cells(list, 0, Min(list_length(list), 1));
}

List *
list_delete_first_n(List *list, int n)
{
	return list_remove_cells(list, 0, Max(Min(n, list_length(list)), 0));
}

List *
list_delete_last(List *list)
{
	if (list_length(list) <= 1)
	{
		list_free(list);
		return NIL;
	}
	list->length--;
	return list;
}

/* ---- sets: the same code for each way to compare ---- */

/*
 * LIST_SET_FUNCS makes, for one way to compare cells, a static find function
 * that returns the index of the first cell alike, or -1; and on top of it
 * member, delete, append_unique, concat_unique, union and difference.
 */
#define LIST_SET_FUNCS(suffix, tag, ctype, cctype, mkcell, same)                  \
	static int                                                                    \
		find##suffix(const List *l, ListCell wanted)                              \
	{                                                                             \
		Assert(l == NIL || l->type == tag);                                       \
		for (int i = 0; i < list_length(l); i++)                                  \
			if (same(l->elements + i, wanted))                                    \
				return i;                                                         \
		return -1;                                                                \
	}                                                                             \
	bool                                                                          \
		list_member##suffix(const List *list, cctype datum)                       \
	{                                                                             \
		return find##suffix(list, mkcell((ctype) datum)) >= 0;                    \
	}                                                                             \
	List *                                                                        \
		list_delete##suffix(List *list, ctype datum)                              \
	{                                                                             \
		int i = find##suffix(list, mkcell(datum));                                \
		return i < 0 ? list : list_remove_cells(list, i, 1);                      \
	}                                                                             \
	List *                                                                        \
		list_append_unique##suffix(List *list, ctype datum)                       \
	{                                                                             \
		ListCell c = mkcell(datum);                                               \
		if (find##suffix(list, c) >= 0)                                           \
			return list;                                                          \
		return list_insert_cell(list, tag, list_length(list), c);                 \
	}                                                                             \
	List *                                                                        \
		list_concat_unique##suffix(List *list1, const List *list2)                \
	{                                                                             \
		for (int i = 0; i < list_length(list2); i++)                              \
			if (find##suffix(list1, list2->elements[i]) < 0)                      \
				list1 = list_insert_cell(list1, tag, list_length(list1),          \
										 list2->elements[i]);                     \
		return list1;                                                             \
	}                                                                             \
	List *                                                                        \
		list_union##suffix(const List *list1, const List *list2)                  \
	{                                                                             \
		return list_concat_unique##suffix(list_copy(list1), list2);               \
	}                                                                             \
	List *                                                                        \
		list_difference##suffix(const List *list1, const List *list2)             \
	{                                                                             \
		List *r = NIL;                                                            \
		for (int i = 0; i < list_length(list1); i++)                              \
			if (find##suffix(list2, list1->elements[i]) < 0)                      \
				r = list_insert_cell(r, tag, list_length(r), list1->elements[i]); \
		return r;                                                                 \
	}

#define LIST_INTERSECTION(suffix, tag)                                            \
	List *                                                                        \
		list_intersection##suffix(const List *list1, const List *list2)           \
	{                                                                             \
		List *r = NIL;                                                            \
		for (int i = 0; i < list_length(list1); i++)                              \
			if (find##suffix(list2, list1->elements[i]) >= 0)                     \
				r = list_insert_cell(r, tag, list_length(r), list1->elements[i]); \
		return r;                                                                 \
	}

LIST_SET_FUNCS(, T_List, void *, const void *, LP_, SAME_NODE)
LIST_SET_FUNCS(_ptr, T_List, void *, const void *, LP_, SAME_PTR)
LIST_SET_FUNCS(_int, T_IntList, int, int, LI_, SAME_INT)
LIST_SET_FUNCS(_oid, T_OidList, Oid, Oid, LO_, SAME_OID)
LIST_INTERSECTION(, T_List)
LIST_INTERSECTION(_int, T_IntList)

bool
list_member_xid(const List *list, TransactionId datum)
{
	return list_member_oid(list, (Oid) datum);
}

/* ---- order ---- */

static list_sort_comparator sort_cmp;

static int
sort_adapter(const void *a, const void *b)
{
	return sort_cmp(a, b);
}

/* Sort in place.  The comparator must not sort another list itself. */
void
list_sort(List *list, list_sort_comparator cmp)
{
	if (list_length(list) < 2)
		return;
	sort_cmp = cmp;
	qsort(list->elements, list->length, sizeof(ListCell), sort_adapter);
}

int
list_int_cmp(const ListCell *p1, const ListCell *p2)
{
	return (lfirst_int(p1) > lfirst_int(p2)) - (lfirst_int(p1) < lfirst_int(p2));
}

int
list_oid_cmp(const ListCell *p1, const ListCell *p2)
{
	return (lfirst_oid(p1) > lfirst_oid(p2)) - (lfirst_oid(p1) < lfirst_oid(p2));
}

/* Drop repeated members of a sorted OID list, in place. */
void
list_deduplicate_oid(List *list)
{
	int kept = 1;

	if (list_length(list) < 2)
		return;
	for (int i = 1; i < list->length; i++)
		if (!SAME_OID(list->elements + kept - 1, list->elements[i]))
			list->elements[kept++] = list->elements[i];
	list->length = kept;
}
