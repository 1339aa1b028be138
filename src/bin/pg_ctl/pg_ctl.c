/*
 * pg_ctl.c
 *		Starts, stops and asks after a server.
 *
 * The state of a server is read from postmaster.pid in its data directory:
 * the process id in the first line, and, once the postmaster has got there,
 * "starting", "ready" or "stopping" in the eighth.  start waits for "ready",
 * stop for the file to go away.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_ctl/pg_ctl.c
 */
#include "postgres_fe.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/controldata_utils.h"
#include "common/file_perm.h"
#include "common/logging.h"
#include "common/string.h"
#include "utils/pidfile.h"

#define DEFAULT_WAIT 60
#define WAITS_PER_SEC 10

/* Exit codes that scripts rely on. */
#define EXIT_NOT_RUNNING 3
#define EXIT_BAD_DATADIR 4

typedef enum Command
{
	CMD_NONE,
	CMD_START,
	CMD_STOP,
	CMD_RESTART,
	CMD_RELOAD,
	CMD_STATUS,
	CMD_PROMOTE,
	CMD_INIT,
	CMD_KILL
} Command;

static const struct
{
	const char *name;
	Command command;
} commands[] = {
	{"start", CMD_START}, {"stop", CMD_STOP}, {"restart", CMD_RESTART}, {"reload", CMD_RELOAD}, {"status", CMD_STATUS}, {"promote", CMD_PROMOTE}, {"init", CMD_INIT}, {"initdb", CMD_INIT}, {"kill", CMD_KILL}};

static const char *progname;
static const char *argv0;
static char data_dir[MAXPGPATH];

/* Room for a file of the data directory. */
#define PATH_ROOM (MAXPGPATH + 32)
static const char *log_file;
static const char *server_options = "";
static const char *server_path;
static bool do_wait = true;
static bool silent;
static bool core_files;
static int wait_seconds = DEFAULT_WAIT;
static int stop_signal = SIGINT;

static void say(const char *fmt, ...) pg_attribute_printf(1, 2);

/* Progress for people; -s leaves it out. */
static void
say(const char *fmt, ...)
{
	va_list args;

	if (silent)
		return;
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	fflush(stdout);
}

static void fail(const char *fmt, ...) pg_attribute_printf(1, 2) pg_attribute_noreturn();

