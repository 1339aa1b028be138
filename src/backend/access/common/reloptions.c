/*
 * reloptions.c
 *		Storage parameters: from SQL to text[] to struct.
 *
 * One table lists every option.  Adding one means a row there and, if code
 * is to see its value, a row in the parse table of the struct that carries
 * it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/reloptions.c
 */
#include "postgres.h"

#include <float.h>

#include "access/access_upcalls.h"
#include "access/heaptoast.h"
#include "access/nbtree.h"
#include "access/reloptions.h"
#include "catalog/pg_type_d.h"
#include "nodes/makefuncs.h"
#include "nodes/value.h"
#include "utils/attoptcache.h"
#include "utils/guc.h"
#include "utils/rel.h"
#include "utils/spccache.h"

#define HEAP_TOAST (RELOPT_KIND_HEAP | RELOPT_KIND_TOAST)

static const relopt_enum_elt_def index_cleanup_values[] = {
	{"auto", STDRD_OPTION_VACUUM_INDEX_CLEANUP_AUTO},
	{"on", STDRD_OPTION_VACUUM_INDEX_CLEANUP_ON},
	{"off", STDRD_OPTION_VACUUM_INDEX_CLEANUP_OFF},
	{"true", STDRD_OPTION_VACUUM_INDEX_CLEANUP_ON},
	{"false", STDRD_OPTION_VACUUM_INDEX_CLEANUP_OFF},
	{"yes", STDRD_OPTION_VACUUM_INDEX_CLEANUP_ON},
	{"no", STDRD_OPTION_VACUUM_INDEX_CLEANUP_OFF},
	{"1", STDRD_OPTION_VACUUM_INDEX_CLEANUP_ON},
	{"0", STDRD_OPTION_VACUUM_INDEX_CLEANUP_OFF},
	{NULL, 0}};

static const relopt_enum_elt_def check_option_values[] = {
	{"local", VIEW_OPTION_CHECK_OPTION_LOCAL},
	{"cascaded", VIEW_OPTION_CHECK_OPTION_CASCADED},
	{NULL, 0}};

#define BOOL_OPT(n, k, lock, def, d)                        \
	{                                                       \
		.name = n, .desc = d, .kinds = k, .lockmode = lock, \
		.type = RELOPT_TYPE_BOOL, .default_num = def        \
	}
#define INT_OPT(n, k, lock, def, lo, hi, d)                               \
	{                                                                     \
		.name = n, .desc = d, .kinds = k, .lockmode = lock,               \
		.type = RELOPT_TYPE_INT, .default_num = def, .min = lo, .max = hi \
	}
#define REAL_OPT(n, k, lock, def, lo, hi, d)                               \
	{                                                                      \
		.name = n, .desc = d, .kinds = k, .lockmode = lock,                \
		.type = RELOPT_TYPE_REAL, .default_num = def, .min = lo, .max = hi \
	}
#define ENUM_OPT(n, k, lock, def, m, d)                            \
	{                                                              \
		.name = n, .desc = d, .kinds = k, .lockmode = lock,        \
		.type = RELOPT_TYPE_ENUM, .default_num = def, .members = m \
	}

