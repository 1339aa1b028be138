/*
 * execMain.c
 *		Starting, running and ending a query; checks on rows; EvalPlanQual.
 *
 * ExecutorStart, ExecutorRun (any number of times), ExecutorFinish,
 * ExecutorEnd are called in this order.  EvalPlanQual re-runs a plan for one
 * row that another transaction updated while we waited for it, to see whether
 * the row still qualifies (READ COMMITTED).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execMain.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "executor/executor.h"
#include "executor/nodeSubplan.h"
#include "executor/execProcnode.h"
#include "executor/spi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

ExecutorStart_hook_type ExecutorStart_hook;
ExecutorRun_hook_type ExecutorRun_hook;
ExecutorFinish_hook_type ExecutorFinish_hook;
ExecutorEnd_hook_type ExecutorEnd_hook;
ExecutorCheckPerms_hook_type ExecutorCheckPerms_hook;

static void init_plan(QueryDesc *queryDesc, int eflags);
static void check_read_only(PlannedStmt *plannedstmt);
static void execute_plan(QueryDesc *queryDesc, bool sendTuples, uint64 count,
						 ScanDirection direction, bool execute_once);
static void epq_start(EPQState *epqstate, Plan *planTree);

/* Called once at program start: what ends of transactions do to our state. */
void
executor_register(void)
{
	spi_register();
}

/* ---------------------------------------------------------------- the four steps */

/*
 * Build the state of queryDesc->plannedstmt.  The descriptor's snapshot must be
 * registered or active.  Sets estate, planstate and tupDesc.
 */
void
ExecutorStart(QueryDesc *queryDesc, int eflags)
{
	if (ExecutorStart_hook)
		ExecutorStart_hook(queryDesc, eflags);
	else
		standard_ExecutorStart(queryDesc, eflags);
}

void
standard_ExecutorStart(QueryDesc *queryDesc, int eflags)
{
	PlannedStmt *stmt = queryDesc->plannedstmt;
	EState *estate;
	MemoryContext caller;

	Assert(queryDesc->estate == NULL);
	if ((XactReadOnly || IsInParallelMode()) &&
		!(eflags & EXEC_FLAG_EXPLAIN_ONLY))
		check_read_only(stmt);
	estate = CreateExecutorState();
	queryDesc->estate = estate;
	caller = MemoryContextSwitchTo(estate->es_query_cxt);
	estate->es_param_list_info = queryDesc->params;
	if (stmt->paramExecTypes != NIL)
		estate->es_param_exec_vals =
			palloc0(list_length(stmt->paramExecTypes) * sizeof(ParamExecData));
	estate->es_sourceText = queryDesc->sourceText;
	estate->es_queryEnv = queryDesc->queryEnv;
	switch (queryDesc->operation)
	{
		case CMD_SELECT:
			/* FOR UPDATE stamps rows with our command */
			if (stmt->rowMarks != NIL || stmt->hasModifyingCTE)
				estate->es_output_cid = GetCurrentCommandId(true);
			if (!stmt->hasModifyingCTE)
				eflags |= EXEC_FLAG_SKIP_TRIGGERS;
			break;
		case CMD_INSERT:
		case CMD_DELETE:
		case CMD_UPDATE:
			estate->es_output_cid = GetCurrentCommandId(true);
			break;
		default:
			elog(ERROR, "unrecognized operation code: %d",
				 (int) queryDesc->operation);
	}
	estate->es_snapshot = RegisterSnapshot(queryDesc->snapshot);
	estate->es_crosscheck_snapshot =
		RegisterSnapshot(queryDesc->crosscheck_snapshot);
	estate->es_top_eflags = eflags;
	estate->es_instrument = queryDesc->instrument_options;
	init_plan(queryDesc, eflags);
	MemoryContextSwitchTo(caller);
}

/*
 * Read up to count rows (0: all) in the direction and send them to
 * queryDesc->dest.  execute_once promises that it will not be called again.
 */
void
ExecutorRun(QueryDesc *queryDesc, ScanDirection direction, uint64 count,
			bool execute_once)
{
	if (ExecutorRun_hook)
		ExecutorRun_hook(queryDesc, direction, count, execute_once);
	else
		standard_ExecutorRun(queryDesc, direction, count, execute_once);
}

