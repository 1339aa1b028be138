/*
 * costsize.c
 *		The price of every kind of path, and the sizes of relations.
 *
 * Costs are in units of one sequential page read.  Formulas and constants are
 * those that the PostgreSQL manual, "Planner Cost Constants" and "Row
 * Estimation Examples", and EXPLAIN of a stock server show, so that plans
 * come out alike.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/costsize.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "executor/executor.h"
#include "executor/nodeAgg.h"
#include "executor/nodeHash.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/plancat.h"
#include "optimizer/restrictinfo.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/spccache.h"
#include "utils/tuplesort.h"

#include <math.h>

#define LOG2(x) (log(x) / 0.693147180559945)
#define APPEND_CPU_COST_MULTIPLIER 0.5
#define MAXIMUM_ROWCOUNT 1e100

/* costs of single steps, in units of a page read in sequence */
double cpu_operator_cost = DEFAULT_CPU_OPERATOR_COST;
double cpu_index_tuple_cost = DEFAULT_CPU_INDEX_TUPLE_COST;
double cpu_tuple_cost = DEFAULT_CPU_TUPLE_COST;
double random_page_cost = DEFAULT_RANDOM_PAGE_COST;
double seq_page_cost = DEFAULT_SEQ_PAGE_COST;

/* what estimates assume */
int effective_cache_size = DEFAULT_EFFECTIVE_CACHE_SIZE;
double recursive_worktable_factor = DEFAULT_RECURSIVE_WORKTABLE_FACTOR;
int constraint_exclusion = CONSTRAINT_EXCLUSION_PARTITION;

/* added to a plan of a kind that is switched off */
Cost disable_cost = 1.0e10;

/* ways to read a table */
bool enable_bitmapscan = true;
bool enable_indexonlyscan = true;
bool enable_indexscan = true;
bool enable_seqscan = true;
bool enable_tidscan = true;

/* ways to join, group and keep rows */
bool enable_hashagg = true;
bool enable_hashjoin = true;
bool enable_material = true;
bool enable_nestloop = true;
bool enable_sort = true;

/* settings of plans that are never made */
bool enable_async_append = true;
bool enable_gathermerge = true;
bool enable_incremental_sort = true;
bool enable_memoize = true;
bool enable_mergejoin = true;
bool enable_parallel_append = true;
bool enable_parallel_hash = true;
bool enable_partition_pruning = true;
bool enable_partitionwise_aggregate = false;
bool enable_partitionwise_join = false;
int max_parallel_workers_per_gather = 2;
double parallel_setup_cost = DEFAULT_PARALLEL_SETUP_COST;
double parallel_tuple_cost = DEFAULT_PARALLEL_TUPLE_COST;

typedef struct QualEvalContext
{
	PlannerInfo *root;
	QualCost total;
} QualEvalContext;

static bool qual_eval_walker(Node *node, QualEvalContext *cx);

/* ---------------------------------------------------------------- small tools */

/* Row estimates are whole numbers of at least one. */
double
clamp_row_est(double nrows)
{
	if (nrows > MAXIMUM_ROWCOUNT || isnan(nrows))
		return MAXIMUM_ROWCOUNT;
	return nrows <= 1.0 ? 1.0 : rint(nrows);
}

static double
relation_byte_size(double tuples, int width)
{
	return tuples * (MAXALIGN(width) + MAXALIGN(SizeofHeapTupleHeader));
}

static double
page_size(double tuples, int width)
{
	return ceil(relation_byte_size(tuples, width) / BLCKSZ);
}

/* Cost of the clauses that a scan of this path has to check. */
static void
restriction_cost(PlannerInfo *root, RelOptInfo *baserel, ParamPathInfo *ppi,
				 QualCost *qpqual_cost)
{
	*qpqual_cost = baserel->baserestrictcost;
	if (ppi)
	{
		QualCost extra;

		cost_qual_eval(&extra, ppi->ppi_clauses, root);
		qpqual_cost->startup += extra.startup;
		qpqual_cost->per_tuple += extra.per_tuple;
	}
}

static void
set_path_rows(Path *path, RelOptInfo *baserel, ParamPathInfo *ppi)
{
	path->rows = ppi ? ppi->ppi_rows : baserel->rows;
}

/* The common end of a scan: rows at cpu_per_tuple, then the target list. */
static void
finish_scan(Path *path, Cost startup, Cost run, double tuples,
			QualCost *qpqual, double per_tuple_base)
{
	startup += qpqual->startup;
	run += (per_tuple_base + qpqual->per_tuple) * tuples;
	startup += path->pathtarget->cost.startup;
	run += path->pathtarget->cost.per_tuple * path->rows;
	path->startup_cost = startup;
	path->total_cost = startup + run;
}

/* ---------------------------------------------------------------- scans of tables */

void
cost_seqscan(Path *path, PlannerInfo *root, RelOptInfo *baserel,
			 ParamPathInfo *param_info)
{
	double spc_seq_page_cost;
	QualCost qpqual;
	Cost startup = enable_seqscan ? 0 : disable_cost;

	set_path_rows(path, baserel, param_info);
	get_tablespace_page_costs(baserel->reltablespace, NULL,
							  &spc_seq_page_cost);
	restriction_cost(root, baserel, param_info, &qpqual);
	finish_scan(path, startup, spc_seq_page_cost * baserel->pages,
				baserel->tuples, &qpqual, cpu_tuple_cost);
}

/*
 * Pages that tuples_fetched random fetches read, given a cache (Mackert and
 * Lohman, "Index Scans Using a Finite LRU Buffer", TODS 14 (1989)).
 */
double
index_pages_fetched(double tuples_fetched, BlockNumber pages,
					double index_pages, PlannerInfo *root)
{
	double T = pages > 1 ? (double) pages : 1.0;
	double total = Max(root->total_table_pages + index_pages, 1.0);
	double b = (double) effective_cache_size * T / total;
	double fetched;

	b = b <= 1.0 ? 1.0 : ceil(b);
	if (T <= b)
	{
		fetched = 2.0 * T * tuples_fetched / (2.0 * T + tuples_fetched);
		return fetched >= T ? T : ceil(fetched);
	}
	{
		double lim = 2.0 * T * b / (2.0 * T - b);

		if (tuples_fetched <= lim)
			fetched = 2.0 * T * tuples_fetched / (2.0 * T + tuples_fetched);
		else
			fetched = b + (tuples_fetched - lim) * (T - b) / T;
	}
	return ceil(fetched);
}

/* Index pages of all indexes below a bitmap path. */
static double
bitmap_index_pages(Path *bitmapqual)
{
	double result = 0;
	ListCell *lc;

	if (IsA(bitmapqual, BitmapAndPath))
		foreach (lc, ((BitmapAndPath *) bitmapqual)->bitmapquals)
			result += bitmap_index_pages(lfirst(lc));
	else if (IsA(bitmapqual, BitmapOrPath))
		foreach (lc, ((BitmapOrPath *) bitmapqual)->bitmapquals)
			result += bitmap_index_pages(lfirst(lc));
	else
		result = ((IndexPath *) bitmapqual)->indexinfo->pages;
	return result;
}

