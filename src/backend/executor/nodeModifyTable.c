/*
 * nodeModifyTable.c
 *		INSERT, UPDATE and DELETE.
 *
 * The input plan delivers new values and, for UPDATE and DELETE, the row's
 * position as a junk column.  A row that another transaction changed
 * meanwhile is locked in its newest version and rechecked by EvalPlanQual
 * (READ COMMITTED), or is an error (stricter levels).  Indexes get entries
 * unless the update was HOT.  Triggers are refused when the relation is
 * opened.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeModifyTable.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/index.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "rewrite/rewriteHandler.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

typedef struct ModifyContext
{
	ModifyTableState *mtstate;
	EState *estate;
	ResultRelInfo *rri;
	TupleTableSlot *planSlot; /* the row from the input plan */
} ModifyContext;

static TupleTableSlot *do_insert(ModifyContext *cx, TupleTableSlot *slot);
static TupleTableSlot *do_update(ModifyContext *cx, ItemPointer tupleid,
								 TupleTableSlot *slot);
static TupleTableSlot *do_delete(ModifyContext *cx, ItemPointer tupleid);
static bool do_conflict_update(ModifyContext *cx, ItemPointer conflictTid,
							   TupleTableSlot *excluded,
							   TupleTableSlot **returning);

/* ---------------------------------------------------------------- common parts */

/* RETURNING for the row in slot (NULL: nothing was written). */
static TupleTableSlot *
returning(ModifyContext *cx, TupleTableSlot *slot)
{
	ProjectionInfo *proj = cx->rri->ri_projectReturning;

	if (proj == NULL)
		return NULL;
	/* the row returned before has been used */
	ResetExprContext(proj->pi_exprContext);
	proj->pi_exprContext->ecxt_scantuple = slot;
	proj->pi_exprContext->ecxt_outertuple = cx->planSlot;
	slot->tts_tableOid = RelationGetRelid(cx->rri->ri_RelationDesc);
	return ExecProject(proj);
}

static void
count_processed(ModifyContext *cx)
{
	if (cx->mtstate->canSetTag)
		cx->estate->es_processed++;
}

static void
serialization_failure(bool deleted)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 deleted ? errmsg("could not serialize access due to concurrent delete") : errmsg("could not serialize access due to concurrent update")));
}

/* A BEFORE trigger or a function of the command itself changed the row. */
static void
self_modified(const char *verb)
{
	ereport(ERROR,
			(errcode(ERRCODE_TRIGGERED_DATA_CHANGE_VIOLATION),
			 errmsg("tuple to be %s was already modified by an operation triggered by the current command",
					verb),
			 errhint("Consider using an AFTER trigger instead of a BEFORE trigger to propagate changes to other rows.")));
}

/*
 * ExecComputeStoredGenerated
 *		Fill in the stored generated columns of a row about to be written.  The
 *		slot is materialized.
 */
void
ExecComputeStoredGenerated(ResultRelInfo *rri, EState *estate,
						   TupleTableSlot *slot, CmdType cmdtype)
{
	Relation rel = rri->ri_RelationDesc;
	TupleDesc desc = RelationGetDescr(rel);
	ExprContext *econtext = GetPerTupleExprContext(estate);
	MemoryContext caller;
	Datum *values;
	bool *nulls;

	if (rri->ri_GeneratedExprs == NULL)
	{
		caller = MemoryContextSwitchTo(estate->es_query_cxt);
		rri->ri_GeneratedExprs = palloc0(desc->natts * sizeof(ExprState *));
		for (int i = 0; i < desc->natts; i++)
			if (TupleDescAttr(desc, i)->attgenerated == ATTRIBUTE_GENERATED_STORED)
				rri->ri_GeneratedExprs[i] =
					ExecPrepareExpr((Expr *) build_column_default(rel, i + 1),
									estate);
		MemoryContextSwitchTo(caller);
	}
	caller = MemoryContextSwitchTo(GetPerTupleMemoryContext(estate));
	values = palloc(desc->natts * sizeof(Datum));
	nulls = palloc(desc->natts * sizeof(bool));
	slot_getallattrs(slot);
	memcpy(nulls, slot->tts_isnull, desc->natts * sizeof(bool));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (rri->ri_GeneratedExprs[i])
		{
			econtext->ecxt_scantuple = slot;
			values[i] = ExecEvalExpr(rri->ri_GeneratedExprs[i], econtext,
									 &nulls[i]);
			if (!nulls[i])
				values[i] = datumCopy(values[i], att->attbyval, att->attlen);
		}
		else if (!nulls[i])
			values[i] = datumCopy(slot->tts_values[i], att->attbyval,
								  att->attlen);
	}
	ExecClearTuple(slot);
	memcpy(slot->tts_values, values, desc->natts * sizeof(Datum));
	memcpy(slot->tts_isnull, nulls, desc->natts * sizeof(bool));
	ExecStoreVirtualTuple(slot);
	ExecMaterializeSlot(slot);
	MemoryContextSwitchTo(caller);
}

