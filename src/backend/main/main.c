/*
 * main.c
 *		First function of the server program: which kind of process to be.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/main/main.c
 */
#include "postgres.h"

#include <locale.h>
#include <unistd.h>

#include "common/username.h"
#include "main/register.h"
#include "miscadmin.h"
#include "postmaster/postmaster.h"
#include "tcop/tcopprot.h"
#include "utils/memutils.h"
#include "utils/ps_status.h"

static const char help_text[] =
	"%s is the Narwal database server.\n\n"
	"Usage:\n"
	"  %s [OPTION]...\n"
	"  %s --single [OPTION]... DBNAME\n\n"
	"Options:\n"
	"  -B NBUFFERS        number of shared buffers\n"
	"  -c NAME=VALUE      set a run-time parameter\n"
	"  -C NAME            print the value of a run-time parameter, then exit\n"
	"  -d 1-5             debugging level\n"
	"  -D DATADIR         database directory\n"
	"  -F                 turn fsync off\n"
	"  -h HOSTNAME        host name or IP address to listen on\n"
	"  -i                 listen on all TCP/IP addresses\n"
	"  -k DIRECTORY       folder of the Unix-domain socket\n"
	"  -N MAX-CONNECT     most connections allowed\n"
	"  -p PORT            port number to listen on\n"
	"  -S WORK-MEM        memory for sorts (in kB)\n"
	"  -V, --version      print the version, then exit\n"
	"  --NAME=VALUE       set a run-time parameter\n"
	"  -?, --help         print this help, then exit\n\n"
	"Options of single-user mode:\n"
	"  -E                 echo each statement\n"
	"  -j                 a statement ends at a semicolon and an empty line\n"
	"  -O                 allow changes of system tables\n"
	"  -P                 do not use system indexes\n"
	"  -r FILENAME        send output to a file\n"
	"  DBNAME             database to open (default: the user's name)\n";

/*
 * The server must not run as root, nor with a real user other than the
 * effective one: what it can do, every superuser of a database can do.
 */
static void
refuse_root(void)
{
	if (geteuid() == 0)
	{
		fprintf(stderr,
				"\"root\" execution of the PostgreSQL server is not permitted.\n"
				"Start the server as an unprivileged user, since whoever is a\n"
				"superuser inside it can act as that user.\n");
		exit(1);
	}
	if (getuid() != geteuid())
	{
		fprintf(stderr, "%s: real and effective user IDs must match\n", progname);
		exit(1);
	}
}

/* The locale of messages and characters; numbers and times stay "C". */
static void
start_locale(void)
{
	setlocale(LC_COLLATE, "");
	setlocale(LC_CTYPE, "");
	setlocale(LC_MESSAGES, "");
	setlocale(LC_MONETARY, "C");
	setlocale(LC_NUMERIC, "C");
	setlocale(LC_TIME, "C");
	unsetenv("LC_ALL");
}

int
main(int argc, char *argv[])
{
	bool check_root = true;
	const char *slash = strrchr(argv[0], '/');

	progname = strdup(slash ? slash + 1 : argv[0]);
	argv = save_ps_display_args(argc, argv);
	MyProcPid = getpid();
	MemoryContextInit();
	(void) set_stack_base();
	start_locale();

	if (argc > 1)
	{
		if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0)
		{
			printf(help_text, progname, progname, progname);
			exit(0);
		}
		if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
		{
			fputs(PG_BACKEND_VERSIONSTR "\n", stdout);
			exit(0);
		}
		/* Looking at a setting is harmless, and needs no other user. */
		if (argc > 2 && strcmp(argv[1], "-C") == 0)
			check_root = false;
	}
	if (check_root)
		refuse_root();
	register_subsystems();

	if (argc > 1 && strcmp(argv[1], "--single") == 0)
		PostgresSingleUserMain(argc, argv, strdup(get_user_name_or_exit(progname)));
	PostmasterMain(argc, argv);
}
