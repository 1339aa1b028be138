/*
 * ruleutils_expr.c
 *		Printing of expressions as SQL.
 *
 * print_expr is one switch over the node types with a function for each that
 * has more than a line to say.  It must print what the parser reads back as the
 * same tree, so constants carry their types, and every operator has its
 * parentheses unless the caller asked for the pretty form.  EXPLAIN prints
 * through here too, where Vars may refer to the output of plan nodes below and
 * Params to values from above.  ruleutils_names.c chooses the names.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/ruleutils_expr.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_agg.h"
#include "parser/parse_func.h"
#include "parser/parse_oper.h"
#include "parser/parser.h"
#include "parser/parsetree.h"
#include "ruleutils_internals.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

static void print_list(SqlPrinter *p, List *list, const char *sep,
					   bool showimplicit);

static void
put(SqlPrinter *p, const char *str)
{
	appendStringInfoString(p->buf, str);
}

/* Open or close a parenthesis that the pretty form leaves out. */
static void
put_strict_paren(SqlPrinter *p, char c)
{
	if (!PRETTY_PAREN(p))
		appendStringInfoChar(p->buf, c);
}

/* ---- names of objects ---- */

/*
 * generate_collation_name
 *		Quoted name of a collation, with its schema if the bare name would
 *		not find it.
 */
char *
generate_collation_name(Oid collid)
{
	HeapTuple tup = SearchSysCache1(COLLOID, ObjectIdGetDatum(collid));
	Form_pg_collation form;
	char *result;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for collation %u", collid);
	form = (Form_pg_collation) GETSTRUCT(tup);
	result = quote_qualified_identifier(CollationIsVisible(collid) ? NULL : get_namespace_name_or_temp(form->collnamespace),
										NameStr(form->collname));
	ReleaseSysCache(tup);
	return result;
}

/*
 * generate_opclass_name
 *		Quoted name of an operator class, with its schema if needed.
 */
char *
generate_opclass_name(Oid opclass)
{
	StringInfoData buf;

	initStringInfo(&buf);
	print_opclass(&buf, opclass, InvalidOid);
	return buf.data + 1; /* without the blank in front */
}

/*
 * Append " opclass", unless it is the default one of actual_type, which may be
 * invalid to print it always.
 */
void
print_opclass(StringInfo buf, Oid opclass, Oid actual_type)
{
	HeapTuple tup = SearchSysCache1(CLAOID, ObjectIdGetDatum(opclass));
	Form_pg_opclass form;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for opclass %u", opclass);
	form = (Form_pg_opclass) GETSTRUCT(tup);
	if (!OidIsValid(actual_type) ||
		GetDefaultOpClass(actual_type, form->opcmethod) != opclass)
		appendStringInfo(buf, " %s",
						 quote_qualified_identifier(OpclassIsVisible(opclass) ? NULL : get_namespace_name_or_temp(form->opcnamespace),
													NameStr(form->opcname)));
	ReleaseSysCache(tup);
}

/*
 * The operator's name as it must be written between operands of these types:
 * bare if that finds it, else OPERATOR(schema.name).  InvalidOid for left means
 * a prefix operator.
 */
char *
deparse_operator_name(Oid opno, Oid left, Oid right)
{
	HeapTuple tup = SearchSysCache1(OPEROID, ObjectIdGetDatum(opno));
	Form_pg_operator form;
	char *name;
	List *names;
	Operator found;
	Oid found_oid = InvalidOid;
	char *result;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for operator %u", opno);
	form = (Form_pg_operator) GETSTRUCT(tup);
	name = pstrdup(NameStr(form->oprname));
	names = list_make1(makeString(name));
	found = form->oprkind == 'b' ? oper(NULL, names, left, right, true, -1) : left_oper(NULL, names, right, true, -1);
	if (found != NULL)
	{
		found_oid = oprid(found);
		ReleaseSysCache(found);
	}
	result = found_oid == opno ? name : psprintf("OPERATOR(%s.%s)", quote_identifier(get_namespace_name_or_temp(form->oprnamespace)), name);
	ReleaseSysCache(tup);
	return result;
}

/*
 * generate_operator_clause
 *		Append "left op right" with the operator spelled so that no search
 *		path can change its meaning; operands get casts to its types.
 */
void
generate_operator_clause(fmStringInfo buf, const char *leftop, Oid leftoptype,
						 Oid opoid, const char *rightop, Oid rightoptype)
{
	HeapTuple tup = SearchSysCache1(OPEROID, ObjectIdGetDatum(opoid));
	Form_pg_operator form;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for operator %u", opoid);
	form = (Form_pg_operator) GETSTRUCT(tup);
	appendStringInfoString(buf, leftop);
	if (leftoptype != form->oprleft)
		appendStringInfo(buf, "::%s", format_type_be_qualified(form->oprleft));
	appendStringInfo(buf, " OPERATOR(%s.%s) %s",
					 quote_identifier(get_namespace_name(form->oprnamespace)),
					 NameStr(form->oprname), rightop);
	if (rightoptype != form->oprright)
		appendStringInfo(buf, "::%s", format_type_be_qualified(form->oprright));
	ReleaseSysCache(tup);
}

/*
 * The function's name as a call with these arguments must write it.  Sets
 * *use_variadic if the last argument needs the word VARIADIC.
 */
static char *
function_name(SqlPrinter *p, Oid funcid, int nargs, List *argnames,
			  Oid *argtypes, bool has_variadic, bool *use_variadic)
{
	HeapTuple tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Form_pg_proc form;
	char *name;
	bool qualify;
	char *result;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	form = (Form_pg_proc) GETSTRUCT(tup);
	name = NameStr(form->proname);
	*use_variadic = has_variadic && OidIsValid(form->provariadic);
	/* GROUP BY would take these two for its own syntax */
	qualify = p->in_group_by && (strcmp(name, "cube") == 0 || strcmp(name, "rollup") == 0);
	if (!qualify)
	{
		Oid found = InvalidOid;
		Oid rettype;
		Oid vatype;
		Oid *true_types;
		bool retset;
		int nvargs;
		FuncDetailCode code;

		code = func_get_detail(list_make1(makeString(name)), NIL, argnames,
							   nargs, argtypes, !*use_variadic, true, false,
							   &found, &rettype, &retset, &nvargs, &vatype,
							   &true_types, NULL);
		qualify = code == FUNCDETAIL_NOTFOUND || code == FUNCDETAIL_MULTIPLE ||
			code == FUNCDETAIL_COERCION || found != funcid;
	}
	result = quote_qualified_identifier(qualify ? get_namespace_name_or_temp(form->pronamespace) : NULL, name);
	ReleaseSysCache(tup);
	return result;
}

/* ---- constants ---- */

/* Append val as a string literal that needs no E in front. */
void
print_string_literal(StringInfo buf, const char *val)
{
	appendStringInfoChar(buf, '\'');
	for (; *val; val++)
	{
		if (*val == '\'' || (*val == '\\' && !standard_conforming_strings))
			appendStringInfoChar(buf, *val);
		appendStringInfoChar(buf, *val);
	}
	appendStringInfoChar(buf, '\'');
}

/* Append the value; true if its type would not be guessed from the text. */
static bool
print_const_value(SqlPrinter *p, Const *c)
{
	Oid outfunc;
	bool varlena;
	char *text;

	getTypeOutputInfo(c->consttype, &outfunc, &varlena);
	text = OidOutputFunctionCall(outfunc, c->constvalue);
	switch (c->consttype)
	{
		case BOOLOID:
			put(p, strcmp(text, "t") == 0 ? "true" : "false");
			return false;
		case UNKNOWNOID:
			print_string_literal(p->buf, text);
			return false;
		case INT4OID:
			if (text[0] != '-')
			{
				put(p, text);
				return false;
			}
			break;
		case NUMERICOID:
			if (isdigit((unsigned char) text[0]) && strpbrk(text, "eE."))
			{
				put(p, text);
				return c->consttypmod >= 0;
			}
			break;
		default:
			break;
	}
	print_string_literal(p->buf, text);
	return true;
}

