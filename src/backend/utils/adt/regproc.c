/*
 * regproc.c
 *		The reg types: OIDs of catalog objects, written as names.
 *
 * Every reg type reads a number as an OID, "-" as none, and a name by the search
 * path; it prints the name, with the schema where the name alone would find
 * something else, or the number if there is no such object.  The to_reg functions
 * read names only and return NULL where the input functions raise an error.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/regproc.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_ts_config.h"
#include "catalog/pg_ts_dict.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/parse_type.h"
#include "parser/scansup.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

/*
 * stringToQualifiedNameList
 *		Splits a dotted name into String nodes, palloc'd; 42602 if malformed.
 */
List *
stringToQualifiedNameList(const char *string)
{
	char *raw = pstrdup(string);
	List *names;
	List *result = NIL;
	ListCell *lc;

	if (!SplitIdentifierString(raw, '.', &names) || names == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("invalid name syntax")));
	foreach (lc, names)
		result = lappend(result, makeString(pstrdup(lfirst(lc))));
	pfree(raw);
	list_free(names);
	return result;
}

/* "-" or a number; false if s must be a name. */
static bool
oid_literal(const char *s, Oid *oid)
{
	*oid = InvalidOid;
	if (strcmp(s, "-") == 0)
		return true;
	if (s[0] == '\0' || s[strspn(s, "0123456789")] != '\0')
		return false;
	*oid = DatumGetObjectId(DirectFunctionCall1(oidin, CStringGetDatum(s)));
	return true;
}

/*
 * Each lookup below takes a name and returns its OID, or InvalidOid if there
 * is none and missing_ok.
 */

static Oid
lookup_proc(const char *s, bool missing_ok)
{
	FuncCandidateList c = FuncnameGetCandidates(stringToQualifiedNameList(s),
												-1, NIL, false, false, false,
												true);

	if (c && !c->next)
		return c->oid;
	if (missing_ok)
		return InvalidOid;
	ereport(ERROR, c ? (errcode(ERRCODE_AMBIGUOUS_FUNCTION), errmsg("more than one function named \"%s\"", s)) : (errcode(ERRCODE_UNDEFINED_FUNCTION), errmsg("function \"%s\" does not exist", s)));
	return InvalidOid;
}

static Oid
lookup_oper(const char *s, bool missing_ok)
{
	FuncCandidateList c = OpernameGetCandidates(stringToQualifiedNameList(s),
												'\0', true);

	if (c && !c->next)
		return c->oid;
	if (missing_ok)
		return InvalidOid;
	ereport(ERROR, c ? (errcode(ERRCODE_AMBIGUOUS_FUNCTION), errmsg("more than one operator named %s", s)) : (errcode(ERRCODE_UNDEFINED_FUNCTION), errmsg("operator does not exist: %s", s)));
	return InvalidOid;
}

/* A type name up to an unnested comma or the end; cut off in place. */
static char *
next_type_name(char **cursor)
{
	char *start = *cursor;
	char *p = start;
	char *end;
	int depth = 0;
	bool quoted = false;

	while (isspace((unsigned char) *start))
		start++;
	for (p = start; *p && (quoted || depth > 0 || *p != ','); p++)
	{
		if (*p == '"')
			quoted = !quoted;
		else if (!quoted && (*p == '(' || *p == '['))
			depth++;
		else if (!quoted && (*p == ')' || *p == ']'))
			depth--;
	}
	*cursor = *p ? p + 1 : p;
	for (end = p; end > start && isspace((unsigned char) end[-1]); end--)
		;
	*end = '\0';
	return start;
}

