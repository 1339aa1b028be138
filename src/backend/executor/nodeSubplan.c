/*
 * nodeSubplan.c
 *		Sub-selects in expressions.
 *
 * An initplan runs once, when its parameter is first read.  A SubPlan runs
 * where it stands: scanned per call, or hashed on first use if it does not
 * depend on the outer row (IN).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeSubplan.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "executor/executor.h"
#include "executor/nodeSubplan.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

static Datum hash_subplan(SubPlanState *node, ExprContext *econtext,
						  bool *isNull);
static Datum scan_subplan(SubPlanState *node, ExprContext *econtext,
						  bool *isNull);
static void build_hash(SubPlanState *node, ExprContext *econtext);
static void init_hash(SubPlanState *sstate, PlanState *parent, EState *estate);

/* Value of the sub-select for the current row. */
Datum
ExecSubPlan(SubPlanState *node, ExprContext *econtext, bool *isNull)
{
	EState *estate = node->planstate->state;
	ScanDirection dir = estate->es_direction;
	Datum retval;

	CHECK_FOR_INTERRUPTS();
	*isNull = false;
	if (node->subplan->subLinkType == CTE_SUBLINK)
		elog(ERROR, "CTE subplans should not be executed via ExecSubPlan");
	if (node->subplan->setParam != NIL &&
		node->subplan->subLinkType != MULTIEXPR_SUBLINK)
		elog(ERROR, "cannot set parent params from subquery");
	estate->es_direction = ForwardScanDirection;
	retval = node->subplan->useHashTable ? hash_subplan(node, econtext, isNull) : scan_subplan(node, econtext, isNull);
	estate->es_direction = dir;
	return retval;
}

/* ---------------------------------------------------------------- scanning */

/* Pass the outer values as parameters and restart the plan. */
static void
pass_args(SubPlanState *node, ExprContext *econtext)
{
	ListCell *pvar;
	ListCell *l;

	forboth (l, node->subplan->parParam, pvar, node->args)
	{
		int paramid = lfirst_int(l);
		ParamExecData *prm = &econtext->ecxt_param_exec_vals[paramid];

		prm->value = ExecEvalExprSwitchContext(lfirst(pvar), econtext,
											   &prm->isnull);
		node->planstate->chgParam = bms_add_member(node->planstate->chgParam,
												   paramid);
	}
	ExecReScan(node->planstate);
}

/* Keep a copy of the row: its by-reference values are the result. */
static void
keep_row(SubPlanState *node, TupleTableSlot *slot)
{
	if (node->curTuple)
		heap_freetuple(node->curTuple);
	node->curTuple = ExecCopySlotHeapTuple(slot);
}

static void
too_many_rows(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_CARDINALITY_VIOLATION),
			 errmsg("more than one row returned by a subquery used as an expression")));
}

/* Put the row's columns into the parameters that testexpr reads. */
static void
set_test_params(SubPlanState *node, ExprContext *econtext,
				TupleTableSlot *slot)
{
	ListCell *plst;
	int col = 1;

	foreach (plst, node->subplan->paramIds)
	{
		ParamExecData *prm =
			&econtext->ecxt_param_exec_vals[lfirst_int(plst)];

		prm->execPlan = NULL;
		prm->value = slot_getattr(slot, col++, &prm->isnull);
	}
}

static void
set_multi_params(SubPlanState *node, ExprContext *econtext, bool found)
{
	TupleDesc tdesc = ExecGetResultType(node->planstate);
	ListCell *l;
	int i = 1;

	foreach (l, node->subplan->setParam)
	{
		ParamExecData *prm = &econtext->ecxt_param_exec_vals[lfirst_int(l)];

		prm->execPlan = NULL;
		prm->value = (Datum) 0;
		prm->isnull = true;
		if (found)
			prm->value = heap_getattr(node->curTuple, i++, tdesc,
									  &prm->isnull);
	}
}

