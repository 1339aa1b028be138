/*
 * fmgr.c
 *		Finding and calling SQL functions.
 *
 * A built-in function is found in the generated table by its OID.  Any other goes
 * through the callback that the catalog code registers: a function of language
 * internal is looked up by name, one of language C is loaded from its library,
 * one of SQL goes to the executor's SQL-function handler, one of another
 * language to that language's call handler.  Functions that run as their owner
 * or with settings of their own are called through a wrapper.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/fmgr/fmgr.c
 */
#include "postgres.h"

#include "fmgr.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/fmgrtab.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

#define LANG_INTERNAL 12 /* pg_language.dat */
#define LANG_C 13
#define LANG_SQL 14

needs_fmgr_hook_type needs_fmgr_hook = NULL;
fmgr_hook_type fmgr_hook = NULL;

static const FmgrCatalogCallbacks *catalog = NULL;

/* C functions already loaded, by the OID of the SQL function. */
typedef struct CFuncEntry
{
	Oid fn_oid; /* key */
	uint64 cache_key; /* of the pg_proc row it was made from */
	PGFunction user_fn;
} CFuncEntry;
static HTAB *cfuncs = NULL;

void
fmgr_set_lookup(const FmgrCatalogCallbacks *callbacks)
{
	catalog = callbacks;
}

/* ---- lookup ---- */

static const FmgrBuiltin *
find_builtin(Oid id)
{
	uint16 index;

	if (id > fmgr_last_builtin_oid)
		return NULL;
	index = fmgr_builtin_oid_index[id];
	return index == InvalidOidBuiltinMapping ? NULL : &fmgr_builtins[index];
}

static const FmgrBuiltin *
find_builtin_by_name(const char *name)
{
	for (int i = 0; i < fmgr_nbuiltins; i++)
		if (strcmp(name, fmgr_builtins[i].funcName) == 0)
			return &fmgr_builtins[i];
	return NULL;
}

static void
no_body(const FmgrBuiltin *b)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("function %s is not implemented", b->funcName),
			 errdetail("The function with OID %u has a catalog entry but no code in this version.",
					   b->foid)));
}

/* Stands in for a built-in function without a body. */
static Datum
call_without_body(PG_FUNCTION_ARGS)
{
	const FmgrBuiltin *b = fcinfo->flinfo ? find_builtin(fcinfo->flinfo->fn_oid) : NULL;

	if (b)
		no_body(b);
	elog(ERROR, "internal function is not implemented");
}

/* OID of the built-in function with this C name, or InvalidOid. */
Oid
fmgr_internal_function(const char *proname)
{
	const FmgrBuiltin *b = find_builtin_by_name(proname);

	return b ? b->foid : InvalidOid;
}

static PGFunction
internal_by_name(const FmgrProcInfo *info)
{
	const FmgrBuiltin *b = find_builtin_by_name(info->prosrc);

	if (b == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("internal function \"%s\" is not in internal lookup table",
						info->prosrc)));
	if (b->func == NULL)
		no_body(b);
	return b->func;
}

/* Load a C function, or take it from the table of those loaded. */
static PGFunction
c_function(Oid functionId, const FmgrProcInfo *info)
{
	CFuncEntry *entry = NULL;
	bool found;
	void *handle;
	PGFunction fn;
	const Pg_finfo_record *finfo;

	if (cfuncs == NULL)
	{
		HASHCTL ctl = {.keysize = sizeof(Oid), .entrysize = sizeof(CFuncEntry)};

		cfuncs = hash_create("C functions", 100, &ctl, HASH_ELEM | HASH_BLOBS);
	}
	entry = hash_search(cfuncs, &functionId, HASH_FIND, NULL);
	if (entry && entry->cache_key == info->cache_key)
		return entry->user_fn;
	if (info->probin == NULL)
		elog(ERROR, "null probin for C function %u", functionId);
	fn = (PGFunction) load_external_function(info->probin, info->prosrc, true,
											 &handle);
	finfo = fetch_finfo_record(handle, info->prosrc);
	if (finfo->api_version != 1)
		elog(ERROR, "unrecognized function API version: %d", finfo->api_version);
	entry = hash_search(cfuncs, &functionId, HASH_ENTER, &found);
	entry->cache_key = info->cache_key;
	entry->user_fn = fn;
	return fn;
}

