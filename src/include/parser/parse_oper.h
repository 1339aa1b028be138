/*
 * parse_oper.h
 *		Operators: which one is meant.
 *
 * An Operator is a pg_operator tuple of the syscache, to be released.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_oper.h
 */
#ifndef PARSE_OPER_H
#define PARSE_OPER_H

#include "access/htup.h"
#include "parser/parse_node.h"

typedef HeapTuple Operator;

/* finding */
extern Oid LookupOperName(ParseState *pstate, List *opername, Oid oprleft,
						  Oid oprright, bool noError, int location);
extern Oid LookupOperWithArgs(ObjectWithArgs *oper, bool noError);
extern Operator oper(ParseState *pstate, List *opname, Oid ltypeId,
					 Oid rtypeId, bool noError, int location);
extern Operator left_oper(ParseState *pstate, List *op, Oid arg, bool noError,
						  int location);
extern Operator compatible_oper(ParseState *pstate, List *op, Oid arg1,
								Oid arg2, bool noError, int location);
extern Oid compatible_oper_opid(List *op, Oid arg1, Oid arg2, bool noError);
extern void get_sort_group_operators(Oid argtype, bool needLT, bool needEQ,
									 bool needGT, Oid *ltOpr, Oid *eqOpr,
									 Oid *gtOpr, bool *isHashable);
extern Oid oprid(Operator op);
extern Oid oprfuncid(Operator op);

/* calls */
extern Expr *make_op(ParseState *pstate, List *opname, Node *ltree,
					 Node *rtree, Node *last_srf, int location);
extern Expr *make_scalar_array_op(ParseState *pstate, List *opname, bool useOr,
								  Node *ltree, Node *rtree, int location);

#endif /* PARSE_OPER_H */
