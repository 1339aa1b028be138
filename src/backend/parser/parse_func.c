/*
 * parse_func.c
 *		Function calls: which function is meant.
 *
 * A call by name may turn out to be a function, an aggregate, a window
 * function, a procedure, a cast written as a call (type(x)), or a column in
 * function notation.  Candidates come from namespace.c; the choice among them
 * follows the manual, "Function Type Resolution".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_func.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_agg.h"
#include "parser/parse_coerce.h"
#include "parser/parse_expr.h"
#include "parser/parse_func.h"
#include "parser/parse_relation.h"
#include "parser/parse_target.h"
#include "parser/parse_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* Everything known about a call while it is resolved. */
typedef struct CallInfo
{
	ParseState *pstate;
	List *funcname;
	List *fargs; /* analyzed arguments, NamedArgExpr removed */
	List *argnames; /* of the named ones, which come last */
	int nargs;
	Oid actual[FUNC_MAX_ARGS];
	FuncCall *fn; /* NULL while it may still be a column */
	bool proc_call;
	int location;

	/* what func_get_detail found */
	FuncDetailCode kind;
	Oid funcid;
	Oid rettype;
	bool retset;
	int nvargs;
	Oid vatype;
	Oid *declared;
	List *defaults;

	/* pg_aggregate, for aggregates */
	char aggkind;
	int ndirect;
} CallInfo;

static void strip_argument_names(CallInfo *c);
static void check_call_syntax(CallInfo *c);
static void check_ordered_set(CallInfo *c);
static Node *call_not_found(CallInfo *c, bool is_column);
static void add_defaults_and_variadic(CallInfo *c);
static Node *make_function(CallInfo *c, Node *last_srf);
static Node *make_aggregate(CallInfo *c);
static Node *make_window_function(CallInfo *c);
static Node *column_projection(ParseState *pstate, const char *funcname,
							   Node *first_arg, int location);

/*
 * ParseFuncOrColumn
 *		Analyze a call, its arguments being analyzed already.
 *
 * fargs		arguments; ORDER BY of WITHIN GROUP included, at the end
 * last_srf		pstate->p_last_srf from before the arguments were analyzed
 * fn			the raw call, or NULL for column notation a.b (fargs has one)
 * proc_call	it is the call of CALL
 *
 * Result: the expression, or NULL if fn is NULL and there is no such function.
 */
Node *
ParseFuncOrColumn(ParseState *pstate, List *funcname, List *fargs,
				  Node *last_srf, FuncCall *fn, bool proc_call, int location)
{
	CallInfo *c = palloc0(sizeof(CallInfo));
	ParseCallbackState pcb;
	Oid first_type;
	bool could_be_column;

	c->pstate = pstate;
	c->funcname = funcname;
	c->fargs = fargs;
	c->fn = fn;
	c->proc_call = proc_call;
	c->location = location;

	if (list_length(fargs) > FUNC_MAX_ARGS)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
				 errmsg_plural("cannot pass more than %d argument to a function",
							   "cannot pass more than %d arguments to a function",
							   FUNC_MAX_ARGS, FUNC_MAX_ARGS),
				 parser_errposition(pstate, location)));
	strip_argument_names(c);
	first_type = c->nargs > 0 ? c->actual[0] : InvalidOid;

	/* f(x) may mean x.f if nothing says that it is a call */
	could_be_column = c->nargs == 1 && c->argnames == NIL && !proc_call &&
		list_length(funcname) == 1 &&
		(fn == NULL ||
		 (fn->agg_order == NIL && fn->agg_filter == NULL && !fn->agg_star &&
		  !fn->agg_distinct && fn->over == NULL && !fn->func_variadic &&
		  fn->funcformat == COERCE_EXPLICIT_CALL)) &&
		(first_type == RECORDOID || ISCOMPLEX(first_type));

	/* written as a column, it is one if it can be */
	if (could_be_column && fn == NULL)
	{
		Node *r = column_projection(pstate, strVal(linitial(funcname)),
									linitial(c->fargs), location);

		if (r != NULL)
			return r;
	}

	/* a schema or database that is not there is reported with its place */
	setup_parser_errposition_callback(&pcb, pstate, location);
	c->kind = func_get_detail(funcname, c->fargs, c->argnames, c->nargs,
							  c->actual, fn == NULL || !fn->func_variadic, true,
							  proc_call, &c->funcid, &c->rettype, &c->retset,
							  &c->nvargs, &c->vatype, &c->declared,
							  &c->defaults);
	cancel_parser_errposition_callback(&pcb);
	if (c->kind == FUNCDETAIL_AGGREGATE)
	{
		HeapTuple tup = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(c->funcid));

		if (!HeapTupleIsValid(tup))
			elog(ERROR, "cache lookup failed for aggregate %u", c->funcid);
		c->aggkind = ((Form_pg_aggregate) GETSTRUCT(tup))->aggkind;
		c->ndirect = ((Form_pg_aggregate) GETSTRUCT(tup))->aggnumdirectargs;
		ReleaseSysCache(tup);
	}

	if (c->kind == FUNCDETAIL_COERCION)
	{
		if (fn == NULL)
			return NULL;
		check_call_syntax(c);
		return coerce_type(pstate, linitial(c->fargs), c->actual[0], c->rettype,
						   -1, COERCION_EXPLICIT, COERCE_EXPLICIT_CALL, location);
	}
	if (c->kind == FUNCDETAIL_NOTFOUND || c->kind == FUNCDETAIL_MULTIPLE)
	{
		if (could_be_column && fn != NULL)
		{
			Node *r = column_projection(pstate, strVal(linitial(funcname)),
										linitial(c->fargs), location);

			if (r != NULL)
				return r;
		}
		return call_not_found(c, fn == NULL);
	}

	/* x.f, with any kind of function: a call without decorations */
	if (fn == NULL)
	{
		c->fn = fn = makeNode(FuncCall);
		fn->funcformat = COERCE_EXPLICIT_CALL;
	}
	check_call_syntax(c);
	add_defaults_and_variadic(c);

	if (c->kind == FUNCDETAIL_NORMAL || c->kind == FUNCDETAIL_PROCEDURE)
		return make_function(c, last_srf);
	if (c->kind == FUNCDETAIL_AGGREGATE && fn->over == NULL)
		return make_aggregate(c);
	return make_window_function(c);
}

