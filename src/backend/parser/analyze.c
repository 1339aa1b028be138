/*
 * analyze.c
 *		From raw statements to Query trees.
 *
 * transformStmt takes a raw statement to a Query; statements that are no
 * queries become a Query with the statement in utilityStmt.  The ParseState
 * collects the range table, the join list and flags; each transformXStmt
 * moves them into the Query at its end.
 *
 * Locks: tables named get the lock that running the query needs, and keep it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/analyze.c
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/analyze.h"
#include "parser/parse_agg.h"
#include "parser/parse_clause.h"
#include "parser/parse_coerce.h"
#include "parser/parse_collate.h"
#include "parser/parse_cte.h"
#include "parser/parse_expr.h"
#include "parser/parse_func.h"
#include "parser/parse_oper.h"
#include "parser/parse_param.h"
#include "parser/parse_relation.h"
#include "parser/parse_target.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

post_parse_analyze_hook_type post_parse_analyze_hook = NULL;

static Query *transform_optional_select_into(ParseState *pstate, Node *parseTree);
static Query *transform_delete(ParseState *pstate, DeleteStmt *stmt);
static Query *transform_insert(ParseState *pstate, InsertStmt *stmt);
static Query *transform_update(ParseState *pstate, UpdateStmt *stmt);
static Query *transform_select(ParseState *pstate, SelectStmt *stmt);
static Query *transform_values(ParseState *pstate, SelectStmt *stmt);
static Query *transform_set_operations(ParseState *pstate, SelectStmt *stmt);
static Node *transform_set_tree(ParseState *pstate, SelectStmt *stmt,
								bool isTopLevel, List **targetlist);
static Query *transform_return(ParseState *pstate, ReturnStmt *stmt);
static Query *transform_declare_cursor(ParseState *pstate, DeclareCursorStmt *stmt);
static Query *transform_explain(ParseState *pstate, ExplainStmt *stmt);
static Query *transform_create_table_as(ParseState *pstate, CreateTableAsStmt *stmt);
static Query *transform_call(ParseState *pstate, CallStmt *stmt);
static List *transform_returning(ParseState *pstate, List *returningList);
static void transform_locking(ParseState *pstate, Query *qry, LockingClause *lc,
							  bool pushedDown);

/* ---- entry points ---- */

static Query *
finish_analysis(ParseState *pstate, Query *query)
{
	if (post_parse_analyze_hook != NULL)
		post_parse_analyze_hook(pstate, query, NULL);
	free_parsestate(pstate);
	return query;
}

/*
 * parse_analyze_fixedparams
 *		Analyze a statement whose parameters have known types.
 */
Query *
parse_analyze_fixedparams(RawStmt *parseTree, const char *sourceText,
						  const Oid *paramTypes, int numParams,
						  struct QueryEnvironment *queryEnv)
{
	ParseState *pstate = make_parsestate(NULL);

	Assert(sourceText != NULL);
	pstate->p_sourcetext = sourceText;
	pstate->p_queryEnv = queryEnv;
	if (numParams > 0)
		setup_parse_fixed_parameters(pstate, paramTypes, numParams);
	return finish_analysis(pstate, transformTopLevelStmt(pstate, parseTree));
}

/* The types of parameters are found out; both arrays grow as needed. */
Query *
parse_analyze_varparams(RawStmt *parseTree, const char *sourceText,
						Oid **paramTypes, int *numParams,
						struct QueryEnvironment *queryEnv)
{
	ParseState *pstate = make_parsestate(NULL);
	Query *query;

	Assert(sourceText != NULL);
	pstate->p_sourcetext = sourceText;
	pstate->p_queryEnv = queryEnv;
	setup_parse_variable_parameters(pstate, paramTypes, numParams);
	query = transformTopLevelStmt(pstate, parseTree);
	check_variable_parameters(pstate, query);
	return finish_analysis(pstate, query);
}

/* A callback prepares the state, as function languages do. */
Query *
parse_analyze_withcb(RawStmt *parseTree, const char *sourceText,
					 ParserSetupHook parserSetup, void *parserSetupArg,
					 struct QueryEnvironment *queryEnv)
{
	ParseState *pstate = make_parsestate(NULL);

	Assert(sourceText != NULL);
	pstate->p_sourcetext = sourceText;
	pstate->p_queryEnv = queryEnv;
	parserSetup(pstate, parserSetupArg);
	return finish_analysis(pstate, transformTopLevelStmt(pstate, parseTree));
}

/*
 * parse_sub_analyze
 *		Analyze a statement inside another one.
 *
 * parentCTE			the WITH query it is, or NULL
 * locked_from_parent	FOR UPDATE around it locks its tables
 * resolve_unknowns		open literals in its output become text
 */
Query *
parse_sub_analyze(Node *parseTree, ParseState *parentParseState,
				  CommonTableExpr *parentCTE, bool locked_from_parent,
				  bool resolve_unknowns)
{
	ParseState *inner = make_parsestate(parentParseState);
	Query *result;

	inner->p_resolve_unknowns = resolve_unknowns;
	inner->p_locked_from_parent = locked_from_parent;
	inner->p_parent_cte = parentCTE;
	result = transformStmt(inner, parseTree);
	free_parsestate(inner);
	return result;
}

Query *
transformTopLevelStmt(ParseState *pstate, RawStmt *parseTree)
{
	Query *result = transform_optional_select_into(pstate, parseTree->stmt);

	result->stmt_location = parseTree->stmt_location;
	result->stmt_len = parseTree->stmt_len;
	return result;
}

/* SELECT INTO is CREATE TABLE AS. */
static Query *
transform_optional_select_into(ParseState *pstate, Node *parseTree)
{
	if (IsA(parseTree, SelectStmt))
	{
		SelectStmt *stmt = (SelectStmt *) parseTree;

		/* INTO stands in the leftmost query */
		while (stmt != NULL && stmt->op != SETOP_NONE)
			stmt = stmt->larg;
		if (stmt->intoClause != NULL)
		{
			CreateTableAsStmt *ctas = makeNode(CreateTableAsStmt);

			ctas->query = parseTree;
			ctas->into = stmt->intoClause;
			ctas->objtype = OBJECT_TABLE;
			ctas->is_select_into = true;
			stmt->intoClause = NULL;
			parseTree = (Node *) ctas;
		}
	}
	return transformStmt(pstate, parseTree);
}

Query *
transformStmt(ParseState *pstate, Node *parseTree)
{
	Query *result;
	SelectStmt *s = (SelectStmt *) parseTree;

	switch (nodeTag(parseTree))
	{
		case T_InsertStmt:
			result = transform_insert(pstate, (InsertStmt *) parseTree);
			break;
		case T_DeleteStmt:
			result = transform_delete(pstate, (DeleteStmt *) parseTree);
			break;
		case T_UpdateStmt:
			result = transform_update(pstate, (UpdateStmt *) parseTree);
			break;
		case T_SelectStmt:
			result = s->valuesLists != NIL ? transform_values(pstate, s) : s->op == SETOP_NONE ? transform_select(pstate, s)
																							   : transform_set_operations(pstate, s);
			break;
		case T_ReturnStmt:
			result = transform_return(pstate, (ReturnStmt *) parseTree);
			break;
		case T_DeclareCursorStmt:
			result = transform_declare_cursor(pstate, (DeclareCursorStmt *) parseTree);
			break;
		case T_ExplainStmt:
			result = transform_explain(pstate, (ExplainStmt *) parseTree);
			break;
		case T_CreateTableAsStmt:
			result = transform_create_table_as(pstate, (CreateTableAsStmt *) parseTree);
			break;
		case T_CallStmt:
			result = transform_call(pstate, (CallStmt *) parseTree);
			break;
		default:
			/* analyzed when it is run */
			result = makeNode(Query);
			result->commandType = CMD_UTILITY;
			result->utilityStmt = parseTree;
			break;
	}
	result->querySource = QSRC_ORIGINAL;
	result->canSetTag = true;
	return result;
}

