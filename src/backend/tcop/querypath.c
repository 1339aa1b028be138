/*
 * querypath.c
 *		The way of a query string: raw trees, analyzed queries, plans, result.
 *
 * exec_simple_query is the simple protocol (and single-user mode): every
 * statement of the string runs in turn in its own portal.  Several statements
 * in one string share an implicit transaction block.  extquery.c drives the
 * same steps one message at a time.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/tcop/querypath.c
 */
#include "postgres.h"

#include "access/printtup.h"
#include "access/xact.h"
#include "libpq/libpq.h"
#include "miscadmin.h"
#include "nodes/print.h"
#include "optimizer/optimizer.h"
#include "optimizer/planner.h"
#include "parser/analyze.h"
#include "parser/parser.h"
#include "pgstat.h"
#include "rewrite/rewriteHandler.h"
#include "storage/proc.h"
#include "tcop/extquery.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/memutils.h"
#include "utils/ps_status.h"
#include "utils/snapmgr.h"
#include "utils/timeout.h"
#include "utils/timestamp.h"

const char *debug_query_string;
int log_statement = LOGSTMT_NONE;

static bool xact_started; /* start_xact_command was called, not ended */

static void exec_one_statement(RawStmt *raw, const char *query_string,
							   bool is_last, bool in_implicit_block);

List *
pg_parse_query(const char *query_string)
{
	return raw_parser(query_string, RAW_PARSE_DEFAULT);
}

/* Rules apply to plannable statements; a utility statement is its own list. */
List *
pg_rewrite_query(Query *query)
{
	return query->commandType == CMD_UTILITY ? list_make1(query) : QueryRewrite(query);
}

List *
pg_analyze_and_rewrite_fixedparams(RawStmt *parsetree, const char *query_string,
								   const Oid *paramTypes, int numParams,
								   QueryEnvironment *queryEnv)
{
	return pg_rewrite_query(parse_analyze_fixedparams(parsetree, query_string,
													  paramTypes, numParams,
													  queryEnv));
}

/*
 * Analysis that finds out the types of $n; one that no use determines is
 * ERRCODE_INDETERMINATE_DATATYPE.
 */
List *
pg_analyze_and_rewrite_varparams(RawStmt *parsetree, const char *query_string,
								 Oid **paramTypes, int *numParams,
								 QueryEnvironment *queryEnv)
{
	Query *query = parse_analyze_varparams(parsetree, query_string,
										   paramTypes, numParams, queryEnv);

	for (int i = 0; i < *numParams; i++)
	{
		Oid type = (*paramTypes)[i];

		if (type == InvalidOid || type == UNKNOWNOID)
			ereport(ERROR,
					(errcode(ERRCODE_INDETERMINATE_DATATYPE),
					 errmsg("could not determine data type of parameter $%d", i + 1)));
	}
	return pg_rewrite_query(query);
}

List *
pg_analyze_and_rewrite_withcb(RawStmt *parsetree, const char *query_string,
							  void (*parserSetup)(struct ParseState *, void *),
							  void *parserSetupArg, QueryEnvironment *queryEnv)
{
	return pg_rewrite_query(parse_analyze_withcb(parsetree, query_string,
												 parserSetup, parserSetupArg,
												 queryEnv));
}

/* One plan; a utility statement has none, and gives NULL. */
PlannedStmt *
pg_plan_query(Query *querytree, const char *query_string, int cursorOptions,
			  ParamListInfo boundParams)
{
	if (querytree->commandType == CMD_UTILITY)
		return NULL;
	Assert(ActiveSnapshotSet());
	return planner(querytree, query_string, cursorOptions, boundParams);
}

/* A PlannedStmt for each query; that of a utility statement only wraps it. */
List *
pg_plan_queries(List *querytrees, const char *query_string, int cursorOptions,
				ParamListInfo boundParams)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, querytrees)
	{
		Query *query = lfirst_node(Query, lc);
		PlannedStmt *stmt;

		if (query->commandType != CMD_UTILITY)
			stmt = pg_plan_query(query, query_string, cursorOptions, boundParams);
		else
		{
			stmt = makeNode(PlannedStmt);
			stmt->commandType = CMD_UTILITY;
			stmt->canSetTag = query->canSetTag;
			stmt->utilityStmt = query->utilityStmt;
			stmt->stmt_location = query->stmt_location;
			stmt->stmt_len = query->stmt_len;
			stmt->queryId = query->queryId;
		}
		result = lappend(result, stmt);
	}
	return result;
}