/* Clauses of the list that the index does not check itself. */
static List *
not_in_index(List *clauses, List *indexclauses)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (!rinfo->pseudoconstant &&
			!is_redundant_with_indexclauses(rinfo, indexclauses))
			result = lappend(result, rinfo);
	}
	return result;
}

/* loop_count: how often the scan is repeated as inner side of a nested loop. */
void
cost_index(IndexPath *path, PlannerInfo *root, double loop_count,
		   bool partial_path)
{
	IndexOptInfo *index = path->indexinfo;
	RelOptInfo *baserel = index->rel;
	bool indexonly = path->path.pathtype == T_IndexOnlyScan;
	void (*amcostestimate)(PlannerInfo *, IndexPath *, double, Cost *,
						   Cost *, Selectivity *, double *, double *) =
		(void (*)(PlannerInfo *, IndexPath *, double, Cost *, Cost *,
				  Selectivity *, double *, double *)) index->amcostestimate;
	List *qpquals;
	Cost indexStartupCost;
	Cost indexTotalCost;
	Selectivity sel;
	double correlation;
	double csquared;
	double index_pages;
	double spc_seq;
	double spc_random;
	double tuples_fetched;
	double pages_fetched;
	Cost min_IO;
	Cost max_IO;
	Cost startup = 0;
	Cost run;
	QualCost qpqual;

	set_path_rows(&path->path, baserel, path->path.param_info);
	qpquals = not_in_index(index->indrestrictinfo, path->indexclauses);
	if (path->path.param_info)
		qpquals = list_concat(qpquals,
							  not_in_index(path->path.param_info->ppi_clauses,
										   path->indexclauses));
	if (!enable_indexscan)
		startup += disable_cost;
	amcostestimate(root, path, loop_count, &indexStartupCost, &indexTotalCost,
				   &sel, &correlation, &index_pages);
	path->indextotalcost = indexTotalCost;
	path->indexselectivity = sel;
	startup += indexStartupCost;
	run = indexTotalCost - indexStartupCost;
	tuples_fetched = clamp_row_est(sel * baserel->tuples);
	get_tablespace_page_costs(baserel->reltablespace, &spc_random, &spc_seq);
	if (loop_count > 1)
	{
		pages_fetched = index_pages_fetched(tuples_fetched * loop_count,
											baserel->pages,
											(double) index->pages, root);
		if (indexonly)
			pages_fetched = ceil(pages_fetched * (1.0 - baserel->allvisfrac));
		max_IO = pages_fetched * spc_random / loop_count;
		pages_fetched = ceil(sel * (double) baserel->pages);
		pages_fetched = index_pages_fetched(pages_fetched * loop_count,
											baserel->pages,
											(double) index->pages, root);
		if (indexonly)
			pages_fetched = ceil(pages_fetched * (1.0 - baserel->allvisfrac));
		min_IO = pages_fetched * spc_random / loop_count;
	}
	else
	{
		/* no correlation: every row its own page */
		pages_fetched = index_pages_fetched(tuples_fetched, baserel->pages,
											(double) index->pages, root);
		if (indexonly)
			pages_fetched = ceil(pages_fetched * (1.0 - baserel->allvisfrac));
		max_IO = pages_fetched * spc_random;
		/* perfect correlation: one run of pages */
		pages_fetched = ceil(sel * (double) baserel->pages);
		if (indexonly)
			pages_fetched = ceil(pages_fetched * (1.0 - baserel->allvisfrac));
		min_IO = pages_fetched > 0 ? spc_random + (pages_fetched - 1) * spc_seq : 0;
	}
	csquared = correlation * correlation;
	run += max_IO + csquared * (min_IO - max_IO);
	cost_qual_eval(&qpqual, qpquals, root);
	finish_scan(&path->path, startup, run, tuples_fetched, &qpqual,
				cpu_tuple_cost);
}

/* Pages, index cost and rows of a bitmap scan. */
static double
bitmap_pages(PlannerInfo *root, RelOptInfo *baserel, Path *bitmapqual,
			 double loop_count, Cost *cost, double *tuples)
{
	Cost indexTotalCost;
	Selectivity sel;
	double T = baserel->pages > 1 ? (double) baserel->pages : 1.0;
	double tuples_fetched;
	double pages;
	double maxentries = tbm_calculate_entries(work_mem * 1024L);

	cost_bitmap_tree_node(bitmapqual, &indexTotalCost, &sel);
	tuples_fetched = clamp_row_est(sel * baserel->tuples);
	pages = 2.0 * T * tuples_fetched / (2.0 * T + tuples_fetched);
	if (loop_count > 1)
		pages = index_pages_fetched(tuples_fetched * loop_count,
									baserel->pages,
									bitmap_index_pages(bitmapqual),
									root) /
			loop_count;
	pages = pages >= T ? T : ceil(pages);
	if (maxentries < pages)
	{
		/* some pages will be lossy: all of their rows are checked */
		double lossy = Max(0, pages - maxentries / 2);
		double exact = pages - lossy;

		tuples_fetched = clamp_row_est(sel * (exact / pages) * baserel->tuples +
									   (lossy / pages) * baserel->tuples);
	}
	*cost = indexTotalCost;
	*tuples = tuples_fetched;
	return pages;
}

void
cost_bitmap_heap_scan(Path *path, PlannerInfo *root, RelOptInfo *baserel,
					  ParamPathInfo *param_info, Path *bitmapqual,
					  double loop_count)
{
	Cost startup = enable_bitmapscan ? 0 : disable_cost;
	Cost run;
	Cost indexTotalCost;
	double T = baserel->pages > 1 ? (double) baserel->pages : 1.0;
	double tuples_fetched;
	double pages;
	double spc_seq;
	double spc_random;
	double cost_per_page;
	QualCost qpqual;

	set_path_rows(path, baserel, param_info);
	pages = bitmap_pages(root, baserel, bitmapqual, loop_count,
						 &indexTotalCost, &tuples_fetched);
	startup += indexTotalCost;
	get_tablespace_page_costs(baserel->reltablespace, &spc_random, &spc_seq);
	/* the denser the pages, the more the reading is sequential */
	cost_per_page = pages >= 2.0 ? spc_random - (spc_random - spc_seq) * sqrt(pages / T) : spc_random;
	run = pages * cost_per_page;
	restriction_cost(root, baserel, param_info, &qpqual);
	finish_scan(path, startup, run, tuples_fetched, &qpqual, cpu_tuple_cost);
}

void
cost_bitmap_tree_node(Path *path, Cost *cost, Selectivity *selec)
{
	if (IsA(path, IndexPath))
	{
		*cost = ((IndexPath *) path)->indextotalcost;
		*selec = ((IndexPath *) path)->indexselectivity;
		/* entering rows into the bitmap is not free */
		*cost += 0.1 * cpu_operator_cost * path->rows;
	}
	else if (IsA(path, BitmapAndPath))
	{
		*cost = path->total_cost;
		*selec = ((BitmapAndPath *) path)->bitmapselectivity;
	}
	else
	{
		*cost = path->total_cost;
		*selec = ((BitmapOrPath *) path)->bitmapselectivity;
	}
}

