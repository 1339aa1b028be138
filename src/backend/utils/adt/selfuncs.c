/*
 * selfuncs.c
 *		Selectivity of operators and clauses.
 *
 * How large a share of rows passes a clause.  With pg_statistic: the most common
 * values with their frequencies, and a histogram of the rest; without: fixed
 * guesses (selfuncs.h).  The estimators for operators are called through
 * pg_operator.oprrest and oprjoin, those for other clauses by the optimizer.
 *
 * A relation's name here is a RelOptInfo; the statistics of a column are looked
 * up for plain columns of plain tables only.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/selfuncs.c
 */
#include "postgres.h"

#include <math.h>

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "adt_templates.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "executor/nodeAgg.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/plancat.h"
#include "parser/parsetree.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/selfuncs.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

#define BOOL_NOT_COMMON 0.5

/* ---- What a clause is about ---- */

static Node *
strip_relabel(Node *node)
{
	while (node && IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

/* Is a unique index over just this column, with no predicate? */
static bool
column_is_unique(RelOptInfo *rel, AttrNumber attno)
{
	ListCell *lc;

	foreach (lc, rel->indexlist)
	{
		IndexOptInfo *index = lfirst(lc);

		if (index->unique && index->nkeycolumns == 1 &&
			index->indexkeys[0] == attno &&
			(index->indpred == NIL || index->predOK))
			return true;
	}
	return false;
}

/*
 * examine_variable
 *		Fills vardata for one side of a clause.
 *
 * varRelid	0, or the only relation whose variables count as such
 *
 * Caller releases it with ReleaseVariableStats.
 */
void
examine_variable(PlannerInfo *root, Node *node, int varRelid,
				 VariableStatData *vardata)
{
	Node *base;
	Relids varnos;
	int relid;

	memset(vardata, 0, sizeof(*vardata));
	vardata->vartype = exprType(node);
	base = strip_relabel(node);
	if (IsA(base, Var) &&
		(varRelid == 0 || varRelid == (int) ((Var *) base)->varno) &&
		((Var *) base)->varlevelsup == 0)
	{
		Var *var = (Var *) base;
		RangeTblEntry *rte = root->simple_rte_array[var->varno];

		vardata->var = base;
		vardata->rel = find_base_rel(root, var->varno);
		vardata->atttype = var->vartype;
		vardata->atttypmod = var->vartypmod;
		vardata->acl_ok = true;
		vardata->isunique = column_is_unique(vardata->rel, var->varattno);
		if (rte && rte->rtekind == RTE_RELATION)
		{
			vardata->statsTuple = SearchSysCache3(STATRELATTINH,
												  ObjectIdGetDatum(rte->relid),
												  Int16GetDatum(var->varattno),
												  BoolGetDatum(rte->inh));
			vardata->freefunc = ReleaseSysCache;
		}
		return;
	}
	varnos = pull_varnos(root, base);
	if (bms_is_empty(varnos))
		return;
	vardata->var = node;
	vardata->atttype = vardata->vartype;
	vardata->atttypmod = exprTypmod(node);
	vardata->acl_ok = true;
	if (bms_get_singleton_member(varnos, &relid))
	{
		if (varRelid == 0 || varRelid == relid)
			vardata->rel = find_base_rel(root, relid);
		else
			vardata->var = NULL;
	}
	else if (varRelid != 0)
	{
		if (bms_is_member(varRelid, varnos))
			vardata->rel = find_base_rel(root, varRelid);
		else
			vardata->var = NULL;
	}
	bms_free(varnos);
}

/*
 * get_restriction_variable
 *		Finds which argument of a binary clause is the variable; the other is
 *		reduced to a constant where that can be.  False if both or none are.
 */
bool
get_restriction_variable(PlannerInfo *root, List *args, int varRelid,
						 VariableStatData *vardata, Node **other,
						 bool *varonleft)
{
	Node *left;
	Node *right;
	VariableStatData rdata;

	if (list_length(args) != 2)
		return false;
	left = linitial(args);
	right = lsecond(args);
	examine_variable(root, left, varRelid, vardata);
	examine_variable(root, right, varRelid, &rdata);
	if (vardata->rel && rdata.rel == NULL)
	{
		*varonleft = true;
		*other = estimate_expression_value(root, right);
		return true;
	}
	if (vardata->rel == NULL && rdata.rel)
	{
		*vardata = rdata;
		*varonleft = false;
		*other = estimate_expression_value(root, left);
		return true;
	}
	ReleaseVariableStats(*vardata);
	ReleaseVariableStats(rdata);
	return false;
}

void
get_join_variables(PlannerInfo *root, List *args, SpecialJoinInfo *sjinfo,
				   VariableStatData *vardata1, VariableStatData *vardata2,
				   bool *join_is_reversed)
{
	if (list_length(args) != 2)
		elog(ERROR, "join operator should take two arguments");
	examine_variable(root, linitial(args), 0, vardata1);
	examine_variable(root, lsecond(args), 0, vardata2);
	*join_is_reversed =
		(vardata1->rel && bms_is_subset(vardata1->rel->relids, sjinfo->syn_righthand)) ||
		(vardata2->rel && bms_is_subset(vardata2->rel->relids, sjinfo->syn_lefthand));
}

/* May func see the values of the statistics? */
bool
statistic_proc_security_check(VariableStatData *vardata, Oid func_oid)
{
	return vardata->acl_ok ||
		(OidIsValid(func_oid) && get_func_leakproof(func_oid));
}

static double
null_fraction(VariableStatData *vardata)
{
	if (!HeapTupleIsValid(vardata->statsTuple))
		return 0.0;
	return ((Form_pg_statistic) GETSTRUCT(vardata->statsTuple))->stanullfrac;
}

/* Number of distinct values, at least 1. */
double
get_variable_numdistinct(VariableStatData *vardata, bool *isdefault)
{
	double distinct = 0.0;
	double nullfrac = null_fraction(vardata);
	double ntuples;

	*isdefault = false;
	if (HeapTupleIsValid(vardata->statsTuple))
		distinct = ((Form_pg_statistic)
						GETSTRUCT(vardata->statsTuple))
					   ->stadistinct;
	else if (vardata->vartype == BOOLOID)
		distinct = 2.0;
	else if (vardata->var && IsA(vardata->var, Var))
	{
		AttrNumber attno = ((Var *) vardata->var)->varattno;

		if (attno == SelfItemPointerAttributeNumber)
			distinct = -1.0;
		else if (attno == TableOidAttributeNumber)
			distinct = 1.0;
	}
	if (vardata->isunique)
		distinct = -1.0 * (1.0 - nullfrac);
	if (distinct > 0.0)
		return clamp_row_est(distinct);
	ntuples = vardata->rel ? vardata->rel->tuples : 0.0;
	if (ntuples <= 0.0)
	{
		*isdefault = true;
		return DEFAULT_NUM_DISTINCT;
	}
	if (distinct < 0.0)
		return clamp_row_est(-distinct * ntuples);
	if (ntuples < DEFAULT_NUM_DISTINCT)
		return clamp_row_est(ntuples);
	*isdefault = true;
	return DEFAULT_NUM_DISTINCT;
}

/* ---- Most common values and histogram ---- */

/* Calls a boolean operator's function on a statistics value and a constant. */
static bool
operator_holds(FmgrInfo *opproc, Oid collation, Datum value, Datum constval,
			   bool varonleft)
{
	LOCAL_FCINFO(call, 2);
	Datum result;

	InitFunctionCallInfoData(*call, opproc, 2, collation, NULL, NULL);
	call->args[0].value = varonleft ? value : constval;
	call->args[0].isnull = false;
	call->args[1].value = varonleft ? constval : value;
	call->args[1].isnull = false;
	result = FunctionCallInvoke(call);
	return !call->isnull && DatumGetBool(result);
}

/* Share of rows whose value is common and passes; *sumcommonp: all common. */
double
mcv_selectivity(VariableStatData *vardata, FmgrInfo *opproc, Oid collation,
				Datum constval, bool varonleft, double *sumcommonp)
{
	double sel = 0.0;
	double common = 0.0;
	AttStatsSlot slot;

	if (HeapTupleIsValid(vardata->statsTuple) &&
		statistic_proc_security_check(vardata, opproc->fn_oid) &&
		get_attstatsslot(&slot, vardata->statsTuple, STATISTIC_KIND_MCV,
						 InvalidOid,
						 ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
	{
		for (int i = 0; i < slot.nvalues; i++)
		{
			if (operator_holds(opproc, collation, slot.values[i], constval,
							   varonleft))
				sel += slot.numbers[i];
			common += slot.numbers[i];
		}
		free_attstatsslot(&slot);
	}
	*sumcommonp = common;
	return sel;
}

/* Share of histogram values that pass, -1 if there is no use of it. */
double
histogram_selectivity(VariableStatData *vardata, FmgrInfo *opproc,
					  Oid collation, Datum constval, bool varonleft,
					  int min_hist_size, int n_skip, int *hist_size)
{
	double result = -1.0;
	AttStatsSlot slot;

	*hist_size = 0;
	if (HeapTupleIsValid(vardata->statsTuple) &&
		statistic_proc_security_check(vardata, opproc->fn_oid) &&
		get_attstatsslot(&slot, vardata->statsTuple, STATISTIC_KIND_HISTOGRAM,
						 InvalidOid, ATTSTATSSLOT_VALUES))
	{
		*hist_size = slot.nvalues;
		if (slot.nvalues >= min_hist_size)
		{
			int hits = 0;

			for (int i = n_skip; i < slot.nvalues - n_skip; i++)
				hits += operator_holds(opproc, collation, slot.values[i],
									   constval, varonleft);
			result = (double) hits / (slot.nvalues - 2 * n_skip);
		}
		free_attstatsslot(&slot);
	}
	return result;
}

/* An estimator for operators of which only the function is known. */
double
generic_restriction_selectivity(PlannerInfo *root, Oid oproid, Oid collation,
								List *args, int varRelid,
								double default_selectivity)
{
	VariableStatData vardata;
	Node *other;
	bool varonleft;
	double sel;
	Const *c;
	FmgrInfo opproc;
	double mcv;
	double common;
	int hist_size;

	if (!get_restriction_variable(root, args, varRelid, &vardata, &other,
								  &varonleft))
		return default_selectivity;
	c = (Const *) other;
	if (IsA(other, Const) && c->constisnull)
	{
		ReleaseVariableStats(vardata);
		return 0.0;
	}
	if (!IsA(other, Const))
	{
		ReleaseVariableStats(vardata);
		return default_selectivity;
	}
	fmgr_info(get_opcode(oproid), &opproc);
	mcv = mcv_selectivity(&vardata, &opproc, collation, c->constvalue,
						  varonleft, &common);
	sel = histogram_selectivity(&vardata, &opproc, collation, c->constvalue,
								varonleft, 10, 1, &hist_size);
	if (sel < 0)
		sel = default_selectivity;
	else if (hist_size < 100)
	{
		/* a small histogram counts in part only */
		double weight = hist_size / 100.0;

		sel = sel * weight + default_selectivity * (1.0 - weight);
	}
	sel = Max(sel, 0.0001);
	sel = Min(sel, 0.9999);
	sel *= 1.0 - null_fraction(&vardata) - common;
	sel += mcv;
	CLAMP_PROBABILITY(sel);
	ReleaseVariableStats(vardata);
	return sel;
}

/* ---- Equality ---- */

/*
 * var = const: the frequency of the value if it is common, else an even share
 * of what the common values leave.
 */
double
var_eq_const(VariableStatData *vardata, Oid oproid, Oid collation,
			 Datum constval, bool constisnull, bool varonleft, bool negate)
{
	double sel;
	double nullfrac = null_fraction(vardata);
	bool isdefault;
	AttStatsSlot slot;

	if (constisnull)
		return 0.0;
	if (vardata->isunique && vardata->rel && vardata->rel->tuples >= 1.0)
		sel = 1.0 / vardata->rel->tuples;
	else if (HeapTupleIsValid(vardata->statsTuple) &&
			 statistic_proc_security_check(vardata, get_opcode(oproid)))
	{
		bool match = false;
		double common = 0.0;
		int ncommon = 0;
		double smallest = 1.0;

		sel = 0;
		if (get_attstatsslot(&slot, vardata->statsTuple, STATISTIC_KIND_MCV,
							 InvalidOid,
							 ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
		{
			FmgrInfo eqproc;

			fmgr_info(get_opcode(oproid), &eqproc);
			for (int i = 0; i < slot.nvalues && !match; i++)
				if (operator_holds(&eqproc, collation, slot.values[i],
								   constval, varonleft))
				{
					match = true;
					sel = slot.numbers[i];
				}
			for (int i = 0; i < slot.nnumbers; i++)
				common += slot.numbers[i];
			ncommon = slot.nnumbers;
			if (ncommon > 0)
				smallest = slot.numbers[ncommon - 1];
			free_attstatsslot(&slot);
		}
		if (!match)
		{
			double others = get_variable_numdistinct(vardata, &isdefault) -
				ncommon;

			sel = 1.0 - common - nullfrac;
			CLAMP_PROBABILITY(sel);
			if (others > 1)
				sel /= others;
			/* it cannot be more common than the common ones */
			if (ncommon > 0)
				sel = Min(sel, smallest);
		}
	}
	else
		sel = 1.0 / get_variable_numdistinct(vardata, &isdefault);
	if (negate)
		sel = 1.0 - sel - nullfrac;
	CLAMP_PROBABILITY(sel);
	return sel;
}

/* var = something unknown: the average over values. */
double
var_eq_non_const(VariableStatData *vardata, Oid oproid, Oid collation,
				 Node *other, bool varonleft, bool negate)
{
	double sel;
	double nullfrac = null_fraction(vardata);
	bool isdefault;
	AttStatsSlot slot;

	if (vardata->isunique && vardata->rel && vardata->rel->tuples >= 1.0)
		sel = 1.0 / vardata->rel->tuples;
	else if (HeapTupleIsValid(vardata->statsTuple))
	{
		double distinct = get_variable_numdistinct(vardata, &isdefault);

		sel = 1.0 - nullfrac;
		if (distinct > 1)
			sel /= distinct;
		if (get_attstatsslot(&slot, vardata->statsTuple, STATISTIC_KIND_MCV,
							 InvalidOid, ATTSTATSSLOT_NUMBERS))
		{
			if (slot.nnumbers > 0)
				sel = Min(sel, slot.numbers[0]);
			free_attstatsslot(&slot);
		}
	}
	else
		sel = 1.0 / get_variable_numdistinct(vardata, &isdefault);
	if (negate)
		sel = 1.0 - sel - nullfrac;
	CLAMP_PROBABILITY(sel);
	return sel;
}

static double
equality_selectivity(FunctionCallInfo fcinfo, bool negate)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	Oid operator= PG_GETARG_OID(1);
	List *args = (List *) PG_GETARG_POINTER(2);
	int varRelid = PG_GETARG_INT32(3);
	VariableStatData vardata;
	Node *other;
	bool varonleft;
	double sel;

	if (negate)
	{
		/* the statistics are of equality, the negator of this operator */
		operator= get_negator(operator);
		if (!OidIsValid(operator))
			return 1.0 - DEFAULT_EQ_SEL;
	}
	if (!get_restriction_variable(root, args, varRelid, &vardata, &other,
								  &varonleft))
		return negate ? 1.0 - DEFAULT_EQ_SEL : DEFAULT_EQ_SEL;
	if (IsA(other, Const))
		sel = var_eq_const(&vardata, operator, PG_GET_COLLATION(),
						   ((Const *) other)->constvalue,
						   ((Const *) other)->constisnull, varonleft, negate);
	else
		sel = var_eq_non_const(&vardata, operator, PG_GET_COLLATION(), other,
							   varonleft, negate);
	ReleaseVariableStats(vardata);
	return sel;
}

Datum
eqsel(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(equality_selectivity(fcinfo, false));
}

Datum
neqsel(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(equality_selectivity(fcinfo, true));
}

/* ---- Inequality ---- */

/* A value as a number, where its type has a measure; false otherwise. */
static bool
value_as_number(Datum value, Oid type, double *result)
{
	switch (type)
	{
		case BOOLOID:
			*result = DatumGetBool(value);
			return true;
		case INT2OID:
			*result = DatumGetInt16(value);
			return true;
		case INT4OID:
			*result = DatumGetInt32(value);
			return true;
		case INT8OID:
			*result = (double) DatumGetInt64(value);
			return true;
		case FLOAT4OID:
			*result = DatumGetFloat4(value);
			return true;
		case FLOAT8OID:
			*result = DatumGetFloat8(value);
			return true;
		case NUMERICOID:
			*result = DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow,
														 value));
			return true;
		case OIDOID:
		case REGCLASSOID:
		case REGTYPEOID:
		case REGPROCOID:
		case REGROLEOID:
		case REGNAMESPACEOID:
			*result = DatumGetObjectId(value);
			return true;
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			*result = (double) DatumGetTimestamp(value);
			return true;
		case DATEOID:
			*result = date2timestamp_no_overflow(DatumGetDateADT(value));
			return true;
		case TIMEOID:
			*result = (double) DatumGetTimeADT(value);
			return true;
		case PG_LSNOID:
			*result = (double) DatumGetUInt64(value);
			return true;
	}
	return false;
}

/* Position of a constant between two bounds, 0..1; 0.5 if not measurable. */
static double
fraction_between(Datum low, Datum high, Oid valtype, Datum constval,
				 Oid consttype)
{
	double l;
	double h;
	double c;
	double f;

	if (!value_as_number(low, valtype, &l) ||
		!value_as_number(high, valtype, &h) ||
		!value_as_number(constval, consttype, &c))
		return 0.5;
	if (h <= l)
		return 0.5;
	if (c <= l)
		return 0.0;
	if (c >= h)
		return 1.0;
	f = (c - l) / (h - l);
	return isnan(f) || f < 0.0 || f > 1.0 ? 0.5 : f;
}

/* Share of the histogram's rows that have one certain value; 0 if it is one. */
static double
unlisted_value_share(VariableStatData *vardata)
{
	bool isdefault;
	double n = get_variable_numdistinct(vardata, &isdefault);
	AttStatsSlot mcv;

	if (get_attstatsslot(&mcv, vardata->statsTuple, STATISTIC_KIND_MCV,
						 InvalidOid, ATTSTATSSLOT_NUMBERS))
	{
		n -= mcv.nnumbers;
		free_attstatsslot(&mcv);
	}
	return n > 1 ? 1.0 / n : 0.0;
}

/*
 * ineq_histogram_selectivity
 *		Share of the histogram's rows that pass var < const and its like; -1
 *		if there is no histogram.
 */
double
ineq_histogram_selectivity(PlannerInfo *root, VariableStatData *vardata,
						   Oid opoid, FmgrInfo *opproc, bool isgt, bool iseq,
						   Oid collation, Datum constval, Oid consttype)
{
	double result = -1.0;
	AttStatsSlot slot;
	int low;
	int high;
	double share;

	if (!HeapTupleIsValid(vardata->statsTuple) ||
		!statistic_proc_security_check(vardata, opproc->fn_oid) ||
		!get_attstatsslot(&slot, vardata->statsTuple,
						  STATISTIC_KIND_HISTOGRAM, InvalidOid,
						  ATTSTATSSLOT_VALUES))
		return result;
	if (slot.nvalues > 1)
	{
		/* how many bounds lie on the low side of the constant */
		low = 0;
		high = slot.nvalues;
		while (low < high)
		{
			int mid = (low + high) / 2;
			bool below = operator_holds(opproc, collation,
										slot.values[mid], constval,
										true);

			if (isgt)
				below = !below;
			if (below)
				low = mid + 1;
			else
				high = mid;
		}
		if (low <= 0)
			share = 0.0;
		else if (low >= slot.nvalues)
			share = 1.0;
		else
		{
			double inside = fraction_between(slot.values[low - 1],
											 slot.values[low], vardata->vartype,
											 constval, consttype);

			/* that is the share of rows up to and with the constant, ... */
			share = (low - 1 + inside) / (slot.nvalues - 1);
			/* ... but for the lowest value, which begins the first bin */
			if (low == 1)
				share += unlisted_value_share(vardata) * (1.0 - inside);
			if (isgt == iseq)
				share -= unlisted_value_share(vardata);
		}
		result = isgt ? 1.0 - share : share;
		/* the ends may be wrong by a little: nothing is impossible */
		{
			double cutoff = 0.01 / (slot.nvalues - 1);

			result = Max(result, cutoff);
			result = Min(result, 1.0 - cutoff);
		}
	}
	free_attstatsslot(&slot);
	return result;
}

/* var op const, where op is <, <=, > or >= */
static double
scalar_ineq_selectivity(PlannerInfo *root, Oid operator, bool isgt, bool iseq,
						Oid collation, VariableStatData *vardata,
						Datum constval, Oid consttype)
{
	FmgrInfo opproc;
	double mcv;
	double common;
	double hist;
	double sel;

	if (!HeapTupleIsValid(vardata->statsTuple))
	{
		/* a ctid is a position in the table */
		if (vardata->var && IsA(vardata->var, Var) &&
			((Var *) vardata->var)->varattno ==
				SelfItemPointerAttributeNumber &&
			vardata->rel &&
			vardata->rel->pages > 0 && consttype == TIDOID)
		{
			ItemPointer tid = (ItemPointer) DatumGetPointer(constval);
			double density = vardata->rel->tuples / vardata->rel->pages;
			double block = ItemPointerGetBlockNumberNoCheck(tid);

			if (density > 0.0)
				block += Min(ItemPointerGetOffsetNumberNoCheck(tid) / density,
							 1.0);
			sel = block / vardata->rel->pages;
			if (iseq == isgt && vardata->rel->tuples >= 1.0)
				sel += 1.0 / vardata->rel->tuples * (iseq ? -1 : 0);
			CLAMP_PROBABILITY(sel);
			return isgt ? 1.0 - sel : sel;
		}
		return DEFAULT_INEQ_SEL;
	}
	fmgr_info(get_opcode(operator), &opproc);
	mcv = mcv_selectivity(vardata, &opproc, collation, constval, true,
						  &common);
	hist = ineq_histogram_selectivity(root, vardata, operator, & opproc, isgt,
									  iseq, collation, constval, consttype);
	sel = 1.0 - null_fraction(vardata) - common;
	/* without histogram, half of what is left */
	sel *= hist >= 0.0 ? hist : 0.5;
	sel += mcv;
	CLAMP_PROBABILITY(sel);
	return sel;
}

static Datum
inequality_selectivity(FunctionCallInfo fcinfo, bool isgt, bool iseq)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	Oid operator= PG_GETARG_OID(1);
	List *args = (List *) PG_GETARG_POINTER(2);
	int varRelid = PG_GETARG_INT32(3);
	VariableStatData vardata;
	Node *other;
	bool varonleft;
	double sel = DEFAULT_INEQ_SEL;
	Const *c;

	if (!get_restriction_variable(root, args, varRelid, &vardata, &other,
								  &varonleft))
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
	c = (Const *) other;
	if (IsA(other, Const) && c->constisnull)
		sel = 0.0;
	else if (IsA(other, Const))
	{
		if (!varonleft)
		{
			/* turn const < var into var > const */
			operator= get_commutator(operator);
			isgt = !isgt;
		}
		if (OidIsValid(operator))
			sel = scalar_ineq_selectivity(root, operator, isgt, iseq,
										  PG_GET_COLLATION(), &vardata,
										  c->constvalue, c->consttype);
	}
	ReleaseVariableStats(vardata);
	PG_RETURN_FLOAT8(sel);
}

#define INEQUALITY(name, isgt, iseq)                       \
	Datum name##sel(PG_FUNCTION_ARGS)                      \
	{                                                      \
		return inequality_selectivity(fcinfo, isgt, iseq); \
	}                                                      \
	Datum name##joinsel(PG_FUNCTION_ARGS)                  \
	{                                                      \
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);                \
	}
INEQUALITY(scalarlt, false, false)
INEQUALITY(scalarle, false, true)
INEQUALITY(scalargt, true, false)
INEQUALITY(scalarge, true, true)

/* ---- Patterns and containment ---- */

static Datum
match_selectivity(FunctionCallInfo fcinfo, double guess, bool negate)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	Oid operator= PG_GETARG_OID(1);
	List *args = (List *) PG_GETARG_POINTER(2);
	int varRelid = PG_GETARG_INT32(3);
	double sel;

	if (negate)
	{
		operator= get_negator(operator);
		if (!OidIsValid(operator))
			PG_RETURN_FLOAT8(1.0 - guess);
	}
	sel = generic_restriction_selectivity(root, operator, PG_GET_COLLATION(),
										  args, varRelid, guess);
	PG_RETURN_FLOAT8(negate ? 1.0 - sel : sel);
}

