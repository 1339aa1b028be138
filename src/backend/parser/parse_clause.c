/*
 * parse_clause.c
 *		Analysis of the clauses of a query.
 *
 * FROM builds the range table, the join tree and the namespace; ORDER BY,
 * GROUP BY, DISTINCT and windows add SortGroupClauses that point to target
 * entries by ressortgroupref, with junk entries for what is not in the list.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_clause.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amproc.h"
#include "catalog/pg_constraint_fn.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/analyze.h"
#include "parser/parse_clause.h"
#include "parser/parse_coerce.h"
#include "parser/parse_collate.h"
#include "parser/parse_expr.h"
#include "parser/parse_func.h"
#include "parser/parse_oper.h"
#include "parser/parse_relation.h"
#include "parser/parse_target.h"
#include "parser/parse_type.h"
#include "parser/parser.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/adt_upcalls.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

static Node *transform_from_item(ParseState *pstate, Node *n,
								 ParseNamespaceItem **top_nsitem,
								 List **namespace);
static TargetEntry *find_target_sql92(ParseState *pstate, Node *node,
									  List **tlist, ParseExprKind exprKind);
static TargetEntry *find_target_sql99(ParseState *pstate, Node *node,
									  List **tlist, ParseExprKind exprKind);
static void check_index_elems(ParseState *pstate, InferClause *infer);

/* ---- FROM ---- */

static void
set_lateral(List *namespace, bool lateral_only, bool lateral_ok)
{
	ListCell *lc;

	foreach (lc, namespace)
	{
		ParseNamespaceItem *item = lfirst(lc);

		item->p_lateral_only = lateral_only;
		item->p_lateral_ok = lateral_ok;
	}
}

/*
 * transformFromClause
 *		Put the items of FROM into range table, join list and namespace.
 */
void
transformFromClause(ParseState *pstate, List *frmList)
{
	ListCell *lc;

	foreach (lc, frmList)
	{
		ParseNamespaceItem *nsitem;
		List *namespace;
		Node *n = transform_from_item(pstate, lfirst(lc), &nsitem, &namespace);

		checkNameSpaceConflicts(pstate, pstate->p_namespace, namespace);
		/* later items see it only through LATERAL */
		set_lateral(namespace, true, true);
		pstate->p_joinlist = lappend(pstate->p_joinlist, n);
		pstate->p_namespace = list_concat(pstate->p_namespace, namespace);
	}
	set_lateral(pstate->p_namespace, false, true);
}

/*
 * setTargetTable
 *		Open and lock the target of INSERT, UPDATE or DELETE; its RT index.
 *
 * inh			descendants are meant as well
 * alsoSource	its rows take part in the query, so it is in the join list
 */
int
setTargetTable(ParseState *pstate, RangeVar *relation, bool inh,
			   bool alsoSource, AclMode requiredPerms)
{
	ParseNamespaceItem *nsitem;

	/* a subquery's target could be closed twice */
	if (pstate->p_target_relation != NULL)
		table_close(pstate->p_target_relation, NoLock);
	pstate->p_target_relation = parserOpenTable(pstate, relation, RowExclusiveLock);
	nsitem = addRangeTableEntryForRelation(pstate, pstate->p_target_relation,
										   RowExclusiveLock, relation->alias, inh,
										   false);
	nsitem->p_rte->requiredPerms = requiredPerms;
	pstate->p_target_nsitem = nsitem;
	if (alsoSource)
		addNSItemToQuery(pstate, nsitem, true, true, true);
	return nsitem->p_rtindex;
}

static ParseNamespaceItem *
transform_range_var(ParseState *pstate, RangeVar *rv)
{
	if (rv->schemaname == NULL)
	{
		Index levelsup;
		CommonTableExpr *cte = scanNameSpaceForCTE(pstate, rv->relname, &levelsup);

		if (cte != NULL)
			return addRangeTableEntryForCTE(pstate, cte, levelsup, rv, true);
	}
	return addRangeTableEntry(pstate, rv, rv->alias, rv->inh, true);
}

static ParseNamespaceItem *
transform_range_subselect(ParseState *pstate, RangeSubselect *r)
{
	Query *q;

	Assert(pstate->p_expr_kind == EXPR_KIND_NONE);
	pstate->p_expr_kind = EXPR_KIND_FROM_SUBSELECT;
	Assert(!pstate->p_lateral_active);
	pstate->p_lateral_active = r->lateral;
	q = parse_sub_analyze(r->subquery, pstate, NULL,
						  isLockedRefname(pstate, r->alias == NULL ? NULL : r->alias->aliasname), true);
	pstate->p_lateral_active = false;
	pstate->p_expr_kind = EXPR_KIND_NONE;
	if (!IsA(q, Query) || q->commandType != CMD_SELECT)
		elog(ERROR, "unexpected non-SELECT command in subquery in FROM");
	return addRangeTableEntryForSubquery(pstate, q, r->alias, r->lateral, true);
}

/* unnest(a, b) in FROM means unnest(a) beside unnest(b) */
static List *
split_unnest(Node *expr)
{
	FuncCall *fc = (FuncCall *) expr;
	List *result = NIL;
	ListCell *lc;

	if (!IsA(expr, FuncCall) || list_length(fc->funcname) != 1 ||
		strcmp(strVal(linitial(fc->funcname)), "unnest") != 0 ||
		list_length(fc->args) <= 1 || fc->agg_order != NIL ||
		fc->agg_filter != NULL || fc->over != NULL || fc->agg_star ||
		fc->agg_distinct || fc->func_variadic)
		return list_make1(expr);
	foreach (lc, fc->args)
		result = lappend(result,
						 makeFuncCall(SystemFuncName("unnest"),
									  list_make1(lfirst(lc)),
									  COERCE_EXPLICIT_CALL, fc->location));
	return result;
}

/* One call of FROM, appended to the three parallel lists. */
static void
transform_from_call(ParseState *pstate, Node *raw, List *coldefs, List **exprs,
					List **names, List **coldeflists)
{
	Node *last_srf = pstate->p_last_srf;
	Node *e = transformExpr(pstate, raw, EXPR_KIND_FROM_FUNCTION);

	/* any set must come from the outermost call */
	if (pstate->p_last_srf != last_srf && pstate->p_last_srf != e)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-returning functions must appear at top level of FROM"),
				 parser_errposition(pstate, exprLocation(pstate->p_last_srf))));
	*exprs = lappend(*exprs, e);
	*names = lappend(*names, FigureColname(raw));
	*coldeflists = lappend(*coldeflists, coldefs);
}

