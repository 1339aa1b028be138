/*
 * elog_output.c
 *		Where reports go: the server log and the client.
 *
 * A report for the log is laid out as lines, each with log_line_prefix in front,
 * and written to stderr in one write() or handed to syslog.  For the client it
 * becomes one ErrorResponse or NoticeResponse of protocol 3.  csvlog and jsonlog
 * need the log collector, which this server does not have yet.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/error/elog_output.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <sys/time.h>
#include <syslog.h>
#include <time.h>

#include "elog_internals.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgtime.h"
#include "utils/backend_status.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/ps_status.h"
#include "utils/upcalls.h"

#define DEST_REMOTE 2 /* tcop/dest.h: CommandDest */
#define FORMATTED_TS_LEN 128
#define PG_SYSLOG_LIMIT 900 /* bytes of one syslog line */

/* settings */
int Log_error_verbosity = PGERROR_DEFAULT;
char *Log_line_prefix = NULL;
int Log_destination = LOG_DESTINATION_STDERR;
char *Log_destination_string = NULL;
bool syslog_sequence_numbers = true;
bool syslog_split_messages = true;
bool redirection_done = false;
bool am_syslogger = false;

emit_log_hook_type emit_log_hook = NULL;
void (*elog_vxid_hook)(int *backendId, uint32 *lxid) = NULL;

static const ElogClientOutput *client_output = NULL;
static struct
{
	const char *user;
	const char *database;
	const char *remote_host;
	const char *remote_port;
} session;

static char formatted_start_time[FORMATTED_TS_LEN];
static char formatted_log_time[FORMATTED_TS_LEN];
static struct timeval log_tv; /* time of the report being written */
static bool log_tv_set = false;
static long log_line_number = 0;
static int log_my_pid = 0;

static char *syslog_ident = NULL;
static int syslog_facility_used = LOG_LOCAL0;
static bool syslog_open = false;

void
elog_set_client_output(const ElogClientOutput *output)
{
	client_output = output;
}

void
elog_set_session(const char *user, const char *database,
				 const char *remote_host, const char *remote_port)
{
	session.user = user;
	session.database = database;
	session.remote_host = remote_host;
	session.remote_port = remote_port;
}

/* In the server log LOG is worse than ERROR and less than FATAL. */
static bool
at_least(int elevel, int min_level)
{
	if (elevel == LOG || elevel == LOG_SERVER_ONLY)
		return min_level == LOG || min_level <= ERROR;
	if (elevel == WARNING_CLIENT_ONLY)
		return false;
	if (min_level == LOG)
		return elevel >= FATAL;
	return elevel >= min_level;
}

bool
elog_wanted_by_server(int elevel)
{
	return at_least(elevel, log_min_messages);
}

bool
elog_wanted_by_client(int elevel)
{
	if (client_output == NULL || elevel == LOG_SERVER_ONLY ||
		&whereToSendOutput == NULL || whereToSendOutput != DEST_REMOTE)
		return false;
	/* before authentication a client need not be ready for notices */
	if (&ClientAuthInProgress != NULL && ClientAuthInProgress)
		return elevel >= ERROR;
	return elevel >= client_min_messages || elevel == INFO;
}

/* Is funcname one of backtrace_functions (names separated by zero bytes)? */
bool
elog_backtrace_wanted(const char *funcname)
{
	const char *p = backtrace_symbol_list;

	while (p && *p)
	{
		if (strcmp(p, funcname) == 0)
			return true;
		p += strlen(p) + 1;
	}
	return false;
}

const char *
error_severity(int elevel)
{
	switch (elevel)
	{
		case DEBUG1:
		case DEBUG2:
		case DEBUG3:
		case DEBUG4:
		case DEBUG5:
			return "DEBUG";
		case LOG:
		case LOG_SERVER_ONLY:
			return "LOG";
		case INFO:
			return "INFO";
		case NOTICE:
			return "NOTICE";
		case WARNING:
		case WARNING_CLIENT_ONLY:
			return "WARNING";
		case ERROR:
			return "ERROR";
		case FATAL:
			return "FATAL";
		case PANIC:
			return "PANIC";
		default:
			return "???";
	}
}

