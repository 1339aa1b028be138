/*
 * initdb.c
 *		Make a new cluster.
 *
 * The catalogs are written directly as files, from rows known at build time;
 * no server takes part.  Then a server in single-user mode runs
 * system_views.sql in each database for what is made by SQL.  On failure what
 * was made is removed, unless -n says otherwise.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/initdb/initdb.c
 */
#include "postgres_fe.h"

#include <dirent.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/file_perm.h"
#include "common/file_utils.h"
#include "common/scram-common.h"
#include "common/username.h"
#include "common/string.h"
#include "getopt_long.h"
#include "initdb.h"
#include "mb/pg_wchar.h"
#include "port.h"

#define SCRAM_ITERATIONS 4096
#define SCRAM_SALT_LEN 16

InitOptions opts;

static const char *progname;
static bool made_pgdata = false;
static bool found_pgdata = false;
static bool made_waldir = false;
static bool done = false;

/* ---- errors and cleaning up ---- */

static void
remove_what_was_made(void)
{
	if (done || (!made_pgdata && !found_pgdata && !made_waldir))
		return;
	if (opts.keep_on_failure)
	{
		fprintf(stderr, "%s: data directory \"%s\" not removed at user's request\n",
				progname, opts.pgdata);
		return;
	}
	if (made_pgdata || found_pgdata)
	{
		fprintf(stderr, "%s: removing %sdata directory \"%s\"\n", progname,
				made_pgdata ? "" : "contents of ", opts.pgdata);
		rmtree(opts.pgdata, made_pgdata);
	}
	if (made_waldir)
		rmtree(opts.waldir, true);
}

/* Tell what is wrong and end, removing what was made. */
void
fatal(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "%s: error: ", progname);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static volatile sig_atomic_t interrupted = 0;

static void
note_signal(int signo)
{
	interrupted = signo;
}

static void
check_interrupt(void)
{
	if (interrupted)
		fatal("interrupted by signal %d", (int) interrupted);
}

static void
step(const char *what)
{
	check_interrupt();
	printf("%s ... ", what);
	fflush(stdout);
}

static void
ok(void)
{
	printf("ok\n");
	fflush(stdout);
}

/* ---- options ---- */

static void
usage(void)
{
	printf("%s makes a new Narwal database cluster.\n\n", progname);
	printf("Usage:\n  %s [OPTION]... [DATADIR]\n\n", progname);
	printf("Options:\n"
		   "  -A, --auth=METHOD         authentication of local and host connections\n"
		   "      --auth-host=METHOD    authentication of TCP connections\n"
		   "      --auth-local=METHOD   authentication of local-socket connections\n"
		   "  -D, --pgdata=DATADIR      where the cluster goes\n"
		   "  -E, --encoding=ENCODING   encoding of new databases\n"
		   "  -g, --allow-group-access  let the group read the data directory\n"
		   "  -k, --data-checksums      checksums of data pages (the default)\n"
		   "      --no-data-checksums   no checksums\n"
		   "      --locale=LOCALE       locale of new databases\n"
		   "      --lc-collate=, --lc-ctype=, --lc-messages=, --lc-monetary=,\n"
		   "      --lc-numeric=, --lc-time=LOCALE\n"
		   "                            locale of one category\n"
		   "      --no-locale           same as --locale=C\n"
		   "      --pwfile=FILE         password of the superuser, from a file\n"
		   "  -T, --text-search-config=CFG\n"
		   "                            default text search configuration\n"
		   "  -U, --username=NAME       name of the superuser\n"
		   "  -W, --pwprompt            ask for the password of the superuser\n"
		   "  -X, --waldir=WALDIR       where the write-ahead log goes\n"
		   "      --wal-segsize=SIZE    size of WAL segments, in megabytes\n"
		   "  -n, --no-clean            keep what was made if there is an error\n"
		   "  -N, --no-sync             do not wait for changes to reach the disk\n"
		   "  -S, --sync-only           sync the files of a data directory, then exit\n"
		   "  -V, --version             tell the version, then exit\n"
		   "  -?, --help                show this help, then exit\n");
}

