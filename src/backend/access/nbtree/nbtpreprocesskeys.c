/*
 * nbtpreprocesskeys.c
 *		Making scan keys ready: arrays, contradictions, required keys.
 *
 * Keys come sorted by column.  What leaves is at most one key per column
 * and direction where they can be compared, marked with the directions in
 * which failing it ends the scan.  A "col = ANY (array)" key is stepped
 * through: one index descent per element.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtpreprocesskeys.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/nbtree.h"
#include "utils/memutils.h"
#include "utils/rel.h"

/* ------------------------------------------------------------------
 * Arrays
 * ------------------------------------------------------------------
 */

typedef struct SortContext
{
	FmgrInfo cmp;
	Oid collation;
	bool reverse;
} SortContext;

static int
compare_elements(const void *a, const void *b, void *arg)
{
	SortContext *c = arg;
	int32 r = DatumGetInt32(FunctionCall2Coll(&c->cmp, c->collation,
											  *(const Datum *) a,
											  *(const Datum *) b));

	return c->reverse ? -(r > 0) + (r < 0) : r;
}

/* Order function for two values of the element type, or false. */
static bool
element_order(Relation rel, ScanKey key, SortContext *c)
{
	int col = key->sk_attno - 1;
	Oid elemtype = OidIsValid(key->sk_subtype) ? key->sk_subtype : rel->rd_opcintype[col];
	Oid proc = get_opfamily_proc(rel->rd_opfamily[col], elemtype,
								 elemtype, BTORDER_PROC);

	if (!RegProcedureIsValid(proc))
		elog(ERROR, "missing support function %d(%u,%u) for attribute %d of index \"%s\"",
			 BTORDER_PROC, elemtype, elemtype, key->sk_attno,
			 RelationGetRelationName(rel));
	fmgr_info(proc, &c->cmp);
	c->collation = key->sk_collation;
	c->reverse = (rel->rd_indoption[col] & INDOPTION_DESC) != 0;
	return true;
}

/* Sort and leave out duplicates, in index order; returns how many are left. */
static int
sort_elements(Relation rel, ScanKey key, Datum *elems, int n)
{
	SortContext c;
	int kept = 1;

	if (n <= 1)
		return n;
	element_order(rel, key, &c);
	qsort_arg(elems, n, sizeof(Datum), compare_elements, &c);
	for (int i = 1; i < n; i++)
		if (compare_elements(&elems[kept - 1], &elems[i], &c) != 0)
			elems[kept++] = elems[i];
	return kept;
}

/* The one element that decides an inequality with ANY: least or greatest. */
static Datum
extreme_element(Relation rel, ScanKey key, Datum *elems, int n, bool greatest)
{
	SortContext c;
	Datum best = elems[0];

	element_order(rel, key, &c);
	c.reverse = false;
	for (int i = 1; i < n; i++)
	{
		int r = compare_elements(&elems[i], &best, &c);

		if (greatest ? r > 0 : r < 0)
			best = elems[i];
	}
	return best;
}

/* Take an array key apart; false if no row can match it. */
static bool
open_array(IndexScanDesc scan, BTScanOpaque so, int keyno)
{
	Relation rel = scan->indexRelation;
	ScanKey key = &so->arrayKeyData[keyno];
	struct ArrayType *array;
	Oid elemtype;
	int16 len;
	bool byval;
	char align;
	Datum *elems;
	bool *nulls;
	int n;
	int live = 0;

	if (key->sk_flags & SK_ISNULL)
		return false;
	array = (struct ArrayType *) PG_DETOAST_DATUM(key->sk_argument);
	/* ndim, dataoffset, then the element type behind the varlena header */
	memcpy(&elemtype, (char *) array + 12, sizeof(Oid));
	get_typlenbyvalalign(elemtype, &len, &byval, &align);
	deconstruct_array(array, elemtype, len, byval, align, &elems, &nulls, &n);
	for (int i = 0; i < n; i++)
		if (!nulls[i])
			elems[live++] = elems[i];
	if (live == 0)
		return false;

	switch (key->sk_strategy)
	{
		case BTLessStrategyNumber:
		case BTLessEqualStrategyNumber:
			key->sk_argument = extreme_element(rel, key, elems, live, true);
			return true;
		case BTGreaterEqualStrategyNumber:
		case BTGreaterStrategyNumber:
			key->sk_argument = extreme_element(rel, key, elems, live, false);
			return true;
		case BTEqualStrategyNumber:
			break;
		default:
			elog(ERROR, "unrecognized StrategyNumber: %d",
				 (int) key->sk_strategy);
	}
	so->arrayKeys[so->numArrayKeys].scan_key = keyno;
	so->arrayKeys[so->numArrayKeys].num_elems =
		sort_elements(rel, key, elems, live);
	so->arrayKeys[so->numArrayKeys].elem_values = elems;
	so->numArrayKeys++;
	return true;
}

