/*
 * walstore_measure.c
 *		measure: bytes and CPU of each level on WAL that there is.
 *
 * Beside the levels stand what archivers do today, zstd -3 and lz4 over whole
 * files.  CPU is this thread's, in one process, the median of rounds that take
 * turns, as a ratio to liblz4 on the same bytes in pieces of 64 kB.  Commits are
 * taken from the commit records; the default level is measured with every flush
 * pattern, the others in bulk.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_measure.c
 */
#include "postgres_fe.h"

#include <lz4.h>
#include <zstd.h>

#include "../../common/walstore/walstore_internals.h"
#include "access/rmgrids.h"
#include "common/logging.h"
#include "walstore_tool.h"

#define ROUNDS 3
#define PIECE 65536
#define NLEVELS (WALSTORE_MAX_LEVEL + 1)

/* When the bytes are durable. */
typedef struct Pattern
{
	const char *name;
	uint32 bytes; /* written at a time, */
	bool forced; /* up to the last byte, not to the last record's end */
	int commits; /* or after this many commits */
} Pattern;

static const Pattern patterns[] = {
	{"256 kB", 256 * 1024},
	{"1 MB", 1024 * 1024},
	{"64 kB", 64 * 1024},
	{"64 kB forced", 64 * 1024, true},
	{"16 commits", 0, true, 16},
	{"4 commits", 0, true, 4},
	{"commit", 0, true, 1},
};
#define NPATTERNS ((int) lengthof(patterns))
#define BULK 0 /* number of the pattern that every level is measured with */

typedef struct Figures
{
	uint64 stored;
	double encode;
	double decode;
} Figures;

static struct
{
	uint64 logical;
	uint64 records;
	uint64 commits;
	uint64 zstd3;
	uint64 lz4;
	double lz4_compress;
	double lz4_decompress;
	Figures figures[NLEVELS][NPATTERNS];
} sum;

/* Ends of the commit records of the segment at hand. */
static XLogRecPtr *commits;
static int ncommits,
	commits_room;
static bool counting;
static uint32 segment_size;

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
	commits[ncommits++] = ws_advance(info->lsn, (info->total + 7) & ~7U, segment_size);
}

/* The bytes of one segment that are measured. */
typedef struct Range
{
	const uint8 *bytes;
	size_t len;
	XLogRecPtr start;
	TimeLineID tli;
	uint64 system_identifier;
} Range;

static bool
append(WalStoreEncoder *enc, const Range *r, size_t *done, size_t end, bool flush)
{
	size_t taken;

	if (walstore_encoder_append(enc, r->bytes + *done, end - *done, flush, &taken) != WALSTORE_OK)
		return false;
	*done += taken;
	return true;
}

static bool
encode(WalStoreEncoder *enc, const Range *r, const Pattern *p)
{
	size_t done = 0;

	if (walstore_encoder_begin(enc, r->start, r->tli, r->system_identifier, segment_size, r->start,
							   0, NULL) != WALSTORE_OK)
		return false;
	for (int i = p->commits - 1; p->commits > 0 && i < ncommits; i += p->commits)
		if (commits[i] > r->start + done && commits[i] <= r->start + r->len &&
			!append(enc, r, &done, commits[i] - r->start, true))
			return false;
	for (size_t end = p->bytes; p->bytes > 0 && end < r->len; end += p->bytes)
		if (!append(enc, r, &done, end, p->forced))
			return false;
	return append(enc, r, &done, r->len, true) && walstore_encoder_finish(enc) == WALSTORE_OK;
}

static bool
decode(WalStoreDecoder *dec, Memory *m, const Range *r)
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
		if (at + len > r->len || memcmp(piece, r->bytes + at, len) != 0)
			return false;
		at += len;
	}
	return at == r->len;
}

/* CPU of liblz4 over the pieces, both ways. */
static void
measure_lz4(const Range *r, double *compress, double *decompress)
{
	static char packed[LZ4_COMPRESSBOUND(PIECE)];
	static char again[PIECE];

	*compress = *decompress = 0;
	for (size_t at = 0; at < r->len; at += PIECE)
	{
		double a = cpu_now(),
			   b;
		int n = LZ4_compress_default((const char *) r->bytes + at, packed, (int) Min(PIECE, r->len - at), sizeof(packed));

		b = cpu_now();
		LZ4_decompress_safe(packed, again, n, PIECE);
		*decompress += cpu_now() - b;
		*compress += b - a;
	}
}

