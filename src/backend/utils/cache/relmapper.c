/*
 * relmapper.c
 *		File numbers of the catalogs whose pg_class row cannot tell them.
 *
 * pg_class, the catalogs needed to read it, and all shared catalogs have a
 * relfilenode of zero; two small files say what their files are, one for the
 * shared ones and one per database.  A file is replaced as a whole: its 512
 * bytes lie in one sector, are protected by a CRC, and are logged before they
 * are written.
 *
 * A change (a rewrite or reindex of a mapped catalog) is kept in memory, first
 * as pending, from the next command on as active for this transaction, and is
 * written just before commit.  It cannot be part of a subtransaction.
 *
 *	1. The file is read and replaced under RelationMappingLock, exclusive for
 *	   replacing; the lock is held until the commit record that needs it.
 *	2. WAL first: the record is flushed before the file is touched.
 *	3. The bytes in memory never run ahead of the file.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/relmapper.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <unistd.h>

#include "access/rmgr.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "catalog/catalog.h"
#include "catalog/pg_tablespace_d.h"
#include "catalog/storage.h"
#include "common/relpath.h"
#include "miscadmin.h"
#include "port/pg_crc32c.h"
#include "storage/fd.h"
#include "storage/lwlock.h"
#include "utils/inval.h"
#include "utils/relmapper.h"
#include "utils/wait_event.h"

#define RELMAPPER_FILENAME "pg_filenode.map"
#define RELMAPPER_FILEMAGIC 0x592717
#define MAX_MAPPINGS 62

typedef struct RelMapping
{
	Oid mapoid;
	Oid mapfilenode;
} RelMapping;

typedef struct RelMapFile
{
	int32 magic;
	int32 num_mappings;
	RelMapping mappings[MAX_MAPPINGS];
	pg_crc32c crc; /* of all above */
	int32 pad;
} RelMapFile;

StaticAssertDecl(sizeof(RelMapFile) == 512, "a map file is one sector");
StaticAssertDecl(offsetof(RelMapFile, crc) == 504, "CRC is at byte 504");

/* One of the two maps, with this transaction's changes. */
typedef struct Map
{
	RelMapFile file; /* as on disk */
	RelMapFile active; /* changes of ended commands; only the pairs */
	RelMapFile pending; /* changes of the current command */
} Map;

static Map shared_map;
static Map local_map;

static Map *
map_of(bool shared)
{
	return shared ? &shared_map : &local_map;
}

static Oid
find_filenode(const RelMapFile *map, Oid relationId)
{
	for (int i = 0; i < map->num_mappings; i++)
	{
		if (map->mappings[i].mapoid == relationId)
			return map->mappings[i].mapfilenode;
	}
	return InvalidOid;
}

static Oid
find_oid(const RelMapFile *map, Oid filenode)
{
	for (int i = 0; i < map->num_mappings; i++)
	{
		if (map->mappings[i].mapfilenode == filenode)
			return map->mappings[i].mapoid;
	}
	return InvalidOid;
}

static void
set_mapping(RelMapFile *map, Oid relationId, Oid filenode, bool may_add)
{
	for (int i = 0; i < map->num_mappings; i++)
	{
		if (map->mappings[i].mapoid == relationId)
		{
			map->mappings[i].mapfilenode = filenode;
			return;
		}
	}
	if (!may_add)
		elog(ERROR, "attempt to apply a mapping to unmapped relation %u",
			 relationId);
	if (map->num_mappings >= MAX_MAPPINGS)
		elog(ERROR, "ran out of space in relation map");
	map->mappings[map->num_mappings].mapoid = relationId;
	map->mappings[map->num_mappings].mapfilenode = filenode;
	map->num_mappings++;
}

static void
merge(RelMapFile *into, const RelMapFile *changes, bool may_add)
{
	for (int i = 0; i < changes->num_mappings; i++)
		set_mapping(into, changes->mappings[i].mapoid,
					changes->mappings[i].mapfilenode, may_add);
}

/* ---- files ---- */

/*
 * Read and check a map file.  The caller may hold RelationMappingLock already;
 * otherwise it is taken here, so that no half-made replacement is seen.
 */
