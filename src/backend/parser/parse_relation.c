/*
 * parse_relation.c
 *		Range table entries, and what names of tables and columns mean.
 *
 * The namespace of a query level is a list of ParseNamespaceItems: for each
 * table of FROM its alias, its columns, and what references to them become.
 * Relations are opened here with their lock and closed without giving it up.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_relation.c
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/heap.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_relation.h"
#include "parser/parse_type.h"
#include "parser/parsetree.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

#define MAX_COLUMN_HINT_DISTANCE 3

static void check_lateral_ref_ok(ParseState *pstate, ParseNamespaceItem *nsitem,
								 int location);
static int find_column(ParseNamespaceItem *nsitem, const char *colname,
					   int location, ParseState *pstate);

/* ---- finding tables ---- */

static ParseNamespaceItem *
level_item_by_name(ParseState *pstate, const char *refname, int location)
{
	ParseNamespaceItem *found = NULL;
	ListCell *lc;

	foreach (lc, pstate->p_namespace)
	{
		ParseNamespaceItem *item = lfirst(lc);

		if (!item->p_rel_visible ||
			(item->p_lateral_only && !pstate->p_lateral_active) ||
			strcmp(item->p_names->aliasname, refname) != 0)
			continue;
		if (found != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_ALIAS),
					 errmsg("table reference \"%s\" is ambiguous", refname),
					 parser_errposition(pstate, location)));
		check_lateral_ref_ok(pstate, item, location);
		found = item;
	}
	return found;
}

/* An entry without alias that is this very relation. */
static ParseNamespaceItem *
level_item_by_relid(ParseState *pstate, Oid relid, int location)
{
	ParseNamespaceItem *found = NULL;
	ListCell *lc;

	foreach (lc, pstate->p_namespace)
	{
		ParseNamespaceItem *item = lfirst(lc);
		RangeTblEntry *rte = item->p_rte;

		if (!item->p_rel_visible ||
			(item->p_lateral_only && !pstate->p_lateral_active) ||
			rte->rtekind != RTE_RELATION || rte->relid != relid ||
			rte->alias != NULL)
			continue;
		if (found != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_ALIAS),
					 errmsg("table reference %u is ambiguous", relid),
					 parser_errposition(pstate, location)));
		check_lateral_ref_ok(pstate, item, location);
		found = item;
	}
	return found;
}

/*
 * refnameNamespaceItem
 *		The table that "refname" or "schema.refname" means in an expression.
 *
 * sublevels_up		out: how many levels up it is; NULL: this level only
 *
 * Result: NULL if there is none.
 */
ParseNamespaceItem *
refnameNamespaceItem(ParseState *pstate, const char *schemaname,
					 const char *refname, int location, int *sublevels_up)
{
	Oid relid = InvalidOid;

	if (sublevels_up != NULL)
		*sublevels_up = 0;
	if (schemaname != NULL)
	{
		Oid nsp = LookupNamespaceNoError(schemaname);

		if (!OidIsValid(nsp))
			return NULL;
		relid = get_relname_relid(refname, nsp);
		if (!OidIsValid(relid))
			return NULL;
	}
	for (; pstate != NULL; pstate = pstate->parentParseState)
	{
		ParseNamespaceItem *item = OidIsValid(relid) ? level_item_by_relid(pstate, relid, location) : level_item_by_name(pstate, refname, location);

		if (item != NULL || sublevels_up == NULL)
			return item;
		(*sublevels_up)++;
	}
	return NULL;
}

/* A WITH query that an unqualified name in FROM means. */
CommonTableExpr *
scanNameSpaceForCTE(ParseState *pstate, const char *refname, Index *ctelevelsup)
{
	ListCell *lc;

	*ctelevelsup = 0;
	for (; pstate != NULL; pstate = pstate->parentParseState)
	{
		foreach (lc, pstate->p_ctenamespace)
			if (strcmp(lfirst_node(CommonTableExpr, lc)->ctename, refname) == 0)
				return lfirst(lc);
		(*ctelevelsup)++;
	}
	return NULL;
}

/* Transition tables exist only in triggers, which bring them along. */
bool
scanNameSpaceForENR(ParseState *pstate, const char *refname)
{
	return false;
}

static bool
is_future_cte(ParseState *pstate, const char *refname)
{
	ListCell *lc;

	for (; pstate != NULL; pstate = pstate->parentParseState)
		foreach (lc, pstate->p_future_ctes)
			if (strcmp(lfirst_node(CommonTableExpr, lc)->ctename, refname) == 0)
				return true;
	return false;
}

/* The same alias twice in FROM is an error, unless they are two relations. */
void
checkNameSpaceConflicts(ParseState *pstate, List *namespace1, List *namespace2)
{
	ListCell *l1;
	ListCell *l2;

	foreach (l1, namespace1)
	{
		ParseNamespaceItem *a = lfirst(l1);

		if (!a->p_rel_visible)
			continue;
		foreach (l2, namespace2)
		{
			ParseNamespaceItem *b = lfirst(l2);

			if (!b->p_rel_visible ||
				strcmp(a->p_names->aliasname, b->p_names->aliasname) != 0)
				continue;
			if (a->p_rte->rtekind == RTE_RELATION && a->p_rte->alias == NULL &&
				b->p_rte->rtekind == RTE_RELATION && b->p_rte->alias == NULL &&
				a->p_rte->relid != b->p_rte->relid)
				continue; /* schema1.t, schema2.t */
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_ALIAS),
					 errmsg("table name \"%s\" specified more than once",
							a->p_names->aliasname)));
		}
	}
}

/* LATERAL may not look at the null-extended side of its own join. */
static void
check_lateral_ref_ok(ParseState *pstate, ParseNamespaceItem *nsitem,
					 int location)
{
	const char *refname = nsitem->p_names->aliasname;

	if (!nsitem->p_lateral_only || nsitem->p_lateral_ok)
		return;
	if (nsitem->p_rte == (pstate->p_target_nsitem ? pstate->p_target_nsitem->p_rte : NULL))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("invalid reference to FROM-clause entry for table \"%s\"",
						refname),
				 errhint("The target table cannot be named in this part of the query."),
				 parser_errposition(pstate, location)));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
			 errmsg("invalid reference to FROM-clause entry for table \"%s\"",
					refname),
			 errdetail("The combining JOIN type must be INNER or LEFT for a LATERAL reference."),
			 parser_errposition(pstate, location)));
}

