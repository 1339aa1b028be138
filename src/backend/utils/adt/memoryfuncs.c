/*
 * memoryfuncs.c
 *		What this server is made of, in SQL: memory and build.
 *
 * Memory contexts of this process, structures in shared memory, and what is
 * known of how the programs were configured.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/memoryfuncs.c
 */
#include "postgres.h"

#include "fmgr.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/memnodes.h"
#include "storage/shmem.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/memutils.h"

/* identifiers are queries sometimes: shown no longer than that */
#define IDENT_SHOWN 1024

static void
put_text(Datum *value, bool *isnull, const char *s)
{
	*isnull = s == NULL;
	if (s != NULL)
		*value = CStringGetTextDatum(s);
}

/* One context, then those below it. */
static void
put_context(ReturnSetInfo *rsi, MemoryContext context, const char *parent, int level)
{
	MemoryContextCounters c = {0};
	const char *name = context->name;
	const char *ident = context->ident;
	Datum values[9] = {0};
	bool nulls[9] = {false};

	/* hash tables are told apart by their identifiers */
	if (ident != NULL && strcmp(name, "dynahash") == 0)
	{
		name = ident;
		ident = NULL;
	}
	if (ident != NULL)
		ident = pnstrdup(ident, pg_mbcliplen(ident, strlen(ident), IDENT_SHOWN - 1));
	context->methods->stats(context, NULL, NULL, &c, true);
	put_text(&values[0], &nulls[0], name);
	put_text(&values[1], &nulls[1], ident);
	put_text(&values[2], &nulls[2], parent);
	values[3] = Int32GetDatum(level);
	values[4] = Int64GetDatum(c.totalspace);
	values[5] = Int64GetDatum(c.nblocks);
	values[6] = Int64GetDatum(c.freespace);
	values[7] = Int64GetDatum(c.freechunks);
	values[8] = Int64GetDatum(c.totalspace - c.freespace);
	tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	for (MemoryContext child = context->firstchild; child != NULL; child = child->nextchild)
		put_context(rsi, child, name, level + 1);
}

/* (): a row per memory context of this process */
Datum
pg_get_backend_memory_contexts(PG_FUNCTION_ARGS)
{
	InitMaterializedSRF(fcinfo, 0);
	put_context((ReturnSetInfo *) fcinfo->resultinfo, TopMemoryContext, NULL, 0);
	return (Datum) 0;
}

static void
put_allocation(ReturnSetInfo *rsi, const char *name, bool has_offset, Size offset, Size size,
			   Size allocated)
{
	Datum values[4] = {(Datum) 0, Int64GetDatum(offset), Int64GetDatum(size), Int64GetDatum(allocated)};
	bool nulls[4] = {false, !has_offset, false, false};

	put_text(&values[0], &nulls[0], name);
	tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
}

/* (): a row per structure in shared memory, what has no name, and what is free */
Datum
pg_get_shmem_allocations(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	ShmemIndexEnt entry;
	Size offset;
	Size named = 0;
	Size total;
	Size used;

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; ShmemIndexEntry(i, &entry, &offset); i++)
	{
		put_allocation(rsi, entry.key, true, offset, entry.size, entry.allocated_size);
		named += entry.allocated_size;
	}
	ShmemTotals(&total, &used);
	put_allocation(rsi, "<anonymous>", false, 0, used - named, used - named);
	put_allocation(rsi, NULL, true, used, total - used, total - used);
	return (Datum) 0;
}

/* ---- pg_config ---- */

/* Names in the order of old; path: relative to where the program lies. */
static const struct
{
	const char *name;
	void (*path)(const char *my_exec_path, char *ret_path);
} config_items[] = {
	{"BINDIR", NULL},
	{"DOCDIR", get_doc_path},
	{"HTMLDIR", NULL},
	{"INCLUDEDIR", get_include_path},
	{"PKGINCLUDEDIR", NULL},
	{"INCLUDEDIR-SERVER", NULL},
	{"LIBDIR", get_lib_path},
	{"PKGLIBDIR", get_pkglib_path},
	{"LOCALEDIR", NULL},
	{"MANDIR", get_man_path},
	{"SHAREDIR", get_share_path},
	{"SYSCONFDIR", get_etc_path},
	{"PGXS", NULL},
	{"CONFIGURE", NULL},
	{"CC", NULL},
	{"CPPFLAGS", NULL},
	{"CFLAGS", NULL},
	{"CFLAGS_SL", NULL},
	{"LDFLAGS", NULL},
	{"LDFLAGS_EX", NULL},
	{"LDFLAGS_SL", NULL},
	{"LIBS", NULL},
	{"VERSION", NULL},
};

/* (): names and values; what the build does not note is "not recorded" */
Datum
pg_config(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < lengthof(config_items); i++)
	{
		const char *name = config_items[i].name;
		char value[MAXPGPATH] = "not recorded";
		Datum values[2];
		bool nulls[2] = {false};

		if (config_items[i].path != NULL)
			config_items[i].path(my_exec_path, value);
		else if (strcmp(name, "BINDIR") == 0)
		{
			strlcpy(value, my_exec_path, sizeof(value));
			*strrchr(value, '/') = '\0';
		}
		else if (strcmp(name, "VERSION") == 0)
			strlcpy(value, "PostgreSQL " PG_VERSION, sizeof(value));
		values[0] = CStringGetTextDatum(name);
		values[1] = CStringGetTextDatum(value);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}
