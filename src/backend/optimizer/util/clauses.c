/*
 * clauses.c
 *		Simplifying expressions and asking about them.
 *
 * eval_const_expressions folds constants, simplifies boolean logic and
 * inlines SQL functions.  The other functions answer whether an expression is
 * volatile, strict, parallel safe and so on.  Trees are copied, not changed
 * in place.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/util/clauses.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_class.h"
#include "catalog/pg_language.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "executor/functions.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/plancat.h"
#include "optimizer/planmain.h"
#include "parser/analyze.h"
#include "parser/parse_agg.h"
#include "parser/parse_coerce.h"
#include "parser/parse_func.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteManip.h"
#include "tcop/tcopprot.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#define INLINE_COST_LIMIT (10 * cpu_operator_cost)
#define MIN_HASHED_SAOP 9

typedef struct FoldContext
{
	ParamListInfo boundParams;
	PlannerInfo *root;
	List *active_fns; /* SQL functions being inlined */
	Node *case_val; /* constant that CaseTestExpr stands for */
	bool estimate; /* stable functions may be run too */
} FoldContext;

static Node *fold(Node *node, FoldContext *cx);
static Expr *simplify_function(Oid funcid, Oid result_type,
							   int32 result_typmod, Oid result_collid,
							   Oid input_collid, List **args_p,
							   bool funcvariadic, bool process_args,
							   bool allow_non_const, FoldContext *cx);
static Expr *inline_function(Oid funcid, Oid result_type, Oid result_collid,
							 Oid input_collid, List *args, bool funcvariadic,
							 HeapTuple func_tuple, FoldContext *cx);

/* ---------------------------------------------------------------- questions */

static bool
agg_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Aggref) || IsA(node, GroupingFunc))
		return true;
	return expression_tree_walker(node, agg_walker, context);
}

bool
contain_agg_clause(Node *clause)
{
	return agg_walker(clause, NULL);
}

bool
contain_window_function(Node *clause)
{
	return contain_windowfuncs(clause);
}

static bool
window_walker(Node *node, WindowFuncLists *lists)
{
	if (node == NULL)
		return false;
	if (IsA(node, WindowFunc))
	{
		WindowFunc *wfunc = (WindowFunc *) node;

		if (wfunc->winref > lists->maxWinRef)
			elog(ERROR, "WindowFunc contains out-of-range winref %u",
				 wfunc->winref);
		if (!list_member(lists->windowFuncs[wfunc->winref], wfunc))
		{
			lists->windowFuncs[wfunc->winref] =
				lappend(lists->windowFuncs[wfunc->winref], wfunc);
			lists->numWindowFuncs++;
		}
		return false;
	}
	return expression_tree_walker(node, window_walker, lists);
}

/* All window function calls, by window. */
WindowFuncLists *
find_window_functions(Node *clause, Index maxWinRef)
{
	WindowFuncLists *lists = palloc(sizeof(WindowFuncLists));

	lists->numWindowFuncs = 0;
	lists->maxWinRef = maxWinRef;
	lists->windowFuncs = palloc0((maxWinRef + 1) * sizeof(List *));
	window_walker(clause, lists);
	return lists;
}

/* Rows that the expression expands to: 1 unless it is a set function's call. */
double
expression_returns_set_rows(PlannerInfo *root, Node *clause)
{
	if (clause == NULL)
		return 1.0;
	if (IsA(clause, FuncExpr) && ((FuncExpr *) clause)->funcretset)
		return clamp_row_est(get_function_rows(root,
											   ((FuncExpr *) clause)->funcid,
											   clause));
	if (IsA(clause, OpExpr) && ((OpExpr *) clause)->opretset)
	{
		set_opfuncid((OpExpr *) clause);
		return clamp_row_est(get_function_rows(root,
											   ((OpExpr *) clause)->opfuncid,
											   clause));
	}
	return 1.0;
}

static bool
subplan_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, SubPlan) || IsA(node, AlternativeSubPlan) ||
		IsA(node, SubLink))
		return true;
	return expression_tree_walker(node, subplan_walker, context);
}

bool
contain_subplans(Node *clause)
{
	return subplan_walker(clause, NULL);
}

static bool
mutable_checker(Oid func_id, void *context)
{
	return func_volatile(func_id) != PROVOLATILE_IMMUTABLE;
}

static bool
mutable_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (check_functions_in_node(node, mutable_checker, context))
		return true;
	if (IsA(node, SQLValueFunction) || IsA(node, NextValueExpr))
		return true;
	if (IsA(node, RestrictInfo))
		return mutable_walker((Node *) ((RestrictInfo *) node)->clause,
							  context);
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, mutable_walker, context, 0);
	return expression_tree_walker(node, mutable_walker, context);
}

bool
contain_mutable_functions(Node *clause)
{
	return mutable_walker(clause, NULL);
}

typedef struct VolatileContext
{
	bool not_nextval;
} VolatileContext;

static bool
volatile_checker(Oid func_id, void *context)
{
	if (((VolatileContext *) context)->not_nextval && func_id == F_NEXTVAL)
		return false;
	return func_volatile(func_id) == PROVOLATILE_VOLATILE;
}

static bool
volatile_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (check_functions_in_node(node, volatile_checker, context))
		return true;
	if (IsA(node, NextValueExpr))
		return !((VolatileContext *) context)->not_nextval;
	if (IsA(node, RestrictInfo))
		return volatile_walker((Node *) ((RestrictInfo *) node)->clause,
							   context);
	if (IsA(node, PathTarget))
		return volatile_walker((Node *) ((PathTarget *) node)->exprs, context);
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, volatile_walker, context, 0);
	return expression_tree_walker(node, volatile_walker, context);
}

bool
contain_volatile_functions(Node *clause)
{
	VolatileContext cx = {false};

	return volatile_walker(clause, &cx);
}

bool
contain_volatile_functions_not_nextval(Node *clause)
{
	VolatileContext cx = {true};

	return volatile_walker(clause, &cx);
}

/* Parallel plans are never made. */
char
max_parallel_hazard(Query *parse)
{
	return PROPARALLEL_UNSAFE;
}

bool
is_parallel_safe(PlannerInfo *root, Node *node)
{
	return false;
}

static bool
nonstrict_checker(Oid func_id, void *context)
{
	return !func_strict(func_id);
}

