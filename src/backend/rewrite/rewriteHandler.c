/*
 * rewriteHandler.c
 *		From an analyzed query to one that the planner takes: target lists are
 *		completed, views are replaced by their queries.
 *
 *	QueryRewrite
 *		-> rewrite_target_list	INSERT and UPDATE: one entry per column, with
 *								defaults, in column order
 *		-> rewrite_values		DEFAULT inside a multi-row VALUES
 *		-> expand_views			each view in the range table becomes a subquery
 *
 * Not there yet, and an error where a relation has them: rules other than the
 * SELECT rule of a view, updatable views, row security.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/rewrite/rewriteHandler.c
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/analyze.h"
#include "parser/parse_coerce.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/prs2lock.h"
#include "rewrite/rewriteDefine.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

static void expand_views(Query *query, List *active_views);

/* ---- locks ---- */

static bool
lock_sublinks_walker(Node *node, void *for_execute)
{
	if (node == NULL)
		return false;
	if (IsA(node, SubLink))
		AcquireRewriteLocks((Query *) ((SubLink *) node)->subselect, for_execute != NULL, false);
	/* Subqueries of the range table are seen to by the caller. */
	return expression_tree_walker(node, lock_sublinks_walker, for_execute);
}

/*
 * AcquireRewriteLocks
 *		Lock the relations of a query tree that was not analyzed just now: a
 *		stored one, or one from a cache.
 *
 * forExecute			take the locks that execution needs, else only such that
 *						keep the relation's definition as it is
 * forUpdatePushedDown	FOR UPDATE of an outer query covers this one
 */
void
AcquireRewriteLocks(Query *parsetree, bool forExecute, bool forUpdatePushedDown)
{
	int rti = 0;
	ListCell *lc;

	foreach (lc, parsetree->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);
		LOCKMODE mode;
		Relation rel;

		rti++;
		switch (rte->rtekind)
		{
			case RTE_RELATION:
				mode = !forExecute ? AccessShareLock : rte->rellockmode;
				if (forExecute && forUpdatePushedDown && mode == AccessShareLock)
					mode = rte->rellockmode = RowShareLock;
				rel = table_open(rte->relid, mode);
				rte->relkind = rel->rd_rel->relkind;
				table_close(rel, NoLock);
				break;
			case RTE_SUBQUERY:
				AcquireRewriteLocks(rte->subquery, forExecute,
									forUpdatePushedDown || get_parse_rowmark(parsetree, rti) != NULL);
				break;
			default:
				break;
		}
	}
	foreach (lc, parsetree->cteList)
		AcquireRewriteLocks((Query *) ((CommonTableExpr *) lfirst(lc))->ctequery, forExecute, false);
	if (parsetree->hasSubLinks)
		query_tree_walker(parsetree, lock_sublinks_walker, forExecute ? parsetree : NULL,
						  QTW_IGNORE_RC_SUBQUERIES);
}

/* ---- defaults and target lists ---- */

/* A column's default as it is stored. */
static Node *
stored_default(TupleDesc desc, int attrno)
{
	TupleConstr *constr = desc->constr;

	for (int i = 0; constr && i < constr->num_defval; i++)
	{
		if (constr->defval[i].adnum == attrno)
			return stringToNode(constr->defval[i].adbin);
	}
	elog(ERROR, "default expression not found for attribute %d", attrno);
	return NULL;
}

/*
 * build_column_default
 *		The default expression of a column, coerced to its type; NULL if it has
 *		none.  A fresh copy.
 */
Node *
build_column_default(Relation rel, int attrno)
{
	Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), attrno - 1);
	Node *expr = NULL;
	Oid type;

	if (att->attidentity)
	{
		NextValueExpr *next = makeNode(NextValueExpr);

		next->seqid = getIdentitySequence(RelationGetRelid(rel), attrno, false);
		next->typeId = att->atttypid;
		return (Node *) next;
	}
	if (att->atthasdef)
		expr = stored_default(RelationGetDescr(rel), attrno);
	/* A domain's default serves a column without one; not a generated one. */
	if (expr == NULL && !att->attgenerated)
		expr = get_typdefault(att->atttypid);
	if (expr == NULL)
		return NULL;
	type = exprType(expr);
	expr = coerce_to_target_type(NULL, expr, type, att->atttypid, att->atttypmod,
								 COERCION_ASSIGNMENT, COERCE_IMPLICIT_CAST, -1);
	if (expr == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" is of type %s but default expression is of type %s",
						NameStr(att->attname), format_type_be(att->atttypid), format_type_be(type)),
				 errhint("You will need to rewrite or cast the expression.")));
	return expr;
}