static const relopt_gen builtin_options[] = {
	/* use of space */
	INT_OPT("fillfactor", RELOPT_KIND_HEAP, ShareUpdateExclusiveLock,
			HEAP_DEFAULT_FILLFACTOR, HEAP_MIN_FILLFACTOR, 100,
			"Fill table pages only to this percentage"),
	INT_OPT("fillfactor", RELOPT_KIND_BTREE, ShareUpdateExclusiveLock,
			BTREE_DEFAULT_FILLFACTOR, BTREE_MIN_FILLFACTOR, 100,
			"Fill btree pages only to this percentage"),
	INT_OPT("toast_tuple_target", RELOPT_KIND_HEAP, ShareUpdateExclusiveLock,
			TOAST_TUPLE_TARGET, 128, TOAST_TUPLE_TARGET_MAIN,
			"Row length at which values are moved out"),
	BOOL_OPT("deduplicate_items", RELOPT_KIND_BTREE, ShareUpdateExclusiveLock,
			 true, "Merge equal entries of a btree"),
	BOOL_OPT("wal_delta_update", RELOPT_KIND_HEAP, ShareUpdateExclusiveLock,
			 true, "Log updates as differences in the extended WAL format"),
	BOOL_OPT("user_catalog_table", RELOPT_KIND_HEAP, AccessExclusiveLock,
			 false, "Treat as a catalog in logical decoding"),
	INT_OPT("parallel_workers", RELOPT_KIND_HEAP, ShareUpdateExclusiveLock,
			-1, 0, 1024, "Parallel processes that may scan the table"),

	/* vacuum */
	ENUM_OPT("vacuum_index_cleanup", HEAP_TOAST, ShareUpdateExclusiveLock,
			 STDRD_OPTION_VACUUM_INDEX_CLEANUP_AUTO, index_cleanup_values,
			 "Let VACUUM clean up indexes"),
	BOOL_OPT("vacuum_truncate", HEAP_TOAST, ShareUpdateExclusiveLock, true,
			 "Let VACUUM give empty pages at the end back"),
	BOOL_OPT("autovacuum_enabled", HEAP_TOAST, ShareUpdateExclusiveLock, true,
			 "Autovacuum takes care of this table"),
	INT_OPT("autovacuum_vacuum_threshold", HEAP_TOAST,
			ShareUpdateExclusiveLock, -1, 0, INT_MAX,
			"Changed rows before a vacuum"),
	INT_OPT("autovacuum_vacuum_insert_threshold", HEAP_TOAST,
			ShareUpdateExclusiveLock, -2, -1, INT_MAX,
			"Inserted rows before a vacuum, -1 for no such vacuum"),
	INT_OPT("autovacuum_analyze_threshold", RELOPT_KIND_HEAP,
			ShareUpdateExclusiveLock, -1, 0, INT_MAX,
			"Changed rows before an analyze"),
	INT_OPT("autovacuum_vacuum_cost_limit", HEAP_TOAST,
			ShareUpdateExclusiveLock, -1, 1, 10000,
			"Cost after which autovacuum sleeps"),
	INT_OPT("autovacuum_freeze_min_age", HEAP_TOAST, ShareUpdateExclusiveLock,
			-1, 0, 1000000000, "Age from which rows are frozen"),
	INT_OPT("autovacuum_multixact_freeze_min_age", HEAP_TOAST,
			ShareUpdateExclusiveLock, -1, 0, 1000000000,
			"Age from which multixacts are frozen"),
	INT_OPT("autovacuum_freeze_max_age", HEAP_TOAST, ShareUpdateExclusiveLock,
			-1, 100000, 2000000000, "Age that forces a vacuum"),
	INT_OPT("autovacuum_multixact_freeze_max_age", HEAP_TOAST,
			ShareUpdateExclusiveLock, -1, 10000, 2000000000,
			"Multixact age that forces a vacuum"),
	INT_OPT("autovacuum_freeze_table_age", HEAP_TOAST,
			ShareUpdateExclusiveLock, -1, 0, 2000000000,
			"Age at which a vacuum reads the whole table"),
	INT_OPT("autovacuum_multixact_freeze_table_age", HEAP_TOAST,
			ShareUpdateExclusiveLock, -1, 0, 2000000000,
			"Multixact age at which a vacuum reads the whole table"),
	INT_OPT("log_autovacuum_min_duration", HEAP_TOAST,
			ShareUpdateExclusiveLock, -1, -1, INT_MAX,
			"Duration above which autovacuum is logged"),
	REAL_OPT("autovacuum_vacuum_cost_delay", HEAP_TOAST,
			 ShareUpdateExclusiveLock, -1, 0.0, 100.0,
			 "Autovacuum's sleep in milliseconds"),
	REAL_OPT("autovacuum_vacuum_scale_factor", HEAP_TOAST,
			 ShareUpdateExclusiveLock, -1, 0.0, 100.0,
			 "Share of changed rows before a vacuum"),
	REAL_OPT("autovacuum_vacuum_insert_scale_factor", HEAP_TOAST,
			 ShareUpdateExclusiveLock, -1, 0.0, 100.0,
			 "Share of inserted rows before a vacuum"),
	REAL_OPT("autovacuum_analyze_scale_factor", RELOPT_KIND_HEAP,
			 ShareUpdateExclusiveLock, -1, 0.0, 100.0,
			 "Share of changed rows before an analyze"),
	REAL_OPT("vacuum_cleanup_index_scale_factor", RELOPT_KIND_BTREE,
			 ShareUpdateExclusiveLock, -1, 0.0, 1e10, "Without effect"),

	/* views */
	BOOL_OPT("security_barrier", RELOPT_KIND_VIEW, AccessExclusiveLock, false,
			 "The view hides rows from the caller's functions"),
	BOOL_OPT("security_invoker", RELOPT_KIND_VIEW, AccessExclusiveLock, false,
			 "Tables are checked against the caller's privileges"),
	ENUM_OPT("check_option", RELOPT_KIND_VIEW, AccessExclusiveLock,
			 VIEW_OPTION_CHECK_OPTION_NOT_SET, check_option_values,
			 "New rows must be visible in the view"),

	/* columns and tablespaces */
	REAL_OPT("n_distinct", RELOPT_KIND_ATTRIBUTE, ShareUpdateExclusiveLock,
			 0, -1.0, DBL_MAX, "Number of distinct values to assume"),
	REAL_OPT("n_distinct_inherited", RELOPT_KIND_ATTRIBUTE,
			 ShareUpdateExclusiveLock, 0, -1.0, DBL_MAX,
			 "The same for the table with its children"),
	REAL_OPT("random_page_cost", RELOPT_KIND_TABLESPACE,
			 ShareUpdateExclusiveLock, -1, 0.0, DBL_MAX,
			 "Cost of a page read at random"),
	REAL_OPT("seq_page_cost", RELOPT_KIND_TABLESPACE,
			 ShareUpdateExclusiveLock, -1, 0.0, DBL_MAX,
			 "Cost of a page read in sequence"),
	INT_OPT("effective_io_concurrency", RELOPT_KIND_TABLESPACE,
			ShareUpdateExclusiveLock, -1, 0, 1000, "Requests in flight"),
	INT_OPT("maintenance_io_concurrency", RELOPT_KIND_TABLESPACE,
			ShareUpdateExclusiveLock, -1, 0, 1000,
			"Requests in flight of maintenance"),
};

