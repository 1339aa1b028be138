/*
 * tablecmds.c
 *		CREATE, DROP, RENAME and TRUNCATE TABLE, and ON COMMIT.
 *
 * ALTER TABLE is in altertable.c.  Inheritance, partitions and typed tables
 * are not there yet: asking for them is an error.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/tablecmds.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/reloptions.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/toast_compression.h"
#include "access/xact_participant.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_constraint_fn.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_inherits_fn.h"
#include "catalog/pg_tablespace.h"
#include "catalog/pg_type.h"
#include "catalog/pg_type_fn.h"
#include "catalog/storage.h"
#include "commands/defrem.h"
#include "commands/sequence.h"
#include "commands/tablecmds.h"
#include "commands/tablecmds_private.h"
#include "commands/tablespace.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/parse_type.h"
#include "pgstat.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* An ON COMMIT action of a temporary table; of this session alone. */
typedef struct OnCommitItem
{
	Oid relid;
	OnCommitAction action;
	SubTransactionId creating_subid; /* 0: before this transaction */
	SubTransactionId deleting_subid;
} OnCommitItem;

static List *on_commit_items;

static void
not_yet(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("%s is not supported yet", what)));
}

/* ---- CREATE TABLE ---- */

static void
refuse_unsupported(CreateStmt *stmt)
{
	if (stmt->inhRelations != NIL)
		not_yet(stmt->partbound ? "CREATE TABLE ... PARTITION OF" : "CREATE TABLE ... INHERITS");
	if (stmt->partspec)
		not_yet("CREATE TABLE ... PARTITION BY");
	if (stmt->ofTypename)
		not_yet("CREATE TABLE OF");
}

/* Collation of a column: as written, else the type's. */
static Oid
column_collation(ColumnDef *col, Oid typeoid)
{
	return GetColumnDefCollation(NULL, col, typeoid);
}

/*
 * fill_column_descriptor
 *		Set up attribute attnum of desc as the column definition says.
 */
void
fill_column_descriptor(TupleDesc desc, AttrNumber attnum, ColumnDef *col)
{
	Form_pg_attribute att;
	Oid typeoid;
	int32 typmod;
	AclResult acl;
	int ndims;

	typenameTypeIdAndMod(NULL, col->typeName, &typeoid, &typmod);
	acl = pg_type_aclcheck(typeoid, GetUserId(), ACL_USAGE);
	if (acl != ACLCHECK_OK)
		aclcheck_error_type(acl, typeoid);
	if (col->typeName->setof)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("column \"%s\" cannot be declared SETOF", col->colname)));
	ndims = list_length(col->typeName->arrayBounds);
	TupleDescInitEntry(desc, attnum, col->colname, typeoid, typmod, ndims);
	TupleDescInitEntryCollation(desc, attnum, column_collation(col, typeoid));

	att = TupleDescAttr(desc, attnum - 1);
	att->attnotnull = col->is_not_null;
	att->attislocal = col->is_local;
	att->attinhcount = col->inhcount;
	att->attidentity = col->identity;
	att->attgenerated = col->generated;
	if (col->compression)
	{
		if (!TypeIsToastable(typeoid))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("column data type %s does not support compression", format_type_be(typeoid))));
		att->attcompression = CompressionNameToMethod(col->compression);
		if (!CompressionMethodIsValid(att->attcompression))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid compression method \"%s\"", col->compression)));
	}
	if (col->storage)
		att->attstorage = col->storage;
}

TupleDesc
BuildDescForRelation(List *schema)
{
	TupleDesc desc = CreateTemplateTupleDesc(list_length(schema));
	AttrNumber attnum = 0;
	bool has_not_null = false;
	ListCell *lc;

	foreach (lc, schema)
	{
		ColumnDef *col = lfirst_node(ColumnDef, lc);

		fill_column_descriptor(desc, ++attnum, col);
		has_not_null |= col->is_not_null;
	}
	if (has_not_null)
	{
		TupleConstr *constr = palloc0(sizeof(TupleConstr));

		constr->has_not_null = true;
		desc->constr = constr;
	}
	return desc;
}

