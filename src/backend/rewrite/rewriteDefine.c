/*
 * rewriteDefine.c
 *		Rows of pg_rewrite: the SELECT rule of a view is made, replaced,
 *		removed.
 *
 * Not there yet: CREATE RULE.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/rewrite/rewriteDefine.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/pg_rewrite.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "rewrite/prs2lock.h"
#include "rewrite/rewriteDefine.h"
#include "rewrite/rewriteManip.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* Insert or replace the row; its OID. */
static Oid
store_rule(const char *name, CmdType event, Oid relid, bool is_instead, Node *qual, List *actions, bool replace)
{
	Relation rel = table_open(RewriteRelationId, RowExclusiveLock);
	Datum values[Natts_pg_rewrite] = {0};
	bool nulls[Natts_pg_rewrite] = {0};
	bool replaces[Natts_pg_rewrite] = {0};
	NameData rulename;
	HeapTuple old;
	HeapTuple tup;
	Oid oid;
	ObjectAddress self;
	ObjectAddress table;

	namestrcpy(&rulename, name);
	values[Anum_pg_rewrite_rulename - 1] = NameGetDatum(&rulename);
	values[Anum_pg_rewrite_ev_class - 1] = ObjectIdGetDatum(relid);
	values[Anum_pg_rewrite_ev_type - 1] = CharGetDatum(event + '0');
	values[Anum_pg_rewrite_ev_enabled - 1] = CharGetDatum(RULE_FIRES_ON_ORIGIN);
	values[Anum_pg_rewrite_is_instead - 1] = BoolGetDatum(is_instead);
	values[Anum_pg_rewrite_ev_qual - 1] = CStringGetTextDatum(nodeToString(qual));
	values[Anum_pg_rewrite_ev_action - 1] = CStringGetTextDatum(nodeToString(actions));

	old = SearchSysCache2(RULERELNAME, ObjectIdGetDatum(relid), PointerGetDatum(name));
	if (HeapTupleIsValid(old))
	{
		if (!replace)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_OBJECT),
					 errmsg("rule \"%s\" for relation \"%s\" already exists", name, get_rel_name(relid))));
		replaces[Anum_pg_rewrite_ev_type - 1] = true;
		replaces[Anum_pg_rewrite_is_instead - 1] = true;
		replaces[Anum_pg_rewrite_ev_qual - 1] = true;
		replaces[Anum_pg_rewrite_ev_action - 1] = true;
		tup = heap_modify_tuple(old, RelationGetDescr(rel), values, nulls, replaces);
		CatalogTupleUpdate(rel, &tup->t_self, tup);
		ReleaseSysCache(old);
		oid = ((Form_pg_rewrite) GETSTRUCT(tup))->oid;
		deleteDependencyRecordsFor(RewriteRelationId, oid, false);
	}
	else
	{
		oid = GetNewOidWithIndex(rel, RewriteOidIndexId, Anum_pg_rewrite_oid);
		values[Anum_pg_rewrite_oid - 1] = ObjectIdGetDatum(oid);
		tup = heap_form_tuple(RelationGetDescr(rel), values, nulls);
		CatalogTupleInsert(rel, tup);
	}
	heap_freetuple(tup);

	/* The rule goes with its relation; the SELECT rule is part of the view. */
	ObjectAddressSet(self, RewriteRelationId, oid);
	ObjectAddressSet(table, RelationRelationId, relid);
	recordDependencyOn(&self, &table, event == CMD_SELECT ? DEPENDENCY_INTERNAL : DEPENDENCY_AUTO);
	recordDependencyOnExpr(&self, (Node *) actions, NIL, DEPENDENCY_NORMAL);
	if (qual)
	{
		Query *query = getInsertSelectQuery(linitial_node(Query, actions), NULL);

		recordDependencyOnExpr(&self, qual, query->rtable, DEPENDENCY_NORMAL);
	}
	table_close(rel, RowExclusiveLock);
	return oid;
}

/* The target list must be the view's columns, in name and type. */
static void
check_matches_view(List *targetlist, TupleDesc desc)
{
	int i = 0;
	ListCell *lc;

	foreach (lc, targetlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		Form_pg_attribute att;

		if (tle->resjunk)
			continue;
		if (i >= desc->natts)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
					 errmsg("SELECT rule's target list has too many entries")));
		att = TupleDescAttr(desc, i++);
		if (exprType((Node *) tle->expr) != att->atttypid)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
					 errmsg("SELECT rule's target entry %d has different type from column \"%s\"",
							i, NameStr(att->attname))));
	}
	if (i != desc->natts)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("SELECT rule's target list has too few entries")));
}