static double
median(double *v)
{
	for (int i = 1; i < ROUNDS; i++)
		for (int k = i; k > 0 && v[k] < v[k - 1]; k--)
		{
			double t = v[k];

			v[k] = v[k - 1];
			v[k - 1] = t;
		}
	return v[ROUNDS / 2];
}

/* Is this pair of level and pattern measured? */
static bool
wanted(int level, int pattern)
{
	return level == WALSTORE_DEFAULT_LEVEL || pattern == BULK;
}

/* All figures of one range, added to the sums; false if it did not come back. */
static bool
measure_range(WalStoreEncoder *enc, WalStoreDecoder *dec, Memory *m, const Range *r)
{
	double times[NLEVELS][NPATTERNS][2][ROUNDS];
	double lz4[2][ROUNDS];

	ncommits = 0;
	/* a round before the others finds the commits */
	for (int round = -1; round < ROUNDS; round++)
	{
		for (int level = 0; level < NLEVELS; level++)
			for (int p = 0; p < NPATTERNS; p++)
			{
				double a,
					b;

				if (!wanted(level, p) || (round < 0 && (level != 1 || p != BULK)))
					continue;
				counting = round < 0;
				walstore_decoder_observe(dec, counting ? note_commit : NULL, NULL);
				walstore_encoder_set_level(enc, level);
				m->len = 0;
				a = cpu_now();
				if (!encode(enc, r, &patterns[p]))
					return false;
				b = cpu_now();
				if (!decode(dec, m, r))
					return false;
				if (round < 0)
					continue;
				times[level][p][0][round] = b - a;
				times[level][p][1][round] = cpu_now() - b;
				if (round == 0)
					sum.figures[level][p].stored += m->len;
			}
		if (round >= 0)
			measure_lz4(r, &lz4[0][round], &lz4[1][round]);
	}
	for (int level = 0; level < NLEVELS; level++)
		for (int p = 0; p < NPATTERNS; p++)
			if (wanted(level, p))
			{
				sum.figures[level][p].encode += median(times[level][p][0]);
				sum.figures[level][p].decode += median(times[level][p][1]);
			}
	sum.logical += r->len;
	sum.commits += ncommits;
	sum.lz4_compress += median(lz4[0]);
	sum.lz4_decompress += median(lz4[1]);
	return true;
}

static int
measure_segment(WalStoreEncoder *enc, WalStoreDecoder *dec, Memory *m, const char *path)
{
	size_t size;
	uint8 *bytes = read_whole_file(path, &size);
	Range r;
	XLogSegNo segno;
	XLogRecPtr start,
		end;
	char *packed;
	bool fine;

	if (bytes == NULL)
		return EXIT_ERROR;
	if (!IsXLogFileName(base_name(path)) || !valid_segment_size(size))
	{
		pg_log_error("file \"%s\" is no WAL segment", path);
		free(bytes);
		return EXIT_ERROR;
	}
	segment_size = (uint32) size;
	XLogFromFileName(base_name(path), &r.tli, &segno, (int) size);
	start = Max(segno * size, options.start & ~(XLogRecPtr) (WS_PAGE - 1));
	end = (segno + 1) * size;
	if (options.end != InvalidXLogRecPtr)
		end = Min(end, options.end);
	if (start >= end)
	{
		free(bytes);
		return EXIT_FINE;
	}
	r.bytes = bytes + (start - segno * size);
	r.len = end - start;
	r.start = start;
	r.system_identifier = ws_get64(bytes + 24);
	fine = measure_range(enc, dec, m, &r);
	if (!fine)
		pg_log_error("file \"%s\" did not come back", path);
	packed = pg_malloc(ZSTD_compressBound(r.len) + LZ4_compressBound((int) r.len));
	sum.zstd3 += ZSTD_compress(packed, ZSTD_compressBound(r.len), r.bytes, r.len, 3);
	sum.lz4 += LZ4_compress_default((const char *) r.bytes, packed, (int) r.len, LZ4_compressBound((int) r.len));
	free(packed);
	free(bytes);
	return fine ? EXIT_FINE : EXIT_DAMAGED;
}