/* name(type, ...); with allow_none, NONE is a missing operand. */
static void
parse_signature(const char *string, bool allow_none, List **names, int *nargs,
				Oid *argtypes, bool missing_ok)
{
	char *raw = pstrdup(string);
	char *p;
	char *close;
	bool quoted = false;

	for (p = raw; *p && (quoted || *p != '('); p++)
		if (*p == '"')
			quoted = !quoted;
	if (*p == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("expected a left parenthesis")));
	*p++ = '\0';
	*names = stringToQualifiedNameList(raw);
	for (close = p + strlen(p); close > p &&
		 isspace((unsigned char) close[-1]);
		 close--)
		;
	if (close == p || close[-1] != ')')
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("expected a right parenthesis")));
	close[-1] = '\0';
	*nargs = 0;
	while (isspace((unsigned char) *p))
		p++;
	while (*p)
	{
		char *type = next_type_name(&p);
		Oid typeid = InvalidOid;
		int32 typmod;

		if (*type == '\0')
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("expected a type name")));
		if (*nargs >= FUNC_MAX_ARGS)
			ereport(ERROR,
					(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
					 errmsg("too many arguments")));
		if (!allow_none || pg_strcasecmp(type, "none") != 0)
			parseTypeString(type, &typeid, &typmod, missing_ok);
		argtypes[(*nargs)++] = typeid;
	}
}

static Oid
lookup_procedure(const char *s, bool missing_ok)
{
	List *names;
	int nargs;
	Oid argtypes[FUNC_MAX_ARGS];
	FuncCandidateList c;

	parse_signature(s, false, &names, &nargs, argtypes, missing_ok);
	c = FuncnameGetCandidates(names, nargs, NIL, false, false, false, true);
	for (; c; c = c->next)
		if (memcmp(c->args, argtypes, nargs * sizeof(Oid)) == 0)
			return c->oid;
	if (!missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("function \"%s\" does not exist", s)));
	return InvalidOid;
}

static Oid
lookup_operator(const char *s, bool missing_ok)
{
	List *names;
	int nargs;
	Oid argtypes[FUNC_MAX_ARGS];
	Oid result;

	parse_signature(s, true, &names, &nargs, argtypes, missing_ok);
	if (nargs == 1)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_PARAMETER),
				 errmsg("missing argument"),
				 errhint("NONE stands for the operand that a unary operator lacks.")));
	if (nargs != 2)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
				 errmsg("too many arguments"),
				 errhint("An operator has two operands.")));
	result = OpernameGetOprid(names, argtypes[0], argtypes[1]);
	if (!OidIsValid(result) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("operator does not exist: %s", s)));
	return result;
}

static Oid
lookup_class(const char *s, bool missing_ok)
{
	return RangeVarGetRelid(makeRangeVarFromNameList(stringToQualifiedNameList(s)),
							NoLock, missing_ok);
}

static Oid
lookup_collation(const char *s, bool missing_ok)
{
	return get_collation_oid(stringToQualifiedNameList(s), missing_ok);
}

static Oid
lookup_type(const char *s, bool missing_ok)
{
	Oid result = InvalidOid;
	int32 typmod;

	parseTypeString(s, &result, &typmod, missing_ok);
	return result;
}

static Oid
lookup_config(const char *s, bool missing_ok)
{
	return get_ts_config_oid(stringToQualifiedNameList(s), missing_ok);
}

static Oid
lookup_dictionary(const char *s, bool missing_ok)
{
	return get_ts_dict_oid(stringToQualifiedNameList(s), missing_ok);
}

/* The name of an object that has no schema. */
static char *
single_name(const char *s)
{
	List *names = stringToQualifiedNameList(s);

	if (list_length(names) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("invalid name syntax")));
	return strVal(linitial(names));
}

static Oid
lookup_role(const char *s, bool missing_ok)
{
	return get_role_oid(single_name(s), missing_ok);
}

static Oid
lookup_namespace(const char *s, bool missing_ok)
{
	return get_namespace_oid(single_name(s), missing_ok);
}

/*
 * Each printer below returns the name of an object, palloc'd, or NULL if it
 * does not exist.
 */

static char *
name_in_schema(const char *name, Oid nspoid, bool visible)
{
	return quote_qualified_identifier(visible ? NULL : get_namespace_name(nspoid), name);
}

