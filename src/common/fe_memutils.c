/*
 * fe_memutils.c
 *		Memory for client programs.
 *
 * Running out of memory ends the program with a message.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/fe_memutils.c
 */
#ifdef FRONTEND
#include "postgres_fe.h"

static void *
checked(void *p)
{
	if (p == NULL)
	{
		fputs("out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return p;
}

void *
pg_malloc_extended(size_t size, int flags)
{
	void *p = (flags & MCXT_ALLOC_ZERO) ? calloc(1, size ? size : 1) : malloc(size ? size : 1);

	return (flags & MCXT_ALLOC_NO_OOM) ? p : checked(p);
}

void *
pg_malloc(size_t size)
{
	return pg_malloc_extended(size, 0);
}

void *
pg_malloc0(size_t size)
{
	return pg_malloc_extended(size, MCXT_ALLOC_ZERO);
}

void *
pg_realloc(void *ptr, size_t size)
{
	return checked(realloc(ptr, size ? size : 1));
}

char *
pg_strdup(const char *in)
{
	if (in == NULL)
	{
		fputs("cannot duplicate null pointer (internal error)\n", stderr);
		exit(EXIT_FAILURE);
	}
	return checked(strdup(in));
}

void
pg_free(void *ptr)
{
	free(ptr);
}

void *
palloc(Size size)
{
	return pg_malloc(size);
}

void *
palloc0(Size size)
{
	return pg_malloc0(size);
}

void *
palloc_extended(Size size, int flags)
{
	return pg_malloc_extended(size, flags);
}

void *
repalloc(void *pointer, Size size)
{
	return pg_realloc(pointer, size);
}

void
pfree(void *pointer)
{
	free(pointer);
}

char *
pstrdup(const char *in)
{
	return pg_strdup(in);
}

char *
pnstrdup(const char *in, Size size)
{
	return checked(strndup(in, size));
}
#endif
