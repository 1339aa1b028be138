/*
 * executor.h
 *		The executor's interface.
 *
 * How plans are started, run and ended, and the helpers that plan nodes, commands and functions share.  Grouped by the file that defines them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/executor.h
 */
#ifndef EXECUTOR_H
#define EXECUTOR_H

#include "executor/execdesc.h"
#include "fmgr.h"
#include "nodes/lockoptions.h"
#include "nodes/parsenodes.h"
#include "utils/memutils.h"

struct Path;

/* eflags of ExecutorStart and ExecInitNode */
#define EXEC_FLAG_EXPLAIN_ONLY 0x0001 /* the plan will not be run */
#define EXEC_FLAG_REWIND 0x0002 /* rescans without new parameters come */
#define EXEC_FLAG_BACKWARD 0x0004 /* backward scans come */
#define EXEC_FLAG_MARK 0x0008 /* mark and restore come */
#define EXEC_FLAG_SKIP_TRIGGERS 0x0010
#define EXEC_FLAG_WITH_NO_DATA 0x0020

typedef void (*ExecutorStart_hook_type)(QueryDesc *queryDesc, int eflags);
typedef void (*ExecutorRun_hook_type)(QueryDesc *queryDesc,
									  ScanDirection direction, uint64 count,
									  bool execute_once);
typedef void (*ExecutorFinish_hook_type)(QueryDesc *queryDesc);
typedef void (*ExecutorEnd_hook_type)(QueryDesc *queryDesc);
typedef bool (*ExecutorCheckPerms_hook_type)(List *rangeTabls, bool abort);

extern PGDLLIMPORT ExecutorCheckPerms_hook_type ExecutorCheckPerms_hook;
extern PGDLLIMPORT ExecutorEnd_hook_type ExecutorEnd_hook;
extern PGDLLIMPORT ExecutorFinish_hook_type ExecutorFinish_hook;
extern PGDLLIMPORT ExecutorRun_hook_type ExecutorRun_hook;
extern PGDLLIMPORT ExecutorStart_hook_type ExecutorStart_hook;

/* ---------------------------------------------------------------- execMain.c */
extern void CheckValidResultRel(ResultRelInfo *resultRelInfo,
								CmdType operation);
extern ExecAuxRowMark *ExecBuildAuxRowMark(ExecRowMark *erm, List *targetlist);
extern char *ExecBuildSlotValueDescription(Oid reloid, TupleTableSlot *slot,
										   TupleDesc tupdesc,
										   Bitmapset *modifiedCols,
										   int maxfieldlen);
extern bool ExecCheckRTPerms(List *rangeTable, bool ereport_on_violation);
extern void ExecCloseRangeTableRelations(EState *estate);
extern void ExecCloseResultRelations(EState *estate);
extern void ExecComputeStoredGenerated(ResultRelInfo *resultRelInfo,
									   EState *estate, TupleTableSlot *slot,
									   CmdType cmdtype);
extern void ExecConstraints(ResultRelInfo *resultRelInfo, TupleTableSlot *slot,
							EState *estate);
extern ExecRowMark *ExecFindRowMark(EState *estate, Index rti,
									bool missing_ok);
extern ResultRelInfo *ExecGetTriggerResultRel(EState *estate, Oid relid,
											  ResultRelInfo *rootRelInfo);
extern bool ExecPartitionCheck(ResultRelInfo *resultRelInfo,
							   TupleTableSlot *slot, EState *estate,
							   bool emitError);
extern LockTupleMode ExecUpdateLockMode(EState *estate,
										ResultRelInfo *relinfo);
extern void executor_register(void);
extern void ExecutorEnd(QueryDesc *queryDesc);
extern void ExecutorFinish(QueryDesc *queryDesc);
extern void ExecutorRewind(QueryDesc *queryDesc);
extern void ExecutorRun(QueryDesc *queryDesc, ScanDirection direction,
						uint64 count, bool execute_once);
extern void ExecutorStart(QueryDesc *queryDesc, int eflags);
extern void ExecWithCheckOptions(int kind, ResultRelInfo *resultRelInfo,
								 TupleTableSlot *slot, EState *estate);
