/*
 * functions_check.c
 *		What CREATE FUNCTION checks of a body in language sql.
 *
 * The body must parse.  Unless an argument has a polymorphic type, which is
 * known only when the function is called, it must also make sense with the
 * arguments as declared and end in a row that fits the result.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/executor/functions_check.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/functions.h"
#include "fmgr.h"
#include "funcapi.h"
#include "parser/analyze.h"
#include "rewrite/rewriteHandler.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* Row of the function, for the error context. */
typedef struct BodyCheck
{
	HeapTuple tup;
	Form_pg_proc form;
	char *src;
} BodyCheck;

static void
body_error(void *arg)
{
	BodyCheck *check = arg;

	if (!function_parse_error_transpose(check->src))
		errcontext("SQL function \"%s\"", NameStr(check->form->proname));
}

/* Refuse pseudo-types that a SQL function cannot take or return. */
static void
check_types(BodyCheck *check, bool *polymorphic)
{
	Form_pg_proc form = check->form;

	*polymorphic = false;
	if (get_typtype(form->prorettype) == TYPTYPE_PSEUDO &&
		form->prorettype != RECORDOID && form->prorettype != VOIDOID &&
		!IsPolymorphicType(form->prorettype))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("SQL functions cannot return type %s",
						format_type_be(form->prorettype))));
	for (int i = 0; i < form->pronargs; i++)
	{
		Oid type = form->proargtypes.values[i];

		if (get_typtype(type) != TYPTYPE_PSEUDO)
			continue;
		if (!IsPolymorphicType(type))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
					 errmsg("SQL functions cannot have arguments of type %s",
							format_type_be(type))));
		*polymorphic = true;
	}
}

/* Each statement of the body as a list of rewritten queries. */
static List *
analyzed_body(BodyCheck *check, List *raw)
{
	SQLFunctionParseInfoPtr info = prepare_sql_fn_parse_info(check->tup, NULL,
															 InvalidOid);
	List *lists = NIL;
	ListCell *lc;

	foreach (lc, raw)
		lists = lappend(lists,
						pg_analyze_and_rewrite_withcb(lfirst_node(RawStmt, lc),
													  check->src,
													  (ParserSetupHook) sql_fn_parser_setup,
													  info, NULL));
	return lists;
}

/* A body stored as query trees was analyzed by CREATE FUNCTION itself. */
static List *
stored_body(Datum body)
{
	Node *node = stringToNode(TextDatumGetCString(body));
	List *stored = IsA(node, List) ? linitial_node(List, (List *) node) : list_make1(node);
	List *lists = NIL;
	ListCell *lc;

	foreach (lc, stored)
	{
		Query *query = lfirst_node(Query, lc);

		AcquireRewriteLocks(query, true, false);
		lists = lappend(lists, pg_rewrite_query(query));
	}
	return lists;
}

/* LANGUAGE sql: types, and with check_function_bodies the body. */
Datum
fmgr_sql_validator(PG_FUNCTION_ARGS)
{
	Oid funcoid = PG_GETARG_OID(0);
	BodyCheck check;
	ErrorContextCallback frame;
	bool polymorphic;
	bool isnull;
	Datum source;
	Datum body;
	List *lists;
	Oid rettype;
	TupleDesc rowdesc;

	if (!CheckFunctionValidatorAccess(fcinfo->flinfo->fn_oid, funcoid))
		PG_RETURN_VOID();
	check.tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcoid));
	if (!HeapTupleIsValid(check.tup))
		elog(ERROR, "cache lookup failed for function %u", funcoid);
	check.form = (Form_pg_proc) GETSTRUCT(check.tup);
	check_types(&check, &polymorphic);
	source = SysCacheGetAttr(PROCOID, check.tup, Anum_pg_proc_prosrc, &isnull);
	check.src = isnull ? pstrdup("") : TextDatumGetCString(source);
	body = SysCacheGetAttr(PROCOID, check.tup, Anum_pg_proc_prosqlbody,
						   &isnull);
	if (check_function_bodies)
	{
		frame.callback = body_error;
		frame.arg = &check;
		frame.previous = error_context_stack;
		error_context_stack = &frame;
		if (!isnull)
			lists = stored_body(body);
		else
		{
			List *raw = pg_parse_query(check.src);

			lists = polymorphic ? NIL : analyzed_body(&check, raw);
		}
		if (!polymorphic)
		{
			check_sql_fn_statements(lists);
			(void) get_func_result_type(funcoid, &rettype, &rowdesc);
			(void) check_sql_fn_retval(lists, rettype, rowdesc, false, NULL);
		}
		error_context_stack = frame.previous;
	}
	ReleaseSysCache(check.tup);
	PG_RETURN_VOID();
}
