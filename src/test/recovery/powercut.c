/*
 * powercut.c
 *		Remembers what a server has made durable, and makes fsyncs fail.
 *
 * Preloaded into the server (LD_PRELOAD) it keeps, beside the data directory
 * $POWERCUT_REAL, a directory $POWERCUT_SHADOW with what is sure to survive the
 * loss of power: fsync and fdatasync of a file copy it there as it is, of a
 * directory its list of names; a write to a file that was opened with O_DSYNC
 * goes there at once.  What else was written is only in the real directory.
 * Nothing is really synced, so that a test is fast.  (powercut.t)
 *
 * While the file $POWERCUT_FAIL exists, the next sync of a file whose path has
 * the text in it fails with EIO; the file is then removed.  (fsync_failure.t)
 *
 * One lock serialises the copies: of two at once the older must not win.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/recovery/powercut.c
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_ROOM (PATH_MAX + 64)

/* A test that cannot trust its own tool must not go on. */
static void
give_up(const char *what, const char *path)
{
	fprintf(stderr, "powercut: could not %s \"%s\": %s\n", what, path, strerror(errno));
	abort();
}

static int
lock_shadow(void)
{
	char path[PATH_ROOM];
	int fd;

	snprintf(path, sizeof(path), "%s.lock", getenv("POWERCUT_SHADOW"));
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 || flock(fd, LOCK_EX) != 0)
		give_up("lock", path);
	return fd;
}

/* The shadow's name of an open file or directory; false if it has none. */
static bool
shadow_of(int fd, char *real, char *shadow)
{
	const char *root = getenv("POWERCUT_REAL");
	char link[64];
	ssize_t n;
	size_t len;

	if (root == NULL)
		return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, real, PATH_MAX);
	if (n < 0)
		return false;
	real[n] = '\0';
	len = strlen(root);
	if (strncmp(real, root, len) != 0 || (real[len] != '/' && real[len] != '\0'))
		return false;
	if (n > 10 && strcmp(real + n - 10, " (deleted)") == 0)
		return false;
	snprintf(shadow, PATH_ROOM, "%s%s", getenv("POWERCUT_SHADOW"), real + len);
	return true;
}

static void
make_directory(char *path)
{
	for (char *p = path + 1; *p; p++)
		if (*p == '/')
		{
			*p = '\0';
			(void) mkdir(path, 0700);
			*p = '/';
		}
	(void) mkdir(path, 0700);
}

static void
copy_file(const char *real, char *shadow)
{
	static char buf[1 << 16];
	char temporary[PATH_ROOM + 16];
	char *slash = strrchr(shadow, '/');
	int in = open(real, O_RDONLY | O_CLOEXEC);
	int out;
	ssize_t n;

	if (in < 0)
		return; /* removed meanwhile */
	snprintf(temporary, sizeof(temporary), "%s.copy.%d", getenv("POWERCUT_SHADOW"), (int) getpid());
	*slash = '\0';
	make_directory(shadow);
	*slash = '/';
	out = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (out < 0)
		give_up("create", temporary);
	while ((n = read(in, buf, sizeof(buf))) > 0)
		if (write(out, buf, n) != n)
			give_up("write", temporary);
	close(in);
	close(out);
	if (rename(temporary, shadow) != 0)
		give_up("rename", temporary);
}

/* Names that are gone go; new ones come, but without content. */
static void
copy_names(const char *real, char *shadow)
{
	DIR *dir;
	struct dirent *de;
	char path[2 * PATH_ROOM];
	struct stat st;

	make_directory(shadow);
	dir = opendir(shadow);
	while (dir && (de = readdir(dir)) != NULL)
	{
		snprintf(path, sizeof(path), "%s/%s", real, de->d_name);
		if (lstat(path, &st) == 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", shadow, de->d_name);
		(void) remove(path);
	}
	if (dir)
		closedir(dir);
	dir = opendir(real);
	while (dir && (de = readdir(dir)) != NULL)
	{
		int fd;

		snprintf(path, sizeof(path), "%s/%s", real, de->d_name);
		if (lstat(path, &st) != 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", shadow, de->d_name);
		if (S_ISDIR(st.st_mode))
			(void) mkdir(path, 0700);
		else if (S_ISREG(st.st_mode) && (fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) >= 0)
			close(fd);
	}
	if (dir)
		closedir(dir);
}

/* Shall this sync fail?  Only once. */
static bool
told_to_fail(const char *real)
{
	const char *order = getenv("POWERCUT_FAIL");
	char text[PATH_MAX + 1] = "";
	int fd = order ? open(order, O_RDONLY | O_CLOEXEC) : -1;
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, text, PATH_MAX);
	close(fd);
	if (n <= 0)
		return false;
	text[n] = '\0';
	return strstr(real, text) != NULL && unlink(order) == 0;
}

static int
make_durable(int fd)
{
	char real[PATH_MAX + 1];
	char shadow[PATH_ROOM];
	struct stat st;
	int save_errno = errno;
	int lock;

	if (fstat(fd, &st) != 0)
		return -1;
	if (shadow_of(fd, real, shadow))
	{
		if (told_to_fail(real))
		{
			errno = EIO;
			return -1;
		}
		lock = lock_shadow();
		if (S_ISDIR(st.st_mode))
			copy_names(real, shadow);
		else
			copy_file(real, shadow);
		close(lock);
	}
	errno = save_errno;
	return 0;
}

int
fsync(int fd)
{
	return make_durable(fd);
}

int
fdatasync(int fd)
{
	return make_durable(fd);
}

/* A hint that promises nothing. */
int
sync_file_range(int fd, off64_t offset, off64_t nbytes, unsigned int flags)
{
	(void) fd;
	(void) offset;
	(void) nbytes;
	(void) flags;
	return 0;
}

ssize_t
pwrite(int fd, const void *buf, size_t len, off_t offset)
{
	static ssize_t (*next)(int, const void *, size_t, off_t) = NULL;
	char real[PATH_MAX + 1];
	char shadow[PATH_ROOM];
	ssize_t n;
	int flags;

	if (next == NULL)
		*(void **) &next = dlsym(RTLD_NEXT, "pwrite");
	n = next(fd, buf, len, offset);
	if (n > 0 && (flags = fcntl(fd, F_GETFL)) >= 0 && (flags & O_DSYNC) &&
		shadow_of(fd, real, shadow))
	{
		int lock = lock_shadow();
		int out = open(shadow, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

		if (out < 0 || next(out, buf, n, offset) != n)
			give_up("write", shadow);
		close(out);
		close(lock);
	}
	return n;
}

/* With 64-bit offsets it is the same function under another name. */
ssize_t
pwrite64(int fd, const void *buf, size_t len, off64_t offset)
{
	return pwrite(fd, buf, len, offset);
}
