/*
 * parse_expr.h
 *		Analysis of scalar expressions.
 *
 * The result has types but no collations; see parse_collate.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_expr.h
 */
#ifndef PARSE_EXPR_H
#define PARSE_EXPR_H

#include "parser/parse_node.h"

extern bool Transform_null_equals; /* setting */

extern Node *transformExpr(ParseState *pstate, Node *expr,
						   ParseExprKind exprKind);
extern const char *ParseExprKindName(ParseExprKind exprKind);

#endif /* PARSE_EXPR_H */
