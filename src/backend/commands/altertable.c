/*
 * altertable.c
 *		ALTER TABLE.
 *
 * The statement is transformed first (serial columns, constraints that become
 * indexes), then its parts run in an order in which they cannot disturb each
 * other: what drops, what adds columns, what changes them, what adds
 * constraints and indexes.  What must look at the rows is collected: at the
 * end the table is scanned once to check constraints, or rewritten once.
 *
 * Not there yet: foreign keys, inheritance, partitions, identity, triggers,
 * row security, SET TABLESPACE, SET LOGGED, REPLICA IDENTITY, CLUSTER ON.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/altertable.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/reloptions.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/colversion.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_attrdef_fn.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_constraint_fn.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_type.h"
#include "catalog/toasting.h"
#include "commands/defrem.h"
#include "commands/tablecmds.h"
#include "commands/tablecmds_private.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_coerce.h"
#include "parser/parse_collate.h"
#include "parser/parse_expr.h"
#include "parser/parse_relation.h"
#include "parser/parse_type.h"
#include "parser/parse_utilcmd.h"
#include "rewrite/rewriteHandler.h"
#include "storage/lmgr.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/syscache.h"

/* The order in which the parts of one statement run. */
typedef enum AlterPass
{
	PASS_DROP,
	PASS_ALTER_TYPE,
	PASS_ADD_COLUMN,
	PASS_COLUMN_ATTRS,
	PASS_ADD_INDEX,
	PASS_ADD_CONSTRAINT,
	PASS_MISC,
	NUM_PASSES
} AlterPass;

/* What is left to do with the rows when all catalog changes are made. */
typedef struct AlterState
{
	Relation rel;
	TupleDesc old_desc; /* as the rows lie there now */
	const char *queryString;
	AlterTableUtilityContext *context;
	List *new_values; /* of NewColumnValue: rewrite */
	List *check_exprs; /* of Expr, with check_names */
	List *check_names;
	Bitmapset *notnull; /* attnums */
	List *readd; /* definitions (text) to run again */
} AlterState;

static void alter_one(AlterState *state, AlterTableCmd *cmd);

/* ---- locks and look-up ---- */

/* The weakest lock under which the part is safe. */
static LOCKMODE
lock_for_part(const AlterTableCmd *cmd)
{
	switch (cmd->subtype)
	{
		case AT_SetStatistics:
		case AT_SetOptions:
		case AT_ResetOptions:
		case AT_ValidateConstraint:
		case AT_ClusterOn:
		case AT_DropCluster:
			return ShareUpdateExclusiveLock;
		case AT_SetRelOptions:
		case AT_ResetRelOptions:
		case AT_ReplaceRelOptions:
			return AlterTableGetRelOptionsLockLevel((List *) cmd->def);
		case AT_AddIndex:
			return AccessExclusiveLock;
		default:
			return AccessExclusiveLock;
	}
}

LOCKMODE
AlterTableGetLockLevel(List *cmds)
{
	LOCKMODE strongest = ShareUpdateExclusiveLock;
	ListCell *lc;

	foreach (lc, cmds)
		strongest = Max(strongest, lock_for_part(lfirst(lc)));
	return strongest;
}

static void
check_alterable(const RangeVar *rv, Oid relid, Oid oldrelid, void *arg)
{
	AlterTableStmt *stmt = arg;
	HeapTuple tup;
	Form_pg_class form;
	char relkind;

	if (!OidIsValid(relid))
		return;
	tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	if (!HeapTupleIsValid(tup))
		return;
	form = (Form_pg_class) GETSTRUCT(tup);
	relkind = form->relkind;
	if (!pg_class_ownercheck(relid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(relkind), rv->relname);
	if (!allowSystemTableMods && IsSystemClass(relid, form))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied: \"%s\" is a system catalog", rv->relname)));
	if ((stmt->objtype == OBJECT_VIEW && relkind != RELKIND_VIEW) ||
		(stmt->objtype == OBJECT_SEQUENCE && relkind != RELKIND_SEQUENCE) ||
		(stmt->objtype == OBJECT_INDEX && relkind != RELKIND_INDEX && relkind != RELKIND_PARTITIONED_INDEX))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a%s", rv->relname,
						stmt->objtype == OBJECT_VIEW ? " view" : stmt->objtype == OBJECT_INDEX ? "n index"
																							   : " sequence")));
	ReleaseSysCache(tup);
}

Oid
AlterTableLookupRelation(AlterTableStmt *stmt, LOCKMODE lockmode)
{
	return RangeVarGetRelidExtended(stmt->relation, lockmode,
									stmt->missing_ok ? RVR_MISSING_OK : 0,
									check_alterable, stmt);
}

/* ---- driver ---- */

static AlterPass
pass_of(const AlterTableCmd *cmd)
{
	switch (cmd->subtype)
	{
		case AT_DropColumn:
		case AT_DropConstraint:
		case AT_DropNotNull:
			return PASS_DROP;
		case AT_AlterColumnType:
			return PASS_ALTER_TYPE;
		case AT_AddColumn:
			return PASS_ADD_COLUMN;
		case AT_ColumnDefault:
		case AT_CookedColumnDefault:
		case AT_SetNotNull:
		case AT_SetStatistics:
		case AT_SetStorage:
		case AT_SetCompression:
		case AT_SetOptions:
		case AT_ResetOptions:
			return PASS_COLUMN_ATTRS;
		case AT_AddIndex:
		case AT_AddIndexConstraint:
			return PASS_ADD_INDEX;
		case AT_AddConstraint:
		case AT_ValidateConstraint:
			return PASS_ADD_CONSTRAINT;
		default:
			return PASS_MISC;
	}
}

static void
refresh_relation(AlterState *state)
{
	Oid relid = RelationGetRelid(state->rel);

	CommandCounterIncrement();
	relation_close(state->rel, NoLock);
	state->rel = relation_open(relid, NoLock);
}

