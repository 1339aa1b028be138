/*
 * execnodes.h
 *		State trees of the executor.
 *
 * One state node per plan node, plus what expressions, indexes, result relations and hash tables need while a query runs.  A state tree lives in its EState's query context and dies with it; it is never copied, compared or printed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/nodes/execnodes.h
 */
#ifndef EXECNODES_H
#define EXECNODES_H

#include "access/tupconvert.h"
#include "executor/instrument.h"
#include "fmgr.h"
#include "nodes/params.h"
#include "nodes/plannodes.h"
#include "nodes/tidbitmap.h"
#include "utils/hsearch.h"
#include "utils/queryenvironment.h"
#include "utils/snapshot.h"
#include "utils/sortsupport.h"
#include "utils/tuplesort.h"
#include "utils/tuplestore.h"

struct PlanState;
struct PlannedStmt;
struct ExprState;
struct ExprContext;
struct ExprProgram;
struct RangeTblEntry;
struct ExecRowMark;
struct ExecAuxRowMark;
struct EPQState;
struct CopyMultiInsertBuffer;
struct EState;

/* ---------------------------------------------------------------- expressions */

typedef Datum (*ExprStateEvalFunc)(struct ExprState *expression,
								   struct ExprContext *econtext,
								   bool *isNull);

/* bits of ExprState.flags */
#define EEO_FLAG_IS_QUAL (1 << 0)

/*
 * A compiled expression or target list: an array of steps (executor/execExpr.h)
 * that ends with its result in "result", or in resultslot for a projection.
 */
typedef struct ExprState
{
	NodeTag type;
	uint8 flags;
	NullableDatum result; /* where the last step leaves the value */
	TupleTableSlot *resultslot; /* target of a projection, else NULL */
	ExprStateEvalFunc evalfunc;
	struct ExprStep *steps;
	int steps_len;
	int steps_alloc;
	Expr *expr;
	struct PlanState *parent; /* owning plan node, or NULL */
	ParamListInfo ext_params; /* for compiling PARAM_EXTERN without a plan */

	/* valid during compilation only: where CaseTestExpr and the like read */
	NullableDatum *innermost_case;
	NullableDatum *innermost_domain;
	Datum *innermost_caseval; /* the same as two pointers, for array_map */
	bool *innermost_casenull;
} ExprState;

typedef void (*ExprContextCallbackFunction)(Datum arg);

typedef struct ExprContext_CB
{
	struct ExprContext_CB *next;
	ExprContextCallbackFunction function;
	Datum arg;
} ExprContext_CB;

/*
 * Where an expression finds its inputs.  The per-tuple memory is for results and
 * scraps; whoever drives the node resets it between rows.
 */
typedef struct ExprContext
{
	NodeTag type;
	TupleTableSlot *ecxt_scantuple;
	TupleTableSlot *ecxt_innertuple;
	TupleTableSlot *ecxt_outertuple;
	MemoryContext ecxt_per_query_memory;
	MemoryContext ecxt_per_tuple_memory;
	ParamExecData *ecxt_param_exec_vals;
	ParamListInfo ecxt_param_list_info;
	Datum *ecxt_aggvalues; /* results of Aggrefs or WindowFuncs */
	bool *ecxt_aggnulls;
	Datum caseValue_datum; /* for CaseTestExpr outside a CASE */
	bool caseValue_isNull;
	Datum domainValue_datum; /* for CoerceToDomainValue outside */
	bool domainValue_isNull;
	struct EState *ecxt_estate; /* NULL for a standalone context */
	ExprContext_CB *ecxt_callbacks;
} ExprContext;

/* What a set-returning function has returned. */
typedef enum
{
	ExprSingleResult,
	ExprMultipleResult,
	ExprEndResult
} ExprDoneCond;

/* How a set-returning function may return its set: bits of allowedModes. */
typedef enum
{
	SFRM_ValuePerCall = 0x01,
	SFRM_Materialize = 0x02,
	SFRM_Materialize_Random = 0x04,
	SFRM_Materialize_Preferred = 0x08
} SetFunctionReturnMode;

