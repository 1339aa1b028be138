/*
 * namespace_lookup.c
 *		Types, functions, operators and the rest along the search path.
 *
 * Most kinds of objects are found by name and schema in a catalog cache, so
 * one loop with the cache as parameter does for all of them.  Functions and
 * operators may share a name: all candidates are gathered, and the parser
 * picks one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/namespace_lookup.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_conversion.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_ts_config.h"
#include "catalog/pg_ts_dict.h"
#include "catalog/pg_ts_parser.h"
#include "catalog/pg_ts_template.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "nodes/value.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "namespace_private.h"

/* ---- by name and schema ---- */

/* The first match along the path; the temporary schema only if wanted. */
static Oid
first_on_path(int cacheid, AttrNumber oidcol, const char *name, bool temp_ok)
{
	ListCell *lc;

	foreach (lc, namespace_path())
	{
		Oid nsp = lfirst_oid(lc);
		Oid oid;

		if (!temp_ok && isTempNamespace(nsp))
			continue;
		oid = GetSysCacheOid2(cacheid, oidcol, PointerGetDatum(name),
							  ObjectIdGetDatum(nsp));
		if (OidIsValid(oid))
			return oid;
	}
	return InvalidOid;
}

/* The same for what belongs to an access method. */
static Oid
first_of_method(int cacheid, AttrNumber oidcol, Oid amid, const char *name)
{
	ListCell *lc;

	foreach (lc, namespace_path())
	{
		Oid nsp = lfirst_oid(lc);
		Oid oid;

		if (isTempNamespace(nsp))
			continue;
		oid = GetSysCacheOid3(cacheid, oidcol, ObjectIdGetDatum(amid),
							  PointerGetDatum(name), ObjectIdGetDatum(nsp));
		if (OidIsValid(oid))
			return oid;
	}
	return InvalidOid;
}

/* Is the object of this name and schema what the bare name finds? */
static bool
schema_on_path(Oid nsp)
{
	return nsp == PG_CATALOG_NAMESPACE || list_member_oid(namespace_path(), nsp);
}

/* By a name that may be qualified. */
static Oid
by_qualified_name(int cacheid, AttrNumber oidcol, List *names, bool temp_ok,
				  bool missing_ok, const char *what)
{
	char *schema;
	char *name;
	Oid oid = InvalidOid;

	DeconstructQualifiedName(names, &schema, &name);
	if (schema)
	{
		Oid nsp = LookupExplicitNamespace(schema, missing_ok);

		if (OidIsValid(nsp))
			oid = GetSysCacheOid2(cacheid, oidcol, PointerGetDatum(name),
								  ObjectIdGetDatum(nsp));
	}
	else
		oid = first_on_path(cacheid, oidcol, name, temp_ok);
	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("%s \"%s\" does not exist", what,
						NameListToString(names))));
	return oid;
}