static bool
nonstrict_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Aggref:
		case T_GroupingFunc:
		case T_WindowFunc:
		case T_SubLink:
		case T_SubPlan:
		case T_AlternativeSubPlan:
		case T_FieldStore:
		case T_CoerceToDomain:
		case T_CaseExpr:
		case T_ArrayExpr:
		case T_RowExpr:
		case T_RowCompareExpr:
		case T_CoalesceExpr:
		case T_MinMaxExpr:
		case T_XmlExpr:
		case T_NullTest:
		case T_BooleanTest:
		case T_DistinctExpr:
		case T_NullIfExpr:
			return true;
		case T_SubscriptingRef:
			if (((SubscriptingRef *) node)->refassgnexpr)
				return true;
			break;
		case T_BoolExpr:
			if (((BoolExpr *) node)->boolop != NOT_EXPR)
				return true;
			break;
		case T_ArrayCoerceExpr:
			return nonstrict_walker((Node *) ((ArrayCoerceExpr *) node)->arg,
									context);
		default:
			break;
	}
	if (check_functions_in_node(node, nonstrict_checker, context))
		return true;
	return expression_tree_walker(node, nonstrict_walker, context);
}

/* Could the expression be non-NULL although an input is NULL? */
bool
contain_nonstrict_functions(Node *clause)
{
	return nonstrict_walker(clause, NULL);
}

static bool
exec_param_walker(Node *node, List *param_ids)
{
	if (node == NULL)
		return false;
	if (IsA(node, Param) && ((Param *) node)->paramkind == PARAM_EXEC &&
		list_member_int(param_ids, ((Param *) node)->paramid))
		return true;
	return expression_tree_walker(node, exec_param_walker, param_ids);
}

bool
contain_exec_param(Node *clause, List *param_ids)
{
	return exec_param_walker(clause, param_ids);
}

static bool
paramids_walker(Node *node, Bitmapset **set)
{
	if (node == NULL)
		return false;
	if (IsA(node, Param))
	{
		*set = bms_add_member(*set, ((Param *) node)->paramid);
		return false;
	}
	return expression_tree_walker(node, paramids_walker, set);
}

Bitmapset *
pull_paramids(Expr *expr)
{
	Bitmapset *set = NULL;

	paramids_walker((Node *) expr, &set);
	return set;
}

/* Security barriers are not optimized: whatever is not simple may leak. */
bool
contain_leaked_vars(Node *clause)
{
	return contain_var_clause(clause);
}

/* No Vars of this level and nothing volatile: fixed during a scan. */
bool
is_pseudo_constant_clause(Node *clause)
{
	return !contain_var_clause(clause) && !contain_volatile_functions(clause);
}

bool
is_pseudo_constant_clause_relids(Node *clause, Relids relids)
{
	return bms_is_empty(relids) && !contain_volatile_functions(clause);
}

int
NumRelids(PlannerInfo *root, Node *clause)
{
	return bms_num_members(pull_varnos(root, clause));
}

/* Swap the sides of "a op b", in place. */
void
CommuteOpExpr(OpExpr *clause)
{
	Oid opoid = get_commutator(clause->opno);
	Node *temp;

	if (!OidIsValid(opoid))
		elog(ERROR, "could not find commutator for operator %u", clause->opno);
	clause->opno = opoid;
	clause->opfuncid = InvalidOid;
	temp = linitial(clause->args);
	linitial(clause->args) = lsecond(clause->args);
	lsecond(clause->args) = temp;
}

/* ---------------------------------------------------------------- what NULLs would do */

/*
 * Relations, or Vars, of which a NULL makes the clause not true.  strict says
 * that a NULL operand makes the surrounding expression NULL or false.
 */
static void
nonnullable(Node *node, bool top_level, Relids *rels, List **vars)
{
	ListCell *lc;

	if (node == NULL)
		return;
	switch (nodeTag(node))
	{
		case T_List:
			foreach (lc, (List *) node)
				nonnullable(lfirst(lc), top_level, rels, vars);
			break;
		case T_Var:
			if (((Var *) node)->varlevelsup == 0)
			{
				*rels = bms_add_member(*rels, ((Var *) node)->varno);
				*vars = list_append_unique(*vars, node);
			}
			break;
		case T_FuncExpr:
			if (func_strict(((FuncExpr *) node)->funcid))
				nonnullable((Node *) ((FuncExpr *) node)->args, false, rels,
							vars);
			break;
		case T_OpExpr:
			set_opfuncid((OpExpr *) node);
			if (func_strict(((OpExpr *) node)->opfuncid))
				nonnullable((Node *) ((OpExpr *) node)->args, false, rels,
							vars);
			break;
		case T_ScalarArrayOpExpr:
		{
			ScalarArrayOpExpr *op = (ScalarArrayOpExpr *) node;

			set_sa_opfuncid(op);
			if (func_strict(op->opfuncid) && top_level && op->useOr)
				nonnullable(linitial(op->args), false, rels, vars);
			break;
		}
		case T_BoolExpr:
		{
			BoolExpr *b = (BoolExpr *) node;

			if (b->boolop == NOT_EXPR)
			{
				nonnullable(linitial(b->args), false, rels, vars);
				break;
			}
			if (b->boolop == AND_EXPR && top_level)
			{
				nonnullable((Node *) b->args, top_level, rels, vars);
				break;
			}
			/* OR, or AND below a NOT: only what all arms agree on */
			{
				Relids common = NULL;
				List *commonvars = NIL;

				foreach (lc, b->args)
				{
					Relids r = NULL;
					List *v = NIL;

					nonnullable(lfirst(lc), top_level, &r, &v);
					if (foreach_current_index(lc) == 0)
					{
						common = r;
						commonvars = v;
					}
					else
					{
						common = bms_int_members(common, r);
						commonvars = list_intersection(commonvars, v);
					}
				}
				*rels = bms_join(*rels, common);
				*vars = list_concat_unique(*vars, commonvars);
			}
			break;
		}
		case T_RelabelType:
			nonnullable((Node *) ((RelabelType *) node)->arg, top_level, rels,
						vars);
			break;
		case T_CoerceViaIO:
			nonnullable((Node *) ((CoerceViaIO *) node)->arg, false, rels,
						vars);
			break;
		case T_CollateExpr:
			nonnullable((Node *) ((CollateExpr *) node)->arg, top_level, rels,
						vars);
			break;
		case T_NullTest:
			if (top_level && ((NullTest *) node)->nulltesttype == IS_NOT_NULL &&
				!((NullTest *) node)->argisrow)
				nonnullable((Node *) ((NullTest *) node)->arg, false, rels,
							vars);
			break;
		case T_BooleanTest:
		{
			BooleanTest *bt = (BooleanTest *) node;

			if (top_level && (bt->booltesttype == IS_TRUE || bt->booltesttype == IS_FALSE || bt->booltesttype == IS_NOT_UNKNOWN))
				nonnullable((Node *) bt->arg, false, rels, vars);
			break;
		}
		default:
			break;
	}
}