/* Does analyzing the statement need a snapshot? */
bool
analyze_requires_snapshot(RawStmt *parseTree)
{
	switch (nodeTag(parseTree->stmt))
	{
		case T_InsertStmt:
		case T_DeleteStmt:
		case T_UpdateStmt:
		case T_SelectStmt:
		case T_PLAssignStmt:
		case T_DeclareCursorStmt:
		case T_ExplainStmt:
		case T_CreateTableAsStmt:
		case T_CallStmt:
			return true;
		default:
			return false;
	}
}

/* ---- common ends ---- */

/* Move what the state collected into the query. */
static void
finish_query(ParseState *pstate, Query *qry, Node *qual)
{
	qry->rtable = pstate->p_rtable;
	qry->jointree = makeFromExpr(pstate->p_joinlist, qual);
	qry->hasSubLinks = pstate->p_hasSubLinks;
	qry->hasWindowFuncs = pstate->p_hasWindowFuncs;
	qry->hasTargetSRFs = pstate->p_hasTargetSRFs;
	qry->hasAggs = pstate->p_hasAggs;
}

static void
transform_with(ParseState *pstate, Query *qry, WithClause *with)
{
	if (with == NULL)
		return;
	qry->hasRecursive = with->recursive;
	qry->cteList = transformWithClause(pstate, with);
	qry->hasModifyingCTE = pstate->p_hasModifyingCTE;
}

/* ---- DELETE ---- */

static Query *
transform_delete(ParseState *pstate, DeleteStmt *stmt)
{
	Query *qry = makeNode(Query);
	ParseNamespaceItem *nsitem;
	Node *qual;

	qry->commandType = CMD_DELETE;
	transform_with(pstate, qry, stmt->withClause);
	qry->resultRelation = setTargetTable(pstate, stmt->relation,
										 stmt->relation->inh, true, ACL_DELETE);
	nsitem = pstate->p_target_nsitem;
	qry->distinctClause = NIL;

	/* USING may not refer to the target, not even through LATERAL */
	nsitem->p_lateral_only = true;
	nsitem->p_lateral_ok = false;
	transformFromClause(pstate, stmt->usingClause);
	nsitem->p_lateral_only = false;
	nsitem->p_lateral_ok = true;

	qual = transformWhereClause(pstate, stmt->whereClause, EXPR_KIND_WHERE, "WHERE");
	qry->returningList = transform_returning(pstate, stmt->returningList);
	finish_query(pstate, qry, qual);
	assign_query_collations(pstate, qry);
	if (pstate->p_hasAggs)
		parseCheckAggregates(pstate, qry);
	return qry;
}

/* ---- INSERT ---- */

/* The number of rows and columns of a ROW or composite value, for a hint. */
static bool
is_single_row_value(List *exprlist, List *icolumns)
{
	Node *n = linitial(exprlist);

	return list_length(exprlist) == 1 && IsA(n, RowExpr) &&
		list_length(((RowExpr *) n)->args) == list_length(icolumns);
}

/*
 * transformInsertRow
 *		Make the expressions of a row fit for the target columns.
 *
 * stmtcols			the column list as written, NIL if there was none
 * icolumns, attrnos	the target columns
 * strip_indirection	the expressions are Vars of a subquery or VALUES list
 *					that has applied subscripts already
 */
List *
transformInsertRow(ParseState *pstate, List *exprlist, List *stmtcols,
				   List *icolumns, List *attrnos, bool strip_indirection)
{
	List *result = NIL;
	ListCell *le;
	ListCell *lc;
	ListCell *la;

	if (list_length(exprlist) > list_length(icolumns))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("INSERT has more expressions than target columns"),
				 parser_errposition(pstate,
									exprLocation(list_nth(exprlist,
														  list_length(icolumns))))));
	if (stmtcols != NIL && list_length(exprlist) < list_length(icolumns))
	{
		if (exprlist != NIL && is_single_row_value(exprlist, icolumns))
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("INSERT has more target columns than expressions"),
					 errhint("The source is one row value; there may be parentheses too many."),
					 parser_errposition(pstate,
										exprLocation(list_nth(icolumns,
															  list_length(exprlist))))));
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("INSERT has more target columns than expressions"),
				 parser_errposition(pstate,
									exprLocation(list_nth(icolumns,
														  list_length(exprlist))))));
	}
	forthree (le, exprlist, lc, icolumns, la, attrnos)
	{
		Expr *e = lfirst(le);
		ResTarget *col = lfirst_node(ResTarget, lc);

		e = transformAssignedExpr(pstate, e, EXPR_KIND_INSERT_TARGET, col->name,
								  lfirst_int(la), col->indirection, col->location);
		if (strip_indirection)
			while (e != NULL)
			{
				if (IsA(e, FieldStore))
					e = linitial(((FieldStore *) e)->newvals);
				else if (IsA(e, SubscriptingRef) &&
						 ((SubscriptingRef *) e)->refassgnexpr != NULL)
					e = ((SubscriptingRef *) e)->refassgnexpr;
				else
					break;
			}
		result = lappend(result, e);
	}
	return result;
}

/* The source is a query: it becomes a subquery, its outputs our row. */
static List *
insert_from_select(ParseState *pstate, InsertStmt *stmt, List *sub_rtable,
				   List *sub_namespace, List *icolumns, List *attrnos)
{
	ParseState *sub = make_parsestate(pstate);
	Query *q;
	ParseNamespaceItem *nsitem;
	List *exprs = NIL;
	ListCell *lc;

	sub->p_rtable = sub_rtable;
	sub->p_joinexprs = NIL;
	sub->p_namespace = sub_namespace;
	/* literals take the type of the column, not text */
	sub->p_resolve_unknowns = false;
	q = transformStmt(sub, stmt->selectStmt);
	free_parsestate(sub);
	if (!IsA(q, Query) || q->commandType != CMD_SELECT)
		elog(ERROR, "unexpected non-SELECT command in INSERT ... SELECT");

	nsitem = addRangeTableEntryForSubquery(pstate, q, makeAlias("*SELECT*", NIL),
										   false, false);
	addNSItemToQuery(pstate, nsitem, true, false, false);
	foreach (lc, q->targetList)
	{
		TargetEntry *te = lfirst_node(TargetEntry, lc);
		Expr *e = te->expr;

		if (te->resjunk)
			continue;
		/* an open literal or parameter is used itself, to be converted */
		if (!((IsA(e, Const) || IsA(e, Param)) && exprType((Node *) e) == UNKNOWNOID))
		{
			e = (Expr *) makeVarFromTargetEntry(nsitem->p_rtindex, te);
			((Var *) e)->location = exprLocation((Node *) te->expr);
		}
		exprs = lappend(exprs, e);
	}
	return transformInsertRow(pstate, exprs, stmt->cols, icolumns, attrnos, false);
}

