/*
 * server_bench.c
 *		Measurements inside of whichever server loads this: pglz, and CPU time.
 *
 * The functions ask the server's own process, and call its pglz_compress and
 * pglz_decompress, so that one shared library, loaded into stock PostgreSQL 15 and into Narwal,
 * compares the two (src/test/bench, src/test/interop).  It uses of the server
 * only what both have, and asks for the rest when it is called.
 *
 *	process_cpu()				text: microseconds of user and of system CPU so far,
 *								by getrusage
 *	pglz_bench(file, rounds)	text: pages, raw bytes, stored bytes, ns of
 *								compression and of decompression per page, the
 *								least of all rounds; a page that does not shrink
 *								counts as raw, and is not decompressed
 *	pglz_write(file, to)		streams of all pages into a file
 *	pglz_check(file, from)		decode such a file; streams that give the page
 *	lz4_bench(file, rounds)		text: pages, those that the encoder for rows takes, bytes
 *								by liblz4 and by it, ns of each per page, the least
 *								of all rounds; a page that it does not take is liblz4's
 *								after all.  Narwal only
 *
 * file is one of a relation; its pages are taken without their holes.  The
 * stream file has per page its length (int32, -1: not compressed) and bytes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/modules/server_bench/server_bench.c
 */
#include "postgres.h"

#include <dlfcn.h>
#include <sys/resource.h>
#include <time.h>

#include "common/pg_lzcompress.h"
#include "common/wal_image.h"
#include "fmgr.h"
#include "storage/bufpage.h"
#include "utils/builtins.h"

extern PGDLLEXPORT const Pg_magic_struct *PG_MAGIC_FUNCTION_NAME(void);

/* What is expected of a module by the server that loads this one. */
const Pg_magic_struct *
PG_MAGIC_FUNCTION_NAME(void)
{
	static Pg_magic_struct magic = PG_MODULE_MAGIC_DATA;

	/* Only Narwal's server has a table of codecs. */
	if (dlsym(RTLD_DEFAULT, "wal_image_codec") == NULL)
		memcpy(magic.abi_extra, "PostgreSQL", sizeof("PostgreSQL"));
	return &magic;
}

PG_FUNCTION_INFO_V1(process_cpu);
PG_FUNCTION_INFO_V1(pglz_bench);
PG_FUNCTION_INFO_V1(pglz_write);
PG_FUNCTION_INFO_V1(pglz_check);
PG_FUNCTION_INFO_V1(lz4_bench);

#define MAX_PAGES 400

typedef struct Pages
{
	int n;
	int len[MAX_PAGES];
	char raw[MAX_PAGES][BLCKSZ];
} Pages;

typedef struct Stream
{
	int32 len; /* -1: it does not pay */
	char bytes[PGLZ_MAX_OUTPUT(BLCKSZ)];
} Stream;

static FILE *
open_or_fail(const char *path, const char *mode)
{
	FILE *f = fopen(path, mode);

	if (f == NULL)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not open file \"%s\": %m", path)));
	return f;
}

/* The used pages of a file, at most MAX_PAGES, without holes. */
static Pages *
read_pages(const char *path)
{
	Pages *pages = palloc(sizeof(Pages));
	FILE *f = open_or_fail(path, "r");
	PGAlignedBlock block;

	pages->n = 0;
	while (pages->n < MAX_PAGES && fread(block.data, BLCKSZ, 1, f) == 1)
	{
		PageHeader header = (PageHeader) block.data;
		int lower = header->pd_lower;
		int upper = header->pd_upper;
		char *raw = pages->raw[pages->n];

		if (lower < (int) SizeOfPageHeaderData || lower > upper || upper > BLCKSZ)
			continue;
		memcpy(raw, block.data, lower);
		memcpy(raw + lower, block.data + upper, BLCKSZ - upper);
		pages->len[pages->n++] = BLCKSZ - (upper - lower);
	}
	fclose(f);
	if (pages->n == 0)
		ereport(ERROR, (errcode(ERRCODE_DATA_EXCEPTION), errmsg("file \"%s\" has no pages", path)));
	return pages;
}

static int64
cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (int64) ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* Compress all; the sum of stored bytes. */
static int64
compress_all(const Pages *pages, Stream *streams)
{
	int64 stored = 0;

	for (int i = 0; i < pages->n; i++)
	{
		streams[i].len = pglz_compress(pages->raw[i], pages->len[i], streams[i].bytes,
									   PGLZ_strategy_default);
		stored += streams[i].len < 0 ? pages->len[i] : streams[i].len;
	}
	return stored;
}

/* Decompress those that are; the number that gave back their page. */
static int
decompress_all(const Pages *pages, const Stream *streams, bool compare)
{
	PGAlignedBlock out;
	int good = 0;

	for (int i = 0; i < pages->n; i++)
	{
		if (streams[i].len < 0)
			continue;
		if (pglz_decompress(streams[i].bytes, streams[i].len, out.data, pages->len[i], true) ==
				pages->len[i] &&
			(!compare || memcmp(out.data, pages->raw[i], pages->len[i]) == 0))
			good++;
	}
	return good;
}

static long long
microseconds(const struct timeval *t)
{
	return (long long) t->tv_sec * 1000000 + t->tv_usec;
}

Datum
process_cpu(PG_FUNCTION_ARGS)
{
	struct rusage used;
	char result[64];

	getrusage(RUSAGE_SELF, &used);
	snprintf(result, sizeof(result), "%lld %lld", microseconds(&used.ru_utime),
			 microseconds(&used.ru_stime));
	PG_RETURN_TEXT_P(cstring_to_text(result));
}