/* Two columns of one name, whatever else they are. */
static void
check_duplicate_columns(List *columns)
{
	ListCell *lc;
	ListCell *rest;

	if (list_length(columns) > MaxHeapAttributeNumber)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("tables can have at most %d columns", MaxHeapAttributeNumber)));
	foreach (lc, columns)
	{
		for_each_cell (rest, columns, lnext(columns, lc))
		{
			if (strcmp(((ColumnDef *) lfirst(lc))->colname, ((ColumnDef *) lfirst(rest))->colname) == 0)
				ereport(ERROR,
						(errcode(ERRCODE_DUPLICATE_COLUMN),
						 errmsg("column \"%s\" specified more than once", ((ColumnDef *) lfirst(lc))->colname)));
		}
	}
}

/* The tablespace of a new table; InvalidOid is the database's. */
static Oid
choose_tablespace(CreateStmt *stmt)
{
	Oid spc;

	if (stmt->tablespacename)
		spc = get_tablespace_oid(stmt->tablespacename, false);
	else
		spc = GetDefaultTablespace(stmt->relation->relpersistence, false);
	if (OidIsValid(spc) && spc != MyDatabaseTableSpace)
	{
		AclResult acl = pg_tablespace_aclcheck(spc, GetUserId(), ACL_CREATE);

		if (acl != ACLCHECK_OK)
			aclcheck_error(acl, OBJECT_TABLESPACE, get_tablespace_name(spc));
	}
	if (spc == GLOBALTABLESPACE_OID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("only shared relations can be placed in pg_global tablespace")));
	return spc;
}

/*
 * Set apart the defaults: ready expressions are stored with the catalog rows,
 * raw ones when the relation exists.  Both kinds get atthasdef in desc.
 */
static void
collect_defaults(List *columns, TupleDesc desc, List **raw, List **cooked)
{
	AttrNumber attnum = 0;
	ListCell *lc;

	foreach (lc, columns)
	{
		ColumnDef *col = lfirst(lc);

		attnum++;
		if (col->raw_default)
		{
			RawColumnDefault *def = palloc(sizeof(RawColumnDefault));

			def->attnum = attnum;
			def->raw_default = col->raw_default;
			def->missingMode = false;
			def->generated = col->generated;
			*raw = lappend(*raw, def);
			TupleDescAttr(desc, attnum - 1)->atthasdef = true;
		}
		else if (col->cooked_default)
		{
			CookedConstraint *def = palloc0(sizeof(CookedConstraint));

			def->contype = CONSTR_DEFAULT;
			def->attnum = attnum;
			def->expr = col->cooked_default;
			def->is_local = true;
			*cooked = lappend(*cooked, def);
			TupleDescAttr(desc, attnum - 1)->atthasdef = true;
		}
	}
}

/*
 * DefineRelation
 *		Make a table, view or sequence from its transformed statement.
 *
 * relkind		RELKIND_...; the statement's elements are ColumnDefs only
 * ownerId		InvalidOid for the current user
 * typaddress	if not NULL, gets the address of the row type
 *
 * The relation is left locked with AccessExclusiveLock until the end of the
 * transaction.  Errors: those of names, types, privileges and options.
 */
