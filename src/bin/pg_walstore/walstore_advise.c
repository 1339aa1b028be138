/*
 * walstore_advise.c
 *		advise: what other settings would have written, from WAL that there is.
 *
 * Each segment is coded into the store in memory and decoded again, which is
 * both the store's measurement and the way to see every record.  The page
 * images of a sample are compressed with each method that wal_compression has,
 * as the server calls it; CPU is this thread's.  Lengths are of records with
 * their padding, without page headers.
 *
 * Records that lie in two segments are not counted; neither is what precedes
 * the first complete record, nor what a recycled segment held before.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_advise.c
 */
#include "postgres_fe.h"

#include <lz4.h>
#include <zstd.h>

#include "../../common/walstore/walstore_internals.h"
#include "access/xlogrecord.h"
#include "common/logging.h"
#include "common/pg_lzcompress.h"
#include "walstore_tool.h"

#define SAMPLE_SEGMENTS 8 /* worth of images that are measured */
#define TOP 10 /* entries that are shown */

enum
{
	OFF,
	PGLZ,
	LZ4,
	ZSTD,
	NMETHODS
};
static const char *const method_names[NMETHODS] = {"off", "pglz", "lz4", "zstd"};

static struct
{
	int nsegments;
	uint64 file_bytes;
	uint64 record_bytes; /* as they are */
	uint64 other_bytes; /* of them no images */
	uint64 images;
	uint64 sampled;
	uint64 sample_raw;
	uint64 sample_bytes[NMETHODS];
	double sample_cpu[NMETHODS];
	uint64 repeated; /* images of blocks that had one before */
	uint64 repeated_raw;
	uint64 raw; /* bytes of all images, uncompressed */
	uint64 hint_images;
	uint64 hint_bytes;
	uint64 checkpoints;
	uint64 stored;
	double encode_cpu;
	double decode_cpu;
} sum;

static int stride = 1; /* every which image is measured */
static WsPglz *stock_pglz;
static WsRecord record;

/* Blocks that had an image: a set of hashes, open addressing. */
static uint64 *seen;
static uint64 nseen,
	seen_room;

/* Add to the set; true if it was there. */
static bool
seen_before(uint64 key)
{
	uint64 at;

	if (nseen * 2 >= seen_room)
	{
		uint64 *old = seen;
		uint64 old_room = seen_room;

		seen_room = seen_room ? seen_room * 2 : 65536;
		seen = pg_malloc0(seen_room * sizeof(uint64));
		nseen = 0;
		for (uint64 i = 0; i < old_room; i++)
			if (old[i] != 0)
				seen_before(old[i]);
		free(old);
	}
	key |= 1;
	for (at = (key >> 20) & (seen_room - 1); seen[at] != 0; at = (at + 1) & (seen_room - 1))
		if (seen[at] == key)
			return true;
	seen[at] = key;
	nseen++;
	return false;
}

static uint64
hash_block(const uint8 *relation, int fork, uint32 block)
{
	uint64 h = ws_get64(relation) * UINT64CONST(0x9E3779B97F4A7C15);

	h = (h ^ h >> 31 ^ ws_get32(relation + 8)) * UINT64CONST(0xC2B2AE3D27D4EB4F);
	h = (h ^ h >> 29 ^ ((uint64) fork << 32 | block)) * UINT64CONST(0x165667B19E3779F9);
	return h ^ h >> 32;
}

/* The image as it is on the page without its hole; its length, 0 if it cannot be had. */
static int
raw_image(const WsRecordBlock *b, uint8 *raw)
{
	bool hole = (b->image_info & BKPIMAGE_HAS_HOLE) != 0;
	int len = WS_PAGE - (hole ? b->hole_length : 0);

	if (!BKPIMAGE_COMPRESSED(b->image_info))
	{
		if (b->image_length > WS_PAGE)
			return 0;
		memcpy(raw, b->image, b->image_length);
		return b->image_length;
	}
	if (len <= 0)
		return 0;
	if (b->image_info & BKPIMAGE_COMPRESS_PGLZ)
		return pglz_decompress((const char *) b->image, b->image_length, (char *) raw, len, true) == len ? len : 0;
	if (b->image_info & BKPIMAGE_COMPRESS_LZ4)
		return LZ4_decompress_safe((const char *) b->image, (char *) raw, b->image_length, len) == len ? len : 0;
	return ZSTD_decompress(raw, len, b->image, b->image_length) == (size_t) len ? len : 0;
}

