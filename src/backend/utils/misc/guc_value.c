/*
 * guc_value.c
 *		Values of settings: from text, to text, and checking them.
 *
 * One place for what differs by type, so that guc.c can treat all settings
 * alike.  Memory and time values may have a unit; values are kept in the unit
 * of the setting.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/guc_value.c
 */
#include "postgres.h"

#include <float.h>
#include <math.h>

#include "guc_internal.h"
#include "utils/memutils.h"
#include "utils/upcalls.h"

char *GUC_check_errmsg_string;
char *GUC_check_errdetail_string;
char *GUC_check_errhint_string;
static int check_errcode_value;

/* A unit, in bytes or in microseconds. */
typedef struct UnitDef
{
	const char *name;
	double size;
} UnitDef;

/* the largest first */
static const UnitDef memory_units[] = {
	{"TB", 1099511627776.0}, {"GB", 1073741824.0}, {"MB", 1048576.0}, {"kB", 1024.0}, {"B", 1.0}, {NULL, 0}};
static const UnitDef time_units[] = {
	{"d", 86400e6}, {"h", 3600e6}, {"min", 60e6}, {"s", 1e6}, {"ms", 1e3}, {"us", 1.0}, {NULL, 0}};
static const char memory_hint[] =
	"Valid units for this parameter are \"B\", \"kB\", \"MB\", \"GB\", and \"TB\".";
static const char time_hint[] =
	"Valid units for this parameter are \"us\", \"ms\", \"s\", \"min\", \"h\", and \"d\".";

void
GUC_check_errcode(int sqlerrcode)
{
	check_errcode_value = sqlerrcode;
}

/* ---- memory ---- */

