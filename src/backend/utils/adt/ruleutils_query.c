/*
 * ruleutils_query.c
 *		Printing of whole queries as SQL.
 *
 * A SELECT with all its clauses, for views, sub-selects and the bodies of SQL
 * functions.  The layout of lines is part of what users see: keywords of
 * clauses start lines, list items may, and print_keyword keeps the column.
 * Data-changing statements are not printed yet: they occur in rules and in
 * bodies of SQL functions, and raise feature_not_supported.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/ruleutils_query.c
 */
#include "postgres.h"

#include "access/tupdesc.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "ruleutils_internals.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

static void print_from_item(SqlPrinter *p, Query *query, Node *jtnode);

static void
put(SqlPrinter *p, const char *str)
{
	appendStringInfoString(p->buf, str);
}

/* ---- layout ---- */

static void
trim_trailing_blanks(StringInfo buf)
{
	while (buf->len > 0 && buf->data[buf->len - 1] == ' ')
		buf->data[--buf->len] = '\0';
}

/*
 * print_keyword
 *		Append str, on a line of its own if lines are broken at all.
 *
 * before, after	by how much to move the current column before and after
 * plus				blanks beyond the column on this line only
 *
 * Columns beyond INDENT_LIMIT grow slowly and wrap around, so that deep nesting
 * does not fill the output with blanks.
 */
void
print_keyword(SqlPrinter *p, const char *str, int before, int after, int plus)
{
	if (PRETTY_INDENT(p))
	{
		int n;

		p->indent += before;
		trim_trailing_blanks(p->buf);
		if (p->indent < INDENT_LIMIT)
			n = Max(p->indent, 0);
		else
			n = (INDENT_LIMIT + (p->indent - INDENT_LIMIT) / (INDENT_STD / 2)) % INDENT_LIMIT;
		appendStringInfoChar(p->buf, '\n');
		appendStringInfoSpaces(p->buf, n + plus);
		put(p, str);
		p->indent = Max(p->indent + after, 0);
	}
	else
		put(p, str);
}

/* Length of the last line of the text so far. */
static int
last_line_length(StringInfo buf)
{
	char *nl = strrchr(buf->data, '\n');

	return nl ? buf->len - (nl - buf->data) - 1 : buf->len;
}

/*
 * Append an item of a list that was printed apart, on a new line if the line
 * would grow too long or the item before had several lines.  Returns whether
 * this one has.
 */
static bool
print_wrapped_item(SqlPrinter *p, StringInfo item, bool first,
				   bool after_multiline)
{
	if (PRETTY_INDENT(p) && p->wrap_column >= 0)
	{
		if (item->len > 0 && item->data[0] == '\n')
			trim_trailing_blanks(p->buf); /* it breaks the line itself */
		else if (!first &&
				 (after_multiline ||
				  last_line_length(p->buf) + item->len > p->wrap_column))
			print_keyword(p, "", -INDENT_STD, INDENT_STD, INDENT_VAR);
	}
	appendBinaryStringInfo(p->buf, item->data, item->len);
	return item->len > 1 && strchr(item->data + 1, '\n') != NULL;
}

/* ---- sort and group clauses ---- */

/* Print the expression that a clause refers to; returns it. */
static Node *
print_clause_ref(SqlPrinter *p, Index ref, List *tlist, bool force_colno)
{
	TargetEntry *tle = NULL;
	Node *expr;
	ListCell *lc;
	bool paren;

	foreach (lc, tlist)
	{
		if (lfirst_node(TargetEntry, lc)->ressortgroupref == ref)
			tle = lfirst(lc);
	}
	if (tle == NULL)
		elog(ERROR, "ORDER/GROUP BY expression not found in targetlist");
	expr = (Node *) tle->expr;
	if (force_colno)
	{
		Assert(!tle->resjunk);
		appendStringInfo(p->buf, "%d", tle->resno);
	}
	else if (expr && IsA(expr, Const))
		print_const(p, (Const *) expr, 1); /* else a column number */
	else if (!expr || IsA(expr, Var))
		print_expr(p, expr, true);
	else
	{
		/* bare, these could be read as something else than an expression */
		paren = PRETTY_PAREN(p) || IsA(expr, FuncExpr) || IsA(expr, Aggref) ||
			IsA(expr, WindowFunc);
		if (paren)
			put(p, "(");
		print_expr(p, expr, true);
		if (paren)
			put(p, ")");
	}
	return expr;
}

