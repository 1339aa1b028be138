/*
 * pg_walstore.c
 *		Compact storage of WAL segments, for archives of stock clusters.
 *
 * The command line; what the commands do is in the other files of this folder,
 * the coding in src/common/walstore.  doc/walstore.md is the manual page.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/pg_walstore.c
 */
#include "postgres_fe.h"

#include <getopt.h>
#include <signal.h>
#include <unistd.h>

#include "common/logging.h"
#include "walstore_tool.h"

ToolOptions options = {.level = WALSTORE_DEFAULT_LEVEL, .jobs = 1, .check = true, .format = "text"};

static const char *progname;

typedef struct Command
{
	const char *name;
	int (*run)(int argc, char **argv);
	int least,
		most; /* arguments, 0 any number */
	bool shared; /* the files may go to several processes */
} Command;

static const Command commands[] = {
	{"pack", command_pack, 1, 0, true},
	{"unpack", command_unpack, 1, 0, true},
	{"verify", command_verify, 1, 0, true},
	{"cat", command_cat, 1, 0},
	{"list", command_list, 1, 0},
	{"stats", command_stats, 1, 0},
	{"archive", command_archive, 2, 2},
	{"restore", command_restore, 2, 2},
	{"advise", command_advise, 1, 1},
	{"measure", command_measure, 1, 0},
};

static void
usage(void)
{
	printf("%s stores PostgreSQL write-ahead log segments compactly and gives them back.\n\n"
		   "Usage:\n"
		   "  %s pack SEGMENT... -o DIR       make a store of each segment\n"
		   "  %s unpack STORE... -o DIR       make the segments again\n"
		   "  %s verify STORE...              decode and check; --original compares as well\n"
		   "  %s cat STORE|DIR...             WAL bytes to standard output, or to segments (-o)\n"
		   "  %s list STORE...                chunks and restart points\n"
		   "  %s stats STORE|DIR...           what the WAL consists of and what that takes\n"
		   "  %s archive %%p TARGET            for archive_command\n"
		   "  %s restore -D ARCHIVE %%f %%p     for restore_command\n"
		   "  %s advise WALDIR                what other settings would save and cost\n"
		   "  %s measure SEGMENT...           bytes and CPU of each level\n",
		   progname,
		   progname, progname, progname, progname, progname, progname, progname, progname,
		   progname, progname);
	printf("\nOptions:\n"
		   "  -D, --archive=DIR      restore: where the archive is\n"
		   "  -e, --end=RECPTR       cat: stop at this WAL location\n"
		   "  -f, --format=FORMAT    stats: text, json or csv (default: text)\n"
		   "      --html=FILE        advise: write a page with plots as well\n"
		   "  -j, --jobs=N           pack, unpack, verify: this many files at a time\n"
		   "  -l, --level=LEVEL      pack, archive: 0 fastest to 3 smallest (default: %d)\n"
		   "      --no-check         pack, archive: do not read back what was stored\n"
		   "  -o, --output=DIR       pack, unpack, cat: where to put the files\n"
		   "      --original=PATH    verify: the segment, or the directory that has it\n"
		   "      --partial          unpack: take what is valid of a damaged store\n"
		   "  -P, --progress         show progress information\n"
		   "  -s, --start=RECPTR     cat: start at this WAL location\n"
		   "  -t, --timeline=TLI     cat: only this timeline\n"
		   "  -V, --version          print the version, then exit\n"
		   "  -?, --help             print this help, then exit\n"
		   "\nExit codes: 0 fine, 1 error or (restore) no such file, 2 damaged store,\n"
		   "3 the target exists and differs, 200 (restore) recovery must stop.\n",
		   WALSTORE_DEFAULT_LEVEL);
}

static void
hint_and_exit(void)
{
	pg_log_error_hint("Try \"%s --help\" for more information.", progname);
	exit(EXIT_ERROR);
}

static XLogRecPtr
parse_lsn(const char *text, const char *option)
{
	uint32 high,
		low;
	char junk;

	if (sscanf(text, "%X/%X%c", &high, &low, &junk) != 2)
	{
		pg_log_error("invalid WAL location \"%s\" for option %s", text, option);
		hint_and_exit();
	}
	return (uint64) high << 32 | low;
}

