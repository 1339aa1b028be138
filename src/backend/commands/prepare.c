/*
 * prepare.c
 *		The session's table of prepared statements, and PREPARE, EXECUTE and
 *		DEALLOCATE over it.
 *
 * The table is made at first use.  Its entries own their CachedPlanSource.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/prepare.c
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "commands/createas.h"
#include "commands/prepare.h"
#include "executor/executor.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_coerce.h"
#include "funcapi.h"
#include "parser/parse_collate.h"
#include "parser/parse_expr.h"
#include "parser/parse_type.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/array.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/portal.h"
#include "utils/snapmgr.h"

static HTAB *statements;

static void
make_table(void)
{
	HASHCTL ctl = {.keysize = NAMEDATALEN, .entrysize = sizeof(PreparedStatement)};

	statements = hash_create("Prepared Queries", 32, &ctl, HASH_ELEM | HASH_STRINGS);
}

/* Take over plansource under a new name. */
void
StorePreparedStatement(const char *stmt_name, CachedPlanSource *plansource, bool from_sql)
{
	PreparedStatement *entry;
	bool found;

	if (!statements)
		make_table();
	entry = hash_search(statements, stmt_name, HASH_FIND, NULL);
	if (entry)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_PSTATEMENT),
				 errmsg("prepared statement \"%s\" already exists", stmt_name)));
	/* Nothing can fail between the two. */
	SaveCachedPlan(plansource);
	entry = hash_search(statements, stmt_name, HASH_ENTER, &found);
	entry->plansource = plansource;
	entry->from_sql = from_sql;
	entry->prepare_time = GetCurrentStatementStartTimestamp();
}

PreparedStatement *
FetchPreparedStatement(const char *stmt_name, bool throwError)
{
	PreparedStatement *entry = statements ? hash_search(statements, stmt_name, HASH_FIND, NULL) : NULL;

	if (!entry && throwError)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_PSTATEMENT),
				 errmsg("prepared statement \"%s\" does not exist", stmt_name)));
	return entry;
}

TupleDesc
FetchPreparedStatementResultDesc(PreparedStatement *stmt)
{
	return stmt->plansource->resultDesc ? CreateTupleDescCopy(stmt->plansource->resultDesc) : NULL;
}

/* A copy of the columns that its SELECT returns. */
List *
FetchPreparedStatementTargetList(PreparedStatement *stmt)
{
	return copyObject(CachedPlanGetTargetList(stmt->plansource, NULL));
}

void
DropPreparedStatement(const char *stmt_name, bool showError)
{
	PreparedStatement *entry = FetchPreparedStatement(stmt_name, showError);

	if (entry)
	{
		DropCachedPlan(entry->plansource);
		hash_search(statements, entry->stmt_name, HASH_REMOVE, NULL);
	}
}

void
DropAllPreparedStatements(void)
{
	HASH_SEQ_STATUS seq;
	PreparedStatement *entry;

	if (!statements)
		return;
	hash_seq_init(&seq, statements);
	while ((entry = hash_seq_search(&seq)) != NULL)
	{
		DropCachedPlan(entry->plansource);
		hash_search(statements, entry->stmt_name, HASH_REMOVE, NULL);
	}
}

void
DeallocateQuery(DeallocateStmt *stmt)
{
	if (stmt->name)
		DropPreparedStatement(stmt->name, true);
	else
		DropAllPreparedStatements();
}

