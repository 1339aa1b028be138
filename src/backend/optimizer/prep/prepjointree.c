/*
 * prepjointree.c
 *		Rewriting the join tree: sub-selects become joins.
 *
 * IN and EXISTS at the top of WHERE become semijoins (NOT EXISTS: anti
 * joins), simple sub-selects and views in FROM are merged into the query, and
 * outer joins that a strict condition makes pointless become inner ones.  A
 * sub-select below an outer join is merged only if its columns are plain,
 * because a computed column would have to turn NULL there.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/prep/prepjointree.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "optimizer/prep.h"
#include "optimizer/subselect.h"
#include "optimizer/tlist.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"

static Node *pull_up_sublinks_jt(PlannerInfo *root, Node *jtnode,
								 Relids *relids);
static Node *pull_up_sublinks_qual(PlannerInfo *root, Node *node,
								   Node **jtlink1, Relids rels1,
								   Node **jtlink2, Relids rels2);
static Node *pull_up(PlannerInfo *root, Node *jtnode, bool below_outer,
					 bool lateral_ok);

/* A FROM without entries gets one that returns a single empty row. */
void
replace_empty_jointree(Query *parse)
{
	RangeTblEntry *rte;
	RangeTblRef *rtr;

	if (parse->jointree->fromlist != NIL || parse->setOperations)
		return;
	rte = makeNode(RangeTblEntry);
	rte->rtekind = RTE_RESULT;
	rte->eref = makeAlias("*RESULT*", NIL);
	parse->rtable = lappend(parse->rtable, rte);
	rtr = makeNode(RangeTblRef);
	rtr->rtindex = list_length(parse->rtable);
	parse->jointree->fromlist = list_make1(rtr);
}

/* ---------------------------------------------------------------- sublinks to joins */

/* Turn IN and EXISTS in WHERE and ON into joins where that is possible. */
void
pull_up_sublinks(PlannerInfo *root)
{
	Relids relids;
	Node *jtnode = pull_up_sublinks_jt(root,
									   (Node *) root->parse->jointree,
									   &relids);

	root->parse->jointree = IsA(jtnode, FromExpr) ? (FromExpr *) jtnode : makeFromExpr(list_make1(jtnode), NULL);
}

static Node *
pull_up_sublinks_jt(PlannerInfo *root, Node *jtnode, Relids *relids)
{
	if (IsA(jtnode, RangeTblRef))
	{
		*relids = bms_make_singleton(((RangeTblRef *) jtnode)->rtindex);
		return jtnode;
	}
	if (IsA(jtnode, FromExpr))
	{
		FromExpr *f = (FromExpr *) jtnode;
		List *newfromlist = NIL;
		Relids frelids = NULL;
		FromExpr *newf;
		Node *jtlink;
		ListCell *l;

		foreach (l, f->fromlist)
		{
			Relids childrelids;

			newfromlist = lappend(newfromlist,
								  pull_up_sublinks_jt(root, lfirst(l),
													  &childrelids));
			frelids = bms_join(frelids, childrelids);
		}
		newf = makeFromExpr(newfromlist, NULL);
		jtlink = (Node *) newf;
		newf->quals = pull_up_sublinks_qual(root, f->quals, &jtlink, frelids,
											NULL, NULL);
		*relids = frelids;
		return jtlink;
	}
	if (IsA(jtnode, JoinExpr))
	{
		JoinExpr *j = palloc(sizeof(JoinExpr));
		Node *jtlink;
		Relids left;
		Relids right;

		memcpy(j, jtnode, sizeof(JoinExpr));
		jtlink = (Node *) j;
		j->larg = pull_up_sublinks_jt(root, j->larg, &left);
		j->rarg = pull_up_sublinks_jt(root, j->rarg, &right);
		switch (j->jointype)
		{
			case JOIN_INNER:
				j->quals = pull_up_sublinks_qual(root, j->quals, &jtlink,
												 bms_union(left, right), NULL,
												 NULL);
				break;
			case JOIN_LEFT:
				j->quals = pull_up_sublinks_qual(root, j->quals, &j->rarg,
												 right, NULL, NULL);
				break;
			case JOIN_RIGHT:
				j->quals = pull_up_sublinks_qual(root, j->quals, &j->larg,
												 left, NULL, NULL);
				break;
			default:
				break;
		}
		*relids = bms_join(left, right);
		if (j->rtindex)
			*relids = bms_add_member(*relids, j->rtindex);
		return jtlink;
	}
	elog(ERROR, "unrecognized node type: %d", (int) nodeTag(jtnode));
	return NULL;
}

