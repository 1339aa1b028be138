/*
 * indxpath.c
 *		Which indexes can serve a relation, and how.
 *
 * For each index the clauses that match its columns are collected: conditions
 * of the relation itself, and join clauses, which give scans parameterized by
 * other relations.  From them come plain, index-only and bitmap scans;
 * bitmaps of several indexes are combined by AND and OR.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/indxpath.c
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "access/sysattr.h"
#include "catalog/pg_am.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/prep.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

/* Clauses that match the columns of one index, each list of IndexClauses. */
typedef struct IndexClauseSet
{
	bool nonempty;
	List *cols[INDEX_MAX_KEYS];
} IndexClauseSet;

static void match_list(PlannerInfo *root, List *clauses, IndexOptInfo *index,
					   IndexClauseSet *set);
static IndexClause *match_column(PlannerInfo *root, RestrictInfo *rinfo,
								 int indexcol, IndexOptInfo *index);
static List *build_paths(PlannerInfo *root, RelOptInfo *rel,
						 IndexOptInfo *index, IndexClauseSet *clauses,
						 bool plain, bool *skip_lower_saop, bool use_saop);
static void add_join_paths(PlannerInfo *root, RelOptInfo *rel,
						   IndexOptInfo *index, IndexClauseSet *rclauses,
						   List **bitjoinpaths);
static List *or_paths(PlannerInfo *root, RelOptInfo *rel, List *clauses,
					  List *other_clauses);
static Path *choose_bitmap_and(PlannerInfo *root, RelOptInfo *rel,
							   List *paths);
static bool index_only_possible(RelOptInfo *rel, IndexOptInfo *index);

/* ---------------------------------------------------------------- entry */

static Relids
path_outer(Path *path)
{
	Relids result = NULL;
	ListCell *lc;

	if (IsA(path, IndexPath))
	{
		foreach (lc, ((IndexPath *) path)->indexclauses)
			result = bms_add_members(result,
									 ((IndexClause *) lfirst(lc))->rinfo->clause_relids);
		result = bms_del_member(result, path->parent->relid);
		return bms_is_empty(result) ? NULL : result;
	}
	return bms_copy(PATH_REQ_OUTER(path));
}

/* How often an inner index scan will be repeated, about. */
static double
loop_count_for(PlannerInfo *root, Index cur_relid, Relids outer_relids)
{
	double result = 0.0;
	int relid = -1;

	while ((relid = bms_next_member(outer_relids, relid)) >= 0)
	{
		RelOptInfo *rel;

		if (relid >= root->simple_rel_array_size)
			continue;
		rel = root->simple_rel_array[relid];
		if (rel == NULL || rel->rows <= 0)
			continue;
		if (result == 0.0 || result > rel->rows)
			result = rel->rows;
	}
	return result > 0.0 ? result : 1.0;
}

/* Add all index and bitmap paths of a table. */
void
create_index_paths(PlannerInfo *root, RelOptInfo *rel)
{
	List *bitindexpaths = NIL;
	List *bitjoinpaths = NIL;
	ListCell *lc;

	if (rel->indexlist == NIL)
		return;
	foreach (lc, rel->indexlist)
	{
		IndexOptInfo *index = lfirst(lc);
		IndexClauseSet rset = {0};
		bool saop_lower = false;
		ListCell *lc2;
		List *paths;

		if (index->indpred != NIL && !index->predOK)
			continue;
		match_list(root, index->indrestrictinfo, index, &rset);
		paths = build_paths(root, rel, index, &rset, true, &saop_lower,
							index->amsearcharray);
		/* an array key on a later column spoils the order: once without */
		if (saop_lower)
			paths = list_concat(paths, build_paths(root, rel, index, &rset, true, NULL, false));
		foreach (lc2, paths)
		{
			IndexPath *ipath = lfirst(lc2);

			if (index->amhasgettuple)
				add_path(rel, (Path *) ipath);
			if (index->amhasgetbitmap &&
				(ipath->path.pathkeys == NIL ||
				 ipath->indexselectivity < 1.0) &&
				ipath->indexclauses != NIL)
				bitindexpaths = lappend(bitindexpaths, ipath);
		}
		add_join_paths(root, rel, index, &rset, &bitjoinpaths);
	}
	bitindexpaths = list_concat(bitindexpaths,
								or_paths(root, rel, rel->baserestrictinfo,
										 NIL));
	if (bitindexpaths != NIL)
	{
		Path *bitmapqual = choose_bitmap_and(root, rel, bitindexpaths);

		add_path(rel, (Path *) create_bitmap_heap_path(root, rel, bitmapqual, rel->lateral_relids, 1.0));
	}
	/* parameterized bitmap scans: for each set of outer relations */
	while (bitjoinpaths != NIL)
	{
		Relids outer = path_outer(linitial(bitjoinpaths));
		List *these = list_copy(bitindexpaths);
		List *rest = NIL;
		Path *bitmapqual;

		foreach (lc, bitjoinpaths)
		{
			if (bms_is_subset(path_outer(lfirst(lc)), outer))
				these = lappend(these, lfirst(lc));
			if (!bms_equal(path_outer(lfirst(lc)), outer))
				rest = lappend(rest, lfirst(lc));
		}
		bitmapqual = choose_bitmap_and(root, rel, these);
		outer = path_outer(bitmapqual);
		if (outer)
			add_path(rel, (Path *) create_bitmap_heap_path(root, rel, bitmapqual, outer, loop_count_for(root, rel->relid, outer)));
		bitjoinpaths = rest;
	}
}

