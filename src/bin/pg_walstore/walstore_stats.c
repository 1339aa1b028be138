/*
 * walstore_stats.c
 *		stats: which records and relations the WAL consists of, and what they
 *		take in the store.
 *
 * "stored" shares out a chunk's bytes by what each record's symbols took, with
 * headers and checksums of the file as an entry of their own.  Records that lie
 * in two segments, and what a recycled segment held before, are not counted.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_stats.c
 */
#include "postgres_fe.h"

#include <unistd.h>

#include "access/rmgrdesc.h"
#include "access/rmgrids.h"
#include "access/xlogrecord.h"
#include "common/logging.h"
#include "walstore_tool.h"

Table managers = {"resource manager"};
Table types = {"record type"};
Table relations = {"relation"};
Entry total = {"total"};
static Entry recycled = {"recycled"};

static uint32
slot_of(const Table *t, uint64 a, uint64 b)
{
	uint64 h = (a * UINT64CONST(0x9E3779B97F4A7C15)) ^ (b + UINT64CONST(0xC2B2AE3D27D4EB4F)) * UINT64CONST(0x165667B19E3779F9);

	return (uint32) (h >> 32) & (t->nslots - 1);
}

/* The entry of a key; new ones have no name yet. */
static Entry *
find_entry(Table *t, uint64 a, uint64 b)
{
	uint32 at;

	if (t->n * 2 >= t->nslots)
	{
		t->nslots = t->nslots ? t->nslots * 2 : 64;
		t->entries = pg_realloc(t->entries, t->nslots * sizeof(Entry));
		free(t->slots);
		t->slots = pg_malloc0(t->nslots * sizeof(uint32));
		for (uint32 i = 0; i < t->n; i++)
		{
			for (at = slot_of(t, t->entries[i].key[0], t->entries[i].key[1]); t->slots[at];)
				at = (at + 1) & (t->nslots - 1);
			t->slots[at] = i + 1;
		}
	}
	for (at = slot_of(t, a, b); t->slots[at]; at = (at + 1) & (t->nslots - 1))
	{
		Entry *e = &t->entries[t->slots[at] - 1];

		if (e->key[0] == a && e->key[1] == b)
			return e;
	}
	t->slots[at] = ++t->n;
	memset(&t->entries[t->n - 1], 0, sizeof(Entry));
	t->entries[t->n - 1].key[0] = a;
	t->entries[t->n - 1].key[1] = b;
	return &t->entries[t->n - 1];
}

static void
count_in(Entry *e, const WalStoreRecordInfo *info)
{
	e->records++;
	e->images += info->nimages;
	e->logical += info->total;
	e->image_bytes += info->image_bytes;
	e->stored += info->stored;
	if (info->rmid == RM_HEAP_ID)
	{
		e->updates += (info->info & 0x70) == 0x20;
		e->hot_updates += (info->info & 0x70) == 0x40;
	}
}

/*
 * Is the record one that a recycled file held before?  Behind the end of WAL
 * there may be some, whose links lead to where they were then: whole segments
 * back.  The very first record has no link.
 */
bool
is_recycled(const WalStoreRecordInfo *info, uint32 segment_size)
{
	const XLogRecord *record = (const XLogRecord *) info->record;

	return record->xl_prev != 0 && info->lsn - record->xl_prev >= segment_size;
}

/* A walstore_record_cb. */
static void
count_of_store(void *arg, const WalStoreRecordInfo *info)
{
	const WalStoreHeader *header = arg;

	if (is_recycled(info, header->segment_size))
		count_in(&recycled, info);
	else
		count_record(NULL, info);
}

void
count_record(void *arg, const WalStoreRecordInfo *info)
{
	const RmgrDescData *rmgr = GetRmgrDesc(info->rmid);
	Entry *e;

	e = find_entry(&managers, info->rmid, 0);
	if (e->name == NULL)
		e->name = pg_strdup(rmgr->rm_name);
	count_in(e, info);
	e = find_entry(&types, info->rmid, info->info & 0xF0);
	if (e->name == NULL)
	{
		const char *op = rmgr->rm_identify ? rmgr->rm_identify(info->info & 0xF0) : NULL;

		e->name = op ? psprintf("%s/%s", rmgr->rm_name, op)
					 : psprintf("%s/UNKNOWN (%x)", rmgr->rm_name, info->info & 0xF0);
	}
	count_in(e, info);
	if (info->relation)
	{
		uint32 r[3];

		memcpy(r, info->relation, sizeof(r));
		e = find_entry(&relations, (uint64) r[0] << 32 | r[1], r[2]);
		if (e->name == NULL)
			e->name = psprintf("%u/%u/%u", r[0], r[1], r[2]);
	}
	else
	{
		e = find_entry(&relations, 0, 0);
		if (e->name == NULL)
			e->name = pg_strdup("(none)");
	}
	count_in(e, info);
	count_in(&total, info);
}

int
by_stored(const void *a, const void *b)
{
	double x = ((const Entry *) a)->stored,
		   y = ((const Entry *) b)->stored;

	return x < y ? 1 : x > y ? -1
							 : strcmp(((const Entry *) a)->name, ((const Entry *) b)->name);
}

/* ---- output ---- */

static void
print_text(const Table *t, const Entry *e)
{
	printf("%-36s %10llu %9llu %14llu %14.0f %8.2f%%\n", e->name, (unsigned long long) e->records,
		   (unsigned long long) e->images, (unsigned long long) e->logical, e->stored,
		   e->logical ? 100 * e->stored / e->logical : 0.0);
}