/* Take apart named arguments, and note the types. */
static void
strip_argument_names(CallInfo *c)
{
	ListCell *lc;
	List *args = NIL;

	foreach (lc, c->fargs)
	{
		Node *arg = lfirst(lc);
		Oid type = exprType(arg);

		/* a cursor's result, as functions without arguments are declared */
		if (type == VOIDOID && IsA(arg, Param) && !(c->fn && c->fn->agg_within_group))
			continue;
		if (IsA(arg, NamedArgExpr))
		{
			NamedArgExpr *na = (NamedArgExpr *) arg;
			ListCell *lc2;

			foreach (lc2, c->argnames)
				if (strcmp(na->name, lfirst(lc2)) == 0)
					ereport(ERROR,
							(errcode(ERRCODE_SYNTAX_ERROR),
							 errmsg("argument name \"%s\" used more than once",
									na->name),
							 parser_errposition(c->pstate, na->location)));
			c->argnames = lappend(c->argnames, na->name);
		}
		else if (c->argnames != NIL)
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("positional argument cannot follow named argument"),
					 parser_errposition(c->pstate, exprLocation(arg))));
		c->actual[c->nargs++] = type;
		args = lappend(args, arg);
	}
	c->fargs = args;
}

static void
wrong_object(CallInfo *c, const char *fmt)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg(fmt, NameListToString(c->funcname)),
			 parser_errposition(c->pstate, c->location)));
}

/* Decorations that the kind of function found does not take. */
static void
check_call_syntax(CallInfo *c)
{
	FuncCall *fn = c->fn;

	if (c->proc_call != (c->kind == FUNCDETAIL_PROCEDURE))
	{
		const char *sig = func_signature_string(c->funcname, c->nargs,
												c->argnames, c->actual);

		if (c->proc_call)
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("%s is not a procedure", sig),
					 errhint("A function is called with SELECT."),
					 parser_errposition(c->pstate, c->location)));
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("%s is a procedure", sig),
				 errhint("A procedure is called with CALL."),
				 parser_errposition(c->pstate, c->location)));
	}
	if (c->kind == FUNCDETAIL_AGGREGATE)
	{
		check_ordered_set(c);
		return;
	}
	if (c->kind == FUNCDETAIL_WINDOWFUNC)
	{
		if (fn->over == NULL)
			wrong_object(c, "window function %s requires an OVER clause");
		if (fn->agg_within_group)
			wrong_object(c, "window function %s cannot have WITHIN GROUP");
		return;
	}
	if (fn->agg_star)
		wrong_object(c, "%s(*) specified, but %1$s is not an aggregate function");
	if (fn->agg_distinct)
		wrong_object(c, "DISTINCT specified, but %s is not an aggregate function");
	if (fn->agg_within_group)
		wrong_object(c, "WITHIN GROUP specified, but %s is not an aggregate function");
	if (fn->agg_order != NIL)
		wrong_object(c, "ORDER BY specified, but %s is not an aggregate function");
	if (fn->agg_filter != NULL)
		wrong_object(c, "FILTER specified, but %s is not an aggregate function");
	if (fn->over != NULL)
		wrong_object(c, "OVER specified, but %s is not a window function nor an aggregate function");
}

/* WITHIN GROUP belongs to ordered-set aggregates, and only to them. */
static void
check_ordered_set(CallInfo *c)
{
	FuncCall *fn = c->fn;

	if (!AGGKIND_IS_ORDERED_SET(c->aggkind))
	{
		if (fn->agg_within_group)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_FUNCTION),
					 errmsg("%s is not an ordered-set aggregate, so it cannot have WITHIN GROUP",
							NameListToString(c->funcname)),
					 parser_errposition(c->pstate, c->location)));
		return;
	}
	if (!fn->agg_within_group)
		wrong_object(c, "WITHIN GROUP is required for ordered-set aggregate %s");
	if (fn->over != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("OVER is not supported for ordered-set aggregate %s",
						NameListToString(c->funcname)),
				 parser_errposition(c->pstate, c->location)));
	if (c->aggkind == AGGKIND_HYPOTHETICAL || c->nvargs > 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("hypothetical-set aggregate %s is not supported",
						NameListToString(c->funcname)),
				 parser_errposition(c->pstate, c->location)));
	if (c->nargs - list_length(fn->agg_order) != c->ndirect)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("function %s does not exist",
						func_signature_string(c->funcname, c->nargs, c->argnames,
											  c->actual)),
				 errhint("The ordered-set aggregate has %d direct arguments.",
						 c->ndirect),
				 parser_errposition(c->pstate, c->location)));
}

