/*
 * postmaster.c
 *		Listens, forks, and reacts to the death of children.
 *
 * The postmaster makes shared memory before its first fork and then stays
 * away from it, so that no crash of a child can take it along.  A signal
 * handler only sets a flag and the latch; the loop does the work:
 *
 *	PM_STARTUP			the startup process replays WAL
 *		-> PM_RUN		it exited 0 (startup_done)
 *	PM_RUN				connections are served
 *		-> PM_STOP		smart, fast or immediate shutdown, or a crash
 *	PM_STOP				backends end: by themselves (smart), told (fast)
 *		-> PM_SHUTDOWN	the last one is gone: the checkpointer writes the
 *						shutdown checkpoint
 *		-> PM_NO_CHILDREN	in an immediate shutdown or after a crash
 *	PM_SHUTDOWN
 *		-> PM_NO_CHILDREN	the checkpointer exited 0
 *	PM_NO_CHILDREN		exit, or, after a crash, start again at PM_STARTUP
 *						with shared memory made anew
 *
 * advance_state makes every transition but the first ones, which
 * startup_done, request_shutdown and child_crashed make.
 *
 * Invariants
 * 1. Between a crash of any child and PM_NO_CHILDREN no new child is forked.
 *	  Whoever connects meanwhile waits in the sockets' queue (accepting).
 * 2. A child slot is released only after the child was reaped.
 * 3. The shutdown checkpoint starts when no backend lives.
 * 4. A shutdown request is never forgotten: nothing but a start leaves PM_STOP
 *	  for an earlier state.
 *
 * Not there yet: archiver, autovacuum, log collector, background workers,
 * replication; settings that ask for them say so at start.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/postmaster/postmaster.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "access/xlog.h"
#include "access/xlogrecovery.h"
#include "common/file_perm.h"
#include "common/string.h"
#include "lib/ilist.h"
#include "libpq/auth.h"
#include "libpq/libpq.h"
#include "libpq/pqsignal.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "pgtime.h"
#include "port.h"
#include "postmaster/auxprocess.h"
#include "postmaster/bgwriter.h"
#include "postmaster/postmaster.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/pg_shmem.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "tcop/tcopprot.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/pidfile.h"
#include "utils/ps_status.h"
#include "utils/timestamp.h"
#include "utils/varlena.h"

#define MAXLISTEN 64

/* In an immediate shutdown, how long children have before SIGKILL. */
#define SIGKILL_CHILDREN_AFTER_SECS 5

const char *progname; /* as called; main() sets it */
int PostPortNumber = DEF_PGPORT;
int ReservedBackends = 3;
char *Unix_socket_directories;
char *ListenAddresses;
int AuthenticationTimeout = 60;
int PreAuthDelay;
bool Log_connections;
bool Log_disconnections;
bool log_hostname;
bool restart_after_crash = true;
bool remove_temp_files_after_crash = true;
bool ClientAuthInProgress;
int max_wal_senders = 10;
int autovacuum_max_workers = 3;

typedef enum PMState
{
	PM_STARTUP,
	PM_RUN,
	PM_STOP,
	PM_SHUTDOWN,
	PM_NO_CHILDREN
} PMState;

typedef enum ShutdownMode
{
	NoShutdown,
	SmartShutdown,
	FastShutdown,
	ImmediateShutdown
} ShutdownMode;

/* A backend that lives, for cancel requests and shutdown. */
typedef struct Bkend
{
	pid_t pid;
	int32 cancel_key;
	int child_slot;
	bool dead_end; /* only there to refuse its client */
	dlist_node node;
} Bkend;

static dlist_head backends = DLIST_STATIC_INIT(backends);

/* The helper processes, by kind; 0 when it does not run. */
static pid_t aux_pid[NUM_AUXPROCTYPES];

static PMState pm_state = PM_STARTUP;
static ShutdownMode shutdown_mode = NoShutdown;
static bool crashed; /* a child died abnormally; reinitialise */
static bool recovering_from_crash; /* until the startup process succeeds */
static bool startup_failed;
static TimestampTz kill_after; /* when SIGKILL follows SIGQUIT, or 0 */
static int ListenSocket[MAXLISTEN];
static WaitEventSet *listen_set;
static bool listening; /* does listen_set have the sockets? */

/* Flags of the handlers. */
static volatile sig_atomic_t pending_reload;
static volatile sig_atomic_t pending_child;
static volatile sig_atomic_t pending_pmsignal;
static volatile sig_atomic_t pending_shutdown; /* a ShutdownMode */