void
standard_ExecutorRun(QueryDesc *queryDesc, ScanDirection direction,
					 uint64 count, bool execute_once)
{
	EState *estate = queryDesc->estate;
	DestReceiver *dest = queryDesc->dest;
	CmdType operation = queryDesc->operation;
	bool sendTuples = operation == CMD_SELECT ||
		queryDesc->plannedstmt->hasReturning;
	MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);

	Assert(!(estate->es_top_eflags & EXEC_FLAG_EXPLAIN_ONLY));
	if (queryDesc->totaltime)
		InstrStartNode(queryDesc->totaltime);
	estate->es_processed = 0;
	if (sendTuples)
		dest->rStartup(dest, operation, queryDesc->tupDesc);
	if (!ScanDirectionIsNoMovement(direction))
	{
		if (execute_once && queryDesc->already_executed)
			elog(ERROR, "can't re-execute query flagged for single execution");
		queryDesc->already_executed = true;
		execute_plan(queryDesc, sendTuples, count, direction, execute_once);
	}
	if (sendTuples)
		dest->rShutdown(dest);
	if (queryDesc->totaltime)
		InstrStopNode(queryDesc->totaltime, estate->es_processed);
	MemoryContextSwitchTo(caller);
}

/* After the last run: finish data-modifying CTEs that were not read to the end. */
void
ExecutorFinish(QueryDesc *queryDesc)
{
	if (ExecutorFinish_hook)
		ExecutorFinish_hook(queryDesc);
	else
		standard_ExecutorFinish(queryDesc);
}

void
standard_ExecutorFinish(QueryDesc *queryDesc)
{
	EState *estate = queryDesc->estate;
	MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);
	ListCell *lc;

	Assert(!estate->es_finished);
	if (queryDesc->totaltime)
		InstrStartNode(queryDesc->totaltime);
	estate->es_direction = ForwardScanDirection;
	foreach (lc, estate->es_auxmodifytables)
	{
		PlanState *ps = lfirst(lc);

		for (;;)
		{
			TupleTableSlot *slot;

			ResetPerTupleExprContext(estate);
			slot = ExecProcNode(ps);
			if (TupIsNull(slot))
				break;
		}
	}
	if (queryDesc->totaltime)
		InstrStopNode(queryDesc->totaltime, 0);
	MemoryContextSwitchTo(caller);
	estate->es_finished = true;
}

/* Release everything, also after a run that was not finished. */
void
ExecutorEnd(QueryDesc *queryDesc)
{
	if (ExecutorEnd_hook)
		ExecutorEnd_hook(queryDesc);
	else
		standard_ExecutorEnd(queryDesc);
}

void
standard_ExecutorEnd(QueryDesc *queryDesc)
{
	EState *estate = queryDesc->estate;
	MemoryContext caller;
	ListCell *lc;

	Assert(estate != NULL);
	caller = MemoryContextSwitchTo(estate->es_query_cxt);
	ExecEndNode(queryDesc->planstate);
	foreach (lc, estate->es_subplanstates)
		ExecEndNode(lfirst(lc));
	ExecResetTupleTable(estate->es_tupleTable, false);
	ExecCloseResultRelations(estate);
	ExecCloseRangeTableRelations(estate);
	UnregisterSnapshot(estate->es_snapshot);
	UnregisterSnapshot(estate->es_crosscheck_snapshot);
	MemoryContextSwitchTo(caller);
	FreeExecutorState(estate);
	queryDesc->tupDesc = NULL;
	queryDesc->estate = NULL;
	queryDesc->planstate = NULL;
	queryDesc->totaltime = NULL;
}

/* Back to the first row, for SELECT cursors. */
void
ExecutorRewind(QueryDesc *queryDesc)
{
	MemoryContext caller = MemoryContextSwitchTo(queryDesc->estate->es_query_cxt);

	Assert(queryDesc->operation == CMD_SELECT);
	ExecReScan(queryDesc->planstate);
	MemoryContextSwitchTo(caller);
}

/* ---------------------------------------------------------------- permissions */

/* Are all columns of the set allowed with this right? */
static bool
check_columns(Oid relOid, Oid userid, Bitmapset *cols, AclMode right)
{
	int col = -1;

	if (bms_is_empty(cols))
		return pg_attribute_aclcheck_all(relOid, userid, right,
										 ACLMASK_ANY) == ACLCHECK_OK;
	while ((col = bms_next_member(cols, col)) >= 0)
	{
		AttrNumber attno = col + FirstLowInvalidHeapAttributeNumber;

		if (attno == InvalidAttrNumber)
		{
			/* a whole row needs all columns */
			if (right != ACL_SELECT ||
				pg_attribute_aclcheck_all(relOid, userid, right,
										  ACLMASK_ALL) != ACLCHECK_OK)
				return false;
		}
		else if (pg_attribute_aclcheck(relOid, attno, userid,
									   right) != ACLCHECK_OK)
			return false;
	}
	return true;
}