#define MATCHING(name, guess, negate)                       \
	Datum name##sel(PG_FUNCTION_ARGS)                       \
	{                                                       \
		return match_selectivity(fcinfo, guess, negate);    \
	}                                                       \
	Datum name##joinsel(PG_FUNCTION_ARGS)                   \
	{                                                       \
		PG_RETURN_FLOAT8(negate ? 1.0 - (guess) : (guess)); \
	}
MATCHING(like, DEFAULT_MATCH_SEL, false)
MATCHING(nlike, DEFAULT_MATCH_SEL, true)
MATCHING(iclike, DEFAULT_MATCH_SEL, false)
MATCHING(icnlike, DEFAULT_MATCH_SEL, true)
MATCHING(regexeq, DEFAULT_MATCH_SEL, false)
MATCHING(regexne, DEFAULT_MATCH_SEL, true)
MATCHING(icregexeq, DEFAULT_MATCH_SEL, false)
MATCHING(icregexne, DEFAULT_MATCH_SEL, true)
MATCHING(prefix, DEFAULT_MATCH_SEL, false)
MATCHING(matching, DEFAULT_MATCHING_SEL, false)

/* Index support of patterns is not made yet: nothing to add to a plan. */
ADT_NO_SUPPORT(textlike_support)
ADT_NO_SUPPORT(texticlike_support)
ADT_NO_SUPPORT(textregexeq_support)
ADT_NO_SUPPORT(texticregexeq_support)
ADT_NO_SUPPORT(text_starts_with_support)

