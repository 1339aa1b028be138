/*
 * clausesel.c
 *		How many rows clauses keep.
 *
 * Selectivities of ANDed clauses are multiplied; two bounds on one column are
 * taken as a range.  Single operators ask their restriction or join
 * estimators (utils/adt/selfuncs.c).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/clausesel.c
 */
#include "postgres.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/plancat.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

/* Bounds found for one expression. */
typedef struct RangeBounds
{
	struct RangeBounds *next;
	Node *var;
	bool have_lo;
	bool have_hi;
	Selectivity lo;
	Selectivity hi;
} RangeBounds;

/* Note a bound; of two lower (or upper) ones the stricter counts. */
static void
add_bound(RangeBounds **list, OpExpr *clause, bool varonleft, bool is_less,
		  Selectivity s)
{
	Node *var = varonleft ? get_leftop((Expr *) clause) : get_rightop((Expr *) clause);
	bool is_low = varonleft ? !is_less : is_less;
	RangeBounds *rb;

	for (rb = *list; rb; rb = rb->next)
		if (equal(var, rb->var))
			break;
	if (rb == NULL)
	{
		rb = palloc0(sizeof(RangeBounds));
		rb->var = var;
		rb->next = *list;
		*list = rb;
	}
	if (is_low)
	{
		rb->lo = rb->have_lo ? Min(rb->lo, s) : s;
		rb->have_lo = true;
	}
	else
	{
		rb->hi = rb->have_hi ? Min(rb->hi, s) : s;
		rb->have_hi = true;
	}
}

static Selectivity
range_selectivity(PlannerInfo *root, RangeBounds *rb)
{
	Selectivity s;

	if (!rb->have_lo || !rb->have_hi)
		return rb->have_lo ? rb->lo : rb->hi;
	if (rb->lo == DEFAULT_INEQ_SEL || rb->hi == DEFAULT_INEQ_SEL)
		return DEFAULT_RANGE_INEQ_SEL;
	/* both bounds exclude NULLs: those were counted out twice */
	s = rb->hi + rb->lo - 1.0;
	s += nulltestsel(root, IS_NULL, rb->var, 0, JOIN_INNER, NULL);
	if (s <= 0.0)
		s = s < -0.01 ? DEFAULT_RANGE_INEQ_SEL : 1.0e-10;
	return s;
}

Selectivity
clauselist_selectivity(PlannerInfo *root, List *clauses, int varRelid,
					   JoinType jointype, SpecialJoinInfo *sjinfo)
{
	return clauselist_selectivity_ext(root, clauses, varRelid, jointype,
									  sjinfo, true);
}

/* varRelid: treat Vars of other relations as constants; 0: none. */
Selectivity
clauselist_selectivity_ext(PlannerInfo *root, List *clauses, int varRelid,
						   JoinType jointype, SpecialJoinInfo *sjinfo,
						   bool use_extended_stats)
{
	Selectivity s1 = 1.0;
	RangeBounds *ranges = NULL;
	ListCell *l;

	foreach (l, clauses)
	{
		Node *node = lfirst(l);
		Node *clause = node;
		RestrictInfo *rinfo = NULL;
		Selectivity s2 = clause_selectivity(root, node, varRelid, jointype,
											sjinfo);

		if (IsA(node, RestrictInfo))
		{
			rinfo = (RestrictInfo *) node;
			if (rinfo->pseudoconstant)
			{
				s1 *= s2;
				continue;
			}
			clause = (Node *) rinfo->clause;
		}
		if (is_opclause(clause) && list_length(((OpExpr *) clause)->args) == 2 &&
			list_length(clauses) > 1)
		{
			OpExpr *expr = (OpExpr *) clause;
			bool varonleft = true;
			bool ok;

			if (rinfo)
				ok = bms_membership(rinfo->clause_relids) == BMS_SINGLETON &&
					(is_pseudo_constant_clause_relids(lsecond(expr->args),
													  rinfo->right_relids) ||
					 (varonleft = false,
					  is_pseudo_constant_clause_relids(linitial(expr->args),
													   rinfo->left_relids)));
			else
				ok = NumRelids(root, clause) == 1 &&
					(is_pseudo_constant_clause(lsecond(expr->args)) ||
					 (varonleft = false,
					  is_pseudo_constant_clause(linitial(expr->args))));
			if (ok)
			{
				switch (get_oprrest(expr->opno))
				{
					case F_SCALARLTSEL:
					case F_SCALARLESEL:
						add_bound(&ranges, expr, varonleft, true, s2);
						continue;
					case F_SCALARGTSEL:
					case F_SCALARGESEL:
						add_bound(&ranges, expr, varonleft, false, s2);
						continue;
					default:
						break;
				}
			}
		}
		s1 *= s2;
	}
	for (; ranges; ranges = ranges->next)
		s1 *= range_selectivity(root, ranges);
	return s1;
}

/* ORed clauses, taken as independent. */
static Selectivity
or_selectivity(PlannerInfo *root, List *clauses, int varRelid,
			   JoinType jointype, SpecialJoinInfo *sjinfo)
{
	Selectivity s1 = 0.0;
	ListCell *lc;

	foreach (lc, clauses)
	{
		Selectivity s2 = clause_selectivity(root, lfirst(lc), varRelid,
											jointype, sjinfo);

		s1 = s1 + s2 - s1 * s2;
	}
	return s1;
}