/* Raise the fitting error, or for column notation give NULL. */
static Node *
call_not_found(CallInfo *c, bool is_column)
{
	const char *sig;
	const char *what = c->proc_call ? "procedure" : "function";

	if (is_column)
		return NULL;
	sig = func_signature_string(c->funcname, c->nargs, c->argnames, c->actual);
	if (c->kind == FUNCDETAIL_MULTIPLE)
		ereport(ERROR,
				(errcode(ERRCODE_AMBIGUOUS_FUNCTION),
				 errmsg("%s %s is not unique", what, sig),
				 errhint("Several candidates fit equally well. Casts would tell them apart."),
				 parser_errposition(c->pstate, c->location)));
	if (c->fn->agg_order != NIL && !c->fn->agg_within_group)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("%s %s does not exist", what, sig),
				 errhint("No aggregate with this name takes these types; ORDER BY comes after all arguments."),
				 parser_errposition(c->pstate, c->location)));
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("%s %s does not exist", what, sig),
			 errhint("No %s with this name takes these types. Casts might help.",
					 what),
			 parser_errposition(c->pstate, c->location)));
	return NULL;
}

/* Fill in omitted arguments, convert all, and gather VARIADIC ones. */
static void
add_defaults_and_variadic(CallInfo *c)
{
	ListCell *lc;
	int total = c->nargs;

	foreach (lc, c->defaults)
	{
		/* named notation: the executor's order is settled in the planner */
		c->fargs = lappend(c->fargs, lfirst(lc));
		if (total >= FUNC_MAX_ARGS)
			ereport(ERROR,
					(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
					 errmsg("cannot pass more than %d arguments to a function",
							FUNC_MAX_ARGS),
					 parser_errposition(c->pstate, c->location)));
		c->actual[total++] = exprType(lfirst(lc));
	}
	/* defaults are added again by the planner; here they only help types */
	c->rettype = enforce_generic_type_consistency(c->actual, c->declared, total,
												  c->rettype, false);
	make_fn_arguments(c->pstate, c->fargs, c->actual, c->declared);
	c->fargs = list_truncate(c->fargs, c->nargs);

	if (c->nvargs > 0 && c->vatype != ANYOID)
	{
		ArrayExpr *a = makeNode(ArrayExpr);
		int nonvar = c->nargs - c->nvargs;

		a->elements = list_copy_tail(c->fargs, nonvar);
		c->fargs = list_truncate(c->fargs, nonvar);
		a->element_typeid = exprType(linitial(a->elements));
		a->array_typeid = get_array_type(a->element_typeid);
		if (!OidIsValid(a->array_typeid))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("could not find array type for data type %s",
							format_type_be(a->element_typeid)),
					 parser_errposition(c->pstate, exprLocation((Node *) a->elements))));
		a->location = exprLocation((Node *) a->elements);
		c->fargs = lappend(c->fargs, a);
	}
	/* VARIADIC "any" given an explicit array */
	if (c->fn->func_variadic && c->vatype == ANYOID &&
		c->nargs > 0)
	{
		Oid last = c->actual[c->nargs - 1];

		if (!OidIsValid(get_base_element_type(last)))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("VARIADIC argument must be an array"),
					 parser_errposition(c->pstate, exprLocation(llast(c->fargs)))));
	}
}

static bool
call_is_variadic(const CallInfo *c)
{
	return c->fn->func_variadic || (c->nvargs > 0 && c->vatype != ANYOID);
}

static Node *
make_function(CallInfo *c, Node *last_srf)
{
	FuncExpr *f = makeNode(FuncExpr);

	f->funcid = c->funcid;
	f->funcresulttype = c->rettype;
	f->funcretset = c->retset;
	f->funcvariadic = call_is_variadic(c);
	f->funcformat = c->fn->funcformat;
	f->args = c->fargs;
	f->location = c->location;
	if (c->retset)
	{
		check_srf_call_placement(c->pstate, last_srf, c->location);
		c->pstate->p_last_srf = (Node *) f;
	}
	return (Node *) f;
}

static Expr *
transform_filter(CallInfo *c)
{
	return (Expr *) transformExpr(c->pstate, c->fn->agg_filter, EXPR_KIND_FILTER);
}

static Node *
make_aggregate(CallInfo *c)
{
	Aggref *agg = makeNode(Aggref);
	Expr *filter = NULL;

	if (c->retset)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("aggregates cannot return sets"),
				 parser_errposition(c->pstate, c->location)));
	if (c->argnames != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("aggregates cannot use named arguments"),
				 parser_errposition(c->pstate, c->location)));
	if (c->fargs == NIL && !c->fn->agg_star && !c->fn->agg_within_group)
		wrong_object(c, "%s(*) must be used to call a parameterless aggregate function");
	if (c->fn->agg_filter != NULL)
		filter = (Expr *) coerce_to_boolean(c->pstate, (Node *) transform_filter(c),
											"FILTER");

	agg->aggfnoid = c->funcid;
	agg->aggtype = c->rettype;
	agg->aggfilter = filter;
	agg->aggstar = c->fn->agg_star;
	agg->aggvariadic = call_is_variadic(c);
	agg->aggkind = c->aggkind;
	agg->aggsplit = AGGSPLIT_SIMPLE;
	agg->aggno = agg->aggtransno = -1;
	agg->location = c->location;
	transformAggregateCall(c->pstate, agg, c->fargs, c->fn->agg_order,
						   c->fn->agg_distinct);
	return (Node *) agg;
}