void
cost_bitmap_and_node(BitmapAndPath *path, PlannerInfo *root)
{
	Cost total = 0;
	Selectivity selec = 1.0;
	ListCell *lc;

	foreach (lc, path->bitmapquals)
	{
		Cost subCost;
		Selectivity subselec;

		cost_bitmap_tree_node(lfirst(lc), &subCost, &subselec);
		selec *= subselec;
		total += subCost;
		if (foreach_current_index(lc) > 0)
			total += 100.0 * cpu_operator_cost;
	}
	path->bitmapselectivity = selec;
	path->path.rows = 0;
	path->path.startup_cost = path->path.total_cost = total;
}

void
cost_bitmap_or_node(BitmapOrPath *path, PlannerInfo *root)
{
	Cost total = 0;
	Selectivity selec = 0;
	ListCell *lc;

	foreach (lc, path->bitmapquals)
	{
		Cost subCost;
		Selectivity subselec;

		cost_bitmap_tree_node(lfirst(lc), &subCost, &subselec);
		selec += subselec;
		total += subCost;
		if (foreach_current_index(lc) > 0 && !IsA(lfirst(lc), IndexPath))
			total += 100.0 * cpu_operator_cost;
	}
	path->bitmapselectivity = Min(selec, 1.0);
	path->path.rows = 0;
	path->path.startup_cost = path->path.total_cost = total;
}

void
cost_tidscan(Path *path, PlannerInfo *root, RelOptInfo *baserel,
			 List *tidquals, ParamPathInfo *param_info)
{
	double ntuples = 0;
	Cost startup = 0;
	QualCost qpqual;
	QualCost tidqual;
	double spc_random;
	ListCell *lc;

	set_path_rows(path, baserel, param_info);
	foreach (lc, tidquals)
	{
		Expr *qual = lfirst_node(RestrictInfo, lc)->clause;

		if (IsA(qual, ScalarArrayOpExpr))
			ntuples += estimate_array_length(lsecond(((ScalarArrayOpExpr *) qual)->args));
		else
			ntuples++;
	}
	if (!enable_tidscan)
		startup += disable_cost;
	cost_qual_eval(&tidqual, tidquals, root);
	get_tablespace_page_costs(baserel->reltablespace, &spc_random, NULL);
	restriction_cost(root, baserel, param_info, &qpqual);
	/* the position itself is not checked again */
	startup += tidqual.per_tuple;
	finish_scan(path, startup, spc_random * ntuples, ntuples, &qpqual,
				cpu_tuple_cost - tidqual.per_tuple);
}

/* ---------------------------------------------------------------- other scans */

void
cost_subqueryscan(SubqueryScanPath *path, PlannerInfo *root,
				  RelOptInfo *baserel, ParamPathInfo *param_info,
				  bool trivial_pathtarget)
{
	List *qpquals = baserel->baserestrictinfo;
	QualCost qpqual;
	Cost startup;
	Cost run;

	if (param_info)
		qpquals = list_concat_copy(param_info->ppi_clauses, qpquals);
	path->path.rows = clamp_row_est(path->subpath->rows *
									clauselist_selectivity(root, qpquals, 0,
														   JOIN_INNER, NULL));
	path->path.startup_cost = path->subpath->startup_cost;
	path->path.total_cost = path->subpath->total_cost;
	/* such a node is removed from the plan */
	if (qpquals == NIL && trivial_pathtarget)
		return;
	restriction_cost(root, baserel, param_info, &qpqual);
	startup = qpqual.startup + path->path.pathtarget->cost.startup;
	run = (cpu_tuple_cost + qpqual.per_tuple) * path->subpath->rows +
		path->path.pathtarget->cost.per_tuple * path->path.rows;
	path->path.startup_cost += startup;
	path->path.total_cost += startup + run;
}

void
cost_functionscan(Path *path, PlannerInfo *root, RelOptInfo *baserel,
				  ParamPathInfo *param_info)
{
	RangeTblEntry *rte = planner_rt_fetch(baserel->relid, root);
	QualCost exprcost;
	QualCost qpqual;

	set_path_rows(path, baserel, param_info);
	/* the function runs to its end before the first row is returned */
	cost_qual_eval_node(&exprcost, (Node *) rte->functions, root);
	restriction_cost(root, baserel, param_info, &qpqual);
	finish_scan(path, exprcost.startup + exprcost.per_tuple, 0,
				baserel->tuples, &qpqual, cpu_tuple_cost);
}

void
cost_valuesscan(Path *path, PlannerInfo *root, RelOptInfo *baserel,
				ParamPathInfo *param_info)
{
	QualCost qpqual;

	set_path_rows(path, baserel, param_info);
	restriction_cost(root, baserel, param_info, &qpqual);
	finish_scan(path, 0, 0, baserel->tuples, &qpqual,
				cpu_operator_cost + cpu_tuple_cost);
}

/* CTE and working table: rows out of a tuplestore. */
void
cost_ctescan(Path *path, PlannerInfo *root, RelOptInfo *baserel,
			 ParamPathInfo *param_info)
{
	QualCost qpqual;

	set_path_rows(path, baserel, param_info);
	restriction_cost(root, baserel, param_info, &qpqual);
	finish_scan(path, 0, 0, baserel->tuples, &qpqual,
				cpu_tuple_cost + cpu_tuple_cost);
}

void
cost_resultscan(Path *path, PlannerInfo *root, RelOptInfo *baserel,
				ParamPathInfo *param_info)
{
	QualCost qpqual;

	set_path_rows(path, baserel, param_info);
	restriction_cost(root, baserel, param_info, &qpqual);
	path->startup_cost = qpqual.startup;
	path->total_cost = qpqual.startup +
		(cpu_tuple_cost + qpqual.per_tuple) * baserel->tuples;
}

/* ---------------------------------------------------------------- upper nodes */

void
cost_recursive_union(Path *runion, Path *nrterm, Path *rterm)
{
	double total_rows = nrterm->rows;

	runion->startup_cost = nrterm->startup_cost;
	runion->total_cost = nrterm->total_cost + 10 * rterm->total_cost;
	total_rows += 10 * rterm->rows;
	runion->total_cost += cpu_tuple_cost * total_rows;
	runion->rows = total_rows;
	runion->pathtarget->width = Max(nrterm->pathtarget->width,
									rterm->pathtarget->width);
}

