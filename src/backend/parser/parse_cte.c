/*
 * parse_cte.c
 *		Analysis of WITH.
 *
 * Without RECURSIVE, each query sees those before it.  With RECURSIVE they
 * all see each other; the dependencies among the raw trees give an order in
 * which they can be analyzed, and only a query's reference to itself is a
 * recursion that can be evaluated: "non-recursive term UNION recursive term".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_cte.c
 */
#include "postgres.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/analyze.h"
#include "parser/parse_coerce.h"
#include "parser/parse_cte.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

/* Where a reference to the query itself stands, if that is not allowed. */
typedef enum RecursionPlace
{
	RECURSION_OK,
	RECURSION_NONRECURSIVE_TERM,
	RECURSION_SUBLINK,
	RECURSION_OUTER_JOIN,
	RECURSION_INTERSECT,
	RECURSION_EXCEPT
} RecursionPlace;

static const char *const recursion_messages[] = {
	[RECURSION_NONRECURSIVE_TERM] = "recursive reference to query \"%s\" must not appear within its non-recursive term",
	[RECURSION_SUBLINK] = "recursive reference to query \"%s\" must not appear within a subquery",
	[RECURSION_OUTER_JOIN] = "recursive reference to query \"%s\" must not appear within an outer join",
	[RECURSION_INTERSECT] = "recursive reference to query \"%s\" must not appear within INTERSECT",
	[RECURSION_EXCEPT] = "recursive reference to query \"%s\" must not appear within EXCEPT",
};

typedef struct CteItem
{
	CommonTableExpr *cte;
	Bitmapset *depends_on; /* indexes of other items */
	bool done;
} CteItem;

/* A walk over raw trees that resolves names of WITH queries. */
typedef struct CteWalk
{
	ParseState *pstate;
	CteItem *items;
	int nitems;
	int current; /* the item walked */
	List *innerwiths; /* lists of inner WITH queries that hide names */
	RecursionPlace place;
	int self_refs;
	bool collecting; /* note dependencies; else check recursion */
} CteWalk;

static bool cte_walker(Node *node, CteWalk *w);
static void analyze_cte(ParseState *pstate, CommonTableExpr *cte);
static void order_items(ParseState *pstate, CteItem *items, int n);
static void check_recursion(CteWalk *w);

/*
 * transformWithClause
 *		Analyze the queries of WITH and put them into p_ctenamespace; result is
 *		the list for Query.cteList.
 */
List *
transformWithClause(ParseState *pstate, WithClause *withClause)
{
	int n = list_length(withClause->ctes);
	CteItem *items = palloc0(n * sizeof(CteItem));
	int i = 0;
	ListCell *lc;

	Assert(pstate->p_ctenamespace == NIL);
	foreach (lc, withClause->ctes)
	{
		CommonTableExpr *cte = lfirst_node(CommonTableExpr, lc);
		ListCell *rest;

		for_each_cell (rest, withClause->ctes, lnext(withClause->ctes, lc))
			if (strcmp(cte->ctename,
					   lfirst_node(CommonTableExpr, rest)->ctename) == 0)
				ereport(ERROR,
						(errcode(ERRCODE_DUPLICATE_ALIAS),
						 errmsg("WITH query name \"%s\" specified more than once",
								cte->ctename),
						 parser_errposition(pstate,
											lfirst_node(CommonTableExpr, rest)->location)));
		cte->cterecursive = false;
		cte->cterefcount = 0;
		if (!IsA(cte->ctequery, SelectStmt))
		{
			/* INSERT etc. only at the top, where they are run once */
			if (pstate->parentParseState != NULL)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("WITH clause containing a data-modifying statement must be at the top level"),
						 parser_errposition(pstate, cte->location)));
			pstate->p_hasModifyingCTE = true;
		}
		items[i++].cte = cte;
	}

	if (!withClause->recursive)
	{
		pstate->p_future_ctes = list_copy(withClause->ctes);
		for (i = 0; i < n; i++)
		{
			analyze_cte(pstate, items[i].cte);
			pstate->p_ctenamespace = lappend(pstate->p_ctenamespace, items[i].cte);
			pstate->p_future_ctes = list_delete_first(pstate->p_future_ctes);
		}
		return pstate->p_ctenamespace;
	}

	for (i = 0; i < n; i++)
	{
		CteWalk w = {pstate, items, n, i, NIL, RECURSION_OK, 0, true};

		cte_walker(items[i].cte->ctequery, &w);
	}
	order_items(pstate, items, n);
	for (i = 0; i < n; i++)
	{
		CteWalk w = {pstate, items, n, i, NIL, RECURSION_OK, 0, false};

		check_recursion(&w);
		pstate->p_ctenamespace = lappend(pstate->p_ctenamespace, items[i].cte);
	}
	for (i = 0; i < n; i++)
		analyze_cte(pstate, items[i].cte);
	return pstate->p_ctenamespace;
}