/* A level by its distance. */
static ParseState *
level_state(ParseState *pstate, int sublevels_up)
{
	while (sublevels_up-- > 0)
	{
		pstate = pstate->parentParseState;
		Assert(pstate != NULL);
	}
	return pstate;
}

ParseNamespaceItem *
GetNSItemByRangeTablePosn(ParseState *pstate, int varno, int sublevels_up)
{
	ListCell *lc;

	foreach (lc, level_state(pstate, sublevels_up)->p_namespace)
		if (((ParseNamespaceItem *) lfirst(lc))->p_rtindex == varno)
			return lfirst(lc);
	elog(ERROR, "nsitem not found (internal error)");
	return NULL;
}

RangeTblEntry *
GetRTEByRangeTablePosn(ParseState *pstate, int varno, int sublevels_up)
{
	pstate = level_state(pstate, sublevels_up);
	Assert(varno > 0 && varno <= list_length(pstate->p_rtable));
	return rt_fetch(varno, pstate->p_rtable);
}

/* The WITH query that an entry of kind CTE means. */
CommonTableExpr *
GetCTEForRTE(ParseState *pstate, RangeTblEntry *rte, int rtelevelsup)
{
	ListCell *lc;

	Assert(rte->rtekind == RTE_CTE);
	pstate = level_state(pstate, rte->ctelevelsup + rtelevelsup);
	foreach (lc, pstate->p_ctenamespace)
		if (strcmp(lfirst_node(CommonTableExpr, lc)->ctename, rte->ctename) == 0)
			return lfirst(lc);
	elog(ERROR, "could not find CTE \"%s\"", rte->ctename);
	return NULL;
}

/* ---- finding columns ---- */

static int
system_column(const char *name)
{
	const FormData_pg_attribute *att = SystemAttributeByName(name);

	return att != NULL ? att->attnum : InvalidAttrNumber;
}

/*
 * The number of a column of an item; InvalidAttrNumber if it has none by that
 * name.  An error if it has two.
 */
static int
find_column(ParseNamespaceItem *nsitem, const char *colname, int location,
			ParseState *pstate)
{
	int result = InvalidAttrNumber;
	int attnum = 0;
	ListCell *lc;

	foreach (lc, nsitem->p_names->colnames)
	{
		attnum++;
		if (strcmp(strVal(lfirst(lc)), colname) != 0)
			continue;
		if (result != InvalidAttrNumber)
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_COLUMN),
					 errmsg("column reference \"%s\" is ambiguous", colname),
					 parser_errposition(pstate, location)));
		result = attnum;
	}
	if (result != InvalidAttrNumber ||
		nsitem->p_rte->rtekind != RTE_RELATION)
		return result;
	attnum = system_column(colname);
	/* a relation without storage has no system columns but tableoid */
	if (attnum != InvalidAttrNumber &&
		SearchSysCacheExists2(ATTNUM, ObjectIdGetDatum(nsitem->p_rte->relid),
							  Int16GetDatum(attnum)))
		return attnum;
	return InvalidAttrNumber;
}

/*
 * scanNSItemForColumn
 *		A Var for a column of an item, by name; NULL if it has none.
 */
Node *
scanNSItemForColumn(ParseState *pstate, ParseNamespaceItem *nsitem,
					int sublevels_up, const char *colname, int location)
{
	int attnum = find_column(nsitem, colname, location, pstate);
	Var *var;

	if (attnum == InvalidAttrNumber)
		return NULL;
	if ((pstate->p_expr_kind == EXPR_KIND_CHECK_CONSTRAINT ||
		 pstate->p_expr_kind == EXPR_KIND_GENERATED_COLUMN) &&
		attnum < 0 && attnum != TableOidAttributeNumber)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 pstate->p_expr_kind == EXPR_KIND_CHECK_CONSTRAINT ? errmsg("system column \"%s\" reference in check constraint is invalid",
																			colname)
																   : errmsg("cannot use system column \"%s\" in column generation expression",
																			colname),
				 parser_errposition(pstate, location)));

	if (attnum > 0)
	{
		ParseNamespaceColumn *col = &nsitem->p_nscolumns[attnum - 1];

		if (col->p_varno == 0)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" does not exist",
							colname, nsitem->p_names->aliasname),
					 parser_errposition(pstate, location)));
		var = makeVar(col->p_varno, col->p_varattno, col->p_vartype,
					  col->p_vartypmod, col->p_varcollid, sublevels_up);
		var->varnosyn = col->p_varnosyn;
		var->varattnosyn = col->p_varattnosyn;
	}
	else
	{
		const FormData_pg_attribute *att = SystemAttributeDefinition(attnum);

		var = makeVar(nsitem->p_rtindex, attnum, att->atttypid, att->atttypmod,
					  att->attcollation, sublevels_up);
	}
	var->location = location;
	markVarForSelectPriv(pstate, var);
	Assert(nsitem->p_rte != NULL);
	return (Node *) var;
}

/*
 * colNameToVar
 *		What a bare column name means: a column of exactly one table of the
 *		nearest level that has one; NULL if there is none.
 */
Node *
colNameToVar(ParseState *pstate, const char *colname, bool localonly,
			 int location)
{
	ParseState *orig = pstate;
	int sublevels_up = 0;

	for (; pstate != NULL; pstate = pstate->parentParseState, sublevels_up++)
	{
		Node *result = NULL;
		ListCell *lc;

		foreach (lc, pstate->p_namespace)
		{
			ParseNamespaceItem *item = lfirst(lc);
			Node *v;

			if (!item->p_cols_visible ||
				(item->p_lateral_only && !pstate->p_lateral_active))
				continue;
			v = scanNSItemForColumn(orig, item, sublevels_up, colname, location);
			if (v == NULL)
				continue;
			if (result != NULL)
				ereport(ERROR,
						(errcode(ERRCODE_AMBIGUOUS_COLUMN),
						 errmsg("column reference \"%s\" is ambiguous", colname),
						 parser_errposition(orig, location)));
			check_lateral_ref_ok(pstate, item, location);
			result = v;
		}
		if (result != NULL || localonly)
			return result;
	}
	return NULL;
}