/* Compress one image by each method, as a server would. */
static void
measure_image(const uint8 *raw, int len)
{
	static uint8 packed[2 * WS_PAGE + 1024];

	sum.sampled++;
	sum.sample_raw += len;
	for (int method = OFF; method < NMETHODS; method++)
	{
		double start = cpu_now();
		int n = -1;

		if (method == PGLZ)
			n = ws_pglz_compress(stock_pglz, raw, len, packed);
		else if (method == LZ4)
			n = LZ4_compress_default((const char *) raw, (char *) packed, len, sizeof(packed));
		else if (method == ZSTD)
		{
			size_t z = ZSTD_compress(packed, sizeof(packed), raw, len, ZSTD_CLEVEL_DEFAULT);

			n = ZSTD_isError(z) ? -1 : (int) z;
		}
		if (method != OFF)
			sum.sample_cpu[method] += cpu_now() - start;
		/* two bytes more for the hole's length; kept if that is less */
		sum.sample_bytes[method] += n > 0 && n + 2 < len ? n + 2 : len;
	}
}

static void
look_at_images(const WalStoreRecordInfo *info)
{
	static uint8 raw[WS_PAGE];
	uint8 *key = record.key + 4 + (record.key[3] & WS_FORM_ORIGIN ? 2 : 0);
	const uint8 *relation = NULL;

	for (int i = 0; i < record.nblocks; i++)
	{
		const WsRecordBlock *b = &record.blocks[i];
		int len;

		key += 2 + (b->flags & BKPBLOCK_HAS_IMAGE ? 1 : 0);
		if (!(b->flags & BKPBLOCK_SAME_REL))
		{
			relation = key;
			key += 12;
		}
		if (!(b->flags & BKPBLOCK_HAS_IMAGE))
			continue;
		len = raw_image(b, raw);
		if (len == 0)
			continue;
		sum.raw += len;
		if (seen_before(hash_block(relation, b->flags & BKPBLOCK_FORK_MASK, b->block)))
		{
			sum.repeated++;
			sum.repeated_raw += len;
		}
		if (sum.images++ % stride == 0)
			measure_image(raw, len);
	}
}

/* A walstore_record_cb. */
static void
look_at_record(void *arg, const WalStoreRecordInfo *info)
{
	const uint32 *segment_size = arg;

	if (is_recycled(info, *segment_size))
		return;
	count_record(NULL, info);
	sum.record_bytes += (info->total + 7) & ~7U;
	sum.other_bytes += ((info->total + 7) & ~7U) - info->image_bytes;
	if (info->rmid == RM_XLOG_ID && (info->info & 0xF0) == 0xA0)
	{
		sum.hint_images++;
		sum.hint_bytes += info->total;
	}
	if (info->rmid == RM_XLOG_ID && (info->info & 0xF0) <= 0x10)
		sum.checkpoints++;
	if (info->nimages > 0 && ws_parse_record(info->record, info->total, &record))
		look_at_images(info);
}

/* ---- the segments ---- */

static int
look_at_segment(WalStoreEncoder *enc, WalStoreDecoder *dec, Memory *m, const char *path)
{
	size_t size,
		taken,
		len;
	uint8 *bytes = read_whole_file(path, &size);
	const uint8 *piece;
	TimeLineID tli;
	XLogSegNo segno;
	XLogRecPtr lsn;
	uint32 segment_size = (uint32) size;
	double start;

	/* a server at work may have removed it by now */
	if (bytes == NULL)
		return path_exists(path) ? EXIT_ERROR : EXIT_FINE;
	if (!valid_segment_size(size))
	{
		pg_log_error("file \"%s\" has %zu bytes, which no WAL segment has", path, size);
		free(bytes);
		return EXIT_ERROR;
	}
	XLogFromFileName(base_name(path), &tli, &segno, (int) size);
	/* recycled segments wait for their turn with old contents */
	if (ws_get64(bytes + 8) != segno * size)
	{
		free(bytes);
		return EXIT_FINE;
	}
	m->len = 0;
	start = cpu_now();
	if (walstore_encoder_begin(enc, segno * size, tli, ws_get64(bytes + 24), (uint32) size, segno, 0, NULL) != WALSTORE_OK ||
		walstore_encoder_append(enc, bytes, size, true, &taken) != WALSTORE_OK || walstore_encoder_finish(enc) != WALSTORE_OK)
	{
		pg_log_error("could not code file \"%s\"", path);
		free(bytes);
		return EXIT_ERROR;
	}
	sum.encode_cpu += cpu_now() - start;
	walstore_decoder_observe(dec, NULL, NULL);
	walstore_decoder_open(dec, from_memory, m, NULL);
	start = cpu_now();
	while (walstore_decoder_next(dec, &piece, &len, &lsn) == WALSTORE_OK)
		;
	sum.decode_cpu += cpu_now() - start;
	walstore_decoder_observe(dec, look_at_record, &segment_size);
	walstore_decoder_open(dec, from_memory, m, NULL);
	while (walstore_decoder_next(dec, &piece, &len, &lsn) == WALSTORE_OK)
		;
	sum.nsegments++;
	sum.file_bytes += size;
	sum.stored += m->len;
	free(bytes);
	return EXIT_FINE;
}