/* Scan or rewrite the table as the parts demand. */
static void
finish_rows(AlterState *state)
{
	char relkind = state->rel->rd_rel->relkind;

	if (relkind != RELKIND_RELATION && relkind != RELKIND_MATVIEW)
		return;
	if (state->new_values)
	{
		rewrite_table(state->rel, state->old_desc, state->new_values);
		refresh_relation(state);
	}
	if (state->check_exprs || !bms_is_empty(state->notnull))
		scan_and_check(state->rel, state->check_exprs, state->check_names, state->notnull);
}

/* What a message calls an action; NULL for one that this file does not know. */
static const char *
action_name(AlterTableType action)
{
	switch (action)
	{
		case AT_AddColumn:
			return "ADD COLUMN";
		case AT_DropColumn:
			return "DROP COLUMN";
		case AT_ColumnDefault:
			return "ALTER COLUMN ... SET DEFAULT";
		case AT_SetNotNull:
			return "ALTER COLUMN ... SET NOT NULL";
		case AT_DropNotNull:
			return "ALTER COLUMN ... DROP NOT NULL";
		case AT_SetStatistics:
			return "ALTER COLUMN ... SET STATISTICS";
		case AT_SetOptions:
			return "ALTER COLUMN ... SET";
		case AT_ResetOptions:
			return "ALTER COLUMN ... RESET";
		case AT_SetStorage:
			return "ALTER COLUMN ... SET STORAGE";
		case AT_AlterColumnType:
			return "ALTER COLUMN ... SET DATA TYPE";
		case AT_AddConstraint:
			return "ADD CONSTRAINT";
		case AT_ValidateConstraint:
			return "VALIDATE CONSTRAINT";
		case AT_DropConstraint:
			return "DROP CONSTRAINT";
		case AT_SetRelOptions:
			return "SET";
		case AT_ResetRelOptions:
			return "RESET";
		default:
			return NULL;
	}
}

/* Views, indexes and sequences have some of what tables have. */
static void
check_action(Relation rel, AlterTableType action)
{
	char relkind = rel->rd_rel->relkind;
	bool options = action == AT_SetRelOptions || action == AT_ResetRelOptions;

	if ((relkind == RELKIND_VIEW && !options && action != AT_ColumnDefault) ||
		(relkind == RELKIND_INDEX && !options && action != AT_SetStatistics) ||
		relkind == RELKIND_SEQUENCE)
	{
		if (action_name(action) == NULL)
			return;
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("ALTER action %s cannot be performed on relation \"%s\"", action_name(action),
						RelationGetRelationName(rel)),
				 errdetail_relkind_not_supported(relkind)));
	}
}

/*
 * AlterTable
 *		Run one ALTER TABLE statement.
 *
 * The relation is locked in lockmode already; the lock is kept.
 */
void
AlterTable(AlterTableStmt *stmt, LOCKMODE lockmode, AlterTableUtilityContext *context)
{
	AlterState state = {0};
	List *before = NIL;
	List *after = NIL;
	ListCell *lc;

	state.rel = relation_open(context->relid, NoLock);
	state.context = context;
	state.queryString = context->queryString;
	CheckTableNotInUse(state.rel, "ALTER TABLE");
	if (RELATION_IS_OTHER_TEMP(state.rel))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot alter temporary tables of other sessions")));
	if (relation_has_children(state.rel) || state.rel->rd_rel->relispartition ||
		state.rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("ALTER TABLE of a table with children or partitions is not supported yet")));
	state.old_desc = CreateTupleDescCopyConstr(RelationGetDescr(state.rel));

	foreach (lc, stmt->cmds)
		check_action(state.rel, lfirst_node(AlterTableCmd, lc)->subtype);
	stmt = transformAlterTableStmt(context->relid, stmt, context->queryString, &before, &after);
	foreach (lc, before)
	{
		ProcessUtilityForAlterTable(lfirst(lc), context);
		CommandCounterIncrement();
	}
	for (int pass = 0; pass < NUM_PASSES; pass++)
	{
		foreach (lc, stmt->cmds)
		{
			AlterTableCmd *cmd = lfirst_node(AlterTableCmd, lc);

			if (pass_of(cmd) != (AlterPass) pass)
				continue;
			alter_one(&state, cmd);
			refresh_relation(&state);
		}
		/* Rows get their new shape before indexes are built over them. */
		if (pass == PASS_COLUMN_ATTRS && state.new_values)
		{
			rewrite_table(state.rel, state.old_desc, state.new_values);
			state.new_values = NIL;
			refresh_relation(&state);
		}
	}
	finish_rows(&state);
	if (state.rel->rd_rel->relkind == RELKIND_RELATION)
	{
		Oid relid = RelationGetRelid(state.rel);

		AlterTableCreateToastTable(relid, (Datum) 0, lockmode);
	}
	relation_close(state.rel, NoLock);
	foreach (lc, after)
	{
		ProcessUtilityForAlterTable(lfirst(lc), context);
		CommandCounterIncrement();
	}
}

/* Parts made by another command, without text. */
void
AlterTableInternal(Oid relid, List *cmds, bool recurse)
{
	AlterTableStmt *stmt = makeNode(AlterTableStmt);
	AlterTableUtilityContext context = {.pstmt = makeNode(PlannedStmt), .queryString = "", .relid = relid};
	LOCKMODE lockmode = AlterTableGetLockLevel(cmds);
	Relation rel = relation_open(relid, lockmode);

	stmt->relation = makeRangeVar(get_namespace_name(RelationGetNamespace(rel)),
								  pstrdup(RelationGetRelationName(rel)), -1);
	stmt->cmds = cmds;
	stmt->objtype = OBJECT_TABLE;
	relation_close(rel, NoLock);
	AlterTable(stmt, lockmode, &context);
}

