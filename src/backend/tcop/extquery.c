/*
 * extquery.c
 *		The extended query protocol: Parse, Bind, Describe, Execute, Close.
 *
 * Parse makes a CachedPlanSource, named (in the prepared-statement table of
 * commands/prepare.c) or the one unnamed; Bind makes a portal of it and its
 * parameters; Execute runs the portal, up to a number of rows.  Errors are
 * thrown to the main loop, which then skips to the next Sync.
 *
 * Source: PostgreSQL 15 manual, "Message Flow" and "Message Formats".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/tcop/extquery.c
 */
#include "postgres.h"

#include "access/printtup.h"
#include "access/xact.h"
#include "catalog/pg_type.h"
#include "commands/prepare.h"
#include "fmgr.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "mb/stringinfo_mb.h"
#include "miscadmin.h"
#include "nodes/params.h"
#include "parser/analyze.h"
#include "pgstat.h"
#include "tcop/extquery.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/plancache.h"
#include "utils/portal.h"
#include "utils/ps_status.h"
#include "utils/snapmgr.h"

static CachedPlanSource *unnamed_stmt;

/* What a Bind message brings besides the names. */
typedef struct BindFormats
{
	int nparamformats;
	int16 *paramformats;
	int nresultformats;
	int16 *resultformats;
} BindFormats;

/* Which parameter is being converted, for the context of an error. */
typedef struct ParamPlace
{
	const char *portal_name;
	int number; /* from 1 */
	const char *text; /* in the server's encoding, once known; else NULL */
} ParamPlace;

/* Drop the unnamed statement, as each new one and each simple query does. */
void
extquery_forget_unnamed(void)
{
	if (unnamed_stmt)
	{
		CachedPlanSource *old = unnamed_stmt;

		unnamed_stmt = NULL;
		DropCachedPlan(old);
	}
}

static void
refuse_in_failed_transaction(bool allowed)
{
	if (IsAbortedTransactionBlockState() && !allowed)
		ereport(ERROR,
				(errcode(ERRCODE_IN_FAILED_SQL_TRANSACTION),
				 errmsg("current transaction is aborted, "
						"commands ignored until end of transaction block")));
}

/* The statement of a name; the unnamed one is the empty name. */
static CachedPlanSource *
find_statement(const char *name)
{
	if (name[0] != '\0')
		return FetchPreparedStatement(name, true)->plansource;
	if (!unnamed_stmt)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_PSTATEMENT),
				 errmsg("unnamed prepared statement does not exist")));
	return unnamed_stmt;
}

static Portal
find_portal(const char *name)
{
	Portal portal = GetPortalByName(name);

	if (!PortalIsValid(portal))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_CURSOR),
				 errmsg("portal \"%s\" does not exist", name)));
	return portal;
}

/* Analyze the one statement of a Parse message into psrc, in its context. */
static void
complete_source(CachedPlanSource *psrc, RawStmt *raw, const char *query,
				Oid *types, int ntypes)
{
	bool snapshot_set = false;
	List *queries = NIL;

	if (raw)
	{
		if (analyze_requires_snapshot(raw))
		{
			PushActiveSnapshot(GetTransactionSnapshot());
			snapshot_set = true;
		}
		queries = pg_analyze_and_rewrite_varparams(raw, query, &types, &ntypes, NULL);
		if (snapshot_set)
			PopActiveSnapshot();
	}
	CompleteCachedPlan(psrc, queries, NULL, types, ntypes, NULL, NULL,
					   CURSOR_OPT_PARALLEL_OK, true);
}

