/*
 * tablerewrite.c
 *		Goes through all rows of a table for ALTER TABLE and VACUUM FULL.
 *
 * scan_and_check only reads.  rewrite_table makes a second, transient table
 * of the new shape, fills it, and exchanges the files of the two: the table
 * keeps its OID, and on abort its old files.  compact_table does so for rows
 * as they are, which stay visible to whom they were (access/heap/rewriteheap.c).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/tablerewrite.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/toasting.h"
#include "commands/tablecmds.h"
#include "commands/tablecmds_private.h"
#include "commands/vacuum.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/procarray.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

static void
complain_null(Relation rel, AttrNumber attnum)
{
	ereport(ERROR,
			(errcode(ERRCODE_NOT_NULL_VIOLATION),
			 errmsg("column \"%s\" of relation \"%s\" contains null values",
					NameStr(TupleDescAttr(RelationGetDescr(rel), attnum - 1)->attname),
					RelationGetRelationName(rel)),
			 errtablecol(rel, attnum)));
}

/*
 * scan_and_check
 *		Every row must fulfil the expressions, and be not null where said.
 *
 * check_exprs		planned expressions over varno 1
 * check_names		of String, their constraints
 */
void
scan_and_check(Relation rel, List *check_exprs, List *check_names, Bitmapset *notnull_attnums)
{
	EState *estate = CreateExecutorState();
	ExprContext *econtext = GetPerTupleExprContext(estate);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	Snapshot snapshot = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = table_beginscan(rel, snapshot, 0, NULL);
	List *states = NIL;
	ListCell *lc;

	foreach (lc, check_exprs)
		states = lappend(states, ExecPrepareExpr(lfirst(lc), estate));
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		ListCell *name = list_head(check_names);
		int attnum = -1;

		CHECK_FOR_INTERRUPTS();
		while ((attnum = bms_next_member(notnull_attnums, attnum)) >= 0)
		{
			if (slot_attisnull(slot, attnum))
				complain_null(rel, attnum);
		}
		econtext->ecxt_scantuple = slot;
		foreach (lc, states)
		{
			if (!ExecCheck(lfirst(lc), econtext))
				ereport(ERROR,
						(errcode(ERRCODE_CHECK_VIOLATION),
						 errmsg("check constraint \"%s\" of relation \"%s\" is violated by some row",
								strVal(lfirst(name)), RelationGetRelationName(rel)),
						 errtableconstraint(rel, strVal(lfirst(name)))));
			name = lnext(check_names, name);
		}
		ResetExprContext(econtext);
	}
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
	ExecDropSingleTupleTableSlot(slot);
	FreeExecutorState(estate);
}

/* A table like rel, empty, without indexes; it is dropped after the exchange. */
static Oid
make_transient_table(Relation rel)
{
	char name[NAMEDATALEN];
	TupleDesc desc = CreateTupleDescCopy(RelationGetDescr(rel));
	HeapTuple tup = SearchSysCache1(RELOID, ObjectIdGetDatum(RelationGetRelid(rel)));
	bool isnull;
	Datum options = SysCacheGetAttr(RELOID, tup, Anum_pg_class_reloptions, &isnull);
	Oid relid;

	snprintf(name, sizeof(name), "pg_temp_%u", RelationGetRelid(rel));
	relid = heap_create_with_catalog(name, RelationGetNamespace(rel),
									 rel->rd_rel->reltablespace, InvalidOid,
									 InvalidOid, InvalidOid,
									 rel->rd_rel->relowner, rel->rd_rel->relam,
									 desc, NIL, RELKIND_RELATION,
									 rel->rd_rel->relpersistence, false, false,
									 ONCOMMIT_NOOP, isnull ? (Datum) 0 : options,
									 false, true, true, RelationGetRelid(rel), NULL);
	ReleaseSysCache(tup);
	CommandCounterIncrement();
	if (OidIsValid(rel->rd_rel->reltoastrelid))
	{
		NewHeapCreateToastTable(relid, (Datum) 0, AccessExclusiveLock, rel->rd_rel->reltoastrelid);
		CommandCounterIncrement();
	}
	return relid;
}

