/*
 * catpages.c
 *		Tuples to heap pages and btrees, relations to files.
 *
 * Every catalog is stored as a heap, and each of its indexes is built bottom
 * up from the sorted keys, as the server's own build does: leaves filled to
 * nine tenths, inner pages to seven, high keys cut to what tells the pages
 * apart.  pg_class holds the sizes of all the others and of itself; since
 * these have a fixed width and are in no index key, it is built twice, last.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/initdb/catpages.c
 */
#include "postgres_fe.h"

#include "access/xlogdefs.h"
#include "catalog/pg_type_d.h"
#include "initdb.h"
#include "port/pg_crc32c.h"

#define PAGE_HEADER 24
#define BT_SPECIAL 16
#define BT_LEAF 0x0001
#define BT_ROOT 0x0002
#define BT_META 0x0008
#define BT_MAGIC 0x053162
#define BT_VERSION 4
#define BT_MAX_ITEM 2704
#define ITEM_VARWIDTH 0x4000 /* bits of an index tuple's size word */
#define ITEM_PIVOT 0x2000
#define PIVOT_HAS_TID 0x1000 /* in the offset number of a pivot */
#define MAX_KEYS 4
#define MAX_LEVELS 8

typedef struct Tid
{
	uint32 block;
	uint16 offset;
} Tid;

/* Pages of one relation as bytes. */
typedef struct Pages
{
	char *data;
	uint32 n;
} Pages;

/* A page being filled, from both ends. */
typedef struct PageBuilder
{
	char *page;
	uint16 lower;
	uint16 upper;
	uint16 nitems;
} PageBuilder;

/* ---- pages ---- */

static void
put_header(char *page, uint16 lower, uint16 upper, uint16 special)
{
	uint16 words[4] = {lower, upper, special, BLCKSZ | 4};

	/* LSN 0, no checksum yet, no flags, no prune hint */
	memcpy(page + 12, words, sizeof(words));
}

static char *
add_page(Pages *pages)
{
	pages->data = pg_realloc(pages->data, (size_t) (pages->n + 1) * BLCKSZ);
	memset(pages->data + (size_t) pages->n * BLCKSZ, 0, BLCKSZ);
	return pages->data + (size_t) pages->n++ * BLCKSZ;
}

static void
start_page(PageBuilder *b, char *page, int special)
{
	b->page = page;
	b->lower = PAGE_HEADER;
	b->upper = BLCKSZ - special;
	b->nitems = 0;
	put_header(page, b->lower, b->upper, BLCKSZ - special);
}

static bool
fits(const PageBuilder *b, int size)
{
	return b->lower + 4 + (int) MAXALIGN(size) <= b->upper;
}

static void
add_item(PageBuilder *b, const char *item, int size)
{
	uint32 pointer;

	if (!fits(b, size))
		fatal("an item of %d bytes does not fit its page", size);
	b->upper -= MAXALIGN(size);
	memcpy(b->page + b->upper, item, size);
	pointer = b->upper | 1 << 15 | (uint32) size << 17;
	memcpy(b->page + b->lower, &pointer, sizeof(pointer));
	b->lower += 4;
	b->nitems++;
	memcpy(b->page + 12, &b->lower, 2);
	memcpy(b->page + 14, &b->upper, 2);
}

/* ---- heaps ---- */

/* Columns of a relation from the pg_attribute rows. */
static int
columns_of(const char *relid, Column *cols)
{
	static int c_relid = -1,
			   c_num,
			   c_type,
			   c_len,
			   c_align,
			   c_storage;
	Catalog *atts = find_catalog("pg_attribute");
	int n = 0;

	if (c_relid < 0)
	{
		c_relid = column_number(atts, "attrelid");
		c_num = column_number(atts, "attnum");
		c_type = column_number(atts, "atttypid");
		c_len = column_number(atts, "attlen");
		c_align = column_number(atts, "attalign");
		c_storage = column_number(atts, "attstorage");
	}
	for (int i = 0; i < atts->nrows; i++)
	{
		char **row = atts->values + (size_t) i * atts->natts;
		int attnum = atoi(row[c_num]);
		char align;

		if (attnum <= 0 || strcmp(row[c_relid], relid) != 0)
			continue;
		align = row[c_align][0];
		cols[attnum - 1].typid = oid_of_text(row[c_type]);
		cols[attnum - 1].len = atoi(row[c_len]);
		cols[attnum - 1].align = align == 'd' ? 8 : align == 'i' ? 4
			: align == 's'                                       ? 2
																 : 1;
		cols[attnum - 1].plain = row[c_storage][0] == 'p';
		cols[attnum - 1].source = attnum - 1;
		n = Max(n, attnum);
	}
	return n;
}

