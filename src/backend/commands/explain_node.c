/*
 * explain_node.c
 *		EXPLAIN's account of one plan node and those below it.
 *
 * explain_node prints the head line (what the node is, on what, its costs and
 * times), then its properties, then the nodes it reads from.  Expressions are
 * printed by utils/adt/ruleutils_expr.c, which must know the node and the ones
 * above it: Vars refer to outputs of inputs, Params to values from above.
 *
 * "ancestors" lists the Plan and SubPlan nodes above, nearest first.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/explain_node.c
 */
#include "postgres.h"

#include "executor/hashjoin.h"
#include "executor/nodeHash.h"
#include "explain_private.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/ruleutils.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"

#define KILOBYTES(b) (((b) + 1023) / 1024)

/* ---- what a node is called ---- */

/* Names of a node: in text, elsewhere, and how it does its work. */
typedef struct NodeWords
{
	const char *text;
	const char *type;
	const char *strategy;
	const char *operation;
} NodeWords;

static NodeWords
aggregate_words(Agg *agg)
{
	switch (agg->aggstrategy)
	{
		case AGG_PLAIN:
			return (NodeWords){"Aggregate", "Aggregate", "Plain", NULL};
		case AGG_SORTED:
			return (NodeWords){"GroupAggregate", "Aggregate", "Sorted", NULL};
		case AGG_HASHED:
			return (NodeWords){"HashAggregate", "Aggregate", "Hashed", NULL};
		case AGG_MIXED:
			return (NodeWords){"MixedAggregate", "Aggregate", "Mixed", NULL};
	}
	return (NodeWords){"Aggregate ???", "Aggregate", "???", NULL};
}

static NodeWords
modifytable_words(ModifyTable *mt)
{
	const char *op = mt->operation == CMD_INSERT ? "Insert" : mt->operation == CMD_UPDATE ? "Update"
		: mt->operation == CMD_DELETE                                                     ? "Delete"
																						  : "Merge";

	return (NodeWords){op, "ModifyTable", NULL, op};
}

static NodeWords
node_words(Plan *plan)
{
	static const struct
	{
		NodeTag tag;
		const char *text;
		const char *type; /* NULL: the same */
	} names[] = {
		{T_Result, "Result"},
		{T_ProjectSet, "ProjectSet"},
		{T_Append, "Append"},
		{T_RecursiveUnion, "Recursive Union"},
		{T_BitmapAnd, "BitmapAnd"},
		{T_BitmapOr, "BitmapOr"},
		{T_NestLoop, "Nested Loop"},
		{T_MergeJoin, "Merge", "Merge Join"},
		{T_HashJoin, "Hash", "Hash Join"},
		{T_SeqScan, "Seq Scan"},
		{T_IndexScan, "Index Scan"},
		{T_IndexOnlyScan, "Index Only Scan"},
		{T_BitmapIndexScan, "Bitmap Index Scan"},
		{T_BitmapHeapScan, "Bitmap Heap Scan"},
		{T_TidScan, "Tid Scan"},
		{T_SubqueryScan, "Subquery Scan"},
		{T_FunctionScan, "Function Scan"},
		{T_ValuesScan, "Values Scan"},
		{T_CteScan, "CTE Scan"},
		{T_WorkTableScan, "WorkTable Scan"},
		{T_Material, "Materialize"},
		{T_Sort, "Sort"},
		{T_Group, "Group"},
		{T_WindowAgg, "WindowAgg"},
		{T_Unique, "Unique"},
		{T_LockRows, "LockRows"},
		{T_Limit, "Limit"},
		{T_Hash, "Hash"},
	};

	if (IsA(plan, Agg))
		return aggregate_words((Agg *) plan);
	if (IsA(plan, ModifyTable))
		return modifytable_words((ModifyTable *) plan);
	if (IsA(plan, SetOp))
	{
		if (((SetOp *) plan)->strategy == SETOP_HASHED)
			return (NodeWords){"HashSetOp", "SetOp", "Hashed", NULL};
		return (NodeWords){"SetOp", "SetOp", "Sorted", NULL};
	}
	for (int i = 0; i < lengthof(names); i++)
	{
		if (names[i].tag == nodeTag(plan))
			return (NodeWords){names[i].text, names[i].type ? names[i].type : names[i].text, NULL, NULL};
	}
	return (NodeWords){"???", "???", NULL, NULL};
}

/* " on table alias", or the same as properties. */
static void
print_target_rel(Index rti, ExplainState *es)
{
	RangeTblEntry *rte = rt_fetch(rti, es->rtable);
	char *refname = list_nth(es->rtable_names, rti - 1);
	char *name = NULL;
	char *schema = NULL;
	const char *tag = NULL;

	if (refname == NULL)
		refname = rte->eref->aliasname;
	if (rte->rtekind == RTE_RELATION)
	{
		name = get_rel_name(rte->relid);
		tag = "Relation Name";
		if (es->verbose)
			schema = get_namespace_name_or_temp(get_rel_namespace(rte->relid));
	}
	else if (rte->rtekind == RTE_CTE)
	{
		name = rte->ctename;
		tag = "CTE Name";
	}
	if (EXPLAIN_IS_TEXT(es))
	{
		appendStringInfoString(es->str, " on");
		if (schema)
			appendStringInfo(es->str, " %s.%s", quote_identifier(schema),
							 quote_identifier(name));
		else if (name)
			appendStringInfo(es->str, " %s", quote_identifier(name));
		if (name == NULL || strcmp(refname, name) != 0)
			appendStringInfo(es->str, " %s", quote_identifier(refname));
		return;
	}
	if (name)
		ExplainPropertyText(tag, name, es);
	if (schema)
		ExplainPropertyText("Schema", schema, es);
	ExplainPropertyText("Alias", refname, es);
}