/* The input of an assignment to a part of a column, or NULL. */
static Node *
assignment_source(Node *node)
{
	if (node && IsA(node, FieldStore))
		return (Node *) ((FieldStore *) node)->arg;
	if (node && IsA(node, SubscriptingRef) && ((SubscriptingRef *) node)->refassgnexpr)
		return (Node *) ((SubscriptingRef *) node)->refexpr;
	return NULL;
}

/*
 * Two entries for one column: allowed for assignments to different parts of
 * it, which are nested, the later one outside.
 */
static TargetEntry *
join_assignments(TargetEntry *tle, TargetEntry *prior, const char *attname)
{
	Node *source = assignment_source((Node *) tle->expr);
	Node *prior_source;
	TargetEntry *result;

	if (prior == NULL)
		return tle;
	prior_source = assignment_source((Node *) prior->expr);
	while (prior_source && assignment_source(prior_source))
		prior_source = assignment_source(prior_source);
	if (source == NULL || prior_source == NULL || !equal(source, prior_source))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("multiple assignments to same column \"%s\"", attname)));
	result = flatCopyTargetEntry(tle);
	if (IsA(tle->expr, FieldStore))
	{
		FieldStore *outer = copyObject((FieldStore *) tle->expr);

		/* Both set fields of the same row: one node does it. */
		if (IsA(prior->expr, FieldStore))
		{
			FieldStore *inner = (FieldStore *) prior->expr;

			outer->newvals = list_concat(list_copy(inner->newvals), outer->newvals);
			outer->fieldnums = list_concat(list_copy(inner->fieldnums), outer->fieldnums);
		}
		else
			outer->arg = prior->expr;
		result->expr = (Expr *) outer;
	}
	else
	{
		SubscriptingRef *outer = copyObject((SubscriptingRef *) tle->expr);

		outer->refexpr = prior->expr;
		result->expr = (Expr *) outer;
	}
	return result;
}

/* A column that its own rules keep from being assigned. */
static void
check_assignable(Query *query, Form_pg_attribute att)
{
	bool insert = query->commandType == CMD_INSERT;
	bool always = att->attidentity == ATTRIBUTE_IDENTITY_ALWAYS &&
		!(insert && query->override != OVERRIDING_NOT_SET);

	if (!always && !att->attgenerated)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_GENERATED_ALWAYS),
			 insert ? errmsg("cannot insert a non-DEFAULT value into column \"%s\"", NameStr(att->attname))
					: errmsg("column \"%s\" can only be updated to DEFAULT", NameStr(att->attname)),
			 always ? errdetail("Column \"%s\" is an identity column defined as GENERATED ALWAYS.", NameStr(att->attname))
					: errdetail("Column \"%s\" is a generated column.", NameStr(att->attname)),
			 always && insert ? errhint("Use OVERRIDING SYSTEM VALUE to override.") : 0));
}

/* Is this column of a VALUES the word DEFAULT in all rows? */
static bool
only_defaults(const RangeTblEntry *values_rte, int column)
{
	ListCell *lc;

	foreach (lc, values_rte->values_lists)
	{
		if (!IsA(list_nth(lfirst(lc), column - 1), SetToDefault))
			return false;
	}
	return true;
}

/* The default of a column as an expression for a target list; NULL for none. */
static Node *
default_for_target(Relation rel, int attno, CmdType command)
{
	Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), attno - 1);
	Node *expr = att->attgenerated ? NULL : build_column_default(rel, attno);

	if (expr)
		return expr;
	/* An INSERT may leave the column out: it is null anyway. */
	if (command == CMD_INSERT)
		return NULL;
	expr = (Node *) makeConst(att->atttypid, -1, att->attcollation, att->attlen, (Datum) 0, true, att->attbyval);
	return coerce_to_domain(expr, InvalidOid, -1, att->atttypid, COERCION_IMPLICIT, COERCE_IMPLICIT_CAST, -1, false);
}

/*
 * Put the entries into column order, join those of one column, and put in
 * defaults: for a column that an INSERT leaves out, and for DEFAULT.
 * values_rte: a multi-row VALUES whose DEFAULTs rewrite_values sees to later.
 */