/* ---- order ---- */

/* So that each item comes after those it depends on. */
static void
order_items(ParseState *pstate, CteItem *items, int n)
{
	CteItem *sorted = palloc(n * sizeof(CteItem));
	Bitmapset *placed = NULL;

	for (int at = 0; at < n; at++)
	{
		int pick = -1;

		for (int i = 0; i < n && pick < 0; i++)
			if (!bms_is_member(i, placed) && bms_is_subset(items[i].depends_on, placed))
				pick = i;
		if (pick < 0)
		{
			for (int i = 0; i < n; i++)
				if (!bms_is_member(i, placed))
					ereport(ERROR,
							(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
							 errmsg("mutual recursion between WITH items is not implemented"),
							 parser_errposition(pstate, items[i].cte->location)));
		}
		placed = bms_add_member(placed, pick);
		sorted[at] = items[pick];
	}
	memcpy(items, sorted, n * sizeof(CteItem));
}

/* ---- walking raw trees ---- */

static bool
hidden_by_inner_with(CteWalk *w, const char *name)
{
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, w->innerwiths)
		foreach (lc2, (List *) lfirst(lc))
			if (strcmp(name, lfirst_node(CommonTableExpr, lc2)->ctename) == 0)
				return true;
	return false;
}

/* A table name: does it mean one of the items? */
static void
walk_table(CteWalk *w, RangeVar *rv)
{
	if (rv->schemaname != NULL || hidden_by_inner_with(w, rv->relname))
		return;
	for (int i = 0; i < w->nitems; i++)
	{
		if (strcmp(rv->relname, w->items[i].cte->ctename) != 0)
			continue;
		if (w->collecting)
		{
			if (i == w->current)
				w->items[i].cte->cterecursive = true;
			else
				w->items[w->current].depends_on =
					bms_add_member(w->items[w->current].depends_on, i);
			return;
		}
		if (i != w->current)
			return;
		if (w->place != RECURSION_OK)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_RECURSION),
					 errmsg(recursion_messages[w->place], w->items[i].cte->ctename),
					 parser_errposition(w->pstate, rv->location)));
		if (++w->self_refs > 1)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_RECURSION),
					 errmsg("recursive reference to query \"%s\" must not appear more than once",
							w->items[i].cte->ctename),
					 parser_errposition(w->pstate, rv->location)));
		return;
	}
}

/* Walk something as part of a place that allows less. */
static void
walk_in(CteWalk *w, Node *node, RecursionPlace place)
{
	RecursionPlace saved = w->place;

	w->place = place;
	cte_walker(node, w);
	w->place = saved;
}

static void
walk_select(CteWalk *w, SelectStmt *s)
{
	switch (s->op)
	{
		case SETOP_NONE:
		case SETOP_UNION:
			raw_expression_tree_walker(s, cte_walker, w);
			break;
		case SETOP_INTERSECT:
			if (s->all)
				walk_in(w, (Node *) s->larg, RECURSION_INTERSECT);
			else
				cte_walker((Node *) s->larg, w);
			if (s->all)
				walk_in(w, (Node *) s->rarg, RECURSION_INTERSECT);
			else
				cte_walker((Node *) s->rarg, w);
			break;
		case SETOP_EXCEPT:
			if (s->all)
				walk_in(w, (Node *) s->larg, RECURSION_EXCEPT);
			else
				cte_walker((Node *) s->larg, w);
			walk_in(w, (Node *) s->rarg, RECURSION_EXCEPT);
			break;
	}
	if (s->op == SETOP_INTERSECT || s->op == SETOP_EXCEPT)
	{
		cte_walker((Node *) s->sortClause, w);
		cte_walker(s->limitOffset, w);
		cte_walker(s->limitCount, w);
	}
}

