/*
 * parse_agg.c
 *		Aggregates, window functions and grouping.
 *
 * An aggregate belongs to the query level of the lowest variable in its
 * arguments (or its own level if it has none), and is evaluated there; what
 * may stand in it, and where it may stand, follows from that.  After a whole
 * query is analyzed, parseCheckAggregates looks for columns that are used
 * outside aggregates without being grouped by.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_agg.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_constraint_fn.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_agg.h"
#include "parser/parse_clause.h"
#include "parser/parse_coerce.h"
#include "parser/parse_expr.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#define MAX_GROUPING_SETS 4096

/* ---- where aggregates may stand ---- */

/*
 * The message for a place that takes none, or NULL if it does.  *in_clause:
 * the message is "... are not allowed in <name of clause>".
 */
static const char *
aggregate_forbidden(ParseExprKind kind, bool window, bool *in_clause)
{
	*in_clause = false;
	switch (kind)
	{
		case EXPR_KIND_NONE:
		case EXPR_KIND_OTHER:
		case EXPR_KIND_SELECT_TARGET:
		case EXPR_KIND_ORDER_BY:
		case EXPR_KIND_DISTINCT_ON:
			return NULL;
		case EXPR_KIND_HAVING:
			/* groups come before windows */
			*in_clause = window;
			return NULL;
		case EXPR_KIND_WINDOW_PARTITION:
		case EXPR_KIND_WINDOW_ORDER:
		case EXPR_KIND_WINDOW_FRAME_RANGE:
		case EXPR_KIND_WINDOW_FRAME_ROWS:
		case EXPR_KIND_WINDOW_FRAME_GROUPS:
			return window ? "window definitions" : NULL;
		case EXPR_KIND_JOIN_ON:
		case EXPR_KIND_JOIN_USING:
			return "JOIN conditions";
		case EXPR_KIND_FROM_FUNCTION:
			return "functions in FROM";
		case EXPR_KIND_POLICY:
			return "policy expressions";
		case EXPR_KIND_MERGE_WHEN:
			return "MERGE WHEN conditions";
		case EXPR_KIND_CHECK_CONSTRAINT:
		case EXPR_KIND_DOMAIN_CHECK:
			return "check constraints";
		case EXPR_KIND_COLUMN_DEFAULT:
		case EXPR_KIND_FUNCTION_DEFAULT:
			return "DEFAULT expressions";
		case EXPR_KIND_INDEX_EXPRESSION:
			return "index expressions";
		case EXPR_KIND_INDEX_PREDICATE:
			return "index predicates";
		case EXPR_KIND_STATS_EXPRESSION:
			return "statistics expressions";
		case EXPR_KIND_ALTER_COL_TRANSFORM:
			return "transform expressions";
		case EXPR_KIND_EXECUTE_PARAMETER:
			return "EXECUTE parameters";
		case EXPR_KIND_TRIGGER_WHEN:
			return "trigger WHEN conditions";
		case EXPR_KIND_PARTITION_BOUND:
			return "partition bound";
		case EXPR_KIND_PARTITION_EXPRESSION:
			return "partition key expressions";
		case EXPR_KIND_CALL_ARGUMENT:
			return "CALL arguments";
		case EXPR_KIND_COPY_WHERE:
			return "COPY FROM WHERE conditions";
		case EXPR_KIND_GENERATED_COLUMN:
			return "column generation expressions";
		default:
			*in_clause = true;
			return NULL;
	}
}

/* What a walk over the arguments of an aggregate finds. */
typedef struct AggLevels
{
	ParseState *pstate;
	int min_varlevel; /* -1: no variable */
	int min_agglevel;
	int sublevels_up;
} AggLevels;

