/*
 * planmain.h
 *		Between the parts of the planner.
 *
 * initsplan.c, planmain.c, planagg.c, createplan.c, setrefs.c, analyzejoins.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/optimizer/planmain.h
 */
#ifndef PLANMAIN_H
#define PLANMAIN_H

#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"

#define DEFAULT_CURSOR_TUPLE_FRACTION 0.1

extern PGDLLIMPORT double cursor_tuple_fraction;
extern PGDLLIMPORT int from_collapse_limit;
extern PGDLLIMPORT int join_collapse_limit;

typedef void (*query_pathkeys_callback)(PlannerInfo *root, void *extra);

/* planmain.c */
extern RelOptInfo *query_planner(PlannerInfo *root,
								 query_pathkeys_callback qp_callback,
								 void *qp_extra);

/* planagg.c */
extern void preprocess_minmax_aggregates(PlannerInfo *root);

/* createplan.c */
extern Plan *create_plan(PlannerInfo *root, Path *best_path);

/* initsplan.c */
extern void add_base_rels_to_query(PlannerInfo *root, Node *jtnode);
extern void build_base_rel_tlists(PlannerInfo *root, List *final_tlist);
extern void add_vars_to_targetlist(PlannerInfo *root, List *vars,
								   Relids where_needed);
extern void find_lateral_references(PlannerInfo *root);
extern List *deconstruct_jointree(PlannerInfo *root);
extern void distribute_restrictinfo_to_rels(PlannerInfo *root,
											RestrictInfo *restrictinfo);
extern RestrictInfo *build_implied_join_equality(PlannerInfo *root, Oid opno,
												 Oid collation, Expr *item1,
												 Expr *item2,
												 Relids qualscope,
												 Relids nullable_relids);
extern RestrictInfo *process_implied_equality(PlannerInfo *root, Oid opno,
											  Oid collation, Expr *item1,
											  Expr *item2, Relids qualscope,
											  Relids nullable_relids,
											  bool below_outer_join,
											  bool both_const);

/* analyzejoins.c */
extern List *remove_useless_joins(PlannerInfo *root, List *joinlist);
extern bool innerrel_is_unique(PlannerInfo *root, Relids joinrelids,
							   Relids outerrelids, RelOptInfo *innerrel,
							   JoinType jointype, List *restrictlist);
extern bool query_supports_distinctness(Query *query);
extern bool query_is_distinct_for(Query *query, List *colnos, List *opids);

/* setrefs.c */
extern Plan *set_plan_references(PlannerInfo *root, Plan *plan);
extern void record_plan_function_dependency(PlannerInfo *root, Oid funcid);
extern void record_plan_type_dependency(PlannerInfo *root, Oid typid);
extern bool extract_query_dependencies_walker(Node *node,
											  PlannerInfo *root);
extern void extract_query_dependencies(Node *query, List **relationOids,
									   List **invalItems, bool *hasRowSecurity);

#endif /* PLANMAIN_H */
