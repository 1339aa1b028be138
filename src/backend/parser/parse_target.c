/*
 * parse_target.c
 *		Analysis of SELECT lists and of assignment targets.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_target.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "utils/adt_upcalls.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_expr.h"
#include "parser/parse_relation.h"
#include "parser/parse_target.h"
#include "parser/parse_type.h"
#include "parser/parsetree.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/typcache.h"

static List *expand_column_star(ParseState *pstate, ColumnRef *cref,
								bool make_target_entry);
static List *expand_indirection_star(ParseState *pstate, A_Indirection *ind,
									 bool make_target_entry,
									 ParseExprKind exprKind);
static List *expand_row(ParseState *pstate, Node *expr, bool make_target_entry);
static void mark_origin(ParseState *pstate, TargetEntry *tle, Var *var,
						int levelsup);

/* ---- lists ---- */

/*
 * transformTargetEntry
 *		A target list entry; expr is the analyzed form of node, or NULL.
 *
 * colname is NULL to derive one from the expression.
 */
TargetEntry *
transformTargetEntry(ParseState *pstate, Node *node, Node *expr,
					 ParseExprKind exprKind, char *colname, bool resjunk)
{
	if (expr == NULL)
	{
		/* only multiple assignment may have DEFAULT, and does not come here */
		if (exprKind == EXPR_KIND_UPDATE_SOURCE && IsA(node, SetToDefault))
			expr = node;
		else
			expr = transformExpr(pstate, node, exprKind);
	}
	if (colname == NULL && !resjunk)
		colname = FigureColname(node);
	return makeTargetEntry((Expr *) expr, (AttrNumber) pstate->p_next_resno++,
						   colname, resjunk);
}

/* Does this reference end in a star? */
static bool
ends_in_star(List *names)
{
	return IsA(llast(names), A_Star);
}

/*
 * transformTargetList
 *		The entries for a list of ResTargets, stars expanded.
 */
List *
transformTargetList(ParseState *pstate, List *targetlist,
					ParseExprKind exprKind)
{
	List *result = NIL;
	bool expand_star = exprKind != EXPR_KIND_UPDATE_SOURCE;
	ListCell *lc;

	foreach (lc, targetlist)
	{
		ResTarget *res = lfirst(lc);

		if (expand_star && IsA(res->val, ColumnRef) &&
			ends_in_star(((ColumnRef *) res->val)->fields))
			result = list_concat(result,
								 expand_column_star(pstate,
													(ColumnRef *) res->val, true));
		else if (expand_star && IsA(res->val, A_Indirection) &&
				 ends_in_star(((A_Indirection *) res->val)->indirection))
			result = list_concat(result,
								 expand_indirection_star(pstate,
														 (A_Indirection *) res->val,
														 true, exprKind));
		else
			result = lappend(result,
							 transformTargetEntry(pstate, res->val, NULL,
												  exprKind, res->name, false));
	}
	/* (a, b) = (SELECT ...) brings junk entries for the queries */
	if (pstate->p_multiassign_exprs != NIL)
	{
		Assert(exprKind == EXPR_KIND_UPDATE_SOURCE);
		result = list_concat(result, pstate->p_multiassign_exprs);
		pstate->p_multiassign_exprs = NIL;
	}
	return result;
}

/*
 * transformExpressionList
 *		The same for a bare list of expressions: VALUES rows, ROW().
 *
 * allowDefault: DEFAULT may stand for an item, and stays as it is.
 */
List *
transformExpressionList(ParseState *pstate, List *exprlist,
						ParseExprKind exprKind, bool allowDefault)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, exprlist)
	{
		Node *e = lfirst(lc);

		if (IsA(e, ColumnRef) && ends_in_star(((ColumnRef *) e)->fields))
			result = list_concat(result,
								 expand_column_star(pstate, (ColumnRef *) e, false));
		else if (IsA(e, A_Indirection) &&
				 ends_in_star(((A_Indirection *) e)->indirection))
			result = list_concat(result,
								 expand_indirection_star(pstate,
														 (A_Indirection *) e,
														 false, exprKind));
		else if (allowDefault && IsA(e, SetToDefault))
			result = lappend(result, e);
		else
			result = lappend(result, transformExpr(pstate, e, exprKind));
	}
	return result;
}