/* Which partial indexes may be used, and what they leave to be checked. */
void
check_index_predicates(PlannerInfo *root, RelOptInfo *rel)
{
	ListCell *lc;

	foreach (lc, rel->indexlist)
	{
		IndexOptInfo *index = lfirst(lc);
		List *rest = NIL;
		ListCell *lcr;

		index->indrestrictinfo = rel->baserestrictinfo;
		if (index->indpred == NIL)
			continue;
		index->predOK = predicate_implied_by(index->indpred,
											 rel->baserestrictinfo, false);
		/* a target's row may change under us: it is checked fully then */
		if (bms_is_member(rel->relid,
						  bms_make_singleton(root->parse->resultRelation)) ||
			get_plan_rowmark(root->rowMarks, rel->relid) != NULL)
			continue;
		foreach (lcr, rel->baserestrictinfo)
		{
			RestrictInfo *rinfo = lfirst(lcr);

			if (contain_mutable_functions((Node *) rinfo->clause) ||
				!predicate_implied_by(list_make1(rinfo->clause),
									  index->indpred, false))
				rest = lappend(rest, rinfo);
		}
		index->indrestrictinfo = rest;
	}
}

/* ---------------------------------------------------------------- matching clauses */

static void
match_list(PlannerInfo *root, List *clauses, IndexOptInfo *index,
		   IndexClauseSet *set)
{
	ListCell *lc;

	foreach (lc, clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (rinfo->pseudoconstant)
			continue;
		for (int col = 0; col < index->nkeycolumns; col++)
		{
			bool known = false;
			ListCell *lc2;
			IndexClause *ic;

			foreach (lc2, set->cols[col])
				known |= ((IndexClause *) lfirst(lc2))->rinfo == rinfo;
			if (known)
				break;
			ic = match_column(root, rinfo, col, index);
			if (ic)
			{
				set->cols[col] = lappend(set->cols[col], ic);
				set->nonempty = true;
				break;
			}
		}
	}
}

static IndexClause *
make_index_clause(RestrictInfo *rinfo, RestrictInfo *indexqual, int col)
{
	IndexClause *ic = makeNode(IndexClause);

	ic->rinfo = rinfo;
	ic->indexquals = list_make1(indexqual);
	ic->lossy = false;
	ic->indexcol = col;
	ic->indexcols = NIL;
	return ic;
}

static bool
collation_matches(Oid idxcollation, Oid exprcollation)
{
	return !OidIsValid(idxcollation) || idxcollation == exprcollation;
}

static bool
usable_value(Node *other, RelOptInfo *rel, Relids other_relids)
{
	return !bms_is_member(rel->relid, other_relids) &&
		!contain_volatile_functions(other);
}