static long
parse_number(const char *text, const char *option, long least, long most)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || n < least || n > most)
	{
		pg_log_error("invalid value \"%s\" for option %s; it must be from %ld to %ld", text, option,
					 least, most);
		hint_and_exit();
	}
	return n;
}

static void
interrupted(int signo)
{
	/* exit() so that the file being made is removed */
	exit(EXIT_ERROR);
}

enum
{
	OPT_NO_CHECK = 1,
	OPT_ORIGINAL,
	OPT_PARTIAL,
	OPT_HTML
};

static const struct option long_options[] = {
	{"archive", required_argument, NULL, 'D'},
	{"end", required_argument, NULL, 'e'},
	{"format", required_argument, NULL, 'f'},
	{"help", no_argument, NULL, '?'},
	{"html", required_argument, NULL, OPT_HTML},
	{"jobs", required_argument, NULL, 'j'},
	{"level", required_argument, NULL, 'l'},
	{"no-check", no_argument, NULL, OPT_NO_CHECK},
	{"original", required_argument, NULL, OPT_ORIGINAL},
	{"output", required_argument, NULL, 'o'},
	{"partial", no_argument, NULL, OPT_PARTIAL},
	{"progress", no_argument, NULL, 'P'},
	{"start", required_argument, NULL, 's'},
	{"timeline", required_argument, NULL, 't'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0}};

static void
read_options(int argc, char **argv)
{
	int c;

	while ((c = getopt_long(argc, argv, "D:e:f:j:l:o:Ps:t:", long_options, NULL)) != -1)
		switch (c)
		{
			case 'D':
				options.archive = optarg;
				break;
			case 'e':
				options.end = parse_lsn(optarg, "-e/--end");
				break;
			case 'f':
				options.format = optarg;
				break;
			case 'j':
				options.jobs = (int) parse_number(optarg, "-j/--jobs", 1, 256);
				break;
			case 'l':
				options.level = (int) parse_number(optarg, "-l/--level", WALSTORE_MIN_LEVEL, WALSTORE_MAX_LEVEL);
				break;
			case 'o':
				options.output = optarg;
				break;
			case 'P':
				options.progress = true;
				break;
			case 's':
				options.start = parse_lsn(optarg, "-s/--start");
				break;
			case 't':
				options.tli = (TimeLineID) parse_number(optarg, "-t/--timeline", 1, PG_UINT32_MAX);
				break;
			case OPT_NO_CHECK:
				options.check = false;
				break;
			case OPT_ORIGINAL:
				options.original = optarg;
				break;
			case OPT_PARTIAL:
				options.partial = true;
				break;
			case OPT_HTML:
				options.html = optarg;
				break;
			default:
				hint_and_exit();
		}
}

int
main(int argc, char **argv)
{
	const Command *command = NULL;
	int result;

	pg_logging_init(argv[0]);
	progname = base_name(argv[0]);
	for (int i = 1; i < argc; i++)
	{
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-?") == 0)
		{
			usage();
			return EXIT_FINE;
		}
		if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0)
		{
			printf("pg_walstore (Narwal) " PG_VERSION ", store format %d\n", WALSTORE_VERSION);
			return EXIT_FINE;
		}
	}
	signal(SIGINT, interrupted);
	signal(SIGTERM, interrupted);
	signal(SIGPIPE, SIG_IGN);
	read_options(argc, argv);
	if (optind == argc)
	{
		pg_log_error("no command specified");
		hint_and_exit();
	}
	for (int i = 0; i < (int) lengthof(commands); i++)
		if (strcmp(argv[optind], commands[i].name) == 0)
			command = &commands[i];
	if (command == NULL)
	{
		pg_log_error("unrecognized command \"%s\"", argv[optind]);
		hint_and_exit();
	}
	argc -= optind + 1;
	argv += optind + 1;
	if (argc < command->least)
	{
		pg_log_error("too few arguments for command \"%s\"", command->name);
		hint_and_exit();
	}
	if (command->most > 0 && argc > command->most)
	{
		pg_log_error("too many command-line arguments (first is \"%s\")", argv[command->most]);
		hint_and_exit();
	}
	result = command->shared ? run_in_jobs(argc, argv, command->run) : command->run(argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout))
	{
		pg_log_error("could not write to standard output: %m");
		result = Max(result, EXIT_ERROR);
	}
	return result;
}
