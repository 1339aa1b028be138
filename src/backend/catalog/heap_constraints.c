/*
 * heap_constraints.c
 *		Defaults and CHECK constraints of a table.
 *
 * AddRelationNewConstraints takes them as the parser leaves them, analyzes
 * each against the table's columns, picks names, merges a check with an equal
 * inherited one, and stores the result.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/heap_constraints.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog_upcalls.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_constraint.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/readfuncs.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "heap_private.h"

/* ---- analysis ---- */

static ParseState *
parse_state_of(Relation rel, const char *queryString)
{
	ParseState *pstate = make_parsestate(NULL);
	ParseNamespaceItem *item;

	pstate->p_sourcetext = queryString;
	item = addRangeTableEntryForRelation(pstate, rel, AccessShareLock, NULL,
										 false, true);
	addNSItemToQuery(pstate, item, true, true, true);
	return pstate;
}

/* A generated column may not be computed from another. */
static bool
refuse_generated(Node *node, ParseState *pstate)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var *var = (Var *) node;
		RangeTblEntry *rte = list_nth(pstate->p_rtable, var->varno - 1);

		if (var->varattno > 0 &&
			get_attgenerated(rte->relid, var->varattno) != '\0')
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
					 errmsg("cannot use generated column \"%s\" in column generation expression",
							get_attname(rte->relid, var->varattno, false)),
					 errdetail("A generated column cannot be computed from another one.")));
		if (var->varattno == InvalidAttrNumber)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
					 errmsg("cannot use whole-row variable in column generation expression"),
					 errdetail("The row would contain the generated column itself.")));
		return false;
	}
	return expression_tree_walker(node, refuse_generated, pstate);
}

/*
 * cookDefault
 *		Analyze a default (or generation) expression and coerce it to the
 *		column's type.
 */
Node *
cookDefault(ParseState *pstate, Node *raw_default, Oid atttypid,
			int32 atttypmod, const char *attname, char attgenerated)
{
	Node *expr = transformExpr(pstate, raw_default, attgenerated ? EXPR_KIND_GENERATED_COLUMN : EXPR_KIND_COLUMN_DEFAULT);

	if (attgenerated)
	{
		refuse_generated(expr, pstate);
		if (contain_mutable_functions(expr))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
					 errmsg("generation expression is not immutable")));
	}
	if (OidIsValid(atttypid))
	{
		Oid type = exprType(expr);

		expr = coerce_to_target_type(pstate, expr, type, atttypid, atttypmod,
									 COERCION_ASSIGNMENT,
									 COERCE_IMPLICIT_CAST, -1);
		if (expr == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column \"%s\" is of type %s but default expression is of type %s",
							attname, format_type_be(atttypid),
							format_type_be(type)),
					 errhint("The expression needs a cast.")));
	}
	assign_expr_collations(pstate, expr);
	return expr;
}

/* Analyze a CHECK expression. */
static Node *
cook_check(ParseState *pstate, Node *raw, const char *relname)
{
	Node *expr = transformExpr(pstate, raw, EXPR_KIND_CHECK_CONSTRAINT);

	expr = coerce_to_boolean(pstate, expr, "CHECK");
	assign_expr_collations(pstate, expr);
	if (list_length(pstate->p_rtable) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("only table \"%s\" can be referenced in check constraint",
						relname)));
	return expr;
}

/* ---- storing ---- */

static bool
collect_attnums(Node *node, Bitmapset **set)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		*set = bms_add_member(*set, ((Var *) node)->varattno - FirstLowInvalidHeapAttributeNumber);
		return false;
	}
	return expression_tree_walker(node, collect_attnums, set);
}

static Oid
store_check(Relation rel, const char *name, Node *expr, bool is_validated,
			bool is_local, int inhcount, bool is_no_inherit, bool is_internal)
{
	Bitmapset *used = NULL;
	int16 *attnums;
	int n = 0;
	int member = -1;
	Oid result;

	if (is_no_inherit && rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("cannot add NO INHERIT constraint to partitioned table \"%s\"",
						RelationGetRelationName(rel))));
	collect_attnums(expr, &used);
	attnums = palloc(Max(bms_num_members(used), 1) * sizeof(int16));
	while ((member = bms_next_member(used, member)) >= 0)
		attnums[n++] = member + FirstLowInvalidHeapAttributeNumber;

	result = CreateConstraintEntry(name, RelationGetNamespace(rel),
								   CONSTRAINT_CHECK, false, false,
								   is_validated, InvalidOid,
								   RelationGetRelid(rel), attnums, n, n,
								   InvalidOid, InvalidOid, InvalidOid, NULL,
								   NULL, NULL, NULL, 0, ' ', ' ', NULL, 0, ' ',
								   NULL, expr, nodeToString(expr), is_local,
								   inhcount, is_no_inherit, is_internal);
	pfree(attnums);
	bms_free(used);
	return result;
}

