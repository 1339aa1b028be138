/*
 * generation.c
 *		Memory contexts for chunks that die in about the order they were made.
 *
 * Chunks are cut from the newest block; a block counts its live chunks and goes
 * back to malloc (or becomes the spare) when the last one is freed.  Freed space
 * inside a block is not used again.  Good for queues of tuples.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/mmgr/generation.c
 */
#include "postgres.h"

#include "utils/memutils.h"

typedef struct GenBlock
{
	struct GenBlock *prev;
	struct GenBlock *next;
	char *free;
	char *end;
	uint32 nlive;
} GenBlock;

/* Sizes and distances are in units of eight bytes, to fit 32 bits. */
typedef struct GenChunk
{
	uint32 size8;
	uint32 from_block8; /* distance to the start of the block */
	MemoryContext context; /* NULL once freed */
} GenChunk;

#define GEN_BLOCK_HDR MAXALIGN(sizeof(GenBlock))
#define GEN_CHUNK_HDR sizeof(GenChunk)
#define GEN_DATA(c) ((void *) ((char *) (c) + GEN_CHUNK_HDR))
#define GEN_CHUNK(p) ((GenChunk *) ((char *) (p) -GEN_CHUNK_HDR))
#define GEN_BLOCK(c) ((GenBlock *) ((char *) (c) - (Size) (c)->from_block8 * 8))

typedef struct Generation
{
	MemoryContextData header;
	GenBlock list; /* head of all blocks */
	GenBlock *current; /* chunks are cut from here, or NULL */
	GenBlock *spare; /* an empty block kept, or NULL */
	Size init_block;
	Size max_block;
	Size next_block;
} Generation;

static const MemoryContextMethods generation_methods;

MemoryContext
GenerationContextCreate(MemoryContext parent, const char *name,
						Size minContextSize, Size initBlockSize,
						Size maxBlockSize)
{
	Generation *set = malloc(sizeof(Generation));

	if (set == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while creating memory context \"%s\".", name)));
	memset(set, 0, sizeof(*set));
	set->list.next = set->list.prev = &set->list;
	set->init_block = set->next_block = initBlockSize;
	set->max_block = maxBlockSize;
	MemoryContextCreate(&set->header, parent, &generation_methods, name);
	set->header.mem_allocated = sizeof(Generation);
	return &set->header;
}

static void
drop_block(Generation *set, GenBlock *b)
{
	b->prev->next = b->next;
	b->next->prev = b->prev;
	set->header.mem_allocated -= b->end - (char *) b;
	free(b);
}

static void
gen_reset(MemoryContext context)
{
	Generation *set = (Generation *) context;

	while (set->list.next != &set->list)
		drop_block(set, set->list.next);
	set->current = set->spare = NULL;
	set->next_block = set->init_block;
}

static void
gen_delete(MemoryContext context)
{
	gen_reset(context);
	context->magic = 0;
	free(context);
}

static GenBlock *
add_block(Generation *set, Size size)
{
	GenBlock *b = malloc(size);

	if (b == NULL)
		return NULL;
	b->free = (char *) b + GEN_BLOCK_HDR;
	b->end = (char *) b + size;
	b->nlive = 0;
	b->next = set->list.next;
	b->prev = &set->list;
	b->next->prev = b;
	set->list.next = b;
	set->header.mem_allocated += size;
	return b;
}

static GenBlock *
block_for(Generation *set, Size need)
{
	GenBlock *b = set->current;
	Size size;

	if (b && (Size) (b->end - b->free) >= need)
		return b;
	b = set->spare;
	if (b && (Size) (b->end - b->free) >= need)
	{
		set->spare = NULL;
		return set->current = b;
	}
	/* large chunks do not replace the current block */
	if (need > set->max_block / 8)
		return add_block(set, need + GEN_BLOCK_HDR);
	size = set->next_block;
	set->next_block = Min(set->next_block * 2, set->max_block);
	while (size < need + GEN_BLOCK_HDR)
		size *= 2;
	b = add_block(set, size);
	if (b)
		set->current = b;
	return b;
}

