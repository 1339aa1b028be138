/*
 * funcexpr.c
 *		What a function can learn of the expression that calls it.
 *
 * FmgrInfo.fn_expr is the call in the expression tree (or NULL): from it come the
 * actual types of polymorphic arguments.  For support functions of operator
 * classes it is a constant with the class's options instead.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/fmgr/funcexpr.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* Type of the result, or InvalidOid if it is not known. */
Oid
get_fn_expr_rettype(FmgrInfo *flinfo)
{
	if (flinfo == NULL || flinfo->fn_expr == NULL)
		return InvalidOid;
	return exprType((Node *) flinfo->fn_expr);
}

/* The arguments of any kind of node that calls a function. */
static List *
call_arguments(Node *expr)
{
	switch (nodeTag(expr))
	{
		case T_FuncExpr:
			return ((FuncExpr *) expr)->args;
		case T_OpExpr:
		case T_DistinctExpr:
		case T_NullIfExpr:
			return ((OpExpr *) expr)->args;
		case T_ScalarArrayOpExpr:
			return ((ScalarArrayOpExpr *) expr)->args;
		case T_Aggref:
			return ((Aggref *) expr)->args;
		case T_WindowFunc:
			return ((WindowFunc *) expr)->args;
		default:
			return NIL;
	}
}

/* Type of argument argnum (from 0), or InvalidOid if it is not known. */
Oid
get_call_expr_argtype(fmNodePtr expr, int argnum)
{
	List	   *args;
	Oid			type;

	if (expr == NULL)
		return InvalidOid;
	args = call_arguments((Node *) expr);
	if (argnum < 0 || argnum >= list_length(args))
		return InvalidOid;
	type = exprType((Node *) list_nth(args, argnum));
	/* the operator of "x = ANY (array)" sees the elements */
	if (IsA(expr, ScalarArrayOpExpr) && argnum == 1)
		type = get_base_element_type(type);
	return type;
}

Oid
get_fn_expr_argtype(FmgrInfo *flinfo, int argnum)
{
	return flinfo ? get_call_expr_argtype(flinfo->fn_expr, argnum) : InvalidOid;
}

/* Does the argument keep its value during a query: a constant or parameter? */
bool
get_call_expr_arg_stable(fmNodePtr expr, int argnum)
{
	List	   *args;
	Node	   *arg;

	if (expr == NULL)
		return false;
	args = call_arguments((Node *) expr);
	if (argnum < 0 || argnum >= list_length(args))
		return false;
	arg = list_nth(args, argnum);
	if (IsA(arg, Const))
		return true;
	return IsA(arg, Param) && ((Param *) arg)->paramkind == PARAM_EXTERN;
}

bool
get_fn_expr_arg_stable(FmgrInfo *flinfo, int argnum)
{
	return flinfo && get_call_expr_arg_stable(flinfo->fn_expr, argnum);
}

/* Was VARIADIC written in the call? */
bool
get_fn_expr_variadic(FmgrInfo *flinfo)
{
	Node	   *expr = flinfo ? (Node *) flinfo->fn_expr : NULL;

	return expr && IsA(expr, FuncExpr) && ((FuncExpr *) expr)->funcvariadic;
}

/* ---- options of an operator class ---- */

static Const *
options_const(FmgrInfo *flinfo)
{
	Const	   *con = flinfo ? (Const *) flinfo->fn_expr : NULL;

	return con && IsA(con, Const) && con->consttype == BYTEAOID ? con : NULL;
}

void
set_fn_opclass_options(FmgrInfo *flinfo, bytea *options)
{
	flinfo->fn_expr = (fmNodePtr) makeConst(BYTEAOID, -1, InvalidOid, -1,
											PointerGetDatum(options),
											options == NULL, false);
}

bool
has_fn_opclass_options(FmgrInfo *flinfo)
{
	Const	   *con = options_const(flinfo);

	return con && !con->constisnull;
}

/* NULL if there are none; 22023 if the caller passed nothing to look at. */
bytea *
get_fn_opclass_options(FmgrInfo *flinfo)
{
	Const	   *con = options_const(flinfo);

	if (con == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("operator class options info is absent in function call context")));
	return con->constisnull ? NULL : DatumGetByteaP(con->constvalue);
}

/* ---- validators of languages ---- */

/*
 * CheckFunctionValidatorAccess
 *		May the user call this validator for this function?
 *
 * ERROR unless the validator is that of the function's language and the user
 * could create or call such a function.
 */
bool
CheckFunctionValidatorAccess(Oid validatorOid, Oid functionOid)
{
	HeapTuple	proc;
	HeapTuple	lang;
	Oid			language;
	Oid			validator;

	proc = SearchSysCache1(PROCOID, ObjectIdGetDatum(functionOid));
	if (!HeapTupleIsValid(proc))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("function with OID %u does not exist", functionOid)));
	language = ((Form_pg_proc) GETSTRUCT(proc))->prolang;
	ReleaseSysCache(proc);
	lang = SearchSysCache1(LANGOID, ObjectIdGetDatum(language));
	if (!HeapTupleIsValid(lang))
		elog(ERROR, "cache lookup failed for language %u", language);
	validator = ((Form_pg_language) GETSTRUCT(lang))->lanvalidator;
	ReleaseSysCache(lang);
	if (validator != validatorOid)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("language validation function %u called for language %u instead of %u",
						validatorOid, language, validator)));
	if (pg_language_aclcheck(language, GetUserId(), ACL_USAGE) != ACLCHECK_OK ||
		pg_proc_aclcheck(functionOid, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for function %u", functionOid)));
	return true;
}