static bool
agg_levels_walker(Node *node, AggLevels *x)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		int level = (int) ((Var *) node)->varlevelsup - x->sublevels_up;

		if (level >= 0 && (x->min_varlevel < 0 || level < x->min_varlevel))
			x->min_varlevel = level;
		return false;
	}
	if (IsA(node, Aggref) || IsA(node, GroupingFunc))
	{
		int level = IsA(node, Aggref) ? ((Aggref *) node)->agglevelsup : ((GroupingFunc *) node)->agglevelsup;

		level -= x->sublevels_up;
		if (level >= 0 && (x->min_agglevel < 0 || level < x->min_agglevel))
			x->min_agglevel = level;
	}
	if (x->sublevels_up == 0)
	{
		if ((IsA(node, FuncExpr) && ((FuncExpr *) node)->funcretset) ||
			(IsA(node, OpExpr) && ((OpExpr *) node)->opretset))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("aggregate function calls cannot contain set-returning function calls"),
					 errhint("The set-returning call might stand in a LATERAL item of FROM."),
					 parser_errposition(x->pstate, exprLocation(node))));
		if (IsA(node, WindowFunc))
			ereport(ERROR,
					(errcode(ERRCODE_GROUPING_ERROR),
					 errmsg("aggregate function calls cannot contain window function calls"),
					 parser_errposition(x->pstate, ((WindowFunc *) node)->location)));
	}
	if (IsA(node, Query))
	{
		bool r;

		x->sublevels_up++;
		r = query_tree_walker((Query *) node, agg_levels_walker, x, 0);
		x->sublevels_up--;
		return r;
	}
	return expression_tree_walker(node, agg_levels_walker, x);
}

/* The level an aggregate belongs to, from its arguments and filter. */
static int
aggregate_level(ParseState *pstate, List *directargs, List *args, Expr *filter,
				int location)
{
	AggLevels x = {pstate, -1, -1, 0};
	int level;

	expression_tree_walker((Node *) args, agg_levels_walker, &x);
	expression_tree_walker((Node *) list_make1(filter), agg_levels_walker, &x);
	if (x.min_varlevel < 0)
		level = x.min_agglevel < 0 ? 0 : x.min_agglevel;
	else
		level = x.min_agglevel < 0 ? x.min_varlevel : Min(x.min_varlevel, x.min_agglevel);
	if (level == x.min_agglevel)
	{
		int at = locate_agg_of_level((Node *) args, level);

		if (at < 0)
			at = locate_agg_of_level((Node *) filter, level);
		ereport(ERROR,
				(errcode(ERRCODE_GROUPING_ERROR),
				 errmsg("aggregate function calls cannot be nested"),
				 parser_errposition(pstate, at)));
	}
	/* direct arguments may not refer to a lower level, nor hold aggregates */
	if (directargs != NIL)
	{
		AggLevels d = {pstate, -1, -1, 0};

		expression_tree_walker((Node *) directargs, agg_levels_walker, &d);
		if (d.min_varlevel >= 0 && d.min_varlevel < level)
			ereport(ERROR,
					(errcode(ERRCODE_GROUPING_ERROR),
					 errmsg("outer-level aggregate cannot contain a lower-level variable in its direct arguments"),
					 parser_errposition(pstate,
										locate_var_of_level((Node *) directargs,
															d.min_varlevel))));
		if (d.min_agglevel >= 0 && d.min_agglevel <= level)
			ereport(ERROR,
					(errcode(ERRCODE_GROUPING_ERROR),
					 errmsg("aggregate function calls cannot be nested"),
					 parser_errposition(pstate,
										locate_agg_of_level((Node *) directargs,
															d.min_agglevel))));
	}
	return level;
}