static const char *const auth_methods[] = {
	"trust", "reject", "scram-sha-256", "md5", "password", "peer", "ident",
	"gss", "pam", "ldap", "radius", "cert", NULL};

static bool
needs_password(const char *method)
{
	return strcmp(method, "scram-sha-256") == 0 ||
		strcmp(method, "md5") == 0 || strcmp(method, "password") == 0;
}

static const char *
check_method(const char *method, bool local)
{
	if (local && strcmp(method, "ident") == 0)
		method = "peer";
	for (int i = 0; auth_methods[i]; i++)
	{
		if (strcmp(method, auth_methods[i]) == 0 &&
			!(local && strcmp(method, "cert") == 0) &&
			!(!local && strcmp(method, "peer") == 0))
			return method;
	}
	fatal("invalid authentication method \"%s\" for \"%s\" connections",
		  method, local ? "local" : "host");
}

static int
parse_segment_size(const char *arg)
{
	char *end;
	long mb = strtol(arg, &end, 10);

	if (*arg == '\0' || *end != '\0' || mb < 1 || mb > 1024 ||
		(mb & (mb - 1)) != 0)
		fatal("argument of --wal-segsize must be a power of 2 between 1 and 1024");
	return (int) mb * 1024 * 1024;
}

enum
{
	OPT_AUTH_HOST = 1000,
	OPT_AUTH_LOCAL,
	OPT_PWFILE,
	OPT_LOCALE,
	OPT_LC_COLLATE,
	OPT_LC_CTYPE,
	OPT_LC_MESSAGES,
	OPT_LC_MONETARY,
	OPT_LC_NUMERIC,
	OPT_LC_TIME,
	OPT_NO_LOCALE,
	OPT_SEGSIZE,
	OPT_NO_CHECKSUMS
};

static const struct option long_options[] = {
	{"pgdata", required_argument, NULL, 'D'},
	{"encoding", required_argument, NULL, 'E'},
	{"auth", required_argument, NULL, 'A'},
	{"auth-host", required_argument, NULL, OPT_AUTH_HOST},
	{"auth-local", required_argument, NULL, OPT_AUTH_LOCAL},
	{"pwfile", required_argument, NULL, OPT_PWFILE},
	{"pwprompt", no_argument, NULL, 'W'},
	{"username", required_argument, NULL, 'U'},
	{"data-checksums", no_argument, NULL, 'k'},
	{"no-data-checksums", no_argument, NULL, OPT_NO_CHECKSUMS},
	{"locale", required_argument, NULL, OPT_LOCALE},
	{"lc-collate", required_argument, NULL, OPT_LC_COLLATE},
	{"lc-ctype", required_argument, NULL, OPT_LC_CTYPE},
	{"lc-messages", required_argument, NULL, OPT_LC_MESSAGES},
	{"lc-monetary", required_argument, NULL, OPT_LC_MONETARY},
	{"lc-numeric", required_argument, NULL, OPT_LC_NUMERIC},
	{"lc-time", required_argument, NULL, OPT_LC_TIME},
	{"no-locale", no_argument, NULL, OPT_NO_LOCALE},
	{"text-search-config", required_argument, NULL, 'T'},
	{"waldir", required_argument, NULL, 'X'},
	{"wal-segsize", required_argument, NULL, OPT_SEGSIZE},
	{"allow-group-access", no_argument, NULL, 'g'},
	{"no-clean", no_argument, NULL, 'n'},
	{"no-sync", no_argument, NULL, 'N'},
	{"sync-only", no_argument, NULL, 'S'},
	{"version", no_argument, NULL, 'V'},
	{"help", no_argument, NULL, '?'},
	{NULL, 0, NULL, 0}};

/* What parse_options finds beside opts. */
static struct
{
	char *pwfile;
	char *encoding;
	char *locale;
	char *auth;
	bool prompt;
	bool sync_only;
} args;

