/*
 * common/file_utils.h
 *		Making files durable, in client programs; kinds of entries, in all.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/file_utils.h
 */
#ifndef FILE_UTILS_H
#define FILE_UTILS_H

#include <dirent.h>
#include <sys/uio.h>

typedef enum PGFileType
{
	PGFILETYPE_ERROR,
	PGFILETYPE_UNKNOWN,
	PGFILETYPE_REG,
	PGFILETYPE_DIR,
	PGFILETYPE_LNK
} PGFileType;

extern PGFileType get_dirent_type(const char *path, const struct dirent *de,
								  bool look_through_symlinks, int elevel);

#ifdef FRONTEND
/* 0, or -1 after a message. */
extern int fsync_fname(const char *fname, bool isdir);
extern int fsync_parent_path(const char *fname);
extern int durable_rename(const char *oldfile, const char *newfile);
extern void fsync_dir_recurse(const char *dir);
extern void fsync_pgdata(const char *pg_data, int serverVersion);
#endif

extern ssize_t pg_pwritev_with_retry(int fd, const struct iovec *iov,
									 int iovcnt, off_t offset);

#endif /* FILE_UTILS_H */