/* Mark the level, and see that it takes aggregates in this place. */
static void
check_aggregate_place(ParseState *pstate, int level, bool grouping, int location)
{
	const char *where;
	bool in_clause;
	const char *what = grouping ? "grouping operations" : "aggregate functions";

	while (level-- > 0)
		pstate = pstate->parentParseState;
	pstate->p_hasAggs = true;
	if (pstate->p_expr_kind == EXPR_KIND_FROM_SUBSELECT)
	{
		/* the subquery is LATERAL, or it could not mean our columns */
		Assert(pstate->p_lateral_active);
		ereport(ERROR,
				(errcode(ERRCODE_GROUPING_ERROR),
				 errmsg("%s are not allowed in FROM clause of their own query level",
						what),
				 parser_errposition(pstate, location)));
	}
	where = aggregate_forbidden(pstate->p_expr_kind, false, &in_clause);
	if (in_clause)
		where = ParseExprKindName(pstate->p_expr_kind);
	if (where != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_GROUPING_ERROR),
				 errmsg("%s are not allowed in %s", what, where),
				 parser_errposition(pstate, location)));
}

/* ---- calls ---- */

static Oid
target_type(SortGroupClause *s, List *tlist)
{
	ListCell *lc;

	foreach (lc, tlist)
		if (lfirst_node(TargetEntry, lc)->ressortgroupref == s->tleSortGroupRef)
			return exprType((Node *) lfirst_node(TargetEntry, lc)->expr);
	return InvalidOid;
}

/* The aggregated arguments as target entries, with ORDER BY and DISTINCT. */
static List *
aggregate_targets(ParseState *pstate, Aggref *agg, List *args, List *aggorder,
				  bool agg_distinct)
{
	List *tlist = NIL;
	AttrNumber attno = 1;
	int saved = pstate->p_next_resno;
	ListCell *lc;

	foreach (lc, args)
		tlist = lappend(tlist, makeTargetEntry(lfirst(lc), attno++, NULL, false));
	/* sort keys that are no arguments become junk entries */
	pstate->p_next_resno = attno;
	agg->aggorder = transformSortClause(pstate, aggorder, &tlist,
										EXPR_KIND_ORDER_BY, true);
	if (agg_distinct)
	{
		agg->aggdistinct = transformDistinctClause(pstate, &tlist, agg->aggorder,
												   true);
		foreach (lc, agg->aggdistinct)
			if (!OidIsValid(lfirst_node(SortGroupClause, lc)->sortop))
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_FUNCTION),
						 errmsg("could not identify an ordering operator for type %s",
								format_type_be(target_type(lfirst(lc), tlist))),
						 errdetail("Aggregates with DISTINCT must be able to sort their inputs."),
						 parser_errposition(pstate, agg->location)));
	}
	pstate->p_next_resno = saved;
	return tlist;
}

/* Ordered-set: the last arguments are what is sorted. */
static List *
ordered_set_targets(ParseState *pstate, Aggref *agg, List *args, List *aggorder)
{
	int ndirect = list_length(args) - list_length(aggorder);
	List *tlist = NIL;
	List *order = NIL;
	AttrNumber attno = 1;
	ListCell *la;
	ListCell *lo;

	agg->aggdirectargs = list_copy_head(args, ndirect);
	for_both_cell (la, args, list_nth_cell(args, ndirect), lo, aggorder,
				   list_head(aggorder))
	{
		TargetEntry *tle = makeTargetEntry(lfirst(la), attno++, NULL, false);

		tlist = lappend(tlist, tle);
		order = addTargetToSortList(pstate, tle, order, tlist, lfirst(lo));
	}
	agg->aggorder = order;
	return tlist;
}

/*
 * transformAggregateCall
 *		Finish an Aggref, whose function and result type are set.
 *
 * args			analyzed arguments, converted
 * aggorder		raw ORDER BY, or the keys of WITHIN GROUP
 */
void
transformAggregateCall(ParseState *pstate, Aggref *agg, List *args,
					   List *aggorder, bool agg_distinct)
{
	ListCell *lc;

	foreach (lc, args)
		agg->aggargtypes = lappend_oid(agg->aggargtypes, exprType(lfirst(lc)));
	agg->args = AGGKIND_IS_ORDERED_SET(agg->aggkind) ? ordered_set_targets(pstate, agg, args, aggorder) : aggregate_targets(pstate, agg, args, aggorder, agg_distinct);
	agg->agglevelsup = aggregate_level(pstate, agg->aggdirectargs, agg->args,
									   agg->aggfilter, agg->location);
	check_aggregate_place(pstate, agg->agglevelsup, false, agg->location);
}