/* Parse: name, query, number of types given beforehand, their OIDs. */
void
extquery_parse(StringInfo msg)
{
	const char *name = pq_getmsgstring(msg);
	const char *query = pq_getmsgstring(msg);
	int ntypes = pq_getmsgint(msg, 2);
	Oid *types = palloc(Max(ntypes, 1) * sizeof(Oid));
	MemoryContext oldcontext;
	MemoryContext unnamed_context = NULL;
	List *raw_list;
	RawStmt *raw;
	CachedPlanSource *psrc;

	for (int i = 0; i < ntypes; i++)
		types[i] = pq_getmsgint(msg, 4);
	pq_getmsgend(msg);

	debug_query_string = query;
	pgstat_report_activity(STATE_RUNNING, query);
	set_ps_display("PARSE");
	start_xact_command();

	if (name[0] == '\0')
	{
		extquery_forget_unnamed();
		unnamed_context = AllocSetContextCreate(MessageContext, "unnamed statement",
												ALLOCSET_DEFAULT_SIZES);
	}
	oldcontext = MemoryContextSwitchTo(unnamed_context ? unnamed_context : MessageContext);
	raw_list = pg_parse_query(query);
	if (list_length(raw_list) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("cannot insert multiple commands into a prepared statement")));
	raw = raw_list ? linitial_node(RawStmt, raw_list) : NULL;
	refuse_in_failed_transaction(raw == NULL || IsTransactionExitStmt(raw->stmt));
	psrc = CreateCachedPlan(raw, query,
							raw ? CreateCommandTag(raw->stmt) : CMDTAG_UNKNOWN);
	complete_source(psrc, raw, query, types, ntypes);
	CHECK_FOR_INTERRUPTS();

	if (name[0] != '\0')
		StorePreparedStatement(name, psrc, false);
	else
	{
		SaveCachedPlan(psrc);
		unnamed_stmt = psrc;
	}
	MemoryContextSwitchTo(oldcontext);
	CommandCounterIncrement();
	if (whereToSendOutput == DestRemote)
		pq_putemptymessage('1');
	debug_query_string = NULL;
}

static int16 *
read_formats(StringInfo msg, int *n)
{
	int16 *formats;

	*n = pq_getmsgint(msg, 2);
	formats = palloc(Max(*n, 1) * sizeof(int16));
	for (int i = 0; i < *n; i++)
		formats[i] = pq_getmsgint(msg, 2);
	return formats;
}

static int16
format_of(int i, int n, const int16 *formats)
{
	return n == 0 ? 0 : n == 1 ? formats[0]
							   : formats[i];
}

/* Convert one parameter from its text or binary form. */
static Datum
read_param(StringInfo msg, int len, Oid type, int16 format, ParamPlace *place)
{
	StringInfoData buf;
	Oid func;
	Oid ioparam;
	char *bytes = NULL;
	char saved = 0;
	Datum value;

	if (len != -1)
	{
		/* any other negative length is refused there */
		bytes = (char *) pq_getmsgbytes(msg, len);
		saved = bytes[len];
		bytes[len] = '\0'; /* the next field's first byte, put back below */
	}
	if (format == 0)
	{
		char *cstr = bytes ? pg_client_to_server(bytes, len) : NULL;

		place->text = cstr;
		getTypeInputInfo(type, &func, &ioparam);
		value = OidInputFunctionCall(func, cstr, ioparam, -1);
	}
	else if (format == 1)
	{
		buf = (StringInfoData){.data = bytes, .len = len, .maxlen = len + 1, .cursor = 0};
		getTypeBinaryInputInfo(type, &func, &ioparam);
		value = OidReceiveFunctionCall(func, bytes ? &buf : NULL, ioparam, -1);
		if (bytes && buf.cursor != buf.len)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
					 errmsg("incorrect binary data format in bind parameter %d", place->number)));
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unsupported format code: %d", format)));
	if (bytes)
		bytes[len] = saved;
	return value;
}

/* Says which parameter of which portal an error is about. */
static void
param_error_context(void *arg)
{
	const ParamPlace *place = arg;
	StringInfoData value;

	initStringInfo(&value);
	if (place->text)
	{
		appendStringInfoString(&value, " = ");
		appendStringInfoStringQuoted(&value, place->text,
									 log_parameter_max_length_on_error);
	}
	if (place->portal_name[0])
		errcontext("portal \"%s\" parameter $%d%s", place->portal_name,
				   place->number, value.data);
	else
		errcontext("unnamed portal parameter $%d%s", place->number, value.data);
}

