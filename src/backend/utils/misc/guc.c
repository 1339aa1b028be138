/*
 * guc.c
 *		Settings: the table, changing values, and going back.
 *
 * A setting has a current value, a reset value (what RESET and DISCARD go back to)
 * and a stack of values from before, one entry per nest level of transactions
 * and function calls that changed it.  Values may be changed from text by
 * set_config_option() alone, which knows who may change what and when.
 *
 * Invariants:
 *	1. A string or extra is malloc'd, and freed only when neither the current
 *	   value, nor the reset value, nor a stack entry holds it
 *	   (guc_set_string, guc_set_extra).
 *	2. stack->nest_level of a setting strictly falls from top to bottom.
 *	3. A value is stored only after its check hook accepted it, and the assign
 *	   hook, which cannot fail, is called just before.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/guc.c
 */
#include "postgres.h"

#include <sys/resource.h>
#include <unistd.h>

#include "guc_internal.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgtime.h"
#include "utils/memutils.h"
#include "utils/upcalls.h"

#define CONFIG_FILENAME "postgresql.conf"
#define HBA_FILENAME "pg_hba.conf"
#define IDENT_FILENAME "pg_ident.conf"

const char *const GucContext_Names[] = {
	"internal", "postmaster", "sighup", "superuser-backend", "backend",
	"superuser", "user"};
const char *const GucSource_Names[] = {
	"default", "default", "environment variable", "configuration file",
	"command line", "global", "database", "user", "database user", "client",
	"override", "interactive", "test", "session"};
const char *const config_type_names[] = {
	"bool", "integer", "real", "string", "enum"};

/* Old names that still work. */
static const char *const old_names[] = {
	"sort_mem", "work_mem", "vacuum_mem", "maintenance_work_mem", NULL};

static struct config_generic **variables = NULL; /* sorted by name */
static int nvariables = 0;
static int variables_capacity = 0;

static int nest_level = 0; /* 1 in a transaction */
static bool stacks_in_use = false; /* some setting has a stack entry */
static bool report_needed = false;
static bool reporting = false;
static GucReportFunction report_function = NULL;
static GucParameterAclFunction parameter_acl = NULL;

/* ---- the table ---- */

/* Names compare without regard to ASCII case. */
int
guc_name_compare(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
	{
		int ca = pg_ascii_tolower((unsigned char) *a);
		int cb = pg_ascii_tolower((unsigned char) *b);

		if (ca != cb)
			return ca - cb;
	}
	return (unsigned char) *a - (unsigned char) *b;
}

static int
compare_entries(const void *a, const void *b)
{
	return guc_name_compare((*(struct config_generic *const *) a)->name,
							(*(struct config_generic *const *) b)->name);
}

struct config_generic **
get_guc_variables(void)
{
	return variables;
}

int
GetNumConfigOptions(void)
{
	return nvariables;
}

/* Private memory for a setting whose variable nobody defines. */
static void
bind_storage(struct config_generic *gen)
{
	static const size_t sizes[] = {
		sizeof(bool), sizeof(int), sizeof(double), sizeof(char *), sizeof(int)};
	void **slot;

	switch (gen->vartype)
	{
		case PGC_BOOL:
			slot = (void **) &((struct config_bool *) gen)->variable;
			break;
		case PGC_INT:
			slot = (void **) &((struct config_int *) gen)->variable;
			break;
		case PGC_REAL:
			slot = (void **) &((struct config_real *) gen)->variable;
			break;
		case PGC_ENUM:
			slot = (void **) &((struct config_enum *) gen)->variable;
			break;
		default:
			slot = (void **) &((struct config_string *) gen)->variable;
			break;
	}
	if (*slot != NULL)
	{
		gen->status |= GUC_BOUND;
		return;
	}
	*slot = guc_malloc(FATAL, sizeof(double));
	memset(*slot, 0, sizes[gen->vartype] > sizeof(double) ? sizeof(double) : sizes[gen->vartype]);
}

/* Make the sorted array of all built-in settings. */
void
build_guc_variables(void)
{
	int total = NumConfigureNamesBool + NumConfigureNamesInt +
		NumConfigureNamesReal + NumConfigureNamesString + NumConfigureNamesEnum;
	int n = 0;

	if (variables != NULL)
		return;
	variables_capacity = total + total / 4;
	variables = guc_malloc(FATAL, variables_capacity * sizeof(*variables));
	for (int i = 0; i < NumConfigureNamesBool; i++)
		variables[n++] = &ConfigureNamesBool[i].gen;
	for (int i = 0; i < NumConfigureNamesInt; i++)
		variables[n++] = &ConfigureNamesInt[i].gen;
	for (int i = 0; i < NumConfigureNamesReal; i++)
		variables[n++] = &ConfigureNamesReal[i].gen;
	for (int i = 0; i < NumConfigureNamesString; i++)
		variables[n++] = &ConfigureNamesString[i].gen;
	for (int i = 0; i < NumConfigureNamesEnum; i++)
		variables[n++] = &ConfigureNamesEnum[i].gen;
	nvariables = n;
	for (int i = 0; i < n; i++)
		bind_storage(variables[i]);
	qsort(variables, n, sizeof(*variables), compare_entries);
}

/* Add a setting; false if there is no memory. */
bool
guc_add_variable(struct config_generic *var, int elevel)
{
	int at = nvariables;

	if (nvariables >= variables_capacity)
	{
		int capacity = variables_capacity + variables_capacity / 4 + 16;
		struct config_generic **fresh = guc_realloc(elevel, variables,
													capacity * sizeof(*variables));

		if (fresh == NULL)
			return false;
		variables = fresh;
		variables_capacity = capacity;
	}
	while (at > 0 && guc_name_compare(variables[at - 1]->name, var->name) > 0)
	{
		variables[at] = variables[at - 1];
		at--;
	}
	variables[at] = var;
	nvariables++;
	return true;
}