/* Collation of a VALUES column; different ones are left to the target. */
static void
values_column_facts(List *rows, List **types, List **typmods, List **colls)
{
	ListCell *lc;

	*types = *typmods = *colls = NIL;
	foreach (lc, (List *) linitial(rows))
	{
		Node *v = lfirst(lc);

		*types = lappend_oid(*types, exprType(v));
		*typmods = lappend_int(*typmods, exprTypmod(v));
		*colls = lappend_oid(*colls, InvalidOid);
	}
}

/* Several rows of VALUES: an entry in the range table. */
static List *
insert_from_values(ParseState *pstate, InsertStmt *stmt, List *rows,
				   List *icolumns, List *attrnos)
{
	List *result = NIL;
	List *types;
	List *typmods;
	List *colls;
	int length = -1;
	bool lateral = false;
	ParseNamespaceItem *nsitem;
	ListCell *lc;

	foreach (lc, rows)
	{
		List *row = transformExpressionList(pstate, lfirst(lc),
											EXPR_KIND_VALUES, true);

		if (length < 0)
			length = list_length(row);
		else if (length != list_length(row))
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("VALUES lists must all be the same length"),
					 parser_errposition(pstate, exprLocation((Node *) row))));
		row = transformInsertRow(pstate, row, stmt->cols, icolumns, attrnos, true);
		/* each value has its own collation; the columns have none */
		assign_list_collations(pstate, row);
		result = lappend(result, row);
	}
	values_column_facts(result, &types, &typmods, &colls);
	/* only OLD and NEW of a rule can be meant */
	if (list_length(pstate->p_rtable) != 1 &&
		contain_vars_of_level((Node *) result, 0))
		lateral = true;
	nsitem = addRangeTableEntryForValues(pstate, result, types, typmods, colls, NULL,
										 lateral, true);
	addNSItemToQuery(pstate, nsitem, true, false, false);
	return transformInsertRow(pstate,
							  expandNSItemVars(nsitem, 0, -1, NULL), stmt->cols,
							  icolumns, attrnos, false);
}

/*
 * BuildOnConflictExcludedTargetlist
 *		Entries for all columns of EXCLUDED, the whole row last.
 */
List *
BuildOnConflictExcludedTargetlist(Relation targetrel, Index exclRelIndex)
{
	List *result = NIL;
	Var *var;
	int attno;

	for (attno = 0; attno < RelationGetNumberOfAttributes(targetrel); attno++)
	{
		Form_pg_attribute att = TupleDescAttr(targetrel->rd_att, attno);
		char *name = NULL;

		if (att->attisdropped)
			var = (Var *) makeNullConst(INT4OID, -1, InvalidOid);
		else
		{
			var = makeVar(exclRelIndex, attno + 1, att->atttypid, att->atttypmod,
						  att->attcollation, 0);
			name = pstrdup(NameStr(att->attname));
		}
		result = lappend(result, makeTargetEntry((Expr *) var, attno + 1, name, false));
	}
	var = makeVar(exclRelIndex, InvalidAttrNumber, targetrel->rd_rel->reltype, -1,
				  InvalidOid, 0);
	return lappend(result, makeTargetEntry((Expr *) var, InvalidAttrNumber, NULL, true));
}

static OnConflictExpr *
transform_on_conflict(ParseState *pstate, OnConflictClause *clause)
{
	OnConflictExpr *result = makeNode(OnConflictExpr);
	ParseNamespaceItem *excluded = NULL;

	result->action = clause->action;
	if (clause->action == ONCONFLICT_UPDATE)
	{
		RangeTblEntry *rte;

		/* EXCLUDED is the row that could not be inserted */
		excluded = addRangeTableEntryForRelation(pstate, pstate->p_target_relation,
												 RowExclusiveLock,
												 makeAlias("excluded", NIL), false,
												 false);
		rte = excluded->p_rte;
		rte->relkind = RELKIND_COMPOSITE_TYPE;
		rte->requiredPerms = 0;
		result->exclRelIndex = excluded->p_rtindex;
		result->exclRelTlist =
			BuildOnConflictExcludedTargetlist(pstate->p_target_relation,
											  excluded->p_rtindex);
	}
	transformOnConflictArbiter(pstate, clause, &result->arbiterElems,
							   &result->arbiterWhere, &result->constraint);
	if (clause->action != ONCONFLICT_UPDATE)
		return result;

	/* SET and WHERE see the existing row and EXCLUDED */
	addNSItemToQuery(pstate, excluded, false, true, true);
	addNSItemToQuery(pstate, pstate->p_target_nsitem, false, true, true);
	pstate->p_is_insert = false;
	result->onConflictSet = transformUpdateTargetList(pstate, clause->targetList);
	result->onConflictWhere = transformWhereClause(pstate, clause->whereClause,
												   EXPR_KIND_WHERE, "WHERE");
	/* RETURNING does not see EXCLUDED */
	pstate->p_namespace = list_delete_ptr(pstate->p_namespace, excluded);
	pstate->p_namespace = list_delete_ptr(pstate->p_namespace,
										  pstate->p_target_nsitem);
	return result;
}

