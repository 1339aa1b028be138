/*
 * guc_custom.c
 *		Settings of loadable modules, and placeholders for them.
 *
 * A custom name (with a dot) may be set before its module is loaded: the text is
 * kept in a placeholder, a string setting.  When the module defines the setting,
 * the placeholder's values are set again through it, from the reset value up
 * through every nest level.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/guc_custom.c
 */
#include "postgres.h"

#include "guc_internal.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/memutils.h"

typedef struct ReservedPrefix
{
	struct ReservedPrefix *next;
	char prefix[FLEXIBLE_ARRAY_MEMBER];
} ReservedPrefix;
static ReservedPrefix *reserved = NULL;

/* Is the part before the first dot reserved by a loaded module? */
bool
guc_prefix_is_reserved(const char *name, const char **prefix)
{
	for (ReservedPrefix *r = reserved; r; r = r->next)
	{
		size_t len = strlen(r->prefix);

		if (strncmp(name, r->prefix, len) == 0 &&
			name[len] == GUC_QUALIFIER_SEPARATOR)
		{
			*prefix = r->prefix;
			return true;
		}
	}
	return false;
}

/* A string setting that holds text for a module not loaded yet. */
struct config_generic *
guc_make_placeholder(const char *name, int elevel)
{
	struct config_string *conf;
	char **variable;

	conf = guc_malloc(elevel, sizeof(*conf) + sizeof(char *));
	if (conf == NULL)
		return NULL;
	memset(conf, 0, sizeof(*conf) + sizeof(char *));
	variable = (char **) (conf + 1);
	conf->gen.name = guc_strdup(elevel, name);
	if (conf->gen.name == NULL)
	{
		free(conf);
		return NULL;
	}
	conf->gen.context = PGC_USERSET;
	conf->gen.group = "Customized Options";
	conf->gen.short_desc = "GUC placeholder variable";
	conf->gen.flags = GUC_NO_SHOW_ALL | GUC_NOT_IN_SAMPLE | GUC_CUSTOM_PLACEHOLDER;
	conf->gen.vartype = PGC_STRING;
	conf->gen.scontext = conf->gen.reset_scontext = PGC_INTERNAL;
	conf->gen.srole = conf->gen.reset_srole = 10;
	conf->variable = variable;
	if (!guc_add_variable(&conf->gen, elevel))
	{
		free((void *) conf->gen.name);
		free(conf);
		return NULL;
	}
	return &conf->gen;
}

/* Set the values that nest level by nest level stood in the placeholder. */
static void
replay_stack(struct config_generic *var, struct config_string *old,
			 GucStack *st, const char *curvalue, GucContext curscontext,
			 GucSource cursource, Oid cursrole)
{
	GucStack *made = var->stack;
	int save_level = guc_nest_level();

	if (st == NULL)
	{
		/* below all changes: the value from before, if it is not the reset one */
		if (curvalue != old->reset_val || cursource != old->gen.reset_source)
			(void) set_config_option_ext(var->name, curvalue, curscontext,
										 cursource, cursrole, GUC_ACTION_SET,
										 true, WARNING, false);
		if (var->stack != NULL)
		{
			/* that was no change of this transaction */
			pfree(var->stack);
			var->stack = NULL;
		}
		return;
	}
	replay_stack(var, old, st->prev, st->prior.val.stringval, st->scontext,
				 st->source, st->srole);
	guc_set_nest_level(st->nest_level);
	if (st->state == GUC_SET_LOCAL)
		(void) set_config_option_ext(var->name, st->masked.val.stringval,
									 st->masked_scontext, PGC_S_SESSION,
									 st->masked_srole, GUC_ACTION_SET, true,
									 WARNING, false);
	(void) set_config_option_ext(var->name, curvalue, curscontext, cursource,
								 cursrole,
								 st->state == GUC_SAVE ? GUC_ACTION_SAVE : st->state == GUC_SET ? GUC_ACTION_SET
																								: GUC_ACTION_LOCAL,
								 true, WARNING, false);
	if (var->stack != made && var->stack != NULL)
		var->stack->nest_level = st->nest_level;
	guc_set_nest_level(save_level);
}

static void
drop_placeholder(struct config_string *old)
{
	GucStack *st = old->gen.stack;

	while (st)
	{
		GucStack *prev = st->prev;

		old->gen.stack = prev;
		guc_set_string(old, &st->prior.val.stringval, NULL);
		guc_set_string(old, &st->masked.val.stringval, NULL);
		pfree(st);
		st = prev;
	}
	guc_set_string(old, old->variable, NULL);
	guc_set_string(old, &old->reset_val, NULL);
	free(old->gen.sourcefile);
	free((void *) old->gen.name);
	free(old);
}

/* Enter a module's setting, in the place of a placeholder if there is one. */
static void
define_variable(struct config_generic *var)
{
	struct config_generic *gen = guc_find_option(var->name, false, true, ERROR);
	struct config_string *old;

	if (gen == NULL)
	{
		guc_initialize_one(var);
		(void) guc_add_variable(var, ERROR);
		return;
	}
	if (!(gen->flags & GUC_CUSTOM_PLACEHOLDER))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("attempt to redefine parameter \"%s\"", var->name)));
	old = (struct config_string *) gen;
	guc_initialize_one(var);
	guc_replace_variable(var);
	if (old->reset_val)
		(void) set_config_option_ext(var->name, old->reset_val,
									 gen->reset_scontext, gen->reset_source,
									 gen->reset_srole, GUC_ACTION_SET, true,
									 WARNING, false);
	replay_stack(var, old, gen->stack, *old->variable, gen->scontext,
				 gen->source, gen->srole);
	if (gen->sourcefile)
		guc_set_source_location(var->name, gen->sourcefile, gen->sourceline);
	drop_placeholder(old);
}

