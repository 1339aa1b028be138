/*
 * explain.c
 *		The EXPLAIN command.
 *
 * ExplainQuery reads the options, rewrites and plans the statement, and for
 * ANALYZE also runs it with instrumentation; what it returned goes nowhere.
 * explain_node.c then walks the tree of plan states, and explain_format.c
 * prints in the chosen format.  EXPLAIN EXECUTE is in prepare.c.
 *
 * Plan nodes that do not exist here (Memoize, Gather, ...) have no output, and
 * neither have triggers and JIT.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/explain.c
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "commands/createas.h"
#include "commands/defrem.h"
#include "commands/explain.h"
#include "commands/prepare.h"
#include "executor/executor.h"
#include "explain_private.h"
#include "nodes/nodeFuncs.h"
#include "rewrite/rewriteHandler.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/guc_tables.h"
#include "utils/ruleutils.h"
#include "utils/snapmgr.h"

ExplainOneQuery_hook_type ExplainOneQuery_hook = NULL;

static void explain_one_query(Query *query, int cursorOptions,
							  IntoClause *into, ExplainState *es,
							  const char *queryString, ParamListInfo params,
							  QueryEnvironment *queryEnv);

/* ---- the command ---- */

/*
 * NewExplainState
 *		A state with the default options and an empty output.
 */
ExplainState *
NewExplainState(void)
{
	ExplainState *es = palloc0(sizeof(ExplainState));

	es->costs = true;
	es->str = makeStringInfo();
	return es;
}

/* The format that a FORMAT option names. */
static ExplainFormat
parse_format(DefElem *opt, ParseState *pstate)
{
	static const char *const names[] = {
		[EXPLAIN_FORMAT_TEXT] = "text",
		[EXPLAIN_FORMAT_XML] = "xml",
		[EXPLAIN_FORMAT_JSON] = "json",
		[EXPLAIN_FORMAT_YAML] = "yaml",
	};
	char *value = defGetString(opt);

	for (int i = 0; i < lengthof(names); i++)
	{
		if (strcmp(value, names[i]) == 0)
			return (ExplainFormat) i;
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized value for EXPLAIN option \"%s\": \"%s\"",
					opt->defname, value),
			 parser_errposition(pstate, opt->location)));
}

static void
parse_options(List *options, ExplainState *es, ParseState *pstate)
{
	const struct
	{
		const char *name;
		bool *value;
	} flags[] = {
		{"analyze", &es->analyze},
		{"verbose", &es->verbose},
		{"costs", &es->costs},
		{"buffers", &es->buffers},
		{"wal", &es->wal},
		{"settings", &es->settings},
		{"timing", &es->timing},
		{"summary", &es->summary},
	};
	bool timing_set = false;
	bool summary_set = false;
	ListCell *lc;

	foreach (lc, options)
	{
		DefElem *opt = lfirst_node(DefElem, lc);
		bool known = false;

		for (int i = 0; i < lengthof(flags); i++)
		{
			if (strcmp(opt->defname, flags[i].name) != 0)
				continue;
			*flags[i].value = defGetBoolean(opt);
			timing_set |= flags[i].value == &es->timing;
			summary_set |= flags[i].value == &es->summary;
			known = true;
		}
		if (known)
			continue;
		if (strcmp(opt->defname, "format") != 0)
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("unrecognized EXPLAIN option \"%s\"", opt->defname),
					 parser_errposition(pstate, opt->location)));
		es->format = parse_format(opt, pstate);
	}
	if (es->wal && !es->analyze)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("EXPLAIN option WAL requires ANALYZE")));
	if (!timing_set)
		es->timing = es->analyze;
	if (es->timing && !es->analyze)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("EXPLAIN option TIMING requires ANALYZE")));
	if (!summary_set)
		es->summary = es->analyze;
}

/*
 * ExplainQuery
 *		Run an EXPLAIN command and send its output to dest.
 *
 * stmt->query is analyzed already.  Text goes out as a row per line, the other
 * formats as one row.  Errors: ERRCODE_SYNTAX_ERROR and
 * ERRCODE_INVALID_PARAMETER_VALUE about options, and those of the statement.
 */
