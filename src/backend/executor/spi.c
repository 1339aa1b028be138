/*
 * spi.c
 *		SQL from server-side C code.
 *
 * SPI_connect opens a level with memory of its own, SPI_finish closes it.
 * Statements go through the plan cache like those of clients; result rows are
 * copied into SPI_tuptable.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/spi.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/printtup.h"
#include "access/sysattr.h"
#include "access/xact.h"
#include "access/xact_participant.h"
#include "catalog/heap.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/analyze.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/plancache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

struct _SPI_plan
{
	bool saved;
	List *sources; /* CachedPlanSources */
	MemoryContext cxt;
	RawParseMode parse_mode;
	int cursor_options;
	int nargs;
	Oid *argtypes;
	ParserSetupHook parserSetup;
	void *parserSetupArg;
};

/* One level of SPI_connect. */
typedef struct SpiLevel
{
	uint64 processed;
	SPITupleTable *tuptable; /* being filled */
	SubTransactionId connectSubid;
	MemoryContext procCxt; /* until SPI_finish */
	MemoryContext execCxt; /* one statement */
	MemoryContext savedCxt; /* current before SPI_connect */
	List *tuptables;
	bool nonatomic;
	/* the caller's view of the globals */
	uint64 outer_processed;
	SPITupleTable *outer_tuptable;
	int outer_result;
} SpiLevel;

uint64 SPI_processed = 0;
SPITupleTable *SPI_tuptable = NULL;
int SPI_result = 0;

static SpiLevel *stack = NULL;
static int stack_depth = 0; /* allocated */
static int connected = -1; /* current level, -1 none */

#define LEVEL() (&stack[connected])

static void prepare(const char *src, SPIPlanPtr plan);
static int execute(SPIPlanPtr plan, ParamListInfo params, Snapshot snapshot,
				   bool read_only, uint64 tcount, DestReceiver *caller_dest,
				   ResourceOwner owner);

/* ---------------------------------------------------------------- levels */

int
SPI_connect(void)
{
	return SPI_connect_ext(0);
}