/*
 * Print a constant.  showtype: -1 never with its type, 0 where the type would
 * be guessed wrong, 1 always.
 */
void
print_const(SqlPrinter *p, Const *c, int showtype)
{
	bool label = true;

	if (c->constisnull)
		put(p, "NULL");
	else
		label = print_const_value(p, c);
	if (showtype < 0)
		return;
	if (label || showtype > 0)
		appendStringInfo(p->buf, "::%s",
						 format_type_with_typemod(c->consttype, c->consttypmod));
	if (OidIsValid(c->constcollid) &&
		c->constcollid != get_typcollation(c->consttype))
		appendStringInfo(p->buf, " COLLATE %s",
						 generate_collation_name(c->constcollid));
}

/* ---- columns and parameters ---- */

/* Print expr, an output of the plan node child of the level's own. */
static void
print_child_output(SqlPrinter *p, DeparseLevel *level, Plan *child, Expr *expr)
{
	DeparseLevel saved = *level;

	if (child != NULL)
	{
		level->ancestors = lcons(level->plan, list_copy(level->ancestors));
		deparse_level_set_plan(level, child);
	}
	/* whoever prints a Var counts on one word */
	if (IsA(expr, Var))
		print_expr(p, (Node *) expr, true);
	else
	{
		put(p, "(");
		print_expr(p, (Node *) expr, true);
		put(p, ")");
	}
	*level = saved;
}

/* Print a Var that refers to the output of another plan node. */
static void
print_special_var(SqlPrinter *p, DeparseLevel *level, Var *var, int varno,
				  AttrNumber attno)
{
	List *tlist = NIL;
	Plan *child = NULL;
	TargetEntry *tle;
	Bitmapset *saved = p->appendparents;

	if (varno == OUTER_VAR)
	{
		tlist = level->outer_tlist;
		child = level->outer_plan;
		if (level->plan && IsA(level->plan, Append))
			p->appendparents = bms_union(saved,
										 ((Append *) level->plan)->apprelids);
	}
	else if (varno == INNER_VAR)
	{
		tlist = level->inner_tlist;
		child = level->inner_plan == level->plan ? NULL : level->inner_plan;
	}
	else if (varno == INDEX_VAR)
		tlist = level->index_tlist;
	tle = get_tle_by_resno(tlist, attno);
	if (tle == NULL)
		elog(ERROR, "bogus varattno %d for varno %d", attno, varno);
	print_child_output(p, level, child, tle->expr);
	p->appendparents = saved;
}

/* Let a Var of a child of an append relation speak of the parent. */
static void
climb_append_parents(SqlPrinter *p, DeparseLevel *level, int *varno,
					 AttrNumber *attno)
{
	int rti = *varno;
	AttrNumber att = *attno;
	AppendRelInfo *info = level->appendrels[rti];
	bool found = false;

	while (info && rt_fetch(info->parent_relid, level->rtable)->rtekind == RTE_RELATION)
	{
		found = false;
		if (att > 0)
		{
			if (att > info->num_child_cols)
				break;
			att = info->parent_colnos[att - 1];
			if (att == 0)
				break;
		}
		rti = info->parent_relid;
		found = true;
		info = level->appendrels[rti];
	}
	if (found && bms_is_member(rti, p->appendparents))
	{
		*varno = rti;
		*attno = att;
	}
}

/*
 * print_variable
 *		Print a column, or a whole row.
 *
 * levelsup		levels to add to the Var's own
 * toplevel		it stands alone in a target list or VALUES, where a whole row
 *				must be kept from being expanded
 *
 * Result: the column's bare name, or NULL if what was printed has none.
 */
char *
print_variable(SqlPrinter *p, Var *var, int levelsup, bool toplevel)
{
	int up = var->varlevelsup + levelsup;
	DeparseLevel *level;
	RangeTblEntry *rte;
	RteNames *names;
	char *refname;
	char *attname = NULL;
	int varno = var->varno;
	AttrNumber attno = var->varattno;

	if (up >= list_length(p->levels))
		elog(ERROR, "bogus varlevelsup: %d offset %d", var->varlevelsup,
			 levelsup);
	level = list_nth(p->levels, up);
	if (var->varnosyn > 0 && level->plan == NULL)
	{
		varno = var->varnosyn;
		attno = var->varattnosyn;
	}
	if (varno < 1 || varno > list_length(level->rtable))
	{
		print_special_var(p, level, var, varno, attno);
		return NULL;
	}
	if (p->appendparents && level->appendrels)
		climb_append_parents(p, level, &varno, &attno);
	rte = rt_fetch(varno, level->rtable);
	names = rte_column_names(level, varno);
	refname = list_nth(level->rte_names, varno - 1);

	/* a resjunk output of a sub-select has no name of its own */
	if ((rte->rtekind == RTE_SUBQUERY || rte->rtekind == RTE_CTE) &&
		attno > list_length(rte->eref->colnames) && level->inner_plan)
	{
		TargetEntry *tle = get_tle_by_resno(level->inner_tlist, attno);

		if (tle == NULL)
			elog(ERROR, "invalid attnum %d for relation \"%s\"", attno,
				 rte->eref->aliasname);
		print_child_output(p, level, level->inner_plan, tle->expr);
		return NULL;
	}
	if (rte->rtekind == RTE_JOIN && rte->alias == NULL)
	{
		if (rte->joinaliasvars == NIL)
			elog(ERROR, "cannot decompile join alias var in plan tree");
		if (attno > 0)
		{
			Var *under = list_nth(rte->joinaliasvars, attno - 1);

			if (under && IsA(under, Var))
				return print_variable(p, under, up, toplevel);
		}
		refname = NULL;
	}
	if (attno > 0)
	{
		if (attno > names->ncols)
			elog(ERROR, "invalid attnum %d for relation \"%s\"", attno,
				 rte->eref->aliasname);
		attname = names->cols[attno - 1];
		if (attname == NULL)
			attname = "?dropped?column?";
	}
	else if (attno < 0)
		attname = get_rte_attribute_name(rte, attno);

	if (refname && (p->qualify || attname == NULL))
		appendStringInfo(p->buf, "%s.", quote_identifier(refname));
	if (attname)
		put(p, quote_identifier(attname));
	else
	{
		put(p, "*");
		if (toplevel)
			appendStringInfo(p->buf, "::%s",
							 format_type_with_typemod(var->vartype,
													  var->vartypmod));
	}
	return attname;
}

/*
 * Where the value of an executor parameter comes from: an expression of a
 * nestloop above, or an argument of the sub-select we are in.  Sets *ancestor to
 * the number of the ancestor (from 0) in whose terms it is written; NULL if
 * unknown.
 */
static Node *
param_source(SqlPrinter *p, Param *param, DeparseLevel **in, int *ancestor)
{
	DeparseLevel *level = linitial(p->levels);
	Plan *child = level->plan;
	ListCell *lc,
		*par,
		*arg;
	int i = 0;

	if (param->paramkind != PARAM_EXEC)
		return NULL;
	*in = level;
	foreach (lc, level->ancestors)
	{
		Node *node = lfirst(lc);

		if (IsA(node, SubPlan))
		{
			SubPlan *sp = (SubPlan *) node;

			forboth (par, sp->parParam, arg, sp->args)
			{
				if (lfirst_int(par) != param->paramid)
					continue;
				/* the arguments are written in terms of the next Plan above */
				for (i++; i < list_length(level->ancestors); i++)
				{
					if (!IsA(list_nth(level->ancestors, i), SubPlan))
					{
						*ancestor = i;
						return lfirst(arg);
					}
				}
				return NULL;
			}
			i++;
			continue;
		}
		if (IsA(node, NestLoop) && child == innerPlan(node))
		{
			ListCell *np;

			foreach (np, ((NestLoop *) node)->nestParams)
			{
				NestLoopParam *nlp = lfirst(np);

				if (nlp->paramno == param->paramid)
				{
					*ancestor = i;
					return (Node *) nlp->paramval;
				}
			}
		}
		child = (Plan *) node;
		i++;
	}
	return NULL;
}

