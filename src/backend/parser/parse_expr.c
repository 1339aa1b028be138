/*
 * parse_expr.c
 *		Analysis of scalar expressions.
 *
 * transformExpr dispatches on the raw node; each construct has a function of
 * its own below.  The result has types, but no collations yet (see
 * parse_collate.c).  Some nodes come from the grammar in final form, only
 * with raw children; they are completed in place or copied.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_expr.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/analyze.h"
#include "parser/parse_agg.h"
#include "parser/parse_clause.h"
#include "parser/parse_coerce.h"
#include "parser/parse_collate.h"
#include "parser/parse_expr.h"
#include "parser/parse_func.h"
#include "parser/parse_oper.h"
#include "parser/parse_relation.h"
#include "parser/parse_target.h"
#include "parser/parse_type.h"
#include "utils/adt_upcalls.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

/* setting: expr = NULL means expr IS NULL */
bool Transform_null_equals = false;

static Node *transform_recurse(ParseState *pstate, Node *expr);
static Node *transform_column_ref(ParseState *pstate, ColumnRef *cref);
static Node *transform_param(ParseState *pstate, ParamRef *pref);
static Node *transform_indirection(ParseState *pstate, A_Indirection *ind);
static Node *transform_array(ParseState *pstate, A_ArrayExpr *a, Oid array_type,
							 Oid element_type, int32 typmod);
static Node *transform_cast(ParseState *pstate, TypeCast *tc);
static Node *transform_collate(ParseState *pstate, CollateClause *c);
static Node *transform_a_expr(ParseState *pstate, A_Expr *a);
static Node *transform_bool(ParseState *pstate, BoolExpr *b);
static Node *transform_func(ParseState *pstate, FuncCall *fn);
static Node *transform_multi_assign(ParseState *pstate, MultiAssignRef *maref);
static Node *transform_sublink(ParseState *pstate, SubLink *sublink);
static Node *transform_case(ParseState *pstate, CaseExpr *c);
static Node *transform_row(ParseState *pstate, RowExpr *r, bool allowDefault);
static Node *transform_coalesce(ParseState *pstate, CoalesceExpr *c);
static Node *transform_min_max(ParseState *pstate, MinMaxExpr *m);
static Node *transform_value_function(ParseState *pstate, SQLValueFunction *f);
static Node *transform_current_of(ParseState *pstate, CurrentOfExpr *c);
static Node *make_row_comparison(ParseState *pstate, List *opname, List *largs,
								 List *rargs, int location);
static Expr *make_distinct(ParseState *pstate, List *opname, Node *l, Node *r,
						   int location);
static Node *make_row_distinct(ParseState *pstate, List *opname, RowExpr *l,
							   RowExpr *r, int location);

/*
 * transformExpr
 *		Analyze a raw expression that stands in a certain place.
 *
 * A NULL expression gives NULL.  The raw tree is changed.
 */
Node *
transformExpr(ParseState *pstate, Node *expr, ParseExprKind exprKind)
{
	ParseExprKind saved = pstate->p_expr_kind;
	Node *result;

	Assert(exprKind != EXPR_KIND_NONE);
	pstate->p_expr_kind = exprKind;
	result = transform_recurse(pstate, expr);
	pstate->p_expr_kind = saved;
	return result;
}

static Node *
transform_recurse(ParseState *pstate, Node *expr)
{
	if (expr == NULL)
		return NULL;
	check_stack_depth();
	switch (nodeTag(expr))
	{
		case T_ColumnRef:
			return transform_column_ref(pstate, (ColumnRef *) expr);
		case T_ParamRef:
			return transform_param(pstate, (ParamRef *) expr);
		case T_A_Const:
			return (Node *) make_const(pstate, (A_Const *) expr);
		case T_A_Indirection:
			return transform_indirection(pstate, (A_Indirection *) expr);
		case T_A_ArrayExpr:
			return transform_array(pstate, (A_ArrayExpr *) expr, InvalidOid,
								   InvalidOid, -1);
		case T_TypeCast:
			return transform_cast(pstate, (TypeCast *) expr);
		case T_CollateClause:
			return transform_collate(pstate, (CollateClause *) expr);
		case T_A_Expr:
			return transform_a_expr(pstate, (A_Expr *) expr);
		case T_BoolExpr:
			return transform_bool(pstate, (BoolExpr *) expr);
		case T_FuncCall:
			return transform_func(pstate, (FuncCall *) expr);
		case T_MultiAssignRef:
			return transform_multi_assign(pstate, (MultiAssignRef *) expr);
		case T_GroupingFunc:
			return transformGroupingFunc(pstate, (GroupingFunc *) expr);
		case T_NamedArgExpr:
		{
			NamedArgExpr *na = (NamedArgExpr *) expr;

			na->arg = (Expr *) transform_recurse(pstate, (Node *) na->arg);
			return expr;
		}
		case T_SubLink:
			return transform_sublink(pstate, (SubLink *) expr);
		case T_CaseExpr:
			return transform_case(pstate, (CaseExpr *) expr);
		case T_RowExpr:
			return transform_row(pstate, (RowExpr *) expr, false);
		case T_CoalesceExpr:
			return transform_coalesce(pstate, (CoalesceExpr *) expr);
		case T_MinMaxExpr:
			return transform_min_max(pstate, (MinMaxExpr *) expr);
		case T_SQLValueFunction:
			return transform_value_function(pstate, (SQLValueFunction *) expr);
		case T_NullTest:
		{
			NullTest *n = (NullTest *) expr;

			n->arg = (Expr *) transform_recurse(pstate, (Node *) n->arg);
			n->argisrow = type_is_rowtype(exprType((Node *) n->arg));
			return expr;
		}
		case T_BooleanTest:
		{
			static const char *const names[] = {"IS TRUE", "IS NOT TRUE",
												"IS FALSE", "IS NOT FALSE", "IS UNKNOWN", "IS NOT UNKNOWN"};
			BooleanTest *b = (BooleanTest *) expr;

			b->arg = (Expr *) coerce_to_boolean(pstate,
												transform_recurse(pstate, (Node *) b->arg),
												names[b->booltesttype]);
			return expr;
		}
		case T_CurrentOfExpr:
			return transform_current_of(pstate, (CurrentOfExpr *) expr);
		case T_SetToDefault:
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("DEFAULT is not allowed in this context"),
					 parser_errposition(pstate, ((SetToDefault *) expr)->location)));
			break;
		case T_CaseTestExpr:
		case T_Var:
			/* put there by analysis itself */
			return expr;
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(expr));
	}
	return NULL;
}

/* ---- columns and parameters ---- */

/* Places in which no column can be meant. */
static void
check_columns_allowed(ParseState *pstate, int location)
{
	const char *err = NULL;

	switch (pstate->p_expr_kind)
	{
		case EXPR_KIND_COLUMN_DEFAULT:
			err = "cannot use column reference in DEFAULT expression";
			break;
		case EXPR_KIND_PARTITION_BOUND:
			err = "cannot use column reference in partition bound expression";
			break;
		default:
			return;
	}
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("%s", err),
			 parser_errposition(pstate, location)));
}