static void parse_switches(int argc, char *argv[], char **data_dir, char **show);
static void open_sockets(void);
static void server_loop(void) pg_attribute_noreturn();
static void serve_connection(int fd);
static void reap_children(void);
static void advance_state(void);
static void start_aux(AuxProcType type);
static void start_missing_aux(void);
static void signal_backends(int signo);
static void quit_all_children(QuitSignalReason reason);

/* ---- signal handlers ---- */

static void
on_sighup(int signo)
{
	pending_reload = true;
	SetLatch(MyLatch);
}

static void
on_sigchld(int signo)
{
	pending_child = true;
	SetLatch(MyLatch);
}

static void
on_sigusr1(int signo)
{
	pending_pmsignal = true;
	SetLatch(MyLatch);
}

static void
on_shutdown_signal(int signo)
{
	ShutdownMode mode = signo == SIGTERM ? SmartShutdown
		: signo == SIGINT                ? FastShutdown
										 : ImmediateShutdown;

	if ((int) pending_shutdown < (int) mode)
		pending_shutdown = mode;
	SetLatch(MyLatch);
}

/* A handler for signals that must be caught, not ignored, in the postmaster. */
static void
on_nothing(int signo)
{
}

/* ---- start ---- */

static void
unlink_external_pid_file(int status, Datum arg)
{
	if (external_pid_file)
		unlink(external_pid_file);
}

static void
write_external_pid_file(void)
{
	FILE *file;

	if (!external_pid_file || external_pid_file[0] == '\0')
		return;
	file = fopen(external_pid_file, "w");
	if (!file)
	{
		write_stderr("%s: could not write external PID file \"%s\": %s\n",
					 progname, external_pid_file, strerror(errno));
		return;
	}
	fprintf(file, "%d\n", MyProcPid);
	fclose(file);
	chmod(external_pid_file, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
	on_proc_exit(unlink_external_pid_file, 0);
}

/* Settings that contradict each other, or ask for what is not there yet. */
static void
check_settings(void)
{
	if (ReservedBackends >= MaxConnections)
	{
		write_stderr("%s: superuser_reserved_connections (%d) must be less than max_connections (%d)\n",
					 progname, ReservedBackends, MaxConnections);
		exit(1);
	}
	if (XLogArchiveMode > ARCHIVE_MODE_OFF && wal_level == WAL_LEVEL_MINIMAL)
		ereport(ERROR,
				(errmsg("WAL archival cannot be enabled when wal_level is \"minimal\"")));
	if (max_wal_senders > 0 && wal_level == WAL_LEVEL_MINIMAL)
		ereport(ERROR,
				(errmsg("WAL streaming (max_wal_senders > 0) requires wal_level \"replica\" or \"logical\"")));
	if (XLogArchiveMode > ARCHIVE_MODE_OFF)
		ereport(WARNING,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("archive_mode has no effect: archiving is not supported yet")));
}

static void
set_postmaster_signals(void)
{
	pqinitmask();
	sigprocmask(SIG_SETMASK, &BlockSig, NULL);
	pqsignal(SIGHUP, on_sighup);
	pqsignal(SIGINT, on_shutdown_signal);
	pqsignal(SIGQUIT, on_shutdown_signal);
	pqsignal(SIGTERM, on_shutdown_signal);
	pqsignal(SIGALRM, SIG_IGN);
	pqsignal(SIGPIPE, SIG_IGN);
	pqsignal(SIGUSR1, on_sigusr1);
	pqsignal(SIGUSR2, on_nothing);
	pqsignal(SIGCHLD, on_sigchld);
	pqsignal(SIGTTIN, SIG_IGN);
	pqsignal(SIGTTOU, SIG_IGN);
	pqsignal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails with EFBIG */
	InitializeLatchSupport();
	InitProcessLocalLatch();
	sigprocmask(SIG_SETMASK, &UnBlockSig, NULL);
}

/* Nothing can be done, not even logged as wanted, without a control file. */
static void
check_control_file(void)
{
	char path[MAXPGPATH];
	FILE *file;

	snprintf(path, sizeof(path), "%s/global/pg_control", DataDir);
	file = AllocateFile(path, PG_BINARY_R);
	if (file == NULL)
	{
		write_stderr("%s: could not find the database system\n"
					 "\"%s\" should be its directory, but file \"%s\" cannot be opened: %s\n",
					 progname, DataDir, path, strerror(errno));
		exit(2);
	}
	FreeFile(file);
}

