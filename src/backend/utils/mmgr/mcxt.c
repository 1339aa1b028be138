/*
 * mcxt.c
 *		The tree of memory contexts, and allocation from any kind of them.
 *
 * What is common to all kinds: parents and children, reset callbacks, statistics,
 * and the palloc family with its size limits and its out-of-memory error.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/mmgr/mcxt.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#define STATS_MAX_CHILDREN 100

MemoryContext CurrentMemoryContext = NULL;
MemoryContext TopMemoryContext = NULL;
MemoryContext ErrorContext = NULL;
MemoryContext PostmasterContext = NULL;
MemoryContext CacheMemoryContext = NULL;
MemoryContext MessageContext = NULL;
MemoryContext TopTransactionContext = NULL;
MemoryContext CurTransactionContext = NULL;
MemoryContext PortalContext = NULL;

/*
 * MemoryContextInit
 *		Make TopMemoryContext and ErrorContext; before anything else.
 *
 * ErrorContext holds 8 kB from the start, so that lack of memory can be
 * reported, and may be used in critical sections.
 */
void
MemoryContextInit(void)
{
	Assert(TopMemoryContext == NULL);
	TopMemoryContext = AllocSetContextCreate((MemoryContext) NULL,
											 "TopMemoryContext",
											 ALLOCSET_DEFAULT_SIZES);
	CurrentMemoryContext = TopMemoryContext;
	ErrorContext = AllocSetContextCreate(TopMemoryContext, "ErrorContext",
										 8 * 1024, 8 * 1024, 8 * 1024);
	MemoryContextAllowInCriticalSection(ErrorContext, true);
}

/* For the kinds: fill in the common head and link it below parent. */
void
MemoryContextCreate(MemoryContext node, MemoryContext parent,
					const MemoryContextMethods *methods, const char *name)
{
	Assert(CritSectionCount == 0);
	node->magic = MEMORY_CONTEXT_MAGIC;
	node->isReset = true;
	node->methods = methods;
	node->parent = parent;
	node->firstchild = NULL;
	node->prevchild = NULL;
	node->nextchild = NULL;
	node->name = name;
	node->ident = NULL;
	node->mem_allocated = 0;
	node->reset_cbs = NULL;
	node->allowInCritSection = parent ? parent->allowInCritSection : false;
	if (parent)
	{
		node->nextchild = parent->firstchild;
		if (parent->firstchild)
			parent->firstchild->prevchild = node;
		parent->firstchild = node;
	}
}

static void
unlink_from_parent(MemoryContext context)
{
	if (context->parent == NULL)
		return;
	if (context->prevchild)
		context->prevchild->nextchild = context->nextchild;
	else
		context->parent->firstchild = context->nextchild;
	if (context->nextchild)
		context->nextchild->prevchild = context->prevchild;
	context->parent = context->prevchild = context->nextchild = NULL;
}

/* Move a context, with all below it, to another parent (or none). */
void
MemoryContextSetParent(MemoryContext context, MemoryContext new_parent)
{
	Assert(MemoryContextIsValid(context) && context != new_parent);
	if (new_parent == context->parent)
		return;
	unlink_from_parent(context);
	if (new_parent == NULL)
		return;
	Assert(MemoryContextIsValid(new_parent));
	context->parent = new_parent;
	context->nextchild = new_parent->firstchild;
	if (new_parent->firstchild)
		new_parent->firstchild->prevchild = context;
	new_parent->firstchild = context;
}

MemoryContext
MemoryContextGetParent(MemoryContext context)
{
	return context->parent;
}

/* ident is not copied; it should live in the context itself. */
void
MemoryContextSetIdentifier(MemoryContext context, const char *id)
{
	context->ident = id;
}

void
MemoryContextAllowInCriticalSection(MemoryContext context, bool allow)
{
	context->allowInCritSection = allow;
}

/* ---- emptying and deleting ---- */

/* cb lives in the context or longer; the last registered is called first. */
void
MemoryContextRegisterResetCallback(MemoryContext context,
								   MemoryContextCallback *cb)
{
	cb->next = context->reset_cbs;
	context->reset_cbs = cb;
	context->isReset = false;
}

static void
call_reset_callbacks(MemoryContext context)
{
	MemoryContextCallback *cb;

	/* taken off the list first: a callback that fails is not called again */
	while ((cb = context->reset_cbs) != NULL)
	{
		context->reset_cbs = cb->next;
		cb->func(cb->arg);
	}
}

/* Free everything in this context only; its children stay. */
void
MemoryContextResetOnly(MemoryContext context)
{
	Assert(MemoryContextIsValid(context));
	if (context->isReset)
		return;
	call_reset_callbacks(context);
	context->ident = NULL;
	context->methods->reset(context);
	context->isReset = true;
}

/* Free everything in this context and delete all contexts below. */
void
MemoryContextReset(MemoryContext context)
{
	Assert(MemoryContextIsValid(context));
	if (context->firstchild != NULL)
		MemoryContextDeleteChildren(context);
	MemoryContextResetOnly(context);
}