ObjectAddress
DefineRelation(CreateStmt *stmt, char relkind, Oid ownerId,
			   ObjectAddress *typaddress, const char *queryString)
{
	static char *validnsps[] = HEAP_RELOPT_NAMESPACES;
	char relname[NAMEDATALEN];
	Oid namespaceId;
	Oid tablespaceId;
	Oid accessMethodId = InvalidOid;
	Oid relid;
	Datum reloptions;
	TupleDesc desc;
	List *raw_defaults = NIL;
	List *cooked = NIL;
	Relation rel;
	ObjectAddress address;

	refuse_unsupported(stmt);
	strlcpy(relname, stmt->relation->relname, NAMEDATALEN);
	if (stmt->oncommit != ONCOMMIT_NOOP && stmt->relation->relpersistence != RELPERSISTENCE_TEMP)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("ON COMMIT can only be used on temporary tables")));
	namespaceId = RangeVarGetAndCheckCreationNamespace(stmt->relation, NoLock, NULL);
	if (stmt->relation->relpersistence == RELPERSISTENCE_TEMP && InSecurityRestrictedOperation())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("cannot create temporary table within security-restricted operation")));
	tablespaceId = choose_tablespace(stmt);
	if (!OidIsValid(ownerId))
		ownerId = GetUserId();

	reloptions = transformRelOptions((Datum) 0, stmt->options, NULL, validnsps, true, false);
	if (relkind == RELKIND_VIEW)
		(void) view_reloptions(reloptions, true);
	else
		(void) heap_reloptions(relkind, reloptions, true);

	check_duplicate_columns(stmt->tableElts);
	desc = BuildDescForRelation(stmt->tableElts);
	collect_defaults(stmt->tableElts, desc, &raw_defaults, &cooked);
	if (RELKIND_HAS_TABLE_AM(relkind))
		accessMethodId = stmt->accessMethod ? get_table_am_oid(stmt->accessMethod, false)
											: get_table_am_oid(default_table_access_method, false);

	relid = heap_create_with_catalog(relname, namespaceId, tablespaceId,
									 InvalidOid, InvalidOid, InvalidOid,
									 ownerId, accessMethodId, desc, cooked,
									 relkind, stmt->relation->relpersistence,
									 false, false, stmt->oncommit, reloptions,
									 true, allowSystemTableMods, false,
									 InvalidOid, typaddress);
	CommandCounterIncrement();

	rel = relation_open(relid, AccessExclusiveLock);
	if (raw_defaults)
		AddRelationNewConstraints(rel, raw_defaults, NIL, true, true, false, queryString);
	/* checks may refer to what a default has made of the table */
	CommandCounterIncrement();
	if (stmt->constraints)
		AddRelationNewConstraints(rel, NIL, stmt->constraints, true, true, false, queryString);
	ObjectAddressSet(address, RelationRelationId, relid);
	relation_close(rel, NoLock);
	return address;
}

/* ---- DROP ---- */

/* What the callback of a DROP needs to know, and remembers between calls. */
typedef struct DropState
{
	char expected_relkind;
	LOCKMODE heap_lockmode;
	Oid heap_oid; /* table of the index, locked first */
} DropState;

static const struct DropKind
{
	char relkind;
	ObjectType objtype;
	int missing_code;
	const char *missing;
	const char *skipping;
	const char *wrong;
	const char *hint;
} drop_kinds[] = {
	{RELKIND_RELATION, OBJECT_TABLE, ERRCODE_UNDEFINED_TABLE, "table \"%s\" does not exist",
	 "table \"%s\" does not exist, skipping", "\"%s\" is not a table", "Use DROP TABLE for it."},
	{RELKIND_SEQUENCE, OBJECT_SEQUENCE, ERRCODE_UNDEFINED_TABLE, "sequence \"%s\" does not exist",
	 "sequence \"%s\" does not exist, skipping", "\"%s\" is not a sequence", "Use DROP SEQUENCE for it."},
	{RELKIND_VIEW, OBJECT_VIEW, ERRCODE_UNDEFINED_TABLE, "view \"%s\" does not exist",
	 "view \"%s\" does not exist, skipping", "\"%s\" is not a view", "Use DROP VIEW for it."},
	{RELKIND_MATVIEW, OBJECT_MATVIEW, ERRCODE_UNDEFINED_TABLE, "materialized view \"%s\" does not exist",
	 "materialized view \"%s\" does not exist, skipping", "\"%s\" is not a materialized view", "Use DROP MATERIALIZED VIEW for it."},
	{RELKIND_INDEX, OBJECT_INDEX, ERRCODE_UNDEFINED_OBJECT, "index \"%s\" does not exist",
	 "index \"%s\" does not exist, skipping", "\"%s\" is not an index", "Use DROP INDEX for it."},
	{RELKIND_FOREIGN_TABLE, OBJECT_FOREIGN_TABLE, ERRCODE_UNDEFINED_OBJECT, "foreign table \"%s\" does not exist",
	 "foreign table \"%s\" does not exist, skipping", "\"%s\" is not a foreign table", "Use DROP FOREIGN TABLE for it."},
};

