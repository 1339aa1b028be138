/*
 * parse_node.h
 *		The state of analyzing one query level.
 *
 * Made by make_parsestate; a subquery's state points to its parent's.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_node.h
 */
#ifndef PARSE_NODE_H
#define PARSE_NODE_H

#include "nodes/parsenodes.h"
#include "utils/relcache.h"

struct QueryEnvironment;

typedef struct ParseState ParseState;
typedef struct ParseNamespaceItem ParseNamespaceItem;
typedef struct ParseNamespaceColumn ParseNamespaceColumn;

/* Where an expression stands; decides what is allowed in it. */
typedef enum ParseExprKind
{
	EXPR_KIND_NONE = 0,
	EXPR_KIND_OTHER,
	EXPR_KIND_JOIN_ON,
	EXPR_KIND_JOIN_USING,
	EXPR_KIND_FROM_SUBSELECT,
	EXPR_KIND_FROM_FUNCTION,
	EXPR_KIND_WHERE,
	EXPR_KIND_HAVING,
	EXPR_KIND_FILTER,
	EXPR_KIND_WINDOW_PARTITION,
	EXPR_KIND_WINDOW_ORDER,
	EXPR_KIND_WINDOW_FRAME_RANGE,
	EXPR_KIND_WINDOW_FRAME_ROWS,
	EXPR_KIND_WINDOW_FRAME_GROUPS,
	EXPR_KIND_SELECT_TARGET,
	EXPR_KIND_INSERT_TARGET,
	EXPR_KIND_UPDATE_SOURCE,
	EXPR_KIND_UPDATE_TARGET,
	EXPR_KIND_MERGE_WHEN,
	EXPR_KIND_GROUP_BY,
	EXPR_KIND_ORDER_BY,
	EXPR_KIND_DISTINCT_ON,
	EXPR_KIND_LIMIT,
	EXPR_KIND_OFFSET,
	EXPR_KIND_RETURNING,
	EXPR_KIND_VALUES,
	EXPR_KIND_VALUES_SINGLE,
	EXPR_KIND_CHECK_CONSTRAINT,
	EXPR_KIND_DOMAIN_CHECK,
	EXPR_KIND_COLUMN_DEFAULT,
	EXPR_KIND_FUNCTION_DEFAULT,
	EXPR_KIND_INDEX_EXPRESSION,
	EXPR_KIND_INDEX_PREDICATE,
	EXPR_KIND_STATS_EXPRESSION,
	EXPR_KIND_ALTER_COL_TRANSFORM,
	EXPR_KIND_EXECUTE_PARAMETER,
	EXPR_KIND_TRIGGER_WHEN,
	EXPR_KIND_POLICY,
	EXPR_KIND_PARTITION_BOUND,
	EXPR_KIND_PARTITION_EXPRESSION,
	EXPR_KIND_CALL_ARGUMENT,
	EXPR_KIND_COPY_WHERE,
	EXPR_KIND_GENERATED_COLUMN,
	EXPR_KIND_CYCLE_MARK
} ParseExprKind;

typedef Node *(*PreParseColumnRefHook)(ParseState *pstate, ColumnRef *cref);
typedef Node *(*PostParseColumnRefHook)(ParseState *pstate, ColumnRef *cref,
										Node *var);
typedef Node *(*ParseParamRefHook)(ParseState *pstate, ParamRef *pref);
typedef Node *(*CoerceParamHook)(ParseState *pstate, Param *param,
								 Oid targetTypeId, int32 targetTypeMod,
								 int location);

struct ParseState
{
	/* from outside */
	ParseState *parentParseState; /* the query around this one */
	const char *p_sourcetext; /* for error positions; may be NULL */
	struct QueryEnvironment *p_queryEnv;

	/* the range table as it grows; parallel lists */
	List *p_rtable;
	List *p_joinexprs; /* JoinExpr or NULL, by RT index */
	List *p_joinlist; /* becomes the FromExpr */
	List *p_namespace; /* ParseNamespaceItems that names may mean */
	bool p_lateral_active; /* lateral_only items may be used */

	/* WITH */
	List *p_ctenamespace; /* CommonTableExprs visible here */
	List *p_future_ctes; /* later ones, for hints */
	CommonTableExpr *p_parent_cte;

	/* INSERT, UPDATE, DELETE, MERGE */
	Relation p_target_relation;
	ParseNamespaceItem *p_target_nsitem;
	bool p_is_insert;

	List *p_windowdefs; /* raw WindowDefs met so far */
	ParseExprKind p_expr_kind;
	int p_next_resno;
	List *p_multiassign_exprs;
	List *p_locking_clause;
	bool p_locked_from_parent;
	bool p_resolve_unknowns; /* unknown outputs become text */

	/* what was met */
	bool p_hasAggs;
	bool p_hasWindowFuncs;
	bool p_hasTargetSRFs;
	bool p_hasSubLinks;
	bool p_hasModifyingCTE;
	Node *p_last_srf; /* the latest set-returning call */

	/* hooks of function languages and of parameter handling */
	PreParseColumnRefHook p_pre_columnref_hook;
	PostParseColumnRefHook p_post_columnref_hook;
	ParseParamRefHook p_paramref_hook;
	CoerceParamHook p_coerce_param_hook;
	void *p_ref_hook_state;
};

/* A range table entry as name resolution sees it. */
struct ParseNamespaceItem
{
	Alias *p_names;
	RangeTblEntry *p_rte;
	int p_rtindex;
	ParseNamespaceColumn *p_nscolumns; /* one for each p_names->colnames */
	bool p_rel_visible; /* by qualified name */
	bool p_cols_visible; /* by bare column name */
	bool p_lateral_only; /* only from LATERAL items */
	bool p_lateral_ok; /* if so, is a reference legal */
};

/* What a reference to one column becomes; p_varno 0: a dropped column. */
struct ParseNamespaceColumn
{
	Index p_varno;
	AttrNumber p_varattno;
	Oid p_vartype;
	int32 p_vartypmod;
	Oid p_varcollid;
	Index p_varnosyn;
	AttrNumber p_varattnosyn;
	bool p_dontexpand; /* not part of "*" */
};

typedef struct ParseCallbackState
{
	ParseState *pstate;
	int location;
	ErrorContextCallback errcallback;
} ParseCallbackState;

/* parse_node.c */
extern void cancel_parser_errposition_callback(ParseCallbackState *pcbstate);
extern void free_parsestate(ParseState *pstate);
extern Const *make_const(ParseState *pstate, A_Const *aconst);
extern ParseState *make_parsestate(ParseState *parentParseState);
extern int parser_errposition(ParseState *pstate, int location);
extern void setup_parser_errposition_callback(ParseCallbackState *pcbstate,
											  ParseState *pstate, int location);
extern SubscriptingRef *transformContainerSubscripts(ParseState *pstate,
													 Node *containerBase,
													 Oid containerType,
													 int32 containerTypMod,
													 List *indirection,
													 bool isAssignment);
extern void transformContainerType(Oid *containerType, int32 *containerTypmod);

#endif /* PARSE_NODE_H */
