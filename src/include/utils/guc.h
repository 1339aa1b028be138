/*
 * utils/guc.h
 *		Settings ("grand unified configuration"): the interface for all code.
 *
 * A setting's variable is defined by the module that uses it; the table in
 * utils/misc binds it by name.  See utils/misc/README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/guc.h
 */
#ifndef GUC_H
#define GUC_H

#define MAX_KILOBYTES INT_MAX
#define PG_AUTOCONF_FILENAME "postgresql.auto.conf"
#define PG_AUTOCONF_FILENAME_TMP PG_AUTOCONF_FILENAME ".tmp"

/* When a setting may change, from the strictest to the loosest. */
typedef enum
{
	PGC_INTERNAL, /* never */
	PGC_POSTMASTER, /* at server start */
	PGC_SIGHUP, /* by reload */
	PGC_SU_BACKEND, /* at session start, by superusers */
	PGC_BACKEND, /* at session start */
	PGC_SUSET, /* by superusers */
	PGC_USERSET /* by anyone */
} GucContext;

/* Where a value came from; a later one overrides an earlier one. */
typedef enum
{
	PGC_S_DEFAULT,
	PGC_S_DYNAMIC_DEFAULT,
	PGC_S_ENV_VAR,
	PGC_S_FILE,
	PGC_S_ARGV,
	PGC_S_GLOBAL,
	PGC_S_DATABASE,
	PGC_S_USER,
	PGC_S_DATABASE_USER,
	PGC_S_CLIENT,
	PGC_S_OVERRIDE,
	PGC_S_INTERACTIVE,
	PGC_S_TEST,
	PGC_S_SESSION
} GucSource;

/* What a change lasts for. */
typedef enum
{
	GUC_ACTION_SET,
	GUC_ACTION_LOCAL,
	GUC_ACTION_SAVE /* function SET clause */
} GucAction;

/* Flag bits of a setting. */
#define GUC_LIST_INPUT 0x0001
#define GUC_LIST_QUOTE 0x0002
#define GUC_NO_SHOW_ALL 0x0004
#define GUC_NO_RESET_ALL 0x0008
#define GUC_REPORT 0x0010
#define GUC_NOT_IN_SAMPLE 0x0020
#define GUC_DISALLOW_IN_FILE 0x0040
#define GUC_CUSTOM_PLACEHOLDER 0x0080
#define GUC_SUPERUSER_ONLY 0x0100
#define GUC_IS_NAME 0x0200
#define GUC_NOT_WHILE_SEC_REST 0x0400
#define GUC_DISALLOW_IN_AUTO_FILE 0x0800
#define GUC_UNIT_KB 0x1000
#define GUC_UNIT_BLOCKS 0x2000
#define GUC_UNIT_XBLOCKS 0x3000
#define GUC_UNIT_MB 0x4000
#define GUC_UNIT_BYTE 0x8000
#define GUC_UNIT_MEMORY 0xF000
#define GUC_UNIT_MS 0x10000
#define GUC_UNIT_S 0x20000
#define GUC_UNIT_MIN 0x30000
#define GUC_UNIT_TIME 0xF0000
#define GUC_UNIT (GUC_UNIT_MEMORY | GUC_UNIT_TIME)
#define GUC_EXPLAIN 0x100000
#define GUC_RUNTIME_COMPUTED 0x200000
#define GUC_NO_RESET 0x400000

#define GUC_QUALIFIER_SEPARATOR '.'

/* One name = value of a configuration file, in order. */
typedef struct ConfigVariable
{
	char *name;
	char *value;
	char *errmsg;
	char *filename;
	int sourceline;
	bool ignore;
	bool applied;
	struct ConfigVariable *next;
} ConfigVariable;

struct config_enum_entry
{
	const char *name;
	int val;
	bool hidden; /* accepted, not listed */
};

/* Hooks: check may change *newval, and make *extra (guc_malloc'd) for assign. */
typedef bool (*GucBoolCheckHook)(bool *newval, void **extra, GucSource source);
typedef bool (*GucIntCheckHook)(int *newval, void **extra, GucSource source);
typedef bool (*GucRealCheckHook)(double *newval, void **extra, GucSource source);
typedef bool (*GucStringCheckHook)(char **newval, void **extra, GucSource source);
typedef bool (*GucEnumCheckHook)(int *newval, void **extra, GucSource source);
typedef void (*GucBoolAssignHook)(bool newval, void *extra);
typedef void (*GucIntAssignHook)(int newval, void *extra);
typedef void (*GucRealAssignHook)(double newval, void *extra);
typedef void (*GucStringAssignHook)(const char *newval, void *extra);
typedef void (*GucEnumAssignHook)(int newval, void *extra);
typedef const char *(*GucShowHook)(void);

/* Memory of values and extras: malloc'd, so that it outlives any abort. */
extern void *guc_malloc(int elevel, size_t size);
extern void *guc_realloc(int elevel, void *old, size_t size);
extern char *guc_strdup(int elevel, const char *src);

