/*
 * utils/elog.h
 *		Reporting errors and messages, and catching errors.
 *
 * A report is built by ereport(level, (errcode(..), errmsg(..), ...)).  A
 * level of ERROR or more does not return: it jumps to the innermost PG_TRY,
 * or ends the process.  Lower levels are written where they should go (server
 * log, client) and control returns.  See utils/error/README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/elog.h
 */
#ifndef ELOG_H
#define ELOG_H

#include <setjmp.h>

#include "utils/errcodes.h"

/* ---- levels, from the least to the most serious ---- */
#define DEBUG5 10
#define DEBUG4 11
#define DEBUG3 12
#define DEBUG2 13
#define DEBUG1 14
#define LOG 15 /* to the server log; sorts high there */
#define LOG_SERVER_ONLY 16 /* the same, never to the client */
#define COMMERROR LOG_SERVER_ONLY
#define INFO 17 /* asked for by the user: always to the client */
#define NOTICE 18
#define WARNING 19
#define PGWARNING 19
#define WARNING_CLIENT_ONLY 20
#define ERROR 21 /* ends the transaction */
#define PGERROR 21
#define FATAL 22 /* ends the session */
#define PANIC 23 /* ends the whole server */

/* ---- SQLSTATE: five characters of six bits ---- */
#define PGSIXBIT(ch) (((ch) - '0') & 0x3F)
#define PGUNSIXBIT(val) (((val) &0x3F) + '0')
#define MAKE_SQLSTATE(c1, c2, c3, c4, c5)                        \
	(PGSIXBIT(c1) | (PGSIXBIT(c2) << 6) | (PGSIXBIT(c3) << 12) | \
	 (PGSIXBIT(c4) << 18) | (PGSIXBIT(c5) << 24))
#define ERRCODE_TO_CATEGORY(ec) ((ec) & ((1 << 12) - 1))
#define ERRCODE_IS_CATEGORY(ec) (((ec) & ~((1 << 12) - 1)) == 0)

/* Everything about one report. */
typedef struct ErrorData
{
	int elevel;
	bool output_to_server;
	bool output_to_client;
	bool hide_stmt;
	bool hide_ctx;
	const char *filename;
	int lineno;
	const char *funcname;
	const char *domain;
	const char *context_domain;
	int sqlerrcode;
	char *message;
	char *detail;
	char *detail_log; /* used for the server log instead of detail */
	char *hint;
	char *context;
	char *backtrace;
	const char *message_id;
	char *schema_name;
	char *table_name;
	char *column_name;
	char *datatype_name;
	char *constraint_name;
	int cursorpos; /* 1-based character position in the query */
	int internalpos; /* the same, in internalquery */
	char *internalquery;
	int saved_errno;
	struct MemoryContextData *assoc_context; /* where the strings live */
} ErrorData;

/* ---- making a report ---- */
#ifndef TEXTDOMAIN
#define TEXTDOMAIN NULL
#endif

extern bool message_level_is_interesting(int elevel);
extern bool errstart(int elevel, const char *domain);
extern bool errstart_cold(int elevel, const char *domain)
	__attribute__((cold));
extern void errfinish(const char *filename, int lineno, const char *funcname);

#define ereport_domain(elevel, domain, ...)                                                                                                  \
	do                                                                                                                                       \
	{                                                                                                                                        \
		const int report_level_ = (elevel);                                                                                                  \
		if (__builtin_constant_p(elevel) && report_level_ >= ERROR ? errstart_cold(report_level_, domain) : errstart(report_level_, domain)) \
			__VA_ARGS__, errfinish(__FILE__, __LINE__, __func__);                                                                            \
		if (__builtin_constant_p(elevel) ? (elevel) >= ERROR : report_level_ >= ERROR)                                                       \
			__builtin_unreachable();                                                                                                         \
	} while (0)
#define ereport(elevel, ...) ereport_domain(elevel, TEXTDOMAIN, __VA_ARGS__)
#define elog(elevel, ...) ereport(elevel, errmsg_internal(__VA_ARGS__))