/* Put in the columns that are computed from the row in source. */
static void
compute_columns(TupleTableSlot *newslot, TupleTableSlot *source, List *new_values, List *states,
				bool generated, ExprContext *econtext)
{
	ListCell *lc;
	ListCell *st;

	econtext->ecxt_scantuple = source;
	forboth (lc, new_values, st, states)
	{
		NewColumnValue *nv = lfirst(lc);

		if (nv->is_generated == generated)
			newslot->tts_values[nv->attnum - 1] =
				ExecEvalExpr((ExprState *) lfirst(st), econtext, &newslot->tts_isnull[nv->attnum - 1]);
	}
}

/* Copy all rows, with the computed columns put in. */
static void
copy_rows(Relation from, TupleDesc old_desc, Relation to, List *new_values)
{
	TupleDesc new_desc = RelationGetDescr(to);
	EState *estate = CreateExecutorState();
	ExprContext *econtext = GetPerTupleExprContext(estate);
	TupleTableSlot *oldslot = MakeSingleTupleTableSlot(old_desc, table_slot_callbacks(from));
	TupleTableSlot *newslot = MakeSingleTupleTableSlot(new_desc, table_slot_callbacks(to));
	Snapshot snapshot = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = table_beginscan(from, snapshot, 0, NULL);
	BulkInsertState bistate = GetBulkInsertState();
	CommandId cid = GetCurrentCommandId(true);
	List *states = NIL;
	ListCell *lc;

	foreach (lc, new_values)
		states = lappend(states, ExecPrepareExpr(((NewColumnValue *) lfirst(lc))->expr, estate));
	while (table_scan_getnextslot(scan, ForwardScanDirection, oldslot))
	{
		MemoryContext oldcontext = MemoryContextSwitchTo(GetPerTupleMemoryContext(estate));

		CHECK_FOR_INTERRUPTS();
		slot_getallattrs(oldslot);
		ExecClearTuple(newslot);
		for (int i = 0; i < new_desc->natts; i++)
		{
			bool had = i < old_desc->natts && !TupleDescAttr(new_desc, i)->attisdropped;

			newslot->tts_values[i] = had ? oldslot->tts_values[i] : (Datum) 0;
			newslot->tts_isnull[i] = had ? oldslot->tts_isnull[i] : true;
			/* a new column with a constant default */
			if (i >= old_desc->natts)
				newslot->tts_values[i] = getmissingattr(RelationGetDescr(from), i + 1,
														&newslot->tts_isnull[i]);
		}
		compute_columns(newslot, oldslot, new_values, states, false, econtext);
		ExecStoreVirtualTuple(newslot);
		newslot->tts_tableOid = RelationGetRelid(from);
		compute_columns(newslot, newslot, new_values, states, true, econtext);
		for (int i = 0; i < new_desc->natts; i++)
		{
			if (TupleDescAttr(new_desc, i)->attnotnull && newslot->tts_isnull[i])
				complain_null(to, i + 1);
		}
		table_tuple_insert(to, newslot, cid, TABLE_INSERT_SKIP_FSM, bistate);
		MemoryContextSwitchTo(oldcontext);
		ResetExprContext(econtext);
	}
	FreeBulkInsertState(bistate);
	table_finish_bulk_insert(to, TABLE_INSERT_SKIP_FSM);
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
	ExecDropSingleTupleTableSlot(oldslot);
	ExecDropSingleTupleTableSlot(newslot);
	FreeExecutorState(estate);
}

/* The TOAST table of a relation belongs to it: note that anew. */
static void
relink_toast(Oid relid, Oid toast)
{
	ObjectAddress base;
	ObjectAddress self;

	if (!OidIsValid(toast))
		return;
	deleteDependencyRecordsFor(RelationRelationId, toast, false);
	ObjectAddressSet(base, RelationRelationId, relid);
	ObjectAddressSet(self, RelationRelationId, toast);
	recordDependencyOn(&self, &base, DEPENDENCY_INTERNAL);
}