/* Put var in the place of the setting of the same name. */
void
guc_replace_variable(struct config_generic *var)
{
	for (int i = 0; i < nvariables; i++)
		if (guc_name_compare(variables[i]->name, var->name) == 0)
			variables[i] = var;
}

static struct config_generic *
lookup(const char *name)
{
	int lo = 0;
	int hi = nvariables - 1;

	while (lo <= hi)
	{
		int mid = (lo + hi) / 2;
		int c = guc_name_compare(name, variables[mid]->name);

		if (c == 0)
			return variables[mid];
		if (c < 0)
			hi = mid - 1;
		else
			lo = mid + 1;
	}
	return NULL;
}

/* Identifiers separated by dots, at least two of them. */
bool
guc_valid_custom_name(const char *name)
{
	bool saw_dot = false;
	bool start = true;

	for (const char *p = name; *p; p++)
	{
		if (*p == GUC_QUALIFIER_SEPARATOR)
		{
			if (start)
				return false;
			saw_dot = true;
			start = true;
		}
		else if (isalpha((unsigned char) *p) || *p == '_' || IS_HIGHBIT_SET(*p))
			start = false;
		else if (!start && (isdigit((unsigned char) *p) || *p == '$'))
			start = false;
		else
			return false;
	}
	return saw_dot && !start;
}

static struct config_generic *
unknown_name(const char *name, bool create_placeholders, bool skip_errors,
			 int elevel)
{
	const char *prefix;
	bool dotted = strchr(name, GUC_QUALIFIER_SEPARATOR) != NULL;

	if (create_placeholders && dotted)
	{
		if (guc_valid_custom_name(name) && !guc_prefix_is_reserved(name, &prefix))
			return guc_make_placeholder(name, elevel);
		if (skip_errors)
			return NULL;
		if (!guc_valid_custom_name(name))
			ereport(elevel,
					(errcode(ERRCODE_INVALID_NAME),
					 errmsg("invalid configuration parameter name \"%s\"", name),
					 errdetail("Custom parameter names must be two or more simple identifiers separated by dots.")));
		else
			ereport(elevel,
					(errcode(ERRCODE_INVALID_NAME),
					 errmsg("invalid configuration parameter name \"%s\"", name),
					 errdetail("\"%s\" is a reserved prefix.", prefix)));
		return NULL;
	}
	if (!skip_errors)
		ereport(elevel,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("unrecognized configuration parameter \"%s\"", name)));
	return NULL;
}

/*
 * guc_find_option
 *		The setting with this name (or old name).
 *
 * If there is none: with create_placeholders a custom name (with a dot) gets a
 * placeholder; else 42704, or 42602 for an impossible custom name, at elevel,
 * or nothing with skip_errors; NULL.
 */
struct config_generic *
guc_find_option(const char *name, bool create_placeholders, bool skip_errors,
				int elevel)
{
	struct config_generic *gen;

	Assert(name != NULL);
	build_guc_variables();
	gen = lookup(name);
	if (gen)
		return gen;
	for (int i = 0; old_names[i] != NULL; i += 2)
		if (guc_name_compare(name, old_names[i]) == 0)
			return lookup(old_names[i + 1]);
	return unknown_name(name, create_placeholders, skip_errors, elevel);
}

/* ---- memory of values ---- */

static bool
string_in_use(struct config_string *conf, const char *s)
{
	if (s == *conf->variable || s == conf->reset_val || s == conf->boot_val)
		return true;
	for (GucStack *st = conf->gen.stack; st; st = st->prev)
		if (s == st->prior.val.stringval || s == st->masked.val.stringval)
			return true;
	return false;
}

/* Set a field that holds a string, and free the old one if nobody has it. */
void
guc_set_string(struct config_string *conf, char **field, char *newval)
{
	char *old = *field;

	*field = newval;
	if (old && !string_in_use(conf, old))
		free(old);
}

static bool
extra_in_use(struct config_generic *gen, const void *extra)
{
	if (extra == gen->extra || extra == *guc_reset_extra(gen))
		return true;
	for (GucStack *st = gen->stack; st; st = st->prev)
		if (extra == st->prior.extra || extra == st->masked.extra)
			return true;
	return false;
}

void
guc_set_extra(struct config_generic *gen, void **field, void *newval)
{
	void *old = *field;

	*field = newval;
	if (old && !extra_in_use(gen, old))
		free(old);
}

/* Drop a value that was saved. */
static void
discard_value(struct config_generic *gen, config_var_value *v)
{
	if (gen->vartype == PGC_STRING)
		guc_set_string((struct config_string *) gen, &v->val.stringval, NULL);
	guc_set_extra(gen, &v->extra, NULL);
}

static void
save_value(struct config_generic *gen, config_var_value *v)
{
	v->val = guc_current_value(gen);
	v->extra = gen->extra;
}

/* Make a value that was saved the current one. */
static void
make_current(struct config_generic *gen, union config_var_val val, void *extra)
{
	guc_call_assign_hook(gen, val, extra);
	guc_store_current(gen, val);
	guc_set_extra(gen, &gen->extra, extra);
	guc_mark_report(gen);
}

void
guc_mark_report(struct config_generic *gen)
{
	if (reporting && (gen->flags & GUC_REPORT))
	{
		gen->status |= GUC_NEEDS_REPORT;
		report_needed = true;
	}
}

/* ---- start ---- */

