/*
 * nodes/memnodes.h
 *		The common head of a memory context, and what a kind must offer.
 *
 * Every chunk handed out is preceded by eight bytes: the address of its
 * context.  pfree() and repalloc() find the kind's methods through it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/memnodes.h
 */
#ifndef MEMNODES_H
#define MEMNODES_H

/* Sums over one context or a subtree, in bytes where not "n". */
typedef struct MemoryContextCounters
{
	Size nblocks;
	Size freechunks;
	Size totalspace;
	Size freespace;
} MemoryContextCounters;

typedef void (*MemoryStatsPrintFunc)(MemoryContext context, void *passthru,
									 const char *stats_string,
									 bool print_to_stderr);

typedef struct MemoryContextMethods
{
	const char *kind; /* "AllocSet", "Generation", "Slab" */
	void *(*alloc)(MemoryContext context, Size size); /* NULL: no memory */
	void *(*realloc)(MemoryContext context, void *pointer, Size size);
	void (*free_p)(MemoryContext context, void *pointer);
	void (*reset)(MemoryContext context); /* give back all chunks */
	void (*delete_context)(MemoryContext context); /* and itself */
	Size (*get_chunk_space)(MemoryContext context, void *pointer);
	bool (*is_empty)(MemoryContext context);
	void (*stats)(MemoryContext context,
				  MemoryStatsPrintFunc printfunc, void *passthru,
				  MemoryContextCounters *totals, bool print_to_stderr);
	void (*check)(MemoryContext context);
} MemoryContextMethods;

#define MEMORY_CONTEXT_MAGIC 0x4D437478

typedef struct MemoryContextData
{
	uint32 magic; /* MEMORY_CONTEXT_MAGIC while alive */
	bool isReset; /* nothing allocated since the last reset */
	bool allowInCritSection;
	const MemoryContextMethods *methods;
	MemoryContext parent; /* NULL for TopMemoryContext */
	MemoryContext firstchild;
	MemoryContext prevchild; /* siblings */
	MemoryContext nextchild;
	const char *name; /* a constant string */
	const char *ident; /* NULL, or more about it; lives in the context */
	Size mem_allocated; /* taken from malloc */
	MemoryContextCallback *reset_cbs;
} MemoryContextData;

#define MemoryContextIsValid(context) \
	((context) != NULL && (context)->magic == MEMORY_CONTEXT_MAGIC)

/* For the kinds: link a new context into the tree. */
extern void MemoryContextCreate(MemoryContext node, MemoryContext parent,
								const MemoryContextMethods *methods,
								const char *name);

#endif /* MEMNODES_H */
