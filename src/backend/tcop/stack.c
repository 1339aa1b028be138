/*
 * stack.c
 *		A limit on the depth of the C stack.
 *
 * Recursion over user-made trees must end in an error, not in a crash.  The
 * base is noted once per process; max_stack_depth bounds the distance to it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/tcop/stack.c
 */
#include "postgres.h"

#include <sys/resource.h>

#include "miscadmin.h"
#include "tcop/tcopprot.h"

/* Kept between our limit and the kernel's, for frames after the last check. */
#define STACK_DEPTH_SLOP (512 * 1024L)

int max_stack_depth = 100; /* kB */

static char *stack_base;
static long max_stack_depth_bytes = 100 * 1024L;

/* set_stack_base: take the caller's frame as the base; returns the old one. */
pg_stack_base_t
set_stack_base(void)
{
	pg_stack_base_t old = stack_base;

	stack_base = __builtin_frame_address(0);
	return old;
}

/* Put back what set_stack_base gave. */
void
restore_stack_base(pg_stack_base_t base)
{
	stack_base = base;
}

bool
stack_is_too_deep(void)
{
	char *here = __builtin_frame_address(0);

	return stack_base != NULL && labs(stack_base - here) > max_stack_depth_bytes;
}

/* check_stack_depth: ERRCODE_STATEMENT_TOO_COMPLEX when beyond the limit. */
void
check_stack_depth(void)
{
	if (stack_is_too_deep())
		ereport(ERROR,
				(errcode(ERRCODE_STATEMENT_TOO_COMPLEX),
				 errmsg("stack depth limit exceeded"),
				 errhint("\"max_stack_depth\" is %d kB; raise it if the "
						 "system's own stack limit is higher.",
						 max_stack_depth)));
}

/* The kernel's limit in bytes, or -1 if it cannot be told. */
long
get_stack_depth_rlimit(void)
{
	static long cached;
	struct rlimit lim;

	if (cached == 0)
	{
		if (getrlimit(RLIMIT_STACK, &lim) < 0)
			cached = -1;
		else if (lim.rlim_cur == RLIM_INFINITY || lim.rlim_cur > LONG_MAX)
			cached = LONG_MAX;
		else
			cached = (long) lim.rlim_cur;
	}
	return cached;
}

extern bool check_max_stack_depth(int *newval, void **extra, GucSource source);
extern void assign_max_stack_depth(int newval, void *extra);

bool
check_max_stack_depth(int *newval, void **extra, GucSource source)
{
	long limit = get_stack_depth_rlimit();

	if (limit > 0 && *newval * 1024L > limit - STACK_DEPTH_SLOP)
	{
		GUC_check_errdetail("\"max_stack_depth\" must not exceed %ldkB.",
							(limit - STACK_DEPTH_SLOP) / 1024L);
		return false;
	}
	return true;
}

void
assign_max_stack_depth(int newval, void *extra)
{
	max_stack_depth_bytes = newval * 1024L;
}
