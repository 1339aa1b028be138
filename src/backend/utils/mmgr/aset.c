/*
 * aset.c
 *		The general kind of memory context.
 *
 * Memory comes from malloc in blocks of growing size and is cut from the front of
 * the newest one.  A freed chunk goes to the free list of its size class and is
 * used again for that class; blocks go back to malloc only at reset.  Classes
 * are multiples of 16 up to 128, then four to each doubling, so that at most a
 * fifth of a chunk is lost to rounding.  Requests beyond the largest class have
 * a block of their own, which goes back at once.
 *
 * A chunk is headed by its usable size and its context; the context word is
 * cleared while the chunk is free, which catches a second pfree().
 *
 * The first block ("keeper") is part of the context and stays over resets.
 * Deleted contexts of the two usual sizes are kept for reuse, since queries
 * make and delete many.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/mmgr/aset.c
 */
#include "postgres.h"

#include "port/pg_bitutils.h"
#include "utils/memutils.h"

#define SMALL_STEP 16
#define SMALL_LIMIT 128 /* classes are multiples of SMALL_STEP up to here */
#define NSMALL (SMALL_LIMIT / SMALL_STEP)
#define CLASS_LIMIT 8192 /* size of the largest class */
#define NCLASSES (NSMALL + 4 * 6) /* 128 .. 8192: six doublings */

typedef struct Block
{
	struct Block *next;
	struct Block *prev; /* for dedicated blocks */
	char *free; /* first byte not handed out */
	char *end;
} Block;

typedef struct Chunk
{
	Size size; /* usable bytes */
	MemoryContext context; /* NULL while free */
} Chunk;

#define CHUNK_HDR sizeof(Chunk)
#define BLOCK_HDR MAXALIGN(sizeof(Block))
#define CHUNK_DATA(c) ((void *) ((char *) (c) + CHUNK_HDR))
#define DATA_CHUNK(p) ((Chunk *) ((char *) (p) -CHUNK_HDR))
#define FREE_LINK(c) (*(Chunk **) CHUNK_DATA(c))
StaticAssertDecl(sizeof(Chunk) == 16, "chunks keep their data aligned");

typedef struct AllocSet
{
	MemoryContextData header;
	Block *blocks; /* newest first; the keeper is last */
	Block *dedicated; /* blocks of one large chunk */
	Chunk *freelist[NCLASSES];
	Size init_block;
	Size max_block;
	Size next_block; /* size of the next block to make */
	Size chunk_limit; /* larger requests get their own block */
	int recycle; /* index into recycled[], or -1 */
	Block keeper; /* its space follows */
} AllocSet;

#define MAX_RECYCLED 100
static struct
{
	Size keeper_size;
	int count;
	AllocSet *list[MAX_RECYCLED];
} recycled[] = {
	{ALLOCSET_DEFAULT_INITSIZE, 0, {NULL}},
	{ALLOCSET_SMALL_INITSIZE, 0, {NULL}}};

static const MemoryContextMethods aset_methods;

/* Class of a request of 1 .. CLASS_LIMIT bytes. */
static inline int
class_of(Size size)
{
	int e;

	if (size <= SMALL_LIMIT)
		return size == 0 ? 0 : (int) ((size - 1) / SMALL_STEP);
	e = pg_leftmost_one_pos64(size - 1); /* 2^e <= size - 1 */
	return NSMALL + 4 * (e - 7) + (int) (((size - 1) >> (e - 2)) & 3);
}

static inline Size
class_size(int cls)
{
	if (cls < NSMALL)
		return (Size) (cls + 1) * SMALL_STEP;
	cls -= NSMALL;
	return ((Size) (5 + (cls & 3))) << (5 + (cls >> 2));
}

static void
empty_keeper(AllocSet *set)
{
	set->keeper.next = NULL;
	set->keeper.free = (char *) &set->keeper + BLOCK_HDR;
	set->blocks = &set->keeper;
	set->next_block = set->init_block;
	memset(set->freelist, 0, sizeof(set->freelist));
}

/* Largest class whose chunks are an eighth of the largest block at most. */
static Size
limit_for(Size max_block)
{
	Size limit = CLASS_LIMIT;

	while (limit > SMALL_LIMIT && (limit + CHUNK_HDR) * 8 > max_block)
		limit /= 2;
	return limit;
}