typedef struct ReturnSetInfo
{
	NodeTag type;
	/* set by the caller */
	ExprContext *econtext;
	TupleDesc expectedDesc;
	int allowedModes;
	/* set by the function */
	SetFunctionReturnMode returnMode;
	ExprDoneCond isDone;
	Tuplestorestate *setResult;
	TupleDesc setDesc;
} ReturnSetInfo;

typedef struct ProjectionInfo
{
	NodeTag type;
	ExprState pi_state; /* resultslot is the output slot */
	ExprContext *pi_exprContext;
} ProjectionInfo;

/* Removes the "resjunk" columns of a row before it leaves the executor. */
typedef struct JunkFilter
{
	NodeTag type;
	List *jf_targetList;
	TupleDesc jf_cleanTupType;
	AttrNumber *jf_cleanMap; /* clean column i comes from this column */
	TupleTableSlot *jf_resultSlot;
} JunkFilter;

/* A set-returning function in a target list or in FROM. */
typedef struct SetExprState
{
	NodeTag type;
	Expr *expr;
	List *args; /* ExprStates */
	ExprState *elidedFuncState; /* if the call was folded away */
	FmgrInfo func;
	Tuplestorestate *funcResultStore;
	TupleTableSlot *funcResultSlot;
	TupleDesc funcResultDesc;
	bool funcReturnsTuple;
	bool funcReturnsSet;
	bool setArgsValid; /* value-per-call: arguments already there */
	bool shutdown_reg;
	FunctionCallInfo fcinfo;
} SetExprState;

/* A SubPlan in an expression (nodeSubplan.c). */
typedef struct SubPlanState
{
	NodeTag type;
	SubPlan *subplan;
	struct PlanState *planstate; /* root of the sub-select's tree */
	struct PlanState *parent;
	ExprState *testexpr;
	List *args; /* ExprStates of the values passed in */
	HeapTuple curTuple; /* last row for EXPR and MULTIEXPR */
	Datum curArray; /* last result for ARRAY */
	/* hashed IN */
	TupleDesc descRight;
	ProjectionInfo *projLeft;
	ProjectionInfo *projRight;
	struct TupleHashTableData *hashtable;
	struct TupleHashTableData *hashnulls; /* rows with some NULL */
	bool havehashrows;
	bool havenullrows;
	MemoryContext hashtablecxt;
	MemoryContext hashtempcxt;
	ExprContext *innerecontext;
	int numCols;
	AttrNumber *keyColIdx;
	Oid *tab_eq_funcoids;
	Oid *tab_collations;
	FmgrInfo *tab_hash_funcs;
	FmgrInfo *tab_eq_funcs;
	FmgrInfo *lhs_hash_funcs;
	FmgrInfo *cur_eq_funcs;
	ExprState *cur_eq_comp;
} SubPlanState;

typedef enum DomainConstraintType
{
	DOM_CONSTRAINT_NOTNULL,
	DOM_CONSTRAINT_CHECK
} DomainConstraintType;

typedef struct DomainConstraintState
{
	NodeTag type;
	DomainConstraintType constrainttype;
	char *name;
	Expr *check_expr;
	ExprState *check_exprstate;
} DomainConstraintState;

/* ---------------------------------------------------------------- relations */

/* How one index is built and maintained; made by BuildIndexInfo(). */
typedef struct IndexInfo
{
	NodeTag type;
	int ii_NumIndexAttrs;
	int ii_NumIndexKeyAttrs;
	AttrNumber ii_IndexAttrNumbers[INDEX_MAX_KEYS]; /* 0: expression */
	List *ii_Expressions;
	List *ii_ExpressionsState;
	List *ii_Predicate;
	ExprState *ii_PredicateState;
	Oid *ii_ExclusionOps;
	Oid *ii_ExclusionProcs;
	uint16 *ii_ExclusionStrats;
	Oid *ii_UniqueOps;
	Oid *ii_UniqueProcs;
	uint16 *ii_UniqueStrats;
	Datum *ii_OpclassOptions;
	bool ii_Unique;
	bool ii_NullsNotDistinct;
	bool ii_ReadyForInserts;
	bool ii_CheckedUnchanged;
	bool ii_IndexUnchanged;
	bool ii_Concurrent;
	bool ii_BrokenHotChain;
	int ii_ParallelWorkers;
	Oid ii_Am;
	void *ii_AmCache;
	MemoryContext ii_Context;
} IndexInfo;

