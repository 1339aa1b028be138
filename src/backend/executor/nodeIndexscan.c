/*
 * nodeIndexscan.c
 *		Index scans, and scan keys for all kinds of index scan.
 *
 * A key with a constant is set up once; one with another expression (a
 * parameter) is computed when the scan starts or is restarted.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeIndexscan.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/nbtree.h"
#include "access/relscan.h"
#include "access/tableam.h"
#include "catalog/pg_am.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"

static TupleTableSlot *
index_next(IndexScanState *node)
{
	EState *estate = node->ss.ps.state;
	ExprContext *econtext = node->ss.ps.ps_ExprContext;
	ScanDirection dir = estate->es_direction;
	IndexScanDesc scan = node->iss_ScanDesc;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;

	if (ScanDirectionIsBackward(((IndexScan *) node->ss.ps.plan)->indexorderdir))
		dir = -dir;
	if (scan == NULL)
	{
		scan = index_beginscan(node->ss.ss_currentRelation,
							   node->iss_RelationDesc, estate->es_snapshot,
							   node->iss_NumScanKeys,
							   node->iss_NumOrderByKeys);
		node->iss_ScanDesc = scan;
		if (node->iss_NumRuntimeKeys == 0 || node->iss_RuntimeKeysReady)
			index_rescan(scan, node->iss_ScanKeys, node->iss_NumScanKeys,
						 node->iss_OrderByKeys, node->iss_NumOrderByKeys);
	}
	while (index_getnext_slot(scan, dir, slot))
	{
		CHECK_FOR_INTERRUPTS();
		if (scan->xs_recheck)
		{
			econtext->ecxt_scantuple = slot;
			if (!ExecQualAndReset(node->indexqualorig, econtext))
			{
				InstrCountFiltered2(node, 1);
				continue;
			}
		}
		return slot;
	}
	return ExecClearTuple(slot);
}

static bool
index_recheck(IndexScanState *node, TupleTableSlot *slot)
{
	ExprContext *econtext = node->ss.ps.ps_ExprContext;

	econtext->ecxt_scantuple = slot;
	return ExecQualAndReset(node->indexqualorig, econtext);
}

static TupleTableSlot *
ExecIndexScan(PlanState *pstate)
{
	IndexScanState *node = (IndexScanState *) pstate;

	if (node->iss_NumRuntimeKeys != 0 && !node->iss_RuntimeKeysReady)
		ExecReScan((PlanState *) node);
	return ExecScan(&node->ss, (ExecScanAccessMtd) index_next,
					(ExecScanRecheckMtd) index_recheck);
}

IndexScanState *
ExecInitIndexScan(IndexScan *node, EState *estate, int eflags)
{
	IndexScanState *state = makeNode(IndexScanState);
	Relation rel;
	LOCKMODE lockmode;

	state->ss.ps.plan = (Plan *) node;
	state->ss.ps.state = estate;
	state->ss.ps.ExecProcNode = ExecIndexScan;
	ExecAssignExprContext(estate, &state->ss.ps);
	rel = ExecOpenScanRelation(estate, node->scan.scanrelid, eflags);
	state->ss.ss_currentRelation = rel;
	ExecInitScanTupleSlot(estate, &state->ss, RelationGetDescr(rel),
						  table_slot_callbacks(rel));
	ExecInitResultTypeTL(&state->ss.ps);
	ExecAssignScanProjectionInfo(&state->ss);
	state->ss.ps.qual = ExecInitQual(node->scan.plan.qual, &state->ss.ps);
	state->indexqualorig = ExecInitQual(node->indexqualorig, &state->ss.ps);
	if (node->indexorderby != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("index scans ordered by an operator are not supported yet")));
	if (eflags & EXEC_FLAG_EXPLAIN_ONLY)
		return state;
	lockmode = exec_rt_fetch(node->scan.scanrelid, estate)->rellockmode;
	state->iss_RelationDesc = index_open(node->indexid, lockmode);
	ExecIndexBuildScanKeys((PlanState *) state, state->iss_RelationDesc,
						   node->indexqual, false, &state->iss_ScanKeys,
						   &state->iss_NumScanKeys, &state->iss_RuntimeKeys,
						   &state->iss_NumRuntimeKeys, NULL, NULL);
	if (state->iss_NumRuntimeKeys != 0)
		state->iss_RuntimeContext = CreateExprContext(estate);
	return state;
}

void
ExecEndIndexScan(IndexScanState *node)
{
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	if (node->iss_ScanDesc)
		index_endscan(node->iss_ScanDesc);
	if (node->iss_RelationDesc)
		index_close(node->iss_RelationDesc, NoLock);
}

void
ExecReScanIndexScan(IndexScanState *node)
{
	if (node->iss_NumRuntimeKeys != 0)
	{
		ExprContext *econtext = node->iss_RuntimeContext;

		ResetExprContext(econtext);
		ExecIndexEvalRuntimeKeys(econtext, node->iss_RuntimeKeys,
								 node->iss_NumRuntimeKeys);
	}
	node->iss_RuntimeKeysReady = true;
	if (node->iss_ScanDesc)
		index_rescan(node->iss_ScanDesc, node->iss_ScanKeys,
					 node->iss_NumScanKeys, node->iss_OrderByKeys,
					 node->iss_NumOrderByKeys);
	ExecScanReScan(&node->ss);
}

void
ExecIndexMarkPos(IndexScanState *node)
{
	index_markpos(node->iss_ScanDesc);
}

void
ExecIndexRestrPos(IndexScanState *node)
{
	index_restrpos(node->iss_ScanDesc);
}

/* ---------------------------------------------------------------- scan keys */