/* "postgres -C name": print a setting, without starting anything. */
static void
show_setting(const char *name)
{
	const char *value;

	if (GetConfigOption(name, true, false) == NULL &&
		(GetConfigOptionFlags(name, true) & GUC_RUNTIME_COMPUTED) == 0)
		ereport(FATAL,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("unrecognized configuration parameter \"%s\"", name)));
	if (GetConfigOptionFlags(name, true) & GUC_RUNTIME_COMPUTED)
	{
		checkDataDir();
		ChangeToDataDir();
		LocalProcessControlFile(false);
		process_shared_preload_libraries();
		InitializeMaxBackends();
		process_shmem_requests();
		InitializeShmemGUCs();
	}
	value = GetConfigOption(name, false, false);
	puts(value ? value : "");
	exit(0);
}

/*
 * PostmasterMain
 *		Start the server and run until it is shut down.
 */
void
PostmasterMain(int argc, char *argv[])
{
	char *data_dir = NULL;
	char *show = NULL;

	MyStartTimestamp = GetCurrentTimestamp();
	MyStartTime = timestamptz_to_time_t(MyStartTimestamp);
	PostmasterPid = MyProcPid;
	IsPostmasterEnvironment = true;
	umask(PG_MODE_MASK_OWNER);
	PostmasterContext = AllocSetContextCreate(TopMemoryContext, "Postmaster",
											  ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(PostmasterContext);
	if (find_my_exec(argv[0], my_exec_path) < 0)
		ereport(FATAL, (errmsg("%s: could not locate my own executable path", argv[0])));
	get_pkglib_path(my_exec_path, pkglib_path);
	set_postmaster_signals();

	InitializeGUCOptions();
	parse_switches(argc, argv, &data_dir, &show);
	if (!SelectConfigFiles(data_dir, progname))
		exit(2);
	if (show)
		show_setting(show);
	checkDataDir();
	check_control_file();
	ChangeToDataDir();
	check_settings();
	CreateDataDirLockFile(true);
	LocalProcessControlFile(false);
	process_shared_preload_libraries();
	InitializeMaxBackends();
	process_shmem_requests();
	InitializeShmemGUCs();

	ereport(LOG, (errmsg("starting %s", PG_VERSION_STR)));
	open_sockets();
	CreateSharedMemoryAndSemaphores();
	set_max_safe_fds();
	set_stack_base();
	InitPostmasterDeathWatchHandle();
	write_external_pid_file();
	RemovePgTempFiles();
	if (!load_hba())
		ereport(FATAL, (errmsg("could not load %s", HbaFileName)));
	(void) load_ident();

	PgStartTime = GetCurrentTimestamp();
	AddToDataDirLockFile(LOCK_FILE_LINE_PM_STATUS, PM_STATUS_STARTING);
	start_aux(CheckpointerProcess);
	start_aux(BgWriterProcess);
	start_aux(StartupProcess);
	server_loop();
}

/* The letters and --name=value of the command line. */
static void
parse_switches(int argc, char *argv[], char **data_dir, char **show)
{
	static const struct
	{
		char letter;
		const char *setting;
		const char *fixed;
	} simple[] = {
		{'B', "shared_buffers", NULL},
		{'F', "fsync", "false"},
		{'h', "listen_addresses", NULL},
		{'i', "listen_addresses", "*"},
		{'k', "unix_socket_directories", NULL},
		{'l', "ssl", "true"},
		{'N', "max_connections", NULL},
		{'O', "allow_system_table_mods", "true"},
		{'P', "ignore_system_indexes", "true"},
		{'p', "port", NULL},
		{'S', "work_mem", NULL},
		{'s', "log_statement_stats", "true"},
		{'W', "post_auth_delay", NULL},
	};
	int opt;

	opterr = 0;
	optind = 1;
	while ((opt = getopt(argc, argv, "B:C:c:D:d:Fh:ik:lN:OPp:S:sW:-:")) != -1)
	{
		int k;

		for (k = 0; k < lengthof(simple) && simple[k].letter != opt; k++)
			;
		if (k < lengthof(simple))
		{
			SetConfigOption(simple[k].setting, simple[k].fixed ? simple[k].fixed : optarg,
							PGC_POSTMASTER, PGC_S_ARGV);
			continue;
		}
		switch (opt)
		{
			case 'C':
				*show = strdup(optarg);
				break;
			case 'D':
				*data_dir = strdup(optarg);
				break;
			case 'd':
				set_debug_options(atoi(optarg), PGC_POSTMASTER, PGC_S_ARGV);
				break;
			case 'c':
			case '-':
				SetConfigOptionFromArg(opt, optarg, PGC_POSTMASTER, PGC_S_ARGV);
				break;
			default:
				write_stderr("Try \"%s --help\" for more information.\n", progname);
				exit(1);
		}
	}
	if (optind < argc)
	{
		write_stderr("%s: invalid argument: \"%s\"\n", progname, argv[optind]);
		write_stderr("Try \"%s --help\" for more information.\n", progname);
		exit(1);
	}
	optind = 1;
}

/* Split a list setting; a syntax error ends the server. */
static List *
split_setting(const char *value, const char *name, bool directories)
{
	char *copy = pstrdup(value);
	List *list;

	if (!(directories ? SplitDirectoriesString(copy, ',', &list)
					  : SplitGUCList(copy, ',', &list)))
		ereport(FATAL,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid list syntax in parameter \"%s\"", name)));
	return list;
}

