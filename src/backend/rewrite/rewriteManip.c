/*
 * rewriteManip.c
 *		Changes of range-table positions and of variables in query trees.
 *
 * A Var names its relation by position in a range table and by the number of
 * query levels up.  All functions here go through a tree with the count of
 * levels passed so far, and act on what refers to the level they were asked
 * about.
 *
 * Those that change in place must be given a tree that nobody else holds.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/rewrite/rewriteManip.c
 */
#include "postgres.h"

#include "access/attmap.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "parser/parse_coerce.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/lsyscache.h"

/* ---- changes in place: one walker for moving and renaming positions ---- */

/*
 * What to do with a position at the level in question.  With offset != 0 all
 * positions move; else old_index becomes new_index.
 */
typedef struct PositionChange
{
	int offset;
	int old_index;
	int new_index;
	int levels_up;
} PositionChange;

static int
changed_position(const PositionChange *c, int index)
{
	if (c->offset != 0)
		return index + c->offset;
	return index == c->old_index ? c->new_index : index;
}

static Bitmapset *
changed_set(const PositionChange *c, Bitmapset *set)
{
	Bitmapset *result = NULL;
	int i = -1;

	if (c->offset == 0 && !bms_is_member(c->old_index, set))
		return set;
	while ((i = bms_next_member(set, i)) >= 0)
		result = bms_add_member(result, changed_position(c, i));
	return result;
}

/* Positions that the Query itself holds; only of the query of level 0. */
static void
change_query_positions(Query *query, const PositionChange *c)
{
	ListCell *lc;

	if (query->resultRelation)
		query->resultRelation = changed_position(c, query->resultRelation);
	if (query->onConflict && query->onConflict->exclRelIndex)
		query->onConflict->exclRelIndex = changed_position(c, query->onConflict->exclRelIndex);
	foreach (lc, query->rowMarks)
	{
		RowMarkClause *mark = lfirst(lc);

		mark->rti = changed_position(c, mark->rti);
	}
}

static bool
change_positions_walker(Node *node, PositionChange *c)
{
	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Var:
		{
			Var *var = (Var *) node;

			if (var->varlevelsup == c->levels_up)
			{
				var->varno = changed_position(c, var->varno);
				if (var->varnosyn > 0)
					var->varnosyn = changed_position(c, var->varnosyn);
			}
			return false;
		}
		case T_CurrentOfExpr:
			if (c->levels_up == 0)
				((CurrentOfExpr *) node)->cvarno = changed_position(c, ((CurrentOfExpr *) node)->cvarno);
			return false;
		case T_RangeTblRef:
			if (c->levels_up == 0)
				((RangeTblRef *) node)->rtindex = changed_position(c, ((RangeTblRef *) node)->rtindex);
			return false;
		case T_JoinExpr:
			if (c->levels_up == 0 && ((JoinExpr *) node)->rtindex)
				((JoinExpr *) node)->rtindex = changed_position(c, ((JoinExpr *) node)->rtindex);
			break;
		case T_PlaceHolderVar:
			if (((PlaceHolderVar *) node)->phlevelsup == c->levels_up)
				((PlaceHolderVar *) node)->phrels = changed_set(c, ((PlaceHolderVar *) node)->phrels);
			break;
		case T_PlanRowMark:
			if (c->levels_up == 0)
			{
				PlanRowMark *mark = (PlanRowMark *) node;

				mark->rti = changed_position(c, mark->rti);
				mark->prti = changed_position(c, mark->prti);
			}
			return false;
		case T_AppendRelInfo:
			if (c->levels_up == 0)
			{
				AppendRelInfo *info = (AppendRelInfo *) node;

				info->parent_relid = changed_position(c, info->parent_relid);
				info->child_relid = changed_position(c, info->child_relid);
			}
			break;
		case T_Query:
		{
			bool stop;

			c->levels_up++;
			stop = query_tree_walker((Query *) node, change_positions_walker, c, 0);
			c->levels_up--;
			return stop;
		}
		default:
			break;
	}
	return expression_tree_walker(node, change_positions_walker, c);
}

/* node may be a Query, whose own level then is the one of levels_up. */
static void
change_positions(Node *node, PositionChange *c)
{
	if (node && IsA(node, Query))
	{
		if (c->levels_up == 0)
			change_query_positions((Query *) node, c);
		query_tree_walker((Query *) node, change_positions_walker, c, 0);
	}
	else
		change_positions_walker(node, c);
}