/* Start a transaction command once per message or statement. */
void
start_xact_command(void)
{
	if (!xact_started)
	{
		StartTransactionCommand();
		xact_started = true;
	}
	if (client_connection_check_interval > 0 && MyProcPort &&
		!get_timeout_active(CLIENT_CONNECTION_CHECK_TIMEOUT))
		enable_timeout_after(CLIENT_CONNECTION_CHECK_TIMEOUT,
							 client_connection_check_interval);
	if (StatementTimeout > 0)
	{
		if (!get_timeout_active(STATEMENT_TIMEOUT))
			enable_timeout_after(STATEMENT_TIMEOUT, StatementTimeout);
	}
	else if (get_timeout_active(STATEMENT_TIMEOUT))
		disable_timeout(STATEMENT_TIMEOUT, false);
}

void
finish_xact_command(void)
{
	if (get_timeout_active(STATEMENT_TIMEOUT))
		disable_timeout(STATEMENT_TIMEOUT, false);
	if (xact_started)
	{
		CommitTransactionCommand();
		xact_started = false;
	}
}

/* The error recovery of the main loop ended the command in another way. */
extern void forget_xact_command(void);
void
forget_xact_command(void)
{
	xact_started = false;
}

/* In a failed transaction only these may run. */
bool
IsTransactionExitStmt(Node *parsetree)
{
	if (parsetree && IsA(parsetree, TransactionStmt))
	{
		TransactionStmtKind kind = ((TransactionStmt *) parsetree)->kind;

		return kind == TRANS_STMT_COMMIT || kind == TRANS_STMT_PREPARE ||
			kind == TRANS_STMT_ROLLBACK || kind == TRANS_STMT_ROLLBACK_TO;
	}
	return false;
}

bool
check_log_statement(List *stmt_list)
{
	ListCell *lc;

	if (log_statement == LOGSTMT_NONE)
		return false;
	if (log_statement == LOGSTMT_ALL)
		return true;
	foreach (lc, stmt_list)
	{
		if (GetCommandLogLevel((Node *) lfirst(lc)) <= log_statement)
			return true;
	}
	return false;
}

/*
 * Whether to log how long the statement took: 0 no, 1 the duration alone, 2
 * with the statement's text (unless was_logged).  msec_str gets "%ld.%03d".
 */
int
check_log_duration(char *msec_str, bool was_logged)
{
	long secs;
	int usecs;
	long msecs;
	bool exceeded;

	if (!log_duration && log_min_duration_statement < 0)
		return 0;
	TimestampDifference(GetCurrentStatementStartTimestamp(),
						GetCurrentTimestamp(), &secs, &usecs);
	msecs = secs * 1000 + usecs / 1000;
	exceeded = log_min_duration_statement == 0 ||
		(log_min_duration_statement > 0 && msecs >= log_min_duration_statement);
	if (!exceeded && !log_duration)
		return 0;
	snprintf(msec_str, 32, "%ld.%03d", msecs, usecs % 1000);
	return exceeded && !was_logged ? 2 : 1;
}

static void
log_statement_duration(const char *query_string, bool was_logged)
{
	char msec_str[32];

	switch (check_log_duration(msec_str, was_logged))
	{
		case 1:
			ereport(LOG, (errmsg("duration: %s ms", msec_str), errhidestmt(true)));
			break;
		case 2:
			ereport(LOG, (errmsg("duration: %s ms  statement: %s", msec_str, query_string), errhidestmt(true)));
			break;
	}
}

/*
 * exec_simple_query
 *		Run all statements of one query string and send their results.
 *
 * query_string		in the server encoding; must live as long as the call
 *
 * Errors leave the transaction to the main loop's recovery.
 */