Relids
find_nonnullable_rels(Node *clause)
{
	Relids rels = NULL;
	List *vars = NIL;

	nonnullable(clause, true, &rels, &vars);
	return rels;
}

List *
find_nonnullable_vars(Node *clause)
{
	Relids rels = NULL;
	List *vars = NIL;

	nonnullable(clause, true, &rels, &vars);
	return vars;
}

/* "var IS NULL" or "NOT boolvar IS NOT UNKNOWN": the Var that must be NULL. */
Var *
find_forced_null_var(Node *node)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, NullTest))
	{
		NullTest *nt = (NullTest *) node;

		if (nt->nulltesttype == IS_NULL && !nt->argisrow &&
			IsA(nt->arg, Var) && ((Var *) nt->arg)->varlevelsup == 0)
			return (Var *) nt->arg;
	}
	else if (IsA(node, BooleanTest))
	{
		BooleanTest *bt = (BooleanTest *) node;

		if (bt->booltesttype == IS_UNKNOWN && IsA(bt->arg, Var) &&
			((Var *) bt->arg)->varlevelsup == 0)
			return (Var *) bt->arg;
	}
	return NULL;
}

/* All such Vars in an ANDed list. */
List *
find_forced_null_vars(Node *node)
{
	List *result = NIL;
	Var *var = find_forced_null_var(node);
	ListCell *lc;

	if (node == NULL)
		return NIL;
	if (var)
		return list_make1(var);
	if (IsA(node, List))
		foreach (lc, (List *) node)
			result = list_concat_unique(result,
										find_forced_null_vars(lfirst(lc)));
	else if (is_andclause(node))
		foreach (lc, ((BoolExpr *) node)->args)
			result = list_concat_unique(result,
										find_forced_null_vars(lfirst(lc)));
	return result;
}

/* ---------------------------------------------------------------- folding: entry */

/*
 * Simplify an expression.  root (may be NULL) supplies parameter values and
 * collects dependencies on inlined functions.
 */
Node *
eval_const_expressions(PlannerInfo *root, Node *node)
{
	FoldContext cx = {0};

	cx.root = root;
	cx.boundParams = root ? root->glob->boundParams : NULL;
	return fold(node, &cx);
}

/* The same, more daringly, to guess a value: not for execution. */
Node *
estimate_expression_value(PlannerInfo *root, Node *node)
{
	FoldContext cx = {0};

	cx.root = root;
	cx.boundParams = root ? root->glob->boundParams : NULL;
	cx.estimate = true;
	return fold(node, &cx);
}

static bool
saop_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, ScalarArrayOpExpr))
	{
		ScalarArrayOpExpr *saop = (ScalarArrayOpExpr *) node;
		Expr *arrayarg = lsecond(saop->args);
		Oid lefthash;
		Oid righthash;

		if (IsA(arrayarg, Const) && !((Const *) arrayarg)->constisnull)
		{
			ArrayType *arr =
				(ArrayType *) DatumGetPointer(((Const *) arrayarg)->constvalue);
			Oid op = saop->useOr ? saop->opno : get_negator(saop->opno);

			if (OidIsValid(op) &&
				get_op_hash_functions(op, &lefthash, &righthash) &&
				lefthash == righthash &&
				ArrayGetNItems(ARR_NDIM(arr), ARR_DIMS(arr)) >= MIN_HASHED_SAOP)
			{
				saop->hashfuncid = lefthash;
				if (!saop->useOr)
					saop->negfuncid = get_opcode(op);
			}
			return false;
		}
	}
	return expression_tree_walker(node, saop_walker, context);
}

/* Mark "x = ANY (long constant array)" for hashed search, in place. */
void
convert_saop_to_hashed_saop(Node *node)
{
	(void) saop_walker(node, NULL);
}

/* ---------------------------------------------------------------- folding: tools */

static Node *
bool_const(bool value)
{
	return makeBoolConst(value, false);
}

static bool
is_null_const(Node *node)
{
	return node && IsA(node, Const) && ((Const *) node)->constisnull;
}

static bool
all_const(List *list)
{
	ListCell *lc;

	foreach (lc, list)
		if (lfirst(lc) == NULL || !IsA(lfirst(lc), Const))
			return false;
	return true;
}

static List *
fold_list(List *list, FoldContext *cx)
{
	return (List *) expression_tree_mutator((Node *) list, fold, cx);
}

/*
 * Run an expression without Vars once and return the Const.  Errors of the
 * functions go to the caller.
 */
Expr *
evaluate_expr(Expr *expr, Oid result_type, int32 result_typmod,
			  Oid result_collation)
{
	EState *estate = CreateExecutorState();
	MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);
	ExprState *exprstate;
	Datum val;
	bool isnull;
	int16 typLen;
	bool typByVal;

	fix_opfuncids((Node *) expr);
	exprstate = ExecInitExpr(expr, NULL);
	val = ExecEvalExprSwitchContext(exprstate, GetPerTupleExprContext(estate),
									&isnull);
	get_typlenbyval(result_type, &typLen, &typByVal);
	MemoryContextSwitchTo(caller);
	if (!isnull)
	{
		if (typLen == -1)
			val = PointerGetDatum(PG_DETOAST_DATUM_COPY(val));
		else
			val = datumCopy(val, typByVal, typLen);
	}
	FreeExecutorState(estate);
	return (Expr *) makeConst(result_type, result_typmod, result_collation,
							  typLen, val, isnull, typByVal);
}

static Node *
evaluate_node(Node *node)
{
	return (Node *) evaluate_expr((Expr *) node, exprType(node),
								  exprTypmod(node), exprCollation(node));
}

/* ---------------------------------------------------------------- folding: boolean */

/*
 * AND or OR: flatten, drop neutral constants, stop at deciding ones.  absorbing
 * is the value that decides (false for AND).
 */