/* GROUPING (a, b): its arguments are matched with GROUP BY afterwards. */
Node *
transformGroupingFunc(ParseState *pstate, GroupingFunc *g)
{
	GroupingFunc *r = makeNode(GroupingFunc);
	ListCell *lc;

	if (list_length(g->args) > 31)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
				 errmsg("GROUPING must have fewer than 32 arguments"),
				 parser_errposition(pstate, g->location)));
	foreach (lc, g->args)
		r->args = lappend(r->args, transformExpr(pstate, lfirst(lc), pstate->p_expr_kind));
	r->location = g->location;
	r->agglevelsup = aggregate_level(pstate, NIL, r->args, NULL, r->location);
	check_aggregate_place(pstate, r->agglevelsup, true, r->location);
	return (Node *) r;
}

/* Two definitions, one of OVER (...), that say the same. */
static bool
same_window(WindowDef *a, WindowDef *b)
{
	return equal(a->refname ? makeString(a->refname) : NULL,
				 b->refname ? makeString(b->refname) : NULL) &&
		equal(a->partitionClause, b->partitionClause) &&
		equal(a->orderClause, b->orderClause) &&
		a->frameOptions == b->frameOptions &&
		equal(a->startOffset, b->startOffset) && equal(a->endOffset, b->endOffset);
}

/*
 * transformWindowFuncCall
 *		Tie a window function to its window, which is added if it is new.
 */
void
transformWindowFuncCall(ParseState *pstate, WindowFunc *wfunc, WindowDef *windef)
{
	const char *where;
	bool in_clause;
	Index winref = 0;
	ListCell *lc;

	if (pstate->p_hasWindowFuncs && contain_windowfuncs((Node *) wfunc->args))
		ereport(ERROR,
				(errcode(ERRCODE_WINDOWING_ERROR),
				 errmsg("window function calls cannot be nested"),
				 parser_errposition(pstate, locate_windowfunc((Node *) wfunc->args))));
	where = aggregate_forbidden(pstate->p_expr_kind, true, &in_clause);
	if (in_clause)
		where = ParseExprKindName(pstate->p_expr_kind);
	if (where != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WINDOWING_ERROR),
				 errmsg("window functions are not allowed in %s", where),
				 parser_errposition(pstate, wfunc->location)));

	if (windef->name != NULL)
	{
		/* OVER name */
		foreach (lc, pstate->p_windowdefs)
		{
			WindowDef *w = lfirst(lc);

			winref++;
			if (w->name != NULL && strcmp(w->name, windef->name) == 0)
			{
				wfunc->winref = winref;
				break;
			}
		}
		if (lc == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("window \"%s\" does not exist", windef->name),
					 parser_errposition(pstate, windef->location)));
	}
	else
	{
		foreach (lc, pstate->p_windowdefs)
		{
			winref++;
			if (same_window(lfirst(lc), windef))
			{
				wfunc->winref = winref;
				break;
			}
		}
		if (lc == NULL)
		{
			pstate->p_windowdefs = lappend(pstate->p_windowdefs, windef);
			wfunc->winref = list_length(pstate->p_windowdefs);
		}
	}
	pstate->p_hasWindowFuncs = true;
}

/* ---- ungrouped columns ---- */

typedef struct UngroupedState
{
	ParseState *pstate;
	Query *qry;
	bool hasJoinRTEs;
	List *groupClauses; /* target entries grouped by */
	List *groupVars; /* the expressions that are Vars */
	bool have_expressions;
	List **func_grouped_rels; /* RT indexes whose primary key is grouped */
	int sublevels_up;
	bool in_agg_direct_args;
} UngroupedState;