/* Give a setting its boot value. */
void
guc_initialize_one(struct config_generic *gen)
{
	union config_var_val val = guc_boot_value(gen);
	void *extra = NULL;

	gen->status &= GUC_BOUND;
	gen->source = gen->reset_source = PGC_S_DEFAULT;
	gen->scontext = gen->reset_scontext = PGC_INTERNAL;
	gen->srole = gen->reset_srole = 10; /* the bootstrap superuser */
	gen->stack = NULL;
	gen->extra = NULL;
	gen->last_reported = NULL;
	gen->sourcefile = NULL;
	gen->sourceline = 0;
	if (!guc_call_check_hook(gen, &val, &extra, PGC_S_DEFAULT, LOG))
		elog(FATAL, "failed to initialize %s to its boot value", gen->name);
	guc_call_assign_hook(gen, val, extra);
	if (gen->vartype == PGC_STRING)
		*((struct config_string *) gen)->variable = NULL;
	guc_store_current(gen, val);
	guc_store_reset(gen, val);
	gen->extra = *guc_reset_extra(gen) = extra;
}

static void
set_from_environment(const char *envname, const char *setting)
{
	const char *value = getenv(envname);

	if (value != NULL)
		SetConfigOption(setting, value, PGC_POSTMASTER, PGC_S_ENV_VAR);
}

/* max_stack_depth follows the limit of the process, up to 2 MB. */
static void
default_stack_depth(void)
{
	struct rlimit rl;
	long kb;
	char text[32];

	if (getrlimit(RLIMIT_STACK, &rl) != 0)
		return;
	kb = rl.rlim_cur == RLIM_INFINITY ? LONG_MAX / 1024 : (long) (rl.rlim_cur / 1024);
	kb -= 512; /* reserve for what is not checked */
	if (kb <= 100)
		return;
	snprintf(text, sizeof(text), "%ld", Min(kb, 2048));
	SetConfigOption("max_stack_depth", text, PGC_POSTMASTER,
					PGC_S_DYNAMIC_DEFAULT);
}

/*
 * InitializeGUCOptions
 *		Give all settings their built-in values; once, at process start.
 */
void
InitializeGUCOptions(void)
{
	pg_timezone_initialize();
	build_guc_variables();
	for (int i = 0; i < nvariables; i++)
		guc_initialize_one(variables[i]);
	reporting = false;
	/* these follow default_transaction_*, not what RESET would give */
	SetConfigOption("transaction_isolation", "read committed", PGC_POSTMASTER,
					PGC_S_OVERRIDE);
	SetConfigOption("transaction_read_only", "no", PGC_POSTMASTER,
					PGC_S_OVERRIDE);
	SetConfigOption("transaction_deferrable", "no", PGC_POSTMASTER,
					PGC_S_OVERRIDE);
	set_from_environment("PGPORT", "port");
	set_from_environment("PGDATESTYLE", "datestyle");
	set_from_environment("PGCLIENTENCODING", "client_encoding");
	default_stack_depth();
}

/* ---- which files ---- */

/* A file named by a setting, or the usual one beside the configuration. */
static void
locate_file(const char *setting, const char *value, const char *configdir,
			const char *usual)
{
	char *fname;

	if (value)
		fname = make_absolute_path(value);
	else
	{
		char *s = psprintf("%s/%s", configdir, usual);

		fname = strdup(s);
	}
	SetConfigOption(setting, fname, PGC_POSTMASTER, PGC_S_OVERRIDE);
	free(fname);
}

/*
 * SelectConfigFiles
 *		Find the configuration file and the data directory, and read it.
 *
 * userDoption: the -D switch or NULL.  On failure says why on stderr and
 * returns false.  Afterwards DataDir and all file settings are set.
 */
bool
SelectConfigFiles(const char *userDoption, const char *progname)
{
	char *configdir;
	char *fname;
	struct stat st;

	configdir = make_absolute_path(userDoption ? userDoption : getenv("PGDATA"));
	if (configdir && stat(configdir, &st) != 0)
	{
		write_stderr("%s: could not access directory \"%s\": %s\n",
					 progname, configdir, strerror(errno));
		if (errno == ENOENT)
			write_stderr("Run initdb or pg_basebackup to initialize a PostgreSQL data directory.\n");
		return false;
	}
	if (ConfigFileName)
		fname = make_absolute_path(ConfigFileName);
	else if (configdir)
	{
		if (asprintf(&fname, "%s/%s", configdir, CONFIG_FILENAME) < 0)
			return false;
	}
	else
	{
		write_stderr("%s does not know where to find the server configuration file.\n"
					 "You must specify the --config-file or -D invocation option or set the PGDATA environment variable.\n",
					 progname);
		return false;
	}
	SetConfigOption("config_file", fname, PGC_POSTMASTER, PGC_S_OVERRIDE);
	free(fname);
	if (stat(ConfigFileName, &st) != 0)
	{
		write_stderr("%s: could not access the server configuration file \"%s\": %s\n",
					 progname, ConfigFileName, strerror(errno));
		free(configdir);
		return false;
	}
	ProcessConfigFile(PGC_POSTMASTER);
	if (data_directory)
		SetDataDir(data_directory);
	else if (configdir)
		SetDataDir(configdir);
	else
	{
		write_stderr("%s does not know where to find the database system data.\n"
					 "This can be specified as \"data_directory\" in \"%s\", or by the -D invocation option, or by the PGDATA environment variable.\n",
					 progname, ConfigFileName);
		return false;
	}
	SetConfigOption("data_directory", DataDir, PGC_POSTMASTER, PGC_S_OVERRIDE);
	/* now that the data directory is known, postgresql.auto.conf counts too */
	ProcessConfigFile(PGC_POSTMASTER);
	SetConfigOption("timezone_abbreviations", "Default", PGC_POSTMASTER,
					PGC_S_DYNAMIC_DEFAULT);
	if (configdir == NULL)
		configdir = strdup(DataDir);
	locate_file("hba_file", HbaFileName, configdir, HBA_FILENAME);
	locate_file("ident_file", IdentFileName, configdir, IDENT_FILENAME);
	free(configdir);
	return true;
}

