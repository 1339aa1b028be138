/*
 * guc_hooks.c
 *		Settings that this folder itself holds, and their hooks.
 *
 * Variables here belong to no module in particular.  Hooks of settings whose
 * module is above this layer are there.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/guc_hooks.c
 */
#include "postgres.h"

#include <syslog.h>

#include "common/string.h"
#include "guc_internal.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgtime.h"
#include "utils/backend_status.h"
#include "utils/guc.h"
#include "utils/upcalls.h"

/* ---- variables ---- */
char *cluster_name;
char *ConfigFileName;
char *HbaFileName;
char *IdentFileName;
char *external_pid_file;
char *data_directory;
char *application_name;
char *event_source;
char *backtrace_functions;
char *backtrace_symbol_list;
bool log_duration = false;
bool log_parser_stats = false;
bool log_planner_stats = false;
bool log_executor_stats = false;
bool log_statement_stats = false;
bool check_function_bodies = true;
bool session_auth_is_superuser;
bool default_with_oids = false;
bool Debug_print_plan = false;
bool Debug_print_parse = false;
bool Debug_print_rewritten = false;
bool Debug_pretty_print = true;
bool row_security;
int log_min_error_statement = ERROR;
int log_min_messages = WARNING;
int client_min_messages = NOTICE;
int log_min_duration_sample = -1;
int log_min_duration_statement = -1;
int log_temp_files = -1;
double log_statement_sample_rate = 1.0;
double log_xact_sample_rate = 0;
int log_parameter_max_length = -1;
int log_parameter_max_length_on_error = 0;
int temp_file_limit = -1;
int num_temp_buffers = 1024;
int tcp_keepalives_idle;
int tcp_keepalives_interval;
int tcp_keepalives_count;
int tcp_user_timeout;
char *role_string;
int trace_recovery_messages = LOG;

static char *syslog_ident_copy;
static int syslog_facility_copy = LOG_LOCAL0;

/* Prototypes, as the generated table declares them. */
extern bool check_cluster_name(char **newval, void **extra, GucSource source);
extern bool check_application_name(char **newval, void **extra, GucSource source);
extern void assign_application_name(const char *newval, void *extra);
extern bool check_canonical_path(char **newval, void **extra, GucSource source);
extern bool check_log_destination(char **newval, void **extra, GucSource source);
extern void assign_log_destination(const char *newval, void *extra);
extern void assign_syslog_facility(int newval, void *extra);
extern void assign_syslog_ident(const char *newval, void *extra);
extern bool check_backtrace_functions(char **newval, void **extra, GucSource source);
extern void assign_backtrace_functions(const char *newval, void *extra);
extern bool check_stage_log_stats(bool *newval, void **extra, GucSource source);
extern bool check_log_stats(bool *newval, void **extra, GucSource source);
extern bool check_default_with_oids(bool *newval, void **extra, GucSource source);
extern bool check_bonjour(bool *newval, void **extra, GucSource source);
extern bool check_autovacuum_work_mem(int *newval, void **extra, GucSource source);
extern bool check_client_connection_check_interval(int *newval, void **extra, GucSource source);
extern bool check_max_connections(int *newval, void **extra, GucSource source);
extern bool check_max_worker_processes(int *newval, void **extra, GucSource source);
extern bool check_max_wal_senders(int *newval, void **extra, GucSource source);
extern bool check_autovacuum_max_workers(int *newval, void **extra, GucSource source);
extern bool check_huge_page_size(int *newval, void **extra, GucSource source);
extern const char *show_data_directory_mode(void);
extern const char *show_log_file_mode(void);
extern const char *show_unix_socket_permissions(void);
extern int Log_file_mode __attribute__((weak));
extern int Unix_socket_permissions __attribute__((weak));

/* Bytes that are not printable ASCII are written as \xHH. */
static bool
clean_ascii(char **newval)
{
	char *clean = pg_clean_ascii(*newval, 0);
	char *copy = guc_strdup(WARNING, clean);

	pfree(clean);
	if (copy == NULL)
		return false;
	free(*newval);
	*newval = copy;
	return true;
}

bool
check_cluster_name(char **newval, void **extra, GucSource source)
{
	return clean_ascii(newval);
}

bool
check_application_name(char **newval, void **extra, GucSource source)
{
	return clean_ascii(newval);
}

void
assign_application_name(const char *newval, void *extra)
{
	pgstat_report_appname(newval);
}

bool
check_canonical_path(char **newval, void **extra, GucSource source)
{
	if (*newval)
		canonicalize_path(*newval);
	return true;
}

/* Comma-separated names; *extra is the set of bits. */
bool
check_log_destination(char **newval, void **extra, GucSource source)
{
	const char *p = *newval;
	int bits = 0;
	int *result;

	while (*p)
	{
		int len;

		p += strspn(p, " \t\n,");
		len = strcspn(p, ", \t\n");
		if (len == 0)
			break;
		if (len == 6 && pg_strncasecmp(p, "stderr", 6) == 0)
			bits |= LOG_DESTINATION_STDERR;
		else if (len == 6 && pg_strncasecmp(p, "syslog", 6) == 0)
			bits |= LOG_DESTINATION_SYSLOG;
		else
		{
			bool known = (len == 6 && pg_strncasecmp(p, "csvlog", 6) == 0) ||
				(len == 7 && pg_strncasecmp(p, "jsonlog", 7) == 0);

			if (known)
			{
				GUC_check_errcode(ERRCODE_FEATURE_NOT_SUPPORTED);
				GUC_check_errdetail("Log format \"%.*s\" is not supported yet.", len, p);
			}
			else
				GUC_check_errdetail("Unrecognized key word: \"%.*s\".", len, p);
			return false;
		}
		p += len;
	}
	result = guc_malloc(ERROR, sizeof(int));
	*result = bits;
	*extra = result;
	return true;
}

