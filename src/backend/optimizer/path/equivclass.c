/*
 * equivclass.c
 *		Equivalence classes: expressions known to be equal.
 *
 * Each "a = b" that holds for all rows above it puts a and b into one class.
 * From a class come the equalities that a scan, a join or an index can use,
 * each only once, and the identity of sort columns.  Clauses inside outer
 * joins stay out of it: they are kept as plain clauses.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/equivclass.c
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planmain.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"

static Expr *canonical_expr(Expr *expr, Oid req_type, Oid req_collation);

/* ---------------------------------------------------------------- members */

static EquivalenceMember *
add_member(EquivalenceClass *ec, Expr *expr, Relids relids, Oid datatype)
{
	EquivalenceMember *em = makeNode(EquivalenceMember);

	em->em_expr = expr;
	em->em_relids = relids;
	em->em_datatype = datatype;
	if (bms_is_empty(relids) && !ec->ec_has_volatile)
	{
		em->em_is_const = true;
		ec->ec_has_const = true;
	}
	else
		ec->ec_relids = bms_add_members(ec->ec_relids, relids);
	ec->ec_members = lappend(ec->ec_members, em);
	return em;
}

static EquivalenceClass *
new_class(PlannerInfo *root, List *opfamilies, Oid collation)
{
	EquivalenceClass *ec = makeNode(EquivalenceClass);

	ec->ec_opfamilies = opfamilies;
	ec->ec_collation = collation;
	root->eq_classes = lappend(root->eq_classes, ec);
	return ec;
}

/* The class that has the expression, with its member in *em_p. */
static EquivalenceClass *
find_class(PlannerInfo *root, Expr *expr, Oid type, List *opfamilies,
		   Oid collation, EquivalenceMember **em_p)
{
	ListCell *lc;

	foreach (lc, root->eq_classes)
	{
		EquivalenceClass *ec = lfirst(lc);
		ListCell *lc2;

		if (ec->ec_has_volatile || ec->ec_collation != collation ||
			!equal(ec->ec_opfamilies, opfamilies))
			continue;
		foreach (lc2, ec->ec_members)
		{
			EquivalenceMember *em = lfirst(lc2);

			if (em->em_datatype == type && equal(em->em_expr, expr))
			{
				*em_p = em;
				return ec;
			}
		}
	}
	return NULL;
}

/*
 * Put "a = b" into a class.  False if it is no such clause, or says nothing but
 * "a IS NOT NULL" (then *p_restrictinfo is replaced).
 */