static ParseNamespaceItem *
transform_range_function(ParseState *pstate, RangeFunction *r)
{
	List *exprs = NIL;
	List *names = NIL;
	List *coldeflists = NIL;
	ListCell *lc;

	Assert(!pstate->p_lateral_active);
	/* functions may always refer to what stands before them */
	pstate->p_lateral_active = true;
	foreach (lc, r->functions)
	{
		List *pair = lfirst(lc);
		List *calls = lsecond(pair) == NIL ? split_unnest(linitial(pair)) : list_make1(linitial(pair));
		ListCell *lc2;

		foreach (lc2, calls)
			transform_from_call(pstate, lfirst(lc2), lsecond(pair), &exprs, &names,
								&coldeflists);
	}
	pstate->p_lateral_active = false;
	assign_list_collations(pstate, exprs);

	if (r->coldeflist != NIL)
	{
		const char *bad = NULL;

		if (list_length(exprs) != 1)
			bad = r->is_rowsfrom ? "ROWS FROM() with multiple functions cannot have a column definition list" : "UNNEST() with multiple arguments cannot have a column definition list";
		else if (r->ordinality)
			bad = "WITH ORDINALITY cannot be used with a column definition list";
		if (bad != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR), errmsg("%s", bad),
					 parser_errposition(pstate, exprLocation((Node *) r->coldeflist))));
		coldeflists = list_make1(r->coldeflist);
	}
	return addRangeTableEntryForFunction(pstate, names, exprs, coldeflists, r,
										 r->lateral || contain_vars_of_level((Node *) exprs, 0),
										 true);
}

static TableSampleClause *
transform_sample(ParseState *pstate, RangeTableSample *rts)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("TABLESAMPLE is not supported"),
			 parser_errposition(pstate, rts->location)));
	return NULL;
}

/* ---- joins ---- */

/* The columns of a join while it is put together. */
typedef struct JoinColumns
{
	List *names; /* of String */
	List *vars;
	List *leftcols; /* int: column numbers at the left, in order */
	List *rightcols; /* ... and at the right */
	ParseNamespaceColumn *ns;
	int n;
} JoinColumns;

static Var *
nscolumn_var(ParseState *pstate, ParseNamespaceColumn *c)
{
	Var *v = makeVar(c->p_varno, c->p_varattno, c->p_vartype,
					 c->p_vartypmod, c->p_varcollid, 0);

	v->varnosyn = c->p_varnosyn;
	v->varattnosyn = c->p_varattnosyn;
	return v;
}

static void
join_add(JoinColumns *j, String *name, Node *var, int left, int right,
		 const ParseNamespaceColumn *ns)
{
	j->names = lappend(j->names, name);
	j->vars = lappend(j->vars, var);
	if (left > 0)
		j->leftcols = lappend_int(j->leftcols, left);
	if (right > 0)
		j->rightcols = lappend_int(j->rightcols, right);
	j->ns[j->n++] = *ns;
}

/* All columns of one side that are not merged already. */
static void
join_add_side(ParseState *pstate, JoinColumns *j, ParseNamespaceItem *side,
			  bool left, Bitmapset *merged)
{
	int i = 0;
	ListCell *lc;

	foreach (lc, side->p_names->colnames)
	{
		ParseNamespaceColumn *c = &side->p_nscolumns[i++];

		if (*strVal(lfirst(lc)) == '\0' || bms_is_member(i, merged))
			continue;
		join_add(j, lfirst(lc), (Node *) nscolumn_var(pstate, c), left ? i : 0,
				 left ? 0 : i, c);
	}
}

/* Number of the only column with a name; 0 if there is none. */
static int
join_find_column(ParseState *pstate, List *colnames, const char *name,
				 const char *side)
{
	int found = 0;
	ListCell *lc;

	foreach (lc, colnames)
	{
		if (strcmp(strVal(lfirst(lc)), name) != 0)
			continue;
		if (found != 0)
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_COLUMN),
					 errmsg("common column name \"%s\" appears more than once in %s table",
							name, side)));
		found = foreach_current_index(lc) + 1;
	}
	if (found == 0 && side != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" specified in USING clause does not exist in %s table",
						name, side)));
	return found;
}

/* NATURAL: USING with all names that both sides have. */
static List *
natural_columns(List *left, List *right)
{
	List *result = NIL;
	ListCell *l;
	ListCell *r;

	foreach (l, left)
	{
		const char *name = strVal(lfirst(l));

		if (*name == '\0')
			continue;
		foreach (r, right)
			if (strcmp(strVal(lfirst(r)), name) == 0)
			{
				result = lappend(result, lfirst(l));
				break;
			}
	}
	return result;
}

/* The merged column of a USING join: one side's, or COALESCE of both. */
static Node *
merged_column(ParseState *pstate, JoinType jointype, Var *l, Var *r)
{
	Oid type;
	int32 typmod;
	Node *ln = (Node *) l;
	Node *rn = (Node *) r;
	Node *result;

	type = select_common_type(pstate, list_make2(l, r), "JOIN/USING", NULL);
	typmod = select_common_typmod(pstate, list_make2(l, r), type);
	if (l->vartype != type)
		ln = coerce_type(pstate, ln, l->vartype, type, typmod, COERCION_IMPLICIT,
						 COERCE_IMPLICIT_CAST, -1);
	else if (l->vartypmod != typmod)
		ln = (Node *) makeRelabelType((Expr *) l, type, typmod, InvalidOid,
									  COERCE_IMPLICIT_CAST);
	if (r->vartype != type)
		rn = coerce_type(pstate, rn, r->vartype, type, typmod, COERCION_IMPLICIT,
						 COERCE_IMPLICIT_CAST, -1);
	else if (r->vartypmod != typmod)
		rn = (Node *) makeRelabelType((Expr *) r, type, typmod, InvalidOid,
									  COERCE_IMPLICIT_CAST);

	switch (jointype)
	{
		case JOIN_INNER:
			/* prefer the side that needs no conversion */
			result = IsA(ln, Var) || !IsA(rn, Var) ? ln : rn;
			break;
		case JOIN_LEFT:
			result = ln;
			break;
		case JOIN_RIGHT:
			result = rn;
			break;
		default:
		{
			CoalesceExpr *c = makeNode(CoalesceExpr);

			c->coalescetype = type;
			c->args = list_make2(ln, rn);
			c->location = -1;
			result = (Node *) c;
			break;
		}
	}
	assign_expr_collations(pstate, result);
	return result;
}

/* The condition of USING: all pairs equal. */
static Node *
using_condition(ParseState *pstate, List *lvars, List *rvars)
{
	List *ands = NIL;
	ListCell *l;
	ListCell *r;
	Node *result;

	forboth (l, lvars, r, rvars)
	{
		markVarForSelectPriv(pstate, lfirst(l));
		markVarForSelectPriv(pstate, lfirst(r));
		ands = lappend(ands,
					   makeSimpleA_Expr(AEXPR_OP, "=", copyObject(lfirst(l)),
										copyObject(lfirst(r)), -1));
	}
	result = list_length(ands) == 1 ? linitial(ands) : (Node *) makeBoolExpr(AND_EXPR, ands, -1);
	result = transformExpr(pstate, result, EXPR_KIND_JOIN_USING);
	return coerce_to_boolean(pstate, result, "JOIN/USING");
}