static IndexClause *
match_opclause(PlannerInfo *root, RestrictInfo *rinfo, int col,
			   IndexOptInfo *index)
{
	OpExpr *clause = (OpExpr *) rinfo->clause;
	Node *left;
	Node *right;
	Oid opfamily = index->opfamily[col];

	if (list_length(clause->args) != 2 ||
		!collation_matches(index->indexcollations[col], clause->inputcollid))
		return NULL;
	left = linitial(clause->args);
	right = lsecond(clause->args);
	if (match_index_to_operand(left, col, index) &&
		usable_value(right, index->rel, rinfo->right_relids) &&
		op_in_opfamily(clause->opno, opfamily))
		return make_index_clause(rinfo, rinfo, col);
	if (match_index_to_operand(right, col, index) &&
		usable_value(left, index->rel, rinfo->left_relids))
	{
		Oid comm = get_commutator(clause->opno);
		OpExpr *newclause;
		RestrictInfo *commuted;

		if (!OidIsValid(comm) || !op_in_opfamily(comm, opfamily))
			return NULL;
		newclause = makeNode(OpExpr);
		*newclause = *clause;
		newclause->args = list_make2(right, left);
		newclause->opno = comm;
		newclause->opfuncid = get_opcode(comm);
		commuted = makeNode(RestrictInfo);
		*commuted = *rinfo;
		commuted->clause = (Expr *) newclause;
		commuted->left_relids = rinfo->right_relids;
		commuted->right_relids = rinfo->left_relids;
		return make_index_clause(rinfo, commuted, col);
	}
	return NULL;
}

static IndexClause *
match_saop(PlannerInfo *root, RestrictInfo *rinfo, int col,
		   IndexOptInfo *index)
{
	ScalarArrayOpExpr *saop = (ScalarArrayOpExpr *) rinfo->clause;

	if (!saop->useOr)
		return NULL;
	if (match_index_to_operand(linitial(saop->args), col, index) &&
		usable_value(lsecond(saop->args), index->rel,
					 pull_varnos(root, lsecond(saop->args))) &&
		collation_matches(index->indexcollations[col], saop->inputcollid) &&
		op_in_opfamily(saop->opno, index->opfamily[col]))
		return make_index_clause(rinfo, rinfo, col);
	return NULL;
}

/* (a, b) < (x, y) on a btree whose columns a, b stand in this order. */
static IndexClause *
match_rowcompare(PlannerInfo *root, RestrictInfo *rinfo, int col,
				 IndexOptInfo *index)
{
	RowCompareExpr *clause = (RowCompareExpr *) rinfo->clause;
	IndexClause *ic;
	int n = list_length(clause->opnos);
	List *cols = NIL;

	if (index->relam != BTREE_AM_OID)
		return NULL;
	for (int i = 0; i < n; i++)
	{
		int c = col + i;

		if (c >= index->nkeycolumns ||
			!match_index_to_operand(list_nth(clause->largs, i), c, index) ||
			!usable_value(list_nth(clause->rargs, i), index->rel,
						  pull_varnos(root, list_nth(clause->rargs, i))) ||
			!collation_matches(index->indexcollations[c],
							   list_nth_oid(clause->inputcollids, i)) ||
			get_op_opfamily_strategy(list_nth_oid(clause->opnos, i),
									 index->opfamily[c]) != (int) clause->rctype)
			return NULL;
		cols = lappend_int(cols, c);
	}
	ic = make_index_clause(rinfo, rinfo, col);
	ic->indexcols = cols;
	return ic;
}

/* A boolean column stands for "column = true", NOT column for "= false". */
static IndexClause *
match_boolean(PlannerInfo *root, RestrictInfo *rinfo, int col,
			  IndexOptInfo *index)
{
	Node *clause = (Node *) rinfo->clause;
	Node *key = clause;
	bool value = true;
	Expr *op;

	if (index->opfamily[col] != BOOL_BTREE_FAM_OID)
		return NULL;
	if (is_notclause(clause))
	{
		key = (Node *) get_notclausearg((Expr *) clause);
		value = false;
	}
	else if (IsA(clause, BooleanTest))
	{
		BooleanTest *bt = (BooleanTest *) clause;

		if (bt->booltesttype != IS_TRUE && bt->booltesttype != IS_FALSE)
			return NULL;
		key = (Node *) bt->arg;
		value = bt->booltesttype == IS_TRUE;
	}
	if (!match_index_to_operand(key, col, index))
		return NULL;
	op = make_opclause(BooleanEqualOperator, BOOLOID, false, (Expr *) key,
					   (Expr *) makeBoolConst(value, false), InvalidOid,
					   InvalidOid);
	return make_index_clause(rinfo, make_simple_restrictinfo(root, op), col);
}