/* Note in an entry that a column of it is read. */
static void
mark_column_read(RangeTblEntry *rte, AttrNumber col)
{
	if (rte->rtekind != RTE_RELATION)
		return;
	rte->requiredPerms |= ACL_SELECT;
	rte->selectedCols = bms_add_member(rte->selectedCols,
									   col - FirstLowInvalidHeapAttributeNumber);
}

static void
mark_read(ParseState *pstate, int rtindex, AttrNumber col)
{
	RangeTblEntry *rte = rt_fetch(rtindex, pstate->p_rtable);

	if (rte->rtekind == RTE_RELATION)
		mark_column_read(rte, col);
	else if (rte->rtekind == RTE_JOIN && col == InvalidAttrNumber)
	{
		/* a whole join row reads both sides; its columns name theirs */
		JoinExpr *j = list_nth(pstate->p_joinexprs, rtindex - 1);

		for (int side = 0; side < 2; side++)
		{
			Node *n = side == 0 ? j->larg : j->rarg;
			int index = IsA(n, RangeTblRef) ? ((RangeTblRef *) n)->rtindex : ((JoinExpr *) n)->rtindex;

			mark_read(pstate, index, InvalidAttrNumber);
		}
	}
}

/* A Var needs the right to read its column. */
void
markVarForSelectPriv(ParseState *pstate, Var *var)
{
	mark_read(level_state(pstate, var->varlevelsup), var->varno, var->varattno);
}

/* ---- making items ---- */

static void *
llast_or_null(List *list)
{
	return list != NIL ? llast(list) : NULL;
}

/*
 * Fill in eref->colnames: the alias's names first, then the real ones.
 * Dropped columns are there with an empty name, in the alias as well.
 */
static void
column_aliases(TupleDesc desc, Alias *alias, Alias *eref)
{
	List *given = alias != NULL ? alias->colnames : NIL;
	int used = 0;

	if (alias != NULL)
		alias->colnames = NIL;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		String *name;

		if (att->attisdropped)
			name = makeString(pstrdup(""));
		else if (used < list_length(given))
			name = list_nth(given, used++);
		else
			name = makeString(pstrdup(NameStr(att->attname)));
		eref->colnames = lappend(eref->colnames, name);
		if (used < list_length(given) || name == llast_or_null(given))
			alias->colnames = lappend(alias->colnames, name);
	}
	if (used < list_length(given))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("table \"%s\" has %d columns available but %d columns specified",
						eref->aliasname, used, list_length(given))));
}

static void
set_nscolumn(ParseNamespaceColumn *c, Index varno, AttrNumber attno, Oid type,
			 int32 typmod, Oid coll)
{
	c->p_varno = c->p_varnosyn = varno;
	c->p_varattno = c->p_varattnosyn = attno;
	c->p_vartype = type;
	c->p_vartypmod = typmod;
	c->p_varcollid = coll;
}

static ParseNamespaceItem *
new_nsitem(RangeTblEntry *rte, Index rtindex, ParseNamespaceColumn *columns)
{
	ParseNamespaceItem *item = palloc0(sizeof(ParseNamespaceItem));

	item->p_names = rte->eref;
	item->p_rte = rte;
	item->p_rtindex = rtindex;
	item->p_nscolumns = columns;
	item->p_rel_visible = true;
	item->p_cols_visible = true;
	item->p_lateral_ok = true;
	return item;
}

static ParseNamespaceItem *
nsitem_from_tupdesc(RangeTblEntry *rte, Index rtindex, TupleDesc desc)
{
	int n = list_length(rte->eref->colnames);
	ParseNamespaceColumn *cols = palloc0(Max(n, 1) * sizeof(ParseNamespaceColumn));

	for (int i = 0; i < desc->natts && i < n; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (!att->attisdropped)
			set_nscolumn(&cols[i], rtindex, i + 1, att->atttypid, att->atttypmod,
						 att->attcollation);
	}
	return new_nsitem(rte, rtindex, cols);
}

static ParseNamespaceItem *
nsitem_from_lists(RangeTblEntry *rte, Index rtindex, List *types, List *typmods,
				  List *colls)
{
	ParseNamespaceColumn *cols = palloc0(Max(list_length(types), 1) *
										 sizeof(ParseNamespaceColumn));
	int i = 0;
	ListCell *lt;
	ListCell *lm;
	ListCell *lc;

	forthree (lt, types, lm, typmods, lc, colls)
	{
		set_nscolumn(&cols[i], rtindex, i + 1, lfirst_oid(lt), lfirst_int(lm),
					 lfirst_oid(lc));
		i++;
	}
	return new_nsitem(rte, rtindex, cols);
}

/* Put an entry into the range table; its index. */
static int
append_rte(ParseState *pstate, RangeTblEntry *rte)
{
	pstate->p_rtable = lappend(pstate->p_rtable, rte);
	return list_length(pstate->p_rtable);
}

/*
 * parserOpenTable
 *		Open and lock a relation by name; the error knows of WITH queries.
 */
Relation
parserOpenTable(ParseState *pstate, const RangeVar *relation, int lockmode)
{
	ParseCallbackState pcb;
	Relation rel;

	setup_parser_errposition_callback(&pcb, pstate, relation->location);
	rel = table_openrv_extended(relation, lockmode, true);
	cancel_parser_errposition_callback(&pcb);
	if (rel != NULL)
		return rel;

	if (relation->schemaname != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation \"%s.%s\" does not exist",
						relation->schemaname, relation->relname),
				 parser_errposition(pstate, relation->location)));
	if (is_future_cte(pstate, relation->relname))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation \"%s\" does not exist", relation->relname),
				 errdetail("A WITH item with this name exists, but cannot be referenced from here."),
				 errhint("WITH RECURSIVE, or another order of the WITH items, makes it visible."),
				 parser_errposition(pstate, relation->location)));
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_TABLE),
			 errmsg("relation \"%s\" does not exist", relation->relname),
			 parser_errposition(pstate, relation->location)));
	return NULL;
}