/* Guesses for shapes, ranges and arrays, of which no statistics are used. */
#define GUESS(name, value)       \
	Datum name(PG_FUNCTION_ARGS) \
	{                            \
		PG_RETURN_FLOAT8(value); \
	}
GUESS(areasel, 0.005)
GUESS(areajoinsel, 0.005)
GUESS(positionsel, 0.1)
GUESS(positionjoinsel, 0.1)
GUESS(contsel, 0.001)
GUESS(contjoinsel, 0.001)
GUESS(arraycontsel, 0.005)
GUESS(arraycontjoinsel, 0.005)
GUESS(rangesel, 0.005)
GUESS(multirangesel, 0.005)
GUESS(networksel, 0.005)
GUESS(networkjoinsel, 0.01)
GUESS(tsmatchsel, 0.001)
GUESS(tsmatchjoinsel, 0.001)

/* ---- Joins ---- */

/* The statistics of one side of an equality join. */
typedef struct JoinSide
{
	VariableStatData *vardata;
	double nd; /* distinct values */
	bool isdefault;
	bool have_mcv;
	AttStatsSlot mcv;
	double nullfrac;
} JoinSide;

static void
load_side(JoinSide *side, VariableStatData *vardata, Oid opfuncoid)
{
	memset(side, 0, sizeof(*side));
	side->vardata = vardata;
	side->nd = get_variable_numdistinct(vardata, &side->isdefault);
	side->nullfrac = null_fraction(vardata);
	if (HeapTupleIsValid(vardata->statsTuple) &&
		statistic_proc_security_check(vardata, opfuncoid))
		side->have_mcv = get_attstatsslot(&side->mcv, vardata->statsTuple,
										  STATISTIC_KIND_MCV, InvalidOid,
										  ATTSTATSSLOT_VALUES |
											  ATTSTATSSLOT_NUMBERS);
}

