/*
 * walstore_file.c
 *		Files of pg_walstore: names, reading, and new files that appear whole or
 *		not at all.
 *
 * A new file is written beside its final name, synced, and given that name only
 * then; the directory is synced after that.  Whatever ends the program before
 * leaves at most a file ".NAME.PID.tmp", which is removed where that is possible.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_file.c
 */
#include "postgres_fe.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/file_utils.h"
#include "common/logging.h"
#include "walstore_tool.h"

#define BUFFER_SIZE (256 * 1024)

static char *unfinished; /* temporary file to remove at exit */

static void
remove_unfinished(void)
{
	if (unfinished)
		unlink(unfinished);
}

/* ---- names ---- */

const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *
dir_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return pg_strdup(".");
	return slash == path ? pg_strdup("/") : psprintf("%.*s", (int) (slash - path), path);
}

bool
has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name),
		   m = strlen(suffix);

	return n > m && strcmp(name + n - m, suffix) == 0;
}

/* A segment, whole or partial: what the store is for. */
bool
is_segment_name(const char *name)
{
	return IsXLogFileName(name) || IsPartialXLogFileName(name);
}

char *
store_name(const char *segment)
{
	return psprintf("%s" WALSTORE_SUFFIX, segment);
}

/* Name of the segment that a store of this name holds. */
char *
segment_name(const char *store)
{
	const char *name = base_name(store);

	if (!has_suffix(name, WALSTORE_SUFFIX))
		return pg_strdup(name);
	return psprintf("%.*s", (int) (strlen(name) - strlen(WALSTORE_SUFFIX)), name);
}

bool
is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool
path_exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* Paths of the stores in a directory, by name; NULL after a message. */
char **
list_stores(const char *dir, int *n)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	char **paths = pg_malloc(sizeof(char *));
	int room = 1;

	*n = 0;
	if (d == NULL)
	{
		pg_log_error("could not open directory \"%s\": %m", dir);
		return NULL;
	}
	while (errno = 0, (de = readdir(d)) != NULL)
	{
		if (!has_suffix(de->d_name, WALSTORE_SUFFIX) || !is_segment_name(segment_name(de->d_name)))
			continue;
		if (*n == room)
		{
			room *= 2;
			paths = pg_realloc(paths, room * sizeof(char *));
		}
		paths[(*n)++] = psprintf("%s/%s", dir, de->d_name);
	}
	if (errno != 0)
	{
		pg_log_error("could not read directory \"%s\": %m", dir);
		closedir(d);
		return NULL;
	}
	closedir(d);
	qsort(paths, *n, sizeof(char *), compare_names);
	return paths;
}

/* ---- reading ---- */

ssize_t
read_at(void *fd, void *bytes, size_t len, uint64 offset)
{
	ssize_t n;

	do
		n = pread(*(int *) fd, bytes, len, (off_t) offset);
	while (n < 0 && errno == EINTR);
	return n;
}