static Node *
whole_row(ParseState *pstate, ParseNamespaceItem *nsitem, int sublevels_up,
		  int location)
{
	Var *v;

	/* JOIN USING (...) AS alias has only the merged columns */
	if (nsitem->p_names != nsitem->p_rte->eref)
	{
		RowExpr *r = makeNode(RowExpr);
		List *vars = expandNSItemVars(nsitem, sublevels_up, location,
									  &r->colnames);
		ListCell *lc;

		foreach (lc, vars)
			markVarForSelectPriv(pstate, lfirst_node(Var, lc));
		r->args = vars;
		r->row_typeid = RECORDOID;
		r->row_format = COERCE_IMPLICIT_CAST;
		r->colnames = copyObject(nsitem->p_names->colnames);
		r->location = location;
		return (Node *) r;
	}
	v = makeWholeRowVar(nsitem->p_rte, nsitem->p_rtindex, sublevels_up, true);
	v->location = location;
	markVarForSelectPriv(pstate, v);
	return (Node *) v;
}

/* item.colname, or a function of the item's row */
static Node *
item_column(ParseState *pstate, ParseNamespaceItem *nsitem, int levels_up,
			const char *colname, int location)
{
	Node *r = scanNSItemForColumn(pstate, nsitem, levels_up, colname,
								  location);

	if (r != NULL)
		return r;
	r = whole_row(pstate, nsitem, levels_up, location);
	return ParseFuncOrColumn(pstate, list_make1(makeString(pstrdup(colname))),
							 list_make1(r), pstate->p_last_srf, NULL, false,
							 location);
}

/* A bare name: a column, or else a table as a row. */
static Node *
bare_name(ParseState *pstate, ColumnRef *cref, const char *name)
{
	int levels_up;
	ParseNamespaceItem *nsitem;
	Node *r = colNameToVar(pstate, name, false, cref->location);

	if (r != NULL)
		return r;
	nsitem = refnameNamespaceItem(pstate, NULL, name, cref->location, &levels_up);
	return nsitem != NULL ? whole_row(pstate, nsitem, levels_up, cref->location) : NULL;
}

static void
too_many_names(ParseState *pstate, ColumnRef *cref)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("improper qualified name (too many dotted names): %s",
					NameListToString(cref->fields)),
			 parser_errposition(pstate, cref->location)));
}

/*
 * A dotted name: [[database.]schema.]table.column, or with a star the whole
 * row.  *relname and *colname are set for the error if nothing is found.
 */
static Node *
dotted_name(ParseState *pstate, ColumnRef *cref, char **schema, char **relname,
			char **colname)
{
	int n = list_length(cref->fields);
	Node *last = llast(cref->fields);
	ParseNamespaceItem *nsitem;
	int levels_up;

	*relname = strVal(list_nth(cref->fields, n - 2));
	*schema = n >= 3 ? strVal(list_nth(cref->fields, n - 3)) : NULL;
	if (n == 4 && strcmp(strVal(linitial(cref->fields)), get_database_name(MyDatabaseId)) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cross-database references are not implemented: %s",
						NameListToString(cref->fields)),
				 parser_errposition(pstate, cref->location)));
	if (n > 4)
		too_many_names(pstate, cref);
	nsitem = refnameNamespaceItem(pstate, *schema, *relname, cref->location,
								  &levels_up);
	if (nsitem == NULL)
		return NULL;
	if (IsA(last, A_Star))
		return whole_row(pstate, nsitem, levels_up, cref->location);
	*colname = strVal(last);
	return item_column(pstate, nsitem, levels_up, *colname, cref->location);
}

static Node *
transform_column_ref(ParseState *pstate, ColumnRef *cref)
{
	Node *node = NULL;
	char *schema = NULL;
	char *relname = NULL;
	char *colname = NULL;

	check_columns_allowed(pstate, cref->location);
	if (pstate->p_pre_columnref_hook != NULL)
	{
		node = pstate->p_pre_columnref_hook(pstate, cref);
		if (node != NULL)
			return node;
	}
	if (list_length(cref->fields) == 1)
	{
		if (IsA(linitial(cref->fields), A_Star))
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("row expansion via \"*\" is not supported here"),
					 parser_errposition(pstate, cref->location)));
		colname = strVal(linitial(cref->fields));
		node = bare_name(pstate, cref, colname);
	}
	else
		node = dotted_name(pstate, cref, &schema, &relname, &colname);

	if (pstate->p_post_columnref_hook != NULL)
	{
		Node *hooked = pstate->p_post_columnref_hook(pstate, cref, node);

		if (node == NULL)
			node = hooked;
		else if (hooked != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_COLUMN),
					 errmsg("column reference \"%s\" is ambiguous",
							NameListToString(cref->fields)),
					 parser_errposition(pstate, cref->location)));
	}
	if (node != NULL)
		return node;
	if (relname != NULL && colname == NULL)
		errorMissingRTE(pstate, makeRangeVar(schema, relname, cref->location));
	errorMissingColumn(pstate, relname, colname, cref->location);
}

static Node *
transform_param(ParseState *pstate, ParamRef *pref)
{
	Node *r = NULL;

	if (pstate->p_paramref_hook != NULL)
		r = pstate->p_paramref_hook(pstate, pref);
	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_PARAMETER),
				 errmsg("there is no parameter $%d", pref->number),
				 parser_errposition(pstate, pref->location)));
	return r;
}

/* ---- (expr)[...].field ---- */

static void
no_such_field(ParseState *pstate, Node *expr, const char *field, int location)
{
	Oid type = exprType(expr);

	if (IsA(expr, Var) && ((Var *) expr)->varattno == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column %s.%s does not exist",
						GetRTEByRangeTablePosn(pstate, ((Var *) expr)->varno,
											   ((Var *) expr)->varlevelsup)
							->eref->aliasname,
						field),
				 parser_errposition(pstate, location)));
	if (ISCOMPLEX(type))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" not found in data type %s", field,
						format_type_be(type)),
				 parser_errposition(pstate, location)));
	if (type == RECORDOID)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("could not identify column \"%s\" in record data type",
						field),
				 parser_errposition(pstate, location)));
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("column notation .%s applied to type %s, which is not a composite type",
					field, format_type_be(type)),
			 parser_errposition(pstate, location)));
}

static Node *
apply_subscripts(ParseState *pstate, Node *base, List *subscripts)
{
	if (subscripts == NIL)
		return base;
	return (Node *) transformContainerSubscripts(pstate, base, exprType(base),
												 exprTypmod(base), subscripts,
												 false);
}