static Node *
fold_and_or(BoolExpr *expr, FoldContext *cx)
{
	bool absorbing = expr->boolop == OR_EXPR;
	List *todo = list_copy(expr->args);
	List *newargs = NIL;
	bool havenull = false;

	while (todo)
	{
		Node *arg = linitial(todo);

		todo = list_delete_first(todo);
		if (IsA(arg, BoolExpr) && ((BoolExpr *) arg)->boolop == expr->boolop)
		{
			todo = list_concat_copy(((BoolExpr *) arg)->args, todo);
			continue;
		}
		arg = fold(arg, cx);
		if (IsA(arg, BoolExpr) && ((BoolExpr *) arg)->boolop == expr->boolop)
		{
			newargs = list_concat(newargs, ((BoolExpr *) arg)->args);
			continue;
		}
		if (IsA(arg, Const))
		{
			Const *c = (Const *) arg;

			if (c->constisnull)
				havenull = true;
			else if (DatumGetBool(c->constvalue) == absorbing)
				return bool_const(absorbing);
			continue;
		}
		newargs = lappend(newargs, arg);
	}
	if (havenull)
		newargs = lappend(newargs, makeBoolConst(false, true));
	if (newargs == NIL)
		return bool_const(!absorbing);
	if (list_length(newargs) == 1)
		return linitial(newargs);
	return (Node *) makeBoolExpr(expr->boolop, newargs, -1);
}

/* NOT of an expression, pushed down as far as it goes. */
Node *
negate_clause(Node *node)
{
	List *args = NIL;
	ListCell *lc;

	switch (nodeTag(node))
	{
		case T_Const:
			if (((Const *) node)->constisnull)
				return makeBoolConst(false, true);
			return bool_const(!DatumGetBool(((Const *) node)->constvalue));
		case T_OpExpr:
		{
			OpExpr *op = (OpExpr *) node;
			Oid negator = get_negator(op->opno);
			OpExpr *newop;

			if (!OidIsValid(negator))
				break;
			newop = makeNode(OpExpr);
			*newop = *op;
			newop->opno = negator;
			newop->opfuncid = InvalidOid;
			return (Node *) newop;
		}
		case T_ScalarArrayOpExpr:
		{
			ScalarArrayOpExpr *op = (ScalarArrayOpExpr *) node;
			Oid negator = get_negator(op->opno);
			ScalarArrayOpExpr *newop;

			if (!OidIsValid(negator))
				break;
			newop = makeNode(ScalarArrayOpExpr);
			*newop = *op;
			newop->opno = negator;
			newop->opfuncid = InvalidOid;
			newop->hashfuncid = newop->negfuncid = InvalidOid;
			newop->useOr = !op->useOr;
			return (Node *) newop;
		}
		case T_BoolExpr:
		{
			BoolExpr *b = (BoolExpr *) node;

			if (b->boolop == NOT_EXPR)
				return linitial(b->args);
			foreach (lc, b->args)
				args = lappend(args, negate_clause(lfirst(lc)));
			return (Node *) makeBoolExpr(b->boolop == AND_EXPR ? OR_EXPR : AND_EXPR, args, -1);
		}
		case T_NullTest:
			if (!((NullTest *) node)->argisrow)
			{
				NullTest *n = makeNode(NullTest);

				*n = *(NullTest *) node;
				n->nulltesttype = n->nulltesttype == IS_NULL ? IS_NOT_NULL : IS_NULL;
				return (Node *) n;
			}
			break;
		case T_BooleanTest:
		{
			BooleanTest *b = makeNode(BooleanTest);

			*b = *(BooleanTest *) node;
			/* the kinds come in pairs of opposites */
			b->booltesttype = (BoolTestType) ((int) b->booltesttype ^ 1);
			return (Node *) b;
		}
		default:
			break;
	}
	return (Node *) makeBoolExpr(NOT_EXPR, list_make1(node), -1);
}

/* "bool = true" is the bool itself. */
static Node *
simplify_bool_equality(Oid opno, List *args)
{
	Node *left = linitial(args);
	Node *right = lsecond(args);
	Node *other;
	Const *c;
	bool want;

	if (opno != BooleanEqualOperator && opno != BooleanNotEqualOperator)
		return NULL;
	if (IsA(left, Const))
	{
		c = (Const *) left;
		other = right;
	}
	else if (IsA(right, Const))
	{
		c = (Const *) right;
		other = left;
	}
	else
		return NULL;
	if (c->constisnull)
		return NULL;
	want = DatumGetBool(c->constvalue) == (opno == BooleanEqualOperator);
	return want ? other : negate_clause(other);
}

/* ---------------------------------------------------------------- folding: nodes */

static Node *
fold_param(Param *param, FoldContext *cx)
{
	ParamListInfo params = cx->boundParams;
	ParamExternData workspace;
	ParamExternData *prm;
	int16 typLen;
	bool typByVal;
	Datum pval;

	if (param->paramkind != PARAM_EXTERN || params == NULL ||
		param->paramid <= 0 || param->paramid > params->numParams)
		return (Node *) copyObject(param);
	prm = params->paramFetch ? params->paramFetch(params, param->paramid, true, &workspace) : &params->params[param->paramid - 1];
	if (!OidIsValid(prm->ptype) || prm->ptype != param->paramtype ||
		!(cx->estimate || (prm->pflags & PARAM_FLAG_CONST)))
		return (Node *) copyObject(param);
	get_typlenbyval(param->paramtype, &typLen, &typByVal);
	pval = prm->isnull || typByVal ? prm->value : datumCopy(prm->value, typByVal, typLen);
	return (Node *) makeConst(param->paramtype, param->paramtypmod,
							  param->paramcollid, (int) typLen, pval,
							  prm->isnull, typByVal);
}

static Node *
fold_func(FuncExpr *expr, FoldContext *cx)
{
	List *args = expr->args;
	Expr *simple;
	FuncExpr *newexpr;

	simple = simplify_function(expr->funcid, expr->funcresulttype,
							   exprTypmod((Node *) expr), expr->funccollid,
							   expr->inputcollid, &args, expr->funcvariadic,
							   true, true, cx);
	if (simple)
		return (Node *) simple;
	newexpr = makeNode(FuncExpr);
	*newexpr = *expr;
	newexpr->args = args;
	return (Node *) newexpr;
}

static Node *
fold_op(OpExpr *expr, FoldContext *cx)
{
	List *args = expr->args;
	Expr *simple;
	OpExpr *newexpr;
	Node *result;

	set_opfuncid(expr);
	simple = simplify_function(expr->opfuncid, expr->opresulttype, -1,
							   expr->opcollid, expr->inputcollid, &args, false,
							   true, true, cx);
	if (simple)
		return (Node *) simple;
	if (list_length(args) == 2 &&
		(result = simplify_bool_equality(expr->opno, args)) != NULL)
		return result;
	newexpr = makeNode(OpExpr);
	*newexpr = *expr;
	newexpr->args = args;
	return (Node *) newexpr;
}

