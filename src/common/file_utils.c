/*
 * file_utils.c
 *		Making files durable in client programs; kinds of directory entries.
 *
 * The server has its own ways to do the former (storage/file/fd.c).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/file_utils.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file_utils.h"
#ifdef FRONTEND
#include "common/logging.h"
#endif
#include "port/pg_iovec.h"

/*
 * get_dirent_type
 *		Kind of a directory entry; path is its name.  elevel: of a message when
 *		stat() fails (clients: a pg_log_level).
 */
PGFileType
get_dirent_type(const char *path, const struct dirent *de,
				bool look_through_symlinks, int elevel)
{
	struct stat st;

	if (de->d_type == DT_REG)
		return PGFILETYPE_REG;
	if (de->d_type == DT_DIR)
		return PGFILETYPE_DIR;
	if (de->d_type == DT_LNK && !look_through_symlinks)
		return PGFILETYPE_LNK;
	if ((look_through_symlinks ? stat(path, &st) : lstat(path, &st)) < 0)
	{
#ifdef FRONTEND
		pg_log_generic((enum pg_log_level) elevel, PG_LOG_PRIMARY,
					   "could not stat file \"%s\": %m", path);
#else
		ereport(elevel,
				(errcode_for_file_access(),
				 errmsg("could not stat file \"%s\": %m", path)));
#endif
		return PGFILETYPE_ERROR;
	}
	if (S_ISREG(st.st_mode))
		return PGFILETYPE_REG;
	if (S_ISDIR(st.st_mode))
		return PGFILETYPE_DIR;
	return S_ISLNK(st.st_mode) ? PGFILETYPE_LNK : PGFILETYPE_UNKNOWN;
}

/* Write all of up to PG_IOV_MAX pieces; bytes written, or -1. */
ssize_t
pg_pwritev_with_retry(int fd, const struct iovec *iov, int iovcnt,
					  off_t offset)
{
	struct iovec rest[PG_IOV_MAX];
	ssize_t sum = 0;
	int at = 0;

	if (iovcnt > PG_IOV_MAX)
	{
		errno = EINVAL;
		return -1;
	}
	memcpy(rest, iov, iovcnt * sizeof(*iov));
	while (at < iovcnt)
	{
		ssize_t n = pwritev(fd, rest + at, iovcnt - at, offset);

		if (n < 0)
			return -1;
		sum += n;
		offset += n;
		while (at < iovcnt && (size_t) n >= rest[at].iov_len)
			n -= rest[at++].iov_len;
		if (at < iovcnt)
		{
			rest[at].iov_base = (char *) rest[at].iov_base + n;
			rest[at].iov_len -= n;
		}
	}
	return sum;
}

#ifdef FRONTEND
/* A directory cannot be synced on every file system; that is no error. */
int
fsync_fname(const char *fname, bool isdir)
{
	int fd = open(fname, isdir ? O_RDONLY : O_RDWR);

	if (fd < 0)
	{
		if (errno == EACCES || (isdir && errno == EISDIR))
			return 0;
		pg_log_error("could not open file \"%s\": %m", fname);
		return -1;
	}
	if (fsync(fd) != 0 && !(isdir && (errno == EBADF || errno == EINVAL)))
	{
		pg_log_error("could not fsync file \"%s\": %m", fname);
		close(fd);
		exit(EXIT_FAILURE);
	}
	close(fd);
	return 0;
}

int
fsync_parent_path(const char *fname)
{
	char parent[MAXPGPATH];

	strlcpy(parent, fname, sizeof(parent));
	get_parent_directory(parent);
	if (parent[0] == '\0')
		strlcpy(parent, ".", sizeof(parent));
	return fsync_fname(parent, true);
}

int
durable_rename(const char *oldfile, const char *newfile)
{
	if (fsync_fname(oldfile, false) != 0)
		return -1;
	if (access(newfile, F_OK) == 0 && fsync_fname(newfile, false) != 0)
		return -1;
	if (rename(oldfile, newfile) != 0)
	{
		pg_log_error("could not rename file \"%s\" to \"%s\": %m", oldfile, newfile);
		return -1;
	}
	if (fsync_fname(newfile, false) != 0)
		return -1;
	return fsync_parent_path(newfile);
}

static void
sync_tree(const char *path, bool follow_links)
{
	DIR *dir = opendir(path);
	struct dirent *de;

	if (dir == NULL)
	{
		pg_log_error("could not open directory \"%s\": %m", path);
		return;
	}
	while ((de = readdir(dir)) != NULL)
	{
		char sub[MAXPGPATH * 2];

		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(sub, sizeof(sub), "%s/%s", path, de->d_name);
		switch (get_dirent_type(sub, de, follow_links, PG_LOG_ERROR))
		{
			case PGFILETYPE_REG:
				(void) fsync_fname(sub, false);
				break;
			case PGFILETYPE_DIR:
				sync_tree(sub, false);
				break;
			default:
				break;
		}
	}
	closedir(dir);
	(void) fsync_fname(path, true);
}

void
fsync_dir_recurse(const char *dir)
{
	sync_tree(dir, false);
}

/* A data directory, with its WAL and tablespaces behind symlinks. */
void
fsync_pgdata(const char *pg_data, int serverVersion)
{
	char path[MAXPGPATH];
	struct stat st;

	sync_tree(pg_data, false);
	snprintf(path, sizeof(path), "%s/pg_wal", pg_data);
	if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
		sync_tree(path, false);
	snprintf(path, sizeof(path), "%s/pg_tblspc", pg_data);
	if (access(path, F_OK) == 0)
		sync_tree(path, true);
}
#endif