static Node *
transform_indirection(ParseState *pstate, A_Indirection *ind)
{
	Node *last_srf = pstate->p_last_srf;
	Node *result = transform_recurse(pstate, ind->arg);
	List *subscripts = NIL;
	int location = exprLocation(result);
	ListCell *lc;

	foreach (lc, ind->indirection)
	{
		Node *n = lfirst(lc);
		Node *field;

		if (IsA(n, A_Indices))
		{
			subscripts = lappend(subscripts, n);
			continue;
		}
		if (IsA(n, A_Star))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("row expansion via \"*\" is not supported here"),
					 parser_errposition(pstate, location)));
		result = apply_subscripts(pstate, result, subscripts);
		subscripts = NIL;
		field = ParseFuncOrColumn(pstate, list_make1(n), list_make1(result),
								  last_srf, NULL, false, location);
		if (field == NULL)
			no_such_field(pstate, result, strVal(n), location);
		result = field;
	}
	return apply_subscripts(pstate, result, subscripts);
}

/* ---- casts, arrays, collations ---- */

static Node *
transform_collate(ParseState *pstate, CollateClause *c)
{
	CollateExpr *n = makeNode(CollateExpr);
	Oid argtype;

	n->arg = (Expr *) transform_recurse(pstate, c->arg);
	argtype = exprType((Node *) n->arg);
	if (!type_is_collatable(argtype) && argtype != UNKNOWNOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("collations are not supported by type %s",
						format_type_be(argtype)),
				 parser_errposition(pstate, c->location)));
	n->collOid = LookupCollation(pstate, c->collname, c->location);
	n->location = c->location;
	return (Node *) n;
}

static Node *
transform_cast(ParseState *pstate, TypeCast *tc)
{
	Oid target;
	int32 typmod;
	Oid input;
	Node *arg = tc->arg;
	Node *expr;
	Node *result;
	int location = tc->location >= 0 ? tc->location : tc->typeName->location;

	typenameTypeIdAndMod(pstate, tc->typeName, &target, &typmod);
	if (IsA(arg, A_ArrayExpr))
	{
		/* the elements are converted one by one */
		int32 baseMod = typmod;
		Oid base = getBaseTypeAndTypmod(target, &baseMod);
		Oid elem = get_element_type(base);

		expr = OidIsValid(elem) ? transform_array(pstate, (A_ArrayExpr *) arg, base, elem, baseMod) : transform_recurse(pstate, arg);
	}
	else
		expr = transform_recurse(pstate, arg);

	input = exprType(expr);
	if (!OidIsValid(input))
		return expr;
	result = coerce_to_target_type(pstate, expr, input, target, typmod,
								   COERCION_EXPLICIT, COERCE_EXPLICIT_CAST,
								   location);
	if (result == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CANNOT_COERCE),
				 errmsg("cannot cast type %s to %s", format_type_be(input),
						format_type_be(target)),
				 parser_coercion_errposition(pstate, location, expr)));
	return result;
}

/* The types of an ARRAY constructor whose elements are analyzed. */
static void
array_types(ParseState *pstate, ArrayExpr *a, A_ArrayExpr *raw, List *elements,
			Oid *array_type, Oid *element_type)
{
	if (elements == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_DATATYPE),
				 errmsg("cannot determine type of empty array"),
				 errhint("A cast says which type it is, as in ARRAY[]::integer[]."),
				 parser_errposition(pstate, raw->location)));
	*array_type = select_common_type(pstate, elements, "ARRAY", NULL);
	if (a->multidims)
	{
		*element_type = get_element_type(*array_type);
		if (!OidIsValid(*element_type))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("could not find element type for data type %s",
							format_type_be(*array_type)),
					 parser_errposition(pstate, raw->location)));
		return;
	}
	*element_type = *array_type;
	*array_type = get_array_type(*element_type);
	if (!OidIsValid(*array_type))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("could not find array type for data type %s",
						format_type_be(*element_type)),
				 parser_errposition(pstate, raw->location)));
}

/* One element converted to the type that all have. */
static Node *
array_element(ParseState *pstate, Node *e, Oid type, int32 typmod, bool explicit)
{
	Node *r;

	if (!explicit)
		return coerce_to_common_type(pstate, e, type, "ARRAY");
	r = coerce_to_target_type(pstate, e, exprType(e), type, typmod,
							  COERCION_EXPLICIT, COERCE_EXPLICIT_CAST, -1);
	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CANNOT_COERCE),
				 errmsg("cannot cast type %s to %s", format_type_be(exprType(e)),
						format_type_be(type)),
				 parser_errposition(pstate, exprLocation(e))));
	return r;
}

/*
 * ARRAY[...]; array_type and element_type are set if a cast around it says
 * what they have to be.
 */
static Node *
transform_array(ParseState *pstate, A_ArrayExpr *a, Oid array_type,
				Oid element_type, int32 typmod)
{
	ArrayExpr *n = makeNode(ArrayExpr);
	List *elements = NIL;
	List *converted = NIL;
	bool explicit = OidIsValid(array_type);
	Oid coerce_type_to;
	ListCell *lc;

	foreach (lc, a->elements)
	{
		Node *e = lfirst(lc);

		if (IsA(e, A_ArrayExpr))
		{
			e = transform_array(pstate, (A_ArrayExpr *) e, array_type,
								element_type, typmod);
			n->multidims = true;
		}
		else
		{
			e = transform_recurse(pstate, e);
			/* an array value among the elements adds a dimension too */
			if (!n->multidims && OidIsValid(get_element_type(exprType(e))))
				n->multidims = true;
		}
		elements = lappend(elements, e);
	}
	if (explicit)
		Assert(OidIsValid(element_type));
	else
		array_types(pstate, n, a, elements, &array_type, &element_type);

	coerce_type_to = n->multidims ? array_type : element_type;
	foreach (lc, elements)
		converted = lappend(converted,
							array_element(pstate, lfirst(lc), coerce_type_to,
										  typmod, explicit));
	n->array_typeid = array_type;
	n->element_typeid = element_type;
	n->elements = converted;
	n->location = a->location;
	return (Node *) n;
}

/* ---- operators ---- */

static bool
is_null_const(Node *n)
{
	return n != NULL && IsA(n, A_Const) && ((A_Const *) n)->isnull;
}

static bool
is_subquery(Node *n)
{
	return n != NULL && IsA(n, SubLink) &&
		((SubLink *) n)->subLinkType == EXPR_SUBLINK;
}