/* Can the clause be an index condition on this column? */
static IndexClause *
match_column(PlannerInfo *root, RestrictInfo *rinfo, int indexcol,
			 IndexOptInfo *index)
{
	Expr *clause = rinfo->clause;

	if (exprType((Node *) clause) == BOOLOID)
	{
		IndexClause *ic = match_boolean(root, rinfo, indexcol, index);

		if (ic)
			return ic;
	}
	if (IsA(clause, OpExpr))
		return match_opclause(root, rinfo, indexcol, index);
	if (IsA(clause, ScalarArrayOpExpr))
		return match_saop(root, rinfo, indexcol, index);
	if (IsA(clause, RowCompareExpr))
		return match_rowcompare(root, rinfo, indexcol, index);
	if (IsA(clause, NullTest) && index->amsearchnulls &&
		!((NullTest *) clause)->argisrow &&
		match_index_to_operand((Node *) ((NullTest *) clause)->arg, indexcol,
							   index))
		return make_index_clause(rinfo, rinfo, indexcol);
	return NULL;
}

/* Is the expression the index column (the column or the index expression)? */
bool
match_index_to_operand(Node *operand, int indexcol, IndexOptInfo *index)
{
	int indkey = index->indexkeys[indexcol];
	ListCell *item;
	Node *indexkey;

	if (operand && IsA(operand, RelabelType))
		operand = (Node *) ((RelabelType *) operand)->arg;
	if (indkey != 0)
		return operand && IsA(operand, Var) &&
			index->rel->relid == (Index) ((Var *) operand)->varno &&
			indkey == ((Var *) operand)->varattno &&
			((Var *) operand)->varlevelsup == 0;
	item = list_head(index->indexprs);
	for (int i = 0; i < indexcol; i++)
		if (index->indexkeys[i] == 0)
			item = lnext(index->indexprs, item);
	if (item == NULL)
		elog(ERROR, "wrong number of index expressions");
	indexkey = lfirst(item);
	if (IsA(indexkey, RelabelType))
		indexkey = (Node *) ((RelabelType *) indexkey)->arg;
	return equal(indexkey, operand);
}

/* Is a boolean index column fixed by the WHERE clause? */
bool
indexcol_is_bool_constant_for_query(PlannerInfo *root, IndexOptInfo *index,
									int indexcol)
{
	ListCell *lc;

	if (index->opfamily[indexcol] != BOOL_BTREE_FAM_OID)
		return false;
	foreach (lc, index->rel->baserestrictinfo)
		if (!((RestrictInfo *) lfirst(lc))->pseudoconstant &&
			match_boolean(root, lfirst(lc), indexcol, index))
			return true;
	return false;
}

/* ---------------------------------------------------------------- paths of one index */

/*
 * Paths over the clauses of the set.  plain: also ordered scans without any
 * clause, if the order or an index-only scan is of use.
 */
static List *
build_paths(PlannerInfo *root, RelOptInfo *rel, IndexOptInfo *index,
			IndexClauseSet *clauses, bool plain, bool *saop_lower,
			bool use_saop)
{
	List *result = NIL;
	List *index_clauses = NIL;
	Relids outer_relids = bms_copy(rel->lateral_relids);
	double loop_count;
	List *pathkeys = NIL;
	bool saop_spoils_order = false;
	bool index_only;

	for (int col = 0; col < index->nkeycolumns; col++)
	{
		ListCell *lc;

		foreach (lc, clauses->cols[col])
		{
			IndexClause *ic = lfirst(lc);

			if (IsA(ic->rinfo->clause, ScalarArrayOpExpr))
			{
				if (!use_saop && index->amsearcharray && saop_lower == NULL &&
					col > 0)
					continue;
				if (col > 0)
				{
					if (saop_lower)
						*saop_lower = true;
					saop_spoils_order = true;
				}
			}
			index_clauses = lappend(index_clauses, ic);
			outer_relids = bms_add_members(outer_relids,
										   ic->rinfo->clause_relids);
		}
		if (index_clauses == NIL && !index->amoptionalkey)
			return NIL;
	}
	outer_relids = bms_del_member(outer_relids, rel->relid);
	if (bms_is_empty(outer_relids))
		outer_relids = NULL;
	loop_count = loop_count_for(root, rel->relid, outer_relids);
	if (index->sortopfamily && !saop_spoils_order &&
		has_useful_pathkeys(root, rel))
		pathkeys = truncate_useless_pathkeys(root, rel,
											 build_index_pathkeys(root, index,
																  ForwardScanDirection));
	index_only = index_only_possible(rel, index);
	if (index_clauses != NIL || pathkeys != NIL || (plain && index->indpred) ||
		index_only)
		result = lappend(result,
						 create_index_path(root, index, index_clauses, pathkeys,
										   ForwardScanDirection, index_only,
										   outer_relids, loop_count));
	if (index->sortopfamily && !saop_spoils_order &&
		has_useful_pathkeys(root, rel))
	{
		pathkeys = truncate_useless_pathkeys(root, rel,
											 build_index_pathkeys(root, index,
																  BackwardScanDirection));
		if (pathkeys != NIL)
			result = lappend(result,
							 create_index_path(root, index, index_clauses,
											   pathkeys, BackwardScanDirection,
											   index_only, outer_relids,
											   loop_count));
	}
	return result;
}