/* IS DISTINCT FROM and NULLIF share the shape of OpExpr. */
static Node *
fold_distinct(DistinctExpr *expr, FoldContext *cx)
{
	List *args = fold_list(expr->args, cx);
	bool null1 = is_null_const(linitial(args));
	bool null2 = is_null_const(lsecond(args));
	DistinctExpr *newexpr;

	if (all_const(args) && (null1 || null2))
		return bool_const(null1 != null2);
	if (all_const(args))
	{
		Expr *simple;

		set_opfuncid((OpExpr *) expr);
		simple = simplify_function(expr->opfuncid, expr->opresulttype, -1,
								   expr->opcollid, expr->inputcollid, &args,
								   false, false, false, cx);
		if (simple && IsA(simple, Const))
			return bool_const(!DatumGetBool(((Const *) simple)->constvalue));
	}
	newexpr = makeNode(DistinctExpr);
	*newexpr = *expr;
	newexpr->args = args;
	return (Node *) newexpr;
}

static Node *
fold_nullif(NullIfExpr *expr, FoldContext *cx)
{
	NullIfExpr *newexpr = makeNode(NullIfExpr);

	*newexpr = *expr;
	newexpr->args = fold_list(expr->args, cx);
	set_opfuncid((OpExpr *) newexpr);
	if (all_const(newexpr->args) &&
		func_volatile(newexpr->opfuncid) == PROVOLATILE_IMMUTABLE)
		return evaluate_node((Node *) newexpr);
	return (Node *) newexpr;
}

static bool
may_run(Oid funcid, FoldContext *cx)
{
	char v = func_volatile(funcid);

	return v == PROVOLATILE_IMMUTABLE ||
		(cx->estimate && v == PROVOLATILE_STABLE);
}

static Node *
fold_array_op(ScalarArrayOpExpr *expr, FoldContext *cx)
{
	ScalarArrayOpExpr *saop = makeNode(ScalarArrayOpExpr);

	*saop = *expr;
	saop->args = fold_list(expr->args, cx);
	set_sa_opfuncid(saop);
	if (all_const(saop->args) && may_run(saop->opfuncid, cx))
		return evaluate_node((Node *) saop);
	return (Node *) saop;
}

/* A CASE drops arms that are false and ends at one that is true. */
static Node *
fold_case(CaseExpr *expr, FoldContext *cx)
{
	Node *save = cx->case_val;
	Node *newarg = fold((Node *) expr->arg, cx);
	List *newargs = NIL;
	bool const_true = false;
	Node *defresult = NULL;
	CaseExpr *newcase;
	ListCell *lc;

	if (newarg && IsA(newarg, Const))
	{
		cx->case_val = newarg;
		newarg = NULL;
	}
	else
		cx->case_val = NULL;
	foreach (lc, expr->args)
	{
		CaseWhen *old = lfirst_node(CaseWhen, lc);
		Node *cond = fold((Node *) old->expr, cx);
		Node *result;

		if (IsA(cond, Const))
		{
			Const *c = (Const *) cond;

			if (c->constisnull || !DatumGetBool(c->constvalue))
				continue;
			const_true = true;
		}
		result = fold((Node *) old->result, cx);
		if (!const_true)
		{
			CaseWhen *w = makeNode(CaseWhen);

			w->expr = (Expr *) cond;
			w->result = (Expr *) result;
			w->location = old->location;
			newargs = lappend(newargs, w);
			continue;
		}
		defresult = result;
		break;
	}
	if (!const_true)
		defresult = fold((Node *) expr->defresult, cx);
	cx->case_val = save;
	if (newargs == NIL)
		return defresult;
	newcase = makeNode(CaseExpr);
	*newcase = *expr;
	newcase->arg = (Expr *) newarg;
	newcase->args = newargs;
	newcase->defresult = (Expr *) defresult;
	return (Node *) newcase;
}

static Node *
fold_coalesce(CoalesceExpr *expr, FoldContext *cx)
{
	List *newargs = NIL;
	CoalesceExpr *newexpr;
	ListCell *lc;

	foreach (lc, expr->args)
	{
		Node *e = fold(lfirst(lc), cx);

		if (is_null_const(e))
			continue;
		if (IsA(e, Const))
		{
			if (newargs == NIL)
				return e;
			newargs = lappend(newargs, e);
			break;
		}
		newargs = lappend(newargs, e);
	}
	if (newargs == NIL)
		return (Node *) makeNullConst(expr->coalescetype, -1,
									  expr->coalescecollid);
	if (list_length(newargs) == 1)
		return linitial(newargs);
	newexpr = makeNode(CoalesceExpr);
	*newexpr = *expr;
	newexpr->args = newargs;
	return (Node *) newexpr;
}

static Node *
fold_nulltest(NullTest *expr, FoldContext *cx)
{
	NullTest *newexpr;
	Node *arg = fold((Node *) expr->arg, cx);

	if (expr->argisrow && arg && IsA(arg, RowExpr))
	{
		/* decompose the row; its fields are tested as scalars */
		List *newargs = NIL;
		ListCell *lc;

		foreach (lc, ((RowExpr *) arg)->args)
		{
			Node *relem = lfirst(lc);

			if (IsA(relem, Const))
			{
				if (((Const *) relem)->constisnull !=
					(expr->nulltesttype == IS_NULL))
					return bool_const(false);
				continue;
			}
			newexpr = makeNode(NullTest);
			newexpr->arg = (Expr *) relem;
			newexpr->nulltesttype = expr->nulltesttype;
			newexpr->argisrow = false;
			newexpr->location = expr->location;
			newargs = lappend(newargs, newexpr);
		}
		if (newargs == NIL)
			return bool_const(true);
		if (list_length(newargs) == 1)
			return linitial(newargs);
		return (Node *) make_andclause(newargs);
	}
	if (!expr->argisrow && arg && IsA(arg, Const))
		return bool_const(((Const *) arg)->constisnull ==
						  (expr->nulltesttype == IS_NULL));
	newexpr = makeNode(NullTest);
	*newexpr = *expr;
	newexpr->arg = (Expr *) arg;
	return (Node *) newexpr;
}

static Node *
fold_booltest(BooleanTest *expr, FoldContext *cx)
{
	BooleanTest *newexpr = makeNode(BooleanTest);

	*newexpr = *expr;
	newexpr->arg = (Expr *) fold((Node *) expr->arg, cx);
	if (newexpr->arg && IsA(newexpr->arg, Const))
		return evaluate_node((Node *) newexpr);
	return (Node *) newexpr;
}