static const struct DropKind *
drop_kind_of_relkind(char relkind)
{
	if (relkind == RELKIND_PARTITIONED_TABLE)
		relkind = RELKIND_RELATION;
	if (relkind == RELKIND_PARTITIONED_INDEX)
		relkind = RELKIND_INDEX;
	for (int i = 0; i < lengthof(drop_kinds); i++)
	{
		if (drop_kinds[i].relkind == relkind)
			return &drop_kinds[i];
	}
	return NULL;
}

/*
 * Checks of a relation that is to be dropped, before its lock is waited for.
 * The table of an index is locked first, as everywhere.
 */
static void
check_droppable(const RangeVar *rv, Oid relid, Oid oldrelid, void *arg)
{
	DropState *state = arg;
	HeapTuple tup;
	Form_pg_class form;
	char relkind;

	if (relid != oldrelid && OidIsValid(state->heap_oid))
	{
		UnlockRelationOid(state->heap_oid, state->heap_lockmode);
		state->heap_oid = InvalidOid;
	}
	if (!OidIsValid(relid))
		return;
	tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	if (!HeapTupleIsValid(tup))
		return; /* dropped meanwhile */
	form = (Form_pg_class) GETSTRUCT(tup);
	relkind = form->relkind == RELKIND_PARTITIONED_TABLE ? RELKIND_RELATION
		: form->relkind == RELKIND_PARTITIONED_INDEX     ? RELKIND_INDEX
														 : form->relkind;
	if (relkind != state->expected_relkind)
	{
		const struct DropKind *is = drop_kind_of_relkind(form->relkind);
		const struct DropKind *wanted = drop_kind_of_relkind(state->expected_relkind);

		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg(wanted->wrong, rv->relname),
				 is ? errhint("%s", is->hint) : 0));
	}
	if (!pg_class_ownercheck(relid, GetUserId()) &&
		!pg_namespace_ownercheck(form->relnamespace, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(form->relkind), rv->relname);
	if (!allowSystemTableMods && IsSystemClass(relid, form))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied: \"%s\" is a system catalog", rv->relname)));
	ReleaseSysCache(tup);

	if (relkind == RELKIND_INDEX && relid != oldrelid)
	{
		state->heap_oid = IndexGetRelation(relid, true);
		if (OidIsValid(state->heap_oid))
			LockRelationOid(state->heap_oid, state->heap_lockmode);
	}
}

/* Report a relation that is not there, or only its schema. */
static void
report_missing(const RangeVar *rv, const struct DropKind *kind, bool missing_ok)
{
	if (rv->schemaname && !OidIsValid(LookupNamespaceNoError(rv->schemaname)))
	{
		if (!missing_ok)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_SCHEMA),
					 errmsg("schema \"%s\" does not exist", rv->schemaname)));
		ereport(NOTICE, (errmsg("schema \"%s\" does not exist, skipping", rv->schemaname)));
		return;
	}
	if (!missing_ok)
		ereport(ERROR,
				(errcode(kind->missing_code),
				 errmsg(kind->missing, rv->relname)));
	ereport(NOTICE, (errmsg(kind->skipping, rv->relname)));
}

/*
 * RemoveRelations
 *		DROP TABLE, INDEX, VIEW, SEQUENCE: all named ones at once, so that
 *		dependencies between them do not matter.
 */
