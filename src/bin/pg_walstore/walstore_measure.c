/*
 * walstore_measure.c
 *		measure: bytes and CPU of each level on WAL that there is.
 *
 * Beside the levels stand what archivers do today, zstd -3 and lz4 over whole
 * files.  CPU is this thread's, in one process, the least of three rounds
 * that take turns, as a ratio to liblz4 on the same bytes in pieces of 64 kB.
 * Flushes are put where the commit records end.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_measure.c
 */
#include "postgres_fe.h"

#include <lz4.h>
#include <time.h>
#include <zstd.h>

#include "access/rmgrids.h"
#include "common/logging.h"
#include "walstore_tool.h"

#define ROUNDS 3
#define PIECE 65536
#define NGROUPS 4 /* flush patterns: none, every 16th, 4th, single commit */
#define NLEVELS (WALSTORE_MAX_LEVEL + 1)

typedef struct Memory
{
	uint8 *bytes;
	size_t len;
	size_t room;
} Memory;

typedef struct Figures
{
	uint64 stored;
	double encode;
	double decode;
} Figures;

static const int groups[NGROUPS] = {0, 16, 4, 1};

static struct
{
	uint64 logical;
	uint64 records;
	uint64 commits;
	uint64 zstd3;
	uint64 lz4;
	double lz4_compress;
	double lz4_decompress;
	Figures figures[NLEVELS][NGROUPS];
} sum;

/* Ends of the commit records of the segment at hand. */
static XLogRecPtr *commits;
static int ncommits,
	commits_room;
static bool counting;

static double
cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static bool
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

static ssize_t
from_memory(void *arg, void *bytes, size_t len, uint64 offset)
{
	const Memory *m = arg;

	if (offset >= m->len)
		return 0;
	len = Min(len, m->len - offset);
	memcpy(bytes, m->bytes + offset, len);
	return len;
}

/* A walstore_record_cb. */
static void
note_commit(void *arg, const WalStoreRecordInfo *info)
{
	if (!counting)
		return;
	sum.records++;
	if (info->rmid != RM_XACT_ID || (info->info & 0x70) != 0)
		return;
	if (ncommits == commits_room)
	{
		commits_room = commits_room ? commits_room * 2 : 1024;
		commits = pg_realloc(commits, commits_room * sizeof(XLogRecPtr));
	}
	/* page headers between make it a little more; any place will do */
	commits[ncommits++] = info->lsn + ((info->total + 7) & ~7U);
}

static bool
encode(WalStoreEncoder *enc, const uint8 *bytes, size_t size, XLogRecPtr start, TimeLineID tli, int group)
{
	size_t done = 0,
		   taken;
	uint64 sysid;

	memcpy(&sysid, bytes + 24, 8);
	if (walstore_encoder_begin(enc, start, tli, sysid, (uint32) size, start, 0, NULL) != WALSTORE_OK)
		return false;
	for (int i = group - 1; group > 0 && i < ncommits; i += group)
	{
		if (commits[i] <= start + done || commits[i] > start + size)
			continue;
		if (walstore_encoder_append(enc, bytes + done, commits[i] - start - done, true, &taken) != WALSTORE_OK)
			return false;
		done += taken;
	}
	return walstore_encoder_append(enc, bytes + done, size - done, true, &taken) == WALSTORE_OK &&
		walstore_encoder_finish(enc) == WALSTORE_OK;
}

static bool
decode(WalStoreDecoder *dec, Memory *m, const uint8 *bytes, size_t size)
{
	WalStoreHeader header;
	const uint8 *piece;
	size_t len,
		at = 0;
	XLogRecPtr lsn;

	if (walstore_decoder_open(dec, from_memory, m, &header) != WALSTORE_OK)
		return false;
	while (walstore_decoder_next(dec, &piece, &len, &lsn) == WALSTORE_OK)
	{
		if (at + len > size || memcmp(piece, bytes + at, len) != 0)
			return false;
		at += len;
	}
	return at == size;
}

/* CPU of liblz4 over the pieces, both ways. */
static void
measure_lz4(const uint8 *bytes, size_t size, double *compress, double *decompress)
{
	static char packed[LZ4_COMPRESSBOUND(PIECE)];
	static char again[PIECE];

	for (size_t at = 0; at < size; at += PIECE)
	{
		double a = cpu_now(),
			   b;
		int n = LZ4_compress_default((const char *) bytes + at, packed, PIECE, sizeof(packed));

		b = cpu_now();
		LZ4_decompress_safe(packed, again, n, PIECE);
		*decompress += cpu_now() - b;
		*compress += b - a;
	}
}