extern void InitResultRelInfo(ResultRelInfo *resultRelInfo,
							  Relation resultRelationDesc,
							  Index resultRelationIndex,
							  ResultRelInfo *partition_root_rri,
							  int instrument_options);
extern void standard_ExecutorEnd(QueryDesc *queryDesc);
extern void standard_ExecutorFinish(QueryDesc *queryDesc);
extern void standard_ExecutorRun(QueryDesc *queryDesc, ScanDirection direction,
								 uint64 count, bool execute_once);
extern void standard_ExecutorStart(QueryDesc *queryDesc, int eflags);

/* execMain.c: rechecking rows that others updated */
extern TupleTableSlot *EvalPlanQual(EPQState *epqstate, Relation relation,
									Index rti, TupleTableSlot *testslot);
extern void EvalPlanQualInit(EPQState *epqstate, EState *parentestate,
							 Plan *subplan, List *auxrowmarks, int epqParam);
extern void EvalPlanQualSetPlan(EPQState *epqstate, Plan *subplan,
								List *auxrowmarks);
extern TupleTableSlot *EvalPlanQualSlot(EPQState *epqstate, Relation relation,
										Index rti);
#define EvalPlanQualSetSlot(epqstate, slot) ((epqstate)->origslot = (slot))
extern void EvalPlanQualBegin(EPQState *epqstate);
extern void EvalPlanQualEnd(EPQState *epqstate);
extern bool EvalPlanQualFetchRowMark(EPQState *epqstate, Index rti,
									 TupleTableSlot *slot);
extern TupleTableSlot *EvalPlanQualNext(EPQState *epqstate);

/* ---------------------------------------------------------------- execProcnode.c, execAmi.c */
extern void ExecEndNode(PlanState *node);
extern PlanState *ExecInitNode(Plan *node, EState *estate, int eflags);
extern void ExecMarkPos(PlanState *node);
extern bool ExecMaterializesOutput(NodeTag plantype);
extern void ExecReScan(PlanState *node);
extern void ExecRestrPos(PlanState *node);
extern void ExecSetExecProcNode(PlanState *node, ExecProcNodeMtd function);
extern void ExecSetTupleBound(int64 tuples_needed, PlanState *child_node);
extern void ExecShutdownNode(PlanState *node);
extern bool ExecSupportsBackwardScan(Plan *node);
extern bool ExecSupportsMarkRestore(struct Path *pathnode);
extern Node *MultiExecProcNode(PlanState *node);

/* One row of the node, or NULL or an empty slot at the end. */
static inline TupleTableSlot *
ExecProcNode(PlanState *node)
{
	if (node->chgParam != NULL)
		ExecReScan(node);
	return node->ExecProcNode(node);
}

/* ---------------------------------------------------------------- execExpr.c */
extern ExprState *ExecBuildAggTrans(AggState *aggstate);
extern ExprState *ExecBuildGroupingEqual(TupleDesc ldesc, TupleDesc rdesc,
										 const TupleTableSlotOps *lops,
										 const TupleTableSlotOps *rops,
										 int numCols,
										 const AttrNumber *keyColIdx,
										 const Oid *eqfunctions,
										 const Oid *collations,
										 PlanState *parent);
extern ProjectionInfo *ExecBuildProjectionInfo(List *targetList,
											   ExprContext *econtext,
											   TupleTableSlot *slot,
											   PlanState *parent,
											   TupleDesc inputDesc);
extern ProjectionInfo *ExecBuildUpdateProjection(List *targetList,
												 bool evalTargetList,
												 List *targetColnos,
												 TupleDesc relDesc,
												 ExprContext *econtext,
												 TupleTableSlot *slot,
												 PlanState *parent);
extern bool ExecCheck(ExprState *state, ExprContext *context);
extern ExprState *ExecInitCheck(List *qual, PlanState *parent);
extern ExprState *ExecInitExpr(Expr *node, PlanState *parent);
extern List *ExecInitExprList(List *nodes, PlanState *parent);
extern ExprState *ExecInitExprWithParams(Expr *node, ParamListInfo ext_params);
extern ExprState *ExecInitQual(List *qual, PlanState *parent);
extern ExprState *ExecPrepareCheck(List *qual, EState *estate);
extern ExprState *ExecPrepareExpr(Expr *node, EState *estate);
extern List *ExecPrepareExprList(List *nodes, EState *estate);
extern ExprState *ExecPrepareQual(List *qual, EState *estate);

