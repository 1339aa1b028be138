/*
 * walstore_memory.c
 *		A store that is in memory, and the clock of this thread's CPU: what advise
 *		and measure measure with.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_memory.c
 */
#include "postgres_fe.h"

#include <time.h>

#include "walstore_tool.h"

/* A walstore_write_cb. */
bool
to_memory(void *arg, const void *bytes, size_t len)
{
	Memory *m = arg;

	if (m->len + len > m->room)
	{
		m->room = (m->len + len) * 2;
		m->bytes = pg_realloc(m->bytes, m->room);
	}
	memcpy(m->bytes + m->len, bytes, len);
	m->len += len;
	return true;
}

/* A walstore_read_cb. */
ssize_t
from_memory(void *arg, void *bytes, size_t len, uint64 offset)
{
	const Memory *m = arg;

	if (offset >= m->len)
		return 0;
	len = Min(len, m->len - offset);
	memcpy(bytes, m->bytes + offset, len);
	return len;
}

/* CPU seconds of this thread. */
double
cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}