#define VISIBLE(function, cache, form, namecol, nspcol, oidcol, temp_ok)     \
	bool function(Oid id)                                                    \
	{                                                                        \
		HeapTuple tuple = SearchSysCache1(cache##OID, ObjectIdGetDatum(id)); \
		bool visible;                                                        \
		if (!HeapTupleIsValid(tuple))                                        \
			elog(ERROR, "cache lookup failed for object %u", id);            \
		visible = schema_on_path(((form) GETSTRUCT(tuple))->nspcol) &&       \
			first_on_path(cache##NAMENSP, oidcol,                            \
						  NameStr(((form) GETSTRUCT(tuple))->namecol),       \
						  temp_ok) == id;                                    \
		ReleaseSysCache(tuple);                                              \
		return visible;                                                      \
	}

/* ---- relations and types ---- */

bool
RelationIsVisible(Oid relid)
{
	HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	bool visible;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	visible = schema_on_path(((Form_pg_class) GETSTRUCT(tuple))->relnamespace) &&
		RelnameGetRelid(NameStr(((Form_pg_class) GETSTRUCT(tuple))->relname)) == relid;
	ReleaseSysCache(tuple);
	return visible;
}

Oid
TypenameGetTypidExtended(const char *typname, bool temp_ok)
{
	return first_on_path(TYPENAMENSP, Anum_pg_type_oid, typname, temp_ok);
}

Oid
TypenameGetTypid(const char *typname)
{
	return TypenameGetTypidExtended(typname, true);
}

VISIBLE(TypeIsVisible, TYPE, Form_pg_type, typname, typnamespace, Anum_pg_type_oid, true)

/* ---- text search, statistics, conversions ---- */
VISIBLE(TSParserIsVisible, TSPARSER, Form_pg_ts_parser, prsname, prsnamespace, Anum_pg_ts_parser_oid, false)
VISIBLE(TSDictionaryIsVisible, TSDICT, Form_pg_ts_dict, dictname, dictnamespace, Anum_pg_ts_dict_oid, false)
VISIBLE(TSTemplateIsVisible, TSTEMPLATE, Form_pg_ts_template, tmplname, tmplnamespace, Anum_pg_ts_template_oid, false)
VISIBLE(TSConfigIsVisible, TSCONFIG, Form_pg_ts_config, cfgname, cfgnamespace, Anum_pg_ts_config_oid, false)
VISIBLE(StatisticsObjIsVisible, STATEXT, Form_pg_statistic_ext, stxname, stxnamespace, Anum_pg_statistic_ext_oid, false)

bool
ConversionIsVisible(Oid conid)
{
	HeapTuple tuple = SearchSysCache1(CONVOID, ObjectIdGetDatum(conid));
	bool visible;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for conversion %u", conid);
	visible = schema_on_path(((Form_pg_conversion) GETSTRUCT(tuple))->connamespace) &&
		ConversionGetConid(NameStr(((Form_pg_conversion) GETSTRUCT(tuple))->conname)) == conid;
	ReleaseSysCache(tuple);
	return visible;
}

Oid
get_ts_parser_oid(List *names, bool missing_ok)
{
	return by_qualified_name(TSPARSERNAMENSP, Anum_pg_ts_parser_oid, names,
							 false, missing_ok, "text search parser");
}

Oid
get_ts_dict_oid(List *names, bool missing_ok)
{
	return by_qualified_name(TSDICTNAMENSP, Anum_pg_ts_dict_oid, names, false,
							 missing_ok, "text search dictionary");
}

Oid
get_ts_template_oid(List *names, bool missing_ok)
{
	return by_qualified_name(TSTEMPLATENAMENSP, Anum_pg_ts_template_oid, names,
							 false, missing_ok, "text search template");
}

Oid
get_ts_config_oid(List *names, bool missing_ok)
{
	return by_qualified_name(TSCONFIGNAMENSP, Anum_pg_ts_config_oid, names,
							 false, missing_ok, "text search configuration");
}

Oid
get_statistics_object_oid(List *names, bool missing_ok)
{
	return by_qualified_name(STATEXTNAMENSP, Anum_pg_statistic_ext_oid, names,
							 false, missing_ok, "statistics object");
}

Oid
ConversionGetConid(const char *conname)
{
	return first_on_path(CONNAMENSP, Anum_pg_conversion_oid, conname, false);
}

Oid
get_conversion_oid(List *conname, bool missing_ok)
{
	return by_qualified_name(CONNAMENSP, Anum_pg_conversion_oid, conname, false,
							 missing_ok, "conversion");
}

/* The function that converts between two encodings by default. */
Oid
FindDefaultConversionProc(int32 for_encoding, int32 to_encoding)
{
	ListCell *lc;

	foreach (lc, namespace_path())
	{
		CatCList *list;
		Oid proc = InvalidOid;

		if (isTempNamespace(lfirst_oid(lc)))
			continue;
		list = SearchSysCacheList3(CONDEFAULT, lfirst_oid(lc),
								   Int32GetDatum(for_encoding),
								   Int32GetDatum(to_encoding));
		for (int i = 0; i < list->n_members && !OidIsValid(proc); i++)
		{
			Form_pg_conversion con = (Form_pg_conversion)
				GETSTRUCT(&list->members[i]->tuple);

			if (con->condefault)
				proc = con->conproc;
		}
		ReleaseSysCacheList(list);
		if (OidIsValid(proc))
			return proc;
	}
	return InvalidOid;
}

/* ---- operator classes and families ---- */

Oid
OpclassnameGetOpcid(Oid amid, const char *opcname)
{
	return first_of_method(CLAAMNAMENSP, Anum_pg_opclass_oid, amid, opcname);
}

bool
OpclassIsVisible(Oid opcid)
{
	HeapTuple tuple = SearchSysCache1(CLAOID, ObjectIdGetDatum(opcid));
	Form_pg_opclass form;
	bool visible;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for opclass %u", opcid);
	form = (Form_pg_opclass) GETSTRUCT(tuple);
	visible = schema_on_path(form->opcnamespace) &&
		OpclassnameGetOpcid(form->opcmethod, NameStr(form->opcname)) == opcid;
	ReleaseSysCache(tuple);
	return visible;
}

Oid
OpfamilynameGetOpfid(Oid amid, const char *opfname)
{
	return first_of_method(OPFAMILYAMNAMENSP, Anum_pg_opfamily_oid, amid,
						   opfname);
}

bool
OpfamilyIsVisible(Oid opfid)
{
	HeapTuple tuple = SearchSysCache1(OPFAMILYOID, ObjectIdGetDatum(opfid));
	Form_pg_opfamily form;
	bool visible;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for opfamily %u", opfid);
	form = (Form_pg_opfamily) GETSTRUCT(tuple);
	visible = schema_on_path(form->opfnamespace) &&
		OpfamilynameGetOpfid(form->opfmethod, NameStr(form->opfname)) == opfid;
	ReleaseSysCache(tuple);
	return visible;
}

/* ---- collations: for the database's encoding, or for any ---- */

static Oid
collation_in(const char *name, Oid nsp)
{
	int encodings[] = {GetDatabaseEncoding(), -1};

	for (size_t i = 0; i < lengthof(encodings); i++)
	{
		Oid oid = GetSysCacheOid3(COLLNAMEENCNSP, Anum_pg_collation_oid,
								  PointerGetDatum(name),
								  Int32GetDatum(encodings[i]),
								  ObjectIdGetDatum(nsp));

		if (OidIsValid(oid))
			return oid;
	}
	return InvalidOid;
}

Oid
CollationGetCollid(const char *collname)
{
	ListCell *lc;

	foreach (lc, namespace_path())
	{
		Oid oid = isTempNamespace(lfirst_oid(lc)) ? InvalidOid : collation_in(collname, lfirst_oid(lc));

		if (OidIsValid(oid))
			return oid;
	}
	return InvalidOid;
}

bool
CollationIsVisible(Oid collid)
{
	HeapTuple tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(collid));
	Form_pg_collation form;
	bool visible;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for collation %u", collid);
	form = (Form_pg_collation) GETSTRUCT(tuple);
	visible = schema_on_path(form->collnamespace) &&
		CollationGetCollid(NameStr(form->collname)) == collid;
	ReleaseSysCache(tuple);
	return visible;
}

