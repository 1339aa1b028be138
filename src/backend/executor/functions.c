/*
 * functions.c
 *		Functions written in SQL.
 *
 * fmgr_sql is the handler of language sql.  The body is parsed and planned
 * once per call site (fn_extra) and run with the arguments as parameters; the
 * last statement's rows are the result, kept in a tuplestore for
 * set-returning functions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/functions.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "executor/functions.h"
#include "executor/tstoreReceiver.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/analyze.h"
#include "parser/parse_coerce.h"
#include "parser/parse_collate.h"
#include "parser/parse_func.h"
#include "parser/parse_node.h"
#include "rewrite/rewriteHandler.h"
#include "storage/proc.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/* What the parser has to know of the function whose body it reads. */
typedef struct SQLFunctionParseInfo
{
	char *fname;
	int nargs;
	Oid *argtypes;
	char **argnames; /* or NULL */
	Oid collation;
} SQLFunctionParseInfo;

/* Kept in fn_extra between calls. */
typedef struct SQLFunctionCache
{
	char *fname;
	char *src;
	SQLFunctionParseInfoPtr pinfo;
	Oid rettype;
	int16 typlen;
	bool typbyval;
	bool returnsSet;
	bool returnsTuple; /* a whole row is the result */
	bool readonly_func;
	List *plans; /* PlannedStmts, in order */
	TupleDesc rowdesc; /* of a composite result */
	ParamListInfo paramLI;
	MemoryContext fcontext;
	LocalTransactionId lxid; /* valid within this transaction */
	SubTransactionId subxid;
} SQLFunctionCache;

static SQLFunctionCache *make_cache(FmgrInfo *finfo, Oid collation);
static void set_params(SQLFunctionCache *fcache, FunctionCallInfo fcinfo);
static Tuplestorestate *run_statements(SQLFunctionCache *fcache,
									   TupleDesc *resultdesc);

/* ---------------------------------------------------------------- parsing */

/* Signature of the function, with polymorphic types made concrete. */
SQLFunctionParseInfoPtr
prepare_sql_fn_parse_info(HeapTuple procedureTuple, Node *call_expr,
						  Oid inputCollation)
{
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(procedureTuple);
	SQLFunctionParseInfoPtr pinfo = palloc0(sizeof(SQLFunctionParseInfo));
	Datum proargnames;
	Datum proargmodes;
	bool isNull;

	pinfo->fname = pstrdup(NameStr(form->proname));
	pinfo->collation = inputCollation;
	pinfo->nargs = form->pronargs;
	pinfo->argtypes = palloc(Max(pinfo->nargs, 1) * sizeof(Oid));
	memcpy(pinfo->argtypes, form->proargtypes.values,
		   pinfo->nargs * sizeof(Oid));
	for (int i = 0; i < pinfo->nargs; i++)
	{
		Oid argtype = pinfo->argtypes[i];

		if (!IsPolymorphicType(argtype))
			continue;
		argtype = get_call_expr_argtype(call_expr, i);
		if (argtype == InvalidOid)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("could not determine actual type of argument declared %s",
							format_type_be(pinfo->argtypes[i]))));
		pinfo->argtypes[i] = argtype;
	}
	proargnames = SysCacheGetAttr(PROCNAMEARGSNSP, procedureTuple,
								  Anum_pg_proc_proargnames, &isNull);
	if (isNull)
		return pinfo;
	proargmodes = SysCacheGetAttr(PROCNAMEARGSNSP, procedureTuple,
								  Anum_pg_proc_proargmodes, &isNull);
	if (isNull)
		proargmodes = PointerGetDatum(NULL);
	if (get_func_input_arg_names(proargnames, proargmodes,
								 &pinfo->argnames) < pinfo->nargs)
		pinfo->argnames = NULL;
	return pinfo;
}

static Node *
make_param(SQLFunctionParseInfoPtr pinfo, int paramno, int location)
{
	Param *param = makeNode(Param);

	param->paramkind = PARAM_EXTERN;
	param->paramid = paramno;
	param->paramtype = pinfo->argtypes[paramno - 1];
	param->paramtypmod = -1;
	param->paramcollid = get_typcollation(param->paramtype);
	param->location = location;
	if (OidIsValid(pinfo->collation) && OidIsValid(param->paramcollid))
		param->paramcollid = pinfo->collation;
	return (Node *) param;
}