static void
fail(const char *fmt, ...)
{
	va_list args;

	fprintf(stderr, "%s: ", progname);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static void
usage(void)
{
	printf("%s starts, stops or controls a Narwal server.\n\n"
		   "Usage:\n"
		   "  %s init[db]   [-D DATADIR] [-s] [-o OPTIONS]\n"
		   "  %s start      [-D DATADIR] [-l FILENAME] [-W] [-t SECS] [-s]\n"
		   "                    [-o OPTIONS] [-p PATH] [-c]\n"
		   "  %s stop       [-D DATADIR] [-m MODE] [-W] [-t SECS] [-s]\n"
		   "  %s restart    [-D DATADIR] [-m MODE] [-W] [-t SECS] [-s] [-o OPTIONS] [-c]\n"
		   "  %s reload     [-D DATADIR] [-s]\n"
		   "  %s status     [-D DATADIR]\n"
		   "  %s kill       SIGNALNAME PID\n\n"
		   "Options:\n"
		   "  -D, --pgdata=DATADIR   data directory (else $PGDATA)\n"
		   "  -s, --silent           only print errors\n"
		   "  -t, --timeout=SECS     seconds to wait (default %d, else $PGCTLTIMEOUT)\n"
		   "  -w, --wait             wait until done (the default)\n"
		   "  -W, --no-wait          do not wait\n"
		   "  -l, --log=FILENAME     append the server's log to a file\n"
		   "  -o, --options=OPTIONS  options for postgres, or for initdb\n"
		   "  -p PATH                path of postgres\n"
		   "  -c, --core-files       allow core files\n"
		   "  -m, --mode=MODE        \"smart\", \"fast\" or \"immediate\"\n"
		   "  -V, --version          print the version, then exit\n"
		   "  -?, --help             print this help, then exit\n\n"
		   "Modes of stopping:\n"
		   "  smart       after all clients have left\n"
		   "  fast        at once, in good order (the default)\n"
		   "  immediate   without a checkpoint; the next start recovers\n",
		   progname, progname, progname, progname, progname, progname,
		   progname, progname, DEFAULT_WAIT);
}

/* ---- postmaster.pid ---- */

static void
pid_file_path(char *path)
{
	snprintf(path, PATH_ROOM, "%s/postmaster.pid", data_dir);
}

/*
 * One line of the lock file, 1 being the first; "" if there is no such line
 * yet.  False if there is no file.
 */
static bool
read_pid_file_line(int number, char *line, size_t size)
{
	char path[PATH_ROOM];
	FILE *file;
	char *text = NULL; /* the data directory's line may be long */
	size_t room = 0;

	line[0] = '\0';
	pid_file_path(path);
	file = fopen(path, "r");
	if (!file)
	{
		if (errno != ENOENT)
			fail("could not open PID file \"%s\": %s", path, strerror(errno));
		return false;
	}
	for (int i = 1; getline(&text, &room, file) > 0; i++)
	{
		if (i < number)
			continue;
		text[strcspn(text, "\n")] = '\0';
		snprintf(line, size, "%s", text);
		break;
	}
	free(text);
	fclose(file);
	return true;
}

/*
 * The pid in the lock file, negative for a single-user process, 0 for none.
 * False if there is a file without a pid; line is what it has instead.
 */
static bool
read_pid(long *pid, char *line, size_t size)
{
	char *end;

	*pid = 0;
	if (!read_pid_file_line(LOCK_FILE_LINE_PID, line, size))
		return true;
	*pid = strtol(line, &end, 10);
	return *pid != 0 && *end == '\0';
}

/* The same; whoever made a file without a pid, we do not guess. */
static long
server_pid(void)
{
	char path[PATH_ROOM];
	char line[64];
	long pid;

	if (read_pid(&pid, line, sizeof(line)))
		return pid;
	pid_file_path(path);
	if (line[0] == '\0')
		fail("the PID file \"%s\" is empty", path);
	fail("invalid data in PID file \"%s\"", path);
}

static bool
process_lives(long pid)
{
	return kill((pid_t) pid, 0) == 0 || errno == EPERM;
}

static void
check_data_dir(void)
{
	char path[MAXPGPATH + 16];
	struct stat st;

	if (data_dir[0] == '\0')
	{
		fprintf(stderr, "%s: no database directory specified and environment variable PGDATA unset\n", progname);
		fprintf(stderr, "Try \"%s --help\" for more information.\n", progname);
		exit(1);
	}
	if (stat(data_dir, &st) != 0)
	{
		fprintf(stderr, "%s: directory \"%s\" does not exist\n", progname, data_dir);
		exit(EXIT_BAD_DATADIR);
	}
	snprintf(path, sizeof(path), "%s/PG_VERSION", data_dir);
	if (stat(path, &st) != 0 && errno == ENOENT)
	{
		fprintf(stderr, "%s: directory \"%s\" is not a database cluster directory\n", progname, data_dir);
		exit(EXIT_BAD_DATADIR);
	}
}

static void
sleep_one_turn(void)
{
	usleep(1000000 / WAITS_PER_SEC);
}

/* ---- start ---- */

/* postmaster.opts holds the command line of the last start; restart uses it. */
static char *
remembered_options(void)
{
	char path[MAXPGPATH + 20];
	char line[4096];
	FILE *file;
	char *args;

	snprintf(path, sizeof(path), "%s/postmaster.opts", data_dir);
	file = fopen(path, "r");
	if (!file)
		return NULL;
	if (!fgets(line, sizeof(line), file))
		line[0] = '\0';
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
	args = strstr(line, " \"");
	return args ? pg_strdup(args) : NULL;
}

static const char *
find_server(void)
{
	static char path[MAXPGPATH];

	if (server_path)
		return server_path;
	if (find_my_exec(argv0, path) < 0)
		fail("could not find own program executable");
	get_parent_directory(path);
	strlcat(path, "/postgres", sizeof(path));
	if (access(path, X_OK) != 0)
		fail("program \"postgres\" is needed by %s but was not found in the same directory", progname);
	return path;
}

/*
 * Remembered options stand in double quotes, as they are; for the shell they
 * go into single quotes, so that it changes nothing in them.
 */
static char *
requote_options(const char *options)
{
	char *result = pg_malloc(strlen(options) * 4 + 1);
	char *to = result;

	for (const char *from = options; *from; from++)
	{
		if (*from == '"' && (from == options || from[-1] == ' ' || from[1] == ' ' || from[1] == '\0'))
			*to++ = '\'';
		else if (*from == '\'')
		{
			memcpy(to, "'\\''", 4);
			to += 4;
		}
		else
			*to++ = *from;
	}
	*to = '\0';
	return result;
}

/* Fork the server through a shell, which takes the options apart; the names of
 * files reach it as parameters. */
static pid_t
launch_server(const char *options)
{
	char command[MAXPGPATH * 4];
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		fail("could not start server: %s", strerror(errno));
	if (pid > 0)
		return pid;

	setsid(); /* no signal of our terminal reaches it */
	/* Options that were remembered name the directory already. */
	if (snprintf(command, sizeof(command), "exec \"$0\" %s%s < /dev/null%s 2>&1",
				 strstr(options, "'-D'") ? "" : "-D \"$1\" ", options,
				 log_file ? " >> \"$2\"" : "") >= (int) sizeof(command))
		fail("the server's command line is too long");
	execl("/bin/sh", "/bin/sh", "-c", command, find_server(), data_dir,
		  log_file, (char *) NULL);
	fail("could not start server: %s", strerror(errno));
}

typedef enum
{
	READY,
	STILL_STARTING,
	FAILED
} StartOutcome;

/* Wait for the server that is process pid to be ready. */
static StartOutcome
wait_for_start(pid_t pid, time_t start_time)
{
	for (int i = 0; i < wait_seconds * WAITS_PER_SEC; i++)
	{
		char status[64];
		char started[64];
		long written;
		int exitstatus;

		/* The file is empty for a moment after the server has made it. */
		if (read_pid(&written, status, sizeof(status)) && labs(written) == (long) pid &&
			read_pid_file_line(LOCK_FILE_LINE_START_TIME, started, sizeof(started)) &&
			atol(started) >= (long) start_time - 2 &&
			read_pid_file_line(LOCK_FILE_LINE_PM_STATUS, status, sizeof(status)) &&
			(strcmp(status, PM_STATUS_READY) == 0 || strcmp(status, PM_STATUS_STANDBY) == 0))
			return READY;
		if (waitpid(pid, &exitstatus, WNOHANG) == pid)
			return FAILED;
		if (i % WAITS_PER_SEC == 0)
			say(".");
		sleep_one_turn();
	}
	return STILL_STARTING;
}

static void
start_server(const char *options)
{
	long old_pid = server_pid();
	time_t now = time(NULL);
	pid_t pid;

	if (old_pid != 0 && !silent)
		fprintf(stderr, "%s: another server might be running; trying to start server anyway\n", progname);
	pid = launch_server(options);
	if (!do_wait)
	{
		say("server starting\n");
		return;
	}
	say("waiting for server to start...");
	switch (wait_for_start(pid, now))
	{
		case READY:
			say(" done\n");
			say("server started\n");
			break;
		case STILL_STARTING:
			say(" stopped waiting\n");
			fail("server did not start in time");
			break;
		case FAILED:
			say(" stopped waiting\n");
			fprintf(stderr, "%s: could not start server\nExamine the log output.\n", progname);
			exit(1);
	}
}

/* ---- stop, restart, reload, status ---- */

static void
signal_server(long pid, int signo, const char *what)
{
	if (kill((pid_t) pid, signo) != 0)
		fail("could not send %s signal (PID: %ld): %s", what, pid, strerror(errno));
}

static bool
wait_for_stop(void)
{
	for (int i = 0; i < wait_seconds * WAITS_PER_SEC; i++)
	{
		long pid = server_pid();

		/* One that was killed leaves its file behind. */
		if (pid == 0 || !process_lives(labs(pid)))
			return true;
		if (i % WAITS_PER_SEC == 0)
			say(".");
		sleep_one_turn();
	}
	return false;
}

/* The pid of a postmaster that may be told something; else exit. */
static long
running_postmaster(const char *verb)
{
	long pid = server_pid();
	char path[PATH_ROOM];

	if (pid == 0)
	{
		pid_file_path(path);
		fprintf(stderr, "%s: PID file \"%s\" does not exist\nIs server running?\n", progname, path);
		exit(1);
	}
	if (pid < 0)
	{
		fprintf(stderr, "%s: cannot %s server; single-user server is running (PID: %ld)\n", progname, verb, -pid);
		exit(1);
	}
	return pid;
}

static void
stop_server(bool for_restart)
{
	long pid = running_postmaster("stop");

	signal_server(pid, stop_signal, "stop");
	if (!do_wait && !for_restart)
	{
		say("server shutting down\n");
		return;
	}
	say("waiting for server to shut down...");
	if (!wait_for_stop())
	{
		say(" failed\n");
		fprintf(stderr, "%s: server does not shut down\n", progname);
		if (stop_signal == SIGTERM)
			fprintf(stderr, "HINT: The \"-m fast\" option ends sessions instead of waiting for them.\n");
		exit(1);
	}
	say(" done\n");
	say("server stopped\n");
}

static void
restart_server(void)
{
	long pid = server_pid();
	const char *options = server_options;

	if (server_options[0] == '\0')
	{
		char *old = remembered_options();

		if (old)
			options = requote_options(old);
	}
	if (pid > 0 && process_lives(pid))
		stop_server(true);
	else if (pid < 0)
		running_postmaster("restart");
	else
	{
		char path[PATH_ROOM];

		pid_file_path(path);
		fprintf(stderr, "%s: PID file \"%s\" does not exist\nIs server running?\ntrying to start server anyway\n", progname, path);
	}
	start_server(options);
}

static void
reload_server(void)
{
	signal_server(running_postmaster("reload"), SIGHUP, "reload");
	say("server signaled\n");
}

static int
show_status(void)
{
	long pid = server_pid();
	char *options;

	if (pid < 0 && process_lives(-pid))
	{
		printf("%s: single-user server is running (PID: %ld)\n", progname, -pid);
		return 0;
	}
	if (pid > 0 && process_lives(pid))
	{
		printf("%s: server is running (PID: %ld)\n", progname, pid);
		options = remembered_options();
		if (options)
			printf("%s%s\n", find_server(), options);
		return 0;
	}
	printf("%s: no server running\n", progname);
	return EXIT_NOT_RUNNING;
}

static void
init_cluster(void)
{
	char path[MAXPGPATH];
	char *command;
	char *program;
	pid_t pid;
	int status;

	strlcpy(path, find_server(), sizeof(path));
	get_parent_directory(path);
	program = psprintf("%s/initdb", path);
	command = psprintf("exec \"$0\" %s%s%s", data_dir[0] ? "-D \"$1\" " : "",
					   server_options, silent ? " > /dev/null" : "");
	fflush(NULL);
	pid = fork();
	if (pid == 0)
	{
		execl("/bin/sh", "/bin/sh", "-c", command, program, data_dir, (char *) NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
		fail("database system initialization failed");
}

static void
kill_process(const char *name, const char *pid_text)
{
	static const struct
	{
		const char *name;
		int signo;
	} signals[] = {
		{"HUP", SIGHUP}, {"INT", SIGINT}, {"QUIT", SIGQUIT}, {"ABRT", SIGABRT}, {"KILL", SIGKILL}, {"TERM", SIGTERM}, {"USR1", SIGUSR1}, {"USR2", SIGUSR2}};

	for (int i = 0; i < lengthof(signals); i++)
	{
		if (strcmp(name, signals[i].name) == 0)
		{
			if (kill((pid_t) atol(pid_text), signals[i].signo) != 0)
				fail("could not send signal %d (PID: %s): %s", signals[i].signo, pid_text, strerror(errno));
			return;
		}
	}
	fail("unrecognized signal name \"%s\"", name);
}

/* ---- command line ---- */

static void
set_mode(const char *mode)
{
	static const struct
	{
		const char *name;
		int signo;
	} modes[] = {
		{"smart", SIGTERM}, {"fast", SIGINT}, {"immediate", SIGQUIT}};

	for (int i = 0; i < lengthof(modes); i++)
	{
		if (strcmp(mode, modes[i].name) == 0 || (mode[0] == modes[i].name[0] && mode[1] == '\0'))
		{
			stop_signal = modes[i].signo;
			return;
		}
	}
	fprintf(stderr, "%s: unrecognized shutdown mode \"%s\"\n", progname, mode);
	exit(1);
}

static Command
parse_command_line(int argc, char **argv, char **kill_args)
{
	static const struct option long_options[] = {
		{"help", no_argument, NULL, '?'}, {"version", no_argument, NULL, 'V'}, {"log", required_argument, NULL, 'l'}, {"mode", required_argument, NULL, 'm'}, {"pgdata", required_argument, NULL, 'D'}, {"options", required_argument, NULL, 'o'}, {"silent", no_argument, NULL, 's'}, {"timeout", required_argument, NULL, 't'}, {"core-files", no_argument, NULL, 'c'}, {"wait", no_argument, NULL, 'w'}, {"no-wait", no_argument, NULL, 'W'}, {NULL, 0, NULL, 0}};
	Command command = CMD_NONE;
	int opt;

	while ((opt = getopt_long(argc, argv, "cD:l:m:N:o:p:P:sS:t:U:wW", long_options, NULL)) != -1)
	{
		switch (opt)
		{
			case 'D':
				strlcpy(data_dir, optarg, sizeof(data_dir));
				canonicalize_path(data_dir);
				break;
			case 'l':
				log_file = pg_strdup(optarg);
				break;
			case 'm':
				set_mode(optarg);
				break;
			case 'o':
				server_options = server_options[0] ? psprintf("%s %s", server_options, optarg) : pg_strdup(optarg);
				break;
			case 'p':
				server_path = pg_strdup(optarg);
				break;
			case 's':
				silent = true;
				break;
			case 't':
				wait_seconds = atoi(optarg);
				break;
			case 'w':
				do_wait = true;
				break;
			case 'W':
				do_wait = false;
				break;
			case 'c':
				core_files = true;
				break;
			default:
				fprintf(stderr, "Try \"%s --help\" for more information.\n", progname);
				exit(1);
		}
	}
	for (int i = 0; optind < argc && i < lengthof(commands); i++)
	{
		if (strcmp(argv[optind], commands[i].name) == 0)
			command = commands[i].command;
	}
	if (command == CMD_NONE)
	{
		if (optind < argc)
			fprintf(stderr, "%s: unrecognized operation mode \"%s\"\n", progname, argv[optind]);
		else
			fprintf(stderr, "%s: no operation specified\n", progname);
		fprintf(stderr, "Try \"%s --help\" for more information.\n", progname);
		exit(1);
	}
	optind++;
	if (command == CMD_KILL)
	{
		if (argc - optind != 2)
			fail("missing arguments for kill mode");
		kill_args[0] = argv[optind++];
		kill_args[1] = argv[optind++];
	}
	if (optind < argc)
	{
		fprintf(stderr, "%s: too many command-line arguments (first is \"%s\")\n", progname, argv[optind]);
		exit(1);
	}
	return command;
}

int
main(int argc, char **argv)
{
	char *kill_args[2];
	Command command;
	const char *env;

	argv0 = argv[0];
	pg_logging_init(argv[0]);
	progname = get_progname(argv[0]);
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0))
	{
		usage();
		return 0;
	}
	if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0))
	{
		puts("pg_ctl (PostgreSQL) " PG_VERSION " (Narwal)");
		return 0;
	}
	if (geteuid() == 0)
	{
		fprintf(stderr, "%s: cannot be run as root\n"
						"Run it as the (unprivileged) user who owns the server process.\n",
				progname);
		return 1;
	}
	env = getenv("PGCTLTIMEOUT");
	if (env)
		wait_seconds = atoi(env);
	env = getenv("PGDATA");
	if (env)
		strlcpy(data_dir, env, sizeof(data_dir));
	command = parse_command_line(argc, argv, kill_args);

	if (command == CMD_KILL)
	{
		kill_process(kill_args[0], kill_args[1]);
		return 0;
	}
	if (command == CMD_INIT)
	{
		init_cluster();
		return 0;
	}
	check_data_dir();
	if (core_files)
	{
		struct rlimit lim;

		getrlimit(RLIMIT_CORE, &lim);
		lim.rlim_cur = lim.rlim_max;
		setrlimit(RLIMIT_CORE, &lim);
	}
	switch (command)
	{
		case CMD_START:
			start_server(server_options);
			break;
		case CMD_STOP:
			stop_server(false);
			break;
		case CMD_RESTART:
			restart_server();
			break;
		case CMD_RELOAD:
			reload_server();
			break;
		case CMD_STATUS:
			return show_status();
		case CMD_PROMOTE:
			fail("promotion is not supported yet: there are no standby servers");
		default:
			break;
	}
	return 0;
}