/* Use AllocSetContextCreate(parent, name, ALLOCSET_..._SIZES). */
MemoryContext
AllocSetContextCreateInternal(MemoryContext parent, const char *name,
							  Size minContextSize, Size initBlockSize,
							  Size maxBlockSize)
{
	Size keeper_size = Max(minContextSize, initBlockSize);
	AllocSet *set = NULL;
	Size total;
	int which;

	Assert(maxBlockSize >= initBlockSize && initBlockSize >= 1024);
	for (which = (int) lengthof(recycled) - 1; which >= 0; which--)
		if (recycled[which].keeper_size == keeper_size)
			break;
	total = sizeof(AllocSet) + keeper_size;
	if (which >= 0 && recycled[which].count > 0)
		set = recycled[which].list[--recycled[which].count];
	else if ((set = malloc(total)) == NULL)
	{
		if (TopMemoryContext)
			MemoryContextStats(TopMemoryContext);
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while creating memory context \"%s\".", name)));
	}
	set->init_block = initBlockSize;
	set->max_block = maxBlockSize;
	set->chunk_limit = limit_for(maxBlockSize);
	set->recycle = which;
	set->dedicated = NULL;
	set->keeper.end = (char *) set + total;
	empty_keeper(set);
	MemoryContextCreate(&set->header, parent, &aset_methods, name);
	set->header.mem_allocated = total;
	return &set->header;
}

static void
release_blocks(AllocSet *set)
{
	Block *b = set->blocks;

	while (b != &set->keeper)
	{
		Block *next = b->next;

		set->header.mem_allocated -= b->end - (char *) b;
		free(b);
		b = next;
	}
	for (b = set->dedicated; b != NULL;)
	{
		Block *next = b->next;

		set->header.mem_allocated -= b->end - (char *) b;
		free(b);
		b = next;
	}
	set->dedicated = NULL;
}

static void
aset_reset(MemoryContext context)
{
	AllocSet *set = (AllocSet *) context;

	release_blocks(set);
#ifdef USE_ASSERT_CHECKING
	memset((char *) &set->keeper + BLOCK_HDR, 0x7F,
		   set->keeper.free - ((char *) &set->keeper + BLOCK_HDR));
#endif
	empty_keeper(set);
}

static void
aset_delete(MemoryContext context)
{
	AllocSet *set = (AllocSet *) context;

	aset_reset(context);
	context->magic = 0;
	if (set->recycle >= 0 && recycled[set->recycle].count < MAX_RECYCLED)
		recycled[set->recycle].list[recycled[set->recycle].count++] = set;
	else
		free(set);
}

/* A chunk with a block of its own. */
static void *
alloc_dedicated(AllocSet *set, Size size)
{
	Size usable = MAXALIGN(size);
	Size total = BLOCK_HDR + CHUNK_HDR + usable;
	Block *b = malloc(total);
	Chunk *c;

	if (b == NULL)
		return NULL;
	b->free = b->end = (char *) b + total;
	b->prev = NULL;
	b->next = set->dedicated;
	if (b->next)
		b->next->prev = b;
	set->dedicated = b;
	set->header.mem_allocated += total;
	c = (Chunk *) ((char *) b + BLOCK_HDR);
	c->size = usable;
	c->context = &set->header;
	return CHUNK_DATA(c);
}

/* Put what is left of the newest block into the free lists. */
static void
carve_rest(AllocSet *set, Block *b)
{
	for (;;)
	{
		Size left = b->end - b->free;
		int cls;
		Chunk *c;

		if (left < CHUNK_HDR + SMALL_STEP)
			return;
		left = Min(left - CHUNK_HDR, set->chunk_limit);
		cls = class_of(left);
		if (class_size(cls) > left)
			cls--;
		c = (Chunk *) b->free;
		b->free += CHUNK_HDR + class_size(cls);
		c->size = class_size(cls);
		c->context = NULL;
		FREE_LINK(c) = set->freelist[cls];
		set->freelist[cls] = c;
	}
}

/* A new block that holds at least one chunk of size. */
static Block *
new_block(AllocSet *set, Size size)
{
	Size want = set->next_block;
	Block *b;

	while (want < size + CHUNK_HDR + BLOCK_HDR)
		want *= 2;
	b = malloc(want);
	while (b == NULL && want / 2 >= size + CHUNK_HDR + BLOCK_HDR)
		b = malloc(want /= 2);
	if (b == NULL)
		return NULL;
	b->free = (char *) b + BLOCK_HDR;
	b->end = (char *) b + want;
	b->next = set->blocks;
	set->blocks = b;
	set->header.mem_allocated += want;
	set->next_block = Min(set->next_block * 2, set->max_block);
	return b;
}

static void *
aset_alloc(MemoryContext context, Size size)
{
	AllocSet *set = (AllocSet *) context;
	Block *b;
	Chunk *c;
	int cls;

	if (unlikely(size > set->chunk_limit))
		return alloc_dedicated(set, size);
	cls = class_of(size);
	c = set->freelist[cls];
	if (c != NULL)
	{
		set->freelist[cls] = FREE_LINK(c);
		c->context = context;
		return CHUNK_DATA(c);
	}
	size = class_size(cls);
	b = set->blocks;
	if (unlikely((Size) (b->end - b->free) < size + CHUNK_HDR))
	{
		carve_rest(set, b);
		b = new_block(set, size);
		if (b == NULL)
			return NULL;
	}
	c = (Chunk *) b->free;
	b->free += size + CHUNK_HDR;
	c->size = size;
	c->context = context;
	return CHUNK_DATA(c);
}