static void
free_side(JoinSide *side)
{
	if (side->have_mcv)
		free_attstatsslot(&side->mcv);
}

/* Marks common values that both sides have; returns how many. */
static int
match_common_values(FmgrInfo *eqproc, Oid collation, JoinSide *a, JoinSide *b,
					int blimit, bool *hasa, bool *hasb)
{
	int n = 0;

	for (int i = 0; i < a->mcv.nvalues; i++)
		for (int j = 0; j < blimit; j++)
			if (!hasb[j] && operator_holds(eqproc, collation, a->mcv.values[i], b->mcv.values[j], true))
			{
				hasa[i] = hasb[j] = true;
				n++;
				break;
			}
	return n;
}

static double
sum_where(const float4 *numbers, const bool *flags, int n, bool wanted)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		if (flags[i] == wanted)
			sum += numbers[i];
	CLAMP_PROBABILITY(sum);
	return sum;
}

/*
 * Inner join: common values meet common values by their frequencies, the rest
 * spreads evenly over the rest of the other side.  The estimate is made from
 * both sides, and the smaller taken.
 */
static double
eqjoin_inner(FmgrInfo *eqproc, Oid collation, JoinSide *a, JoinSide *b)
{
	bool *hasa;
	bool *hasb;
	int matched;
	double match = 0.0;
	double ma;
	double mb;
	double ua;
	double ub;
	double oa;
	double ob;
	double sa;
	double sb;

	if (!a->have_mcv || !b->have_mcv)
	{
		double sel = (1.0 - a->nullfrac) * (1.0 - b->nullfrac);

		return sel / Max(a->nd, b->nd);
	}
	hasa = palloc0((a->mcv.nvalues + 1) * sizeof(bool));
	hasb = palloc0((b->mcv.nvalues + 1) * sizeof(bool));
	for (int i = 0; i < a->mcv.nvalues; i++)
		for (int j = 0; j < b->mcv.nvalues; j++)
			if (!hasb[j] && operator_holds(eqproc, collation, a->mcv.values[i], b->mcv.values[j], true))
			{
				hasa[i] = hasb[j] = true;
				match += a->mcv.numbers[i] * b->mcv.numbers[j];
				break;
			}
	CLAMP_PROBABILITY(match);
	matched = 0;
	for (int i = 0; i < a->mcv.nvalues; i++)
		matched += hasa[i];
	ma = sum_where(a->mcv.numbers, hasa, a->mcv.nvalues, true);
	mb = sum_where(b->mcv.numbers, hasb, b->mcv.nvalues, true);
	ua = sum_where(a->mcv.numbers, hasa, a->mcv.nvalues, false);
	ub = sum_where(b->mcv.numbers, hasb, b->mcv.nvalues, false);
	oa = 1.0 - a->nullfrac - ma - ua;
	ob = 1.0 - b->nullfrac - mb - ub;
	CLAMP_PROBABILITY(oa);
	CLAMP_PROBABILITY(ob);
	sa = sb = match;
	if (b->nd > b->mcv.nvalues)
		sa += ua * ob / (b->nd - b->mcv.nvalues);
	if (b->nd > matched)
		sa += oa * (ob + ub) / (b->nd - matched);
	if (a->nd > a->mcv.nvalues)
		sb += ub * oa / (a->nd - a->mcv.nvalues);
	if (a->nd > matched)
		sb += ob * (oa + ua) / (a->nd - matched);
	pfree(hasa);
	pfree(hasb);
	return Min(sa, sb);
}