bool
process_equivalence(PlannerInfo *root, RestrictInfo **p_restrictinfo,
					bool below_outer_join)
{
	RestrictInfo *rinfo = *p_restrictinfo;
	OpExpr *clause = (OpExpr *) rinfo->clause;
	Oid collation;
	Oid type1;
	Oid type2;
	Expr *item1;
	Expr *item2;
	EquivalenceClass *ec1;
	EquivalenceClass *ec2;
	EquivalenceMember *em1 = NULL;
	EquivalenceMember *em2 = NULL;

	if (below_outer_join || rinfo->mergeopfamilies == NIL)
		return false;
	collation = clause->inputcollid;
	op_input_types(clause->opno, &type1, &type2);
	item1 = canonical_expr((Expr *) get_leftop((Expr *) clause), type1,
						   collation);
	item2 = canonical_expr((Expr *) get_rightop((Expr *) clause), type2,
						   collation);
	if (equal(item1, item2))
	{
		NullTest *ntest;

		set_opfuncid(clause);
		if (!func_strict(clause->opfuncid) ||
			contain_volatile_functions((Node *) item1))
			return false;
		ntest = makeNode(NullTest);
		ntest->arg = item1;
		ntest->nulltesttype = IS_NOT_NULL;
		ntest->argisrow = false;
		ntest->location = -1;
		*p_restrictinfo = make_restrictinfo(root, (Expr *) ntest,
											rinfo->is_pushed_down,
											rinfo->outerjoin_delayed,
											rinfo->pseudoconstant, 0,
											NULL, rinfo->outer_relids,
											rinfo->nullable_relids);
		return false;
	}
	ec1 = find_class(root, item1, type1, rinfo->mergeopfamilies, collation,
					 &em1);
	ec2 = find_class(root, item2, type2, rinfo->mergeopfamilies, collation,
					 &em2);
	if (ec1 && ec2 && ec1 != ec2)
	{
		ec1->ec_members = list_concat(ec1->ec_members, ec2->ec_members);
		ec1->ec_sources = list_concat(ec1->ec_sources, ec2->ec_sources);
		ec1->ec_relids = bms_join(ec1->ec_relids, ec2->ec_relids);
		ec1->ec_has_const |= ec2->ec_has_const;
		ec2->ec_merged = ec1;
		root->eq_classes = list_delete_ptr(root->eq_classes, ec2);
	}
	else if (ec1 == NULL && ec2 != NULL)
	{
		em1 = add_member(ec2, item1, rinfo->left_relids, type1);
		ec1 = ec2;
	}
	else if (ec1 == NULL)
	{
		ec1 = new_class(root, rinfo->mergeopfamilies, collation);
		em1 = add_member(ec1, item1, rinfo->left_relids, type1);
		em2 = add_member(ec1, item2, rinfo->right_relids, type2);
	}
	else if (ec2 == NULL)
		em2 = add_member(ec1, item2, rinfo->right_relids, type2);
	ec1->ec_sources = lappend(ec1->ec_sources, rinfo);
	rinfo->left_ec = rinfo->right_ec = ec1;
	rinfo->left_em = em1;
	rinfo->right_em = em2;
	return true;
}

/* The expression as the operator sees it: type and collation made explicit. */
static Expr *
canonical_expr(Expr *expr, Oid req_type, Oid req_collation)
{
	Oid type = exprType((Node *) expr);

	if (IsPolymorphicType(req_type) || req_type == RECORDOID)
		req_type = type;
	if (type != req_type || exprCollation((Node *) expr) != req_collation)
	{
		int32 typmod = req_type != type ? -1 : exprTypmod((Node *) expr);

		expr = (Expr *) applyRelabelType((Node *) expr, req_type, typmod,
										 req_collation, COERCE_IMPLICIT_CAST,
										 -1, false);
	}
	return expr;
}

/* The class of a sort expression, made if create_it. */
EquivalenceClass *
get_eclass_for_sort_expr(PlannerInfo *root, Expr *expr, List *opfamilies,
						 Oid opcintype, Oid collation, Index sortref,
						 Relids rel, bool create_it)
{
	EquivalenceClass *ec;
	EquivalenceMember *em;
	bool isvolatile;

	expr = canonical_expr(expr, opcintype, collation);
	isvolatile = contain_volatile_functions((Node *) expr);
	if (isvolatile)
	{
		/* equal calls need not be equal values: one class per sort column */
		ListCell *lc;

		foreach (lc, root->eq_classes)
		{
			ec = lfirst(lc);
			if (ec->ec_has_volatile && sortref != 0 && ec->ec_sortref == sortref)
				return ec;
		}
	}
	else if ((ec = find_class(root, expr, opcintype, opfamilies, collation,
							  &em)) != NULL)
		return ec;
	if (!create_it)
		return NULL;
	ec = new_class(root, list_copy(opfamilies), collation);
	ec->ec_has_volatile = isvolatile;
	ec->ec_sortref = sortref;
	add_member(ec, copyObject(expr), pull_varnos(root, (Node *) expr),
			   opcintype);
	/* aggregates and the like are no constants although they have no Vars */
	if (ec->ec_has_const &&
		(contain_agg_clause((Node *) expr) ||
		 contain_window_function((Node *) expr) ||
		 expression_returns_set((Node *) expr)))
	{
		((EquivalenceMember *) linitial(ec->ec_members))->em_is_const = false;
		ec->ec_has_const = false;
	}
	return ec;
}