/*
 * print_order_by
 *		Print a list of SortGroupClauses of tlist with their directions.
 */
void
print_order_by(SqlPrinter *p, List *sortlist, List *tlist, bool force_colno)
{
	ListCell *lc;

	foreach (lc, sortlist)
	{
		SortGroupClause *sgc = lfirst_node(SortGroupClause, lc);
		Node *expr;
		Oid type;
		TypeCacheEntry *entry;

		if (lc != list_head(sortlist))
			put(p, ", ");
		expr = print_clause_ref(p, sgc->tleSortGroupRef, tlist, force_colno);
		type = exprType(expr);
		entry = lookup_type_cache(type, TYPECACHE_LT_OPR | TYPECACHE_GT_OPR);
		if (sgc->sortop == entry->lt_opr)
		{
			if (sgc->nulls_first)
				put(p, " NULLS FIRST");
		}
		else if (sgc->sortop == entry->gt_opr)
			put(p, sgc->nulls_first ? " DESC" : " DESC NULLS LAST");
		else
			appendStringInfo(p->buf, " USING %s%s",
							 deparse_operator_name(sgc->sortop, type, type),
							 sgc->nulls_first ? " NULLS FIRST" : " NULLS LAST");
	}
}

static void
print_clause_list(SqlPrinter *p, List *clauses, List *tlist)
{
	ListCell *lc;

	foreach (lc, clauses)
	{
		if (lc != list_head(clauses))
			put(p, ", ");
		print_clause_ref(p, lfirst_node(SortGroupClause, lc)->tleSortGroupRef,
						 tlist, false);
	}
}

/* Some columns of a grouping set, in parentheses unless there is just one. */
static void
print_grouping_columns(SqlPrinter *p, List *refs, List *tlist, bool omit)
{
	ListCell *lc;
	bool paren = !omit || list_length(refs) != 1;

	if (paren)
		put(p, "(");
	foreach (lc, refs)
	{
		if (lc != list_head(refs))
			put(p, ", ");
		print_clause_ref(p, lfirst_int(lc), tlist, false);
	}
	if (paren)
		put(p, ")");
}

static void
print_grouping_set(SqlPrinter *p, GroupingSet *set, List *tlist, bool omit)
{
	ListCell *lc;
	bool inner_omit = true;

	switch (set->kind)
	{
		case GROUPING_SET_EMPTY:
			put(p, "()");
			return;
		case GROUPING_SET_SIMPLE:
			print_grouping_columns(p, set->content, tlist, omit);
			return;
		case GROUPING_SET_ROLLUP:
			put(p, "ROLLUP(");
			break;
		case GROUPING_SET_CUBE:
			put(p, "CUBE(");
			break;
		case GROUPING_SET_SETS:
			put(p, "GROUPING SETS (");
			inner_omit = false;
			break;
	}
	foreach (lc, set->content)
	{
		if (lc != list_head(set->content))
			put(p, ", ");
		print_grouping_set(p, lfirst(lc), tlist, inner_omit);
	}
	put(p, ")");
}

/* ---- windows ---- */

static void
print_frame_bound(SqlPrinter *p, int options, Node *offset, bool start)
{
	int shift = start ? 0 : 1; /* end bits stand one higher */

	if (options & (FRAMEOPTION_START_UNBOUNDED_PRECEDING << shift))
		put(p, "UNBOUNDED PRECEDING ");
	else if (options & (FRAMEOPTION_START_UNBOUNDED_FOLLOWING << shift))
		put(p, "UNBOUNDED FOLLOWING ");
	else if (options & (FRAMEOPTION_START_CURRENT_ROW << shift))
		put(p, "CURRENT ROW ");
	else
	{
		print_expr(p, offset, false);
		put(p, options & (FRAMEOPTION_START_OFFSET_PRECEDING << shift) ? " PRECEDING " : " FOLLOWING ");
	}
}