/* ON sees the tables of this join alone, and outer queries. */
static Node *
on_condition(ParseState *pstate, JoinExpr *j, List *namespace)
{
	List *saved = pstate->p_namespace;
	Node *result;

	set_lateral(namespace, false, true);
	pstate->p_namespace = namespace;
	result = transformWhereClause(pstate, j->quals, EXPR_KIND_JOIN_ON, "JOIN/ON");
	pstate->p_namespace = saved;
	return result;
}

/* The right side of LATERAL may see the left, if the join type lets it. */
static void
transform_join_sides(ParseState *pstate, JoinExpr *j,
					 ParseNamespaceItem **l_nsitem, List **l_ns,
					 ParseNamespaceItem **r_nsitem, List **r_ns)
{
	bool lateral_ok = j->jointype == JOIN_INNER || j->jointype == JOIN_LEFT;
	int before;

	j->larg = transform_from_item(pstate, j->larg, l_nsitem, l_ns);
	set_lateral(*l_ns, true, lateral_ok);
	before = list_length(pstate->p_namespace);
	pstate->p_namespace = list_concat(pstate->p_namespace, *l_ns);
	j->rarg = transform_from_item(pstate, j->rarg, r_nsitem, r_ns);
	pstate->p_namespace = list_truncate(pstate->p_namespace, before);
	checkNameSpaceConflicts(pstate, *l_ns, *r_ns);
}

static ParseNamespaceColumn
join_nscolumn(int rtindex, int attno, Node *var)
{
	ParseNamespaceColumn c = {0};

	c.p_varno = c.p_varnosyn = rtindex;
	c.p_varattno = c.p_varattnosyn = attno;
	c.p_vartype = exprType(var);
	c.p_vartypmod = exprTypmod(var);
	c.p_varcollid = exprCollation(var);
	return c;
}

/* Merge the columns of USING into one each; their own join columns come first. */
static void
join_merge_using(ParseState *pstate, JoinExpr *j, JoinColumns *cols,
				 ParseNamespaceItem *l, ParseNamespaceItem *r,
				 Bitmapset **l_merged, Bitmapset **r_merged)
{
	List *lvars = NIL;
	List *rvars = NIL;
	ListCell *lc;

	foreach (lc, j->usingClause)
	{
		const char *name = strVal(lfirst(lc));
		int li;
		int ri;
		Var *lv;
		Var *rv;
		Node *merged;
		ParseNamespaceColumn ns = {0};
		ListCell *lc2;

		for_each_cell (lc2, j->usingClause, lnext(j->usingClause, lc))
			if (strcmp(strVal(lfirst(lc2)), name) == 0)
				ereport(ERROR,
						(errcode(ERRCODE_DUPLICATE_COLUMN),
						 errmsg("column name \"%s\" appears more than once in USING clause",
								name)));
		li = join_find_column(pstate, l->p_names->colnames, name, "left");
		ri = join_find_column(pstate, r->p_names->colnames, name, "right");
		*l_merged = bms_add_member(*l_merged, li);
		*r_merged = bms_add_member(*r_merged, ri);
		lv = nscolumn_var(pstate, &l->p_nscolumns[li - 1]);
		rv = nscolumn_var(pstate, &r->p_nscolumns[ri - 1]);
		lvars = lappend(lvars, lv);
		rvars = lappend(rvars, rv);
		merged = merged_column(pstate, j->jointype, lv, rv);
		/* a plain column of one side is referred to as such */
		if (merged == (Node *) lv)
			ns = l->p_nscolumns[li - 1];
		else if (merged == (Node *) rv)
			ns = r->p_nscolumns[ri - 1];
		join_add(cols, lfirst(lc), merged, li, ri, &ns);
	}
	j->quals = using_condition(pstate, lvars, rvars);
}

/* JOIN USING (...) AS alias: an item with only the merged columns. */
static ParseNamespaceItem *
using_alias_item(ParseState *pstate, JoinExpr *j, ParseNamespaceItem *join,
				 List *namespace)
{
	ParseNamespaceItem *item = palloc(sizeof(ParseNamespaceItem));
	ListCell *lc;

	foreach (lc, namespace)
		if (((ParseNamespaceItem *) lfirst(lc))->p_rel_visible &&
			strcmp(((ParseNamespaceItem *) lfirst(lc))->p_names->aliasname,
				   j->join_using_alias->aliasname) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_ALIAS),
					 errmsg("table name \"%s\" specified more than once",
							j->join_using_alias->aliasname)));
	*item = *join;
	j->join_using_alias->colnames = list_copy(j->usingClause);
	item->p_names = j->join_using_alias;
	item->p_rel_visible = true;
	item->p_cols_visible = false;
	return item;
}

static Node *
transform_join(ParseState *pstate, JoinExpr *j, ParseNamespaceItem **top_nsitem,
			   List **namespace)
{
	ParseNamespaceItem *l;
	ParseNamespaceItem *r;
	ParseNamespaceItem *item;
	List *l_ns;
	List *r_ns;
	List *my_ns;
	JoinColumns cols = {0};
	Bitmapset *l_merged = NULL;
	Bitmapset *r_merged = NULL;
	int nmerged;
	ListCell *lc;

	transform_join_sides(pstate, j, &l, &l_ns, &r, &r_ns);
	my_ns = list_concat(list_copy(l_ns), r_ns);
	if (j->isNatural)
		j->usingClause = natural_columns(l->p_names->colnames, r->p_names->colnames);

	cols.ns = palloc0((list_length(l->p_names->colnames) +
					   list_length(r->p_names->colnames) + 1) *
					  sizeof(ParseNamespaceColumn));
	if (j->usingClause != NIL)
		join_merge_using(pstate, j, &cols, l, r, &l_merged, &r_merged);
	else if (j->quals != NULL)
		j->quals = on_condition(pstate, j, my_ns);
	nmerged = cols.n;
	join_add_side(pstate, &cols, l, true, l_merged);
	join_add_side(pstate, &cols, r, false, r_merged);

	/* merged columns that are expressions are Vars of the join itself */
	j->rtindex = list_length(pstate->p_rtable) + 1;
	for (int i = 0; i < nmerged; i++)
		if (cols.ns[i].p_varno == 0)
			cols.ns[i] = join_nscolumn(j->rtindex, i + 1, list_nth(cols.vars, i));
	/* with an alias, the tables inside have no names, so name the join's */
	for (int i = 0; i < cols.n; i++)
		if (j->alias != NULL || cols.ns[i].p_varno == (Index) j->rtindex)
		{
			cols.ns[i].p_varnosyn = j->rtindex;
			cols.ns[i].p_varattnosyn = i + 1;
		}
	item = addRangeTableEntryForJoin(pstate, cols.names, cols.ns, j->jointype,
									 nmerged, cols.vars, cols.leftcols,
									 cols.rightcols, j->join_using_alias, j->alias,
									 true);
	Assert(item->p_rtindex == j->rtindex);

	while (list_length(pstate->p_joinexprs) < j->rtindex - 1)
		pstate->p_joinexprs = lappend(pstate->p_joinexprs, NULL);
	pstate->p_joinexprs = lappend(pstate->p_joinexprs, j);

	if (j->join_using_alias != NULL)
		my_ns = lappend(my_ns, using_alias_item(pstate, j, item, my_ns));

	/* an alias hides the tables inside; else only their columns are hidden */
	if (j->alias != NULL)
		my_ns = NIL;
	else
		foreach (lc, my_ns)
			((ParseNamespaceItem *) lfirst(lc))->p_cols_visible = false;
	item->p_rel_visible = j->alias != NULL;
	item->p_cols_visible = true;
	item->p_lateral_only = false;
	item->p_lateral_ok = true;
	*top_nsitem = item;
	*namespace = lappend(my_ns, item);
	return (Node *) j;
}

