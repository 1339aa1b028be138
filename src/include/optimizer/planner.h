/*
 * planner.h
 *		The planner's entry points by level.
 *
 * planner() is in optimizer.h; these plan sub-selects and build upper paths.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/optimizer/planner.h
 */
#ifndef PLANNER_H
#define PLANNER_H

#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"

typedef PlannedStmt *(*planner_hook_type)(Query *parse,
										  const char *query_string,
										  int cursorOptions,
										  ParamListInfo boundParams);
extern PGDLLIMPORT planner_hook_type planner_hook;

extern PlannedStmt *standard_planner(Query *parse, const char *query_string,
									 int cursorOptions,
									 ParamListInfo boundParams);
extern PlannerInfo *subquery_planner(PlannerGlobal *glob, Query *parse,
									 PlannerInfo *parent_root,
									 bool hasRecursion, double tuple_fraction);
extern RowMarkType select_rowmark_type(RangeTblEntry *rte,
									   LockClauseStrength strength);
extern bool limit_needed(Query *parse);
extern Path *get_cheapest_fractional_path(RelOptInfo *rel,
										  double tuple_fraction);

#endif /* PLANNER_H */