static void
print_frame(SqlPrinter *p, WindowClause *wc)
{
	int options = wc->frameOptions;

	put(p, options & FRAMEOPTION_RANGE ? "RANGE " : options & FRAMEOPTION_ROWS ? "ROWS "
																			   : "GROUPS ");
	if (options & FRAMEOPTION_BETWEEN)
		put(p, "BETWEEN ");
	print_frame_bound(p, options, wc->startOffset, true);
	if (options & FRAMEOPTION_BETWEEN)
	{
		put(p, "AND ");
		print_frame_bound(p, options, wc->endOffset, false);
	}
	if (options & FRAMEOPTION_EXCLUDE_CURRENT_ROW)
		put(p, "EXCLUDE CURRENT ROW ");
	else if (options & FRAMEOPTION_EXCLUDE_GROUP)
		put(p, "EXCLUDE GROUP ");
	else if (options & FRAMEOPTION_EXCLUDE_TIES)
		put(p, "EXCLUDE TIES ");
	trim_trailing_blanks(p->buf);
}

/* Print a window definition with its parentheses. */
void
print_window_spec(SqlPrinter *p, WindowClause *wc, List *tlist)
{
	const char *sep = "";

	put(p, "(");
	if (wc->refname)
	{
		put(p, quote_identifier(wc->refname));
		sep = " ";
	}
	if (wc->partitionClause != NIL && wc->refname == NULL)
	{
		appendStringInfo(p->buf, "%sPARTITION BY ", sep);
		print_clause_list(p, wc->partitionClause, tlist);
		sep = " ";
	}
	if (wc->orderClause != NIL && !wc->copiedOrder)
	{
		appendStringInfo(p->buf, "%sORDER BY ", sep);
		print_order_by(p, wc->orderClause, tlist, false);
		sep = " ";
	}
	if (wc->frameOptions & FRAMEOPTION_NONDEFAULT)
	{
		put(p, sep);
		print_frame(p, wc);
	}
	put(p, ")");
}

static void
print_named_windows(SqlPrinter *p, Query *query)
{
	ListCell *lc;
	bool first = true;

	foreach (lc, query->windowClause)
	{
		WindowClause *wc = lfirst_node(WindowClause, lc);

		if (wc->name == NULL)
			continue;
		if (first)
			print_keyword(p, " WINDOW ", -INDENT_STD, INDENT_STD, 1);
		else
			put(p, ", ");
		first = false;
		appendStringInfo(p->buf, "%s AS ", quote_identifier(wc->name));
		print_window_spec(p, wc, query->targetList);
	}
}

/* ---- WITH ---- */

static void
print_search_clause(SqlPrinter *p, CTESearchClause *search)
{
	ListCell *lc;

	appendStringInfo(p->buf, " SEARCH %s FIRST BY ",
					 search->search_breadth_first ? "BREADTH" : "DEPTH");
	foreach (lc, search->search_col_list)
		appendStringInfo(p->buf, "%s%s",
						 lc == list_head(search->search_col_list) ? "" : ", ",
						 quote_identifier(strVal(lfirst(lc))));
	appendStringInfo(p->buf, " SET %s",
					 quote_identifier(search->search_seq_column));
}

static void
print_cycle_clause(SqlPrinter *p, CTECycleClause *cycle)
{
	ListCell *lc;
	Const *mark = (Const *) cycle->cycle_mark_value;
	Const *def = (Const *) cycle->cycle_mark_default;

	put(p, " CYCLE ");
	foreach (lc, cycle->cycle_col_list)
		appendStringInfo(p->buf, "%s%s",
						 lc == list_head(cycle->cycle_col_list) ? "" : ", ",
						 quote_identifier(strVal(lfirst(lc))));
	appendStringInfo(p->buf, " SET %s",
					 quote_identifier(cycle->cycle_mark_column));
	if (!(IsA(mark, Const) && IsA(def, Const) &&
		  mark->consttype == BOOLOID && def->consttype == BOOLOID &&
		  !mark->constisnull && !def->constisnull &&
		  DatumGetBool(mark->constvalue) && !DatumGetBool(def->constvalue)))
	{
		put(p, " TO ");
		print_expr(p, (Node *) mark, false);
		put(p, " DEFAULT ");
		print_expr(p, (Node *) def, false);
	}
	appendStringInfo(p->buf, " USING %s",
					 quote_identifier(cycle->cycle_path_column));
}