/* limit_tuples > 0: only that many rows will be read from the result. */
void
cost_sort(Path *path, PlannerInfo *root, List *pathkeys, Cost input_cost,
		  double tuples, int width, Cost comparison_cost, int sort_mem,
		  double limit_tuples)
{
	double n = Max(tuples, 2.0);
	double input_bytes = relation_byte_size(n, width);
	double output_tuples = n;
	double output_bytes = input_bytes;
	long mem_bytes = sort_mem * 1024L;
	Cost startup;

	comparison_cost += 2.0 * cpu_operator_cost;
	if (limit_tuples > 0 && limit_tuples < n)
	{
		output_tuples = limit_tuples;
		output_bytes = relation_byte_size(output_tuples, width);
	}
	if (output_bytes > mem_bytes)
	{
		double npages = ceil(input_bytes / BLCKSZ);
		double nruns = input_bytes / mem_bytes;
		double mergeorder = tuplesort_merge_order(mem_bytes);
		double log_runs = nruns > mergeorder ? ceil(log(nruns) / log(mergeorder)) : 1.0;

		startup = comparison_cost * n * LOG2(n) +
			2.0 * npages * log_runs *
				(seq_page_cost * 0.75 + random_page_cost * 0.25);
	}
	else if (n > 2 * output_tuples || input_bytes > mem_bytes)
		startup = comparison_cost * n * LOG2(2.0 * output_tuples);
	else
		startup = comparison_cost * n * LOG2(n);
	if (!enable_sort)
		startup += disable_cost;
	startup += input_cost;
	path->rows = tuples;
	path->startup_cost = startup;
	path->total_cost = startup + cpu_operator_cost * n;
}

void
cost_append(AppendPath *apath)
{
	ListCell *lc;

	apath->path.startup_cost = apath->path.total_cost = 0;
	apath->path.rows = 0;
	if (apath->subpaths == NIL)
		return;
	apath->path.startup_cost = ((Path *) linitial(apath->subpaths))->startup_cost;
	foreach (lc, apath->subpaths)
	{
		Path *sub = lfirst(lc);

		apath->path.rows += sub->rows;
		apath->path.total_cost += sub->total_cost;
	}
	apath->path.total_cost +=
		cpu_tuple_cost * APPEND_CPU_COST_MULTIPLIER * apath->path.rows;
}

void
cost_material(Path *path, Cost input_startup_cost, Cost input_total_cost,
			  double tuples, int width)
{
	double nbytes = relation_byte_size(tuples, width);
	Cost run = input_total_cost - input_startup_cost;

	path->rows = tuples;
	run += 2 * cpu_operator_cost * tuples;
	if (nbytes > work_mem * 1024L)
		run += seq_page_cost * ceil(nbytes / BLCKSZ);
	path->startup_cost = input_startup_cost;
	path->total_cost = input_startup_cost + run;
}

/* aggcosts may be NULL for DISTINCT and the like. */
void
cost_agg(Path *path, PlannerInfo *root, AggStrategy aggstrategy,
		 const AggClauseCosts *aggcosts, int numGroupCols, double numGroups,
		 List *quals, Cost input_startup_cost, Cost input_total_cost,
		 double input_tuples, double input_width)
{
	static const AggClauseCosts dummy = {{0}};
	double output_tuples;
	Cost startup;
	Cost total;

	if (aggcosts == NULL)
		aggcosts = &dummy;
	if (aggstrategy == AGG_PLAIN)
	{
		startup = input_total_cost + aggcosts->transCost.startup +
			aggcosts->transCost.per_tuple * input_tuples +
			aggcosts->finalCost.startup + aggcosts->finalCost.per_tuple;
		total = startup + cpu_tuple_cost;
		output_tuples = 1;
	}
	else if (aggstrategy == AGG_SORTED)
	{
		startup = input_startup_cost;
		total = input_total_cost + aggcosts->transCost.startup +
			aggcosts->transCost.per_tuple * input_tuples +
			cpu_operator_cost * numGroupCols * input_tuples +
			aggcosts->finalCost.startup +
			aggcosts->finalCost.per_tuple * numGroups +
			cpu_tuple_cost * numGroups;
		output_tuples = numGroups;
	}
	else
	{
		startup = input_total_cost + (enable_hashagg ? 0 : disable_cost) +
			aggcosts->transCost.startup +
			aggcosts->transCost.per_tuple * input_tuples +
			cpu_operator_cost * numGroupCols * input_tuples +
			aggcosts->finalCost.startup;
		total = startup + aggcosts->finalCost.per_tuple * numGroups +
			cpu_tuple_cost * numGroups;
		output_tuples = numGroups;
	}
	if (aggstrategy == AGG_HASHED)
	{
		double entrysize = hash_agg_entry_size(list_length(root->aggtransinfos),
											   input_width,
											   aggcosts->transitionSpace);
		Size mem_limit;
		uint64 ngroups_limit;
		int npart;
		double nbatches;

		hash_agg_set_limits(entrysize, numGroups, 0, &mem_limit,
							&ngroups_limit, &npart);
		nbatches = Max(numGroups * entrysize / mem_limit,
					   numGroups / ngroups_limit);
		nbatches = Max(ceil(nbatches), 1.0);
		npart = Max(npart, 2);
		if (nbatches > 1)
		{
			double depth = ceil(log(nbatches) / log(npart));
			double pages = relation_byte_size(input_tuples, input_width) /
				BLCKSZ * depth;

			startup += pages * random_page_cost;
			total += pages * random_page_cost + pages * seq_page_cost;
			startup += depth * input_tuples * 2.0 * cpu_tuple_cost;
			total += depth * input_tuples * 2.0 * cpu_tuple_cost;
		}
	}
	if (quals)
	{
		QualCost qual_cost;

		cost_qual_eval(&qual_cost, quals, root);
		startup += qual_cost.startup;
		total += qual_cost.startup + output_tuples * qual_cost.per_tuple;
		output_tuples = clamp_row_est(output_tuples *
									  clauselist_selectivity(root, quals, 0,
															 JOIN_INNER, NULL));
	}
	path->rows = output_tuples;
	path->startup_cost = startup;
	path->total_cost = total;
}

void
cost_windowagg(Path *path, PlannerInfo *root, List *windowFuncs,
			   int numPartCols, int numOrderCols, Cost input_startup_cost,
			   Cost input_total_cost, double input_tuples)
{
	Cost total = input_total_cost;
	ListCell *lc;

	foreach (lc, windowFuncs)
	{
		WindowFunc *wfunc = lfirst_node(WindowFunc, lc);
		QualCost argcosts = {0};
		Cost wfunccost;

		add_function_cost(root, wfunc->winfnoid, (Node *) wfunc, &argcosts);
		wfunccost = argcosts.per_tuple;
		cost_qual_eval_node(&argcosts, (Node *) wfunc->args, root);
		wfunccost += argcosts.per_tuple;
		cost_qual_eval_node(&argcosts, (Node *) wfunc->aggfilter, root);
		wfunccost += argcosts.per_tuple;
		total += wfunccost * input_tuples;
	}
	total += cpu_operator_cost * (numPartCols + numOrderCols) * input_tuples;
	total += cpu_tuple_cost * input_tuples;
	path->rows = input_tuples;
	path->startup_cost = input_startup_cost;
	path->total_cost = total;
}