/* The name of a function's argument, if a function's body is printed. */
static bool
print_argument_name(SqlPrinter *p, Param *param)
{
	DeparseLevel *body = NULL;
	bool tables = false;
	ListCell *lc;

	if (param->paramkind != PARAM_EXTERN)
		return false;
	foreach (lc, p->levels)
	{
		DeparseLevel *level = lfirst(lc);

		if (level->argnames && body == NULL)
			body = level;
		tables |= level->rtable != NIL;
	}
	if (body == NULL || param->paramid < 1 || param->paramid > body->numargs ||
		body->argnames[param->paramid - 1] == NULL ||
		body->argnames[param->paramid - 1][0] == '\0')
		return false;
	if (tables)
		appendStringInfo(p->buf, "%s.", quote_identifier(body->funcname));
	put(p, quote_identifier(body->argnames[param->paramid - 1]));
	return true;
}

static void
print_param(SqlPrinter *p, Param *param)
{
	DeparseLevel *level;
	int n;
	Node *source = param_source(p, param, &level, &n);
	DeparseLevel saved;
	bool qualify = p->qualify;
	bool paren;

	if (source == NULL)
	{
		if (!print_argument_name(p, param))
			appendStringInfo(p->buf, "$%d", param->paramid);
		return;
	}
	saved = *level;
	paren = !IsA(source, Var) && !IsA(source, Aggref) &&
		!IsA(source, GroupingFunc) && !IsA(source, Param);
	level->ancestors = list_copy_tail(saved.ancestors, n + 1);
	deparse_level_set_plan(level, list_nth(saved.ancestors, n));
	p->qualify = true;
	if (paren)
		put(p, "(");
	print_expr(p, source, false);
	if (paren)
		put(p, ")");
	p->qualify = qualify;
	*level = saved;
}

/* ---- parentheses ---- */

/* The operator's one-character name if it is binary, else '\0'. */
static char
one_char_operator(OpExpr *op)
{
	char *name;

	if (list_length(op->args) != 2)
		return '\0';
	name = get_opname(op->opno);
	return name && name[0] && name[1] == '\0' ? name[0] : '\0';
}

/* Arithmetic inside arithmetic: does precedence make parentheses needless? */
static bool
arithmetic_nests(OpExpr *inner, OpExpr *outer)
{
	char in = one_char_operator(inner);
	char out = one_char_operator(outer);
	bool in_product = in && strchr("*/%", in);
	bool out_product = out && strchr("*/%", out);

	if ((!in_product && !(in && strchr("+-", in))) ||
		(!out_product && !(out && strchr("+-", out))))
		return false;
	if (in_product != out_product)
		return in_product;
	return (Node *) inner == (Node *) linitial(outer->args);
}

/* Does the parent set its arguments apart by commas or brackets? */
static bool
parent_delimits(Node *parent)
{
	if (parent == NULL)
		return false;
	switch (nodeTag(parent))
	{
		case T_FuncExpr:
			return ((FuncExpr *) parent)->funcformat == COERCE_EXPLICIT_CALL;
		case T_Aggref:
		case T_ArrayExpr:
		case T_CaseExpr:
		case T_CoalesceExpr:
		case T_GroupingFunc:
		case T_MinMaxExpr:
		case T_NullIfExpr:
		case T_RowExpr:
		case T_SubscriptingRef:
		case T_WindowFunc:
		case T_XmlExpr:
			return true;
		default:
			return false;
	}
}

/* In the pretty form: may node stand below parent without parentheses? */
static bool
stands_alone(Node *node, Node *parent)
{
	switch (nodeTag(node))
	{
			/* words */
		case T_CoerceToDomainValue:
		case T_Const:
		case T_CurrentOfExpr:
		case T_Param:
		case T_SetToDefault:
		case T_SQLValueFunction:
		case T_Var:
			/* what looks like a call, or has brackets of its own */
		case T_Aggref:
		case T_ArrayExpr:
		case T_CaseExpr:
		case T_CoalesceExpr:
		case T_FuncExpr:
		case T_GroupingFunc:
		case T_MinMaxExpr:
		case T_NextValueExpr:
		case T_NullIfExpr:
		case T_RowExpr:
		case T_SubscriptingRef:
		case T_WindowFunc:
		case T_XmlExpr:
			return true;
		case T_FieldSelect:
		case T_FieldStore:
			return parent == NULL || nodeTag(parent) != nodeTag(node);
		case T_CoerceToDomain:
			return stands_alone((Node *) ((CoerceToDomain *) node)->arg, node);
		case T_RelabelType:
			return stands_alone((Node *) ((RelabelType *) node)->arg, node);
		case T_CoerceViaIO:
			return stands_alone((Node *) ((CoerceViaIO *) node)->arg, node);
		case T_ArrayCoerceExpr:
			return stands_alone((Node *) ((ArrayCoerceExpr *) node)->arg, node);
		case T_ConvertRowtypeExpr:
			return stands_alone((Node *) ((ConvertRowtypeExpr *) node)->arg,
								node);
		case T_OpExpr:
			if (parent && IsA(parent, OpExpr))
				return arithmetic_nests((OpExpr *) node, (OpExpr *) parent);
			return parent_delimits(parent) ||
				(parent && IsA(parent, BoolExpr));
		case T_SubLink:
		case T_NullTest:
		case T_BooleanTest:
		case T_DistinctExpr:
			return parent_delimits(parent) ||
				(parent && IsA(parent, BoolExpr));
		case T_BoolExpr:
			if (parent && IsA(parent, BoolExpr))
			{
				BoolExprType in = ((BoolExpr *) node)->boolop;
				BoolExprType out = ((BoolExpr *) parent)->boolop;

				return in == OR_EXPR ? out == OR_EXPR : out != NOT_EXPR;
			}
			return parent_delimits(parent);
		default:
			return false;
	}
}

/* Print node as an operand of parent, in parentheses if it needs them. */
void
print_expr_paren(SqlPrinter *p, Node *node, bool showimplicit, Node *parent)
{
	bool paren = PRETTY_PAREN(p) && !stands_alone(node, parent);

	if (paren)
		put(p, "(");
	print_expr(p, node, showimplicit);
	if (paren)
		put(p, ")");
}

/* ---- operators and tests ---- */

static void
print_opexpr(SqlPrinter *p, OpExpr *op)
{
	Node *left = linitial(op->args);
	Node *right;

	put_strict_paren(p, '(');
	if (list_length(op->args) == 2)
	{
		right = lsecond(op->args);
		print_expr_paren(p, left, true, (Node *) op);
		appendStringInfo(p->buf, " %s ",
						 deparse_operator_name(op->opno, exprType(left),
											   exprType(right)));
		print_expr_paren(p, right, true, (Node *) op);
	}
	else
	{
		appendStringInfo(p->buf, "%s ",
						 deparse_operator_name(op->opno, InvalidOid,
											   exprType(left)));
		print_expr_paren(p, left, true, (Node *) op);
	}
	put_strict_paren(p, ')');
}