/* Semijoin: the share of left rows that have a partner on the right. */
static double
eqjoin_semi(FmgrInfo *eqproc, Oid collation, JoinSide *a, JoinSide *b,
			RelOptInfo *inner_rel)
{
	double nd2 = b->nd;
	bool default2 = b->isdefault;

	/* restrictions on the inner side take away values too */
	if (b->vardata->rel && nd2 >= b->vardata->rel->rows)
	{
		nd2 = b->vardata->rel->rows;
		default2 = false;
	}
	if (inner_rel && nd2 >= inner_rel->rows)
	{
		nd2 = inner_rel->rows;
		default2 = false;
	}
	if (a->have_mcv && b->have_mcv)
	{
		int limit = Min(b->mcv.nvalues, (int) nd2);
		bool *hasa = palloc0((a->mcv.nvalues + 1) * sizeof(bool));
		bool *hasb = palloc0((limit + 1) * sizeof(bool));
		int n = match_common_values(eqproc, collation, a, b, limit,
									hasa, hasb);
		double common = sum_where(a->mcv.numbers, hasa, a->mcv.nvalues,
								  true);
		double rest;
		double share = 0.5;
		double nd1 = a->nd;

		if (!a->isdefault && !default2)
		{
			nd1 -= n;
			nd2 -= n;
			share = nd1 <= nd2 || nd2 < 0 ? 1.0 : nd2 / nd1;
		}
		rest = 1.0 - common - a->nullfrac;
		CLAMP_PROBABILITY(rest);
		pfree(hasa);
		pfree(hasb);
		return common + share * rest;
	}
	if (a->isdefault || default2)
		return 0.5 * (1.0 - a->nullfrac);
	return (a->nd <= nd2 || nd2 < 0 ? 1.0 : nd2 / a->nd) *
		(1.0 - a->nullfrac);
}

