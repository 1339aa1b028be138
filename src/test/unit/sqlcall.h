/*
 * sqlcall.h
 *		Calls of built-in functions with values as text, for unit tests.
 *
 * A case names a function by its C name, the output function of its result,
 * and for each argument the input function and the text.  The expected text
 * is what a stock server printed, or SQLSTATE and message of its error.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/sqlcall.h
 */
#ifndef SQLCALL_H
#define SQLCALL_H

#include "tap.h"

#include <locale.h>

#include "catalog/pg_collation.h"
#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgtime.h"
#include "utils/fmgrtab.h"

#define CALL_MAX_ARGS 7

typedef struct SqlCall
{
	const char *function;
	const char *output;
	const char *expected; /* "<NULL>" for NULL */
	const char *args[2 * CALL_MAX_ARGS]; /* input function, text, ... */
} SqlCall;

static const FmgrBuiltin *
builtin_by_name(const char *name)
{
	for (int i = 0; i < fmgr_nbuiltins; i++)
		if (strcmp(fmgr_builtins[i].funcName, name) == 0)
			return &fmgr_builtins[i];
	elog(ERROR, "no built-in function %s", name);
	return NULL;
}

static Datum
call_builtin(const char *name, NullableDatum *args, int nargs, bool *isnull)
{
	const FmgrBuiltin *b = builtin_by_name(name);
	FmgrInfo finfo = {0};
	LOCAL_FCINFO(call, CALL_MAX_ARGS);
	Datum result;

	finfo.fn_oid = b->foid;
	finfo.fn_nargs = nargs;
	finfo.fn_mcxt = CurrentMemoryContext;
	InitFunctionCallInfoData(*call, &finfo, nargs, DEFAULT_COLLATION_OID, NULL,
							 NULL);
	for (int i = 0; i < nargs; i++)
		call->args[i] = args[i];
	result = b->func(call);
	*isnull = call->isnull;
	return result;
}

static const char *
evaluate(const SqlCall *c)
{
	NullableDatum args[CALL_MAX_ARGS];
	NullableDatum result;
	bool isnull;
	int n = 0;

	for (; n < CALL_MAX_ARGS && c->args[2 * n]; n++)
	{
		NullableDatum in[3] = {
			{CStringGetDatum(c->args[2 * n + 1]), false},
			{ObjectIdGetDatum(InvalidOid), false},
			{Int32GetDatum(-1), false}};

		args[n].value = call_builtin(c->args[2 * n], in, 3, &isnull);
		args[n].isnull = false;
	}
	result.value = call_builtin(c->function, args, n, &result.isnull);
	if (result.isnull)
		return "<NULL>";
	return DatumGetCString(call_builtin(c->output, &result, 1, &isnull));
}

/* One check of a case; its name shows the arguments. */
static inline void
check_call(const SqlCall *c)
{
	MemoryContext cxt = CurrentMemoryContext;
	const char *volatile got = NULL;
	char name[1000];
	int len = snprintf(name, sizeof(name), "%s", c->function);

	for (int i = 1; i < 2 * CALL_MAX_ARGS && c->args[i - 1]; i += 2)
		len += snprintf(name + len, sizeof(name) - len, " '%.60s'",
						c->args[i]);
	for (char *p = name; *p; p++)
		if (*p == '\n' || *p == '#')
			*p = ' ';
	PG_TRY();
	{
		got = evaluate(c);
	}
	PG_CATCH();
	{
		ErrorData *edata;

		MemoryContextSwitchTo(cxt);
		edata = CopyErrorData();
		FlushErrorState();
		got = psprintf("%s %s", unpack_sql_state(edata->sqlerrcode),
					   edata->message);
	}
	PG_END_TRY();
	is_str(got, c->expected, name);
}

/* The settings under which the stock server answered. */
static void
sqlcall_init(const char *zone)
{
	unit_init();
	setlocale(LC_ALL, "C.UTF-8");
	SetDatabaseEncoding(PG_UTF8);
	session_timezone = log_timezone = pg_tzset(zone);
	DateStyle = USE_ISO_DATES;
	DateOrder = DATEORDER_MDY;
}

#endif /* SQLCALL_H */