/* Are all columns that the query needs of the relation in the index? */
static bool
index_only_possible(RelOptInfo *rel, IndexOptInfo *index)
{
	Bitmapset *used = NULL;
	Bitmapset *can = NULL;
	ListCell *lc;

	if (!enable_indexonlyscan)
		return false;
	pull_varattnos((Node *) rel->reltarget->exprs, rel->relid, &used);
	foreach (lc, index->indrestrictinfo)
		pull_varattnos((Node *) ((RestrictInfo *) lfirst(lc))->clause,
					   rel->relid, &used);
	for (int i = 0; i < index->ncolumns; i++)
		if (index->indexkeys[i] != 0 && index->canreturn[i])
			can = bms_add_member(can, index->indexkeys[i] - FirstLowInvalidHeapAttributeNumber);
	return bms_is_subset(used, can);
}

/* ---------------------------------------------------------------- join clauses */

static void
match_eclasses(PlannerInfo *root, RelOptInfo *rel, IndexOptInfo *index,
			   IndexClauseSet *set)
{
	if (!rel->has_eclass_joins)
		return;
	for (int col = 0; col < index->nkeycolumns; col++)
		match_list(root, generate_implied_equalities_for_column(root, rel, index, col),
				   index, set);
}

static Relids
clause_outer(IndexClause *ic, RelOptInfo *rel)
{
	return bms_difference(ic->rinfo->clause_relids, rel->relids);
}

/* One parameterized scan for each distinct set of outer relations. */
static void
add_join_paths(PlannerInfo *root, RelOptInfo *rel, IndexOptInfo *index,
			   IndexClauseSet *rclauses, List **bitjoinpaths)
{
	IndexClauseSet jset = {0};
	List *movable = NIL;
	List *outersets = NIL;
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, rel->joininfo)
		if (join_clause_is_movable_to(lfirst(lc), rel))
			movable = lappend(movable, lfirst(lc));
	match_list(root, movable, index, &jset);
	match_eclasses(root, rel, index, &jset);
	if (!jset.nonempty)
		return;
	for (int col = 0; col < index->nkeycolumns; col++)
		foreach (lc, jset.cols[col])
		{
			Relids outer = clause_outer(lfirst(lc), rel);
			List *unions = NIL;
			bool known = false;

			foreach (lc2, outersets)
			{
				known |= bms_equal(outer, lfirst(lc2));
				if (list_length(outersets) < 10)
					unions = lappend(unions, bms_union(outer, lfirst(lc2)));
			}
			if (!known)
				unions = lcons(outer, unions);
			foreach (lc2, unions)
			{
				bool dup = false;
				ListCell *lc3;

				foreach (lc3, outersets)
					dup |= bms_equal(lfirst(lc2), lfirst(lc3));
				if (!dup)
					outersets = lappend(outersets, lfirst(lc2));
			}
		}
	foreach (lc, outersets)
	{
		IndexClauseSet set = {0};
		List *paths;

		for (int col = 0; col < index->nkeycolumns; col++)
		{
			EquivalenceClass *used_ec = NULL;

			foreach (lc2, jset.cols[col])
			{
				IndexClause *ic = lfirst(lc2);

				/* one clause of a class says it all */
				if (!bms_is_subset(clause_outer(ic, rel), lfirst(lc)) ||
					(ic->rinfo->parent_ec && ic->rinfo->parent_ec == used_ec))
					continue;
				if (ic->rinfo->parent_ec)
					used_ec = ic->rinfo->parent_ec;
				set.cols[col] = lappend(set.cols[col], ic);
				set.nonempty = true;
			}
			set.cols[col] = list_concat(set.cols[col], rclauses->cols[col]);
		}
		if (!set.nonempty)
			continue;
		paths = build_paths(root, rel, index, &set, false, NULL,
							index->amsearcharray);
		foreach (lc2, paths)
		{
			IndexPath *ipath = lfirst(lc2);

			if (index->amhasgettuple)
				add_path(rel, (Path *) ipath);
			if (index->amhasgetbitmap)
				*bitjoinpaths = lappend(*bitjoinpaths, ipath);
		}
	}
}