static Node *
nsitem_ref(ParseNamespaceItem *nsitem)
{
	RangeTblRef *r = makeNode(RangeTblRef);

	r->rtindex = nsitem->p_rtindex;
	return (Node *) r;
}

/*
 * One item of FROM as a join tree node.
 *
 * top_nsitem	out: the item itself
 * namespace	out: the items that names may mean because of it
 */
static Node *
transform_from_item(ParseState *pstate, Node *n, ParseNamespaceItem **top_nsitem,
					List **namespace)
{
	ParseNamespaceItem *item;

	check_stack_depth();
	switch (nodeTag(n))
	{
		case T_RangeVar:
			item = transform_range_var(pstate, (RangeVar *) n);
			break;
		case T_RangeSubselect:
			item = transform_range_subselect(pstate, (RangeSubselect *) n);
			break;
		case T_RangeFunction:
			item = transform_range_function(pstate, (RangeFunction *) n);
			break;
		case T_RangeTableSample:
			transform_sample(pstate, (RangeTableSample *) n);
			return NULL;
		case T_JoinExpr:
			return transform_join(pstate, (JoinExpr *) n, top_nsitem, namespace);
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(n));
			return NULL;
	}
	*top_nsitem = item;
	*namespace = list_make1(item);
	return nsitem_ref(item);
}

/* ---- conditions and limits ---- */

/* A condition, NULL if there is none. */
Node *
transformWhereClause(ParseState *pstate, Node *clause, ParseExprKind exprKind,
					 const char *constructName)
{
	if (clause == NULL)
		return NULL;
	return coerce_to_boolean(pstate, transformExpr(pstate, clause, exprKind),
							 constructName);
}

/* LIMIT or OFFSET: bigint, with no columns of this query in it. */
Node *
transformLimitClause(ParseState *pstate, Node *clause, ParseExprKind exprKind,
					 const char *constructName, LimitOption limitOption)
{
	Node *q;

	if (clause == NULL)
		return NULL;
	q = coerce_to_specific_type(pstate, transformExpr(pstate, clause, exprKind),
								INT8OID, constructName);
	if (contain_vars_of_level(q, 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("argument of %s must not contain variables", constructName),
				 parser_errposition(pstate, locate_var_of_level(q, 0))));
	if (exprKind == EXPR_KIND_LIMIT && limitOption == LIMIT_OPTION_WITH_TIES &&
		IsA(clause, A_Const) && ((A_Const *) clause)->isnull)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ROW_COUNT_IN_LIMIT_CLAUSE),
				 errmsg("row count cannot be null in FETCH FIRST ... WITH TIES clause")));
	return q;
}

/* ---- finding targets ---- */

/* Entry number n of the visible ones; an error if there is none. */
static TargetEntry *
target_by_position(ParseState *pstate, A_Const *c, List *tlist,
				   ParseExprKind exprKind)
{
	int position = 0;
	ListCell *lc;

	if (c->isnull || nodeTag(&c->val) != T_Integer)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("non-integer constant in %s", ParseExprKindName(exprKind)),
				 parser_errposition(pstate, c->location)));
	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst(lc);

		if (!tle->resjunk && ++position == c->val.ival.ival)
			return tle;
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
			 errmsg("%s position %d is not in select list",
					ParseExprKindName(exprKind), c->val.ival.ival),
			 parser_errposition(pstate, c->location)));
	return NULL;
}

/* The entry with an output name, NULL if there is none; two must be alike. */
static TargetEntry *
target_by_name(ParseState *pstate, const char *name, int location, List *tlist,
			   ParseExprKind exprKind)
{
	TargetEntry *found = NULL;
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst(lc);

		if (tle->resjunk || strcmp(tle->resname, name) != 0)
			continue;
		if (found != NULL && !equal(found->expr, tle->expr))
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_COLUMN),
					 errmsg("%s \"%s\" is ambiguous", ParseExprKindName(exprKind),
							name),
					 parser_errposition(pstate, location)));
		if (found == NULL)
			found = tle;
	}
	return found;
}

/* What an output column must not be, by the clause that refers to it. */
static void
check_target_is_usable(ParseState *pstate, TargetEntry *tle,
					   ParseExprKind exprKind)
{
	if (exprKind != EXPR_KIND_GROUP_BY)
		return;
	if (pstate->p_hasAggs && contain_aggs_of_level((Node *) tle->expr, 0))
		ereport(ERROR,
				(errcode(ERRCODE_GROUPING_ERROR),
				 errmsg("aggregate functions are not allowed in %s",
						ParseExprKindName(exprKind)),
				 parser_errposition(pstate,
									locate_agg_of_level((Node *) tle->expr, 0))));
	if (pstate->p_hasWindowFuncs && contain_windowfuncs((Node *) tle->expr))
		ereport(ERROR,
				(errcode(ERRCODE_WINDOWING_ERROR),
				 errmsg("window functions are not allowed in %s",
						ParseExprKindName(exprKind)),
				 parser_errposition(pstate,
									locate_windowfunc((Node *) tle->expr))));
}

/*
 * SQL92: a bare name is an output column (in GROUP BY, an input column first),
 * a bare number a position; all else is an expression.
 */
static TargetEntry *
find_target_sql92(ParseState *pstate, Node *node, List **tlist,
				  ParseExprKind exprKind)
{
	TargetEntry *tle;

	if (IsA(node, ColumnRef) && list_length(((ColumnRef *) node)->fields) == 1 &&
		IsA(linitial(((ColumnRef *) node)->fields), String))
	{
		char *name = strVal(linitial(((ColumnRef *) node)->fields));
		int location = ((ColumnRef *) node)->location;

		if (exprKind == EXPR_KIND_GROUP_BY &&
			colNameToVar(pstate, name, true, location) != NULL)
			name = NULL;
		if (name != NULL)
		{
			tle = target_by_name(pstate, name, location, *tlist, exprKind);
			if (tle != NULL)
			{
				check_target_is_usable(pstate, tle, exprKind);
				return tle;
			}
		}
	}
	if (IsA(node, A_Const))
	{
		tle = target_by_position(pstate, (A_Const *) node, *tlist, exprKind);
		check_target_is_usable(pstate, tle, exprKind);
		return tle;
	}
	return find_target_sql99(pstate, node, tlist, exprKind);
}