static void
parse_option(int c)
{
	switch (c)
	{
		case 'A':
			args.auth = pg_strdup(optarg);
			break;
		case OPT_AUTH_HOST:
			opts.auth_host = check_method(optarg, false);
			break;
		case OPT_AUTH_LOCAL:
			opts.auth_local = check_method(optarg, true);
			break;
		case 'D':
			opts.pgdata = pg_strdup(optarg);
			break;
		case 'E':
			args.encoding = pg_strdup(optarg);
			break;
		case 'W':
			args.prompt = true;
			break;
		case OPT_PWFILE:
			args.pwfile = pg_strdup(optarg);
			break;
		case 'U':
			opts.username = pg_strdup(optarg);
			break;
		case 'k':
			opts.checksums = true;
			break;
		case OPT_NO_CHECKSUMS:
			opts.checksums = false;
			break;
		case OPT_LOCALE:
			args.locale = pg_strdup(optarg);
			break;
		case OPT_NO_LOCALE:
			args.locale = "C";
			break;
		case OPT_LC_COLLATE:
			opts.lc_collate = pg_strdup(optarg);
			break;
		case OPT_LC_CTYPE:
			opts.lc_ctype = pg_strdup(optarg);
			break;
		case OPT_LC_MESSAGES:
			opts.lc_messages = pg_strdup(optarg);
			break;
		case OPT_LC_MONETARY:
			opts.lc_monetary = pg_strdup(optarg);
			break;
		case OPT_LC_NUMERIC:
			opts.lc_numeric = pg_strdup(optarg);
			break;
		case OPT_LC_TIME:
			opts.lc_time = pg_strdup(optarg);
			break;
		case 'T':
			opts.text_search_config = pg_strdup(optarg);
			break;
		case 'X':
			opts.waldir = pg_strdup(optarg);
			break;
		case OPT_SEGSIZE:
			opts.wal_segment_size = parse_segment_size(optarg);
			break;
		case 'g':
			opts.allow_group = true;
			break;
		case 'n':
			opts.keep_on_failure = true;
			break;
		case 'N':
			opts.sync = false;
			break;
		case 'S':
			args.sync_only = true;
			break;
		default:
			fprintf(stderr, "Try \"%s --help\" for more information.\n",
					progname);
			exit(1);
	}
}

static void
parse_options(int argc, char **argv)
{
	int c;

	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0))
	{
		usage();
		exit(0);
	}
	if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0))
	{
		printf("initdb (Narwal) " PG_VERSION "\n");
		exit(0);
	}
	opts.checksums = true;
	opts.sync = true;
	opts.wal_segment_size = 16 * 1024 * 1024;
	while ((c = getopt_long(argc, argv, "A:D:E:gkNnST:U:WX:", long_options,
							NULL)) != -1)
		parse_option(c);
	if (optind < argc && opts.pgdata == NULL)
		opts.pgdata = pg_strdup(argv[optind++]);
	if (optind < argc)
	{
		fprintf(stderr, "%s: error: too many command-line arguments (first is \"%s\")\n",
				progname, argv[optind]);
		fprintf(stderr, "Try \"%s --help\" for more information.\n", progname);
		exit(1);
	}
}

/* ---- settling what was left open ---- */

static void
settle_pgdata(void)
{
	if (opts.pgdata == NULL)
	{
		char *env = getenv("PGDATA");

		if (env == NULL || env[0] == '\0')
		{
			fprintf(stderr, "%s: error: no data directory specified\n"
							"Give it with -D or in the environment variable PGDATA.\n",
					progname);
			exit(1);
		}
		opts.pgdata = pg_strdup(env);
	}
	canonicalize_path(opts.pgdata);
	opts.pgdata = make_absolute_path(opts.pgdata);
}

static void
settle_auth(void)
{
	const char *both = args.auth;

	if (opts.auth_local == NULL)
		opts.auth_local = both && strcmp(both, "cert") != 0 ? check_method(both, true) : "trust";
	if (opts.auth_host == NULL)
	{
		if (both && strcmp(both, "peer") == 0)
			both = "ident";
		opts.auth_host = both ? check_method(both, false) : "trust";
	}
	if ((needs_password(opts.auth_local) || needs_password(opts.auth_host)) &&
		args.pwfile == NULL && !args.prompt)
		fatal("must specify a password for the superuser to enable password authentication");
}