void
exec_simple_query(const char *query_string)
{
	MemoryContext oldcontext;
	List *raw_list;
	ListCell *lc;
	bool was_logged;
	bool many;

	debug_query_string = query_string;
	pgstat_report_activity(STATE_RUNNING, query_string);
	start_xact_command();
	extquery_forget_unnamed();

	oldcontext = MemoryContextSwitchTo(MessageContext);
	raw_list = pg_parse_query(query_string);
	was_logged = check_log_statement(raw_list);
	if (was_logged)
		ereport(LOG, (errmsg("statement: %s", query_string), errhidestmt(true)));
	MemoryContextSwitchTo(oldcontext);

	many = list_length(raw_list) > 1;
	foreach (lc, raw_list)
		exec_one_statement(lfirst_node(RawStmt, lc), query_string,
						   lnext(raw_list, lc) == NULL, many);
	finish_xact_command();

	if (raw_list == NIL)
		NullCommand(whereToSendOutput);
	log_statement_duration(query_string, was_logged);
	debug_query_string = NULL;
}

/* One statement of a simple query: analyze, plan, run in an unnamed portal. */
static void
exec_one_statement(RawStmt *raw, const char *query_string, bool is_last,
				   bool in_implicit_block)
{
	CommandTag tag = CreateCommandTag(raw->stmt);
	MemoryContext oldcontext;
	MemoryContext stmt_context = NULL;
	List *plans;
	Portal portal;
	DestReceiver *receiver;
	QueryCompletion qc;
	bool snapshot_set = false;

	set_ps_display(GetCommandTagName(tag));
	BeginCommand(tag, whereToSendOutput);
	if (IsAbortedTransactionBlockState() && !IsTransactionExitStmt(raw->stmt))
		ereport(ERROR,
				(errcode(ERRCODE_IN_FAILED_SQL_TRANSACTION),
				 errmsg("current transaction is aborted, "
						"commands ignored until end of transaction block")));
	start_xact_command();
	if (in_implicit_block)
		BeginImplicitTransactionBlock();
	CHECK_FOR_INTERRUPTS();

	/* Trees of all but the last statement are freed before the next one. */
	if (!is_last)
		stmt_context = AllocSetContextCreate(MessageContext, "per-statement trees",
											 ALLOCSET_DEFAULT_SIZES);
	oldcontext = MemoryContextSwitchTo(stmt_context ? stmt_context : MessageContext);
	if (analyze_requires_snapshot(raw))
	{
		PushActiveSnapshot(GetTransactionSnapshot());
		snapshot_set = true;
	}
	plans = pg_plan_queries(pg_analyze_and_rewrite_fixedparams(raw, query_string,
															   NULL, 0, NULL),
							query_string, CURSOR_OPT_PARALLEL_OK, NULL);
	if (snapshot_set)
		PopActiveSnapshot();
	CHECK_FOR_INTERRUPTS();

	portal = CreatePortal("", true, true);
	portal->visible = false;
	PortalDefineQuery(portal, NULL, query_string, tag, plans, NULL);
	PortalStart(portal, NULL, 0, InvalidSnapshot);
	if (IsA(raw->stmt, FetchStmt))
	{
		FetchStmt *fetch = (FetchStmt *) raw->stmt;
		Portal fetched = fetch->ismove ? NULL : GetPortalByName(fetch->portalname);
		int16 format = 1;

		if (PortalIsValid(fetched) && (fetched->cursorOptions & CURSOR_OPT_BINARY))
			PortalSetResultFormat(portal, 1, &format);
	}
	receiver = CreateDestReceiver(whereToSendOutput);
	if (whereToSendOutput == DestRemote)
		SetRemoteDestReceiverParams(receiver, portal);
	MemoryContextSwitchTo(oldcontext);

	(void) PortalRun(portal, FETCH_ALL, true, true, receiver, receiver, &qc);
	receiver->rDestroy(receiver);
	PortalDrop(portal, false);

	if (is_last)
	{
		if (in_implicit_block)
			EndImplicitTransactionBlock();
		finish_xact_command();
	}
	else if (IsA(raw->stmt, TransactionStmt))
		finish_xact_command();
	else
		CommandCounterIncrement();
	EndCommand(&qc, whereToSendOutput, false);
	if (stmt_context)
		MemoryContextDelete(stmt_context);
}
