/*
 * tlist.c
 *		Target lists and path targets.
 *
 * Matching entries, sort and group columns, and splitting targets at
 * set-returning functions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/util/tlist.c
 */
#include "postgres.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"

/* The entry with an equal expression, or NULL. */
TargetEntry *
tlist_member(Expr *node, List *targetlist)
{
	ListCell *lc;

	foreach (lc, targetlist)
		if (equal(node, ((TargetEntry *) lfirst(lc))->expr))
			return lfirst(lc);
	return NULL;
}

/* Append those expressions that are not there yet. */
List *
add_to_flat_tlist(List *tlist, List *exprs)
{
	int next_resno = list_length(tlist) + 1;
	ListCell *lc;

	foreach (lc, exprs)
	{
		Expr *expr = lfirst(lc);

		if (!tlist_member(expr, tlist))
			tlist = lappend(tlist, makeTargetEntry(copyObject(expr), next_resno++, NULL, false));
	}
	return tlist;
}

List *
get_tlist_exprs(List *tlist, bool includeJunk)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst(lc);

		if (!tle->resjunk || includeJunk)
			result = lappend(result, tle->expr);
	}
	return result;
}

int
count_nonjunk_tlist_entries(List *tlist)
{
	return list_length(get_tlist_exprs(tlist, false));
}

bool
tlist_same_exprs(List *tlist1, List *tlist2)
{
	ListCell *lc1;
	ListCell *lc2;

	if (list_length(tlist1) != list_length(tlist2))
		return false;
	forboth (lc1, tlist1, lc2, tlist2)
		if (!equal(((TargetEntry *) lfirst(lc1))->expr,
				   ((TargetEntry *) lfirst(lc2))->expr))
			return false;
	return true;
}

/* Does a property of the columns have exactly these values? */
static bool
same_property(List *tlist, List *wanted, bool junkOK, Oid (*property)(const Node *expr))
{
	ListCell *cur = list_head(wanted);
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst(lc);

		if (tle->resjunk)
		{
			if (!junkOK)
				return false;
			continue;
		}
		if (cur == NULL || property((Node *) tle->expr) != lfirst_oid(cur))
			return false;
		cur = lnext(wanted, cur);
	}
	return cur == NULL;
}

bool
tlist_same_datatypes(List *tlist, List *colTypes, bool junkOK)
{
	return same_property(tlist, colTypes, junkOK, exprType);
}

bool
tlist_same_collations(List *tlist, List *colCollations, bool junkOK)
{
	return same_property(tlist, colCollations, junkOK, exprCollation);
}

/* Copy names and origins of the columns. */
void
apply_tlist_labeling(List *dest_tlist, List *src_tlist)
{
	ListCell *ld;
	ListCell *ls;

	Assert(list_length(dest_tlist) == list_length(src_tlist));
	forboth (ld, dest_tlist, ls, src_tlist)
	{
		TargetEntry *dest = lfirst(ld);
		TargetEntry *src = lfirst(ls);

		dest->resname = src->resname;
		dest->ressortgroupref = src->ressortgroupref;
		dest->resorigtbl = src->resorigtbl;
		dest->resorigcol = src->resorigcol;
		dest->resjunk = src->resjunk;
	}
}

/* ---------------------------------------------------------------- sort and group clauses */

TargetEntry *
get_sortgroupref_tle(Index sortref, List *targetList)
{
	ListCell *lc;

	foreach (lc, targetList)
		if (((TargetEntry *) lfirst(lc))->ressortgroupref == sortref)
			return lfirst(lc);
	elog(ERROR, "ORDER/GROUP BY expression not found in targetlist");
	return NULL;
}

TargetEntry *
get_sortgroupclause_tle(SortGroupClause *sgClause, List *targetList)
{
	return get_sortgroupref_tle(sgClause->tleSortGroupRef, targetList);
}

Node *
get_sortgroupclause_expr(SortGroupClause *sgClause, List *targetList)
{
	return (Node *) get_sortgroupclause_tle(sgClause, targetList)->expr;
}

List *
get_sortgrouplist_exprs(List *sgClauses, List *targetList)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, sgClauses)
		result = lappend(result, get_sortgroupclause_expr(lfirst(lc), targetList));
	return result;
}

SortGroupClause *
get_sortgroupref_clause_noerr(Index sortref, List *clauses)
{
	ListCell *lc;

	foreach (lc, clauses)
		if (((SortGroupClause *) lfirst(lc))->tleSortGroupRef == sortref)
			return lfirst(lc);
	return NULL;
}

SortGroupClause *
get_sortgroupref_clause(Index sortref, List *clauses)
{
	SortGroupClause *c = get_sortgroupref_clause_noerr(sortref, clauses);

	if (c == NULL)
		elog(ERROR, "ORDER/GROUP BY expression not found in list");
	return c;
}