typedef struct OnConflictSetState
{
	NodeTag type;
	TupleTableSlot *oc_Existing;
	TupleTableSlot *oc_ProjSlot;
	ProjectionInfo *oc_ProjInfo;
	ExprState *oc_WhereClause;
} OnConflictSetState;

/* A relation that the query writes to. */
typedef struct ResultRelInfo
{
	NodeTag type;
	Index ri_RangeTableIndex;
	Relation ri_RelationDesc;
	int ri_NumIndices;
	RelationPtr ri_IndexRelationDescs;
	IndexInfo **ri_IndexRelationInfo;
	AttrNumber ri_RowIdAttNo; /* junk column with the ctid */
	Bitmapset *ri_extraUpdatedCols;
	ProjectionInfo *ri_projectNew;
	TupleTableSlot *ri_newTupleSlot;
	TupleTableSlot *ri_oldTupleSlot;
	bool ri_projectNewInfoValid;
	struct TriggerDesc *ri_TrigDesc;
	FmgrInfo *ri_TrigFunctions;
	ExprState **ri_TrigWhenExprs;
	Instrumentation *ri_TrigInstrument;
	TupleTableSlot *ri_ReturningSlot;
	TupleTableSlot *ri_TrigOldSlot;
	TupleTableSlot *ri_TrigNewSlot;
	int ri_NumSlots;
	int ri_NumSlotsInitialized;
	int ri_BatchSize;
	TupleTableSlot **ri_Slots;
	TupleTableSlot **ri_PlanSlots;
	List *ri_WithCheckOptions;
	List *ri_WithCheckOptionExprs;
	ExprState **ri_ConstraintExprs;
	ExprState **ri_GeneratedExprs;
	int ri_NumGeneratedNeeded;
	List *ri_returningList;
	ProjectionInfo *ri_projectReturning;
	List *ri_onConflictArbiterIndexes;
	OnConflictSetState *ri_onConflict;
	ExprState *ri_PartitionCheckExpr;
	TupleConversionMap *ri_ChildToRootMap;
	bool ri_ChildToRootMapValid;
	TupleConversionMap *ri_RootToChildMap;
	bool ri_RootToChildMapValid;
	struct ResultRelInfo *ri_RootResultRelInfo;
	TupleTableSlot *ri_PartitionTupleSlot;
	struct CopyMultiInsertBuffer *ri_CopyMultiInsertBuffer;
} ResultRelInfo;

/* One FOR UPDATE/SHARE (or EvalPlanQual re-fetch) target. */
typedef struct ExecRowMark
{
	Relation relation;
	Oid relid;
	Index rti;
	Index prti;
	Index rowmarkId;
	RowMarkType markType;
	LockClauseStrength strength;
	LockWaitPolicy waitPolicy;
	bool ermActive;
	ItemPointerData curCtid;
	void *ermExtra;
} ExecRowMark;

/* Where a LockRows or ModifyTable node finds the row identity in its input. */
typedef struct ExecAuxRowMark
{
	ExecRowMark *rowmark;
	AttrNumber ctidAttNo;
	AttrNumber toidAttNo;
	AttrNumber wholeAttNo;
} ExecAuxRowMark;