/* ---- columns ---- */

/* A modifiable copy of the pg_attribute row of a user column, or an error. */
static HeapTuple
column_row(AlterState *state, const char *name, const char *system_message)
{
	HeapTuple tup = SearchSysCacheCopyAttName(RelationGetRelid(state->rel), name);

	if (!HeapTupleIsValid(tup))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						name, RelationGetRelationName(state->rel))));
	if (((Form_pg_attribute) GETSTRUCT(tup))->attnum <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg(system_message, name)));
	return tup;
}

static void
store_column_row(HeapTuple tup)
{
	Relation attrel = table_open(AttributeRelationId, RowExclusiveLock);

	CatalogTupleUpdate(attrel, &tup->t_self, tup);
	table_close(attrel, RowExclusiveLock);
}

static void
remember_new_value(AlterState *state, AttrNumber attnum, Expr *expr, bool is_generated)
{
	NewColumnValue *nv = palloc(sizeof(NewColumnValue));

	nv->attnum = attnum;
	nv->is_generated = is_generated;
	nv->expr = expression_planner(expr);
	state->new_values = lappend(state->new_values, nv);
}

/* The pg_attribute row of a column that is added, and relnatts. */
static AttrNumber
insert_column(AlterState *state, ColumnDef *col)
{
	Relation rel = state->rel;
	Relation pg_class_rel;
	Relation attrel;
	TupleDesc desc = CreateTemplateTupleDesc(1);
	HeapTuple classtup;
	Form_pg_class form;
	AttrNumber attnum;
	Datum options;

	fill_column_descriptor(desc, 1, col);
	CheckAttributeType(col->colname, TupleDescAttr(desc, 0)->atttypid,
					   TupleDescAttr(desc, 0)->attcollation,
					   list_make1_oid(rel->rd_rel->reltype), 0);
	pg_class_rel = table_open(RelationRelationId, RowExclusiveLock);
	classtup = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(RelationGetRelid(rel)));
	form = (Form_pg_class) GETSTRUCT(classtup);
	attnum = form->relnatts + 1;
	if (attnum > MaxHeapAttributeNumber)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("tables can have at most %d columns", MaxHeapAttributeNumber)));

	attrel = table_open(AttributeRelationId, RowExclusiveLock);
	TupleDescAttr(desc, 0)->attnum = attnum;
	options = new_column_options(RelationGetRelid(rel));
	InsertPgAttributeTuples(attrel, desc, RelationGetRelid(rel), &options, NULL);
	table_close(attrel, RowExclusiveLock);
	form->relnatts = attnum;
	CatalogTupleUpdate(pg_class_rel, &classtup->t_self, classtup);
	table_close(pg_class_rel, RowExclusiveLock);
	heap_freetuple(classtup);
	CommandCounterIncrement();
	return attnum;
}

/* The new column depends on its type and collation. */
static void
record_column_dependencies(Oid relid, AttrNumber attnum)
{
	HeapTuple tup = SearchSysCache2(ATTNUM, ObjectIdGetDatum(relid), Int16GetDatum(attnum));
	Form_pg_attribute att = (Form_pg_attribute) GETSTRUCT(tup);
	ObjectAddress self;
	ObjectAddress other;

	ObjectAddressSubSet(self, RelationRelationId, relid, attnum);
	ObjectAddressSet(other, TypeRelationId, att->atttypid);
	recordDependencyOn(&self, &other, DEPENDENCY_NORMAL);
	if (OidIsValid(att->attcollation) && att->attcollation != DEFAULT_COLLATION_OID)
	{
		ObjectAddressSet(other, CollationRelationId, att->attcollation);
		recordDependencyOn(&self, &other, DEPENDENCY_NORMAL);
	}
	ReleaseSysCache(tup);
}

static void
add_column(AlterState *state, AlterTableCmd *cmd)
{
	ColumnDef *col = castNode(ColumnDef, cmd->def);
	Oid relid = RelationGetRelid(state->rel);
	AttrNumber attnum;
	bool must_rewrite = false;
	Expr *default_expr;

	if (get_attnum(relid, col->colname) != InvalidAttrNumber)
	{
		if (cmd->missing_ok)
		{
			ereport(NOTICE,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" already exists, skipping",
							col->colname, RelationGetRelationName(state->rel))));
			return;
		}
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" already exists",
						col->colname, RelationGetRelationName(state->rel))));
	}
	attnum = insert_column(state, col);
	refresh_relation(state);
	if (col->raw_default)
	{
		RawColumnDefault *def = palloc(sizeof(RawColumnDefault));

		/* A constant default is noted as the value of rows that lack it. */
		def->attnum = attnum;
		def->raw_default = copyObject(col->raw_default);
		def->missingMode = state->rel->rd_rel->relkind == RELKIND_RELATION && !col->generated;
		def->generated = col->generated;
		AddRelationNewConstraints(state->rel, list_make1(def), NIL, false, true, false, state->queryString);
		refresh_relation(state);
		must_rewrite = !def->missingMode;
	}
	if (col->identitySequence)
	{
		/* the sequence is there, but is made the column's own only later */
		NextValueExpr *next = makeNode(NextValueExpr);

		next->seqid = RangeVarGetRelid(col->identitySequence, NoLock, false);
		next->typeId = TupleDescAttr(RelationGetDescr(state->rel), attnum - 1)->atttypid;
		default_expr = (Expr *) next;
		must_rewrite = state->rel->rd_rel->relkind == RELKIND_RELATION;
	}
	else
		default_expr = (Expr *) build_column_default(state->rel, attnum);
	if (must_rewrite && default_expr)
		remember_new_value(state, attnum, default_expr, col->generated != '\0');
	/* a default may be null as well */
	if (col->is_not_null)
		state->notnull = bms_add_member(state->notnull, attnum);
	record_column_dependencies(relid, attnum);
}

