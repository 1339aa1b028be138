/*
 * functions.h
 *		Running functions written in SQL.
 *
 * fmgr_sql is the call handler of language "sql".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/functions.h
 */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "nodes/execnodes.h"
#include "tcop/dest.h"

struct ParseState;
struct SQLFunctionParseInfo;
typedef struct SQLFunctionParseInfo *SQLFunctionParseInfoPtr;

/* functions.c */
extern Datum fmgr_sql(PG_FUNCTION_ARGS);
extern SQLFunctionParseInfoPtr prepare_sql_fn_parse_info(HeapTuple procedureTuple,
														 Node *call_expr,
														 Oid inputCollation);
extern void sql_fn_parser_setup(struct ParseState *pstate,
								SQLFunctionParseInfoPtr pinfo);
extern void check_sql_fn_statements(List *queryTreeLists);
extern bool check_sql_fn_retval(List *queryTreeLists, Oid rettype,
								TupleDesc rettupdesc, bool insertDroppedCols,
								List **resultTargetList);
extern DestReceiver *CreateSQLFunctionDestReceiver(void);

#endif /* FUNCTIONS_H */
