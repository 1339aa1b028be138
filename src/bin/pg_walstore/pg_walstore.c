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
	 "writes WAL bytes to standard output, or to segments", "osetP"},
	{"list", command_list, 1, 0, false, "STORE...",
	 "shows chunks and restart points", "P"},
	{"stats", command_stats, 1, 0, false, "STORE|DIR...",
	 "shows what the WAL consists of and what that takes", "fP"},
	{"archive", command_archive, 2, 2, false, "PATH TARGET",
	 "stores one file for archive_command (\"%p\" and a directory)", "alnP"},
	{"restore", command_restore, 2, 2, false, "-D ARCHIVE NAME PATH",
	 "gives one file back for restore_command (%f and \"%p\")", "DjP"},
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

/* Those without a short form have their key of option_help, too. */
static const struct option long_options[] = {
	{"adaptive", no_argument, NULL, 'a'},
	{"archive", required_argument, NULL, 'D'},
	{"end", required_argument, NULL, 'e'},
	{"format", required_argument, NULL, 'f'},
	{"help", no_argument, NULL, '?'},
	{"html", required_argument, NULL, 'h'},
	{"jobs", required_argument, NULL, 'j'},
	{"level", required_argument, NULL, 'l'},
	{"no-check", no_argument, NULL, 'n'},
	{"original", required_argument, NULL, 'r'},
	{"output", required_argument, NULL, 'o'},
	{"partial", no_argument, NULL, 'p'},
	{"progress", no_argument, NULL, 'P'},
	{"start", required_argument, NULL, 's'},
	{"timeline", required_argument, NULL, 't'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0}};

/* Read the options; keys of those that were given go to given, which has room for all. */
static void
read_options(int argc, char **argv, char *given)
{
	int c;

	while ((c = getopt_long(argc, argv, "aD:e:f:j:l:o:Ps:t:", long_options, NULL)) != -1)
	{
		if (strchr(given, c) == NULL)
			*strchr(given, '\0') = (char) c;
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
				options.jobs = (int) parse_number(optarg, "-j/--jobs", 1, MAX_JOBS);
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
			case 'n':
				options.check = false;
				break;
			case 'r':
				options.original = optarg;
				break;
			case 'p':
				options.partial = true;
				break;
			case 'h':
				options.html = optarg;
				break;
			default:
				hint_and_exit();
		}
	}
}

/* An option that a command does not look at is an error, like one that there is not. */
static void
check_options(const Command *command, const char *given)
{
	for (; *given != '\0'; given++)
		for (int i = 0; long_options[i].name != NULL; i++)
			if (long_options[i].val == *given && strchr(command->options, *given) == NULL)
			{
				pg_log_error("command \"%s\" has no option --%s", command->name, long_options[i].name);
				hint_and_exit();
			}
	if (options.end != InvalidXLogRecPtr && options.end <= options.start)
	{
		pg_log_error("end WAL location %X/%X is not behind start WAL location %X/%X",
					 LSN_FORMAT_ARGS(options.end), LSN_FORMAT_ARGS(options.start));
		hint_and_exit();
	}
}

int
main(int argc, char **argv)
{
	const Command *command = NULL;
	char given[lengthof(long_options) + 1] = "";
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
	handle_signals();
	read_options(argc, argv, given);
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
	check_options(command, given);
	options.threads = Max(options.jobs / Max(command->shared ? argc : 1, 1), 1);
	if (command->shared)
		expect_files(argc);
	result = command->shared ? run_in_jobs(argc, argv, command->run) : command->run(argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout))
	{
		pg_log_error("could not write to standard output: %m");
		result = Max(result, EXIT_ERROR);
	}
	return result;
}