static List *
rewrite_target_list(Query *query, Relation rel, RangeTblEntry *values_rte, int values_index)
{
	int natts = RelationGetNumberOfAttributes(rel);
	TargetEntry **by_column = palloc0((natts + 1) * sizeof(TargetEntry *));
	List *result = NIL;
	List *junk = NIL;
	int next_junk = natts + 1;
	ListCell *lc;

	foreach (lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (tle->resjunk)
		{
			TargetEntry *copy = tle;

			if (tle->resno != next_junk)
			{
				copy = flatCopyTargetEntry(tle);
				copy->resno = next_junk;
			}
			next_junk++;
			junk = lappend(junk, copy);
			continue;
		}
		if (tle->resno < 1 || tle->resno > natts)
			elog(ERROR, "bogus resno %d in targetlist", tle->resno);
		if (!TupleDescAttr(RelationGetDescr(rel), tle->resno - 1)->attisdropped)
			by_column[tle->resno] = join_assignments(tle, by_column[tle->resno],
													 NameStr(TupleDescAttr(RelationGetDescr(rel), tle->resno - 1)->attname));
	}
	for (int attno = 1; attno <= natts; attno++)
	{
		Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), attno - 1);
		TargetEntry *tle = by_column[attno];
		bool is_default;
		Node *expr;

		if (att->attisdropped)
			continue;
		is_default = (tle == NULL && query->commandType == CMD_INSERT) || (tle && IsA(tle->expr, SetToDefault));
		if (tle && !is_default &&
			!(values_rte && IsA(tle->expr, Var) && ((Var *) tle->expr)->varno == values_index &&
			  only_defaults(values_rte, ((Var *) tle->expr)->varattno)))
			check_assignable(query, att);
		if (query->commandType == CMD_INSERT && att->attidentity && query->override == OVERRIDING_USER_VALUE && tle)
			is_default = true;
		if (att->attgenerated)
			continue; /* the executor computes it */
		if (is_default)
		{
			expr = default_for_target(rel, attno, query->commandType);
			tle = expr ? makeTargetEntry((Expr *) expr, attno, pstrdup(NameStr(att->attname)), false) : NULL;
		}
		if (tle)
			result = lappend(result, tle);
	}
	pfree(by_column);
	return list_concat(result, junk);
}

/*
 * Replace each DEFAULT in a multi-row VALUES by the default of the column that
 * it goes to; by NULL, if rewrite_target_list found that nothing is read there.
 */
static void
rewrite_values(Query *query, Relation rel, RangeTblEntry *rte, int rti)
{
	int width = list_length(linitial(rte->values_lists));
	int *target = palloc0((width + 1) * sizeof(int));
	List *rows = NIL;
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (!tle->resjunk && IsA(tle->expr, Var) && ((Var *) tle->expr)->varno == rti)
			target[((Var *) tle->expr)->varattno] = tle->resno;
	}
	foreach (lc, rte->values_lists)
	{
		List *row = NIL;
		int col = 0;

		foreach (lc2, (List *) lfirst(lc))
		{
			Node *value = lfirst(lc2);

			col++;
			if (IsA(value, SetToDefault))
			{
				SetToDefault *def = (SetToDefault *) value;

				if (target[col] == 0)
					value = (Node *) makeNullConst(def->typeId, def->typeMod, def->collation);
				else
					/* unlike a target, a row cannot leave a value out */
					value = default_for_target(rel, target[col], CMD_UPDATE);
			}
			row = lappend(row, value);
		}
		rows = lappend(rows, row);
	}
	rte->values_lists = rows;
	pfree(target);
}

/* The VALUES that feeds an INSERT, if that is what it has; its position. */
static RangeTblEntry *
find_values(Query *query, int *rti)
{
	Node *item;
	RangeTblEntry *rte;

	*rti = 0;
	if (list_length(query->jointree->fromlist) != 1)
		return NULL;
	item = linitial(query->jointree->fromlist);
	if (!IsA(item, RangeTblRef))
		return NULL;
	rte = rt_fetch(((RangeTblRef *) item)->rtindex, query->rtable);
	if (rte->rtekind != RTE_VALUES)
		return NULL;
	*rti = ((RangeTblRef *) item)->rtindex;
	return rte;
}

/* Rules for the event of this statement are not there yet. */
static void
refuse_rules(Relation rel, CmdType event)
{
	RuleLock *rules = rel->rd_rules;

	if (rel->rd_rel->relkind == RELKIND_VIEW)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot %s view \"%s\": changing data through a view is not supported yet",
						event == CMD_INSERT ? "insert into" : event == CMD_UPDATE ? "update"
																				  : "delete from",
						RelationGetRelationName(rel))));
	for (int i = 0; rules && i < rules->numLocks; i++)
	{
		if (rules->rules[i]->event == event)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("relation \"%s\" has a rewrite rule for this command, which is not supported yet",
							RelationGetRelationName(rel))));
	}
}

