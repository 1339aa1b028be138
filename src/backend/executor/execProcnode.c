/*
 * execProcnode.c
 *		Dispatch by type of plan node.
 *
 * Initialization, the row function with its instrumentation, ending and
 * rescanning.  One line per node type in each switch.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execProcnode.c
 */
#include "postgres.h"

#include "executor/execProcnode.h"
#include "executor/nodeSubplan.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"

/* clang-format off */
#define ALL_NODES(X) \
	X(Result) X(ProjectSet) X(ModifyTable) X(Append) X(RecursiveUnion) \
	X(BitmapAnd) X(BitmapOr) X(SeqScan) X(IndexScan) X(IndexOnlyScan) \
	X(BitmapIndexScan) X(BitmapHeapScan) X(TidScan) X(SubqueryScan) \
	X(FunctionScan) X(ValuesScan) X(CteScan) X(WorkTableScan) X(NestLoop) \
	X(HashJoin) X(Hash) X(Material) X(Sort) X(Group) X(Agg) \
	X(WindowAgg) X(Unique) X(SetOp) X(LockRows) X(Limit)
/* clang-format on */

static TupleTableSlot *first_call(PlanState *node);
static TupleTableSlot *instrumented(PlanState *node);

/* ---------------------------------------------------------------- start */

/* Build the state tree of a plan; NULL for NULL. */
PlanState *
ExecInitNode(Plan *node, EState *estate, int eflags)
{
	PlanState *result;
	List *subps = NIL;
	ListCell *lc;

	if (node == NULL)
		return NULL;
	check_stack_depth();
	switch (nodeTag(node))
	{
#define X(T)                                                            \
	case T_##T:                                                         \
		result = (PlanState *) ExecInit##T((T *) node, estate, eflags); \
		break;
		ALL_NODES(X)
#undef X
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	}
	ExecSetExecProcNode(result, result->ExecProcNode);
	foreach (lc, node->initPlan)
		subps = lappend(subps, ExecInitSubPlan(lfirst_node(SubPlan, lc), result));
	result->initPlan = subps;
	if (estate->es_instrument)
		result->instrument = InstrAlloc(1, estate->es_instrument,
										result->async_capable);
	return result;
}

/* Set the row function, behind the check of the first call. */
void
ExecSetExecProcNode(PlanState *node, ExecProcNodeMtd function)
{
	node->ExecProcNodeReal = function;
	node->ExecProcNode = first_call;
}

static TupleTableSlot *
first_call(PlanState *node)
{
	check_stack_depth();
	node->ExecProcNode = node->instrument ? instrumented : node->ExecProcNodeReal;
	return node->ExecProcNode(node);
}

static TupleTableSlot *
instrumented(PlanState *node)
{
	TupleTableSlot *result;

	InstrStartNode(node->instrument);
	result = node->ExecProcNodeReal(node);
	InstrStopNode(node->instrument, TupIsNull(result) ? 0.0 : 1.0);
	return result;
}

/* ---------------------------------------------------------------- other ways to run */

/* Run a node that returns a hash table or bitmap as a whole. */
Node *
MultiExecProcNode(PlanState *node)
{
	CHECK_FOR_INTERRUPTS();
	check_stack_depth();
	if (node->chgParam != NULL)
		ExecReScan(node);
	switch (nodeTag(node))
	{
		case T_HashState:
			return MultiExecHash((HashState *) node);
		case T_BitmapIndexScanState:
			return MultiExecBitmapIndexScan((BitmapIndexScanState *) node);
		case T_BitmapAndState:
			return MultiExecBitmapAnd((BitmapAndState *) node);
		case T_BitmapOrState:
			return MultiExecBitmapOr((BitmapOrState *) node);
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	}
	return NULL;
}

/* Release what the node holds: scans, files.  Memory goes with the EState. */
void
ExecEndNode(PlanState *node)
{
	if (node == NULL)
		return;
	check_stack_depth();
	switch (nodeTag(node))
	{
#define X(T)                           \
	case T_##T##State:                 \
		ExecEnd##T((T##State *) node); \
		break;
		ALL_NODES(X)
#undef X
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	}
	bms_free(node->chgParam);
	node->chgParam = NULL;
}

/* No more rows will be asked for.  Nothing to do without parallel workers. */
void
ExecShutdownNode(PlanState *node)
{
}