/* options that modules added, in memory that lives as long as the process */
#define MAX_CUSTOM_OPTIONS 64
static relopt_gen custom_options[MAX_CUSTOM_OPTIONS];
static int num_custom_options = 0;
static relopt_kind last_kind = RELOPT_KIND_LAST_DEFAULT;

/* n-th option of all, NULL at the end */
static const relopt_gen *
option_number(int n)
{
	if (n < (int) lengthof(builtin_options))
		return &builtin_options[n];
	n -= lengthof(builtin_options);
	return n < num_custom_options ? &custom_options[n] : NULL;
}

/* ------------------------------------------------------------------
 * text[] without NULLs, read and written here since the array functions are
 * in an upper layer.
 * ------------------------------------------------------------------
 */
typedef struct TextArray
{
	int32 vl_len_;
	int ndim;
	int32 dataoffset;
	Oid elemtype;
	int nitems;
	int lbound;
	char data[FLEXIBLE_ARRAY_MEMBER];
} TextArray;

/* The elements as C strings; none for a NULL array. */
static List *
text_array_strings(Datum d)
{
	List *result = NIL;
	TextArray *a;
	char *p;

	if (DatumGetPointer(d) == NULL)
		return NIL;
	a = (TextArray *) PG_DETOAST_DATUM(d);
	if (a->ndim == 0)
		return NIL;
	if (a->ndim != 1 || a->dataoffset != 0 || a->elemtype != TEXTOID)
		elog(ERROR, "option array is not a one-dimensional text array");
	p = a->data;
	for (int i = 0; i < a->nitems; i++)
	{
		p = (char *) att_align_pointer(p, TYPALIGN_INT, -1, p);
		result = lappend(result, pnstrdup(VARDATA_ANY(p), VARSIZE_ANY_EXHDR(p)));
		p += VARSIZE_ANY(p);
	}
	return result;
}