/* Everything shared by the state tree of one running query. */
typedef struct EState
{
	NodeTag type;
	ScanDirection es_direction;
	Snapshot es_snapshot;
	Snapshot es_crosscheck_snapshot;
	List *es_range_table;
	Index es_range_table_size;
	Relation *es_relations; /* index rti - 1, opened on demand */
	struct ExecRowMark **es_rowmarks; /* index rti - 1, or NULL */
	PlannedStmt *es_plannedstmt;
	const char *es_sourceText;
	JunkFilter *es_junkFilter;
	CommandId es_output_cid;
	ResultRelInfo **es_result_relations; /* index rti - 1, or NULL */
	List *es_opened_result_relations;
	List *es_tuple_routing_result_relations;
	List *es_trig_target_relations;
	ParamListInfo es_param_list_info;
	ParamExecData *es_param_exec_vals;
	QueryEnvironment *es_queryEnv;
	MemoryContext es_query_cxt;
	List *es_tupleTable; /* slots to release at the end */
	uint64 es_processed;
	int es_top_eflags;
	int es_instrument;
	bool es_finished;
	List *es_exprcontexts;
	List *es_subplanstates;
	List *es_auxmodifytables;
	ExprContext *es_per_tuple_exprcontext;
	struct EPQState *es_epq_active; /* set while rechecking a locked row */
	bool es_use_parallel_mode;
	int es_jit_flags;
	void *es_jit;
	List *es_insert_pending_result_relations;
} EState;

/* ---------------------------------------------------------------- hash tables of rows */

typedef struct TupleHashEntryData
{
	MinimalTuple firstTuple; /* NULL marks a free place */
	void *additional;
	uint32 hash;
} TupleHashEntryData;
typedef TupleHashEntryData *TupleHashEntry;

/* Open addressing with linear probing; see execGrouping.c. */
typedef struct TupleHashTableData
{
	TupleHashEntry entries; /* nslots places, a power of two */
	uint32 nslots;
	uint32 nused;
	int numCols;
	AttrNumber *keyColIdx;
	FmgrInfo *tab_hash_funcs;
	FmgrInfo *tab_eq_funcs;
	Oid *tab_eq_funcoids;
	Oid *tab_collations;
	uint8 *key_fast; /* kind of fast comparison per key */
	MemoryContext tablecxt; /* rows and their additional data */
	MemoryContext metacxt; /* the array of entries */
	MemoryContext tempcxt;
	Size entrysize;
	Size mem_used; /* bytes of rows and entries, about */
	TupleTableSlot *tableslot;
	FmgrInfo *in_hash_funcs; /* of the current probe */
	FmgrInfo *cur_eq_funcs;
	uint32 hash_iv;
} TupleHashTableData;
typedef TupleHashTableData *TupleHashTable;

typedef struct TupleHashIterator
{
	uint32 next;
} TupleHashIterator;

/* ---------------------------------------------------------------- plan nodes: the base */

typedef TupleTableSlot *(*ExecProcNodeMtd)(struct PlanState *pstate);

typedef struct PlanState
{
	NodeTag type;
	Plan *plan;
	EState *state;
	ExecProcNodeMtd ExecProcNode; /* what callers invoke */
	ExecProcNodeMtd ExecProcNodeReal; /* behind instrumentation */
	Instrumentation *instrument;
	ExprState *qual;
	struct PlanState *lefttree;
	struct PlanState *righttree;
	List *initPlan; /* SubPlanStates */
	List *subPlan; /* SubPlanStates in my expressions */
	Bitmapset *chgParam; /* parameters changed since the last scan */
	TupleDesc ps_ResultTupleDesc;
	TupleTableSlot *ps_ResultTupleSlot;
	ExprContext *ps_ExprContext;
	ProjectionInfo *ps_ProjInfo;
	bool async_capable;
	TupleDesc scandesc;
	/* what the compiler of expressions may assume about the slots */
	const TupleTableSlotOps *scanops;
	const TupleTableSlotOps *outerops;
	const TupleTableSlotOps *innerops;
	const TupleTableSlotOps *resultops;
	bool scanopsfixed;
	bool outeropsfixed;
	bool inneropsfixed;
	bool resultopsfixed;
	bool scanopsset;
	bool outeropsset;
	bool inneropsset;
	bool resultopsset;
} PlanState;

#define outerPlanState(node) (((PlanState *) (node))->lefttree)
#define innerPlanState(node) (((PlanState *) (node))->righttree)