static Node *
make_window_function(CallInfo *c)
{
	WindowFunc *w = makeNode(WindowFunc);
	FuncCall *fn = c->fn;

	if (fn->agg_distinct)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("DISTINCT is not implemented for window functions"),
				 parser_errposition(c->pstate, c->location)));
	if (fn->agg_order != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("aggregate ORDER BY is not implemented for window functions"),
				 parser_errposition(c->pstate, c->location)));
	if (c->kind == FUNCDETAIL_WINDOWFUNC && fn->agg_filter != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("FILTER is not implemented for non-aggregate window functions"),
				 parser_errposition(c->pstate, c->location)));
	if (c->kind == FUNCDETAIL_AGGREGATE && c->fargs == NIL && !fn->agg_star)
		wrong_object(c, "%s(*) must be used to call a parameterless aggregate function");
	if (c->retset)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("window functions cannot return sets"),
				 parser_errposition(c->pstate, c->location)));

	w->winfnoid = c->funcid;
	w->wintype = c->rettype;
	w->args = c->fargs;
	w->winstar = fn->agg_star;
	w->winagg = c->kind == FUNCDETAIL_AGGREGATE;
	if (fn->agg_filter != NULL)
		w->aggfilter = (Expr *) coerce_to_boolean(c->pstate,
												  (Node *) transform_filter(c),
												  "FILTER");
	w->location = c->location;
	transformWindowFuncCall(c->pstate, w, fn->over);
	return (Node *) w;
}

/* x.f or f(x), where x is a row; NULL if it has no column f. */
static Node *
column_projection(ParseState *pstate, const char *funcname, Node *first_arg,
				  int location)
{
	TupleDesc desc;

	/* of a whole table row, take the column itself */
	if (IsA(first_arg, Var) &&
		((Var *) first_arg)->varattno == InvalidAttrNumber)
	{
		Var *v = (Var *) first_arg;

		return scanNSItemForColumn(pstate,
								   GetNSItemByRangeTablePosn(pstate, v->varno,
															 v->varlevelsup),
								   v->varlevelsup, funcname, location);
	}
	if (IsA(first_arg, Var) && ((Var *) first_arg)->vartype == RECORDOID)
		desc = expandRecordVariable(pstate, (Var *) first_arg, 0);
	else
		desc = get_expr_result_tupdesc(first_arg, true);
	if (desc == NULL)
		return NULL;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		FieldSelect *f;

		if (att->attisdropped || strcmp(funcname, NameStr(att->attname)) != 0)
			continue;
		f = makeNode(FieldSelect);
		f->arg = (Expr *) first_arg;
		f->fieldnum = i + 1;
		f->resulttype = att->atttypid;
		f->resulttypmod = att->atttypmod;
		f->resultcollid = att->attcollation;
		return (Node *) f;
	}
	return NULL;
}

/* ---- resolution ---- */

/*
 * func_match_argtypes
 *		Those candidates whose arguments the inputs can become implicitly.
 *
 * Result: how many; *candidates is a new chain of the same nodes.
 */
int
func_match_argtypes(int nargs, Oid *input_typeids,
					FuncCandidateList raw_candidates,
					FuncCandidateList *candidates)
{
	FuncCandidateList next;
	int n = 0;

	*candidates = NULL;
	for (FuncCandidateList c = raw_candidates; c != NULL; c = next)
	{
		next = c->next;
		if (!can_coerce_type(nargs, input_typeids, c->args, COERCION_IMPLICIT))
			continue;
		c->next = *candidates;
		*candidates = c;
		n++;
	}
	return n;
}

/* How well a candidate fits; higher is better. */
typedef int (*CandidateScore)(FuncCandidateList c, int nargs, Oid *types,
							  TYPCATEGORY *categories);

/* Keep the candidates with the best score, and count them. */
static FuncCandidateList
keep_best(FuncCandidateList list, int nargs, Oid *types,
		  TYPCATEGORY *categories, CandidateScore score, int *count)
{
	FuncCandidateList best = NULL;
	FuncCandidateList *tail = &best;
	FuncCandidateList next;
	int best_score = -1;

	*count = 0;
	for (FuncCandidateList c = list; c != NULL; c = next)
	{
		int s = score(c, nargs, types, categories);

		next = c->next;
		if (s < best_score)
			continue;
		if (s > best_score)
		{
			best_score = s;
			tail = &best;
			*count = 0;
		}
		*tail = c;
		tail = &c->next;
		c->next = NULL;
		(*count)++;
	}
	return best;
}

static int
exact_matches(FuncCandidateList c, int nargs, Oid *types, TYPCATEGORY *categories)
{
	int n = 0;

	for (int i = 0; i < nargs; i++)
		if (types[i] != UNKNOWNOID && c->args[i] == types[i])
			n++;
	return n;
}

/* Exact matches, and preferred types where a conversion is needed. */
static int
preferred_matches(FuncCandidateList c, int nargs, Oid *types,
				  TYPCATEGORY *categories)
{
	int n = 0;

	for (int i = 0; i < nargs; i++)
		if (types[i] != UNKNOWNOID &&
			(c->args[i] == types[i] || IsPreferredType(categories[i], c->args[i])))
			n++;
	return n;
}

/*
 * For unknown literals, decide on a category per position from what the
 * candidates take: string if any does, else the one that all agree on.  False
 * if they do not agree.  categories[] is filled for those positions.
 */
