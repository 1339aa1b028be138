/*
 * analyze.h
 *		From raw statements to Query trees.
 *
 * The tree given is scribbled on; the result is in the current context.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/analyze.h
 */
#ifndef ANALYZE_H
#define ANALYZE_H

#include "nodes/params.h"
#include "parser/parse_node.h"

typedef struct JumbleState JumbleState;
typedef void (*post_parse_analyze_hook_type)(ParseState *pstate, Query *query,
											 JumbleState *jstate);
extern post_parse_analyze_hook_type post_parse_analyze_hook;

/* entry points: parameters fixed, to be found out, or from a hook */
extern Query *parse_analyze_fixedparams(RawStmt *parseTree,
										const char *sourceText,
										const Oid *paramTypes, int numParams,
										struct QueryEnvironment *queryEnv);
extern Query *parse_analyze_varparams(RawStmt *parseTree,
									  const char *sourceText,
									  Oid **paramTypes, int *numParams,
									  struct QueryEnvironment *queryEnv);
extern Query *parse_analyze_withcb(RawStmt *parseTree, const char *sourceText,
								   ParserSetupHook parserSetup,
								   void *parserSetupArg,
								   struct QueryEnvironment *queryEnv);
extern bool analyze_requires_snapshot(RawStmt *parseTree);

/* inside the parser and for commands that hold statements */
extern Query *parse_sub_analyze(Node *parseTree, ParseState *parentParseState,
								CommonTableExpr *parentCTE,
								bool locked_from_parent,
								bool resolve_unknowns);
extern Query *transformTopLevelStmt(ParseState *pstate, RawStmt *parseTree);
extern Query *transformStmt(ParseState *pstate, Node *parseTree);
extern List *transformInsertRow(ParseState *pstate, List *exprlist,
								List *stmtcols, List *icolumns,
								List *attrnos, bool strip_indirection);
extern List *transformUpdateTargetList(ParseState *pstate, List *targetList);
extern List *BuildOnConflictExcludedTargetlist(Relation targetrel,
											   Index exclRelIndex);
extern SortGroupClause *makeSortGroupClauseForSetOp(Oid rescoltype,
													bool require_hash);
extern const char *LCS_asString(LockClauseStrength strength);
extern void CheckSelectLocking(Query *qry, LockClauseStrength strength);
extern void applyLockingClause(Query *qry, Index rtindex,
							   LockClauseStrength strength,
							   LockWaitPolicy waitPolicy, bool pushedDown);

#endif /* ANALYZE_H */
