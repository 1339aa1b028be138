/*
 * parse_like.c
 *		What CREATE TABLE ... LIKE copies beside the columns.
 *
 * parse_utilcmd.c copies the columns themselves while the statement is
 * analyzed.  Defaults, checks, indexes and comments need the new table, with
 * its final column numbers; tcop/utility.c asks for them here once it exists
 * and runs the statements that come back.  An expression keeps its analyzed
 * form: only the numbers of its columns change.
 *
 * Statistics objects cannot be made in this version, so there is none to copy.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_like.c
 */
#include "postgres.h"

#include "access/amapi.h"
#include "access/attmap.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/reloptions.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/index.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_index.h"
#include "catalog/pg_opclass.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_utilcmd.h"
#include "parser/parser_upcalls.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/cache_upcalls.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/syscache.h"

/*
 * An expression over the source's columns as one over the copy's.  A
 * reference to the whole row has no counterpart; what says in what it stands.
 */
static Node *
map_columns(Node *expr, const AttrMap *map, const char *detail,
			const char *name, Relation source)
{
	bool whole_row;

	expr = map_variable_attnos(expr, 1, 0, map, InvalidOid, &whole_row);
	if (whole_row)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot convert whole-row table reference"),
				 errdetail(detail, name, RelationGetRelationName(source))));
	return expr;
}

/* ---- defaults and checks: one ALTER TABLE ---- */

static AlterTableCmd *
default_command(Relation source, const AttrMap *map, int i)
{
	AlterTableCmd *cmd = makeNode(AlterTableCmd);
	TupleConstr *constr = RelationGetDescr(source)->constr;
	Form_pg_attribute att = TupleDescAttr(RelationGetDescr(source), i);
	Node *expr = NULL;

	for (int k = 0; k < constr->num_defval; k++)
		if (constr->defval[k].adnum == i + 1)
			expr = stringToNode(constr->defval[k].adbin);
	if (expr == NULL)
		elog(ERROR, "default expression not found for attribute %d of relation \"%s\"",
			 i + 1, RelationGetRelationName(source));
	cmd->subtype = AT_CookedColumnDefault;
	cmd->num = map->attnums[i];
	cmd->def = map_columns(expr, map,
						   "Generation expression for column \"%s\" contains a whole-row reference to table \"%s\".",
						   NameStr(att->attname), source);
	return cmd;
}

static AlterTableCmd *
check_command(Relation source, const AttrMap *map, const ConstrCheck *check)
{
	AlterTableCmd *cmd = makeNode(AlterTableCmd);
	Constraint *c = makeNode(Constraint);
	Node *expr = map_columns(stringToNode(check->ccbin), map,
							 "Constraint \"%s\" contains a whole-row reference to table \"%s\".",
							 check->ccname, source);

	c->contype = CONSTR_CHECK;
	c->conname = pstrdup(check->ccname);
	c->cooked_expr = nodeToString(expr);
	c->is_no_inherit = check->ccnoinherit;
	/* no row is there that could offend */
	c->skip_validation = true;
	c->initially_valid = true;
	c->location = -1;
	cmd->subtype = AT_AddConstraint;
	cmd->def = (Node *) c;
	return cmd;
}

static List *
copy_expressions(RangeVar *heapRel, Relation source,
				 const AttrMap *map, bits32 options)
{
	TupleDesc desc = RelationGetDescr(source);
	AlterTableStmt *alter = makeNode(AlterTableStmt);

	if (desc->constr == NULL)
		return NIL;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		bits32 needed = att->attgenerated ? CREATE_TABLE_LIKE_GENERATED : CREATE_TABLE_LIKE_DEFAULTS;

		if (!att->attisdropped && att->atthasdef && (options & needed))
			alter->cmds = lappend(alter->cmds,
								  default_command(source, map, i));
	}
	if (options & CREATE_TABLE_LIKE_CONSTRAINTS)
		for (int i = 0; i < desc->constr->num_check; i++)
			alter->cmds = lappend(alter->cmds,
								  check_command(source, map, &desc->constr->check[i]));
	if (alter->cmds == NIL)
		return NIL;
	alter->relation = copyObject(heapRel);
	alter->objtype = OBJECT_TABLE;
	return list_make1(alter);
}