/* ---- the report ---- */

/* Bytes of WAL had all images been written by this method. */
static double
wal_with(int method)
{
	double share = sum.sample_raw ? (double) sum.sample_bytes[method] / sum.sample_raw : 1;

	return sum.other_bytes + share * sum.raw;
}

static double
cpu_with(int method)
{
	return sum.sample_raw ? sum.sample_cpu[method] * sum.raw / sum.sample_raw : 0;
}

/* The relation that most image bytes are of, if images are a good part of the WAL. */
static const Entry *
most_images(void)
{
	const Entry *most = NULL;

	for (uint32 i = 0; i < relations.n; i++)
		if (most == NULL || relations.entries[i].image_bytes > most->image_bytes)
			most = &relations.entries[i];
	return most != NULL && total.image_bytes * 10 > sum.record_bytes ? most : NULL;
}

/* The relation with most updates that are not heap-only, if they are a third of its updates. */
static const Entry *
most_cold_updates(void)
{
	const Entry *most = NULL;

	for (uint32 i = 0; i < relations.n; i++)
	{
		const Entry *e = &relations.entries[i];

		if (e->updates > 100 && e->updates * 2 > e->hot_updates && (most == NULL || e->updates > most->updates))
			most = e;
	}
	return most;
}

/* What would help; lines of text. */
static int
collect_advice(char **lines, int room)
{
	double now = sum.record_bytes;
	double image_share = now > 0 ? 100.0 * (sum.record_bytes - sum.other_bytes) / now : 0;
	const Entry *e;
	int best = OFF;
	int n = 0;

	for (int method = PGLZ; method < NMETHODS; method++)
		if (wal_with(method) < wal_with(best))
			best = method;
	if (n < room && best != OFF && wal_with(best) < 0.95 * now)
		lines[n++] = psprintf("wal_compression = %s would have written %.1f MB instead of %.1f, for %.2f s of CPU; lz4 %.1f MB for %.2f s.",
							  method_names[best], wal_with(best) / 1e6, now / 1e6, cpu_with(best),
							  wal_with(LZ4) / 1e6, cpu_with(LZ4));
	if (n < room && sum.images > 0 && sum.repeated * 10 >= sum.images)
		lines[n++] = psprintf("%.0f%% of the %llu images are of blocks that had one before in this WAL: with checkpoints farther apart than it is long (max_wal_size, checkpoint_timeout) up to %.1f MB of uncompressed images fall away. It has %llu checkpoints.",
							  100.0 * sum.repeated / sum.images, (unsigned long long) sum.images,
							  sum.repeated_raw / 1e6, (unsigned long long) sum.checkpoints);
	if (n < room && sum.hint_bytes * 20 > sum.record_bytes)
		lines[n++] = psprintf("%.0f%% of the WAL are images for hint bits (checksums or wal_log_hints): VACUUM after bulk loads, before the next checkpoint, sets them with the rows.",
							  100.0 * sum.hint_bytes / now);
	if (n < room && (e = most_images()) != NULL)
		lines[n++] = psprintf("%.0f%% of the image bytes are of relation %s (tablespace/database/file; \"SELECT pg_filenode_relation(tablespace, file)\" names it).",
							  100.0 * e->image_bytes / Max(total.image_bytes, 1), e->name);
	if (n < room && (e = most_cold_updates()) != NULL)
		lines[n++] = psprintf("%llu of %llu row updates of relation %s are not heap-only: a lower fillfactor, or fewer indexes on the columns that change, spares index records and images.",
							  (unsigned long long) e->updates, (unsigned long long) (e->updates + e->hot_updates), e->name);
	if (n < room && sum.stored > 0)
		lines[n++] = psprintf("As an archive the store takes %.1f MB, %.1f%% of these files, for %.2f s of CPU to write and %.2f s to read; images are %.0f%% of the WAL.",
							  sum.stored / 1e6, 100.0 * sum.stored / sum.file_bytes, sum.encode_cpu, sum.decode_cpu, image_share);
	return n;
}