/* SQL99: an expression; an equal entry is used, else a junk one is added. */
static TargetEntry *
find_target_sql99(ParseState *pstate, Node *node, List **tlist,
				  ParseExprKind exprKind)
{
	Node *expr = transformExpr(pstate, node, exprKind);
	TargetEntry *added;
	ListCell *lc;

	foreach (lc, *tlist)
	{
		TargetEntry *tle = lfirst(lc);

		/* the target may have had an implicit conversion since */
		if (equal(expr, strip_implicit_coercions((Node *) tle->expr)))
			return tle;
	}
	added = transformTargetEntry(pstate, node, expr, exprKind, NULL, true);
	*tlist = lappend(*tlist, added);
	return added;
}

/* ---- ORDER BY ---- */

/* A number that clauses can refer to the entry by. */
Index
assignSortGroupRef(TargetEntry *tle, List *tlist)
{
	Index max = 0;
	ListCell *lc;

	if (tle->ressortgroupref != 0)
		return tle->ressortgroupref;
	foreach (lc, tlist)
		max = Max(max, lfirst_node(TargetEntry, lc)->ressortgroupref);
	tle->ressortgroupref = max + 1;
	return tle->ressortgroupref;
}

/*
 * targetIsInSortList
 *		Is the entry in a sort or group list, with this operator or its
 *		commutator?  InvalidOid: with any.
 */
bool
targetIsInSortList(TargetEntry *tle, Oid sortop, List *sortList)
{
	Index ref = tle->ressortgroupref;
	ListCell *lc;

	if (ref == 0)
		return false;
	foreach (lc, sortList)
	{
		SortGroupClause *s = lfirst_node(SortGroupClause, lc);

		if (s->tleSortGroupRef == ref &&
			(sortop == InvalidOid || sortop == s->sortop ||
			 sortop == get_commutator(s->sortop)))
			return true;
	}
	return false;
}

/* A literal of open type is sorted as text. */
static Oid
settle_target_type(ParseState *pstate, TargetEntry *tle)
{
	Oid type = exprType((Node *) tle->expr);

	if (type == UNKNOWNOID)
	{
		tle->expr = (Expr *) coerce_type(pstate, (Node *) tle->expr, type, TEXTOID,
										 -1, COERCION_IMPLICIT,
										 COERCE_IMPLICIT_CAST, -1);
		type = TEXTOID;
	}
	return type;
}

/* Sort by an entry, unless the list does so already. */
List *
addTargetToSortList(ParseState *pstate, TargetEntry *tle, List *sortlist,
					List *targetlist, SortBy *sortby)
{
	Oid type = settle_target_type(pstate, tle);
	Oid sortop = InvalidOid;
	Oid eqop = InvalidOid;
	bool hashable = false;
	bool reverse = false;
	int location = sortby->location >= 0 ? sortby->location : exprLocation(sortby->node);
	ParseCallbackState pcb;
	SortGroupClause *s;

	setup_parser_errposition_callback(&pcb, pstate, location);
	switch (sortby->sortby_dir)
	{
		case SORTBY_DEFAULT:
		case SORTBY_ASC:
			get_sort_group_operators(type, true, true, false, &sortop, &eqop, NULL,
									 &hashable);
			break;
		case SORTBY_DESC:
			get_sort_group_operators(type, false, true, true, NULL, &eqop, &sortop,
									 &hashable);
			reverse = true;
			break;
		case SORTBY_USING:
			sortop = compatible_oper_opid(sortby->useOp, type, type, false);
			eqop = get_equality_op_for_ordering_op(sortop, &reverse);
			if (!OidIsValid(eqop))
				ereport(ERROR,
						(errcode(ERRCODE_WRONG_OBJECT_TYPE),
						 errmsg("operator %s is not a valid ordering operator",
								strVal(llast(sortby->useOp))),
						 errhint("It has to be a \"<\" or \">\" member of a btree operator family.")));
			hashable = op_hashjoinable(eqop, type);
			break;
	}
	cancel_parser_errposition_callback(&pcb);

	if (targetIsInSortList(tle, sortop, sortlist))
		return sortlist;
	s = makeNode(SortGroupClause);
	s->tleSortGroupRef = assignSortGroupRef(tle, targetlist);
	s->eqop = eqop;
	s->sortop = sortop;
	s->hashable = hashable;
	/* nulls sort as if larger than all else */
	s->nulls_first = sortby->sortby_nulls == SORTBY_NULLS_DEFAULT ? reverse : sortby->sortby_nulls == SORTBY_NULLS_FIRST;
	return lappend(sortlist, s);
}

List *
transformSortClause(ParseState *pstate, List *orderlist, List **targetlist,
					ParseExprKind exprKind, bool useSQL99)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, orderlist)
	{
		SortBy *sortby = lfirst_node(SortBy, lc);
		TargetEntry *tle;

		tle = useSQL99 ? find_target_sql99(pstate, sortby->node, targetlist, exprKind) : find_target_sql92(pstate, sortby->node, targetlist, exprKind);
		result = addTargetToSortList(pstate, tle, result, *targetlist, sortby);
	}
	return result;
}

/* ---- GROUP BY, DISTINCT ---- */

/* Group by an entry, unless the list does so already. */
static List *
add_to_group_list(ParseState *pstate, TargetEntry *tle, List *grouplist,
				  List *targetlist, int location)
{
	Oid type = settle_target_type(pstate, tle);
	Oid sortop;
	Oid eqop;
	bool hashable;
	ParseCallbackState pcb;
	SortGroupClause *g;

	if (targetIsInSortList(tle, InvalidOid, grouplist))
		return grouplist;
	setup_parser_errposition_callback(&pcb, pstate, location);
	get_sort_group_operators(type, false, true, false, &sortop, &eqop, NULL,
							 &hashable);
	cancel_parser_errposition_callback(&pcb);
	g = makeNode(SortGroupClause);
	g->tleSortGroupRef = assignSortGroupRef(tle, targetlist);
	g->eqop = eqop;
	g->sortop = sortop;
	g->hashable = hashable;
	return lappend(grouplist, g);
}

/* The ORDER BY item for an entry, NULL if it is not sorted by. */
static SortGroupClause *
sort_item_of(TargetEntry *tle, List *sortClause)
{
	ListCell *lc;

	if (tle->ressortgroupref == 0)
		return NULL;
	foreach (lc, sortClause)
		if (lfirst_node(SortGroupClause, lc)->tleSortGroupRef == tle->ressortgroupref)
			return lfirst(lc);
	return NULL;
}