void
RemoveRelations(DropStmt *drop)
{
	ObjectAddresses *objects = new_object_addresses();
	const struct DropKind *kind = NULL;
	ListCell *lc;

	for (int i = 0; i < lengthof(drop_kinds); i++)
	{
		if (drop_kinds[i].objtype == drop->removeType)
			kind = &drop_kinds[i];
	}
	Assert(kind != NULL);
	if (drop->concurrent)
		not_yet("DROP INDEX CONCURRENTLY");
	foreach (lc, drop->objects)
	{
		RangeVar *rv = makeRangeVarFromNameList((List *) lfirst(lc));
		DropState state = {.expected_relkind = kind->relkind, .heap_lockmode = AccessExclusiveLock};
		ObjectAddress object;
		Oid relid;

		AcceptInvalidationMessages();
		relid = RangeVarGetRelidExtended(rv, AccessExclusiveLock, RVR_MISSING_OK, check_droppable, &state);
		if (!OidIsValid(relid))
		{
			report_missing(rv, kind, drop->missing_ok);
			continue;
		}
		ObjectAddressSet(object, RelationRelationId, relid);
		add_exact_object_address(&object, objects);
	}
	performMultipleDeletions(objects, drop->behavior, 0);
	free_object_addresses(objects);
}

/* ---- TRUNCATE ---- */

static void
check_truncatable(const RangeVar *rv, Oid relid, Oid oldrelid, void *arg)
{
	HeapTuple tup;
	Form_pg_class form;
	AclResult acl;

	if (!OidIsValid(relid))
		return;
	tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	if (!HeapTupleIsValid(tup))
		return;
	form = (Form_pg_class) GETSTRUCT(tup);
	if (form->relkind != RELKIND_RELATION && form->relkind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a table", NameStr(form->relname))));
	if (!allowSystemTableMods && IsSystemClass(relid, form))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied: \"%s\" is a system catalog", NameStr(form->relname))));
	acl = pg_class_aclcheck(relid, GetUserId(), ACL_TRUNCATE);
	if (acl != ACLCHECK_OK)
		aclcheck_error(acl, OBJECT_TABLE, NameStr(form->relname));
	ReleaseSysCache(tup);
}

/* Empty one table, with its TOAST table and indexes, by giving it new files. */
static void
truncate_one(Relation rel)
{
	Oid toast_relid = rel->rd_rel->reltoastrelid;
	ReindexParams params = {0};

	/*
	 * Files made in this transaction go away with it on abort in any case,
	 * so they may be cut in place.
	 */
	if (rel->rd_createSubid == GetCurrentSubTransactionId() ||
		rel->rd_newRelfilenodeSubid == GetCurrentSubTransactionId())
	{
		heap_truncate_one_rel(rel);
		return;
	}
	RelationSetNewRelfilenode(rel, rel->rd_rel->relpersistence);
	if (OidIsValid(toast_relid))
	{
		Relation toast = relation_open(toast_relid, AccessExclusiveLock);

		RelationSetNewRelfilenode(toast, toast->rd_rel->relpersistence);
		table_close(toast, NoLock);
	}
	reindex_relation(RelationGetRelid(rel), REINDEX_REL_PROCESS_TOAST, &params);
}

/* Sequences that belong to columns of the table start anew. */
static void
restart_sequences(Relation rel)
{
	ListCell *lc;

	foreach (lc, getOwnedSequences(RelationGetRelid(rel)))
		ResetSequence(lfirst_oid(lc));
}

void
ExecuteTruncate(TruncateStmt *stmt)
{
	List *rels = NIL;
	List *relids = NIL;
	ListCell *lc;

	foreach (lc, stmt->relations)
	{
		RangeVar *rv = lfirst(lc);
		Oid relid = RangeVarGetRelidExtended(rv, AccessExclusiveLock, 0, check_truncatable, NULL);
		Relation rel;

		if (list_member_oid(relids, relid))
			continue;
		rel = table_open(relid, NoLock);
		if (RELATION_IS_OTHER_TEMP(rel))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot truncate temporary tables of other sessions")));
		CheckTableNotInUse(rel, "TRUNCATE");
		if (rv->inh && relation_has_children(rel))
			not_yet("TRUNCATE of a table with children");
		rels = lappend(rels, rel);
		relids = lappend_oid(relids, relid);
	}
	if (stmt->behavior == DROP_CASCADE)
	{
		if (heap_truncate_find_FKs(relids) != NIL)
			not_yet("TRUNCATE ... CASCADE to referencing tables");
	}
	else
		heap_truncate_check_FKs(rels, false);
	foreach (lc, rels)
	{
		Relation rel = lfirst(lc);

		if (stmt->restart_seqs)
			restart_sequences(rel);
		truncate_one(rel);
		pgstat_count_truncate(rel);
		table_close(rel, NoLock);
	}
}