/* An entry for a relation that is open already. */
ParseNamespaceItem *
addRangeTableEntryForRelation(ParseState *pstate, Relation rel, int lockmode,
							  Alias *alias, bool inh, bool inFromCl)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);

	Assert(CheckRelationLockedByMe(rel, lockmode, true));
	rte->rtekind = RTE_RELATION;
	rte->alias = alias;
	rte->relid = RelationGetRelid(rel);
	rte->relkind = rel->rd_rel->relkind;
	rte->rellockmode = lockmode;
	rte->eref = makeAlias(alias != NULL ? alias->aliasname : RelationGetRelationName(rel), NIL);
	column_aliases(rel->rd_att, alias, rte->eref);
	rte->inh = inh;
	rte->inFromCl = inFromCl;
	rte->requiredPerms = ACL_SELECT;
	return nsitem_from_tupdesc(rte, append_rte(pstate, rte), rel->rd_att);
}

/* Is this table, by the name it has here, to be locked by FOR UPDATE? */
bool
isLockedRefname(ParseState *pstate, const char *refname)
{
	ListCell *lc;

	/* the query around it may lock all of its tables */
	if (pstate->p_locked_from_parent)
		return true;
	foreach (lc, pstate->p_locking_clause)
	{
		LockingClause *lock = lfirst_node(LockingClause, lc);
		ListCell *lc2;

		if (lock->lockedRels == NIL)
			return true;
		foreach (lc2, lock->lockedRels)
			if (strcmp(refname, lfirst_node(RangeVar, lc2)->relname) == 0)
				return true;
	}
	return false;
}

/* An entry for a relation by name, locked as the query will need it. */
ParseNamespaceItem *
addRangeTableEntry(ParseState *pstate, RangeVar *relation, Alias *alias,
				   bool inh, bool inFromCl)
{
	const char *refname = alias != NULL ? alias->aliasname : relation->relname;
	int lockmode = isLockedRefname(pstate, refname) ? RowShareLock : AccessShareLock;
	Relation rel = parserOpenTable(pstate, relation, lockmode);
	ParseNamespaceItem *item;

	item = addRangeTableEntryForRelation(pstate, rel, lockmode, alias, inh,
										 inFromCl);
	table_close(rel, NoLock);
	return item;
}

/* The alias of a subquery: names for its output columns. */
static Alias *
subquery_eref(Alias *alias, List *names, const char *defname)
{
	Alias *eref = alias != NULL ? copyObject(alias) : makeAlias(defname, NIL);
	int n = list_length(eref->colnames);
	ListCell *lc;

	if (n > list_length(names))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("table \"%s\" has %d columns available but %d columns specified",
						eref->aliasname, list_length(names), n)));
	for_each_from (lc, names, n)
		eref->colnames = lappend(eref->colnames, lfirst(lc));
	return eref;
}

ParseNamespaceItem *
addRangeTableEntryForSubquery(ParseState *pstate, Query *subquery, Alias *alias,
							  bool lateral, bool inFromCl)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	List *names = NIL;
	List *types = NIL;
	List *typmods = NIL;
	List *colls = NIL;
	ListCell *lc;

	foreach (lc, subquery->targetList)
	{
		TargetEntry *te = lfirst_node(TargetEntry, lc);

		if (te->resjunk)
			continue;
		names = lappend(names, makeString(pstrdup(te->resname)));
		types = lappend_oid(types, exprType((Node *) te->expr));
		typmods = lappend_int(typmods, exprTypmod((Node *) te->expr));
		colls = lappend_oid(colls, exprCollation((Node *) te->expr));
	}
	rte->rtekind = RTE_SUBQUERY;
	rte->subquery = subquery;
	rte->alias = alias;
	rte->eref = subquery_eref(alias, names, "unnamed_subquery");
	rte->lateral = lateral;
	rte->inFromCl = inFromCl;
	return nsitem_from_lists(rte, append_rte(pstate, rte), types, typmods, colls);
}

/* A row type from a column definition list, checked. */
static TupleDesc
coldef_tupdesc(ParseState *pstate, RangeTblFunction *rtfunc, List *coldeflist)
{
	TupleDesc desc = CreateTemplateTupleDesc(list_length(coldeflist));
	int i = 1;
	ListCell *lc;

	foreach (lc, coldeflist)
	{
		ColumnDef *n = lfirst_node(ColumnDef, lc);
		Oid type;
		int32 typmod;
		Oid coll;

		if (n->typeName->setof)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
					 errmsg("column \"%s\" cannot be declared SETOF", n->colname),
					 parser_errposition(pstate, n->location)));
		typenameTypeIdAndMod(pstate, n->typeName, &type, &typmod);
		coll = GetColumnDefCollation(pstate, n, type);
		TupleDescInitEntry(desc, i, n->colname, type, typmod, 0);
		TupleDescInitEntryCollation(desc, i, coll);
		rtfunc->funccolnames = lappend(rtfunc->funccolnames,
									   makeString(pstrdup(n->colname)));
		rtfunc->funccoltypes = lappend_oid(rtfunc->funccoltypes, type);
		rtfunc->funccoltypmods = lappend_int(rtfunc->funccoltypmods, typmod);
		rtfunc->funccolcollations = lappend_oid(rtfunc->funccolcollations, coll);
		i++;
	}
	CheckAttributeNamesTypes(desc, RELKIND_COMPOSITE_TYPE, CHKATYPE_ANYRECORD);
	return desc;
}

/* The name of the column of a function that returns one value. */
static char *
scalar_column_name(Node *funcexpr, char *funcname, Alias *alias, int nfuncs)
{
	char *name = NULL;

	/* an OUT parameter has a name of its own */
	if (funcexpr != NULL && IsA(funcexpr, FuncExpr))
		name = get_func_result_name(((FuncExpr *) funcexpr)->funcid);
	if (name != NULL)
		return name;
	return nfuncs == 1 && alias != NULL ? alias->aliasname : funcname;
}