/* Generated columns and constraints of a row about to be written. */
static void
prepare_row(ModifyContext *cx, TupleTableSlot *slot)
{
	Relation rel = cx->rri->ri_RelationDesc;
	TupleConstr *constr = rel->rd_att->constr;

	slot->tts_tableOid = RelationGetRelid(rel);
	if (constr == NULL)
		return;
	if (constr->has_generated_stored)
		ExecComputeStoredGenerated(cx->rri, cx->estate, slot,
								   cx->mtstate->operation);
	ExecConstraints(cx->rri, slot, cx->estate);
}

/*
 * Lock the newest version of a row that was updated under us and recheck the
 * plan for it.  Returns the plan's new row; NULL if the row is to be skipped.
 */
static TupleTableSlot *
recheck_row(ModifyContext *cx, ItemPointer tupleid, LockTupleMode mode,
			const char *verb, TM_FailureData *tmfd)
{
	Relation rel = cx->rri->ri_RelationDesc;
	EPQState *epq = &cx->mtstate->mt_epqstate;
	TupleTableSlot *inputslot;
	TupleTableSlot *slot;
	TM_Result result;

	if (IsolationUsesXactSnapshot())
		serialization_failure(false);
	EvalPlanQualBegin(epq);
	inputslot = EvalPlanQualSlot(epq, rel, cx->rri->ri_RangeTableIndex);
	result = table_tuple_lock(rel, tupleid, cx->estate->es_snapshot, inputslot,
							  cx->estate->es_output_cid, mode, LockWaitBlock,
							  TUPLE_LOCK_FLAG_FIND_LAST_VERSION, tmfd);
	switch (result)
	{
		case TM_Ok:
			Assert(tmfd->traversed);
			*tupleid = inputslot->tts_tid;
			slot = EvalPlanQual(epq, rel, cx->rri->ri_RangeTableIndex,
								inputslot);
			return TupIsNull(slot) ? NULL : slot;
		case TM_SelfModified:
			if (tmfd->cmax != cx->estate->es_output_cid)
				self_modified(verb);
			return NULL;
		case TM_Deleted:
			return NULL;
		default:
			elog(ERROR, "unexpected table_tuple_lock status: %u", result);
	}
	return NULL;
}

/* ---------------------------------------------------------------- INSERT */

/*
 * A conflicting row that our snapshot does not show, and that is not ours, is
 * a failure where the snapshot is the whole transaction's.
 */
static void
check_conflict_visible(ModifyContext *cx, TupleTableSlot *slot)
{
	bool isnull;
	Datum xmin;

	if (!IsolationUsesXactSnapshot() ||
		table_tuple_satisfies_snapshot(cx->rri->ri_RelationDesc, slot,
									   cx->estate->es_snapshot))
		return;
	xmin = slot_getsysattr(slot, MinTransactionIdAttributeNumber, &isnull);
	if (!TransactionIdIsCurrentTransactionId(DatumGetTransactionId(xmin)))
		serialization_failure(false);
}

/* DO NOTHING looks at the row in its way only for that. */
static void
check_skipped_row(ModifyContext *cx, ItemPointer tid)
{
	Relation rel = cx->rri->ri_RelationDesc;
	TupleTableSlot *slot;

	if (!IsolationUsesXactSnapshot())
		return;
	slot = MakeSingleTupleTableSlot(RelationGetDescr(rel),
									table_slot_callbacks(rel));
	if (!table_tuple_fetch_row_version(rel, tid, SnapshotAny, slot))
		elog(ERROR, "failed to fetch conflicting tuple for ON CONFLICT");
	check_conflict_visible(cx, slot);
	ExecDropSingleTupleTableSlot(slot);
}