static Query *
transform_insert(ParseState *pstate, InsertStmt *stmt)
{
	Query *qry = makeNode(Query);
	SelectStmt *select = (SelectStmt *) stmt->selectStmt;
	bool is_general;
	bool is_update = stmt->onConflictClause != NULL &&
		stmt->onConflictClause->action == ONCONFLICT_UPDATE;
	List *sub_rtable = NIL;
	List *sub_namespace = NIL;
	List *icolumns;
	List *attrnos;
	List *exprs = NIL;
	ListCell *le;
	ListCell *lc;
	ListCell *la;

	Assert(pstate->p_ctenamespace == NIL);
	qry->commandType = CMD_INSERT;
	pstate->p_is_insert = true;
	transform_with(pstate, qry, stmt->withClause);
	qry->override = stmt->override;

	/* VALUES with nothing around it is handled here, all else as a subquery */
	is_general = select != NULL &&
		(select->valuesLists == NIL || select->sortClause != NIL ||
		 select->limitOffset != NULL || select->limitCount != NULL ||
		 select->lockingClause != NIL || select->withClause != NULL);
	if (is_general)
	{
		/* in a rule, OLD and NEW belong to the subquery */
		sub_rtable = pstate->p_rtable;
		pstate->p_rtable = NIL;
		sub_namespace = pstate->p_namespace;
		pstate->p_namespace = NIL;
	}
	qry->resultRelation = setTargetTable(pstate, stmt->relation, false, false,
										 ACL_INSERT | (is_update ? ACL_UPDATE : 0));
	icolumns = checkInsertTargets(pstate, stmt->cols, &attrnos);

	if (select == NULL)
		exprs = NIL; /* DEFAULT VALUES */
	else if (is_general)
		exprs = insert_from_select(pstate, stmt, sub_rtable, sub_namespace, icolumns,
								   attrnos);
	else if (list_length(select->valuesLists) > 1)
		exprs = insert_from_values(pstate, stmt, select->valuesLists, icolumns,
								   attrnos);
	else
	{
		/* one row: its values go into the target list */
		exprs = transformExpressionList(pstate, linitial(select->valuesLists),
										EXPR_KIND_VALUES_SINGLE, true);
		exprs = transformInsertRow(pstate, exprs, stmt->cols, icolumns, attrnos,
								   false);
	}

	forthree (le, exprs, lc, icolumns, la, attrnos)
	{
		AttrNumber attno = (AttrNumber) lfirst_int(la);
		RangeTblEntry *rte = pstate->p_target_nsitem->p_rte;

		qry->targetList = lappend(qry->targetList,
								  makeTargetEntry(lfirst(le), attno,
												  lfirst_node(ResTarget, lc)->name,
												  false));
		rte->insertedCols = bms_add_member(rte->insertedCols,
										   attno - FirstLowInvalidHeapAttributeNumber);
	}
	if (stmt->onConflictClause != NULL)
	{
		pstate->p_namespace = NIL;
		qry->onConflict = transform_on_conflict(pstate, stmt->onConflictClause);
	}
	if (stmt->returningList != NIL)
	{
		pstate->p_namespace = NIL;
		addNSItemToQuery(pstate, pstate->p_target_nsitem, false, true, true);
		qry->returningList = transform_returning(pstate, stmt->returningList);
	}
	finish_query(pstate, qry, NULL);
	qry->hasAggs = false;
	qry->hasWindowFuncs = false;
	assign_query_collations(pstate, qry);
	return qry;
}

/* ---- UPDATE ---- */

static Query *
transform_update(ParseState *pstate, UpdateStmt *stmt)
{
	Query *qry = makeNode(Query);
	ParseNamespaceItem *nsitem;
	Node *qual;

	qry->commandType = CMD_UPDATE;
	pstate->p_is_insert = false;
	transform_with(pstate, qry, stmt->withClause);
	qry->resultRelation = setTargetTable(pstate, stmt->relation,
										 stmt->relation->inh, true, ACL_UPDATE);
	nsitem = pstate->p_target_nsitem;

	nsitem->p_lateral_only = true;
	nsitem->p_lateral_ok = false;
	transformFromClause(pstate, stmt->fromClause);
	nsitem->p_lateral_only = false;
	nsitem->p_lateral_ok = true;

	qual = transformWhereClause(pstate, stmt->whereClause, EXPR_KIND_WHERE, "WHERE");
	qry->returningList = transform_returning(pstate, stmt->returningList);
	/* the list comes last, as its resnos are column numbers */
	qry->targetList = transformUpdateTargetList(pstate, stmt->targetList);
	finish_query(pstate, qry, qual);
	assign_query_collations(pstate, qry);
	return qry;
}

/*
 * transformUpdateTargetList
 *		The entries of SET, resno being the column; also for ON CONFLICT.
 */
List *
transformUpdateTargetList(ParseState *pstate, List *targetList)
{
	RangeTblEntry *target = pstate->p_target_nsitem->p_rte;
	List *tlist = transformTargetList(pstate, targetList,
									  EXPR_KIND_UPDATE_SOURCE);
	ListCell *raw = list_head(targetList);
	ListCell *lc;

	/* junk entries get numbers above all columns */
	if (pstate->p_next_resno <=
		RelationGetNumberOfAttributes(pstate->p_target_relation))
		pstate->p_next_resno =
			RelationGetNumberOfAttributes(pstate->p_target_relation) + 1;
	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		ResTarget *col;
		int attrno;

		if (tle->resjunk)
		{
			tle->resno = (AttrNumber) pstate->p_next_resno++;
			tle->resname = NULL;
			continue;
		}
		if (raw == NULL)
			elog(ERROR, "UPDATE target count mismatch --- internal error");
		col = lfirst_node(ResTarget, raw);
		attrno = attnameAttNum(pstate->p_target_relation, col->name, true);
		if (attrno == InvalidAttrNumber)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" does not exist",
							col->name,
							RelationGetRelationName(pstate->p_target_relation)),
					 parser_errposition(pstate, col->location)));
		updateTargetListEntry(pstate, tle, col->name, attrno, col->indirection,
							  col->location);
		target->updatedCols = bms_add_member(target->updatedCols,
											 attrno - FirstLowInvalidHeapAttributeNumber);
		raw = lnext(targetList, raw);
	}
	if (raw != NULL)
		elog(ERROR, "UPDATE target count mismatch --- internal error");
	return tlist;
}

static List *
transform_returning(ParseState *pstate, List *returningList)
{
	int saved = pstate->p_next_resno;
	List *result;

	if (returningList == NIL)
		return NIL;
	pstate->p_next_resno = 1;
	result = transformTargetList(pstate, returningList, EXPR_KIND_RETURNING);
	if (result == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("RETURNING must have at least one column"),
				 parser_errposition(pstate, exprLocation(linitial(returningList)))));
	markTargetListOrigins(pstate, result);
	if (pstate->p_resolve_unknowns)
		resolveTargetListUnknowns(pstate, result);
	pstate->p_next_resno = saved;
	return result;
}

/* ---- SELECT ---- */

static void
reject_into(ParseState *pstate, SelectStmt *stmt)
{
	if (stmt->intoClause != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("SELECT ... INTO is not allowed here"),
				 parser_errposition(pstate, exprLocation((Node *) stmt->intoClause))));
}

static void
transform_limits(ParseState *pstate, Query *qry, SelectStmt *stmt)
{
	qry->limitOffset = transformLimitClause(pstate, stmt->limitOffset,
											EXPR_KIND_OFFSET, "OFFSET",
											stmt->limitOption);
	qry->limitCount = transformLimitClause(pstate, stmt->limitCount,
										   EXPR_KIND_LIMIT, "LIMIT",
										   stmt->limitOption);
	qry->limitOption = stmt->limitOption == LIMIT_OPTION_WITH_TIES ? LIMIT_OPTION_WITH_TIES : LIMIT_OPTION_COUNT;
}

static void
transform_distinct(ParseState *pstate, Query *qry, SelectStmt *stmt)
{
	if (stmt->distinctClause == NIL)
		return;
	if (linitial(stmt->distinctClause) == NULL)
	{
		qry->distinctClause = transformDistinctClause(pstate, &qry->targetList,
													  qry->sortClause, false);
		return;
	}
	qry->distinctClause = transformDistinctOnClause(pstate, stmt->distinctClause,
													&qry->targetList,
													qry->sortClause);
	qry->hasDistinctOn = true;
}

