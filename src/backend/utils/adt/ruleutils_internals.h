/*
 * ruleutils_internals.h
 *		What the files of the SQL printer share.
 *
 * ruleutils.c has the SQL functions, ruleutils_names.c decides what relations
 * and columns are called, ruleutils_expr.c prints expressions and
 * ruleutils_query.c whole statements.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/ruleutils_internals.h
 */
#ifndef RULEUTILS_INTERNALS_H
#define RULEUTILS_INTERNALS_H

#include "lib/stringinfo.h"
#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"
#include "utils/ruleutils.h"

/* bits of SqlPrinter.flags */
#define PRETTYFLAG_PAREN 0x01 /* leave out needless parentheses */
#define PRETTYFLAG_INDENT 0x02 /* break and indent lines */
#define PRETTYFLAG_SCHEMA 0x04 /* leave out schemas on the search path */
#define GET_PRETTY_FLAGS(pretty) \
	((pretty) ? (PRETTYFLAG_PAREN | PRETTYFLAG_INDENT | PRETTYFLAG_SCHEMA) : PRETTYFLAG_INDENT)

/* columns by which the layout moves */
#define INDENT_STD 8
#define INDENT_JOIN 4
#define INDENT_VAR 4
#define INDENT_LIMIT 40

#define WRAP_COLUMN_DEFAULT 0

/* The names of the columns of one range table entry. */
typedef struct RteNames
{
	int ncols;
	char **cols; /* index attnum - 1; NULL: dropped, no name */
	bool print_aliases; /* must the names follow the alias in FROM? */
	List *using_names; /* join: names of the merged columns */
	List *reserved; /* USING names of joins above */
} RteNames;

/* One query, or one node of a plan, as far as its names are concerned. */
typedef struct DeparseLevel
{
	List *rtable;
	List *rte_names; /* char *, or NULL for no name */
	List *columns; /* RteNames */
	List *ctes;
	/* plans only */
	List *subplans;
	AppendRelInfo **appendrels; /* index child rti, or NULL */
	Plan *plan; /* the node whose expressions are printed */
	List *ancestors; /* Plans and SubPlans above it, nearest first */
	Plan *outer_plan;
	Plan *inner_plan;
	List *outer_tlist; /* what OUTER_VAR, INNER_VAR, INDEX_VAR mean */
	List *inner_tlist;
	List *index_tlist;
	/* bodies of SQL functions only */
	char *funcname;
	char **argnames;
	int numargs;
} DeparseLevel;

/* State of one printing. */
typedef struct SqlPrinter
{
	StringInfo buf;
	List *levels; /* DeparseLevel, innermost first */
	List *windows; /* WINDOW clause of the query, or NIL in plans */
	List *window_tlist;
	int flags;
	int wrap_column; /* -1: no wrapping */
	int indent;
	bool qualify; /* names of columns with their relation */
	bool in_group_by; /* cube() and rollup() must be qualified */
	Bitmapset *appendparents; /* append relations passed on the way down */
} SqlPrinter;

#define PRETTY_PAREN(p) (((p)->flags & PRETTYFLAG_PAREN) != 0)
#define PRETTY_INDENT(p) (((p)->flags & PRETTYFLAG_INDENT) != 0)

/* ruleutils_names.c */
extern DeparseLevel *deparse_level_for_query(Query *query, List *outer_levels);
extern void deparse_level_set_plan(DeparseLevel *level, Plan *plan);
extern char *deparse_relation_name(Oid relid, List *levels);
extern char *deparse_qualified_relation_name(Oid relid);
extern RteNames *rte_column_names(DeparseLevel *level, int rtindex);
extern int jointree_rtindex(Node *jtnode);

/* ruleutils_expr.c */
extern char *deparse_expression_pretty(Node *expr, List *dpcontext,
									   bool forceprefix, bool showimplicit,
									   int flags, int indent);
extern void print_expr(SqlPrinter *p, Node *node, bool showimplicit);
extern void print_expr_paren(SqlPrinter *p, Node *node, bool showimplicit,
							 Node *parent);
extern void print_expr_toplevel(SqlPrinter *p, Node *node, bool showimplicit);
extern void print_funccall_expr(SqlPrinter *p, Node *node);
extern void print_const(SqlPrinter *p, Const *c, int showtype);
extern char *print_variable(SqlPrinter *p, Var *var, int levelsup,
							bool toplevel);
extern void print_string_literal(StringInfo buf, const char *val);
extern bool expr_looks_like_function(Node *node);
extern void print_opclass(StringInfo buf, Oid opclass, Oid actual_type);
extern char *deparse_operator_name(Oid opno, Oid left, Oid right);

/* ruleutils_query.c */
extern void print_query(SqlPrinter *p, Query *query, TupleDesc resultDesc,
						bool colnames_visible);
extern void print_query_toplevel(StringInfo buf, Query *query, List *levels,
								 TupleDesc resultDesc, int flags, int wrap,
								 int indent);
extern void print_keyword(SqlPrinter *p, const char *str, int before,
						  int after, int plus);
extern void print_order_by(SqlPrinter *p, List *sortlist, List *tlist,
						   bool force_colno);
extern void print_window_spec(SqlPrinter *p, WindowClause *wc, List *tlist);

#endif /* RULEUTILS_INTERNALS_H */