/* pg_class.relchecks; updated even if unchanged, to have the cache rebuilt. */
static void
set_relchecks(Relation rel, int numchecks)
{
	Relation pg_class = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tuple;
	Form_pg_class form;

	tuple = SearchSysCacheCopy1(RELOID,
								ObjectIdGetDatum(RelationGetRelid(rel)));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u",
			 RelationGetRelid(rel));
	form = (Form_pg_class) GETSTRUCT(tuple);
	if (form->relchecks != numchecks)
	{
		form->relchecks = numchecks;
		CatalogTupleUpdate(pg_class, &tuple->t_self, tuple);
	}
	else
		CacheInvalidateRelcache(rel);
	heap_freetuple(tuple);
	table_close(pg_class, RowExclusiveLock);
}

/* Store what needs no analysis, for a relation just made. */
void
store_constraints(Relation rel, List *cooked, bool is_internal)
{
	int numchecks = 0;
	ListCell *lc;

	if (cooked == NIL)
		return;
	/* the new rows must be visible before they are referred to */
	CommandCounterIncrement();
	foreach (lc, cooked)
	{
		CookedConstraint *con = lfirst(lc);

		if (con->contype == CONSTR_DEFAULT)
			con->conoid = StoreAttrDefault(rel, con->attnum, con->expr,
										   is_internal, false);
		else if (con->contype == CONSTR_CHECK)
		{
			con->conoid = store_check(rel, con->name, con->expr,
									  !con->skip_validation, con->is_local,
									  con->inhcount, con->is_no_inherit,
									  is_internal);
			numchecks++;
		}
		else
			elog(ERROR, "unrecognized constraint type: %d", (int) con->contype);
	}
	if (numchecks > 0)
		set_relchecks(rel, numchecks);
}

/* ---- merging ---- */

static HeapTuple
find_constraint(Relation conrel, Relation rel, const char *name)
{
	ScanKeyData keys[3];
	SysScanDesc scan;
	HeapTuple tuple;

	ScanKeyInit(&keys[0], Anum_pg_constraint_conrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(RelationGetRelid(rel)));
	ScanKeyInit(&keys[1], Anum_pg_constraint_contypid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(InvalidOid));
	ScanKeyInit(&keys[2], Anum_pg_constraint_conname, BTEqualStrategyNumber,
				F_NAMEEQ, CStringGetDatum(name));
	scan = systable_beginscan(conrel, ConstraintRelidTypidNameIndexId, true,
							  NULL, 3, keys);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		tuple = heap_copytuple(tuple);
	systable_endscan(scan);
	return tuple;
}

/*
 * Is there a constraint of this name?  If it is the same and merging is
 * allowed, it becomes local or inherited as well; otherwise an error.
 */
static bool
merge_with_existing(Relation rel, const char *name, Node *expr,
					bool allow_merge, bool is_local,
					bool is_initially_valid, bool is_no_inherit)
{
	Relation conrel = table_open(ConstraintRelationId, RowExclusiveLock);
	HeapTuple tuple = find_constraint(conrel, rel, name);
	Form_pg_constraint con;
	bool same = false;

	if (!HeapTupleIsValid(tuple))
	{
		table_close(conrel, RowExclusiveLock);
		return false;
	}
	con = (Form_pg_constraint) GETSTRUCT(tuple);
	if (con->contype == CONSTRAINT_CHECK)
	{
		bool isnull;
		Datum d = fastgetattr(tuple, Anum_pg_constraint_conbin,
							  RelationGetDescr(conrel), &isnull);

		if (isnull)
			elog(ERROR, "null conbin for rel %s", RelationGetRelationName(rel));
		same = equal(expr, stringToNode(TextDatumGetCString(d)));
	}
	if (!same || !allow_merge)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("constraint \"%s\" for relation \"%s\" already exists",
						name, RelationGetRelationName(rel))));
	if (con->connoinherit || (con->coninhcount > 0 && is_no_inherit) ||
		(is_initially_valid && !con->convalidated))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("constraint \"%s\" conflicts with %s constraint on relation \"%s\"",
						name, con->connoinherit ? "non-inherited" : con->coninhcount > 0 && is_no_inherit ? "inherited"
																										  : "NOT VALID",
						RelationGetRelationName(rel))));
	ereport(NOTICE,
			(errmsg("merging constraint \"%s\" with inherited definition",
					name)));
	if (is_local)
		con->conislocal = true;
	else
		con->coninhcount++;
	CatalogTupleUpdate(conrel, &tuple->t_self, tuple);
	table_close(conrel, RowExclusiveLock);
	return true;
}