/* The parts of a report; each returns 0, for use in a comma expression. */
extern int errcode(int sqlerrcode);
extern int errcode_for_file_access(void);
extern int errcode_for_socket_access(void);
extern int errmsg(const char *fmt, ...) pg_attribute_printf(1, 2);
extern int errmsg_internal(const char *fmt, ...) pg_attribute_printf(1, 2);
extern int errmsg_plural(const char *fmt_singular, const char *fmt_plural,
						 unsigned long n, ...)
	pg_attribute_printf(1, 4) pg_attribute_printf(2, 4);
extern int errdetail(const char *fmt, ...) pg_attribute_printf(1, 2);
extern int errdetail_internal(const char *fmt, ...) pg_attribute_printf(1, 2);
extern int errdetail_log(const char *fmt, ...) pg_attribute_printf(1, 2);
extern int errdetail_plural(const char *fmt_singular, const char *fmt_plural,
							unsigned long n, ...)
	pg_attribute_printf(1, 4) pg_attribute_printf(2, 4);
extern int errdetail_log_plural(const char *fmt_singular,
								const char *fmt_plural, unsigned long n, ...)
	pg_attribute_printf(1, 4) pg_attribute_printf(2, 4);
extern int errhint(const char *fmt, ...) pg_attribute_printf(1, 2);
extern int errhint_internal(const char *fmt, ...) pg_attribute_printf(1, 2);
extern int errhint_plural(const char *fmt_singular, const char *fmt_plural,
						  unsigned long n, ...)
	pg_attribute_printf(1, 4) pg_attribute_printf(2, 4);
extern int set_errcontext_domain(const char *domain);
extern int errcontext_msg(const char *fmt, ...) pg_attribute_printf(1, 2);
#define errcontext set_errcontext_domain(TEXTDOMAIN), errcontext_msg
extern int errhidestmt(bool hide_stmt);
extern int errhidecontext(bool hide_ctx);
extern int errbacktrace(void);
extern int errposition(int cursorpos);
extern int internalerrposition(int cursorpos);
extern int internalerrquery(const char *query);
extern int err_generic_string(int field, const char *str);

/* What has been put into the report being built. */
extern int geterrcode(void);
extern int geterrposition(void);
extern int getinternalerrposition(void);

/* Formatting without reporting, for callers that store messages. */
extern void pre_format_elog_string(int errnumber, const char *domain);
extern char *format_elog_string(const char *fmt, ...) pg_attribute_printf(1, 2);

/* ---- context callbacks: each adds an errcontext() line ---- */
typedef struct ErrorContextCallback
{
	struct ErrorContextCallback *previous;
	void (*callback)(void *arg);
	void *arg;
} ErrorContextCallback;

extern PGDLLIMPORT ErrorContextCallback *error_context_stack;
extern PGDLLIMPORT sigjmp_buf *PG_exception_stack;

/*
 * PG_TRY(); { ... } PG_CATCH(); { ... } PG_END_TRY();
 * PG_TRY(); { ... } PG_FINALLY(); { ... } PG_END_TRY();
 *
 * Do not return or jump out of the first block.  Locals changed in it and
 * read later must be volatile.
 */