void
cost_group(Path *path, PlannerInfo *root, int numGroupCols, double numGroups,
		   List *quals, Cost input_startup_cost, Cost input_total_cost,
		   double input_tuples)
{
	double output_tuples = numGroups;
	Cost startup = input_startup_cost;
	Cost total = input_total_cost +
		cpu_operator_cost * input_tuples * numGroupCols;

	if (quals)
	{
		QualCost qual_cost;

		cost_qual_eval(&qual_cost, quals, root);
		startup += qual_cost.startup;
		total += qual_cost.startup + output_tuples * qual_cost.per_tuple;
		output_tuples = clamp_row_est(output_tuples *
									  clauselist_selectivity(root, quals, 0,
															 JOIN_INNER, NULL));
	}
	path->rows = output_tuples;
	path->startup_cost = startup;
	path->total_cost = total;
}

/* ---------------------------------------------------------------- joins */

/* Cost of reading a path again with the same parameters. */
static void
rescan_cost(Path *path, Cost *startup, Cost *total)
{
	double nbytes;
	Cost run;

	*startup = path->startup_cost;
	*total = path->total_cost;
	switch (path->pathtype)
	{
		case T_FunctionScan:
			/* rows are kept; the first call is not repeated */
			*startup = 0;
			*total = path->total_cost - path->startup_cost;
			break;
		case T_HashJoin:
			if (((HashPath *) path)->num_batches == 1)
			{
				*startup = 0;
				*total = path->total_cost - path->startup_cost;
			}
			break;
		case T_CteScan:
		case T_WorkTableScan:
		case T_Material:
		case T_Sort:
			nbytes = relation_byte_size(path->rows, path->pathtarget->width);
			run = (path->pathtype == T_CteScan ||
						   path->pathtype == T_WorkTableScan
					   ? cpu_tuple_cost
					   : cpu_operator_cost) *
				path->rows;
			if (nbytes > work_mem * 1024L)
				run += seq_page_cost * ceil(nbytes / BLCKSZ);
			*startup = 0;
			*total = run;
			break;
		default:
			break;
	}
}

/* Are all join clauses checked by an index of the inner side? */
static bool
has_indexed_join_quals(NestPath *path)
{
	JoinPath *joinpath = &path->jpath;
	Relids joinrelids = joinpath->path.parent->relids;
	Path *inner = joinpath->innerjoinpath;
	List *indexclauses;
	bool found = false;
	ListCell *lc;

	if (joinpath->joinrestrictinfo != NIL || inner->param_info == NULL)
		return false;
	if (IsA(inner, IndexPath))
		indexclauses = ((IndexPath *) inner)->indexclauses;
	else if (IsA(inner, BitmapHeapPath) &&
			 IsA(((BitmapHeapPath *) inner)->bitmapqual, IndexPath))
		indexclauses = ((IndexPath *) ((BitmapHeapPath *) inner)->bitmapqual)->indexclauses;
	else
		return false;
	foreach (lc, inner->param_info->ppi_clauses)
	{
		RestrictInfo *rinfo = lfirst(lc);

		if (!join_clause_is_movable_into(rinfo, inner->parent->relids,
										 joinrelids))
			continue;
		if (!is_redundant_with_indexclauses(rinfo, indexclauses))
			return false;
		found = true;
	}
	return found;
}

static void
finish_join(JoinPath *path, Cost startup, Cost run, QualCost *quals,
			double ntuples)
{
	startup += quals->startup;
	run += (cpu_tuple_cost + quals->per_tuple) * ntuples;
	startup += path->path.pathtarget->cost.startup;
	run += path->path.pathtarget->cost.per_tuple * path->path.rows;
	path->path.startup_cost = startup;
	path->path.total_cost = startup + run;
}

void
cost_nestloop(PlannerInfo *root, NestPath *path, JoinPathExtraData *extra)
{
	Path *outer = path->jpath.outerjoinpath;
	Path *inner = path->jpath.innerjoinpath;
	JoinType jt = path->jpath.jointype;
	double outer_rows = Max(outer->rows, 1);
	double inner_rows = Max(inner->rows, 1);
	Cost rescan_startup;
	Cost rescan_total;
	Cost startup = outer->startup_cost + inner->startup_cost;
	Cost run = outer->total_cost - outer->startup_cost;
	Cost inner_run = inner->total_cost - inner->startup_cost;
	Cost inner_rescan_run;
	QualCost quals;
	double ntuples;

	path->jpath.path.rows = path->jpath.path.param_info ? path->jpath.path.param_info->ppi_rows : path->jpath.path.parent->rows;
	rescan_cost(inner, &rescan_startup, &rescan_total);
	inner_rescan_run = rescan_total - rescan_startup;
	if (outer->rows > 1)
		run += (outer->rows - 1) * rescan_startup;
	if (!enable_nestloop)
		startup += disable_cost;
	if (jt == JOIN_SEMI || jt == JOIN_ANTI || extra->inner_unique)
	{
		/* the inner scan stops at the first match */
		double matched = rint(outer_rows *
							  extra->semifactors.outer_match_frac);
		double unmatched = outer_rows - matched;
		double frac = 2.0 / (extra->semifactors.match_count + 1.0);

		ntuples = matched * inner_rows * frac;
		if (has_indexed_join_quals(path))
		{
			run += inner_run * frac;
			if (matched > 1)
				run += (matched - 1) * inner_rescan_run * frac;
			run += unmatched * inner_rescan_run / inner_rows;
		}
		else
		{
			ntuples += unmatched * inner_rows;
			run += inner_run;
			if (unmatched >= 1)
				unmatched -= 1;
			else
				matched -= 1;
			if (matched > 0)
				run += matched * inner_rescan_run * frac;
			if (unmatched > 0)
				run += unmatched * inner_rescan_run;
		}
	}
	else
	{
		run += inner_run;
		if (outer->rows > 1)
			run += (outer->rows - 1) * inner_rescan_run;
		ntuples = outer_rows * inner_rows;
	}
	cost_qual_eval(&quals, path->jpath.joinrestrictinfo, root);
	finish_join(&path->jpath, startup, run, &quals, ntuples);
}

/* Rows that meet all of the clauses, about. */
static double
approx_tuple_count(PlannerInfo *root, JoinPath *path, List *quals)
{
	Selectivity selec = 1.0;
	SpecialJoinInfo sjinfo = {0};
	ListCell *l;

	sjinfo.type = T_SpecialJoinInfo;
	sjinfo.min_lefthand = path->outerjoinpath->parent->relids;
	sjinfo.min_righthand = path->innerjoinpath->parent->relids;
	sjinfo.syn_lefthand = sjinfo.min_lefthand;
	sjinfo.syn_righthand = sjinfo.min_righthand;
	sjinfo.jointype = JOIN_INNER;
	foreach (l, quals)
		selec *= clause_selectivity(root, lfirst(l), 0, JOIN_INNER, &sjinfo);
	return clamp_row_est(selec * path->outerjoinpath->rows *
						 path->innerjoinpath->rows);
}