/* The row type of one function of FROM. */
static TupleDesc
function_tupdesc(ParseState *pstate, RangeTblFunction *rtfunc, char *funcname,
				 List *coldeflist, Alias *alias, int nfuncs)
{
	Node *expr = rtfunc->funcexpr;
	Oid rettype;
	TupleDesc desc = NULL;
	TypeFuncClass class = get_expr_result_type(expr, &rettype, &desc);

	if (coldeflist != NIL)
	{
		const char *bad = NULL;

		if (class == TYPEFUNC_RECORD)
			return coldef_tupdesc(pstate, rtfunc, coldeflist);
		if (class == TYPEFUNC_COMPOSITE || class == TYPEFUNC_COMPOSITE_DOMAIN)
			bad = exprType(expr) == RECORDOID ? "a column definition list is redundant for a function with OUT parameters" : "a column definition list is redundant for a function returning a named composite type";
		else
			bad = "a column definition list is only allowed for functions returning \"record\"";
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR), errmsg("%s", bad),
				 parser_errposition(pstate, exprLocation((Node *) coldeflist))));
	}
	switch (class)
	{
		case TYPEFUNC_COMPOSITE:
		case TYPEFUNC_COMPOSITE_DOMAIN:
			return desc;
		case TYPEFUNC_SCALAR:
			desc = CreateTemplateTupleDesc(1);
			TupleDescInitEntry(desc, 1,
							   scalar_column_name(expr, funcname, alias, nfuncs),
							   rettype, exprTypmod(expr), 0);
			TupleDescInitEntryCollation(desc, 1, exprCollation(expr));
			return desc;
		case TYPEFUNC_RECORD:
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("a column definition list is required for functions returning \"record\""),
					 parser_errposition(pstate, exprLocation(expr))));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("function \"%s\" in FROM has unsupported return type %s",
							funcname, format_type_be(rettype)),
					 parser_errposition(pstate, exprLocation(expr))));
			break;
	}
	return NULL;
}

/* The columns of several functions side by side, and of WITH ORDINALITY. */
static TupleDesc
join_tupdescs(TupleDesc *descs, int n, int natts, bool ordinality)
{
	TupleDesc desc;
	int at = 0;

	if (n == 1 && !ordinality)
		return descs[0];
	if (natts + ordinality > MaxTupleAttributeNumber)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("functions in FROM can return at most %d columns",
						MaxTupleAttributeNumber)));
	desc = CreateTemplateTupleDesc(natts + (ordinality ? 1 : 0));
	for (int i = 0; i < n; i++)
		for (int j = 1; j <= descs[i]->natts; j++)
			TupleDescCopyEntry(desc, ++at, descs[i], j);
	if (ordinality)
		TupleDescInitEntry(desc, ++at, "ordinality", INT8OID, -1, 0);
	return desc;
}

/*
 * addRangeTableEntryForFunction
 *		An entry for one or more calls in FROM; the lists are parallel.
 */
ParseNamespaceItem *
addRangeTableEntryForFunction(ParseState *pstate, List *funcnames,
							  List *funcexprs, List *coldeflists,
							  RangeFunction *rangefunc, bool lateral,
							  bool inFromCl)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	Alias *alias = rangefunc->alias;
	int nfuncs = list_length(funcexprs);
	TupleDesc *descs = palloc(nfuncs * sizeof(TupleDesc));
	TupleDesc desc;
	int natts = 0;
	int i = 0;
	ListCell *le;
	ListCell *ln;
	ListCell *ld;

	rte->rtekind = RTE_FUNCTION;
	rte->funcordinality = rangefunc->ordinality;
	rte->alias = alias;
	rte->eref = makeAlias(alias != NULL ? alias->aliasname : (char *) linitial(funcnames), NIL);

	forthree (le, funcexprs, ln, funcnames, ld, coldeflists)
	{
		RangeTblFunction *f = makeNode(RangeTblFunction);

		f->funcexpr = lfirst(le);
		descs[i] = function_tupdesc(pstate, f, lfirst(ln), lfirst(ld), alias, nfuncs);
		f->funccolcount = descs[i]->natts;
		natts += descs[i]->natts;
		rte->functions = lappend(rte->functions, f);
		i++;
	}
	desc = join_tupdescs(descs, nfuncs, natts, rangefunc->ordinality);
	column_aliases(desc, alias, rte->eref);
	rte->lateral = lateral;
	rte->inFromCl = inFromCl;
	return nsitem_from_tupdesc(rte, append_rte(pstate, rte), desc);
}

/* exprs is the list of rows, each a list of expressions. */
ParseNamespaceItem *
addRangeTableEntryForValues(ParseState *pstate, List *exprs, List *coltypes,
							List *coltypmods, List *colcollations, Alias *alias,
							bool lateral, bool inFromCl)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	List *names = NIL;
	int ncols = list_length((List *) linitial(exprs));

	for (int i = 1; i <= ncols; i++)
		names = lappend(names, makeString(psprintf("column%d", i)));
	if (alias != NULL && list_length(alias->colnames) > ncols)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("VALUES lists \"%s\" have %d columns available but %d columns specified",
						alias->aliasname, ncols, list_length(alias->colnames))));
	rte->rtekind = RTE_VALUES;
	rte->values_lists = exprs;
	rte->coltypes = coltypes;
	rte->coltypmods = coltypmods;
	rte->colcollations = colcollations;
	rte->alias = alias;
	rte->eref = subquery_eref(alias, names, "*VALUES*");
	rte->lateral = lateral;
	rte->inFromCl = inFromCl;
	return nsitem_from_lists(rte, append_rte(pstate, rte), coltypes, coltypmods,
							 colcollations);
}

/*
 * addRangeTableEntryForJoin
 *		nscolumns tell what each column of the join is a reference to.
 */
ParseNamespaceItem *
addRangeTableEntryForJoin(ParseState *pstate, List *colnames,
						  ParseNamespaceColumn *nscolumns, JoinType jointype,
						  int nummergedcols, List *aliasvars, List *leftcols,
						  List *rightcols, Alias *join_using_alias, Alias *alias,
						  bool inFromCl)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);

	if (list_length(aliasvars) > MaxAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("joins can have at most %d columns", MaxAttrNumber)));
	if (alias != NULL && list_length(alias->colnames) > list_length(colnames))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("join expression \"%s\" has %d columns available but %d columns specified",
						alias->aliasname, list_length(colnames),
						list_length(alias->colnames))));
	rte->rtekind = RTE_JOIN;
	rte->alias = alias;
	rte->join_using_alias = join_using_alias;
	rte->joinaliasvars = aliasvars;
	rte->joinrightcols = rightcols;
	rte->joinleftcols = leftcols;
	rte->joinmergedcols = nummergedcols;
	rte->jointype = jointype;
	rte->eref = subquery_eref(alias, colnames, "unnamed_join");
	rte->inFromCl = inFromCl;
	return new_nsitem(rte, append_rte(pstate, rte), nscolumns);
}