/* The value of a compiled expression, in the caller's memory context. */
static inline Datum
ExecEvalExpr(ExprState *state, ExprContext *econtext, bool *isNull)
{
	return state->evalfunc(state, econtext, isNull);
}

/* The same in the per-tuple context. */
static inline Datum
ExecEvalExprSwitchContext(ExprState *state, ExprContext *econtext,
						  bool *isNull)
{
	MemoryContext caller;
	Datum value;

	caller = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	value = state->evalfunc(state, econtext, isNull);
	MemoryContextSwitchTo(caller);
	return value;
}

/* Compute a target list into its slot, a virtual row. */
static inline TupleTableSlot *
ExecProject(ProjectionInfo *projInfo)
{
	ExprState *state = &projInfo->pi_state;
	TupleTableSlot *slot = state->resultslot;
	bool unused;

	ExecClearTuple(slot);
	(void) ExecEvalExprSwitchContext(state, projInfo->pi_exprContext, &unused);
	slot->tts_flags &= ~TTS_FLAG_EMPTY;
	slot->tts_nvalid = slot->tts_tupleDescriptor->natts;
	return slot;
}

/* Does the row pass?  NULL counts as false; no condition passes all. */
static inline bool
ExecQual(ExprState *state, ExprContext *econtext)
{
	bool isnull;

	if (state == NULL)
		return true;
	return DatumGetBool(ExecEvalExprSwitchContext(state, econtext, &isnull)) &&
		!isnull;
}

static inline bool
ExecQualAndReset(ExprState *state, ExprContext *econtext)
{
	bool pass = ExecQual(state, econtext);

	MemoryContextReset(econtext->ecxt_per_tuple_memory);
	return pass;
}

/* ---------------------------------------------------------------- execSRF.c */
extern SetExprState *ExecInitFunctionResultSet(Expr *expr,
											   ExprContext *econtext,
											   PlanState *parent);
extern SetExprState *ExecInitTableFunctionResult(Expr *expr,
												 ExprContext *econtext,
												 PlanState *parent);
extern Datum ExecMakeFunctionResultSet(SetExprState *fcache,
									   ExprContext *econtext,
									   MemoryContext argContext, bool *isNull,
									   ExprDoneCond *isDone);
extern Tuplestorestate *ExecMakeTableFunctionResult(SetExprState *setexpr,
													ExprContext *econtext,
													MemoryContext argContext,
													TupleDesc expectedDesc,
													bool randomAccess);

/* ---------------------------------------------------------------- execScan.c */
typedef TupleTableSlot *(*ExecScanAccessMtd)(ScanState *node);
typedef bool (*ExecScanRecheckMtd)(ScanState *node, TupleTableSlot *slot);

extern void ExecAssignScanProjectionInfo(ScanState *node);
extern void ExecAssignScanProjectionInfoWithVarno(ScanState *node, int varno);
extern TupleTableSlot *ExecScan(ScanState *node, ExecScanAccessMtd accessMtd,
								ExecScanRecheckMtd recheckMtd);
extern void ExecScanReScan(ScanState *node);

/* ---------------------------------------------------------------- execTuples.c */
extern TupleDesc ExecCleanTypeFromTL(List *targetList);
extern TupleTableSlot *ExecInitExtraTupleSlot(EState *estate,
											  TupleDesc tupledesc,
											  const TupleTableSlotOps *tts_ops);
extern TupleTableSlot *ExecInitNullTupleSlot(EState *estate, TupleDesc tupType,
											 const TupleTableSlotOps *tts_ops);
extern void ExecInitResultSlot(PlanState *planstate,
							   const TupleTableSlotOps *tts_ops);
extern void ExecInitResultTupleSlotTL(PlanState *planstate,
									  const TupleTableSlotOps *tts_ops);
extern void ExecInitResultTypeTL(PlanState *planstate);
extern void ExecInitScanTupleSlot(EState *estate, ScanState *scanstate,
								  TupleDesc tupleDesc,
								  const TupleTableSlotOps *tts_ops);