static bool
check_rte_perms(RangeTblEntry *rte)
{
	AclMode required = rte->requiredPerms;
	AclMode missing;
	Oid userid;

	if (rte->rtekind != RTE_RELATION || required == 0)
		return true;
	userid = OidIsValid(rte->checkAsUser) ? rte->checkAsUser : GetUserId();
	missing = required & ~pg_class_aclmask(rte->relid, userid, required, ACLMASK_ALL);
	if (missing == 0)
		return true;
	/* rights on columns may stand in for these three */
	if (missing & ~(ACL_SELECT | ACL_INSERT | ACL_UPDATE))
		return false;
	if ((missing & ACL_SELECT) &&
		!check_columns(rte->relid, userid, rte->selectedCols, ACL_SELECT))
		return false;
	if ((missing & ACL_INSERT) &&
		!check_columns(rte->relid, userid, rte->insertedCols, ACL_INSERT))
		return false;
	if ((missing & ACL_UPDATE) &&
		!check_columns(rte->relid, userid, rte->updatedCols, ACL_UPDATE))
		return false;
	return true;
}

/* Rights on all relations of the range table; false or an error if missing. */
bool
ExecCheckRTPerms(List *rangeTable, bool ereport_on_violation)
{
	ListCell *lc;

	foreach (lc, rangeTable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (check_rte_perms(rte))
			continue;
		if (ereport_on_violation)
			aclcheck_error(ACLCHECK_NO_PRIV,
						   get_relkind_objtype(get_rel_relkind(rte->relid)),
						   get_rel_name(rte->relid));
		return false;
	}
	if (ExecutorCheckPerms_hook)
		return ExecutorCheckPerms_hook(rangeTable, ereport_on_violation);
	return true;
}

/* In a read-only transaction only temporary tables may be written. */
static void
check_read_only(PlannedStmt *stmt)
{
	ListCell *lc;

	foreach (lc, stmt->rtable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (rte->rtekind != RTE_RELATION ||
			(rte->requiredPerms & ~ACL_SELECT) == 0 ||
			isTempNamespace(get_rel_namespace(rte->relid)))
			continue;
		PreventCommandIfReadOnly(CreateCommandName((Node *) stmt));
	}
	if (stmt->commandType != CMD_SELECT || stmt->hasModifyingCTE)
		PreventCommandIfParallelMode(CreateCommandName((Node *) stmt));
}

/* ---------------------------------------------------------------- start */

static void
init_rowmarks(EState *estate, PlannedStmt *stmt, bool open)
{
	ListCell *lc;

	if (stmt->rowMarks == NIL)
		return;
	estate->es_rowmarks = palloc0(estate->es_range_table_size *
								  sizeof(ExecRowMark *));
	foreach (lc, stmt->rowMarks)
	{
		PlanRowMark *rc = lfirst(lc);
		ExecRowMark *erm;
		RangeTblEntry *rte = exec_rt_fetch(rc->rti, estate);

		if (rc->isParent)
			continue;
		erm = palloc0(sizeof(ExecRowMark));
		if (open && rc->markType != ROW_MARK_COPY)
			erm->relation = ExecGetRangeTableRelation(estate, rc->rti);
		if (erm->relation &&
			RowMarkRequiresRowShareLock(rc->markType) &&
			erm->relation->rd_rel->relkind != RELKIND_RELATION)
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("cannot lock rows in relation \"%s\"",
							RelationGetRelationName(erm->relation))));
		erm->relid = rte->rtekind == RTE_RELATION ? rte->relid : InvalidOid;
		erm->rti = rc->rti;
		erm->prti = rc->prti;
		erm->rowmarkId = rc->rowmarkId;
		erm->markType = rc->markType;
		erm->strength = rc->strength;
		erm->waitPolicy = rc->waitPolicy;
		ItemPointerSetInvalid(&erm->curCtid);
		estate->es_rowmarks[rc->rti - 1] = erm;
	}
}

static void
init_plan(QueryDesc *queryDesc, int eflags)
{
	PlannedStmt *stmt = queryDesc->plannedstmt;
	EState *estate = queryDesc->estate;
	PlanState *planstate;
	ListCell *lc;
	int i = 1;

	ExecCheckRTPerms(stmt->rtable, true);
	ExecInitRangeTable(estate, stmt->rtable);
	estate->es_plannedstmt = stmt;
	init_rowmarks(estate, stmt, true);
	foreach (lc, stmt->subplans)
	{
		int sp_eflags = eflags & ~(EXEC_FLAG_REWIND | EXEC_FLAG_BACKWARD | EXEC_FLAG_MARK);

		if (bms_is_member(i++, stmt->rewindPlanIDs))
			sp_eflags |= EXEC_FLAG_REWIND;
		estate->es_subplanstates = lappend(estate->es_subplanstates,
										   ExecInitNode(lfirst(lc), estate,
														sp_eflags));
	}
	planstate = ExecInitNode(stmt->planTree, estate, eflags);
	queryDesc->tupDesc = ExecGetResultType(planstate);
	queryDesc->planstate = planstate;
	if (queryDesc->operation != CMD_SELECT)
		return;
	foreach (lc, planstate->plan->targetlist)
	{
		if (!lfirst_node(TargetEntry, lc)->resjunk)
			continue;
		estate->es_junkFilter =
			ExecInitJunkFilter(planstate->plan->targetlist,
							   ExecInitExtraTupleSlot(estate, NULL,
													  &TTSOpsVirtual));
		queryDesc->tupDesc = estate->es_junkFilter->jf_cleanTupType;
		break;
	}
}

