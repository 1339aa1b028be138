/*
 * pathkeys.c
 *		Orders of rows: making and comparing pathkeys.
 *
 * A pathkey is a class of equal expressions with an operator family and a
 * direction.  Equal pathkeys are the same pointer once the classes are final;
 * a class with a constant needs no sorting.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/pathkeys.c
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/tlist.h"
#include "utils/lsyscache.h"

static bool
pathkey_is_redundant(PathKey *new_pathkey, List *pathkeys)
{
	ListCell *lc;

	if (EC_MUST_BE_REDUNDANT(new_pathkey->pk_eclass))
		return true;
	foreach (lc, pathkeys)
		if (((PathKey *) lfirst(lc))->pk_eclass == new_pathkey->pk_eclass)
			return true;
	return false;
}

PathKey *
make_canonical_pathkey(PlannerInfo *root, EquivalenceClass *eclass,
					   Oid opfamily, int strategy, bool nulls_first)
{
	PathKey *pk;
	ListCell *lc;

	while (eclass->ec_merged)
		eclass = eclass->ec_merged;
	foreach (lc, root->canon_pathkeys)
	{
		pk = lfirst(lc);
		if (eclass == pk->pk_eclass && opfamily == pk->pk_opfamily &&
			strategy == pk->pk_strategy && nulls_first == pk->pk_nulls_first)
			return pk;
	}
	pk = makeNode(PathKey);
	pk->pk_eclass = eclass;
	pk->pk_opfamily = opfamily;
	pk->pk_strategy = strategy;
	pk->pk_nulls_first = nulls_first;
	root->canon_pathkeys = lappend(root->canon_pathkeys, pk);
	return pk;
}

static PathKey *
pathkey_from_sortinfo(PlannerInfo *root, Expr *expr, Oid opfamily,
					  Oid opcintype, Oid collation, bool reverse_sort,
					  bool nulls_first, Index sortref, bool create_it)
{
	Oid equality_op;
	EquivalenceClass *eclass;

	equality_op = get_opfamily_member(opfamily, opcintype, opcintype,
									  BTEqualStrategyNumber);
	if (!OidIsValid(equality_op))
		elog(ERROR, "missing equality operator in opfamily %u", opfamily);
	eclass = get_eclass_for_sort_expr(root, expr,
									  get_mergejoin_opfamilies(equality_op),
									  opcintype, collation, sortref, NULL,
									  create_it);
	if (eclass == NULL)
		return NULL;
	return make_canonical_pathkey(root, eclass, opfamily, reverse_sort ? BTGreaterStrategyNumber : BTLessStrategyNumber, nulls_first);
}

/* NULL if there is no class for the expression and none may be made. */
PathKey *
make_pathkey_from_sortop(PlannerInfo *root, Expr *expr, Oid ordering_op,
						 bool nulls_first, Index sortref, bool create_it)
{
	Oid opfamily;
	Oid opcintype;
	int16 strategy;

	if (!get_ordering_op_properties(ordering_op, &opfamily, &opcintype,
									&strategy))
		elog(ERROR, "operator %u is not a valid ordering operator",
			 ordering_op);
	return pathkey_from_sortinfo(root, expr, opfamily, opcintype,
								 exprCollation((Node *) expr),
								 strategy == BTGreaterStrategyNumber,
								 nulls_first, sortref, create_it);
}

/* Pathkeys of ORDER BY, GROUP BY and the like; redundant ones left out. */
List *
make_pathkeys_for_sortclauses(PlannerInfo *root, List *sortclauses,
							  List *tlist)
{
	List *pathkeys = NIL;
	ListCell *l;

	foreach (l, sortclauses)
	{
		SortGroupClause *sortcl = lfirst(l);
		PathKey *pathkey;

		if (!OidIsValid(sortcl->sortop))
			return NIL;
		pathkey = make_pathkey_from_sortop(root,
										   (Expr *) get_sortgroupclause_expr(sortcl,
																			 tlist),
										   sortcl->sortop, sortcl->nulls_first,
										   sortcl->tleSortGroupRef, true);
		if (!pathkey_is_redundant(pathkey, pathkeys))
			pathkeys = lappend(pathkeys, pathkey);
	}
	return pathkeys;
}

/* ---------------------------------------------------------------- comparing */

PathKeysComparison
compare_pathkeys(List *keys1, List *keys2)
{
	ListCell *key1;
	ListCell *key2;

	if (keys1 == keys2)
		return PATHKEYS_EQUAL;
	forboth (key1, keys1, key2, keys2)
		if (lfirst(key1) != lfirst(key2))
			return PATHKEYS_DIFFERENT;
	if (list_length(keys1) == list_length(keys2))
		return PATHKEYS_EQUAL;
	return list_length(keys1) > list_length(keys2) ? PATHKEYS_BETTER1 : PATHKEYS_BETTER2;
}