/* The non-constant member equal to expr, below any relabeling. */
EquivalenceMember *
find_ec_member_matching_expr(EquivalenceClass *ec, Expr *expr, Relids relids)
{
	ListCell *lc;

	while (expr && IsA(expr, RelabelType))
		expr = ((RelabelType *) expr)->arg;
	foreach (lc, ec->ec_members)
	{
		EquivalenceMember *em = lfirst(lc);
		Expr *emexpr = em->em_expr;

		if (em->em_is_const)
			continue;
		while (emexpr && IsA(emexpr, RelabelType))
			emexpr = ((RelabelType *) emexpr)->arg;
		if (equal(emexpr, expr))
			return em;
	}
	return NULL;
}

/* Some member that can be computed from the relations. */
Expr *
find_em_expr_usable_for_rel(EquivalenceClass *ec, Relids relids)
{
	ListCell *lc;

	foreach (lc, ec->ec_members)
	{
		EquivalenceMember *em = lfirst(lc);

		if (!em->em_is_const && !bms_is_empty(em->em_relids) &&
			bms_is_subset(em->em_relids, relids))
			return em->em_expr;
	}
	return NULL;
}

/* ---------------------------------------------------------------- deriving clauses */

static Oid
equality_op(EquivalenceClass *ec, Oid lefttype, Oid righttype)
{
	ListCell *lc;

	foreach (lc, ec->ec_opfamilies)
	{
		Oid opno = get_opfamily_member(lfirst_oid(lc), lefttype,
									   righttype,
									   BTEqualStrategyNumber);

		if (OidIsValid(opno))
			return opno;
	}
	return InvalidOid;
}

/* The class cannot give all its clauses: fall back to those it was made of. */
static List *
broken_sources(EquivalenceClass *ec, Relids outer, Relids inner)
{
	List *result = NIL;
	Relids both = bms_union(outer, inner);
	ListCell *lc;

	foreach (lc, ec->ec_sources)
	{
		RestrictInfo *rinfo = lfirst(lc);

		if (bms_is_subset(rinfo->required_relids, both) &&
			!bms_is_subset(rinfo->required_relids, outer) &&
			!bms_is_subset(rinfo->required_relids, inner))
			result = lappend(result, rinfo);
	}
	return result;
}

/* The clause "left = right", made once per pair. */
static RestrictInfo *
join_clause(PlannerInfo *root, EquivalenceClass *ec, Oid opno,
			EquivalenceMember *left, EquivalenceMember *right)
{
	RestrictInfo *rinfo;
	ListCell *lc;

	foreach (lc, ec->ec_derives)
	{
		rinfo = lfirst(lc);
		if (((rinfo->left_em == left && rinfo->right_em == right) ||
			 (rinfo->left_em == right && rinfo->right_em == left)))
			return rinfo;
	}
	rinfo = build_implied_join_equality(root, opno, ec->ec_collation,
										left->em_expr, right->em_expr,
										bms_union(left->em_relids,
												  right->em_relids),
										NULL);
	rinfo->parent_ec = ec;
	rinfo->left_ec = rinfo->right_ec = ec;
	rinfo->left_em = left;
	rinfo->right_em = right;
	ec->ec_derives = lappend(ec->ec_derives, rinfo);
	return rinfo;
}

static void
base_equalities_const(PlannerInfo *root, EquivalenceClass *ec)
{
	EquivalenceMember *constem = NULL;
	ListCell *lc;

	/* "x = const" alone is that clause itself */
	if (list_length(ec->ec_members) == 2 && list_length(ec->ec_sources) == 1)
	{
		RestrictInfo *rinfo = linitial(ec->ec_sources);

		if (bms_membership(rinfo->required_relids) != BMS_MULTIPLE)
		{
			distribute_restrictinfo_to_rels(root, rinfo);
			return;
		}
	}
	foreach (lc, ec->ec_members)
	{
		EquivalenceMember *em = lfirst(lc);

		/* a true constant is better than a parameter */
		if (em->em_is_const &&
			(constem == NULL || (IsA(em->em_expr, Const) && !IsA(constem->em_expr, Const))))
			constem = em;
	}
	foreach (lc, ec->ec_members)
	{
		EquivalenceMember *em = lfirst(lc);
		Oid opno;
		RestrictInfo *rinfo;

		if (em == constem)
			continue;
		opno = equality_op(ec, em->em_datatype, constem->em_datatype);
		if (!OidIsValid(opno))
		{
			ec->ec_broken = true;
			break;
		}
		rinfo = process_implied_equality(root, opno, ec->ec_collation,
										 em->em_expr, constem->em_expr,
										 bms_copy(ec->ec_relids), NULL, false,
										 em->em_is_const);
		/* in joins it must not be checked once more */
		if (rinfo)
		{
			rinfo->left_ec = rinfo->right_ec = ec;
			rinfo->left_em = em;
			rinfo->right_em = constem;
			ec->ec_derives = lappend(ec->ec_derives, rinfo);
		}
	}
}