static void
print_distinct(SqlPrinter *p, DistinctExpr *op)
{
	put_strict_paren(p, '(');
	print_expr_paren(p, linitial(op->args), true, (Node *) op);
	put(p, " IS DISTINCT FROM ");
	print_expr_paren(p, lsecond(op->args), true, (Node *) op);
	put_strict_paren(p, ')');
}

static void
print_scalar_array_op(SqlPrinter *p, ScalarArrayOpExpr *op)
{
	Node *left = linitial(op->args);
	Node *right = lsecond(op->args);

	put_strict_paren(p, '(');
	print_expr_paren(p, left, true, (Node *) op);
	appendStringInfo(p->buf, " %s %s (",
					 deparse_operator_name(op->opno, exprType(left),
										   get_base_element_type(exprType(right))),
					 op->useOr ? "ANY" : "ALL");
	print_expr_paren(p, right, true, (Node *) op);
	/* without a cast, the parser would take it for = ANY (SELECT ...) */
	if (IsA(right, SubLink) &&
		((SubLink *) right)->subLinkType == EXPR_SUBLINK)
		appendStringInfo(p->buf, "::%s",
						 format_type_with_typemod(exprType(right),
												  exprTypmod(right)));
	put(p, ")");
	put_strict_paren(p, ')');
}

static void
print_boolexpr(SqlPrinter *p, BoolExpr *expr)
{
	ListCell *lc;

	put_strict_paren(p, '(');
	if (expr->boolop == NOT_EXPR)
		put(p, "NOT ");
	foreach (lc, expr->args)
	{
		if (lc != list_head(expr->args))
			put(p, expr->boolop == AND_EXPR ? " AND " : " OR ");
		print_expr_paren(p, lfirst(lc), false, (Node *) expr);
	}
	put_strict_paren(p, ')');
}

static void
print_nulltest(SqlPrinter *p, NullTest *test)
{
	bool isnull = test->nulltesttype == IS_NULL;

	put_strict_paren(p, '(');
	print_expr_paren(p, (Node *) test->arg, true, (Node *) test);
	/* IS NULL of a row means its fields, unless this test is not meant so */
	if (test->argisrow || !type_is_rowtype(exprType((Node *) test->arg)))
		put(p, isnull ? " IS NULL" : " IS NOT NULL");
	else
		put(p, isnull ? " IS NOT DISTINCT FROM NULL" : " IS DISTINCT FROM NULL");
	put_strict_paren(p, ')');
}

static void
print_booltest(SqlPrinter *p, BooleanTest *test)
{
	static const char *const words[] = {
		[IS_TRUE] = " IS TRUE",
		[IS_NOT_TRUE] = " IS NOT TRUE",
		[IS_FALSE] = " IS FALSE",
		[IS_NOT_FALSE] = " IS NOT FALSE",
		[IS_UNKNOWN] = " IS UNKNOWN",
		[IS_NOT_UNKNOWN] = " IS NOT UNKNOWN",
	};

	put_strict_paren(p, '(');
	print_expr_paren(p, (Node *) test->arg, false, (Node *) test);
	put(p, words[test->booltesttype]);
	put_strict_paren(p, ')');
}

static void
print_rowcompare(SqlPrinter *p, RowCompareExpr *rc)
{
	put(p, "(ROW(");
	print_list(p, rc->largs, ", ", true);
	appendStringInfo(p->buf, ") %s ROW(",
					 deparse_operator_name(linitial_oid(rc->opnos),
										   exprType(linitial(rc->largs)),
										   exprType(linitial(rc->rargs))));
	print_list(p, rc->rargs, ", ", true);
	put(p, "))");
}

/* ---- casts ---- */

static void
print_cast(SqlPrinter *p, Node *arg, Oid type, int32 typmod, Node *parent)
{
	/* a constant that was cast at parse time and waits for its length cast */
	if (IsA(arg, Const) && ((Const *) arg)->consttype == type &&
		((Const *) arg)->consttypmod == -1)
		print_const(p, (Const *) arg, -1);
	else
	{
		put_strict_paren(p, '(');
		print_expr_paren(p, arg, false, parent);
		put_strict_paren(p, ')');
	}
	appendStringInfo(p->buf, "::%s", format_type_with_typemod(type, typmod));
}

/* A conversion that may be left out if the parser added it by itself. */
static void
print_conversion(SqlPrinter *p, Expr *arg, CoercionForm form, Oid type,
				 int32 typmod, bool showimplicit, Node *self)
{
	if (form == COERCE_IMPLICIT_CAST && !showimplicit)
		print_expr_paren(p, (Node *) arg, false, self);
	else
		print_cast(p, (Node *) arg, type, typmod, self);
}

/* ---- functions ---- */

/* A text constant as a bare word, for EXTRACT and NORMALIZE. */
static void
print_word(SqlPrinter *p, Node *node)
{
	Assert(IsA(node, Const) && !((Const *) node)->constisnull);
	put(p, TextDatumGetCString(((Const *) node)->constvalue));
}

/* NAME(arg1 KEYWORD arg2 ...): keywords has one word fewer than arguments. */
static void
print_keyword_call(SqlPrinter *p, const char *name, List *args,
				   const char *const *keywords)
{
	ListCell *lc;
	int i = 0;

	appendStringInfo(p->buf, "%s(", name);
	foreach (lc, args)
	{
		if (i > 0)
			put(p, keywords[i - 1]);
		print_expr(p, lfirst(lc), false);
		i++;
	}
	put(p, ")");
}

static void
print_trim(SqlPrinter *p, const char *side, List *args)
{
	appendStringInfo(p->buf, "TRIM(%s", side);
	if (list_length(args) == 2)
	{
		put(p, " ");
		print_expr(p, lsecond(args), false);
	}
	put(p, " FROM ");
	print_expr(p, linitial(args), false);
	put(p, ")");
}

static void
print_overlaps(SqlPrinter *p, List *args)
{
	static const char *const before[] = {"((", ", ", ") OVERLAPS (", ", "};

	for (int i = 0; i < 4; i++)
	{
		put(p, before[i]);
		print_expr(p, list_nth(args, i), false);
	}
	put(p, "))");
}

/*
 * Print a call that was written in the special syntax of the SQL standard;
 * false if the function has none.
 */
static bool
print_sql_syntax(SqlPrinter *p, FuncExpr *f)
{
	static const char *const overlay[] = {" PLACING ", " FROM ", " FOR "};
	static const char *const substr[] = {" FROM ", " FOR "};
	static const char *const similar[] = {" SIMILAR ", " ESCAPE "};
	static const char *const comma[] = {", "};
	const char *name = get_func_name(f->funcid);
	List *args = f->args;
	int n = list_length(args);

	if (strcmp(name, "timezone") == 0)
	{
		put(p, "(");
		print_expr_paren(p, lsecond(args), false, (Node *) f);
		put(p, " AT TIME ZONE ");
		print_expr_paren(p, linitial(args), false, (Node *) f);
		put(p, ")");
	}
	else if (strcmp(name, "extract") == 0)
	{
		put(p, "EXTRACT(");
		print_word(p, linitial(args));
		put(p, " FROM ");
		print_expr(p, lsecond(args), false);
		put(p, ")");
	}
	else if (strcmp(name, "overlaps") == 0)
		print_overlaps(p, args);
	else if (strcmp(name, "overlay") == 0)
		print_keyword_call(p, "OVERLAY", args, overlay);
	else if (strcmp(name, "substring") == 0)
		print_keyword_call(p, "SUBSTRING", args,
						   n == 3 && exprType(lthird(args)) == TEXTOID ? similar : substr);
	else if (strcmp(name, "position") == 0)
	{
		put(p, "POSITION((");
		print_expr(p, lsecond(args), false);
		put(p, ") IN (");
		print_expr(p, linitial(args), false);
		put(p, "))");
	}
	else if (strcmp(name, "btrim") == 0)
		print_trim(p, "BOTH", args);
	else if (strcmp(name, "ltrim") == 0)
		print_trim(p, "LEADING", args);
	else if (strcmp(name, "rtrim") == 0)
		print_trim(p, "TRAILING", args);
	else if (strcmp(name, "normalize") == 0)
	{
		put(p, "NORMALIZE(");
		print_expr(p, linitial(args), false);
		if (n == 2)
		{
			put(p, comma[0]);
			print_word(p, lsecond(args));
		}
		put(p, ")");
	}
	else if (strcmp(name, "is_normalized") == 0)
	{
		put(p, "(");
		print_expr_paren(p, linitial(args), false, (Node *) f);
		put(p, " IS");
		if (n == 2)
		{
			put(p, " ");
			print_word(p, lsecond(args));
		}
		put(p, " NORMALIZED)");
	}
	else if (strcmp(name, "pg_collation_for") == 0)
		print_keyword_call(p, "COLLATION FOR ", args, comma);
	else
		return false;
	return true;
}