static Node *
param_ref(ParseState *pstate, ParamRef *pref)
{
	SQLFunctionParseInfoPtr pinfo = pstate->p_ref_hook_state;

	if (pref->number <= 0 || pref->number > pinfo->nargs)
		return NULL;
	return make_param(pinfo, pref->number, pref->location);
}

static Node *
named_param(SQLFunctionParseInfoPtr pinfo, const char *name, int location)
{
	if (pinfo->argnames)
		for (int i = 0; i < pinfo->nargs; i++)
			if (pinfo->argnames[i] && strcmp(pinfo->argnames[i], name) == 0)
				return make_param(pinfo, i + 1, location);
	return NULL;
}

/* name, func.name, name.field: an argument if no column has that name. */
static Node *
post_columnref(ParseState *pstate, ColumnRef *cref, Node *var)
{
	SQLFunctionParseInfoPtr pinfo = pstate->p_ref_hook_state;
	int nnames = list_length(cref->fields);
	Node *subfield = NULL;
	Node *param;
	const char *name1;
	const char *name2 = NULL;

	if (var != NULL || nnames > 3)
		return NULL;
	if (IsA(llast(cref->fields), A_Star))
		nnames--;
	if (nnames < 1)
		return NULL;
	name1 = strVal(linitial(cref->fields));
	if (nnames > 1)
	{
		subfield = lsecond(cref->fields);
		name2 = strVal(subfield);
	}
	if (nnames == 3)
	{
		if (strcmp(name1, pinfo->fname) != 0)
			return NULL;
		param = named_param(pinfo, name2, cref->location);
		subfield = lthird(cref->fields);
	}
	else if (nnames == 2 && strcmp(name1, pinfo->fname) == 0)
	{
		param = named_param(pinfo, name2, cref->location);
		if (param)
			subfield = NULL;
		else
			param = named_param(pinfo, name1, cref->location);
	}
	else
		param = named_param(pinfo, name1, cref->location);
	if (!param)
		return NULL;
	if (subfield)
		param = ParseFuncOrColumn(pstate, list_make1(subfield),
								  list_make1(param), pstate->p_last_srf, NULL,
								  false, cref->location);
	return param;
}

void
sql_fn_parser_setup(ParseState *pstate, SQLFunctionParseInfoPtr pinfo)
{
	pstate->p_pre_columnref_hook = NULL;
	pstate->p_post_columnref_hook = post_columnref;
	pstate->p_paramref_hook = param_ref;
	pstate->p_ref_hook_state = pinfo;
}

static void
parser_setup_cb(ParseState *pstate, void *arg)
{
	sql_fn_parser_setup(pstate, (SQLFunctionParseInfoPtr) arg);
}

/* ---------------------------------------------------------------- checks */

void
check_sql_fn_statements(List *queryTreeLists)
{
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, queryTreeLists)
		foreach (lc2, lfirst_node(List, lc))
		{
			Query *query = lfirst_node(Query, lc2);

			if (query->commandType == CMD_UTILITY &&
				IsA(query->utilityStmt, CallStmt) &&
				((CallStmt *) query->utilityStmt)->outargs != NIL)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("calling procedures with output arguments is not supported in SQL functions")));
		}
}

static void
wrong_return(Oid rettype, const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
			 errmsg("return type mismatch in function declared to return %s",
					format_type_be(rettype)),
			 errdetail("%s", detail)));
}

/* Coerce one output column; false if the type cannot be had implicitly. */
static bool
coerce_column(TargetEntry *tle, Oid type, int32 typmod)
{
	Node *cast = coerce_to_target_type(NULL, (Node *) tle->expr,
									   exprType((Node *) tle->expr),
									   type, typmod, COERCION_ASSIGNMENT,
									   COERCE_IMPLICIT_CAST, -1);

	if (cast == NULL)
		return false;
	assign_expr_collations(NULL, cast);
	tle->expr = (Expr *) cast;
	return true;
}