static void
print_csv(void)
{
	printf("level,flushes,wal_bytes,records,commits,stored_bytes,encode_cpu_per_lz4,decode_cpu_per_lz4,decode_cpu_per_lz4_compression,encode_ns_per_record,decode_ns_per_record\n");
	for (int level = 0; level < NLEVELS; level++)
		for (int p = 0; p < NPATTERNS; p++)
		{
			const Figures *f = &sum.figures[level][p];

			if (!wanted(level, p) || (patterns[p].commits > 0 && sum.commits < 100))
				continue;
			printf("%d,%s,%llu,%llu,%llu,%llu,%.3f,%.3f,%.3f,%.1f,%.1f\n", level, patterns[p].name,
				   (unsigned long long) sum.logical, (unsigned long long) sum.records,
				   (unsigned long long) sum.commits, (unsigned long long) f->stored,
				   f->encode / sum.lz4_compress, f->decode / sum.lz4_decompress,
				   f->decode / sum.lz4_compress, f->encode * 1e9 / Max(sum.records, 1),
				   f->decode * 1e9 / Max(sum.records, 1));
		}
	printf("zstd -3,files,%llu,,,%llu,,,,,\n", (unsigned long long) sum.logical, (unsigned long long) sum.zstd3);
	printf("lz4,files,%llu,,,%llu,,,,,\n", (unsigned long long) sum.logical, (unsigned long long) sum.lz4);
}

static void
print_text(void)
{
	printf("%llu bytes of WAL, %llu records, %llu commits\n", (unsigned long long) sum.logical,
		   (unsigned long long) sum.records, (unsigned long long) sum.commits);
	printf("%-6s %-13s %12s %8s %12s %12s %10s %10s\n", "level", "flushes", "stored", "share",
		   "encode/lz4", "decode/lz4", "ns/record", "ns/record");
	for (int level = 0; level < NLEVELS; level++)
		for (int p = 0; p < NPATTERNS; p++)
		{
			const Figures *f = &sum.figures[level][p];

			if (!wanted(level, p) || (patterns[p].commits > 0 && sum.commits < 100))
				continue;
			printf("%-6d %-13s %12llu %7.2f%% %12.2f %12.2f %10.0f %10.0f\n", level, patterns[p].name,
				   (unsigned long long) f->stored, 100.0 * f->stored / Max(sum.logical, 1),
				   f->encode / sum.lz4_compress, f->decode / sum.lz4_decompress,
				   f->encode * 1e9 / Max(sum.records, 1), f->decode * 1e9 / Max(sum.records, 1));
		}
	printf("%-20s %12llu %7.2f%%\n", "zstd -3, files", (unsigned long long) sum.zstd3, 100.0 * sum.zstd3 / Max(sum.logical, 1));
	printf("%-20s %12llu %7.2f%%\n", "lz4, files", (unsigned long long) sum.lz4, 100.0 * sum.lz4 / Max(sum.logical, 1));
}

int
command_measure(int argc, char **argv)
{
	Memory memory = {0};
	WalStoreEncoder *enc = walstore_encoder_create(options.level, false, to_memory, &memory);
	WalStoreDecoder *dec = walstore_decoder_create();
	int result = EXIT_FINE;

	if (strcmp(options.format, "text") != 0 && strcmp(options.format, "csv") != 0)
	{
		pg_log_error("unrecognized output format \"%s\"; use text or csv", options.format);
		return EXIT_ERROR;
	}
	expect_files(argc);
	for (int i = 0; i < argc && result == EXIT_FINE; i++)
	{
		uint64 logical = sum.logical;
		uint64 stored = sum.figures[WALSTORE_DEFAULT_LEVEL][BULK].stored;

		result = measure_segment(enc, dec, &memory, argv[i]);
		show_progress(sum.logical - logical, sum.figures[WALSTORE_DEFAULT_LEVEL][BULK].stored - stored);
	}
	if (result != EXIT_FINE)
		return result;
	if (sum.logical == 0)
	{
		pg_log_error("there is no WAL of what was asked for");
		return EXIT_ERROR;
	}
	if (strcmp(options.format, "csv") == 0)
		print_csv();
	else
		print_text();
	return EXIT_FINE;
}