static Datum
strings_text_array(List *strings)
{
	Size size = offsetof(TextArray, data);
	TextArray *a;
	char *p;
	ListCell *lc;

	if (strings == NIL)
		return (Datum) 0;
	foreach (lc, strings)
		size += INTALIGN(VARHDRSZ + strlen(lfirst(lc)));
	a = palloc0(size);
	SET_VARSIZE(a, size);
	a->ndim = 1;
	a->elemtype = TEXTOID;
	a->nitems = list_length(strings);
	a->lbound = 1;
	p = a->data;
	foreach (lc, strings)
	{
		char *s = lfirst(lc);
		Size len = strlen(s);

		SET_VARSIZE(p, len + VARHDRSZ);
		memcpy(VARDATA(p), s, len);
		p += INTALIGN(VARHDRSZ + len);
	}
	return PointerGetDatum(a);
}

/* Does "name=value" set this name? */
static bool
sets_name(const char *setting, const char *name)
{
	Size n = strlen(name);

	return strncmp(setting, name, n) == 0 && setting[n] == '=';
}

/* ------------------------------------------------------------------
 * SQL -> text[]
 * ------------------------------------------------------------------
 */
static bool
def_in_namespace(DefElem *def, const char *namspace)
{
	if (namspace == NULL || def->defnamespace == NULL)
		return namspace == NULL && def->defnamespace == NULL;
	return strcmp(def->defnamespace, namspace) == 0;
}

static void
check_namespace(DefElem *def, char *validnsps[])
{
	if (def->defnamespace == NULL)
		return;
	for (int i = 0; validnsps && validnsps[i]; i++)
		if (strcmp(def->defnamespace, validnsps[i]) == 0)
			return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized parameter namespace \"%s\"",
					def->defnamespace)));
}

/*
 * transformRelOptions
 *		The old array changed by a list of DefElems (SET, or RESET when
 *		isReset); only those of namspace count.  0 if nothing is left.
 *
 * Names and values are not checked here, except that WITH (oids) is refused
 * and, when acceptOidsOff, oids = false is taken and dropped.
 */
Datum
transformRelOptions(Datum oldOptions, List *defList, const char *namspace,
					char *validnsps[], bool acceptOidsOff, bool isReset)
{
	List *result = NIL;
	ListCell *lc;

	if (defList == NIL)
		return oldOptions;

	foreach (lc, text_array_strings(oldOptions))
	{
		char *setting = lfirst(lc);
		bool replaced = false;
		ListCell *dc;

		foreach (dc, defList)
		{
			DefElem *def = lfirst(dc);

			if (def_in_namespace(def, namspace) &&
				sets_name(setting, def->defname))
				replaced = true;
		}
		if (!replaced)
			result = lappend(result, setting);
	}

	foreach (lc, defList)
	{
		DefElem *def = lfirst(lc);

		if (isReset)
		{
			if (def->arg != NULL)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("RESET must not include values for parameters")));
			continue;
		}
		check_namespace(def, validnsps);
		if (!def_in_namespace(def, namspace))
			continue;
		if (acceptOidsOff && def->defnamespace == NULL &&
			strcmp(def->defname, "oids") == 0)
		{
			if (defGetBoolean(def))
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("tables declared WITH OIDS are not supported")));
			continue;
		}
		result = lappend(result,
						 psprintf("%s=%s", def->defname,
								  def->arg ? defGetString(def) : "true"));
	}
	return strings_text_array(result);
}

