/*
 * selfuncs_index.c
 *		Cost of index scans.
 *
 * The estimators that access methods name in amcostestimate.  Costs are in the
 * planner's unit, a page read in sequence.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/selfuncs_index.c
 */
#include "postgres.h"

#include <math.h>

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "catalog/pg_statistic.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/restrictinfo.h"
#include "parser/parsetree.h"
#include "utils/builtins.h"
#include "utils/index_selfuncs.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/spccache.h"
#include "utils/syscache.h"

/* The quals an index checks, as one list of RestrictInfos. */
List *
get_quals_from_indexclauses(List *indexclauses)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, indexclauses)
		result = list_concat(result, lfirst_node(IndexClause, lc)->indexquals);
	return result;
}

/* The side of a qual that is no index column. */
static Node *
other_operand(Expr *clause)
{
	if (IsA(clause, OpExpr))
		return get_rightop((Expr *) clause);
	if (IsA(clause, RowCompareExpr))
		return (Node *) ((RowCompareExpr *) clause)->rargs;
	if (IsA(clause, ScalarArrayOpExpr))
		return (Node *) lsecond(((ScalarArrayOpExpr *) clause)->args);
	return NULL;
}

Cost
index_other_operands_eval_cost(PlannerInfo *root, List *indexquals)
{
	Cost total = 0;
	ListCell *lc;

	foreach (lc, indexquals)
	{
		Expr *clause = lfirst(lc);
		Node *other;
		QualCost cost;

		if (IsA(clause, RestrictInfo))
			clause = ((RestrictInfo *) clause)->clause;
		other = other_operand(clause);
		cost_qual_eval_node(&cost, other, root);
		total += cost.startup + cost.per_tuple;
	}
	return total;
}

/* The quals, and what the predicate of a partial index says beyond them. */
List *
add_predicate_to_index_quals(IndexOptInfo *index, List *indexQuals)
{
	List *extra = NIL;
	ListCell *lc;

	foreach (lc, index->indpred)
	{
		List *one = list_make1(lfirst(lc));

		if (!predicate_implied_by(one, indexQuals, false))
			extra = list_concat(extra, one);
	}
	return list_concat(extra, indexQuals);
}

/*
 * genericcostestimate
 *		What all access methods have in common; costs->numIndexTuples may be
 *		set by the caller, the rest is filled in here.
 */
void
genericcostestimate(PlannerInfo *root, IndexPath *path, double loop_count,
					GenericCosts *costs)
{
	IndexOptInfo *index = path->indexinfo;
	List *quals = get_quals_from_indexclauses(path->indexclauses);
	double sa_scans = 1;
	double scans;
	double tuples = costs->numIndexTuples;
	double arg_cost;
	double op_cost;
	ListCell *lc;

	foreach (lc, quals)
	{
		RestrictInfo *rinfo = lfirst(lc);

		if (IsA(rinfo->clause, ScalarArrayOpExpr))
		{
			int n = estimate_array_length(lsecond(((ScalarArrayOpExpr *)
													   rinfo->clause)
													  ->args));

			if (n > 1)
				sa_scans *= n;
		}
	}
	costs->indexSelectivity =
		clauselist_selectivity(root, add_predicate_to_index_quals(index, quals),
							   index->rel->relid, JOIN_INNER, NULL);
	if (tuples <= 0.0)
		tuples = rint(costs->indexSelectivity * index->rel->tuples / sa_scans);
	tuples = Min(tuples, index->tuples);
	tuples = Max(tuples, 1.0);
	costs->numIndexPages = index->pages > 1 && index->tuples > 1 ? ceil(tuples * index->pages / index->tuples) : 1.0;
	get_tablespace_page_costs(index->reltablespace,
							  &costs->spc_random_page_cost, NULL);
	scans = sa_scans * loop_count;
	if (scans > 1)
	{
		/* repeated scans find pages in the cache */
		double pages = index_pages_fetched(costs->numIndexPages * scans,
										   index->pages,
										   (double) index->pages, root);

		costs->indexTotalCost = pages * costs->spc_random_page_cost /
			loop_count;
	}
	else
		costs->indexTotalCost = costs->numIndexPages *
			costs->spc_random_page_cost;
	arg_cost = index_other_operands_eval_cost(root, quals) +
		index_other_operands_eval_cost(root, path->indexorderbys);
	op_cost = cpu_operator_cost *
		(list_length(quals) + list_length(path->indexorderbys));
	costs->indexStartupCost = arg_cost;
	costs->indexTotalCost += arg_cost +
		tuples * sa_scans * (cpu_index_tuple_cost + op_cost);
	costs->indexCorrelation = 0.0;
	costs->numIndexTuples = tuples;
	costs->num_sa_scans = sa_scans;
}

/* What a btree descends by: the quals that bound its scan. */
typedef struct BtreeBounds
{
	List *quals;
	bool unique_row; /* every key column is bound by equality */
	double sa_scans;
} BtreeBounds;

