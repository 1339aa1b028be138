/*
 * prepqual.c
 *		Bringing conditions into canonical form.
 *
 * After constant folding a WHERE clause is a flat AND/OR tree; what all arms
 * of an OR have in common is pulled out in front of it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/prep/prepqual.c
 */
#include "postgres.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"

static Expr *find_duplicate_ors(Expr *qual, bool is_check);

static List *
flatten(List *args, bool (*is_it)(const void *))
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, args)
	{
		if (is_it(lfirst(lc)))
			result = list_concat(result,
								 flatten(((BoolExpr *) lfirst(lc))->args,
										 is_it));
		else
			result = lappend(result, lfirst(lc));
	}
	return result;
}

static bool
is_and(const void *node)
{
	return is_andclause(node);
}

static bool
is_or(const void *node)
{
	return is_orclause(node);
}

/* (a AND b) OR (a AND c)  ->  a AND (b OR c) */
static Expr *
process_or(List *orlist)
{
	List *reference = NIL;
	List *winners = NIL;
	List *neworlist = NIL;
	int shortest = 0;
	ListCell *temp;

	if (orlist == NIL)
		return (Expr *) makeBoolConst(false, false);
	if (list_length(orlist) == 1)
		return linitial(orlist);
	foreach (temp, orlist)
	{
		Expr *clause = lfirst(temp);
		List *sub = is_andclause(clause) ? ((BoolExpr *) clause)->args : list_make1(clause);

		if (reference == NIL || list_length(sub) < shortest)
		{
			reference = sub;
			shortest = list_length(sub);
		}
	}
	reference = list_union(NIL, reference);
	foreach (temp, reference)
	{
		Expr *refclause = lfirst(temp);
		bool win = true;
		ListCell *temp2;

		foreach (temp2, orlist)
		{
			Expr *clause = lfirst(temp2);

			if (is_andclause(clause) ? !list_member(((BoolExpr *) clause)->args, refclause) : !equal(refclause, clause))
			{
				win = false;
				break;
			}
		}
		if (win)
			winners = lappend(winners, refclause);
	}
	if (winners == NIL)
		return make_orclause(flatten(orlist, is_or));
	foreach (temp, orlist)
	{
		Expr *clause = lfirst(temp);
		List *rest;

		rest = is_andclause(clause) ? list_difference(((BoolExpr *) clause)->args, winners) : NIL;
		if (rest == NIL)
		{
			/* this arm has nothing else: the whole OR is implied */
			neworlist = NIL;
			break;
		}
		neworlist = lappend(neworlist, list_length(rest) == 1 ? linitial(rest) : make_andclause(rest));
	}
	if (neworlist != NIL)
		winners = lappend(winners, list_length(neworlist) == 1 ? linitial(neworlist) : (void *) make_orclause(flatten(neworlist, is_or)));
	return list_length(winners) == 1 ? linitial(winners) : make_andclause(flatten(winners, is_and));
}

static Expr *
find_duplicate_ors(Expr *qual, bool is_check)
{
	List *list = NIL;
	ListCell *lc;

	if (is_orclause(qual))
	{
		foreach (lc, ((BoolExpr *) qual)->args)
		{
			Expr *arg = find_duplicate_ors(lfirst(lc), is_check);

			if (arg && IsA(arg, Const))
			{
				Const *c = (Const *) arg;

				/* NULL counts as false in WHERE, as true in CHECK */
				if (is_check ? c->constisnull || DatumGetBool(c->constvalue) : !c->constisnull && DatumGetBool(c->constvalue))
					return (Expr *) makeBoolConst(true, false);
				continue;
			}
			list = lappend(list, arg);
		}
		return process_or(flatten(list, is_or));
	}
	if (is_andclause(qual))
	{
		foreach (lc, ((BoolExpr *) qual)->args)
		{
			Expr *arg = find_duplicate_ors(lfirst(lc), is_check);

			if (arg && IsA(arg, Const))
			{
				Const *c = (Const *) arg;

				if (is_check ? c->constisnull || DatumGetBool(c->constvalue) : !c->constisnull && DatumGetBool(c->constvalue))
					continue;
				return (Expr *) makeBoolConst(false, false);
			}
			list = lappend(list, arg);
		}
		list = flatten(list, is_and);
		if (list == NIL)
			return (Expr *) makeBoolConst(true, false);
		return list_length(list) == 1 ? linitial(list) : make_andclause(list);
	}
	return qual;
}

/* is_check: the expression is a CHECK condition, where NULL passes. */
Expr *
canonicalize_qual(Expr *qual, bool is_check)
{
	if (qual == NULL)
		return NULL;
	Assert(!IsA(qual, List));
	return find_duplicate_ors(qual, is_check);
}