/* Five characters, in a static buffer. */
char *
unpack_sql_state(int sql_state)
{
	static char buf[6];

	for (int i = 0; i < 5; i++)
		buf[i] = PGUNSIXBIT(sql_state >> (6 * i));
	return buf;
}

/* ---- times in the log ---- */

static void
format_time(pg_time_t t, const char *format, char *buf)
{
	if (log_timezone != NULL)
		pg_strftime(buf, FORMATTED_TS_LEN, format, pg_localtime(&t, log_timezone));
	else
	{
		time_t ct = t;
		struct tm tm;

		gmtime_r(&ct, &tm);
		strftime(buf, FORMATTED_TS_LEN, "%Y-%m-%d %H:%M:%S GMT", &tm);
	}
}

static struct timeval *
report_time(void)
{
	if (!log_tv_set)
	{
		gettimeofday(&log_tv, NULL);
		log_tv_set = true;
	}
	return &log_tv;
}

/* Time of the report being written, with milliseconds. */
char *
get_formatted_log_time(void)
{
	struct timeval *tv = report_time();
	char rest[FORMATTED_TS_LEN];

	format_time((pg_time_t) tv->tv_sec, "%Y-%m-%d %H:%M:%S %Z", rest);
	/* the seconds end at a fixed place: yyyy-mm-dd hh:mm:ss */
	snprintf(formatted_log_time, sizeof(formatted_log_time), "%.19s.%03d%.64s",
			 rest, (int) (tv->tv_usec / 1000), rest + 19);
	return formatted_log_time;
}

void
reset_formatted_start_time(void)
{
	formatted_start_time[0] = '\0';
}

char *
get_formatted_start_time(void)
{
	if (formatted_start_time[0] == '\0')
		format_time(MyStartTime, "%Y-%m-%d %H:%M:%S %Z", formatted_start_time);
	return formatted_start_time;
}

/* ---- log_line_prefix ---- */

static void
append_padded(StringInfo buf, int padding, const char *s)
{
	appendStringInfo(buf, "%*s", padding, s);
}

static const char *
known_or(const char *s, const char *otherwise)
{
	return s != NULL && s[0] != '\0' ? s : otherwise;
}

static const char *
printf_static(const char *fmt, ...) pg_attribute_printf(1, 2);

