/*
 * pgstat_shared.c
 *		Cumulative statistics of all processes.
 *
 * Two hash tables in shared memory, of relations and of databases, and one
 * struct of what there is one of.  One lock guards all of it: a process adds
 * what it has counted at most once a second, in microseconds, and readers copy.
 *
 * The tables have a fixed size.  When that of relations is full, further
 * relations are not counted until others are dropped or the statistics are
 * reset; nothing else depends on these numbers.
 *
 * At a clean stop everything goes to a file, which the next start reads and
 * removes; after a crash counting begins at zero.  Stock does not look at it.
 *
 * Entry points: pgstat_lock .. pgstat_unlock around the ..._entry functions;
 * pgstat_fetch_... take the lock themselves.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/pgstat_shared.c
 */
#include "postgres.h"

#include <unistd.h>

#include "miscadmin.h"
#include "port/pg_crc32c.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "utils/hsearch.h"
#include "utils/pgstat_internal.h"
#include "utils/timestamp.h"

#define MAX_RELATIONS 10000
#define MAX_DATABASES 512

#define STATS_FILE "pg_stat/narwal_counts.stat"
#define STATS_TEMPORARY "pg_stat/narwal_counts.tmp"
#define STATS_MAGIC 0x4E535431

typedef struct RelationKey
{
	Oid dboid; /* InvalidOid: shared by all databases */
	Oid relid;
} RelationKey;

typedef struct RelationEntry
{
	RelationKey key;
	PgStat_StatTabEntry counts;
} RelationEntry;

typedef struct DatabaseEntry
{
	Oid dboid;
	uint32 padding; /* zero */
	PgStat_StatDBEntry counts;
} DatabaseEntry;

typedef struct SharedStats
{
	LWLock lock; /* guards globals and both tables */
	PgStat_Globals globals;
} SharedStats;

typedef struct StatsHeader
{
	uint32 magic;
	uint32 relation_size;
	uint32 database_size;
	uint32 globals_size;
	uint32 nrelations;
	uint32 ndatabases;
} StatsHeader;

static SharedStats *shared;
static HTAB *relations;
static HTAB *databases;

/* ---- shared memory ---- */

static Size
shared_size(void)
{
	Size size = MAXALIGN(sizeof(SharedStats));

	size = add_size(size, hash_estimate_size(MAX_RELATIONS, sizeof(RelationEntry)));
	return add_size(size, hash_estimate_size(MAX_DATABASES, sizeof(DatabaseEntry)));
}

static void
shared_init(void)
{
	HASHCTL relctl = {.keysize = sizeof(RelationKey), .entrysize = sizeof(RelationEntry)};
	HASHCTL dbctl = {.keysize = sizeof(Oid), .entrysize = sizeof(DatabaseEntry)};
	bool found;

	shared = ShmemInitStruct("Cumulative statistics", sizeof(SharedStats), &found);
	if (!found)
	{
		TimestampTz now = GetCurrentTimestamp();

		memset(shared, 0, sizeof(*shared));
		LWLockInitialize(&shared->lock, LWTRANCHE_PGSTATS_DATA);
		shared->globals.bgwriter.stat_reset_timestamp = now;
		shared->globals.archiver_reset = now;
		shared->globals.prefetch_reset = now;
		for (int i = 0; i < SLRU_NUM_ELEMENTS; i++)
			shared->globals.slru[i].stat_reset_timestamp = now;
	}
	relations = ShmemInitHash("Relation statistics", MAX_RELATIONS, MAX_RELATIONS, &relctl, HASH_ELEM | HASH_BLOBS);
	databases = ShmemInitHash("Database statistics", MAX_DATABASES, MAX_DATABASES, &dbctl, HASH_ELEM | HASH_BLOBS);
}

void
pgstat_shared_register(void)
{
	shmem_register("Cumulative statistics", shared_size, shared_init);
}

void
pgstat_lock(void)
{
	LWLockAcquire(&shared->lock, LW_EXCLUSIVE);
}

void
pgstat_unlock(void)
{
	LWLockRelease(&shared->lock);
}

/* ---- entries: the caller holds the lock ---- */

/* NULL if there is none, or with create if the table is full. */
PgStat_StatTabEntry *
pgstat_tab_entry(Oid dboid, Oid relid, bool create)
{
	RelationKey key = {dboid, relid};
	bool found;
	RelationEntry *e = hash_search(relations, &key, create ? HASH_ENTER_NULL : HASH_FIND, &found);

	Assert(LWLockHeldByMe(&shared->lock));
	if (e != NULL && !found)
		memset(&e->counts, 0, sizeof(e->counts));
	return e != NULL ? &e->counts : NULL;
}