/* Fill in a result relation that the caller has open and locked. */
void
InitResultRelInfo(ResultRelInfo *resultRelInfo, Relation resultRelationDesc,
				  Index resultRelationIndex,
				  ResultRelInfo *partition_root_rri, int instrument_options)
{
	MemSet(resultRelInfo, 0, sizeof(ResultRelInfo));
	resultRelInfo->type = T_ResultRelInfo;
	resultRelInfo->ri_RangeTableIndex = resultRelationIndex;
	resultRelInfo->ri_RelationDesc = resultRelationDesc;
	resultRelInfo->ri_RootResultRelInfo = partition_root_rri;
	resultRelInfo->ri_TrigDesc = resultRelationDesc->trigdesc;
}

static void
result_rel_error(Relation rel, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("cannot change %s \"%s\"", what,
					RelationGetRelationName(rel))));
}

/* Error unless rows of the relation can be written. */
void
CheckValidResultRel(ResultRelInfo *resultRelInfo, CmdType operation)
{
	Relation rel = resultRelInfo->ri_RelationDesc;

	switch (rel->rd_rel->relkind)
	{
		case RELKIND_RELATION:
			break;
		case RELKIND_PARTITIONED_TABLE:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("writing to partitioned tables is not supported yet")));
			break;
		case RELKIND_SEQUENCE:
			result_rel_error(rel, "sequence");
			break;
		case RELKIND_TOASTVALUE:
			result_rel_error(rel, "TOAST relation");
			break;
		case RELKIND_MATVIEW:
			result_rel_error(rel, "materialized view");
			break;
		case RELKIND_VIEW:
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("cannot change view \"%s\"",
							RelationGetRelationName(rel))));
			break;
		case RELKIND_FOREIGN_TABLE:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("foreign tables are not supported yet")));
			break;
		default:
			result_rel_error(rel, "relation");
	}
	if (rel->trigdesc != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("triggers are not supported yet"),
				 errdetail("Relation \"%s\" has triggers.",
						   RelationGetRelationName(rel))));
}

/* The result relation of the query with this OID (triggers would ask). */
ResultRelInfo *
ExecGetTriggerResultRel(EState *estate, Oid relid, ResultRelInfo *rootRelInfo)
{
	ListCell *lc;

	foreach (lc, estate->es_opened_result_relations)
	{
		ResultRelInfo *rri = lfirst(lc);

		if (RelationGetRelid(rri->ri_RelationDesc) == relid)
			return rri;
	}
	elog(ERROR, "relation %u is no result relation of the query", relid);
	return NULL;
}

/* ---------------------------------------------------------------- end */

void
ExecCloseResultRelations(EState *estate)
{
	ListCell *lc;

	foreach (lc, estate->es_opened_result_relations)
		ExecCloseIndices(lfirst(lc));
}

/* Locks stay until the end of the transaction. */
void
ExecCloseRangeTableRelations(EState *estate)
{
	for (Index i = 0; i < estate->es_range_table_size; i++)
		if (estate->es_relations[i])
			table_close(estate->es_relations[i], NoLock);
}

/* ---------------------------------------------------------------- run */

static void
execute_plan(QueryDesc *queryDesc, bool sendTuples, uint64 count,
			 ScanDirection direction, bool execute_once)
{
	EState *estate = queryDesc->estate;
	PlanState *planstate = queryDesc->planstate;
	DestReceiver *dest = queryDesc->dest;
	bool is_select = queryDesc->operation == CMD_SELECT;
	uint64 current = 0;

	estate->es_direction = direction;
	for (;;)
	{
		TupleTableSlot *slot;

		ResetPerTupleExprContext(estate);
		slot = ExecProcNode(planstate);
		if (TupIsNull(slot))
			break;
		if (estate->es_junkFilter)
			slot = ExecFilterJunk(estate->es_junkFilter, slot);
		if (sendTuples && !dest->receiveSlot(slot, dest))
			break;
		if (is_select)
			estate->es_processed++;
		if (count != 0 && ++current == count)
			break;
	}
	if (!(estate->es_top_eflags & EXEC_FLAG_BACKWARD))
		ExecShutdownNode(planstate);
}

