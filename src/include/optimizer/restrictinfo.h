/*
 * restrictinfo.h
 *		RestrictInfo nodes.
 *
 * restrictinfo.c and joininfo.c: clauses with what the planner knows about them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/optimizer/restrictinfo.h
 */
#ifndef RESTRICTINFO_H
#define RESTRICTINFO_H

#include "nodes/pathnodes.h"

#define make_simple_restrictinfo(root, clause) \
	make_restrictinfo(root, clause, true, false, false, 0, NULL, NULL, NULL)

extern RestrictInfo *make_restrictinfo(PlannerInfo *root, Expr *clause,
									   bool is_pushed_down,
									   bool outerjoin_delayed,
									   bool pseudoconstant,
									   Index security_level,
									   Relids required_relids,
									   Relids outer_relids,
									   Relids nullable_relids);
extern bool restriction_is_or_clause(RestrictInfo *restrictinfo);
extern List *get_actual_clauses(List *restrictinfo_list);
extern List *extract_actual_clauses(List *restrictinfo_list,
									bool pseudoconstant);
extern void extract_actual_join_clauses(List *restrictinfo_list,
										Relids joinrelids, List **joinquals,
										List **otherquals);
extern bool join_clause_is_movable_to(RestrictInfo *rinfo,
									  RelOptInfo *baserel);
extern bool join_clause_is_movable_into(RestrictInfo *rinfo,
										Relids currentrelids,
										Relids current_and_outer);

/* joininfo.c */
extern void add_join_clause_to_rels(PlannerInfo *root,
									RestrictInfo *restrictinfo,
									Relids join_relids);
extern bool have_relevant_joinclause(PlannerInfo *root, RelOptInfo *rel1,
									 RelOptInfo *rel2);

#endif /* RESTRICTINFO_H */