/* ---- RENAME ---- */

static void
check_renamable(const RangeVar *rv, Oid relid, Oid oldrelid, void *arg)
{
	RenameStmt *stmt = arg;
	HeapTuple tup;
	Form_pg_class form;

	if (!OidIsValid(relid))
		return;
	tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	if (!HeapTupleIsValid(tup))
		return;
	form = (Form_pg_class) GETSTRUCT(tup);
	if (!pg_class_ownercheck(relid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(form->relkind), NameStr(form->relname));
	if (!allowSystemTableMods && IsSystemClass(relid, form))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied: \"%s\" is a system catalog", rv->relname)));
	if ((stmt->renameType == OBJECT_VIEW && form->relkind != RELKIND_VIEW) ||
		(stmt->renameType == OBJECT_SEQUENCE && form->relkind != RELKIND_SEQUENCE))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a %s", rv->relname,
						stmt->renameType == OBJECT_VIEW ? "view" : "sequence")));
	ReleaseSysCache(tup);
}

static Oid
lock_for_rename(RenameStmt *stmt, LOCKMODE lockmode)
{
	Oid relid = RangeVarGetRelidExtended(stmt->relation, lockmode,
										 stmt->missing_ok ? RVR_MISSING_OK : 0,
										 check_renamable, stmt);

	if (!OidIsValid(relid))
		ereport(NOTICE,
				(errmsg("relation \"%s\" does not exist, skipping", stmt->relation->relname)));
	return relid;
}

/* Change the name in pg_class, and of the row type and constraint with it. */
void
RenameRelationInternal(Oid myrelid, const char *newrelname, bool is_internal, bool is_index)
{
	Relation rel = relation_open(myrelid, is_index ? ShareUpdateExclusiveLock : AccessExclusiveLock);
	Oid namespaceId = RelationGetNamespace(rel);
	Relation pg_class_rel = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tup = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(myrelid));

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for relation %u", myrelid);
	if (OidIsValid(get_relname_relid(newrelname, namespaceId)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", newrelname)));
	namestrcpy(&((Form_pg_class) GETSTRUCT(tup))->relname, newrelname);
	CatalogTupleUpdate(pg_class_rel, &tup->t_self, tup);
	table_close(pg_class_rel, RowExclusiveLock);
	if (OidIsValid(rel->rd_rel->reltype))
		RenameTypeInternal(rel->rd_rel->reltype, newrelname, namespaceId);
	if (rel->rd_rel->relkind == RELKIND_INDEX)
	{
		Oid constraint = get_index_constraint(myrelid);

		if (OidIsValid(constraint))
			RenameConstraintById(constraint, newrelname);
	}
	relation_close(rel, NoLock);
}

ObjectAddress
RenameRelation(RenameStmt *stmt)
{
	ObjectAddress address = InvalidObjectAddress;
	bool is_index = stmt->renameType == OBJECT_INDEX;
	Oid relid = lock_for_rename(stmt, is_index ? ShareUpdateExclusiveLock : AccessExclusiveLock);

	if (OidIsValid(relid))
	{
		RenameRelationInternal(relid, stmt->newname, false, is_index);
		ObjectAddressSet(address, RelationRelationId, relid);
	}
	return address;
}

/* ALTER TABLE ... RENAME COLUMN */
ObjectAddress
renameatt(RenameStmt *stmt)
{
	ObjectAddress address = InvalidObjectAddress;
	Oid relid = lock_for_rename(stmt, AccessExclusiveLock);
	Relation rel;
	Relation attrel;
	HeapTuple tup;
	Form_pg_attribute att;

	if (!OidIsValid(relid))
		return address;
	rel = relation_open(relid, NoLock);
	if (relation_has_children(rel))
		not_yet("RENAME COLUMN in a table with children");
	attrel = table_open(AttributeRelationId, RowExclusiveLock);
	tup = SearchSysCacheCopyAttName(relid, stmt->subname);
	if (!HeapTupleIsValid(tup))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" does not exist", stmt->subname)));
	att = (Form_pg_attribute) GETSTRUCT(tup);
	if (att->attnum <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot rename system column \"%s\"", stmt->subname)));
	if (SearchSysCacheExistsAttName(relid, stmt->newname))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" already exists",
						stmt->newname, RelationGetRelationName(rel))));
	namestrcpy(&att->attname, stmt->newname);
	CatalogTupleUpdate(attrel, &tup->t_self, tup);
	ObjectAddressSubSet(address, RelationRelationId, relid, att->attnum);
	table_close(attrel, RowExclusiveLock);
	relation_close(rel, NoLock);
	return address;
}

