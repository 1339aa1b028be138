/*
 * cache_upcalls.h
 *		What the caches and the catalog code ask of layers above them.
 *
 * Each function is implemented where it says.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/cache_upcalls.h
 */
#ifndef CACHE_UPCALLS_H
#define CACHE_UPCALLS_H

#include "fmgr.h"
#include "nodes/pg_list.h"

struct PlannerInfo;
struct Expr;

/* optimizer/util/clauses.c: fold constants of a stored expression */
extern Node *eval_const_expressions(struct PlannerInfo *root, Node *node);

/* optimizer/prep/prepqual.c: normal form of a stored predicate */
extern struct Expr *canonicalize_qual(struct Expr *qual, bool is_check);

/* executor/functions.c: runs functions in language SQL; may be absent */
extern Datum fmgr_sql(PG_FUNCTION_ARGS) __attribute__((weak));

/* executor/execExpr.c */
struct ExprState;
struct PlanState;
extern struct ExprState *ExecInitExpr(struct Expr *node,
									  struct PlanState *parent);

/* optimizer/path/costsize.c: settings that a tablespace may override */
extern PGDLLIMPORT double random_page_cost;
extern PGDLLIMPORT double seq_page_cost;

/* commands/extension.c: the script of which extension is running? */
extern PGDLLIMPORT bool creating_extension;
extern PGDLLIMPORT Oid CurrentExtensionObject;
extern char *get_extension_name(Oid ext_oid);

/* commands/indexcmds.c: the operator class that a type has by default */
extern Oid GetDefaultOpClass(Oid type_id, Oid am_id);

#endif /* CACHE_UPCALLS_H */