extern TupleDesc ExecTypeFromExprList(List *exprList);
extern TupleDesc ExecTypeFromTL(List *targetList);
extern void ExecTypeSetColNames(TupleDesc typeInfo, List *namesList);

typedef struct TupOutputState
{
	TupleTableSlot *slot;
	DestReceiver *dest;
} TupOutputState;

extern TupOutputState *begin_tup_output_tupdesc(DestReceiver *dest,
												TupleDesc tupdesc,
												const TupleTableSlotOps *tts_ops);
extern void do_text_output_multiline(TupOutputState *tstate, const char *txt);
extern void do_tup_output(TupOutputState *tstate, Datum *values, bool *isnull);
extern void end_tup_output(TupOutputState *tstate);

#define do_text_output_oneline(tstate, str_to_emit)                        \
	do                                                                     \
	{                                                                      \
		Datum line_value_ = PointerGetDatum(cstring_to_text(str_to_emit)); \
		bool line_null_ = false;                                           \
		do_tup_output(tstate, &line_value_, &line_null_);                  \
		pfree(DatumGetPointer(line_value_));                               \
	} while (0)

/* ---------------------------------------------------------------- execUtils.c */
extern EState *CreateExecutorState(void);
extern ExprContext *CreateExprContext(EState *estate);
extern ExprContext *CreateStandaloneExprContext(void);
extern ExprContext *CreateWorkExprContext(EState *estate);
extern void ExecAssignExprContext(EState *estate, PlanState *planstate);
extern void ExecAssignProjectionInfo(PlanState *planstate,
									 TupleDesc inputDesc);
extern void ExecAssignScanType(ScanState *scanstate, TupleDesc tupDesc);
extern int ExecCleanTargetListLength(List *targetlist);
extern void ExecConditionalAssignProjectionInfo(PlanState *planstate,
												TupleDesc inputDesc,
												int varno);
extern void ExecCreateScanSlotFromOuterPlan(EState *estate,
											ScanState *scanstate,
											const TupleTableSlotOps *tts_ops);
extern void ExecFreeExprContext(PlanState *planstate);
extern Bitmapset *ExecGetAllUpdatedCols(ResultRelInfo *relinfo,
										EState *estate);
extern Bitmapset *ExecGetInsertedCols(ResultRelInfo *relinfo, EState *estate);
extern Relation ExecGetRangeTableRelation(EState *estate, Index rti);
extern const TupleTableSlotOps *ExecGetResultSlotOps(PlanState *planstate,
													 bool *isfixed);
extern TupleDesc ExecGetResultType(PlanState *planstate);
extern Bitmapset *ExecGetUpdatedCols(ResultRelInfo *relinfo, EState *estate);
extern void ExecInitRangeTable(EState *estate, List *rangeTable);
extern void ExecInitResultRelation(EState *estate,
								   ResultRelInfo *resultRelInfo, Index rti);
extern Relation ExecOpenScanRelation(EState *estate, Index scanrelid,
									 int eflags);
extern bool ExecRelationIsTargetRelation(EState *estate, Index scanrelid);
extern int ExecTargetListLength(List *targetlist);
extern bool executor_errposition(EState *estate, int location);
extern void FreeExecutorState(EState *estate);
extern void FreeExprContext(ExprContext *econtext, bool isCommit);
extern Datum GetAttributeByName(HeapTupleHeader tuple, const char *attname,
								bool *isNull);
extern Datum GetAttributeByNum(HeapTupleHeader tuple, AttrNumber attrno,
							   bool *isNull);
extern ExprContext *MakePerTupleExprContext(EState *estate);
extern void RegisterExprContextCallback(ExprContext *econtext,
										ExprContextCallbackFunction function,
										Datum arg);
extern void ReScanExprContext(ExprContext *econtext);
extern void UnregisterExprContextCallback(ExprContext *econtext,
										  ExprContextCallbackFunction function,
										  Datum arg);
extern void UpdateChangedParamSet(PlanState *node, Bitmapset *newchg);

#define ResetExprContext(econtext) \
	MemoryContextReset((econtext)->ecxt_per_tuple_memory)
#define GetPerTupleExprContext(estate) \
	((estate)->es_per_tuple_exprcontext ? (estate)->es_per_tuple_exprcontext : MakePerTupleExprContext(estate))
