/*
 * stringinfo.c
 *		Byte strings that grow.
 *
 * Memory doubles, so appending is cheap on average.  See lib/stringinfo.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/stringinfo.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "lib/stringinfo.h"

#ifndef FRONTEND
#include "utils/memutils.h"
#endif

#define FIRST_SIZE 1024

StringInfo
makeStringInfo(void)
{
	StringInfo str = palloc(sizeof(StringInfoData));

	initStringInfo(str);
	return str;
}

void
initStringInfo(StringInfo str)
{
	str->maxlen = FIRST_SIZE;
	str->data = palloc(FIRST_SIZE);
	resetStringInfo(str);
}

/* Make it empty, keeping the memory. */
void
resetStringInfo(StringInfo str)
{
	Assert(str->maxlen != 0);
	str->data[0] = '\0';
	str->len = 0;
	str->cursor = 0;
}

void
destroyStringInfo(StringInfo str)
{
	Assert(str->maxlen != 0);
	pfree(str->data);
	pfree(str);
}

static void
too_long(int len, int needed)
{
#ifndef FRONTEND
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("out of memory"),
			 errdetail("A string of %d bytes cannot grow by %d bytes more.",
					   len, needed)));
#else
	fprintf(stderr, "out of memory: a string of %d bytes cannot grow by %d bytes more\n",
			len, needed);
	exit(EXIT_FAILURE);
#endif
}

/*
 * enlargeStringInfo
 *		Make room for needed more bytes and the zero byte.
 */
void
enlargeStringInfo(StringInfo str, int needed)
{
	Size want;
	Size size;

	Assert(str->maxlen != 0);
	if (needed < 0 || (Size) needed >= MaxAllocSize - (Size) str->len)
		too_long(str->len, needed);
	want = (Size) str->len + (Size) needed + 1;
	if (want <= (Size) str->maxlen)
		return;
	for (size = 2 * (Size) str->maxlen; size < want; size *= 2)
		;
	if (size > MaxAllocSize)
		size = MaxAllocSize;
	str->data = repalloc(str->data, size);
	str->maxlen = (int) size;
}

int
appendStringInfoVA(StringInfo str, const char *fmt, va_list args)
{
	int avail = str->maxlen - str->len;
	size_t nprinted;

	if (avail < 16)
		return 32;
	nprinted = pvsnprintf(str->data + str->len, (size_t) avail, fmt, args);
	if (nprinted < (size_t) avail)
	{
		str->len += (int) nprinted;
		return 0;
	}
	str->data[str->len] = '\0';
	return (int) nprinted;
}

void
appendStringInfo(StringInfo str, const char *fmt, ...)
{
	int save_errno = errno;

	for (;;)
	{
		va_list args;
		int needed;

		errno = save_errno; /* for %m */
		va_start(args, fmt);
		needed = appendStringInfoVA(str, fmt, args);
		va_end(args);
		if (needed == 0)
			return;
		enlargeStringInfo(str, needed);
	}
}

void
appendBinaryStringInfoNT(StringInfo str, const void *data, int datalen)
{
	enlargeStringInfo(str, datalen);
	memcpy(str->data + str->len, data, datalen);
	str->len += datalen;
}

void
appendBinaryStringInfo(StringInfo str, const void *data, int datalen)
{
	appendBinaryStringInfoNT(str, data, datalen);
	str->data[str->len] = '\0';
}

void
appendStringInfoString(StringInfo str, const char *s)
{
	appendBinaryStringInfo(str, s, strlen(s));
}

void
appendStringInfoChar(StringInfo str, char ch)
{
	appendBinaryStringInfo(str, &ch, 1);
}

void
appendStringInfoSpaces(StringInfo str, int count)
{
	if (count <= 0)
		return;
	enlargeStringInfo(str, count);
	memset(str->data + str->len, ' ', count);
	str->len += count;
	str->data[str->len] = '\0';
}
