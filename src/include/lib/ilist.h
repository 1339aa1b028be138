/*
 * lib/ilist.h
 *		Linked lists whose links are inside the elements.
 *
 * dlist: doubly linked, circular through the head, so removal needs no head.
 * slist: singly linked.  A zeroed dlist_head is a valid empty list.  Nothing
 * is allocated; a node is in at most one list.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/lib/ilist.h
 */
#ifndef ILIST_H
#define ILIST_H

typedef struct dlist_node dlist_node;
struct dlist_node
{
	dlist_node *prev;
	dlist_node *next;
};

typedef struct dlist_head
{
	dlist_node head; /* next: first, prev: last element */
} dlist_head;

typedef struct dlist_iter
{
	dlist_node *cur;
	dlist_node *end;
} dlist_iter;

/* For loops that delete or move cur. */
typedef struct dlist_mutable_iter
{
	dlist_node *cur;
	dlist_node *next;
	dlist_node *end;
} dlist_mutable_iter;

typedef struct slist_node slist_node;
struct slist_node
{
	slist_node *next;
};

typedef struct slist_head
{
	slist_node head;
} slist_head;

typedef struct slist_iter
{
	slist_node *cur;
} slist_iter;

typedef struct slist_mutable_iter
{
	slist_node *cur;
	slist_node *next;
	slist_node *prev;
} slist_mutable_iter;

#define DLIST_STATIC_INIT(name)        \
	{                                  \
		{                              \
			&(name).head, &(name).head \
		}                              \
	}
#define SLIST_STATIC_INIT(name) \
	{                           \
		{                       \
			NULL                \
		}                       \
	}

#define ilist_element(type, member, ptr) \
	((type *) ((char *) (ptr) -offsetof(type, member)))
#define dlist_container(type, member, ptr) ilist_element(type, member, ptr)
#define slist_container(type, member, ptr) ilist_element(type, member, ptr)

/* ---- dlist ---- */
static inline void
dlist_init(dlist_head *list)
{
	list->head.prev = list->head.next = &list->head;
}

static inline bool
dlist_is_empty(dlist_head *list)
{
	return list->head.next == NULL || list->head.next == &list->head;
}

/* Put node between two neighbours. */
static inline void
dlist_link_between(dlist_node *before, dlist_node *node, dlist_node *after)
{
	node->prev = before;
	node->next = after;
	before->next = node;
	after->prev = node;
}

static inline void
dlist_insert_after(dlist_node *after, dlist_node *node)
{
	dlist_link_between(after, node, after->next);
}

static inline void
dlist_insert_before(dlist_node *before, dlist_node *node)
{
	dlist_link_between(before->prev, node, before);
}

static inline void
dlist_push_head(dlist_head *list, dlist_node *node)
{
	if (list->head.next == NULL)
		dlist_init(list);
	dlist_insert_after(&list->head, node);
}

static inline void
dlist_push_tail(dlist_head *list, dlist_node *node)
{
	if (list->head.next == NULL)
		dlist_init(list);
	dlist_insert_before(&list->head, node);
}

static inline void
dlist_delete(dlist_node *node)
{
	dlist_node *before = node->prev;
	dlist_node *after = node->next;

	before->next = after;
	after->prev = before;
}

static inline void
dlist_delete_from(dlist_head *list pg_attribute_unused(), dlist_node *node)
{
	dlist_delete(node);
}

static inline dlist_node *
dlist_head_node(dlist_head *list)
{
	Assert(!dlist_is_empty(list));
	return list->head.next;
}

static inline dlist_node *
dlist_tail_node(dlist_head *list)
{
	Assert(!dlist_is_empty(list));
	return list->head.prev;
}

static inline dlist_node *
dlist_pop_head_node(dlist_head *list)
{
	dlist_node *first = dlist_head_node(list);

	dlist_delete(first);
	return first;
}

static inline void
dlist_move_head(dlist_head *list, dlist_node *node)
{
	if (list->head.next == node)
		return;
	dlist_delete(node);
	dlist_push_head(list, node);
}