ParseNamespaceItem *
addRangeTableEntryForCTE(ParseState *pstate, CommonTableExpr *cte,
						 Index levelsup, RangeVar *rv, bool inFromCl)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	Alias *alias = rv->alias;

	rte->rtekind = RTE_CTE;
	rte->ctename = cte->ctename;
	rte->ctelevelsup = levelsup;
	/* not analyzed yet: the query is inside the CTE itself */
	rte->self_reference = !IsA(cte->ctequery, Query);
	Assert(cte->cterecursive || !rte->self_reference);
	if (!rte->self_reference)
		cte->cterefcount++;
	if (IsA(cte->ctequery, Query) &&
		((Query *) cte->ctequery)->commandType != CMD_SELECT &&
		((Query *) cte->ctequery)->returningList == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("WITH query \"%s\" does not have a RETURNING clause",
						cte->ctename),
				 parser_errposition(pstate, rv->location)));
	rte->alias = alias;
	rte->eref = subquery_eref(alias, cte->ctecolnames, cte->ctename);
	rte->colcollations = list_copy(cte->ctecolcollations);
	rte->coltypmods = list_copy(cte->ctecoltypmods);
	rte->coltypes = list_copy(cte->ctecoltypes);
	rte->inFromCl = inFromCl;
	return nsitem_from_lists(rte, append_rte(pstate, rte), rte->coltypes,
							 rte->coltypmods, rte->colcollations);
}

/* Make a table part of the query, and of what names may mean. */
void
addNSItemToQuery(ParseState *pstate, ParseNamespaceItem *nsitem,
				 bool addToJoinList, bool addToRelNameSpace,
				 bool addToVarNameSpace)
{
	if (addToJoinList)
	{
		RangeTblRef *r = makeNode(RangeTblRef);

		r->rtindex = nsitem->p_rtindex;
		pstate->p_joinlist = lappend(pstate->p_joinlist, r);
	}
	if (addToRelNameSpace || addToVarNameSpace)
	{
		nsitem->p_rel_visible = addToRelNameSpace;
		nsitem->p_cols_visible = addToVarNameSpace;
		nsitem->p_lateral_only = false;
		nsitem->p_lateral_ok = true;
		pstate->p_namespace = lappend(pstate->p_namespace, nsitem);
	}
}

/* ---- columns of entries ---- */

/* Where expandRTE puts names and Vars; either list may be unwanted. */
typedef struct ExpandState
{
	int rtindex;
	int sublevels_up;
	int location;
	bool include_dropped;
	List **colnames;
	List **colvars;
} ExpandState;

static void
expand_add(ExpandState *x, char *name, AttrNumber attno, Oid type, int32 typmod,
		   Oid coll)
{
	if (x->colnames)
		*x->colnames = lappend(*x->colnames, makeString(pstrdup(name)));
	if (x->colvars)
	{
		Var *v = makeVar(x->rtindex, attno, type, typmod, coll,
						 x->sublevels_up);

		v->location = x->location;
		*x->colvars = lappend(*x->colvars, v);
	}
}

/* A dropped column is a null of some type. */
static void
expand_add_dropped(ExpandState *x)
{
	if (!x->include_dropped)
		return;
	if (x->colnames)
		*x->colnames = lappend(*x->colnames, makeString(pstrdup("")));
	if (x->colvars)
		*x->colvars = lappend(*x->colvars, makeNullConst(INT4OID, -1, InvalidOid));
}

/* Columns of a row type; offset is how many columns of the entry come before. */
static void
expand_tupdesc(ExpandState *x, TupleDesc desc, Alias *eref, int offset, int count)
{
	for (int i = 0; i < count; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		int n = offset + i;

		if (att->attisdropped)
			expand_add_dropped(x);
		else
			expand_add(x, n < list_length(eref->colnames) ? strVal(list_nth(eref->colnames, n)) : NameStr(att->attname),
					   n + 1, att->atttypid, att->atttypmod, att->attcollation);
	}
}

static void
expand_functions(ExpandState *x, RangeTblEntry *rte)
{
	int at = 0;
	ListCell *lc;

	foreach (lc, rte->functions)
	{
		RangeTblFunction *f = lfirst_node(RangeTblFunction, lc);
		Oid type;
		TupleDesc desc = NULL;
		TypeFuncClass class = get_expr_result_type(f->funcexpr, &type, &desc);

		if (class == TYPEFUNC_COMPOSITE || class == TYPEFUNC_COMPOSITE_DOMAIN)
			expand_tupdesc(x, desc, rte->eref, at, f->funccolcount);
		else if (class == TYPEFUNC_SCALAR)
			expand_add(x, strVal(list_nth(rte->eref->colnames, at)), at + 1, type,
					   exprTypmod(f->funcexpr), exprCollation(f->funcexpr));
		else
			for (int i = 0; i < list_length(f->funccoltypes); i++)
				expand_add(x, strVal(list_nth(rte->eref->colnames, at + i)),
						   at + i + 1, list_nth_oid(f->funccoltypes, i),
						   list_nth_int(f->funccoltypmods, i),
						   list_nth_oid(f->funccolcollations, i));
		at += f->funccolcount;
	}
	if (rte->funcordinality)
		expand_add(x, strVal(llast(rte->eref->colnames)), at + 1, INT8OID, -1,
				   InvalidOid);
}

static void
expand_join(ExpandState *x, RangeTblEntry *rte)
{
	ListCell *ln;
	ListCell *lv;
	int i = 0;

	forboth (ln, rte->eref->colnames, lv, rte->joinaliasvars)
	{
		Node *v = lfirst(lv);

		i++;
		/* a column dropped since a stored rule was made */
		if (v == NULL)
			expand_add_dropped(x);
		else
			expand_add(x, strVal(lfirst(ln)), i, exprType(v), exprTypmod(v),
					   exprCollation(v));
	}
}

/*
 * expandRTE
 *		Names and Vars of all columns of an entry; either may be NULL.
 *
 * include_dropped: dropped columns are there too, as empty names and nulls.
 */