/* ---- nest levels ---- */

int
guc_nest_level(void)
{
	return nest_level;
}

void
guc_set_nest_level(int level)
{
	nest_level = level;
}

void
AtStart_GUC(void)
{
	if (nest_level != 0)
		elog(WARNING, "GUC nest level = %d at transaction start", nest_level);
	nest_level = 1;
}

int
NewGUCNestLevel(void)
{
	return ++nest_level;
}

/* Remember the current value before a change of the given kind. */
static void
push_old_value(struct config_generic *gen, GucAction action)
{
	GucStack *st = gen->stack;

	if (nest_level == 0)
		return;
	if (st && st->nest_level >= nest_level)
	{
		Assert(st->nest_level == nest_level);
		if (action == GUC_ACTION_SET)
		{
			/* what was SET below a SET LOCAL is overwritten too */
			if (st->state == GUC_SET_LOCAL)
				discard_value(gen, &st->masked);
			st->state = GUC_SET;
		}
		else if (action == GUC_ACTION_LOCAL && st->state == GUC_SET)
		{
			save_value(gen, &st->masked);
			st->masked_scontext = gen->scontext;
			st->masked_srole = gen->srole;
			st->state = GUC_SET_LOCAL;
		}
		return;
	}
	st = MemoryContextAllocZero(TopTransactionContext ? TopTransactionContext : TopMemoryContext, sizeof(GucStack));
	st->prev = gen->stack;
	st->nest_level = nest_level;
	st->state = action == GUC_ACTION_SET ? GUC_SET : action == GUC_ACTION_LOCAL ? GUC_LOCAL
																				: GUC_SAVE;
	st->source = gen->source;
	st->scontext = gen->scontext;
	st->srole = gen->srole;
	save_value(gen, &st->prior);
	gen->stack = st;
	stacks_in_use = true;
}

/* A level commits into the one just below it, which has an entry as well. */
static void
merge_into_previous(struct config_generic *gen, GucStack *st)
{
	GucStack *prev = st->prev;

	switch (st->state)
	{
		case GUC_SAVE:
			Assert(false);
			break;
		case GUC_SET:
			discard_value(gen, &st->prior);
			if (prev->state == GUC_SET_LOCAL)
				discard_value(gen, &prev->masked);
			prev->state = GUC_SET;
			break;
		case GUC_LOCAL:
			if (prev->state == GUC_SET)
			{
				/* the outer SET comes back when the outer level ends */
				prev->masked = st->prior;
				prev->masked_scontext = st->scontext;
				prev->masked_srole = st->srole;
				prev->state = GUC_SET_LOCAL;
				memset(&st->prior, 0, sizeof(st->prior));
			}
			else
				discard_value(gen, &st->prior);
			break;
		case GUC_SET_LOCAL:
			discard_value(gen, &st->prior);
			if (prev->state == GUC_SET_LOCAL)
				discard_value(gen, &prev->masked);
			prev->masked = st->masked;
			prev->masked_scontext = st->masked_scontext;
			prev->masked_srole = st->masked_srole;
			prev->state = GUC_SET_LOCAL;
			memset(&st->masked, 0, sizeof(st->masked));
			break;
	}
}

/* Go back to the value from before the level, or to the SET one below LOCAL. */
static void
restore_value(struct config_generic *gen, GucStack *st, bool masked)
{
	config_var_value *v = masked ? &st->masked : &st->prior;
	union config_var_val now = guc_current_value(gen);

	if (gen->extra != v->extra || !guc_same_value(gen, now, v->val) ||
		(gen->vartype == PGC_STRING && now.stringval != v->val.stringval))
		make_current(gen, v->val, v->extra);
	gen->source = masked ? PGC_S_SESSION : st->source;
	gen->scontext = masked ? st->masked_scontext : st->scontext;
	gen->srole = masked ? st->masked_srole : st->srole;
}

/* End the top entry of one setting; true if it stays (at a lower level). */
static bool
end_top_entry(struct config_generic *gen, bool isCommit)
{
	GucStack *st = gen->stack;
	bool prior = !isCommit || st->state == GUC_SAVE;
	bool masked = false;

	if (!prior && st->nest_level == 1)
	{
		prior = st->state == GUC_LOCAL;
		masked = st->state == GUC_SET_LOCAL;
	}
	else if (!prior && (st->prev == NULL || st->prev->nest_level < st->nest_level - 1))
	{
		st->nest_level--;
		return true;
	}
	else if (!prior)
	{
		merge_into_previous(gen, st);
		gen->stack = st->prev;
		pfree(st);
		return false;
	}
	if (prior || masked)
		restore_value(gen, st, masked);
	discard_value(gen, &st->prior);
	discard_value(gen, &st->masked);
	gen->stack = st->prev;
	pfree(st);
	return false;
}

/*
 * AtEOXact_GUC
 *		End all nest levels from nestLevel up; on abort all changes are undone,
 *		on commit the local ones.
 */
void
AtEOXact_GUC(bool isCommit, int nestLevel)
{
	bool some_left = false;

	Assert(nestLevel > 0 && (nestLevel <= nest_level || (nestLevel == nest_level + 1 && !isCommit)));
	if (stacks_in_use)
	{
		for (int i = 0; i < nvariables; i++)
		{
			struct config_generic *gen = variables[i];

			while (gen->stack && gen->stack->nest_level >= nestLevel)
				(void) end_top_entry(gen, isCommit);
			if (gen->stack)
				some_left = true;
		}
		stacks_in_use = some_left;
	}
	nest_level = nestLevel - 1;
}