/* The last statement that sets the tag, in whatever list it is. */
static Query *
last_query(List *queryTreeLists)
{
	Query *result = NULL;
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, queryTreeLists)
	{
		foreach (lc2, lfirst_node(List, lc))
			if (lfirst_node(Query, lc2)->canSetTag)
				result = lfirst(lc2);
	}
	return result;
}

/*
 * Does the last statement return what the function declares?  Columns are
 * coerced in place.  True if the statement's row as a whole is the (composite)
 * result; *resultTargetList (if given) receives its columns.
 */
bool
check_sql_fn_retval(List *queryTreeLists, Oid rettype, TupleDesc rettupdesc,
					bool insertDroppedCols, List **resultTargetList)
{
	Query *parse;
	List *tlist;
	char fn_typtype;
	int ncols = 0;
	int col = 0;
	ListCell *lc;

	if (resultTargetList)
		*resultTargetList = NIL;
	if (rettype == VOIDOID)
		return false;
	parse = last_query(queryTreeLists);
	if (parse && parse->commandType == CMD_SELECT)
		tlist = parse->targetList;
	else if (parse && (parse->commandType == CMD_INSERT || parse->commandType == CMD_UPDATE || parse->commandType == CMD_DELETE) &&
			 parse->returningList)
		tlist = parse->returningList;
	else
	{
		wrong_return(rettype,
					 "Function's final statement must be SELECT or INSERT/UPDATE/DELETE RETURNING.");
		return false;
	}
	foreach (lc, tlist)
		if (!((TargetEntry *) lfirst(lc))->resjunk)
			ncols++;
	fn_typtype = get_typtype(rettype);
	if (fn_typtype == TYPTYPE_BASE || fn_typtype == TYPTYPE_DOMAIN ||
		fn_typtype == TYPTYPE_ENUM || fn_typtype == TYPTYPE_RANGE ||
		fn_typtype == TYPTYPE_MULTIRANGE)
	{
		if (!(fn_typtype == TYPTYPE_DOMAIN && type_is_rowtype(rettype)))
		{
			TargetEntry *tle;

			if (ncols != 1)
				wrong_return(rettype,
							 "Final statement must return exactly one column.");
			tle = linitial(tlist);
			if (exprType((Node *) tle->expr) != rettype &&
				(parse->setOperations || !coerce_column(tle, rettype, -1)))
				wrong_return(rettype,
							 psprintf("Actual return type is %s.",
									  format_type_be(exprType((Node *) tle->expr))));
			if (resultTargetList)
				*resultTargetList = tlist;
			return false;
		}
	}
	else if (fn_typtype != TYPTYPE_COMPOSITE && rettype != RECORDOID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("return type %s is not supported for SQL functions",
						format_type_be(rettype))));
	/* one column that is the composite value itself */
	if (ncols == 1)
	{
		TargetEntry *tle = linitial(tlist);

		if (exprType((Node *) tle->expr) == rettype ||
			(rettype != RECORDOID && type_is_rowtype(exprType((Node *) tle->expr)) &&
			 coerce_column(tle, rettype, -1)))
		{
			if (resultTargetList)
				*resultTargetList = tlist;
			return false;
		}
	}
	if (resultTargetList)
		*resultTargetList = tlist;
	/* a RECORD takes whatever comes */
	if (rettupdesc == NULL)
		return true;
	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst(lc);
		Form_pg_attribute att;

		if (tle->resjunk)
			continue;
		do
		{
			if (col >= rettupdesc->natts)
				wrong_return(rettype,
							 "Final statement returns too many columns.");
			att = TupleDescAttr(rettupdesc, col++);
		} while (att->attisdropped);
		if (exprType((Node *) tle->expr) != att->atttypid &&
			(parse->setOperations ||
			 !coerce_column(tle, att->atttypid, att->atttypmod)))
			wrong_return(rettype,
						 psprintf("Final statement returns %s instead of %s at column %d.",
								  format_type_be(exprType((Node *) tle->expr)),
								  format_type_be(att->atttypid), col));
	}
	for (; col < rettupdesc->natts; col++)
		if (!TupleDescAttr(rettupdesc, col)->attisdropped)
			wrong_return(rettype, "Final statement returns too few columns.");
	return true;
}

/* ---------------------------------------------------------------- preparing */