static Node *
transform_op(ParseState *pstate, A_Expr *a)
{
	Node *l = a->lexpr;
	Node *r = a->rexpr;
	Node *last_srf;

	if (Transform_null_equals && list_length(a->name) == 1 &&
		strcmp(strVal(linitial(a->name)), "=") == 0 &&
		(is_null_const(l) || is_null_const(r)) &&
		!(l != NULL && IsA(l, CaseTestExpr)) && !IsA(r, CaseTestExpr))
	{
		NullTest *n = makeNode(NullTest);

		n->nulltesttype = IS_NULL;
		n->arg = (Expr *) (is_null_const(l) ? r : l);
		n->location = a->location;
		return transform_recurse(pstate, (Node *) n);
	}
	if (l != NULL && IsA(l, RowExpr) && is_subquery(r))
	{
		/* row op (subquery) */
		SubLink *s = (SubLink *) r;

		s->subLinkType = ROWCOMPARE_SUBLINK;
		s->testexpr = l;
		s->operName = a->name;
		s->location = a->location;
		return transform_recurse(pstate, (Node *) s);
	}
	if (l != NULL && IsA(l, RowExpr) && IsA(r, RowExpr))
	{
		l = transform_recurse(pstate, l);
		r = transform_recurse(pstate, r);
		return make_row_comparison(pstate, a->name,
								   castNode(RowExpr, l)->args,
								   castNode(RowExpr, r)->args, a->location);
	}
	last_srf = pstate->p_last_srf;
	l = transform_recurse(pstate, l);
	r = transform_recurse(pstate, r);
	return (Node *) make_op(pstate, a->name, l, r, last_srf, a->location);
}

static Node *
transform_distinct(ParseState *pstate, A_Expr *a)
{
	Node *l = a->lexpr;
	Node *r = a->rexpr;
	Node *result;

	if (is_null_const(l) || is_null_const(r))
	{
		/* comparing with a NULL literal is a null test */
		NullTest *n = makeNode(NullTest);

		n->arg = (Expr *) (is_null_const(r) ? l : r);
		n->nulltesttype = a->kind == AEXPR_NOT_DISTINCT ? IS_NULL : IS_NOT_NULL;
		n->location = a->location;
		n->arg = (Expr *) transform_recurse(pstate, (Node *) n->arg);
		n->argisrow = false; /* the row itself, not its fields */
		return (Node *) n;
	}
	l = transform_recurse(pstate, l);
	r = transform_recurse(pstate, r);
	if (l != NULL && IsA(l, RowExpr) && r != NULL && IsA(r, RowExpr))
		result = make_row_distinct(pstate, a->name, (RowExpr *) l, (RowExpr *) r,
								   a->location);
	else
		result = (Node *) make_distinct(pstate, a->name, l, r, a->location);
	if (a->kind == AEXPR_NOT_DISTINCT)
		result = (Node *) makeBoolExpr(NOT_EXPR, list_make1(result), a->location);
	return result;
}

static Node *
transform_nullif(ParseState *pstate, A_Expr *a)
{
	Node *l = transform_recurse(pstate, a->lexpr);
	Node *r = transform_recurse(pstate, a->rexpr);
	OpExpr *op = (OpExpr *) make_op(pstate, a->name, l, r, pstate->p_last_srf,
									a->location);

	if (op->opresulttype != BOOLOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("NULLIF requires = operator to yield boolean"),
				 parser_errposition(pstate, a->location)));
	if (op->opretset)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("%s must not return a set", "NULLIF"),
				 parser_errposition(pstate, a->location)));
	/* the result is the left operand as converted */
	op->opresulttype = exprType(linitial(op->args));
	NodeSetTag(op, T_NullIfExpr);
	return (Node *) op;
}

/* Does an expression refer to columns of this query or one around it? */
static bool
var_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
		return true;
	return expression_tree_walker(node, var_walker, context);
}

/* x IN (list): x = ANY (array) for constants of a common type, else ORs */
static Node *
transform_in(ParseState *pstate, A_Expr *a)
{
	bool use_or = strcmp(strVal(linitial(a->name)), "<>") != 0;
	Node *l = transform_recurse(pstate, a->lexpr);
	List *all = NIL;
	List *with_vars = NIL;
	List *without = NIL;
	Node *result = NULL;
	ListCell *lc;

	foreach (lc, (List *) a->rexpr)
	{
		Node *r = transform_recurse(pstate, lfirst(lc));

		all = lappend(all, r);
		if (var_walker(r, NULL))
			with_vars = lappend(with_vars, r);
		else
			without = lappend(without, r);
	}
	if (list_length(without) > 1)
	{
		List *exprs = list_concat(list_make1(l), without);
		Oid scalar = select_common_type(pstate, exprs, NULL, NULL);
		Oid array = InvalidOid;

		if (OidIsValid(scalar) && !verify_common_type(scalar, exprs))
			scalar = InvalidOid;
		if (OidIsValid(scalar) && scalar != RECORDOID)
			array = get_array_type(scalar);
		if (OidIsValid(array))
		{
			ArrayExpr *n = makeNode(ArrayExpr);

			foreach (lc, without)
				n->elements = lappend(n->elements,
									  coerce_to_common_type(pstate, lfirst(lc),
															scalar, "IN"));
			n->array_typeid = array;
			n->element_typeid = scalar;
			n->location = -1;
			result = (Node *) make_scalar_array_op(pstate, a->name, use_or, l,
												   (Node *) n, a->location);
			all = with_vars;
		}
	}
	foreach (lc, all)
	{
		Node *r = lfirst(lc);
		Node *cmp;

		if (IsA(l, RowExpr) && IsA(r, RowExpr))
			cmp = make_row_comparison(pstate, a->name,
									  copyObject(((RowExpr *) l)->args),
									  ((RowExpr *) r)->args, a->location);
		else
			cmp = (Node *) make_op(pstate, a->name, copyObject(l), r,
								   pstate->p_last_srf, a->location);
		cmp = coerce_to_boolean(pstate, cmp, "IN");
		if (result == NULL)
			result = cmp;
		else
			result = (Node *) makeBoolExpr(use_or ? OR_EXPR : AND_EXPR,
										   list_make2(result, cmp), a->location);
	}
	return result;
}

/* x op y, raw */
static Node *
raw_op(const char *op, Node *l, Node *r, int location)
{
	return (Node *) makeSimpleA_Expr(AEXPR_OP, pstrdup(op), l, copyObject(r),
									 location);
}

/* x BETWEEN lo AND hi is x >= lo AND x <= hi; SYMMETRIC tries both orders. */
static Node *
transform_between(ParseState *pstate, A_Expr *a)
{
	Node *x = a->lexpr;
	Node *lo = linitial((List *) a->rexpr);
	Node *hi = lsecond((List *) a->rexpr);
	bool negated = a->kind == AEXPR_NOT_BETWEEN ||
		a->kind == AEXPR_NOT_BETWEEN_SYM;
	bool symmetric = a->kind == AEXPR_BETWEEN_SYM ||
		a->kind == AEXPR_NOT_BETWEEN_SYM;
	const char *lo_op = negated ? "<" : ">=";
	const char *hi_op = negated ? ">" : "<=";
	BoolExprType inner = negated ? OR_EXPR : AND_EXPR;
	Node *result;

	result = (Node *) makeBoolExpr(inner,
								   list_make2(raw_op(lo_op, x, lo, a->location),
											  raw_op(hi_op, copyObject(x), hi,
													 a->location)),
								   a->location);
	if (symmetric)
	{
		Node *swapped;

		swapped = (Node *) makeBoolExpr(inner,
										list_make2(raw_op(lo_op, copyObject(x), hi,
														  a->location),
												   raw_op(hi_op, copyObject(x), lo,
														  a->location)),
										a->location);
		result = (Node *) makeBoolExpr(negated ? AND_EXPR : OR_EXPR,
									   list_make2(result, swapped), a->location);
	}
	return transform_recurse(pstate, result);
}