static void
close_listen_sockets(int status, Datum arg)
{
	for (int i = 0; i < MAXLISTEN; i++)
	{
		if (ListenSocket[i] != PGINVALID_SOCKET)
		{
			StreamClose(ListenSocket[i]);
			ListenSocket[i] = PGINVALID_SOCKET;
		}
	}
}

/* Listen on all addresses and in all folders that the settings name. */
static void
open_sockets(void)
{
	bool noted = false;
	int tcp = 0;
	int unix_count = 0;
	List *list;
	ListCell *lc;

	for (int i = 0; i < MAXLISTEN; i++)
		ListenSocket[i] = PGINVALID_SOCKET;
	on_proc_exit(close_listen_sockets, 0);

	list = split_setting(ListenAddresses ? ListenAddresses : "", "listen_addresses", false);
	foreach (lc, list)
	{
		char *host = lfirst(lc);

		if (StreamServerPort(AF_UNSPEC, strcmp(host, "*") == 0 ? NULL : host,
							 PostPortNumber, NULL, ListenSocket, MAXLISTEN) != 0)
		{
			ereport(WARNING, (errmsg("could not create listen socket for \"%s\"", host)));
			continue;
		}
		tcp++;
		if (!noted)
		{
			AddToDataDirLockFile(LOCK_FILE_LINE_LISTEN_ADDR, host);
			noted = true;
		}
	}
	if (list && tcp == 0)
		ereport(FATAL, (errmsg("could not create any TCP/IP sockets")));
	if (!noted)
		AddToDataDirLockFile(LOCK_FILE_LINE_LISTEN_ADDR, "");

	list = split_setting(Unix_socket_directories ? Unix_socket_directories : "",
						 "unix_socket_directories", true);
	foreach (lc, list)
	{
		char *dir = lfirst(lc);

		if (StreamServerPort(AF_UNIX, NULL, PostPortNumber, dir, ListenSocket, MAXLISTEN) != 0)
		{
			ereport(WARNING, (errmsg("could not create Unix-domain socket in directory \"%s\"", dir)));
			continue;
		}
		if (unix_count++ == 0)
			AddToDataDirLockFile(LOCK_FILE_LINE_SOCKET_DIR, dir);
	}
	if (list && unix_count == 0)
		ereport(FATAL, (errmsg("could not create any Unix-domain sockets")));
	if (tcp + unix_count == 0)
		ereport(FATAL, (errmsg("no socket created for listening")));
}

/* ---- the loop ---- */

/* Are all children to go at once, without a shutdown checkpoint? */
static bool
ending_abruptly(void)
{
	return crashed || shutdown_mode == ImmediateShutdown || startup_failed;
}

/* Children that only refuse their client must not keep these states going. */
static bool
accepting(void)
{
	return pm_state != PM_NO_CHILDREN && !(pm_state == PM_STOP && ending_abruptly());
}

/* Make listen_set anew if it is not what accepting() wants. */
static void
watch_sockets(void)
{
	if (listen_set && listening == accepting())
		return;
	if (listen_set)
		FreeWaitEventSet(listen_set);
	listening = accepting();
	listen_set = CreateWaitEventSet(TopMemoryContext, 1 + MAXLISTEN);
	AddWaitEventToSet(listen_set, WL_LATCH_SET, PGINVALID_SOCKET, MyLatch, NULL);
	for (int i = 0; i < MAXLISTEN && listening; i++)
	{
		if (ListenSocket[i] != PGINVALID_SOCKET)
			AddWaitEventToSet(listen_set, WL_SOCKET_READABLE, ListenSocket[i], NULL, NULL);
	}
}