/* Is it an equality of the opfamily?  *sa_scans grows with an array. */
static bool
is_btree_equality(IndexOptInfo *index, int col, Expr *clause,
				  double *sa_scans, bool *is_array, bool *is_null)
{
	Oid op;

	*is_array = *is_null = false;
	if (IsA(clause, OpExpr))
		op = ((OpExpr *) clause)->opno;
	else if (IsA(clause, ScalarArrayOpExpr))
	{
		int n = estimate_array_length(lsecond(((ScalarArrayOpExpr *)
												   clause)
												  ->args));

		op = ((ScalarArrayOpExpr *) clause)->opno;
		*is_array = true;
		if (n > 1)
			*sa_scans *= n;
	}
	else if (IsA(clause, NullTest))
	{
		*is_null = ((NullTest *) clause)->nulltesttype == IS_NULL;
		return *is_null;
	}
	else
		return false;
	return get_op_opfamily_strategy(op, index->opfamily[col]) ==
		BTEqualStrategyNumber;
}

/*
 * The quals on leading columns up to the first column without equality, whose
 * own quals still bound the scan.
 */
static void
find_btree_bounds(IndexPath *path, BtreeBounds *b)
{
	IndexOptInfo *index = path->indexinfo;
	int col = 0;
	bool eq_here = false;
	bool found_array = false;
	bool found_null = false;
	ListCell *lc;

	b->quals = NIL;
	b->sa_scans = 1;
	foreach (lc, path->indexclauses)
	{
		IndexClause *ic = lfirst_node(IndexClause, lc);
		ListCell *lc2;

		if (col != ic->indexcol)
		{
			if (!eq_here)
				break;
			eq_here = false;
			col++;
			if (col != ic->indexcol)
				break;
		}
		foreach (lc2, ic->indexquals)
		{
			RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc2);
			bool is_array;
			bool is_null;

			if (is_btree_equality(index, col, rinfo->clause, &b->sa_scans,
								  &is_array, &is_null))
				eq_here = true;
			found_array |= is_array;
			found_null |= is_null;
			b->quals = lappend(b->quals, rinfo);
		}
	}
	b->unique_row = index->unique && col == index->nkeycolumns - 1 &&
		eq_here && !found_array && !found_null;
}

/* Correlation of an index's order with the table's, from its first column. */
static double
first_column_correlation(PlannerInfo *root, IndexOptInfo *index)
{
	RangeTblEntry *rte = planner_rt_fetch(index->rel->relid, root);
	HeapTuple tuple;
	AttStatsSlot slot;
	Oid sortop;
	double result = 0.0;

	if (index->indexkeys[0] == 0)
		return 0.0;
	tuple = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(rte->relid),
							Int16GetDatum(index->indexkeys[0]),
							BoolGetDatum(rte->inh));
	if (!HeapTupleIsValid(tuple))
		return 0.0;
	sortop = get_opfamily_member(index->opfamily[0], index->opcintype[0],
								 index->opcintype[0], BTLessStrategyNumber);
	if (OidIsValid(sortop) &&
		get_attstatsslot(&slot, tuple, STATISTIC_KIND_CORRELATION, sortop,
						 ATTSTATSSLOT_NUMBERS))
	{
		if (slot.nnumbers == 1)
			result = slot.numbers[0];
		free_attstatsslot(&slot);
	}
	ReleaseSysCache(tuple);
	if (index->reverse_sort[0])
		result = -result;
	/* further columns blur the order */
	return index->nkeycolumns > 1 ? result * 0.75 : result;
}

void
btcostestimate(PlannerInfo *root, IndexPath *path, double loop_count,
			   Cost *indexStartupCost, Cost *indexTotalCost,
			   Selectivity *indexSelectivity, double *indexCorrelation,
			   double *indexPages)
{
	IndexOptInfo *index = path->indexinfo;
	GenericCosts costs = {0};
	BtreeBounds bounds;
	Cost descent;

	find_btree_bounds(path, &bounds);
	if (bounds.unique_row)
		costs.numIndexTuples = 1.0;
	else
	{
		Selectivity sel =
			clauselist_selectivity(root,
								   add_predicate_to_index_quals(index,
																list_copy(bounds.quals)),
								   index->rel->relid, JOIN_INNER, NULL);

		costs.numIndexTuples = rint(sel * index->rel->tuples /
									bounds.sa_scans);
	}
	genericcostestimate(root, path, loop_count, &costs);
	/* the comparisons on the way down, and the pages passed there */
	if (index->tuples > 1)
	{
		descent = ceil(log(index->tuples) / log(2.0)) * cpu_operator_cost;
		costs.indexStartupCost += descent;
		costs.indexTotalCost += costs.num_sa_scans * descent;
	}
	descent = (index->tree_height + 1) * 50.0 * cpu_operator_cost;
	costs.indexStartupCost += descent;
	costs.indexTotalCost += costs.num_sa_scans * descent;
	*indexStartupCost = costs.indexStartupCost;
	*indexTotalCost = costs.indexTotalCost;
	*indexSelectivity = costs.indexSelectivity;
	*indexCorrelation = first_column_correlation(root, index);
	*indexPages = costs.numIndexPages;
}

void
hashcostestimate(PlannerInfo *root, IndexPath *path, double loop_count,
				 Cost *indexStartupCost, Cost *indexTotalCost,
				 Selectivity *indexSelectivity, double *indexCorrelation,
				 double *indexPages)
{
	GenericCosts costs = {0};

	genericcostestimate(root, path, loop_count, &costs);
	*indexStartupCost = costs.indexStartupCost;
	*indexTotalCost = costs.indexTotalCost;
	*indexSelectivity = costs.indexSelectivity;
	*indexCorrelation = costs.indexCorrelation;
	*indexPages = costs.numIndexPages;
}