int
SPI_connect_ext(int options)
{
	SpiLevel *lv;

	if (connected + 1 >= stack_depth)
	{
		int n = stack_depth ? stack_depth * 2 : 16;

		if (stack == NULL)
			stack = MemoryContextAlloc(TopMemoryContext, n * sizeof(SpiLevel));
		else
			stack = repalloc(stack, n * sizeof(SpiLevel));
		stack_depth = n;
	}
	connected++;
	lv = LEVEL();
	memset(lv, 0, sizeof(*lv));
	lv->connectSubid = GetCurrentSubTransactionId();
	lv->savedCxt = CurrentMemoryContext;
	lv->nonatomic = (options & SPI_OPT_NONATOMIC) != 0;
	lv->outer_processed = SPI_processed;
	lv->outer_tuptable = SPI_tuptable;
	lv->outer_result = SPI_result;
	lv->procCxt = AllocSetContextCreate(lv->nonatomic ? PortalContext : TopTransactionContext, "SPI Proc",
										ALLOCSET_DEFAULT_SIZES);
	lv->execCxt = AllocSetContextCreate(lv->procCxt, "SPI Exec",
										ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(lv->procCxt);
	SPI_processed = 0;
	SPI_tuptable = NULL;
	SPI_result = 0;
	return SPI_OK_CONNECT;
}

static void
pop_level(void)
{
	SpiLevel *lv = LEVEL();

	SPI_processed = lv->outer_processed;
	SPI_tuptable = lv->outer_tuptable;
	SPI_result = lv->outer_result;
	connected--;
}

/* Back to the memory context that was current before SPI_connect. */
int
SPI_finish(void)
{
	SpiLevel *lv;

	if (connected < 0)
		return SPI_ERROR_UNCONNECTED;
	lv = LEVEL();
	MemoryContextSwitchTo(lv->savedCxt);
	MemoryContextDelete(lv->procCxt);
	pop_level();
	return SPI_OK_FINISH;
}

bool
SPI_inside_nonatomic_context(void)
{
	return connected >= 0 && LEVEL()->nonatomic;
}

/* Levels left open by a transaction that ended. */
void
AtEOXact_SPI(bool isCommit)
{
	if (isCommit && connected >= 0)
		ereport(WARNING,
				(errcode(ERRCODE_WARNING),
				 errmsg("transaction left non-empty SPI stack"),
				 errhint("Check for missing \"SPI_finish\" calls.")));
	connected = -1;
	SPI_processed = 0;
	SPI_tuptable = NULL;
	SPI_result = 0;
}

void
AtEOSubXact_SPI(bool isCommit, SubTransactionId mySubid)
{
	bool found = false;

	while (connected >= 0 && LEVEL()->connectSubid == mySubid)
	{
		MemoryContext cxt = LEVEL()->procCxt;

		found = true;
		pop_level();
		MemoryContextDelete(cxt);
	}
	if (found && isCommit)
		ereport(WARNING,
				(errcode(ERRCODE_WARNING),
				 errmsg("subtransaction left non-empty SPI stack"),
				 errhint("Check for missing \"SPI_finish\" calls.")));
}

static void
sub_after_locks(const SubXactEnd *end)
{
	AtEOSubXact_SPI(end->is_commit, end->subid);
}

void
spi_register(void)
{
	static const XactParticipant participant = {
		.name = "SPI",
		.after_locks = AtEOXact_SPI,
		.sub_after_locks = sub_after_locks};

	xact_register_participant(&participant);
}

/* Enter the statement's memory; false if not connected. */
static bool
begin_call(void)
{
	if (connected < 0)
		return false;
	MemoryContextSwitchTo(LEVEL()->execCxt);
	return true;
}

static void
end_call(void)
{
	MemoryContextSwitchTo(LEVEL()->procCxt);
	MemoryContextReset(LEVEL()->execCxt);
}

/* ---------------------------------------------------------------- running */

static ParamListInfo
make_params(int nargs, Oid *argtypes, Datum *values, const char *nulls)
{
	ParamListInfo params;

	if (nargs <= 0)
		return NULL;
	params = makeParamList(nargs);
	for (int i = 0; i < nargs; i++)
	{
		params->params[i].value = values[i];
		params->params[i].isnull = nulls && nulls[i] == 'n';
		params->params[i].pflags = PARAM_FLAG_CONST;
		params->params[i].ptype = argtypes[i];
	}
	return params;
}

static void
init_plan(SPIPlanPtr plan, MemoryContext cxt)
{
	memset(plan, 0, sizeof(*plan));
	plan->cxt = cxt;
	plan->parse_mode = RAW_PARSE_DEFAULT;
	plan->cursor_options = CURSOR_OPT_PARALLEL_OK;
}

/* tcount 0: all rows. */
int
SPI_execute(const char *src, bool read_only, long tcount)
{
	return SPI_execute_with_args(src, 0, NULL, NULL, NULL, read_only, tcount);
}

int
SPI_exec(const char *src, long tcount)
{
	return SPI_execute(src, false, tcount);
}

int
SPI_execute_with_args(const char *src, int nargs, Oid *argtypes,
					  Datum *Values, const char *Nulls, bool read_only,
					  long tcount)
{
	struct _SPI_plan plan;
	int res;

	if (src == NULL || nargs < 0 || tcount < 0 ||
		(nargs > 0 && (argtypes == NULL || Values == NULL)))
		return SPI_ERROR_ARGUMENT;
	if (!begin_call())
		return SPI_ERROR_UNCONNECTED;
	init_plan(&plan, CurrentMemoryContext);
	plan.nargs = nargs;
	plan.argtypes = argtypes;
	prepare(src, &plan);
	res = execute(&plan, make_params(nargs, argtypes, Values, Nulls),
				  InvalidSnapshot, read_only, tcount, NULL, NULL);
	end_call();
	return res;
}

int
SPI_execute_plan(SPIPlanPtr plan, Datum *Values, const char *Nulls,
				 bool read_only, long tcount)
{
	int res;

	if (plan == NULL || tcount < 0 || (plan->nargs > 0 && Values == NULL))
		return SPI_ERROR_ARGUMENT;
	if (!begin_call())
		return SPI_ERROR_UNCONNECTED;
	res = execute(plan, make_params(plan->nargs, plan->argtypes, Values, Nulls),
				  InvalidSnapshot, read_only, tcount, NULL, NULL);
	end_call();
	return res;
}

int
SPI_execute_plan_extended(SPIPlanPtr plan, const SPIExecuteOptions *options)
{
	int res;

	if (plan == NULL || options == NULL)
		return SPI_ERROR_ARGUMENT;
	if (!begin_call())
		return SPI_ERROR_UNCONNECTED;
	res = execute(plan, options->params, InvalidSnapshot, options->read_only,
				  options->tcount, options->dest, options->owner);
	end_call();
	return res;
}

static SPIPlanPtr
prepare_plan(const char *src, int nargs, Oid *argtypes,
			 ParserSetupHook parserSetup, void *parserSetupArg,
			 RawParseMode mode, int cursorOptions)
{
	struct _SPI_plan plan;
	SPIPlanPtr result;
	MemoryContext cxt;
	MemoryContext caller;
	ListCell *lc;

	if (src == NULL || nargs < 0 || (nargs > 0 && argtypes == NULL))
	{
		SPI_result = SPI_ERROR_ARGUMENT;
		return NULL;
	}
	if (!begin_call())
	{
		SPI_result = SPI_ERROR_UNCONNECTED;
		return NULL;
	}
	init_plan(&plan, CurrentMemoryContext);
	plan.nargs = nargs;
	plan.argtypes = argtypes;
	plan.parserSetup = parserSetup;
	plan.parserSetupArg = parserSetupArg;
	plan.parse_mode = mode;
	plan.cursor_options = cursorOptions;
	prepare(src, &plan);
	/* move it into a context of its own, which lives until SPI_finish */
	cxt = AllocSetContextCreate(LEVEL()->procCxt, "SPI Plan",
								ALLOCSET_SMALL_SIZES);
	caller = MemoryContextSwitchTo(cxt);
	result = palloc(sizeof(struct _SPI_plan));
	*result = plan;
	result->cxt = cxt;
	if (nargs > 0)
	{
		result->argtypes = palloc(nargs * sizeof(Oid));
		memcpy(result->argtypes, argtypes, nargs * sizeof(Oid));
	}
	result->sources = NIL;
	foreach (lc, plan.sources)
	{
		CachedPlanSource *source = lfirst(lc);

		CachedPlanSetParentContext(source, cxt);
		result->sources = lappend(result->sources, source);
	}
	MemoryContextSwitchTo(caller);
	end_call();
	return result;
}

SPIPlanPtr
SPI_prepare(const char *src, int nargs, Oid *argtypes)
{
	return SPI_prepare_cursor(src, nargs, argtypes, 0);
}

SPIPlanPtr
SPI_prepare_cursor(const char *src, int nargs, Oid *argtypes,
				   int cursorOptions)
{
	return prepare_plan(src, nargs, argtypes, NULL, NULL, RAW_PARSE_DEFAULT,
						cursorOptions);
}

SPIPlanPtr
SPI_prepare_extended(const char *src, const SPIPrepareOptions *options)
{
	return prepare_plan(src, 0, NULL, options->parserSetup,
						options->parserSetupArg, options->parseMode,
						options->cursorOptions);
}

/* Keep the plan beyond SPI_finish. */
int
SPI_keepplan(SPIPlanPtr plan)
{
	ListCell *lc;

	if (plan == NULL || plan->saved)
		return SPI_ERROR_ARGUMENT;
	plan->saved = true;
	MemoryContextSetParent(plan->cxt, CacheMemoryContext);
	foreach (lc, plan->sources)
		SaveCachedPlan(lfirst(lc));
	return 0;
}

int
SPI_freeplan(SPIPlanPtr plan)
{
	ListCell *lc;

	if (plan == NULL)
		return SPI_ERROR_ARGUMENT;
	foreach (lc, plan->sources)
		DropCachedPlan(lfirst(lc));
	MemoryContextDelete(plan->cxt);
	return 0;
}

/* ---------------------------------------------------------------- the work */

typedef struct SpiErrorInfo
{
	const char *query;
} SpiErrorInfo;

static void
error_callback(void *arg)
{
	const char *query = ((SpiErrorInfo *) arg)->query;
	int pos = geterrposition();

	if (query == NULL)
		return;
	if (pos > 0)
	{
		errposition(0);
		internalerrposition(pos);
		internalerrquery(query);
	}
	else
		errcontext("SQL statement \"%s\"", query);
}

/* Parse and analyze into sources that are children of the current context. */
static void
prepare(const char *src, SPIPlanPtr plan)
{
	SpiErrorInfo info = {src};
	ErrorContextCallback cb;
	ListCell *lc;

	cb.callback = error_callback;
	cb.arg = &info;
	cb.previous = error_context_stack;
	error_context_stack = &cb;
	foreach (lc, raw_parser(src, plan->parse_mode))
	{
		RawStmt *parsetree = lfirst_node(RawStmt, lc);
		CachedPlanSource *source;
		List *stmts;
		bool snapshot_set = false;

		source = CreateCachedPlan(parsetree, src,
								  CreateCommandTag(parsetree->stmt));
		if (analyze_requires_snapshot(parsetree) && !ActiveSnapshotSet())
		{
			PushActiveSnapshot(GetTransactionSnapshot());
			snapshot_set = true;
		}
		if (plan->parserSetup)
			stmts = pg_analyze_and_rewrite_withcb(parsetree, src,
												  plan->parserSetup,
												  plan->parserSetupArg, NULL);
		else
			stmts = pg_analyze_and_rewrite_fixedparams(parsetree, src,
													   plan->argtypes,
													   plan->nargs, NULL);
		if (snapshot_set)
			PopActiveSnapshot();
		CompleteCachedPlan(source, stmts, NULL, plan->argtypes, plan->nargs,
						   plan->parserSetup, plan->parserSetupArg,
						   plan->cursor_options, false);
		plan->sources = lappend(plan->sources, source);
	}
	error_context_stack = cb.previous;
}

static int
run_query(QueryDesc *queryDesc, bool returns, uint64 tcount)
{
	int res;

	switch (queryDesc->operation)
	{
		case CMD_SELECT:
			res = SPI_OK_SELECT;
			break;
		case CMD_INSERT:
			res = returns ? SPI_OK_INSERT_RETURNING : SPI_OK_INSERT;
			break;
		case CMD_DELETE:
			res = returns ? SPI_OK_DELETE_RETURNING : SPI_OK_DELETE;
			break;
		case CMD_UPDATE:
			res = returns ? SPI_OK_UPDATE_RETURNING : SPI_OK_UPDATE;
			break;
		default:
			return SPI_ERROR_OPUNKNOWN;
	}
	ExecutorStart(queryDesc, EXEC_FLAG_SKIP_TRIGGERS);
	ExecutorRun(queryDesc, ForwardScanDirection, tcount, true);
	LEVEL()->processed = queryDesc->estate->es_processed;
	ExecutorFinish(queryDesc);
	ExecutorEnd(queryDesc);
	return res;
}

static int
run_stmt(PlannedStmt *stmt, CachedPlanSource *source, ParamListInfo params,
		 uint64 tcount, DestReceiver *caller_dest)
{
	DestReceiver *dest;
	int res;

	LEVEL()->processed = 0;
	LEVEL()->tuptable = NULL;
	dest = !stmt->canSetTag ? None_Receiver : caller_dest ? caller_dest
														  : CreateDestReceiver(DestSPI);
	if (stmt->utilityStmt == NULL)
	{
		QueryDesc *qdesc = CreateQueryDesc(stmt, source->query_string,
										   GetActiveSnapshot(),
										   InvalidSnapshot, dest, params,
										   NULL, 0);

		res = run_query(qdesc, stmt->hasReturning,
						stmt->canSetTag ? tcount : 0);
		FreeQueryDesc(qdesc);
	}
	else
	{
		QueryCompletion qc;

		InitializeQueryCompletion(&qc);
		ProcessUtility(stmt, source->query_string, true,
					   PROCESS_UTILITY_QUERY, params, NULL, dest, &qc);
		if (LEVEL()->tuptable)
			LEVEL()->processed = LEVEL()->tuptable->numvals;
		else
			LEVEL()->processed = qc.nprocessed;
		res = SPI_OK_UTILITY;
	}
	return res;
}

/* Run all statements of the plan; the last that sets the tag gives the result. */
static int
execute(SPIPlanPtr plan, ParamListInfo params, Snapshot snapshot,
		bool read_only, uint64 tcount, DestReceiver *caller_dest,
		ResourceOwner owner)
{
	SpiErrorInfo info = {NULL};
	ErrorContextCallback cb;
	uint64 my_processed = 0;
	SPITupleTable *my_tuptable = NULL;
	int my_res = 0;
	bool pushed = false;
	ListCell *lc1;
	ListCell *lc2;

	cb.callback = error_callback;
	cb.arg = &info;
	cb.previous = error_context_stack;
	error_context_stack = &cb;
	if (read_only && !ActiveSnapshotSet())
	{
		PushActiveSnapshot(GetTransactionSnapshot());
		pushed = true;
	}
	foreach (lc1, plan->sources)
	{
		CachedPlanSource *source = lfirst(lc1);
		CachedPlan *cplan;

		info.query = source->query_string;
		cplan = GetCachedPlan(source, params, plan->saved ? CurrentResourceOwner : NULL, NULL);
		foreach (lc2, cplan->stmt_list)
		{
			PlannedStmt *stmt = lfirst_node(PlannedStmt, lc2);
			bool stmt_pushed = false;

			if (stmt->utilityStmt && IsA(stmt->utilityStmt, TransactionStmt))
			{
				my_res = SPI_ERROR_TRANSACTION;
				goto fail;
			}
			if (stmt->utilityStmt && IsA(stmt->utilityStmt, CopyStmt) &&
				((CopyStmt *) stmt->utilityStmt)->filename == NULL)
			{
				my_res = SPI_ERROR_COPY;
				goto fail;
			}
			if (read_only && !CommandIsReadOnly(stmt))
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("%s is not allowed in a non-volatile function",
								CreateCommandName((Node *) stmt))));
			if (!read_only)
			{
				/* each statement sees what the ones before it did */
				CommandCounterIncrement();
				if (PlannedStmtRequiresSnapshot(stmt))
				{
					PushActiveSnapshot(GetTransactionSnapshot());
					stmt_pushed = true;
				}
			}
			my_res = run_stmt(stmt, source, params, tcount, caller_dest);
			if (stmt_pushed && ActiveSnapshotSet())
				PopActiveSnapshot();
			if (stmt->canSetTag)
			{
				my_processed = LEVEL()->processed;
				SPI_freetuptable(my_tuptable);
				my_tuptable = LEVEL()->tuptable;
			}
			else
				SPI_freetuptable(LEVEL()->tuptable);
			LEVEL()->tuptable = NULL;
			if (my_res < 0)
				goto fail;
		}
		ReleaseCachedPlan(cplan, plan->saved ? CurrentResourceOwner : NULL);
		cplan = NULL;
		if (!read_only)
			CommandCounterIncrement();
		continue;
	fail:
		ReleaseCachedPlan(cplan, plan->saved ? CurrentResourceOwner : NULL);
		break;
	}
	if (pushed)
		PopActiveSnapshot();
	error_context_stack = cb.previous;
	SPI_processed = my_processed;
	SPI_tuptable = my_tuptable;
	LEVEL()->tuptable = NULL;
	/* nothing but rewritten-away statements */
	if (my_res == 0)
		my_res = SPI_OK_REWRITTEN;
	return my_res;
}

