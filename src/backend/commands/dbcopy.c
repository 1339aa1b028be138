/*
 * dbcopy.c
 *		Copying and removing the files of a whole database.
 *
 * Two ways to copy.  By WAL: the directory, the relation map and each page of
 * each relation are logged; only pages in use are read, through the buffers of
 * both databases, and no checkpoint is needed.  By files: both databases are
 * put on disk by checkpoints, the files are copied past the buffers, and one
 * record tells replay to do the same; cheaper for a large template.
 *
 * The relations of a database to which nobody is connected cannot be looked up
 * in caches: scan_pg_class reads the template's pg_class page by page.
 *
 * What a crash leaves: the files of a database that is not in pg_database.
 * They take room, and their OID is not given out again while they are there
 * (database_files_exist).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/dbcopy.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/dirxlog.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "catalog/pg_class.h"
#include "catalog/pg_tablespace.h"
#include "catalog/storage.h"
#include "catalog/storage_xlog.h"
#include "dbcommands_private.h"
#include "miscadmin.h"
#include "postmaster/bgwriter.h"
#include "storage/bufmgr.h"
#include "storage/copydir.h"
#include "storage/fd.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "utils/rel.h"
#include "utils/relmapper.h"
#include "utils/snapmgr.h"

/* A relation of the template that has files. */
typedef struct SourceRelation
{
	RelFileNode rnode;
	Oid relid;
	bool permanent;
} SourceRelation;

/* ---- the relations of another database ---- */

/* Add the relation that a pg_class row describes, if it is to be copied. */
static List *
add_relation(List *result, Form_pg_class form, Oid tablespace, Oid database, char *path)
{
	SourceRelation *r;
	Oid filenode = form->relfilenode;

	/* temporary ones belong to no session any more; shared ones to all */
	if (form->reltablespace == GLOBALTABLESPACE_OID ||
		form->relpersistence == RELPERSISTENCE_TEMP || !RELKIND_HAS_STORAGE(form->relkind))
		return result;
	if (!OidIsValid(filenode))
		filenode = RelationMapOidToFilenodeForDatabase(path, form->oid);
	if (!OidIsValid(filenode))
		elog(ERROR, "relation with OID %u does not have a valid relfilenode", form->oid);
	r = palloc(sizeof(SourceRelation));
	r->rnode.spcNode = OidIsValid(form->reltablespace) ? form->reltablespace : tablespace;
	r->rnode.dbNode = database;
	r->rnode.relNode = filenode;
	r->relid = form->oid;
	r->permanent = form->relpersistence == RELPERSISTENCE_PERMANENT;
	return lappend(result, r);
}

/* The rows of one page of pg_class that the snapshot sees. */
static List *
scan_page(List *result, Buffer buf, Snapshot snapshot, Oid tablespace, Oid database, char *path)
{
	Page page = BufferGetPage(buf);

	if (PageIsNew(page))
		return result;
	for (OffsetNumber off = FirstOffsetNumber; off <= PageGetMaxOffsetNumber(page); off++)
	{
		ItemId lp = PageGetItemId(page, off);
		HeapTupleData tuple;

		if (!ItemIdIsNormal(lp))
			continue;
		ItemPointerSet(&tuple.t_self, BufferGetBlockNumber(buf), off);
		tuple.t_data = (HeapTupleHeader) PageGetItem(page, lp);
		tuple.t_len = ItemIdGetLength(lp);
		tuple.t_tableOid = RelationRelationId;
		if (HeapTupleSatisfiesVisibility(&tuple, snapshot, buf))
			result = add_relation(result, (Form_pg_class) GETSTRUCT(&tuple), tablespace,
								  database, path);
	}
	return result;
}

/* All relations of a database that have files of their own. */
static List *
scan_pg_class(Oid tablespace, Oid database, char *path)
{
	RelFileNode rnode = {tablespace, database, RelationMapOidToFilenodeForDatabase(path, RelationRelationId)};
	LockRelId lockid = {RelationRelationId, database};
	BufferAccessStrategy ring = GetAccessStrategy(BAS_BULKREAD);
	SMgrRelation smgr;
	BlockNumber nblocks;
	Snapshot snapshot;
	List *result = NIL;

	LockRelationId(&lockid, AccessShareLock);
	smgr = smgropen(rnode, InvalidBackendId);
	nblocks = smgrnblocks(smgr, MAIN_FORKNUM);
	smgrclose(smgr);
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	for (BlockNumber block = 0; block < nblocks; block++)
	{
		Buffer buf;

		CHECK_FOR_INTERRUPTS();
		buf = ReadBufferWithoutRelcache(rnode, MAIN_FORKNUM, block, RBM_NORMAL, ring, true);
		LockBuffer(buf, BUFFER_LOCK_SHARE);
		result = scan_page(result, buf, snapshot, tablespace, database, path);
		UnlockReleaseBuffer(buf);
	}
	UnregisterSnapshot(snapshot);
	UnlockRelationId(&lockid, AccessShareLock);
	return result;
}