/* Types and names of call arguments; returns how many. */
static int
argument_types(List *args, Oid *argtypes, List **argnames)
{
	ListCell *lc;
	int n = 0;

	*argnames = NIL;
	if (list_length(args) > FUNC_MAX_ARGS)
		ereport(ERROR, (errcode(ERRCODE_TOO_MANY_ARGUMENTS), errmsg("too many arguments")));
	foreach (lc, args)
	{
		Node *arg = lfirst(lc);

		if (IsA(arg, NamedArgExpr))
			*argnames = lappend(*argnames, ((NamedArgExpr *) arg)->name);
		argtypes[n++] = exprType(arg);
	}
	return n;
}

/* A comma list whose last member may be the array of a VARIADIC call. */
static void
print_call_args(SqlPrinter *p, List *args, bool use_variadic)
{
	ListCell *lc;
	int i = 0;

	foreach (lc, args)
	{
		if (i++ > 0)
			put(p, ", ");
		if (use_variadic && i == list_length(args))
			put(p, "VARIADIC ");
		print_expr(p, lfirst(lc), true);
	}
}

static void
print_funcexpr(SqlPrinter *p, FuncExpr *f, bool showimplicit)
{
	Oid argtypes[FUNC_MAX_ARGS];
	List *argnames;
	int nargs;
	bool use_variadic;

	if (f->funcformat == COERCE_EXPLICIT_CAST ||
		f->funcformat == COERCE_IMPLICIT_CAST)
	{
		int32 typmod;

		(void) exprIsLengthCoercion((Node *) f, &typmod);
		print_conversion(p, linitial(f->args), f->funcformat,
						 f->funcresulttype, typmod, showimplicit, (Node *) f);
		return;
	}
	if (f->funcformat == COERCE_SQL_SYNTAX && print_sql_syntax(p, f))
		return;
	nargs = argument_types(f->args, argtypes, &argnames);
	appendStringInfo(p->buf, "%s(",
					 function_name(p, f->funcid, nargs, argnames, argtypes,
								   f->funcvariadic, &use_variadic));
	print_call_args(p, f->args, use_variadic);
	put(p, ")");
}

static void
print_filter(SqlPrinter *p, Expr *filter)
{
	if (filter == NULL)
		return;
	put(p, ") FILTER (WHERE ");
	print_expr(p, (Node *) filter, false);
}

static void
print_aggref(SqlPrinter *p, Aggref *agg)
{
	Oid argtypes[FUNC_MAX_ARGS];
	bool use_variadic;
	List *args = NIL;
	int nargs = 0;
	ListCell *lc;

	if (DO_AGGSPLIT_COMBINE(agg->aggsplit) ||
		DO_AGGSPLIT_SKIPFINAL(agg->aggsplit))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("printing of partial aggregates is not supported")));
	foreach (lc, agg->aggargtypes)
		argtypes[nargs++] = lfirst_oid(lc);
	foreach (lc, agg->args)
	{
		TargetEntry *tle = lfirst(lc);

		if (!tle->resjunk)
			args = lappend(args, tle->expr);
	}
	appendStringInfo(p->buf, "%s(%s",
					 function_name(p, agg->aggfnoid, nargs, NIL, argtypes,
								   agg->aggvariadic, &use_variadic),
					 agg->aggdistinct != NIL ? "DISTINCT " : "");
	if (AGGKIND_IS_ORDERED_SET(agg->aggkind))
	{
		print_list(p, agg->aggdirectargs, ", ", true);
		put(p, ") WITHIN GROUP (ORDER BY ");
		print_order_by(p, agg->aggorder, agg->args, false);
	}
	else
	{
		if (agg->aggstar)
			put(p, "*");
		else
			print_call_args(p, args, use_variadic);
		if (agg->aggorder != NIL)
		{
			put(p, " ORDER BY ");
			print_order_by(p, agg->aggorder, agg->args, false);
		}
	}
	print_filter(p, agg->aggfilter);
	put(p, ")");
}

static void
print_windowfunc(SqlPrinter *p, WindowFunc *wf)
{
	Oid argtypes[FUNC_MAX_ARGS];
	List *argnames;
	bool use_variadic;
	int nargs = argument_types(wf->args, argtypes, &argnames);
	ListCell *lc;

	appendStringInfo(p->buf, "%s(",
					 function_name(p, wf->winfnoid, nargs, argnames, argtypes,
								   false, &use_variadic));
	if (wf->winstar)
		put(p, "*");
	else
		print_list(p, wf->args, ", ", true);
	print_filter(p, wf->aggfilter);
	put(p, ") OVER ");
	foreach (lc, p->windows)
	{
		WindowClause *wc = lfirst_node(WindowClause, lc);

		if (wc->winref != wf->winref)
			continue;
		if (wc->name)
			put(p, quote_identifier(wc->name));
		else
			print_window_spec(p, wc, p->window_tlist);
		return;
	}
	if (p->windows != NIL)
		elog(ERROR, "could not find window clause for winref %u", wf->winref);
	put(p, "(?)"); /* a plan has no window clauses any more */
}

/* ---- sub-selects ---- */

/* The left side of a sub-select in an expression; returns the operator. */
static char *
print_sublink_test(SqlPrinter *p, Node *test)
{
	ListCell *lc;
	char *opname = NULL;

	if (IsA(test, OpExpr))
	{
		OpExpr *op = (OpExpr *) test;

		print_expr(p, linitial(op->args), true);
		return deparse_operator_name(op->opno, exprType(linitial(op->args)),
									 exprType(lsecond(op->args)));
	}
	put(p, "(");
	if (IsA(test, BoolExpr))
	{
		foreach (lc, ((BoolExpr *) test)->args)
		{
			OpExpr *op = lfirst_node(OpExpr, lc);

			if (opname != NULL)
				put(p, ", ");
			print_expr(p, linitial(op->args), true);
			if (opname == NULL)
				opname = deparse_operator_name(op->opno,
											   exprType(linitial(op->args)),
											   exprType(lsecond(op->args)));
		}
	}
	else
	{
		RowCompareExpr *rc = castNode(RowCompareExpr, test);

		print_list(p, rc->largs, ", ", true);
		opname = deparse_operator_name(linitial_oid(rc->opnos),
									   exprType(linitial(rc->largs)),
									   exprType(linitial(rc->rargs)));
	}
	put(p, ")");
	return opname;
}