/* Output columns whose type is still open become text. */
void
resolveTargetListUnknowns(ParseState *pstate, List *targetlist)
{
	ListCell *lc;

	foreach (lc, targetlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (exprType((Node *) tle->expr) == UNKNOWNOID)
			tle->expr = (Expr *) coerce_type(pstate, (Node *) tle->expr,
											 UNKNOWNOID, TEXTOID, -1,
											 COERCION_IMPLICIT,
											 COERCE_IMPLICIT_CAST, -1);
	}
}

/* Note for each plain column the table and column it comes from. */
void
markTargetListOrigins(ParseState *pstate, List *targetlist)
{
	ListCell *lc;

	foreach (lc, targetlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (tle->expr != NULL && IsA(tle->expr, Var))
			mark_origin(pstate, tle, (Var *) tle->expr, 0);
	}
}

static void
mark_origin(ParseState *pstate, TargetEntry *tle, Var *var, int levelsup)
{
	int netlevelsup = var->varlevelsup + levelsup;
	RangeTblEntry *rte = GetRTEByRangeTablePosn(pstate, var->varno, netlevelsup);
	TargetEntry *sub;
	AttrNumber attnum = var->varattno;

	switch (rte->rtekind)
	{
		case RTE_RELATION:
			tle->resorigtbl = rte->relid;
			tle->resorigcol = attnum;
			return;
		case RTE_SUBQUERY:
			if (attnum == InvalidAttrNumber)
				return;
			sub = get_tle_by_resno(rte->subquery->targetList, attnum);
			break;
		case RTE_CTE:
			if (attnum == InvalidAttrNumber || rte->self_reference)
				return;
			{
				CommonTableExpr *cte = GetCTEForRTE(pstate, rte, netlevelsup);

				if (cte->search_clause != NULL || cte->cycle_clause != NULL)
					return;
				sub = get_tle_by_resno(GetCTETargetList(cte), attnum);
			}
			break;
		default:
			/* a join's Vars name the tables below it already */
			return;
	}
	if (sub == NULL || sub->resjunk)
		elog(ERROR, "subquery %s does not have attribute %d",
			 rte->eref->aliasname, attnum);
	tle->resorigtbl = sub->resorigtbl;
	tle->resorigcol = sub->resorigcol;
}

/* ---- assignment ---- */

static void
mismatch_error(ParseState *pstate, const char *colname, Oid attrtype,
			   Oid exprtype, Node *expr)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("column \"%s\" is of type %s but expression is of type %s",
					colname, format_type_be(attrtype), format_type_be(exprtype)),
			 errhint("The expression has to be rewritten, or cast."),
			 parser_errposition(pstate, exprLocation(expr))));
}

/*
 * transformAssignedExpr
 *		An expression made fit for a column of the target relation.
 *
 * colname, attrno	the column
 * indirection		subscripts or fields of it that are assigned to
 */