/* ---- the entry point ---- */

static CookedConstraint *
cooked_constraint(ConstrType type, Oid oid, const char *name,
				  AttrNumber attnum, Node *expr, bool skip_validation,
				  bool is_local, bool is_no_inherit)
{
	CookedConstraint *c = palloc(sizeof(CookedConstraint));

	c->contype = type;
	c->conoid = oid;
	c->name = name ? pstrdup(name) : NULL;
	c->attnum = attnum;
	c->expr = expr;
	c->skip_validation = skip_validation;
	c->is_local = is_local;
	c->inhcount = is_local ? 0 : 1;
	c->is_no_inherit = is_no_inherit;
	return c;
}

static List *
add_defaults(Relation rel, ParseState *pstate, List *raw, bool is_local,
			 bool is_internal)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, raw)
	{
		RawColumnDefault *def = lfirst(lc);
		Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel),
											  def->attnum - 1);
		Node *expr = cookDefault(pstate, def->raw_default, att->atttypid,
								 att->atttypmod, NameStr(att->attname),
								 att->attgenerated);
		Oid oid;

		/* DEFAULT NULL is no default, but for a domain that has one */
		if (expr == NULL ||
			(!def->generated && IsA(expr, Const) &&
			 ((Const *) expr)->constisnull))
			continue;
		/* one value for all rows that are there will not do; the caller sees that */
		if (def->missingMode && contain_volatile_functions(expr))
			def->missingMode = false;
		oid = StoreAttrDefault(rel, def->attnum, expr, is_internal,
							   def->missingMode);
		result = lappend(result,
						 cooked_constraint(CONSTR_DEFAULT, oid, NULL,
										   def->attnum, expr, false, is_local,
										   false));
	}
	return result;
}

/* A check that uses one column is named after it. */
static char *
name_for_check(Relation rel, Node *expr, List *taken)
{
	Bitmapset *used = NULL;
	const char *colname = NULL;

	collect_attnums(expr, &used);
	if (bms_membership(used) == BMS_SINGLETON)
	{
		AttrNumber attnum = bms_singleton_member(used) +
			FirstLowInvalidHeapAttributeNumber;

		if (attnum != 0)
			colname = get_attname(RelationGetRelid(rel), attnum, true);
	}
	bms_free(used);
	return ChooseConstraintName(RelationGetRelationName(rel), colname,
								"check", RelationGetNamespace(rel), taken);
}

static void
refuse_taken_name(Relation rel, const char *name, List *taken)
{
	ListCell *lc;

	foreach (lc, taken)
	{
		if (strcmp(lfirst(lc), name) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_OBJECT),
					 errmsg("check constraint \"%s\" already exists", name)));
	}
}

/*
 * AddRelationNewConstraints
 *		Analyze and store new defaults (RawColumnDefault) and constraints
 *		(Constraint; only CHECK).  Returns them as CookedConstraints, for ALTER
 *		TABLE to check existing rows.
 */