/* How full the fullest bucket and the average one will be. */
static void
bucket_stats(PlannerInfo *root, HashPath *path, double virtualbuckets,
			 Selectivity *bucketsize, Selectivity *mcvfreq)
{
	Path *inner = path->jpath.innerjoinpath;
	ListCell *hcl;

	if (IsA(inner, UniquePath))
	{
		*bucketsize = 1.0 / virtualbuckets;
		*mcvfreq = 0.0;
		return;
	}
	*bucketsize = 1.0;
	*mcvfreq = 1.0;
	foreach (hcl, path->path_hashclauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, hcl);
		bool right = bms_is_subset(rinfo->right_relids,
								   inner->parent->relids);
		Node *key = right ? get_rightop(rinfo->clause) : get_leftop(rinfo->clause);
		Selectivity *bs = right ? &rinfo->right_bucketsize : &rinfo->left_bucketsize;
		Selectivity *mf = right ? &rinfo->right_mcvfreq : &rinfo->left_mcvfreq;

		if (*bs < 0)
			estimate_hash_bucket_stats(root, key, virtualbuckets, mf, bs);
		*bucketsize = Min(*bucketsize, *bs);
		*mcvfreq = Min(*mcvfreq, *mf);
	}
}

void
cost_hashjoin(PlannerInfo *root, HashPath *path, JoinPathExtraData *extra)
{
	Path *outer = path->jpath.outerjoinpath;
	Path *inner = path->jpath.innerjoinpath;
	JoinType jt = path->jpath.jointype;
	double outer_rows = outer->rows;
	double inner_rows = inner->rows;
	int nclauses = list_length(path->path_hashclauses);
	Cost startup = outer->startup_cost + inner->total_cost;
	Cost run = outer->total_cost - outer->startup_cost;
	QualCost hash_qual;
	QualCost qp_qual;
	double hashjointuples;
	double virtualbuckets;
	Selectivity bucketsize;
	Selectivity mcvfreq;
	int numbuckets;
	int numbatches;
	int nskew;
	size_t space_allowed;

	path->jpath.path.rows = path->jpath.path.param_info ? path->jpath.path.param_info->ppi_rows : path->jpath.path.parent->rows;
	startup += (cpu_operator_cost * nclauses + cpu_tuple_cost) * inner_rows;
	run += cpu_operator_cost * nclauses * outer_rows;
	ExecChooseHashTableSize(inner_rows, inner->pathtarget->width, true, false,
							0, &space_allowed, &numbuckets, &numbatches,
							&nskew);
	if (numbatches > 1)
	{
		double outerpages = page_size(outer_rows, outer->pathtarget->width);
		double innerpages = page_size(inner_rows, inner->pathtarget->width);

		startup += seq_page_cost * innerpages;
		run += seq_page_cost * (innerpages + 2 * outerpages);
	}
	if (!enable_hashjoin)
		startup += disable_cost;
	path->num_batches = numbatches;
	path->inner_rows_total = inner_rows;
	virtualbuckets = (double) numbuckets * (double) numbatches;
	bucket_stats(root, path, virtualbuckets, &bucketsize, &mcvfreq);
	/* a single value that fills the memory makes batches useless */
	if (relation_byte_size(clamp_row_est(inner_rows * mcvfreq),
						   inner->pathtarget->width) > get_hash_memory_limit())
		startup += disable_cost;
	cost_qual_eval(&hash_qual, path->path_hashclauses, root);
	cost_qual_eval(&qp_qual, path->jpath.joinrestrictinfo, root);
	qp_qual.startup -= hash_qual.startup;
	qp_qual.per_tuple -= hash_qual.per_tuple;
	startup += hash_qual.startup;
	if (jt == JOIN_SEMI || jt == JOIN_ANTI || extra->inner_unique)
	{
		double matched = rint(outer_rows *
							  extra->semifactors.outer_match_frac);
		double frac = 2.0 / (extra->semifactors.match_count + 1.0);

		run += hash_qual.per_tuple * matched *
			clamp_row_est(inner_rows * bucketsize * frac) * 0.5;
		run += hash_qual.per_tuple * (outer_rows - matched) *
			clamp_row_est(inner_rows / virtualbuckets) * 0.05;
		hashjointuples = jt == JOIN_ANTI ? outer_rows - matched : matched;
	}
	else
	{
		run += hash_qual.per_tuple * outer_rows *
			clamp_row_est(inner_rows * bucketsize) * 0.5;
		hashjointuples = approx_tuple_count(root, &path->jpath,
											path->path_hashclauses);
	}
	finish_join(&path->jpath, startup, run, &qp_qual, hashjointuples);
}

/* Costs of a SubPlan, from its finished plan. */
void
cost_subplan(PlannerInfo *root, SubPlan *subplan, Plan *plan)
{
	QualCost sp_cost;

	cost_qual_eval(&sp_cost, make_ands_implicit((Expr *) subplan->testexpr),
				   root);
	if (subplan->useHashTable)
	{
		sp_cost.startup += plan->total_cost +
			cpu_operator_cost * plan->plan_rows;
	}
	else
	{
		Cost plan_run = plan->total_cost - plan->startup_cost;

		if (subplan->subLinkType == EXISTS_SUBLINK)
			sp_cost.per_tuple += plan_run / clamp_row_est(plan->plan_rows);
		else if (subplan->subLinkType == ALL_SUBLINK ||
				 subplan->subLinkType == ANY_SUBLINK)
		{
			/* half of the rows have to be looked at, on average */
			sp_cost.per_tuple += 0.50 * plan_run;
			sp_cost.per_tuple += 0.50 * plan->plan_rows * cpu_operator_cost;
		}
		else
			sp_cost.per_tuple += plan_run;
		if (subplan->parParam == NIL && ExecMaterializesOutput(nodeTag(plan)))
			sp_cost.startup += plan->startup_cost;
		else
			sp_cost.per_tuple += plan->startup_cost;
	}
	subplan->startup_cost = sp_cost.startup;
	subplan->per_call_cost = sp_cost.per_tuple;
}

/* ---------------------------------------------------------------- expressions */

/* Cost of a list of clauses, with or without RestrictInfos. */
void
cost_qual_eval(QualCost *cost, List *quals, PlannerInfo *root)
{
	QualEvalContext cx = {root, {0, 0}};
	ListCell *l;

	foreach (l, quals)
		qual_eval_walker(lfirst(l), &cx);
	*cost = cx.total;
}

void
cost_qual_eval_node(QualCost *cost, Node *qual, PlannerInfo *root)
{
	QualEvalContext cx = {root, {0, 0}};

	qual_eval_walker(qual, &cx);
	*cost = cx.total;
}