static Node *
fold_viaio(CoerceViaIO *expr, FoldContext *cx)
{
	List *args = list_make1(fold((Node *) expr->arg, cx));
	Oid outfunc;
	Oid infunc;
	Oid intypioparam;
	bool varlena;
	CoerceViaIO *newexpr;

	getTypeOutputInfo(exprType(linitial(args)), &outfunc, &varlena);
	getTypeInputInfo(expr->resulttype, &infunc, &intypioparam);
	newexpr = makeNode(CoerceViaIO);
	*newexpr = *expr;
	newexpr->arg = linitial(args);
	if (IsA(linitial(args), Const) && may_run(outfunc, cx) &&
		may_run(infunc, cx))
		return evaluate_node((Node *) newexpr);
	return (Node *) newexpr;
}

static Node *
fold_array_coerce(ArrayCoerceExpr *expr, FoldContext *cx)
{
	ArrayCoerceExpr *ac = makeNode(ArrayCoerceExpr);
	Node *save = cx->case_val;

	*ac = *expr;
	ac->arg = (Expr *) fold((Node *) expr->arg, cx);
	/* the element's placeholder is not that of a CASE around us */
	cx->case_val = NULL;
	ac->elemexpr = (Expr *) fold((Node *) expr->elemexpr, cx);
	cx->case_val = save;
	if (ac->arg && IsA(ac->arg, Const) && ac->elemexpr &&
		!IsA(ac->elemexpr, CoerceToDomain) &&
		!contain_mutable_functions((Node *) ac->elemexpr))
		return evaluate_node((Node *) ac);
	return (Node *) ac;
}

static Node *
fold_domain(CoerceToDomain *expr, FoldContext *cx)
{
	Node *arg = fold((Node *) expr->arg, cx);
	CoerceToDomain *newexpr;

	if (cx->estimate || !DomainHasConstraints(expr->resulttype))
	{
		if (cx->root && !cx->estimate)
			record_plan_type_dependency(cx->root, expr->resulttype);
		return applyRelabelType(arg, expr->resulttype, expr->resulttypmod,
								expr->resultcollid, expr->coercionformat,
								expr->location, true);
	}
	newexpr = makeNode(CoerceToDomain);
	*newexpr = *expr;
	newexpr->arg = (Expr *) arg;
	return (Node *) newexpr;
}

static Node *
fold_field(FieldSelect *expr, FoldContext *cx)
{
	Node *arg = fold((Node *) expr->arg, cx);
	FieldSelect *newexpr;

	if (arg && IsA(arg, RowExpr))
	{
		RowExpr *row = (RowExpr *) arg;

		if (expr->fieldnum > 0 && expr->fieldnum <= list_length(row->args))
		{
			Node *fld = list_nth(row->args, expr->fieldnum - 1);

			if (exprType(fld) == expr->resulttype &&
				exprTypmod(fld) == expr->resulttypmod &&
				exprCollation(fld) == expr->resultcollid)
				return fld;
		}
	}
	newexpr = makeNode(FieldSelect);
	*newexpr = *expr;
	newexpr->arg = (Expr *) arg;
	if (arg && IsA(arg, Const))
		return evaluate_node((Node *) newexpr);
	return (Node *) newexpr;
}

/* Nodes that are constant if all of their parts are. */
static Node *
fold_generic(Node *node, FoldContext *cx)
{
	Node *newnode = expression_tree_mutator(node, fold, cx);

	if (IsA(newnode, ArrayExpr))
	{
		if (all_const(((ArrayExpr *) newnode)->elements))
			return evaluate_node(newnode);
	}
	else if (IsA(newnode, MinMaxExpr))
	{
		if (all_const(((MinMaxExpr *) newnode)->args))
			return evaluate_node(newnode);
	}
	else if (IsA(newnode, SubscriptingRef))
	{
		SubscriptingRef *ref = (SubscriptingRef *) newnode;

		if (ref->refexpr && IsA(ref->refexpr, Const) && !ref->refassgnexpr &&
			all_const(ref->refupperindexpr) &&
			all_const(ref->reflowerindexpr))
			return evaluate_node(newnode);
	}
	return newnode;
}

static Node *
fold(Node *node, FoldContext *cx)
{
	if (node == NULL)
		return NULL;
	check_stack_depth();
	switch (nodeTag(node))
	{
		case T_Param:
			return fold_param((Param *) node, cx);
		case T_FuncExpr:
			return fold_func((FuncExpr *) node, cx);
		case T_OpExpr:
			return fold_op((OpExpr *) node, cx);
		case T_DistinctExpr:
			return fold_distinct((DistinctExpr *) node, cx);
		case T_NullIfExpr:
			return fold_nullif((NullIfExpr *) node, cx);
		case T_ScalarArrayOpExpr:
			return fold_array_op((ScalarArrayOpExpr *) node, cx);
		case T_BoolExpr:
			if (((BoolExpr *) node)->boolop == NOT_EXPR)
				return negate_clause(fold(linitial(((BoolExpr *) node)->args),
										  cx));
			return fold_and_or((BoolExpr *) node, cx);
		case T_SubPlan:
		case T_AlternativeSubPlan:
			return node; /* made from folded parts */
		case T_RelabelType:
		{
			RelabelType *r = (RelabelType *) node;

			return applyRelabelType(fold((Node *) r->arg, cx),
									r->resulttype, r->resulttypmod,
									r->resultcollid, r->relabelformat,
									r->location, true);
		}
		case T_CoerceViaIO:
			return fold_viaio((CoerceViaIO *) node, cx);
		case T_ArrayCoerceExpr:
			return fold_array_coerce((ArrayCoerceExpr *) node, cx);
		case T_CollateExpr:
		{
			CollateExpr *c = (CollateExpr *) node;
			Node *arg = fold((Node *) c->arg, cx);

			return applyRelabelType(arg, exprType(arg), exprTypmod(arg),
									c->collOid, COERCE_IMPLICIT_CAST,
									c->location, true);
		}
		case T_CaseExpr:
			return fold_case((CaseExpr *) node, cx);
		case T_CaseTestExpr:
			return cx->case_val ? copyObject(cx->case_val) : copyObject(node);
		case T_CoalesceExpr:
			return fold_coalesce((CoalesceExpr *) node, cx);
		case T_SQLValueFunction:
			if (cx->estimate)
				return evaluate_node(node);
			return copyObject(node);
		case T_FieldSelect:
			return fold_field((FieldSelect *) node, cx);
		case T_NullTest:
			return fold_nulltest((NullTest *) node, cx);
		case T_BooleanTest:
			return fold_booltest((BooleanTest *) node, cx);
		case T_CoerceToDomain:
			return fold_domain((CoerceToDomain *) node, cx);
		case T_WindowFunc:
		{
			WindowFunc *w = makeNode(WindowFunc);

			*w = *(WindowFunc *) node;
			w->args = fold_list(expand_function_arguments(w->args, false,
														  w->wintype,
														  NULL),
								cx);
			w->aggfilter = (Expr *) fold((Node *) w->aggfilter, cx);
			return (Node *) w;
		}
		default:
			return fold_generic(node, cx);
	}
}