static Node *
transform_a_expr(ParseState *pstate, A_Expr *a)
{
	switch (a->kind)
	{
		case AEXPR_OP:
		case AEXPR_LIKE:
		case AEXPR_ILIKE:
		case AEXPR_SIMILAR:
			return transform_op(pstate, a);
		case AEXPR_OP_ANY:
		case AEXPR_OP_ALL:
		{
			Node *l = transform_recurse(pstate, a->lexpr);
			Node *r = transform_recurse(pstate, a->rexpr);

			return (Node *) make_scalar_array_op(pstate, a->name,
												 a->kind == AEXPR_OP_ANY, l, r,
												 a->location);
		}
		case AEXPR_DISTINCT:
		case AEXPR_NOT_DISTINCT:
			return transform_distinct(pstate, a);
		case AEXPR_NULLIF:
			return transform_nullif(pstate, a);
		case AEXPR_IN:
			return transform_in(pstate, a);
		case AEXPR_BETWEEN:
		case AEXPR_NOT_BETWEEN:
		case AEXPR_BETWEEN_SYM:
		case AEXPR_NOT_BETWEEN_SYM:
			return transform_between(pstate, a);
	}
	elog(ERROR, "unrecognized A_Expr kind: %d", (int) a->kind);
	return NULL;
}

static Node *
transform_bool(ParseState *pstate, BoolExpr *b)
{
	static const char *const names[] = {"AND", "OR", "NOT"};
	List *args = NIL;
	ListCell *lc;

	foreach (lc, b->args)
		args = lappend(args,
					   coerce_to_boolean(pstate, transform_recurse(pstate, lfirst(lc)),
										 names[b->boolop]));
	return (Node *) makeBoolExpr(b->boolop, args, b->location);
}

/* ---- rows ---- */

static Node *
transform_row(ParseState *pstate, RowExpr *r, bool allowDefault)
{
	RowExpr *n = makeNode(RowExpr);
	int i = 0;

	n->args = transformExpressionList(pstate, r->args, pstate->p_expr_kind,
									  allowDefault);
	if (list_length(n->args) > MaxTupleAttributeNumber)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("ROW expressions can have at most %d entries",
						MaxTupleAttributeNumber),
				 parser_errposition(pstate, r->location)));
	n->row_typeid = RECORDOID;
	/* how it was written is not kept */
	n->row_format = COERCE_IMPLICIT_CAST;
	while (i < list_length(n->args))
		n->colnames = lappend(n->colnames, makeString(psprintf("f%d", ++i)));
	n->location = r->location;
	return (Node *) n;
}

static void
check_row_lengths(ParseState *pstate, List *l, List *r, int location)
{
	if (list_length(l) != list_length(r))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("unequal number of entries in row expressions"),
				 parser_errposition(pstate, location)));
}

/* What < or >= or so of a row means, from the interpretations all pairs share. */
static RowCompareType
row_compare_type(ParseState *pstate, List *opexprs, List *opname,
				 List **interpretations, int location)
{
	Bitmapset *strategies = NULL;
	int i;
	ListCell *lc;

	*interpretations = NIL;
	foreach (lc, opexprs)
	{
		OpExpr *op = lfirst_node(OpExpr, lc);
		List *interp = get_op_btree_interpretation(op->opno);
		Bitmapset *these = NULL;
		ListCell *lc2;

		foreach (lc2, interp)
			these = bms_add_member(these,
								   ((OpBtreeInterpretation *) lfirst(lc2))->strategy);
		*interpretations = lappend(*interpretations, interp);
		strategies = foreach_current_index(lc) == 0 ? these : bms_int_members(strategies, these);
	}
	i = bms_next_member(strategies, -1);
	if (i < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not determine interpretation of row comparison operator %s",
						strVal(llast(opname))),
				 errhint("Such an operator has to be part of a btree operator family."),
				 parser_errposition(pstate, location)));
	return (RowCompareType) i;
}

/* The operator family in which each operator has the strategy. */
static List *
row_compare_families(ParseState *pstate, List *interpretations,
					 RowCompareType rctype, List *opname, int location)
{
	List *families = NIL;
	ListCell *lc;

	foreach (lc, interpretations)
	{
		Oid family = InvalidOid;
		ListCell *lc2;

		foreach (lc2, (List *) lfirst(lc))
		{
			OpBtreeInterpretation *o = lfirst(lc2);

			if (o->strategy == rctype)
			{
				family = o->opfamily_id;
				break;
			}
		}
		if (!OidIsValid(family))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("could not determine interpretation of row comparison operator %s",
							strVal(llast(opname))),
					 errdetail("There are multiple equally-plausible candidates."),
					 parser_errposition(pstate, location)));
		families = lappend_oid(families, family);
	}
	return families;
}

/* row op row: ANDed equalities, ORed inequalities, or a RowCompareExpr */
static Node *
make_row_comparison(ParseState *pstate, List *opname, List *largs, List *rargs,
					int location)
{
	List *ops = NIL;
	List *interpretations;
	RowCompareType rctype;
	RowCompareExpr *rc;
	ListCell *l;
	ListCell *r;

	check_row_lengths(pstate, largs, rargs, location);
	if (largs == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot compare rows of zero length"),
				 parser_errposition(pstate, location)));
	forboth (l, largs, r, rargs)
	{
		OpExpr *op = castNode(OpExpr,
							  make_op(pstate, opname, lfirst(l), lfirst(r),
									  pstate->p_last_srf, location));

		if (op->opresulttype != BOOLOID)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("row comparison operator must yield type boolean, not type %s",
							format_type_be(op->opresulttype)),
					 parser_errposition(pstate, location)));
		if (op->opretset)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("row comparison operator must not return a set"),
					 parser_errposition(pstate, location)));
		ops = lappend(ops, op);
	}
	if (list_length(ops) == 1)
		return linitial(ops);

	rctype = row_compare_type(pstate, ops, opname, &interpretations, location);
	if (rctype == ROWCOMPARE_EQ)
		return (Node *) makeBoolExpr(AND_EXPR, ops, location);
	if (rctype == ROWCOMPARE_NE)
		return (Node *) makeBoolExpr(OR_EXPR, ops, location);

	rc = makeNode(RowCompareExpr);
	rc->rctype = rctype;
	rc->opfamilies = row_compare_families(pstate, interpretations, rctype, opname,
										  location);
	foreach (l, ops)
	{
		OpExpr *op = lfirst_node(OpExpr, l);

		rc->opnos = lappend_oid(rc->opnos, op->opno);
		rc->largs = lappend(rc->largs, linitial(op->args));
		rc->rargs = lappend(rc->rargs, lsecond(op->args));
	}
	return (Node *) rc;
}