/* ---------------------------------------------------------------- bitmaps */

/* Paths for the clauses, one per index that can use any of them. */
static List *
paths_for_clauses(PlannerInfo *root, RelOptInfo *rel, List *clauses,
				  List *other_clauses)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, rel->indexlist)
	{
		IndexOptInfo *index = lfirst(lc);
		IndexClauseSet set = {0};

		if (!index->amhasgetbitmap)
			continue;
		if (index->indpred != NIL && !index->predOK)
			continue;
		match_list(root, clauses, index, &set);
		if (!set.nonempty)
			continue;
		match_list(root, other_clauses, index, &set);
		result = list_concat(result, build_paths(root, rel, index, &set, false, NULL, true));
	}
	return result;
}

/* An OR is served if each of its arms is. */
static List *
or_paths(PlannerInfo *root, RelOptInfo *rel, List *clauses,
		 List *other_clauses)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);
		List *pathlist = NIL;
		ListCell *j;

		if (rinfo->orclause == NULL)
			continue;
		foreach (j, ((BoolExpr *) rinfo->orclause)->args)
		{
			Node *orarg = lfirst(j);
			List *sub = is_andclause(orarg) ? ((BoolExpr *) orarg)->args : list_make1(orarg);
			List *found = paths_for_clauses(root, rel, sub, clauses);

			if (is_andclause(orarg))
				found = list_concat(found, or_paths(root, rel, sub, clauses));
			if (found == NIL)
			{
				pathlist = NIL;
				break;
			}
			pathlist = lappend(pathlist, choose_bitmap_and(root, rel, found));
		}
		if (pathlist != NIL)
			result = lappend(result, create_bitmap_or_path(root, rel, pathlist));
	}
	return result;
}

static void
cost_and_selec(const void *p, Cost *cost, Selectivity *selec)
{
	cost_bitmap_tree_node((Path *) p, cost, selec);
}

static int
cmp_bitmap(const void *a, const void *b)
{
	Cost c1;
	Cost c2;
	Selectivity s1;
	Selectivity s2;

	cost_and_selec(*(Path *const *) a, &c1, &s1);
	cost_and_selec(*(Path *const *) b, &c2, &s2);
	if (c1 != c2)
		return c1 < c2 ? -1 : 1;
	return s1 < s2 ? -1 : s1 > s2;
}

/* Clauses that a bitmap path makes use of. */
static List *
clauses_used(Path *path)
{
	List *result = NIL;
	ListCell *lc;

	if (IsA(path, IndexPath))
		foreach (lc, ((IndexPath *) path)->indexclauses)
			result = lappend(result, ((IndexClause *) lfirst(lc))->rinfo->clause);
	else
	{
		List *subs = IsA(path, BitmapAndPath) ? ((BitmapAndPath *) path)->bitmapquals : ((BitmapOrPath *) path)->bitmapquals;

		foreach (lc, subs)
			result = list_concat(result, clauses_used(lfirst(lc)));
	}
	return result;
}