static void
reload_settings(void)
{
	if (shutdown_mode > SmartShutdown)
		return;
	ereport(LOG, (errmsg("received SIGHUP, reloading configuration files")));
	ProcessConfigFile(PGC_SIGHUP);
	signal_backends(SIGHUP);
	for (int i = 0; i < NUM_AUXPROCTYPES; i++)
	{
		if (aux_pid[i])
			kill(aux_pid[i], SIGHUP);
	}
	if (!load_hba())
		ereport(LOG, (errmsg("%s was not reloaded", HbaFileName)));
	if (!load_ident())
		ereport(LOG, (errmsg("%s was not reloaded", IdentFileName)));
}

/* Take a shutdown request that is stricter than the one in force. */
static void
request_shutdown(ShutdownMode mode)
{
	static const char *const texts[] = {
		NULL, "received smart shutdown request", "received fast shutdown request",
		"received immediate shutdown request"};

	if (mode <= shutdown_mode)
		return;
	shutdown_mode = mode;
	ereport(LOG, (errmsg("%s", texts[mode])));
	AddToDataDirLockFile(LOCK_FILE_LINE_PM_STATUS, PM_STATUS_STOPPING);
	if (mode == ImmediateShutdown)
		quit_all_children(PMQUIT_FOR_STOP);
	else if (mode == FastShutdown)
	{
		if (pm_state == PM_RUN || pm_state == PM_STOP)
		{
			ereport(LOG, (errmsg("aborting any active transactions")));
			signal_backends(SIGTERM);
			if (aux_pid[WalWriterProcess])
				kill(aux_pid[WalWriterProcess], SIGTERM);
			if (aux_pid[BgWriterProcess])
				kill(aux_pid[BgWriterProcess], SIGTERM);
			pm_state = PM_STOP;
		}
		else if (pm_state == PM_STARTUP)
		{
			if (aux_pid[StartupProcess])
				kill(aux_pid[StartupProcess], SIGTERM);
			if (aux_pid[BgWriterProcess])
				kill(aux_pid[BgWriterProcess], SIGTERM);
			pm_state = PM_STOP;
		}
	}
	else if (pm_state == PM_RUN)
		pm_state = PM_STOP; /* smart: wait for the sessions to end */
	advance_state();
}

static void
server_loop(void)
{
	TimestampTz last_touch = GetCurrentTimestamp();
	TimestampTz last_check = last_touch;

	for (;;)
	{
		WaitEvent events[MAXLISTEN + 1];
		TimestampTz now;
		int n;

		watch_sockets();
		n = WaitEventSetWait(listen_set, kill_after ? 500 : 60000, events, MAXLISTEN + 1, 0);

		for (int i = 0; i < n; i++)
		{
			if (events[i].events & WL_LATCH_SET)
				ResetLatch(MyLatch);
		}
		if (pending_shutdown > (int) shutdown_mode)
			request_shutdown(pending_shutdown);
		if (pending_reload)
		{
			pending_reload = false;
			reload_settings();
		}
		if (pending_child)
		{
			pending_child = false;
			reap_children();
		}
		if (pending_pmsignal)
		{
			pending_pmsignal = false;
			if (CheckPostmasterSignal(PMSIGNAL_ADVANCE_STATE_MACHINE))
				advance_state();
		}
		for (int i = 0; i < n; i++)
		{
			if ((events[i].events & WL_SOCKET_READABLE) && accepting())
				serve_connection(events[i].fd);
		}
		start_missing_aux();
		now = GetCurrentTimestamp();
		if (kill_after && now >= kill_after)
		{
			kill_after = 0;
			ereport(LOG, (errmsg("issuing %s to recalcitrant children", "SIGKILL")));
			signal_backends(SIGKILL);
			for (int i = 0; i < NUM_AUXPROCTYPES; i++)
			{
				if (aux_pid[i])
					kill(aux_pid[i], SIGKILL);
			}
		}
		/* Someone removed the lock file: another server may start; leave. */
		if (now - last_check >= USECS_PER_MINUTE)
		{
			if (!RecheckDataDirLockFile())
			{
				ereport(LOG, (errmsg("performing immediate shutdown because data directory lock file is invalid")));
				kill(MyProcPid, SIGQUIT);
			}
			last_check = now;
		}
		if (now - last_touch >= 58 * USECS_PER_MINUTE)
		{
			TouchSocketFiles();
			TouchSocketLockFiles();
			last_touch = now;
		}
	}
}

/* ---- children ---- */

/* What every child does first. */
static void
become_child(void)
{
	IsUnderPostmaster = true;
	InitPostmasterChild();
	if (listen_set)
	{
		FreeWaitEventSetAfterFork(listen_set);
		listen_set = NULL;
	}
	ClosePostmasterPorts();
}