static void
print_sublink(SqlPrinter *p, SubLink *sl)
{
	char *opname = NULL;
	bool paren = true;

	put(p, sl->subLinkType == ARRAY_SUBLINK ? "ARRAY(" : "(");
	if (sl->testexpr)
		opname = print_sublink_test(p, sl->testexpr);
	switch (sl->subLinkType)
	{
		case EXISTS_SUBLINK:
			put(p, "EXISTS ");
			break;
		case ANY_SUBLINK:
			if (strcmp(opname, "=") == 0)
				put(p, " IN ");
			else
				appendStringInfo(p->buf, " %s ANY ", opname);
			break;
		case ALL_SUBLINK:
			appendStringInfo(p->buf, " %s ALL ", opname);
			break;
		case ROWCOMPARE_SUBLINK:
			appendStringInfo(p->buf, " %s ", opname);
			break;
		case EXPR_SUBLINK:
		case MULTIEXPR_SUBLINK:
		case ARRAY_SUBLINK:
			paren = false;
			break;
		default:
			elog(ERROR, "unrecognized sublink type: %d", (int) sl->subLinkType);
	}
	if (paren)
		put(p, "(");
	print_query(p, castNode(Query, sl->subselect), NULL, false);
	put(p, paren ? "))" : ")");
}

/* ---- rows, arrays and CASE ---- */

static void
print_subscripts(SqlPrinter *p, SubscriptingRef *ref)
{
	ListCell *lower = list_head(ref->reflowerindexpr);
	ListCell *lc;

	foreach (lc, ref->refupperindexpr)
	{
		put(p, "[");
		if (lower)
		{
			if (lfirst(lower))
				print_expr(p, lfirst(lower), false);
			put(p, ":");
			lower = lnext(ref->reflowerindexpr, lower);
		}
		if (lfirst(lc))
			print_expr(p, lfirst(lc), false);
		put(p, "]");
	}
}

static void
print_subscripting(SqlPrinter *p, SubscriptingRef *ref, bool showimplicit)
{
	Node *base = (Node *) ref->refexpr;
	bool paren;

	/* nested assignment: the container is understood */
	if (IsA(base, CaseTestExpr))
	{
		Assert(ref->refassgnexpr);
		print_expr(p, (Node *) ref->refassgnexpr, showimplicit);
		return;
	}
	paren = !IsA(base, Var) && !IsA(base, FieldSelect);
	if (paren)
		put(p, "(");
	print_expr(p, base, showimplicit);
	if (paren)
		put(p, ")");
	print_subscripts(p, ref);
	if (ref->refassgnexpr)
	{
		put(p, " := ");
		print_expr(p, (Node *) ref->refassgnexpr, showimplicit);
	}
}

static const char *field_name(SqlPrinter *p, Node *arg, AttrNumber fieldno);

/* Field of an output column of another plan node. */
static const char *
child_field_name(SqlPrinter *p, DeparseLevel *level, Plan *child, List *tlist,
				 AttrNumber attno, AttrNumber fieldno)
{
	DeparseLevel saved = *level;
	TargetEntry *tle = get_tle_by_resno(tlist, attno);
	const char *result;

	if (tle == NULL)
		elog(ERROR, "bogus varattno %d", attno);
	if (child)
	{
		level->ancestors = lcons(level->plan, list_copy(level->ancestors));
		deparse_level_set_plan(level, child);
	}
	result = field_name(p, (Node *) tle->expr, fieldno);
	*level = saved;
	return result;
}

/* Field of an output column of a query whose outer levels are given. */
static const char *
query_field_name(SqlPrinter *p, Query *query, List *outer, AttrNumber attno,
				 AttrNumber fieldno)
{
	SqlPrinter inner = *p;
	List *tlist = query->commandType == CMD_SELECT ? query->targetList : query->returningList;
	TargetEntry *tle = get_tle_by_resno(tlist, attno);

	if (tle == NULL)
		elog(ERROR, "query has no column %d", attno);
	inner.levels = lcons(deparse_level_for_query(query, outer),
						 list_copy(outer));
	return field_name(&inner, (Node *) tle->expr, fieldno);
}

/*
 * The name of a field of a column of type record, found where the column is
 * computed; NULL if its expression says it itself.
 */
static const char *
record_column_field_name(SqlPrinter *p, Var *var, AttrNumber fieldno)
{
	List *levels = list_copy_tail(p->levels, var->varlevelsup);
	DeparseLevel *level = linitial(levels);
	RangeTblEntry *rte;
	SqlPrinter inner = *p;

	if (var->varno == OUTER_VAR)
		return child_field_name(p, level, level->outer_plan,
								level->outer_tlist, var->varattno, fieldno);
	if (var->varno == INNER_VAR)
		return child_field_name(p, level, level->inner_plan,
								level->inner_tlist, var->varattno, fieldno);
	if (var->varno == INDEX_VAR)
		return child_field_name(p, level, NULL, level->index_tlist,
								var->varattno, fieldno);
	rte = rt_fetch(var->varno, level->rtable);
	if (var->varattno == 0)
		return get_rte_attribute_name(rte, fieldno);
	inner.levels = levels;
	switch (rte->rtekind)
	{
		case RTE_SUBQUERY:
			if (rte->subquery)
				return query_field_name(p, rte->subquery, levels,
										var->varattno, fieldno);
			break;
		case RTE_JOIN:
			if (rte->joinaliasvars == NIL)
				return NULL;
			return field_name(&inner, list_nth(rte->joinaliasvars, var->varattno - 1), fieldno);
		case RTE_CTE:
			if (level->plan == NULL && !rte->self_reference)
			{
				ListCell *lc;

				levels = list_copy_tail(levels, rte->ctelevelsup);
				level = linitial(levels);
				foreach (lc, level->ctes)
				{
					CommonTableExpr *cte = lfirst_node(CommonTableExpr, lc);

					if (strcmp(cte->ctename, rte->ctename) == 0)
						return query_field_name(p, (Query *) cte->ctequery,
												levels, var->varattno,
												fieldno);
				}
				return NULL;
			}
			break;
		default:
			return NULL;
	}
	/* a scan of a finished plan */
	if (level->inner_plan == NULL)
		return NULL;
	return child_field_name(p, level, level->inner_plan, level->inner_tlist,
							var->varattno, fieldno);
}

/* The name of a field of a composite expression. */
static const char *
field_name(SqlPrinter *p, Node *arg, AttrNumber fieldno)
{
	TupleDesc desc;
	const char *result;

	if (IsA(arg, RowExpr) && ((RowExpr *) arg)->colnames != NIL &&
		fieldno <= list_length(((RowExpr *) arg)->colnames))
		return strVal(list_nth(((RowExpr *) arg)->colnames, fieldno - 1));
	if (IsA(arg, Var) && ((Var *) arg)->vartype == RECORDOID)
	{
		result = record_column_field_name(p, (Var *) arg, fieldno);
		if (result != NULL)
			return result;
	}
	desc = get_expr_result_tupdesc(arg, true);
	if (desc == NULL || fieldno > desc->natts)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("printing a field of an anonymous record is not supported")));
	return NameStr(TupleDescAttr(desc, fieldno - 1)->attname);
}

static void
print_fieldselect(SqlPrinter *p, FieldSelect *fs)
{
	Node *arg = (Node *) fs->arg;
	bool paren = !IsA(arg, SubscriptingRef) && !IsA(arg, FieldSelect);

	if (paren)
		put(p, "(");
	print_expr(p, arg, true);
	if (paren)
		put(p, ")");
	appendStringInfo(p->buf, ".%s",
					 quote_identifier(field_name(p, arg, fs->fieldnum)));
}

