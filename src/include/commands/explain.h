/*
 * explain.h
 *		EXPLAIN: printing plans.
 *
 * explain.c runs or only plans a statement and prints the plan tree in one of four formats.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/commands/explain.h
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "executor/executor.h"
#include "lib/stringinfo.h"
#include "parser/parse_node.h"

typedef enum ExplainFormat
{
	EXPLAIN_FORMAT_TEXT,
	EXPLAIN_FORMAT_XML,
	EXPLAIN_FORMAT_JSON,
	EXPLAIN_FORMAT_YAML
} ExplainFormat;

typedef struct ExplainState
{
	StringInfo str; /* the output */
	/* options */
	bool verbose;
	bool analyze;
	bool costs;
	bool buffers;
	bool wal;
	bool timing;
	bool summary;
	bool settings;
	ExplainFormat format;
	/* state of the printer */
	int indent;
	List *grouping_stack;
	/* state of one plan tree */
	PlannedStmt *pstmt;
	List *rtable;
	List *rtable_names;
	List *deparse_cxt;
	Bitmapset *printed_subplans;
	bool hide_workers;
} ExplainState;

typedef void (*ExplainOneQuery_hook_type)(Query *query, int cursorOptions,
										  IntoClause *into, ExplainState *es,
										  const char *queryString,
										  ParamListInfo params,
										  QueryEnvironment *queryEnv);
extern PGDLLIMPORT ExplainOneQuery_hook_type ExplainOneQuery_hook;

/* explain.c */
extern void ExplainBeginOutput(ExplainState *es);
extern void ExplainEndOutput(ExplainState *es);
extern void ExplainOnePlan(PlannedStmt *plannedstmt, IntoClause *into,
						   ExplainState *es, const char *queryString,
						   ParamListInfo params, QueryEnvironment *queryEnv,
						   const instr_time *planduration,
						   const BufferUsage *bufusage);
extern void ExplainOneUtility(Node *utilityStmt, IntoClause *into,
							  ExplainState *es, const char *queryString,
							  ParamListInfo params,
							  QueryEnvironment *queryEnv);
extern void ExplainPrintPlan(ExplainState *es, QueryDesc *queryDesc);
extern void ExplainQuery(ParseState *pstate, ExplainStmt *stmt,
						 ParamListInfo params, DestReceiver *dest);
extern TupleDesc ExplainResultDesc(ExplainStmt *stmt);
extern void ExplainSeparatePlans(ExplainState *es);
extern ExplainState *NewExplainState(void);

/* explain.c: properties, in the format of the state */
extern void ExplainCloseGroup(const char *objtype, const char *labelname,
							  bool labeled, ExplainState *es);
extern void ExplainOpenGroup(const char *objtype, const char *labelname,
							 bool labeled, ExplainState *es);
extern void ExplainPropertyBool(const char *qlabel, bool value,
								ExplainState *es);
extern void ExplainPropertyFloat(const char *qlabel, const char *unit,
								 double value, int ndigits, ExplainState *es);
extern void ExplainPropertyInteger(const char *qlabel, const char *unit,
								   int64 value, ExplainState *es);
extern void ExplainPropertyList(const char *qlabel, List *data,
								ExplainState *es);
extern void ExplainPropertyText(const char *qlabel, const char *value,
								ExplainState *es);
extern void ExplainPropertyUInteger(const char *qlabel, const char *unit,
									uint64 value, ExplainState *es);

#endif /* EXPLAIN_H */
