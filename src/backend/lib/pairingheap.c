/*
 * pairingheap.c
 *		A priority queue whose nodes are inside the elements.
 *
 * See lib/pairingheap.h.  A node's prev_or_parent is its parent if it is the first
 * child, else the sibling before it; the root has none.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/lib/pairingheap.c
 */
#include "postgres.h"

#include "lib/pairingheap.h"

pairingheap *
pairingheap_allocate(pairingheap_comparator compare, void *arg)
{
	pairingheap *heap = palloc(sizeof(pairingheap));

	heap->ph_compare = compare;
	heap->ph_arg = arg;
	heap->ph_root = NULL;
	return heap;
}

void
pairingheap_free(pairingheap *heap)
{
	pfree(heap);
}

/* Join two heaps (either may be NULL): the worse root becomes a child. */
static pairingheap_node *
meld(pairingheap *heap, pairingheap_node *a, pairingheap_node *b)
{
	if (a == NULL || b == NULL)
		return a ? a : b;
	if (heap->ph_compare(a, b, heap->ph_arg) < 0)
	{
		pairingheap_node *t = a;

		a = b;
		b = t;
	}
	b->prev_or_parent = a;
	b->next_sibling = a->first_child;
	if (a->first_child)
		a->first_child->prev_or_parent = b;
	a->first_child = b;
	a->next_sibling = NULL;
	a->prev_or_parent = NULL;
	return a;
}

void
pairingheap_add(pairingheap *heap, pairingheap_node *node)
{
	node->first_child = node->next_sibling = node->prev_or_parent = NULL;
	heap->ph_root = meld(heap, heap->ph_root, node);
}

pairingheap_node *
pairingheap_first(pairingheap *heap)
{
	Assert(!pairingheap_is_empty(heap));
	return heap->ph_root;
}

/* Two passes: meld pairs from the left, then the pairs from the right. */
static pairingheap_node *
merge_siblings(pairingheap *heap, pairingheap_node *list)
{
	pairingheap_node *pairs = NULL;
	pairingheap_node *result = NULL;

	while (list)
	{
		pairingheap_node *a = list;
		pairingheap_node *b = a->next_sibling;

		list = b ? b->next_sibling : NULL;
		a = meld(heap, a, b);
		a->next_sibling = pairs;
		pairs = a;
	}
	while (pairs)
	{
		pairingheap_node *next = pairs->next_sibling;

		pairs->next_sibling = NULL;
		result = meld(heap, result, pairs);
		pairs = next;
	}
	if (result)
		result->next_sibling = result->prev_or_parent = NULL;
	return result;
}

pairingheap_node *
pairingheap_remove_first(pairingheap *heap)
{
	pairingheap_node *first = pairingheap_first(heap);

	heap->ph_root = merge_siblings(heap, first->first_child);
	return first;
}

void
pairingheap_remove(pairingheap *heap, pairingheap_node *node)
{
	if (node == heap->ph_root)
	{
		(void) pairingheap_remove_first(heap);
		return;
	}
	if (node->prev_or_parent->first_child == node)
		node->prev_or_parent->first_child = node->next_sibling;
	else
		node->prev_or_parent->next_sibling = node->next_sibling;
	if (node->next_sibling)
		node->next_sibling->prev_or_parent = node->prev_or_parent;
	heap->ph_root = meld(heap, heap->ph_root,
						 merge_siblings(heap, node->first_child));
}
