/*
 * wal_codec_test.c
 *		A codec for page images that misbehaves on demand.
 *
 * wal_codec_test.mode says how:
 *	  ok			a run of zeros becomes a zero and its length
 *	  prepare		has no working memory
 *	  refuse		never finds anything to gain
 *	  nothing		claims a result of no bytes
 *	  overlong		claims a result longer than the input
 *	  boast			claims the largest result there is
 *	  short			claims fewer bytes than it wrote
 *	  overrun		writes one byte more than it has room for
 *	  damage		like ok, but cannot be decompressed again
 *	  stop_early	like ok, but decompresses all bytes but the last, and says it is well
 *	  go_on			like ok, but decompresses to one byte too many
 * wal_codec_test.name and wal_codec_test.id are what it registers under.  All are
 * read at server start, so they stand in postgresql.conf.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/modules/wal_codec_test/wal_codec_test.c
 */
#include "postgres.h"

#include "access/xlogformat.h"
#include "fmgr.h"
#include "utils/guc.h"

PG_MODULE_MAGIC;

extern void _PG_init(void);

static char *mode = NULL;
static char *name = NULL;
static int id = 31;

static bool
mode_is(const char *word)
{
	return strcmp(mode, word) == 0;
}

static int
test_bound(int len)
{
	return 2 * len;
}

static bool
test_prepare(void)
{
	return !mode_is("prepare");
}

static int
test_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	int n = 0;

	if (mode_is("refuse"))
		return -1;
	if (mode_is("nothing"))
		return 0;
	if (mode_is("overlong"))
		return len + 1;
	if (mode_is("boast"))
		return PG_INT32_MAX;
	if (mode_is("overrun"))
		dst[dstlen] = 0;
	for (int i = 0; i < len;)
	{
		int run = 0;

		dst[n++] = src[i];
		if (src[i++] != 0)
			continue;
		while (run < 255 && i < len && src[i] == 0)
		{
			run++;
			i++;
		}
		dst[n++] = (char) run;
	}
	return mode_is("short") ? n - 1 : n;
}

static bool
test_decompress(const char *src, int len, char *dst, int rawlen)
{
	int n = 0;

	if (mode_is("damage"))
		return false;
	if (mode_is("stop_early"))
		rawlen--;
	for (int i = 0; i < len; i++)
	{
		char byte = src[i];
		int times = 1;

		if (byte == 0)
		{
			if (++i >= len)
				return false;
			times += (uint8) src[i];
		}
		if (mode_is("stop_early"))
			times = Min(times, rawlen - n);
		if (n + times > rawlen)
			return false;
		memset(dst + n, byte, times);
		n += times;
	}
	if (mode_is("go_on"))
		dst[n] = ~dst[n];
	return n == rawlen;
}

static WalImageCodec codec = {
	.label = "test",
	.bound = test_bound,
	.prepare = test_prepare,
	.compress = test_compress,
	.decompress = test_decompress,
};

void
_PG_init(void)
{
	DefineCustomStringVariable("wal_codec_test.mode", "How the codec behaves.", NULL,
							   &mode, "ok", PGC_SIGHUP, 0, NULL, NULL, NULL);
	DefineCustomStringVariable("wal_codec_test.name", "Name of the method.", NULL, &name,
							   "test", PGC_POSTMASTER, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("wal_codec_test.id", "Id of the method.", NULL, &id, 31, 0,
							255, PGC_POSTMASTER, 0, NULL, NULL, NULL);
	codec.name = name;
	codec.id = id;
	RegisterWalImageCodec(&codec);
}
