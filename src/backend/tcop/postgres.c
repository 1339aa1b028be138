/*
 * postgres.c
 *		A backend from its start to its end: set-up, main loop, recovery.
 *
 * PostgresMain serves one client: it reads a message, runs it (querypath.c,
 * extquery.c), and says ReadyForQuery when the client may go on.  An error
 * comes back to the sigsetjmp of the loop: it is reported, the transaction is
 * aborted, and the loop goes on; inside the extended protocol messages are
 * skipped up to the next Sync.
 *
 * Single-user mode runs the same loop on standard input, one statement a
 * line, with "\" at the end of a line to go on.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/tcop/postgres.c
 */
#include "postgres.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "access/printtup.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/pg_type.h"
#include "commands/prepare.h"
#include "common/pg_prng.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "libpq/pqsignal.h"
#include "main/register.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/interrupt.h"
#include "postmaster/postmaster.h"
#include "storage/bufmgr.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/procsignal.h"
#include "storage/sinval.h"
#include "tcop/extquery.h"
#include "tcop/fastpath.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/ps_status.h"
#include "utils/snapmgr.h"
#include "utils/timeout.h"
#include "utils/timestamp.h"

/* Longest message of a kind that has no business being long. */
#define SMALL_MESSAGE_LIMIT 10000
#define LARGE_MESSAGE_LIMIT (MaxAllocSize - 1)

CommandDest whereToSendOutput = DestDebug;
int PostAuthDelay;
int client_connection_check_interval;

extern void forget_xact_command(void);

/* State of the loop that outlives one message. */
static struct
{
	bool ready_due; /* ReadyForQuery is to be sent */
	bool in_extended; /* the last message was of the extended kind */
	bool skip_to_sync; /* an error in it: ignore up to Sync */
	bool step_failed;
} loop;

static bool single_user_echo;
static bool single_user_semicolon; /* -j: a statement ends at ";\n\n" */
static char *userDoption;
static const char *output_file;

static struct timeval session_start;

static int read_command(StringInfo buf);
static void dispatch_message(int kind, StringInfo msg);
static void recover_from_error(void);
static void serve_until_end(void) pg_attribute_noreturn();

static MemoryContext row_context;

/* Handlers that a backend has and other children do not. */
static void
set_signal_handlers(void)
{
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGINT, StatementCancelHandler);
	pqsignal(SIGTERM, die);
	pqsignal(SIGQUIT, IsUnderPostmaster ? quickdie : die);
	InitializeTimeouts();
	pqsignal(SIGPIPE, SIG_IGN);
	pqsignal(SIGUSR1, procsignal_sigusr1_handler);
	pqsignal(SIGUSR2, SIG_IGN);
	pqsignal(SIGFPE, FloatExceptionHandler);
	pqsignal(SIGCHLD, SIG_DFL);
}

/* With log_disconnections: how long the session was, and whose. */
static void
log_session_end(int code, Datum arg)
{
	Port *port = MyProcPort;
	long secs;
	int usecs;
	int msecs;

	if (!Log_disconnections || port == NULL)
		return;
	TimestampDifference(MyStartTimestamp, GetCurrentTimestamp(), &secs, &usecs);
	msecs = usecs / 1000;
	ereport(LOG,
			(errmsg("disconnection: session time: %ld:%02ld:%02ld.%03d user=%s database=%s host=%s%s%s",
					secs / 3600, secs / 60 % 60, secs % 60, msecs,
					port->user_name, port->database_name, port->remote_host,
					port->remote_port[0] ? " port=" : "", port->remote_port)));
}

/*
 * PostgresMain
 *		Serve one session, of a client or of standard input; never returns.
 *
 * dbname, username		what the session asked for; NULL username only in
 *						bootstrap-like use
 *
 * Everything shared is attached already, settings are read.
 */
