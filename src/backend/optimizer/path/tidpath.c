/*
 * tidpath.c
 *		Scans by row position.
 *
 * WHERE ctid = value, ctid = ANY (array), and ORs of them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/tidpath.c
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"

static bool
is_ctid_of(Node *node, RelOptInfo *rel)
{
	Var *var = (Var *) node;

	return node && IsA(node, Var) &&
		var->varattno == SelfItemPointerAttributeNumber &&
		var->vartype == TIDOID && var->varno == (int) rel->relid &&
		var->varlevelsup == 0;
}

static bool
is_tid_qual(RestrictInfo *rinfo, RelOptInfo *rel)
{
	if (is_opclause(rinfo->clause))
	{
		OpExpr *op = (OpExpr *) rinfo->clause;
		Node *other;
		Relids other_relids;

		if (op->opno != TIDEqualOperator || list_length(op->args) != 2)
			return false;
		if (is_ctid_of(linitial(op->args), rel))
		{
			other = lsecond(op->args);
			other_relids = rinfo->right_relids;
		}
		else if (is_ctid_of(lsecond(op->args), rel))
		{
			other = linitial(op->args);
			other_relids = rinfo->left_relids;
		}
		else
			return false;
		return !bms_is_member(rel->relid, other_relids) &&
			!contain_volatile_functions(other);
	}
	if (IsA(rinfo->clause, ScalarArrayOpExpr))
	{
		ScalarArrayOpExpr *op = (ScalarArrayOpExpr *) rinfo->clause;

		return op->opno == TIDEqualOperator && op->useOr &&
			is_ctid_of(linitial(op->args), rel) &&
			!contain_var_clause(lsecond(op->args)) &&
			!contain_volatile_functions(lsecond(op->args));
	}
	return false;
}

/* Conditions of which the rows that meet any are read; NIL if there are none. */
static List *
tid_quals(PlannerInfo *root, List *rlist, RelOptInfo *rel)
{
	ListCell *l;

	foreach (l, rlist)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, l);
		List *result = NIL;
		ListCell *j;

		if (rinfo->pseudoconstant)
			continue;
		if (is_tid_qual(rinfo, rel))
			return list_make1(rinfo);
		if (rinfo->orclause == NULL)
			continue;
		foreach (j, ((BoolExpr *) rinfo->orclause)->args)
		{
			Node *arg = lfirst(j);
			List *sub;

			sub = tid_quals(root, is_andclause(arg) ? ((BoolExpr *) arg)->args : list_make1(arg), rel);
			if (sub == NIL)
			{
				result = NIL;
				break;
			}
			result = list_concat(result, sub);
		}
		if (result)
			return result;
	}
	return NIL;
}

void
create_tidscan_paths(PlannerInfo *root, RelOptInfo *rel)
{
	List *quals = tid_quals(root, rel->baserestrictinfo, rel);
	ListCell *lc;

	if (quals)
		add_path(rel, (Path *) create_tidscan_path(root, rel, quals, rel->lateral_relids));
	/* joins on ctid: parameterized scans */
	foreach (lc, rel->joininfo)
	{
		RestrictInfo *rinfo = lfirst(lc);

		if (join_clause_is_movable_to(rinfo, rel) && is_tid_qual(rinfo, rel))
			add_path(rel, (Path *) create_tidscan_path(root, rel, list_make1(rinfo), bms_difference(rinfo->required_relids, rel->relids)));
	}
}