/* Arrays for plan nodes, one element per clause. */
Oid *
extract_grouping_ops(List *groupClause)
{
	Oid *result = palloc(sizeof(Oid) * Max(list_length(groupClause), 1));
	ListCell *lc;

	foreach (lc, groupClause)
		result[foreach_current_index(lc)] =
			((SortGroupClause *) lfirst(lc))->eqop;
	return result;
}

Oid *
extract_grouping_collations(List *groupClause, List *tlist)
{
	Oid *result = palloc(sizeof(Oid) * Max(list_length(groupClause), 1));
	ListCell *lc;

	foreach (lc, groupClause)
		result[foreach_current_index(lc)] =
			exprCollation(get_sortgroupclause_expr(lfirst(lc), tlist));
	return result;
}

AttrNumber *
extract_grouping_cols(List *groupClause, List *tlist)
{
	AttrNumber *result = palloc(sizeof(AttrNumber) *
								Max(list_length(groupClause), 1));
	ListCell *lc;

	foreach (lc, groupClause)
		result[foreach_current_index(lc)] =
			get_sortgroupclause_tle(lfirst(lc), tlist)->resno;
	return result;
}

bool
grouping_is_sortable(List *groupClause)
{
	ListCell *lc;

	foreach (lc, groupClause)
		if (!OidIsValid(((SortGroupClause *) lfirst(lc))->sortop))
			return false;
	return true;
}

bool
grouping_is_hashable(List *groupClause)
{
	ListCell *lc;

	foreach (lc, groupClause)
		if (!((SortGroupClause *) lfirst(lc))->hashable)
			return false;
	return true;
}

/* ---------------------------------------------------------------- path targets */

PathTarget *
create_empty_pathtarget(void)
{
	return makeNode(PathTarget);
}

PathTarget *
make_pathtarget_from_tlist(List *tlist)
{
	PathTarget *target = makeNode(PathTarget);
	ListCell *lc;

	target->sortgrouprefs = palloc(Max(list_length(tlist), 1) * sizeof(Index));
	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst(lc);

		target->exprs = lappend(target->exprs, tle->expr);
		target->sortgrouprefs[foreach_current_index(lc)] =
			tle->ressortgroupref;
	}
	return target;
}

List *
make_tlist_from_pathtarget(PathTarget *target)
{
	List *tlist = NIL;
	ListCell *lc;

	foreach (lc, target->exprs)
	{
		int i = foreach_current_index(lc);
		TargetEntry *tle = makeTargetEntry(lfirst(lc), i + 1, NULL, false);

		tle->ressortgroupref = get_pathtarget_sortgroupref(target, i);
		tlist = lappend(tlist, tle);
	}
	return tlist;
}

PathTarget *
copy_pathtarget(PathTarget *src)
{
	PathTarget *dst = makeNode(PathTarget);

	*dst = *src;
	dst->exprs = list_copy(src->exprs);
	if (src->sortgrouprefs)
	{
		Size nbytes = Max(list_length(src->exprs), 1) * sizeof(Index);

		dst->sortgrouprefs = palloc(nbytes);
		memcpy(dst->sortgrouprefs, src->sortgrouprefs, nbytes);
	}
	return dst;
}

/* Append a column; costs must be set again afterwards. */
void
add_column_to_pathtarget(PathTarget *target, Expr *expr, Index sortgroupref)
{
	int n;

	target->exprs = lappend(target->exprs, expr);
	n = list_length(target->exprs);
	if (target->sortgrouprefs)
		target->sortgrouprefs = repalloc(target->sortgrouprefs,
										 n * sizeof(Index));
	else if (sortgroupref)
		target->sortgrouprefs = palloc0(n * sizeof(Index));
	else
		return;
	target->sortgrouprefs[n - 1] = sortgroupref;
}

void
add_new_column_to_pathtarget(PathTarget *target, Expr *expr)
{
	if (!list_member(target->exprs, expr))
		add_column_to_pathtarget(target, expr, 0);
}

void
add_new_columns_to_pathtarget(PathTarget *target, List *exprs)
{
	ListCell *lc;

	foreach (lc, exprs)
		add_new_column_to_pathtarget(target, lfirst(lc));
}

/* Give tlist entries the sort references of equal target columns. */
void
apply_pathtarget_labeling_to_tlist(List *tlist, PathTarget *target)
{
	ListCell *lc;

	if (target->sortgrouprefs == NULL)
		return;
	foreach (lc, target->exprs)
	{
		Index ref = target->sortgrouprefs[foreach_current_index(lc)];
		TargetEntry *tle;

		if (ref == 0)
			continue;
		tle = tlist_member(lfirst(lc), tlist);
		if (tle == NULL)
			elog(ERROR, "ORDER/GROUP BY expression not found in targetlist");
		if (tle->ressortgroupref != 0 && tle->ressortgroupref != ref)
		{
			/* the same expression twice: find the other one */
			ListCell *lc2;

			foreach (lc2, tlist)
			{
				TargetEntry *other = lfirst(lc2);

				if (other->ressortgroupref == 0 &&
					equal(other->expr, lfirst(lc)))
				{
					tle = other;
					break;
				}
			}
		}
		tle->ressortgroupref = ref;
	}
}