static void
drop_column(AlterState *state, AlterTableCmd *cmd)
{
	HeapTuple tup;
	Form_pg_attribute att;
	ObjectAddress object;

	if (cmd->missing_ok &&
		!SearchSysCacheExistsAttName(RelationGetRelid(state->rel), cmd->name))
	{
		ereport(NOTICE,
				(errmsg("column \"%s\" of relation \"%s\" does not exist, skipping",
						cmd->name, RelationGetRelationName(state->rel))));
		return;
	}
	tup = column_row(state, cmd->name, "cannot drop system column \"%s\"");
	att = (Form_pg_attribute) GETSTRUCT(tup);
	ObjectAddressSubSet(object, RelationRelationId, RelationGetRelid(state->rel), att->attnum);
	performDeletion(&object, cmd->behavior, 0);
	heap_freetuple(tup);
}

static void
set_not_null(AlterState *state, AlterTableCmd *cmd)
{
	HeapTuple tup = column_row(state, cmd->name, "cannot alter system column \"%s\"");
	Form_pg_attribute att = (Form_pg_attribute) GETSTRUCT(tup);

	if (!att->attnotnull)
	{
		att->attnotnull = true;
		state->notnull = bms_add_member(state->notnull, att->attnum);
		store_column_row(tup);
	}
	heap_freetuple(tup);
}

static void
drop_not_null(AlterState *state, AlterTableCmd *cmd)
{
	HeapTuple tup = column_row(state, cmd->name, "cannot alter system column \"%s\"");
	Form_pg_attribute att = (Form_pg_attribute) GETSTRUCT(tup);
	Bitmapset *pk = get_primary_key_attnos(RelationGetRelid(state->rel), true, &(Oid){0});

	if (bms_is_member(att->attnum - FirstLowInvalidHeapAttributeNumber, pk))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("column \"%s\" is in a primary key", cmd->name)));
	if (att->attidentity)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("column \"%s\" of relation \"%s\" is an identity column",
						cmd->name, RelationGetRelationName(state->rel))));
	if (att->attnotnull)
	{
		att->attnotnull = false;
		store_column_row(tup);
	}
	heap_freetuple(tup);
}

/* SET DEFAULT and DROP DEFAULT */
static void
change_default(AlterState *state, AlterTableCmd *cmd)
{
	HeapTuple tup = column_row(state, cmd->name, "cannot alter system column \"%s\"");
	Form_pg_attribute att = (Form_pg_attribute) GETSTRUCT(tup);

	if (att->attidentity || att->attgenerated)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("column \"%s\" of relation \"%s\" is %s column",
						cmd->name, RelationGetRelationName(state->rel),
						att->attidentity ? "an identity" : "a generated")));
	RemoveAttrDefault(RelationGetRelid(state->rel), att->attnum, DROP_RESTRICT, false, cmd->def != NULL);
	if (cmd->def)
	{
		RawColumnDefault *def = palloc(sizeof(RawColumnDefault));

		def->attnum = att->attnum;
		def->raw_default = cmd->def;
		def->missingMode = false;
		def->generated = '\0';
		CommandCounterIncrement();
		AddRelationNewConstraints(state->rel, list_make1(def), NIL, false, true, false, state->queryString);
	}
	heap_freetuple(tup);
}

/* A column of an index by its number, for its name means nothing. */
static HeapTuple
index_column_row(AlterState *state, int attnum)
{
	HeapTuple tup;

	if (state->rel->rd_rel->relkind != RELKIND_INDEX)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot refer to non-index column by number")));
	tup = SearchSysCacheCopy2(ATTNUM, ObjectIdGetDatum(RelationGetRelid(state->rel)),
							  Int16GetDatum(attnum));
	if (!HeapTupleIsValid(tup))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column number %d of relation \"%s\" does not exist", attnum,
						RelationGetRelationName(state->rel))));
	return tup;
}

/* Of an index only expressions have statistics of their own. */
static void
check_index_statistics(Relation index, Form_pg_attribute att)
{
	if (att->attnum > index->rd_index->indnkeyatts)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot alter statistics on included column \"%s\" of index \"%s\"",
						NameStr(att->attname), RelationGetRelationName(index))));
	if (index->rd_index->indkey.values[att->attnum - 1] != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot alter statistics on non-expression column \"%s\" of index \"%s\"",
						NameStr(att->attname), RelationGetRelationName(index)),
				 errhint("Alter statistics on table column instead.")));
}

static void
set_statistics(AlterState *state, AlterTableCmd *cmd)
{
	HeapTuple tup = cmd->name == NULL ? index_column_row(state, cmd->num)
									  : column_row(state, cmd->name, "cannot alter system column \"%s\"");
	int target = (int) intVal(cmd->def);

	if (target < -1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("statistics target %d is too low", target)));
	if (target > 10000)
	{
		target = 10000;
		ereport(WARNING,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("lowering statistics target to %d", target)));
	}
	if (state->rel->rd_rel->relkind == RELKIND_INDEX)
		check_index_statistics(state->rel, (Form_pg_attribute) GETSTRUCT(tup));
	((Form_pg_attribute) GETSTRUCT(tup))->attstattarget = target;
	store_column_row(tup);
	heap_freetuple(tup);
}