/* In a check hook that returns false: what to say. */
extern void GUC_check_errcode(int sqlerrcode);
extern PGDLLIMPORT char *GUC_check_errdetail_string;
extern PGDLLIMPORT char *GUC_check_errhint_string;
extern PGDLLIMPORT char *GUC_check_errmsg_string;
#define GUC_check_errmsg                       \
	pre_format_elog_string(errno, TEXTDOMAIN), \
		GUC_check_errmsg_string = format_elog_string
#define GUC_check_errdetail                    \
	pre_format_elog_string(errno, TEXTDOMAIN), \
		GUC_check_errdetail_string = format_elog_string
#define GUC_check_errhint                      \
	pre_format_elog_string(errno, TEXTDOMAIN), \
		GUC_check_errhint_string = format_elog_string

/* ---- settings whose variables guc itself holds ---- */
extern PGDLLIMPORT char *application_name;
extern PGDLLIMPORT char *backtrace_functions;
extern PGDLLIMPORT char *backtrace_symbol_list;
extern PGDLLIMPORT bool check_function_bodies;
extern PGDLLIMPORT int client_min_messages;
extern PGDLLIMPORT char *cluster_name;
extern PGDLLIMPORT char *config_file_path;
extern PGDLLIMPORT char *ConfigFileName;
extern PGDLLIMPORT char *data_directory;
extern PGDLLIMPORT bool Debug_pretty_print;
extern PGDLLIMPORT bool Debug_print_parse;
extern PGDLLIMPORT bool Debug_print_plan;
extern PGDLLIMPORT bool Debug_print_rewritten;
extern PGDLLIMPORT bool default_with_oids;
extern PGDLLIMPORT char *event_source;
extern PGDLLIMPORT char *external_pid_file;
extern PGDLLIMPORT char *HbaFileName;
extern PGDLLIMPORT char *IdentFileName;
extern PGDLLIMPORT bool log_btree_build_stats;
extern PGDLLIMPORT bool log_duration;
extern PGDLLIMPORT bool log_executor_stats;
extern PGDLLIMPORT int log_min_duration_sample;
extern PGDLLIMPORT int log_min_duration_statement;
extern PGDLLIMPORT int log_min_error_statement;
extern PGDLLIMPORT int log_min_messages;
extern PGDLLIMPORT int log_parameter_max_length;
extern PGDLLIMPORT int log_parameter_max_length_on_error;
extern PGDLLIMPORT bool log_parser_stats;
extern PGDLLIMPORT bool log_planner_stats;
extern PGDLLIMPORT double log_statement_sample_rate;
extern PGDLLIMPORT bool log_statement_stats;
extern PGDLLIMPORT int log_temp_files;
extern PGDLLIMPORT double log_xact_sample_rate;
extern PGDLLIMPORT int num_temp_buffers;
extern PGDLLIMPORT char *role_string;
extern PGDLLIMPORT bool row_security;
extern PGDLLIMPORT bool session_auth_is_superuser;
extern PGDLLIMPORT int tcp_keepalives_count;
extern PGDLLIMPORT int tcp_keepalives_idle;
extern PGDLLIMPORT int tcp_keepalives_interval;
extern PGDLLIMPORT int tcp_user_timeout;
extern PGDLLIMPORT int temp_file_limit;

/* ---- life of the machinery ---- */
extern void AtEOXact_GUC(bool isCommit, int nestLevel);
extern void AtStart_GUC(void);
extern void BeginReportingGUCOptions(void);
extern void InitializeGUCOptions(void);
extern int NewGUCNestLevel(void);
extern void ParseLongOption(const char *string, char **name, char **value);
extern void ReportChangedGUCOptions(void);
extern void ResetAllOptions(void);
extern bool SelectConfigFiles(const char *userDoption, const char *progname);

/* Sends one ParameterStatus; registered by the owner of the connection. */
typedef void (*GucReportFunction)(const char *name, const char *value);
extern void guc_set_report_function(GucReportFunction report);

/* ---- changing and reading values ---- */
extern bool check_GUC_name_for_parameter_acl(const char *name);
extern char *convert_GUC_name_for_parameter_acl(const char *name);
extern const char *get_config_unit_name(int flags);
extern const char *GetConfigOption(const char *name, bool missing_ok,
								   bool restrict_privileged);
extern char *GetConfigOptionByName(const char *name, const char **varname,
								   bool missing_ok);
extern void GetConfigOptionByNum(int varnum, const char **values,
								 bool *noshow);
extern int GetConfigOptionFlags(const char *name, bool missing_ok);
extern const char *GetConfigOptionResetString(const char *name);
extern int GetNumConfigOptions(void);
extern bool parse_int(const char *value, int *result, int flags,
					  const char **hintmsg);
extern bool parse_real(const char *value, double *result, int flags,
					   const char **hintmsg);
extern int set_config_option(const char *name, const char *value,
							 GucContext context, GucSource source,
							 GucAction action, bool changeVal, int elevel,
							 bool is_reload);
