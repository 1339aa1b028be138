/*
 * copydir.c
 *		Copying directories of relation files.
 *
 * Data is copied in large pieces and fsynced at the end, so that a crash
 * after the caller's commit finds it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/file/copydir.c
 */
#include "postgres.h"

#include <sys/stat.h>
#include <unistd.h>

#include "miscadmin.h"
#include "storage/copydir.h"
#include "storage/fd.h"
#include "utils/memutils.h"
#include "utils/wait_event.h"

#define COPY_BUF_SIZE (64 * 1024)

/* Fsync the files just copied, then the directory. */
static void
sync_copied_dir(const char *todir)
{
	DIR *dir;
	struct dirent *de;
	char path[MAXPGPATH * 2];
	struct stat st;

	if (!enableFsync)
		return;
	dir = AllocateDir(todir);
	while ((de = ReadDir(dir, todir)) != NULL)
	{
		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", todir, de->d_name);
		if (lstat(path, &st) == 0 && S_ISREG(st.st_mode))
			fsync_fname(path, false);
	}
	FreeDir(dir);
	fsync_fname(todir, true);
}

/*
 * copydir
 *		Copy a directory to a new one; recurse: with its subdirectories.
 *
 * Errors: those of the file system.  The caller removes a partial copy.
 */
void
copydir(char *fromdir, char *todir, bool recurse)
{
	DIR *dir;
	struct dirent *de;
	char from[MAXPGPATH * 2];
	char to[MAXPGPATH * 2];

	if (MakePGDirectory(todir) != 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not create directory \"%s\": %m", todir)));
	dir = AllocateDir(fromdir);
	while ((de = ReadDir(dir, fromdir)) != NULL)
	{
		struct stat st;

		CHECK_FOR_INTERRUPTS();
		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(from, sizeof(from), "%s/%s", fromdir, de->d_name);
		snprintf(to, sizeof(to), "%s/%s", todir, de->d_name);
		if (lstat(from, &st) < 0)
			ereport(ERROR, (errcode_for_file_access(), errmsg("could not stat file \"%s\": %m", from)));
		if (S_ISREG(st.st_mode))
			copy_file(from, to);
		else if (S_ISDIR(st.st_mode) && recurse)
			copydir(from, to, true);
	}
	FreeDir(dir);
	sync_copied_dir(todir);
}

static void
write_all(int fd, const char *buf, ssize_t len, const char *name)
{
	ssize_t n;

	errno = 0;
	pgstat_report_wait_start(WAIT_EVENT_COPY_FILE_WRITE);
	n = write(fd, buf, len);
	pgstat_report_wait_end();
	if (n == len)
		return;
	if (errno == 0)
		errno = ENOSPC;
	ereport(ERROR, (errcode_for_file_access(), errmsg("could not write to file \"%s\": %m", name)));
}

/* Copy one file to a name that must not exist. */
void
copy_file(char *fromfile, char *tofile)
{
	char *buf = palloc(COPY_BUF_SIZE);
	int src = OpenTransientFile(fromfile, O_RDONLY);
	int dst;
	off_t offset = 0;
	off_t flushed = 0;

	if (src < 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not open file \"%s\": %m", fromfile)));
	dst = OpenTransientFile(tofile, O_RDWR | O_CREAT | O_EXCL);
	if (dst < 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not create file \"%s\": %m", tofile)));
	for (;;)
	{
		ssize_t n;

		CHECK_FOR_INTERRUPTS();
		pgstat_report_wait_start(WAIT_EVENT_COPY_FILE_READ);
		n = read(src, buf, COPY_BUF_SIZE);
		pgstat_report_wait_end();
		if (n < 0)
			ereport(ERROR, (errcode_for_file_access(), errmsg("could not read file \"%s\": %m", fromfile)));
		if (n == 0)
			break;
		write_all(dst, buf, n, tofile);
		offset += n;
		if (offset - flushed >= 32 * 1024 * 1024)
		{
			pg_flush_data(dst, flushed, offset - flushed);
			flushed = offset;
		}
	}
	if (CloseTransientFile(dst) != 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not close file \"%s\": %m", tofile)));
	if (CloseTransientFile(src) != 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not close file \"%s\": %m", fromfile)));
	pfree(buf);
}