List *
AddRelationNewConstraints(Relation rel, List *newColDefaults,
						  List *newConstraints, bool allow_merge,
						  bool is_local, bool is_internal,
						  const char *queryString)
{
	ParseState *pstate = parse_state_of(rel, queryString);
	TupleConstr *constr = RelationGetDescr(rel)->constr;
	int numchecks = constr ? constr->num_check : 0;
	List *result;
	List *taken = NIL;
	ListCell *lc;

	result = add_defaults(rel, pstate, newColDefaults, is_local, is_internal);

	foreach (lc, newConstraints)
	{
		Constraint *con = lfirst(lc);
		Node *expr;
		char *name;
		Oid oid;

		if (con->contype != CONSTR_CHECK)
			continue;
		if (con->raw_expr != NULL)
			expr = cook_check(pstate, con->raw_expr,
							  RelationGetRelationName(rel));
		else
			expr = stringToNode(con->cooked_expr);

		if (con->conname != NULL)
		{
			name = con->conname;
			refuse_taken_name(rel, name, taken);
			taken = lappend(taken, name);
			if (merge_with_existing(rel, name, expr, allow_merge, is_local,
									con->initially_valid, con->is_no_inherit))
				continue;
		}
		else
		{
			name = name_for_check(rel, expr, taken);
			taken = lappend(taken, name);
		}
		oid = store_check(rel, name, expr, con->initially_valid, is_local,
						  is_local ? 0 : 1, con->is_no_inherit, is_internal);
		numchecks++;
		result = lappend(result,
						 cooked_constraint(CONSTR_CHECK, oid, name, 0, expr,
										   con->skip_validation, is_local,
										   con->is_no_inherit));
	}
	set_relchecks(rel, numchecks);
	return result;
}

/* ---- values of columns that old rows do not have ---- */

static void
update_missing(Relation attrrel, HeapTuple tuple, bool has, Datum value)
{
	Datum values[Natts_pg_attribute] = {0};
	bool nulls[Natts_pg_attribute] = {false};
	bool replaces[Natts_pg_attribute] = {false};
	HeapTuple newtuple;

	values[Anum_pg_attribute_atthasmissing - 1] = BoolGetDatum(has);
	replaces[Anum_pg_attribute_atthasmissing - 1] = true;
	values[Anum_pg_attribute_attmissingval - 1] = value;
	nulls[Anum_pg_attribute_attmissingval - 1] = !has;
	replaces[Anum_pg_attribute_attmissingval - 1] = true;
	newtuple = heap_modify_tuple(tuple, RelationGetDescr(attrrel), values,
								 nulls, replaces);
	CatalogTupleUpdate(attrrel, &newtuple->t_self, newtuple);
	heap_freetuple(newtuple);
}

/* After a rewrite every row has every column. */
void
RelationClearMissing(Relation rel)
{
	Relation attrrel = table_open(AttributeRelationId, RowExclusiveLock);

	for (int attnum = 1; attnum <= RelationGetNumberOfAttributes(rel); attnum++)
	{
		HeapTuple tuple = SearchSysCache2(ATTNUM,
										  ObjectIdGetDatum(RelationGetRelid(rel)),
										  Int16GetDatum(attnum));

		if (!HeapTupleIsValid(tuple))
			elog(ERROR, "cache lookup failed for attribute %d of relation %u",
				 attnum, RelationGetRelid(rel));
		if (((Form_pg_attribute) GETSTRUCT(tuple))->atthasmissing)
			update_missing(attrrel, tuple, false, (Datum) 0);
		ReleaseSysCache(tuple);
	}
	table_close(attrrel, RowExclusiveLock);
}

/* The value from a dump, for binary upgrade. */
void
SetAttrMissing(Oid relid, char *attname, char *value)
{
	Relation table = table_open(relid, AccessExclusiveLock);
	Relation attrrel;
	HeapTuple tuple;
	Form_pg_attribute att;
	Datum array;

	if (table->rd_rel->relkind != RELKIND_RELATION)
	{
		table_close(table, AccessExclusiveLock);
		return;
	}
	attrrel = table_open(AttributeRelationId, RowExclusiveLock);
	tuple = SearchSysCacheAttName(relid, attname);
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for attribute %s of relation %u",
			 attname, relid);
	att = (Form_pg_attribute) GETSTRUCT(tuple);
	array = OidFunctionCall3(F_ARRAY_IN, CStringGetDatum(value),
							 ObjectIdGetDatum(att->atttypid),
							 Int32GetDatum(att->atttypmod));
	update_missing(attrrel, tuple, true, array);
	ReleaseSysCache(tuple);
	table_close(attrrel, RowExclusiveLock);
	table_close(table, AccessExclusiveLock);
}