/* Exchange the files and TOAST tables of two relations in pg_class. */
static void
exchange_files(Oid a, Oid b)
{
	Relation pg_class_rel = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple ta = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(a));
	HeapTuple tb = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(b));
	Form_pg_class fa = (Form_pg_class) GETSTRUCT(ta);
	Form_pg_class fb = (Form_pg_class) GETSTRUCT(tb);
	CatalogIndexState indexes = CatalogOpenIndexes(pg_class_rel);
	Relation rel;
#define EXCHANGE(type, field)   \
	do                          \
	{                           \
		type saved = fa->field; \
		fa->field = fb->field;  \
		fb->field = saved;      \
	} while (0)

	EXCHANGE(Oid, relfilenode);
	EXCHANGE(Oid, reltablespace);
	EXCHANGE(Oid, reltoastrelid);
	EXCHANGE(int32, relpages);
	EXCHANGE(float4, reltuples);
	EXCHANGE(int32, relallvisible);
	EXCHANGE(TransactionId, relfrozenxid);
	EXCHANGE(TransactionId, relminmxid);
#undef EXCHANGE
	CatalogTupleUpdateWithInfo(pg_class_rel, &ta->t_self, ta, indexes);
	CatalogTupleUpdateWithInfo(pg_class_rel, &tb->t_self, tb, indexes);
	relink_toast(a, fa->reltoastrelid);
	relink_toast(b, fb->reltoastrelid);
	CatalogCloseIndexes(indexes);
	table_close(pg_class_rel, RowExclusiveLock);
	CommandCounterIncrement();

	rel = relation_open(a, NoLock);
	RelationAssumeNewRelfilenode(rel);
	relation_close(rel, NoLock);
	if (OidIsValid(fa->reltoastrelid))
	{
		char name[NAMEDATALEN];
		Relation toast = relation_open(fa->reltoastrelid, AccessExclusiveLock);
		List *toast_indexes = RelationGetIndexList(toast);

		relation_close(toast, NoLock);
		if (OidIsValid(fb->reltoastrelid))
		{
			/* Out of the way, for the names are of the table's OID. */
			Relation old = relation_open(fb->reltoastrelid, AccessExclusiveLock);
			Oid old_index = linitial_oid(RelationGetIndexList(old));

			relation_close(old, NoLock);
			snprintf(name, NAMEDATALEN, "pg_toast_old_%u", b);
			RenameRelationInternal(fb->reltoastrelid, name, true, false);
			snprintf(name, NAMEDATALEN, "pg_toast_old_%u_index", b);
			RenameRelationInternal(old_index, name, true, true);
			CommandCounterIncrement();
		}
		snprintf(name, NAMEDATALEN, "pg_toast_%u", a);
		RenameRelationInternal(fa->reltoastrelid, name, true, false);
		snprintf(name, NAMEDATALEN, "pg_toast_%u_index", a);
		RenameRelationInternal(linitial_oid(toast_indexes), name, true, true);
		CommandCounterIncrement();
	}
	heap_freetuple(ta);
	heap_freetuple(tb);
}

/*
 * rewrite_table
 *		Give every row its new shape.
 *
 * old_desc		how the rows lie there
 * new_values	of NewColumnValue; all other columns are copied
 *
 * Caller holds AccessExclusiveLock.  Indexes are built anew.
 */
void
rewrite_table(Relation rel, TupleDesc old_desc, List *new_values)
{
	Oid relid = RelationGetRelid(rel);
	Oid transient = make_transient_table(rel);
	Relation to = table_open(transient, AccessExclusiveLock);
	ReindexParams params = {0};
	ObjectAddress object;

	copy_rows(rel, old_desc, to, new_values);
	table_close(to, NoLock);
	CommandCounterIncrement();
	exchange_files(relid, transient);
	ObjectAddressSet(object, RelationRelationId, transient);
	performDeletion(&object, DROP_RESTRICT, PERFORM_DELETION_INTERNAL);
	CommandCounterIncrement();
	reindex_relation(relid, REINDEX_REL_SUPPRESS_INDEX_USE, &params);
	RelationClearMissing(rel);
	CommandCounterIncrement();
}