static Query *
transform_select(ParseState *pstate, SelectStmt *stmt)
{
	Query *qry = makeNode(Query);
	Node *qual;
	ListCell *lc;

	qry->commandType = CMD_SELECT;
	transform_with(pstate, qry, stmt->withClause);
	reject_into(pstate, stmt);
	/* FROM needs to know which tables will be locked */
	pstate->p_locking_clause = stmt->lockingClause;
	/* named windows may be referred to anywhere */
	pstate->p_windowdefs = stmt->windowClause;

	transformFromClause(pstate, stmt->fromClause);
	qry->targetList = transformTargetList(pstate, stmt->targetList,
										  EXPR_KIND_SELECT_TARGET);
	markTargetListOrigins(pstate, qry->targetList);
	qual = transformWhereClause(pstate, stmt->whereClause, EXPR_KIND_WHERE, "WHERE");
	qry->havingQual = transformWhereClause(pstate, stmt->havingClause,
										   EXPR_KIND_HAVING, "HAVING");
	/* ORDER BY before GROUP BY and DISTINCT, which follow its order */
	qry->sortClause = transformSortClause(pstate, stmt->sortClause,
										  &qry->targetList, EXPR_KIND_ORDER_BY,
										  false);
	qry->groupClause = transformGroupClause(pstate, stmt->groupClause,
											&qry->groupingSets, &qry->targetList,
											qry->sortClause, EXPR_KIND_GROUP_BY,
											false);
	qry->groupDistinct = stmt->groupDistinct;
	transform_distinct(pstate, qry, stmt);
	transform_limits(pstate, qry, stmt);
	qry->windowClause = transformWindowDefinitions(pstate, pstate->p_windowdefs,
												   &qry->targetList);
	if (pstate->p_resolve_unknowns)
		resolveTargetListUnknowns(pstate, qry->targetList);
	finish_query(pstate, qry, qual);

	foreach (lc, stmt->lockingClause)
		transform_locking(pstate, qry, lfirst(lc), false);
	assign_query_collations(pstate, qry);
	if (pstate->p_hasAggs || qry->groupClause || qry->groupingSets ||
		qry->havingQual)
		parseCheckAggregates(pstate, qry);
	return qry;
}

/* ---- VALUES as a query ---- */

/* Column i of all rows, as a list. */
static List *
values_column(List *rows, int i)
{
	List *col = NIL;
	ListCell *lc;

	foreach (lc, rows)
		col = lappend(col, list_nth(lfirst(lc), i));
	return col;
}

/* Convert each column to its common type, in place; note types. */
static void
unify_values(ParseState *pstate, List *rows, int ncols, List **types,
			 List **typmods, List **colls)
{
	*types = *typmods = *colls = NIL;
	for (int i = 0; i < ncols; i++)
	{
		List *col = values_column(rows, i);
		Oid type = select_common_type(pstate, col, "VALUES", NULL);
		int32 typmod;
		ListCell *lc;

		foreach (lc, rows)
		{
			ListCell *cell = list_nth_cell(lfirst(lc), i);

			lfirst(cell) = coerce_to_common_type(pstate, lfirst(cell), type, "VALUES");
		}
		col = values_column(rows, i);
		typmod = select_common_typmod(pstate, col, type);
		*types = lappend_oid(*types, type);
		*typmods = lappend_int(*typmods, typmod);
		*colls = lappend_oid(*colls, select_common_collation(pstate, col, true));
	}
}

static Query *
transform_values(ParseState *pstate, SelectStmt *stmt)
{
	Query *qry = makeNode(Query);
	List *rows = NIL;
	int ncols = -1;
	List *types;
	List *typmods;
	List *colls;
	ParseNamespaceItem *nsitem;
	bool lateral;
	ListCell *lc;

	Assert(stmt->targetList == NIL && stmt->fromClause == NIL);
	qry->commandType = CMD_SELECT;
	transform_with(pstate, qry, stmt->withClause);
	foreach (lc, stmt->valuesLists)
	{
		List *row = transformExpressionList(pstate, lfirst(lc),
											EXPR_KIND_VALUES, false);

		if (ncols < 0)
			ncols = list_length(row);
		else if (ncols != list_length(row))
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("VALUES lists must all be the same length"),
					 parser_errposition(pstate, exprLocation((Node *) row))));
		rows = lappend(rows, row);
	}
	unify_values(pstate, rows, ncols, &types, &typmods, &colls);
	foreach (lc, rows)
		assign_list_collations(pstate, lfirst(lc));

	/* in a rule, OLD and NEW may be meant */
	lateral = pstate->p_rtable != NIL && contain_vars_of_level((Node *) rows, 0);
	nsitem = addRangeTableEntryForValues(pstate, rows, types, typmods, colls, NULL,
										 lateral, true);
	addNSItemToQuery(pstate, nsitem, true, true, true);
	Assert(pstate->p_next_resno == 1);
	qry->targetList = expandNSItemAttrs(pstate, nsitem, 0, true, -1);
	qry->sortClause = transformSortClause(pstate, stmt->sortClause,
										  &qry->targetList, EXPR_KIND_ORDER_BY,
										  false);
	transform_limits(pstate, qry, stmt);
	if (stmt->lockingClause != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s cannot be applied to VALUES",
						LCS_asString(linitial_node(LockingClause,
												   stmt->lockingClause)
										 ->strength))));
	finish_query(pstate, qry, NULL);
	assign_query_collations(pstate, qry);
	return qry;
}

/* ---- set operations ---- */

/*
 * makeSortGroupClauseForSetOp
 *		How a column of UNION etc. is compared; require_hash: it must be
 *		hashable, as recursion needs.
 */
SortGroupClause *
makeSortGroupClauseForSetOp(Oid rescoltype, bool require_hash)
{
	SortGroupClause *g = makeNode(SortGroupClause);
	Oid sortop;
	Oid eqop;
	bool hashable;

	get_sort_group_operators(rescoltype, false, true, false, &sortop, &eqop, NULL,
							 &hashable);
	/* row types may turn out to be hashable, though record is not known to be */
	if (require_hash && (rescoltype == RECORDOID || rescoltype == RECORDARRAYOID))
		hashable = true;
	g->tleSortGroupRef = 0;
	g->eqop = eqop;
	g->sortop = sortop;
	g->nulls_first = false;
	g->hashable = hashable;
	return g;
}

static const char *
set_op_name(SelectStmt *stmt)
{
	return stmt->op == SETOP_UNION ? "UNION" : stmt->op == SETOP_INTERSECT ? "INTERSECT"
																		   : "EXCEPT";
}

