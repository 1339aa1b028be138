/*
 * ruleutils_func.c
 *		Definitions of functions as SQL.
 *
 * pg_get_functiondef and the functions for its parts.  They read a row of
 * pg_proc, and print default values and SQL bodies through ruleutils_expr.c and
 * ruleutils_query.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/ruleutils_func.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "nodes/readfuncs.h"
#include "ruleutils_internals.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

/* bits of print_arguments */
#define ARGS_TABLE 0x01 /* only the columns of RETURNS TABLE */
#define ARGS_DEFAULTS 0x02 /* with DEFAULT clauses */

static char *
proc_text(HeapTuple tup, AttrNumber att)
{
	bool isnull;
	Datum d = SysCacheGetAttr(PROCOID, tup, att, &isnull);

	return isnull ? NULL : TextDatumGetCString(d);
}

static bool
mode_is_input(char mode)
{
	return mode == PROARGMODE_IN || mode == PROARGMODE_INOUT ||
		mode == PROARGMODE_VARIADIC;
}

static const char *
mode_word(char mode, bool procedure)
{
	switch (mode)
	{
		case PROARGMODE_IN:
			return procedure ? "IN " : "";
		case PROARGMODE_INOUT:
			return "INOUT ";
		case PROARGMODE_OUT:
			return "OUT ";
		case PROARGMODE_VARIADIC:
			return "VARIADIC ";
		case PROARGMODE_TABLE:
			return "";
		default:
			elog(ERROR, "invalid parameter mode '%c'", mode);
	}
}

/* Number of direct arguments of an ordered-set aggregate, else -1. */
static int
ordered_set_direct_args(HeapTuple tup)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tup);
	HeapTuple aggtup;
	int result = -1;

	if (proc->prokind != PROKIND_AGGREGATE)
		return -1;
	aggtup = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(proc->oid));
	if (!HeapTupleIsValid(aggtup))
		elog(ERROR, "cache lookup failed for aggregate %u", proc->oid);
	if (AGGKIND_IS_ORDERED_SET(((Form_pg_aggregate) GETSTRUCT(aggtup))->aggkind))
		result = ((Form_pg_aggregate) GETSTRUCT(aggtup))->aggnumdirectargs;
	ReleaseSysCache(aggtup);
	return result;
}

/* Append the arguments; returns how many were printed. */
static int
print_arguments(StringInfo buf, HeapTuple tup, int what)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tup);
	Oid *types;
	char **names;
	char *modes;
	int nargs = get_func_arg_info(tup, &types, &names, &modes);
	char *str = what & ARGS_DEFAULTS ? proc_text(tup, Anum_pg_proc_proargdefaults) : NULL;
	List *defaults = str ? (List *) stringToNode(str) : NIL;
	int direct = what & ARGS_TABLE ? -1 : ordered_set_direct_args(tup);
	int first_default = proc->pronargs - list_length(defaults);
	int ninput = 0;
	int printed = 0;

	for (int i = 0; i < nargs; i++)
	{
		char mode = modes ? modes[i] : PROARGMODE_IN;
		bool input = mode_is_input(mode);

		ninput += input;
		if ((mode == PROARGMODE_TABLE) != ((what & ARGS_TABLE) != 0))
			continue;
		if (printed == direct)
		{
			if (printed > 0)
				appendStringInfoChar(buf, ' ');
			appendStringInfoString(buf, "ORDER BY ");
		}
		else if (printed > 0)
			appendStringInfoString(buf, ", ");
		appendStringInfoString(buf, mode_word(mode, proc->prokind == PROKIND_PROCEDURE));
		if (names && names[i] && names[i][0])
			appendStringInfo(buf, "%s ", quote_identifier(names[i]));
		appendStringInfoString(buf, format_type_be(types[i]));
		if (input && ninput > first_default && defaults != NIL)
			appendStringInfo(buf, " DEFAULT %s",
							 deparse_expression(list_nth(defaults, ninput - 1 - first_default),
												NIL, false, false));
		printed++;
		/* a variadic direct argument is shown on both sides of ORDER BY */
		if (printed == direct && i == nargs - 1)
		{
			i--;
			ninput -= input;
		}
	}
	return printed;
}

