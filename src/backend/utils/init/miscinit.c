/*
 * miscinit.c
 *		Starting a process: identity, data directory, lock files, libraries.
 *
 * A data directory is used by one server at a time.  postmaster.pid in it says by
 * which; it is made with O_EXCL, and a file left by a dead server is recognized
 * by its process number and its shared memory and is replaced.  A lock file
 * beside each Unix socket guards that name in the same way.
 *
 * A process has an authenticated user (who connected), a session user (SET
 * SESSION AUTHORIZATION), an outer user (SET ROLE) and a current user
 * (SECURITY DEFINER functions and restricted operations).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/init/miscinit.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include "common/file_perm.h"
#include "common/pg_prng.h"
#include "fmgr.h"
#include "libpq/libpq.h"
#include "libpq/pqsignal.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/pg_list.h"
#include "pgstat.h"
#include "postmaster/postmaster.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/pg_shmem.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/varlena.h"

#define DIRECTORY_LOCK_FILE "postmaster.pid"
#define MAX_LOCK_ATTEMPTS 100
#define BOOTSTRAP_SUPERUSER 10

static Latch LocalLatchData;

/* libraries */
char *session_preload_libraries_string = NULL;
char *shared_preload_libraries_string = NULL;
char *local_preload_libraries_string = NULL;
bool process_shared_preload_libraries_in_progress = false;
bool process_shared_preload_libraries_done = false;
bool process_shmem_requests_in_progress = false;
shmem_request_hook_type shmem_request_hook = NULL;
bool IgnoreSystemIndexes = false;

/* lock files that this process made, the newest first */
typedef struct LockFile
{
	struct LockFile *next;
	char path[MAXPGPATH];
} LockFile;
static LockFile *lock_files = NULL;

/* identity */
static RoleLookupFunction role_lookup = NULL;
static Oid AuthenticatedUserId = InvalidOid;
static Oid SessionUserId = InvalidOid;
static Oid OuterUserId = InvalidOid;
static Oid CurrentUserId = InvalidOid;
static bool AuthenticatedUserIsSuperuser = false;
static bool SessionUserIsSuperuser = false;
static int SecurityRestrictionContext = 0;
static bool SetRoleIsActive = false;

/* ---- starting a process ---- */

/* For log_line_prefix. */
static void
tell_vxid(int *backendId, uint32 *lxid)
{
	if (MyProc == NULL)
		return;
	*backendId = MyProc->backendId;
	*lxid = MyProc->lxid;
}

/*
 * InitPostmasterChild
 *		First steps of a process that the postmaster forked.
 */
void
InitPostmasterChild(void)
{
	IsUnderPostmaster = true;
	elog_vxid_hook = tell_vxid;
	MyProcPid = getpid();
	MyStartTimestamp = GetCurrentTimestamp();
	MyStartTime = timestamptz_to_time_t(MyStartTimestamp);
	if (!pg_prng_strong_seed(&pg_global_prng_state))
		pg_prng_seed(&pg_global_prng_state,
					 ((uint64) MyProcPid << 32) ^ (uint64) MyStartTimestamp);
	on_exit_reset(); /* the postmaster's callbacks are not ours */
	InitializeLatchSupport();
	InitProcessLocalLatch();
	InitializeLatchWaitSet();
	/* a group of its own, so that a signal reaches its shell commands too */
	if (setsid() < 0)
		elog(FATAL, "setsid() failed: %m");
	/* quickdie must always be able to end us */
	pqsignal(SIGQUIT, SIG_DFL);
	sigdelset(&BlockSig, SIGQUIT);
	PG_SETMASK(&BlockSig);
	PostmasterDeathSignalInit();
}

/* The same for a process without a postmaster. */
void
InitStandaloneProcess(const char *argv0)
{
	MyBackendType = B_STANDALONE_BACKEND;
	elog_vxid_hook = tell_vxid;
	MyProcPid = getpid();
	MyStartTimestamp = GetCurrentTimestamp();
	MyStartTime = timestamptz_to_time_t(MyStartTimestamp);
	if (!pg_prng_strong_seed(&pg_global_prng_state))
		pg_prng_seed(&pg_global_prng_state, (uint64) MyStartTimestamp);
	InitializeLatchSupport();
	InitProcessLocalLatch();
	InitializeLatchWaitSet();
	pqinitmask();
	PG_SETMASK(&BlockSig);
	if (my_exec_path[0] == '\0' && find_my_exec(argv0, my_exec_path) < 0)
		elog(FATAL, "%s: could not locate my own executable path", argv0);
	if (pkglib_path[0] == '\0')
		get_pkglib_path(my_exec_path, pkglib_path);
}