/* Put a new join into the tree and go on in its condition. */
static bool
link_join(PlannerInfo *root, JoinExpr *j, Node **jtlink, Relids rels)
{
	Relids child;

	if (j == NULL)
		return false;
	j->larg = *jtlink;
	*jtlink = (Node *) j;
	j->rarg = pull_up_sublinks_jt(root, j->rarg, &child);
	if (j->jointype == JOIN_SEMI)
		j->quals = pull_up_sublinks_qual(root, j->quals, &j->larg, rels,
										 &j->rarg, child);
	else
		j->quals = pull_up_sublinks_qual(root, j->quals, &j->rarg, child, NULL,
										 NULL);
	return true;
}

static Node *
pull_up_sublinks_qual(PlannerInfo *root, Node *node, Node **jtlink1,
					  Relids rels1, Node **jtlink2, Relids rels2)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, SubLink))
	{
		SubLink *sublink = (SubLink *) node;

		if (sublink->subLinkType == ANY_SUBLINK)
		{
			if (link_join(root, convert_ANY_sublink_to_join(root, sublink, rels1),
						  jtlink1, rels1) ||
				(jtlink2 &&
				 link_join(root, convert_ANY_sublink_to_join(root, sublink, rels2),
						   jtlink2, rels2)))
				return NULL;
		}
		else if (sublink->subLinkType == EXISTS_SUBLINK)
		{
			if (link_join(root, convert_EXISTS_sublink_to_join(root, sublink, false, rels1),
						  jtlink1, rels1) ||
				(jtlink2 &&
				 link_join(root, convert_EXISTS_sublink_to_join(root, sublink, false, rels2),
						   jtlink2, rels2)))
				return NULL;
		}
		return node;
	}
	if (is_notclause(node))
	{
		SubLink *sublink = (SubLink *) get_notclausearg((Expr *) node);

		if (sublink && IsA(sublink, SubLink) &&
			sublink->subLinkType == EXISTS_SUBLINK)
		{
			if (link_join(root, convert_EXISTS_sublink_to_join(root, sublink, true, rels1),
						  jtlink1, rels1) ||
				(jtlink2 &&
				 link_join(root, convert_EXISTS_sublink_to_join(root, sublink, true, rels2),
						   jtlink2, rels2)))
				return NULL;
		}
		return node;
	}
	if (is_andclause(node))
	{
		List *newclauses = NIL;
		ListCell *l;

		foreach (l, ((BoolExpr *) node)->args)
		{
			Node *newclause = pull_up_sublinks_qual(root, lfirst(l),
													jtlink1, rels1,
													jtlink2, rels2);

			if (newclause)
				newclauses = lappend(newclauses, newclause);
		}
		if (newclauses == NIL)
			return NULL;
		return list_length(newclauses) == 1 ? linitial(newclauses) : (Node *) make_andclause(newclauses);
	}
	return node;
}

/* Function calls in FROM are folded later, with all other expressions. */
void
preprocess_function_rtes(PlannerInfo *root)
{
}

/* ---------------------------------------------------------------- sub-selects in FROM */

/* Merge simple sub-selects of FROM into the query. */
void
pull_up_subqueries(PlannerInfo *root)
{
	root->parse->jointree = (FromExpr *)
		pull_up(root, (Node *) root->parse->jointree, false, true);
}

static bool
has_only_vars(Query *subquery)
{
	ListCell *l;

	foreach (l, subquery->targetList)
	{
		TargetEntry *tle = lfirst(l);

		if (!IsA(tle->expr, Var) || ((Var *) tle->expr)->varlevelsup != 0)
			return false;
	}
	return true;
}