/* ---- telling the client ---- */

void
guc_set_report_function(GucReportFunction report)
{
	report_function = report;
}

static void
report_one(struct config_generic *gen)
{
	char *val = guc_show_option(gen, true);

	if (report_function &&
		(gen->last_reported == NULL || strcmp(val, gen->last_reported) != 0))
	{
		report_function(gen->name, val);
		free(gen->last_reported);
		gen->last_reported = guc_strdup(LOG, val);
	}
	pfree(val);
	gen->status &= ~GUC_NEEDS_REPORT;
}

/* Send all reported settings, and from now on their changes. */
void
BeginReportingGUCOptions(void)
{
	reporting = true;
	for (int i = 0; i < nvariables; i++)
		if (variables[i]->flags & GUC_REPORT)
			report_one(variables[i]);
	report_needed = false;
}

/* Send what changed since; called when a command is done. */
void
ReportChangedGUCOptions(void)
{
	if (!reporting || !report_needed)
		return;
	for (int i = 0; i < nvariables; i++)
		if (variables[i]->status & GUC_NEEDS_REPORT)
			report_one(variables[i]);
	report_needed = false;
}

/* ---- changing a value ---- */

void
guc_set_parameter_acl(GucParameterAclFunction check)
{
	parameter_acl = check;
}

/* May the role set a superuser's setting?  By GRANT SET ON PARAMETER. */
static bool
may_set(const char *name, Oid role)
{
	if (role == 10) /* the bootstrap superuser */
		return true;
	return parameter_acl ? parameter_acl(name, role, false) : superuser_arg(role);
}

static int
default_elevel(GucSource source)
{
	if (source == PGC_S_DEFAULT || source == PGC_S_FILE)
		return IsUnderPostmaster ? DEBUG3 : LOG;
	if (source == PGC_S_GLOBAL || source == PGC_S_DATABASE ||
		source == PGC_S_USER || source == PGC_S_DATABASE_USER)
		return WARNING;
	return ERROR;
}

/* One change under way. */
typedef struct GucChange
{
	struct config_generic *gen;
	const char *value;
	GucContext context;
	GucSource source;
	Oid srole;
	GucAction action;
	bool changeVal;
	bool makeDefault; /* the reset value changes too */
	bool only_same; /* a value that differs is an error */
	int elevel;
	bool is_reload;
} GucChange;

#define REFUSE(elevel, code, ...)                              \
	do                                                         \
	{                                                          \
		ereport(elevel, (errcode(code), errmsg(__VA_ARGS__))); \
		return 0;                                              \
	} while (0)

/* Is the change allowed by who asks, and now?  1: yes, 0: no, -1: ignore it. */
static int
check_context(GucChange *ch)
{
	struct config_generic *gen = ch->gen;
	GucContext from = ch->context;

	switch (gen->context)
	{
		case PGC_INTERNAL:
			if (from != PGC_INTERNAL)
				REFUSE(ch->elevel, ERRCODE_CANT_CHANGE_RUNTIME_PARAM,
					   "parameter \"%s\" cannot be changed", gen->name);
			break;
		case PGC_POSTMASTER:
			if (from == PGC_SIGHUP)
				ch->only_same = true;
			else if (from != PGC_POSTMASTER && from != PGC_INTERNAL)
				REFUSE(ch->elevel, ERRCODE_CANT_CHANGE_RUNTIME_PARAM,
					   "parameter \"%s\" cannot be changed without restarting the server",
					   gen->name);
			break;
		case PGC_SIGHUP:
			if (from != PGC_SIGHUP && from != PGC_POSTMASTER && from != PGC_INTERNAL)
				REFUSE(ch->elevel, ERRCODE_CANT_CHANGE_RUNTIME_PARAM,
					   "parameter \"%s\" cannot be changed now", gen->name);
			break;
		case PGC_SU_BACKEND:
			if (from == PGC_BACKEND && !may_set(gen->name, ch->srole))
				REFUSE(ch->elevel, ERRCODE_INSUFFICIENT_PRIVILEGE,
					   "permission denied to set parameter \"%s\"", gen->name);
			/* FALLTHROUGH */
		case PGC_BACKEND:
			if (from == PGC_SIGHUP)
			{
				/* sessions keep what they started with */
				if (IsUnderPostmaster && ch->changeVal && !ch->is_reload)
					return -1;
			}
			else if (from != PGC_POSTMASTER && from != PGC_BACKEND &&
					 from != PGC_SU_BACKEND && from != PGC_INTERNAL &&
					 ch->source != PGC_S_CLIENT)
				REFUSE(ch->elevel, ERRCODE_CANT_CHANGE_RUNTIME_PARAM,
					   "parameter \"%s\" cannot be set after connection start",
					   gen->name);
			break;
		case PGC_SUSET:
			if ((from == PGC_USERSET || from == PGC_BACKEND) &&
				!may_set(gen->name, ch->srole))
				REFUSE(ch->elevel, ERRCODE_INSUFFICIENT_PRIVILEGE,
					   "permission denied to set parameter \"%s\"", gen->name);
			break;
		case PGC_USERSET:
			break;
	}
	return 1;
}