static void
read_file(RelMapFile *map, const char *dbpath, bool lock_held, int elevel)
{
	char path[MAXPGPATH];
	pg_crc32c crc;
	int fd;
	ssize_t n;

	Assert(elevel >= ERROR);
	if (!lock_held)
		LWLockAcquire(RelationMappingLock, LW_SHARED);

	snprintf(path, sizeof(path), "%s/%s", dbpath, RELMAPPER_FILENAME);
	fd = OpenTransientFile(path, O_RDONLY | PG_BINARY);
	if (fd < 0)
		ereport(elevel,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
	pgstat_report_wait_start(WAIT_EVENT_RELATION_MAP_READ);
	n = read(fd, map, sizeof(RelMapFile));
	if (n != sizeof(RelMapFile))
	{
		if (n < 0)
			ereport(elevel,
					(errcode_for_file_access(),
					 errmsg("could not read file \"%s\": %m", path)));
		ereport(elevel,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("could not read file \"%s\": read %d of %zu",
						path, (int) n, sizeof(RelMapFile))));
	}
	pgstat_report_wait_end();
	if (CloseTransientFile(fd) != 0)
		ereport(elevel,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", path)));
	if (!lock_held)
		LWLockRelease(RelationMappingLock);

	if (map->magic != RELMAPPER_FILEMAGIC || map->num_mappings < 0 ||
		map->num_mappings > MAX_MAPPINGS)
		ereport(elevel,
				(errmsg("relation mapping file \"%s\" contains invalid data",
						path)));
	INIT_CRC32C(crc);
	COMP_CRC32C(crc, (char *) map, offsetof(RelMapFile, crc));
	FIN_CRC32C(crc);
	if (!EQ_CRC32C(crc, map->crc))
		ereport(elevel,
				(errmsg("relation mapping file \"%s\" contains incorrect checksum",
						path)));
}

static char *
directory_of(bool shared)
{
	return shared ? "global" : DatabasePath;
}

static void
load(bool shared, bool lock_held)
{
	read_file(&map_of(shared)->file, directory_of(shared), lock_held, FATAL);
}

static void
log_update(const RelMapFile *map, Oid dbid, Oid tsid)
{
	xl_relmap_update xlrec;
	XLogRecPtr lsn;

	xlrec.dbid = dbid;
	xlrec.tsid = tsid;
	xlrec.nbytes = sizeof(RelMapFile);
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, MinSizeOfRelmapUpdate);
	XLogRegisterData((char *) map, sizeof(RelMapFile));
	lsn = XLogInsert(RM_RELMAP_ID, XLOG_RELMAP_UPDATE);
	XLogFlush(lsn);
}

static void
write_bytes(const char *path, const RelMapFile *map)
{
	int fd = OpenTransientFile(path, O_WRONLY | O_CREAT | PG_BINARY);

	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
	errno = 0;
	pgstat_report_wait_start(WAIT_EVENT_RELATION_MAP_WRITE);
	if (write(fd, map, sizeof(RelMapFile)) != sizeof(RelMapFile))
	{
		if (errno == 0)
			errno = ENOSPC;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not write file \"%s\": %m", path)));
	}
	pgstat_report_wait_end();
	pgstat_report_wait_start(WAIT_EVENT_RELATION_MAP_SYNC);
	if (pg_fsync(fd) != 0)
		ereport(data_sync_elevel(ERROR),
				(errcode_for_file_access(),
				 errmsg("could not fsync file \"%s\": %m", path)));
	pgstat_report_wait_end();
	if (CloseTransientFile(fd) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", path)));
}

/*
 * Replace a map file; the caller holds RelationMappingLock exclusively.  With
 * preserve_files, files the map names are kept at abort: from the write on
 * the change stands whatever becomes of the transaction.
 */
