/*
 * elog.c
 *		Building error reports, and leaving through them.
 *
 * A report is built in the topmost entry of a small stack, since making one may
 * fail and report that in turn.  ereport() calls errstart(), the functions that
 * fill in parts, and errfinish(), which adds context lines and then either
 * jumps (ERROR), ends the process (FATAL, PANIC) or emits the report and pops
 * it.  Where reports go is in elog_output.c.
 *
 * Invariants:
 *	1. All strings of an entry are in its assoc_context: ErrorContext while the
 *	   report is being built, so that one reset frees them all.
 *	2. recursion_depth counts calls inside this module that are under way; a
 *	   second failure of the same kind drops the optional parts (context
 *	   callbacks, encoding conversion) and a third ends the process.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/error/elog.c
 */
#include "postgres.h"

#include <execinfo.h>

#include "elog_internals.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/upcalls.h"

#define ERRORDATA_STACK_SIZE 5
#define TROUBLE_DEPTH 2 /* nested failures until parts are left out */
#define DEST_NONE 0 /* tcop/dest.h: CommandDest */
#define DEST_REMOTE 2

ErrorContextCallback *error_context_stack = NULL;
sigjmp_buf *PG_exception_stack = NULL;

static ErrorData errordata[ERRORDATA_STACK_SIZE];
static int errordata_top = -1; /* index of the report being built */
static int recursion_depth = 0;

static int format_errno; /* pre_format_elog_string */

static ErrorData *current_entry(void);
static void free_strings(ErrorData *edata);
static void set_backtrace(ErrorData *edata);

/* Are reports failing while reports are made? */
bool
in_error_recursion_trouble(void)
{
	return recursion_depth > TROUBLE_DEPTH;
}

/* Would a report of this level go anywhere? */
bool
message_level_is_interesting(int elevel)
{
	return elevel >= ERROR || elog_wanted_by_server(elevel) ||
		elog_wanted_by_client(elevel);
}

/* The level that an error really has where we are now. */
static int
effective_level(int elevel)
{
	if (elevel < ERROR)
		return elevel;
	if (CritSectionCount > 0)
		return PANIC;
	if (elevel == ERROR &&
		(PG_exception_stack == NULL || ExitOnAnyError ||
		 (&proc_exit_inprogress != NULL && proc_exit_inprogress)))
		elevel = FATAL;
	/* an error while a worse one is being reported is as bad as that one */
	for (int i = 0; i <= errordata_top; i++)
		elevel = Max(elevel, errordata[i].elevel);
	return elevel;
}

static int
default_sqlstate(int elevel)
{
	if (elevel >= ERROR)
		return ERRCODE_INTERNAL_ERROR;
	return elevel >= WARNING ? ERRCODE_WARNING : ERRCODE_SUCCESSFUL_COMPLETION;
}

/* Take a fresh stack entry; a full stack is a loop of failures: PANIC. */
static ErrorData *
push_entry(void)
{
	if (++errordata_top >= ERRORDATA_STACK_SIZE)
	{
		errordata_top = -1; /* make room for this last report */
		ereport(PANIC, (errmsg_internal("ERRORDATA_STACK_SIZE exceeded")));
	}
	memset(&errordata[errordata_top], 0, sizeof(ErrorData));
	return &errordata[errordata_top];
}

/*
 * errstart
 *		Begin a report; false if nobody wants it (then errfinish is not called).
 */
bool
errstart(int elevel, const char *domain)
{
	bool to_server;
	bool to_client;
	ErrorData *edata;

	elevel = effective_level(elevel);
	to_server = elog_wanted_by_server(elevel);
	to_client = elog_wanted_by_client(elevel);
	if (elevel < ERROR && !to_server && !to_client)
		return false;
	if (ErrorContext == NULL)
	{
		write_stderr("error occurred before error message processing is available\n");
		exit(2);
	}
	if (recursion_depth++ > 0 && elevel >= ERROR)
	{
		/* the report under way failed: its memory may be what is missing */
		MemoryContextReset(ErrorContext);
		if (in_error_recursion_trouble())
		{
			error_context_stack = NULL;
			if (&debug_query_string != NULL)
				debug_query_string = NULL;
		}
	}
	edata = push_entry();
	edata->elevel = elevel;
	edata->output_to_server = to_server;
	edata->output_to_client = to_client;
	edata->domain = edata->context_domain = domain;
	edata->sqlerrcode = default_sqlstate(elevel);
	edata->saved_errno = errno;
	edata->assoc_context = ErrorContext;
	recursion_depth--;
	return true;
}