static void
settle_user(void)
{
	if (geteuid() == 0)
	{
		fprintf(stderr, "%s: error: cannot be run as root\n"
						"Log in (or use su) as the user who will own the server process.\n",
				progname);
		exit(1);
	}
	if (opts.username == NULL)
		opts.username = pg_strdup(get_user_name_or_exit(progname));
	if (strncmp(opts.username, "pg_", 3) == 0)
		fatal("superuser name \"%s\" is disallowed; role names cannot begin with \"pg_\"",
			  opts.username);
	if (strlen(opts.username) >= NAMEDATALEN)
		fatal("superuser name is too long");
}

/* The password as it is stored. */
static char *
make_secret(const char *password)
{
	char salt[SCRAM_SALT_LEN];
	const char *errstr = NULL;
	char *secret;

	if (!pg_strong_random(salt, sizeof(salt)))
		fatal("could not get random bytes for the password");
	secret = scram_build_secret(salt, sizeof(salt), SCRAM_ITERATIONS, password,
								&errstr);
	if (secret == NULL)
		fatal("could not encode the password: %s", errstr);
	return secret;
}

static void
settle_password(void)
{
	char *password = NULL;

	if (args.prompt && args.pwfile)
		fatal("password prompt and password file cannot be specified together");
	if (args.prompt)
	{
		char *again;

		password = simple_prompt("Enter new superuser password: ", false);
		again = simple_prompt("Enter it again: ", false);
		if (strcmp(password, again) != 0)
			fatal("Passwords didn't match.");
	}
	else if (args.pwfile)
	{
		FILE *f = fopen(args.pwfile, "r");
		char line[1024];

		if (f == NULL)
			fatal("could not open file \"%s\" for reading: %s", args.pwfile,
				  strerror(errno));
		if (fgets(line, sizeof(line), f) == NULL)
			fatal(ferror(f) ? "could not read password from file \"%s\"" : "password file \"%s\" is empty", args.pwfile);
		fclose(f);
		line[strcspn(line, "\r\n")] = '\0';
		password = pg_strdup(line);
	}
	if (password && password[0] == '\0')
		fatal("the password is empty");
	opts.password = password ? make_secret(password) : NULL;
}

/* The name of a category's locale: as asked for, or as the environment has it. */
static char *
settle_category(int category, char *asked)
{
	char *name;

	if (asked == NULL)
		asked = args.locale ? args.locale : "";
	name = setlocale(category, asked);
	if (name == NULL)
	{
		if (asked[0] != '\0')
			fatal("invalid locale name \"%s\"", asked);
		fatal("invalid locale settings; check LANG and LC_* environment variables");
	}
	return pg_strdup(name);
}

static int
encoding_of_locale(void)
{
	const char *codeset = nl_langinfo(CODESET);
	int enc;

	if (strcmp(opts.lc_ctype, "C") == 0 || strcmp(opts.lc_ctype, "POSIX") == 0 ||
		strcmp(codeset, "ANSI_X3.4-1968") == 0)
		return PG_SQL_ASCII;
	enc = pg_char_to_encoding(codeset);
	if (enc < 0)
		fatal("could not find suitable encoding for locale \"%s\"",
			  opts.lc_ctype);
	return enc;
}