#define InstrCountTuples2(node, delta)                               \
	do                                                               \
	{                                                                \
		if (((PlanState *) (node))->instrument)                      \
			((PlanState *) (node))->instrument->ntuples2 += (delta); \
	} while (0)
#define InstrCountFiltered1(node, delta)                               \
	do                                                                 \
	{                                                                  \
		if (((PlanState *) (node))->instrument)                        \
			((PlanState *) (node))->instrument->nfiltered1 += (delta); \
	} while (0)
#define InstrCountFiltered2(node, delta)                               \
	do                                                                 \
	{                                                                  \
		if (((PlanState *) (node))->instrument)                        \
			((PlanState *) (node))->instrument->nfiltered2 += (delta); \
	} while (0)

/* State for rechecking rows that others updated under us (execMain.c). */
typedef struct EPQState
{
	EState *parentestate;
	int epqParam;
	List *tuple_table;
	TupleTableSlot **relsubs_slot; /* test row per relation, index rti - 1 */
	Plan *plan;
	List *arowMarks;
	TupleTableSlot *origslot; /* row with the junk columns to re-fetch */
	EState *recheckestate;
	ExecAuxRowMark **relsubs_rowmark;
	bool *relsubs_done;
	bool *relsubs_blocked;
	PlanState *recheckplanstate;
} EPQState;

/* ---------------------------------------------------------------- scans */

typedef struct ScanState
{
	PlanState ps;
	Relation ss_currentRelation;
	struct TableScanDescData *ss_currentScanDesc;
	TupleTableSlot *ss_ScanTupleSlot;
} ScanState;

typedef struct SeqScanState
{
	ScanState ss;
} SeqScanState;

/* A scan key whose value is computed when the scan (re)starts. */
typedef struct
{
	struct ScanKeyData *scan_key;
	ExprState *key_expr;
	bool key_toastable;
} IndexRuntimeKeyInfo;

/* A key "col = ANY (array)" that the executor loops over. */
typedef struct
{
	struct ScanKeyData *scan_key;
	ExprState *array_expr;
	int next_elem;
	int num_elems;
	Datum *elem_values;
	bool *elem_nulls;
} IndexArrayKeyInfo;

typedef struct IndexScanState
{
	ScanState ss;
	ExprState *indexqualorig;
	List *indexorderbyorig;
	struct ScanKeyData *iss_ScanKeys;
	int iss_NumScanKeys;
	struct ScanKeyData *iss_OrderByKeys;
	int iss_NumOrderByKeys;
	IndexRuntimeKeyInfo *iss_RuntimeKeys;
	int iss_NumRuntimeKeys;
	bool iss_RuntimeKeysReady;
	ExprContext *iss_RuntimeContext;
	Relation iss_RelationDesc;
	struct IndexScanDescData *iss_ScanDesc;
} IndexScanState;

typedef struct IndexOnlyScanState
{
	ScanState ss;
	ExprState *recheckqual;
	struct ScanKeyData *ioss_ScanKeys;
	int ioss_NumScanKeys;
	struct ScanKeyData *ioss_OrderByKeys;
	int ioss_NumOrderByKeys;
	IndexRuntimeKeyInfo *ioss_RuntimeKeys;
	int ioss_NumRuntimeKeys;
	bool ioss_RuntimeKeysReady;
	ExprContext *ioss_RuntimeContext;
	Relation ioss_RelationDesc;
	struct IndexScanDescData *ioss_ScanDesc;
	TupleTableSlot *ioss_TableSlot;
	Buffer ioss_VMBuffer;
} IndexOnlyScanState;

typedef struct BitmapIndexScanState
{
	ScanState ss;
	TIDBitmap *biss_result;
	struct ScanKeyData *biss_ScanKeys;
	int biss_NumScanKeys;
	IndexRuntimeKeyInfo *biss_RuntimeKeys;
	int biss_NumRuntimeKeys;
	IndexArrayKeyInfo *biss_ArrayKeys;
	int biss_NumArrayKeys;
	bool biss_RuntimeKeysReady;
	ExprContext *biss_RuntimeContext;
	Relation biss_RelationDesc;
	struct IndexScanDescData *biss_ScanDesc;
} BitmapIndexScanState;