/* The same for a function scan, which names the function if there is just one. */
static void
print_target_function(FunctionScan *scan, ExplainState *es)
{
	RangeTblFunction *rtf = linitial(scan->functions);
	char *refname = list_nth(es->rtable_names, scan->scan.scanrelid - 1);
	char *name = NULL;
	char *schema = NULL;

	if (list_length(scan->functions) == 1 && IsA(rtf->funcexpr, FuncExpr))
	{
		Oid funcid = ((FuncExpr *) rtf->funcexpr)->funcid;

		name = get_func_name(funcid);
		if (es->verbose)
			schema = get_namespace_name_or_temp(get_func_namespace(funcid));
	}
	if (EXPLAIN_IS_TEXT(es))
	{
		appendStringInfoString(es->str, " on");
		if (schema)
			appendStringInfo(es->str, " %s.%s", quote_identifier(schema),
							 quote_identifier(name));
		else if (name)
			appendStringInfo(es->str, " %s", quote_identifier(name));
		if (name == NULL || strcmp(refname, name) != 0)
			appendStringInfo(es->str, " %s", quote_identifier(refname));
		return;
	}
	if (name)
		ExplainPropertyText("Function Name", name, es);
	if (schema)
		ExplainPropertyText("Schema", schema, es);
	ExplainPropertyText("Alias", refname, es);
}

static void
print_index_target(Oid indexid, ScanDirection dir, ExplainState *es)
{
	char *name = get_rel_name(indexid);

	if (name == NULL)
		elog(ERROR, "cache lookup failed for index %u", indexid);
	if (EXPLAIN_IS_TEXT(es))
	{
		if (ScanDirectionIsBackward(dir))
			appendStringInfoString(es->str, " Backward");
		appendStringInfo(es->str, " using %s", quote_identifier(name));
		return;
	}
	ExplainPropertyText("Scan Direction", ScanDirectionIsBackward(dir) ? "Backward" : ScanDirectionIsForward(dir) ? "Forward"
																												  : "NoMovement",
						es);
	ExplainPropertyText("Index Name", name, es);
}

static void
print_join_type(Plan *plan, ExplainState *es)
{
	static const char *const words[] = {
		[JOIN_INNER] = "Inner",
		[JOIN_LEFT] = "Left",
		[JOIN_FULL] = "Full",
		[JOIN_RIGHT] = "Right",
		[JOIN_SEMI] = "Semi",
		[JOIN_ANTI] = "Anti",
	};
	JoinType type = ((Join *) plan)->jointype;

	if (!EXPLAIN_IS_TEXT(es))
		ExplainPropertyText("Join Type", words[type], es);
	else if (type != JOIN_INNER)
		appendStringInfo(es->str, " %s Join", words[type]);
	else if (!IsA(plan, NestLoop))
		appendStringInfoString(es->str, " Join");
}

static void
print_setop_command(SetOp *setop, ExplainState *es)
{
	static const char *const words[] = {
		[SETOPCMD_INTERSECT] = "Intersect",
		[SETOPCMD_INTERSECT_ALL] = "Intersect All",
		[SETOPCMD_EXCEPT] = "Except",
		[SETOPCMD_EXCEPT_ALL] = "Except All",
	};

	if (EXPLAIN_IS_TEXT(es))
		appendStringInfo(es->str, " %s", words[setop->cmd]);
	else
		ExplainPropertyText("Command", words[setop->cmd], es);
}

/* What the node works on: the rest of the head line before the costs. */
static void
print_node_target(Plan *plan, ExplainState *es)
{
	switch (nodeTag(plan))
	{
		case T_SeqScan:
		case T_BitmapHeapScan:
		case T_TidScan:
		case T_SubqueryScan:
		case T_ValuesScan:
		case T_CteScan:
		case T_WorkTableScan:
			print_target_rel(((Scan *) plan)->scanrelid, es);
			break;
		case T_FunctionScan:
			print_target_function((FunctionScan *) plan, es);
			break;
		case T_IndexScan:
			print_index_target(((IndexScan *) plan)->indexid,
							   ((IndexScan *) plan)->indexorderdir, es);
			print_target_rel(((Scan *) plan)->scanrelid, es);
			break;
		case T_IndexOnlyScan:
			print_index_target(((IndexOnlyScan *) plan)->indexid,
							   ((IndexOnlyScan *) plan)->indexorderdir, es);
			print_target_rel(((Scan *) plan)->scanrelid, es);
			break;
		case T_BitmapIndexScan:
			if (EXPLAIN_IS_TEXT(es))
				appendStringInfo(es->str, " on %s",
								 quote_identifier(get_rel_name(((BitmapIndexScan *) plan)->indexid)));
			else
				ExplainPropertyText("Index Name",
									get_rel_name(((BitmapIndexScan *) plan)->indexid),
									es);
			break;
		case T_ModifyTable:
			print_target_rel(((ModifyTable *) plan)->nominalRelation, es);
			break;
		case T_NestLoop:
		case T_MergeJoin:
		case T_HashJoin:
			print_join_type(plan, es);
			break;
		case T_SetOp:
			print_setop_command((SetOp *) plan, es);
			break;
		default:
			break;
	}
}

/* ---- costs and times ---- */

static void
print_costs(Plan *plan, ExplainState *es)
{
	if (EXPLAIN_IS_TEXT(es))
	{
		appendStringInfo(es->str, "  (cost=%.2f..%.2f rows=%.0f width=%d)",
						 plan->startup_cost, plan->total_cost, plan->plan_rows,
						 plan->plan_width);
		return;
	}
	ExplainPropertyFloat("Startup Cost", NULL, plan->startup_cost, 2, es);
	ExplainPropertyFloat("Total Cost", NULL, plan->total_cost, 2, es);
	ExplainPropertyFloat("Plan Rows", NULL, plan->plan_rows, 0, es);
	ExplainPropertyInteger("Plan Width", NULL, plan->plan_width, es);
}