Expr *
transformAssignedExpr(ParseState *pstate, Expr *expr, ParseExprKind exprKind,
					  const char *colname, int attrno, List *indirection,
					  int location)
{
	Relation rd = pstate->p_target_relation;
	ParseExprKind saved = pstate->p_expr_kind;
	Oid type_id = exprType((Node *) expr);
	Form_pg_attribute att;
	Node *result;

	pstate->p_expr_kind = exprKind;
	if (attrno <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot assign to system column \"%s\"", colname),
				 parser_errposition(pstate, location)));
	att = TupleDescAttr(RelationGetDescr(rd), attrno - 1);

	if (IsA(expr, SetToDefault))
	{
		SetToDefault *def = (SetToDefault *) expr;

		def->typeId = att->atttypid;
		def->typeMod = att->atttypmod;
		def->collation = att->attcollation;
		if (indirection != NIL)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg(IsA(linitial(indirection), A_Indices) ? "cannot set an array element to DEFAULT" : "cannot set a subfield to DEFAULT"),
					 parser_errposition(pstate, location)));
		pstate->p_expr_kind = saved;
		return expr;
	}
	if (indirection != NIL)
	{
		/* the old value of the column, or in INSERT nothing */
		Node *base;

		if (pstate->p_is_insert)
			base = (Node *) makeNullConst(att->atttypid, att->atttypmod,
										  att->attcollation);
		else
		{
			Var *v = makeVar(pstate->p_target_nsitem->p_rtindex, attrno,
							 att->atttypid, att->atttypmod,
							 att->attcollation, 0);

			/* writing a part needs no right to read the rest */
			v->location = location;
			base = (Node *) v;
		}
		result = transformAssignmentIndirection(pstate, base, colname, false,
												att->atttypid, att->atttypmod,
												att->attcollation, indirection,
												list_head(indirection),
												(Node *) expr, COERCION_ASSIGNMENT,
												location);
	}
	else
	{
		result = coerce_to_target_type(pstate, (Node *) expr, type_id,
									   att->atttypid, att->atttypmod,
									   COERCION_ASSIGNMENT, COERCE_IMPLICIT_CAST,
									   -1);
		if (result == NULL)
			mismatch_error(pstate, colname, att->atttypid, type_id, (Node *) expr);
	}
	pstate->p_expr_kind = saved;
	return (Expr *) result;
}

/* The same for an entry of UPDATE, which gets the column's number. */
void
updateTargetListEntry(ParseState *pstate, TargetEntry *tle, char *colname,
					  int attrno, List *indirection, int location)
{
	tle->expr = transformAssignedExpr(pstate, tle->expr, EXPR_KIND_UPDATE_TARGET,
									  colname, attrno, indirection, location);
	tle->resno = (AttrNumber) attrno;
	tle->resname = colname;
}

static void
field_error(ParseState *pstate, int code, const char *msg, const char *field,
			const char *target, int location)
{
	ereport(ERROR,
			(errcode(code), errmsg(msg, field, target),
			 parser_errposition(pstate, location)));
}

/* base.field = ...: a FieldStore over the value for the field */
static Node *
assign_field(ParseState *pstate, Node *basenode, const char *targetName,
			 Oid targetTypeId, int32 targetTypMod, List *indirection,
			 ListCell *cell, Node *rhs, CoercionContext ccontext, int location)
{
	const char *field = strVal(lfirst(cell));
	int32 baseTypMod = targetTypMod;
	Oid baseType = getBaseTypeAndTypmod(targetTypeId, &baseTypMod);
	Oid relid = typeidTypeRelid(baseType);
	AttrNumber attnum;
	Oid fieldType;
	int32 fieldTypMod;
	Oid fieldColl;
	FieldStore *fs;
	Node *result;

	if (!OidIsValid(relid))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("cannot assign to field \"%s\" of column \"%s\" because its type %s is not a composite type",
						field, targetName, format_type_be(targetTypeId)),
				 parser_errposition(pstate, location)));
	attnum = get_attnum(relid, field);
	if (attnum == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("cannot assign to field \"%s\" of column \"%s\" because there is no such column in data type %s",
						field, targetName, format_type_be(targetTypeId)),
				 parser_errposition(pstate, location)));
	if (attnum < 0)
		field_error(pstate, ERRCODE_UNDEFINED_COLUMN,
					"cannot assign to system column \"%s\"", field, targetName,
					location);
	get_atttypetypmodcoll(relid, attnum, &fieldType, &fieldTypMod, &fieldColl);

	rhs = transformAssignmentIndirection(pstate, NULL, field, false, fieldType,
										 fieldTypMod, fieldColl, indirection,
										 lnext(indirection, cell), rhs, ccontext,
										 location);
	fs = makeNode(FieldStore);
	fs->arg = (Expr *) basenode;
	fs->newvals = list_make1(rhs);
	fs->fieldnums = list_make1_int(attnum);
	fs->resulttype = baseType;
	result = (Node *) fs;
	if (baseType != targetTypeId)
		result = coerce_to_domain(result, baseType, baseTypMod, targetTypeId,
								  COERCION_IMPLICIT, COERCE_IMPLICIT_CAST,
								  location, false);
	return result;
}