static void
print_cte(SqlPrinter *p, CommonTableExpr *cte)
{
	ListCell *lc;

	put(p, quote_identifier(cte->ctename));
	foreach (lc, cte->aliascolnames)
		appendStringInfo(p->buf, "%s%s",
						 lc == list_head(cte->aliascolnames) ? "(" : ", ",
						 quote_identifier(strVal(lfirst(lc))));
	if (cte->aliascolnames != NIL)
		put(p, ")");
	put(p, " AS ");
	if (cte->ctematerialized == CTEMaterializeAlways)
		put(p, "MATERIALIZED ");
	else if (cte->ctematerialized == CTEMaterializeNever)
		put(p, "NOT MATERIALIZED ");
	put(p, "(");
	if (PRETTY_INDENT(p))
		print_keyword(p, "", 0, 0, 0);
	print_query(p, castNode(Query, cte->ctequery), NULL, true);
	if (PRETTY_INDENT(p))
		print_keyword(p, "", 0, 0, 0);
	put(p, ")");
	if (cte->search_clause)
		print_search_clause(p, cte->search_clause);
	if (cte->cycle_clause)
		print_cycle_clause(p, cte->cycle_clause);
}

static void
print_with(SqlPrinter *p, Query *query)
{
	ListCell *lc;

	if (query->cteList == NIL)
		return;
	if (PRETTY_INDENT(p))
	{
		p->indent += INDENT_STD;
		put(p, " ");
	}
	put(p, query->hasRecursive ? "WITH RECURSIVE " : "WITH ");
	foreach (lc, query->cteList)
	{
		if (lc != list_head(query->cteList))
			put(p, ", ");
		print_cte(p, lfirst_node(CommonTableExpr, lc));
	}
	if (PRETTY_INDENT(p))
	{
		p->indent -= INDENT_STD;
		print_keyword(p, "", 0, 0, 0);
	}
	else
		put(p, " ");
}

/* ---- FROM ---- */

/* "(a, b)" after an alias, if the names are not those one would expect. */
static void
print_column_aliases(SqlPrinter *p, RteNames *names)
{
	const char *sep = "(";

	if (!names->print_aliases)
		return;
	for (int i = 0; i < names->ncols; i++)
	{
		if (names->cols[i] == NULL)
			continue;
		appendStringInfo(p->buf, "%s%s", sep, quote_identifier(names->cols[i]));
		sep = ", ";
	}
	if (sep[0] == ',')
		put(p, ")");
}

/* "(a int, b text)" after a function that returns records. */
static void
print_column_definitions(SqlPrinter *p, RangeTblFunction *func, RteNames *names)
{
	put(p, "(");
	for (int i = 0; i < list_length(func->funccoltypes); i++)
	{
		Oid type = list_nth_oid(func->funccoltypes, i);
		Oid coll = list_nth_oid(func->funccolcollations, i);
		const char *name = names && i < names->ncols && names->cols[i] ? names->cols[i] : strVal(list_nth(func->funccolnames, i));

		appendStringInfo(p->buf, "%s%s %s", i > 0 ? ", " : "",
						 quote_identifier(name),
						 format_type_with_typemod(type,
												  list_nth_int(func->funccoltypmods, i)));
		if (OidIsValid(coll) && coll != get_typcollation(type))
			appendStringInfo(p->buf, " COLLATE %s",
							 generate_collation_name(coll));
	}
	put(p, ")");
}

/* Functions in FROM; returns the one whose column definitions come later. */
static RangeTblFunction *
print_from_functions(SqlPrinter *p, RangeTblEntry *rte)
{
	RangeTblFunction *first = linitial(rte->functions);
	ListCell *lc;

	if (list_length(rte->functions) == 1 &&
		(first->funccolnames == NIL || !rte->funcordinality))
	{
		print_funccall_expr(p, first->funcexpr);
		if (rte->funcordinality)
			put(p, " WITH ORDINALITY");
		return first->funccolnames != NIL ? first : NULL;
	}
	put(p, "ROWS FROM(");
	foreach (lc, rte->functions)
	{
		RangeTblFunction *func = lfirst(lc);

		if (func != first)
			put(p, ", ");
		print_funccall_expr(p, func->funcexpr);
		if (func->funccolnames != NIL)
		{
			put(p, " AS ");
			print_column_definitions(p, func, NULL);
		}
	}
	put(p, ")");
	if (rte->funcordinality)
		put(p, " WITH ORDINALITY");
	return NULL;
}

static void
print_values(SqlPrinter *p, List *values_lists)
{
	ListCell *lc,
		*lc2;

	put(p, "VALUES ");
	foreach (lc, values_lists)
	{
		put(p, lc == list_head(values_lists) ? "(" : ", (");
		foreach (lc2, (List *) lfirst(lc))
		{
			if (lc2 != list_head((List *) lfirst(lc)))
				put(p, ",");
			print_expr_toplevel(p, lfirst(lc2), false);
		}
		put(p, ")");
	}
}