static void
aset_free(MemoryContext context, void *pointer)
{
	AllocSet *set = (AllocSet *) context;
	Chunk *c = DATA_CHUNK(pointer);

#ifdef USE_ASSERT_CHECKING
	memset(pointer, 0x7F, c->size);
#endif
	c->context = NULL;
	if (c->size > set->chunk_limit)
	{
		Block *b = (Block *) ((char *) c - BLOCK_HDR);

		if (b->prev)
			b->prev->next = b->next;
		else
			set->dedicated = b->next;
		if (b->next)
			b->next->prev = b->prev;
		context->mem_allocated -= b->end - (char *) b;
		free(b);
	}
	else
	{
		int cls = class_of(c->size);

		FREE_LINK(c) = set->freelist[cls];
		set->freelist[cls] = c;
	}
}

/* Grow or shrink a chunk that has its own block. */
static void *
realloc_dedicated(AllocSet *set, Chunk *c, Size size)
{
	Block *b = (Block *) ((char *) c - BLOCK_HDR);
	Size before = b->end - (char *) b;
	Size usable = MAXALIGN(Max(size, set->chunk_limit + 1));
	Size total = BLOCK_HDR + CHUNK_HDR + usable;

	b = realloc(b, total);
	if (b == NULL)
		return NULL;
	b->free = b->end = (char *) b + total;
	if (b->prev)
		b->prev->next = b;
	else
		set->dedicated = b;
	if (b->next)
		b->next->prev = b;
	set->header.mem_allocated += total - before;
	c = (Chunk *) ((char *) b + BLOCK_HDR);
	c->size = usable;
	return CHUNK_DATA(c);
}

static void *
aset_realloc(MemoryContext context, void *pointer, Size size)
{
	AllocSet *set = (AllocSet *) context;
	Chunk *c = DATA_CHUNK(pointer);
	Size old = c->size;
	void *fresh;

	if (old > set->chunk_limit)
		return realloc_dedicated(set, c, size);
	if (size <= old)
		return pointer;
	fresh = aset_alloc(context, size);
	if (fresh == NULL)
		return NULL;
	memcpy(fresh, pointer, old);
	aset_free(context, pointer);
	return fresh;
}

static Size
aset_chunk_space(MemoryContext context, void *pointer)
{
	return DATA_CHUNK(pointer)->size + CHUNK_HDR;
}

static bool
aset_is_empty(MemoryContext context)
{
	AllocSet *set = (AllocSet *) context;

	return set->dedicated == NULL && set->blocks == &set->keeper &&
		set->keeper.free == (char *) &set->keeper + BLOCK_HDR;
}

static void
aset_stats(MemoryContext context, MemoryStatsPrintFunc printfunc,
		   void *passthru, MemoryContextCounters *totals, bool print_to_stderr)
{
	AllocSet *set = (AllocSet *) context;
	MemoryContextCounters n = {0, 0, 0, 0};

	n.totalspace = context->mem_allocated;
	for (Block *b = set->blocks; b; b = b->next)
	{
		n.nblocks++;
		n.freespace += b->end - b->free;
	}
	for (Block *b = set->dedicated; b; b = b->next)
		n.nblocks++;
	for (int cls = 0; cls < NCLASSES; cls++)
		for (Chunk *c = set->freelist[cls]; c; c = FREE_LINK(c))
		{
			n.freechunks++;
			n.freespace += c->size + CHUNK_HDR;
		}
	if (printfunc)
	{
		char line[200];

		snprintf(line, sizeof(line),
				 "%zu total in %zu blocks; %zu free (%zu chunks); %zu used",
				 n.totalspace, n.nblocks, n.freespace, n.freechunks,
				 n.totalspace - n.freespace);
		printfunc(context, passthru, line, print_to_stderr);
	}
	if (totals)
	{
		totals->nblocks += n.nblocks;
		totals->freechunks += n.freechunks;
		totals->totalspace += n.totalspace;
		totals->freespace += n.freespace;
	}
}

/* Walk all chunks of the bump blocks and see that their headers make sense. */
static void
aset_check(MemoryContext context)
{
	AllocSet *set = (AllocSet *) context;

	for (Block *b = set->blocks; b; b = b->next)
	{
		char *p = (char *) b + BLOCK_HDR;

		while (p < b->free)
		{
			Chunk *c = (Chunk *) p;

			if (c->size == 0 || c->size > set->chunk_limit ||
				(c->context != NULL && c->context != context))
			{
				elog(WARNING, "damaged chunk %p in memory context \"%s\"",
					 (void *) c, context->name);
				break;
			}
			p += CHUNK_HDR + c->size;
		}
	}
}

static const MemoryContextMethods aset_methods = {
	.kind = "AllocSet",
	.alloc = aset_alloc,
	.realloc = aset_realloc,
	.free_p = aset_free,
	.reset = aset_reset,
	.delete_context = aset_delete,
	.get_chunk_space = aset_chunk_space,
	.is_empty = aset_is_empty,
	.stats = aset_stats,
	.check = aset_check};