typedef struct BitmapAndState
{
	PlanState ps;
	PlanState **bitmapplans;
	int nplans;
} BitmapAndState;

typedef struct BitmapOrState
{
	PlanState ps;
	PlanState **bitmapplans;
	int nplans;
} BitmapOrState;

typedef struct BitmapHeapScanState
{
	ScanState ss;
	ExprState *bitmapqualorig;
	TIDBitmap *tbm;
	TBMIterator *tbmiterator;
	TBMIterateResult *tbmres;
	long exact_pages;
	long lossy_pages;
	bool initialized;
} BitmapHeapScanState;

typedef struct TidScanState
{
	ScanState ss;
	List *tss_tidexprs; /* TidExpr, private to nodeTidscan.c */
	bool tss_isCurrentOf;
	int tss_NumTids;
	int tss_TidPtr;
	ItemPointerData *tss_TidList;
} TidScanState;

typedef struct SubqueryScanState
{
	ScanState ss;
	PlanState *subplan;
} SubqueryScanState;

struct FunctionScanPerFuncState;

typedef struct FunctionScanState
{
	ScanState ss;
	int eflags;
	bool ordinality;
	bool simple; /* one function, no ordinality */
	int64 ordinal;
	int nfuncs;
	struct FunctionScanPerFuncState *funcstates;
	MemoryContext argcontext;
} FunctionScanState;

typedef struct ValuesScanState
{
	ScanState ss;
	ExprContext *rowcontext;
	List **exprlists;
	List **exprstatelists; /* NIL: compiled when the row is reached */
	int array_len;
	int curr_idx;
} ValuesScanState;

typedef struct CteScanState
{
	ScanState ss;
	int eflags;
	int readptr;
	PlanState *cteplanstate;
	struct CteScanState *leader; /* owner of the tuplestore */
	Tuplestorestate *cte_table;
	bool eof_cte;
} CteScanState;

typedef struct WorkTableScanState
{
	ScanState ss;
	struct RecursiveUnionState *rustate;
} WorkTableScanState;

/* ---------------------------------------------------------------- results and updates */

typedef struct ResultState
{
	PlanState ps;
	ExprState *resconstantqual;
	bool rs_done;
	bool rs_checkqual;
} ResultState;

typedef struct ProjectSetState
{
	PlanState ps;
	Node **elems; /* SetExprState or ExprState per column */
	ExprDoneCond *elemdone;
	int nelems;
	bool pending_srf_tuples;
	MemoryContext argcontext;
} ProjectSetState;

typedef struct ModifyTableState
{
	PlanState ps;
	CmdType operation;
	bool canSetTag;
	bool mt_done;
	int mt_nrels;
	ResultRelInfo *resultRelInfo;
	ResultRelInfo *rootResultRelInfo;
	EPQState mt_epqstate;
	bool fireBSTriggers;
	int mt_resultOidAttno;
	TupleTableSlot *mt_root_tuple_slot;
	struct TransitionCaptureState *mt_transition_capture;
} ModifyTableState;

typedef struct AppendState
{
	PlanState ps;
	PlanState **appendplans;
	int as_nplans;
	int as_whichplan;
} AppendState;

typedef struct RecursiveUnionState
{
	PlanState ps;
	bool recursing;
	bool intermediate_empty;
	Tuplestorestate *working_table;
	Tuplestorestate *intermediate_table;
	Oid *eqfuncoids;
	FmgrInfo *hashfunctions;
	MemoryContext tempContext;
	TupleHashTable hashtable;
	MemoryContext tableContext;
} RecursiveUnionState;

typedef struct LockRowsState
{
	PlanState ps;
	List *lr_arowMarks;
	EPQState lr_epqstate;
} LockRowsState;