/* Restrictions that come from flags rather than from the context. */
static bool
check_flags(GucChange *ch)
{
	struct config_generic *gen = ch->gen;

	if (gen->flags & GUC_NOT_WHILE_SEC_REST)
	{
		if (InLocalUserIdChange())
			REFUSE(ch->elevel, ERRCODE_INSUFFICIENT_PRIVILEGE,
				   "cannot set parameter \"%s\" within security-definer function",
				   gen->name);
		if (InSecurityRestrictedOperation())
			REFUSE(ch->elevel, ERRCODE_INSUFFICIENT_PRIVILEGE,
				   "cannot set parameter \"%s\" within security-restricted operation",
				   gen->name);
	}
	if ((gen->flags & GUC_NO_RESET) && ch->value == NULL)
		REFUSE(ch->elevel, ERRCODE_FEATURE_NOT_SUPPORTED,
			   "parameter \"%s\" cannot be reset", gen->name);
	if ((gen->flags & GUC_NO_RESET) && ch->action == GUC_ACTION_SAVE)
		REFUSE(ch->elevel, ERRCODE_FEATURE_NOT_SUPPORTED,
			   "parameter \"%s\" cannot be set locally in functions", gen->name);
	return true;
}

/* The new value: from text, the boot value, or the reset value. */
static bool
make_new_value(GucChange *ch, union config_var_val *val, void **extra)
{
	struct config_generic *gen = ch->gen;

	if (ch->value)
		return guc_parse_value(gen, ch->value, ch->source, ch->elevel, val, extra);
	if (ch->source == PGC_S_DEFAULT)
	{
		*val = guc_boot_value(gen);
		*extra = NULL;
		if (guc_call_check_hook(gen, val, extra, ch->source, ch->elevel))
			return true;
		if (gen->vartype == PGC_STRING)
			free(val->stringval);
		return false;
	}
	*val = guc_reset_value(gen);
	*extra = *guc_reset_extra(gen);
	ch->source = gen->reset_source;
	ch->context = gen->reset_scontext;
	ch->srole = gen->reset_srole;
	return true;
}

/* Free what make_new_value() made if nothing took it. */
static void
release_unused(struct config_generic *gen, union config_var_val val,
			   void *extra)
{
	if (gen->vartype == PGC_STRING && val.stringval &&
		!string_in_use((struct config_string *) gen, val.stringval))
		free(val.stringval);
	if (extra && !extra_in_use(gen, extra))
		free(extra);
}

static int
refuse_difference(GucChange *ch, union config_var_val val)
{
	struct config_generic *gen = ch->gen;

	if (guc_same_value(gen, val, guc_current_value(gen)))
	{
		gen->status &= ~GUC_PENDING_RESTART;
		return -1;
	}
	gen->status |= GUC_PENDING_RESTART;
	REFUSE(ch->elevel, ERRCODE_CANT_CHANGE_RUNTIME_PARAM,
		   "parameter \"%s\" cannot be changed without restarting the server",
		   gen->name);
}

/* The value becomes what RESET gives, here and for saved values below it. */
static void
store_default(GucChange *ch, union config_var_val val, void *extra)
{
	struct config_generic *gen = ch->gen;

	if (gen->reset_source <= ch->source)
	{
		guc_store_reset(gen, val);
		guc_set_extra(gen, guc_reset_extra(gen), extra);
		gen->reset_source = ch->source;
		gen->reset_scontext = ch->context;
		gen->reset_srole = ch->srole;
	}
	for (GucStack *st = gen->stack; st; st = st->prev)
	{
		if (st->source > ch->source)
			continue;
		if (gen->vartype == PGC_STRING)
			guc_set_string((struct config_string *) gen,
						   &st->prior.val.stringval, val.stringval);
		else
			st->prior.val = val;
		guc_set_extra(gen, &st->prior.extra, extra);
		st->source = ch->source;
		st->scontext = ch->context;
		st->srole = ch->srole;
	}
}

static int
apply_change(GucChange *ch)
{
	struct config_generic *gen = ch->gen;
	union config_var_val val;
	void *extra;
	int result;

	if (!make_new_value(ch, &val, &extra))
		return 0;
	if (ch->only_same)
	{
		result = refuse_difference(ch, val);
		release_unused(gen, val, extra);
		return result;
	}
	if (ch->changeVal)
	{
		if (!ch->makeDefault)
			push_old_value(gen, ch->action);
		make_current(gen, val, extra);
		gen->source = ch->source;
		gen->scontext = ch->context;
		gen->srole = ch->srole;
	}
	if (ch->makeDefault)
		store_default(ch, val, extra);
	release_unused(gen, val, extra);
	return ch->changeVal ? 1 : -1;
}

/*
 * set_config_option_ext
 *		Change a setting, or only check whether it could be changed.
 *
 * name		of the setting; a custom name that nobody defined gets a placeholder
 * value	text, or NULL: the reset value (PGC_S_DEFAULT: the boot value)
 * context	who asks; source: where the value comes from; srole: by which role
 * action	what the change lasts for
 * changeVal	false: check only
 * elevel	of complaints; 0: by source
 * is_reload	a new process reads the settings that its parent has
 *
 * Returns 1 if the value was (or could be) set, 0 after a complaint below
 * ERROR, -1 if it is valid but not in effect.
 */
int
set_config_option_ext(const char *name, const char *value, GucContext context,
					  GucSource source, Oid srole, GucAction action,
					  bool changeVal, int elevel, bool is_reload)
{
	GucChange ch = {NULL, value, context, source, srole, action, changeVal,
					false, false, elevel ? elevel : default_elevel(source), is_reload};
	int allowed;

	ch.gen = guc_find_option(name, true, false, ch.elevel);
	if (ch.gen == NULL)
		return 0;
	/* a value to be checked as the table or a database would set it */
	if (IsInParallelMode != NULL && IsInParallelMode() && changeVal &&
		action != GUC_ACTION_SAVE)
		REFUSE(ch.elevel, ERRCODE_INVALID_TRANSACTION_STATE,
			   "cannot set parameters during a parallel operation");
	allowed = check_context(&ch);
	if (allowed <= 0)
		return allowed;
	if (!check_flags(&ch))
		return 0;
	ch.makeDefault = changeVal && source <= PGC_S_OVERRIDE &&
		(value != NULL || source == PGC_S_DEFAULT);
	/* a weaker source than that of the current value sets the reset value only */
	if (ch.gen->source > source)
	{
		if (changeVal && !ch.makeDefault)
			return -1;
		ch.changeVal = false;
	}
	return apply_change(&ch);
}