/* Is the whole row determined by the grouped columns, through the primary key? */
static bool
primary_key_grouped(UngroupedState *x, RangeTblEntry *rte, Var *var)
{
	if (list_member_int(*x->func_grouped_rels, var->varno))
		return true;
	if (rte->rtekind != RTE_RELATION ||
		!check_functional_grouping(rte->relid, var->varno, 0, x->groupVars,
								   &x->qry->constraintDeps))
		return false;
	*x->func_grouped_rels = lappend_int(*x->func_grouped_rels, var->varno);
	return true;
}

static void
ungrouped_var_error(UngroupedState *x, Var *var)
{
	RangeTblEntry *rte = rt_fetch(var->varno, x->pstate->p_rtable);
	char *attname;

	attname = get_rte_attribute_name(rte, var->varattno);
	if (x->sublevels_up == 0)
		ereport(ERROR,
				(errcode(ERRCODE_GROUPING_ERROR),
				 errmsg("column \"%s.%s\" must appear in the GROUP BY clause or be used in an aggregate function",
						rte->eref->aliasname, attname),
				 parser_errposition(x->pstate, var->location)));
	ereport(ERROR,
			(errcode(ERRCODE_GROUPING_ERROR),
			 errmsg("subquery uses ungrouped column \"%s.%s\" from outer query",
					rte->eref->aliasname, attname),
			 parser_errposition(x->pstate, var->location)));
}

static void
check_var(UngroupedState *x, Var *var)
{
	ListCell *lc;

	if (var->varlevelsup != x->sublevels_up)
		return; /* of another level */
	foreach (lc, x->groupVars)
	{
		Var *g = lfirst_node(Var, lc);

		if (g->varno == var->varno &&
			g->varattno == var->varattno && g->varlevelsup == 0)
			return;
	}
	if (primary_key_grouped(x, rt_fetch(var->varno, x->pstate->p_rtable), var))
		return;
	ungrouped_var_error(x, var);
}

static bool
ungrouped_walker(Node *node, UngroupedState *x)
{
	ListCell *lc;

	if (node == NULL)
		return false;
	if (IsA(node, Const) || IsA(node, Param))
		return false;
	if (IsA(node, Aggref))
	{
		Aggref *agg = (Aggref *) node;

		if ((int) agg->agglevelsup == x->sublevels_up)
		{
			/* arguments need no grouping, but direct ones do */
			bool r;

			Assert(!x->in_agg_direct_args);
			x->in_agg_direct_args = true;
			r = ungrouped_walker((Node *) agg->aggdirectargs, x);
			x->in_agg_direct_args = false;
			return r;
		}
		if ((int) agg->agglevelsup > x->sublevels_up)
			return false;
	}
	if (IsA(node, GroupingFunc) &&
		(int) ((GroupingFunc *) node)->agglevelsup >= x->sublevels_up)
		return false;
	/* an expression that is grouped by as a whole */
	if (x->have_expressions && x->sublevels_up == 0)
		foreach (lc, x->groupClauses)
			if (equal(node, ((TargetEntry *) lfirst(lc))->expr))
				return false;
	if (IsA(node, Var))
	{
		check_var(x, (Var *) node);
		return false;
	}
	if (IsA(node, Query))
	{
		bool r;

		x->sublevels_up++;
		r = query_tree_walker((Query *) node, ungrouped_walker, x, 0);
		x->sublevels_up--;
		return r;
	}
	return expression_tree_walker(node, ungrouped_walker, x);
}

