/*
 * slab.c
 *		Memory contexts for chunks of one size.
 *
 * A block holds a fixed number of chunks and a list of its free ones.  Blocks with
 * room are in one list, full ones in another; an empty block goes back to malloc
 * unless it is the only one with room.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/mmgr/slab.c
 */
#include "postgres.h"

#include "lib/ilist.h"
#include "utils/memutils.h"

typedef struct SlabChunk
{
	struct SlabBlock *block;
	MemoryContext context; /* NULL while free */
} SlabChunk;

typedef struct SlabBlock
{
	dlist_node node;
	SlabChunk *free; /* list of freed chunks, linked in their data */
	char *fresh; /* chunks from here on were never used */
	int nused;
} SlabBlock;

typedef struct Slab
{
	MemoryContextData header;
	dlist_head with_room;
	dlist_head full;
	Size chunk_size; /* what callers ask for */
	Size full_size; /* with header and padding */
	Size block_size;
	int per_block;
	int nblocks;
} Slab;

#define SLAB_HDR MAXALIGN(sizeof(SlabBlock))
#define SLAB_DATA(c) ((void *) ((char *) (c) + sizeof(SlabChunk)))
#define SLAB_CHUNK(p) ((SlabChunk *) ((char *) (p) - sizeof(SlabChunk)))
#define SLAB_LINK(c) (*(SlabChunk **) SLAB_DATA(c))

static const MemoryContextMethods slab_methods;

MemoryContext
SlabContextCreate(MemoryContext parent, const char *name, Size blockSize,
				  Size chunkSize)
{
	Slab *slab;
	Size full = MAXALIGN(Max(chunkSize, sizeof(void *))) + sizeof(SlabChunk);

	if (blockSize < SLAB_HDR + full)
		elog(ERROR, "block size %zu for slab is too small for %zu-byte chunks",
			 blockSize, chunkSize);
	slab = malloc(sizeof(Slab));
	if (slab == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while creating memory context \"%s\".", name)));
	memset(slab, 0, sizeof(*slab));
	dlist_init(&slab->with_room);
	dlist_init(&slab->full);
	slab->chunk_size = chunkSize;
	slab->full_size = full;
	slab->block_size = blockSize;
	slab->per_block = (int) ((blockSize - SLAB_HDR) / full);
	MemoryContextCreate(&slab->header, parent, &slab_methods, name);
	slab->header.mem_allocated = sizeof(Slab);
	return &slab->header;
}

static void
drop_block(Slab *slab, SlabBlock *b)
{
	dlist_delete(&b->node);
	free(b);
	slab->nblocks--;
	slab->header.mem_allocated -= slab->block_size;
}

static void
slab_reset(MemoryContext context)
{
	Slab *slab = (Slab *) context;

	while (!dlist_is_empty(&slab->with_room))
		drop_block(slab, dlist_head_element(SlabBlock, node, &slab->with_room));
	while (!dlist_is_empty(&slab->full))
		drop_block(slab, dlist_head_element(SlabBlock, node, &slab->full));
}

static void
slab_delete(MemoryContext context)
{
	slab_reset(context);
	context->magic = 0;
	free(context);
}

static void *
slab_alloc(MemoryContext context, Size size)
{
	Slab *slab = (Slab *) context;
	SlabBlock *b;
	SlabChunk *c;

	if (size != slab->chunk_size)
		elog(ERROR, "unexpected alloc chunk size %zu (expected %zu)",
			 size, slab->chunk_size);
	if (dlist_is_empty(&slab->with_room))
	{
		b = malloc(slab->block_size);
		if (b == NULL)
			return NULL;
		b->free = NULL;
		b->fresh = (char *) b + SLAB_HDR;
		b->nused = 0;
		dlist_push_head(&slab->with_room, &b->node);
		slab->nblocks++;
		context->mem_allocated += slab->block_size;
	}
	b = dlist_head_element(SlabBlock, node, &slab->with_room);
	if (b->free)
	{
		c = b->free;
		b->free = SLAB_LINK(c);
	}
	else
	{
		c = (SlabChunk *) b->fresh;
		b->fresh += slab->full_size;
		c->block = b;
	}
	c->context = context;
	if (++b->nused == slab->per_block)
	{
		dlist_delete(&b->node);
		dlist_push_head(&slab->full, &b->node);
	}
	return SLAB_DATA(c);
}

static void
slab_free(MemoryContext context, void *pointer)
{
	Slab *slab = (Slab *) context;
	SlabChunk *c = SLAB_CHUNK(pointer);
	SlabBlock *b = c->block;

#ifdef USE_ASSERT_CHECKING
	memset(pointer, 0x7F, slab->chunk_size);
#endif
	c->context = NULL;
	SLAB_LINK(c) = b->free;
	b->free = c;
	if (b->nused-- == slab->per_block)
	{
		dlist_delete(&b->node);
		dlist_push_tail(&slab->with_room, &b->node);
	}
	if (b->nused == 0 && (dlist_has_next(&slab->with_room, &b->node) || dlist_has_prev(&slab->with_room, &b->node)))
		drop_block(slab, b);
}

static void *
slab_realloc(MemoryContext context, void *pointer, Size size)
{
	if (size != ((Slab *) context)->chunk_size)
		elog(ERROR, "slab allocator does not support realloc()");
	return pointer;
}

static Size
slab_chunk_space(MemoryContext context, void *pointer)
{
	return ((Slab *) context)->full_size;
}

static bool
slab_is_empty(MemoryContext context)
{
	Slab *slab = (Slab *) context;
	dlist_iter iter;

	if (!dlist_is_empty(&slab->full))
		return false;
	dlist_foreach (iter, &slab->with_room)
		if (dlist_container(SlabBlock, node, iter.cur)->nused > 0)
			return false;
	return true;
}

static void
slab_stats(MemoryContext context, MemoryStatsPrintFunc printfunc,
		   void *passthru, MemoryContextCounters *totals, bool print_to_stderr)
{
	Slab *slab = (Slab *) context;
	Size nfree = 0;
	dlist_iter iter;

	dlist_foreach (iter, &slab->with_room)
		nfree += slab->per_block - dlist_container(SlabBlock, node, iter.cur)->nused;
	if (printfunc)
	{
		char line[200];

		snprintf(line, sizeof(line),
				 "%zu total in %d blocks; %zu free (%zu chunks); %zu used",
				 context->mem_allocated, slab->nblocks, nfree * slab->full_size,
				 nfree, context->mem_allocated - nfree * slab->full_size);
		printfunc(context, passthru, line, print_to_stderr);
	}
	if (totals)
	{
		totals->nblocks += slab->nblocks;
		totals->freechunks += nfree;
		totals->totalspace += context->mem_allocated;
		totals->freespace += nfree * slab->full_size;
	}
}

static void
slab_check(MemoryContext context)
{
	Slab *slab = (Slab *) context;
	dlist_iter iter;

	dlist_foreach (iter, &slab->full)
		if (dlist_container(SlabBlock, node, iter.cur)->nused != slab->per_block)
			elog(WARNING, "block of memory context \"%s\" is not full",
				 context->name);
}

static const MemoryContextMethods slab_methods = {
	.kind = "Slab",
	.alloc = slab_alloc,
	.realloc = slab_realloc,
	.free_p = slab_free,
	.reset = slab_reset,
	.delete_context = slab_delete,
	.get_chunk_space = slab_chunk_space,
	.is_empty = slab_is_empty,
	.stats = slab_stats,
	.check = slab_check};