void
PostgresMain(const char *dbname, const char *username)
{
	Assert(dbname != NULL);
	SetProcessingMode(InitProcessing);
	set_signal_handlers();
	if (IsUnderPostmaster)
		InitProcess();
	BaseInit();
	sigprocmask(SIG_SETMASK, &UnBlockSig, NULL);

	InitPostgres(dbname, InvalidOid, username, InvalidOid, true, false, NULL);
	if (PostmasterContext)
	{
		MemoryContextDelete(PostmasterContext);
		PostmasterContext = NULL;
	}
	SetProcessingMode(NormalProcessing);
	BeginReportingGUCOptions();
	if (IsUnderPostmaster && Log_disconnections)
		on_proc_exit(log_session_end, 0);

	if (whereToSendOutput == DestRemote)
	{
		StringInfoData buf;

		pq_beginmessage(&buf, 'K');
		pq_sendint32(&buf, (int32) MyProcPid);
		pq_sendint32(&buf, (int32) MyCancelKey);
		pq_endmessage(&buf);
	}
	else
		printf("\nPostgreSQL stand-alone backend %s\n", PG_VERSION);

	MessageContext = AllocSetContextCreate(TopMemoryContext, "MessageContext",
										   ALLOCSET_DEFAULT_SIZES);
	row_context = AllocSetContextCreate(TopMemoryContext, "message buffer",
										ALLOCSET_DEFAULT_SIZES);
	gettimeofday(&session_start, NULL);
	serve_until_end();
}

/* Tell the client that we wait, and in which state its transaction is. */
static void
announce_ready(void)
{
	int idle_timeout = 0;
	long stats_delay;

	if (IsAbortedTransactionBlockState())
	{
		set_ps_display("idle in transaction (aborted)");
		pgstat_report_activity(STATE_IDLEINTRANSACTION_ABORTED, NULL);
		idle_timeout = IdleInTransactionSessionTimeout;
	}
	else if (IsTransactionOrTransactionBlock())
	{
		set_ps_display("idle in transaction");
		pgstat_report_activity(STATE_IDLEINTRANSACTION, NULL);
		idle_timeout = IdleInTransactionSessionTimeout;
	}
	else
	{
		set_ps_display("idle");
		pgstat_report_activity(STATE_IDLE, NULL);
		stats_delay = pgstat_report_stat(false);
		if (stats_delay > 0 && !get_timeout_active(IDLE_STATS_UPDATE_TIMEOUT))
			enable_timeout_after(IDLE_STATS_UPDATE_TIMEOUT, stats_delay);
		if (IdleSessionTimeout > 0)
			enable_timeout_after(IDLE_SESSION_TIMEOUT, IdleSessionTimeout);
	}
	if (idle_timeout > 0)
		enable_timeout_after(IDLE_IN_TRANSACTION_SESSION_TIMEOUT, idle_timeout);
	ReportChangedGUCOptions();
	ReadyForQuery(whereToSendOutput);
	loop.ready_due = false;
}

/* Between messages: serve a pending reload of the settings. */
static void
reload_if_asked(void)
{
	if (ConfigReloadPending)
	{
		ConfigReloadPending = false;
		ProcessConfigFile(PGC_SIGHUP);
	}
}

static void
serve_until_end(void)
{
	sigjmp_buf recovery_point;
	StringInfoData msg;
	int kind;

	/* Errors come here; nothing local is relied on afterwards. */
	if (sigsetjmp(recovery_point, 1) != 0)
		recover_from_error();
	PG_exception_stack = &recovery_point;
	if (!loop.skip_to_sync)
		loop.ready_due = true;

	for (;;)
	{
		loop.in_extended = false;
		MemoryContextSwitchTo(MessageContext);
		MemoryContextResetAndDeleteChildren(MessageContext);
		initStringInfo(&msg);
		InvalidateCatalogSnapshotConditionally();
		if (loop.ready_due)
			announce_ready();

		DoingCommandRead = true;
		kind = read_command(&msg);
		if (get_timeout_active(IDLE_IN_TRANSACTION_SESSION_TIMEOUT))
			disable_timeout(IDLE_IN_TRANSACTION_SESSION_TIMEOUT, false);
		if (get_timeout_active(IDLE_SESSION_TIMEOUT))
			disable_timeout(IDLE_SESSION_TIMEOUT, false);
		CHECK_FOR_INTERRUPTS();
		DoingCommandRead = false;
		reload_if_asked();

		if (loop.skip_to_sync && kind != EOF)
			continue;
		dispatch_message(kind, &msg);
	}
}

