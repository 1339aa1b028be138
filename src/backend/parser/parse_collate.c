/*
 * parse_collate.c
 *		Assigning collations to a finished tree.
 *
 * A bottom-up walk.  Each expression derives a collation from its children
 * with a strength: none, implicit (a column's or a type's), conflict (two
 * different implicit ones), explicit (COLLATE).  Two different explicit ones
 * are an error at once; a conflict is an error only where a collation is
 * needed, which here is where clauses sort or group, and at run time else.
 * Source: PostgreSQL 15 manual, "Collation Support".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_collate.c
 */
#include "postgres.h"

#include "catalog/pg_aggregate.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_collate.h"
#include "utils/lsyscache.h"

typedef enum CollateStrength
{
	COLLATE_NONE,
	COLLATE_IMPLICIT,
	COLLATE_CONFLICT,
	COLLATE_EXPLICIT
} CollateStrength;

/* What is known of the expressions walked so far. */
typedef struct CollateState
{
	ParseState *pstate;
	Oid collation;
	CollateStrength strength;
	int location; /* of the expression it comes from */
	Oid collation2; /* COLLATE_CONFLICT: the other one */
	int location2;
} CollateState;

static bool assign_walker(Node *node, CollateState *outer);
static void merge_state(Oid collation, CollateStrength strength, int location,
						Oid collation2, int location2, CollateState *outer);

static CollateState
empty_state(ParseState *pstate)
{
	return (CollateState){pstate, InvalidOid, COLLATE_NONE, -1, InvalidOid, -1};
}

/* ---- entry points ---- */

static bool
query_collations_walker(Node *node, ParseState *pstate)
{
	if (node == NULL)
		return false;
	/* a set operation's columns got theirs when it was made */
	if (IsA(node, SetOperationStmt))
		return false;
	if (IsA(node, List))
		assign_list_collations(pstate, (List *) node);
	else
		assign_expr_collations(pstate, node);
	return false;
}

/* All expressions of a query level; subqueries in FROM have been done. */
void
assign_query_collations(ParseState *pstate, Query *query)
{
	query_tree_walker(query, query_collations_walker, pstate,
					  QTW_IGNORE_RANGE_TABLE | QTW_IGNORE_CTE_SUBQUERIES);
}

/* Each member by itself. */
void
assign_list_collations(ParseState *pstate, List *exprs)
{
	ListCell *lc;

	foreach (lc, exprs)
		assign_expr_collations(pstate, lfirst(lc));
}

void
assign_expr_collations(ParseState *pstate, Node *expr)
{
	CollateState s = empty_state(pstate);

	assign_walker(expr, &s);
}

static void
implicit_mismatch(const CollateState *s)
{
	ereport(ERROR,
			(errcode(ERRCODE_COLLATION_MISMATCH),
			 errmsg("collation mismatch between implicit collations \"%s\" and \"%s\"",
					get_collation_name(s->collation),
					get_collation_name(s->collation2)),
			 errhint("A COLLATE clause on one side or both decides it."),
			 parser_errposition(s->pstate, s->location2)));
}

/*
 * select_common_collation
 *		The collation that the expressions of a list agree on.
 *
 * A conflict of implicit ones is an error, or with none_ok gives InvalidOid.
 */
Oid
select_common_collation(ParseState *pstate, List *exprs, bool none_ok)
{
	CollateState s = empty_state(pstate);

	assign_walker((Node *) exprs, &s);
	if (s.strength == COLLATE_CONFLICT)
	{
		if (none_ok)
			return InvalidOid;
		implicit_mismatch(&s);
	}
	return s.collation;
}

/* ---- the walk ---- */

static void
walk_list(List *list, CollateState *s)
{
	ListCell *lc;

	foreach (lc, list)
		assign_walker(lfirst(lc), s);
}