static void
build_heap(const Catalog *cat, const Column *cols, Pages *pages, Tid *tids)
{
	PageBuilder b = {0};
	StringInfoData tuple;

	initStringInfo(&tuple);
	for (int row = 0; row < cat->nrows; row++)
	{
		char **texts = cat->values + (size_t) row * cat->natts;

		form_heap_tuple(&tuple, cols, cat->natts, texts, 0, 1);
		if (pages->n == 0 || !fits(&b, tuple.len))
			start_page(&b, add_page(pages), 0);
		tids[row].block = pages->n - 1;
		tids[row].offset = b.nitems + 1;
		form_heap_tuple(&tuple, cols, cat->natts, texts, tids[row].block,
						tids[row].offset);
		add_item(&b, tuple.data, tuple.len);
	}
	pfree(tuple.data);
}

/* ---- btrees ---- */

/* A key with the row it belongs to. */
typedef struct Entry
{
	char *keys[MAX_KEYS];
	Tid tid;
} Entry;

/* The lower bound of a page: some keys of an entry, maybe its TID. */
typedef struct Bound
{
	const Entry *entry;
	int nkeys;
	bool has_tid;
	Tid tid;
} Bound;

/* One level of the tree: pages as lists of items. */
typedef struct LevelPage
{
	char **items;
	int *sizes;
	int n;
	int max;
	int used; /* bytes with line pointers */
} LevelPage;

typedef struct Level
{
	LevelPage *pages;
	Bound *bounds; /* by page; nkeys 0 for the first */
	int n;
	int max;
} Level;

static const Column *key_cols;
static const Column *compare_cols;
static int nkey_cols;

static int
entry_order(const void *a, const void *b)
{
	const Entry *x = a;
	const Entry *y = b;

	for (int i = 0; i < nkey_cols; i++)
	{
		int c = compare_values(compare_cols[i].typid, x->keys[i],
							   y->keys[i]);

		if (c != 0)
			return c;
	}
	if (x->tid.block != y->tid.block)
		return x->tid.block < y->tid.block ? -1 : 1;
	return (int) x->tid.offset - (int) y->tid.offset;
}

static void
append_tid(StringInfo buf, Tid tid)
{
	uint16 words[3] = {(uint16) (tid.block >> 16), (uint16) tid.block,
					   tid.offset};

	appendBinaryStringInfo(buf, (char *) words, sizeof(words));
}

/* An index tuple: link, size word, keys; tail is a heap TID or NULL. */
static void
form_item(StringInfo buf, char *const *keys, int nkeys, Tid link,
		  uint16 flags, const Tid *tail)
{
	StringInfoData data;
	bool has_varwidth;
	int size;
	uint16 info;

	initStringInfo(&data);
	append_columns(&data, key_cols, nkeys, keys, &has_varwidth);
	size = MAXALIGN(8 + data.len) + (tail ? 8 : 0);
	if (size > BT_MAX_ITEM)
		fatal("an index key of %d bytes is too long", size);
	resetStringInfo(buf);
	append_tid(buf, link);
	info = (uint16) size | flags | (has_varwidth ? ITEM_VARWIDTH : 0);
	appendBinaryStringInfo(buf, (char *) &info, sizeof(info));
	appendBinaryStringInfo(buf, data.data, data.len);
	while (buf->len < size - (tail ? 6 : 0))
		appendStringInfoCharMacro(buf, '\0');
	if (tail)
		append_tid(buf, *tail);
	pfree(data.data);
}

static void
form_pivot(StringInfo buf, const Bound *bound, uint32 child)
{
	Tid link;

	link.block = child;
	link.offset = (uint16) (bound->nkeys | (bound->has_tid ? PIVOT_HAS_TID : 0));
	form_item(buf, bound->entry ? bound->entry->keys : NULL, bound->nkeys, link,
			  ITEM_PIVOT, bound->has_tid ? &bound->tid : NULL);
}