/* ---- by WAL ---- */

/*
 * Make a database's directory with its PG_VERSION and log that.  The record
 * comes first: a crash in between leaves it to replay to make the directory,
 * and all records about relations in it find one.
 */
static void
create_directory(char *path, Oid database, Oid tablespace)
{
	xl_dbase_create_wal_log_rec xlrec = {.db_id = database, .tablespace_id = tablespace};

	START_CRIT_SECTION();
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	XLogFlush(XLogInsert(RM_DBASE_ID, XLOG_DBASE_CREATE_WAL_LOG));
	END_CRIT_SECTION();

	if (MakePGDirectory(path) < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create directory \"%s\": %m", path)));
	WriteDatabaseVersion(path, false);
}

/* Copy one fork page by page, each as an image in the log. */
static void
copy_fork(RelFileNode from, RelFileNode to, ForkNumber fork, bool permanent)
{
	/* of an unlogged relation only the init fork outlives a crash */
	bool logged = XLogIsNeeded() && (permanent || fork == INIT_FORKNUM);
	BlockNumber nblocks = smgrnblocks(smgropen(from, InvalidBackendId), fork);
	BufferAccessStrategy read_ring;
	BufferAccessStrategy write_ring;
	PGAlignedBlock zeros;

	if (nblocks == 0)
		return;
	/* the length first, so that the buffers below have a block to lie over */
	memset(zeros.data, 0, BLCKSZ);
	smgrextend(smgropen(to, InvalidBackendId), fork, nblocks - 1, zeros.data, true);

	read_ring = GetAccessStrategy(BAS_BULKREAD);
	write_ring = GetAccessStrategy(BAS_BULKWRITE);
	for (BlockNumber block = 0; block < nblocks; block++)
	{
		Buffer src;
		Buffer dst;

		CHECK_FOR_INTERRUPTS();
		src = ReadBufferWithoutRelcache(from, fork, block, RBM_NORMAL, read_ring, permanent);
		LockBuffer(src, BUFFER_LOCK_SHARE);
		dst = ReadBufferWithoutRelcache(to, fork, block, RBM_ZERO_AND_LOCK, write_ring, permanent);
		START_CRIT_SECTION();
		memcpy(BufferGetPage(dst), BufferGetPage(src), BLCKSZ);
		MarkBufferDirty(dst);
		if (logged)
			log_newpage_buffer(dst, true);
		END_CRIT_SECTION();
		UnlockReleaseBuffer(dst);
		UnlockReleaseBuffer(src);
	}
	FreeAccessStrategy(read_ring);
	FreeAccessStrategy(write_ring);
}

static void
copy_relation(const SourceRelation *r, RelFileNode to)
{
	/* at abort the whole directory goes, so no file is noted for removal */
	RelationCreateStorage(to, r->permanent ? RELPERSISTENCE_PERMANENT : RELPERSISTENCE_UNLOGGED, false);
	copy_fork(r->rnode, to, MAIN_FORKNUM, r->permanent);
	for (ForkNumber fork = MAIN_FORKNUM + 1; fork <= MAX_FORKNUM; fork++)
	{
		if (!smgrexists(smgropen(r->rnode, InvalidBackendId), fork))
			continue;
		smgrcreate(smgropen(to, InvalidBackendId), fork, false);
		if (r->permanent || fork == INIT_FORKNUM)
			log_smgrcreate(&to, fork);
		copy_fork(r->rnode, to, fork, r->permanent);
	}
	smgrclose(smgropen(r->rnode, InvalidBackendId));
	smgrclose(smgropen(to, InvalidBackendId));
}

/*
 * copy_database_by_wal
 *		Copy the files of src to the new database dst; their default tablespaces
 *		are given.  Nobody is connected to either, and src is locked.
 */