/* ---------------------------------------------------------------- constraints */

/* The columns the user may see of a failing row, as "(1, abc, null)". */
char *
ExecBuildSlotValueDescription(Oid reloid, TupleTableSlot *slot,
							  TupleDesc tupdesc, Bitmapset *modifiedCols,
							  int maxfieldlen)
{
	StringInfoData buf;
	StringInfoData names;
	bool table_perm = pg_class_aclcheck(reloid, GetUserId(),
										ACL_SELECT) == ACLCHECK_OK;
	bool any = table_perm;
	int nshown = 0;

	initStringInfo(&buf);
	initStringInfo(&names);
	appendStringInfoChar(&names, '(');
	slot_getallattrs(slot);
	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(tupdesc, i);
		char *val;
		int vallen;

		if (att->attisdropped)
			continue;
		if (!table_perm)
		{
			if (pg_attribute_aclcheck(reloid, att->attnum, GetUserId(),
									  ACL_SELECT) != ACLCHECK_OK &&
				!bms_is_member(att->attnum - FirstLowInvalidHeapAttributeNumber,
							   modifiedCols))
				continue;
			any = true;
			if (nshown)
				appendStringInfoString(&names, ", ");
			appendStringInfoString(&names, NameStr(att->attname));
		}
		if (slot->tts_isnull[i])
			val = "null";
		else
		{
			Oid outfunc;
			bool varlena;

			getTypeOutputInfo(att->atttypid, &outfunc, &varlena);
			val = OidOutputFunctionCall(outfunc, slot->tts_values[i]);
		}
		appendStringInfoString(&buf, nshown ? ", " : "(");
		vallen = strlen(val);
		if (vallen <= maxfieldlen)
			appendBinaryStringInfo(&buf, val, vallen);
		else
		{
			vallen = pg_mbcliplen(val, vallen, maxfieldlen);
			appendBinaryStringInfo(&buf, val, vallen);
			appendStringInfoString(&buf, "...");
		}
		nshown++;
	}
	if (!any)
		return NULL;
	if (nshown == 0)
		appendStringInfoChar(&buf, '(');
	appendStringInfoChar(&buf, ')');
	if (!table_perm)
	{
		appendStringInfo(&names, ") = %s", buf.data);
		return names.data;
	}
	return buf.data;
}

static char *
describe_row(ResultRelInfo *rri, TupleTableSlot *slot, EState *estate)
{
	return ExecBuildSlotValueDescription(RelationGetRelid(rri->ri_RelationDesc),
										 slot,
										 RelationGetDescr(rri->ri_RelationDesc),
										 bms_union(ExecGetInsertedCols(rri, estate),
												   ExecGetUpdatedCols(rri, estate)),
										 64);
}

/* Name of the first violated CHECK constraint, or NULL. */
static const char *
failed_check(ResultRelInfo *rri, TupleTableSlot *slot, EState *estate)
{
	Relation rel = rri->ri_RelationDesc;
	TupleConstr *constr = RelationGetDescr(rel)->constr;
	ExprContext *econtext;

	if (rri->ri_ConstraintExprs == NULL)
	{
		MemoryContext caller = MemoryContextSwitchTo(estate->es_query_cxt);

		rri->ri_ConstraintExprs = palloc(constr->num_check *
										 sizeof(ExprState *));
		for (int i = 0; i < constr->num_check; i++)
			rri->ri_ConstraintExprs[i] =
				ExecPrepareExpr(stringToNode(constr->check[i].ccbin), estate);
		MemoryContextSwitchTo(caller);
	}
	econtext = GetPerTupleExprContext(estate);
	econtext->ecxt_scantuple = slot;
	for (int i = 0; i < constr->num_check; i++)
		if (!ExecCheck(rri->ri_ConstraintExprs[i], econtext))
			return constr->check[i].ccname;
	return NULL;
}

