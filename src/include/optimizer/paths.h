/*
 * paths.h
 *		Finding paths: scans, joins, orders.
 *
 * allpaths.c, indxpath.c, tidpath.c, joinpath.c, joinrels.c, equivclass.c, pathkeys.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/optimizer/paths.h
 */
#ifndef PATHS_H
#define PATHS_H

#include "nodes/pathnodes.h"

/* allpaths.c */
extern PGDLLIMPORT int geqo_threshold;
extern PGDLLIMPORT bool enable_geqo;
extern RelOptInfo *make_one_rel(PlannerInfo *root, List *joinlist);
extern RelOptInfo *standard_join_search(PlannerInfo *root, int levels_needed,
										List *initial_rels);
extern RelOptInfo *greedy_join_search(PlannerInfo *root, List *initial_rels);
extern void set_dummy_rel_pathlist(RelOptInfo *rel);

/* indxpath.c */
extern void create_index_paths(PlannerInfo *root, RelOptInfo *rel);
extern void check_index_predicates(PlannerInfo *root, RelOptInfo *rel);
extern bool relation_has_unique_index_for(PlannerInfo *root, RelOptInfo *rel,
										  List *restrictlist, List *exprlist,
										  List *oprlist);
extern bool indexcol_is_bool_constant_for_query(PlannerInfo *root,
												IndexOptInfo *index,
												int indexcol);
extern bool match_index_to_operand(Node *operand, int indexcol,
								   IndexOptInfo *index);

/* tidpath.c */
extern void create_tidscan_paths(PlannerInfo *root, RelOptInfo *rel);

/* joinpath.c */
extern void add_paths_to_joinrel(PlannerInfo *root, RelOptInfo *joinrel,
								 RelOptInfo *outerrel, RelOptInfo *innerrel,
								 JoinType jointype, SpecialJoinInfo *sjinfo,
								 List *restrictlist);

/* joinrels.c */
extern void join_search_one_level(PlannerInfo *root, int level);
extern RelOptInfo *make_join_rel(PlannerInfo *root, RelOptInfo *rel1,
								 RelOptInfo *rel2);
extern bool have_join_order_restriction(PlannerInfo *root, RelOptInfo *rel1,
										RelOptInfo *rel2);
extern void mark_dummy_rel(RelOptInfo *rel);

/* equivclass.c */
extern bool process_equivalence(PlannerInfo *root,
								RestrictInfo **p_restrictinfo,
								bool below_outer_join);
extern EquivalenceClass *get_eclass_for_sort_expr(PlannerInfo *root,
												  Expr *expr,
												  List *opfamilies,
												  Oid opcintype,
												  Oid collation,
												  Index sortref, Relids rel,
												  bool create_it);
extern EquivalenceMember *find_ec_member_matching_expr(EquivalenceClass *ec,
													   Expr *expr,
													   Relids relids);
extern Expr *find_em_expr_usable_for_rel(EquivalenceClass *ec, Relids relids);
extern void generate_base_implied_equalities(PlannerInfo *root);
extern List *generate_join_implied_equalities(PlannerInfo *root,
											  Relids join_relids,
											  Relids outer_relids,
											  RelOptInfo *inner_rel);
extern bool exprs_known_equal(PlannerInfo *root, Node *item1, Node *item2);
extern bool have_relevant_eclass_joinclause(PlannerInfo *root,
											RelOptInfo *rel1,
											RelOptInfo *rel2);
extern bool has_relevant_eclass_joinclause(PlannerInfo *root,
										   RelOptInfo *rel1);
extern List *generate_implied_equalities_for_column(PlannerInfo *root,
													RelOptInfo *rel,
													IndexOptInfo *index,
													int indexcol);
extern bool is_redundant_with_indexclauses(RestrictInfo *rinfo,
										   List *indexclauses);
extern void initialize_mergeclause_eclasses(PlannerInfo *root,
											RestrictInfo *restrictinfo);
extern void update_mergeclause_eclasses(PlannerInfo *root,
										RestrictInfo *restrictinfo);

/* pathkeys.c */
typedef enum
{
	PATHKEYS_EQUAL,
	PATHKEYS_BETTER1,
	PATHKEYS_BETTER2,
	PATHKEYS_DIFFERENT
} PathKeysComparison;

extern PathKeysComparison compare_pathkeys(List *keys1, List *keys2);
extern bool pathkeys_contained_in(List *keys1, List *keys2);
extern Path *get_cheapest_path_for_pathkeys(List *paths, List *pathkeys,
											Relids required_outer,
											CostSelector cost_criterion);
extern List *build_index_pathkeys(PlannerInfo *root, IndexOptInfo *index,
								  ScanDirection scandir);
extern List *convert_subquery_pathkeys(PlannerInfo *root, RelOptInfo *rel,
									   List *subquery_pathkeys,
									   List *subquery_tlist);
extern List *build_join_pathkeys(PlannerInfo *root, RelOptInfo *joinrel,
								 JoinType jointype, List *outer_pathkeys);
extern List *make_pathkeys_for_sortclauses(PlannerInfo *root,
										   List *sortclauses, List *tlist);
extern PathKey *make_canonical_pathkey(PlannerInfo *root,
									   EquivalenceClass *eclass, Oid opfamily,
									   int strategy, bool nulls_first);
extern PathKey *make_pathkey_from_sortop(PlannerInfo *root, Expr *expr,
										 Oid ordering_op, bool nulls_first,
										 Index sortref, bool create_it);
extern List *truncate_useless_pathkeys(PlannerInfo *root, RelOptInfo *rel,
									   List *pathkeys);
extern bool has_useful_pathkeys(PlannerInfo *root, RelOptInfo *rel);

#endif /* PATHS_H */