/* The body as lists of rewritten queries, one per statement. */
static List *
analyze_body(HeapTuple tup, SQLFunctionCache *fcache)
{
	List *lists = NIL;
	Datum tmp;
	bool isNull;
	ListCell *lc;

	tmp = SysCacheGetAttr(PROCOID, tup, Anum_pg_proc_prosqlbody, &isNull);
	if (!isNull)
	{
		Node *n = stringToNode(TextDatumGetCString(tmp));
		List *stored = IsA(n, List) ? linitial_node(List, (List *) n) : list_make1(n);

		foreach (lc, stored)
		{
			Query *query = lfirst_node(Query, lc);

			AcquireRewriteLocks(query, true, false);
			lists = lappend(lists, pg_rewrite_query(query));
		}
		return lists;
	}
	foreach (lc, pg_parse_query(fcache->src))
		lists = lappend(lists,
						pg_analyze_and_rewrite_withcb(lfirst_node(RawStmt, lc),
													  fcache->src,
													  parser_setup_cb,
													  fcache->pinfo, NULL));
	return lists;
}

static void
plan_body(SQLFunctionCache *fcache, List *lists)
{
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, lists)
		foreach (lc2, lfirst_node(List, lc))
		{
			Query *query = lfirst_node(Query, lc2);
			PlannedStmt *stmt;

			if (query->commandType == CMD_UTILITY)
			{
				stmt = makeNode(PlannedStmt);
				stmt->commandType = CMD_UTILITY;
				stmt->canSetTag = query->canSetTag;
				stmt->utilityStmt = query->utilityStmt;
				stmt->stmt_location = query->stmt_location;
				stmt->stmt_len = query->stmt_len;
				if (IsA(query->utilityStmt, TransactionStmt))
					ereport(ERROR,
							(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
							 errmsg("%s is not allowed in an SQL function",
									CreateCommandName(query->utilityStmt))));
			}
			else
				stmt = pg_plan_query(query, fcache->src, CURSOR_OPT_PARALLEL_OK,
									 NULL);
			if (fcache->readonly_func && !CommandIsReadOnly(stmt))
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("%s is not allowed in a non-volatile function",
								CreateCommandName((Node *) stmt))));
			fcache->plans = lappend(fcache->plans, stmt);
		}
}

static SQLFunctionCache *
make_cache(FmgrInfo *finfo, Oid collation)
{
	MemoryContext cxt = AllocSetContextCreate(finfo->fn_mcxt, "SQL function",
											  ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	SQLFunctionCache *fcache = palloc0(sizeof(SQLFunctionCache));
	HeapTuple tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(finfo->fn_oid));
	Form_pg_proc form;
	TupleDesc rettupdesc = NULL;
	List *lists;
	bool isNull;
	Datum src;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", finfo->fn_oid);
	form = (Form_pg_proc) GETSTRUCT(tup);
	fcache->fcontext = cxt;
	fcache->fname = pstrdup(NameStr(form->proname));
	MemoryContextSetIdentifier(cxt, fcache->fname);
	fcache->returnsSet = form->proretset;
	fcache->readonly_func = form->provolatile != PROVOLATILE_VOLATILE;
	if (get_func_result_type(finfo->fn_oid, NULL, NULL) == TYPEFUNC_SCALAR &&
		!IsPolymorphicType(form->prorettype))
		fcache->rettype = form->prorettype;
	else if (IsPolymorphicType(form->prorettype))
	{
		fcache->rettype = get_fn_expr_rettype(finfo);
		if (fcache->rettype == InvalidOid)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("could not determine actual result type for function declared to return type %s",
							format_type_be(form->prorettype))));
	}
	else
		fcache->rettype = form->prorettype;
	if (finfo->fn_expr)
		(void) get_expr_result_type(finfo->fn_expr, NULL, &rettupdesc);
	else
		(void) get_func_result_type(finfo->fn_oid, NULL, &rettupdesc);
	get_typlenbyval(fcache->rettype, &fcache->typlen, &fcache->typbyval);
	src = SysCacheGetAttr(PROCOID, tup, Anum_pg_proc_prosrc, &isNull);
	fcache->src = isNull ? pstrdup("") : TextDatumGetCString(src);
	fcache->pinfo = prepare_sql_fn_parse_info(tup, finfo->fn_expr, collation);
	lists = analyze_body(tup, fcache);
	check_sql_fn_statements(lists);
	fcache->returnsTuple = check_sql_fn_retval(lists, fcache->rettype,
											   rettupdesc, false, NULL);
	if (rettupdesc)
		fcache->rowdesc = BlessTupleDesc(CreateTupleDescCopy(rettupdesc));
	plan_body(fcache, lists);
	ReleaseSysCache(tup);
	fcache->lxid = MyProc->lxid;
	fcache->subxid = GetCurrentSubTransactionId();
	MemoryContextSwitchTo(caller);
	finfo->fn_extra = fcache;
	return fcache;
}