/* Error if the new row breaks a NOT NULL or CHECK constraint. */
void
ExecConstraints(ResultRelInfo *resultRelInfo, TupleTableSlot *slot,
				EState *estate)
{
	Relation rel = resultRelInfo->ri_RelationDesc;
	TupleDesc desc = RelationGetDescr(rel);
	TupleConstr *constr = desc->constr;
	const char *failed;
	char *val_desc;

	Assert(constr);
	if (constr->has_not_null)
	{
		slot_getallattrs(slot);
		for (int i = 0; i < desc->natts; i++)
		{
			Form_pg_attribute att = TupleDescAttr(desc, i);

			if (!att->attnotnull || !slot->tts_isnull[i])
				continue;
			val_desc = describe_row(resultRelInfo, slot, estate);
			ereport(ERROR,
					(errcode(ERRCODE_NOT_NULL_VIOLATION),
					 errmsg("null value in column \"%s\" of relation \"%s\" violates not-null constraint",
							NameStr(att->attname),
							RelationGetRelationName(rel)),
					 val_desc ? errdetail("Failing row contains %s.", val_desc) : 0,
					 errtablecol(rel, i + 1)));
		}
	}
	if (constr->num_check > 0 &&
		(failed = failed_check(resultRelInfo, slot, estate)) != NULL)
	{
		val_desc = describe_row(resultRelInfo, slot, estate);
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("new row for relation \"%s\" violates check constraint \"%s\"",
						RelationGetRelationName(rel), failed),
				 val_desc ? errdetail("Failing row contains %s.", val_desc) : 0,
				 errtableconstraint(rel, failed)));
	}
}

/* Does the new row fit the partition?  Without partitions: yes. */
bool
ExecPartitionCheck(ResultRelInfo *resultRelInfo, TupleTableSlot *slot,
				   EState *estate, bool emitError)
{
	return true;
}

/* Conditions of views WITH CHECK OPTION: kind is a WCOKind. */
void
ExecWithCheckOptions(int kind, ResultRelInfo *resultRelInfo,
					 TupleTableSlot *slot, EState *estate)
{
	ExprContext *econtext = GetPerTupleExprContext(estate);
	ListCell *l1;
	ListCell *l2;

	econtext->ecxt_scantuple = slot;
	forboth (l1, resultRelInfo->ri_WithCheckOptions,
			 l2, resultRelInfo->ri_WithCheckOptionExprs)
	{
		WithCheckOption *wco = lfirst(l1);

		if ((int) wco->kind != kind || ExecQual(lfirst(l2), econtext))
			continue;
		if (wco->kind == WCO_VIEW_CHECK)
		{
			char *val_desc = describe_row(resultRelInfo, slot, estate);

			ereport(ERROR,
					(errcode(ERRCODE_WITH_CHECK_OPTION_VIOLATION),
					 errmsg("new row violates check option for view \"%s\"",
							wco->relname),
					 val_desc ? errdetail("Failing row contains %s.",
										  val_desc)
							  : 0));
		}
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("new row violates row-level security policy for table \"%s\"",
						wco->relname)));
	}
}

/* An update that leaves key columns alone needs the weaker row lock. */
LockTupleMode
ExecUpdateLockMode(EState *estate, ResultRelInfo *relinfo)
{
	Bitmapset *keyCols =
		RelationGetIndexAttrBitmap(relinfo->ri_RelationDesc,
								   INDEX_ATTR_BITMAP_KEY);

	if (bms_overlap(keyCols, ExecGetAllUpdatedCols(relinfo, estate)))
		return LockTupleExclusive;
	return LockTupleNoKeyExclusive;
}

/* ---------------------------------------------------------------- row marks */

ExecRowMark *
ExecFindRowMark(EState *estate, Index rti, bool missing_ok)
{
	ExecRowMark *erm = NULL;

	if (rti > 0 && rti <= estate->es_range_table_size && estate->es_rowmarks)
		erm = estate->es_rowmarks[rti - 1];
	if (erm == NULL && !missing_ok)
		elog(ERROR, "failed to find ExecRowMark for rangetable index %u", rti);
	return erm;
}

static AttrNumber
need_junk(List *targetlist, const char *prefix, Index id)
{
	char name[32];
	AttrNumber attno;

	snprintf(name, sizeof(name), "%s%u", prefix, id);
	attno = ExecFindJunkAttributeInTlist(targetlist, name);
	if (!AttributeNumberIsValid(attno))
		elog(ERROR, "could not find junk %s column", name);
	return attno;
}

/* Where the plan's rows carry the identity of this row mark's row. */
ExecAuxRowMark *
ExecBuildAuxRowMark(ExecRowMark *erm, List *targetlist)
{
	ExecAuxRowMark *aerm = palloc0(sizeof(ExecAuxRowMark));

	aerm->rowmark = erm;
	if (erm->markType != ROW_MARK_COPY)
	{
		aerm->ctidAttNo = need_junk(targetlist, "ctid", erm->rowmarkId);
		if (erm->rti != erm->prti)
			aerm->toidAttNo = need_junk(targetlist, "tableoid",
										erm->rowmarkId);
	}
	else
		aerm->wholeAttNo = need_junk(targetlist, "wholerow", erm->rowmarkId);
	return aerm;
}

