/*
 * parse_oper.c
 *		Operators: which one is meant.
 *
 * An exact match of the input types wins; otherwise the rules of the manual,
 * "Operator Type Resolution", choose among those with the name.  An Operator
 * is a pg_operator row of the syscache, which the caller releases.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_oper.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_coerce.h"
#include "parser/parse_func.h"
#include "parser/parse_oper.h"
#include "parser/parse_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#define OPER_FORM(op) ((Form_pg_operator) GETSTRUCT(op))

/* "integer + text", as messages show it; arg1 is InvalidOid for a prefix op */
static const char *
op_signature(List *op, Oid arg1, Oid arg2)
{
	StringInfoData buf;

	initStringInfo(&buf);
	if (OidIsValid(arg1))
		appendStringInfo(&buf, "%s ", format_type_be(arg1));
	appendStringInfo(&buf, "%s %s", NameListToString(op), format_type_be(arg2));
	return buf.data;
}

static void
op_error(ParseState *pstate, List *op, Oid arg1, Oid arg2, bool ambiguous,
		 int location)
{
	if (ambiguous)
		ereport(ERROR,
				(errcode(ERRCODE_AMBIGUOUS_FUNCTION),
				 errmsg("operator is not unique: %s", op_signature(op, arg1, arg2)),
				 errhint("Several operators fit equally well. Casts would tell them apart."),
				 parser_errposition(pstate, location)));
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("operator does not exist: %s", op_signature(op, arg1, arg2)),
			 errhint("No operator with this name takes these types. Casts might help."),
			 parser_errposition(pstate, location)));
}

/* ---- exact look-up, for commands ---- */

/* An operator by name and exact types; InvalidOid with noError. */
Oid
LookupOperName(ParseState *pstate, List *opername, Oid oprleft, Oid oprright,
			   bool noError, int location)
{
	Oid result = OpernameGetOprid(opername, oprleft, oprright);

	if (OidIsValid(result) || noError)
		return result;
	if (!OidIsValid(oprright))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("postfix operators are not supported"),
				 parser_errposition(pstate, location)));
	op_error(pstate, opername, oprleft, oprright, false, location);
	return InvalidOid;
}

Oid
LookupOperWithArgs(ObjectWithArgs *oper, bool noError)
{
	TypeName *left = linitial(oper->objargs);
	TypeName *right = lsecond(oper->objargs);

	return LookupOperName(NULL, oper->objname,
						  left ? LookupTypeNameOid(NULL, left, noError) : InvalidOid,
						  right ? LookupTypeNameOid(NULL, right, noError) : InvalidOid,
						  noError, -1);
}

/* ---- sorting and grouping ---- */

/*
 * get_sort_group_operators
 *		The default <, = and > of a type; each is asked for or not.
 *
 * isHashable	out, may be NULL: can "=" be hashed
 * Errors: ERRCODE_UNDEFINED_FUNCTION if one that is needed does not exist.
 */
void
get_sort_group_operators(Oid argtype, bool needLT, bool needEQ, bool needGT,
						 Oid *ltOpr, Oid *eqOpr, Oid *gtOpr, bool *isHashable)
{
	TypeCacheEntry *t;
	int flags = TYPECACHE_LT_OPR | TYPECACHE_EQ_OPR | TYPECACHE_GT_OPR;

	if (isHashable != NULL)
		flags |= TYPECACHE_HASH_PROC;
	t = lookup_type_cache(argtype, flags);
	if ((needLT && !OidIsValid(t->lt_opr)) || (needGT && !OidIsValid(t->gt_opr)))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify an ordering operator for type %s",
						format_type_be(argtype)),
				 errhint("An ordering operator can be given explicitly.")));
	if (needEQ && !OidIsValid(t->eq_opr))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify an equality operator for type %s",
						format_type_be(argtype))));
	if (ltOpr)
		*ltOpr = t->lt_opr;
	if (eqOpr)
		*eqOpr = t->eq_opr;
	if (gtOpr)
		*gtOpr = t->gt_opr;
	if (isHashable)
		*isHashable = OidIsValid(t->hash_proc);
}

/* ---- resolution ---- */

Oid
oprid(Operator op)
{
	return OPER_FORM(op)->oid;
}

Oid
oprfuncid(Operator op)
{
	return OPER_FORM(op)->oprcode;
}