/* ON CONFLICT: insert speculatively; true when the row is in. */
static bool
insert_speculatively(ModifyContext *cx, TupleTableSlot *slot,
					 TupleTableSlot **result)
{
	ModifyTable *node = (ModifyTable *) cx->mtstate->ps.plan;
	Relation rel = cx->rri->ri_RelationDesc;
	List *arbiters = cx->rri->ri_onConflictArbiterIndexes;

	for (;;)
	{
		ItemPointerData conflictTid;
		uint32 token;
		bool specConflict = false;

		CHECK_FOR_INTERRUPTS();
		if (!ExecCheckIndexConstraints(cx->rri, slot, cx->estate, &conflictTid,
									   arbiters))
		{
			if (node->onConflictAction == ONCONFLICT_NOTHING)
			{
				check_skipped_row(cx, &conflictTid);
				InstrCountTuples2(&cx->mtstate->ps, 1);
				return false;
			}
			if (do_conflict_update(cx, &conflictTid, slot, result))
			{
				InstrCountTuples2(&cx->mtstate->ps, 1);
				return false;
			}
			continue;
		}
		token = SpeculativeInsertionLockAcquire(GetCurrentTransactionId());
		table_tuple_insert_speculative(rel, slot, cx->estate->es_output_cid, 0,
									   NULL, token);
		ExecInsertIndexTuples(cx->rri, slot, cx->estate, false, true,
							  &specConflict, arbiters);
		table_tuple_complete_speculative(rel, slot, token, !specConflict);
		SpeculativeInsertionLockRelease(GetCurrentTransactionId());
		if (!specConflict)
			return true;
	}
}

static TupleTableSlot *
do_insert(ModifyContext *cx, TupleTableSlot *slot)
{
	ModifyTable *node = (ModifyTable *) cx->mtstate->ps.plan;
	ResultRelInfo *rri = cx->rri;
	TupleTableSlot *result = NULL;

	prepare_row(cx, slot);
	if (rri->ri_WithCheckOptions != NIL)
		ExecWithCheckOptions(WCO_RLS_INSERT_CHECK, rri, slot, cx->estate);
	if (node->onConflictAction != ONCONFLICT_NONE && rri->ri_NumIndices > 0)
	{
		if (!insert_speculatively(cx, slot, &result))
			return result;
	}
	else
	{
		table_tuple_insert(rri->ri_RelationDesc, slot,
						   cx->estate->es_output_cid, 0, NULL);
		if (rri->ri_NumIndices > 0)
			ExecInsertIndexTuples(rri, slot, cx->estate, false, false, NULL,
								  NIL);
	}
	count_processed(cx);
	if (rri->ri_WithCheckOptions != NIL)
		ExecWithCheckOptions(WCO_VIEW_CHECK, rri, slot, cx->estate);
	return returning(cx, slot);
}

/*
 * DO UPDATE on the row that conflicts.  False if it has gone meanwhile and the
 * insertion is to be tried again.
 */
static bool
do_conflict_update(ModifyContext *cx, ItemPointer conflictTid,
				   TupleTableSlot *excluded, TupleTableSlot **returning_slot)
{
	ResultRelInfo *rri = cx->rri;
	Relation rel = rri->ri_RelationDesc;
	ExprContext *econtext = cx->mtstate->ps.ps_ExprContext;
	OnConflictSetState *oc = rri->ri_onConflict;
	TupleTableSlot *existing = oc->oc_Existing;
	TM_FailureData tmfd;
	TM_Result test;
	ItemPointerData tid;

	test = table_tuple_lock(rel, conflictTid, cx->estate->es_snapshot, existing,
							cx->estate->es_output_cid,
							ExecUpdateLockMode(cx->estate, rri), LockWaitBlock,
							0, &tmfd);
	switch (test)
	{
		case TM_Ok:
			break;
		case TM_Invisible:
		{
			bool isnull;
			Datum xmin = slot_getsysattr(existing,
										 MinTransactionIdAttributeNumber,
										 &isnull);

			/* inserted by this very command: the input has duplicates */
			if (TransactionIdIsCurrentTransactionId(DatumGetTransactionId(xmin)))
				ereport(ERROR,
						(errcode(ERRCODE_CARDINALITY_VIOLATION),
						 errmsg("%s command cannot affect row a second time",
								"ON CONFLICT DO UPDATE"),
						 errhint("Ensure that no rows proposed for insertion within the same command have duplicate constrained values.")));
			elog(ERROR, "attempted to lock invisible tuple");
			break;
		}
		case TM_SelfModified:
			elog(ERROR, "unexpected self-updated tuple");
			break;
		case TM_Updated:
			if (IsolationUsesXactSnapshot())
				serialization_failure(false);
			ExecClearTuple(existing);
			return false;
		case TM_Deleted:
			if (IsolationUsesXactSnapshot())
				serialization_failure(true);
			ExecClearTuple(existing);
			return false;
		default:
			elog(ERROR, "unrecognized table_tuple_lock status: %u", test);
	}
	check_conflict_visible(cx, existing);
	/* WHERE and SET see the row and, as INNER_VAR, the excluded one */
	ResetExprContext(econtext);
	econtext->ecxt_scantuple = existing;
	econtext->ecxt_innertuple = excluded;
	econtext->ecxt_outertuple = NULL;
	if (!ExecQual(oc->oc_WhereClause, econtext))
	{
		ExecClearTuple(existing);
		InstrCountFiltered1(&cx->mtstate->ps, 1);
		return true;
	}
	if (rri->ri_WithCheckOptions != NIL)
		ExecWithCheckOptions(WCO_RLS_CONFLICT_CHECK, rri, existing, cx->estate);
	ExecProject(oc->oc_ProjInfo);
	tid = *conflictTid;
	*returning_slot = do_update(cx, &tid, oc->oc_ProjSlot);
	ExecClearTuple(existing);
	return true;
}