/* ALTER TABLE ... RENAME CONSTRAINT; that of an index renames the index. */
ObjectAddress
RenameConstraint(RenameStmt *stmt)
{
	ObjectAddress address = InvalidObjectAddress;
	Oid relid = lock_for_rename(stmt, AccessExclusiveLock);
	Oid conoid;
	HeapTuple tup;
	Form_pg_constraint con;

	if (!OidIsValid(relid))
		return address;
	conoid = get_relation_constraint_oid(relid, stmt->subname, false);
	tup = SearchSysCache1(CONSTROID, ObjectIdGetDatum(conoid));
	con = (Form_pg_constraint) GETSTRUCT(tup);
	if (OidIsValid(con->conindid) &&
		(con->contype == CONSTRAINT_PRIMARY || con->contype == CONSTRAINT_UNIQUE || con->contype == CONSTRAINT_EXCLUSION))
		RenameRelationInternal(con->conindid, stmt->newname, false, true);
	else
		RenameConstraintById(conoid, stmt->newname);
	ReleaseSysCache(tup);
	CacheInvalidateRelcacheByRelid(relid);
	ObjectAddressSet(address, ConstraintRelationId, conoid);
	return address;
}

/* ---- checks shared with other commands ---- */

bool
relation_has_children(Relation rel)
{
	return rel->rd_rel->relhassubclass &&
		find_inheritance_children(RelationGetRelid(rel), NoLock) != NIL;
}

/* Does the session itself hold the relation open, in a cursor or a trigger? */
void
CheckTableNotInUse(Relation rel, const char *stmt)
{
	int expected = rel->rd_isnailed ? 2 : 1;

	if (rel->rd_refcnt != expected)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_IN_USE),
				 errmsg("cannot %s \"%s\" because it is being used by active queries in this session",
						stmt, RelationGetRelationName(rel))));
}

static void
check_owned(const RangeVar *relation, Oid relId, bool tables_only)
{
	HeapTuple tup;
	Form_pg_class form;

	if (!OidIsValid(relId))
		return;
	tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relId));
	if (!HeapTupleIsValid(tup))
		return;
	form = (Form_pg_class) GETSTRUCT(tup);
	if (tables_only && form->relkind != RELKIND_RELATION && form->relkind != RELKIND_TOASTVALUE &&
		form->relkind != RELKIND_MATVIEW && form->relkind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a table or materialized view", relation->relname)));
	if (!pg_class_ownercheck(relId, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(form->relkind), relation->relname);
	if (!tables_only && !allowSystemTableMods && IsSystemClass(relId, form))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied: \"%s\" is a system catalog", relation->relname)));
	ReleaseSysCache(tup);
}

void
RangeVarCallbackOwnsTable(const RangeVar *relation, Oid relId, Oid oldRelId, void *arg)
{
	check_owned(relation, relId, true);
}

void
RangeVarCallbackOwnsRelation(const RangeVar *relation, Oid relId, Oid oldRelId, void *arg)
{
	check_owned(relation, relId, false);
}