#define GetPerTupleMemoryContext(estate) \
	(GetPerTupleExprContext(estate)->ecxt_per_tuple_memory)
#define ResetPerTupleExprContext(estate)                          \
	do                                                            \
	{                                                             \
		if ((estate)->es_per_tuple_exprcontext)                   \
			ResetExprContext((estate)->es_per_tuple_exprcontext); \
	} while (0)

static inline RangeTblEntry *
exec_rt_fetch(Index rti, EState *estate)
{
	return (RangeTblEntry *) list_nth(estate->es_range_table, rti - 1);
}

/* ---------------------------------------------------------------- execJunk.c */
extern TupleTableSlot *ExecFilterJunk(JunkFilter *junkfilter,
									  TupleTableSlot *slot);
extern AttrNumber ExecFindJunkAttribute(JunkFilter *junkfilter,
										const char *attrName);
extern AttrNumber ExecFindJunkAttributeInTlist(List *targetlist,
											   const char *attrName);
extern JunkFilter *ExecInitJunkFilter(List *targetList, TupleTableSlot *slot);
extern JunkFilter *ExecInitJunkFilterConversion(List *targetList,
												TupleDesc cleanTupType,
												TupleTableSlot *slot);

static inline Datum
ExecGetJunkAttribute(TupleTableSlot *slot, AttrNumber attno, bool *isNull)
{
	return slot_getattr(slot, attno, isNull);
}

/* ---------------------------------------------------------------- execGrouping.c */
extern TupleHashTable BuildTupleHashTable(PlanState *parent,
										  TupleDesc inputDesc, int numCols,
										  AttrNumber *keyColIdx,
										  const Oid *eqfuncoids,
										  FmgrInfo *hashfunctions,
										  Oid *collations, long nbuckets,
										  Size additionalsize,
										  MemoryContext tablecxt,
										  MemoryContext tempcxt,
										  bool use_variable_hash_iv);
extern void execTuplesHashPrepare(int numCols, const Oid *eqOperators,
								  Oid **eqFuncOids, FmgrInfo **hashFunctions);
extern ExprState *execTuplesMatchPrepare(TupleDesc desc, int numCols,
										 const AttrNumber *keyColIdx,
										 const Oid *eqOperators,
										 const Oid *collations,
										 PlanState *parent);
extern TupleHashEntry FindTupleHashEntry(TupleHashTable hashtable,
										 TupleTableSlot *slot,
										 FmgrInfo *eqfunctions,
										 FmgrInfo *hashfunctions);
extern TupleHashEntry LookupTupleHashEntry(TupleHashTable hashtable,
										   TupleTableSlot *slot, bool *isnew,
										   uint32 *hash);
extern TupleHashEntry LookupTupleHashEntryHash(TupleHashTable hashtable,
											   TupleTableSlot *slot,
											   bool *isnew, uint32 hash);
extern void ResetTupleHashTable(TupleHashTable hashtable);
extern TupleHashEntry ScanTupleHashTable(TupleHashTable hashtable,
										 TupleHashIterator *iter);
extern uint32 TupleHashTableHash(TupleHashTable hashtable,
								 TupleTableSlot *slot);
#define InitTupleHashIterator(table, iter) ((iter)->next = 0)
#define TermTupleHashIterator(iter) ((void) (iter))

/* ---------------------------------------------------------------- execIndexing.c */
extern void check_exclusion_constraint(Relation heap, Relation index,
									   IndexInfo *indexInfo,
									   ItemPointer tupleid, Datum *values,
									   bool *isnull, EState *estate,
									   bool newIndex);
extern bool ExecCheckIndexConstraints(ResultRelInfo *resultRelInfo,
									  TupleTableSlot *slot, EState *estate,
									  ItemPointer conflictTid,
									  List *arbiterIndexes);
extern void ExecCloseIndices(ResultRelInfo *resultRelInfo);
extern List *ExecInsertIndexTuples(ResultRelInfo *resultRelInfo,
								   TupleTableSlot *slot, EState *estate,
								   bool update, bool noDupErr,
								   bool *specConflict, List *arbiterIndexes);
extern void ExecOpenIndices(ResultRelInfo *resultRelInfo, bool speculative);

#endif /* EXECUTOR_H */