static void
write_file(RelMapFile *map, bool write_wal, bool send_inval,
		   bool preserve_files, Oid dbid, Oid tsid, const char *dbpath)
{
	char path[MAXPGPATH];

	map->magic = RELMAPPER_FILEMAGIC;
	map->pad = 0;
	if (map->num_mappings < 0 || map->num_mappings > MAX_MAPPINGS)
		elog(ERROR, "attempt to write bogus relation mapping");
	INIT_CRC32C(map->crc);
	COMP_CRC32C(map->crc, (char *) map, offsetof(RelMapFile, crc));
	FIN_CRC32C(map->crc);
	snprintf(path, sizeof(path), "%s/%s", dbpath, RELMAPPER_FILENAME);

	if (write_wal)
	{
		START_CRIT_SECTION();
		log_update(map, dbid, tsid);
	}
	write_bytes(path, map);
	if (send_inval)
		CacheInvalidateRelmap(dbid);
	if (preserve_files)
	{
		for (int i = 0; i < map->num_mappings; i++)
		{
			RelFileNode rnode;

			rnode.spcNode = tsid;
			rnode.dbNode = dbid;
			rnode.relNode = map->mappings[i].mapfilenode;
			RelationPreserveStorage(rnode, false);
		}
	}
	if (write_wal)
		END_CRIT_SECTION();
}

/* Bring this transaction's changes into one file. */
static void
write_changes(bool shared)
{
	Map *map = map_of(shared);
	RelMapFile newmap;

	LWLockAcquire(RelationMappingLock, LW_EXCLUSIVE);
	load(shared, true); /* others may have changed it */
	newmap = map->file;
	merge(&newmap, &map->active, allowSystemTableMods);
	write_file(&newmap, true, true, true,
			   shared ? InvalidOid : MyDatabaseId,
			   shared ? GLOBALTABLESPACE_OID : MyDatabaseTableSpace,
			   directory_of(shared));
	map->file = newmap;
	LWLockRelease(RelationMappingLock);
}

/* ---- lookup ---- */

/* File number of a mapped relation, or InvalidOid if it is not mapped. */
Oid
RelationMapOidToFilenode(Oid relationId, bool shared)
{
	const Map *map = map_of(shared);
	Oid node = find_filenode(&map->active, relationId);

	return OidIsValid(node) ? node : find_filenode(&map->file, relationId);
}

/* The other way round. */
Oid
RelationMapFilenodeToOid(Oid filenode, bool shared)
{
	const Map *map = map_of(shared);
	Oid relid = find_oid(&map->active, filenode);

	return OidIsValid(relid) ? relid : find_oid(&map->file, filenode);
}

/* As RelationMapOidToFilenode, for a database that we are not connected to. */
Oid
RelationMapOidToFilenodeForDatabase(char *dbpath, Oid relationId)
{
	RelMapFile map;

	read_file(&map, dbpath, false, ERROR);
	return find_filenode(&map, relationId);
}

/* ---- changing ---- */

/* CREATE DATABASE: the map of the template becomes that of the new one. */
void
RelationMapCopy(Oid dbid, Oid tsid, char *srcdbpath, char *dstdbpath)
{
	RelMapFile map;

	read_file(&map, srcdbpath, false, ERROR);
	LWLockAcquire(RelationMappingLock, LW_EXCLUSIVE);
	write_file(&map, true, false, false, dbid, tsid, dstdbpath);
	LWLockRelease(RelationMappingLock);
}

/*
 * RelationMapUpdateMap
 *		Give a mapped relation another file, from the next command on; with
 *		immediate, from now on.
 */
void
RelationMapUpdateMap(Oid relationId, Oid fileNode, bool shared,
					 bool immediate)
{
	Map *map = map_of(shared);

	if (IsBootstrapProcessingMode())
	{
		set_mapping(&map->file, relationId, fileNode, true);
		return;
	}
	if (GetCurrentTransactionNestLevel() > 1)
		elog(ERROR, "cannot change relation mapping within subtransaction");
	if (IsInParallelMode())
		elog(ERROR, "cannot change relation mapping in parallel mode");
	set_mapping(immediate ? &map->active : &map->pending, relationId, fileNode,
				true);
}

/* Forget a change made in this transaction, of a relation that is no more. */
void
RelationMapRemoveMapping(Oid relationId)
{
	RelMapFile *map = &local_map.active;

	for (int i = 0; i < map->num_mappings; i++)
	{
		if (map->mappings[i].mapoid == relationId)
		{
			map->mappings[i] = map->mappings[--map->num_mappings];
			return;
		}
	}
	elog(ERROR, "could not find temporary mapping for relation %u", relationId);
}