/* The types of the columns of the top node, as an entry for ORDER BY to use. */
static Query *
transform_set_operations(ParseState *pstate, SelectStmt *stmt)
{
	Query *qry = makeNode(Query);
	SelectStmt *leftmost = stmt->larg;
	SetOperationStmt *sostmt;
	List *sortClause = stmt->sortClause;
	Node *limitOffset = stmt->limitOffset;
	Node *limitCount = stmt->limitCount;
	List *lockingClause = stmt->lockingClause;
	WithClause *withClause = stmt->withClause;
	List *targetvars = NIL;
	List *targetnames = NIL;
	List *saved_namespace;
	ParseNamespaceColumn *sortcols;
	ParseNamespaceItem *jnsitem;
	int leftmostRTI;
	int saved_rtable_length;
	int tllen;
	int i = 0;
	Query *leftmostQuery;
	Node *node;
	ListCell *lc;
	ListCell *lt;
	ListCell *lm;
	ListCell *lco;

	qry->commandType = CMD_SELECT;
	while (leftmost != NULL && leftmost->op != SETOP_NONE)
		leftmost = leftmost->larg;
	Assert(leftmost != NULL && IsA(leftmost, SelectStmt));
	reject_into(pstate, leftmost);

	/* what belongs to the whole is not the tree's */
	stmt->sortClause = NIL;
	stmt->limitOffset = stmt->limitCount = NULL;
	stmt->lockingClause = NIL;
	stmt->withClause = NULL;
	if (lockingClause != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s is not allowed with UNION/INTERSECT/EXCEPT",
						LCS_asString(linitial_node(LockingClause,
												   lockingClause)
										 ->strength))));
	transform_with(pstate, qry, withClause);

	sostmt = castNode(SetOperationStmt, transform_set_tree(pstate, stmt, true, NULL));
	qry->setOperations = (Node *) sostmt;

	node = sostmt->larg;
	while (node != NULL && IsA(node, SetOperationStmt))
		node = ((SetOperationStmt *) node)->larg;
	leftmostRTI = castNode(RangeTblRef, node)->rtindex;
	leftmostQuery = rt_fetch(leftmostRTI, pstate->p_rtable)->subquery;

	/* the outputs: Vars of the leftmost query with the common types */
	sortcols = palloc0(list_length(sostmt->colTypes) * sizeof(ParseNamespaceColumn));
	lc = list_head(leftmostQuery->targetList);
	forthree (lt, sostmt->colTypes, lm, sostmt->colTypmods, lco,
			  sostmt->colCollations)
	{
		TargetEntry *lefttle = lfirst_node(TargetEntry, lc);
		Var *var = makeVar(leftmostRTI, lefttle->resno, lfirst_oid(lt),
						   lfirst_int(lm), lfirst_oid(lco), 0);

		Assert(!lefttle->resjunk);
		var->location = exprLocation((Node *) lefttle->expr);
		qry->targetList = lappend(qry->targetList,
								  makeTargetEntry((Expr *) var,
												  (AttrNumber) pstate->p_next_resno++,
												  pstrdup(lefttle->resname), false));
		targetvars = lappend(targetvars, var);
		targetnames = lappend(targetnames, makeString(pstrdup(lefttle->resname)));
		sortcols[i].p_varno = sortcols[i].p_varnosyn = leftmostRTI;
		sortcols[i].p_varattno = sortcols[i].p_varattnosyn = lefttle->resno;
		sortcols[i].p_vartype = lfirst_oid(lt);
		sortcols[i].p_vartypmod = lfirst_int(lm);
		sortcols[i].p_varcollid = lfirst_oid(lco);
		i++;
		lc = lnext(leftmostQuery->targetList, lc);
	}

	/*
	 * ORDER BY sees output names through a join entry that is taken out
	 * again afterwards, together with what it may have added.
	 */
	saved_rtable_length = list_length(pstate->p_rtable);
	jnsitem = addRangeTableEntryForJoin(pstate, targetnames, sortcols, JOIN_INNER, 0,
										targetvars, NIL, NIL, NULL, NULL, false);
	saved_namespace = pstate->p_namespace;
	pstate->p_namespace = NIL;
	addNSItemToQuery(pstate, jnsitem, false, false, true);
	tllen = list_length(qry->targetList);
	qry->sortClause = transformSortClause(pstate, sortClause, &qry->targetList,
										  EXPR_KIND_ORDER_BY, false);
	pstate->p_rtable = list_truncate(pstate->p_rtable, saved_rtable_length);
	pstate->p_namespace = saved_namespace;
	if (tllen != list_length(qry->targetList))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("invalid UNION/INTERSECT/EXCEPT ORDER BY clause"),
				 errdetail("Only result column names can be used, not expressions or functions."),
				 errhint("The expression or function may go into each SELECT, or the UNION into a FROM clause."),
				 parser_errposition(pstate,
									exprLocation(list_nth(qry->targetList, tllen)))));

	stmt->limitOffset = limitOffset;
	stmt->limitCount = limitCount;
	transform_limits(pstate, qry, stmt);
	finish_query(pstate, qry, NULL);
	assign_query_collations(pstate, qry);
	if (pstate->p_hasAggs || qry->groupClause || qry->groupingSets ||
		qry->havingQual)
		parseCheckAggregates(pstate, qry);
	return qry;
}

/* A plain query of the tree becomes a subquery in the range table. */
static Node *
set_leaf(ParseState *pstate, SelectStmt *stmt, List **targetlist)
{
	Query *q = parse_sub_analyze((Node *) stmt, pstate, NULL, false, false);
	ParseNamespaceItem *nsitem;
	RangeTblRef *r = makeNode(RangeTblRef);
	char name[32];
	ListCell *lc;

	/* our own level is no part of it, except to a LATERAL one */
	if (pstate->p_namespace != NIL && contain_vars_of_level((Node *) q, 1))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("UNION/INTERSECT/EXCEPT member statement cannot refer to other relations of same query level"),
				 parser_errposition(pstate, locate_var_of_level((Node *) q, 1))));
	if (targetlist != NULL)
	{
		*targetlist = NIL;
		foreach (lc, q->targetList)
			if (!lfirst_node(TargetEntry, lc)->resjunk)
				*targetlist = lappend(*targetlist, lfirst(lc));
	}
	snprintf(name, sizeof(name), "*SELECT* %d", list_length(pstate->p_rtable) + 1);
	nsitem = addRangeTableEntryForSubquery(pstate, q, makeAlias(name, NIL), false,
										   false);
	r->rtindex = nsitem->p_rtindex;
	return (Node *) r;
}

/* One side's column: an open literal of a leaf is converted inside it. */
static void
settle_set_column(ParseState *pstate, TargetEntry *tle, Oid type,
				  const char *context)
{
	Node *e = (Node *) tle->expr;

	/*
	 * Only literals and parameters are changed here; others are converted by
	 * the planner, above the subquery.
	 */
	if (exprType(e) != UNKNOWNOID)
		(void) coerce_to_common_type(pstate, e, type, context);
	else if (IsA(e, Const) || IsA(e, Param))
		tle->expr = (Expr *) coerce_to_common_type(pstate, e, type, context);
}

