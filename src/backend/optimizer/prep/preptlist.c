/*
 * preptlist.c
 *		Completing the target list of a query.
 *
 * INSERT lists get an entry for each column of the table; UPDATE and DELETE
 * get the row's position as a junk column; row marks add the identities of
 * the rows to lock or recheck.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/prep/preptlist.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/plancat.h"
#include "optimizer/prep.h"
#include "optimizer/tlist.h"
#include "parser/parse_agg.h"
#include "parser/parse_coerce.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* ---------------------------------------------------------------- target lists */

/* NULL for a column that the INSERT does not mention and has no default. */
static Node *
missing_column(Form_pg_attribute att)
{
	int32 typmod = att->atttypmod;
	Oid base;
	Node *expr;

	if (att->attisdropped)
		return (Node *) makeConst(INT4OID, -1, InvalidOid, sizeof(int32),
								  (Datum) 0, true, true);
	base = getBaseTypeAndTypmod(att->atttypid, &typmod);
	expr = (Node *) makeConst(base, typmod, att->attcollation,
							  att->attlen, (Datum) 0, true, att->attbyval);
	if (base == att->atttypid)
		return expr;
	/* a domain may object to NULL */
	return coerce_to_domain(expr, base, typmod, att->atttypid,
							COERCION_IMPLICIT, COERCE_IMPLICIT_CAST, -1,
							false);
}

static List *
expand_insert_targetlist(List *tlist, Relation rel)
{
	List *result = NIL;
	ListCell *item = list_head(tlist);
	int natts = RelationGetNumberOfAttributes(rel);

	for (int attrno = 1; attrno <= natts; attrno++)
	{
		Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel),
											  attrno - 1);
		TargetEntry *tle = NULL;

		if (item != NULL)
		{
			TargetEntry *old = lfirst(item);

			if (!old->resjunk && old->resno == attrno)
			{
				tle = old;
				item = lnext(tlist, item);
			}
		}
		if (tle == NULL)
			tle = makeTargetEntry((Expr *) missing_column(att), attrno,
								  pstrdup(NameStr(att->attname)), false);
		result = lappend(result, tle);
	}
	for (; item; item = lnext(tlist, item))
	{
		TargetEntry *old = lfirst(item);

		if (!old->resjunk)
			elog(ERROR, "targetlist is not sorted correctly");
		if (old->resno != list_length(result) + 1)
		{
			old = flatCopyTargetEntry(old);
			old->resno = list_length(result) + 1;
		}
		result = lappend(result, old);
	}
	return result;
}

/* Column numbers of an UPDATE's entries, which are then numbered from 1. */
List *
extract_update_targetlist_colnos(List *tlist)
{
	List *colnos = NIL;
	AttrNumber next = 1;
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst(lc);

		if (!tle->resjunk)
			colnos = lappend_int(colnos, tle->resno);
		tle->resno = next++;
	}
	return colnos;
}

static List *
add_junk_var(List *tlist, Var *var, const char *name)
{
	return lappend(tlist, makeTargetEntry((Expr *) var, list_length(tlist) + 1, pstrdup(name), true));
}

static List *
add_rowmark_vars(PlannerInfo *root, List *tlist)
{
	ListCell *lc;

	foreach (lc, root->rowMarks)
	{
		PlanRowMark *rc = lfirst(lc);
		char name[32];
		Var *var;

		if (rc->markType != ROW_MARK_COPY)
		{
			var = makeVar(rc->rti, SelfItemPointerAttributeNumber, TIDOID, -1,
						  InvalidOid, 0);
			snprintf(name, sizeof(name), "ctid%u", rc->rowmarkId);
		}
		else
		{
			var = makeWholeRowVar(rt_fetch(rc->rti, root->parse->rtable),
								  rc->rti, 0, false);
			snprintf(name, sizeof(name), "wholerow%u", rc->rowmarkId);
		}
		tlist = add_junk_var(tlist, var, name);
	}
	return tlist;
}

/* Sets root->processed_tlist, and update_colnos for UPDATE. */
void
preprocess_targetlist(PlannerInfo *root)
{
	Query *parse = root->parse;
	int rti = parse->resultRelation;
	List *tlist = parse->targetList;
	Relation rel = NULL;

	if (rti)
	{
		RangeTblEntry *rte = rt_fetch(rti, parse->rtable);

		if (rte->rtekind != RTE_RELATION)
			elog(ERROR, "result relation must be a regular relation");
		rel = table_open(rte->relid, NoLock);
	}
	if (parse->commandType == CMD_INSERT)
		tlist = expand_insert_targetlist(tlist, rel);
	else if (parse->commandType == CMD_UPDATE)
		root->update_colnos = extract_update_targetlist_colnos(tlist);
	if (parse->commandType == CMD_UPDATE || parse->commandType == CMD_DELETE)
		tlist = add_junk_var(list_copy(tlist),
							 makeVar(rti, SelfItemPointerAttributeNumber,
									 TIDOID, -1, InvalidOid, 0),
							 "ctid");
	tlist = add_rowmark_vars(root, tlist);
	/* RETURNING may need columns of other relations */
	if (parse->returningList && list_length(parse->rtable) > 1)
	{
		ListCell *l;

		foreach (l, pull_var_clause((Node *) parse->returningList, PVC_RECURSE_AGGREGATES | PVC_RECURSE_WINDOWFUNCS | PVC_INCLUDE_PLACEHOLDERS))
		{
			Var *var = lfirst(l);

			if (var->varno == rti || tlist_member((Expr *) var, tlist))
				continue;
			tlist = lappend(tlist, makeTargetEntry((Expr *) var, list_length(tlist) + 1, NULL, true));
		}
	}
	root->processed_tlist = tlist;
	if (rel)
		table_close(rel, NoLock);
}

PlanRowMark *
get_plan_rowmark(List *rowmarks, Index rtindex)
{
	ListCell *l;

	foreach (l, rowmarks)
		if (((PlanRowMark *) lfirst(l))->rti == rtindex)
			return lfirst(l);
	return NULL;
}