/* ---------------------------------------------------------------- EvalPlanQual */

/*
 * Row testslot of relation rti (already locked, in the slot made by
 * EvalPlanQualSlot) replaces the row that the plan found: run the plan for it
 * alone.  Returns the plan's row, or an empty slot if it does not qualify.
 */
TupleTableSlot *
EvalPlanQual(EPQState *epqstate, Relation relation, Index rti,
			 TupleTableSlot *inputslot)
{
	TupleTableSlot *slot;
	TupleTableSlot *testslot;

	EvalPlanQualBegin(epqstate);
	testslot = EvalPlanQualSlot(epqstate, relation, rti);
	if (testslot != inputslot)
		ExecCopySlot(testslot, inputslot);
	epqstate->relsubs_done[rti - 1] = false;
	slot = EvalPlanQualNext(epqstate);
	if (!TupIsNull(slot))
		ExecMaterializeSlot(slot);
	/* the caller may have the test row in use no more */
	ExecClearTuple(testslot);
	return slot;
}

/* subplan may be set later by EvalPlanQualSetPlan. */
void
EvalPlanQualInit(EPQState *epqstate, EState *parentestate, Plan *subplan,
				 List *auxrowmarks, int epqParam)
{
	Index rtsize = parentestate->es_range_table_size;

	memset(epqstate, 0, sizeof(*epqstate));
	epqstate->parentestate = parentestate;
	epqstate->epqParam = epqParam;
	epqstate->relsubs_slot = palloc0(Max(rtsize, 1) * sizeof(TupleTableSlot *));
	epqstate->plan = subplan;
	epqstate->arowMarks = auxrowmarks;
}

void
EvalPlanQualSetPlan(EPQState *epqstate, Plan *subplan, List *auxrowmarks)
{
	EvalPlanQualEnd(epqstate);
	epqstate->plan = subplan;
	epqstate->arowMarks = auxrowmarks;
}

/* The slot for the test row of a relation (or of a row mark without one). */
TupleTableSlot *
EvalPlanQualSlot(EPQState *epqstate, Relation relation, Index rti)
{
	TupleTableSlot **slot = &epqstate->relsubs_slot[rti - 1];

	if (*slot == NULL)
	{
		MemoryContext caller =
			MemoryContextSwitchTo(epqstate->parentestate->es_query_cxt);

		if (relation)
			*slot = table_slot_create(relation, &epqstate->tuple_table);
		else
			*slot = ExecAllocTableSlot(&epqstate->tuple_table,
									   epqstate->origslot->tts_tupleDescriptor,
									   &TTSOpsVirtual);
		MemoryContextSwitchTo(caller);
	}
	return *slot;
}

/* Fetch the same row version as before, for a relation that is only read. */
bool
EvalPlanQualFetchRowMark(EPQState *epqstate, Index rti, TupleTableSlot *slot)
{
	ExecAuxRowMark *earm = epqstate->relsubs_rowmark[rti - 1];
	ExecRowMark *erm = earm->rowmark;
	Datum datum;
	bool isNull;

	if (erm->markType == ROW_MARK_COPY)
	{
		datum = ExecGetJunkAttribute(epqstate->origslot, earm->wholeAttNo,
									 &isNull);
		if (isNull)
			return false;
		ExecStoreHeapTupleDatum(datum, slot);
		return true;
	}
	datum = ExecGetJunkAttribute(epqstate->origslot, earm->ctidAttNo, &isNull);
	if (isNull)
		return false;
	if (!table_tuple_fetch_row_version(erm->relation,
									   (ItemPointer) DatumGetPointer(datum),
									   SnapshotAny, slot))
		elog(ERROR, "failed to fetch tuple for EvalPlanQual recheck");
	return true;
}

TupleTableSlot *
EvalPlanQualNext(EPQState *epqstate)
{
	MemoryContext caller =
		MemoryContextSwitchTo(epqstate->recheckestate->es_query_cxt);
	TupleTableSlot *slot = ExecProcNode(epqstate->recheckplanstate);

	MemoryContextSwitchTo(caller);
	return slot;
}

