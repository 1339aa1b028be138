/*
 * prepare.h
 *		Prepared statements: PREPARE, EXECUTE, DEALLOCATE.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/prepare.h
 */
#ifndef PREPARE_H
#define PREPARE_H

#include "commands/explain.h"
#include "datatype/timestamp.h"
#include "parser/parse_node.h"
#include "tcop/cmdtag.h"
#include "tcop/dest.h"
#include "utils/plancache.h"

/* One statement of the session's table; the name is its key. */
typedef struct PreparedStatement
{
	char stmt_name[NAMEDATALEN];
	CachedPlanSource *plansource;
	bool from_sql; /* by PREPARE, not by the protocol */
	TimestampTz prepare_time;
} PreparedStatement;

/* SQL statements */
extern void PrepareQuery(ParseState *pstate, PrepareStmt *stmt,
						 int stmt_location, int stmt_len);
extern void ExecuteQuery(ParseState *pstate, ExecuteStmt *stmt,
						 IntoClause *intoClause, ParamListInfo params,
						 DestReceiver *dest, QueryCompletion *qc);
extern void DeallocateQuery(DeallocateStmt *stmt);
extern void ExplainExecuteQuery(ExecuteStmt *execstmt, IntoClause *into,
								ExplainState *es, const char *queryString,
								ParamListInfo params,
								QueryEnvironment *queryEnv);

/* the table, for the protocol as well */
extern void StorePreparedStatement(const char *stmt_name,
								   CachedPlanSource *plansource,
								   bool from_sql);
extern PreparedStatement *FetchPreparedStatement(const char *stmt_name,
												 bool throwError);
extern void DropPreparedStatement(const char *stmt_name, bool showError);
extern void DropAllPreparedStatements(void);
extern TupleDesc FetchPreparedStatementResultDesc(PreparedStatement *stmt);
extern List *FetchPreparedStatementTargetList(PreparedStatement *stmt);

#endif /* PREPARE_H */