static void
print_tablesample(SqlPrinter *p, TableSampleClause *sample)
{
	ListCell *lc;

	appendStringInfo(p->buf, " TABLESAMPLE %s (",
					 quote_identifier(get_func_name(sample->tsmhandler)));
	foreach (lc, sample->args)
	{
		if (lc != list_head(sample->args))
			put(p, ", ");
		print_expr(p, lfirst(lc), false);
	}
	put(p, ")");
	if (sample->repeatable)
	{
		put(p, " REPEATABLE (");
		print_expr(p, (Node *) sample->repeatable, false);
		put(p, ")");
	}
}

static void
print_from_rte(SqlPrinter *p, int varno)
{
	DeparseLevel *level = linitial(p->levels);
	RangeTblEntry *rte = rt_fetch(varno, level->rtable);
	char *refname = list_nth(level->rte_names, varno - 1);
	RteNames *names = rte_column_names(level, varno);
	RangeTblFunction *coldef = NULL;
	bool alias = rte->alias != NULL || names->print_aliases;

	if (rte->lateral)
		put(p, "LATERAL ");
	switch (rte->rtekind)
	{
		case RTE_RELATION:
			appendStringInfo(p->buf, "%s%s", rte->inh ? "" : "ONLY ",
							 deparse_relation_name(rte->relid, p->levels));
			alias |= strcmp(refname, get_rel_name(rte->relid)) != 0;
			break;
		case RTE_SUBQUERY:
			put(p, "(");
			print_query(p, rte->subquery, NULL, true);
			put(p, ")");
			break;
		case RTE_FUNCTION:
			coldef = print_from_functions(p, rte);
			alias = true;
			break;
		case RTE_VALUES:
			put(p, "(");
			print_values(p, rte->values_lists);
			put(p, ")");
			alias = true;
			break;
		case RTE_CTE:
			put(p, quote_identifier(rte->ctename));
			alias |= strcmp(refname, rte->ctename) != 0;
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("printing of range table entry kind %d is not supported",
							(int) rte->rtekind)));
	}
	if (alias)
		appendStringInfo(p->buf, " %s", quote_identifier(refname));
	if (coldef)
	{
		if (!alias)
			put(p, " AS ");
		print_column_definitions(p, coldef, names);
	}
	else
		print_column_aliases(p, names);
	if (rte->rtekind == RTE_RELATION && rte->tablesample)
		print_tablesample(p, rte->tablesample);
}

static void
print_join_condition(SqlPrinter *p, JoinExpr *j, RteNames *names)
{
	ListCell *lc;

	if (j->usingClause != NIL)
	{
		put(p, " USING (");
		foreach (lc, names->using_names)
			appendStringInfo(p->buf, "%s%s",
							 lc == list_head(names->using_names) ? "" : ", ",
							 quote_identifier(lfirst(lc)));
		put(p, ")");
		if (j->join_using_alias)
			appendStringInfo(p->buf, " AS %s",
							 quote_identifier(j->join_using_alias->aliasname));
	}
	else if (j->quals)
	{
		put(p, PRETTY_PAREN(p) ? " ON " : " ON (");
		print_expr(p, j->quals, false);
		if (!PRETTY_PAREN(p))
			put(p, ")");
	}
	else if (j->jointype != JOIN_INNER)
		put(p, " ON TRUE");
}

static void
print_join(SqlPrinter *p, Query *query, JoinExpr *j)
{
	DeparseLevel *level = linitial(p->levels);
	bool outer_paren = !PRETTY_PAREN(p) || j->alias != NULL;
	bool right_paren = PRETTY_PAREN(p) && IsA(j->rarg, JoinExpr) &&
		((JoinExpr *) j->rarg)->alias == NULL;
	const char *word;

	if (outer_paren)
		put(p, "(");
	print_from_item(p, query, j->larg);
	switch (j->jointype)
	{
		case JOIN_INNER:
			word = j->quals ? " JOIN " : " CROSS JOIN ";
			break;
		case JOIN_LEFT:
			word = " LEFT JOIN ";
			break;
		case JOIN_FULL:
			word = " FULL JOIN ";
			break;
		case JOIN_RIGHT:
			word = " RIGHT JOIN ";
			break;
		default:
			elog(ERROR, "unrecognized join type: %d", (int) j->jointype);
	}
	print_keyword(p, word, -INDENT_STD, INDENT_STD, INDENT_JOIN);
	if (right_paren)
		put(p, "(");
	print_from_item(p, query, j->rarg);
	if (right_paren)
		put(p, ")");
	print_join_condition(p, j, rte_column_names(level, j->rtindex));
	if (outer_paren)
		put(p, ")");
	if (j->alias)
	{
		appendStringInfo(p->buf, " %s",
						 quote_identifier(list_nth(level->rte_names,
												   j->rtindex - 1)));
		print_column_aliases(p, rte_column_names(level, j->rtindex));
	}
}

