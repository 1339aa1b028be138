/*
 * predtest.c
 *		Does one set of conditions follow from another?
 *
 * Used for partial indexes.  Sound but not complete: it knows equal clauses,
 * AND and OR, IS NOT NULL from strict clauses, and comparisons of the same
 * expression with constants under one btree operator family.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/util/predtest.c
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"

static bool implied(Node *predicate, List *clauses);

/* Does "x op1 c1" being true make "x op2 c2" true? */
static bool
comparison_implied(Node *predicate, Node *clause)
{
	OpExpr *p = (OpExpr *) predicate;
	OpExpr *c = (OpExpr *) clause;
	List *families;
	ListCell *lc;
	Const *pc;
	Const *cc;

	if (!is_opclause(p) || !is_opclause(c) || list_length(p->args) != 2 ||
		list_length(c->args) != 2 || p->inputcollid != c->inputcollid ||
		!equal(linitial(p->args), linitial(c->args)) ||
		!IsA(lsecond(p->args), Const) || !IsA(lsecond(c->args), Const))
		return false;
	pc = lsecond(p->args);
	cc = lsecond(c->args);
	if (pc->constisnull || cc->constisnull)
		return false;
	families = get_op_btree_interpretation(c->opno);
	foreach (lc, families)
	{
		OpBtreeInterpretation *ci = lfirst(lc);
		int ps = get_op_opfamily_strategy(p->opno, ci->opfamily_id);
		int test;
		Oid testop;
		Expr *expr;
		Expr *res;

		if (ps == 0 || ci->strategy > BTMaxStrategyNumber)
			continue;
		/* the test between the constants: c2 test c1 */
		switch (ci->strategy)
		{
			case BTEqualStrategyNumber:
				test = ps; /* x = c1: c1 op2 c2 */
				break;
			case BTLessStrategyNumber:
				if (ps != BTLessStrategyNumber &&
					ps != BTLessEqualStrategyNumber)
					continue;
				test = BTLessEqualStrategyNumber;
				break;
			case BTLessEqualStrategyNumber:
				if (ps == BTLessStrategyNumber)
					test = BTLessStrategyNumber;
				else if (ps == BTLessEqualStrategyNumber)
					test = BTLessEqualStrategyNumber;
				else
					continue;
				break;
			case BTGreaterStrategyNumber:
				if (ps != BTGreaterStrategyNumber &&
					ps != BTGreaterEqualStrategyNumber)
					continue;
				test = BTGreaterEqualStrategyNumber;
				break;
			default:
				if (ps == BTGreaterStrategyNumber)
					test = BTGreaterStrategyNumber;
				else if (ps == BTGreaterEqualStrategyNumber)
					test = BTGreaterEqualStrategyNumber;
				else
					continue;
		}
		testop = get_opfamily_member(ci->opfamily_id, cc->consttype,
									 pc->consttype, test);
		if (!OidIsValid(testop) || op_volatile(testop) != 'i')
			continue;
		expr = make_opclause(testop, BOOLOID, false, (Expr *) cc, (Expr *) pc,
							 InvalidOid, c->inputcollid);
		res = evaluate_expr(expr, BOOLOID, -1, InvalidOid);
		return IsA(res, Const) && !((Const *) res)->constisnull &&
			DatumGetBool(((Const *) res)->constvalue);
	}
	return false;
}

static bool
clause_implies(Node *clause, Node *predicate)
{
	ListCell *lc;

	if (IsA(clause, RestrictInfo))
		clause = (Node *) ((RestrictInfo *) clause)->clause;
	if (equal(clause, predicate))
		return true;
	if (is_andclause(clause))
		return implied(predicate, ((BoolExpr *) clause)->args);
	if (is_orclause(clause))
	{
		/* every arm has to imply it */
		foreach (lc, ((BoolExpr *) clause)->args)
			if (!clause_implies(lfirst(lc), predicate))
				return false;
		return true;
	}
	if (IsA(predicate, NullTest) &&
		((NullTest *) predicate)->nulltesttype == IS_NOT_NULL &&
		!((NullTest *) predicate)->argisrow)
	{
		Expr *arg = ((NullTest *) predicate)->arg;

		if (IsA(arg, Var) &&
			list_member(find_nonnullable_vars(clause), arg))
			return true;
	}
	return comparison_implied(predicate, clause);
}

static bool
implied(Node *predicate, List *clauses)
{
	ListCell *lc;

	if (IsA(predicate, List) || is_andclause(predicate))
	{
		List *items = IsA(predicate, List) ? (List *) predicate : ((BoolExpr *) predicate)->args;

		foreach (lc, items)
			if (!implied(lfirst(lc), clauses))
				return false;
		return true;
	}
	foreach (lc, clauses)
		if (clause_implies(lfirst(lc), predicate))
			return true;
	if (is_orclause(predicate))
		foreach (lc, ((BoolExpr *) predicate)->args)
			if (implied(lfirst(lc), clauses))
				return true;
	return false;
}

/*
 * Does the truth of all of clause_list imply that of all of predicate_list?
 * False means "not known".  weak (NULL counts as true) is treated alike: it is
 * the weaker demand.
 */
bool
predicate_implied_by(List *predicate_list, List *clause_list, bool weak)
{
	if (predicate_list == NIL)
		return true;
	if (clause_list == NIL || contain_mutable_functions((Node *) predicate_list))
		return false;
	return implied((Node *) predicate_list, clause_list);
}

/* Do the clauses exclude the predicates?  Known for opposite clauses only. */
bool
predicate_refuted_by(List *predicate_list, List *clause_list, bool weak)
{
	ListCell *lc;
	ListCell *lc2;

	if (contain_mutable_functions((Node *) predicate_list))
		return false;
	foreach (lc, predicate_list)
	{
		Node *neg = negate_clause(copyObject(lfirst(lc)));

		if (is_notclause(neg))
			continue;
		foreach (lc2, clause_list)
		{
			Node *c = lfirst(lc2);

			if (IsA(c, RestrictInfo))
				c = (Node *) ((RestrictInfo *) c)->clause;
			if (equal(neg, c))
				return true;
		}
	}
	return false;
}
