/*
 * optimizer.h
 *		The planner as other subsystems see it.
 *
 * Cost settings, estimates, expression simplification and Var inspection.  Everything else under optimizer/ is the planner's own.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/optimizer/optimizer.h
 */
#ifndef OPTIMIZER_H
#define OPTIMIZER_H

#include "nodes/parsenodes.h"
#include "nodes/pathnodes.h"
#include "utils/relcache.h"

struct IndexOptInfo;
struct HeapTupleData;

/* settings (costsize.c) */
extern PGDLLIMPORT double seq_page_cost;
extern PGDLLIMPORT double random_page_cost;
extern PGDLLIMPORT double cpu_tuple_cost;
extern PGDLLIMPORT double cpu_index_tuple_cost;
extern PGDLLIMPORT double cpu_operator_cost;
extern PGDLLIMPORT double parallel_tuple_cost;
extern PGDLLIMPORT double parallel_setup_cost;
extern PGDLLIMPORT double recursive_worktable_factor;
extern PGDLLIMPORT int effective_cache_size;

/* costsize.c */
extern double clamp_row_est(double nrows);

/* clausesel.c */
extern Selectivity clause_selectivity(PlannerInfo *root, Node *clause,
									  int varRelid, JoinType jointype,
									  SpecialJoinInfo *sjinfo);
extern Selectivity clause_selectivity_ext(PlannerInfo *root, Node *clause,
										  int varRelid, JoinType jointype,
										  SpecialJoinInfo *sjinfo,
										  bool use_extended_stats);
extern Selectivity clauselist_selectivity(PlannerInfo *root, List *clauses,
										  int varRelid, JoinType jointype,
										  SpecialJoinInfo *sjinfo);
extern Selectivity clauselist_selectivity_ext(PlannerInfo *root, List *clauses,
											  int varRelid, JoinType jointype,
											  SpecialJoinInfo *sjinfo,
											  bool use_extended_stats);

/* planner.c */
typedef enum
{
	FORCE_PARALLEL_OFF,
	FORCE_PARALLEL_ON,
	FORCE_PARALLEL_REGRESS
} ForceParallelMode;

extern PGDLLIMPORT int force_parallel_mode;
extern PGDLLIMPORT bool parallel_leader_participation;

extern struct PlannedStmt *planner(Query *parse, const char *query_string,
								   int cursorOptions,
								   ParamListInfo boundParams);
extern Expr *expression_planner(Expr *expr);
extern Expr *expression_planner_with_deps(Expr *expr, List **relationOids,
										  List **invalItems);
extern bool plan_cluster_use_sort(Oid tableOid, Oid indexOid);
extern int plan_create_index_workers(Oid tableOid, Oid indexOid);

/* plancat.c */
extern void estimate_rel_size(Relation rel, int32 *attr_widths,
							  BlockNumber *pages, double *tuples,
							  double *allvisfrac);
extern int32 get_rel_data_width(Relation rel, int32 *attr_widths);
extern int32 get_relation_data_width(Oid relid, int32 *attr_widths);
extern List *infer_arbiter_indexes(PlannerInfo *root);

/* clauses.c */
extern bool contain_mutable_functions(Node *clause);
extern bool contain_volatile_functions(Node *clause);
extern bool contain_volatile_functions_not_nextval(Node *clause);
extern bool contain_subplans(Node *clause);
extern char max_parallel_hazard(Query *parse);
extern bool is_parallel_safe(PlannerInfo *root, Node *node);
extern Node *eval_const_expressions(PlannerInfo *root, Node *node);
extern Node *estimate_expression_value(PlannerInfo *root, Node *node);
extern void convert_saop_to_hashed_saop(Node *node);
extern Expr *evaluate_expr(Expr *expr, Oid result_type, int32 result_typmod,
						   Oid result_collation);
extern List *expand_function_arguments(List *args, bool include_out_arguments,
									   Oid result_type,
									   struct HeapTupleData *func_tuple);

/* prepqual.c, predtest.c */
extern Expr *canonicalize_qual(Expr *qual, bool is_check);
extern Node *negate_clause(Node *node);
extern bool predicate_implied_by(List *predicate_list, List *clause_list,
								 bool weak);
extern bool predicate_refuted_by(List *predicate_list, List *clause_list,
								 bool weak);

/* tlist.c, appendinfo.c */
extern int count_nonjunk_tlist_entries(List *tlist);
extern TargetEntry *get_sortgroupref_tle(Index sortref, List *targetList);
extern TargetEntry *get_sortgroupclause_tle(SortGroupClause *sgClause,
											List *targetList);
extern Node *get_sortgroupclause_expr(SortGroupClause *sgClause,
									  List *targetList);
extern List *get_sortgrouplist_exprs(List *sgClauses, List *targetList);
extern SortGroupClause *get_sortgroupref_clause(Index sortref, List *clauses);
extern SortGroupClause *get_sortgroupref_clause_noerr(Index sortref,
													  List *clauses);

/* var.c: bits of the flags of pull_var_clause */
#define PVC_INCLUDE_AGGREGATES 0x0001
#define PVC_RECURSE_AGGREGATES 0x0002
#define PVC_INCLUDE_WINDOWFUNCS 0x0004
#define PVC_RECURSE_WINDOWFUNCS 0x0008
#define PVC_INCLUDE_PLACEHOLDERS 0x0010
#define PVC_RECURSE_PLACEHOLDERS 0x0020

/* var.c */
extern Bitmapset *pull_varnos(PlannerInfo *root, Node *node);
extern Bitmapset *pull_varnos_of_level(PlannerInfo *root, Node *node,
									   int levelsup);
extern void pull_varattnos(Node *node, Index varno, Bitmapset **varattnos);
extern List *pull_vars_of_level(Node *node, int levelsup);
extern bool contain_var_clause(Node *node);
extern bool contain_vars_of_level(Node *node, int levelsup);
extern int locate_var_of_level(Node *node, int levelsup);
extern List *pull_var_clause(Node *node, int flags);
extern Node *flatten_join_alias_vars(Query *query, Node *node);

#endif /* OPTIMIZER_H */