/* The same, out of line: for levels that are errors at compile time. */
bool
errstart_cold(int elevel, const char *domain)
{
	return errstart(elevel, domain);
}

/* The file name that a report shows: below the source tree. */
static const char *
short_filename(const char *filename)
{
	const char *slash = filename ? strrchr(filename, '/') : NULL;

	return slash ? slash + 1 : filename;
}

static void
run_context_callbacks(void)
{
	for (ErrorContextCallback *c = error_context_stack; c; c = c->previous)
		c->callback(c->arg);
}

/* Pop the report and end as its level demands. */
static void
leave_by_level(int elevel)
{
	if (elevel == FATAL)
	{
		if (PG_exception_stack == NULL && &whereToSendOutput != NULL &&
			whereToSendOutput == DEST_REMOTE)
			whereToSendOutput = DEST_NONE;
		fflush(stdout);
		fflush(stderr);
		if (proc_exit != NULL)
			proc_exit(1);
		exit(1);
	}
	if (elevel >= PANIC)
	{
		fflush(stdout);
		fflush(stderr);
		abort();
	}
	CHECK_FOR_INTERRUPTS();
}

/*
 * errfinish
 *		End a report.  Does not return for ERROR and above.
 */
void
errfinish(const char *filename, int lineno, const char *funcname)
{
	ErrorData *edata = current_entry();
	int elevel = edata->elevel;
	MemoryContext oldcontext;

	recursion_depth++;
	edata->filename = short_filename(filename);
	edata->lineno = lineno;
	edata->funcname = funcname;
	oldcontext = MemoryContextSwitchTo(ErrorContext);
	if (edata->backtrace == NULL && funcname != NULL &&
		elog_backtrace_wanted(funcname))
		set_backtrace(edata);
	run_context_callbacks();
	if (elevel == ERROR)
	{
		/* whoever catches it starts with nothing held off */
		InterruptHoldoffCount = 0;
		QueryCancelHoldoffCount = 0;
		CritSectionCount = 0;
		recursion_depth--;
		PG_RE_THROW();
	}
	EmitErrorReport();
	free_strings(edata);
	errordata_top--;
	MemoryContextSwitchTo(oldcontext);
	recursion_depth--;
	leave_by_level(elevel);
}

/*
 * pg_re_throw
 *		Give the current error to the next handler out; FATAL if there is none.
 */
void
pg_re_throw(void)
{
	ErrorData *edata = current_entry();

	if (PG_exception_stack != NULL)
		siglongjmp(*PG_exception_stack, 1);
	edata->elevel = FATAL;
	edata->output_to_server = elog_wanted_by_server(FATAL);
	edata->output_to_client = elog_wanted_by_client(FATAL);
	error_context_stack = NULL;
	errfinish(edata->filename, edata->lineno, edata->funcname);
	abort();
}

/* Send the topmost report, which stays on the stack. */
void
EmitErrorReport(void)
{
	ErrorData *edata = current_entry();
	MemoryContext oldcontext = MemoryContextSwitchTo(edata->assoc_context);

	recursion_depth++;
	if (edata->output_to_server && emit_log_hook != NULL)
		emit_log_hook(edata);
	if (edata->output_to_server)
		elog_send_to_server(edata);
	if (edata->output_to_client)
		elog_send_to_client(edata);
	recursion_depth--;
	MemoryContextSwitchTo(oldcontext);
}

/* Forget everything: called when an error was handled. */
void
FlushErrorState(void)
{
	errordata_top = -1;
	recursion_depth = 0;
	MemoryContextReset(ErrorContext);
}

static ErrorData *
current_entry(void)
{
	if (errordata_top < 0)
	{
		errordata_top = -1;
		ereport(ERROR, (errmsg_internal("errstart was not called")));
	}
	return &errordata[errordata_top];
}

/* ---- parts of a report ---- */