/* base[...] = ...: a SubscriptingRef that stores the value */
static Node *
assign_subscripts(ParseState *pstate, Node *basenode, const char *targetName,
				  Oid targetTypeId, int32 targetTypMod, Oid targetCollation,
				  List *subscripts, List *indirection, ListCell *next_cell,
				  Node *rhs, CoercionContext ccontext, int location)
{
	int32 containerTypMod = targetTypMod;
	Oid containerType = targetTypeId;
	SubscriptingRef *ref;
	Oid needed;
	Node *result;

	transformContainerType(&containerType, &containerTypMod);
	ref = transformContainerSubscripts(pstate, basenode, containerType,
									   containerTypMod, subscripts, true);
	needed = ref->refrestype;
	rhs = transformAssignmentIndirection(pstate, NULL, targetName, true, needed,
										 ref->reftypmod,
										 targetCollation, indirection, next_cell,
										 rhs, ccontext, location);
	ref->refassgnexpr = (Expr *) rhs;
	ref->refrestype = containerType;
	ref->reftypmod = containerTypMod;
	result = (Node *) ref;

	/* back to the domain, or to the vector type */
	if (containerType != targetTypeId)
	{
		Oid resulttype = exprType(result);

		result = coerce_to_target_type(pstate, result, resulttype, targetTypeId,
									   targetTypMod, ccontext,
									   COERCE_IMPLICIT_CAST, -1);
		if (result == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_CANNOT_COERCE),
					 errmsg("cannot cast type %s to %s", format_type_be(resulttype),
							format_type_be(targetTypeId)),
					 parser_errposition(pstate, location)));
	}
	return result;
}

/*
 * transformAssignmentIndirection
 *		The new value of a container of which a part is assigned to.
 *
 * basenode				the container's old value, NULL: the caller's business
 * targetName			for messages
 * targetIsSubscripting	the part so far is an array element, not a column
 * indirection, indirection_cell	what is left of it, from the cell on
 * rhs					the value assigned
 */
Node *
transformAssignmentIndirection(ParseState *pstate, Node *basenode,
							   const char *targetName,
							   bool targetIsSubscripting, Oid targetTypeId,
							   int32 targetTypMod, Oid targetCollation,
							   List *indirection, ListCell *indirection_cell,
							   Node *rhs, CoercionContext ccontext,
							   int location)
{
	List *subscripts = NIL;
	ListCell *lc = indirection_cell;
	Node *result;

	if (indirection_cell != NULL && basenode == NULL)
	{
		/* a placeholder: the executor puts the old part there */
		CaseTestExpr *ct = makeNode(CaseTestExpr);

		ct->typeId = targetTypeId;
		ct->typeMod = targetTypMod;
		ct->collation = targetCollation;
		basenode = (Node *) ct;
	}
	while (lc != NULL && IsA(lfirst(lc), A_Indices))
	{
		subscripts = lappend(subscripts, lfirst(lc));
		lc = lnext(indirection, lc);
	}
	if (subscripts != NIL)
		return assign_subscripts(pstate, basenode, targetName, targetTypeId,
								 targetTypMod, targetCollation, subscripts,
								 indirection, lc, rhs, ccontext, location);
	if (lc != NULL && IsA(lfirst(lc), A_Star))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("row expansion via \"*\" is not supported here"),
				 parser_errposition(pstate, location)));
	if (lc != NULL)
		return assign_field(pstate, basenode, targetName, targetTypeId,
							targetTypMod, indirection, lc, rhs, ccontext,
							location);

	/* nothing left: convert the value */
	result = coerce_to_target_type(pstate, rhs, exprType(rhs), targetTypeId,
								   targetTypMod, ccontext, COERCE_IMPLICIT_CAST,
								   -1);
	if (result != NULL)
		return result;
	if (targetIsSubscripting)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("subscripted assignment to \"%s\" requires type %s but expression is of type %s",
						targetName, format_type_be(targetTypeId),
						format_type_be(exprType(rhs))),
				 errhint("The expression has to be rewritten, or cast."),
				 parser_errposition(pstate, location)));
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("subfield \"%s\" is of type %s but expression is of type %s",
					targetName, format_type_be(targetTypeId),
					format_type_be(exprType(rhs))),
			 errhint("The expression has to be rewritten, or cast."),
			 parser_errposition(pstate, location)));
	return NULL;
}