/* untransformRelOptions
 *		text[] -> list of DefElem with string values. */
List *
untransformRelOptions(Datum options)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, text_array_strings(options))
	{
		char *s = lfirst(lc);
		char *eq = strchr(s, '=');
		Node *val = NULL;

		if (eq)
		{
			*eq = '\0';
			val = (Node *) makeString(pstrdup(eq + 1));
		}
		result = lappend(result, makeDefElem(pstrdup(s), val, -1));
	}
	return result;
}

/* ------------------------------------------------------------------
 * text[] -> struct
 * ------------------------------------------------------------------
 */
static void
bad_option_value(const char *type, const relopt_gen *gen, const char *value)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for %s option \"%s\": %s",
					type, gen->name, value)));
}

static void
parse_number(relopt_value *v, const char *text, bool validate)
{
	const relopt_gen *gen = v->gen;
	bool integer = gen->type == RELOPT_TYPE_INT;
	double num;

	if (integer)
	{
		int i;

		if (!parse_int(text, &i, 0, NULL))
		{
			if (validate)
				bad_option_value("integer", gen, text);
			return;
		}
		num = v->values.int_val = i;
	}
	else
	{
		if (!parse_real(text, &num, 0, NULL))
		{
			if (validate)
				bad_option_value("floating point", gen, text);
			return;
		}
		v->values.real_val = num;
	}
	v->isset = true;
	if (validate && (num < gen->min || num > gen->max))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("value %s out of bounds for option \"%s\"",
						text, gen->name),
				 integer ? errdetail("Valid values are between \"%d\" and \"%d\".",
									 (int) gen->min, (int) gen->max)
						 : errdetail("Valid values are between \"%f\" and \"%f\".",
									 gen->min, gen->max)));
}

static void
parse_enum(relopt_value *v, const char *text, bool validate)
{
	for (const relopt_enum_elt_def *m = v->gen->members; m->string_val; m++)
		if (pg_strcasecmp(text, m->string_val) == 0)
		{
			v->values.enum_val = m->symbol_val;
			v->isset = true;
			return;
		}
	if (validate)
		bad_option_value("enum", v->gen, text);
	v->values.enum_val = (int) v->gen->default_num;
	v->isset = true;
}

static void
parse_one(relopt_value *v, const char *text, bool validate)
{
	if (v->isset && validate)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("parameter \"%s\" specified more than once",
						v->gen->name)));
	switch (v->gen->type)
	{
		case RELOPT_TYPE_BOOL:
			if (parse_bool(text, &v->values.bool_val))
				v->isset = true;
			else if (validate)
				bad_option_value("boolean", v->gen, text);
			break;
		case RELOPT_TYPE_INT:
		case RELOPT_TYPE_REAL:
			parse_number(v, text, validate);
			break;
		case RELOPT_TYPE_ENUM:
			parse_enum(v, text, validate);
			break;
		case RELOPT_TYPE_STRING:
			elog(ERROR, "option \"%s\" has an unsupported type", v->gen->name);
	}
}

/* All options of a kind, with the values that the array sets. */
static relopt_value *
parse_options(Datum reloptions, bool validate, relopt_kind kind, int *count)
{
	relopt_value *values;
	const relopt_gen *gen;
	ListCell *lc;
	int n = 0;

	for (int i = 0; (gen = option_number(i)) != NULL; i++)
		n += (gen->kinds & kind) != 0;
	values = palloc0(Max(n, 1) * sizeof(relopt_value));
	n = 0;
	for (int i = 0; (gen = option_number(i)) != NULL; i++)
		if (gen->kinds & kind)
			values[n++].gen = gen;
	*count = n;

	foreach (lc, text_array_strings(reloptions))
	{
		char *setting = lfirst(lc);
		int i;

		for (i = 0; i < n; i++)
			if (sets_name(setting, values[i].gen->name))
				break;
		if (i < n)
			parse_one(&values[i], strchr(setting, '=') + 1, validate);
		else if (validate)
		{
			char *eq = strchr(setting, '=');

			if (eq)
				*eq = '\0';
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("unrecognized parameter \"%s\"", setting)));
		}
	}
	return values;
}