/* row IS DISTINCT FROM row: any pair is */
static Node *
make_row_distinct(ParseState *pstate, List *opname, RowExpr *l, RowExpr *r,
				  int location)
{
	Node *result = NULL;
	ListCell *ll;
	ListCell *lr;

	check_row_lengths(pstate, l->args, r->args, location);
	forboth (ll, l->args, lr, r->args)
	{
		Node *cmp = (Node *) make_distinct(pstate, opname, lfirst(ll),
										   lfirst(lr), location);

		result = result == NULL ? cmp : (Node *) makeBoolExpr(OR_EXPR, list_make2(result, cmp), location);
	}
	/* rows without columns are equal */
	return result != NULL ? result : makeBoolConst(false, false);
}

static Expr *
make_distinct(ParseState *pstate, List *opname, Node *l, Node *r, int location)
{
	OpExpr *op = (OpExpr *) make_op(pstate, opname, l, r, pstate->p_last_srf,
									location);

	if (op->opresulttype != BOOLOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("IS DISTINCT FROM requires = operator to yield boolean"),
				 parser_errposition(pstate, location)));
	if (op->opretset)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("%s must not return a set", "IS DISTINCT FROM"),
				 parser_errposition(pstate, location)));
	NodeSetTag(op, T_DistinctExpr);
	return (Expr *) op;
}

/* ---- calls ---- */

static Node *
transform_func(ParseState *pstate, FuncCall *fn)
{
	Node *last_srf = pstate->p_last_srf;
	List *args = NIL;
	ListCell *lc;

	foreach (lc, fn->args)
		args = lappend(args, transform_recurse(pstate, lfirst(lc)));
	/* WITHIN GROUP keys are arguments too */
	if (fn->agg_within_group)
		foreach (lc, fn->agg_order)
			args = lappend(args, transformExpr(pstate, lfirst_node(SortBy, lc)->node, EXPR_KIND_ORDER_BY));
	return ParseFuncOrColumn(pstate, fn->funcname, args, last_srf, fn, false,
							 fn->location);
}

/* (a, b) = (SELECT ...) or ROW(...): one item of the source */
static Node *
transform_multi_assign(ParseState *pstate, MultiAssignRef *maref)
{
	TargetEntry *tle;
	SubLink *s;
	RowExpr *r;
	Param *p;
	Node *result;

	Assert(pstate->p_expr_kind == EXPR_KIND_UPDATE_SOURCE);
	if (maref->colno == 1)
	{
		if (IsA(maref->source, SubLink) &&
			((SubLink *) maref->source)->subLinkType == EXPR_SUBLINK)
		{
			s = (SubLink *) maref->source;
			s->subLinkType = MULTIEXPR_SUBLINK;
			s = (SubLink *) transform_recurse(pstate, (Node *) s);
			if (list_length(((Query *) s->subselect)->targetList) !=
				maref->ncolumns)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("number of columns does not match number of values"),
						 parser_errposition(pstate, s->location)));
			tle = makeTargetEntry((Expr *) s, 0, NULL, true);
			pstate->p_multiassign_exprs = lappend(pstate->p_multiassign_exprs, tle);
			/* numbers tell several of them apart */
			s->subLinkId = list_length(pstate->p_multiassign_exprs);
		}
		else if (IsA(maref->source, RowExpr))
		{
			r = (RowExpr *) transform_row(pstate, (RowExpr *) maref->source, true);
			if (list_length(r->args) != maref->ncolumns)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("number of columns does not match number of values"),
						 parser_errposition(pstate, r->location)));
			/* kept until its last item is taken */
			tle = makeTargetEntry((Expr *) r, 0, NULL, true);
			pstate->p_multiassign_exprs = lappend(pstate->p_multiassign_exprs, tle);
		}
		else
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression"),
					 parser_errposition(pstate, exprLocation(maref->source))));
	}
	else
		tle = llast_node(TargetEntry, pstate->p_multiassign_exprs);

	if (IsA(tle->expr, SubLink))
	{
		TargetEntry *col;

		s = (SubLink *) tle->expr;
		col = list_nth(((Query *) s->subselect)->targetList, maref->colno - 1);
		p = makeNode(Param);
		p->paramkind = PARAM_MULTIEXPR;
		p->paramid = (s->subLinkId << 16) | maref->colno;
		p->paramtype = exprType((Node *) col->expr);
		p->paramtypmod = exprTypmod((Node *) col->expr);
		p->paramcollid = exprCollation((Node *) col->expr);
		p->location = exprLocation((Node *) col->expr);
		return (Node *) p;
	}
	r = castNode(RowExpr, tle->expr);
	result = list_nth(r->args, maref->colno - 1);
	if (maref->colno == maref->ncolumns)
		pstate->p_multiassign_exprs = list_delete_last(pstate->p_multiassign_exprs);
	return result;
}

/* ---- subqueries ---- */

static void
check_sublinks_allowed(ParseState *pstate, int location)
{
	const char *err = NULL;

	switch (pstate->p_expr_kind)
	{
		case EXPR_KIND_CHECK_CONSTRAINT:
		case EXPR_KIND_DOMAIN_CHECK:
			err = "cannot use subquery in check constraint";
			break;
		case EXPR_KIND_COLUMN_DEFAULT:
		case EXPR_KIND_FUNCTION_DEFAULT:
			err = "cannot use subquery in DEFAULT expression";
			break;
		case EXPR_KIND_INDEX_EXPRESSION:
			err = "cannot use subquery in index expression";
			break;
		case EXPR_KIND_INDEX_PREDICATE:
			err = "cannot use subquery in index predicate";
			break;
		case EXPR_KIND_STATS_EXPRESSION:
			err = "cannot use subquery in statistics expression";
			break;
		case EXPR_KIND_ALTER_COL_TRANSFORM:
			err = "cannot use subquery in transform expression";
			break;
		case EXPR_KIND_EXECUTE_PARAMETER:
			err = "cannot use subquery in EXECUTE parameter";
			break;
		case EXPR_KIND_TRIGGER_WHEN:
			err = "cannot use subquery in trigger WHEN condition";
			break;
		case EXPR_KIND_PARTITION_BOUND:
			err = "cannot use subquery in partition bound";
			break;
		case EXPR_KIND_PARTITION_EXPRESSION:
			err = "cannot use subquery in partition key expression";
			break;
		case EXPR_KIND_CALL_ARGUMENT:
			err = "cannot use subquery in CALL argument";
			break;
		case EXPR_KIND_COPY_WHERE:
			err = "cannot use subquery in COPY FROM WHERE condition";
			break;
		case EXPR_KIND_GENERATED_COLUMN:
			err = "cannot use subquery in column generation expression";
			break;
		default:
			return;
	}
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("%s", err),
			 parser_errposition(pstate, location)));
}