/* Members of the same relation are compared there. */
static void
base_equalities_no_const(PlannerInfo *root, EquivalenceClass *ec)
{
	EquivalenceMember **prev =
		palloc0(root->simple_rel_array_size * sizeof(EquivalenceMember *));
	ListCell *lc;

	foreach (lc, ec->ec_members)
	{
		EquivalenceMember *em = lfirst(lc);
		int relid;

		if (!bms_get_singleton_member(em->em_relids, &relid))
			continue;
		if (prev[relid])
		{
			Oid opno = equality_op(ec, prev[relid]->em_datatype,
								   em->em_datatype);
			RestrictInfo *rinfo;

			if (!OidIsValid(opno))
			{
				ec->ec_broken = true;
				break;
			}
			rinfo = process_implied_equality(root, opno, ec->ec_collation,
											 prev[relid]->em_expr, em->em_expr,
											 bms_copy(ec->ec_relids), NULL,
											 false, false);
			if (rinfo)
			{
				rinfo->left_ec = rinfo->right_ec = ec;
				rinfo->left_em = prev[relid];
				rinfo->right_em = em;
			}
		}
		prev[relid] = em;
	}
	pfree(prev);
	/* columns that a join may compare must come up from the scans */
	foreach (lc, ec->ec_members)
	{
		EquivalenceMember *em = lfirst(lc);
		List *vars = pull_var_clause((Node *) em->em_expr,
									 PVC_RECURSE_AGGREGATES |
										 PVC_RECURSE_WINDOWFUNCS |
										 PVC_INCLUDE_PLACEHOLDERS);

		add_vars_to_targetlist(root, vars, ec->ec_relids);
	}
}

/* When all classes are complete: give base relations their clauses. */
void
generate_base_implied_equalities(PlannerInfo *root)
{
	ListCell *lc;

	root->ec_merging_done = true;
	foreach (lc, root->eq_classes)
	{
		EquivalenceClass *ec = lfirst(lc);
		int relid = -1;
		ListCell *lc2;

		if (list_length(ec->ec_members) > 1)
		{
			if (ec->ec_has_const)
				base_equalities_const(root, ec);
			else
				base_equalities_no_const(root, ec);
			if (ec->ec_broken)
				foreach (lc2, ec->ec_sources)
					if (bms_membership(((RestrictInfo *) lfirst(lc2))->required_relids) != BMS_MULTIPLE)
						distribute_restrictinfo_to_rels(root, lfirst(lc2));
		}
		/* relations that can be joined through the class */
		if (list_length(ec->ec_members) > 1 && !ec->ec_has_const)
			while ((relid = bms_next_member(ec->ec_relids, relid)) > 0)
				if (bms_membership(ec->ec_relids) == BMS_MULTIPLE &&
					root->simple_rel_array[relid])
					root->simple_rel_array[relid]->has_eclass_joins = true;
	}
}