/* Times and rows are averages over the loops. */
static void
print_actuals(Instrumentation *instr, ExplainState *es)
{
	bool ran = instr && instr->nloops > 0;
	double loops = ran ? instr->nloops : 0;
	double startup = ran ? 1000.0 * instr->startup / loops : 0;
	double total = ran ? 1000.0 * instr->total / loops : 0;
	double rows = ran ? instr->ntuples / loops : 0;

	if (!EXPLAIN_IS_TEXT(es))
	{
		if (es->timing)
		{
			ExplainPropertyFloat("Actual Startup Time", "ms", startup, 3, es);
			ExplainPropertyFloat("Actual Total Time", "ms", total, 3, es);
		}
		ExplainPropertyFloat("Actual Rows", NULL, rows, 0, es);
		ExplainPropertyFloat("Actual Loops", NULL, loops, 0, es);
	}
	else if (!ran)
		appendStringInfoString(es->str, " (never executed)");
	else if (es->timing)
		appendStringInfo(es->str,
						 " (actual time=%.3f..%.3f rows=%.0f loops=%.0f)",
						 startup, total, rows, loops);
	else
		appendStringInfo(es->str, " (actual rows=%.0f loops=%.0f)", rows,
						 loops);
}

/* ---- expressions ---- */

/* Are the columns of this statement from more than one place? */
static bool
qualify_columns(ExplainState *es)
{
	return list_length(es->rtable) > 1 || es->verbose;
}

static void
print_expression(Node *node, const char *label, PlanState *planstate,
				 List *ancestors, bool useprefix, ExplainState *es)
{
	List *context = set_deparse_context_plan(es->deparse_cxt,
											 planstate->plan, ancestors);

	ExplainPropertyText(label, deparse_expression(node, context, useprefix, false), es);
}

static void
print_qual(List *qual, const char *label, PlanState *planstate,
		   List *ancestors, bool useprefix, ExplainState *es)
{
	if (qual != NIL)
		print_expression((Node *) make_ands_explicit(qual), label, planstate,
						 ancestors, useprefix, es);
}

static void
print_scan_qual(List *qual, const char *label, PlanState *planstate,
				List *ancestors, ExplainState *es)
{
	print_qual(qual, label, planstate, ancestors,
			   IsA(planstate->plan, SubqueryScan) || es->verbose, es);
}

static void
print_upper_qual(List *qual, const char *label, PlanState *planstate,
				 List *ancestors, ExplainState *es)
{
	print_qual(qual, label, planstate, ancestors, qualify_columns(es), es);
}

/* Rows that a condition removed, averaged over loops; silent if none in text. */
static void
print_removed(const char *label, int which, PlanState *planstate,
			  ExplainState *es)
{
	Instrumentation *instr = planstate->instrument;
	double n;

	if (!es->analyze || instr == NULL)
		return;
	n = which == 2 ? instr->nfiltered2 : instr->nfiltered1;
	if (n > 0 || !EXPLAIN_IS_TEXT(es))
		ExplainPropertyFloat(label, NULL, instr->nloops > 0 ? n / instr->nloops : 0.0, 0, es);
}

/* The Filter of a scan, and what it did. */
static void
print_scan_filter(PlanState *planstate, List *ancestors, ExplainState *es)
{
	print_scan_qual(planstate->plan->qual, "Filter", planstate, ancestors, es);
	if (planstate->plan->qual)
		print_removed("Rows Removed by Filter", 1, planstate, es);
}

static void
print_upper_filter(PlanState *planstate, int which, List *ancestors,
				   ExplainState *es)
{
	print_upper_qual(planstate->plan->qual, "Filter", planstate, ancestors, es);
	if (planstate->plan->qual)
		print_removed("Rows Removed by Filter", which, planstate, es);
}

static void
print_output(PlanState *planstate, List *ancestors, ExplainState *es)
{
	Plan *plan = planstate->plan;
	List *context;
	List *result = NIL;
	ListCell *lc;

	/* these have target lists that mean nothing */
	if (plan->targetlist == NIL || IsA(plan, Append) ||
		IsA(plan, RecursiveUnion))
		return;
	context = set_deparse_context_plan(es->deparse_cxt, plan, ancestors);
	foreach (lc, plan->targetlist)
		result = lappend(result,
						 deparse_expression((Node *) lfirst_node(TargetEntry, lc)->expr,
											context,
											list_length(es->rtable) > 1,
											false));
	ExplainPropertyList("Output", result, es);
}

/* ---- keys ---- */

/* What ORDER BY would say after the expression. */
static void
print_sort_options(StringInfo buf, Node *expr, Oid op, Oid collation,
				   bool nulls_first)
{
	Oid type = exprType(expr);
	TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_LT_OPR | TYPECACHE_GT_OPR);
	bool reverse = false;

	if (OidIsValid(collation) && collation != get_typcollation(type))
		appendStringInfo(buf, " COLLATE %s",
						 quote_identifier(get_collation_name(collation)));
	if (op == entry->gt_opr)
	{
		appendStringInfoString(buf, " DESC");
		reverse = true;
	}
	else if (op != entry->lt_opr)
	{
		appendStringInfo(buf, " USING %s", get_opname(op));
		(void) get_equality_op_for_ordering_op(op, &reverse);
	}
	if (nulls_first && !reverse)
		appendStringInfoString(buf, " NULLS FIRST");
	else if (!nulls_first && reverse)
		appendStringInfoString(buf, " NULLS LAST");
}