/* Point the arguments of GROUPING() to what is grouped by. */
static bool
finalize_grouping_walker(Node *node, UngroupedState *x)
{
	if (node == NULL)
		return false;
	if (IsA(node, GroupingFunc))
	{
		GroupingFunc *g = (GroupingFunc *) node;
		List *refs = NIL;
		ListCell *lc;

		if ((int) g->agglevelsup != x->sublevels_up)
			return false;
		foreach (lc, g->args)
		{
			Node *expr = lfirst(lc);
			Index ref = 0;
			ListCell *lc2;

			if (x->hasJoinRTEs)
				expr = flatten_join_alias_vars(x->qry, expr);
			foreach (lc2, x->groupClauses)
				if (equal(expr, ((TargetEntry *) lfirst(lc2))->expr))
					ref = ((TargetEntry *) lfirst(lc2))->ressortgroupref;
			if (ref == 0)
				ereport(ERROR,
						(errcode(ERRCODE_GROUPING_ERROR),
						 errmsg("arguments to GROUPING must be grouping expressions of the associated query level"),
						 parser_errposition(x->pstate, exprLocation(expr))));
			refs = lappend_int(refs, ref);
		}
		g->refs = refs;
		return false;
	}
	if (IsA(node, Query))
	{
		bool r;

		x->sublevels_up++;
		r = query_tree_walker((Query *) node, finalize_grouping_walker, x, 0);
		x->sublevels_up--;
		return r;
	}
	return expression_tree_walker(node, finalize_grouping_walker, x);
}

/* The refs that any grouping set has. */
static List *
all_group_refs(ParseState *pstate, Query *qry)
{
	List *all = NIL;
	List *sets;
	ListCell *lc;

	if (qry->groupingSets == NIL)
	{
		foreach (lc, qry->groupClause)
			all = lappend_int(all,
							  lfirst_node(SortGroupClause, lc)->tleSortGroupRef);
		return all;
	}
	sets = expand_grouping_sets(qry->groupingSets, qry->groupDistinct,
								MAX_GROUPING_SETS);
	if (sets == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_STATEMENT_TOO_COMPLEX),
				 errmsg("too many grouping sets present (maximum %d)",
						MAX_GROUPING_SETS),
				 parser_errposition(pstate,
									exprLocation((Node *) qry->groupingSets))));
	foreach (lc, sets)
		all = list_union_int(all, lfirst(lc));
	return all;
}

static List *
targets_of_refs(Query *qry, List *refs, bool flatten)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, qry->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (tle->ressortgroupref == 0 ||
			!list_member_int(refs, tle->ressortgroupref))
			continue;
		if (flatten)
		{
			TargetEntry *copy = flatCopyTargetEntry(tle);

			copy->expr = (Expr *) flatten_join_alias_vars(qry,
														  copyObject((Node *) tle->expr));
			tle = copy;
		}
		result = lappend(result, tle);
	}
	return result;
}

/*
 * parseCheckAggregates
 *		Check grouping in a query that has aggregates, GROUP BY or HAVING.
 *
 * Errors: ERRCODE_GROUPING_ERROR.
 */
void
parseCheckAggregates(ParseState *pstate, Query *qry)
{
	UngroupedState x = {0};
	List *func_grouped_rels = NIL;
	bool self_reference = false;
	Node *clause;
	ListCell *lc;

	Assert(pstate->p_hasAggs || qry->groupClause || qry->havingQual ||
		   qry->groupingSets);
	foreach (lc, pstate->p_rtable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (rte->rtekind == RTE_JOIN)
			x.hasJoinRTEs = true;
		else if (rte->rtekind == RTE_CTE && rte->self_reference)
			self_reference = true;
	}
	x.pstate = pstate;
	x.qry = qry;
	x.func_grouped_rels = &func_grouped_rels;

	/* what only some sets have is null for the others, but may be named */
	x.groupClauses = targets_of_refs(qry, all_group_refs(pstate, qry),
									 x.hasJoinRTEs);
	finalize_grouping_walker((Node *) qry->targetList, &x);
	finalize_grouping_walker(qry->havingQual, &x);

	foreach (lc, x.groupClauses)
	{
		Expr *e = ((TargetEntry *) lfirst(lc))->expr;

		if (IsA(e, Var))
			x.groupVars = lappend(x.groupVars, e);
		else
			x.have_expressions = true;
	}

	clause = (Node *) qry->targetList;
	if (x.hasJoinRTEs)
		clause = flatten_join_alias_vars(qry, copyObject(clause));
	ungrouped_walker(clause, &x);
	clause = qry->havingQual;
	if (x.hasJoinRTEs)
		clause = flatten_join_alias_vars(qry, copyObject(clause));
	ungrouped_walker(clause, &x);

	if (pstate->p_hasAggs && self_reference)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_RECURSION),
				 errmsg("aggregate functions are not allowed in a recursive query's recursive term"),
				 parser_errposition(pstate,
									locate_agg_of_level((Node *) qry, 0))));
}