/* ---- comments ---- */

static CommentStmt *
comment_on(ObjectType type, Relation copy, const char *name,
		   const char *comment)
{
	CommentStmt *stmt = makeNode(CommentStmt);

	stmt->objtype = type;
	stmt->object = (Node *) list_make3(makeString(get_namespace_name(RelationGetNamespace(copy))),
									   makeString(pstrdup(RelationGetRelationName(copy))),
									   makeString(pstrdup(name)));
	stmt->comment = pstrdup(comment);
	return stmt;
}

static List *
copy_comments(Relation source, Relation copy, bits32 options)
{
	TupleDesc desc = RelationGetDescr(source);
	List *result = NIL;

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		char *comment;

		if (att->attisdropped)
			continue;
		comment = GetComment(RelationGetRelid(source), RelationRelationId, i + 1);
		if (comment != NULL)
			result = lappend(result, comment_on(OBJECT_COLUMN, copy, NameStr(att->attname), comment));
	}
	if (!(options & CREATE_TABLE_LIKE_CONSTRAINTS) || desc->constr == NULL)
		return result;
	for (int i = 0; i < desc->constr->num_check; i++)
	{
		const char *name = desc->constr->check[i].ccname;
		Oid oid = get_relation_constraint_oid(RelationGetRelid(source), name, false);
		char *comment = GetComment(oid, ConstraintRelationId, 0);

		if (comment != NULL)
			result = lappend(result, comment_on(OBJECT_TABCONSTRAINT, copy, name, comment));
	}
	return result;
}

/* ---- indexes ---- */

/* schema.name of an operator class that is not the default for the type */
static List *
opclass_name(Oid opclass, Oid type)
{
	HeapTuple tup = SearchSysCache1(CLAOID, ObjectIdGetDatum(opclass));
	Form_pg_opclass form;
	List *result = NIL;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for opclass %u", opclass);
	form = (Form_pg_opclass) GETSTRUCT(tup);
	if (GetDefaultOpClass(type, form->opcmethod) != opclass)
		result = list_make2(makeString(get_namespace_name(form->opcnamespace)),
							makeString(pstrdup(NameStr(form->opcname))));
	ReleaseSysCache(tup);
	return result;
}

/* schema.name of a collation that is not the one of the type */
static List *
collation_name(Oid collation, Oid type)
{
	HeapTuple tup;
	Form_pg_collation form;
	List *result;

	if (!OidIsValid(collation) || collation == get_typcollation(type))
		return NIL;
	tup = SearchSysCache1(COLLOID, ObjectIdGetDatum(collation));
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for collation %u", collation);
	form = (Form_pg_collation) GETSTRUCT(tup);
	result = list_make2(makeString(get_namespace_name(form->collnamespace)),
						makeString(pstrdup(NameStr(form->collname))));
	ReleaseSysCache(tup);
	return result;
}

static void
set_ordering(IndexElem *e, int16 option)
{
	bool nulls_first = (option & INDOPTION_NULLS_FIRST) != 0;

	if (option & INDOPTION_DESC)
	{
		e->ordering = SORTBY_DESC;
		if (!nulls_first)
			e->nulls_ordering = SORTBY_NULLS_LAST;
	}
	else if (nulls_first)
		e->nulls_ordering = SORTBY_NULLS_FIRST;
}

/* A node list or expression stored in pg_index; NULL if there is none. */
static Node *
stored_expression(HeapTuple index_row, AttrNumber column)
{
	bool isnull;
	Datum d = SysCacheGetAttr(INDEXRELID, index_row, column, &isnull);

	return isnull ? NULL : stringToNode(TextDatumGetCString(d));
}