/* Direct arguments and sort keys of ordered-set aggregates are apart. */
static void
assign_aggregate(Aggref *agg, CollateState *s)
{
	bool ordered = AGGKIND_IS_ORDERED_SET(agg->aggkind);
	/* a single sort key merges with the direct arguments, more do not */
	bool merge_sort_key = ordered && list_length(agg->args) == 1 &&
		get_func_variadictype(agg->aggfnoid) == InvalidOid;
	ListCell *lc;

	if (!ordered)
	{
		foreach (lc, agg->args)
		{
			TargetEntry *tle = lfirst_node(TargetEntry, lc);

			/* what only ORDER BY needs has no part in the call */
			if (tle->resjunk)
				assign_expr_collations(s->pstate, (Node *) tle);
			else
				assign_walker((Node *) tle, s);
		}
	}
	else
	{
		walk_list(agg->aggdirectargs, s);
		foreach (lc, agg->args)
		{
			if (merge_sort_key)
				assign_walker(lfirst(lc), s);
			else
				assign_expr_collations(s->pstate, lfirst(lc));
		}
	}
	assign_expr_collations(s->pstate, (Node *) agg->aggfilter);
}

/* WHEN conditions have nothing to do with the result's collation. */
static void
assign_case(CaseExpr *c, CollateState *s)
{
	ListCell *lc;

	assign_expr_collations(s->pstate, (Node *) c->arg);
	foreach (lc, c->args)
	{
		CaseWhen *w = lfirst_node(CaseWhen, lc);

		assign_expr_collations(s->pstate, (Node *) w->expr);
		assign_walker((Node *) w->result, s);
	}
	assign_walker((Node *) c->defresult, s);
}

/* row < row: each pair of columns has a collation of its own. */
static void
assign_row_compare(RowCompareExpr *r, ParseState *pstate)
{
	List *colls = NIL;
	ListCell *l;
	ListCell *rr;

	forboth (l, r->largs, rr, r->rargs)
		colls = lappend_oid(colls,
							select_common_collation(pstate,
													list_make2(lfirst(l), lfirst(rr)),
													true));
	r->inputcollids = colls;
}

/* Children that are independent, and no collation of the whole. */
static bool
assign_children_alone(Node *node, CollateState *s)
{
	switch (nodeTag(node))
	{
		case T_FromExpr:
			walk_list(((FromExpr *) node)->fromlist, s);
			assign_expr_collations(s->pstate, ((FromExpr *) node)->quals);
			return true;
		case T_JoinExpr:
			assign_walker(((JoinExpr *) node)->larg, s);
			assign_walker(((JoinExpr *) node)->rarg, s);
			assign_expr_collations(s->pstate, ((JoinExpr *) node)->quals);
			return true;
		case T_OnConflictExpr:
		{
			OnConflictExpr *o = (OnConflictExpr *) node;

			assign_list_collations(s->pstate, o->arbiterElems);
			assign_expr_collations(s->pstate, o->arbiterWhere);
			assign_list_collations(s->pstate, o->onConflictSet);
			assign_expr_collations(s->pstate, o->onConflictWhere);
			assign_list_collations(s->pstate, o->exclRelTlist);
			return true;
		}
		case T_InferenceElem:
			/* its collation is what it asks an index for, not its own */
			assign_expr_collations(s->pstate, ((InferenceElem *) node)->expr);
			return true;
		case T_RangeTblRef:
		case T_SortGroupClause:
		case T_WindowClause:
		case T_SetOperationStmt:
		case T_Query:
			return true;
		default:
			return false;
	}
}

/* A node whose collation the type or the syntax fixes; false: another node. */
static bool
assign_leaf(Node *node, CollateState *s)
{
	switch (nodeTag(node))
	{
		case T_Var:
		case T_Const:
		case T_Param:
		case T_CoerceToDomainValue:
		case T_CaseTestExpr:
		case T_SetToDefault:
		case T_CurrentOfExpr:
		case T_SQLValueFunction:
		case T_NextValueExpr:
			s->collation = exprCollation(node);
			s->strength = COLLATE_IMPLICIT;
			s->location = exprLocation(node);
			return true;
		default:
			return false;
	}
}