/* Equalities for joining outer_relids and inner_rel through one class. */
static List *
join_equalities(PlannerInfo *root, EquivalenceClass *ec, Relids join_relids,
				Relids outer_relids, Relids inner_relids)
{
	List *result = NIL;
	List *news = NIL;
	List *outers = NIL;
	List *inners = NIL;
	ListCell *lc1;
	ListCell *lc2;

	foreach (lc1, ec->ec_members)
	{
		EquivalenceMember *em = lfirst(lc1);

		if (em->em_is_const || !bms_is_subset(em->em_relids, join_relids))
			continue;
		if (bms_is_subset(em->em_relids, outer_relids))
			outers = lappend(outers, em);
		else if (bms_is_subset(em->em_relids, inner_relids))
			inners = lappend(inners, em);
		else
			news = lappend(news, em);
	}
	if (outers && inners)
	{
		EquivalenceMember *best_o = NULL;
		EquivalenceMember *best_i = NULL;
		Oid best_op = InvalidOid;
		int best_score = -1;

		foreach (lc1, outers)
			foreach (lc2, inners)
			{
				EquivalenceMember *o = lfirst(lc1);
				EquivalenceMember *i = lfirst(lc2);
				Oid opno = equality_op(ec, o->em_datatype, i->em_datatype);
				int score = 0;

				if (!OidIsValid(opno))
					continue;
				if (IsA(o->em_expr, Var))
					score++;
				if (IsA(i->em_expr, Var))
					score++;
				if (op_hashjoinable(opno, exprType((Node *) o->em_expr)))
					score++;
				if (score > best_score)
				{
					best_o = o;
					best_i = i;
					best_op = opno;
					best_score = score;
				}
			}
		if (best_score < 0)
		{
			ec->ec_broken = true;
			return broken_sources(ec, outer_relids, inner_relids);
		}
		result = list_make1(join_clause(root, ec, best_op, best_o, best_i));
	}
	/* members that need both sides: equal to something and to each other */
	if (news)
	{
		EquivalenceMember *prev = outers ? linitial(outers) : inners ? linitial(inners)
																	 : NULL;

		foreach (lc1, news)
		{
			EquivalenceMember *em = lfirst(lc1);

			if (prev)
			{
				Oid opno = equality_op(ec, prev->em_datatype,
									   em->em_datatype);

				if (!OidIsValid(opno))
				{
					ec->ec_broken = true;
					return broken_sources(ec, outer_relids, inner_relids);
				}
				result = lappend(result, join_clause(root, ec, opno, prev, em));
			}
			prev = em;
		}
	}
	return result;
}

/* Clauses from all classes for a join (or for a parameterized scan). */
List *
generate_join_implied_equalities(PlannerInfo *root, Relids join_relids,
								 Relids outer_relids, RelOptInfo *inner_rel)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, root->eq_classes)
	{
		EquivalenceClass *ec = lfirst(lc);

		if (ec->ec_has_const || list_length(ec->ec_members) <= 1 ||
			ec->ec_has_volatile ||
			!bms_overlap(ec->ec_relids, inner_rel->relids) ||
			!bms_overlap(ec->ec_relids, outer_relids))
			continue;
		if (ec->ec_broken)
			result = list_concat(result, broken_sources(ec, outer_relids, inner_rel->relids));
		else
			result = list_concat(result,
								 join_equalities(root, ec, join_relids,
												 outer_relids,
												 inner_rel->relids));
	}
	return result;
}

/* Does some class say that the two are equal? */
bool
exprs_known_equal(PlannerInfo *root, Node *item1, Node *item2)
{
	ListCell *lc;

	foreach (lc, root->eq_classes)
	{
		EquivalenceClass *ec = lfirst(lc);
		bool found1 = false;
		bool found2 = false;
		ListCell *lc2;

		if (ec->ec_has_volatile)
			continue;
		foreach (lc2, ec->ec_members)
		{
			found1 |= equal(item1, ((EquivalenceMember *) lfirst(lc2))->em_expr);
			found2 |= equal(item2, ((EquivalenceMember *) lfirst(lc2))->em_expr);
		}
		if (found1 && found2)
			return true;
	}
	return false;
}