void
ExplainQuery(ParseState *pstate, ExplainStmt *stmt, ParamListInfo params,
			 DestReceiver *dest)
{
	ExplainState *es = NewExplainState();
	TupOutputState *out;
	List *rewritten;
	ListCell *lc;

	parse_options(stmt->options, es, pstate);
	rewritten = QueryRewrite(castNode(Query, stmt->query));
	ExplainBeginOutput(es);
	if (rewritten == NIL && EXPLAIN_IS_TEXT(es))
		appendStringInfoString(es->str, "Query rewrites to nothing\n");
	foreach (lc, rewritten)
	{
		explain_one_query(lfirst_node(Query, lc), CURSOR_OPT_PARALLEL_OK, NULL,
						  es, pstate->p_sourcetext, params,
						  pstate->p_queryEnv);
		if (lnext(rewritten, lc) != NULL)
			ExplainSeparatePlans(es);
	}
	ExplainEndOutput(es);
	Assert(es->indent == 0);

	out = begin_tup_output_tupdesc(dest, ExplainResultDesc(stmt),
								   &TTSOpsVirtual);
	if (EXPLAIN_IS_TEXT(es))
		do_text_output_multiline(out, es->str->data);
	else
		do_text_output_oneline(out, es->str->data);
	end_tup_output(out);
	pfree(es->str->data);
}

/*
 * ExplainResultDesc
 *		The row type of EXPLAIN's output: one column, whose type follows from
 *		the last FORMAT option.
 */
TupleDesc
ExplainResultDesc(ExplainStmt *stmt)
{
	TupleDesc desc = CreateTemplateTupleDesc(1);
	Oid type = TEXTOID;
	ListCell *lc;

	foreach (lc, stmt->options)
	{
		DefElem *opt = lfirst_node(DefElem, lc);
		char *value;

		if (strcmp(opt->defname, "format") != 0)
			continue;
		value = defGetString(opt);
		type = strcmp(value, "xml") == 0 ? XMLOID : strcmp(value, "json") == 0 ? JSONOID
																			   : TEXTOID;
	}
	TupleDescInitEntry(desc, 1, "QUERY PLAN", type, -1, 0);
	return desc;
}

/* ---- one statement ---- */

/* Plan a query, and explain the plan with the time planning took. */
static void
plan_and_explain(Query *query, int cursorOptions, IntoClause *into,
				 ExplainState *es, const char *queryString,
				 ParamListInfo params, QueryEnvironment *queryEnv)
{
	BufferUsage before = pgBufferUsage;
	BufferUsage usage = {0};
	instr_time start;
	instr_time duration;
	PlannedStmt *plan;

	INSTR_TIME_SET_CURRENT(start);
	plan = pg_plan_query(query, queryString, cursorOptions, params);
	INSTR_TIME_SET_CURRENT(duration);
	INSTR_TIME_SUBTRACT(duration, start);
	if (es->buffers)
		BufferUsageAccumDiff(&usage, &pgBufferUsage, &before);
	ExplainOnePlan(plan, into, es, queryString, params, queryEnv, &duration,
				   es->buffers ? &usage : NULL);
}

static void
explain_one_query(Query *query, int cursorOptions, IntoClause *into,
				  ExplainState *es, const char *queryString,
				  ParamListInfo params, QueryEnvironment *queryEnv)
{
	if (query->commandType == CMD_UTILITY)
		ExplainOneUtility(query->utilityStmt, into, es, queryString, params,
						  queryEnv);
	else if (ExplainOneQuery_hook)
		ExplainOneQuery_hook(query, cursorOptions, into, es, queryString,
							 params, queryEnv);
	else
		plan_and_explain(query, cursorOptions, into, es, queryString, params,
						 queryEnv);
}

static void
explain_create_table_as(CreateTableAsStmt *ctas, ExplainState *es,
						const char *queryString, ParamListInfo params,
						QueryEnvironment *queryEnv)
{
	List *rewritten;

	/* with IF NOT EXISTS there may be nothing to do */
	if (CreateTableAsRelExists(ctas))
	{
		explain_dummy_group(ctas->objtype == OBJECT_TABLE ? "CREATE TABLE AS" : "CREATE MATERIALIZED VIEW",
							NULL, es);
		return;
	}
	rewritten = QueryRewrite(copyObject(castNode(Query, ctas->query)));
	Assert(list_length(rewritten) == 1);
	explain_one_query(linitial_node(Query, rewritten), CURSOR_OPT_PARALLEL_OK,
					  ctas->into, es, queryString, params, queryEnv);
}

/*
 * ExplainOneUtility
 *		Explain the query inside a utility statement, if it has one.
 *
 * into		the target of a CREATE TABLE AS around it, or NULL
 */