/* A number and what there are of it: "1 image", "2 images".  Allocated. */
static char *
counted(uint64 n, const char *what)
{
	return psprintf("%llu %s%s", (unsigned long long) n, what, n == 1 ? "" : "s");
}

/* What was read, in a line.  Allocated. */
static char *
summary(void)
{
	char *segments = counted(sum.nsegments, "segment");
	char *records = counted(total.records, "record");
	char *images = counted(sum.images, "page image");
	char *line = psprintf("%s, %.1f MB; %s, %s (%llu measured), %.1f MB of records", segments, sum.file_bytes / 1e6,
						  records, images, (unsigned long long) sum.sampled, sum.record_bytes / 1e6);

	free(segments);
	free(records);
	free(images);
	return line;
}

static void
print_report(char **lines, int nlines)
{
	char *line = summary();

	printf("%s\n\n", line);
	free(line);
	printf("%-24s %12s %9s %14s\n", "setting", "MB of WAL", "share", "CPU seconds");
	printf("%-24s %12.1f %8.1f%% %14s\n", "as it is", sum.record_bytes / 1e6, 100.0, "");
	for (int method = OFF; method < NMETHODS; method++)
		printf("wal_compression = %-6s %12.1f %8.1f%% %14.2f\n", method_names[method], wal_with(method) / 1e6,
			   100.0 * wal_with(method) / Max(sum.record_bytes, 1), cpu_with(method));
	printf("%-24s %12.1f %8.1f%% %14.2f\n", "the store, as it is", sum.stored / 1e6,
		   100.0 * sum.stored / Max(sum.record_bytes, 1), sum.encode_cpu);
	for (int which = 0; which < 2; which++)
	{
		const Table *t = which ? &relations : &types;

		printf("\n%-36s %10s %9s %12s %12s\n", t->title, "records", "images", "MB of WAL", "MB stored");
		for (uint32 i = 0; i < t->n && i < TOP; i++)
			printf("%-36s %10llu %9llu %12.2f %12.2f\n", t->entries[i].name, (unsigned long long) t->entries[i].records,
				   (unsigned long long) t->entries[i].images, t->entries[i].logical / 1e6, t->entries[i].stored / 1e6);
	}
	printf("\nWhat would help:\n");
	for (int i = 0; i < nlines; i++)
		printf("- %s\n", lines[i]);
}

static void
html_bar(FILE *f, const char *label, double value, double most, const char *text)
{
	fprintf(f, "<tr><td>%s</td><td><svg width=\"420\" height=\"16\"><rect width=\"%.0f\" height=\"16\" fill=\"#3b7ea1\"/></svg></td><td class=\"n\">%s</td></tr>\n",
			label, most > 0 ? 420 * value / most : 0, text);
}

static void
html_table(FILE *f, const Table *t)
{
	double most = 0;

	for (uint32 i = 0; i < t->n && i < TOP; i++)
		most = Max(most, t->entries[i].logical);
	fprintf(f, "<h2>By %s</h2><table>\n", t->title);
	for (uint32 i = 0; i < t->n && i < TOP; i++)
	{
		const Entry *e = &t->entries[i];
		char *records = counted(e->records, "record");
		char *images = counted(e->images, "image");
		char *text = psprintf("%.2f MB of WAL, %.2f MB stored, %s, %s", e->logical / 1e6,
							  e->stored / 1e6, records, images);

		html_bar(f, e->name, e->logical, most, text);
		free(text);
		free(images);
		free(records);
	}
	fprintf(f, "</table>\n");
}