/* SET and RESET (n_distinct = ...) of a column */
static void
set_column_options(AlterState *state, AlterTableCmd *cmd)
{
	HeapTuple tup = column_row(state, cmd->name, "cannot alter system column \"%s\"");
	Relation attrel = table_open(AttributeRelationId, RowExclusiveLock);
	Datum values[Natts_pg_attribute] = {0};
	bool nulls[Natts_pg_attribute] = {false};
	bool replaces[Natts_pg_attribute] = {false};
	int i = Anum_pg_attribute_attoptions - 1;
	bool isnull;
	Datum old = heap_getattr(tup, Anum_pg_attribute_attoptions, RelationGetDescr(attrel), &isnull);
	HeapTuple new;

	values[i] = transformRelOptions(isnull ? (Datum) 0 : old, castNode(List, cmd->def), NULL, NULL,
									false, cmd->subtype == AT_ResetOptions);
	(void) attribute_reloptions(values[i], true);
	nulls[i] = values[i] == (Datum) 0;
	replaces[i] = true;
	new = heap_modify_tuple(tup, RelationGetDescr(attrel), values, nulls, replaces);
	CatalogTupleUpdate(attrel, &tup->t_self, new);
	heap_freetuple(new);
	heap_freetuple(tup);
	table_close(attrel, RowExclusiveLock);
}

static void
set_storage(AlterState *state, AlterTableCmd *cmd)
{
	static const struct
	{
		const char *name;
		char storage;
	} names[] = {
		{"plain", TYPSTORAGE_PLAIN}, {"external", TYPSTORAGE_EXTERNAL}, {"extended", TYPSTORAGE_EXTENDED}, {"main", TYPSTORAGE_MAIN}};
	HeapTuple tup = column_row(state, cmd->name, "cannot alter system column \"%s\"");
	Form_pg_attribute att = (Form_pg_attribute) GETSTRUCT(tup);
	char *word = strVal(cmd->def);
	int i;

	for (i = 0; i < lengthof(names) && pg_strcasecmp(word, names[i].name) != 0; i++)
		;
	if (i == lengthof(names))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid storage type \"%s\"", word)));
	if (names[i].storage != TYPSTORAGE_PLAIN && !TypeIsToastable(att->atttypid))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("column data type %s can only have storage PLAIN", format_type_be(att->atttypid))));
	att->attstorage = names[i].storage;
	store_column_row(tup);
	heap_freetuple(tup);
}

/* ---- change of a column's type ---- */

/* Views and generated columns keep the type that the column had: refuse. */
static void
refuse_stored_expressions(Oid relid, AttrNumber attnum, const char *name)
{
	Relation depend = table_open(DependRelationId, AccessShareLock);
	ScanKeyData key[3];
	SysScanDesc scan;
	HeapTuple tup;

	ScanKeyInit(&key[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(RelationRelationId));
	ScanKeyInit(&key[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(relid));
	ScanKeyInit(&key[2], Anum_pg_depend_refobjsubid, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(attnum));
	scan = systable_beginscan(depend, DependReferenceIndexId, true, NULL, 3, key);
	while (HeapTupleIsValid(tup = systable_getnext(scan)))
	{
		Form_pg_depend dep = (Form_pg_depend) GETSTRUCT(tup);
		ObjectAddress object = {.classId = dep->classid, .objectId = dep->objid, .objectSubId = dep->objsubid};

		if (dep->classid == RewriteRelationId)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot alter type of a column used by a view or rule"),
					 errdetail("%s depends on column \"%s\"", getObjectDescription(&object, false), name)));
		/* the column's own default goes along; another's is an expression over it */
		if (dep->classid == AttrDefaultRelationId)
		{
			ObjectAddress col = GetAttrDefaultColumnAddress(dep->objid);

			if (col.objectId != relid || col.objectSubId != attnum)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("cannot alter type of a column used by a generated column"),
						 errdetail("Column \"%s\" is used by generated column \"%s\".", name, get_attname(col.objectId, col.objectSubId, false))));
		}
	}
	systable_endscan(scan);
	table_close(depend, AccessShareLock);
}

/* A column that something else is built on cannot change its type yet. */
static void
refuse_dependents(AlterState *state, AttrNumber attnum, const char *name)
{
	ListCell *lc;

	refuse_stored_expressions(RelationGetRelid(state->rel), attnum, name);
	foreach (lc, RelationGetIndexList(state->rel))
	{
		Relation index = index_open(lfirst_oid(lc), AccessShareLock);
		bool uses = index->rd_index->indnatts > 0 && RelationGetIndexExpressions(index) != NIL;

		for (int i = 0; i < index->rd_index->indnatts; i++)
			uses |= index->rd_index->indkey.values[i] == attnum;
		index_close(index, AccessShareLock);
		if (uses)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot alter type of column \"%s\", which an index uses: not supported yet", name)));
	}
	if (state->rel->rd_att->constr && state->rel->rd_att->constr->num_check > 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot alter type of a column of a table with check constraints: not supported yet")));
}

/* The new value as an expression over the old row: USING, or a cast. */
static Node *
conversion_expression(AlterState *state, ColumnDef *col, AttrNumber attnum,
					  const char *name, Oid newtype, int32 newtypmod)
{
	Node *expr;
	Form_pg_attribute old = TupleDescAttr(state->old_desc, attnum - 1);

	if (col->raw_default)
	{
		ParseState *pstate = make_parsestate(NULL);
		ParseNamespaceItem *nsitem;

		pstate->p_sourcetext = state->queryString;
		nsitem = addRangeTableEntryForRelation(pstate, state->rel, AccessShareLock, NULL, false, true);
		addNSItemToQuery(pstate, nsitem, false, true, true);
		expr = transformExpr(pstate, col->raw_default, EXPR_KIND_ALTER_COL_TRANSFORM);
	}
	else
		expr = (Node *) makeVar(1, attnum, old->atttypid, old->atttypmod, old->attcollation, 0);
	expr = coerce_to_target_type(NULL, expr, exprType(expr), newtype, newtypmod,
								 COERCION_ASSIGNMENT, COERCE_IMPLICIT_CAST, -1);
	if (!expr)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 col->raw_default
					 ? errmsg("result of USING clause for column \"%s\" cannot be cast automatically to type %s",
							  name, format_type_be(newtype))
					 : errmsg("column \"%s\" cannot be cast automatically to type %s",
							  name, format_type_be(newtype)),
				 errhint("A USING clause can say how to convert the values.")));
	assign_expr_collations(NULL, expr);
	return expr;
}