static bool
unknown_categories(FuncCandidateList list, int nargs, Oid *types,
				   TYPCATEGORY *categories, bool *has_preferred)
{
	for (int i = 0; i < nargs; i++)
	{
		bool conflict = false;

		if (types[i] != UNKNOWNOID)
			continue;
		categories[i] = TYPCATEGORY_INVALID;
		has_preferred[i] = false;
		for (FuncCandidateList c = list; c != NULL; c = c->next)
		{
			TYPCATEGORY cat;
			bool preferred;

			get_type_category_preferred(c->args[i], &cat, &preferred);
			if (categories[i] == TYPCATEGORY_INVALID)
			{
				categories[i] = cat;
				has_preferred[i] = preferred;
			}
			else if (cat == categories[i])
				has_preferred[i] |= preferred;
			else if (cat == TYPCATEGORY_STRING)
			{
				categories[i] = cat;
				has_preferred[i] = preferred;
			}
			else
				conflict = true;
		}
		if (conflict && categories[i] != TYPCATEGORY_STRING)
			return false;
	}
	return true;
}

/* Does a candidate take the chosen category, preferred if any does so? */
static bool
fits_unknowns(FuncCandidateList c, int nargs, Oid *types,
			  TYPCATEGORY *categories, bool *has_preferred)
{
	for (int i = 0; i < nargs; i++)
	{
		TYPCATEGORY cat;
		bool preferred;

		if (types[i] != UNKNOWNOID)
			continue;
		get_type_category_preferred(c->args[i], &cat, &preferred);
		if (cat != categories[i] || (has_preferred[i] && !preferred))
			return false;
	}
	return true;
}

/* If all known inputs have one type, suppose the unknown ones have it too. */
static FuncCandidateList
suppose_same_type(FuncCandidateList list, int nargs, Oid *types)
{
	Oid known = InvalidOid;
	Oid supposed[FUNC_MAX_ARGS];
	FuncCandidateList found = NULL;

	for (int i = 0; i < nargs; i++)
	{
		if (types[i] == UNKNOWNOID)
			continue;
		if (OidIsValid(known) && known != types[i])
			return NULL;
		known = types[i];
	}
	if (!OidIsValid(known))
		return NULL;
	for (int i = 0; i < nargs; i++)
		supposed[i] = known;
	for (FuncCandidateList c = list; c != NULL; c = c->next)
		if (can_coerce_type(nargs, supposed, c->args, COERCION_IMPLICIT))
		{
			if (found != NULL)
				return NULL;
			found = c;
		}
	if (found != NULL)
		found->next = NULL;
	return found;
}

/*
 * func_select_candidate
 *		The one best candidate of several that could be called, or NULL if
 *		none is best.
 */
FuncCandidateList
func_select_candidate(int nargs, Oid *input_typeids,
					  FuncCandidateList candidates)
{
	Oid types[FUNC_MAX_ARGS];
	TYPCATEGORY categories[FUNC_MAX_ARGS];
	bool has_preferred[FUNC_MAX_ARGS];
	int nunknown = 0;
	int n;

	for (int i = 0; i < nargs; i++)
	{
		if (input_typeids[i] == UNKNOWNOID)
			nunknown++;
		types[i] = input_typeids[i] == UNKNOWNOID ? UNKNOWNOID : getBaseType(input_typeids[i]);
		categories[i] = TypeCategory(types[i]);
	}
	candidates = keep_best(candidates, nargs, types, categories, exact_matches, &n);
	if (n == 1)
		return candidates;
	candidates = keep_best(candidates, nargs, types, categories,
						   preferred_matches, &n);
	if (n == 1)
		return candidates;
	if (nunknown == 0)
		return NULL;

	if (unknown_categories(candidates, nargs, types, categories, has_preferred))
	{
		FuncCandidateList kept = NULL;
		FuncCandidateList *tail = &kept;

		n = 0;
		for (FuncCandidateList c = candidates; c != NULL; c = c->next)
			if (fits_unknowns(c, nargs, types, categories, has_preferred))
			{
				*tail = c;
				tail = &c->next;
				n++;
			}
		if (n > 0)
		{
			*tail = NULL;
			candidates = kept;
		}
		if (n == 1)
			return candidates;
	}
	return nunknown < nargs ? suppose_same_type(candidates, nargs, types) : NULL;
}

/* type(x) as a cast: only if it needs no function, or goes through text. */
static bool
call_is_cast(List *funcname, List *fargs, Oid source, Oid *target)
{
	TypeName *t = makeTypeNameFromNameList(funcname);
	Type typ = LookupTypeName(NULL, t, NULL, true);
	CoercionPathType path;
	Oid castfunc;

	*target = InvalidOid;
	if (typ != NULL)
	{
		if (((Form_pg_type) GETSTRUCT(typ))->typisdefined &&
			!OidIsValid(typeTypeRelid(typ)))
			*target = typeTypeId(typ);
		ReleaseSysCache(typ);
	}
	if (!OidIsValid(*target))
		return false;
	if (source == UNKNOWNOID && IsA(linitial(fargs), Const))
		return true;
	path = find_coercion_pathway(*target, source, COERCION_EXPLICIT, &castfunc);
	if (path == COERCION_PATH_RELABELTYPE)
		return true;
	/* a row as text is not a cast written as a call */
	return path == COERCION_PATH_COERCEVIAIO &&
		!((source == RECORDOID || ISCOMPLEX(source)) &&
		  TypeCategory(*target) == TYPCATEGORY_STRING);
}

