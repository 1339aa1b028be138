/*
 * copyfrom.c
 *		The writing half of COPY FROM: rows of the reader go into the table.
 *
 * Rows are collected and inserted many at a time (one WAL record a page), each
 * with its index entries after it.  A default that calls a volatile function
 * may look at the table: then rows go in one by one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/copyfrom.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "copy_private.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "optimizer/optimizer.h"
#include "rewrite/rewriteHandler.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/snapmgr.h"

#define BATCH_ROWS 1000
#define BATCH_BYTES 65535

typedef struct CopyLoader
{
	Relation rel;
	EState *estate;
	ResultRelInfo *rri;
	CopyReader *reader;
	ExprState *where;
	CommandId cid;
	int options; /* of table_multi_insert */
	BulkInsertState bistate;

	/* columns that the file does not have */
	int ndefaults;
	int *default_col;
	ExprState **default_expr;

	/* the batch */
	int max_rows;
	TupleTableSlot *slots[BATCH_ROWS];
	uint64 linenos[BATCH_ROWS];
	int nrows;
	int nbytes;
} CopyLoader;

/* Is the target something that rows can be copied into? */
static void
check_target(Relation rel)
{
	char relkind = rel->rd_rel->relkind;

	if (relkind == RELKIND_RELATION)
		return;
	if (relkind == RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("COPY to a partitioned table is not supported")));
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("cannot copy to %s \"%s\"", copy_kind_name(relkind), RelationGetRelationName(rel)),
			 relkind == RELKIND_VIEW
				 ? errhint("To enable copying to a view, provide an INSTEAD OF INSERT trigger.")
				 : 0));
}

/* A table made in this transaction needs no search for free space. */
static int
insert_options(Relation rel, CopyOptions *opts)
{
	int options = 0;

	if (rel->rd_createSubid != InvalidSubTransactionId ||
		rel->rd_firstRelfilenodeSubid != InvalidSubTransactionId)
		options |= TABLE_INSERT_SKIP_FSM;
	if (!opts->freeze)
		return options;
	InvalidateCatalogSnapshot();
	if (!ThereAreNoPriorRegisteredSnapshots() || !ThereAreNoReadyPortals())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
				 errmsg("cannot perform COPY FREEZE because of prior transaction activity")));
	if (rel->rd_createSubid != GetCurrentSubTransactionId() &&
		rel->rd_newRelfilenodeSubid != GetCurrentSubTransactionId())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot perform COPY FREEZE because the table was not created or truncated in the current subtransaction")));
	return options | TABLE_INSERT_FROZEN;
}

/* Defaults of the columns that are not in the file. */
static void
prepare_defaults(CopyLoader *l, List *attnums)
{
	TupleDesc desc = RelationGetDescr(l->rel);
	bool volatile_default = false;

	l->default_col = palloc0(Max(desc->natts, 1) * sizeof(int));
	l->default_expr = palloc0(Max(desc->natts, 1) * sizeof(ExprState *));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Expr *expr;

		if (att->attisdropped || att->attgenerated ||
			list_member_int(attnums, i + 1))
			continue;
		expr = (Expr *) build_column_default(l->rel, i + 1);
		if (!expr)
			continue;
		expr = expression_planner(expr);
		volatile_default |= contain_volatile_functions_not_nextval((Node *) expr);
		l->default_col[l->ndefaults] = i;
		l->default_expr[l->ndefaults++] = ExecInitExpr(expr, NULL);
	}
	l->max_rows = volatile_default ? 1 : BATCH_ROWS;
}

/* Insert the rows collected, and enter each in the indexes. */
static void
flush_batch(CopyLoader *l)
{
	MemoryContext old;
	uint64 lineno = copy_reader_lineno(l->reader);

	if (l->nrows == 0)
		return;
	copy_reader_forget_line(l->reader, lineno);
	old = MemoryContextSwitchTo(GetPerTupleMemoryContext(l->estate));
	table_multi_insert(l->rel, l->slots, l->nrows, l->cid, l->options,
					   l->bistate);
	MemoryContextSwitchTo(old);
	for (int i = 0; i < l->nrows; i++)
	{
		if (l->rri->ri_NumIndices > 0)
		{
			copy_reader_forget_line(l->reader, l->linenos[i]);
			(void) ExecInsertIndexTuples(l->rri, l->slots[i], l->estate, false,
										 false, NULL, NIL);
		}
		ExecClearTuple(l->slots[i]);
	}
	copy_reader_forget_line(l->reader, lineno);
	l->nrows = 0;
	l->nbytes = 0;
}

