/*
 * proclist.h
 *		Operations on lists of processes.
 *
 * Each takes the member of PGPROC that links the list. The caller holds
 * whatever guards the list.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/proclist.h
 */
#ifndef PROCLIST_H
#define PROCLIST_H

#include "storage/proc.h"
#include "storage/proclist_types.h"

static inline void
proclist_init(proclist_head *list)
{
	list->head = list->tail = INVALID_PGPROCNO;
}

static inline bool
proclist_is_empty(const proclist_head *list)
{
	return list->head == INVALID_PGPROCNO;
}

static inline proclist_node *
proclist_node_get(int procno, size_t link_off)
{
	return (proclist_node *) ((char *) GetPGProcByNumber(procno) + link_off);
}

static inline void
proclist_push_head_offset(proclist_head *list, int procno, size_t link_off)
{
	proclist_node *node = proclist_node_get(procno, link_off);

	Assert(node->next == 0 && node->prev == 0);
	node->prev = INVALID_PGPROCNO;
	node->next = list->head;
	if (proclist_is_empty(list))
		list->tail = procno;
	else
		proclist_node_get(list->head, link_off)->prev = procno;
	list->head = procno;
}

static inline void
proclist_push_tail_offset(proclist_head *list, int procno, size_t link_off)
{
	proclist_node *node = proclist_node_get(procno, link_off);

	Assert(node->next == 0 && node->prev == 0);
	node->next = INVALID_PGPROCNO;
	node->prev = list->tail;
	if (proclist_is_empty(list))
		list->head = procno;
	else
		proclist_node_get(list->tail, link_off)->next = procno;
	list->tail = procno;
}

static inline void
proclist_delete_offset(proclist_head *list, int procno, size_t link_off)
{
	proclist_node *node = proclist_node_get(procno, link_off);

	Assert(node->next != 0 || node->prev != 0);
	if (node->prev == INVALID_PGPROCNO)
		list->head = node->next;
	else
		proclist_node_get(node->prev, link_off)->next = node->next;
	if (node->next == INVALID_PGPROCNO)
		list->tail = node->prev;
	else
		proclist_node_get(node->next, link_off)->prev = node->prev;
	node->next = node->prev = 0;
}

/* Is the process in this list?  (It is in one list at most.) */
static inline bool
proclist_contains_offset(const proclist_head *list, int procno, size_t link_off)
{
	const proclist_node *node = proclist_node_get(procno, link_off);

	return node->next != 0 || node->prev != 0;
}

static inline PGPROC *
proclist_pop_head_node_offset(proclist_head *list, size_t link_off)
{
	int procno = list->head;

	Assert(procno != INVALID_PGPROCNO);
	proclist_delete_offset(list, procno, link_off);
	return GetPGProcByNumber(procno);
}

#define proclist_push_head(l, no, m) proclist_push_head_offset(l, no, offsetof(PGPROC, m))
#define proclist_push_tail(l, no, m) proclist_push_tail_offset(l, no, offsetof(PGPROC, m))
#define proclist_delete(l, no, m) proclist_delete_offset(l, no, offsetof(PGPROC, m))
#define proclist_contains(l, no, m) proclist_contains_offset(l, no, offsetof(PGPROC, m))
#define proclist_pop_head_node(l, m) proclist_pop_head_node_offset(l, offsetof(PGPROC, m))

/* The current element may be deleted from the list. */
#define proclist_foreach_modify(iter, l, m)                                                                      \
	for ((iter).cur = (l)->head,                                                                                 \
		(iter).next = (iter).cur == INVALID_PGPROCNO ? INVALID_PGPROCNO : GetPGProcByNumber((iter).cur)->m.next; \
		 (iter).cur != INVALID_PGPROCNO;                                                                         \
		 (iter).cur = (iter).next,                                                                               \
		(iter).next = (iter).cur == INVALID_PGPROCNO ? INVALID_PGPROCNO : GetPGProcByNumber((iter).cur)->m.next)

#endif /* PROCLIST_H */
