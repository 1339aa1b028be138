/*
 * execUtils.c
 *		The executor's shared state: EState, expression contexts, relations.
 *
 * An EState owns the query's memory context; freeing it frees all state.
 * Relations of the range table are opened on first use and closed at the end;
 * their locks were taken before.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execUtils.c
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "mb/pg_wchar.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/typcache.h"

/* ---------------------------------------------------------------- EState */

/* An empty EState in a new child of the current memory context. */
EState *
CreateExecutorState(void)
{
	MemoryContext qcontext = AllocSetContextCreate(CurrentMemoryContext,
												   "ExecutorState",
												   ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(qcontext);
	EState *estate = makeNode(EState);

	estate->es_query_cxt = qcontext;
	estate->es_direction = ForwardScanDirection;
	estate->es_snapshot = InvalidSnapshot;
	estate->es_crosscheck_snapshot = InvalidSnapshot;
	MemoryContextSwitchTo(caller);
	return estate;
}

/* Shut down its expression contexts and free all of its memory. */
void
FreeExecutorState(EState *estate)
{
	while (estate->es_exprcontexts)
		FreeExprContext(linitial(estate->es_exprcontexts), true);
	MemoryContextDelete(estate->es_query_cxt);
}

/* ---------------------------------------------------------------- ExprContext */

static ExprContext *
make_context(EState *estate, MemoryContext per_query, Size initsize,
			 Size maxsize)
{
	MemoryContext caller = MemoryContextSwitchTo(per_query);
	ExprContext *econtext = makeNode(ExprContext);

	econtext->ecxt_per_query_memory = per_query;
	econtext->ecxt_per_tuple_memory =
		AllocSetContextCreate(per_query, "ExprContext", 0, initsize, maxsize);
	econtext->caseValue_isNull = true;
	econtext->domainValue_isNull = true;
	econtext->ecxt_estate = estate;
	if (estate)
	{
		econtext->ecxt_param_exec_vals = estate->es_param_exec_vals;
		econtext->ecxt_param_list_info = estate->es_param_list_info;
		estate->es_exprcontexts = lcons(econtext, estate->es_exprcontexts);
	}
	MemoryContextSwitchTo(caller);
	return econtext;
}

ExprContext *
CreateExprContext(EState *estate)
{
	return make_context(estate, estate->es_query_cxt,
						ALLOCSET_DEFAULT_INITSIZE, ALLOCSET_DEFAULT_MAXSIZE);
}

/* The same with blocks no larger than suits a work_mem budget. */
ExprContext *
CreateWorkExprContext(EState *estate)
{
	Size maxsize = ALLOCSET_DEFAULT_MAXSIZE;

	while (maxsize > ALLOCSET_DEFAULT_INITSIZE &&
		   16 * maxsize > work_mem * (Size) 1024)
		maxsize >>= 1;
	return make_context(estate, estate->es_query_cxt,
						ALLOCSET_DEFAULT_INITSIZE, maxsize);
}

ExprContext *
CreateStandaloneExprContext(void)
{
	return make_context(NULL, CurrentMemoryContext, ALLOCSET_DEFAULT_INITSIZE,
						ALLOCSET_DEFAULT_MAXSIZE);
}

/* Call the callbacks, last registered first (not after an error). */
static void
shutdown_context(ExprContext *econtext, bool isCommit)
{
	MemoryContext caller;
	ExprContext_CB *cb;

	if (econtext->ecxt_callbacks == NULL)
		return;
	caller = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	while ((cb = econtext->ecxt_callbacks) != NULL)
	{
		econtext->ecxt_callbacks = cb->next;
		if (isCommit)
			cb->function(cb->arg);
		pfree(cb);
	}
	MemoryContextSwitchTo(caller);
}

void
FreeExprContext(ExprContext *econtext, bool isCommit)
{
	EState *estate = econtext->ecxt_estate;

	shutdown_context(econtext, isCommit);
	MemoryContextDelete(econtext->ecxt_per_tuple_memory);
	if (estate)
		estate->es_exprcontexts = list_delete_ptr(estate->es_exprcontexts,
												  econtext);
	pfree(econtext);
}

/* A new scan begins: run callbacks, forget per-tuple results. */
void
ReScanExprContext(ExprContext *econtext)
{
	shutdown_context(econtext, true);
	MemoryContextReset(econtext->ecxt_per_tuple_memory);
}

ExprContext *
MakePerTupleExprContext(EState *estate)
{
	if (estate->es_per_tuple_exprcontext == NULL)
		estate->es_per_tuple_exprcontext = CreateExprContext(estate);
	return estate->es_per_tuple_exprcontext;
}

/* function(arg) is called when the context is rescanned or freed. */
void
RegisterExprContextCallback(ExprContext *econtext,
							ExprContextCallbackFunction function, Datum arg)
{
	ExprContext_CB *cb = MemoryContextAlloc(econtext->ecxt_per_query_memory,
											sizeof(ExprContext_CB));

	cb->function = function;
	cb->arg = arg;
	cb->next = econtext->ecxt_callbacks;
	econtext->ecxt_callbacks = cb;
}

void
UnregisterExprContextCallback(ExprContext *econtext,
							  ExprContextCallbackFunction function, Datum arg)
{
	ExprContext_CB **link = &econtext->ecxt_callbacks;

	while (*link)
	{
		ExprContext_CB *cb = *link;

		if (cb->function == function && cb->arg == arg)
		{
			*link = cb->next;
			pfree(cb);
		}
		else
			link = &cb->next;
	}
}

/* ---------------------------------------------------------------- helpers of plan nodes */

void
ExecAssignExprContext(EState *estate, PlanState *planstate)
{
	planstate->ps_ExprContext = CreateExprContext(estate);
}

TupleDesc
ExecGetResultType(PlanState *planstate)
{
	return planstate->ps_ResultTupleDesc;
}

/* The kind of slot the node returns; *isfixed if it is always that kind. */
const TupleTableSlotOps *
ExecGetResultSlotOps(PlanState *planstate, bool *isfixed)
{
	if (planstate->resultopsset && planstate->resultops)
	{
		if (isfixed)
			*isfixed = planstate->resultopsfixed;
		return planstate->resultops;
	}
	if (isfixed)
		*isfixed = planstate->ps_ResultTupleSlot &&
			TTS_FIXED(planstate->ps_ResultTupleSlot);
	return planstate->ps_ResultTupleSlot ? planstate->ps_ResultTupleSlot->tts_ops : &TTSOpsVirtual;
}

void
ExecAssignProjectionInfo(PlanState *planstate, TupleDesc inputDesc)
{
	planstate->ps_ProjInfo =
		ExecBuildProjectionInfo(planstate->plan->targetlist,
								planstate->ps_ExprContext,
								planstate->ps_ResultTupleSlot, planstate,
								inputDesc);
}

/* Is the target list exactly the columns of the input, in order? */
static bool
tlist_is_input(List *tlist, int varno, TupleDesc desc)
{
	int attno = 0;
	ListCell *lc;

	foreach (lc, tlist)
	{
		Var *var = (Var *) ((TargetEntry *) lfirst(lc))->expr;
		Form_pg_attribute att;

		if (attno >= desc->natts || !IsA(var, Var) || var->varno != varno ||
			var->varattno != attno + 1)
			return false;
		att = TupleDescAttr(desc, attno++);
		if (att->attisdropped || att->atthasmissing ||
			var->vartype != att->atttypid ||
			(var->vartypmod != att->atttypmod && var->vartypmod != -1))
			return false;
	}
	return attno == desc->natts;
}

/* A projection only if the target list is not just the input row. */
void
ExecConditionalAssignProjectionInfo(PlanState *planstate, TupleDesc inputDesc,
									int varno)
{
	if (tlist_is_input(planstate->plan->targetlist, varno, inputDesc))
	{
		planstate->ps_ProjInfo = NULL;
		planstate->resultopsset = planstate->scanopsset;
		planstate->resultopsfixed = planstate->scanopsfixed;
		planstate->resultops = planstate->scanops;
		return;
	}
	if (planstate->ps_ResultTupleSlot == NULL)
		ExecInitResultSlot(planstate, &TTSOpsVirtual);
	ExecAssignProjectionInfo(planstate, inputDesc);
}

/* Detach the node's context; FreeExecutorState frees it. */
void
ExecFreeExprContext(PlanState *planstate)
{
	planstate->ps_ExprContext = NULL;
}

void
ExecAssignScanType(ScanState *scanstate, TupleDesc tupDesc)
{
	ExecSetSlotDescriptor(scanstate->ss_ScanTupleSlot, tupDesc);
}

void
ExecCreateScanSlotFromOuterPlan(EState *estate, ScanState *scanstate,
								const TupleTableSlotOps *tts_ops)
{
	ExecInitScanTupleSlot(estate, scanstate,
						  ExecGetResultType(outerPlanState(scanstate)),
						  tts_ops);
}

/* ---------------------------------------------------------------- relations */

bool
ExecRelationIsTargetRelation(EState *estate, Index scanrelid)
{
	return list_member_int(estate->es_plannedstmt->resultRelations, scanrelid);
}

/* Open a relation to scan; it must be populated unless only explained. */
Relation
ExecOpenScanRelation(EState *estate, Index scanrelid, int eflags)
{
	Relation rel = ExecGetRangeTableRelation(estate, scanrelid);

	if ((eflags & (EXEC_FLAG_EXPLAIN_ONLY | EXEC_FLAG_WITH_NO_DATA)) == 0 &&
		!RelationIsScannable(rel))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("materialized view \"%s\" has not been populated",
						RelationGetRelationName(rel)),
				 errhint("Use the REFRESH MATERIALIZED VIEW command.")));
	return rel;
}

