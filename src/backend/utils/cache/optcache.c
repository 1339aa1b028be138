/*
 * optcache.c
 *		Parsed options of columns and tablespaces, cached.
 *
 * Column options (attoptcache.h) and tablespace options (spccache.h) are asked
 * for often and change hardly ever: each is parsed once and kept until any row
 * of the catalog that holds it changes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/optcache.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/reloptions.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_tablespace.h"
#include "miscadmin.h"
#include "utils/cache_upcalls.h"
#include "storage/bufmgr.h"
#include "utils/attoptcache.h"
#include "utils/catcache.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/spccache.h"
#include "utils/syscache.h"

typedef struct ColumnKey
{
	Oid relid;
	int attnum;
} ColumnKey;

typedef struct ColumnEntry
{
	ColumnKey key;
	AttributeOpts *opts; /* NULL: none */
} ColumnEntry;

typedef struct SpaceEntry
{
	Oid spcid;
	TableSpaceOpts *opts; /* NULL: none */
} SpaceEntry;

static HTAB *columns = NULL;
static HTAB *spaces = NULL;

static HTAB *
make_table(const char *name, Size keysize, Size entrysize, int cacheid,
		   SyscacheCallbackFunction forget)
{
	HASHCTL ctl;

	CreateCacheMemoryContext();
	memset(&ctl, 0, sizeof(ctl));
	ctl.keysize = keysize;
	ctl.entrysize = entrysize;
	ctl.hcxt = CacheMemoryContext;
	CacheRegisterSyscacheCallback(cacheid, forget, (Datum) 0);
	return hash_create(name, 64, &ctl, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/* A parsed option struct, moved to where it lives as long as the cache. */
static void *
keep(bytea *parsed)
{
	void *result;

	if (parsed == NULL)
		return NULL;
	result = MemoryContextAlloc(CacheMemoryContext, VARSIZE(parsed));
	memcpy(result, parsed, VARSIZE(parsed));
	pfree(parsed);
	return result;
}

/* ---- columns ---- */

static void
forget_columns(Datum arg, int cacheid, uint32 hashvalue)
{
	HASH_SEQ_STATUS seq;
	ColumnEntry *e;

	hash_seq_init(&seq, columns);
	while ((e = hash_seq_search(&seq)) != NULL)
	{
		if (e->opts)
			pfree(e->opts);
		hash_search(columns, &e->key, HASH_REMOVE, NULL);
	}
}

static bytea *
read_column_options(Oid relid, int attnum)
{
	HeapTuple tuple = SearchSysCache2(ATTNUM, ObjectIdGetDatum(relid),
									  Int16GetDatum(attnum));
	bytea *result = NULL;
	bool isnull;
	Datum d;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	d = SysCacheGetAttr(ATTNUM, tuple, Anum_pg_attribute_attoptions, &isnull);
	if (!isnull)
		result = attribute_reloptions(d, false);
	ReleaseSysCache(tuple);
	return result;
}

/* Options of a column, palloc'd, or NULL if it has none. */
AttributeOpts *
get_attribute_options(Oid attrelid, int attnum)
{
	ColumnKey key;
	ColumnEntry *e;
	AttributeOpts *result;

	if (columns == NULL)
		columns = make_table("Attopt cache", sizeof(ColumnKey),
							 sizeof(ColumnEntry), ATTNUM, forget_columns);
	memset(&key, 0, sizeof(key));
	key.relid = attrelid;
	key.attnum = attnum;
	e = hash_search(columns, &key, HASH_FIND, NULL);
	if (e == NULL)
	{
		/* reading may empty the table, so enter afterwards */
		void *opts = keep(read_column_options(attrelid, attnum));

		e = hash_search(columns, &key, HASH_ENTER, NULL);
		e->opts = opts;
	}
	if (e->opts == NULL)
		return NULL;
	result = palloc(VARSIZE(e->opts));
	memcpy(result, e->opts, VARSIZE(e->opts));
	return result;
}

/* ---- tablespaces ---- */

static void
forget_spaces(Datum arg, int cacheid, uint32 hashvalue)
{
	HASH_SEQ_STATUS seq;
	SpaceEntry *e;

	hash_seq_init(&seq, spaces);
	while ((e = hash_seq_search(&seq)) != NULL)
	{
		if (e->opts)
			pfree(e->opts);
		hash_search(spaces, &e->spcid, HASH_REMOVE, NULL);
	}
}

static bytea *
read_space_options(Oid spcid)
{
	HeapTuple tuple = SearchSysCache1(TABLESPACEOID, ObjectIdGetDatum(spcid));
	bytea *result = NULL;
	bool isnull;
	Datum d;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	d = SysCacheGetAttr(TABLESPACEOID, tuple, Anum_pg_tablespace_spcoptions,
						&isnull);
	if (!isnull)
		result = tablespace_reloptions(d, false);
	ReleaseSysCache(tuple);
	return result;
}

static TableSpaceOpts *
space_options(Oid spcid)
{
	SpaceEntry *e;

	if (spcid == InvalidOid)
		spcid = MyDatabaseTableSpace;
	if (spaces == NULL)
		spaces = make_table("TableSpace cache", sizeof(Oid), sizeof(SpaceEntry),
							TABLESPACEOID, forget_spaces);
	e = hash_search(spaces, &spcid, HASH_FIND, NULL);
	if (e == NULL)
	{
		void *opts = keep(read_space_options(spcid));

		e = hash_search(spaces, &spcid, HASH_ENTER, NULL);
		e->opts = opts;
	}
	return e->opts;
}

/* Costs of reading a page: the tablespace's, or the setting's. */
void
get_tablespace_page_costs(Oid spcid, double *spc_random_page_cost,
						  double *spc_seq_page_cost)
{
	TableSpaceOpts *opts = space_options(spcid);

	if (spc_random_page_cost)
		*spc_random_page_cost = opts && opts->random_page_cost >= 0 ? opts->random_page_cost : random_page_cost;
	if (spc_seq_page_cost)
		*spc_seq_page_cost = opts && opts->seq_page_cost >= 0 ? opts->seq_page_cost : seq_page_cost;
}

int
get_tablespace_io_concurrency(Oid spcid)
{
	TableSpaceOpts *opts = space_options(spcid);

	return opts && opts->effective_io_concurrency >= 0 ? opts->effective_io_concurrency : effective_io_concurrency;
}

int
get_tablespace_maintenance_io_concurrency(Oid spcid)
{
	TableSpaceOpts *opts = space_options(spcid);

	return opts && opts->maintenance_io_concurrency >= 0 ? opts->maintenance_io_concurrency : maintenance_io_concurrency;
}