/* Until the process has a PGPROC, its latch is here. */
void
InitProcessLocalLatch(void)
{
	MyLatch = &LocalLatchData;
	InitLatch(MyLatch);
}

static void
use_latch(Latch *latch)
{
	MyLatch = latch;
	if (FeBeWaitSet)
		ModifyWaitEvent(FeBeWaitSet, FeBeWaitSetLatchPos, WL_LATCH_SET, MyLatch);
	/* whatever was set on the other latch must be noticed */
	SetLatch(MyLatch);
}

void
SwitchToSharedLatch(void)
{
	Assert(MyLatch == &LocalLatchData && MyProc != NULL);
	use_latch(&MyProc->procLatch);
}

void
SwitchBackToLocalLatch(void)
{
	Assert(MyLatch != &LocalLatchData);
	use_latch(&LocalLatchData);
}

const char *
GetBackendTypeDesc(BackendType backendType)
{
	switch (backendType)
	{
		case B_ARCHIVER:
			return "archiver";
		case B_AUTOVAC_LAUNCHER:
			return "autovacuum launcher";
		case B_AUTOVAC_WORKER:
			return "autovacuum worker";
		case B_BACKEND:
			return "client backend";
		case B_BG_WORKER:
			return "background worker";
		case B_BG_WRITER:
			return "background writer";
		case B_CHECKPOINTER:
			return "checkpointer";
		case B_LOGGER:
			return "logger";
		case B_STANDALONE_BACKEND:
			return "standalone backend";
		case B_STARTUP:
			return "startup";
		case B_WAL_RECEIVER:
			return "walreceiver";
		case B_WAL_SENDER:
			return "walsender";
		case B_WAL_WRITER:
			return "walwriter";
		case B_INVALID:
			return "not initialized";
	}
	return "unknown process type";
}

/* ---- the data directory ---- */

void
SetDatabasePath(const char *path)
{
	Assert(DatabasePath == NULL);
	DatabasePath = MemoryContextStrdup(TopMemoryContext, path);
}

/*
 * checkDataDir
 *		FATAL unless DataDir is a directory of ours, with mode 0700 or 0750.
 *
 * Sets the modes of new files by it.
 */
void
checkDataDir(void)
{
	struct stat st;

	Assert(DataDir);
	if (stat(DataDir, &st) != 0)
	{
		if (errno == ENOENT)
			ereport(FATAL,
					(errcode_for_file_access(),
					 errmsg("data directory \"%s\" does not exist", DataDir)));
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not read permissions of directory \"%s\": %m",
						DataDir)));
	}
	if (!S_ISDIR(st.st_mode))
		ereport(FATAL,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("specified data directory \"%s\" is not a directory",
						DataDir)));
	if (st.st_uid != geteuid())
		ereport(FATAL,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("data directory \"%s\" has wrong ownership", DataDir),
				 errhint("The server must be started by the user that owns the data directory.")));
	if (st.st_mode & PG_MODE_MASK_GROUP)
		ereport(FATAL,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("data directory \"%s\" has invalid permissions", DataDir),
				 errdetail("Permissions should be u=rwx (0700) or u=rwx,g=rx (0750).")));
	SetDataDirectoryCreatePerm(st.st_mode);
	umask(pg_mode_mask);
	data_directory_mode = pg_dir_create_mode;
	ValidatePgVersion(DataDir);
}

/* Set DataDir to the absolute form of dir. */
void
SetDataDir(const char *dir)
{
	char *fresh = make_absolute_path(dir);

	if (fresh == NULL)
		ereport(FATAL,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory")));
	free(DataDir);
	DataDir = fresh;
}

/* From here on, paths are relative to the data directory. */
void
ChangeToDataDir(void)
{
	Assert(DataDir);
	if (chdir(DataDir) < 0)
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not change directory to \"%s\": %m", DataDir)));
}