static LevelPage *
new_level_page(Level *level, Bound bound)
{
	LevelPage *p;

	if (level->n >= level->max)
	{
		level->max = level->max ? level->max * 2 : 16;
		level->pages = pg_realloc(level->pages,
								  level->max * sizeof(LevelPage));
		level->bounds = pg_realloc(level->bounds, level->max * sizeof(Bound));
	}
	level->bounds[level->n] = bound;
	p = &level->pages[level->n++];
	memset(p, 0, sizeof(*p));
	p->used = PAGE_HEADER + BT_SPECIAL;
	return p;
}

static void
add_to_level(LevelPage *p, StringInfo item, bool in_front)
{
	if (p->n >= p->max)
	{
		p->max = p->max ? p->max * 2 : 64;
		p->items = pg_realloc(p->items, p->max * sizeof(char *));
		p->sizes = pg_realloc(p->sizes, p->max * sizeof(int));
	}
	if (in_front)
	{
		memmove(p->items + 1, p->items, p->n * sizeof(char *));
		memmove(p->sizes + 1, p->sizes, p->n * sizeof(int));
	}
	p->items[in_front ? 0 : p->n] = memcpy(pg_malloc(item->len), item->data,
										   item->len);
	p->sizes[in_front ? 0 : p->n] = item->len;
	p->n++;
	if (!in_front)
		p->used += 4 + MAXALIGN(item->len);
}

/* The fewest keys of right that tell it from left. */
static Bound
separator(const Entry *left, const Entry *right)
{
	Bound b = {right, nkey_cols, true, left->tid};

	for (int i = 0; i < nkey_cols; i++)
	{
		if (compare_values(compare_cols[i].typid, left->keys[i],
						   right->keys[i]) != 0)
		{
			b.nkeys = i + 1;
			b.has_tid = false;
			break;
		}
	}
	return b;
}

static void
build_leaves(Level *level, const Entry *entries, int n)
{
	static const Bound no_bound = {NULL, 0, false, {0, 0}};
	LevelPage *page = new_level_page(level, no_bound);
	StringInfoData item;

	initStringInfo(&item);
	for (int i = 0; i < n; i++)
	{
		form_item(&item, entries[i].keys, nkey_cols, entries[i].tid, 0, NULL);
		if (page->used + 4 + (int) MAXALIGN(item.len) + BLCKSZ / 10 > BLCKSZ)
		{
			Bound bound = separator(&entries[i - 1], &entries[i]);
			StringInfoData high;

			initStringInfo(&high);
			form_pivot(&high, &bound, 0);
			add_to_level(page, &high, true);
			pfree(high.data);
			page = new_level_page(level, bound);
		}
		add_to_level(page, &item, false);
	}
	pfree(item.data);
}

/* Downlinks to the pages of the level below, whose first block is given. */
static void
build_inner(Level *level, const Level *below, uint32 first_block)
{
	LevelPage *page = NULL;
	StringInfoData item;

	initStringInfo(&item);
	for (int i = 0; i < below->n; i++)
	{
		Bound bound = below->bounds[i];

		form_pivot(&item, &bound, 0);
		if (page == NULL || page->used + 4 + (int) MAXALIGN(item.len) + BLCKSZ * 3 / 10 > BLCKSZ)
		{
			if (page != NULL)
				add_to_level(page, &item, true); /* its high key */
			page = new_level_page(level, bound);
			bound.nkeys = 0; /* first on its page: minus infinity */
			bound.has_tid = false;
		}
		form_pivot(&item, &bound, first_block + i);
		add_to_level(page, &item, false);
	}
	pfree(item.data);
}

static void
put_bt_special(char *page, uint32 prev, uint32 next, uint32 level, uint16 flags)
{
	uint32 words[3] = {prev, next, level};
	uint16 tail[2] = {flags, 0}; /* no vacuum cycle */

	memcpy(page + BLCKSZ - BT_SPECIAL, words, sizeof(words));
	memcpy(page + BLCKSZ - 4, tail, sizeof(tail));
}

static void
write_level(Pages *pages, const Level *level, int number)
{
	uint32 first = pages->n;

	for (int i = 0; i < level->n; i++)
	{
		PageBuilder b;
		const LevelPage *p = &level->pages[i];
		uint16 flags = (number == 0 ? BT_LEAF : 0) |
			(level->n == 1 ? BT_ROOT : 0);

		start_page(&b, add_page(pages), BT_SPECIAL);
		for (int k = 0; k < p->n; k++)
			add_item(&b, p->items[k], p->sizes[k]);
		put_bt_special(b.page, i > 0 ? first + i - 1 : 0,
					   i < level->n - 1 ? first + i + 1 : 0, number, flags);
	}
}

