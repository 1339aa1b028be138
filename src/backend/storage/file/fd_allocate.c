/*
 * fd_allocate.c
 *		Streams, directories and descriptors that a transaction frees.
 *
 * For short uses: a FILE, a pipe, a DIR or a descriptor that is closed at
 * the end of the (sub)transaction that opened it, if an error keeps its
 * user from doing so.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/file/fd_allocate.c
 */
#include "postgres.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file_perm.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "storage/fd_internals.h"
#include "storage/storage_callbacks.h"
#include "utils/memutils.h"

typedef enum AllocKind
{
	ALLOC_FILE,
	ALLOC_PIPE,
	ALLOC_DIR,
	ALLOC_FD
} AllocKind;

typedef struct AllocDesc
{
	AllocKind kind;
	SubTransactionId subid; /* who opened it */
	union
	{
		FILE *file;
		DIR *dir;
		int fd;
	} u;
} AllocDesc;

static AllocDesc *descs = NULL;
static int ndescs = 0;
static int maxdescs = 0;

int
fd_num_allocated(void)
{
	return ndescs;
}

/* Make sure that a further entry fits; an ERROR names what was to be opened. */
static void
reserve_desc(const char *name, const char *what)
{
	int limit = Max(max_safe_fds / 3, FD_MINFREE);

	if (ndescs >= limit)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_RESOURCES),
				 errmsg("exceeded maxAllocatedDescs (%d) while trying to %s \"%s\"",
						limit, what, name)));
	if (ndescs >= maxdescs)
	{
		int n = maxdescs == 0 ? FD_MINFREE : maxdescs * 2;
		AllocDesc *bigger = (AllocDesc *) realloc(descs, n * sizeof(AllocDesc));

		if (bigger == NULL)
			ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
		descs = bigger;
		maxdescs = n;
	}
	fd_make_room();
}

static AllocDesc *
add_desc(AllocKind kind)
{
	AllocDesc *d = &descs[ndescs++];

	d->kind = kind;
	d->subid = storage_callbacks.current_subxid();
	return d;
}

/* Close one; the last entry takes its place. */
static int
free_desc(AllocDesc *d)
{
	int rc = 0;

	switch (d->kind)
	{
		case ALLOC_FILE:
			rc = fclose(d->u.file);
			break;
		case ALLOC_PIPE:
			rc = pclose(d->u.file);
			break;
		case ALLOC_DIR:
			rc = closedir(d->u.dir);
			break;
		case ALLOC_FD:
			rc = close(d->u.fd);
			break;
	}
	*d = descs[--ndescs];
	return rc;
}

/* Should a failed open be tried again, after another file was closed? */
static bool
retry_open(void)
{
	int save_errno = errno;
	bool retry;

	if (errno != EMFILE && errno != ENFILE)
		return false;
	ereport(LOG,
			(errcode(ERRCODE_INSUFFICIENT_RESOURCES),
			 errmsg("out of file descriptors: %m; release and retry")));
	retry = fd_release_one();
	errno = save_errno;
	return retry;
}

/* fopen(3).  NULL with errno. */
FILE *
AllocateFile(const char *name, const char *mode)
{
	FILE *file;

	reserve_desc(name, "open file");
	do
		file = fopen(name, mode);
	while (file == NULL && retry_open());
	if (file != NULL)
		add_desc(ALLOC_FILE)->u.file = file;
	return file;
}

/* popen(3).  The command gets default signal dispositions for SIGPIPE. */
FILE *
OpenPipeStream(const char *command, const char *mode)
{
	FILE *file;

	reserve_desc(command, "execute command");
	fflush(NULL);
	do
	{
		int save_errno;

		pqsignal(SIGPIPE, SIG_DFL);
		errno = 0;
		file = popen(command, mode);
		save_errno = errno;
		pqsignal(SIGPIPE, SIG_IGN);
		errno = save_errno;
	} while (file == NULL && retry_open());
	if (file != NULL)
		add_desc(ALLOC_PIPE)->u.file = file;
	return file;
}