static void
print_from_item(SqlPrinter *p, Query *query, Node *jtnode)
{
	if (IsA(jtnode, RangeTblRef))
		print_from_rte(p, ((RangeTblRef *) jtnode)->rtindex);
	else
		print_join(p, query, castNode(JoinExpr, jtnode));
}

static void
print_from(SqlPrinter *p, Query *query, const char *prefix)
{
	bool first = true;
	ListCell *lc;

	foreach (lc, query->jointree->fromlist)
	{
		Node *jtnode = lfirst(lc);
		StringInfoData item;
		StringInfo out = p->buf;

		if (IsA(jtnode, RangeTblRef) &&
			!rt_fetch(((RangeTblRef *) jtnode)->rtindex, query->rtable)->inFromCl)
			continue;
		if (first)
		{
			print_keyword(p, prefix, -INDENT_STD, INDENT_STD, 2);
			first = false;
			print_from_item(p, query, jtnode);
			continue;
		}
		put(p, ", ");
		initStringInfo(&item);
		p->buf = &item;
		print_from_item(p, query, jtnode);
		p->buf = out;
		(void) print_wrapped_item(p, &item, false, false);
	}
}

/* ---- SELECT ---- */

static void
print_target_list(SqlPrinter *p, List *tlist, TupleDesc resultDesc,
				  bool colnames_visible)
{
	bool multiline = false;
	const char *sep = " ";
	int colno = 0;
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		StringInfoData item;
		StringInfo out = p->buf;
		const char *own_name;
		char *colname;

		if (tle->resjunk)
			continue;
		put(p, sep);
		sep = ", ";
		colno++;
		initStringInfo(&item);
		p->buf = &item;
		if (tle->expr && IsA(tle->expr, Var))
			own_name = print_variable(p, (Var *) tle->expr, 0, true);
		else
		{
			print_expr(p, (Node *) tle->expr, true);
			/* the name it gets anyway, where nobody can refer to it */
			own_name = colnames_visible ? NULL : "?column?";
		}
		colname = resultDesc && colno <= resultDesc->natts ? NameStr(TupleDescAttr(resultDesc, colno - 1)->attname) : tle->resname;
		if (colname && (own_name == NULL || strcmp(own_name, colname) != 0))
			appendStringInfo(&item, " AS %s", quote_identifier(colname));
		p->buf = out;
		multiline = print_wrapped_item(p, &item, colno == 1, multiline);
	}
}

/* The VALUES entry of a query that is nothing but VALUES, else NULL. */
static RangeTblEntry *
bare_values_rte(Query *query, TupleDesc resultDesc)
{
	RangeTblEntry *result = NULL;
	ListCell *lc;
	int i = 0;

	foreach (lc, query->rtable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (rte->rtekind == RTE_VALUES && rte->inFromCl)
		{
			if (result)
				return NULL;
			result = rte;
		}
		else if (rte->rtekind == RTE_RELATION && !rte->inFromCl)
			continue; /* OLD and NEW of a rule */
		else
			return NULL;
	}
	if (result == NULL || list_length(query->targetList) != list_length(result->eref->colnames))
		return NULL;
	foreach (lc, query->targetList)
	{
		TargetEntry *tle = lfirst(lc);
		char *name = strVal(list_nth(result->eref->colnames, i));

		if (tle->resjunk || strcmp(tle->resname, name) != 0)
			return NULL;
		if (resultDesc && i < resultDesc->natts &&
			strcmp(NameStr(TupleDescAttr(resultDesc, i)->attname), name) != 0)
			return NULL;
		i++;
	}
	return result;
}

