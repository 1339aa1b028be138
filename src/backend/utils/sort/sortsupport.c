/*
 * sortsupport.c
 *		Finding the fastest comparison for a sort key.
 *
 * A btree operator class may offer a sort-support function, which installs
 * a C comparator; otherwise its order function is called through a shim
 * that saves most of the call overhead.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/sort/sortsupport.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/nbtree.h"
#include "fmgr.h"
#include "utils/rel.h"
#include "utils/sortsupport.h"

/* State of the shim: a call that is ready but for its arguments. */
typedef struct ShimState
{
	FmgrInfo flinfo;
	union
	{
		FunctionCallInfoBaseData fcinfo;
		char space[SizeForFunctionCallInfo(2)];
	} call;
} ShimState;

static int
shim_compare(Datum x, Datum y, SortSupport ssup)
{
	ShimState *s = (ShimState *) ssup->ssup_extra;
	FunctionCallInfo fcinfo = &s->call.fcinfo;
	Datum result;

	fcinfo->args[0].value = x;
	fcinfo->args[1].value = y;
	fcinfo->isnull = false;
	result = FunctionCallInvoke(fcinfo);
	if (fcinfo->isnull)
		elog(ERROR, "function %u returned NULL", s->flinfo.fn_oid);
	return DatumGetInt32(result);
}

/* PrepareSortSupportComparisonShim
 *		Compare by an order function. */
void
PrepareSortSupportComparisonShim(Oid cmpFunc, SortSupport ssup)
{
	ShimState *s = MemoryContextAlloc(ssup->ssup_cxt, sizeof(ShimState));

	fmgr_info_cxt(cmpFunc, &s->flinfo, ssup->ssup_cxt);
	InitFunctionCallInfoData(s->call.fcinfo, &s->flinfo, 2,
							 ssup->ssup_collation, NULL, NULL);
	s->call.fcinfo.args[0].isnull = false;
	s->call.fcinfo.args[1].isnull = false;
	ssup->ssup_extra = s;
	ssup->comparator = shim_compare;
}

/* Look for the two kinds of functions in an operator family. */
static void
prepare_from_family(Oid opfamily, Oid opcintype, SortSupport ssup)
{
	Oid proc = get_opfamily_proc(opfamily, opcintype, opcintype,
								 BTSORTSUPPORT_PROC);

	if (OidIsValid(proc))
		OidFunctionCall1(proc, PointerGetDatum(ssup));
	/* the function may decline */
	if (ssup->comparator != NULL)
		return;
	proc = get_opfamily_proc(opfamily, opcintype, opcintype, BTORDER_PROC);
	if (!OidIsValid(proc))
		elog(ERROR, "missing support function %d(%u,%u) in opfamily %u",
			 BTORDER_PROC, opcintype, opcintype, opfamily);
	PrepareSortSupportComparisonShim(proc, ssup);
}

/* PrepareSortSupportFromOrderingOp
 *		For ORDER BY ... USING op: a "<" or ">" of a btree family. */
void
PrepareSortSupportFromOrderingOp(Oid orderingOp, SortSupport ssup)
{
	Oid opfamily,
		opcintype;
	int16 strategy;

	Assert(ssup->comparator == NULL);
	if (!get_ordering_op_properties(orderingOp, &opfamily, &opcintype,
									&strategy))
		elog(ERROR, "operator %u is not a valid ordering operator",
			 orderingOp);
	ssup->ssup_reverse = strategy == BTGreaterStrategyNumber;
	prepare_from_family(opfamily, opcintype, ssup);
}

/* PrepareSortSupportFromIndexRel
 *		For column ssup_attno of a btree. */
void
PrepareSortSupportFromIndexRel(Relation indexRel, int16 strategy,
							   SortSupport ssup)
{
	int col = ssup->ssup_attno - 1;

	Assert(ssup->comparator == NULL);
	if (strategy != BTGreaterStrategyNumber && strategy != BTLessStrategyNumber)
		elog(ERROR, "unexpected sort support strategy: %d", strategy);
	ssup->ssup_reverse = strategy == BTGreaterStrategyNumber;
	prepare_from_family(indexRel->rd_opfamily[col],
						indexRel->rd_opcintype[col], ssup);
}
