/*
 * nodeTidscan.c
 *		Scan of rows given by their positions (ctid = ...).
 *
 * The positions are computed when the scan starts, sorted, and each is read
 * once.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeTidscan.c
 */
#include "postgres.h"

#include "access/relscan.h"
#include "access/sysattr.h"
#include "access/tableam.h"
#include "catalog/pg_type.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "storage/itemptr.h"
#include "utils/array.h"
#include "utils/rel.h"

typedef struct TidExpr
{
	ExprState *exprstate;
	bool isarray;
} TidExpr;

static int
cmp_tid(const void *a, const void *b)
{
	return ItemPointerCompare((ItemPointer) a, (ItemPointer) b);
}

static void
add_tid(TidScanState *node, int *alloc, ItemPointer tid)
{
	if (!table_tuple_tid_valid(node->ss.ss_currentScanDesc, tid))
		return;
	if (node->tss_NumTids >= *alloc)
	{
		*alloc *= 2;
		node->tss_TidList = repalloc(node->tss_TidList,
									 *alloc * sizeof(ItemPointerData));
	}
	node->tss_TidList[node->tss_NumTids++] = *tid;
}

/* Evaluate the conditions to a sorted list without duplicates. */
static void
compute_list(TidScanState *node)
{
	ExprContext *econtext = node->ss.ps.ps_ExprContext;
	int alloc = Max(list_length(node->tss_tidexprs), 8);
	int n = 0;
	ListCell *lc;

	if (node->ss.ss_currentScanDesc == NULL)
		node->ss.ss_currentScanDesc =
			table_beginscan_tid(node->ss.ss_currentRelation,
								node->ss.ps.state->es_snapshot);
	node->tss_TidList = palloc(alloc * sizeof(ItemPointerData));
	node->tss_NumTids = 0;
	foreach (lc, node->tss_tidexprs)
	{
		TidExpr *te = lfirst(lc);
		bool isnull;
		Datum val = ExecEvalExprSwitchContext(te->exprstate, econtext,
											  &isnull);
		Datum *elems;
		bool *nulls;
		int nelems;

		if (isnull)
			continue;
		if (!te->isarray)
		{
			add_tid(node, &alloc, (ItemPointer) DatumGetPointer(val));
			continue;
		}
		deconstruct_array(DatumGetArrayTypeP(val), TIDOID,
						  sizeof(ItemPointerData), false, TYPALIGN_SHORT,
						  &elems, &nulls, &nelems);
		for (int i = 0; i < nelems; i++)
			if (!nulls[i])
				add_tid(node, &alloc, (ItemPointer) DatumGetPointer(elems[i]));
	}
	qsort(node->tss_TidList, node->tss_NumTids, sizeof(ItemPointerData),
		  cmp_tid);
	for (int i = 0; i < node->tss_NumTids; i++)
		if (n == 0 || !ItemPointerEquals(&node->tss_TidList[n - 1], &node->tss_TidList[i]))
			node->tss_TidList[n++] = node->tss_TidList[i];
	node->tss_NumTids = n;
	node->tss_TidPtr = -1;
}

static TupleTableSlot *
tid_next(TidScanState *node)
{
	EState *estate = node->ss.ps.state;
	Relation rel = node->ss.ss_currentRelation;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;
	bool backward = ScanDirectionIsBackward(estate->es_direction);

	if (node->tss_TidList == NULL)
		compute_list(node);
	if (backward && node->tss_TidPtr < 0)
		node->tss_TidPtr = node->tss_NumTids;
	node->tss_TidPtr += backward ? -1 : 1;
	while (node->tss_TidPtr >= 0 && node->tss_TidPtr < node->tss_NumTids)
	{
		if (table_tuple_fetch_row_version(rel,
										  &node->tss_TidList[node->tss_TidPtr],
										  estate->es_snapshot, slot))
			return slot;
		node->tss_TidPtr += backward ? -1 : 1;
		CHECK_FOR_INTERRUPTS();
	}
	return ExecClearTuple(slot);
}

/* The new version of a row is still the row that was asked for. */
static bool
tid_recheck(TidScanState *node, TupleTableSlot *slot)
{
	return true;
}

static TupleTableSlot *
ExecTidScan(PlanState *pstate)
{
	return ExecScan((ScanState *) pstate, (ExecScanAccessMtd) tid_next,
					(ExecScanRecheckMtd) tid_recheck);
}

static bool
is_ctid(Node *node)
{
	return node && IsA(node, Var) &&
		((Var *) node)->varattno == SelfItemPointerAttributeNumber;
}

TidScanState *
ExecInitTidScan(TidScan *node, EState *estate, int eflags)
{
	TidScanState *state = makeNode(TidScanState);
	Relation rel;
	ListCell *lc;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecTidScan;
	ExecAssignExprContext(estate, &state->ss.ps);
	state->tss_TidPtr = -1;
	rel = ExecOpenScanRelation(estate, node->scan.scanrelid, eflags);
	state->ss.ss_currentRelation = rel;
	ExecInitScanTupleSlot(estate, &state->ss, RelationGetDescr(rel),
						  table_slot_callbacks(rel));
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfo(&state->ss);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	foreach (lc, node->tidquals)
	{
		Expr *expr = lfirst(lc);
		TidExpr *te = palloc0(sizeof(TidExpr));

		if (is_opclause(expr))
			te->exprstate = ExecInitExpr((Expr *) (is_ctid(get_leftop(expr)) ? get_rightop(expr) : get_leftop(expr)),
										 &state->ss.ps);
		else if (IsA(expr, ScalarArrayOpExpr))
		{
			te->exprstate =
				ExecInitExpr(lsecond(((ScalarArrayOpExpr *) expr)->args),
							 &state->ss.ps);
			te->isarray = true;
		}
		else
			elog(ERROR, "could not identify CTID expression");
		state->tss_tidexprs = lappend(state->tss_tidexprs, te);
	}
	return state;
}

void
ExecEndTidScan(TidScanState *node)
{
	if (node->ss.ss_currentScanDesc)
		table_endscan(node->ss.ss_currentScanDesc);
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
}

void
ExecReScanTidScan(TidScanState *node)
{
	if (node->tss_TidList)
		pfree(node->tss_TidList);
	node->tss_TidList = NULL;
	node->tss_NumTids = 0;
	node->tss_TidPtr = -1;
	if (node->ss.ss_currentScanDesc)
		table_rescan(node->ss.ss_currentScanDesc, NULL);
	ExecScanReScan(&node->ss);
}