static char *
print_proc(Oid oid)
{
	HeapTuple tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(oid));
	Form_pg_proc form;
	FuncCandidateList c;
	char *result;

	if (!HeapTupleIsValid(tup))
		return NULL;
	form = (Form_pg_proc) GETSTRUCT(tup);
	/* the bare name will do if it would find this function and no other */
	c = FuncnameGetCandidates(list_make1(makeString(NameStr(form->proname))),
							  -1, NIL, false, false, false, false);
	result = name_in_schema(NameStr(form->proname), form->pronamespace,
							c && !c->next && c->oid == oid);
	ReleaseSysCache(tup);
	return result;
}

static char *
print_oper(Oid oid)
{
	HeapTuple tup = SearchSysCache1(OPEROID, ObjectIdGetDatum(oid));
	Form_pg_operator form;
	FuncCandidateList c;
	char *result;

	if (!HeapTupleIsValid(tup))
		return NULL;
	form = (Form_pg_operator) GETSTRUCT(tup);
	c = OpernameGetCandidates(list_make1(makeString(NameStr(form->oprname))),
							  '\0', false);
	if (c && !c->next && c->oid == oid)
		result = pstrdup(NameStr(form->oprname));
	else
		result = psprintf("%s.%s",
						  quote_identifier(get_namespace_name(form->oprnamespace)),
						  NameStr(form->oprname));
	ReleaseSysCache(tup);
	return result;
}

static char *
print_procedure(Oid oid)
{
	return format_procedure_extended(oid, FORMAT_PROC_INVALID_AS_NULL);
}

static char *
print_operator(Oid oid)
{
	return format_operator_extended(oid, FORMAT_OPERATOR_INVALID_AS_NULL);
}