/* ---- life ---- */

/* Another session has replaced a map. */
void
RelationMapInvalidate(bool shared)
{
	if (map_of(shared)->file.magic == RELMAPPER_FILEMAGIC)
		load(shared, false);
}

void
RelationMapInvalidateAll(void)
{
	RelationMapInvalidate(true);
	RelationMapInvalidate(false);
}

/* End of a command: what was pending holds from now on. */
void
AtCCI_RelationMap(void)
{
	Map *maps[] = {&shared_map, &local_map};

	for (size_t i = 0; i < lengthof(maps); i++)
	{
		if (maps[i]->pending.num_mappings == 0)
			continue;
		merge(&maps[i]->active, &maps[i]->pending, true);
		maps[i]->pending.num_mappings = 0;
	}
}

/* Commit: write what has changed.  Abort: forget it. */
void
AtEOXact_RelationMap(bool isCommit, bool isParallelWorker)
{
	if (isCommit && !isParallelWorker)
	{
		Assert(shared_map.pending.num_mappings == 0);
		Assert(local_map.pending.num_mappings == 0);
		if (shared_map.active.num_mappings != 0)
			write_changes(true);
		if (local_map.active.num_mappings != 0)
			write_changes(false);
	}
	shared_map.active.num_mappings = shared_map.pending.num_mappings = 0;
	local_map.active.num_mappings = local_map.pending.num_mappings = 0;
}

void
AtPrepare_RelationMap(void)
{
	if (shared_map.active.num_mappings != 0 ||
		shared_map.pending.num_mappings != 0 ||
		local_map.active.num_mappings != 0 ||
		local_map.pending.num_mappings != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot PREPARE a transaction that modified relation mapping")));
}

/*
 * CheckPointRelationMap
 *		Wait for a replacement under way: its record lies before the redo
 *		point, so the file must be written before the checkpoint is.
 */
void
CheckPointRelationMap(void)
{
	LWLockAcquire(RelationMappingLock, LW_SHARED);
	LWLockRelease(RelationMappingLock);
}

void
RelationMapFinishBootstrap(void)
{
	Assert(IsBootstrapProcessingMode());
	LWLockAcquire(RelationMappingLock, LW_EXCLUSIVE);
	write_file(&shared_map.file, false, false, false, InvalidOid,
			   GLOBALTABLESPACE_OID, "global");
	write_file(&local_map.file, false, false, false, MyDatabaseId,
			   MyDatabaseTableSpace, DatabasePath);
	LWLockRelease(RelationMappingLock);
}

void
RelationMapInitialize(void)
{
	memset(&shared_map, 0, sizeof(shared_map));
	memset(&local_map, 0, sizeof(local_map));
}

/* The shared map, before a database has been chosen. */
void
RelationMapInitializePhase2(void)
{
	if (!IsBootstrapProcessingMode())
		load(true, false);
}

void
RelationMapInitializePhase3(void)
{
	if (!IsBootstrapProcessingMode())
		load(false, false);
}

/* ---- redo ---- */

void
relmap_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;
	xl_relmap_update *xlrec = (xl_relmap_update *) XLogRecGetData(record);
	RelMapFile newmap;
	char *dbpath;

	Assert(!XLogRecHasAnyBlockRefs(record));
	if (info != XLOG_RELMAP_UPDATE)
		elog(PANIC, "relmap_redo: unknown op code %u", info);
	if (xlrec->nbytes != sizeof(newmap))
		elog(PANIC, "relmap_redo: wrong size %d in relmap update record",
			 xlrec->nbytes);
	memcpy(&newmap, xlrec->data, sizeof(newmap));

	dbpath = GetDatabasePath(xlrec->dbid, xlrec->tsid);
	LWLockAcquire(RelationMappingLock, LW_EXCLUSIVE);
	write_file(&newmap, false, true, false, xlrec->dbid, xlrec->tsid, dbpath);
	LWLockRelease(RelationMappingLock);
	pfree(dbpath);
}

const RmgrData relmap_rmgr = {
	.rm_name = "RelMap",
	.rm_redo = relmap_redo,
};