static void
add_saop_cost(ScalarArrayOpExpr *saop, QualEvalContext *cx)
{
	Node *arraynode = lsecond(saop->args);
	QualCost sacost = {0};
	QualCost hcost = {0};
	double len = estimate_array_length(arraynode);

	set_sa_opfuncid(saop);
	if (OidIsValid(saop->hashfuncid))
	{
		add_function_cost(cx->root, saop->hashfuncid, NULL, &hcost);
		cx->total.startup += hcost.startup;
		cx->total.per_tuple += hcost.per_tuple;
		cx->total.startup += len * hcost.per_tuple;
		add_function_cost(cx->root, saop->opfuncid, NULL, &sacost);
		cx->total.startup += sacost.startup;
		cx->total.per_tuple += sacost.per_tuple;
		return;
	}
	add_function_cost(cx->root, saop->opfuncid, NULL, &sacost);
	cx->total.startup += sacost.startup;
	/* half of the array is searched, on average */
	cx->total.per_tuple += sacost.per_tuple * len * 0.5;
}

static void
add_io_cost(CoerceViaIO *io, QualEvalContext *cx)
{
	Oid func;
	Oid typioparam;
	bool varlena;

	getTypeInputInfo(io->resulttype, &func, &typioparam);
	add_function_cost(cx->root, func, NULL, &cx->total);
	getTypeOutputInfo(exprType((Node *) io->arg), &func, &varlena);
	add_function_cost(cx->root, func, NULL, &cx->total);
}

static bool
qual_eval_walker(Node *node, QualEvalContext *cx)
{
	ListCell *lc;

	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_RestrictInfo:
		{
			RestrictInfo *rinfo = (RestrictInfo *) node;

			if (rinfo->eval_cost.startup < 0)
			{
				QualEvalContext sub = {cx->root, {0, 0}};

				qual_eval_walker((Node *) (rinfo->orclause ? rinfo->orclause : rinfo->clause), &sub);
				/* a pseudoconstant is checked once only */
				if (rinfo->pseudoconstant)
				{
					sub.total.startup += sub.total.per_tuple;
					sub.total.per_tuple = 0;
				}
				rinfo->eval_cost = sub.total;
			}
			cx->total.startup += rinfo->eval_cost.startup;
			cx->total.per_tuple += rinfo->eval_cost.per_tuple;
			return false;
		}
		case T_FuncExpr:
			add_function_cost(cx->root, ((FuncExpr *) node)->funcid, node,
							  &cx->total);
			break;
		case T_OpExpr:
		case T_DistinctExpr:
		case T_NullIfExpr:
			set_opfuncid((OpExpr *) node);
			add_function_cost(cx->root, ((OpExpr *) node)->opfuncid, node,
							  &cx->total);
			break;
		case T_ScalarArrayOpExpr:
			add_saop_cost((ScalarArrayOpExpr *) node, cx);
			break;
		case T_Aggref:
		case T_WindowFunc:
			return false; /* charged by the node that computes them */
		case T_GroupingFunc:
			cx->total.per_tuple += cpu_operator_cost;
			return false;
		case T_CoerceViaIO:
			add_io_cost((CoerceViaIO *) node, cx);
			break;
		case T_ArrayCoerceExpr:
		{
			ArrayCoerceExpr *ac = (ArrayCoerceExpr *) node;
			QualCost per;

			cost_qual_eval_node(&per, (Node *) ac->elemexpr, cx->root);
			cx->total.startup += per.startup;
			if (per.per_tuple > 0)
				cx->total.per_tuple += per.per_tuple *
					estimate_array_length((Node *) ac->arg);
			return qual_eval_walker((Node *) ac->arg, cx);
		}
		case T_RowCompareExpr:
			foreach (lc, ((RowCompareExpr *) node)->opnos)
				add_function_cost(cx->root, get_opcode(lfirst_oid(lc)), NULL,
								  &cx->total);
			break;
		case T_MinMaxExpr:
		case T_SQLValueFunction:
		case T_XmlExpr:
		case T_CoerceToDomain:
		case T_NextValueExpr:
			cx->total.per_tuple += cpu_operator_cost;
			break;
		case T_CurrentOfExpr:
			cx->total.startup += disable_cost;
			break;
		case T_SubLink:
			elog(ERROR, "cannot handle unplanned sub-select");
			break;
		case T_SubPlan:
		{
			SubPlan *subplan = (SubPlan *) node;

			cx->total.startup += subplan->startup_cost;
			cx->total.per_tuple += subplan->per_call_cost;
			return false; /* args are cheap; testexpr is in there */
		}
		case T_AlternativeSubPlan:
			return qual_eval_walker(linitial(((AlternativeSubPlan *) node)->subplans),
									cx);
		default:
			break;
	}
	return expression_tree_walker(node, qual_eval_walker, cx);
}

/* ---------------------------------------------------------------- sizes */

void
set_baserel_size_estimates(PlannerInfo *root, RelOptInfo *rel)
{
	rel->rows = clamp_row_est(rel->tuples *
							  clauselist_selectivity(root,
													 rel->baserestrictinfo, 0,
													 JOIN_INNER, NULL));
	cost_qual_eval(&rel->baserestrictcost, rel->baserestrictinfo, root);
	if (rel->reltarget->width == 0 || rel->reloptkind == RELOPT_BASEREL)
		set_pathtarget_cost_width(root, rel->reltarget);
}

double
get_parameterized_baserel_size(PlannerInfo *root, RelOptInfo *rel,
							   List *param_clauses)
{
	List *allclauses = list_concat_copy(param_clauses,
										rel->baserestrictinfo);
	double nrows = rel->tuples *
		clauselist_selectivity(root, allclauses, rel->relid, JOIN_INNER, NULL);

	return Min(clamp_row_est(nrows), rel->rows);
}

static double
joinrel_size(PlannerInfo *root, RelOptInfo *joinrel, double outer_rows,
			 double inner_rows, SpecialJoinInfo *sjinfo, List *restrictlist)
{
	JoinType jt = sjinfo->jointype;
	Selectivity jselec;
	Selectivity pselec = 1.0;
	double nrows;

	if (IS_OUTER_JOIN(jt))
	{
		List *joinquals = NIL;
		List *pushedquals = NIL;
		ListCell *l;

		foreach (l, restrictlist)
		{
			RestrictInfo *rinfo = lfirst_node(RestrictInfo, l);

			if (RINFO_IS_PUSHED_DOWN(rinfo, joinrel->relids))
				pushedquals = lappend(pushedquals, rinfo);
			else
				joinquals = lappend(joinquals, rinfo);
		}
		jselec = clauselist_selectivity(root, joinquals, 0, jt, sjinfo);
		pselec = clauselist_selectivity(root, pushedquals, 0, jt, sjinfo);
	}
	else
		jselec = clauselist_selectivity(root, restrictlist, 0, jt, sjinfo);
	switch (jt)
	{
		case JOIN_INNER:
			nrows = outer_rows * inner_rows * jselec;
			break;
		case JOIN_LEFT:
			nrows = Max(outer_rows * inner_rows * jselec, outer_rows) * pselec;
			break;
		case JOIN_FULL:
			nrows = outer_rows * inner_rows * jselec;
			nrows = Max(nrows, outer_rows);
			nrows = Max(nrows, inner_rows) * pselec;
			break;
		case JOIN_SEMI:
			nrows = outer_rows * jselec;
			break;
		case JOIN_ANTI:
			nrows = outer_rows * (1.0 - jselec) * pselec;
			break;
		default:
			elog(ERROR, "unrecognized join type: %d", (int) jt);
	}
	return clamp_row_est(nrows);
}