/* Tell the tree that at most tuples_needed rows will be read (< 0: all). */
void
ExecSetTupleBound(int64 tuples_needed, PlanState *child_node)
{
	switch (nodeTag(child_node))
	{
		case T_SortState:
		{
			SortState *sort = (SortState *) child_node;

			sort->bounded = tuples_needed >= 0;
			sort->bound = Max(tuples_needed, 0);
			break;
		}
		case T_AppendState:
			for (int i = 0; i < ((AppendState *) child_node)->as_nplans; i++)
				ExecSetTupleBound(tuples_needed,
								  ((AppendState *) child_node)->appendplans[i]);
			break;
		case T_ResultState:
			if (outerPlanState(child_node))
				ExecSetTupleBound(tuples_needed, outerPlanState(child_node));
			break;
		case T_SubqueryScanState:
			if (((SubqueryScanState *) child_node)->subplan &&
				child_node->qual == NULL)
				ExecSetTupleBound(tuples_needed,
								  ((SubqueryScanState *) child_node)->subplan);
			break;
		default:
			break;
	}
}

/* ---------------------------------------------------------------- rescan */

static void
update_subplans(List *subplans, PlanState *node, bool isinit)
{
	ListCell *lc;

	foreach (lc, subplans)
	{
		SubPlanState *sstate = lfirst(lc);
		PlanState *splan = sstate->planstate;

		if (splan->plan->extParam != NULL)
			UpdateChangedParamSet(splan, node->chgParam);
		if (isinit && splan->chgParam != NULL)
			ExecReScanSetParamPlan(sstate, node);
	}
}

/* Start the node over, with changed parameters if chgParam is set. */
void
ExecReScan(PlanState *node)
{
	if (node->instrument)
		InstrEndLoop(node->instrument);
	if (node->chgParam != NULL)
	{
		update_subplans(node->initPlan, node, true);
		update_subplans(node->subPlan, node, false);
		if (outerPlanState(node) != NULL)
			UpdateChangedParamSet(outerPlanState(node), node->chgParam);
		if (innerPlanState(node) != NULL)
			UpdateChangedParamSet(innerPlanState(node), node->chgParam);
	}
	if (node->ps_ExprContext)
		ReScanExprContext(node->ps_ExprContext);
	switch (nodeTag(node))
	{
#define X(T)                              \
	case T_##T##State:                    \
		ExecReScan##T((T##State *) node); \
		break;
		ALL_NODES(X)
#undef X
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	}
	if (node->chgParam != NULL)
	{
		bms_free(node->chgParam);
		node->chgParam = NULL;
	}
}

/* ---------------------------------------------------------------- mark and restore */

void
ExecMarkPos(PlanState *node)
{
	switch (nodeTag(node))
	{
		case T_SortState:
			ExecSortMarkPos((SortState *) node);
			break;
		case T_MaterialState:
			ExecMaterialMarkPos((MaterialState *) node);
			break;
		case T_IndexScanState:
			ExecIndexMarkPos((IndexScanState *) node);
			break;
		case T_IndexOnlyScanState:
			ExecIndexOnlyMarkPos((IndexOnlyScanState *) node);
			break;
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	}
}

void
ExecRestrPos(PlanState *node)
{
	switch (nodeTag(node))
	{
		case T_SortState:
			ExecSortRestrPos((SortState *) node);
			break;
		case T_MaterialState:
			ExecMaterialRestrPos((MaterialState *) node);
			break;
		case T_IndexScanState:
			ExecIndexRestrPos((IndexScanState *) node);
			break;
		case T_IndexOnlyScanState:
			ExecIndexOnlyRestrPos((IndexOnlyScanState *) node);
			break;
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	}
}

bool
ExecSupportsMarkRestore(Path *pathnode)
{
	switch (pathnode->pathtype)
	{
		case T_IndexScan:
		case T_IndexOnlyScan:
			return ((IndexPath *) pathnode)->indexinfo->amcanmarkpos;
		case T_Material:
		case T_Sort:
			return true;
		default:
			return false;
	}
}

/* Can a plan be read backward without a Material node on top? */
bool
ExecSupportsBackwardScan(Plan *node)
{
	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Result:
		case T_Limit:
		case T_LockRows:
			return outerPlan(node) != NULL &&
				ExecSupportsBackwardScan(outerPlan(node));
		case T_SubqueryScan:
			return ExecSupportsBackwardScan(((SubqueryScan *) node)->subplan);
		case T_SeqScan:
		case T_TidScan:
		case T_IndexScan:
		case T_IndexOnlyScan:
		case T_FunctionScan:
		case T_ValuesScan:
		case T_CteScan:
		case T_Material:
		case T_Sort:
			return true;
		default:
			return false;
	}
}

/* Does the node keep its whole output, so that rescans are cheap? */
bool
ExecMaterializesOutput(NodeTag plantype)
{
	switch (plantype)
	{
		case T_Material:
		case T_FunctionScan:
		case T_CteScan:
		case T_WorkTableScan:
		case T_Sort:
			return true;
		default:
			return false;
	}
}