/* ---------------------------------------------------------------- UPDATE */

/* The complete new row: new values from the plan, the rest from the old row. */
static TupleTableSlot *
new_row(ModifyContext *cx, ItemPointer tupleid, TupleTableSlot *planSlot)
{
	ResultRelInfo *rri = cx->rri;
	ExprContext *econtext = rri->ri_projectNew->pi_exprContext;
	TupleTableSlot *old = rri->ri_oldTupleSlot;

	if (!table_tuple_fetch_row_version(rri->ri_RelationDesc, tupleid,
									   SnapshotAny, old))
		elog(ERROR, "failed to fetch tuple being updated");
	econtext->ecxt_outertuple = planSlot;
	econtext->ecxt_scantuple = old;
	return ExecProject(rri->ri_projectNew);
}

/* Write the new version of the row at *tupleid, following concurrent updates. */
static TupleTableSlot *
do_update(ModifyContext *cx, ItemPointer tupleid, TupleTableSlot *slot)
{
	ResultRelInfo *rri = cx->rri;
	EState *estate = cx->estate;
	Relation rel = rri->ri_RelationDesc;
	TM_FailureData tmfd;
	LockTupleMode lockmode;
	bool update_indexes = false;
	TM_Result result;

	for (;;)
	{
		prepare_row(cx, slot);
		if (rri->ri_WithCheckOptions != NIL)
			ExecWithCheckOptions(WCO_RLS_UPDATE_CHECK, rri, slot, estate);
		result = table_tuple_update(rel, tupleid, slot, estate->es_output_cid,
									estate->es_snapshot,
									estate->es_crosscheck_snapshot, true, &tmfd,
									&lockmode, &update_indexes);
		if (result == TM_Ok)
			break;
		if (result == TM_SelfModified)
		{
			if (tmfd.cmax != estate->es_output_cid)
				self_modified("updated");
			return NULL; /* updated by this command already */
		}
		if (result == TM_Deleted)
		{
			if (IsolationUsesXactSnapshot())
				serialization_failure(true);
			return NULL;
		}
		if (result != TM_Updated)
			elog(ERROR, "unrecognized table_tuple_update status: %u", result);
		cx->planSlot = recheck_row(cx, tupleid, lockmode, "updated", &tmfd);
		if (cx->planSlot == NULL)
			return NULL;
		slot = new_row(cx, tupleid, cx->planSlot);
	}
	if (rri->ri_NumIndices > 0 && update_indexes)
		ExecInsertIndexTuples(rri, slot, estate, true, false, NULL, NIL);
	count_processed(cx);
	if (rri->ri_WithCheckOptions != NIL)
		ExecWithCheckOptions(WCO_VIEW_CHECK, rri, slot, estate);
	return returning(cx, slot);
}

/* ---------------------------------------------------------------- DELETE */

