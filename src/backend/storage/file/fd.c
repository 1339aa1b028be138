/*
 * fd.c
 *		Virtual file descriptors.
 *
 * A File is an index into an array of VFDs. Each remembers how its file was
 * opened; the kernel descriptor of the least recently used one is closed
 * when too many are open, and reopened on the next access. Reads and writes
 * name their offset, so there is no position to restore.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/file/fd.c
 */
#include "postgres.h"

#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file_perm.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufusage.h"
#include "storage/fd.h"
#include "storage/fd_internals.h"
#include "storage/ipc.h"
#include "utils/backend_status.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/resowner_private.h"
#include "utils/wait_event.h"

#define VFD_CLOSED (-1)

/* VFD.flags */
#define FD_DELETE_AT_CLOSE (1 << 0)
#define FD_CLOSE_AT_EOXACT (1 << 1)
#define FD_TEMP_FILE_LIMIT (1 << 2) /* its size counts against temp_file_limit */

typedef struct VFD
{
	int fd; /* kernel descriptor, or VFD_CLOSED */
	unsigned flags;
	ResourceOwner resowner; /* forgets it on close; NULL if none */
	File next_free; /* free list */
	File newer; /* ring of open descriptors, by last use */
	File older;
	off_t file_size; /* temporary files: for the limit */
	char *name; /* malloc'd; NULL: slot is free */
	int open_flags;
	mode_t open_mode;
} VFD;

/* settings */
int max_files_per_process = 1000;
int max_safe_fds = 48; /* until set_max_safe_fds */
bool data_sync_retry = false;

/* vfds[0] is the head of both the ring and the free list. */
static VFD *vfds = NULL;
static int nvfds = 0;
static int nopen = 0; /* VFDs that hold a kernel descriptor */
static int nexternal = 0; /* descriptors others told us of */

static bool have_xact_temp_files = false;
static bool temp_files_allowed = false;
static uint64 temp_files_total = 0;

/* ---- how many descriptors ---- */

static int
count_open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	if (dir == NULL)
		return 16;
	while (readdir(dir) != NULL)
		n++;
	closedir(dir);
	return n - 3; /* ".", ".." and dir's own */
}

/*
 * set_max_safe_fds
 *		Find out how many files a process may open; children inherit it.
 *
 * Runs in the postmaster, after its sockets are open.  FATAL if too few.
 */
void
set_max_safe_fds(void)
{
	struct rlimit lim;
	long usable = max_files_per_process;

	if (getrlimit(RLIMIT_NOFILE, &lim) == 0 && lim.rlim_cur != RLIM_INFINITY)
		usable = Min(usable, (long) lim.rlim_cur - count_open_descriptors());
	max_safe_fds = (int) usable - NUM_RESERVED_FDS;
	if (max_safe_fds < FD_MINFREE)
		ereport(FATAL,
				(errcode(ERRCODE_INSUFFICIENT_RESOURCES),
				 errmsg("insufficient file descriptors available to start server process"),
				 errdetail("System allows %d, server needs at least %d.",
						   max_safe_fds + NUM_RESERVED_FDS,
						   FD_MINFREE + NUM_RESERVED_FDS)));
	elog(DEBUG2, "max_safe_fds = %d", max_safe_fds);
}

/* ---- the ring of open VFDs ---- */

static void
ring_remove(File file)
{
	VFD *v = &vfds[file];

	vfds[v->older].newer = v->newer;
	vfds[v->newer].older = v->older;
}

static void
ring_insert(File file)
{
	VFD *v = &vfds[file];

	v->newer = 0;
	v->older = vfds[0].older;
	vfds[0].older = file;
	vfds[v->older].newer = file;
}

/* Close the kernel descriptor; the VFD stays. */
static void
vfd_suspend(File file)
{
	VFD *v = &vfds[file];

	/*
	 * A failure to close loses earlier writes, unless they are temporary or
	 * were fsynced: only report it.
	 */
	if (close(v->fd) != 0)
		elog(v->flags & FD_TEMP_FILE_LIMIT ? LOG : data_sync_elevel(LOG),
			 "could not close file \"%s\": %m", v->name);
	v->fd = VFD_CLOSED;
	nopen--;
	ring_remove(file);
}

/* Close the least recently used descriptor; false if none is open. */
bool
fd_release_one(void)
{
	if (nopen == 0)
		return false;
	vfd_suspend(vfds[0].newer);
	return true;
}

