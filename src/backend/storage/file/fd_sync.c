/*
 * fd_sync.c
 *		Making files and names durable.
 *
 * A file is on disk after its fsync, its name after the fsync of its
 * directory. All calls do nothing but succeed with fsync = off.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/file/fd_sync.c
 */
#include "postgres.h"

#include <sys/stat.h>
#include <unistd.h>

#include "common/file_utils.h"
#include "miscadmin.h"
#include "storage/fd.h"

int recovery_init_sync_method = RECOVERY_INIT_SYNC_METHOD_FSYNC;

/* fsync(2), unless fsync = off. */
int
pg_fsync(int fd)
{
	return pg_fsync_no_writethrough(fd);
}

int
pg_fsync_no_writethrough(int fd)
{
	int rc;

	if (!enableFsync)
		return 0;
	do
		rc = fsync(fd);
	while (rc < 0 && errno == EINTR);
	return rc;
}

/* No such thing on Linux. */
int
pg_fsync_writethrough(int fd)
{
	errno = ENOSYS;
	return -1;
}

/* fdatasync(2), unless fsync = off. */
int
pg_fdatasync(int fd)
{
	int rc;

	if (!enableFsync)
		return 0;
	do
		rc = fdatasync(fd);
	while (rc < 0 && errno == EINTR);
	return rc;
}

/* Start writing a range to disk without waiting; amount 0 is to the end. */
void
pg_flush_data(int fd, off_t offset, off_t amount)
{
	static bool not_implemented = false;

	if (!enableFsync || not_implemented)
		return;
	if (sync_file_range(fd, offset, amount, SYNC_FILE_RANGE_WRITE) != 0)
	{
		not_implemented = errno == ENOSYS;
		ereport(not_implemented ? WARNING : data_sync_elevel(WARNING),
				(errcode_for_file_access(),
				 errmsg("could not flush dirty data: %m")));
	}
}

/* truncate(2), repeated if a signal interrupts it. */
int
pg_truncate(const char *path, off_t length)
{
	int rc;

	do
		rc = truncate(path, length);
	while (rc < 0 && errno == EINTR);
	return rc;
}

/*
 * fsync_fname_ext
 *		Fsync a file or directory by name.  0, or -1 after a report at elevel.
 *
 * ignore_perm: a file we may not open is skipped.
 */
int
fsync_fname_ext(const char *fname, bool isdir, bool ignore_perm, int elevel)
{
	int fd;
	int rc;

	fd = OpenTransientFile(fname, isdir ? O_RDONLY : O_RDWR);
	if (fd < 0 && isdir && (errno == EISDIR || errno == EACCES))
		return 0;
	if (fd < 0 && ignore_perm && errno == EACCES)
		return 0;
	if (fd < 0)
	{
		ereport(elevel, (errcode_for_file_access(), errmsg("could not open file \"%s\": %m", fname)));
		return -1;
	}
	rc = pg_fsync(fd);
	/* some file systems cannot fsync directories */
	if (rc != 0 && !(isdir && (errno == EBADF || errno == EINVAL)))
	{
		int save_errno = errno;

		(void) CloseTransientFile(fd);
		errno = save_errno;
		ereport(elevel, (errcode_for_file_access(), errmsg("could not fsync file \"%s\": %m", fname)));
		return -1;
	}
	if (CloseTransientFile(fd) != 0)
	{
		ereport(elevel, (errcode_for_file_access(), errmsg("could not close file \"%s\": %m", fname)));
		return -1;
	}
	return 0;
}

void
fsync_fname(const char *fname, bool isdir)
{
	fsync_fname_ext(fname, isdir, false, data_sync_elevel(ERROR));
}

/* Fsync the directory a name stands in. */
int
fsync_parent_path(const char *fname, int elevel)
{
	char parent[MAXPGPATH];

	strlcpy(parent, fname, MAXPGPATH);
	get_parent_directory(parent);
	if (parent[0] == '\0')
		strlcpy(parent, ".", MAXPGPATH);
	return fsync_fname_ext(parent, true, false, elevel) == 0 ? 0 : -1;
}

/* Fsync a file that may be missing. */
static int
fsync_if_exists(const char *fname, int elevel)
{
	struct stat st;

	if (stat(fname, &st) < 0)
	{
		if (errno == ENOENT)
			return 0;
		ereport(elevel, (errcode_for_file_access(), errmsg("could not stat file \"%s\": %m", fname)));
		return -1;
	}
	return fsync_fname_ext(fname, S_ISDIR(st.st_mode), false, elevel);
}

/*
 * durable_rename
 *		Rename so that after a crash the new name has one of both contents.
 *
 * 0, or -1 after a report at elevel.
 */
