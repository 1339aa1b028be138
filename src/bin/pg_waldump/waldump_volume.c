/*
 * waldump_volume.c
 *		Bytes of page images per compression method, and of all per relation.
 *
 * For --stats=method and --stats=relation, which PostgreSQL's program does not have.
 *
 * A record belongs to the relation of its first block; its images belong each to
 * the relation of their page.  So the bytes add up to those of the log.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_waldump/waldump_volume.c
 */
#include "postgres_fe.h"

#include "access/xlogrecord.h"
#include "common/wal_image.h"
#include "waldump.h"

#define MAX_METHODS (WAL_IMAGE_MAX_CODECS + 2)

typedef struct MethodVolume
{
	char name[WAL_IMAGE_MAX_NAME + 1];
	uint64 images;
	uint64 page_bytes; /* without holes */
	uint64 stored_bytes;
} MethodVolume;

typedef struct RelationVolume
{
	RelFileNode node; /* all zero: records without a block */
	bool used;
	uint64 records;
	uint64 record_bytes; /* without images */
	uint64 images;
	uint64 page_bytes;
	uint64 image_bytes;
} RelationVolume;

static MethodVolume methods[MAX_METHODS];
static int n_methods;

/* A hash table with open addressing; its size is a power of two. */
static RelationVolume *relations;
static uint32 relations_size;
static uint32 n_relations;

/* ---- counting ---- */

static MethodVolume *
method_volume(const char *name)
{
	int i = 0;

	while (i < n_methods && strcmp(methods[i].name, name) != 0)
		i++;
	/* Names come from the log: the last entry takes what is too many. */
	i = Min(i, MAX_METHODS - 1);
	if (i == n_methods)
	{
		strlcpy(methods[i].name, name, sizeof(methods[i].name));
		n_methods++;
	}
	return &methods[i];
}

static RelationVolume *
find_slot(RelFileNode node)
{
	uint32 slot = (node.relNode * 0x9E3779B1u) ^ (node.dbNode * 0x85EBCA6Bu) ^ node.spcNode;

	for (slot &= relations_size - 1; relations[slot].used; slot = (slot + 1) & (relations_size - 1))
		if (RelFileNodeEquals(relations[slot].node, node))
			break;
	return &relations[slot];
}

static void
grow_relations(void)
{
	RelationVolume *old = relations;
	uint32 old_size = relations_size;

	relations_size = old_size == 0 ? 256 : old_size * 2;
	relations = pg_malloc0(sizeof(RelationVolume) * relations_size);
	for (uint32 i = 0; i < old_size; i++)
		if (old[i].used)
			*find_slot(old[i].node) = old[i];
	pg_free(old);
}

static RelationVolume *
relation_volume(RelFileNode node)
{
	RelationVolume *v;

	if (n_relations * 2 >= relations_size)
		grow_relations();
	v = find_slot(node);
	if (!v->used)
	{
		v->used = true;
		v->node = node;
		n_relations++;
	}
	return v;
}

/* Count a record in both tables. */
void
volume_count(XLogReaderState *r)
{
	RelFileNode owner = {0, 0, 0};
	RelationVolume *v;
	bool owned = false;

	for (int i = 0; i <= XLogRecMaxBlockId(r); i++)
	{
		const DecodedBkpBlock *b;
		MethodVolume *m;
		uint32 page_bytes;

		if (!XLogRecHasBlockRef(r, i))
			continue;
		b = XLogRecGetBlock(r, i);
		if (!owned)
			owner = b->rnode;
		owned = true;
		if (!b->has_image)
			continue;
		page_bytes = BLCKSZ - b->hole_length;
		m = method_volume(b->compressed ? compression_name(b) : "none");
		m->images++;
		m->page_bytes += page_bytes;
		m->stored_bytes += b->bimg_len;
		v = relation_volume(b->rnode);
		v->images++;
		v->page_bytes += page_bytes;
		v->image_bytes += b->bimg_len;
	}
	v = relation_volume(owner);
	v->records++;
	v->record_bytes += XLogRecGetTotalLen(r) - record_image_bytes(r);
}