/* PREPARE name (types) AS statement */
void
PrepareQuery(ParseState *pstate, PrepareStmt *stmt, int stmt_location, int stmt_len)
{
	RawStmt *raw = makeNode(RawStmt);
	CachedPlanSource *psrc;
	int ntypes = list_length(stmt->argtypes);
	Oid *types = ntypes ? palloc(ntypes * sizeof(Oid)) : NULL;
	List *queries;
	ListCell *lc;
	int i = 0;

	if (stmt->name == NULL || stmt->name[0] == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PSTATEMENT_DEFINITION),
				 errmsg("invalid statement name: must not be empty")));
	raw->stmt = copyObject(stmt->query);
	raw->stmt_location = stmt_location;
	raw->stmt_len = stmt_len;
	psrc = CreateCachedPlan(raw, pstate->p_sourcetext, CreateCommandTag(stmt->query));
	foreach (lc, stmt->argtypes)
		types[i++] = typenameTypeId(pstate, lfirst(lc));

	queries = pg_analyze_and_rewrite_varparams(raw, pstate->p_sourcetext, &types, &ntypes, NULL);
	CompleteCachedPlan(psrc, queries, NULL, types, ntypes, NULL, NULL,
					   CURSOR_OPT_PARALLEL_OK, true);
	StorePreparedStatement(stmt->name, psrc, true);
}

/*
 * Evaluate the arguments of EXECUTE into parameters, coerced to the types that
 * the statement was prepared with.  They live as long as estate's context.
 */
static ParamListInfo
evaluate_arguments(ParseState *pstate, PreparedStatement *entry, List *args, EState *estate)
{
	CachedPlanSource *psrc = entry->plansource;
	ParamListInfo params;
	List *exprs = NIL;
	List *states;
	ListCell *lc;
	int i = 0;

	if (list_length(args) != psrc->num_params)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("wrong number of parameters for prepared statement \"%s\"", entry->stmt_name),
				 errdetail("Expected %d parameters but got %d.", psrc->num_params, list_length(args))));
	if (args == NIL)
		return NULL;

	foreach (lc, (List *) copyObject(args))
	{
		Oid expected = psrc->param_types[i];
		Node *expr = transformExpr(pstate, lfirst(lc), EXPR_KIND_EXECUTE_PARAMETER);
		Oid given = exprType(expr);

		expr = coerce_to_target_type(pstate, expr, given, expected, -1,
									 COERCION_ASSIGNMENT, COERCE_IMPLICIT_CAST, -1);
		if (expr == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("parameter $%d of type %s cannot be coerced to the expected type %s",
							i + 1, format_type_be(given), format_type_be(expected)),
					 errhint("Rewrite or cast the expression."),
					 parser_errposition(pstate, exprLocation(lfirst(lc)))));
		assign_expr_collations(pstate, expr);
		exprs = lappend(exprs, expr);
		i++;
	}
	states = ExecPrepareExprList(exprs, estate);
	params = makeParamList(psrc->num_params);
	i = 0;
	foreach (lc, states)
	{
		ParamExternData *p = &params->params[i];

		p->ptype = psrc->param_types[i++];
		p->pflags = PARAM_FLAG_CONST;
		p->value = ExecEvalExprSwitchContext(lfirst(lc), GetPerTupleExprContext(estate), &p->isnull);
	}
	return params;
}

/*
 * ExecuteQuery
 *		EXECUTE name (args), also as the source of CREATE TABLE AS.
 *
 * intoClause	NULL except for CREATE TABLE AS
 */
void
ExecuteQuery(ParseState *pstate, ExecuteStmt *stmt, IntoClause *intoClause,
			 ParamListInfo params, DestReceiver *dest, QueryCompletion *qc)
{
	PreparedStatement *entry = FetchPreparedStatement(stmt->name, true);
	EState *estate = NULL;
	ParamListInfo arguments = NULL;
	CachedPlan *plan;
	Portal portal;
	int eflags = 0;
	long count = FETCH_ALL;

	if (!entry->plansource->fixed_result)
		elog(ERROR, "EXECUTE does not support variable-result cached plans");
	if (entry->plansource->num_params > 0 || stmt->params)
	{
		estate = CreateExecutorState();
		estate->es_param_list_info = params;
		arguments = evaluate_arguments(pstate, entry, stmt->params, estate);
	}
	portal = CreateNewPortal();
	portal->visible = false;
	plan = GetCachedPlan(entry->plansource, arguments, NULL, NULL);
	PortalDefineQuery(portal, NULL,
					  MemoryContextStrdup(portal->portalContext, entry->plansource->query_string),
					  entry->plansource->commandTag, plan->stmt_list, plan);
	if (intoClause)
	{
		PlannedStmt *pstmt = list_length(plan->stmt_list) == 1 ? linitial_node(PlannedStmt, plan->stmt_list) : NULL;

		if (!pstmt || pstmt->commandType != CMD_SELECT)
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("prepared statement is not a SELECT")));
		eflags = GetIntoRelEFlags(intoClause);
		if (intoClause->skipData)
			count = 0;
	}
	PortalStart(portal, arguments, eflags, GetActiveSnapshot());
	(void) PortalRun(portal, count, false, true, dest, dest, qc);
	PortalDrop(portal, false);
	if (estate)
		FreeExecutorState(estate);
}

