/*
 * utils/guc_tables.h
 *		One setting, as the table of settings holds it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/guc_tables.h
 */
#ifndef GUC_TABLES_H
#define GUC_TABLES_H

#include "utils/guc.h"

enum config_type
{
	PGC_BOOL,
	PGC_INT,
	PGC_REAL,
	PGC_STRING,
	PGC_ENUM
};

union config_var_val
{
	bool boolval;
	int intval; /* enums too */
	double realval;
	char *stringval;
};

/* A value with what its check hook made of it. */
typedef struct config_var_value
{
	union config_var_val val;
	void *extra;
} config_var_value;

/* What to go back to when a nest level ends. */
typedef enum
{
	GUC_SAVE,
	GUC_SET,
	GUC_LOCAL,
	GUC_SET_LOCAL
} GucStackState;

typedef struct guc_stack
{
	struct guc_stack *prev;
	int nest_level;
	GucStackState state;
	GucSource source; /* of the prior value */
	GucContext scontext;
	GucContext masked_scontext;
	Oid srole;
	Oid masked_srole;
	config_var_value prior;
	config_var_value masked; /* SET value under a SET LOCAL */
} GucStack;

/* status bits */
#define GUC_IS_IN_FILE 0x0001
#define GUC_PENDING_RESTART 0x0002
#define GUC_NEEDS_REPORT 0x0004
#define GUC_BOUND 0x0008 /* a module defines the variable */

/*
 * The type-independent part.  Constant after start: name .. vartype; the rest
 * changes with the value.
 */
struct config_generic
{
	const char *name;
	GucContext context;
	const char *group; /* category text of pg_settings */
	const char *short_desc;
	const char *long_desc;
	int flags;
	enum config_type vartype;
	/* state */
	int status;
	GucSource source;
	GucSource reset_source;
	GucContext scontext;
	GucContext reset_scontext;
	Oid srole;
	Oid reset_srole;
	GucStack *stack;
	void *extra;
	char *last_reported;
	char *sourcefile;
	int sourceline;
};

struct config_bool
{
	struct config_generic gen;
	bool *variable;
	bool boot_val;
	GucBoolCheckHook check_hook;
	GucBoolAssignHook assign_hook;
	GucShowHook show_hook;
	bool reset_val;
	void *reset_extra;
};

struct config_int
{
	struct config_generic gen;
	int *variable;
	int boot_val;
	int min;
	int max;
	GucIntCheckHook check_hook;
	GucIntAssignHook assign_hook;
	GucShowHook show_hook;
	int reset_val;
	void *reset_extra;
};

struct config_real
{
	struct config_generic gen;
	double *variable;
	double boot_val;
	double min;
	double max;
	GucRealCheckHook check_hook;
	GucRealAssignHook assign_hook;
	GucShowHook show_hook;
	double reset_val;
	void *reset_extra;
};

struct config_string
{
	struct config_generic gen;
	char **variable;
	const char *boot_val;
	GucStringCheckHook check_hook;
	GucStringAssignHook assign_hook;
	GucShowHook show_hook;
	char *reset_val;
	void *reset_extra;
};

struct config_enum
{
	struct config_generic gen;
	int *variable;
	int boot_val;
	const struct config_enum_entry *options;
	GucEnumCheckHook check_hook;
	GucEnumAssignHook assign_hook;
	GucShowHook show_hook;
	/* asked about a name that is no option; true: it is one now.  May be NULL. */
	bool (*name_hook)(const char *name);
	int reset_val;
	void *reset_extra;
};

extern const char *const GucContext_Names[];
extern const char *const GucSource_Names[];
extern const char *const config_type_names[];

extern struct config_generic **get_guc_variables(void);
extern struct config_generic *guc_find_option(const char *name,
											  bool create_placeholders,
											  bool skip_errors, int elevel);
extern void build_guc_variables(void);
extern const char *config_enum_lookup_by_value(struct config_enum *record,
											   int val);
extern bool config_enum_lookup_by_name(struct config_enum *record,
									   const char *value, int *retval);
extern char *guc_show_option(struct config_generic *record, bool use_units);

#endif /* GUC_TABLES_H */