static void
print_result_type(StringInfo buf, HeapTuple tup)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tup);
	StringInfoData cols;

	initStringInfo(&cols);
	if (proc->proretset && print_arguments(&cols, tup, ARGS_TABLE) > 0)
		appendStringInfo(buf, "TABLE(%s)", cols.data);
	else
		appendStringInfo(buf, "%s%s", proc->proretset ? "SETOF " : "",
						 format_type_be(proc->prorettype));
}

/* "SET name TO value" for each setting of the function. */
static void
print_settings(StringInfo buf, HeapTuple tup)
{
	bool isnull;
	Datum d = SysCacheGetAttr(PROCOID, tup, Anum_pg_proc_proconfig,
							  &isnull);
	Datum *items;
	int n;

	if (isnull)
		return;
	deconstruct_array(DatumGetArrayTypeP(d), TEXTOID, -1, false, TYPALIGN_INT,
					  &items, NULL, &n);
	for (int i = 0; i < n; i++)
	{
		char *item = TextDatumGetCString(items[i]);
		char *value = strchr(item, '=');
		List *names;
		ListCell *lc;

		if (value == NULL)
			continue;
		*value++ = '\0';
		appendStringInfo(buf, " SET %s TO ", quote_identifier(item));
		if (!(GetConfigOptionFlags(item, true) & GUC_LIST_QUOTE))
			print_string_literal(buf, value);
		else
		{
			if (!SplitGUCList(value, ',', &names))
				elog(ERROR, "invalid list syntax in proconfig item");
			foreach (lc, names)
			{
				if (lc != list_head(names))
					appendStringInfoString(buf, ", ");
				print_string_literal(buf, lfirst(lc));
			}
		}
		appendStringInfoChar(buf, '\n');
	}
}

/* Print a body in SQL syntax: one RETURN, or BEGIN ATOMIC ... END. */
static void
print_sql_body(StringInfo buf, HeapTuple tup, char *body)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tup);
	DeparseLevel *level = palloc0(sizeof(DeparseLevel));
	Node *node = stringToNode(body);
	bool isnull;
	Datum names;
	Datum modes;
	ListCell *lc;

	level->funcname = pstrdup(NameStr(proc->proname));
	names = SysCacheGetAttr(PROCOID, tup, Anum_pg_proc_proargnames, &isnull);
	if (isnull)
		names = PointerGetDatum(NULL);
	modes = SysCacheGetAttr(PROCOID, tup, Anum_pg_proc_proargmodes, &isnull);
	if (isnull)
		modes = PointerGetDatum(NULL);
	level->numargs = get_func_input_arg_names(names, modes, &level->argnames);
	if (!IsA(node, List))
	{
		print_query_toplevel(buf, castNode(Query, node), list_make1(level),
							 NULL, 0, WRAP_COLUMN_DEFAULT, 0);
		return;
	}
	/* BEGIN ATOMIC holds a list in a list */
	appendStringInfoString(buf, "BEGIN ATOMIC\n");
	foreach (lc, linitial_node(List, (List *) node))
	{
		print_query_toplevel(buf, lfirst_node(Query, lc), list_make1(level),
							 NULL, PRETTYFLAG_INDENT, WRAP_COLUMN_DEFAULT, 1);
		appendStringInfoString(buf, ";\n");
	}
	appendStringInfoString(buf, "END");
}