static void *
gen_alloc(MemoryContext context, Size size)
{
	Size usable = Max(MAXALIGN(size), 8);
	GenBlock *b = block_for((Generation *) context, usable + GEN_CHUNK_HDR);
	GenChunk *c;

	if (b == NULL)
		return NULL;
	c = (GenChunk *) b->free;
	b->free += usable + GEN_CHUNK_HDR;
	b->nlive++;
	c->size8 = (uint32) (usable / 8);
	c->from_block8 = (uint32) (((char *) c - (char *) b) / 8);
	c->context = context;
	return GEN_DATA(c);
}

static void
gen_free(MemoryContext context, void *pointer)
{
	Generation *set = (Generation *) context;
	GenChunk *c = GEN_CHUNK(pointer);
	GenBlock *b = GEN_BLOCK(c);

#ifdef USE_ASSERT_CHECKING
	memset(pointer, 0x7F, (Size) c->size8 * 8);
#endif
	c->context = NULL;
	Assert(b->nlive > 0);
	if (--b->nlive > 0)
		return;
	if (b == set->current)
		b->free = (char *) b + GEN_BLOCK_HDR;
	else if (set->spare == NULL && (Size) (b->end - (char *) b) <= set->max_block)
	{
		b->free = (char *) b + GEN_BLOCK_HDR;
		set->spare = b;
	}
	else
		drop_block(set, b);
}

static void *
gen_realloc(MemoryContext context, void *pointer, Size size)
{
	Size old = (Size) GEN_CHUNK(pointer)->size8 * 8;
	void *fresh;

	if (size <= old)
		return pointer;
	fresh = gen_alloc(context, size);
	if (fresh == NULL)
		return NULL;
	memcpy(fresh, pointer, old);
	gen_free(context, pointer);
	return fresh;
}

static Size
gen_chunk_space(MemoryContext context, void *pointer)
{
	return (Size) GEN_CHUNK(pointer)->size8 * 8 + GEN_CHUNK_HDR;
}

static bool
gen_is_empty(MemoryContext context)
{
	Generation *set = (Generation *) context;

	for (GenBlock *b = set->list.next; b != &set->list; b = b->next)
		if (b->nlive > 0)
			return false;
	return true;
}

static void
gen_stats(MemoryContext context, MemoryStatsPrintFunc printfunc, void *passthru,
		  MemoryContextCounters *totals, bool print_to_stderr)
{
	Generation *set = (Generation *) context;
	Size nblocks = 0;
	Size freespace = 0;

	for (GenBlock *b = set->list.next; b != &set->list; b = b->next)
	{
		nblocks++;
		freespace += b->end - b->free;
	}
	if (printfunc)
	{
		char line[200];

		snprintf(line, sizeof(line),
				 "%zu total in %zu blocks; %zu free (0 chunks); %zu used",
				 context->mem_allocated, nblocks, freespace,
				 context->mem_allocated - freespace);
		printfunc(context, passthru, line, print_to_stderr);
	}
	if (totals)
	{
		totals->nblocks += nblocks;
		totals->totalspace += context->mem_allocated;
		totals->freespace += freespace;
	}
}

static void
gen_check(MemoryContext context)
{
	Generation *set = (Generation *) context;

	for (GenBlock *b = set->list.next; b != &set->list; b = b->next)
	{
		uint32 live = 0;

		for (char *p = (char *) b + GEN_BLOCK_HDR; p < b->free;)
		{
			GenChunk *c = (GenChunk *) p;

			live += c->context != NULL;
			p += (Size) c->size8 * 8 + GEN_CHUNK_HDR;
		}
		if (live != b->nlive)
			elog(WARNING, "block %p of memory context \"%s\" counts %u chunks, has %u",
				 (void *) b, context->name, b->nlive, live);
	}
}

static const MemoryContextMethods generation_methods = {
	.kind = "Generation",
	.alloc = gen_alloc,
	.realloc = gen_realloc,
	.free_p = gen_free,
	.reset = gen_reset,
	.delete_context = gen_delete,
	.get_chunk_space = gen_chunk_space,
	.is_empty = gen_is_empty,
	.stats = gen_stats,
	.check = gen_check};