bool
have_relevant_eclass_joinclause(PlannerInfo *root, RelOptInfo *rel1,
								RelOptInfo *rel2)
{
	ListCell *lc;

	foreach (lc, root->eq_classes)
	{
		EquivalenceClass *ec = lfirst(lc);

		if (list_length(ec->ec_members) > 1 && !ec->ec_has_const &&
			bms_overlap(ec->ec_relids, rel1->relids) &&
			bms_overlap(ec->ec_relids, rel2->relids))
			return true;
	}
	return false;
}

bool
has_relevant_eclass_joinclause(PlannerInfo *root, RelOptInfo *rel1)
{
	ListCell *lc;

	foreach (lc, root->eq_classes)
	{
		EquivalenceClass *ec = lfirst(lc);

		if (list_length(ec->ec_members) > 1 && !ec->ec_has_const &&
			bms_overlap(ec->ec_relids, rel1->relids) &&
			!bms_is_subset(ec->ec_relids, rel1->relids))
			return true;
	}
	return false;
}

/* Join clauses "index column = something of another relation". */
List *
generate_implied_equalities_for_column(PlannerInfo *root, RelOptInfo *rel,
									   IndexOptInfo *index, int indexcol)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, root->eq_classes)
	{
		EquivalenceClass *ec = lfirst(lc);
		EquivalenceMember *cur = NULL;
		ListCell *lc2;

		if (ec->ec_has_const || list_length(ec->ec_members) <= 1 ||
			ec->ec_has_volatile || ec->ec_broken ||
			!bms_overlap(ec->ec_relids, rel->relids))
			continue;
		foreach (lc2, ec->ec_members)
		{
			EquivalenceMember *em = lfirst(lc2);

			if (bms_equal(em->em_relids, rel->relids) &&
				list_member_oid(ec->ec_opfamilies,
								index->opfamily[indexcol]) &&
				match_index_to_operand((Node *) em->em_expr, indexcol, index))
			{
				cur = em;
				break;
			}
		}
		if (cur == NULL)
			continue;
		foreach (lc2, ec->ec_members)
		{
			EquivalenceMember *other = lfirst(lc2);
			Oid opno;

			if (other->em_is_const || other == cur ||
				bms_overlap(other->em_relids, rel->relids))
				continue;
			opno = equality_op(ec, cur->em_datatype, other->em_datatype);
			if (OidIsValid(opno))
				result = lappend(result, join_clause(root, ec, opno, cur, other));
		}
	}
	return result;
}

/* Is the clause the same as, or from the same class as, an index clause? */
bool
is_redundant_with_indexclauses(RestrictInfo *rinfo, List *indexclauses)
{
	ListCell *lc;

	foreach (lc, indexclauses)
	{
		IndexClause *iclause = lfirst(lc);

		if (iclause->lossy)
			continue;
		if (rinfo == iclause->rinfo)
			return true;
		if (rinfo->parent_ec && rinfo->parent_ec == iclause->rinfo->parent_ec)
			return true;
	}
	return false;
}

static EquivalenceClass *
final_class(EquivalenceClass *ec)
{
	while (ec && ec->ec_merged)
		ec = ec->ec_merged;
	return ec;
}

/* Find the classes of a mergejoinable clause's sides. */
void
initialize_mergeclause_eclasses(PlannerInfo *root, RestrictInfo *restrictinfo)
{
	OpExpr *clause = (OpExpr *) restrictinfo->clause;
	Oid lefttype;
	Oid righttype;

	op_input_types(clause->opno, &lefttype, &righttype);
	restrictinfo->left_ec =
		get_eclass_for_sort_expr(root,
								 (Expr *) get_leftop((Expr *) clause),
								 restrictinfo->mergeopfamilies, lefttype,
								 clause->inputcollid, 0, NULL, true);
	restrictinfo->right_ec =
		get_eclass_for_sort_expr(root,
								 (Expr *) get_rightop((Expr *) clause),
								 restrictinfo->mergeopfamilies, righttype,
								 clause->inputcollid, 0, NULL, true);
}

void
update_mergeclause_eclasses(PlannerInfo *root, RestrictInfo *restrictinfo)
{
	restrictinfo->left_ec = final_class(restrictinfo->left_ec);
	restrictinfo->right_ec = final_class(restrictinfo->right_ec);
}