/* One key column of plan as text, with its direction if sort is given. */
static char *
key_text(Plan *plan, AttrNumber att, List *context, bool useprefix)
{
	TargetEntry *tle = get_tle_by_resno(plan->targetlist, att);

	if (tle == NULL)
		elog(ERROR, "no tlist entry for key %d", att);
	return deparse_expression((Node *) tle->expr, context, useprefix, true);
}

static void
print_sort_keys(SortState *state, List *ancestors, ExplainState *es)
{
	Sort *sort = (Sort *) state->ss.ps.plan;
	List *context = set_deparse_context_plan(es->deparse_cxt,
											 (Plan *) sort, ancestors);
	List *result = NIL;

	for (int i = 0; i < sort->numCols; i++)
	{
		AttrNumber att = sort->sortColIdx[i];
		StringInfoData buf;

		initStringInfo(&buf);
		appendStringInfoString(&buf, key_text((Plan *) sort, att, context, qualify_columns(es)));
		print_sort_options(&buf, (Node *) get_tle_by_resno(sort->plan.targetlist, att)->expr,
						   sort->sortOperators[i], sort->collations[i],
						   sort->nullsFirst[i]);
		result = lappend(result, buf.data);
	}
	ExplainPropertyList("Sort Key", result, es);
}

/* Keys are columns of the input, whose ancestors start with the node itself. */
static void
print_group_keys(PlanState *planstate, int ncols, AttrNumber *cols,
				 List *ancestors, ExplainState *es)
{
	Plan *input = outerPlan(planstate->plan);
	List *context;
	List *result = NIL;

	if (ncols == 0)
		return;
	ancestors = lcons(planstate->plan, list_copy(ancestors));
	context = set_deparse_context_plan(es->deparse_cxt, input, ancestors);
	for (int i = 0; i < ncols; i++)
		result = lappend(result, key_text(input, cols[i], context, qualify_columns(es)));
	ExplainPropertyList("Group Key", result, es);
}

/* One set of each list of grouping sets that an Agg node computes in a pass. */
static void
print_one_pass(Agg *agg, Plan *input, List *context, ExplainState *es)
{
	bool hashed = agg->aggstrategy == AGG_HASHED ||
		agg->aggstrategy == AGG_MIXED;
	const char *keyname = hashed ? "Hash Key" : "Group Key";
	const char *keysetname = hashed ? "Hash Keys" : "Group Keys";
	ListCell *lc,
		*lc2;

	ExplainOpenGroup("Grouping Set", NULL, true, es);
	ExplainOpenGroup(keysetname, keysetname, false, es);
	foreach (lc, agg->groupingSets)
	{
		List *result = NIL;

		foreach (lc2, (List *) lfirst(lc))
			result = lappend(result,
							 key_text(input, agg->grpColIdx[lfirst_int(lc2)],
									  context, qualify_columns(es)));
		if (result == NIL && EXPLAIN_IS_TEXT(es))
			ExplainPropertyText(keyname, "()", es);
		else
			ExplainPropertyList(keyname, result, es);
	}
	ExplainCloseGroup(keysetname, keysetname, false, es);
	ExplainCloseGroup("Grouping Set", NULL, true, es);
}

static void
print_agg_keys(AggState *state, List *ancestors, ExplainState *es)
{
	Agg *agg = (Agg *) state->ss.ps.plan;
	Plan *input = outerPlan(agg);
	List *context;
	ListCell *lc;

	if (agg->groupingSets == NIL)
	{
		print_group_keys((PlanState *) state, agg->numCols, agg->grpColIdx,
						 ancestors, es);
		return;
	}
	context = set_deparse_context_plan(es->deparse_cxt, input,
									   lcons(agg, list_copy(ancestors)));
	ExplainOpenGroup("Grouping Sets", "Grouping Sets", false, es);
	print_one_pass(agg, input, context, es);
	foreach (lc, agg->chain)
		print_one_pass(lfirst(lc), input, context, es);
	ExplainCloseGroup("Grouping Sets", "Grouping Sets", false, es);
}

/* ---- what execution used ---- */

static void
print_sort_info(SortState *state, ExplainState *es)
{
	TuplesortInstrumentation stats;
	const char *method;
	const char *space;

	if (!es->analyze || !state->sort_Done || state->tuplesortstate == NULL)
		return;
	tuplesort_get_stats(state->tuplesortstate, &stats);
	method = tuplesort_method_name(stats.sortMethod);
	space = tuplesort_space_type_name(stats.spaceType);
	if (EXPLAIN_IS_TEXT(es))
	{
		explain_indent_text(es);
		appendStringInfo(es->str, "Sort Method: %s  %s: " INT64_FORMAT "kB\n",
						 method, space, stats.spaceUsed);
		return;
	}
	ExplainPropertyText("Sort Method", method, es);
	ExplainPropertyInteger("Sort Space Used", "kB", stats.spaceUsed, es);
	ExplainPropertyText("Sort Space Type", space, es);
}

static void
print_hash_info(HashState *state, ExplainState *es)
{
	int64 kb = KILOBYTES(state->space_peak);

	if (state->nbatch <= 0)
		return;
	if (!EXPLAIN_IS_TEXT(es))
	{
		ExplainPropertyInteger("Hash Buckets", NULL, state->nbuckets, es);
		ExplainPropertyInteger("Original Hash Buckets", NULL,
							   state->nbuckets_original, es);
		ExplainPropertyInteger("Hash Batches", NULL, state->nbatch, es);
		ExplainPropertyInteger("Original Hash Batches", NULL,
							   state->nbatch_original, es);
		ExplainPropertyInteger("Peak Memory Usage", "kB", kb, es);
		return;
	}
	explain_indent_text(es);
	if (state->nbatch_original != state->nbatch ||
		state->nbuckets_original != state->nbuckets)
		appendStringInfo(es->str,
						 "Buckets: %d (originally %d)  Batches: %d (originally %d)  ",
						 state->nbuckets, state->nbuckets_original,
						 state->nbatch, state->nbatch_original);
	else
		appendStringInfo(es->str, "Buckets: %d  Batches: %d  ",
						 state->nbuckets, state->nbatch);
	appendStringInfo(es->str, "Memory Usage: " INT64_FORMAT "kB\n", kb);
}