/* All columns of a relation, as if INSERT had named them. */
static List *
all_insert_targets(Relation rel, List **attrnos)
{
	List *cols = NIL;

	for (int i = 0; i < RelationGetNumberOfAttributes(rel); i++)
	{
		Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), i);
		ResTarget *col;

		if (att->attisdropped)
			continue;
		col = makeNode(ResTarget);
		col->name = pstrdup(NameStr(att->attname));
		col->location = -1;
		cols = lappend(cols, col);
		*attrnos = lappend_int(*attrnos, i + 1);
	}
	return cols;
}

/*
 * checkInsertTargets
 *		The target columns of INSERT, and in *attrnos their numbers.
 *
 * cols NIL means all.  A column may come several times only if each time
 * another part of it is meant.
 */
List *
checkInsertTargets(ParseState *pstate, List *cols, List **attrnos)
{
	Bitmapset *whole = NULL;
	Bitmapset *partial = NULL;
	ListCell *lc;

	*attrnos = NIL;
	if (cols == NIL)
		return all_insert_targets(pstate->p_target_relation, attrnos);
	foreach (lc, cols)
	{
		ResTarget *col = lfirst(lc);
		int attrno = attnameAttNum(pstate->p_target_relation, col->name,
								   false);
		bool twice;

		if (attrno == InvalidAttrNumber)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" does not exist",
							col->name,
							RelationGetRelationName(pstate->p_target_relation)),
					 parser_errposition(pstate, col->location)));
		twice = bms_is_member(attrno, whole) ||
			(col->indirection == NIL && bms_is_member(attrno, partial));
		if (twice)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("column \"%s\" specified more than once", col->name),
					 parser_errposition(pstate, col->location)));
		if (col->indirection == NIL)
			whole = bms_add_member(whole, attrno);
		else
			partial = bms_add_member(partial, attrno);
		*attrnos = lappend_int(*attrnos, attrno);
	}
	return cols;
}

/* ---- stars ---- */

/* Vars or target entries for all columns of a namespace item. */
static List *
expand_nsitem(ParseState *pstate, ParseNamespaceItem *nsitem, int sublevels_up,
			  int location, bool make_target_entry)
{
	List *vars;
	ListCell *lc;

	if (make_target_entry)
		return expandNSItemAttrs(pstate, nsitem, sublevels_up, true, location);
	vars = expandNSItemVars(nsitem, sublevels_up, location, NULL);
	/* reading a whole table needs the right to, even if it has no columns */
	if (nsitem->p_rte->rtekind == RTE_RELATION)
		nsitem->p_rte->requiredPerms |= ACL_SELECT;
	foreach (lc, vars)
		markVarForSelectPriv(pstate, lfirst_node(Var, lc));
	return vars;
}

/* A bare star: all tables whose columns can be named. */
static List *
expand_all_tables(ParseState *pstate, int location)
{
	List *result = NIL;
	bool found = false;
	ListCell *lc;

	foreach (lc, pstate->p_namespace)
	{
		ParseNamespaceItem *nsitem = lfirst(lc);

		if (!nsitem->p_cols_visible)
			continue;
		Assert(!nsitem->p_lateral_only);
		found = true;
		result = list_concat(result,
							 expandNSItemAttrs(pstate, nsitem, 0, true, location));
	}
	if (!found)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("SELECT * with no tables specified is not valid"),
				 parser_errposition(pstate, location)));
	return result;
}