static bool
is_simple_subquery(PlannerInfo *root, Query *subquery, RangeTblEntry *rte,
				   bool below_outer)
{
	if (subquery->commandType != CMD_SELECT || subquery->setOperations ||
		subquery->hasAggs || subquery->hasWindowFuncs ||
		subquery->hasTargetSRFs || subquery->groupClause ||
		subquery->groupingSets || subquery->havingQual ||
		subquery->sortClause || subquery->distinctClause ||
		subquery->limitOffset || subquery->limitCount ||
		subquery->hasForUpdate || subquery->cteList ||
		rte->security_barrier)
		return false;
	/* a lateral sub-select would leave lateral conditions behind */
	if (rte->lateral && contain_vars_of_level((Node *) subquery, 1))
		return false;
	if (contain_volatile_functions((Node *) subquery->targetList))
		return false;
	if (below_outer && (!has_only_vars(subquery) || subquery->jointree->fromlist == NIL))
		return false;
	/* without FROM it would leave nothing to join with */
	if (subquery->jointree->fromlist == NIL)
		return false;
	return true;
}

typedef struct ReplaceContext
{
	PlannerInfo *root;
	List *targetlist;
	RangeTblEntry *target_rte;
	int varno;
	bool *outer_hasSubLinks;
} ReplaceContext;

static Node *
replace_vars(Node *node, ReplaceContext *cx)
{
	if (node == NULL)
		return NULL;
	return ReplaceVarsFromTargetList(node, cx->varno, 0, cx->target_rte,
									 cx->targetlist, REPLACEVARS_REPORT_ERROR,
									 0, cx->outer_hasSubLinks);
}

static void
replace_vars_in_jointree(Node *jtnode, ReplaceContext *cx)
{
	ListCell *l;

	if (jtnode == NULL)
		return;
	if (IsA(jtnode, RangeTblRef))
	{
		RangeTblEntry *rte = rt_fetch(((RangeTblRef *) jtnode)->rtindex,
									  cx->root->parse->rtable);
		int varno = ((RangeTblRef *) jtnode)->rtindex;

		/* lateral references to the merged sub-select */
		if (!rte->lateral || varno == cx->varno)
			return;
		if (rte->rtekind == RTE_SUBQUERY)
			rte->subquery = (Query *)
				ReplaceVarsFromTargetList((Node *) rte->subquery, cx->varno, 1,
										  cx->target_rte, cx->targetlist,
										  REPLACEVARS_REPORT_ERROR, 0, NULL);
		else if (rte->rtekind == RTE_FUNCTION)
			rte->functions = (List *) replace_vars((Node *) rte->functions, cx);
		else if (rte->rtekind == RTE_VALUES)
			rte->values_lists = (List *)
				replace_vars((Node *) rte->values_lists, cx);
	}
	else if (IsA(jtnode, FromExpr))
	{
		FromExpr *f = (FromExpr *) jtnode;

		foreach (l, f->fromlist)
			replace_vars_in_jointree(lfirst(l), cx);
		f->quals = replace_vars(f->quals, cx);
	}
	else if (IsA(jtnode, JoinExpr))
	{
		JoinExpr *j = (JoinExpr *) jtnode;

		replace_vars_in_jointree(j->larg, cx);
		replace_vars_in_jointree(j->rarg, cx);
		j->quals = replace_vars(j->quals, cx);
	}
}

static void
replace_vars_everywhere(PlannerInfo *root, ReplaceContext *cx)
{
	Query *parse = root->parse;
	ListCell *lc;

	parse->targetList = (List *) replace_vars((Node *) parse->targetList, cx);
	parse->returningList = (List *) replace_vars((Node *) parse->returningList,
												 cx);
	if (parse->onConflict)
	{
		parse->onConflict->onConflictSet = (List *)
			replace_vars((Node *) parse->onConflict->onConflictSet, cx);
		parse->onConflict->onConflictWhere =
			replace_vars(parse->onConflict->onConflictWhere, cx);
	}
	replace_vars_in_jointree((Node *) parse->jointree, cx);
	parse->havingQual = replace_vars(parse->havingQual, cx);
	foreach (lc, parse->rtable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (rte->rtekind == RTE_JOIN)
			rte->joinaliasvars = (List *)
				replace_vars((Node *) rte->joinaliasvars, cx);
	}
}