/* AS $function$...$function$, with a delimiter that is not in the body. */
static void
print_source_body(StringInfo buf, HeapTuple tup)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tup);
	char *probin = proc_text(tup, Anum_pg_proc_probin);
	char *src = proc_text(tup, Anum_pg_proc_prosrc);
	StringInfoData delim;

	appendStringInfoString(buf, "AS ");
	if (probin)
	{
		print_string_literal(buf, probin);
		appendStringInfoString(buf, ", ");
	}
	initStringInfo(&delim);
	appendStringInfoString(&delim, proc->prokind == PROKIND_PROCEDURE ? "$procedure" : "$function");
	while (strstr(src, delim.data) != NULL)
		appendStringInfoChar(&delim, 'x');
	appendStringInfo(buf, "%s$%s%s$", delim.data, src, delim.data);
}

/* The one line of options between LANGUAGE and the body. */
static void
print_function_options(StringInfo buf, Form_pg_proc proc)
{
	int start = buf->len;
	float4 cost = proc->prolang == INTERNALlanguageId ||
			proc->prolang == ClanguageId
		? 1
		: 100;

	if (proc->prokind == PROKIND_WINDOW)
		appendStringInfoString(buf, " WINDOW");
	if (proc->provolatile == PROVOLATILE_IMMUTABLE)
		appendStringInfoString(buf, " IMMUTABLE");
	else if (proc->provolatile == PROVOLATILE_STABLE)
		appendStringInfoString(buf, " STABLE");
	if (proc->proparallel == PROPARALLEL_SAFE)
		appendStringInfoString(buf, " PARALLEL SAFE");
	else if (proc->proparallel == PROPARALLEL_RESTRICTED)
		appendStringInfoString(buf, " PARALLEL RESTRICTED");
	if (proc->proisstrict)
		appendStringInfoString(buf, " STRICT");
	if (proc->prosecdef)
		appendStringInfoString(buf, " SECURITY DEFINER");
	if (proc->proleakproof)
		appendStringInfoString(buf, " LEAKPROOF");
	if (proc->procost != cost)
		appendStringInfo(buf, " COST %g", proc->procost);
	if (proc->prorows > 0 && proc->prorows != 1000)
		appendStringInfo(buf, " ROWS %g", proc->prorows);
	if (OidIsValid(proc->prosupport))
		appendStringInfo(buf, " SUPPORT %s",
						 DatumGetCString(DirectFunctionCall1(regprocout,
															 ObjectIdGetDatum(proc->prosupport))));
	if (buf->len != start)
		appendStringInfoChar(buf, '\n');
}

/*
 * pg_get_functiondef
 *		SQL: the command that makes a function or procedure.
 *
 * NULL if there is none with this OID.  Errors: ERRCODE_WRONG_OBJECT_TYPE for an
 * aggregate.
 */
Datum
pg_get_functiondef(PG_FUNCTION_ARGS)
{
	HeapTuple tup = SearchSysCache1(PROCOID,
									ObjectIdGetDatum(PG_GETARG_OID(0)));
	Form_pg_proc proc;
	StringInfoData buf;
	char *body;
	bool procedure;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	proc = (Form_pg_proc) GETSTRUCT(tup);
	if (proc->prokind == PROKIND_AGGREGATE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is an aggregate function",
						NameStr(proc->proname))));
	procedure = proc->prokind == PROKIND_PROCEDURE;
	initStringInfo(&buf);
	appendStringInfo(&buf, "CREATE OR REPLACE %s %s(",
					 procedure ? "PROCEDURE" : "FUNCTION",
					 quote_qualified_identifier(get_namespace_name_or_temp(proc->pronamespace),
												NameStr(proc->proname)));
	(void) print_arguments(&buf, tup, ARGS_DEFAULTS);
	appendStringInfoString(&buf, ")\n");
	if (!procedure)
	{
		appendStringInfoString(&buf, " RETURNS ");
		print_result_type(&buf, tup);
		appendStringInfoChar(&buf, '\n');
	}
	appendStringInfo(&buf, " LANGUAGE %s\n",
					 quote_identifier(get_language_name(proc->prolang, false)));
	print_function_options(&buf, proc);
	print_settings(&buf, tup);
	body = proc_text(tup, Anum_pg_proc_prosqlbody);
	if (body)
		print_sql_body(&buf, tup, body);
	else
		print_source_body(&buf, tup);
	appendStringInfoChar(&buf, '\n');
	ReleaseSysCache(tup);
	PG_RETURN_TEXT_P(cstring_to_text(buf.data));
}