/* Sockets and pipe ends that only the postmaster may hold. */
void
ClosePostmasterPorts(void)
{
	if (postmaster_alive_fds[POSTMASTER_FD_OWN] >= 0)
	{
		close(postmaster_alive_fds[POSTMASTER_FD_OWN]);
		postmaster_alive_fds[POSTMASTER_FD_OWN] = -1;
	}
	close_listen_sockets(0, 0);
}

/* Twice as many as can be sessions: some are starting while others end. */
int
MaxLivePostmasterChildren(void)
{
	return 2 * MaxBackends;
}

/*
 * Fork.  The child begins with signals blocked and unblocks them when it has its
 * own handlers: until then ours would take a signal that is meant for it.
 */
static pid_t
fork_child(void)
{
	pid_t pid;

	fflush(NULL);
	sigprocmask(SIG_SETMASK, &BlockSig, NULL);
	pid = fork();
	if (pid != 0)
	{
		int saved_errno = errno;

		sigprocmask(SIG_SETMASK, &UnBlockSig, NULL);
		errno = saved_errno;
	}
	return pid;
}

static void
start_aux(AuxProcType type)
{
	pid_t pid = fork_child();

	if (pid == 0)
	{
		become_child();
		MemoryContextSwitchTo(TopMemoryContext);
		MemoryContextDelete(PostmasterContext);
		PostmasterContext = NULL;
		AuxiliaryProcessMain(type);
	}
	if (pid < 0)
	{
		ereport(LOG, (errmsg("could not fork process: %m")));
		if (type == StartupProcess)
			proc_exit(1);
		return;
	}
	aux_pid[type] = pid;
}

/*
 * Start the helper processes that should run and do not: they ended by
 * themselves, or the fork failed.
 */
static void
start_missing_aux(void)
{
	if (crashed || (pm_state != PM_STARTUP && pm_state != PM_RUN))
		return;
	if (aux_pid[CheckpointerProcess] == 0)
		start_aux(CheckpointerProcess);
	if (aux_pid[BgWriterProcess] == 0)
		start_aux(BgWriterProcess);
	if (aux_pid[WalWriterProcess] == 0 && pm_state == PM_RUN)
		start_aux(WalWriterProcess);
}

static int
count_backends(bool dead_ends_too)
{
	dlist_iter iter;
	int n = 0;

	dlist_foreach (iter, &backends)
	{
		if (dead_ends_too || !dlist_container(Bkend, node, iter.cur)->dead_end)
			n++;
	}
	return n;
}

static void
signal_backends(int signo)
{
	dlist_iter iter;

	dlist_foreach (iter, &backends)
	{
		Bkend *bp = dlist_container(Bkend, node, iter.cur);

		if (!bp->dead_end || signo == SIGQUIT || signo == SIGKILL)
			kill(bp->pid, signo);
	}
}

/* May a new session start now? */
static int
connection_state(void)
{
	if (pm_state != PM_RUN)
	{
		if (shutdown_mode != NoShutdown)
			return CAC_SHUTDOWN;
		return recovering_from_crash ? CAC_RECOVERY : CAC_STARTUP;
	}
	if (count_backends(true) >= MaxLivePostmasterChildren())
		return CAC_TOOMANY;
	return CAC_OK;
}

/*
 * No child can tell the client, so say it here: a message of protocol 2, which
 * every client understands before it knows the server.  The socket may not make
 * the postmaster wait.
 */
static void
report_fork_failure(Port *port, int errnum)
{
	char buffer[1000];

	snprintf(buffer, sizeof(buffer), "E%s%s\n",
			 "could not fork new process for connection: ", strerror(errnum));
	if (pg_set_noblock(port->sock))
		(void) send(port->sock, buffer, strlen(buffer) + 1, MSG_NOSIGNAL);
}