/* The stored default, cast to the new type; NULL if there is none. */
static Node *
converted_default(AlterState *state, AttrNumber attnum, const char *name, Oid newtype, int32 newtypmod)
{
	Node *expr;

	if (!TupleDescAttr(state->old_desc, attnum - 1)->atthasdef)
		return NULL;
	expr = strip_implicit_coercions(build_column_default(state->rel, attnum));
	expr = coerce_to_target_type(NULL, expr, exprType(expr), newtype, newtypmod,
								 COERCION_ASSIGNMENT, COERCE_IMPLICIT_CAST, -1);
	if (!expr)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("default for column \"%s\" cannot be cast automatically to type %s",
						name, format_type_be(newtype))));
	return expr;
}

static void
alter_column_type(AlterState *state, AlterTableCmd *cmd)
{
	ColumnDef *col = castNode(ColumnDef, cmd->def);
	HeapTuple tup = column_row(state, cmd->name, "cannot alter system column \"%s\"");
	Form_pg_attribute att = (Form_pg_attribute) GETSTRUCT(tup);
	TupleDesc desc = CreateTemplateTupleDesc(1);
	Form_pg_attribute new;
	AttrNumber attnum = att->attnum;
	Node *conversion;
	Node *default_expr;
	ColumnDef *plain = copyObject(col);
	Oid relid = RelationGetRelid(state->rel);

	refuse_dependents(state, attnum, cmd->name);
	plain->colname = cmd->name;
	fill_column_descriptor(desc, 1, plain);
	new = TupleDescAttr(desc, 0);
	CheckAttributeType(cmd->name, new->atttypid, new->attcollation,
					   list_make1_oid(state->rel->rd_rel->reltype), 0);
	conversion = conversion_expression(state, col, attnum, cmd->name, new->atttypid, new->atttypmod);
	default_expr = converted_default(state, attnum, cmd->name, new->atttypid, new->atttypmod);
	if (default_expr)
	{
		/* This changes the row of the column, so that it is fetched again. */
		RemoveAttrDefault(relid, attnum, DROP_CASCADE, true, true);
		CommandCounterIncrement();
		heap_freetuple(tup);
		tup = column_row(state, cmd->name, "cannot alter system column \"%s\"");
		att = (Form_pg_attribute) GETSTRUCT(tup);
	}

	att->atttypid = new->atttypid;
	att->atttypmod = new->atttypmod;
	att->attlen = new->attlen;
	att->attbyval = new->attbyval;
	att->attalign = new->attalign;
	att->attndims = new->attndims;
	att->attstorage = new->attstorage;
	att->attcollation = new->attcollation;
	att->attcompression = new->attcompression;
	store_column_row(tup);
	deleteDependencyRecordsForSpecific(RelationRelationId, relid, DEPENDENCY_NORMAL,
									   TypeRelationId, TupleDescAttr(state->old_desc, attnum - 1)->atttypid);
	CommandCounterIncrement();
	renew_column_versions(relid, attnum);
	CommandCounterIncrement();
	record_column_dependencies(relid, attnum);
	RemoveStatistics(relid, attnum);
	if (default_expr)
	{
		refresh_relation(state);
		StoreAttrDefault(state->rel, attnum, default_expr, true, false);
	}
	/* Every row is converted, also one whose bytes would stay the same. */
	if (!IsA(conversion, Var))
		remember_new_value(state, attnum, (Expr *) conversion, false);
	heap_freetuple(tup);
}

/* ---- constraints and indexes ---- */

static void
add_index(AlterState *state, AlterTableCmd *cmd)
{
	IndexStmt *stmt = castNode(IndexStmt, cmd->def);

	Assert(stmt->transformed);
	DefineIndex(RelationGetRelid(state->rel), stmt, InvalidOid, InvalidOid,
				InvalidOid, true, true, false, false, false);
}

/* ADD CONSTRAINT ... PRIMARY KEY / UNIQUE USING INDEX */
static void
add_index_constraint(AlterState *state, AlterTableCmd *cmd)
{
	IndexStmt *stmt = castNode(IndexStmt, cmd->def);
	Relation index = index_open(stmt->indexOid, AccessShareLock);
	IndexInfo *info = BuildIndexInfo(index);
	char *name = stmt->idxname ? stmt->idxname : pstrdup(RelationGetRelationName(index));
	bits16 flags = INDEX_CONSTR_CREATE_UPDATE_INDEX | INDEX_CONSTR_CREATE_REMOVE_OLD_DEPS;

	if (!info->ii_Unique)
		elog(ERROR, "index \"%s\" is not unique", RelationGetRelationName(index));
	if (strcmp(name, RelationGetRelationName(index)) != 0)
	{
		ereport(NOTICE,
				(errmsg("ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index \"%s\" to \"%s\"",
						RelationGetRelationName(index), name)));
		RenameRelationInternal(stmt->indexOid, name, false, true);
	}
	if (stmt->primary)
		index_check_primary_key(state->rel, info, true, stmt);
	if (stmt->primary)
		flags |= INDEX_CONSTR_CREATE_MARK_AS_PRIMARY;
	if (stmt->deferrable)
		flags |= INDEX_CONSTR_CREATE_DEFERRABLE;
	if (stmt->initdeferred)
		flags |= INDEX_CONSTR_CREATE_INIT_DEFERRED;
	index_constraint_create(state->rel, stmt->indexOid, InvalidOid, info, name,
							stmt->primary ? CONSTRAINT_PRIMARY : CONSTRAINT_UNIQUE,
							flags, allowSystemTableMods, false);
	index_close(index, NoLock);
}