static void *
check_malloc(void *p, int elevel)
{
	if (p == NULL)
		ereport(elevel,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory")));
	return p;
}

/* NULL if there is no memory and elevel is below ERROR. */
void *
guc_malloc(int elevel, size_t size)
{
	return check_malloc(malloc(size ? size : 1), elevel);
}

void *
guc_realloc(int elevel, void *old, size_t size)
{
	return check_malloc(realloc(old, size ? size : 1), elevel);
}

char *
guc_strdup(int elevel, const char *src)
{
	return check_malloc(strdup(src), elevel);
}

/* ---- units ---- */

/* Size of the unit that the setting is kept in; 0 if it has none. */
static double
base_unit_size(int flags)
{
	switch (flags & GUC_UNIT)
	{
		case GUC_UNIT_BYTE:
			return 1;
		case GUC_UNIT_KB:
			return 1024;
		case GUC_UNIT_MB:
			return 1024 * 1024;
		case GUC_UNIT_BLOCKS:
			return BLCKSZ;
		case GUC_UNIT_XBLOCKS:
			return XLOG_BLCKSZ;
		case GUC_UNIT_MS:
			return 1e3;
		case GUC_UNIT_S:
			return 1e6;
		case GUC_UNIT_MIN:
			return 60e6;
		default:
			return 0;
	}
}

/* As pg_settings.unit shows it; NULL if the setting has none. */
const char *
get_config_unit_name(int flags)
{
	switch (flags & GUC_UNIT)
	{
		case 0:
			return NULL;
		case GUC_UNIT_BYTE:
			return "B";
		case GUC_UNIT_KB:
			return "kB";
		case GUC_UNIT_MB:
			return "MB";
		case GUC_UNIT_BLOCKS:
		case GUC_UNIT_XBLOCKS:
			return "8kB";
		case GUC_UNIT_MS:
			return "ms";
		case GUC_UNIT_S:
			return "s";
		case GUC_UNIT_MIN:
			return "min";
		default:
			elog(ERROR, "unrecognized GUC units value: %d", flags & GUC_UNIT);
			return NULL;
	}
}

/*
 * Apply the unit that stands at p, if the setting has one and any stands
 * there; only blanks may follow.  Fractions of a unit are rounded to a
 * multiple of the next smaller unit, so that 0.1GB is a whole number of MB.
 */
static bool
apply_unit(const char *p, int flags, double *val, const char **hintmsg)
{
	const UnitDef *units = (flags & GUC_UNIT_MEMORY) ? memory_units : time_units;
	char name[8];
	int len = 0;

	while (isspace((unsigned char) *p))
		p++;
	while (*p && !isspace((unsigned char) *p) && len < (int) sizeof(name) - 1)
		name[len++] = *p++;
	name[len] = '\0';
	while (isspace((unsigned char) *p))
		p++;
	if (len == 0)
		return *p == '\0';
	if ((flags & GUC_UNIT) == 0)
		return false;
	for (const UnitDef *u = units; u->name && *p == '\0'; u++)
	{
		double base = base_unit_size(flags);

		if (strcmp(u->name, name) != 0)
			continue;
		if (u[1].name && *val != rint(*val))
		{
			double step = u->size / u[1].size;

			*val = rint(*val * step) / step;
		}
		*val = *val * u->size / base;
		return true;
	}
	if (hintmsg)
		*hintmsg = (flags & GUC_UNIT_MEMORY) ? memory_hint : time_hint;
	return false;
}

/*
 * parse_int
 *		Integer from text, decimal, 0x or 0 octal, perhaps with a fraction and
 *		a unit.  On failure *hintmsg may be set to a constant hint.
 */
bool
parse_int(const char *value, int *result, int flags, const char **hintmsg)
{
	char *end;
	double val;

	if (result)
		*result = 0;
	if (hintmsg)
		*hintmsg = NULL;
	errno = 0;
	val = (double) strtol(value, &end, 0);
	if (*end == '.' || *end == 'e' || *end == 'E' || errno == ERANGE)
	{
		errno = 0;
		val = strtod(value, &end);
	}
	if (end == value || errno == ERANGE || isnan(val))
		return false;
	if (!apply_unit(end, flags, &val, hintmsg))
		return false;
	val = rint(val);
	if (val > INT_MAX || val < INT_MIN)
	{
		if (hintmsg)
			*hintmsg = "Value exceeds integer range.";
		return false;
	}
	if (result)
		*result = (int) val;
	return true;
}

/* The same for a floating-point setting. */
bool
parse_real(const char *value, double *result, int flags, const char **hintmsg)
{
	char *end;
	double val;

	if (result)
		*result = 0;
	if (hintmsg)
		*hintmsg = NULL;
	errno = 0;
	val = strtod(value, &end);
	if (end == value || errno == ERANGE || isnan(val))
		return false;
	if (!apply_unit(end, flags, &val, hintmsg))
		return false;
	if (result)
		*result = val;
	return true;
}

/* ---- enums ---- */

const char *
config_enum_lookup_by_value(struct config_enum *record, int val)
{
	for (const struct config_enum_entry *e = record->options; e && e->name; e++)
		if (e->val == val)
			return e->name;
	elog(ERROR, "could not find enum option %d for %s", val, record->gen.name);
	return NULL;
}

bool
config_enum_lookup_by_name(struct config_enum *record, const char *value,
						   int *retval)
{
	for (const struct config_enum_entry *e = record->options; e && e->name; e++)
		if (pg_strcasecmp(value, e->name) == 0)
		{
			*retval = e->val;
			return true;
		}
	*retval = 0;
	return false;
}

/* "Available values: a, b, c."; palloc'd. */
static char *
enum_hint(struct config_enum *record)
{
	char *hint = pstrdup("Available values: ");
	const char *sep = "";

	for (const struct config_enum_entry *e = record->options; e && e->name; e++)
		if (!e->hidden)
		{
			hint = psprintf("%s%s%s", hint, sep, e->name);
			sep = ", ";
		}
	return psprintf("%s.", hint);
}

/* ---- check hooks ---- */

/* Say that a check hook refused the value; text is the value. */
static void
report_refused(struct config_generic *gen, const char *text, int elevel)
{
	ereport(elevel,
			(errcode(check_errcode_value),
			 GUC_check_errmsg_string ? errmsg_internal("%s", GUC_check_errmsg_string) : errmsg("invalid value for parameter \"%s\": %s", gen->name, text),
			 GUC_check_errdetail_string ? errdetail_internal("%s", GUC_check_errdetail_string) : 0,
			 GUC_check_errhint_string ? errhint_internal("%s", GUC_check_errhint_string) : 0));
}

/* The value as the report shows it. */
static void
value_for_report(struct config_generic *gen, const union config_var_val *v,
				 char *text, size_t size)
{
	switch (gen->vartype)
	{
		case PGC_BOOL:
			snprintf(text, size, "%d", v->boolval);
			break;
		case PGC_INT:
			snprintf(text, size, "%d", v->intval);
			break;
		case PGC_REAL:
			snprintf(text, size, "%g", v->realval);
			break;
		case PGC_STRING:
			snprintf(text, size, "\"%.500s\"", v->stringval ? v->stringval : "");
			break;
		case PGC_ENUM:
			snprintf(text, size, "\"%s\"",
					 config_enum_lookup_by_value((struct config_enum *) gen,
												 v->intval));
			break;
	}
}

#define HOOK_ACCEPTS(type, field)                 \
	(((struct type *) gen)->check_hook == NULL || \
	 ((struct type *) gen)->check_hook(&v->field, extra, source))

/*
 * guc_call_check_hook
 *		Let the module that owns the setting accept or change a value.
 */
bool
guc_call_check_hook(struct config_generic *gen, union config_var_val *v,
					void **extra, GucSource source, int elevel)
{
	char text[512];
	bool ok = true;

	GUC_check_errmsg_string = NULL;
	GUC_check_errdetail_string = NULL;
	GUC_check_errhint_string = NULL;
	check_errcode_value = ERRCODE_INVALID_PARAMETER_VALUE;
	switch (gen->vartype)
	{
		case PGC_BOOL:
			ok = HOOK_ACCEPTS(config_bool, boolval);
			break;
		case PGC_INT:
			ok = HOOK_ACCEPTS(config_int, intval);
			break;
		case PGC_REAL:
			ok = HOOK_ACCEPTS(config_real, realval);
			break;
		case PGC_STRING:
			ok = HOOK_ACCEPTS(config_string, stringval);
			break;
		case PGC_ENUM:
			ok = HOOK_ACCEPTS(config_enum, intval);
			break;
	}
	if (!ok)
	{
		value_for_report(gen, v, text, sizeof(text));
		report_refused(gen, text, elevel);
	}
	return ok;
}

/* ---- text to value ---- */

static void
report_bad_text(struct config_generic *gen, const char *value,
				const char *hintmsg, int elevel)
{
	ereport(elevel,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for parameter \"%s\": \"%s\"",
					gen->name, value),
			 hintmsg ? errhint_internal("%s", hintmsg) : 0));
}