/* _bt_preprocess_array_keys
 *		At the start of a scan: take the arrays apart, once. */
void
_bt_preprocess_array_keys(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	MemoryContext old;
	bool any = false;

	so->numArrayKeys = 0;
	for (int i = 0; i < scan->numberOfKeys; i++)
		any |= (scan->keyData[i].sk_flags & SK_SEARCHARRAY) != 0;
	if (!any)
	{
		so->arrayKeyData = NULL;
		so->arrayKeys = NULL;
		return;
	}

	if (so->arrayContext == NULL)
		so->arrayContext = AllocSetContextCreate(CurrentMemoryContext,
												 "BTree array context",
												 ALLOCSET_SMALL_SIZES);
	else
		MemoryContextReset(so->arrayContext);
	old = MemoryContextSwitchTo(so->arrayContext);
	so->arrayKeyData = palloc(scan->numberOfKeys * sizeof(ScanKeyData));
	memcpy(so->arrayKeyData, scan->keyData,
		   scan->numberOfKeys * sizeof(ScanKeyData));
	so->arrayKeys = palloc0(scan->numberOfKeys * sizeof(BTArrayKeyInfo));
	for (int i = 0; i < scan->numberOfKeys; i++)
		if ((so->arrayKeyData[i].sk_flags & SK_SEARCHARRAY) &&
			!open_array(scan, so, i))
		{
			so->numArrayKeys = -1;
			break;
		}
	MemoryContextSwitchTo(old);
}

static void
use_element(BTScanOpaque so, BTArrayKeyInfo *a, int elem)
{
	a->cur_elem = elem;
	so->arrayKeyData[a->scan_key].sk_argument = a->elem_values[elem];
}

/* _bt_start_array_keys
 *		Set all to their first element in the direction. */
void
_bt_start_array_keys(IndexScanDesc scan, ScanDirection dir)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	for (int i = 0; i < so->numArrayKeys; i++)
	{
		BTArrayKeyInfo *a = &so->arrayKeys[i];

		use_element(so, a, ScanDirectionIsBackward(dir) ? a->num_elems - 1 : 0);
	}
	so->arraysStarted = true;
}

/* _bt_advance_array_keys
 *		Next combination, the last key varying fastest; false at the end. */
bool
_bt_advance_array_keys(IndexScanDesc scan, ScanDirection dir)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	for (int i = so->numArrayKeys - 1; i >= 0; i--)
	{
		BTArrayKeyInfo *a = &so->arrayKeys[i];

		if (ScanDirectionIsBackward(dir))
		{
			if (a->cur_elem > 0)
			{
				use_element(so, a, a->cur_elem - 1);
				return true;
			}
			use_element(so, a, a->num_elems - 1);
		}
		else
		{
			if (a->cur_elem + 1 < a->num_elems)
			{
				use_element(so, a, a->cur_elem + 1);
				return true;
			}
			use_element(so, a, 0);
		}
	}
	so->arraysStarted = false;
	return false;
}

void
_bt_mark_array_keys(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;

	for (int i = 0; i < so->numArrayKeys; i++)
		so->arrayKeys[i].mark_elem = so->arrayKeys[i].cur_elem;
}

/* _bt_restore_array_keys
 *		Back to the mark; preprocessing must be redone if that is elsewhere. */
void
_bt_restore_array_keys(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	bool moved = false;

	for (int i = 0; i < so->numArrayKeys; i++)
	{
		BTArrayKeyInfo *a = &so->arrayKeys[i];

		if (a->cur_elem != a->mark_elem)
		{
			use_element(so, a, a->mark_elem);
			moved = true;
		}
	}
	if (moved || !so->arraysStarted)
	{
		so->arraysStarted = true;
		_bt_preprocess_keys(scan);
		Assert(so->qual_ok);
	}
}

/* ------------------------------------------------------------------
 * Preprocessing
 * ------------------------------------------------------------------
 */

/*
 * Put the column's options into a key and turn its strategy round for a
 * descending column.  False if it is a comparison with NULL, which no row
 * fulfils.
 */