/* ---------------------------------------------------------------- function calls */

/* Put named arguments into their places and add defaults. */
static List *
arrange_arguments(List *args, bool include_out, HeapTuple func_tuple)
{
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(func_tuple);
	int pronargs = form->pronargs;
	Node *argarray[FUNC_MAX_ARGS] = {0};
	List *defaults = NIL;
	List *result = NIL;
	int nargs = 0;
	int ndefaults = 0;
	ListCell *lc;
	Datum proargdefaults;
	bool isnull;

	if (list_length(args) >= pronargs)
	{
		bool named = false;

		foreach (lc, args)
			named |= IsA(lfirst(lc), NamedArgExpr);
		if (!named)
			return args;
	}
	foreach (lc, args)
	{
		Node *arg = lfirst(lc);

		if (IsA(arg, NamedArgExpr))
			argarray[((NamedArgExpr *) arg)->argnumber] =
				(Node *) ((NamedArgExpr *) arg)->arg;
		else
			argarray[nargs++] = arg;
	}
	proargdefaults = SysCacheGetAttr(PROCOID, func_tuple,
									 Anum_pg_proc_proargdefaults, &isnull);
	if (!isnull)
	{
		char *str = TextDatumGetCString(proargdefaults);

		defaults = castNode(List, stringToNode(str));
		ndefaults = list_length(defaults);
	}
	for (int i = 0; i < pronargs; i++)
	{
		if (argarray[i] == NULL)
		{
			int d = i - (pronargs - ndefaults);

			if (d < 0)
				elog(ERROR, "not enough default arguments");
			argarray[i] = copyObject(list_nth(defaults, d));
		}
		result = lappend(result, argarray[i]);
	}
	return result;
}

/* Arguments as the function takes them; func_tuple NULL: no change possible. */
List *
expand_function_arguments(List *args, bool include_out_arguments,
						  Oid result_type, HeapTuple func_tuple)
{
	if (func_tuple == NULL)
		return args;
	return arrange_arguments(args, include_out_arguments, func_tuple);
}

/* Run the function now if it may be and all arguments are constant. */
static Expr *
evaluate_call(Oid funcid, Oid result_type, int32 result_typmod,
			  Oid result_collid, Oid input_collid, List *args,
			  bool funcvariadic, HeapTuple func_tuple, FoldContext *cx)
{
	Form_pg_proc funcform = (Form_pg_proc) GETSTRUCT(func_tuple);
	bool has_null = false;
	FuncExpr *newexpr;
	ListCell *lc;

	if (funcform->proretset || funcform->prorettype == RECORDOID)
		return NULL;
	foreach (lc, args)
		has_null |= is_null_const(lfirst(lc));
	if (funcform->proisstrict && has_null)
		return (Expr *) makeNullConst(result_type, result_typmod,
									  result_collid);
	if (!all_const(args))
		return NULL;
	if (funcform->provolatile != PROVOLATILE_IMMUTABLE &&
		!(cx->estimate && funcform->provolatile == PROVOLATILE_STABLE))
		return NULL;
	newexpr = makeFuncExpr(funcid, result_type, args, result_collid,
						   input_collid, COERCE_EXPLICIT_CALL);
	newexpr->funcvariadic = funcvariadic;
	return evaluate_expr((Expr *) newexpr, result_type, result_typmod,
						 result_collid);
}

/*
 * Try to replace a call by something simpler; NULL if nothing was found.
 * *args_p is replaced by the arranged and folded arguments if process_args.
 */
static Expr *
simplify_function(Oid funcid, Oid result_type, int32 result_typmod,
				  Oid result_collid, Oid input_collid, List **args_p,
				  bool funcvariadic, bool process_args, bool allow_non_const,
				  FoldContext *cx)
{
	List *args = *args_p;
	HeapTuple func_tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Form_pg_proc form;
	Expr *newexpr;

	if (!HeapTupleIsValid(func_tuple))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	form = (Form_pg_proc) GETSTRUCT(func_tuple);
	if (process_args)
	{
		args = arrange_arguments(args, false, func_tuple);
		args = fold_list(args, cx);
		*args_p = args;
	}
	newexpr = evaluate_call(funcid, result_type, result_typmod, result_collid,
							input_collid, args, funcvariadic, func_tuple, cx);
	if (newexpr == NULL && allow_non_const && OidIsValid(form->prosupport))
	{
		SupportRequestSimplify req;
		FuncExpr fexpr = {{0}};

		fexpr.xpr.type = T_FuncExpr;
		fexpr.funcid = funcid;
		fexpr.funcresulttype = result_type;
		fexpr.funcretset = form->proretset;
		fexpr.funcvariadic = funcvariadic;
		fexpr.funcformat = COERCE_EXPLICIT_CALL;
		fexpr.funccollid = result_collid;
		fexpr.inputcollid = input_collid;
		fexpr.args = args;
		fexpr.location = -1;
		req.type = T_SupportRequestSimplify;
		req.root = cx->root;
		req.fcall = &fexpr;
		newexpr = (Expr *) DatumGetPointer(OidFunctionCall1(form->prosupport,
															PointerGetDatum(&req)));
	}
	if (newexpr == NULL && allow_non_const)
		newexpr = inline_function(funcid, result_type, result_collid,
								  input_collid, args, funcvariadic, func_tuple,
								  cx);
	ReleaseSysCache(func_tuple);
	return newexpr;
}

/* ---------------------------------------------------------------- inlining */

typedef struct SubstContext
{
	int nargs;
	List *args;
	int *usecounts;
} SubstContext;

static Node *
subst_mutator(Node *node, SubstContext *cx)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, Param))
	{
		Param *param = (Param *) node;

		if (param->paramkind != PARAM_EXTERN)
			elog(ERROR, "unexpected paramkind: %d", (int) param->paramkind);
		if (param->paramid <= 0 || param->paramid > cx->nargs)
			elog(ERROR, "invalid paramid: %d", param->paramid);
		cx->usecounts[param->paramid - 1]++;
		return copyObject(list_nth(cx->args, param->paramid - 1));
	}
	return expression_tree_mutator(node, subst_mutator, cx);
}