/* One key or included column; takes the next of exprs if it is no column. */
static IndexElem *
clone_element(Relation idx, HeapTuple row, int i, const AttrMap *map, List **exprs)
{
	Form_pg_index form = idx->rd_index;
	Oid heap = form->indrelid;
	AttrNumber attnum = form->indkey.values[i];
	IndexElem *e = makeNode(IndexElem);
	oidvector *classes;
	oidvector *collations;
	bool isnull;
	Oid type;

	e->ordering = SORTBY_DEFAULT;
	e->nulls_ordering = SORTBY_NULLS_DEFAULT;
	if (AttributeNumberIsValid(attnum))
	{
		e->name = get_attname(heap, attnum, false);
		type = get_atttype(heap, attnum);
	}
	else
	{
		bool whole_row;

		if (*exprs == NIL)
			elog(ERROR, "too few entries in indexprs list");
		e->expr = map_variable_attnos(linitial(*exprs), 1, 0, map, InvalidOid, &whole_row);
		*exprs = list_delete_first(*exprs);
		if (whole_row)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot convert whole-row table reference"),
					 errdetail("Index \"%s\" contains a whole-row table reference.",
							   RelationGetRelationName(idx))));
		type = exprType(e->expr);
	}
	e->indexcolname = pstrdup(NameStr(TupleDescAttr(RelationGetDescr(idx), i)->attname));
	if (i >= form->indnkeyatts)
		return e;

	classes = (oidvector *) DatumGetPointer(SysCacheGetAttr(INDEXRELID, row, Anum_pg_index_indclass, &isnull));
	collations = (oidvector *) DatumGetPointer(SysCacheGetAttr(INDEXRELID, row, Anum_pg_index_indcollation, &isnull));
	e->collation = collation_name(collations->values[i], type);
	e->opclass = opclass_name(classes->values[i], type);
	e->opclassopts = untransformRelOptions(get_attoptions(RelationGetRelid(idx), i + 1));
	if (idx->rd_indam->amcanorder)
		set_ordering(e, idx->rd_indoption[i]);
	return e;
}

/* Is the index a constraint's?  Then it is deferrable as that one is. */
static void
clone_constraint(Relation idx, IndexStmt *stmt, Oid *constraintOid)
{
	Oid oid = get_index_constraint(RelationGetRelid(idx));
	HeapTuple tup;
	Form_pg_constraint form;

	if (!OidIsValid(oid))
		return;
	tup = SearchSysCache1(CONSTROID, ObjectIdGetDatum(oid));
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for constraint %u", oid);
	form = (Form_pg_constraint) GETSTRUCT(tup);
	stmt->isconstraint = true;
	stmt->deferrable = form->condeferrable;
	stmt->initdeferred = form->condeferred;
	if (form->contype == CONSTRAINT_EXCLUSION)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("exclusion constraints are not supported yet")));
	ReleaseSysCache(tup);
	if (constraintOid != NULL)
		*constraintOid = oid;
}

static List *
index_storage_options(Relation idx)
{
	HeapTuple tup = SearchSysCache1(RELOID, ObjectIdGetDatum(RelationGetRelid(idx)));
	bool isnull;
	Datum d;
	List *result;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for relation %u", RelationGetRelid(idx));
	d = SysCacheGetAttr(RELOID, tup, Anum_pg_class_reloptions, &isnull);
	result = isnull ? NIL : untransformRelOptions(d);
	ReleaseSysCache(tup);
	return result;
}

/*
 * generateClonedIndexStmt
 *		An analyzed statement that makes on another table an index like
 *		source_idx.
 *
 * heapRel			the other table, or NULL if the caller names it by OID
 * source_idx		open and locked
 * attmap			numbers of the other table's columns, by those of the source
 * constraintOid	out: the constraint that the index belongs to, if any; may
 *					be NULL
 *
 * The new index has no name yet: it gets one by the usual rules.
 */
