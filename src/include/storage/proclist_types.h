/*
 * proclist_types.h
 *		Lists of processes in shared memory, by number.
 *
 * Each list runs through a proclist_node of PGPROC; process numbers, not
 * pointers, link it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/proclist_types.h
 */
#ifndef PROCLIST_TYPES_H
#define PROCLIST_TYPES_H

#define INVALID_PGPROCNO 0x7FFFFFFF

/* A node that is in no list has next == prev == 0. */
typedef struct proclist_node
{
	int next;
	int prev;
} proclist_node;

typedef struct proclist_head
{
	int head;
	int tail;
} proclist_head;

typedef struct proclist_mutable_iter
{
	int cur;
	int next;
} proclist_mutable_iter;

#endif /* PROCLIST_TYPES_H */