typedef struct KeyBuild
{
	PlanState *planstate;
	Relation index;
	ScanKey keys;
	int nkeys;
	IndexRuntimeKeyInfo *runtime;
	int nruntime;
	IndexArrayKeyInfo *arrays;
	int narrays;
	bool want_arrays;
} KeyBuild;

/* The comparison value: a constant now, anything else at run time. */
static Datum
key_value(KeyBuild *kb, Expr *right, int *flags, ScanKey key, Oid optype)
{
	IndexRuntimeKeyInfo *rk;

	if (IsA(right, RelabelType))
		right = ((RelabelType *) right)->arg;
	if (IsA(right, Const))
	{
		if (((Const *) right)->constisnull)
			*flags |= SK_ISNULL;
		return ((Const *) right)->constvalue;
	}
	rk = &kb->runtime[kb->nruntime++];
	rk->scan_key = key;
	rk->key_expr = ExecInitExpr(right, kb->planstate);
	rk->key_toastable = get_typlen(optype) == -1;
	return (Datum) 0;
}

static AttrNumber
key_column(Expr *left)
{
	if (IsA(left, RelabelType))
		left = ((RelabelType *) left)->arg;
	if (!IsA(left, Var) || ((Var *) left)->varno != INDEX_VAR)
		elog(ERROR, "indexqual doesn't have key on left side");
	return ((Var *) left)->varattno;
}

static void
build_op_key(KeyBuild *kb, OpExpr *op)
{
	ScanKey key = &kb->keys[kb->nkeys++];
	AttrNumber attno = key_column((Expr *) get_leftop((Expr *) op));
	int strategy;
	Oid lefttype;
	Oid righttype;
	int flags = 0;
	Datum val;

	get_op_opfamily_properties(op->opno, kb->index->rd_opfamily[attno - 1],
							   false, &strategy, &lefttype, &righttype);
	val = key_value(kb, (Expr *) get_rightop((Expr *) op), &flags, key,
					righttype);
	ScanKeyEntryInitialize(key, flags, attno, strategy, righttype,
						   op->inputcollid, get_opcode(op->opno), val);
}