/* INSERT, UPDATE, DELETE: complete the target lists. */
static void
rewrite_modification(Query *query)
{
	RangeTblEntry *rte = rt_fetch(query->resultRelation, query->rtable);
	Relation rel = relation_open(rte->relid, NoLock);
	RangeTblEntry *values_rte;
	int values_index;

	refuse_rules(rel, query->commandType);
	switch (query->commandType)
	{
		case CMD_INSERT:
			values_rte = find_values(query, &values_index);
			query->targetList = rewrite_target_list(query, rel, values_rte, values_index);
			if (values_rte)
				rewrite_values(query, rel, values_rte, values_index);
			if (query->onConflict && query->onConflict->action == ONCONFLICT_UPDATE)
			{
				Query part = *query;

				part.commandType = CMD_UPDATE;
				part.targetList = query->onConflict->onConflictSet;
				query->onConflict->onConflictSet = rewrite_target_list(&part, rel, NULL, 0);
			}
			break;
		case CMD_UPDATE:
			query->targetList = rewrite_target_list(query, rel, NULL, 0);
			break;
		case CMD_DELETE:
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("MERGE is not supported yet")));
	}
	relation_close(rel, NoLock);
}

/* ---- views ---- */

static RewriteRule *
select_rule(Relation view)
{
	RuleLock *rules = view->rd_rules;

	for (int i = 0; rules && i < rules->numLocks; i++)
	{
		if (rules->rules[i]->event == CMD_SELECT)
			return rules->rules[i];
	}
	return NULL;
}

/* The query that defines a view; it belongs to the relation cache. */
Query *
get_view_query(Relation view)
{
	RewriteRule *rule = select_rule(view);

	if (rule == NULL || list_length(rule->actions) != 1)
		elog(ERROR, "failed to find _RETURN rule for view \"%s\"", RelationGetRelationName(view));
	return linitial_node(Query, rule->actions);
}

/* FOR UPDATE of a view is FOR UPDATE of what it reads. */
static void
push_down_row_mark(Query *query, Node *jtnode, const RowMarkClause *mark)
{
	ListCell *lc;

	if (jtnode == NULL)
		return;
	if (IsA(jtnode, RangeTblRef))
	{
		int rti = ((RangeTblRef *) jtnode)->rtindex;
		RangeTblEntry *rte = rt_fetch(rti, query->rtable);

		if (rte->rtekind == RTE_RELATION)
		{
			applyLockingClause(query, rti, mark->strength, mark->waitPolicy, true);
			rte->requiredPerms |= ACL_SELECT_FOR_UPDATE;
		}
		else if (rte->rtekind == RTE_SUBQUERY)
		{
			applyLockingClause(query, rti, mark->strength, mark->waitPolicy, true);
			push_down_row_mark(rte->subquery, (Node *) rte->subquery->jointree, mark);
		}
	}
	else if (IsA(jtnode, FromExpr))
	{
		foreach (lc, ((FromExpr *) jtnode)->fromlist)
			push_down_row_mark(query, lfirst(lc), mark);
	}
	else if (IsA(jtnode, JoinExpr))
	{
		push_down_row_mark(query, ((JoinExpr *) jtnode)->larg, mark);
		push_down_row_mark(query, ((JoinExpr *) jtnode)->rarg, mark);
	}
}

/*
 * Make the entry of a view the view's query.  The permission check on the
 * view itself moves to the entry that stands for it inside (OLD).
 */
static void
expand_one_view(Query *query, int rti, Relation view, List *active_views)
{
	RangeTblEntry *rte = rt_fetch(rti, query->rtable);
	Query *body = copyObject(get_view_query(view));
	RowMarkClause *mark = get_parse_rowmark(query, rti);
	RangeTblEntry *inner;

	/* What the view reads is checked with the rights of its present owner. */
	setRuleCheckAsUser((Node *) body, RelationHasSecurityInvoker(view) ? InvalidOid : view->rd_rel->relowner);
	AcquireRewriteLocks(body, true, mark != NULL);
	if (mark)
		push_down_row_mark(body, (Node *) body->jointree, mark);
	expand_views(body, active_views);

	inner = rt_fetch(PRS2_OLD_VARNO, body->rtable);
	Assert(inner->relid == rte->relid);
	inner->requiredPerms = rte->requiredPerms;
	inner->checkAsUser = rte->checkAsUser;
	inner->selectedCols = rte->selectedCols;
	inner->insertedCols = rte->insertedCols;
	inner->updatedCols = rte->updatedCols;
	inner->extraUpdatedCols = rte->extraUpdatedCols;

	rte->rtekind = RTE_SUBQUERY;
	rte->subquery = body;
	rte->security_barrier = RelationIsSecurityView(view);
	rte->relid = InvalidOid;
	rte->relkind = 0;
	rte->rellockmode = 0;
	rte->tablesample = NULL;
	rte->inh = false;
	rte->requiredPerms = 0;
	rte->checkAsUser = InvalidOid;
	rte->selectedCols = NULL;
	rte->insertedCols = NULL;
	rte->updatedCols = NULL;
	rte->extraUpdatedCols = NULL;
}