static int
count_visible(List *tlist)
{
	int n = 0;
	ListCell *lc;

	foreach (lc, tlist)
		if (!lfirst_node(TargetEntry, lc)->resjunk)
			n++;
	return n;
}

/* lefthand op ANY (subquery): compare with Params for the columns. */
static void
transform_sublink_test(ParseState *pstate, SubLink *sublink, Query *qtree)
{
	Node *lefthand;
	List *left;
	List *right = NIL;
	ListCell *lc;

	/* x IN (...) has no operator of its own */
	if (sublink->operName == NIL)
		sublink->operName = list_make1(makeString("="));
	lefthand = transform_recurse(pstate, sublink->testexpr);
	left = lefthand != NULL && IsA(lefthand, RowExpr) ? ((RowExpr *) lefthand)->args : list_make1(lefthand);

	foreach (lc, qtree->targetList)
	{
		TargetEntry *te = lfirst_node(TargetEntry, lc);
		Param *p;

		if (te->resjunk)
			continue;
		p = makeNode(Param);
		p->paramkind = PARAM_SUBLINK;
		p->paramid = te->resno;
		p->paramtype = exprType((Node *) te->expr);
		p->paramtypmod = exprTypmod((Node *) te->expr);
		p->paramcollid = exprCollation((Node *) te->expr);
		p->location = -1;
		right = lappend(right, p);
	}
	if (list_length(left) != list_length(right))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg(list_length(left) < list_length(right) ? "subquery has too many columns" : "subquery has too few columns"),
				 parser_errposition(pstate, sublink->location)));
	sublink->testexpr = make_row_comparison(pstate, sublink->operName, left, right,
											sublink->location);
}

static Node *
transform_sublink(ParseState *pstate, SubLink *sublink)
{
	Query *q;

	check_sublinks_allowed(pstate, sublink->location);
	pstate->p_hasSubLinks = true;
	q = parse_sub_analyze(sublink->subselect, pstate, NULL, false, true);
	if (!IsA(q, Query) || q->commandType != CMD_SELECT)
		elog(ERROR, "unexpected non-SELECT command in SubLink");
	sublink->subselect = (Node *) q;

	switch (sublink->subLinkType)
	{
		case EXISTS_SUBLINK:
			sublink->testexpr = NULL;
			sublink->operName = NIL;
			break;
		case EXPR_SUBLINK:
		case ARRAY_SUBLINK:
			if (count_visible(q->targetList) != 1)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("subquery must return only one column"),
						 parser_errposition(pstate, sublink->location)));
			sublink->testexpr = NULL;
			sublink->operName = NIL;
			break;
		case MULTIEXPR_SUBLINK:
			sublink->testexpr = NULL;
			sublink->operName = NIL;
			break;
		default:
			transform_sublink_test(pstate, sublink, q);
			break;
	}
	return (Node *) sublink;
}

/* ---- CASE, COALESCE, GREATEST ---- */

static void
no_srf_in(ParseState *pstate, Node *last_srf, const char *what)
{
	if (pstate->p_last_srf != last_srf)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-returning functions are not allowed in %s", what),
				 errhint("The set-returning call might stand in a LATERAL item of FROM."),
				 parser_errposition(pstate, exprLocation(pstate->p_last_srf))));
}

/* CASE x WHEN y: each WHEN compares y with a placeholder for x */
static Node *
transform_case(ParseState *pstate, CaseExpr *c)
{
	CaseExpr *n = makeNode(CaseExpr);
	CaseTestExpr *placeholder = NULL;
	Node *last_srf = pstate->p_last_srf;
	Node *arg = transform_recurse(pstate, (Node *) c->arg);
	Node *defresult = (Node *) c->defresult;
	List *results = NIL;
	Oid type;
	ListCell *lc;

	if (arg != NULL)
	{
		/* an unknown literal must be something to be compared */
		if (exprType(arg) == UNKNOWNOID)
			arg = coerce_to_common_type(pstate, arg, TEXTOID, "CASE");
		/* the placeholder needs the collation, so settle it now */
		assign_expr_collations(pstate, arg);
		placeholder = makeNode(CaseTestExpr);
		placeholder->typeId = exprType(arg);
		placeholder->typeMod = exprTypmod(arg);
		placeholder->collation = exprCollation(arg);
	}
	n->arg = (Expr *) arg;
	foreach (lc, c->args)
	{
		CaseWhen *w = lfirst_node(CaseWhen, lc);
		CaseWhen *nw = makeNode(CaseWhen);
		Node *cond = (Node *) w->expr;

		if (placeholder != NULL)
			cond = (Node *) makeSimpleA_Expr(AEXPR_OP, "=", (Node *) placeholder,
											 cond, w->location);
		nw->expr = (Expr *) coerce_to_boolean(pstate,
											  transform_recurse(pstate, cond),
											  "CASE/WHEN");
		nw->result = (Expr *) transform_recurse(pstate, (Node *) w->result);
		nw->location = w->location;
		n->args = lappend(n->args, nw);
		results = lappend(results, nw->result);
	}
	if (defresult == NULL)
	{
		A_Const *null = makeNode(A_Const);

		null->isnull = true;
		null->location = -1;
		defresult = (Node *) null;
	}
	n->defresult = (Expr *) transform_recurse(pstate, defresult);
	/* ELSE is considered first, to favour its type if it is preferred */
	results = lcons(n->defresult, results);
	type = select_common_type(pstate, results, "CASE", NULL);
	Assert(OidIsValid(type));
	n->casetype = type;
	n->defresult = (Expr *) coerce_to_common_type(pstate, (Node *) n->defresult,
												  type, "CASE/ELSE");
	foreach (lc, n->args)
	{
		CaseWhen *w = lfirst_node(CaseWhen, lc);

		w->result = (Expr *) coerce_to_common_type(pstate, (Node *) w->result,
												   type, "CASE/WHEN");
	}
	no_srf_in(pstate, last_srf, "CASE");
	n->location = c->location;
	return (Node *) n;
}

/* Analyze a list and convert it to its common type, which is returned. */
static List *
common_type_list(ParseState *pstate, List *raw, const char *what, Oid *type)
{
	List *args = NIL;
	List *result = NIL;
	ListCell *lc;

	foreach (lc, raw)
		args = lappend(args, transform_recurse(pstate, lfirst(lc)));
	*type = select_common_type(pstate, args, what, NULL);
	foreach (lc, args)
		result = lappend(result, coerce_to_common_type(pstate, lfirst(lc), *type, what));
	return result;
}

