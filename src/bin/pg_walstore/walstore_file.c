/*
 * walstore_file.c
 *		Files of pg_walstore: names, reading, and new files that appear whole or
 *		not at all.
 *
 * A new file is written beside its final name, synced, and given that name only
 * then; the directory is synced after that.  Whatever ends the program before
 * leaves at most a file ".NAME.PID.NUMBER.tmp", which is removed where that is
 * possible: at exit, and by signals.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_file.c
 */
#include "postgres_fe.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/file_utils.h"
#include "common/logging.h"
#include "walstore_tool.h"

#define BUFFER_SIZE (256 * 1024)
#define NAME_ATTEMPTS 100

/* How far the command is; shared by its processes. */
typedef struct Progress
{
	int done;
	int total;
	uint64 in;
	uint64 out;
} Progress;

static char *volatile unfinished; /* temporary file to remove at exit */
static pid_t jobs[MAX_JOBS]; /* processes that share the files */
static volatile int njobs;
static Progress *progress;

static void
remove_unfinished(void)
{
	if (unfinished)
		unlink(unfinished);
}

/*
 * Leave nothing half-done; then the signal does what it does without us.  The
 * exit status has to say that it was a signal: a server whose restore command
 * is interrupted must not take that for the end of the archive.
 */
static void
interrupted(int signo)
{
	remove_unfinished();
	for (int i = 0; i < njobs; i++)
		kill(jobs[i], SIGTERM);
	signal(signo, SIG_DFL);
	raise(signo);
}

void
handle_signals(void)
{
	signal(SIGHUP, interrupted);
	signal(SIGINT, interrupted);
	signal(SIGTERM, interrupted);
	/* these become errors of write() */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	atexit(remove_unfinished);
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

/* Is this what a store of a segment is called? */
bool
is_store_name(const char *name)
{
	char *segment = segment_name(name);
	bool is = has_suffix(name, WALSTORE_SUFFIX) && is_segment_name(segment);

	free(segment);
	return is;
}

/*
 * list_files
 *		Paths of the files in a directory whose names are wanted, sorted.
 *
 * what		of which there has to be one, for the message
 *
 * NULL after a message.
 */
char **
list_files(const char *dir, bool (*wanted)(const char *name), const char *what, int *n)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	char **paths = NULL;
	int room = 0;

	*n = 0;
	if (d == NULL)
	{
		pg_log_error("could not open directory \"%s\": %m", dir);
		return NULL;
	}
	while (errno = 0, (de = readdir(d)) != NULL)
	{
		if (!wanted(de->d_name))
			continue;
		if (*n == room)
		{
			room = room ? room * 2 : 16;
			paths = pg_realloc(paths, room * sizeof(char *));
		}
		paths[(*n)++] = psprintf("%s/%s", dir, de->d_name);
	}
	if (errno != 0)
		pg_log_error("could not read directory \"%s\": %m", dir);
	else if (*n == 0)
		pg_log_error("directory \"%s\" has no %s", dir, what);
	else
	{
		closedir(d);
		qsort(paths, *n, sizeof(char *), compare_names);
		return paths;
	}
	closedir(d);
	return NULL;
}

/*
 * Paths of the stores in a directory, by name; NULL after a message.  A partial
 * one beside that of the whole segment, which begins with the same, is left out.
 */
