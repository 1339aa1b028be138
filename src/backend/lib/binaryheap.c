/*
 * binaryheap.c
 *		A priority queue of Datums in an array.
 *
 * See lib/binaryheap.h.  Children of the node at i are at 2i+1 and 2i+2.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/lib/binaryheap.c
 */
#include "postgres.h"

#include "lib/binaryheap.h"

binaryheap *
binaryheap_allocate(int capacity, binaryheap_comparator compare, void *arg)
{
	binaryheap *heap = palloc(offsetof(binaryheap, bh_nodes) +
							  sizeof(Datum) * capacity);

	heap->bh_space = capacity;
	heap->bh_compare = compare;
	heap->bh_arg = arg;
	binaryheap_reset(heap);
	return heap;
}

void
binaryheap_reset(binaryheap *heap)
{
	heap->bh_size = 0;
	heap->bh_has_heap_property = true;
}

void
binaryheap_free(binaryheap *heap)
{
	pfree(heap);
}

/* Move the node at i down to where it belongs. */
static void
sift_down(binaryheap *heap, int i)
{
	Datum moving = heap->bh_nodes[i];

	for (;;)
	{
		int child = 2 * i + 1;

		if (child >= heap->bh_size)
			break;
		if (child + 1 < heap->bh_size &&
			heap->bh_compare(heap->bh_nodes[child + 1], heap->bh_nodes[child],
							 heap->bh_arg) > 0)
			child++;
		if (heap->bh_compare(heap->bh_nodes[child], moving, heap->bh_arg) <= 0)
			break;
		heap->bh_nodes[i] = heap->bh_nodes[child];
		i = child;
	}
	heap->bh_nodes[i] = moving;
}

void
binaryheap_add_unordered(binaryheap *heap, Datum d)
{
	if (heap->bh_size >= heap->bh_space)
		elog(ERROR, "out of binary heap slots");
	heap->bh_nodes[heap->bh_size++] = d;
	heap->bh_has_heap_property = false;
}

/* Order what was added unordered: O(n). */
void
binaryheap_build(binaryheap *heap)
{
	for (int i = heap->bh_size / 2 - 1; i >= 0; i--)
		sift_down(heap, i);
	heap->bh_has_heap_property = true;
}

void
binaryheap_add(binaryheap *heap, Datum d)
{
	int i = heap->bh_size;

	if (i >= heap->bh_space)
		elog(ERROR, "out of binary heap slots");
	heap->bh_size++;
	while (i > 0)
	{
		int parent = (i - 1) / 2;

		if (heap->bh_compare(d, heap->bh_nodes[parent], heap->bh_arg) <= 0)
			break;
		heap->bh_nodes[i] = heap->bh_nodes[parent];
		i = parent;
	}
	heap->bh_nodes[i] = d;
}

Datum
binaryheap_first(binaryheap *heap)
{
	Assert(!binaryheap_empty(heap) && heap->bh_has_heap_property);
	return heap->bh_nodes[0];
}

Datum
binaryheap_remove_first(binaryheap *heap)
{
	Datum result = binaryheap_first(heap);

	if (--heap->bh_size > 0)
		binaryheap_replace_first(heap, heap->bh_nodes[heap->bh_size]);
	return result;
}

void
binaryheap_replace_first(binaryheap *heap, Datum d)
{
	heap->bh_nodes[0] = d;
	sift_down(heap, 0);
}