/* ---------------------------------------------------------------- set-returning functions */

#define IS_SRF_CALL(node)                                          \
	((IsA(node, FuncExpr) && ((FuncExpr *) (node))->funcretset) || \
	 (IsA(node, OpExpr) && ((OpExpr *) (node))->opretset))

static bool
srf_depth_walker(Node *node, int *depth)
{
	int below = 0;

	if (node == NULL)
		return false;
	expression_tree_walker(node, srf_depth_walker, &below);
	if (IS_SRF_CALL(node))
		below++;
	*depth = Max(*depth, below);
	return false;
}

static int
srf_depth(Node *node)
{
	int depth = 0;

	srf_depth_walker(node, &depth);
	return depth;
}

typedef struct SrfLevelContext
{
	int level; /* level being computed; 1 is the lowest */
	List *inputs; /* what the level needs from below */
	List *input_exprs; /* columns that exist at the bottom */
} SrfLevelContext;

/* Collect what an expression needs from the level below it. */
static bool
srf_inputs_walker(Node *node, SrfLevelContext *cx)
{
	if (node == NULL)
		return false;
	if (list_member(cx->input_exprs, node) || IsA(node, Var) ||
		IsA(node, Aggref) || IsA(node, GroupingFunc) ||
		IsA(node, WindowFunc) ||
		(IS_SRF_CALL(node) && srf_depth(node) < cx->level))
	{
		cx->inputs = lappend(cx->inputs, node);
		return false;
	}
	return expression_tree_walker(node, srf_inputs_walker, cx);
}

static List *
srf_inputs(Node *node, int level, List *input_exprs)
{
	SrfLevelContext cx = {level, NIL, input_exprs};

	srf_inputs_walker(node, &cx);
	return cx.inputs;
}

/*
 * A ProjectSet computes set-returning functions only at the top of its columns.
 * Split target into levels, lowest first: *targets and, parallel, whether each
 * has such functions.  input_target are the columns available below (or NULL).
 */
void
split_pathtarget_at_srfs(PlannerInfo *root, PathTarget *target,
						 PathTarget *input_target, List **targets,
						 List **targets_contain_srfs)
{
	List *input_exprs = input_target ? input_target->exprs : NIL;
	PathTarget *upper = target;
	int maxdepth = 0;
	bool toplevel_only = true;
	ListCell *lc;

	*targets = *targets_contain_srfs = NIL;
	foreach (lc, target->exprs)
	{
		Node *node = lfirst(lc);
		int d = list_member(input_exprs, node) ? 0 : srf_depth(node);

		maxdepth = Max(maxdepth, d);
		if (d > 0 && !IS_SRF_CALL(node))
			toplevel_only = false;
	}
	if (maxdepth == 0)
	{
		*targets = list_make1(target);
		*targets_contain_srfs = list_make1_int(false);
		return;
	}
	/* expressions over function results need a plain projection on top */
	if (!toplevel_only)
	{
		*targets = list_make1(target);
		*targets_contain_srfs = list_make1_int(false);
	}
	for (int level = toplevel_only ? maxdepth : maxdepth + 1; level > 0; level--)
	{
		PathTarget *lower = create_empty_pathtarget();
		int col = 0;
		bool top = level == maxdepth + 1;

		if (!top)
		{
			*targets = lcons(upper, *targets);
			*targets_contain_srfs = lcons_int(true, *targets_contain_srfs);
		}
		foreach (lc, upper->exprs)
		{
			Node *node = lfirst(lc);
			Index ref = get_pathtarget_sortgroupref(upper, col);
			ListCell *lc2;

			col++;
			if (list_member(input_exprs, node) ||
				(IS_SRF_CALL(node) && (top || srf_depth(node) < level)))
			{
				/* computed below: passed through */
				if (!list_member(lower->exprs, node) || ref)
					add_column_to_pathtarget(lower, (Expr *) node, ref);
				continue;
			}
			/* computed here, for each row of the sets: only its inputs */
			foreach (lc2, srf_inputs(node, level, input_exprs))
				add_new_column_to_pathtarget(lower, lfirst(lc2));
		}
		upper = set_pathtarget_cost_width(root, lower);
	}
	*targets = lcons(upper, *targets);
	*targets_contain_srfs = lcons_int(false, *targets_contain_srfs);
}