char **
list_stores(const char *dir, int *n)
{
	char **paths = list_files(dir, is_store_name, "WAL stores", n);
	int kept = 0;

	for (int i = 0; paths != NULL && i < *n; i++)
		if (i + 1 == *n || strncmp(base_name(paths[i]), base_name(paths[i + 1]), XLOG_FNAME_LEN) != 0)
			paths[kept++] = paths[i];
	*n = kept;
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

/*
 * Have a file beside path, with a name that nobody else uses; mode: before the
 * umask.  False after a message.
 */
bool
new_file_open(NewFile *f, const char *path, mode_t mode)
{
	char *dir = dir_name(path);

	memset(f, 0, sizeof(*f));
	f->path = pg_strdup(path);
	/* the number: another machine may have this pid, and the same archive */
	for (int attempt = 0; attempt < NAME_ATTEMPTS; attempt++)
	{
		struct timespec now;

		clock_gettime(CLOCK_REALTIME, &now);
		free(f->temporary);
		f->temporary = psprintf("%s/.%s.%d.%ld.tmp", dir, base_name(path), (int) getpid(), now.tv_nsec);
		unfinished = f->temporary;
		f->fd = open(f->temporary, O_RDWR | O_CREAT | O_EXCL, mode);
		if (f->fd >= 0)
			break;
		unfinished = NULL;
		if (errno != EEXIST)
			break;
	}
	free(dir);
	if (f->fd < 0)
	{
		pg_log_error("could not create file \"%s\": %m", f->temporary);
		free(f->temporary);
		free(f->path);
		return false;
	}
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

/* Is path a name of the file with this status? */
static bool
is_name_of(const char *path, const struct stat *file)
{
	struct stat st;

	return stat(path, &st) == 0 && st.st_dev == file->st_dev && st.st_ino == file->st_ino;
}

/*
 * Give the synced file its name.  Over a network the first answer may get lost
 * and the second be that it was done before, so what counts is the file.
 */
static int
give_name(const NewFile *f, bool replace, const struct stat *file)
{
	if (!replace)
	{
		/* a second name refuses to replace; not every file system has it */
		if (link(f->temporary, f->path) == 0 || is_name_of(f->path, file))
			return EXIT_FINE;
		if (errno == EEXIST || path_exists(f->path))
			return EXIT_DIFFERS;
	}
	if (rename(f->temporary, f->path) == 0 || is_name_of(f->path, file))
		return EXIT_FINE;
	pg_log_error("could not rename file \"%s\" to \"%s\": %m", f->temporary, f->path);
	return EXIT_ERROR;
}

/*
 * new_file_install
 *		Sync the file and give it its name; f is done with, whatever comes of it.
 *
 * EXIT_ERROR after a message.  EXIT_DIFFERS, without one: something has that
 * name already and may not be replaced; the caller compares.
 */
int
new_file_install(NewFile *f, bool replace)
{
	struct stat file;
	int result = EXIT_ERROR;
	bool fine = new_file_flush(f);

	if (fine && (fsync(f->fd) != 0 || fstat(f->fd, &file) != 0))
	{
		pg_log_error("could not fsync file \"%s\": %m", f->temporary);
		fine = false;
	}
	if (close(f->fd) != 0 && fine)
	{
		pg_log_error("could not close file \"%s\": %m", f->temporary);
		fine = false;
	}
	f->fd = -1;
	if (fine)
		result = give_name(f, replace, &file);
	if (result == EXIT_FINE && fsync_parent_path(f->path) != 0)
		result = EXIT_ERROR;
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
	int n = Min(options.jobs, argc);
	int result = EXIT_FINE;
	int status;
	pid_t pid;

	if (n <= 1)
		return work(argc, argv);
	fflush(NULL);
	for (int job = 0; job < n; job++)
	{
		pid = fork();
		if (pid < 0)
		{
			pg_log_error("could not create a process: %m");
			result = EXIT_ERROR;
			break;
		}
		if (pid == 0)
		{
			int mine = 0;

			njobs = 0;
			for (int i = job; i < argc; i += n)
				argv[mine++] = argv[i];
			exit(work(mine, argv));
		}
		jobs[njobs] = pid;
		njobs++;
	}
	while ((pid = wait(&status)) > 0 || errno == EINTR)
		if (pid > 0)
			result = worse(result, WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_ERROR);
	njobs = 0;
	return result;
}

/* ---- progress ---- */

/* That many more files are to be done; before the first of them. */
void
expect_files(int n)
{
	if (!options.progress)
		return;
	if (progress == NULL)
	{
		void *shared = mmap(NULL, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

		progress = shared != MAP_FAILED ? shared : pg_malloc0(sizeof(Progress));
	}
	progress->total += n;
}

/* One more is done, of so many bytes of WAL and of the store. */
void
show_progress(uint64 in, uint64 out)
{
	int done;

	if (!options.progress)
		return;
	done = __atomic_add_fetch(&progress->done, 1, __ATOMIC_SEQ_CST);
	in = __atomic_add_fetch(&progress->in, in, __ATOMIC_SEQ_CST);
	out = __atomic_add_fetch(&progress->out, out, __ATOMIC_SEQ_CST);
	fprintf(stderr, "%d/%d files, %llu of %llu kB (%.1f%%)%s", done, progress->total,
			(unsigned long long) out / 1024, (unsigned long long) in / 1024,
			in ? 100.0 * out / in : 0.0, isatty(2) && done < progress->total ? "\r" : "\n");
}