PgStat_StatDBEntry *
pgstat_db_entry(Oid dboid, bool create)
{
	bool found;
	DatabaseEntry *e = hash_search(databases, &dboid, create ? HASH_ENTER_NULL : HASH_FIND, &found);

	Assert(LWLockHeldByMe(&shared->lock));
	if (e != NULL && !found)
	{
		e->padding = 0;
		memset(&e->counts, 0, sizeof(e->counts));
	}
	return e != NULL ? &e->counts : NULL;
}

PgStat_Globals *
pgstat_globals(void)
{
	Assert(LWLockHeldByMe(&shared->lock));
	return &shared->globals;
}

/* ---- forgetting ---- */

void
pgstat_forget_relation(Oid dboid, Oid relid)
{
	RelationKey key = {dboid, relid};

	if (shared == NULL)
		return; /* a program without shared memory */
	pgstat_lock();
	hash_search(relations, &key, HASH_REMOVE, NULL);
	pgstat_unlock();
}

/* Entries of all relations of a database. */
static void
remove_relations(Oid dboid)
{
	HASH_SEQ_STATUS seq;
	RelationEntry *e;

	hash_seq_init(&seq, relations);
	while ((e = hash_seq_search(&seq)) != NULL)
		if (e->key.dboid == dboid)
			hash_search(relations, &e->key, HASH_REMOVE, NULL);
}

void
pgstat_forget_database(Oid dboid)
{
	if (shared == NULL)
		return;
	pgstat_lock();
	remove_relations(dboid);
	hash_search(databases, &dboid, HASH_REMOVE, NULL);
	pgstat_unlock();
}

/* pg_stat_reset(): the current database begins anew. */
void
pgstat_reset_database(void)
{
	PgStat_StatDBEntry *db;

	pgstat_lock();
	remove_relations(MyDatabaseId);
	db = pgstat_db_entry(MyDatabaseId, true);
	if (db != NULL)
	{
		memset(db, 0, sizeof(*db));
		db->reset_at = GetCurrentTimestamp();
	}
	pgstat_unlock();
}

void
pgstat_reset_relation(Oid relid)
{
	PgStat_StatTabEntry *tab;
	PgStat_StatDBEntry *db;

	pgstat_lock();
	tab = pgstat_tab_entry(MyDatabaseId, relid, false);
	if (tab == NULL)
		tab = pgstat_tab_entry(InvalidOid, relid, false);
	if (tab != NULL)
		memset(tab, 0, sizeof(*tab));
	db = pgstat_db_entry(MyDatabaseId, true);
	if (db != NULL)
		db->reset_at = GetCurrentTimestamp();
	pgstat_unlock();
}

/* ---- reading ---- */

/* Of the current database or a shared one; false if nothing is known. */
bool
pgstat_fetch_relation(Oid relid, PgStat_StatTabEntry *result)
{
	PgStat_StatTabEntry *e;

	pgstat_lock();
	e = pgstat_tab_entry(MyDatabaseId, relid, false);
	if (e == NULL)
		e = pgstat_tab_entry(InvalidOid, relid, false);
	if (e != NULL)
		*result = *e;
	pgstat_unlock();
	return e != NULL;
}

bool
pgstat_fetch_database(Oid dboid, PgStat_StatDBEntry *result)
{
	PgStat_StatDBEntry *e;

	pgstat_lock();
	e = pgstat_db_entry(dboid, false);
	if (e != NULL)
		*result = *e;
	pgstat_unlock();
	return e != NULL;
}

void
pgstat_fetch_globals(PgStat_Globals *result)
{
	pgstat_lock();
	*result = shared->globals;
	pgstat_unlock();
}

/* ---- the file ---- */

/* A file, and the CRC of what went through it; failed stays set. */
typedef struct StatsFile
{
	FILE *file;
	pg_crc32c crc;
	bool failed;
} StatsFile;

static void
put(StatsFile *f, const void *data, size_t len)
{
	COMP_CRC32C(f->crc, data, len);
	if (!f->failed && fwrite(data, len, 1, f->file) != 1)
		f->failed = true;
}