/* Merge one sub-select; the result takes its place in the join tree. */
static Node *
merge_subquery(PlannerInfo *root, Node *jtnode, RangeTblEntry *rte,
			   bool below_outer)
{
	Query *parse = root->parse;
	int varno = ((RangeTblRef *) jtnode)->rtindex;
	Query *subquery = copyObject(rte->subquery);
	PlannerInfo *subroot = makeNode(PlannerInfo);
	int rtoffset;
	ReplaceContext cx;
	ListCell *lc;

	subroot->parse = subquery;
	subroot->glob = root->glob;
	subroot->query_level = root->query_level;
	subroot->parent_root = root->parent_root;
	subroot->planner_cxt = CurrentMemoryContext;
	subroot->wt_param_id = -1;
	if (subquery->hasSubLinks)
		pull_up_sublinks(subroot);
	pull_up_subqueries(subroot);
	subquery = subroot->parse;
	/* what was pulled up inside may have made it less simple */
	if (!is_simple_subquery(root, subquery, rte, below_outer))
		return jtnode;
	subquery->targetList = (List *)
		flatten_join_alias_vars(subquery, (Node *) subquery->targetList);
	if (below_outer && !has_only_vars(subquery))
		return jtnode;
	rtoffset = list_length(parse->rtable);
	OffsetVarNodes((Node *) subquery, rtoffset, 0);
	IncrementVarSublevelsUp((Node *) subquery, -1, 1);
	cx.root = root;
	cx.targetlist = subquery->targetList;
	cx.target_rte = rte;
	cx.varno = varno;
	cx.outer_hasSubLinks = &parse->hasSubLinks;
	replace_vars_everywhere(root, &cx);
	/* lateral range table entries pulled up stay lateral */
	if (rte->lateral)
		foreach (lc, subquery->rtable)
		{
			RangeTblEntry *child = lfirst(lc);

			if (child->rtekind == RTE_SUBQUERY ||
				child->rtekind == RTE_FUNCTION || child->rtekind == RTE_VALUES)
				child->lateral = true;
		}
	parse->rtable = list_concat(parse->rtable, subquery->rtable);
	parse->rowMarks = list_concat(parse->rowMarks, subquery->rowMarks);
	parse->hasSubLinks |= subquery->hasSubLinks;
	parse->hasRowSecurity |= subquery->hasRowSecurity;
	/* permissions of a view are checked through its entry, which stays */
	rte->subquery = NULL;
	rte->rtekind = RTE_RESULT;
	if (subquery->jointree->quals == NULL &&
		list_length(subquery->jointree->fromlist) == 1)
		return linitial(subquery->jointree->fromlist);
	return (Node *) subquery->jointree;
}

static Node *
pull_up(PlannerInfo *root, Node *jtnode, bool below_outer, bool lateral_ok)
{
	ListCell *l;

	if (IsA(jtnode, RangeTblRef))
	{
		RangeTblEntry *rte = rt_fetch(((RangeTblRef *) jtnode)->rtindex,
									  root->parse->rtable);

		if (rte->rtekind == RTE_SUBQUERY &&
			is_simple_subquery(root, rte->subquery, rte, below_outer))
			return merge_subquery(root, jtnode, rte, below_outer);
		return jtnode;
	}
	if (IsA(jtnode, FromExpr))
	{
		foreach (l, ((FromExpr *) jtnode)->fromlist)
			lfirst(l) = pull_up(root, lfirst(l), below_outer, lateral_ok);
		return jtnode;
	}
	if (IsA(jtnode, JoinExpr))
	{
		JoinExpr *j = (JoinExpr *) jtnode;
		bool left = below_outer || j->jointype == JOIN_RIGHT ||
			j->jointype == JOIN_FULL;
		bool right = below_outer || j->jointype == JOIN_LEFT ||
			j->jointype == JOIN_FULL || j->jointype == JOIN_ANTI;

		j->larg = pull_up(root, j->larg, left, lateral_ok);
		j->rarg = pull_up(root, j->rarg, right, lateral_ok);
		return jtnode;
	}
	elog(ERROR, "unrecognized node type: %d", (int) nodeTag(jtnode));
	return NULL;
}