/* on, off, true, false, yes, no and their unique beginnings, 1, 0 */
static bool
text_to_bool(const char *value, bool *result)
{
	static const struct
	{
		const char *word;
		int min_len;
		bool val;
	} words[] = {
		{"true", 1, true}, {"false", 1, false}, {"yes", 1, true}, {"no", 1, false}, {"on", 2, true}, {"off", 2, false}, {"1", 1, true}, {"0", 1, false}};
	int len = strlen(value);

	for (int i = 0; i < (int) lengthof(words); i++)
		if (len >= words[i].min_len && len <= (int) strlen(words[i].word) &&
			pg_strncasecmp(value, words[i].word, len) == 0)
		{
			*result = words[i].val;
			return true;
		}
	return false;
}

static bool
int_from_text(struct config_int *conf, const char *value, int elevel, int *out)
{
	const char *hint;
	const char *unit = get_config_unit_name(conf->gen.flags);

	if (!parse_int(value, out, conf->gen.flags, &hint))
	{
		report_bad_text(&conf->gen, value, hint, elevel);
		return false;
	}
	if (*out >= conf->min && *out <= conf->max)
		return true;
	ereport(elevel,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%d%s%s is outside the valid range for parameter \"%s\" (%d .. %d)",
					*out, unit ? " " : "", unit ? unit : "", conf->gen.name,
					conf->min, conf->max)));
	return false;
}

