/*
 * var.c
 *		Looking for Vars in expressions, and flattening join aliases.
 *
 * levelsup counts query levels: 0 is the query itself, and walking into a
 * sub-select adds one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/util/var.c
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/prep.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"

typedef struct VarnosContext
{
	Relids varnos;
	int sublevels_up;
} VarnosContext;

typedef struct VarListContext
{
	List *vars;
	int sublevels_up;
	int flags;
	int location;
} VarListContext;

typedef struct AliasContext
{
	Query *query;
	int sublevels_up;
	bool possible_sublink;
	bool inserted_sublink;
} AliasContext;

/* ---------------------------------------------------------------- sets of relations */

static bool
varnos_walker(Node *node, VarnosContext *cx)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;

		if ((int) var->varlevelsup == cx->sublevels_up)
			cx->varnos = bms_add_member(cx->varnos, var->varno);
		return false;
	}
	if (IsA(node, CurrentOfExpr))
	{
		if (cx->sublevels_up == 0)
			cx->varnos = bms_add_member(cx->varnos,
										((CurrentOfExpr *) node)->cvarno);
		return false;
	}
	if (IsA(node, RestrictInfo))
		return varnos_walker((Node *) ((RestrictInfo *) node)->clause, cx);
	if (IsA(node, Query))
	{
		bool result;

		cx->sublevels_up++;
		result = query_tree_walker((Query *) node, varnos_walker, cx, 0);
		cx->sublevels_up--;
		return result;
	}
	return expression_tree_walker(node, varnos_walker, cx);
}

/* Range table indexes that the expression (or list) refers to. */
Relids
pull_varnos(PlannerInfo *root, Node *node)
{
	return pull_varnos_of_level(root, node, 0);
}

Relids
pull_varnos_of_level(PlannerInfo *root, Node *node, int levelsup)
{
	VarnosContext cx = {NULL, levelsup};

	query_or_expression_tree_walker(node, varnos_walker, &cx, 0);
	return cx.varnos;
}

typedef struct VarattnosContext
{
	Bitmapset *varattnos;
	Index varno;
} VarattnosContext;

static bool
varattnos_walker(Node *node, VarattnosContext *cx)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;

		if (var->varno == (int) cx->varno && var->varlevelsup == 0)
			cx->varattnos = bms_add_member(cx->varattnos, var->varattno - FirstLowInvalidHeapAttributeNumber);
		return false;
	}
	return expression_tree_walker(node, varattnos_walker, cx);
}

/* Add the columns of varno used, offset by FirstLowInvalidHeapAttributeNumber. */
void
pull_varattnos(Node *node, Index varno, Bitmapset **varattnos)
{
	VarattnosContext cx = {*varattnos, varno};

	varattnos_walker(node, &cx);
	*varattnos = cx.varattnos;
}

/* ---------------------------------------------------------------- presence */

static bool
any_var_walker(Node *node, int *sublevels_up)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
		return (int) ((Var *) node)->varlevelsup == *sublevels_up;
	if (IsA(node, CurrentOfExpr))
		return *sublevels_up == 0;
	if (IsA(node, Query))
	{
		bool result;

		(*sublevels_up)++;
		result = query_tree_walker((Query *) node, any_var_walker,
								   sublevels_up, 0);
		(*sublevels_up)--;
		return result;
	}
	return expression_tree_walker(node, any_var_walker, sublevels_up);
}

/* Any Var of this level?  Sub-selects have become SubPlans already. */
bool
contain_var_clause(Node *node)
{
	return contain_vars_of_level(node, 0);
}

bool
contain_vars_of_level(Node *node, int levelsup)
{
	int sublevels_up = levelsup;

	return query_or_expression_tree_walker(node, any_var_walker, &sublevels_up,
										   0);
}

static bool
locate_walker(Node *node, VarListContext *cx)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;

		if ((int) var->varlevelsup != cx->sublevels_up || var->location < 0)
			return false;
		cx->location = var->location;
		return true;
	}
	if (IsA(node, Query))
	{
		bool result;

		cx->sublevels_up++;
		result = query_tree_walker((Query *) node, locate_walker, cx, 0);
		cx->sublevels_up--;
		return result;
	}
	return expression_tree_walker(node, locate_walker, cx);
}

/* Parse location of a Var of that level, or -1. */
int
locate_var_of_level(Node *node, int levelsup)
{
	VarListContext cx = {NIL, levelsup, 0, -1};

	(void) query_or_expression_tree_walker(node, locate_walker, &cx, 0);
	return cx.location;
}

/* ---------------------------------------------------------------- lists of Vars */