IndexStmt *
generateClonedIndexStmt(RangeVar *heapRel, Relation source_idx,
						const AttrMap *attmap, Oid *constraintOid)
{
	Form_pg_index form = source_idx->rd_index;
	HeapTuple row = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(RelationGetRelid(source_idx)));
	IndexStmt *stmt = makeNode(IndexStmt);
	List *exprs;
	Node *predicate;

	if (constraintOid != NULL)
		*constraintOid = InvalidOid;
	if (!HeapTupleIsValid(row))
		elog(ERROR, "cache lookup failed for index %u", RelationGetRelid(source_idx));
	stmt->relation = heapRel;
	stmt->accessMethod = get_am_name(source_idx->rd_rel->relam);
	if (OidIsValid(source_idx->rd_rel->reltablespace))
		stmt->tableSpace = get_tablespace_name(source_idx->rd_rel->reltablespace);
	stmt->unique = form->indisunique;
	stmt->primary = form->indisprimary;
	stmt->nulls_not_distinct = form->indnullsnotdistinct;
	stmt->transformed = true;
	if (stmt->unique || form->indisexclusion)
		clone_constraint(source_idx, stmt, constraintOid);

	exprs = (List *) stored_expression(row, Anum_pg_index_indexprs);
	for (int i = 0; i < form->indnatts; i++)
	{
		IndexElem *e = clone_element(source_idx, row, i, attmap, &exprs);

		if (i < form->indnkeyatts)
			stmt->indexParams = lappend(stmt->indexParams, e);
		else
			stmt->indexIncludingParams = lappend(stmt->indexIncludingParams, e);
	}
	predicate = stored_expression(row, Anum_pg_index_indpred);
	if (predicate != NULL)
	{
		/* stored as a list of terms that all must hold */
		if (IsA(predicate, List))
			predicate = (Node *) make_ands_explicit((List *) predicate);
		stmt->whereClause = map_columns(predicate, attmap,
										"Index \"%s\" contains a whole-row table reference.",
										RelationGetRelationName(source_idx), source_idx);
	}
	stmt->options = index_storage_options(source_idx);
	ReleaseSysCache(row);
	return stmt;
}

static List *
copy_indexes(RangeVar *heapRel, Relation source, const AttrMap *map,
			 bits32 options)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, RelationGetIndexList(source))
	{
		Relation idx = index_open(lfirst_oid(lc), AccessShareLock);
		IndexStmt *stmt = generateClonedIndexStmt(heapRel, idx, map, NULL);

		if (options & CREATE_TABLE_LIKE_COMMENTS)
			stmt->idxcomment = GetComment(RelationGetRelid(idx), RelationRelationId, 0);
		index_close(idx, NoLock);
		result = lappend(result, stmt);
	}
	return result;
}

/*
 * expandTableLikeClause
 *		The statements for what LIKE is to copy beside the columns: an ALTER
 *		TABLE, COMMENTs, CREATE INDEXes, in this order.
 *
 * heapRel is the new table, which exists and is visible.  The source is still
 * locked since its columns were copied.
 */
List *
expandTableLikeClause(RangeVar *heapRel, TableLikeClause *table_like_clause)
{
	bits32 options = table_like_clause->options;
	Relation source = relation_open(table_like_clause->relationOid, NoLock);
	Relation copy = relation_openrv(heapRel, NoLock);
	AttrMap *map = build_attrmap_by_name(RelationGetDescr(copy), RelationGetDescr(source));
	List *result;

	result = copy_expressions(heapRel, source, map, options);
	if (options & CREATE_TABLE_LIKE_COMMENTS)
		result = list_concat(result, copy_comments(source, copy, options));
	if ((options & CREATE_TABLE_LIKE_INDEXES) && source->rd_rel->relhasindex)
		result = list_concat(result, copy_indexes(heapRel, source, map, options));
	free_attrmap(map);
	relation_close(copy, NoLock);
	relation_close(source, NoLock);
	return result;
}