/* This executor never plans the partitions of a hash aggregate beforehand. */
static void
print_hashagg_info(AggState *state, ExplainState *es)
{
	Agg *agg = (Agg *) state->ss.ps.plan;
	int64 kb = KILOBYTES(state->hash_mem_peak);
	int64 disk = state->hash_disk_used;

	if (agg->aggstrategy != AGG_HASHED && agg->aggstrategy != AGG_MIXED)
		return;
	if (!EXPLAIN_IS_TEXT(es))
	{
		if (es->costs)
			ExplainPropertyInteger("Planned Partitions", NULL, 0, es);
		if (es->analyze && state->hash_batches_used > 0)
		{
			ExplainPropertyInteger("HashAgg Batches", NULL,
								   state->hash_batches_used, es);
			ExplainPropertyInteger("Peak Memory Usage", "kB", kb, es);
			ExplainPropertyInteger("Disk Usage", "kB", disk, es);
		}
		return;
	}
	if (!es->analyze || state->hash_batches_used <= 0)
		return;
	explain_indent_text(es);
	appendStringInfo(es->str, "Batches: %d  Memory Usage: " INT64_FORMAT "kB",
					 state->hash_batches_used, kb);
	if (state->hash_batches_used > 1)
		appendStringInfo(es->str, "  Disk Usage: " INT64_FORMAT "kB", disk);
	appendStringInfoChar(es->str, '\n');
}

static void
print_heap_blocks(BitmapHeapScanState *state, ExplainState *es)
{
	if (!EXPLAIN_IS_TEXT(es))
	{
		ExplainPropertyInteger("Exact Heap Blocks", NULL, state->exact_pages,
							   es);
		ExplainPropertyInteger("Lossy Heap Blocks", NULL, state->lossy_pages,
							   es);
		return;
	}
	if (state->exact_pages <= 0 && state->lossy_pages <= 0)
		return;
	explain_indent_text(es);
	appendStringInfoString(es->str, "Heap Blocks:");
	if (state->exact_pages > 0)
		appendStringInfo(es->str, " exact=%ld", state->exact_pages);
	if (state->lossy_pages > 0)
		appendStringInfo(es->str, " lossy=%ld", state->lossy_pages);
	appendStringInfoChar(es->str, '\n');
}

/* " name=value" for the counters that are not zero. */
static void
print_counts(ExplainState *es, const char *kind, int n,
			 const char *const *names, const int64 *values, bool *any)
{
	bool first = true;

	for (int i = 0; i < n; i++)
	{
		if (values[i] <= 0)
			continue;
		if (first)
		{
			if (!*any)
			{
				explain_indent_text(es);
				appendStringInfoString(es->str, "Buffers:");
			}
			appendStringInfo(es->str, "%s %s", *any ? "," : "", kind);
			*any = true;
			first = false;
		}
		appendStringInfo(es->str, " %s=" INT64_FORMAT, names[i], values[i]);
	}
}

static void
print_io_timings(ExplainState *es, const BufferUsage *u)
{
	const struct
	{
		const char *kind;
		double read;
		double write;
	} t[] = {
		{"shared/local", INSTR_TIME_GET_MILLISEC(u->blk_read_time),
		 INSTR_TIME_GET_MILLISEC(u->blk_write_time)},
		{"temp", INSTR_TIME_GET_MILLISEC(u->temp_blk_read_time),
		 INSTR_TIME_GET_MILLISEC(u->temp_blk_write_time)},
	};
	const char *sep = "I/O Timings:";

	for (int i = 0; i < lengthof(t); i++)
	{
		if (t[i].read <= 0 && t[i].write <= 0)
			continue;
		if (sep[0] == 'I')
			explain_indent_text(es);
		appendStringInfo(es->str, "%s %s", sep, t[i].kind);
		if (t[i].read > 0)
			appendStringInfo(es->str, " read=%0.3f", t[i].read);
		if (t[i].write > 0)
			appendStringInfo(es->str, " write=%0.3f", t[i].write);
		sep = ",";
	}
	if (sep[0] == ',')
		appendStringInfoChar(es->str, '\n');
}

static void
print_buffer_properties(ExplainState *es, const BufferUsage *u)
{
	const struct
	{
		const char *label;
		int64 value;
	} p[] = {
		{"Shared Hit Blocks", u->shared_blks_hit},
		{"Shared Read Blocks", u->shared_blks_read},
		{"Shared Dirtied Blocks", u->shared_blks_dirtied},
		{"Shared Written Blocks", u->shared_blks_written},
		{"Local Hit Blocks", u->local_blks_hit},
		{"Local Read Blocks", u->local_blks_read},
		{"Local Dirtied Blocks", u->local_blks_dirtied},
		{"Local Written Blocks", u->local_blks_written},
		{"Temp Read Blocks", u->temp_blks_read},
		{"Temp Written Blocks", u->temp_blks_written},
	};

	for (int i = 0; i < lengthof(p); i++)
		ExplainPropertyInteger(p[i].label, NULL, p[i].value, es);
	if (!track_io_timing)
		return;
	ExplainPropertyFloat("I/O Read Time", "ms",
						 INSTR_TIME_GET_MILLISEC(u->blk_read_time), 3, es);
	ExplainPropertyFloat("I/O Write Time", "ms",
						 INSTR_TIME_GET_MILLISEC(u->blk_write_time), 3, es);
	ExplainPropertyFloat("Temp I/O Read Time", "ms",
						 INSTR_TIME_GET_MILLISEC(u->temp_blk_read_time), 3, es);
	ExplainPropertyFloat("Temp I/O Write Time", "ms",
						 INSTR_TIME_GET_MILLISEC(u->temp_blk_write_time), 3,
						 es);
}