/* ---------------------------------------------------------------- running */

static void
set_params(SQLFunctionCache *fcache, FunctionCallInfo fcinfo)
{
	int nargs = fcinfo->nargs;
	ParamListInfo params = fcache->paramLI;

	if (nargs == 0)
		return;
	if (params == NULL)
	{
		MemoryContext caller = MemoryContextSwitchTo(fcache->fcontext);

		params = fcache->paramLI = makeParamList(nargs);
		MemoryContextSwitchTo(caller);
	}
	for (int i = 0; i < nargs; i++)
	{
		ParamExternData *prm = &params->params[i];

		prm->value = fcinfo->args[i].value;
		prm->isnull = fcinfo->args[i].isnull;
		prm->pflags = 0;
		prm->ptype = fcache->pinfo->argtypes[i];
		/* it may be read more than once */
		if (!prm->isnull && get_typlen(prm->ptype) == -1)
			prm->value = MakeExpandedObjectReadOnlyInternal(prm->value);
	}
}

static void
run_one(SQLFunctionCache *fcache, PlannedStmt *stmt, DestReceiver *dest,
		uint64 count, TupleDesc *desc)
{
	QueryDesc *qd;

	if (stmt->commandType == CMD_UTILITY)
	{
		ProcessUtility(stmt, fcache->src, true, PROCESS_UTILITY_QUERY,
					   fcache->paramLI, NULL, dest, NULL);
		return;
	}
	qd = CreateQueryDesc(stmt, fcache->src, GetActiveSnapshot(),
						 InvalidSnapshot, dest, fcache->paramLI, NULL, 0);
	ExecutorStart(qd, EXEC_FLAG_SKIP_TRIGGERS);
	if (desc && qd->tupDesc)
		*desc = CreateTupleDescCopy(qd->tupDesc);
	ExecutorRun(qd, ForwardScanDirection, count, true);
	ExecutorFinish(qd);
	ExecutorEnd(qd);
	FreeQueryDesc(qd);
}

/* Run all statements; the rows of the last one that sets the tag are kept. */
static Tuplestorestate *
run_statements(SQLFunctionCache *fcache, TupleDesc *resultdesc)
{
	Tuplestorestate *store = NULL;
	PlannedStmt *last = NULL;
	bool pushed = false;
	ListCell *lc;

	*resultdesc = NULL;
	foreach (lc, fcache->plans)
		if (lfirst_node(PlannedStmt, lc)->canSetTag)
			last = lfirst(lc);
	foreach (lc, fcache->plans)
	{
		PlannedStmt *stmt = lfirst(lc);
		DestReceiver *dest = None_Receiver;
		uint64 count = 0;
		bool result = stmt == last && fcache->rettype != VOIDOID;

		/* a volatile function sees what its earlier statements did */
		if (!fcache->readonly_func)
		{
			CommandCounterIncrement();
			if (!pushed)
				PushActiveSnapshot(GetTransactionSnapshot());
			else
				UpdateActiveSnapshotCommandId();
			pushed = true;
		}
		if (result)
		{
			store = tuplestore_begin_heap(fcache->returnsSet, false, work_mem);
			dest = CreateDestReceiver(DestTuplestore);
			SetTuplestoreDestReceiverParams(dest, store, CurrentMemoryContext,
											false, NULL, NULL);
			/* a scalar function needs the first row only */
			if (!fcache->returnsSet && stmt->commandType == CMD_SELECT)
				count = 1;
		}
		run_one(fcache, stmt, dest, count, result ? resultdesc : NULL);
		if (result)
			dest->rDestroy(dest);
	}
	if (pushed)
		PopActiveSnapshot();
	return store;
}