static void
check_definition(const char *name, GucContext context, int flags)
{
	/* a postmaster setting can only be defined while the postmaster starts */
	if (context == PGC_POSTMASTER &&
		!process_shared_preload_libraries_in_progress)
		elog(FATAL, "cannot create PGC_POSTMASTER variables after startup");
	if (flags & GUC_LIST_QUOTE)
		elog(FATAL, "extensions cannot define GUC_LIST_QUOTE variables");
	if (!guc_valid_custom_name(name))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("invalid configuration parameter name \"%s\"", name)));
}

static void *
new_definition(const char *name, const char *short_desc, const char *long_desc,
			   GucContext context, int flags, enum config_type type, Size size)
{
	struct config_generic *gen;

	check_definition(name, context, flags);
	gen = guc_malloc(ERROR, size);
	memset(gen, 0, size);
	gen->name = guc_strdup(ERROR, name);
	gen->context = context;
	gen->group = "Customized Options";
	gen->short_desc = short_desc;
	gen->long_desc = long_desc;
	gen->flags = flags;
	gen->vartype = type;
	gen->status = GUC_BOUND;
	return gen;
}

/* The parts that the definitions of all types have under the same names. */
#define COMPLETE_DEFINITION(var)          \
	do                                    \
	{                                     \
		(var)->variable = valueAddr;      \
		(var)->boot_val = bootValue;      \
		(var)->check_hook = check_hook;   \
		(var)->assign_hook = assign_hook; \
		(var)->show_hook = show_hook;     \
		define_variable(&(var)->gen);     \
	} while (0)

/*
 * DefineCustomXxxVariable
 *		Define a setting of a module; valueAddr belongs to the module.
 */
void
DefineCustomBoolVariable(const char *name, const char *short_desc,
						 const char *long_desc, bool *valueAddr,
						 bool bootValue, GucContext context, int flags,
						 GucBoolCheckHook check_hook,
						 GucBoolAssignHook assign_hook, GucShowHook show_hook)
{
	struct config_bool *var = new_definition(name, short_desc, long_desc, context,
											 flags, PGC_BOOL, sizeof(*var));

	COMPLETE_DEFINITION(var);
}

void
DefineCustomIntVariable(const char *name, const char *short_desc,
						const char *long_desc, int *valueAddr, int bootValue,
						int minValue, int maxValue, GucContext context,
						int flags, GucIntCheckHook check_hook,
						GucIntAssignHook assign_hook, GucShowHook show_hook)
{
	struct config_int *var = new_definition(name, short_desc, long_desc, context,
											flags, PGC_INT, sizeof(*var));

	var->min = minValue;
	var->max = maxValue;
	COMPLETE_DEFINITION(var);
}

void
DefineCustomRealVariable(const char *name, const char *short_desc,
						 const char *long_desc, double *valueAddr,
						 double bootValue, double minValue, double maxValue,
						 GucContext context, int flags,
						 GucRealCheckHook check_hook,
						 GucRealAssignHook assign_hook, GucShowHook show_hook)
{
	struct config_real *var = new_definition(name, short_desc, long_desc, context,
											 flags, PGC_REAL, sizeof(*var));

	var->min = minValue;
	var->max = maxValue;
	COMPLETE_DEFINITION(var);
}

void
DefineCustomStringVariable(const char *name, const char *short_desc,
						   const char *long_desc, char **valueAddr,
						   const char *bootValue, GucContext context,
						   int flags, GucStringCheckHook check_hook,
						   GucStringAssignHook assign_hook,
						   GucShowHook show_hook)
{
	struct config_string *var = new_definition(name, short_desc, long_desc, context,
											   flags, PGC_STRING, sizeof(*var));

	COMPLETE_DEFINITION(var);
}

void
DefineCustomEnumVariable(const char *name, const char *short_desc,
						 const char *long_desc, int *valueAddr, int bootValue,
						 const struct config_enum_entry *options,
						 GucContext context, int flags,
						 GucEnumCheckHook check_hook,
						 GucEnumAssignHook assign_hook, GucShowHook show_hook)
{
	struct config_enum *var = new_definition(name, short_desc, long_desc, context,
											 flags, PGC_ENUM, sizeof(*var));

	var->options = options;
	COMPLETE_DEFINITION(var);
}

/*
 * MarkGUCPrefixReserved
 *		No more placeholders with this prefix; a WARNING for each there is,
 *		since it can only be a misspelling.
 */
void
MarkGUCPrefixReserved(const char *className)
{
	size_t len = strlen(className);
	struct config_generic **vars = get_guc_variables();
	ReservedPrefix *r;

	for (int i = 0; i < GetNumConfigOptions(); i++)
	{
		struct config_generic *gen = vars[i];

		if (!(gen->flags & GUC_CUSTOM_PLACEHOLDER) ||
			strncmp(className, gen->name, len) != 0 ||
			gen->name[len] != GUC_QUALIFIER_SEPARATOR)
			continue;
		ereport(WARNING,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("invalid configuration parameter name \"%s\", removing it",
						gen->name),
				 errdetail("\"%s\" is now a reserved prefix.", className)));
		/* kept in the table, but as if it had never been set */
		guc_set_string((struct config_string *) gen,
					   ((struct config_string *) gen)->variable, NULL);
		guc_set_string((struct config_string *) gen,
					   &((struct config_string *) gen)->reset_val, NULL);
	}
	r = MemoryContextAlloc(TopMemoryContext,
						   offsetof(ReservedPrefix, prefix) + len + 1);
	strcpy(r->prefix, className);
	r->next = reserved;
	reserved = r;
}
