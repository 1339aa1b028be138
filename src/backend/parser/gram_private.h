/*
 * gram_private.h
 *		Helpers of the grammar's actions, for gram.y and gram_support.c alone.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/gram_private.h
 */
#ifndef GRAM_PRIVATE_H
#define GRAM_PRIVATE_H

#include "nodes/parsenodes.h"
#include "parser/scanner.h"

/* A relation name that may be preceded by IF EXISTS or IF NOT EXISTS. */
typedef struct GramTarget
{
	Node *object; /* RangeVar, String or List of String */
	bool if_flag;
} GramTarget;

/* ORDER BY, LIMIT, OFFSET and locking clauses, as they follow a query. */
typedef struct GramTail
{
	List *sort;
	List *locking;
	Node *offset;
	Node *count;
	LimitOption option;
	int limit_location;
} GramTail;

/* Attributes of a constraint, collected as bits. */
#define CAS_NOT_DEFERRABLE 0x01
#define CAS_DEFERRABLE 0x02
#define CAS_INITIALLY_IMMEDIATE 0x04
#define CAS_INITIALLY_DEFERRED 0x08
#define CAS_NOT_VALID 0x10
#define CAS_NO_INHERIT 0x20

/* A kind of object with its name, for DROP, COMMENT, ALTER, GRANT. */
typedef struct GramObject
{
	ObjectType kind;
	Node *name;
	RangeVar *relation; /* instead of name, for ALTER TABLE etc. */
	char *subname;
	bool missing_ok;
} GramObject;

/* What ALTER does to an object of whatever kind. */
typedef struct GramAction
{
	char what; /* 'r'ename, 'o'wner, 's'chema */
	char *name; /* the new name or schema */
	Node *owner; /* the new owner, a RoleSpec */
} GramAction;

/* errors */
extern void gram_unsupported(const char *what, int location,
							 core_yyscan_t yyscanner) pg_attribute_noreturn();
extern void gram_syntax_error(const char *message, int location,
							  core_yyscan_t yyscanner) pg_attribute_noreturn();

/* constants */
extern Node *gram_string(char *s, int location);
extern Node *gram_int(int v, int location);
extern Node *gram_float(char *s, int location);
extern Node *gram_bits(char *s, int location);
extern Node *gram_bool(bool v, int location);
extern Node *gram_null(int location);
extern Node *gram_cast(Node *arg, TypeName *type, int location);
extern Node *gram_string_cast(char *s, int location, TypeName *type);
extern Node *gram_negate(Node *n, int location);
extern char *gram_negate_float(char *s);

/* expressions */
extern Node *gram_op(const char *op, Node *l, Node *r, int location);
extern Node *gram_and(Node *l, Node *r, int location);
extern Node *gram_or(Node *l, Node *r, int location);
extern Node *gram_not(Node *arg, int location);
extern Node *gram_call(const char *name, List *args, int location);
extern Node *gram_sql_call(const char *name, List *args, int location);
extern Node *gram_pattern(A_Expr_Kind kind, const char *op, Node *l, Node *r,
						  Node *escape, int location);
extern Node *gram_null_test(Node *arg, NullTestType kind, int location);
extern Node *gram_bool_test(Node *arg, BoolTestType kind, int location);
extern Node *gram_in(Node *arg, Node *in, bool negated, int location);
extern Node *gram_value_function(SQLValueFunctionOp op, int32 typmod,
								 int location);
extern Node *gram_column(char *name, List *indirection, int location,
						 core_yyscan_t yyscanner);
extern List *gram_check_indirection(List *indirection, core_yyscan_t yyscanner);
extern List *gram_check_func_name(List *names, core_yyscan_t yyscanner);
extern Node *gram_indirect(Node *arg, List *indirection,
						   core_yyscan_t yyscanner);
extern Node *gram_overlaps(List *l, List *r, int location,
						   core_yyscan_t yyscanner);

/* names */
extern RangeVar *gram_range_var(List *names, int location,
								core_yyscan_t yyscanner);
extern RangeVar *gram_qualified(char *name, List *indirection, int location,
								core_yyscan_t yyscanner);
extern Node *gram_role(char *name, int location, core_yyscan_t yyscanner);
extern TypeName *gram_type(const char *name, List *typmods, int location);

/* queries */
extern void gram_attach_tail(SelectStmt *stmt, GramTail *tail,
							 WithClause *with, core_yyscan_t yyscanner);
extern Node *gram_set_op(SetOperation op, bool all, Node *l, Node *r);
extern Node *gram_recursive_view(List *columns, char *name, Node *query,
								 int location);

/* definitions */
extern void gram_apply_cas(int cas, int location, const char *what,
						   bool *deferrable, bool *initdeferred,
						   bool *not_valid, bool *no_inherit,
						   core_yyscan_t yyscanner);
extern int gram_merge_cas(int old, int added, int location,
						  core_yyscan_t yyscanner);
extern void gram_column_quals(ColumnDef *col, List *quals,
							  core_yyscan_t yyscanner);
extern List *gram_func_types(List *params);
extern ObjectWithArgs *gram_func_object(List *name, List *params,
										core_yyscan_t yyscanner);
extern List *gram_aggr_types(List *aggr_args);
extern Node *gram_alter(ObjectType kind, Node *name, GramAction *action,
						int location, core_yyscan_t yyscanner);
extern Node *gram_drop(GramObject *o, List *names, DropBehavior behavior);
extern List *gram_table_func_columns(List *params, List *columns,
									 core_yyscan_t yyscanner);
extern TypeName *gram_table_func_type(List *columns);
extern DefElem *gram_role_option(char *word, int location,
								 core_yyscan_t yyscanner);

#endif /* GRAM_PRIVATE_H */