typedef enum
{
	LIMIT_INITIAL,
	LIMIT_RESCAN,
	LIMIT_EMPTY,
	LIMIT_INWINDOW,
	LIMIT_WINDOWEND_TIES,
	LIMIT_SUBPLANEOF,
	LIMIT_WINDOWEND,
	LIMIT_WINDOWSTART
} LimitStateCond;

typedef struct LimitState
{
	PlanState ps;
	ExprState *limitOffset;
	ExprState *limitCount;
	LimitOption limitOption;
	int64 offset;
	int64 count;
	bool noCount;
	LimitStateCond lstate;
	int64 position; /* 1-based number of the last row fetched */
	TupleTableSlot *subSlot;
	ExprState *eqfunction; /* WITH TIES */
	TupleTableSlot *last_slot;
} LimitState;

/* ---------------------------------------------------------------- joins */

typedef struct JoinState
{
	PlanState ps;
	JoinType jointype;
	bool single_match; /* an outer row needs one inner match only */
	ExprState *joinqual;
} JoinState;

typedef struct NestLoopState
{
	JoinState js;
	bool nl_NeedNewOuter;
	bool nl_MatchedOuter;
	TupleTableSlot *nl_NullInnerTupleSlot;
} NestLoopState;

typedef struct HashJoinState
{
	JoinState js;
	ExprState *hashclauses;
	struct HashKeySet *hj_OuterKeys;
	struct HashKeySet *hj_InnerKeys;
	struct HashJoinTableData *hj_HashTable;
	uint32 hj_CurHashValue;
	int hj_CurBucketNo;
	struct HashJoinTupleData *hj_CurTuple;
	TupleTableSlot *hj_OuterTupleSlot;
	TupleTableSlot *hj_HashTupleSlot;
	TupleTableSlot *hj_NullOuterTupleSlot;
	TupleTableSlot *hj_NullInnerTupleSlot;
	TupleTableSlot *hj_FirstOuterTupleSlot;
	int hj_JoinState;
	bool hj_MatchedOuter;
	bool hj_OuterNotEmpty;
} HashJoinState;

typedef struct HashState
{
	PlanState ps;
	struct HashJoinTableData *hashtable;
	struct HashKeySet *keys;
	bool keep_nulls; /* the join returns unmatched inner rows */
	/* kept for EXPLAIN after the table is gone */
	int nbuckets;
	int nbuckets_original;
	int nbatch;
	int nbatch_original;
	Size space_peak;
} HashState;

/* ---------------------------------------------------------------- materialize, sort, group */

typedef struct MaterialState
{
	ScanState ss;
	int eflags;
	bool eof_underlying;
	Tuplestorestate *tuplestorestate;
} MaterialState;

typedef struct SortState
{
	ScanState ss;
	bool randomAccess;
	bool bounded;
	int64 bound;
	bool sort_Done;
	bool bounded_Done;
	int64 bound_Done;
	void *tuplesortstate;
	bool am_worker;
	bool datumSort;
} SortState;

typedef struct GroupState
{
	ScanState ss;
	ExprState *eqfunction;
	bool grp_done;
} GroupState;

typedef struct AggStatePerAggData *AggStatePerAgg;
typedef struct AggStatePerTransData *AggStatePerTrans;
typedef struct AggStatePerGroupData *AggStatePerGroup;

typedef struct AggState
{
	ScanState ss;
	List *aggs; /* Aggrefs, as found by the compiler */
	int numaggs;
	int numtrans;
	AggStrategy aggstrategy;
	AggSplit aggsplit;
	AggStatePerAgg peragg;
	AggStatePerTrans pertrans;
	ExprContext *hashcontext; /* owns the transition values of hashing */
	ExprContext *groupcontext; /* owns those of the current sorted group */
	ExprContext *tmpcontext; /* one input row */
	ExprContext *curaggcontext;
	AggStatePerAgg curperagg;
	AggStatePerTrans curpertrans;
	bool input_done;
	bool agg_done;
	ExprState *evaltrans; /* filters and arguments of all aggregates */
	ExprState *eqfunction; /* same group as the row before? */
	AggStatePerGroup pergroup; /* of the current group */
	TupleTableSlot *firstslot; /* representative row of the group */
	bool have_first;
	Bitmapset *grouped_cols; /* of the current grouping set, for GROUPING */
	/* hashing */
	int nneeded; /* input columns that a group keeps */
	AttrNumber *needed;
	TupleTableSlot *keyslot; /* those columns of an input row */
	int numkeys;
	FmgrInfo *hashfunctions;
	Oid *eqfuncoids;
	AttrNumber *hashkeyidx; /* grouping columns within keyslot */
	bool table_filled;
	TupleHashTable hashtable;
	TupleHashIterator hashiter;
	TupleTableSlot *hashslot;
	struct AggSpill *spill; /* where rows of new groups go, if full */
	List *spill_batches; /* AggBatches still to be read */
	int used_bits; /* hash bits that chose the current batch */
	int hash_batches_used;
	Size hash_mem_peak;
	uint64 hash_disk_used;
	Size hash_mem_limit;
} AggState;

