/*
 * deadlock.c
 *		Detection of deadlocks.
 *
 * A waiter waits for each process that holds a conflicting mode (a hard
 * edge), and for each one ahead of it in the queue that asks for a
 * conflicting mode (a soft edge). A cycle of hard edges is a deadlock. A
 * soft edge can be turned by letting the waiter go first, so such cycles
 * are solved by reordering queues, if an order without a cycle is found.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/lmgr/deadlock.c
 */
#include "postgres.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "utils/memutils.h"

#define MAX_REORDERS 8 /* queues changed in one attempt */

/* One step of a cycle: waiter waits for blocker at lock. */
typedef struct Edge
{
	PGPROC *waiter;
	PGPROC *blocker;
	LOCK *lock;
	LOCKMODE mode;
	bool soft;
} Edge;

/* A queue in another order than the real one. */
typedef struct Reorder
{
	LOCK *lock;
	PGPROC **procs;
	int nprocs;
} Reorder;

/* What the report says, copied while the lock table is locked. */
typedef struct DeadlockInfo
{
	LOCKTAG locktag;
	LOCKMODE lockmode;
	int pid;
} DeadlockInfo;

/* All arrays have an entry for each process; allocated once. */
static Edge *path; /* cycle being followed */
static int path_len;
static bool *visited; /* by pgprocno */
static Reorder reorders[MAX_REORDERS];
static int nreorders;
static DeadlockInfo *details;
static int ndetails;
static PGPROC *blocking_autovacuum;

static bool search_from(PGPROC *proc, PGPROC *start);
static bool solve(PGPROC *start, int depth);

static int
nprocs_max(void)
{
	return ProcGlobal->allProcCount + max_prepared_xacts;
}

/* Allocate what a check needs: it runs while all LWLocks are held. */
void
InitDeadLockChecking(void)
{
	MemoryContext old;
	int n = nprocs_max();

	if (path != NULL)
		return;
	old = MemoryContextSwitchTo(TopMemoryContext);
	path = palloc(n * sizeof(Edge));
	visited = palloc(n * sizeof(bool));
	details = palloc(n * sizeof(DeadlockInfo));
	for (int i = 0; i < MAX_REORDERS; i++)
		reorders[i].procs = palloc(n * sizeof(PGPROC *));
	MemoryContextSwitchTo(old);
}

/* ---- the graph ---- */

static Reorder *
find_reorder(const LOCK *lock)
{
	for (int i = 0; i < nreorders; i++)
		if (reorders[i].lock == lock)
			return &reorders[i];
	return NULL;
}

/* Go on from proc, which waits for blocker; true if that closes a cycle. */
static bool
follow(PGPROC *proc, PGPROC *blocker, PGPROC *start, bool soft)
{
	Edge *e = &path[path_len++];

	e->waiter = proc;
	e->blocker = blocker;
	e->lock = proc->waitLock;
	e->mode = proc->waitLockMode;
	e->soft = soft;
	if (blocker == start || search_from(blocker, start))
		return true;
	path_len--;
	return false;
}

static bool
search_hard_edges(PGPROC *proc, PGPROC *start, LOCKMASK in_way)
{
	dlist_iter iter;

	dlist_foreach (iter, &proc->waitLock->procLocks)
	{
		PROCLOCK *p = dlist_container(PROCLOCK, lockLink, iter.cur);
		PGPROC *holder = p->tag.myProc;

		if (holder == proc || (p->holdMask & in_way) == 0)
			continue;
		if (follow(proc, holder, start, false))
			return true;
		if (proc == MyProc && (holder->statusFlags & PROC_IS_AUTOVACUUM) &&
			!(holder->statusFlags & PROC_VACUUM_FOR_WRAPAROUND))
			blocking_autovacuum = holder;
	}
	return false;
}

static bool
search_soft_edges(PGPROC *proc, PGPROC *start, LOCKMASK in_way)
{
	Reorder *r = find_reorder(proc->waitLock);
	dlist_iter iter;

	if (r != NULL)
	{
		for (int i = 0; i < r->nprocs && r->procs[i] != proc; i++)
			if ((LOCKBIT_ON(r->procs[i]->waitLockMode) & in_way) &&
				follow(proc, r->procs[i], start, true))
				return true;
		return false;
	}
	dlist_foreach (iter, &proc->waitLock->waitProcs)
	{
		PGPROC *ahead = dlist_container(PGPROC, links, iter.cur);

		if (ahead == proc)
			break;
		if ((LOCKBIT_ON(ahead->waitLockMode) & in_way) &&
			follow(proc, ahead, start, true))
			return true;
	}
	return false;
}

/* Depth first; leaves the cycle through start in path. */
static bool
search_from(PGPROC *proc, PGPROC *start)
{
	LOCKMASK in_way;

	if (visited[proc->pgprocno])
		return false;
	visited[proc->pgprocno] = true;
	if (proc->waitLock == NULL)
		return false;
	in_way = GetLocksMethodTable(proc->waitLock)->conflictTab[proc->waitLockMode];
	return search_hard_edges(proc, start, in_way) ||
		search_soft_edges(proc, start, in_way);
}

static bool
find_cycle(PGPROC *start)
{
	memset(visited, 0, nprocs_max() * sizeof(bool));
	path_len = 0;
	return search_from(start, start);
}

/* ---- solving soft cycles ---- */

/* The planned order of a lock's queue; NULL if too many were changed. */
static Reorder *
make_reorder(LOCK *lock)
{
	Reorder *r = find_reorder(lock);
	dlist_iter iter;

	if (r != NULL)
		return r;
	if (nreorders >= MAX_REORDERS)
		return NULL;
	r = &reorders[nreorders++];
	r->lock = lock;
	r->nprocs = 0;
	dlist_foreach (iter, &lock->waitProcs)
		r->procs[r->nprocs++] = dlist_container(PGPROC, links, iter.cur);
	return r;
}

