/*
 * pathnode.h
 *		Making paths and relations.
 *
 * pathnode.c and relnode.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/optimizer/pathnode.h
 */
#ifndef PATHNODE_H
#define PATHNODE_H

#include "nodes/pathnodes.h"

/* pathnode.c: choosing */
extern int compare_path_costs(Path *path1, Path *path2,
							  CostSelector criterion);
extern void set_cheapest(RelOptInfo *parent_rel);
extern void add_path(RelOptInfo *parent_rel, Path *new_path);

/* pathnode.c: scans */
extern Path *create_seqscan_path(PlannerInfo *root, RelOptInfo *rel,
								 Relids required_outer);
extern IndexPath *create_index_path(PlannerInfo *root, IndexOptInfo *index,
									List *indexclauses, List *pathkeys,
									ScanDirection indexscandir, bool indexonly,
									Relids required_outer, double loop_count);
extern BitmapHeapPath *create_bitmap_heap_path(PlannerInfo *root,
											   RelOptInfo *rel,
											   Path *bitmapqual,
											   Relids required_outer,
											   double loop_count);
extern BitmapAndPath *create_bitmap_and_path(PlannerInfo *root,
											 RelOptInfo *rel,
											 List *bitmapquals);
extern BitmapOrPath *create_bitmap_or_path(PlannerInfo *root, RelOptInfo *rel,
										   List *bitmapquals);
extern TidPath *create_tidscan_path(PlannerInfo *root, RelOptInfo *rel,
									List *tidquals, Relids required_outer);
extern Path *create_simple_scan_path(PlannerInfo *root, RelOptInfo *rel,
									 NodeTag pathtype, List *pathkeys,
									 Relids required_outer);
extern SubqueryScanPath *create_subqueryscan_path(PlannerInfo *root,
												  RelOptInfo *rel,
												  Path *subpath,
												  bool trivial_pathtarget,
												  List *pathkeys,
												  Relids required_outer);
extern AppendPath *create_append_path(PlannerInfo *root, RelOptInfo *rel,
									  List *subpaths, Relids required_outer);
extern GroupResultPath *create_group_result_path(PlannerInfo *root,
												 RelOptInfo *rel,
												 PathTarget *target,
												 List *havingqual);
extern MaterialPath *create_material_path(RelOptInfo *rel, Path *subpath);
extern UniquePath *create_unique_path(PlannerInfo *root, RelOptInfo *rel,
									  Path *subpath, SpecialJoinInfo *sjinfo);

/* pathnode.c: joins */
extern Relids calc_nestloop_required_outer(Relids outerrelids,
										   Relids outer_paramrels,
										   Relids innerrelids,
										   Relids inner_paramrels);
extern Relids calc_non_nestloop_required_outer(Path *outer_path,
											   Path *inner_path);
extern NestPath *create_nestloop_path(PlannerInfo *root, RelOptInfo *joinrel,
									  JoinType jointype,
									  JoinPathExtraData *extra,
									  Path *outer_path, Path *inner_path,
									  List *restrict_clauses, List *pathkeys,
									  Relids required_outer);
extern HashPath *create_hashjoin_path(PlannerInfo *root, RelOptInfo *joinrel,
									  JoinType jointype,
									  JoinPathExtraData *extra,
									  Path *outer_path, Path *inner_path,
									  List *restrict_clauses,
									  Relids required_outer,
									  List *hashclauses);

/* pathnode.c: upper nodes */
extern ProjectionPath *create_projection_path(PlannerInfo *root,
											  RelOptInfo *rel, Path *subpath,
											  PathTarget *target);
extern Path *apply_projection_to_path(PlannerInfo *root, RelOptInfo *rel,
									  Path *path, PathTarget *target);
extern ProjectSetPath *create_set_projection_path(PlannerInfo *root,
												  RelOptInfo *rel,
												  Path *subpath,
												  PathTarget *target);