/* The single SELECT expression of the function's body, or NULL. */
static Node *
body_expression(HeapTuple func_tuple, Oid funcid, Oid result_type,
				Oid input_collid, List *args)
{
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(func_tuple);
	Datum tmp;
	bool isNull;
	char *src;
	FuncExpr *fexpr;
	SQLFunctionParseInfoPtr pinfo;
	List *raw_list;
	Query *querytree;
	ParseState *pstate;
	List *querylist;
	Node *result;

	tmp = SysCacheGetAttr(PROCOID, func_tuple, Anum_pg_proc_prosqlbody,
						  &isNull);
	if (!isNull)
	{
		Node *n = stringToNode(TextDatumGetCString(tmp));
		List *list = IsA(n, List) ? linitial_node(List, (List *) n) : list_make1(n);

		if (list_length(list) != 1)
			return NULL;
		querytree = linitial(list);
	}
	else
	{
		tmp = SysCacheGetAttr(PROCOID, func_tuple, Anum_pg_proc_prosrc,
							  &isNull);
		if (isNull)
			return NULL;
		src = TextDatumGetCString(tmp);
		fexpr = makeNode(FuncExpr);
		fexpr->funcid = funcid;
		fexpr->funcresulttype = result_type;
		fexpr->inputcollid = input_collid;
		fexpr->args = args;
		fexpr->location = -1;
		pinfo = prepare_sql_fn_parse_info(func_tuple, (Node *) fexpr,
										  input_collid);
		raw_list = pg_parse_query(src);
		if (list_length(raw_list) != 1)
			return NULL;
		pstate = make_parsestate(NULL);
		pstate->p_sourcetext = src;
		sql_fn_parser_setup(pstate, pinfo);
		querytree = transformTopLevelStmt(pstate, linitial(raw_list));
		free_parsestate(pstate);
	}
	if (!IsA(querytree, Query) || querytree->commandType != CMD_SELECT ||
		querytree->hasAggs || querytree->hasWindowFuncs ||
		querytree->hasTargetSRFs || querytree->hasSubLinks ||
		querytree->cteList || querytree->rtable ||
		querytree->jointree->fromlist || querytree->jointree->quals ||
		querytree->groupClause || querytree->groupingSets ||
		querytree->havingQual || querytree->windowClause ||
		querytree->distinctClause || querytree->sortClause ||
		querytree->limitOffset || querytree->limitCount ||
		querytree->setOperations || list_length(querytree->targetList) != 1)
		return NULL;
	querylist = list_make1(querytree);
	if (check_sql_fn_retval(list_make1(querylist), result_type, NULL, false,
							NULL))
		return NULL; /* a composite result from many columns */
	(void) form;
	result = (Node *) ((TargetEntry *) linitial(querytree->targetList))->expr;
	return exprType(result) == result_type ? result : NULL;
}

static void
inline_error(void *arg)
{
	int syntaxerrposition = geterrposition();

	if (syntaxerrposition > 0)
		errposition(0);
	errcontext("SQL function \"%s\" during inlining", (char *) arg);
}

/* Replace a call of a simple SQL function by its expression. */
static Expr *
inline_function(Oid funcid, Oid result_type, Oid result_collid,
				Oid input_collid, List *args, bool funcvariadic,
				HeapTuple func_tuple, FoldContext *cx)
{
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(func_tuple);
	Node *newexpr;
	SubstContext subst;
	ErrorContextCallback ercb;
	int i = 0;
	ListCell *lc;

	if (form->prolang != SQLlanguageId || form->prokind != PROKIND_FUNCTION ||
		form->prosecdef || form->proretset ||
		form->prorettype == RECORDOID ||
		!heap_attisnull(func_tuple, Anum_pg_proc_proconfig, NULL) ||
		form->pronargs != list_length(args) ||
		list_member_oid(cx->active_fns, funcid) ||
		pg_proc_aclcheck(funcid, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK)
		return NULL;
	ercb.callback = inline_error;
	ercb.arg = NameStr(form->proname);
	ercb.previous = error_context_stack;
	error_context_stack = &ercb;
	newexpr = body_expression(func_tuple, funcid, result_type, input_collid,
							  args);
	error_context_stack = ercb.previous;
	if (newexpr == NULL || contain_subplans(newexpr) ||
		contain_agg_clause(newexpr))
		return NULL;
	/* the body must not be more volatile, nor less strict, than declared */
	if (form->provolatile == PROVOLATILE_IMMUTABLE &&
		contain_mutable_functions(newexpr))
		return NULL;
	if (form->provolatile == PROVOLATILE_STABLE &&
		contain_volatile_functions(newexpr))
		return NULL;
	if (form->proisstrict && contain_nonstrict_functions(newexpr))
		return NULL;
	subst.nargs = form->pronargs;
	subst.args = args;
	subst.usecounts = palloc0(Max(form->pronargs, 1) * sizeof(int));
	newexpr = subst_mutator(newexpr, &subst);
	foreach (lc, args)
	{
		Node *param = lfirst(lc);

		if (subst.usecounts[i] == 0)
		{
			if (form->proisstrict)
				return NULL;
		}
		else if (subst.usecounts[i] != 1)
		{
			QualCost cost;

			/* do not compute anything costly or volatile twice */
			if (contain_subplans(param) || contain_volatile_functions(param))
				return NULL;
			cost_qual_eval(&cost, list_make1(param), NULL);
			if (cost.startup + cost.per_tuple > INLINE_COST_LIMIT)
				return NULL;
		}
		i++;
	}
	if (OidIsValid(result_collid) &&
		exprCollation(newexpr) != result_collid)
	{
		CollateExpr *c = makeNode(CollateExpr);

		c->arg = (Expr *) newexpr;
		c->collOid = result_collid;
		c->location = -1;
		newexpr = (Node *) c;
	}
	if (cx->root)
		record_plan_function_dependency(cx->root, funcid);
	cx->active_fns = lappend_oid(cx->active_fns, funcid);
	newexpr = fold(newexpr, cx);
	cx->active_fns = list_delete_last(cx->active_fns);
	return (Expr *) newexpr;
}

/* Set-returning SQL functions in FROM are run, not inlined. */
Query *
inline_set_returning_function(PlannerInfo *root, RangeTblEntry *rte)
{
	return NULL;
}