static void
print_rowexpr(SqlPrinter *p, RowExpr *row)
{
	TupleDesc desc = NULL;
	ListCell *lc;
	const char *sep = "";
	int i = 0;

	if (row->row_typeid != RECORDOID)
		desc = lookup_rowtype_tupdesc_copy(row->row_typeid, -1);
	put(p, "ROW(");
	foreach (lc, row->args)
	{
		/* a dropped column has an argument, but no place in the syntax */
		if (desc == NULL || !TupleDescAttr(desc, i)->attisdropped)
		{
			put(p, sep);
			print_expr_toplevel(p, lfirst(lc), true);
			sep = ", ";
		}
		i++;
	}
	for (; desc != NULL && i < desc->natts; i++)
	{
		if (!TupleDescAttr(desc, i)->attisdropped)
		{
			appendStringInfo(p->buf, "%sNULL", sep);
			sep = ", ";
		}
	}
	put(p, ")");
	if (row->row_format == COERCE_EXPLICIT_CAST)
		appendStringInfo(p->buf, "::%s",
						 format_type_with_typemod(row->row_typeid, -1));
}

/* The operand of WHEN: in CASE x WHEN y the tree says "x = y". */
static Node *
when_operand(CaseExpr *c, CaseWhen *when)
{
	Node *cond = (Node *) when->expr;

	if (c->arg && IsA(cond, OpExpr))
	{
		List *args = ((OpExpr *) cond)->args;

		if (list_length(args) == 2 &&
			IsA(strip_implicit_coercions(linitial(args)), CaseTestExpr))
			return lsecond(args);
	}
	return cond;
}

static void
print_caseexpr(SqlPrinter *p, CaseExpr *c)
{
	ListCell *lc;

	print_keyword(p, "CASE", 0, INDENT_VAR, 0);
	if (c->arg)
	{
		put(p, " ");
		print_expr(p, (Node *) c->arg, true);
	}
	foreach (lc, c->args)
	{
		CaseWhen *when = lfirst_node(CaseWhen, lc);

		if (!PRETTY_INDENT(p))
			put(p, " ");
		print_keyword(p, "WHEN ", 0, 0, 0);
		print_expr(p, when_operand(c, when), false);
		put(p, " THEN ");
		print_expr(p, (Node *) when->result, true);
	}
	if (!PRETTY_INDENT(p))
		put(p, " ");
	print_keyword(p, "ELSE ", 0, 0, 0);
	print_expr(p, (Node *) c->defresult, true);
	if (!PRETTY_INDENT(p))
		put(p, " ");
	print_keyword(p, "END", -INDENT_VAR, 0, 0);
}

static void
print_sqlvalue(SqlPrinter *p, SQLValueFunction *f)
{
	static const char *const words[] = {
		[SVFOP_CURRENT_DATE] = "CURRENT_DATE",
		[SVFOP_CURRENT_TIME] = "CURRENT_TIME",
		[SVFOP_CURRENT_TIME_N] = "CURRENT_TIME(%d)",
		[SVFOP_CURRENT_TIMESTAMP] = "CURRENT_TIMESTAMP",
		[SVFOP_CURRENT_TIMESTAMP_N] = "CURRENT_TIMESTAMP(%d)",
		[SVFOP_LOCALTIME] = "LOCALTIME",
		[SVFOP_LOCALTIME_N] = "LOCALTIME(%d)",
		[SVFOP_LOCALTIMESTAMP] = "LOCALTIMESTAMP",
		[SVFOP_LOCALTIMESTAMP_N] = "LOCALTIMESTAMP(%d)",
		[SVFOP_CURRENT_ROLE] = "CURRENT_ROLE",
		[SVFOP_CURRENT_USER] = "CURRENT_USER",
		[SVFOP_USER] = "USER",
		[SVFOP_SESSION_USER] = "SESSION_USER",
		[SVFOP_CURRENT_CATALOG] = "CURRENT_CATALOG",
		[SVFOP_CURRENT_SCHEMA] = "CURRENT_SCHEMA",
	};
	const char *word = words[f->op];
	const char *paren = strchr(word, '(');

	if (paren == NULL)
		put(p, word);
	else
		appendStringInfo(p->buf, "%.*s(%d)", (int) (paren - word), word,
						 f->typmod);
}

static void
print_inference(SqlPrinter *p, InferenceElem *elem)
{
	bool paren = !IsA(elem->expr, Var) && !IsA(elem->expr, FuncExpr);
	bool qualify = p->qualify;

	if (paren)
		put(p, "(");
	p->qualify = false; /* index expressions have bare names */
	print_expr(p, elem->expr, false);
	p->qualify = qualify;
	if (paren)
		put(p, ")");
	if (OidIsValid(elem->infercollid))
		appendStringInfo(p->buf, " COLLATE %s",
						 generate_collation_name(elem->infercollid));
	if (OidIsValid(elem->inferopclass))
		print_opclass(p->buf, elem->inferopclass,
					  get_opclass_input_type(elem->inferopclass));
}

static void
print_arrayexpr(SqlPrinter *p, ArrayExpr *a)
{
	put(p, "ARRAY[");
	print_list(p, a->elements, ", ", true);
	put(p, "]");
	if (a->elements == NIL)
		appendStringInfo(p->buf, "::%s",
						 format_type_with_typemod(a->array_typeid, -1));
}

/* NAME(a, b, ...) */
static void
print_plain_call(SqlPrinter *p, const char *name, List *args)
{
	appendStringInfo(p->buf, "%s(", name);
	print_list(p, args, ", ", true);
	put(p, ")");
}

/* ---- the switch ---- */

/* Casts of all kinds; false if node is none. */
static bool
print_cast_node(SqlPrinter *p, Node *node, bool showimplicit)
{
	switch (nodeTag(node))
	{
		case T_RelabelType:
		{
			RelabelType *r = (RelabelType *) node;

			print_conversion(p, r->arg, r->relabelformat, r->resulttype,
							 r->resulttypmod, showimplicit, node);
			return true;
		}
		case T_CoerceViaIO:
		{
			CoerceViaIO *c = (CoerceViaIO *) node;

			print_conversion(p, c->arg, c->coerceformat, c->resulttype, -1,
							 showimplicit, node);
			return true;
		}
		case T_ArrayCoerceExpr:
		{
			ArrayCoerceExpr *a = (ArrayCoerceExpr *) node;

			print_conversion(p, a->arg, a->coerceformat, a->resulttype,
							 a->resulttypmod, showimplicit, node);
			return true;
		}
		case T_ConvertRowtypeExpr:
		{
			ConvertRowtypeExpr *c = (ConvertRowtypeExpr *) node;

			print_conversion(p, c->arg, c->convertformat, c->resulttype,
							 -1, showimplicit, node);
			return true;
		}
		case T_CoerceToDomain:
		{
			CoerceToDomain *c = (CoerceToDomain *) node;

			if (c->coercionformat == COERCE_IMPLICIT_CAST && !showimplicit)
				print_expr(p, (Node *) c->arg, false);
			else
				print_cast(p, (Node *) c->arg, c->resulttype,
						   c->resulttypmod, node);
			return true;
		}
		default:
			return false;
	}
}