/* Two plots: bytes and CPU by setting. */
static void
html_settings(FILE *f)
{
	double most = Max((double) sum.record_bytes, wal_with(OFF));
	double most_cpu = Max(sum.encode_cpu, sum.decode_cpu);
	char text[64];

	for (int method = OFF; method < NMETHODS; method++)
		most_cpu = Max(most_cpu, cpu_with(method));
	fprintf(f, "<h2>Bytes of WAL by setting</h2><table>\n");
	snprintf(text, sizeof(text), "%.1f MB", sum.record_bytes / 1e6);
	html_bar(f, "as it is", sum.record_bytes, most, text);
	for (int method = OFF; method < NMETHODS; method++)
	{
		char label[64];

		snprintf(label, sizeof(label), "wal_compression = %s", method_names[method]);
		snprintf(text, sizeof(text), "%.1f MB", wal_with(method) / 1e6);
		html_bar(f, label, wal_with(method), most, text);
	}
	snprintf(text, sizeof(text), "%.1f MB", sum.stored / 1e6);
	html_bar(f, "the store", sum.stored, most, text);
	fprintf(f, "</table>\n<h2>CPU by setting</h2><table>\n");
	for (int method = OFF; method < NMETHODS; method++)
	{
		char label[64];

		snprintf(label, sizeof(label), "wal_compression = %s", method_names[method]);
		snprintf(text, sizeof(text), "%.2f s", cpu_with(method));
		html_bar(f, label, cpu_with(method), most_cpu, text);
	}
	snprintf(text, sizeof(text), "%.2f s", sum.encode_cpu);
	html_bar(f, "the store, writing", sum.encode_cpu, most_cpu, text);
	snprintf(text, sizeof(text), "%.2f s", sum.decode_cpu);
	html_bar(f, "the store, reading", sum.decode_cpu, most_cpu, text);
	fprintf(f, "</table>\n");
}

/* The same as one page without anything from elsewhere; an exit code. */
static int
write_html(const char *path, char **lines, int nlines)
{
	char *page = NULL;
	size_t size;
	FILE *f = open_memstream(&page, &size);
	char *line;
	NewFile file;
	int result = EXIT_ERROR;

	if (f == NULL)
	{
		pg_log_error("could not make the page: %m");
		return EXIT_ERROR;
	}
	line = summary();
	fprintf(f, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>WAL report</title>\n"
			   "<style>body{font:15px sans-serif;margin:2em;max-width:70em}td{padding:2px 8px}.n{color:#444}h2{margin-top:1.5em}</style></head><body>\n"
			   "<h1>What this WAL costs</h1>\n<p>%s</p>\n",
			line);
	free(line);
	html_settings(f);
	html_table(f, &types);
	html_table(f, &relations);
	fprintf(f, "<h2>What would help</h2><ul>\n");
	for (int i = 0; i < nlines; i++)
		fprintf(f, "<li>%s</li>\n", lines[i]);
	fprintf(f, "</ul></body></html>\n");
	if (fclose(f) != 0)
		pg_log_error("could not make the page: %m");
	else if (new_file_open(&file, path, 0666))
	{
		if (new_file_write(&file, page, size))
			result = new_file_install(&file, true);
		else
			new_file_abandon(&file);
	}
	free(page);
	return result;
}

static bool
is_whole_segment(const char *name)
{
	return IsXLogFileName(name);
}

int
command_advise(int argc, char **argv)
{
	char *sub = psprintf("%s/" XLOGDIR, argv[0]);
	char **paths;
	char *lines[8];
	int n,
		nlines,
		result = EXIT_FINE;
	Memory memory = {0};
	WalStoreEncoder *enc;
	WalStoreDecoder *dec;

	paths = list_files(is_directory(sub) ? sub : argv[0], is_whole_segment, "WAL segments", &n);
	if (paths == NULL)
		return EXIT_ERROR;
	stride = Max(1, n / SAMPLE_SEGMENTS);
	stock_pglz = ws_pglz_create();
	enc = walstore_encoder_create(options.level, false, to_memory, &memory);
	dec = walstore_decoder_create();
	expect_files(n);
	for (int i = 0; i < n && result == EXIT_FINE; i++)
	{
		uint64 in = sum.file_bytes;
		uint64 out = sum.stored;

		result = look_at_segment(enc, dec, &memory, paths[i]);
		show_progress(sum.file_bytes - in, sum.stored - out);
	}
	if (result != EXIT_FINE)
		return result;
	qsort(types.entries, types.n, sizeof(Entry), by_stored);
	qsort(relations.entries, relations.n, sizeof(Entry), by_stored);
	nlines = collect_advice(lines, lengthof(lines));
	print_report(lines, nlines);
	return options.html ? write_html(options.html, lines, nlines) : EXIT_FINE;
}