void
expandRTE(RangeTblEntry *rte, int rtindex, int sublevels_up, int location,
		  bool include_dropped, List **colnames, List **colvars)
{
	ExpandState x = {rtindex, sublevels_up, location, include_dropped, colnames,
					 colvars};
	Relation rel;
	ListCell *lc;
	int i = 0;

	if (colnames)
		*colnames = NIL;
	if (colvars)
		*colvars = NIL;
	switch (rte->rtekind)
	{
		case RTE_RELATION:
			rel = relation_open(rte->relid, AccessShareLock);
			expand_tupdesc(&x, rel->rd_att, rte->eref, 0, rel->rd_att->natts);
			relation_close(rel, AccessShareLock);
			break;
		case RTE_SUBQUERY:
			foreach (lc, rte->subquery->targetList)
			{
				TargetEntry *te = lfirst_node(TargetEntry, lc);

				if (te->resjunk)
					continue;
				/* a view may have got more columns since a rule was stored */
				if (i >= list_length(rte->eref->colnames))
					break;
				expand_add(&x, strVal(list_nth(rte->eref->colnames, i++)),
						   te->resno, exprType((Node *) te->expr),
						   exprTypmod((Node *) te->expr),
						   exprCollation((Node *) te->expr));
			}
			break;
		case RTE_FUNCTION:
			expand_functions(&x, rte);
			break;
		case RTE_JOIN:
			expand_join(&x, rte);
			break;
		case RTE_VALUES:
		case RTE_CTE:
		case RTE_NAMEDTUPLESTORE:
		case RTE_TABLEFUNC:
			for (i = 0; i < list_length(rte->coltypes); i++)
			{
				Oid type = list_nth_oid(rte->coltypes, i);

				if (!OidIsValid(type))
					expand_add_dropped(&x);
				else
					expand_add(&x, strVal(list_nth(rte->eref->colnames, i)), i + 1,
							   type, list_nth_int(rte->coltypmods, i),
							   list_nth_oid(rte->colcollations, i));
			}
			break;
		case RTE_RESULT:
			break;
		default:
			elog(ERROR, "unrecognized RTE kind: %d", (int) rte->rtekind);
	}
}

/* Vars for the columns of an item that "*" means; names as well if wanted. */
List *
expandNSItemVars(ParseNamespaceItem *nsitem, int sublevels_up, int location,
				 List **colnames)
{
	List *result = NIL;
	int i = 0;
	ListCell *lc;

	if (colnames)
		*colnames = NIL;
	foreach (lc, nsitem->p_names->colnames)
	{
		ParseNamespaceColumn *c = &nsitem->p_nscolumns[i++];
		Var *v;

		if (c->p_dontexpand || c->p_varno == 0)
			continue;
		v = makeVar(c->p_varno, c->p_varattno, c->p_vartype, c->p_vartypmod,
					c->p_varcollid, sublevels_up);
		v->varnosyn = c->p_varnosyn;
		v->varattnosyn = c->p_varattnosyn;
		v->location = location;
		result = lappend(result, v);
		if (colnames)
			*colnames = lappend(*colnames, lfirst(lc));
	}
	return result;
}

/* The same as target entries, marked as read. */
List *
expandNSItemAttrs(ParseState *pstate, ParseNamespaceItem *nsitem,
				  int sublevels_up, bool require_col_privs, int location)
{
	List *names;
	List *vars = expandNSItemVars(nsitem, sublevels_up, location, &names);
	List *result = NIL;
	ListCell *ln;
	ListCell *lv;

	/* even a table without columns needs the right to be read */
	if (nsitem->p_rte->rtekind == RTE_RELATION)
		nsitem->p_rte->requiredPerms |= ACL_SELECT;
	forboth (ln, names, lv, vars)
	{
		Var *v = lfirst_node(Var, lv);

		result = lappend(result,
						 makeTargetEntry((Expr *) v,
										 (AttrNumber) pstate->p_next_resno++,
										 strVal(lfirst(ln)), false));
		if (require_col_privs)
			markVarForSelectPriv(pstate, v);
	}
	return result;
}

/* ---- parsetree.h ---- */

/* The name of a column of an entry; palloc'd or part of the entry. */
char *
get_rte_attribute_name(RangeTblEntry *rte, AttrNumber attnum)
{
	if (attnum == InvalidAttrNumber)
		return "*";
	if (rte->alias != NULL && attnum > 0 &&
		attnum <= list_length(rte->alias->colnames))
		return strVal(list_nth(rte->alias->colnames, attnum - 1));
	/* of a table the current name, which may have changed */
	if (rte->rtekind == RTE_RELATION)
		return get_attname(rte->relid, attnum, false);
	if (attnum > 0 && attnum <= list_length(rte->eref->colnames))
		return strVal(list_nth(rte->eref->colnames, attnum - 1));
	elog(ERROR, "invalid attnum %d for rangetable entry %s", attnum,
		 rte->eref->aliasname);
	return NULL;
}

static bool
function_column_dropped(RangeTblEntry *rte, AttrNumber attnum)
{
	int before = 0;
	ListCell *lc;

	foreach (lc, rte->functions)
	{
		RangeTblFunction *f = lfirst_node(RangeTblFunction, lc);
		TupleDesc desc;

		if (attnum > before && attnum <= before + f->funccolcount)
		{
			desc = get_expr_result_tupdesc(f->funcexpr, true);
			return desc != NULL && attnum - before <= desc->natts &&
				TupleDescAttr(desc, attnum - before - 1)->attisdropped;
		}
		before += f->funccolcount;
	}
	return false;
}

/* Has a column been dropped since the entry was made? */
bool
get_rte_attribute_is_dropped(RangeTblEntry *rte, AttrNumber attnum)
{
	HeapTuple tup;
	bool result;

	switch (rte->rtekind)
	{
		case RTE_RELATION:
			tup = SearchSysCache2(ATTNUM, ObjectIdGetDatum(rte->relid),
								  Int16GetDatum(attnum));
			if (!HeapTupleIsValid(tup))
				elog(ERROR, "cache lookup failed for attribute %d of relation %u",
					 attnum, rte->relid);
			result = ((Form_pg_attribute) GETSTRUCT(tup))->attisdropped;
			ReleaseSysCache(tup);
			return result;
		case RTE_JOIN:
			return list_nth(rte->joinaliasvars, attnum - 1) == NULL;
		case RTE_FUNCTION:
			return function_column_dropped(rte, attnum);
		default:
			return false;
	}
}

/* The entry with a result number, or NULL. */
TargetEntry *
get_tle_by_resno(List *tlist, AttrNumber resno)
{
	ListCell *lc;

	foreach (lc, tlist)
		if (lfirst_node(TargetEntry, lc)->resno == resno)
			return lfirst(lc);
	return NULL;
}