/* An unknown literal beside a known type is tried as that type first. */
static Oid
exact_operator(List *opname, Oid arg1, Oid arg2)
{
	Oid result;
	Oid base;

	if (arg1 == UNKNOWNOID && OidIsValid(arg2) && arg2 != UNKNOWNOID)
		arg1 = arg2;
	else if (arg2 == UNKNOWNOID && OidIsValid(arg1) && arg1 != UNKNOWNOID)
		arg2 = arg1;
	else
		return OpernameGetOprid(opname, arg1, arg2);

	result = OpernameGetOprid(opname, arg1, arg2);
	if (OidIsValid(result))
		return result;
	/* a domain: its base type as well */
	base = getBaseType(arg1);
	return base != arg1 ? OpernameGetOprid(opname, base, base) : InvalidOid;
}

/*
 * Choose an operator for one or two input types.  arg1 is InvalidOid for a
 * prefix operator.  *ambiguous tells why nothing was found.
 */
static Oid
resolve_operator(List *opname, Oid arg1, Oid arg2, bool *ambiguous)
{
	bool prefix = !OidIsValid(arg1);
	FuncCandidateList all;
	FuncCandidateList fits;
	Oid inputs[2] = {arg1, arg2};
	Oid *args = prefix ? inputs + 1 : inputs;
	int nargs = prefix ? 1 : 2;
	int n;
	Oid result = exact_operator(opname, arg1, arg2);

	*ambiguous = false;
	if (OidIsValid(result))
		return result;
	all = OpernameGetCandidates(opname, prefix ? 'l' : 'b', false);
	if (all == NULL)
		return InvalidOid;
	/* candidates have both types, the left one 0 for a prefix operator */
	if (prefix)
		for (FuncCandidateList c = all; c != NULL; c = c->next)
			c->args[0] = c->args[1];
	n = func_match_argtypes(nargs, args, all, &fits);
	if (n == 0)
		return InvalidOid;
	if (n > 1)
		fits = func_select_candidate(nargs, args, fits);
	*ambiguous = fits == NULL;
	return fits != NULL ? fits->oid : InvalidOid;
}

static Operator
fetch_operator(ParseState *pstate, List *opname, Oid arg1, Oid arg2,
			   bool noError, int location)
{
	bool ambiguous;
	Oid oid = resolve_operator(opname, arg1, arg2, &ambiguous);
	HeapTuple tup = NULL;

	if (OidIsValid(oid))
		tup = SearchSysCache1(OPEROID, ObjectIdGetDatum(oid));
	if (!HeapTupleIsValid(tup) && !noError)
		op_error(pstate, opname, arg1, arg2, ambiguous, location);
	return (Operator) tup;
}

/*
 * oper
 *		The operator for two input types, by all rules; NULL only with noError.
 */
Operator
oper(ParseState *pstate, List *opname, Oid ltypeId, Oid rtypeId, bool noError,
	 int location)
{
	/* an input of no type can only be an error of the caller */
	if (!OidIsValid(ltypeId))
		ltypeId = rtypeId;
	if (!OidIsValid(rtypeId))
		rtypeId = ltypeId;
	return fetch_operator(pstate, opname, ltypeId, rtypeId, noError, location);
}

/* The same for a prefix operator. */
Operator
left_oper(ParseState *pstate, List *op, Oid arg, bool noError, int location)
{
	return fetch_operator(pstate, op, InvalidOid, arg, noError, location);
}

/* An operator that takes both types as they are, or as binary-compatible. */
Operator
compatible_oper(ParseState *pstate, List *op, Oid arg1, Oid arg2, bool noError,
				int location)
{
	Operator tup = oper(pstate, op, arg1, arg2, noError, location);

	if (tup == NULL)
		return NULL;
	if (IsBinaryCoercible(arg1, OPER_FORM(tup)->oprleft) &&
		IsBinaryCoercible(arg2, OPER_FORM(tup)->oprright))
		return tup;
	ReleaseSysCache(tup);
	if (!noError)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("operator requires run-time type coercion: %s",
						op_signature(op, arg1, arg2)),
				 parser_errposition(pstate, location)));
	return NULL;
}

Oid
compatible_oper_opid(List *op, Oid arg1, Oid arg2, bool noError)
{
	Operator tup = compatible_oper(NULL, op, arg1, arg2, noError, -1);
	Oid result;

	if (tup == NULL)
		return InvalidOid;
	result = oprid(tup);
	ReleaseSysCache(tup);
	return result;
}

/* ---- calls ---- */