/* The first row of a function that returns no set. */
static Datum
single_result(SQLFunctionCache *fcache, FunctionCallInfo fcinfo,
			  Tuplestorestate *store, TupleDesc desc, MemoryContext resultcxt)
{
	TupleTableSlot *slot;
	MemoryContext caller;
	Datum value = (Datum) 0;

	fcinfo->isnull = true;
	if (store == NULL)
		return (Datum) 0;
	slot = MakeSingleTupleTableSlot(desc, &TTSOpsMinimalTuple);
	if (tuplestore_gettupleslot(store, true, false, slot))
	{
		caller = MemoryContextSwitchTo(resultcxt);
		if (fcache->returnsTuple)
		{
			HeapTuple tup;

			slot_getallattrs(slot);
			tup = heap_form_tuple(fcache->rowdesc ? fcache->rowdesc : BlessTupleDesc(desc), slot->tts_values,
								  slot->tts_isnull);
			value = HeapTupleGetDatum(tup);
			fcinfo->isnull = false;
		}
		else
		{
			value = slot_getattr(slot, 1, &fcinfo->isnull);
			if (!fcinfo->isnull)
				value = datumCopy(value, fcache->typbyval, fcache->typlen);
		}
		MemoryContextSwitchTo(caller);
	}
	ExecDropSingleTupleTableSlot(slot);
	tuplestore_end(store);
	return value;
}

static void
sql_error_context(void *arg)
{
	SQLFunctionCache *fcache = arg;
	int pos = geterrposition();

	if (pos > 0)
	{
		errposition(0);
		internalerrposition(pos);
		internalerrquery(fcache->src);
	}
	errcontext("SQL function \"%s\"", fcache->fname);
}

/* Call handler of language sql. */
Datum
fmgr_sql(PG_FUNCTION_ARGS)
{
	SQLFunctionCache *fcache = fcinfo->flinfo->fn_extra;
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext resultcxt = CurrentMemoryContext;
	MemoryContext work;
	ErrorContextCallback cb;
	Tuplestorestate *store;
	TupleDesc desc;
	Datum result;

	check_stack_depth();
	/* plans of an earlier transaction may be out of date */
	if (fcache && fcache->lxid != MyProc->lxid)
	{
		fcinfo->flinfo->fn_extra = NULL;
		MemoryContextDelete(fcache->fcontext);
		fcache = NULL;
	}
	if (fcache == NULL)
		fcache = make_cache(fcinfo->flinfo, PG_GET_COLLATION());
	cb.callback = sql_error_context;
	cb.arg = fcache;
	cb.previous = error_context_stack;
	error_context_stack = &cb;
	set_params(fcache, fcinfo);
	if (fcache->returnsSet)
	{
		if (!rsi || !IsA(rsi, ReturnSetInfo) ||
			(rsi->allowedModes & SFRM_Materialize) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("set-valued function called in context that cannot accept a set")));
		MemoryContextSwitchTo(rsi->econtext->ecxt_per_query_memory);
		store = run_statements(fcache, &desc);
		rsi->returnMode = SFRM_Materialize;
		rsi->setResult = store;
		rsi->setDesc = fcache->returnsTuple && fcache->rowdesc ? CreateTupleDescCopy(fcache->rowdesc) : desc;
		fcinfo->isnull = true;
		MemoryContextSwitchTo(resultcxt);
		error_context_stack = cb.previous;
		return (Datum) 0;
	}
	work = AllocSetContextCreate(CurrentMemoryContext, "SQL function call",
								 ALLOCSET_SMALL_SIZES);
	MemoryContextSwitchTo(work);
	store = run_statements(fcache, &desc);
	result = single_result(fcache, fcinfo, store, desc, resultcxt);
	MemoryContextSwitchTo(resultcxt);
	MemoryContextDelete(work);
	error_context_stack = cb.previous;
	return result;
}

/* Rows of SQL functions are collected by the tuplestore receiver. */
DestReceiver *
CreateSQLFunctionDestReceiver(void)
{
	return CreateTuplestoreDestReceiver();
}