/* EXPLAIN EXECUTE name (args) */
void
ExplainExecuteQuery(ExecuteStmt *execstmt, IntoClause *into, ExplainState *es,
					const char *queryString, ParamListInfo params,
					QueryEnvironment *queryEnv)
{
	PreparedStatement *entry = FetchPreparedStatement(execstmt->name, true);
	ParamListInfo arguments = NULL;
	EState *estate = NULL;
	CachedPlan *plan;
	instr_time start;
	instr_time duration;
	ListCell *lc;

	INSTR_TIME_SET_CURRENT(start);
	if (entry->plansource->num_params > 0 || execstmt->params)
	{
		ParseState *pstate = make_parsestate(NULL);

		pstate->p_sourcetext = queryString;
		estate = CreateExecutorState();
		estate->es_param_list_info = params;
		arguments = evaluate_arguments(pstate, entry, execstmt->params, estate);
	}
	plan = GetCachedPlan(entry->plansource, arguments, CurrentResourceOwner, queryEnv);
	INSTR_TIME_SET_CURRENT(duration);
	INSTR_TIME_SUBTRACT(duration, start);
	foreach (lc, plan->stmt_list)
	{
		PlannedStmt *pstmt = lfirst_node(PlannedStmt, lc);

		if (pstmt->commandType != CMD_UTILITY)
			ExplainOnePlan(pstmt, into, es, entry->plansource->query_string,
						   arguments, queryEnv, &duration, NULL);
		else
			ExplainOneUtility(pstmt->utilityStmt, into, es,
							  entry->plansource->query_string, arguments, queryEnv);
		if (lnext(plan->stmt_list, lc))
			ExplainSeparatePlans(es);
	}
	if (estate)
		FreeExecutorState(estate);
	ReleaseCachedPlan(plan, CurrentResourceOwner);
}

/* SQL: the session's prepared statements, for the view of that name. */
Datum
pg_prepared_statement(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	HASH_SEQ_STATUS seq;
	PreparedStatement *entry;

	InitMaterializedSRF(fcinfo, 0);
	if (!statements)
		return (Datum) 0;
	hash_seq_init(&seq, statements);
	while ((entry = hash_seq_search(&seq)) != NULL)
	{
		CachedPlanSource *source = entry->plansource;
		Datum *types = palloc(Max(source->num_params, 1) * sizeof(Datum));
		Datum values[7];
		bool nulls[7] = {false};

		for (int i = 0; i < source->num_params; i++)
			types[i] = ObjectIdGetDatum(source->param_types[i]);
		values[0] = CStringGetTextDatum(entry->stmt_name);
		values[1] = CStringGetTextDatum(source->query_string);
		values[2] = TimestampTzGetDatum(entry->prepare_time);
		values[3] = PointerGetDatum(construct_array(types, source->num_params, REGTYPEOID,
													sizeof(Oid), true, TYPALIGN_INT));
		values[4] = BoolGetDatum(entry->from_sql);
		values[5] = Int64GetDatum(source->num_generic_plans);
		values[6] = Int64GetDatum(source->num_custom_plans);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}