/* The defaults of the last ndargs parameters, or with names of those missing. */
static List *
candidate_defaults(HeapTuple proc, FuncCandidateList best, int nargs)
{
	Datum d;
	bool isnull;
	List *all;
	List *result = NIL;
	int ndefaults;
	int first;
	bool given[FUNC_MAX_ARGS] = {0};

	if (best->ndargs == 0)
		return NIL;
	d = SysCacheGetAttr(PROCOID, proc, Anum_pg_proc_proargdefaults, &isnull);
	if (isnull)
		elog(ERROR, "function has no defaults where some are needed");
	all = castNode(List, stringToNode(TextDatumGetCString(d)));
	ndefaults = list_length(all);
	first = ((Form_pg_proc) GETSTRUCT(proc))->pronargs - ndefaults;
	if (best->argnumbers == NULL)
		return list_copy_tail(all, ndefaults - best->ndargs);
	for (int i = 0; i < nargs; i++)
		given[best->argnumbers[i]] = true;
	for (int i = 0; i < ndefaults; i++)
		if (!given[first + i])
			result = lappend(result, list_nth(all, i));
	return result;
}

/*
 * func_get_detail
 *		Find the function that a call means.
 *
 * fargs is needed to tell constants, and to set the position of named
 * arguments (NamedArgExpr.argnumber); it may be NIL otherwise.  The rest of
 * the result is undefined if NOTFOUND or MULTIPLE is returned.
 */
FuncDetailCode
func_get_detail(List *funcname, List *fargs, List *fargnames, int nargs,
				Oid *argtypes, bool expand_variadic, bool expand_defaults,
				bool include_out_arguments, Oid *funcid, Oid *rettype,
				bool *retset, int *nvargs, Oid *vatype, Oid **true_typeids,
				List **argdefaults)
{
	FuncCandidateList all;
	FuncCandidateList best = NULL;
	HeapTuple tup;
	Form_pg_proc proc;
	FuncDetailCode result;

	*funcid = *rettype = *vatype = InvalidOid;
	*retset = false;
	*nvargs = 0;
	*true_typeids = NULL;
	if (argdefaults)
		*argdefaults = NIL;

	all = FuncnameGetCandidates(funcname, nargs, fargnames, expand_variadic,
								expand_defaults, include_out_arguments, false);
	for (FuncCandidateList c = all; c != NULL; c = c->next)
		if (nargs == 0 || memcmp(argtypes, c->args, nargs * sizeof(Oid)) == 0)
		{
			best = c;
			break;
		}
	if (best == NULL && nargs == 1 && fargs != NIL && fargnames == NIL)
	{
		Oid target;

		if (call_is_cast(funcname, fargs, argtypes[0], &target))
		{
			*rettype = target;
			*true_typeids = argtypes;
			return FUNCDETAIL_COERCION;
		}
	}
	if (best == NULL && all != NULL)
	{
		int n = func_match_argtypes(nargs, argtypes, all, &best);

		if (n > 1)
		{
			best = func_select_candidate(nargs, argtypes, best);
			if (best == NULL)
				return FUNCDETAIL_MULTIPLE;
		}
	}
	if (best == NULL)
		return FUNCDETAIL_NOTFOUND;
	/* namespace.c marks two equally good ones of a schema like this */
	if (!OidIsValid(best->oid))
		return FUNCDETAIL_MULTIPLE;
	/* VARIADIC marks the array itself only if it was not expanded */
	if (fargnames != NIL && !expand_variadic && nargs > 0 &&
		best->argnumbers[nargs - 1] != nargs - 1)
		return FUNCDETAIL_NOTFOUND;

	*funcid = best->oid;
	*nvargs = best->nvargs;
	*true_typeids = best->args;
	if (best->argnumbers != NULL)
	{
		int i = 0;
		ListCell *lc;

		foreach (lc, fargs)
		{
			if (IsA(lfirst(lc), NamedArgExpr))
				((NamedArgExpr *) lfirst(lc))->argnumber = best->argnumbers[i];
			i++;
		}
	}

	tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(best->oid));
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", best->oid);
	proc = (Form_pg_proc) GETSTRUCT(tup);
	*rettype = proc->prorettype;
	*retset = proc->proretset;
	*vatype = proc->provariadic;
	if (argdefaults)
		*argdefaults = candidate_defaults(tup, best, nargs);
	switch (proc->prokind)
	{
		case PROKIND_AGGREGATE:
			result = FUNCDETAIL_AGGREGATE;
			break;
		case PROKIND_PROCEDURE:
			result = FUNCDETAIL_PROCEDURE;
			break;
		case PROKIND_WINDOW:
			result = FUNCDETAIL_WINDOWFUNC;
			break;
		default:
			result = FUNCDETAIL_NORMAL;
			break;
	}
	ReleaseSysCache(tup);
	return result;
}

/* Convert arguments, in place, to the types declared. */
void
make_fn_arguments(ParseState *pstate, List *fargs, Oid *actual_arg_types,
				  Oid *declared_arg_types)
{
	ListCell *lc;
	int i = 0;

	foreach (lc, fargs)
	{
		Node *arg = lfirst(lc);

		if (actual_arg_types[i] != declared_arg_types[i])
		{
			if (IsA(arg, NamedArgExpr))
			{
				NamedArgExpr *na = (NamedArgExpr *) arg;

				na->arg = (Expr *) coerce_type(pstate, (Node *) na->arg,
											   actual_arg_types[i],
											   declared_arg_types[i], -1,
											   COERCION_IMPLICIT,
											   COERCE_IMPLICIT_CAST, -1);
			}
			else
				lfirst(lc) = coerce_type(pstate, arg, actual_arg_types[i],
										 declared_arg_types[i], -1,
										 COERCION_IMPLICIT,
										 COERCE_IMPLICIT_CAST, -1);
		}
		i++;
	}
}