/* ---- grouping sets ---- */

static List *
expand_one_set(GroupingSet *set)
{
	List *result = NIL;
	ListCell *lc;
	int n = list_length(set->content);

	switch (set->kind)
	{
		case GROUPING_SET_EMPTY:
			return list_make1(NIL);
		case GROUPING_SET_SIMPLE:
			return list_make1(set->content);
		case GROUPING_SET_ROLLUP:
			/* (a, b, c), (a, b), (a), () */
			for (int keep = n; keep >= 0; keep--)
			{
				List *refs = NIL;

				for (int i = 0; i < keep; i++)
					refs = list_concat(refs,
									   ((GroupingSet *) list_nth(set->content, i))->content);
				result = lappend(result, refs);
			}
			return result;
		case GROUPING_SET_CUBE:
			/* all subsets */
			if (n > 12)
				ereport(ERROR,
						(errcode(ERRCODE_TOO_MANY_COLUMNS),
						 errmsg("CUBE is limited to 12 elements")));
			for (uint32 mask = 0; mask < ((uint32) 1 << n); mask++)
			{
				List *refs = NIL;

				for (int i = 0; i < n; i++)
					if (mask & ((uint32) 1 << i))
						refs = list_concat(refs,
										   ((GroupingSet *) list_nth(set->content, i))->content);
				result = lappend(result, refs);
			}
			return result;
		case GROUPING_SET_SETS:
			foreach (lc, set->content)
				result = list_concat(result, expand_one_set(lfirst(lc)));
			return result;
	}
	return NIL;
}

static int
cmp_set_length(const ListCell *a, const ListCell *b)
{
	return list_length(lfirst(a)) - list_length(lfirst(b));
}

/*
 * expand_grouping_sets
 *		All sets as lists of refs, the smallest first; the product of several
 *		items of GROUP BY.  NIL if there are more than limit (if >= 0).
 */
List *
expand_grouping_sets(List *groupingSets, bool groupDistinct, int limit)
{
	List *result = list_make1(NIL);
	ListCell *lc;

	if (groupingSets == NIL)
		return NIL;
	foreach (lc, groupingSets)
	{
		List *sets = expand_one_set(lfirst(lc));
		List *product = NIL;
		ListCell *a;
		ListCell *b;

		if (limit >= 0 &&
			(double) list_length(result) * list_length(sets) > limit)
			return NIL;
		foreach (a, result)
			foreach (b, sets)
				product = lappend(product, list_union_int(lfirst(a), lfirst(b)));
		result = product;
	}
	foreach (lc, result)
	{
		List *unique = list_union_int(NIL, lfirst(lc));

		lfirst(lc) = unique;
	}
	if (groupDistinct)
	{
		List *distinct = NIL;

		foreach (lc, result)
		{
			List *sorted = list_copy(lfirst(lc));

			list_sort(sorted, list_int_cmp);
			distinct = list_append_unique(distinct, sorted);
		}
		result = distinct;
	}
	list_sort(result, cmp_set_length);
	return result;
}

/* ---- for the executor ---- */

/* The types of an aggregate's arguments; how many there are. */
int
get_aggregate_argtypes(Aggref *aggref, Oid *inputTypes)
{
	int n = 0;
	ListCell *lc;

	Assert(list_length(aggref->aggargtypes) <= FUNC_MAX_ARGS);
	foreach (lc, aggref->aggargtypes)
		inputTypes[n++] = lfirst_oid(lc);
	return n;
}