int
durable_rename(const char *oldfile, const char *newfile, int elevel)
{
	/* both contents must be on disk before the name moves */
	if (fsync_fname_ext(oldfile, false, false, elevel) != 0 ||
		fsync_if_exists(newfile, elevel) != 0)
		return -1;
	if (rename(oldfile, newfile) < 0)
	{
		ereport(elevel, (errcode_for_file_access(), errmsg("could not rename file \"%s\" to \"%s\": %m", oldfile, newfile)));
		return -1;
	}
	if (fsync_fname_ext(newfile, false, false, elevel) != 0 ||
		fsync_parent_path(newfile, elevel) != 0)
		return -1;
	return 0;
}

/* Remove a file, durably.  0, or -1 after a report at elevel. */
int
durable_unlink(const char *fname, int elevel)
{
	if (unlink(fname) < 0)
	{
		ereport(elevel, (errcode_for_file_access(), errmsg("could not remove file \"%s\": %m", fname)));
		return -1;
	}
	return fsync_parent_path(fname, elevel) != 0 ? -1 : 0;
}

/* durable_rename to a name that must not exist. */
int
durable_rename_excl(const char *oldfile, const char *newfile, int elevel)
{
	if (fsync_fname_ext(oldfile, false, false, elevel) != 0)
		return -1;
	if (link(oldfile, newfile) < 0)
	{
		ereport(elevel, (errcode_for_file_access(), errmsg("could not link file \"%s\" to \"%s\": %m", oldfile, newfile)));
		return -1;
	}
	unlink(oldfile);
	if (fsync_fname_ext(newfile, false, false, elevel) != 0 ||
		fsync_parent_path(newfile, elevel) != 0)
		return -1;
	return 0;
}

/* ---- the whole data directory, before recovery ---- */

/* Fsync all below path, then path itself; problems are logged. */
static void
sync_tree(const char *path, bool follow_links)
{
	DIR *dir = AllocateDir(path);
	struct dirent *de;
	char sub[MAXPGPATH * 2];

	while ((de = ReadDirExtended(dir, path, LOG)) != NULL)
	{
		struct stat st;

		CHECK_FOR_INTERRUPTS();
		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(sub, sizeof(sub), "%s/%s", path, de->d_name);
		if ((follow_links ? stat(sub, &st) : lstat(sub, &st)) < 0)
		{
			ereport(LOG, (errcode_for_file_access(), errmsg("could not stat file \"%s\": %m", sub)));
			continue;
		}
		if (S_ISDIR(st.st_mode))
			sync_tree(sub, false);
		else if (S_ISREG(st.st_mode))
			fsync_fname_ext(sub, false, true, LOG);
	}
	FreeDir(dir);
	fsync_fname_ext(path, true, true, LOG);
}

static void
sync_filesystem_of(const char *path)
{
	int fd = OpenTransientFile(path, O_RDONLY);

	if (fd < 0)
	{
		ereport(LOG, (errcode_for_file_access(), errmsg("could not open file \"%s\": %m", path)));
		return;
	}
	if (syncfs(fd) < 0)
		ereport(LOG, (errcode_for_file_access(), errmsg("could not synchronize file system for file \"%s\": %m", path)));
	CloseTransientFile(fd);
}

static void
sync_all_filesystems(void)
{
	DIR *dir;
	struct dirent *de;
	char path[MAXPGPATH * 2];
	struct stat st;

	sync_filesystem_of(".");
	dir = AllocateDir("pg_tblspc");
	while ((de = ReadDirExtended(dir, "pg_tblspc", LOG)) != NULL)
	{
		if (de->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "pg_tblspc/%s", de->d_name);
		sync_filesystem_of(path);
	}
	FreeDir(dir);
	if (lstat("pg_wal", &st) == 0 && S_ISLNK(st.st_mode))
		sync_filesystem_of("pg_wal");
}

/*
 * SyncDataDirectory
 *		Make durable all that lies in the data directory.
 *
 * After a crash of the operating system, files may have been restored or
 * copied without fsync; recovery relies on what it does not rewrite.
 */
void
SyncDataDirectory(void)
{
	struct stat st;

	if (!enableFsync)
		return;
	if (recovery_init_sync_method == RECOVERY_INIT_SYNC_METHOD_SYNCFS)
	{
		sync_all_filesystems();
		return;
	}
	sync_tree(".", false);
	if (lstat("pg_wal", &st) == 0 && S_ISLNK(st.st_mode))
		sync_tree("pg_wal", false);
	sync_tree("pg_tblspc", true);
}