static void
store_value(char *target, const relopt_value *v)
{
	double def = v->gen->default_num;

	switch (v->gen->type)
	{
		case RELOPT_TYPE_BOOL:
			*(bool *) target = v->isset ? v->values.bool_val : def != 0;
			break;
		case RELOPT_TYPE_INT:
			*(int *) target = v->isset ? v->values.int_val : (int) def;
			break;
		case RELOPT_TYPE_REAL:
			*(double *) target = v->isset ? v->values.real_val : def;
			break;
		case RELOPT_TYPE_ENUM:
			*(int *) target = v->isset ? v->values.enum_val : (int) def;
			break;
		case RELOPT_TYPE_STRING:
			break;
	}
}

/*
 * build_reloptions
 *		Parse an array into a struct of the caller's layout; NULL if there is
 *		no option of the kind set (the struct would say defaults only).
 */
void *
build_reloptions(Datum reloptions, bool validate, relopt_kind kind,
				 Size relopt_struct_size, const relopt_parse_elt *relopt_elems,
				 int num_relopt_elems)
{
	int n;
	relopt_value *values;
	char *result;

	if (DatumGetPointer(reloptions) == NULL)
		return NULL;
	values = parse_options(reloptions, validate, kind, &n);
	if (n == 0)
		return NULL;
	result = palloc0(relopt_struct_size);
	SET_VARSIZE(result, relopt_struct_size);
	for (int i = 0; i < n; i++)
	{
		int j;

		for (j = 0; j < num_relopt_elems; j++)
			if (strcmp(values[i].gen->name, relopt_elems[j].optname) == 0)
				break;
		if (j < num_relopt_elems)
			store_value(result + relopt_elems[j].offset, &values[i]);
		else if (validate)
			elog(ERROR, "reloption \"%s\" not found in parse table",
				 values[i].gen->name);
	}
	pfree(values);
	return result;
}

#define ELT(name, type, strct, field)                    \
	{                                                    \
		name, RELOPT_TYPE_##type, offsetof(strct, field) \
	}

/* default_reloptions
 *		For tables and TOAST tables: StdRdOptions. */
bytea *
default_reloptions(Datum reloptions, bool validate, relopt_kind kind)
{
#define STD(name, type, field) ELT(name, type, StdRdOptions, field)
	static const relopt_parse_elt tab[] = {
		STD("fillfactor", INT, fillfactor),
		STD("toast_tuple_target", INT, toast_tuple_target),
		STD("user_catalog_table", BOOL, user_catalog_table),
		STD("wal_delta_update", BOOL, wal_delta_update),
		STD("parallel_workers", INT, parallel_workers),
		STD("vacuum_index_cleanup", ENUM, vacuum_index_cleanup),
		STD("vacuum_truncate", BOOL, vacuum_truncate),
		STD("autovacuum_enabled", BOOL, autovacuum.enabled),
		STD("autovacuum_vacuum_threshold", INT, autovacuum.vacuum_threshold),
		STD("autovacuum_vacuum_insert_threshold", INT,
			autovacuum.vacuum_ins_threshold),
		STD("autovacuum_analyze_threshold", INT, autovacuum.analyze_threshold),
		STD("autovacuum_vacuum_cost_limit", INT, autovacuum.vacuum_cost_limit),
		STD("autovacuum_freeze_min_age", INT, autovacuum.freeze_min_age),
		STD("autovacuum_freeze_max_age", INT, autovacuum.freeze_max_age),
		STD("autovacuum_freeze_table_age", INT, autovacuum.freeze_table_age),
		STD("autovacuum_multixact_freeze_min_age", INT,
			autovacuum.multixact_freeze_min_age),
		STD("autovacuum_multixact_freeze_max_age", INT,
			autovacuum.multixact_freeze_max_age),
		STD("autovacuum_multixact_freeze_table_age", INT,
			autovacuum.multixact_freeze_table_age),
		STD("log_autovacuum_min_duration", INT, autovacuum.log_min_duration),
		STD("autovacuum_vacuum_cost_delay", REAL,
			autovacuum.vacuum_cost_delay),
		STD("autovacuum_vacuum_scale_factor", REAL,
			autovacuum.vacuum_scale_factor),
		STD("autovacuum_vacuum_insert_scale_factor", REAL,
			autovacuum.vacuum_ins_scale_factor),
		STD("autovacuum_analyze_scale_factor", REAL,
			autovacuum.analyze_scale_factor),
	};

	return (bytea *) build_reloptions(reloptions, validate, kind,
									  sizeof(StdRdOptions), tab,
									  lengthof(tab));
}