/* FATAL unless path/PG_VERSION is there and of our major version. */
void
ValidatePgVersion(const char *path)
{
	char file[MAXPGPATH];
	FILE *f;
	long major;
	long ours = strtol(PG_MAJORVERSION, NULL, 10);
	char text[64] = "";
	char *end;

	snprintf(file, sizeof(file), "%s/PG_VERSION", path);
	f = fopen(file, "r");
	if (f == NULL)
	{
		if (errno == ENOENT)
			ereport(FATAL,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"%s\" is not a valid data directory", path),
					 errdetail("File \"%s\" is missing.", file)));
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", file)));
	}
	if (fscanf(f, "%63s", text) != 1)
		text[0] = '\0';
	fclose(f);
	major = strtol(text, &end, 10);
	if (end == text)
		ereport(FATAL,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" is not a valid data directory", path),
				 errdetail("File \"%s\" does not contain valid data.", file),
				 errhint("You might need to initdb.")));
	if (major != ours)
		ereport(FATAL,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("database files are incompatible with server"),
				 errdetail("The data directory was initialized by PostgreSQL version %s, "
						   "which is not compatible with this version %s.",
						   text, PG_VERSION)));
}

/* ---- lock files ---- */

/* At exit: remove what we made. */
void
UnlinkLockFiles(int status, Datum arg)
{
	while (lock_files)
	{
		(void) unlink(lock_files->path);
		lock_files = lock_files->next;
	}
	if (!IsPostmasterEnvironment || MyProcPid == PostmasterPid)
		ereport(IsPostmasterEnvironment ? LOG : NOTICE,
				(errmsg("database system is shut down")));
}

/* Whole content of a small file in buf; its length, or -1 with errno. */
static int
slurp(const char *path, char *buf, int size, uint32 wait_event)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int len;

	if (fd < 0)
		return -1;
	pgstat_report_wait_start(wait_event);
	len = read(fd, buf, size - 1);
	pgstat_report_wait_end();
	close(fd);
	if (len >= 0)
		buf[len] = '\0';
	return len;
}

/* Start of a line (from 1), or NULL if the text has fewer. */
static char *
line_of(char *text, int lineno)
{
	while (--lineno > 0)
	{
		text = strchr(text, '\n');
		if (text == NULL)
			return NULL;
		text++;
	}
	return *text ? text : NULL;
}

/* Is pid a live process that may be a server?  Not ourselves or our parents. */
static bool
may_be_server(pid_t pid)
{
	if (pid == getpid() || pid == getppid())
		return false;
	if (kill(pid, 0) == 0)
		return true;
	/* EPERM: it belongs to another user, so it is no server on our files */
	return errno != ESRCH && errno != EPERM;
}

static void
report_running(const char *filename, bool isDDLock, const char *refName,
			   pid_t pid, bool standalone)
{
	const char *hint;

	if (isDDLock)
		hint = standalone ? psprintf("Is another postgres (PID %d) running in data directory \"%s\"?",
									 (int) pid, refName)
						  : psprintf("Is another postmaster (PID %d) running in data directory \"%s\"?",
									 (int) pid, refName);
	else
		hint = psprintf("Is another postmaster (PID %d) using socket file \"%s\"?",
						(int) pid, refName);
	ereport(FATAL,
			(errcode(ERRCODE_LOCK_FILE_EXISTS),
			 errmsg("lock file \"%s\" already exists", filename),
			 errhint("%s", hint)));
}

/* FATAL if the shared memory of a dead server still has users. */
static void
check_shared_memory(char *content)
{
	char *line = line_of(content, LOCK_FILE_LINE_SHMEM_KEY);
	unsigned long key;
	unsigned long id;

	if (line == NULL || sscanf(line, "%lu %lu", &key, &id) != 2)
		return;
	if (!PGSharedMemoryIsInUse(key, id))
		return;
	ereport(FATAL,
			(errcode(ERRCODE_LOCK_FILE_EXISTS),
			 errmsg("pre-existing shared memory block (key %lu, ID %lu) is still in use",
					key, id),
			 errhint("Terminate any old server processes associated with data directory \"%s\".",
					 DataDir)));
}

