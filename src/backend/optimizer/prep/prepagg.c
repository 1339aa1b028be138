/*
 * prepagg.c
 *		Aggregates of a query: which share a result or a transition state, and
 *		what they cost.
 *
 * Each Aggref gets aggno, the number of its result, and aggtransno, the number
 * of its state.  Equal calls without side effects share both; calls with the
 * same input and the same transition (sum(x) and avg(x) of one type) share the
 * state, unless a final function may change it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/optimizer/prep/prepagg.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/plancat.h"
#include "parser/parse_agg.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

static bool number_aggregates_walker(Node *node, PlannerInfo *root);

/*
 * preprocess_aggrefs
 *		Number all aggregates of this query level in an expression tree, in
 *		place, and collect what there is of them in root.
 */
void
preprocess_aggrefs(PlannerInfo *root, Node *clause)
{
	(void) number_aggregates_walker(clause, root);
}

/* The initial state; its text is read by the input function of its type. */
static Datum
initial_state(HeapTuple aggtup, Oid transtype, bool *isnull)
{
	Datum init = SysCacheGetAttr(AGGFNOID, aggtup, Anum_pg_aggregate_agginitval, isnull);
	Oid input;
	Oid ioparam;

	if (*isnull)
		return (Datum) 0;
	getTypeInputInfo(transtype, &input, &ioparam);
	return OidInputFunctionCall(input, TextDatumGetCString(init), ioparam, -1);
}

/* An earlier call that is the same in everything; its number, or -1. */
static int
find_equal_call(PlannerInfo *root, Aggref *aggref, List **same_input)
{
	int aggno = 0;
	ListCell *lc;

	*same_input = NIL;
	if (contain_volatile_functions((Node *) aggref))
		return -1;
	foreach (lc, root->agginfos)
	{
		AggInfo *info = lfirst(lc);
		Aggref *other = linitial(info->aggrefs);

		if (aggref->inputcollid == other->inputcollid && aggref->aggtranstype == other->aggtranstype &&
			aggref->aggstar == other->aggstar && aggref->aggvariadic == other->aggvariadic &&
			aggref->aggkind == other->aggkind && equal(aggref->args, other->args) &&
			equal(aggref->aggorder, other->aggorder) && equal(aggref->aggdistinct, other->aggdistinct) &&
			equal(aggref->aggfilter, other->aggfilter))
		{
			if (aggref->aggfnoid == other->aggfnoid && aggref->aggtype == other->aggtype &&
				aggref->aggcollid == other->aggcollid && equal(aggref->aggdirectargs, other->aggdirectargs))
			{
				list_free(*same_input);
				*same_input = NIL;
				return aggno;
			}
			if (info->shareable)
				*same_input = lappend_int(*same_input, info->transno);
		}
		aggno++;
	}
	return -1;
}

/* Among states with the same input, one with the same transition; or -1. */
static int
find_equal_state(PlannerInfo *root, const AggTransInfo *wanted, List *candidates)
{
	ListCell *lc;

	/* An internal state has no text, so that none can be compared; share it. */
	foreach (lc, candidates)
	{
		AggTransInfo *trans = list_nth(root->aggtransinfos, lfirst_int(lc));

		if (wanted->transfn_oid != trans->transfn_oid || wanted->aggtranstype != trans->aggtranstype ||
			wanted->serialfn_oid != trans->serialfn_oid || wanted->deserialfn_oid != trans->deserialfn_oid)
			continue;
		if (wanted->initValueIsNull && trans->initValueIsNull)
			return lfirst_int(lc);
		if (!wanted->initValueIsNull && !trans->initValueIsNull &&
			datumIsEqual(wanted->initValue, trans->initValue, wanted->transtypeByVal, wanted->transtypeLen))
			return lfirst_int(lc);
	}
	return -1;
}

/* Type modifier of the state: that of the input, for min(varchar(5)) and so on. */
static int32
state_typmod(Aggref *aggref, Oid transtype)
{
	if (aggref->args)
	{
		Expr *input = ((TargetEntry *) linitial(aggref->args))->expr;

		if (exprType((Node *) input) == transtype)
			return exprTypmod((Node *) input);
	}
	return -1;
}

