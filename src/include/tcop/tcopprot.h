/*
 * tcopprot.h
 *		The main loop of a backend and the path of a query through it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/tcop/tcopprot.h
 */
#ifndef TCOPPROT_H
#define TCOPPROT_H

#include "nodes/parsenodes.h"
#include "nodes/plannodes.h"
#include "tcop/dest.h"
#include "utils/guc.h"

struct ParamListInfoData;
struct ParseState;
struct QueryEnvironment;

/* Values of log_statement. */
typedef enum LogStmtLevel
{
	LOGSTMT_NONE,
	LOGSTMT_DDL,
	LOGSTMT_MOD,
	LOGSTMT_ALL
} LogStmtLevel;

extern PGDLLIMPORT CommandDest whereToSendOutput;
extern PGDLLIMPORT const char *debug_query_string;
extern PGDLLIMPORT int max_stack_depth;
extern PGDLLIMPORT int PostAuthDelay;
extern PGDLLIMPORT int client_connection_check_interval;
extern PGDLLIMPORT int log_statement;

/* Waiting for, or reading, the next command; set by the main loop. */
extern bool DoingCommandRead;

/* postgres.c: process entry and main loop */
extern void PostgresMain(const char *dbname, const char *username)
	pg_attribute_noreturn();
extern void PostgresSingleUserMain(int argc, char *argv[], const char *username)
	pg_attribute_noreturn();
extern void process_postgres_switches(int argc, char *argv[], GucContext ctx,
									  const char **dbname);

extern void set_debug_options(int debug_flag, GucContext context,
							  GucSource source);
extern bool set_plan_disabling_options(const char *arg, GucContext context,
									   GucSource source);

/* interrupts.c: signals that a backend acts on */
extern void die(int signo);
extern void quickdie(int signo) pg_attribute_noreturn();
extern void StatementCancelHandler(int signo);
extern void FloatExceptionHandler(int signo) pg_attribute_noreturn();
extern void ProcessClientReadInterrupt(bool blocked);
extern void ProcessClientWriteInterrupt(bool blocked);

/* querypath.c: text to plan */
extern List *pg_parse_query(const char *query_string);
extern List *pg_rewrite_query(Query *query);
extern List *pg_analyze_and_rewrite_fixedparams(RawStmt *parsetree,
												const char *query_string,
												const Oid *paramTypes,
												int numParams,
												struct QueryEnvironment *queryEnv);
extern List *pg_analyze_and_rewrite_varparams(RawStmt *parsetree,
											  const char *query_string,
											  Oid **paramTypes, int *numParams,
											  struct QueryEnvironment *queryEnv);
extern List *pg_analyze_and_rewrite_withcb(RawStmt *parsetree,
										   const char *query_string,
										   void (*parserSetup)(struct ParseState *, void *),
										   void *parserSetupArg,
										   struct QueryEnvironment *queryEnv);
extern PlannedStmt *pg_plan_query(Query *querytree, const char *query_string,
								  int cursorOptions,
								  struct ParamListInfoData *boundParams);
extern List *pg_plan_queries(List *querytrees, const char *query_string,
							 int cursorOptions,
							 struct ParamListInfoData *boundParams);
extern void exec_simple_query(const char *query_string);
extern void start_xact_command(void);
extern void finish_xact_command(void);
extern bool IsTransactionExitStmt(Node *parsetree);
extern bool check_log_statement(List *stmt_list);
extern int check_log_duration(char *msec_str, bool was_logged);

/* stack.c; the rest of it is in miscadmin.h */
extern long get_stack_depth_rlimit(void);

#endif /* TCOPPROT_H */