/* heap_reloptions
 *		By relkind; NULL for kinds without options. */
bytea *
heap_reloptions(char relkind, Datum reloptions, bool validate)
{
	StdRdOptions *o;

	switch (relkind)
	{
		case RELKIND_TOASTVALUE:
			o = (StdRdOptions *) default_reloptions(reloptions, validate,
													RELOPT_KIND_TOAST);
			if (o)
			{
				/* what TOAST tables do not have options for */
				o->fillfactor = 100;
				o->autovacuum.analyze_threshold = -1;
				o->autovacuum.analyze_scale_factor = -1;
			}
			return (bytea *) o;
		case RELKIND_RELATION:
		case RELKIND_MATVIEW:
			return default_reloptions(reloptions, validate, RELOPT_KIND_HEAP);
		default:
			return NULL;
	}
}

/* partitioned_table_reloptions
 *		There are none: any is an error when validating. */
bytea *
partitioned_table_reloptions(Datum reloptions, bool validate)
{
	if (validate && DatumGetPointer(reloptions) != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot specify storage parameters for a partitioned table"),
				 errhint("Specify them for the partitions.")));
	return NULL;
}

/* view_reloptions */
bytea *
view_reloptions(Datum reloptions, bool validate)
{
	static const relopt_parse_elt tab[] = {
		ELT("security_barrier", BOOL, ViewOptions, security_barrier),
		ELT("security_invoker", BOOL, ViewOptions, security_invoker),
		ELT("check_option", ENUM, ViewOptions, check_option),
	};

	return (bytea *) build_reloptions(reloptions, validate, RELOPT_KIND_VIEW,
									  sizeof(ViewOptions), tab, lengthof(tab));
}

/* index_reloptions
 *		As the access method says. */
bytea *
index_reloptions(amoptions_function amoptions, Datum reloptions, bool validate)
{
	Assert(amoptions != NULL);
	if (DatumGetPointer(reloptions) == NULL)
		return NULL;
	return amoptions(reloptions, validate);
}

/* attribute_reloptions */
bytea *
attribute_reloptions(Datum reloptions, bool validate)
{
	static const relopt_parse_elt tab[] = {
		ELT("n_distinct", REAL, AttributeOpts, n_distinct),
		ELT("n_distinct_inherited", REAL, AttributeOpts, n_distinct_inherited),
	};

	return (bytea *) build_reloptions(reloptions, validate,
									  RELOPT_KIND_ATTRIBUTE,
									  sizeof(AttributeOpts), tab,
									  lengthof(tab));
}