/* Read one row into the slot; false at the end of the file. */
static bool
read_row(CopyLoader *l, TupleTableSlot *slot)
{
	TupleDesc desc = RelationGetDescr(l->rel);
	ExprContext *econtext = GetPerTupleExprContext(l->estate);
	MemoryContext row_context = GetPerTupleMemoryContext(l->estate);
	MemoryContext old;

	ExecClearTuple(slot);
	memset(slot->tts_isnull, true, desc->natts * sizeof(bool));
	memset(slot->tts_values, 0, desc->natts * sizeof(Datum));
	if (!copy_reader_next(l->reader, row_context, slot->tts_values,
						  slot->tts_isnull))
		return false;
	old = MemoryContextSwitchTo(row_context);
	for (int i = 0; i < l->ndefaults; i++)
	{
		int col = l->default_col[i];

		slot->tts_values[col] = ExecEvalExpr(l->default_expr[i], econtext,
											 &slot->tts_isnull[col]);
	}
	MemoryContextSwitchTo(old);
	ExecStoreVirtualTuple(slot);
	slot->tts_tableOid = RelationGetRelid(l->rel);
	return true;
}

/* Check the row as INSERT does and put it in the batch. */
static void
take_row(CopyLoader *l, TupleTableSlot *slot)
{
	TupleConstr *constr = RelationGetDescr(l->rel)->constr;

	if (constr && constr->has_generated_stored)
		ExecComputeStoredGenerated(l->rri, l->estate, slot, CMD_INSERT);
	if (constr)
		ExecConstraints(l->rri, slot, l->estate);
	l->linenos[l->nrows++] = copy_reader_lineno(l->reader);
	l->nbytes += copy_reader_line_length(l->reader);
	if (l->nrows >= l->max_rows || l->nbytes >= BATCH_BYTES)
		flush_batch(l);
}

static uint64
load_rows(CopyLoader *l)
{
	ExprContext *econtext = GetPerTupleExprContext(l->estate);
	uint64 processed = 0;

	for (;;)
	{
		TupleTableSlot *slot;

		CHECK_FOR_INTERRUPTS();
		/* rows in the batch live in the context of the row */
		if (l->nrows == 0)
			ResetPerTupleExprContext(l->estate);
		if (l->slots[l->nrows] == NULL)
		{
			MemoryContext old = MemoryContextSwitchTo(l->estate->es_query_cxt);

			l->slots[l->nrows] = table_slot_create(l->rel,
												   &l->estate->es_tupleTable);
			MemoryContextSwitchTo(old);
		}
		slot = l->slots[l->nrows];
		if (!read_row(l, slot))
			break;
		if (l->where)
		{
			econtext->ecxt_scantuple = slot;
			if (!ExecQual(l->where, econtext))
				continue;
		}
		take_row(l, slot);
		processed++;
	}
	flush_batch(l);
	return processed;
}

/*
 * copy_from
 *		Load the file into the table; returns the number of rows.
 *
 * where is a planned list of conditions, or NULL.
 */
uint64
copy_from(ParseState *pstate, Relation rel, Node *where, const CopyStmt *stmt,
		  CopyOptions *opts)
{
	CopyLoader *l = palloc0(sizeof(CopyLoader));
	List *attnums = copy_columns(RelationGetDescr(rel), rel,
								 stmt->attlist);
	uint64 processed;

	/* the client is told to send before the target is looked at, as stock does */
	l->reader = copy_reader_open(rel, stmt, attnums, opts);
	check_target(rel);
	l->rel = rel;
	l->options = insert_options(rel, opts);
	l->cid = GetCurrentCommandId(true);
	l->estate = CreateExecutorState();
	l->estate->es_output_cid = l->cid;
	ExecInitRangeTable(l->estate, pstate->p_rtable);
	l->rri = makeNode(ResultRelInfo);
	ExecInitResultRelation(l->estate, l->rri, 1);
	CheckValidResultRel(l->rri, CMD_INSERT);
	ExecOpenIndices(l->rri, false);
	prepare_defaults(l, attnums);
	if (where)
		l->where = ExecInitQual((List *) where, NULL);
	l->bistate = GetBulkInsertState();
	processed = load_rows(l);
	copy_reader_close(l->reader);
	FreeBulkInsertState(l->bistate);
	ExecResetTupleTable(l->estate->es_tupleTable, false);
	table_finish_bulk_insert(rel, l->options);
	ExecCloseResultRelations(l->estate);
	ExecCloseRangeTableRelations(l->estate);
	FreeExecutorState(l->estate);
	return processed;
}
