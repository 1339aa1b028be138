/*
 * heap_private.h
 *		Shared by heap.c and heap_constraints.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/heap_private.h
 */
#ifndef HEAP_PRIVATE_H
#define HEAP_PRIVATE_H

#include "nodes/pg_list.h"
#include "utils/relcache.h"

/* heap_constraints.c */
extern void store_constraints(Relation rel, List *cooked, bool is_internal);

#endif /* HEAP_PRIVATE_H */