static int
measure_segment(WalStoreEncoder *enc, WalStoreDecoder *dec, Memory *m, const char *path)
{
	Figures best[NLEVELS][NGROUPS];
	double compress = 1e9,
		   decompress = 1e9;
	size_t size;
	uint8 *bytes = read_whole_file(path, &size);
	TimeLineID tli;
	XLogSegNo segno;
	XLogRecPtr start;
	char *packed;

	if (bytes == NULL)
		return EXIT_ERROR;
	if (!IsXLogFileName(base_name(path)) || size < 1024 * 1024 || (size & (size - 1)) != 0)
	{
		pg_log_error("file \"%s\" is no WAL segment", path);
		free(bytes);
		return EXIT_ERROR;
	}
	XLogFromFileName(base_name(path), &tli, &segno, (int) size);
	start = segno * size;
	memset(best, 0, sizeof(best));
	ncommits = 0;
	for (int round = -1; round < ROUNDS; round++)
	{
		double c = 0,
			   d = 0;

		for (int level = 0; level < NLEVELS; level++)
			for (int g = 0; g < NGROUPS; g++)
			{
				Figures *f = &best[level][g];
				double a,
					b;
				bool fine;

				/* the first round finds the commits */
				if (round < 0 && (level != 1 || g != 0))
					continue;
				counting = round < 0;
				walstore_decoder_observe(dec, counting ? note_commit : NULL, NULL);
				walstore_encoder_set_level(enc, level);
				m->len = 0;
				a = cpu_now();
				fine = encode(enc, bytes, size, start, tli, groups[g]);
				b = cpu_now();
				fine = fine && decode(dec, m, bytes, size);
				if (!fine)
				{
					pg_log_error("file \"%s\" did not come back at level %d", path, level);
					free(bytes);
					return EXIT_DAMAGED;
				}
				if (round <= 0 || b - a < f->encode)
					f->encode = b - a;
				if (round <= 0 || cpu_now() - b < f->decode)
					f->decode = cpu_now() - b;
				f->stored = m->len;
			}
		measure_lz4(bytes, size, &c, &d);
		compress = Min(compress, c);
		decompress = Min(decompress, d);
	}
	for (int level = 0; level < NLEVELS; level++)
		for (int g = 0; g < NGROUPS; g++)
		{
			sum.figures[level][g].stored += best[level][g].stored;
			sum.figures[level][g].encode += best[level][g].encode;
			sum.figures[level][g].decode += best[level][g].decode;
		}
	packed = pg_malloc(ZSTD_compressBound(size) + LZ4_compressBound((int) size));
	sum.zstd3 += ZSTD_compress(packed, ZSTD_compressBound(size), bytes, size, 3);
	sum.lz4 += LZ4_compress_default((const char *) bytes, packed, (int) size, LZ4_compressBound((int) size));
	free(packed);
	sum.logical += size;
	sum.commits += ncommits;
	sum.lz4_compress += compress;
	sum.lz4_decompress += decompress;
	free(bytes);
	return EXIT_FINE;
}

int
command_measure(int argc, char **argv)
{
	Memory memory = {0};
	WalStoreEncoder *enc = walstore_encoder_create(options.level, false, to_memory, &memory);
	WalStoreDecoder *dec = walstore_decoder_create();
	int result = EXIT_FINE;

	for (int i = 0; i < argc && result == EXIT_FINE; i++)
	{
		result = measure_segment(enc, dec, &memory, argv[i]);
		show_progress(i + 1, argc, sum.logical, sum.figures[WALSTORE_DEFAULT_LEVEL][0].stored);
	}
	if (result != EXIT_FINE)
		return result;
	printf("%llu bytes of WAL, %llu records, %llu commits\n", (unsigned long long) sum.logical,
		   (unsigned long long) sum.records, (unsigned long long) sum.commits);
	printf("%-6s %-10s %12s %8s %12s %12s %10s %10s\n", "level", "flushes", "stored", "share",
		   "encode/lz4", "decode/lz4", "ns/record", "ns/record");
	for (int level = 0; level < NLEVELS; level++)
		for (int g = 0; g < NGROUPS; g++)
		{
			const Figures *f = &sum.figures[level][g];

			if (groups[g] > 0 && sum.commits < 100)
				continue;
			printf("%-6d %-10s %12llu %7.2f%% %12.2f %12.2f %10.0f %10.0f\n", level,
				   groups[g] == 0 ? "bulk" : groups[g] == 1 ? "commit"
															: psprintf("%d commits", groups[g]),
				   (unsigned long long) f->stored, 100.0 * f->stored / sum.logical, f->encode / sum.lz4_compress,
				   f->decode / sum.lz4_decompress, f->encode * 1e9 / Max(sum.records, 1),
				   f->decode * 1e9 / Max(sum.records, 1));
		}
	printf("%-17s %12llu %7.2f%%\n", "zstd -3, files", (unsigned long long) sum.zstd3, 100.0 * sum.zstd3 / sum.logical);
	printf("%-17s %12llu %7.2f%%\n", "lz4, files", (unsigned long long) sum.lz4, 100.0 * sum.lz4 / sum.logical);
	return EXIT_FINE;
}