static const char *
printf_static(const char *fmt, ...)
{
	static char buf[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	return buf;
}

static const char *
virtual_xid(void)
{
	int backend = InvalidBackendId;
	uint32 lxid = 0;

	if (elog_vxid_hook)
		elog_vxid_hook(&backend, &lxid);
	if (backend == InvalidBackendId)
		return "";
	return printf_static("%d/%u", backend, lxid);
}

static const char *
remote_host(bool with_port)
{
	if (session.remote_host == NULL)
		return MyProcPort ? "" : "";
	if (with_port && session.remote_port && session.remote_port[0])
		return printf_static("%s(%s)", session.remote_host, session.remote_port);
	return session.remote_host;
}

/* Text of one escape; NULL if it is not known. */
static const char *
prefix_item(char escape, ErrorData *edata)
{
	bool connected = MyProcPort != NULL;

	switch (escape)
	{
		case 'a':
			return connected ? known_or(application_name, "[unknown]") : "";
		case 'b':
			return MyProcPid == PostmasterPid ? "postmaster" : GetBackendTypeDesc(MyBackendType);
		case 'u':
			return connected ? known_or(session.user, "[unknown]") : "";
		case 'd':
			return connected ? known_or(session.database, "[unknown]") : "";
		case 'c':
			return printf_static("%lx.%x", (long) MyStartTime, MyProcPid);
		case 'p':
			return printf_static("%d", MyProcPid);
		case 'P':
			return ""; /* no parallel workers yet */
		case 'l':
			return printf_static("%ld", log_line_number);
		case 'm':
			return get_formatted_log_time();
		case 't':
		{
			static char now[FORMATTED_TS_LEN];

			format_time((pg_time_t) report_time()->tv_sec,
						"%Y-%m-%d %H:%M:%S %Z", now);
			return now;
		}
		case 'n':
			return printf_static("%ld.%03d", (long) report_time()->tv_sec,
								 (int) (report_time()->tv_usec / 1000));
		case 's':
			return get_formatted_start_time();
		case 'i':
		{
			static char title[64];
			int len;
			const char *ps;

			if (!connected)
				return "";
			ps = get_ps_display(&len);
			strlcpy(title, ps, Min((size_t) len + 1, sizeof(title)));
			return title;
		}
		case 'r':
			return remote_host(true);
		case 'h':
			return remote_host(false);
		case 'v':
			return virtual_xid();
		case 'x':
			return printf_static("%u", GetTopTransactionIdIfAny != NULL ? GetTopTransactionIdIfAny() : 0);
		case 'e':
			return unpack_sql_state(edata->sqlerrcode);
		case 'Q':
			return printf_static(INT64_FORMAT, (int64) pgstat_get_my_query_id());
		default:
			return NULL;
	}
}

/*
 * Append log_line_prefix.  %q stops here in a process without a session; a
 * number after the % is a width, negative to pad on the right.
 */
static void
append_prefix(StringInfo buf, ErrorData *edata)
{
	if (log_my_pid != MyProcPid)
	{
		log_line_number = 0;
		log_my_pid = MyProcPid;
		reset_formatted_start_time();
	}
	log_line_number++;
	for (const char *p = Log_line_prefix; p && *p; p++)
	{
		const char *item;
		int padding = 0;

		if (*p != '%')
		{
			appendStringInfoChar(buf, *p);
			continue;
		}
		p++;
		if (*p == '-' || (*p >= '0' && *p <= '9'))
		{
			char *end;

			padding = (int) strtol(p, &end, 10);
			if (end == p || padding > 1000 || padding < -1000)
				break;
			p = end;
		}
		if (*p == '\0')
			break;
		if (*p == '%')
			appendStringInfoChar(buf, '%');
		else if (*p == 'q')
		{
			if (MyProcPort == NULL)
				return;
		}
		else if ((item = prefix_item(*p, edata)) != NULL)
			append_padded(buf, padding, item);
	}
}

/* ---- the server log ---- */

/* A text of several lines, indented by a tab from the second on. */
static void
append_with_tabs(StringInfo buf, const char *str)
{
	for (; *str; str++)
	{
		appendStringInfoCharMacro(buf, *str);
		if (*str == '\n')
			appendStringInfoCharMacro(buf, '\t');
	}
}

static void
append_labelled(StringInfo buf, ErrorData *edata, const char *label,
				const char *text)
{
	if (text == NULL)
		return;
	append_prefix(buf, edata);
	appendStringInfo(buf, "%s:  ", label);
	append_with_tabs(buf, text);
	appendStringInfoChar(buf, '\n');
}

static void
append_location(StringInfo buf, ErrorData *edata)
{
	if (edata->filename == NULL)
		return;
	append_prefix(buf, edata);
	if (edata->funcname)
		appendStringInfo(buf, "LOCATION:  %s, %s:%d\n", edata->funcname,
						 edata->filename, edata->lineno);
	else
		appendStringInfo(buf, "LOCATION:  %s:%d\n", edata->filename,
						 edata->lineno);
}

static bool
statement_wanted(ErrorData *edata)
{
	return at_least(edata->elevel, log_min_error_statement) &&
		&debug_query_string != NULL && debug_query_string != NULL &&
		!edata->hide_stmt;
}

/* Lay the whole report out as text. */
static void
layout_report(StringInfo buf, ErrorData *edata)
{
	append_prefix(buf, edata);
	appendStringInfo(buf, "%s:  ", error_severity(edata->elevel));
	if (Log_error_verbosity >= PGERROR_VERBOSE)
		appendStringInfo(buf, "%s: ", unpack_sql_state(edata->sqlerrcode));
	append_with_tabs(buf, edata->message ? edata->message : "missing error text");
	if (edata->cursorpos > 0)
		appendStringInfo(buf, " at character %d", edata->cursorpos);
	else if (edata->internalpos > 0)
		appendStringInfo(buf, " at character %d", edata->internalpos);
	appendStringInfoChar(buf, '\n');
	if (Log_error_verbosity >= PGERROR_DEFAULT)
	{
		append_labelled(buf, edata, "DETAIL", edata->detail_log ? edata->detail_log : edata->detail);
		append_labelled(buf, edata, "HINT", edata->hint);
		append_labelled(buf, edata, "QUERY", edata->internalquery);
		append_labelled(buf, edata, "CONTEXT",
						edata->hide_ctx ? NULL : edata->context);
		if (Log_error_verbosity >= PGERROR_VERBOSE)
			append_location(buf, edata);
		append_labelled(buf, edata, "BACKTRACE", edata->backtrace);
	}
	if (statement_wanted(edata))
		append_labelled(buf, edata, "STATEMENT", debug_query_string);
}

static int
syslog_level(int elevel)
{
	if (elevel <= DEBUG1)
		return LOG_DEBUG;
	if (elevel <= INFO)
		return LOG_INFO;
	if (elevel <= WARNING_CLIENT_ONLY)
		return LOG_NOTICE;
	if (elevel == ERROR)
		return LOG_WARNING;
	return elevel == FATAL ? LOG_ERR : LOG_CRIT;
}

void
set_syslog_parameters(const char *ident, int facility)
{
	if (syslog_ident == NULL || strcmp(syslog_ident, ident) != 0 ||
		syslog_facility_used != facility)
	{
		if (syslog_open)
			closelog();
		syslog_open = false;
		free(syslog_ident);
		syslog_ident = strdup(ident);
		syslog_facility_used = facility;
	}
}

/* Line by line, long lines in pieces if syslog_split_messages. */
static void
write_syslog(int level, const char *text)
{
	static unsigned long seq = 0;
	int part = 0;

	if (!syslog_open)
	{
		openlog(syslog_ident ? syslog_ident : "postgres",
				LOG_PID | LOG_NDELAY | LOG_NOWAIT, syslog_facility_used);
		syslog_open = true;
	}
	seq++;
	while (*text)
	{
		size_t len = syslog_split_messages ? strcspn(text, "\n") : strlen(text);

		if (syslog_split_messages && len > PG_SYSLOG_LIMIT)
			len = pg_mbcliplen(text, (int) len, PG_SYSLOG_LIMIT);
		if (len == 0 && *text != '\n')
			len = 1;
		part++;
		if (syslog_sequence_numbers)
			syslog(level, "[%lu-%d] %.*s", seq, part, (int) len, text);
		else
			syslog(level, "%.*s", (int) len, text);
		text += len;
		if (*text == '\n')
			text++;
	}
}

static void
write_console(const char *data, int len)
{
	while (len > 0)
	{
		ssize_t n = write(STDERR_FILENO, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return; /* nowhere left to complain */
		data += n;
		len -= (int) n;
	}
}

void
elog_send_to_server(ErrorData *edata)
{
	StringInfoData buf;

	log_tv_set = false;
	initStringInfo(&buf);
	layout_report(&buf, edata);
	if (Log_destination & LOG_DESTINATION_SYSLOG)
		write_syslog(syslog_level(edata->elevel), buf.data);
	if ((Log_destination & ~LOG_DESTINATION_SYSLOG) ||
		(&whereToSendOutput != NULL && whereToSendOutput == 1))
		write_console(buf.data, buf.len);
	pfree(buf.data);
}

/* ---- the client ---- */

static void
send_field(StringInfo buf, char field, const char *value)
{
	if (value == NULL)
		return;
	pq_sendbyte(buf, field);
	if (in_error_recursion_trouble())
		pq_send_ascii_string(buf, value);
	else
		pq_sendstring(buf, value);
}

static void
send_number(StringInfo buf, char field, int value)
{
	char text[16];

	if (value <= 0)
		return;
	snprintf(text, sizeof(text), "%d", value);
	send_field(buf, field, text);
}

/* One ErrorResponse ('E') or NoticeResponse ('N'). */
void
elog_send_to_client(ErrorData *edata)
{
	StringInfoData buf;
	const char *severity = error_severity(edata->elevel);

	initStringInfo(&buf);
	send_field(&buf, PG_DIAG_SEVERITY, severity);
	send_field(&buf, PG_DIAG_SEVERITY_NONLOCALIZED, severity);
	send_field(&buf, PG_DIAG_SQLSTATE, unpack_sql_state(edata->sqlerrcode));
	send_field(&buf, PG_DIAG_MESSAGE_PRIMARY,
			   edata->message ? edata->message : "missing error text");
	send_field(&buf, PG_DIAG_MESSAGE_DETAIL, edata->detail);
	send_field(&buf, PG_DIAG_MESSAGE_HINT, edata->hint);
	send_field(&buf, PG_DIAG_CONTEXT, edata->context);
	send_field(&buf, PG_DIAG_SCHEMA_NAME, edata->schema_name);
	send_field(&buf, PG_DIAG_TABLE_NAME, edata->table_name);
	send_field(&buf, PG_DIAG_COLUMN_NAME, edata->column_name);
	send_field(&buf, PG_DIAG_DATATYPE_NAME, edata->datatype_name);
	send_field(&buf, PG_DIAG_CONSTRAINT_NAME, edata->constraint_name);
	send_number(&buf, PG_DIAG_STATEMENT_POSITION, edata->cursorpos);
	send_number(&buf, PG_DIAG_INTERNAL_POSITION, edata->internalpos);
	send_field(&buf, PG_DIAG_INTERNAL_QUERY, edata->internalquery);
	send_field(&buf, PG_DIAG_SOURCE_FILE, edata->filename);
	send_number(&buf, PG_DIAG_SOURCE_LINE, edata->lineno);
	send_field(&buf, PG_DIAG_SOURCE_FUNCTION, edata->funcname);
	pq_sendbyte(&buf, '\0');
	(void) client_output->put_message(edata->elevel < ERROR ? 'N' : 'E',
									  buf.data, buf.len);
	pfree(buf.data);
	/* a lower level can wait for the next natural flush */
	if (edata->elevel >= ERROR)
		client_output->flush();
}

/* ---- below the level of reports ---- */

void
vwrite_stderr(const char *fmt, va_list ap)
{
	vfprintf(stderr, fmt, ap);
	fflush(stderr);
}

/* For processes that cannot report: too early, or a broken one. */
void
write_stderr(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vwrite_stderr(fmt, ap);
	va_end(ap);
}

/* Send stderr (and stdout) to the file of postgres -r. */
void
DebugFileOpen(void)
{
	int fd;

	if (OutputFileName[0] == '\0')
		return;
	fd = open(OutputFileName, O_CREAT | O_APPEND | O_WRONLY, 0666);
	if (fd < 0)
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", OutputFileName)));
	if (dup2(fd, STDERR_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0)
		ereport(FATAL,
				(errcode_for_file_access(),
				 errmsg("could not reopen file \"%s\" as stderr: %m",
						OutputFileName)));
	close(fd);
}