static ParamListInfo
read_params(StringInfo msg, CachedPlanSource *psrc, int nparams,
			const BindFormats *formats, const char *portal_name)
{
	ParamPlace place = {.portal_name = portal_name};
	ErrorContextCallback callback = {
		.previous = error_context_stack, .callback = param_error_context, .arg = &place};
	ParamListInfo params;

	if (nparams == 0)
		return NULL;
	params = makeParamList(nparams);
	error_context_stack = &callback;
	for (int i = 0; i < nparams; i++)
	{
		Oid type = psrc->param_types[i];
		int16 format = format_of(i, formats->nparamformats, formats->paramformats);
		int len;

		place.number = i + 1;
		place.text = NULL;
		len = pq_getmsgint(msg, 4);
		params->params[i].value = read_param(msg, len, type, format, &place);
		params->params[i].isnull = len == -1;
		params->params[i].pflags = PARAM_FLAG_CONST;
		params->params[i].ptype = type;
	}
	error_context_stack = callback.previous;
	return params;
}

/*
 * Bind: portal, statement, formats of the parameters, parameters, formats of
 * the result.
 */
void
extquery_bind(StringInfo msg)
{
	const char *portal_name = pq_getmsgstring(msg);
	const char *stmt_name = pq_getmsgstring(msg);
	CachedPlanSource *psrc = find_statement(stmt_name);
	BindFormats formats;
	MemoryContext oldcontext;
	Portal portal;
	ParamListInfo params;
	CachedPlan *plan;
	int nparams;
	bool snapshot_set = false;
	bool exit_stmt;

	debug_query_string = psrc->query_string;
	pgstat_report_activity(STATE_RUNNING, psrc->query_string);
	set_ps_display("BIND");
	start_xact_command();
	MemoryContextSwitchTo(MessageContext);

	formats.paramformats = read_formats(msg, &formats.nparamformats);
	nparams = pq_getmsgint(msg, 2);
	if (formats.nparamformats > 1 && formats.nparamformats != nparams)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("bind message has %d parameter formats but %d parameters",
						formats.nparamformats, nparams)));
	if (nparams != psrc->num_params)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("bind message supplies %d parameters, but prepared statement \"%s\" requires %d",
						nparams, stmt_name, psrc->num_params)));
	exit_stmt = psrc->raw_parse_tree == NULL || IsTransactionExitStmt(psrc->raw_parse_tree->stmt);
	refuse_in_failed_transaction(exit_stmt && nparams == 0);

	portal = CreatePortal(portal_name, portal_name[0] == '\0', portal_name[0] == '\0');
	oldcontext = MemoryContextSwitchTo(portal->portalContext);
	if (nparams > 0 ||
		(psrc->raw_parse_tree && analyze_requires_snapshot(psrc->raw_parse_tree)))
	{
		PushActiveSnapshot(GetTransactionSnapshot());
		snapshot_set = true;
	}
	params = read_params(msg, psrc, nparams, &formats, portal_name);
	formats.resultformats = read_formats(msg, &formats.nresultformats);
	pq_getmsgend(msg);

	plan = GetCachedPlan(psrc, params, NULL, NULL);
	PortalDefineQuery(portal, stmt_name[0] ? pstrdup(stmt_name) : NULL,
					  pstrdup(psrc->query_string), psrc->commandTag,
					  plan->stmt_list, plan);
	if (snapshot_set)
		PopActiveSnapshot();
	PortalStart(portal, params, 0, InvalidSnapshot);
	PortalSetResultFormat(portal, formats.nresultformats, formats.resultformats);
	MemoryContextSwitchTo(oldcontext);

	if (whereToSendOutput == DestRemote)
		pq_putemptymessage('2');
	debug_query_string = NULL;
}

static void
describe_statement(const char *name)
{
	CachedPlanSource *psrc;
	StringInfoData buf;

	start_xact_command();
	MemoryContextSwitchTo(MessageContext);
	psrc = find_statement(name);
	/* A statement that returns rows needs catalog look-ups: not when failed. */
	refuse_in_failed_transaction(psrc->resultDesc == NULL);
	if (whereToSendOutput != DestRemote)
		return;

	pq_beginmessage(&buf, 't');
	pq_sendint16(&buf, psrc->num_params);
	for (int i = 0; i < psrc->num_params; i++)
		pq_sendint32(&buf, (int) psrc->param_types[i]);
	pq_endmessage(&buf);
	if (psrc->resultDesc)
	{
		List *tlist = CachedPlanGetTargetList(psrc, NULL);

		initStringInfo(&buf);
		SendRowDescriptionMessage(&buf, psrc->resultDesc, tlist, NULL);
	}
	else
		pq_putemptymessage('n');
}