static void
put_meta(char *page, uint32 root, uint32 level, bool allequalimage)
{
	uint32 words[7] = {BT_MAGIC, BT_VERSION, root, level, root, level, 0};
	double heap_tuples = -1;

	put_header(page, PAGE_HEADER + 48, BLCKSZ - BT_SPECIAL,
			   BLCKSZ - BT_SPECIAL);
	memcpy(page + PAGE_HEADER, words, sizeof(words));
	memcpy(page + PAGE_HEADER + 32, &heap_tuples, sizeof(heap_tuples));
	page[PAGE_HEADER + 40] = allequalimage ? 1 : 0;
	put_bt_special(page, 0, 0, 0, BT_META);
}

static void
free_level(Level *level)
{
	for (int i = 0; i < level->n; i++)
	{
		for (int k = 0; k < level->pages[i].n; k++)
			pg_free(level->pages[i].items[k]);
		pg_free(level->pages[i].items);
		pg_free(level->pages[i].sizes);
	}
	pg_free(level->pages);
	pg_free(level->bounds);
}

static void
build_btree(Pages *pages, Entry *entries, int n, bool allequalimage)
{
	Level levels[MAX_LEVELS] = {0};
	int nlevels = 0;
	uint32 first = 1; /* block of the level's first page */

	add_page(pages); /* the meta page, filled in at the end */
	if (n == 0)
	{
		put_meta(pages->data, 0, 0, allequalimage);
		return;
	}
	qsort(entries, n, sizeof(Entry), entry_order);
	build_leaves(&levels[nlevels++], entries, n);
	while (levels[nlevels - 1].n > 1)
	{
		build_inner(&levels[nlevels], &levels[nlevels - 1], first);
		first += levels[nlevels - 1].n;
		nlevels++;
	}
	for (int i = 0; i < nlevels; i++)
	{
		write_level(pages, &levels[i], i);
		free_level(&levels[i]);
	}
	put_meta(pages->data, first, nlevels - 1, allequalimage);
}

/*
 * May equal keys be taken for identical bytes?  Yes if every operator class
 * has support function 4.
 */
static bool
keys_equal_image(const char *indclass)
{
	Catalog *classes = find_catalog("pg_opclass");
	Catalog *procs = find_catalog("pg_amproc");
	char *copy = pg_strdup(indclass);
	bool all = true;

	for (char *tok = strtok(copy, " "); tok; tok = strtok(NULL, " "))
	{
		int row = find_row(classes, "oid", tok);
		const char *family = row_value(classes, row, "opcfamily");
		const char *type = row_value(classes, row, "opcintype");
		bool found = false;

		for (int i = 0; i < procs->nrows && !found; i++)
			found = strcmp(row_value(procs, i, "amprocfamily"), family) == 0 &&
				strcmp(row_value(procs, i, "amproclefttype"), type) == 0 &&
				strcmp(row_value(procs, i, "amprocnum"), "4") == 0;
		all &= found;
	}
	pg_free(copy);
	return all;
}

static void
build_index(const char *indexoid, const char *indkey, const char *indclass,
			const Catalog *cat, const Column *heapcols, const Tid *tids,
			Pages *pages)
{
	Column cols[MAX_KEYS];
	Column compare[MAX_KEYS];
	Entry *entries = pg_malloc0((cat->nrows + 1) * sizeof(Entry));
	char *copy = pg_strdup(indkey);
	int n = 0;

	nkey_cols = columns_of(indexoid, cols);
	for (char *tok = strtok(copy, " "); tok; tok = strtok(NULL, " "))
	{
		/* a name is stored as cstring but compares as what it is */
		compare[n] = heapcols[atoi(tok) - 1];
		for (int row = 0; row < cat->nrows; row++)
			entries[row].keys[n] =
				cat->values[(size_t) row * cat->natts + atoi(tok) - 1];
		n++;
	}
	for (int row = 0; row < cat->nrows; row++)
		entries[row].tid = tids[row];
	key_cols = cols;
	compare_cols = compare;
	build_btree(pages, entries, cat->nrows, keys_equal_image(indclass));
	pg_free(copy);
	pg_free(entries);
}