static Datum
scan_subplan(SubPlanState *node, ExprContext *econtext, bool *isNull)
{
	SubPlan *subplan = node->subplan;
	PlanState *planstate = node->planstate;
	SubLinkType type = subplan->subLinkType;
	TupleTableSlot *slot;
	Datum result = BoolGetDatum(type == ALL_SUBLINK);
	bool found = false;
	ArrayBuildStateAny *astate = NULL;
	MemoryContext caller;

	/* outside the per-tuple context: the plan may run for long */
	caller = MemoryContextSwitchTo(econtext->ecxt_per_query_memory);
	pass_args(node, econtext);
	if (type == ARRAY_SUBLINK)
		astate = initArrayResultAny(subplan->firstColType,
									CurrentMemoryContext, true);
	*isNull = false;
	for (slot = ExecProcNode(planstate); !TupIsNull(slot);
		 slot = ExecProcNode(planstate))
	{
		Datum rowresult;
		bool rownull;

		if (type == EXISTS_SUBLINK)
		{
			found = true;
			result = BoolGetDatum(true);
			break;
		}
		if (type == EXPR_SUBLINK || type == MULTIEXPR_SUBLINK)
		{
			if (found)
				too_many_rows();
			found = true;
			keep_row(node, slot);
			continue;
		}
		if (type == ARRAY_SUBLINK)
		{
			Datum dvalue;
			bool disnull;

			found = true;
			dvalue = slot_getattr(slot, 1, &disnull);
			astate = accumArrayResultAny(astate, dvalue, disnull,
										 subplan->firstColType,
										 CurrentMemoryContext);
			continue;
		}
		if (type == ROWCOMPARE_SUBLINK && found)
			too_many_rows();
		found = true;
		set_test_params(node, econtext, slot);
		rowresult = ExecEvalExprSwitchContext(node->testexpr, econtext,
											  &rownull);
		if (type == ROWCOMPARE_SUBLINK)
		{
			result = rowresult;
			*isNull = rownull;
		}
		else if (rownull)
			*isNull = true;
		else if (DatumGetBool(rowresult) == (type == ANY_SUBLINK))
		{
			/* one true decides ANY, one false decides ALL */
			result = rowresult;
			*isNull = false;
			break;
		}
	}
	MemoryContextSwitchTo(caller);
	if (type == EXPR_SUBLINK && found)
		result = heap_getattr(node->curTuple, 1, ExecGetResultType(planstate),
							  isNull);
	else if (type == ARRAY_SUBLINK)
		result = makeArrayResultAny(astate, caller, true);
	else if (type == MULTIEXPR_SUBLINK)
	{
		set_multi_params(node, econtext, found);
		result = (Datum) 0;
		*isNull = true;
	}
	else if (!found && (type == EXPR_SUBLINK || type == ROWCOMPARE_SUBLINK))
	{
		result = (Datum) 0;
		*isNull = true;
	}
	return result;
}

/* ---------------------------------------------------------------- hashing */

static bool
any_nulls(TupleTableSlot *slot)
{
	int n = slot->tts_tupleDescriptor->natts;

	slot_getallattrs(slot);
	for (int i = 0; i < n; i++)
		if (slot->tts_isnull[i])
			return true;
	return false;
}

static bool
all_nulls(TupleTableSlot *slot)
{
	int n = slot->tts_tupleDescriptor->natts;

	slot_getallattrs(slot);
	for (int i = 0; i < n; i++)
		if (!slot->tts_isnull[i])
			return false;
	return true;
}

/* Could the two rows be equal if their NULLs were known? */
static bool
maybe_equal(SubPlanState *node, TupleTableSlot *left, TupleTableSlot *right)
{
	for (int i = 0; i < node->numCols; i++)
	{
		bool n1;
		bool n2;
		Datum v1 = slot_getattr(left, i + 1, &n1);
		Datum v2 = slot_getattr(right, i + 1, &n2);

		if (!n1 && !n2 &&
			!DatumGetBool(FunctionCall2Coll(&node->cur_eq_funcs[i],
											node->tab_collations[i], v1, v2)))
			return false;
	}
	return true;
}