Oid
get_collation_oid(List *collname, bool missing_ok)
{
	char *schema;
	char *name;
	Oid oid = InvalidOid;

	DeconstructQualifiedName(collname, &schema, &name);
	if (schema)
	{
		Oid nsp = LookupExplicitNamespace(schema, missing_ok);

		if (OidIsValid(nsp))
			oid = collation_in(name, nsp);
	}
	else
		oid = CollationGetCollid(name);
	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("collation \"%s\" for encoding \"%s\" does not exist",
						NameListToString(collname), GetDatabaseEncodingName())));
	return oid;
}

/* ---- functions ---- */

/* Position of a schema on the path, or -1. */
static int
path_position(Oid nsp)
{
	int pos = 0;
	ListCell *lc;

	foreach (lc, namespace_path())
	{
		if (lfirst_oid(lc) == nsp)
			return isTempNamespace(nsp) ? -1 : pos;
		pos++;
	}
	return -1;
}

/* How a call of nargs arguments fits one function. */
typedef struct Fit
{
	bool variadic; /* arguments go into the VARIADIC array */
	bool use_defaults;
	int pronargs;
	int *argnumbers; /* for named notation, else NULL */
} Fit;

/*
 * Named notation: map each argument of the call to a parameter.  The first
 * are by position, then those named in argnames.  Parameters that get none
 * must have defaults.
 */