/* Add offset to all positions of the level sublevels_up. */
void
OffsetVarNodes(Node *node, int offset, int sublevels_up)
{
	PositionChange c = {.offset = offset, .levels_up = sublevels_up};

	if (offset != 0)
		change_positions(node, &c);
}

/* Let what refers to position rt_index refer to new_index. */
void
ChangeVarNodes(Node *node, int rt_index, int new_index, int sublevels_up)
{
	PositionChange c = {.old_index = rt_index, .new_index = new_index, .levels_up = sublevels_up};

	if (rt_index != new_index)
		change_positions(node, &c);
}

/* ---- levels ---- */

typedef struct LevelChange
{
	int delta;
	int min_levels_up;
} LevelChange;

static bool
change_levels_walker(Node *node, LevelChange *c)
{
	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Var:
			if ((int) ((Var *) node)->varlevelsup >= c->min_levels_up)
				((Var *) node)->varlevelsup += c->delta;
			return false;
		case T_CurrentOfExpr:
			if (c->min_levels_up == 0)
				elog(ERROR, "cannot push down CurrentOfExpr");
			return false;
		case T_Aggref:
			if ((int) ((Aggref *) node)->agglevelsup >= c->min_levels_up)
				((Aggref *) node)->agglevelsup += c->delta;
			break;
		case T_GroupingFunc:
			if ((int) ((GroupingFunc *) node)->agglevelsup >= c->min_levels_up)
				((GroupingFunc *) node)->agglevelsup += c->delta;
			break;
		case T_PlaceHolderVar:
			if ((int) ((PlaceHolderVar *) node)->phlevelsup >= c->min_levels_up)
				((PlaceHolderVar *) node)->phlevelsup += c->delta;
			break;
		case T_RangeTblEntry:
		{
			RangeTblEntry *rte = (RangeTblEntry *) node;

			if (rte->rtekind == RTE_CTE && (int) rte->ctelevelsup >= c->min_levels_up)
				rte->ctelevelsup += c->delta;
			return false; /* the walk of the range table goes inside */
		}
		case T_Query:
		{
			bool stop;

			c->min_levels_up++;
			stop = query_tree_walker((Query *) node, change_levels_walker, c, QTW_EXAMINE_RTES_BEFORE);
			c->min_levels_up--;
			return stop;
		}
		default:
			break;
	}
	return expression_tree_walker(node, change_levels_walker, c);
}

/*
 * IncrementVarSublevelsUp
 *		The tree goes delta levels deeper: references out of it grow.
 *
 * min_sublevels_up		references of fewer levels stay as they are
 */
void
IncrementVarSublevelsUp(Node *node, int delta_sublevels_up, int min_sublevels_up)
{
	LevelChange c = {.delta = delta_sublevels_up, .min_levels_up = min_sublevels_up};

	query_or_expression_tree_walker(node, change_levels_walker, &c, QTW_EXAMINE_RTES_BEFORE);
}

void
IncrementVarSublevelsUp_rtable(List *rtable, int delta_sublevels_up, int min_sublevels_up)
{
	LevelChange c = {.delta = delta_sublevels_up, .min_levels_up = min_sublevels_up};

	range_table_walker(rtable, change_levels_walker, &c, QTW_EXAMINE_RTES_BEFORE);
}

/* Append src_rtable; its positions must have been moved by the caller. */
void
CombineRangeTables(List **dst_rtable, List *src_rtable)
{
	*dst_rtable = list_concat(*dst_rtable, src_rtable);
}

/* ---- conditions ---- */

/* AND a copy of qual into the query's WHERE. */
void
AddQual(Query *parsetree, Node *qual)
{
	if (qual == NULL)
		return;
	if (parsetree->commandType == CMD_UTILITY)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("conditional utility statements are not implemented")));
	if (parsetree->setOperations)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("conditional UNION/INTERSECT/EXCEPT statements are not implemented")));
	qual = copyObject(qual);
	parsetree->jointree->quals = make_and_qual(parsetree->jointree->quals, qual);
	if (!parsetree->hasSubLinks)
		parsetree->hasSubLinks = checkExprHasSubLink(qual);
}