extern int set_config_option_ext(const char *name, const char *value,
								 GucContext context, GucSource source,
								 Oid srole, GucAction action, bool changeVal,
								 int elevel, bool is_reload);
extern void SetConfigOptionFromArg(int flag, const char *arg, GucContext context,
								   GucSource source);
extern void SetConfigOption(const char *name, const char *value,
							GucContext context, GucSource source);

/* Is role allowed SET or ALTER SYSTEM of a parameter it does not own? */
typedef bool (*GucParameterAclFunction)(const char *name, Oid roleid,
										bool alter_system);
extern void guc_set_parameter_acl(GucParameterAclFunction check);

/* ---- settings of loadable modules ---- */
extern void DefineCustomBoolVariable(const char *name, const char *short_desc,
									 const char *long_desc, bool *valueAddr,
									 bool bootValue, GucContext context,
									 int flags, GucBoolCheckHook check_hook,
									 GucBoolAssignHook assign_hook,
									 GucShowHook show_hook);
extern void DefineCustomEnumVariable(const char *name, const char *short_desc,
									 const char *long_desc, int *valueAddr,
									 int bootValue,
									 const struct config_enum_entry *options,
									 GucContext context, int flags,
									 GucEnumCheckHook check_hook,
									 GucEnumAssignHook assign_hook,
									 GucShowHook show_hook);
extern void DefineCustomIntVariable(const char *name, const char *short_desc,
									const char *long_desc, int *valueAddr,
									int bootValue, int minValue, int maxValue,
									GucContext context, int flags,
									GucIntCheckHook check_hook,
									GucIntAssignHook assign_hook,
									GucShowHook show_hook);
extern void DefineCustomRealVariable(const char *name, const char *short_desc,
									 const char *long_desc, double *valueAddr,
									 double bootValue, double minValue,
									 double maxValue, GucContext context,
									 int flags, GucRealCheckHook check_hook,
									 GucRealAssignHook assign_hook,
									 GucShowHook show_hook);
extern void DefineCustomStringVariable(const char *name,
									   const char *short_desc,
									   const char *long_desc,
									   char **valueAddr,
									   const char *bootValue,
									   GucContext context, int flags,
									   GucStringCheckHook check_hook,
									   GucStringAssignHook assign_hook,
									   GucShowHook show_hook);
extern void MarkGUCPrefixReserved(const char *className);
#define EmitWarningsOnPlaceholders(className) MarkGUCPrefixReserved(className)

/* ---- configuration files (guc-file.c) ---- */
extern char *DeescapeQuotedString(const char *s);
extern void FreeConfigVariables(ConfigVariable *list);
extern bool ParseConfigDirectory(const char *includedir,
								 const char *calling_file, int calling_lineno,
								 int depth, int elevel,
								 ConfigVariable **head_p,
								 ConfigVariable **tail_p);
extern bool ParseConfigFile(const char *config_file, bool strict,
							const char *calling_file, int calling_lineno,
							int depth, int elevel,
							ConfigVariable **head_p, ConfigVariable **tail_p);
extern bool ParseConfigFp(FILE *fp, const char *config_file, int depth,
						  int elevel, ConfigVariable **head_p,
						  ConfigVariable **tail_p);
extern void ProcessConfigFile(GucContext context);
extern ConfigVariable *ProcessConfigFileInternal(GucContext context,
												 bool applySettings,
												 int elevel);

/* ---- SQL commands (guc_sql.c) ---- */
struct List;
struct VariableSetStmt;
struct AlterSystemStmt;
struct TupleDescData;
struct _DestReceiver;
struct ArrayType;
extern void ExecSetVariableStmt(struct VariableSetStmt *stmt, bool isTopLevel);
extern char *ExtractSetVariableArgs(struct VariableSetStmt *stmt);
extern char *flatten_set_variable_args(const char *name, struct List *args);
extern void GetPGVariable(const char *name, struct _DestReceiver *dest);
extern struct TupleDescData *GetPGVariableResultDesc(const char *name);
extern void guc_sql_register(void); /* privileges on settings */
extern void AlterSystemSetConfigFile(struct AlterSystemStmt *altersysstmt);
extern struct ArrayType *GUCArrayAdd(struct ArrayType *array,
									 const char *name, const char *value);
extern struct ArrayType *GUCArrayDelete(struct ArrayType *array,
										const char *name);
extern struct ArrayType *GUCArrayReset(struct ArrayType *array);
extern void ProcessGUCArray(struct ArrayType *array, GucContext context,
							GucSource source, GucAction action);
extern void SetPGVariable(const char *name, struct List *args, bool is_local);

/* Writes or removes one line of postgresql.auto.conf; NULL name: all. */
extern void guc_alter_system(const char *name, const char *value);

/* ---- handing settings to another process ---- */
extern Size EstimateGUCStateSpace(void);
extern void RestoreGUCState(void *gucstate);
extern void SerializeGUCState(Size maxsize, char *start_address);

#endif /* GUC_H */
