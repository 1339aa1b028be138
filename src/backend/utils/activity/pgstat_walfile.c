/*
 * pgstat_walfile.c
 *		Keeps the counters of the log over a clean stop.
 *
 * The checkpointer writes them last, into pg_stat/narwal_wal.stat; the startup process
 * reads and removes that file if the server was stopped cleanly.  After a crash
 * there is none, or an older one is removed unread, and counting begins at zero.
 * That is when PostgreSQL keeps and discards its own pg_stat/pgstat.stat, which is
 * neither read nor written here.  It does not look at files of other names, so a
 * directory may go from one server to the other.
 *
 *		magic (8 bytes), sizes of the two structs, number of relations (each
 *		uint32), WalCountsSnapshot, WalRelationCounts each, CRC-32C of all before
 *
 * A file of another magic or size, from another build, is passed over.  Failure to
 * write or read is logged and costs the counts, nothing else.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/pgstat_walfile.c
 */
#include "postgres.h"

#include <unistd.h>

#include "port/pg_crc32c.h"
#include "storage/fd.h"
#include "utils/walcounts.h"

#define COUNTS_FILE "pg_stat/narwal_wal.stat"
#define COUNTS_FILE_TEMPORARY "pg_stat/narwal_wal.tmp"
#define COUNTS_MAGIC UINT64CONST(0x3130544154534C57) /* "WLSTAT01" */

typedef struct CountsHeader
{
	uint64 magic;
	uint32 snapshot_size;
	uint32 relation_size;
	uint32 n_relations;
	uint32 padding; /* zero */
} CountsHeader;

/* A file, and the CRC of what went through it; failed stays set. */
typedef struct CountsFile
{
	FILE *file;
	pg_crc32c crc;
	bool failed;
} CountsFile;

static void
put(CountsFile *f, const void *data, size_t len)
{
	COMP_CRC32C(f->crc, data, len);
	if (!f->failed && fwrite(data, len, 1, f->file) != 1)
		f->failed = true;
}

static void
get(CountsFile *f, void *data, size_t len)
{
	if (f->failed || fread(data, len, 1, f->file) != 1)
	{
		memset(data, 0, len);
		f->failed = true;
		return;
	}
	COMP_CRC32C(f->crc, data, len);
}

/* Everything but the CRC. */
static void
put_all(CountsFile *f)
{
	static WalCountsSnapshot snapshot; /* too large for the stack */
	CountsHeader header = {COUNTS_MAGIC, sizeof(WalCountsSnapshot), sizeof(WalRelationCounts), 0, 0};
	WalRelationCounts relation;

	memset(&relation, 0, sizeof(relation));
	wal_counts_fetch(&snapshot);
	for (int i = 0; i <= WAL_MAX_RELATIONS; i++)
		header.n_relations += wal_relations_fetch(i, &relation);
	put(f, &header, sizeof(header));
	put(f, &snapshot, sizeof(snapshot));
	for (int i = 0; i <= WAL_MAX_RELATIONS; i++)
		if (wal_relations_fetch(i, &relation))
			put(f, &relation, sizeof(relation));
}

/*
 * wal_counts_save
 *		Write the file; at a clean stop, when no other process counts any more.
 */
void
wal_counts_save(void)
{
	CountsFile f = {AllocateFile(COUNTS_FILE_TEMPORARY, PG_BINARY_W)};

	if (f.file == NULL)
	{
		ereport(LOG, (errcode_for_file_access(), errmsg("could not open file \"%s\": %m", COUNTS_FILE_TEMPORARY)));
		return;
	}
	INIT_CRC32C(f.crc);
	put_all(&f);
	FIN_CRC32C(f.crc);
	if (!f.failed && fwrite(&f.crc, sizeof(f.crc), 1, f.file) != 1)
		f.failed = true;
	if (FreeFile(f.file) != 0 || f.failed)
	{
		ereport(LOG, (errcode_for_file_access(), errmsg("could not write file \"%s\": %m", COUNTS_FILE_TEMPORARY)));
		unlink(COUNTS_FILE_TEMPORARY);
		return;
	}
	(void) durable_rename(COUNTS_FILE_TEMPORARY, COUNTS_FILE, LOG);
}

/* Read twice: nothing is added before the CRC has been found right. */
static bool
get_all(CountsFile *f, bool add)
{
	static WalCountsSnapshot snapshot;
	CountsHeader header;
	WalRelationCounts relation;
	pg_crc32c crc;

	rewind(f->file);
	INIT_CRC32C(f->crc);
	get(f, &header, sizeof(header));
	if (f->failed || header.magic != COUNTS_MAGIC || header.snapshot_size != sizeof(snapshot) ||
		header.relation_size != sizeof(relation) || header.n_relations > WAL_MAX_RELATIONS + 1)
		return false;
	get(f, &snapshot, sizeof(snapshot));
	if (add)
		wal_counts_add(&snapshot);
	for (uint32 i = 0; i < header.n_relations; i++)
	{
		get(f, &relation, sizeof(relation));
		if (add)
			wal_relations_add(&relation);
	}
	FIN_CRC32C(f->crc);
	return !f->failed && fread(&crc, sizeof(crc), 1, f->file) == 1 && EQ_CRC32C(crc, f->crc);
}

/*
 * wal_counts_restore
 *		Take over what wal_counts_save kept, if there is a whole file; remove it.
 */
void
wal_counts_restore(void)
{
	CountsFile f = {AllocateFile(COUNTS_FILE, PG_BINARY_R)};

	if (f.file == NULL)
	{
		if (errno != ENOENT)
			ereport(LOG, (errcode_for_file_access(), errmsg("could not open file \"%s\": %m", COUNTS_FILE)));
		return;
	}
	if (get_all(&f, false))
		(void) get_all(&f, true);
	else
		ereport(LOG, (errmsg("file \"%s\" is damaged or of another version; its counts are not used", COUNTS_FILE)));
	FreeFile(f.file);
	unlink(COUNTS_FILE);
}

/* After a crash: counting begins at zero. */
void
wal_counts_discard(void)
{
	if (unlink(COUNTS_FILE) != 0 && errno != ENOENT)
		ereport(LOG, (errcode_for_file_access(), errmsg("could not remove file \"%s\": %m", COUNTS_FILE)));
}