static void
end_session(void)
{
	whereToSendOutput = whereToSendOutput == DestRemote ? DestNone : whereToSendOutput;
	proc_exit(0);
}

/* Run one message; see "Message Formats" in the manual for the kinds. */
static void
dispatch_message(int kind, StringInfo msg)
{
	switch (kind)
	{
		case 'Q':
		{
			const char *query;

			SetCurrentStatementStartTimestamp();
			query = pq_getmsgstring(msg);
			pq_getmsgend(msg);
			exec_simple_query(query);
			loop.ready_due = true;
			break;
		}
		case 'P':
			SetCurrentStatementStartTimestamp();
			extquery_parse(msg);
			break;
		case 'B':
			SetCurrentStatementStartTimestamp();
			extquery_bind(msg);
			break;
		case 'E':
			SetCurrentStatementStartTimestamp();
			extquery_execute(msg);
			break;
		case 'C':
			extquery_close(msg);
			break;
		case 'D':
			SetCurrentStatementStartTimestamp();
			extquery_describe(msg);
			break;
		case 'F':
			SetCurrentStatementStartTimestamp();
			pgstat_report_activity(STATE_FASTPATH, NULL);
			set_ps_display("<FASTPATH>");
			start_xact_command();
			MemoryContextSwitchTo(MessageContext);
			HandleFunctionRequest(msg);
			finish_xact_command();
			loop.ready_due = true;
			break;
		case 'H':
			pq_getmsgend(msg);
			if (whereToSendOutput == DestRemote)
				pq_flush();
			break;
		case 'S':
			pq_getmsgend(msg);
			finish_xact_command();
			loop.ready_due = true;
			break;
		case EOF:
		case 'X':
			end_session();
			break;
		case 'd':
		case 'c':
		case 'f':
			break; /* left over from a COPY that failed */
		default:
			ereport(FATAL,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("invalid frontend message type %d", kind)));
	}
}

/*
 * Clean up after an error: report it, abort the transaction, drop what the
 * statement held.  Runs with interrupts held.
 */
static void
recover_from_error(void)
{
	error_context_stack = NULL;
	HOLD_INTERRUPTS();
	disable_all_timeouts(false);
	QueryCancelPending = false;
	DoingCommandRead = false;
	pq_comm_reset();
	EmitErrorReport();
	debug_query_string = NULL;

	AbortCurrentTransaction();
	PortalErrorCleanup();
	MemoryContextSwitchTo(TopMemoryContext);
	FlushErrorState();
	if (loop.in_extended)
		loop.skip_to_sync = true;
	forget_xact_command();
	if (pq_is_reading_msg())
		ereport(FATAL,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("terminating connection because protocol synchronization was lost")));
	RESUME_INTERRUPTS();
}

/* ---- reading commands ---- */

/*
 * Read one message from the client; its kind is returned, its body is in buf.
 * EOF when the client has gone.  Sets in_extended and skip_to_sync.
 */