static bool
real_from_text(struct config_real *conf, const char *value, int elevel,
			   double *out)
{
	const char *hint;
	const char *unit = get_config_unit_name(conf->gen.flags);

	if (!parse_real(value, out, conf->gen.flags, &hint))
	{
		report_bad_text(&conf->gen, value, hint, elevel);
		return false;
	}
	if (*out >= conf->min && *out <= conf->max)
		return true;
	ereport(elevel,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%g%s%s is outside the valid range for parameter \"%s\" (%g .. %g)",
					*out, unit ? " " : "", unit ? unit : "", conf->gen.name,
					conf->min, conf->max)));
	return false;
}

/* A name longer than an identifier is cut with a notice. */
static void
clip_name(struct config_generic *gen, char *name, int elevel)
{
	size_t len = strlen(name);

	if (len < NAMEDATALEN)
		return;
	ereport(NOTICE,
			(errcode(ERRCODE_NAME_TOO_LONG),
			 errmsg("identifier \"%s\" will be truncated to \"%.*s\"", name,
					NAMEDATALEN - 1, name)));
	name[NAMEDATALEN - 1] = '\0';
}

/*
 * guc_parse_value
 *		Value of a setting from text, through its check hook.
 *
 * A string result and *extra are malloc'd.  On failure reports at elevel and
 * returns false.
 */
bool
guc_parse_value(struct config_generic *gen, const char *value,
				GucSource source, int elevel, union config_var_val *v,
				void **extra)
{
	*extra = NULL;
	switch (gen->vartype)
	{
		case PGC_BOOL:
			if (!text_to_bool(value, &v->boolval))
			{
				ereport(elevel,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("parameter \"%s\" requires a Boolean value",
								gen->name)));
				return false;
			}
			break;
		case PGC_INT:
			if (!int_from_text((struct config_int *) gen, value, elevel, &v->intval))
				return false;
			break;
		case PGC_REAL:
			if (!real_from_text((struct config_real *) gen, value, elevel, &v->realval))
				return false;
			break;
		case PGC_ENUM:
		{
			struct config_enum *conf = (struct config_enum *) gen;

			if (!config_enum_lookup_by_name(conf, value, &v->intval) &&
				!(conf->name_hook != NULL && conf->name_hook(value) &&
				  config_enum_lookup_by_name(conf, value, &v->intval)))
			{
				report_bad_text(gen, value, enum_hint(conf), elevel);
				return false;
			}
			break;
		}
		case PGC_STRING:
			v->stringval = guc_strdup(elevel, value);
			if (v->stringval == NULL)
				return false;
			if (gen->flags & GUC_IS_NAME)
				clip_name(gen, v->stringval, elevel);
			if (!guc_call_check_hook(gen, v, extra, source, elevel))
			{
				free(v->stringval);
				v->stringval = NULL;
				return false;
			}
			return true;
	}
	return guc_call_check_hook(gen, v, extra, source, elevel);
}

/* ---- access by type ---- */

union config_var_val
guc_boot_value(struct config_generic *gen)
{
	union config_var_val v;

	memset(&v, 0, sizeof(v));
	switch (gen->vartype)
	{
		case PGC_BOOL:
			v.boolval = ((struct config_bool *) gen)->boot_val;
			break;
		case PGC_INT:
			v.intval = ((struct config_int *) gen)->boot_val;
			break;
		case PGC_REAL:
			v.realval = ((struct config_real *) gen)->boot_val;
			break;
		case PGC_ENUM:
			v.intval = ((struct config_enum *) gen)->boot_val;
			break;
		case PGC_STRING:
		{
			const char *boot = ((struct config_string *) gen)->boot_val;

			v.stringval = boot ? guc_strdup(FATAL, boot) : NULL;
			break;
		}
	}
	return v;
}