/* Types, typmods and collations of a set operation's columns. */
static void
settle_set_columns(ParseState *pstate, SetOperationStmt *op, List *ltl, List *rtl,
				   const char *context, bool recursive, List **targetlist)
{
	ListCell *ll;
	ListCell *lr;

	if (list_length(ltl) != list_length(rtl))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("each %s query must have the same number of columns",
						context),
				 parser_errposition(pstate, exprLocation((Node *) rtl))));
	if (targetlist)
		*targetlist = NIL;
	forboth (ll, ltl, lr, rtl)
	{
		TargetEntry *lt = lfirst_node(TargetEntry, ll);
		TargetEntry *rt = lfirst_node(TargetEntry, lr);
		Node *best;
		List *both;
		Oid type;
		int32 typmod;
		Oid coll;

		type = select_common_type(pstate, list_make2(lt->expr, rt->expr), context,
								  &best);
		settle_set_column(pstate, lt, type, context);
		settle_set_column(pstate, rt, type, context);
		both = list_make2(lt->expr, rt->expr);
		typmod = select_common_typmod(pstate, both, type);
		/* UNION ALL compares nothing, so a conflict may stay */
		coll = select_common_collation(pstate, both, op->op == SETOP_UNION && op->all);
		op->colTypes = lappend_oid(op->colTypes, type);
		op->colTypmods = lappend_int(op->colTypmods, typmod);
		op->colCollations = lappend_oid(op->colCollations, coll);
		if (op->op != SETOP_UNION || !op->all)
		{
			ParseCallbackState pcb;

			setup_parser_errposition_callback(&pcb, pstate, exprLocation(best));
			op->groupClauses = lappend(op->groupClauses,
									   makeSortGroupClauseForSetOp(type, recursive));
			cancel_parser_errposition_callback(&pcb);
		}
		if (targetlist)
		{
			/* stands for the column one level up: only its type matters */
			SetToDefault *d = makeNode(SetToDefault);

			d->typeId = type;
			d->typeMod = typmod;
			d->collation = coll;
			d->location = exprLocation(best);
			*targetlist = lappend(*targetlist,
								  makeTargetEntry((Expr *) d, 0, NULL, false));
		}
	}
}

/* The recursive term needs the columns of the query so far. */
static void
determine_recursive_columns(ParseState *pstate, Node *larg, List *nrtargetlist)
{
	Node *node = larg;
	Query *leftmost;
	List *tlist = NIL;
	ListCell *ll;
	ListCell *ln;
	AttrNumber resno = 1;

	while (IsA(node, SetOperationStmt))
		node = ((SetOperationStmt *) node)->larg;
	leftmost = rt_fetch(castNode(RangeTblRef, node)->rtindex,
						pstate->p_rtable)
				   ->subquery;
	forboth (ln, nrtargetlist, ll, leftmost->targetList)
		tlist = lappend(tlist,
						makeTargetEntry(lfirst_node(TargetEntry, ln)->expr, resno++,
										pstrdup(lfirst_node(TargetEntry, ll)->resname),
										false));
	analyzeCTETargetList(pstate, pstate->p_parent_cte, tlist);
}

/*
 * A node of the tree of set operations: RangeTblRef or SetOperationStmt.
 *
 * targetlist	out, may be NULL: entries with the types of its columns
 */
static Node *
transform_set_tree(ParseState *pstate, SelectStmt *stmt, bool isTopLevel,
				   List **targetlist)
{
	SetOperationStmt *op;
	List *ltl;
	List *rtl;
	bool recursive;

	Assert(stmt != NULL && IsA(stmt, SelectStmt));
	check_stack_depth();
	reject_into(pstate, stmt);
	if (stmt->op != SETOP_NONE && stmt->lockingClause != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s is not allowed with UNION/INTERSECT/EXCEPT",
						LCS_asString(linitial_node(LockingClause,
												   stmt->lockingClause)
										 ->strength))));
	/* with clauses of its own it is a subquery, whatever it is */
	if (stmt->op == SETOP_NONE || stmt->sortClause != NIL ||
		stmt->limitOffset != NULL || stmt->limitCount != NULL ||
		stmt->lockingClause != NIL || stmt->withClause != NULL)
		return set_leaf(pstate, stmt, targetlist);

	op = makeNode(SetOperationStmt);
	op->op = stmt->op;
	op->all = stmt->all;
	recursive = pstate->p_parent_cte != NULL && pstate->p_parent_cte->cterecursive;
	op->larg = transform_set_tree(pstate, stmt->larg, false, &ltl);
	if (isTopLevel && recursive)
		determine_recursive_columns(pstate, op->larg, ltl);
	op->rarg = transform_set_tree(pstate, stmt->rarg, false, &rtl);
	settle_set_columns(pstate, op, ltl, rtl, set_op_name(stmt),
					   isTopLevel && recursive, targetlist);
	return (Node *) op;
}

/* ---- statements around a query ---- */

/* RETURN expr, the body of an SQL function */
static Query *
transform_return(ParseState *pstate, ReturnStmt *stmt)
{
	Query *qry = makeNode(Query);

	Node *value = transformExpr(pstate, stmt->returnval,
								EXPR_KIND_SELECT_TARGET);

	qry->isReturn = true;
	qry->commandType = CMD_SELECT;
	qry->targetList = list_make1(makeTargetEntry((Expr *) value, 1, NULL, false));
	if (pstate->p_resolve_unknowns)
		resolveTargetListUnknowns(pstate, qry->targetList);
	finish_query(pstate, qry, NULL);
	assign_query_collations(pstate, qry);
	return qry;
}

static Query *
utility_query(Node *stmt)
{
	Query *q = makeNode(Query);

	q->commandType = CMD_UTILITY;
	q->utilityStmt = stmt;
	return q;
}

static Query *
transform_declare_cursor(ParseState *pstate, DeclareCursorStmt *stmt)
{
	Query *query;
	const char *bad = NULL;
	const char *what = "";

	if ((stmt->options & CURSOR_OPT_SCROLL) &&
		(stmt->options & CURSOR_OPT_NO_SCROLL))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_CURSOR_DEFINITION),
				 errmsg("cannot specify both %s and %s", "SCROLL", "NO SCROLL")));
	if ((stmt->options & CURSOR_OPT_ASENSITIVE) &&
		(stmt->options & CURSOR_OPT_INSENSITIVE))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_CURSOR_DEFINITION),
				 errmsg("cannot specify both %s and %s", "ASENSITIVE",
						"INSENSITIVE")));
	query = transformStmt(pstate, stmt->query);
	stmt->query = (Node *) query;
	if (!IsA(query, Query) || query->commandType != CMD_SELECT)
		elog(ERROR, "unexpected non-SELECT command in DECLARE CURSOR");
	if (query->hasModifyingCTE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("DECLARE CURSOR must not contain data-modifying statements in WITH")));
	/* row locks hold only in the transaction that took them */
	if (query->rowMarks != NIL)
	{
		what = LCS_asString(linitial_node(RowMarkClause, query->rowMarks)->strength);
		if (stmt->options & CURSOR_OPT_HOLD)
			bad = "DECLARE CURSOR WITH HOLD ... %s is not supported";
		else if (stmt->options & CURSOR_OPT_SCROLL)
			bad = "DECLARE SCROLL CURSOR ... %s is not supported";
		else if (stmt->options & CURSOR_OPT_INSENSITIVE)
			bad = "DECLARE INSENSITIVE CURSOR ... %s is not valid";
	}
	if (bad != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg(bad, what)));
	return utility_query((Node *) stmt);
}

static Query *
transform_explain(ParseState *pstate, ExplainStmt *stmt)
{
	Query *inner = transform_optional_select_into(pstate, stmt->query);

	stmt->query = (Node *) inner;
	return utility_query((Node *) stmt);
}