static Node *
transform_coalesce(ParseState *pstate, CoalesceExpr *c)
{
	CoalesceExpr *n = makeNode(CoalesceExpr);
	Node *last_srf = pstate->p_last_srf;

	n->args = common_type_list(pstate, c->args, "COALESCE", &n->coalescetype);
	no_srf_in(pstate, last_srf, "COALESCE");
	n->location = c->location;
	return (Node *) n;
}

static Node *
transform_min_max(ParseState *pstate, MinMaxExpr *m)
{
	MinMaxExpr *n = makeNode(MinMaxExpr);

	n->op = m->op;
	n->args = common_type_list(pstate, m->args,
							   m->op == IS_GREATEST ? "GREATEST" : "LEAST",
							   &n->minmaxtype);
	n->location = m->location;
	return (Node *) n;
}

/* ---- the rest ---- */

static Node *
transform_value_function(ParseState *pstate, SQLValueFunction *f)
{
	switch (f->op)
	{
		case SVFOP_CURRENT_DATE:
			f->type = DATEOID;
			break;
		case SVFOP_CURRENT_TIME:
			f->type = TIMETZOID;
			break;
		case SVFOP_CURRENT_TIME_N:
			f->type = TIMETZOID;
			f->typmod = anytime_typmod_check(true, f->typmod);
			break;
		case SVFOP_CURRENT_TIMESTAMP:
			f->type = TIMESTAMPTZOID;
			break;
		case SVFOP_CURRENT_TIMESTAMP_N:
			f->type = TIMESTAMPTZOID;
			f->typmod = anytimestamp_typmod_check(true, f->typmod);
			break;
		case SVFOP_LOCALTIME:
			f->type = TIMEOID;
			break;
		case SVFOP_LOCALTIME_N:
			f->type = TIMEOID;
			f->typmod = anytime_typmod_check(false, f->typmod);
			break;
		case SVFOP_LOCALTIMESTAMP:
			f->type = TIMESTAMPOID;
			break;
		case SVFOP_LOCALTIMESTAMP_N:
			f->type = TIMESTAMPOID;
			f->typmod = anytimestamp_typmod_check(false, f->typmod);
			break;
		default:
			f->type = NAMEOID;
			break;
	}
	return (Node *) f;
}

static Node *
transform_current_of(ParseState *pstate, CurrentOfExpr *c)
{
	Assert(pstate->p_target_nsitem != NULL);
	c->cvarno = pstate->p_target_nsitem->p_rtindex;
	if (c->cursor_name != NULL)
	{
		/* in a function language the name may be a variable's */
		ColumnRef *cref = makeNode(ColumnRef);
		Node *node = NULL;

		cref->fields = list_make1(makeString(c->cursor_name));
		cref->location = -1;
		if (pstate->p_pre_columnref_hook != NULL)
			node = pstate->p_pre_columnref_hook(pstate, cref);
		if (node == NULL && pstate->p_post_columnref_hook != NULL)
			node = pstate->p_post_columnref_hook(pstate, cref, NULL);
		if (node != NULL && IsA(node, Param) &&
			((Param *) node)->paramkind == PARAM_EXTERN &&
			((Param *) node)->paramtype == REFCURSOROID)
		{
			c->cursor_name = NULL;
			c->cursor_param = ((Param *) node)->paramid;
		}
	}
	return (Node *) c;
}

/*
 * ParseExprKindName
 *		The place in the query, for "%s are not allowed in ...".
 */
const char *
ParseExprKindName(ParseExprKind exprKind)
{
	static const char *const names[] = {
		[EXPR_KIND_NONE] = "invalid expression context",
		[EXPR_KIND_OTHER] = "extension expression",
		[EXPR_KIND_JOIN_ON] = "JOIN/ON",
		[EXPR_KIND_JOIN_USING] = "JOIN/USING",
		[EXPR_KIND_FROM_SUBSELECT] = "sub-SELECT in FROM",
		[EXPR_KIND_FROM_FUNCTION] = "function in FROM",
		[EXPR_KIND_WHERE] = "WHERE",
		[EXPR_KIND_HAVING] = "HAVING",
		[EXPR_KIND_FILTER] = "FILTER",
		[EXPR_KIND_WINDOW_PARTITION] = "window PARTITION BY",
		[EXPR_KIND_WINDOW_ORDER] = "window ORDER BY",
		[EXPR_KIND_WINDOW_FRAME_RANGE] = "window RANGE",
		[EXPR_KIND_WINDOW_FRAME_ROWS] = "window ROWS",
		[EXPR_KIND_WINDOW_FRAME_GROUPS] = "window GROUPS",
		[EXPR_KIND_SELECT_TARGET] = "SELECT",
		[EXPR_KIND_INSERT_TARGET] = "INSERT",
		[EXPR_KIND_UPDATE_SOURCE] = "UPDATE",
		[EXPR_KIND_UPDATE_TARGET] = "UPDATE",
		[EXPR_KIND_MERGE_WHEN] = "MERGE WHEN",
		[EXPR_KIND_GROUP_BY] = "GROUP BY",
		[EXPR_KIND_ORDER_BY] = "ORDER BY",
		[EXPR_KIND_DISTINCT_ON] = "DISTINCT ON",
		[EXPR_KIND_LIMIT] = "LIMIT",
		[EXPR_KIND_OFFSET] = "OFFSET",
		[EXPR_KIND_RETURNING] = "RETURNING",
		[EXPR_KIND_VALUES] = "VALUES",
		[EXPR_KIND_VALUES_SINGLE] = "VALUES",
		[EXPR_KIND_CHECK_CONSTRAINT] = "CHECK",
		[EXPR_KIND_DOMAIN_CHECK] = "CHECK",
		[EXPR_KIND_COLUMN_DEFAULT] = "DEFAULT",
		[EXPR_KIND_FUNCTION_DEFAULT] = "DEFAULT",
		[EXPR_KIND_INDEX_EXPRESSION] = "index expression",
		[EXPR_KIND_INDEX_PREDICATE] = "index predicate",
		[EXPR_KIND_STATS_EXPRESSION] = "statistics expression",
		[EXPR_KIND_ALTER_COL_TRANSFORM] = "USING",
		[EXPR_KIND_EXECUTE_PARAMETER] = "EXECUTE",
		[EXPR_KIND_TRIGGER_WHEN] = "WHEN",
		[EXPR_KIND_POLICY] = "POLICY",
		[EXPR_KIND_PARTITION_BOUND] = "partition bound",
		[EXPR_KIND_PARTITION_EXPRESSION] = "PARTITION BY",
		[EXPR_KIND_CALL_ARGUMENT] = "CALL",
		[EXPR_KIND_COPY_WHERE] = "WHERE",
		[EXPR_KIND_GENERATED_COLUMN] = "GENERATED AS",
		[EXPR_KIND_CYCLE_MARK] = "CYCLE",
	};

	return names[exprKind];
}