/* Reset, but keep, all contexts below. */
void
MemoryContextResetChildren(MemoryContext context)
{
	for (MemoryContext c = context->firstchild; c; c = c->nextchild)
	{
		MemoryContextResetChildren(c);
		MemoryContextResetOnly(c);
	}
}

/* Free the context and all below it, the deepest first. */
void
MemoryContextDelete(MemoryContext context)
{
	Assert(MemoryContextIsValid(context));
	Assert(context != TopMemoryContext && context != CurrentMemoryContext);
	MemoryContextDeleteChildren(context);
	call_reset_callbacks(context);
	unlink_from_parent(context);
	context->ident = NULL;
	context->methods->delete_context(context);
}

void
MemoryContextDeleteChildren(MemoryContext context)
{
	while (context->firstchild != NULL)
		MemoryContextDelete(context->firstchild);
}

/* ---- allocation ---- */

static void
out_of_memory(MemoryContext context, Size size)
{
	if (TopMemoryContext)
		MemoryContextStats(TopMemoryContext);
	ereport(ERROR,
			(errcode(ERRCODE_OUT_OF_MEMORY),
			 errmsg("out of memory"),
			 errdetail("Failed on request of size %zu in memory context \"%s\".",
					   size, context->name)));
}

static inline void *
alloc_from(MemoryContext context, Size size, int flags)
{
	void *ret;

	Assert(MemoryContextIsValid(context));
	Assert(CritSectionCount == 0 || context->allowInCritSection);
	if (unlikely(!AllocSizeIsValid(size)) &&
		!((flags & MCXT_ALLOC_HUGE) && AllocHugeSizeIsValid(size)))
		elog(ERROR, "invalid memory alloc request size %zu", size);
	context->isReset = false;
	ret = context->methods->alloc(context, size);
	if (unlikely(ret == NULL))
	{
		if (flags & MCXT_ALLOC_NO_OOM)
			return NULL;
		out_of_memory(context, size);
	}
	if (flags & MCXT_ALLOC_ZERO)
		memset(ret, 0, size);
	return ret;
}

void *
MemoryContextAllocExtended(MemoryContext context, Size size, int flags)
{
	return alloc_from(context, size, flags);
}

void *
MemoryContextAlloc(MemoryContext context, Size size)
{
	return alloc_from(context, size, 0);
}

void *
MemoryContextAllocZero(MemoryContext context, Size size)
{
	return alloc_from(context, size, MCXT_ALLOC_ZERO);
}

void *
MemoryContextAllocZeroAligned(MemoryContext context, Size size)
{
	return alloc_from(context, size, MCXT_ALLOC_ZERO);
}

void *
MemoryContextAllocHuge(MemoryContext context, Size size)
{
	return alloc_from(context, size, MCXT_ALLOC_HUGE);
}

void *
palloc(Size size)
{
	return alloc_from(CurrentMemoryContext, size, 0);
}

void *
palloc0(Size size)
{
	return alloc_from(CurrentMemoryContext, size, MCXT_ALLOC_ZERO);
}

void *
palloc_extended(Size size, int flags)
{
	return alloc_from(CurrentMemoryContext, size, flags);
}

/* The context of any allocated chunk: the word before it. */
MemoryContext
GetMemoryChunkContext(void *pointer)
{
	MemoryContext context;

	Assert(pointer != NULL && pointer == (void *) MAXALIGN(pointer));
	context = ((MemoryContext *) pointer)[-1];
	if (unlikely(!MemoryContextIsValid(context)))
		elog(PANIC, "pointer %p was not allocated or was freed already", pointer);
	return context;
}

/* Bytes that a chunk takes, its header included. */
Size
GetMemoryChunkSpace(void *pointer)
{
	MemoryContext context = GetMemoryChunkContext(pointer);

	return context->methods->get_chunk_space(context, pointer);
}

void
pfree(void *pointer)
{
	MemoryContext context = GetMemoryChunkContext(pointer);

	context->methods->free_p(context, pointer);
}

void *
repalloc_extended(void *pointer, Size size, int flags)
{
	MemoryContext context = GetMemoryChunkContext(pointer);
	void *ret;

	Assert(CritSectionCount == 0 || context->allowInCritSection);
	if (unlikely(!AllocSizeIsValid(size)) &&
		!((flags & MCXT_ALLOC_HUGE) && AllocHugeSizeIsValid(size)))
		elog(ERROR, "invalid memory alloc request size %zu", size);
	ret = context->methods->realloc(context, pointer, size);
	if (unlikely(ret == NULL) && !(flags & MCXT_ALLOC_NO_OOM))
		out_of_memory(context, size);
	return ret;
}

void *
repalloc(void *pointer, Size size)
{
	return repalloc_extended(pointer, size, 0);
}

void *
repalloc_huge(void *pointer, Size size)
{
	return repalloc_extended(pointer, size, MCXT_ALLOC_HUGE);
}

char *
MemoryContextStrdup(MemoryContext context, const char *string)
{
	Size len = strlen(string) + 1;

	return memcpy(MemoryContextAlloc(context, len), string, len);
}