/*
 * Find a table by one to three names; *relname is set for messages.  Raises
 * an error if the database named is another one, or there are more names.
 */
static ParseNamespaceItem *
find_star_table(ParseState *pstate, List *names, int location,
				int *levels_up)
{
	int n = list_length(names);
	char *schema = n >= 2 ? strVal(list_nth(names, n - 2)) : NULL;
	char *rel = strVal(llast(names));

	if (n == 3 && strcmp(strVal(linitial(names)), get_database_name(MyDatabaseId)) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cross-database references are not implemented: %s",
						NameListToString(names)),
				 parser_errposition(pstate, location)));
	if (n > 3)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("improper qualified name (too many dotted names): %s",
						NameListToString(names)),
				 parser_errposition(pstate, location)));
	return refnameNamespaceItem(pstate, schema, rel, location, levels_up);
}

static List *
expand_column_star(ParseState *pstate, ColumnRef *cref, bool make_target_entry)
{
	int n = list_length(cref->fields);
	List *names = list_copy_head(cref->fields, n - 1);
	ParseNamespaceItem *nsitem;
	int levels_up;
	Node *node = NULL;

	if (n == 1)
	{
		if (!make_target_entry)
		{
			List *r = NIL;
			ListCell *lc;

			foreach (lc, expand_all_tables(pstate, cref->location))
				r = lappend(r, lfirst_node(TargetEntry, lc)->expr);
			return r;
		}
		return expand_all_tables(pstate, cref->location);
	}
	if (pstate->p_pre_columnref_hook != NULL)
	{
		node = pstate->p_pre_columnref_hook(pstate, cref);
		if (node != NULL)
			return expand_row(pstate, node, make_target_entry);
	}
	nsitem = find_star_table(pstate, names, cref->location, &levels_up);
	if (pstate->p_post_columnref_hook != NULL)
	{
		node = pstate->p_post_columnref_hook(pstate, cref, (Node *) nsitem);
		if (node != NULL)
			return expand_row(pstate, node, make_target_entry);
	}
	if (nsitem == NULL)
	{
		RangeVar *rv = makeRangeVarFromNameList(names);

		rv->location = cref->location;
		errorMissingRTE(pstate, rv);
	}
	return expand_nsitem(pstate, nsitem, levels_up, cref->location,
						 make_target_entry);
}

static List *
expand_indirection_star(ParseState *pstate, A_Indirection *ind,
						bool make_target_entry, ParseExprKind exprKind)
{
	Node *expr;

	ind = copyObject(ind);
	ind->indirection = list_truncate(ind->indirection,
									 list_length(ind->indirection) - 1);
	expr = ind->indirection != NIL ? transformExpr(pstate, (Node *) ind, exprKind) : transformExpr(pstate, ind->arg, exprKind);
	return expand_row(pstate, expr, make_target_entry);
}

/* All columns of an expression that is a row. */
static List *
expand_row(ParseState *pstate, Node *expr, bool make_target_entry)
{
	List *result = NIL;
	TupleDesc desc;

	if (IsA(expr, Var) && ((Var *) expr)->varattno == InvalidAttrNumber)
	{
		Var *v = (Var *) expr;

		return expand_nsitem(pstate,
							 GetNSItemByRangeTablePosn(pstate, v->varno,
													   v->varlevelsup),
							 v->varlevelsup, v->location, make_target_entry);
	}
	if (IsA(expr, Var) && ((Var *) expr)->vartype == RECORDOID)
		desc = expandRecordVariable(pstate, (Var *) expr, 0);
	else
		desc = get_expr_result_tupdesc(expr, false);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		FieldSelect *f;

		if (att->attisdropped)
			continue;
		f = makeNode(FieldSelect);
		f->arg = (Expr *) copyObject(expr);
		f->fieldnum = i + 1;
		f->resulttype = att->atttypid;
		f->resulttypmod = att->atttypmod;
		f->resultcollid = att->attcollation;
		if (make_target_entry)
			result = lappend(result,
							 makeTargetEntry((Expr *) f,
											 (AttrNumber) pstate->p_next_resno++,
											 pstrdup(NameStr(att->attname)), false));
		else
			result = lappend(result, f);
	}
	return result;
}