#define PG_TRY(...)                                                          \
	do                                                                       \
	{                                                                        \
		sigjmp_buf *outer_jump_##__VA_ARGS__ = PG_exception_stack;           \
		ErrorContextCallback *outer_ctx_##__VA_ARGS__ = error_context_stack; \
		sigjmp_buf here_jump_##__VA_ARGS__;                                  \
		bool rethrow_##__VA_ARGS__ = false;                                  \
		if (sigsetjmp(here_jump_##__VA_ARGS__, 0) == 0)                      \
		{                                                                    \
			PG_exception_stack = &here_jump_##__VA_ARGS__

#define PG_CATCH(...)                                  \
	}                                                  \
	else                                               \
	{                                                  \
		PG_exception_stack = outer_jump_##__VA_ARGS__; \
		error_context_stack = outer_ctx_##__VA_ARGS__

#define PG_FINALLY(...)                                \
	}                                                  \
	else rethrow_##__VA_ARGS__ = true;                 \
	{                                                  \
		PG_exception_stack = outer_jump_##__VA_ARGS__; \
		error_context_stack = outer_ctx_##__VA_ARGS__

#define PG_END_TRY(...)                            \
	}                                              \
	if (rethrow_##__VA_ARGS__)                     \
		PG_RE_THROW();                             \
	PG_exception_stack = outer_jump_##__VA_ARGS__; \
	error_context_stack = outer_ctx_##__VA_ARGS__; \
	}                                              \
	while (0)

#define PG_RE_THROW() pg_re_throw()
extern void pg_re_throw(void) pg_attribute_noreturn();
extern char *GetErrorContextStack(void);

/* ---- after catching ---- */
extern void EmitErrorReport(void);
extern void FlushErrorState(void);
extern ErrorData *CopyErrorData(void);
extern void FreeErrorData(ErrorData *edata);
extern void ThrowErrorData(ErrorData *edata);
extern void ReThrowError(ErrorData *edata) pg_attribute_noreturn();
extern bool in_error_recursion_trouble(void);

/* ---- where messages go ---- */

/* May change a report, or clear its output_to_server, before it is written. */
typedef void (*emit_log_hook_type)(ErrorData *edata);
extern PGDLLIMPORT emit_log_hook_type emit_log_hook;

/* How much of a report the server log gets (log_error_verbosity). */
typedef enum
{
	PGERROR_TERSE,
	PGERROR_DEFAULT,
	PGERROR_VERBOSE
} PGErrorVerbosity;
extern PGDLLIMPORT int Log_error_verbosity;

/* log_destination: the setting's text, and what it says as these bits. */
#define LOG_DESTINATION_STDERR 1
#define LOG_DESTINATION_SYSLOG 2
#define LOG_DESTINATION_EVENTLOG 4
#define LOG_DESTINATION_CSVLOG 8
#define LOG_DESTINATION_JSONLOG 16
extern PGDLLIMPORT char *Log_destination_string;
extern PGDLLIMPORT int Log_destination;

extern PGDLLIMPORT char *Log_line_prefix;

/* Number messages for syslog, and cut long ones (settings of these names). */
extern PGDLLIMPORT bool syslog_sequence_numbers;
extern PGDLLIMPORT bool syslog_split_messages;

/* Is this the logger?  Does it read what we write to stderr already? */
extern PGDLLIMPORT bool am_syslogger;
extern PGDLLIMPORT bool redirection_done;

/*
 * Sends one protocol message to the client; registered by the code that owns
 * the connection.  Until then reports for the client go nowhere.
 */
typedef struct ElogClientOutput
{
	int (*put_message)(char msgtype, const char *body, size_t len);
	void (*flush)(void);
} ElogClientOutput;
extern void elog_set_client_output(const ElogClientOutput *output);

/* Who is connected, for log_line_prefix; the strings are kept, not copied. */
extern void elog_set_session(const char *user, const char *database,
							 const char *remote_host,
							 const char *remote_port);
/* Fills in the virtual transaction of this process; set by storage/lmgr. */
extern PGDLLIMPORT void (*elog_vxid_hook)(int *backendId, uint32 *lxid);

/* ident and facility for syslog(); the connection is opened anew if they differ. */
extern void set_syslog_parameters(const char *ident, int facility);
/* Send stdout and stderr to OutputFileName, if it is set; FATAL if that fails. */
extern void DebugFileOpen(void);

/* Words for a level and a packed SQLSTATE; the latter in a static buffer. */
extern const char *error_severity(int elevel);
extern char *unpack_sql_state(int sql_state);

/*
 * The times of the current report and of the start of this process as the log
 * shows them, in static buffers.  reset: this is another process by now.
 */
extern char *get_formatted_log_time(void);
extern char *get_formatted_start_time(void);
extern void reset_formatted_start_time(void);

/* To stderr without a report: for processes too early or too broken for one. */
extern void write_stderr(const char *fmt, ...) pg_attribute_printf(1, 2);
extern void vwrite_stderr(const char *fmt, va_list ap);

#endif /* ELOG_H */