void
ExplainOneUtility(Node *utilityStmt, IntoClause *into, ExplainState *es,
				  const char *queryString, ParamListInfo params,
				  QueryEnvironment *queryEnv)
{
	if (utilityStmt == NULL)
		return;
	if (IsA(utilityStmt, CreateTableAsStmt))
		explain_create_table_as((CreateTableAsStmt *) utilityStmt, es,
								queryString, params, queryEnv);
	else if (IsA(utilityStmt, DeclareCursorStmt))
	{
		DeclareCursorStmt *dcs = (DeclareCursorStmt *) utilityStmt;
		List *rewritten;

		rewritten = QueryRewrite(copyObject(castNode(Query, dcs->query)));
		Assert(list_length(rewritten) == 1);
		explain_one_query(linitial_node(Query, rewritten), dcs->options, NULL,
						  es, queryString, params, queryEnv);
	}
	else if (IsA(utilityStmt, ExecuteStmt))
		ExplainExecuteQuery((ExecuteStmt *) utilityStmt, into, es, queryString,
							params, queryEnv);
	else if (IsA(utilityStmt, NotifyStmt))
	{
		if (EXPLAIN_IS_TEXT(es))
			appendStringInfoString(es->str, "NOTIFY\n");
		else
			explain_dummy_group("Notify", NULL, es);
	}
	else if (EXPLAIN_IS_TEXT(es))
		appendStringInfoString(es->str,
							   "Utility statements have no plan structure\n");
	else
		explain_dummy_group("Utility Statement", NULL, es);
}

/* Seconds since *start, which is set to now. */
static double
lap(instr_time *start)
{
	instr_time now;
	double result;

	INSTR_TIME_SET_CURRENT(now);
	result = (double) (instr_time_ns(now) - instr_time_ns(*start)) / 1e9;
	*start = now;
	return result;
}

/* Is there anything in it to print? */
static bool
any_buffer_usage(const BufferUsage *u)
{
	return u->shared_blks_hit > 0 || u->shared_blks_read > 0 ||
		u->shared_blks_dirtied > 0 || u->shared_blks_written > 0 ||
		u->local_blks_hit > 0 || u->local_blks_read > 0 ||
		u->local_blks_dirtied > 0 || u->local_blks_written > 0 ||
		u->temp_blks_read > 0 || u->temp_blks_written > 0 ||
		!INSTR_TIME_IS_ZERO(u->blk_read_time) ||
		!INSTR_TIME_IS_ZERO(u->blk_write_time) ||
		!INSTR_TIME_IS_ZERO(u->temp_blk_read_time) ||
		!INSTR_TIME_IS_ZERO(u->temp_blk_write_time);
}

static void
print_planning(ExplainState *es, const instr_time *planduration,
			   const BufferUsage *bufusage)
{
	if (bufusage && (!EXPLAIN_IS_TEXT(es) || any_buffer_usage(bufusage)))
	{
		ExplainOpenGroup("Planning", "Planning", true, es);
		explain_buffer_usage(es, bufusage, true);
		ExplainCloseGroup("Planning", "Planning", true, es);
	}
	if (es->summary && planduration)
		ExplainPropertyFloat("Planning Time", "ms",
							 1000.0 * INSTR_TIME_GET_DOUBLE(*planduration), 3,
							 es);
}

static int
instrument_options(ExplainState *es)
{
	int result = 0;

	if (es->analyze)
		result |= es->timing ? INSTRUMENT_TIMER : INSTRUMENT_ROWS;
	if (es->buffers)
		result |= INSTRUMENT_BUFFERS;
	if (es->wal)
		result |= INSTRUMENT_WAL;
	return result;
}

/*
 * ExplainOnePlan
 *		Explain one finished plan; with ANALYZE, run it first.
 *
 * into				the table that CREATE TABLE AS would make, or NULL
 * planduration		how long planning took, or NULL
 * bufusage			what planning did to buffers, or NULL
 *
 * With ANALYZE, effects of the statement are those of running it.
 */
void
ExplainOnePlan(PlannedStmt *plannedstmt, IntoClause *into, ExplainState *es,
			   const char *queryString, ParamListInfo params,
			   QueryEnvironment *queryEnv, const instr_time *planduration,
			   const BufferUsage *bufusage)
{
	QueryDesc *qd;
	instr_time timer;
	double total = 0;
	int eflags = es->analyze ? 0 : EXEC_FLAG_EXPLAIN_ONLY;

	Assert(plannedstmt->commandType != CMD_UTILITY);
	INSTR_TIME_SET_CURRENT(timer);
	PushCopiedSnapshot(GetActiveSnapshot());
	UpdateActiveSnapshotCommandId();
	if (into)
		eflags |= GetIntoRelEFlags(into);
	qd = CreateQueryDesc(plannedstmt, queryString, GetActiveSnapshot(),
						 InvalidSnapshot, into ? CreateIntoRelDestReceiver(into) : None_Receiver,
						 params, queryEnv, instrument_options(es));
	ExecutorStart(qd, eflags);
	if (es->analyze)
	{
		ExecutorRun(qd, into && into->skipData ? NoMovementScanDirection : ForwardScanDirection, 0, true);
		ExecutorFinish(qd);
		total += lap(&timer);
	}
	ExplainOpenGroup("Query", NULL, true, es);
	ExplainPrintPlan(es, qd);
	print_planning(es, planduration, bufusage);
	if (es->analyze)
	{
		ExplainOpenGroup("Triggers", "Triggers", false, es);
		ExplainCloseGroup("Triggers", "Triggers", false, es);
	}
	/* printing does not count as execution, cleaning up does */
	(void) lap(&timer);
	ExecutorEnd(qd);
	FreeQueryDesc(qd);
	PopActiveSnapshot();
	if (es->analyze)
		CommandCounterIncrement();
	total += lap(&timer);
	if (es->summary && es->analyze)
		ExplainPropertyFloat("Execution Time", "ms", 1000.0 * total, 3, es);
	ExplainCloseGroup("Query", NULL, true, es);
}