/* opendir(3).  NULL with errno, which ReadDir reports. */
DIR *
AllocateDir(const char *dirname)
{
	DIR *dir;

	reserve_desc(dirname, "open directory");
	do
		dir = opendir(dirname);
	while (dir == NULL && retry_open());
	if (dir != NULL)
		add_desc(ALLOC_DIR)->u.dir = dir;
	return dir;
}

/* open(2).  -1 with errno. */
int
OpenTransientFilePerm(const char *fileName, int fileFlags, mode_t fileMode)
{
	int fd;

	reserve_desc(fileName, "open file");
	fd = BasicOpenFilePerm(fileName, fileFlags, fileMode);
	if (fd >= 0)
		add_desc(ALLOC_FD)->u.fd = fd;
	return fd;
}

int
OpenTransientFile(const char *fileName, int fileFlags)
{
	return OpenTransientFilePerm(fileName, fileFlags, pg_file_create_mode);
}

static int
close_stream(AllocKind kind, FILE *file)
{
	for (int i = ndescs - 1; i >= 0; i--)
		if (descs[i].kind == kind && descs[i].u.file == file)
			return free_desc(&descs[i]);
	elog(WARNING, "stream passed to FreeFile was not obtained from AllocateFile");
	return kind == ALLOC_PIPE ? pclose(file) : fclose(file);
}

/* fclose(3): 0, or EOF with errno. */
int
FreeFile(FILE *file)
{
	return close_stream(ALLOC_FILE, file);
}

/* pclose(3): the command's wait status, or -1 with errno. */
int
ClosePipeStream(FILE *file)
{
	return close_stream(ALLOC_PIPE, file);
}

/* closedir(3).  NULL, from a failed AllocateDir, is accepted. */
int
FreeDir(DIR *dir)
{
	if (dir == NULL)
		return 0;
	for (int i = ndescs - 1; i >= 0; i--)
		if (descs[i].kind == ALLOC_DIR && descs[i].u.dir == dir)
			return free_desc(&descs[i]);
	elog(WARNING, "dir passed to FreeDir was not obtained from AllocateDir");
	return closedir(dir);
}

/* close(2). */
int
CloseTransientFile(int fd)
{
	for (int i = ndescs - 1; i >= 0; i--)
		if (descs[i].kind == ALLOC_FD && descs[i].u.fd == fd)
			return free_desc(&descs[i]);
	elog(WARNING, "fd passed to CloseTransientFile was not obtained from OpenTransientFile");
	return close(fd);
}

/*
 * ReadDirExtended
 *		The next entry, or NULL at the end.
 *
 * A NULL dir (AllocateDir failed, errno tells why) and a failed read are
 * reported at elevel, as NULL if that is below ERROR.
 */
struct dirent *
ReadDirExtended(DIR *dir, const char *dirname, int elevel)
{
	struct dirent *de;

	if (dir == NULL)
	{
		ereport(elevel, (errcode_for_file_access(), errmsg("could not open directory \"%s\": %m", dirname)));
		return NULL;
	}
	errno = 0;
	de = readdir(dir);
	if (de == NULL && errno != 0)
		ereport(elevel, (errcode_for_file_access(), errmsg("could not read directory \"%s\": %m", dirname)));
	return de;
}

struct dirent *
ReadDir(DIR *dir, const char *dirname)
{
	return ReadDirExtended(dir, dirname, ERROR);
}

/* Close what is left at the end of a transaction. */
void
fd_close_allocated(bool isCommit)
{
	if (isCommit && ndescs > 0)
		elog(WARNING, "%d temporary files and directories not closed at end-of-transaction",
			 ndescs);
	while (ndescs > 0)
		free_desc(&descs[ndescs - 1]);
}

/* A subtransaction ends: its parent inherits, or they are closed. */
void
AtEOSubXact_Files(bool isCommit, SubTransactionId mySubid,
				  SubTransactionId parentSubid)
{
	for (int i = ndescs - 1; i >= 0; i--)
	{
		if (descs[i].subid != mySubid)
			continue;
		if (isCommit)
			descs[i].subid = parentSubid;
		else
			free_desc(&descs[i]);
	}
}