char *
pstrdup(const char *in)
{
	return MemoryContextStrdup(CurrentMemoryContext, in);
}

char *
pnstrdup(const char *in, Size len)
{
	char *out;

	len = strnlen(in, len);
	out = palloc(len + 1);
	memcpy(out, in, len);
	out[len] = '\0';
	return out;
}

/* Copy without the line ends at the end. */
char *
pchomp(const char *in)
{
	size_t n = strlen(in);

	while (n > 0 && in[n - 1] == '\n')
		n--;
	return pnstrdup(in, n);
}

/* ---- looking ---- */

bool
MemoryContextIsEmpty(MemoryContext context)
{
	return context->firstchild == NULL &&
		(context->isReset || context->methods->is_empty(context));
}

Size
MemoryContextMemAllocated(MemoryContext context, bool recurse)
{
	Size total = context->mem_allocated;

	if (recurse)
		for (MemoryContext c = context->firstchild; c; c = c->nextchild)
			total += MemoryContextMemAllocated(c, true);
	return total;
}

/* Is pointer a chunk of this very context? */
bool
MemoryContextContains(MemoryContext context, void *pointer)
{
	if (pointer == NULL || pointer != (void *) MAXALIGN(pointer))
		return false;
	return ((MemoryContext *) pointer)[-1] == context;
}

void
MemoryContextCheck(MemoryContext context)
{
	context->methods->check(context);
	for (MemoryContext c = context->firstchild; c; c = c->nextchild)
		MemoryContextCheck(c);
}

/* One line of the dump: indented name, ident cut to 100 bytes, numbers. */
static void
print_stats_line(MemoryContext context, void *passthru, const char *stats,
				 bool print_to_stderr)
{
	int level = *(int *) passthru;
	char ident[128] = "";

	if (context->ident)
	{
		int len = Min((int) strlen(context->ident), 100);

		snprintf(ident, sizeof(ident), ": %.*s%s", len, context->ident,
				 context->ident[len] ? "..." : "");
		for (char *p = ident; *p; p++)
			if ((unsigned char) *p < ' ')
				*p = ' ';
	}
	if (print_to_stderr)
		fprintf(stderr, "%*s%s: %s%s\n", 2 * level, "", context->name, stats, ident);
	else
		ereport(LOG_SERVER_ONLY,
				(errhidestmt(true), errhidecontext(true),
				 errmsg_internal("level: %d; %s: %s%s", level, context->name,
								 stats, ident)));
}

static void
stats_of_tree(MemoryContext context, int level, int max_children,
			  MemoryContextCounters *totals, bool print, bool print_to_stderr)
{
	int nchildren = 0;

	context->methods->stats(context, print ? print_stats_line : NULL, &level,
							totals, print_to_stderr);
	for (MemoryContext c = context->firstchild; c; c = c->nextchild)
		stats_of_tree(c, level + 1, max_children, totals,
					  print && nchildren++ < max_children, print_to_stderr);
	if (print && nchildren > max_children)
	{
		if (print_to_stderr)
			fprintf(stderr, "%*s%d more child contexts\n", 2 * (level + 1), "",
					nchildren - max_children);
		else
			ereport(LOG_SERVER_ONLY,
					(errhidestmt(true), errhidecontext(true),
					 errmsg_internal("level: %d; %d more child contexts",
									 level + 1, nchildren - max_children)));
	}
}

/* Print a context and all below, at most max_children of each parent. */
void
MemoryContextStatsDetail(MemoryContext context, int max_children,
						 bool print_to_stderr)
{
	MemoryContextCounters totals = {0, 0, 0, 0};
	char line[200];

	stats_of_tree(context, 0, max_children, &totals, true, print_to_stderr);
	snprintf(line, sizeof(line),
			 "Grand total: %zu bytes in %zu blocks; %zu free (%zu chunks); %zu used",
			 totals.totalspace, totals.nblocks, totals.freespace,
			 totals.freechunks, totals.totalspace - totals.freespace);
	if (print_to_stderr)
		fprintf(stderr, "%s\n", line);
	else
		ereport(LOG_SERVER_ONLY,
				(errhidestmt(true), errhidecontext(true),
				 errmsg_internal("%s", line)));
}

void
MemoryContextStats(MemoryContext context)
{
	MemoryContextStatsDetail(context, STATS_MAX_CHILDREN, true);
}

/* Signal handler's part of pg_log_backend_memory_contexts(). */
void
HandleLogMemoryContextInterrupt(void)
{
	InterruptPending = true;
	LogMemoryContextPending = true;
}

void
ProcessLogMemoryContextInterrupt(void)
{
	LogMemoryContextPending = false;
	ereport(LOG_SERVER_ONLY,
			(errhidestmt(true), errhidecontext(true),
			 errmsg("logging memory contexts of PID %d", MyProcPid)));
	MemoryContextStatsDetail(TopMemoryContext, STATS_MAX_CHILDREN, false);
}