void
ExecInitRangeTable(EState *estate, List *rangeTable)
{
	estate->es_range_table = rangeTable;
	estate->es_range_table_size = list_length(rangeTable);
	estate->es_relations = palloc0(Max(estate->es_range_table_size, 1) *
								   sizeof(Relation));
	estate->es_result_relations = NULL;
	estate->es_rowmarks = NULL;
}

/* The relation of a range table entry; parser or plan cache hold its lock. */
Relation
ExecGetRangeTableRelation(EState *estate, Index rti)
{
	Relation rel = estate->es_relations[rti - 1];

	if (rel == NULL)
	{
		RangeTblEntry *rte = exec_rt_fetch(rti, estate);

		Assert(rte->rtekind == RTE_RELATION);
		rel = table_open(rte->relid, NoLock);
		Assert(rte->rellockmode == AccessShareLock ||
			   CheckRelationLockedByMe(rel, rte->rellockmode, false));
		estate->es_relations[rti - 1] = rel;
	}
	return rel;
}

void
ExecInitResultRelation(EState *estate, ResultRelInfo *resultRelInfo, Index rti)
{
	Relation rel = ExecGetRangeTableRelation(estate, rti);

	InitResultRelInfo(resultRelInfo, rel, rti, NULL, estate->es_instrument);
	if (estate->es_result_relations == NULL)
		estate->es_result_relations =
			palloc0(estate->es_range_table_size * sizeof(ResultRelInfo *));
	estate->es_result_relations[rti - 1] = resultRelInfo;
	estate->es_opened_result_relations =
		lappend(estate->es_opened_result_relations, resultRelInfo);
}

