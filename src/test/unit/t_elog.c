/*
 * t_elog.c
 *		Errors: jumping, catching, context, and nesting.
 *
 * Nothing is sent anywhere: reports are caught.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_elog.c
 */
#include "tap.h"

#include "miscadmin.h"
#include "utils/guc.h"

static void
add_context(void *arg)
{
	errcontext("in step %d", *(int *) arg);
}

static ErrorData *
caught(void (*fn)(void))
{
	MemoryContext cxt = CurrentMemoryContext;
	ErrorData *volatile edata = NULL;

	PG_TRY();
	{
		fn();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(cxt);
		edata = CopyErrorData();
		FlushErrorState();
	}
	PG_END_TRY();
	return edata;
}

static void
plain(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DIVISION_BY_ZERO),
			 errmsg("cannot divide %d by zero", 7),
			 errdetail("Detail %s.", "here"),
			 errhint("Do not."),
			 errposition(12)));
}

static void
with_context(void)
{
	int step = 3;
	ErrorContextCallback cb = {error_context_stack, add_context, &step};

	error_context_stack = &cb;
	elog(ERROR, "inner");
}

static void
file_error(void)
{
	errno = ENOENT;
	ereport(ERROR, (errcode_for_file_access(), errmsg("could not open \"x\": %m")));
}

static void
nested(void)
{
	PG_TRY();
	{
		elog(ERROR, "first");
	}
	PG_CATCH();
	{
		FlushErrorState();
		elog(ERROR, "second");
	}
	PG_END_TRY();
}

static volatile int finally_runs = 0;

static void
with_finally(void)
{
	PG_TRY();
	{
		elog(ERROR, "thrown");
	}
	PG_FINALLY();
	{
		finally_runs++;
	}
	PG_END_TRY();
}

int
main(void)
{
	ErrorData *e;

	unit_init();
	e = caught(plain);
	is_str(e->message, "cannot divide 7 by zero", "message");
	is_str(e->detail, "Detail here.", "detail");
	is_str(e->hint, "Do not.", "hint");
	is_int(e->cursorpos, 12, "position");
	is_str(unpack_sql_state(e->sqlerrcode), "22012", "SQLSTATE");
	is_str(e->funcname, "plain", "function");
	FreeErrorData(e);
	e = caught(with_context);
	is_str(e->context, "in step 3", "a context callback adds a line");
	ok(error_context_stack == NULL, "the context stack is restored");
	is_str(unpack_sql_state(e->sqlerrcode), "XX000", "elog is an internal error");
	e = caught(file_error);
	is_str(unpack_sql_state(e->sqlerrcode), "58P01", "SQLSTATE from errno");
	is_str(e->message, "could not open \"x\": No such file or directory", "%m");
	e = caught(nested);
	is_str(e->message, "second", "an error from a handler replaces the first");
	e = caught(with_finally);
	is_str(e->message, "thrown", "PG_FINALLY throws on");
	is_int(finally_runs, 1, "after running its block once");
	HOLD_INTERRUPTS();
	(void) caught(plain);
	is_int(InterruptHoldoffCount, 0, "an error resets held interrupts");
	return done_testing();
}