/* Close descriptors until one more fits. */
void
fd_make_room(void)
{
	while (nopen + fd_num_allocated() + nexternal >= max_safe_fds)
		if (!fd_release_one())
			break;
}

/* ---- opening ---- */

/*
 * BasicOpenFilePerm
 *		open(2), but closing other files if the process or system has too many.
 *
 * Returns a kernel descriptor, close-on-exec, or -1 with errno.
 */
int
BasicOpenFilePerm(const char *fileName, int fileFlags, mode_t fileMode)
{
	for (;;)
	{
		int fd = open(fileName, fileFlags | O_CLOEXEC, fileMode);
		int save_errno = errno;

		if (fd >= 0)
			return fd;
		if (errno != EMFILE && errno != ENFILE)
			return -1;
		ereport(LOG,
				(errcode(ERRCODE_INSUFFICIENT_RESOURCES),
				 errmsg("out of file descriptors: %m; release and retry")));
		errno = save_errno;
		if (!fd_release_one())
		{
			errno = save_errno;
			return -1;
		}
	}
}

int
BasicOpenFile(const char *fileName, int fileFlags)
{
	return BasicOpenFilePerm(fileName, fileFlags, pg_file_create_mode);
}

/* A free slot; grows the array.  File 0 is never given out. */
static File
vfd_allocate(void)
{
	File file;

	if (vfds == NULL)
		InitFileAccess();
	if (vfds[0].next_free == 0)
	{
		int newsize = nvfds * 2;
		VFD *bigger = (VFD *) realloc(vfds, sizeof(VFD) * newsize);

		if (bigger == NULL)
			ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
		vfds = bigger;
		memset(&vfds[nvfds], 0, sizeof(VFD) * (newsize - nvfds));
		for (int i = nvfds; i < newsize; i++)
		{
			vfds[i].fd = VFD_CLOSED;
			vfds[i].next_free = i + 1 < newsize ? i + 1 : 0;
		}
		vfds[0].next_free = nvfds;
		nvfds = newsize;
	}
	file = vfds[0].next_free;
	vfds[0].next_free = vfds[file].next_free;
	return file;
}

static void
vfd_free(File file)
{
	free(vfds[file].name);
	memset(&vfds[file], 0, sizeof(VFD));
	vfds[file].fd = VFD_CLOSED;
	vfds[file].next_free = vfds[0].next_free;
	vfds[0].next_free = file;
}