/* Address of the function that runs fn_oid, by its language. */
static PGFunction
function_address(Oid functionId, FmgrProcInfo *info)
{
	FmgrInfo handler;

	switch (info->prolang)
	{
		case LANG_INTERNAL:
			return internal_by_name(info);
		case LANG_C:
			return c_function(functionId, info);
		case LANG_SQL:
			if (catalog->sql_function == NULL)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("functions written in SQL are not supported")));
			return catalog->sql_function;
		default:
			if (!OidIsValid(info->langhandler))
				elog(ERROR, "language %u of function %u has no call handler",
					 info->prolang, functionId);
			fmgr_info_cxt(info->langhandler, &handler, CurrentMemoryContext);
			return handler.fn_addr;
	}
}

static void
lookup_in_catalog(Oid functionId, FmgrProcInfo *info)
{
	memset(info, 0, sizeof(*info));
	if (catalog == NULL || !catalog->lookup(functionId, info))
		elog(ERROR, "cache lookup failed for function %u", functionId);
}

static Datum security_wrapper(PG_FUNCTION_ARGS);

static void
fill_from_catalog(Oid functionId, FmgrInfo *finfo, bool ignore_security)
{
	FmgrProcInfo info;
	MemoryContext oldcxt = MemoryContextSwitchTo(finfo->fn_mcxt);

	lookup_in_catalog(functionId, &info);
	finfo->fn_nargs = info.pronargs;
	finfo->fn_strict = info.proisstrict;
	finfo->fn_retset = info.proretset;
	if (!ignore_security &&
		(info.prosecdef || info.nconfig > 0 || FmgrHookIsNeeded(functionId)))
	{
		finfo->fn_addr = security_wrapper;
		finfo->fn_stats = 2; /* TRACK_FUNC_ALL: counted below the wrapper */
	}
	else
	{
		finfo->fn_addr = function_address(functionId, &info);
		finfo->fn_stats = info.prolang == LANG_INTERNAL ? 2 : info.prolang <= LANG_SQL ? 1
																					   : 0;
	}
	finfo->fn_oid = functionId;
	MemoryContextSwitchTo(oldcxt);
}

/*
 * fmgr_info_cxt
 *		Fill in *finfo for calls of functionId; what calls keep goes in mcxt.
 *
 * Errors: XX000 for an OID without a function, 42883 for an internal function
 * that does not exist; loading a library has its own.
 */
void
fmgr_info_cxt(Oid functionId, FmgrInfo *finfo, MemoryContext mcxt)
{
	const FmgrBuiltin *b = find_builtin(functionId);

	memset(finfo, 0, sizeof(*finfo));
	finfo->fn_mcxt = mcxt;
	if (b == NULL)
	{
		fill_from_catalog(functionId, finfo, false);
		return;
	}
	finfo->fn_oid = functionId;
	finfo->fn_nargs = b->nargs;
	finfo->fn_strict = b->strict;
	finfo->fn_retset = b->retset;
	finfo->fn_stats = 2; /* never tracked */
	finfo->fn_addr = b->func ? b->func : call_without_body;
}

void
fmgr_info(Oid functionId, FmgrInfo *finfo)
{
	fmgr_info_cxt(functionId, finfo, CurrentMemoryContext);
}

/* Copy for use in another context; the function's private state is not taken. */
void
fmgr_info_copy(FmgrInfo *dstinfo, FmgrInfo *srcinfo, MemoryContext destcxt)
{
	*dstinfo = *srcinfo;
	dstinfo->fn_mcxt = destcxt;
	dstinfo->fn_extra = NULL;
}