/* What grouping has collected so far. */
typedef struct GroupState
{
	List **targetlist;
	List *sortClause;
	ParseExprKind exprKind;
	bool useSQL99;
	List *clauses; /* of SortGroupClause */
	Bitmapset *seen; /* refs in clauses */
} GroupState;

/* One expression of GROUP BY; its ref. */
static Index
group_expr(ParseState *pstate, GroupState *g, Node *node)
{
	TargetEntry *tle = g->useSQL99 ? find_target_sql99(pstate, node, g->targetlist, g->exprKind) : find_target_sql92(pstate, node, g->targetlist, g->exprKind);
	SortGroupClause *s;

	if (bms_is_member(tle->ressortgroupref, g->seen))
		return tle->ressortgroupref;
	/* the same order as ORDER BY saves a sort */
	s = sort_item_of(tle, g->sortClause);
	if (s != NULL)
		g->clauses = lappend(g->clauses, copyObject(s));
	else
		g->clauses = add_to_group_list(pstate, tle, g->clauses, *g->targetlist,
									   exprLocation(node));
	g->seen = bms_add_member(g->seen, tle->ressortgroupref);
	return tle->ressortgroupref;
}

/* Rows of grouping: (a, b) groups by both. */
static List *
group_row_items(Node *node)
{
	if (IsA(node, RowExpr) &&
		((RowExpr *) node)->row_format == COERCE_IMPLICIT_CAST)
		return ((RowExpr *) node)->args;
	return list_make1(node);
}

/* A GroupingSet with refs in place of expressions. */
static Node *
group_set(ParseState *pstate, GroupState *g, GroupingSet *set)
{
	List *content = NIL;
	ListCell *lc;

	foreach (lc, set->content)
	{
		Node *n = lfirst(lc);
		List *refs = NIL;
		int location = IsA(n, RowExpr) ? exprLocation((Node *) ((RowExpr *) n)->args) : exprLocation(n);
		ListCell *lc2;

		if (IsA(n, GroupingSet))
		{
			content = lappend(content, group_set(pstate, g, (GroupingSet *) n));
			continue;
		}
		foreach (lc2, group_row_items(n))
			refs = lappend_int(refs, group_expr(pstate, g, lfirst(lc2)));
		content = lappend(content,
						  makeGroupingSet(GROUPING_SET_SIMPLE, refs, location));
	}
	return (Node *) makeGroupingSet(set->kind, content, set->location);
}

/*
 * transformGroupClause
 *		The SortGroupClauses of GROUP BY, and its grouping sets if it has any.
 */
List *
transformGroupClause(ParseState *pstate, List *grouplist, List **groupingSets,
					 List **targetlist, List *sortClause,
					 ParseExprKind exprKind, bool useSQL99)
{
	GroupState g = {targetlist, sortClause, exprKind, useSQL99, NIL, NULL};
	List *sets = NIL;
	List *plain = NIL;
	bool have_sets = false;
	ListCell *lc;

	foreach (lc, grouplist)
	{
		Node *n = lfirst(lc);
		ListCell *lc2;

		if (IsA(n, GroupingSet))
		{
			have_sets = true;
			sets = lappend(sets, group_set(pstate, &g, (GroupingSet *) n));
			continue;
		}
		foreach (lc2, group_row_items(n))
			plain = lappend_int(plain, group_expr(pstate, &g, lfirst(lc2)));
	}
	if (have_sets && plain != NIL)
		sets = lappend(sets, makeGroupingSet(GROUPING_SET_SIMPLE, plain, -1));
	if (groupingSets)
		*groupingSets = have_sets ? sets : NIL;
	/* GROUP BY () groups, though by nothing */
	return g.clauses;
}

/*
 * transformDistinctClause
 *		DISTINCT over all visible columns; is_agg: inside an aggregate.
 */
List *
transformDistinctClause(ParseState *pstate, List **targetlist, List *sortClause,
						bool is_agg)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, sortClause)
	{
		SortGroupClause *s = lfirst_node(SortGroupClause, lc);
		TargetEntry *tle = NULL;
		ListCell *lc2;

		foreach (lc2, *targetlist)
			if (lfirst_node(TargetEntry, lc2)->ressortgroupref == s->tleSortGroupRef)
				tle = lfirst(lc2);
		Assert(tle != NULL);
		if (tle->resjunk)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					 is_agg ? errmsg("in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list") : errmsg("for SELECT DISTINCT, ORDER BY expressions must appear in select list"),
					 parser_errposition(pstate, exprLocation((Node *) tle->expr))));
		result = lappend(result, copyObject(s));
	}
	foreach (lc, *targetlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (!tle->resjunk)
			result = add_to_group_list(pstate, tle, result, *targetlist,
									   exprLocation((Node *) tle->expr));
	}
	if (result == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 is_agg ? errmsg("an aggregate with DISTINCT must have at least one argument") : errmsg("SELECT DISTINCT must have at least one column")));
	return result;
}

/* DISTINCT ON: its expressions must lead ORDER BY, in whatever order. */
List *
transformDistinctOnClause(ParseState *pstate, List *distinctlist,
						  List **targetlist, List *sortClause)
{
	List *result = NIL;
	List *refs = NIL;
	bool skipped = false;
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, distinctlist)
	{
		TargetEntry *tle = find_target_sql92(pstate, lfirst(lc), targetlist,
											 EXPR_KIND_DISTINCT_ON);

		refs = lappend_int(refs, assignSortGroupRef(tle, *targetlist));
	}
	foreach (lc, sortClause)
	{
		SortGroupClause *s = lfirst_node(SortGroupClause, lc);

		if (!list_member_int(refs, s->tleSortGroupRef))
		{
			skipped = true;
			continue;
		}
		if (skipped)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					 errmsg("SELECT DISTINCT ON expressions must match initial ORDER BY expressions"),
					 parser_errposition(pstate,
										exprLocation((Node *) distinctlist))));
		result = lappend(result, copyObject(s));
	}
	forboth (lc, distinctlist, lc2, refs)
	{
		TargetEntry *tle = NULL;
		ListCell *lc3;

		foreach (lc3, *targetlist)
			if (lfirst_node(TargetEntry, lc3)->ressortgroupref == lfirst_int(lc2))
				tle = lfirst(lc3);
		if (targetIsInSortList(tle, InvalidOid, result))
			continue;
		if (skipped)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					 errmsg("SELECT DISTINCT ON expressions must match initial ORDER BY expressions"),
					 parser_errposition(pstate, exprLocation(lfirst(lc)))));
		result = add_to_group_list(pstate, tle, result, *targetlist,
								   exprLocation(lfirst(lc)));
	}
	return result;
}