/* Nodes that a plan or a changed statement has; false if node is another. */
static bool
print_rare_node(SqlPrinter *p, Node *node, bool showimplicit)
{
	switch (nodeTag(node))
	{
		case T_SubPlan:
			appendStringInfo(p->buf, ((SubPlan *) node)->useHashTable ? "(hashed %s)" : "(%s)",
							 ((SubPlan *) node)->plan_name);
			return true;
		case T_AlternativeSubPlan:
		{
			const char *sep = "(alternatives: ";
			ListCell *lc;

			foreach (lc, ((AlternativeSubPlan *) node)->subplans)
			{
				SubPlan *sp = lfirst_node(SubPlan, lc);

				appendStringInfo(p->buf, "%s%s%s", sep,
								 sp->useHashTable ? "hashed " : "",
								 sp->plan_name);
				sep = " or ";
			}
			put(p, ")");
			return true;
		}
		case T_FieldStore:
			print_plain_call(p, "ROW", ((FieldStore *) node)->newvals);
			return true;
		case T_CaseTestExpr:
			put(p, "CASE_TEST_EXPR");
			return true;
		case T_CoerceToDomainValue:
			put(p, "VALUE");
			return true;
		case T_SetToDefault:
			put(p, "DEFAULT");
			return true;
		case T_CurrentOfExpr:
		{
			CurrentOfExpr *c = (CurrentOfExpr *) node;

			if (c->cursor_name)
				appendStringInfo(p->buf, "CURRENT OF %s",
								 quote_identifier(c->cursor_name));
			else
				appendStringInfo(p->buf, "CURRENT OF $%d", c->cursor_param);
			return true;
		}
		case T_NextValueExpr:
			put(p, "nextval(");
			print_string_literal(p->buf,
								 deparse_relation_name(((NextValueExpr *) node)->seqid,
													   NIL));
			put(p, "::regclass)");
			return true;
		case T_InferenceElem:
			print_inference(p, (InferenceElem *) node);
			return true;
		case T_TargetEntry:
			print_expr(p, (Node *) ((TargetEntry *) node)->expr, showimplicit);
			return true;
		default:
			return false;
	}
}

/*
 * print_expr
 *		Print an expression, or a list of them with commas.
 *
 * showimplicit		also print casts that the parser would add by itself
 *
 * Longer than a screen: it is one switch over the node types.
 */
void
print_expr(SqlPrinter *p, Node *node, bool showimplicit)
{
	if (node == NULL)
		return;
	CHECK_FOR_INTERRUPTS();
	check_stack_depth();
	switch (nodeTag(node))
	{
		case T_Var:
			(void) print_variable(p, (Var *) node, 0, false);
			break;
		case T_Const:
			print_const(p, (Const *) node, 0);
			break;
		case T_Param:
			print_param(p, (Param *) node);
			break;
		case T_Aggref:
			print_aggref(p, (Aggref *) node);
			break;
		case T_GroupingFunc:
			print_plain_call(p, "GROUPING", ((GroupingFunc *) node)->args);
			break;
		case T_WindowFunc:
			print_windowfunc(p, (WindowFunc *) node);
			break;
		case T_SubscriptingRef:
			print_subscripting(p, (SubscriptingRef *) node, showimplicit);
			break;
		case T_FuncExpr:
			print_funcexpr(p, (FuncExpr *) node, showimplicit);
			break;
		case T_NamedArgExpr:
			appendStringInfo(p->buf, "%s => ",
							 quote_identifier(((NamedArgExpr *) node)->name));
			print_expr(p, (Node *) ((NamedArgExpr *) node)->arg, showimplicit);
			break;
		case T_OpExpr:
			print_opexpr(p, (OpExpr *) node);
			break;
		case T_DistinctExpr:
			print_distinct(p, (DistinctExpr *) node);
			break;
		case T_NullIfExpr:
			print_plain_call(p, "NULLIF", ((NullIfExpr *) node)->args);
			break;
		case T_ScalarArrayOpExpr:
			print_scalar_array_op(p, (ScalarArrayOpExpr *) node);
			break;
		case T_BoolExpr:
			print_boolexpr(p, (BoolExpr *) node);
			break;
		case T_SubLink:
			print_sublink(p, (SubLink *) node);
			break;
		case T_FieldSelect:
			print_fieldselect(p, (FieldSelect *) node);
			break;
		case T_CollateExpr:
			put_strict_paren(p, '(');
			print_expr_paren(p, (Node *) ((CollateExpr *) node)->arg,
							 showimplicit, node);
			appendStringInfo(p->buf, " COLLATE %s",
							 generate_collation_name(((CollateExpr *) node)->collOid));
			put_strict_paren(p, ')');
			break;
		case T_CaseExpr:
			print_caseexpr(p, (CaseExpr *) node);
			break;
		case T_ArrayExpr:
			print_arrayexpr(p, (ArrayExpr *) node);
			break;
		case T_RowExpr:
			print_rowexpr(p, (RowExpr *) node);
			break;
		case T_RowCompareExpr:
			print_rowcompare(p, (RowCompareExpr *) node);
			break;
		case T_CoalesceExpr:
			print_plain_call(p, "COALESCE", ((CoalesceExpr *) node)->args);
			break;
		case T_MinMaxExpr:
			print_plain_call(p, ((MinMaxExpr *) node)->op == IS_GREATEST ? "GREATEST" : "LEAST", ((MinMaxExpr *) node)->args);
			break;
		case T_SQLValueFunction:
			print_sqlvalue(p, (SQLValueFunction *) node);
			break;
		case T_NullTest:
			print_nulltest(p, (NullTest *) node);
			break;
		case T_BooleanTest:
			print_booltest(p, (BooleanTest *) node);
			break;
		case T_List:
			print_list(p, (List *) node, ", ", showimplicit);
			break;
		default:
			if (!print_cast_node(p, node, showimplicit) &&
				!print_rare_node(p, node, showimplicit))
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("printing of expression node type %d is not supported",
								(int) nodeTag(node))));
			break;
	}
}

static void
print_list(SqlPrinter *p, List *list, const char *sep, bool showimplicit)
{
	ListCell *lc;

	foreach (lc, list)
	{
		if (lc != list_head(list))
			put(p, sep);
		print_expr(p, lfirst(lc), showimplicit);
	}
}

/* As print_expr, for a place where "x.*" would be expanded to columns. */
void
print_expr_toplevel(SqlPrinter *p, Node *node, bool showimplicit)
{
	if (node && IsA(node, Var))
		(void) print_variable(p, (Var *) node, 0, true);
	else
		print_expr(p, node, showimplicit);
}

/* Does what print_expr makes of node look like a function call? */
bool
expr_looks_like_function(Node *node)
{
	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_FuncExpr:
			return ((FuncExpr *) node)->funcformat == COERCE_EXPLICIT_CALL ||
				((FuncExpr *) node)->funcformat == COERCE_SQL_SYNTAX;
		case T_Aggref:
		case T_GroupingFunc:
		case T_WindowFunc:
		case T_CoalesceExpr:
		case T_MinMaxExpr:
		case T_NullIfExpr:
		case T_SQLValueFunction:
		case T_XmlExpr:
			return true;
		default:
			return false;
	}
}

/* As print_expr, for a place where the grammar wants a function call. */
void
print_funccall_expr(SqlPrinter *p, Node *node)
{
	if (expr_looks_like_function(node))
		print_expr(p, node, false);
	else
	{
		put(p, "CAST(");
		print_expr(p, node, false);
		appendStringInfo(p->buf, " AS %s)",
						 format_type_with_typemod(exprType(node),
												  exprTypmod(node)));
	}
}

/* As deparse_expression, with PRETTYFLAG_ bits and the column to start from. */
char *
deparse_expression_pretty(Node *expr, List *dpcontext, bool forceprefix,
						  bool showimplicit, int flags, int indent)
{
	StringInfoData buf;
	SqlPrinter p = {0};

	initStringInfo(&buf);
	p.buf = &buf;
	p.levels = dpcontext;
	p.qualify = forceprefix;
	p.flags = flags;
	p.wrap_column = WRAP_COLUMN_DEFAULT;
	p.indent = indent;
	print_expr(&p, expr, showimplicit);
	return buf.data;
}

/*
 * deparse_expression
 *		An expression as SQL.
 *
 * dpcontext	from deparse_context_for or set_deparse_context_plan; NIL if there
 *				are no Vars
 * forceprefix	put the relation's name before each column
 * showimplicit	also show casts that the parser adds by itself
 */
char *
deparse_expression(Node *expr, List *dpcontext, bool forceprefix,
				   bool showimplicit)
{
	return deparse_expression_pretty(expr, dpcontext, forceprefix,
									 showimplicit, 0, 0);
}