/* Make the recheck tree, or reset it for the next row. */
void
EvalPlanQualBegin(EPQState *epqstate)
{
	EState *parent = epqstate->parentestate;
	EState *recheck = epqstate->recheckestate;
	PlanState *rcplanstate = epqstate->recheckplanstate;
	int nparams = list_length(parent->es_plannedstmt->paramExecTypes);

	if (recheck == NULL)
	{
		epq_start(epqstate, epqstate->plan);
		return;
	}
	memset(epqstate->relsubs_done, 0,
		   Max(parent->es_range_table_size, 1) * sizeof(bool));
	/* values of initplans may have changed since */
	if (nparams > 0)
	{
		if (parent->es_plannedstmt->planTree->extParam)
			ExecSetParamPlanMulti(rcplanstate->plan->extParam,
								  GetPerTupleExprContext(parent));
		for (int i = 0; i < nparams; i++)
		{
			recheck->es_param_exec_vals[i].value =
				parent->es_param_exec_vals[i].value;
			recheck->es_param_exec_vals[i].isnull =
				parent->es_param_exec_vals[i].isnull;
		}
	}
	rcplanstate->chgParam = bms_add_member(rcplanstate->chgParam,
										   epqstate->epqParam);
}

/* A second state tree over the same plan, with the parent's parameters. */
static void
epq_start(EPQState *epqstate, Plan *planTree)
{
	EState *parent = epqstate->parentestate;
	Index rtsize = Max(parent->es_range_table_size, 1);
	EState *rc = CreateExecutorState();
	MemoryContext caller = MemoryContextSwitchTo(rc->es_query_cxt);
	int nparams = list_length(parent->es_plannedstmt->paramExecTypes);
	ListCell *lc;

	epqstate->recheckestate = rc;
	rc->es_direction = ForwardScanDirection;
	rc->es_snapshot = parent->es_snapshot;
	rc->es_crosscheck_snapshot = parent->es_crosscheck_snapshot;
	rc->es_range_table = parent->es_range_table;
	rc->es_range_table_size = parent->es_range_table_size;
	rc->es_relations = parent->es_relations;
	rc->es_rowmarks = parent->es_rowmarks;
	rc->es_plannedstmt = parent->es_plannedstmt;
	rc->es_junkFilter = parent->es_junkFilter;
	rc->es_output_cid = parent->es_output_cid;
	rc->es_queryEnv = parent->es_queryEnv;
	rc->es_param_list_info = parent->es_param_list_info;
	rc->es_top_eflags = parent->es_top_eflags;
	rc->es_epq_active = epqstate;
	if (nparams > 0)
	{
		if (planTree->extParam)
			ExecSetParamPlanMulti(planTree->extParam,
								  GetPerTupleExprContext(parent));
		rc->es_param_exec_vals = palloc0(nparams * sizeof(ParamExecData));
		for (int i = 0; i < nparams; i++)
		{
			rc->es_param_exec_vals[i].value =
				parent->es_param_exec_vals[i].value;
			rc->es_param_exec_vals[i].isnull =
				parent->es_param_exec_vals[i].isnull;
		}
	}
	/* sub-selects are run here too, but nothing is written twice */
	foreach (lc, parent->es_plannedstmt->subplans)
	{
		Plan *subplan = lfirst(lc);

		rc->es_subplanstates = lappend(rc->es_subplanstates,
									   ExecInitNode(subplan, rc, 0));
	}
	epqstate->relsubs_rowmark = palloc0(rtsize * sizeof(ExecAuxRowMark *));
	foreach (lc, epqstate->arowMarks)
	{
		ExecAuxRowMark *earm = lfirst(lc);

		epqstate->relsubs_rowmark[earm->rowmark->rti - 1] = earm;
	}
	epqstate->relsubs_done = palloc0(rtsize * sizeof(bool));
	epqstate->recheckplanstate = ExecInitNode(planTree, rc, 0);
	MemoryContextSwitchTo(caller);
}

/* Drop the recheck tree; the EPQState can be used again. */
void
EvalPlanQualEnd(EPQState *epqstate)
{
	EState *estate = epqstate->recheckestate;
	Index rtsize = epqstate->parentestate->es_range_table_size;
	MemoryContext caller;
	ListCell *lc;

	if (epqstate->tuple_table != NIL)
	{
		memset(epqstate->relsubs_slot, 0, rtsize * sizeof(TupleTableSlot *));
		ExecResetTupleTable(epqstate->tuple_table, true);
		epqstate->tuple_table = NIL;
	}
	if (estate == NULL)
		return;
	caller = MemoryContextSwitchTo(estate->es_query_cxt);
	ExecEndNode(epqstate->recheckplanstate);
	foreach (lc, estate->es_subplanstates)
		ExecEndNode(lfirst(lc));
	ExecResetTupleTable(estate->es_tupleTable, false);
	ExecCloseResultRelations(estate);
	MemoryContextSwitchTo(caller);
	FreeExecutorState(estate);
	epqstate->origslot = NULL;
	epqstate->recheckestate = NULL;
	epqstate->recheckplanstate = NULL;
	epqstate->relsubs_rowmark = NULL;
	epqstate->relsubs_done = NULL;
	epqstate->relsubs_blocked = NULL;
}
