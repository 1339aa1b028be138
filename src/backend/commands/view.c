/*
 * view.c
 *		CREATE VIEW.
 *
 * A view is a relation without storage, with one column per column of the
 * query, and a rule _RETURN that holds the query.
 *
 * Not there yet: WITH CHECK OPTION, adding columns with OR REPLACE.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/view.c
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_namespace.h"
#include "commands/tablecmds.h"
#include "commands/view.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/analyze.h"
#include "parser/parse_relation.h"
#include "rewrite/rewriteDefine.h"
#include "rewrite/rewriteManip.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#define VIEW_SELECT_RULE_NAME "_RETURN"

/* Definitions of the view's columns from the target list of its query. */
static List *
view_columns(List *tlist)
{
	List *columns = NIL;
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		ColumnDef *def;

		if (tle->resjunk)
			continue;
		def = makeColumnDef(tle->resname, exprType((Node *) tle->expr),
							exprTypmod((Node *) tle->expr), exprCollation((Node *) tle->expr));
		if (type_is_collatable(exprType((Node *) tle->expr)) && !OidIsValid(def->collOid))
			ereport(ERROR,
					(errcode(ERRCODE_INDETERMINATE_COLLATION),
					 errmsg("could not determine which collation to use for view column \"%s\"", def->colname),
					 errhint("Use the COLLATE clause to set the collation explicitly.")));
		columns = lappend(columns, def);
	}
	if (columns == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("view must have at least one column")));
	return columns;
}

/* OR REPLACE keeps the columns: names and types must be the same. */
static void
check_same_columns(Relation view, List *columns)
{
	TupleDesc old = RelationGetDescr(view);
	int i = 0;
	ListCell *lc;

	if (list_length(columns) < old->natts)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("cannot drop columns from view")));
	if (list_length(columns) > old->natts)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("CREATE OR REPLACE VIEW with added columns is not supported yet")));
	foreach (lc, columns)
	{
		ColumnDef *col = lfirst(lc);
		Form_pg_attribute att = TupleDescAttr(old, i++);

		if (strcmp(col->colname, NameStr(att->attname)) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
					 errmsg("cannot change name of view column \"%s\" to \"%s\"",
							NameStr(att->attname), col->colname),
					 errhint("Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead.")));
		if (col->typeName->typeOid != att->atttypid || col->typeName->typemod != att->atttypmod)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
					 errmsg("cannot change data type of view column \"%s\" from %s to %s",
							col->colname, format_type_with_typemod(att->atttypid, att->atttypmod),
							format_type_with_typemod(col->typeName->typeOid, col->typeName->typemod))));
		if (col->collOid != att->attcollation)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
					 errmsg("cannot change collation of view column \"%s\"", col->colname)));
	}
}

/* The relation of the view, new or replaced. */
static ObjectAddress
make_view_relation(ViewStmt *stmt, List *columns)
{
	CreateStmt *create;
	Oid existing = InvalidOid;
	ObjectAddress address;
	LOCKMODE lockmode = stmt->replace ? AccessExclusiveLock : NoLock;

	(void) RangeVarGetAndCheckCreationNamespace(stmt->view, lockmode, &existing);
	if (OidIsValid(existing) && stmt->replace)
	{
		Relation rel = relation_open(existing, NoLock);

		if (rel->rd_rel->relkind != RELKIND_VIEW)
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("\"%s\" is not a view", RelationGetRelationName(rel))));
		CheckTableNotInUse(rel, "CREATE OR REPLACE VIEW");
		check_same_columns(rel, columns);
		deleteDependencyRecordsFor(RelationRelationId, existing, true);
		recordDependencyOn(&(ObjectAddress){RelationRelationId, existing, 0},
						   &(ObjectAddress){NamespaceRelationId, RelationGetNamespace(rel), 0},
						   DEPENDENCY_NORMAL);
		relation_close(rel, NoLock);
		ObjectAddressSet(address, RelationRelationId, existing);
		return address;
	}
	create = makeNode(CreateStmt);
	create->relation = stmt->view;
	create->tableElts = columns;
	create->options = stmt->options;
	create->oncommit = ONCOMMIT_NOOP;
	return DefineRelation(create, RELKIND_VIEW, InvalidOid, NULL, NULL);
}

/*
 * The stored query begins with two entries for the view itself, which rules
 * know as OLD and NEW, so that all other positions move by two.
 */
static Query *
add_old_and_new(Oid viewoid, Query *query)
{
	Relation rel = relation_open(viewoid, AccessShareLock);
	ParseState *pstate = make_parsestate(NULL);
	RangeTblEntry *old;
	RangeTblEntry *new;

	query = copyObject(query);
	old = addRangeTableEntryForRelation(pstate, rel, AccessShareLock, makeAlias("old", NIL), false, false)->p_rte;
	new = addRangeTableEntryForRelation(pstate, rel, AccessShareLock, makeAlias("new", NIL), false, false)->p_rte;
	old->requiredPerms = 0;
	new->requiredPerms = 0;
	OffsetVarNodes((Node *) query, 2, 0);
	query->rtable = lcons(old, lcons(new, query->rtable));
	relation_close(rel, AccessShareLock);
	return query;
}

/* Names of the column list replace those of the query. */
static void
apply_aliases(Query *query, List *aliases)
{
	ListCell *alias = list_head(aliases);
	ListCell *lc;

	foreach (lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		if (alias == NULL)
			break;
		if (tle->resjunk)
			continue;
		tle->resname = pstrdup(strVal(lfirst(alias)));
		alias = lnext(aliases, alias);
	}
	if (alias != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("CREATE VIEW specifies more column names than columns")));
}

ObjectAddress
DefineView(ViewStmt *stmt, const char *queryString, int stmt_location, int stmt_len)
{
	RawStmt *raw = makeNode(RawStmt);
	Query *query;
	ObjectAddress address;

	if (stmt->withCheckOption != NO_CHECK_OPTION)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("WITH CHECK OPTION is not supported yet")));
	raw->stmt = stmt->query;
	raw->stmt_location = stmt_location;
	raw->stmt_len = stmt_len;
	query = parse_analyze_fixedparams(raw, queryString, NULL, 0, NULL);
	if (query->utilityStmt && IsA(query->utilityStmt, CreateTableAsStmt))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("views must not contain SELECT INTO")));
	if (query->commandType != CMD_SELECT)
		elog(ERROR, "unexpected parse analysis result");
	if (query->hasModifyingCTE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("views must not contain data-modifying statements in WITH")));
	if (stmt->view->relpersistence == RELPERSISTENCE_UNLOGGED)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("views cannot be unlogged because they do not have storage")));
	if (stmt->aliases)
		apply_aliases(query, stmt->aliases);
	if (stmt->view->relpersistence == RELPERSISTENCE_PERMANENT && isQueryUsingTempRelation(query))
	{
		stmt->view = copyObject(stmt->view);
		stmt->view->relpersistence = RELPERSISTENCE_TEMP;
		ereport(NOTICE, (errmsg("view \"%s\" will be a temporary view", stmt->view->relname)));
	}
	address = make_view_relation(stmt, view_columns(query->targetList));
	CommandCounterIncrement();
	DefineQueryRewrite(pstrdup(VIEW_SELECT_RULE_NAME), address.objectId, NULL,
					   CMD_SELECT, true, stmt->replace,
					   list_make1(add_old_and_new(address.objectId, query)));
	return address;
}