static void
add_constraint(AlterState *state, AlterTableCmd *cmd)
{
	Constraint *con = castNode(Constraint, cmd->def);
	ListCell *lc;

	if (con->contype == CONSTR_FOREIGN)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("foreign key constraints are not supported yet")));
	if (con->contype != CONSTR_CHECK)
		elog(ERROR, "unrecognized constraint type: %d", (int) con->contype);
	foreach (lc, AddRelationNewConstraints(state->rel, NIL, list_make1(copyObject(con)), false, true, false, state->queryString))
	{
		CookedConstraint *made = lfirst(lc);

		if (made->skip_validation)
			continue;
		state->check_exprs = lappend(state->check_exprs, expression_planner((Expr *) made->expr));
		state->check_names = lappend(state->check_names, makeString(made->name));
	}
}

/* VALIDATE CONSTRAINT of a check constraint that was added NOT VALID */
static void
validate_constraint(AlterState *state, AlterTableCmd *cmd)
{
	Oid conoid = get_relation_constraint_oid(RelationGetRelid(state->rel), cmd->name, false);
	Relation conrel = table_open(ConstraintRelationId, RowExclusiveLock);
	HeapTuple tup = SearchSysCacheCopy1(CONSTROID, ObjectIdGetDatum(conoid));
	Form_pg_constraint con = (Form_pg_constraint) GETSTRUCT(tup);

	if (con->contype != CONSTRAINT_CHECK)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("constraint \"%s\" of relation \"%s\" is not a foreign key or check constraint",
						cmd->name, RelationGetRelationName(state->rel))));
	if (!con->convalidated)
	{
		bool isnull;
		Datum bin = SysCacheGetAttr(CONSTROID, tup, Anum_pg_constraint_conbin, &isnull);

		state->check_exprs = lappend(state->check_exprs,
									 expression_planner(stringToNode(TextDatumGetCString(bin))));
		state->check_names = lappend(state->check_names, makeString(pstrdup(cmd->name)));
		con->convalidated = true;
		CatalogTupleUpdate(conrel, &tup->t_self, tup);
		CacheInvalidateRelcache(state->rel);
	}
	table_close(conrel, RowExclusiveLock);
}

static void
drop_constraint(AlterState *state, AlterTableCmd *cmd)
{
	Oid conoid = get_relation_constraint_oid(RelationGetRelid(state->rel), cmd->name, true);
	ObjectAddress object;

	if (!OidIsValid(conoid))
	{
		if (!cmd->missing_ok)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("constraint \"%s\" of relation \"%s\" does not exist",
							cmd->name, RelationGetRelationName(state->rel))));
		ereport(NOTICE,
				(errmsg("constraint \"%s\" of relation \"%s\" does not exist, skipping",
						cmd->name, RelationGetRelationName(state->rel))));
		return;
	}
	ObjectAddressSet(object, ConstraintRelationId, conoid);
	performDeletion(&object, cmd->behavior, 0);
}

/* ---- the relation itself ---- */

/* SET (...) and RESET (...), for the table or, with "toast.", its TOAST table. */
static void
change_reloptions(AlterState *state, AlterTableCmd *cmd, Oid relid, const char *namspace)
{
	static char *validnsps[] = HEAP_RELOPT_NAMESPACES;
	Relation pg_class_rel = table_open(RelationRelationId, RowExclusiveLock);
	Relation rel = relation_open(relid, NoLock);
	HeapTuple tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Datum old;
	Datum new;
	bool isnull;
	Datum values[Natts_pg_class] = {0};
	bool nulls[Natts_pg_class] = {0};
	bool replace[Natts_pg_class] = {0};
	HeapTuple newtup;
	bool reset = cmd->subtype == AT_ResetRelOptions;

	old = cmd->subtype == AT_ReplaceRelOptions ? (isnull = true, (Datum) 0)
											   : SysCacheGetAttr(RELOID, tup, Anum_pg_class_reloptions, &isnull);
	new = transformRelOptions(isnull ? (Datum) 0 : old, (List *) cmd->def, namspace, validnsps, false, reset);
	switch (rel->rd_rel->relkind)
	{
		case RELKIND_RELATION:
		case RELKIND_TOASTVALUE:
		case RELKIND_MATVIEW:
			(void) heap_reloptions(rel->rd_rel->relkind, new, true);
			break;
		case RELKIND_VIEW:
			(void) view_reloptions(new, true);
			break;
		case RELKIND_INDEX:
			(void) index_reloptions(rel->rd_indam->amoptions, new, true);
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("cannot set options for relation \"%s\"", RelationGetRelationName(rel))));
	}
	replace[Anum_pg_class_reloptions - 1] = true;
	if (new != (Datum) 0)
		values[Anum_pg_class_reloptions - 1] = new;
	else
		nulls[Anum_pg_class_reloptions - 1] = true;
	newtup = heap_modify_tuple(tup, RelationGetDescr(pg_class_rel), values, nulls, replace);
	CatalogTupleUpdate(pg_class_rel, &newtup->t_self, newtup);
	heap_freetuple(newtup);
	ReleaseSysCache(tup);
	relation_close(rel, NoLock);
	table_close(pg_class_rel, RowExclusiveLock);
}

static void
set_rel_options(AlterState *state, AlterTableCmd *cmd)
{
	Oid toast = state->rel->rd_rel->reltoastrelid;

	if (cmd->def == NULL && cmd->subtype != AT_ReplaceRelOptions)
		return;
	change_reloptions(state, cmd, RelationGetRelid(state->rel), NULL);
	if (OidIsValid(toast))
	{
		LockRelationOid(toast, ShareUpdateExclusiveLock);
		change_reloptions(state, cmd, toast, "toast");
	}
}