union config_var_val
guc_current_value(struct config_generic *gen)
{
	union config_var_val v;

	memset(&v, 0, sizeof(v));
	switch (gen->vartype)
	{
		case PGC_BOOL:
			v.boolval = *((struct config_bool *) gen)->variable;
			break;
		case PGC_INT:
			v.intval = *((struct config_int *) gen)->variable;
			break;
		case PGC_REAL:
			v.realval = *((struct config_real *) gen)->variable;
			break;
		case PGC_ENUM:
			v.intval = *((struct config_enum *) gen)->variable;
			break;
		case PGC_STRING:
			v.stringval = *((struct config_string *) gen)->variable;
			break;
	}
	return v;
}

union config_var_val
guc_reset_value(struct config_generic *gen)
{
	union config_var_val v;

	memset(&v, 0, sizeof(v));
	switch (gen->vartype)
	{
		case PGC_BOOL:
			v.boolval = ((struct config_bool *) gen)->reset_val;
			break;
		case PGC_INT:
			v.intval = ((struct config_int *) gen)->reset_val;
			break;
		case PGC_REAL:
			v.realval = ((struct config_real *) gen)->reset_val;
			break;
		case PGC_ENUM:
			v.intval = ((struct config_enum *) gen)->reset_val;
			break;
		case PGC_STRING:
			v.stringval = ((struct config_string *) gen)->reset_val;
			break;
	}
	return v;
}

void **
guc_reset_extra(struct config_generic *gen)
{
	switch (gen->vartype)
	{
		case PGC_BOOL:
			return &((struct config_bool *) gen)->reset_extra;
		case PGC_INT:
			return &((struct config_int *) gen)->reset_extra;
		case PGC_REAL:
			return &((struct config_real *) gen)->reset_extra;
		case PGC_ENUM:
			return &((struct config_enum *) gen)->reset_extra;
		default:
			return &((struct config_string *) gen)->reset_extra;
	}
}

/* Strings change hands: the setting owns the new one. */
void
guc_store_current(struct config_generic *gen, union config_var_val v)
{
	switch (gen->vartype)
	{
		case PGC_BOOL:
			*((struct config_bool *) gen)->variable = v.boolval;
			break;
		case PGC_INT:
			*((struct config_int *) gen)->variable = v.intval;
			break;
		case PGC_REAL:
			*((struct config_real *) gen)->variable = v.realval;
			break;
		case PGC_ENUM:
			*((struct config_enum *) gen)->variable = v.intval;
			break;
		case PGC_STRING:
			guc_set_string((struct config_string *) gen,
						   ((struct config_string *) gen)->variable, v.stringval);
			break;
	}
}

void
guc_store_reset(struct config_generic *gen, union config_var_val v)
{
	switch (gen->vartype)
	{
		case PGC_BOOL:
			((struct config_bool *) gen)->reset_val = v.boolval;
			break;
		case PGC_INT:
			((struct config_int *) gen)->reset_val = v.intval;
			break;
		case PGC_REAL:
			((struct config_real *) gen)->reset_val = v.realval;
			break;
		case PGC_ENUM:
			((struct config_enum *) gen)->reset_val = v.intval;
			break;
		case PGC_STRING:
			guc_set_string((struct config_string *) gen,
						   &((struct config_string *) gen)->reset_val, v.stringval);
			break;
	}
}