static void
assign_subscripts(SubscriptingRef *r, CollateState *s)
{
	/* the container decides, the subscripts do not */
	assign_list_collations(s->pstate, r->refupperindexpr);
	assign_list_collations(s->pstate, r->reflowerindexpr);
	assign_walker((Node *) r->refexpr, s);
	assign_walker((Node *) r->refassgnexpr, s);
}

/* Walk the children so that what matters for the node is merged into s. */
static void
assign_children(Node *node, CollateState *s)
{
	switch (nodeTag(node))
	{
		case T_Aggref:
			assign_aggregate((Aggref *) node, s);
			break;
		case T_WindowFunc:
			walk_list(((WindowFunc *) node)->args, s);
			assign_expr_collations(s->pstate,
								   (Node *) ((WindowFunc *) node)->aggfilter);
			break;
		case T_CaseExpr:
			assign_case((CaseExpr *) node, s);
			break;
		case T_SubscriptingRef:
			assign_subscripts((SubscriptingRef *) node, s);
			break;
		case T_ArrayCoerceExpr:
			/* the element conversion is walked for its inner functions only */
			assign_walker((Node *) ((ArrayCoerceExpr *) node)->arg, s);
			assign_expr_collations(s->pstate,
								   (Node *) ((ArrayCoerceExpr *) node)->elemexpr);
			break;
		default:
			expression_tree_walker(node, assign_walker, s);
			break;
	}
}

/*
 * The node's own result: if it is collatable, the children's collation if
 * they have one, else the type's default.  s is changed from what the
 * children say to what the node says.
 */
static void
settle_result(Node *node, CollateState *s)
{
	Oid typcoll = get_typcollation(exprType(node));

	exprSetInputCollation(node, s->strength == COLLATE_CONFLICT ? InvalidOid : s->collation);
	if (!OidIsValid(typcoll))
	{
		exprSetCollation(node, InvalidOid);
		s->collation = InvalidOid;
		s->strength = COLLATE_NONE;
		return;
	}
	if (s->strength == COLLATE_NONE)
	{
		/* collatable result from inputs that are not */
		s->collation = typcoll;
		s->strength = COLLATE_IMPLICIT;
		s->location = exprLocation(node);
	}
	else if (typcoll != DEFAULT_COLLATION_OID && !OidIsValid(s->collation))
	{
		s->collation = typcoll;
		s->strength = COLLATE_IMPLICIT;
		s->location = exprLocation(node);
	}
	else if (IsA(node, FuncExpr) || IsA(node, OpExpr))
	{
		/* a function of type "name" gives C, whatever goes in */
		if (typcoll != DEFAULT_COLLATION_OID)
			s->collation = typcoll;
	}
	exprSetCollation(node, s->strength == COLLATE_CONFLICT ? InvalidOid : s->collation);
}

static void
assign_collate_expr(CollateExpr *c, CollateState *s)
{
	CollateState inner = empty_state(s->pstate);

	assign_walker((Node *) c->arg, &inner);
	s->collation = c->collOid;
	s->strength = COLLATE_EXPLICIT;
	s->location = c->location;
}

/* From a field or a domain, the collation stored with the node itself. */
static bool
assign_fixed(Node *node, CollateState *s)
{
	if (IsA(node, FieldSelect))
	{
		CollateState inner = empty_state(s->pstate);

		assign_walker((Node *) ((FieldSelect *) node)->arg, &inner);
		s->collation = ((FieldSelect *) node)->resultcollid;
		s->strength = OidIsValid(s->collation) ? COLLATE_IMPLICIT : COLLATE_NONE;
		s->location = exprLocation(node);
		return true;
	}
	if (IsA(node, RowExpr) || IsA(node, NullTest) || IsA(node, BooleanTest) ||
		IsA(node, BoolExpr) || IsA(node, GroupingFunc))
	{
		/* the parts stand alone, and the whole has none */
		ListCell *lc;
		List *parts;

		if (IsA(node, RowExpr))
			parts = ((RowExpr *) node)->args;
		else if (IsA(node, BoolExpr))
			parts = ((BoolExpr *) node)->args;
		else if (IsA(node, GroupingFunc))
			parts = ((GroupingFunc *) node)->args;
		else
			parts = list_make1(((NullTest *) node)->arg);
		foreach (lc, parts)
			assign_expr_collations(s->pstate, lfirst(lc));
		return true;
	}
	return false;
}

