/*
 * psprintf.c
 *		sprintf into memory of the right size.
 *
 * %m prints the error of errno, as everywhere in the tree.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/psprintf.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#ifndef FRONTEND
#include "utils/memutils.h"
#endif

/* As vsnprintf: the length of the whole result, without the zero byte. */
size_t
pvsnprintf(char *buf, size_t len, const char *fmt, va_list args)
{
	int n = vsnprintf(buf, len, fmt, args);

	if (n < 0)
	{
#ifndef FRONTEND
		elog(ERROR, "vsnprintf failed with format string \"%s\": %m", fmt);
#else
		fprintf(stderr, "vsnprintf failed with format string \"%s\": %s\n",
				fmt, strerror(errno));
		exit(EXIT_FAILURE);
#endif
	}
	return (size_t) n;
}

/* The result is palloc'd. */
char *
psprintf(const char *fmt, ...)
{
	int save_errno = errno;
	va_list args;
	size_t len;
	char *result;

	va_start(args, fmt);
	len = pvsnprintf(NULL, 0, fmt, args);
	va_end(args);
	result = palloc(len + 1);
	errno = save_errno;
	va_start(args, fmt);
	(void) pvsnprintf(result, len + 1, fmt, args);
	va_end(args);
	return result;
}
