/*
 * selfuncs.h
 *		Selectivity and cost estimates of operators and indexes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/selfuncs.h
 */
#ifndef SELFUNCS_H
#define SELFUNCS_H

#include "access/htup.h"
#include "fmgr.h"
#include "nodes/pathnodes.h"

/* estimates made where nothing is known */
#define DEFAULT_EQ_SEL 0.005
#define DEFAULT_INEQ_SEL 0.3333333333333333
#define DEFAULT_RANGE_INEQ_SEL 0.005
#define DEFAULT_MULTIRANGE_INEQ_SEL 0.005
#define DEFAULT_MATCH_SEL 0.005
#define DEFAULT_MATCHING_SEL 0.010
#define DEFAULT_NUM_DISTINCT 200
#define DEFAULT_UNK_SEL 0.005
#define DEFAULT_NOT_UNK_SEL (1.0 - DEFAULT_UNK_SEL)

#define CLAMP_PROBABILITY(p) ((p) = (p) < 0.0 ? 0.0 : (p) > 1.0 ? 1.0 \
																: (p))

#define SELFLAG_USED_DEFAULT (1 << 0)

/* What is known of one expression of a clause. */
typedef struct VariableStatData
{
	Node *var; /* the expression, without relabeling */
	RelOptInfo *rel; /* its relation, or NULL */
	HeapTuple statsTuple; /* pg_statistic row, or NULL */
	void (*freefunc)(HeapTuple tuple);
	Oid vartype;
	Oid atttype;
	int32 atttypmod;
	bool isunique; /* a unique index says so */
	bool acl_ok; /* the user may see the values */
} VariableStatData;

#define ReleaseVariableStats(vd)               \
	do                                         \
	{                                          \
		if (HeapTupleIsValid((vd).statsTuple)) \
			(vd).freefunc((vd).statsTuple);    \
	} while (0)

typedef struct EstimationInfo
{
	uint32 flags; /* SELFLAG_* */
} EstimationInfo;

/* What an index access method's estimator starts from. */
typedef struct
{
	Cost indexStartupCost;
	Cost indexTotalCost;
	Selectivity indexSelectivity;
	double indexCorrelation;
	double numIndexPages;
	double numIndexTuples;
	double spc_random_page_cost;
	double num_sa_scans;
} GenericCosts;

/* selfuncs.c: clauses */
extern bool get_restriction_variable(PlannerInfo *root, List *args,
									 int varRelid, VariableStatData *vardata,
									 Node **other, bool *varonleft);
extern void get_join_variables(PlannerInfo *root, List *args,
							   SpecialJoinInfo *sjinfo,
							   VariableStatData *vardata1,
							   VariableStatData *vardata2,
							   bool *join_is_reversed);
extern void examine_variable(PlannerInfo *root, Node *node, int varRelid,
							 VariableStatData *vardata);
extern bool statistic_proc_security_check(VariableStatData *vardata,
										  Oid func_oid);

/* selfuncs.c: numbers of a variable */
extern double get_variable_numdistinct(VariableStatData *vardata,
									   bool *isdefault);
extern double mcv_selectivity(VariableStatData *vardata, FmgrInfo *opproc,
							  Oid collation, Datum constval, bool varonleft,
							  double *sumcommonp);
extern double histogram_selectivity(VariableStatData *vardata,
									FmgrInfo *opproc, Oid collation,
									Datum constval, bool varonleft,
									int min_hist_size, int n_skip,
									int *hist_size);
extern double generic_restriction_selectivity(PlannerInfo *root, Oid oproid,
											  Oid collation, List *args,
											  int varRelid,
											  double default_selectivity);
extern double ineq_histogram_selectivity(PlannerInfo *root,
										 VariableStatData *vardata,
										 Oid opoid, FmgrInfo *opproc,
										 bool isgt, bool iseq, Oid collation,
										 Datum constval, Oid consttype);
extern double var_eq_const(VariableStatData *vardata, Oid oproid,
						   Oid collation, Datum constval, bool constisnull,
						   bool varonleft, bool negate);
extern double var_eq_non_const(VariableStatData *vardata, Oid oproid,
							   Oid collation, Node *other, bool varonleft,
							   bool negate);

/* selfuncs.c: kinds of clause */
extern Selectivity boolvarsel(PlannerInfo *root, Node *arg, int varRelid);
extern Selectivity booltestsel(PlannerInfo *root, BoolTestType booltesttype,
							   Node *arg, int varRelid, JoinType jointype,
							   SpecialJoinInfo *sjinfo);
extern Selectivity nulltestsel(PlannerInfo *root, NullTestType nulltesttype,
							   Node *arg, int varRelid, JoinType jointype,
							   SpecialJoinInfo *sjinfo);
extern Selectivity scalararraysel(PlannerInfo *root, ScalarArrayOpExpr *clause,
								  bool is_join_clause, int varRelid,
								  JoinType jointype, SpecialJoinInfo *sjinfo);
extern int estimate_array_length(Node *arrayexpr);
extern Selectivity rowcomparesel(PlannerInfo *root, RowCompareExpr *clause,
								 int varRelid, JoinType jointype,
								 SpecialJoinInfo *sjinfo);
extern void mergejoinscansel(PlannerInfo *root, Node *clause, Oid opfamily,
							 int strategy, bool nulls_first,
							 Selectivity *leftstart, Selectivity *leftend,
							 Selectivity *rightstart, Selectivity *rightend);

/* selfuncs.c: groups and hash tables */
extern double estimate_num_groups(PlannerInfo *root, List *groupExprs,
								  double input_rows, List **pgset,
								  EstimationInfo *estinfo);
extern void estimate_hash_bucket_stats(PlannerInfo *root, Node *hashkey,
									   double nbuckets,
									   Selectivity *mcv_freq,
									   Selectivity *bucketsize_frac);
extern double estimate_hashagg_tablesize(PlannerInfo *root, Path *path,
										 const AggClauseCosts *agg_costs,
										 double dNumGroups);

/* selfuncs.c: indexes */
extern List *get_quals_from_indexclauses(List *indexclauses);
extern Cost index_other_operands_eval_cost(PlannerInfo *root,
										   List *indexquals);
extern List *add_predicate_to_index_quals(IndexOptInfo *index,
										  List *indexQuals);
extern void genericcostestimate(PlannerInfo *root, IndexPath *path,
								double loop_count, GenericCosts *costs);

#endif /* SELFUNCS_H */
