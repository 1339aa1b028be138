/*
 * ipc.c
 *		The end of a process, and what is to be done then.
 *
 * Three lists of callbacks, each run last first; see storage/ipc.h for
 * their order. A callback is taken off its list before it runs, so one that
 * fails is not repeated.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/ipc.c
 */
#include "postgres.h"

#include <signal.h>
#include <unistd.h>

#include "miscadmin.h"
#include "storage/ipc.h"

#define MAX_ON_EXITS 32

typedef struct OnExit
{
	pg_on_exit_callback function;
	Datum arg;
} OnExit;

typedef struct OnExitList
{
	OnExit items[MAX_ON_EXITS];
	int n;
} OnExitList;

bool proc_exit_inprogress = false;
bool shmem_exit_inprogress = false;
shmem_startup_hook_type shmem_startup_hook = NULL;

static OnExitList proc_exits;
static OnExitList shmem_exits;
static OnExitList before_shmem_exits;
static bool atexit_registered = false;

static void
run_list(OnExitList *list, int code)
{
	while (list->n > 0)
	{
		OnExit *item = &list->items[--list->n];

		item->function(code, item->arg);
	}
}

/* Everything that must happen before exit(2). */
static void
prepare_exit(int code)
{
	proc_exit_inprogress = true;

	/* no interrupt may start an error now, and no error a longjmp */
	InterruptPending = false;
	ProcDiePending = false;
	QueryCancelPending = false;
	InterruptHoldoffCount = 1;
	CritSectionCount = 0;
	error_context_stack = NULL;

	shmem_exit(code);
	run_list(&proc_exits, code);
	proc_exits.n = 0;
}

/* exit(3) called by a library: the callbacks must run all the same. */
static void
atexit_callback(void)
{
	if (!proc_exit_inprogress)
		prepare_exit(-1);
}

/*
 * proc_exit
 *		End this process in an orderly way.
 *
 * code: 0 normal, 1 FATAL, 2 and up a crash of the whole server.
 */
void
proc_exit(int code)
{
	if (MyProcPid != (int) getpid())
		elog(PANIC, "proc_exit() called in child process");
	prepare_exit(code);
	exit(code);
}

/*
 * shmem_exit
 *		Leave shared memory: the first two lists.
 *
 * Also used by the postmaster, which then makes new shared memory.
 */
void
shmem_exit(int code)
{
	shmem_exit_inprogress = true;
	run_list(&before_shmem_exits, code);
	run_list(&shmem_exits, code);
	shmem_exit_inprogress = false;
}

static void
add_exit(OnExitList *list, pg_on_exit_callback function, Datum arg)
{
	if (list->n >= MAX_ON_EXITS)
		ereport(FATAL, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg_internal("out of exit callback slots")));
	list->items[list->n].function = function;
	list->items[list->n].arg = arg;
	list->n++;
	if (!atexit_registered)
	{
		atexit_registered = true;
		atexit(atexit_callback);
	}
}

void
on_proc_exit(pg_on_exit_callback function, Datum arg)
{
	add_exit(&proc_exits, function, arg);
}

void
on_shmem_exit(pg_on_exit_callback function, Datum arg)
{
	add_exit(&shmem_exits, function, arg);
}

void
before_shmem_exit(pg_on_exit_callback function, Datum arg)
{
	add_exit(&before_shmem_exits, function, arg);
}

/* Take back the latest registration, which must be this one. */
void
cancel_before_shmem_exit(pg_on_exit_callback function, Datum arg)
{
	OnExitList *list = &before_shmem_exits;

	if (list->n == 0 || list->items[list->n - 1].function != function ||
		list->items[list->n - 1].arg != arg)
		elog(ERROR, "before_shmem_exit callback (%p,0x%llx) is not the latest entry",
			 (void *) (uintptr_t) function, (unsigned long long) arg);
	list->n--;
}

/* A child after fork: its parent's callbacks are not its own. */
void
on_exit_reset(void)
{
	before_shmem_exits.n = 0;
	shmem_exits.n = 0;
	proc_exits.n = 0;
}

void
check_on_shmem_exit_lists_are_empty(void)
{
	if (before_shmem_exits.n > 0)
		elog(FATAL, "before_shmem_exit has been called prematurely");
	if (shmem_exits.n > 0)
		elog(FATAL, "on_shmem_exit has been called prematurely");
}