/* A statement with WITH of its own, whose names hide ours. */
static void
walk_with(CteWalk *w, WithClause *with)
{
	ListCell *lc;

	if (with == NULL)
		return;
	if (with->recursive)
	{
		w->innerwiths = lcons(with->ctes, w->innerwiths);
		foreach (lc, with->ctes)
			cte_walker(lfirst_node(CommonTableExpr, lc)->ctequery, w);
		return;
	}
	w->innerwiths = lcons(NIL, w->innerwiths);
	foreach (lc, with->ctes)
	{
		cte_walker(lfirst_node(CommonTableExpr, lc)->ctequery, w);
		linitial(w->innerwiths) = lappend(linitial(w->innerwiths), lfirst(lc));
	}
}

static WithClause **
with_clause_of(Node *node)
{
	switch (nodeTag(node))
	{
		case T_SelectStmt:
			return &((SelectStmt *) node)->withClause;
		case T_InsertStmt:
			return &((InsertStmt *) node)->withClause;
		case T_UpdateStmt:
			return &((UpdateStmt *) node)->withClause;
		case T_DeleteStmt:
			return &((DeleteStmt *) node)->withClause;
		default:
			return NULL;
	}
}

static bool
cte_walker(Node *node, CteWalk *w)
{
	WithClause **withp;

	if (node == NULL)
		return false;
	withp = with_clause_of(node);
	if (withp != NULL)
	{
		WithClause *with = *withp;
		List *saved = list_copy(w->innerwiths);

		walk_with(w, with);
		*withp = NULL; /* done */
		if (IsA(node, SelectStmt))
			walk_select(w, (SelectStmt *) node);
		else
			raw_expression_tree_walker(node, cte_walker, w);
		*withp = with;
		w->innerwiths = saved;
		return false;
	}
	switch (nodeTag(node))
	{
		case T_RangeVar:
			walk_table(w, (RangeVar *) node);
			return false;
		case T_JoinExpr:
		{
			JoinExpr *j = (JoinExpr *) node;
			RecursionPlace outer = RECURSION_OUTER_JOIN;

			walk_in(w, j->larg, j->jointype == JOIN_FULL || j->jointype == JOIN_RIGHT ? outer : w->place);
			walk_in(w, j->rarg, j->jointype == JOIN_FULL || j->jointype == JOIN_LEFT ? outer : w->place);
			cte_walker(j->quals, w);
			return false;
		}
		case T_SubLink:
			cte_walker(((SubLink *) node)->testexpr, w);
			walk_in(w, ((SubLink *) node)->subselect, RECURSION_SUBLINK);
			return false;
		default:
			return raw_expression_tree_walker(node, cte_walker, w);
	}
}

/* Is a self-referencing item of the form that can be evaluated? */
static void
check_recursion(CteWalk *w)
{
	CommonTableExpr *cte = w->items[w->current].cte;
	SelectStmt *s = (SelectStmt *) cte->ctequery;
	const char *bad = NULL;
	Node *bad_clause = NULL;

	if (!cte->cterecursive)
		return;
	if (!IsA(s, SelectStmt))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_RECURSION),
				 errmsg("recursive query \"%s\" must not contain data-modifying statements",
						cte->ctename),
				 parser_errposition(w->pstate, cte->location)));
	if (s->op != SETOP_UNION)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_RECURSION),
				 errmsg("recursive query \"%s\" does not have the form non-recursive-term UNION [ALL] recursive-term",
						cte->ctename),
				 parser_errposition(w->pstate, cte->location)));

	walk_in(w, (Node *) s->larg, RECURSION_NONRECURSIVE_TERM);
	Assert(w->self_refs == 0);
	cte_walker((Node *) s->rarg, w);
	if (w->self_refs != 1)
		elog(ERROR, "missing recursive reference");
	if (s->withClause != NULL)
	{
		w->self_refs = 0;
		walk_with(w, s->withClause);
	}

	if (s->sortClause != NIL)
		bad = "ORDER BY", bad_clause = (Node *) s->sortClause;
	else if (s->limitOffset != NULL)
		bad = "OFFSET", bad_clause = s->limitOffset;
	else if (s->limitCount != NULL)
		bad = "LIMIT", bad_clause = s->limitCount;
	else if (s->lockingClause != NIL)
		bad = "FOR UPDATE/SHARE", bad_clause = (Node *) s->lockingClause;
	if (bad != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s in a recursive query is not implemented", bad),
				 parser_errposition(w->pstate, exprLocation(bad_clause))));
}

/* ---- analysis of one query ---- */