void
copy_database_by_wal(Oid src, Oid src_tablespace, Oid dst, Oid dst_tablespace)
{
	char *src_path = GetDatabasePath(src, src_tablespace);
	char *dst_path = GetDatabasePath(dst, dst_tablespace);
	List *relations;
	ListCell *lc;

	create_directory(dst_path, dst, dst_tablespace);
	RelationMapCopy(dst, dst_tablespace, src_path, dst_path);
	relations = scan_pg_class(src_tablespace, src, src_path);
	foreach (lc, relations)
	{
		SourceRelation *r = lfirst(lc);
		LockRelId src_lock = {r->relid, src};
		LockRelId dst_lock = {r->relid, dst};
		RelFileNode to = r->rnode;

		/* what lies in the default tablespace goes to the new default */
		if (to.spcNode == src_tablespace)
			to.spcNode = dst_tablespace;
		to.dbNode = dst;
		LockRelationId(&src_lock, AccessShareLock);
		LockRelationId(&dst_lock, AccessShareLock);
		copy_relation(r, to);
		UnlockRelationId(&src_lock, AccessShareLock);
		UnlockRelationId(&dst_lock, AccessShareLock);
	}
	pfree(src_path);
	pfree(dst_path);
	list_free_deep(relations);
}

/* ---- by files ---- */

/* OIDs of all tablespaces that can hold databases. */
static List *
all_tablespaces(void)
{
	Relation rel = table_open(TableSpaceRelationId, AccessShareLock);
	TableScanDesc scan = table_beginscan_catalog(rel, 0, NULL);
	HeapTuple tuple;
	List *result = NIL;

	while ((tuple = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		Oid oid = ((Form_pg_tablespace) GETSTRUCT(tuple))->oid;

		if (oid != GLOBALTABLESPACE_OID)
			result = lappend_oid(result, oid);
	}
	table_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

static bool
is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void
log_file_copy(Oid src, Oid src_tablespace, Oid dst, Oid dst_tablespace)
{
	xl_dbase_create_file_copy_rec xlrec = {
		.db_id = dst,
		.tablespace_id = dst_tablespace,
		.src_db_id = src,
		.src_tablespace_id = src_tablespace,
	};

	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	(void) XLogInsert(RM_DBASE_ID, XLOG_DBASE_CREATE_FILE_COPY | XLR_SPECIAL_REL_UPDATE);
}

/*
 * copy_database_by_files
 *		The same by copying directories, between two checkpoints: one, so that
 *		the files are complete; another, so that replay does not copy again from
 *		a template that has changed since.
 */
void
copy_database_by_files(Oid src, Oid src_tablespace, Oid dst, Oid dst_tablespace)
{
	ListCell *lc;

	RequestCheckpoint(CHECKPOINT_IMMEDIATE | CHECKPOINT_FORCE | CHECKPOINT_WAIT | CHECKPOINT_FLUSH_ALL);
	foreach (lc, all_tablespaces())
	{
		Oid from = lfirst_oid(lc);
		Oid to = from == src_tablespace ? dst_tablespace : from;
		char *src_path = GetDatabasePath(src, from);
		char *dst_path = GetDatabasePath(dst, to);

		if (is_directory(src_path))
		{
			copydir(src_path, dst_path, false);
			log_file_copy(src, from, dst, to);
		}
		pfree(src_path);
		pfree(dst_path);
	}
	RequestCheckpoint(CHECKPOINT_IMMEDIATE | CHECKPOINT_FORCE | CHECKPOINT_WAIT);
}

/* ---- removing ---- */

/* Is there a directory of a database with this OID in any tablespace? */
bool
database_files_exist(Oid database)
{
	ListCell *lc;

	foreach (lc, all_tablespaces())
	{
		char *path = GetDatabasePath(database, lfirst_oid(lc));
		struct stat st;
		bool found = lstat(path, &st) == 0;

		pfree(path);
		if (found)
			return true;
	}
	return false;
}

/*
 * remove_database_files
 *		Remove a database's directories in all tablespaces and log that.  What
 *		cannot be removed is told by a warning: the database is gone anyway.
 */
void
remove_database_files(Oid database)
{
	List *tablespaces = NIL;
	xl_dbase_drop_rec xlrec = {.db_id = database};
	Oid *oids;
	int n = 0;
	ListCell *lc;

	foreach (lc, all_tablespaces())
	{
		char *path = GetDatabasePath(database, lfirst_oid(lc));

		if (is_directory(path))
		{
			if (!rmtree(path, true))
				ereport(WARNING,
						(errmsg("some useless files may be left behind in old database directory \"%s\"",
								path)));
			tablespaces = lappend_oid(tablespaces, lfirst_oid(lc));
		}
		pfree(path);
	}
	if (tablespaces == NIL)
		return;
	oids = palloc(list_length(tablespaces) * sizeof(Oid));
	foreach (lc, tablespaces)
		oids[n++] = lfirst_oid(lc);
	xlrec.ntablespaces = n;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, MinSizeOfDbaseDropRec);
	XLogRegisterData((char *) oids, n * sizeof(Oid));
	(void) XLogInsert(RM_DBASE_ID, XLOG_DBASE_DROP | XLR_SPECIAL_REL_UPDATE);
	pfree(oids);
	list_free(tablespaces);
}