static void
print_group_by(SqlPrinter *p, Query *query)
{
	ListCell *lc;

	if (query->groupClause == NIL && query->groupingSets == NIL)
		return;
	print_keyword(p, " GROUP BY ", -INDENT_STD, INDENT_STD, 1);
	if (query->groupDistinct)
		put(p, "DISTINCT ");
	p->in_group_by = true;
	if (query->groupingSets == NIL)
		print_clause_list(p, query->groupClause, query->targetList);
	foreach (lc, query->groupingSets)
	{
		if (lc != list_head(query->groupingSets))
			put(p, ", ");
		print_grouping_set(p, lfirst(lc), query->targetList, true);
	}
	p->in_group_by = false;
}

static void
print_basic_select(SqlPrinter *p, Query *query, TupleDesc resultDesc,
				   bool colnames_visible)
{
	RangeTblEntry *values = bare_values_rte(query, resultDesc);

	if (PRETTY_INDENT(p))
	{
		p->indent += INDENT_STD;
		put(p, " ");
	}
	if (values)
	{
		print_values(p, values->values_lists);
		return;
	}
	put(p, query->isReturn ? "RETURN" : "SELECT");
	if (query->hasDistinctOn)
	{
		put(p, " DISTINCT ON (");
		print_clause_list(p, query->distinctClause, query->targetList);
		put(p, ")");
	}
	else if (query->distinctClause != NIL)
		put(p, " DISTINCT");
	print_target_list(p, query->targetList, resultDesc, colnames_visible);
	print_from(p, query, " FROM ");
	if (query->jointree->quals)
	{
		print_keyword(p, " WHERE ", -INDENT_STD, INDENT_STD, 1);
		print_expr(p, query->jointree->quals, false);
	}
	print_group_by(p, query);
	if (query->havingQual)
	{
		print_keyword(p, " HAVING ", -INDENT_STD, INDENT_STD, 0);
		print_expr(p, query->havingQual, false);
	}
	print_named_windows(p, query);
}

/* One side of UNION and the like. */
static void
print_setop(SqlPrinter *p, Node *node, Query *query, TupleDesc resultDesc,
			bool colnames_visible)
{
	static const char *const words[] = {
		[SETOP_UNION] = "UNION ",
		[SETOP_INTERSECT] = "INTERSECT ",
		[SETOP_EXCEPT] = "EXCEPT ",
	};
	SetOperationStmt *op = (SetOperationStmt *) node;
	bool paren;
	int step;

	check_stack_depth();
	if (IsA(node, RangeTblRef))
	{
		Query *sub = rt_fetch(((RangeTblRef *) node)->rtindex,
							  query->rtable)
						 ->subquery;

		paren = sub->cteList || sub->sortClause || sub->rowMarks ||
			sub->limitOffset || sub->limitCount || sub->setOperations;
		if (paren)
			put(p, "(");
		print_query(p, sub, resultDesc, colnames_visible);
		if (paren)
			put(p, ")");
		return;
	}
	/* on the left, the same operation needs no parentheses */
	paren = IsA(op->larg, SetOperationStmt) &&
		(((SetOperationStmt *) op->larg)->op != op->op ||
		 ((SetOperationStmt *) op->larg)->all != op->all);
	step = paren ? INDENT_STD : 0;
	if (paren)
	{
		put(p, "(");
		print_keyword(p, "", step, 0, 0);
	}
	print_setop(p, op->larg, query, resultDesc, colnames_visible);
	if (paren)
		print_keyword(p, ") ", -step, 0, 0);
	else if (PRETTY_INDENT(p))
		print_keyword(p, "", 0, 0, 0);
	else
		put(p, " ");
	put(p, words[op->op]);
	if (op->all)
		put(p, "ALL ");
	paren = IsA(op->rarg, SetOperationStmt);
	step = paren ? INDENT_STD : 0;
	if (paren)
		put(p, "(");
	print_keyword(p, "", step, 0, 0);
	print_setop(p, op->rarg, query, resultDesc, false);
	if (PRETTY_INDENT(p))
		p->indent -= step;
	if (paren)
		print_keyword(p, ")", 0, 0, 0);
}