/* The limits up to which a rewritten table's rows are frozen. */
static void
choose_freeze_limits(Relation rel, int min_age, int multi_min_age, TransactionId oldest_xmin,
					 TransactionId *freeze_xid, MultiXactId *multi)
{
	int age = min_age >= 0 ? min_age : vacuum_freeze_min_age;
	int multi_age = multi_min_age >= 0 ? multi_min_age : vacuum_multixact_freeze_min_age;

	*freeze_xid = oldest_xmin - Min(age, autovacuum_freeze_max_age / 2);
	if (!TransactionIdIsNormal(*freeze_xid) || TransactionIdPrecedes(*freeze_xid, rel->rd_rel->relfrozenxid))
		*freeze_xid = rel->rd_rel->relfrozenxid;
	*multi = GetOldestMultiXactId() - Min(multi_age, autovacuum_multixact_freeze_max_age / 2);
	if (*multi < FirstMultiXactId || MultiXactIdPrecedes(*multi, rel->rd_rel->relminmxid))
		*multi = rel->rd_rel->relminmxid;
}

/* What exchange_files will give to the table. */
static void
note_contents(Relation transient, double tuples, TransactionId frozenxid, MultiXactId minmulti)
{
	Relation pg_class_rel = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tup = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(RelationGetRelid(transient)));
	Form_pg_class form = (Form_pg_class) GETSTRUCT(tup);

	form->relpages = RelationGetNumberOfBlocks(transient);
	form->reltuples = tuples;
	form->relallvisible = 0;
	form->relfrozenxid = frozenxid;
	form->relminmxid = minmulti;
	CatalogTupleUpdate(pg_class_rel, &tup->t_self, tup);
	heap_freetuple(tup);
	table_close(pg_class_rel, RowExclusiveLock);
	CommandCounterIncrement();
}

/*
 * compact_table
 *		VACUUM FULL: write the rows that are not dead into new files.
 *
 * The rows keep their transaction ids.  Caller holds AccessExclusiveLock, the
 * relation is no system catalog.
 */
void
compact_table(Relation rel, const VacuumParams *params)
{
	Oid relid = RelationGetRelid(rel);
	int elevel = (params->options & VACOPT_VERBOSE) ? INFO : DEBUG2;
	char *schema = get_namespace_name(RelationGetNamespace(rel));
	BlockNumber old_pages = RelationGetNumberOfBlocks(rel);
	TransactionId oldest_xmin = GetOldestNonRemovableTransactionId(rel);
	TransactionId freeze_xid;
	MultiXactId multi;
	double kept = 0;
	double removed = 0;
	double recently_dead = 0;
	Oid transient;
	Relation to;
	ReindexParams reindex = {0};
	ObjectAddress object;

	CheckTableNotInUse(rel, "VACUUM");
	ereport(elevel,
			(errmsg("vacuuming \"%s.%s\"", schema, RelationGetRelationName(rel))));
	choose_freeze_limits(rel, params->freeze_min_age, params->multixact_freeze_min_age, oldest_xmin,
						 &freeze_xid, &multi);
	transient = make_transient_table(rel);
	to = table_open(transient, AccessExclusiveLock);
	table_relation_copy_for_cluster(rel, to, NULL, false, oldest_xmin, &freeze_xid, &multi, &kept,
									&removed, &recently_dead);
	ereport(elevel,
			(errmsg("\"%s.%s\": found %.0f removable, %.0f nonremovable row versions in %u pages",
					schema, RelationGetRelationName(rel), removed, kept, old_pages),
			 errdetail("%.0f dead row versions cannot be removed yet.", recently_dead)));
	note_contents(to, kept, freeze_xid, multi);
	table_close(to, NoLock);
	exchange_files(relid, transient);
	ObjectAddressSet(object, RelationRelationId, transient);
	performDeletion(&object, DROP_RESTRICT, PERFORM_DELETION_INTERNAL);
	CommandCounterIncrement();
	reindex_relation(relid, REINDEX_REL_SUPPRESS_INDEX_USE, &reindex);
	RelationClearMissing(rel);
	CommandCounterIncrement();
	pgstat_report_vacuum(relid, false, kept - recently_dead, recently_dead);
}