/* ---- windows ---- */

static WindowClause *
find_window(List *windows, const char *name)
{
	ListCell *lc;

	foreach (lc, windows)
	{
		WindowClause *w = lfirst_node(WindowClause, lc);

		if (w->name != NULL && strcmp(w->name, name) == 0)
			return w;
	}
	return NULL;
}

static void
window_error(ParseState *pstate, const char *fmt, const char *name, int location)
{
	ereport(ERROR,
			(errcode(ERRCODE_WINDOWING_ERROR), errmsg(fmt, name),
			 parser_errposition(pstate, location)));
}

/* The sort key of a frame in RANGE mode with an offset. */
typedef struct RangeKey
{
	Oid type;
	Oid opfamily;
	Oid opcintype; /* what the family calls it */
} RangeKey;

static void
no_range_offset(ParseState *pstate, const char *fmt, Oid key_type,
				Oid offset_type, const char *hint, int location)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg(fmt, format_type_be(key_type), format_type_be(offset_type)),
			 hint ? errhint("%s", hint) : 0,
			 parser_errposition(pstate, location)));
}

/*
 * The in_range support function for an offset of type *offset_type, which is
 * changed to what the function takes.  One that takes just that type is best
 * (for an open literal: the key's type); otherwise there must be only one to
 * whose type the offset can be converted.
 */
static Oid
in_range_function(ParseState *pstate, const RangeKey *key, Oid *offset_type,
				  int location)
{
	CatCList *list = SearchSysCacheList2(AMPROCNUM,
										 ObjectIdGetDatum(key->opfamily),
										 ObjectIdGetDatum(key->opcintype));
	Oid wanted = *offset_type == UNKNOWNOID ? key->type : *offset_type;
	Oid result = InvalidOid;
	Oid type = InvalidOid;
	int nfunctions = 0;
	int nfitting = 0;

	for (int i = 0; i < list->n_members; i++)
	{
		Form_pg_amproc p = (Form_pg_amproc) GETSTRUCT(&list->members[i]->tuple);

		if (p->amprocnum != BTINRANGE_PROC)
			continue;
		nfunctions++;
		if (!can_coerce_type(1, offset_type, &p->amprocrighttype,
							 COERCION_IMPLICIT))
			continue;
		nfitting++;
		if (type == wanted)
			continue;
		type = p->amprocrighttype;
		result = p->amproc;
	}
	ReleaseCatCacheList(list);

	if (nfunctions == 0)
		no_range_offset(pstate,
						"RANGE with offset PRECEDING/FOLLOWING is not supported for column type %s",
						key->type, *offset_type, NULL, location);
	if (nfitting == 0)
		no_range_offset(pstate,
						"RANGE with offset PRECEDING/FOLLOWING is not supported for column type %s and offset type %s",
						key->type, *offset_type,
						"The offset might have to be cast to another type.",
						location);
	if (nfitting > 1 && type != wanted)
		no_range_offset(pstate,
						"RANGE with offset PRECEDING/FOLLOWING has multiple interpretations for column type %s and offset type %s",
						key->type, *offset_type,
						"The offset has to be cast to the type that is meant.",
						location);
	*offset_type = type;
	return result;
}

/* The offset of a frame bound; it may not depend on the row. */
static Node *
transform_frame_offset(ParseState *pstate, int frameOptions,
					   const RangeKey *key, Oid *inRangeFunc, Node *clause)
{
	const char *what = "ROWS";
	Node *node;

	*inRangeFunc = InvalidOid;
	if (clause == NULL)
		return NULL;
	if (frameOptions & FRAMEOPTION_ROWS)
		node = coerce_to_specific_type(pstate,
									   transformExpr(pstate, clause, EXPR_KIND_WINDOW_FRAME_ROWS),
									   INT8OID, what);
	else if (frameOptions & FRAMEOPTION_GROUPS)
	{
		what = "GROUPS";
		node = coerce_to_specific_type(pstate,
									   transformExpr(pstate, clause, EXPR_KIND_WINDOW_FRAME_GROUPS),
									   INT8OID, what);
	}
	else
	{
		Oid type;

		what = "RANGE";
		node = transformExpr(pstate, clause, EXPR_KIND_WINDOW_FRAME_RANGE);
		type = exprType(node);
		*inRangeFunc = in_range_function(pstate, key, &type,
										 exprLocation(node));
		node = coerce_to_specific_type(pstate, node, type, what);
	}
	if (contain_vars_of_level(node, 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("argument of %s must not contain variables", what),
				 parser_errposition(pstate, locate_var_of_level(node, 0))));
	return node;
}

/* Take over from the window that a definition refers to. */
static void
inherit_window(ParseState *pstate, WindowDef *def, WindowClause *w,
			   WindowClause *ref, List *partition, List *order)
{
	w->partitionClause = partition;
	w->orderClause = order;
	if (ref == NULL)
		return;
	if (partition != NIL)
		window_error(pstate, "cannot override PARTITION BY clause of window \"%s\"",
					 def->refname, def->location);
	w->partitionClause = copyObject(ref->partitionClause);
	if (order != NIL && ref->orderClause != NIL)
		window_error(pstate, "cannot override ORDER BY clause of window \"%s\"",
					 def->refname, def->location);
	if (order == NIL)
	{
		w->orderClause = copyObject(ref->orderClause);
		w->copiedOrder = true;
	}
	if (ref->frameOptions != FRAMEOPTION_DEFAULTS)
		window_error(pstate, "cannot copy window \"%s\" because it has a frame clause",
					 def->refname, def->location);
}

/* RANGE with an offset needs to know how to add to the only sort key. */
static void
range_frame_facts(ParseState *pstate, WindowDef *def, WindowClause *w,
				  List *targetlist, RangeKey *rangekey)
{
	SortGroupClause *s;
	Node *key = NULL;
	int16 strategy;
	ListCell *lc;

	if (list_length(w->orderClause) != 1)
		window_error(pstate, "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column%s",
					 "", def->location);
	s = linitial_node(SortGroupClause, w->orderClause);
	foreach (lc, targetlist)
		if (lfirst_node(TargetEntry, lc)->ressortgroupref == s->tleSortGroupRef)
			key = (Node *) lfirst_node(TargetEntry, lc)->expr;
	if (!get_ordering_op_properties(s->sortop, &rangekey->opfamily,
									&rangekey->opcintype, &strategy))
		elog(ERROR, "operator %u is not a valid ordering operator", s->sortop);
	rangekey->type = exprType(key);
	w->inRangeColl = exprCollation(key);
	w->inRangeAsc = strategy == 1;
	w->inRangeNullsFirst = s->nulls_first;
}

/*
 * transformWindowDefinitions
 *		The WindowClauses for the raw definitions, in the order of winref.
 */