static void
settle_locale(void)
{
	int locale_encoding;

	opts.lc_collate = settle_category(LC_COLLATE, opts.lc_collate);
	opts.lc_messages = settle_category(LC_MESSAGES, opts.lc_messages);
	opts.lc_monetary = settle_category(LC_MONETARY, opts.lc_monetary);
	opts.lc_numeric = settle_category(LC_NUMERIC, opts.lc_numeric);
	opts.lc_time = settle_category(LC_TIME, opts.lc_time);
	opts.lc_ctype = settle_category(LC_CTYPE, opts.lc_ctype);
	setlocale(LC_NUMERIC, "C"); /* we write numbers ourselves */

	locale_encoding = encoding_of_locale();
	if (args.encoding == NULL)
		opts.encoding = locale_encoding;
	else
	{
		opts.encoding = pg_char_to_encoding(args.encoding);
		if (opts.encoding < 0 || !PG_VALID_BE_ENCODING(opts.encoding))
			fatal("\"%s\" is not a valid server encoding name", args.encoding);
		if (locale_encoding != PG_SQL_ASCII &&
			opts.encoding != PG_SQL_ASCII && opts.encoding != locale_encoding)
			fatal("encoding mismatch: \"%s\" was selected but the locale \"%s\" needs \"%s\"",
				  pg_encoding_to_char(opts.encoding), opts.lc_ctype,
				  pg_encoding_to_char(locale_encoding));
	}
	if (opts.text_search_config == NULL)
	{
		bool english = strncmp(opts.lc_ctype, "en", 2) == 0 ||
			strcmp(opts.lc_ctype, "C") == 0 ||
			strncmp(opts.lc_ctype, "C.", 2) == 0 ||
			strcmp(opts.lc_ctype, "POSIX") == 0;

		opts.text_search_config = english ? "english" : "simple";
	}
}

static void
settle_programs(const char *argv0)
{
	char path[MAXPGPATH];

	if (find_my_exec(argv0, path) < 0)
		fatal("could not find own program executable");
	opts.sharedir = pg_malloc(MAXPGPATH);
	get_share_path(path, opts.sharedir);
	*last_dir_separator(path) = '\0';
	opts.bindir = pg_strdup(path);
}

/* ---- directories ---- */

/* Make a directory or take an empty one; true if made. */
static bool
claim_directory(const char *path, const char *what)
{
	switch (pg_check_dir(path))
	{
		case 0:
			printf("creating %s %s ... ", what, path);
			fflush(stdout);
			if (pg_mkdir_p(pg_strdup(path), pg_dir_create_mode) != 0)
				fatal("could not create directory \"%s\": %s", path,
					  strerror(errno));
			ok();
			return true;
		case 1:
			printf("using empty %s %s ... ", what, path);
			fflush(stdout);
			if (chmod(path, pg_dir_create_mode) != 0)
				fatal("could not change permissions of directory \"%s\": %s",
					  path, strerror(errno));
			ok();
			return false;
		case -1:
			fatal("could not access directory \"%s\": %s", path,
				  strerror(errno));
		default:
			fprintf(stderr, "%s: error: directory \"%s\" exists but is not empty\n"
							"Remove or empty it, or give %s another place.\n",
					progname, path, progname);
			exit(1);
	}
}

/* ---- what is made by SQL ---- */

static bool
is_error(const char *line)
{
	return strstr(line, "ERROR:") != NULL || strstr(line, "FATAL:") != NULL ||
		strstr(line, "PANIC:") != NULL;
}

/* Start a single-user server that reads a file; returns its output. */
static FILE *
start_single(const char *server, const char *file, const char *database, pid_t *pid)
{
	int out[2];

	fflush(stdout);
	if (pipe(out) != 0)
		fatal("could not create pipe: %s", strerror(errno));
	*pid = fork();
	if (*pid < 0)
		fatal("could not start process: %s", strerror(errno));
	if (*pid == 0)
	{
		int in = open(file, O_RDONLY);

		if (in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out[1], STDOUT_FILENO) < 0 || dup2(out[1], STDERR_FILENO) < 0)
			_exit(126);
		close(out[0]);
		close(out[1]);
		execl(server, server, "--single", "-F", "-O", "-j", "-D", opts.pgdata,
			  "-c", "search_path=pg_catalog", "-c", "exit_on_error=false",
			  "-c", "log_checkpoints=false", database, (char *) NULL);
		fprintf(stderr, "FATAL:  could not execute \"%s\": %s\n", server, strerror(errno));
		_exit(127);
	}
	close(out[1]);
	return fdopen(out[0], "r");
}