double
get_parameterized_joinrel_size(PlannerInfo *root, RelOptInfo *rel,
							   Path *outer_path, Path *inner_path,
							   SpecialJoinInfo *sjinfo, List *restrict_clauses)
{
	return Min(joinrel_size(root, rel, outer_path->rows, inner_path->rows,
							sjinfo, restrict_clauses),
			   rel->rows);
}

void
set_joinrel_size_estimates(PlannerInfo *root, RelOptInfo *rel,
						   RelOptInfo *outer_rel, RelOptInfo *inner_rel,
						   SpecialJoinInfo *sjinfo, List *restrictlist)
{
	rel->rows = joinrel_size(root, rel, outer_rel->rows, inner_rel->rows,
							 sjinfo, restrictlist);
}

void
set_subquery_size_estimates(PlannerInfo *root, RelOptInfo *rel)
{
	RelOptInfo *sub_final = fetch_upper_rel(rel->subroot, UPPERREL_FINAL, NULL);
	ListCell *lc;

	rel->tuples = sub_final->cheapest_total_path->rows;
	/* widths of columns that are plain Vars of the sub-select's relations */
	foreach (lc, rel->subroot->parse->targetList)
	{
		TargetEntry *te = lfirst_node(TargetEntry, lc);
		Node *texpr = (Node *) te->expr;
		int32 width = 0;

		if (te->resjunk || te->resno < rel->min_attr ||
			te->resno > rel->max_attr)
			continue;
		if (IsA(texpr, Var) && rel->subroot->parse->setOperations == NULL &&
			((Var *) texpr)->varlevelsup == 0)
		{
			Var *var = (Var *) texpr;
			RelOptInfo *subrel = find_base_rel(rel->subroot, var->varno);

			width = subrel->attr_widths[var->varattno - subrel->min_attr];
		}
		rel->attr_widths[te->resno - rel->min_attr] = width;
	}
	set_baserel_size_estimates(root, rel);
}

void
set_function_size_estimates(PlannerInfo *root, RelOptInfo *rel)
{
	RangeTblEntry *rte = planner_rt_fetch(rel->relid, root);
	ListCell *lc;

	rel->tuples = 0;
	foreach (lc, rte->functions)
		rel->tuples = Max(rel->tuples,
						  expression_returns_set_rows(root,
													  ((RangeTblFunction *) lfirst(lc))->funcexpr));
	set_baserel_size_estimates(root, rel);
}

void
set_values_size_estimates(PlannerInfo *root, RelOptInfo *rel)
{
	rel->tuples = list_length(planner_rt_fetch(rel->relid,
											   root)
								  ->values_lists);
	set_baserel_size_estimates(root, rel);
}

void
set_cte_size_estimates(PlannerInfo *root, RelOptInfo *rel, double cte_rows)
{
	RangeTblEntry *rte = planner_rt_fetch(rel->relid, root);

	rel->tuples = rte->self_reference ? clamp_row_est(recursive_worktable_factor * cte_rows) : cte_rows;
	set_baserel_size_estimates(root, rel);
}

void
set_result_size_estimates(PlannerInfo *root, RelOptInfo *rel)
{
	rel->tuples = 1;
	set_baserel_size_estimates(root, rel);
}

/* Width of one expression, remembered for columns of base relations. */
static int32
expr_width(PlannerInfo *root, const Node *expr)
{
	int32 width;

	if (IsA(expr, Var))
	{
		const Var *var = (const Var *) expr;

		if (root->simple_rel_array &&
			var->varno < root->simple_rel_array_size && var->varno > 0)
		{
			RelOptInfo *rel = root->simple_rel_array[var->varno];

			if (rel && var->varattno >= rel->min_attr &&
				var->varattno <= rel->max_attr)
			{
				int ndx = var->varattno - rel->min_attr;

				if (rel->attr_widths[ndx] > 0)
					return rel->attr_widths[ndx];
				if (rel->rtekind == RTE_RELATION && var->varattno > 0)
					width = get_attavgwidth(planner_rt_fetch(var->varno,
															 root)
												->relid,
											var->varattno);
				else
					width = 0;
				if (width <= 0)
					width = get_typavgwidth(var->vartype, var->vartypmod);
				rel->attr_widths[ndx] = width;
				return width;
			}
		}
	}
	return get_typavgwidth(exprType(expr), exprTypmod(expr));
}

/* Fill in cost and width of the target; returns it. */
PathTarget *
set_pathtarget_cost_width(PlannerInfo *root, PathTarget *target)
{
	int32 tuple_width = 0;
	ListCell *lc;

	target->cost.startup = 0;
	target->cost.per_tuple = 0;
	foreach (lc, target->exprs)
	{
		Node *node = lfirst(lc);

		tuple_width += expr_width(root, node);
		if (!IsA(node, Var))
		{
			QualCost cost;

			cost_qual_eval_node(&cost, node, root);
			target->cost.startup += cost.startup;
			target->cost.per_tuple += cost.per_tuple;
		}
	}
	target->width = tuple_width;
	return target;
}

/* Fraction of outer rows with a match, and matches per such row. */
void
compute_semi_anti_join_factors(PlannerInfo *root, RelOptInfo *joinrel,
							   RelOptInfo *outerrel, RelOptInfo *innerrel,
							   JoinType jointype, SpecialJoinInfo *sjinfo,
							   List *restrictlist,
							   SemiAntiJoinFactors *semifactors)
{
	List *joinquals = restrictlist;
	Selectivity jselec;
	Selectivity nselec;
	SpecialJoinInfo norm = {0};
	ListCell *l;

	if (IS_OUTER_JOIN(jointype))
	{
		joinquals = NIL;
		foreach (l, restrictlist)
			if (!RINFO_IS_PUSHED_DOWN((RestrictInfo *) lfirst(l),
									  joinrel->relids))
				joinquals = lappend(joinquals, lfirst(l));
	}
	jselec = clauselist_selectivity(root, joinquals, 0,
									jointype == JOIN_ANTI ? JOIN_ANTI : JOIN_SEMI, sjinfo);
	norm.type = T_SpecialJoinInfo;
	norm.min_lefthand = norm.syn_lefthand = outerrel->relids;
	norm.min_righthand = norm.syn_righthand = innerrel->relids;
	norm.jointype = JOIN_INNER;
	nselec = clauselist_selectivity(root, joinquals, 0, JOIN_INNER, &norm);
	semifactors->outer_match_frac = jselec;
	semifactors->match_count = jselec > 0 ? Max(1.0, nselec * innerrel->rows / jselec) : 1.0;
}