/* Set up the array; once per process, also for processes after fork. */
void
InitFileAccess(void)
{
	if (vfds != NULL)
		return; /* used before */
	nvfds = 32;
	vfds = (VFD *) calloc(nvfds, sizeof(VFD));
	if (vfds == NULL)
		ereport(FATAL, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	for (int i = 0; i < nvfds; i++)
	{
		vfds[i].fd = VFD_CLOSED;
		vfds[i].next_free = i + 1 < nvfds ? i + 1 : 0;
	}
}

/*
 * PathNameOpenFilePerm
 *		Open a file; it stays open until FileClose.
 *
 * Returns -1 with errno if open(2) fails.
 */
File
PathNameOpenFilePerm(const char *fileName, int fileFlags, mode_t fileMode)
{
	File file = vfd_allocate();
	VFD *v = &vfds[file];
	char *name = strdup(fileName);
	int fd;

	if (name == NULL)
	{
		vfd_free(file);
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	}
	fd_make_room();
	fd = BasicOpenFilePerm(fileName, fileFlags, fileMode);
	if (fd < 0)
	{
		int save_errno = errno;

		free(name);
		vfd_free(file);
		errno = save_errno;
		return -1;
	}
	v->fd = fd;
	v->name = name;
	/* a reopened file exists, and its content counts */
	v->open_flags = fileFlags & ~(O_CREAT | O_TRUNC | O_EXCL);
	v->open_mode = fileMode;
	nopen++;
	ring_insert(file);
	return file;
}

File
PathNameOpenFile(const char *fileName, int fileFlags)
{
	return PathNameOpenFilePerm(fileName, fileFlags, pg_file_create_mode);
}

/* Make sure the kernel descriptor is open.  0, or -1 with errno. */
static int
vfd_access(File file)
{
	VFD *v = &vfds[file];

	Assert(file > 0 && file < nvfds && v->name != NULL);
	if (v->fd == VFD_CLOSED)
	{
		fd_make_room();
		v->fd = BasicOpenFilePerm(v->name, v->open_flags, v->open_mode);
		if (v->fd < 0)
		{
			v->fd = VFD_CLOSED;
			return -1;
		}
		nopen++;
		ring_insert(file);
	}
	else if (vfds[0].older != file)
	{
		ring_remove(file);
		ring_insert(file);
	}
	return 0;
}

/* ---- temporary files ---- */

/* From now on this process may make temporary files, removed at its exit. */
static void cleanup_temp_files(bool isCommit, bool isProcExit);

static void
temp_files_at_exit(int code, Datum arg)
{
	cleanup_temp_files(false, true);
}

void
InitTemporaryFileAccess(void)
{
	Assert(!temp_files_allowed);
	before_shmem_exit(temp_files_at_exit, 0);
	temp_files_allowed = true;
}

/* Let the current resource owner close the file at the end of the transaction. */
static void
register_temp_file(File file)
{
	ResourceOwnerRememberFile(CurrentResourceOwner, file);
	vfds[file].resowner = CurrentResourceOwner;
	vfds[file].flags |= FD_CLOSE_AT_EOXACT;
	have_xact_temp_files = true;
}

static File
open_temp_file_in(Oid tablespace, bool reject_error)
{
	static long counter = 0;
	char dir[MAXPGPATH];
	char path[MAXPGPATH + 64];
	File file;

	TempTablespacePath(dir, tablespace);
	snprintf(path, sizeof(path), "%s/%s%d.%ld", dir, PG_TEMP_FILE_PREFIX,
			 MyProcPid, counter++);

	/* the directory is made on first use; a leftover file is overwritten */
	file = PathNameOpenFile(path, O_RDWR | O_CREAT | O_TRUNC);
	if (file <= 0)
	{
		(void) MakePGDirectory(dir);
		file = PathNameOpenFile(path, O_RDWR | O_CREAT | O_TRUNC);
		if (file <= 0 && reject_error)
			ereport(ERROR, (errcode_for_file_access(), errmsg("could not create temporary file \"%s\": %m", path)));
	}
	return file;
}

/*
 * OpenTemporaryFile
 *		A new file, deleted when it is closed.
 *
 * interXact: keep it until FileClose; otherwise the current resource owner
 * closes it.
 */
File
OpenTemporaryFile(bool interXact)
{
	File file = 0;
	Oid spc = InvalidOid;

	Assert(temp_files_allowed);
	if (!interXact)
	{
		ResourceOwnerEnlargeFiles(CurrentResourceOwner);
		spc = GetNextTempTableSpace();
	}
	if (OidIsValid(spc))
		file = open_temp_file_in(spc, false);
	if (file <= 0)
		file = open_temp_file_in(MyDatabaseTableSpace, true);

	vfds[file].flags |= FD_DELETE_AT_CLOSE | FD_TEMP_FILE_LIMIT;
	if (!interXact)
		register_temp_file(file);
	return file;
}

/* Make a file with a name that other processes of this session may open. */
File
PathNameCreateTemporaryFile(const char *name, bool error_on_failure)
{
	File file;

	Assert(temp_files_allowed);
	ResourceOwnerEnlargeFiles(CurrentResourceOwner);
	file = PathNameOpenFile(name, O_RDWR | O_CREAT | O_TRUNC);
	if (file <= 0)
	{
		if (error_on_failure)
			ereport(ERROR, (errcode_for_file_access(), errmsg("could not create temporary file \"%s\": %m", name)));
		return file;
	}
	vfds[file].flags |= FD_TEMP_FILE_LIMIT;
	register_temp_file(file);
	return file;
}

/* Open such a file.  0 or less if it does not exist. */
File
PathNameOpenTemporaryFile(const char *path, int mode)
{
	File file;

	Assert(temp_files_allowed);
	ResourceOwnerEnlargeFiles(CurrentResourceOwner);
	file = PathNameOpenFile(path, mode);
	if (file <= 0 && errno != ENOENT)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not open temporary file \"%s\": %m", path)));
	if (file > 0)
		register_temp_file(file);
	return file;
}

static void
report_temp_file(const char *path, off_t size)
{
	pgstat_report_tempfile(size);
	if (log_temp_files >= 0 && size / 1024 >= log_temp_files)
		ereport(LOG, (errmsg("temporary file: path \"%s\", size %lu", path, (unsigned long) size)));
}