static bool
fix_strategy(ScanKey key, int16 *indoption)
{
	int addflags = indoption[key->sk_attno - 1] << SK_BT_INDOPTION_SHIFT;

	if (key->sk_flags & SK_ISNULL)
	{
		key->sk_flags |= addflags;
		if (key->sk_flags & SK_SEARCHNULL)
		{
			/* IS NULL acts as equality with the null */
			key->sk_strategy = BTEqualStrategyNumber;
			key->sk_subtype = InvalidOid;
			key->sk_collation = InvalidOid;
		}
		else if (key->sk_flags & SK_SEARCHNOTNULL)
		{
			/* IS NOT NULL: before or behind it, as the nulls stand */
			key->sk_strategy = (key->sk_flags & SK_BT_NULLS_FIRST) ? BTGreaterStrategyNumber : BTLessStrategyNumber;
			key->sk_subtype = InvalidOid;
			key->sk_collation = InvalidOid;
		}
		else
			return false;
		return true;
	}

	/* a rescan with the same keys meets them turned already */
	if ((addflags & SK_BT_DESC) && !(key->sk_flags & SK_BT_DESC))
		key->sk_strategy = BTCommuteStrategyNumber(key->sk_strategy);
	key->sk_flags |= addflags;

	if (key->sk_flags & SK_ROW_HEADER)
	{
		ScanKey sub = (ScanKey) DatumGetPointer(key->sk_argument);

		if (sub->sk_flags & SK_ISNULL)
			return false; /* the first member decides all rows */
		for (;; sub++)
		{
			addflags = indoption[sub->sk_attno - 1] << SK_BT_INDOPTION_SHIFT;
			if ((addflags & SK_BT_DESC) && !(sub->sk_flags & SK_BT_DESC))
				sub->sk_strategy = BTCommuteStrategyNumber(sub->sk_strategy);
			sub->sk_flags |= addflags;
			if (sub->sk_flags & SK_ROW_END)
				break;
		}
	}
	return true;
}

/*
 * The key bounds the scan: failing it ends the scan in the direction in which
 * values go away from it.
 */
static void
mark_required(ScanKey key)
{
	int flags;
	ScanKey sub;
	AttrNumber attno;

	switch (key->sk_strategy)
	{
		case BTLessStrategyNumber:
		case BTLessEqualStrategyNumber:
			flags = SK_BT_REQFWD;
			break;
		case BTEqualStrategyNumber:
			flags = SK_BT_REQFWD | SK_BT_REQBKWD;
			break;
		case BTGreaterEqualStrategyNumber:
		case BTGreaterStrategyNumber:
			flags = SK_BT_REQBKWD;
			break;
		default:
			elog(ERROR, "unrecognized StrategyNumber: %d",
				 (int) key->sk_strategy);
			flags = 0;
	}
	key->sk_flags |= flags;
	if (!(key->sk_flags & SK_ROW_HEADER))
		return;

	/* members too, as long as they follow the order of the index */
	sub = (ScanKey) DatumGetPointer(key->sk_argument);
	attno = key->sk_attno;
	for (;; sub++, attno++)
	{
		if (sub->sk_attno != attno || sub->sk_strategy != key->sk_strategy)
			break;
		sub->sk_flags |= flags;
		if (sub->sk_flags & SK_ROW_END)
			break;
	}
}

/* Compare two keys of which one or both are null tests. */
static bool
compare_null_keys(ScanKey op, ScanKey left, ScanKey right)
{
	bool l = (left->sk_flags & SK_ISNULL) != 0;
	bool r = (right->sk_flags & SK_ISNULL) != 0;
	StrategyNumber strat = op->sk_strategy;

	if (op->sk_flags & SK_BT_NULLS_FIRST)
		strat = BTCommuteStrategyNumber(strat);
	switch (strat)
	{
		case BTLessStrategyNumber:
			return l < r;
		case BTLessEqualStrategyNumber:
			return l <= r;
		case BTEqualStrategyNumber:
			return l == r;
		case BTGreaterEqualStrategyNumber:
			return l >= r;
		default:
			return l > r;
	}
}

/*
 * "left.argument op.operator right.argument" where the three are keys of one
 * column.  False if the operator family cannot tell; else *result.
 */
static bool
compare_arguments(Relation rel, ScanKey op, ScanKey left, ScanKey right,
				  bool *result)
{
	int col = left->sk_attno - 1;
	Oid opcintype = rel->rd_opcintype[col];
	Oid lefttype = OidIsValid(left->sk_subtype) ? left->sk_subtype : opcintype;
	Oid righttype = OidIsValid(right->sk_subtype) ? right->sk_subtype : opcintype;
	Oid optype = OidIsValid(op->sk_subtype) ? op->sk_subtype : opcintype;
	StrategyNumber strat = op->sk_strategy;
	Oid opr;
	RegProcedure proc;

	if ((left->sk_flags | right->sk_flags) & SK_ISNULL)
	{
		*result = compare_null_keys(op, left, right);
		return true;
	}
	if (lefttype == opcintype && righttype == optype)
	{
		*result = DatumGetBool(FunctionCall2Coll(&op->sk_func,
												 op->sk_collation,
												 left->sk_argument,
												 right->sk_argument));
		return true;
	}
	/* another operator of the family for these types */
	if (op->sk_flags & SK_BT_DESC)
		strat = BTCommuteStrategyNumber(strat);
	opr = get_opfamily_member(rel->rd_opfamily[col], lefttype, righttype,
							  strat);
	if (!OidIsValid(opr) || !RegProcedureIsValid(proc = get_opcode(opr)))
		return false;
	*result = DatumGetBool(OidFunctionCall2Coll(proc, op->sk_collation,
												left->sk_argument,
												right->sk_argument));
	return true;
}