static void
describe_portal(const char *name)
{
	Portal portal;
	StringInfoData buf;

	start_xact_command();
	MemoryContextSwitchTo(MessageContext);
	portal = find_portal(name);
	refuse_in_failed_transaction(portal->tupDesc == NULL);
	if (whereToSendOutput != DestRemote)
		return;
	if (portal->tupDesc)
	{
		initStringInfo(&buf);
		SendRowDescriptionMessage(&buf, portal->tupDesc, FetchPortalTargetList(portal),
								  portal->formats);
	}
	else
		pq_putemptymessage('n');
}

/* Describe: 'S' a statement or 'P' a portal, its name. */
void
extquery_describe(StringInfo msg)
{
	int kind = pq_getmsgbyte(msg);
	const char *name = pq_getmsgstring(msg);

	pq_getmsgend(msg);
	if (kind == 'S')
		describe_statement(name);
	else if (kind == 'P')
		describe_portal(name);
	else
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("invalid DESCRIBE message subtype %d", kind)));
}

/* Execute: portal, most rows to send (0 all). */
void
extquery_execute(StringInfo msg)
{
	const char *name = pq_getmsgstring(msg);
	long max_rows = pq_getmsgint(msg, 4);
	CommandDest dest = whereToSendOutput == DestRemote ? DestRemoteExecute : whereToSendOutput;
	Portal portal;
	DestReceiver *receiver;
	QueryCompletion qc;
	bool is_xact;
	bool completed;

	pq_getmsgend(msg);
	portal = find_portal(name);
	if (portal->commandTag == CMDTAG_UNKNOWN)
	{
		Assert(portal->stmts == NIL);
		NullCommand(dest);
		return;
	}
	is_xact = list_length(portal->stmts) == 1 &&
		linitial_node(PlannedStmt, portal->stmts)->utilityStmt &&
		IsA(linitial_node(PlannedStmt, portal->stmts)->utilityStmt, TransactionStmt);
	debug_query_string = MemoryContextStrdup(MessageContext, portal->sourceText);
	pgstat_report_activity(STATE_RUNNING, debug_query_string);
	set_ps_display(GetCommandTagName(portal->commandTag));
	BeginCommand(portal->commandTag, dest);

	receiver = CreateDestReceiver(dest);
	if (dest == DestRemoteExecute)
		SetRemoteDestReceiverParams(receiver, portal);
	start_xact_command();
	if (check_log_statement(portal->stmts))
		ereport(LOG, (errmsg("execute %s: %s", portal->prepStmtName ? portal->prepStmtName : "<unnamed>", debug_query_string), errhidestmt(true)));
	refuse_in_failed_transaction(is_xact &&
								 IsTransactionExitStmt(linitial_node(PlannedStmt, portal->stmts)->utilityStmt));
	CHECK_FOR_INTERRUPTS();

	/* With a row limit, or after one, the portal may be executed again. */
	completed = PortalRun(portal, max_rows <= 0 ? FETCH_ALL : max_rows, true,
						  max_rows <= 0 && portal->atStart, receiver, receiver,
						  &qc);
	receiver->rDestroy(receiver);
	if (completed)
	{
		if (is_xact)
			finish_xact_command(); /* the portal is gone with it */
		else
			CommandCounterIncrement();
		EndCommand(&qc, dest, false);
	}
	else if (whereToSendOutput == DestRemote)
		pq_putemptymessage('s');
	debug_query_string = NULL;
}

/* Close: 'S' a statement or 'P' a portal; one that is not there is no error. */
void
extquery_close(StringInfo msg)
{
	int kind = pq_getmsgbyte(msg);
	const char *name = pq_getmsgstring(msg);
	Portal portal;

	pq_getmsgend(msg);
	switch (kind)
	{
		case 'S':
			if (name[0] != '\0')
				DropPreparedStatement(name, false);
			else
				extquery_forget_unnamed();
			break;
		case 'P':
			portal = GetPortalByName(name);
			if (PortalIsValid(portal))
				PortalDrop(portal, false);
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("invalid CLOSE message subtype %d", kind)));
	}
	if (whereToSendOutput == DestRemote)
		pq_putemptymessage('3');
}
