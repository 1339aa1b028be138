/*
 * dirredo.c
 *		Replays what was done to directories of databases and tablespaces.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/dirredo.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/dirxlog.h"
#include "access/rmgr.h"
#include "access/xlog.h"
#include "access/xlogrecovery.h"
#include "access/xlogutils.h"
#include "catalog/pg_tablespace_d.h"
#include "common/file_perm.h"
#include "common/relpath.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/copydir.h"
#include "storage/fd.h"
#include "storage/lwlock.h"
#include "storage/md.h"
#include "storage/smgr.h"
#include "storage/sync.h"

/* contents of PG_VERSION */
#define VERSION_TEXT PG_MAJORVERSION "\n"

/* mkdir -p; existing directories are fine. */
static void
make_path(const char *path)
{
	char partial[MAXPGPATH];

	strlcpy(partial, path, sizeof(partial));
	for (char *p = partial + 1;; p++)
	{
		char save = *p;

		if (save != '/' && save != '\0')
			continue;
		*p = '\0';
		if (MakePGDirectory(partial) < 0 && errno != EEXIST)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not create directory \"%s\": %m", partial)));
		if (save == '\0')
			break;
		*p = save;
	}
}

/* Remove a tree; trouble is a warning, for files may be gone already. */
static void
remove_tree(const char *path)
{
	DIR *dir = AllocateDir(path);
	struct dirent *de;

	if (dir == NULL)
		return;
	while ((de = ReadDir(dir, path)) != NULL)
	{
		char child[MAXPGPATH * 2];
		struct stat st;

		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(child, sizeof(child), "%s/%s", path, de->d_name);
		if (lstat(child, &st) == 0 && S_ISDIR(st.st_mode))
			remove_tree(child);
		else if (unlink(child) != 0 && errno != ENOENT)
			ereport(WARNING,
					(errcode_for_file_access(),
					 errmsg("could not remove file \"%s\": %m", child)));
	}
	FreeDir(dir);
	if (rmdir(path) != 0 && errno != ENOENT)
		ereport(WARNING,
				(errcode_for_file_access(),
				 errmsg("could not remove directory \"%s\": %m", path)));
}

/* ---- Database ---- */

/* The whole directory is copied anew, whatever a crash left of it. */
static void
redo_file_copy(const xl_dbase_create_file_copy_rec *xlrec)
{
	char *src = GetDatabasePath(xlrec->src_db_id, xlrec->src_tablespace_id);
	char *dst = GetDatabasePath(xlrec->db_id, xlrec->tablespace_id);
	char parent[MAXPGPATH];
	struct stat st;

	if (stat(dst, &st) == 0 && S_ISDIR(st.st_mode))
		remove_tree(dst);
	strlcpy(parent, dst, sizeof(parent));
	get_parent_directory(parent);
	if (stat(parent, &st) < 0)
		make_path(parent);
	/* A source that is gone will be dropped by a later record. */
	if (stat(src, &st) < 0 && errno == ENOENT)
		make_path(src);

	/* Files are copied past the buffers: bring them up to date. */
	FlushDatabaseBuffers(xlrec->src_db_id);
	copydir(src, dst, false);
	pfree(src);
	pfree(dst);
}

/*
 * WriteDatabaseVersion
 *		Put PG_VERSION into a database's new directory, and both on disk.
 *
 * In replay the file may be there from before a crash; else that is an error.
 */
void
WriteDatabaseVersion(const char *path, bool isRedo)
{
	char file[MAXPGPATH];
	int fd;

	snprintf(file, sizeof(file), "%s/PG_VERSION", path);
	fd = OpenTransientFile(file, O_WRONLY | O_CREAT | PG_BINARY | (isRedo ? O_TRUNC : O_EXCL));
	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create file \"%s\": %m", file)));
	errno = 0;
	if (write(fd, VERSION_TEXT, strlen(VERSION_TEXT)) != (ssize_t) strlen(VERSION_TEXT))
	{
		if (errno == 0)
			errno = ENOSPC;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not write to file \"%s\": %m", file)));
	}
	if (pg_fsync(fd) != 0)
		ereport(data_sync_elevel(ERROR),
				(errcode_for_file_access(),
				 errmsg("could not fsync file \"%s\": %m", file)));
	if (CloseTransientFile(fd) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", file)));
	fsync_fname(path, true);
}

static void
redo_create_directory(const xl_dbase_create_wal_log_rec *xlrec)
{
	char *path = GetDatabasePath(xlrec->db_id, xlrec->tablespace_id);

	make_path(path);
	WriteDatabaseVersion(path, true);
	pfree(path);
}

static void
redo_drop_database(const xl_dbase_drop_rec *xlrec)
{
	DropDatabaseBuffers(xlrec->db_id);
	/* The next checkpoint would miss the files. */
	ForgetDatabaseSyncRequests(xlrec->db_id);
	XLogDropDatabase(xlrec->db_id);
	for (int i = 0; i < xlrec->ntablespaces; i++)
	{
		char *path = GetDatabasePath(xlrec->db_id, xlrec->tablespace_ids[i]);

		remove_tree(path);
		pfree(path);
	}
}

