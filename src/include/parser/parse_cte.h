/*
 * parse_cte.h
 *		Analysis of WITH.
 *
 * Adds CommonTableExprs, analyzed, to p_ctenamespace.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_cte.h
 */
#ifndef PARSE_CTE_H
#define PARSE_CTE_H

#include "parser/parse_node.h"

extern List *transformWithClause(ParseState *pstate, WithClause *withClause);
extern void analyzeCTETargetList(ParseState *pstate, CommonTableExpr *cte,
								 List *tlist);

#endif /* PARSE_CTE_H */
