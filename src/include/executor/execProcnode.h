/*
 * execProcnode.h
 *		Entry points of the plan node types.
 *
 * Every node has ExecInit, ExecEnd and most have ExecReScan; the row function is set by ExecInit.  Private to the executor.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/execProcnode.h
 */
#ifndef EXECPROCNODE_H
#define EXECPROCNODE_H

#include "executor/executor.h"

#define EXEC_NODE_API(T, P)                                            \
	extern P##State *ExecInit##T(P *node, EState *estate, int eflags); \
	extern void ExecEnd##T(P##State *node);                            \
	extern void ExecReScan##T(P##State *node)

EXEC_NODE_API(Result, Result);
EXEC_NODE_API(ProjectSet, ProjectSet);
EXEC_NODE_API(ModifyTable, ModifyTable);
EXEC_NODE_API(Append, Append);
EXEC_NODE_API(RecursiveUnion, RecursiveUnion);
EXEC_NODE_API(BitmapAnd, BitmapAnd);
EXEC_NODE_API(BitmapOr, BitmapOr);
EXEC_NODE_API(SeqScan, SeqScan);
EXEC_NODE_API(IndexScan, IndexScan);
EXEC_NODE_API(IndexOnlyScan, IndexOnlyScan);
EXEC_NODE_API(BitmapIndexScan, BitmapIndexScan);
EXEC_NODE_API(BitmapHeapScan, BitmapHeapScan);
EXEC_NODE_API(TidScan, TidScan);
EXEC_NODE_API(SubqueryScan, SubqueryScan);
EXEC_NODE_API(FunctionScan, FunctionScan);
EXEC_NODE_API(ValuesScan, ValuesScan);
EXEC_NODE_API(CteScan, CteScan);
EXEC_NODE_API(WorkTableScan, WorkTableScan);
EXEC_NODE_API(NestLoop, NestLoop);
EXEC_NODE_API(HashJoin, HashJoin);
EXEC_NODE_API(Hash, Hash);
EXEC_NODE_API(Material, Material);
EXEC_NODE_API(Sort, Sort);
EXEC_NODE_API(Group, Group);
EXEC_NODE_API(Agg, Agg);
EXEC_NODE_API(WindowAgg, WindowAgg);
EXEC_NODE_API(Unique, Unique);
EXEC_NODE_API(SetOp, SetOp);
EXEC_NODE_API(LockRows, LockRows);
EXEC_NODE_API(Limit, Limit);

/* nodes that hand over something else than rows */
extern Node *MultiExecBitmapIndexScan(BitmapIndexScanState *node);
extern Node *MultiExecBitmapAnd(BitmapAndState *node);
extern Node *MultiExecBitmapOr(BitmapOrState *node);
extern Node *MultiExecHash(HashState *node);

/* mark and restore, for the inner side of a merge join */
extern void ExecSortMarkPos(SortState *node);
extern void ExecSortRestrPos(SortState *node);
extern void ExecMaterialMarkPos(MaterialState *node);
extern void ExecMaterialRestrPos(MaterialState *node);
extern void ExecIndexMarkPos(IndexScanState *node);
extern void ExecIndexRestrPos(IndexScanState *node);
extern void ExecIndexOnlyMarkPos(IndexOnlyScanState *node);
extern void ExecIndexOnlyRestrPos(IndexOnlyScanState *node);

/* nodeIndexscan.c: scan keys, shared by all index scans */
extern void ExecIndexBuildScanKeys(PlanState *planstate, Relation index,
								   List *quals, bool isorderby,
								   struct ScanKeyData **scanKeys,
								   int *numScanKeys,
								   IndexRuntimeKeyInfo **runtimeKeys,
								   int *numRuntimeKeys,
								   IndexArrayKeyInfo **arrayKeys,
								   int *numArrayKeys);
extern void ExecIndexEvalRuntimeKeys(ExprContext *econtext,
									 IndexRuntimeKeyInfo *runtimeKeys,
									 int numRuntimeKeys);
extern bool ExecIndexEvalArrayKeys(ExprContext *econtext,
								   IndexArrayKeyInfo *arrayKeys,
								   int numArrayKeys);
extern bool ExecIndexAdvanceArrayKeys(IndexArrayKeyInfo *arrayKeys,
									  int numArrayKeys);

/* nodeLimit.c, nodeSort.c: bounded sort is set up by ExecSetTupleBound */

#endif /* EXECPROCNODE_H */