/* Library and C name of a function; *mod NULL for built-in ones, *fn NULL if none. */
void
fmgr_symbol(Oid functionId, char **mod, char **fn)
{
	FmgrProcInfo info;

	*mod = NULL;
	*fn = NULL;
	lookup_in_catalog(functionId, &info);
	if (info.prosecdef || info.nconfig > 0 || FmgrHookIsNeeded(functionId))
		*fn = pstrdup("fmgr_security_definer");
	else if (info.prolang == LANG_INTERNAL)
		*fn = info.prosrc;
	else if (info.prolang == LANG_C)
	{
		*mod = info.probin;
		*fn = info.prosrc;
	}
	else if (info.prolang == LANG_SQL)
		*fn = pstrdup("fmgr_sql");
}

/* ---- SECURITY DEFINER and SET clauses ---- */

typedef struct WrapperState
{
	FmgrInfo flinfo; /* the function itself */
	Oid userid; /* to run as, or InvalidOid */
	int nconfig;
	char **names;
	char **values;
	Datum hook_arg;
} WrapperState;

static WrapperState *
wrapper_state(FunctionCallInfo fcinfo)
{
	FmgrInfo *outer = fcinfo->flinfo;
	WrapperState *state = outer->fn_extra;
	FmgrProcInfo info;
	MemoryContext oldcxt;

	if (state)
		return state;
	oldcxt = MemoryContextSwitchTo(outer->fn_mcxt);
	state = palloc0(sizeof(*state));
	state->flinfo.fn_mcxt = outer->fn_mcxt;
	fill_from_catalog(outer->fn_oid, &state->flinfo, true);
	state->flinfo.fn_expr = outer->fn_expr;
	lookup_in_catalog(outer->fn_oid, &info);
	if (info.prosecdef)
		state->userid = info.proowner;
	state->nconfig = info.nconfig;
	state->names = info.config_names;
	state->values = info.config_values;
	MemoryContextSwitchTo(oldcxt);
	outer->fn_extra = state;
	return state;
}

/* The call itself: fcinfo gets its own FmgrInfo back whatever happens. */
static Datum
call_inner(FunctionCallInfo fcinfo, WrapperState *state)
{
	FmgrInfo *volatile outer = fcinfo->flinfo;
	Datum result;

	if (fmgr_hook)
		fmgr_hook(FHET_START, &state->flinfo, &state->hook_arg);
	PG_TRY();
	{
		fcinfo->flinfo = &state->flinfo;
		result = FunctionCallInvoke(fcinfo);
	}
	PG_CATCH();
	{
		WrapperState *failed = outer->fn_extra;

		fcinfo->flinfo = outer;
		if (fmgr_hook)
			fmgr_hook(FHET_ABORT, &failed->flinfo, &failed->hook_arg);
		PG_RE_THROW();
	}
	PG_END_TRY();
	fcinfo->flinfo = outer;
	return result;
}

/*
 * Call with another user and settings, and go back after.  On an error the
 * transaction's abort restores both.
 */