/* Is the clause to be estimated as a join clause? */
static bool
is_join_clause(Node *clause, RestrictInfo *rinfo, int varRelid,
			   SpecialJoinInfo *sjinfo, PlannerInfo *root)
{
	if (varRelid != 0 || sjinfo == NULL)
		return false;
	return rinfo ? bms_membership(rinfo->clause_relids) == BMS_MULTIPLE : NumRelids(root, clause) > 1;
}

Selectivity
clause_selectivity(PlannerInfo *root, Node *clause, int varRelid,
				   JoinType jointype, SpecialJoinInfo *sjinfo)
{
	return clause_selectivity_ext(root, clause, varRelid, jointype, sjinfo,
								  true);
}

static Selectivity
op_selectivity(PlannerInfo *root, Node *clause, RestrictInfo *rinfo,
			   int varRelid, JoinType jointype, SpecialJoinInfo *sjinfo)
{
	OpExpr *op = (OpExpr *) clause;
	Selectivity s;

	if (is_join_clause(clause, rinfo, varRelid, sjinfo, root))
		s = join_selectivity(root, op->opno, op->args, op->inputcollid,
							 jointype, sjinfo);
	else
		s = restriction_selectivity(root, op->opno, op->args, op->inputcollid,
									varRelid);
	return IsA(clause, DistinctExpr) ? 1.0 - s : s;
}

Selectivity
clause_selectivity_ext(PlannerInfo *root, Node *clause, int varRelid,
					   JoinType jointype, SpecialJoinInfo *sjinfo,
					   bool use_extended_stats)
{
	Selectivity s1 = 0.5;
	RestrictInfo *rinfo = NULL;
	bool cacheable = false;

	if (clause == NULL)
		return s1;
	if (IsA(clause, RestrictInfo))
	{
		rinfo = (RestrictInfo *) clause;
		if (rinfo->pseudoconstant && !IsA(rinfo->clause, Const))
			return 1.0;
		/* the estimate may be kept if it does not depend on the caller */
		cacheable = varRelid == 0 ||
			(bms_num_members(rinfo->clause_relids) == 1 &&
			 bms_is_member(varRelid, rinfo->clause_relids));
		if (cacheable)
		{
			Selectivity known = jointype == JOIN_INNER ? rinfo->norm_selec : rinfo->outer_selec;

			if (known >= 0)
				return known;
		}
		clause = rinfo->orclause ? (Node *) rinfo->orclause : (Node *) rinfo->clause;
	}
	switch (nodeTag(clause))
	{
		case T_Var:
			if (((Var *) clause)->varlevelsup == 0 &&
				(varRelid == 0 || varRelid == ((Var *) clause)->varno))
				s1 = boolvarsel(root, clause, varRelid);
			break;
		case T_Const:
			s1 = ((Const *) clause)->constisnull ? 0.0 : DatumGetBool(((Const *) clause)->constvalue) ? 1.0
																									  : 0.0;
			break;
		case T_Param:
		{
			Node *subst = estimate_expression_value(root, clause);

			if (IsA(subst, Const))
				s1 = ((Const *) subst)->constisnull ? 0.0 : DatumGetBool(((Const *) subst)->constvalue) ? 1.0
																										: 0.0;
			break;
		}
		case T_BoolExpr:
		{
			BoolExpr *b = (BoolExpr *) clause;

			if (b->boolop == NOT_EXPR)
				s1 = 1.0 - clause_selectivity(root, linitial(b->args), varRelid, jointype, sjinfo);
			else if (b->boolop == AND_EXPR)
				s1 = clauselist_selectivity(root, b->args, varRelid,
											jointype, sjinfo);
			else
				s1 = or_selectivity(root, b->args, varRelid, jointype,
									sjinfo);
			break;
		}
		case T_OpExpr:
		case T_DistinctExpr:
			s1 = op_selectivity(root, clause, rinfo, varRelid, jointype,
								sjinfo);
			break;
		case T_FuncExpr:
			s1 = function_selectivity(root, ((FuncExpr *) clause)->funcid,
									  ((FuncExpr *) clause)->args,
									  ((FuncExpr *) clause)->inputcollid,
									  is_join_clause(clause, rinfo, varRelid,
													 sjinfo, root),
									  varRelid, jointype, sjinfo);
			break;
		case T_ScalarArrayOpExpr:
			s1 = scalararraysel(root, (ScalarArrayOpExpr *) clause,
								is_join_clause(clause, rinfo, varRelid,
											   sjinfo, root),
								varRelid, jointype, sjinfo);
			break;
		case T_RowCompareExpr:
			s1 = rowcomparesel(root, (RowCompareExpr *) clause, varRelid,
							   jointype, sjinfo);
			break;
		case T_NullTest:
			s1 = nulltestsel(root, ((NullTest *) clause)->nulltesttype,
							 (Node *) ((NullTest *) clause)->arg, varRelid,
							 jointype, sjinfo);
			break;
		case T_BooleanTest:
			s1 = booltestsel(root, ((BooleanTest *) clause)->booltesttype,
							 (Node *) ((BooleanTest *) clause)->arg, varRelid,
							 jointype, sjinfo);
			break;
		case T_RelabelType:
			s1 = clause_selectivity(root,
									(Node *) ((RelabelType *) clause)->arg,
									varRelid, jointype, sjinfo);
			break;
		default:
			s1 = boolvarsel(root, clause, varRelid);
	}
	if (cacheable)
	{
		if (jointype == JOIN_INNER)
			rinfo->norm_selec = s1;
		else
			rinfo->outer_selec = s1;
	}
	return s1;
}