int
set_config_option(const char *name, const char *value, GucContext context,
				  GucSource source, GucAction action, bool changeVal,
				  int elevel, bool is_reload)
{
	Oid srole;

	/* what the server itself sets, it sets as the bootstrap superuser */
	if (source >= PGC_S_INTERACTIVE || source == PGC_S_CLIENT)
		srole = GetUserId();
	else
		srole = 10;
	return set_config_option_ext(name, value, context, source, srole, action,
								 changeVal, elevel, is_reload);
}

/* For the server's own code: no result, errors by source. */
void
SetConfigOption(const char *name, const char *value, GucContext context,
				GucSource source)
{
	(void) set_config_option(name, value, context, source, GUC_ACTION_SET,
							 true, 0, false);
}

/* A value went out of the configuration file: back to the built-in one. */
bool
guc_reset_to_default(struct config_generic *gen)
{
	if (gen->reset_source == PGC_S_FILE)
		gen->reset_source = PGC_S_DEFAULT;
	if (gen->source == PGC_S_FILE)
		gen->source = PGC_S_DEFAULT;
	for (GucStack *st = gen->stack; st; st = st->prev)
		if (st->source == PGC_S_FILE)
			st->source = PGC_S_DEFAULT;
	return set_config_option(gen->name, NULL, PGC_SIGHUP, PGC_S_DEFAULT,
							 GUC_ACTION_SET, true, 0, false) > 0;
}

/* RESET ALL: each setting back to its reset value, if a session may. */
void
ResetAllOptions(void)
{
	for (int i = 0; i < nvariables; i++)
	{
		struct config_generic *gen = variables[i];

		if (gen->context != PGC_SUSET && gen->context != PGC_USERSET)
			continue;
		if ((gen->flags & GUC_NO_RESET_ALL) || gen->source <= PGC_S_OVERRIDE)
			continue;
		push_old_value(gen, GUC_ACTION_SET);
		make_current(gen, guc_reset_value(gen), *guc_reset_extra(gen));
		gen->source = gen->reset_source;
		gen->scontext = gen->reset_scontext;
		gen->srole = gen->reset_srole;
	}
}

/* Where in which file the value stands. */
void
guc_set_source_location(const char *name, const char *sourcefile,
						int sourceline)
{
	struct config_generic *gen = guc_find_option(name, true, false, LOG);
	char *copy;

	if (gen == NULL)
		return;
	copy = guc_strdup(LOG, sourcefile);
	free(gen->sourcefile);
	gen->sourcefile = copy;
	gen->sourceline = sourceline;
}

/* ---- reading values ---- */

static void
may_examine(struct config_generic *gen)
{
	if ((gen->flags & GUC_SUPERUSER_ONLY) && !superuser())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be superuser or have privileges of pg_read_all_settings to examine \"%s\"",
						gen->name)));
}

/*
 * GetConfigOption
 *		Current value as a string in a static buffer or in place; NULL if there
 *		is no such setting and missing_ok.
 */
const char *
GetConfigOption(const char *name, bool missing_ok, bool restrict_privileged)
{
	static char buffer[256];
	struct config_generic *gen = guc_find_option(name, false, missing_ok, ERROR);

	if (gen == NULL)
		return NULL;
	if (restrict_privileged)
		may_examine(gen);
	switch (gen->vartype)
	{
		case PGC_BOOL:
			return *((struct config_bool *) gen)->variable ? "on" : "off";
		case PGC_INT:
			snprintf(buffer, sizeof(buffer), "%d", *((struct config_int *) gen)->variable);
			return buffer;
		case PGC_REAL:
			snprintf(buffer, sizeof(buffer), "%g", *((struct config_real *) gen)->variable);
			return buffer;
		case PGC_STRING:
			return *((struct config_string *) gen)->variable ? *((struct config_string *) gen)->variable : "";
		default:
			return config_enum_lookup_by_value((struct config_enum *) gen,
											   *((struct config_enum *) gen)->variable);
	}
}

/* The same of the reset value. */
const char *
GetConfigOptionResetString(const char *name)
{
	static char buffer[256];
	struct config_generic *gen = guc_find_option(name, false, false, ERROR);

	may_examine(gen);
	switch (gen->vartype)
	{
		case PGC_BOOL:
			return ((struct config_bool *) gen)->reset_val ? "on" : "off";
		case PGC_INT:
			snprintf(buffer, sizeof(buffer), "%d", ((struct config_int *) gen)->reset_val);
			return buffer;
		case PGC_REAL:
			snprintf(buffer, sizeof(buffer), "%g", ((struct config_real *) gen)->reset_val);
			return buffer;
		case PGC_STRING:
			return ((struct config_string *) gen)->reset_val ? ((struct config_string *) gen)->reset_val : "";
		default:
			return config_enum_lookup_by_value((struct config_enum *) gen,
											   ((struct config_enum *) gen)->reset_val);
	}
}

int
GetConfigOptionFlags(const char *name, bool missing_ok)
{
	struct config_generic *gen = guc_find_option(name, false, missing_ok, ERROR);

	return gen ? gen->flags : 0;
}

