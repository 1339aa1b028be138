/*
 * rewriteHandler.h
 *		From an analyzed Query to the queries that the planner gets.
 *
 * Fills in defaults of INSERT and UPDATE, and replaces views by their
 * defining queries.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/rewrite/rewriteHandler.h
 */
#ifndef REWRITEHANDLER_H
#define REWRITEHANDLER_H

#include "nodes/parsenodes.h"
#include "utils/relcache.h"

extern List *QueryRewrite(Query *parsetree);
extern void AcquireRewriteLocks(Query *parsetree, bool forExecute,
								bool forUpdatePushedDown);
extern Node *build_column_default(Relation rel, int attrno);
extern Query *get_view_query(Relation view);
extern const char *view_query_is_auto_updatable(Query *viewquery,
												bool check_cols);
extern int relation_is_updatable(Oid reloid, List *outer_reloids,
								 bool include_triggers,
								 Bitmapset *include_cols);

#endif /* REWRITEHANDLER_H */