/*
 * explain_buffer_usage
 *		Print what was done to buffers; with planning, below a heading.
 */
void
explain_buffer_usage(ExplainState *es, const BufferUsage *u, bool planning)
{
	static const char *const names[] = {"hit", "read", "dirtied", "written"};
	static const char *const temp_names[] = {"read", "written"};
	const int64 shared[] = {u->shared_blks_hit, u->shared_blks_read,
							u->shared_blks_dirtied, u->shared_blks_written};
	const int64 local[] = {u->local_blks_hit, u->local_blks_read,
						   u->local_blks_dirtied, u->local_blks_written};
	const int64 temp[] = {u->temp_blks_read, u->temp_blks_written};
	bool any = false;

	if (!EXPLAIN_IS_TEXT(es))
	{
		print_buffer_properties(es, u);
		return;
	}
	if (planning)
	{
		explain_indent_text(es);
		appendStringInfoString(es->str, "Planning:\n");
		es->indent++;
	}
	print_counts(es, "shared", 4, names, shared, &any);
	print_counts(es, "local", 4, names, local, &any);
	print_counts(es, "temp", 2, temp_names, temp, &any);
	if (any)
		appendStringInfoChar(es->str, '\n');
	print_io_timings(es, u);
	if (planning)
		es->indent--;
}

static void
print_wal_usage(ExplainState *es, const WalUsage *u)
{
	if (!EXPLAIN_IS_TEXT(es))
	{
		ExplainPropertyInteger("WAL Records", NULL, u->wal_records, es);
		ExplainPropertyInteger("WAL FPI", NULL, u->wal_fpi, es);
		ExplainPropertyUInteger("WAL Bytes", NULL, u->wal_bytes, es);
		return;
	}
	if (u->wal_records <= 0 && u->wal_fpi <= 0 && u->wal_bytes == 0)
		return;
	explain_indent_text(es);
	appendStringInfoString(es->str, "WAL:");
	if (u->wal_records > 0)
		appendStringInfo(es->str, " records=" INT64_FORMAT, u->wal_records);
	if (u->wal_fpi > 0)
		appendStringInfo(es->str, " fpi=" INT64_FORMAT, u->wal_fpi);
	if (u->wal_bytes > 0)
		appendStringInfo(es->str, " bytes=" UINT64_FORMAT, u->wal_bytes);
	appendStringInfoChar(es->str, '\n');
}

/* ---- properties of particular nodes ---- */

static void
print_index_scan(PlanState *ps, List *ancestors, ExplainState *es)
{
	if (IsA(ps->plan, IndexScan))
	{
		IndexScan *scan = (IndexScan *) ps->plan;

		print_scan_qual(scan->indexqualorig, "Index Cond", ps, ancestors, es);
		if (scan->indexqualorig)
			print_removed("Rows Removed by Index Recheck", 2, ps, es);
		print_scan_qual(scan->indexorderbyorig, "Order By", ps, ancestors, es);
		print_scan_filter(ps, ancestors, es);
	}
	else
	{
		IndexOnlyScan *scan = (IndexOnlyScan *) ps->plan;

		print_scan_qual(scan->indexqual, "Index Cond", ps, ancestors, es);
		if (scan->recheckqual)
			print_removed("Rows Removed by Index Recheck", 2, ps, es);
		print_scan_qual(scan->indexorderby, "Order By", ps, ancestors, es);
		print_scan_filter(ps, ancestors, es);
		if (es->analyze)
			ExplainPropertyFloat("Heap Fetches", NULL, ps->instrument ? ps->instrument->ntuples2 : 0, 0, es);
	}
}

static void
print_bitmap_heap_scan(PlanState *ps, List *ancestors, ExplainState *es)
{
	BitmapHeapScan *scan = (BitmapHeapScan *) ps->plan;

	print_scan_qual(scan->bitmapqualorig, "Recheck Cond", ps, ancestors, es);
	if (scan->bitmapqualorig)
		print_removed("Rows Removed by Index Recheck", 2, ps, es);
	print_scan_filter(ps, ancestors, es);
	if (es->analyze)
		print_heap_blocks((BitmapHeapScanState *) ps, es);
}

static void
print_function_scan(PlanState *ps, List *ancestors, ExplainState *es)
{
	List *exprs = NIL;
	ListCell *lc;

	if (es->verbose)
	{
		foreach (lc, ((FunctionScan *) ps->plan)->functions)
			exprs = lappend(exprs, ((RangeTblFunction *) lfirst(lc))->funcexpr);
		print_expression((Node *) exprs, "Function Call", ps, ancestors,
						 es->verbose, es);
	}
	print_scan_filter(ps, ancestors, es);
}

/* The conditions of a TID scan are alternatives. */
static void
print_tid_scan(PlanState *ps, List *ancestors, ExplainState *es)
{
	List *quals = ((TidScan *) ps->plan)->tidquals;

	if (list_length(quals) > 1)
		quals = list_make1(make_orclause(quals));
	print_scan_qual(quals, "TID Cond", ps, ancestors, es);
	print_scan_filter(ps, ancestors, es);
}

static void
print_join(PlanState *ps, List *ancestors, ExplainState *es)
{
	Join *join = (Join *) ps->plan;

	if (IsA(join, MergeJoin))
		print_upper_qual(((MergeJoin *) join)->mergeclauses, "Merge Cond", ps,
						 ancestors, es);
	else if (IsA(join, HashJoin))
		print_upper_qual(((HashJoin *) join)->hashclauses, "Hash Cond", ps,
						 ancestors, es);
	print_upper_qual(join->joinqual, "Join Filter", ps, ancestors, es);
	if (join->joinqual)
		print_removed("Rows Removed by Join Filter", 1, ps, es);
	print_upper_filter(ps, 2, ancestors, es);
}