/* A row type for the columns of a whole-row reference. */
static TupleDesc
whole_row_desc(ParseState *pstate, RangeTblEntry *rte, Var *var)
{
	List *names;
	List *vars;
	ListCell *ln;
	ListCell *lv;
	TupleDesc desc;
	int i = 1;

	expandRTE(rte, var->varno, 0, var->location, false, &names, &vars);
	desc = CreateTemplateTupleDesc(list_length(vars));
	forboth (ln, names, lv, vars)
	{
		Node *v = lfirst(lv);

		TupleDescInitEntry(desc, i, strVal(lfirst(ln)), exprType(v),
						   exprTypmod(v), 0);
		TupleDescInitEntryCollation(desc, i, exprCollation(v));
		i++;
	}
	return desc;
}

/*
 * expandRecordVariable
 *		The columns of a Var of type record, found by following it to what it
 *		was made from.
 *
 * levelsup is added to the Var's own level.
 */
TupleDesc
expandRecordVariable(ParseState *pstate, Var *var, int levelsup)
{
	int netlevelsup = var->varlevelsup + levelsup;
	RangeTblEntry *rte = GetRTEByRangeTablePosn(pstate, var->varno, netlevelsup);
	Node *expr = (Node *) var;
	ParseState sub = {0};
	TargetEntry *tle;

	Assert(var->vartype == RECORDOID);
	if (var->varattno == InvalidAttrNumber)
		return whole_row_desc(pstate, rte, var);

	if (rte->rtekind == RTE_SUBQUERY || rte->rtekind == RTE_CTE)
	{
		Query *query;
		List *tlist;
		int up = netlevelsup;

		if (rte->rtekind == RTE_SUBQUERY)
		{
			query = rte->subquery;
			tlist = query->targetList;
		}
		else
		{
			CommonTableExpr *cte = GetCTEForRTE(pstate, rte, netlevelsup);

			query = castNode(Query, cte->ctequery);
			tlist = GetCTETargetList(cte);
			up += rte->ctelevelsup;
		}
		tle = get_tle_by_resno(tlist, var->varattno);
		if (tle == NULL || tle->resjunk)
			elog(ERROR, "subquery %s does not have attribute %d",
				 rte->eref->aliasname, var->varattno);
		expr = (Node *) tle->expr;
		if (IsA(expr, Var))
		{
			/* go on inside, where names mean what they meant there */
			for (int i = 0; i < up; i++)
				pstate = pstate->parentParseState;
			sub.parentParseState = pstate;
			sub.p_rtable = query->rtable;
			return expandRecordVariable(&sub, (Var *) expr, 0);
		}
	}
	else if (rte->rtekind == RTE_JOIN)
	{
		expr = list_nth(rte->joinaliasvars, var->varattno - 1);
		if (IsA(expr, Var))
			return expandRecordVariable(pstate, (Var *) expr, netlevelsup);
	}
	return get_expr_result_tupdesc(expr, false);
}

/* ---- column names ---- */

/* What an SQL value function is named after. */
static const char *const sql_value_names[] = {
	[SVFOP_CURRENT_DATE] = "current_date",
	[SVFOP_CURRENT_TIME] = "current_time",
	[SVFOP_CURRENT_TIME_N] = "current_time",
	[SVFOP_CURRENT_TIMESTAMP] = "current_timestamp",
	[SVFOP_CURRENT_TIMESTAMP_N] = "current_timestamp",
	[SVFOP_LOCALTIME] = "localtime",
	[SVFOP_LOCALTIME_N] = "localtime",
	[SVFOP_LOCALTIMESTAMP] = "localtimestamp",
	[SVFOP_LOCALTIMESTAMP_N] = "localtimestamp",
	[SVFOP_CURRENT_ROLE] = "current_role",
	[SVFOP_CURRENT_USER] = "current_user",
	[SVFOP_USER] = "user",
	[SVFOP_SESSION_USER] = "session_user",
	[SVFOP_CURRENT_CATALOG] = "current_catalog",
	[SVFOP_CURRENT_SCHEMA] = "current_schema",
};