/* The relation on the inner side of a special join. */
static RelOptInfo *
inner_relation(PlannerInfo *root, SpecialJoinInfo *sjinfo)
{
	int relid;

	if (bms_get_singleton_member(sjinfo->min_righthand, &relid))
		return find_base_rel(root, relid);
	return find_join_rel(root, sjinfo->min_righthand);
}

static double
eqjoin_selectivity(PlannerInfo *root, Oid operator, List * args,
				   SpecialJoinInfo *sjinfo, Oid collation)
{
	VariableStatData v1;
	VariableStatData v2;
	JoinSide a;
	JoinSide b;
	bool reversed;
	FmgrInfo eqproc;
	Oid opfuncoid = get_opcode(operator);
	double sel;

	get_join_variables(root, args, sjinfo, &v1, &v2, &reversed);
	load_side(&a, &v1, opfuncoid);
	load_side(&b, &v2, opfuncoid);
	fmgr_info(opfuncoid, &eqproc);
	sel = eqjoin_inner(&eqproc, collation, &a, &b);
	if (sjinfo->jointype == JOIN_SEMI || sjinfo->jointype == JOIN_ANTI)
	{
		RelOptInfo *inner_rel = inner_relation(root, sjinfo);
		double semi;

		if (!reversed)
			semi = eqjoin_semi(&eqproc, collation, &a, &b, inner_rel);
		else
		{
			Oid comm = get_commutator(operator);

			if (OidIsValid(comm))
				fmgr_info(get_opcode(comm), &eqproc);
			semi = eqjoin_semi(&eqproc, collation, &b, &a, inner_rel);
		}
		/* it cannot pass more rows than an inner join makes */
		sel = inner_rel ? Min(semi, inner_rel->rows * sel) : semi;
	}
	free_side(&a);
	free_side(&b);
	ReleaseVariableStats(v1);
	ReleaseVariableStats(v2);
	CLAMP_PROBABILITY(sel);
	return sel;
}

Datum
eqjoinsel(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(eqjoin_selectivity((PlannerInfo *) PG_GETARG_POINTER(0),
										PG_GETARG_OID(1),
										(List *) PG_GETARG_POINTER(2),
										(SpecialJoinInfo *) PG_GETARG_POINTER(4),
										PG_GET_COLLATION()));
}

Datum
neqjoinsel(PG_FUNCTION_ARGS)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	Oid operator= PG_GETARG_OID(1);
	List *args = (List *) PG_GETARG_POINTER(2);
	JoinType jointype = (JoinType) PG_GETARG_INT16(3);
	SpecialJoinInfo *sjinfo = (SpecialJoinInfo *) PG_GETARG_POINTER(4);
	Oid eqop;

	if (jointype == JOIN_SEMI || jointype == JOIN_ANTI)
	{
		/* nearly every row finds a partner that differs */
		VariableStatData v1;
		VariableStatData v2;
		bool reversed;
		double nullfrac;

		get_join_variables(root, args, sjinfo, &v1, &v2, &reversed);
		nullfrac = null_fraction(reversed ? &v2 : &v1);
		ReleaseVariableStats(v1);
		ReleaseVariableStats(v2);
		PG_RETURN_FLOAT8(1.0 - nullfrac);
	}
	eqop = get_negator(operator);
	if (!OidIsValid(eqop))
		PG_RETURN_FLOAT8(1.0 - DEFAULT_EQ_SEL);
	PG_RETURN_FLOAT8(1.0 - eqjoin_selectivity(root, eqop, args, sjinfo, PG_GET_COLLATION()));
}

/* ---- Other clauses ---- */

/* A boolean expression on its own. */
Selectivity
boolvarsel(PlannerInfo *root, Node *arg, int varRelid)
{
	VariableStatData vardata;
	double sel = BOOL_NOT_COMMON;

	examine_variable(root, arg, varRelid, &vardata);
	if (HeapTupleIsValid(vardata.statsTuple))
		sel = var_eq_const(&vardata, BooleanEqualOperator, InvalidOid,
						   BoolGetDatum(true), false, true, false);
	else if (is_funcclause(arg))
		/* a function: as a third, which is no reason to prefer a plan */
		sel = 0.3333333;
	ReleaseVariableStats(vardata);
	return sel;
}

Selectivity
booltestsel(PlannerInfo *root, BoolTestType booltesttype, Node *arg,
			int varRelid, JoinType jointype, SpecialJoinInfo *sjinfo)
{
	VariableStatData vardata;
	double sel;

	examine_variable(root, arg, varRelid, &vardata);
	if (HeapTupleIsValid(vardata.statsTuple))
	{
		double nulls = null_fraction(&vardata);
		double trues = var_eq_const(&vardata, BooleanEqualOperator,
									InvalidOid, BoolGetDatum(true),
									false, true, false);
		double falses = Max(1.0 - nulls - trues, 0.0);

		sel = booltesttype == IS_UNKNOWN ? nulls : booltesttype == IS_NOT_UNKNOWN ? 1.0 - nulls
			: booltesttype == IS_TRUE                                             ? trues
			: booltesttype == IS_NOT_TRUE                                         ? 1.0 - trues
			: booltesttype == IS_FALSE                                            ? falses
																				  : 1.0 - falses;
	}
	else
	{
		switch (booltesttype)
		{
			case IS_UNKNOWN:
				sel = DEFAULT_UNK_SEL;
				break;
			case IS_NOT_UNKNOWN:
				sel = DEFAULT_NOT_UNK_SEL;
				break;
			case IS_TRUE:
			case IS_NOT_FALSE:
				sel = clause_selectivity(root, arg, varRelid, jointype,
										 sjinfo);
				break;
			default:
				sel = 1.0 - clause_selectivity(root, arg, varRelid, jointype, sjinfo);
		}
	}
	ReleaseVariableStats(vardata);
	CLAMP_PROBABILITY(sel);
	return sel;
}