/* One column's keys, by strategy. */
typedef struct ColumnKeys
{
	ScanKey by[BTMaxStrategyNumber + 1];
} ColumnKeys;

static void
emit_key(BTScanOpaque so, ScanKey key, bool required)
{
	ScanKey out = &so->keyData[so->numberOfKeys++];

	memcpy(out, key, sizeof(ScanKeyData));
	if (required)
		mark_required(out);
}

/* Of an open and a closed bound of one side, drop the weaker. */
static void
keep_tighter(Relation rel, ColumnKeys *c, StrategyNumber open,
			 StrategyNumber closed)
{
	bool result;

	if (!c->by[open] || !c->by[closed])
		return;
	if (!compare_arguments(rel, c->by[closed], c->by[open], c->by[closed],
						   &result))
		return;
	if (result)
		c->by[closed] = NULL;
	else
		c->by[open] = NULL;
}

/*
 * All keys of a column are in c: drop what others imply, find contradictions,
 * put the rest out.  Returns true if there is an equality key.
 */
static bool
finish_column(Relation rel, BTScanOpaque so, ColumnKeys *c, bool required)
{
	ScanKey eq = c->by[BTEqualStrategyNumber];
	bool result;

	for (int s = 1; eq && s <= BTMaxStrategyNumber; s++)
	{
		ScanKey k = c->by[s];

		if (k == NULL || k == eq)
			continue;
		if ((eq->sk_flags & SK_SEARCHNULL) && !(k->sk_flags & SK_ISNULL))
			result = false; /* IS NULL and a comparison */
		else if (!compare_arguments(rel, k, eq, k, &result))
			continue;
		if (!result)
		{
			so->qual_ok = false;
			return true;
		}
		c->by[s] = NULL; /* implied */
	}
	keep_tighter(rel, c, BTLessStrategyNumber, BTLessEqualStrategyNumber);
	keep_tighter(rel, c, BTGreaterStrategyNumber, BTGreaterEqualStrategyNumber);

	for (int s = BTMaxStrategyNumber; s >= 1; s--)
		if (c->by[s])
			emit_key(so, c->by[s], required);
	return eq != NULL;
}

/* Enter a key; where there is one of its strategy, keep the tighter. */
static void
enter_key(Relation rel, BTScanOpaque so, ColumnKeys *c, ScanKey key,
		  bool required)
{
	ScanKey *slot = &c->by[key->sk_strategy];
	bool result;

	if (*slot == NULL)
	{
		*slot = key;
		return;
	}
	if (compare_arguments(rel, key, key, *slot, &result))
	{
		if (result)
			*slot = key;
		else if (key->sk_strategy == BTEqualStrategyNumber)
			so->qual_ok = false;
		return;
	}
	/* incomparable types: both stay */
	emit_key(so, *slot, required);
	*slot = key;
}

/*
 * _bt_preprocess_keys
 *		Make so->keyData from the scan's keys (or the current array elements).
 *		qual_ok false: nothing can match.
 */
void
_bt_preprocess_keys(IndexScanDesc scan)
{
	BTScanOpaque so = (BTScanOpaque) scan->opaque;
	Relation rel = scan->indexRelation;
	ScanKey in = so->arrayKeyData ? so->arrayKeyData : scan->keyData;
	int nkeys = scan->numberOfKeys;
	int equal_columns = 0; /* leading columns with an equality */
	ColumnKeys c = {{NULL}};

	so->qual_ok = true;
	so->numberOfKeys = 0;
	if (nkeys < 1)
		return;
	if (in[0].sk_attno < 1)
		elog(ERROR, "btree index keys must be ordered by attribute");

	for (int i = 0; i < nkeys; i++)
	{
		AttrNumber attno = in[i].sk_attno;
		bool required = equal_columns == attno - 1;

		if (!fix_strategy(&in[i], rel->rd_indoption))
		{
			so->qual_ok = false;
			return;
		}
		/* row comparisons are not weighed against other keys */
		if (in[i].sk_flags & SK_ROW_HEADER)
			emit_key(so, &in[i], required);
		else
			enter_key(rel, so, &c, &in[i], required);

		if (i + 1 == nkeys || in[i + 1].sk_attno != attno)
		{
			if (i + 1 < nkeys && in[i + 1].sk_attno < attno)
				elog(ERROR, "btree index keys must be ordered by attribute");
			if (so->qual_ok && finish_column(rel, so, &c, required) && required)
				equal_columns++;
			if (!so->qual_ok)
				return;
			memset(&c, 0, sizeof(c));
		}
	}
}
