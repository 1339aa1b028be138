/*
 * ruleutils.h
 *		From parsed trees and catalog rows back to SQL.
 *
 * A "deparse context" tells which names the Vars of an expression have: of one
 * relation, or of a whole plan tree.  All results are palloc'd in the current
 * memory context.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/ruleutils.h
 */
#ifndef RULEUTILS_H
#define RULEUTILS_H

#include "nodes/nodes.h"
#include "nodes/parsenodes.h"
#include "nodes/pg_list.h"

struct Plan;
struct PlannedStmt;

/* bits for pg_get_indexdef_columns_extended */
#define RULE_INDEXDEF_PRETTY 0x01
#define RULE_INDEXDEF_KEYS_ONLY 0x02

/* ruleutils_names.c: contexts */
extern List *deparse_context_for(const char *aliasname, Oid relid);
extern List *deparse_context_for_plan_tree(struct PlannedStmt *pstmt,
										   List *rtable_names);
extern List *set_deparse_context_plan(List *dpcontext, struct Plan *plan,
									  List *ancestors);
extern List *select_rtable_names_for_explain(List *rtable,
											 Bitmapset *rels_used);

/* ruleutils_expr.c */
extern char *deparse_expression(Node *expr, List *dpcontext, bool forceprefix,
								bool showimplicit);
extern char *generate_collation_name(Oid collid);
extern char *generate_opclass_name(Oid opclass);

/* ruleutils.c: whole definitions */
extern char *pg_get_indexdef_string(Oid indexrelid);
extern char *pg_get_indexdef_columns(Oid indexrelid, bool pretty);
extern char *pg_get_indexdef_columns_extended(Oid indexrelid, bits16 flags);
extern char *pg_get_querydef(Query *query, bool pretty);
extern char *pg_get_constraintdef_command(Oid constraintId);
extern char *pg_get_partkeydef_columns(Oid relid, bool pretty);
extern char *pg_get_partconstrdef_string(Oid partitionId, char *aliasname);
extern char *pg_get_statisticsobjdef_string(Oid statextid);
extern char *get_range_partbound_string(List *bound_datums);

#endif /* RULEUTILS_H */