Selectivity
nulltestsel(PlannerInfo *root, NullTestType nulltesttype, Node *arg,
			int varRelid, JoinType jointype, SpecialJoinInfo *sjinfo)
{
	VariableStatData vardata;
	double sel;

	examine_variable(root, arg, varRelid, &vardata);
	if (HeapTupleIsValid(vardata.statsTuple))
		sel = null_fraction(&vardata);
	else if (vardata.var && IsA(vardata.var, Var) &&
			 ((Var *) vardata.var)->varattno < 0)
		sel = 0.0; /* system columns are never null */
	else
		sel = DEFAULT_UNK_SEL;
	if (nulltesttype == IS_NOT_NULL)
		sel = 1.0 - sel;
	ReleaseVariableStats(vardata);
	CLAMP_PROBABILITY(sel);
	return sel;
}

/* Elements of an array expression, a guess if it is no constant. */
int
estimate_array_length(Node *arrayexpr)
{
	arrayexpr = strip_relabel(arrayexpr);
	if (arrayexpr && IsA(arrayexpr, Const))
	{
		Const *c = (Const *) arrayexpr;
		ArrayType *arr;

		if (c->constisnull)
			return 0;
		arr = DatumGetArrayTypeP(c->constvalue);
		return ArrayGetNItems(ARR_NDIM(arr), ARR_DIMS(arr));
	}
	if (arrayexpr && IsA(arrayexpr, ArrayExpr) &&
		!((ArrayExpr *) arrayexpr)->multidims)
		return list_length(((ArrayExpr *) arrayexpr)->elements);
	return 10;
}

/* Selectivity of "scalar op element", through the operator's estimator. */
static double
element_selectivity(PlannerInfo *root, ScalarArrayOpExpr *clause,
					FmgrInfo *estimator, Node *left, Node *element,
					bool is_join, int varRelid, JoinType jointype,
					SpecialJoinInfo *sjinfo)
{
	List *args = list_make2(left, element);

	if (is_join)
		return DatumGetFloat8(FunctionCall5Coll(estimator,
												clause->inputcollid,
												PointerGetDatum(root),
												ObjectIdGetDatum(clause->opno),
												PointerGetDatum(args),
												Int16GetDatum(jointype),
												PointerGetDatum(sjinfo)));
	return DatumGetFloat8(FunctionCall4Coll(estimator, clause->inputcollid,
											PointerGetDatum(root),
											ObjectIdGetDatum(clause->opno),
											PointerGetDatum(args),
											Int32GetDatum(varRelid)));
}

/* The elements of a constant array, as Const nodes. */
static List *
array_constants(Const *array, Oid elemtype)
{
	ArrayType *arr = DatumGetArrayTypeP(array->constvalue);
	int16 len;
	bool byval;
	char align;
	Datum *values;
	bool *nulls;
	int n;
	List *result = NIL;

	get_typlenbyvalalign(ARR_ELEMTYPE(arr), &len, &byval, &align);
	deconstruct_array(arr, ARR_ELEMTYPE(arr), len, byval, align, &values,
					  &nulls, &n);
	for (int i = 0; i < n; i++)
		result = lappend(result, makeConst(elemtype, -1, array->constcollid, len, values[i], nulls[i], byval));
	return result;
}

/*
 * scalar op ANY/ALL (array): the elements' selectivities combined as if they
 * were independent, except that equalities exclude one another.
 */
Selectivity
scalararraysel(PlannerInfo *root, ScalarArrayOpExpr *clause,
			   bool is_join_clause, int varRelid, JoinType jointype,
			   SpecialJoinInfo *sjinfo)
{
	Node *left = linitial(clause->args);
	Node *right = estimate_expression_value(root, lsecond(clause->args));
	Oid elemtype = get_base_element_type(exprType(right));
	RegProcedure estimator = is_join_clause ? get_oprjoin(clause->opno) : get_oprrest(clause->opno);
	FmgrInfo fn;
	bool is_equality;
	bool is_inequality;
	List *elements = NIL;
	int guessed = 0;
	double s1;
	double disjoint;
	bool use_or = clause->useOr;
	ListCell *lc;

	if (!OidIsValid(elemtype) || !OidIsValid(estimator))
		return 0.5;
	fmgr_info(estimator, &fn);
	is_equality = estimator == F_EQSEL || estimator == F_EQJOINSEL;
	is_inequality = estimator == F_NEQSEL || estimator == F_NEQJOINSEL;
	right = strip_relabel(right);
	if (right && IsA(right, Const))
	{
		if (((Const *) right)->constisnull)
			return 0.0;
		elements = array_constants((Const *) right, elemtype);
	}
	else if (right && IsA(right, ArrayExpr) &&
			 !((ArrayExpr *) right)->multidims)
		elements = ((ArrayExpr *) right)->elements;
	else
	{
		/* one unknown element stands for all */
		CaseTestExpr *dummy = makeNode(CaseTestExpr);

		dummy->typeId = elemtype;
		dummy->typeMod = -1;
		dummy->collation = clause->inputcollid;
		elements = list_make1(dummy);
		guessed = estimate_array_length(right);
	}
	s1 = disjoint = use_or ? 0.0 : 1.0;
	foreach (lc, elements)
	{
		double s2 = element_selectivity(root, clause, &fn, left,
										lfirst(lc), is_join_clause,
										varRelid, jointype, sjinfo);

		for (int i = 0; i < Max(guessed, 1); i++)
		{
			if (use_or)
			{
				s1 = s1 + s2 - s1 * s2;
				disjoint += s2;
			}
			else
			{
				s1 = s1 * s2;
				disjoint += s2 - 1.0;
			}
		}
	}
	if ((use_or ? is_equality : is_inequality) && guessed == 0 &&
		disjoint >= 0.0 && disjoint <= 1.0)
		s1 = disjoint;
	CLAMP_PROBABILITY(s1);
	return s1;
}

/* (a, b) < (c, d): as the first pair alone. */
Selectivity
rowcomparesel(PlannerInfo *root, RowCompareExpr *clause, int varRelid,
			  JoinType jointype, SpecialJoinInfo *sjinfo)
{
	Oid opno = linitial_oid(clause->opnos);
	Oid collid = linitial_oid(clause->inputcollids);
	List *args = list_make2(linitial(clause->largs),
							linitial(clause->rargs));
	bool is_join;

	if (varRelid != 0)
		is_join = false;
	else if (sjinfo == NULL)
		is_join = false;
	else
		is_join = bms_num_members(pull_varnos(root, (Node *) clause)) > 1;
	if (is_join)
		return join_selectivity(root, opno, args, collid, jointype, sjinfo);
	return restriction_selectivity(root, opno, args, collid, varRelid);
}

/*
 * mergejoinscansel
 *		Which shares of its two inputs a merge join reads: it stops where one
 *		side ends.  Without the extremes of both columns, everything.
 */
