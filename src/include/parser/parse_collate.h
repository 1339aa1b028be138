/*
 * parse_collate.h
 *		Assigning collations to a finished tree.
 *
 * Runs once over an expression after its types are settled.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_collate.h
 */
#ifndef PARSE_COLLATE_H
#define PARSE_COLLATE_H

#include "parser/parse_node.h"

extern void assign_query_collations(ParseState *pstate, Query *query);
extern void assign_list_collations(ParseState *pstate, List *exprs);
extern void assign_expr_collations(ParseState *pstate, Node *expr);
extern Oid select_common_collation(ParseState *pstate, List *exprs,
								   bool none_ok);

#endif /* PARSE_COLLATE_H */