/* The same with what holds when qual is false or unknown. */
void
AddInvertedQual(Query *parsetree, Node *qual)
{
	BooleanTest *test;

	if (qual == NULL)
		return;
	test = makeNode(BooleanTest);
	test->arg = (Expr *) qual;
	test->booltesttype = IS_NOT_TRUE;
	test->location = -1;
	AddQual(parsetree, (Node *) test);
}

/* ---- questions ---- */

typedef struct Question
{
	int rt_index;
	int levels_up;
	int location; /* of what was found, if it is wanted */
	bool want_location;
} Question;

static bool
position_used_walker(Node *node, Question *q)
{
	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Var:
			return ((Var *) node)->varlevelsup == q->levels_up && ((Var *) node)->varno == q->rt_index;
		case T_CurrentOfExpr:
			return q->levels_up == 0 && ((CurrentOfExpr *) node)->cvarno == q->rt_index;
		case T_RangeTblRef:
			return q->levels_up == 0 && ((RangeTblRef *) node)->rtindex == q->rt_index;
		case T_JoinExpr:
			if (q->levels_up == 0 && ((JoinExpr *) node)->rtindex == q->rt_index)
				return true;
			break;
		case T_Query:
		{
			bool found;

			q->levels_up++;
			found = query_tree_walker((Query *) node, position_used_walker, q, 0);
			q->levels_up--;
			return found;
		}
		default:
			break;
	}
	return expression_tree_walker(node, position_used_walker, q);
}

/* Does anything refer to the entry? */
bool
rangeTableEntry_used(Node *node, int rt_index, int sublevels_up)
{
	Question q = {.rt_index = rt_index, .levels_up = sublevels_up};

	return query_or_expression_tree_walker(node, position_used_walker, &q, 0);
}

/* An aggregate of the level; with want_location one whose place is known. */
static bool
aggregate_walker(Node *node, Question *q)
{
	int level = -1;
	int location = -1;

	if (node == NULL)
		return false;
	if (IsA(node, Aggref))
	{
		level = ((Aggref *) node)->agglevelsup;
		location = ((Aggref *) node)->location;
	}
	else if (IsA(node, GroupingFunc))
	{
		level = ((GroupingFunc *) node)->agglevelsup;
		location = ((GroupingFunc *) node)->location;
	}
	else if (IsA(node, Query))
	{
		bool found;

		q->levels_up++;
		found = query_tree_walker((Query *) node, aggregate_walker, q, 0);
		q->levels_up--;
		return found;
	}
	if (level == q->levels_up && (!q->want_location || location >= 0))
	{
		q->location = location;
		return true;
	}
	return expression_tree_walker(node, aggregate_walker, q);
}

bool
contain_aggs_of_level(Node *node, int levelsup)
{
	Question q = {.levels_up = levelsup};

	return query_or_expression_tree_walker(node, aggregate_walker, &q, 0);
}

/* Place of an aggregate in the text, or -1. */
int
locate_agg_of_level(Node *node, int levelsup)
{
	Question q = {.levels_up = levelsup, .location = -1, .want_location = true};

	(void) query_or_expression_tree_walker(node, aggregate_walker, &q, 0);
	return q.location;
}

static bool
window_function_walker(Node *node, Question *q)
{
	if (node == NULL)
		return false;
	if (IsA(node, WindowFunc) && (!q->want_location || ((WindowFunc *) node)->location >= 0))
	{
		q->location = ((WindowFunc *) node)->location;
		return true;
	}
	return expression_tree_walker(node, window_function_walker, q);
}

/* In this query itself: a subquery's window functions are its own. */
bool
contain_windowfuncs(Node *node)
{
	Question q = {0};

	return query_or_expression_tree_walker(node, window_function_walker, &q, 0);
}

int
locate_windowfunc(Node *node)
{
	Question q = {.location = -1, .want_location = true};

	(void) query_or_expression_tree_walker(node, window_function_walker, &q, 0);
	return q.location;
}

static bool
sublink_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	return IsA(node, SubLink) || expression_tree_walker(node, sublink_walker, context);
}

/* Is there a subquery in an expression, or in the expressions of a query? */
bool
checkExprHasSubLink(Node *node)
{
	return query_or_expression_tree_walker(node, sublink_walker, NULL, QTW_IGNORE_RC_SUBQUERIES);
}

