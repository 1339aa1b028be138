/*
 * fnexpr.c
 *		What a function may learn from the expression that calls it.
 *
 * FmgrInfo.fn_expr is the call's node, if the caller has one.  fmgr.h owns the
 * interface.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/executor/fnexpr.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "utils/lsyscache.h"

/* The arguments of a call node; NIL for a node that is none. */
static List *
call_arguments(Node *expr)
{
	switch (expr ? nodeTag(expr) : T_Invalid)
	{
		case T_FuncExpr:
			return ((FuncExpr *) expr)->args;
		case T_OpExpr:
			return ((OpExpr *) expr)->args;
		case T_DistinctExpr:
			return ((DistinctExpr *) expr)->args;
		case T_NullIfExpr:
			return ((NullIfExpr *) expr)->args;
		case T_ScalarArrayOpExpr:
			return ((ScalarArrayOpExpr *) expr)->args;
		case T_WindowFunc:
			return ((WindowFunc *) expr)->args;
		case T_Aggref:
			return ((Aggref *) expr)->args;
		default:
			return NIL;
	}
}

/* Actual result type, or InvalidOid if the call is not known. */
Oid
get_fn_expr_rettype(FmgrInfo *flinfo)
{
	return flinfo && flinfo->fn_expr ? exprType(flinfo->fn_expr) : InvalidOid;
}

/* Actual type of an argument, 0 being the first; InvalidOid if not known. */
Oid
get_call_expr_argtype(fmNodePtr expr, int argnum)
{
	List *args = call_arguments(expr);
	Oid type;

	if (argnum < 0 || argnum >= list_length(args))
		return InvalidOid;
	type = exprType(list_nth(args, argnum));
	/* ANY and ALL hand over the elements of their second argument. */
	if (IsA(expr, ScalarArrayOpExpr) && argnum == 1)
		type = get_base_element_type(type);
	return type;
}

Oid
get_fn_expr_argtype(FmgrInfo *flinfo, int argnum)
{
	return flinfo ? get_call_expr_argtype(flinfo->fn_expr, argnum) : InvalidOid;
}

/* Is the argument the same throughout the query? */
bool
get_call_expr_arg_stable(fmNodePtr expr, int argnum)
{
	List *args = call_arguments(expr);
	Node *arg;

	if (argnum < 0 || argnum >= list_length(args))
		return false;
	arg = list_nth(args, argnum);
	return IsA(arg, Const) || (IsA(arg, Param) && ((Param *) arg)->paramkind == PARAM_EXTERN);
}

bool
get_fn_expr_arg_stable(FmgrInfo *flinfo, int argnum)
{
	return flinfo && get_call_expr_arg_stable(flinfo->fn_expr, argnum);
}

/* Was the function called with VARIADIC? */
bool
get_fn_expr_variadic(FmgrInfo *flinfo)
{
	Node *expr = flinfo ? (Node *) flinfo->fn_expr : NULL;

	return expr && IsA(expr, FuncExpr) && ((FuncExpr *) expr)->funcvariadic;
}

/* Options of an operator class come as a constant in place of the call. */
bool
has_fn_opclass_options(FmgrInfo *flinfo)
{
	Node *expr = flinfo ? (Node *) flinfo->fn_expr : NULL;

	return expr && IsA(expr, Const) && ((Const *) expr)->consttype == BYTEAOID && !((Const *) expr)->constisnull;
}

bytea *
get_fn_opclass_options(FmgrInfo *flinfo)
{
	if (!has_fn_opclass_options(flinfo))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("operator class options info is absent in function call context")));
	return DatumGetByteaP(((Const *) flinfo->fn_expr)->constvalue);
}