static bool
vars_of_level_walker(Node *node, VarListContext *cx)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		if ((int) ((Var *) node)->varlevelsup == cx->sublevels_up)
			cx->vars = lappend(cx->vars, node);
		return false;
	}
	if (IsA(node, Query))
	{
		bool result;

		cx->sublevels_up++;
		result = query_tree_walker((Query *) node, vars_of_level_walker, cx, 0);
		cx->sublevels_up--;
		return result;
	}
	return expression_tree_walker(node, vars_of_level_walker, cx);
}

List *
pull_vars_of_level(Node *node, int levelsup)
{
	VarListContext cx = {NIL, levelsup, 0, -1};

	query_or_expression_tree_walker(node, vars_of_level_walker, &cx, 0);
	return cx.vars;
}

/* What to do with a node that stands above Vars: true if it is finished. */
static bool
take_or_recurse(Node *node, VarListContext *cx, int include, int recurse,
				const char *what)
{
	if (cx->flags & include)
	{
		cx->vars = lappend(cx->vars, node);
		return true;
	}
	if (!(cx->flags & recurse))
		elog(ERROR, "%s found where not expected", what);
	return false;
}

static bool
var_clause_walker(Node *node, VarListContext *cx)
{
	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Var:
			if (((Var *) node)->varlevelsup != 0)
				elog(ERROR, "Upper-level Var found where not expected");
			cx->vars = lappend(cx->vars, node);
			return false;
		case T_Aggref:
		case T_GroupingFunc:
			if (take_or_recurse(node, cx, PVC_INCLUDE_AGGREGATES,
								PVC_RECURSE_AGGREGATES, "Aggref"))
				return false;
			break;
		case T_WindowFunc:
			if (take_or_recurse(node, cx, PVC_INCLUDE_WINDOWFUNCS,
								PVC_RECURSE_WINDOWFUNCS, "WindowFunc"))
				return false;
			break;
		default:
			break;
	}
	return expression_tree_walker(node, var_clause_walker, cx);
}

/* Vars of the expression, with duplicates; flags tell about what is above. */
List *
pull_var_clause(Node *node, int flags)
{
	VarListContext cx = {NIL, 0, flags, -1};

	var_clause_walker(node, &cx);
	return cx.vars;
}

/* ---------------------------------------------------------------- join aliases */

static Node *
alias_mutator(Node *node, AliasContext *cx)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;
		RangeTblEntry *rte;
		Node *newvar;

		if ((int) var->varlevelsup != cx->sublevels_up)
			return node;
		rte = rt_fetch(var->varno, cx->query->rtable);
		if (rte->rtekind != RTE_JOIN)
			return node;
		if (var->varattno == InvalidAttrNumber)
		{
			/* the whole row of a join: build it from its columns */
			RowExpr *row = makeNode(RowExpr);
			ListCell *lv;
			ListCell *ln;

			forboth (lv, rte->joinaliasvars, ln, rte->eref->colnames)
			{
				if (lfirst(lv) == NULL)
					continue;
				newvar = copyObject(lfirst(lv));
				if (cx->sublevels_up != 0)
					IncrementVarSublevelsUp(newvar, cx->sublevels_up, 0);
				row->args = lappend(row->args, alias_mutator(newvar, cx));
				row->colnames = lappend(row->colnames, copyObject(lfirst(ln)));
			}
			row->row_typeid = var->vartype;
			row->row_format = COERCE_IMPLICIT_CAST;
			row->location = var->location;
			return (Node *) row;
		}
		newvar = list_nth(rte->joinaliasvars, var->varattno - 1);
		Assert(newvar != NULL);
		newvar = copyObject(newvar);
		if (cx->sublevels_up != 0)
			IncrementVarSublevelsUp(newvar, cx->sublevels_up, 0);
		if (IsA(newvar, Var))
			((Var *) newvar)->location = var->location;
		newvar = alias_mutator(newvar, cx);
		if (cx->possible_sublink && !cx->inserted_sublink)
			cx->inserted_sublink = checkExprHasSubLink(newvar);
		return newvar;
	}
	if (IsA(node, Query))
	{
		Query *newnode;
		bool save = cx->inserted_sublink;

		cx->sublevels_up++;
		cx->inserted_sublink = ((Query *) node)->hasSubLinks;
		newnode = query_tree_mutator((Query *) node, alias_mutator, cx,
									 QTW_IGNORE_JOINALIASES);
		newnode->hasSubLinks |= cx->inserted_sublink;
		cx->inserted_sublink = save;
		cx->sublevels_up--;
		return (Node *) newnode;
	}
	return expression_tree_mutator(node, alias_mutator, cx);
}

/* Replace columns of JOIN range table entries by what they stand for. */
Node *
flatten_join_alias_vars(Query *query, Node *node)
{
	AliasContext cx = {query, 0, query->hasSubLinks, query->hasSubLinks};

	return alias_mutator(node, &cx);
}