/* Names of the tables, if they are not the one of the head line. */
static void
print_target_tables(ModifyTableState *state, ExplainState *es)
{
	ModifyTable *mt = (ModifyTable *) state->ps.plan;
	const char *op = modifytable_words(mt).text;

	if (state->mt_nrels < 1 ||
		(state->mt_nrels == 1 && state->resultRelInfo[0].ri_RangeTableIndex == mt->nominalRelation))
		return;
	ExplainOpenGroup("Target Tables", "Target Tables", false, es);
	for (int i = 0; i < state->mt_nrels; i++)
	{
		ExplainOpenGroup("Target Table", NULL, true, es);
		if (EXPLAIN_IS_TEXT(es))
		{
			explain_indent_text(es);
			appendStringInfoString(es->str, op);
		}
		print_target_rel(state->resultRelInfo[i].ri_RangeTableIndex, es);
		if (EXPLAIN_IS_TEXT(es))
			appendStringInfoChar(es->str, '\n');
		ExplainCloseGroup("Target Table", NULL, true, es);
	}
	ExplainCloseGroup("Target Tables", "Target Tables", false, es);
}

static void
print_modify_table(ModifyTableState *state, List *ancestors, ExplainState *es)
{
	ModifyTable *mt = (ModifyTable *) state->ps.plan;
	List *arbiters = NIL;
	ListCell *lc;

	print_target_tables(state, es);
	if (mt->onConflictAction == ONCONFLICT_NONE)
		return;
	foreach (lc, mt->arbiterIndexes)
		arbiters = lappend(arbiters, get_rel_name(lfirst_oid(lc)));
	ExplainPropertyText("Conflict Resolution", mt->onConflictAction == ONCONFLICT_NOTHING ? "NOTHING" : "UPDATE", es);
	if (arbiters != NIL)
		ExplainPropertyList("Conflict Arbiter Indexes", arbiters, es);
	if (mt->onConflictWhere)
	{
		print_upper_qual((List *) mt->onConflictWhere, "Conflict Filter",
						 &state->ps, ancestors, es);
		print_removed("Rows Removed by Conflict Filter", 1, &state->ps, es);
	}
	if (es->analyze && outerPlanState(state) &&
		outerPlanState(state)->instrument && state->ps.instrument)
	{
		double other = state->ps.instrument->ntuples2;

		/* the node below has ended its loop by the time it is printed */
		InstrEndLoop(outerPlanState(state)->instrument);
		ExplainPropertyFloat("Tuples Inserted", NULL,
							 outerPlanState(state)->instrument->ntuples - other,
							 0, es);
		ExplainPropertyFloat("Conflicting Tuples", NULL, other, 0, es);
	}
}

/* All properties that only some kinds of nodes have. */
static void
print_node_details(PlanState *ps, List *ancestors, ExplainState *es)
{
	Plan *plan = ps->plan;

	switch (nodeTag(plan))
	{
		case T_IndexScan:
		case T_IndexOnlyScan:
			print_index_scan(ps, ancestors, es);
			break;
		case T_BitmapIndexScan:
			print_scan_qual(((BitmapIndexScan *) plan)->indexqualorig,
							"Index Cond", ps, ancestors, es);
			break;
		case T_BitmapHeapScan:
			print_bitmap_heap_scan(ps, ancestors, es);
			break;
		case T_SeqScan:
		case T_ValuesScan:
		case T_CteScan:
		case T_WorkTableScan:
		case T_SubqueryScan:
			print_scan_filter(ps, ancestors, es);
			break;
		case T_FunctionScan:
			print_function_scan(ps, ancestors, es);
			break;
		case T_TidScan:
			print_tid_scan(ps, ancestors, es);
			break;
		case T_NestLoop:
		case T_MergeJoin:
		case T_HashJoin:
			print_join(ps, ancestors, es);
			break;
		case T_Agg:
			print_agg_keys((AggState *) ps, ancestors, es);
			print_upper_qual(plan->qual, "Filter", ps, ancestors, es);
			print_hashagg_info((AggState *) ps, es);
			if (plan->qual)
				print_removed("Rows Removed by Filter", 1, ps, es);
			break;
		case T_WindowAgg:
			print_upper_filter(ps, 1, ancestors, es);
			print_upper_qual(((WindowAgg *) plan)->runConditionOrig,
							 "Run Condition", ps, ancestors, es);
			break;
		case T_Group:
			print_group_keys(ps, ((Group *) plan)->numCols,
							 ((Group *) plan)->grpColIdx, ancestors, es);
			print_upper_filter(ps, 1, ancestors, es);
			break;
		case T_Sort:
			print_sort_keys((SortState *) ps, ancestors, es);
			print_sort_info((SortState *) ps, es);
			break;
		case T_Result:
			print_upper_qual((List *) ((Result *) plan)->resconstantqual,
							 "One-Time Filter", ps, ancestors, es);
			print_upper_filter(ps, 1, ancestors, es);
			break;
		case T_ModifyTable:
			print_modify_table((ModifyTableState *) ps, ancestors, es);
			break;
		case T_Hash:
			print_hash_info((HashState *) ps, es);
			break;
		default:
			break;
	}
}

/* ---- the tree ---- */

/* Sub-selects of a node, each once even if several nodes use it. */
static void
print_subplans(List *plans, List *ancestors, const char *relationship,
			   ExplainState *es)
{
	ListCell *lc;

	foreach (lc, plans)
	{
		SubPlanState *sps = lfirst(lc);
		SubPlan *sp = sps->subplan;

		if (bms_is_member(sp->plan_id, es->printed_subplans))
			continue;
		es->printed_subplans = bms_add_member(es->printed_subplans,
											  sp->plan_id);
		explain_node(sps->planstate, lcons(sp, list_copy(ancestors)),
					 relationship, sp->plan_name, es);
	}
}