void
assign_log_destination(const char *newval, void *extra)
{
	Log_destination = *(int *) extra;
}

void
assign_syslog_facility(int newval, void *extra)
{
	syslog_facility_copy = newval;
	set_syslog_parameters(syslog_ident_copy ? syslog_ident_copy : "postgres",
						  newval);
}

void
assign_syslog_ident(const char *newval, void *extra)
{
	free(syslog_ident_copy);
	syslog_ident_copy = strdup(newval);
	set_syslog_parameters(newval, syslog_facility_copy);
}

/* Function names, separated by commas; *extra separates them by zero bytes. */
bool
check_backtrace_functions(char **newval, void **extra, GucSource source)
{
	const char *p = *newval;
	char *list;
	char *out;

	if (p[strspn(p, "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, \n\t")] != '\0')
	{
		GUC_check_errdetail("Invalid character");
		return false;
	}
	if (*p == '\0')
	{
		*extra = NULL;
		return true;
	}
	list = out = guc_malloc(ERROR, strlen(p) + 2);
	for (; *p; p++)
	{
		if (*p == ',')
			*out++ = '\0';
		else if (*p != ' ' && *p != '\n' && *p != '\t')
			*out++ = *p;
	}
	out[0] = out[1] = '\0';
	*extra = list;
	return true;
}

void
assign_backtrace_functions(const char *newval, void *extra)
{
	backtrace_symbol_list = extra;
}

bool
check_stage_log_stats(bool *newval, void **extra, GucSource source)
{
	if (*newval && log_statement_stats)
	{
		GUC_check_errdetail("Cannot enable parameter when \"log_statement_stats\" is true.");
		return false;
	}
	return true;
}

bool
check_log_stats(bool *newval, void **extra, GucSource source)
{
	if (*newval && (log_parser_stats || log_planner_stats || log_executor_stats))
	{
		GUC_check_errdetail("Cannot enable \"log_statement_stats\" when "
							"\"log_parser_stats\", \"log_planner_stats\", "
							"or \"log_executor_stats\" is true.");
		return false;
	}
	return true;
}

bool
check_default_with_oids(bool *newval, void **extra, GucSource source)
{
	if (*newval)
	{
		GUC_check_errcode(ERRCODE_FEATURE_NOT_SUPPORTED);
		GUC_check_errmsg("tables declared WITH OIDS are not supported");
		return false;
	}
	return true;
}

bool
check_bonjour(bool *newval, void **extra, GucSource source)
{
	if (*newval)
	{
		GUC_check_errmsg("Bonjour is not supported by this build");
		return false;
	}
	return true;
}

bool
check_huge_page_size(int *newval, void **extra, GucSource source)
{
	return true;
}

/* -1 means maintenance_work_mem; below 1 MB makes no sense. */
bool
check_autovacuum_work_mem(int *newval, void **extra, GucSource source)
{
	if (*newval != -1 && *newval < 1024)
		*newval = 1024;
	return true;
}

bool
check_client_connection_check_interval(int *newval, void **extra,
									   GucSource source)
{
	return true; /* poll() tells of a closed socket on Linux */
}

/* The sum of all kinds of backends has a limit. */
static bool
backends_fit(int connections, int workers, int autovac, int senders)
{
	return connections + workers + autovac + senders + 1 <= MAX_BACKENDS;
}

extern int autovacuum_max_workers __attribute__((weak));
extern int max_wal_senders __attribute__((weak));
#define WEAK_INT(v) (&(v) != NULL ? (v) : 0)

bool
check_max_connections(int *newval, void **extra, GucSource source)
{
	return backends_fit(*newval, max_worker_processes,
						WEAK_INT(autovacuum_max_workers), WEAK_INT(max_wal_senders));
}

bool
check_max_worker_processes(int *newval, void **extra, GucSource source)
{
	return backends_fit(MaxConnections, *newval,
						WEAK_INT(autovacuum_max_workers), WEAK_INT(max_wal_senders));
}

bool
check_autovacuum_max_workers(int *newval, void **extra, GucSource source)
{
	return backends_fit(MaxConnections, max_worker_processes, *newval,
						WEAK_INT(max_wal_senders));
}

bool
check_max_wal_senders(int *newval, void **extra, GucSource source)
{
	return backends_fit(MaxConnections, max_worker_processes,
						WEAK_INT(autovacuum_max_workers), *newval);
}

static const char *
show_octal(int mode)
{
	static char buf[12];

	snprintf(buf, sizeof(buf), "%04o", mode);
	return buf;
}

const char *
show_data_directory_mode(void)
{
	return show_octal(data_directory_mode);
}

const char *
show_log_file_mode(void)
{
	return show_octal(&Log_file_mode != NULL ? Log_file_mode : 0600);
}

const char *
show_unix_socket_permissions(void)
{
	return show_octal(&Unix_socket_permissions != NULL ? Unix_socket_permissions : 0777);
}

/* A message of recovery that trace_recovery_messages makes visible. */
int
trace_recovery(int trace_level)
{
	if (trace_level < LOG && trace_level >= trace_recovery_messages)
		return LOG;
	return trace_level;
}