/* A SubLink takes the collation of its query's column, as implicit. */
static void
assign_sublink(SubLink *l, CollateState *s)
{
	assign_expr_collations(s->pstate, l->testexpr);
	if (l->subselect != NULL && IsA(l->subselect, Query) &&
		(l->subLinkType == EXPR_SUBLINK || l->subLinkType == ARRAY_SUBLINK))
	{
		s->collation = exprCollation((Node *) l);
		s->strength = OidIsValid(s->collation) ? COLLATE_IMPLICIT : COLLATE_NONE;
		s->location = l->location;
	}
}

static bool
assign_walker(Node *node, CollateState *outer)
{
	CollateState s;

	if (node == NULL)
		return false;
	if (IsA(node, List))
	{
		walk_list((List *) node, outer);
		return false;
	}
	s = empty_state(outer->pstate);
	if (assign_children_alone(node, &s))
		return false;
	if (IsA(node, TargetEntry))
	{
		assign_walker((Node *) ((TargetEntry *) node)->expr, &s);
		/* a conflict passes on; whoever sorts by the column says so */
	}
	else if (IsA(node, CollateExpr))
		assign_collate_expr((CollateExpr *) node, &s);
	else if (IsA(node, RowCompareExpr))
		assign_row_compare((RowCompareExpr *) node, s.pstate);
	else if (IsA(node, SubLink))
		assign_sublink((SubLink *) node, &s);
	else if (!assign_leaf(node, &s) && !assign_fixed(node, &s))
	{
		assign_children(node, &s);
		if (IsA(node, CaseWhen) || IsA(node, MergeAction))
			s = empty_state(outer->pstate);
		else
			settle_result(node, &s);
	}
	if (!OidIsValid(s.collation) && s.strength == COLLATE_IMPLICIT)
		s.strength = COLLATE_NONE;
	merge_state(s.collation, s.strength, s.location, s.collation2, s.location2,
				outer);
	return false;
}

static void
explicit_mismatch(Oid a, Oid b, int location, ParseState *pstate)
{
	ereport(ERROR,
			(errcode(ERRCODE_COLLATION_MISMATCH),
			 errmsg("collation mismatch between explicit collations \"%s\" and \"%s\"",
					get_collation_name(a), get_collation_name(b)),
			 parser_errposition(pstate, location)));
}

/* Merge what one child says into what is known so far. */
static void
merge_state(Oid collation, CollateStrength strength, int location,
			Oid collation2, int location2, CollateState *outer)
{
	if (strength > outer->strength)
	{
		outer->strength = strength;
		outer->collation = collation;
		outer->location = location;
		outer->collation2 = collation2;
		outer->location2 = location2;
		return;
	}
	if (strength < outer->strength || collation == outer->collation)
		return;
	if (strength == COLLATE_EXPLICIT)
		explicit_mismatch(outer->collation, collation, location, outer->pstate);
	if (strength != COLLATE_IMPLICIT)
		return;
	/* any other collation wins over the default one */
	if (outer->collation == DEFAULT_COLLATION_OID)
	{
		outer->collation = collation;
		outer->location = location;
	}
	else if (collation != DEFAULT_COLLATION_OID)
	{
		outer->strength = COLLATE_CONFLICT;
		outer->collation2 = collation;
		outer->location2 = location;
	}
}