/* ---- printing ---- */

static double
share(uint64 part, uint64 whole)
{
	return whole ? 100.0 * (double) part / (double) whole : 0;
}

static void
print_method(const MethodVolume *m, uint64 all_stored)
{
	printf("%-16s %14llu %20llu %20llu (%6.02f) %12.02f\n", m->name, (unsigned long long) m->images,
		   (unsigned long long) m->page_bytes, (unsigned long long) m->stored_bytes,
		   share(m->stored_bytes, all_stored), share(m->stored_bytes, m->page_bytes));
}

static int
compare_methods(const void *a, const void *b)
{
	const MethodVolume *x = a;
	const MethodVolume *y = b;

	if (x->stored_bytes != y->stored_bytes)
		return x->stored_bytes > y->stored_bytes ? -1 : 1;
	return strcmp(x->name, y->name);
}

void
volume_print_methods(void)
{
	MethodVolume total = {.name = "Total"};

	qsort(methods, n_methods, sizeof(MethodVolume), compare_methods);
	for (int i = 0; i < n_methods; i++)
	{
		total.images += methods[i].images;
		total.page_bytes += methods[i].page_bytes;
		total.stored_bytes += methods[i].stored_bytes;
	}
	printf("%-16s %14s %20s %20s %8s %12s\n", "Method", "Images", "Page bytes", "Stored bytes", "(%)", "% of page");
	for (int i = 0; i < n_methods; i++)
		print_method(&methods[i], total.stored_bytes);
	print_method(&total, total.stored_bytes);
}

static void
print_relation(const char *name, const RelationVolume *v, uint64 all_bytes)
{
	uint64 combined = v->record_bytes + v->image_bytes;

	printf("%-28s %12llu %16llu %12llu %16llu %9.02f %16llu (%6.02f)\n", name,
		   (unsigned long long) v->records, (unsigned long long) v->record_bytes,
		   (unsigned long long) v->images, (unsigned long long) v->image_bytes,
		   share(v->image_bytes, v->page_bytes), (unsigned long long) combined,
		   share(combined, all_bytes));
}

/* Most bytes first. */
static int
compare_relations(const void *a, const void *b)
{
	const RelationVolume *x = a;
	const RelationVolume *y = b;
	uint64 xb = x->record_bytes + x->image_bytes;
	uint64 yb = y->record_bytes + y->image_bytes;

	if (xb != yb)
		return xb > yb ? -1 : 1;
	if (x->node.dbNode != y->node.dbNode)
		return x->node.dbNode < y->node.dbNode ? -1 : 1;
	return x->node.relNode < y->node.relNode ? -1 : x->node.relNode > y->node.relNode;
}

void
volume_print_relations(void)
{
	RelationVolume total = {.used = true};
	uint32 n = 0;
	uint64 all_bytes;

	for (uint32 i = 0; i < relations_size; i++)
	{
		const RelationVolume *v = &relations[i];

		if (!v->used)
			continue;
		total.records += v->records;
		total.record_bytes += v->record_bytes;
		total.images += v->images;
		total.page_bytes += v->page_bytes;
		total.image_bytes += v->image_bytes;
		relations[n++] = *v;
	}
	all_bytes = total.record_bytes + total.image_bytes;
	qsort(relations, n, sizeof(RelationVolume), compare_relations);
	printf("%-28s %12s %16s %12s %16s %9s %16s %8s\n", "Relation", "Records", "Record size",
		   "Images", "FPI size", "% of page", "Combined size", "(%)");
	for (uint32 i = 0; i < n; i++)
	{
		const RelFileNode *node = &relations[i].node;
		char name[64];

		if (OidIsValid(node->relNode))
			snprintf(name, sizeof(name), "%u/%u/%u", node->spcNode, node->dbNode, node->relNode);
		else
			strlcpy(name, "(no block)", sizeof(name));
		print_relation(name, &relations[i], all_bytes);
	}
	print_relation("Total", &total, all_bytes);
}