extern SortPath *create_sort_path(PlannerInfo *root, RelOptInfo *rel,
								  Path *subpath, List *pathkeys,
								  double limit_tuples);
extern GroupPath *create_group_path(PlannerInfo *root, RelOptInfo *rel,
									Path *subpath, List *groupClause,
									List *qual, double numGroups);
extern UpperUniquePath *create_upper_unique_path(PlannerInfo *root,
												 RelOptInfo *rel,
												 Path *subpath, int numCols,
												 double numGroups);
extern AggPath *create_agg_path(PlannerInfo *root, RelOptInfo *rel,
								Path *subpath, PathTarget *target,
								AggStrategy aggstrategy, AggSplit aggsplit,
								List *groupClause, List *qual,
								const AggClauseCosts *aggcosts,
								double numGroups);
extern WindowAggPath *create_windowagg_path(PlannerInfo *root,
											RelOptInfo *rel, Path *subpath,
											PathTarget *target,
											List *windowFuncs,
											WindowClause *winclause,
											List *qual, bool topwindow);
extern SetOpPath *create_setop_path(PlannerInfo *root, RelOptInfo *rel,
									Path *subpath, SetOpCmd cmd,
									SetOpStrategy strategy, List *distinctList,
									AttrNumber flagColIdx, int firstFlag,
									double numGroups, double outputRows);
extern RecursiveUnionPath *create_recursiveunion_path(PlannerInfo *root,
													  RelOptInfo *rel,
													  Path *leftpath,
													  Path *rightpath,
													  PathTarget *target,
													  List *distinctList,
													  int wtParam,
													  double numGroups);
extern LockRowsPath *create_lockrows_path(PlannerInfo *root, RelOptInfo *rel,
										  Path *subpath, List *rowMarks,
										  int epqParam);
extern ModifyTablePath *create_modifytable_path(PlannerInfo *root,
												RelOptInfo *rel,
												Path *subpath);
extern LimitPath *create_limit_path(PlannerInfo *root, RelOptInfo *rel,
									Path *subpath, Node *limitOffset,
									Node *limitCount, LimitOption limitOption,
									int64 offset_est, int64 count_est);
extern void adjust_limit_rows_costs(double *rows, Cost *startup_cost,
									Cost *total_cost, int64 offset_est,
									int64 count_est);
extern MinMaxAggPath *create_minmaxagg_path(PlannerInfo *root,
											RelOptInfo *rel,
											PathTarget *target,
											List *mmaggregates, List *quals);
extern bool node_is_projection_capable(NodeTag type);

/* relnode.c */
extern void setup_simple_rel_arrays(PlannerInfo *root);
extern RelOptInfo *build_simple_rel(PlannerInfo *root, int relid,
									RelOptInfo *parent);
extern RelOptInfo *find_base_rel(PlannerInfo *root, int relid);
extern RelOptInfo *find_join_rel(PlannerInfo *root, Relids relids);
extern RelOptInfo *build_join_rel(PlannerInfo *root, Relids joinrelids,
								  RelOptInfo *outer_rel,
								  RelOptInfo *inner_rel,
								  SpecialJoinInfo *sjinfo,
								  List **restrictlist_ptr);
extern RelOptInfo *fetch_upper_rel(PlannerInfo *root, UpperRelationKind kind,
								   Relids relids);
extern ParamPathInfo *get_baserel_parampathinfo(PlannerInfo *root,
												RelOptInfo *baserel,
												Relids required_outer);
extern ParamPathInfo *get_joinrel_parampathinfo(PlannerInfo *root,
												RelOptInfo *joinrel,
												Path *outer_path,
												Path *inner_path,
												SpecialJoinInfo *sjinfo,
												Relids required_outer,
												List **restrict_clauses);
extern ParamPathInfo *find_param_path_info(RelOptInfo *rel,
										   Relids required_outer);

#endif /* PATHNODE_H */