static void
print_limit(SqlPrinter *p, Query *query)
{
	if (query->limitOffset)
	{
		print_keyword(p, " OFFSET ", -INDENT_STD, INDENT_STD, 0);
		print_expr(p, query->limitOffset, false);
	}
	if (query->limitCount == NULL)
		return;
	if (query->limitOption == LIMIT_OPTION_WITH_TIES)
	{
		print_keyword(p, " FETCH FIRST ", -INDENT_STD, INDENT_STD, 0);
		put(p, "(");
		print_expr(p, query->limitCount, false);
		put(p, ") ROWS WITH TIES");
		return;
	}
	print_keyword(p, " LIMIT ", -INDENT_STD, INDENT_STD, 0);
	if (IsA(query->limitCount, Const) &&
		((Const *) query->limitCount)->constisnull)
		put(p, "ALL");
	else
		print_expr(p, query->limitCount, false);
}

static void
print_row_marks(SqlPrinter *p, Query *query)
{
	DeparseLevel *level = linitial(p->levels);
	ListCell *lc;

	foreach (lc, query->rowMarks)
	{
		RowMarkClause *mark = lfirst_node(RowMarkClause, lc);
		const char *word = NULL;

		if (mark->pushedDown)
			continue;
		switch (mark->strength)
		{
			case LCS_FORKEYSHARE:
				word = " FOR KEY SHARE";
				break;
			case LCS_FORSHARE:
				word = " FOR SHARE";
				break;
			case LCS_FORNOKEYUPDATE:
				word = " FOR NO KEY UPDATE";
				break;
			case LCS_FORUPDATE:
				word = " FOR UPDATE";
				break;
			default:
				elog(ERROR, "unrecognized LockClauseStrength %d",
					 (int) mark->strength);
		}
		print_keyword(p, word, -INDENT_STD, INDENT_STD, 0);
		appendStringInfo(p->buf, " OF %s",
						 quote_identifier(list_nth(level->rte_names,
												   mark->rti - 1)));
		if (mark->waitPolicy == LockWaitError)
			put(p, " NOWAIT");
		else if (mark->waitPolicy == LockWaitSkip)
			put(p, " SKIP LOCKED");
	}
}

static void
print_select(SqlPrinter *p, Query *query, TupleDesc resultDesc,
			 bool colnames_visible)
{
	bool force_colno = query->setOperations != NULL;

	print_with(p, query);
	p->windows = query->windowClause;
	p->window_tlist = query->targetList;
	if (query->setOperations)
		print_setop(p, query->setOperations, query, resultDesc,
					colnames_visible);
	else
		print_basic_select(p, query, resultDesc, colnames_visible);
	if (query->sortClause != NIL)
	{
		print_keyword(p, " ORDER BY ", -INDENT_STD, INDENT_STD, 1);
		print_order_by(p, query->sortClause, query->targetList, force_colno);
	}
	print_limit(p, query);
	if (query->hasForUpdate)
		print_row_marks(p, query);
}

/*
 * print_query_toplevel
 *		Append a query to buf.
 *
 * levels			the queries around it
 * resultDesc		what its output columns are to be called, or NULL
 * flags, wrap		PRETTYFLAG_ bits; the width of lines, 0 for an item a line
 *
 * Locks the relations that the query mentions with AccessShareLock, because
 * columns dropped since it was stored must be found.
 */
void
print_query_toplevel(StringInfo buf, Query *query, List *levels,
					 TupleDesc resultDesc, int flags, int wrap, int indent)
{
	SqlPrinter p = {0};

	p.buf = buf;
	p.levels = levels;
	p.flags = flags;
	p.wrap_column = wrap;
	p.indent = indent;
	AcquireRewriteLocks(query, false, false);
	print_query(&p, query, resultDesc, true);
}

/*
 * print_query
 *		Print a query inside another one, from the current column on.
 *
 * colnames_visible		may the query around refer to its columns by name?
 */
void
print_query(SqlPrinter *outer, Query *query, TupleDesc resultDesc,
			bool colnames_visible)
{
	SqlPrinter p = *outer;

	CHECK_FOR_INTERRUPTS();
	check_stack_depth();
	p.windows = NIL;
	p.window_tlist = NIL;
	p.in_group_by = false;
	p.qualify = outer->levels != NIL || list_length(query->rtable) != 1;
	p.levels = lcons(deparse_level_for_query(query, outer->levels),
					 list_copy(outer->levels));
	switch (query->commandType)
	{
		case CMD_SELECT:
			print_select(&p, query, resultDesc, colnames_visible);
			break;
		case CMD_NOTHING:
			put(&p, "NOTHING");
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("printing of data-changing statements is not supported")));
	}
}