static void
build_array_key(KeyBuild *kb, ScalarArrayOpExpr *saop)
{
	ScanKey key = &kb->keys[kb->nkeys++];
	AttrNumber attno = key_column(linitial(saop->args));
	Expr *right = lsecond(saop->args);
	int strategy;
	Oid lefttype;
	Oid righttype;
	int flags = 0;
	Datum val = (Datum) 0;

	get_op_opfamily_properties(saop->opno, kb->index->rd_opfamily[attno - 1],
							   false, &strategy, &lefttype, &righttype);
	if (kb->index->rd_indam->amsearcharray)
	{
		flags |= SK_SEARCHARRAY;
		val = key_value(kb, right, &flags, key, exprType((Node *) right));
	}
	else
	{
		IndexArrayKeyInfo *ak;

		if (!kb->want_arrays)
			elog(ERROR, "the access method cannot search for arrays");
		ak = &kb->arrays[kb->narrays++];
		ak->scan_key = key;
		ak->array_expr = ExecInitExpr(right, kb->planstate);
	}
	ScanKeyEntryInitialize(key, flags, attno, strategy, righttype,
						   saop->inputcollid, get_opcode(saop->opno), val);
}

static void
build_null_key(KeyBuild *kb, NullTest *nt)
{
	ScanKey key = &kb->keys[kb->nkeys++];

	ScanKeyEntryInitialize(key,
						   SK_ISNULL | (nt->nulltesttype == IS_NULL ? SK_SEARCHNULL : SK_SEARCHNOTNULL),
						   key_column(nt->arg), InvalidStrategy, InvalidOid,
						   InvalidOid, InvalidOid, (Datum) 0);
}

/* (a, b) < (x, y): a header key with an array of subsidiary ones. */
static void
build_row_key(KeyBuild *kb, RowCompareExpr *rc)
{
	ScanKey key = &kb->keys[kb->nkeys++];
	int n = list_length(rc->opnos);
	ScanKey sub = palloc0(n * sizeof(ScanKeyData));

	for (int i = 0; i < n; i++)
	{
		AttrNumber attno = key_column(list_nth(rc->largs, i));
		int strategy;
		Oid lefttype;
		Oid righttype;
		Oid proc;
		int flags = SK_ROW_MEMBER;
		Datum val;

		get_op_opfamily_properties(list_nth_oid(rc->opnos, i),
								   kb->index->rd_opfamily[attno - 1], false,
								   &strategy, &lefttype, &righttype);
		proc = get_opfamily_proc(kb->index->rd_opfamily[attno - 1], lefttype,
								 righttype, BTORDER_PROC);
		val = key_value(kb, list_nth(rc->rargs, i), &flags, &sub[i],
						righttype);
		ScanKeyEntryInitialize(&sub[i], flags, attno, strategy, righttype,
							   list_nth_oid(rc->inputcollids, i), proc, val);
	}
	sub[n - 1].sk_flags |= SK_ROW_END;
	MemSet(key, 0, sizeof(ScanKeyData));
	key->sk_flags = SK_ROW_HEADER;
	key->sk_attno = sub[0].sk_attno;
	key->sk_strategy = rc->rctype;
	key->sk_argument = PointerGetDatum(sub);
}

/*
 * Turn index conditions (index column on the left, as INDEX_VAR) into scan keys.
 * Expressions that are no constants are listed in runtimeKeys; arrays that the
 * access method cannot take, in arrayKeys (may be NULL if there can be none).
 */
void
ExecIndexBuildScanKeys(PlanState *planstate, Relation index, List *quals,
					   bool isorderby, ScanKey *scanKeys, int *numScanKeys,
					   IndexRuntimeKeyInfo **runtimeKeys, int *numRuntimeKeys,
					   IndexArrayKeyInfo **arrayKeys, int *numArrayKeys)
{
	KeyBuild kb = {.planstate = planstate, .index = index};
	int n = list_length(quals);
	ListCell *lc;

	Assert(!isorderby);
	kb.keys = palloc0(Max(n, 1) * sizeof(ScanKeyData));
	kb.runtime = palloc0(Max(n, 1) * INDEX_MAX_KEYS *
						 sizeof(IndexRuntimeKeyInfo));
	kb.arrays = palloc0(Max(n, 1) * sizeof(IndexArrayKeyInfo));
	kb.want_arrays = arrayKeys != NULL;
	foreach (lc, quals)
	{
		Node *clause = lfirst(lc);

		if (IsA(clause, OpExpr))
			build_op_key(&kb, (OpExpr *) clause);
		else if (IsA(clause, ScalarArrayOpExpr))
			build_array_key(&kb, (ScalarArrayOpExpr *) clause);
		else if (IsA(clause, NullTest))
			build_null_key(&kb, (NullTest *) clause);
		else if (IsA(clause, RowCompareExpr))
			build_row_key(&kb, (RowCompareExpr *) clause);
		else
			elog(ERROR, "unsupported indexqual type: %d",
				 (int) nodeTag(clause));
	}
	*scanKeys = kb.keys;
	*numScanKeys = kb.nkeys;
	*runtimeKeys = kb.runtime;
	*numRuntimeKeys = kb.nruntime;
	if (arrayKeys)
	{
		*arrayKeys = kb.arrays;
		*numArrayKeys = kb.narrays;
	}
}

