/*
 * lib/binaryheap.h
 *		A priority queue of Datums in an array of fixed capacity.
 *
 * compare(a, b, arg) > 0 means that a comes out first.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/lib/binaryheap.h
 */
#ifndef BINARYHEAP_H
#define BINARYHEAP_H

typedef int (*binaryheap_comparator)(Datum a, Datum b, void *arg);

typedef struct binaryheap
{
	int bh_size;
	int bh_space; /* capacity */
	bool bh_has_heap_property;
	binaryheap_comparator bh_compare;
	void *bh_arg;
	Datum bh_nodes[FLEXIBLE_ARRAY_MEMBER];
} binaryheap;

#define binaryheap_empty(h) ((h)->bh_size == 0)

/*
 * A heap in the current memory context, with room for capacity nodes; arg is
 * handed to each call of compare.  reset empties it, free gives it back.
 */
extern binaryheap *binaryheap_allocate(int capacity,
									   binaryheap_comparator compare,
									   void *arg);
extern void binaryheap_free(binaryheap *heap);
extern void binaryheap_reset(binaryheap *heap);

/*
 * Look at the node that comes first, take it out, or put another in its place,
 * which costs less than taking out and adding.  The heap must not be empty.
 */
extern Datum binaryheap_first(binaryheap *heap);
extern Datum binaryheap_remove_first(binaryheap *heap);
extern void binaryheap_replace_first(binaryheap *heap, Datum d);

/* Put a node in, in O(log n); ERROR if the heap is full. */
extern void binaryheap_add(binaryheap *heap, Datum d);

/*
 * Many nodes at once: add them in any order, then build once in O(n).  Between
 * the two nothing else may be asked of the heap.
 */
extern void binaryheap_add_unordered(binaryheap *heap, Datum d);
extern void binaryheap_build(binaryheap *heap);

#endif /* BINARYHEAP_H */