/* The FOR UPDATE mark of a table, or NULL. */
RowMarkClause *
get_parse_rowmark(Query *qry, Index rtindex)
{
	ListCell *lc;

	foreach (lc, qry->rowMarks)
		if (lfirst_node(RowMarkClause, lc)->rti == rtindex)
			return lfirst(lc);
	return NULL;
}

/* ---- columns of open relations ---- */

/* InvalidAttrNumber if there is no such column, or it is dropped. */
int
attnameAttNum(Relation rd, const char *attname, bool sysColOK)
{
	for (int i = 0; i < RelationGetNumberOfAttributes(rd); i++)
	{
		Form_pg_attribute att = TupleDescAttr(rd->rd_att, i);

		if (!att->attisdropped && namestrcmp(&att->attname, attname) == 0)
			return i + 1;
	}
	return sysColOK ? system_column(attname) : InvalidAttrNumber;
}

static const FormData_pg_attribute *
attribute_of(Relation rd, int attid)
{
	if (attid <= 0)
		return SystemAttributeDefinition(attid);
	if (attid > rd->rd_att->natts)
		elog(ERROR, "invalid attribute number %d", attid);
	return TupleDescAttr(rd->rd_att, attid - 1);
}

const NameData *
attnumAttName(Relation rd, int attid)
{
	return &attribute_of(rd, attid)->attname;
}

Oid
attnumTypeId(Relation rd, int attid)
{
	return attribute_of(rd, attid)->atttypid;
}

Oid
attnumCollationId(Relation rd, int attid)
{
	return attid <= 0 ? InvalidOid : attribute_of(rd, attid)->attcollation;
}

/* ---- errors ---- */

/* The entry anywhere in the range tables that the user may have meant. */
static RangeTblEntry *
similar_rte(ParseState *pstate, RangeVar *relation, int *sublevels_up)
{
	Oid relid = RangeVarGetRelid(relation, NoLock, true);

	*sublevels_up = 0;
	for (; pstate != NULL; pstate = pstate->parentParseState, (*sublevels_up)++)
	{
		ListCell *lc;

		foreach (lc, pstate->p_rtable)
		{
			RangeTblEntry *rte = lfirst(lc);

			if (rte->rtekind == RTE_RELATION && OidIsValid(relid) &&
				rte->relid == relid)
				return rte;
			if (strcmp(rte->eref->aliasname, relation->relname) == 0)
				return rte;
		}
	}
	return NULL;
}

static bool
rte_visible_if_lateral(ParseState *pstate, RangeTblEntry *rte)
{
	ListCell *lc;

	if (pstate->p_lateral_active)
		return false;
	foreach (lc, pstate->p_namespace)
	{
		ParseNamespaceItem *item = lfirst(lc);

		if (item->p_rte == rte)
			return item->p_lateral_only && item->p_lateral_ok;
	}
	return false;
}

/*
 * errorMissingRTE
 *		A qualified column or star names a table that is not in FROM.
 */
void
errorMissingRTE(ParseState *pstate, RangeVar *relation)
{
	int sublevels_up;
	RangeTblEntry *rte = similar_rte(pstate, relation, &sublevels_up);
	const char *alias = NULL;

	if (rte == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("missing FROM-clause entry for table \"%s\"",
						relation->relname),
				 parser_errposition(pstate, relation->location)));
	if (rte->alias != NULL &&
		strcmp(rte->eref->aliasname, relation->relname) != 0)
		alias = rte->eref->aliasname;
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_TABLE),
			 errmsg("invalid reference to FROM-clause entry for table \"%s\"",
					relation->relname),
			 rte_visible_if_lateral(pstate, rte) ? errhint("LATERAL would make the entry for table \"%s\" visible here.",
														   rte->eref->aliasname)
				 : alias != NULL                 ? errhint("Perhaps you meant to reference the table alias \"%s\".",
														   alias)
												 : errhint("There is an entry for table \"%s\", but it cannot be referenced from this part of the query.",
														   rte->eref->aliasname),
			 parser_errposition(pstate, relation->location)));
}

/* The column whose name is nearest to a misspelled one, if near enough. */
static char *
nearest_column(ParseState *pstate, const char *relname, const char *colname)
{
	int best = Min(MAX_COLUMN_HINT_DISTANCE, (int) strlen(colname) / 2) + 1;
	char *result = NULL;
	ListCell *lc;

	foreach (lc, pstate->p_namespace)
	{
		ParseNamespaceItem *item = lfirst(lc);
		ListCell *lc2;

		if (relname != NULL && strcmp(item->p_names->aliasname, relname) != 0)
			continue;
		if (item->p_rte->rtekind == RTE_JOIN)
			continue;
		foreach (lc2, item->p_names->colnames)
		{
			const char *name = strVal(lfirst(lc2));
			int d;

			if (*name == '\0')
				continue;
			d = varstr_levenshtein_less_equal(colname, strlen(colname), name,
											  strlen(name), 1, 1, 1, best, true);
			if (d < best)
			{
				best = d;
				result = psprintf("%s.%s", item->p_names->aliasname, name);
			}
		}
	}
	return result;
}

/* No such column; relname is NULL for a bare name. */
void
errorMissingColumn(ParseState *pstate, const char *relname, const char *colname,
				   int location)
{
	char *near = nearest_column(pstate, relname, colname);
	const char *msg = relname != NULL ? psprintf("column %s.%s does not exist", relname, colname) : psprintf("column \"%s\" does not exist", colname);

	if (near != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("%s", msg),
				 errhint("Perhaps you meant to reference the column \"%s\".", near),
				 parser_errposition(pstate, location)));
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("%s", msg),
			 parser_errposition(pstate, location)));
}

static bool
temp_table_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		ListCell *lc;

		foreach (lc, ((Query *) node)->rtable)
		{
			RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

			if (rte->rtekind == RTE_RELATION &&
				get_rel_persistence(rte->relid) == RELPERSISTENCE_TEMP)
				return true;
		}
		return query_tree_walker((Query *) node, temp_table_walker, context,
								 QTW_IGNORE_JOINALIASES);
	}
	return expression_tree_walker(node, temp_table_walker, context);
}

bool
isQueryUsingTempRelation(Query *query)
{
	return temp_table_walker((Node *) query, NULL);
}