/* Decide about a lock file that exists; returns after removing a stale one. */
static void
remove_stale(const char *filename, bool isDDLock, const char *refName)
{
	char content[MAXPGPATH * 2 + 1024];
	int len = slurp(filename, content, sizeof(content),
					WAIT_EVENT_LOCK_FILE_CREATE_READ);
	long pid;

	if (len < 0)
	{
		if (errno == ENOENT)
			return; /* gone meanwhile: try again */
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not open lock file \"%s\": %m", filename)));
	}
	if (len == 0)
		ereport(FATAL,
				(errcode(ERRCODE_LOCK_FILE_EXISTS),
				 errmsg("lock file \"%s\" is empty", filename),
				 errhint("Either another server is starting, or the lock file is the remnant of a previous server startup crash.")));
	pid = strtol(content, NULL, 10);
	if (pid == 0)
		elog(FATAL, "bogus data in lock file \"%s\": \"%s\"", filename, content);
	if (may_be_server(labs(pid)))
		report_running(filename, isDDLock, refName, labs(pid), pid < 0);
	if (isDDLock)
		check_shared_memory(content);
	if (unlink(filename) < 0)
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not remove old lock file \"%s\": %m", filename),
				 errhint("The file seems accidentally left over, but it could not be removed. "
						 "Please remove the file by hand and try again.")));
}

/* Make the file, or give up; returns its descriptor. */
static int
make_exclusively(const char *filename, bool isDDLock, const char *refName)
{
	for (int attempt = 0;; attempt++)
	{
		int fd = open(filename, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
					  pg_file_create_mode);

		if (fd >= 0)
			return fd;
		if ((errno != EEXIST && errno != EACCES) || attempt > MAX_LOCK_ATTEMPTS)
			ereport(FATAL,
					(errcode_for_file_access(),
					 errmsg("could not create lock file \"%s\": %m", filename)));
		remove_stale(filename, isDDLock, refName);
	}
}

static void
write_lock_file(int fd, const char *filename, const char *text)
{
	int len = strlen(text);
	int failed;

	errno = 0;
	pgstat_report_wait_start(WAIT_EVENT_LOCK_FILE_CREATE_WRITE);
	failed = write(fd, text, len) != len || pg_fsync(fd) != 0;
	pgstat_report_wait_end();
	if (close(fd) != 0)
		failed = true;
	if (failed)
	{
		int save_errno = errno ? errno : ENOSPC;

		unlink(filename);
		errno = save_errno;
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not write lock file \"%s\": %m", filename)));
	}
}

/* Lines 1 to 5; the first is negative for a single-user process. */
static void
create_lock_file(const char *filename, bool amPostmaster,
				 const char *socketDir, bool isDDLock, const char *refName)
{
	int fd = make_exclusively(filename, isDDLock, refName);
	char text[MAXPGPATH * 2 + 256];
	LockFile *entry;

	snprintf(text, sizeof(text), "%d\n%s\n%ld\n%d\n%s\n",
			 amPostmaster ? (int) MyProcPid : -((int) MyProcPid), DataDir,
			 (long) MyStartTime, PostPortNumber, socketDir);
	if (isDDLock && !amPostmaster)
		strlcat(text, "\n", sizeof(text)); /* no listen address */
	write_lock_file(fd, filename, text);
	if (lock_files == NULL)
		on_proc_exit(UnlinkLockFiles, 0);
	entry = MemoryContextAlloc(TopMemoryContext, sizeof(*entry));
	strlcpy(entry->path, filename, sizeof(entry->path));
	entry->next = lock_files;
	lock_files = entry;
}

/* The working directory is the data directory already. */
void
CreateDataDirLockFile(bool amPostmaster)
{
	create_lock_file(DIRECTORY_LOCK_FILE, amPostmaster, "", true, DataDir);
}

void
CreateSocketLockFile(const char *socketfile, bool amPostmaster,
					 const char *socketDir)
{
	char lockfile[MAXPGPATH];

	snprintf(lockfile, sizeof(lockfile), "%s.lock", socketfile);
	create_lock_file(lockfile, amPostmaster, socketDir, false, socketfile);
}