/* The recursive term must have given the columns their first types. */
static void
check_recursive_columns(ParseState *pstate, CommonTableExpr *cte, List *tlist)
{
	int col = 0;
	ListCell *lt = list_head(cte->ctecoltypes);
	ListCell *lm = list_head(cte->ctecoltypmods);
	ListCell *lo = list_head(cte->ctecolcollations);
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *te = lfirst_node(TargetEntry, lc);
		Node *e = (Node *) te->expr;

		if (te->resjunk)
			continue;
		col++;
		if (lt == NULL)
			elog(ERROR, "wrong number of output columns in WITH");
		if (exprType(e) != lfirst_oid(lt) || exprTypmod(e) != lfirst_int(lm))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("recursive query \"%s\" column %d has type %s in non-recursive term but type %s overall",
							cte->ctename, col,
							format_type_with_typemod(lfirst_oid(lt), lfirst_int(lm)),
							format_type_with_typemod(exprType(e), exprTypmod(e))),
					 errhint("The non-recursive term's output may be cast to the right type."),
					 parser_errposition(pstate, exprLocation(e))));
		if (exprCollation(e) != lfirst_oid(lo))
			ereport(ERROR,
					(errcode(ERRCODE_COLLATION_MISMATCH),
					 errmsg("recursive query \"%s\" column %d has collation \"%s\" in non-recursive term but collation \"%s\" overall",
							cte->ctename, col, get_collation_name(lfirst_oid(lo)),
							get_collation_name(exprCollation(e))),
					 errhint("A COLLATE clause in the non-recursive term sets its collation."),
					 parser_errposition(pstate, exprLocation(e))));
		lt = lnext(cte->ctecoltypes, lt);
		lm = lnext(cte->ctecoltypmods, lm);
		lo = lnext(cte->ctecolcollations, lo);
	}
	if (lt != NULL)
		elog(ERROR, "wrong number of output columns in WITH");
}

static void
analyze_cte(ParseState *pstate, CommonTableExpr *cte)
{
	Query *query;

	Assert(!IsA(cte->ctequery, Query));
	query = parse_sub_analyze(cte->ctequery, pstate, cte, false, true);
	cte->ctequery = (Node *) query;
	if (!IsA(query, Query) || query->utilityStmt != NULL)
		elog(ERROR, "unexpected utility statement in WITH");
	if (query->commandType != CMD_SELECT && pstate->parentParseState != NULL)
		elog(ERROR, "data-modifying WITH query below the top level");
	query->canSetTag = false;

	if (!cte->cterecursive)
		analyzeCTETargetList(pstate, cte, GetCTETargetList(cte));
	else
		check_recursive_columns(pstate, cte, GetCTETargetList(cte));
}

/*
 * analyzeCTETargetList
 *		Names and types of the columns, from the query's target list.
 *
 * For a recursive query it is the one of the non-recursive term, called while
 * the query is analyzed.
 */
void
analyzeCTETargetList(ParseState *pstate, CommonTableExpr *cte, List *tlist)
{
	int naliases = list_length(cte->aliascolnames);
	int n = 0;
	ListCell *lc;

	Assert(cte->ctecolnames == NIL);
	cte->ctecolnames = copyObject(cte->aliascolnames);
	foreach (lc, tlist)
	{
		TargetEntry *te = lfirst_node(TargetEntry, lc);
		Oid type;
		int32 typmod;
		Oid coll;

		if (te->resjunk)
			continue;
		n++;
		if (n > naliases)
			cte->ctecolnames = lappend(cte->ctecolnames,
									   makeString(pstrdup(te->resname)));
		type = exprType((Node *) te->expr);
		typmod = exprTypmod((Node *) te->expr);
		coll = exprCollation((Node *) te->expr);
		/* in recursion, an open literal must be settled here */
		if (cte->cterecursive && type == UNKNOWNOID)
		{
			type = TEXTOID;
			typmod = -1;
			coll = DEFAULT_COLLATION_OID;
		}
		cte->ctecoltypes = lappend_oid(cte->ctecoltypes, type);
		cte->ctecoltypmods = lappend_int(cte->ctecoltypmods, typmod);
		cte->ctecolcollations = lappend_oid(cte->ctecolcollations, coll);
	}
	if (n < naliases)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("WITH query \"%s\" has %d columns available but %d columns specified",
						cte->ctename, n, naliases),
				 parser_errposition(pstate, cte->location)));
}