static bool
match_names(HeapTuple proctup, int nargs, List *argnames,
			bool include_out_arguments, int pronargs, int **argnumbers)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(proctup);
	int nposargs = nargs - list_length(argnames);
	int nall;
	Oid *types;
	char **names;
	char *modes;
	bool given[FUNC_MAX_ARGS] = {false};
	int at = 0;
	int firstdefault;
	ListCell *lc;

	Assert(pronargs <= FUNC_MAX_ARGS);
	nall = get_func_arg_info(proctup, &types, &names, &modes);
	if (names == NULL)
		return false;
	*argnumbers = palloc(pronargs * sizeof(int));
	for (int i = 0; i < nposargs; i++)
	{
		given[i] = true;
		(*argnumbers)[at++] = i;
	}
	foreach (lc, argnames)
	{
		int pp = 0; /* position among the input parameters */
		bool found = false;

		for (int i = 0; i < nall && !found; i++)
		{
			if (!include_out_arguments && modes &&
				modes[i] != PROARGMODE_IN && modes[i] != PROARGMODE_INOUT &&
				modes[i] != PROARGMODE_VARIADIC)
				continue;
			if (names[i] && strcmp(names[i], lfirst(lc)) == 0)
			{
				if (given[pp])
					return false; /* twice */
				given[pp] = true;
				(*argnumbers)[at++] = pp;
				found = true;
			}
			pp++;
		}
		if (!found)
			return false;
	}
	/* the rest come from defaults, in order */
	firstdefault = pronargs - proc->pronargdefaults;
	for (int pp = nposargs; pp < pronargs; pp++)
	{
		if (given[pp])
			continue;
		if (pp < firstdefault)
			return false;
		(*argnumbers)[at++] = pp;
	}
	Assert(at == pronargs);
	return true;
}

/* Can the function be called so? */
static bool
fits(HeapTuple proctup, int nargs, List *argnames, bool expand_variadic,
	 bool expand_defaults, bool include_out_arguments, int pronargs, Fit *fit)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(proctup);

	memset(fit, 0, sizeof(*fit));
	fit->pronargs = pronargs;
	if (argnames != NIL)
	{
		/* a VARIADIC parameter cannot be expanded by name */
		if (OidIsValid(proc->provariadic) && expand_variadic)
			return false;
		if (nargs > pronargs)
			return false;
		if (nargs < pronargs)
		{
			if (!expand_defaults || nargs + proc->pronargdefaults < pronargs)
				return false;
			fit->use_defaults = true;
		}
		return match_names(proctup, nargs, argnames, include_out_arguments,
						   pronargs, &fit->argnumbers);
	}
	if (nargs < 0)
		return true; /* any number will do */
	if (expand_variadic && OidIsValid(proc->provariadic) &&
		nargs >= pronargs)
	{
		fit->variadic = true;
		return true;
	}
	if (pronargs > nargs && expand_defaults &&
		nargs + proc->pronargdefaults >= pronargs)
	{
		/* a VARIADIC parameter may itself have the default */
		fit->variadic = false;
		fit->use_defaults = true;
		return true;
	}
	return pronargs == nargs;
}

static FuncCandidateList
make_candidate(HeapTuple proctup, Oid *argtypes, int nargs, int pathpos,
			   const Fit *fit)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(proctup);
	int effective = Max(fit->pronargs, fit->variadic ? nargs : 0);
	FuncCandidateList c;

	c = palloc(offsetof(struct _FuncCandidateList, args) +
			   Max(effective, 1) * sizeof(Oid));
	c->next = NULL;
	c->pathpos = pathpos;
	c->oid = proc->oid;
	c->nominalnargs = fit->pronargs;
	c->nargs = effective;
	c->argnumbers = fit->argnumbers;
	c->nvargs = 0;
	c->ndargs = fit->use_defaults ? fit->pronargs - nargs : 0;
	for (int i = 0; i < fit->pronargs; i++)
		c->args[i] = argtypes[fit->argnumbers ? fit->argnumbers[i] : i];
	if (fit->variadic)
	{
		c->nvargs = effective - fit->pronargs + 1;
		for (int i = fit->pronargs - 1; i < effective; i++)
			c->args[i] = proc->provariadic;
	}
	return c;
}

/*
 * Two candidates with the same argument types.  Nearer in the path wins; in
 * one schema, not variadic before variadic.  0: cannot tell; how many defaults
 * each would use does not count.
 */