static inline void
dlist_move_tail(dlist_head *list, dlist_node *node)
{
	if (list->head.prev == node)
		return;
	dlist_delete(node);
	dlist_push_tail(list, node);
}

static inline bool
dlist_has_next(dlist_head *list, dlist_node *node)
{
	return node->next != &list->head;
}

static inline bool
dlist_has_prev(dlist_head *list, dlist_node *node)
{
	return node->prev != &list->head;
}

static inline dlist_node *
dlist_next_node(dlist_head *list pg_attribute_unused(), dlist_node *node)
{
	return node->next;
}

static inline dlist_node *
dlist_prev_node(dlist_head *list pg_attribute_unused(), dlist_node *node)
{
	return node->prev;
}

#define dlist_head_element(type, member, list) \
	dlist_container(type, member, dlist_head_node(list))
#define dlist_tail_element(type, member, list) \
	dlist_container(type, member, dlist_tail_node(list))

#define dlist_foreach(iter, list)                                      \
	for ((iter).end = &(list)->head,                                   \
		(iter).cur = (iter).end->next ? (iter).end->next : (iter).end; \
		 (iter).cur != (iter).end;                                     \
		 (iter).cur = (iter).cur->next)
#define dlist_foreach_modify(iter, list)                               \
	for ((iter).end = &(list)->head,                                   \
		(iter).cur = (iter).end->next ? (iter).end->next : (iter).end, \
		(iter).next = (iter).cur->next;                                \
		 (iter).cur != (iter).end;                                     \
		 (iter).cur = (iter).next, (iter).next = (iter).cur->next)
#define dlist_reverse_foreach(iter, list)                              \
	for ((iter).end = &(list)->head,                                   \
		(iter).cur = (iter).end->prev ? (iter).end->prev : (iter).end; \
		 (iter).cur != (iter).end;                                     \
		 (iter).cur = (iter).cur->prev)

#define dlist_check(list) ((void) (list))
#define slist_check(list) ((void) (list))

/* ---- slist ---- */
static inline void
slist_init(slist_head *list)
{
	list->head.next = NULL;
}

static inline bool
slist_is_empty(slist_head *list)
{
	return list->head.next == NULL;
}

static inline void
slist_insert_after(slist_node *after, slist_node *node)
{
	node->next = after->next;
	after->next = node;
}

static inline void
slist_push_head(slist_head *list, slist_node *node)
{
	slist_insert_after(&list->head, node);
}

static inline slist_node *
slist_head_node(slist_head *list)
{
	Assert(!slist_is_empty(list));
	return list->head.next;
}

static inline slist_node *
slist_pop_head_node(slist_head *list)
{
	slist_node *first = slist_head_node(list);

	list->head.next = first->next;
	return first;
}

static inline bool
slist_has_next(slist_head *list pg_attribute_unused(), slist_node *node)
{
	return node->next != NULL;
}

static inline slist_node *
slist_next_node(slist_head *list pg_attribute_unused(), slist_node *node)
{
	return node->next;
}

/* Walks the list: O(n). */
static inline void
slist_delete(slist_head *list, const slist_node *node)
{
	slist_node *at = &list->head;

	while (at->next != NULL && at->next != node)
		at = at->next;
	Assert(at->next == node);
	at->next = node->next;
}

/* Delete the element that slist_foreach_modify is at. */
static inline void
slist_delete_current(slist_mutable_iter *iter)
{
	iter->prev->next = iter->next;
	iter->cur = iter->prev;
}

#define slist_head_element(type, member, list) \
	slist_container(type, member, slist_head_node(list))

#define slist_foreach(iter, list)        \
	for ((iter).cur = (list)->head.next; \
		 (iter).cur != NULL;             \
		 (iter).cur = (iter).cur->next)
#define slist_foreach_modify(iter, list)                    \
	for ((iter).prev = &(list)->head,                       \
		(iter).cur = (iter).prev->next,                     \
		(iter).next = (iter).cur ? (iter).cur->next : NULL; \
		 (iter).cur != NULL;                                \
		 (iter).prev = (iter).cur,                          \
		(iter).cur = (iter).next,                           \
		(iter).next = (iter).next ? (iter).next->next : NULL)

#endif /* ILIST_H */