/* ---------------------------------------------------------------- outer joins */

static void
reduce(PlannerInfo *root, Node *jtnode, Relids nonnullable_rels,
	   List *forced_null_vars)
{
	ListCell *l;

	if (jtnode == NULL || IsA(jtnode, RangeTblRef))
		return;
	if (IsA(jtnode, FromExpr))
	{
		FromExpr *f = (FromExpr *) jtnode;
		Relids nn = bms_union(nonnullable_rels,
							  find_nonnullable_rels(f->quals));
		List *fn = list_concat(list_copy(forced_null_vars),
							   find_forced_null_vars(f->quals));

		foreach (l, f->fromlist)
			reduce(root, lfirst(l), nn, fn);
		return;
	}
	{
		JoinExpr *j = castNode(JoinExpr, jtnode);
		Relids left = get_relids_in_jointree(j->larg, true);
		Relids right = get_relids_in_jointree(j->rarg, true);
		JoinType jt = j->jointype;
		Relids local;

		switch (jt)
		{
			case JOIN_LEFT:
				if (bms_overlap(nonnullable_rels, right))
					jt = JOIN_INNER;
				break;
			case JOIN_RIGHT:
				if (bms_overlap(nonnullable_rels, left))
					jt = JOIN_INNER;
				break;
			case JOIN_FULL:
				if (bms_overlap(nonnullable_rels, left))
					jt = bms_overlap(nonnullable_rels, right) ? JOIN_INNER : JOIN_LEFT;
				else if (bms_overlap(nonnullable_rels, right))
					jt = JOIN_RIGHT;
				break;
			default:
				break;
		}
		/* only left joins from here on */
		if (jt == JOIN_RIGHT)
		{
			Node *tmp = j->larg;
			Relids tmprel = left;

			j->larg = j->rarg;
			j->rarg = tmp;
			left = right;
			right = tmprel;
			jt = JOIN_LEFT;
		}
		/* "LEFT JOIN ... WHERE right.x IS NULL" with x joined strictly */
		if (jt == JOIN_LEFT && forced_null_vars != NIL)
		{
			List *nnvars = find_nonnullable_vars(j->quals);
			ListCell *lc;

			foreach (lc, list_intersection(nnvars, forced_null_vars))
				if (bms_is_member(((Var *) lfirst(lc))->varno, right))
					jt = JOIN_ANTI;
		}
		if (j->rtindex && jt != j->jointype)
			rt_fetch(j->rtindex, root->parse->rtable)->jointype = jt;
		j->jointype = jt;
		local = find_nonnullable_rels(j->quals);
		if (jt == JOIN_INNER || jt == JOIN_SEMI)
		{
			Relids nn = bms_union(nonnullable_rels, local);
			List *fn = list_concat(list_copy(forced_null_vars),
								   find_forced_null_vars(j->quals));

			reduce(root, j->larg, nn, fn);
			reduce(root, j->rarg, nn, fn);
		}
		else if (jt == JOIN_FULL)
		{
			reduce(root, j->larg, NULL, NIL);
			reduce(root, j->rarg, NULL, NIL);
		}
		else
		{
			/* above counts for the left side, ON for the right one */
			reduce(root, j->larg, nonnullable_rels, forced_null_vars);
			reduce(root, j->rarg, local, find_forced_null_vars(j->quals));
		}
	}
}

/* Turn outer joins into inner or anti joins where WHERE makes it possible. */
void
reduce_outer_joins(PlannerInfo *root)
{
	reduce(root, (Node *) root->parse->jointree, NULL, NIL);
}

/* ---------------------------------------------------------------- one-row entries */

static bool
is_result_ref(PlannerInfo *root, Node *jtnode)
{
	return IsA(jtnode, RangeTblRef) &&
		rt_fetch(((RangeTblRef *) jtnode)->rtindex,
				 root->parse->rtable)
			->rtekind == RTE_RESULT;
}