/* ---- copies with replacements ---- */

/*
 * replace_rte_variables_mutator
 *		The recursion of replace_rte_variables, for callbacks that go on.
 */
Node *
replace_rte_variables_mutator(Node *node, replace_rte_variables_context *context)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;

		if (var->varno == context->target_varno && var->varlevelsup == context->sublevels_up)
		{
			Node *result = context->callback(var, context);

			if (!context->inserted_sublink)
				context->inserted_sublink = checkExprHasSubLink(result);
			return result;
		}
	}
	else if (IsA(node, CurrentOfExpr))
	{
		if (((CurrentOfExpr *) node)->cvarno == context->target_varno && context->sublevels_up == 0)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("WHERE CURRENT OF on a view is not implemented")));
	}
	else if (IsA(node, Query))
	{
		Query *query;
		bool saved = context->inserted_sublink;

		context->sublevels_up++;
		context->inserted_sublink = ((Query *) node)->hasSubLinks;
		query = query_tree_mutator((Query *) node, replace_rte_variables_mutator, context, 0);
		query->hasSubLinks |= context->inserted_sublink;
		context->inserted_sublink = saved;
		context->sublevels_up--;
		return (Node *) query;
	}
	return expression_tree_mutator(node, replace_rte_variables_mutator, context);
}

/*
 * replace_rte_variables
 *		A copy in which every Var of one relation is what the callback gives.
 *
 * outer_hasSubLinks	if node is an expression: set to true when a replacement
 *						brought a SubLink; NULL if node is a Query
 */
Node *
replace_rte_variables(Node *node, int target_varno, int sublevels_up,
					  replace_rte_variables_callback callback, void *callback_arg,
					  bool *outer_hasSubLinks)
{
	replace_rte_variables_context context = {
		.callback = callback, .callback_arg = callback_arg, .target_varno = target_varno, .sublevels_up = sublevels_up};
	Node *result;

	if (node && IsA(node, Query))
		context.inserted_sublink = ((Query *) node)->hasSubLinks;
	else if (outer_hasSubLinks)
		context.inserted_sublink = *outer_hasSubLinks;
	result = query_or_expression_tree_mutator(node, replace_rte_variables_mutator, &context, 0);
	if (context.inserted_sublink)
	{
		if (result && IsA(result, Query))
			((Query *) result)->hasSubLinks = true;
		else if (outer_hasSubLinks)
			*outer_hasSubLinks = true;
		else
			elog(ERROR, "replace_rte_variables inserted a SubLink, but has no place to record it");
	}
	return result;
}

/* What map_variable_attnos carries to its callback. */
typedef struct AttnoMapping
{
	const AttrMap *map;
	Oid to_rowtype;
	bool *found_whole_row;
} AttnoMapping;

static Node *
map_one_variable(Var *var, replace_rte_variables_context *context)
{
	AttnoMapping *m = context->callback_arg;
	Var *copy = copyObject(var);

	if (var->varattno > 0)
	{
		if (var->varattno > m->map->maplen || m->map->attnums[var->varattno - 1] == 0)
			elog(ERROR, "unexpected varattno %d in expression to be mapped", var->varattno);
		copy->varattno = m->map->attnums[var->varattno - 1];
		if (copy->varnosyn == copy->varno)
			copy->varattnosyn = copy->varattno;
	}
	else if (var->varattno == 0)
	{
		*m->found_whole_row = true;
		if (OidIsValid(m->to_rowtype) && m->to_rowtype != var->vartype)
		{
			ConvertRowtypeExpr *convert = makeNode(ConvertRowtypeExpr);

			copy->vartype = m->to_rowtype;
			convert->arg = (Expr *) copy;
			convert->resulttype = var->vartype;
			convert->convertformat = COERCE_IMPLICIT_CAST;
			convert->location = -1;
			return (Node *) convert;
		}
	}
	return (Node *) copy;
}

/* A copy with the column numbers of one relation mapped. */
Node *
map_variable_attnos(Node *node, int target_varno, int sublevels_up,
					const AttrMap *attno_map, Oid to_rowtype, bool *found_whole_row)
{
	AttnoMapping m = {attno_map, to_rowtype, found_whole_row};
	bool has_sublinks = true;

	*found_whole_row = false;
	return replace_rte_variables(node, target_varno, sublevels_up, map_one_variable, &m, &has_sublinks);
}