static TupleTableSlot *
do_delete(ModifyContext *cx, ItemPointer tupleid)
{
	ResultRelInfo *rri = cx->rri;
	EState *estate = cx->estate;
	Relation rel = rri->ri_RelationDesc;
	TM_FailureData tmfd;
	TupleTableSlot *old;
	TupleTableSlot *result;

	for (;;)
	{
		TM_Result res = table_tuple_delete(rel, tupleid,
										   estate->es_output_cid,
										   estate->es_snapshot,
										   estate->es_crosscheck_snapshot,
										   true, &tmfd, false);

		if (res == TM_Ok)
			break;
		if (res == TM_SelfModified)
		{
			if (tmfd.cmax != estate->es_output_cid)
				self_modified("deleted");
			return NULL;
		}
		if (res == TM_Deleted)
		{
			if (IsolationUsesXactSnapshot())
				serialization_failure(true);
			return NULL;
		}
		if (res != TM_Updated)
			elog(ERROR, "unrecognized table_tuple_delete status: %u", res);
		cx->planSlot = recheck_row(cx, tupleid, LockTupleExclusive, "deleted",
								   &tmfd);
		if (cx->planSlot == NULL)
			return NULL;
	}
	count_processed(cx);
	if (rri->ri_projectReturning == NULL)
		return NULL;
	/* RETURNING shows the row as it was */
	if (rri->ri_ReturningSlot == NULL)
	{
		MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);

		rri->ri_ReturningSlot = table_slot_create(rel, &estate->es_tupleTable);
		MemoryContextSwitchTo(caller);
	}
	old = rri->ri_ReturningSlot;
	if (!table_tuple_fetch_row_version(rel, tupleid, SnapshotAny, old))
		elog(ERROR, "failed to fetch deleted tuple for DELETE RETURNING");
	result = returning(cx, old);
	/* its values may point into the page that the slot has pinned */
	ExecMaterializeSlot(result);
	ExecClearTuple(old);
	return result;
}

/* ---------------------------------------------------------------- the node */

/* The row identity of the current input row. */
static ItemPointer
row_identity(ModifyContext *cx, ItemPointerData *storage)
{
	bool isnull;
	Datum datum = ExecGetJunkAttribute(cx->planSlot,
									   cx->rri->ri_RowIdAttNo, &isnull);

	if (isnull)
		elog(ERROR, "ctid is NULL");
	*storage = *(ItemPointer) DatumGetPointer(datum);
	return storage;
}

/* The row to insert, in a slot of the table's kind. */
static TupleTableSlot *
insert_row(ModifyContext *cx)
{
	ResultRelInfo *rri = cx->rri;

	if (rri->ri_projectNew)
	{
		rri->ri_projectNew->pi_exprContext->ecxt_outertuple = cx->planSlot;
		return ExecCopySlot(rri->ri_newTupleSlot,
							ExecProject(rri->ri_projectNew));
	}
	return ExecCopySlot(rri->ri_newTupleSlot, cx->planSlot);
}

static TupleTableSlot *
ExecModifyTable(PlanState *pstate)
{
	ModifyTableState *node = (ModifyTableState *) pstate;
	EState *estate = pstate->state;
	ModifyContext cx = {node, estate, node->resultRelInfo, NULL};
	ItemPointerData tid;

	CHECK_FOR_INTERRUPTS();
	/* a plan that only rechecks rows must not write any */
	if (estate->es_epq_active != NULL)
		elog(ERROR, "ModifyTable should not be called during EvalPlanQual");
	if (node->mt_done)
		return NULL;
	for (;;)
	{
		TupleTableSlot *slot = NULL;

		ResetPerTupleExprContext(estate);
		if (pstate->ps_ExprContext)
			ResetExprContext(pstate->ps_ExprContext);
		cx.planSlot = ExecProcNode(outerPlanState(node));
		if (TupIsNull(cx.planSlot))
			break;
		EvalPlanQualSetSlot(&node->mt_epqstate, cx.planSlot);
		switch (node->operation)
		{
			case CMD_INSERT:
				slot = do_insert(&cx, insert_row(&cx));
				break;
			case CMD_UPDATE:
				row_identity(&cx, &tid);
				slot = do_update(&cx, &tid, new_row(&cx, &tid, cx.planSlot));
				break;
			case CMD_DELETE:
				slot = do_delete(&cx, row_identity(&cx, &tid));
				break;
			default:
				elog(ERROR, "unknown operation");
		}
		if (slot)
			return slot;
	}
	node->mt_done = true;
	return NULL;
}

/* ---------------------------------------------------------------- start */

