/*
 * utils/palloc.h
 *		Allocation of memory in the server: what every file may use.
 *
 * All memory belongs to a memory context and goes with it.  palloc() takes it
 * from CurrentMemoryContext and never returns NULL: lack of memory is an ERROR
 * with SQLSTATE 53200.  utils/memutils.h has the making of contexts.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/palloc.h
 */
#ifndef PALLOC_H
#define PALLOC_H

typedef struct MemoryContextData *MemoryContext;

extern PGDLLIMPORT MemoryContext CurrentMemoryContext;

static inline MemoryContext
MemoryContextSwitchTo(MemoryContext context)
{
	MemoryContext was = CurrentMemoryContext;

	CurrentMemoryContext = context;
	return was;
}

/* Called once when the context is next reset or deleted. */
typedef void (*MemoryContextCallbackFunction)(void *arg);
typedef struct MemoryContextCallback
{
	MemoryContextCallbackFunction func;
	void *arg;
	struct MemoryContextCallback *next;
} MemoryContextCallback;

extern void MemoryContextRegisterResetCallback(MemoryContext context,
											   MemoryContextCallback *cb);

/* Flags of the *Extended functions. */
#define MCXT_ALLOC_HUGE 0x01 /* above 1 GB is allowed */
#define MCXT_ALLOC_NO_OOM 0x02 /* return NULL instead of ERROR */
#define MCXT_ALLOC_ZERO 0x04

#define PALLOC_FN __attribute__((malloc, returns_nonnull))
extern void *palloc(Size size);
extern void *palloc0(Size size);
extern void *palloc_extended(Size size, int flags);
extern void *repalloc(void *pointer, Size size) pg_nodiscard;
extern void *repalloc_extended(void *pointer, Size size, int flags) pg_nodiscard;
extern void *repalloc_huge(void *pointer, Size size);
extern void pfree(void *pointer);

extern void *MemoryContextAlloc(MemoryContext context, Size size);
extern void *MemoryContextAllocZero(MemoryContext context, Size size);
extern void *MemoryContextAllocZeroAligned(MemoryContext context, Size size);
extern void *MemoryContextAllocExtended(MemoryContext context, Size size,
										int flags);
extern void *MemoryContextAllocHuge(MemoryContext context, Size size);

#define palloc0fast(sz) palloc0(sz)
#define palloc_object(type) ((type *) palloc(sizeof(type)))
#define palloc0_object(type) ((type *) palloc0(sizeof(type)))
#define palloc_array(type, count) ((type *) palloc(sizeof(type) * (count)))
#define palloc0_array(type, count) ((type *) palloc0(sizeof(type) * (count)))
#define repalloc_array(pointer, type, count) \
	((type *) repalloc(pointer, sizeof(type) * (count)))

extern char *MemoryContextStrdup(MemoryContext context, const char *string);
extern char *pstrdup(const char *in);
extern char *pnstrdup(const char *in, Size len);
extern char *pchomp(const char *in);
extern char *psprintf(const char *fmt, ...) pg_attribute_printf(1, 2);
extern size_t pvsnprintf(char *buf, size_t len, const char *fmt, va_list args)
	pg_attribute_printf(3, 0);

#endif /* PALLOC_H */