/* So that cleaners of /tmp leave them alone. */
void
TouchSocketLockFiles(void)
{
	for (LockFile *f = lock_files; f; f = f->next)
		if (strcmp(f->path, DIRECTORY_LOCK_FILE) != 0)
			(void) utime(f->path, NULL);
}

/*
 * AddToDataDirLockFile
 *		Set one line of postmaster.pid; lines missing before it become empty.
 *
 * Failures are logged only: the file is information for pg_ctl.
 */
void
AddToDataDirLockFile(int target_line, const char *str)
{
	char content[MAXPGPATH * 2 + 1024];
	StringInfoData fresh;
	char *rest = content;
	int fd;
	int len = slurp(DIRECTORY_LOCK_FILE, content, sizeof(content),
					WAIT_EVENT_LOCK_FILE_ADDTODATADIR_READ);

	if (len < 0)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not read from file \"%s\": %m", DIRECTORY_LOCK_FILE)));
		return;
	}
	initStringInfo(&fresh);
	for (int line = 1; line < target_line; line++)
	{
		char *end = strchr(rest, '\n');
		int n = end ? (int) (end - rest) : (int) strlen(rest);

		appendBinaryStringInfo(&fresh, rest, n);
		appendStringInfoChar(&fresh, '\n');
		rest += n + (end != NULL);
	}
	appendStringInfo(&fresh, "%s\n", str);
	rest = strchr(rest, '\n');
	if (rest)
		appendStringInfoString(&fresh, rest + 1);
	fd = open(DIRECTORY_LOCK_FILE, O_RDWR | O_CLOEXEC);
	pgstat_report_wait_start(WAIT_EVENT_LOCK_FILE_ADDTODATADIR_WRITE);
	if (fd < 0 || pwrite(fd, fresh.data, fresh.len, 0) != fresh.len ||
		pg_fsync(fd) != 0)
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not write to file \"%s\": %m", DIRECTORY_LOCK_FILE)));
	pgstat_report_wait_end();
	if (fd >= 0)
		close(fd);
	pfree(fresh.data);
}

/*
 * RecheckDataDirLockFile
 *		False if postmaster.pid is gone or not ours any more: then the server
 *		must stop.  Any other trouble reading it counts as fine.
 */
bool
RecheckDataDirLockFile(void)
{
	char content[MAXPGPATH * 2 + 1024];
	int len = slurp(DIRECTORY_LOCK_FILE, content, sizeof(content),
					WAIT_EVENT_LOCK_FILE_RECHECKDATADIR_READ);

	if (len < 0)
	{
		int save_errno = errno;

		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", DIRECTORY_LOCK_FILE)));
		return save_errno != ENOENT && save_errno != ENOTDIR;
	}
	if (strtol(content, NULL, 10) == MyProcPid)
		return true;
	ereport(LOG,
			(errmsg("lock file \"%s\" contains wrong PID: %ld instead of %ld",
					DIRECTORY_LOCK_FILE, strtol(content, NULL, 10),
					(long) MyProcPid)));
	return false;
}

/* ---- who the user is ---- */

void
miscinit_set_role_lookup(RoleLookupFunction lookup)
{
	role_lookup = lookup;
}

Oid
GetUserId(void)
{
	return CurrentUserId;
}

Oid
GetOuterUserId(void)
{
	return OuterUserId;
}

Oid
GetSessionUserId(void)
{
	return SessionUserId;
}

Oid
GetAuthenticatedUserId(void)
{
	return AuthenticatedUserId;
}

Oid
GetSystemUserOid(void)
{
	return BOOTSTRAP_SUPERUSER;
}

bool
GetSessionUserIsSuperuser(void)
{
	return SessionUserIsSuperuser;
}

static void
set_outer_user(Oid userid)
{
	Assert(SecurityRestrictionContext == 0);
	OuterUserId = userid;
	CurrentUserId = userid;
}

static void
set_session_user(Oid userid, bool is_superuser)
{
	SessionUserId = userid;
	SessionUserIsSuperuser = is_superuser;
	SetRoleIsActive = false;
	set_outer_user(userid);
}