/* As SHOW prints it, palloc'd; *varname: the name as the table spells it. */
char *
GetConfigOptionByName(const char *name, const char **varname, bool missing_ok)
{
	struct config_generic *gen = guc_find_option(name, false, missing_ok, ERROR);

	if (gen == NULL)
	{
		if (varname)
			*varname = NULL;
		return NULL;
	}
	may_examine(gen);
	if (varname)
		*varname = gen->name;
	return guc_show_option(gen, true);
}

/* Options of an enum as an array literal: {a,"b c"} */
static char *
enum_array(struct config_enum *conf)
{
	char *s = pstrdup("{");
	const char *sep = "";

	for (const struct config_enum_entry *e = conf->options; e && e->name; e++)
	{
		if (e->hidden)
			continue;
		if (e->name[0] == '\0' || strchr(e->name, ' '))
			s = psprintf("%s%s\"%s\"", s, sep, e->name);
		else
			s = psprintf("%s%s%s", s, sep, e->name);
		sep = ",";
	}
	return psprintf("%s}", s);
}

/* Columns min_val .. reset_val of pg_settings. */
static void
settings_row_values(struct config_generic *gen, const char **values)
{
	switch (gen->vartype)
	{
		case PGC_BOOL:
		{
			struct config_bool *c = (struct config_bool *) gen;

			values[12] = c->boot_val ? "on" : "off";
			values[13] = c->reset_val ? "on" : "off";
			break;
		}
		case PGC_INT:
		{
			struct config_int *c = (struct config_int *) gen;

			values[9] = psprintf("%d", c->min);
			values[10] = psprintf("%d", c->max);
			values[12] = psprintf("%d", c->boot_val);
			values[13] = psprintf("%d", c->reset_val);
			break;
		}
		case PGC_REAL:
		{
			struct config_real *c = (struct config_real *) gen;

			values[9] = psprintf("%g", c->min);
			values[10] = psprintf("%g", c->max);
			values[12] = psprintf("%g", c->boot_val);
			values[13] = psprintf("%g", c->reset_val);
			break;
		}
		case PGC_STRING:
		{
			struct config_string *c = (struct config_string *) gen;

			values[12] = c->boot_val ? pstrdup(c->boot_val) : NULL;
			values[13] = c->reset_val ? pstrdup(c->reset_val) : NULL;
			break;
		}
		case PGC_ENUM:
		{
			struct config_enum *c = (struct config_enum *) gen;

			values[11] = enum_array(c);
			values[12] = config_enum_lookup_by_value(c, c->boot_val);
			values[13] = config_enum_lookup_by_value(c, c->reset_val);
			break;
		}
	}
}

/*
 * GetConfigOptionByNum
 *		Row varnum (from 0) of pg_settings: values[17], NULL for SQL NULL.
 *
 * *noshow: the caller may not see this row.
 */
void
GetConfigOptionByNum(int varnum, const char **values, bool *noshow)
{
	struct config_generic *gen = variables[varnum];
	bool privileged = superuser();

	memset(values, 0, 17 * sizeof(*values));
	if (noshow)
		*noshow = (gen->flags & GUC_NO_SHOW_ALL) ||
			((gen->flags & GUC_SUPERUSER_ONLY) && !privileged);
	values[0] = gen->name;
	values[1] = guc_show_option(gen, false);
	values[2] = get_config_unit_name(gen->flags);
	values[3] = gen->group;
	values[4] = gen->short_desc;
	values[5] = gen->long_desc;
	values[6] = GucContext_Names[gen->context];
	values[7] = config_type_names[gen->vartype];
	values[8] = GucSource_Names[gen->source];
	settings_row_values(gen, values);
	if (gen->source == PGC_S_FILE && privileged && gen->sourcefile)
	{
		values[14] = gen->sourcefile;
		values[15] = psprintf("%d", gen->sourceline);
	}
	values[16] = (gen->status & GUC_PENDING_RESTART) ? "t" : "f";
}

/* "name=value" of a command-line option; '-' in names becomes '_'. */
void
ParseLongOption(const char *string, char **name, char **value)
{
	size_t len = strcspn(string, "=");

	*name = guc_malloc(FATAL, len + 1);
	memcpy(*name, string, len);
	(*name)[len] = '\0';
	*value = string[len] == '=' ? guc_strdup(FATAL, string + len + 1) : NULL;
	for (char *p = *name; *p; p++)
		if (*p == '-')
			*p = '_';
}

/* Set what a program's argument -c name=value or --name=value says. */
void
SetConfigOptionFromArg(int flag, const char *arg, GucContext context, GucSource source)
{
	char *name;
	char *value;

	ParseLongOption(arg, &name, &value);
	if (value == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 flag == '-' ? errmsg("--%s requires a value", arg)
							 : errmsg("-c %s requires a value", arg)));
	SetConfigOption(name, value, context, source);
	free(name);
	free(value);
}

/* May there be a pg_parameter_acl row for this name? */
bool
check_GUC_name_for_parameter_acl(const char *name)
{
	return guc_find_option(name, false, true, DEBUG1) != NULL ||
		guc_valid_custom_name(name);
}

/* The form of a name that pg_parameter_acl keeps: lower case; palloc'd. */
char *
convert_GUC_name_for_parameter_acl(const char *name)
{
	char *result;

	for (int i = 0; old_names[i] != NULL; i += 2)
		if (guc_name_compare(name, old_names[i]) == 0)
			name = old_names[i + 1];
	result = pstrdup(name);
	for (char *p = result; *p; p++)
		*p = (char) pg_ascii_tolower((unsigned char) *p);
	return result;
}