/* ---- all relations ---- */

static Catalog empty_catalog = {"", 3, 0, NULL, NULL};

static void
note_size(Catalog *classes, int row, uint32 npages, int ntuples)
{
	set_value(classes, row, "relpages", psprintf("%u", npages));
	set_value(classes, row, "reltuples", psprintf("%d", ntuples));
	set_value(classes, row, "relallvisible", (char *) "0");
}

/* A table and its indexes into the pages of their pg_class rows. */
static void
build_table(Catalog *classes, int row, Pages *all)
{
	const char *oid = row_value(classes, row, "oid");
	bool toast = row_value(classes, row, "relkind")[0] == 't';
	Catalog *cat = toast ? &empty_catalog : find_catalog(row_value(classes, row, "relname"));
	Catalog *indexes = find_catalog("pg_index");
	Column cols[64];
	Tid *tids = pg_malloc((cat->nrows + 1) * sizeof(Tid));

	columns_of(oid, cols);
	all[row].n = 0;
	build_heap(cat, cols, &all[row], tids);
	note_size(classes, row, all[row].n, cat->nrows);

	for (int i = 0; i < indexes->nrows; i++)
	{
		int irow;

		if (strcmp(row_value(indexes, i, "indrelid"), oid) != 0)
			continue;
		irow = find_row(classes, "oid", row_value(indexes, i, "indexrelid"));
		all[irow].n = 0;
		build_index(row_value(indexes, i, "indexrelid"),
					row_value(indexes, i, "indkey"),
					row_value(indexes, i, "indclass"), cat, cols, tids,
					&all[irow]);
		note_size(classes, irow, all[irow].n, cat->nrows);
	}
	pg_free(tids);
}

/* ---- relation maps ---- */

static void
write_map(const char *dir, Catalog *classes, bool shared)
{
	char map[512] = {0};
	uint32 magic = 0x00592717;
	int32 n = 0;
	pg_crc32c crc;

	for (int row = 0; row < classes->nrows; row++)
	{
		Oid oid = oid_of_text(row_value(classes, row, "oid"));

		if ((row_value(classes, row, "relisshared")[0] == 't') != shared ||
			strcmp(row_value(classes, row, "relfilenode"), "0") != 0)
			continue;
		memcpy(map + 8 + n * 8, &oid, 4);
		memcpy(map + 12 + n * 8, &oid, 4);
		n++;
	}
	memcpy(map, &magic, 4);
	memcpy(map + 4, &n, 4);
	INIT_CRC32C(crc);
	COMP_CRC32C(crc, map, 504);
	FIN_CRC32C(crc);
	memcpy(map + 504, &crc, 4);
	write_file(psprintf("%s/pg_filenode.map", dir), map, sizeof(map));
}

/*
 * write_relations
 *		Build everything and write it: shared relations once, the others into
 *		each of the three databases.
 */
void
write_relations(void)
{
	static const char *const databases[] = {"base/1", "base/4", "base/5"};
	Catalog *classes = find_catalog("pg_class");
	Pages *all = pg_malloc0(classes->nrows * sizeof(Pages));
	int self = find_row(classes, "relname", "pg_class");

	for (int row = 0; row < classes->nrows; row++)
	{
		char kind = row_value(classes, row, "relkind")[0];

		if ((kind == 'r' || kind == 't') && row != self)
			build_table(classes, row, all);
	}
	build_table(classes, self, all); /* finds its own size ... */
	build_table(classes, self, all); /* ... and holds it */

	for (int row = 0; row < classes->nrows; row++)
	{
		const char *oid = row_value(classes, row, "oid");

		if (row_value(classes, row, "relisshared")[0] == 't')
			write_blocks(psprintf("global/%s", oid), all[row].data, all[row].n);
		else
		{
			for (size_t db = 0; db < lengthof(databases); db++)
				write_blocks(psprintf("%s/%s", databases[db], oid),
							 all[row].data, all[row].n);
		}
	}
	write_map("global", classes, true);
	for (size_t db = 0; db < lengthof(databases); db++)
	{
		write_map(databases[db], classes, false);
		write_file(psprintf("%s/PG_VERSION", databases[db]), "15\n", 3);
	}
}