static int
read_remote_command(StringInfo buf)
{
	int kind;
	int limit = LARGE_MESSAGE_LIMIT;

	/* a statement timeout must wait until the message is whole */
	HOLD_CANCEL_INTERRUPTS();
	pq_startmsgread();
	kind = pq_getbyte();
	switch (kind)
	{
		case EOF:
			if (IsTransactionState())
				ereport(COMMERROR,
						(errcode(ERRCODE_CONNECTION_FAILURE),
						 errmsg("unexpected EOF on client connection with an open transaction")));
			pgStatSessionEndCause = DISCONNECT_CLIENT_EOF;
			whereToSendOutput = DestNone;
			return EOF;
		case 'Q':
		case 'F':
			loop.in_extended = false;
			break;
		case 'X':
			loop.in_extended = false;
			loop.skip_to_sync = false;
			limit = SMALL_MESSAGE_LIMIT;
			break;
		case 'S':
			loop.in_extended = false;
			loop.skip_to_sync = false;
			limit = SMALL_MESSAGE_LIMIT;
			break;
		case 'B':
		case 'P':
			loop.in_extended = true;
			break;
		case 'C':
		case 'D':
		case 'E':
		case 'H':
			loop.in_extended = true;
			limit = SMALL_MESSAGE_LIMIT;
			break;
		case 'd':
			break;
		case 'c':
		case 'f':
			limit = SMALL_MESSAGE_LIMIT;
			break;
		default:
			ereport(FATAL,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("invalid frontend message type %d", kind)));
	}
	if (pq_getmessage(buf, limit))
		return EOF;
	RESUME_CANCEL_INTERRUPTS();
	return kind;
}

/* One statement of standard input; EOF at its end. */
static int
read_interactive_command(StringInfo buf)
{
	int c;

	printf("backend> ");
	fflush(stdout);
	while ((c = getc(stdin)) != EOF)
	{
		if (c == '\n')
		{
			if (single_user_semicolon)
			{
				/* Ends at a semicolon and two newlines. */
				if (buf->len > 1 && buf->data[buf->len - 1] == '\n' &&
					buf->data[buf->len - 2] == ';')
					break;
			}
			else if (buf->len > 0 && buf->data[buf->len - 1] == '\\')
			{
				buf->data[--buf->len] = '\0';
				continue;
			}
			else
				break;
		}
		appendStringInfoCharMacro(buf, (char) c);
	}
	if (c == EOF && buf->len == 0)
		return EOF;
	appendStringInfoChar(buf, '\0');
	if (single_user_echo)
		printf("statement: %s\n", buf->data);
	fflush(stdout);
	return 'Q';
}

static int
read_command(StringInfo buf)
{
	return whereToSendOutput == DestRemote ? read_remote_command(buf)
										   : read_interactive_command(buf);
}

/* ---- start of a single-user process ---- */

/* -d N: how much goes into the log. */
void
set_debug_options(int debug_flag, GucContext context, GucSource source)
{
	if (debug_flag > 0)
		SetConfigOption("log_min_messages", psprintf("debug%d", Min(debug_flag, 5)), context, source);
	else
		SetConfigOption("log_min_messages", "notice", context, source);
	if (debug_flag >= 1 && context == PGC_POSTMASTER)
	{
		SetConfigOption("log_connections", "true", context, source);
		SetConfigOption("log_disconnections", "true", context, source);
	}
	if (debug_flag >= 2)
		SetConfigOption("log_statement", "all", context, source);
}

/* -f LETTER: forbid a kind of plan node; false if the letter is unknown. */
bool
set_plan_disabling_options(const char *arg, GucContext context, GucSource source)
{
	static const struct
	{
		char letter;
		const char *setting;
	} kinds[] = {
		{'s', "enable_seqscan"}, {'i', "enable_indexscan"}, {'o', "enable_indexonlyscan"}, {'b', "enable_bitmapscan"}, {'t', "enable_tidscan"}, {'n', "enable_nestloop"}, {'m', "enable_mergejoin"}, {'h', "enable_hashjoin"}};

	for (int i = 0; i < lengthof(kinds); i++)
	{
		if (arg[0] == kinds[i].letter)
		{
			SetConfigOption(kinds[i].setting, "false", context, source);
			return true;
		}
	}
	return false;
}