void
GetUserIdAndSecContext(Oid *userid, int *sec_context)
{
	*userid = CurrentUserId;
	*sec_context = SecurityRestrictionContext;
}

/* Cannot fail: transaction abort uses it. */
void
SetUserIdAndSecContext(Oid userid, int sec_context)
{
	CurrentUserId = userid;
	SecurityRestrictionContext = sec_context;
}

bool
InLocalUserIdChange(void)
{
	return (SecurityRestrictionContext & SECURITY_LOCAL_USERID_CHANGE) != 0;
}

bool
InSecurityRestrictedOperation(void)
{
	return (SecurityRestrictionContext & SECURITY_RESTRICTED_OPERATION) != 0;
}

bool
InNoForceRLSOperation(void)
{
	return (SecurityRestrictionContext & SECURITY_NOFORCE_RLS) != 0;
}

void
GetUserIdAndContext(Oid *userid, bool *sec_def_context)
{
	*userid = CurrentUserId;
	*sec_def_context = InLocalUserIdChange();
}

void
SetUserIdAndContext(Oid userid, bool sec_def_context)
{
	int context = SecurityRestrictionContext & ~SECURITY_LOCAL_USERID_CHANGE;

	if (InSecurityRestrictedOperation())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("cannot set parameter \"%s\" within security-restricted operation",
						"role")));
	SecurityRestrictionContext = context | (sec_def_context ? SECURITY_LOCAL_USERID_CHANGE : 0);
	CurrentUserId = userid;
}

static bool
find_role(const char *rolename, Oid roleid, RoleInfo *info)
{
	if (role_lookup == NULL)
		return false;
	return role_lookup(rolename, roleid, info);
}

bool
has_rolreplication(Oid roleid)
{
	RoleInfo info;

	if (superuser_arg(roleid))
		return true;
	return find_role(NULL, roleid, &info) && info.rolreplication;
}

/* The other sessions of this role, and whether it may have one more. */
static void
check_role_may_connect(const RoleInfo *info)
{
	if (!info->rolcanlogin)
		ereport(FATAL,
				(errcode(ERRCODE_INVALID_AUTHORIZATION_SPECIFICATION),
				 errmsg("role \"%s\" is not permitted to log in",
						NameStr(info->rolname))));
	if (info->rolconnlimit >= 0 && !info->rolsuper &&
		CountUserBackends(info->oid) > info->rolconnlimit)
		ereport(FATAL,
				(errcode(ERRCODE_TOO_MANY_CONNECTIONS),
				 errmsg("too many connections for role \"%s\"",
						NameStr(info->rolname))));
}

/*
 * InitializeSessionUserId
 *		Become the user that authenticated, given by name or (NULL) by OID.
 *
 * FATAL with 28000 if there is no such role or it may not log in, 53300 if it
 * has too many sessions.
 */