/* Where the strings of ErrorData are, for freeing and copying them. */
static const size_t string_fields[] = {
	offsetof(ErrorData, message), offsetof(ErrorData, detail),
	offsetof(ErrorData, detail_log), offsetof(ErrorData, hint),
	offsetof(ErrorData, context), offsetof(ErrorData, backtrace),
	offsetof(ErrorData, schema_name), offsetof(ErrorData, table_name),
	offsetof(ErrorData, column_name), offsetof(ErrorData, datatype_name),
	offsetof(ErrorData, constraint_name), offsetof(ErrorData, internalquery)};

#define STRING_FIELD(edata, i) (*(char **) ((char *) (edata) + string_fields[i]))

static void
free_strings(ErrorData *edata)
{
	for (int i = 0; i < (int) lengthof(string_fields); i++)
	{
		char **field = &STRING_FIELD(edata, i);

		if (*field)
			pfree(*field);
		*field = NULL;
	}
}

static void
copy_strings(ErrorData *edata, MemoryContext context)
{
	for (int i = 0; i < (int) lengthof(string_fields); i++)
	{
		char **field = &STRING_FIELD(edata, i);

		if (*field)
			*field = MemoryContextStrdup(context, *field);
	}
}

/* Format into context, with %m meaning the errno of the report. */
static char *
format_in(MemoryContext context, int saved_errno, const char *fmt, va_list ap)
{
	va_list ap2;
	char *result;
	int len;

	va_copy(ap2, ap);
	errno = saved_errno;
	len = vsnprintf(NULL, 0, fmt, ap2);
	va_end(ap2);
	if (len < 0)
		return MemoryContextStrdup(context, fmt);
	result = MemoryContextAlloc(context, len + 1);
	errno = saved_errno;
	vsnprintf(result, len + 1, fmt, ap);
	return result;
}

/* Put text into a field; append: below what is there. */
static void
set_field(ErrorData *edata, char **field, const char *fmt, va_list ap,
		  bool append)
{
	char *text;

	recursion_depth++;
	text = format_in(edata->assoc_context, edata->saved_errno, fmt, ap);
	if (append && *field != NULL)
	{
		size_t len = strlen(*field) + strlen(text) + 2;
		char *both = MemoryContextAlloc(edata->assoc_context, len);

		snprintf(both, len, "%s\n%s", *field, text);
		pfree(text);
		text = both;
	}
	if (*field != NULL)
		pfree(*field);
	*field = text;
	recursion_depth--;
}

#define FORMAT_FUNCTION(name, field, append)              \
	int                                                   \
	name(const char *fmt, ...)                            \
	{                                                     \
		ErrorData *edata = current_entry();               \
		va_list ap;                                       \
		va_start(ap, fmt);                                \
		set_field(edata, &edata->field, fmt, ap, append); \
		va_end(ap);                                       \
		return 0;                                         \
	}
#define PLURAL_FUNCTION(name, field)                                        \
	int                                                                     \
	name(const char *fmt_singular, const char *fmt_plural,                  \
		 unsigned long n, ...)                                              \
	{                                                                       \
		ErrorData *edata = current_entry();                                 \
		va_list ap;                                                         \
		va_start(ap, n);                                                    \
		set_field(edata, &edata->field, n == 1 ? fmt_singular : fmt_plural, \
				  ap, false);                                               \
		va_end(ap);                                                         \
		return 0;                                                           \
	}

FORMAT_FUNCTION(errmsg_internal, message, false)
FORMAT_FUNCTION(errdetail, detail, false)
FORMAT_FUNCTION(errdetail_internal, detail, false)
FORMAT_FUNCTION(errdetail_log, detail_log, false)
FORMAT_FUNCTION(errhint, hint, false)
FORMAT_FUNCTION(errhint_internal, hint, false)
FORMAT_FUNCTION(errcontext_msg, context, true)
PLURAL_FUNCTION(errmsg_plural, message)
PLURAL_FUNCTION(errdetail_plural, detail)
PLURAL_FUNCTION(errdetail_log_plural, detail_log)
PLURAL_FUNCTION(errhint_plural, hint)