/*
 * process_postgres_switches
 *		Command-line options of a backend: -c name=value and its letters.
 *
 * ctx		PGC_POSTMASTER in single-user mode (argv[1] is --single), else the
 *			context of options sent by a client
 * dbname	out: the one argument that is no option; NULL if not wanted
 */
void
process_postgres_switches(int argc, char *argv[], GucContext ctx, const char **dbname)
{
	bool secure = ctx == PGC_POSTMASTER;
	GucSource source = secure ? PGC_S_ARGV : PGC_S_CLIENT;
	int errs = 0;
	int flag;

	if (secure && argc > 1 && strcmp(argv[1], "--single") == 0)
	{
		argv++;
		argc--;
	}
	optind = 1;
	opterr = 0;
	while ((flag = getopt(argc, argv, "B:bC:c:D:d:EeFf:h:ijk:lN:nOPp:r:S:sTt:v:W:-:")) != -1)
	{
		switch (flag)
		{
			case 'B':
				SetConfigOption("shared_buffers", optarg, ctx, source);
				break;
			case 'D':
				if (secure)
					userDoption = strdup(optarg);
				break;
			case 'd':
				set_debug_options(atoi(optarg), ctx, source);
				break;
			case 'E':
				single_user_echo = secure;
				break;
			case 'e':
				SetConfigOption("datestyle", "euro", ctx, source);
				break;
			case 'F':
				SetConfigOption("fsync", "false", ctx, source);
				break;
			case 'f':
				if (!set_plan_disabling_options(optarg, ctx, source))
					errs++;
				break;
			case 'j':
				single_user_semicolon = secure;
				break;
			case 'O':
				SetConfigOption("allow_system_table_mods", "true", ctx, source);
				break;
			case 'P':
				SetConfigOption("ignore_system_indexes", "true", ctx, source);
				break;
			case 'r':
				if (secure)
					output_file = strdup(optarg);
				break;
			case 'S':
				SetConfigOption("work_mem", optarg, ctx, source);
				break;
			case 's':
				SetConfigOption("log_statement_stats", "true", ctx, source);
				break;
			case 'W':
				SetConfigOption("post_auth_delay", optarg, ctx, source);
				break;
			case 'c':
			case '-':
				SetConfigOptionFromArg(flag, optarg, ctx, source);
				break;
			default:
				errs++;
		}
		if (errs)
			break;
	}
	if (!errs && dbname && *dbname == NULL && argc - optind >= 1)
		*dbname = strdup(argv[optind++]);
	if (errs || argc != optind)
		ereport(secure ? ERROR : FATAL,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("invalid command-line argument%s: %s",
						IsUnderPostmaster ? "s for server process" : "",
						argv[errs ? optind - 1 : optind])));
	optind = 1;
}

/*
 * PostgresSingleUserMain
 *		The whole of "postgres --single": no postmaster, no shared processes.
 */
void
PostgresSingleUserMain(int argc, char *argv[], const char *username)
{
	const char *dbname = NULL;

	InitStandaloneProcess(argv[0]);
	InitializeGUCOptions();
	process_postgres_switches(argc, argv, PGC_POSTMASTER, &dbname);
	if (dbname == NULL)
	{
		dbname = username;
		if (dbname == NULL)
			ereport(FATAL,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("%s: no database nor user name specified", progname)));
	}
	if (!SelectConfigFiles(userDoption, progname))
		proc_exit(1);
	checkDataDir();
	ChangeToDataDir();
	CreateDataDirLockFile(false);
	LocalProcessControlFile(false);
	process_shared_preload_libraries();
	InitializeMaxBackends();
	process_shmem_requests();
	InitializeShmemGUCs();
	CreateSharedMemoryAndSemaphores();
	InitProcess();
	PgStartTime = GetCurrentTimestamp();
	if (output_file && freopen(output_file, "w", stdout) == NULL)
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", output_file)));
	PostgresMain(dbname, username);
}