/* All of a file of at most 1 GB; NULL after a message. */
uint8 *
read_whole_file(const char *path, size_t *size)
{
	struct stat st;
	uint8 *bytes;
	size_t done = 0;
	int fd = open(path, O_RDONLY);

	if (fd < 0 || fstat(fd, &st) < 0)
	{
		pg_log_error("could not open file \"%s\": %m", path);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	if (!S_ISREG(st.st_mode) || st.st_size > 1024 * 1024 * 1024)
	{
		pg_log_error("\"%s\" is not a regular file of at most 1 GB", path);
		close(fd);
		return NULL;
	}
	bytes = pg_malloc(st.st_size + 1);
	while (done < (size_t) st.st_size)
	{
		ssize_t n = read_at(&fd, bytes + done, st.st_size - done, done);

		if (n <= 0)
		{
			if (n < 0)
				pg_log_error("could not read file \"%s\": %m", path);
			else
				pg_log_error("could not read file \"%s\": read %zu of %lld", path, done,
							 (long long) st.st_size);
			close(fd);
			free(bytes);
			return NULL;
		}
		done += n;
	}
	close(fd);
	*size = done;
	return bytes;
}

/* ---- new files ---- */

bool
new_file_open(NewFile *f, const char *path)
{
	static bool registered;
	char *dir = dir_name(path);

	memset(f, 0, sizeof(*f));
	f->path = pg_strdup(path);
	f->temporary = psprintf("%s/.%s.%d.tmp", dir, base_name(path), (int) getpid());
	free(dir);
	f->fd = open(f->temporary, O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (f->fd < 0)
	{
		pg_log_error("could not create file \"%s\": %m", f->temporary);
		return false;
	}
	if (!registered)
		atexit(remove_unfinished);
	registered = true;
	unfinished = f->temporary;
	f->buffer = pg_malloc(BUFFER_SIZE);
	return true;
}

static bool
write_out(NewFile *f, const uint8 *bytes, size_t len)
{
	while (len > 0)
	{
		ssize_t n;

		errno = 0;
		n = write(f->fd, bytes, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
		{
			if (errno == 0)
				errno = ENOSPC;
			pg_log_error("could not write file \"%s\": %m", f->temporary);
			return false;
		}
		bytes += n;
		len -= n;
	}
	return true;
}

bool
new_file_flush(NewFile *f)
{
	size_t n = f->nbuffered;

	f->nbuffered = 0;
	return write_out(f, f->buffer, n);
}

/* A walstore_write_cb. */
bool
new_file_write(void *file, const void *bytes, size_t len)
{
	NewFile *f = file;

	f->size += len;
	if (f->nbuffered + len > BUFFER_SIZE && !new_file_flush(f))
		return false;
	if (len > BUFFER_SIZE)
		return write_out(f, bytes, len);
	memcpy(f->buffer + f->nbuffered, bytes, len);
	f->nbuffered += len;
	return true;
}

/*
 * Write at a place of its own; threads may, at places that do not overlap.  Such
 * a file's size is what its end says.
 */
bool
new_file_write_at(NewFile *f, const uint8 *bytes, size_t len, uint64 offset)
{
	while (len > 0)
	{
		ssize_t n;

		errno = 0;
		n = pwrite(f->fd, bytes, len, (off_t) offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
		{
			if (errno == 0)
				errno = ENOSPC;
			pg_log_error("could not write file \"%s\": %m", f->temporary);
			return false;
		}
		bytes += n;
		offset += n;
		len -= n;
	}
	return true;
}

/* Keep the first bytes, with zeros up to a size. */
bool
new_file_cut(NewFile *f, uint64 keep, uint64 size)
{
	if (ftruncate(f->fd, (off_t) keep) == 0 && ftruncate(f->fd, (off_t) size) == 0)
		return true;
	pg_log_error("could not truncate file \"%s\": %m", f->temporary);
	return false;
}

void
new_file_abandon(NewFile *f)
{
	if (f->fd >= 0)
		close(f->fd);
	if (f->temporary)
		unlink(f->temporary);
	unfinished = NULL;
	free(f->buffer);
	free(f->temporary);
	free(f->path);
	memset(f, 0, sizeof(*f));
	f->fd = -1;
}

/*
 * Sync the file and give it its name.  EXIT_DIFFERS if something has that name
 * already and may not be replaced.
 */
int
new_file_install(NewFile *f, bool replace)
{
	int result = EXIT_FINE;

	if (!new_file_flush(f))
		result = EXIT_ERROR;
	else if (fsync(f->fd) != 0)
	{
		pg_log_error("could not fsync file \"%s\": %m", f->temporary);
		result = EXIT_ERROR;
	}
	else if (close(f->fd) != 0)
	{
		f->fd = -1;
		pg_log_error("could not close file \"%s\": %m", f->temporary);
		result = EXIT_ERROR;
	}
	else
	{
		f->fd = -1;
		/* a second name refuses to replace; not every file system has it */
		if (!replace && link(f->temporary, f->path) == 0)
			unlink(f->temporary);
		else if (!replace && errno == EEXIST)
		{
			pg_log_error("file \"%s\" exists already", f->path);
			result = EXIT_DIFFERS;
		}
		else if (rename(f->temporary, f->path) != 0)
		{
			pg_log_error("could not rename file \"%s\" to \"%s\": %m", f->temporary, f->path);
			result = EXIT_ERROR;
		}
		if (result == EXIT_FINE && fsync_parent_path(f->path) != 0)
			result = EXIT_ERROR;
	}
	new_file_abandon(f);
	return result;
}

/* Sync a file that is there already, and its directory. */
bool
make_durable(const char *path)
{
	return fsync_fname(path, false) == 0 && fsync_parent_path(path) == 0;
}

/* ---- several at a time ---- */

/*
 * Have processes share the files, each every options.jobs'th one; the worst
 * exit code of all.
 */
int
run_in_jobs(int argc, char **argv, int (*work)(int argc, char **argv))
{
	int jobs = Min(options.jobs, argc);
	int result = EXIT_FINE;
	int status;

	if (jobs <= 1)
		return work(argc, argv);
	fflush(NULL);
	for (int job = 0; job < jobs; job++)
	{
		pid_t pid = fork();

		if (pid < 0)
		{
			pg_log_error("could not create a process: %m");
			result = EXIT_ERROR;
			break;
		}
		if (pid == 0)
		{
			int n = 0;

			for (int i = job; i < argc; i += jobs)
				argv[n++] = argv[i];
			exit(work(n, argv));
		}
	}
	while (wait(&status) > 0)
		result = worse(result, WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_ERROR);
	return result;
}

/* ---- progress ---- */

void
show_progress(int done, int total, uint64 in, uint64 out)
{
	if (!options.progress)
		return;
	fprintf(stderr, "%d/%d files, %llu of %llu kB (%.1f%%)%s", done, total,
			(unsigned long long) out / 1024, (unsigned long long) in / 1024,
			in ? 100.0 * out / in : 0.0, isatty(2) && done < total ? "\r" : "\n");
}