/*
 * check_srf_call_placement
 *		May a set-returning call stand here?
 *
 * last_srf is pstate->p_last_srf from before the call's arguments: if it
 * changed, an argument returns a set, which FROM does not allow.
 */
void
check_srf_call_placement(ParseState *pstate, Node *last_srf, int location)
{
	const char *err = NULL;
	bool errkind = false;

	switch (pstate->p_expr_kind)
	{
		case EXPR_KIND_NONE:
		case EXPR_KIND_OTHER:
			break;
		case EXPR_KIND_FROM_FUNCTION:
			if (pstate->p_last_srf != last_srf)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("set-returning functions must appear at top level of FROM"),
						 parser_errposition(pstate,
											exprLocation(pstate->p_last_srf))));
			break;
		case EXPR_KIND_SELECT_TARGET:
		case EXPR_KIND_INSERT_TARGET:
		case EXPR_KIND_GROUP_BY:
		case EXPR_KIND_ORDER_BY:
		case EXPR_KIND_DISTINCT_ON:
		case EXPR_KIND_VALUES_SINGLE:
			pstate->p_hasTargetSRFs = true;
			break;
		case EXPR_KIND_UPDATE_SOURCE:
		case EXPR_KIND_UPDATE_TARGET:
			/* allowed by the grammar of UPDATE, but which row would it be */
			errkind = true;
			break;
		case EXPR_KIND_JOIN_ON:
		case EXPR_KIND_JOIN_USING:
			err = "set-returning functions are not allowed in JOIN conditions";
			break;
		case EXPR_KIND_POLICY:
			err = "set-returning functions are not allowed in policy expressions";
			break;
		case EXPR_KIND_WINDOW_PARTITION:
		case EXPR_KIND_WINDOW_ORDER:
			pstate->p_hasTargetSRFs = true;
			break;
		case EXPR_KIND_WINDOW_FRAME_RANGE:
		case EXPR_KIND_WINDOW_FRAME_ROWS:
		case EXPR_KIND_WINDOW_FRAME_GROUPS:
			err = "set-returning functions are not allowed in window definitions";
			break;
		case EXPR_KIND_MERGE_WHEN:
			err = "set-returning functions are not allowed in MERGE WHEN conditions";
			break;
		case EXPR_KIND_CHECK_CONSTRAINT:
		case EXPR_KIND_DOMAIN_CHECK:
			err = "set-returning functions are not allowed in check constraints";
			break;
		case EXPR_KIND_COLUMN_DEFAULT:
		case EXPR_KIND_FUNCTION_DEFAULT:
			err = "set-returning functions are not allowed in DEFAULT expressions";
			break;
		case EXPR_KIND_INDEX_EXPRESSION:
			err = "set-returning functions are not allowed in index expressions";
			break;
		case EXPR_KIND_INDEX_PREDICATE:
			err = "set-returning functions are not allowed in index predicates";
			break;
		case EXPR_KIND_STATS_EXPRESSION:
			err = "set-returning functions are not allowed in statistics expressions";
			break;
		case EXPR_KIND_ALTER_COL_TRANSFORM:
			err = "set-returning functions are not allowed in transform expressions";
			break;
		case EXPR_KIND_EXECUTE_PARAMETER:
			err = "set-returning functions are not allowed in EXECUTE parameters";
			break;
		case EXPR_KIND_TRIGGER_WHEN:
			err = "set-returning functions are not allowed in trigger WHEN conditions";
			break;
		case EXPR_KIND_PARTITION_BOUND:
			err = "set-returning functions are not allowed in partition bound";
			break;
		case EXPR_KIND_PARTITION_EXPRESSION:
			err = "set-returning functions are not allowed in partition key expressions";
			break;
		case EXPR_KIND_CALL_ARGUMENT:
			err = "set-returning functions are not allowed in CALL arguments";
			break;
		case EXPR_KIND_COPY_WHERE:
			err = "set-returning functions are not allowed in COPY FROM WHERE conditions";
			break;
		case EXPR_KIND_GENERATED_COLUMN:
			err = "set-returning functions are not allowed in column generation expressions";
			break;
		default:
			errkind = true;
			break;
	}
	if (err != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("%s", err),
				 parser_errposition(pstate, location)));
	if (errkind)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-returning functions are not allowed in %s",
						ParseExprKindName(pstate->p_expr_kind)),
				 parser_errposition(pstate, location)));
}

/* ---- names for commands and messages ---- */

/* "f(integer, b => text)" */
const char *
funcname_signature_string(const char *funcname, int nargs, List *argnames,
						  const Oid *argtypes)
{
	StringInfoData buf;
	int nposit = nargs - list_length(argnames);

	initStringInfo(&buf);
	appendStringInfo(&buf, "%s(", funcname);
	for (int i = 0; i < nargs; i++)
	{
		if (i > 0)
			appendStringInfoString(&buf, ", ");
		if (i >= nposit)
			appendStringInfo(&buf, "%s => ",
							 (char *) list_nth(argnames, i - nposit));
		appendStringInfoString(&buf, format_type_be(argtypes[i]));
	}
	appendStringInfoChar(&buf, ')');
	return buf.data;
}