static Datum
arguments_result(FunctionCallInfo fcinfo, int what)
{
	HeapTuple tup = SearchSysCache1(PROCOID,
									ObjectIdGetDatum(PG_GETARG_OID(0)));
	StringInfoData buf;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	initStringInfo(&buf);
	(void) print_arguments(&buf, tup, what);
	ReleaseSysCache(tup);
	PG_RETURN_TEXT_P(cstring_to_text(buf.data));
}

/* SQL: the arguments of a function, with defaults. */
Datum
pg_get_function_arguments(PG_FUNCTION_ARGS)
{
	return arguments_result(fcinfo, ARGS_DEFAULTS);
}

/* SQL: the arguments that ALTER FUNCTION needs to find the function. */
Datum
pg_get_function_identity_arguments(PG_FUNCTION_ARGS)
{
	return arguments_result(fcinfo, 0);
}

/* SQL: what follows RETURNS; NULL for procedures. */
Datum
pg_get_function_result(PG_FUNCTION_ARGS)
{
	HeapTuple tup = SearchSysCache1(PROCOID,
									ObjectIdGetDatum(PG_GETARG_OID(0)));
	StringInfoData buf;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	if (((Form_pg_proc) GETSTRUCT(tup))->prokind == PROKIND_PROCEDURE)
	{
		ReleaseSysCache(tup);
		PG_RETURN_NULL();
	}
	initStringInfo(&buf);
	print_result_type(&buf, tup);
	ReleaseSysCache(tup);
	PG_RETURN_TEXT_P(cstring_to_text(buf.data));
}

/* SQL: the body if it is in SQL syntax, else NULL. */
Datum
pg_get_function_sqlbody(PG_FUNCTION_ARGS)
{
	HeapTuple tup = SearchSysCache1(PROCOID,
									ObjectIdGetDatum(PG_GETARG_OID(0)));
	char *body;
	StringInfoData buf;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	initStringInfo(&buf);
	body = proc_text(tup, Anum_pg_proc_prosqlbody);
	if (body)
		print_sql_body(&buf, tup, body);
	ReleaseSysCache(tup);
	if (body == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(buf.data));
}

/*
 * pg_get_function_arg_default
 *		SQL: the default of argument n, which counts from 1 over all of them;
 *		NULL if it has none.
 */
Datum
pg_get_function_arg_default(PG_FUNCTION_ARGS)
{
	int nth = PG_GETARG_INT32(1);
	HeapTuple tup = SearchSysCache1(PROCOID,
									ObjectIdGetDatum(PG_GETARG_OID(0)));
	Oid *types;
	char **names;
	char *modes;
	int nargs;
	int ninput = 0;
	char *str = NULL;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	nargs = get_func_arg_info(tup, &types, &names, &modes);
	if (nth >= 1 && nth <= nargs &&
		(modes == NULL || mode_is_input(modes[nth - 1])))
	{
		for (int i = 0; i < nth; i++)
			ninput += modes == NULL || mode_is_input(modes[i]);
		str = proc_text(tup, Anum_pg_proc_proargdefaults);
	}
	ninput -= ((Form_pg_proc) GETSTRUCT(tup))->pronargs -
		((Form_pg_proc) GETSTRUCT(tup))->pronargdefaults;
	ReleaseSysCache(tup);
	if (str == NULL || ninput < 1)
		PG_RETURN_NULL();
	str = deparse_expression(list_nth((List *) stringToNode(str), ninput - 1),
							 NIL, false, false);
	PG_RETURN_TEXT_P(cstring_to_text(str));
}
