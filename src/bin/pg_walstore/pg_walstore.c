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

ToolOptions options = {.level = WALSTORE_DEFAULT_LEVEL, .jobs = 1, .threads = 1, .check = true, .format = "text"};

static const char *progname;

typedef struct Command
{
	const char *name;
	int (*run)(int argc, char **argv);
	int least,
		most; /* arguments, 0 any number */
	bool shared; /* the files may go to several processes */
	const char *arguments;
	const char *summary; /* continues "pg_walstore NAME" */
	const char *options; /* keys of option_help that it looks at */
} Command;

static const Command commands[] = {
	{"pack", command_pack, 1, 0, true, "-o DIR SEGMENT...",
	 "makes a compact store, DIR/SEGMENT.wst, of each WAL segment", "ojlnP"},
	{"unpack", command_unpack, 1, 0, true, "-o DIR STORE...",
	 "makes the WAL segments that stores hold", "ojpP"},
	{"verify", command_verify, 1, 0, true, "STORE...",
	 "decodes stores and checks them", "jrP"},
	{"cat", command_cat, 1, 0, false, "STORE|DIR...",
	 "writes WAL bytes to standard output, or to segments", "oset"},
	{"list", command_list, 1, 0, false, "STORE...",
	 "shows chunks and restart points", ""},
	{"stats", command_stats, 1, 0, false, "STORE|DIR...",
	 "shows what the WAL consists of and what that takes", "f"},
	{"archive", command_archive, 2, 2, false, "PATH TARGET",
	 "stores one file for archive_command (\"%p\" and a directory)", "aln"},
	{"restore", command_restore, 2, 2, false, "-D ARCHIVE NAME PATH",
	 "gives one file back for restore_command (%f and \"%p\")", "Dj"},
	{"advise", command_advise, 1, 1, false, "WALDIR",
	 "shows what other settings would save and cost", "hP"},
	{"measure", command_measure, 1, 0, false, "SEGMENT...",
	 "measures bytes and CPU of each level", "sefP"},
};

static const struct
{
	char key;
	const char *text;
} option_help[] = {
	{'D', "  -D, --archive=DIR      where the archive is\n"},
	{'a', "  -a, --adaptive         archive at a lower level while many segments wait\n"},
	{'e', "  -e, --end=RECPTR       stop at this WAL location\n"},
	{'f', "  -f, --format=FORMAT    text, csv or (stats) json (default: text)\n"},
	{'h', "      --html=FILE        write a page with plots as well\n"},
	{'j', "  -j, --jobs=N           this many files, or parts of one file, at a time\n"},
	{'l', "  -l, --level=LEVEL      0 fastest to 3 smallest (default: " CppAsString2(WALSTORE_DEFAULT_LEVEL) ")\n"},
	{'n', "      --no-check         do not read back what was stored\n"},
	{'o', "  -o, --output=DIR       where to put the files\n"},
	{'r', "      --original=PATH    compare with the segment, or the one in a directory\n"},
	{'p', "      --partial          take what is valid of a damaged store\n"},
	{'P', "  -P, --progress         show progress information\n"},
	{'s', "  -s, --start=RECPTR     start at this WAL location\n"},
	{'t', "  -t, --timeline=TLI     only this timeline\n"},
};

/* Options and exit codes; keys NULL: all options. */
static void
print_options(const char *keys)
{
	printf("\nOptions:\n");
	for (int i = 0; i < (int) lengthof(option_help); i++)
		if (keys == NULL || strchr(keys, option_help[i].key))
			fputs(option_help[i].text, stdout);
	printf("  -V, --version          print the version, then exit\n"
		   "  -?, --help             print this help, then exit\n"
		   "\nExit codes: 0 fine, 1 error or (restore) no such file, 2 damaged store,\n"
		   "3 the target exists and differs, 200 (restore) recovery must stop.\n");
}

static void
usage(const Command *command)
{
	if (command != NULL)
	{
		printf("%s %s %s.\n\nUsage:\n  %s %s [OPTION]... %s\n", progname, command->name,
			   command->summary, progname, command->name, command->arguments);
		print_options(command->options);
		return;
	}
	printf("%s stores PostgreSQL write-ahead log segments compactly and gives them back.\n\nUsage:\n", progname);
	for (int i = 0; i < (int) lengthof(commands); i++)
		printf("  %s %-8s %-22s %s\n", progname, commands[i].name, commands[i].arguments, commands[i].summary);
	print_options(NULL);
	printf("\n\"%s COMMAND --help\" shows the options of one command.\n", progname);
}

static const Command *
find_command(const char *name)
{
	for (int i = 0; i < (int) lengthof(commands); i++)
		if (strcmp(name, commands[i].name) == 0)
			return &commands[i];
	return NULL;
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
	{"adaptive", no_argument, NULL, 'a'},
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

	while ((c = getopt_long(argc, argv, "aD:e:f:j:l:o:Ps:t:", long_options, NULL)) != -1)
		switch (c)
		{
			case 'a':
				options.adaptive = true;
				break;
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
			for (int k = 1; k < argc && command == NULL; k++)
				command = find_command(argv[k]);
			usage(command);
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
	command = find_command(argv[optind]);
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
	options.threads = Max(options.jobs / Max(command->shared ? argc : 1, 1), 1);
	result = command->shared ? run_in_jobs(argc, argv, command->run) : command->run(argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout))
	{
		pg_log_error("could not write to standard output: %m");
		result = Max(result, EXIT_ERROR);
	}
	return result;
}