static bool
expand_sublinks_walker(Node *node, List *active_views)
{
	if (node == NULL)
		return false;
	if (IsA(node, SubLink))
		expand_views((Query *) ((SubLink *) node)->subselect, active_views);
	return expression_tree_walker(node, expand_sublinks_walker, active_views);
}

/*
 * Replace all views in the query and below.  active_views are the OIDs of
 * those that are being expanded: meeting one again is a loop.
 */
static void
expand_views(Query *query, List *active_views)
{
	ListCell *lc;

	check_stack_depth();
	/* The table may grow in the loop, but only of what is expanded already. */
	for (int rti = 1; rti <= list_length(query->rtable); rti++)
	{
		RangeTblEntry *rte = rt_fetch(rti, query->rtable);
		Relation rel;

		if (rte->rtekind == RTE_SUBQUERY)
		{
			expand_views(rte->subquery, active_views);
			continue;
		}
		if (rte->rtekind != RTE_RELATION || rte->relkind == RELKIND_MATVIEW)
			continue;
		/* OLD and NEW of a view's rule, and targets, are not read. */
		if (rti != query->resultRelation && !rangeTableEntry_used((Node *) query, rti, 0))
			continue;
		if (rti == query->resultRelation)
			continue;
		rel = relation_open(rte->relid, NoLock);
		if (rel->rd_rel->relrowsecurity && !superuser())
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("row security on relation \"%s\" is not supported yet", RelationGetRelationName(rel))));
		if (select_rule(rel))
		{
			if (list_member_oid(active_views, rte->relid))
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
						 errmsg("infinite recursion detected in rules for relation \"%s\"", RelationGetRelationName(rel))));
			expand_one_view(query, rti, rel, lappend_oid(list_copy(active_views), RelationGetRelid(rel)));
		}
		relation_close(rel, NoLock);
	}
	foreach (lc, query->cteList)
		expand_views((Query *) ((CommonTableExpr *) lfirst(lc))->ctequery, active_views);
	if (query->hasSubLinks)
		query_tree_walker(query, expand_sublinks_walker, active_views, QTW_IGNORE_RC_SUBQUERIES);
}

/* Data-modifying statements in WITH are completed as well. */
static void
rewrite_ctes(Query *query)
{
	ListCell *lc;

	foreach (lc, query->cteList)
	{
		Query *cte = castNode(Query, ((CommonTableExpr *) lfirst(lc))->ctequery);

		if (cte->commandType != CMD_SELECT)
			rewrite_modification(cte);
	}
}

/*
 * QueryRewrite
 *		Rewrite one analyzed query.
 *
 * parsetree	changed in place
 *
 * A list of queries to plan: one, as no rule adds others yet.
 */
List *
QueryRewrite(Query *parsetree)
{
	Assert(parsetree->querySource == QSRC_ORIGINAL);
	rewrite_ctes(parsetree);
	if (parsetree->commandType != CMD_SELECT && parsetree->commandType != CMD_UTILITY)
		rewrite_modification(parsetree);
	expand_views(parsetree, NIL);
	parsetree->canSetTag = true;
	return list_make1(parsetree);
}

/* ---- updatable views: none yet ---- */

const char *
view_query_is_auto_updatable(Query *viewquery, bool check_cols)
{
	return "Changing data through a view is not supported yet.";
}

/* Events, as bits 1 << CMD_..., that are possible on a relation. */
int
relation_is_updatable(Oid reloid, List *outer_reloids, bool include_triggers, Bitmapset *include_cols)
{
	return get_rel_relkind(reloid) == RELKIND_RELATION
		? (1 << CMD_UPDATE) | (1 << CMD_INSERT) | (1 << CMD_DELETE)
		: 0;
}