/*
 * DefineQueryRewrite
 *		Store a rule whose parts are analyzed already: the SELECT rule of a view.
 *
 * action	one Query, with OLD and NEW first in its range table
 */
ObjectAddress
DefineQueryRewrite(const char *rulename, Oid event_relid, Node *event_qual,
				   CmdType event_type, bool is_instead, bool replace, List *action)
{
	Relation rel = table_open(event_relid, AccessExclusiveLock);
	ObjectAddress address;
	Query *query = linitial_node(Query, action);

	if (event_type != CMD_SELECT || rel->rd_rel->relkind != RELKIND_VIEW)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("rules other than those of views are not supported yet")));
	if (!pg_class_ownercheck(event_relid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, RelationGetRelationName(rel));
	check_matches_view(query->targetList, RelationGetDescr(rel));

	/* Whose rights count is left open here: the view's owner may change. */
	ObjectAddressSet(address, RewriteRelationId,
					 store_rule(rulename, event_type, event_relid, is_instead, event_qual, action, replace));
	SetRelationRuleStatus(event_relid, true);
	table_close(rel, NoLock);
	return address;
}

ObjectAddress
DefineRule(RuleStmt *stmt, const char *queryString)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("CREATE RULE is not supported yet")));
	return InvalidObjectAddress;
}

ObjectAddress
RenameRewriteRule(RangeVar *relation, const char *oldName, const char *newName)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("ALTER RULE is not supported yet")));
	return InvalidObjectAddress;
}

void
EnableDisableRule(Relation rel, const char *rulename, char fires_when)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("ENABLE and DISABLE RULE are not supported yet")));
}

static bool
check_as_user_walker(Node *node, Oid *userid)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		ListCell *lc;
		Query *query = (Query *) node;
		int rti = 0;

		foreach (lc, query->rtable)
		{
			RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

			rti++;
			if (rte->rtekind == RTE_SUBQUERY)
				check_as_user_walker((Node *) rte->subquery, userid);
			else
				rte->checkAsUser = *userid;
		}
		foreach (lc, query->cteList)
			check_as_user_walker(((CommonTableExpr *) lfirst(lc))->ctequery, userid);
		if (query->hasSubLinks)
			query_tree_walker(query, check_as_user_walker, userid, QTW_IGNORE_RC_SUBQUERIES);
		return false;
	}
	return expression_tree_walker(node, check_as_user_walker, userid);
}

/* Let permissions of all relations in the tree be checked as of this role. */
void
setRuleCheckAsUser(Node *node, Oid userid)
{
	check_as_user_walker(node, &userid);
}

void
RemoveRewriteRuleById(Oid ruleOid)
{
	Relation rel = table_open(RewriteRelationId, RowExclusiveLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tup;
	Relation table;

	ScanKeyInit(&key, Anum_pg_rewrite_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(ruleOid));
	scan = systable_beginscan(rel, RewriteOidIndexId, true, NULL, 1, &key);
	tup = systable_getnext(scan);
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "could not find tuple for rule %u", ruleOid);
	table = table_open(((Form_pg_rewrite) GETSTRUCT(tup))->ev_class, AccessExclusiveLock);
	CatalogTupleDelete(rel, &tup->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
	CacheInvalidateRelcache(table);
	table_close(table, NoLock);
}

bool
IsDefinedRewriteRule(Oid owningRel, const char *ruleName)
{
	return SearchSysCacheExists2(RULERELNAME, ObjectIdGetDatum(owningRel), PointerGetDatum(ruleName));
}

/* Note in pg_class whether the relation has rules. */
void
SetRelationRuleStatus(Oid relationId, bool relHasRules)
{
	Relation rel = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tup = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(relationId));
	Form_pg_class form;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for relation %u", relationId);
	form = (Form_pg_class) GETSTRUCT(tup);
	if (form->relhasrules != relHasRules)
	{
		form->relhasrules = relHasRules;
		CatalogTupleUpdate(rel, &tup->t_self, tup);
	}
	else
		CacheInvalidateRelcacheByTuple(tup);
	heap_freetuple(tup);
	table_close(rel, RowExclusiveLock);
}

Oid
get_rewrite_oid(Oid relid, const char *rulename, bool missing_ok)
{
	HeapTuple tup = SearchSysCache2(RULERELNAME, ObjectIdGetDatum(relid), PointerGetDatum(rulename));
	Oid oid;

	if (!HeapTupleIsValid(tup))
	{
		if (missing_ok)
			return InvalidOid;
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("rule \"%s\" for relation \"%s\" does not exist", rulename, get_rel_name(relid))));
	}
	oid = ((Form_pg_rewrite) GETSTRUCT(tup))->oid;
	ReleaseSysCache(tup);
	return oid;
}