static Datum
security_wrapper(PG_FUNCTION_ARGS)
{
	WrapperState *state = wrapper_state(fcinfo);
	Oid save_userid;
	int save_sec;
	int save_nest = 0;
	Datum result;

	GetUserIdAndSecContext(&save_userid, &save_sec);
	if (state->nconfig > 0)
		save_nest = NewGUCNestLevel();
	if (OidIsValid(state->userid))
		SetUserIdAndSecContext(state->userid,
							   save_sec | SECURITY_LOCAL_USERID_CHANGE);
	for (int i = 0; i < state->nconfig; i++)
		(void) set_config_option(state->names[i], state->values[i],
								 superuser() ? PGC_SUSET : PGC_USERSET,
								 PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	result = call_inner(fcinfo, state);
	if (state->nconfig > 0)
		AtEOXact_GUC(true, save_nest);
	if (OidIsValid(state->userid))
		SetUserIdAndSecContext(save_userid, save_sec);
	if (fmgr_hook)
		fmgr_hook(FHET_END, &state->flinfo, &state->hook_arg);
	return result;
}

/* ---- calls ---- */

static void
null_result(Oid fn_oid, PGFunction fn)
{
	if (OidIsValid(fn_oid))
		elog(ERROR, "function %u returned NULL", fn_oid);
	elog(ERROR, "function %p returned NULL", (void *) fn);
}

/*
 * The three families for n arguments.  None may be NULL, and the result is
 * not: a NULL result is an ERROR.
 */
#define SET1 SETARG(1)
#define SET2 SET1 SETARG(2)
#define SET3 SET2 SETARG(3)
#define SET4 SET3 SETARG(4)
#define SET5 SET4 SETARG(5)
#define SET6 SET5 SETARG(6)
#define SET7 SET6 SETARG(7)
#define SET8 SET7 SETARG(8)
#define SET9 SET8 SETARG(9)
#define SETARG(i)                       \
	fcinfo->args[i - 1].value = arg##i; \
	fcinfo->args[i - 1].isnull = false;

#define CALL_FAMILY(n)                                                            \
	Datum                                                                         \
		DirectFunctionCall##n##Coll(PGFunction func, Oid collation, FMGR_ARGS##n) \
	{                                                                             \
		LOCAL_FCINFO(fcinfo, n);                                                  \
		Datum result;                                                             \
		InitFunctionCallInfoData(*fcinfo, NULL, n, collation, NULL, NULL);        \
		SET##n                                                                    \
			result = func(fcinfo);                                                \
		if (fcinfo->isnull)                                                       \
			null_result(InvalidOid, func);                                        \
		return result;                                                            \
	}                                                                             \
	Datum                                                                         \
		FunctionCall##n##Coll(FmgrInfo *flinfo, Oid collation, FMGR_ARGS##n)      \
	{                                                                             \
		LOCAL_FCINFO(fcinfo, n);                                                  \
		Datum result;                                                             \
		InitFunctionCallInfoData(*fcinfo, flinfo, n, collation, NULL, NULL);      \
		SET##n                                                                    \
			result = FunctionCallInvoke(fcinfo);                                  \
		if (fcinfo->isnull)                                                       \
			null_result(flinfo->fn_oid, NULL);                                    \
		return result;                                                            \
	}
CALL_FAMILY(1)
CALL_FAMILY(2)
CALL_FAMILY(3)
CALL_FAMILY(4)
CALL_FAMILY(5)
CALL_FAMILY(6)
CALL_FAMILY(7)
CALL_FAMILY(8)
CALL_FAMILY(9)

#define OID_CALL(n, ...)                                                      \
	Datum                                                                     \
		OidFunctionCall##n##Coll(Oid functionId, Oid collation, FMGR_ARGS##n) \
	{                                                                         \
		FmgrInfo flinfo;                                                      \
		fmgr_info(functionId, &flinfo);                                       \
		return FunctionCall##n##Coll(&flinfo, collation, __VA_ARGS__);        \
	}
OID_CALL(1, arg1)
OID_CALL(2, arg1, arg2)
OID_CALL(3, arg1, arg2, arg3)
OID_CALL(4, arg1, arg2, arg3, arg4)
OID_CALL(5, arg1, arg2, arg3, arg4, arg5)
OID_CALL(6, arg1, arg2, arg3, arg4, arg5, arg6)
OID_CALL(7, arg1, arg2, arg3, arg4, arg5, arg6, arg7)
OID_CALL(8, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8)
OID_CALL(9, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9)

Datum
FunctionCall0Coll(FmgrInfo *flinfo, Oid collation)
{
	LOCAL_FCINFO(fcinfo, 0);
	Datum result;

	InitFunctionCallInfoData(*fcinfo, flinfo, 0, collation, NULL, NULL);
	result = FunctionCallInvoke(fcinfo);
	if (fcinfo->isnull)
		null_result(flinfo->fn_oid, NULL);
	return result;
}

Datum
OidFunctionCall0Coll(Oid functionId, Oid collation)
{
	FmgrInfo flinfo;

	fmgr_info(functionId, &flinfo);
	return FunctionCall0Coll(&flinfo, collation);
}

/* Call func with the FmgrInfo of the caller, which thus shares its fn_extra. */
Datum
CallerFInfoFunctionCall1(PGFunction func, FmgrInfo *flinfo, Oid collation,
						 Datum arg1)
{
	LOCAL_FCINFO(fcinfo, 1);
	Datum result;

	InitFunctionCallInfoData(*fcinfo, flinfo, 1, collation, NULL, NULL);
	SET1
		result = func(fcinfo);
	if (fcinfo->isnull)
		null_result(InvalidOid, func);
	return result;
}

Datum
CallerFInfoFunctionCall2(PGFunction func, FmgrInfo *flinfo, Oid collation,
						 Datum arg1, Datum arg2)
{
	LOCAL_FCINFO(fcinfo, 2);
	Datum result;

	InitFunctionCallInfoData(*fcinfo, flinfo, 2, collation, NULL, NULL);
	SET2
		result = func(fcinfo);
	if (fcinfo->isnull)
		null_result(InvalidOid, func);
	return result;
}

/* ---- input and output of types ---- */

/* Call an input or receive function; value_null: the value itself is NULL. */
static Datum
call_input(FmgrInfo *flinfo, Datum value, bool value_null, Oid typioparam,
		   int32 typmod, const char *kind)
{
	LOCAL_FCINFO(fcinfo, 3);
	Datum result;

	if (value_null && flinfo->fn_strict)
		return (Datum) 0;
	InitFunctionCallInfoData(*fcinfo, flinfo, 3, InvalidOid, NULL, NULL);
	fcinfo->args[0].value = value;
	fcinfo->args[0].isnull = value_null;
	fcinfo->args[1].value = ObjectIdGetDatum(typioparam);
	fcinfo->args[1].isnull = false;
	fcinfo->args[2].value = Int32GetDatum(typmod);
	fcinfo->args[2].isnull = false;
	result = FunctionCallInvoke(fcinfo);
	if (value_null && !fcinfo->isnull)
		elog(ERROR, "%s function %u returned non-NULL", kind, flinfo->fn_oid);
	if (!value_null && fcinfo->isnull)
		elog(ERROR, "%s function %u returned NULL", kind, flinfo->fn_oid);
	return result;
}

/* str NULL: a NULL value, which a domain may want to check. */
Datum
InputFunctionCall(FmgrInfo *flinfo, char *str, Oid typioparam, int32 typmod)
{
	return call_input(flinfo, CStringGetDatum(str), str == NULL, typioparam,
					  typmod, "input");
}

Datum
ReceiveFunctionCall(FmgrInfo *flinfo, fmStringInfo buf, Oid typioparam,
					int32 typmod)
{
	return call_input(flinfo, PointerGetDatum(buf), buf == NULL, typioparam,
					  typmod, "receive");
}

char *
OutputFunctionCall(FmgrInfo *flinfo, Datum val)
{
	Datum text = FunctionCall1(flinfo, val);

	return DatumGetCString(text);
}

bytea *
SendFunctionCall(FmgrInfo *flinfo, Datum val)
{
	Datum bytes = FunctionCall1(flinfo, val);

	return DatumGetByteaP(bytes);
}

/*
 * The four by the OID of the function, for callers with one value: each call
 * looks the function up.
 */
#define OID_IO_CALL(result, name, params, ...) \
	result Oid##name params                    \
	{                                          \
		FmgrInfo looked_up;                    \
		fmgr_info(functionId, &looked_up);     \
		return name(&looked_up, __VA_ARGS__);  \
	}
OID_IO_CALL(Datum, InputFunctionCall,
			(Oid functionId, char *str, Oid typioparam, int32 typmod),
			str, typioparam, typmod)
OID_IO_CALL(Datum, ReceiveFunctionCall,
			(Oid functionId, fmStringInfo buf, Oid typioparam, int32 typmod),
			buf, typioparam, typmod)
OID_IO_CALL(char *, OutputFunctionCall, (Oid functionId, Datum val), val)
OID_IO_CALL(bytea *, SendFunctionCall, (Oid functionId, Datum val), val)
#undef OID_IO_CALL