static void
init_insert(ModifyTableState *mtstate, ResultRelInfo *rri, Plan *subplan,
			EState *estate)
{
	List *tlist = NIL;
	bool junk = false;
	TupleDesc desc = RelationGetDescr(rri->ri_RelationDesc);
	int attno = 0;
	ListCell *lc;

	foreach (lc, subplan->targetlist)
	{
		TargetEntry *tle = lfirst(lc);
		Form_pg_attribute att;

		if (tle->resjunk)
		{
			junk = true;
			continue;
		}
		if (attno >= desc->natts)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("table row type and query-specified row type do not match"),
					 errdetail("Query has too many columns.")));
		att = TupleDescAttr(desc, attno++);
		if (!att->attisdropped && exprType((Node *) tle->expr) != att->atttypid)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("table row type and query-specified row type do not match"),
					 errdetail("Table has type %s at ordinal position %d, but query expects %s.",
							   format_type_be(att->atttypid), attno,
							   format_type_be(exprType((Node *) tle->expr)))));
		tlist = lappend(tlist,
						makeTargetEntry((Expr *) makeVar(OUTER_VAR, tle->resno,
														 exprType((Node *) tle->expr),
														 exprTypmod((Node *) tle->expr),
														 exprCollation((Node *) tle->expr),
														 0),
										attno, NULL, false));
	}
	if (attno != desc->natts)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("table row type and query-specified row type do not match"),
				 errdetail("Query has too few columns.")));
	rri->ri_newTupleSlot = table_slot_create(rri->ri_RelationDesc,
											 &estate->es_tupleTable);
	if (junk)
		rri->ri_projectNew =
			ExecBuildProjectionInfo(tlist, mtstate->ps.ps_ExprContext,
									ExecInitExtraTupleSlot(estate, desc,
														   &TTSOpsVirtual),
									&mtstate->ps, NULL);
}

static void
init_update(ModifyTableState *mtstate, ModifyTable *node, ResultRelInfo *rri,
			Plan *subplan, EState *estate)
{
	Relation rel = rri->ri_RelationDesc;
	List *colnos = linitial(node->updateColnosLists);
	List *tlist = NIL;
	int n = list_length(colnos);
	ListCell *lc;

	foreach (lc, subplan->targetlist)
		if (list_length(tlist) < n)
			tlist = lappend(tlist, lfirst(lc));
	rri->ri_oldTupleSlot = table_slot_create(rel, &estate->es_tupleTable);
	rri->ri_newTupleSlot = table_slot_create(rel, &estate->es_tupleTable);
	rri->ri_projectNew =
		ExecBuildUpdateProjection(tlist, false, colnos, RelationGetDescr(rel),
								  mtstate->ps.ps_ExprContext,
								  rri->ri_newTupleSlot, &mtstate->ps);
	rri->ri_projectNewInfoValid = true;
}

static void
init_on_conflict(ModifyTableState *mtstate, ModifyTable *node,
				 ResultRelInfo *rri, EState *estate)
{
	OnConflictSetState *oc;
	TupleDesc desc = RelationGetDescr(rri->ri_RelationDesc);

	rri->ri_onConflictArbiterIndexes = node->arbiterIndexes;
	if (node->onConflictAction != ONCONFLICT_UPDATE)
		return;
	oc = makeNode(OnConflictSetState);
	rri->ri_onConflict = oc;
	oc->oc_Existing = table_slot_create(rri->ri_RelationDesc,
										&estate->es_tupleTable);
	oc->oc_ProjSlot = table_slot_create(rri->ri_RelationDesc,
										&estate->es_tupleTable);
	oc->oc_ProjInfo = ExecBuildUpdateProjection(node->onConflictSet, true,
												node->onConflictCols, desc,
												mtstate->ps.ps_ExprContext,
												oc->oc_ProjSlot, &mtstate->ps);
	if (node->onConflictWhere)
		oc->oc_WhereClause = ExecInitQual((List *) node->onConflictWhere,
										  &mtstate->ps);
}

static void
init_with_check(ModifyTableState *mtstate, ModifyTable *node,
				ResultRelInfo *rri)
{
	ListCell *lc;

	if (node->withCheckOptionLists == NIL)
		return;
	rri->ri_WithCheckOptions = linitial(node->withCheckOptionLists);
	foreach (lc, rri->ri_WithCheckOptions)
		rri->ri_WithCheckOptionExprs =
			lappend(rri->ri_WithCheckOptionExprs,
					ExecInitQual((List *) ((WithCheckOption *) lfirst(lc))->qual,
								 &mtstate->ps));
}