static void
number_aggregate(Aggref *aggref, PlannerInfo *root)
{
	HeapTuple tup = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggref->aggfnoid));
	Form_pg_aggregate form;
	AggTransInfo *trans;
	List *same_input;
	Oid inputtypes[FUNC_MAX_ARGS];
	int ninputs;
	int aggno;
	int transno;
	bool shareable;
	Oid finalfn;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	form = (Form_pg_aggregate) GETSTRUCT(tup);
	ninputs = get_aggregate_argtypes(aggref, inputtypes);
	aggref->aggtranstype = resolve_aggregate_transtype(aggref->aggfnoid, form->aggtranstype, inputtypes, ninputs);

	trans = makeNode(AggTransInfo);
	trans->args = aggref->args;
	trans->aggfilter = aggref->aggfilter;
	trans->transfn_oid = form->aggtransfn;
	trans->serialfn_oid = form->aggserialfn;
	trans->deserialfn_oid = form->aggdeserialfn;
	trans->combinefn_oid = form->aggcombinefn;
	trans->aggtranstype = aggref->aggtranstype;
	trans->aggtranstypmod = state_typmod(aggref, trans->aggtranstype);
	trans->aggtransspace = form->aggtransspace;
	trans->initValue = initial_state(tup, trans->aggtranstype, &trans->initValueIsNull);
	{
		int16 len;

		get_typlenbyval(trans->aggtranstype, &len, &trans->transtypeByVal);
		trans->transtypeLen = len;
	}
	/* A final function that writes to the state must have it alone. */
	shareable = form->aggfinalmodify != AGGMODIFY_READ_WRITE;
	finalfn = form->aggfinalfn;
	ReleaseSysCache(tup);

	aggno = find_equal_call(root, aggref, &same_input);
	if (aggno >= 0)
	{
		AggInfo *info = list_nth(root->agginfos, aggno);

		info->aggrefs = lappend(info->aggrefs, aggref);
		transno = info->transno;
	}
	else
	{
		AggInfo *info = makeNode(AggInfo);

		transno = shareable ? find_equal_state(root, trans, same_input) : -1;
		if (transno < 0)
		{
			transno = list_length(root->aggtransinfos);
			root->aggtransinfos = lappend(root->aggtransinfos, trans);
			if (aggref->aggorder != NIL || aggref->aggdistinct != NIL)
				root->numOrderedAggs++;
			if (!OidIsValid(trans->combinefn_oid) || aggref->aggorder != NIL || aggref->aggdistinct != NIL)
				root->hasNonPartialAggs = true;
		}
		info->aggrefs = list_make1(aggref);
		info->shareable = shareable;
		info->transno = transno;
		info->finalfn_oid = finalfn;
		aggno = list_length(root->agginfos);
		root->agginfos = lappend(root->agginfos, info);
	}
	aggref->aggno = aggno;
	aggref->aggtransno = transno;
}

static bool
number_aggregates_walker(Node *node, PlannerInfo *root)
{
	if (node == NULL)
		return false;
	if (IsA(node, Aggref))
	{
		/* There is no aggregate of this level inside one. */
		number_aggregate((Aggref *) node, root);
		return false;
	}
	Assert(!IsA(node, SubLink));
	return expression_tree_walker(node, number_aggregates_walker, root);
}

/* ---- costs ---- */

/* Memory that a state takes, on top of the place for its Datum. */
static Size
state_space(const AggTransInfo *trans)
{
	int32 width;

	if (trans->transtypeByVal)
		return 0;
	if (trans->aggtransspace > 0)
		return trans->aggtransspace;
	if (trans->aggtranstype == INTERNALOID)
		return ALLOCSET_DEFAULT_INITSIZE;
	/* array_append keeps its array expanded, in a context of its own. */
	if (trans->transfn_oid == F_ARRAY_APPEND)
		return ALLOCSET_SMALL_INITSIZE;
	width = get_typavgwidth(trans->aggtranstype, trans->aggtranstypmod);
	return MAXALIGN(width) + 2 * sizeof(void *);
}

/*
 * get_agg_clause_costs
 *		Add up what the collected aggregates cost per row and per group.
 */
void
get_agg_clause_costs(PlannerInfo *root, AggSplit aggsplit, AggClauseCosts *costs)
{
	ListCell *lc;

	foreach (lc, root->aggtransinfos)
	{
		AggTransInfo *trans = lfirst(lc);
		QualCost argcosts;

		if (DO_AGGSPLIT_COMBINE(aggsplit))
			add_function_cost(root, trans->combinefn_oid, NULL, &costs->transCost);
		else
		{
			add_function_cost(root, trans->transfn_oid, NULL, &costs->transCost);
			cost_qual_eval_node(&argcosts, (Node *) trans->args, root);
			costs->transCost.startup += argcosts.startup;
			costs->transCost.per_tuple += argcosts.per_tuple;
			if (trans->aggfilter)
			{
				cost_qual_eval_node(&argcosts, (Node *) trans->aggfilter, root);
				costs->transCost.startup += argcosts.startup;
				costs->transCost.per_tuple += argcosts.per_tuple;
			}
		}
		if (DO_AGGSPLIT_DESERIALIZE(aggsplit) && OidIsValid(trans->deserialfn_oid))
			add_function_cost(root, trans->deserialfn_oid, NULL, &costs->transCost);
		if (DO_AGGSPLIT_SERIALIZE(aggsplit) && OidIsValid(trans->serialfn_oid))
			add_function_cost(root, trans->serialfn_oid, NULL, &costs->finalCost);
		costs->transitionSpace += state_space(trans);
	}
	foreach (lc, root->agginfos)
	{
		AggInfo *info = lfirst(lc);
		Aggref *aggref = linitial(info->aggrefs);
		QualCost argcosts;

		if (!DO_AGGSPLIT_SKIPFINAL(aggsplit) && OidIsValid(info->finalfn_oid))
			add_function_cost(root, info->finalfn_oid, NULL, &costs->finalCost);
		if (aggref->aggdirectargs)
		{
			cost_qual_eval_node(&argcosts, (Node *) aggref->aggdirectargs, root);
			costs->finalCost.startup += argcosts.startup;
			costs->finalCost.per_tuple += argcosts.per_tuple;
		}
	}
}