/* Note that these parameters changed, as far as the node depends on them. */
void
UpdateChangedParamSet(PlanState *node, Bitmapset *newchg)
{
	Bitmapset *parmset = bms_intersect(node->plan->allParam, newchg);

	node->chgParam = bms_join(node->chgParam, parmset);
}

/* errposition() for a parse location, if the query text is known. */
bool
executor_errposition(EState *estate, int location)
{
	if (location < 0 || estate == NULL || estate->es_sourceText == NULL)
		return 0;
	errposition(pg_mbstrlen_with_len(estate->es_sourceText, location) + 1);
	return 0;
}

int
ExecTargetListLength(List *targetlist)
{
	return list_length(targetlist);
}

int
ExecCleanTargetListLength(List *targetlist)
{
	int len = 0;
	ListCell *lc;

	foreach (lc, targetlist)
		if (!((TargetEntry *) lfirst(lc))->resjunk)
			len++;
	return len;
}

/* ---------------------------------------------------------------- fields of composite values */

/* Column attrno of a composite value; NULL tuple gives NULL. */
Datum
GetAttributeByNum(HeapTupleHeader tuple, AttrNumber attrno, bool *isNull)
{
	TupleDesc desc;
	HeapTupleData tmp = {0};
	Datum result;

	*isNull = true;
	if (tuple == NULL)
		return (Datum) 0;
	desc = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(tuple),
								  HeapTupleHeaderGetTypMod(tuple));
	tmp.t_len = HeapTupleHeaderGetDatumLength(tuple);
	tmp.t_data = tuple;
	result = heap_getattr(&tmp, attrno, desc, isNull);
	ReleaseTupleDesc(desc);
	return result;
}

Datum
GetAttributeByName(HeapTupleHeader tuple, const char *attname, bool *isNull)
{
	TupleDesc desc;
	AttrNumber attrno = InvalidAttrNumber;

	*isNull = true;
	if (tuple == NULL)
		return (Datum) 0;
	desc = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(tuple),
								  HeapTupleHeaderGetTypMod(tuple));
	for (int i = 0; i < desc->natts; i++)
		if (namestrcmp(&TupleDescAttr(desc, i)->attname, attname) == 0)
			attrno = TupleDescAttr(desc, i)->attnum;
	ReleaseTupleDesc(desc);
	if (attrno == InvalidAttrNumber)
		elog(ERROR, "attribute \"%s\" does not exist", attname);
	return GetAttributeByNum(tuple, attrno, isNull);
}

/* ---------------------------------------------------------------- columns written */

Bitmapset *
ExecGetInsertedCols(ResultRelInfo *relinfo, EState *estate)
{
	if (relinfo->ri_RangeTableIndex == 0)
		return NULL;
	return exec_rt_fetch(relinfo->ri_RangeTableIndex, estate)->insertedCols;
}

Bitmapset *
ExecGetUpdatedCols(ResultRelInfo *relinfo, EState *estate)
{
	if (relinfo->ri_RangeTableIndex == 0)
		return NULL;
	return exec_rt_fetch(relinfo->ri_RangeTableIndex, estate)->updatedCols;
}

/* With the generated columns that follow from them. */
Bitmapset *
ExecGetAllUpdatedCols(ResultRelInfo *relinfo, EState *estate)
{
	Bitmapset *cols = ExecGetUpdatedCols(relinfo, estate);

	return relinfo->ri_extraUpdatedCols ? bms_union(cols, relinfo->ri_extraUpdatedCols) : cols;
}