static bool
partial_match(SubPlanState *node, TupleHashTable table, TupleTableSlot *slot)
{
	TupleHashIterator iter;
	TupleHashEntry entry;

	if (table == NULL)
		return false;
	InitTupleHashIterator(table, &iter);
	while ((entry = ScanTupleHashTable(table, &iter)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		ExecStoreMinimalTuple(entry->firstTuple, table->tableslot, false);
		if (maybe_equal(node, slot, table->tableslot))
			return true;
	}
	return false;
}

/* lhs IN (sub-select): true, false, or NULL if a NULL leaves it open. */
static Datum
hash_subplan(SubPlanState *node, ExprContext *econtext, bool *isNull)
{
	TupleTableSlot *slot;
	bool result = false;

	if (node->hashtable == NULL || node->planstate->chgParam != NULL)
		build_hash(node, econtext);
	*isNull = false;
	if (!node->havehashrows && !node->havenullrows)
		return BoolGetDatum(false);
	node->projLeft->pi_exprContext = econtext;
	slot = ExecProject(node->projLeft);
	if (!any_nulls(slot))
	{
		if (node->havehashrows &&
			FindTupleHashEntry(node->hashtable, slot, node->cur_eq_funcs,
							   node->lhs_hash_funcs) != NULL)
			result = true;
		else if (node->havenullrows &&
				 partial_match(node, node->hashnulls, slot))
			*isNull = true;
	}
	else if (node->hashnulls != NULL)
	{
		if (all_nulls(slot) ||
			(node->havenullrows &&
			 partial_match(node, node->hashnulls, slot)) ||
			(node->havehashrows &&
			 partial_match(node, node->hashtable, slot)))
			*isNull = true;
	}
	ExecClearTuple(slot);
	return BoolGetDatum(result);
}

static TupleHashTable
new_table(SubPlanState *node, long nbuckets)
{
	return BuildTupleHashTable(node->parent, node->descRight, node->numCols,
							   node->keyColIdx, node->tab_eq_funcoids,
							   node->tab_hash_funcs, node->tab_collations,
							   nbuckets, 0, node->hashtablecxt,
							   node->hashtempcxt, false);
}

/* Run the sub-select and put its rows into one table, those with NULLs apart. */
static void
build_hash(SubPlanState *node, ExprContext *econtext)
{
	SubPlan *subplan = node->subplan;
	PlanState *planstate = node->planstate;
	ExprContext *inner = node->innerecontext;
	MemoryContext caller;
	TupleTableSlot *slot;
	double rows = planstate->plan->plan_rows;

	MemoryContextReset(node->hashtablecxt);
	node->havehashrows = node->havenullrows = false;
	caller = MemoryContextSwitchTo(node->hashtablecxt);
	node->hashtable = new_table(node, (long) Min(rows, 1e9));
	/* IN at top level of WHERE need not tell NULL from false */
	node->hashnulls = subplan->unknownEqFalse ? NULL : new_table(node, (long) Min(rows / 16, 1e9));
	MemoryContextSwitchTo(econtext->ecxt_per_query_memory);
	ExecReScan(planstate);
	for (slot = ExecProcNode(planstate); !TupIsNull(slot);
		 slot = ExecProcNode(planstate))
	{
		bool isnew;

		set_test_params(node, inner, slot);
		slot = ExecProject(node->projRight);
		if (!any_nulls(slot))
		{
			(void) LookupTupleHashEntry(node->hashtable, slot, &isnew, NULL);
			node->havehashrows = true;
		}
		else if (node->hashnulls)
		{
			(void) LookupTupleHashEntry(node->hashnulls, slot, &isnew, NULL);
			node->havenullrows = true;
		}
		ResetExprContext(inner);
		MemoryContextReset(node->hashtempcxt);
	}
	ExecClearTuple(node->projRight->pi_state.resultslot);
	MemoryContextSwitchTo(caller);
}

/* ---------------------------------------------------------------- start */

/*
 * State of one SubPlan.  For an initplan this marks its output parameters as not
 * yet computed.
 */
SubPlanState *
ExecInitSubPlan(SubPlan *subplan, PlanState *parent)
{
	SubPlanState *sstate = makeNode(SubPlanState);
	EState *estate = parent->state;
	ListCell *lst;

	sstate->subplan = subplan;
	sstate->planstate = list_nth(estate->es_subplanstates,
								 subplan->plan_id - 1);
	if (sstate->planstate == NULL)
		elog(ERROR, "subplan \"%s\" was not initialized", subplan->plan_name);
	sstate->parent = parent;
	sstate->testexpr = ExecInitExpr((Expr *) subplan->testexpr, parent);
	sstate->args = ExecInitExprList(subplan->args, parent);
	if (subplan->setParam != NIL && subplan->parParam == NIL &&
		subplan->subLinkType != CTE_SUBLINK)
		foreach (lst, subplan->setParam)
			estate->es_param_exec_vals[lfirst_int(lst)].execPlan = sstate;
	if (subplan->useHashTable)
		init_hash(sstate, parent, estate);
	return sstate;
}

static void
init_hash(SubPlanState *sstate, PlanState *parent, EState *estate)
{
	SubPlan *subplan = sstate->subplan;
	List *oplist;
	List *lefttlist = NIL;
	List *righttlist = NIL;
	int n;
	int i = 0;
	TupleDesc tupDesc;
	ListCell *l;

	sstate->hashtablecxt = AllocSetContextCreate(CurrentMemoryContext,
												 "Subplan HashTable Context",
												 ALLOCSET_DEFAULT_SIZES);
	sstate->hashtempcxt = AllocSetContextCreate(CurrentMemoryContext,
												"Subplan HashTable Temp Context",
												ALLOCSET_SMALL_SIZES);
	sstate->innerecontext = CreateExprContext(estate);
	if (IsA(subplan->testexpr, OpExpr))
		oplist = list_make1(subplan->testexpr);
	else if (is_andclause(subplan->testexpr))
		oplist = ((BoolExpr *) subplan->testexpr)->args;
	else
		elog(ERROR, "unrecognized testexpr type: %d",
			 (int) nodeTag(subplan->testexpr));
	n = list_length(oplist);
	sstate->numCols = n;
	sstate->keyColIdx = palloc(n * sizeof(AttrNumber));
	sstate->tab_eq_funcoids = palloc(n * sizeof(Oid));
	sstate->tab_collations = palloc(n * sizeof(Oid));
	sstate->tab_hash_funcs = palloc0(n * sizeof(FmgrInfo));
	sstate->lhs_hash_funcs = palloc0(n * sizeof(FmgrInfo));
	sstate->cur_eq_funcs = palloc0(n * sizeof(FmgrInfo));
	foreach (l, oplist)
	{
		OpExpr *op = lfirst_node(OpExpr, l);
		Oid rhs_eq_oper;
		RegProcedure left;
		RegProcedure right;

		lefttlist = lappend(lefttlist,
							makeTargetEntry(linitial(op->args), i + 1, NULL,
											false));
		righttlist = lappend(righttlist,
							 makeTargetEntry(lsecond(op->args), i + 1, NULL,
											 false));
		fmgr_info(op->opfuncid, &sstate->cur_eq_funcs[i]);
		fmgr_info_set_expr((Node *) op, &sstate->cur_eq_funcs[i]);
		if (!get_compatible_hash_operators(op->opno, NULL, &rhs_eq_oper) ||
			!get_op_hash_functions(op->opno, &left, &right))
			elog(ERROR, "could not find hash functions for operator %u",
				 op->opno);
		sstate->tab_eq_funcoids[i] = get_opcode(rhs_eq_oper);
		fmgr_info(left, &sstate->lhs_hash_funcs[i]);
		fmgr_info(right, &sstate->tab_hash_funcs[i]);
		sstate->tab_collations[i] = op->inputcollid;
		sstate->keyColIdx[i] = i + 1;
		i++;
	}
	tupDesc = ExecTypeFromTL(lefttlist);
	sstate->projLeft =
		ExecBuildProjectionInfo(lefttlist, NULL,
								ExecInitExtraTupleSlot(estate, tupDesc,
													   &TTSOpsVirtual),
								parent, NULL);
	sstate->descRight = tupDesc = ExecTypeFromTL(righttlist);
	sstate->projRight =
		ExecBuildProjectionInfo(righttlist, sstate->innerecontext,
								ExecInitExtraTupleSlot(estate, tupDesc,
													   &TTSOpsVirtual),
								sstate->planstate, NULL);
}

/* ---------------------------------------------------------------- initplans */

static void
set_all(SubPlan *subplan, ExprContext *econtext, HeapTuple tuple,
		TupleDesc tdesc)
{
	int i = 1;
	ListCell *l;

	foreach (l, subplan->setParam)
	{
		ParamExecData *prm = &econtext->ecxt_param_exec_vals[lfirst_int(l)];

		prm->execPlan = NULL;
		prm->value = (Datum) 0;
		prm->isnull = true;
		if (tuple)
			prm->value = heap_getattr(tuple, i++, tdesc, &prm->isnull);
	}
}

static void
set_first(SubPlan *subplan, ExprContext *econtext, Datum value)
{
	ParamExecData *prm =
		&econtext->ecxt_param_exec_vals[linitial_int(subplan->setParam)];

	prm->execPlan = NULL;
	prm->value = value;
	prm->isnull = false;
}

/* Run an initplan and store its result in its parameters. */
void
ExecSetParamPlan(SubPlanState *node, ExprContext *econtext)
{
	SubPlan *subplan = node->subplan;
	PlanState *planstate = node->planstate;
	SubLinkType type = subplan->subLinkType;
	EState *estate = planstate->state;
	ScanDirection dir = estate->es_direction;
	MemoryContext caller;
	TupleTableSlot *slot;
	bool found = false;
	ArrayBuildStateAny *astate = NULL;

	if (type == ANY_SUBLINK || type == ALL_SUBLINK)
		elog(ERROR, "ANY/ALL subselect unsupported as initplan");
	if (type == CTE_SUBLINK)
		elog(ERROR, "CTE subplans should not be executed via ExecSetParamPlan");
	if (subplan->parParam || node->args)
		elog(ERROR, "correlated subplans should not be executed via ExecSetParamPlan");
	estate->es_direction = ForwardScanDirection;
	caller = MemoryContextSwitchTo(econtext->ecxt_per_query_memory);
	if (type == ARRAY_SUBLINK)
		astate = initArrayResultAny(subplan->firstColType,
									CurrentMemoryContext, true);
	if (planstate->chgParam != NULL)
		ExecReScan(planstate);
	for (slot = ExecProcNode(planstate); !TupIsNull(slot);
		 slot = ExecProcNode(planstate))
	{
		if (type == EXISTS_SUBLINK)
		{
			found = true;
			break;
		}
		if (type == ARRAY_SUBLINK)
		{
			bool disnull;
			Datum dvalue = slot_getattr(slot, 1, &disnull);

			found = true;
			astate = accumArrayResultAny(astate, dvalue, disnull,
										 subplan->firstColType,
										 CurrentMemoryContext);
			continue;
		}
		if (found)
			too_many_rows();
		found = true;
		keep_row(node, slot);
	}
	if (type == EXISTS_SUBLINK)
		set_first(subplan, econtext, BoolGetDatum(found));
	else if (type == ARRAY_SUBLINK)
	{
		if (node->curArray != (Datum) 0)
			pfree(DatumGetPointer(node->curArray));
		node->curArray = makeArrayResultAny(astate,
											econtext->ecxt_per_query_memory,
											true);
		set_first(subplan, econtext, node->curArray);
	}
	else
		set_all(subplan, econtext, found ? node->curTuple : NULL,
				ExecGetResultType(planstate));
	MemoryContextSwitchTo(caller);
	estate->es_direction = dir;
}

/* Compute those of the parameters that have no value yet. */
void
ExecSetParamPlanMulti(const Bitmapset *params, ExprContext *econtext)
{
	int paramid = -1;

	while ((paramid = bms_next_member(params, paramid)) >= 0)
	{
		ParamExecData *prm = &econtext->ecxt_param_exec_vals[paramid];

		if (prm->execPlan != NULL)
			ExecSetParamPlan(prm->execPlan, econtext);
	}
}

/* A parameter that the initplan depends on changed: compute it anew. */
void
ExecReScanSetParamPlan(SubPlanState *node, PlanState *parent)
{
	EState *estate = parent->state;
	ListCell *l;

	if (node->subplan->subLinkType == CTE_SUBLINK)
		return;
	foreach (l, node->subplan->setParam)
	{
		int paramid = lfirst_int(l);

		estate->es_param_exec_vals[paramid].execPlan = node;
		parent->chgParam = bms_add_member(parent->chgParam, paramid);
	}
}
