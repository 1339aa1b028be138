/*
 * clauses.h
 *		Looking at and rewriting expressions.
 *
 * clauses.c; the part other layers use is in optimizer.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/optimizer/clauses.h
 */
#ifndef CLAUSES_H
#define CLAUSES_H

#include "nodes/pathnodes.h"

typedef struct
{
	int numWindowFuncs;
	Index maxWinRef;
	List **windowFuncs; /* by winref */
} WindowFuncLists;

extern void CommuteOpExpr(OpExpr *clause);
extern bool contain_agg_clause(Node *clause);
extern bool contain_exec_param(Node *clause, List *param_ids);
extern bool contain_leaked_vars(Node *clause);
extern bool contain_nonstrict_functions(Node *clause);
extern bool contain_window_function(Node *clause);
extern double expression_returns_set_rows(PlannerInfo *root, Node *clause);
extern Var *find_forced_null_var(Node *clause);
extern List *find_forced_null_vars(Node *clause);
extern Relids find_nonnullable_rels(Node *clause);
extern List *find_nonnullable_vars(Node *clause);
extern WindowFuncLists *find_window_functions(Node *clause, Index maxWinRef);
extern Query *inline_set_returning_function(PlannerInfo *root,
											RangeTblEntry *rte);
extern bool is_pseudo_constant_clause(Node *clause);
extern bool is_pseudo_constant_clause_relids(Node *clause, Relids relids);
extern int NumRelids(PlannerInfo *root, Node *clause);
extern Bitmapset *pull_paramids(Expr *expr);

/* fixed costs of an aggregate step (prepagg.c) */
extern void get_agg_clause_costs(PlannerInfo *root, AggSplit aggsplit,
								 AggClauseCosts *costs);
extern void preprocess_aggrefs(PlannerInfo *root, Node *clause);

#endif /* CLAUSES_H */