void
InitializeSessionUserId(const char *rolename, Oid useroid)
{
	RoleInfo info;

	Assert(!OidIsValid(AuthenticatedUserId));
	if (!find_role(rolename, useroid, &info))
	{
		if (rolename)
			ereport(FATAL,
					(errcode(ERRCODE_INVALID_AUTHORIZATION_SPECIFICATION),
					 errmsg("role \"%s\" does not exist", rolename)));
		ereport(FATAL,
				(errcode(ERRCODE_INVALID_AUTHORIZATION_SPECIFICATION),
				 errmsg("role with OID %u does not exist", useroid)));
	}
	AuthenticatedUserId = info.oid;
	AuthenticatedUserIsSuperuser = info.rolsuper;
	set_session_user(info.oid, info.rolsuper);
	if (MyProc)
		MyProc->roleId = info.oid;
	if (IsUnderPostmaster)
		check_role_may_connect(&info);
	SetConfigOption("session_authorization", NameStr(info.rolname),
					PGC_BACKEND, PGC_S_OVERRIDE);
	SetConfigOption("is_superuser", info.rolsuper ? "on" : "off",
					PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
}

/* Single-user and background processes run as the bootstrap superuser. */
void
InitializeSessionUserIdStandalone(void)
{
	Assert(!OidIsValid(AuthenticatedUserId));
	AuthenticatedUserId = BOOTSTRAP_SUPERUSER;
	AuthenticatedUserIsSuperuser = true;
	set_session_user(BOOTSTRAP_SUPERUSER, true);
	SetConfigOption("is_superuser", "on", PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
}

/* SET SESSION AUTHORIZATION: 42501 unless one was or is the superuser. */
void
SetSessionAuthorization(Oid userid, bool is_superuser)
{
	Assert(OidIsValid(AuthenticatedUserId));
	if (userid != AuthenticatedUserId && !AuthenticatedUserIsSuperuser)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to set session authorization")));
	set_session_user(userid, is_superuser);
	SetConfigOption("is_superuser", is_superuser ? "on" : "off",
					PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
}

/* The role of SET ROLE, or InvalidOid. */
Oid
GetCurrentRoleId(void)
{
	return SetRoleIsActive ? OuterUserId : InvalidOid;
}

/* SET ROLE; InvalidOid is SET ROLE NONE.  Privileges were checked. */
void
SetCurrentRoleId(Oid roleid, bool is_superuser)
{
	if (!OidIsValid(roleid))
	{
		/* nothing to go back to before the session user is known */
		if (!OidIsValid(SessionUserId))
			return;
		SetRoleIsActive = false;
		roleid = SessionUserId;
		is_superuser = SessionUserIsSuperuser;
	}
	else
		SetRoleIsActive = true;
	set_outer_user(roleid);
	SetConfigOption("is_superuser", is_superuser ? "on" : "off",
					PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
}

/* palloc'd; NULL (noerr) or 42704 if there is no such role. */
char *
GetUserNameFromId(Oid roleid, bool noerr)
{
	RoleInfo info;

	if (find_role(NULL, roleid, &info))
		return pstrdup(NameStr(info.rolname));
	if (!noerr)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("invalid role OID: %u", roleid)));
	return NULL;
}

/* Is the current user a superuser? */
bool
superuser(void)
{
	return superuser_arg(CurrentUserId);
}

/* The bootstrap superuser always is, even without catalogs. */
bool
superuser_arg(Oid roleid)
{
	RoleInfo info;

	if (!OidIsValid(roleid))
		return false;
	if (roleid == BOOTSTRAP_SUPERUSER && !IsUnderPostmaster)
		return true;
	if (!find_role(NULL, roleid, &info))
		return roleid == BOOTSTRAP_SUPERUSER;
	return info.rolsuper;
}

/* ---- libraries loaded at start ---- */

static void
load_libraries(const char *libraries, const char *gucname, bool restricted)
{
	char *raw;
	List *names;
	ListCell *lc;

	if (libraries == NULL || libraries[0] == '\0')
		return;
	raw = pstrdup(libraries);
	if (!SplitDirectoriesString(raw, ',', &names))
	{
		ereport(LOG,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("invalid list syntax in parameter \"%s\"", gucname)));
		list_free_deep(names);
		pfree(raw);
		return;
	}
	foreach (lc, names)
	{
		char *name = lfirst(lc);

		/* plain names of ordinary users are taken from the plugins folder */
		if (restricted && first_dir_separator(name) == NULL)
			name = psprintf("$libdir/plugins/%s", name);
		load_file(name, restricted);
		ereport(DEBUG1,
				(errmsg_internal("loaded library \"%s\"", name)));
	}
	list_free_deep(names);
	pfree(raw);
}

void
process_shared_preload_libraries(void)
{
	process_shared_preload_libraries_in_progress = true;
	load_libraries(shared_preload_libraries_string,
				   "shared_preload_libraries", false);
	process_shared_preload_libraries_in_progress = false;
	process_shared_preload_libraries_done = true;
}

void
process_session_preload_libraries(void)
{
	load_libraries(session_preload_libraries_string,
				   "session_preload_libraries", false);
	load_libraries(local_preload_libraries_string,
				   "local_preload_libraries", true);
}

/* Let the preloaded libraries ask for shared memory and locks. */
void
process_shmem_requests(void)
{
	process_shmem_requests_in_progress = true;
	if (shmem_request_hook)
		shmem_request_hook();
	process_shmem_requests_in_progress = false;
}

/* Messages are not translated. */
void
pg_bindtextdomain(const char *domain)
{
	(void) domain;
}