static void
print_csv(const Table *t, const Entry *e)
{
	printf("%s,\"%s\",%llu,%llu,%llu,%llu,%.0f\n", t->title, e->name, (unsigned long long) e->records,
		   (unsigned long long) e->images, (unsigned long long) e->logical,
		   (unsigned long long) e->image_bytes, e->stored);
}

static void
print_json(const Table *t, const Entry *e)
{
	printf("{\"name\": \"%s\", \"records\": %llu, \"images\": %llu, \"logical_bytes\": %llu, \"image_bytes\": %llu, \"stored_bytes\": %.0f}",
		   e->name, (unsigned long long) e->records, (unsigned long long) e->images,
		   (unsigned long long) e->logical, (unsigned long long) e->image_bytes, e->stored);
}

static void
print_table(Table *t)
{
	if (t->n > 0)
		qsort(t->entries, t->n, sizeof(Entry), by_stored);
	if (strcmp(options.format, "text") == 0)
		printf("\n%-36s %10s %9s %14s %14s %9s\n", t->title, "records", "images", "WAL bytes", "stored", "share");
	if (strcmp(options.format, "json") == 0)
		printf(",\n \"%s\": [\n  ", t == &managers ? "resource_managers" : t == &types ? "record_types"
																					   : "relations");
	for (uint32 i = 0; i < t->n; i++)
	{
		if (strcmp(options.format, "json") == 0)
		{
			if (i > 0)
				printf(",\n  ");
			print_json(t, &t->entries[i]);
		}
		else if (strcmp(options.format, "csv") == 0)
			print_csv(t, &t->entries[i]);
		else
			print_text(t, &t->entries[i]);
	}
	if (strcmp(options.format, "json") == 0)
		printf("\n ]");
}

/* Count the records of one store; an exit code. */
static int
count_store(WalStoreDecoder *dec, const char *path, uint64 *logical, uint64 *stored)
{
	WalStoreHeader header;
	WalStoreStatus status;
	WalStoreEnd end;
	const uint8 *piece;
	size_t len;
	XLogRecPtr lsn;
	int fd;
	int result = open_store(path, dec, &header, &fd);

	if (result != EXIT_FINE)
		return result;
	walstore_decoder_observe(dec, count_of_store, &header);
	while ((status = walstore_decoder_next(dec, &piece, &len, &lsn)) == WALSTORE_OK)
		*logical += len;
	walstore_decoder_end(dec, &end);
	*stored += end.offset;
	if (status == WALSTORE_IO_ERROR)
	{
		pg_log_error("could not read file \"%s\": %m", path);
		result = EXIT_ERROR;
	}
	else if (status != WALSTORE_END)
	{
		pg_log_error("file \"%s\" is damaged: %s", path, walstore_decoder_message(dec));
		result = EXIT_DAMAGED;
	}
	else if (!end.finished)
	{
		pg_log_error("file \"%s\" is valid up to WAL position %X/%X but not finished", path,
					 LSN_FORMAT_ARGS(end.lsn));
		result = EXIT_DAMAGED;
	}
	close(fd);
	return result;
}

static void
print_totals(uint64 logical, uint64 stored)
{
	double framing = stored - total.stored - recycled.stored;

	if (strcmp(options.format, "json") == 0)
		printf("{\"logical_bytes\": %llu, \"stored_bytes\": %llu, \"records\": %llu, \"images\": %llu, \"framing_bytes\": %.0f, \"recycled_records\": %llu, \"recycled_bytes\": %llu",
			   (unsigned long long) logical, (unsigned long long) stored,
			   (unsigned long long) total.records, (unsigned long long) total.images, framing,
			   (unsigned long long) recycled.records, (unsigned long long) recycled.logical);
	else if (strcmp(options.format, "csv") == 0)
	{
		static const Table all = {"all"};

		printf("kind,name,records,images,logical_bytes,image_bytes,stored_bytes\n");
		print_csv(&all, &total);
		print_csv(&all, &recycled);
	}
	else
	{
		printf("%llu bytes of WAL, %llu stored (%.2f%%); %llu records, %llu images; %.0f bytes of framing and plain chunks\n",
			   (unsigned long long) logical, (unsigned long long) stored,
			   logical ? 100.0 * stored / logical : 0.0, (unsigned long long) total.records,
			   (unsigned long long) total.images, framing);
		if (recycled.records > 0)
			printf("not counted: %llu records that recycled segments held before, %llu bytes\n",
				   (unsigned long long) recycled.records, (unsigned long long) recycled.logical);
	}
}

int
command_stats(int argc, char **argv)
{
	WalStoreDecoder *dec = walstore_decoder_create();
	int result = EXIT_FINE;
	uint64 logical = 0,
		   stored = 0;

	if (strcmp(options.format, "text") != 0 && strcmp(options.format, "json") != 0 &&
		strcmp(options.format, "csv") != 0)
	{
		pg_log_error("unrecognized output format \"%s\"; use text, json or csv", options.format);
		return EXIT_ERROR;
	}
	for (int i = 0; i < argc; i++)
	{
		int n = 1;
		char **paths = &argv[i];

		if (is_directory(argv[i]) && (paths = list_stores(argv[i], &n)) == NULL)
			return EXIT_ERROR;
		expect_files(n);
		for (int k = 0; k < n; k++)
		{
			uint64 in = 0,
				   out = 0;

			result = worse(result, count_store(dec, paths[k], &in, &out));
			logical += in;
			stored += out;
			show_progress(in, out);
		}
	}
	print_totals(logical, stored);
	print_table(&managers);
	print_table(&types);
	print_table(&relations);
	if (strcmp(options.format, "json") == 0)
		printf("\n}\n");
	return result;
}