/* The primary message; its format is what message_id keeps. */
int
errmsg(const char *fmt, ...)
{
	ErrorData *edata = current_entry();
	va_list ap;

	edata->message_id = fmt;
	va_start(ap, fmt);
	set_field(edata, &edata->message, fmt, ap, false);
	va_end(ap);
	return 0;
}

int
errcode(int sqlerrcode)
{
	current_entry()->sqlerrcode = sqlerrcode;
	return 0;
}

/* SQLSTATE from the errno of a failed file operation. */
int
errcode_for_file_access(void)
{
	ErrorData *edata = current_entry();

	switch (edata->saved_errno)
	{
		case EPERM:
		case EACCES:
		case EROFS:
			return errcode(ERRCODE_INSUFFICIENT_PRIVILEGE);
		case ENOENT:
			return errcode(ERRCODE_UNDEFINED_FILE);
		case EEXIST:
			return errcode(ERRCODE_DUPLICATE_FILE);
		case ENOTDIR:
		case EISDIR:
		case ENOTEMPTY:
			return errcode(ERRCODE_WRONG_OBJECT_TYPE);
		case ENOSPC:
			return errcode(ERRCODE_DISK_FULL);
		case ENOMEM:
			return errcode(ERRCODE_OUT_OF_MEMORY);
		case ENFILE:
		case EMFILE:
			return errcode(ERRCODE_INSUFFICIENT_RESOURCES);
		case EIO:
			return errcode(ERRCODE_IO_ERROR);
		default:
			return errcode(ERRCODE_INTERNAL_ERROR);
	}
}

/* SQLSTATE from the errno of a failed socket operation. */
int
errcode_for_socket_access(void)
{
	switch (current_entry()->saved_errno)
	{
		case EPIPE:
		case ECONNRESET:
		case ECONNABORTED:
		case EHOSTDOWN:
		case EHOSTUNREACH:
		case ENETDOWN:
		case ENETRESET:
		case ENETUNREACH:
		case ETIMEDOUT:
			return errcode(ERRCODE_CONNECTION_FAILURE);
		default:
			return errcode(ERRCODE_INTERNAL_ERROR);
	}
}

int
set_errcontext_domain(const char *domain)
{
	current_entry()->context_domain = domain;
	return 0;
}

int
errhidestmt(bool hide_stmt)
{
	current_entry()->hide_stmt = hide_stmt;
	return 0;
}

int
errhidecontext(bool hide_ctx)
{
	current_entry()->hide_ctx = hide_ctx;
	return 0;
}

int
errposition(int cursorpos)
{
	current_entry()->cursorpos = cursorpos;
	return 0;
}

int
internalerrposition(int cursorpos)
{
	current_entry()->internalpos = cursorpos;
	return 0;
}

static void
replace_string(ErrorData *edata, char **field, const char *str)
{
	if (*field != NULL)
		pfree(*field);
	*field = str ? MemoryContextStrdup(edata->assoc_context, str) : NULL;
}

int
internalerrquery(const char *query)
{
	ErrorData *edata = current_entry();

	replace_string(edata, &edata->internalquery, query);
	return 0;
}

/* Names of the objects that an error is about (PG_DIAG_*_NAME). */
int
err_generic_string(int field, const char *str)
{
	ErrorData *edata = current_entry();
	char **slot;

	switch (field)
	{
		case PG_DIAG_SCHEMA_NAME:
			slot = &edata->schema_name;
			break;
		case PG_DIAG_TABLE_NAME:
			slot = &edata->table_name;
			break;
		case PG_DIAG_COLUMN_NAME:
			slot = &edata->column_name;
			break;
		case PG_DIAG_DATATYPE_NAME:
			slot = &edata->datatype_name;
			break;
		case PG_DIAG_CONSTRAINT_NAME:
			slot = &edata->constraint_name;
			break;
		default:
			elog(ERROR, "unsupported ErrorData field id: %d", field);
	}
	replace_string(edata, slot, str);
	return 0;
}

int
geterrcode(void)
{
	return current_entry()->sqlerrcode;
}

int
geterrposition(void)
{
	return current_entry()->cursorpos;
}

int
getinternalerrposition(void)
{
	return current_entry()->internalpos;
}