void
guc_call_assign_hook(struct config_generic *gen, union config_var_val v,
					 void *extra)
{
	switch (gen->vartype)
	{
		case PGC_BOOL:
			if (((struct config_bool *) gen)->assign_hook)
				((struct config_bool *) gen)->assign_hook(v.boolval, extra);
			break;
		case PGC_INT:
			if (((struct config_int *) gen)->assign_hook)
				((struct config_int *) gen)->assign_hook(v.intval, extra);
			break;
		case PGC_REAL:
			if (((struct config_real *) gen)->assign_hook)
				((struct config_real *) gen)->assign_hook(v.realval, extra);
			break;
		case PGC_ENUM:
			if (((struct config_enum *) gen)->assign_hook)
				((struct config_enum *) gen)->assign_hook(v.intval, extra);
			break;
		case PGC_STRING:
			if (((struct config_string *) gen)->assign_hook)
				((struct config_string *) gen)->assign_hook(v.stringval, extra);
			break;
	}
}

bool
guc_same_value(struct config_generic *gen, union config_var_val a,
			   union config_var_val b)
{
	switch (gen->vartype)
	{
		case PGC_BOOL:
			return a.boolval == b.boolval;
		case PGC_INT:
		case PGC_ENUM:
			return a.intval == b.intval;
		case PGC_REAL:
			return a.realval == b.realval;
		default:
			if (a.stringval == NULL || b.stringval == NULL)
				return a.stringval == b.stringval;
			return strcmp(a.stringval, b.stringval) == 0;
	}
}

/* ---- value to text ---- */

/* Integer in the largest unit in which it is whole. */
static char *
int_to_text(struct config_int *conf, bool use_units)
{
	int64 val = *conf->variable;
	const char *unit = "";

	if (use_units && val > 0 && (conf->gen.flags & GUC_UNIT))
	{
		const UnitDef *u = (conf->gen.flags & GUC_UNIT_MEMORY) ? memory_units : time_units;
		int64 total = val * (int64) base_unit_size(conf->gen.flags);

		while (u[1].name && total % (int64) u->size != 0)
			u++;
		val = total / (int64) u->size;
		unit = u->name;
	}
	return psprintf(INT64_FORMAT "%s", val, unit);
}

static char *
real_to_text(struct config_real *conf, bool use_units)
{
	double val = *conf->variable;
	const char *unit = "";

	if (use_units && val > 0 && (conf->gen.flags & GUC_UNIT))
	{
		const UnitDef *u = (conf->gen.flags & GUC_UNIT_MEMORY) ? memory_units : time_units;
		double total = val * base_unit_size(conf->gen.flags);

		/* whole but for rounding errors */
		while (u[1].name && !(total / u->size >= 1 - 1e-8 && fabs(rint(total / u->size) / (total / u->size) - 1.0) <= 1e-8))
			u++;
		val = total / u->size;
		unit = u->name;
	}
	return psprintf("%g%s", val, unit);
}

/*
 * guc_show_option
 *		palloc'd text of the current value, as SHOW (use_units) or pg_settings
 *		(not) prints it.
 */
char *
guc_show_option(struct config_generic *gen, bool use_units)
{
	GucShowHook show = NULL;
	const char *val = "";

	switch (gen->vartype)
	{
		case PGC_BOOL:
			show = ((struct config_bool *) gen)->show_hook;
			val = *((struct config_bool *) gen)->variable ? "on" : "off";
			break;
		case PGC_INT:
			show = ((struct config_int *) gen)->show_hook;
			if (!show)
				return int_to_text((struct config_int *) gen, use_units);
			break;
		case PGC_REAL:
			show = ((struct config_real *) gen)->show_hook;
			if (!show)
				return real_to_text((struct config_real *) gen, use_units);
			break;
		case PGC_ENUM:
			show = ((struct config_enum *) gen)->show_hook;
			if (!show)
				val = config_enum_lookup_by_value((struct config_enum *) gen,
												  *((struct config_enum *) gen)->variable);
			break;
		case PGC_STRING:
			show = ((struct config_string *) gen)->show_hook;
			val = *((struct config_string *) gen)->variable;
			break;
	}
	if (show)
		val = show();
	return pstrdup(val ? val : "");
}
