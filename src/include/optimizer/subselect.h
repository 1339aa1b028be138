/*
 * subselect.h
 *		Sub-selects and CTEs.
 *
 * subselect.c: SubLinks to SubPlans, initplans or joins; parameters between levels.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/optimizer/subselect.h
 */
#ifndef SUBSELECT_H
#define SUBSELECT_H

#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"

extern JoinExpr *convert_ANY_sublink_to_join(PlannerInfo *root,
											 SubLink *sublink,
											 Relids available_rels);
extern JoinExpr *convert_EXISTS_sublink_to_join(PlannerInfo *root,
												SubLink *sublink,
												bool under_not,
												Relids available_rels);
extern void SS_attach_initplans(PlannerInfo *root, Plan *plan);
extern void SS_charge_for_initplans(PlannerInfo *root, RelOptInfo *final_rel);
extern void SS_finalize_plan(PlannerInfo *root, Plan *plan);
extern void SS_identify_outer_params(PlannerInfo *root);
extern void SS_make_initplan_from_plan(PlannerInfo *root,
									   PlannerInfo *subroot, Plan *plan,
									   Param *prm);
extern Param *SS_make_initplan_output_param(PlannerInfo *root, Oid resulttype,
											int32 resulttypmod,
											Oid resultcollation);
extern void SS_process_ctes(PlannerInfo *root);
extern Node *SS_process_sublinks(PlannerInfo *root, Node *expr, bool isQual);
extern Node *SS_replace_correlation_vars(PlannerInfo *root, Node *expr);

/* parameters between query levels and of nested loops */
extern int assign_special_exec_param(PlannerInfo *root);
extern Param *generate_new_exec_param(PlannerInfo *root, Oid paramtype,
									  int32 paramtypmod, Oid paramcollation);
extern List *identify_current_nestloop_params(PlannerInfo *root,
											  Relids leftrelids);
extern void process_subquery_nestloop_params(PlannerInfo *root,
											 List *subplan_params);
extern Param *replace_nestloop_param_var(PlannerInfo *root, Var *var);
extern Param *replace_outer_agg(PlannerInfo *root, Aggref *agg);
extern Param *replace_outer_grouping(PlannerInfo *root, GroupingFunc *grp);
extern Param *replace_outer_var(PlannerInfo *root, Var *var);

#endif /* SUBSELECT_H */