void
mergejoinscansel(PlannerInfo *root, Node *clause, Oid opfamily, int strategy,
				 bool nulls_first, Selectivity *leftstart,
				 Selectivity *leftend, Selectivity *rightstart,
				 Selectivity *rightend)
{
	*leftstart = *rightstart = 0.0;
	*leftend = *rightend = 1.0;
}

/* ---- Groups and hash tables ---- */

/* One column or expression that is grouped by. */
typedef struct GroupVar
{
	Node *var;
	RelOptInfo *rel;
	double ndistinct;
	bool isdefault;
} GroupVar;

static List *
add_group_var(PlannerInfo *root, List *vars, Node *var)
{
	VariableStatData vardata;
	GroupVar *g;
	ListCell *lc;

	foreach (lc, vars)
		if (equal(var, ((GroupVar *) lfirst(lc))->var))
			return vars;
	examine_variable(root, var, 0, &vardata);
	g = palloc(sizeof(GroupVar));
	g->var = var;
	g->rel = vardata.rel;
	g->ndistinct = get_variable_numdistinct(&vardata, &g->isdefault);
	ReleaseVariableStats(vardata);
	return lappend(vars, g);
}

/*
 * estimate_num_groups
 *		Number of groups among input_rows rows.
 *
 * Per relation, the distinct values of its columns are multiplied, but held to
 * the largest of them times a tenth of the rows; then a share of the
 * relation's rows is taken away that its restrictions filter.
 */
double
estimate_num_groups(PlannerInfo *root, List *groupExprs, double input_rows,
					List **pgset, EstimationInfo *estinfo)
{
	List *vars = NIL;
	double srf = 1.0;
	double groups = 1.0;
	int i = 0;
	ListCell *lc;

	if (estinfo)
		memset(estinfo, 0, sizeof(*estinfo));
	input_rows = clamp_row_est(input_rows);
	if (groupExprs == NIL || (pgset && *pgset == NIL))
		return 1.0;
	foreach (lc, groupExprs)
	{
		Node *expr = lfirst(lc);
		List *inner;
		ListCell *lc2;
		VariableStatData vardata;

		if (pgset && !list_member_int(*pgset, i++))
			continue;
		srf = Max(srf, expression_returns_set_rows(root, expr));
		if (exprType(expr) == BOOLOID)
		{
			groups *= 2.0;
			continue;
		}
		examine_variable(root, expr, 0, &vardata);
		if (HeapTupleIsValid(vardata.statsTuple) || vardata.isunique)
		{
			ReleaseVariableStats(vardata);
			vars = add_group_var(root, vars, expr);
			continue;
		}
		ReleaseVariableStats(vardata);
		inner = pull_var_clause(expr, PVC_RECURSE_AGGREGATES | PVC_RECURSE_WINDOWFUNCS | PVC_RECURSE_PLACEHOLDERS);
		if (inner == NIL)
		{
			/* volatile expressions may differ in every row */
			if (contain_volatile_functions(expr))
				return input_rows;
			continue;
		}
		foreach (lc2, inner)
			vars = add_group_var(root, vars, lfirst(lc2));
	}
	if (vars == NIL)
	{
		groups *= srf;
		groups = ceil(groups);
		return Max(Min(groups, input_rows), 1.0);
	}
	while (vars != NIL)
	{
		RelOptInfo *rel = ((GroupVar *) linitial(vars))->rel;
		double product = 1.0;
		double largest = 1.0;
		int count = 0;
		List *rest = NIL;

		foreach (lc, vars)
		{
			GroupVar *g = lfirst(lc);

			if (g->rel != rel)
			{
				rest = lappend(rest, g);
				continue;
			}
			product *= g->ndistinct;
			largest = Max(largest, g->ndistinct);
			count++;
			if (estinfo && g->isdefault)
				estinfo->flags |= SELFLAG_USED_DEFAULT;
		}
		if (rel && rel->tuples > 0)
		{
			double clamp = rel->tuples;

			/* several columns are rarely independent */
			if (count > 1)
			{
				clamp *= 0.1;
				if (clamp < largest)
					clamp = Min(largest, rel->tuples);
			}
			product = Min(product, clamp);
			if (product > 0 && rel->rows < rel->tuples)
				product *= 1 - pow((rel->tuples - rel->rows) / rel->tuples, rel->tuples / product);
			product = clamp_row_est(product);
			groups *= product;
		}
		vars = rest;
	}
	groups *= srf;
	groups = ceil(groups);
	groups = Min(groups, input_rows);
	return Max(groups, 1.0);
}

/* The share of rows in the fullest bucket of a hash table on a key. */
void
estimate_hash_bucket_stats(PlannerInfo *root, Node *hashkey, double nbuckets,
						   Selectivity *mcv_freq, Selectivity *bucketsize_frac)
{
	VariableStatData vardata;
	double nd;
	bool isdefault;
	double avgfreq;
	double frac;
	AttStatsSlot slot;

	examine_variable(root, hashkey, 0, &vardata);
	*mcv_freq = 0.0;
	if (HeapTupleIsValid(vardata.statsTuple) &&
		get_attstatsslot(&slot, vardata.statsTuple, STATISTIC_KIND_MCV,
						 InvalidOid, ATTSTATSSLOT_NUMBERS))
	{
		if (slot.nnumbers > 0)
			*mcv_freq = slot.numbers[0];
		free_attstatsslot(&slot);
	}
	nd = get_variable_numdistinct(&vardata, &isdefault);
	if (isdefault)
	{
		*bucketsize_frac = Max(0.1, *mcv_freq);
		ReleaseVariableStats(vardata);
		return;
	}
	avgfreq = (1.0 - null_fraction(&vardata)) / nd;
	if (vardata.rel && vardata.rel->tuples > 0)
		nd = clamp_row_est(nd * vardata.rel->rows / vardata.rel->tuples);
	frac = nd > nbuckets ? 1.0 / nbuckets : 1.0 / nd;
	/* a value more common than the average makes its bucket fuller */
	if (avgfreq > 0.0 && *mcv_freq > avgfreq)
		frac *= *mcv_freq / avgfreq;
	frac = Max(frac, 1.0e-6);
	*bucketsize_frac = Min(frac, 1.0);
	ReleaseVariableStats(vardata);
}

double
estimate_hashagg_tablesize(PlannerInfo *root, Path *path,
						   const AggClauseCosts *agg_costs, double dNumGroups)
{
	Size entry = hash_agg_entry_size(list_length(root->aggtransinfos),
									 path->pathtarget->width,
									 agg_costs->transitionSpace);

	return entry * dNumGroups;
}