/* Accept a connection and fork a backend for it. */
static void
serve_connection(int fd)
{
	Port *port = MemoryContextAllocZero(TopMemoryContext, sizeof(Port));
	Bkend *bp = MemoryContextAllocZero(TopMemoryContext, sizeof(Bkend));
	int state = connection_state();
	pid_t pid;

	if (StreamConnection(fd, port) != 0)
	{
		if (port->sock >= 0)
			StreamClose(port->sock);
		/* Without descriptors the client stays in the queue: do not spin. */
		pg_usleep(100000);
		pfree(port);
		pfree(bp);
		return;
	}
	if (!pg_strong_random(&bp->cancel_key, sizeof(bp->cancel_key)))
	{
		ereport(LOG,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random cancel key")));
		StreamClose(port->sock);
		pfree(port);
		pfree(bp);
		return;
	}
	bp->dead_end = state != CAC_OK;
	bp->child_slot = bp->dead_end ? 0 : AssignPostmasterChildSlot();
	MyPMChildSlot = bp->child_slot;
	MyCancelKey = bp->cancel_key;

	pid = fork_child();
	if (pid == 0)
	{
		become_child();
		pfree(bp);
		BackendStartup(port, state);
	}
	if (pid < 0)
	{
		int save_errno = errno;

		ereport(LOG, (errmsg("could not fork new process for connection: %m")));
		report_fork_failure(port, save_errno);
		if (!bp->dead_end)
			(void) ReleasePostmasterChildSlot(bp->child_slot);
		pfree(bp);
		bp = NULL;
	}
	StreamClose(port->sock);
	pfree(port);
	if (bp == NULL)
		return;
	bp->pid = pid;
	dlist_push_head(&backends, &bp->node);
}

/*
 * deliver_cancel_request
 *		In a child: interrupt the backend that has this pid and key.
 *
 * The list of backends is the postmaster's at the moment of the fork.  A
 * wrong key is logged and otherwise ignored.
 */
void
deliver_cancel_request(int pid, int32 key)
{
	dlist_iter iter;

	dlist_foreach (iter, &backends)
	{
		Bkend *bp = dlist_container(Bkend, node, iter.cur);

		if (bp->pid != pid)
			continue;
		if (bp->cancel_key == key)
			kill(pid, SIGINT);
		else
			ereport(LOG, (errmsg("wrong key in cancel request for process %d", pid)));
		return;
	}
	ereport(LOG, (errmsg("PID %d in cancel request did not match any process", pid)));
}

static const char *
describe_exit(int status)
{
	static char text[100];

	if (WIFEXITED(status))
		snprintf(text, sizeof(text), "exited with exit code %d", WEXITSTATUS(status));
	else if (WIFSIGNALED(status))
		snprintf(text, sizeof(text), "was terminated by signal %d: %s",
				 WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(text, sizeof(text), "exited with unrecognized status %d", status);
	return text;
}

/* End all children at once; those that do not heed it are killed later. */
static void
quit_all_children(QuitSignalReason reason)
{
	SetQuitSignalReason(reason);
	signal_backends(SIGQUIT);
	for (int i = 0; i < NUM_AUXPROCTYPES; i++)
	{
		if (aux_pid[i])
			kill(aux_pid[i], SIGQUIT);
	}
	kill_after = GetCurrentTimestamp() + SIGKILL_CHILDREN_AFTER_SECS * USECS_PER_SEC;
	pm_state = PM_STOP;
}

/* A child ended in a way that may have left shared memory wrong. */
static void
child_crashed(pid_t pid, int status, const char *what)
{
	char buffer[1024];
	const char *activity;

	if (ending_abruptly())
		return; /* a consequence of what we did ourselves */
	/* It may have left anything in shared memory; this function knows. */
	activity = pgstat_get_crashed_backend_activity((int) pid, buffer, sizeof(buffer));
	ereport(LOG,
			(errmsg("%s (PID %d) %s", what, (int) pid, describe_exit(status)),
			 activity ? errdetail("Failed process was running: %s", activity) : 0));
	ereport(LOG, (errmsg("terminating any other active server processes")));
	crashed = recovering_from_crash = true;
	quit_all_children(PMQUIT_FOR_CRASH);
}

/*
 * The startup process is gone.  It may have finished although a shutdown or a
 * crash has left PM_STARTUP meanwhile; that goes on then.
 */
static void
startup_done(pid_t pid, int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
	{
		if (pm_state != PM_STARTUP)
			return;
		recovering_from_crash = false;
		if (shutdown_mode != NoShutdown)
		{
			pm_state = PM_STOP;
			return;
		}
		pm_state = PM_RUN;
		start_aux(WalWriterProcess);
		ereport(LOG, (errmsg("database system is ready to accept connections")));
		AddToDataDirLockFile(LOCK_FILE_LINE_PM_STATUS, PM_STATUS_READY);
		return;
	}
	if (shutdown_mode >= FastShutdown || crashed)
		return; /* it was told to stop */
	ereport(LOG, (errmsg("startup process (PID %d) %s", (int) pid, describe_exit(status))));
	ereport(LOG, (errmsg("terminating any other active server processes")));
	startup_failed = true;
	quit_all_children(PMQUIT_FOR_STOP);
}

static bool
clean_exit(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A helper process ended. */
static void
aux_exited(AuxProcType type, pid_t pid, int status)
{
	static const char *const names[NUM_AUXPROCTYPES] = {
		[BgWriterProcess] = "background writer process",
		[CheckpointerProcess] = "checkpointer process",
		[WalWriterProcess] = "WAL writer process",
	};

	aux_pid[type] = 0;
	if (type == StartupProcess)
		startup_done(pid, status);
	else if (type == CheckpointerProcess && clean_exit(status) && pm_state == PM_SHUTDOWN)
		pm_state = PM_NO_CHILDREN;
	else if (!clean_exit(status))
		child_crashed(pid, status, names[type] ? names[type] : "server process");
	/* One that ended by itself is started again: start_missing_aux. */
}

static void
backend_exited(Bkend *bp, int status)
{
	bool harmless = WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 1);

	if (!bp->dead_end && !ReleasePostmasterChildSlot(bp->child_slot))
		harmless = false; /* it left without detaching */
	dlist_delete(&bp->node);
	if (!harmless)
		child_crashed(bp->pid, status, "server process");
	pfree(bp);
}

static void
reap_children(void)
{
	pid_t pid;
	int status;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
	{
		dlist_mutable_iter iter;
		int type;

		for (type = 0; type < NUM_AUXPROCTYPES && aux_pid[type] != pid; type++)
			;
		if (type < NUM_AUXPROCTYPES)
		{
			aux_exited(type, pid, status);
			continue;
		}
		dlist_foreach_modify (iter, &backends)
		{
			Bkend *bp = dlist_container(Bkend, node, iter.cur);

			if (bp->pid == pid)
			{
				backend_exited(bp, status);
				break;
			}
		}
	}
	advance_state();
}

static bool
no_aux_but(AuxProcType spared)
{
	for (int i = 0; i < NUM_AUXPROCTYPES; i++)
	{
		if (aux_pid[i] && i != (int) spared)
			return false;
	}
	return true;
}

/* After a crash: everything shared is made anew, and recovery runs. */
static void
reinitialize(void)
{
	ereport(LOG, (errmsg("all server processes terminated; reinitializing")));
	if (remove_temp_files_after_crash)
		RemovePgTempFiles();
	shmem_exit(1);
	LocalProcessControlFile(true);
	CreateSharedMemoryAndSemaphores();
	SetQuitSignalReason(PMQUIT_NOT_SENT);
	AddToDataDirLockFile(LOCK_FILE_LINE_PM_STATUS, PM_STATUS_STARTING);
	kill_after = 0;
	crashed = false;
	pm_state = PM_STARTUP;
	start_aux(CheckpointerProcess);
	start_aux(BgWriterProcess);
	start_aux(StartupProcess);
}

/* Make the transitions of the state machine that are due. */
static void
advance_state(void)
{
	if (pm_state == PM_STOP)
	{
		if (ending_abruptly())
		{
			if (count_backends(true) == 0 && no_aux_but(NUM_AUXPROCTYPES))
				pm_state = PM_NO_CHILDREN;
		}
		else if (count_backends(false) == 0)
		{
			/* The last session is gone: end the writers, then checkpoint. */
			if (aux_pid[WalWriterProcess])
				kill(aux_pid[WalWriterProcess], SIGTERM);
			if (aux_pid[BgWriterProcess])
				kill(aux_pid[BgWriterProcess], SIGTERM);
			if (no_aux_but(CheckpointerProcess))
			{
				if (aux_pid[CheckpointerProcess] == 0)
					start_aux(CheckpointerProcess);
				kill(aux_pid[CheckpointerProcess], SIGUSR2);
				pm_state = PM_SHUTDOWN;
			}
		}
	}
	if (pm_state != PM_NO_CHILDREN)
		return;
	if (count_backends(true) > 0)
	{
		signal_backends(SIGQUIT); /* dead ends only */
		return;
	}
	if (startup_failed)
	{
		ereport(LOG, (errmsg("shutting down due to startup process failure")));
		proc_exit(1);
	}
	if (shutdown_mode != NoShutdown && crashed)
	{
		/* Also if the shutdown checkpoint failed. */
		ereport(LOG, (errmsg("abnormal database system shutdown")));
		proc_exit(1);
	}
	if (shutdown_mode != NoShutdown)
		proc_exit(0); /* the removal of the lock file is what is logged */
	if (!restart_after_crash)
	{
		ereport(LOG, (errmsg("shutting down because restart_after_crash is off")));
		proc_exit(1);
	}
	reinitialize();
}