void
dbase_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;
	char *data = XLogRecGetData(record);

	Assert(!XLogRecHasAnyBlockRefs(record));
	switch (info)
	{
		case XLOG_DBASE_CREATE_FILE_COPY:
			redo_file_copy((xl_dbase_create_file_copy_rec *) data);
			break;
		case XLOG_DBASE_CREATE_WAL_LOG:
			redo_create_directory((xl_dbase_create_wal_log_rec *) data);
			break;
		case XLOG_DBASE_DROP:
			redo_drop_database((xl_dbase_drop_rec *) data);
			break;
		default:
			elog(PANIC, "dbase_redo: unknown op code %u", info);
	}
}

/* ---- Tablespace ---- */

/*
 * TablespaceCreateDbspace
 *		Make a database's directory in a tablespace if it is not there yet.
 *
 * In replay (isRedo) all that leads there is made as well: the link of the
 * tablespace may have gone, if it is dropped later in the log.  Errors: the
 * tablespace is not there; mkdir's.  Takes TablespaceCreateLock.
 */
void
TablespaceCreateDbspace(Oid spcNode, Oid dbNode, bool isRedo)
{
	char *dir = GetDatabasePath(dbNode, spcNode);
	struct stat st;

	if (stat(dir, &st) != 0)
	{
		if (errno != ENOENT)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not stat directory \"%s\": %m", dir)));
		/* against DROP TABLESPACE, which looks whether it is empty */
		LWLockAcquire(TablespaceCreateLock, LW_EXCLUSIVE);
		if (isRedo)
			make_path(dir);
		else if (MakePGDirectory(dir) < 0 && errno != EEXIST)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not create directory \"%s\": %m", dir)));
		LWLockRelease(TablespaceCreateLock);
	}
	else if (!S_ISDIR(st.st_mode))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" exists but is not a directory", dir)));
	pfree(dir);
}

static void
redo_create_tablespace(const xl_tblspc_create_rec *xlrec)
{
	char link[MAXPGPATH];
	char dir[MAXPGPATH + 64];
	struct stat st;

	snprintf(link, sizeof(link), "pg_tblspc/%u", xlrec->ts_id);
	/* An empty path: the tablespace lies in pg_tblspc itself (for tests). */
	if (xlrec->ts_path[0] == '\0')
	{
		snprintf(dir, sizeof(dir), "%s/%s", link, TABLESPACE_VERSION_DIRECTORY);
		make_path(dir);
		return;
	}
	snprintf(dir, sizeof(dir), "%s/%s", xlrec->ts_path, TABLESPACE_VERSION_DIRECTORY);
	if (chmod(xlrec->ts_path, pg_dir_create_mode) != 0)
		ereport(ERROR,
				(errcode(errno == ENOENT ? ERRCODE_UNDEFINED_FILE : ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg(errno == ENOENT ? "directory \"%s\" does not exist" : "could not set permissions on directory \"%s\": %m",
						xlrec->ts_path)));
	make_path(dir);

	/* Replay may have made a directory where the link belongs. */
	if (lstat(link, &st) == 0)
	{
		if (S_ISDIR(st.st_mode))
			remove_tree(link);
		else
			unlink(link);
	}
	if (symlink(xlrec->ts_path, link) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create symbolic link \"%s\": %m", link)));
}

static void
redo_drop_tablespace(const xl_tblspc_drop_rec *xlrec)
{
	char link[MAXPGPATH];
	char dir[MAXPGPATH + 64];
	struct stat st;

	smgrcloseall();
	snprintf(link, sizeof(link), "pg_tblspc/%u", xlrec->ts_id);
	snprintf(dir, sizeof(dir), "%s/%s", link, TABLESPACE_VERSION_DIRECTORY);
	remove_tree(dir);
	if (lstat(link, &st) != 0)
		return;
	if ((S_ISLNK(st.st_mode) ? unlink(link) : rmdir(link)) != 0)
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("directories for tablespace %u could not be removed", xlrec->ts_id),
				 errhint("You can remove the directories manually if necessary.")));
}

void
tblspc_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;
	char *data = XLogRecGetData(record);

	Assert(!XLogRecHasAnyBlockRefs(record));
	if (info == XLOG_TBLSPC_CREATE)
		redo_create_tablespace((xl_tblspc_create_rec *) data);
	else if (info == XLOG_TBLSPC_DROP)
		redo_drop_tablespace((xl_tblspc_drop_rec *) data);
	else
		elog(PANIC, "tblspc_redo: unknown op code %u", info);
}

const RmgrData dbase_rmgr = {.rm_name = "Database", .rm_redo = dbase_redo};
const RmgrData tblspc_rmgr = {.rm_name = "Tablespace", .rm_redo = tblspc_redo};
