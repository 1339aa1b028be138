/*
 * parse_param.h
 *		Parameters $n of a statement.
 *
 * Either their types are known, or found out from their use.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_param.h
 */
#ifndef PARSE_PARAM_H
#define PARSE_PARAM_H

#include "parser/parse_node.h"

extern void setup_parse_fixed_parameters(ParseState *pstate,
										 const Oid *paramTypes, int numParams);
extern void setup_parse_variable_parameters(ParseState *pstate,
											Oid **paramTypes, int *numParams);
extern void check_variable_parameters(ParseState *pstate, Query *query);
extern bool query_contains_extern_params(Query *query);

#endif /* PARSE_PARAM_H */