static Node *
drop_results(PlannerInfo *root, Node *jtnode)
{
	ListCell *l;

	if (IsA(jtnode, FromExpr))
	{
		FromExpr *f = (FromExpr *) jtnode;
		List *kept = NIL;

		foreach (l, f->fromlist)
		{
			Node *child = drop_results(root, lfirst(l));

			/* one of several is joined to nothing: it adds no row */
			if (is_result_ref(root, child) &&
				(kept != NIL || lnext(f->fromlist, l) != NULL))
				continue;
			kept = lappend(kept, child);
		}
		if (kept == NIL)
			kept = list_make1(llast(f->fromlist));
		f->fromlist = kept;
		if (f != root->parse->jointree && list_length(kept) == 1 &&
			f->quals == NULL)
			return linitial(kept);
	}
	else if (IsA(jtnode, JoinExpr))
	{
		JoinExpr *j = (JoinExpr *) jtnode;

		j->larg = drop_results(root, j->larg);
		j->rarg = drop_results(root, j->rarg);
		if (j->jointype == JOIN_INNER)
		{
			if (is_result_ref(root, j->larg))
				return j->quals ? (Node *) makeFromExpr(list_make1(j->rarg),
														j->quals)
								: j->rarg;
			if (is_result_ref(root, j->rarg))
				return j->quals ? (Node *) makeFromExpr(list_make1(j->larg),
														j->quals)
								: j->larg;
		}
	}
	return jtnode;
}

/* Take one-row entries out of joins where they do nothing. */
void
remove_useless_result_rtes(PlannerInfo *root)
{
	ListCell *cell;

	root->parse->jointree = castNode(FromExpr,
									 drop_results(root,
												  (Node *) root->parse->jointree));
	/* they cannot be locked either */
	foreach (cell, root->rowMarks)
	{
		PlanRowMark *rc = lfirst(cell);

		if (rt_fetch(rc->rti, root->parse->rtable)->rtekind == RTE_RESULT)
			root->rowMarks = foreach_delete_current(root->rowMarks, cell);
	}
}

/* ---------------------------------------------------------------- tools */

/* Range table indexes below; include_joins: those of joins as well. */
Relids
get_relids_in_jointree(Node *jtnode, bool include_joins)
{
	Relids result = NULL;
	ListCell *l;

	if (jtnode == NULL)
		return NULL;
	if (IsA(jtnode, RangeTblRef))
		return bms_make_singleton(((RangeTblRef *) jtnode)->rtindex);
	if (IsA(jtnode, FromExpr))
	{
		foreach (l, ((FromExpr *) jtnode)->fromlist)
			result = bms_join(result, get_relids_in_jointree(lfirst(l), include_joins));
		return result;
	}
	{
		JoinExpr *j = castNode(JoinExpr, jtnode);

		result = bms_join(get_relids_in_jointree(j->larg, include_joins),
						  get_relids_in_jointree(j->rarg, include_joins));
		if (include_joins && j->rtindex)
			result = bms_add_member(result, j->rtindex);
		return result;
	}
}

static Node *
find_join(Node *jtnode, int rtindex)
{
	ListCell *l;

	if (jtnode == NULL)
		return NULL;
	if (IsA(jtnode, FromExpr))
	{
		foreach (l, ((FromExpr *) jtnode)->fromlist)
		{
			Node *found = find_join(lfirst(l), rtindex);

			if (found)
				return found;
		}
	}
	else if (IsA(jtnode, JoinExpr))
	{
		JoinExpr *j = (JoinExpr *) jtnode;
		Node *found;

		if (j->rtindex == rtindex)
			return jtnode;
		found = find_join(j->larg, rtindex);
		return found ? found : find_join(j->rarg, rtindex);
	}
	return NULL;
}

Relids
get_relids_for_join(Query *query, int joinrelid)
{
	Node *jtnode = find_join((Node *) query->jointree, joinrelid);

	if (!jtnode)
		elog(ERROR, "could not find join node %d", joinrelid);
	return get_relids_in_jointree(jtnode, false);
}
