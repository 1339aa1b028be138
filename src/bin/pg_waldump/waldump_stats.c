/*
 * waldump_stats.c
 *		Counts and bytes of WAL records per resource manager or record type.
 *
 * What is counted per method and relation is in waldump_volume.c; the entry points
 * are here for both.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_waldump/waldump_stats.c
 */
#include "postgres_fe.h"

#include "access/rmgrdesc.h"
#include "access/xlogrecord.h"
#include "waldump.h"

typedef struct Count
{
	uint64 n;
	uint64 record_bytes; /* without images */
	uint64 image_bytes;
} Count;

/* By manager and high nibble of the info byte. */
static Count counts[256][16];
static uint64 total_records;
static XLogRecPtr last_end;

static void
add(Count *to, const Count *c)
{
	to->n += c->n;
	to->record_bytes += c->record_bytes;
	to->image_bytes += c->image_bytes;
}

void
stats_count(XLogReaderState *r)
{
	uint32 images = record_image_bytes(r);
	int op = XLogRecGetInfo(r) >> 4;
	Count one = {1, XLogRecGetTotalLen(r) - images, images};

	/* Whether a transaction record has more data is no type of its own. */
	if (XLogRecGetRmid(r) == 1)
		op &= 0x7;
	add(&counts[XLogRecGetRmid(r)][op], &one);
	total_records++;
	last_end = r->EndRecPtr;
	if (config.stats_per_method || config.stats_per_relation)
		volume_count(r);
}

static double
percent(uint64 part, uint64 whole)
{
	return whole ? 100.0 * (double) part / (double) whole : 0;
}

static void
print_row(const char *name, const Count *c, const Count *total)
{
	printf("%-27s %20llu (%6.02f) %20llu (%6.02f) %20llu (%6.02f) %20llu (%6.02f)\n", name,
		   (unsigned long long) c->n, percent(c->n, total->n),
		   (unsigned long long) c->record_bytes, percent(c->record_bytes, total->record_bytes),
		   (unsigned long long) c->image_bytes, percent(c->image_bytes, total->image_bytes),
		   (unsigned long long) (c->record_bytes + c->image_bytes),
		   percent(c->record_bytes + c->image_bytes, total->record_bytes + total->image_bytes));
}

static void
print_types(int rmid, const Count *total)
{
	const RmgrDescData *rmgr = GetRmgrDesc(rmid);

	for (int op = 0; op < 16; op++)
	{
		const char *id;
		char name[64];

		if (counts[rmid][op].n == 0)
			continue;
		id = rmgr->rm_identify(op << 4);
		if (id)
			snprintf(name, sizeof(name), "%s/%s", rmgr->rm_name, id);
		else
			snprintf(name, sizeof(name), "%s/UNKNOWN (%x)", rmgr->rm_name, op << 4);
		print_row(name, &counts[rmid][op], total);
	}
}

static void
print_records(void)
{
	Count total = {0};
	char records[32];
	char images[32];

	for (int rmid = 0; rmid < 256; rmid++)
	{
		for (int op = 0; op < 16; op++)
			add(&total, &counts[rmid][op]);
	}
	printf("%-27s %20s %8s %20s %8s %20s %8s %20s %8s\n",
		   "Type", "N", "(%)", "Record size", "(%)", "FPI size", "(%)", "Combined size", "(%)");
	printf("%-27s %20s %8s %20s %8s %20s %8s %20s %8s\n",
		   "----", "-", "---", "-----------", "---", "--------", "---", "-------------", "---");
	for (int rmid = 0; rmid < 256; rmid++)
	{
		Count sum = {0};

		for (int op = 0; op < 16; op++)
			add(&sum, &counts[rmid][op]);
		if (sum.n == 0 && rmid >= RM_N_BUILTIN_IDS)
			continue;
		if (config.stats_per_record)
			print_types(rmid, &total);
		else
			print_row(GetRmgrDesc(rmid)->rm_name, &sum, &total);
	}
	snprintf(records, sizeof(records), "[%.02f%%]", percent(total.record_bytes, total.record_bytes + total.image_bytes));
	snprintf(images, sizeof(images), "[%.02f%%]", percent(total.image_bytes, total.record_bytes + total.image_bytes));
	printf("%-27s %20s %8s %20s %8s %20s %8s %20s\n", "", "--------", "", "--------", "", "--------", "", "--------");
	printf("%-27s %20llu %-9s%20llu %-9s%20llu %-9s%20llu %-6s\n", "Total",
		   (unsigned long long) total.n, "",
		   (unsigned long long) total.record_bytes, records,
		   (unsigned long long) total.image_bytes, images,
		   (unsigned long long) (total.record_bytes + total.image_bytes), "[100%]");
}

/* The tables asked for; nothing if no record was counted. */
void
stats_print(XLogRecPtr first)
{
	if (total_records == 0)
		return;
	printf("WAL statistics between %X/%X and %X/%X:\n", LSN_FORMAT_ARGS(first), LSN_FORMAT_ARGS(last_end));
	if (config.stats_per_method)
		volume_print_methods();
	if (config.stats_per_relation)
		volume_print_relations();
	if (!config.stats_per_method && !config.stats_per_relation)
		print_records();
}