List *
transformWindowDefinitions(ParseState *pstate, List *windowdefs,
						   List **targetlist)
{
	List *result = NIL;
	Index winref = 0;
	ListCell *lc;

	foreach (lc, windowdefs)
	{
		WindowDef *def = lfirst(lc);
		WindowClause *ref = NULL;
		WindowClause *w = makeNode(WindowClause);
		List *partition;
		List *order;
		RangeKey key = {0};

		winref++;
		if (def->name != NULL && find_window(result, def->name) != NULL)
			window_error(pstate, "window \"%s\" is already defined", def->name,
						 def->location);
		if (def->refname != NULL)
		{
			ref = find_window(result, def->refname);
			if (ref == NULL)
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_OBJECT),
						 errmsg("window \"%s\" does not exist", def->refname),
						 parser_errposition(pstate, def->location)));
		}
		order = transformSortClause(pstate, def->orderClause, targetlist,
									EXPR_KIND_WINDOW_ORDER, true);
		partition = transformGroupClause(pstate, def->partitionClause, NULL,
										 targetlist, order,
										 EXPR_KIND_WINDOW_PARTITION, true);
		w->name = def->name;
		w->refname = def->refname;
		inherit_window(pstate, def, w, ref, partition, order);
		w->frameOptions = def->frameOptions;

		if ((w->frameOptions & FRAMEOPTION_RANGE) &&
			(w->frameOptions & (FRAMEOPTION_START_OFFSET | FRAMEOPTION_END_OFFSET)))
			range_frame_facts(pstate, def, w, *targetlist, &key);
		if ((w->frameOptions & FRAMEOPTION_GROUPS) && w->orderClause == NIL)
			window_error(pstate, "GROUPS mode requires an ORDER BY clause%s", "",
						 def->location);
		w->startOffset = transform_frame_offset(pstate, w->frameOptions, &key,
												&w->startInRangeFunc,
												def->startOffset);
		w->endOffset = transform_frame_offset(pstate, w->frameOptions, &key,
											  &w->endInRangeFunc,
											  def->endOffset);
		w->winref = winref;
		result = lappend(result, w);
	}
	return result;
}

/* ---- ON CONFLICT ---- */

/* Sort options have no place in an inference specification. */
static void
check_index_elems(ParseState *pstate, InferClause *infer)
{
	ListCell *lc;

	foreach (lc, infer->indexElems)
	{
		IndexElem *e = lfirst(lc);
		const char *bad = NULL;

		if (e->ordering != SORTBY_DEFAULT)
			bad = "ASC/DESC is not allowed in ON CONFLICT clause";
		else if (e->nulls_ordering != SORTBY_NULLS_DEFAULT)
			bad = "NULLS FIRST/LAST is not allowed in ON CONFLICT clause";
		if (bad != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					 errmsg("%s", bad),
					 parser_errposition(pstate, infer->location)));
	}
}

/* The InferenceElems for the columns and expressions of the target. */
static List *
infer_elements(ParseState *pstate, InferClause *infer)
{
	List *result = NIL;
	ListCell *lc;

	check_index_elems(pstate, infer);
	foreach (lc, infer->indexElems)
	{
		IndexElem *e = lfirst(lc);
		InferenceElem *p = makeNode(InferenceElem);
		Node *parse = e->expr;

		if (parse == NULL)
		{
			ColumnRef *c = makeNode(ColumnRef);

			c->fields = list_make1(makeString(e->name));
			c->location = infer->location;
			parse = (Node *) c;
		}
		p->expr = transformExpr(pstate, parse, EXPR_KIND_INDEX_EXPRESSION);
		if (e->collation != NIL)
			p->infercollid = LookupCollation(pstate, e->collation,
											 exprLocation(p->expr));
		if (e->opclass != NIL)
		{
			char *schema;
			char *name;

			DeconstructQualifiedName(e->opclass, &schema, &name);
			p->inferopclass = schema != NULL ? GetSysCacheOid3(CLAAMNAMENSP, Anum_pg_opclass_oid,
															   ObjectIdGetDatum(BTREE_AM_OID),
															   PointerGetDatum(name),
															   ObjectIdGetDatum(LookupExplicitNamespace(schema, false)))
											 : OpclassnameGetOpcid(BTREE_AM_OID, name);
			if (!OidIsValid(p->inferopclass))
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_OBJECT),
						 errmsg("operator class \"%s\" does not exist for access method \"%s\"",
								NameListToString(e->opclass), "btree")));
		}
		result = lappend(result, p);
	}
	return result;
}

/* Is the clause possible with its target, and is there a conflict to update for? */
static void
check_conflict_clause(ParseState *pstate, OnConflictClause *clause)
{
	if (clause->infer == NULL && clause->action == ONCONFLICT_UPDATE)
		ereport(ERROR,
				(parser_errposition(pstate, exprLocation((Node *) clause)),
				 errmsg("ON CONFLICT DO UPDATE requires inference specification or constraint name"),
				 errhint("For example, ON CONFLICT (column_name)."),
				 errcode(ERRCODE_SYNTAX_ERROR)));
	if (IsCatalogRelation(pstate->p_target_relation))
		ereport(ERROR,
				(parser_errposition(pstate, exprLocation((Node *) clause)),
				 errmsg("ON CONFLICT is not supported with system catalog tables"),
				 errcode(ERRCODE_FEATURE_NOT_SUPPORTED)));
}

/*
 * transformOnConflictArbiter
 *		What says which conflicts are meant: index columns and predicate, or a
 *		constraint.
 */
void
transformOnConflictArbiter(ParseState *pstate, OnConflictClause *onConflictClause,
						   List **arbiterExpr, Node **arbiterWhere,
						   Oid *constraint)
{
	InferClause *infer = onConflictClause->infer;
	List *saved = pstate->p_namespace;

	*arbiterExpr = NIL;
	*arbiterWhere = NULL;
	*constraint = InvalidOid;
	check_conflict_clause(pstate, onConflictClause);
	if (infer == NULL)
		return;

	/* names mean columns of the target alone */
	pstate->p_namespace = NIL;
	addNSItemToQuery(pstate, pstate->p_target_nsitem, false, false, true);
	if (infer->indexElems != NIL)
		*arbiterExpr = infer_elements(pstate, infer);
	if (infer->whereClause != NULL)
		*arbiterWhere = transformExpr(pstate, infer->whereClause,
									  EXPR_KIND_INDEX_PREDICATE);
	pstate->p_namespace = saved;

	if (infer->conname != NULL)
	{
		RangeTblEntry *rte = pstate->p_target_nsitem->p_rte;
		Relation rel = pstate->p_target_relation;
		Bitmapset *cols = get_relation_constraint_attnos(RelationGetRelid(rel),
														 infer->conname, false,
														 constraint);

		/* the constraint's columns are read */
		rte->requiredPerms |= ACL_SELECT;
		rte->selectedCols = bms_add_members(rte->selectedCols, cols);
	}
}
