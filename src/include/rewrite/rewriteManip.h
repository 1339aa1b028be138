/*
 * rewriteManip.h
 *		Changes to the variables of a tree.
 *
 * sublevels_up says how many query levels above the given tree the variables
 * meant belong to; 0 is the tree's own level.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/rewrite/rewriteManip.h
 */
#ifndef REWRITEMANIP_H
#define REWRITEMANIP_H

#include "nodes/parsenodes.h"

struct AttrMap;

/* How to replace many Vars; see replace_rte_variables. */
typedef struct replace_rte_variables_context replace_rte_variables_context;
typedef Node *(*replace_rte_variables_callback)(Var *var,
												replace_rte_variables_context *context);
struct replace_rte_variables_context
{
	replace_rte_variables_callback callback;
	void *callback_arg;
	int target_varno;
	int sublevels_up;
	bool inserted_sublink; /* a replacement brought a SubLink */
};

typedef enum ReplaceVarsNoMatchOption
{
	REPLACEVARS_REPORT_ERROR,
	REPLACEVARS_CHANGE_VARNO, /* keep the Var, with another varno */
	REPLACEVARS_SUBSTITUTE_NULL
} ReplaceVarsNoMatchOption;

/* in place */
extern void OffsetVarNodes(Node *node, int offset, int sublevels_up);
extern void ChangeVarNodes(Node *node, int rt_index, int new_index,
						   int sublevels_up);
extern void IncrementVarSublevelsUp(Node *node, int delta_sublevels_up,
									int min_sublevels_up);
extern void IncrementVarSublevelsUp_rtable(List *rtable,
										   int delta_sublevels_up,
										   int min_sublevels_up);
extern void CombineRangeTables(List **dst_rtable, List *src_rtable);
extern void AddQual(Query *parsetree, Node *qual);
extern void AddInvertedQual(Query *parsetree, Node *qual);

/* questions */
extern bool rangeTableEntry_used(Node *node, int rt_index, int sublevels_up);
extern bool contain_aggs_of_level(Node *node, int levelsup);
extern int locate_agg_of_level(Node *node, int levelsup);
extern bool contain_windowfuncs(Node *node);
extern int locate_windowfunc(Node *node);
extern bool checkExprHasSubLink(Node *node);

/* copies with replacements */
extern Node *replace_rte_variables(Node *node, int target_varno,
								   int sublevels_up,
								   replace_rte_variables_callback callback,
								   void *callback_arg,
								   bool *outer_hasSubLinks);
extern Node *replace_rte_variables_mutator(Node *node,
										   replace_rte_variables_context *context);
extern Node *map_variable_attnos(Node *node, int target_varno,
								 int sublevels_up,
								 const struct AttrMap *attno_map,
								 Oid to_rowtype, bool *found_whole_row);
extern Node *ReplaceVarsFromTargetList(Node *node, int target_varno,
									   int sublevels_up,
									   RangeTblEntry *target_rte,
									   List *targetlist,
									   ReplaceVarsNoMatchOption nomatch_option,
									   int nomatch_varno,
									   bool *outer_hasSubLinks);
extern Query *getInsertSelectQuery(Query *parsetree, Query ***subquery_ptr);

#endif /* REWRITEMANIP_H */