Datum
pglz_bench(PG_FUNCTION_ARGS)
{
	Pages *pages = read_pages(text_to_cstring(PG_GETARG_TEXT_PP(0)));
	int rounds = PG_GETARG_INT32(1);
	Stream *streams = palloc(sizeof(Stream) * pages->n);
	int64 raw = 0;
	int64 stored = 0;
	int64 compress_ns = PG_INT64_MAX;
	int64 decompress_ns = PG_INT64_MAX;
	int compressed = 0;
	char result[160];

	for (int i = 0; i < rounds; i++)
	{
		int64 begin = cpu_ns();
		int64 middle;

		stored = compress_all(pages, streams);
		middle = cpu_ns();
		compressed = decompress_all(pages, streams, false);
		compress_ns = Min(compress_ns, middle - begin);
		decompress_ns = Min(decompress_ns, cpu_ns() - middle);
	}
	for (int i = 0; i < pages->n; i++)
		raw += pages->len[i];
	snprintf(result, sizeof(result), "%d %lld %lld %.0f %.0f", pages->n, (long long) raw,
			 (long long) stored, (double) compress_ns / pages->n,
			 compressed == 0 ? 0.0 : (double) decompress_ns / compressed);
	PG_RETURN_TEXT_P(cstring_to_text(result));
}

Datum
pglz_write(PG_FUNCTION_ARGS)
{
	Pages *pages = read_pages(text_to_cstring(PG_GETARG_TEXT_PP(0)));
	char *path = text_to_cstring(PG_GETARG_TEXT_PP(1));
	Stream *streams = palloc(sizeof(Stream) * pages->n);
	FILE *f = open_or_fail(path, "w");
	bool failed = false;

	compress_all(pages, streams);
	for (int i = 0; i < pages->n; i++)
		failed |= fwrite(&streams[i], sizeof(int32) + Max(streams[i].len, 0), 1, f) != 1;
	if (fclose(f) != 0 || failed)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not write file \"%s\": %m", path)));
	PG_RETURN_INT32(pages->n);
}

Datum
pglz_check(PG_FUNCTION_ARGS)
{
	Pages *pages = read_pages(text_to_cstring(PG_GETARG_TEXT_PP(0)));
	char *path = text_to_cstring(PG_GETARG_TEXT_PP(1));
	Stream *streams = palloc(sizeof(Stream) * pages->n);
	FILE *f = open_or_fail(path, "r");
	int raw = 0;
	int good;

	for (int i = 0; i < pages->n; i++)
	{
		if (fread(&streams[i].len, sizeof(int32), 1, f) != 1 ||
			streams[i].len > (int32) sizeof(streams[i].bytes) ||
			(streams[i].len > 0 && fread(streams[i].bytes, streams[i].len, 1, f) != 1))
			ereport(ERROR, (errcode(ERRCODE_DATA_EXCEPTION), errmsg("file \"%s\" is no stream file", path)));
		raw += streams[i].len < 0;
	}
	fclose(f);
	good = decompress_all(pages, streams, true);
	PG_RETURN_INT32(good + raw);
}

/* Compress all at a level, or by liblz4 if that declines; *taken: those it did not. */
static int64
lz4_all(const Pages *pages, int level, int *taken)
{
	int (*compress)(int, int, const char *, int, char *, int);
	char out[BLCKSZ * 2];
	int64 stored = 0;

	*(void **) &compress = dlsym(RTLD_DEFAULT, "wal_image_compress");
	*taken = 0;
	for (int i = 0; i < pages->n; i++)
	{
		int n = compress(WAL_IMAGE_LZ4, level, pages->raw[i], pages->len[i], out, sizeof(out));

		if (n >= 0)
			(*taken)++;
		else
			n = compress(WAL_IMAGE_LZ4, 1, pages->raw[i], pages->len[i], out, sizeof(out));
		stored += n < 0 ? pages->len[i] : n;
	}
	return stored;
}

Datum
lz4_bench(PG_FUNCTION_ARGS)
{
	Pages *pages = read_pages(text_to_cstring(PG_GETARG_TEXT_PP(0)));
	int rounds = PG_GETARG_INT32(1);
	const WalImageCodec *(*get_codec)(int);
	const WalImageCodec *codec = NULL;
	int64 stored[2] = {0, 0};
	int64 least[2] = {PG_INT64_MAX, PG_INT64_MAX};
	int taken = 0;
	char result[160];

	*(void **) &get_codec = dlsym(RTLD_DEFAULT, "wal_image_codec");
	if (get_codec != NULL)
		codec = get_codec(WAL_IMAGE_LZ4);
	if (codec == NULL)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("this server has no lz4 encoders to compare")));
	for (int i = 0; i < rounds * 2; i++)
	{
		bool rows = i % 2 != 0;
		int64 begin = cpu_ns();

		stored[rows] = lz4_all(pages, rows ? codec->cheap_level : codec->default_level, &taken);
		least[rows] = Min(least[rows], cpu_ns() - begin);
	}
	snprintf(result, sizeof(result), "%d %d %lld %lld %.0f %.0f", pages->n, taken, (long long) stored[0], (long long) stored[1],
			 (double) least[0] / pages->n, (double) least[1] / pages->n);
	PG_RETURN_TEXT_P(cstring_to_text(result));
}