static int
better(FuncCandidateList a, FuncCandidateList b)
{
	if (a->pathpos != b->pathpos)
		return a->pathpos < b->pathpos ? -1 : 1;
	if (a->nvargs != b->nvargs)
	{
		if (a->nvargs == 0)
			return -1;
		if (b->nvargs == 0)
			return 1;
		return a->nvargs < b->nvargs ? -1 : 1;
	}
	return 0;
}

static bool
same_arguments(FuncCandidateList a, FuncCandidateList b, int nargs)
{
	int na = nargs >= 0 ? nargs : a->nargs;
	int nb = nargs >= 0 ? nargs : b->nargs;

	return na == nb && memcmp(a->args, b->args, na * sizeof(Oid)) == 0;
}

/*
 * Add a candidate unless one is there that hides it; remove one that it
 * hides.  An undecidable pair leaves one entry with OID 0, which the caller
 * reports as ambiguous if it is picked.
 */
static FuncCandidateList
add_candidate(FuncCandidateList list, FuncCandidateList c, int nargs)
{
	FuncCandidateList prev = NULL;

	for (FuncCandidateList p = list; p != NULL; prev = p, p = p->next)
	{
		int order;

		if (!same_arguments(p, c, nargs))
			continue;
		order = better(p, c);
		if (order == 0)
		{
			/* equal but distinct functions: ambiguous for this call */
			p->oid = InvalidOid;
			pfree(c);
			return list;
		}
		if (order < 0)
		{
			pfree(c);
			return list;
		}
		if (prev)
			prev->next = p->next;
		else
			list = p->next;
		pfree(p);
		break;
	}
	c->next = list;
	return c;
}

/* Parameter types that a call is matched against. */
static int
parameter_types(HeapTuple proctup, bool include_out_arguments, Oid **types)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(proctup);

	if (include_out_arguments)
	{
		char **names;
		char *modes;
		int nall = get_func_arg_info(proctup, types, &names, &modes);
		int n = 0;

		if (modes == NULL)
			return nall;
		for (int i = 0; i < nall; i++)
		{
			if (modes[i] != PROARGMODE_TABLE)
				(*types)[n++] = (*types)[i];
		}
		return n;
	}
	*types = proc->proargtypes.values;
	return proc->pronargs;
}

/*
 * FuncnameGetCandidates
 *		All functions that a call with nargs arguments (-1: any number) may
 *		mean, of which argnames are the names of the last ones.  Those hidden
 *		by an equal one nearer in the path are left out.
 */
FuncCandidateList
FuncnameGetCandidates(List *names, int nargs, List *argnames,
					  bool expand_variadic, bool expand_defaults,
					  bool include_out_arguments, bool missing_ok)
{
	FuncCandidateList result = NULL;
	char *schema;
	char *funcname;
	Oid nsp = InvalidOid;
	CatCList *list;

	DeconstructQualifiedName(names, &schema, &funcname);
	if (schema)
	{
		nsp = LookupExplicitNamespace(schema, missing_ok);
		if (!OidIsValid(nsp))
			return NULL;
	}
	list = SearchSysCacheList1(PROCNAMEARGSNSP, CStringGetDatum(funcname));
	for (int i = 0; i < list->n_members; i++)
	{
		HeapTuple tuple = &list->members[i]->tuple;
		Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tuple);
		Oid *types;
		int pronargs;
		int pos = 0;
		Fit fit;

		if (OidIsValid(nsp))
		{
			if (proc->pronamespace != nsp)
				continue;
		}
		else
		{
			pos = path_position(proc->pronamespace);
			if (pos < 0)
				continue;
		}
		pronargs = parameter_types(tuple, include_out_arguments, &types);
		if (!fits(tuple, nargs, argnames, expand_variadic, expand_defaults,
				  include_out_arguments, pronargs, &fit))
			continue;
		result = add_candidate(result, make_candidate(tuple, types, nargs, pos, &fit), nargs);
	}
	ReleaseSysCacheList(list);
	return result;
}

