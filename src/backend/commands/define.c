/*
 * define.c
 *		Values of the options in a statement's definition list.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/define.c
 */
#include "postgres.h"

#include "catalog/namespace.h"
#include "commands/defrem.h"
#include "nodes/makefuncs.h"
#include "parser/parse_type.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "fmgr.h"

static void requires(DefElem *def, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("%s requires %s", def->defname, what)));
}

/* The value as text, whatever form the grammar gave it; palloc'd or in place. */
char *
defGetString(DefElem *def)
{
	Node *arg = def->arg;

	if (arg == NULL)
	requires(def, "a parameter");
	if (IsA(arg, String))
		return strVal(arg);
	if (IsA(arg, TypeName))
		return TypeNameToString((TypeName *) arg);
	if (IsA(arg, List))
		return NameListToString((List *) arg);
	if (IsA(arg, Float))
		return castNode(Float, arg)->fval;
	if (IsA(arg, Integer))
		return psprintf("%d", intVal(arg));
	if (IsA(arg, Boolean))
		return pstrdup(boolVal(arg) ? "true" : "false");
	if (!IsA(arg, A_Star))
		elog(ERROR, "option \"%s\" has a value of unexpected node type %d", def->defname, (int) nodeTag(arg));
	return pstrdup("*");
}

double
defGetNumeric(DefElem *def)
{
	if (def->arg == NULL)
	requires(def, "a numeric value");
	switch (nodeTag(def->arg))
	{
		case T_Integer:
			return (double) intVal(def->arg);
		case T_Float:
			return floatVal(def->arg);
		default:
			requires(def, "a numeric value")
			;
	}
	return 0;
}

/* No value means true; words as in SET, and the numbers 0 and 1. */
bool
defGetBoolean(DefElem *def)
{
	if (def->arg == NULL)
		return true;
	if (IsA(def->arg, Integer))
	{
		if (intVal(def->arg) == 0 || intVal(def->arg) == 1)
			return intVal(def->arg) == 1;
	}
	else
	{
		char *word = defGetString(def);

		if (pg_strcasecmp(word, "true") == 0 || pg_strcasecmp(word, "on") == 0)
			return true;
		if (pg_strcasecmp(word, "false") == 0 || pg_strcasecmp(word, "off") == 0)
			return false;
	}
	requires(def, "a Boolean value");
	return false;
}

int32
defGetInt32(DefElem *def)
{
	if (def->arg == NULL || !IsA(def->arg, Integer))
	requires(def, "an integer value");
	return (int32) intVal(def->arg);
}

int64
defGetInt64(DefElem *def)
{
	if (def->arg && IsA(def->arg, Integer))
		return intVal(def->arg);
	if (def->arg == NULL || !IsA(def->arg, Float))
	requires(def, "a numeric value");
	/* An integer beyond int4 is a Float to the scanner. */
	return DatumGetInt64(DirectFunctionCall1(int8in, CStringGetDatum(castNode(Float, def->arg)->fval)));
}

Oid
defGetObjectId(DefElem *def)
{
	if (def->arg && IsA(def->arg, Integer))
		return (Oid) intVal(def->arg);
	if (def->arg == NULL || !IsA(def->arg, Float))
	requires(def, "a numeric value");
	return DatumGetObjectId(DirectFunctionCall1(oidin, CStringGetDatum(castNode(Float, def->arg)->fval)));
}

List *
defGetQualifiedName(DefElem *def)
{
	if (def->arg == NULL)
	requires(def, "a parameter");
	switch (nodeTag(def->arg))
	{
		case T_TypeName:
			return ((TypeName *) def->arg)->names;
		case T_List:
			return (List *) def->arg;
		case T_String:
			return list_make1(def->arg);
		default:
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("argument of %s must be a name", def->defname)));
	}
	return NIL;
}

TypeName *
defGetTypeName(DefElem *def)
{
	if (def->arg == NULL)
	requires(def, "a parameter");
	if (IsA(def->arg, TypeName))
		return (TypeName *) def->arg;
	if (!IsA(def->arg, String))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("argument of %s must be a type name", def->defname)));
	return makeTypeNameFromNameList(list_make1(def->arg));
}

/* A length of a type: a number, or "variable" for -1. */
int
defGetTypeLength(DefElem *def)
{
	if (def->arg == NULL)
	requires(def, "a parameter");
	if (IsA(def->arg, Integer))
		return (int) intVal(def->arg);
	if (pg_strcasecmp(defGetString(def), "variable") == 0)
		return -1;
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("invalid argument for %s: \"%s\"", def->defname, defGetString(def))));
	return 0;
}

List *
defGetStringList(DefElem *def)
{
	if (def->arg == NULL)
	requires(def, "a parameter");
	return castNode(List, def->arg);
}

void
errorConflictingDefElem(DefElem *defel, ParseState *pstate)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("conflicting or redundant options"),
			 parser_errposition(pstate, defel->location)));
	pg_unreachable();
}