/* tablespace_reloptions */
bytea *
tablespace_reloptions(Datum reloptions, bool validate)
{
	static const relopt_parse_elt tab[] = {
		ELT("random_page_cost", REAL, TableSpaceOpts, random_page_cost),
		ELT("seq_page_cost", REAL, TableSpaceOpts, seq_page_cost),
		ELT("effective_io_concurrency", INT, TableSpaceOpts,
			effective_io_concurrency),
		ELT("maintenance_io_concurrency", INT, TableSpaceOpts,
			maintenance_io_concurrency),
	};

	return (bytea *) build_reloptions(reloptions, validate,
									  RELOPT_KIND_TABLESPACE,
									  sizeof(TableSpaceOpts), tab,
									  lengthof(tab));
}

/*
 * extractRelOptions
 *		Parsed options of a pg_class row, or NULL; used to build a relation
 *		cache entry, so bad values are skipped.
 */
bytea *
extractRelOptions(HeapTuple tuple, TupleDesc tupdesc,
				  amoptions_function amoptions)
{
	Form_pg_class form = (Form_pg_class) GETSTRUCT(tuple);
	bool isnull;
	Datum d = heap_getattr(tuple, Anum_pg_class_reloptions,
						   tupdesc, &isnull);

	if (isnull)
		return NULL;
	switch (form->relkind)
	{
		case RELKIND_RELATION:
		case RELKIND_TOASTVALUE:
		case RELKIND_MATVIEW:
			return heap_reloptions(form->relkind, d, false);
		case RELKIND_PARTITIONED_TABLE:
			return partitioned_table_reloptions(d, false);
		case RELKIND_VIEW:
			return view_reloptions(d, false);
		case RELKIND_INDEX:
		case RELKIND_PARTITIONED_INDEX:
			return index_reloptions(amoptions, d, false);
		default:
			return NULL;
	}
}

/* AlterTableGetRelOptionsLockLevel
 *		Strongest lock that any of the options demands. */
LOCKMODE
AlterTableGetRelOptionsLockLevel(List *defList)
{
	LOCKMODE lock = NoLock;
	ListCell *lc;

	if (defList == NIL)
		return AccessExclusiveLock;
	foreach (lc, defList)
	{
		DefElem *def = lfirst(lc);
		const relopt_gen *gen;

		for (int i = 0; (gen = option_number(i)) != NULL; i++)
			if (strcmp(def->defname, gen->name) == 0 && gen->lockmode > lock)
				lock = gen->lockmode;
	}
	return lock;
}

/* ------------------------------------------------------------------
 * Options of modules
 * ------------------------------------------------------------------
 */

/* add_reloption_kind
 *		A new bit for a module's access method. */
relopt_kind
add_reloption_kind(void)
{
	if (last_kind >= RELOPT_KIND_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("user-defined relation parameter types limit exceeded")));
	last_kind <<= 1;
	return last_kind;
}

static relopt_gen *
add_option(bits32 kinds, const char *name, const char *desc, relopt_type type,
		   double def, LOCKMODE lockmode)
{
	relopt_gen *gen;

	if (num_custom_options >= MAX_CUSTOM_OPTIONS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many storage parameters of modules")));
	gen = &custom_options[num_custom_options++];
	gen->name = strdup(name);
	gen->desc = desc ? strdup(desc) : NULL;
	gen->kinds = kinds;
	gen->type = type;
	gen->default_num = def;
	gen->lockmode = lockmode;
	return gen;
}

void
add_bool_reloption(bits32 kinds, const char *name, const char *desc,
				   bool default_val, LOCKMODE lockmode)
{
	add_option(kinds, name, desc, RELOPT_TYPE_BOOL, default_val, lockmode);
}

void
add_int_reloption(bits32 kinds, const char *name, const char *desc,
				  int default_val, int min_val, int max_val, LOCKMODE lockmode)
{
	relopt_gen *gen = add_option(kinds, name, desc, RELOPT_TYPE_INT,
								 default_val, lockmode);

	gen->min = min_val;
	gen->max = max_val;
}
