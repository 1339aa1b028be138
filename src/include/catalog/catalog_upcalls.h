/*
 * catalog_upcalls.h
 *		What the catalog layer asks of parser, executor and commands.
 *
 * Making a table means to analyze its defaults and checks; dropping one means
 * to see that nobody uses it.  Each function is implemented where it says.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/catalog_upcalls.h
 */
#ifndef CATALOG_UPCALLS_H
#define CATALOG_UPCALLS_H

#include "nodes/execnodes.h"
#include "nodes/parsenodes.h"
#include "parser/parse_node.h"
#include "utils/cache_upcalls.h"
#include "utils/relcache.h"

/* parser */
extern ParseState *make_parsestate(ParseState *parentParseState);
extern Node *transformExpr(ParseState *pstate, Node *expr,
						   ParseExprKind exprKind);
extern Node *coerce_to_target_type(ParseState *pstate, Node *expr,
								   Oid exprtype, Oid targettype,
								   int32 targettypmod, CoercionContext ccontext,
								   CoercionForm cformat, int location);
extern Node *coerce_to_boolean(ParseState *pstate, Node *node,
							   const char *constructName);
extern void assign_expr_collations(ParseState *pstate, Node *expr);
extern ParseNamespaceItem *addRangeTableEntryForRelation(ParseState *pstate,
														 Relation rel,
														 int lockmode,
														 Alias *alias,
														 bool inh,
														 bool inFromCl);
extern void addNSItemToQuery(ParseState *pstate, ParseNamespaceItem *nsitem,
							 bool addToJoinList, bool addToRelNameSpace,
							 bool addToVarNameSpace);

extern Oid LookupFuncWithArgs(ObjectType objtype, ObjectWithArgs *func,
							  bool missing_ok);
extern Oid LookupOperWithArgs(ObjectWithArgs *oper, bool noError);
extern Oid LookupTypeNameOid(ParseState *pstate, const TypeName *typeName,
							 bool missing_ok);

/* optimizer/util */
extern bool contain_mutable_functions(Node *clause);
extern bool contain_volatile_functions(Node *clause);
extern struct Expr *expression_planner(struct Expr *expr);

/* executor */
extern EState *CreateExecutorState(void);
extern void FreeExecutorState(EState *estate);
extern ExprContext *MakePerTupleExprContext(EState *estate);
extern ExprState *ExecPrepareExpr(struct Expr *node, EState *estate);
extern ExprState *ExecPrepareQual(List *qual, EState *estate);
extern List *ExecPrepareExprList(List *nodes, EState *estate);

/* commands */
extern void AlterTableInternal(Oid relid, List *cmds, bool recurse);
extern void CheckTableNotInUse(Relation rel, const char *stmt);
extern void register_on_commit_action(Oid relid, OnCommitAction action);
extern void remove_on_commit_action(Oid relid);
extern char *makeObjectName(const char *name1, const char *name2,
							const char *label);
extern char *get_tablespace_name(Oid spc_oid);
extern char *get_database_name(Oid dbid);
extern Oid get_database_oid(const char *dbname, bool missing_ok);
extern Oid get_tablespace_oid(const char *tablespacename, bool missing_ok);
extern Oid get_extension_oid(const char *extname, bool missing_ok);

#endif /* CATALOG_UPCALLS_H */