/* What ReplaceVarsFromTargetList carries to its callback. */
typedef struct TargetReplacement
{
	RangeTblEntry *rte;
	List *targetlist;
	ReplaceVarsNoMatchOption nomatch;
	int nomatch_varno;
} TargetReplacement;

static Node *replace_from_targets(Var *var, replace_rte_variables_context *context);

/* A whole-row Var becomes a row of the replaced columns. */
static Node *
replace_whole_row(Var *var, replace_rte_variables_context *context)
{
	TargetReplacement *t = context->callback_arg;
	RowExpr *row = makeNode(RowExpr);
	List *colnames;
	List *fields;

	expandRTE(t->rte, var->varno, var->varlevelsup, var->location, var->vartype != RECORDOID, &colnames, &fields);
	/* Here the fields are Vars of the level, which the mutator replaces. */
	row->args = (List *) expression_tree_mutator((Node *) fields, replace_rte_variables_mutator, context);
	row->row_typeid = var->vartype;
	row->row_format = COERCE_IMPLICIT_CAST;
	row->colnames = var->vartype == RECORDOID ? colnames : NIL;
	row->location = var->location;
	return (Node *) row;
}

static Node *
replace_from_targets(Var *var, replace_rte_variables_context *context)
{
	TargetReplacement *t = context->callback_arg;
	TargetEntry *tle;
	Node *expr;

	if (var->varattno == InvalidAttrNumber)
		return replace_whole_row(var, context);
	tle = get_tle_by_resno(t->targetlist, var->varattno);
	if (tle && !tle->resjunk)
	{
		expr = copyObject((Node *) tle->expr);
		if (var->varlevelsup > 0)
			IncrementVarSublevelsUp(expr, var->varlevelsup, 0);
		return expr;
	}
	switch (t->nomatch)
	{
		case REPLACEVARS_CHANGE_VARNO:
			var = copyObject(var);
			var->varno = t->nomatch_varno;
			return (Node *) var;
		case REPLACEVARS_SUBSTITUTE_NULL:
			return coerce_to_domain((Node *) makeNullConst(var->vartype, var->vartypmod, var->varcollid),
									InvalidOid, -1, var->vartype, COERCION_IMPLICIT,
									COERCE_IMPLICIT_CAST, -1, false);
		default:
			elog(ERROR, "could not find replacement targetlist entry for attno %d", var->varattno);
	}
	return NULL;
}

/*
 * ReplaceVarsFromTargetList
 *		A copy in which the columns of one relation are the expressions of a
 *		target list.
 *
 * target_rte	the relation's entry, for whole-row references
 */
Node *
ReplaceVarsFromTargetList(Node *node, int target_varno, int sublevels_up,
						  RangeTblEntry *target_rte, List *targetlist,
						  ReplaceVarsNoMatchOption nomatch_option,
						  int nomatch_varno, bool *outer_hasSubLinks)
{
	TargetReplacement t = {target_rte, targetlist, nomatch_option, nomatch_varno};

	return replace_rte_variables(node, target_varno, sublevels_up, replace_from_targets, &t, outer_hasSubLinks);
}

/*
 * getInsertSelectQuery
 *		The SELECT below an INSERT ... SELECT rule action that has OLD and NEW
 *		in its range table; else the query itself.
 *
 * subquery_ptr		if not NULL, where the pointer to it stands, or NULL
 */
Query *
getInsertSelectQuery(Query *parsetree, Query ***subquery_ptr)
{
	RangeTblRef *ref;
	RangeTblEntry *rte;

	if (subquery_ptr)
		*subquery_ptr = NULL;
	if (parsetree == NULL || parsetree->commandType != CMD_INSERT ||
		list_length(parsetree->jointree->fromlist) != 1 ||
		!IsA(linitial(parsetree->jointree->fromlist), RangeTblRef))
		return parsetree;
	ref = linitial_node(RangeTblRef, parsetree->jointree->fromlist);
	rte = rt_fetch(ref->rtindex, parsetree->rtable);
	if (rte->rtekind != RTE_SUBQUERY)
		return parsetree;
	if (subquery_ptr)
		*subquery_ptr = &rte->subquery;
	return rte->subquery;
}