/* ---- the plan of a query that was started ---- */

/* Collect the range table indexes that will be shown. */
static bool
collect_used_rels(PlanState *planstate, Bitmapset **used)
{
	Plan *plan = planstate->plan;

	switch (nodeTag(plan))
	{
		case T_SeqScan:
		case T_IndexScan:
		case T_IndexOnlyScan:
		case T_BitmapHeapScan:
		case T_TidScan:
		case T_SubqueryScan:
		case T_FunctionScan:
		case T_ValuesScan:
		case T_CteScan:
		case T_WorkTableScan:
			*used = bms_add_member(*used, ((Scan *) plan)->scanrelid);
			break;
		case T_ModifyTable:
			*used = bms_add_member(*used,
								   ((ModifyTable *) plan)->nominalRelation);
			if (((ModifyTable *) plan)->exclRelRTI)
				*used = bms_add_member(*used,
									   ((ModifyTable *) plan)->exclRelRTI);
			break;
		case T_Append:
			*used = bms_add_members(*used, ((Append *) plan)->apprelids);
			break;
		default:
			break;
	}
	return planstate_tree_walker(planstate, collect_used_rels, used);
}

/* Settings that influence plans and differ from their defaults. */
static bool
setting_differs(struct config_generic *gen)
{
	switch (gen->vartype)
	{
		case PGC_BOOL:
			return *((struct config_bool *) gen)->variable !=
				((struct config_bool *) gen)->boot_val;
		case PGC_INT:
			return *((struct config_int *) gen)->variable !=
				((struct config_int *) gen)->boot_val;
		case PGC_REAL:
			return *((struct config_real *) gen)->variable !=
				((struct config_real *) gen)->boot_val;
		case PGC_ENUM:
			return *((struct config_enum *) gen)->variable !=
				((struct config_enum *) gen)->boot_val;
		case PGC_STRING:
		{
			const char *boot = ((struct config_string *) gen)->boot_val;
			const char *now = *((struct config_string *) gen)->variable;

			return boot == NULL ? now != NULL : now == NULL || strcmp(boot, now) != 0;
		}
	}
	return false;
}

static void
print_settings(ExplainState *es)
{
	struct config_generic **vars;
	int n;
	const char *sep = "Settings: ";

	if (!es->settings)
		return;
	vars = get_guc_variables();
	n = GetNumConfigOptions();
	ExplainOpenGroup("Settings", "Settings", true, es);
	for (int i = 0; i < n; i++)
	{
		char *value;

		if (!(vars[i]->flags & GUC_EXPLAIN) || !setting_differs(vars[i]))
			continue;
		value = guc_show_option(vars[i], true);
		if (!EXPLAIN_IS_TEXT(es))
			ExplainPropertyText(vars[i]->name, value, es);
		else
		{
			appendStringInfo(es->str, "%s%s = '%s'", sep, vars[i]->name, value);
			sep = ", ";
		}
	}
	if (sep[0] == ',')
		appendStringInfoChar(es->str, '\n');
	ExplainCloseGroup("Settings", "Settings", true, es);
}

/*
 * ExplainPrintPlan
 *		Print the plan of a query that ExecutorStart has seen.
 */
void
ExplainPrintPlan(ExplainState *es, QueryDesc *queryDesc)
{
	PlannedStmt *stmt = queryDesc->plannedstmt;
	Bitmapset *used = NULL;

	es->pstmt = stmt;
	es->rtable = stmt->rtable;
	collect_used_rels(queryDesc->planstate, &used);
	es->rtable_names = select_rtable_names_for_explain(es->rtable, used);
	es->deparse_cxt = deparse_context_for_plan_tree(stmt, es->rtable_names);
	es->printed_subplans = NULL;
	explain_node(queryDesc->planstate, NIL, NULL, NULL, es);
	print_settings(es);
	if (es->verbose && stmt->queryId != UINT64CONST(0))
		ExplainPropertyInteger("Query Identifier", NULL,
							   (int64) stmt->queryId, es);
}