/* Compute the run-time keys, in the context's per-tuple memory. */
void
ExecIndexEvalRuntimeKeys(ExprContext *econtext,
						 IndexRuntimeKeyInfo *runtimeKeys, int numRuntimeKeys)
{
	MemoryContext caller = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);

	for (int i = 0; i < numRuntimeKeys; i++)
	{
		ScanKey key = runtimeKeys[i].scan_key;
		bool isnull;
		Datum val = ExecEvalExpr(runtimeKeys[i].key_expr, econtext,
								 &isnull);

		if (isnull)
			key->sk_flags |= SK_ISNULL;
		else
		{
			if (runtimeKeys[i].key_toastable)
				val = PointerGetDatum(PG_DETOAST_DATUM(val));
			key->sk_flags &= ~SK_ISNULL;
		}
		key->sk_argument = val;
	}
	MemoryContextSwitchTo(caller);
}

/* Take the arrays apart; false if one is NULL or empty: nothing matches. */
bool
ExecIndexEvalArrayKeys(ExprContext *econtext, IndexArrayKeyInfo *arrayKeys,
					   int numArrayKeys)
{
	MemoryContext caller = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	bool result = true;

	for (int i = 0; i < numArrayKeys && result; i++)
	{
		IndexArrayKeyInfo *ak = &arrayKeys[i];
		bool isnull;
		Datum val = ExecEvalExpr(ak->array_expr, econtext, &isnull);
		ArrayType *arr;
		int16 len;
		bool byval;
		char align;

		if (isnull)
		{
			result = false;
			break;
		}
		arr = DatumGetArrayTypeP(val);
		get_typlenbyvalalign(ARR_ELEMTYPE(arr), &len, &byval, &align);
		deconstruct_array(arr, ARR_ELEMTYPE(arr), len, byval, align,
						  &ak->elem_values, &ak->elem_nulls, &ak->num_elems);
		if (ak->num_elems <= 0)
		{
			result = false;
			break;
		}
		ak->scan_key->sk_argument = ak->elem_values[0];
		if (ak->elem_nulls[0])
			ak->scan_key->sk_flags |= SK_ISNULL;
		else
			ak->scan_key->sk_flags &= ~SK_ISNULL;
		ak->next_elem = 1;
	}
	MemoryContextSwitchTo(caller);
	return result;
}

/* Next combination of array elements, the last array fastest. */
bool
ExecIndexAdvanceArrayKeys(IndexArrayKeyInfo *arrayKeys, int numArrayKeys)
{
	for (int i = numArrayKeys - 1; i >= 0; i--)
	{
		IndexArrayKeyInfo *ak = &arrayKeys[i];
		bool wrapped = ak->next_elem >= ak->num_elems;

		if (wrapped)
			ak->next_elem = 0;
		ak->scan_key->sk_argument = ak->elem_values[ak->next_elem];
		if (ak->elem_nulls[ak->next_elem])
			ak->scan_key->sk_flags |= SK_ISNULL;
		else
			ak->scan_key->sk_flags &= ~SK_ISNULL;
		ak->next_elem++;
		if (!wrapped)
			return true;
	}
	return false;
}