const char *
func_signature_string(List *funcname, int nargs, List *argnames,
					  const Oid *argtypes)
{
	return funcname_signature_string(NameListToString(funcname), nargs, argnames,
									 argtypes);
}

/*
 * A function of any kind by name and exact argument types; nargs -1 means
 * whatever arguments, if there is only one.  *ambiguous: there are several.
 */
static Oid
lookup_func(List *funcname, int nargs, const Oid *argtypes,
			bool include_out_arguments, bool missing_ok, ObjectType kind,
			bool *ambiguous)
{
	Oid result = InvalidOid;
	FuncCandidateList list;

	*ambiguous = false;
	list = FuncnameGetCandidates(funcname, nargs, NIL, false, false,
								 include_out_arguments, missing_ok);
	for (; list != NULL; list = list->next)
	{
		char prokind;

		if (nargs > 0 && memcmp(argtypes, list->args, nargs * sizeof(Oid)) != 0)
			continue;
		prokind = get_func_prokind(list->oid);
		if (nargs < 0 &&
			((kind == OBJECT_FUNCTION && prokind == PROKIND_PROCEDURE) ||
			 (kind == OBJECT_PROCEDURE && prokind != PROKIND_PROCEDURE) ||
			 (kind == OBJECT_AGGREGATE && prokind != PROKIND_AGGREGATE)))
			continue;
		if (OidIsValid(result))
		{
			*ambiguous = true;
			return InvalidOid;
		}
		result = list->oid;
	}
	return result;
}

Oid
LookupFuncName(List *funcname, int nargs, const Oid *argtypes, bool missing_ok)
{
	bool ambiguous;
	Oid oid = lookup_func(funcname, nargs, argtypes, false, missing_ok,
						  OBJECT_ROUTINE, &ambiguous);

	if (OidIsValid(oid))
		return oid;
	if (ambiguous)
		ereport(ERROR,
				(errcode(ERRCODE_AMBIGUOUS_FUNCTION),
				 errmsg("function name \"%s\" is not unique",
						NameListToString(funcname)),
				 errhint("The argument list would make it unique.")));
	if (missing_ok)
		return InvalidOid;
	if (nargs < 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not find a function named \"%s\"",
						NameListToString(funcname))));
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("function %s does not exist",
					func_signature_string(funcname, nargs, NIL, argtypes))));
	return InvalidOid;
}

static const char *
routine_word(ObjectType objtype)
{
	return objtype == OBJECT_PROCEDURE ? "procedure" : objtype == OBJECT_AGGREGATE ? "aggregate"
																				   : "function";
}

/* Is what was found of the kind that the command named? */
static void
check_routine_kind(Oid oid, ObjectType objtype, ObjectWithArgs *func, int nargs,
				   const Oid *argtypes)
{
	char prokind = get_func_prokind(oid);
	const char *sig = func_signature_string(func->objname, Max(nargs, 0), NIL,
											argtypes);

	if (objtype == OBJECT_FUNCTION && prokind == PROKIND_PROCEDURE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("%s is not a function", sig)));
	if (objtype == OBJECT_PROCEDURE && prokind != PROKIND_PROCEDURE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("%s is not a procedure", sig)));
	if (objtype == OBJECT_AGGREGATE && prokind != PROKIND_AGGREGATE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("function %s is not an aggregate", sig)));
}

/*
 * LookupFuncWithArgs
 *		The function, procedure, aggregate or routine that a command names.
 *
 * With missing_ok, InvalidOid if there is none.
 */
Oid
LookupFuncWithArgs(ObjectType objtype, ObjectWithArgs *func, bool missing_ok)
{
	Oid argtypes[FUNC_MAX_ARGS];
	int nargs = 0;
	Oid oid;
	bool ambiguous;
	ListCell *lc;

	if (list_length(func->objargs) > FUNC_MAX_ARGS)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
				 errmsg("functions cannot have more than %d arguments",
						FUNC_MAX_ARGS)));
	foreach (lc, func->objargs)
	{
		argtypes[nargs] = LookupTypeNameOid(NULL, lfirst_node(TypeName, lc),
											missing_ok);
		if (!OidIsValid(argtypes[nargs]))
			return InvalidOid;
		nargs++;
	}
	oid = lookup_func(func->objname, func->args_unspecified ? -1 : nargs,
					  argtypes, false, missing_ok, objtype, &ambiguous);
	if (OidIsValid(oid))
	{
		check_routine_kind(oid, objtype, func, nargs, argtypes);
		return oid;
	}
	if (ambiguous)
		ereport(ERROR,
				(errcode(ERRCODE_AMBIGUOUS_FUNCTION),
				 errmsg("%s name \"%s\" is not unique", routine_word(objtype),
						NameListToString(func->objname)),
				 errhint("The argument list would make it unique.")));
	if (missing_ok)
		return InvalidOid;
	if (func->args_unspecified)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not find a %s named \"%s\"",
						routine_word(objtype), NameListToString(func->objname))));
	if (objtype == OBJECT_AGGREGATE && nargs == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("aggregate %s(*) does not exist",
						NameListToString(func->objname))));
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("%s %s does not exist", routine_word(objtype),
					func_signature_string(func->objname, nargs, NIL, argtypes))));
	return InvalidOid;
}