static void
check_has_function(ParseState *pstate, Form_pg_operator op, List *opname,
				   int location)
{
	if (!RegProcedureIsValid(op->oprcode))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("operator is only a shell: %s",
						op_signature(opname, op->oprleft, op->oprright)),
				 parser_errposition(pstate, location)));
}

/*
 * make_op
 *		A call of an operator; ltree is NULL for a prefix operator.
 *
 * last_srf		pstate->p_last_srf from before the operands were analyzed
 */
Expr *
make_op(ParseState *pstate, List *opname, Node *ltree, Node *rtree,
		Node *last_srf, int location)
{
	Oid ltype = ltree != NULL ? exprType(ltree) : InvalidOid;
	Oid rtype;
	Operator tup;
	Form_pg_operator op;
	Oid actual[2];
	Oid declared[2];
	List *args;
	int nargs;
	Oid rettype;
	OpExpr *result;

	if (rtree == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("postfix operators are not supported"),
				 parser_errposition(pstate, location)));
	rtype = exprType(rtree);
	if (ltree == NULL)
		tup = left_oper(pstate, opname, rtype, false, location);
	else
		tup = oper(pstate, opname, ltype, rtype, false, location);
	op = OPER_FORM(tup);
	check_has_function(pstate, op, opname, location);

	if (ltree == NULL)
	{
		args = list_make1(rtree);
		actual[0] = rtype;
		declared[0] = op->oprright;
		nargs = 1;
	}
	else
	{
		args = list_make2(ltree, rtree);
		actual[0] = ltype;
		actual[1] = rtype;
		declared[0] = op->oprleft;
		declared[1] = op->oprright;
		nargs = 2;
	}
	rettype = enforce_generic_type_consistency(actual, declared, nargs,
											   op->oprresult, false);
	make_fn_arguments(pstate, args, actual, declared);

	result = makeNode(OpExpr);
	result->opno = op->oid;
	result->opfuncid = op->oprcode;
	result->opresulttype = rettype;
	result->opretset = get_func_retset(op->oprcode);
	result->args = args;
	result->location = location;
	if (result->opretset)
	{
		check_srf_call_placement(pstate, last_srf, location);
		pstate->p_last_srf = (Node *) result;
	}
	ReleaseSysCache(tup);
	return (Expr *) result;
}

/*
 * make_scalar_array_op
 *		scalar op ANY (array), or ALL if not useOr.
 */
Expr *
make_scalar_array_op(ParseState *pstate, List *opname, bool useOr, Node *ltree,
					 Node *rtree, int location)
{
	Oid ltype = exprType(ltree);
	Oid atype = exprType(rtree);
	Oid rtype = UNKNOWNOID;
	Operator tup;
	Form_pg_operator op;
	Oid actual[2];
	Oid declared[2];
	List *args;
	Oid rettype;
	ScalarArrayOpExpr *result;

	if (atype != UNKNOWNOID)
	{
		rtype = get_base_element_type(atype);
		if (!OidIsValid(rtype))
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("op ANY/ALL (array) requires array on right side"),
					 parser_errposition(pstate, location)));
	}
	tup = oper(pstate, opname, ltype, rtype, false, location);
	op = OPER_FORM(tup);
	check_has_function(pstate, op, opname, location);

	args = list_make2(ltree, rtree);
	actual[0] = ltype;
	actual[1] = rtype;
	declared[0] = op->oprleft;
	declared[1] = op->oprright;
	rettype = enforce_generic_type_consistency(actual, declared, 2,
											   op->oprresult, false);
	if (rettype != BOOLOID)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("op ANY/ALL (array) requires operator to yield boolean"),
				 parser_errposition(pstate, location)));
	if (get_func_retset(op->oprcode))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("op ANY/ALL (array) requires operator not to return a set"),
				 parser_errposition(pstate, location)));

	/* back from elements to arrays, for the conversion of the right operand */
	if (!IsPolymorphicType(declared[1]))
	{
		declared[1] = get_array_type(declared[1]);
		if (!OidIsValid(declared[1]))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("could not find array type for data type %s",
							format_type_be(op->oprright)),
					 parser_errposition(pstate, location)));
	}
	actual[1] = atype;
	make_fn_arguments(pstate, args, actual, declared);

	result = makeNode(ScalarArrayOpExpr);
	result->opno = op->oid;
	result->opfuncid = op->oprcode;
	result->useOr = useOr;
	result->args = args;
	result->location = location;
	ReleaseSysCache(tup);
	return (Expr *) result;
}