static Query *
transform_create_table_as(ParseState *pstate, CreateTableAsStmt *stmt)
{
	Query *query = transformStmt(pstate, stmt->query);

	stmt->query = (Node *) query;
	if (stmt->objtype == OBJECT_MATVIEW)
	{
		const char *bad = NULL;

		if (query->hasModifyingCTE)
			bad = "materialized views must not use data-modifying statements in WITH";
		else if (isQueryUsingTempRelation(query))
			bad = "materialized views must not use temporary tables or views";
		else if (query_contains_extern_params(query))
			bad = "materialized views may not be defined using bound parameters";
		else if (stmt->into->rel->relpersistence == RELPERSISTENCE_UNLOGGED)
			bad = "materialized views cannot be unlogged";
		if (bad != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("%s", bad)));
		/* the rule is stored before the planner changes the query */
		stmt->into->viewQuery = (Node *) copyObject(query);
	}
	return utility_query((Node *) stmt);
}

static Query *
transform_call(ParseState *pstate, CallStmt *stmt)
{
	List *args = NIL;
	Node *call;
	ListCell *lc;

	foreach (lc, stmt->funccall->args)
		args = lappend(args, transformExpr(pstate, lfirst(lc), EXPR_KIND_CALL_ARGUMENT));
	call = ParseFuncOrColumn(pstate, stmt->funccall->funcname, args,
							 pstate->p_last_srf, stmt->funccall, true,
							 stmt->funccall->location);
	assign_expr_collations(pstate, call);
	stmt->funcexpr = castNode(FuncExpr, call);
	return utility_query((Node *) stmt);
}

/* ---- FOR UPDATE ---- */

const char *
LCS_asString(LockClauseStrength strength)
{
	static const char *const names[] = {
		[LCS_NONE] = "FOR some",
		[LCS_FORKEYSHARE] = "FOR KEY SHARE",
		[LCS_FORSHARE] = "FOR SHARE",
		[LCS_FORNOKEYUPDATE] = "FOR NO KEY UPDATE",
		[LCS_FORUPDATE] = "FOR UPDATE",
	};

	return names[strength];
}

/* Queries whose rows are no table rows cannot lock them. */
void
CheckSelectLocking(Query *qry, LockClauseStrength strength)
{
	const char *with = NULL;

	if (qry->setOperations)
		with = "UNION/INTERSECT/EXCEPT";
	else if (qry->distinctClause != NIL)
		with = "DISTINCT clause";
	else if (qry->groupClause != NIL || qry->groupingSets != NIL)
		with = "GROUP BY clause";
	else if (qry->havingQual != NULL)
		with = "HAVING clause";
	else if (qry->hasAggs)
		with = "aggregate functions";
	else if (qry->hasWindowFuncs)
		with = "window functions";
	else if (qry->hasTargetSRFs)
		with = "set-returning functions in the target list";
	if (with != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s is not allowed with %s", LCS_asString(strength), with)));
}

/* Lock a table, or in a subquery all tables. */
static void
lock_rte(ParseState *pstate, Query *qry, RangeTblEntry *rte, Index rti,
		 LockingClause *lc, bool pushedDown)
{
	LockingClause *all;

	if (rte->rtekind == RTE_RELATION)
	{
		applyLockingClause(qry, rti, lc->strength, lc->waitPolicy, pushedDown);
		rte->requiredPerms |= ACL_SELECT_FOR_UPDATE;
		return;
	}
	Assert(rte->rtekind == RTE_SUBQUERY);
	applyLockingClause(qry, rti, lc->strength, lc->waitPolicy, pushedDown);
	all = makeNode(LockingClause);
	all->strength = lc->strength;
	all->waitPolicy = lc->waitPolicy;
	transform_locking(pstate, rte->subquery, all, true);
}

/* A table named in OF that cannot be locked. */
static void
cannot_lock(ParseState *pstate, LockingClause *lc, RangeTblEntry *rte,
			RangeVar *rel)
{
	const char *what = NULL;

	switch (rte->rtekind)
	{
		case RTE_JOIN:
			what = "a join";
			break;
		case RTE_FUNCTION:
			what = "a function";
			break;
		case RTE_TABLEFUNC:
			what = "a table function";
			break;
		case RTE_VALUES:
			what = "VALUES";
			break;
		case RTE_CTE:
			what = "a WITH query";
			break;
		case RTE_NAMEDTUPLESTORE:
			what = "a named tuplestore";
			break;
		default:
			elog(ERROR, "unrecognized RTE type: %d", (int) rte->rtekind);
	}
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("%s cannot be applied to %s", LCS_asString(lc->strength), what),
			 parser_errposition(pstate, rel->location)));
}

static void
transform_locking(ParseState *pstate, Query *qry, LockingClause *lc,
				  bool pushedDown)
{
	ListCell *l;
	ListCell *rt;
	Index i = 0;

	CheckSelectLocking(qry, lc->strength);
	if (lc->lockedRels == NIL)
	{
		/* all tables of FROM that can be locked */
		foreach (rt, qry->rtable)
		{
			RangeTblEntry *rte = lfirst(rt);

			i++;
			if (rte->inFromCl &&
				(rte->rtekind == RTE_RELATION || rte->rtekind == RTE_SUBQUERY))
				lock_rte(pstate, qry, rte, i, lc, pushedDown);
		}
		return;
	}
	foreach (l, lc->lockedRels)
	{
		RangeVar *rel = lfirst_node(RangeVar, l);
		bool found = false;

		if (rel->catalogname != NULL || rel->schemaname != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("%s must specify unqualified relation names",
							LCS_asString(lc->strength)),
					 parser_errposition(pstate, rel->location)));
		i = 0;
		foreach (rt, qry->rtable)
		{
			RangeTblEntry *rte = lfirst(rt);
			const char *name = rte->eref->aliasname;

			i++;
			if (!rte->inFromCl)
				continue;
			/* a join without alias hides nothing */
			if (rte->rtekind == RTE_JOIN && rte->alias == NULL)
			{
				if (rte->join_using_alias == NULL)
					continue;
				name = rte->join_using_alias->aliasname;
			}
			if (strcmp(name, rel->relname) != 0)
				continue;
			if (rte->rtekind != RTE_RELATION && rte->rtekind != RTE_SUBQUERY)
				cannot_lock(pstate, lc, rte, rel);
			lock_rte(pstate, qry, rte, i, lc, pushedDown);
			found = true;
			break;
		}
		if (!found)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_TABLE),
					 errmsg("relation \"%s\" in %s clause not found in FROM clause",
							rel->relname, LCS_asString(lc->strength)),
					 parser_errposition(pstate, rel->location)));
	}
}

/* Note a row lock; of two on a table, the stronger one counts. */
void
applyLockingClause(Query *qry, Index rtindex, LockClauseStrength strength,
				   LockWaitPolicy waitPolicy, bool pushedDown)
{
	RowMarkClause *rc = get_parse_rowmark(qry, rtindex);

	Assert(strength != LCS_NONE);
	if (!pushedDown)
		qry->hasForUpdate = true;
	if (rc != NULL)
	{
		rc->strength = Max(rc->strength, strength);
		rc->waitPolicy = Max(rc->waitPolicy, waitPolicy);
		rc->pushedDown &= pushedDown;
		return;
	}
	rc = makeNode(RowMarkClause);
	rc->rti = rtindex;
	rc->strength = strength;
	rc->waitPolicy = waitPolicy;
	rc->pushedDown = pushedDown;
	qry->rowMarks = lappend(qry->rowMarks, rc);
}