static void
print_members(PlanState **states, int n, List *ancestors, ExplainState *es)
{
	for (int i = 0; i < n; i++)
		explain_node(states[i], ancestors, "Member", NULL, es);
}

static bool
has_children(PlanState *ps)
{
	return ps->initPlan || outerPlanState(ps) || innerPlanState(ps) ||
		IsA(ps->plan, Append) || IsA(ps->plan, BitmapAnd) ||
		IsA(ps->plan, BitmapOr) || IsA(ps->plan, SubqueryScan) || ps->subPlan;
}

static void
print_children(PlanState *ps, List *ancestors, ExplainState *es)
{
	ExplainOpenGroup("Plans", "Plans", false, es);
	ancestors = lcons(ps->plan, list_copy(ancestors));
	print_subplans(ps->initPlan, ancestors, "InitPlan", es);
	if (outerPlanState(ps))
		explain_node(outerPlanState(ps), ancestors, "Outer", NULL, es);
	if (innerPlanState(ps))
		explain_node(innerPlanState(ps), ancestors, "Inner", NULL, es);
	switch (nodeTag(ps->plan))
	{
		case T_Append:
			print_members(((AppendState *) ps)->appendplans,
						  ((AppendState *) ps)->as_nplans, ancestors, es);
			break;
		case T_BitmapAnd:
			print_members(((BitmapAndState *) ps)->bitmapplans,
						  ((BitmapAndState *) ps)->nplans, ancestors, es);
			break;
		case T_BitmapOr:
			print_members(((BitmapOrState *) ps)->bitmapplans,
						  ((BitmapOrState *) ps)->nplans, ancestors, es);
			break;
		case T_SubqueryScan:
			explain_node(((SubqueryScanState *) ps)->subplan, ancestors,
						 "Subquery", NULL, es);
			break;
		default:
			break;
	}
	print_subplans(ps->subPlan, ancestors, "SubPlan", es);
	ExplainCloseGroup("Plans", "Plans", false, es);
}

/* The beginning of the head line in text, or the properties that stand for it. */
static void
print_node_head(PlanState *ps, const char *relationship,
				const char *plan_name, ExplainState *es)
{
	Plan *plan = ps->plan;
	NodeWords words = node_words(plan);

	if (EXPLAIN_IS_TEXT(es))
	{
		if (plan_name)
		{
			explain_indent_text(es);
			appendStringInfo(es->str, "%s\n", plan_name);
			es->indent++;
		}
		if (es->indent)
		{
			explain_indent_text(es);
			appendStringInfoString(es->str, "->  ");
			es->indent += 2;
		}
		appendStringInfo(es->str, "%s%s%s",
						 plan->parallel_aware ? "Parallel " : "",
						 plan->async_capable ? "Async " : "", words.text);
		es->indent++;
		return;
	}
	ExplainPropertyText("Node Type", words.type, es);
	if (words.strategy)
		ExplainPropertyText("Strategy", words.strategy, es);
	if (IsA(plan, Agg))
		ExplainPropertyText("Partial Mode",
							DO_AGGSPLIT_SKIPFINAL(((Agg *) plan)->aggsplit) ? "Partial" : DO_AGGSPLIT_COMBINE(((Agg *) plan)->aggsplit) ? "Finalize"
																																		: "Simple",
							es);
	if (words.operation)
		ExplainPropertyText("Operation", words.operation, es);
	if (relationship)
		ExplainPropertyText("Parent Relationship", relationship, es);
	if (plan_name)
		ExplainPropertyText("Subplan Name", plan_name, es);
	ExplainPropertyBool("Parallel Aware", plan->parallel_aware, es);
	ExplainPropertyBool("Async Capable", plan->async_capable, es);
}

/*
 * explain_node
 *		Print a plan node and all below it.
 *
 * ancestors		Plan and SubPlan nodes above, nearest first
 * relationship		what it is to its parent; NULL for the topmost node
 * plan_name		name of a sub-select, else NULL
 */
void
explain_node(PlanState *ps, List *ancestors, const char *relationship,
			 const char *plan_name, ExplainState *es)
{
	Plan *plan = ps->plan;
	int saved_indent = es->indent;

	check_stack_depth();
	ExplainOpenGroup("Plan", relationship ? NULL : "Plan", true, es);
	print_node_head(ps, relationship, plan_name, es);
	print_node_target(plan, es);
	if (es->costs)
		print_costs(plan, es);
	if (ps->instrument)
		InstrEndLoop(ps->instrument);
	if (es->analyze)
		print_actuals(ps->instrument, es);
	if (EXPLAIN_IS_TEXT(es))
		appendStringInfoChar(es->str, '\n');

	if (es->verbose)
		print_output(ps, ancestors, es);
	if ((IsA(plan, NestLoop) || IsA(plan, MergeJoin) || IsA(plan, HashJoin)) &&
		(!EXPLAIN_IS_TEXT(es) || (es->verbose && ((Join *) plan)->inner_unique)))
		ExplainPropertyBool("Inner Unique", ((Join *) plan)->inner_unique, es);
	print_node_details(ps, ancestors, es);
	if (es->buffers && ps->instrument)
		explain_buffer_usage(es, &ps->instrument->bufusage, false);
	if (es->wal && ps->instrument)
		print_wal_usage(es, &ps->instrument->walusage);
	if (has_children(ps))
		print_children(ps, ancestors, es);
	if (EXPLAIN_IS_TEXT(es))
		es->indent = saved_indent;
	ExplainCloseGroup("Plan", relationship ? NULL : "Plan", true, es);
}