/* Run a file of SQL in single-user mode; its first complaint is fatal. */
static void
run_sql_file(const char *server, const char *file, const char *database)
{
	char line[4096];
	char *first = NULL;
	int status;
	pid_t pid;
	FILE *out = start_single(server, file, database, &pid);

	if (out == NULL)
		fatal("out of memory");
	while (fgets(line, sizeof(line), out) != NULL)
	{
		if (first != NULL || !is_error(line))
			continue;
		line[strcspn(line, "\n")] = '\0';
		first = pg_strdup(line);
	}
	fclose(out);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			fatal("could not wait for \"%s\": %s", server, strerror(errno));
	check_interrupt();
	if (first != NULL)
		fatal("\"%s\" failed in database %s: %s", file, database, first);
	if (status != 0)
		fatal("\"%s\": %s", server, wait_result_to_str(status));
}

/* The views that client programs expect. */
static void
make_system_views(void)
{
	static const char *const databases[] = {"template1", "template0", "postgres"};
	char *server = psprintf("%s/postgres", opts.bindir);
	char *file = psprintf("%s/system_views.sql", opts.sharedir);

	step("creating system views");
	if (access(server, X_OK) != 0)
		fatal("program \"%s\" is needed by %s but was not found", server, progname);
	if (access(file, R_OK) != 0)
		fatal("file \"%s\" does not exist: the installation is not complete", file);
	for (size_t i = 0; i < lengthof(databases); i++)
		run_sql_file(server, file, databases[i]);
	ok();
}

/* ---- the whole ---- */

static void
write_cluster(void)
{
	umask(pg_mode_mask);
	if (opts.waldir)
	{
		canonicalize_path(opts.waldir);
		if (opts.waldir[0] != '/')
			fatal("WAL directory location must be an absolute path");
	}
	made_pgdata = claim_directory(opts.pgdata, "directory");
	found_pgdata = !made_pgdata;
	if (opts.waldir)
		made_waldir = claim_directory(opts.waldir, "directory");

	step("creating subdirectories");
	make_directories();
	ok();
	step("creating configuration files");
	write_config_files();
	ok();
	step("writing system catalogs");
	load_catalogs();
	init_values();
	write_relations();
	ok();
	step("writing write-ahead log and control file");
	write_shared_files();
	if (opts.sync)
		sync_everything();
	write_control_file();
	ok();
	make_system_views();
	if (opts.sync)
	{
		step("syncing data to disk");
		sync_everything();
		ok();
	}
}

static void
show_settings(void)
{
	printf("The cluster will belong to user \"%s\".\n",
		   get_user_name_or_exit(progname));
	printf("Locale: collate %s, ctype %s, messages %s, monetary %s, numeric %s, time %s.\n",
		   opts.lc_collate, opts.lc_ctype, opts.lc_messages, opts.lc_monetary,
		   opts.lc_numeric, opts.lc_time);
	printf("Encoding of databases: %s.  Page checksums: %s.\n\n",
		   pg_encoding_to_char(opts.encoding), opts.checksums ? "on" : "off");
}

int
main(int argc, char **argv)
{
	progname = get_progname(argv[0]);
	parse_options(argc, argv);
	atexit(remove_what_was_made);
	pqsignal(SIGINT, note_signal);
	pqsignal(SIGTERM, note_signal);
	pqsignal(SIGHUP, note_signal);
	pqsignal(SIGPIPE, SIG_IGN);

	settle_pgdata();
	if (args.sync_only)
	{
		if (pg_check_dir(opts.pgdata) <= 0)
			fatal("could not access directory \"%s\": %s", opts.pgdata,
				  strerror(errno));
		step("syncing data to disk");
		sync_everything();
		ok();
		return 0;
	}
	settle_auth();
	settle_user();
	settle_password();
	settle_locale();
	settle_programs(argv[0]);
	SetDataDirectoryCreatePerm(opts.allow_group ? PG_DIR_MODE_GROUP : PG_DIR_MODE_OWNER);
	show_settings();
	write_cluster();
	done = true;

	if (strcmp(opts.auth_local, "trust") == 0 ||
		strcmp(opts.auth_host, "trust") == 0)
		fprintf(stderr, "\n%s: warning: \"trust\" authentication lets anybody on this machine in as any user; "
						"change it in pg_hba.conf, or use -A.\n",
				progname);
	printf("\nDone.  Start the server with:\n\n    %s/pg_ctl -D %s -l logfile start\n\n",
		   opts.bindir, opts.pgdata);
	return 0;
}