/* ---------------------------------------------------------------- result rows */

static void
spi_startup(DestReceiver *self, int operation, TupleDesc typeinfo)
{
	SpiLevel *lv = LEVEL();
	MemoryContext cxt = AllocSetContextCreate(lv->procCxt, "SPI TupTable",
											  ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	SPITupleTable *tuptable = palloc0(sizeof(SPITupleTable));

	tuptable->tuptabcxt = cxt;
	tuptable->subid = GetCurrentSubTransactionId();
	tuptable->alloced = 128;
	tuptable->vals = palloc(tuptable->alloced * sizeof(HeapTuple));
	tuptable->tupdesc = CreateTupleDescCopy(typeinfo);
	lv->tuptable = tuptable;
	MemoryContextSwitchTo(caller);
}

static bool
spi_receive(TupleTableSlot *slot, DestReceiver *self)
{
	SPITupleTable *tuptable = LEVEL()->tuptable;
	MemoryContext caller = MemoryContextSwitchTo(tuptable->tuptabcxt);

	if (tuptable->numvals >= tuptable->alloced)
	{
		tuptable->alloced *= 2;
		tuptable->vals = repalloc_huge(tuptable->vals,
									   tuptable->alloced * sizeof(HeapTuple));
	}
	tuptable->vals[tuptable->numvals++] = ExecCopySlotHeapTuple(slot);
	MemoryContextSwitchTo(caller);
	return true;
}

static void
spi_nothing(DestReceiver *self)
{
}

DestReceiver *
spi_create_DR(void)
{
	static DestReceiver receiver = {
		spi_receive, spi_startup, spi_nothing, spi_nothing, DestSPI};

	return &receiver;
}

void
SPI_freetuptable(SPITupleTable *tuptable)
{
	if (tuptable == NULL)
		return;
	if (SPI_tuptable == tuptable)
		SPI_tuptable = NULL;
	MemoryContextDelete(tuptable->tuptabcxt);
}

/* Column value as text, or NULL. */
char *
SPI_getvalue(HeapTuple tuple, TupleDesc tupdesc, int fnumber)
{
	Datum val;
	bool isnull;
	Oid typoid;
	Oid foutoid;
	bool varlena;

	SPI_result = 0;
	if (fnumber > tupdesc->natts || fnumber == 0 ||
		fnumber <= FirstLowInvalidHeapAttributeNumber)
	{
		SPI_result = SPI_ERROR_NOATTRIBUTE;
		return NULL;
	}
	val = heap_getattr(tuple, fnumber, tupdesc, &isnull);
	if (isnull)
		return NULL;
	typoid = SPI_gettypeid(tupdesc, fnumber);
	getTypeOutputInfo(typoid, &foutoid, &varlena);
	return OidOutputFunctionCall(foutoid, val);
}

Datum
SPI_getbinval(HeapTuple tuple, TupleDesc tupdesc, int fnumber, bool *isnull)
{
	SPI_result = 0;
	if (fnumber > tupdesc->natts || fnumber == 0 ||
		fnumber <= FirstLowInvalidHeapAttributeNumber)
	{
		SPI_result = SPI_ERROR_NOATTRIBUTE;
		*isnull = true;
		return (Datum) 0;
	}
	return heap_getattr(tuple, fnumber, tupdesc, isnull);
}

Oid
SPI_gettypeid(TupleDesc tupdesc, int fnumber)
{
	SPI_result = 0;
	if (fnumber > tupdesc->natts || fnumber == 0 ||
		fnumber <= FirstLowInvalidHeapAttributeNumber)
	{
		SPI_result = SPI_ERROR_NOATTRIBUTE;
		return InvalidOid;
	}
	if (fnumber > 0)
		return TupleDescAttr(tupdesc, fnumber - 1)->atttypid;
	return SystemAttributeDefinition(fnumber)->atttypid;
}

char *
SPI_gettype(TupleDesc tupdesc, int fnumber)
{
	Oid typoid = SPI_gettypeid(tupdesc, fnumber);
	HeapTuple tup;
	char *result;

	if (!OidIsValid(typoid))
		return NULL;
	tup = SearchSysCache1(TYPEOID, ObjectIdGetDatum(typoid));
	if (!HeapTupleIsValid(tup))
	{
		SPI_result = SPI_ERROR_TYPUNKNOWN;
		return NULL;
	}
	result = pstrdup(NameStr(((Form_pg_type) GETSTRUCT(tup))->typname));
	ReleaseSysCache(tup);
	return result;
}

int
SPI_fnumber(TupleDesc tupdesc, const char *fname)
{
	const FormData_pg_attribute *sysatt;

	for (int i = 0; i < tupdesc->natts; i++)
		if (namestrcmp(&TupleDescAttr(tupdesc, i)->attname, fname) == 0 &&
			!TupleDescAttr(tupdesc, i)->attisdropped)
			return i + 1;
	sysatt = SystemAttributeByName(fname);
	return sysatt ? sysatt->attnum : SPI_ERROR_NOATTRIBUTE;
}

char *
SPI_fname(TupleDesc tupdesc, int fnumber)
{
	SPI_result = 0;
	if (fnumber > tupdesc->natts || fnumber == 0 ||
		fnumber <= FirstLowInvalidHeapAttributeNumber)
	{
		SPI_result = SPI_ERROR_NOATTRIBUTE;
		return NULL;
	}
	if (fnumber > 0)
		return pstrdup(NameStr(TupleDescAttr(tupdesc, fnumber - 1)->attname));
	return pstrdup(NameStr(SystemAttributeDefinition(fnumber)->attname));
}

char *
SPI_getrelname(Relation rel)
{
	return pstrdup(RelationGetRelationName(rel));
}

char *
SPI_getnspname(Relation rel)
{
	return get_namespace_name(RelationGetNamespace(rel));
}

/* Memory of the context that was current before SPI_connect. */
static MemoryContext
outer_context(void)
{
	if (connected < 0)
		elog(ERROR, "SPI memory requested while not connected to SPI");
	return LEVEL()->savedCxt;
}

void *
SPI_palloc(Size size)
{
	return MemoryContextAlloc(outer_context(), size);
}

HeapTuple
SPI_copytuple(HeapTuple tuple)
{
	MemoryContext caller;
	HeapTuple ctuple;

	if (tuple == NULL)
	{
		SPI_result = SPI_ERROR_ARGUMENT;
		return NULL;
	}
	caller = MemoryContextSwitchTo(outer_context());
	ctuple = heap_copytuple(tuple);
	MemoryContextSwitchTo(caller);
	return ctuple;
}

const char *
SPI_result_code_string(int code)
{
	static const struct
	{
		int code;
		const char *name;
	} names[] = {
#define N(c) {c, #c}
		N(SPI_ERROR_CONNECT), N(SPI_ERROR_COPY), N(SPI_ERROR_OPUNKNOWN),
		N(SPI_ERROR_UNCONNECTED), N(SPI_ERROR_ARGUMENT), N(SPI_ERROR_PARAM),
		N(SPI_ERROR_TRANSACTION), N(SPI_ERROR_NOATTRIBUTE),
		N(SPI_ERROR_NOOUTFUNC), N(SPI_ERROR_TYPUNKNOWN), N(SPI_OK_CONNECT),
		N(SPI_OK_FINISH), N(SPI_OK_FETCH), N(SPI_OK_UTILITY),
		N(SPI_OK_SELECT), N(SPI_OK_SELINTO), N(SPI_OK_INSERT),
		N(SPI_OK_DELETE), N(SPI_OK_UPDATE), N(SPI_OK_CURSOR),
		N(SPI_OK_INSERT_RETURNING), N(SPI_OK_DELETE_RETURNING),
		N(SPI_OK_UPDATE_RETURNING), N(SPI_OK_REWRITTEN)
#undef N
	};
	static char buf[64];

	for (int i = 0; i < lengthof(names); i++)
		if (names[i].code == code)
			return names[i].name;
	snprintf(buf, sizeof(buf), "Unrecognized SPI code %d", code);
	return buf;
}

/* ---------------------------------------------------------------- cursors */

/* A portal over the plan's one statement, which has to return rows. */
Portal
SPI_cursor_open(const char *name, SPIPlanPtr plan, Datum *Values,
				const char *Nulls, bool read_only)
{
	CachedPlanSource *source;
	CachedPlan *cplan;
	ParamListInfo params;
	List *stmt_list;
	Portal portal;
	MemoryContext caller;
	Snapshot snapshot;

	if (list_length(plan->sources) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_CURSOR_DEFINITION),
				 errmsg("cannot open multi-query plan as cursor")));
	source = linitial(plan->sources);
	if (!begin_call())
		elog(ERROR, "SPI_cursor_open called while not connected");
	params = make_params(plan->nargs, plan->argtypes, Values, Nulls);
	SPI_processed = 0;
	SPI_tuptable = NULL;
	portal = name == NULL || name[0] == '\0' ? CreateNewPortal() : CreatePortal(name, false, false);
	cplan = GetCachedPlan(source, params, NULL, NULL);
	stmt_list = cplan->stmt_list;
	if (!plan->saved)
	{
		/* the plan would vanish at SPI_finish: give the portal a copy */
		caller = MemoryContextSwitchTo(portal->portalContext);
		stmt_list = copyObject(stmt_list);
		MemoryContextSwitchTo(caller);
		ReleaseCachedPlan(cplan, NULL);
		cplan = NULL;
	}
	PortalDefineQuery(portal, NULL,
					  MemoryContextStrdup(portal->portalContext,
										  source->query_string),
					  source->commandTag, stmt_list, cplan);
	portal->cursorOptions = plan->cursor_options;
	if (!(portal->cursorOptions & (CURSOR_OPT_SCROLL | CURSOR_OPT_NO_SCROLL)))
		portal->cursorOptions |= CURSOR_OPT_NO_SCROLL;
	if (read_only)
		snapshot = GetActiveSnapshot();
	else
	{
		CommandCounterIncrement();
		snapshot = GetTransactionSnapshot();
	}
	caller = MemoryContextSwitchTo(portal->portalContext);
	params = copyParamList(params);
	MemoryContextSwitchTo(caller);
	PortalStart(portal, params, 0, snapshot);
	if (portal->strategy == PORTAL_MULTI_QUERY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_CURSOR_DEFINITION),
				 errmsg("cannot open %s query as cursor",
						GetCommandTagName(source->commandTag))));
	end_call();
	return portal;
}

Portal
SPI_cursor_find(const char *name)
{
	return GetPortalByName(name);
}

/* Rows go to SPI_tuptable. */
void
SPI_cursor_fetch(Portal portal, bool forward, long count)
{
	if (!PortalIsValid(portal))
		elog(ERROR, "invalid portal in SPI cursor operation");
	if (!begin_call())
		elog(ERROR, "SPI cursor operation called while not connected");
	LEVEL()->tuptable = NULL;
	LEVEL()->processed = PortalRunFetch(portal,
										forward ? FETCH_FORWARD : FETCH_BACKWARD,
										count, CreateDestReceiver(DestSPI));
	SPI_processed = LEVEL()->processed;
	SPI_tuptable = LEVEL()->tuptable;
	LEVEL()->tuptable = NULL;
	end_call();
}

void
SPI_cursor_close(Portal portal)
{
	if (!PortalIsValid(portal))
		elog(ERROR, "invalid portal in SPI cursor operation");
	PortalDrop(portal, false);
}