/* Delete such a file.  False if it does not exist. */
bool
PathNameDeleteTemporaryFile(const char *path, bool error_on_failure)
{
	struct stat st;
	bool known = stat(path, &st) == 0;

	if (!known && errno == ENOENT)
		return false;
	if (unlink(path) < 0)
	{
		if (errno != ENOENT)
			ereport(error_on_failure ? ERROR : LOG,
					(errcode_for_file_access(),
					 errmsg("could not unlink temporary file \"%s\": %m", path)));
		return false;
	}
	if (known)
		report_temp_file(path, st.st_size);
	return true;
}

/* ---- closing ---- */

/*
 * FileClose
 *		Close, and delete if it is a temporary file.
 */
void
FileClose(File file)
{
	VFD *v = &vfds[file];

	Assert(file > 0 && file < nvfds && v->name != NULL);
	if (v->fd != VFD_CLOSED)
		vfd_suspend(file);
	if (v->flags & FD_TEMP_FILE_LIMIT)
		temp_files_total -= v->file_size;
	if (v->flags & FD_DELETE_AT_CLOSE)
	{
		struct stat st;
		bool known = stat(v->name, &st) == 0;

		v->flags &= ~FD_DELETE_AT_CLOSE; /* an error must not repeat this */
		if (unlink(v->name) != 0)
			ereport(LOG, (errcode_for_file_access(), errmsg("could not delete file \"%s\": %m", v->name)));
		else if (known)
			report_temp_file(v->name, st.st_size);
	}
	if (v->resowner)
		ResourceOwnerForgetFile(v->resowner, file);
	vfd_free(file);
}

/* Close all kernel descriptors that can be reopened. */
void
closeAllVfds(void)
{
	if (vfds == NULL)
		return;
	while (fd_release_one())
		;
}

static void
cleanup_temp_files(bool isCommit, bool isProcExit)
{
	if (!isProcExit && !have_xact_temp_files)
		return;
	for (File file = 1; file < nvfds; file++)
	{
		VFD *v = &vfds[file];

		if (v->name == NULL)
			continue;
		if (isProcExit && (v->flags & FD_DELETE_AT_CLOSE))
		{
			v->resowner = NULL; /* owners may be gone by now */
			FileClose(file);
		}
		else if (!isProcExit && (v->flags & FD_CLOSE_AT_EOXACT))
		{
			elog(WARNING, "temporary file %s not closed at end-of-transaction",
				 v->name);
			FileClose(file);
		}
	}
	have_xact_temp_files = false;
}

/* After the resource owners: what they did not close is a leak. */
void
AtEOXact_Files(bool isCommit)
{
	fd_close_allocated(isCommit);
	cleanup_temp_files(isCommit, false);
	fd_forget_temp_tablespaces();
}

/* ---- reading and writing ---- */

/*
 * FileRead
 *		Read at an offset.  Bytes read, 0 at the end, or -1 with errno.
 */
int
FileRead(File file, char *buffer, int amount, off_t offset,
		 uint32 wait_event_info)
{
	int n;

	if (vfd_access(file) < 0)
		return -1;
	do
	{
		pgstat_report_wait_start(wait_event_info);
		n = pread(vfds[file].fd, buffer, amount, offset);
		pgstat_report_wait_end();
	} while (n < 0 && errno == EINTR);
	return n;
}

/* Refuse a write that would make temporary files too large together. */
static void
check_temp_limit(const VFD *v, off_t end)
{
	uint64 total;

	if (temp_file_limit < 0 || end <= v->file_size)
		return;
	total = temp_files_total + (end - v->file_size);
	if (total > (uint64) temp_file_limit * 1024)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("temporary file size exceeds temp_file_limit (%dkB)",
						temp_file_limit)));
}

/*
 * FileWrite
 *		Write at an offset.  Bytes written, or -1 with errno.
 *
 * A short write sets ENOSPC, its usual reason.
 */
