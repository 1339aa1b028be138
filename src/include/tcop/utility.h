/*
 * utility.h
 *		Dispatch of the statements that are not planned.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/tcop/utility.h
 */
#ifndef UTILITY_H
#define UTILITY_H

#include "nodes/parsenodes.h"
#include "nodes/plannodes.h"
#include "tcop/cmdtag.h"
#include "tcop/dest.h"
#include "tcop/tcopprot.h"

struct ParamListInfoData;
struct QueryEnvironment;

/* Where a utility statement comes from; decides about transaction blocks. */
typedef enum
{
	PROCESS_UTILITY_TOPLEVEL,
	PROCESS_UTILITY_QUERY,
	PROCESS_UTILITY_QUERY_NONATOMIC,
	PROCESS_UTILITY_SUBCOMMAND
} ProcessUtilityContext;

/* What ALTER TABLE needs to run a statement that it expands to. */
typedef struct AlterTableUtilityContext
{
	PlannedStmt *pstmt;
	const char *queryString;
	Oid relid;
	struct ParamListInfoData *params;
	struct QueryEnvironment *queryEnv;
} AlterTableUtilityContext;

extern void ProcessUtilityForAlterTable(Node *stmt,
										AlterTableUtilityContext *context);

typedef void (*ProcessUtility_hook_type)(PlannedStmt *pstmt,
										 const char *queryString,
										 bool readOnlyTree,
										 ProcessUtilityContext context,
										 struct ParamListInfoData *params,
										 struct QueryEnvironment *queryEnv,
										 DestReceiver *dest,
										 QueryCompletion *qc);
extern PGDLLIMPORT ProcessUtility_hook_type ProcessUtility_hook;

extern void ProcessUtility(PlannedStmt *pstmt, const char *queryString,
						   bool readOnlyTree, ProcessUtilityContext context,
						   struct ParamListInfoData *params,
						   struct QueryEnvironment *queryEnv,
						   DestReceiver *dest, QueryCompletion *qc);
extern void standard_ProcessUtility(PlannedStmt *pstmt,
									const char *queryString,
									bool readOnlyTree,
									ProcessUtilityContext context,
									struct ParamListInfoData *params,
									struct QueryEnvironment *queryEnv,
									DestReceiver *dest, QueryCompletion *qc);
extern bool UtilityReturnsTuples(Node *parsetree);
extern TupleDesc UtilityTupleDescriptor(Node *parsetree);
extern Query *UtilityContainsQuery(Node *parsetree);
extern CommandTag CreateCommandTag(Node *parsetree);
extern LogStmtLevel GetCommandLogLevel(Node *parsetree);
extern bool CommandIsReadOnly(PlannedStmt *pstmt);
extern void PreventCommandIfReadOnly(const char *cmdname);
extern void PreventCommandIfParallelMode(const char *cmdname);
extern void PreventCommandDuringRecovery(const char *cmdname);

/* The same as text. */
static inline const char *
CreateCommandName(Node *parsetree)
{
	return GetCommandTagName(CreateCommandTag(parsetree));
}

#endif /* UTILITY_H */