/* Note in pg_class that there are, or are no more, children. */
void
SetRelationHasSubclass(Oid relationId, bool relhassubclass)
{
	Relation pg_class_rel = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tup = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(relationId));
	Form_pg_class form;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for relation %u", relationId);
	form = (Form_pg_class) GETSTRUCT(tup);
	if (form->relhassubclass != relhassubclass)
	{
		form->relhassubclass = relhassubclass;
		CatalogTupleUpdate(pg_class_rel, &tup->t_self, tup);
	}
	else
		CacheInvalidateRelcacheByTuple(tup);
	heap_freetuple(tup);
	table_close(pg_class_rel, RowExclusiveLock);
}

/* ---- ON COMMIT ---- */

void
register_on_commit_action(Oid relid, OnCommitAction action)
{
	MemoryContext oldcontext;
	OnCommitItem *item;

	if (action == ONCOMMIT_NOOP || action == ONCOMMIT_PRESERVE_ROWS)
		return;
	oldcontext = MemoryContextSwitchTo(CacheMemoryContext);
	item = palloc(sizeof(OnCommitItem));
	*item = (OnCommitItem){
		.relid = relid, .action = action, .creating_subid = GetCurrentSubTransactionId()};
	on_commit_items = lcons(item, on_commit_items);
	MemoryContextSwitchTo(oldcontext);
}

/* The table is dropped; the entry waits for the end of the transaction. */
void
remove_on_commit_action(Oid relid)
{
	ListCell *lc;

	foreach (lc, on_commit_items)
	{
		OnCommitItem *item = lfirst(lc);

		if (item->relid == relid)
			item->deleting_subid = GetCurrentSubTransactionId();
	}
}

/* Empty or drop the tables that want it, before the commit record. */
static void
run_on_commit_actions(void)
{
	List *to_empty = NIL;
	ObjectAddresses *to_drop = NULL;
	ListCell *lc;

	foreach (lc, on_commit_items)
	{
		OnCommitItem *item = lfirst(lc);
		ObjectAddress object;

		if (item->deleting_subid != InvalidSubTransactionId)
			continue;
		if (item->action == ONCOMMIT_DELETE_ROWS)
		{
			if (MyXactFlags & XACT_FLAGS_ACCESSEDTEMPNAMESPACE)
				to_empty = lappend_oid(to_empty, item->relid);
		}
		else if (item->action == ONCOMMIT_DROP)
		{
			if (!to_drop)
				to_drop = new_object_addresses();
			ObjectAddressSet(object, RelationRelationId, item->relid);
			add_exact_object_address(&object, to_drop);
		}
	}
	if (to_empty)
		heap_truncate(to_empty);
	if (to_drop)
	{
		PushActiveSnapshot(GetTransactionSnapshot());
		performMultipleDeletions(to_drop, DROP_CASCADE, PERFORM_DELETION_INTERNAL | PERFORM_DELETION_QUIETLY);
		PopActiveSnapshot();
	}
}

static void
settle_on_commit_items(bool isCommit)
{
	ListCell *lc;

	foreach (lc, on_commit_items)
	{
		OnCommitItem *item = lfirst(lc);

		if ((isCommit ? item->deleting_subid : item->creating_subid) != InvalidSubTransactionId)
		{
			on_commit_items = foreach_delete_current(on_commit_items, lc);
			pfree(item);
		}
		else
			item->creating_subid = item->deleting_subid = InvalidSubTransactionId;
	}
}

static void
settle_on_commit_items_sub(const SubXactEnd *end)
{
	ListCell *lc;

	foreach (lc, on_commit_items)
	{
		OnCommitItem *item = lfirst(lc);

		if (!end->is_commit && item->creating_subid == end->subid)
		{
			on_commit_items = foreach_delete_current(on_commit_items, lc);
			pfree(item);
			continue;
		}
		if (item->creating_subid == end->subid)
			item->creating_subid = end->parent_subid;
		if (item->deleting_subid == end->subid)
			item->deleting_subid = end->is_commit ? end->parent_subid : InvalidSubTransactionId;
	}
}

void
commands_register(void)
{
	static const XactParticipant participant = {
		.name = "commands",
		.pre_commit = run_on_commit_actions,
		.after_locks = settle_on_commit_items,
		.sub_after_locks = settle_on_commit_items_sub,
	};

	xact_register_participant(&participant);
}