#define PRINTER(fname, cacheid, form_type, prefix, visible)              \
	static char *                                                        \
	fname(Oid oid)                                                       \
	{                                                                    \
		HeapTuple tup = SearchSysCache1(cacheid, ObjectIdGetDatum(oid)); \
		form_type form;                                                  \
		char *result;                                                    \
		if (!HeapTupleIsValid(tup))                                      \
			return NULL;                                                 \
		form = (form_type) GETSTRUCT(tup);                               \
		result = name_in_schema(NameStr(form->prefix##name),             \
								form->prefix##namespace, visible(oid));  \
		ReleaseSysCache(tup);                                            \
		return result;                                                   \
	}
PRINTER(print_class, RELOID, Form_pg_class, rel, RelationIsVisible)
PRINTER(print_collation, COLLOID, Form_pg_collation, coll, CollationIsVisible)
PRINTER(print_config, TSCONFIGOID, Form_pg_ts_config, cfg, TSConfigIsVisible)
PRINTER(print_dictionary, TSDICTOID, Form_pg_ts_dict, dict,
		TSDictionaryIsVisible)

static char *
print_type(Oid oid)
{
	return format_type_extended(oid, -1, FORMAT_TYPE_INVALID_AS_NULL);
}

static char *
print_role(Oid oid)
{
	char *name = GetUserNameFromId(oid, true);

	return name ? pstrdup(quote_identifier(name)) : NULL;
}

static char *
print_namespace(Oid oid)
{
	char *name = get_namespace_name(oid);

	return name ? pstrdup(quote_identifier(name)) : NULL;
}

static Oid
reg_input(const char *s, Oid (*lookup)(const char *, bool))
{
	Oid oid;

	return oid_literal(s, &oid) ? oid : lookup(s, false);
}

/* An operator may be called "-", so 0 stands for none there. */
static Oid
reg_input_oper(const char *s, Oid (*lookup)(const char *, bool))
{
	return strcmp(s, "0") == 0 ? InvalidOid : strcmp(s, "-") == 0 ? lookup(s, false)
																  : reg_input(s, lookup);
}

static char *
reg_output(Oid oid, char *(*print)(Oid), const char *none)
{
	char *name;

	if (!OidIsValid(oid))
		return pstrdup(none);
	name = print(oid);
	return name ? name : psprintf("%u", oid);
}

#define REG_TYPE(type, lookup, print, input, none)                    \
	Datum type##in(PG_FUNCTION_ARGS)                                  \
	{                                                                 \
		PG_RETURN_OID(input(PG_GETARG_CSTRING(0), lookup));           \
	}                                                                 \
	Datum type##out(PG_FUNCTION_ARGS)                                 \
	{                                                                 \
		PG_RETURN_CSTRING(reg_output(PG_GETARG_OID(0), print, none)); \
	}                                                                 \
	Datum type##recv(PG_FUNCTION_ARGS)                                \
	{                                                                 \
		return oidrecv(fcinfo);                                       \
	}                                                                 \
	Datum type##send(PG_FUNCTION_ARGS)                                \
	{                                                                 \
		return oidsend(fcinfo);                                       \
	}

#define TO_REG(type, lookup)                             \
	Datum to_##type(PG_FUNCTION_ARGS)                    \
	{                                                    \
		char *s = text_to_cstring(PG_GETARG_TEXT_PP(0)); \
		Oid oid = lookup(s, true);                       \
		if (!OidIsValid(oid))                            \
			PG_RETURN_NULL();                            \
		PG_RETURN_OID(oid);                              \
	}

REG_TYPE(regproc, lookup_proc, print_proc, reg_input, "-")
REG_TYPE(regprocedure, lookup_procedure, print_procedure, reg_input, "-")
REG_TYPE(regoper, lookup_oper, print_oper, reg_input_oper, "0")
REG_TYPE(regoperator, lookup_operator, print_operator, reg_input_oper, "0")
REG_TYPE(regclass, lookup_class, print_class, reg_input, "-")
REG_TYPE(regcollation, lookup_collation, print_collation, reg_input, "-")
REG_TYPE(regtype, lookup_type, print_type, reg_input, "-")
REG_TYPE(regconfig, lookup_config, print_config, reg_input, "-")
REG_TYPE(regdictionary, lookup_dictionary, print_dictionary, reg_input, "-")
REG_TYPE(regrole, lookup_role, print_role, reg_input, "-")
REG_TYPE(regnamespace, lookup_namespace, print_namespace, reg_input, "-")

TO_REG(regproc, lookup_proc)
TO_REG(regprocedure, lookup_procedure)
TO_REG(regoper, lookup_oper)
TO_REG(regoperator, lookup_operator)
TO_REG(regclass, lookup_class)
TO_REG(regcollation, lookup_collation)
TO_REG(regtype, lookup_type)
TO_REG(regrole, lookup_role)
TO_REG(regnamespace, lookup_namespace)

Datum
text_regclass(PG_FUNCTION_ARGS)
{
	PG_RETURN_OID(lookup_class(text_to_cstring(PG_GETARG_TEXT_PP(0)), false));
}

/* ---- Signatures for messages and for regprocedure, regoperator ---- */

char *
format_procedure_extended(Oid procedure_oid, bits16 flags)
{
	HeapTuple tup = SearchSysCache1(PROCOID,
									ObjectIdGetDatum(procedure_oid));
	bool qualify = (flags & FORMAT_PROC_FORCE_QUALIFY) != 0;
	Form_pg_proc form;
	StringInfoData buf;

	if (!HeapTupleIsValid(tup))
		return (flags & FORMAT_PROC_INVALID_AS_NULL) ? NULL : psprintf("%u", procedure_oid);
	form = (Form_pg_proc) GETSTRUCT(tup);
	initStringInfo(&buf);
	appendStringInfo(&buf, "%s(",
					 name_in_schema(NameStr(form->proname), form->pronamespace,
									!qualify &&
										FunctionIsVisible(procedure_oid)));
	for (int i = 0; i < form->pronargs; i++)
	{
		Oid type = form->proargtypes.values[i];

		appendStringInfo(&buf, "%s%s", i > 0 ? "," : "",
						 qualify ? format_type_be_qualified(type) : format_type_be(type));
	}
	appendStringInfoChar(&buf, ')');
	ReleaseSysCache(tup);
	return buf.data;
}

char *
format_procedure(Oid procedure_oid)
{
	return format_procedure_extended(procedure_oid, 0);
}

char *
format_procedure_qualified(Oid procedure_oid)
{
	return format_procedure_extended(procedure_oid,
									 FORMAT_PROC_FORCE_QUALIFY);
}

/* The same as lists of names and of type names. */
void
format_procedure_parts(Oid procedure_oid, List **objnames, List **objargs,
					   bool missing_ok)
{
	HeapTuple tup = SearchSysCache1(PROCOID,
									ObjectIdGetDatum(procedure_oid));
	Form_pg_proc form;

	if (!HeapTupleIsValid(tup))
	{
		if (!missing_ok)
			elog(ERROR, "cache lookup failed for procedure with OID %u",
				 procedure_oid);
		return;
	}
	form = (Form_pg_proc) GETSTRUCT(tup);
	*objnames = list_make2(get_namespace_name_or_temp(form->pronamespace),
						   pstrdup(NameStr(form->proname)));
	*objargs = NIL;
	for (int i = 0; i < form->pronargs; i++)
		*objargs = lappend(*objargs,
						   format_type_be_qualified(form->proargtypes.values[i]));
	ReleaseSysCache(tup);
}

static const char *
operand_name(Oid type, bool qualify)
{
	if (!OidIsValid(type))
		return "NONE";
	return qualify ? format_type_be_qualified(type) : format_type_be(type);
}

char *
format_operator_extended(Oid operator_oid, bits16 flags)
{
	HeapTuple tup = SearchSysCache1(OPEROID,
									ObjectIdGetDatum(operator_oid));
	bool qualify = (flags & FORMAT_OPERATOR_FORCE_QUALIFY) != 0;
	Form_pg_operator form;
	StringInfoData buf;

	if (!HeapTupleIsValid(tup))
		return (flags & FORMAT_OPERATOR_INVALID_AS_NULL) ? NULL : psprintf("%u", operator_oid);
	form = (Form_pg_operator) GETSTRUCT(tup);
	initStringInfo(&buf);
	if (qualify || !OperatorIsVisible(operator_oid))
		appendStringInfo(&buf, "%s.",
						 quote_identifier(get_namespace_name(form->oprnamespace)));
	appendStringInfo(&buf, "%s(%s,%s)", NameStr(form->oprname),
					 operand_name(form->oprleft, qualify),
					 operand_name(form->oprright, qualify));
	ReleaseSysCache(tup);
	return buf.data;
}

char *
format_operator(Oid operator_oid)
{
	return format_operator_extended(operator_oid, 0);
}

char *
format_operator_qualified(Oid operator_oid)
{
	return format_operator_extended(operator_oid,
									FORMAT_OPERATOR_FORCE_QUALIFY);
}

void
format_operator_parts(Oid operator_oid, List **objnames, List **objargs,
					  bool missing_ok)
{
	HeapTuple tup = SearchSysCache1(OPEROID,
									ObjectIdGetDatum(operator_oid));
	Form_pg_operator form;

	if (!HeapTupleIsValid(tup))
	{
		if (!missing_ok)
			elog(ERROR, "cache lookup failed for operator with OID %u",
				 operator_oid);
		return;
	}
	form = (Form_pg_operator) GETSTRUCT(tup);
	*objnames = list_make2(get_namespace_name_or_temp(form->oprnamespace),
						   pstrdup(NameStr(form->oprname)));
	*objargs = NIL;
	if (OidIsValid(form->oprleft))
		*objargs = lappend(*objargs, format_type_be_qualified(form->oprleft));
	if (OidIsValid(form->oprright))
		*objargs = lappend(*objargs, format_type_be_qualified(form->oprright));
	ReleaseSysCache(tup);
}