int
FileWrite(File file, char *buffer, int amount, off_t offset,
		  uint32 wait_event_info)
{
	VFD *v;
	int n;

	if (vfd_access(file) < 0)
		return -1;
	v = &vfds[file];
	if (v->flags & FD_TEMP_FILE_LIMIT)
		check_temp_limit(v, offset + amount);
	do
	{
		errno = 0;
		pgstat_report_wait_start(wait_event_info);
		n = pwrite(v->fd, buffer, amount, offset);
		pgstat_report_wait_end();
	} while (n < 0 && errno == EINTR);
	if (n != amount && errno == 0)
		errno = ENOSPC;
	if (n > 0 && (v->flags & FD_TEMP_FILE_LIMIT) && offset + n > v->file_size)
	{
		temp_files_total += offset + n - v->file_size;
		v->file_size = offset + n;
	}
	return n;
}

/* Make a file's content durable.  0, or -1 with errno. */
int
FileSync(File file, uint32 wait_event_info)
{
	int rc;

	if (vfd_access(file) < 0)
		return -1;
	pgstat_report_wait_start(wait_event_info);
	rc = pg_fsync(vfds[file].fd);
	pgstat_report_wait_end();
	return rc;
}

/* Tell the kernel that a range will be read.  0, or -1 with errno. */
int
FilePrefetch(File file, off_t offset, int amount, uint32 wait_event_info)
{
	int rc;

	if (vfd_access(file) < 0)
		return -1;
	pgstat_report_wait_start(wait_event_info);
	do
		rc = posix_fadvise(vfds[file].fd, offset, amount, POSIX_FADV_WILLNEED);
	while (rc == EINTR);
	pgstat_report_wait_end();
	if (rc == 0)
		return 0;
	errno = rc;
	return -1;
}

/* Tell the kernel to begin writing a range; never fails. */
void
FileWriteback(File file, off_t offset, off_t nbytes, uint32 wait_event_info)
{
	if (nbytes <= 0 || vfd_access(file) < 0)
		return;
	pgstat_report_wait_start(wait_event_info);
	pg_flush_data(vfds[file].fd, offset, nbytes);
	pgstat_report_wait_end();
}

/* Length in bytes, or -1 with errno. */
off_t
FileSize(File file)
{
	struct stat st;

	if (vfd_access(file) < 0 || fstat(vfds[file].fd, &st) < 0)
		return (off_t) -1;
	return st.st_size;
}

/* Cut a file, or extend it with zeros.  0, or -1 with errno. */
int
FileTruncate(File file, off_t offset, uint32 wait_event_info)
{
	VFD *v;
	int rc;

	if (vfd_access(file) < 0)
		return -1;
	v = &vfds[file];
	pgstat_report_wait_start(wait_event_info);
	do
		rc = ftruncate(v->fd, offset);
	while (rc < 0 && errno == EINTR);
	pgstat_report_wait_end();
	if (rc == 0 && (v->flags & FD_TEMP_FILE_LIMIT) && v->file_size > offset)
	{
		temp_files_total -= v->file_size - offset;
		v->file_size = offset;
	}
	return rc;
}

/* The name it was opened by; belongs to the VFD. */
char *
FilePathName(File file)
{
	Assert(file > 0 && file < nvfds && vfds[file].name != NULL);
	return vfds[file].name;
}

/* The kernel descriptor, valid until the next call of this module; or -1. */
int
FileGetRawDesc(File file)
{
	if (vfd_access(file) < 0)
		return -1;
	return vfds[file].fd;
}

int
FileGetRawFlags(File file)
{
	return vfds[file].open_flags;
}

mode_t
FileGetRawMode(File file)
{
	return vfds[file].open_mode;
}

/* ---- descriptors of others ---- */

/* Count a descriptor opened elsewhere; false with EMFILE if it is one too many. */
bool
AcquireExternalFD(void)
{
	if (nexternal < max_safe_fds / 3)
	{
		ReserveExternalFD();
		return true;
	}
	errno = EMFILE;
	return false;
}

/* The same for one that cannot be refused. */
void
ReserveExternalFD(void)
{
	if (vfds != NULL)
		fd_make_room();
	nexternal++;
}

void
ReleaseExternalFD(void)
{
	Assert(nexternal > 0);
	nexternal--;
}

/*
 * data_sync_elevel
 *		How to report a failed fsync of data.
 *
 * The kernel may have dropped the dirty pages, so that a second fsync would
 * succeed without their being on disk: only recovery from WAL helps, unless
 * the administrator says that this kernel keeps them.
 */
int
data_sync_elevel(int elevel)
{
	return data_sync_retry ? elevel : PANIC;
}