static Cost
bitmap_scan_cost(PlannerInfo *root, RelOptInfo *rel, Path *ipath)
{
	BitmapHeapPath bpath = {{0}};
	Relids outer = path_outer(ipath);

	bpath.path.type = T_BitmapHeapPath;
	bpath.path.pathtype = T_BitmapHeapScan;
	bpath.path.parent = rel;
	bpath.path.pathtarget = rel->reltarget;
	bpath.path.param_info = get_baserel_parampathinfo(root, rel, outer);
	bpath.bitmapqual = ipath;
	cost_bitmap_heap_scan(&bpath.path, root, rel, bpath.path.param_info, ipath,
						  loop_count_for(root, rel->relid, outer));
	return bpath.path.total_cost;
}

/*
 * The cheapest combination: starting with each path in turn, others that use
 * other clauses are ANDed as long as that makes the scan cheaper.
 */
static Path *
choose_bitmap_and(PlannerInfo *root, RelOptInfo *rel, List *paths)
{
	int n = list_length(paths);
	Path **arr;
	List *bestpaths = NIL;
	Cost bestcost = 0;
	ListCell *l;

	if (n == 1)
		return linitial(paths);
	arr = palloc(n * sizeof(Path *));
	foreach (l, paths)
		arr[foreach_current_index(l)] = lfirst(l);
	qsort(arr, n, sizeof(Path *), cmp_bitmap);
	for (int i = 0; i < n; i++)
	{
		List *these = list_make1(arr[i]);
		List *used = clauses_used(arr[i]);
		Cost cost = bitmap_scan_cost(root, rel, arr[i]);

		for (int j = i + 1; j < n; j++)
		{
			List *more = clauses_used(arr[j]);
			Cost newcost;
			Path *and;

			if (list_intersection(used, more) != NIL)
				continue;
			and = (Path *) create_bitmap_and_path(root, rel,
												  lappend(list_copy(these),
														  arr[j]));
			newcost = bitmap_scan_cost(root, rel, and);
			if (newcost < cost)
			{
				these = lappend(these, arr[j]);
				used = list_concat(used, more);
				cost = newcost;
			}
		}
		if (bestpaths == NIL || cost < bestcost)
		{
			bestpaths = these;
			bestcost = cost;
		}
	}
	if (list_length(bestpaths) == 1)
		return linitial(bestpaths);
	return (Path *) create_bitmap_and_path(root, rel, bestpaths);
}

/* ---------------------------------------------------------------- uniqueness */

/*
 * Do the clauses (and pairs exprlist = something by oprlist) fix all columns of
 * some unique index, so that at most one row matches?
 */
bool
relation_has_unique_index_for(PlannerInfo *root, RelOptInfo *rel,
							  List *restrictlist, List *exprlist,
							  List *oprlist)
{
	ListCell *ic;

	restrictlist = list_copy(restrictlist);
	foreach (ic, rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst(ic);

		if (rinfo->mergeopfamilies == NIL)
			continue;
		if (bms_is_empty(rinfo->left_relids))
			rinfo->outer_is_left = true;
		else if (bms_is_empty(rinfo->right_relids))
			rinfo->outer_is_left = false;
		else
			continue;
		restrictlist = lappend(restrictlist, rinfo);
	}
	if (restrictlist == NIL && exprlist == NIL)
		return false;
	foreach (ic, rel->indexlist)
	{
		IndexOptInfo *ind = lfirst(ic);
		int c;

		if (!ind->unique || !ind->immediate ||
			(ind->indpred != NIL && !ind->predOK))
			continue;
		for (c = 0; c < ind->nkeycolumns; c++)
		{
			bool matched = false;
			ListCell *lc;
			ListCell *lc2;

			foreach (lc, restrictlist)
			{
				RestrictInfo *rinfo = lfirst(lc);
				Node *rexpr = rinfo->outer_is_left ? get_rightop(rinfo->clause) : get_leftop(rinfo->clause);

				if (list_member_oid(rinfo->mergeopfamilies, ind->opfamily[c]) &&
					match_index_to_operand(rexpr, c, ind))
				{
					matched = true;
					break;
				}
			}
			forboth (lc, exprlist, lc2, oprlist)
			{
				if (!matched && match_index_to_operand(lfirst(lc), c, ind) &&
					op_in_opfamily(lfirst_oid(lc2), ind->opfamily[c]))
					matched = true;
			}
			if (!matched)
				break;
		}
		if (c == ind->nkeycolumns)
			return true;
	}
	return false;
}
