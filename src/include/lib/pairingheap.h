/*
 * lib/pairingheap.h
 *		A priority queue whose nodes are inside the elements.
 *
 * compare(a, b, arg) > 0 means that a comes out first.  Insertion is O(1),
 * removal of the first O(log n) amortized.  After Fredman et al., "The pairing
 * heap" (Algorithmica 1, 1986).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/lib/pairingheap.h
 */
#ifndef PAIRINGHEAP_H
#define PAIRINGHEAP_H

#include "lib/stringinfo.h"

typedef struct pairingheap_node
{
	struct pairingheap_node *first_child;
	struct pairingheap_node *next_sibling;
	struct pairingheap_node *prev_or_parent;
} pairingheap_node;

typedef int (*pairingheap_comparator)(const pairingheap_node *a,
									  const pairingheap_node *b,
									  void *arg);

typedef struct pairingheap
{
	pairingheap_comparator ph_compare;
	void *ph_arg;
	pairingheap_node *ph_root;
} pairingheap;

#define pairingheap_container(type, member, ptr) \
	((type *) ((char *) (ptr) -offsetof(type, member)))
#define pairingheap_const_container(type, member, ptr) \
	((const type *) ((const char *) (ptr) -offsetof(type, member)))
#define pairingheap_reset(h) ((h)->ph_root = NULL)
#define pairingheap_is_empty(h) ((h)->ph_root == NULL)
#define pairingheap_is_singular(h) \
	((h)->ph_root && (h)->ph_root->first_child == NULL)

extern pairingheap *pairingheap_allocate(pairingheap_comparator compare,
										 void *arg);
extern void pairingheap_free(pairingheap *heap);
extern void pairingheap_add(pairingheap *heap, pairingheap_node *node);
extern pairingheap_node *pairingheap_first(pairingheap *heap);
extern pairingheap_node *pairingheap_remove_first(pairingheap *heap);
extern void pairingheap_remove(pairingheap *heap, pairingheap_node *node);

#endif /* PAIRINGHEAP_H */