static List *
aux_rowmarks(ModifyTable *node, Plan *subplan, EState *estate)
{
	List *arowmarks = NIL;
	ListCell *lc;

	foreach (lc, node->rowMarks)
	{
		PlanRowMark *rc = lfirst_node(PlanRowMark, lc);
		ExecRowMark *erm;

		if (rc->isParent)
			continue;
		erm = ExecFindRowMark(estate, rc->rti, false);
		arowmarks = lappend(arowmarks,
							ExecBuildAuxRowMark(erm, subplan->targetlist));
	}
	return arowmarks;
}

ModifyTableState *
ExecInitModifyTable(ModifyTable *node, EState *estate, int eflags)
{
	ModifyTableState *mtstate = makeNode(ModifyTableState);
	Plan *subplan = outerPlan(node);
	CmdType operation = node->operation;
	ResultRelInfo *rri;

	if (list_length(node->resultRelations) != 1 || operation == CMD_MERGE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("writing to several relations in one statement is not supported yet")));
	mtstate->ps.plan = (Plan *) node;
	mtstate->ps.state = estate;
	mtstate->ps.ExecProcNode = ExecModifyTable;
	mtstate->operation = operation;
	mtstate->canSetTag = node->canSetTag;
	mtstate->mt_nrels = 1;
	rri = mtstate->resultRelInfo = palloc(sizeof(ResultRelInfo));
	mtstate->rootResultRelInfo = rri;
	ExecInitResultRelation(estate, rri, linitial_int(node->resultRelations));
	EvalPlanQualInit(&mtstate->mt_epqstate, estate, NULL, NIL, node->epqParam);
	CheckValidResultRel(rri, operation);
	outerPlanState(mtstate) = ExecInitNode(subplan, estate, eflags);
	ExecAssignExprContext(estate, &mtstate->ps);
	if (operation != CMD_INSERT)
	{
		rri->ri_RowIdAttNo = ExecFindJunkAttributeInTlist(subplan->targetlist,
														  "ctid");
		if (!AttributeNumberIsValid(rri->ri_RowIdAttNo))
			elog(ERROR, "could not find junk ctid column");
	}
	init_with_check(mtstate, node, rri);
	if (node->returningLists)
	{
		ExecInitResultTypeTL(&mtstate->ps);
		mtstate->ps.plan->targetlist = linitial(node->returningLists);
		ExecInitResultTupleSlotTL(&mtstate->ps, &TTSOpsVirtual);
		rri->ri_returningList = linitial(node->returningLists);
		rri->ri_projectReturning =
			ExecBuildProjectionInfo(rri->ri_returningList,
									CreateExprContext(estate),
									mtstate->ps.ps_ResultTupleSlot,
									&mtstate->ps,
									RelationGetDescr(rri->ri_RelationDesc));
	}
	else
	{
		mtstate->ps.plan->targetlist = NIL;
		ExecInitResultTypeTL(&mtstate->ps);
	}
	if (!(eflags & EXEC_FLAG_EXPLAIN_ONLY))
		if (rri->ri_RelationDesc->rd_rel->relhasindex &&
			operation != CMD_DELETE)
			ExecOpenIndices(rri, node->onConflictAction != ONCONFLICT_NONE);
	if (operation == CMD_INSERT)
		init_insert(mtstate, rri, subplan, estate);
	else if (operation == CMD_UPDATE)
		init_update(mtstate, node, rri, subplan, estate);
	if (node->onConflictAction != ONCONFLICT_NONE)
		init_on_conflict(mtstate, node, rri, estate);
	EvalPlanQualSetPlan(&mtstate->mt_epqstate, subplan,
						aux_rowmarks(node, subplan, estate));
	/* a writing CTE is run to its end even if it is not read */
	if (!mtstate->canSetTag)
		estate->es_auxmodifytables = lcons(mtstate, estate->es_auxmodifytables);
	return mtstate;
}

void
ExecEndModifyTable(ModifyTableState *node)
{
	if (node->ps.ps_ResultTupleSlot)
		ExecClearTuple(node->ps.ps_ResultTupleSlot);
	EvalPlanQualEnd(&node->mt_epqstate);
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanModifyTable(ModifyTableState *node)
{
	elog(ERROR, "ExecReScanModifyTable is not implemented");
}