static bool
get(StatsFile *f, void *data, size_t len)
{
	if (f->failed || fread(data, len, 1, f->file) != 1)
		f->failed = true;
	else
		COMP_CRC32C(f->crc, data, len);
	return !f->failed;
}

static void
put_table(StatsFile *f, HTAB *table, size_t len)
{
	HASH_SEQ_STATUS seq;
	void *e;

	hash_seq_init(&seq, table);
	while ((e = hash_seq_search(&seq)) != NULL)
		put(f, e, len);
}

/*
 * pgstat_shared_save
 *		At a clean stop, when no other process counts any more.
 */
void
pgstat_shared_save(void)
{
	StatsHeader header = {STATS_MAGIC, sizeof(RelationEntry), sizeof(DatabaseEntry),
						  sizeof(PgStat_Globals), hash_get_num_entries(relations),
						  hash_get_num_entries(databases)};
	StatsFile f = {AllocateFile(STATS_TEMPORARY, PG_BINARY_W)};

	if (f.file == NULL)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", STATS_TEMPORARY)));
		return;
	}
	INIT_CRC32C(f.crc);
	put(&f, &header, sizeof(header));
	put(&f, &shared->globals, sizeof(PgStat_Globals));
	put_table(&f, relations, sizeof(RelationEntry));
	put_table(&f, databases, sizeof(DatabaseEntry));
	FIN_CRC32C(f.crc);
	if (!f.failed && fwrite(&f.crc, sizeof(f.crc), 1, f.file) != 1)
		f.failed = true;
	if (FreeFile(f.file) != 0 || f.failed)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not write file \"%s\": %m", STATS_TEMPORARY)));
		unlink(STATS_TEMPORARY);
		return;
	}
	(void) durable_rename(STATS_TEMPORARY, STATS_FILE, LOG);
}

/* Read the file; with take, into shared memory.  False: it is not whole. */
static bool
read_file(StatsFile *f, bool take)
{
	StatsHeader header;
	PgStat_Globals globals;
	RelationEntry rel;
	DatabaseEntry db;
	pg_crc32c crc;

	rewind(f->file);
	f->failed = false;
	INIT_CRC32C(f->crc);
	if (!get(f, &header, sizeof(header)) || header.magic != STATS_MAGIC ||
		header.relation_size != sizeof(rel) || header.database_size != sizeof(db) ||
		header.globals_size != sizeof(globals) || header.nrelations > MAX_RELATIONS ||
		header.ndatabases > MAX_DATABASES || !get(f, &globals, sizeof(globals)))
		return false;
	if (take)
		shared->globals = globals;
	for (uint32 i = 0; i < header.nrelations && get(f, &rel, sizeof(rel)); i++)
	{
		PgStat_StatTabEntry *e = take ? pgstat_tab_entry(rel.key.dboid, rel.key.relid, true) : NULL;

		if (e != NULL)
			*e = rel.counts;
	}
	for (uint32 i = 0; i < header.ndatabases && get(f, &db, sizeof(db)); i++)
	{
		PgStat_StatDBEntry *e = take ? pgstat_db_entry(db.dboid, true) : NULL;

		if (e != NULL)
			*e = db.counts;
	}
	FIN_CRC32C(f->crc);
	return !f->failed && fread(&crc, sizeof(crc), 1, f->file) == 1 && EQ_CRC32C(crc, f->crc);
}

/*
 * pgstat_shared_restore
 *		At the start after a clean stop: take over what was kept, if the file is
 *		whole, and remove it.
 */
void
pgstat_shared_restore(void)
{
	StatsFile f = {AllocateFile(STATS_FILE, PG_BINARY_R)};

	if (f.file == NULL)
	{
		if (errno != ENOENT)
			ereport(LOG,
					(errcode_for_file_access(),
					 errmsg("could not open file \"%s\": %m", STATS_FILE)));
		return;
	}
	/* nothing is taken over before the CRC has been found right */
	pgstat_lock();
	if (!read_file(&f, false) || !read_file(&f, true))
		ereport(LOG,
				(errmsg("file \"%s\" is damaged or of another version; its counts are not used", STATS_FILE)));
	pgstat_unlock();
	FreeFile(f.file);
	unlink(STATS_FILE);
}

/* After a crash. */
void
pgstat_shared_discard(void)
{
	if (unlink(STATS_FILE) != 0 && errno != ENOENT)
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not remove file \"%s\": %m", STATS_FILE)));
}