/* The actual type of the state, if it is declared polymorphic. */
Oid
resolve_aggregate_transtype(Oid aggfuncid, Oid aggtranstype, Oid *inputTypes,
							int numArguments)
{
	Oid *declared;
	int nargs;

	if (!IsPolymorphicType(aggtranstype))
		return aggtranstype;
	(void) get_func_signature(aggfuncid, &declared, &nargs);
	/* VARIADIC ANY may have got more arguments than declared */
	Assert(nargs <= numArguments);
	return enforce_generic_type_consistency(inputTypes, declared, nargs,
											aggtranstype, false);
}

static Node *
argument_param(Oid type, Oid collation)
{
	Param *p = makeNode(Param);

	/* its value comes from the executor; only the type matters */
	p->paramkind = PARAM_EXEC;
	p->paramid = -1;
	p->paramtype = type;
	p->paramtypmod = -1;
	p->paramcollid = collation;
	p->location = -1;
	return (Node *) p;
}

static FuncExpr *
support_call(Oid func, Oid rettype, List *args, Oid collation)
{
	return makeFuncExpr(func, rettype, args, InvalidOid, collation,
						COERCE_EXPLICIT_CALL);
}

/*
 * build_aggregate_transfn_expr
 *		Dummy calls of the transition functions, from which they can learn
 *		their actual argument types.
 */
void
build_aggregate_transfn_expr(Oid *agg_input_types, int agg_num_inputs,
							 int agg_num_direct_inputs, bool agg_variadic,
							 Oid agg_state_type, Oid agg_input_collation,
							 Oid transfn_oid, Oid invtransfn_oid,
							 Expr **transfnexpr, Expr **invtransfnexpr)
{
	List *args = list_make1(argument_param(agg_state_type,
										   agg_input_collation));
	FuncExpr *f;

	for (int i = agg_num_direct_inputs; i < agg_num_inputs; i++)
		args = lappend(args, argument_param(agg_input_types[i], agg_input_collation));
	f = support_call(transfn_oid, agg_state_type, args, agg_input_collation);
	f->funcvariadic = agg_variadic;
	*transfnexpr = (Expr *) f;
	if (invtransfnexpr == NULL)
		return;
	*invtransfnexpr = NULL;
	if (OidIsValid(invtransfn_oid))
	{
		f = support_call(invtransfn_oid, agg_state_type, args, agg_input_collation);
		f->funcvariadic = agg_variadic;
		*invtransfnexpr = (Expr *) f;
	}
}

void
build_aggregate_serialfn_expr(Oid serialfn_oid, Expr **serialfnexpr)
{
	List *args = list_make1(argument_param(INTERNALOID, InvalidOid));

	*serialfnexpr = (Expr *) support_call(serialfn_oid, BYTEAOID, args, InvalidOid);
}

void
build_aggregate_deserialfn_expr(Oid deserialfn_oid, Expr **deserialfnexpr)
{
	List *args = list_make2(argument_param(BYTEAOID, InvalidOid),
							argument_param(INTERNALOID, InvalidOid));

	*deserialfnexpr = (Expr *) support_call(deserialfn_oid, INTERNALOID, args,
											InvalidOid);
}

void
build_aggregate_finalfn_expr(Oid *agg_input_types, int num_finalfn_inputs,
							 Oid agg_state_type, Oid agg_result_type,
							 Oid agg_input_collation, Oid finalfn_oid,
							 Expr **finalfnexpr)
{
	List *args = list_make1(argument_param(agg_state_type,
										   agg_input_collation));

	for (int i = 0; i < num_finalfn_inputs - 1; i++)
		args = lappend(args, argument_param(agg_input_types[i], agg_input_collation));
	*finalfnexpr = (Expr *) support_call(finalfn_oid, agg_result_type, args,
										 agg_input_collation);
}