/* Let waiter go to just before blocker. */
static void
move_before(Reorder *r, PGPROC *waiter, PGPROC *blocker)
{
	int from = 0;
	int to = 0;

	while (r->procs[from] != waiter)
		from++;
	while (r->procs[to] != blocker)
		to++;
	Assert(to < from);
	memmove(&r->procs[to + 1], &r->procs[to], (from - to) * sizeof(PGPROC *));
	r->procs[to] = waiter;
}

/* A cycle through start, or through anyone in a queue that was changed? */
static bool
any_cycle(PGPROC *start)
{
	if (find_cycle(start))
		return true;
	for (int i = 0; i < nreorders; i++)
		for (int j = 0; j < reorders[i].nprocs; j++)
			if (find_cycle(reorders[i].procs[j]))
				return true;
	return false;
}

/*
 * Look for a cycle, and turn one of its soft edges after the other until there
 * is none.  True if the queues as planned in reorders[] have no cycle.
 */
static bool
solve(PGPROC *start, int depth)
{
	Edge soft[MAX_REORDERS];
	int nsoft = 0;

	if (!any_cycle(start))
		return true;
	if (depth >= MAX_REORDERS)
		return false;
	/* the search below writes to path */
	for (int i = 0; i < path_len && nsoft < MAX_REORDERS; i++)
		if (path[i].soft)
			soft[nsoft++] = path[i];
	for (int i = 0; i < nsoft; i++)
	{
		int save = nreorders;
		Reorder *r = make_reorder(soft[i].lock);
		PGPROC **copy;

		if (r == NULL)
			continue;
		copy = palloc(r->nprocs * sizeof(PGPROC *));
		memcpy(copy, r->procs, r->nprocs * sizeof(PGPROC *));
		move_before(r, soft[i].waiter, soft[i].blocker);
		if (solve(start, depth + 1))
			return true;
		memcpy(r->procs, copy, r->nprocs * sizeof(PGPROC *));
		pfree(copy);
		nreorders = save;
	}
	return false;
}

/* Put the queues into the planned order, and wake who can go on by that. */
static void
apply_reorders(void)
{
	for (int i = 0; i < nreorders; i++)
	{
		LOCK *lock = reorders[i].lock;

		dlist_init(&lock->waitProcs);
		for (int j = 0; j < reorders[i].nprocs; j++)
			dlist_push_tail(&lock->waitProcs, &reorders[i].procs[j]->links);
	}
	for (int i = 0; i < nreorders; i++)
		ProcLockWakeup(GetLocksMethodTable(reorders[i].lock), reorders[i].lock);
}

/*
 * DeadLockCheck
 *		Is this process, which waits for a lock, in a deadlock?
 *
 * Caller holds all partition locks exclusively.  A soft deadlock is solved at
 * once; a hard one is noted for DeadLockReport.
 */
DeadLockState
DeadLockCheck(PGPROC *proc)
{
	blocking_autovacuum = NULL;
	nreorders = 0;
	if (!find_cycle(proc))
		return blocking_autovacuum ? DS_BLOCKED_BY_AUTOVACUUM : DS_NO_DEADLOCK;
	if (solve(proc, 0))
	{
		apply_reorders();
		return DS_SOFT_DEADLOCK;
	}

	nreorders = 0;
	if (!find_cycle(proc))
		elog(FATAL, "deadlock seems to have disappeared");
	ndetails = path_len;
	for (int i = 0; i < path_len; i++)
	{
		details[i].locktag = path[i].lock->tag;
		details[i].lockmode = path[i].mode;
		details[i].pid = path[i].waiter->pid;
	}
	return DS_HARD_DEADLOCK;
}

/* The autovacuum worker that the last check found in the way, or NULL. */
PGPROC *
GetBlockingAutoVacuumPgproc(void)
{
	PGPROC *proc = blocking_autovacuum;

	blocking_autovacuum = NULL;
	return proc;
}

/* Two processes that wait for each other at one lock. */
void
RememberSimpleDeadLock(PGPROC *proc1, LOCKMODE lockmode, LOCK *lock,
					   PGPROC *proc2)
{
	details[0].locktag = lock->tag;
	details[0].lockmode = lockmode;
	details[0].pid = proc1->pid;
	details[1].locktag = proc2->waitLock->tag;
	details[1].lockmode = proc2->waitLockMode;
	details[1].pid = proc2->pid;
	ndetails = 2;
}

/* Raise the error.  No lock is held. */
void
DeadLockReport(void)
{
	StringInfoData text;
	StringInfoData what;

	pgstat_report_deadlock();
	initStringInfo(&text);
	initStringInfo(&what);
	for (int i = 0; i < ndetails; i++)
	{
		int next = details[(i + 1) % ndetails].pid;

		resetStringInfo(&what);
		DescribeLockTag(&what, &details[i].locktag);
		appendStringInfo(&text, "%sProcess %d waits for %s on %s; blocked by process %d.",
						 i > 0 ? "\n" : "", details[i].pid,
						 GetLockmodeName(details[i].locktag.locktag_lockmethodid,
										 details[i].lockmode),
						 what.data, next);
	}
	ereport(ERROR,
			(errcode(ERRCODE_T_R_DEADLOCK_DETECTED),
			 errmsg("deadlock detected"),
			 errdetail_internal("%s", text.data),
			 errhint("The server log may tell which statements were involved.")));
}