/* Are rows in order keys2 also in order keys1? */
bool
pathkeys_contained_in(List *keys1, List *keys2)
{
	PathKeysComparison c = compare_pathkeys(keys1, keys2);

	return c == PATHKEYS_EQUAL || c == PATHKEYS_BETTER2;
}

Path *
get_cheapest_path_for_pathkeys(List *paths, List *pathkeys,
							   Relids required_outer,
							   CostSelector cost_criterion)
{
	Path *best = NULL;
	ListCell *l;

	foreach (l, paths)
	{
		Path *path = lfirst(l);

		if (best && compare_path_costs(best, path, cost_criterion) <= 0)
			continue;
		if (pathkeys_contained_in(pathkeys, path->pathkeys) &&
			bms_is_subset(PATH_REQ_OUTER(path), required_outer))
			best = path;
	}
	return best;
}

/* ---------------------------------------------------------------- orders of scans and joins */

/* The order in which an index scan returns rows, as far as somebody cares. */
List *
build_index_pathkeys(PlannerInfo *root, IndexOptInfo *index,
					 ScanDirection scandir)
{
	List *result = NIL;
	ListCell *lc;
	int i = 0;

	if (index->sortopfamily == NULL)
		return NIL;
	foreach (lc, index->indextlist)
	{
		TargetEntry *indextle = lfirst(lc);
		bool reverse;
		bool nulls_first;
		PathKey *pk;

		if (i >= index->nkeycolumns)
			break;
		reverse = index->reverse_sort[i];
		nulls_first = index->nulls_first[i];
		if (ScanDirectionIsBackward(scandir))
		{
			reverse = !reverse;
			nulls_first = !nulls_first;
		}
		pk = pathkey_from_sortinfo(root, indextle->expr,
								   index->sortopfamily[i],
								   index->opcintype[i],
								   index->indexcollations[i], reverse,
								   nulls_first, 0, false);
		if (pk)
		{
			if (!pathkey_is_redundant(pk, result))
				result = lappend(result, pk);
		}
		else if (!indexcol_is_bool_constant_for_query(root, index, i))
			break;
		i++;
	}
	return result;
}

/* Order of a sub-select's rows in terms of its columns as seen outside. */
List *
convert_subquery_pathkeys(PlannerInfo *root, RelOptInfo *rel,
						  List *subquery_pathkeys, List *subquery_tlist)
{
	List *result = NIL;
	ListCell *i;

	foreach (i, subquery_pathkeys)
	{
		PathKey *sub = lfirst(i);
		PathKey *best = NULL;
		ListCell *j;

		foreach (j, sub->pk_eclass->ec_members)
		{
			EquivalenceMember *em = lfirst(j);
			ListCell *k;

			foreach (k, subquery_tlist)
			{
				TargetEntry *tle = lfirst(k);
				EquivalenceClass *outer_ec;
				Var *outer_var;

				if (tle->resjunk || !equal(tle->expr, em->em_expr) ||
					(sub->pk_eclass->ec_has_volatile &&
					 sub->pk_eclass->ec_sortref != tle->ressortgroupref))
					continue;
				outer_var = makeVarFromTargetEntry(rel->relid, tle);
				outer_ec = get_eclass_for_sort_expr(root, (Expr *) outer_var,
													sub->pk_eclass->ec_opfamilies,
													em->em_datatype,
													sub->pk_eclass->ec_collation,
													0, rel->relids, false);
				if (outer_ec == NULL)
					continue;
				best = make_canonical_pathkey(root, outer_ec,
											  sub->pk_opfamily,
											  sub->pk_strategy,
											  sub->pk_nulls_first);
			}
		}
		if (best == NULL)
			break;
		if (!pathkey_is_redundant(best, result))
			result = lappend(result, best);
	}
	return result;
}

/* A nested loop or hash join keeps the order of its outer side, mostly. */
List *
build_join_pathkeys(PlannerInfo *root, RelOptInfo *joinrel, JoinType jointype,
					List *outer_pathkeys)
{
	if (jointype == JOIN_FULL || jointype == JOIN_RIGHT)
		return NIL;
	return truncate_useless_pathkeys(root, joinrel, outer_pathkeys);
}

/* Keep as much of the order as some later step can use. */
List *
truncate_useless_pathkeys(PlannerInfo *root, RelOptInfo *rel, List *pathkeys)
{
	int n = 0;
	ListCell *key1;
	ListCell *key2;

	if (pathkeys == NIL || root->query_pathkeys == NIL)
		return NIL;
	forboth (key1, root->query_pathkeys, key2, pathkeys)
	{
		if (lfirst(key1) != lfirst(key2))
			break;
		n++;
	}
	if (n == 0)
		return NIL;
	/* only the whole wanted order is worth anything: no partial sorts */
	if (n < list_length(root->query_pathkeys))
		return NIL;
	if (n == list_length(pathkeys))
		return pathkeys;
	return list_truncate(list_copy(pathkeys), n);
}

bool
has_useful_pathkeys(PlannerInfo *root, RelOptInfo *rel)
{
	return root->query_pathkeys != NIL;
}