/* The row type and its array type belong to who owns the relation. */
static void
change_type_owner(Oid typeoid, Oid owner)
{
	Relation rel = table_open(TypeRelationId, RowExclusiveLock);

	while (OidIsValid(typeoid))
	{
		HeapTuple tup = SearchSysCacheCopy1(TYPEOID, ObjectIdGetDatum(typeoid));
		Form_pg_type form = (Form_pg_type) GETSTRUCT(tup);

		form->typowner = owner;
		CatalogTupleUpdate(rel, &tup->t_self, tup);
		if (!OidIsValid(form->typrelid) && !OidIsValid(form->typelem))
			changeDependencyOnOwner(TypeRelationId, typeoid, owner);
		typeoid = form->typarray;
		heap_freetuple(tup);
	}
	table_close(rel, RowExclusiveLock);
}

/* Owner in pg_class, and in pg_type and the indexes with it. */
void
ATExecChangeOwner(Oid relationOid, Oid newOwnerId, bool recursing, LOCKMODE lockmode)
{
	Relation rel = relation_open(relationOid, lockmode);
	Relation pg_class_rel = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tup = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(relationOid));
	Form_pg_class form = (Form_pg_class) GETSTRUCT(tup);
	bool isnull;
	Datum acl = SysCacheGetAttr(RELOID, tup, Anum_pg_class_relacl, &isnull);
	ListCell *lc;

	if (!recursing && form->relkind == RELKIND_INDEX && form->relowner != newOwnerId)
	{
		ereport(WARNING,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot change owner of index \"%s\"", NameStr(form->relname)),
				 errhint("Change the owner of its table.")));
		newOwnerId = form->relowner;
	}
	if (form->relowner != newOwnerId)
	{
		Datum values[Natts_pg_class] = {0};
		bool nulls[Natts_pg_class] = {0};
		bool replace[Natts_pg_class] = {0};
		HeapTuple newtup;

		if (!recursing && !superuser())
		{
			AclResult result;

			if (!pg_class_ownercheck(relationOid, GetUserId()))
				aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(form->relkind), NameStr(form->relname));
			check_is_member_of_role(GetUserId(), newOwnerId);
			result = pg_namespace_aclcheck(form->relnamespace, newOwnerId, ACL_CREATE);
			if (result != ACLCHECK_OK)
				aclcheck_error(result, OBJECT_SCHEMA, get_namespace_name(form->relnamespace));
		}
		replace[Anum_pg_class_relowner - 1] = true;
		values[Anum_pg_class_relowner - 1] = ObjectIdGetDatum(newOwnerId);
		if (!isnull)
		{
			replace[Anum_pg_class_relacl - 1] = true;
			values[Anum_pg_class_relacl - 1] = PointerGetDatum(aclnewowner(DatumGetAclP(acl), form->relowner, newOwnerId));
		}
		newtup = heap_modify_tuple(tup, RelationGetDescr(pg_class_rel), values, nulls, replace);
		CatalogTupleUpdate(pg_class_rel, &newtup->t_self, newtup);
		heap_freetuple(newtup);
		if (form->relkind != RELKIND_INDEX && form->relkind != RELKIND_TOASTVALUE)
			changeDependencyOnOwner(RelationRelationId, relationOid, newOwnerId);
		if (OidIsValid(form->reltype))
			change_type_owner(form->reltype, newOwnerId);
		if (form->relkind == RELKIND_RELATION || form->relkind == RELKIND_TOASTVALUE)
		{
			foreach (lc, RelationGetIndexList(rel))
				ATExecChangeOwner(lfirst_oid(lc), newOwnerId, true, lockmode);
		}
		if (OidIsValid(form->reltoastrelid))
			ATExecChangeOwner(form->reltoastrelid, newOwnerId, true, lockmode);
		foreach (lc, getOwnedSequences(relationOid))
			ATExecChangeOwner(lfirst_oid(lc), newOwnerId, true, lockmode);
	}
	table_close(pg_class_rel, RowExclusiveLock);
	relation_close(rel, NoLock);
}

/* ---- dispatch ---- */

static void
alter_one(AlterState *state, AlterTableCmd *cmd)
{
	switch (cmd->subtype)
	{
		case AT_AddColumn:
			add_column(state, cmd);
			break;
		case AT_DropColumn:
			drop_column(state, cmd);
			break;
		case AT_ColumnDefault:
			change_default(state, cmd);
			break;
		case AT_CookedColumnDefault:
			/* of a copy by LIKE, which had none */
			StoreAttrDefault(state->rel, cmd->num, cmd->def, true, false);
			break;
		case AT_SetNotNull:
			set_not_null(state, cmd);
			break;
		case AT_DropNotNull:
			drop_not_null(state, cmd);
			break;
		case AT_SetStatistics:
			set_statistics(state, cmd);
			break;
		case AT_SetOptions:
		case AT_ResetOptions:
			set_column_options(state, cmd);
			break;
		case AT_SetStorage:
			set_storage(state, cmd);
			break;
		case AT_AlterColumnType:
			alter_column_type(state, cmd);
			break;
		case AT_AddIndex:
			add_index(state, cmd);
			break;
		case AT_AddIndexConstraint:
			add_index_constraint(state, cmd);
			break;
		case AT_AddConstraint:
			add_constraint(state, cmd);
			break;
		case AT_ValidateConstraint:
			validate_constraint(state, cmd);
			break;
		case AT_DropConstraint:
			drop_constraint(state, cmd);
			break;
		case AT_SetRelOptions:
		case AT_ResetRelOptions:
		case AT_ReplaceRelOptions:
			set_rel_options(state, cmd);
			break;
		case AT_ChangeOwner:
			ATExecChangeOwner(RelationGetRelid(state->rel),
							  get_rolespec_oid(cmd->newowner, false), false, AccessExclusiveLock);
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("this form of ALTER TABLE is not supported yet")));
	}
}