static void
set_backtrace(ErrorData *edata)
{
	void *frames[100];
	int n = backtrace(frames, lengthof(frames));
	char **names = backtrace_symbols(frames, n);
	size_t len = 1;
	char *text;

	if (names == NULL)
		return;
	for (int i = 0; i < n; i++)
		len += strlen(names[i]) + 1;
	text = MemoryContextAlloc(edata->assoc_context, len);
	text[0] = '\0';
	for (int i = 1; i < n; i++) /* not this function */
	{
		strlcat(text, "\n", len);
		strlcat(text, names[i], len);
	}
	free(names);
	edata->backtrace = text;
}

int
errbacktrace(void)
{
	recursion_depth++;
	set_backtrace(current_entry());
	recursion_depth--;
	return 0;
}

/* ---- formatting without reporting ---- */

void
pre_format_elog_string(int errnumber, const char *domain)
{
	format_errno = errnumber;
}

/* The result is in ErrorContext, and lives until that is reset. */
char *
format_elog_string(const char *fmt, ...)
{
	va_list ap;
	char *result;

	va_start(ap, fmt);
	result = format_in(ErrorContext, format_errno, fmt, ap);
	va_end(ap);
	return result;
}

/* ---- for those who catch errors ---- */

/*
 * CopyErrorData
 *		Copy of the topmost report in the current context.
 *
 * The caller must have left ErrorContext, and then calls FlushErrorState().
 */
ErrorData *
CopyErrorData(void)
{
	ErrorData *edata = current_entry();
	ErrorData *copy;

	Assert(CurrentMemoryContext != ErrorContext);
	copy = palloc(sizeof(ErrorData));
	*copy = *edata;
	copy_strings(copy, CurrentMemoryContext);
	copy->assoc_context = CurrentMemoryContext;
	return copy;
}

void
FreeErrorData(ErrorData *edata)
{
	free_strings(edata);
	pfree(edata);
}

/*
 * ThrowErrorData
 *		Report a copied report again, at its own level; returns if that is
 *		below ERROR.
 */
void
ThrowErrorData(ErrorData *edata)
{
	ErrorData *entry;

	if (!errstart(edata->elevel, edata->domain))
		return;
	entry = current_entry();
	recursion_depth++;
	if (edata->sqlerrcode != 0)
		entry->sqlerrcode = edata->sqlerrcode;
	for (int i = 0; i < (int) lengthof(string_fields); i++)
		if (STRING_FIELD(edata, i))
			STRING_FIELD(entry, i) = MemoryContextStrdup(entry->assoc_context,
														 STRING_FIELD(edata, i));
	entry->hide_stmt = edata->hide_stmt;
	entry->hide_ctx = edata->hide_ctx;
	entry->message_id = edata->message_id;
	entry->cursorpos = edata->cursorpos;
	entry->internalpos = edata->internalpos;
	recursion_depth--;
	errfinish(edata->filename, edata->lineno, edata->funcname);
}

/*
 * ReThrowError
 *		Throw a copied error on, as PG_RE_THROW would have done.
 */
void
ReThrowError(ErrorData *edata)
{
	ErrorData *entry;

	Assert(edata->elevel == ERROR);
	recursion_depth++;
	entry = push_entry();
	*entry = *edata;
	copy_strings(entry, ErrorContext);
	entry->assoc_context = ErrorContext;
	recursion_depth--;
	PG_RE_THROW();
}

/*
 * GetErrorContextStack
 *		The context lines that an error here would have; palloc'd, or "" .
 */
char *
GetErrorContextStack(void)
{
	ErrorData *edata;
	char *result;

	recursion_depth++;
	edata = push_entry();
	edata->assoc_context = CurrentMemoryContext;
	run_context_callbacks();
	errordata_top--;
	recursion_depth--;
	result = edata->context;
	return result;
}

/* ---- failed assertions ---- */

void
ExceptionalCondition(const char *condition, const char *kind,
					 const char *file, int line)
{
	void *frames[60];

	write_stderr("TRAP: %s(\"%s\", File: \"%s\", Line: %d, PID: %d)\n",
				 kind, condition, file, line, (int) getpid());
	fflush(stderr);
	backtrace_symbols_fd(frames, backtrace(frames, lengthof(frames)),
						 fileno(stderr));
	abort();
}