bool
FunctionIsVisible(Oid funcid)
{
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Form_pg_proc proc;
	bool visible = false;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	proc = (Form_pg_proc) GETSTRUCT(tuple);
	if (schema_on_path(proc->pronamespace))
	{
		FuncCandidateList c;

		c = FuncnameGetCandidates(list_make1(makeString(NameStr(proc->proname))),
								  proc->pronargs, NIL, false, false, false,
								  false);
		for (; c; c = c->next)
		{
			if (memcmp(c->args, proc->proargtypes.values,
					   proc->pronargs * sizeof(Oid)) == 0)
			{
				visible = c->oid == funcid;
				break;
			}
		}
	}
	ReleaseSysCache(tuple);
	return visible;
}

/* ---- operators ---- */

/* The operator of exactly these types, or InvalidOid. */
Oid
OpernameGetOprid(List *names, Oid oprleft, Oid oprright)
{
	char *schema;
	char *name;
	CatCList *list;
	ListCell *lc;
	Oid result = InvalidOid;

	DeconstructQualifiedName(names, &schema, &name);
	if (schema)
	{
		Oid nsp = LookupExplicitNamespace(schema, true);

		if (!OidIsValid(nsp))
			return InvalidOid;
		return GetSysCacheOid4(OPERNAMENSP, Anum_pg_operator_oid,
							   CStringGetDatum(name), ObjectIdGetDatum(oprleft),
							   ObjectIdGetDatum(oprright),
							   ObjectIdGetDatum(nsp));
	}

	/* all schemas at once: most operators exist in one only */
	list = SearchSysCacheList3(OPERNAMENSP, CStringGetDatum(name),
							   ObjectIdGetDatum(oprleft),
							   ObjectIdGetDatum(oprright));
	foreach (lc, list->n_members > 0 ? namespace_path() : NIL)
	{
		if (isTempNamespace(lfirst_oid(lc)))
			continue;
		for (int i = 0; i < list->n_members && !OidIsValid(result); i++)
		{
			Form_pg_operator oper = (Form_pg_operator)
				GETSTRUCT(&list->members[i]->tuple);

			if (oper->oprnamespace == lfirst_oid(lc))
				result = oper->oid;
		}
		if (OidIsValid(result))
			break;
	}
	ReleaseSysCacheList(list);
	return result;
}

/*
 * OpernameGetCandidates
 *		All operators of a name and kind ('b' binary, 'l' prefix; 0 any); those
 *		hidden by an equal one nearer in the path are left out.
 */
FuncCandidateList
OpernameGetCandidates(List *names, char oprkind, bool missing_schema_ok)
{
	FuncCandidateList result = NULL;
	char *schema;
	char *name;
	Oid nsp = InvalidOid;
	CatCList *list;

	DeconstructQualifiedName(names, &schema, &name);
	if (schema)
	{
		nsp = LookupExplicitNamespace(schema, missing_schema_ok);
		if (!OidIsValid(nsp))
			return NULL;
	}
	list = SearchSysCacheList1(OPERNAMENSP, CStringGetDatum(name));
	for (int i = 0; i < list->n_members; i++)
	{
		Form_pg_operator oper = (Form_pg_operator)
			GETSTRUCT(&list->members[i]->tuple);
		FuncCandidateList c;
		int pos = 0;

		if (oprkind && oper->oprkind != oprkind)
			continue;
		if (OidIsValid(nsp))
		{
			if (oper->oprnamespace != nsp)
				continue;
		}
		else
		{
			pos = path_position(oper->oprnamespace);
			if (pos < 0)
				continue;
		}
		c = palloc0(offsetof(struct _FuncCandidateList, args) + 2 * sizeof(Oid));
		c->pathpos = pos;
		c->oid = oper->oid;
		c->nominalnargs = c->nargs = 2;
		c->args[0] = oper->oprleft;
		c->args[1] = oper->oprright;
		result = add_candidate(result, c, 2);
	}
	ReleaseSysCacheList(list);
	return result;
}

bool
OperatorIsVisible(Oid oprid)
{
	HeapTuple tuple = SearchSysCache1(OPEROID, ObjectIdGetDatum(oprid));
	Form_pg_operator oper;
	bool visible;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for operator %u", oprid);
	oper = (Form_pg_operator) GETSTRUCT(tuple);
	visible = schema_on_path(oper->oprnamespace) &&
		OpernameGetOprid(list_make1(makeString(NameStr(oper->oprname))),
						 oper->oprleft, oper->oprright) == oprid;
	ReleaseSysCache(tuple);
	return visible;
}