typedef struct WindowStatePerFuncData *WindowStatePerFunc;
typedef struct WindowStatePerAggData *WindowStatePerAgg;

/* A position in the kept rows of a partition. */
typedef struct WindowCursor
{
	int readptr;
	int64 pos; /* row that a forward read returns next */
} WindowCursor;

typedef struct WindowAggState
{
	ScanState ss;
	List *funcs; /* WindowFuncExprStates */
	int numfuncs;
	int numaggs;
	WindowStatePerFunc perfunc;
	WindowStatePerAgg peragg;
	ExprState *partEqfunction;
	ExprState *ordEqfunction;

	/* the rows of the partition, as far as they have been read */
	Tuplestorestate *buffer;
	int64 spooled_rows;
	bool partition_spooled;
	bool more_partitions;
	bool all_done;
	bool started;
	TupleTableSlot *first_part_slot; /* first row of the next partition */
	WindowCursor current;
	WindowCursor lookup; /* peers and frame bounds */
	WindowCursor agg; /* rows that go into aggregates */
	WindowCursor leaving; /* rows that go out of them, if they slide */
	int64 currentpos;

	/* the frame of row frame_pos: [headpos, tailpos) */
	bool frame_valid; /* the partition has had one */
	int64 frame_pos;
	int64 frame_peer; /* where its peers start */
	int64 frameheadpos;
	int64 frametailpos;
	int64 peer_start; /* peers of the current row, if known */
	int64 peer_end;
	bool peers_valid;
	int frameOptions;
	ExprState *startOffset;
	ExprState *endOffset;
	Datum startOffsetValue;
	Datum endOffsetValue;
	bool offsets_valid;
	FmgrInfo startInRangeFunc;
	FmgrInfo endInRangeFunc;

	/* aggregates: rows [aggregatedbase, aggregatedupto) are in */
	int64 aggregatedbase;
	int64 aggregatedupto;
	bool agg_started;
	bool sliding; /* inverse transition functions are in use */
	MemoryContext partcontext;
	MemoryContext aggcontext;
	MemoryContext curaggcontext;
	ExprContext *tmpcontext;
	TupleTableSlot *agg_row_slot;
	TupleTableSlot *temp_slot_1;
	TupleTableSlot *temp_slot_2;
} WindowAggState;

typedef struct WindowFuncExprState
{
	NodeTag type;
	WindowFunc *wfunc;
	List *args;
	ExprState *aggfilter;
	int wfuncno;
} WindowFuncExprState;

typedef struct UniqueState
{
	PlanState ps;
	ExprState *eqfunction;
} UniqueState;

typedef struct SetOpState
{
	PlanState ps;
	ExprState *eqfunction;
	Oid *eqfuncoids;
	FmgrInfo *hashfunctions;
	bool setop_done;
	int64 numOutput;
	int64 numLeft; /* counts of the current group */
	int64 numRight;
	HeapTuple grp_firstTuple;
	TupleTableSlot *firstslot;
	MemoryContext tableContext;
	TupleHashTable hashtable;
	bool table_filled;
	TupleHashIterator hashiter;
} SetOpState;

#endif /* EXECNODES_H */