/* The keyword that an expression begins with, for those named after it; or NULL. */
static const char *
keyword_name(Node *node)
{
	switch (nodeTag(node))
	{
		case T_A_ArrayExpr:
			return "array";
		case T_CoalesceExpr:
			return "coalesce";
		case T_GroupingFunc:
			return "grouping";
		case T_RowExpr:
			return "row";
		case T_A_Expr:
			return ((A_Expr *) node)->kind == AEXPR_NULLIF ? "nullif" : NULL;
		case T_MinMaxExpr:
			return ((MinMaxExpr *) node)->op == IS_GREATEST ? "greatest" : "least";
		case T_SQLValueFunction:
			return sql_value_names[((SQLValueFunction *) node)->op];
		case T_SubLink:
			if (((SubLink *) node)->subLinkType == EXISTS_SUBLINK)
				return "exists";
			return ((SubLink *) node)->subLinkType == ARRAY_SUBLINK ? "array" : NULL;
		default:
			return NULL;
	}
}

/* The last name of a list of fields, stars and subscripts; NULL if none. */
static char *
last_field_name(List *fields)
{
	char *last = NULL;
	ListCell *lc;

	foreach (lc, fields)
		if (IsA(lfirst(lc), String))
			last = strVal(lfirst(lc));
	return last;
}

/* The column of a scalar subquery that is analyzed already; NULL if there is no name. */
static char *
subquery_column_name(SubLink *link)
{
	if (link->subLinkType != EXPR_SUBLINK || !IsA(link->subselect, Query))
		return NULL;
	return ((TargetEntry *) linitial(((Query *) link->subselect)->targetList))->resname;
}

static int figure_name(Node *node, char **name);

/* Name an expression after the one below it, or fallback if that has no good name. */
static int
inherited_name(Node *below, char *fallback, char **name)
{
	int strength = figure_name(below, name);

	if (strength > 1 || fallback == NULL)
		return strength;
	*name = fallback;
	return 1;
}

/*
 * A name for an expression.  2: a good one; 1: only if there is no better;
 * 0: none, and *name is as it was.
 */
static int
figure_name(Node *node, char **name)
{
	char *found = NULL;

	if (node == NULL)
		return 0;
	switch (nodeTag(node))
	{
			/* named after what is below them */
		case T_CaseExpr:
			return inherited_name((Node *) ((CaseExpr *) node)->defresult, "case", name);
		case T_CollateClause:
			return inherited_name(((CollateClause *) node)->arg, NULL, name);
		case T_TypeCast:
		{
			TypeCast *cast = (TypeCast *) node;
			char *type = cast->typeName == NULL ? NULL : strVal(llast(cast->typeName->names));

			return inherited_name(cast->arg, type, name);
		}
		case T_A_Indirection:
			found = last_field_name(((A_Indirection *) node)->indirection);
			if (found == NULL)
				return inherited_name(((A_Indirection *) node)->arg, NULL, name);
			break;

			/* with a name of their own, or none */
		case T_ColumnRef:
			found = last_field_name(((ColumnRef *) node)->fields);
			break;
		case T_FuncCall:
			found = strVal(llast(((FuncCall *) node)->funcname));
			break;
		default:
			found = (char *) keyword_name(node);
			if (found == NULL && IsA(node, SubLink))
				found = subquery_column_name((SubLink *) node);
	}
	if (found == NULL)
		return 0;
	*name = found;
	return 2;
}

/* The name of an output column without AS. */
char *
FigureColname(Node *node)
{
	char *name = NULL;

	figure_name(node, &name);
	return name != NULL ? pstrdup(name) : pstrdup("?column?");
}

/* The name of an index column for an expression; NULL if there is no good one. */
char *
FigureIndexColname(Node *node)
{
	char *name = NULL;

	figure_name(node, &name);
	return name != NULL ? pstrdup(name) : NULL;
}
